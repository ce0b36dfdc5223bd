//! Orders as text and as JSON, and the examples that a player is given.

use super::replay::Seat;
use crate::{RandomGames, Seeded};
use engine::contract::Game;
use engine::table::{LineReport, Verdict};

/// What is written of an order is read back as the order, and so is its JSON.
pub fn orders_round_trip<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        games.play(number, |moment, order| {
            let text = G::write(moment.definitions, order);
            assert_eq!(G::parse(moment.seen(), &text), Ok(vec![order.to_vec()]), "{}: {text}", moment.place());
            let json = serde_json::to_string(order).expect("a step has string keys only");
            let read: Vec<G::Step> =
                serde_json::from_str(&json).unwrap_or_else(|error| panic!("{}: {json}: {error}", moment.place()));
            assert_eq!(read, order, "{}: {json}", moment.place());
            for step in order {
                assert_eq!(G::recognise(moment.definitions, step), Ok(()), "{}: {step:?}", moment.place());
            }
        });
    });
}

/// Everybody who must decide is asked in words and has examples, three whenever there are three orders; they are legal
/// and differ, and the order that he is advised is legal, too.
pub fn examples_are_legal_and_different<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        let [_, _, _, mut others] = Seeded::streams(number);
        games.play(number, |moment, _| {
            if !games.looks_closely(moment) {
                return;
            }
            for ask in G::asks(moment.state).iter().filter(|ask| ask.side == moment.side) {
                let question = G::question(moment.seen(), ask);
                assert!(!question.title.is_empty(), "{}: {ask:?} has no words", moment.place());
            }
            let examples = G::examples(moment.seen(), 3);
            assert!((1..=3).contains(&examples.len()), "{}: {} examples", moment.place(), examples.len());
            // a few random orders may not tell more than the examples do
            for _ in 0..if examples.len() < 3 { 8 } else { 0 } {
                let order = moment.seen().random_order(&mut |steps| others.next_below(steps)).expect("an order");
                assert!(examples.contains(&order), "{}: {order:?} is not among {examples:?}", moment.place());
            }
            for (place, example) in examples.iter().enumerate() {
                moment.seen().accept(example).unwrap_or_else(|refusal| panic!("{}: {refusal}", moment.place()));
                assert!(!examples[..place].contains(example), "{}: {examples:?}", moment.place());
            }
            let advised = G::advise(moment.seen()).unwrap_or_else(|| panic!("{}: no advice", moment.place()));
            moment.seen().accept(&advised).unwrap_or_else(|refusal| panic!("{}: {refusal}", moment.place()));
        });
    });
}

/// Every example that the page of help has of a question is one of this game: it is understood, and answered.
pub fn questions_are_answered<G: Game>(games: &RandomGames<G>) {
    let mut seat = Seat::at::<G>(games.setup(0));
    let side = seat.session.asks().first().expect("somebody decides first").side;
    let help = seat.session.help();
    let (_, questions) = help.split_once("These lines are no orders.").expect("help tells of questions");
    let examples: Vec<&str> =
        questions.lines().filter_map(|line| line.trim_start().strip_prefix("Example: ")).collect();
    assert!(examples.len() > 8, "{examples:?}");
    for example in examples {
        let report = seat.submit(side, example);
        match &report.lines[..] {
            [LineReport { verdict: Verdict::Answered(told) | Verdict::Done(told), .. }] => {
                assert!(!told.is_empty(), "{example}");
            }
            // there may be nothing that could be undone or accepted
            [LineReport { verdict: Verdict::Refused { .. }, .. }] => {}
            other => panic!("{example}: {other:?}"),
        }
    }
}
