//! Reinforcements that may not wait (14.1), over bridges on the edge and in the second movement phase.

use super::ch14_reinforcements::{one_gate, waiting};
use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::movement::reinforcements::who_can_enter;
use crate::printed::{ALLIED, BridgeId, GERMAN};
use crate::truth::state::{Phase, State};

/// The bridges of the map that cross a hexside to an edge hex: the edge hex and the hex of the map.
const ON_THE_EDGE: [(&str, &str); 3] = [("0126", "0226"), ("0124", "0223"), ("3729", "3628")];

fn bridge(edge: &str, inside: &str) -> BridgeId {
    GAME.board.side(hex(edge), hex(inside)).and_then(|side| side.bridge).expect("a bridge")
}

/// A unit that waits by a section of which Germans leave one gate alone.
fn before(gate: &str, phase: Phase) -> Given {
    let entries = || GAME.board.entries().iter();
    let section = entries().find(|(_, inside, _)| *inside == hex(gate)).expect("a gate").2;
    let name = GAME.tables.section_name(section);
    let given = waiting(Given::at(ALLIED, phase).unit("9-2di", "2521"), "cca-7db", &[name]);
    let ids = GAME.units_of(GERMAN).map(|unit| GAME.published.units.unit(unit).id.as_str());
    let others =
        entries().filter(|(_, inside, of)| *of == section && *inside != hex(gate)).map(|(_, inside, _)| *inside);
    let mut others: Vec<_> = others.collect();
    others.dedup();
    // in road mode they control nothing around
    others.into_iter().zip(ids).fold(given, |given, (inside, id)| given.road(id, &number(inside)))
}

fn cut(given: Given, bridge: BridgeId) -> Given {
    given.with(|state: &mut State| state.interdicted = vec![bridge])
}

#[test]
fn cases_13_2b_and_14_1a_nobody_comes_on_over_an_interdicted_bridge_of_the_edge_nor_must() {
    for (edge, gate) in ON_THE_EDGE {
        let open = before(gate, Phase::Movement);
        assert_eq!(open.refused("end"), "14.1a", "{gate}");
        open.clone().order(&format!("enter CCA/7 at {gate}"));
        let shut = cut(open, bridge(edge, gate));
        let refusal = shut.clone().try_with(&format!("enter CCA/7 at {gate}"), &[]).expect_err(gate);
        assert_eq!(refusal.case, "13.2b");
        let told = refusal.to_string();
        assert!(told.contains(&format!("{edge}/{gate}")) || told.contains(&format!("{gate}/{edge}")), "{told}");
        assert_eq!(who_can_enter(&GAME, &shut.state, ALLIED).count(), 0, "{gate}");
        shut.clone().end();
        // a friend in a road that is cut is in nobody's way
        shut.unit("23-2di", gate).end();
    }
}

#[test]
fn case_13_2b_whoever_reads_of_a_cut_bridge_reads_by_which_road_he_may_come_instead() {
    for (edge, gate) in ON_THE_EDGE {
        let section = GAME.board.entries().iter().find(|(_, inside, _)| *inside == hex(gate)).expect("a gate").2;
        let given = waiting(Given::allied_movement(), "cca-7db", &[GAME.tables.section_name(section)]);
        let given = cut(given, bridge(edge, gate));
        let refusal = given.clone().try_with(&format!("enter CCA/7 at {gate}"), &[]).expect_err(gate);
        let other = refusal.remedy.strip_prefix("It may enter at ").expect("another road");
        given.clone().order(&format!("enter CCA/7 at {}", &other[..4]));
    }
}

#[test]
fn case_14_1a_in_the_second_movement_as_well_no_mechanized_unit_waits_that_can_come() {
    let second = |given: Given| given.with(|state| state.phase = Phase::Mechanized);
    let given = second(one_gate().unit("cca-7db", "2039"));
    let refusal = given.clone().try_with("end", &[]).expect_err("CCA/4 can enter");
    assert_eq!(refusal.case, "14.1a");
    let order = testing::orders_in::<crate::ArdennesOffensive>(&refusal.remedy).pop().expect("an order");
    let mut entered = given.clone();
    entered.order(&order);
    entered.end();
    assert_eq!(given.refused("move CCA/7 to 2041"), "14.1a", "it would take the last free road");
    // who stands in the road makes way if he can, and who cannot move in this phase need not
    let kept = second(one_gate().unit("ccr-7db", "2041"));
    let refusal = kept.clone().try_with("end", &[]).expect_err("CCR/7 can make way");
    let mut way = kept.clone();
    way.order(&testing::orders_in::<crate::ArdennesOffensive>(&refusal.remedy)[0]);
    way.order("enter CCA/4 at 2041");
    second(one_gate().unit("23-2di", "2041")).end();
    kept.with(|state| state.units.get_mut(unit("ccr-7db")).fought = true).end();
}

