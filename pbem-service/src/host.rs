//! A running host: pages, intake and the worker in one process.

use crate::{NewGame, Service, ServiceError, Settings, render, web};
use definitions::Position;
use engine::table::GameKind;
use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;

/// Serves games until the process is told to stop. Prints the address of the pages once it listens. As a demo it
/// starts a first game if there is none.
///
/// # Errors
/// When the address is taken, the database cannot be opened, or there is no way to send mail.
pub async fn serve(mut settings: Settings, games: &'static [&'static dyn GameKind]) -> Result<(), ServiceError> {
    let listener = TcpListener::bind(&settings.bind).map_err(|error| {
        ServiceError::Unreadable(format!("{}: {error}; FIELDPOST_BIND names another address", settings.bind))
    })?;
    settings.listens_on(listener.local_addr()?);
    let service = Arc::new(Service::open(settings, games).await?);
    if service.settings.demo && service.store.games().await?.is_empty() {
        start_demo(&service).await?;
    }
    let worker = service.clone().work(std::future::pending());
    // whoever started it may not read what it says
    let door = if service.settings.demo { format!("/here/{}", service.local_key) } else { String::new() };
    let _ = writeln!(std::io::stdout(), "fieldpost: {}{door}", service.settings.base_url);
    tokio::spawn(draw_boards(service.clone()));
    let server = web::serve(service, listener)?;
    tokio::select! {
        served = server => served?,
        worked = worker => worked?,
    }
    Ok(())
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
