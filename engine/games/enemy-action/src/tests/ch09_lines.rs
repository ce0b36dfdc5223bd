//! Cases that are easily overlooked: ways of retreat, rivers in an advance, lines of armies, reserves of a division.

use super::given::{active, empty, hex, next_day, put, unit};
use crate::EnemyAction;
use crate::chapters::combat::{advance, retreat};
use crate::chapters::reserves::Ground;
use crate::printed::{ALLIED, GERMAN, Ground as Terrain};
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Combat, Deployment};
use definitions::hex::HexId;
use testing::Given;

/// Attackers in hexes, who have hit the defenders of another so often.
fn hit(
    given: Given<EnemyAction>,
    attackers: &[(&str, &str)],
    target: &str,
    defenders: &[&str],
    hits: u8,
) -> Given<EnemyAction> {
    let given = attackers.iter().fold(given, |given, (id, at)| put(given, id, at, 0));
    let side = given.definitions.counter(unit(&given, attackers[0].0)).side;
    let ids: Vec<&str> = attackers.iter().map(|(id, _)| *id).collect();
    let given = active(given, side, &ids);
    let from = attackers.iter().map(|(_, at)| hex(&given, at)).collect();
    let attackers = ids.iter().map(|id| unit(&given, id)).collect();
    let (target, defenders) = (hex(&given, target), defenders.iter().map(|id| unit(&given, id)).collect());
    let (tactics, positions) = (Vec::new(), Vec::new());
    let given = given.fact(&Event::Attacked { attacker: side, attackers, from, target, defenders, tactics, positions });
    given.fact(&Event::Hit { attacker: 0, defender: hits, position: None })
}

fn combat(given: &Given<EnemyAction>) -> Combat {
    given.state.public.combat.clone().unwrap()
}

#[test]
fn case_9_7f_over_a_river_or_into_pathless_forest_only_if_nothing_else_is_left_in_the_priority() {
    let base = empty(20);
    let board = &base.definitions.board;
    let grid = &base.definitions.published.map.grid;
    let (mut kept_out, mut forced) = (0, 0);
    for at in board.all().filter(|hex| board.hex(*hex).sides.len() == 6).step_by(7) {
        let Some(from) = board.around(at).next() else { continue };
        let (number, there) = (grid.number(at), grid.number(from));
        let given = hit(put(base.clone(), "110-28di", &number, 0), &[("3-2pz", &there)], &number, &["110-28di"], 1);
        let (definitions, public) = (&given.definitions, &given.state.public);
        let open: Vec<HexId> =
            retreat::routes(definitions, public, &combat(&given)).iter().map(|route| route.path[1]).collect();
        let zones = public.disposition(definitions).zones(GERMAN);
        let hard = |hex: &HexId| {
            let side = board.side(at, *hex).unwrap();
            let water = side.river.is_some_and(|river| !public.units.bridge(river).stands);
            water || board.hex(*hex).ground == Terrain::Forest && !side.road
        };
        let closed = |hex: &HexId| {
            let it = board.hex(*hex);
            *hex == from || zones.contains(*hex) || it.westwall || it.built.is_some() && public.towns.contains(hex)
        };
        let free: Vec<HexId> = board.around(at).filter(|hex| !closed(hex)).collect();
        let easy: Vec<HexId> = free.iter().copied().filter(|hex| !hard(hex)).collect();
        if free.is_empty() {
            continue;
        }
        let expected = if easy.is_empty() { &free } else { &easy };
        let mut sorted = open.clone();
        sorted.sort();
        let mut wanted = expected.clone();
        wanted.sort();
        assert_eq!(sorted, wanted, "from {number}");
        kept_out += usize::from(!easy.is_empty() && easy.len() < free.len());
        forced += usize::from(easy.is_empty());
    }
    assert!(kept_out > 5 && forced > 0, "{kept_out} {forced}");
}

