//! Where the beaten go (11.4).

use super::given::{Branch, GAME, Table, at, hex, lost, place, unit};
use crate::chapters::combat::{Way, ways};
use crate::truth::event::Event;
use crate::truth::state::Place;

/// The ways of units out of their hex.
fn all(table: &Table, ids: &[&str]) -> Vec<Way> {
    let units: Vec<_> = ids.iter().map(|id| unit(id)).collect();
    let from = table.state.unit(units[0]).hex().expect("on the map");
    ways(&GAME, &table.state, &units, from)
}

fn ends(ways: &[Way]) -> Vec<String> {
    ways.iter().filter_map(|way| way.path.last()).map(|hex| GAME.published.map.grid.number(*hex)).collect()
}

fn column(number: &str) -> u16 {
    GAME.board.column(hex(number))
}

#[test]
fn cases_11_4a_11_4b_and_11_4i_defenders_go_two_hexes_and_on_until_no_enemy_is_adjacent() {
    let table = at("turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2418\nunit b-26vg 2418");
    let found = all(&table, &["422-106di"]);
    assert!(!found.is_empty());
    for way in &found {
        assert_eq!(way.path.len(), 3);
        assert_eq!(GAME.board.distance(hex("2318"), *way.path.last().expect("an end")), 2);
    }
    // an enemy in the back without a zone: they go a third hex
    let back = "unit a-2pz 2117 lost=2\nunit b-2pz 2119 lost=2\nunit a-lehr 2017 lost=2\nunit a-116pz 2216 lost=2\nunit b-116pz 2220 lost=2\nunit b-lehr 2320 lost=2\nunit a-9pz 2316 lost=2";
    let table = at(&format!("turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2418\n{back}"));
    for way in all(&table, &["422-106di"]) {
        let end = *way.path.last().expect("an end");
        assert!(!table.state.disposition(&GAME).beside(&GAME, crate::printed::GERMAN, end), "{}", GAME.place(end));
    }
    // attackers lose and stay
    let repelled = at("turn 4 german combat\nunit a-26vg 2317\nunit 422-106di 2318\nunit 423-106di 2318")
        .rolling(&[1])
        .when("german: attack 2318 with KG a/26 VG")
        .is_done();
    assert_eq!(place(&repelled, "a-26vg"), "2317");
}

#[test]
fn cases_11_4c_and_11_4d_not_over_ground_that_they_could_not_enter_nor_through_enemies() {
    // 2316 with the small river in its back
    let table = at("turn 4 german combat\nunit cca-9db 2316\nunit 422-106di 2316\nunit a-26vg 2317\nunit b-26vg 2416");
    for way in all(&table, &["cca-9db"]) {
        for pair in way.path.windows(2) {
            let side = GAME.board.side(pair[0], pair[1]).expect("neighbours");
            assert!(side.river.is_none() || side.bridge.is_some(), "{}", GAME.spots(&way.path));
        }
    }
    let foot = ends(&all(&table, &["422-106di"]));
    assert!(!foot.is_empty());
    for way in all(&table, &["422-106di"]) {
        assert!(way.path[1..].iter().all(|hex| !table.state.disposition(&GAME).holds(crate::printed::GERMAN, *hex)));
    }
    // off the map there is nothing: a unit in the corner
    let corner = at("turn 4 german combat\nunit 422-106di 0130\nunit a-26vg 0129\nunit b-26vg 0229\nunit a-18vg 0230");
    assert!(all(&corner, &["422-106di"]).is_empty());
}

