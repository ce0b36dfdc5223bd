//! Standing orders: what is answered for a player, by each kind and value; and orders sent ahead.

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesII;
use crate::printed::{ALLIED, GERMAN, PlungerId};
use crate::sight::View;
use crate::standing::Policy;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Asked, Phase, State, Topic};
use definitions::hex::HexId;
use engine::contract::{
    Advice, Ask, AskId, Foundation, Rules, Seen, SentAhead, Setup, SideId, Speech, StandingOrders, Viewer,
};
use engine::table::{Batch, Line, Secrets, Table};
use std::sync::Arc;

/// What is answered for a side that is asked about a topic, under a line of standing orders.
fn answered(given: &Given, side: SideId, topic: Topic, passes: bool, line: &str) -> Option<String> {
    let mut state = given.state.clone();
    state.asked = Some(Asked { id: AskId(0), side, topic, passes });
    let policy = ArdennesII::amend(&GAME, &Policy::default(), line).unwrap_or_else(|misread| panic!("{misread}"));
    let view = View { side: Some(side), state };
    let ask: Ask = ArdennesII::asks(&view.state)[0];
    let seen = Seen::<ArdennesII>::new(&GAME, &view);
    let order = ArdennesII::answer(seen, &ask, &policy)?;
    assert!(seen.progress(&order).is_ok(), "{line}: {order:?}");
    Some(ArdennesII::write(&GAME, &order))
}

/// An attack of Germans on a stack, as it is announced.
fn attacked(given: Given, ids: &[&str], at: &str) -> Given {
    let mut given = given;
    let defenders = given.state.disposition(&GAME).stack(hex(at)).collect();
    given.evolve(&Event::Attacked {
        attacker: GERMAN,
        attackers: ids.iter().map(|id| unit(id)).collect(),
        target: hex(at),
        defenders,
        overrun: false,
        follow: Vec::new(),
        beyond: None,
    });
    given
}

/// What the dice brought.
fn fought(mut given: Given, defender: u8, retreat: u8) -> Given {
    let result = crate::printed::CombatResult { attacker: 0, defender, retreat };
    given.evolve(&Event::Fought { dice: [3, 4], column: crate::printed::Odds(0), result });
    given
}

#[test]
fn case_3_2a_stacks_that_may_choose_hold_go_back_or_ask() {
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "A6.51").unit("14-9db", "A6.50");
    let given = attacked(given, &["i-12-12ss"], "A6.50");
    let by = |line: &str| answered(&given, ALLIED, Topic::Hold, true, line);
    assert_eq!(by("attacked hold").as_deref(), Some("hold"));
    assert!(by("attacked retreat").is_some_and(|order| order.starts_with("retreat to ")));
    assert_eq!(by("attacked ask"), None);
}

#[test]
fn case_scs_8b_steps_come_from_who_lives_on_from_the_weakest_or_are_asked_for() {
    // the weakest has one step, the other two
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "A6.51").unit("14-9db", "A6.50");
    let given = given.reduced("27-9db", "A6.50");
    let given = fought(attacked(given, &["i-12-12ss"], "A6.50"), 1, 0);
    let by = |line: &str| answered(&given, ALLIED, Topic::Losses, true, line);
    assert_eq!(by("losses spare").as_deref(), Some("lose 14/9 Arm"));
    assert_eq!(by("losses weakest").as_deref(), Some("lose 27/9 Arm"));
    assert_eq!(by("losses ask"), None);
}

#[test]
fn case_scs_fightc_beaten_stacks_go_farthest_from_the_enemy_or_ask() {
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "A6.51").unit("14-9db", "A6.50");
    let given = fought(attacked(given, &["i-12-12ss"], "A6.50"), 0, 2);
    let order = answered(&given, ALLIED, Topic::Retreat, true, "retreats far").expect("it goes");
    let end = order.rsplit(' ').next().expect("a hex");
    assert_eq!(GAME.board.distance(hex(end), hex("A6.51")), 3, "{order}");
    assert_eq!(answered(&given, ALLIED, Topic::Retreat, true, "retreats ask"), None);
}

#[test]
fn case_3_2q_who_advances_all_that_fit_the_strongest_nobody_or_whom_the_player_names() {
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "A6.51").unit("991-277vg", "A6.51");
    let mut given = attacked(given.unit("14-9db", "A6.50"), &["i-12-12ss", "991-277vg"], "A6.50");
    given.evolve(&Event::Gone { unit: unit("14-9db") });
    given.evolve(&Event::RetreatOver { costs_step: false });
    let by = |given: &Given, line: &str| answered(given, GERMAN, Topic::Advance, true, line);
    assert_eq!(by(&given, "advances fill").as_deref(), Some("advance I/12/12 SS to A6.50"));
    assert_eq!(by(&given, "advances strongest").as_deref(), Some("advance I/12/12 SS to A6.50"));
    assert_eq!(by(&given, "advances hold").as_deref(), Some("stay"));
    assert_eq!(by(&given, "advances ask"), None);
    // the other is of another division: it stays out of the hex
    given.evolve(&Event::Advanced { units: vec![unit("i-12-12ss")], to: hex("A6.50") });
    assert_eq!(by(&given, "advances fill").as_deref(), Some("stay"));
    assert_eq!(by(&given, "advances strongest").as_deref(), Some("stay"));
}

#[test]
fn case_3_6d_guns_run_near_or_far_or_ask() {
    let given = Given::german().unit("333-grp", "B1.16").unit("i-12-12ss", "B1.15");
    let to = |line: &str| -> HexId {
        let order = answered(&given, ALLIED, Topic::BugOut, true, line).expect("they run");
        hex(order.rsplit(' ').next().expect("a hex"))
    };
    let from = |at: HexId| GAME.board.distance(at, hex("B1.16"));
    let (near, far) = (to("guns near"), to("guns far"));
    assert!(from(near) < from(far), "{} and {}", number(near), number(far));
    assert!(GAME.board.distance(near, hex("B1.15")) >= 6);
    assert_eq!(answered(&given, ALLIED, Topic::BugOut, true, "guns ask"), None);
}

