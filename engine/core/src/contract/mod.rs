//! The contract of a game: what every game gives, so that service, mail, pages and tests name none of them.
//!
//! A game is a pure state machine. Orders are sequences of atomic steps; [`Game::check`] is the only judge of a
//! step and sees no more than the ordering side's [`Game::View`]; [`Game::perform`] carries an accepted order out
//! as events; [`Game::evolve`] writes an event's facts into the state and nothing else.

mod ahead;
mod ask;
mod draft;
mod facts;
mod game;
mod legal;
mod option_rule;
mod refusal;
mod shared;
mod side;
mod standing;
mod turn;
mod why_not;

pub use ahead::{Ahead, Concern, Incident};
pub use ask::{Ask, AskId, Outcome, Question};
pub use draft::{Draft, DraftEnd};
pub use facts::{Cost, Facts, Odds, Thing};
pub use game::{Game, Setup};
pub use legal::{Progress, accept, advise, judge_candidates, judged, legal, progress, random_order};
pub use option_rule::OptionRule;
pub use refusal::{Grounds, Misread, Refusal, Unworded};
pub use shared::{Forgetful, Shared};
pub use side::{SideId, Viewer};
pub use standing::StandingRule;
pub use turn::{Done, Foreseen, Turn, begin, carry_out, choose_and_carry_out, decide, foresee};
pub use why_not::{Pointed, candidates_on, recognise_thing, why_not};
