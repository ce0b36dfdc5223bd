//! Zones of control (7).

use crate::printed::Definitions;
use crate::truth::state::State;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Whether a hex is controlled by the enemies of a side: in their zone, and no friend takes it off (7.2b).
pub fn controlled(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    let disposition = state.disposition(definitions);
    disposition.reached(side.enemy(), hex) && disposition.present(side, hex) == 0
}

/// Whether enemies of a side are in a hex.
pub fn enemy_in(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    state.disposition(definitions).present(side.enemy(), hex) > 0
}

/// Whether retreats, supply and reinforcements of a side may go into a hex as far as enemies are concerned (7.3d, 12.1c).
pub fn open(definitions: &Definitions, state: &State, side: SideId, hex: HexId) -> bool {
    !enemy_in(definitions, state, side, hex) && !controlled(definitions, state, side, hex)
}
