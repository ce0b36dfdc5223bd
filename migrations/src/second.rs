//! Mail that cannot run wild: what a seat wishes and why its mail is held, and how fast mail may leave.

use crate::change::{Change, ColumnDef, Table, TableCreateStatement, add, integer, table, text};

/// `seats.reason` says why its mail is held; `seats.mail` may now be `held`, too (a program seemed to answer for its player).
/// `receipts` and `news` are wishes, 0 or 1: a mail for orders given on the page, and mails that ask nothing. `new_address`
/// waits until its reader confirms it by a link with `new_code`.
pub(crate) fn changes() -> Vec<Change> {
    vec![
        add("seats", text("reason").default("").take()),
        add("seats", integer("receipts").default(0).take()),
        add("seats", integer("news").default(0).take()),
        add("seats", ColumnDef::new("new_address").text().take()),
        add("seats", ColumnDef::new("new_code").text().take()),
        table(paces()),
        // `failed` now means refused at hand-over and not yet counted; what failed before today is history
        Change::Rows("UPDATE outbox SET state = 'bounced' WHERE state = 'failed'"),
    ]
}

/// How much of an allowance is used up, by its name: the moment, in milliseconds, at which all of it is there again.
fn paces() -> TableCreateStatement {
    Table::create()
        .table("paces")
        .col(ColumnDef::new("name").text().not_null().primary_key())
        .col(ColumnDef::new("filled").big_integer().not_null())
        .take()
}
