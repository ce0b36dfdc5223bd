//! Who is seen (11.1), and a field without the rest.

use super::unseen::Covered;

use crate::chapters::fog::top::top;
use crate::chapters::fog::unseen::UnseenStack;
use crate::chapters::zones;
use crate::printed::definitions::Definitions;
use crate::printed::options::Fog;
use crate::truth::order::EventKind;
use crate::truth::state::{Field, Location, UnitState};
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{SideId, Viewer};
use std::borrow::Cow;

/// What a side sees of its enemy.
struct Sight<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    /// The zones of control of the side that looks, as its enemy meets them.
    zones: Cow<'a, Zones>,
}

impl<'a> Sight<'a> {
    fn new(definitions: &'a Definitions, field: &'a Field, side: SideId) -> Sight<'a> {
        Sight { definitions, field, zones: Zones::met(definitions, field, side.enemy()) }
    }

    /// Whether it sees a unit of its enemy: any that is off the map; one next to it under its control or in a combat
    /// (11.1, ruling R211); and the top of every stack that is not covered (11.2, ruling R210).
    fn sees(&self, unit: UnitId) -> bool {
        let hex = match self.field.unit(unit).place {
            Location::Map(hex) => hex,
            Location::Hidden(_) => return false,
            // whether a detachment has been made shows on the map only
            Location::Absent => return !self.definitions.unit(unit).detachment,
            Location::Due(_) | Location::Eliminated(_) => return true,
        };
        let fights = self.field.combat.as_ref().is_some_and(|combat| {
            combat.units.iter().flatten().any(|known| *known == unit)
                || combat.targets.contains(&hex)
                || combat.from.contains(&hex)
        });
        let on_top = || self.field.options.fog == Fog::Stacks && top(self.definitions, self.field, hex) == Some(unit);
        fights || self.zones.controlled(hex) || on_top()
    }
}

/// Whether anything is hidden in a field: once the game is over, nothing is (ruling R217).
pub fn foggy(field: &Field) -> bool {
    field.options.fog != Fog::Off && field.over.is_none()
}

/// Whether a viewer sees a unit: his own, and others as his side does. An observer sees no more of a side than its
/// enemy does (ruling R212).
pub fn seen_by(definitions: &Definitions, field: &Field, viewer: Viewer, unit: UnitId) -> bool {
    let side = definitions.unit(unit).side;
    viewer.is(side) || !foggy(field) || Sight::new(definitions, field, side.enemy()).sees(unit)
}

/// Whether an enemy of a unit whom its side does not see stands in one of these hexes or next to one: what the unit does
/// there tells its side of him, if only that he did not stop it.
pub fn unseen_beside(definitions: &Definitions, field: &Field, unit: UnitId, hexes: &[HexId]) -> bool {
    let side = definitions.unit(unit).side;
    let beside = |there: HexId| hexes.iter().any(|hex| definitions.board.distance(*hex, there) <= 1);
    let enemies = field.on_map().filter(|(enemy, there)| definitions.unit(*enemy).side != side && beside(*there));
    let enemies: Vec<UnitId> = enemies.map(|(enemy, _)| enemy).collect();
    if enemies.is_empty() || !foggy(field) {
        return false;
    }
    let sight = Sight::new(definitions, field, side);
    enemies.into_iter().any(|enemy| !sight.sees(enemy))
}

/// The field as a side sees it, on which its orders are judged.
pub fn seen<'a>(definitions: &Definitions, field: &'a Field, side: SideId) -> Cow<'a, Field> {
    let mut seen = Cow::Borrowed(field);
    if foggy(field) {
        hide(definitions, seen.to_mut(), Viewer::Side(side));
    }
    seen
}

/// Takes out of a field what a viewer does not see. A field that has been through it stays as it is.
///
/// What lies open and stays: turn, pools, supports and the headquarters that hold them (ruling R213), markers, holders
/// of objectives, the sequence under way, the combat with its units, the questions that are open.
pub fn hide(definitions: &Definitions, field: &mut Field, viewer: Viewer) {
    if foggy(field) {
        for side in SideId::BOTH.into_iter().filter(|side| !viewer.is(*side)) {
            hide_side(definitions, field, side);
        }
    }
}

