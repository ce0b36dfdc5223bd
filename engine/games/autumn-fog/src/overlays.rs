//! What a viewer may have marked on his board, all of it worked out from what he sees.

use crate::chapters::{command, supply};
use crate::sight::view::Seen;
use crate::truth::zones::Zones;
use definitions::Overlay;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Zones of control (4.1), hexes in supply (10.2) and the command ranges of headquarters (8.1a) of both sides.
pub fn of(Seen { definitions, view }: Seen<'_>) -> Vec<Overlay> {
    let (field, published) = (&view.field, &definitions.published);
    let overlay = |kind: &str, of: &str, side: SideId, hexes: Vec<HexId>| Overlay {
        kind: kind.to_owned(),
        of: of.to_owned(),
        side: side.0,
        hexes,
    };
    let mut overlays = Vec::new();
    for side in SideId::BOTH {
        let name = &published.units.sides[side.index()].name;
        let met = Zones::met(definitions, field, side.enemy());
        let zone = published.map.on_map().filter(|hex| met.of(*hex).controlled());
        overlays.push(overlay("Zones of control", name, side, zone.collect()));
        overlays.push(overlay("In supply", name, side, supply::in_supply(definitions, field, side)));
        let own = field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side);
        for (hq, _) in own.filter(|(unit, _)| definitions.unit(*unit).is_hq()) {
            let hexes = command::commanded(definitions, field, hq);
            overlays.push(overlay("Command range", definitions.name(hq), side, hexes));
        }
    }
    overlays
}
