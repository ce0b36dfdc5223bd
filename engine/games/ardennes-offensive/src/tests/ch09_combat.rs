//! Combat (9) and the first turn's duties (E.4).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::combat::strengths;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Supply, Topic};

fn odds(given: &Given, units: &[&str], targets: &[&str]) -> (u16, u16) {
    let units: Vec<_> = units.iter().map(|id| unit(id)).collect();
    let targets: Vec<_> = targets.iter().map(|number| hex(number)).collect();
    let found = strengths(&GAME, &given.state, &units, &targets);
    (found.attack, found.defence)
}

#[test]
fn case_9_1a_only_units_next_to_the_enemy_take_part() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("18-vg", "1430").unit("23-2di", "1532");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz, 18 VG"), "9.1a");
    assert_eq!(given.refused("attack 1533 with 1 SS Pz"), "9.1a");
    assert_eq!(given.refused("attack 1432 with 1 SS Pz"), "9.1a");
}

#[test]
fn case_9_1b_nobody_must_attack_after_turn_1() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    given.end();
    assert_ne!(given.state.phase, Phase::Combat);
    assert_eq!(given.place("23-2di"), "1532");
}

#[test]
fn case_9_1c_no_unit_attacks_twice_and_none_is_attacked_twice() {
    // in Marche the defenders stay where they are
    let given = Given::german_combat().unit("1pz-1ss", "1730").unit("18-vg", "1629").unit("23-2di", "1729");
    let mut given = given.unit("12-12ss", "1432").unit("9-2di", "1532");
    given.order("attack 1729 with 1 SS Pz");
    given.roll("keep", &[6]);
    assert_eq!(given.refused("attack 1729 with 18 VG"), "9.1c");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz"), "9.1c");
}

#[test]
fn cases_9_2d_and_9_2f_a_group_attacks_several_hexes_at_once_and_each_stack_as_one() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    let given = given.unit("110-28di", "1431").unit("18-vg", "1533");
    assert_eq!(odds(&given, &["1pz-1ss"], &["1532", "1431"]), (9, 4 + 4 + 4));
    // the division is next to one of them only
    assert_eq!(given.refused("attack 1532, 1431 with 1 SS Pz, 18 VG"), "9.1a");
    let mut given = given;
    let events = given.roll("attack 1532, 1431 with 1 SS Pz", &[6]);
    let defenders = events.iter().find_map(|event| match event {
        Event::Attacked { defenders, .. } => Some(defenders.len()),
        _ => None,
    });
    assert_eq!(defenders, Some(3));
}

#[test]
fn cases_9_2e_9_2g_and_9_2h_units_attack_from_several_hexes_and_parts_of_a_stack_by_themselves() {
    let given = Given::german_combat().unit("1-1ss", "1432").unit("2-1ss", "1432").unit("18-vg", "1533");
    let mut given = given.unit("23-2di", "1532").unit("110-28di", "1431").unit("9-2di", "2521");
    assert_eq!(odds(&given, &["1-1ss", "18-vg"], &["1532"]).0, 4 + 8);
    given.fight("attack 1532 with 1/1 SS, 18 VG", 6);
    assert_eq!(given.refused("attack 1431 with 1/1 SS"), "9.1c");
    given.roll("attack 1431 with 2/1 SS", &[1]);
}

#[test]
fn cases_9_3j_and_9_5m_supply_halves_the_sum_of_a_stack_first_and_then_terrain_counts() {
    let given = Given::german_combat().unit("77-26vg", "1432").unit("39-26vg", "1432").unit("78-26vg", "1533");
    let given = given.unit("23-2di", "1532");
    assert_eq!(odds(&given, &["77-26vg", "39-26vg", "78-26vg"], &["1532"]).0, 9);
    let short =
        ["77-26vg", "39-26vg", "78-26vg"].into_iter().fold(given, |given, id| given.supply(id, Supply::Unsupplied));
    // 3 + 3 halved is 3; 3 by itself is 2
    assert_eq!(odds(&short, &["77-26vg", "39-26vg", "78-26vg"], &["1532"]).0, 3 + 2);
}

