//! C3I and snafus (9.5, 7.5d, 16.3b, Q.9; optional).
//!
//! The target is 1610. Ratings: XLVII A, I SS B, LXXX C; 104/15 Pg is independent with quality 5, 33/9 Pz with 4.
//! The dice of an attack are: C3I, two of the snafu table, combat.

use crate::given::Given;
use autumn_fog::AutumnFog;
use autumn_fog::event::{Event, Fight};
use autumn_fog::options::Options;
use autumn_fog::order::SupportKind;
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};
use autumn_fog::tables::{Rating, SnafuKind};
use engine::contract::Foundation;

const SNAFUS: Options = Options { snafus: true, fog: autumn_fog::options::Fog::Off, presents: false };

/// One regiment in 1610 and these attackers in 1710, all with 2 steps and 3 AP.
fn attackers(units: &[&str]) -> Given {
    let mut given = Given::on(&[]).on_turn(5).unit("110-28di", "1610").german_acts().playing(SNAFUS);
    for unit in units {
        given = given.unit(unit, "1710").steps(2).ap(3);
    }
    given
}

fn order(verb: &str, units: &[&str]) -> String {
    let with: Vec<String> = units.iter().map(|unit| format!("with:{unit}")).collect();
    format!("{verb} target:1610 {} lead:{}", with.join(" "), units[0])
}

/// An attack of these units with dice.
#[track_caller]
fn attack(units: &[&str], dice: &[u8]) -> (Given, Vec<Event>) {
    let mut given = attackers(units);
    let events = given.order(&format!("{} done", order("attack", units)), dice);
    (given, events)
}

/// Rating, die and outcome of the C3I roll.
#[track_caller]
fn c3i(events: &[Event]) -> (Rating, u8, bool) {
    let roll = events.iter().find_map(|event| match event {
        Event::C3iRolled { rating, die, snafu, .. } => Some((*rating, *die, *snafu)),
        _ => None,
    });
    roll.expect("a C3I roll")
}

fn amounts(lines: &[(String, String, i32)]) -> Vec<(&str, i32)> {
    lines.iter().map(|(case, _, amount)| (case.as_str(), *amount)).collect()
}

#[track_caller]
fn fight(events: &[Event]) -> Fight {
    Given::fight(events).clone()
}

fn missing(events: &[Event], fits: fn(&Event) -> bool) -> bool {
    !events.iter().any(fits)
}

// ---------------------------------------------------------------- the roll

#[test]
fn cases_9_5a_and_7_5d_the_attacker_rolls_on_the_c3i_table_and_on_an_s_on_the_snafu_table() {
    for (unit, rating, upset) in
        [("gutman-2pz", Rating::A, &[2][..]), ("peiper-1ss", Rating::B, &[3, 5]), ("212-vg", Rating::C, &[1, 3, 6])]
    {
        for die in 1..=6 {
            let snafu = upset.contains(&die);
            // 3 and 4: no exceptional snafu
            let dice = if snafu { vec![die, 3, 4, 6] } else { vec![die, 6] };
            let (_, events) = attack(&[unit], &dice);
            assert_eq!(c3i(&events), (rating, die, snafu), "{unit}");
            assert!(fight(&events).shifts.is_empty(), "7 on the snafu table does nothing");
        }
    }
    let mut plain = attackers(&["212-vg"]).playing(Options::default());
    let events = plain.order("attack target:1610 with:212-vg lead:212-vg done", &[1]);
    assert!(missing(&events, |event| matches!(event, Event::C3iRolled { .. })), "without the option nothing is rolled");
}

