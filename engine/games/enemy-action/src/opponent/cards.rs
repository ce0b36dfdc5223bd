//! Which card to play, as what, and which steps to give back.

use super::movement::Mind;
use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::chapters::cards::command;
use crate::chapters::combat::forecast::imagined;
use crate::chapters::combat::situations;
use crate::chapters::{activation, replacements, reserves};
use crate::printed::{Formation, Function, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Activation, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Seen};

/// What it is worth to bring a unit that waits in the box, beside its strength.
const ARRIVAL: i32 = 60;
/// What a step that comes back is worth.
const REPLACED: i32 = 150;
/// What it is worth that a German comes nearer to what he goes for, by hundredths of his strength, and how much more the fewer
/// movement points are left.
const COMES: i32 = 50;
const NEAR: i32 = 80;
const NEARER: i32 = 3;
/// What it is worth that somebody comes to where he wins at once (15.1), if he is there in this activation.
const WINS: i32 = 40_000;
/// What a card is worth more as a command that is narrower: it serves nothing else.
const NARROW: i32 = 10;

/// The card of an impulse: whom it brings to life counts, by hundredths of strength.
pub fn command(seen: Seen<'_, EnemyAction>, known: Known<'_>) -> Option<Vec<Step>> {
    let mind = Use::new(known);
    let mut best: Option<(i32, Vec<Step>)> = None;
    let mut offer = |worth: i32, order: Vec<Step>| {
        if worth > 0 && best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, order));
        }
    };
    for card in known.hand.iter().copied() {
        let narrow = match known.definitions.card(card).formation {
            Formation::Divisions(_) => 2 * NARROW,
            Formation::Corps(_) => NARROW,
            _ => 0,
        };
        // one unit alone is a last resort, unless it wins
        let counts = |step: &Step| !matches!(step, Step::Unit(unit) if mind.wins(*unit) < WINS);
        for target in activation::targets(known, card).into_iter().filter(counts) {
            if let Ok(activation) = activation::judge(known, card, &target) {
                offer(mind.of(&activation) + narrow, vec![Step::Verb(Verb::Activate), Step::Card(card), target]);
            }
        }
        if known.definitions.card(card).functions.contains(&Function::Kampfgruppe) {
            for hex in mind.hexes() {
                if let Ok(activation) = activation::judge(known, card, &Step::Hex(hex)) {
                    let order = vec![Step::Verb(Verb::Kampfgruppe), Step::Card(card), Step::Hex(hex)];
                    offer(mind.of(&activation), order);
                }
            }
        }
        if let Ok(units) = reserves::judge(known, card, None) {
            let order = vec![Step::Verb(Verb::Deploy), Step::Card(card), Step::Done];
            offer(mind.arriving(&units) + narrow, order);
        }
        for unit in reserves::single(known, card) {
            if reserves::judge(known, card, Some(unit)).is_ok() {
                let order = vec![Step::Verb(Verb::Deploy), Step::Card(card), Step::Unit(unit)];
                offer(mind.arriving(&[unit]) + narrow, order);
            }
        }
        if let Ok((_, points)) = replacements::judge(known, card) {
            offer(REPLACED * i32::from(points), vec![Step::Verb(Verb::Replace), Step::Card(card)]);
        }
    }
    let order = best.map(|(_, order)| order);
    let passes = || command::may_pass(known).is_ok().then(|| vec![Step::Verb(Verb::Pass)]);
    order.or_else(passes).or_else(|| any(seen, known))
}

/// Whatever can be done with a card of which nothing good comes: an activation that need not move.
fn any(seen: Seen<'_, EnemyAction>, known: Known<'_>) -> Option<Vec<Step>> {
    let activates = known.hand.iter().find_map(|card| {
        let target = activation::open(known, *card).into_iter().next()?;
        Some(vec![Step::Verb(Verb::Activate), Step::Card(*card), target])
    });
    activates.or_else(|| {
        let mut thrown = known.hand.iter().map(|card| vec![Step::Verb(Verb::Discard), Step::Card(*card)]);
        thrown.find(|order| seen.progress(order) == Ok(Progress::Complete))
    })
}

/// Operation Greif or interdiction, if a card of the hand is it.
pub fn answered(seen: Seen<'_, EnemyAction>, known: Known<'_>) -> Option<Vec<Step>> {
    let greif = known.public.asked.is_some_and(|asked| asked.topic == Topic::Greif);
    let verb = if greif { Verb::Greif } else { Verb::Interdict };
    let mut orders = known.hand.iter().map(|card| vec![Step::Verb(verb), Step::Card(*card)]);
    orders.find(|order| seen.progress(order) == Ok(Progress::Complete))
}

