//! The edges of the rules of combat (7.1 to 7.8): where one more step, hex or unit makes the difference.
//!
//! The target is 1610 unless said otherwise; around it lie 1609, 1709, 1710, 1611, 1510 and 1509.

use crate::given::Given;
use autumn_fog::AutumnFog;
use autumn_fog::event::Fight;
use autumn_fog::options::{Fog, Options};
use autumn_fog::order::{EventKind, Step, SupportKind};
use autumn_fog::state::{ALLIED, GERMAN, Pending};
use engine::chance::{Audience, Chance};
use engine::contract::decide;

const ATTACK: &str = "attack target:1610 with:12-vg lead:12-vg done";

/// Stoesser bars these hexes to the Americans.
fn barred(given: Given, hexes: &[&str]) -> Given {
    hexes.iter().fold(given, |given, hex| given.marker(EventKind::Stoesser, hex))
}

/// Fights and checks the result.
#[track_caller]
fn fought(mut given: Given, order: &str, die: u8, result: &str) -> Given {
    let events = given.order(order, &[die]);
    assert_eq!(Given::fight(&events).result, result);
    given
}

/// 12 VG and so many steps of 3 FJ in 1710 have hit 1610 and 1611 together.
fn both_hit(given: Given, result: &str) -> Given {
    let mut given = given.unit("12-vg", "1710").ap(2).unit("3-fj", "1710").steps(2).ap(2).german_acts();
    given.order("prepare target:1610 target:1611 with:12-vg with:3-fj lead:12-vg done", &[]);
    fought(given, "defend lead:30-di done", 3, result)
}

/// Peiper has hit these defenders of 1610, nine points in all, with a 1/2 that is not red.
fn to_meet_two(given: Given, units: &[(&str, u8)]) -> Given {
    let given = units.iter().fold(given, |given, (unit, steps)| given.unit(unit, "1610").steps(*steps));
    let mut given = given.unit("peiper-1ss", "1710").ap(3).german_acts();
    given.order("attack target:1610 with:peiper-1ss lead:peiper-1ss done", &[]);
    fought(given, &format!("defend lead:{} done", units[0].0), 6, "1/2")
}

/// The only way from 1610 leads by 1510 to 1411; Germans control both.
fn corridor() -> Given {
    let given = barred(Given::on(&[]), &["1609", "1709", "1611", "1410", "1511"]);
    given.unit("26-vg", "1509").unit("18-vg", "1412")
}

// ---------------------------------------------------------------- retreats

#[test]
fn case_7_7_1h_on_a_path_through_two_zones_the_next_unit_loses_the_second_step_when_the_first_is_dead() {
    let mut given = to_meet_two(corridor(), &[("30-di", 2), ("110-28di", 1)]);
    given.order("lose done", &[]);
    given.order("retreat unit:110-28di unit:30-di via:1510 via:1411", &[]);
    assert_eq!(given.place("110-28di"), None);
    assert_eq!((given.place("30-di").as_deref(), given.look("30-di").steps), (Some("1411"), 1));
}

#[test]
fn case_7_7_1h_a_stack_that_loses_a_step_on_its_only_way_chooses_whose_and_a_single_unit_is_not_asked() {
    let mut stack = to_meet_two(corridor(), &[("30-di", 2), ("110-28di", 1)]);
    stack.order("lose loss:30-di done", &[]);
    assert_eq!(stack.asked(), Some((ALLIED, Pending::Retreat)));
    stack.order("retreat unit:110-28di unit:30-di via:1510", &[]);
    assert_eq!((stack.place("110-28di"), stack.place("30-di").as_deref()), (None, Some("1510")));

    let single = corridor().unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    let mut single = fought(single, ATTACK, 5, "-/1");
    single.order("lose done", &[]);
    assert_eq!((single.place("30-di").as_deref(), single.look("30-di").steps), (Some("1510"), 1));
    assert_eq!(single.asked(), Some((GERMAN, Pending::Advance)));
}