#[test]
fn case_7_5d_the_roll_comes_after_both_sides_have_committed_and_before_the_shifts() {
    let mut given = attackers(&["212-vg"]).unit("hq-viii", "1410").holds(SupportKind::Artillery, 1);
    given.order("attack target:1610 with:212-vg lead:212-vg done", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    let events = given.order("defend lead:110-28di support:hq-viii/artillery done", &[1, 1, 1, 3]);
    let place = |fits: fn(&Event) -> bool| events.iter().position(fits).expect("it happened");
    let named = place(|event| matches!(event, Event::DefenceNamed { .. }));
    let rolled = place(|event| matches!(event, Event::C3iRolled { .. }));
    let snafu = place(|event| matches!(event, Event::SnafuRolled { .. }));
    assert!(named < rolled && rolled < snafu && snafu < place(|event| matches!(event, Event::Fought(_))));
    assert_eq!(amounts(&fight(&events).shifts), [("1.6.2b", -1), ("T.SNA", -1)], "the defender's support stays");
}

#[test]
fn case_9_5b_several_formations_attack_with_the_worst_of_their_ratings() {
    let (_, events) = attack(&["gutman-2pz", "peiper-1ss"], &[3, 3, 3, 6]);
    assert_eq!(c3i(&events), (Rating::B, 3, true));
    let (given, events) = attack(&["peiper-1ss", "gutman-2pz"], &[2, 6]);
    assert_eq!(c3i(&events), (Rating::B, 2, false));
    let worst = given.id("peiper-1ss");
    assert!(events.iter().any(|event| matches!(event, Event::C3iRolled { unit, .. } if *unit == worst)));
}

#[test]
fn case_9_5b_a_formation_keeps_its_rating_when_its_headquarters_is_gone() {
    for place in [Location::Absent, Location::Due(6), Location::Eliminated(4)] {
        let mut given = attackers(&["212-vg"]);
        let hq = given.id("hq-lxxx");
        given.state.field.units[hq.index()].place = place;
        let events = given.order("attack target:1610 with:212-vg lead:212-vg done", &[6, 3, 3, 6]);
        assert_eq!(c3i(&events), (Rating::C, 6, true));
    }
}

#[test]
fn cases_9_5c_and_16_3b_independent_units_rate_by_their_quality() {
    assert_eq!(c3i(&attack(&["104-15pg"], &[2, 3, 3, 6]).1), (Rating::A, 2, true));
    assert_eq!(c3i(&attack(&["33-9pz"], &[2, 6]).1), (Rating::B, 2, false));
    assert_eq!(c3i(&attack(&["33-9pz"], &[5, 3, 3, 6]).1), (Rating::B, 5, true));
    assert_eq!(c3i(&attack(&["104-15pg", "33-9pz"], &[5, 3, 3, 6]).1), (Rating::B, 5, true));
}

#[test]
fn case_16_3b_every_headquarters_has_a_rating_and_every_independent_unit_a_quality_that_rates() {
    let given = attackers(&[]);
    for data in &given.definitions.units {
        assert_eq!(data.is_hq(), data.c3i.is_some(), "{data:?}");
        assert!(data.formation.is_some() || matches!(data.quality, 4 | 5), "{data:?}");
    }
    assert!(given.definitions.headquarters.iter().all(Option::is_some));
}

#[test]
fn a_headquarters_without_a_rating_is_a_fault_of_the_definitions() {
    let mut files = AutumnFog::files();
    // of a list that would allow a fourth rating
    let units = files.text("units.txt").expect("units").replace("c3i=3", "c3i=4").replace("c3i 1..3", "c3i 1..4");
    files.replace("units.txt", &units);
    let faults = AutumnFog::definitions(&files).err().expect("LXXX and LIII have no rating").into_iter();
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert_eq!(faults[0], "units.txt: unit hq-lxxx: expected c3i=1, 2 or 3 (A, B or C, 9.5)");
}

// ---------------------------------------------------------------- what goes wrong

#[test]
fn case_9_5a_2_shifts_a_column_to_the_left_and_12_takes_1_from_the_die_for_each_stack() {
    let (_, events) = attack(&["212-vg"], &[1, 1, 1, 6]);
    let worked = fight(&events);
    assert_eq!(
        (amounts(&worked.shifts), worked.odds.as_str(), worked.column.as_str()),
        (vec![("T.SNA", -1)], "2:1", "1:1")
    );
    let (_, events) = attack(&["212-vg"], &[1, 6, 6, 6]);
    assert_eq!((amounts(&fight(&events).modifiers), fight(&events).row), (vec![("7.4b", 0), ("T.SNA", -1)], 5));
}

#[test]
fn cases_9_5d_and_q_9_cancelled_supports_come_back_next_turn_without_a_roll() {
    let armed = || {
        let given = attackers(&["gutman-2pz"]).missions(2, 0).unit("hq-xlvii-pz", "1810");
        given.holds(SupportKind::Nebelwerfer, 1).holds(SupportKind::Armour, 1)
    };
    let line = format!(
        "{} support:hq-xlvii-pz/nebelwerfer support:hq-xlvii-pz/tank air done",
        order("prepare", &["gutman-2pz"])
    );
    let prepared = ("T.ATKa", 2);
    let (rockets, guns, air) = (("1.6.1a", 2), ("1.6.1e", 1), ("7.4e", 1));
    // dice on the snafu table; shifts; die modifiers; used markers that come back; missions that do
    for (dice, shifts, modifiers, back, grounded) in [
        ([1, 3], vec![prepared, air], vec![guns], [1, 0, 0, 0], 0),
        ([1, 4], vec![prepared, rockets, air], vec![], [0, 0, 0, 1], 0),
        ([4, 6], vec![prepared, rockets], vec![guns], [0, 0, 0, 0], 1),
        ([6, 6], vec![prepared], vec![("T.SNA", -1)], [1, 0, 0, 1], 1),
    ] {
        let mut given = armed();
        let events = given.order(&line, &[2, dice[0], dice[1], 3]);
        let worked = fight(&events);
        assert_eq!(amounts(&worked.shifts), shifts, "{dice:?}");
        let others: Vec<(&str, i32)> =
            amounts(&worked.modifiers).into_iter().filter(|(case, _)| *case != "7.4b").collect();
        assert_eq!(others, modifiers, "{dice:?}");
        let army = given.definitions.unit(given.id("hq-xlvii-pz")).army.expect("an army");
        assert_eq!(given.state.field.used[usize::from(army)], back, "{dice:?}");
        assert_eq!((given.state.field.air, given.state.field.grounded), ([1, 0], [grounded, 0]), "{dice:?}");
    }
}

#[test]
fn case_9_5d_a_cancelled_mission_flies_next_turn_besides_those_rolled_then_if_the_sky_is_clear() {
    for (turn, grounded) in [(5, 1), (6, 0)] {
        let mut given = attackers(&["gutman-2pz"]).on_turn(turn).missions(1, 0);
        given.order(&format!("{} air done", order("attack", &["gutman-2pz"])), &[2, 4, 6, 3]);
        assert_eq!(given.state.field.grounded, [grounded, 0], "turn {turn}");
    }
    let mut next = crate::place::Play::on_turn(5)
        .put("peiper-1ss", crate::place::hex("3207"))
        .put("cca-9db", crate::place::hex("1716"))
        .field(|field| (field.last_turn, field.grounded, field.operations.passes) = (8, [1, 0], 1))
        .rolling(&[1, 1])
        .asked(GERMAN, Pending::Operate);
    let events = next.does(crate::place::just(autumn_fog::order::Verb::Pass));
    assert!(events.contains(&Event::AirRolled { dice: [1, 1], missions: [1, 2], back: [1, 0] }), "{events:?}");
    assert_eq!((next.state.field.air, next.state.field.grounded), ([1, 2], [0, 0]));
}

#[test]
fn case_9_5a_12_takes_the_integrity_of_the_attacker_and_counts_each_hex_of_attackers() {
    let given = attackers(&["gutman-2pz", "cochenhausen-2pz"]).unit("peiper-1ss", "1709").ap(3);
    let line = format!("{} done", order("prepare", &["gutman-2pz", "cochenhausen-2pz", "peiper-1ss"]));
    let with = |dice: &[u8]| fight(&given.clone().order(&line, dice));
    assert!(amounts(&with(&[3, 3, 3, 3]).modifiers).contains(&("7.4g", 1)));
    let confused = with(&[3, 6, 6, 3]);
    let modifiers = amounts(&confused.modifiers);
    assert!(modifiers.contains(&("T.SNA", -2)) && !modifiers.iter().any(|(case, _)| *case == "7.4g"), "{modifiers:?}");
}

#[test]
fn case_9_5a_3_forbids_advance_and_breakthrough_and_takes_an_ap() {
    let units = ["212-vg", "peiper-1ss"];
    let (given, events) = attack(&units, &[1, 1, 2, 6]);
    let worked = fight(&events);
    assert!(!worked.breakthrough, "4:1 and a 6");
    assert_eq!((given.look("212-vg").ap, given.look("peiper-1ss").ap), (1, 1), "1 for the attack, 1 by hesitation");
    let mut given = given;
    given.order("lose loss:110-28di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Operate)), "nobody is asked to advance");

    let (mut sound, events) = attack(&units, &[2, 6]);
    assert!(fight(&events).breakthrough, "without the snafu it is one");
    sound.order("lose loss:110-28di done", &[]);
    assert_eq!(sound.asked(), Some((GERMAN, Pending::Advance)));
}

#[test]
fn case_9_5a_a_unit_that_loses_its_last_ap_by_3_owes_no_attack_any_more() {
    // bound by the enemy in 1609, it attacks the one in 1711 first
    let given = Given::on(&[]).unit("109-28di", "1609").unit("110-28di", "1711").german_acts().playing(SNAFUS);
    let mut given = given.unit("212-vg", "1710").ap(2).bound();
    given.order("attack target:1711 with:212-vg lead:212-vg done", &[1, 1, 2, 6]);
    given.order("lose loss:110-28di done", &[]);
    assert_eq!(given.look("212-vg").ap, 0);
    assert!(given.accepts("end"), "somebody can always act");
}

#[test]
fn case_9_5a_9_halves_an_armoured_attacker_of_the_defenders_choice() {
    let units = ["33-9pz", "krag-2ss", "212-vg"];
    let (mut given, events) = attack(&units, &[1, 4, 5]);
    assert!(missing(&events, |event| matches!(event, Event::Fought(_))), "the die waits for the choice");
    assert_eq!(given.asked(), Some((ALLIED, Pending::Snafu)));
    assert_eq!(given.refused("snafu unit:212-vg"), "9.5a");
    let events = given.order("snafu unit:krag-2ss", &[3]);
    assert_eq!(fight(&events).strengths, [6 + 3 + 6, 3]);

    let (given, events) = attack(&["33-9pz", "212-vg"], &[1, 4, 5, 3]);
    let tank = given.id("33-9pz");
    assert!(events.contains(&Event::SnafuStruck { unit: tank, kind: SnafuKind::Fuel }), "no choice, no question");
    assert_eq!(fight(&events).strengths, [3 + 6, 3]);
    let (_, events) = attack(&["212-vg"], &[1, 4, 5, 3]);
    assert_eq!(fight(&events).strengths, [6, 3], "infantry needs no fuel");
}

#[test]
fn case_9_5a_11_takes_the_strength_of_an_attacker_but_not_its_losses() {
    let (mut given, _) = attack(&["212-vg", "276-vg"], &[1, 5, 6]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Snafu)));
    let events = given.order("snafu unit:212-vg", &[1]);
    let worked = fight(&events);
    assert_eq!((worked.strengths, worked.odds.as_str(), worked.result.as_str()), ([6, 3], "2:1", "2/-"));
    assert_eq!(given.refused("lose loss:276-vg"), "7.4c", "its quality counted, so it bleeds");
    given.order("lose loss:212-vg loss:276-vg done", &[]);

    let (_, events) = attack(&["212-vg"], &[1, 5, 6, 3]);
    assert_eq!(fight(&events).strengths, [6, 3], "a single attacker is not concerned");
}

