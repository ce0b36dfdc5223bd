//! Declaring an attack with its tactics (9.0 to 9.2).

use super::joins;
use crate::EnemyAction;
use crate::chapters::asking::{Known, held, misplaced};
use crate::chapters::cards::{goes_back, may_play, tactics};
use crate::chapters::stacking;
use crate::printed::{ALLIED, CardId, Definitions, Effect, Function, Tactic};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Supply;
use crate::truth::state::{Activation, Public, Stage};
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{Progress, Refusal, Turn};

/// An attack as far as it is ordered.
#[derive(Default)]
pub struct Draft {
    /// Cards, and as what they are played.
    pub cards: Vec<(CardId, Tactic)>,
    /// The bonus tactic (9.23).
    pub bonus: Option<Tactic>,
    /// Units that join, and where; of a defence the hex does not count.
    pub joins: Vec<(UnitId, HexId)>,
    /// The attackers.
    pub units: Vec<UnitId>,
}

impl Draft {
    /// Reads the steps after verb and target.
    pub fn of(partial: &[Step]) -> Draft {
        let mut draft = Draft::default();
        let mut card = None;
        for step in partial {
            match step {
                Step::Card(it) => card = Some(*it),
                Step::As(tactic) => draft.cards.extend(card.take().map(|card| (card, *tactic))),
                Step::Bonus(tactic) => draft.bonus = Some(*tactic),
                Step::Joins(unit) => draft.joins.push((*unit, HexId(0))),
                Step::Via(hex) => draft.joins.last_mut().into_iter().for_each(|(_, to)| *to = *hex),
                Step::Unit(unit) => draft.units.push(*unit),
                _ => {}
            }
        }
        draft
    }

    /// All tactics.
    pub fn tactics(&self) -> Vec<Tactic> {
        self.cards.iter().map(|(_, tactic)| *tactic).chain(self.bonus).collect()
    }
}

/// The units of the other side in a hex that would fight: those that have fled into it do not (9.74).
pub fn defenders(definitions: &Definitions, public: &Public, target: HexId) -> Vec<UnitId> {
    let stack = public.disposition(definitions).stack(target);
    stack.filter(|unit| !public.unit(*unit).retreated).collect()
}

/// Whether a hex may be attacked now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_target(known: Known<'_>, target: HexId) -> Result<(), Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let place = definitions.place(target);
    if !public.disposition(definitions).holds(known.side.enemy(), target) {
        return Err(Refusal::new("9a", format!("no enemy is in {place}")));
    }
    let fighting = defenders(definitions, public, target);
    if fighting.is_empty() || fighting.iter().any(|unit| public.unit(*unit).defended) {
        return Err(Refusal::new("9.1d", format!("{place} has been attacked in this activation")));
    }
    let Some(activation) = &public.activation else { return Err(Refusal::new("9.1a", "no unit is active")) };
    let beside = activation
        .units
        .iter()
        .filter(|unit| public.unit(**unit).hex().is_some_and(|hex| definitions.board.touch(hex, target)));
    let mut last = Refusal::new("9.1a", format!("no active unit is beside {place}"));
    for unit in beside {
        match check_unit(known, target, *unit, &[]) {
            Ok(()) => return Ok(()),
            Err(refusal) => last = refusal,
        }
    }
    Err(last)
}

