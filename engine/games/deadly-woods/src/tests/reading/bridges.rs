//! Bridges, and who is held back behind the Meuse and at J (10.6).

use super::given::{GAME, Given, Table, at, barred, cost, direct, given, hex, unit};
use crate::chapters::areas::{Bar, bar};
use crate::chapters::bridges;
use crate::chapters::combat::{attack::able, ways};
use crate::chapters::movement::Barrier;
use crate::printed::{Army, BridgeId, Definitions, GERMAN, files};
use crate::truth::event::Event;
use crate::truth::state::Act;

/// The bridge between two hexes.
fn bridge(one: &str, other: &str) -> BridgeId {
    GAME.board.bridge_between(hex(one), hex(other)).unwrap_or_else(|| panic!("no bridge {one}/{other}"))
}

/// Whether the bridge of Vaux stands.
fn stands(given: &Table) -> bool {
    given.state.stands(Some(bridge("2121", "2122")))
}

// ---------------------------------------------------------------- what they cost

#[test]
fn cases_10_6b_and_10_6c_a_bridge_with_a_road_costs_only_those_more_who_are_off_the_road() {
    let at = |lines: &str| given(&format!("turn 4 german move\n{lines}"));
    assert_eq!(cost(&at("unit a-26vg 2121"), "a-26vg", "2122"), "1 MP");
    assert_eq!(cost(&at("unit a-26vg 2121\nunit b-26vg 2121"), "a-26vg", "2122"), "1 MP", "on foot it is all one");
    assert_eq!(cost(&at("unit a-2pz 2121"), "a-2pz", "2122"), "½ MP");
    assert_eq!(cost(&at("unit a-2pz 2121\nunit b-2pz 2121"), "a-2pz", "2122"), "3 MP");
    assert_eq!(cost(&at("unit a-2pz 2121\nunit b-26vg 2122"), "a-2pz", "2122"), "3 MP", "who stacks leaves the road");
}

#[test]
fn case_10_6d_a_bridge_without_a_road_costs_vehicles_two_points() {
    // the map has none: the road over the bridge of Vaux is taken off it
    let all = files();
    let texts = ["game.txt", "units.txt", "cards.txt", "rules.txt", "rulings.txt", "tables.txt", "words.txt"]
        .into_iter()
        .chain(["map.txt", "scenario-german-attack.txt", "scenario-campaign.txt"])
        .map(|name| {
            let text = all.text(name).unwrap_or_else(|fault| panic!("{fault}"));
            let kept: String = text
                .lines()
                .filter(|line| !line.starts_with("road 2121-2122 "))
                .map(|line| format!("{line}\n"))
                .collect();
            (name.to_owned(), kept)
        });
    let changed =
        Definitions::parse(&definitions::GameFiles::new(texts)).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let state = given("turn 4 german move\nunit a-26vg 2121\nunit a-2pz 2121").state.clone();
    let pays = |id: &str| {
        use crate::chapters::movement::{orders, points};
        use crate::truth::order::{Step, Verb};
        let order = [Step::Verb(Verb::Move), Step::Unit(unit(id))];
        points(orders::way(&changed, &state, GERMAN, &order, hex("2122")).unwrap_or_else(|it| panic!("{it}")).spent)
    };
    assert_eq!((pays("a-26vg").as_str(), pays("a-2pz").as_str()), ("1 MP", "3 MP"));
}

// ---------------------------------------------------------------- blown

/// Engineers of VIII Corps two hexes from the bridge of Vaux, an infantry regiment at it.
const READY: &str = "unit eng-viii 2319\nunit 110-28di 2121";

#[test]
fn cases_10_6_1a_and_12_4_3_engineers_blow_one_bridge_a_round_within_three_hexes_with_a_unit_at_it() {
    let ready = given(&format!("turn 4 allied move\n{READY}\nunit 112-28di 2117"));
    let then = ready.when("allied: blow 2121/2122 with Eng VIII");
    then.happens(|event| matches!(event, Event::BridgeBlown { by: Some(by), .. } if *by == unit("eng-viii")));
    let blown = then.is_done();
    assert!(!stands(&blown));
    assert!(bridges::possible(&GAME, &blown.state).is_empty(), "they have done it in this round");
    // four hexes are too far
    let far = given("turn 4 allied move\nunit eng-viii 2418\nunit 110-28di 2121\nunit 112-28di 2117");
    far.when("allied: blow 2121/2122 with Eng VIII").is_refused_by("10.6.1a", "3 are allowed");
    // nobody stands at it
    let alone = given("turn 4 allied move\nunit eng-viii 2319\nunit 110-28di 2220\nunit 112-28di 2117");
    alone
        .when("allied: blow 2121/2122 with Eng VIII")
        .is_refused_by("10.6.1a", "no Allied combat unit stands at the bridge");
    // engineers themselves are no combat unit, the Delay asset is
    let delay = given("turn 4 allied move\nunit eng-viii 2319\nunit delay 2122");
    assert!(!stands(&delay.and("allied: blow 2121/2122 with Eng VIII")));
}

