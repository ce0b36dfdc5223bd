//! The page's state as the board's script holds it, and word that it has changed.
//!
//! The state's ETag is the hash of its text, so it changes only if something changes that the visitor may see: what the
//! other side does in secret wakes nobody.

use super::board::DrawnMaps;
use super::doors::is_local;
use super::scene::Scene;
use super::seat::{Seat, is_still_open, seat};
use super::sheets::{AllSheets, Sheets, short_hash};
use crate::computer::COMPUTER;
use crate::live::Live;
use crate::render::side_words;
use crate::runtime::within;
use crate::{Service, ServiceError};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use engine::contract::SideId;
use futures_util::stream;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Orders that are proposed.
const EXAMPLES: usize = 6;
/// Open streams at one time; who gets none asks from time to time instead.
const STREAMS: usize = 400;
/// After this time a stream says something even if nothing has happened, so that it is known to be alive; and it looks
/// whether another instance has written.
const BREATH: Duration = Duration::from_secs(4);

/// What the script shows.
fn state(live: &Live, seat: Option<&Seat>, sheets: &Sheets, mail: Option<Value>, other_seat: Option<&str>) -> Value {
    let published = live.rulebook.published();
    let (session, side) = (&live.session, seat.map(|seat| seat.side));
    let viewer = Live::viewer(side);
    let latest = session.latest(viewer);
    let asks = session.asks();
    let asked = |of: &SideId| asks.iter().any(|ask| ask.side == *of);
    let own: Vec<_> = asks.iter().filter(|ask| side == Some(ask.side)).collect();
    let waiting: Vec<_> = SideId::BOTH.iter().filter(|of| asked(of)).map(|of| side_words(published, *of)).collect();
    let proposal = session.proposed(viewer);
    let of_side = |list: fn(&dyn engine::table::Session, SideId) -> Vec<String>| {
        side.map(|side| list(&**session, side)).unwrap_or_default()
    };
    let examples = match side.filter(|_| !own.is_empty()) {
        Some(side) => session.examples(side, EXAMPLES).into_iter().map(|example| example.text).collect(),
        None => Vec::new(),
    };
    let (id, outcome) = (live.row.id, session.outcome());
    let turns: Vec<_> = published.scenario(&live.row.scenario).map_or_else(Vec::new, |scenario| {
        let date = |turn: u8| scenario.dates.get(usize::from(turn - scenario.turns.0)).map_or("", String::as_str);
        (scenario.turns.0..=scenario.turns.1).map(|turn| (turn, date(turn))).collect()
    });
    let sheet = |name: &str, hash: &str, end: &str| format!("/games/{id}/sheets/{name}-{hash}.{end}");
    json!({
        "game": id,
        "title": published.title,
        "scenario": live.scenario(),
        "credits": published.credits,
        "turns": turns,
        "side": side.map(|side| json!([side.0, published.units.sides[side.index()].name])),
        "form_token": seat.map(|seat| &seat.form_token),
        "bound": side.map(|side| live.bound(side).to_string()),
        "asks": own,
        "waiting": waiting,
        "outcome": outcome.as_ref().map(|outcome| json!([outcome.winner.map(|side| side.0), outcome.words()])),
        "examples": examples,
        "words": session.opening_words(),
        "parked": of_side(|session, side| session.parked(side)),
        "returned": of_side(|session, side| session.returned(side)),
        "undo": of_side(|session, side| session.undoable(side)),
        "own_proposal": proposal.as_ref().map(|proposal| Some(proposal.side) == side),
        "proposal": proposal,
        "marks": live.marks(),
        "word": side.filter(|_| outcome.is_none()).and_then(|side| session.asked_for_word(side)),
        "standing": side.map(|side| session.standing(side)).unwrap_or_default(),
        "mail": mail,
        "other_seat": other_seat,
        "log": session.lines(0, viewer),
        "latest": latest.lines,
        "scene": Scene::of(published, &latest.position),
        "sheets": {
            "map": sheet("map", &sheets.map.hash, "svg"),
            "places": sheet("places", &sheets.places.hash, "json"),
            "faces": sheet("faces", &sheets.faces.hash, "json"),
            "aids": sheet("aids", &sheets.aids.hash, "json"),
        },
    })
}

/// What becomes of the mail of a seat, for its player alone; nothing where the computer plays.
async fn mail(service: &Service, live: &Live, seat: Option<&Seat>) -> Result<Option<Value>, ServiceError> {
    let Some(Seat { side, .. }) = seat else { return Ok(None) };
    let row = service.store.seat(live.row.id, live.side_id(*side)).await?;
    if row.address.as_deref() == Some(COMPUTER) {
        return Ok(None);
    }
    let other = service.store.seat(live.row.id, live.side_id(side.enemy())).await?;
    let unreached = (other.mail == "bad").then(|| side_words(live.rulebook.published(), side.enemy()));
    Ok(Some(json!({
        "trouble": row.trouble(),
        "sent": row.mail == "good" && row.address.is_some(),
        "address": row.address,
        "waiting": row.new_address.filter(|address| !address.is_empty()),
        "receipts": row.receipts == 1,
        "news": row.news == 1,
        "unreached": unreached,
    })))
}