/// Whether a unit may take part in an attack with these tactics.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(known: Known<'_>, target: HexId, unit: UnitId, tactics: &[Tactic]) -> Result<(), Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let (it, name) = (public.unit(unit), definitions.name(unit));
    let assault = tactics
        .iter()
        .any(|tactic| definitions.tables.tactics.row(*tactic).effects[0].contains(&Effect::InactiveAttack));
    if definitions.counter(unit).side != known.side {
        return Err(Refusal::new("9.1a", format!("{name} is not yours")));
    }
    if !public.is_active(unit) && !assault {
        let refusal = Refusal::new("9.1b", format!("{name} is not active"));
        return Err(refusal.remedy("Inactive units attack by Assault Coordination alone."));
    }
    if !it.hex().is_some_and(|hex| definitions.board.touch(hex, target)) {
        return Err(far(known, target, unit));
    }
    if public.activation.as_ref().is_some_and(|activation| activation.alarm) {
        return Err(Refusal::new("T.EVl", format!("{name} heeds the alarm and does not attack")));
    }
    if public.activation.as_ref().is_some_and(|activation| activation.alone) {
        return Err(Refusal::new("6.3c", format!("{name} was activated as a single unit and does not attack")));
    }
    if it.attacked {
        return Err(Refusal::new("9.1c", format!("{name} has attacked in this activation")));
    }
    let unfit = match (it.dispersed, it.supply, it.no_fuel) {
        (true, ..) => Some("dispersed"),
        (_, Supply::Out | Supply::Isolated, _) => Some("out of supply"),
        (.., true) => Some("out of fuel"),
        _ => None,
    };
    unfit.map_or(Ok(()), |what| Err(Refusal::new("9.1e", format!("{name} is {what}"))))
}

/// That a unit is not beside a hex that it would attack: who is, and may attack it.
fn far(known: Known<'_>, target: HexId, unit: UnitId) -> Refusal {
    let (definitions, public) = (known.definitions, known.public);
    let at = public.unit(unit).hex().map_or("off the map".to_owned(), |hex| format!("in {}", definitions.place(hex)));
    let message = format!("{} is {at}, not beside {}", definitions.name(unit), definitions.place(target));
    let near = |unit: &UnitId| public.unit(*unit).hex().is_some_and(|hex| definitions.board.touch(hex, target));
    let active = public.activation.iter().flat_map(|activation| activation.units.iter().copied()).filter(near);
    let able: Vec<UnitId> = active.filter(|unit| check_unit(known, target, *unit, &[]).is_ok()).collect();
    let refusal = Refusal::new("9.1a", message);
    if able.is_empty() { refusal } else { refusal.remedy(format!("Who may: {}.", definitions.names(&able))) }
}

/// Whether tactics may be played for a unit: one in supply and not dispersed, and not von der Heydte (9.2, 9.24).
pub fn helped(definitions: &Definitions, public: &Public, unit: UnitId) -> bool {
    public.unit(unit).fit() && definitions.heydte != Some(unit)
}

/// The hexes that can be attacked.
pub fn targets(known: Known<'_>) -> Vec<HexId> {
    let fights = |activation: &&Activation| activation.stage != Stage::Digging;
    let Some(activation) = known.public.activation.as_ref().filter(fights) else { return Vec::new() };
    let hexes = beside(known.definitions, known.public, activation);
    hexes.iter().filter(|hex| check_target(known, *hex).is_ok()).collect()
}

/// The hexes of enemies that are beside the units of an activation.
pub fn beside(definitions: &Definitions, public: &Public, activation: &Activation) -> HexSet {
    let mut hexes = definitions.board.none();
    let disposition = public.disposition(definitions);
    for hex in activation.units.iter().filter_map(|unit| public.unit(*unit).hex()) {
        let held = definitions.board.around(hex).filter(|there| disposition.holds(activation.side.enemy(), *there));
        held.for_each(|there| hexes.insert(there));
    }
    hexes
}

/// Whether fighting and digging may begin: stacks must be in order (7.4).
///
/// # Errors
/// A hex holds too many units.
pub fn may_begin(known: Known<'_>) -> Result<(), Refusal> {
    let moving = known.public.activation.as_ref().is_some_and(|activation| activation.stage == Stage::Moving);
    let full = stacking::overfull(known.definitions, known.public, known.side);
    match full.filter(|_| moving) {
        Some((hex, _)) => {
            let message = format!("{} holds too many units", known.definitions.place(hex));
            Err(Refusal::new("7.4b", message).remedy("Move on, or `end` the moving."))
        }
        None => Ok(()),
    }
}

