//! Both players' mailboxes, so that one person can try a game on his own machine.
//!
//! These pages show what each side hides from the other. They exist only where nothing was configured, and only for
//! requests that come straight from this machine.

use super::doors::is_local;
use super::seat::{form_token, is_form_token};
use super::{page, see_other};
use crate::computer::COMPUTER;
use crate::mail::Picture;
use crate::render::{Subject, png, side_words};
use crate::store::query;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;
use sea_orm::FromQueryResult;
use serde::Deserialize;

/// Mails shown of each box.
const SHOWN: i64 = 60;
/// Longest reply, in bytes.
const LONGEST: usize = 64 << 10;

#[derive(Template)]
#[template(path = "demo.html")]
struct DemoPage {
    boxes: Vec<Mailbox>,
    /// Invitations that are not settled: address, what it is, and the page that its mail leads to.
    invitations: Vec<(String, String, String)>,
    open: Option<OpenMail>,
    form_token: String,
}

struct Mailbox {
    game: i64,
    side: String,
    address: String,
    seat: String,
    mails: Vec<Line>,
}

struct Line {
    row: i64,
    /// When it was written, in milliseconds since 1970: the page's script makes it a time of the reader's place.
    at: i64,
    kind: String,
    preview: String,
    open: bool,
}

struct OpenMail {
    row: i64,
    subject: String,
    side: String,
    to: String,
    answerable: bool,
}

/// A mail that was queued, sent or not.
#[derive(FromQueryResult)]
struct MailRow {
    id: i64,
    game: i64,
    seq: i64,
    viewer: String,
    kind: String,
    detail: String,
    message_id: String,
    date: i64,
}

impl MailRow {
    fn subject(&self) -> Subject<'_> {
        Subject { game: self.game, seq: self.seq, viewer: &self.viewer, kind: &self.kind, detail: &self.detail }
    }
}

/// Which mail is open.
#[derive(Deserialize)]
pub struct Wanted {
    mail: Option<i64>,
}

/// A reply from the page.
#[derive(Deserialize)]
pub struct Reply {
    form_token: String,
    row: i64,
    text: String,
}

/// Both mailboxes, and one mail with a form to answer it.
pub async fn mailboxes(
    service: Data<Service>,
    request: HttpRequest,
    wanted: Query<Wanted>,
) -> Result<HttpResponse, ServiceError> {
    demo_only(&service, &request)?;
    let mut boxes = Vec::new();
    for game in service.store.games().await? {
        for seat in service.store.seats(game.id).await? {
            let Some(address) = seat.address.filter(|address| address != COMPUTER) else { continue };
            let mut mails = Vec::new();
            for row in rows(&service, "game = $1 AND viewer = $2", game.id, &seat.side).await? {
                let rendered = service.render(&row.subject()).await?;
                mails.push(Line {
                    row: row.id,
                    at: row.date,
                    kind: row.kind,
                    preview: rendered.content.preview,
                    open: wanted.mail == Some(row.id),
                });
            }
            let token = service.seat_token(game.id, &seat.side).await?;
            let live = service.live(game.id).await?;
            let side = side_words(live.rulebook.published(), live.known_side(&seat.side)?);
            boxes.push(Mailbox { game: game.id, side, address, seat: format!("/seat/{token}"), mails });
        }
    }
    let open = match wanted.mail {
        Some(id) => Some(open(&service, id).await?),
        None => None,
    };
    let invitations = invitations(&service).await?;
    page(&DemoPage { boxes, invitations, open, form_token: form_token(&service, "demo") })
}

/// The pages to which the mails of invitations lead.
async fn invitations(service: &Service) -> Result<Vec<(String, String, String)>, ServiceError> {
    let mut pages = Vec::new();
    for invitation in service.unsettled_invitations().await? {
        let offer = service.in_words(&invitation)?;
        for person in [Some(invitation.person), invitation.guest].into_iter().flatten() {
            let address = service.person_of(service.store.readers(), person).await?.address;
            let what = format!("{}, {}", offer.title, offer.scenario);
            pages.push((address, what, format!("/invitation/{}", service.invitation_token(invitation.id, person)?)));
        }
    }
    Ok(pages)
}

