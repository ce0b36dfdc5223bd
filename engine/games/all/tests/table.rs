//! What holds at the table of every game, whatever its rules: keys that are renewed, orders that are taken back, and what
//! the players agree on.

use autumn_fog::AutumnFog;
use engine::contract::{Setup, SideId, Viewer};
use engine::table::verify;
use engine::table::{Aside, Batch, Chain, GameKind, Kind, Line, Record, Report, Rulebook, Secrets, Session, Verdict};
use ford::Ford;
use serde_json::Value;
use std::sync::Arc;
use testing::Seeded;

const RAIDERS: SideId = SideId(0);
const GUARDS: SideId = SideId(1);
const VIEWERS: [Viewer; 3] = [Viewer::Side(RAIDERS), Viewer::Side(GUARDS), Viewer::Observer];

/// A game under way with all its records.
struct Played {
    rulebook: Arc<dyn Rulebook>,
    records: Vec<String>,
    session: Box<dyn Session>,
    secrets: Secrets,
}

impl Played {
    /// A new game with chains of so many keys.
    fn new(kind: &dyn GameKind, keys: u32) -> Played {
        let secrets = Secrets::of([5; 32], [6; 32], keys);
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setup = Setup { scenario: rulebook.published().scenarios[0].id.clone(), ..Setup::default() };
        let records = rulebook.start("game-1", &setup, &secrets).unwrap();
        let session = rulebook.open(&records).unwrap();
        Played { rulebook, records, session, secrets }
    }

    fn store(&mut self, records: Vec<String>) {
        records.iter().for_each(|record| self.session.apply(record).unwrap());
        self.records.extend(records);
    }

    fn submit(&mut self, side: SideId, lines: &[&str]) -> Report {
        let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
        let (records, report) = self.session.submit(side, &Batch { ask: None, lines }, &self.secrets);
        self.store(records);
        report
    }

    /// Submits lines that must be taken.
    fn done(&mut self, side: SideId, lines: &[&str]) {
        let report = self.submit(side, lines);
        assert!(report.changed && !report.has_fault(), "{lines:?}: {report:?}");
    }

    /// Submits a line that must be refused, and why it is.
    fn refused(&mut self, side: SideId, line: &str) -> String {
        let before = self.records.len();
        let report = self.submit(side, &[line]);
        assert_eq!(self.records.len(), before, "{line}: {report:?}");
        match &report.lines.last().expect("a line").verdict {
            Verdict::Refused { refusal, .. } => refusal.to_string(),
            verdict => panic!("{line}: {verdict:?}"),
        }
    }

    /// Everything that anybody is shown.
    fn shown(&self) -> Vec<(Value, String)> {
        let one = |viewer| {
            let position = serde_json::to_string(&self.session.position(viewer)).unwrap();
            (self.session.view(viewer), position)
        };
        VIEWERS.map(one).into()
    }

    fn asks(&self) -> Vec<(u32, SideId, String)> {
        self.session.asks().into_iter().map(|ask| (ask.id.0, ask.side, ask.title)).collect()
    }

    fn read(&self) -> Vec<Record<Value, Value>> {
        self.records.iter().map(|record| serde_json::from_str(record).unwrap()).collect()
    }

    fn told(&self, viewer: Viewer) -> Vec<String> {
        self.rulebook.tell(&self.records, 1, viewer).unwrap().lines
    }

    /// That a replay gives the game as it stands, and that its dice fit.
    fn replays(&self) {
        let again = self.rulebook.open(&self.records).unwrap();
        assert_eq!(again.strays(), []);
        for viewer in VIEWERS {
            assert_eq!(again.view(viewer), self.session.view(viewer));
            assert_eq!(again.proposed(viewer), self.session.proposed(viewer));
        }
        assert_eq!((again.asks(), again.outcome()), (self.session.asks(), self.session.outcome()));
        assert_eq!(again.marks(), self.session.marks());
        assert_eq!(SideId::BOTH.map(|side| again.undoable(side)), SideId::BOTH.map(|side| self.session.undoable(side)));
        verify(&self.records, None).unwrap();
        verify(&self.records, Some(self.secrets.sealed.secret())).unwrap();
    }

