//! The sequence of play (4).

use super::given::{GAME, Given, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, State, Topic};
use engine::chance::Scripted;
use engine::contract::{Rules, Setup, begin};

fn begun(scenario: &str) -> (Vec<Event>, State) {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let state = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
    begin::<ArdennesOffensive>(&GAME, &state, &mut Scripted::new([]))
}

#[test]
fn cases_4_2c_4_1a_and_4_2e_turn_1_begins_with_german_combat_after_reinforcements_came() {
    let (events, state) = begun("no-1");
    assert_eq!((state.turn, state.side, state.phase), (1, GERMAN, Phase::Combat));
    assert!(events.contains(&Event::Came { unit: unit("brigade-1"), sections: Default::default() }));
    assert!(
        GAME.plans.iter().all(|plan| plan.coming.iter().all(|it| it.turn > 1 || GAME.counter(it.unit).side == GERMAN))
    );
}

#[test]
fn cases_4_1a_to_4_1g_phases_follow_each_other_and_then_the_other_side_has_his() {
    let given = Given::german_movement().unit("1pz-1ss", "1332").unit("23-2di", "1334").unit("cca-7db", "2521");
    let mut given = given;
    let mut phases = Vec::new();
    let mut dice = 0;
    while given.state.turn == 3 {
        phases.push((given.state.side, given.state.phase));
        given.end();
        dice += 1;
        assert!(dice < 12);
    }
    // nobody is beside anybody, so that combat asks nothing
    let all = [
        (GERMAN, Phase::Movement),
        (GERMAN, Phase::Mechanized),
        (ALLIED, Phase::Movement),
        (ALLIED, Phase::Mechanized),
    ];
    assert_eq!(phases, all);
    assert_eq!((given.state.turn, given.state.side), (4, GERMAN));
}

#[test]
fn case_4_1d_combat_is_asked_for_where_somebody_can_attack() {
    let mut given = Given::german_movement().unit("1pz-1ss", "1332").unit("23-2di", "1333").unit("cca-7db", "2521");
    given.end();
    assert_eq!(given.asked(), Some((GERMAN, Topic::Attack)));
    assert_eq!(given.refused("move 1 SS Pz to 1331"), "4.1c");
}

#[test]
fn case_4_2a_in_free_set_ups_the_allies_go_first_and_the_germans_see_it() {
    let (_, state) = begun("no-5");
    assert_eq!(state.asked.map(|asked| (asked.side, asked.topic)), Some((ALLIED, Topic::SetUp)));
    let mut given = Given { state };
    given.order("ready");
    assert_eq!(given.asked(), Some((GERMAN, Topic::SetUp)));
    given.order("ready");
    assert_eq!((given.state.turn, given.asked()), (1, Some((GERMAN, Topic::Attack))));
}

#[test]
fn case_4_1_every_question_has_a_number_of_its_own() {
    let given = Given::german_movement().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut given = given.unit("12-12ss", "1236");
    let mut numbers = Vec::new();
    for (line, dice) in [("end", &[][..]), ("attack 1532 with 1 SS Pz", &[1]), ("hold", &[])] {
        given.roll(line, dice);
        numbers.push(given.state.asked.expect("somebody is asked").id.0);
    }
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
}
