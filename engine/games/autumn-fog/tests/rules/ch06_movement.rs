//! Movement, terrain, rivers (cases 6, 13, T.TEC).

use crate::place::*;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location};
use autumn_fog::tables::Ground;
use definitions::hex::HexId;

/// A way into a hex of these grounds without road or river.
fn into(wanted: &[Ground]) -> (HexId, HexId) {
    pair("way into that ground", |from, to| grounds(to) == wanted && dry(from, to) && !road(from, to))
}

/// Half MP that infantry and mechanized units of both sides pay for a step.
fn prices(from: HexId, to: HexId) -> [i16; 2] {
    let pay = |unit: &str| {
        let side = GAME.unit(id(unit)).side;
        Play::on_turn(2).put(unit, from).general(side).half_mp(unit, to)
    };
    assert_eq!([pay("3-fj"), pay("peiper-1ss")], [pay("2-di"), pay("cca-9db")]);
    assert_eq!(pay("peiper-1ss"), pay("hq-i-ss-pz"), "an HQ moves like a mechanized unit");
    assert_eq!(pay("peiper-1ss"), pay("sandig-1ss"));
    [pay("3-fj"), pay("peiper-1ss")]
}

fn price_of(wanted: &[Ground]) -> [i16; 2] {
    let (from, to) = into(wanted);
    prices(from, to)
}

#[test]
fn cases_t_teca_and_6_2a_clear_costs_1_mp() {
    assert_eq!(price_of(&[Ground::Clear]), [2, 2]);
}

#[test]
fn case_t_tecb_rough_costs_1_mp_and_2_for_mechanized_units() {
    assert_eq!(price_of(&[Ground::Rough]), [2, 4]);
}

#[test]
fn case_t_tecc_forest_costs_2_mp_and_3_for_mechanized_units() {
    assert_eq!(price_of(&[Ground::Forest]), [4, 6]);
}

#[test]
fn case_t_tecd_the_westwall_costs_what_the_ground_under_it_costs() {
    use autumn_fog::tables::Class;
    let chart = &GAME.tables.terrain;
    for (ground, half_mp) in [(Ground::Clear, [2, 2]), (Ground::Rough, [2, 4]), (Ground::Forest, [4, 6])] {
        let wall = [ground, Ground::Westwall];
        assert_eq!([Class::Infantry, Class::Mechanized].map(|class| chart.entry_cost(class, &wall)), half_mp);
    }
}

#[test]
fn case_t_tece_a_village_costs_infantry_1_mp_and_mechanized_units_its_ground() {
    let mut seen = 0;
    for (ground, half_mp) in [(Ground::Clear, 2), (Ground::Rough, 4), (Ground::Forest, 6)] {
        for village in hexes().filter(|hex| *grounds(*hex) == [ground, Ground::Village]) {
            assert_eq!(board().ground(village).cost, [2, half_mp], "{}", GAME.place(village));
            seen += 1;
        }
    }
    assert!(seen > 0);
    let (from, village) = pair("a way off the road into a village", |from, to| {
        grounds(to).contains(&Ground::Village) && dry(from, to) && !road(from, to)
    });
    assert_eq!(prices(from, village), [2, off_road(village, 1)]);
}

#[test]
fn case_t_tecf_a_city_costs_1_mp_unless_by_road() {
    let (from, city) = pair("a way off the road into a city", |from, to| {
        grounds(to).contains(&Ground::City) && dry(from, to) && !road(from, to)
    });
    assert_eq!(prices(from, city), [2, 2]);
    let (from, city) =
        pair("a road into a city", |from, to| grounds(to).contains(&Ground::City) && dry(from, to) && road(from, to));
    assert_eq!(prices(from, city), [2, 1]);
}

/// A road hex whose ground is dearer than the road, and a way along the road into it.
fn road_through_forest() -> (HexId, HexId) {
    pair("a road into a forest", |from, to| grounds(to) == [Ground::Forest] && road(from, to) && dry(from, to))
}

#[test]
fn case_t_tecg_a_road_costs_infantry_1_mp_and_mechanized_units_half() {
    let (from, to) = road_through_forest();
    assert_eq!(prices(from, to), [2, 1]);
}