#[test]
fn case_7_7_1h_who_dies_on_the_way_needs_no_way_beyond() {
    let regiments = [("110-28di", 1), ("109-28di", 1), ("112-28di", 1)];
    let shut = |given| barred(given, &["1411"]);
    assert!(to_meet_two(shut(corridor()), &regiments).accepts("lose done"), "they may all die in 1510");
    let division = to_meet_two(shut(corridor()), &[("30-di", 2), ("110-28di", 1)]);
    assert_eq!(division.refused("lose done"), "7.7.1i", "30 DI would live on in 1510 and has no second hex");
}

#[test]
fn case_5a_a_retreat_may_fill_a_hex_with_six_steps() {
    let given = barred(Given::on(&[]), &["1609", "1709", "1611", "1509"]).unit("84-di", "1510");
    let given = given.unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    let mut given = fought(given, ATTACK, 5, "-/1");
    given.order("lose done", &[]);
    assert_eq!(given.place("30-di").as_deref(), Some("1510"));
    assert!(given.look("30-di").fell_back, "7.7.1k");
}

#[test]
fn case_7_7_1g_the_easier_of_two_hexes_is_taken_without_a_question() {
    let given = barred(Given::on(&["hex 1509 forest"]), &["1609", "1709", "1611"]);
    let given = given.unit("12-vg", "1710").steps(2).ap(2).unit("30-di", "1610").steps(2).german_acts();
    let mut given = fought(given, ATTACK, 5, "-/1");
    given.order("lose done", &[]);
    assert_eq!((given.place("30-di").as_deref(), given.asked()), (Some("1510"), Some((GERMAN, Pending::Advance))));
}

#[test]
fn case_7_7_1g_rough_ground_is_as_easy_as_clear_ground_for_infantry_and_not_for_vehicles() {
    let ways = |unit: &str| {
        let given = Given::on(&["hex 1509 rough"]).unit("12-vg", "1710").steps(2).ap(2);
        let mut given = fought(given.unit(unit, "1610").steps(2).german_acts(), ATTACK, 5, "-/1");
        given.order("lose done", &[]);
        given.vias(&format!("retreat unit:{unit}"))
    };
    assert_eq!(ways("30-di"), ["1509", "1510", "1609"]);
    assert_eq!(ways("cca-7db"), ["1510", "1609"]);
}

#[test]
fn case_7_7_1j_a_unit_joins_before_the_path_begins_and_not_after() {
    let mut given = to_meet_two(Given::on(&[]), &[("30-di", 2), ("110-28di", 1)]);
    given.order("lose done", &[]);
    let start = "retreat unit:30-di";
    assert!(given.next(start).iter().any(|(step, _)| matches!(step, Step::Unit(_))));
    let begun = format!("{start} via:{}", given.vias(start)[0]);
    assert!(given.next(&begun).iter().all(|(step, _)| matches!(step, Step::Via(_))), "{:?}", given.next(&begun));
    assert_eq!(given.refused(&format!("{begun} unit:110-28di")), "order");
}

/// 30 DI in 1610 and 2 DI in 1611 with four steps each have to meet a 1; these hexes are barred, and 2 DI can only go
/// to 1510.
fn one_room(more: &[&str]) -> Given {
    let given = barred(Given::on(&[]), &["1511", "1612", "1711"]);
    barred(given, more).unit("30-di", "1610").unit("2-di", "1611")
}

#[test]
fn case_7_7_1i_who_has_a_choice_does_not_take_the_only_room_of_another() {
    let mut given = both_hit(one_room(&[]), "-/1");
    given.order("lose done", &[]);
    let refusal = given.refusal("retreat unit:30-di via:1510");
    assert_eq!(refusal.case, "7.7.1i");
    assert!(refusal.message.contains("no room would be left for the others"), "{refusal}");
    assert_eq!(given.vias("retreat unit:30-di"), ["1509", "1609"]);
    assert_eq!(given.refused("retreat unit:30-di via:1611"), "7.7.2a", "no retreat ends in an attacked hex");
    given.order("retreat unit:30-di via:1509", &[]);
    given.order("retreat unit:2-di via:1510", &[]);
    assert_eq!(given.place("2-di").as_deref(), Some("1510"));
}

#[test]
fn case_7_7_1i_units_that_lose_a_step_in_the_only_room_still_fill_it() {
    // in 1510, which 26 VG controls, 3 and 4 steps would be
    let given = both_hit(one_room(&["1609", "1709"]).unit("26-vg", "1509"), "-/1");
    assert_eq!(given.refused("lose done"), "7.7.1i");
    assert!(given.accepts("lose loss:30-di done"));
}

