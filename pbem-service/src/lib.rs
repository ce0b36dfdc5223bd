//! Mail in, mail out, web pages and the store of events.
//!
//! - [`Service::submit`]: the one function behind every door;
//! - [`store`]: the database; [`live`]: games kept open; [`shelf`]: rulebooks; [`ledger`]: what dice are checked with;
//! - [`mail`] and [`outbox`]: letters, tokens, transports; [`render`]: the words of our mails; [`deliver`]: the worker;
//! - [`intake`]: mail that comes in; [`spool`]: where it waits when nobody listens;
//! - [`computer`]: seats that the computer plays;
//! - [`web`]: pages and JSON; [`host`]: all of it in one process.

pub mod computer;
pub mod deliver;
mod error;
pub mod host;
pub mod intake;
pub mod ledger;
pub mod live;
pub mod log;
pub mod mail;
pub mod outbox;
pub mod render;
mod service;
mod settings;
pub mod shelf;
pub mod spool;
pub mod store;
pub mod submit;
pub mod web;

pub use error::ServiceError;
pub use service::{NewGame, Service};
pub use settings::{Settings, VARIABLES};
pub use shelf::Shelf;
pub use store::{GameRow, SeatRow, Store};
