//! What one transaction writes, put together beforehand.
//!
//! A statement to PostgreSQL is a way there and back, and an order writes into six tables. So what it writes is one statement
//! there, each part of it a branch of `WITH`. Hand-written, since no query builder has that. SQLite has no such thing and
//! needs none: it lives in this process.

use super::{kind_of, query};
use crate::outbox::now;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};
use std::fmt::Write;

/// Rows of [`Writes::append`] in one statement of SQLite, which takes 32,766 values.
const ROWS: usize = 4000;

/// Parts that are written together. They are carried out in their order or at once: none may rest on what another writes,
/// and no two may change the same row.
pub struct Writes {
    backend: DbBackend,
    parts: Vec<Part>,
}

struct Part {
    sql: String,
    values: Vec<Value>,
    /// Whether all of it is void if this touches no row.
    must: bool,
}

impl Writes {
    /// Nothing yet, for this kind of database.
    pub fn new(backend: DbBackend) -> Writes {
        Writes { backend, parts: Vec::new() }
    }

    /// Adds an `INSERT`, `UPDATE` or `DELETE` whose values are `$1` and so on.
    pub fn add(&mut self, sql: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.parts.push(Part { sql: sql.into(), values: values.into_iter().collect(), must: false });
    }

    /// Adds one without which the others are void: it must touch a row.
    pub fn must(&mut self, sql: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.parts.push(Part { sql: sql.into(), values: values.into_iter().collect(), must: true });
    }

    /// Adds records to a game, from a number on. The numbers are part of the primary key, so of two writers one fails; see
    /// [`lost_race`](super::lost_race).
    pub fn append(&mut self, game: i64, from: u64, records: &[String]) {
        if records.is_empty() {
            return;
        }
        let at = now();
        if self.backend == DbBackend::Postgres {
            // one text for however many there are: the statement is always the same, and is prepared once
            let rows: Vec<[&str; 2]> = records.iter().map(|body| [kind_of(body), body.as_str()]).collect();
            let rows = serde_json::to_string(&rows).expect("texts");
            let sql = "INSERT INTO events (game, seq, kind, body, at) \
                       SELECT $1, $2 + place - 1, record->>0, record->>1, $4 \
                       FROM json_array_elements($3::json) WITH ORDINALITY AS records (record, place)";
            return self.add(sql, [game.into(), (from as i64).into(), rows.into(), at.into()]);
        }
        for (chunk, rows) in records.chunks(ROWS).enumerate() {
            let mut sql = String::from("INSERT INTO events (game, seq, kind, body, at) VALUES ");
            let mut values: Vec<Value> = Vec::with_capacity(rows.len() * 5);
            for (place, body) in rows.iter().enumerate() {
                values_of_a_row(&mut sql, place, 5);
                let seq = from as i64 + (chunk * ROWS + place) as i64;
                values.extend([game.into(), seq.into(), kind_of(body).into(), body.as_str().into(), at.into()]);
            }
            self.add(sql, values);
        }
    }

    /// Writes all of it in a transaction. False if a part that must touch a row touched none: the transaction must be
    /// rolled back then.
    ///
    /// # Errors
    /// When the database does.
    pub async fn run(self, transaction: &impl ConnectionTrait) -> Result<bool, DbErr> {
        if self.parts.is_empty() {
            return Ok(true);
        }
        if self.backend == DbBackend::Postgres {
            let (sql, values) = self.into_one();
            let row = transaction.query_one_raw(query(transaction, &sql, values)).await?;
            return row.ok_or_else(|| DbErr::RecordNotFound("what was written".to_owned()))?.try_get_by_index(0);
        }
        for Part { sql, values, must } in self.parts {
            let touched = transaction.execute_raw(query(transaction, &sql, values)).await?.rows_affected();
            if must && touched == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The statement of PostgreSQL that does all of it, and says whether each part that must touch a row has.
    fn into_one(self) -> (String, Vec<Value>) {
        let (mut sql, mut values, mut touched) = (String::from("WITH "), Vec::new(), String::new());
        for (place, part) in self.parts.into_iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            let _ = write!(sql, "{comma}part{place} AS ({} RETURNING 1)", renumbered(&part.sql, values.len()));
            if part.must {
                let _ = write!(touched, " AND EXISTS (SELECT 1 FROM part{place})");
            }
            values.extend(part.values);
        }
        let _ = write!(sql, " SELECT true{touched}");
        (sql, values)
    }
}

/// Adds a row of so many values to a statement's `VALUES`: `($1,$2),($3,$4)`.
pub fn values_of_a_row(sql: &mut String, place: usize, count: usize) {
    if place > 0 {
        sql.push(',');
    }
    for nth in 1..=count {
        let _ = write!(sql, "{}${}", if nth == 1 { '(' } else { ',' }, place * count + nth);
    }
    sql.push(')');
}

/// A statement whose values begin after so many others.
fn renumbered(sql: &str, before: usize) -> String {
    let mut pieces = sql.split('$');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(piece.len());
        let (number, rest) = piece.split_at(end);
        match number.parse::<usize>() {
            Ok(number) => {
                let _ = write!(text, "${}{rest}", number + before);
            }
            Err(_) => {
                let _ = write!(text, "${piece}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use crate::store::one;
    use test_database::Scratch;

    #[test]
    fn parts_become_one_statement_whose_values_follow_each_other() {
        let mut writes = Writes::new(DbBackend::Postgres);
        writes.add("DELETE FROM paces WHERE name = $1", ["a".into()]);
        writes.must("UPDATE seats SET mail = $2, reason = $2 WHERE game = $1", [1_i64.into(), "b".into()]);
        let (sql, values) = writes.into_one();
        assert_eq!(
            sql,
            "WITH part0 AS (DELETE FROM paces WHERE name = $1 RETURNING 1), part1 AS (UPDATE seats SET mail = $3, \
             reason = $3 WHERE game = $2 RETURNING 1) SELECT true AND EXISTS (SELECT 1 FROM part1)"
        );
        assert_eq!(values, ["a".into(), 1_i64.into(), "b".into()]);
    }

    #[tokio::test]
    async fn what_must_touch_a_row_and_touches_none_is_told_and_the_rest_is_written() {
        let scratch = Scratch::new().await;
        let store = Store::open(&scratch.url()).await.expect("opens");
        let backend = store.writer().get_database_backend();
        let pace = "INSERT INTO paces (name, filled) VALUES ($1, $2)";
        let mut writes = Writes::new(backend);
        writes.add(pace, ["a".into(), 1_i64.into()]);
        writes.must(pace, ["b".into(), 2_i64.into()]);
        let transaction = store.begin().await.expect("begins");
        assert_eq!(writes.run(&transaction).await, Ok(true));
        transaction.commit().await.expect("commits");
        let filled = "SELECT CAST(SUM(filled) AS BIGINT) FROM paces";
        assert_eq!(one::<i64>(store.readers(), filled, []).await, Ok(Some(3)));

        let mut writes = Writes::new(backend);
        writes.add(pace, ["c".into(), 4_i64.into()]);
        writes.must("UPDATE paces SET filled = 9 WHERE name = $1", ["nobody".into()]);
        let transaction = store.begin().await.expect("begins");
        assert_eq!(writes.run(&transaction).await, Ok(false));
        transaction.rollback().await.expect("rolls back");
        assert_eq!(one::<i64>(store.readers(), filled, []).await, Ok(Some(3)));
        assert_eq!(Writes::new(backend).run(store.writer()).await, Ok(true), "nothing is written at once");
    }
}
