//! Putting a question, and what a judge knows who answers one.

use crate::EnemyAction;
use crate::printed::{CardId, Definitions};
use crate::truth::event::Event;
use crate::truth::state::{Public, Topic};
use engine::contract::{Refusal, SideId, Turn};

/// What a side knows that orders something: all that is printed, all that lies open, and its hand.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// What is printed.
    pub definitions: &'a Definitions,
    /// What lies open.
    pub public: &'a Public,
    /// The side.
    pub side: SideId,
    /// Its cards.
    pub hand: &'a [CardId],
}

/// Puts a question, unless it is open already.
pub fn ask(turn: &mut Turn<'_, EnemyAction>, side: SideId, topic: Topic) {
    let open = turn.public.asked.is_some_and(|it| (it.side, it.topic) == (side, topic));
    if !open {
        turn.emit(Event::Asked { side, topic });
    }
}

/// So many things, one of them without the s: `1 card`, `2 cards`.
pub fn many(count: impl Into<usize>, thing: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// An order whose steps do not come as its verb wants them.
pub fn misplaced(expected: &str) -> Refusal {
    Refusal::new("order", format!("expected {expected}"))
}

/// That a card is in the hand of who plays it; the case is that of the play.
///
/// # Errors
/// It is not.
pub fn held(known: Known<'_>, card: CardId, case: &'static str) -> Result<(), Refusal> {
    if known.hand.contains(&card) {
        return Ok(());
    }
    let held: Vec<&str> = known.hand.iter().map(|card| known.definitions.card(*card).title.as_str()).collect();
    let title = &known.definitions.card(card).title;
    let hold = if held.is_empty() { "no card".to_owned() } else { held.join("; ") };
    Err(Refusal::new(case, format!("you do not hold {title}")).remedy(format!("You hold: {hold}.")))
}
