use crate::chapters::supply::Net;
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::{State, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Strengths of an attack after all effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strengths {
    /// Of the attackers.
    pub attack: u16,
    /// Of the defenders.
    pub defence: u16,
}

/// The strengths of an attack by some units on some hexes: hex by hex, supply first, then road mode and terrain
/// (9.3j, 9.5m; rulings R3, R23, R24).
pub fn strengths(definitions: &Definitions, state: &State, units: &[UnitId], targets: &[HexId]) -> Strengths {
    let mut from: Vec<HexId> = units.iter().filter_map(|unit| state.unit(*unit).hex()).collect();
    from.sort_unstable();
    from.dedup();
    let attack = from.iter().map(|hex| attack_from(definitions, state, units, *hex)).sum();
    let Some(side) = units.first().map(|unit| definitions.counter(*unit).side.enemy()) else {
        return Strengths::default();
    };
    let net = Net::of_defenders(definitions, state, side);
    let defence = targets.iter().map(|hex| defence_in(definitions, state, &net, *hex, side)).sum();
    Strengths { attack, defence }
}

/// Strength of those attackers that stand in a hex.
fn attack_from(definitions: &Definitions, state: &State, units: &[UnitId], hex: HexId) -> u16 {
    let here = |unit: &&UnitId| state.unit(**unit).hex() == Some(hex);
    let (mut full, mut short) = (0, 0);
    for unit in units.iter().filter(here) {
        match state.unit(*unit).supply {
            Supply::Supplied => full += in_mode(definitions, state, *unit),
            Supply::Unsupplied => short += in_mode(definitions, state, *unit),
            Supply::Isolated => {}
        }
    }
    let Some(side) = units.first().map(|unit| definitions.counter(*unit).side) else { return 0 };
    let wall = if definitions.board.hex(hex).west_wall { definitions.tables.west_wall[side.index()].attack } else { 1 };
    (full + half(short)) * multiple(definitions, state, side, wall)
}

/// Strength of the defenders in a hex. Who retreated there in this phase adds nothing (E.9.1).
fn defence_in(definitions: &Definitions, state: &State, net: &Net<'_>, hex: HexId, side: SideId) -> u16 {
    let stack = || state.disposition(definitions).stack(hex);
    let sum = stack().filter(|unit| !state.unit(*unit).newcomer).map(|unit| in_mode(definitions, state, unit)).sum();
    // all units of a hex have the same paths
    let isolated = stack().any(|unit| net.of(unit) == Supply::Isolated);
    let wall =
        if definitions.board.hex(hex).west_wall { definitions.tables.west_wall[side.index()].defence } else { 1 };
    (if isolated { half(sum) } else { sum }) * multiple(definitions, state, side, wall)
}

/// Strength of a unit in its mode (6.6k). In road mode it is alone in its hex, so that halves in either order are the same.
fn in_mode(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let strength = u16::from(definitions.counter(unit).strength);
    if state.unit(unit).road { half(strength) } else { strength }
}

/// Half, rounded up (9.3j).
fn half(strength: u16) -> u16 {
    strength.div_ceil(2)
}

/// What multiplies a strength: terrain, and the first turn for Germans, together no more than the most (4.2d).
fn multiple(definitions: &Definitions, state: &State, side: SideId, terrain: u16) -> u16 {
    let first = if side == GERMAN && state.turn == 1 { definitions.tables.first_turn } else { 1 };
    let product = terrain * first;
    if first > 1 { product.min(definitions.tables.most) } else { product }
}

/// Whether Ar and Dr move nobody of a side in a hex, unless he waives it (11f, 11h).
pub fn immune(definitions: &Definitions, side: SideId, hex: HexId) -> bool {
    let it = definitions.board.hex(hex);
    it.town || it.west_wall && definitions.tables.west_wall[side.index()].immune
}
