//! Road mode (6).

use super::given::{Given, unit};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::{Event, Loss};
use crate::truth::state::{Phase, Place, Supply, Topic};

#[test]
fn cases_6_3c_and_6_4d_a_change_costs_three_points_on_foot_and_six_mechanized_on_a_road() {
    let mut given = Given::allied_movement().unit("23-2di", "1432").unit("cca-7db", "2521").unit("110-28di", "1533");
    given.order("march 23/2");
    assert_eq!(given.left("23-2di"), 10, "one point is ten road hexes");
    given.order("march CCA/7");
    assert_eq!(given.left("cca-7db"), (12 - 6) * 2);
    assert_eq!(given.refused("march 110/28"), "6.3c");
    assert_eq!(given.refused("march CCA/7"), "6.4d");
    let mut given = Given::allied_movement().road("cca-7db", "2521");
    given.order("deploy CCA/7");
    assert_eq!(given.left("cca-7db"), 6);
    assert!(!given.state.unit(unit("cca-7db")).road);
}

#[test]
fn case_6_3c_who_cannot_pay_does_not_change() {
    let given = Given::allied_movement().unit("23-2di", "1432").supply("23-2di", Supply::Unsupplied);
    assert_eq!(given.refused("march 23/2"), "6.3c");
}

#[test]
fn cases_6_2a_and_6_2b_in_the_second_phase_only_mechanized_units_change_and_march() {
    let given = Given::at(ALLIED, Phase::Mechanized).unit("23-2di", "1432").unit("cca-7db", "2521");
    assert_eq!(given.refused("march 23/2"), "5.2k");
    let mut given = given;
    given.order("march CCA/7 to 2320");
    assert!(given.state.unit(unit("cca-7db")).road);
    let fought = Given::at(ALLIED, Phase::Mechanized).unit("cca-7db", "2521");
    let fought = fought.with(|state| state.units.get_mut(unit("cca-7db")).fought = true);
    assert_eq!(fought.refused("march CCA/7"), "5.2k");
}

#[test]
fn case_6_5h_a_point_is_two_road_hexes_and_ten_for_allies_on_foot() {
    let mut given = Given::allied_movement().road("23-2di", "1532").road("cca-7db", "2521");
    given.order("move 23/2 to 1531");
    assert_eq!(given.left("23-2di"), 40 - 1);
    given.order("move CCA/7 to 2520");
    assert_eq!(given.left("cca-7db"), 24 - 1);
    let mut given = Given::german_movement().road("77-26vg", "1532");
    given.order("move 77/26 VG to 1531");
    assert_eq!(given.left("77-26vg"), 8 - 1);
}

#[test]
fn case_6_5f_in_road_mode_a_unit_keeps_to_roads_and_open_bridges() {
    let given = Given::allied_movement().road("23-2di", "1532");
    assert_eq!(given.refused("move 23/2 to 1533"), "6.5f");
    let given = Given::allied_movement().road("cca-7db", "1528");
    let (from, to) = (super::given::hex("1528"), super::given::hex("1527"));
    let side = super::given::GAME.board.side(from, to).expect("neighbours");
    let step = |given: &Given| {
        crate::chapters::movement::Mover::new(&super::given::GAME, &given.state, unit("cca-7db"), from)
            .step(from, side, 24)
    };
    assert_eq!(step(&given), Ok(23));
    let cut = given.with(|state| state.interdicted = side.bridge.into_iter().collect());
    let bridge = side.bridge.expect("a bridge");
    assert_eq!(step(&cut), Err(crate::chapters::movement::Barrier::Cut(bridge)));
}

