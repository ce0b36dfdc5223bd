//! Which hex to attack, with which tactics, how many chits to draw, and what helps a defence.

use super::goals;
use crate::chapters::asking::Known;
use crate::chapters::cards::{goes_back, tactics};
use crate::chapters::combat::forecast::{Forecast, Outlook, imagined};
use crate::chapters::combat::{attack, situations};
use crate::printed::{CardId, Effect, Formation, GERMAN, Tactic};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Combat, Public};
use definitions::UnitId;
use definitions::hex::HexId;

/// Steps that an attack must promise more than it costs before it is ordered.
const WORTH: f64 = 0.2;
/// What an own step is worth to the Germans, who are in a hurry, in steps of the enemy.
const HURRY: f64 = 0.75;
/// What it is worth that the defender has to give way, in steps, and what each point of the hex adds.
const GROUND: f64 = 0.6;
const POINT: f64 = 1.5;
/// How much more a card is worth unplayed to Germans who win by being the first somewhere (15.1): each is an activation, and most
/// games that they lost ended one or two hexes short of an exit, with every third card spent as a tactic.
const RACE: f64 = 2.0;
/// Most cards that are played as tactics in one combat.
const CARDS: usize = 2;

/// What a forecast is worth to the attacker, in steps.
fn worth(known: Known<'_>, combat: &Combat, forecast: &Forecast) -> f64 {
    let points = goals::town(known.definitions, known.public, combat.attacker, combat.target);
    let own = if combat.attacker == GERMAN { HURRY } else { 1.0 };
    let ground = GROUND + POINT * f64::from(points);
    // no more steps are lost than there are
    let steps: u8 = combat.defenders.iter().map(|unit| steps(known, *unit)).sum();
    forecast.defender.min(f64::from(steps) + 1.0) + ground * forecast.hit - own * forecast.attacker
}

fn steps(known: Known<'_>, unit: UnitId) -> u8 {
    known.public.unit(unit).steps(known.definitions.counter(unit))
}

/// The number of chits that is best for the attacker, and what it is worth.
fn best(known: Known<'_>, public: &Public, combat: &Combat) -> (u8, f64) {
    let outlook = Outlook::of(known.definitions, public, combat);
    let (least, most) = combat.chits;
    let each = (least..=most).map(|total| (total, worth(known, combat, &outlook.at(total))));
    each.fold((least, f64::MIN), |best, it| if it.1 > best.1 { it } else { best })
}

/// How many chits the attacker draws in all.
pub fn total(known: Known<'_>) -> Option<Vec<Step>> {
    let combat = known.public.combat.as_ref()?;
    let (total, _) = best(known, known.public, combat);
    Some(vec![Step::Verb(Verb::Draw), Step::Number(total)])
}

/// The attack that promises most; none if none is worth it.
pub fn order(known: Known<'_>) -> Option<Vec<Step>> {
    if attack::check_verb(known).is_err() {
        return None;
    }
    let mut found: Option<(f64, Vec<Step>)> = None;
    for target in attack::targets(known) {
        let Some((value, order)) = against(known, target) else { continue };
        if value >= WORTH && found.as_ref().is_none_or(|(known, _)| value > *known) {
            found = Some((value, order));
        }
    }
    found.map(|(_, order)| order)
}

/// The best attack on a hex, and what it is worth.
fn against(known: Known<'_>, target: HexId) -> Option<(f64, Vec<Step>)> {
    let (definitions, public) = (known.definitions, known.public);
    let around: Vec<HexId> = definitions.board.around(target).collect();
    let stacks = around.iter().flat_map(|hex| public.disposition(definitions).stack(*hex));
    let mut units: Vec<UnitId> = stacks.filter(|unit| attack::check_unit(known, target, *unit, &[]).is_ok()).collect();
    units.sort();
    let bracketed = |unit: &UnitId| public.unit(*unit).face(definitions.counter(*unit)).bracketed;
    if units.iter().all(bracketed) {
        return None;
    }
    let weigh = |played: &[(CardId, Tactic)], bonus: Option<Tactic>| {
        let tactics = played.iter().map(|(_, tactic)| *tactic).chain(bonus).collect();
        let combat = imagined(definitions, public, known.side, target, units.clone(), tactics);
        best(known, public, &combat).1
    };
    let fit = units.iter().any(|unit| public.unit(*unit).fit());
    let bonus = public.activation.as_ref().is_some_and(|activation| activation.bonus) && fit;
    let free = if bonus { free(known, |tactic| weigh(&[], Some(tactic))) } else { None };
    let (mut played, mut value) = (Vec::new(), weigh(&[], free));
    while fit && played.len() < CARDS {
        let more = open(known, false).into_iter().filter(|(card, _)| !played.iter().any(|(other, _)| other == card));
        let tried = more.map(|it| (weigh(&[&played[..], &[it]].concat(), free) - price(known, it.0), it));
        let Some((then, it)) = tried.fold(None, better) else { break };
        if then <= value {
            break;
        }
        played.push(it);
        value = then;
    }
    played.sort();
    let cards = played.into_iter().flat_map(|(card, tactic)| [Step::Card(card), Step::As(tactic)]);
    let begun = [Step::Verb(Verb::Attack), Step::Hex(target)].into_iter().chain(cards);
    let order = begun.chain(free.map(Step::Bonus)).chain(units.iter().copied().map(Step::Unit)).chain([Step::Done]);
    Some((value, order.collect()))
}

