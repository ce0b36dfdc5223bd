//! What is worth going to, and how far it is by the ways that a unit can go: roads, bridges, woods, and whoever is in the way.

use crate::chapters::asking::Known;
use crate::chapters::movement::{bridged, exits};
use crate::printed::{Definitions, GERMAN, Side};
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::Reach;

/// What the first to leave the map or to come to the Meuse is taken to be worth where that wins the game, in points: the most that
/// anything is worth then, and not so much that all forces go there (15.1).
const WINS: u16 = 6;
/// What a unit is taken to be worth that leaves the map: about its steps (14.1).
const LEAVES: [u16; 2] = [3, 7];
/// What the Meuse is worth: the bank to the OKW Reserve, the other side to the victory points (11.4, 14.1).
const BANK: u16 = 4;
const BEYOND: u16 = 10;
/// Movement points that a unit goes farther for each point.
const FARTHER: u16 = 2;
/// Movement points that an enemy in the way costs, and each hex that he controls.
const ENEMY: u16 = 7;
const ZONE: u16 = 2;
/// Beyond so many movement points all is equally far.
const FAR: u16 = 400;

/// What units of one army go for, on foot or not: where nothing binds them, the same holds for all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind<'a> {
    army: &'a str,
    mechanised: bool,
}

/// How far it is to what is worth most, for each kind of unit.
pub struct Goals<'a> {
    definitions: &'a Definitions,
    /// Whether the first to leave the map or to come to the Meuse wins (15.1).
    wins: bool,
    fields: Vec<(Kind<'a>, Reach)>,
}