/// Whether the order itself may begin.
///
/// # Errors
/// Nobody can be attacked.
pub fn check_verb(known: Known<'_>) -> Result<(), Refusal> {
    may_begin(known)?;
    if known.public.activation.as_ref().is_some_and(|activation| activation.stage == Stage::Digging) {
        let message = "improved positions are built after all attacks of an activation, and one has been built";
        return Err(Refusal::new("4i", message).remedy("Dig in elsewhere, or `end` the activation."));
    }
    if targets(known).is_empty() {
        let held = known
            .public
            .activation
            .iter()
            .flat_map(|activation| beside(known.definitions, known.public, activation).iter().collect::<Vec<_>>());
        let refused: Vec<Refusal> = held.filter_map(|target| check_target(known, target).err()).collect();
        let why: Vec<String> = refused.iter().map(|refusal| refusal.message.clone()).collect();
        let why = if why.is_empty() { "no enemy is beside them".to_owned() } else { why.join("; ") };
        let first = refused.into_iter().next().unwrap_or_else(|| Refusal::new("9.1a", ""));
        return Err(Refusal { message: format!("none of your active units can attack anybody now: {why}"), ..first });
    }
    Ok(())
}

/// Steps that may follow `attack`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let [_, Step::Hex(target), rest @ ..] = partial else {
        return targets(known).into_iter().map(Step::Hex).for_each(offer);
    };
    if let Some(Step::Card(card)) = rest.last() {
        let tactics = tactics(known.definitions, known.public, *card, false);
        return tactics.into_iter().map(Step::As).for_each(offer);
    }
    let draft = Draft::of(rest);
    if let Some(Step::Joins(unit)) = rest.last() {
        let before = Draft::of(&rest[..rest.len() - 1]);
        let ends = joins::ends(known.definitions, known.public, *target, &before, *unit, false);
        return ends.into_iter().map(Step::Via).for_each(offer);
    }
    if !draft.units.is_empty() || !draft.joins.is_empty() {
        offer(Step::Done);
    }
    // units before cards: the first example plays none
    let around: Vec<HexId> = known.definitions.board.around(*target).collect();
    let disposition = known.public.disposition(known.definitions);
    around.into_iter().flat_map(|hex| disposition.stack(hex)).map(Step::Unit).for_each(&mut *offer);
    if draft.units.is_empty() {
        joins::candidates(known, &draft, false, offer);
        if draft.joins.is_empty() {
            known.hand.iter().copied().map(Step::Card).for_each(&mut *offer);
            Tactic::ALL.iter().map(|(_, tactic)| Step::Bonus(*tactic)).for_each(&mut *offer);
        }
    }
}

