//! Who leaves the map for a victory or for points.

use super::march::March;
use crate::chapters::victory;
use crate::printed::{Allowance, Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Units more than it takes that set out, as not all of them come there.
const SPARE: usize = 1;

/// The units that leave: of each formation that counts and has not left as many as it takes those that are nearest to where
/// they leave.
#[derive(Default)]
pub struct Exodus {
    units: Vec<UnitId>,
    /// Whether the scenario is won with it alone.
    needed: bool,
    /// Ways out, on foot and on wheels; none where nobody leaves any more.
    ways: Option<[March; 2]>,
}

impl Exodus {
    /// Who leaves at a moment.
    pub fn of(definitions: &Definitions, state: &State, side: SideId) -> Exodus {
        let exits = definitions.plans[usize::from(state.scenario)].exits.as_ref();
        let Some(exits) = exits.filter(|exits| side == GERMAN && state.turn <= exits.until) else {
            return Exodus::default();
        };
        let out = || exits.hexes.iter().map(|hex| (*hex, 0));
        let ways = Allowance::ALL.map(|kind| March::to(definitions, state, GERMAN, kind, out()));
        let mut exodus = Exodus { units: Vec::new(), needed: exits.points.is_none(), ways: Some(ways) };
        for exit in &exits.formations {
            let left = victory::out(definitions, state, &exit.formation);
            let missing = usize::from(exit.units).saturating_sub(left);
            let of = |unit: &UnitId| definitions.published.units.unit(*unit).division == exit.formation;
            let far = |unit: UnitId| {
                let hex = state.unit(unit).hex()?;
                Some((exodus.far(definitions.counter(unit).allowance, hex).unwrap_or(u16::MAX), unit))
            };
            let mut units: Vec<(u16, UnitId)> = definitions.units_of(GERMAN).filter(of).filter_map(far).collect();
            units.sort_unstable();
            let most = match missing {
                0 => 0,
                missing if exodus.needed => missing + SPARE,
                _ => units.len(),
            };
            exodus.units.extend(units.into_iter().take(most).map(|(_, unit)| unit));
        }
        exodus
    }

    /// Half points of an allowance from a hex to where formations leave; none where no way leads there.
    pub fn far(&self, kind: Allowance, hex: HexId) -> Option<u16> {
        self.ways.as_ref()?[kind.index()].from(hex)
    }

    /// Whether a unit leaves.
    pub fn has(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// Whether a unit does nothing else: without those that leave there is no victory.
    pub fn binds(&self, unit: UnitId) -> bool {
        self.needed && self.has(unit)
    }
}
