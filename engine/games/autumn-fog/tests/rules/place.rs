//! Positions of Autumn Fog for tests: any units in any hexes with any status, orders by name, and hexes of the real
//! map chosen by what lies in them, so that a correction of the map does not break a test.

use autumn_fog::AutumnFog;
use autumn_fog::board::Board;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{Field, GERMAN, Location, OpenAsk, Pending, State, UnitState};
use autumn_fog::tables::Ground;
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::chance::Scripted;
use engine::contract::{Ask, AskId, Foundation, Refusal, Rules, Seen, Setup, SideId, Sight, Viewer, decide};
use std::sync::LazyLock;

/// The game as published.
pub static GAME: LazyLock<Definitions> =
    LazyLock::new(|| AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0])));

/// The unit with an id of `units.txt`.
pub fn id(unit: &str) -> UnitId {
    GAME.published.units.find(unit).unwrap_or_else(|| panic!("no unit {unit}"))
}

/// The formation with an id of `units.txt`.
pub fn corps(formation: &str) -> FormationId {
    let formations = &GAME.published.units.formations;
    let place = formations.iter().position(|known| known.id == formation);
    FormationId(place.unwrap_or_else(|| panic!("no formation {formation}")) as u16)
}

/// A game in some position.
pub struct Play {
    /// The position.
    pub state: State,
    /// Dice to come.
    pub dice: Scripted,
}

impl Play {
    /// An empty map on a turn, nobody to act, no events left to play.
    pub fn on_turn(turn: u8) -> Play {
        Play::scenario().emptied(turn)
    }

    /// An empty map on a turn of The Entire Battle, nobody to act.
    pub fn in_battle(turn: u8) -> Play {
        Play::of("entire-battle").emptied(turn)
    }

    fn emptied(self, turn: u8) -> Play {
        self.field(|field| {
            (field.turn, field.events) = (turn, [0; 7]);
            for unit in &mut field.units {
                (unit.place, unit.improved, unit.pinned) = (Location::Absent, false, false);
            }
        })
    }

    /// The Initial Assault as set up, before it begins.
    pub fn scenario() -> Play {
        Play::of("initial-assault")
    }

    /// A scenario as set up, before it begins.
    pub fn of(scenario: &str) -> Play {
        let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
        Play { state: AutumnFog::initial(&GAME, &setup).expect("the scenario"), dice: Scripted::default() }
    }

    /// The Initial Assault, begun: both sides allot supports.
    pub fn begun() -> (Play, Vec<Event>) {
        let mut play = Play::scenario();
        let (events, state) = engine::contract::begin::<AutumnFog>(&GAME, &play.state, &mut play.dice);
        play.state = state;
        (play, events)
    }

    /// With a unit in a hex.
    pub fn put(mut self, unit: &str, hex: HexId) -> Play {
        self.unit_mut(unit).place = Location::Map(hex);
        self
    }

    /// With a unit changed.
    pub fn with(mut self, unit: &str, change: impl FnOnce(&mut UnitState)) -> Play {
        change(self.unit_mut(unit));
        self
    }

    /// With the open table changed.
    pub fn field(mut self, change: impl FnOnce(&mut Field)) -> Play {
        change(&mut self.state.field);
        self
    }

    /// With dice to come.
    pub fn rolling(mut self, faces: &[u8]) -> Play {
        self.dice = Scripted::new(faces.iter().copied());
        self
    }

    /// With a question put to a side.
    pub fn asked(self, side: SideId, pending: Pending) -> Play {
        self.field(|field| {
            let id = AskId(field.next_ask);
            field.asks.push(OpenAsk { id, side, pending });
            field.next_ask += 1;
            field.operations.side = Some(side);
        })
    }

    /// With a general activation of a side begun.
    pub fn general(self, side: SideId) -> Play {
        let mut play = self.asked(side, Pending::Operate);
        play.does(general());
        play
    }

    /// With a formation activated.
    pub fn formation(self, name: &str) -> Play {
        let mut play = self.asked(GAME.side_of(corps(name)), Pending::Operate);
        play.does(formation(name));
        play
    }

    /// The start of the next turn: the operations of this one end, a new one begins with its checks.
    pub fn next_turn(self) -> Play {
        let turn = self.state.field.turn;
        let mut play = self.asked(GERMAN, Pending::Operate).field(|field| field.operations.passes = 1);
        play.does(just(Verb::Pass));
        assert_eq!(play.state.field.turn, turn + 1);
        play
    }

    fn unit_mut(&mut self, unit: &str) -> &mut UnitState {
        &mut self.state.field.units[id(unit).index()]
    }

