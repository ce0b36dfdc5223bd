//! Supply (8).

use super::given::{GAME, Given, Table, at, barred, cost, given, hex, line, lost, supplied, unit};
use crate::chapters::assets::check_marker;
use crate::chapters::combat::{attack, defender_support};
use crate::chapters::movement::{Gait, Mover, gaits};
use crate::chapters::supply;
use crate::printed::{ALLIED, GERMAN, Ground};
use crate::truth::event::{Departure, Event, Shift};
use crate::truth::order::Marker;
use crate::truth::state::{Fuel, Place};

/// Germans around Bastogne, so that all hexes next to it are in their zones.
const CUT: &str = "unit a-26vg 2416\nunit a-18vg 2618\nunit b-26vg 2420\nunit b-18vg 2218";

/// Units in Bastogne, cut off.
fn cut(moment: &str, lines: &str) -> Given {
    given(&format!("{moment}\n{CUT}\n{lines}"))
}

/// The case by which a unit cannot attack a hex.
fn no_attack(given: &Table, id: &str, target: &str) -> String {
    let side = GAME.counter(unit(id)).side;
    match attack::able(&GAME, &given.state, side, unit(id), hex(target)) {
        Ok(()) => panic!("{id} attacks {target}"),
        Err(refusal) => refusal.case.into_owned(),
    }
}

/// Half points that a unit has where it stands.
fn allowance(given: &Table, id: &str) -> u16 {
    let start = given.state.unit(unit(id)).hex().expect("on the map");
    Mover::new(&GAME, &given.state, unit(id), start, Gait::Wheels).allowance
}

// ---------------------------------------------------------------- when it is judged

#[test]
fn cases_8_1a_and_8_1k_allies_are_judged_as_they_move_and_others_may_make_the_way_first() {
    let given = cut("turn 3 allied move", "unit cca-10db 2418\nunit ccb-10db 2219\nunit 501-101abn 2119");
    assert!(!supplied(&given, "cca-10db"));
    assert_eq!(allowance(&given, "cca-10db"), 6);
    // the hex in which a friend stands is passed; the next one has to be, too: another comes into 2319
    let freed = given.and("allied: move 501/101 Abn to 2120").and("allied: move CCA/10 Arm to 2319");
    assert!(supplied(&freed, "cca-10db"), "over the friend in 2219");
    let third = cut("turn 3 allied move", "unit cca-10db 2418\nunit ccb-10db 2219\nunit ccr-10db 2319");
    assert_eq!(allowance(&third, "cca-10db"), 14, "its whole allowance, judged as it moves");
}

#[test]
fn case_8_1k_a_bridge_that_is_rebuilt_makes_a_way() {
    // Dinant is held all around but for the bridge over the Meuse
    let holders = "unit a-26vg 0811\nunit b-26vg 0912\nunit a-18vg 0913\nunit b-18vg 0813";
    let blown = given(&format!(
        "turn 4 allied move\n{holders}\nunit 501-101abn 0812\nunit 502-101abn 0713\nunit 506-101abn 0612\nbridge 0713/0812 blown"
    ));
    assert!(!supplied(&blown, "501-101abn"));
    let mended = blown.and("allied: move 502/101 Abn to 0812");
    assert!(supplied(&mended, "501-101abn"));
}

#[test]
fn case_8_1b_allies_are_judged_at_the_instant_of_combat() {
    let given = cut("turn 3 german combat", "unit 14-cav 2418\nunit a-2pz 2417\nunit b-2pz 2519");
    let then = given.dice(&[6]).when("german: attack 2418 with KG a/2 Pz, KG b/2 Pz");
    then.happens(|event| matches!(event, Event::Weighed { shifts, .. } if shifts.contains(&Shift::Unsupplied(1))));
    let open = super::given::given("turn 3 german combat\nunit 14-cav 2418\nunit a-2pz 2417\nunit b-2pz 2519");
    let then = open.dice(&[6]).when("german: attack 2418 with KG a/2 Pz, KG b/2 Pz");
    then.happens_not(|event| matches!(event, Event::Weighed { shifts, .. } if shifts.contains(&Shift::Unsupplied(1))));
}

