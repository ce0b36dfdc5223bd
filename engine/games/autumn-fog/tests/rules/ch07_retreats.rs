//! Where retreats end (7.7.1), in combats of several hexes and in the fog.
//!
//! The target is 1610; around it lie 1609, 1709, 1710, 1611, 1510 and 1509.

use crate::given::Given;
use autumn_fog::event::Event;
use autumn_fog::options::Fog;
use autumn_fog::order::EventKind;
use autumn_fog::state::{ALLIED, GERMAN, Pending};

/// 12 VG in 1710 has destroyed one step of 30 DI in 1610 and got a 1 itself; Americans stand in these hexes.
fn repulsed(around: &[&str]) -> Given {
    let units = ["422-106di", "423-106di", "424-106di", "109-28di", "112-28di"];
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(1);
    let placed = units.iter().zip(around);
    let mut given = placed.fold(given, |given, (unit, hex)| given.unit(unit, hex)).german_acts();
    let events = given.order("attack target:1610 with:12-vg lead:12-vg done", &[1]);
    assert_eq!(Given::fight(&events).result, "1/1");
    given.order("lose loss:30-di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Lose)));
    given
}

#[test]
fn cases_7_7_1b_and_7_7_2g_an_attacker_does_not_retreat_into_the_hex_that_was_vacated() {
    let mut open = repulsed(&[]);
    open.order("lose done", &[]);
    assert_eq!(open.asked(), Some((GERMAN, Pending::Retreat)));
    assert_eq!(open.refused("retreat unit:12-vg via:1610"), "7.7.2g");
    // the vacated hex would be the only one
    let shut = repulsed(&["1709", "1711", "1810", "1811", "1611"]);
    assert_eq!(shut.refused("lose done"), "7.7.1b");
    assert!(shut.accepts("lose loss:12-vg done"));
}

/// 30 DI in 1610 and 109/28 DI in 1611 have been attacked together, with a result of -/1; Germans stand in these hexes.
fn both_hit(around: &[&str]) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("kulman-12ss", "1710").steps(2).ap(3);
    let given = given.unit("30-di", "1610").steps(2).unit("109-28di", "1611");
    let placed = ["18-vg", "62-vg", "26-vg", "3-fj"].into_iter().zip(around);
    let mut given = placed.fold(given, |given, (unit, hex)| given.unit(unit, hex)).german_acts();
    given.order("prepare target:1610 target:1611 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    let events = given.order("defend lead:30-di done", &[2]);
    assert_eq!(Given::fight(&events).result, "-/1");
    given
}

#[test]
fn case_7_7_1a_no_defender_ends_his_retreat_in_another_attacked_hex() {
    assert!(both_hit(&[]).accepts("lose done"));
    // but for 1611, which is to be vacated too, 30 DI has no way
    let shut = both_hit(&["1609", "1709", "1510", "1509"]);
    assert_eq!(shut.refused("lose done"), "7.7.2a");
    assert!(shut.accepts("lose loss:30-di done"));
}

/// 30 DI with so many steps in a hex has to meet a 2 that is not red; Stoesser bars these hexes to it.
fn to_meet_two(target: &str, from: &str, steps: u8, barred: &[String]) -> Given {
    let given = Given::on(&[]).unit("peiper-1ss", from).ap(3).unit("30-di", target).steps(steps);
    let given = barred.iter().fold(given, |given, hex| given.marker(EventKind::Stoesser, hex));
    let mut given = given.german_acts();
    // 9 against 9, a 6 and +1 for quality
    let events = given.order(&format!("attack target:{target} with:peiper-1ss lead:peiper-1ss done"), &[6]);
    assert_eq!(Given::fight(&events).result, "1/2");
    given
}

/// Numbers of the hexes so far from one.
pub fn ring(centre: &str, distance: u16) -> Vec<String> {
    let given = Given::on(&[]);
    let (grid, centre) = (given.definitions.board.grid(), given.hex(centre));
    let far = |hex: &definitions::hex::HexId| grid.distance(centre, *hex) == distance;
    given.definitions.published.map.on_map().filter(far).map(|hex| grid.number(hex)).collect()
}

#[test]
fn case_7_7_1i_hexes_that_cannot_be_gone_are_refused_before_anything_is_lost_and_fewer_may_be_chosen() {
    let around: Vec<String> = ring("1610", 1).into_iter().filter(|hex| hex != "1509" && hex != "1710").collect();
    let given = to_meet_two("1610", "1710", 3, &[ring("1610", 2), around].concat());
    assert_eq!(given.refused("lose done"), "7.7.1i", "there is room for one hex and not for two");
    assert!(given.accepts("lose loss:30-di done"));
    assert!(given.accepts("lose loss:30-di loss:30-di done"));
    let shut = to_meet_two("1610", "1710", 3, &ring("1610", 1));
    assert_eq!(shut.refused("lose done"), "15.2a", "Stoesser bars all but the attacker's hex");
    assert_eq!(shut.refused("lose loss:30-di done"), "15.2a", "the whole number is lost in steps");
    assert!(shut.accepts("lose loss:30-di loss:30-di done"));
}

#[test]
fn case_7_7_1a_a_retreat_bends_back_only_where_no_way_leads_further_and_never_to_where_it_was() {
    // nothing further away than one hex is open
    let mut given = to_meet_two("1610", "1710", 3, &ring("1610", 2));
    given.order("lose done", &[]);
    let first = given.vias("retreat unit:30-di");
    assert!(!first.is_empty());
    for first in first {
        let path = format!("retreat unit:30-di via:{first}");
        let then = given.vias(&path);
        assert!(!then.is_empty(), "{first}");
        for end in then {
            assert!(ring("1610", 1).contains(&end), "{first} {end}");
            let mut given = given.clone();
            given.order(&format!("{path} via:{end}"), &[]);
            assert_eq!(given.place("30-di"), Some(end));
        }
        assert_eq!(given.refused(&format!("{path} via:1610")), "7.7.1a", "where it began");
    }
    // as long as one way leads two hexes away, no bend is open, whichever hex comes first
    let but = |open: &[&str]| {
        let barred: Vec<String> = ring("1610", 2).into_iter().filter(|hex| !open.contains(&hex.as_str())).collect();
        let mut given = to_meet_two("1610", "1710", 3, &barred);
        given.order("lose done", &[]);
        given
    };
    assert_eq!(but(&["1409"]).place("30-di").as_deref(), Some("1409"), "the one way is taken");
    let given = but(&["1410", "1411"]);
    assert_eq!(given.vias("retreat unit:30-di via:1510"), ["1410", "1411"]);
    let bend = given.refusal("retreat unit:30-di via:1510 via:1509");
    assert_eq!((bend.case.as_ref(), bend.message.as_str()), ("7.7.1a", "1509 leads back to 1610"));
    let dead = given.refusal("retreat unit:30-di via:1609");
    let message = "no hex is open beyond 1609, and 1 hex would still be due";
    assert_eq!((dead.case.as_ref(), dead.message.as_str()), ("7.7.1i", message), "a bend is no way out of it");
    assert_eq!(given.refused("retreat unit:30-di via:1510 unit:30-di"), "order", "who goes is named before the way");
}

/// 30 DI in 1610 has lost the step that a red 4 demands, and three more points are due, attacked from 1710; Stoesser leaves it
/// these hexes alone.
fn to_meet_three(open: &[&str]) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("peiper-1ss", "1710").steps(2).ap(3);
    let given = given.unit("30-di", "1610").steps(3).fatigued();
    let near = [ring("1610", 1), ring("1610", 2), ring("1610", 3)].concat();
    let barred = near.iter().filter(|hex| !open.contains(&hex.as_str()));
    let mut given = barred.fold(given, |given, hex| given.marker(EventKind::Stoesser, hex)).german_acts();
    let order = "prepare target:1610 with:12-vg with:peiper-1ss lead:peiper-1ss done";
    let events = given.order(order, &[6]);
    let fight = Given::fight(&events);
    assert_eq!((fight.numbers[1], fight.red[1]), (Some(4), true), "{fight:?}");
    given
}

