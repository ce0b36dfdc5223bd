//! The clock of a game: how it stands for both sides, and buttons for what a player may do about it.

use super::page;
use super::seat::seat;
use crate::filters;
use crate::render::side_words;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;

#[derive(Template)]
#[template(path = "clock.html")]
struct ClockPage {
    id: i64,
    title: String,
    side: Option<String>,
    form_token: String,
    key: String,
    /// How it stands, a line each; empty for a game without a clock.
    lines: Vec<String>,
    /// The time of the other side has run out.
    choose: bool,
    rests: bool,
    away: bool,
    over: bool,
}

/// The clock of a game.
pub async fn clock(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = seat(&service, &live, &request).await?;
    let side = seat.as_ref().map(|seat| seat.side);
    let clock = service.clock_of(service.store.readers(), *game).await?;
    let now = service.clock.now();
    let lines = match (&clock, side) {
        (Some(clock), Some(side)) => clock.words(&live, side, now),
        (Some(clock), None) => clock.words_for_all(&live, now),
        (None, _) => Vec::new(),
    };
    let own = clock.as_ref().zip(side).map(|(clock, side)| clock.dial(side));
    page(&ClockPage {
        id: *game,
        title: live.rulebook.published().title.clone(),
        side: side.map(|side| side_words(live.rulebook.published(), side)),
        form_token: seat.map(|seat| seat.form_token).unwrap_or_default(),
        key: HEXLOWER.encode(&crate::service::random::<12>()?),
        lines,
        choose: clock.as_ref().zip(side).is_some_and(|(clock, side)| clock.is_out(side.enemy())),
        rests: own.is_some_and(|dial| dial.rests),
        away: own.is_some_and(|dial| dial.is_away(now)),
        over: live.session.outcome().is_some(),
    })
}
