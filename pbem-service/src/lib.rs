//! Mail in, mail out, web pages and the store of events.

pub mod mail;
pub mod outbox;
