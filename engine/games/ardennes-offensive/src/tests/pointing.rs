//! What a step is about, and what somebody means who points at a unit or a hex.

use super::given::{GAME, Given, hex, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Place};
use engine::contract::{Facts, Pointed, Pointing, Seen, Thing};

fn facts(given: &Given, begun: &[Step], step: Step) -> Facts {
    let view = given.view();
    ArdennesOffensive::facts(Seen::<ArdennesOffensive>::new(&GAME, &view), begun, &step)
}

fn meant(given: &Given, thing: Thing) -> Vec<Vec<Step>> {
    let view = given.view();
    ArdennesOffensive::meant(Seen::<ArdennesOffensive>::new(&GAME, &view), &[], &thing)
}

fn pointed(given: &Given, thing: Thing) -> Pointed<Step> {
    let view = given.view();
    Seen::<ArdennesOffensive>::new(&GAME, &view).why_not(&[], &thing)
}

const ATTACK: Step = Step::Verb(Verb::Attack);

#[test]
fn case_9_3k_a_unit_lower_odds_and_the_end_of_an_attack_tell_its_odds_and_what_the_die_may_bring() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("18-vg", "1533").unit("23-2di", "1532");
    let (target, tanks) = (Step::Hex(hex("1532")), Step::Unit(unit("1pz-1ss")));
    let odds = |begun: &[Step], step| {
        let odds = facts(&given, begun, step).odds.expect("odds");
        let chances: Vec<(String, u16)> = odds.chances.into_iter().map(|it| (it.result, it.rolls)).collect();
        (odds.odds, odds.column, chances)
    };
    let dr = |result: &str, rolls| (result.to_owned(), rolls);
    let two = ("9:4".to_owned(), "2-1".to_owned(), vec![dr("Dr2", 1), dr("Dr1", 5)]);
    assert_eq!(odds(&[ATTACK, target], tanks), two);
    assert_eq!(odds(&[ATTACK, target, tanks], Step::Done), two);
    let lower = Step::Odds(GAME.tables.crt.with_odds((2, 1)).expect("a column"));
    let both = [ATTACK, target, tanks, Step::Unit(unit("18-vg"))];
    assert_eq!(odds(&both[..3], both[3]).1, "4-1");
    assert_eq!(odds(&both, lower), ("17:4".to_owned(), two.1.clone(), two.2.clone()));
    assert_eq!(facts(&given, &[ATTACK], target).odds, None, "nobody attacks yet");
}

#[test]
fn case_14_2b_a_hex_by_which_a_unit_comes_on_tells_what_it_has_left_there() {
    let given = super::ch14_reinforcements::one_gate();
    let enter = [Step::Verb(Verb::Enter), Step::Unit(unit("cca-4db"))];
    assert_eq!(facts(&given, &enter, Step::Hex(hex("2041"))).note, "23 road hexes left");
    assert_eq!(facts(&given, &enter, Step::Hex(hex("0741"))).note, "", "Germans control it");
}

#[test]
fn cases_4_1d_and_4_1e_an_end_tells_whose_attacks_or_moves_it_gives_up() {
    let gives_up = |given: &Given| facts(given, &[], Step::Verb(Verb::End)).gives_up;
    let fights = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("62-vg", "2521");
    assert_eq!(gives_up(&fights), "the attack of 1 unit");
    assert_eq!(gives_up(&fights.unit("18-vg", "1533")), "the attacks of 2 units");
    let moves = Given::german_movement().unit("1pz-1ss", "1236").unit("18-vg", "1436");
    assert_eq!(gives_up(&moves), "the moves of 2 units");
    assert_eq!(gives_up(&Given::at(GERMAN, Phase::Mechanized).unit("18-vg", "1236")), "");
    assert_eq!(facts(&moves, &[], Step::Verb(Verb::Move)).gives_up, "");
}

#[test]
fn a_step_is_about_the_unit_or_the_hex_that_it_names() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    let tanks = unit("1pz-1ss");
    let on = |step| facts(&given, &[ATTACK, Step::Hex(hex("1532")), Step::Unit(tanks)], step).on;
    assert_eq!(on(Step::Follow(tanks)), [Thing::Unit(tanks)]);
    assert_eq!(on(Step::Done), []);
    assert_eq!(facts(&given, &[ATTACK], Step::Hex(hex("1532"))).on, [Thing::Hex(hex("1532"))]);
    assert_eq!(facts(&given, &[Step::Verb(Verb::Move)], Step::Unit(tanks)).on, [Thing::Unit(tanks)]);
}

#[test]
fn whoever_points_at_his_own_unit_means_its_move_or_each_attack_in_which_it_may_take_part() {
    let moves = Given::allied_movement().unit("cca-7db", "1236").with(|state| {
        state.units.get_mut(unit("ccb-7db")).place = Place::Lost;
    });
    let of = |id: &str| vec![Step::Verb(Verb::Move), Step::Unit(unit(id))];
    assert_eq!(meant(&moves, Thing::Unit(unit("cca-7db")))[0], of("cca-7db"));
    let lost = pointed(&moves, Thing::Unit(unit("ccb-7db"))).refused.expect("it is lost");
    assert_eq!(lost.to_string(), "[16a] CCB/7 is lost");
    let fights = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("110-28di", "1431");
    let attacks: Vec<Vec<Step>> =
        pointed(&fights, Thing::Unit(unit("1pz-1ss"))).listed.into_iter().map(|(way, _)| way).collect();
    let on = |number: &str| vec![ATTACK, Step::Hex(hex(number)), Step::Unit(unit("1pz-1ss"))];
    assert!(attacks.contains(&on("1532")) && attacks.contains(&on("1431")), "{attacks:?}");
}

#[test]
fn case_9_1a_who_takes_part_in_no_attack_reads_why_not_in_the_nearest_that_can_be_made() {
    // 9/2 is nearer to 62 VG, but nobody is beside it
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("62-vg", "2521");
    let given = given.unit("9-2di", "2523");
    let told = pointed(&given, Thing::Unit(unit("62-vg"))).refused.expect("it attacks nobody").message;
    assert_eq!(told, "62 VG in 2521 Bastogne is not next to 1532");
}

#[test]
fn whoever_points_at_the_enemy_means_an_attack_and_at_an_empty_hex_nothing_before_an_order() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    let attack = vec![ATTACK, Step::Hex(hex("1532"))];
    assert_eq!(meant(&given, Thing::Hex(hex("1532")))[0], attack);
    assert_eq!(meant(&given, Thing::Unit(unit("23-2di")))[0], attack);
    // in a movement phase nobody attacks, which is what is told of two enemies as of one
    let moves = Given::german_movement().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    for given in [&moves, &moves.clone().with(|state| state.units.get_mut(unit("9-2di")).place = Place::Lost)] {
        let told = pointed(given, Thing::Hex(hex("1532"))).refused.expect("no combat").message;
        assert_eq!(told, "`attack` is not for now");
    }
    for given in [given, Given::german_movement().unit("1pz-1ss", "1432"), Given::at(ALLIED, Phase::Movement)] {
        assert_eq!(meant(&given, Thing::Hex(hex("2521"))), Vec::<Vec<Step>>::new());
    }
    // before the drop it is a place for it (15a)
    let due = Given::german_movement().with(|state| {
        state.units.get_mut(GAME.paratroops).place = Place::Waiting(Default::default());
    });
    assert_eq!(meant(&due, Thing::Hex(hex("2521"))), [[Step::Verb(Verb::Drop), Step::Hex(hex("2521"))]]);
}
