//! What the board's script asks while an order is put together, and what happened before.

use super::api::{Pointing, answered, never_kept};
use super::scene::Scene;
use super::seat::seat;
use crate::live::Live;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use engine::contract::SideId;
use engine::table::{Begun, Halt, Listed, NextStep, PointedAt, Session};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Ways for which the steps after them are listed at once.
const LISTED_ON: usize = 6;
/// Beginnings of orders for which the same is done: a game has no more verbs.
const MOST_BEGINNINGS: usize = 16;

/// What pointing means, with what could follow.
#[derive(Serialize)]
struct Shown {
    listed: Vec<Way>,
    #[serde(flatten)]
    pointed: PointedAt,
}

/// A way to go on with the thing, and the steps after it.
#[derive(Serialize)]
struct Way {
    #[serde(flatten)]
    step: NextStep,
    next: Vec<NextStep>,
}

/// How an order goes on with a thing, two steps deep: a unit with the hexes that it reaches.
pub async fn point(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    pointing: Json<Pointing>,
) -> Result<HttpResponse, ServiceError> {
    let Pointing { begun, at } = pointing.into_inner();
    let judge = move |live: &Live, side| {
        let mut pointed = live.session.why_not(side, &begun, &at)?;
        let listed = std::mem::take(&mut pointed.listed);
        let listed = listed.into_iter().enumerate().map(|(place, step)| {
            let next = if place < LISTED_ON { follow(&*live.session, side, &begun, &step)? } else { Vec::new() };
            Ok(Way { step, next })
        });
        Ok(Shown { listed: listed.collect::<Result<_, String>>()?, pointed })
    };
    answered(service, request, *game, judge).await
}

/// Beginnings of orders, each with the steps after it: who may act, and on what.
#[derive(Serialize)]
struct Beginnings {
    ways: Vec<Way>,
    halt: Option<Halt>,
}

/// What the visitor's side may order after a draft of other orders, two steps deep.
pub async fn ways(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    begun: Json<Begun>,
) -> Result<HttpResponse, ServiceError> {
    let begun = begun.into_inner();
    let list = move |live: &Live, side| {
        let Listed { next, halt } = live.session.legal(side, &begun)?;
        let ways = next.into_iter().enumerate().map(|(place, step)| {
            let goes_on = place < MOST_BEGINNINGS && !step.complete;
            let next = if goes_on { follow(&*live.session, side, &begun, &step)? } else { Vec::new() };
            Ok(Way { step, next })
        });
        Ok(Beginnings { ways: ways.collect::<Result<_, String>>()?, halt })
    };
    answered(service, request, *game, list).await
}

/// The steps that may follow a way.
fn follow(session: &dyn Session, side: SideId, begun: &Begun, way: &NextStep) -> Result<Vec<NextStep>, String> {
    let steps = [&begun.steps[..], &way.before, std::slice::from_ref(&way.step)].concat();
    let Listed { next, .. } = session.legal(side, &Begun { steps, ..begun.clone() })?;
    Ok(next)
}

/// The board as the visitor's draft leaves it, with where it ends.
pub async fn draft(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    begun: Json<Begun>,
) -> Result<HttpResponse, ServiceError> {
    let begun = begun.into_inner();
    let imagine = move |live: &Live, side| {
        let drafted = live.session.drafted(side, &begun)?;
        let scene = Scene::of(live.rulebook.published(), &drafted.position);
        Ok(json!({ "scene": scene, "halt": drafted.halt }))
    };
    answered(service, request, *game, imagine).await
}

/// What the visitor may have marked on his board.
pub async fn overlays(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let viewer = Live::viewer(seat(&service, &live, &request).await?.map(|seat| seat.side));
    let marked = service.rooms.answer((*game, viewer), move || live.session.overlays(viewer)).await?;
    Ok(never_kept(marked))
}

/// The same on the board as the visitor's draft leaves it.
pub async fn overlays_after(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    begun: Json<Begun>,
) -> Result<HttpResponse, ServiceError> {
    let begun = begun.into_inner();
    answered(service, request, *game, move |live, side| live.session.overlays_after(side, &begun)).await
}

/// What would answer the visitor's open questions if he did not: what the rules leave, and standing orders.
pub async fn unattended(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    answered(service, request, *game, move |live, side| Ok(live.session.unattended(side))).await
}

/// How far back a story goes.
#[derive(Deserialize)]
pub struct Far {
    /// Lines of the log that it tells.
    lines: usize,
}

/// What happened last, moment by moment, each with its board; the board before it first.
pub async fn story(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    far: Query<Far>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let viewer = Live::viewer(seat(&service, &live, &request).await?.map(|seat| seat.side));
    let records = service.store.records(*game, 0).await?;
    let tell = move || {
        let story = live.rulebook.story(&records, viewer, far.lines)?;
        let published = live.rulebook.published();
        let moments = story.into_iter().map(|(number, told)| {
            let dice: Vec<String> = told.dice.into_iter().flat_map(|(_, _, rolls)| rolls).collect();
            json!({ "number": number, "lines": told.lines, "dice": dice, "scene": Scene::of(published, &told.position) })
        });
        Ok(moments.collect::<Vec<_>>())
    };
    let told = service
        .rooms
        .answer((*game, viewer), tell)
        .await?
        .map_err(|error: String| ServiceError::Broken("game", error))?;
    Ok(never_kept(told))
}