    /// Plays on by what examples propose; `also` may do something before each order.
    fn play(&mut self, orders: usize, seed: u64, mut also: impl FnMut(&mut Played, usize)) {
        let [mut choice] = Seeded::streams(seed);
        for nth in 0..orders {
            also(self, nth);
            let Some(ask) = self.session.asks().first().cloned() else { return };
            let examples = self.session.examples(ask.side, 3);
            let order = examples[choice.next_below(examples.len())].text.clone();
            self.done(ask.side, &[&order]);
        }
    }
}

/// Numbers of keys by their chain, and of the asks that were answered.
fn only_grow(records: &[Record<Value, Value>]) {
    let mut keys = [0; 2];
    for record in records {
        if let Record::Drawn { chain, index, .. } = record {
            let last = &mut keys[*chain as usize];
            assert_eq!(*index, *last + 1, "no key is used twice or left out");
            *last = *index;
        }
    }
}

#[test]
fn keys_are_renewed_as_often_as_a_game_needs_it_and_old_and_new_ones_can_be_checked() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 4);
    game.play(400, 3, |game, nth| {
        if nth % 9 == 4 {
            let word = Aside::Joined { side: SideId((nth % 2) as u8), word: format!("word {nth}") };
            game.store(vec![word.record()]);
        }
    });
    let records = game.read();
    let renewed = records.iter().filter(|record| matches!(record, Record::Renewed { .. })).count();
    assert!(renewed >= 4, "{renewed} times in {} records", records.len());
    let words: Vec<usize> = records
        .iter()
        .filter_map(|record| match record {
            Record::Renewed { without } => Some(without.len()),
            _ => None,
        })
        .collect();
    assert!(words.iter().any(|without| *without > 0), "nobody blocks: {words:?}");
    only_grow(&records);
    game.replays();

    let at = |kind: &str| game.records.iter().position(|record| record.starts_with(kind)).unwrap();
    let (committed, begun) = (at("{\"Renewing\""), at("{\"Renewed\""));
    let drawn = |from: usize| {
        let public = |record: &String| record.contains("\"chain\":\"Public\"");
        from + game.records[from..].iter().position(public).unwrap()
    };
    let secret = Some(game.secrets.sealed.secret());
    let forged = |what: &str, change: &dyn Fn(&mut Vec<String>)| {
        let mut records = game.records.clone();
        change(&mut records);
        verify(&records, secret).expect_err(what)
    };
    forged("chains that come into use a roll later than they must", &|records| {
        let record = records.remove(begun);
        records.insert(drawn(begun), record);
    });
    forged("chains that come into use earlier", &|records| {
        let record = records.remove(begun);
        records.insert(committed + 1, record);
    });
    forged("no commitment at all", &|records| {
        records.remove(committed);
    });
    let late = forged("a commitment that comes later", &|records| {
        let record = records.remove(committed);
        records.insert(drawn(committed) + 1, record);
    });
    assert!(late.message.contains("due"), "{late}");
    // a host who wants other chains than those that follow from what the invitation commits to
    let fault = forged("other ends", &|records| {
        let swapped: Value = serde_json::from_str(&records[committed]).unwrap();
        let old = swapped["Renewing"]["sealed"].as_str().unwrap().to_owned();
        records[committed] = records[committed].replace(&old, &"00".repeat(32));
    });
    assert!(fault.message.contains("do not follow"), "{fault}");
}

#[test]
fn after_a_restore_nothing_is_ordered_before_both_have_given_a_word_or_were_waited_for() {
    for patient in [false, true] {
        let mut game = Played::new(&Kind::<AutumnFog>::new(), 4096);
        game.play(12, 5, |_, _| {});
        let restored = game.session.restored("any words", &game.secrets);
        game.store(restored);
        assert!(game.session.waits_for_words());
        assert_eq!(game.session.due_keys(false, &game.secrets), Vec::<String>::new());
        let ask = game.session.asks()[0].clone();
        let order = game.session.examples(ask.side, 1)[0].text.clone();
        assert!(game.refused(ask.side, &order).contains("fresh word"));
        game.store(vec![Aside::Joined { side: RAIDERS, word: "rain".to_owned() }.record()]);
        assert_eq!(game.session.due_keys(false, &game.secrets), Vec::<String>::new());
        if !patient {
            game.store(vec![Aside::Joined { side: GUARDS, word: "snow".to_owned() }.record()]);
        }
        let due = game.session.due_keys(patient, &game.secrets);
        assert_eq!(due.len(), 1);
        game.store(due);
        assert!(!game.session.waits_for_words());
        assert!(game.session.marks()[0].starts_with("Restored by its host at turn "));
        game.play(20, 6, |_, _| {});
        game.replays();
        let told = game.told(Viewer::Observer).join("\n");
        assert_eq!(told.contains("No fresh word came from Allied"), patient, "{told}");
    }
}

