//! Retreats (9.7).

use super::hits::alive;
use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::chapters::{fuel, ownership, stacking, supply};
use crate::printed::{ALLIED, Definitions, GERMAN, Ground};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::{Combat, Public};
use definitions::UnitId;
use definitions::hex::{HexId, HexSet};
use engine::contract::{Progress, Refusal, SideId, Turn};

/// A way back: the attacked hex first, and the steps that it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The attacked hex, then one hex or two.
    pub path: Vec<HexId>,
    /// Steps that it costs besides (9.7).
    pub penalty: u8,
}

/// How good a hex of a retreat is: its priority from 1 to 4, and whether it is over a river or in pathless forest.
type Rank = (u8, bool);

/// Whether the defenders may retreat at all now.
///
/// # Errors
/// The rule that forbids it.
pub fn may(definitions: &Definitions, public: &Public, combat: &Combat) -> Result<(), Refusal> {
    if !combat.retreat.is_empty() {
        return Err(Refusal::new("9.5f", "the defenders have retreated"));
    }
    if combat.owed[1] == 0 {
        return Err(Refusal::new("9.5f", "no hit is left to take by a retreat"));
    }
    for unit in alive(public, &combat.defenders) {
        let (it, name) = (public.unit(unit), definitions.name(unit));
        if definitions.heydte == Some(unit) {
            return Err(Refusal::new("9.7a", format!("{name} does not retreat, nor do those with him")));
        }
        if it.no_fuel {
            return Err(Refusal::new(
                "10.41a",
                format!("{name} is out of fuel and does not retreat, nor do those with it"),
            ));
        }
        if it.supply == Supply::Isolated && definitions.counter(unit).kind.mechanised() {
            return Err(Refusal::new("10.23d", format!("{name} is isolated and mechanized, and does not retreat")));
        }
    }
    if routes(definitions, public, combat).is_empty() {
        return Err(Refusal::new("9.7e", "no hex is open to a retreat, not even for a step"));
    }
    Ok(())
}

/// Who retreats, seen from the ground.
struct Beaten<'a> {
    definitions: &'a Definitions,
    public: &'a Public,
    side: SideId,
    units: Vec<UnitId>,
    supplied: HexSet,
    target: HexId,
}

impl<'a> Beaten<'a> {
    fn of(definitions: &'a Definitions, public: &'a Public, combat: &Combat) -> Beaten<'a> {
        let side = combat.attacker.enemy();
        let units = alive(public, &combat.defenders);
        let supplied = supply::trace(definitions, public, side).supplied;
        Beaten { definitions, public, side, units, supplied, target: combat.target }
    }

    /// How good a hex is for them; none if it is closed.
    fn rank(&self, from: HexId, to: HexId, ends: bool) -> Option<Rank> {
        let (definitions, public) = (self.definitions, self.public);
        let (board, disposition) = (&definitions.board, public.disposition(definitions));
        let (it, border) = (board.hex(to), board.side(from, to)?);
        let friends: Vec<UnitId> = disposition.stack(to).collect();
        let held = disposition.holds(self.side, to);
        let enemy_town = it.built.is_some() && !public.owns(self.side, to);
        let wall = self.side == ALLIED && it.westwall && !held;
        let blocked = self.side == GERMAN && public.roadblocks.contains(&to);
        // an isolated unit crosses no enemy bridge, in a retreat either (10.23)
        let isolated = self.units.iter().any(|unit| public.unit(*unit).supply == Supply::Isolated);
        let bridge = border.river.map(|river| public.units.bridge(river));
        let barred = isolated && bridge.is_some_and(|bridge| bridge.stands && bridge.owner != self.side);
        if disposition.holds(self.side.enemy(), to) || enemy_town || wall || blocked || barred {
            return None;
        }
        if ends && !stacking::fits(definitions, public, to, &self.units) {
            return None;
        }
        let zone = disposition.zones(self.side.enemy()).contains(to);
        let supplied = |unit: &UnitId| public.unit(*unit).supply == Supply::Full;
        let priority = match (zone, held) {
            (false, _) => 1,
            (true, true) if friends.iter().any(supplied) => 2,
            (true, false) if self.supplied.contains(to) => 3,
            (true, _) => 4,
        };
        let bridged = border.river.is_none_or(|river| public.units.bridge(river).stands);
        let hard = !bridged || it.ground == Ground::Forest && !border.road;
        Some((priority, hard))
    }

    /// Whether a hex lies outside the area of one of them that is inside now (7.61).
    fn strays(&self, path: &[HexId]) -> bool {
        let (definitions, public) = (self.definitions, self.public);
        let bound = self.side == GERMAN && public.day < definitions.tables.from.free;
        bound
            && self.units.iter().any(|unit| {
                let army = &definitions.counter(*unit).army;
                let inside = |hex: &HexId| definitions.board.hex(*hex).areas.contains(army);
                army != "okw" && inside(&self.target) && !path.iter().all(inside)
            })
    }
}

