use super::*;
use crate::mail::{Auto, Content, Folder, Memory, Party};
use sea_orm::DatabaseConnection;
use test_database::Scratch;

/// A database of its own, and the store that opens it.
async fn database() -> (Scratch, Store) {
    let scratch = Scratch::new().await;
    let store = Store::open(&scratch.url()).await.expect("opens");
    (scratch, store)
}

fn queued(number: i64) -> Queued {
    Queued {
        game: Some(12),
        seq: Some(number),
        viewer: "german".to_owned(),
        kind: "turn".to_owned(),
        detail: "{}".to_owned(),
        message_id: format!("m{number}@fieldpost.example"),
        date: 1_000 * number,
        due: 0,
    }
}

async fn render(row: OutboxRow) -> Result<Outgoing, RenderError> {
    if row.kind == "broken" {
        return Err("no such position".into());
    }
    let party = |name: &str| Party { name: name.to_owned(), address: format!("{name}@fieldpost.example") };
    Ok(Outgoing {
        from: party("play"),
        to: party(&row.viewer),
        reply_to: None,
        return_path: "bounce@fieldpost.example".to_owned(),
        subject: format!("event {:?}", row.seq),
        message_id: "chosen-by-the-renderer@x".to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        date: 0,
        content: Content::default(),
        auto: Auto::Generated,
        list_id: None,
        unsubscribe: None,
    })
}

async fn column(db: &DatabaseConnection, name: &str, id: i64) -> Option<i64> {
    let sql = format!("SELECT {name} FROM outbox WHERE id = $1");
    let row = db.query_one_raw(statement(db, &sql, [id.into()])).await;
    row.expect("reads").expect("the row is there").try_get("", name).expect("a number")
}

async fn state(db: &DatabaseConnection, id: i64) -> String {
    let sql = "SELECT * FROM outbox WHERE id = $1";
    let row = OutboxRow::find_by_statement(statement(db, sql, [id.into()])).one(db);
    row.await.expect("reads").expect("the row is there").state
}

fn ids(memory: &Memory) -> Vec<String> {
    let mails = memory.mails().into_iter();
    mails.map(|mail| mail.message_id).collect()
}

#[tokio::test]
async fn what_is_due_is_sent_once_and_in_order() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let memory = Memory::default();
    for number in 1..=40 {
        enqueue(db, queued(number)).await.expect("queues");
    }
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 40);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 0);
    let wanted: Vec<String> = (1..=40).map(|n| format!("m{n}@fieldpost.example")).collect();
    assert_eq!(ids(&memory), wanted);
    assert_eq!(state(db, 40).await, "sent");
    assert_eq!(column(db, "sent_at", 40).await, Some(MINUTE));
}

#[tokio::test]
async fn the_row_gives_the_mail_its_message_id_and_date() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let memory = Memory::default();
    enqueue(db, queued(7)).await.expect("queues");
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    outbox.drain(MINUTE).await.expect("drains");
    let text = String::from_utf8(memory.mails()[0].bytes.clone()).expect("ASCII");
    assert!(text.contains("Message-ID: <m7@fieldpost.example>\r\n"), "{text}");
    assert!(text.contains("Date: Thu, 01 Jan 1970 00:00:07 +0000\r\n"), "{text}");
}

#[tokio::test]
async fn a_mail_queued_twice_is_sent_once() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let memory = Memory::default();
    for _ in 0..2 {
        enqueue(db, queued(1)).await.expect("queues");
    }
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 1);
}

#[tokio::test]
async fn what_is_not_due_waits() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let later = Queued { due: 2 * MINUTE, ..queued(1) };
    enqueue(db, later).await.expect("queues");
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 0);
    assert_eq!(outbox.drain(2 * MINUTE).await.expect("drains").sent, 1);
}

#[tokio::test]
async fn a_mail_that_cannot_leave_is_tried_again_after_growing_pauses() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    enqueue(db, queued(1)).await.expect("queues");
    let in_the_way = Folder::new("/dev/null/no-folder".into());
    let mut outbox = Outbox::new(store.clone(), Transport::Folder(in_the_way), render);
    let mut time = 0;
    for minutes in [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360] {
        let drained = outbox.drain(time).await.expect("drains");
        assert_eq!((drained.sent, drained.deferred), (0, 1));
        assert_eq!(outbox.drain(time).await.expect("drains"), Drained::default());
        time += minutes * MINUTE;
        assert_eq!(column(db, "next_due", 1).await, Some(time));
    }
    let memory = Memory::default();
    let mut mended = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(mended.drain(time).await.expect("drains").sent, 1);
}