#[test]
fn ones_own_orders_are_taken_back_as_if_they_had_never_been_given_and_no_number_goes_back() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 4096);
    let mut undone = 0;
    let [mut choice] = Seeded::streams(8);
    for _ in 0..300 {
        let Some(ask) = game.session.asks().first().cloned() else { break };
        let (shown, records) = (game.shown(), game.records.len());
        let examples = game.session.examples(ask.side, 3);
        let order = examples[choice.next_below(examples.len())].text.clone();
        game.done(ask.side, &[&order]);
        if game.session.undoable(ask.side).first().is_some_and(|last| *last == order) {
            let before = game.session.asks();
            game.done(ask.side, &["undo"]);
            assert_eq!(game.shown(), shown, "undo {order}");
            assert!(game.records.len() > records, "records only grow");
            let after = game.session.asks();
            for ask in after.iter().filter(|now| now.side == ask.side) {
                assert!(before.iter().all(|then| then.id.0 < ask.id.0), "a mail from before the undo does nothing");
            }
            undone += 1;
            game.done(ask.side, &[&order]);
        }
    }
    assert!(undone > 20, "{undone} orders were taken back");
    only_grow(&game.read());
    game.replays();
}

#[test]
fn undo_all_goes_back_to_what_was_disclosed_last_and_a_batch_is_carried_out_line_by_line() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    game.done(GUARDS, &["mine 3"]);
    assert!(game.refused(GUARDS, "undo").contains("asked"), "the raiders have been asked for their bid");
    game.done(RAIDERS, &["bid 1", "undo", "bid 2"]);
    assert_eq!(game.session.undoable(RAIDERS), ["bid 2"]);
    let guards: Vec<u32> = game.asks().iter().filter(|(_, side, _)| *side == GUARDS).map(|(id, ..)| *id).collect();
    game.done(RAIDERS, &["undo all"]);
    let now: Vec<u32> = game.asks().iter().filter(|(_, side, _)| *side == GUARDS).map(|(id, ..)| *id).collect();
    assert_eq!(now, guards, "what the guards were asked is not touched by it");
    game.replays();
    // what was to follow comes back
    game.done(RAIDERS, &["bid 1", "move 2"]);
    assert_eq!(game.session.parked(RAIDERS), ["move 2"]);
    game.done(RAIDERS, &["undo"]);
    assert!(game.session.parked(RAIDERS).is_empty());
    assert_eq!(game.session.returned(RAIDERS), ["move 2"]);
    // a batch in which a later line is refused counts for nothing, and what it took back stands again
    game.done(RAIDERS, &["bid 1"]);
    let before = game.records.len();
    let report = game.submit(RAIDERS, &["undo", "bid 7"]);
    assert_eq!((game.records.len(), report.lines[0].verdict.clone()), (before, Verdict::TakenBack));
    game.done(GUARDS, &["bid 0"]);
    assert!(game.refused(RAIDERS, "undo").contains("shown"));
    assert!(game.refused(RAIDERS, "propose undo").contains("0 of your orders"), "both bids lie open");
}

#[test]
fn where_both_decide_unseen_an_undo_leaves_the_other_sides_orders_and_tells_it_nothing() {
    let (mut one, mut two) = (Played::new(&Kind::<Ford>::new(), 4096), Played::new(&Kind::<Ford>::new(), 4096));
    for game in [&mut one, &mut two] {
        game.done(GUARDS, &["mine 3"]);
        game.done(RAIDERS, &["bid 1"]);
    }
    // that somebody has bid is seen; that he has thought again is not
    one.done(RAIDERS, &["undo"]);
    one.done(RAIDERS, &["bid 2"]);
    assert_eq!(one.told(Viewer::Side(GUARDS)), two.told(Viewer::Side(GUARDS)));
    assert_eq!(one.told(Viewer::Observer), two.told(Viewer::Observer));
    assert_eq!(one.session.view(Viewer::Side(GUARDS)), two.session.view(Viewer::Side(GUARDS)));
    assert!(one.told(Viewer::Side(RAIDERS)).contains(&"Your orders are taken back: bid 1".to_owned()));
    // nor do the numbers of what the guards are asked later tell of it
    let asked = |game: &mut Played| {
        game.done(GUARDS, &["bid 0"]);
        game.asks().into_iter().filter(|(_, side, _)| *side == GUARDS).map(|(number, ..)| number).collect::<Vec<_>>()
    };
    assert_eq!(asked(&mut one), asked(&mut two));
    // the guards bid first, the raiders think again: the guards' bid stays
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    game.done(GUARDS, &["mine 3", "bid 2"]);
    assert_eq!(game.session.undoable(GUARDS), ["bid 2"]);
    game.done(RAIDERS, &["bid 0"]);
    game.replays();
}

