//! From two strengths to a column (11.2.1, 11.3.2, 12.4.2).

use super::given::{Branch, GAME, at, hex, unit};
use crate::chapters::combat::{Weighed, weigh};
use crate::printed::{CombatResult, Odds};
use crate::truth::event::{Event, Shift};

/// An attack on a hex with units, and with guns and supports.
fn weighed(lines: &str, target: &str, ids: &[&str], guns: &[&str], support: &[&str]) -> Weighed {
    let table = at(&format!("turn 4 german combat\n{lines}"));
    let units = |ids: &[&str]| ids.iter().map(|id| unit(id)).collect::<Vec<_>>();
    weigh(&GAME, &table.state, &units(ids), hex(target), (&units(guns), false), &units(support))
}

fn shifts(lines: &str, target: &str, ids: &[&str]) -> Vec<Shift> {
    weighed(lines, target, ids, &[], &[]).shifts
}

/// Two of the 26th VG beside 2318, where two of the 106th stand: no shift at all.
const PLAIN: &str = "unit a-26vg 2317\nunit b-26vg 2317\nunit 422-106di 2318\nunit 423-106di 2318\n";

#[test]
fn cases_11_3_2a_11_3_2c_and_11_3_2d_strengths_are_summed_and_odds_rounded_for_the_defender() {
    let plain = weighed(PLAIN, "2318", &["a-26vg", "b-26vg"], &[], &[]);
    assert_eq!((plain.attack, plain.defence, plain.odds), (8, 8, Odds(0)));
    assert_eq!(plain.shifts, []);
    assert_eq!(Odds::of(33, 10).to_string(), "3:1", "the example");
    assert_eq!(
        [(19, 10), (20, 10), (9, 10), (5, 10), (4, 10)].map(|(a, d)| Odds::of(a, d).to_string()),
        ["1:1", "2:1", "1:2", "1:2", "1:3"]
    );
}

#[test]
fn cases_11_3_2e_11_3_2f_11_3_2s_11_3_2t_and_11_3_2u_beyond_either_end_of_the_table() {
    let table = &GAME.tables.combat;
    assert_eq!(table.column(Odds(-3)), None, "1:4");
    assert_eq!(table.column(Odds(8)), Some(Odds(5)), "9:1 is the 6:1 column");
    assert_eq!(table.result(None, 6), CombatResult::ATTACKER);
    // 1:4 is AL1 without a die, though the defender is away from his division (R101)
    let far = weighed("unit a-326vg 2317 lost=1\nunit b-326vg 2317\nunit cca-2db 2318", "2318", &["a-326vg"], &[], &[]);
    assert_eq!((far.attack, far.defence, far.column), (1, 6, None));
    assert_eq!(far.shifts, [Shift::ArmourDefends(-1), Shift::DefenderAway(1)]);
    // shifted below 1:3
    let below = weighed("unit a-26vg 2317\nunit cca-2db 2318\nunit ccb-2db 2318", "2318", &["a-26vg"], &[], &[]);
    assert_eq!((below.odds.to_string().as_str(), below.column), ("1:3", None), "{:?}", below.shifts);
    let fought = at("turn 4 german combat\nunit a-26vg 2317\nunit cca-2db 2318\nunit ccb-2db 2318")
        .when("german: attack 2318 with KG a/26 VG");
    fought.happens(|event| matches!(event, Event::Fought { face: None, result: CombatResult::ATTACKER, .. }));
}

#[test]
fn cases_11_3_2b_11_3_2g_and_12_9_1e_a_village_adds_a_point_once_a_hex_and_kinds_of_terrain_add_up() {
    let village = weighed(
        "unit a-26vg 2416\nunit b-26vg 2416\nunit 422-106di 2517\nunit 423-106di 2517",
        "2517",
        &["a-26vg", "b-26vg"],
        &[],
        &[],
    );
    assert_eq!((village.defence, village.shifts.len()), (9, 0), "clear, with a village");
    let delay = weighed("unit a-26vg 2416\nunit b-26vg 2416\nunit delay 2517", "2517", &["a-26vg"], &[], &[]);
    assert_eq!(delay.defence, 2);
    // Wiltz, a town in the forest: two columns for infantry (R76)
    assert_eq!(
        shifts("unit a-26vg 2719\nunit b-26vg 2719\nunit 422-106di 2819\nunit 423-106di 2819", "2819", &["a-26vg"]),
        [Shift::Cover(-2)]
    );
    // Poteau, a village in the forest: one column, and a point
    let poteau = weighed(
        "unit a-26vg 3011\nunit b-26vg 3011\nunit 422-106di 2911\nunit 423-106di 2911",
        "2911",
        &["a-26vg"],
        &[],
        &[],
    );
    assert_eq!((poteau.shifts, poteau.defence), (vec![Shift::Cover(-1)], 9));
}