#[test]
fn case_9_3k_odds_are_rounded_in_the_defenders_favour() {
    let mut given = Given::german_combat().unit("18-vg", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    let events = given.roll("attack 1532 with 18 VG", &[6]);
    let column = events.iter().find_map(|event| match event {
        Event::Attacked { natural, attack, defence, .. } => Some((*attack, *defence, GAME.tables.crt.odds(*natural))),
        _ => None,
    });
    assert_eq!(column, Some((8, 8, "1-1".to_owned())));
}

#[test]
fn cases_9_4l_and_e_9_2_odds_may_be_lowered_and_by_germans_not_below_2_1() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("23-2di", "1431");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz at 1-1"), "E.9.2");
    assert_eq!(given.refused("attack 1431 with 1 SS Pz at 3-1"), "9.4l");
    let mut lowered = given.clone();
    let events = lowered.roll("attack 1532 with 1 SS Pz at 4-1", &[6]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Attacked { column, .. } if GAME.tables.crt.odds(*column) == "4-1"))
    );
    let mut allied = Given::allied_combat().unit("29-bab", "1432").unit("heydte", "1532");
    allied.roll("attack 1532 with 29 Arm at 1-2", &[1]);
}

#[test]
fn case_9_6n_one_mechanized_unit_of_the_victor_may_advance_at_once() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("1-1ss", "1432").unit("18-vg", "1533");
    let mut given = given.unit("102-cav", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 1 SS Pz, 18 VG", &[1]);
    assert_eq!(given.asked(), Some((GERMAN, Topic::Advance)));
    assert_eq!(given.refused("advance 18 VG to 1532"), "9.6n");
    assert_eq!(given.refused("advance 1/1 SS to 1532"), "9.6n", "it took no part");
    assert_eq!(given.refused("advance 1 SS Pz to 1431"), "9.6n", "nobody was driven out of it");
    given.order("advance 1 SS Pz to 1532");
    assert_eq!(given.place("1pz-1ss"), "1532");
    assert_ne!(given.asked().map(|asked| asked.1), Some(Topic::Advance));
}

#[test]
fn case_9_6n_into_one_hex_one_unit_advances() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("1-1ss", "1432").unit("9-2di", "2521");
    let mut given = given.unit("102-cav", "1532");
    given.roll("attack 1532 with 1 SS Pz, 1/1 SS", &[1]);
    given.order("advance 1/1 SS to 1532");
    assert_ne!(given.asked(), Some((GERMAN, Topic::Advance)));
    assert_eq!((given.place("1-1ss").as_str(), given.place("1pz-1ss").as_str()), ("1532", "1432"));
}

#[test]
fn cases_14_3c_and_9_6n_units_bound_to_the_west_bank_do_not_advance_over_the_meuse_before_they_are_freed() {
    let asked = |bound: bool, freed: bool| {
        let given = Given::allied_combat().unit("29-bab", "1640").unit("129-43di", "1640").unit("18-vg", "2503");
        let mut given = given.unit("heydte", "1639").with(|state| {
            state.units.get_mut(unit("29-bab")).west_bank = bound;
            state.freed = freed;
        });
        given.order("attack 1639 with 29 Arm, 129/43");
        given.roll("keep", &[1]);
        given.asked() == Some((ALLIED, Topic::Advance))
    };
    assert!(!asked(true, false));
    assert!(asked(true, true) && asked(false, false) && asked(false, true));
}

