//! The terrain effects chart laid over the map: what each hexside costs.

use crate::printed::board::Board;
use crate::printed::tables::{Class, CrossingCost, TerrainChart};
use definitions::hex::{Direction, HexId};
use engine::contract::SideId;

/// A side of a hex as units of one of the players and a class find it that no enemy and no marker hinders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexside {
    /// The hex behind it; the hex itself where the map ends.
    pub there: HexId,
    /// What it costs.
    pub entry: EntryCost,
}

/// What it costs to go through a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryCost {
    /// The map ends there.
    Edge,
    /// Half MP of the ground behind it.
    Ground(u8),
    /// A road runs through it, which a unit may use that is alone behind it (6.2b); else these half MP.
    Road(u8),
    /// Half MP for a river and the hex behind it.
    River(u8),
    /// AP for a river, the hex behind it included (13.1d).
    Effort(u8),
    /// A river that the unit cannot cross (13.1a).
    Barred,
}

/// The hexsides of a board for a side and a class, one entry a hex, side by side.
pub fn hexsides(board: &Board, chart: &TerrainChart, side: SideId, class: Class) -> Vec<[Hexside; 6]> {
    let hexside = |hex: HexId, towards: Direction, there: HexId| {
        if !board.river(hex, towards) {
            let cost = board.cost(there, class);
            return if board.road(hex, towards) { EntryCost::Road(cost) } else { EntryCost::Ground(cost) };
        }
        match chart.crossing_cost(side, class, board.bridge(hex, towards)) {
            Some(CrossingCost::Movement(half_mp)) => EntryCost::River(half_mp),
            Some(CrossingCost::Action(ap)) => EntryCost::Effort(ap),
            None => EntryCost::Barred,
        }
    };
    let around = |hex: HexId| {
        let mut around = [Hexside { there: hex, entry: EntryCost::Edge }; 6];
        for (towards, there) in board.neighbours(hex) {
            around[towards.index()] = Hexside { there, entry: hexside(hex, towards, there) };
        }
        around
    };
    (0..board.len() as u16).map(|hex| around(HexId(hex))).collect()
}