#[test]
fn cases_11_3_2h_and_11_3_2i_the_westwall_doubles_german_infantry_besides_all_shifts() {
    let wall = |id: &str| {
        let table = at(&format!("turn 4 allied combat\nunit 422-106di 3502\nunit 423-106di 3502\nunit {id} 3602"));
        weigh(&GAME, &table.state, &[unit("422-106di")], hex("3602"), (&[], false), &[])
    };
    assert_eq!((wall("a-26vg").defence, wall("8-3pg").defence, wall("a-2pz").defence), (10, 6, 6));
    let rough = at("turn 4 allied combat\nunit 422-106di 3413\nunit 423-106di 3413\nunit a-26vg 3414");
    let rough = weigh(&GAME, &rough.state, &[unit("422-106di")], hex("3414"), (&[], false), &[]);
    assert_eq!((rough.defence, rough.shifts.contains(&Shift::Rough(-1))), (10, true));
}

#[test]
fn cases_11_3_2j_12_2h_12_2i_12_2j_and_12_2k_terrain_changes_rockets_and_only_the_worst_counts() {
    // Neb 5 Pz has 3
    let fire = |from: &str, target: &str| {
        let lines = format!("unit a-26vg {from}\nunit b-26vg {from}\nunit 422-106di {target}\nunit neb-5pz box");
        let bare = weighed(&lines, target, &["a-26vg"], &[], &[]).attack;
        weighed(&lines, target, &["a-26vg"], &["neb-5pz"], &[]).attack - bare
    };
    assert_eq!(fire("2317", "2318"), 4, "clear");
    assert_eq!(fire("2416", "2517"), 2, "a village in the clear");
    assert_eq!(fire("2517", "2616"), 3, "woods, for which 12.2 has nothing");
    assert_eq!(fire("2512", "2612"), 2, "forest");
    assert_eq!(fire("2611", "2712"), 1, "rough");
    assert_eq!(fire("2317", "2418"), 1, "a town");
    assert_eq!(fire("2719", "2819"), 1, "a town in the forest: the town alone");
}

#[test]
fn cases_11_3_2k_and_11_3_2l_infantry_under_cover_and_everybody_in_rough_ground() {
    let cover = |target: &str, from: &str, defender: &str| {
        shifts(&format!("unit a-26vg {from}\nunit b-26vg {from}\nunit {defender} {target}"), target, &["a-26vg"])
    };
    let has = |shifts: Vec<Shift>, shift: Shift| shifts.contains(&shift);
    for (target, from) in [("2418", "2317"), ("2616", "2517"), ("2612", "2512")] {
        assert!(has(cover(target, from, "422-106di"), Shift::Cover(-1)), "{target}");
        assert!(!has(cover(target, from, "14-cav"), Shift::Cover(-1)), "{target}");
    }
    assert!(
        has(cover("2712", "2611", "422-106di"), Shift::Rough(-1))
            && has(cover("2712", "2611", "cca-9db"), Shift::Rough(-1))
    );
}

#[test]
fn cases_11_3_2m_and_11_3_2n_a_river_counts_if_all_attack_over_it_bridge_or_not() {
    // 2615 behind the Ourthe from 2614 and 2515; 2715 lies on its own bank
    let lines = "unit a-26vg 2614\nunit b-26vg 2715\nunit 422-106di 2615\nunit 423-106di 2615";
    assert!(shifts(lines, "2615", &["a-26vg"]).contains(&Shift::River(-1)), "over a bridge");
    assert!(!shifts(lines, "2615", &["a-26vg", "b-26vg"]).contains(&Shift::River(-1)));
    let ford = "unit a-26vg 2316\nunit b-26vg 2316\nunit 422-106di 2315";
    assert!(shifts(ford, "2315", &["a-26vg"]).contains(&Shift::River(-1)));
}