/// The HTML of a mail, as its reader sees it, for a frame without scripts.
pub async fn mail(service: Data<Service>, request: HttpRequest, row: Path<i64>) -> Result<HttpResponse, ServiceError> {
    demo_only(&service, &request)?;
    let row = one(&service, *row).await?;
    let mut rendered = service.render(&row.subject()).await?;
    if rendered.position.is_some() {
        // the picture is fetched by itself; here only its place matters
        rendered.content.picture = Some(Picture { png: Vec::new(), alt: rendered.alt });
    }
    let html = rendered.content.html("picture")?.replace("cid:picture", &format!("/demo/picture/{}", row.id));
    // links leave the frame
    let html = html.replacen("<head>", "<head><base target=\"_top\">", 1);
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .insert_header((
            "Content-Security-Policy",
            "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        ))
        .body(html))
}

/// The picture of a mail.
pub async fn picture(
    service: Data<Service>,
    request: HttpRequest,
    row: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    demo_only(&service, &request)?;
    let row = one(&service, *row).await?;
    let position = service.render(&row.subject()).await?.position;
    let position = position.ok_or_else(|| ServiceError::Missing("picture".to_owned()))?;
    let rulebook = service.live(row.game).await?.rulebook.clone();
    let drawn = service.rooms.draw_for_page(move || png(&*rulebook, &position)).await?;
    Ok(HttpResponse::Ok().content_type("image/png").body(drawn))
}

/// Answers a mail: writes one as the player's own program would, and takes it in like any other.
pub async fn reply(
    service: Data<Service>,
    request: HttpRequest,
    reply: Form<Reply>,
) -> Result<HttpResponse, ServiceError> {
    demo_only(&service, &request)?;
    if !is_form_token(&service, &reply.form_token, &form_token(&service, "demo")) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    if reply.text.len() > LONGEST {
        return Err(ServiceError::Unreadable(format!("that is more than {LONGEST} bytes")));
    }
    let row = one(&service, reply.row).await?;
    let rendered = service.render(&row.subject()).await?;
    let seats = service.store.seats(row.game).await?;
    let from = seats.into_iter().find(|seat| seat.side == row.viewer).and_then(|seat| seat.address);
    let from = from.ok_or_else(|| ServiceError::Missing("address".to_owned()))?;
    let serial = HEXLOWER.encode(&crate::service::random::<8>()?);
    let quoted: String = rendered.content.text()?.lines().map(|line| format!("> {line}\r\n")).collect();
    let mail = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: Re: {subject}\r\nMessage-ID: <{serial}@demo.invalid>\r\n\
         In-Reply-To: <{id}>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: 8bit\r\n\r\n{text}\r\n\r\n{quoted}",
        to = rendered.reply_to,
        subject = rendered.subject,
        id = row.message_id,
        text = reply.text,
    );
    service.receive(mail.as_bytes()).await?;
    let newest = rows(&service, "game = $1 AND viewer = $2", row.game, &row.viewer).await?;
    let newest = newest.first().map_or(row.id, |newest| newest.id);
    Ok(see_other(format!("/demo?mail={newest}")))
}

async fn open(service: &Service, id: i64) -> Result<OpenMail, ServiceError> {
    let row = one(service, id).await?;
    let rendered = service.render(&row.subject()).await?;
    let answerable = rendered.content.token.is_some();
    let live = service.live(row.game).await?;
    let side = side_words(live.rulebook.published(), live.known_side(&row.viewer)?);
    Ok(OpenMail { row: row.id, subject: rendered.subject, side, to: rendered.reply_to, answerable })
}

async fn one(service: &Service, id: i64) -> Result<MailRow, ServiceError> {
    let found = rows(service, "id = $1 AND viewer <> $2", id, "").await?;
    found.into_iter().next().ok_or_else(|| ServiceError::Missing(format!("mail {id}")))
}

/// Mails about games, the newest first.
async fn rows(service: &Service, which: &str, number: i64, text: &str) -> Result<Vec<MailRow>, ServiceError> {
    let sql = format!(
        "SELECT id, game, seq, viewer, kind, detail, message_id, date FROM outbox \
         WHERE game IS NOT NULL AND {which} ORDER BY id DESC LIMIT $3"
    );
    let readers = service.store.readers();
    let statement = query(readers, &sql, [number.into(), text.into(), SHOWN.into()]);
    Ok(MailRow::find_by_statement(statement).all(readers).await?)
}

/// Refuses where anything was configured or the request took a detour.
pub fn demo_only(service: &Service, request: &HttpRequest) -> Result<(), ServiceError> {
    is_local(service, request).then_some(()).ok_or_else(|| ServiceError::Missing("page".to_owned()))
}
