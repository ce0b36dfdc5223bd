//! Events and reactions (5.1, 5.2, 7.33, 7.9, 10.3, 12.2, T.EV).

pub mod orders;
pub mod reactions;

use super::asking::Known;
use crate::printed::{ALLIED, CardId, Deed, Definitions, GroupId};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Phase, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Refusal;

/// The events as which a card may be played now: in an impulse, or in the Supply Phase (4 III, 5.1).
pub fn deeds(definitions: &Definitions, public: &Public, card: CardId) -> Vec<Deed> {
    let timely = |deed: &Deed| match public.phase {
        Phase::Works | Phase::GermanWorks => matches!(deed, Deed::Engineers | Deed::BridgeEngineers),
        Phase::Interdiction => *deed == Deed::Airpower,
        _ => deed.is_played(),
    };
    let all = Deed::ALL.iter().map(|(_, deed)| *deed).filter(timely);
    all.filter(|deed| definitions.is_event(card, public.day, *deed)).collect()
}

/// Whether Allied engineers dig in who is in a hex (12.31, 12.32).
///
/// # Errors
/// The rule that forbids it.
pub fn digs(definitions: &Definitions, public: &Public, hex: HexId) -> Result<(), Refusal> {
    let place = definitions.place(hex);
    if public.phase == Phase::Works {
        return Err(Refusal::new("12.31b", "engineers dig in as the card of an impulse, not in the Supply Phase"));
    }
    if definitions.board.hex(hex).built.is_some() || public.positions.contains(&hex) {
        return Err(Refusal::new("12.32", format!("{place} is a town or city, or has an improved position")));
    }
    let supplied = |unit: UnitId| {
        definitions.counter(unit).side == ALLIED
            && public.unit(unit).supply == Supply::Full
            && !public.unit(unit).dispersed
    };
    if public.disposition(definitions).stack(hex).any(supplied) {
        return Ok(());
    }
    Err(Refusal::new("12.31b", format!("no Allied unit in supply is in {place}")))
}

/// The unsupplied Allied units in a hex (10.3).
pub fn hungry(definitions: &Definitions, public: &Public, hex: HexId) -> Vec<UnitId> {
    let stack = public.disposition(definitions).stack(hex);
    let hungry = |unit: &UnitId| definitions.counter(*unit).side == ALLIED && public.unit(*unit).supply != Supply::Full;
    stack.filter(hungry).collect()
}

/// The airborne units that would come on another day, of a division that Eisenhower may hold back.
pub fn held_back(definitions: &Definitions, public: &Public, group: GroupId) -> Vec<UnitId> {
    let airborne = ["82abn", "101abn"].contains(&definitions.group_id(group));
    let due = |unit: &UnitId| matches!(public.unit(*unit).place, Place::Due(day, _) if day < HELD_BACK);
    let of = |unit: &UnitId| definitions.in_group(*unit, group);
    if airborne { definitions.units_of(ALLIED).filter(of).filter(due).collect() } else { Vec::new() }
}

/// The day on which a Crisis has the British not come, and that on which they do (T.EV).
pub const CRISIS: (u8, u8) = (22, 23);

/// The day to which Eisenhower holds a division back (T.EV).
pub const HELD_BACK: u8 = 19;

/// Whether a card can be played as some event now.
pub fn anything(known: Known<'_>, card: CardId) -> bool {
    let open = deeds(known.definitions, known.public, card);
    !known.public.opens() && open.into_iter().any(|deed| orders::possible(known, deed))
}
