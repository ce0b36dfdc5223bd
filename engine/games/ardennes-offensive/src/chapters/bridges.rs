//! Bridges and interdiction (13).

use crate::printed::{BridgeId, Definitions, GERMAN, Section};
use crate::truth::state::State;
use definitions::hex::HexId;
use engine::contract::SideId;

/// The bridges that are interdicted for a side now, in order: those with an enemy within range of either end that is not in
/// road mode (13.1a, 13.3d). Friends undo nothing (E.13.1). In turn 1 bridges wholly behind the start line are not
/// interdicted for the Germans (13.4e, E.13.2).
pub fn interdicted_for(definitions: &Definitions, state: &State, side: SideId) -> Vec<BridgeId> {
    let board = &definitions.board;
    let enemies = state.units.iter().filter(|(unit, it)| definitions.counter(*unit).side != side && !it.road);
    let hexes = enemies.filter_map(|(_, it)| it.hex()).filter(|hex| board.is_live(*hex));
    let mut cut: Vec<BridgeId> = hexes.flat_map(|hex| board.in_range(hex)).copied().collect();
    cut.sort_unstable();
    cut.dedup();
    if side == GERMAN && state.turn == 1 {
        cut.retain(|bridge| !board.bridge(*bridge).iter().all(|end| board.german_side(*end)));
    }
    cut
}

/// The bridge that keeps the Allied edge off a hex behind it: every road that leads in there, by some sections, crosses one
/// that is cut (13.2b). None where a road is open.
pub fn cut_off(
    definitions: &Definitions,
    inside: HexId,
    leads: impl Fn(Section) -> bool,
    cut: impl Fn(BridgeId) -> bool,
) -> Option<BridgeId> {
    let board = &definitions.board;
    let mut found = None;
    for (edge, _, _) in board.entries().iter().filter(|(_, there, section)| *there == inside && leads(*section)) {
        let bridge = board.side(*edge, inside)?.bridge.filter(|bridge| cut(*bridge))?;
        found = Some(bridge);
    }
    found
}

/// A bridge in words: `the bridge 0126/0226`.
pub fn spoken(definitions: &Definitions, bridge: BridgeId) -> String {
    let [one, other] = definitions.board.bridge(bridge).map(|end| definitions.published.map.grid.number(end));
    format!("the bridge {one}/{other}")
}
