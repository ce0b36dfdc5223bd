//! Supply (case 10).

use crate::place::*;
use autumn_fog::order::{SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Pending, Supply};
use definitions::hex::HexId;

/// The supply of a unit at the start of the next turn.
fn supply_of(unit: &str, play: Play) -> Supply {
    play.next_turn().unit(unit).supply
}

/// Whether a road is in the hex or in one next to it, across no river without a bridge.
fn near_road(hex: HexId) -> bool {
    board().has_road(hex)
        || board()
            .neighbours(hex)
            .any(|(side, there)| board().has_road(there) && (!board().river(hex, side) || board().bridge(hex, side)))
}

/// A hex without a road in it or beside it.
fn wild() -> HexId {
    seek("hex far from every road", |hex| (!near_road(hex) && around(hex).len() == 6).then_some(hex))
}

/// A hex beside a road, and a wild hex within two hexes of dry ground from it.
fn post_and_wild() -> (HexId, HexId) {
    seek("a wild hex near a road", |wild| {
        let middle = around(wild).into_iter().filter(|hex| dry(wild, *hex));
        let post = middle.flat_map(|hex| around(hex).into_iter().filter(move |post| dry(hex, *post)));
        (!near_road(wild)).then_some(())?;
        post.into_iter().find(|post| near_road(*post)).map(|post| (post, wild))
    })
}

#[test]
fn cases_10_3a_and_10_3e_without_a_line_a_unit_is_isolated_then_unsupplied_until_it_has_one() {
    let alone = |supply| {
        Play::on_turn(1)
            .put("peiper-1ss", wild())
            .with("peiper-1ss", |unit| unit.supply = supply)
            .put("2-di", hex("0101"))
    };
    assert_eq!(supply_of("peiper-1ss", alone(Supply::Supplied)), Supply::Isolated);
    assert_eq!(supply_of("peiper-1ss", alone(Supply::Isolated)), Supply::Unsupplied);
    assert_eq!(supply_of("peiper-1ss", alone(Supply::Unsupplied)), Supply::Unsupplied);
    let (post, _) = post_and_wild();
    let home = alone(Supply::Unsupplied).put("peiper-1ss", post);
    assert_eq!(supply_of("peiper-1ss", home), Supply::Supplied);
}

#[test]
fn cases_10_2a_and_10_1a_a_unit_far_from_roads_is_supplied_by_any_supplied_hq_of_its_side_within_command_range() {
    let (post, wild) = post_and_wild();
    let with = |hq: &str, at: HexId| Play::on_turn(1).put("peiper-1ss", wild).put(hq, at);
    assert_eq!(supply_of("peiper-1ss", with("hq-i-ss-pz", post)), Supply::Supplied);
    assert_eq!(supply_of("peiper-1ss", with("hq-lxvi", post)), Supply::Supplied, "another formation");
    assert_eq!(supply_of("peiper-1ss", with("hq-v", post)), Supply::Isolated, "the other side");
    assert_eq!(supply_of("peiper-1ss", with("hq-i-ss-pz", hex("3308"))), Supply::Isolated, "beyond command range");
    let independent = Play::on_turn(1).put("33-9pz", wild).put("hq-lxvi", post);
    assert_eq!(supply_of("33-9pz", independent), Supply::Supplied, "independent units have any HQ of their side");
}

#[test]
fn case_10_2a_an_hq_without_supply_supplies_nobody() {
    let wild = wild();
    let play = Play::on_turn(1).put("peiper-1ss", wild).put("hq-i-ss-pz", wild).next_turn();
    assert_eq!(play.unit("hq-i-ss-pz").supply, Supply::Isolated);
    assert_eq!(play.unit("peiper-1ss").supply, Supply::Isolated);
}

#[test]
fn cases_10_2b_and_10_2c_a_road_to_the_own_edge_supplies_what_is_on_it_or_next_to_it() {
    let (beside, _) = post_and_wild();
    let on = seek("a road hex", |hex| board().has_road(hex).then_some(hex));
    for place in [beside, on] {
        for unit in ["hq-i-ss-pz", "peiper-1ss", "hq-viii", "cca-9db"] {
            assert_eq!(supply_of(unit, Play::on_turn(1).put(unit, place)), Supply::Supplied, "{unit}");
        }
    }
    assert_eq!(supply_of("hq-viii", Play::on_turn(1).put("hq-viii", wild())), Supply::Isolated);
}