#[test]
fn what_the_other_side_was_mailed_is_not_taken_back_alone() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 4096);
    let mut mailed = false;
    for _ in 0..200 {
        let Some(ask) = game.session.asks().first().cloned() else { break };
        let order = game.session.examples(ask.side, 1)[0].text.clone();
        game.done(ask.side, &[&order]);
        let seen = |game: &Played| game.told(Viewer::Side(ask.side.enemy())).len();
        if !game.session.undoable(ask.side).is_empty() && seen(&game) > 0 {
            let all = game.session.len();
            game.session.was_mailed(ask.side.enemy(), all);
            mailed = game.session.undoable(ask.side).is_empty();
            if mailed {
                assert!(game.refused(ask.side, "undo").contains("mailed"));
                break;
            }
        }
    }
    assert!(mailed);
}

#[test]
fn orders_go_back_by_agreement_with_all_that_was_ordered_since() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    let begun = game.shown();
    let first = game.asks();
    game.done(GUARDS, &["mine 3"]);
    game.done(RAIDERS, &["bid 1"]);
    assert!(game.refused(GUARDS, "propose undo 2").contains("1 of your orders"));
    game.done(GUARDS, &["propose undo 1"]);
    let proposed = game.session.proposed(Viewer::Side(RAIDERS)).expect("it waits");
    assert_eq!((proposed.number, proposed.side), (1, GUARDS));
    assert!(proposed.words.contains(&"Of yours, this goes back: bid 1".to_owned()), "{proposed:?}");
    let others = game.session.proposed(Viewer::Side(GUARDS)).expect("it waits").words.join(" ");
    assert!(!others.contains("bid"), "what the raiders bid is their own business: {others}");
    assert!(game.refused(GUARDS, "accept 1").contains("your own"));
    assert!(game.refused(RAIDERS, "accept 2").contains("proposal 1"), "another number is another proposal");
    game.replays();
    game.done(RAIDERS, &["accept 1"]);
    assert_eq!(game.shown(), begun);
    assert!(game.asks()[0].0 > first[0].0 + 1, "{:?} after {first:?}", game.asks());
    assert!(game.session.proposed(Viewer::Observer).is_none());
    game.replays();
    game.done(GUARDS, &["mine 4"]);
    game.replays();
}

#[test]
fn a_draw_is_agreed_on_declined_withdrawn_or_lapses() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    game.done(RAIDERS, &["propose draw"]);
    assert!(game.refused(GUARDS, "propose draw").contains("waits for your answer"));
    game.done(GUARDS, &["decline 1"]);
    assert!(game.refused(GUARDS, "accept 1").contains("no proposal"));
    game.done(GUARDS, &["propose draw"]);
    game.done(GUARDS, &["decline 2"]);
    game.done(GUARDS, &["propose draw"]);
    game.done(GUARDS, &["mine 3"]);
    assert!(game.refused(RAIDERS, "accept 3").contains("lapses"), "its player has gone on");
    game.done(GUARDS, &["propose undo"]);
    game.done(GUARDS, &["propose draw"]);
    assert!(
        game.refused(RAIDERS, "accept 4").contains("proposal 5"),
        "a new one takes its place, under another number"
    );
    assert!(game.refused(RAIDERS, "accept").contains("proposal 5"), "who read of the fourth must not accept the fifth");
    game.done(RAIDERS, &["bid 1"]);
    game.done(RAIDERS, &["accept 5"]);
    let outcome = game.session.outcome().expect("it is over");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "by agreement"));
    assert!(game.session.asks().is_empty() && game.submit(RAIDERS, &["undo"]).closed.is_some());
    let answers = game.submit(RAIDERS, &["status", "what can the raiders do", "preview bid 1"]);
    for line in &answers.lines {
        let Verdict::Answered(told) = &line.verdict else { panic!("{answers:?}") };
        let told = told.join(" ");
        assert!(told.contains("The game is over: draw") && !told.contains("decide"), "{told}");
    }
    game.replays();
    let told = game.told(Viewer::Observer);
    for line in [
        "Guards declines proposal 1.",
        "Proposal 4 lapses: another one takes its place.",
        "Guards withdraws proposal 2.",
        "Raiders accepts proposal 5.",
    ] {
        assert!(told.contains(&line.to_owned()), "{told:?}");
    }
}

