//! The moments of a game, as the visitor knows them.

use super::allowances::Allowances;
use super::kept::Kept;
use super::page;
use super::seat::seat;
use crate::annals::turn_of;
use crate::filters;
use crate::live::Live;
use crate::render::side_words;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use artwork::annals::Annals;
use askama::Template;
use definitions::hex::HexId;
use definitions::{Arrow, Position};
use engine::contract::{SideId, Viewer};
use engine::table::{Moment, Rulebook};
use serde::Deserialize;
use std::sync::Arc;

/// The moment that is asked for: its number on the page of past moments, or now.
#[derive(Deserialize)]
pub struct Wanted {
    /// Its number, from 0.
    at: Option<usize>,
    /// The moment from which on arrows tell what has happened; the one before it without it.
    since: Option<usize>,
}

impl Wanted {
    /// The position of the moment, as a viewer may see it.
    ///
    /// # Errors
    /// When the viewer knows of no such moment.
    pub async fn position(&self, service: &Service, live: &Live, viewer: Viewer) -> Result<Position, ServiceError> {
        let Some(at) = self.at else {
            let session = live.session.clone();
            return service.rooms.think(move || session.position(viewer)).await;
        };
        let (records, rulebook) = (service.store.records(live.row.id, 0).await?, live.rulebook.clone());
        let since = self.since;
        let look = move || match since {
            Some(since) => between(&*rulebook, &records, (since, at), viewer),
            None => rulebook.moment(&records, at, viewer),
        };
        let position = service.rooms.answer((live.row.id, viewer), look).await?.map_err(broken)?;
        position.ok_or_else(|| ServiceError::Missing(format!("moment {at} of the game")))
    }

    /// What a picture of the moment is kept by: as what it stands for a viewer looks now, its number, none for now, and that of the
    /// one from which on arrows tell what has happened.
    ///
    /// # Errors
    /// When the position cannot be drawn up.
    pub async fn kept_by(&self, service: &Service, live: &Live, viewer: Viewer) -> Result<(u64, Key), ServiceError> {
        let (then, now) = (live.clone(), self.at.is_none());
        let known = move || if now { then.look(viewer) } else { then.last_news(viewer).unwrap_or(0) };
        Ok((service.rooms.think(known).await?, (self.at, self.since)))
    }

    /// What the names of files say of the moment: nothing if it is now.
    pub fn suffix(&self) -> String {
        self.at.map(|at| format!("-moment-{at}")).unwrap_or_default()
    }
}

/// The numbers of a moment and of the one from which on arrows tell what has happened.
pub type Key = (Option<usize>, Option<usize>);

/// The board at a moment, with arrows for what had happened since another one.
fn between(
    rulebook: &dyn Rulebook,
    records: &[String],
    (since, at): (usize, usize),
    viewer: Viewer,
) -> Result<Option<Position>, String> {
    let moments = rulebook.moments(records, viewer)?;
    let Some((first, last)) = moments.get(since.min(at)).zip(moments.get(at)) else { return Ok(None) };
    let session = rulebook.open(&records[..last.records])?;
    let mut position = session.told(first.records as u64, viewer).position;
    // of one event alone the hexes are marked in which it took place; of many that would be the whole map
    if at == since + 1 {
        position.highlights.extend(position.arrows.iter().flat_map(ends));
    }
    Ok(Some(position))
}

/// Where something moved or fought.
fn ends(arrow: &Arrow) -> Vec<HexId> {
    match arrow {
        Arrow::Move(path) | Arrow::Retreat(path) => path.first().into_iter().chain(path.last()).copied().collect(),
        Arrow::Attack(from, to) => vec![*from, *to],
    }
}

fn broken(error: String) -> ServiceError {
    ServiceError::Broken("game", error)
}

/// The past is lived through once more, away from whoever answers requests.
async fn moments(service: &Service, live: &Live, viewer: Viewer) -> Result<Arc<Vec<Moment>>, ServiceError> {
    let (records, rulebook) = (service.store.records(live.row.id, 0).await?, live.rulebook.clone());
    let moments = service.rooms.answer((live.row.id, viewer), move || rulebook.moments(&records, viewer)).await?;
    Ok(Arc::new(moments.map_err(broken)?))
}