/// Judges a step after `attack`: the target, cards with their tactics, the bonus, units in the order of their numbers.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let (target, rest) = match (partial, step) {
        ([_], Step::Hex(target)) => {
            may_begin(known)?;
            return check_target(known, *target).map(|()| Progress::Open);
        }
        ([_, Step::Hex(target), rest @ ..], _) => (*target, rest),
        _ => return Err(misplaced("the hex that is attacked")),
    };
    let draft = Draft::of(rest);
    let open_card = matches!(rest.last(), Some(Step::Card(_)));
    match step {
        Step::As(tactic) => {
            let Some(Step::Card(card)) = rest.last() else { return Err(misplaced("a card first")) };
            check_tactic(known, *card, *tactic, false).map(|()| Progress::Open)
        }
        _ if open_card => Err(misplaced("as what the card is played")),
        Step::Via(hex) => {
            let Some(Step::Joins(unit)) = rest.last() else { return Err(misplaced("a unit that joins first")) };
            let before = Draft::of(&rest[..rest.len() - 1]);
            let open = joins::ends(definitions, public, target, &before, *unit, false);
            if open.contains(hex) {
                return Ok(Progress::Open);
            }
            let message = format!("{} does not come to {}", definitions.name(*unit), definitions.place(*hex));
            Err(Refusal::new("T.EVn", message).remedy(format!("Open to it: {}.", definitions.spots(&open))))
        }
        _ if matches!(rest.last(), Some(Step::Joins(_))) => Err(misplaced("where the unit comes to")),
        Step::Joins(unit) if draft.units.is_empty() => {
            if draft.joins.last().is_some_and(|(last, _)| last >= unit) {
                return Err(misplaced("each unit once, in the order of the counters"));
            }
            joins::check_unit(known, target, &draft, *unit, false).map(|()| Progress::Open)
        }
        Step::Card(card) if draft.units.is_empty() && draft.bonus.is_none() && draft.joins.is_empty() => {
            check_card(known, *card, draft.cards.last().map(|(card, _)| *card), false).map(|()| Progress::Open)
        }
        Step::Bonus(tactic) if draft.units.is_empty() && draft.bonus.is_none() && draft.joins.is_empty() => {
            if !public.activation.as_ref().is_some_and(|activation| activation.bonus) {
                return Err(Refusal::new(
                    "9.23",
                    "only units activated by an Allied army or army group card have a bonus tactic",
                ));
            }
            if !definitions.tables.tactics.has(known.side, public.day, *tactic, false) {
                return Err(Refusal::new("9.22", format!("{} is no tactic of yours in attack today", tactic.name())));
            }
            Ok(Progress::Open)
        }
        Step::Unit(unit) => {
            if draft.units.last().is_some_and(|last| last >= unit) {
                return Err(misplaced("each unit once, in the order of the counters"));
            }
            if draft.joins.iter().any(|(joins, _)| joins == unit) {
                return Err(Refusal::new("9.1c", format!("{} joins the attack already", definitions.name(*unit))));
            }
            check_unit(known, target, *unit, &draft.tactics()).map(|()| Progress::Open)
        }
        Step::Done if !draft.units.is_empty() => {
            let face = |unit: &UnitId| public.unit(*unit).face(definitions.counter(*unit));
            let joined = draft.joins.iter().map(|(unit, _)| unit);
            if draft.units.iter().chain(joined).all(|unit| face(unit).bracketed) {
                let message = "units whose strengths stand in brackets do not attack by themselves";
                return Err(Refusal::new("2.21g", message));
            }
            if !draft.units.iter().any(|unit| public.is_active(*unit)) {
                return Err(Refusal::new("9.1b", "one of the attackers must be active"));
            }
            if !draft.tactics().is_empty() && !draft.units.iter().any(|unit| helped(definitions, public, *unit)) {
                if draft.units.iter().any(|unit| public.unit(*unit).fit()) {
                    return Err(Refusal::new("9.24", "no tactic is played for von der Heydte"));
                }
                return Err(Refusal::new(
                    "9.2a",
                    "no attacker is in supply and not dispersed, so no tactic helps them",
                ));
            }
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("cards, then units")),
    }
}

/// Whether a card may be played as a tactic after another one of the same order.
///
/// # Errors
/// The rule that forbids it.
pub fn check_card(known: Known<'_>, card: CardId, before: Option<CardId>, defends: bool) -> Result<(), Refusal> {
    may_play(known.public, known.side)?;
    held(known, card, if defends { "5.1b" } else { "5.1a" })?;
    if before.is_some_and(|before| before >= card) {
        return Err(misplaced("each card once, in the order of their numbers"));
    }
    if tactics(known.definitions, known.public, card, defends).is_empty() {
        let role = if defends { "defence" } else { "attack" };
        let title = &known.definitions.card(card).title;
        return Err(Refusal::new("2.3e", format!("{title} is no tactic in {role} today")));
    }
    Ok(())
}

/// Whether a card may be played as that tactic.
///
/// # Errors
/// It may not.
pub fn check_tactic(known: Known<'_>, card: CardId, tactic: Tactic, defends: bool) -> Result<(), Refusal> {
    let open = tactics(known.definitions, known.public, card, defends);
    if open.contains(&tactic) {
        return Ok(());
    }
    let names: Vec<&str> = open.iter().map(|tactic| tactic.name()).collect();
    let refusal = not_so(known, card, tactic, defends);
    Err(refusal.remedy(format!("It may be: {}.", names.join(", "))))
}