#[test]
fn case_6_2b_the_road_rate_holds_only_in_a_road_hex_without_another_unit() {
    let (from, to) = road_through_forest();
    for (friend, where_, price) in [("hq-i-ss-pz", to, 6), ("hansen-1ss", to, 6), ("hansen-1ss", from, 1)] {
        let mut play = Play::on_turn(2).put("peiper-1ss", from).put(friend, where_).general(GERMAN);
        assert_eq!(play.half_mp("peiper-1ss", to), price, "{friend}");
    }
    let beside = pair("a road hex entered off the road", |from, to| {
        grounds(to) == [Ground::Forest] && board().has_road(to) && !road(from, to) && dry(from, to)
    });
    assert_eq!(prices(beside.0, beside.1), [4, 6], "the road is not taken");
}

#[test]
fn case_6_2b_units_that_follow_one_another_each_have_the_road_to_themselves_but_where_they_end() {
    // a road of two forest hexes
    let (from, middle, to) = seek("a road through two forests", |from| {
        let on = |a: HexId, b: HexId| grounds(b) == [Ground::Forest] && road(a, b) && dry(a, b);
        let middle = around(from).into_iter().find(|middle| on(from, *middle))?;
        let to = around(middle).into_iter().find(|to| *to != from && on(middle, *to))?;
        Some((from, middle, to))
    });
    let mut play = Play::on_turn(2).put("peiper-1ss", from).put("hansen-1ss", from).general(GERMAN);
    for (unit, half_mp) in [("peiper-1ss", 1 + 1), ("hansen-1ss", 1 + 6)] {
        play.does(walk(unit, &[middle, to]));
        assert_eq!((play.unit(unit).ap, play.unit(unit).half_mp), (2, 12 - half_mp), "{unit}");
    }
}

#[test]
fn case_6_2b_a_unit_is_not_in_its_own_way_when_it_comes_back() {
    let (from, to) = pair("a road between road hexes", |from, to| {
        grounds(to) == [Ground::Forest] && off_road(from, 1) > 1 && road(from, to) && dry(from, to)
    });
    let mut play = Play::on_turn(2).put("peiper-1ss", from).general(GERMAN);
    play.does(walk("peiper-1ss", &[to, from]));
    assert_eq!((play.unit("peiper-1ss").ap, play.unit("peiper-1ss").half_mp), (2, 10));
}

#[test]
fn case_6_1a_a_unit_pays_for_every_hex_and_goes_no_further_than_its_mp() {
    let [a, b, c, ..] = row();
    let mut play = Play::on_turn(2).put("3-fj", a).general(GERMAN);
    play.does(walk("3-fj", &[b, c]));
    let paid = step_cost(a, b, 0) + step_cost(b, c, 0);
    assert_eq!((play.unit("3-fj").ap, i16::from(play.unit("3-fj").half_mp)), (1, 8 - paid));
    let (from, wood) = into(&[Ground::Forest]);
    let poor = Play::on_turn(2).put("3-fj", from).general(GERMAN).with("3-fj", |unit| {
        (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 0, 3);
    });
    let (case, message) = poor.refused(walk("3-fj", &[wood]));
    assert_eq!((case.as_str(), message), ("6.1a", format!("3 FJ needs 2 MP to enter {}, has 1 1/2", GAME.place(wood))));
    assert_eq!(poor.case(go("3-fj", from)), "6.1a", "it is there already");
    let apart = hexes().find(|hex| distance(*hex, from) == 3).expect("a hex");
    assert_eq!(play_from(from).case(walk("3-fj", &[apart])), "6.1a", "not a neighbour");
}

fn play_from(from: HexId) -> Play {
    Play::on_turn(2).put("3-fj", from).general(GERMAN)
}

#[test]
fn cases_6_1b_and_6_1c_a_movement_action_gives_4_and_6_mp() {
    let [a, b, ..] = row();
    for (unit, half_mp, column) in [("3-fj", 8, 0), ("peiper-1ss", 12, 1), ("bohm-2pz", 12, 1), ("hq-i-ss-pz", 12, 1)] {
        let mut play = Play::on_turn(2).put(unit, a).general(GERMAN);
        play.does(walk(unit, &[b]));
        assert_eq!(i16::from(play.unit(unit).half_mp) + step_cost(a, b, column), half_mp, "{unit}");
    }
}

