//! Where to move, where to put reserves, where to dig in.

use super::goals::{self, Goals};
use crate::chapters::asking::Known;
use crate::chapters::combat::advance;
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
/// Days before supply is judged from which on it counts where a unit stands.
const AHEAD: u8 = 1;
/// What a movement point is worth by which a unit comes nearer to what it goes for.
const NEARER: i32 = 3;
/// What it is worth to be on the way to where one wins at once, and each movement point on it.
const WINNING: i32 = 200;
const WINS: i32 = 12;
/// What it is worth to stand beside the enemy, and beside one in a place that counts: who does may attack him.
const BESIDE: i32 = 4;
const BESIDE_TOWN: i32 = 10;
/// What it is worth to take a town, and what each point adds.
const TOWN: i32 = 16;
const POINT: i32 = 6;
/// Hexes to the enemy within which a town is guarded.
const GUARDED: i32 = 6;
/// What a hex must be better by to be moved to.
const LEAST: i32 = 1;

/// The next move: of the units that gain anything, the one nearest to where it matters. None once nobody gains.
pub fn order(known: Known<'_>) -> Option<Vec<Step>> {
    let activation = known.public.activation.as_ref().filter(|activation| activation.stage == Stage::Moving)?;
    let mind = Mind::new(known, activation.units.iter().copied());
    if known.side == GERMAN {
        let exits = activation.units.iter().find_map(|unit| exit(known, *unit));
        if exits.is_some() {
            return exits;
        }
    }
    let able = activation.units.iter().filter_map(|unit| Some((*unit, orders::check_unit(known, *unit).ok()?)));
    let far = |unit: UnitId, hex: HexId| mind.goals.far(unit, hex).or(mind.to_enemy.to(hex));
    let mut able: Vec<(UnitId, HexId)> = able.collect();
    able.sort_by_key(|(unit, hex)| (far(*unit, *hex), *unit));
    let (unit, hex) = able.into_iter().find_map(|(unit, from)| Some((unit, mind.better(unit, from)?)))?;
    Some(vec![Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(hex)])
}

/// The exit of a unit that may leave the map.
fn exit(known: Known<'_>, unit: UnitId) -> Option<Vec<Step>> {
    let (board, reach) = (&known.definitions.board, known.definitions.counter(unit).movement);
    let from = known.public.unit(unit).hex()?;
    // whoever is too far from all of them need not look for ways
    board.all().find(|hex| board.hex(*hex).exit.is_some() && board.distance(from, *hex) < reach)?;
    let begun = [Step::Verb(Verb::Exit), Step::Unit(unit)];
    let mut found = None;
    crate::chapters::movement::exits::candidates(known, &begun, &mut |step| found = found.or(Some(step)));
    Some([&begun[..], &[found?]].concat())
}

/// Who advances: of the strongest first, each to where it is worth most; the Allies into the hex that was left.
pub fn advanced(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let combat = public.combat.as_ref()?;
    let mind = Mind::new(known, combat.attackers.iter().copied());
    let mut units = advance::units(definitions, public, combat);
    units.sort_by_key(|unit| (std::cmp::Reverse(public.unit(*unit).face(definitions.counter(*unit)).strength), *unit));
    units.into_iter().find_map(|unit| {
        let second = definitions.board.around(combat.target).filter(|_| known.side == GERMAN);
        let open = std::iter::once(combat.target).chain(second);
        let open = open.filter(|hex| advance::way(definitions, public, combat, unit, *hex).is_ok());
        let best = open.max_by_key(|hex| (mind.worth(unit, *hex), *hex == combat.target, std::cmp::Reverse(*hex)))?;
        Some(vec![Step::Verb(Verb::Advance), Step::Unit(unit), Step::Hex(best)])
    })
}

/// A reserve unit goes where it is worth most.
pub fn placed(known: Known<'_>) -> Option<Vec<Step>> {
    let deployment = known.public.deployment.as_ref()?;
    let ground = reserves::Ground::of(known.definitions, known.public, known.side);
    let mind = Mind::new(known, deployment.units.iter().copied());
    deployment.units.iter().find_map(|unit| {
        let hexes = ground.hexes(deployment, *unit).into_iter().map(|hex| (mind.worth(*unit, hex), hex));
        let (_, hex) = hexes.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        Some(vec![Step::Verb(Verb::Place), Step::Unit(*unit), Step::Hex(hex)])
    })
}

/// Who goes off an overfull hex: the weakest, one that lives on before one that dies.
pub fn removed(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let price = |unit: &UnitId| {
        let (counter, it) = (definitions.counter(*unit), public.unit(*unit));
        (it.steps(counter) <= 1, it.face(counter).strength, *unit)
    };
    let unit = sequence::removable(definitions, public, known.side).into_iter().min_by_key(price)?;
    Some(vec![Step::Verb(Verb::Remove), Step::Unit(unit)])
}

