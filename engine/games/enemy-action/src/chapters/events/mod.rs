//! Events and reactions (5.1, 5.2, 7.33, 7.9, 10.3, 12.2, T.EV).

pub mod orders;
pub mod reactions;

use super::asking::Known;
use super::supply::Traced;
use crate::printed::{ALLIED, CardId, Deed, Definitions, Function, GERMAN, GroupId, RiverId, during};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Phase, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// The day of 4.13.
const SURPRISE: u8 = 16;

/// Whether a card is an event today.
pub fn is(definitions: &Definitions, public: &Public, card: CardId, deed: Deed) -> bool {
    let (it, table) = (definitions.card(card), &definitions.tables.deeds);
    let says = it.functions.iter().any(|function| match function {
        Function::AnyEvent => table.has(it.side, public.day, deed, true),
        Function::Event(days, known) => *known == deed && during(*days, public.day),
        _ => false,
    });
    says && table.has(it.side, public.day, deed, false)
}

/// The events as which a card may be played now: in an impulse, or in the Supply Phase (4 III, 5.1).
pub fn deeds(definitions: &Definitions, public: &Public, card: CardId) -> Vec<Deed> {
    let timely = |deed: &Deed| match public.phase {
        Phase::Works | Phase::GermanWorks => matches!(deed, Deed::Engineers | Deed::BridgeEngineers),
        Phase::Interdiction => *deed == Deed::Airpower,
        _ => deed.is_played(),
    };
    let all = Deed::ALL.iter().map(|(_, deed)| *deed).filter(timely);
    all.filter(|deed| is(definitions, public, card, *deed)).collect()
}

/// What engineers do at a river hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// They blow the bridge.
    Blow,
    /// They mend a blown one, or build a new one.
    Build,
}

/// What the engineers of a side may do at a river hexside (10.0, 12.21, 12.22).
///
/// # Errors
/// The rule that forbids it.
pub fn work(
    definitions: &Definitions,
    public: &Public,
    side: SideId,
    traced: &Traced,
    river: RiverId,
) -> Result<Work, Refusal> {
    let ends = definitions.board.river(river).ends;
    let place = definitions.spots(&ends);
    if !ends.iter().any(|hex| traced.supplied.contains(*hex)) {
        return Err(Refusal::new("10c", format!("neither of {place} is in your supply")));
    }
    let stands = public.units.bridge(river).stands;
    if side == ALLIED && stands && public.phase == Phase::Works {
        let refusal =
            Refusal::new("4f", format!("the bridge of {place} stands, and in the Supply Phase none is blown"));
        return Err(refusal.remedy("Mend or build one, or `pass`."));
    }
    if side == ALLIED && stands {
        if public.day == SURPRISE {
            return Err(Refusal::new("4.13b", "the Allies blow no bridge on the 16th"));
        }
        return Ok(Work::Blow);
    }
    if stands {
        return Err(Refusal::new("12.21", format!("the bridge of {place} stands")));
    }
    let disposition = public.disposition(definitions);
    let shut = |hex: &&HexId| {
        let own = disposition.holds(GERMAN, **hex);
        disposition.holds(ALLIED, **hex) || disposition.zones(ALLIED).contains(**hex) && !own
    };
    if side == GERMAN
        && let Some(hex) = ends.iter().find(shut)
    {
        let message = format!("{} is held or controlled by the Allies", definitions.place(*hex));
        return Err(Refusal::new("T.EVb", message));
    }
    Ok(Work::Build)
}

/// The river hexside between two hexes.
///
/// # Errors
/// No river flows there.
pub fn river(definitions: &Definitions, one: HexId, other: HexId) -> Result<RiverId, Refusal> {
    let border = definitions.board.side(one, other).and_then(|border| border.river);
    let none = || format!("no river flows between {} and {}", definitions.place(one), definitions.place(other));
    border.ok_or_else(|| Refusal::new("12.2", none()))
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

/// The day to which Eisenhower holds a division back (T.EV).
pub const HELD_BACK: u8 = 19;

/// Whether a card can be played as some event now.
pub fn anything(known: Known<'_>, card: CardId) -> bool {
    let open = deeds(known.definitions, known.public, card);
    !known.public.opens() && open.into_iter().any(|deed| orders::possible(known, deed))
}
