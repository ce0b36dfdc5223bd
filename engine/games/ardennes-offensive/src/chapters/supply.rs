//! Supply (12).

use crate::chapters::bridges;
use crate::chapters::zones;
use crate::printed::{BridgeId, Definitions, GERMAN, Supplies};
use crate::truth::state::{Place, State, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::Lines;
use std::borrow::Cow;

/// What a state of supply leaves a unit (12.6).
pub fn leaves(definitions: &Definitions, supply: Supply) -> Supplies {
    let [with, without, isolated] = definitions.tables.supply;
    match supply {
        Supply::Supplied => with,
        Supply::Unsupplied => without,
        Supply::Isolated => isolated,
    }
}

/// From where a side can trace a supply path.
pub struct Net<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    side: SideId,
    paths: Cow<'a, Lines>,
}

impl<'a> Net<'a> {
    /// Traces all paths of a side past these bridges: along roads from its sources, and from the road into the country
    /// (12.1a to 12.1c).
    pub fn trace(definitions: &'a Definitions, state: &'a State, side: SideId, interdicted: &[BridgeId]) -> Net<'a> {
        Net { definitions, state, side, paths: Cow::Owned(Net::paths(definitions, state, side, interdicted)) }
    }

    fn paths(definitions: &Definitions, state: &State, side: SideId, interdicted: &[BridgeId]) -> Lines {
        let board = &definitions.board;
        let open = |hex: HexId| board.is_live(hex) && zones::open(definitions, state, side, hex);
        let cut = |bridge: BridgeId| interdicted.binary_search(&bridge).is_ok();
        let stands = |bridge: Option<BridgeId>| !bridge.is_some_and(cut);
        // the hexside to an Allied edge hex belongs to the road as well (ruling R39)
        let joined = |hex: HexId| bridges::cut_off(definitions, hex, |_| side != GERMAN, cut).is_none();
        let starts = board.sources(side).iter().copied().filter(|hex| open(*hex) && joined(*hex));
        let roads = Lines::trace(board.hex_count(), starts, Lines::ENDLESS, |hex, go| {
            let on = board.hex(hex).sides.iter().filter(|side| side.road && stands(side.bridge) && open(side.there));
            on.for_each(|side| go(side.there));
        });
        Lines::trace(board.hex_count(), roads.hexes(), definitions.tables.to_road, |hex, go| {
            board.around(hex).filter(|there| open(*there)).for_each(go);
        })
    }

    /// The net by which defenders of a side are judged, with bridges as they are at this moment (12.4k, E.13.4).
    pub fn of_defenders(definitions: &'a Definitions, state: &'a State, side: SideId) -> Net<'a> {
        let trace = || Net::paths(definitions, state, side, &bridges::interdicted_for(definitions, state, side));
        let paths = state.disposition(definitions).nets[side.index()].get(state.turn, trace);
        Net { definitions, state, side, paths }
    }

    /// Whether a supply path leads to a hex.
    pub fn reaches(&self, hex: HexId) -> bool {
        self.paths.reaches(hex)
    }

    /// What a unit of the side has. Whoever is not in play on the map lacks nothing.
    pub fn of(&self, unit: UnitId) -> Supply {
        let board = &self.definitions.board;
        let Some(hex) = self.state.unit(unit).hex().filter(|hex| board.is_live(*hex)) else { return Supply::Supplied };
        if self.paths.reaches(hex) || self.first_turn() {
            Supply::Supplied
        } else if self.closed_in(hex) && !self.near_friends(hex) && !self.near_own_edge(hex) {
            Supply::Isolated
        } else {
            Supply::Unsupplied
        }
    }

    /// In turn 1 all Germans are in supply (4.2b).
    fn first_turn(&self) -> bool {
        self.side == GERMAN && self.state.turn == 1
    }

    /// Whether all six hexes around are closed to the side: no German enters an edge hex (12.3h, 5.3l; ruling R40).
    fn closed_in(&self, hex: HexId) -> bool {
        let board = &self.definitions.board;
        let closed = |there: HexId| {
            let enterable = board.is_live(there) || self.side != GERMAN && board.is_edge(there);
            !enterable || !zones::open(self.definitions, self.state, self.side, there)
        };
        board.around(hex).all(closed)
    }

    /// Whether a supplied friend is near enough (12.3h).
    fn near_friends(&self, hex: HexId) -> bool {
        let range = self.definitions.tables.supplied_friend;
        let mut friends = self.state.units.iter().filter(|(unit, _)| self.definitions.counter(*unit).side == self.side);
        friends.any(|(_, friend)| {
            let there = friend.hex().filter(|there| self.definitions.board.is_live(*there));
            there.is_some_and(|there| self.definitions.board.distance(hex, there) <= range && self.paths.reaches(there))
        })
    }

    /// Whether a road exit of the own edge is near enough (12.3j, ruling R41).
    fn near_own_edge(&self, hex: HexId) -> bool {
        let mut exits = self.definitions.board.sources(self.side).iter();
        exits.any(|exit| self.definitions.board.distance(hex, *exit) <= self.definitions.tables.own_edge)
    }
}

/// What the supply judgment of a side finds: its units without supply, those that are isolated, the interdicted bridges
/// (4.1b).
pub fn judge(definitions: &Definitions, state: &State, side: SideId) -> (Vec<UnitId>, Vec<UnitId>, Vec<BridgeId>) {
    let interdicted = bridges::interdicted_for(definitions, state, side);
    let net = Net::trace(definitions, state, side, &interdicted);
    let (mut unsupplied, mut isolated) = (Vec::new(), Vec::new());
    let on_map = |unit: &UnitId| matches!(state.unit(*unit).place, Place::Hex(_));
    for unit in definitions.units_of(side).filter(on_map) {
        match net.of(unit) {
            Supply::Supplied => {}
            Supply::Unsupplied => unsupplied.push(unit),
            Supply::Isolated => isolated.push(unit),
        }
    }
    (unsupplied, isolated, interdicted)
}
