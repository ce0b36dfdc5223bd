use super::{advance, under_way};
use crate::ArdennesOffensive;
use crate::chapters::asking::ask;
use crate::chapters::bridges;
use crate::chapters::movement::road_mode;
use crate::chapters::stacking;
use crate::chapters::zones;
use crate::printed::{ALLIED, BridgeId, Definitions, Ground, Side, Water};
use crate::truth::event::{Event, Loss};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Lets the beaten go as far as there is no choice, and asks the victor where there is one (10.2a, ruling R33).
pub fn go_on(turn: &mut Turn<'_, ArdennesOffensive>) {
    let definitions = turn.definitions();
    while let Some(combat) = turn.combat.clone() {
        let choices = combat.retreating.iter().map(|unit| (*unit, ways(definitions, turn, *unit)));
        let Some((unit, mut open)) = choices.into_iter().min_by_key(|(_, ways)| ways.len() > 1) else {
            return advance::begin(turn);
        };
        match open.len() {
            0 => {
                let side = definitions.counter(unit).side;
                turn.emit(Event::Lost { unit, side, why: Loss::NoRetreat, strength: 0 });
            }
            1 => walk(turn, unit, open.remove(0)),
            _ => return ask(turn, combat.victor(), Topic::Retreat),
        }
    }
}

fn walk(turn: &mut Turn<'_, ArdennesOffensive>, unit: UnitId, path: Vec<HexId>) {
    let definitions = turn.definitions();
    let end = path.last().copied();
    let beside = |hex| road_mode::beside(definitions, turn, unit, hex).next().is_some();
    let crowded = turn.unit(unit).road && end.is_some_and(beside);
    turn.emit(Event::Retreated { unit, path, crowded });
}

/// How well a way keeps to the priorities: the less, the better (10.2a, E.10, ruling R30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Demerits {
    /// Hexes by which it falls short of ending nearer to its own supply and no nearer to the enemy's.
    astray: u16,
    rivers: u8,
    interdicted: u8,
    rough: u8,
    clear: u8,
    friends: u8,
}

/// A retreat under way.
struct Retreat<'a> {
    definitions: &'a Definitions,
    state: &'a State,
    unit: UnitId,
    side: SideId,
    start: HexId,
    road: bool,
    interdicted: Vec<BridgeId>,
}

/// The ways by which a unit may retreat from where it stands, as far as the combat's result says: the best by the
/// priorities, one for each hex in which they end. None if it is lost.
pub fn ways(definitions: &Definitions, state: &State, unit: UnitId) -> Vec<Vec<HexId>> {
    let (Some(start), Some(combat)) = (state.unit(unit).hex(), &state.combat) else { return Vec::new() };
    let side = definitions.counter(unit).side;
    // bridges of the player turn for whose turn it is, those of the moment for the other (E.13.3, E.13.4)
    let interdicted =
        if side == state.side { state.interdicted.clone() } else { bridges::interdicted_for(definitions, state, side) };
    let retreat = Retreat { definitions, state, unit, side, start, road: state.unit(unit).road, interdicted };
    let mut found = Vec::new();
    retreat.full(&mut vec![start], combat.distance, &mut found);
    if found.is_empty() && side == ALLIED {
        for length in 1..=combat.distance {
            retreat.off_map(&mut vec![start], length, &mut found);
            if !found.is_empty() {
                break;
            }
        }
    }
    let best = found.iter().map(|(demerits, _)| *demerits).min();
    let mut ways: Vec<Vec<HexId>> = Vec::new();
    for (_, way) in found.into_iter().filter(|(demerits, _)| Some(*demerits) == best) {
        if ways.iter().all(|other| other.last() != way.last()) {
            ways.push(way);
        }
    }
    ways.sort_by_key(|way| way.last().copied());
    ways
}

