//! The contract of a game: what every game gives, so that service, mail, pages and tests name none of them.
//!
//! A game is a pure state machine. Orders are sequences of atomic steps; [`Rules::check`] is the only judge of a
//! step and sees no more than the ordering side's [`Foundation::View`]; [`Rules::perform`] carries an accepted order out
//! as events; [`Rules::evolve`] writes an event's facts into the state and nothing else. Stored
//! events of earlier versions that said less come to it by way of [`Rules::upgrade`].
//!
//! [`Game`] is the sum of its rooms, small traits that a game implements each in the file of its room. What needs the
//! definitions and a view gets both as one [`Seen`].

mod advice;
mod ahead;
mod ask;
mod draft;
mod drawing;
mod facts;
mod foundation;
mod game;
mod imagined;
mod legal;
mod option_rule;
mod pointing;
mod refusal;
mod rules;
mod search;
mod seen;
mod shared;
mod side;
mod sight;
mod speech;
mod standing;
mod turn;

pub use advice::Advice;
pub use ahead::{Ahead, Concern, Incident, SentAhead};
pub use ask::{Ask, AskId, Claim, Outcome, Question, Unanswered};
pub use draft::{Draft, DraftEnd};
pub use drawing::Drawing;
pub use facts::{Chance, Cost, Facts, Odds, Thing};
pub use foundation::{Foundation, Setup};
pub use game::Game;
pub use imagined::Imagined;
pub use legal::{Progress, judge_candidates};
pub use option_rule::OptionRule;
pub use pointing::{Pointed, Pointing, candidates_on};
pub use refusal::{Grounds, Misread, Refusal, Unworded};
pub use rules::Rules;
pub use seen::Seen;
pub use shared::{Forgetful, Shared};
pub use side::{SideId, Viewer};
pub use sight::Sight;
pub use speech::Speech;
pub use standing::{StandingOrders, StandingRule};
pub use turn::{Done, Foreseen, Turn, Write, begin, carry_out, carry_out_by, choose_and_carry_out, decide};