#[test]
fn case_3_8h_bridges_are_blown_kept_or_asked_for() {
    let at = GAME.board.plungers().iter().position(|plunger| plunger.hex == hex("B8.39")).expect("a plunger");
    let mut given = Given::german().unit("5-fus", "B8.38");
    given.evolve(&Event::Threatened { plungers: vec![PlungerId(at as u16)] });
    let by = |line: &str| answered(&given, ALLIED, Topic::Bridge, true, line);
    assert_eq!(by("bridges blow").as_deref(), Some("blow B8.39 with 5 Fus"));
    assert_eq!(by("bridges keep").as_deref(), Some("keep"));
    assert_eq!(by("bridges ask"), None);
}

#[test]
fn cases_3_5a_and_2_2e_the_us_barrage_may_be_passed_over_and_a_pre_turn_in_which_nothing_is_needed_is() {
    let given = Given::at(GERMAN, Phase::Barrage).unit("333-grp", "B1.16");
    assert_eq!(answered(&given, ALLIED, Topic::Barrage, false, "barrage none").as_deref(), Some("end"));
    assert_eq!(answered(&given, ALLIED, Topic::Barrage, false, "barrage ask"), None);
    let quiet = Given::at(ALLIED, Phase::PreTurn).with(|state| state.strikes = 1);
    assert_eq!(answered(&quiet, ALLIED, Topic::Arrivals, true, "barrage ask").as_deref(), Some("end"));
    assert_eq!(answered(&quiet, ALLIED, Topic::Arrivals, false, "barrage ask"), None);
}

#[test]
fn standing_orders_are_listed_as_they_are_written_and_nonsense_is_refused() {
    let policy = Policy::default();
    let rules = ArdennesII::standing(&GAME, &policy);
    assert_eq!(rules.len(), 8);
    for line in ["attacked never", "ahead quiet 0", "ahead quiet 41", "guns", "nonsense"] {
        assert!(ArdennesII::amend(&GAME, &policy, line).is_err(), "{line}");
    }
    assert_ne!(ArdennesII::amend(&GAME, &policy, "ahead always").expect("a value"), policy);
}

/// A table of The Goose Egg, where the computer advises both sides.
struct Played {
    table: Table<ArdennesII>,
    secrets: Secrets,
}

impl Played {
    fn begun() -> Played {
        let secrets = Secrets::new([1; 32], [2; 32]);
        let definitions =
            ArdennesII::definitions(&ArdennesII::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let definitions = Arc::new(definitions);
        let setup = Setup { scenario: "goose-egg".to_owned(), ..Setup::default() };
        let records = Table::<ArdennesII>::start(definitions.clone(), "", "ahead", &setup, &secrets).expect("a game");
        Played { table: Table::open(definitions, &records).expect("the records"), secrets }
    }

    fn gives(&mut self, side: SideId, lines: &[&str]) {
        let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
        let (records, report) = self.table.submit(side, &Batch { ask: None, lines }, &self.secrets);
        assert!(!report.has_fault(), "{report:?}");
        records.iter().for_each(|record| self.table.apply(record));
    }

    /// Lets both sides follow the advice until something is so.
    fn until(&mut self, so: impl Fn(&State) -> bool) {
        while !so(self.table.state()) {
            let side = self.table.asks()[0].side;
            let view = self.table.view(Viewer::Side(side));
            let order = ArdennesII::advise(Seen::<ArdennesII>::new(&GAME, &view)).expect("advice");
            self.gives(side, &[&ArdennesII::write(&GAME, &order)]);
        }
    }
}

/// Whether the Germans may still move in turn 4, if they ended that movement ahead while the Allies moved in turn 3.
fn may_move_in_turn_4(standing: &str) -> bool {
    let mut game = Played::begun();
    game.until(|state| state.asked.is_some_and(|it| (it.side, it.topic) == (ALLIED, Topic::Move)));
    game.gives(GERMAN, &[&format!("standing {standing}"), "end"]);
    game.until(|state| {
        state.turn == 4 && state.asked.is_some_and(|it| it.topic != Topic::Arrivals && it.side == GERMAN)
    });
    game.table.state().phase == Phase::Movement
}

#[test]
fn a_phase_that_was_ended_ahead_is_ended_unless_the_other_side_came_near() {
    assert!(!may_move_in_turn_4("ahead always"), "nobody moves, as he wanted");
    assert!(may_move_in_turn_4("ahead quiet 4"), "the front has moved");
    assert!(may_move_in_turn_4("ahead never"));
}

#[test]
fn orders_for_the_next_phase_wait_while_something_about_a_combat_is_asked() {
    let given = Given::at(GERMAN, Phase::Combat).unit("i-12-12ss", "A6.51").unit("14-9db", "A6.50");
    let mut given = attacked(given, &["i-12-12ss"], "A6.50");
    given.state.asked = Some(Asked { id: AskId(0), side: GERMAN, topic: Topic::Advance, passes: true });
    let view = View { side: Some(GERMAN), state: given.state };
    assert!(ArdennesII::is_early(&view, &[Step::Verb(Verb::End)]));
    assert!(ArdennesII::is_early(&view, &[Step::Verb(Verb::Attack)]));
    assert!(!ArdennesII::is_early(&view, &[Step::Verb(Verb::Advance)]));
    assert!(!ArdennesII::is_fresh(&view) && ArdennesII::idle(&view).is_none());
}