#[tokio::test]
async fn a_row_that_cannot_be_rendered_holds_up_no_other() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let broken = Queued { kind: "broken".to_owned(), ..queued(1) };
    enqueue(db, broken).await.expect("queues");
    enqueue(db, queued(2)).await.expect("queues");
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    let drained = outbox.drain(0).await.expect("drains");
    assert_eq!((drained.sent, drained.deferred), (1, 1));
    assert_eq!(state(db, 1).await, "queued");
}

#[tokio::test]
async fn a_dead_workers_mail_is_sent_in_the_next_round_and_a_living_ones_is_not() {
    let (_scratch, store) = database().await;
    enqueue(store.writer(), queued(1)).await.expect("queues");
    let memory = Memory::default();
    let mut dying = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    assert_eq!(dying.take(0).await.expect("takes").len(), 1);
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 0, "it is at work still");
    // as if its process had ended: its number is nobody's now
    drop(dying);
    while outbox.drain(MINUTE).await.expect("drains").sent == 0 {
        // PostgreSQL hears of a closed connection a moment later
        tokio::task::yield_now().await;
    }
    assert_eq!(ids(&memory), ["m1@fieldpost.example"]);
}

#[tokio::test]
async fn who_has_lost_a_row_writes_nothing_into_it() {
    let (_scratch, store) = database().await;
    enqueue(store.writer(), queued(1)).await.expect("queues");
    let mut late = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    let row = late.take(0).await.expect("takes").remove(0);
    let other = "UPDATE outbox SET leased_by = 4711 WHERE id = 1";
    store.writer().execute_unprepared(other).await.expect("another takes it");
    late.deliver(row, 0, &mut Drained::default()).await.expect("it is told");
    assert_eq!(state(store.writer(), 1).await, "queued");
    assert_eq!(column(store.writer(), "leased_by", 1).await, Some(4711));
}

#[tokio::test]
async fn who_is_told_to_stop_ends_the_mail_in_hand_and_frees_the_rest() {
    let (_scratch, store) = database().await;
    for number in 1..=5 {
        enqueue(store.writer(), queued(number)).await.expect("queues");
    }
    let (stop, stopped) = watch::channel(false);
    let memory = Memory::default();
    let stopping = |row: OutboxRow| {
        // told in the middle of the second mail
        stop.send_replace(row.id == 2);
        render(row)
    };
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), stopping);
    assert_eq!(outbox.drain_until(MINUTE, &stopped).await.expect("drains").sent, 2);
    for id in 3..=5 {
        let held = (column(store.writer(), "leased_by", id).await, column(store.writer(), "attempts", id).await);
        assert_eq!(held, (Some(0), Some(0)), "mail {id} is free, and was not tried");
    }
    let mut other = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(other.drain(MINUTE).await.expect("drains").sent, 3, "another need not wait");
    assert_eq!(memory.mails().len(), 5);
}

#[tokio::test]
async fn a_bounce_marks_the_mail_that_came_back() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    enqueue(db, queued(1)).await.expect("queues");
    assert_eq!(bounced(db, 1).await, Ok(false), "it was not sent yet");
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    outbox.drain(0).await.expect("drains");
    assert_eq!(bounced(db, 1).await, Ok(true));
    assert_eq!(state(db, 1).await, "bounced");
    assert_eq!(bounced(db, 1).await, Ok(false), "a mail comes back once");
}

/// A game with a German seat whose mail is in this state.
async fn seat(db: &DatabaseConnection, mail: &str) {
    for sql in [
        "INSERT INTO definitions (hash, packed) VALUES ('d', '') ON CONFLICT DO NOTHING".to_owned(),
        "INSERT INTO games (id, game, scenario, definitions, created, options, status) \
         VALUES (12, 'g', 's', 'd', 0, '{}', 'running') ON CONFLICT DO NOTHING"
            .to_owned(),
        format!(
            "INSERT INTO seats (game, side, address, mail) VALUES (12, 'german', 'a@b', '{mail}') \
             ON CONFLICT (game, side) DO UPDATE SET mail = '{mail}'"
        ),
    ] {
        db.execute_unprepared(&sql).await.expect("written");
    }
}

#[tokio::test]
async fn mail_to_a_seat_whose_mail_is_held_waits_but_what_tells_so_leaves() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    let memory = Memory::default();
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    enqueue(db, queued(1)).await.expect("queues");
    enqueue(db, Queued { kind: "held".to_owned(), ..queued(2) }).await.expect("queues");
    for mail in ["held", "bad", "paused"] {
        seat(db, mail).await;
        outbox.drain(MINUTE).await.expect("drains");
        assert_eq!(ids(&memory), ["m2@fieldpost.example"], "{mail}");
    }
    seat(db, "good").await;
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 1);
}