#[test]
fn cases_7_7_1i_and_11_1_survivors_that_see_no_way_any_more_stay_and_lose_a_step_for_each_hex_and_no_more() {
    // 30 DI alone sees 26 VG in 1509, which would take a step of 29 BB in 1510, so that 1411 has room for the rest
    let given = barred(Given::on(&["side 1610/1611 river=\"Our\" rank=1"]), &["1511", "1612", "1711", "1410"]);
    let given = given.unit("30-di", "1610").steps(1).fatigued().unit("29-bb", "1611").fatigued();
    let given = given.unit("26-vg", "1509").unit("84-di", "1411");
    let mut given = given.unit("12-vg", "1710").ap(2).unit("3-fj", "1710").steps(2).ap(2).german_acts();
    given.state.field.options.fog = Fog::Covered;
    given.order("prepare target:1610 target:1611 with:12-vg with:3-fj lead:12-vg done", &[]);
    // 18 against 6, two columns for the prepared attack
    let mut given = fought(given, "defend lead:30-di done", 5, "1/3");
    given.order("lose loss:30-di done", &[]);
    assert_eq!((given.place("29-bb").as_deref(), given.look("29-bb").steps), (Some("1611"), 1), "two hexes, two steps");
    assert_eq!(given.asked(), Some((GERMAN, Pending::Lose)), "nobody is asked to retreat");
}

// ---------------------------------------------------------------- advances

#[test]
fn cases_7_7_2b_and_7_7_2c_infantry_follows_to_where_the_last_defender_died_and_goes_on_anywhere() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1710").ap(3);
    let given = given.unit("12-vg", "1510").ap(2).unit("3-fj", "1510").steps(2).ap(2).unit("26-vg", "1712");
    let given = given.unit("109-28di", "1610").unit("112-28di", "1611");
    let mut given = barred(given, &["1511", "1711"]).german_acts();
    let all = "with:peiper-1ss with:hansen-1ss with:12-vg with:3-fj lead:12-vg done";
    given.order(&format!("prepare target:1610 target:1611 {all}"), &[]);
    let mut given = fought(given, "defend lead:109-28di done", 5, "-/4");
    // 26 VG controls 1612, where the regiment of 1611 dies with three hexes to go
    given.order("lose loss:109-28di done", &[]);
    if given.asked() == Some((ALLIED, Pending::Retreat)) {
        given.order("retreat unit:112-28di via:1612", &[]);
    }
    assert_eq!((given.place("112-28di"), given.asked()), (None, Some((GERMAN, Pending::Mark))));
    given.order("mark hex:1611", &[]);
    assert!(given.accepts("advance unit:12-vg via:1611 via:1612 via:1613 done"), "straight on");
    assert!(given.accepts("advance unit:12-vg via:1611 via:1612 via:1511 done"), "and anywhere else");
    assert_eq!(given.refused("advance unit:12-vg via:1611 via:1711"), "7.7.2c", "not before");
    assert!(given.accepts("advance unit:12-vg via:1610 done"), "any vacated hex is open, whoever left it");
    assert!(given.accepts("advance unit:peiper-1ss via:1611 via:1711 done"), "armour goes where it likes");
}

#[test]
fn case_5a_an_advance_passes_a_full_hex_and_does_not_end_there() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("26-vg", "1709").ap(2);
    let given = given.unit("110-28di", "1610").german_acts();
    let order = "prepare target:1610 with:12-vg with:26-vg lead:12-vg done";
    let mut given = fought(given, order, 5, "-/3");
    given.order("lose loss:110-28di done", &[]);
    given.order("advance unit:26-vg via:1610 done", &[]);
    let refusal = given.refusal("advance unit:12-vg via:1610 done");
    assert_eq!((&*refusal.case, refusal.message.contains("8 steps would be in 1610")), ("5a", true), "{refusal}");
    given.order("advance unit:12-vg via:1610 via:1510 done", &[]);
    assert_eq!(given.place("12-vg").as_deref(), Some("1510"));
}

