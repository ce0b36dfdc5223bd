//! Standing orders, for every kind of question.

use super::given::{Table, at, unit};
use crate::DeadlyWoods;
use crate::standing::Policy;
use crate::truth::order::{Step, Use, Verb};
use engine::contract::{Rules, Seen, Sight, StandingOrders, Viewer};

/// What standing orders answer at a position.
fn answer(table: &Table, lines: &[&str]) -> Option<Vec<Step>> {
    let mut policy = Policy::default();
    for line in lines {
        policy = DeadlyWoods::amend(&table.definitions, &policy, line).unwrap_or_else(|fault| panic!("{fault}"));
    }
    let ask = DeadlyWoods::asks(&table.state).into_iter().next().expect("somebody is asked");
    let view = DeadlyWoods::view(&table.definitions, &table.state, Viewer::Side(ask.side));
    let seen = Seen::<DeadlyWoods>::new(&table.definitions, &view);
    let answer = DeadlyWoods::answer(seen, &ask, &policy);
    if let Some(order) = &answer {
        assert!(seen.progress(order).is_ok(), "{order:?}");
    }
    answer
}

#[test]
fn every_kind_of_question_has_a_standing_order_that_answers_it() {
    let play = |way: Use| Some(vec![Step::Verb(Verb::Play), Step::As(way)]);
    let alone = |verb: Verb| Some(vec![Step::Verb(verb)]);
    let drawn = at(
        "turn 3 allied drawn\nunit 422-106di 2418\ncup allied-move\nhand allied-reinforcements\nplayed all-german\ndrawn allied-move",
    );
    assert_eq!(answer(&drawn, &[]), None);
    assert_eq!(answer(&drawn, &["hold move"]), play(Use::Held));
    assert_eq!(answer(&drawn, &["hold never", "chits combat"]), play(Use::Combat));
    assert_eq!(answer(&drawn, &["hold never"]), None);
    let one_army = at("turn 3 german drawn\nunit a-26vg 3418\ncup german-move\nplayed german-move\ndrawn one-army");
    assert_eq!(answer(&one_army, &["army 5th"]), None);
    assert_eq!(answer(&one_army, &["area 7th"]), play(Use::Area(crate::printed::Army::Seventh)));
    let patton =
        at("turn 8 allied drawn\nunit 422-106di 2418\ncup german-move\nplayed german-move\ndrawn patton-monty");
    assert_eq!(answer(&patton, &["chits move"]), None);
    assert_eq!(answer(&patton, &["general monty combat"]), play(Use::MontyAttack));
    let replacements = at("turn 2 german replacements\nunit a-2pz 2418 lost=1\nunit 506-tiger 2519 lost=1");
    assert_eq!(
        answer(&replacements, &["replacements strongest"]),
        Some(vec![Step::Verb(Verb::Rebuild), Step::Unit(unit("a-2pz"))])
    );
    assert_eq!(answer(&replacements, &["replacements none"]), alone(Verb::End));
    let assets = at("turn 3 german assets\nunit a-26vg 3418");
    assert_eq!((answer(&assets, &[]), answer(&assets, &["assets none"])), (None, alone(Verb::End)));
    // where engineers could only be taken off, nobody waits unless he wants to
    let mut recall = at("turn 4 allied assets\nunit eng-viii 2517\nunit cca-9db 2418");
    recall.state.asked = recall.state.asked.map(|asked| crate::truth::state::Asked { passes: true, ..asked });
    assert_eq!((answer(&recall, &[]), answer(&recall, &["assets always"])), (alone(Verb::End), None));
    let drop = at("turn 1 german drop\nunit vdh box");
    assert_eq!((answer(&drop, &[]), answer(&drop, &["drop never"])), (None, alone(Verb::Pass)));
    let round = at("turn 3 german move\nunit a-26vg 3418");
    assert_eq!((answer(&round, &[]), answer(&round, &["rounds pass"])), (None, alone(Verb::End)));
    let first = at("turn 3 german first\nunit a-26vg 3418\ncup german-move one-army three-formations");
    let one = crate::printed::Chit::OneArmy;
    assert_eq!(answer(&first, &["first usual"]), Some(vec![Step::Verb(Verb::Play), Step::Chit(one)]));
    let army = at("turn 3 german move\nunit a-26vg 3418").when("german: end").is_done();
    let army = army.and("german: end");
    assert_eq!(
        answer(&army, &["army 6th"]),
        Some(vec![Step::Verb(Verb::Take), Step::Chit(crate::printed::Chit::SixthArmy)])
    );
    let twelve = "unit peiper-1ss 2418\nunit b-1ss 2418\nunit a-2ss 2519\nunit b-2ss 2519\ncontrol 3211 german\ncontrol 2418 german\ncontrol 1713 german";
    let ss = at(&format!("turn 10 german move\n{twelve}")).when("german: end").is_done();
    assert_eq!(answer(&ss, &["withdrawal cancel"]), alone(Verb::Cancel));
    let react = at(
        "turn 1 german 5th-army\nunit a-26vg 3418\nunit 422-106di 2418\nplayed 5-pz-army\nhand reaction\ncup 6-pz-army",
    )
    .when("german: end")
    .is_done();
    assert_eq!((answer(&react, &[]), answer(&react, &["reaction last"])), (None, alone(Verb::Pass)));
    let last = at("turn 1 german 5th-army\nunit a-26vg 3418\nunit 422-106di 2418\nplayed 5-pz-army\nhand reaction")
        .when("german: end")
        .is_done();
    assert_eq!(answer(&last, &["reaction last"]), alone(Verb::React));
}

#[test]
fn bridges_go_by_the_rules_own_default_before_a_hex_that_was_held_and_by_side_behind_a_retreat() {
    let held = at("turn 4 allied combat\nunit 422-106di 2615\nunit 423-106di 2615\nunit a-26vg 2614\nunit b-26vg 2614");
    let held = held.when("allied: attack 2614 with 422/106").is_done();
    assert_eq!(held.asked("german"), ["Do you blow the bridges?"]);
    assert_eq!(answer(&held, &[]), Some(vec![Step::Verb(Verb::Blow)]), "10.6.1e: blown unless declined");
    assert_eq!(answer(&held, &["bridges keep"]), Some(vec![Step::Verb(Verb::Keep), Step::Done]));
    assert_eq!(answer(&held, &["bridges ask"]), None);
}
