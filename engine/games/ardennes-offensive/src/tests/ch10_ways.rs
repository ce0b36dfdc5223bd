//! Ways of retreat (10.2): to a road, over bridges of the moment, led by the victor, and in road mode off the map.

use super::ch10_results::{ends, marching, outcome, retreating};
use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::combat::ways;
use crate::chapters::movement::road_mode::on_road;
use crate::printed::{ALLIED, GERMAN, Outcome, Side, Water};
use crate::truth::state::{Place, Topic};

#[test]
fn case_10_2a_to_a_hex_with_a_road_is_as_good_as_along_one_by_whichever_dry_side_it_is_entered() {
    let board = &GAME.board;
    let (mut taken, mut equal) = (0, 0);
    for from in board.live() {
        let given = retreating(Given::german_combat().unit("23-2di", &number(from)), "23-2di", 1);
        let to = |side, hex| i32::from(board.to_source(side, hex));
        let astray =
            |end| (to(ALLIED, end) + 1 - to(ALLIED, from)).max(0) + (to(GERMAN, from) - to(GERMAN, end)).max(0);
        let open: Vec<&Side> = board.hex(from).sides.iter().filter(|side| board.is_live(side.there)).collect();
        let best = open.iter().map(|side| astray(side.there)).min().unwrap_or(0);
        let led = ends(&given, "23-2di");
        let to_road = |side: &&&Side| {
            !side.road && side.water == Water::None && on_road(&GAME, side.there) && astray(side.there) == best
        };
        for side in open.iter().filter(to_road) {
            assert!(led.contains(&number(side.there)), "{} to {}: {led:?}", number(from), number(side.there));
            taken += 1;
            let along = |side: &&&Side| side.road && astray(side.there) == best;
            equal += usize::from(open.iter().any(|side| along(&side)));
        }
    }
    assert!(taken > 50 && equal > 10, "{taken}, {equal} beside one along a road");
}

#[test]
fn case_10_2a_the_river_before_a_hex_with_a_road_is_still_a_river() {
    let board = &GAME.board;
    let mut avoided = 0;
    for from in board.live() {
        let given = retreating(Given::german_combat().unit("23-2di", &number(from)), "23-2di", 1);
        let to = |side, hex| i32::from(board.to_source(side, hex));
        let astray =
            |end| (to(ALLIED, end) + 1 - to(ALLIED, from)).max(0) + (to(GERMAN, from) - to(GERMAN, end)).max(0);
        let sides = || board.hex(from).sides.iter().filter(|side| board.is_live(side.there));
        let led = ends(&given, "23-2di");
        for wet in sides().filter(|side| side.water == Water::River && !side.road && on_road(&GAME, side.there)) {
            if sides().any(|dry| dry.water == Water::None && astray(dry.there) == astray(wet.there)) {
                assert!(!led.contains(&number(wet.there)), "{} to {}", number(from), number(wet.there));
                avoided += 1;
            }
        }
    }
    assert!(avoided > 10, "{avoided}");
}

#[test]
fn cases_10_1a_and_10_2a_after_an_ar_with_a_choice_the_defender_leads_the_attackers() {
    let board = &GAME.board;
    // somewhere a lone attacker has several ways alike
    let tried = board.live().find_map(|from| {
        let target = board.around(from).find(|there| board.is_live(*there))?;
        let dull = |hex| !board.hex(hex).town && !board.hex(hex).west_wall;
        if !dull(from) || !dull(target) {
            return None;
        }
        let given = Given::german_combat().unit("heydte", &number(from)).unit("23-2di", &number(target));
        let mut given = given.unit("9-2di", &number(target));
        let events = given.roll(&format!("attack {} with v.d. Heydte", number(target)), &[1]);
        assert_eq!(outcome(&events), Some(Outcome::AttackerRetreats(1)));
        (given.asked() == Some((ALLIED, Topic::Retreat))).then_some((given, from))
    });
    let (given, from) = tried.expect("a choice");
    let open = ends(&given, "heydte");
    assert!(open.len() > 1);
    let told = given.clone().try_with(&format!("retreat v.d. Heydte to {}", number(from)), &[]).expect_err("it stays");
    assert_eq!(told.case, "10.2a");
    assert!(told.message.starts_with("the priorities of a retreat of 1 hex do not lead v.d. Heydte to"), "{told}");
    assert_eq!(given.refused(&format!("retreat 23/2 to {}", open[0])), "10.1a");
    for end in &open {
        let mut led = given.clone();
        led.order(&format!("retreat v.d. Heydte to {end}"));
        assert_eq!(&led.place("heydte"), end);
        assert_ne!(led.asked().map(|asked| asked.1), Some(Topic::Retreat));
    }
}

