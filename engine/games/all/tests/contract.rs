//! The properties that every game keeps, proven on the Ford first: one set of tests, any game.

use autumn_fog::AutumnFog;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::chance::hex;
use engine::contract::{
    Advice, AskId, Claim, Draft, Foundation, Game, Outcome, Rules, Seen, Setup, SideId, Speech, Thing, Unanswered,
    Viewer, begin, choose_and_carry_out, decide,
};
use engine::table::{
    Aside, AskInfo, Batch, Begun, Chain, GameKind, Kind, Line, Listed, Record, Report, Rulebook, Secrets, Session,
    Verdict,
};
use engine::table::{guarded, verify};
use ford::Ford;
use std::sync::{Arc, LazyLock};
use testing::{Counted, Seeded};

static SECRETS: LazyLock<Secrets> = LazyLock::new(|| Secrets::new([5; 32], [6; 32]));

fn definitions<G: Game>() -> G::Definitions {
    G::definitions(&G::files()).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// A scenario and a choice of optional rules, others for each seed.
fn setup<G: Game>(definitions: &G::Definitions, seed: u64) -> Setup {
    let scenarios = &G::published(definitions).scenarios;
    let [_, _, mut choice] = Seeded::streams(seed);
    let options = G::options().iter().map(|rule| {
        let (value, _) = rule.values[choice.next_below(rule.values.len())];
        (rule.name.to_owned(), value.to_owned())
    });
    Setup { options: options.collect(), scenario: scenarios[seed as usize % scenarios.len()].id.clone() }
}

/// Plays a random game through `decide`, showing every position and order to `visit`. Returns the orders given.
fn random_game<G: Game>(
    seed: u64,
    limit: usize,
    mut visit: impl FnMut(&G::Definitions, &G::State, SideId, &[G::Step]),
) -> usize {
    let definitions = definitions::<G>();
    let [mut dice, mut choice] = Seeded::streams(seed);
    let start = G::initial(&definitions, &setup::<G>(&definitions, seed)).unwrap();
    let (_, mut state) = begin::<G>(&definitions, &start, &mut dice);
    for given in 0..limit {
        if G::outcome(&state).is_some() {
            return given;
        }
        let asks = G::asks(&state);
        let ask = asks[choice.next_below(asks.len())];
        let view = G::view(&definitions, &state, Viewer::Side(ask.side));
        let order = Seen::<G>::new(&definitions, &view)
            .random_order(&mut |n| choice.next_below(n))
            .unwrap_or_else(|| panic!("seed {seed}: {:?} must decide and can do nothing in {state:?}", ask.side));
        visit(&definitions, &state, ask.side, &order);
        state = decide::<G>(&definitions, &state, ask.side, &order, &mut dice).unwrap().1;
    }
    panic!("seed {seed}: no end after {limit} orders");
}

fn every_random_game_ends_and_someone_can_always_act<G: Game>(games: u64, limit: usize) {
    for seed in 0..games {
        random_game::<G>(seed, limit, |_, _, _, _| {});
    }
}

fn legals_are_legal_and_orders_round_trip<G: Game>(games: u64, limit: usize) {
    for seed in 0..games {
        random_game::<G>(seed, limit, |definitions, state, side, order| {
            let view = G::view(definitions, state, Viewer::Side(side));
            Seen::<G>::new(definitions, &view).accept(order).unwrap();
            let text = G::write(definitions, order);
            assert_eq!(G::parse(Seen::new(definitions, &view), &text), Ok(vec![order.to_vec()]), "{text}");
            for done in 0..order.len() {
                let listed = Seen::<G>::new(definitions, &view).legal(&order[..done]);
                assert_eq!(listed, Seen::<G>::new(definitions, &view).judged(&order[..done]));
            }
            for step in order {
                let json = serde_json::to_string(step).unwrap();
                assert_eq!(&serde_json::from_str::<G::Step>(&json).unwrap(), step);
            }
        });
    }
}

fn examples_are_legal_and_different<G: Game>(games: u64, limit: usize) {
    for seed in 0..games {
        let [_, _, _, mut others] = Seeded::streams(seed);
        random_game::<G>(seed, limit, |definitions, state, side, _| {
            let view = G::view(definitions, state, Viewer::Side(side));
            let examples = G::examples(Seen::new(definitions, &view), 3);
            assert!(!examples.is_empty() && examples.len() <= 3, "no example for {side:?} in {state:?}");
            // three whenever there are three: a few random orders may not tell more than the examples do
            for _ in 0..if examples.len() < 3 { 8 } else { 0 } {
                let order = Seen::<G>::new(definitions, &view).random_order(&mut |n| others.next_below(n)).unwrap();
                assert!(examples.contains(&order), "{order:?} is not among {examples:?}");
            }
            for (place, example) in examples.iter().enumerate() {
                Seen::<G>::new(definitions, &view).accept(example).unwrap();
                assert!(!examples[..place].contains(example));
            }
        });
    }
}

fn an_order_of_the_other_side_or_of_another_moment_is_never_accepted_unless_listed<G: Game>(games: u64, limit: usize) {
    let mut legal_again = 0;
    for seed in 0..games {
        let mut past: Vec<Vec<G::Step>> = Vec::new();
        random_game::<G>(seed, limit, |definitions, state, side, order| {
            let view = G::view(definitions, state, Viewer::Side(side));
            for old in past.iter().rev().take(20) {
                if Seen::<G>::new(definitions, &view).accept(old).is_ok() {
                    legal_again += 1;
                    for (done, step) in old.iter().enumerate() {
                        assert!(
                            Seen::<G>::new(definitions, &view)
                                .legal(&old[..done])
                                .iter()
                                .any(|(listed, _)| listed == step)
                        );
                    }
                }
            }
            past.push(order.to_vec());
        });
    }
    assert!(legal_again > 0, "some orders can be given twice");
}

fn an_order_chosen_from_the_lists_does_what_it_does_when_it_is_judged<G: Game>(games: u64, limit: usize) {
    for seed in 0..games {
        let definitions = definitions::<G>();
        let [mut dice, mut choice] = Seeded::streams(seed);
        let [mut judged_dice] = Seeded::streams(seed);
        let start = G::initial(&definitions, &setup::<G>(&definitions, seed)).unwrap();
        let mut state = begin::<G>(&definitions, &start, &mut dice).1;
        begin::<G>(&definitions, &start, &mut judged_dice);
        for _ in 0..limit {
            let Some(ask) = G::asks(&state).first().copied() else { break };
            let before = state.clone();
            let choose = &mut |n| choice.next_below(n);
            let (order, events) =
                choose_and_carry_out::<G>(&definitions, &mut state, ask.side, choose, &mut dice).unwrap();
            let judged = decide::<G>(&definitions, &before, ask.side, &order, &mut judged_dice).unwrap();
            assert_eq!((events, &state), (judged.0, &judged.1), "{order:?}");
        }
    }
}

/// A thing of the game, whatever it is.
fn anything<G: Game>(definitions: &G::Definitions, choice: &mut Seeded) -> Thing {
    let published = G::published(definitions);
    let (units, hexes) = (published.units.units.len(), published.map.hexes.len());
    let mut hex = || HexId(choice.next_below(hexes) as u16);
    let (one, other) = (hex(), hex());
    match choice.next_below(8) {
        0..=2 => Thing::Unit(UnitId(choice.next_below(units) as u16)),
        3..=5 => Thing::Hex(one),
        6 => Thing::Hexside(one, other),
        _ => Thing::Card("ambush".to_owned()),
    }
}

fn pointing_at_anything_gives_legal_steps_or_a_case_of_the_rules<G: Game>(games: u64, limit: usize, one_in: usize) {
    let (mut listed, mut refused) = (0, 0);
    for seed in 0..games {
        let [_, _, _, mut others] = Seeded::streams(seed);
        random_game::<G>(seed, limit, |definitions, state, side, order| {
            if others.next_below(one_in) > 0 {
                return;
            }
            let view = G::view(definitions, state, Viewer::Side(side));
            let seen = Seen::<G>::new(definitions, &view);
            let done = others.next_below(order.len());
            let partial = &order[..done];
            for _ in 0..4 {
                let thing = anything::<G>(definitions, &mut others);
                let pointed = seen.why_not(partial, &thing);
                assert!(!pointed.listed.is_empty() || pointed.refused.is_some(), "{thing:?} after {partial:?}");
                listed += pointed.listed.len();
                for (way, found) in pointed.listed {
                    let whole = [partial, &way[..]].concat();
                    assert_eq!(seen.progress(&whole), Ok(found), "{thing:?}: {whole:?}");
                }
                if let Some(refusal) = pointed.refused {
                    refused += 1;
                    let known = G::published(definitions).rules.get(&refusal.case).is_some();
                    assert!(known || refusal.case == "order", "{thing:?} after {partial:?}: {refusal:?}");
                }
            }
            // whatever a legal step acts on leads to it
            let steps = seen.legal(partial);
            let (step, _) = &steps[others.next_below(steps.len())];
            for thing in G::facts(seen, partial, step).on {
                let ways = seen.why_not(partial, &thing).listed;
                assert!(ways.iter().any(|(way, _)| way[..] == [step.clone()]), "{thing:?} of {step:?}: {ways:?}");
            }
        });
    }
    assert!(listed > 0 && refused > 0, "{listed} listed, {refused} refused");
}

fn a_draft_of_what_is_certain_lists_what_the_table_lists_after_it<G: Game>(games: u64, limit: usize) {
    let (mut compared, mut ended) = (0, 0);
    for seed in 0..games {
        let [_, _, _, mut dice] = Seeded::streams(seed);
        random_game::<G>(seed, limit, |definitions, state, side, order| {
            let view = G::view(definitions, state, Viewer::Side(side));
            let mut draft = Draft::<G>::new(Seen::new(definitions, &view), side);
            let end = draft.add(order).unwrap();
            let mut chance = Counted::new(&mut dice);
            let (events, after) = decide::<G>(definitions, state, side, order, &mut chance).unwrap();
            let mut at = state.clone();
            let discloses = |event: &G::Event| {
                let told = G::discloses(&at, event);
                G::evolve(&mut at, event);
                told
            };
            // what was learned on the way may allow more or less than was certain before
            if end.is_some() || chance.rolled > 0 || events.iter().any(discloses) {
                ended += 1;
                return;
            }
            let there = G::view(definitions, &after, Viewer::Side(side));
            let listed = Seen::<G>::new(definitions, &draft.view()).legal(&[]);
            assert_eq!(listed, Seen::<G>::new(definitions, &there).legal(&[]), "after {order:?}");
            assert!(!listed.is_empty());
            compared += 1;
        });
    }
    assert!(compared > 20 && ended > 20, "{compared} compared, {ended} ended");
}

fn open(kind: &dyn GameKind) -> (Arc<dyn Rulebook>, Vec<String>, Box<dyn Session>) {
    let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let setup = Setup { scenario: rulebook.published().scenarios[0].id.clone(), ..Setup::default() };
    let mut records = rulebook.start("game-1", &setup, &SECRETS).unwrap();
    for side in SideId::BOTH {
        records.push(Aside::Joined { side, word: format!("word of {side:?}") }.record());
    }
    let session = rulebook.open(&records).unwrap();
    (rulebook, records, session)
}

/// Submits lines for a side and stores what they give, as a service does.
fn submit(records: &mut Vec<String>, session: &mut Box<dyn Session>, side: SideId, lines: &[&str]) -> Report {
    let lines = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
    let (more, report) = session.submit(side, &Batch { ask: None, lines }, &SECRETS);
    for record in &more {
        session.apply(record).unwrap();
    }
    records.extend(more);
    report
}

fn replay_equals_live_and_the_dice_can_be_checked(kind: &dyn GameKind, orders: usize) {
    let (rulebook, mut records, mut session) = open(kind);
    let [mut choice] = Seeded::streams(11);
    for _ in 0..orders {
        let Some(ask) = session.asks().first().cloned() else { break };
        let examples = session.examples(ask.side, 3);
        let order = &examples[choice.next_below(examples.len())].text;
        let report = submit(&mut records, &mut session, ask.side, &[order]);
        assert!(report.changed && !report.has_fault(), "{order}: {report:?}");
    }
    let again = rulebook.open(&records).unwrap();
    for viewer in [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer] {
        assert_eq!(session.view(viewer), again.view(viewer));
        assert_eq!(session.position(viewer), again.position(viewer));
    }
    assert_eq!(session.asks(), again.asks());

    let public = verify(&records, None).unwrap();
    let all = verify(&records, Some(SECRETS.sealed.secret())).unwrap();
    assert!(all >= public && public > 0, "{public} public numbers of {all}");
    let dice = records.iter().rposition(|record| record.contains("\"chain\":\"Public\"")).unwrap();
    let mut forged = records.clone();
    forged[dice] = loaded(&records[dice]);
    assert!(verify(&forged, None).is_err(), "a loaded die is found");
    let ordered = records.iter().position(|record| record.contains("\"Ordered\"")).unwrap();
    let mut forged = records.clone();
    forged.remove(ordered);
    assert!(verify(&forged, None).is_err(), "a removed order is found");
    assert!(verify(&records, Some(&[0; 32])).is_err(), "a wrong secret is found");
}

/// The record with its first number changed.
fn loaded(record: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(record).unwrap();
    let roll = &mut value["Drawn"]["rolls"][0];
    let number = roll["value"].as_u64().unwrap();
    roll["value"] = ((number + 1) % roll["bound"].as_u64().unwrap()).into();
    value.to_string()
}

#[test]
fn the_ford_keeps_the_contract() {
    every_random_game_ends_and_someone_can_always_act::<Ford>(500, 200);
    legals_are_legal_and_orders_round_trip::<Ford>(100, 200);
    examples_are_legal_and_different::<Ford>(50, 200);
    an_order_of_the_other_side_or_of_another_moment_is_never_accepted_unless_listed::<Ford>(50, 200);
}

#[test]
fn orders_chosen_from_the_lists_need_not_be_judged_again() {
    an_order_chosen_from_the_lists_does_what_it_does_when_it_is_judged::<Ford>(50, 200);
    an_order_chosen_from_the_lists_does_what_it_does_when_it_is_judged::<AutumnFog>(6, 400);
}

#[test]
fn whatever_is_pointed_at_the_contract_answers() {
    pointing_at_anything_gives_legal_steps_or_a_case_of_the_rules::<Ford>(50, 200, 1);
    pointing_at_anything_gives_legal_steps_or_a_case_of_the_rules::<AutumnFog>(4, 60_000, 10);
}

#[test]
fn drafts_of_the_ford_are_listed_on_as_the_table_does() {
    a_draft_of_what_is_certain_lists_what_the_table_lists_after_it::<Ford>(100, 200);
}

#[test]
fn autumn_fog_ends_and_someone_can_always_act() {
    every_random_game_ends_and_someone_can_always_act::<AutumnFog>(soak(6), 60_000);
}

#[test]
fn autumn_fog_lists_what_it_accepts_and_reads_what_it_writes() {
    legals_are_legal_and_orders_round_trip::<AutumnFog>(2, 60_000);
}

#[test]
fn autumn_fog_gives_examples_that_are_legal() {
    examples_are_legal_and_different::<AutumnFog>(2, 60_000);
}

#[test]
fn autumn_fog_replays_and_its_dice_can_be_checked() {
    replay_equals_live_and_the_dice_can_be_checked(&Kind::<AutumnFog>::new(), 400);
}

/// How many random games to play: a few, or as many as the environment asks for (`just soak`).
fn soak(games: u64) -> u64 {
    std::env::var("FIELDPOST_SOAK").ok().and_then(|games| games.parse().ok()).unwrap_or(games)
}

#[test]
fn the_ford_replays_and_its_dice_can_be_checked() {
    replay_equals_live_and_the_dice_can_be_checked(&Kind::<Ford>::new(), 100);
}

#[test]
fn a_view_never_tells_what_the_other_side_hides() {
    // two games of the Ford that differ only in what the raiders may not know look the same to them
    let (_, mut one, mut first) = open(&Kind::<Ford>::new());
    let (_, mut two, mut second) = open(&Kind::<Ford>::new());
    submit(&mut one, &mut first, SideId(1), &["mine 4"]);
    submit(&mut two, &mut second, SideId(1), &["mine 5"]);
    submit(&mut one, &mut first, SideId(1), &["bid 2"]);
    submit(&mut two, &mut second, SideId(1), &["bid 1"]);
    for viewer in [Viewer::Side(SideId(0)), Viewer::Observer] {
        assert_eq!(first.view(viewer), second.view(viewer));
        assert_eq!(first.position(viewer), second.position(viewer));
        let rulebook = Kind::<Ford>::new().load(&Kind::<Ford>::new().files()).unwrap();
        assert_eq!(rulebook.tell(&one, 1, viewer).unwrap(), rulebook.tell(&two, 1, viewer).unwrap());
    }
    assert_ne!(first.view(Viewer::Side(SideId(1))), second.view(Viewer::Side(SideId(1))));
    assert_eq!(first.legal(SideId(0), &Begun::default()), second.legal(SideId(0), &Begun::default()));
}

#[test]
fn simultaneous_asks_stay_sealed_until_both_are_answered() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 5"]);
    assert_eq!(session.asks().len(), 2);
    submit(&mut records, &mut session, SideId(0), &["bid 2"]);
    let told = |records: &[String], side| rulebook.tell(records, 1, Viewer::Side(side)).unwrap().lines;
    assert!(told(&records, SideId(0)).contains(&"You bid 2.".to_owned()));
    assert!(!told(&records, SideId(1)).iter().any(|line| line.contains("bid 2") || line.contains("raiders 2")));
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    for side in SideId::BOTH {
        assert!(told(&records, side).contains(&"Bids: raiders 2, guards 0.".to_owned()));
    }
}

