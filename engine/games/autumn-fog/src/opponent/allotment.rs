//! What happens before the operations: markers for the headquarters that will need them, and headquarters that return.

use crate::chapters::zones;
use crate::opponent::{Proposal, STEP, plan};
use crate::printed::definitions::Definitions;
use crate::sight::view::{Seen, View};
use crate::truth::order::{Step, SupportKind, Verb};
use crate::truth::state::Location;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Hexes within which an enemy makes a fight likely.
const NEAR: u16 = 2;
/// Places for a headquarters that are judged.
const PLACES: usize = 40;

/// One marker for the headquarters whose units have most fighting before them and fewest markers.
pub fn markers(definitions: &Definitions, view: &View, side: SideId) -> Vec<Proposal> {
    let field = &view.field;
    let mut proposals = vec![Proposal { worth: 0, order: vec![Step::Verb(Verb::Allot), Step::Done] }];
    for hq in definitions.headquarters.iter().flatten().filter(|hq| definitions.unit(**hq).side == side) {
        let given = view.allotted.iter().filter(|(to, _)| to == hq).count() as i32;
        let prospects = 10 + prospects(definitions, view, side, *hq);
        let begun = [Step::Verb(Verb::Allot), Step::Unit(*hq)];
        for kind in SupportKind::ALL {
            let army = definitions.unit(*hq).army;
            if army.is_none_or(|army| field.pools[usize::from(army)][kind.index()] == 0) {
                continue;
            }
            // the strongest markers where most is to be done
            let power = match kind {
                SupportKind::Nebelwerfer | SupportKind::HeavyArtillery => 4,
                SupportKind::Artillery => 3,
                SupportKind::Armour => 2,
            };
            let worth = prospects * power / (1 + given) + 1;
            proposals.push(Proposal { worth, order: [&begun[..], &[Step::Kind(kind)]].concat() });
        }
    }
    proposals
}

/// Strength of a formation that is near the enemy.
fn prospects(definitions: &Definitions, view: &View, side: SideId, hq: UnitId) -> i32 {
    let (field, grid) = (&view.field, definitions.board.grid());
    let formation = definitions.unit(hq).formation;
    let near = |hex: HexId| zones::enemy_hexes(field, side).any(|there| grid.distance(hex, there) <= NEAR);
    let units = field.on_map().filter(|(unit, hex)| definitions.unit(*unit).formation == formation && near(*hex));
    units.map(|(unit, _)| plan::strength(definitions, field, unit)).sum()
}

/// A destroyed headquarters comes back near its units.
pub fn returns(definitions: &Definitions, view: &View, side: SideId) -> Vec<Proposal> {
    let (field, grid) = (&view.field, definitions.board.grid());
    let mut proposals = Vec::new();
    for hq in definitions.headquarters.iter().flatten().filter(|hq| definitions.unit(**hq).side == side) {
        if !matches!(field.unit(*hq).place, Location::Eliminated(_)) {
            continue;
        }
        let formation = definitions.unit(*hq).formation;
        let units: Vec<HexId> = field
            .on_map()
            .filter(|(unit, _)| definitions.unit(*unit).formation == formation)
            .map(|(_, hex)| hex)
            .collect();
        let begun = [Step::Verb(Verb::Return), Step::Unit(*hq)];
        let mut places: Vec<(i32, Step)> = Vec::new();
        for (step, _) in Seen::new(definitions, view).legal(&begun) {
            let worth = match step {
                Step::Hex(hex) => -units.iter().map(|unit| i32::from(grid.distance(hex, *unit))).sum::<i32>(),
                _ => -100 * STEP,
            };
            places.push((worth, step));
        }
        places.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let best = places.into_iter().take(PLACES);
        proposals.extend(best.map(|(worth, step)| Proposal { worth, order: [&begun[..], &[step]].concat() }));
    }
    proposals
}