fn hide_side(definitions: &Definitions, field: &mut Field, side: SideId) {
    let sight = Sight::new(definitions, field, side.enemy());
    let own = |unit: &UnitId| definitions.unit(*unit).side == side;
    let hidden: Vec<UnitId> =
        (0..field.units.len() as u16).map(UnitId).filter(own).filter(|unit| !sight.sees(*unit)).collect();
    let mut stacks: Vec<UnseenStack> = Vec::new();
    for unit in &hidden {
        let Some(hex) = field.hex_of(*unit) else { continue };
        let exerts =
            zones::exerts(definitions, *unit, field.unit(*unit)) && knows_zone(definitions, field, side.enemy(), hex);
        match stacks.iter_mut().find(|stack| stack.hex == hex) {
            Some(stack) => stack.exerts |= exerts,
            None => stacks.push(UnseenStack { side, hex, exerts }),
        }
    }
    field.unseen.add(stacks);
    for unit in &hidden {
        let fresh = UnitState::fresh(definitions.unit(*unit).steps);
        field.units[unit.index()] = UnitState { place: Location::Hidden(Covered::new()), ..fresh };
    }
    // a detachment's counter does not tell its division (ruling R186)
    let apart = field.units.iter().enumerate().filter(|(_, state)| state.parent.is_some());
    let apart: Vec<UnitId> = apart.map(|(unit, _)| UnitId(unit as u16)).filter(own).collect();
    for unit in apart {
        field.units[unit.index()].parent = None;
    }
    if let Some(march) = &mut field.march
        && march.unit.seen().is_some_and(|unit| hidden.contains(&unit))
    {
        march.unit.cover();
    }
    field.tops.retain(|(_, unit)| definitions.unit(*unit).side != side);
    field.met.retain(|(who, _)| *who != side);
    if EventKind::Skorzeny.side() == side {
        field.slipped.clear();
    }
    if field.operations.side == Some(side) {
        // how many units act, and where reinforcements came, follows from units that are perhaps not seen
        field.operations.count = 0;
        field.operations.entries.clear();
    }
}

/// Whether a side knows of the zone of control of a stack that it does not see: a unit of its own stands in it, or has
/// been stopped by it in this sequence (ruling R214).
fn knows_zone(definitions: &Definitions, field: &Field, side: SideId, stack: HexId) -> bool {
    let board = &definitions.board;
    let meets =
        |there: HexId| zones::friend_in(field, there, side) && !zones::broken_through(definitions, field, there, side);
    field.met.contains(&(side, stack))
        || board.neighbours(stack).any(|(towards, there)| !board.river(stack, towards) && meets(there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use crate::truth::state::{ALLIED, GERMAN, UnseenStacks};
    use engine::contract::{Foundation, Rules, Setup};

    #[test]
    fn cases_4_1a_and_11_1_an_unseen_stack_controls_the_hexes_next_to_it_if_it_is_known_to() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let board = &definitions.board;
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let mut field = AutumnFog::initial(&definitions, &setup).expect("the scenario exists").field;
        let free = |hex: &HexId| {
            let near = |stack: &HexId| board.distance(*hex, *stack) <= 3;
            let dry = board.neighbours(*hex).filter(|(side, _)| !board.river(*hex, *side)).count() == 6;
            let inland = board.around(*hex).all(|near| board.around(near).count() == 6);
            dry && inland
                && !SideId::BOTH.into_iter().any(|side| zones::enemy_hexes(&field, side).any(|stack| near(&stack)))
        };
        let stack = definitions.published.map.on_map().find(free).expect("a hex far from all units");
        let beside = board.around(stack).next().expect("a hex beside it");
        let apart = board.around(beside).find(|hex| board.distance(*hex, stack) == 2).expect("a hex further out");
        for (owner, exerts) in [(ALLIED, true), (ALLIED, false), (GERMAN, true)] {
            field.unseen = UnseenStacks::default();
            field.unseen.add(vec![UnseenStack { side: owner, hex: stack, exerts }]);
            for side in SideId::BOTH {
                let met = if owner != side && exerts { vec![stack] } else { Vec::new() };
                assert_eq!(zones::controllers(&definitions, &field, beside, side), met, "{owner:?} {exerts} {side:?}");
                assert!(
                    zones::controllers(&definitions, &field, apart, side).is_empty(),
                    "{owner:?} {exerts} {side:?}"
                );
            }
        }
    }
}