#[test]
fn case_10_6_1a_at_any_time_of_the_moving_and_each_engineers_by_themselves() {
    let two = given(&format!("turn 4 allied move\n{READY}\nunit eng-iii 2320\nunit 112-28di 2117"));
    let moved = two.and("allied: move 112/28 Inf to 2016");
    let one = moved.and("allied: blow 2121/2122 with Eng VIII");
    let possible = bridges::possible(&GAME, &one.state);
    assert!(possible.iter().all(|(_, by)| *by == unit("eng-iii")), "{possible:?}");
    assert!(possible.iter().all(|(it, _)| *it != bridge("2121", "2122")));
}

#[test]
fn case_10_6_1b_in_allied_move_rounds_alone() {
    for act in ["combat", "second-reaction", "first-reinforcements", "patton", "monty-move"] {
        let given = given(&format!("turn 6 allied {act}\n{READY}\nunit 137-35di 2219 entered=yes"));
        assert!(bridges::possible(&GAME, &given.state).is_empty(), "{act}");
        given.when("allied: blow 2121/2122 with Eng VIII").is_refused_by("10.6.1b", "");
    }
    assert!(!bridges::possible(&GAME, &given(&format!("turn 6 allied move\n{READY}")).state).is_empty());
    let german = given(&format!("turn 6 german move\n{READY}"));
    assert!(bridges::possible(&GAME, &german.state).is_empty());
}

/// An American regiment at Vaux that is beaten back over its bridge.
fn over_the_bridge() -> Given {
    given(
        "turn 4 german combat\nunit 14-cav 2121\nunit a-2pz 2120\nunit b-2pz 2120\nunit a-lehr 2221\nunit b-lehr 2220\n\
         unit a-26vg 2020",
    )
}

#[test]
fn cases_10_6_1c_and_10_6_1d_who_retreats_over_a_bridge_may_blow_it_with_1_to_3() {
    let given = over_the_bridge();
    let ways = ways(&GAME, &given.state, &[unit("14-cav")], hex("2121"));
    assert!(!ways.is_empty() && ways.iter().all(|way| way.path[1] == hex("2122")), "over the bridge alone");
    for (face, stays) in [(1, false), (3, false), (4, true), (6, true)] {
        let beaten = given.dice(&[3]).and("german: attack 2121 with KG a/2 Pz");
        let asked = settled(beaten);
        let then = asked.dice(&[face]).when("allied: blow");
        then.happens(|event| matches!(event, Event::BridgeRolled { face: rolled, .. } if *rolled == face));
        assert_eq!(stands(&then.is_done()), stays, "{face}");
    }
    let kept = settled(given.dice(&[3]).and("german: attack 2121 with KG a/2 Pz")).and("allied: keep");
    assert!(stands(&kept));
}

/// The retreat is led to the first end that is open, where there is a choice.
fn settled(beaten: Given) -> Given {
    match beaten.legal("allied", "retreat to").first() {
        Some(order) => beaten.and(&format!("allied: {order}")),
        None => beaten,
    }
}

#[test]
fn cases_10_6_1d_and_10_6_1e_who_holds_a_hex_attacked_over_a_bridge_blows_it_without_a_die_or_spares_it() {
    let attack = given("turn 4 german combat\nunit 110-28di 2121\nunit a-26vg 2122\nunit b-26vg 2122").dice(&[1]);
    let held = attack.and("german: attack 2121 with KG a/26 VG");
    let then = held.when("allied: blow");
    then.happens_not(|event| matches!(event, Event::BridgeRolled { .. }));
    assert!(!stands(&then.is_done()));
    assert!(stands(&held.and("allied: keep")));
}

#[test]
fn case_10_6_1e_the_bridge_is_blown_though_those_who_attacked_over_it_have_died_of_it() {
    // less than 1-3: a step without a die
    let given = given("turn 4 german combat\nunit 110-28di 2121\nunit a-26vg 2122 lost=1");
    let held = given.and("german: attack 2121 with KG a/26 VG");
    assert!(held.state.unit(unit("a-26vg")).hex().is_none());
    assert_eq!(held.asked("allied"), ["Do you blow the bridges?"]);
    assert!(!stands(&held.and("allied: blow")));
}

