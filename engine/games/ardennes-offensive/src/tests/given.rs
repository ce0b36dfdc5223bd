//! Positions to try rules on: the map, some units, a moment, and orders in words.

use crate::ArdennesOffensive;
use crate::printed::{Definitions, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::state::{Asked, Phase, Place, State, Supply, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::chance::Scripted;
use engine::contract::{
    AskId, Foundation, Progress, Refusal, Rules, Seen, SideId, Sight, Speech, StandingOrders, Viewer, decide,
};
use std::sync::LazyLock;

/// The game as it comes with the program.
pub static GAME: LazyLock<Definitions> = LazyLock::new(|| {
    ArdennesOffensive::definitions(&ArdennesOffensive::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
});

/// The hex with a number.
pub fn hex(number: &str) -> HexId {
    GAME.published.map.grid.find(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// The number of a hex.
pub fn number(hex: HexId) -> String {
    GAME.published.map.grid.number(hex)
}

/// The unit with an id.
pub fn unit(id: &str) -> UnitId {
    GAME.published.units.find(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// A position at some moment.
#[derive(Clone, Debug)]
pub struct Given {
    /// All that is true.
    pub state: State,
}

impl Given {
    /// Nobody on the map; turn 3, a side's phase.
    pub fn at(side: SideId, phase: Phase) -> Given {
        let mut state = State::empty(0, GAME.counters.len());
        let topic = match phase {
            Phase::SetUp => Topic::SetUp,
            Phase::Movement | Phase::Mechanized => Topic::Move,
            Phase::Combat => Topic::Attack,
        };
        (state.turn, state.side, state.phase) = (3, side, phase);
        state.asked = Some(Asked { id: AskId(0), side, topic });
        state.next_ask = 1;
        Given { state }
    }

    /// The Germans move.
    pub fn german_movement() -> Given {
        Given::at(GERMAN, Phase::Movement)
    }

    /// The Allies move.
    pub fn allied_movement() -> Given {
        Given::at(GERMAN.enemy(), Phase::Movement)
    }

    /// The Germans fight.
    pub fn german_combat() -> Given {
        Given::at(GERMAN, Phase::Combat)
    }

    /// The Allies fight.
    pub fn allied_combat() -> Given {
        Given::at(GERMAN.enemy(), Phase::Combat)
    }

    /// With a unit in a hex.
    pub fn unit(mut self, id: &str, number: &str) -> Given {
        self.state.units.get_mut(unit(id)).place = Place::Hex(hex(number));
        self
    }

    /// With a unit in road mode in a hex.
    pub fn road(self, id: &str, number: &str) -> Given {
        let mut given = self.unit(id, number);
        given.state.units.get_mut(unit(id)).road = true;
        given
    }

    /// With the supply that was judged for a unit.
    pub fn supply(mut self, id: &str, supply: Supply) -> Given {
        self.state.units.get_mut(unit(id)).supply = supply;
        self
    }

    /// With a change of the state.
    pub fn with(mut self, change: impl FnOnce(&mut State)) -> Given {
        change(&mut self.state);
        self
    }

    /// In another turn.
    pub fn turn(self, turn: u8) -> Given {
        self.with(|state| state.turn = turn)
    }

    /// Reads a line.
    pub fn read(&self, line: &str) -> Vec<Vec<Step>> {
        let side = self.state.asked.expect("somebody is asked").side;
        let view = ArdennesOffensive::view(&GAME, &self.state, Viewer::Side(side));
        ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), line)
            .unwrap_or_else(|misread| panic!("{line}: {misread}"))
    }

    /// Carries out a line with these dice: the events, or the refusal.
    pub fn try_with(&mut self, line: &str, dice: &[u8]) -> Result<Vec<Event>, Refusal> {
        let mut chance = Scripted::new(dice.iter().copied());
        let mut all = Vec::new();
        for order in self.read(line) {
            let side = self.state.asked.expect("somebody is asked").side;
            let (events, state) = decide::<ArdennesOffensive>(&GAME, &self.state, side, &order, &mut chance)?;
            self.state = state;
            all.extend(events);
        }
        assert_eq!((chance.left(), chance.missing), (0, 0), "the dice of `{line}`");
        Ok(all)
    }

    /// Carries out a line without dice.
    pub fn order(&mut self, line: &str) -> Vec<Event> {
        self.roll(line, &[])
    }

    /// Carries out a line with these dice.
    pub fn roll(&mut self, line: &str, dice: &[u8]) -> Vec<Event> {
        self.try_with(line, dice).unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
    }

    /// The case under which a line is refused.
    pub fn refused(&self, line: &str) -> String {
        match self.clone().try_with(line, &[]) {
            Ok(events) => panic!("{line}: {events:?}"),
            Err(refusal) => refusal.case.into_owned(),
        }
    }

    /// The refusal of a line.
    pub fn refusal(&self, line: &str) -> Refusal {
        self.clone().try_with(line, &[]).expect_err(line)
    }

    /// What is legal next after the beginning of an order, as whoever is asked reads it.
    pub fn legal(&self, begun: &[Step]) -> Vec<Step> {
        let view = self.view();
        let legal = Seen::<ArdennesOffensive>::new(&GAME, &view).legal(begun);
        legal.into_iter().map(|(step, _)| step).collect()
    }

    /// Judges a step after the beginning of an order.
    pub fn check(&self, begun: &[Step], step: Step) -> Result<Progress, Refusal> {
        let view = self.view();
        Seen::<ArdennesOffensive>::new(&GAME, &view).check(begun, &step)
    }

    /// What whoever is asked sees.
    pub fn view(&self) -> View {
        View { side: self.state.asked.map(|asked| asked.side), state: self.state.clone() }
    }

    /// Where a unit is.
    pub fn place(&self, id: &str) -> String {
        match self.state.unit(unit(id)).place {
            Place::Hex(hex) => number(hex),
            other => format!("{other:?}"),
        }
    }

    /// What a unit has left in its phase.
    pub fn left(&self, id: &str) -> u16 {
        self.state.unit(unit(id)).left.unwrap_or_else(|| panic!("{id} has spent nothing"))
    }

    /// What is asked, and of whom.
    pub fn asked(&self) -> Option<(SideId, Topic)> {
        self.state.asked.map(|asked| (asked.side, asked.topic))
    }

    /// Answers what combat asks as a player without standing orders is answered, as long as it asks for one of these.
    pub fn settle(&mut self, topics: &[Topic]) {
        while let Some(asked) = self.state.asked.filter(|asked| topics.contains(&asked.topic)) {
            let view = ArdennesOffensive::view(&GAME, &self.state, Viewer::Side(asked.side));
            let ask = ArdennesOffensive::asks(&self.state)[0];
            let answer =
                ArdennesOffensive::answer(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask, &Default::default())
                    .expect("an answer");
            let decided = decide::<ArdennesOffensive>(&GAME, &self.state, asked.side, &answer, &mut Scripted::new([]));
            self.state = decided.unwrap_or_else(|refusal| panic!("{answer:?}: {refusal}")).1;
        }
    }

    /// Carries out an attack with its die, and whatever it asks.
    pub fn fight(&mut self, line: &str, face: u8) -> Vec<Event> {
        let events = self.roll(line, &[face]);
        self.settle(&[Topic::Retreat, Topic::Advance, Topic::Losses]);
        events
    }

    /// Ends the phase.
    pub fn end(&mut self) -> Vec<Event> {
        self.order("end")
    }
}
