//! What a combat does, costs and forbids is told with its case and its reason (7.6, 7.7), and what rulings make of it.
//!
//! The target is 1610; around it lie 1609, 1709, 1710, 1611, 1510 and 1509.

use crate::ch07_retreats::ring;
use crate::given::Given;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, SupportKind};
use autumn_fog::state::{ALLIED, GERMAN, Pending};
use engine::contract::Speech;

/// The story of events.
fn story(given: &Given, events: &[Event]) -> String {
    let told = events.iter().filter_map(|event| AutumnFog::describe(&given.definitions, &event.clone().into()));
    told.collect::<Vec<_>>().join("\n")
}

/// The first die with which an order, after which nothing else is asked before the die, gives these numbers.
#[track_caller]
fn fought(given: &Given, order: &str, numbers: [Option<u8>; 2]) -> (Given, Vec<Event>) {
    let rolled = |die: u8| {
        let mut given = given.clone();
        let events = given.order(order, &[die]);
        (Given::fight(&events).numbers == numbers).then_some((given, events))
    };
    (1..=6).find_map(rolled).unwrap_or_else(|| panic!("no die gives {numbers:?}"))
}

/// Markers of the Germans that bar hexes.
fn barred(given: Given, hexes: &[&str]) -> Given {
    hexes.iter().fold(given, |given, hex| given.marker(EventKind::Stoesser, hex))
}

#[test]
fn case_t_crta_an_e_is_told_as_the_end_of_all_units_and_what_it_leaves_is_advanced_any_way() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("peiper-1ss", "1710").steps(2).ap(3);
    let given = given.unit("30-di", "1610").steps(1).fatigued().german_acts();
    let order = "attack target:1610 with:12-vg with:peiper-1ss lead:peiper-1ss done";
    let (given, events) = fought(&given, order, [Some(1), None]);
    let told = story(&given, &events);
    assert!(
        told.contains("Result 1/E: the attacker loses 1 step or retreats 1 hex; all units of the defender"),
        "{told}"
    );
    assert!(told.contains("are eliminated [T.CRTa]") && !told.contains("neither side"), "{told}");
    let mut given = given;
    given.order("lose loss:peiper-1ss done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    let question = given.question();
    assert!(question.contains("first into one that the defenders have left, then any way"), "{question}");
    assert!(question.contains("[7.7.2a, 7.7.2j]") && !question.contains("path of retreat"), "{question}");
}

#[test]
fn case_7_6d_the_price_of_a_prepared_attack_is_told_where_the_number_is_not_red() {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").german_acts();
    let rolled = |order: &str| {
        (1..=6)
            .filter_map(|die| {
                let mut given = given.clone();
                let events = given.order(order, &[die]);
                let fight = Given::fight(&events).clone();
                (fight.numbers[0] > Some(0) && !fight.red[0]).then(|| story(&given, &events))
            })
            .collect::<Vec<_>>()
    };
    let prepared = rolled("prepare target:1610 with:12-vg lead:12-vg done");
    assert!(!prepared.is_empty());
    for told in prepared {
        assert!(told.contains("the attacker loses at least one step before any retreat [7.6d]"), "{told}");
    }
    assert!(rolled("attack target:1610 with:12-vg lead:12-vg done").iter().all(|told| !told.contains("7.6d")));
}

#[test]
fn case_7_6f_an_armour_support_takes_the_loss_of_armour_and_does_not_ask_for_it() {
    let ready = |mate: &str| {
        let given = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("kulman-12ss", "1710").ap(3);
        let given = given.unit("hq-v", "1410").holds(SupportKind::Armour, 1);
        let mut given = given.unit("30-di", "1610").steps(2).unit(mate, "1610").german_acts();
        given.order("prepare target:1610 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
        given
    };
    let defend = "defend lead:30-di support:hq-v/tank done";
    let rolled = |given: &Given| {
        (1..=6).find_map(|die| {
            let mut given = given.clone();
            let fight = Given::fight(&given.order(defend, &[die])).clone();
            (fight.numbers[1] >= Some(2)).then_some((given, fight))
        })
    };
    // infantry with a tank marker is no side with armour
    let (given, fight) = rolled(&ready("110-28di")).expect("a die that costs two points");
    assert!(!fight.armour);
    let second = |given: &Given, step: &str| {
        let step = given.steps_of(step)[0];
        given.next("lose loss:30-di").iter().any(|(next, _)| *next == step)
    };
    assert!(second(&given, "loss:30-di"));
    assert!(second(&given, "spend:hq-v/tank"), "it may take any loss but the first");
    // beside tanks the marker may take what is asked of them
    let (given, fight) = rolled(&ready("cca-7db")).expect("a die that costs two points");
    assert!(fight.armour);
    assert_eq!(given.refused("lose loss:30-di loss:30-di"), "7.6f");
    assert!(second(&given, "spend:hq-v/tank") && second(&given, "loss:cca-7db"));
}

/// 30 DI in 1610 with two steps, and enemies in all the hexes around.
fn surrounded(steps: u8) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(steps);
    let given = given.unit("3-fj", "1609").unit("26-vg", "1509").unit("18-vg", "1510");
    given.unit("62-vg", "1611").unit("277-vg", "1709").german_acts()
}

