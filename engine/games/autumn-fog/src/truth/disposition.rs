//! Who stands where, hex by hex, and where the zones of control lie that follow from it.

use crate::printed::influence::Influence;
use crate::truth::unit::UnitState;
use crate::truth::zones::Zones;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::SideId;
use engine::kernel::Stacks;

/// Which units are in which hex, and whose zones of control lie where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disposition {
    /// The units in each hex, in the order of the definitions.
    stacks: Stacks,
    /// What each side meets, breakthroughs apart.
    zones: [Zones; 2],
    /// Hexes with units of each side.
    hexes: [HexSet; 2],
    /// Units of each side in each hex that exert a zone of control.
    exerting: [Vec<u8>; 2],
}

impl Disposition {
    /// The disposition of units.
    pub fn of(influence: &Influence, units: &[UnitState]) -> Disposition {
        let hexes = influence.hexes();
        let mut disposition = Disposition {
            stacks: Stacks::new(hexes, units.len()),
            zones: SideId::BOTH.map(|_| Zones::new(hexes)),
            hexes: SideId::BOTH.map(|_| HexSet::new(hexes)),
            exerting: SideId::BOTH.map(|_| vec![0; hexes]),
        };
        // from the last unit to the first, each lies before those that are in its hex already
        for (unit, state) in units.iter().enumerate().rev() {
            if let Some(hex) = state.hex() {
                disposition.put(influence, unit, hex, state.steps);
            }
        }
        disposition
    }

    /// Units in a hex, in the order of the definitions.
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex)
    }

    /// The zones that a side meets, breakthroughs apart.
    pub fn zones(&self, side: SideId) -> &Zones {
        &self.zones[side.index()]
    }

    /// Hexes with units of a side.
    pub fn hexes_of(&self, side: SideId) -> &HexSet {
        &self.hexes[side.index()]
    }

    /// Puts a unit with so many steps into a hex.
    pub fn put(&mut self, influence: &Influence, unit: usize, hex: HexId, steps: u8) {
        self.stacks.put(UnitId(unit as u16), hex);
        let side = influence.side(unit);
        self.zones[side.index()].add_friend(hex, steps);
        self.zones[side.enemy().index()].mark_enemy(hex);
        self.hexes[side.index()].insert(hex);
        if influence.exerts(unit, steps) {
            let exerting = &mut self.exerting[side.index()][hex.index()];
            *exerting += 1;
            if *exerting == 1 {
                self.zones[side.enemy().index()].control(influence.around(hex));
            }
        }
    }

    /// Takes a unit that was put into a hex with so many steps out of it.
    pub fn take(&mut self, influence: &Influence, unit: usize, hex: HexId, steps: u8) {
        self.stacks.take(UnitId(unit as u16), hex);
        let side = influence.side(unit);
        if self.zones[side.index()].remove_friend(hex, steps) {
            self.zones[side.enemy().index()].unmark_enemy(hex);
            self.hexes[side.index()].remove(hex);
        }
        if influence.exerts(unit, steps) {
            let exerting = &mut self.exerting[side.index()][hex.index()];
            *exerting -= 1;
            if *exerting == 0 {
                self.zones[side.enemy().index()].release(influence.around(hex));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use crate::printed::definitions::Definitions;
    use crate::truth::state::Location;
    use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Viewer, begin, carry_out};
    use testing::Seeded;

    fn definitions() -> Definitions {
        Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
    }

    #[test]
    fn a_disposition_that_followed_every_unit_of_some_games_is_the_one_that_the_units_have() {
        let definitions = definitions();
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let mut moved = 0;
        for game in 0..4 {
            let [mut dice, mut choice] = Seeded::streams(game);
            let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
            while AutumnFog::outcome(&state).is_none() {
                let side = AutumnFog::asks(&state)[0].side;
                let before = state.field.units.disposition().clone();
                let view = AutumnFog::view(&definitions, &state, Viewer::Side(side));
                let order = Seen::<AutumnFog>::new(&definitions, &view).random_order(&mut |n| choice.next_below(n));
                let order = order.expect("an order");
                drop(view);
                carry_out::<AutumnFog>(&definitions, &mut state, side, &order, &mut dice).expect("a legal order");
                let after = state.field.units.disposition();
                assert_eq!(*after, Disposition::of(&definitions.influence, &state.field.units));
                moved += usize::from(before != *after);
            }
        }
        assert!(moved > 20, "{moved}");
    }

    #[test]
    fn what_is_asked_between_two_changes_of_units_is_right_at_once_and_later() {
        let definitions = definitions();
        let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
        let mut state = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let units = &mut state.field.units;
        let here: Vec<usize> = (0..units.len()).filter(|unit| units[*unit].hex().is_some()).collect();
        let check = |units: &crate::truth::roster::Roster| {
            assert_eq!(*units.disposition(), Disposition::of(&definitions.influence, units));
        };
        let to = units[here[0]].place;
        check(units);
        units[here[1]].place = to;
        check(units);
        units[here[2]].steps = 1;
        units[here[3]].place = Location::Eliminated(1);
        check(units);
        units[here[1]].fatigued = true;
        check(units);
        units.each(|unit| unit.steps = unit.steps.min(1));
        check(units);
        units.iter_mut().take(9).for_each(|unit| unit.place = to);
        check(units);
    }
}