#[test]
fn cases_8_1c_and_8_1f_both_are_judged_as_they_take_replacements() {
    let allied = cut("turn 4 allied replacements", "unit 110-28di 2418 lost=1\nunit 112-28di 2121 lost=1");
    allied.when("allied: rebuild 110/28 Inf").is_refused_by("13.2d", "cannot trace supply");
    assert_eq!(lost(&allied.and("allied: rebuild 112/28 Inf"), "112-28di"), 0);
    let german = "turn 4 german replacements\nunit a-26vg 3810 lost=1 out=yes\nunit a-18vg 2418 lost=1";
    let ring = "unit 501-101abn 2416\nunit 502-101abn 2618\nunit 506-101abn 2420\nunit 327-101abn 2218";
    let german = given(&format!("{german}\n{ring}"));
    german.when("german: rebuild KG a/18 VG").is_refused_by("13.2d", "cannot trace supply");
    // who can trace now takes his step, and is in supply by this check (8.1h)
    let rebuilt = german.and("german: rebuild KG a/26 VG");
    assert_eq!(lost(&rebuilt, "a-26vg"), 0);
    assert!(supplied(&rebuilt, "a-26vg"));
}

#[test]
fn case_8_1d_the_106th_is_judged_in_the_clean_up_of_turn_2() {
    let at_end = |turn: u8| {
        let given =
            cut(&format!("turn {turn} allied move"), "unit 422-106di 2418\nunit 423-106di 2121\nunit 110-28di 2418");
        given.when("allied: end")
    };
    let units = vec![unit("422-106di")];
    at_end(2)
        .happens(|event| matches!(event, Event::Left { units: gone, why: Departure::Surrendered } if *gone == units));
    at_end(3).happens_not(|event| matches!(event, Event::Left { .. }));
}

/// A German battle group in Bastogne, Americans around.
const POCKET: &str = "unit 501-101abn 2416\nunit 502-101abn 2618\nunit 506-101abn 2420\nunit 327-101abn 2218";

#[test]
fn cases_8_1e_and_8_1h_germans_are_judged_by_the_chit_alone() {
    let pocket = given(&format!("turn 3 german move\n{POCKET}\nunit a-2pz 2418\nunit a-26vg 3810 out=yes"));
    assert!(supplied(&pocket, "a-2pz"), "until a check finds it out");
    assert!(!supplied(&pocket, "a-26vg"), "until a check finds it in");
    let out = supply::checked(&GAME, &pocket.state);
    assert_eq!(out, [unit("a-2pz")]);
    let after = pocket.fact(&Event::SupplyChecked { out });
    assert!(!supplied(&after, "a-2pz") && supplied(&after, "a-26vg"));
}

#[test]
fn case_8_1e_the_chit_that_is_drawn_makes_the_check() {
    let drawn = given(&format!("turn 3 german drawn\n{POCKET}\nunit a-2pz 2418\ndrawn supply-check"));
    let then = drawn.when("german: play drawn");
    then.happens(|event| matches!(event, Event::SupplyChecked { out } if *out == [unit("a-2pz")]));
}

#[test]
fn case_8_1g_two_supply_checks_are_in_the_cup_from_turn_2_on() {
    use crate::printed::Chit;
    for (at, chits) in GAME.plans[1].chits.iter().enumerate() {
        let checks = chits.cup.iter().filter(|chit| **chit == Chit::SupplyCheck).count();
        assert_eq!(checks, if at == 0 { 0 } else { 2 }, "turn {}", at + 1);
    }
}

#[test]
fn case_8_1l_a_unit_may_go_where_it_will_be_out_of_supply() {
    // all German entries are held: no hex of the map can trace
    let held = "unit 501-101abn 4403\nunit 502-101abn 4412\nunit 506-101abn 4422";
    let moves = given(&format!("turn 4 german move\n{held}\nunit a-26vg 2417"));
    assert!(!line(&moves, GERMAN, "2416"));
    assert_eq!(at(&moves.and("german: move KG a/26 VG to 2416"), "a-26vg"), "2416");
    let fights =
        given(&format!("turn 4 german combat\n{held}\nunit a-2pz 2417\nunit b-2pz 2417\nunit 14-cav 2418 lost=1"));
    let won = fights.dice(&[6]).and("german: attack 2418 with KG a/2 Pz, KG b/2 Pz").and("german: advance KG a/2 Pz");
    assert_eq!(at(&won, "a-2pz"), "2418");
}

