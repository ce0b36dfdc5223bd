//! The table at which a game is played: orders in, records out.
//!
//! A [`Table`] is a game under way, rebuilt from its [`Record`]s. [`Table::submit`] is pure: it gives the records
//! that a batch of orders adds and the report for the player; nothing has happened until the caller has stored
//! them and put them back with [`Table::apply`].
//! A line that is no order is an [`Inquiry`](crate::speech::Inquiry).
//! [`Session`] is the same with text and JSON only, so that a service can hold any game. A fault of the program over a
//! batch becomes its [`Report`]; all else that a service does for somebody it does behind a barrier of its own,
//! [`guarded`] or [`guarded_work`], so that one order, mail or page stops nothing else.

mod barrier;
mod batch;
mod begun;
mod chronicle;
mod inquiry;
mod keys;
mod live;
mod numbers;
mod past;
mod preview;
mod proposal;
mod record;
mod registry;
mod report;
mod session;
mod sitting;
mod told;
mod unattended;
mod verify;
mod waiting;

pub use barrier::{Failure, guarded, guarded_work};
pub use batch::{Batch, Line, MOST_LINES, MOST_ORDERS};
pub use begun::{Begun, Drafted, Halt, HaltReason, Listed, NextStep, PointedAt, Worded};
pub(crate) use inquiry::{amended, standing_orders};
pub use keys::{FEW_KEYS, LAST_KEYS, Secrets};
pub use live::{Rejudged, Table};
pub use numbers::Counting;
pub use proposal::{Proposal, Proposed};
pub use record::{Chain, Record};
pub use registry::{Aside, GameKind, Kind, Rulebook, kind};
pub use report::{LineReport, Report, Verdict};
pub use session::{AskInfo, Example, Judged, Session};
pub use told::{Chapter, ChapterLine, LONGEST_STORY, Moment, Told};
pub use unattended::{StandingAnswer, Unattended};
pub use verify::{Fault, verify};