#[test]
fn case_9_72_a_way_of_a_lesser_priority_is_open_where_the_first_would_cost_the_units_life() {
    let base = empty(20);
    let board = &base.definitions.board;
    let grid = &base.definitions.published.map.grid;
    let attackers = ["3-2pz", "2-2pz", "39-26vg"];
    // ways of two hexes for two hits, with what they cost besides
    let ways = |at: HexId, id: &str| {
        let around: Vec<HexId> = board.around(at).collect();
        let number = grid.number(at);
        let places: Vec<String> = [0, 2, 4].iter().map(|way| grid.number(around[*way])).collect();
        let from: Vec<(&str, &str)> = attackers.iter().zip(&places).map(|(id, at)| (*id, at.as_str())).collect();
        let given = hit(put(base.clone(), id, &number, 0), &from, &number, &[id], 2);
        let routes = retreat::routes(&given.definitions, &given.state.public, &combat(&given));
        routes.into_iter().filter(|route| route.path.len() == 3).collect::<Vec<_>>()
    };
    let places = board.all().filter(|hex| board.hex(*hex).sides.len() == 6 && !board.hex(*hex).westwall);
    let found = places.into_iter().find(|at| {
        // three steps can pay for any of them, so the first priorities alone are open; of two the second is the last
        let (rich, poor) = (ways(*at, "29-bb"), ways(*at, "110-28di"));
        assert!(rich.iter().all(|route| poor.contains(route)), "{}", grid.number(*at));
        let more = poor.iter().filter(|route| !rich.contains(route)).collect::<Vec<_>>();
        let dear = !rich.is_empty() && rich.iter().all(|route| route.penalty == 2);
        assert!(more.is_empty() || dear && more.iter().all(|route| route.penalty < 2), "{}", grid.number(*at));
        !more.is_empty()
    });
    assert!(found.is_some(), "no such place on the map");
}

#[test]
fn cases_9_82a_and_8_1e_over_a_bridge_into_enemy_control_one_unit_a_combat_and_any_number_elsewhere() {
    // over the bridge of the Ourthe from 1617 to 1717, whose defender is gone
    let advances = |enemy: bool| {
        let given = if enemy { put(empty(20), "109-28di", "1817", 0) } else { empty(20) };
        let from = [("3-2pz", "1617"), ("2-2pz", "1617")];
        let given = hit(given, &from, "1717", &["110-28di"], 2);
        let one = advance::units(&given.definitions, &given.state.public, &combat(&given)).len();
        let wake = Default::default();
        let path = vec![hex(&given, "1617"), hex(&given, "1717")];
        let (crossed, used) = crate::chapters::movement::orders::rivers(
            &given.definitions,
            &given.state.public,
            unit(&given, "3-2pz"),
            &path,
        );
        let given = given.clone().fact(&Event::Advanced { unit: unit(&given, "3-2pz"), path, crossed, used, wake });
        (one, advance::units(&given.definitions, &given.state.public, &combat(&given)).len())
    };
    assert_eq!(advances(false), (2, 1));
    assert_eq!(advances(true), (2, 0));
}

#[test]
fn cases_9_82a_and_7_61b_the_second_hexside_of_an_advance_lets_one_over_where_one_may() {
    // both follow a retreat of two hexes from 1618 by 1617 to 1717; 1617 is the attacked hex here
    let given = hit(put(empty(20), "109-28di", "1817", 0), &[("3-2pz", "1618"), ("2-2pz", "1618")], "1617", &[], 2);
    let way = |given: &Given<EnemyAction>, id: &str| {
        let (definitions, public) = (&given.definitions, &given.state.public);
        advance::way(definitions, public, &combat(given), unit(given, id), hex(given, "1717")).map(|_| ())
    };
    let path = vec![hex(&given, "1617"), hex(&given, "1717"), hex(&given, "1816")];
    let wake = Default::default();
    let given = given.fact(&Event::Retreated { units: Vec::new(), path, hits: 2, penalty: 0, dispersed: true, wake });
    assert_eq!(way(&given, "3-2pz"), Ok(()));
    let path = vec![hex(&given, "1618"), hex(&given, "1617"), hex(&given, "1717")];
    let (definitions, public) = (&given.definitions, &given.state.public);
    let (crossed, used) = crate::chapters::movement::orders::rivers(definitions, public, unit(&given, "3-2pz"), &path);
    let wake = Default::default();
    let after = given.clone().fact(&Event::Advanced { unit: unit(&given, "3-2pz"), path, crossed, used, wake });
    assert_eq!(way(&after, "2-2pz").map_err(|refusal| refusal.case.into_owned()), Err("9.82a".to_owned()));
}