#[test]
fn case_9_5b_the_questions_tell_the_worst_rating_and_the_rolls_that_bring_a_snafu() {
    let mut given = attackers(&["gutman-2pz", "peiper-1ss"]).unit("hq-viii", "1410").holds(SupportKind::Artillery, 1);
    let worst = "The worst C3I rating is B (Peiper/1): a 3 or 5 brings a snafu [9.5].";
    assert!(given.question().contains(worst), "{}", given.question());
    given.order(&format!("{} done", order("attack", &["gutman-2pz", "peiper-1ss"])), &[]);
    assert!(given.question().contains(worst), "{}", given.question());
    given.order("defend lead:110-28di done", &[3, 5, 6]);
    let question = given.question();
    assert!(question.starts_with("Snafu: which attacker does it strike?\nTraffic jam"), "{question}");
    assert!(question.contains("Gutman/2 in ") && question.contains("Peiper/1 in "), "{question}");
    let plain = attackers(&["212-vg"]).playing(Options::default());
    assert!(!plain.question().contains("C3I"), "{}", plain.question());
}

#[test]
fn case_q_9_a_cancelled_support_neither_rolls_after_the_combat_nor_takes_a_loss() {
    let given = attackers(&["gutman-2pz"]).unit("hq-xlvii-pz", "1810");
    let given = given.holds(SupportKind::Nebelwerfer, 1).holds(SupportKind::Armour, 1);
    let line =
        format!("{} support:hq-xlvii-pz/nebelwerfer support:hq-xlvii-pz/tank done", order("prepare", &["gutman-2pz"]));
    let army = given.definitions.unit(given.id("hq-xlvii-pz")).army.map(usize::from).expect("an army");
    let after = |first, second| {
        let mut given = given.clone();
        given.order(&line, &[2, first, second, 1]);
        given
    };
    // 4: the rockets are cancelled, the tank helps and needs no roll
    let mut radio = after(1, 3);
    radio.order("lose loss:110-28di done", &[]);
    let events = radio.order("advance done", &[]);
    let used = events.iter().filter(|event| matches!(event, Event::SupportUsed { .. })).count();
    assert_eq!((used, radio.state.field.used[army]), (1, [1, 0, 0, 1]));
    // 5: the tank is not there to be lost
    let elsewhere = after(1, 4);
    let rockets = (elsewhere.id("hq-xlvii-pz"), SupportKind::Nebelwerfer);
    let combat = elsewhere.state.field.combat.as_ref().expect("a combat");
    assert_eq!((&combat.supports[0], elsewhere.state.field.used[army]), (&vec![rockets], [0, 0, 0, 1]));
}

#[test]
fn cases_9_5a_and_15_4b_a_snafu_holds_for_the_second_roll_as_well() {
    let mut given = attackers(&["gutman-2pz"]).may_reroll(GERMAN);
    given.order("attack target:1610 with:gutman-2pz lead:gutman-2pz done", &[2, 6, 6, 1]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Reroll)), "the snafu comes before the die");
    assert!(given.question().contains("snafu (confusion) in 1 attacking stack -1 [T.SNA]"), "{}", given.question());
    let events = given.order("reroll", &[5]);
    assert_eq!((amounts(&fight(&events).modifiers), fight(&events).row), (vec![("7.4b", 1), ("T.SNA", -1)], 5));
}
