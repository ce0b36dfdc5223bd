//! The whole service, through its doors only.

mod bad_input;
mod by_mail;
mod by_page;
mod computer;
mod failing;
mod fixtures;
mod hidden;
mod initial_assault;
mod killed;
mod moments;
mod once;