#[test]
fn case_6_5g_in_road_mode_nobody_stacks_or_stands_next_to_another_along_the_road() {
    // 1433 - 1432 - 1532 - 1531 - 1630
    let given = Given::allied_movement().road("23-2di", "1433").unit("110-28di", "1531");
    assert_eq!(given.refused("move 23/2 to 1532"), "6.5g");
    assert_eq!(given.refused("move 23/2 to 1630"), "6.5g");
    let mut fine = given;
    fine.order("move 23/2 to 1432");
    // nor does another come to stand beside it
    assert_eq!(fine.refused("move 110/28 to 1532"), "6.5g");
    let stacked = Given::allied_movement().unit("23-2di", "1432").unit("110-28di", "1432");
    assert_eq!(stacked.refused("march 23/2"), "6.5g");
    let beside = Given::allied_movement().unit("23-2di", "1432").unit("110-28di", "1532");
    assert_eq!(beside.refused("march 23/2"), "6.5g");
    let joining = Given::allied_movement().unit("110-28di", "1533").road("23-2di", "1532");
    assert_eq!(joining.refused("move 110/28 to 1532"), "6.5g");
}

#[test]
fn case_6_5g_a_unit_that_only_passes_disturbs_nobody() {
    let mut given = Given::allied_movement().road("23-2di", "1532").unit("cca-7db", "1332");
    given.order("move CCA/7 to 1632");
    assert_eq!(given.place("cca-7db"), "1632");
}

#[test]
fn case_6_4e_nobody_is_put_into_road_mode_against_his_will() {
    // neither by being beaten along a road, nor by an order of the other side
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 1 SS Pz", &[1]);
    given.settle(&[Topic::Retreat]);
    assert_ne!(given.place("23-2di"), "1532");
    assert!(!given.state.unit(unit("23-2di")).road);
    let given = Given::german_movement().unit("1pz-1ss", "1332").unit("23-2di", "1532");
    assert_eq!(given.refused("march 23/2"), "5.1a");
}

#[test]
fn case_6_6k_in_road_mode_a_unit_has_half_its_strength_rounded_up() {
    let attack = |given: Given| {
        let found = crate::chapters::combat::strengths(
            &super::given::GAME,
            &given.state,
            &[unit("1pz-1ss")],
            &[super::given::hex("1432")],
        );
        (found.attack, found.defence)
    };
    // the example: half of nine is five
    assert_eq!(attack(Given::german_combat().road("1pz-1ss", "1433").road("393-99di", "1432")), (5, 2));
    assert_eq!(attack(Given::german_combat().unit("1pz-1ss", "1433").unit("393-99di", "1432")), (9, 3));
}

#[test]
fn case_6_6j_a_unit_in_road_mode_controls_no_hex_but_its_own() {
    let mut given = Given::allied_movement().unit("23-2di", "1236").road("2-2pz", "1432");
    given.state.units.get_mut(unit("23-2di")).place = Place::Hex(super::given::hex("1333"));
    given.order("move 23/2 to 1331");
    assert_eq!(given.left("23-2di"), 2, "past the enemy's hex");
}

#[test]
fn cases_6_7l_and_e_6_who_fought_in_road_mode_leaves_it_as_his_next_initial_movement_begins() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").road("cca-7db", "1532").unit("18-vg", "0502");
    let mut given = given.unit("9-2di", "2521").unit("23-2di", "1634");
    given.roll("attack 1532 with 1 SS Pz", &[6]);
    assert!(given.state.unit(unit("cca-7db")).must_deploy && given.state.unit(unit("cca-7db")).road);
    // nothing is left to the Germans but to hold
    given.settle(&[Topic::Retreat, Topic::Advance]);
    assert_eq!(given.asked(), Some((ALLIED, Topic::Move)));
    let cca = given.state.unit(unit("cca-7db"));
    assert!(!cca.road && !cca.must_deploy);
}

