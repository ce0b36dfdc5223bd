use super::*;
use sea_orm::Database;
use test_database::Scratch;

/// Eight programs as good as: each has connections of its own.
async fn eight_open_together(scratch: &Scratch) {
    let opening: Vec<_> = (0..8)
        .map(|_| {
            let url = scratch.url();
            tokio::spawn(async move { Store::open(&url).await })
        })
        .collect();
    for opened in opening {
        opened.await.expect("no panic").expect("it opens");
    }
}

async fn an_older_database_is_opened_by_eight(scratch: Scratch) {
    let url = match sqlite_file(&scratch.url()) {
        Some(path) => format!("sqlite://{}?mode=rwc", path.display()),
        None => scratch.url(),
    };
    let old = Database::connect(url).await.expect("opens");
    migrations::up_to(&old, 1).await.expect("the first version");
    old.close().await.expect("closes");
    eight_open_together(&scratch).await;
    let store = Store::open(&scratch.url()).await.expect("opens");
    assert!(migrations::pending(store.writer()).await.expect("reads").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_programs_open_an_empty_or_an_older_database_together() {
    eight_open_together(&Scratch::sqlite()).await;
    an_older_database_is_opened_by_eight(Scratch::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_programs_open_an_empty_or_an_older_database_of_postgresql_together() {
    let Some(scratch) = Scratch::postgresql().await else { return };
    eight_open_together(&scratch).await;
    if let Some(older) = Scratch::postgresql().await {
        an_older_database_is_opened_by_eight(older).await;
    }
}

/// A server of PostgreSQL that is started anew cuts all connections: the next statement makes a new one.
#[tokio::test]
async fn connections_that_were_cut_are_made_anew_and_the_worker_does_not_take_its_number_for_its_own() {
    let Some(scratch) = Scratch::postgresql().await else { return };
    let store = Store::open(&scratch.url()).await.expect("opens");
    let holder = Holder::new(&store).await.expect("locked");
    scratch.cut_off().await;
    let told = holder.is_held().await.expect_err("it is told once");
    assert!(was_cut(&told), "{told}");
    // in the meantime another may have freed what it held
    assert_eq!(holder.is_held().await, Ok(false));
    // one that was used just now is not asked first whether it lives
    store.rest().await;
    assert_eq!(holder.free_the_dead().await, Ok(0));
}