#[test]
fn a_reaction_nested_in_a_reaction_interrupts_a_move_that_then_goes_on() {
    // seeds are tried until both sides hold the cards that the story needs
    for seed in 0..200u8 {
        let secrets = Secrets::new([seed; 32], [seed; 32]);
        let definitions = Arc::new(definitions::<Ford>());
        let mut records =
            engine::table::Table::<Ford>::start(definitions.clone(), "", "game", &Setup::default(), &secrets).unwrap();
        let mut table = engine::table::Table::<Ford>::open(definitions.clone(), &records).unwrap();
        let mut play = |side: u8, line: &str| {
            let batch = Batch { ask: None, lines: vec![Line::Text(line.to_owned())] };
            let (more, report) = table.submit(SideId(side), &batch, &secrets);
            more.iter().for_each(|record| table.apply(record));
            records.extend(more);
            (report, Ford::asks(table.state()), table.view(Viewer::Observer).column)
        };
        play(1, "mine 5");
        play(0, "bid 0");
        play(1, "bid 0");
        let (_, asks, column) = play(0, "move 3");
        assert_eq!((asks[0].side, column), (SideId(1), 3), "the ford interrupts the move");
        if play(1, "play").0.has_fault() {
            continue;
        }
        let (report, asks, _) = play(0, "play");
        if report.has_fault() {
            let Verdict::Refused { refusal, summary } = &report.lines[0].verdict else { panic!("{report:?}") };
            assert_eq!(refusal.case, "5");
            assert!(summary.contains("spends a card"));
            continue;
        }
        assert_eq!(asks[0].side, SideId(1), "cover can be answered again");
        let (_, asks, _) = play(1, "pass");
        assert_eq!(asks.len(), 2, "the move has ended, the next round's bids are open");
        return;
    }
    panic!("no seed dealt the cards");
}