#[test]
fn cases_6_7l_and_e_6_who_cannot_pay_is_lost_and_his_attack_counts_as_well() {
    let mut supplied = Given::at(GERMAN, Phase::Mechanized).unit("18-vg", "0502").road("cca-7db", "1531");
    supplied.state.units.get_mut(unit("cca-7db")).must_deploy = true;
    supplied.end();
    assert_eq!((supplied.place("cca-7db").as_str(), supplied.left("cca-7db")), ("1531", 6));
    // cut off, an allowance of 10 is 5, and 6 are needed
    let cut = Given::at(ALLIED, Phase::Mechanized).road("2-2pz", "1532").unit("23-2di", "1332").turn(4);
    let mut cut = cut.unit("110-28di", "1633").unit("393-99di", "1630");
    cut.state.units.get_mut(unit("2-2pz")).must_deploy = true;
    let events = cut.end();
    let lost = Event::Lost { unit: unit("2-2pz"), side: GERMAN, why: Loss::NoPoints, strength: 0 };
    assert!(events.contains(&lost), "{events:?}");
    assert_eq!(cut.place("2-2pz"), "Lost");
    let mut attacker = Given::german_combat().road("1pz-1ss", "1433").unit("393-99di", "1432");
    attacker.roll("attack 1432 with 1 SS Pz", &[6]);
    assert!(attacker.state.unit(unit("1pz-1ss")).must_deploy);
}

#[test]
fn case_6_7m_in_road_mode_a_unit_retreats_along_the_road_and_stacks_with_nobody() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").road("cca-7db", "1532");
    let events = given.roll("attack 1532 with 1 SS Pz", &[6]);
    let path = events.iter().find_map(|event| match event {
        Event::Retreated { path, .. } => Some(path.clone()),
        _ => None,
    });
    let path = path.expect("it retreats");
    let board = &super::given::GAME.board;
    assert!(path.windows(2).all(|pair| board.side(pair[0], pair[1]).is_some_and(|side| side.road)), "{path:?}");
    // with a friend on the road there is no way
    let mut blocked = Given::german_combat().unit("1pz-1ss", "1432").road("cca-7db", "1532").unit("23-2di", "1531");
    blocked.roll("attack 1532 with 1 SS Pz", &[6]);
    assert_eq!(blocked.place("cca-7db"), "Lost");
}

#[test]
fn case_6_7n_a_crowded_unit_or_its_neighbour_moves_first() {
    let given = Given::allied_movement().road("cca-7db", "1532").unit("23-2di", "1531").unit("110-28di", "1236");
    let mut given = given.with(|state| state.units.get_mut(unit("cca-7db")).crowded = true);
    assert_eq!(given.refused("end"), "6.7n");
    assert_eq!(given.refused("move 110/28 to 1235"), "6.7n");
    given.order("move 23/2 to 1630");
    given.order("move 110/28 to 1235");
    given.end();
}

#[test]
fn cases_6_7n_and_6_5g_a_unit_that_had_to_leave_road_mode_parts_from_one_that_is_still_in_it() {
    // CCA/7 was attacked in road mode and retreated to the side of CCB/7, which marches
    let given = Given::at(GERMAN, Phase::Mechanized).unit("1pz-1ss", "2503").unit("110-28di", "1236");
    let mut given = given.road("cca-7db", "1532").road("ccb-7db", "1531");
    let it = given.state.units.get_mut(unit("cca-7db"));
    (it.must_deploy, it.crowded) = (true, true);
    given.end();
    assert!(!given.state.unit(unit("cca-7db")).road && given.state.unit(unit("ccb-7db")).road);
    assert_eq!(given.refused("end"), "6.7n");
    assert_eq!(given.refused("move 110/28 to 1235"), "6.7n");
    for line in ["deploy CCB/7", "move CCA/7 to 1533"] {
        let mut parted = given.clone();
        parted.order(line);
        parted.order("move 110/28 to 1235");
        parted.end();
    }
}

#[test]
fn case_6_7n_where_neither_can_part_both_stay_and_nobody_is_bound() {
    let given = Given::allied_movement().road("cca-7db", "1532").unit("23-2di", "1531").unit("110-28di", "1236");
    assert_eq!(given.refused("end"), "6.7n");
    // neither has points, or both have moved and others after them
    let spent = given.clone().with(|state| {
        ["cca-7db", "23-2di"].iter().for_each(|id| state.units.get_mut(unit(id)).left = Some(0));
    });
    spent.clone().order("move 110/28 to 1235");
    spent.clone().end();
    let mut moved = given.with(|state| {
        ["cca-7db", "23-2di"].iter().for_each(|id| state.units.get_mut(unit(id)).begun = true);
    });
    moved.order("move 110/28 to 1235");
    moved.end();
}

