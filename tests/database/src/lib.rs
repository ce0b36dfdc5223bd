//! A database of its own for a test, removed when it is dropped.
//!
//! The same tests run on both: where `FIELDPOST_TEST_POSTGRES` names a server whose databases may be made and dropped
//! (`. .ci/postgresql` starts one), [`Scratch::new`] makes one there, else a file of SQLite.

use sea_orm::{ConnectionTrait, Database};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use url::Url;

/// The variable that names the server.
pub const SERVER: &str = "FIELDPOST_TEST_POSTGRES";

static SERIAL: AtomicU64 = AtomicU64::new(0);

/// A database of its own.
pub struct Scratch(Place);

enum Place {
    File(PathBuf),
    Server { server: Url, name: String },
}

impl Scratch {
    /// On PostgreSQL if a server is named, else on SQLite.
    pub async fn new() -> Scratch {
        match server() {
            Some(server) => Scratch::on(server).await,
            None => Scratch::sqlite(),
        }
    }

    /// On SQLite.
    pub fn sqlite() -> Scratch {
        let folder = std::env::temp_dir().join(name());
        std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
        Scratch(Place::File(folder))
    }

    /// On PostgreSQL; none without a server, which is told to whoever runs the tests.
    pub async fn postgresql() -> Option<Scratch> {
        match server() {
            Some(server) => Some(Scratch::on(server).await),
            None => {
                let test = std::thread::current().name().unwrap_or("a test").to_owned();
                // past the harness, which keeps what a test prints that ends well
                let _ = writeln!(std::io::stderr(), "NOT TESTED: {test} needs {SERVER}; `. .ci/postgresql` sets it");
                None
            }
        }
    }

    async fn on(server: Url) -> Scratch {
        let name = name();
        execute(&server, &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
        Scratch(Place::Server { server, name })
    }

    /// Its URL, as the service's settings take it.
    pub fn url(&self) -> String {
        match &self.0 {
            Place::File(folder) => format!("sqlite:{}", folder.join("test.sqlite").display()),
            Place::Server { server, name } => {
                let mut url = server.clone();
                url.set_path(name);
                url.into()
            }
        }
    }

    /// Ends all connections to it, as a server that is started anew does; nothing on SQLite, which has none.
    pub async fn cut_off(&self) {
        if let Place::Server { server, name } = &self.0 {
            // it is waited for, up to so many milliseconds
            let sql = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ";
            execute(server, &format!("{sql}'{name}'")).await;
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        match &self.0 {
            Place::File(folder) => drop(std::fs::remove_dir_all(folder)),
            Place::Server { server, name } => {
                let (server, sql) = (server.clone(), format!("DROP DATABASE {name} WITH (FORCE)"));
                // a test's runtime cannot be waited for from within
                let dropped = std::thread::spawn(move || {
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                    runtime.expect("a runtime").block_on(execute(&server, &sql));
                });
                let _ = dropped.join();
            }
        }
    }
}

fn server() -> Option<Url> {
    let url = std::env::var(SERVER).ok()?;
    Some(Url::parse(&url).unwrap_or_else(|error| panic!("{SERVER} is {url:?}: {error}")))
}

fn name() -> String {
    format!("fieldpost_test_{}_{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed))
}

async fn execute(server: &Url, sql: &str) {
    let db = Database::connect(server.as_str()).await.unwrap_or_else(|error| panic!("{SERVER}: {error}"));
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    db.close().await.expect("it closes");
}