/// The strongest unit takes a step back.
pub fn rebuilt(known: Known<'_>) -> Option<Vec<Step>> {
    let replacing = known.public.replacing.as_ref()?;
    let strength = |unit: &UnitId| (known.definitions.counter(*unit).face(0).strength, std::cmp::Reverse(*unit));
    let units = replacements::units(known.definitions, known.public, replacing);
    let unit = units.into_iter().max_by_key(strength)?;
    Some(vec![Step::Verb(Verb::Rebuild), Step::Unit(unit)])
}

/// Of what use each own unit would be, were it active now: by its strength, and what stands beside it.
struct Use<'a> {
    known: Known<'a>,
    each: Vec<(UnitId, HexId, i32)>,
    /// Who may come to where he wins, and what that is worth.
    winners: Vec<(UnitId, i32)>,
}

impl<'a> Use<'a> {
    fn new(known: Known<'a>) -> Use<'a> {
        let (definitions, public) = (known.definitions, known.public);
        let mind = Mind::new(known, definitions.units_of(known.side));
        let here = definitions.units_of(known.side).filter_map(|unit| Some((unit, public.unit(unit).hex()?)));
        let here: Vec<(UnitId, HexId)> = here.collect();
        let wins = |(unit, hex): &(UnitId, HexId)| Some((*unit, WINS / (1 + i32::from(mind.goals.wins(*unit, *hex)?))));
        // who does not move comes nowhere
        let winners = here.iter().filter(|_| !public.opens()).filter_map(wins).collect();
        let each = here.iter().map(|(unit, hex)| (*unit, *hex, weigh(known, &mind, *unit, *hex))).collect();
        Use { known, each, winners }
    }

    /// What it is worth that a unit may come to where it wins.
    fn wins(&self, unit: UnitId) -> i32 {
        self.winners.iter().find(|(winner, _)| *winner == unit).map_or(0, |(_, worth)| *worth)
    }

    /// Hexes with own units, each once.
    fn hexes(&self) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = self.each.iter().map(|(_, hex, _)| *hex).collect();
        hexes.sort();
        hexes.dedup();
        hexes
    }

    fn of(&self, activation: &Activation) -> i32 {
        let sum: i32 =
            self.each.iter().filter(|(unit, ..)| activation.units.contains(unit)).map(|(.., worth)| worth).sum();
        let wins = activation.units.iter().map(|unit| self.wins(*unit)).max();
        wins.unwrap_or(0) + if activation.alone { sum / 2 } else { sum }
    }

    fn arriving(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|unit| ARRIVAL + 100 * i32::from(self.known.definitions.counter(*unit).face(0).strength)).sum()
    }
}

/// Hundredths of strength of a unit, more if it could attack well, less if there is nothing to do for it.
fn weigh(known: Known<'_>, mind: &Mind<'_>, unit: UnitId, hex: HexId) -> i32 {
    let (definitions, public) = (known.definitions, known.public);
    let (counter, it) = (definitions.counter(unit), public.unit(unit));
    let strength = i32::from(it.face(counter).strength);
    if it.dispersed {
        return 20 * strength;
    }
    let disposition = public.disposition(definitions);
    let held = definitions.board.around(hex).filter(|there| disposition.holds(known.side.enemy(), *there));
    let odds = held.map(|target| odds(known, target)).max();
    let near = mind.to_enemy.to(hex).map_or(99, i32::from);
    let fights = match odds {
        Some(300..) => 160,
        Some(200..) => 130,
        Some(130..) => 80,
        Some(_) => 15,
        None => 0,
    };
    if public.opens() {
        return strength * fights;
    }
    let far = mind.goals.far(unit, hex).map_or(NEAR, i32::from);
    let moves = match (known.side == GERMAN, odds, near) {
        (true, None, _) => COMES + (NEAR - NEARER * far).max(0),
        (true, Some(_), _) => 0,
        // the Allies bring up who is away, and dig in who is not
        (false, None, 2..=4) => 30,
        (false, None, _) => 70,
        (false, Some(_), _) => 30,
    };
    strength * (fights + moves)
}

/// Odds in hundredths if all that stand beside a hex attacked it.
fn odds(known: Known<'_>, target: HexId) -> i32 {
    let (definitions, public) = (known.definitions, known.public);
    let disposition = public.disposition(definitions);
    let beside = definitions.board.around(target).flat_map(|hex| disposition.stack(hex).collect::<Vec<_>>());
    let fit = |unit: &UnitId| definitions.counter(*unit).side == known.side && !public.unit(*unit).dispersed;
    let units: Vec<UnitId> = beside.filter(fit).collect();
    let combat = imagined(definitions, public, known.side, target, units, Vec::new());
    let (attack, defence) = situations::strengths(definitions, public, &combat);
    (100 * attack / defence.max(1)) as i32
}