#[test]
fn cases_11_3_2o_8_3b_and_8_3h_armour_defends_the_clear_against_none() {
    let given = |attacker: &str, target: &str, defender: &str| {
        shifts(&format!("unit {attacker} 2317\nunit b-26vg 2317\nunit {defender} {target}"), target, &[attacker])
    };
    assert!(given("a-26vg", "2318", "cca-9db").contains(&Shift::ArmourDefends(-1)));
    assert!(!given("a-2pz", "2318", "cca-9db").contains(&Shift::ArmourDefends(-1)));
    assert!(!given("a-26vg", "2318", "14-cav").contains(&Shift::ArmourDefends(-1)), "cavalry is no armour");
    assert!(!given("a-26vg", "2418", "cca-9db").contains(&Shift::ArmourDefends(-1)), "a town");
    let village = shifts("unit a-26vg 2416\nunit b-26vg 2416\nunit cca-9db 2517", "2517", &["a-26vg"]);
    assert!(village.contains(&Shift::ArmourDefends(-1)), "a village in the clear");
    let german = |out: &str| {
        let table =
            at(&format!("turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-2pz 2318{out}"));
        weigh(&GAME, &table.state, &[unit("422-106di")], hex("2318"), (&[], false), &[]).shifts
    };
    assert!(german("").contains(&Shift::ArmourDefends(-1)));
    assert_eq!(german(" out=yes"), [Shift::Unsupplied(1)]);
    let siege = "unit a-26vg 2217\nunit b-26vg 2417\nunit a-18vg 2218\nunit b-18vg 2319\nunit a-560vg 2418\nunit b-560vg 2317\nunit cca-9db 2318";
    let allied = shifts(siege, "2318", &["a-26vg"]);
    assert!(!allied.contains(&Shift::ArmourDefends(-1)) && allied.contains(&Shift::Unsupplied(1)), "{allied:?}");
}

#[test]
fn case_11_3_2p_armour_attacks_the_clear_where_none_defends_and_no_river_is_between() {
    let given = |target: &str, from: &str, defender: &str| {
        shifts(&format!("unit a-2pz {from}\nunit b-2pz {from}\nunit {defender} {target}"), target, &["a-2pz"])
            .contains(&Shift::ArmourAttacks(1))
    };
    assert!(given("2318", "2317", "422-106di") && given("2517", "2416", "422-106di"));
    assert!(!given("2318", "2317", "cca-9db"), "armour defends");
    assert!(!given("2418", "2317", "422-106di"), "a town");
    assert!(!given("2616", "2517", "422-106di"), "woods");
    assert!(!given("2614", "2615", "422-106di"), "over a river, by the bridge");
    // one who does not attack over the river is enough (R78)
    let two = "unit a-2pz 2615\nunit b-2pz 2514\nunit 422-106di 2614\nunit 423-106di 2614";
    let from = GAME.board.side(hex("2514"), hex("2614")).map(|side| side.river.is_some());
    if from == Some(false) {
        assert!(shifts(two, "2614", &["a-2pz", "b-2pz"]).contains(&Shift::ArmourAttacks(1)));
    }
}

#[test]
fn cases_11_3_2q_8_1b_and_11_3_2r_defenders_without_supply_and_peiper() {
    let german = at(
        "turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318 out=yes\nunit b-26vg 2318",
    );
    let mixed = weigh(&GAME, &german.state, &[unit("422-106di")], hex("2318"), (&[], false), &[]);
    assert!(!mixed.shifts.contains(&Shift::Unsupplied(1)), "one in supply is enough (R53)");
    let added = |turn: u8, option: &str| {
        let given = at(&format!("turn {turn} german combat\noption {option}\nunit peiper-1ss 2317\nunit 14-cav 2318"));
        let then = given.rolling(&[2]).when("german: attack 2318 with Peiper");
        then.events.iter().find_map(|event| match event {
            Event::Fought { added, .. } => Some(*added),
            _ => None,
        })
    };
    assert_eq!([added(1, "no"), added(2, "no"), added(1, "yes")], [Some(1), Some(0), Some(0)]);
}