impl<'a> Goals<'a> {
    /// The goals of units.
    pub fn of(known: Known<'a>, units: impl Iterator<Item = UnitId>) -> Goals<'a> {
        let mut fields: Vec<(Kind<'a>, Reach)> = Vec::new();
        for unit in units {
            let kind = kind(known.definitions, unit);
            if !fields.iter().any(|(known, _)| *known == kind) {
                fields.push((kind, field(known, kind, unit)));
            }
        }
        let changes = &known.definitions.tables.changes[usize::from(known.public.scenario)];
        Goals { definitions: known.definitions, wins: changes.ends_at_the_meuse, fields }
    }

    /// Movement points to what is worth most to a unit, and somewhat more for what is worth less; none for whom nothing is.
    pub fn far(&self, unit: UnitId, hex: HexId) -> Option<u16> {
        let kind = kind(self.definitions, unit);
        let (_, reach) = self.fields.iter().find(|(known, _)| *known == kind)?;
        Some(FAR - reach.left(hex)?)
    }

    /// Activations in which a unit comes to where it wins the game at once, if it is on its way there (15.1).
    pub fn wins(&self, unit: UnitId, hex: HexId) -> Option<u16> {
        let far = self.far(unit, hex).filter(|far| self.wins && *far < FARTHER * (WINS - 1))?;
        Some(far / self.definitions.counter(unit).movement.max(1))
    }

    /// The hexes by which a unit goes from one to what is worth most to it, without the first.
    pub fn way(&self, unit: UnitId, from: HexId) -> Vec<HexId> {
        let kind = kind(self.definitions, unit);
        let Some((_, reach)) = self.fields.iter().find(|(known, _)| *known == kind) else { return Vec::new() };
        // the search came from the goals, and began beyond the map
        let mut way = reach.path(from).unwrap_or_default();
        way.reverse();
        way.into_iter().skip(1).filter(|hex| self.definitions.board.has(*hex)).collect()
    }
}

fn kind(definitions: &Definitions, unit: UnitId) -> Kind<'_> {
    let counter = definitions.counter(unit);
    Kind { army: &counter.army, mechanised: counter.kind.mechanised() }
}

/// Searches from all goals at once, from a hex that the map does not have: from there the best of them cost nothing, others
/// what they are worth less.
fn field(known: Known<'_>, kind: Kind<'_>, unit: UnitId) -> Reach {
    let (definitions, public) = (known.definitions, known.public);
    let board = &definitions.board;
    let bound = known.side == GERMAN && public.day < definitions.tables.from.free && kind.army != "okw";
    let open = |hex: HexId| !bound || board.hex(hex).areas.iter().any(|area| area == kind.army);
    let goals = board.all().filter(|hex| open(*hex)).map(|hex| (prize(known, unit, hex), hex));
    let goals: Vec<(u16, HexId)> = goals.filter(|(prize, _)| *prize > 0).collect();
    let best = goals.iter().map(|(prize, _)| *prize).max().unwrap_or(0);
    let nowhere = HexId(board.len() as u16);
    Reach::search(board.len() + 1, nowhere, FAR, |hex, left, go| {
        if hex == nowhere {
            goals.iter().for_each(|(prize, goal)| go(*goal, left.saturating_sub(FARTHER * (best - prize))));
            return;
        }
        for border in board.hex(hex).sides.iter().filter(|border| open(border.there)) {
            // it comes from there to here
            let cost = cost(definitions, public, unit, hex, border);
            if let Some(then) = left.checked_sub(cost) {
                go(border.there, then);
            }
        }
    })
}

/// Movement points to come into a hex over a side of it, with what an enemy takes.
fn cost(definitions: &Definitions, public: &Public, unit: UnitId, hex: HexId, border: &Side) -> u16 {
    let (disposition, counter) = (public.disposition(definitions), definitions.counter(unit));
    let (side, mechanised, allowance) = (counter.side, counter.kind.mechanised(), counter.movement);
    let crossing = border.river.is_none_or(|river| bridged(definitions, public, unit, river));
    let way = match (crossing, border.road) {
        (true, true) => definitions.tables.road,
        (true, false) => definitions.tables.ground[definitions.board.hex(hex).ground as usize][usize::from(mechanised)],
        (false, _) => allowance + 1,
    };
    let held = disposition.holds(side.enemy(), hex) || side == GERMAN && public.roadblocks.contains(&hex);
    let zone = disposition.zones(side.enemy()).contains(hex);
    way + if held { ENEMY } else { 0 } + if zone { ZONE } else { 0 }
}

/// What it is worth to a side that a unit comes into a hex, in points; 0 for most.
fn prize(known: Known<'_>, unit: UnitId, hex: HexId) -> u16 {
    let (definitions, public) = (known.definitions, known.public);
    let it = definitions.board.hex(hex);
    let town = town(definitions, public, known.side, hex);
    if known.side != GERMAN {
        return town;
    }
    let changes = &definitions.tables.changes[usize::from(public.scenario)];
    let exit = match it.exit.is_some() && exits::gate(definitions, public, unit, hex).is_ok() {
        true if changes.ends_at_the_meuse => WINS,
        true => LEAVES[usize::from(definitions.counter(unit).kind.mechanised())],
        false => 0,
    };
    let meuse = match (it.beyond_meuse, it.at_meuse) {
        (_, true) if changes.ends_at_the_meuse => WINS,
        (true, _) if !public.gains.meuse => BEYOND,
        (false, true) if !public.meuse_reached => BANK,
        _ => 0,
    };
    if changes.ends_at_the_meuse { town.min(WINS).max(exit).max(meuse) } else { town.max(exit).max(meuse) }
}

/// The points of a town or city that the side does not own.
pub fn town(definitions: &Definitions, public: &Public, side: SideId, hex: HexId) -> u16 {
    if public.owns(side, hex) { 0 } else { points(definitions, public, hex) }
}

/// The points of a town or city, whosever it is; 0 of all else (14.1, 15.1).
pub fn points(definitions: &Definitions, public: &Public, hex: HexId) -> u16 {
    let it = definitions.board.hex(hex);
    u16::from(match it.built {
        Some(_) if it.points > 0 => it.points,
        Some(_) if !it.behind_westwall => definitions.tables.changes[usize::from(public.scenario)].town_points,
        _ => 0,
    })
}