/// All ways back that the rules leave, in the order of the hexes.
pub fn routes(definitions: &Definitions, public: &Public, combat: &Combat) -> Vec<Route> {
    let beaten = Beaten::of(definitions, public, combat);
    let one = one_hex(&beaten);
    let two = if may_go_two(&beaten, combat) { two_hexes(&beaten) } else { Vec::new() };
    let mut routes = spare(&beaten, combat, one, 1);
    routes.extend(spare(&beaten, combat, two, 2));
    routes
}

/// The hexes to which units may go back one hex by the priorities, where that costs no step.
pub fn free(definitions: &Definitions, public: &Public, side: SideId, units: Vec<UnitId>, from: HexId) -> Vec<HexId> {
    let supplied = supply::trace(definitions, public, side).supplied;
    let beaten = Beaten { definitions, public, side, units, supplied, target: from };
    let ways = one_hex(&beaten);
    let best = ways.iter().map(|(ranks, _)| ranks[0]).min();
    let open = ways.into_iter().filter(|(ranks, route)| Some(ranks[0]) == best && route.penalty == 0);
    open.map(|(_, route)| route.path[1]).collect()
}

/// Two hexes for a second hit, by undispersed units that are not isolated (9.75, 9.9, 10.23).
fn may_go_two(beaten: &Beaten<'_>, combat: &Combat) -> bool {
    let sound = |unit: &UnitId| {
        let it = beaten.public.unit(*unit);
        !it.dispersed && it.supply != Supply::Isolated
    };
    let others = beaten.public.disposition(beaten.definitions).stack(beaten.target);
    combat.owed[1] >= 2 && beaten.units.iter().all(sound) && others.into_iter().all(|unit| sound(&unit))
}

fn cost(rank: Rank) -> u8 {
    u8::from(rank.0 >= 3)
}

/// Ways of one hex, each with its rank.
fn one_hex(beaten: &Beaten<'_>) -> Vec<(Vec<Rank>, Route)> {
    let around = beaten.definitions.board.around(beaten.target);
    let ways = around.filter_map(|hex| {
        let rank = beaten.rank(beaten.target, hex, true)?;
        Some((vec![rank], Route { path: vec![beaten.target, hex], penalty: cost(rank) }))
    });
    ways.collect()
}

/// Ways of two hexes that end two hexes away, each with its ranks.
fn two_hexes(beaten: &Beaten<'_>) -> Vec<(Vec<Rank>, Route)> {
    let board = &beaten.definitions.board;
    let mut ways = Vec::new();
    for first in board.around(beaten.target) {
        let Some(rank) = beaten.rank(beaten.target, first, false) else { continue };
        for second in board.around(first).filter(|hex| board.distance(beaten.target, *hex) == 2) {
            let Some(then) = beaten.rank(first, second, true) else { continue };
            let path = vec![beaten.target, first, second];
            ways.push((vec![rank, then], Route { path, penalty: cost(rank) + cost(then) }));
        }
    }
    ways
}

