//! Positions that tests begin from.

use crate::EnemyAction;
use crate::printed::{CardId, ChitId, Definitions, RiverId};
use crate::truth::event::Event;
use crate::truth::roster::{BridgeState, Place};
use crate::truth::state::{Activation, Phase, Stage, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Setup, SideId};
use testing::Given;

/// A scenario at its first question.
pub fn start(scenario: &str) -> Given<EnemyAction> {
    Given::start(&Setup { scenario: scenario.to_owned(), options: Default::default() })
}

/// The game as it is printed.
pub fn printed() -> Definitions {
    Definitions::parse(&crate::printed::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// A unit by its id.
pub fn unit(given: &Given<EnemyAction>, id: &str) -> UnitId {
    given.definitions.published.units.find(id).unwrap_or_else(|| panic!("a unit {id}"))
}

/// A hex by its number.
pub fn hex(given: &Given<EnemyAction>, number: &str) -> HexId {
    given.definitions.published.map.grid.find(number).unwrap_or_else(|| panic!("a hex {number}"))
}

/// A card by its id.
pub fn card(given: &Given<EnemyAction>, id: &str) -> CardId {
    let known = given.definitions.cards().find(|(_, card)| card.id == id);
    known.unwrap_or_else(|| panic!("a card {id}")).0
}

/// The Command Phase of a day with nobody on the map.
pub fn empty(day: u8) -> Given<EnemyAction> {
    empty_of("battle-of-the-bulge", day)
}

/// The same in a scenario.
pub fn empty_of(scenario: &str, day: u8) -> Given<EnemyAction> {
    let mut given = start(scenario).fact(&Event::Answered).fact(&Event::DayBegan { day, opening: 0 });
    for at in 0..given.definitions.units() as u16 {
        given = given.fact(&Event::Adjusted { unit: UnitId(at), place: Place::Absent, lost: 0 });
    }
    given.state.public.wall.clear();
    given.state.public.positions.clear();
    given.fact(&Event::PhaseBegan { phase: Phase::Command })
}

/// A unit in a hex, with so many steps lost.
pub fn put(given: Given<EnemyAction>, id: &str, number: &str, lost: u8) -> Given<EnemyAction> {
    let (unit, hex) = (unit(&given, id), hex(&given, number));
    given.fact(&Event::Adjusted { unit, place: Place::Hex(hex), lost })
}

/// Cards more in a hand.
pub fn hold(given: Given<EnemyAction>, side: SideId, ids: &[&str]) -> Given<EnemyAction> {
    let cards: Vec<CardId> = ids.iter().map(|id| card(&given, id)).collect();
    let count = cards.len() as u8;
    given.fact(&Event::Drew { side, cards, count })
}

/// These cards alone in a hand.
pub fn only(given: Given<EnemyAction>, side: SideId, ids: &[&str]) -> Given<EnemyAction> {
    let cards = given.state.hidden[side.index()].hand.clone();
    hold(given.fact(&Event::LaidAside { side, cards }), side, ids)
}

/// The Supply Phase of the next day: both sides have played all their cards, the last of them now. Nobody is asked about
/// bridges; the dice are those of the phase.
pub fn next_day(mut given: Given<EnemyAction>, dice: &[u8]) -> Given<EnemyAction> {
    for side in SideId::BOTH {
        let draw = given.state.hidden[side.index()].draw.clone();
        let count = draw.len() as u8;
        given = only(given.fact(&Event::Drew { side, cards: draw, count }), side, &[]);
    }
    let given = given.fact(&Event::PhaseBegan { phase: Phase::Command });
    // a card that does nothing is thrown away, and the engineers of both sides do nothing
    let given = impulse(hold(given, SideId(1), &["99-id"]), SideId(1)).and("allied: discard 99-id");
    given.and("allied: pass").dice(dice).and("german: pass")
}

/// Everything is German: towns, cities and bridges.
pub fn conquered(mut given: Given<EnemyAction>) -> Given<EnemyAction> {
    let board = &given.definitions.board;
    given.state.public.towns = board.all().filter(|hex| board.hex(*hex).built.is_some()).collect();
    for at in 0..board.rivers().len() as u16 {
        let stands = board.river(RiverId(at)).bridged;
        given.state.public.units.set_bridge(RiverId(at), BridgeState { owner: SideId(0), stands });
    }
    given
}

/// A side's impulse, at its first question.
pub fn impulse(given: Given<EnemyAction>, side: SideId) -> Given<EnemyAction> {
    given.fact(&Event::ImpulseBegan { side, opening: 0 }).fact(&Event::Asked { side, topic: Topic::Command })
}

/// Units that are active and may move and fight.
pub fn active(given: Given<EnemyAction>, side: SideId, ids: &[&str]) -> Given<EnemyAction> {
    let activation = Activation {
        side,
        units: ids.iter().map(|id| unit(&given, id)).collect(),
        alone: false,
        bonus: false,
        ignores_zones: false,
        stands: false,
        alarm: false,
        stage: Stage::Moving,
        crossed: Vec::new(),
        used: Vec::new(),
    };
    let event = Event::Activated { activation, single: false, bridges: Vec::new(), roadblocks: Vec::new() };
    given.fact(&event).fact(&Event::Asked { side, topic: Topic::Activation })
}

/// The faces with which these chits are drawn one after the other.
pub fn draws(given: Given<EnemyAction>, ids: &[&str]) -> Given<EnemyAction> {
    let mut cup: Vec<ChitId> = given.state.public.cup.clone();
    let mut faces = Vec::new();
    for id in ids {
        let place = cup.iter().position(|chit| given.definitions.chit(*chit).id == *id);
        let place = place.unwrap_or_else(|| panic!("a chit {id}"));
        faces.push(place as u8 + 1);
        cup.remove(place);
    }
    given.dice(&faces)
}

#[test]
fn every_scenario_can_be_set_up() {
    let definitions = printed();
    for scenario in &definitions.published.scenarios {
        assert!(crate::chapters::setup::initial(&definitions, &scenario.id).is_ok(), "{}", scenario.id);
    }
}