#[test]
fn cases_14_1a_and_5_2k_units_on_foot_wait_in_the_second_movement_and_keep_no_road_free() {
    let given = waiting(Given::at(ALLIED, Phase::Mechanized), "39-9di", &["W"]).unit("cca-7db", "2039");
    let mut given = given.unit("18-vg", "0740").unit("62-vg", "1640");
    assert_eq!(given.refused("enter 39/9 at 2041"), "5.2k");
    given.order("move CCA/7 to 2041");
    given.end();
}

#[test]
fn case_14_1a_who_is_not_due_reads_in_which_turn_and_by_which_section_he_comes() {
    use crate::truth::state::Place;
    let told = |given: &Given, line: &str| given.clone().try_with(line, &[]).expect_err(line).to_string();
    let sections = super::ch14_reinforcements::sections(&["SW", "SE"]);
    let given = Given::allied_movement().unit("23-2di", "1532").with(|state| {
        state.units.get_mut(unit("cca-4db")).place = Place::Due { turn: 5, sections };
        state.units.get_mut(unit("ccb-4db")).place = Place::Lost;
    });
    let due = told(&given, "enter CCA/4 at 3611");
    assert_eq!(due, "[14.1a] CCA/4 comes in turn 5 by section SW or SE; it is turn 3");
    assert_eq!(told(&given, "move CCA/4 to 3611"), due);
    assert!(told(&given, "enter CCB/4 at 3611").starts_with("[16a]"));
    assert_eq!(told(&given, "enter 23/2 at 3611"), "[14.1a] 23/2 is on the map, in 1532");
    let east = Given::german_movement().with(|state| {
        state.units.get_mut(unit("brigade-5")).place = Place::Due { turn: 5, sections: Default::default() };
    });
    assert!(told(&east, "enter 5 Brig at 0209").contains("comes in turn 5 by the east edge"));
}

#[test]
fn case_14_1a_who_waits_and_is_to_move_reads_where_to_bring_him_on() {
    let given = one_gate();
    let refusal = given.clone().try_with("move CCA/4 to 1941", &[]).expect_err("it waits");
    assert_eq!(refusal.case, "14.1a");
    let order = testing::orders_in::<crate::ArdennesOffensive>(&refusal.remedy).pop().expect("an order");
    given.clone().order(&order);
}

#[test]
fn cases_4_1e_and_14_1a_the_second_movement_is_asked_for_where_somebody_can_but_come_on() {
    let given = waiting(Given::allied_combat(), "cca-4db", &["W"]).unit("18-vg", "0740").unit("62-vg", "1640");
    let mut comes = given.clone();
    comes.end();
    assert_eq!((comes.state.side, comes.state.phase), (ALLIED, Phase::Mechanized));
    comes.order("enter CCA/4 at 2041");
    // nobody can where Germans hold the last road as well
    let mut shut = given.unit("326-vg", "2041");
    shut.end();
    assert_eq!(shut.state.side, GERMAN);
}

#[test]
fn case_14_1a_one_who_may_not_wait_is_named_alone_with_where_he_can_enter() {
    assert_eq!(one_gate().refusal("end").message, "CCA/4 may not wait: it can enter at 2041");
}

#[test]
fn case_14_2b_who_has_too_little_for_those_before_him_reads_how_many_they_were_and_what_he_needs() {
    let told = |before: usize, left: u16| {
        let given = one_gate().with(|state| {
            state.entered = vec![hex("2041"); before];
            state.units.get_mut(unit("cca-4db")).left = Some(left);
        });
        given.refusal("enter CCA/4 at 2041").message
    };
    assert_eq!(told(1, 2), "1 unit came by 2041 before in this phase: CCA/4 has 2 road hexes and needs 3");
    assert_eq!(told(12, 24), "12 units came by 2041 before in this phase: CCA/4 has 24 road hexes and needs 25");
}

#[test]
fn case_14_1a_who_stops_in_a_road_in_which_another_stands_as_well_lets_others_move() {
    // 23/2 stands beside the gate as well, so that CCA/7 alone would open nothing
    let given = one_gate().unit("cca-7db", "2041").unit("23-2di", "1941").unit("9-2di", "2521");
    let mut given = given.with(|state| {
        state.mover = Some(unit("cca-7db"));
        state.units.get_mut(unit("cca-7db")).begun = true;
    });
    given.order("move 9/2 to 2520");
}