#[test]
fn case_7_7_1a_a_retreat_that_bends_back_enters_no_hex_twice_and_never_that_where_it_began() {
    // to and fro between two hexes is no retreat of three
    let lane = to_meet_three(&["1510", "1410"]);
    assert_eq!(lane.refused("lose loss:30-di done"), "7.7.1i");
    assert!(lane.accepts("lose loss:30-di loss:30-di done"), "there is room for two");
    // and neither is one hex, back, and another
    let apart = to_meet_three(&["1510", "1609"]);
    assert_eq!(apart.refused("lose loss:30-di done"), "7.7.1i");
    assert_eq!(apart.refused("lose loss:30-di loss:30-di done"), "7.7.1i", "there is room for one");
}

#[test]
fn case_7_7_1l_who_could_only_retreat_off_the_map_loses_the_whole_number_in_steps() {
    let on_map: Vec<String> = ring("0109", 1).into_iter().filter(|hex| hex != "0210").collect();
    assert!(on_map.len() < 5, "the rest lies off the map");
    let mut given = to_meet_two("0109", "0210", 3, &on_map);
    let refusal = given.refusal("lose done");
    assert!(refusal.case == "15.2a" && refusal.message.contains("the map ends [7.7.1l]"), "{refusal}");
    given.order("lose loss:30-di loss:30-di done", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("0109"), 1));
    let mut last = to_meet_two("0109", "0210", 3, &on_map).unit("30-di", "0109").steps(1);
    last.order("lose loss:30-di done", &[]);
    assert_eq!(last.place("30-di"), None, "eliminated with its last step");
}

