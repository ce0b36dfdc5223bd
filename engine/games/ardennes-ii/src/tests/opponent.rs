//! The computer opponent: that it overruns, and when it gives way.

use super::given::{GAME, Given, hex, unit};
use crate::ArdennesII;
use crate::chapters::combat::attack;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Asked, Phase, State, Topic};
use definitions::hex::HexId;
use engine::contract::{Advice, AskId, Rules, Seen, SideId, Sight, Viewer, decide};
use testing::Seeded;

/// What the opponent orders in a state.
fn advised(state: &State) -> Vec<Step> {
    let side = ArdennesII::asks(state)[0].side;
    let view = ArdennesII::view(&GAME, state, Viewer::Side(side));
    ArdennesII::advise(Seen::<ArdennesII>::new(&GAME, &view)).expect("advice")
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