// ---------------------------------------------------------------- the line

#[test]
fn cases_8_2a_and_2_2_1c_a_line_is_five_hexes_to_a_road_and_the_road_to_an_own_entry() {
    // far from roads: the hexes whose nearest road is five hexes away are still in supply, the sixth is not
    let given = given("");
    let board = &GAME.board;
    let to_road = |from| {
        let roads = board.all().filter(|hex| board.hex(*hex).road);
        roads.map(|hex| board.distance(from, hex)).min().expect("roads")
    };
    for from in board.all() {
        if to_road(from) > 5 {
            assert!(!supply::traced(&GAME, &given.state, ALLIED, from), "{from:?}");
        }
    }
    // each side has its own: with the other's entries held, nothing is left
    assert!(line(&given, GERMAN, "4019") && line(&given, ALLIED, "2418"));
    let closed = super::given::given("unit 501-101abn 4403\nunit 502-101abn 4412\nunit 506-101abn 4422");
    assert!(!line(&closed, GERMAN, "4019"));
    assert!(line(&closed, ALLIED, "2418"));
}

#[test]
fn cases_8_2a_and_8_2d_an_entry_hex_that_an_enemy_holds_or_reaches_is_none() {
    // all German sources but one are held; the last one is in a zone (R50)
    let lines = "unit 501-101abn 4403\nunit 502-101abn 4412\nunit 506-101abn 4421";
    assert!(!line(&given(lines), GERMAN, "4019"));
    assert!(line(&given(&format!("{lines}\nunit a-26vg 4422")), GERMAN, "4019"), "a friend cancels the zone");
}

#[test]
fn case_8_2b_any_number_of_units_trace_to_one_entry() {
    let units: String = GAME
        .units_of(GERMAN)
        .filter(|unit| GAME.counter(*unit).kind.fights())
        .map(|unit| format!("unit {} 4019\n", GAME.published.units.unit(unit).id))
        .collect();
    let given = given(&format!("{units}unit 501-101abn 4403\nunit 502-101abn 4412"));
    assert!(supply::checked(&GAME, &given.state).is_empty(), "all of them by M");
}

#[test]
fn case_8_2c_a_line_passes_forest_by_road_alone_in_and_out() {
    // 2413 is forest without a road: whoever stands in it traces out of it (R49)
    assert!(line(&given(""), ALLIED, "2413"));
    // a forest hex that is left off the road alone: who comes into it by road does not get through
    let board = &GAME.board;
    let shells: Vec<&str> =
        vec!["a-2pz", "b-2pz", "a-lehr", "b-lehr", "a-116pz", "b-116pz", "a-9pz", "b-9pz", "a-11pz", "b-11pz"];
    let forests = board.all().filter(|hex| board.hex(*hex).ground == Ground::Forest);
    let pairs = forests.flat_map(|forest| board.hex(forest).sides.iter().map(move |side| (forest, side)));
    let found = pairs.filter(|(_, side)| side.road && side.river.is_none()).find_map(|(forest, side)| {
        let behind = side.there;
        let by_road = board.hex(forest).sides.iter().filter(|it| it.road).map(|it| it.there);
        let mut held: Vec<_> =
            board.around(behind).chain(by_road).filter(|hex| *hex != forest && *hex != behind).collect();
        held.sort_unstable();
        held.dedup();
        if held.len() > shells.len() || board.hex(behind).entry.is_some() {
            return None;
        }
        let lines: String = shells
            .iter()
            .zip(&held)
            .map(|(id, hex)| format!("unit {id} {} lost=2\n", super::given::number(*hex)))
            .collect();
        let given = super::given::given(&lines);
        supply::traced(&GAME, &given.state, ALLIED, forest).then_some((given, behind))
    });
    let (given, behind) = found.expect("such a forest");
    assert!(!supply::traced(&GAME, &given.state, ALLIED, behind), "{}", GAME.place(behind));
}