#[test]
fn case_7_61d_a_german_beyond_his_armys_line_comes_nearer_to_it_with_each_hex() {
    let base = empty(18);
    let board = &base.definitions.board;
    let inside = |hex: HexId| board.hex(hex).areas.iter().any(|area| area == "7");
    let outside = |hex: HexId| board.all().filter(|it| inside(*it)).map(|it| board.distance(hex, it)).min().unwrap();
    let far = board.all().find(|hex| outside(*hex) == 3 && board.hex(*hex).sides.len() == 6).unwrap();
    let number = base.definitions.published.map.grid.number(far);
    let given = active(put(base.clone(), "14-5fj", &number, 0), GERMAN, &["14-5fj"]);
    let from = unit(&given, "14-5fj");
    let mover = crate::chapters::movement::Mover::new(&given.definitions, &given.state.public, from, far, false);
    for side in &board.hex(far).sides {
        let barred = mover.enter(far, side, mover.allowance) == Err(crate::chapters::movement::Barrier::Boundary);
        assert_eq!(barred, outside(side.there) >= 3);
    }
}

#[test]
fn case_10_3b_air_resupply_lasts_until_the_next_supply_phase() {
    let given = put(empty(18), "110-28di", "1404", 0);
    let units = vec![unit(&given, "110-28di")];
    let given = given.fact(&Event::Resupplied { units });
    let after = next_day(given, &[]);
    assert_eq!(after.state.public.unit(unit(&after, "110-28di")).supply, Supply::Low);
}

#[test]
fn case_10_23g_an_isolated_unit_keeps_reserves_out_of_its_own_hex_alone() {
    let open = |supply: Supply| {
        let given = put(put(empty(20), "110-28di", "1814", 0), "3-2pz", "1815", 0);
        let (it, enemy) = (unit(&given, "109-28di"), unit(&given, "3-2pz"));
        let mut given = given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(20, false))] });
        given.state.public.units.get_mut(enemy).supply = supply;
        let deployment = Deployment { side: ALLIED, units: vec![it], one: false, came: Vec::new() };
        let hexes = Ground::of(&given.definitions, &given.state.public, ALLIED).hexes(&deployment, it);
        (
            hexes.contains(&hex(&given, "1815")),
            hexes.iter().any(|at| given.definitions.board.distance(*at, hex(&given, "1815")) < 3),
        )
    };
    assert!(!open(Supply::Full).1);
    assert_eq!(open(Supply::Isolated), (false, true));
}

#[test]
fn cases_11_2c_and_11_2d_who_has_come_counts_for_who_follows_and_four_of_a_division_take_two_hexes() {
    let base = put(empty(20), "110-28di", "1814", 0);
    let ids = ["504-82abn", "505-82abn", "508-82abn", "325-82abn"];
    let units: Vec<_> = ids.iter().map(|id| unit(&base, id)).collect();
    let given =
        base.fact(&Event::Arrived { units: units.iter().map(|unit| (*unit, Place::Reserve(20, true))).collect() });
    let deployment = |given: &Given<EnemyAction>| given.state.public.deployment.clone().unwrap();
    let given = given.fact(&Event::DeploymentBegan { side: ALLIED, units: units.clone(), one: false });
    let open = |given: &Given<EnemyAction>, at: usize| {
        Ground::of(&given.definitions, &given.state.public, ALLIED).hexes(&deployment(given), units[at])
    };
    let first = open(&given, 0);
    let board = &given.definitions.board;
    // a hex beside which another one is open
    let at = *first.iter().find(|at| first.iter().any(|other| board.touch(**at, *other))).unwrap();
    let wake = Default::default;
    let one = given.clone().fact(&Event::Deployed { unit: units[0], hex: at, wake: wake(), at_dinant: false });
    let next = open(&one, 1);
    assert!(next.contains(&at) && next.len() > 1);
    assert!(next.iter().all(|hex| *hex == at || board.touch(at, *hex)));
    let other = *next.iter().find(|hex| **hex != at).unwrap();
    let two = one.fact(&Event::Deployed { unit: units[1], hex: other, wake: wake(), at_dinant: false });
    let mut last = open(&two, 2);
    last.sort();
    let mut both = vec![at, other];
    both.sort();
    assert_eq!(last, both);
    // a division of another corps comes near none of them, one of the same corps near those that have come
    let follower = unit(&two, "117-30di");
    let two = two.fact(&Event::Arrived { units: vec![(follower, Place::Reserve(20, false))] });
    let hexes = Ground::of(&two.definitions, &two.state.public, ALLIED).hexes(&deployment(&two), follower);
    assert!(
        !hexes.is_empty() && hexes.iter().all(|hex| board.distance(*hex, at) <= 3 || board.distance(*hex, other) <= 3)
    );
}
