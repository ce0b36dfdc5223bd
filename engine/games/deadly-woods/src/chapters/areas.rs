//! Where units may not be: army areas (9), the Meuse, Ouren and the leash of the 5th Armored (10.6).

use crate::printed::{Army, Definitions, GERMAN, Kind, during};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// What bars a unit from a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bar {
    /// A boundary of army areas (9.2).
    Boundary,
    /// The 14th Regiment's limit (9.4).
    Fourteenth,
    /// The British area (9.3).
    British,
    /// The Meuse (10.6.4).
    Meuse,
    /// Its entry area (10.6.4).
    Leash,
    /// The bridge of Ouren (10.6.3).
    Ouren,
}

impl Bar {
    /// The case and why.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Bar::Boundary => ("9.2a", "on turns 1 to 3 no German unit crosses the boundary of army areas"),
            Bar::Fourteenth => {
                ("9.4b", "on turns 1 to 3 the 14th Regiment stays within 2 hexes of the 7th Army's area")
            }
            Bar::British => ("9.3b", "British units do not leave the British area"),
            Bar::Meuse => ("10.6.4a", "it stays west of the Meuse until it is released"),
            Bar::Leash => ("10.6.4e", "it stays within 3 hexes of entry area J"),
            Bar::Ouren => ("10.6.3a", "on turn 1 no armour crosses the bridge of Ouren"),
        }
    }
}

impl Bar {
    /// The case that bars an advance, where it is one of its own.
    pub fn advancing(self) -> &'static str {
        match self {
            Bar::Boundary => "9.2b",
            Bar::British => "9.3d",
            _ => self.words().0,
        }
    }
}

/// Whether Germans keep to their areas on this turn (9.2).
pub fn kept(definitions: &Definitions, state: &State) -> bool {
    during(definitions.tables.limits.boundaries, state.turn)
}

/// Whether the boundary between two areas holds Germans now (9.2, 9.2.1).
pub fn closed(definitions: &Definitions, state: &State, one: Army, other: Army) -> bool {
    let lifted = state.st_vith.is_some_and(|turn| state.turn > turn);
    let northern = matches!((one, other), (Army::Fifth, Army::Sixth) | (Army::Sixth, Army::Fifth));
    kept(definitions, state) && one != other && !(northern && lifted)
}

/// What bars a unit from going from a hex to the next one.
pub fn bar(definitions: &Definitions, state: &State, unit: UnitId, from: HexId, to: HexId) -> Option<Bar> {
    let board = &definitions.board;
    let counter = definitions.counter(unit);
    let (here, there) = (board.hex(from), board.hex(to));
    let armour = state.kind(definitions, unit) == Kind::Armour;
    let ouren = definitions.named.ouren;
    if state.turn == definitions.tables.limits.ouren && armour && ouren.contains(&from) && ouren.contains(&to) {
        return Some(Bar::Ouren);
    }
    if counter.side == GERMAN {
        let (Some(one), Some(other)) = (here.army, there.army) else { return None };
        if unit == definitions.special.fourteenth && one != Army::Sixth && other != Army::Sixth {
            let far = other == Army::Fifth && board.to_seventh(to) > definitions.tables.limits.fourteenth;
            return (kept(definitions, state) && far).then_some(Bar::Fourteenth);
        }
        return closed(definitions, state, one, other).then_some(Bar::Boundary);
    }
    if counter.british && !there.british {
        return Some(Bar::British);
    }
    let held = counter.released.is_some_and(|turn| state.turn < turn) && !state.meuse;
    if held && !there.behind_meuse && here.behind_meuse {
        return Some(Bar::Meuse);
    }
    let leash = counter.bound.filter(|_| state.unit(unit).bound);
    leash.filter(|hexes| tether(definitions, to) > *hexes).map(|_| Bar::Leash)
}

/// The entry area to which the 5th Armored is bound (10.6.4).
pub const TETHER: &str = "J";

/// Hexes to it.
fn tether(definitions: &Definitions, hex: HexId) -> u16 {
    let board = &definitions.board;
    board.area(TETHER).into_iter().map(|area| board.distance(area, hex)).min().unwrap_or(0)
}

/// Whether assets of an army may be used in a hex (9.2, 9.2.2, 12.2).
pub fn supports(definitions: &Definitions, state: &State, army: Army, hex: HexId) -> bool {
    let Some(area) = definitions.board.hex(hex).army else { return false };
    let northern_and_southern = matches!((army, area), (Army::Sixth, Army::Seventh) | (Army::Seventh, Army::Sixth));
    army == area || !northern_and_southern && !kept(definitions, state)
}

/// Whether a hexside is of the Meuse.
pub fn over_meuse(definitions: &Definitions, from: HexId, to: HexId) -> bool {
    definitions.board.side(from, to).is_some_and(|side| side.meuse)
}

/// Whether a German move along a path, or attack out of hexes into one, is the first over the Meuse (10.6.4).
pub fn frees(definitions: &Definitions, state: &State, side: SideId, path: &[HexId]) -> bool {
    side == GERMAN && !state.meuse && path.windows(2).any(|pair| over_meuse(definitions, pair[0], pair[1]))
}
