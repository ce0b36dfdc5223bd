//! Whatever a question or a refusal tells somebody to write is legal as he reads it.

use super::given::{GAME, Given};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use engine::contract::{Advice, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, begin, decide};
use testing::Seeded;

fn seen(state: &State, side: SideId, look: impl FnOnce(Seen<'_, ArdennesOffensive>)) {
    let view = ArdennesOffensive::view(&GAME, state, Viewer::Side(side));
    look(Seen::<ArdennesOffensive>::new(&GAME, &view));
}

/// What a question and the refusal of an end advise at a moment, and what of it is not legal, with the reason.
fn advised(state: &State, side: SideId) -> (usize, Vec<String>) {
    let (mut given, mut wrong) = (0, Vec::new());
    seen(state, side, |seen| {
        let ask = ArdennesOffensive::asks(state)[0];
        let mut told = ArdennesOffensive::question(seen, &ask).details;
        told.extend(seen.accept(&[Step::Verb(Verb::End)]).err().map(|refusal| refusal.to_string()));
        for line in told
            .iter()
            .flat_map(|text| testing::orders_in::<ArdennesOffensive>(text))
            .filter(|line| line != "place all")
        {
            given += 1;
            match ArdennesOffensive::parse(seen, &line) {
                Err(misread) => wrong.push(format!("{line}: {misread}")),
                Ok(orders) => {
                    let refused = orders.first().and_then(|order| seen.accept(order).err());
                    wrong.extend(refused.map(|refusal| format!("{line}: {refusal}; told was {told:?}")));
                }
            }
        }
    });
    (given, wrong)
}

#[test]
fn what_a_question_or_the_refusal_of_an_end_advises_is_legal_at_every_moment() {
    let (mut given, mut wrong) = (0, Vec::new());
    for (at, scenario) in GAME.published.scenarios.iter().enumerate().step_by(4) {
        let [mut dice, mut choice] = Seeded::streams(70 + at as u64);
        let setup = Setup { scenario: scenario.id.clone(), ..Setup::default() };
        let start = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
        let mut state = begin::<ArdennesOffensive>(&GAME, &start, &mut dice).1;
        while state.ending.is_none() {
            let side = ArdennesOffensive::asks(&state)[0].side;
            let (more, bad) = advised(&state, side);
            given += more;
            wrong.extend(bad.into_iter().map(|bad| format!("{}, turn {}: {bad}", scenario.id, state.turn)));
            let mut order = None;
            seen(&state, side, |seen| {
                // chance and thought in turns, so that columns come on and friends are in their way
                order = match choice.next_below(2) {
                    0 => ArdennesOffensive::advise(seen),
                    _ => seen.random_order(&mut |n| choice.next_below(n)),
                };
            });
            state = decide::<ArdennesOffensive>(&GAME, &state, side, &order.expect("an order"), &mut dice)
                .expect("legal")
                .1;
        }
    }
    assert!(wrong.is_empty(), "{} of {given}: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(given > 100, "{given} orders advised");
}

fn details(given: &Given) -> Vec<String> {
    let (side, _) = given.asked().expect("somebody is asked");
    let mut told = Vec::new();
    seen(&given.state, side, |seen| {
        told = ArdennesOffensive::question(seen, &ArdennesOffensive::asks(&given.state)[0]).details;
    });
    told.retain(|line| line.starts_with("Before the end"));
    told
}

#[test]
fn cases_4_1_and_5_2k_a_question_tells_who_can_still_act_before_the_phase_ends() {
    let moves = Given::german_movement().unit("1pz-1ss", "1236").unit("18-vg", "1432").unit("23-2di", "1532");
    assert_eq!(details(&moves), ["Before the end: 1 SS Pz can still move."], "18 VG is held (5.2g)");
    let mut moved = moves.clone();
    moved.order("move 1 SS Pz to 1235");
    assert_eq!(details(&moved), Vec::<String>::new());
    let fights = moves.clone().with(|state| {
        (state.phase, state.asked) =
            (Phase::Combat, state.asked.map(|asked| crate::truth::state::Asked { topic: Topic::Attack, ..asked }));
    });
    assert_eq!(details(&fights), ["Before the end: 18 VG can still attack."]);
    let second = Given::at(GERMAN, Phase::Mechanized).unit("1pz-1ss", "1236").unit("18-vg", "1230");
    assert_eq!(details(&second), ["Before the end: 1 SS Pz can still move."], "18 VG goes on foot (5.2k)");
}

#[test]
fn case_e_4_a_question_of_the_first_turn_tells_the_duty_before_the_phase_ends() {
    let given = Given::german_combat().turn(1).unit("18-vg", "1432").unit("23-2di", "1532");
    let told = details(&given);
    assert!(told[0].starts_with("Before the end: [E.4] the units in 1532 must be attacked in turn 1"), "{told:?}");
}

#[test]
fn case_6_7n_a_refusal_names_an_order_by_which_units_part() {
    let given = Given::allied_movement().road("cca-7db", "1532").unit("23-2di", "1531").unit("110-28di", "1236");
    let told = details(&given);
    assert!(told[0].contains("[6.7n]") && testing::orders_in::<ArdennesOffensive>(&told[0]).len() == 2, "{told:?}");
    assert_eq!(advised(&given.state, ALLIED).1, Vec::<String>::new());
    for line in testing::orders_in::<ArdennesOffensive>(&told[0]) {
        let mut parted = given.clone();
        parted.order(&line);
        parted.order("move 110/28 to 1235");
    }
}
