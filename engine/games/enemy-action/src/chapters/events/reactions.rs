//! Reactions: roadblocks and recovery at the start of a German activation, blown bridges, Operation Greif (5.1, 7.33, 7.9).

use crate::EnemyAction;
use crate::chapters::asking::{Known, held, misplaced};
use crate::chapters::supply;
use crate::printed::{ALLIED, Deed, Definitions, GERMAN, Reaction};
use crate::truth::event::{Event, Play};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Whether the Allied player is asked about a German activation: whatever he holds, as long as he holds anything.
pub fn may_react(public: &Public) -> bool {
    public.piles[ALLIED.index()].hand > 0
}

/// Whether a roadblock may be laid into a hex (7.9, 10.0).
///
/// # Errors
/// The rule that forbids it.
fn check_block(definitions: &Definitions, public: &Public, supplied: bool, hex: HexId) -> Result<(), Refusal> {
    let place = definitions.place(hex);
    let disposition = public.disposition(definitions);
    if public.roadblocks.contains(&hex) || SideId::BOTH.into_iter().any(|side| disposition.holds(side, hex)) {
        return Err(Refusal::new("7.9a", format!("units or a roadblock are in {place}")));
    }
    if !supplied {
        return Err(Refusal::new("10c", format!("{place} is not in Allied supply")));
    }
    let (_, wanted) = definitions.tables.deeds.roadblocks;
    let fifth = |unit: &UnitId| definitions.counter(*unit).army == "5pz";
    let near = |unit: UnitId| public.unit(unit).hex().is_some_and(|at| definitions.board.distance(at, hex) <= wanted);
    if public.has(Deed::Manteuffel) && definitions.units_of(GERMAN).filter(fifth).any(near) {
        let message = format!("a unit of the 5th Panzer Army is within {wanted} hexes of {place}");
        return Err(Refusal::new("7.9k", message));
    }
    Ok(())
}

/// Dispersed Allied units in a hex.
fn dispersed(definitions: &Definitions, public: &Public, hex: HexId) -> Vec<UnitId> {
    let stack = public.disposition(definitions).stack(hex);
    stack.filter(|unit| definitions.counter(*unit).side == ALLIED && public.unit(*unit).dispersed).collect()
}

/// Steps that may follow a verb of this chapter.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let (definitions, public) = (known.definitions, known.public);
    match partial {
        [_] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [Step::Verb(Verb::Block), Step::Card(_), rest @ ..] => {
            if !rest.is_empty() {
                offer(Step::Done);
            }
            let supplied = supply::trace(definitions, public, ALLIED).supplied;
            let open = definitions.board.all().filter(|hex| {
                let named = rest.contains(&Step::Hex(*hex));
                !named && check_block(definitions, public, supplied.contains(*hex), *hex).is_ok()
            });
            if rest.len() < usize::from(definitions.tables.deeds.roadblocks.0) {
                open.map(Step::Hex).for_each(offer);
            }
        }
        [Step::Verb(Verb::Recover), Step::Card(_)] => {
            let open = definitions.board.all().filter(|hex| !dispersed(definitions, public, *hex).is_empty());
            open.map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after a verb of this chapter.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (partial, step) {
        ([Step::Verb(verb)], Step::Card(card)) => {
            let (reaction, name, case) = match verb {
                Verb::Block | Verb::Blow => (Reaction::Engineers, "Engineers", "5.1d"),
                Verb::Recover => (Reaction::Recover, "Recover", "T.EVq"),
                _ => (Reaction::Greif, "Operation Greif", "5.1e"),
            };
            held(known, *card, case)?;
            if !definitions.is_reaction(*card, public.day, reaction) {
                let title = &definitions.card(*card).title;
                return Err(Refusal::new(case, format!("{title} is not the reaction {name} today")));
            }
            Ok(if matches!(verb, Verb::Greif | Verb::Blow) { Progress::Complete } else { Progress::Open })
        }
        ([Step::Verb(Verb::Block), Step::Card(_), rest @ ..], Step::Hex(hex)) => {
            let most = definitions.tables.deeds.roadblocks.0;
            if rest.len() >= usize::from(most) {
                return Err(Refusal::new("7.9a", format!("a card lays {most} roadblocks")));
            }
            if rest.contains(step) {
                let message = format!("{} is named twice, and a hex holds one roadblock", definitions.place(*hex));
                return Err(Refusal::new("7.9a", message).remedy("Name each hex once."));
            }
            let supplied = supply::trace(definitions, public, ALLIED).supplied.contains(*hex);
            check_block(definitions, public, supplied, *hex).map(|()| Progress::Open)
        }
        ([Step::Verb(Verb::Block), Step::Card(_), _, ..], Step::Done) => Ok(Progress::Complete),
        ([Step::Verb(Verb::Recover), Step::Card(_)], Step::Hex(hex)) => {
            if dispersed(definitions, public, *hex).is_empty() {
                let message = format!("no dispersed Allied unit is in {}", definitions.place(*hex));
                return Err(Refusal::new("9.9e", message));
            }
            Ok(Progress::Complete)
        }
        _ => Err(misplaced("a card, then hexes")),
    }
}

/// Carries a reaction out.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
    let [Step::Verb(verb), Step::Card(card), rest @ ..] = order else { return };
    let definitions = turn.definitions();
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side, card: *card, play: Play::Reaction, back: false });
    let hexes: Vec<HexId> =
        rest.iter().filter_map(|step| if let Step::Hex(hex) = step { Some(*hex) } else { None }).collect();
    match (verb, &hexes[..]) {
        (Verb::Block, _) => turn.emit(Event::Blocked { hexes }),
        (Verb::Blow, _) => {
            if let Some(march) = &turn.public.march {
                let river = march.bridge;
                turn.emit(Event::DemolitionBegan { river });
            }
        }
        (Verb::Recover, [hex]) => {
            let units = dispersed(definitions, &turn.public, *hex);
            turn.emit(Event::Recovered { units });
        }
        _ => {
            if let Some(river) = turn.public.demolition {
                turn.emit(Event::DemolitionOver { river, blown: false });
            }
        }
    }
}

/// Nobody answers: the bridge is blown, or the activation goes on.
pub fn pass(turn: &mut Turn<'_, EnemyAction>) {
    turn.emit(Event::Answered);
    match turn.public.demolition {
        Some(river) => turn.emit(Event::DemolitionOver { river, blown: true }),
        None => turn.emit(Event::ReactionsOver),
    }
}