#[test]
fn case_8_2d_a_line_does_not_pass_an_enemy_unit() {
    // a unit without a zone bars its own hex alone
    let ring: String = ["2417", "2419", "2518", "2519", "2318", "2319"]
        .iter()
        .zip(["a-2pz", "b-2pz", "a-lehr", "b-lehr", "a-116pz", "b-116pz"])
        .map(|(hex, id)| format!("unit {id} {hex} lost=2\n"))
        .collect();
    assert!(!supplied(&given(&format!("{ring}unit 501-101abn 2418")), "501-101abn"));
    let five: String = ring.lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert!(supplied(&given(&format!("{five}unit 501-101abn 2418")), "501-101abn"));
}

#[test]
fn case_8_2e_a_line_does_not_pass_a_zone_that_nothing_cancels() {
    assert!(!supplied(&cut("turn 3 allied move", "unit 501-101abn 2418"), "501-101abn"));
    // in a zone itself, it is not cut off by it
    assert!(supplied(&given("turn 3 allied move\nunit a-26vg 2416\nunit 501-101abn 2417"), "501-101abn"));
}

#[test]
fn case_8_2f_a_line_crosses_no_blown_bridge_and_no_river_without_one() {
    // Dinant is east of the Meuse; the Germans hold all ways to it but the bridge
    let holders = "unit a-26vg 0811\nunit b-26vg 0912\nunit a-18vg 0913\nunit b-18vg 0813";
    let whole = given(&format!("turn 4 allied move\n{holders}\nunit 501-101abn 0812"));
    assert!(supplied(&whole, "501-101abn"));
    let blown = given(&format!("turn 4 allied move\n{holders}\nunit 501-101abn 0812\nbridge 0713/0812 blown"));
    assert!(!supplied(&blown, "501-101abn"), "0712 lies over the river, too");
}

// ---------------------------------------------------------------- without supply

#[test]
fn cases_8_3a_8_3c_and_8_3d_allied_armour_and_cavalry_crawl_and_do_not_attack() {
    for id in ["cca-10db", "14-cav"] {
        let given = cut("turn 3 allied move", &format!("unit {id} 2418\nunit a-2pz 2417 lost=2"));
        assert_eq!(allowance(&given, id), 6, "{id}: 3 MP");
        assert_eq!(cost(&given, id, "2419"), "1 MP", "{id}: no road rate");
        assert_eq!(
            no_attack(&cut("turn 3 allied combat", &format!("unit {id} 2418\nunit a-2pz 2417 lost=2")), id, "2417"),
            "11.2d"
        );
    }
    let fed = given("turn 3 allied move\nunit cca-10db 2418");
    assert_eq!((allowance(&fed, "cca-10db"), cost(&fed, "cca-10db", "2419").as_str()), (14, "½ MP"));
}

#[test]
fn cases_8_3b_and_8_3h_armour_out_of_supply_has_no_bonus_in_defence() {
    let shifts = |given: &Table, by: &str| {
        let then = given.clone().dice(&[3]).when(by);
        let weighed = then.events.iter().find_map(|event| match event {
            Event::Weighed { shifts, .. } => Some(shifts.clone()),
            _ => None,
        });
        weighed.unwrap_or_else(|| panic!("{:?}", then.refused))
    };
    let bonus = Shift::ArmourDefends(-1);
    let attack = "german: attack 2417 with KG a/12 VG, KG b/12 VG";
    let fed = "turn 4 german combat\nunit a-12vg 2416\nunit b-12vg 2416\nunit cca-10db 2417";
    assert!(shifts(&given(fed), attack).contains(&bonus));
    let ring = "unit a-18vg 2618\nunit b-26vg 2419 lost=1\nunit b-18vg 2218\nunit a-26vg 2216";
    assert!(!shifts(&given(&format!("{fed}\n{ring}")), attack).contains(&bonus));
    let attack = "allied: attack 2417 with 16/1 Inf, 18/1 Inf";
    let fed = "turn 4 allied combat\nunit 16-1di 2416\nunit 18-1di 2416\nunit a-2pz 2417";
    assert!(shifts(&given(fed), attack).contains(&bonus));
    assert!(!shifts(&given(&format!("{fed} out=yes")), attack).contains(&bonus));
}