    /// A unit's state.
    pub fn unit(&self, unit: &str) -> &UnitState {
        self.state.field.unit(id(unit))
    }

    /// Where a unit is.
    pub fn hex(&self, unit: &str) -> HexId {
        self.state.field.hex_of(id(unit)).unwrap_or_else(|| panic!("{unit} is not on the map"))
    }

    /// Whom the innermost question is put to, and about what.
    pub fn question(&self) -> Option<(SideId, Pending)> {
        self.state.field.asks.last().map(|ask| (ask.side, ask.pending))
    }

    fn to_decide(&self) -> SideId {
        AutumnFog::asks(&self.state).first().expect("an open ask").side
    }

    /// An order of a side.
    pub fn by(&mut self, side: SideId, order: Vec<Step>) -> Result<Vec<Event>, Refusal> {
        let (events, state) = decide::<AutumnFog>(&GAME, &self.state, side, &order, &mut self.dice)?;
        self.state = state;
        Ok(events)
    }

    /// An order that must be accepted, of the side whose decision it is.
    pub fn does(&mut self, order: Vec<Step>) -> Vec<Event> {
        let side = self.to_decide();
        self.by(side, order.clone()).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"))
    }

    /// An order that must be refused: case and message.
    pub fn refused(&self, order: Vec<Step>) -> (String, String) {
        let mut dice = Scripted::default();
        match decide::<AutumnFog>(&GAME, &self.state, self.to_decide(), &order, &mut dice) {
            Err(refusal) => (refusal.case.into_owned(), refusal.message),
            Ok((events, _)) => panic!("{order:?} was accepted: {events:?}"),
        }
    }

    /// The case under which an order is refused.
    pub fn case(&self, order: Vec<Step>) -> String {
        self.refused(order).0
    }

    /// The steps that may follow a partial order of the side whose decision it is.
    pub fn legal(&self, partial: &[Step]) -> Vec<Step> {
        let view = AutumnFog::view(&GAME, &self.state, Viewer::Side(self.to_decide()));
        Seen::<AutumnFog>::new(&GAME, &view).legal(partial).into_iter().map(|(step, _)| step).collect()
    }

    /// The half MP that a unit pays for a step from its hex, and the AP of crossings besides its movement actions.
    /// The unit must be ready to act for the first time.
    pub fn half_mp(&mut self, unit: &str, to: HexId) -> i16 {
        let data = GAME.unit(id(unit));
        let allowance = GAME.tables.allowances.of(data.class);
        let (before, rest) = match self.unit(unit) {
            state if state.active => (state.ap, state.half_mp),
            _ => (allowance.action_points, 0),
        };
        self.does(walk(unit, &[to]));
        let after = self.unit(unit);
        i16::from(before - after.ap) * 2 * i16::from(allowance.movement_points) + i16::from(rest)
            - i16::from(after.half_mp)
    }
}

/// `move UNIT HEX`
pub fn go(unit: &str, hex: HexId) -> Vec<Step> {
    vec![Step::Verb(Verb::Move), Step::Unit(id(unit)), Step::Hex(hex)]
}

/// `move UNIT via …`
pub fn walk(unit: &str, path: &[HexId]) -> Vec<Step> {
    let start = [Step::Verb(Verb::Move), Step::Unit(id(unit))];
    start.into_iter().chain(path.iter().map(|hex| Step::Via(*hex))).chain([Step::Done]).collect()
}

/// `enter UNIT HEX`
pub fn enter(unit: &str, hex: HexId) -> Vec<Step> {
    vec![Step::Verb(Verb::Enter), Step::Unit(id(unit)), Step::Hex(hex)]
}

/// A verb and a unit.
pub fn act(verb: Verb, unit: &str) -> Vec<Step> {
    vec![Step::Verb(verb), Step::Unit(id(unit))]
}

/// `activate FORMATION`
pub fn formation(name: &str) -> Vec<Step> {
    vec![Step::Verb(Verb::Activate), Step::Formation(corps(name))]
}

/// `activate general`
pub fn general() -> Vec<Step> {
    vec![Step::Verb(Verb::Activate), Step::General]
}

/// An order of one verb.
pub fn just(verb: Verb) -> Vec<Step> {
    vec![Step::Verb(verb)]
}

/// `allot HQ KIND`
pub fn allot(hq: &str, kind: SupportKind) -> Vec<Step> {
    vec![Step::Verb(Verb::Allot), Step::Unit(id(hq)), Step::Kind(kind)]
}

/// `allot done`
pub fn allotted() -> Vec<Step> {
    vec![Step::Verb(Verb::Allot), Step::Done]
}

/// The map.
pub fn board() -> &'static Board {
    &GAME.board
}

