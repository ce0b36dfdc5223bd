//! The tables of the service, for SQLite and PostgreSQL alike.
//!
//! All times are integers, milliseconds since 1970-01-01 UTC. JSON is kept as text, byte for byte as
//! it was written, because transcripts are hashed over it.

use change::Version;
use sea_orm::{ConnectionTrait, DbErr, TransactionTrait};

mod aliases;
mod archive;
mod change;
mod clocks;
mod first;
mod people;
mod privacy;
mod reporters;
mod second;
mod third;
mod wishes;

/// All versions, oldest first.
const VERSIONS: [Version; 10] = [
    Version { name: "first", changes: first::changes },
    Version { name: "second", changes: second::changes },
    Version { name: "third", changes: third::changes },
    Version { name: "people", changes: people::changes },
    Version { name: "privacy", changes: privacy::changes },
    Version { name: "clocks", changes: clocks::changes },
    Version { name: "archive", changes: archive::changes },
    Version { name: "wishes", changes: wishes::changes },
    Version { name: "reporters", changes: reporters::changes },
    Version { name: "aliases", changes: aliases::changes },
];

/// Brings the tables up to date. It takes no lock of its own: whoever calls it lets one program in at a time.
///
/// # Errors
/// When the database has a version that this program does not know: a newer program made it. When a statement is refused: the
/// versions before it stay.
pub async fn up(db: &(impl ConnectionTrait + TransactionTrait)) -> Result<(), DbErr> {
    up_to(db, VERSIONS.len()).await
}

/// The same, to the version that was the newest when there were `versions` of them.
///
/// # Errors
/// As [`up`].
pub async fn up_to(db: &(impl ConnectionTrait + TransactionTrait), versions: usize) -> Result<(), DbErr> {
    let missing = pending(db).await?;
    for version in VERSIONS.iter().take(versions).filter(|version| missing.contains(&version.name)) {
        version.make(db).await?;
    }
    Ok(())
}

/// The versions that a database does not have yet, oldest first.
///
/// # Errors
/// When it has one that this program does not know, or cannot be read.
pub async fn pending(db: &impl ConnectionTrait) -> Result<Vec<&'static str>, DbErr> {
    let made = change::made(db).await?;
    if let Some(newer) = made.iter().find(|name| VERSIONS.iter().all(|version| version.name != **name)) {
        return Err(DbErr::Custom(format!(
            "the database was made by a newer program: it has the version “{newer}” of its tables"
        )));
    }
    Ok(VERSIONS.iter().map(|version| version.name).filter(|name| !made.iter().any(|made| made == name)).collect())
}

#[cfg(test)]
mod tests {
    use sea_orm::{Database, DatabaseConnection, DbBackend, Statement};

    use super::*;

    const TABLES: [&str; 17] = [
        "definitions",
        "games",
        "seats",
        "events",
        "submissions",
        "outbox",
        "letters",
        "secrets",
        "paces",
        "people",
        "invitations",
        "blocks",
        "clocks",
        "notes",
        "quiet_hours",
        "complaints",
        "aliases",
    ];

    async fn memory() -> DatabaseConnection {
        Database::connect("sqlite::memory:").await.expect("an in-memory database opens")
    }

    async fn tables(db: &DatabaseConnection) -> Vec<String> {
        let names = "SELECT name FROM sqlite_master WHERE type = 'table' \
                     AND name NOT LIKE 'sqlite_%' AND name <> 'seaql_migrations'";
        db.query_all_raw(Statement::from_string(DbBackend::Sqlite, names))
            .await
            .expect("the catalogue can be read")
            .iter()
            .map(|row| row.try_get("", "name").expect("a table has a name"))
            .collect()
    }

    #[tokio::test]
    async fn every_table_is_made_once() {
        let db = memory().await;
        up(&db).await.expect("up");
        let mut made = tables(&db).await;
        made.sort();
        let mut wanted = TABLES.to_vec();
        wanted.sort_unstable();
        assert_eq!(made, wanted);
        up(&db).await.expect("nothing is left to be done");
    }