#[test]
fn cases_8_3e_and_8_3f_allied_infantry_goes_on_foot_and_does_not_attack() {
    let given = cut("turn 3 allied move", "unit 501-101abn 2418\nunit a-2pz 2417 lost=2");
    assert_eq!(gaits(&GAME, &given.state, unit("501-101abn"), hex("2418")), [Gait::Foot]);
    assert_eq!(cost(&given, "501-101abn", "2419"), "1 MP", "its allowance of 3 it keeps");
    let fed = super::given::given("turn 3 allied move\nunit 501-101abn 2418");
    assert_eq!(gaits(&GAME, &fed.state, unit("501-101abn"), hex("2418")), [Gait::Foot, Gait::Trucks]);
    let combat = cut("turn 3 allied combat", "unit 501-101abn 2418\nunit a-2pz 2417 lost=2");
    assert_eq!(no_attack(&combat, "501-101abn", "2417"), "11.2d");
}

#[test]
fn cases_8_3g_and_8_3i_german_armour_leaves_its_tanks_to_move_and_does_not_attack() {
    let given = given("unit a-2pz 2418 out=yes\nunit 506-tiger 2320 out=yes\nunit 501-101abn 2416");
    let then = given.when("german: move KG a/2 Pz to 2417");
    then.happens(|event| matches!(event, Event::GaveUpTanks { lost: 2, .. }));
    assert_eq!(lost(&then.is_done(), "a-2pz"), 2);
    assert_eq!(allowance(&given, "a-2pz"), 6, "as a mechanized unit out of supply (R52)");
    assert_eq!(cost(&given, "a-2pz", "2419"), "1 MP");
    // who has no third step does not move
    assert_eq!(barred(&given, "506-tiger", "2319"), "8.3g");
    // who is down to it already loses no more
    let third = super::given::given("unit a-2pz 2418 out=yes lost=2");
    third.when("german: move KG a/2 Pz to 2417").happens_not(|event| matches!(event, Event::GaveUpTanks { .. }));
    let combat = super::given::given("turn 3 german combat\nunit a-2pz 2418 out=yes\nunit 501-101abn 2417");
    assert_eq!(no_attack(&combat, "a-2pz", "2417"), "11.2d");
}

#[test]
fn case_8_3g_tanks_are_kept_as_long_as_the_unit_stays() {
    let given = given("unit a-2pz 2418 out=yes\nunit a-26vg 2320\ncup allied-move");
    let then = given.dice(&[1]).when("german: end");
    then.happens_not(|event| matches!(event, Event::GaveUpTanks { .. }));
}

#[test]
fn cases_8_3j_8_3k_and_8_3l_german_mechanized_units_crawl_and_do_not_attack() {
    let given = given("unit 104-15pg 2418 out=yes");
    assert_eq!((allowance(&given, "104-15pg"), cost(&given, "104-15pg", "2419").as_str()), (6, "1 MP"));
    let combat = super::given::given("turn 3 german combat\nunit 104-15pg 2418 out=yes\nunit 501-101abn 2417");
    assert_eq!(no_attack(&combat, "104-15pg", "2417"), "11.2d");
}

#[test]
fn cases_8_3m_and_8_3n_german_infantry_loses_its_trucks_and_does_not_attack() {
    let pocket = given(&format!("turn 3 german drawn\n{POCKET}\nunit a-26vg 2418\ndrawn supply-check\ntrucks a-26vg"));
    let then = pocket.when("german: play drawn");
    then.happens(|event| matches!(event, Event::Motorised { unit: None }));
    let out = given("unit a-26vg 2418 out=yes");
    assert_eq!(gaits(&GAME, &out.state, unit("a-26vg"), hex("2418")), [Gait::Foot]);
    let combat = given("turn 3 german combat\nunit a-26vg 2418 out=yes\nunit 501-101abn 2417");
    assert_eq!(no_attack(&combat, "a-26vg", "2417"), "11.2d");
}

#[test]
fn case_8_3o_units_of_the_106th_out_of_supply_at_the_end_of_turn_2_are_out_of_play() {
    let given = cut("turn 2 allied move", "unit 422-106di 2418\nunit 423-106di 2418\nunit 424-106di 2121");
    let ended = given.and("allied: end");
    let place = |id: &str| ended.state.unit(unit(id)).place;
    assert_eq!((place("422-106di"), place("423-106di")), (Place::Gone, Place::Gone));
    assert_eq!(place("424-106di"), Place::Hex(hex("2121")), "it can trace");
}

