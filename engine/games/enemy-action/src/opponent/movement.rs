//! Where to move, where to put reserves, where to dig in.

use crate::chapters::asking::Known;
use crate::chapters::movement::orders;
use crate::chapters::{reserves, sequence, stacking, supply};
use crate::printed::{GERMAN, Ground};
use crate::truth::order::{Step, Verb};
use crate::truth::state::Stage;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::kernel::Lines;

/// What an enemy is away of whom there is none.
const FAR: i32 = 60;
/// What a hex is worth less that is overfull, and one without supply.
const CROWDED: i32 = 1000;
const UNSUPPLIED: i32 = 25;
/// What it is worth to take a town, and what each point adds.
const TOWN: i32 = 16;
const POINT: i32 = 6;
/// Hexes to the enemy within which a town is guarded.
const GUARDED: i32 = 6;
/// What a hex must be better by to be moved to.
const LEAST: i32 = 1;

/// The next move: the unit that gains most. None once nobody gains anything.
pub fn order(known: Known<'_>) -> Option<Vec<Step>> {
    let activation = known.public.activation.as_ref().filter(|activation| activation.stage == Stage::Moving)?;
    let mind = Mind::new(known);
    if known.side == GERMAN {
        let exits = activation.units.iter().find_map(|unit| exit(known, *unit));
        if exits.is_some() {
            return exits;
        }
    }
    let moves = activation.units.iter().filter_map(|unit| Some((mind.better(*unit)?, *unit)));
    let ((_, hex), unit) = moves.max_by_key(|((gain, _), unit)| (*gain, std::cmp::Reverse(*unit)))?;
    Some(vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(hex)])
}

/// The exit of a unit that may leave the map.
fn exit(known: Known<'_>, unit: UnitId) -> Option<Vec<Step>> {
    let begun = [Step::Verb(Verb::Exit), Step::Unit(unit)];
    let mut found = None;
    crate::chapters::movement::exits::candidates(known, &begun, &mut |step| found = found.or(Some(step)));
    Some([&begun[..], &[found?]].concat())
}

/// A reserve unit goes where it is worth most.
pub fn placed(known: Known<'_>) -> Option<Vec<Step>> {
    let deployment = known.public.deployment.as_ref()?;
    let ground = reserves::Ground::of(known.definitions, known.public, known.side);
    let mind = Mind::new(known);
    deployment.units.iter().find_map(|unit| {
        let hexes = ground.hexes(deployment, *unit).into_iter().map(|hex| (mind.worth(*unit, hex), hex));
        let (_, hex) = hexes.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        Some(vec![Step::Verb(Verb::Place), Step::Unit(*unit), Step::Hex(hex)])
    })
}

/// An improved position where the enemy is near.
pub fn dug(known: Known<'_>) -> Option<Vec<Step>> {
    let activation = known.public.activation.as_ref()?;
    let mind = Mind::new(known);
    let near = |hex: &HexId| mind.to_enemy.to(*hex).map_or(FAR, i32::from);
    let hexes = sequence::positions(known.definitions, known.public, activation).into_iter();
    let hex = hexes.filter(|hex| near(hex) <= 3).min_by_key(|hex| (near(hex), *hex))?;
    Some(vec![Step::Verb(Verb::Dig), Step::Hex(hex)])
}

/// What a side thinks of hexes.
pub struct Mind<'a> {
    known: Known<'a>,
    /// Hexes to the nearest enemy.
    pub to_enemy: Lines,
    /// Hexes to the nearest town that the side wants.
    pub to_goal: Lines,
    supplied: HexSet,
}

impl<'a> Mind<'a> {
    /// Looks at the map for a side.
    pub fn new(known: Known<'a>) -> Mind<'a> {
        let (definitions, public, side) = (known.definitions, known.public, known.side);
        let board = &definitions.board;
        let enemies = definitions.units_of(side.enemy()).filter_map(|unit| public.unit(unit).hex());
        let around = |hex: HexId, go: &mut dyn FnMut(HexId)| board.around(hex).for_each(go);
        let counts = |hex: &HexId| {
            let it = board.hex(*hex);
            it.points > 0 || it.built.is_some() && !it.behind_westwall && public.day == 16
        };
        let wanted = board.all().filter(|hex| counts(hex) && !public.owns(side, *hex));
        Mind {
            known,
            to_enemy: Lines::trace(board.len(), enemies, Lines::ENDLESS, around),
            to_goal: Lines::trace(board.len(), wanted, Lines::ENDLESS, around),
            supplied: supply::trace(definitions, public, side).supplied,
        }
    }

    /// The best hex for a unit, if it is better than the one where it stands, and by how much.
    fn better(&self, unit: UnitId) -> Option<(i32, HexId)> {
        let from = orders::check_unit(self.known, unit).ok()?;
        let here = self.worth(unit, from);
        let ends = orders::ends(self.known, &[Step::Verb(Verb::Move), Step::Unit(unit)]);
        let best = ends.into_iter().map(|hex| (self.worth(unit, hex), hex));
        let (worth, hex) = best.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        (worth >= here + LEAST).then_some((worth - here, hex))
    }

    /// What a hex is worth to a unit.
    pub fn worth(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, public, side) = (self.known.definitions, self.known.public, self.known.side);
        if !stacking::fits(definitions, public, hex, &[unit]) {
            return -CROWDED;
        }
        let it = definitions.board.hex(hex);
        let supply = if self.supplied.contains(hex) { 0 } else { -UNSUPPLIED };
        let near = self.to_enemy.to(hex).map_or(FAR, i32::from);
        let goal = self.to_goal.to(hex).map_or(0, i32::from);
        let town = it.built.is_some();
        let counts = if town { TOWN + POINT * i32::from(it.points) } else { 0 };
        let cover = i32::from(town) + i32::from(matches!(it.ground, Ground::Woods | Ground::Forest));
        let alone = public.disposition(definitions).stack(hex).all(|other| other == unit);
        if side == GERMAN {
            let takes = if town && !public.owns(GERMAN, hex) { counts } else { 0 };
            let mechanised = i32::from(definitions.counter(unit).kind.mechanised());
            // who stands beside the enemy may attack him
            let close = if near == 1 { 4 } else { 0 };
            supply - (3 + mechanised) * goal + close + takes
        } else {
            let guards = if town && public.owns(side, hex) && near <= GUARDED && alone { counts } else { 0 };
            let line = if near <= 2 { 3 } else { -near.min(12) };
            let improved = if public.positions.contains(&hex) { 4 } else { 0 };
            let crowd = if alone { 2 } else { 0 };
            supply + 2 * cover + line + guards + improved + crowd
        }
    }
}