#[test]
fn cases_10_6_1c_and_10_6_1e_some_go_over_a_bridge_and_others_hold_the_hex_before_another() {
    // Trois-Ponts: who was attacked before holds on (R74, R106)
    let mut state =
        given("turn 4 german combat\nunit 422-106di 2709\nunit 14-cav 2709\nunit a-2pz 2808\nunit b-2pz 2808")
            .state
            .clone();
    state.units.get_mut(unit("422-106di")).defended = true;
    let given = Table::of(GAME.clone(), state);
    let mut now = given.dice(&[6]).and("german: attack 2709 with KG a/2 Pz, KG b/2 Pz");
    if let Some(order) = now.legal("allied", "retreat to").first().cloned() {
        now = now.and(&format!("allied: {order}"));
    }
    assert_eq!(now.asked("allied"), ["Do you blow the bridges?"]);
    let rolled = now.dice(&[6]).when("allied: blow");
    rolled.happens(|event| matches!(event, Event::BridgeRolled { face: 6, .. }));
    let before = bridge("2709", "2808");
    rolled.happens(|event| matches!(event, Event::HexHeld { bridges } if *bridges == [before]));
    let now = rolled.is_done();
    assert_eq!(now.asked("allied"), ["Do you blow the bridges?"]);
    let blown = now.when("allied: blow");
    blown.happens_not(|event| matches!(event, Event::BridgeRolled { .. }));
    let blown = blown.is_done();
    assert!(blown.state.units.is_blown(before) && blown.state.combat.is_none());
}

#[test]
fn case_10_6_1e_either_side_and_only_if_the_hex_is_held() {
    // below 1-3 there is no die, and the German holds
    let german = given("turn 4 allied combat\nunit a-26vg 2121\nunit 16-1di 2122\nunit 18-1di 2418\nunit b-18vg 2417");
    let held = german.and("allied: attack 2121 with 16/1 Inf");
    assert!(!stands(&held.and("german: blow")));
    // nobody is asked where the defender is gone
    let gone = given("turn 4 german combat\nunit 14-cav 2121 lost=1\nunit a-2pz 2122\nunit b-2pz 2122").dice(&[6]);
    let gone = gone.and("german: attack 2121 with KG a/2 Pz, KG b/2 Pz");
    assert!(gone.state.unit(unit("14-cav")).hex().is_none());
    assert!(gone.asked("allied").is_empty());
}

// ---------------------------------------------------------------- rebuilt

#[test]
fn case_10_6_2a_who_crosses_a_blown_bridge_has_rebuilt_it() {
    let german =
        given("turn 4 german move\nunit a-26vg 2121\nbridge 2121/2122 blown").and("german: move KG a/26 VG to 2122");
    assert!(stands(&german));
    let allied = given("turn 4 allied move\nunit 501-101abn 0812\nbridge 0713/0812 blown")
        .and("allied: move 501/101 Abn to 0713");
    assert!(allied.state.stands(Some(bridge("0713", "0812"))));
    // by an advance, too (R67)
    let attack = given(
        "turn 4 german combat\nunit a-2pz 2122\nunit b-2pz 2122\nunit 14-cav 2121 lost=1\nbridge 2121/2122 blown",
    );
    let won = attack.dice(&[6]).and("german: attack 2121 with KG a/2 Pz, KG b/2 Pz").and("german: advance KG a/2 Pz");
    assert!(stands(&won) && at(&won, "a-2pz") == "2121");
}

#[test]
fn case_10_6_2a_a_retreat_rebuilds_nothing() {
    let given = over_the_bridge().fact(&Event::BridgeBlown { bridge: bridge("2121", "2122"), by: None });
    let beaten = settled(given.dice(&[3]).and("german: attack 2121 with KG a/2 Pz"));
    assert_ne!(at(&beaten, "14-cav"), "2121");
    assert!(!stands(&beaten), "though it went over what is left (R67)");
}

#[test]
fn case_10_6_2b_germans_rebuild_one_bridge_a_turn_in_each_area() {
    let two =
        given("turn 4 german move\nunit a-26vg 2121\nunit b-26vg 2016\nbridge 2121/2122 blown\nbridge 2016/2117 blown");
    let one = two.and("german: move KG a/26 VG to 2122");
    let then = one.when("german: move KG b/26 VG to 2117");
    then.happens_not(|event| matches!(event, Event::BridgeBuilt { .. }));
    let other = then.is_done();
    assert_eq!(at(&other, "b-26vg"), "2117", "it crosses all the same (R68)");
    assert!(stands(&other) && !other.state.stands(Some(bridge("2016", "2117"))));
    // another area has its own
    let south =
        given("turn 4 german move\nunit a-26vg 2121\nunit a-352vg 3622\nunit a-18vg 3810\nbridge 2121/2122 blown");
    let both = south.and("german: move KG a/26 VG to 2122").and("german: move KG a/352 VG to 3623");
    assert!(stands(&both) && both.state.stands(Some(bridge("3622", "3623"))));
    assert_eq!(both.state.built[Army::Fifth as usize], 1);
    assert_eq!(both.state.built[Army::Seventh as usize], 1);
}

