//! Supply (10): the line, the states, surrender.

use crate::EnemyAction;
use crate::printed::{ALLIED, Definitions, GERMAN, Side};
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{SideId, Turn};
use engine::kernel::Lines;

/// Most hexes of a path (10.1).
const PATH: u16 = 4;

/// The hexes of a side that are in supply at a moment, and its supply heads.
pub struct Traced {
    /// Hexes from which a line leads.
    pub supplied: HexSet,
    /// Road hexes that are valid heads.
    pub heads: HexSet,
}

/// Whether a line may lead through a hex, and be its head (10.1, 10.13).
fn passes(definitions: &Definitions, public: &Public, side: SideId, hex: HexId) -> bool {
    let disposition = public.disposition(definitions);
    let (it, friend) = (definitions.board.hex(hex), disposition.holds(side, hex));
    let enemy_town = it.built.is_some() && !public.owns(side, hex);
    let blocked = side == GERMAN && public.roadblocks.contains(&hex);
    let zone = !friend && disposition.zones(side.enemy()).contains(hex);
    let wall = !friend && side == ALLIED && it.westwall;
    let closed = [disposition.holds(side.enemy(), hex), enemy_town, blocked, zone, wall];
    !closed.contains(&true)
}

/// How a line goes over the side of a hex: freely, not at all, or as over an unbridged river (10.1).
enum Over {
    Free,
    Never,
    River,
}

fn over(public: &Public, side: SideId, border: &Side) -> Over {
    match border.river.map(|river| public.units.bridge(river)) {
        None => Over::Free,
        Some(bridge) if !bridge.stands => Over::River,
        Some(bridge) if bridge.owner == side => Over::Free,
        Some(_) => Over::Never,
    }
}

/// Traces the lines of a side.
pub fn trace(definitions: &Definitions, public: &Public, side: SideId) -> Traced {
    let board = &definitions.board;
    let open = |hex: HexId| passes(definitions, public, side, hex);
    let edge = |hex: &HexId| board.hex(*hex).edge == Some(side);
    // roads that lead off the map: Germans by any road of their edge, Allies where an exit shows it
    let leads = |hex: &HexId| edge(hex) && board.hex(*hex).road && (side == GERMAN || board.hex(*hex).exit.is_some());
    let sources: Vec<HexId> = board.all().filter(|hex| leads(hex) && open(*hex)).collect();
    let roads = Lines::trace(board.len(), sources, Lines::ENDLESS, |hex, go| {
        for border in board.hex(hex).sides.iter().filter(|border| border.road && open(border.there)) {
            if matches!(over(public, side, border), Over::Free) {
                go(border.there);
            }
        }
    });
    let mut heads = board.none();
    roads.hexes().for_each(|hex| heads.insert(hex));
    let ends: Vec<HexId> = board.all().filter(|hex| open(*hex) && (edge(hex) || heads.contains(*hex))).collect();
    let mut supplied = board.none();
    // who stands on his own edge is always in supply (10.11)
    board.all().filter(edge).for_each(|hex| supplied.insert(hex));
    let paths = Lines::trace(board.len(), ends.iter().copied(), PATH, |hex, go| {
        // a line is followed from its end: what it comes to last need not let it through
        if !open(hex) {
            return;
        }
        for border in board.hex(hex).sides.iter().filter(|border| matches!(over(public, side, border), Over::Free)) {
            go(border.there);
        }
    });
    paths.hexes().for_each(|hex| supplied.insert(hex));
    // over an unbridged river the hex just across is a supply head, an edge without a road is not enough (10.1, R52)
    for hex in roads.hexes() {
        let across = board.hex(hex).sides.iter().filter(|border| matches!(over(public, side, border), Over::River));
        across.for_each(|border| supplied.insert(border.there));
    }
    Traced { supplied, heads }
}

/// Supply is judged for all units on the map, and for roadblocks (4 III, 7.9, 10.2, 10.24).
pub fn judge(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    let (day, from) = (turn.public.day, definitions.tables.from);
    let mut judged = Vec::new();
    let mut rolls = Vec::new();
    let mut roadblocks = Vec::new();
    for side in SideId::BOTH {
        // von der Heydte is judged as the Allies are: 10.12 is not for him
        let due = |unit: UnitId| {
            let initial = side == GERMAN && definitions.heydte != Some(unit);
            day >= if initial { from.german_supply } else { from.supply }
        };
        let traced = trace(definitions, &turn.public, side);
        for unit in definitions.units_of(side).filter(|unit| due(*unit)) {
            let it = turn.public.unit(unit);
            let Some(hex) = it.hex() else { continue };
            if traced.supplied.contains(hex) {
                judged.push((unit, Supply::Full));
            } else if it.supply == Supply::Isolated {
                rolls.push(unit);
            } else {
                judged.push((unit, next(it.supply)));
            }
        }
        if side == ALLIED {
            let lost = turn.public.roadblocks.iter().filter(|hex| !traced.supplied.contains(**hex));
            roadblocks.extend(lost.copied());
        }
    }
    judged.retain(|(unit, supply)| turn.public.unit(*unit).supply != *supply);
    turn.emit(Event::SupplyJudged { units: judged, roadblocks });
    rolls.into_iter().for_each(|unit| surrender(turn, unit));
}

const fn next(supply: Supply) -> Supply {
    match supply {
        Supply::Full => Supply::Low,
        Supply::Low => Supply::Out,
        Supply::Out | Supply::Isolated => Supply::Isolated,
    }
}

/// An isolated unit that still cannot trace rolls (10.24).
fn surrender(turn: &mut Turn<'_, EnemyAction>, unit: UnitId) {
    let definitions = turn.definitions();
    let (counter, it) = (definitions.counter(unit), turn.public.unit(unit).clone());
    if !matches!(it.place, Place::Hex(_)) {
        return;
    }
    let face = it.face(counter);
    let most = match (face.green, face.elite) {
        (true, _) => 6,
        (_, true) => 2,
        _ => 4,
    };
    let die = turn.die("surrender", 10);
    let loses = die <= most;
    turn.emit(Event::Surrendered { unit, face: die, loses, dies: loses && it.steps(counter) <= 1 });
}