#[test]
fn the_only_proposal_is_answered_without_its_number() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    game.done(RAIDERS, &["propose draw"]);
    game.done(GUARDS, &["decline"]);
    assert!(game.session.proposed(Viewer::Observer).is_none());
    game.done(RAIDERS, &["propose draw # as you said"]);
    game.done(GUARDS, &["accept"]);
    assert!(game.session.outcome().is_some());
    game.replays();
}

#[test]
fn words_that_mean_nothing_behind_a_line_of_the_table_are_refused() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    for (line, why) in [
        ("propose draw is what I never want", "`is what I never want` means nothing"),
        ("propose undo two", "`two` is no number"),
        ("undo the last", "not understood"),
        ("accept if you do", "no proposal"),
    ] {
        assert!(game.refused(GUARDS, line).contains(why), "{line}: {}", game.refused(GUARDS, line));
    }
    game.done(RAIDERS, &["propose draw"]);
    assert!(game.refused(GUARDS, "accept 1 only if we stop").contains("proposal 1"));
    for line in ["take back my mine", "waiting for you"] {
        let report = game.submit(GUARDS, &[line]);
        assert!(!report.changed && matches!(report.lines[0].verdict, Verdict::Misread(_)), "{report:?}");
    }
}

#[test]
fn a_right_that_passes_by_itself_ends_no_undo_and_one_that_is_asked_for_does() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 4096);
    let mut passed = 0;
    let [mut choice] = Seeded::streams(8);
    for _ in 0..300 {
        let Some(ask) = game.session.asks().first().cloned() else { break };
        let (side, enemy) = (ask.side, ask.side.enemy());
        let (shown, from) = (game.shown(), game.records.len());
        let examples = game.session.examples(side, 3);
        let order = examples[choice.next_below(examples.len())].text.clone();
        game.done(side, &[&order]);
        let added: Vec<Record<Value, Value>> =
            game.records[from..].iter().map(|record| serde_json::from_str(record).unwrap()).collect();
        let given = |record: &&Record<Value, Value>| matches!(record, Record::Ordered { standing: true, .. });
        let passes = |record: &Record<Value, Value>| matches!(record, Record::Ordered { text, .. } if text == "let");
        let drawn = added.iter().any(|record| matches!(record, Record::Drawn { .. }));
        let standing: Vec<_> = added.iter().filter(given).collect();
        if drawn || standing.is_empty() || !standing.into_iter().all(passes) {
            continue;
        }
        assert_eq!(game.session.undoable(side).first(), Some(&order));
        game.done(side, &["undo"]);
        assert_eq!(game.shown(), shown, "undo {order}");
        let own = game.session.lines(from as u64, Viewer::Side(side));
        assert_eq!(own.last(), Some(&format!("Your orders are taken back: {order}")));
        // who reads of both at once reads of neither
        for viewer in [Viewer::Side(enemy), Viewer::Observer] {
            assert_eq!(game.session.lines(from as u64, viewer), Vec::<String>::new(), "{order}");
            assert!(game.session.told(from as u64, viewer).position.arrows.is_empty());
            assert!(!game.session.has_news(from as u64, viewer));
        }
        game.done(enemy, &["standing interrupt ask"]);
        game.done(side, &[&order]);
        assert!(game.session.asks().iter().any(|ask| ask.side == enemy), "{order}");
        let refused = game.refused(side, "undo");
        assert!(refused.contains("asked for its answer") && refused.contains("`propose undo 1`"), "{refused}");
        game.done(enemy, &["standing interrupt let"]);
        passed += 1;
    }
    assert!(passed > 0, "{passed} marches passed an event");
    game.replays();
}

