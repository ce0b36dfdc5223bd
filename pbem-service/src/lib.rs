//! Mail in, mail out, web pages and the store of events.
//!
//! - [`Service::submit`]: the one function behind every door;
//! - [`store`]: the database; [`live`]: games kept open; [`shelf`]: rulebooks; [`ledger`]: what dice are checked with;
//! - [`backup`]: copies of the database, and what is done before one is served again;
//! - [`mail`] and [`outbox`]: letters, tokens, transports; [`render`]: the words of our mails; [`deliver`]: the worker;
//! - [`queue`]: which mail is sent and when, written at the [`desk`]; [`pace`] and [`clock`]: how fast; [`seats`]: whose mail is held, and where it
//!   goes; [`links`]: who has a seat on the page; [`talk`]: what players say;
//! - [`intake`]: mail that comes in; [`confirmation`]: where it waits for its player's word, and `aliases`: his
//!   second addresses; [`spool`]: where it waits when
//!   nobody listens; [`aside`]: where it lies when we stumbled over it; [`retention`]: how long it is kept;
//! - [`audience`]: who may look at a game; [`summary`]: how the start page tells of it;
//! - [`people`]: who somebody is apart from his seats; [`invitation`]: games that are offered and not begun; [`note`]: mails
//!   to people;
//! - [`annals`]: a game told turn by turn;
//! - [`revision`]: rules that were put right while a game goes on;
//! - [`sent_back`]: a saved game of VASSAL that a player sends back;
//! - [`tempo`]: how much time players have; [`quiet`]: hours in which no mail goes to them;
//! - `beside`: lines that are no orders: [`notebook`], what a player notes for himself; [`complaint`], what he reports to the host;
//! - [`computer`]: seats that the computer plays;
//! - [`rooms`]: where work is done that takes time;
//! - [`runtime`]: what ends last in a process; [`settings`]: how a host is set up; [`log`] and [`metrics`]: what he is told;
//! - [`web`]: pages and JSON; [`host`]: all of it in one process.

pub mod administration;
mod aliases;
pub mod annals;
pub mod archive;
pub mod aside;
pub mod audience;
pub mod backup;
mod barrier;
mod beside;
pub mod clock;
pub mod complaint;
pub mod computer;
pub mod confirmation;
pub mod deliver;
pub mod desk;
mod error;
pub mod export;
mod filters;
pub mod host;
mod installation;
pub mod intake;
pub mod invitation;
pub mod ledger;
pub mod links;
pub mod live;
pub mod local_key;
pub mod log;
pub mod mail;
pub mod metrics;
pub mod note;
pub mod notebook;
pub mod outbox;
pub mod pace;
pub mod people;
pub mod proof;
pub mod queue;
pub mod quiet;
pub mod render;
pub mod retention;
pub mod revision;
pub mod rooms;
pub mod runtime;
pub mod seats;
pub mod sent_back;
mod service;
pub mod settings;
pub mod shelf;
pub mod spool;
pub mod store;
pub mod submit;
pub mod summary;
pub mod talk;
pub mod tempo;
pub mod web;

pub use error::ServiceError;
pub use service::{NewGame, Service};
pub use settings::Settings;
pub use shelf::Shelf;
pub use store::{GameRow, SeatRow, Store};
