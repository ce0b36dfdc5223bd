//! What retreats keep clear of (10.2), who is crowded by them (6.7n), and how much an exchange costs (10.1b).

use super::ch10_results::{ends, retreating};
use super::given::{GAME, Given, hex, number, unit};
use crate::chapters::movement::road_mode::on_road;
use crate::printed::{ALLIED, GERMAN, Ground, Outcome, Side, Water};
use crate::truth::event::Event;
use crate::truth::state::{Asked, Topic};
use definitions::hex::HexId;
use engine::contract::AskId;

/// A German unit that retreats a hex, with Allies on the march, who control nothing, in all hexes around but some.
fn led(from: HexId, open: &[HexId]) -> Given {
    let ids = GAME.units_of(ALLIED).map(|unit| GAME.published.units.unit(unit).id.as_str());
    let around = GAME.board.around(from).filter(|there| GAME.board.is_live(*there) && !open.contains(there));
    let given = Given::german_combat().unit("18-vg", &number(from));
    retreating(around.zip(ids).fold(given, |given, (hex, id)| given.road(id, &number(hex))), "18-vg", 1)
}

/// By how many hexes a German retreat into a hex falls short of the first priority (E.10).
fn astray(from: HexId, end: HexId) -> u16 {
    let to = |side, hex| GAME.board.to_source(side, hex);
    (to(GERMAN, end) + 1).saturating_sub(to(GERMAN, from)) + to(ALLIED, from).saturating_sub(to(ALLIED, end))
}

/// Pairs of sides of a hex that are alike in the first priority.
fn alike(
    one: impl Fn(&Side) -> bool,
    other: impl Fn(&Side) -> bool,
) -> impl Iterator<Item = (HexId, &'static Side, &'static Side)> {
    let board = &GAME.board;
    let pairs = board.live().flat_map(move |from| {
        let sides = board.hex(from).sides.iter().filter(move |side| board.is_live(side.there));
        sides.flat_map(move |a| board.hex(from).sides.iter().map(move |b| (from, a, b)))
    });
    pairs.filter(move |(from, a, b)| {
        board.is_live(b.there) && one(a) && other(b) && astray(*from, a.there) == astray(*from, b.there)
    })
}

fn is_clear_off_roads(side: &Side) -> bool {
    !side.road && GAME.board.hex(side.there).ground == Ground::Clear && !on_road(&GAME, side.there)
}

#[test]
fn case_10_2a_through_an_interdicted_bridge_goes_before_through_a_river_without_one() {
    let mut preferred = 0;
    let bridged = |side: &Side| side.bridge.is_some() && side.water == Water::River;
    let river = |side: &Side| side.bridge.is_none() && side.water == Water::River && !side.road;
    for (from, bridge, river) in alike(bridged, river) {
        let given = led(from, &[bridge.there, river.there]);
        let given = given.with(|state| state.interdicted = bridge.bridge.into_iter().collect());
        assert_eq!(ends(&given, "18-vg"), [number(bridge.there)], "{}", number(from));
        preferred += 1;
    }
    assert!(preferred > 3, "{preferred}");
}

#[test]
fn case_10_2a_clear_terrain_goes_before_a_ford_into_clear_terrain() {
    let mut preferred = 0;
    let dry = |side: &Side| side.water == Water::None && is_clear_off_roads(side);
    let ford = |side: &Side| side.water == Water::Ford && is_clear_off_roads(side);
    for (from, dry, ford) in alike(dry, ford) {
        assert_eq!(ends(&led(from, &[dry.there, ford.there]), "18-vg"), [number(dry.there)], "{}", number(from));
        preferred += 1;
    }
    assert!(preferred > 3, "{preferred}");
}

