//! Moves of several units along a way (3.1, SCS.MOVE).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::movement;
use crate::printed::{GERMAN, POINT};
use crate::truth::event::Event;
use definitions::UnitId;

impl Given {
    fn along(&self, ids: &[&str], way: &[&str]) -> Result<Vec<Event>, (String, String)> {
        let units: Vec<UnitId> = ids.iter().map(|id| unit(id)).collect();
        let path: Vec<_> = way.iter().map(|number| hex(number)).collect();
        movement::along(&GAME, &self.state, GERMAN, &units, &path)
            .map_err(|refusal| (refusal.case.into_owned(), refusal.message))
    }
}

fn pair() -> Given {
    Given::german().unit("i-12-12ss", "A6.52").unit("991-277vg", "A6.52")
}

#[test]
fn case_scs_movee_units_go_together_each_at_its_own_cost_and_move_once_in_a_phase() {
    let mut given = pair();
    let events = given.along(&["i-12-12ss", "991-277vg"], &["A6.52", "A6.51", "A6.50"]).expect("both can");
    let Event::Moved { spent, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(spent, &[6 * POINT, 4 * POINT]);
    events.iter().for_each(|event| given.evolve(event));
    // they go on, together or one of them
    assert!(given.along(&["i-12-12ss"], &["A6.50", "A6.49"]).is_ok());
    // another begins: they have moved
    given = given.unit("989-277vg", "A4.52");
    given.go("989-277vg", "A4.51");
    assert_eq!(given.refused("i-12-12ss", "A6.49"), "SCS.MOVEe");
}

#[test]
fn who_cannot_follow_is_named_with_the_numbers() {
    let (case, message) = Given::german()
        .unit("i-12-12ss", "A6.53")
        .along(&["i-12-12ss"], &["A6.53", "A6.52", "A6.51", "A6.50", "A6.49", "A6.48"])
        .expect_err("five hexes of three points each");
    assert_eq!(case, "1.3i");
    assert!(message.contains("I/12/12 SS") && message.contains("has 0 MP"), "{message}");
    let (case, message) = pair().along(&["i-12-12ss"], &["A6.52", "A6.50"]).expect_err("a leap");
    assert!(case == "order" && message.contains("not next to"), "{message}");
    assert_eq!(pair().along(&["i-12-12ss"], &["A6.51", "A6.50"]).expect_err("elsewhere").0, "order");
}

#[test]
fn a_way_that_was_found_costs_what_the_search_said() {
    let given =
        Given::german().turn(1).unit("i-3-2pz", "B23.20").unit("60-116pz", "B26.25").unit("752-326vg", "B27.53");
    for id in ["i-3-2pz", "60-116pz", "752-326vg"] {
        let mover = movement::mover(&GAME, &given.state, GERMAN, unit(id)).expect("it moves");
        let reached = mover.search();
        for at in reached.hexes() {
            let path = reached.path(at).expect("a way");
            let mut moved = given.clone();
            let events = movement::along(&GAME, &given.state, GERMAN, &[unit(id)], &path);
            events.unwrap_or_else(|refusal| panic!("{refusal}")).iter().for_each(|event| moved.evolve(event));
            assert_eq!(
                Some(movement::left(&GAME, &moved.state, unit(id))),
                reached.left(at),
                "{id}, {}",
                super::given::number(at)
            );
        }
    }
}