#[test]
fn cases_11_4e_11_4f_and_7_3f_zones_are_avoided_and_through_any_number_of_them_the_stack_pays_a_step() {
    // Germans around 2318 two hexes out: every way leads through zones
    let net = "unit a-26vg 2417\nunit b-26vg 2218\nunit a-18vg 2320\nunit b-18vg 2216";
    let table = at(&format!("turn 4 german combat\nunit 422-106di 2318\nunit 423-106di 2318\n{net}"));
    let found = all(&table, &["422-106di", "423-106di"]);
    assert!(found.iter().all(|way| way.zones), "{:?}", ends(&found));
    let free = at("turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2417");
    assert!(all(&free, &["422-106di"]).iter().all(|way| !way.zones));
    let fought = at(&format!("turn 4 german combat\nunit 422-106di 2318\nunit 423-106di 2318\n{net}")).rolling(&[6]);
    let mut now = fought.when("german: attack 2318 with KG a/26 VG, KG b/26 VG").is_done();
    let before = lost(&now, "422-106di") + lost(&now, "423-106di");
    while now.state.combat.is_some() && !now.asked("allied").is_empty() {
        let order = now.legal("allied", "").remove(0);
        now = now.after(&format!("allied: {order}"));
    }
    let dead =
        ["422-106di", "423-106di"].iter().filter(|id| now.state.unit(unit(id)).place == Place::Dead).count() as u8;
    let after = lost(&now, "422-106di") + lost(&now, "423-106di") + 2 * dead;
    assert_eq!((before, after), (0, if found.is_empty() { 3 } else { 2 }), "one for the star, one for the zones");
}

#[test]
fn cases_11_4g_and_11_4h_away_from_the_enemys_edge_while_another_free_way_is_left() {
    let allied = at("turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2217");
    assert!(ends(&all(&allied, &["422-106di"])).iter().all(|end| column(end) <= column("2318")), "not eastward");
    let german = at("turn 4 allied combat\nunit a-26vg 2318\nunit 422-106di 2418");
    assert!(ends(&all(&german, &["a-26vg"])).iter().all(|end| column(end) >= column("2318")), "not westward");
    // with the west closed by enemies the Allies go east rather than through zones (R84)
    let closed = at(
        "turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2117\nunit b-26vg 2119\nunit a-18vg 2317\nunit b-18vg 2320",
    );
    let found = all(&closed, &["422-106di"]);
    assert!(
        !found.is_empty()
            && found.iter().all(|way| !way.zones)
            && ends(&found).iter().all(|end| column(end) > column("2318")),
        "{:?}",
        ends(&found)
    );
}

#[test]
fn case_11_4j_who_cannot_retreat_stays_and_each_loses_a_step() {
    let corner = "turn 4 german combat\nunit 422-106di 0130\nunit 14-cav 0130 lost=1\nunit a-2pz 0129\nunit b-2pz 0129\nunit a-lehr 0230\nunit a-26vg 0229\nunit b-26vg 0229";
    // 21 to 5: 4:1, and all that helps the attacker
    let fought = at(corner)
        .rolling(&[4])
        .when("german: attack 0130 with KG a/2 Pz, KG b/2 Pz, KG a/Lehr")
        .is_done()
        .after("allied: lose 14 Cav");
    assert_eq!(lost(&fought, "422-106di"), 1, "DR* and nowhere to go");
    assert_eq!(fought.state.unit(unit("14-cav")).place, Place::Dead);
}

#[test]
fn cases_6_2d_6_2e_and_6_2f_a_retreat_ends_where_the_units_may_stack_and_goes_on_from_where_they_may_not() {
    // VIII Corps does not end with V Corps
    let given = |more: &str| at(&format!("turn 4 german combat\nunit 422-106di 2318\nunit a-26vg 2418\n{more}"));
    let free = ends(&all(&given(""), &["422-106di"]));
    let mixed: String = free
        .iter()
        .zip(["16-1di", "18-1di", "26-1di", "117-30di", "119-30di", "120-30di", "39-9di"])
        .map(|(end, id)| format!("unit {id} {end}\n"))
        .collect();
    let found = ends(&all(&given(&mixed), &["422-106di"]));
    assert!(found.iter().all(|end| !free.contains(end)), "{found:?} of {free:?}");
    // full hexes of its own corps: it goes on
    let full: String = free
        .iter()
        .zip([
            ["109-28di", "345-87di"],
            ["110-28di", "346-87di"],
            ["112-28di", "347-87di"],
            ["8-4di", "cca-7db"],
            ["12-4di", "ccb-7db"],
            ["22-4di", "ccr-7db"],
            ["cca-10db", "cca-11db"],
        ])
        .map(|(end, ids)| format!("unit {} {end}\nunit {} {end}\n", ids[0], ids[1]))
        .collect();
    let found = all(&given(&full), &["422-106di"]);
    assert!(!found.is_empty() && ends(&found).iter().all(|end| !free.contains(end)), "{:?}", ends(&found));
    assert!(found.iter().all(|way| way.path.len() > 3 && !way.zones));
}