#[test]
fn case_9_6n_an_attack_order_may_say_who_advances_and_he_does_so_unasked() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("1-1ss", "1432").unit("18-vg", "1533");
    let given = given.unit("102-cav", "1532").unit("9-2di", "2521");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz, 18 VG advance 18 VG"), "9.6n", "on foot");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz, 18 VG advance 1/1 SS"), "9.6n", "it takes no part");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz, 1/1 SS advance 1 SS Pz, 1/1 SS"), "9.6n", "one hex, one unit");
    let line = "attack 1532 with 1 SS Pz, 18 VG at 5-1 advance 1 SS Pz";
    assert_eq!(<crate::ArdennesOffensive as engine::contract::Speech>::write(&GAME, &given.read(line)[0]), line);
    let mut clears = given.clone();
    let events = clears.roll("attack 1532 with 1 SS Pz, 18 VG and advance 1 SS Pz", &[1]);
    assert!(events.iter().any(|event| matches!(event, Event::Advanced { .. })), "{events:?}");
    assert_eq!(clears.place("1pz-1ss"), "1532");
    assert!(events.iter().all(|event| !matches!(event, Event::Asked { topic: Topic::Advance, .. })));
    // an Ar clears nothing of his
    let mut fails = Given::german_combat().unit("1-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    fails.roll("attack 1532 with 1/1 SS advance 1/1 SS", &[6]);
    fails.settle(&[Topic::Retreat, Topic::Advance]);
    assert_ne!(fails.place("1-1ss"), "1532");
}

#[test]
fn case_9_6n_the_defender_advances_too_after_an_ar_before_the_next_combat() {
    let given = Given::german_combat().unit("heydte", "1432").unit("cca-7db", "1532").unit("18-vg", "2503");
    let mut given = given.unit("9-2di", "2521");
    given.roll("attack 1532 with v.d. Heydte", &[4]);
    given.settle(&[Topic::Retreat]);
    assert_eq!(given.asked(), Some((ALLIED, Topic::Advance)));
    given.order("advance CCA/7 to 1432");
    assert_eq!(given.place("cca-7db"), "1432");
}

#[test]
fn cases_9_6n_and_6_5g_nobody_advances_to_the_side_of_a_friend_in_road_mode() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut alone = given.clone();
    alone.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(alone.asked(), Some((GERMAN, Topic::Advance)));
    // 1531 is joined to 1532 by a road
    let mut marched = given.road("150-pz", "1531");
    marched.roll("attack 1532 with 1 SS Pz advance 1 SS Pz", &[1]);
    assert_eq!((marched.place("1pz-1ss").as_str(), marched.place("102-cav").as_str()), ("1432", "Lost"));
    assert_ne!(marched.asked(), Some((GERMAN, Topic::Advance)), "nobody else can advance");
}

#[test]
fn case_4_2d_in_turn_1_germans_count_three_times_and_never_more() {
    let given = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("23-2di", "1532");
    assert_eq!(odds(&given, &["1pz-1ss"], &["1532"]), (27, 4));
    let given = Given::allied_combat().turn(1).unit("18-vg", "1532").unit("29-bab", "1432");
    assert_eq!(odds(&given, &["29-bab"], &["1532"]), (8, 24));
    // the Wall multiplies as well, but not on top
    let wall = GAME.board.live().find(|hex| GAME.board.hex(*hex).west_wall).expect("the West Wall");
    let near = GAME.board.around(wall).find(|hex| GAME.board.is_live(*hex)).expect("a neighbour");
    let (wall, near) = (super::given::number(wall), super::given::number(near));
    let defended = Given::allied_combat().unit("18-vg", &wall).unit("29-bab", &near);
    assert_eq!(odds(&defended.clone().turn(2), &["29-bab"], &[&wall]).1, 24);
    assert_eq!(odds(&defended.turn(1), &["29-bab"], &[&wall]).1, 24);
}

