//! How lines are read (orders of several units, names that several units share, ends), and what is proposed instead of them.

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesOffensive;
use crate::printed::GERMAN;
use crate::sight::View;
use crate::truth::order::{Step, Verb};
use engine::chance::Scripted;
use engine::contract::{Seen, Speech, decide};
use engine::table::MOST_ORDERS;

const END: [Step; 1] = [Step::Verb(Verb::End)];

fn misread(given: &Given, line: &str) -> String {
    let view = given.view();
    ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), line).expect_err(line).message
}

#[test]
fn a_name_that_both_sides_have_is_ones_own_unit_and_in_an_attack_the_enemys() {
    let given = Given::german_movement().unit("14-5fj", "1432").unit("14-cav", "1532");
    assert_eq!(given.read("move 14 to 1431")[0][1], Step::Unit(unit("14-5fj")));
    let fights = Given::german_combat().unit("14-5fj", "1432").unit("14-cav", "1532").unit("1pz-1ss", "1533");
    let attack = fights.read("attack 14 with 14, 1 SS Pz").remove(0);
    let named = [Step::Hex(hex("1532")), Step::Unit(unit("14-5fj")), Step::Unit(unit("1pz-1ss"))];
    assert_eq!(attack[1..4], named);
}

#[test]
fn all_of_a_hex_or_a_division_may_be_named_without_of_and_one_attacker_by_one_word() {
    let given = Given::allied_movement().unit("cca-7db", "2521").unit("ccb-7db", "1432");
    assert_eq!(given.read("move all 1432 to 1433").len(), 1);
    assert_eq!(given.read("move all 7 DB to 1433").len(), 2);
    assert!(misread(&given, "move all to 1433").starts_with("all of whom?"));
    let fights = Given::german_combat().unit("heydte", "1432").unit("1pz-1ss", "1533").unit("23-2di", "1532");
    let attack = fights.read("attack 1532 with Heydte").remove(0);
    assert_eq!(attack[2..], [Step::Unit(unit("heydte")), Step::Done]);
}

#[test]
fn who_marches_already_just_goes_on() {
    let given = Given::allied_movement().road("cca-7db", "2521").unit("ccb-7db", "1432");
    assert_eq!(given.read("march CCA/7 to 2320").len(), 1);
    assert_eq!(given.read("march CCB/7 to 1532").len(), 2);
    assert_eq!(given.read("march CCA/7").len(), 1);
}

#[test]
fn case_4_1_the_end_of_ones_turn_is_read_while_the_other_side_is_asked_about_a_combat_and_by_who_is_asked() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729").unit("9-2di", "2521");
    given.order("attack 1729 with 1 SS Pz");
    let read = |side| {
        let view = View { side: Some(side), state: given.state.clone() };
        ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), "end turn")
    };
    assert_eq!(read(GERMAN), Ok(vec![END.to_vec()]));
    assert_eq!(read(GERMAN.enemy()), Ok(vec![END.to_vec()]), "what is not for now is refused, not misread");
}

#[test]
fn case_14_1a_one_line_brings_on_as_many_as_a_line_may_stand_for() {
    let allies = GAME.units_of(GERMAN.enemy()).map(|unit| GAME.published.units.unit(unit).id.as_str());
    let given = allies.take(30).fold(Given::allied_movement(), |given, id| {
        super::ch14_reinforcements::waiting(given, id, &["NE", "NW", "W", "SW", "SE"])
    });
    let orders = given.read("enter all").len();
    assert!((MOST_ORDERS / 2..=MOST_ORDERS).contains(&orders), "{orders}");
}

#[test]
fn case_6_5g_who_goes_towards_a_hex_stops_before_it_where_a_friend_on_the_march_is_beside_it() {
    let mut given = Given::allied_movement().road("23-2di", "1532").unit("cca-7db", "1232");
    given.order("move CCA/7 towards 1432");
    let away = |given: &Given| GAME.board.distance(hex(&given.place("cca-7db")), hex("1432"));
    assert_eq!(away(&given), 1);
}

#[test]
fn case_11g_nobody_goes_round_a_hex_that_he_cannot_enter() {
    let given = Given::allied_movement().unit("23-2di", "1517");
    let told = misread(&given, "move 23/2 towards 1516");
    assert!(told.starts_with("none of them can come nearer to 1516 now"), "{told}");
}

/// The legal orders that the refusal of a line proposes.
fn proposed(given: &Given, line: &str) -> Option<String> {
    let view = given.view();
    let order = given.read(line).remove(0);
    let side = given.asked().expect("somebody is asked").0;
    let refusal = decide::<ArdennesOffensive>(&GAME, &given.state, side, &order, &mut Scripted::new([]));
    let remedy = Seen::<ArdennesOffensive>::new(&GAME, &view).propose(&order, refusal.expect_err(line)).remedy;
    remedy.split_once("Legal instead: ").map(|(_, orders)| orders.trim_end_matches('.').to_owned())
}

#[test]
fn instead_of_a_hex_or_a_unit_that_cannot_be_in_an_attack_none_is_proposed_that_is_far_from_it_or_something_else() {
    let fights = Given::german_combat().unit("18-vg", "1432").unit("1pz-1ss", "1533").unit("23-2di", "1532");
    let fights = fights.unit("62-vg", "1232").unit("9-2di", "2521");
    // nobody is in 1633, which is nearer to 1 SS Pz
    assert_eq!(proposed(&fights, "attack 1532, 1633 with 18 VG").as_deref(), Some("`attack 1532 with 18 VG`"));
    // 1 SS Pz is three hexes from 62 VG
    assert_eq!(GAME.board.distance(hex("1232"), hex("1533")), 3);
    assert_eq!(proposed(&fights, "attack 1532 with 18 VG, 62 VG").as_deref(), Some("`attack 1532 with 18 VG`"));
}

#[test]
fn cases_11g_and_8_2c_instead_of_a_hex_none_is_proposed_that_is_farther_from_it_than_the_unit_is() {
    // beside 1516 are hexes no farther from it than 1517 is
    let around = Given::allied_movement().unit("23-2di", "1517");
    let near = proposed(&around, "move 23/2 to 1516").expect("hexes beside it");
    let first = near.split(", ").next().unwrap_or_default().trim_matches('`').trim_start_matches("move 23/2 to ");
    assert_eq!(GAME.board.distance(hex(first), hex("1516")), 1, "{near}");
    // divisions fill all hexes that are not farther
    let far = |there: &definitions::hex::HexId| GAME.board.distance(*there, hex("1233")) > 3;
    let full = GAME.board.around(hex("1236")).filter(|there| !far(there));
    let ids = ["18-vg", "62-vg", "326-vg", "277-vg"];
    let given = Given::german_movement().unit("77-26vg", "1236");
    let given = full.zip(ids).fold(given, |given, (hex, id)| given.unit(id, &number(hex)));
    let given = given.with(|state| state.units.get_mut(unit("77-26vg")).left = Some(1));
    assert!(!given.legal(&[Step::Verb(Verb::Move), Step::Unit(unit("77-26vg"))]).is_empty());
    assert_eq!(proposed(&given, "move 77/26 VG to 1233"), None);
}