#[test]
fn case_8_3p_germans_out_of_supply_get_no_artillery_in_defence() {
    let support = |lines: &str| {
        let given = given(&format!("turn 4 allied combat\nunit art-5pz box\n{lines}"));
        let defenders: Vec<_> = given.state.disposition(&GAME).stack(hex("2418")).collect();
        defender_support(&GAME, &given.state, GERMAN, hex("2418"), &defenders)
    };
    assert_eq!(support("unit a-26vg 2418"), [unit("art-5pz")]);
    assert!(support("unit a-26vg 2418 out=yes").is_empty());
    assert_eq!(
        support("unit a-26vg 2418 out=yes\nunit b-26vg 2418"),
        [unit("art-5pz")],
        "one in supply is enough (R53)"
    );
}

#[test]
fn case_8_3q_allies_out_of_supply_get_it_near_a_supplied_unit_of_the_corps() {
    let support = |lines: &str| {
        let given = cut("turn 4 german combat", &format!("unit art-viii box\nunit 110-28di 2418\n{lines}"));
        let defenders: Vec<_> = given.state.disposition(&GAME).stack(hex("2418")).collect();
        defender_support(&GAME, &given.state, ALLIED, hex("2418"), &defenders).contains(&unit("art-viii"))
    };
    assert!(!support(""));
    assert!(support("unit 112-28di 2120"), "three hexes away, in supply");
    assert!(!support("unit 112-28di 2121"), "four hexes away");
    assert!(!support("unit eng-viii 2120"), "engineers are no combat unit");
    assert!(!support("unit 333-84di 2120"), "of another corps");
}

#[test]
fn cases_8_4a_and_8_4b_the_delay_asset_and_engineers_need_no_supply() {
    let given = cut("turn 3 german combat", "unit delay 2418\nunit eng-viii 2418\nunit a-2pz 2417");
    assert!(supplied(&given, "delay") && supplied(&given, "eng-viii"));
    // and help those who have none
    let cut = cut(
        "turn 3 german combat",
        "unit 110-28di 2418\nunit eng-viii 2418\nunit a-2pz 2417\nunit b-2pz 2417\nunit a-lehr 2519\nunit b-lehr 2519",
    );
    assert!(!supplied(&cut, "110-28di"));
    let then = cut.dice(&[1]).when("german: attack 2418 with KG a/2 Pz, KG b/2 Pz, KG a/Lehr, KG b/Lehr");
    then.happens(|event| matches!(event, Event::Weighed { shifts, .. } if shifts.contains(&Shift::Engineers(-1))));
}

// ---------------------------------------------------------------- Peiper's fuel

#[test]
fn case_8_5a_peiper_takes_the_dump_in_passing_and_is_in_supply_on_turn_2() {
    let opening = given("turn 1 german move\nfuel lies\nunit peiper-1ss 3508");
    let then = opening.when("german: move Peiper/1 SS to 3307 via 3407");
    then.happens(|event| matches!(event, Event::FuelDecided { captured: true }));
    assert_eq!(then.is_done().state.fuel, Fuel::Captured);
    let on = |turn: u8, id: &str| given(&format!("turn {turn} german move\nfuel captured\nunit {id} 2418 out=yes"));
    assert!(supplied(&on(2, "peiper-1ss"), "peiper-1ss"));
    assert!(!supplied(&on(3, "peiper-1ss"), "peiper-1ss"));
    assert!(!supplied(&on(2, "b-1ss"), "b-1ss"), "no other unit is");
    let checked = given(&format!("turn 2 german move\nfuel captured\n{POCKET}\nunit peiper-1ss 2418"));
    assert!(supply::checked(&GAME, &checked.state).is_empty(), "no check of turn 2 finds him out");
}

#[test]
fn case_8_5c_who_misses_it_in_that_round_has_it_never() {
    let opening = given("turn 1 german move\nfuel lies\nunit peiper-1ss 3508\nunit b-1ss 3508");
    let other = opening.and("german: move KG b/1 SS to 3407");
    assert_eq!(other.state.fuel, Fuel::Lies, "Peiper alone takes it");
    let then = other.when("german: end");
    then.happens(|event| matches!(event, Event::FuelDecided { captured: false }));
    assert_eq!(then.is_done().state.fuel, Fuel::Gone);
    let later = given("turn 1 german 6th-army\nfuel gone\nunit peiper-1ss 3508");
    later.when("german: move Peiper/1 SS to 3407").happens_not(|event| matches!(event, Event::FuelDecided { .. }));
}