/// Enemy units with zones on every road hex of an edge column.
fn shut(play: Play, edge: &[HexId], units: &[&str]) -> Play {
    let roads: Vec<HexId> = edge.iter().copied().filter(|hex| board().has_road(*hex)).collect();
    assert!(roads.len() <= units.len(), "{} roads leave the map there", roads.len());
    roads.into_iter().zip(units).fold(play, |play, (hex, unit)| {
        // isolated, lest a German beyond the Meuse end the game
        play.put(unit, hex).with(unit, |unit| unit.supply = Supply::Isolated)
    })
}

const GERMANS: [&str; 24] = [
    "peiper-1ss",
    "hansen-1ss",
    "sandig-1ss",
    "kulman-12ss",
    "muller-12ss",
    "krause-12ss",
    "12-vg",
    "277-vg",
    "3-fj",
    "18-vg",
    "62-vg",
    "560-vg",
    "26-vg",
    "352-vg",
    "5-fj",
    "212-vg",
    "276-vg",
    "272-vg",
    "326-vg",
    "bohm-2pz",
    "gutman-2pz",
    "60-116pz",
    "16-116pz",
    "156-116pz",
];
const ALLIES: [&str; 16] = [
    "2-di",
    "9-di",
    "1-di",
    "30-di",
    "82-abn",
    "84-di",
    "101-abn",
    "5-di",
    "393-99di",
    "394-99di",
    "395-99di",
    "109-28di",
    "110-28di",
    "112-28di",
    "424-106di",
    "cca-9db",
];

#[test]
fn case_10_2d_the_germans_draw_supply_from_the_eastern_edge() {
    assert!(board().edge(GERMAN).iter().all(|hex| board().grid().column_row(*hex).0 == 34));
    let post = seek("a road hex in the middle", |hex| {
        (board().has_road(hex) && (15..20).contains(&board().grid().column_row(hex).0)).then_some(hex)
    });
    let unit = || Play::on_turn(1).put("hq-i-ss-pz", post);
    assert_eq!(supply_of("hq-i-ss-pz", unit()), Supply::Supplied);
    let barred = shut(unit(), board().edge(GERMAN), &ALLIES);
    assert_eq!(supply_of("hq-i-ss-pz", barred), Supply::Isolated);
}

#[test]
fn case_10_2e_the_allies_draw_supply_from_the_western_edge_and_their_entry_hexes() {
    let columns: Vec<u16> = board().edge(ALLIED).iter().map(|hex| board().grid().column_row(*hex).0).collect();
    assert!(columns.contains(&1) && !columns.contains(&34));
    let post = seek("a road hex in the middle", |hex| {
        (board().has_road(hex) && (15..20).contains(&board().grid().column_row(hex).0)).then_some(hex)
    });
    let unit = || Play::on_turn(1).put("hq-viii", post);
    assert_eq!(supply_of("hq-viii", unit()), Supply::Supplied);
    let barred = shut(unit(), board().edge(ALLIED), &GERMANS);
    assert_eq!(supply_of("hq-viii", barred), Supply::Isolated);
}

/// A unit whose only road to the eastern edge is one edge hex: the road hexes of the others are held by the enemy.
fn one_gate() -> (Play, HexId) {
    let gates: Vec<HexId> = board().edge(GERMAN).iter().copied().filter(|hex| board().has_road(*hex)).collect();
    let alone = |gate: &&HexId| gates.iter().all(|other| other == *gate || distance(*other, **gate) > 2);
    let gate = *gates.iter().find(alone).expect("a gate far from the others");
    let others: Vec<HexId> = gates.iter().copied().filter(|hex| *hex != gate).collect();
    let play = shut(Play::on_turn(1).put("hq-lxvii", gate), &others, &ALLIES);
    (play, gate)
}

#[test]
fn case_10_2f_the_edge_hex_must_be_free_of_the_enemy_and_outside_his_zones() {
    let (play, gate) = one_gate();
    let post = around(gate).into_iter().find(|hex| road(gate, *hex)).expect("a road into the land");
    let moved = |play: Play| play.put("hq-lxvii", post);
    assert_eq!(supply_of("hq-lxvii", moved(play)), Supply::Supplied);
    let (play, _) = one_gate();
    let menace = around(gate).into_iter().find(|hex| *hex != post && dry(gate, *hex)).expect("a hex beside the gate");
    let menaced = moved(play).put("ccb-9db", menace);
    assert_eq!(supply_of("hq-lxvii", menaced), Supply::Isolated);
    let (play, _) = one_gate();
    assert_eq!(supply_of("hq-lxvii", moved(play).put("ccb-9db", gate)), Supply::Isolated);
}