#[test]
fn case_6_1d_mp_left_over_are_lost_by_any_other_action() {
    let [a, b, ..] = row();
    let mut play = Play::on_turn(2).put("peiper-1ss", a).general(GERMAN);
    play.does(walk("peiper-1ss", &[b]));
    assert!(play.unit("peiper-1ss").half_mp > 0);
    play.does(act(Verb::Dig, "peiper-1ss"));
    assert_eq!((play.unit("peiper-1ss").ap, play.unit("peiper-1ss").half_mp), (1, 0));
}

#[test]
fn case_6_1e_movement_actions_in_a_row_add_up_their_mp() {
    let (from, wood) = into(&[Ground::Forest]);
    let mut play = Play::on_turn(2).put("peiper-1ss", from).general(GERMAN).with("peiper-1ss", |unit| {
        (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 1, 2);
    });
    play.does(walk("peiper-1ss", &[wood]));
    // 1 MP was left and 6 come: 3 for the forest leave 4
    assert_eq!((play.unit("peiper-1ss").ap, play.unit("peiper-1ss").half_mp), (0, 8));
}

#[test]
fn a_move_to_a_hex_takes_the_cheapest_way_and_every_hex_in_the_list_is_reached() {
    let mut play = Play::on_turn(2).put("peiper-1ss", hex("3207")).put("3-fj", hex("3107")).general(GERMAN);
    let listed = play.legal(&act(Verb::Move, "peiper-1ss"));
    assert!(listed.len() > 30);
    let start = play.state.clone();
    for step in listed {
        let Step::Hex(to) = step else { continue };
        play.state = start.clone();
        play.does(go("peiper-1ss", to));
        assert_eq!(play.hex("peiper-1ss"), to);
    }
}

/// A river side of a map with ground on both banks: with or without a bridge, the far bank not a zone of anybody.
fn crossing(bridged: bool) -> (HexId, HexId) {
    pair("a crossing", |from, to| {
        let side = board().side(from, to);
        side.is_some_and(|side| board().river(from, side) && board().bridge(from, side) == bridged)
    })
}

#[test]
fn case_13_1a_armour_mechanized_units_and_hqs_cross_by_bridges_only() {
    let (from, to) = crossing(false);
    for (unit, side) in [("peiper-1ss", GERMAN), ("sandig-1ss", GERMAN), ("cca-9db", ALLIED), ("hq-viii", ALLIED)] {
        let play = Play::on_turn(2).put(unit, from).general(side);
        let (case, message) = play.refused(walk(unit, &[to]));
        assert_eq!(case, "13.1a");
        assert!(message.contains("needs a bridge to cross the river"), "{message}");
    }
    for (unit, side) in [("3-fj", GERMAN), ("2-di", ALLIED)] {
        Play::on_turn(2).put(unit, from).general(side).does(walk(unit, &[to]));
    }
}

#[test]
fn cases_13_1b_13_1d_13_1f_t_tech_and_t_teci_germans_pay_an_ap_to_cross_whether_moving_or_not() {
    for (unit, bridged, left) in
        [("3-fj", false, (1, 0)), ("3-fj", true, (1, 0)), ("peiper-1ss", true, (2, 0)), ("hq-i-ss-pz", true, (2, 0))]
    {
        let (from, to) = crossing(bridged);
        let mut play = Play::on_turn(2).put(unit, from).general(GERMAN);
        play.does(walk(unit, &[to]));
        assert_eq!((play.unit(unit).ap, play.unit(unit).half_mp), left, "{unit}");
    }
    // with MP left of a move it keeps them; with none left it crosses at the same price
    let (from, to) = crossing(true);
    for half_mp in [0, 2, 5] {
        let mut play = Play::on_turn(2).put("3-fj", from).general(GERMAN).with("3-fj", |unit| {
            (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 1, half_mp);
        });
        play.does(walk("3-fj", &[to]));
        assert_eq!((play.unit("3-fj").ap, play.unit("3-fj").half_mp), (0, half_mp));
    }
}

