//! Somebody can always act, and every game ends.

use crate::RandomGames;
use engine::contract::{Game, Seen, Unanswered, Viewer};

/// Every random game ends, within as many orders as its games may have. Gives orders and the most of one game.
pub fn every_random_game_ends<G: Game>(games: &RandomGames<G>) -> (u64, u64) {
    let played = games.each(|number| games.play(number, |_, _| {}).orders);
    let (orders, most) = (played.iter().sum(), played.iter().copied().max().unwrap_or(0));
    println!("{orders} orders, at most {most} in a game");
    (orders, most)
}

/// Every open ask can be answered, by the side that is asked alone.
pub fn someone_can_always_act<G: Game>(games: &RandomGames<G>) {
    games.each(|number| {
        games.play(number, |moment, _| {
            let asks = G::asks(moment.state);
            for side in engine::contract::SideId::BOTH {
                let view = moment.view_of(Viewer::Side(side));
                let seen = Seen::<G>::new(moment.definitions, &view);
                if asks.iter().any(|ask| ask.side == side) {
                    let first = seen.random_order(&mut |_| 0);
                    let order = first.unwrap_or_else(|| panic!("{}: {asks:?} cannot be answered", moment.place()));
                    let answered = G::answered(moment.state, side, &order);
                    assert!(answered.is_some_and(|ask| asks.contains(&ask)), "{}: {order:?}", moment.place());
                } else {
                    assert_eq!(seen.legal(&[]), [], "{}: {side:?} acts unasked", moment.place());
                }
            }
            let own = |ask: &&engine::contract::Ask| ask.side == moment.side;
            for ask in asks.iter().filter(own).filter(|ask| ask.unanswered == Unanswered::Passes) {
                let answer = G::answer(moment.seen(), ask, &G::Policy::default());
                let order = answer.unwrap_or_else(|| panic!("{}: {ask:?} passes and is not answered", moment.place()));
                let answered = G::answered(moment.state, moment.side, &order);
                assert_eq!(answered.map(|ask| ask.id), Some(ask.id), "{}: {order:?}", moment.place());
            }
        });
    });
}
