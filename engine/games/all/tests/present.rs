//! What a table keeps of the past while it is played is what its records give.

use autumn_fog::AutumnFog;
use engine::contract::{Setup, SideId, Viewer};
use engine::table::{Aside, Batch, GameKind, Judged, Kind, Line, Rulebook, Secrets, Session, Verdict};
use ford::Ford;
use std::sync::LazyLock;
use testing::Seeded;

static SECRETS: LazyLock<Secrets> = LazyLock::new(|| Secrets::new([3; 32], [4; 32]));
const VIEWERS: [Viewer; 3] = [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer];

/// A game that is played as the service plays it: nothing is ever applied, what comes of an order is the game.
struct Played {
    rulebook: std::sync::Arc<dyn Rulebook>,
    records: Vec<String>,
    session: Box<dyn Session>,
    /// How many records there were after each batch.
    ends: Vec<u64>,
}

impl Played {
    fn begin(kind: &dyn GameKind, options: &[(&str, &str)]) -> Played {
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let setup = Setup { scenario: rulebook.published().scenarios[0].id.clone(), options };
        let records = rulebook.start("game", &setup, &SECRETS).expect("the scenario exists");
        let session = rulebook.open(&records).expect("its own records");
        Played { ends: vec![1, session.len()], rulebook, records, session }
    }

    fn hand_in(&mut self, side: SideId, lines: Vec<Line>) {
        let Judged { records, after, .. } = self.session.judge(side, &Batch { ask: None, lines }, &SECRETS);
        self.records.extend(records);
        self.session = after;
        self.ends.push(self.session.len());
    }

    fn say(&mut self, aside: &Aside) {
        self.session.apply(&aside.record()).expect("an aside");
        self.records.push(aside.record());
    }

    /// Compares the game with one that is opened from its records.
    fn check(&self) {
        let opened = self.rulebook.open(&self.records).expect("its own records");
        assert_eq!((opened.len(), self.session.len()), (self.records.len() as u64, self.records.len() as u64));
        assert_eq!(opened.asks(), self.session.asks());
        assert_eq!(opened.strays(), []);
        for side in SideId::BOTH {
            assert_eq!(opened.asked(side), self.session.asked(side));
            assert_eq!(opened.own_orders(side), self.session.own_orders(side));
            assert_eq!(opened.undoable(side), self.session.undoable(side));
            assert_eq!(opened.parked(side), self.session.parked(side));
            assert_eq!(opened.returned(side), self.session.returned(side));
            assert_eq!(opened.standing(side), self.session.standing(side));
        }
        for viewer in VIEWERS {
            assert_eq!(opened.view(viewer), self.session.view(viewer));
            assert_eq!(opened.latest(viewer), self.session.latest(viewer));
            assert_eq!(opened.proposed(viewer), self.session.proposed(viewer));
            for from in &self.ends {
                let told = self.session.told(*from, viewer);
                assert_eq!(opened.told(*from, viewer), told, "from {from}");
                assert_eq!(opened.lines(*from, viewer), told.lines);
                assert_eq!(self.session.has_news(*from, viewer), !told.lines.is_empty() || !told.dice.is_empty());
            }
        }
        let own = self
            .records
            .iter()
            .filter(|record| record.contains("\"Ordered\""))
            .filter(|record| record.contains("\"side\":1") && record.contains("\"standing\":false"));
        assert_eq!(self.session.own_orders(SideId(1)) as usize, own.count());
    }
}

fn text(line: &str) -> Line {
    Line::Text(line.to_owned())
}

fn play_at_random(mut played: Played, batches: usize) {
    let [mut choice] = Seeded::streams(41);
    for nth in 0..batches {
        let Some(ask) = played.session.asks().into_iter().next() else { break };
        let examples = played.session.examples(ask.side, 6);
        let chosen = text(&examples[choice.next_below(examples.len())].text);
        let other = text(&examples[choice.next_below(examples.len())].text);
        // the second one is refused, waits, or is carried out, as it comes
        let lines = if choice.next_below(3) == 0 { vec![chosen, text("status"), other] } else { vec![chosen] };
        played.hand_in(ask.side, lines);
        if choice.next_below(5) == 0 {
            played.say(&Aside::Said { side: ask.side, text: format!("word {nth}") });
        }
        if nth % 8 == 0 {
            played.check();
        }
    }
    played.check();
}

#[test]
fn what_was_told_of_the_ford_while_it_was_played_is_what_its_records_tell() {
    play_at_random(Played::begin(&Kind::<Ford>::new(), &[]), 60);
}

#[test]
fn what_was_told_in_the_fog_while_it_was_played_is_what_its_records_tell() {
    let options = [("fog-of-war", "covered"), ("snafus", "yes"), ("presents", "yes")];
    play_at_random(Played::begin(&Kind::<AutumnFog>::new(), &options), 80);
}