#[test]
fn case_10_6_2b_it_binds_no_ally() {
    let two = given(
        "turn 4 allied move\nunit 110-28di 2121\nunit 112-28di 2016\nbridge 2121/2122 blown\nbridge 2016/2117 blown",
    );
    let both = two.and("allied: move 110/28 Inf to 2122").and("allied: move 112/28 Inf to 2117");
    assert!(stands(&both) && both.state.stands(Some(bridge("2016", "2117"))));
}

#[test]
fn case_10_6_2d_a_new_turn_gives_each_area_its_bridge_again() {
    let built = given("turn 4 german move\nunit a-26vg 2121\nunit a-18vg 3810\nbridge 2121/2122 blown")
        .and("german: move KG a/26 VG to 2122");
    assert_eq!(built.state.built, [0, 1, 0]);
    let next = built.fact(&Event::TurnBegan { turn: 5, came: Vec::new() });
    assert_eq!(next.state.built, [0, 0, 0]);
}

// ---------------------------------------------------------------- Ouren

#[test]
fn case_10_6_3a_no_armour_crosses_at_ouren_on_turn_1() {
    let on = |turn: u8| given(&format!("turn {turn} german move\nunit a-116pz 3315\nunit fbb 3414\nunit a-560vg 3316"));
    assert_eq!(barred(&on(1), "a-116pz", "3215"), "10.6.3a");
    assert_eq!(cost(&on(2), "a-116pz", "3215"), "½ MP");
    let others = given("turn 1 german move\nunit fbb 3315\nunit 8-3pg 3414");
    assert_eq!(cost(&others, "fbb", "3215"), "½ MP", "a mechanized brigade is no armour");
    let infantry = given("turn 1 german move\nunit a-560vg 3315");
    assert_eq!(cost(&infantry, "a-560vg", "3215"), "1 MP");
}

#[test]
fn case_10_6_3a_nor_attacks_nor_advances_over_it_of_either_side() {
    let attack = |turn: u8| given(&format!("turn {turn} german combat\nunit a-116pz 3315\nunit 112-28di 3215"));
    let able = able(&GAME, &attack(1).state, GERMAN, unit("a-116pz"), hex("3215"));
    assert_eq!(able.expect_err("prohibited to it (R69)").case, "11.1d");
    let then = attack(2).dice(&[1]).when("german: attack 3215 with KG a/116 Pz");
    then.happens(|event| matches!(event, Event::Attacked { .. }));
    let allied = given("turn 1 allied first-reaction\nunit ccr-9db 3215");
    assert_eq!(direct(&allied, "ccr-9db", "3315"), Err(Barrier::Bar(Bar::Ouren)));
}

// ---------------------------------------------------------------- held back

#[test]
fn cases_10_6_4a_10_6_4b_10_6_4c_and_10_6_4d_they_stay_west_of_the_meuse_until_their_turn() {
    let divisions = [
        ("29-bde", 5),
        ("129-43di", 8),
        ("3-6abn", 8),
        ("cca-11db", 8),
        ("152-51di", 9),
        ("71-53di", 9),
        ("33-bde", 9),
        ("194-17abn", 9),
    ];
    for (id, turn) in divisions {
        let on = |turn: u8, lines: &str| given(&format!("turn {turn} allied move\nunit {id} 0713\n{lines}"));
        assert_eq!(barred(&on(turn - 1, ""), id, "0812"), "10.6.4a", "{id}");
        assert_eq!(cost(&on(turn, ""), id, "0812"), "½ MP", "{id}");
        assert_eq!(cost(&on(turn - 1, "meuse crossed"), id, "0812"), "½ MP", "{id}: a German is over it");
        assert_eq!(cost(&on(turn - 1, ""), id, "0712"), "½ MP", "{id}: west of it they move");
    }
    assert_eq!(cost(&given("turn 2 allied move\nunit 501-101abn 0713"), "501-101abn", "0812"), "½ MP", "others may");
    // all units that the rule names, and no others
    for (at, counter) in GAME.counters.iter().enumerate() {
        let unit = GAME.published.units.unit(definitions::UnitId(at as u16));
        let named = counter.kind.fights() && counter.british || ["17abn", "11db"].contains(&unit.division.as_str());
        assert_eq!(counter.released.is_some(), named, "{}", unit.id);
    }
}

