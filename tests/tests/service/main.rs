//! The whole service, through its doors only.

mod agreements;
mod ardennes_offensive;
mod as_people_write;
mod bad_input;
mod board;
mod by_mail;
mod by_page;
mod computer;
mod drawn;
mod enemy;
mod facts;
mod failing;
mod fixtures;
mod full;
mod hidden;
mod initial_assault;
mod instances;
mod killed;
mod limits;
mod moments;
mod once;
mod outdated;
mod poison;
mod restored;
mod unreachable;
mod week;