/// Why a card is not that tactic: the card does not say it, or not on this day, or the side has it not, in this role or today.
fn not_so(known: Known<'_>, card: CardId, tactic: Tactic, defends: bool) -> Refusal {
    let (definitions, day) = (known.definitions, known.public.day);
    let (it, name) = (definitions.card(card), tactic.name());
    let wild = it.functions.contains(&Function::AnyTactic);
    let says = it.functions.iter().any(|function| matches!(function, Function::Tactic(_, known) if *known == tactic));
    let tactics = &definitions.tables.tactics;
    if !wild && !says {
        return Refusal::new("2.3b", format!("{} is not {name}: the card does not say so", it.title));
    }
    if day == 16 && tactic == Tactic::Artillery && known.side == ALLIED {
        return Refusal::new("4.13c", "the Allies play no Artillery on the 16th");
    }
    if tactics.has(known.side, day, tactic, defends) {
        return Refusal::new("2.3e", format!("{} is not {name} on the {day}th", it.title));
    }
    let role = if defends { "in defence" } else { "in attack" };
    let case = if wild { "9.22" } else { "2.3e" };
    Refusal::new(case, format!("{name} is no tactic of yours {role} on the {day}th"))
}

/// Cards that are played as tactics go to the discards, or back into the draw pile.
pub fn play(turn: &mut Turn<'_, EnemyAction>, side: engine::contract::SideId, cards: &[(CardId, Tactic)]) {
    for (card, tactic) in cards {
        let back = goes_back(turn.definitions(), &turn.public, *card);
        turn.emit(Event::Played { side, card: *card, play: Play::Tactic(*tactic), back });
    }
}

/// The first attack, and whoever digs in first, ends the moves.
pub fn begin(turn: &mut Turn<'_, EnemyAction>) {
    let moves = |activation: &Activation| !matches!(activation.stage, Stage::Fighting | Stage::Digging);
    if turn.public.activation.as_ref().is_some_and(moves) {
        turn.emit(Event::FightBegan);
    }
}

/// Declares an attack: units that join set out first (9).
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [Step::Verb(Verb::Attack), Step::Hex(_), rest @ ..] = order else { return };
    let draft = Draft::of(rest);
    let Some(side) = turn.public.activation.as_ref().map(|activation| activation.side) else { return };
    turn.emit(Event::Answered);
    begin(turn);
    play(turn, side, &draft.cards);
    if draft.joins.is_empty() {
        declare(turn, order);
    } else {
        turn.emit(Event::JoinBegan { order: order.to_vec() });
    }
}

/// Those who join an attack go on. Whether one of them set out.
pub fn join(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) -> bool {
    let [Step::Verb(Verb::Attack), Step::Hex(target), rest @ ..] = order else { return false };
    joins::next(turn, *target, &Draft::of(rest))
}

/// All are there who attack: those who joined and have come, too.
pub fn declare(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [Step::Verb(Verb::Attack), Step::Hex(target), rest @ ..] = order else { return };
    let definitions = turn.definitions();
    let mut draft = Draft::of(rest);
    let Some(side) = turn.public.activation.as_ref().map(|activation| activation.side) else { return };
    let there = |unit: &UnitId| turn.public.unit(*unit).hex().is_some_and(|hex| definitions.board.touch(hex, *target));
    let joined: Vec<UnitId> = draft.joins.iter().map(|(unit, _)| *unit).filter(there).collect();
    draft.units.extend(joined);
    draft.units.sort();
    let from: Vec<HexId> = draft.units.iter().filter_map(|unit| turn.public.unit(*unit).hex()).collect();
    let defenders = defenders(definitions, &turn.public, *target);
    let tactics = draft.tactics();
    let clears = tactics
        .iter()
        .any(|tactic| definitions.tables.tactics.row(*tactic).effects[0].contains(&Effect::ClearsPosition));
    // a position of which all units attack is left (12.34), and engineers clear that of the target
    let disposition = turn.public.disposition(definitions);
    let left = |hex: &&HexId| disposition.stack(**hex).all(|unit| draft.units.contains(&unit));
    let left = from.iter().filter(|hex| turn.public.positions.contains(*hex)).filter(left).copied();
    let cleared = (clears && turn.public.positions.contains(target)).then_some(*target);
    let mut positions: Vec<HexId> = left.chain(cleared).collect();
    positions.sort();
    positions.dedup();
    let (attacker, attackers, target) = (side, draft.units, *target);
    turn.emit(Event::Attacked { attacker, attackers, from, target, defenders, tactics, positions });
}