#[test]
fn where_nothing_can_be_undone_the_refusal_says_why_and_advises_what_is_possible() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    let refused = game.refused(GUARDS, "undo");
    assert!(refused.contains("ordered nothing") && !refused.contains("propose undo"), "{refused}");
    game.done(GUARDS, &["mine 3"]);
    let refused = game.refused(GUARDS, "undo");
    assert!(refused.contains("the other side was asked") && refused.contains("`propose undo 1`"), "{refused}");
    game.done(RAIDERS, &["bid 1"]);
    game.done(GUARDS, &["bid 0"]);
    let refused = game.refused(RAIDERS, "undo");
    assert!(refused.contains("shown since") && !refused.contains("propose undo"), "{refused}");
}

#[test]
fn a_position_is_adjusted_by_consent_and_is_marked_for_ever() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 4096);
    game.play(30, 2, |_, _| {});
    let side = game.session.asks()[0].side;
    let (published, position) = (game.session.published(), game.session.position(Viewer::Observer));
    let line = position.counters.iter().find_map(|counter| {
        let unit = published.units.unit(counter.unit?);
        let definitions::Place::Hex(hex) = counter.place else { return None };
        (unit.steps - counter.steps_lost > 1)
            .then(|| format!("unit {} {} steps=1", unit.id, published.map.grid.number(hex)))
    });
    let line = line.expect("a unit with two steps");
    let steps = |game: &Played| {
        let position = game.session.position(Viewer::Observer);
        let id = line.split(' ').nth(1).unwrap();
        let counter = position
            .counters
            .into_iter()
            .find(|counter| counter.unit.is_some_and(|unit| game.session.published().units.unit(unit).id == id));
        counter.map(|counter| counter.steps_lost).unwrap_or_default()
    };
    for (wrong, why) in [
        ("unit nobody 1817", "the id of a unit"),
        ("unit", "the id of a unit"),
        ("turn 3", "expected unit or eliminated"),
        ("", "1 to 20 lines"),
    ] {
        let told = game.refused(side, &format!("propose adjustment {wrong}"));
        assert!(told.contains(why), "{wrong}: {told}");
    }
    let lost = steps(&game);
    game.done(side, &[&format!("propose adjustment {line} \u{202e}  # a draw, as we agreed")]);
    let words = game.session.proposed(Viewer::Side(side.enemy())).expect("it waits").words.join("\n");
    assert!(words.contains("1 step instead of 4 steps"), "{words}");
    assert!(words.contains(&line) && !words.contains("agreed") && !words.contains('\u{202e}'), "{words}");
    assert_eq!(steps(&game), lost, "nothing has changed yet");
    game.replays();
    game.done(side.enemy(), &["accept 1"]);
    assert!(steps(&game) > lost);
    let turn = game.session.game_turn();
    assert_eq!(game.session.marks(), [format!("Adjusted by consent at turn {turn}: {line}")]);
    assert!(game.session.undoable(side).is_empty(), "no order goes back beyond it");
    game.replays();
    game.play(60, 4, |_, _| {});
    assert_eq!(game.session.marks().len(), 1);
    game.replays();
    let report = game.submit(side, &["status"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(told.contains(&game.session.marks()[0]), "{told:?}");
}

#[test]
fn a_game_that_cannot_read_positions_says_so() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    assert!(game.refused(GUARDS, "propose adjustment column 4").contains("cannot be written down"));
    assert!(game.refused(GUARDS, "propose peace").contains("cannot be proposed"));
}

#[test]
fn an_answer_to_an_ask_from_before_an_undo_changes_nothing() {
    let mut game = Played::new(&Kind::<Ford>::new(), 4096);
    game.done(GUARDS, &["mine 3"]);
    let old = game.session.asks().into_iter().find(|ask| ask.side == RAIDERS).expect("their bid").id;
    game.done(RAIDERS, &["bid 1"]);
    game.done(RAIDERS, &["undo"]);
    for line in ["bid 0", "undo", "propose draw"] {
        let batch = Batch { ask: Some(old), lines: vec![Line::Text(line.to_owned())] };
        let (records, report) = game.session.submit(RAIDERS, &batch, &game.secrets);
        assert!(records.is_empty() && report.closed.is_some(), "{line}");
    }
}

#[test]
fn sealed_keys_of_all_chains_stay_secret_while_the_game_goes_on() {
    let mut game = Played::new(&Kind::<AutumnFog>::new(), 8);
    game.play(120, 9, |_, _| {});
    for record in game.read() {
        if let Record::Drawn { chain: Chain::Sealed, key, .. } = record {
            assert_eq!(key, "");
        }
    }
    let secret = engine::chance::hex(game.secrets.sealed.secret());
    assert!(game.records.iter().all(|record| !record.contains(&secret)));
}