#[test]
fn a_hidden_mine_interrupts_an_accepted_move_and_never_refuses_it() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 2"]);
    submit(&mut records, &mut session, SideId(0), &["bid 0"]);
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["move 3"]);
    assert!(matches!(&report.lines[0].verdict, Verdict::Done(told) if told.contains(&"Halted by a mine.".to_owned())));
    let told = rulebook.tell(&records, 1, Viewer::Side(SideId(0))).unwrap();
    assert_eq!(told.dice.len(), 1, "the mine's die comes with its key");
    assert_eq!(told.dice[0].0, 1);
}

#[test]
fn a_batch_that_fails_before_anything_was_disclosed_changes_nothing() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let before = records.len();
    let report = submit(&mut records, &mut session, SideId(1), &["mine 3", "bid 7", "bid 1"]);
    assert_eq!(records.len(), before);
    assert!(!report.changed);
    let verdicts: Vec<&Verdict> = report.lines.iter().map(|line| &line.verdict).collect();
    assert!(matches!(verdicts[..], [Verdict::TakenBack, Verdict::Refused { .. }, Verdict::NotReached]), "{report:?}");
}

#[test]
fn what_comes_after_the_other_sides_decision_waits_for_it_and_then_goes_on_or_comes_back() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    let report = submit(&mut records, &mut session, SideId(1), &["mine 5", "bid 1"]);
    assert!(!report.has_fault());
    // the raiders bid and plan their move before the guards' bid is known: it is known already, so they move
    let report = submit(&mut records, &mut session, SideId(0), &["bid 2", "move 2", "bid 0"]);
    assert!(!report.has_fault(), "{report:?}");
    // the next round: raiders bid, then plan a move that must wait for the guards' bid
    let report = submit(&mut records, &mut session, SideId(0), &["bid 0", "move 9"]);
    assert!(report.has_fault(), "their bid has been made in the batch before: {report:?}");
    let report = submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    assert!(!report.has_fault());
    let report = submit(&mut records, &mut session, SideId(0), &["move 1", "play", "bid 1"]);
    assert_eq!(report.lines.last().map(|line| &line.verdict), Some(&Verdict::Parked), "{report:?}");
    assert_eq!(session.parked(SideId(0)).len(), 2);
    assert!(session.parked(SideId(1)).is_empty());
    submit(&mut records, &mut session, SideId(1), &["pass"]);
    assert!(session.parked(SideId(0)).is_empty());
    let told = rulebook.tell(&records, 1, Viewer::Side(SideId(0))).unwrap().lines;
    assert!(told.iter().any(|line| line.contains("came back")), "{told:?}");
    let guards = rulebook.tell(&records, 1, Viewer::Side(SideId(1))).unwrap().lines;
    assert!(!guards.iter().any(|line| line.contains("came back")), "waiting orders are their owner's business");
}

