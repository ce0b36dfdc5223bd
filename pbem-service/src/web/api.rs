//! JSON for the board's script and for programs.

use super::seat::{acting, seat};
use crate::live::Live;
use crate::mail::Bound;
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use engine::contract::{AskId, SideId, Thing, Viewer};
use engine::table::{Aside, Batch, Begun, Line, Report};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A thing at which the visitor points after an order that he has begun.
#[derive(Deserialize)]
pub struct Pointing {
    /// The order.
    #[serde(flatten)]
    pub begun: Begun,
    /// The thing.
    pub at: Thing,
}

/// Lines that are tried out.
#[derive(Deserialize)]
pub struct Tried {
    lines: Vec<Line>,
}

/// A batch of orders by JSON.
#[derive(Deserialize)]
pub struct Submitted {
    key: String,
    ask: Option<AskId>,
    lines: Vec<Line>,
    say: Option<String>,
}

/// The answer to it.
#[derive(Serialize)]
struct Answered {
    repeated: bool,
    report: Report,
}

/// What the visitor may know of a game.
pub async fn view(service: Data<Service>, request: HttpRequest, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let side = seat(&service, &live, &request).await?.map(|seat| seat.side);
    let shown = service.rooms.think(move || shown(&live, side)).await?;
    Ok(never_kept(shown))
}

/// What a side, or a visitor without one, may know.
fn shown(live: &Live, side: Option<SideId>) -> Value {
    let viewer = Live::viewer(side);
    let asks: Vec<_> = live.session.asks().into_iter().filter(|ask| side == Some(ask.side)).collect();
    let waiting: Vec<_> = live.session.asks().iter().map(|ask| ask.side).collect();
    json!({
        "game": live.row.id,
        "title": live.rulebook.published().title,
        "scenario": live.row.scenario,
        "side": side.map(|side| live.side_id(side)),
        "turn": live.session.game_turn(),
        "waiting_for": waiting.iter().map(|side| live.side_id(*side)).collect::<Vec<_>>(),
        "asks": asks,
        "examples": side.map(|side| live.session.examples(side, 3)).unwrap_or_default(),
        "standing": side.map(|side| live.session.standing(side)).unwrap_or_default(),
        "parked": side.map(|side| live.session.parked(side)).unwrap_or_default(),
        "returned": side.map(|side| live.session.returned(side)).unwrap_or_default(),
        "undo": side.map(|side| live.session.undoable(side)).unwrap_or_default(),
        "proposal": live.session.proposed(viewer),
        "marks": live.marks(),
        "outcome": live.session.outcome(),
        "view": live.session.view(viewer),
        "position": live.session.position(viewer),
    })
}

/// What may follow an order that the visitor's side has begun, after a draft of others.
pub async fn legal(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    begun: Json<Begun>,
) -> Result<HttpResponse, ServiceError> {
    let begun = begun.into_inner();
    answered(service, request, *game, move |live, side| live.session.legal(side, &begun)).await
}

/// How an order that the visitor's side has begun may go on with a thing, or why it may not.
pub async fn why_not(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    pointing: Json<Pointing>,
) -> Result<HttpResponse, ServiceError> {
    let Pointing { begun, at } = pointing.into_inner();
    answered(service, request, *game, move |live, side| live.session.why_not(side, &begun, &at)).await
}

/// Tries lines out for the visitor's side: what they would do and what they ask. Nothing is stored.
pub async fn preview(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    tried: Json<Tried>,
) -> Result<HttpResponse, ServiceError> {
    let lines = [vec![Line::Text("preview:".to_owned())], tried.into_inner().lines].concat();
    let try_out = move |live: &Live, side| {
        let report = live.session.submit(side, &Batch { ask: None, lines }, &live.secrets).1;
        Ok(Report { changed: false, ..report })
    };
    answered(service, request, *game, try_out).await
}

/// Answers what the visitor's side asks about its game: where its turn comes among questions, and no orders wait for it.
pub async fn answered<T: Serialize + Send + 'static>(
    service: Data<Service>,
    request: HttpRequest,
    game: i64,
    question: impl FnOnce(&Live, SideId) -> Result<T, String> + Send + 'static,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(game).await?;
    let side = seat(&service, &live, &request).await?;
    let side = side.ok_or(ServiceError::Forbidden("a seat at this game"))?.side;
    let answer = service.rooms.answer((game, Viewer::Side(side)), move || question(&live, side)).await?;
    Ok(never_kept(answer.map_err(ServiceError::Unreadable)?))
}

/// JSON that nothing in between may keep: it is what one side may know at one moment.
pub fn never_kept(shown: impl Serialize) -> HttpResponse {
    HttpResponse::Ok().insert_header(("Cache-Control", "no-store")).json(shown)
}

/// Takes orders. The form token goes into the header `X-Form-Token`, which no foreign page can set.
pub async fn submit(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    submitted: Json<Submitted>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let token = request.headers().get("X-Form-Token").and_then(|value| value.to_str().ok()).unwrap_or("");
    let side = acting(&service, &live, &request, token).await?.side;
    let Submitted { key, ask, lines, say } = submitted.into_inner();
    let key = super::forms::key(live.side_id(side), &key)?;
    let asides: Vec<Aside> = say.into_iter().map(|text| Aside::Said { side, text }).collect();
    let fault = (lines.is_empty() && asides.is_empty()).then(|| "There are no orders.".to_owned());
    let submission = Submission {
        game: *game,
        side,
        asides,
        batch: Batch { ask, lines },
        bound: ask.map(|ask| Bound::Ask(ask.0.saturating_add(1))),
        fault,
        key,
        receipt: Receipt::IfChanged,
    };
    let answer = service.submit(&submission).await?;
    Ok(HttpResponse::Ok().json(Answered { repeated: answer.repeated, report: answer.report }))
}
