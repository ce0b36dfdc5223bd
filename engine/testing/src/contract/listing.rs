//! What is listed is what is accepted.

use super::babble::Babble;
use crate::random_games::given;
use crate::{Moment, RandomGames, Seeded, on_all_cores};
use engine::contract::{Game, Progress, begin, choose_and_carry_out, decide};
use std::sync::atomic::{AtomicU64, Ordering};

/// Every order that the lists make is accepted, and each list is what its judge allows.
pub fn legals_are_legal<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        games.play(number, |moment, order| {
            if !games.looks_closely(moment) {
                return;
            }
            moment.seen().accept(order).unwrap_or_else(|refusal| panic!("{}: {refusal}", moment.place()));
            for done in 0..order.len() {
                let (listed, judged) = (moment.seen().legal(&order[..done]), moment.seen().judged(&order[..done]));
                assert_eq!(listed, judged, "{}: after {:?}", moment.place(), &order[..done]);
            }
        });
    });
}

/// An order that is carried out as it comes from the lists does what it does when it is judged before.
pub fn listed_orders_need_not_be_judged_again<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        let definitions = &games.definitions;
        let ([mut dice, mut choice], [mut judged_dice]) = (Seeded::streams(number), Seeded::streams(number));
        let start = G::initial(definitions, games.setup(number)).expect("a set-up of the list");
        let mut state = begin::<G>(definitions, &start, &mut dice).1;
        begin::<G>(definitions, &start, &mut judged_dice);
        while let Some(ask) = G::asks(&state).first().copied() {
            let before = state.clone();
            let choose = &mut |steps| choice.next_below(steps);
            let (order, events) = choose_and_carry_out::<G>(definitions, &mut state, ask.side, choose, &mut dice)
                .expect("someone can always act");
            let judged = decide::<G>(definitions, &before, ask.side, &order, &mut judged_dice).expect("a legal order");
            assert_eq!((events, &state), (judged.0, &judged.1), "game {number}: {order:?}");
        }
    });
}

/// Orders that nobody asked for which are tried in a soak.
const SOAK: u64 = 1_000_000;
/// Orders that are tried at each moment.
const AT_A_MOMENT: u64 = 40;

/// Of orders that nobody asked for, every step that is allowed was listed; whatever is accepted can be carried out, and
/// whatever is refused is refused by a case of the rules. `wanted` orders are tried, in a soak a million.
pub fn nothing_else_is_accepted<G: Game>(games: &RandomGames<G>, wanted: u64) {
    let wanted = given("FIELDPOST_SOAK").map_or(wanted, |_| SOAK);
    let tried = AtomicU64::new(0);
    let accepted = on_all_cores(given("FIELDPOST_SEED").unwrap_or(0), |number| {
        if tried.load(Ordering::Relaxed) >= wanted {
            return None;
        }
        let mut babble = Babble::<G>::new(number);
        let mut accepted = 0u64;
        games.play(number, |moment, order| {
            babble.hear(moment.seen(), order);
            if !games.looks_closely(moment) || tried.load(Ordering::Relaxed) >= wanted {
                return;
            }
            for _ in 0..AT_A_MOMENT {
                let other = babble.order(moment.definitions, order);
                accepted += u64::from(is_listed_if_accepted(moment, &other, &mut babble));
            }
            tried.fetch_add(AT_A_MOMENT, Ordering::Relaxed);
        });
        Some(accepted)
    });
    let (tried, games, accepted) = (tried.into_inner(), accepted.len(), accepted.iter().sum::<u64>());
    assert!(tried >= wanted && accepted < tried);
    assert!(accepted > 0, "some changes make another legal order");
    println!("{tried} random orders in {games} games of {}, {accepted} of them legal", G::ID);
}

/// Whether a made-up order is accepted.
fn is_listed_if_accepted<G: Game>(moment: &Moment<'_, G>, order: &[G::Step], babble: &mut Babble<G>) -> bool {
    for (done, step) in order.iter().enumerate() {
        let listed = moment.seen().legal(&order[..done]);
        match moment.seen().check(&order[..done], step) {
            Ok(progress) => {
                let is_listed = listed.contains(&(step.clone(), progress));
                assert!(is_listed, "{}: {step:?} of {order:?} is allowed, not listed", moment.place());
                if progress == Progress::Complete {
                    break;
                }
            }
            Err(refusal) => {
                let is_listed = listed.iter().any(|(other, _)| other == step);
                assert!(!is_listed, "{}: {step:?} of {order:?} is listed, not allowed: {refusal}", moment.place());
                break;
            }
        }
    }
    if let Err(refusal) = moment.seen().accept(order) {
        let known = G::published(moment.definitions).rules.get(&refusal.case).is_some() || refusal.case == "order";
        assert!(known && !refusal.message.is_empty(), "{}: {order:?}: {refusal:?}", moment.place());
        return false;
    }
    let dice = babble.dice();
    let (_, after) = decide::<G>(moment.definitions, moment.state, moment.side, order, dice).expect("accepted");
    let goes_on = G::outcome(&after).is_some() || !G::asks(&after).is_empty();
    assert!(goes_on, "{}: nobody can act after {order:?}", moment.place());
    true
}