#[test]
fn cases_13_1c_6_2c_t_tech_and_t_teci_americans_pay_mp_for_river_and_far_bank_together() {
    for (unit, bridged, half_mp) in [("2-di", false, 4), ("2-di", true, 4), ("cca-9db", true, 6), ("hq-viii", true, 6)]
    {
        let (from, to) = crossing(bridged);
        let mut play = Play::on_turn(2).put(unit, from).general(ALLIED);
        assert_eq!(play.half_mp(unit, to), half_mp, "{unit}");
    }
    let (from, wood) = pair("a river before a forest", |from, to| {
        let side = board().side(from, to);
        grounds(to) == [Ground::Forest] && side.is_some_and(|side| board().river(from, side))
    });
    assert_eq!(Play::on_turn(2).put("2-di", from).general(ALLIED).half_mp("2-di", wood), 4);
}

#[test]
fn case_13_1e_a_german_without_the_ap_does_not_cross() {
    let (from, to) = crossing(true);
    let play = |ap, half_mp| {
        Play::on_turn(2).put("3-fj", from).general(GERMAN).with("3-fj", |unit| {
            (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, ap, half_mp);
        })
    };
    let (case, message) = play(0, 8).refused(walk("3-fj", &[to]));
    assert_eq!(case, "13.1e");
    assert_eq!(message, format!("3 FJ has no AP left to cross the river to {}", GAME.place(to)));
    let mut spent = play(1, 2);
    spent.does(act(Verb::Dig, "3-fj"));
    assert_eq!(spent.case(walk("3-fj", &[to])), "3.4.1a");
}

#[test]
fn case_13_1e_mp_buy_no_crossing_and_are_spent_on_ones_own_bank_or_forfeit() {
    let (from, to, along) = seek("a crossing with room on its bank", |from| {
        let side = |to: &HexId| board().side(from, *to).filter(|side| board().river(from, *side));
        let to = around(from).into_iter().find(|to| side(to).is_some())?;
        let along = around(from).into_iter().find(|to| side(to).is_none() && bare(*to))?;
        Some((from, to, along))
    });
    let play = || {
        Play::on_turn(2).put("3-fj", from).general(GERMAN).with("3-fj", |unit| {
            (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 0, 8);
        })
    };
    let (case, _) = play().refused(walk("3-fj", &[to]));
    assert_eq!(case, "13.1e");
    assert!(!play().legal(&act(Verb::Move, "3-fj")).iter().any(|step| matches!(step, Step::Via(hex) if *hex == to)));
    let mut stays = play();
    stays.does(walk("3-fj", &[along]));
    assert_eq!(stays.hex("3-fj"), along);
    stays.does(just(Verb::End));
    assert_eq!((stays.unit("3-fj").half_mp, stays.unit("3-fj").ap), (0, 0), "what is left is lost");
}

#[test]
fn cases_4_2d_and_13_1b_the_price_of_leaving_a_zone_is_paid_in_mp_even_across_a_river() {
    let (enemy, from, to) = seek("a zone before a river", |from| {
        let to = around(from)
            .into_iter()
            .find(|to| board().side(from, *to).is_some_and(|side| board().river(from, side)))?;
        let enemy = around(from).into_iter().find(|enemy| dry(*enemy, from) && distance(*enemy, to) == 2)?;
        Some((enemy, from, to))
    });
    let mut play = Play::on_turn(2).put("2-di", enemy).put("3-fj", from).general(GERMAN);
    play.does(walk("3-fj", &[to]));
    assert_eq!((play.unit("3-fj").ap, play.unit("3-fj").half_mp), (0, 6));
}

#[test]
fn a_unit_at_the_edge_of_the_map_moves_along_it_and_not_over_it() {
    let corner = hex("0101");
    let mut play = Play::on_turn(2).put("2-di", corner).general(ALLIED);
    let ends = play.legal(&act(Verb::Move, "2-di"));
    assert!(around(corner).len() < 6 && around(corner).iter().all(|hex| ends.contains(&Step::Hex(*hex))), "{ends:?}");
    assert!(ends.iter().all(|step| !matches!(step, Step::Hex(to) if !hexes().any(|hex| hex == *to))));
    let next = around(corner)[0];
    play.does(walk("2-di", &[next]));
    assert_ne!(play.unit("2-di").place, Location::Map(corner));
}