/// The ways of the best rank, hex by hex, and those of a lesser one that save a unit (9.7, 9.72).
fn spare(beaten: &Beaten<'_>, combat: &Combat, ways: Vec<(Vec<Rank>, Route)>, hits: u8) -> Vec<Route> {
    // across the own boundary only if there is no other way (7.61)
    let (astray, home): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(_, route)| beaten.strays(&route.path[1..]));
    let ways = if home.is_empty() { astray } else { home };
    let first = ways.iter().map(|(ranks, _)| ranks[0]).min();
    let mut best: Vec<&(Vec<Rank>, Route)> = ways.iter().filter(|(ranks, _)| Some(ranks[0]) == first).collect();
    if hits == 2 {
        let then = |hex: HexId| {
            let of = ways.iter().filter(|(ranks, route)| Some(ranks[0]) == first && route.path[1] == hex);
            of.map(|(ranks, _)| ranks[1]).min()
        };
        best.retain(|(ranks, route)| Some(ranks[1]) == then(route.path[1]));
    }
    let left = combat.owed[1].saturating_sub(hits);
    let kills = |route: &Route| route.penalty > 0 && dies(beaten, combat, left + route.penalty);
    let mut routes: Vec<Route> = best.iter().map(|(_, route)| route.clone()).collect();
    if !routes.is_empty() && routes.iter().all(kills) {
        let saved = ways.iter().map(|(_, route)| route).filter(|route| !kills(route));
        routes.extend(saved.cloned());
    }
    routes
}

/// Whether so many losses, taken as evenly as 9.61 has it, cost a unit its life whomever the owner chooses.
fn dies(beaten: &Beaten<'_>, combat: &Combat, losses: u8) -> bool {
    let lost = |unit: &UnitId| combat.losses.iter().filter(|known| *known == unit).count();
    let steps = |unit: &UnitId| beaten.public.unit(*unit).steps(beaten.definitions.counter(*unit));
    let mut units: Vec<(usize, u8)> = beaten.units.iter().map(|unit| (lost(unit), steps(unit))).collect();
    (0..losses).any(|_| {
        let least = units.iter().map(|(lost, _)| *lost).min();
        let next = units.iter_mut().filter(|(lost, _)| Some(*lost) == least).max_by_key(|(_, steps)| *steps);
        next.is_none_or(|(lost, steps)| {
            (*lost, *steps) = (*lost + 1, steps.saturating_sub(1));
            *steps == 0
        })
    })
}

/// Steps that may follow `retreat`.
pub fn candidates(known: Known<'_>, combat: &Combat, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let routes = routes(known.definitions, known.public, combat);
    let mut offered = Vec::new();
    let mut once = |step: Step| {
        if !offered.contains(&step) {
            offered.push(step);
            offer(step);
        }
    };
    match partial {
        [_] => {
            for route in &routes {
                once(if route.path.len() == 2 { Step::Hex(route.path[1]) } else { Step::Via(route.path[1]) });
            }
        }
        [_, Step::Via(via)] => {
            let on = routes.iter().filter(|route| route.path.len() == 3 && route.path[1] == *via);
            on.for_each(|route| once(Step::Hex(route.path[2])));
        }
        _ => {}
    }
}

/// Why no retreat of one hex leads into a hex: the case, and what is wrong with it.
fn why_not(known: Known<'_>, combat: &Combat, hex: HexId) -> (&'static str, String) {
    let (definitions, public) = (known.definitions, known.public);
    let beaten = Beaten::of(definitions, public, combat);
    let (board, disposition) = (&definitions.board, public.disposition(definitions));
    let (it, held) = (board.hex(hex), disposition.holds(beaten.side, hex));
    let told = |case, why: &str| (case, why.to_owned());
    if !board.touch(combat.target, hex) {
        return ("9.5f", format!("it is not beside {}", definitions.place(combat.target)));
    }
    if disposition.holds(beaten.side.enemy(), hex) {
        return told("7.1d", "enemy units are there");
    }
    if it.built.is_some() && !public.owns(beaten.side, hex) {
        return told("9.71a", "it is a town or city of the enemy");
    }
    if beaten.side == ALLIED && it.westwall && !held {
        return told("9.71b", "no Allied unit holds that Westwall hex");
    }
    if beaten.side == GERMAN && public.roadblocks.contains(&hex) {
        return told("7.9b", "a roadblock is there");
    }
    if !stacking::fits(definitions, public, hex, &beaten.units) {
        return told("9.7g", "it would hold more than three units or six steps");
    }
    let ranks: Vec<Rank> = one_hex(&beaten).into_iter().map(|(ranks, _)| ranks[0]).collect();
    let Some(rank) = beaten.rank(combat.target, hex, true) else {
        return told("10.23f", "an isolated unit crosses no enemy bridge");
    };
    match ranks.into_iter().min() {
        Some(best) if best.0 == rank.0 => {
            told("9.7f", "it lies over an unbridged river or in forest without a road, and easier ground is open")
        }
        _ if beaten.strays(&[hex]) => told("7.61c", "it lies outside the area of its army, and ways within are open"),
        Some((1, _)) => told("9.7b", "the enemy controls it, and a hex is open that he does not control"),
        Some((2, _)) => told("9.7c", "a hex with a supplied friend comes first"),
        _ => told("9.7d", "a hex in own supply comes first"),
    }
}

