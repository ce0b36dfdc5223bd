//! Orders of combat (9, 10): the sequence of their steps, what is listed, and what is proposed instead of what E.4 refuses.

use super::given::{GAME, Given, hex, unit};
use crate::printed::GERMAN;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Topic;

const ATTACK: Step = Step::Verb(Verb::Attack);

fn named(id: &str) -> Step {
    Step::Unit(unit(id))
}

#[test]
fn cases_9_1a_9_4l_e_11_and_9_6n_an_attack_names_hexes_units_lower_odds_a_waiver_and_who_advances_in_this_order() {
    // out of Marche, so that there is an immunity to be waived
    let given = Given::german_combat().unit("1pz-1ss", "1729").unit("1-1ss", "1729").unit("23-2di", "1730");
    let given = given.unit("38-2di", "1629");
    let (target, other) = (Step::Hex(hex("1730")), Step::Hex(hex("1629")));
    let (tanks, rifles, follow) = (named("1pz-1ss"), named("1-1ss"), Step::Follow(unit("1pz-1ss")));
    let odds = Step::Odds(GAME.tables.crt.with_odds((2, 1)).expect("a column"));
    let whole = [ATTACK, target, tanks, rifles, odds, Step::Waive, follow, Step::Done];
    for (at, step) in whole.iter().enumerate() {
        assert!(given.check(&whole[..at], *step).is_ok(), "{step:?}");
    }
    let attack = [ATTACK, target, tanks, rifles];
    let with = |step: Step| [&attack[..], &[step]].concat();
    for (begun, step) in [
        (&[ATTACK][..], tanks),
        (&[ATTACK, target], odds),
        (&[ATTACK, target], Step::Waive),
        (&[ATTACK, target], follow),
        (&[ATTACK, target], Step::Done),
        (&[ATTACK, target, tanks], other),
        (&[ATTACK, target, tanks, odds], rifles),
        (&[ATTACK, target, tanks, Step::Waive], rifles),
        (&[ATTACK, target, tanks, follow], rifles),
        (&[ATTACK, odds], tanks),
        (&with(odds), odds),
        (&with(Step::Waive), odds),
        (&with(follow), odds),
        (&with(Step::Waive), Step::Waive),
        (&with(follow), Step::Waive),
    ] {
        let refusal = given.check(begun, step).expect_err("it comes too early or too late");
        assert_eq!(refusal.case, "order", "{step:?} after {begun:?}: {refusal}");
    }
}

#[test]
fn case_9_6n_the_list_of_an_advance_has_who_may_and_the_hexes_that_were_cleared_for_him() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("18-vg", "1533").unit("102-cav", "1532");
    let mut given = given.unit("9-2di", "2521");
    given.roll("attack 1532 with 1 SS Pz, 18 VG", &[1]);
    assert_eq!(given.asked(), Some((GERMAN, Topic::Advance)));
    let advance = Step::Verb(Verb::Advance);
    assert_eq!(given.legal(&[advance]), [named("1pz-1ss")]);
    assert_eq!(given.legal(&[advance, named("1pz-1ss")]), [Step::Hex(hex("1532"))]);
}

#[test]
fn case_10_1b_the_list_of_losses_has_the_attackers_who_are_not_named_yet() {
    let given = Given::german_combat().unit("18-vg", "1432").unit("77-26vg", "1431").unit("12-12ss", "1533");
    let mut given = given.unit("23-2di", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 18 VG, 77/26 VG, 12 SS Pz", &[1]);
    let lose = Step::Verb(Verb::Lose);
    assert_eq!(given.legal(&[lose]), [named("18-vg"), named("77-26vg"), named("12-12ss")]);
    assert_eq!(given.legal(&[lose, named("77-26vg")]), [named("18-vg"), named("12-12ss")]);
}

#[test]
fn case_e_4_two_attacks_are_proposed_of_those_that_spare_somebody_for_the_enemy_who_would_be_left_out() {
    // 1432 is beside 1532 and 1431; 1533 beside 1532 alone
    let given = Given::german_combat().turn(1).unit("1-1ss", "1432").unit("2-1ss", "1432").unit("18-vg", "1533");
    let given = given.unit("23-2di", "1532").unit("110-28di", "1431").unit("9-2di", "2521");
    let refusal = given.refusal("attack 1532 with 1/1 SS, 2/1 SS, 18 VG");
    assert_eq!(refusal.case, "E.4");
    let proposed = "Attack 1431 as well, or spare somebody for it: `attack 1532 with 2/1 SS, 18 VG` or \
                    `attack 1532 with 1/1 SS, 18 VG`.";
    assert_eq!(refusal.remedy, proposed);
    for order in testing::orders_in::<crate::ArdennesOffensive>(&refusal.remedy) {
        given.clone().roll(&order, &[6]);
    }
}