#[test]
fn cases_6_5f_and_11h_in_road_mode_germans_enter_the_west_wall_and_allies_do_not() {
    let board = &super::given::GAME.board;
    let sides = board.live().flat_map(|from| board.hex(from).sides.iter().map(move |side| (from, side)));
    let walled =
        |side: &crate::printed::Side| side.road && board.is_live(side.there) && board.hex(side.there).west_wall;
    let mut roads = sides.filter(|(from, side)| walled(side) && !board.hex(*from).west_wall);
    let (from, side) = roads.next().expect("a road into the Wall");
    let (from, to) = (super::given::number(from), super::given::number(side.there));
    assert_eq!(Given::allied_movement().road("cca-7db", &from).refused(&format!("move CCA/7 to {to}")), "11h");
    assert_eq!(Given::allied_movement().unit("cca-7db", &to).refused("march CCA/7"), "11h");
    Given::german_movement().unit("3-2pz", &to).order("march 3/2 Pz");
    Given::german_movement().road("3-2pz", &from).order(&format!("move 3/2 Pz to {to}"));
}

#[test]
fn cases_6_2b_and_4_1e_the_second_movement_is_asked_for_where_somebody_can_but_leave_road_mode() {
    // friends along every road around shut the way
    let board = &super::given::GAME.board;
    let from = super::given::hex("1532");
    let shut = |road: bool| {
        let given = Given::allied_combat().unit("18-vg", "2503").unit("heydte", "1236").unit("9-2di", "1235");
        let given = if road { given.road("cca-7db", "1532") } else { given };
        let far = board.hex(from).sides.iter().filter(|side| side.road).flat_map(|side| {
            board.hex(side.there).sides.iter().filter(|side| side.road && side.there != from).map(|side| side.there)
        });
        let ids = ["23-2di", "38-2di", "110-28di", "109-28di", "112-28di", "393-99di"];
        let mut given = far.zip(ids).fold(given, |given, (hex, id)| given.unit(id, &super::given::number(hex)));
        given.end();
        (given.asked(), given)
    };
    let (asked, given) = shut(true);
    assert_eq!((asked, given.state.phase), (Some((ALLIED, Topic::Move)), Phase::Mechanized));
    assert_eq!(given.refused("move CCA/7 to 1531"), "6.5g");
    let far = given.refusal("move CCA/7 to 2521");
    assert_eq!(far.to_string(), "[6.5f] no open road leads CCA/7 to 2521 Bastogne past other units and enemy zones");
    assert!(crate::chapters::movement::has_move(&super::given::GAME, &given.state, unit("cca-7db")));
    given.clone().order("deploy CCA/7");
    assert_ne!(shut(false).1.state.phase, Phase::Mechanized, "nobody rides");
}

#[test]
fn case_6_5g_who_goes_into_road_mode_beside_another_reads_which_of_the_two_may_make_room() {
    let remedy = |given: Given| given.refusal("march 23/2").remedy;
    let given = Given::allied_movement().unit("23-2di", "1432");
    assert_eq!(
        remedy(given.clone().unit("110-28di", "1532")),
        "Move 110/28 on first, or 23/2 to a road where it is alone."
    );
    assert_eq!(remedy(given.road("2-2pz", "1532")), "Move 23/2 to a road where it is alone.");
}

#[test]
fn case_6_7n_who_is_held_parts_by_leaving_road_mode() {
    let given = Given::allied_movement().road("cca-7db", "1532").unit("23-2di", "1531").unit("18-vg", "1533");
    let given = given.with(|state| state.units.get_mut(unit("23-2di")).left = Some(0));
    let refusal = given.refusal("end");
    assert_eq!(refusal.case, "6.7n");
    assert_eq!(refusal.remedy, "Move one of them on, or take it out of road mode: `deploy CCA/7`.");
    let mut given = given;
    given.order("deploy CCA/7");
    given.end();
}