/// A batch of one line, judged and thrown away.
fn hand_in(session: &dyn Session, side: u8, line: Line) -> (Vec<String>, Report) {
    session.submit(SideId(side), &Batch { ask: None, lines: vec![line] }, &SECRETS)
}

#[test]
fn a_fault_of_the_program_over_an_order_gives_its_batch_up_and_stops_nothing_else() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let steps = |slip: &str| Line::Steps(vec![serde_json::json!({ "Slip": slip })]);
    for line in [Line::Text("slip judging".to_owned()), steps("Judging"), steps("Performing")] {
        let (added, report) = hand_in(&*session, 1, line);
        let failure = report.failure.clone().expect("the program fails");
        assert!(failure.message.contains("slipped in"), "{failure}");
        assert!(failure.place.contains("ford/src/"), "the host can find it: {failure}");
        assert!(added.is_empty() && !report.changed && report.has_fault(), "{report:?}");
        assert!(report.closed.as_ref().is_some_and(|told| told.contains("Nothing was changed")), "{report:?}");
        let stored = serde_json::to_string(&report).unwrap();
        assert!(!stored.contains("rules.rs"), "where it failed is not for the player: {stored}");
    }
    assert!(!submit(&mut records, &mut session, SideId(1), &["mine 3"]).has_fault(), "the game goes on");
}

