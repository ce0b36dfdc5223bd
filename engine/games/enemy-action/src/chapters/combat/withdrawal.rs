//! Withdrawal: before a German activation the units of an Allied hex go back as in a retreat (T.EV).

use super::retreat;
use crate::EnemyAction;
use crate::chapters::asking::{Known, held, misplaced};
use crate::chapters::ownership;
use crate::printed::{ALLIED, Definitions, GERMAN, Reaction};
use crate::truth::event::{Event, Play};
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, Turn};

/// The Allied units that a withdrawal takes back from a hex: those that are not dispersed, if all of them can go (R74).
///
/// # Errors
/// Nobody is there who could go, or one of them is bound to stay.
fn withdrawing(definitions: &Definitions, public: &Public, hex: HexId) -> Result<Vec<UnitId>, Refusal> {
    let (place, disposition) = (definitions.place(hex), public.disposition(definitions));
    let sound = |unit: &UnitId| definitions.counter(*unit).side == ALLIED && !public.unit(*unit).dispersed;
    let units: Vec<UnitId> = disposition.stack(hex).filter(sound).collect();
    if units.is_empty() {
        return Err(Refusal::new("T.EVp", format!("no undispersed Allied units are in {place}")));
    }
    let isolated = units.iter().filter(|unit| public.unit(**unit).supply == Supply::Isolated);
    for unit in isolated {
        let name = definitions.name(*unit);
        let stays =
            |case, why: &str| Err(Refusal::new(case, format!("{name} is isolated and {why}, nor do those with it")));
        if definitions.counter(*unit).kind.mechanised() {
            return stays("10.23d", "mechanized, and does not go back");
        }
        if disposition.zones(GERMAN).contains(hex) {
            return stays("10.23e", "does not leave an enemy-controlled hex");
        }
    }
    Ok(units)
}

/// The hexes to which a withdrawal may lead: by the priorities of 9.7, where no step is lost (R74).
fn ways(definitions: &Definitions, public: &Public, hex: HexId) -> Vec<HexId> {
    let units = withdrawing(definitions, public, hex);
    units.map(|units| retreat::free(definitions, public, ALLIED, units, hex)).unwrap_or_default()
}

/// Steps that may follow `withdraw`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let (definitions, public) = (known.definitions, known.public);
    match partial {
        [_] => known.hand.iter().copied().map(Step::Card).for_each(offer),
        [_, Step::Card(_)] => {
            let open = definitions.board.all().filter(|hex| !ways(definitions, public, *hex).is_empty());
            open.map(Step::Hex).for_each(offer);
        }
        [_, Step::Card(_), Step::Hex(from)] => {
            ways(definitions, public, *from).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `withdraw`: the card, the hex, and where its units go.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    match (partial, step) {
        ([_], Step::Card(card)) => {
            held(known, *card, "T.EVp")?;
            if definitions.is_reaction(*card, public.day, Reaction::Withdrawal) {
                return Ok(Progress::Open);
            }
            let title = &definitions.card(*card).title;
            Err(Refusal::new("T.EVp", format!("{title} is not the reaction Withdrawal today")))
        }
        ([_, Step::Card(_)], Step::Hex(from)) => {
            let place = definitions.place(*from);
            withdrawing(definitions, public, *from)?;
            if ways(definitions, public, *from).is_empty() {
                let message = format!("no hex is open to a withdrawal from {place} without a loss");
                return Err(Refusal::new("T.EVp", message));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Card(_), Step::Hex(from)], Step::Hex(to)) => {
            let open = ways(definitions, public, *from);
            if open.contains(to) {
                return Ok(Progress::Complete);
            }
            let refusal = Refusal::new("T.EVp", format!("no withdrawal leads to {}", definitions.place(*to)));
            Err(refusal.remedy(format!("Open by the priorities of 9.7: {}.", definitions.spots(&open))))
        }
        _ => Err(misplaced("a card, then two hexes")),
    }
}

/// The units of a hex go back.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    let [_, Step::Card(card), Step::Hex(from), Step::Hex(to)] = order else { return };
    let definitions = turn.definitions();
    let Ok(units) = withdrawing(definitions, &turn.public, *from) else { return };
    turn.emit(Event::Answered);
    turn.emit(Event::Played { side: ALLIED, card: *card, play: Play::Reaction, back: false });
    let path = vec![*from, *to];
    let wake = ownership::wake(definitions, &turn.public, &units, &path, true);
    turn.emit(Event::Withdrew { units, path, wake });
}