impl Retreat<'_> {
    /// All ways of full length, each hex one further from the start (10.2b, ruling R31).
    fn full(&self, way: &mut Vec<HexId>, distance: u8, found: &mut Vec<(Demerits, Vec<HexId>)>) {
        if way.len() > usize::from(distance) {
            found.push((self.demerits(way), way.clone()));
            return;
        }
        for there in self.further(way) {
            if self.definitions.board.is_live(there) {
                way.push(there);
                self.full(way, distance, found);
                way.pop();
            }
        }
    }

    /// All ways into an edge hex that enter it as their hex of this number (9.7p, ruling R36).
    fn off_map(&self, way: &mut Vec<HexId>, length: u8, found: &mut Vec<(Demerits, Vec<HexId>)>) {
        let last = way.len() == usize::from(length);
        for there in self.further(way) {
            way.push(there);
            if self.definitions.board.is_edge(there) {
                if last {
                    found.push((self.demerits(way), way.clone()));
                }
            } else if !last {
                self.off_map(way, length, found);
            }
            way.pop();
        }
    }

    /// The hexes one further from the start into which a way may go on.
    fn further(&self, way: &[HexId]) -> Vec<HexId> {
        let (board, length) = (&self.definitions.board, way.len() as u16);
        let Some(here) = way.last() else { return Vec::new() };
        let sides = board.hex(*here).sides.iter();
        let on = sides.filter(|side| board.distance(self.start, side.there) == length && self.open(side));
        on.map(|side| side.there).collect()
    }

    /// Whether a retreat may go into a hex (10.2c, 6.7m, 14.3c).
    fn open(&self, side: &Side) -> bool {
        let (definitions, state, there) = (self.definitions, self.state, side.there);
        let board = &definitions.board;
        let enterable = board.is_live(there) || self.side == ALLIED && board.is_edge(there);
        let bound = state.unit(self.unit).west_bank && !state.freed && !board.west_of_meuse(there);
        let barred = || {
            let wall = &definitions.tables.west_wall[self.side.index()];
            !self.road_over(side) || board.hex(there).west_wall && !wall.road_mode
        };
        enterable
            && !bound
            && zones::open(definitions, state, self.side, there)
            && stacking::fits(definitions, state, self.unit, there, self.road).is_ok()
            && !(self.road && barred())
    }

    /// Whether a road leads over a hexside that is not cut.
    fn road_over(&self, side: &Side) -> bool {
        side.road && side.bridge.is_none_or(|bridge| self.interdicted.binary_search(&bridge).is_err())
    }

    fn demerits(&self, way: &[HexId]) -> Demerits {
        let board = &self.definitions.board;
        let end = way.last().copied().unwrap_or(self.start);
        let to = |side: SideId, hex| board.to_source(side, hex);
        let from_home = (to(self.side, end) + 1).saturating_sub(to(self.side, self.start));
        let to_enemy = to(self.side.enemy(), self.start).saturating_sub(to(self.side.enemy(), end));
        let mut demerits = Demerits { astray: from_home + to_enemy, ..Demerits::default() };
        for pair in way.windows(2) {
            let Some(side) = board.side(pair[0], pair[1]) else { continue };
            demerits.friends += self.state.disposition(self.definitions).present(self.side, pair[1]);
            let rough = board.hex(pair[1]).ground == Ground::Rough;
            let of_kind = match (self.road_over(side), side.bridge, side.water) {
                (true, ..) => continue,
                (_, Some(_), _) => &mut demerits.interdicted,
                (.., Water::River) => &mut demerits.rivers,
                (.., Water::Ford) => &mut demerits.rough,
                // "to" a road is as good as along it (ruling R30)
                _ if road_mode::on_road(self.definitions, pair[1]) => continue,
                _ if rough => &mut demerits.rough,
                _ => &mut demerits.clear,
            };
            *of_kind += 1;
        }
        demerits
    }
}

/// Steps that may follow `retreat`.
pub fn candidates(definitions: &Definitions, state: &State, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    match partial {
        [Step::Verb(Verb::Retreat)] => {
            state.combat.iter().flat_map(|combat| &combat.retreating).copied().map(Step::Unit).for_each(offer);
        }
        [Step::Verb(Verb::Retreat), Step::Unit(unit)] => {
            let ends = ways(definitions, state, *unit).into_iter().filter_map(|way| way.last().copied());
            ends.map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges a step after `retreat`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(definitions: &Definitions, state: &State, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let combat = under_way(state)?;
    match (partial, step) {
        ([_], Step::Unit(unit)) if combat.retreating.contains(unit) => Ok(Progress::Open),
        ([_], Step::Unit(unit)) => Err(Refusal::new("10.1a", format!("{} does not retreat", definitions.name(*unit)))
            .remedy(format!("These do: {}.", definitions.names(&combat.retreating)))),
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let ends: Vec<HexId> =
                ways(definitions, state, *unit).into_iter().filter_map(|way| way.last().copied()).collect();
            if ends.contains(hex) {
                return Ok(Progress::Complete);
            }
            let (name, place) = (definitions.name(*unit), definitions.place(*hex));
            let away = if combat.distance == 1 { "1 hex".to_owned() } else { format!("{} hexes", combat.distance) };
            let message = format!("the priorities of a retreat of {away} do not lead {name} to {place}");
            let places: Vec<String> = ends.iter().map(|end| definitions.place(*end)).collect();
            Err(Refusal::new("10.2a", message).remedy(format!("They lead to {}.", places.join(" or "))))
        }
        _ => Err(Refusal::new("order", "expected a unit that retreats, and the hex to which it goes")),
    }
}

/// Carries out `retreat`.
pub fn perform(turn: &mut Turn<'_, ArdennesOffensive>, order: &[Step]) {
    let [_, Step::Unit(unit), Step::Hex(hex)] = order else { return };
    let ways = ways(turn.definitions(), turn, *unit);
    turn.emit(Event::Answered);
    if let Some(way) = ways.into_iter().find(|way| way.last() == Some(hex)) {
        walk(turn, *unit, way);
    }
    go_on(turn);
}