/// What a side is asked, if anything.
pub fn ask(state: &State, side: SideId) -> Option<Ask> {
    AutumnFog::asks(state).into_iter().find(|ask| ask.side == side)
}

/// The hex with a printed number.
pub fn hex(number: &str) -> HexId {
    board().grid().find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// Hexes of the map.
pub fn hexes() -> impl Iterator<Item = HexId> {
    GAME.published.map.on_map()
}

/// The first hex for which something is found, on the near side of the Meuse if there is one: a German beyond it wins.
pub fn seek<T>(what: &str, find: impl FnMut(HexId) -> Option<T>) -> T {
    let (beyond, near): (Vec<HexId>, Vec<HexId>) = hexes().partition(|hex| board().west_of_meuse(*hex));
    near.into_iter().chain(beyond).find_map(find).unwrap_or_else(|| panic!("the map has no {what}"))
}

/// The hexes around a hex.
pub fn around(hex: HexId) -> Vec<HexId> {
    board().neighbours(hex).map(|(_, there)| there).collect()
}

/// Distance in hexes.
pub fn distance(a: HexId, b: HexId) -> u16 {
    board().grid().distance(a, b)
}

/// What lies in a hex.
pub fn grounds(hex: HexId) -> &'static [Ground] {
    &board().ground(hex).grounds
}

/// Whether a hex is clear or rough and nothing else.
pub fn bare(hex: HexId) -> bool {
    matches!(grounds(hex), [Ground::Clear | Ground::Rough])
}

/// Whether the side between two hexes has no river.
pub fn dry(a: HexId, b: HexId) -> bool {
    board().side(a, b).is_some_and(|side| !board().river(a, side))
}

/// Whether a road joins two hexes.
pub fn road(a: HexId, b: HexId) -> bool {
    board().side(a, b).is_some_and(|side| board().road(a, side))
}

/// Half MP of a step without a road, for infantry (0) or mechanized units (1).
pub fn off_road(hex: HexId, column: usize) -> i16 {
    i16::from(board().ground(hex).cost[column])
}

/// A centre of bare ground without rivers, two hexes around.
pub fn heath() -> HexId {
    seek("bare ground two hexes around without a river", |centre| {
        let disc: Vec<HexId> = hexes().filter(|hex| distance(centre, *hex) <= 2).collect();
        let plain =
            disc.iter().all(|hex| bare(*hex) && around(*hex).iter().all(|to| !disc.contains(to) || dry(*hex, *to)));
        (disc.len() == 19 && plain).then_some(centre)
    })
}

/// A straight line of hexes on the heath, five long; the third is its centre.
pub fn row() -> [HexId; 5] {
    let centre = heath();
    let (side, next) = board().neighbours(centre).next().expect("a neighbour");
    let step = |from, side| board().grid().neighbour(from, side).expect("a hex of the heath");
    let before = step(centre, side.opposite());
    [step(before, side.opposite()), before, centre, next, step(next, side)]
}

/// A pair of neighbours for which something holds.
pub fn pair(what: &str, fits: impl Fn(HexId, HexId) -> bool) -> (HexId, HexId) {
    seek(what, |from| around(from).into_iter().find(|to| fits(from, *to)).map(|to| (from, to)))
}

/// The west end of a road bridge over the Meuse, with room around it.
pub fn bridgehead() -> HexId {
    let crossing = |west: HexId, east: HexId| {
        let side = board().side(west, east).expect("neighbours");
        board().west_of_meuse(west) && !board().west_of_meuse(east) && board().bridge(west, side) && road(west, east)
    };
    pair("a bridge over the Meuse", crossing).0
}

/// Whether an event list holds an event.
pub fn has(events: &[Event], fits: impl Fn(&Event) -> bool) -> bool {
    events.iter().any(fits)
}

/// Half MP of a step by the road if one joins the hexes, else by the ground.
pub fn step_cost(from: HexId, to: HexId, column: usize) -> i16 {
    if road(from, to) { [2, 1][column] } else { off_road(to, column) }
}

/// The AP, the fatigue and the die of the first activation among events.
pub fn woken(events: &[Event]) -> (u8, bool, Option<u8>) {
    let woken = events.iter().find_map(|event| match event {
        Event::Activated { ap, fatigued, check, .. } => Some((*ap, *fatigued, *check)),
        _ => None,
    });
    woken.unwrap_or_else(|| panic!("nobody is activated in {events:?}"))
}

/// Whether the moved unit of the last move must attack.
pub fn bound(events: &[Event]) -> bool {
    has(events, |event| matches!(event, Event::Moved { bound: true, .. }))
}
