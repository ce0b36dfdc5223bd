//! Playing a card as the command of an impulse (5.1 to 5.6).

use super::super::activation;
use super::super::asking::{Known, held, many, misplaced};
use super::super::ownership::bridges_beside;
use super::super::{events, replacements, reserves};
use crate::EnemyAction;
use crate::printed::{CardId, Function, GERMAN};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Activation;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Steps that may follow a verb that plays a card.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [Step::Verb(_)] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [Step::Verb(Verb::Activate), Step::Card(card)] => {
            activation::targets(known, *card).into_iter().for_each(offer);
        }
        [Step::Verb(Verb::Kampfgruppe), Step::Card(_)] => known.definitions.board.all().map(Step::Hex).for_each(offer),
        [Step::Verb(Verb::Deploy), Step::Card(card)] => {
            offer(Step::Done);
            reserves::single(known, *card).into_iter().map(Step::Unit).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after a verb that plays a card.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    match (partial, step) {
        ([Step::Verb(verb)], Step::Card(card)) => {
            held(known, *card, "4h")?;
            match verb {
                Verb::Discard => no_other(known).map(|()| Progress::Complete),
                Verb::Replace => replacements::judge(known, *card).map(|_| Progress::Complete),
                Verb::Deploy => reserves::may(known, *card).map(|()| Progress::Open),
                Verb::Kampfgruppe if !known.definitions.card(*card).functions.contains(&Function::Kampfgruppe) => {
                    let title = &known.definitions.card(*card).title;
                    Err(Refusal::new("6.4a", format!("{title} activates no Kampfgruppe")))
                }
                _ => Ok(Progress::Open),
            }
        }
        ([Step::Verb(Verb::Activate), Step::Card(card)], Step::Corps(_) | Step::Group(_) | Step::Unit(_))
        | ([Step::Verb(Verb::Kampfgruppe), Step::Card(card)], Step::Hex(_)) => {
            activation::judge(known, *card, step).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Deploy), Step::Card(card)], Step::Done) => {
            reserves::judge(known, *card, None).map(|_| Progress::Complete)
        }
        ([Step::Verb(Verb::Deploy), Step::Card(card)], Step::Unit(unit)) => {
            reserves::judge(known, *card, Some(*unit)).map(|_| Progress::Complete)
        }
        _ => Err(misplaced("a card, then whom it commands")),
    }
}

/// Whether a side may pass (5.1).
///
/// # Errors
/// The rule that forbids it.
pub fn may_pass(known: Known<'_>) -> Result<(), Refusal> {
    let [own, other] = [known.side, known.side.enemy()].map(|side| &known.public.piles[side.index()]);
    if own.draw > 0 {
        let are = if own.draw == 1 { "is" } else { "are" };
        let message = format!("{} {are} left in your draw pile", many(own.draw, "card"));
        return Err(Refusal::new("5.1h", message).remedy("Play a card."));
    }
    let few = if known.side == GERMAN { own.hand < other.hand } else { own.hand <= other.hand };
    if few {
        return Ok(());
    }
    let wanted = if known.side == GERMAN { "fewer than" } else { "no more than" };
    let held = many(own.hand, "card");
    let message = format!("you hold {held} and the other side {}; to pass you hold {wanted} it", other.hand);
    Err(Refusal::new("5.1h", message).remedy("Play a card."))
}

/// Whether a card can be used for anything in this impulse.
fn usable(known: Known<'_>, card: CardId) -> bool {
    use_of(known, card).is_some()
}

/// A command for which a card can be played in this impulse, as it is written; of an event its verb.
fn use_of(known: Known<'_>, card: CardId) -> Option<String> {
    let definitions = known.definitions;
    let id = &definitions.card(card).id;
    let activates = || {
        let target = match activation::open(known, card).first()? {
            Step::Corps(corps) => format!("corps {}", definitions.published.units.formation(*corps).short),
            Step::Group(group) => format!("division {}", definitions.group_id(*group)),
            Step::Unit(unit) => format!("unit {}", definitions.name(*unit)),
            _ => return None,
        };
        Some(format!("activate {target} with {id}"))
    };
    let gathers = || {
        let hex = definitions.published.map.grid.number(gathers(known, card)?);
        Some(format!("kampfgruppe at {hex} with {id}"))
    };
    let replaces = || replacements::judge(known, card).is_ok().then(|| format!("replace with {id}"));
    let deploys = || {
        let one = || {
            let brought = |unit: &UnitId| reserves::judge(known, card, Some(*unit)).is_ok();
            reserves::single(known, card).into_iter().find(brought)
        };
        match reserves::judge(known, card, None) {
            Ok(_) => Some(format!("deploy with {id}")),
            Err(_) => one().map(|unit| format!("deploy {} with {id}", definitions.name(unit))),
        }
    };
    let happens = || events::anything(known, card).then(|| "event".to_owned());
    activates().or_else(gathers).or_else(replaces).or_else(deploys).or_else(happens)
}

