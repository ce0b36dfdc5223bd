//! Leases that end with whoever holds them: a row of the outbox names its worker instead of an hour.

use crate::change::{Change, Table, add, integer};

pub(crate) fn changes() -> Vec<Change> {
    // 0 is nobody; what a worker of an earlier version held may have been sent, and `attempts` says so
    vec![
        add("outbox", integer("leased_by").default(0).take()),
        Change::Alter(Table::alter().table("outbox").drop_column("leased_until").take()),
    ]
}