/// An improved position where the enemy is near.
pub fn dug(known: Known<'_>) -> Option<Vec<Step>> {
    let activation = known.public.activation.as_ref()?;
    let mind = Mind::new(known, std::iter::empty());
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
    /// What its units go for: the Germans'.
    pub goals: Goals<'a>,
    supplied: HexSet,
    /// Whether supply counts already.
    judged: bool,
}

impl<'a> Mind<'a> {
    /// Looks at the map for a side, of which these units are asked about.
    pub fn new(known: Known<'a>, units: impl Iterator<Item = UnitId>) -> Mind<'a> {
        let (definitions, public, side) = (known.definitions, known.public, known.side);
        let board = &definitions.board;
        let enemies = definitions.units_of(side.enemy()).filter_map(|unit| public.unit(unit).hex());
        let around = |hex: HexId, go: &mut dyn FnMut(HexId)| board.around(hex).for_each(go);
        let from = if side == GERMAN { definitions.tables.from.german_supply } else { definitions.tables.from.supply };
        Mind {
            known,
            to_enemy: Lines::trace(board.len(), enemies, Lines::ENDLESS, around),
            // the Allies hold what they have
            goals: Goals::of(known, units.filter(|_| side == GERMAN)),
            supplied: supply::trace(definitions, public, side).supplied,
            judged: public.day + AHEAD >= from,
        }
    }

    /// The best hex for a unit, if it is better than the one where it stands.
    fn better(&self, unit: UnitId, from: HexId) -> Option<HexId> {
        let here = self.worth(unit, from);
        let ends = orders::ends(self.known, &[Step::Verb(Verb::Move), Step::Unit(unit)]);
        let best = ends.into_iter().map(|hex| (self.worth(unit, hex), hex));
        let (worth, hex) = best.max_by_key(|(worth, hex)| (*worth, std::cmp::Reverse(*hex)))?;
        (worth >= here + LEAST).then_some(hex)
    }

    /// What a hex is worth to a unit.
    pub fn worth(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, public, side) = (self.known.definitions, self.known.public, self.known.side);
        if !stacking::fits(definitions, public, hex, &[unit]) {
            return -CROWDED;
        }
        let supply = if !self.judged || self.supplied.contains(hex) { 0 } else { -UNSUPPLIED };
        supply + if side == GERMAN { self.attacker(unit, hex) } else { self.defender(unit, hex) }
    }

    /// What a hex is worth to a German: by how far he is from there to where he wants to be.
    fn attacker(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, public) = (self.known.definitions, self.known.public);
        let far = self.goals.far(unit, hex).map_or(0, i32::from);
        // who may win at once looks at nothing else (15.1)
        if self.goals.wins(unit, hex).is_some() {
            return WINNING - WINS * far;
        }
        let town = i32::from(goals::town(definitions, public, GERMAN, hex));
        let takes = if town > 0 { TOWN + POINT * town } else { 0 };
        let disposition = public.disposition(definitions);
        let enemies = definitions.board.around(hex).filter(|there| disposition.holds(GERMAN.enemy(), *there));
        let counts = |there: HexId| goals::town(definitions, public, GERMAN, there) > 0;
        let beside = enemies.map(|there| if counts(there) { BESIDE_TOWN } else { BESIDE }).max();
        takes + beside.unwrap_or(0) - NEARER * far
    }

    /// What a hex is worth to an Ally: cover, a place in the line, and towns and exits that somebody has to hold.
    fn defender(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, public, side) = (self.known.definitions, self.known.public, self.known.side);
        let it = definitions.board.hex(hex);
        let near = self.to_enemy.to(hex).map_or(FAR, i32::from);
        let town = it.built.is_some();
        let counts = match it.exit {
            _ if town => TOWN + POINT * i32::from(it.points),
            Some(_) => TOWN + POINT,
            None => 0,
        };
        let cover = i32::from(town) + i32::from(matches!(it.ground, Ground::Woods | Ground::Forest));
        let alone = public.disposition(definitions).stack(hex).all(|other| other == unit);
        let own = !town || public.owns(side, hex);
        let guards = if own && near <= GUARDED && alone { counts } else { 0 };
        let line = if near <= 2 { 3 } else { -near.min(12) };
        let improved = if public.positions.contains(&hex) { 4 } else { 0 };
        let crowd = if alone { 2 } else { 0 };
        2 * cover + line + guards + improved + crowd
    }
}