/// Somewhere a unit retreats a hex and the victor has a choice: the position, and the ends.
fn choices(road: bool) -> impl Iterator<Item = (Given, Vec<String>)> {
    GAME.board.live().filter_map(move |from| {
        let given = Given::german_combat().unit("9-2di", "3611");
        let given = if road { given.road("23-2di", &number(from)) } else { given.unit("23-2di", &number(from)) };
        let given = retreating(given, "23-2di", 1).with(|state| {
            state.asked = Some(Asked { id: AskId(1), side: GERMAN, topic: Topic::Retreat });
        });
        let open = ends(&given, "23-2di");
        (open.len() > 1).then_some((given, open))
    })
}

#[test]
fn case_10_2a_among_ways_that_are_equal_else_those_onto_the_fewest_friends_are_left() {
    for (given, open) in choices(false).take(10) {
        let joined = given.unit("38-2di", &open[0]);
        assert_eq!(ends(&joined, "23-2di"), open[1..]);
    }
}

#[test]
fn cases_6_7m_and_6_7n_who_retreats_on_the_march_to_the_side_of_another_is_crowded_and_nobody_else_is() {
    let crowded = |road: bool, beside: bool| {
        let (given, end, near) = choices(road)
            .find_map(|(given, open)| {
                let from = given.place("23-2di");
                let joined = GAME.board.hex(hex(&open[0])).sides.iter().filter(|side| side.road);
                let away = joined.map(|side| side.there).filter(|there| GAME.board.is_live(*there));
                let near = away.map(number).find(|near| *near != from && !open.contains(near))?;
                Some((given, open[0].clone(), near))
            })
            .expect("such a place");
        let mut given = if beside { given.unit("38-2di", &near) } else { given };
        let events = given.order(&format!("retreat 23/2 to {end}"));
        events.iter().find_map(|event| match event {
            Event::Retreated { crowded, .. } => Some(*crowded),
            _ => None,
        })
    };
    assert_eq!([crowded(true, true), crowded(true, false)], [Some(true), Some(false)]);
    assert_eq!([crowded(false, true), crowded(false, false)], [Some(false), Some(false)]);
}

/// Germans who owe so much strength in an exchange.
pub fn owing(ids: &[&str], losses: u16) -> Given {
    let given = ids.iter().fold(Given::german_combat(), |given, id| given.unit(id, "1432"));
    retreating(given, "23-2di", 0).with(|state| {
        state.asked = Some(Asked { id: AskId(1), side: GERMAN, topic: Topic::Losses });
        if let Some(combat) = &mut state.combat {
            combat.attackers = ids.iter().map(|id| unit(id)).collect();
            (combat.losses, combat.outcome) = (losses, Some(Outcome::Exchange));
            combat.retreating.clear();
        }
    })
}

#[test]
fn case_10_1b_who_covers_the_loss_exactly_covers_it_and_nobody_is_named_after_him() {
    let given = owing(&["18-vg", "1-1ss", "77-26vg"], 4);
    let refusal = given.refusal("lose 1/1 SS, 18 VG");
    assert_eq!(
        refusal.to_string(),
        "[10.1b] 1/1 SS with a printed strength of 4 cover the 4 that are due. Leave 18 VG out: no more is lost than \
         must be."
    );
    given.clone().order("lose 1/1 SS");
}

#[test]
fn case_10_1b_to_losses_that_are_too_few_the_one_is_added_who_covers_the_rest_with_least_else_the_strongest() {
    let proposed = |ids: &[&str], losses: u16| owing(ids, losses).refusal("lose 77/26 VG").remedy;
    // five are missing of eight
    let exact = proposed(&["77-26vg", "18-vg", "115-15pg"], 8);
    assert_eq!(exact, "5 or more are missing: `lose 77/26 VG, 115/15 PG`, or others.");
    let more = proposed(&["77-26vg", "1-1ss", "12-12ss"], 8);
    assert_eq!(more, "5 or more are missing: `lose 77/26 VG, 12 SS Pz`, or others.");
    let several = proposed(&["77-26vg", "39-26vg", "1-1ss"], 8);
    assert_eq!(several, "5 or more are missing: `lose 77/26 VG, 1/1 SS, 39/26 VG`, or others.");
}