/// Games whose past is kept, each as somebody knows it up to the last record of which he was told.
pub struct Pasts {
    moments: Kept<(i64, Option<u64>, Viewer), Arc<Vec<Moment>>>,
    annals: Kept<(i64, Option<u64>, Viewer), Arc<Annals>>,
}

async fn last_news(service: &Service, live: &Live, viewer: Viewer) -> Result<Option<u64>, ServiceError> {
    let then = live.clone();
    service.rooms.think(move || then.last_news(viewer)).await
}

impl Default for Pasts {
    fn default() -> Pasts {
        Pasts { moments: Kept::new(16), annals: Kept::new(8) }
    }
}

impl Pasts {
    /// The moments of a game as a visitor knows them, lived through if they are not there.
    ///
    /// # Errors
    /// When the game cannot be read, or the visitor asks for too much.
    pub async fn get(
        &self,
        service: &Service,
        allowances: &Allowances,
        request: &HttpRequest,
        (live, side): (&Live, Option<SideId>),
    ) -> Result<Arc<Vec<Moment>>, ServiceError> {
        let viewer = Live::viewer(side);
        let live_through = async {
            allowances.admit(request)?;
            moments(service, live, viewer).await
        };
        let last = last_news(service, live, viewer).await?;
        self.moments.get((live.row.id, last, viewer), live_through).await
    }

    /// The game turn by turn as a visitor knows it, in the same way.
    ///
    /// # Errors
    /// The same.
    pub async fn annals(
        &self,
        service: &Service,
        allowances: &Allowances,
        request: &HttpRequest,
        (live, side): (&Live, Option<SideId>),
    ) -> Result<Arc<Annals>, ServiceError> {
        let live_through = async {
            allowances.admit(request)?;
            service.annals(live, side).await.map(Arc::new)
        };
        let last = last_news(service, live, Live::viewer(side)).await?;
        self.annals.get((live.row.id, last, Live::viewer(side)), live_through).await
    }
}

#[derive(Template)]
#[template(path = "history.html")]
struct HistoryPage {
    id: i64,
    title: String,
    scenario: String,
    side: Option<String>,
    turns: Vec<TurnView>,
}

/// A game turn, folded unless it is the last.
struct TurnView {
    title: String,
    count: usize,
    open: bool,
    /// Headlines that stay the same for a while, with what happened under them.
    stages: Vec<StageView>,
}

struct StageView {
    caption: String,
    moments: Vec<MomentView>,
}

struct MomentView {
    number: usize,
    lines: Vec<String>,
}

/// All that the visitor knows to have happened, each moment with its picture and its saved game.
pub async fn history(
    service: Data<Service>,
    pasts: Data<Pasts>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let side = seat(&service, &live, &request).await?.map(|seat| seat.side);
    let past = pasts.get(&service, &allowances, &request, (&live, side)).await?;
    let mut turns: Vec<TurnView> = Vec::new();
    for (number, moment) in past.iter().enumerate() {
        let title = turn_of(&moment.caption);
        if turns.last().is_none_or(|turn| turn.title != title) {
            turns.push(TurnView { title: title.to_owned(), count: 0, open: false, stages: Vec::new() });
        }
        let Some(TurnView { count, stages, .. }) = turns.last_mut() else { continue };
        *count += 1;
        // what was said before the first order is part of how it began
        let begins = (number == 0).then(|| "The game begins.".to_owned());
        let lines = begins.into_iter().chain(moment.lines.iter().cloned()).collect();
        let view = MomentView { number, lines };
        match stages.last_mut().filter(|stage| stage.caption == moment.caption) {
            Some(stage) => stage.moments.push(view),
            None => stages.push(StageView { caption: moment.caption.clone(), moments: vec![view] }),
        }
    }
    if let Some(last) = turns.last_mut() {
        last.open = true;
    }
    let published = live.rulebook.published();
    page(&HistoryPage {
        id: *game,
        title: published.title.clone(),
        scenario: live.scenario().to_owned(),
        side: side.map(|side| side_words(published, side)),
        turns,
    })
}