#[test]
fn cases_11_4_1a_11_4_1b_11_4_1c_and_11_4_1d_airborne_stand_for_a_step_even_with_their_last_for_the_whole_hex() {
    // Bastogne: an airborne regiment and a combat command
    let given = |target: &str, from: &str| {
        at(&format!(
            "turn 4 german combat\nunit 501-101abn {target} lost=0\nunit cca-9db {target}\nunit a-2pz {from}\nunit b-2pz {from}\nunit a-lehr {from}\nunit b-lehr 2218\nunit 502-101abn 2420"
        ))
    };
    let attack = |target: &str| format!("german: attack {target} with KG a/2 Pz, KG b/2 Pz, KG a/Lehr");
    let beaten = given("2418", "2319").rolling(&[6]).when(&attack("2418")).is_done();
    assert_eq!(beaten.asked("allied"), ["Which unit loses a step?"]);
    let beaten = beaten.after("allied: lose 501/101");
    assert_eq!(beaten.asked("allied"), ["Do your airborne units stand?"]);
    beaten.when("allied: hold CCA/9").is_refused_by("11.4.1a", "cannot stand for the others");
    let stands = beaten.after("allied: hold 501/101");
    assert_eq!(stands.state.unit(unit("501-101abn")).place, Place::Dead, "it dies of it");
    assert_eq!((place(&stands, "cca-9db").as_str(), lost(&stands, "cca-9db")), ("2418", 0), "the armour holds");
    assert!(beaten.when("allied: bear").now.asked("allied") != ["Do your airborne units stand?"]);
    // not in the open
    let open = given("2318", "2317").rolling(&[5]).when(&attack("2318")).is_done();
    assert!(!open.asked("allied").contains(&"Do your airborne units stand?".to_owned()), "{:?}", open.asked("allied"));
    let woods = at(
        "turn 4 german combat\nunit 501-101abn 2616\nunit a-2pz 2517\nunit b-2pz 2517\nunit a-lehr 2517\nunit 502-101abn 2717",
    );
    let woods = woods.rolling(&[4]).when("german: attack 2616 with KG a/2 Pz, KG b/2 Pz, KG a/Lehr").is_done();
    assert!(woods.asked("allied") == ["Do your airborne units stand?"] || lost(&woods, "501-101abn") > 0);
}

#[test]
fn cases_11_4_2_and_12_9_1i_who_has_no_allowance_is_lost_by_a_retreat_and_the_delay_goes_home() {
    let vdh = at("turn 4 allied combat\nunit vdh 2318\nunit 422-106di 2317\nunit 423-106di 2317").rolling(&[2]);
    let fought = vdh.when("allied: attack 2318 with 422/106, 423/106");
    assert_eq!(fought.now.state.unit(unit("vdh")).place, Place::Dead);
    // 2:1: a 2 is BL1, a 4 DR, a 6 DR*
    for face in [2, 4, 6] {
        let delay =
            at("turn 4 german combat\nunit delay 2318\nunit a-26vg 2317 lost=1\nunit b-26vg 2217").rolling(&[face]);
        let fought = delay.when("german: attack 2318 with KG a/26 VG");
        fought.happens(|event| matches!(event, Event::SetAside { place: Place::Box, .. }));
    }
}
