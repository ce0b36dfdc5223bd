//! Pictures, scripts, downloads.

use super::board::DrawnMaps;
use super::seat::seat;
use crate::{Service, ServiceError, ledger as ledgers};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use artwork::map_picture::geometry;
use artwork::scene::Scene;
use artwork::{card, counter};
use definitions::MarkerKind;
use definitions::hex::HexId;
use serde::Deserialize;

/// How long a browser may keep pictures: a day, for a newer version of the program may draw better ones.
const KEEP: (&str, &str) = ("Cache-Control", "public, max-age=86400");

/// Script and stylesheet belong to the pages, which may be another version's after five minutes.
const KEEP_SHORTLY: (&str, &str) = ("Cache-Control", "public, max-age=300");

/// Ids of the markers to draw on a counter.
#[derive(Deserialize)]
pub struct On {
    #[serde(default)]
    on: String,
}

fn svg(text: String) -> HttpResponse {
    HttpResponse::Ok().content_type("image/svg+xml").insert_header(KEEP).body(text)
}

/// The map without counters.
pub async fn board(
    service: Data<Service>,
    maps: Data<DrawnMaps>,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let rulebook = service.live(*game).await?.rulebook.clone();
    let map = service.rooms.draw(move || maps.get(rulebook.hash(), rulebook.published())).await?;
    Ok(svg(map.to_string()))
}

/// Where the hexes lie on the map: their centres, each at the place of its id; nothing for ids that the board does not have.
pub async fn hexes(service: Data<Service>, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let rulebook = service.live(*game).await?.rulebook.clone();
    let centres = actix_web::web::block(move || {
        let map = &rulebook.published().map;
        let (geometry, grid) = (geometry(map), &map.grid);
        let rounded = |(x, y): (f32, f32)| (x.round() as i32, y.round() as i32);
        let centre = |hex| grid.contains(hex).then(|| rounded(geometry.hex_centre(hex)));
        (0..grid.len() as u16).map(HexId).map(centre).collect::<Vec<_>>()
    });
    let centres = centres.await.map_err(|error| ServiceError::Unwritable("a map", error.to_string()))?;
    Ok(HttpResponse::Ok().insert_header(KEEP).json(centres))
}

/// A counter.
pub async fn counter(
    service: Data<Service>,
    path: Path<(i64, String, u8)>,
    on: Query<On>,
) -> Result<HttpResponse, ServiceError> {
    let (game, unit, lost) = path.into_inner();
    let rulebook = service.live(game).await?.rulebook.clone();
    let published = rulebook.published();
    let units = &published.units;
    let unit = units.find(&unit).ok_or_else(|| ServiceError::Missing(format!("unit {unit}")))?;
    let marker = |id: &str| published.markers.iter().find(|kind| kind.id == id);
    let markers: Vec<&MarkerKind> = on.on.split(',').filter_map(marker).take(8).collect();
    Ok(svg(counter::counter_svg(units, unit, lost, &markers)))
}

/// The back of a side's counters.
pub async fn back(service: Data<Service>, path: Path<(i64, u8)>) -> Result<HttpResponse, ServiceError> {
    let rulebook = service.live(path.0).await?.rulebook.clone();
    if usize::from(path.1) >= rulebook.published().units.sides.len() {
        return Err(ServiceError::Missing(format!("side {}", path.1)));
    }
    Ok(svg(counter::back(&rulebook.published().units, path.1).svg()))
}

/// A marker.
pub async fn marker(service: Data<Service>, path: Path<(i64, String)>) -> Result<HttpResponse, ServiceError> {
    drawn_marker(&service, path.into_inner(), counter::marker).await
}

/// The badge of a marker alone.
pub async fn sign(service: Data<Service>, path: Path<(i64, String)>) -> Result<HttpResponse, ServiceError> {
    drawn_marker(&service, path.into_inner(), counter::sign).await
}

async fn drawn_marker(
    service: &Service,
    (game, id): (i64, String),
    draw: fn(&MarkerKind) -> Scene,
) -> Result<HttpResponse, ServiceError> {
    let rulebook = service.live(game).await?.rulebook.clone();
    let kind = rulebook.published().markers.iter().find(|kind| kind.id == id);
    Ok(svg(draw(kind.ok_or_else(|| ServiceError::Missing(format!("marker {id}")))?).svg()))
}

/// The face of a card.
pub async fn card(service: Data<Service>, path: Path<(i64, String)>) -> Result<HttpResponse, ServiceError> {
    let (game, id) = path.into_inner();
    let rulebook = service.live(game).await?.rulebook.clone();
    let cards = &rulebook.published().cards;
    let known = cards.card(&id).and_then(|card| Some((cards.set(&card.set)?, card)));
    let (set, card) = known.ok_or_else(|| ServiceError::Missing(format!("card {id}")))?;
    Ok(svg(card::front(set, card, &[]).svg()))
}

/// The back of a set of cards.
pub async fn card_back(service: Data<Service>, path: Path<(i64, String)>) -> Result<HttpResponse, ServiceError> {
    let (game, id) = path.into_inner();
    let rulebook = service.live(game).await?.rulebook.clone();
    let published = rulebook.published();
    let set = published.cards.set(&id).ok_or_else(|| ServiceError::Missing(format!("set of cards {id}")))?;
    Ok(svg(card::back(published, set).svg()))
}

/// What the dice can be checked with while the game goes on.
pub async fn ledger(service: Data<Service>, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    service.store.game(*game).await?;
    let lines = ledgers::ledger(&service.store.records(*game, 0).await?)?;
    Ok(HttpResponse::Ok()
        .content_type("application/jsonl; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .body(lines.join("\n") + "\n"))
}

/// The whole game, once it is over; what the players said to each other is for them alone.
pub async fn export(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    if live.session.outcome().is_none() {
        return Err(ServiceError::Forbidden("a game that is over: what is hidden now must stay so"));
    }
    let mut records = service.store.records(*game, 0).await?;
    if seat(&service, &live, &request).await?.is_none() {
        ledgers::silence(&mut records)?;
    }
    Ok(HttpResponse::Ok()
        .content_type("application/jsonl; charset=utf-8")
        .insert_header(("Content-Disposition", format!("attachment; filename=\"game-{game}.jsonl\"")))
        .body(ledgers::export(&live, &records)))
}

/// The stylesheet.
pub async fn style() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header(KEEP_SHORTLY)
        .body(include_str!("static/style.css"))
}

/// The sign of the service, for a browser's tab.
pub async fn mark() -> HttpResponse {
    HttpResponse::Ok().content_type("image/svg+xml").insert_header(KEEP_SHORTLY).body(include_str!("static/mark.svg"))
}

/// The board's script.
pub async fn board_script() -> HttpResponse {
    script(include_str!("static/board.js"))
}

/// The board's own stylesheet.
pub async fn board_style() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header(KEEP_SHORTLY)
        .body(include_str!("static/board.css"))
}

/// The script that shows mails at their full height.
pub async fn demo_script() -> HttpResponse {
    script(include_str!("static/demo.js"))
}

/// The script that checks dice.
pub async fn dice_script() -> HttpResponse {
    script(include_str!("static/dice.js"))
}

fn script(text: &'static str) -> HttpResponse {
    HttpResponse::Ok().content_type("text/javascript; charset=utf-8").insert_header(KEEP_SHORTLY).body(text)
}
