//! Orders sent ahead: a phase of the next turn, written while the other side moves.

use super::given::{GAME, Given};
use crate::ArdennesOffensive;
use crate::printed::GERMAN;
use crate::sight::View;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use engine::contract::{Advice, Foundation, Seen, SentAhead, Setup, SideId, Speech, Viewer};
use engine::table::{Batch, Line, Secrets, Table, Verdict};
use std::sync::Arc;

const END: [Step; 1] = [Step::Verb(Verb::End)];

/// A table at which the computer advises both sides.
pub struct Played {
    table: Table<ArdennesOffensive>,
    secrets: Secrets,
}

impl Played {
    /// Scenario No. 1 as it begins.
    pub fn begun() -> Played {
        let secrets = Secrets::new([1; 32], [2; 32]);
        let definitions = ArdennesOffensive::definitions(&ArdennesOffensive::files()).expect("sound files");
        let definitions = Arc::new(definitions);
        let setup = Setup { scenario: "no-1".to_owned(), ..Setup::default() };
        let records = Table::<ArdennesOffensive>::start(definitions.clone(), "", "ahead", &setup, &secrets);
        let table = Table::open(definitions, &records.expect("a game")).expect("the records");
        Played { table, secrets }
    }

    fn gives(&mut self, side: SideId, lines: &[String]) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let told = self.given(side, &lines);
        let fault = |verdict: &Verdict| !matches!(verdict, Verdict::Done(_) | Verdict::Parked | Verdict::Answered(_));
        assert!(!told.iter().any(fault), "{told:?}");
    }

    /// Gives lines: what is told of each.
    pub fn given(&mut self, side: SideId, lines: &[&str]) -> Vec<Verdict> {
        let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
        let (records, report) = self.table.submit(side, &Batch { ask: None, lines }, &self.secrets);
        records.iter().for_each(|record| self.table.apply(record));
        report.lines.into_iter().map(|line| line.verdict).collect()
    }

    /// The position.
    pub fn state(&self) -> &State {
        self.table.state()
    }

    /// The order that the computer would give now.
    pub fn advised(&self) -> String {
        ArdennesOffensive::write(&GAME, &self.advice().1)
    }

    /// What waited and came back.
    pub fn returned(&self, side: SideId) -> &[String] {
        self.table.returned(side)
    }

    /// What would be told of lines, none of which is kept.
    pub fn told(&self, side: SideId, lines: &[&str]) -> Vec<Verdict> {
        let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
        let (_, report) = self.table.submit(side, &Batch { ask: None, lines }, &self.secrets);
        report.lines.into_iter().map(|line| line.verdict).collect()
    }

    fn advice(&self) -> (SideId, Vec<Step>) {
        let side = self.table.asks()[0].side;
        let view = self.table.view(Viewer::Side(side));
        (side, ArdennesOffensive::advise(Seen::<ArdennesOffensive>::new(&GAME, &view)).expect("advice"))
    }

    /// Lets both sides follow the advice until something is so.
    pub fn until(&mut self, so: impl Fn(&Played) -> bool) {
        while !so(self) {
            let (side, order) = self.advice();
            self.gives(side, &[ArdennesOffensive::write(&GAME, &order)]);
        }
    }
}

/// Whether the Germans may still move as turn 3 begins, if they ended their movement ahead with the last letter of turn 2,
/// in which their parachutists dropped.
fn may_move_in_turn_3(standing: &str) -> bool {
    let mut game = Played::begun();
    let last = |game: &Played| {
        let state = game.table.state();
        (state.turn, state.side, state.phase) == (2, GERMAN, Phase::Mechanized) && game.advice().1 == END
    };
    game.until(last);
    game.gives(GERMAN, &[format!("standing {standing}"), "end".to_owned(), "end".to_owned()]);
    game.until(|game| game.table.state().turn == 3);
    let state = game.table.state();
    assert_eq!(state.asked.map(|asked| asked.side), Some(GERMAN));
    state.phase == Phase::Movement
}

#[test]
fn a_phase_that_was_ended_ahead_is_ended_unless_the_other_side_came_near() {
    assert!(!may_move_in_turn_3("ahead always"), "nobody moves, as he wanted");
    assert!(may_move_in_turn_3("ahead quiet 4"), "the front has moved");
    assert!(may_move_in_turn_3("ahead never"));
}

#[test]
fn orders_for_the_phase_wait_while_something_about_a_combat_is_asked() {
    let mut given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(given.asked(), Some((GERMAN, Topic::Advance)));
    let view = View { side: Some(GERMAN), state: given.state.clone() };
    assert!(ArdennesOffensive::is_early(&view, &END));
    assert!(ArdennesOffensive::is_early(&view, &[Step::Verb(Verb::Attack)]));
    assert!(!ArdennesOffensive::is_early(&view, &[Step::Verb(Verb::Hold)]));
    assert!(!ArdennesOffensive::is_fresh(&view) && ArdennesOffensive::idle(&view).is_none());
}
