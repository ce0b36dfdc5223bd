//! The contract at a table, told by the Ford. What every game must keep besides is held by the harness (`testing::contract`),
//! which the tests of each game call.

mod batches;
mod play;
mod records;
mod seat;
