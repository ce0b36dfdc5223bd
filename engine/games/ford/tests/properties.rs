//! The Ford keeps the contract, as every game must.

use engine::contract::{Rules, SideId, Viewer};
use ford::{Card, Event, Ford, State, Step, Topic};
use testing::{Hidden, Moment, Raid, RandomGames, Seeded, keeps_the_contract};

/// The mine elsewhere, other cards in the other hand and in the deck, another bid: whatever a side does not see.
fn otherwise(moment: &Moment<'_, Ford>, side: SideId, choice: &mut Seeded) -> Option<State> {
    let views = SideId::BOTH.map(|side| moment.view_of(Viewer::Side(side)));
    let (own, other) = (&views[side.index()], &views[side.enemy().index()]);
    let mut changed = moment.state.clone();
    if own.mine.is_none() && other.mine.is_some() {
        Ford::evolve(&mut changed, &Event::Mined { hex: 1 + choice.next_below(5) as u8 });
    }
    if other.bid.is_some() {
        Ford::evolve(&mut changed, &Event::Bid { side: side.enemy(), bid: choice.next_below(3) as u8 });
    }
    let mut deal =
        |cards: usize| -> Vec<Card> { (0..cards).map(|_| [Card::Ambush, Card::Cover][choice.next_below(2)]).collect() };
    let mut hands = [deal(own.cards[0]), deal(own.cards[1])];
    hands[side.index()].clone_from(&own.hand);
    let deck = deal(own.deck);
    Ford::evolve(&mut changed, &Event::Dealt { deck, hands });
    Some(changed)
}

/// Hiding the mine shows nothing, playing a card the card alone. A bid or a pass may turn up both bids.
fn is_quiet(_: &Moment<'_, Ford>, _: &State, order: &[Step]) -> bool {
    matches!(order, [Step::Verb(Topic::Mine), ..] | [Step::Play])
}

#[test]
fn the_ford_keeps_the_contract() {
    let games = RandomGames::<Ford>::new(100).within(200);
    let compared = keeps_the_contract(&games, &Hidden { otherwise, is_quiet });
    assert!(compared.positions > 500 && compared.pairs > 50, "{compared:?}");
    assert!(compared.own > 200 && compared.watched > 100, "{compared:?}");
}

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    let words = ["mine", "bid", "move", "play", "pass"];
    Raid::<Ford>::new().orders([2_000, 1_000_000], &words, &|_, _, _| Vec::new());
}