/// A hex at which a card can activate some Kampfgruppe.
fn gathers(known: Known<'_>, card: CardId) -> Option<HexId> {
    let can = known.definitions.card(card).functions.contains(&Function::Kampfgruppe);
    let mut hexes = known.definitions.units_of(known.side).filter_map(|unit| known.public.unit(unit).hex());
    hexes.find(|hex| can && activation::judge(known, card, &Step::Hex(*hex)).is_ok())
}

/// Whether any card of the hand can be used: in the opening, to activate somebody.
pub fn anything(known: Known<'_>) -> bool {
    known.hand.iter().any(|card| usable(known, *card))
}

/// A card is discarded only if nothing can be done with any (R11).
///
/// # Errors
/// Something can be done.
pub fn no_other(known: Known<'_>) -> Result<(), Refusal> {
    if may_pass(known).is_ok() {
        return Err(Refusal::new("5.1h", "you may pass, so no card is thrown away").remedy("Write `pass`."));
    }
    match known.hand.iter().find_map(|card| Some((card, use_of(known, *card)?))) {
        None => Ok(()),
        Some((card, order)) => {
            let title = &known.definitions.card(*card).title;
            let refusal = Refusal::new("4h", format!("{title} can be played for a command, so no card is thrown away"));
            Err(refusal.remedy(format!("Write `{order}`.")))
        }
    }
}

/// Plays a card.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
    let definitions = turn.definitions();
    let [Step::Verb(verb), Step::Card(card), rest @ ..] = order else { return };
    let hand = turn.hidden[side.index()].hand.clone();
    let known = Known { definitions, public: &turn.public, side, hand: &hand };
    match verb {
        Verb::Activate | Verb::Kampfgruppe => {
            let Some(Ok(activation)) = rest.first().map(|target| activation::judge(known, *card, target)) else {
                return;
            };
            begin(turn, *card, activation);
        }
        Verb::Deploy => {
            let one = rest.iter().find_map(|step| if let Step::Unit(unit) = step { Some(*unit) } else { None });
            let Ok(units) = reserves::judge(known, *card, one) else { return };
            played(turn, side, *card, Play::Deployment);
            turn.emit(Event::DeploymentBegan { side, units, one: one.is_some() });
        }
        Verb::Replace => {
            let Ok((corps, points)) = replacements::judge(known, *card) else { return };
            played(turn, side, *card, Play::Replacements);
            turn.emit(Event::ReplacingBegan { side, corps, points });
        }
        _ => played(turn, side, *card, Play::Nothing),
    }
}

fn played(turn: &mut Turn<'_, EnemyAction>, side: SideId, card: CardId, play: Play) {
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side, card, play, back: false });
    reserves::besides(turn, side, card, play);
}

/// An activation begins: roadblocks beside Germans go (7.9), bridges change hands (12.2).
fn begin(turn: &mut Turn<'_, EnemyAction>, card: CardId, activation: Activation) {
    let definitions = turn.definitions();
    let side = activation.side;
    played(turn, side, card, Play::Activation);
    if turn.public.opens() {
        turn.emit(Event::Opened { corps: activation::corps(definitions, &activation.units) });
    }
    let bridges = bridges_beside(definitions, &turn.public, side, &activation.units);
    let active: Vec<HexId> = activation.units.iter().filter_map(|unit| turn.public.unit(*unit).hex()).collect();
    let beside = |hex: &&HexId| side == GERMAN && active.iter().any(|own| definitions.board.touch(*own, **hex));
    let roadblocks: Vec<HexId> = turn.public.roadblocks.iter().filter(beside).copied().collect();
    let single = activation.alone;
    turn.emit(Event::Activated { activation, single, bridges, roadblocks });
}