/// The better of two by their values; the first of equals.
fn better<T>(best: Option<(f64, T)>, it: (f64, T)) -> Option<(f64, T)> {
    match best {
        Some(known) if known.0 >= it.0 => Some(known),
        _ => Some(it),
    }
}

/// The best tactic of choice (9.23).
fn free(known: Known<'_>, weigh: impl Fn(Tactic) -> f64) -> Option<Tactic> {
    let (definitions, public) = (known.definitions, known.public);
    let has = |tactic: &Tactic| definitions.tables.tactics.has(known.side, public.day, *tactic, false);
    let all = Tactic::ALL.iter().map(|(_, tactic)| *tactic).filter(has).filter(|tactic| usual(known, *tactic, 0));
    all.map(|tactic| (weigh(tactic), tactic)).fold(None, better).map(|(_, tactic)| tactic)
}

/// Whether a tactic needs no unit that is named with it.
fn usual(known: Known<'_>, tactic: Tactic, role: usize) -> bool {
    let effects = &known.definitions.tables.tactics.row(tactic).effects[role];
    !effects.iter().any(|effect| matches!(effect, Effect::InactiveAttack | Effect::InactiveJoin))
}

/// Cards of the hand with what they may be played as.
fn open(known: Known<'_>, defends: bool) -> Vec<(CardId, Tactic)> {
    let held = known.hand.iter().copied().filter(|card| attack::check_card(known, *card, None, defends).is_ok());
    let all = held.flat_map(|card| {
        let tactics = tactics(known.definitions, known.public, card, defends);
        tactics.into_iter().map(move |tactic| (card, tactic))
    });
    all.filter(|(_, tactic)| usual(known, *tactic, usize::from(defends))).collect()
}

/// What a card is worth unplayed, in steps: what its formation would do. Nothing is lost by one that goes back into the pile.
pub fn price(known: Known<'_>, card: CardId) -> f64 {
    if goes_back(known.definitions, known.public, card) {
        return 0.0;
    }
    let races = known.definitions.tables.changes[usize::from(known.public.scenario)].ends_at_the_meuse;
    let rare = if races && known.side == GERMAN { RACE } else { 1.0 };
    rare * match known.definitions.card(card).formation {
        Formation::Group | Formation::Army(_) => 1.5,
        Formation::Corps(_) => 1.1,
        Formation::Divisions(_) => 0.7,
        Formation::Nobody => 0.4,
    }
}

/// The card that helps a defence, if one is worth it.
pub fn support(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let combat = public.combat.as_ref()?;
    let weigh = |tactic: Option<Tactic>| {
        let (mut public, mut combat) = (public.clone(), combat.clone());
        combat.tactics[1] = tactic.into_iter().collect();
        combat.chits = situations::chits(definitions, &public, &combat);
        let digs = |tactic: Tactic| definitions.tables.tactics.row(tactic).effects[1].contains(&Effect::DigsPosition);
        if tactic.is_some_and(digs) && definitions.board.hex(combat.target).built.is_none() {
            public.positions.insert(combat.target);
        }
        best(known, &public, &combat).1
    };
    let bare = weigh(None);
    let tried = open(known, true).into_iter().map(|it| (bare - weigh(Some(it.1)) - price(known, it.0), it));
    let (gain, (card, tactic)) = tried.fold(None, better)?;
    (gain > 0.0).then(|| vec![Step::Verb(Verb::Support), Step::Card(card), Step::As(tactic), Step::Done])
}

/// Whether defenders stand rather than retreat: they hold a place that counts, and live on.
pub fn stands(known: Known<'_>) -> bool {
    let Some(combat) = &known.public.combat else { return false };
    let steps: u8 = combat.defenders.iter().map(|unit| steps(known, *unit)).sum();
    goals::points(known.definitions, known.public, combat.target) > 0 && steps > combat.owed[1]
}