#[test]
fn cases_10_1d_10_2f_4_2g_and_q_10_a_friendly_unit_in_the_hex_opens_an_enemy_zone_and_a_friendly_zone_does_not() {
    let (play, gate) = one_gate();
    let post = around(gate).into_iter().find(|hex| road(gate, *hex)).expect("a road into the land");
    let menace = around(gate).into_iter().find(|hex| *hex != post && dry(gate, *hex)).expect("a hex beside the gate");
    let held = |play: Play| play.put("hq-lxvii", post).put("ccb-9db", menace);
    assert_eq!(supply_of("hq-lxvii", held(play).put("8-3pg", gate)), Supply::Supplied, "a unit in the hex");
    let (play, _) = one_gate();
    let stacked = held(play).put("8-3pg", post);
    assert_eq!(supply_of("hq-lxvii", stacked), Supply::Isolated, "only a zone over the hex");
}

#[test]
fn case_10_1c_a_line_of_supply_does_not_pass_an_enemy_unit() {
    let (play, gate) = one_gate();
    let post = around(gate).into_iter().find(|hex| road(gate, *hex)).expect("a road into the land");
    // an HQ exerts no zone: it blocks by being there
    let blocked = play.put("hq-lxvii", post).put("hq-v", gate);
    assert_eq!(supply_of("hq-lxvii", blocked), Supply::Isolated);
}

#[test]
fn case_10_1b_a_line_of_supply_crosses_rivers_only_by_bridges() {
    // beside a road, but the river runs between, and no other road is near
    let found = hexes().find(|here| {
        let roads: Vec<bool> = board()
            .neighbours(*here)
            .filter(|(_, there)| board().has_road(*there))
            .map(|(side, _)| board().river(*here, side) && !board().bridge(*here, side))
            .collect();
        !board().has_road(*here) && !roads.is_empty() && roads.iter().all(|barred| *barred)
    });
    let here = found.expect("a hex cut off from the road by a river");
    assert_eq!(supply_of("3-fj", Play::on_turn(1).put("3-fj", here)), Supply::Isolated);
}

/// AP with which a unit of some supply begins to act.
fn ap(unit: &str, supply: Supply) -> u8 {
    let side = GAME.unit(id(unit)).side;
    let formation_of = |unit: &str| {
        let formation = GAME.unit(id(unit)).formation.expect("a formation");
        GAME.published.units.formation(formation).id.clone()
    };
    if GAME.unit(id(unit)).is_hq() {
        let play = Play::on_turn(2).put(unit, heath()).with(unit, |hq| hq.supply = supply);
        return play.formation(&formation_of(unit)).unit(unit).ap;
    }
    let mut play = Play::on_turn(2).put(unit, heath()).with(unit, |state| state.supply = supply).general(side);
    woken(&play.does(act(Verb::Dig, unit))).0
}

#[test]
fn case_10_3b_isolated_units_have_2_ap() {
    for unit in ["peiper-1ss", "hansen-1ss", "hq-i-ss-pz", "3-fj", "cca-9db"] {
        assert_eq!(ap(unit, Supply::Isolated), 2, "{unit}");
    }
}

#[test]
fn case_10_3f_unsupplied_units_have_1_ap() {
    for unit in ["peiper-1ss", "hansen-1ss", "hq-i-ss-pz", "3-fj", "cca-9db"] {
        assert_eq!(ap(unit, Supply::Unsupplied), 1, "{unit}");
    }
}

#[test]
fn case_10_3i_an_unsupplied_hq_gets_no_supports_and_an_isolated_one_does() {
    let allotting = |supply| {
        Play::on_turn(2)
            .put("hq-viii", hex("1817"))
            .with("hq-viii", |hq| hq.supply = supply)
            .field(|field| field.pools.iter_mut().for_each(|pool| pool[SupportKind::Artillery.index()] = 1))
            .asked(ALLIED, Pending::Allot)
    };
    let (case, message) = allotting(Supply::Unsupplied).refused(allot("hq-viii", SupportKind::Artillery));
    assert_eq!((case.as_str(), message.as_str()), ("10.3i", "VIII Corps is unsupplied"));
    allotting(Supply::Isolated).does(allot("hq-viii", SupportKind::Artillery));
}
