//! Attacks, tactics, chits, situations (9.0 to 9.4).

use super::given::{active, draws, empty, hex, hold, put, unit};
use crate::EnemyAction;
use crate::chapters::combat::situations::{applies, chits, hits, strengths};
use crate::printed::{ALLIED, GERMAN, Role, Situation, Tactic};
use crate::truth::event::Event;
use crate::truth::roster::Supply;
use crate::truth::state::{Combat, Fight};
use testing::Given;

/// Two regiments of the 2nd Panzer beside a regiment of the 28th in the open.
fn field(day: u8) -> Given<EnemyAction> {
    let given = put(put(empty(day), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    active(put(given, "110-28di", "1122", 0), GERMAN, &["3-2pz", "2-2pz"])
}

fn combat(given: &Given<EnemyAction>) -> Combat {
    given.state.public.combat.clone().expect("a combat")
}

/// Units against units, each in its hex, as a combat with tactics.
fn fight(
    day: u8,
    attackers: &[(&str, &str)],
    target: &str,
    defenders: &[(&str, u8)],
    tactics: [&[Tactic]; 2],
) -> (Given<EnemyAction>, Combat) {
    let mut given = empty(day);
    for (id, number) in attackers {
        given = put(given, id, number, 0);
    }
    for (id, lost) in defenders {
        given = put(given, id, target, *lost);
    }
    let units = |ids: Vec<&str>| ids.into_iter().map(|id| unit(&given, id)).collect::<Vec<_>>();
    let attacking = units(attackers.iter().map(|(id, _)| *id).collect());
    let event = Event::Attacked {
        attacker: given.definitions.counter(attacking[0]).side,
        attackers: attacking,
        from: attackers.iter().map(|(_, number)| hex(&given, number)).collect(),
        target: hex(&given, target),
        defenders: units(defenders.iter().map(|(id, _)| *id).collect()),
        tactics: tactics[0].to_vec(),
        positions: Vec::new(),
    };
    let mut given = given.fact(&event);
    given.state.public.combat.as_mut().unwrap().tactics[1] = tactics[1].to_vec();
    let combat = combat(&given);
    (given, combat)
}

fn is(fight: &(Given<EnemyAction>, Combat), situation: Situation) -> bool {
    applies(&fight.0.definitions, &fight.0.state.public, &fight.1, &situation, 3)
}

#[test]
fn cases_9a_and_9_1a_an_attack_is_on_one_hex_by_active_units_beside_it() {
    let given = field(18);
    given.when("german: attack 1022 with 3.2P").is_refused_by("9a", "no enemy");
    let far = put(given.clone(), "109-28di", "1320", 0);
    far.when("german: attack 1320 with 3.2P").is_refused_by("9.1a", "no active unit is beside");
    given.when("german: attack 1122 with 3.2P").is_done();
}

#[test]
fn inactive_units_attack_by_assault_coordination_alone() {
    let given = put(field(18), "39-26vg", "1123", 0);
    given.when("german: attack 1122 with 3.2P, 39.26").is_refused_by("9.1b", "not active");
    let given = hold(given, GERMAN, &["2-pz-lehr"]);
    given.when("german: attack 1122 with 3.2P, 39.26 playing 2-pz-lehr as Assault Coordination").is_done();
}

#[test]
fn cases_9_1c_and_9_1d_nobody_attacks_twice_and_nobody_is_attacked_twice() {
    let mut given = put(field(18), "109-28di", "1123", 0);
    let (one, other) = (unit(&given, "3-2pz"), unit(&given, "110-28di"));
    given.state.public.units.get_mut(one).attacked = true;
    given.when("german: attack 1122 with 3.2P").is_refused_by("9.1c", "has attacked");
    given.state.public.units.get_mut(other).defended = true;
    given.when("german: attack 1122 with 2.2P").is_refused_by("9.1d", "has been attacked");
}

#[test]
fn cases_9_1e_and_10_22d_and_10_41b_who_is_dispersed_out_of_supply_or_fuel_does_not_attack() {
    for change in ["dispersed", "out of supply", "out of fuel"] {
        let mut given = field(18);
        let it = unit(&given, "3-2pz");
        let state = given.state.public.units.get_mut(it);
        match change {
            "dispersed" => state.dispersed = true,
            "out of supply" => state.supply = Supply::Out,
            _ => state.no_fuel = true,
        }
        given.when("german: attack 1122 with 3.2P").is_refused_by("9.1e", change);
    }
}

#[test]
fn case_2_21g_units_in_brackets_do_not_attack_by_themselves() {
    let given = put(put(empty(18), "244", "1021", 1), "110-28di", "1122", 0);
    let given = active(given, GERMAN, &["244"]);
    given.when("german: attack 1122 with 244").is_refused_by("2.21g", "brackets");
}

#[test]
fn cases_9_2a_and_10_21b_tactics_need_a_unit_in_supply_and_not_dispersed() {
    let mut given = hold(field(18), GERMAN, &["corps-xlvii"]);
    for id in ["3-2pz", "2-2pz"] {
        let it = unit(&given, id);
        given.state.public.units.get_mut(it).supply = Supply::Low;
    }
    let line = "german: attack 1122 with 3.2P playing corps-xlvii as Artillery";
    given.when(line).is_refused_by("9.2a", "in supply");
    // nor is the defender asked for any
    let it = unit(&given, "110-28di");
    given.state.public.units.get_mut(it).supply = Supply::Low;
    let given = draws(given, &["chit-05", "chit-05"]);
    let after = given.when("german: attack 1122 with 3.2P, 2.2P").is_done();
    assert_eq!(combat(&after).stage, Fight::Drawing);
}

#[test]
fn cases_9b_and_9_2b_and_9_21_the_attacker_plays_first_each_card_a_chit_more_whatever_its_formation() {
    // the card of the LXVI Corps helps the 2nd Panzer of the XLVII
    let given = hold(field(18), GERMAN, &["corps-lviii"]);
    let plain = given.clone().and("german: attack 1122 with 3.2P, 2.2P");
    let one = given.clone().and("german: attack 1122 with 3.2P, 2.2P playing corps-lviii as Artillery");
    let limits = |given: &Given<EnemyAction>| chits(&given.definitions, &given.state.public, &combat(given));
    assert_eq!((limits(&plain), limits(&one)), ((2, 3), (2, 4)));
    assert_eq!(one.asked("allied"), ["Which tactics do you play for the defence?"]);
}

#[test]
fn case_9_22_army_cards_are_any_tactic_of_the_side_in_its_role() {
    let given = hold(field(18), GERMAN, &["army-5-pz"]);
    let attack = "german: attack 1122 with 3.2P playing army-5-pz as";
    given.when(&format!("{attack} Combat Engineers")).is_done();
    given.when(&format!("{attack} Screen")).is_refused_by("9.22", "Screen is no tactic of yours in attack");
}

#[test]
fn case_9_23_each_attack_of_an_allied_army_activation_has_a_bonus_tactic() {
    let given = put(put(empty(18), "110-28di", "1021", 0), "39-26vg", "1122", 0);
    let mut given = active(given, ALLIED, &["110-28di"]);
    let line = "allied: attack 1122 with 110.28 bonus Engineers";
    given.when(line).is_refused_by("9.23", "bonus tactic");
    given.state.public.activation.as_mut().unwrap().bonus = true;
    let after = given.clone().and(line);
    assert_eq!(combat(&after).tactics[0], [Tactic::Engineers]);
}

#[test]
fn cases_9_3a_and_9_3c_and_9_3d_and_9_3e_and_2_21h_the_example_of_five_attackers_draws_two_to_seven() {
    // four units without brackets, one with, one of them elite, two tactics, two steps to hit
    let attackers = [("39-26vg", "1021"), ("77-26vg", "1021"), ("78-26vg", "1022"), ("3-2pz", "1022"), ("244", "1121")];
    let tactics: [&[Tactic]; 2] = [&[Tactic::Artillery, Tactic::CombatEngineers], &[]];
    let (mut given, combat) = fight(18, &attackers, "1122", &[("110-28di", 0)], tactics);
    let it = unit(&given, "244");
    given.state.public.units.get_mut(it).lost = 1;
    assert_eq!(chits(&given.definitions, &given.state.public, &combat), (2, 7));
}

#[test]
fn cases_9_3f_and_9_3g_and_9_3h_and_9_3i_large_units_need_screen_and_never_below_the_least() {
    let limits = |defender: Supply, screen: &[Tactic]| {
        let (mut given, combat) = fight(18, &[("18-vg", "1021")], "1122", &[("110-28di", 0)], [&[], screen]);
        let it = unit(&given, "110-28di");
        given.state.public.units.get_mut(it).supply = defender;
        chits(&given.definitions, &given.state.public, &combat).1
    };
    // a unit and four steps; one more against who is out of supply, two if isolated; Screen takes two, but to the least
    assert_eq!([Supply::Full, Supply::Out, Supply::Isolated].map(|supply| limits(supply, &[])), [2, 3, 4]);
    assert_eq!(limits(Supply::Isolated, &[Tactic::Screen]), 2);
}

#[test]
fn case_9_3b_after_the_least_the_attacker_names_the_total() {
    let given = draws(field(18).and("german: attack 1122 with 3.2P, 2.2P"), &["chit-05", "chit-05"]);
    let asked = given.clone().and("allied: pass");
    assert_eq!(asked.asked("german"), ["How many chits do you draw in all?"]);
    asked.when("german: draw 4").is_refused_by("9.3b", "the least is 2, the most 3");
    let drawn = draws(asked, &["chit-06"]).and("german: draw 3");
    assert_eq!(combat(&drawn).drawn.len(), 3);
}

#[test]
fn case_9_4d_ratios_are_as_in_the_examples() {
    let against = |attackers: &[(&str, &str)]| fight(18, attackers, "1122", &[("110-28di", 0)], [&[], &[]]);
    // 9 to 4: twice and more, not thrice
    let nine = against(&[("3-2pz", "1021"), ("2-2pz", "1022")]);
    assert_eq!(strengths(&nine.0.definitions, &nine.0.state.public, &nine.1), (9, 4));
    assert!(is(&nine, Situation::OddsOrMore(20, 10)) && !is(&nine, Situation::OddsOrMore(30, 10)));
    assert!(is(&nine, Situation::OddsMore(10, 10)) && !is(&nine, Situation::OddsUnder(15, 10)));
    // 4 to 4 is not more than 1:1, and less than 1.5:1
    let even = against(&[("2-2pz", "1022")]);
    assert!(!is(&even, Situation::OddsMore(10, 10)) && is(&even, Situation::OddsUnder(15, 10)));
}

#[test]
fn cases_9_4e_and_9_4f_and_9_4g_cities_and_the_westwall_double_and_rivers_halve_down() {
    let of = |fight: &(Given<EnemyAction>, Combat)| strengths(&fight.0.definitions, &fight.0.state.public, &fight.1);
    let city = fight(18, &[("3-2pz", "0217")], "0116", &[("110-28di", 0)], [&[], &[]]);
    assert_eq!(of(&city).1, 8);
    let wall = fight(18, &[("110-28di", "1808")], "1807", &[("39-26vg", 0)], [&[], &[]]);
    // over the Our as well: 4 becomes 2
    assert_eq!(of(&wall), (2, 6));
    let across = fight(18, &[("3-2pz", "1707"), ("2-2pz", "1709")], "1708", &[("110-28di", 0)], [&[], &[]]);
    assert_eq!(of(&across), (4 + 5 / 2, 4));
}

#[test]
fn cases_9_4h_and_9_4i_ground_and_dates() {
    let town = fight(16, &[("3-2pz", "1022")], "1023", &[("110-28di", 0)], [&[], &[]]);
    let ground = |grounds: Vec<crate::printed::Ground>, town| Situation::Ground { grounds, town, city: false };
    assert!(is(&town, ground(Vec::new(), true)) && is(&town, ground(vec![crate::printed::Ground::Clear], false)));
    assert!(!is(&town, ground(vec![crate::printed::Ground::Woods], false)));
    assert!(is(&town, Situation::Date(16)) && !is(&town, Situation::Date(17)));
}

#[test]
fn cases_9_4j_and_t_eva_tactics_turn_on_their_situations_and_fixed_artillery_within_its_range() {
    let of = |target: &str, from: &str, tactic: Tactic| {
        fight(18, &[("3-2pz", from)], target, &[("110-28di", 0)], [&[tactic], &[]])
    };
    assert!(is(&of("1122", "1021", Tactic::Artillery), Situation::Artillery(Role::Attacker)));
    assert!(!is(&of("1122", "1021", Tactic::Artillery), Situation::Artillery(Role::Defender)));
    // 1709 is two hexes from the Westwall, within the four of the 18th; 1122 is not
    assert!(is(&of("1709", "1608", Tactic::FixedArtillery), Situation::Artillery(Role::Attacker)));
    assert!(!is(&of("1122", "1021", Tactic::FixedArtillery), Situation::Artillery(Role::Attacker)));
    assert!(is(&of("1122", "1021", Tactic::Airpower), Situation::Airpower(true)));
    assert!(!is(&of("1122", "1021", Tactic::Airpower), Situation::Airpower(false)));
    assert!(is(&of("1122", "1021", Tactic::CombatEngineers), Situation::CombatEngineers));
}

#[test]
fn cases_9_4k_and_9_4m_and_9_4q_and_9_4r_quality_recon_and_who_attacks() {
    let german =
        fight(18, &[("3-2pz", "1021"), ("18-vg", "1022"), ("1-1ss", "1121")], "1122", &[("14-cav", 0)], [&[], &[]]);
    assert!(
        is(&german, Situation::Quality(Role::Attacker, true)) && is(&german, Situation::Quality(Role::Attacker, false))
    );
    assert!(!is(&german, Situation::Quality(Role::Defender, true)));
    assert!(
        is(&german, Situation::Recon)
            && is(&german, Situation::FifthArmyAttack)
            && !is(&german, Situation::AlliedAttack)
    );
    let allied = fight(18, &[("110-28di", "1021")], "1122", &[("39-26vg", 0)], [&[], &[]]);
    assert!(is(&allied, Situation::AlliedAttack) && !is(&allied, Situation::FifthArmyAttack));
}

#[test]
fn case_9_4l_a_fresh_supplied_friend_beside_the_defender() {
    let (given, combat) = fight(18, &[("3-2pz", "1021")], "1122", &[("110-28di", 0)], [&[], &[]]);
    assert!(!is(&(given.clone(), combat.clone()), Situation::Adjacent));
    let mut given = put(given, "109-28di", "1221", 0);
    assert!(is(&(given.clone(), combat.clone()), Situation::Adjacent));
    let it = unit(&given, "109-28di");
    given.state.public.units.get_mut(it).defended = true;
    assert!(!is(&(given, combat), Situation::Adjacent));
}

#[test]
fn cases_9_4n_and_9_4s_helpless_defenders_and_positions() {
    let (mut given, combat) = fight(18, &[("3-2pz", "1021")], "1122", &[("110-28di", 0)], [&[], &[]]);
    let (it, at) = (unit(&given, "110-28di"), hex(&given, "1122"));
    assert!(!is(&(given.clone(), combat.clone()), Situation::Crossfire));
    given.state.public.positions.insert(at);
    given.state.public.units.get_mut(it).supply = Supply::Low;
    assert!(is(&(given.clone(), combat.clone()), Situation::Crossfire));
    assert!(is(&(given, combat), Situation::Helpless), "low supply is enough for the chit");
}

#[test]
fn cases_9_4o_and_9_4t_flanks_as_illustrated_and_one_hex_attacks() {
    let from = |hexes: &[&str], target: &str, tactics: &[Tactic]| {
        let ids = ["3-2pz", "2-2pz", "304-2pz"];
        let attackers: Vec<(&str, &str)> = ids.into_iter().zip(hexes.iter().copied()).collect();
        fight(18, &attackers, target, &[("110-28di", 0)], [tactics, &[]])
    };
    assert!(is(&from(&["1021", "1022", "1123"], "1122", &[]), Situation::Flank), "three hexes");
    assert!(is(&from(&["1021", "1222"], "1122", &[]), Situation::Flank), "two that are not adjacent");
    assert!(!is(&from(&["1021", "1022"], "1122", &[]), Situation::Flank), "two that are");
    assert!(!is(&from(&["1022", "1024", "0923"], "1023", &[]), Situation::Flank), "never on a town");
    let one = from(&["1021"], "1122", &[]);
    assert!(is(&one, Situation::OneHex) && !is(&one, Situation::Flank));
    let infiltrated = from(&["1021"], "1122", &[Tactic::Infiltration]);
    assert!(!is(&infiltrated, Situation::OneHex) && is(&infiltrated, Situation::Flank));
}

#[test]
fn case_9_4p_an_attack_is_large_with_seven_chits() {
    let (given, combat) = fight(18, &[("3-2pz", "1021")], "1122", &[("110-28di", 0)], [&[], &[]]);
    let large = |total| applies(&given.definitions, &given.state.public, &combat, &Situation::Large, total);
    assert!(!large(6) && large(7));
}

#[test]
fn cases_9_4u_and_9_4v_armour_and_combined_arms_of_one_side_alone() {
    let against =
        |defender: &str, tactic: &[Tactic]| fight(18, &[("3-2pz", "1021")], "1122", &[(defender, 0)], [&[], tactic]);
    let foot = against("110-28di", &[]);
    assert!(is(&foot, Situation::OnlyArmour(Role::Attacker)) && is(&foot, Situation::OnlyCombined(Role::Attacker)));
    // a Tank Battalion is armour, and with infantry combined arms
    let tanks = against("110-28di", &[Tactic::TankBattalion]);
    assert!(!is(&tanks, Situation::OnlyArmour(Role::Attacker)) && !is(&tanks, Situation::OnlyCombined(Role::Attacker)));
    assert!(!is(&against("cca-9db", &[]), Situation::OnlyArmour(Role::Attacker)));
}

#[test]
fn cases_9_4a_and_9_4b_and_9_4c_the_side_that_fits_counts_and_of_both_the_one_with_the_p() {
    let of = |day: u8, target: &str, from: &str, chit: &str| {
        let (given, mut combat) =
            fight(day, &[("3-2pz", from), ("18-vg", from)], target, &[("110-28di", 0)], [&[], &[]]);
        let chit = given.state.public.cup.iter().find(|it| given.definitions.chit(**it).id == chit).copied().unwrap();
        combat.drawn = vec![chit];
        let (attacker, defender, _) = hits(&given.definitions, &given.state.public, &combat);
        (attacker, defender)
    };
    // chit 9: woods, forest or city hit the attacker, clear ground the defender; broken ground nobody
    assert_eq!(of(18, "1122", "1021", "chit-09"), (0, 1));
    assert_eq!(of(18, "1025", "0925", "chit-09"), (0, 0));
    // chit 15: elite and green attackers at once: the P is with the elite
    assert_eq!(of(18, "1122", "1021", "chit-15"), (0, 1));
}

#[test]
fn cases_9_41a_and_9_41b_chits_stay_out_until_a_blue_one_returns_those_of_earlier_combats() {
    let given = field(18).and("german: attack 1122 with 3.2P, 2.2P");
    let mut given = given;
    let early: Vec<_> = given.state.public.cup.drain(..5).collect();
    given.state.public.aside = early;
    // chit 11 is blue
    let drawn = draws(given, &["chit-11", "chit-12"]).and("allied: pass");
    assert_eq!(combat(&drawn).drawn.len(), 2);
    assert!(drawn.state.public.aside.is_empty());
    assert_eq!(drawn.state.public.cup.len(), 58);
}
