//! What a player writes that is not for the other side: his notes, and what he tells the host.

use super::forms::key;
use super::seat::{acting, seat};
use super::{page, see_other};
use crate::complaint::Complaint;
use crate::notebook::Noted;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "notes.html")]
struct NotesPage {
    id: i64,
    title: String,
    /// Empty for who looks on.
    form_token: String,
    key: String,
    notes: Vec<Noted>,
}

#[derive(Template)]
#[template(path = "host.html")]
struct HostPage {
    id: i64,
    title: String,
    /// Empty for who looks on.
    form_token: String,
    key: String,
    /// Why what he wrote was not taken.
    refused: Option<String>,
    /// What he wrote then.
    begun: String,
    reports: Vec<Complaint>,
}

/// The form of both pages, or one of its buttons.
#[derive(Deserialize)]
pub struct Written {
    form_token: String,
    #[serde(default)]
    action: String,
    /// Made with the page, so that pressing twice counts once.
    #[serde(default)]
    key: String,
    #[serde(default)]
    words: String,
    /// The note that is struck out.
    #[serde(default)]
    note: i64,
}

fn fresh_key() -> Result<String, ServiceError> {
    Ok(HEXLOWER.encode(&crate::service::random::<12>()?))
}

/// The notes of the visitor.
pub async fn notes(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = seat(&service, &live, &request).await?;
    let notes = match &seat {
        Some(seat) => service.notes(*game, live.side_id(seat.side)).await?,
        None => Vec::new(),
    };
    page(&NotesPage {
        id: *game,
        title: live.rulebook.published().title.clone(),
        form_token: seat.map(|seat| seat.form_token).unwrap_or_default(),
        key: fresh_key()?,
        notes,
    })
}

/// Notes something, or strikes it out.
pub async fn change(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<Written>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = acting(&service, &live, &request, &form.form_token).await?;
    let side = live.side_id(seat.side);
    match form.action.as_str() {
        "strike" => service.strike_out(service.store.writer(), *game, side, Some(form.note.max(1))).await?,
        "note" => {
            let mark = key(side, &form.key)?;
            let noted = service.note_down(&live, seat.side, &form.words, &mark).await?;
            noted.map_err(|refusal| ServiceError::Unreadable(format!("{}. {}", refusal.message, refusal.remedy)))?;
        }
        other => return Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    }
    Ok(see_other(format!("/games/{game}/notes?seat={side}")))
}

/// Where a player tells the host what is wrong, and reads what came of it.
pub async fn host(service: Data<Service>, request: HttpRequest, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    shown(&service, &request, *game, None, String::new()).await
}

async fn shown(
    service: &Service,
    request: &HttpRequest,
    game: i64,
    refused: Option<String>,
    begun: String,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(game).await?;
    let seat = seat(service, &live, request).await?;
    let reports = match &seat {
        Some(seat) => service.complaints_of(game, live.side_id(seat.side)).await?,
        None => Vec::new(),
    };
    page(&HostPage {
        id: game,
        title: live.rulebook.published().title.clone(),
        form_token: seat.map(|seat| seat.form_token).unwrap_or_default(),
        key: fresh_key()?,
        refused,
        begun,
        reports,
    })
}

/// Takes what a player tells the host.
pub async fn report(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<Written>,
) -> Result<HttpResponse, ServiceError> {
    let (side, done) = {
        let live = service.live(*game).await?;
        let seat = acting(&service, &live, &request, &form.form_token).await?;
        let side = live.side_id(seat.side).to_owned();
        let mark = key(&side, &form.key)?;
        let done = service.complain(&live, seat.side, &form.words, &mark).await?;
        (side, done)
    };
    match done {
        Ok(_) => Ok(see_other(format!("/games/{game}/host?seat={side}"))),
        Err(refusal) => {
            let why = format!("{}. {}", refusal.message, refusal.remedy);
            shown(&service, &request, *game, Some(why), form.words.clone()).await
        }
    }
}
