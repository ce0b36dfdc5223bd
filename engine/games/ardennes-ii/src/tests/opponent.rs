//! The computer opponent: what it must not order in the first turn of each scenario, what it must, and that it plays on.

use super::given::{GAME, Given, hex, unit};
use crate::ArdennesII;
use crate::chapters::combat::{attack, weigh};
use crate::chapters::movement::orders::units_of;
use crate::printed::{ALLIED, GERMAN, Odds};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Asked, Phase, State, Topic};
use definitions::hex::HexId;
use engine::contract::{Advice, AskId, Rules, Seen, Setup, SideId, Sight, Speech, Viewer, begin, decide};
use testing::Seeded;

/// What the opponent orders in a state.
fn advised(state: &State) -> Vec<Step> {
    let side = ArdennesII::asks(state)[0].side;
    let view = ArdennesII::view(&GAME, state, Viewer::Side(side));
    ArdennesII::advise(Seen::<ArdennesII>::new(&GAME, &view)).expect("advice")
}

/// Every order of the first turn of a scenario, with the state before it.
fn first_turn(scenario: &str, mut visit: impl FnMut(&State, SideId, &[Step])) {
    let [mut dice] = Seeded::streams(3);
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let start = ArdennesII::initial(&GAME, &setup).expect("the scenario exists");
    let mut state = begin::<ArdennesII>(&GAME, &start, &mut dice).1;
    let first = state.turn;
    while state.turn == first && state.ending.is_none() {
        let side = ArdennesII::asks(&state)[0].side;
        let order = advised(&state);
        visit(&state, side, &order);
        state = decide::<ArdennesII>(&GAME, &state, side, &order, &mut dice).expect("legal").1;
    }
}

/// Hexes from a hex to the nearest unit of a side on the map.
fn distance(state: &State, from: HexId, side: SideId) -> u16 {
    let units = GAME.units_of(side).filter_map(|unit| state.unit(unit).hex());
    units.map(|there| GAME.board.distance(from, there)).min().unwrap_or(u16::MAX)
}

fn told(scenario: &str, order: &[Step]) -> String {
    format!("{scenario}: {}", ArdennesII::write(&GAME, order))
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_attacks_and_overruns_nobody_below_one_to_one() {
    let (mut fights, mut wrong) = (0, Vec::new());
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, |state, _, order| {
            let (Step::Verb(Verb::Attack | Verb::Overrun), Some(Step::Hex(target))) = (order[0], order.get(1)) else {
                return;
            };
            fights += 1;
            if weigh(&GAME, state, &units_of(order), *target).column < Odds(0) {
                wrong.push(told(&scenario.id, order));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(fights >= 15, "{fights} attacks and overruns");
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_marches_nobody_away_and_gives_up_no_vp_hex_before_the_enemy() {
    let (mut moves, mut wrong) = (0, Vec::new());
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, |state, side, order| {
            let (Step::Verb(Verb::Move), Some(Step::Hex(to))) = (order[0], order.last()) else { return };
            let Some(from) = state.unit(units_of(order)[0]).hex() else { return };
            if units_of(order).into_iter().any(|unit| GAME.counter(unit).is_gun()) {
                return;
            }
            moves += 1;
            let (before, after) = (distance(state, from, side.enemy()), distance(state, *to, side.enemy()));
            let column = |hex: HexId| GAME.published.map.grid.column_row(hex).0;
            // a line is drawn some hexes behind the front, and VP hexes are guarded; Germans go west or towards the enemy, though
            // a road to a bridge may lead a few hexes back
            let guards = GAME.board.hex(*to).points.is_some();
            let away = side == ALLIED && after > before.max(4) && !guards;
            let astray = side == GERMAN && column(*to) > column(from) + 1 && after > before + 4;
            let alone = state.disposition(&GAME).stack(from).count() == units_of(order).len();
            let points = GAME.board.hex(from).points.is_some() && side == ALLIED && before <= 3 && alone;
            if away || astray || points {
                wrong.push(format!("{}, {before} to {after} hexes", told(&scenario.id, order)));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(moves > 100, "{moves} moves");
}

#[test]
fn in_the_first_turn_of_each_scenario_the_opponent_piles_nobody_up_and_fires_at_enemies_alone() {
    let (mut shots, mut wrong) = (0, Vec::new());
    for scenario in &GAME.published.scenarios {
        first_turn(&scenario.id, |state, side, order| {
            let disposition = state.disposition(&GAME);
            match order {
                [Step::Verb(Verb::Fire | Verb::Strike), .., Step::Hex(target)] => {
                    shots += 1;
                    if !disposition.holds(side.enemy(), *target) {
                        wrong.push(told(&scenario.id, order));
                    }
                }
                [Step::Verb(Verb::Move), .., Step::Hex(to)]
                    if disposition.stack(*to).count() + units_of(order).len() > 3 =>
                {
                    wrong.push(told(&scenario.id, order));
                }
                _ => {}
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(shots > 20, "{shots} shots");
}

/// A state in which a side is asked something.
fn asked(given: Given, side: SideId, topic: Topic) -> State {
    let mut state = given.begun().state;
    state.opening = false;
    state.asked = Some(Asked { id: AskId(0), side, topic, passes: false });
    state
}

#[test]
fn the_opponent_overruns_a_lone_weak_unit_on_its_road() {
    let given = Given::german().unit("i-12-12ss", "B1.18").unit("i-1-1ss", "B1.18").unit("5-fus", "B1.15");
    let mut state = asked(given, GERMAN, Topic::Move);
    let [mut dice] = Seeded::streams(5);
    let mut overrun = false;
    for _ in 0..12 {
        let order = advised(&state);
        overrun |= order[0] == Step::Verb(Verb::Overrun);
        if overrun || order == [Step::Verb(Verb::End)] {
            break;
        }
        state = decide::<ArdennesII>(&GAME, &state, GERMAN, &order, &mut dice).expect("legal").1;
    }
    assert!(overrun);
}

#[test]
fn the_opponent_gives_way_before_an_attack_that_would_destroy_it_and_holds_where_points_or_better_odds_are() {
    let strong = ["501-tgr-1ss", "i-12-12ss", "i-1-1ss"];
    let answer = |at: &str, ids: &[&str]| {
        let around: Vec<HexId> = GAME.board.around(hex(at)).collect();
        let beside = around.into_iter().find(|from| {
            crate::chapters::terrain::may_attack(
                &GAME,
                &Given::german().state,
                crate::printed::Allowance::Mech,
                *from,
                hex(at),
            )
        });
        let beside = super::given::number(beside.expect("a hex beside it"));
        let given = Given::at(GERMAN, Phase::Combat).reduced("27-9db", at);
        let mut given = ids.iter().fold(given, |given, id| given.unit(id, &beside));
        let attackers = ids.iter().map(|id| unit(id)).collect();
        given.evolve(&crate::truth::event::Event::Attacked {
            attacker: GERMAN,
            attackers,
            target: hex(at),
            defenders: vec![unit("27-9db")],
            overrun: false,
            follow: Vec::new(),
            beyond: None,
        });
        assert!(attack::may_retreat(&GAME, &given.state, hex(at)), "{at}");
        advised(&asked(given, ALLIED, Topic::Hold))[0]
    };
    assert_eq!(answer("A6.50", &strong), Step::Verb(Verb::Retreat));
    assert_eq!(answer("A6.50", &["pio-12ss"]), Step::Verb(Verb::Hold));
}
