//! A saved game of VASSAL that a player sends back, by a form that carries a file.

use super::allowances::Allowances;
use super::page;
use super::seat::{acting, seat};
use crate::sent_back::{SentBack, read};
use crate::{Service, ServiceError};
use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;
use futures_util::TryStreamExt;

/// Bytes of a saved game that are read.
const LARGEST: usize = 4 << 20;
/// Bytes after which nothing more is heard.
const LAST: usize = 32 << 20;

#[derive(Template)]
#[template(path = "sent_back.html")]
struct SentBackPage {
    id: i64,
    title: String,
    /// Empty for who looks on.
    form_token: String,
    key: String,
    /// The moment for which the draft is.
    bound: String,
    /// Why the file came to nothing.
    refused: Option<String>,
    read: Option<SentBack>,
}

/// Where a file is chosen.
pub async fn ask(service: Data<Service>, request: HttpRequest, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let seat = seat(&service, &live, &request).await?;
    shown(
        *game,
        live.rulebook.published().title.clone(),
        seat.map(|seat| seat.form_token).unwrap_or_default(),
        String::new(),
        None,
    )
}

fn shown(
    id: i64,
    title: String,
    form_token: String,
    bound: String,
    read: Option<Result<SentBack, String>>,
) -> Result<HttpResponse, ServiceError> {
    let key = HEXLOWER.encode(&crate::service::random::<12>()?);
    let (read, refused) = match read {
        Some(Ok(read)) => (Some(read), None),
        Some(Err(refused)) => (None, Some(refused)),
        None => (None, None),
    };
    page(&SentBackPage { id, title, form_token, key, bound, refused, read })
}

/// Reads the file, and shows what it comes to. Nothing is ordered.
pub async fn look(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
    form: Multipart,
) -> Result<HttpResponse, ServiceError> {
    let (token, file) = fields(form).await?;
    let live = service.live(*game).await?;
    let seat = acting(&service, &live, &request, &token).await?;
    allowances.admit(&request)?;
    let (side, then) = (seat.side, live.clone());
    drop(live);
    let viewer = crate::live::Live::viewer(Some(side));
    let looked = then.clone();
    let read = service.rooms.answer((*game, viewer), move || read(&looked, side, &file)).await?;
    let title = then.rulebook.published().title.clone();
    shown(*game, title, seat.form_token, then.bound(side).to_string(), Some(read))
}

/// The form token and the file.
async fn fields(mut form: Multipart) -> Result<(String, Vec<u8>), ServiceError> {
    let wrong = |_| ServiceError::Unreadable("this is not what the form of the page sends".to_owned());
    let (mut token, mut file) = (Vec::new(), Vec::new());
    let (mut all, mut too_long) = (0, None);
    while let Some(mut field) = form.try_next().await.map_err(wrong)? {
        let name = field.name().unwrap_or_default().to_owned();
        let (into, most) = match name.as_str() {
            "form_token" => (&mut token, 200),
            "save" => (&mut file, LARGEST),
            _ => return Err(ServiceError::Unreadable(format!("{name:?} is no field of this page"))),
        };
        while let Some(piece) = field.try_next().await.map_err(wrong)? {
            all += piece.len();
            if all > LAST {
                return Err(ServiceError::TooLong(most));
            }
            // whoever sends is heard out, so that he hears why nothing comes of it
            match into.len() + piece.len() > most {
                true => too_long = Some(most),
                false => into.extend_from_slice(&piece),
            }
        }
    }
    if let Some(most) = too_long {
        return Err(ServiceError::TooLong(most));
    }
    Ok((String::from_utf8_lossy(&token).into_owned(), file))
}