#[test]
fn a_fault_in_telling_drawing_or_thinking_is_caught_by_whoever_asks_for_it() {
    for (line, door) in [("slip telling", "telling"), ("slip drawing", "drawing"), ("slip thinking", "thinking")] {
        let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
        assert!(!submit(&mut records, &mut session, SideId(1), &[line]).has_fault(), "not for whoever ordered it");
        let told = guarded(|| rulebook.tell(&records, 1, Viewer::Side(SideId(0))));
        assert_eq!(told.is_err(), door != "thinking");
        let drawn = guarded(|| session.position(Viewer::Side(SideId(0))));
        assert_eq!(drawn.is_err(), door == "drawing");
        let thought = guarded(|| session.advise(SideId(0)));
        assert_eq!(thought.is_err(), door == "thinking");
        assert!(guarded(|| rulebook.tell(&records, 1, Viewer::Side(SideId(1)))).expect("told").is_ok());
    }
}

#[test]
fn what_is_too_much_is_refused_with_the_number_and_what_may_be() {
    let (_, _, session) = open(&Kind::<Ford>::new());
    let closed = |lines: Vec<Line>| session.submit(SideId(1), &Batch { ask: None, lines }, &SECRETS).1.closed;
    let text = |line: &str| Line::Text(line.to_owned());
    assert_eq!(closed(vec![text("help"); 40]), None);
    let told = "There are 41 questions; at most 40 are read at a time. Nothing was carried out.";
    assert_eq!(closed(vec![text("help"); 41]).as_deref(), Some(told));
    let told = "There are 301 lines; at most 300 are read at a time. Nothing was carried out.";
    assert_eq!(closed(vec![text("mine 3"); 301]).as_deref(), Some(told));

    let long = "mine ".repeat(201);
    let many = Line::Steps(vec![serde_json::json!("Pass"); 129]);
    let told = |line: Line| {
        let (records, report) = hand_in(&*session, 1, line);
        assert!(records.is_empty());
        (report.lines[0].text.clone(), report.lines[0].verdict.clone())
    };
    let (text, verdict) = told(Line::Text(long.clone()));
    assert!(text.chars().count() == 81 && text.ends_with('…'), "{text}");
    assert_eq!(verdict, Verdict::Misread("this line has 1005 letters and signs; at most 1000 are read".to_owned()));
    assert_eq!(told(many).1, Verdict::Misread("this line has 129 steps; at most 128 are read".to_owned()));
    // a question that is too long is no question, and nothing too long waits
    assert!(matches!(told(Line::Text(format!("preview {long}"))).1, Verdict::Misread(_)));
    assert!(matches!(hand_in(&*session, 0, Line::Text(long)).1.lines[0].verdict, Verdict::Misread(_)));
    assert!(session.legal(SideId(1), &Begun::with(&vec![serde_json::json!("Pass"); 129])).is_err());
}