#[tokio::test]
async fn what_can_never_be_delivered_is_not_tried_again() {
    let (_scratch, store) = database().await;
    let db = store.writer();
    enqueue(db, Queued { viewer: "a@b@c".to_owned(), ..queued(1) }).await.expect("queues");
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(Memory::default()), render);
    assert_eq!(outbox.drain(0).await.expect("drains").failed, 1);
    let refused = refused(db).await.expect("reads");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].last_error.as_deref().is_some_and(|error| error.contains("a@b@c")), "{refused:?}");
}

/// Two workers with connections of their own; each mail leaves once.
async fn two_workers_share_the_mails(scratch: Scratch) {
    let first = Store::open(&scratch.url()).await.expect("opens");
    let second = Store::open(&scratch.url()).await.expect("opens");
    for number in 1..=100 {
        enqueue(first.writer(), queued(number)).await.expect("queues");
    }
    let memory = Memory::default();
    let mut one = Outbox::new(first, Transport::Memory(memory.clone()), render);
    let mut two = Outbox::new(second, Transport::Memory(memory.clone()), render);
    let (one, two) = tokio::join!(one.drain(MINUTE), two.drain(MINUTE));
    let sent = one.expect("drains").sent + two.expect("drains").sent;
    let mut ids = ids(&memory);
    ids.sort();
    ids.dedup();
    assert_eq!((sent, ids.len(), memory.mails().len()), (100, 100, 100));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_never_send_the_same_mail() {
    two_workers_share_the_mails(Scratch::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_never_send_the_same_mail_on_postgresql() {
    if let Some(scratch) = Scratch::postgresql().await {
        two_workers_share_the_mails(scratch).await;
    }
}

#[test]
fn a_reason_that_a_foreign_server_worded_is_kept_as_one_line_of_signs_that_are_seen() {
    assert_eq!(kept("550 \u{1b}]0;owned\u{7}no\r\n such\0 user\u{9b}31m"), "550 ]0;ownedno such user31m");
    assert_eq!(kept(&"x".repeat(10_000)).len(), LONGEST_REASON);
}

#[tokio::test]
async fn a_row_that_another_has_taken_in_the_meantime_is_not_sent() {
    let (_scratch, store) = database().await;
    for number in 1..=3 {
        enqueue(store.writer(), queued(number)).await.expect("queues");
    }
    let memory = Memory::default();
    let other = store.clone();
    let losing = async |row: OutboxRow| {
        // as the first is being sent, another takes the second
        let sql = "UPDATE outbox SET leased_by = 4711 WHERE id = 2 AND leased_by <> 0";
        other.writer().execute_unprepared(sql).await.expect("another takes it");
        render(row).await
    };
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), losing);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 2);
    assert_eq!(ids(&memory), ["m1@fieldpost.example", "m3@fieldpost.example"]);
}

#[tokio::test]
async fn a_mail_that_left_when_the_database_failed_is_not_sent_again() {
    let (_scratch, store) = database().await;
    enqueue(store.writer(), queued(1)).await.expect("queues");
    let memory = Memory::default();
    let other = store.clone();
    let away = async |row: OutboxRow| {
        other.writer().execute_unprepared("ALTER TABLE outbox RENAME COLUMN sent_at TO gone").await.expect("renamed");
        render(row).await
    };
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), away);
    outbox.drain(MINUTE).await.expect_err("it cannot be written");
    assert_eq!(ids(&memory).len(), 1);
    store.writer().execute_unprepared("ALTER TABLE outbox RENAME COLUMN gone TO sent_at").await.expect("renamed");
    assert_eq!(outbox.drain(2 * MINUTE).await.expect("drains").sent, 0);
    assert_eq!((ids(&memory).len(), column(store.writer(), "sent_at", 1).await), (1, Some(MINUTE)));
}

#[tokio::test]
async fn a_worker_whose_lock_cannot_be_asked_for_is_not_taken_for_dead() {
    let scratch = Scratch::sqlite();
    let store = Store::open(&scratch.url()).await.expect("opens");
    enqueue(store.writer(), queued(1)).await.expect("queues");
    store.writer().execute_unprepared("UPDATE outbox SET leased_by = 4711").await.expect("another has it");
    // nobody can open a folder to write in it
    let mut lock = store.file().expect("a file").as_os_str().to_owned();
    lock.push("-worker-4711");
    std::fs::create_dir(&lock).expect("made");
    let memory = Memory::default();
    let mut outbox = Outbox::new(store.clone(), Transport::Memory(memory.clone()), render);
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 0);
    std::fs::remove_dir(&lock).expect("removed");
    assert_eq!(outbox.drain(MINUTE).await.expect("drains").sent, 1);
}