#[test]
fn cases_5a_and_11_1_who_stands_in_a_full_hex_knows_of_the_zone_that_would_end_an_advance_there() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").steps(2).ap(3);
    let mut given = given.unit("30-di", "1610").steps(2).unit("84-di", "1509").german_acts();
    given.state.field.options.fog = Fog::Covered;
    // 6 against 6
    let mut given = fought(given, "attack target:1610 with:peiper-1ss lead:peiper-1ss done", 6, "1/2");
    given.order("lose done", &[]);
    let end = given.vias("retreat unit:30-di via:1510")[0].clone();
    given.order(&format!("retreat unit:30-di via:1510 via:{end}"), &[]);
    given.order("lose loss:peiper-1ss done", &[]);
    assert!(given.accepts("advance unit:peiper-1ss via:1610 via:1510 done"), "nobody knows of 84 DI");
    // not even headquarters, which see nothing, let it come into a hex where it could not stay
    for hq in ["hq-xlvii-pz", "hq-lxvi", "hq-i-ss-pz", "hq-lxxx", "hq-lviii-pz", "hq-ii-ss-pz"] {
        given = given.unit(hq, "1610");
    }
    assert_eq!(given.refused("advance unit:peiper-1ss via:1610 via:1510"), "4.2f");
    assert_eq!(given.refused("advance unit:peiper-1ss via:1610 done"), "5a");
}

// ---------------------------------------------------------------- supports, losses and modifiers

/// 12 VG with a headquarters behind it next to one regiment.
fn supported() -> Given {
    let given = Given::on(&[]).on_turn(5).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    given.unit("hq-i-ss-pz", "1810").missions(3, 3)
}

fn fight(mut given: Given, order: &str) -> Fight {
    Given::fight(&given.order(order, &[3])).clone()
}

#[test]
fn case_1_6_2c_a_tank_is_lost_once() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("26-vg", "1709").ap(2);
    let given = given.unit("30-di", "1610").steps(2).unit("hq-xviii-abn", "1410");
    let mut given = given.holds(SupportKind::Artillery, 1).holds(SupportKind::Armour, 1).german_acts();
    given.order("prepare target:1610 with:12-vg with:26-vg lead:12-vg done", &[]);
    let defend = "defend lead:30-di support:hq-xviii-abn/artillery support:hq-xviii-abn/tank done";
    let given = fought(given, defend, 6, "1/3");
    let once = "lose loss:30-di spend:hq-xviii-abn/tank";
    assert_eq!(given.refused(&format!("{once} spend:hq-xviii-abn/tank")), "1.6.2c");
    assert!(given.accepts(&format!("{once} done")));
}

#[test]
fn case_1_3f_only_headquarters_of_ones_own_lend_support() {
    let given = supported().unit("3-fj", "1810").unit("hq-viii", "1410");
    for unit in ["3-fj", "hq-viii"] {
        let refusal = given.refusal(&format!("attack target:1610 with:12-vg lead:12-vg support:{unit}/artillery"));
        assert_eq!(refusal.case, "1.3f", "{unit}");
        assert!(refusal.message.contains("is not a headquarters of yours"), "{refusal}");
    }
}

#[test]
fn cases_1_3g_and_1_3h_germans_are_supported_within_their_corps_and_americans_within_their_army() {
    // LXVI and XLVII belong to one army
    let given = Given::on(&[]).unit("26-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    let given = given.unit("hq-lxvi", "1810").holds(SupportKind::Artillery, 1);
    assert_eq!(given.refused("attack target:1610 with:26-vg lead:26-vg support:hq-lxvi/artillery"), "1.3h");
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").german_acts();
    let mut given = given.unit("hq-vii", "1410").holds(SupportKind::Artillery, 1);
    given.order(ATTACK, &[]);
    assert!(given.accepts("defend lead:30-di support:hq-vii/artillery done"), "XVIII and VII belong to one army");
}

#[test]
fn case_1_3f_a_british_headquarters_far_away_supports_nobody_who_is_not_at_home() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("29-bb", "1610").german_acts();
    let given = given.unit("hq-viii", "1410").holds(SupportKind::Artillery, 1);
    let mut given = given.unit("hq-xxx", "0310").holds(SupportKind::Artillery, 1);
    given.order(ATTACK, &[]);
    assert_eq!(given.refused("defend lead:29-bb support:hq-xxx/artillery"), "1.3f");
}

