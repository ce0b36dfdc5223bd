//! The tables of the service, for SQLite and PostgreSQL alike.
//!
//! All times are integers, milliseconds since 1970-01-01 UTC. JSON is kept as text, byte for byte as
//! it was written, because transcripts are hashed over it.

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::prelude::*;

mod archive;
mod clocks;
mod first;
mod people;
mod privacy;
mod reporters;
mod second;
mod third;
mod wishes;

/// All migrations, oldest first. They take no lock of their own: whoever calls them lets one program in at a time.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(first::Migration),
            Box::new(second::Migration),
            Box::new(third::Migration),
            Box::new(people::Migration),
            Box::new(privacy::Migration),
            Box::new(clocks::Migration),
            Box::new(archive::Migration),
            Box::new(wishes::Migration),
            Box::new(reporters::Migration),
        ]
    }
}

#[cfg(test)]
mod tests {
    use sea_orm_migration::sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};

    use super::*;

    const TABLES: [&str; 16] = [
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
    async fn every_table_is_created_and_removed_again() {
        let db = memory().await;
        Migrator::up(&db, None).await.expect("up");
        let mut made = tables(&db).await;
        made.sort();
        let mut wanted = TABLES.to_vec();
        wanted.sort_unstable();
        assert_eq!(made, wanted);
        Migrator::down(&db, None).await.expect("down");
        assert!(tables(&db).await.is_empty());
        Migrator::up(&db, None).await.expect("up again");
        assert_eq!(tables(&db).await.len(), TABLES.len());
    }

    #[tokio::test]
    async fn two_writers_cannot_both_write_the_same_event() {
        let db = memory().await;
        Migrator::up(&db, None).await.expect("up");
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
        Migrator::up(&db, None).await.expect("up");
        let row = "INSERT INTO outbox (viewer, kind, detail, message_id, date, next_due) \
                   VALUES ('german', 'turn', '{}', 'a@b', 0, 0)";
        db.execute_unprepared(row).await.expect("first");
        assert!(db.execute_unprepared(row).await.is_err());
    }

    #[tokio::test]
    async fn a_database_of_the_first_version_keeps_its_seats_and_gets_no_wishes() {
        let db = memory().await;
        Migrator::up(&db, Some(1)).await.expect("the first version");
        for setup in [
            "INSERT INTO definitions (hash, packed) VALUES ('d', x'00')",
            "INSERT INTO games (id, game, scenario, definitions, created, options, status) \
             VALUES (1, 'g', 's', 'd', 0, '{}', 'running')",
            "INSERT INTO seats (game, side, address, mail, bounces) VALUES (1, 'german', 'a@b', 'paused', 1)",
            "INSERT INTO outbox (viewer, kind, message_id, date, next_due, state) VALUES ('german', 'turn', 'a@b', 0, 0, 'failed')",
        ] {
            db.execute_unprepared(setup).await.expect(setup);
        }
        Migrator::up(&db, None).await.expect("up");
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
