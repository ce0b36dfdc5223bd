//! Towns, cities, bridges, positions and the Westwall: whose they are (12, 14.1), and what somebody's going somewhere changes.

use crate::printed::{ALLIED, Definitions, GERMAN, RiverId};
use crate::truth::event::Wake;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// What follows when units go along a path together; its first hex is where they were, or the only one where they were put.
pub fn wake(definitions: &Definitions, public: &Public, units: &[UnitId], path: &[HexId], leaves: bool) -> Wake {
    let Some(first) = units.first() else { return Wake::default() };
    let (board, side) = (&definitions.board, definitions.counter(*first).side);
    let heydte = definitions.heydte.filter(|unit| side == GERMAN && !units.contains(unit));
    let dropped = heydte.and_then(|unit| public.unit(unit).hex());
    let mut wake = Wake::default();
    let entered = if path.len() > 1 {
        &path[1..]
    } else if leaves {
        &path[..0]
    } else {
        path
    };
    for hex in entered {
        let it = board.hex(*hex);
        if it.built.is_some() && !public.owns(side, *hex) && !wake.towns.contains(hex) {
            wake.towns.push(*hex);
        }
        if it.westwall && public.wall.contains(hex) == (side == GERMAN) && !wake.wall.contains(hex) {
            wake.wall.push(*hex);
        }
        if dropped == Some(*hex) {
            wake.relieved = heydte;
        }
        if side == ALLIED && public.roadblocks.contains(hex) {
            wake.roadblocks.push(*hex);
        }
        if side == GERMAN {
            wake.meuse.0 |= it.at_meuse;
            wake.meuse.1 |= it.beyond_meuse;
        }
    }
    for pair in path.windows(2) {
        let river = board.side(pair[0], pair[1]).and_then(|border| border.river);
        let Some(river) = river else { continue };
        let bridge = public.units.bridge(river);
        if bridge.stands && bridge.owner != side && !wake.bridges.contains(&river) {
            wake.bridges.push(river);
        }
    }
    // a position that is left empty is removed (12.34)
    if let Some(from) = path.first().filter(|_| path.len() > 1 || leaves) {
        let alone = public.disposition(definitions).stack(*from).all(|other| units.contains(&other));
        if alone && public.positions.contains(from) {
            wake.positions.push(*from);
        }
    }
    wake
}

/// Bridges that change hands as units begin their activation beside them (12.2).
pub fn bridges_beside(definitions: &Definitions, public: &Public, side: SideId, units: &[UnitId]) -> Vec<RiverId> {
    let disposition = public.disposition(definitions);
    let mut taken = Vec::new();
    for hex in units.iter().filter_map(|unit| public.unit(*unit).hex()) {
        for border in &definitions.board.hex(hex).sides {
            let Some(river) = border.river else { continue };
            // one that was built counts as much as one that the map has (12.22)
            let bridged = definitions.board.river(river).bridged || public.units.bridge(river).stands;
            let theirs = public.units.bridge(river).owner != side;
            if bridged && theirs && !disposition.holds(side.enemy(), border.there) && !taken.contains(&river) {
                taken.push(river);
            }
        }
    }
    taken
}

/// The German's points now (14.1).
pub fn points(definitions: &Definitions, public: &Public) -> i16 {
    let changes = &definitions.tables.changes[usize::from(public.scenario)];
    let board = &definitions.board;
    let towns = board.all().filter(|hex| board.hex(*hex).built.is_some() && public.towns.contains(hex));
    let worth = |hex: HexId| match board.hex(hex) {
        it if it.points > 0 => i16::from(it.points),
        // a town that was German from the start is worth nothing (15.1)
        it if it.behind_westwall => 0,
        _ => i16::from(changes.town_points),
    };
    let dead =
        definitions.units_of(ALLIED).filter(|unit| public.unit(*unit).place == crate::truth::roster::Place::Dead);
    let wall = if public.day >= definitions.tables.from.westwall { 5 * public.wall.len() as i16 } else { 0 };
    let meuse = if public.gains.meuse { 10 } else { 0 };
    towns.map(worth).sum::<i16>()
        + dead.count() as i16 / 2
        + public.gains.exits
        + meuse
        + i16::from(public.gains.relieved)
        - wall
}