#[test]
fn case_1_6e_a_refusal_tells_what_the_headquarters_still_holds() {
    let twice = "prepare target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank support:hq-i-ss-pz/tank";
    let one = supported().unit("hq-i-ss-pz", "1810").holds(SupportKind::Armour, 1);
    assert_eq!(one.refusal(twice).remedy, "It holds nothing.");
    let more = one.unit("hq-i-ss-pz", "1810").holds(SupportKind::Artillery, 2);
    assert_eq!(more.refusal(twice).remedy, "It holds: artillery.");
}

#[test]
fn cases_7_4d_and_7_4e_the_report_names_assault_guns_tanks_and_the_number_of_aircraft() {
    let guns = supported().missions(0, 0).unit("hq-i-ss-pz", "1810").holds(SupportKind::Armour, 1);
    let guns = fight(guns, "attack target:1610 with:12-vg lead:12-vg support:hq-i-ss-pz/tank done");
    assert!(guns.modifiers.iter().any(|(_, reason, _)| reason.starts_with("assault guns of ")), "{guns:?}");
    let mut tanks = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    tanks = tanks.unit("hq-viii", "1410").holds(SupportKind::Armour, 1);
    tanks.order(ATTACK, &[]);
    let tanks = fight(tanks, "defend lead:110-28di support:hq-viii/tank done");
    assert!(tanks.modifiers.iter().any(|(_, reason, _)| reason.starts_with("tank of ")), "{tanks:?}");
    for (air, reason) in [("air", "air support"), ("air air", "2 air supports")] {
        let given = supported().missions(3, 0);
        let fight = fight(given, &format!("prepare target:1610 with:12-vg lead:12-vg {air} done"));
        assert!(fight.shifts.iter().any(|(case, said, _)| case == "7.4e" && said == reason), "{fight:?}");
    }
}

#[test]
fn case_t_mod_an_air_support_and_integrity_are_worth_what_the_table_says() {
    let mut given = Given::on(&[]).on_turn(5).unit("peiper-1ss", "1710").ap(3).unit("hansen-1ss", "1710").ap(3);
    given = given.unit("110-28di", "1610").german_acts().missions(2, 0);
    let tables = &mut std::sync::Arc::get_mut(&mut given.definitions).expect("nobody else has it").tables;
    (tables.air_shift, tables.integrity) = (3, 2);
    let order = "prepare target:1610 with:peiper-1ss with:hansen-1ss lead:peiper-1ss air air done";
    let fight = fight(given, order);
    let amount = |lines: &[(String, String, i32)], case: &str| {
        lines.iter().find(|(known, ..)| known == case).map(|(.., amount)| *amount)
    };
    assert_eq!((amount(&fight.shifts, "7.4e"), amount(&fight.modifiers, "7.4g")), (Some(6), Some(2)));
}

#[test]
fn case_9_5a_hesitation_lets_a_bound_unit_off_only_when_it_takes_the_last_ap() {
    let snafus = Options { snafus: true, fog: Fog::Off, presents: false };
    let bound_after = |ap, bound: bool| {
        // 109/28 DI binds it; the attack across the river meets no obligation
        let given = Given::on(&["side 1710/1711 river=\"Our\" rank=1"]).playing(snafus);
        let given = given.unit("109-28di", "1610").unit("110-28di", "1711").unit("212-vg", "1710").ap(ap);
        let mut given = if bound { given.bound() } else { given }.german_acts();
        given.order("attack target:1711 with:212-vg lead:212-vg done", &[1, 1, 2, 6]);
        assert_eq!(given.look("212-vg").ap, ap - 2, "one for the attack, one by hesitation");
        given.look("212-vg").bound
    };
    assert!(!bound_after(2, true), "it cannot attack any more");
    assert!(bound_after(3, true), "it can, and still has to");
    assert!(!bound_after(3, false), "nothing binds by hesitation");
}

// ---------------------------------------------------------------- orders of attack and defence