// ---------------------------------------------------------------- air supply

#[test]
fn cases_8_6a_and_8_6b_the_marker_comes_once_with_the_second_chit_of_turn_5_to_a_clear_village_or_town() {
    let second = "turn 5 allied second-reinforcements\nunit 110-28di 2418 entered=yes";
    let given = super::given::given(second);
    let then = given.when("allied: place airdrop at 2418");
    then.happens(|event| matches!(event, Event::Marked { marker: Marker::AirSupply, hex: Some(_) }));
    let when =
        |given: &Table| check_marker(&GAME, &given.state, ALLIED, Marker::AirSupply).map_err(|it| it.to_string());
    assert!(when(&then.is_done()).expect_err("once").contains("8.6a"));
    for lines in ["turn 5 allied first-reinforcements", "turn 4 allied second-reinforcements", "turn 5 allied move"] {
        let other = super::given::given(&format!("{lines}\nunit 110-28di 2418 entered=yes"));
        assert!(when(&other).expect_err(lines).contains("8.6a"));
    }
    given.when("allied: place airdrop at 2419").is_refused_by("8.6b", "no village or town");
    given.when("allied: place airdrop at 2016").is_refused_by("8.6b", "in the clear");
    let taken = super::given::given(&format!("{second}\ncontrol 2517 german"));
    taken.when("allied: place airdrop at 2517").is_refused_by("8.6b", "do not control it");
}

#[test]
fn cases_8_6c_and_8_6e_americans_trace_five_hexes_to_it_under_the_limits_of_a_line() {
    let lines = format!("turn 6 allied move\n{CUT}\nunit 501-101abn 2418\nairdrop 2418");
    assert!(supplied(&given(&lines), "501-101abn"), "on the spot");
    // it lies in a pocket, and the line to it would lead through zones
    let beside = format!(
        "turn 6 allied move\n{CUT}\nunit a-2pz 2319\nunit 501-101abn 2520\nunit a-lehr 2521\nunit b-lehr 2620\nairdrop 2418"
    );
    assert!(!supplied(&given(&beside), "501-101abn"), "2419 and 2519 are in German zones");
    let british = given(&format!("turn 6 allied move\n{CUT}\nunit 29-bde 2418\nairdrop 2418"));
    assert!(!supplied(&british, "29-bde"), "it serves Americans alone");
    // an OOS American elsewhere in the pocket, the marker in a zone that a friend cancels
    let two = format!("turn 6 allied move\n{CUT}\nunit 501-101abn 2418\nunit 502-101abn 2417\nairdrop 2418");
    assert!(supplied(&given(&two), "502-101abn"));
}

#[test]
fn case_8_6d_it_serves_neither_replacements_nor_artillery() {
    let lines = format!("turn 6 allied replacements\n{CUT}\nunit 110-28di 2418 lost=1\nairdrop 2418");
    given(&lines).when("allied: rebuild 110/28 Inf").is_refused_by("13.2d", "cannot trace supply");
    let attacked = given(&format!("turn 6 german combat\n{CUT}\nunit 110-28di 2418\nunit art-viii box\nairdrop 2418"));
    assert!(defender_support(&GAME, &attacked.state, ALLIED, hex("2418"), &[unit("110-28di")]).is_empty());
}

#[test]
fn case_8_6f_a_german_who_takes_the_place_takes_the_marker_off() {
    let given = given("turn 6 german move\nunit a-26vg 2417\nairdrop 2418");
    let taken = given.and("german: move KG a/26 VG to 2418");
    assert_eq!(taken.state.air, None);
    assert!(taken.state.air_used, "it does not come again");
}

#[test]
fn case_8_2a_the_line_of_the_other_side_is_of_no_use() {
    assert!(!line(&given("unit 501-101abn 4403\nunit 502-101abn 4412\nunit 506-101abn 4422"), GERMAN, "2418"));
}