/// The state as text, with its ETag.
async fn written(table: &Table) -> Result<(String, String), ServiceError> {
    let (live, seat, all, maps) =
        (table.service.live(table.game).await?, table.seat.clone(), &table.sheets, &table.maps);
    let (all, maps) = (all.clone(), maps.clone());
    let mail = mail(&table.service, &live, seat.as_ref()).await?;
    let other = table.other.clone();
    let write = move || {
        let sheets = all.get(live.rulebook.hash(), live.rulebook.published(), &maps);
        let text = state(&live, seat.as_ref(), &sheets, mail, other.as_deref()).to_string();
        (format!("\"{}\"", short_hash(text.as_bytes())), text)
    };
    table.service.rooms.think(write).await
}

/// Somebody at a game.
#[derive(Clone)]
struct Table {
    service: Data<Service>,
    maps: Data<DrawnMaps>,
    sheets: Data<AllSheets>,
    game: i64,
    seat: Option<Seat>,
    /// Where this machine's player opens the other seat of a demo, unless the computer has it.
    other: Option<String>,
}

impl Table {
    /// A visitor at a game.
    async fn of(
        service: Data<Service>,
        maps: Data<DrawnMaps>,
        sheets: Data<AllSheets>,
        request: &HttpRequest,
        game: i64,
    ) -> Result<Table, ServiceError> {
        let live = service.live(game).await?;
        let seat = seat(&service, &live, request).await?;
        let other = match &seat {
            Some(seat) if is_local(&service, request) => {
                let side = live.side_id(seat.side.enemy());
                let played = service.store.seat(game, side).await?.address.as_deref() == Some(COMPUTER);
                let link = service.seat_token(game, side).await?;
                (!played).then(|| format!("/seat/{link}"))
            }
            _ => None,
        };
        Ok(Table { service, maps, sheets, game, seat, other })
    }
}

/// The state, unless the visitor has it already.
pub async fn table(
    service: Data<Service>,
    maps: Data<DrawnMaps>,
    sheets: Data<AllSheets>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let (tag, text) = written(&Table::of(service, maps, sheets, &request, *game).await?).await?;
    let known = request.headers().get("If-None-Match").and_then(|value| value.to_str().ok()) == Some(&tag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(("ETag", tag)).insert_header(("Cache-Control", "no-cache, private"));
    Ok(if known { answer.finish() } else { answer.content_type("application/json").body(text) })
}

/// A stream of what a visitor is told of changes.
struct Watch {
    table: Table,
    changes: tokio::sync::watch::Receiver<u64>,
    head: u64,
    tag: Option<String>,
    _place: OwnedSemaphorePermit,
}

impl Watch {
    /// The next thing to say: the ETag of a new state, or that nothing has changed.
    async fn next(&mut self) -> Result<Bytes, ServiceError> {
        if self.tag.is_some() {
            let _ = tokio::time::timeout(BREATH, self.changes.changed()).await;
        }
        // the page asks again, and so finds whoever serves then
        if self.table.service.stopping.load(Ordering::Relaxed) {
            return Err(ServiceError::Busy);
        }
        // who had the link that was replaced sees no more
        if let Some(seat) = &self.table.seat
            && !is_still_open(&self.table.service, seat).await?
        {
            return Err(ServiceError::Forbidden("a seat: open the link in your newest mail"));
        }
        let head = self.table.service.store.head(self.table.game).await?;
        if self.tag.is_some() && head == self.head {
            return Ok(Bytes::from_static(b": still here\n\n"));
        }
        self.head = head;
        let (tag, _) = written(&self.table).await?;
        if self.tag.as_ref() == Some(&tag) {
            return Ok(Bytes::from_static(b": still here\n\n"));
        }
        // who loses the stream, because the server is started anew, comes back soon
        let retry = if self.tag.is_none() { "retry: 1000\n" } else { "" };
        let event = format!("{retry}data: {}\n\n", tag.trim_matches('"'));
        self.tag = Some(tag);
        Ok(Bytes::from(event))
    }
}

/// Server-sent events: the ETag of the state now, and of each new one as soon as it is there.
pub async fn changes(
    service: Data<Service>,
    maps: Data<DrawnMaps>,
    sheets: Data<AllSheets>,
    places: Data<Streams>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let place = places.0.clone().try_acquire_owned().map_err(|_| ServiceError::Crowded("streams"))?;
    let changes = service.changes.subscribe();
    let table = Table::of(service, maps, sheets, &request, *game).await?;
    let watch = Watch { table, changes, head: 0, tag: None, _place: place };
    let events = stream::unfold(watch, async |mut watch| {
        let runtime = watch.table.service.runtime.clone();
        // who loses the stream comes back by himself
        let said = within(&runtime, watch.next()).await.ok()?;
        Some((Ok::<_, ServiceError>(said), watch))
    });
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header(("Cache-Control", "no-store"))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(Box::pin(events)))
}

/// Room for the streams of a host.
pub struct Streams(Arc<Semaphore>);

impl Default for Streams {
    fn default() -> Streams {
        Streams(Arc::new(Semaphore::new(STREAMS)))
    }
}