#[test]
fn what_follows_an_order_that_is_not_legal_is_why_it_is_not() {
    let (_, _, session) = open(&Kind::<Ford>::new());
    let verb = serde_json::json!({ "Verb": "Mine" });
    assert!(session.legal(SideId(1), &Begun::with(std::slice::from_ref(&verb))).unwrap().next.len() > 3);
    let refused = session.legal(SideId(1), &Begun::with(&[verb.clone(), serde_json::json!({ "Number": 9 })]));
    assert_eq!(refused, Err("[1] 9 is not within 1 and 5".to_owned()));
    let whole = session.legal(SideId(1), &Begun::with(&[verb, serde_json::json!({ "Number": 3 })]));
    assert_eq!(whole, Ok(Listed::default()), "it is whole");
}

/// The record with a value of a kind of record changed; none takes it away.
fn changed(record: &str, kind: &str, key: &str, value: Option<serde_json::Value>) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap();
    if let Some(fields) = record.get_mut(kind).and_then(|fields| fields.as_object_mut()) {
        match value {
            Some(value) => fields.insert(key.to_owned(), value),
            None => fields.remove(key),
        };
    }
    record.to_string()
}

#[test]
fn records_name_the_versions_of_rules_and_digests_and_those_without_are_of_the_first() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let read = |record: &String| serde_json::from_str::<Record<serde_json::Value, serde_json::Value>>(record).unwrap();
    assert!(matches!(read(&records[0]), Record::Started { rules: Ford::RULES, .. }));
    let digest = records.iter().position(|record| record.starts_with("{\"Digest\"")).expect("the first round began");
    assert!(matches!(read(&records[digest]), Record::Digest { turn: 1, version: Ford::STATE, .. }));

    let old = |record: &String| changed(&changed(record, "Started", "rules", None), "Digest", "version", None);
    let mut old: Vec<String> = records.iter().map(old).collect();
    assert!(matches!(read(&old[0]), Record::Started { rules: 1, .. }));
    assert!(matches!(read(&old[digest]), Record::Digest { version: 1, .. }));
    // what the first version made of the state says nothing today
    old[digest] = changed(&old[digest], "Digest", "hash", Some("00".into()));
    let again = rulebook.open(&old).unwrap();
    assert_eq!((again.view(Viewer::Observer), again.asks()), (session.view(Viewer::Observer), session.asks()));
    assert_eq!(again.strays(), []);
    assert_eq!(again.compared(), 0);
    let again = rulebook.open(&records).unwrap();
    assert_eq!((again.strays(), again.compared()), (&[][..], 1));
}

#[test]
fn a_replay_that_leads_elsewhere_than_the_game_did_is_told_and_the_game_goes_on() {
    let (rulebook, mut records, mut session) = open(&Kind::<Ford>::new());
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let digest = records.iter().position(|record| record.starts_with("{\"Digest\"")).expect("the first round began");
    records[digest] = changed(&records[digest], "Digest", "hash", Some("00".into()));
    let mut again = rulebook.open(&records).unwrap();
    let [stray] = again.strays() else { panic!("{:?}", again.strays()) };
    assert_eq!(stray.record, digest);
    assert!(stray.message.starts_with("game turn 1 began with state 00, its replay has "), "{stray}");
    assert!(!submit(&mut records, &mut again, SideId(1), &["bid 1"]).has_fault(), "it is no dead game");
}

