//! *My games* for programs that read feeds: Atom (RFC 4287), at an address that is a secret.
//!
//! An entry is how a game stands for its player: whose move it is, and what he was told last. When that changes there is another
//! entry, under another id, which is made of its words: what the other side does in secret makes none. The feed holds no link
//! that opens a seat, since whoever keeps feeds for others reads it as well.

use super::allowances::Allowances;
use crate::live::Live;
use crate::people::{Held, Person};
use crate::render::side_words;
use crate::store::{one, query};
use crate::{Service, ServiceError, log};
use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use askama::filters::{Html, escape};
use engine::chance::hex;
use engine::contract::{SideId, Viewer};
use mail_parser::DateTime;
use sea_orm::FromQueryResult;
use sha2::{Digest, Sha256};

/// Games in a feed: the newest.
const LISTED: i64 = 50;
/// Lines of what happened last that an entry tells.
const TOLD: usize = 12;

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed {
    base: String,
    id: String,
    updated: String,
    entries: Vec<Entry>,
}

impl Feed {
    /// It as XML, without what may not stand there: one such sign would make all of it unreadable, whoever wrote it.
    fn text(&self) -> Result<String, askama::Error> {
        Ok(self.render()?.chars().filter(is_of_xml).collect())
    }
}

/// How a game stands, or an invitation.
struct Entry {
    id: String,
    title: String,
    page: String,
    html: String,
    /// In milliseconds since 1970-01-01 UTC.
    at: i64,
    updated: String,
}

#[derive(FromQueryResult)]
struct Seat {
    game: i64,
    side: String,
}

/// The feed of whoever has its address.
pub async fn feed(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    token: Path<String>,
) -> Result<HttpResponse, ServiceError> {
    let person = service.bearer(&token, Held::Fed).await?;
    let person = person.ok_or(ServiceError::Forbidden("the address of a feed that is good: My games has it"))?;
    allowances.admit(&request)?;
    let mut entries = games(&service, &person).await?;
    entries.extend(invitations(&service, &person).await?);
    entries.sort_by_key(|entry| -entry.at);
    let newest = entries.iter().map(|entry| entry.at).max().unwrap_or_default();
    let base = service.settings.base_url.clone();
    let id = format!("{base}/mine#{}", person.id);
    let text = Feed { base, id, updated: time(newest), entries }.text()?;
    let tag = format!("\"{}\"", &hex(&Sha256::digest(&text).into())[..16]);
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let headers = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    let is_known = known.is_some_and(|known| known.contains(&tag));
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    for header in headers {
        answer.insert_header(header);
    }
    Ok(match is_known {
        true => answer.finish(),
        false => answer.content_type("application/atom+xml; charset=utf-8").body(text),
    })
}

/// Whether a sign may stand in XML 1.0 at all (2.2).
fn is_of_xml(sign: &char) -> bool {
    matches!(sign, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// A moment as Atom writes it.
fn time(at: i64) -> String {
    DateTime::from_timestamp(at / 1000).to_rfc3339()
}

async fn games(service: &Service, person: &Person) -> Result<Vec<Entry>, ServiceError> {
    let sql = "SELECT game, side FROM seats WHERE LOWER(address) = $1 ORDER BY game DESC LIMIT $2";
    let readers = service.store.readers();
    let values = [person.address.as_str().into(), LISTED.into()];
    let mut entries = Vec::new();
    for seat in Seat::find_by_statement(query(readers, sql, values)).all(readers).await? {
        match game(service, &seat).await {
            Ok(entry) => entries.push(entry),
            // one that cannot be opened hides none of the others
            Err(error) => log::tell(&format!("game {} in somebody's feed: {error}", seat.game)),
        }
    }
    Ok(entries)
}

/// How a game stands for its player, and since when he could know of it.
async fn game(service: &Service, seat: &Seat) -> Result<Entry, ServiceError> {
    let live = service.live(seat.game).await?;
    let side = live.known_side(&seat.side)?;
    let (begun, then) = (live.row.created, live.clone());
    let (title, html, last) = service.rooms.think(move || told(&then, side)).await?;
    let at = service.store.written(seat.game, last).await?.unwrap_or(begun);
    let page = format!("{}/games/{}", service.settings.base_url, seat.game);
    let id = format!("{page}#{}", &hex(&Sha256::digest(format!("{title}\n{html}")).into())[..16]);
    Ok(Entry { id, title, page: format!("{page}?seat={}", seat.side), html, at, updated: time(at) })
}

/// The title of an entry, what it says, and the last record of which its reader knows.
fn told(live: &Live, side: SideId) -> (String, String, Option<u64>) {
    let published = live.rulebook.published();
    let (session, viewer) = (&live.session, Viewer::Side(side));
    let game = format!("{}, game {}", published.title, live.row.id);
    let ask = live.ask(side);
    let title = match (session.outcome(), &ask) {
        (Some(outcome), _) => format!("Over: {game}. {}", outcome.words()),
        (None, Some(_)) => format!("Your move: {game}"),
        (None, None) => format!("Waiting for {}: {game}", side_words(published, side.enemy())),
    };
    let mut html = format!("<p>{}</p>", plain(&session.position(viewer).caption));
    if let Some(ask) = ask.filter(|_| session.outcome().is_none()) {
        html.push_str(&format!("<p><strong>{}</strong></p>", plain(&ask.title)));
    }
    let lines = session.lines(0, viewer);
    html.push_str("<ul>");
    for line in lines.iter().skip(lines.len().saturating_sub(TOLD)) {
        html.push_str(&format!("<li>{}</li>", plain(line)));
    }
    html.push_str("</ul>");
    (title, html, live.last_news(viewer))
}

fn plain(text: &str) -> String {
    escape(text, Html).map(|text| text.to_string()).unwrap_or_default()
}

/// Invitations that wait for the person's word.
async fn invitations(service: &Service, person: &Person) -> Result<Vec<Entry>, ServiceError> {
    let mut entries = Vec::new();
    for invitation in service.invitations_of(person.id).await? {
        if invitation.person == person.id {
            continue;
        }
        let offer = service.in_words(&invitation)?;
        let created = "SELECT created FROM invitations WHERE id = $1";
        let at: Option<i64> = one(service.store.readers(), created, [invitation.id.into()]).await?;
        let at = at.unwrap_or_default();
        let base = &service.settings.base_url;
        entries.push(Entry {
            id: format!("{base}/mine#invitation-{}", invitation.id),
            title: format!("You are invited: {}, {}", offer.title, offer.scenario),
            page: format!("{base}/mine"),
            html: format!("<p>{} invites you. It ends on {}.</p>", plain(&offer.host), plain(&offer.until)),
            at,
            updated: time(at),
        });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_stand_in_xml_is_left_out_of_a_feed_whoever_wrote_it() {
        let words = "a\u{ffff}\u{fffe}\u{b}\u{1b}b <é \u{1f600}\n".to_owned();
        let (id, page, updated) = ("i".to_owned(), "p".to_owned(), time(0));
        let entry =
            Entry { id: id.clone(), title: words.clone(), page, html: plain(&words), at: 0, updated: updated.clone() };
        let text = Feed { base: String::new(), id, updated, entries: vec![entry] }.text().expect("written");
        assert!(text.contains("<title>ab &#60;é \u{1f600}\n</title>"), "{text}");
        assert!(text.chars().all(|sign| is_of_xml(&sign)), "{text}");
    }
}
