//! The computer opponent.

use super::given::{GAME, Given};
use crate::ArdennesOffensive;
use crate::chapters::combat::{Draft, check_end};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Place, State, Topic};
use definitions::hex::HexId;
use engine::contract::{Advice, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, begin, decide};
use engine::table::MOST_ORDERS;
use testing::{Player, Seeded, play_match};

fn begun(scenario: &str, dice: &mut Seeded) -> State {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let start = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
    begin::<ArdennesOffensive>(&GAME, &start, dice).1
}

#[test]
fn against_itself_the_opponent_ends_its_game_and_hands_over_twice_a_player_turn_at_most() {
    let (mut last, mut changes) = (GERMAN, 0);
    let setup = Setup { scenario: "no-1".to_owned(), ..Setup::default() };
    let game = play_match::<ArdennesOffensive>(&GAME, &setup, 7, [Player::Opponent; 2], |state| {
        if let Some(asked) = state.asked.filter(|asked| asked.side != last) {
            (last, changes) = (asked.side, changes + 1);
        }
    });
    // 36 player turns
    assert!(changes <= 2 * 36, "{changes} hand-overs");
    let ending = game.end.ending.expect("an end");
    assert!(ending.points[0] + ending.points[1] > 0, "{ending:?}");
}

/// Every order of the first turn of a scenario, with the state before it.
fn first_turn(scenario: &str, seed: u64, mut visit: impl FnMut(&State, SideId, &[Step])) {
    let [mut dice] = Seeded::streams(seed);
    let mut state = begun(scenario, &mut dice);
    while state.turn <= 1 && state.ending.is_none() {
        let side = ArdennesOffensive::asks(&state)[0].side;
        let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
        let order = ArdennesOffensive::advise(Seen::<ArdennesOffensive>::new(&GAME, &view)).expect("advice");
        visit(&state, side, &order);
        state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
    }
}

/// Hexes from a hex to the nearest unit of a side on the map.
fn distance(state: &State, hex: HexId, side: SideId) -> u16 {
    let units = state.units.iter().filter(|(unit, _)| GAME.counter(*unit).side == side);
    units.filter_map(|(_, it)| it.hex()).map(|there| GAME.board.distance(hex, there)).min().expect("somebody is there")
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_attacks_nobody_at_the_worst_odds_unless_it_must() {
    let mut attacks = 0;
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, 3, |state, side, order| {
            if order[0] != Step::Verb(Verb::Attack) {
                return;
            }
            attacks += 1;
            let draft = Draft::of(order);
            let worst = GAME.tables.crt.columns().next().expect("a column");
            let odds = draft.odds.unwrap_or_else(|| draft.natural(&GAME, state));
            let free = check_end(&GAME, state, side).is_ok();
            let text = ArdennesOffensive::write(&GAME, order);
            assert!(odds > worst || !free, "{}: {text}", scenario.id);
        });
    }
    assert!(attacks > 60, "{attacks} attacks");
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_marches_nobody_away_from_the_front() {
    let (mut moves, mut wrong) = (0, Vec::new());
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, 3, |state, side, order| {
            let [Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(to)] = order else { return };
            let Some(from) = state.unit(*unit).hex() else { return };
            moves += 1;
            let (before, after) = (distance(state, from, side.enemy()), distance(state, *to, side.enemy()));
            let text = ArdennesOffensive::write(&GAME, order);
            // a step back out of a zone of control is none; Germans go west, or towards the enemy
            let away = side == ALLIED && after > before.max(2);
            let astray = GAME.board.to_source(GERMAN, *to) + 1 < GAME.board.to_source(GERMAN, from) && after >= before;
            if away || side == GERMAN && astray {
                wrong.push(format!("{}: {text} from {before} to {after} hexes", scenario.id));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(moves > 100, "{moves} moves");
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_gives_up_no_town_and_no_bridge_before_the_enemy() {
    let mut wrong = Vec::new();
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, 3, |state, side, order| {
            let [Step::Verb(Verb::Move), Step::Unit(unit), Step::Hex(_)] = order else { return };
            let Some(from) = state.unit(*unit).hex().filter(|hex| GAME.board.is_live(*hex)) else { return };
            let alone = state.disposition(&GAME).present(side, from) == 1;
            let before = distance(state, from, side.enemy());
            let text = ArdennesOffensive::write(&GAME, order);
            let town = GAME.board.hex(from).town && side == ALLIED && before <= 4;
            // a German beside a bridge over which the enemy stands holds it
            let over = |side: &crate::printed::Side| side.bridge.is_some() && !GAME.board.german_side(side.there);
            let bridgehead = !GAME.board.german_side(from) && GAME.board.hex(from).sides.iter().any(over);
            let bridge = side == GERMAN && bridgehead && before == 1;
            if alone && (town || bridge) {
                wrong.push(format!("{}: {text}", scenario.id));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn in_the_first_turn_the_opponent_attacks_and_brings_its_tanks_forward() {
    let [mut dice] = Seeded::streams(3);
    let mut state = begun("no-1", &mut dice);
    let far = |state: &State| -> u32 {
        let hexes = state
            .units
            .iter()
            .filter(|(unit, _)| GAME.counter(*unit).side == GERMAN && GAME.counter(*unit).mechanized());
        let map = hexes.filter_map(|(_, it)| match it.place {
            Place::Hex(hex) => Some(u32::from(GAME.board.to_source(GERMAN, hex))),
            _ => None,
        });
        map.sum()
    };
    let before = far(&state);
    while state.side == GERMAN && state.turn == 1 {
        let side = ArdennesOffensive::asks(&state)[0].side;
        let view = ArdennesOffensive::view(&GAME, &state, Viewer::Side(side));
        let order = ArdennesOffensive::advise(Seen::<ArdennesOffensive>::new(&GAME, &view)).expect("advice");
        state = decide::<ArdennesOffensive>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
    }
    assert!(far(&state) > before, "{} after {before}", far(&state));
}

#[test]
fn the_opponent_sets_up_freely_and_place_all_does_the_same_for_a_player() {
    for scenario in GAME.published.scenarios.iter().filter(|scenario| scenario.id != "no-1") {
        let mut given = Given { state: begun(&scenario.id, &mut Seeded::streams::<1>(1)[0]) };
        let mut placed = 0;
        while let Some((side, Topic::SetUp)) = given.asked() {
            let orders = given.read("place all");
            given.order("place all");
            placed += orders.len();
            assert!(orders.len() <= MOST_ORDERS, "{}, {side:?}: {} orders", scenario.id, orders.len());
            given.order("ready");
        }
        let free = GAME.plans[GAME.published.scenarios.iter().position(|it| it.id == scenario.id).expect("it")].free;
        assert_eq!(placed > 0, free.contains(&true), "{}: {placed} placed", scenario.id);
    }
}
