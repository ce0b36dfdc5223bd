//! Positions to try rules on: the map, some units, a moment.

use crate::chapters::{disorganized, movement};
use crate::printed::{Definitions, GERMAN, Side, files};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::state::{Phase, Place, State};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use std::sync::LazyLock;

/// The game as it comes with the program.
pub static GAME: LazyLock<Definitions> =
    LazyLock::new(|| Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0])));

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

/// The first hexside of the map for which something holds: the numbers of its hexes.
pub fn hexside(fits: impl Fn(HexId, &Side) -> bool) -> (String, String) {
    let all = GAME.board.on_map().flat_map(|from| GAME.board.hex(from).sides.iter().map(move |side| (from, side)));
    let mut found = all.filter(|(from, side)| GAME.board.hex(side.there).on_map() && fits(*from, side));
    let (from, side) = found.next().expect("such a hexside");
    (number(from), number(side.there))
}

/// A position at some moment.
#[derive(Clone, Debug)]
pub struct Given {
    /// All that is true.
    pub state: State,
}

impl Given {
    /// Nobody on the map of the campaign; turn 3, a phase of a side.
    pub fn at(side: SideId, phase: Phase) -> Given {
        Given::of("campaign", side, phase).turn(3)
    }

    /// Nobody on the map of a scenario; its first turn.
    pub fn of(scenario: &str, side: SideId, phase: Phase) -> Given {
        let place = GAME.published.scenarios.iter().position(|it| it.id == scenario).expect("the scenario");
        let mut state = State::empty(&GAME, place as u8);
        (state.side, state.phase) = (side, phase);
        Given { state }
    }

    /// The Germans move.
    pub fn german() -> Given {
        Given::at(GERMAN, Phase::Movement)
    }

    /// The Allies move.
    pub fn allied() -> Given {
        Given::at(GERMAN.enemy(), Phase::Movement)
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

    /// With a unit in a hex.
    pub fn unit(self, id: &str, number: &str) -> Given {
        self.with(|state| state.units.get_mut(unit(id)).place = Place::Hex(hex(number)))
    }

    /// With a unit in a hex that has lost a step.
    pub fn reduced(self, id: &str, number: &str) -> Given {
        self.unit(id, number).with(|state| state.units.get_mut(unit(id)).lost = 1)
    }

    /// With a disorganised unit in a hex.
    pub fn dg(self, id: &str, number: &str) -> Given {
        self.unit(id, number).with(|state| state.units.get_mut(unit(id)).disorganised = true)
    }

    /// With full barrage markers of a side in a hex.
    pub fn fire(self, side: SideId, number: &str, markers: u8) -> Given {
        self.with(|state| {
            state.barrages[side.index()].full.insert(hex(number), markers);
        })
    }

    /// Writes an event.
    pub fn evolve(&mut self, event: &Event) {
        evolve(&mut self.state, event);
    }

    /// As the phase begins.
    pub fn begun(mut self) -> Given {
        for event in disorganized::at_begin_of_phase(&GAME, &self.state, self.state.side, self.state.phase) {
            self.evolve(&event);
        }
        self
    }

    /// Moves a unit to a hex: the points that it has left.
    pub fn go(&mut self, id: &str, to: &str) -> String {
        let events = movement::to(&GAME, &self.state, GAME.counter(unit(id)).side, unit(id), hex(to));
        for event in events.unwrap_or_else(|refusal| panic!("{refusal}")) {
            self.evolve(&event);
        }
        movement::points(movement::left(&GAME, &self.state, unit(id)))
    }

    /// The case under which a move of a unit to a hex is refused.
    pub fn refused(&self, id: &str, to: &str) -> String {
        match movement::to(&GAME, &self.state, self.state.side, unit(id), hex(to)) {
            Ok(events) => panic!("{id} goes to {to}: {events:?}"),
            Err(refusal) => refusal.case.into_owned(),
        }
    }

    /// The numbers of the bond hexes of a side, in the order of the map.
    pub fn bonds(&self, side: SideId) -> Vec<String> {
        self.state.disposition(&GAME).bonds(side).iter().map(number).collect()
    }

    /// Whether a unit is disorganised.
    pub fn is_dg(&self, id: &str) -> bool {
        self.state.unit(unit(id)).disorganised
    }
}
