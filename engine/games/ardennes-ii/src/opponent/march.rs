//! How far hexes are from where a side wants to go, as its units march.

use crate::chapters::terrain;
use crate::printed::{Allowance, Definitions, Side};
use crate::truth::state::State;
use definitions::BridgeState;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::Reach;

/// Half points to the best of several places, by roads and ground as they are; whoever stands there makes a way longer, and
/// bars none.
pub struct March {
    reach: Reach,
}

/// Half points that are enough for any way over both maps.
const MUCH: u16 = 2_000;
/// Half points that a hex with enemies costs besides: about what a fight for it takes.
const FIGHT: u16 = 10;
/// Half points that a bridge costs besides which is not built yet.
const WAIT: u16 = 4;
/// Half points that a hex beside enemies costs besides.
const BESIDE: u16 = 2;

impl March {
    /// The ways of a side's units of an allowance to places; each counts as so many half points farther than it is.
    pub fn to(
        definitions: &Definitions,
        state: &State,
        side: SideId,
        allowance: Allowance,
        places: impl IntoIterator<Item = (HexId, u16)>,
    ) -> March {
        let board = &definitions.board;
        let in_play = &definitions.plans[usize::from(state.scenario)].in_play;
        let disposition = state.disposition(definitions);
        let mut places = Some(places);
        // all places are one step from a hex that is on no map, and ways are looked for backwards
        let nowhere = HexId(board.len() as u16);
        let reach = Reach::search(board.len() + 1, nowhere, MUCH, |hex, left, go| {
            if hex == nowhere {
                places.take().into_iter().flatten().for_each(|(place, more)| go(place, left.saturating_sub(more)));
                return;
            }
            let enemies = if disposition.holds(side.enemy(), hex) {
                FIGHT
            } else if disposition.adjacent(side.enemy(), hex) {
                BESIDE
            } else {
                0
            };
            for back in board.hex(hex).sides.iter().filter(|back| in_play.contains(back.there)) {
                let over = board.side(back.there, hex);
                let cost = over.and_then(|over| cost(definitions, state, allowance, back.there, over));
                if let Some(then) = cost.and_then(|cost| left.checked_sub(cost + enemies)) {
                    go(back.there, then);
                }
            }
        });
        March { reach }
    }

    /// Half points from a hex; none where no way leads.
    pub fn from(&self, hex: HexId) -> Option<u16> {
        self.reach.left(hex).map(|left| MUCH - left)
    }
}

/// Half points for a hexside and the hex behind it: a bridge that will be built is waited for.
fn cost(definitions: &Definitions, state: &State, allowance: Allowance, from: HexId, side: &Side) -> Option<u16> {
    terrain::entry_cost(definitions, state, allowance, from, side).or_else(|| {
        let bridge = definitions.board.bridge(side.bridge?);
        let built = matches!(bridge.state, BridgeState::Built(_));
        built.then_some(definitions.tables.chart.road[allowance.index()] + WAIT)
    })
}
