//! A running host: pages, intake and the worker in one process.

use crate::{NewGame, Service, ServiceError, Settings, log, metrics, render, web};
use actix_web::rt::spawn;
use definitions::Position;
use engine::table::GameKind;
use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// Serves games until the process is told to stop, by SIGTERM or SIGINT. Prints the address of the pages once it listens. As a demo it
/// starts a first game if there is none.
///
/// # Errors
/// When the address is taken, the database cannot be opened, or there is no way to send mail.
pub async fn serve(mut settings: Settings, games: &'static [&'static dyn GameKind]) -> Result<(), ServiceError> {
    let listener = TcpListener::bind(&settings.bind).map_err(|error| {
        ServiceError::Unreadable(format!("{}: {error}; FIELDPOST_BIND names another address", settings.bind))
    })?;
    settings.listens_on(listener.local_addr()?);
    let metrics = match settings.metrics {
        Some(at) => {
            let listener =
                TcpListener::bind(at).map_err(|error| ServiceError::Unreadable(format!("metrics: {at}: {error}")))?;
            tracing::info!(address = %listener.local_addr()?, "metrics are told");
            Some(listener)
        }
        None => None,
    };
    let service = Arc::new(Service::open(settings, games).await?);
    if service.settings.demo && service.store.games().await?.is_empty() {
        start_demo(&service).await?;
    }
    let (stop, stopped) = watch::channel(false);
    let mut worker = spawn(service.clone().work(stopped));
    // whoever started it may not read what it says
    let door = if service.settings.demo { format!("/here/{}", service.local_key) } else { String::new() };
    let _ = writeln!(std::io::stdout(), "fieldpost: {}{door}", service.settings.base_url);
    if !service.settings.demo && service.settings.smtp.is_none() {
        let _ = writeln!(
            std::io::stdout(),
            "fieldpost: no `smtp` is set, so mails are left as files in {}; nor is this a demo, for something is set besides \
             another port of this machine and the log",
            service.settings.data.join("mail").display()
        );
    }
    tracing::info!(bind = service.settings.bind, version = env!("CARGO_PKG_VERSION"), "serves");
    let boards = web::Boards::default();
    // what a page needs of a game comes before what a mail needs, which nobody waits for
    let (drawn, for_mail) = (boards.clone().draw(service.clone()), draw_boards(service.clone()));
    let first = service.clone();
    tokio::spawn(async move {
        // the first mails draw their boards themselves, and share the processors with nobody
        let _ = tokio::time::timeout(FIRST_MAILS, first.mail_left.notified()).await;
        drawn.await;
        for_mail.await;
    });
    let watched = metrics.map(|listener| metrics::serve(service.clone(), listener)).transpose()?.map(spawn);
    let server = web::serve(service.clone(), listener, boards)?;
    let pages = server.handle();
    let mut server = spawn(server);
    let mut asked = Asked::new()?;
    tokio::select! {
        served = &mut server => return Ok(served.map_err(std::io::Error::other)??),
        worked = &mut worker => return worked.map_err(std::io::Error::other)?,
        () = asked.again() => {}
    }
    // requests that are here are answered, and the mail in hand is sent to its end; what was taken beyond it is free
    service.stopping.store(true, Ordering::Relaxed);
    // who watches a game need not be waited for
    service.changes.send_modify(|count| *count += 1);
    tracing::info!("asked to stop");
    let _ = stop.send(true);
    tokio::select! {
        _ = async { tokio::join!(pages.stop(true), &mut server, &mut worker) } => {}
        () = tokio::time::sleep(LONGEST_STOP) => log::tell("a mail or a request is cut off: it took too long"),
        () = asked.again() => {}
    }
    if let Some(watched) = watched {
        watched.abort();
    }
    tracing::info!("stopped");
    Ok(())
}

/// How long the boards for pages wait for the mails that were due when the service began.
const FIRST_MAILS: Duration = Duration::from_secs(20);
/// How long a stop waits for what is under way.
const LONGEST_STOP: Duration = Duration::from_secs(30);

/// Signals by which a process is asked to stop. Who is asked twice leaves at once.
struct Asked([Signal; 3]);

impl Asked {
    fn new() -> std::io::Result<Asked> {
        let of = |kind| signal(kind);
        Ok(Asked([of(SignalKind::terminate())?, of(SignalKind::interrupt())?, of(SignalKind::quit())?]))
    }

    async fn again(&mut self) {
        let [terminate, interrupt, quit] = &mut self.0;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = quit.recv() => {}
        }
    }
}

/// Draws the board of each game once, for the first picture of a map takes seconds: no player has to wait for them.
async fn draw_boards(service: Arc<Service>) {
    for game in service.shelf.ids() {
        if let Ok((_, rulebook)) = service.shelf.newest(game) {
            // a board that cannot be drawn is told to whoever asks for its picture
            let _ = service.rooms.draw(move || render::png(&*rulebook, &Position::default())).await;
        }
    }
}

/// A game to try: the first one that there is, both seats on this machine.
async fn start_demo(service: &Service) -> Result<(), ServiceError> {
    let Some(game) = service.shelf.ids().first().copied() else { return Ok(()) };
    let (_, rulebook) = service.shelf.newest(game)?;
    let published = rulebook.published();
    let scenario = published.scenarios.first().map(|scenario| scenario.id.clone()).unwrap_or_default();
    let players = service.local_players(game)?;
    let new = NewGame { game: game.to_owned(), scenario, players, ..NewGame::default() };
    service.new_game(&new).await?;
    Ok(())
}