#[test]
fn cases_7_2_and_7_5c_an_order_names_hexes_units_their_lead_supports_and_aircraft_in_this_order() {
    let given = supported().unit("109-28di", "1611");
    let mut defence = given.clone();
    let expected = |given: &Given, order: &str, expected: &str| {
        let refusal = given.refusal(order);
        assert_eq!(
            (&*refusal.case, refusal.message.as_str()),
            ("order", &*format!("expected {expected} here")),
            "{order}"
        );
    };
    let more = "a support, an air support or the end of the order";
    let last = "an air support or the end of the order";
    expected(&given, "prepare done", "a hex to attack");
    expected(&given, "prepare target:1610 air", "a hex to attack or a unit that attacks");
    let named = "prepare target:1610 with:12-vg";
    expected(&given, &format!("{named} done"), "a unit that attacks or the one whose quality counts");
    expected(&given, &format!("{named} target:1611"), "a unit that attacks or the one whose quality counts");
    expected(&given, &format!("{named} lead:12-vg lead:12-vg"), more);
    expected(&given, &format!("{named} lead:12-vg air lead:12-vg"), last);
    defence.order(&format!("{named} lead:12-vg done"), &[]);
    expected(&defence, "defend air", "the unit whose quality counts");
    expected(&defence, "defend lead:110-28di lead:110-28di", more);
    expected(&defence, "defend lead:110-28di air lead:110-28di", last);
}

#[test]
fn case_7_1a_what_keeps_an_active_unit_from_an_attack_is_told_before_what_keeps_others() {
    for (active, other) in [("1710", "1709"), ("1709", "1710")] {
        let given = Given::on(&[]).unit("12-vg", active).ap(0).unit("3-fj", other);
        let given = given.unit("110-28di", "1610").german_acts();
        assert_eq!(given.refused("attack target:1610"), "3.4.1d", "12 VG in {active} has no AP");
    }
}

#[test]
fn case_3_4_1e_a_normal_attack_is_proposed_to_who_can_pay_for_it() {
    let remedy = |ap, order: &str| {
        let given = Given::on(&[]).unit("12-vg", "1710").ap(ap).unit("110-28di", "1610").german_acts();
        given.refusal(order).remedy
    };
    assert_eq!(remedy(1, "prepare target:1610"), "A normal attack costs 1 AP.");
    for order in ["prepare target:1610", "attack target:1610"] {
        assert!(!remedy(0, order).contains("normal attack"), "{order}");
    }
}

/// Keeps what its numbers are for.
struct Labels(Vec<String>);

impl Chance for Labels {
    fn below(&mut self, _: u32, label: &str, _: Audience) -> u32 {
        self.0.push(label.to_owned());
        2
    }
}

#[test]
fn case_7_5f_the_die_of_a_combat_is_called_by_its_hexes_and_turn() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    let mut labels = Labels(Vec::new());
    decide::<AutumnFog>(&given.definitions, &given.state, GERMAN, &given.steps_of(ATTACK), &mut labels).expect("legal");
    assert_eq!(labels.0, ["combat 1610 turn 2"]);
}

#[test]
fn cases_7_4b_and_7_5d_what_supports_is_named_behind_the_unit_whose_quality_counts() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610");
    let given = given.unit("hq-i-ss-pz", "1810").holds(SupportKind::named("artillery").expect("a kind"), 1);
    let given = given.unit("hq-viii", "1410").holds(SupportKind::named("artillery").expect("a kind"), 1);
    let mut given = given.missions(1, 1).german_acts();
    let attack = "attack target:1610 with:12-vg";
    assert!(given.accepts(&format!("{attack} lead:12-vg support:hq-i-ss-pz/artillery air done")));
    for unnamed in
        ["support:hq-i-ss-pz/artillery done", "air done", "done", "lead:12-vg air support:hq-i-ss-pz/artillery done"]
    {
        assert_eq!(given.refused(&format!("{attack} {unnamed}")), "order", "{unnamed}");
    }
    given.order(ATTACK, &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    assert!(given.accepts("defend lead:110-28di support:hq-viii/artillery air done"));
    for unnamed in
        ["support:hq-viii/artillery done", "air done", "done", "lead:110-28di air support:hq-viii/artillery done"]
    {
        assert_eq!(given.refused(&format!("defend {unnamed}")), "order", "{unnamed}");
    }
}