    #[tokio::test]
    async fn a_database_of_a_newer_program_is_left_alone() {
        let db = memory().await;
        up_to(&db, 2).await.expect("two versions");
        let newer = format!("INSERT INTO {} (version, applied_at) VALUES ('hereafter', 0)", change::MADE);
        db.execute_unprepared(&newer).await.expect("a version is noted");
        let refused = up(&db).await.expect_err("what it has is not known here").to_string();
        assert!(refused.contains("newer program") && refused.contains("hereafter"), "{refused}");
        assert!(!tables(&db).await.contains(&"people".to_owned()));
    }

    #[tokio::test]
    async fn a_version_that_fails_leaves_nothing_behind() {
        let db = memory().await;
        up_to(&db, 7).await.expect("the first seven");
        db.execute_unprepared("CREATE TABLE complaints (id INTEGER)").await.expect("a table that is in the way");
        up(&db).await.expect_err("the table is there already");
        assert!(!tables(&db).await.contains(&"notes".to_owned()), "what came before it in its version is taken back");
        db.execute_unprepared("DROP TABLE complaints").await.expect("out of the way");
        up(&db).await.expect("it can be tried again");
        assert_eq!(tables(&db).await.len(), TABLES.len());
    }

    #[tokio::test]
    async fn two_writers_cannot_both_write_the_same_event() {
        let db = memory().await;
        up(&db).await.expect("up");
        for setup in [
            "INSERT INTO definitions (hash, packed) VALUES ('d', x'00')",
            "INSERT INTO games (id, game, scenario, definitions, created, options, status) \
             VALUES (1, 'g', 's', 'd', 0, '{}', 'running')",
            "INSERT INTO events (game, seq, kind, body, at) VALUES (1, 1, 'k', '{}', 0)",
        ] {
            db.execute_unprepared(setup).await.expect(setup);
        }
        let second = "INSERT INTO events (game, seq, kind, body, at) VALUES (1, 1, 'k', '{}', 0)";
        assert!(db.execute_unprepared(second).await.is_err());
    }

    #[tokio::test]
    async fn a_mail_is_queued_once_however_often_it_is_asked_for() {
        let db = memory().await;
        up(&db).await.expect("up");
        let row = "INSERT INTO outbox (viewer, kind, detail, message_id, date, next_due) \
                   VALUES ('german', 'turn', '{}', 'a@b', 0, 0)";
        db.execute_unprepared(row).await.expect("first");
        assert!(db.execute_unprepared(row).await.is_err());
    }

    #[tokio::test]
    async fn a_database_of_the_first_version_keeps_its_seats_and_gets_no_wishes() {
        let db = memory().await;
        up_to(&db, 1).await.expect("the first version");
        for setup in [
            "INSERT INTO definitions (hash, packed) VALUES ('d', x'00')",
            "INSERT INTO games (id, game, scenario, definitions, created, options, status) \
             VALUES (1, 'g', 's', 'd', 0, '{}', 'running')",
            "INSERT INTO seats (game, side, address, mail, bounces) VALUES (1, 'german', 'a@b', 'paused', 1)",
            "INSERT INTO outbox (viewer, kind, message_id, date, next_due, state) VALUES ('german', 'turn', 'a@b', 0, 0, 'failed')",
        ] {
            db.execute_unprepared(setup).await.expect(setup);
        }
        up(&db).await.expect("up");
        let seat = "SELECT mail, bounces, reason, receipts, news FROM seats \
                    WHERE address = 'a@b' AND new_address IS NULL AND new_code IS NULL";
        let seat = db.query_one_raw(Statement::from_string(DbBackend::Sqlite, seat)).await.expect("reads");
        let seat = seat.expect("the seat is there");
        let text = |name: &str| seat.try_get::<String>("", name).expect("a text");
        let number = |name: &str| seat.try_get::<i64>("", name).expect("a number");
        assert_eq!((text("mail").as_str(), text("reason").as_str()), ("paused", ""));
        assert_eq!((number("bounces"), number("receipts"), number("news")), (1, 0, 0));
        let old = "SELECT COUNT(*) AS old FROM outbox WHERE state = 'failed'";
        let old = db.query_one_raw(Statement::from_string(DbBackend::Sqlite, old)).await.expect("reads");
        let old: i64 = old.expect("a row").try_get("", "old").expect("a number");
        assert_eq!(old, 0, "what failed long ago stops nobody's mail today");
    }
}