#[test]
fn case_11h_the_west_wall_triples_a_german_defence_doubles_an_attack_out_of_it_and_serves_no_ally() {
    let wall = GAME.board.live().find(|hex| GAME.board.hex(*hex).west_wall).expect("the West Wall");
    let near = GAME.board.around(wall).find(|hex| GAME.board.is_live(*hex)).expect("a neighbour");
    let (wall, near) = (super::given::number(wall), super::given::number(near));
    let germans = Given::german_combat().unit("18-vg", &wall).unit("23-2di", &near);
    assert_eq!(odds(&germans, &["18-vg"], &[&near]).0, 16);
    let allies = Given::german_combat().unit("23-2di", &wall).unit("18-vg", &near);
    assert_eq!(odds(&allies, &["18-vg"], &[&wall]).1, 4);
}

#[test]
fn case_e_4_every_american_beside_a_german_is_attacked_in_turn_1_and_every_german_takes_part() {
    // 1432 is beside 1532 and 1431; 1533 beside 1532 alone
    let given = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("18-vg", "1533");
    let mut given = given.unit("23-2di", "1532").unit("110-28di", "1431").unit("9-2di", "2521");
    let due = given.clone().try_with("end", &[]).expect_err("two must be attacked");
    let told = "[E.4] the units in 1532 must be attacked in turn 1. Next to them: 18 VG, 1 SS Pz, as in `attack 1532 with 18 VG`.";
    assert_eq!(due.to_string(), told);
    // the tanks are the last beside 1431, and the division is left with nobody
    assert_eq!(given.refused("attack 1532 with 1 SS Pz"), "E.4");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz, 18 VG"), "E.4");
    given.fight("attack 1532 with 18 VG", 6);
    assert_eq!(given.refused("end"), "E.4");
    given.fight("attack 1431 with 1 SS Pz", 6);
    assert_ne!(given.asked(), Some((GERMAN, Topic::Attack)));
}

#[test]
fn case_e_4_one_unit_beside_several_attacks_them_together() {
    let given = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("23-2di", "1532");
    let mut given = given.unit("110-28di", "1431").unit("9-2di", "2521");
    assert_eq!(given.refused("attack 1532 with 1 SS Pz"), "E.4");
    given.roll("attack 1532, 1431 with 1 SS Pz", &[6]);
}

#[test]
fn case_e_4_no_attack_on_several_hexes_leaves_out_a_german_who_is_next_to_one_of_them_alone() {
    // 1432 is beside 1532 and 1431; 1533 beside 1532 alone: both can fight, each for himself
    let given = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("12-12ss", "1533");
    let given = given.unit("23-2di", "1532").unit("110-28di", "1431").unit("9-2di", "2521");
    let refusal = given.clone().try_with("attack 1532, 1431 with 1 SS Pz", &[]).expect_err("12 SS Pz is left out");
    assert_eq!(refusal.case, "E.4");
    let told = refusal.to_string();
    assert!(told.contains("12 SS Pz must take part") && told.contains("attack 1431 apart"), "{told}");
    let mut given = given;
    given.fight("attack 1431 with 1 SS Pz", 6);
    given.fight("attack 1532 with 12 SS Pz", 6);
    assert_ne!(given.asked(), Some((GERMAN, Topic::Attack)));
}

#[test]
fn case_e_4_allies_need_not_attack_in_turn_1() {
    let mut given = Given::allied_combat().turn(1).unit("23-2di", "1532").unit("18-vg", "1432");
    given.order("end");
}

#[test]
fn case_e_9_1_a_unit_that_retreated_into_a_stack_adds_nothing_and_suffers_with_it() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "1532");
    let given = given.with(|state| {
        let newcomer = state.units.get_mut(unit("9-2di"));
        (newcomer.newcomer, newcomer.attacked) = (true, true);
    });
    assert_eq!(odds(&given, &["1pz-1ss"], &["1532"]), (9, 4));
    let mut given = given.unit("38-2di", "2521");
    given.fight("attack 1532 with 1 SS Pz", 1);
    assert_ne!(given.place("23-2di"), "1532");
    assert_ne!(given.place("9-2di"), "1532");
}
