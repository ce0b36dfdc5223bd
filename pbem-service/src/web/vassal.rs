//! A saved game of VASSAL that a player sends back, by a form that carries a file.

use super::allowances::Allowances;
use super::page;
use super::seat::{acting, seat};
use crate::filters;
use crate::mail::parse_mime;
use crate::sent_back::{SentBack, read};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;
use futures_util::StreamExt;
use mail_parser::{MessagePart, MimeHeaders};
use std::time::Duration;

/// Bytes of a saved game that are read.
const LARGEST: usize = 4 << 20;
/// Bytes after which nothing more is heard.
const LAST: usize = 32 << 20;
/// How long a file may take to come: [`LARGEST`] at half a megabit a second.
const PATIENCE: Duration = Duration::from_secs(70);

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
    post: Payload,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    // whoever has no seat is not listened to
    if seat(&service, &live, &request).await?.is_none() {
        return Err(ServiceError::Forbidden("a seat in this game"));
    }
    allowances.admit(&request)?;
    let kind = request.headers().get("Content-Type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let post = tokio::time::timeout(PATIENCE, whole(post)).await;
    let post = post.map_err(|_| ServiceError::Unreadable("the file took too long to come".to_owned()))?;
    let (token, file) = fields(kind, &post?)?;
    let seat = acting(&service, &live, &request, &token).await?;
    let (side, then) = (seat.side, live.clone());
    drop(live);
    let viewer = crate::live::Live::viewer(Some(side));
    let looked = then.clone();
    let read = service.rooms.answer((*game, viewer), move || read(&looked, side, &file)).await?;
    let title = then.rulebook.published().title.clone();
    shown(*game, title, seat.form_token, then.bound(side).to_string(), Some(read))
}

/// The form token and the file out of a form that carries files: it is made of parts as a mail is (RFC 7578), so what takes mails
/// apart reads it.
fn fields(kind: &str, body: &[u8]) -> Result<(String, Vec<u8>), ServiceError> {
    let wrong = || ServiceError::Unreadable("this is not what the form of the page sends".to_owned());
    if !kind.to_ascii_lowercase().starts_with("multipart/form-data") || kind.contains(['\r', '\n']) {
        return Err(wrong());
    }
    let whole = [format!("Content-Type: {kind}\r\n\r\n").as_bytes(), body].concat();
    let parsed = parse_mime(&whole).map_err(|_| wrong())?;
    let named = |name: &str| {
        let is_named = |part: &&MessagePart<'_>| {
            part.content_disposition().and_then(|it| it.attribute("name")).is_some_and(|known| known == name)
        };
        parsed.parts.iter().find(is_named).map(|part| part.contents().to_vec())
    };
    let (token, file) = named("form_token").zip(named("save")).ok_or_else(wrong)?;
    Ok((String::from_utf8_lossy(&token).trim().to_owned(), file))
}

/// All of a post, heard to its end within bounds, so that whoever sends too much hears why nothing comes of it.
async fn whole(mut post: Payload) -> Result<Vec<u8>, ServiceError> {
    let (mut body, mut length) = (Vec::new(), 0);
    while let Some(piece) = post.next().await {
        let piece = piece.map_err(|error| ServiceError::Unreadable(format!("the file breaks off: {error}")))?;
        length += piece.len();
        if length > LAST {
            break;
        }
        body.extend(piece.iter().take(LARGEST.saturating_sub(body.len())));
    }
    if length > LARGEST { Err(ServiceError::TooLong(LARGEST)) } else { Ok(body) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(file: &[u8]) -> Vec<u8> {
        let head = "--x\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\nabc\r\n--x\r\n\
                    Content-Disposition: form-data; name=\"save\"; filename=\"a.vsav\"\r\n\
                    Content-Type: application/octet-stream\r\n\r\n";
        [head.as_bytes(), file, b"\r\n--x--\r\n"].concat()
    }

    #[test]
    fn a_file_comes_byte_by_byte_as_it_was_sent() {
        let every: Vec<u8> = (0..=255).cycle().take(4096).chain(*b"\r\n--y\r\n\r\n=3D=\r\n").collect();
        for file in [every.as_slice(), b"PK\x03\x04\x00\xff"] {
            let read = fields("multipart/form-data; boundary=x", &form(file)).expect("a form");
            assert_eq!(read, ("abc".to_owned(), file.to_vec()), "{file:?}");
        }
    }

    #[test]
    fn what_is_no_such_form_is_refused() {
        let body = form(b"x");
        // levels enough to end a process that takes them apart
        let nested =
            [b"--x\n".as_slice(), &b"content-type:message/rfc822\n\n".repeat(36_000), b"hi\r\n--x--\r\n"].concat();
        for (kind, body) in [
            ("text/plain", body.as_slice()),
            ("multipart/form-data; boundary=y", &body),
            ("multipart/form-data", &body),
            ("multipart/form-data; boundary=x\r\nFrom: a@b", &body),
            ("multipart/form-data; boundary=x", b""),
            ("multipart/form-data; boundary=x", b"--x--\r\n"),
            ("multipart/form-data; boundary=x", &nested),
        ] {
            assert!(fields(kind, body).is_err(), "{kind}");
        }
    }
}
