//! Whose a report to the host is: its player's, and not that of whoever has his seat later.

use crate::change::{Change, add, text};

/// A seat whose link was never replaced has the player that it had when he reported something: with another address it would
/// have got another link. Of other reports nobody knows any more whose they are; they are the host's alone.
const KNOWN: &str = "UPDATE complaints SET address = COALESCE((SELECT LOWER(seats.address) FROM seats \
                     WHERE seats.game = complaints.game AND seats.side = complaints.side AND seats.link = 0), '')";

pub(crate) fn changes() -> Vec<Change> {
    // in lower case; empty where it is not known
    vec![add("complaints", text("address").default("").take()), Change::Rows(KNOWN)]
}
