//! ZOC bonds (1.2): the hexes between two posts of a side.

use crate::printed::{Allowance, Definitions};
use crate::truth::state::UnitState;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use engine::kernel::Lines;
use std::collections::BTreeMap;

/// Steps of infantry that make a post (1.2g).
const STEPS: u8 = 2;
/// Hexes between posts (1.2i).
const APART: u16 = 2;
/// Bond hexes that a post supports (1.2j).
const MOST: u8 = 2;

/// The bond hexes of a side, when so many units of each side are in each hex. Hexes out of play are not on the map (ruling R63).
pub fn of(
    definitions: &Definitions,
    units: &[UnitState],
    present: &[Vec<u8>; 2],
    in_play: &HexSet,
    side: SideId,
) -> HexSet {
    let board = &definitions.board;
    let posts = posts(definitions, units, side);
    let enemies: Vec<HexId> = units
        .iter()
        .enumerate()
        .filter(|(at, _)| definitions.counter(UnitId(*at as u16)).side != side)
        .filter_map(|(_, unit)| unit.hex())
        .collect();
    let to_enemy = Lines::trace(board.len(), enemies, Lines::ENDLESS, |hex, go| board.around(hex).for_each(go));
    let far = |hex: HexId| to_enemy.to(hex).unwrap_or(u16::MAX);
    let free = |hex: &HexId| {
        in_play.contains(*hex)
            && present.iter().all(|of_side| of_side[hex.index()] == 0)
            && board.hex(*hex).entry_costs[Allowance::Leg.index()].is_some()
    };
    let mut found: Vec<(u16, HexId, [HexId; 2])> = Vec::new();
    for (place, post) in posts.iter().enumerate() {
        for other in posts[place + 1..].iter().filter(|other| board.distance(*post, **other) == APART) {
            let between = board.around(*post).filter(|hex| board.distance(*hex, *other) == 1).filter(free);
            // of two pathways the one further from the enemy, then the first on the map (1.2k, ruling R7)
            if let Some(hex) = between.max_by_key(|hex| (far(*hex), std::cmp::Reverse(*hex))) {
                found.push((far(hex), hex, [*post, *other]));
            }
        }
    }
    // those nearest to an enemy first (ruling R6)
    found.sort();
    let mut served: BTreeMap<HexId, u8> = BTreeMap::new();
    let mut bonds = HexSet::new(board.len());
    for (_, hex, posts) in found {
        let serves = |post: &HexId| served.get(post).copied().unwrap_or(0) < MOST;
        if posts.iter().all(serves) {
            posts.into_iter().for_each(|post| *served.entry(post).or_default() += 1);
            bonds.insert(hex);
        }
    }
    bonds
}

/// The hexes of a side's posts, in the order of the map (1.2g, 1.2h, 1.2l).
fn posts(definitions: &Definitions, units: &[UnitState], side: SideId) -> Vec<HexId> {
    let mut steps: BTreeMap<HexId, u8> = BTreeMap::new();
    for (at, unit) in units.iter().enumerate() {
        let counter = definitions.counter(UnitId(at as u16));
        if let Some(hex) =
            unit.hex().filter(|hex| counter.side == side && counter.infantry && !definitions.board.hex(*hex).city)
        {
            *steps.entry(hex).or_default() += counter.steps - unit.lost.min(counter.steps);
        }
    }
    steps.into_iter().filter(|(_, steps)| *steps >= STEPS).map(|(hex, _)| hex).collect()
}