/// Why no retreat of two hexes leads through a hex.
fn why_not_two(known: Known<'_>, combat: &Combat) -> (&'static str, String) {
    let (definitions, public) = (known.definitions, known.public);
    if combat.owed[1] < 2 {
        return ("9.5f", "it takes two hits, and one is left".to_owned());
    }
    for unit in public.disposition(definitions).stack(combat.target) {
        let (it, name) = (public.unit(unit), definitions.name(unit));
        if it.dispersed {
            return ("9.9c", format!("{name} is dispersed, so all in the hex go one hex only"));
        }
        if it.supply == Supply::Isolated {
            return ("10.23c", format!("{name} is isolated and goes one hex only"));
        }
    }
    ("9.75b", "by the priorities, hex by hex, it is not on a way that ends two hexes away".to_owned())
}

/// Judges a step after `retreat`: the hex, or the hex by way of which a second one is reached.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, combat: &Combat, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let routes = routes(known.definitions, known.public, combat);
    let place = |hex: &HexId| known.definitions.place(*hex);
    match (partial, step) {
        ([_], Step::Hex(hex)) => {
            if routes.iter().any(|route| route.path.len() == 2 && route.path[1] == *hex) {
                return Ok(Progress::Complete);
            }
            let open: Vec<HexId> =
                routes.iter().filter(|route| route.path.len() == 2).map(|route| route.path[1]).collect();
            let far = routes.iter().find(|route| route.path.len() == 3 && route.path[2] == *hex);
            if let Some(route) = far {
                let number = |hex: HexId| known.definitions.published.map.grid.number(hex);
                let message = format!("{} is two hexes away, so the retreat names its way", place(hex));
                let line = format!("retreat to {} via {}", number(*hex), number(route.path[1]));
                return Err(Refusal::new("9.75b", message).remedy(format!("Write `{line}`.")));
            }
            let (case, why) = why_not(known, combat, *hex);
            let refusal = Refusal::new(case, format!("no retreat leads into {} now: {why}", place(hex)));
            Err(refusal.remedy(format!("Open by the priorities: {}.", known.definitions.spots(&open))))
        }
        ([_], Step::Via(hex)) => {
            if routes.iter().any(|route| route.path.len() == 3 && route.path[1] == *hex) {
                return Ok(Progress::Open);
            }
            let (case, why) = why_not_two(known, combat);
            Err(Refusal::new(case, format!("no retreat of two hexes leads through {} now: {why}", place(hex))))
        }
        ([_, Step::Via(via)], Step::Hex(hex)) => {
            let fits = |route: &&Route| route.path.len() == 3 && (route.path[1], route.path[2]) == (*via, *hex);
            if routes.iter().any(|route| fits(&route)) {
                return Ok(Progress::Complete);
            }
            Err(Refusal::new("9.75b", format!("no retreat through {} ends in {} now", place(via), place(hex))))
        }
        _ => Err(misplaced("a hex, or a hex by way of another")),
    }
}

/// The defenders retreat.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, combat: &Combat, order: &[Step]) {
    let hexes: Vec<HexId> = order
        .iter()
        .filter_map(|step| match step {
            Step::Hex(hex) | Step::Via(hex) => Some(*hex),
            _ => None,
        })
        .collect();
    let definitions = turn.definitions();
    let routes = routes(definitions, &turn.public, combat);
    let Some(route) = routes.into_iter().find(|route| route.path[1..] == hexes[..]) else { return };
    let hits = hexes.len() as u8;
    let units = alive(&turn.public, &combat.defenders);
    let Route { path, penalty } = route;
    // what is owned, taken or left in passing is the same for all of them (12.1, 12.2, 14.1)
    let wake = ownership::wake(definitions, &turn.public, &units, &path, true);
    let first = units.first().copied();
    turn.emit(Event::Retreated { units, path, hits, penalty, dispersed: hits == 2, wake });
    first.into_iter().for_each(|unit| fuel::find(turn, unit, &hexes));
}