#[test]
fn cases_e_13_4_and_13_2b_a_defender_in_road_mode_does_not_retreat_over_a_bridge_that_his_attackers_cut_at_that_moment()
{
    let board = &GAME.board;
    let (mut open, mut shut) = (0, 0);
    for (bridge, [from, there]) in board.bridges() {
        let beside = board.around(from).find(|hex| board.is_live(*hex) && board.distance(*hex, there) > 1);
        let Some(near) = beside.filter(|_| board.is_live(from) && board.is_live(there)) else { continue };
        let over = |road: bool| {
            let given = Given::german_combat().road("cca-7db", &number(from));
            let given = if road { given.road("2-2pz", &number(near)) } else { given.unit("2-2pz", &number(near)) };
            let given = retreating(given, "cca-7db", 1);
            assert!(given.state.interdicted.is_empty(), "the attackers' own judgment knows of none");
            ways(&GAME, &given.state, unit("cca-7db")).iter().any(|way| way[1] == there)
        };
        assert!(!over(false), "{bridge:?}");
        shut += 1;
        open += usize::from(over(true));
    }
    assert!(shut > 40 && open > 10, "{shut} and {open}");
}

#[test]
fn cases_e_13_3_and_e_13_4_attackers_retreat_over_the_bridges_of_their_own_judgment() {
    let side = GAME.board.side(hex("1528"), hex("1527")).expect("neighbours");
    // the defenders have come near since; for the attackers that counts in the next judgment
    let given = Given::german_combat().road("2-2pz", "1528").unit("23-2di", "1529");
    let given = retreating(given, "2-2pz", 1);
    let over = |given: &Given| ways(&GAME, &given.state, unit("2-2pz")).iter().any(|way| way[1] == hex("1527"));
    assert!(over(&given));
    assert!(!over(&given.with(|state| state.interdicted = side.bridge.into_iter().collect())));
}

#[test]
fn cases_6_7m_and_8_3f_in_road_mode_a_unit_retreats_to_sleepers_in_an_edge_hex_but_stacks_with_nobody_on_the_map() {
    let board = &GAME.board;
    let (edge, gate, _) = *board.entries().iter().find(|(_, inside, _)| *inside == hex("2041")).expect("a road");
    let around = board.around(gate).filter(|there| board.is_live(*there));
    let given = marching(Given::german_combat().road("cca-7db", &number(gate)), around);
    let given = retreating(given.unit("9-2di", &number(edge)).road("39-9di", &number(edge)), "cca-7db", 1);
    assert_eq!(ends(&given, "cca-7db"), [number(edge)]);
}

#[test]
fn cases_5_3m_and_6_7l_a_sleeper_leaves_road_mode_as_it_must_though_it_sleeps_on() {
    let given = Given::at(GERMAN, crate::truth::state::Phase::Mechanized).unit("18-vg", "2503").unit("9-2di", "2521");
    let asleep = |friend: &str| {
        let mut given = given.clone().unit("23-2di", friend).road("cca-7db", "3711");
        given.state.units.get_mut(unit("cca-7db")).must_deploy = true;
        given.end();
        given
    };
    let far = asleep("2520");
    let it = far.state.unit(unit("cca-7db"));
    assert!(!it.road && !it.must_deploy && !it.awake && it.place == Place::Hex(hex("3711")));
    assert_eq!(far.refused("move CCA/7 to 3611"), "5.3m");
    // who wakes goes on with what the change has left him
    let mut near = asleep("3610");
    assert!(near.state.unit(unit("cca-7db")).awake);
    assert_eq!(near.left("cca-7db"), 12 - 6);
    near.order("move CCA/7 to 3611");
}