#[test]
fn cases_11_2_1b_11_2_1c_and_11_2_1d_an_allied_defender_needs_his_division_within_three_hexes() {
    let away = |more: &str| {
        shifts(&format!("unit a-26vg 2317\nunit b-26vg 2317\nunit 422-106di 2318\n{more}"), "2318", &["a-26vg"])
            .into_iter()
            .filter(|shift| matches!(shift, Shift::DefenderAway(_)))
            .collect::<Vec<_>>()
    };
    assert_eq!(away(""), [Shift::DefenderAway(1)]);
    assert_eq!(away("unit 423-106di 2618"), [], "three hexes");
    assert_eq!(away("unit 423-106di 2718"), [Shift::DefenderAway(1)], "four");
    assert_eq!(away("unit 112-28di 2318"), [Shift::DefenderAway(1)], "once for two");
    let german = at("turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318");
    let german = weigh(&GAME, &german.state, &[unit("422-106di")], hex("2318"), (&[], false), &[]);
    assert_eq!(german.shifts, [], "Germans need not");
}

#[test]
fn cases_11_2_1e_and_11_2_1f_an_attacker_of_either_side_needs_his_division_within_three_hexes() {
    let away = |lines: &str, ids: &[&str]| {
        let found = shifts(&format!("{lines}\nunit 422-106di 2318\nunit 423-106di 2318"), "2318", ids);
        found.into_iter().filter(|shift| matches!(shift, Shift::AttackerAway(_))).count()
    };
    assert_eq!(away("unit a-26vg 2317", &["a-26vg"]), 1);
    assert_eq!(away("unit a-26vg 2317\nunit a-560vg 2317", &["a-26vg", "a-560vg"]), 1, "once");
    assert_eq!(away("unit a-26vg 2317\nunit b-26vg 2615", &["a-26vg"]), 0);
    let allied = at("turn 4 allied combat\nunit 422-106di 2317\nunit a-26vg 2318");
    let allied = weigh(&GAME, &allied.state, &[unit("422-106di")], hex("2318"), (&[], false), &[]);
    assert_eq!(allied.shifts, [Shift::AttackerAway(-1)]);
}

#[test]
fn case_11_2_1g_who_belongs_to_no_division_is_never_away_from_it() {
    for id in [
        "301-tiger",
        "506-tiger",
        "vdh",
        "150-pz",
        "fgb",
        "fbb",
        "29-bde",
        "33-bde",
        "517-abn",
        "4-cav",
        "6-cav",
        "14-cav",
        "102-cav",
        "delay",
    ] {
        assert_eq!(GAME.counter(unit(id)).division, None, "{id}");
    }
    let rest = GAME.counters.iter().filter(|it| it.kind.fights() && it.division.is_none()).count();
    assert_eq!(rest, 14, "and nobody else");
    assert_eq!(shifts("unit 150-pz 2317\nunit 14-cav 2318", "2318", &["150-pz"]), []);
}

#[test]
fn cases_12_4_2a_12_4_2b_12_4_2c_and_12_9_1f_engineers_help_defences_near_them_by_one_column() {
    let helped = |lines: &str| {
        let table = at(&format!("turn 4 german combat\n{lines}"));
        crate::chapters::combat::defended(&GAME, &table.state, hex("2318"))
    };
    assert_eq!(helped("unit 422-106di 2318\nunit eng-viii 2517"), [unit("eng-viii")], "two hexes");
    assert!(helped("unit 422-106di 2318\nunit eng-viii 2819").is_empty(), "five");
    assert!(helped("unit 422-106di 2318\nunit eng-vii 2517").is_empty(), "of another corps");
    assert_eq!(helped("unit 501-101abn 2318\nunit eng-vii 2517"), [unit("eng-vii")], "airborne");
    assert_eq!(
        helped("unit delay 2318\nunit eng-vii 2517\nunit eng-viii 2418"),
        [unit("eng-viii")],
        "a single one for the Delay"
    );
    assert!(helped("unit a-26vg 2318\nunit eng-viii 2517").is_empty(), "not Germans");
    let fought = at(&format!("turn 4 german combat\n{PLAIN}unit eng-viii 2517"))
        .rolling(&[1])
        .when("german: attack 2318 with KG a/26 VG, KG b/26 VG");
    fought.happens(|event| matches!(event, Event::Weighed { shifts, .. } if *shifts == [Shift::Engineers(-1)]));
    let attack =
        at("turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318\nunit eng-viii 2517");
    attack.when("allied: attack 2318 with 422/106 support Eng VIII").is_refused_by("12.4.2b", "help no attack");
    let alone = at("turn 4 german combat\nunit a-26vg 2416\nunit eng-viii 2517\nunit 14-cav 2317");
    alone.when("german: attack 2517 with KG a/26 VG").is_refused_by("11.1c", "no enemy combat unit");
}