#[test]
fn orders_sent_ahead_and_standing_orders_leave_the_game_that_their_records_give() {
    let mut played = Played::begin(&Kind::<AutumnFog>::new(), &[("fog-of-war", "stacks")]);
    for side in SideId::BOTH {
        played.hand_in(side, vec![text("allot done")]);
    }
    played.hand_in(SideId(1), vec![text("standing retreat auto"), text("standing defend best 1 at 2:1")]);
    // the German opens with three formations; what follows them waits
    let row = ["standing ahead quiet 4", "activate LXVI", "end", "activate LXXX", "end", "activate LXVII", "end"];
    let ahead = ["standing ahead quiet 5", "activate XLVII", "end", "activate LVIII", "end"];
    played.hand_in(SideId(0), row.into_iter().chain(ahead).map(text).collect());
    assert!(!played.session.parked(SideId(0)).is_empty(), "some of them wait");
    played.check();
    played.hand_in(SideId(0), vec![text("take back"), text("standing ahead quiet 2"), text("nonsense")]);
    assert!(played.session.parked(SideId(0)).is_empty());
    played.check();
    played.say(&Aside::Resigned { side: SideId(1) });
    played.check();
}

#[test]
fn an_order_is_taken_back_by_the_number_of_its_record_whatever_was_changed_before_it() {
    let mut played = Played::begin(&Kind::<AutumnFog>::new(), &[]);
    let before = played.session.view(Viewer::Observer);
    played.hand_in(SideId(0), vec![text("standing retreat auto"), text("allot done")]);
    played.check();
    assert_eq!(played.session.undoable(SideId(0)), ["allot done"]);
    let orders = played.session.own_orders(SideId(0));
    played.hand_in(SideId(0), vec![text("undo")]);
    assert!(played.records.iter().any(|record| record.contains("\"Undone\"")));
    played.check();
    assert!(played.session.strays().is_empty() && played.session.undoable(SideId(0)).is_empty());
    assert_eq!((played.session.view(Viewer::Observer), played.session.own_orders(SideId(0))), (before, orders));
    let all = ["standing retreat ask", "allot done", "undo", "allot done"];
    played.hand_in(SideId(0), all.map(text).into());
    played.check();
    assert_eq!(played.session.undoable(SideId(0)), ["allot done"]);
}

#[test]
fn the_position_shows_no_arrow_of_an_order_that_was_undone_and_the_undoing_is_a_moment() {
    let mut played = Played::begin(&Kind::<AutumnFog>::new(), &[]);
    for side in SideId::BOTH {
        played.hand_in(side, vec![text("allot done")]);
    }
    played.hand_in(SideId(0), vec![text("activate LXVI")]);
    let examples = played.session.examples(SideId(0), 60);
    let order = examples.iter().map(|example| &example.text).find(|order| order.starts_with("move"));
    played.hand_in(SideId(0), vec![text(order.expect("a formation moves"))]);
    let moments = |played: &Played, viewer| played.rulebook.moments(&played.records, viewer).expect("its own records");
    for viewer in VIEWERS {
        assert!(!played.session.latest(viewer).position.arrows.is_empty(), "{viewer:?}");
    }
    let before = VIEWERS.map(|viewer| moments(&played, viewer).len());
    played.hand_in(SideId(0), vec![text("propose undo 1")]);
    played.check();
    played.hand_in(SideId(1), vec![text("accept 1")]);
    for (viewer, before) in VIEWERS.into_iter().zip(before) {
        let latest = played.session.latest(viewer);
        assert_eq!(latest.position.arrows, [], "{viewer:?}");
        assert!(!latest.lines.is_empty(), "{viewer:?} is told of it");
        let moments = moments(&played, viewer);
        assert_eq!(moments.len(), before + 1, "{viewer:?}");
        assert_eq!(moments.last().map(|moment| &moment.lines), Some(&latest.lines));
    }
    played.check();
}

#[test]
fn a_line_of_several_units_is_one_order_and_what_was_shown_by_a_part_of_it_is_told_apart() {
    let mut played = Played::begin(&Kind::<AutumnFog>::new(), &[("fog-of-war", "stacks")]);
    for side in SideId::BOTH {
        played.hand_in(side, vec![text("allot done")]);
    }
    played.hand_in(SideId(0), vec![text("activate LXVI")]);
    let examples = played.session.examples(SideId(0), 60);
    let order = examples.iter().map(|example| &example.text).find(|order| order.starts_with("move"));
    let (unit, to) = order.and_then(|order| order[5..].split_once(" to ")).expect("a formation moves");
    let units = &played.rulebook.published().units.units;
    let mut refused = 0;
    for other in units.iter().filter(|other| other.side == 0).take(60) {
        let line = format!("move {unit}, {} to {to}", other.name);
        let batch = Batch { ask: None, lines: vec![text(&line)] };
        let (records, report) = played.session.submit(SideId(0), &batch, &SECRETS);
        let Verdict::Refused { .. } = report.lines[report.lines.len() - 1].verdict else { continue };
        assert_eq!((records.len(), report.changed), (0, false), "{line}: {report:?}");
        refused += 1;
        let batch = Batch { ask: None, lines: vec![text(&format!("preview {line}"))] };
        let (_, report) = played.session.submit(SideId(0), &batch, &SECRETS);
        let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
        assert!(told.iter().any(|line| line.starts_with("Would be refused")), "{line}: {told:?}");
        assert!(!told.iter().any(|line| line.starts_with("Would be accepted")), "{line}: {told:?}");
    }
    assert!(refused > 10, "{refused} lines were refused for the second unit");
}