#[test]
fn case_7_7_1b_a_retreat_that_enemies_bar_is_refused_for_them_and_not_for_want_of_room() {
    let (given, _) = fought(&surrounded(2), "attack target:1610 with:12-vg lead:12-vg done", [Some(0), Some(1)]);
    let refusal = given.refusal("lose done");
    assert_eq!(refusal.case, "7.7.1b");
    let told = refusal.message;
    assert!(told.starts_with("30 DI cannot retreat 1 hex: enemy units are in "), "{told}");
    assert!(["1609", "1709", "1710", "1611", "1510", "1509"].iter().all(|hex| told.contains(hex)), "{told}");
    assert_eq!(refusal.remedy, "What cannot be retreated is lost in steps [7.7.1i].");
    let question = given.question();
    assert!(question.contains(&told) && question.contains("lost in steps [7.7.1i]"), "{question}");
    // who has lost his steps for it reads why
    let mut given = given;
    let told = story(&given, &given.clone().order("lose loss:30-di done", &[]));
    assert!(told.contains("No retreat was open: 30 DI cannot retreat 1 hex: enemy units are in "), "{told}");
    given.order("lose loss:30-di done", &[]);
}

#[test]
fn cases_7_7_1c_7_7_1i_and_7_7_1l_each_hex_that_is_no_way_is_named_with_what_bars_it() {
    let ground = ["side 1610/1609 river=\"Our\" rank=1", "side 1610/1509 river=\"Our\" rank=1"];
    let given = barred(Given::on(&ground), &["1611"]).unit("12-vg", "1710").steps(2).ap(2);
    let given = given.unit("84-di", "1510").unit("109-28di", "1510").unit("277-vg", "1709");
    let given = given.unit("cca-7db", "1610").steps(2).german_acts();
    let (given, _) = fought(&given, "attack target:1610 with:12-vg lead:12-vg done", [Some(0), Some(1)]);
    let refusal = given.refusal("lose done");
    assert_eq!(refusal.case, "7.7.1i", "1510 alone could be entered");
    for why in [
        "7 steps would be in 1510, 6 may [7.7.1i]",
        "CCA/7 DB cannot cross the river to 1609 and 1509 without a bridge [7.7.1c]",
        "enemy units are in 1709 and 1710 [7.7.1b]",
        "Operation Stoesser bars 1611 [15.2a]",
    ] {
        assert!(refusal.message.contains(why), "{refusal}");
    }
}

#[test]
fn case_7_7_1h_a_step_that_a_retreat_costs_is_told_with_the_hex_and_its_zone() {
    let given = barred(Given::on(&[]), &["1609", "1709", "1611", "1509"]).unit("3-fj", "1511");
    let given = given.unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    let (given, _) = fought(&given, "attack target:1610 with:12-vg lead:12-vg done", [Some(0), Some(1)]);
    let mut given = given;
    let events = given.order("lose done", &[]);
    let told = story(&given, &events);
    let expected = "30 DI retreats from 1610 to 1510. 1510 is in an enemy zone of control and costs a step [7.7.1h].";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn case_7_7_1h_a_friend_who_has_still_to_retreat_himself_opens_no_enemy_zone() {
    // by 1611 alone, which 12 VG controls and 109/28 DI has still to leave
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("kulman-12ss", "1710").steps(2).ap(3);
    let given = barred(given, &["1609", "1709", "1510", "1509"]);
    let given = given.unit("30-di", "1610").steps(3).fatigued().unit("109-28di", "1611").fatigued().german_acts();
    let mut given = given;
    given.order("prepare target:1610 target:1611 with:12-vg with:kulman-12ss lead:12-vg done", &[]);
    let rolled = |die: u8| {
        let mut given = given.clone();
        let fight = Given::fight(&given.order("defend lead:30-di done", &[die])).clone();
        let lost = fight.numbers[1]?.checked_sub(2).filter(|lost| fight.least[1] <= *lost && *lost < 3)?;
        Some((given, lost))
    };
    let (mut given, lost) = (1..=6).find_map(rolled).expect("a die that leaves two hexes to retreat");
    given.order(&format!("lose {}done", "loss:30-di ".repeat(lost.into())), &[]);
    let steps = given.look("30-di").steps;
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)));
    let next = given.vias("retreat unit:30-di via:1611");
    given.order(&format!("retreat unit:30-di via:1611 via:{}", next[0]), &[]);
    assert_eq!(given.look("30-di").steps, steps - 1, "109/28 DI held nothing open");
}

#[test]
fn cases_7_7_1a_and_7_7_1d_a_bend_out_of_enemy_zones_goes_before_a_way_straight_into_one() {
    // of the hexes two away 1409 alone is open, and 3 FJ controls it
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("30-di", "1610").steps(3).unit("3-fj", "1309");
    let ring: Vec<String> = ring("1610", 2).into_iter().filter(|hex| hex != "1409" && hex != "1309").collect();
    let given = barred(given, &ring.iter().map(String::as_str).collect::<Vec<_>>()).german_acts();
    let order = "attack target:1610 with:peiper-1ss lead:peiper-1ss done";
    let (given, _) = fought(&given, order, [Some(1), Some(2)]);
    let mut given = given;
    given.order("lose done", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("1510"), 3));
}