#[test]
fn case_10_6_4a_they_neither_retreat_nor_advance_over_it() {
    let beaten = given("turn 4 german combat\nunit 29-bde 0713\nunit a-2pz 0712\nunit b-2pz 0613");
    for way in ways(&GAME, &beaten.state, &[unit("29-bde")], hex("0713")) {
        assert!(way.path.iter().all(|hex| GAME.board.hex(*hex).behind_meuse), "{way:?}");
    }
    let lines = "unit 29-bde 0713\nunit a-2pz 0812 lost=2";
    let won = given(&format!("turn 4 allied combat\n{lines}")).dice(&[6]).and("allied: attack 0812 with 29 Arm");
    if won.state.unit(unit("a-2pz")).hex() != Some(hex("0812")) {
        assert!(
            won.asked("allied").iter().all(|title| !title.to_lowercase().contains("advance")),
            "{:?}",
            won.asked("allied")
        );
    }
}

#[test]
fn case_10_6_4a_a_german_who_moves_or_attacks_over_the_meuse_frees_them_all() {
    let moves = given("turn 4 german move\nunit a-2pz 0812").when("german: move KG a/2 Pz to 0713");
    moves.happens(|event| matches!(event, Event::MeuseCrossed));
    // below 1-3: no die
    let attacks = given("turn 4 german combat\nunit a-2pz 0812\nunit 29-bde 0713");
    let then = attacks.when("german: attack 0713 with KG a/2 Pz");
    then.happens(|event| matches!(event, Event::MeuseCrossed));
    // a German who stays on his bank frees nobody, nor does an American
    let stays = given("turn 4 german move\nunit a-2pz 0812").when("german: move KG a/2 Pz to 0912");
    stays.happens_not(|event| matches!(event, Event::MeuseCrossed));
    let american = given("turn 4 allied move\nunit 501-101abn 0812").when("allied: move 501/101 Abn to 0713");
    american.happens_not(|event| matches!(event, Event::MeuseCrossed));
}

#[test]
fn case_10_6_4e_the_5th_armored_stays_within_three_hexes_of_j() {
    let given = given(
        "turn 5 allied move\nunit cca-5db 3304 bound=yes\nunit ccb-5db 3304 bound=no\nunit ccr-5db 3203 bound=yes",
    );
    assert_eq!(GAME.board.distance(hex("3301"), hex("3304")), 3);
    assert_eq!(barred(&given, "cca-5db", "3305"), "10.6.4e");
    let held = |from: &str, to: &str| bar(&GAME, &given.state, unit("cca-5db"), hex(from), hex(to));
    assert_eq!((held("3303", "3304"), held("3304", "3305")), (None, Some(Bar::Leash)), "three hexes it may, four not");
    let free = cost(&given, "ccb-5db", "3305");
    assert!(free.ends_with("MP"), "J was closed to it: it goes where it likes (10.6.4f)");
    // nor does it retreat or advance further
    for way in ways(&GAME, &given.state, &[unit("ccr-5db")], hex("3203")) {
        assert!(way.path.iter().all(|at| GAME.board.distance(hex("3301"), *at) <= 3), "{way:?}");
    }
    for (at, counter) in GAME.counters.iter().enumerate() {
        let unit = GAME.published.units.unit(definitions::UnitId(at as u16));
        assert_eq!(counter.bound, (unit.division == "5db").then_some(3), "{}", unit.id);
    }
}

#[test]
fn case_10_6_4f_if_it_enters_elsewhere_nothing_binds_it() {
    let enters = |lines: &str| {
        let drawn = format!(
            "turn 4 allied drawn\ndrawn allied-reinforcements\nplayed allied-reinforcements\nunit cca-5db due-4-second\n{lines}"
        );
        given(&drawn).and("allied: play drawn")
    };
    let at_j = enters("");
    assert_eq!(at(&at_j, "cca-5db"), "3301");
    assert!(at_j.state.unit(unit("cca-5db")).bound);
    let elsewhere = enters("unit a-26vg 3301");
    assert_ne!(at(&elsewhere, "cca-5db"), "3301");
    assert!(!elsewhere.state.unit(unit("cca-5db")).bound);
    let act = elsewhere.state.round.as_ref().map(|round| round.act);
    assert!(matches!(act, Some(Act::Enter(_))));
}