/// Numbers of asks, of keys and of orders as they were recorded: each only grows.
fn numbers_only_grow(kind: &dyn GameKind, orders: usize) {
    let (rulebook, mut records, mut session) = open(kind);
    let [mut choice] = Seeded::streams(23);
    let (mut most, mut open): (u32, Vec<AskId>) = (0, Vec::new());
    for _ in 0..orders {
        let asks = session.asks();
        let mut new: Vec<u32> = asks.iter().filter(|ask| !open.contains(&ask.id)).map(|ask| ask.id.0).collect();
        new.sort();
        for number in new {
            assert!(number >= most, "ask {number} after {most}");
            most = number + 1;
        }
        // an ask that must wait for another one comes back under its number
        open.extend(asks.iter().map(|ask| ask.id));
        let Some(ask) = asks.first() else { break };
        let refused = submit(&mut records, &mut session, ask.side, &["no order at all"]);
        assert!(refused.has_fault() && session.asks() == asks, "what is refused takes no number");
        let examples = session.examples(ask.side, 3);
        let order = &examples[choice.next_below(examples.len())].text;
        submit(&mut records, &mut session, ask.side, &[order]);
    }
    assert!(most > 10);
    assert_eq!(rulebook.open(&records).unwrap().asks(), session.asks(), "a replay gives the same numbers");
    let mut keys = std::collections::BTreeMap::new();
    for record in &records {
        let record: Record<serde_json::Value, serde_json::Value> = serde_json::from_str(record).unwrap();
        if let Record::Drawn { chain, index, .. } = record {
            let last = keys.insert(format!("{chain:?}"), index);
            assert!(last.is_none_or(|last| index == last + 1), "key {index} after {last:?}");
        }
    }
}

/// A game of the Ford with scouts, at its first bids.
fn scouting() -> (Vec<String>, Box<dyn Session>) {
    let rulebook =
        Kind::<Ford>::new().load(&Kind::<Ford>::new().files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let options = [("scouts".to_owned(), "on".to_owned())].into();
    let setup = Setup { scenario: "crossing".to_owned(), options };
    let mut records = rulebook.start("game-1", &setup, &SECRETS).unwrap();
    let mut session = rulebook.open(&records).unwrap();
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts ask"]);
    assert!(!report.has_fault(), "{report:?}");
    assert!(!submit(&mut records, &mut session, SideId(1), &["mine 5"]).has_fault());
    (records, session)
}

#[test]
fn a_side_may_have_several_open_asks_and_answers_them_in_any_order() {
    for (first, second) in [("bid 1", "pass"), ("pass", "bid 1")] {
        let (mut records, mut session) = scouting();
        let asks = |session: &dyn Session| -> Vec<AskInfo> {
            session.asks().into_iter().filter(|ask| ask.side == SideId(0)).collect()
        };
        let before = asks(&*session);
        let [scout, bid] = &before[..] else { panic!("{before:?}") };
        assert!(scout.title.contains("scouts") && scout.claim == Claim::Right, "{scout:?}");
        assert!(bid.title.contains("bid") && bid.claim == Claim::Duty, "{bid:?}");
        let next: Vec<String> =
            session.legal(SideId(0), &Begun::default()).unwrap().next.into_iter().map(|step| step.text).collect();
        assert!(["pass", "bid"].iter().all(|word| next.contains(&(*word).to_owned())), "{next:?}");
        // a reply to either may answer both
        let named = if first == "pass" { bid.id } else { scout.id };
        let batch = |ask, line: &str| Batch { ask: Some(ask), lines: vec![Line::Text(line.to_owned())] };
        let (more, report) = session.submit(SideId(0), &batch(named, first), &SECRETS);
        assert!(!report.has_fault() && report.closed.is_none(), "{report:?}");
        more.iter().for_each(|record| session.apply(record).unwrap());
        records.extend(more);
        let answered = records.iter().filter_map(|record| match serde_json::from_str(record).unwrap() {
            Record::<serde_json::Value, serde_json::Value>::Ordered { ask, side: SideId(0), .. } => Some(ask),
            _ => None,
        });
        assert_eq!(answered.collect::<Vec<_>>(), [if first == "pass" { scout.id } else { bid.id }]);
        let left = if first == "pass" { bid } else { scout };
        assert_eq!(asks(&*session), std::slice::from_ref(left), "the other one keeps its number");
        let report = submit(&mut records, &mut session, SideId(0), &[second]);
        assert!(!report.has_fault(), "{report:?}");
        assert!(asks(&*session).is_empty());
    }
}

#[test]
fn a_batch_answers_several_asks_and_standing_orders_only_what_it_leaves_open() {
    let (mut records, mut session) = scouting();
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["standing scouts home", "bid 1", "move 2"]);
    assert!(!report.has_fault(), "the scouts stay at home by themselves: {report:?}");
    let lines: Vec<String> = session.position(Viewer::Observer).caption.lines().map(str::to_owned).collect();
    assert_eq!(lines, ["Round 2"]);
}