#[test]
fn case_7_7_1k_units_that_retreat_together_have_not_fallen_back_on_each_other() {
    let begun = |friend: &[&str]| {
        let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(1).unit("110-28di", "1610");
        let given = friend.iter().fold(given, |given, hex| given.unit("109-28di", hex));
        let mut given = given.german_acts();
        given.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
        let events = given.order("defend lead:30-di done", &[4]);
        assert_eq!(Given::fight(&events).result, "-/1");
        given.order("lose done", &[]);
        given
    };
    let fell_back = |mut given: Given| {
        given.order("retreat unit:30-di via:1510", &[]);
        given.order("retreat unit:110-28di via:1510", &[]);
        ["30-di", "110-28di"].map(|unit| given.look(unit).fell_back)
    };
    assert_eq!(fell_back(begun(&[])), [false, false], "one after the other into the same hex");
    assert_eq!(fell_back(begun(&["1510"])), [true, true], "somebody stood there");
}

#[test]
fn case_7_7_1h_who_dies_on_its_way_leaves_the_others_their_retreat() {
    // by 1510 alone, which 3 FJ controls
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(2).unit("110-28di", "1610");
    let barred = ["1609", "1709", "1611", "1509"];
    let given = barred.iter().fold(given.unit("3-fj", "1511"), |given, hex| given.marker(EventKind::Stoesser, hex));
    let mut given = given.german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
    let rolled = |die: u8| {
        let mut rolled = given.clone();
        let fight = Given::fight(&rolled.order("defend lead:30-di done", &[die])).clone();
        (fight.numbers == [Some(0), Some(1)] && fight.least[1] == 0).then_some(rolled)
    };
    let mut given = (1..=6).find_map(rolled).expect("a die that costs the defender alone one point");
    given.order("lose done", &[]);
    given.order("retreat unit:110-28di via:1510", &[]);
    assert_eq!((given.place("110-28di"), given.asked()), (None, Some((ALLIED, Pending::Retreat))));
    given.order("retreat unit:30-di via:1510", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("1510"), 1));
}

/// 30 DI in 1610 and CCB/9 in 1611 must lose three points. CCB can only go by 1510 to 1411, where 84 DI and a regiment
/// leave room for one step; 1510 is in the zone of 3 FJ in 1509, which only 30 DI has under its eyes.
fn last_room(fog: Fog) -> Given {
    let given = Given::on(&["side 1610/1611 river=\"Our\" rank=1"]);
    let given = given.unit("12-vg", "1710").ap(2).unit("peiper-1ss", "1710").steps(2).ap(3);
    let given = given.unit("30-di", "1610").steps(3).fatigued().unit("ccb-9db", "1611").fatigued();
    let given = given.unit("3-fj", "1509").unit("84-di", "1411").unit("109-28di", "1411");
    // hexes that the Americans may not enter
    let barred = ["1511", "1612", "1711", "1410"];
    let mut given = barred.iter().fold(given, |given, hex| given.marker(EventKind::Stoesser, hex)).german_acts();
    given.state.field.options.fog = fog;
    given.order("prepare target:1610 target:1611 with:12-vg with:peiper-1ss lead:peiper-1ss done", &[]);
    let events = given.order("defend lead:30-di done", &[6]);
    let fight = Given::fight(&events);
    assert_eq!((fight.numbers[1], given.asked()), (Some(3), Some((ALLIED, Pending::Lose))), "{fight:?}");
    given.order("lose loss:30-di done", &[]);
    given
}

#[test]
fn cases_7_7_1i_and_11_1_units_that_find_no_room_any_more_because_less_is_seen_stay_and_lose_steps() {
    // with all in sight CCB loses a step in 1510 and finds room for the other
    let mut clear = last_room(Fog::Off);
    clear.order("retreat unit:30-di via:1609 via:1608", &[]);
    clear.order("retreat unit:ccb-9db via:1510 via:1411", &[]);
    assert_eq!((clear.place("ccb-9db").as_deref(), clear.look("ccb-9db").steps), (Some("1411"), 1));
    // once 30 DI has gone nobody sees 3 FJ: as far as is known, two steps would come to 1411
    let mut fog = last_room(Fog::Covered);
    let events = fog.order("retreat unit:30-di via:1609 via:1608", &[]);
    let lost =
        events.iter().filter(|event| matches!(event, Event::StepLost { unit, .. } if *unit == fog.id("ccb-9db")));
    assert_eq!((lost.count(), fog.place("ccb-9db")), (2, None), "a step for each hex");
    assert_ne!(fog.asked(), Some((ALLIED, Pending::Retreat)), "the combat goes on");
}
