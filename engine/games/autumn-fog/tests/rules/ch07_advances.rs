//! Zones of control in an advance after combat (4.2f, 7.7.2d).
//!
//! The target is 1610; around it lie 1609, 1709, 1710, 1611, 1510 and 1509.

use crate::given::Given;
use autumn_fog::event::Event;
use autumn_fog::options::Fog;
use autumn_fog::state::{ALLIED, GERMAN, Pending};

/// Two regiments in 1610 and 1611 have been struck with a 4. One is dead, the other has gone three hexes from 1611;
/// the marker of the breakthrough is still to be laid. Another American stands in 1508.
fn struck() -> Given {
    struck_in(Fog::Off)
}

/// The same in the fog of war.
fn struck_in(fog: Fog) -> Given {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1710").ap(3);
    let given = given.unit("12-vg", "1510").ap(2).unit("3-fj", "1510").steps(2).ap(2);
    let given = given.unit("109-28di", "1610").unit("112-28di", "1611").unit("84-di", "1508");
    let mut given = given.german_acts();
    given.state.field.options.fog = fog;
    let all = "with:peiper-1ss with:hansen-1ss with:12-vg with:3-fj lead:12-vg done";
    given.order(&format!("prepare target:1610 target:1611 {all}"), &[]);
    // 6:1 becomes 8:1, integrity makes a 5 a 6
    let events = given.order("defend lead:109-28di done", &[5]);
    assert_eq!(Given::fight(&events).result, "-/4");
    given.order("lose loss:109-28di done", &[]);
    let mut path = "retreat unit:112-28di".to_owned();
    while given.asked() == Some((ALLIED, Pending::Retreat)) {
        path += &format!(" via:{}", given.vias(&path)[0]);
        if given.vias(&path).is_empty() {
            given.order(&path, &[]);
        }
    }
    assert_eq!(given.asked(), Some((GERMAN, Pending::Mark)));
    given
}

#[test]
fn case_7_7_2d_an_advance_that_is_in_an_enemy_zone_in_its_second_hex_does_not_go_on() {
    let third = "advance unit:peiper-1ss via:1610 via:1509 via:1409";
    let mut given = struck();
    // 1611 and the hexes around it lie off the way
    given.order("mark hex:1611", &[]);
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1509 done"), "it may enter the zone of 84 DI");
    assert_eq!(given.refused(third), "7.7.2d");
    assert!(given.vias("advance unit:peiper-1ss via:1610 via:1509").is_empty());
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1709 via:1708 done"), "three hexes outside all zones");
    let mut given = struck();
    given.order("mark hex:1610", &[]);
    assert!(given.accepts(&format!("{third} done")), "the breakthrough in 1610 cancels the zone in 1509 (7.8c)");
    assert_eq!(given.refused(&format!("{third} via:1408")), "7.7.2a", "and three hexes are all");
}

#[test]
fn cases_7_7_2a_and_7_7_2c_the_question_says_how_far_one_may_go_and_how_it_ends() {
    let mut given = struck();
    given.order("mark hex:1611", &[]);
    let question = given.question();
    for told in ["Each may advance up to 3 hexes: first into one", "`advance done` says that nobody else does."] {
        assert!(question.contains(told), "{question}");
    }
}

#[test]
fn case_7_7_2d_the_first_vacated_hex_never_ends_an_advance() {
    let mut given = struck();
    given = given.unit("424-106di", "1709");
    given.order("mark hex:1611", &[]);
    // 1610 is in the zone of the regiment in 1709 now, 1509 is not
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1509 done"));
}

/// 30 DI has gone two hexes by 1510; Peiper and one step of 12 VG may follow. An American stands in 1509.
fn followed(fog: Fog) -> Given {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").steps(2).ap(3).unit("12-vg", "1710").steps(1).ap(2);
    let mut given = given.unit("30-di", "1610").steps(3).unit("84-di", "1509").german_acts();
    given.state.field.options.fog = fog;
    let events = given.order("attack target:1610 with:peiper-1ss with:12-vg lead:peiper-1ss done", &[6]);
    assert_eq!(Given::fight(&events).result, "1/2");
    given.order("lose done", &[]);
    let end = given.vias("retreat unit:30-di via:1510")[0].clone();
    given.order(&format!("retreat unit:30-di via:1510 via:{end}"), &[]);
    given.order("lose loss:peiper-1ss done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    given
}

#[test]
fn case_4_2f_an_advance_goes_from_the_vacated_hex_to_none_that_the_same_enemy_controls() {
    let mut given = followed(Fog::Off);
    // 84 DI controls 1610, 1510 and 1609
    for via in ["1510", "1609"] {
        let refusal = given.refusal(&format!("advance unit:peiper-1ss via:1610 via:{via}"));
        assert_eq!(refusal.case, "4.2f");
        let named = ["same enemy unit controls", "1610", via];
        assert!(named.iter().all(|words| refusal.message.contains(words)), "{}", refusal.message);
    }
    assert_eq!(given.vias("advance unit:peiper-1ss via:1610"), ["1611", "1709", "1710"]);
    assert!(given.vias("advance unit:12-vg via:1610").is_empty(), "infantry could follow by 1510 only");
    assert!(given.accepts("advance unit:12-vg via:1610 done"));
    // a breakthrough cancels the zones
    let marker = given.hex("1610");
    given.state.field.breakthroughs.push((GERMAN, marker));
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1510 done"));
}

#[test]
fn case_4_2f_the_vacated_hex_is_open_though_one_enemy_controls_it_and_the_hex_of_the_attackers() {
    // 109/28 DI in 1611 controls 1710 and 1610
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").unit("109-28di", "1611");
    let mut given = given.german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[5]);
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:12-vg via:1610 done", &[]);
    assert_eq!(given.place("12-vg").as_deref(), Some("1610"));
    assert!(!given.look("12-vg").bound, "4.3c");
}

#[test]
fn cases_4_2f_and_11_1_an_enemy_that_is_not_seen_stops_such_an_advance_before_the_second_hex() {
    let mut given = followed(Fog::Covered);
    let events = given.order("advance unit:peiper-1ss via:1610 via:1510 done", &[]);
    assert_eq!(given.place("peiper-1ss").as_deref(), Some("1610"));
    let [Event::Advanced { .. }, Event::Thwarted { stacks, case, .. }, ..] = &events[..] else { panic!("{events:?}") };
    assert_eq!((case.as_str(), &stacks[..]), ("4.2f", &[given.hex("1509")][..]));
}

#[test]
fn cases_7_7_2d_and_11_1_an_enemy_that_is_not_seen_ends_an_advance_in_the_first_hex_of_its_zone_that_is_not_the_last() {
    let unseen = || {
        let mut given = struck_in(Fog::Covered);
        given.order("mark hex:1611", &[]);
        given
    };
    let halted = |events: &[Event]| events.iter().any(|event| matches!(event, Event::Thwarted { .. }));
    let mut given = unseen();
    let events = given.order("advance unit:peiper-1ss via:1610 via:1509 via:1409 done", &[]);
    assert_eq!((given.place("peiper-1ss").as_deref(), halted(&events)), (Some("1509"), true));
    let Some(Event::Thwarted { case, .. }) = events.iter().find(|event| matches!(event, Event::Thwarted { .. })) else {
        panic!("{events:?}")
    };
    assert_eq!(case, "7.7.2d");
    let mut given = unseen();
    let events = given.order("advance unit:peiper-1ss via:1610 via:1509 done", &[]);
    assert_eq!((given.place("peiper-1ss").as_deref(), halted(&events)), (Some("1509"), false), "it ends there anyway");
}
