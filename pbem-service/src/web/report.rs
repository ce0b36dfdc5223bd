//! The report of a game: what happened, turn by turn, with losses, points and the board at the end of each. As a page, and as the
//! file from which `module-builder report` makes a PDF.

use super::allowances::Allowances;
use super::history::Pasts;
use super::page;
use super::seat::seat;
use crate::annals::turns_of;
use crate::filters;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage {
    id: i64,
    title: String,
    scenario: String,
    side: Option<String>,
    outcome: Option<String>,
    turns: Vec<TurnView>,
}

/// A game turn of the report.
struct TurnView {
    title: String,
    /// The number of the moment with whose board it began.
    before: usize,
    /// The number of its last moment, whose board is shown.
    end: usize,
    lines: Vec<String>,
    /// What each side lost in combat.
    losses: Vec<String>,
    /// How points and whatever else is counted stood at its end.
    tracks: Vec<(String, i16)>,
}

/// The page.
pub async fn report(
    service: Data<Service>,
    pasts: Data<Pasts>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = seat(&service, &live, &request).await?.map(|seat| seat.side);
    let moments = pasts.get(&service, &allowances, &request, (&live, seat)).await?;
    let annals = pasts.annals(&service, &allowances, &request, (&live, seat)).await?;
    let published = live.rulebook.published();
    let turns = turns_of(&moments).into_iter().zip(&annals.turns).map(|(span, turn)| TurnView {
        title: span.title,
        before: span.before,
        end: span.last,
        lines: turn.lines.clone(),
        losses: turn.losses(published),
        tracks: turn.tracks(published),
    });
    page(&ReportPage {
        id: *game,
        title: annals.title.clone(),
        scenario: annals.scenario.clone(),
        side: seat.map(|_| annals.known_to.clone()),
        outcome: annals.outcome.clone(),
        turns: turns.collect(),
    })
}

/// The file.
pub async fn file(
    service: Data<Service>,
    pasts: Data<Pasts>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = seat(&service, &live, &request).await?.map(|seat| seat.side);
    let annals = pasts.annals(&service, &allowances, &request, (&live, seat)).await?;
    let name = format!("attachment; filename=\"game-{}-report.json\"", *game);
    Ok(HttpResponse::Ok()
        .insert_header(("Content-Disposition", name))
        .insert_header(("Cache-Control", "no-store"))
        .json(&*annals))
}