#[test]
fn what_an_order_would_lead_to_is_told_as_far_as_its_player_can_see() {
    let (mut records, mut session) = scouting();
    let report = submit(&mut records, &mut session, SideId(0), &["preview bid 1"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert_eq!(told[..2], ["Would be accepted.", "You bid 1."]);
    // the mine is in hex 5, and the raiders do not see it
    submit(&mut records, &mut session, SideId(0), &["pass", "bid 2"]);
    submit(&mut records, &mut session, SideId(1), &["bid 0"]);
    let report = submit(&mut records, &mut session, SideId(0), &["preview move 2"]);
    let Verdict::Answered(told) = &report.lines[0].verdict else { panic!("{report:?}") };
    assert!(told.contains(&"The column enters hex 2.".to_owned()), "{told:?}");
}

#[test]
fn an_ask_that_passes_is_answered_for_a_player_without_standing_orders() {
    fn passes<G: Game>(games: u64, limit: usize) -> (usize, usize) {
        let (mut passed, mut waited) = (0, 0);
        for seed in 0..games {
            random_game::<G>(seed, limit, |definitions, state, side, _| {
                let view = G::view(definitions, state, Viewer::Side(side));
                for ask in G::asks(state).iter().filter(|ask| ask.side == side) {
                    let answer = G::answer(Seen::new(definitions, &view), ask, &G::Policy::default());
                    if ask.unanswered == Unanswered::Waits {
                        waited += usize::from(answer.is_none());
                        continue;
                    }
                    let order = answer.unwrap_or_else(|| panic!("{ask:?} is not answered in {state:?}"));
                    assert_eq!(G::answered(state, side, &order).map(|ask| ask.id), Some(ask.id));
                    passed += 1;
                }
            });
        }
        (passed, waited)
    }
    let (passed, waited) = passes::<Ford>(40, 200);
    assert!(passed > 0 && waited > 0, "{passed} passed, {waited} waited");
    assert!(passes::<AutumnFog>(2, 60_000).1 > 0);
}

#[test]
fn an_outcome_that_was_stored_before_there_were_levels_has_none() {
    let stored = r#"{"winner":1,"reason":"the column was held"}"#;
    let outcome: Outcome = serde_json::from_str(stored).unwrap();
    assert_eq!((outcome.level.as_deref(), outcome.words()), (None, "the column was held".to_owned()));
    assert_eq!(serde_json::to_string(&outcome).unwrap(), stored);
    let levelled = Outcome { level: Some("narrow victory".to_owned()), ..outcome };
    assert_eq!(levelled.words(), "narrow victory: the column was held");
}

#[test]
fn numbers_of_asks_and_keys_only_grow() {
    numbers_only_grow(&Kind::<Ford>::new(), 60);
    numbers_only_grow(&Kind::<AutumnFog>::new(), 150);
}

#[test]
fn the_table_numbers_asks_as_their_state_does_while_it_only_goes_on() {
    // so games that were stored before keep the numbers that their mails name
    let definitions = Arc::new(definitions::<AutumnFog>());
    let setup = setup::<AutumnFog>(&definitions, 1);
    let records = engine::table::Table::<AutumnFog>::start(definitions.clone(), "", "game", &setup, &SECRETS).unwrap();
    let mut table = engine::table::Table::<AutumnFog>::open(definitions.clone(), &records).unwrap();
    for _ in 0..200 {
        assert_eq!(table.asks(), AutumnFog::asks(table.state()));
        let Some(ask) = table.asks().first().copied() else { break };
        let examples =
            AutumnFog::examples(Seen::<AutumnFog>::new(&definitions, &table.view(Viewer::Side(ask.side))), 2);
        let text = AutumnFog::write(&definitions, examples.last().expect("an example"));
        let batch = Batch { ask: Some(ask.id), lines: vec![Line::Text(text)] };
        let (more, _) = table.submit(ask.side, &batch, &SECRETS);
        more.iter().for_each(|record| table.apply(record));
    }
}

#[test]
fn a_reply_to_an_old_ask_changes_nothing() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    let old = session.asks()[0].id;
    submit(&mut records, &mut session, SideId(1), &["mine 3"]);
    let batch = Batch { ask: Some(old), lines: vec![Line::Text("bid 1".to_owned())] };
    let (more, report) = session.submit(SideId(1), &batch, &SECRETS);
    assert!(more.is_empty() && report.closed.is_some());
    let batch = Batch { ask: Some(AskId(9999)), ..batch };
    assert!(session.submit(SideId(1), &batch, &SECRETS).0.is_empty());
}

#[test]
fn the_published_ends_of_the_chains_are_in_the_first_record_and_sealed_keys_in_none() {
    let (_, records, _) = open(&Kind::<Ford>::new());
    let first: Record<serde_json::Value, serde_json::Value> = serde_json::from_str(&records[0]).unwrap();
    let Record::Started { public, sealed, .. } = first else { panic!("{first:?}") };
    assert_eq!(public, hex(&SECRETS.public.key(0)));
    assert_eq!(sealed, hex(&SECRETS.sealed.key(0)));
    let records = records.iter().map(|record| serde_json::from_str(record).unwrap());
    let sealed = records.filter_map(|record: Record<serde_json::Value, serde_json::Value>| match record {
        Record::Drawn { chain: Chain::Sealed, key, .. } => Some(key),
        _ => None,
    });
    assert_eq!(sealed.collect::<Vec<_>>(), [""], "the cards are shuffled by a key that nobody is told");
}

#[test]
fn a_player_who_resigns_ends_the_game() {
    let (_, mut records, mut session) = open(&Kind::<Ford>::new());
    session.apply(&Aside::Resigned { side: SideId(0) }.record()).unwrap();
    assert_eq!(session.outcome().unwrap().winner, Some(SideId(1)));
    assert!(session.asks().is_empty());
    assert!(submit(&mut records, &mut session, SideId(1), &["mine 3"]).closed.is_some());
}
