//! The published games: what each is, how long it takes, how it is won, where its rules are to be had, and its scenarios.

use super::doors::is_local;
use super::new_game::token;
use super::page;
use super::pages::{CaseLine, case_line};
use crate::audience::Audience;
use crate::invitation::length;
use crate::render::png;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use definitions::{About, CaseKind, Published, Scenario};
use engine::contract::{Setup, Viewer};
use engine::table::{Rulebook, Secrets};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A published game in a list.
pub struct Book {
    /// Its id.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it is, in a paragraph.
    pub what: String,
    /// The scenario to begin with: id and title.
    pub first: (String, String),
    /// How many scenarios it has.
    pub scenarios: usize,
    /// Id and name of each side.
    pub sides: Vec<(String, String)>,
}

/// A published game, as lists tell of it.
///
/// # Errors
/// When there is no such game, or its definitions have faults.
pub fn book(service: &Service, id: &'static str) -> Result<Book, ServiceError> {
    let (_, rulebook) = service.shelf.newest(id)?;
    let published = rulebook.published();
    let first = beginning(published).map(|it| (it.id.clone(), it.title.clone())).unwrap_or_default();
    Ok(Book {
        id,
        title: published.title.clone(),
        what: published.about.what.first().cloned().unwrap_or_default(),
        first,
        scenarios: published.scenarios.len(),
        sides: sides(published),
    })
}

/// The scenario to begin with: the shortest.
fn beginning(published: &Published) -> Option<&Scenario> {
    published.scenarios_in_order().into_iter().min_by_key(|it| it.turns.1.saturating_sub(it.turns.0))
}

/// Id and name of each side.
pub fn sides(published: &Published) -> Vec<(String, String)> {
    published.units.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect()
}

#[derive(Template)]
#[template(path = "book.html")]
struct BookPage {
    id: String,
    title: String,
    credits: Vec<String>,
    about: About,
    sides: Vec<(String, String)>,
    scenarios: Vec<ScenarioView>,
    options: Vec<(&'static str, &'static str, Vec<&'static str>)>,
    enforced: usize,
    missing: usize,
    form_token: String,
}

/// A scenario, as the page of its game shows it.
pub struct ScenarioView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Turns and dates.
    pub length: String,
    /// What happened then and there; empty if nobody wrote it.
    pub history: String,
    /// How long it takes; empty if nobody wrote it.
    pub takes: String,
    /// Units at the start, and those that come later.
    pub units: (usize, usize),
    /// The cases that are about it alone.
    cases: Vec<CaseLine>,
}

impl ScenarioView {
    /// A scenario of a game.
    pub fn of(published: &Published, scenario: &Scenario) -> ScenarioView {
        let story = published.about.story(&scenario.id);
        let alone = published.scenarios.iter().filter(|other| other.case == scenario.case).count() == 1;
        // 7.3 is about its scenario, and so is 7.3a; 7.31 would be, too, where a rulebook numbers so
        let about = |number: &str| {
            alone
                && !scenario.case.is_empty()
                && number.len() > scenario.case.len()
                && number.starts_with(&scenario.case)
        };
        let rules = published.rules.iter().filter(|case| case.kind == CaseKind::Rule);
        ScenarioView {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            length: length(scenario),
            history: story.map(|story| story.history.clone()).unwrap_or_default(),
            takes: story.and_then(|story| story.takes.clone()).unwrap_or_default(),
            units: (scenario.placements.len() + scenario.boxed.len(), scenario.arrivals.len()),
            cases: rules.filter(|case| about(&case.number)).map(case_line).collect(),
        }
    }
}

/// A published game with its scenarios.
pub async fn show(service: Data<Service>, game: Path<String>) -> Result<HttpResponse, ServiceError> {
    let (_, rulebook) = service.shelf.newest(&game)?;
    let published = rulebook.published();
    let options = rulebook.options().iter();
    page(&BookPage {
        id: published.id.clone(),
        title: published.title.clone(),
        credits: published.credits.clone(),
        about: published.about.clone(),
        sides: sides(published),
        scenarios: published.scenarios_in_order().iter().map(|it| ScenarioView::of(published, it)).collect(),
        options: options
            .map(|it| (it.title, it.case, it.values.iter().map(|(_, meaning)| *meaning).collect()))
            .collect(),
        enforced: rulebook.rules().enforced().count(),
        missing: rulebook.rules().not_yet_enforced().count(),
        form_token: token(&service),
    })
}

/// Pictures that are drawn once for all who come by, by what they show.
#[derive(Default)]
pub struct Pictures(Mutex<HashMap<String, Drawn>>);

/// A picture, and the moment that it shows.
struct Drawn {
    moment: u64,
    picture: Arc<Vec<u8>>,
}

/// Pictures that are kept: the scenarios of all games, and the game that is watched.
const KEPT: usize = 64;

impl Pictures {
    /// The picture of a name at a moment, drawn if it is not there.
    async fn get(
        &self,
        service: &Service,
        (name, moment): (&str, u64),
        draw: impl FnOnce() -> Result<Vec<u8>, ServiceError> + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, ServiceError> {
        let known = || {
            let drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            drawn.get(name).filter(|known| known.moment == moment).map(|known| known.picture.clone())
        };
        if let Some(picture) = known() {
            return Ok(picture);
        }
        let picture = Arc::new(service.rooms.draw_for_page(draw).await??);
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() >= KEPT {
            drawn.clear();
        }
        drawn.insert(name.to_owned(), Drawn { moment, picture: picture.clone() });
        Ok(picture)
    }
}

fn answer(picture: &[u8], seconds: u32) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("image/png")
        .insert_header(("Cache-Control", format!("public, max-age={seconds}")))
        .body(picture.to_vec())
}

/// The board as a scenario begins, as both sides may see it.
pub async fn scenario_picture(
    service: Data<Service>,
    pictures: Data<Pictures>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, ServiceError> {
    let (game, scenario) = path.into_inner();
    let (_, rulebook) = service.shelf.newest(&game)?;
    if rulebook.published().scenario(&scenario).is_none() {
        return Err(ServiceError::Missing(format!("scenario {scenario}")));
    }
    let name = format!("{} {scenario}", rulebook.hash());
    let picture = pictures.get(&service, (&name, 0), move || begun(&*rulebook, &scenario)).await?;
    Ok(answer(&picture, 86_400))
}

/// A picture of a scenario at its beginning.
fn begun(rulebook: &dyn Rulebook, scenario: &str) -> Result<Vec<u8>, ServiceError> {
    let broken = |error| ServiceError::Broken("scenario", error);
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    // nothing is ever rolled with these
    let secrets = Secrets::of([0; 32], [0; 32], 1);
    let records = rulebook.start("picture", &setup, &secrets).map_err(broken)?;
    let session = rulebook.open(&records).map_err(broken)?;
    Ok(png(rulebook, &session.position(Viewer::Observer)))
}

/// The board of a game as both sides may see it now, for the start page.
pub async fn glance(
    service: Data<Service>,
    pictures: Data<Pictures>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    if service.audience(*game).await? == Some(Audience::Private) && !is_local(&service, &request) {
        return Err(ServiceError::Forbidden("a seat at this game, which is private"));
    }
    let live = service.live(*game).await?;
    let (name, seen) = (format!("game {game}"), live.clone());
    let moment = service.rooms.think(move || seen.look(Viewer::Observer)).await?;
    let draw = move || Ok(png(&*live.rulebook, &live.session.position(Viewer::Observer)));
    Ok(answer(&pictures.get(&service, (&name, moment), draw).await?, 60))
}

#[derive(Template)]
#[template(path = "book_rules.html")]
struct BookRules {
    id: String,
    title: String,
    cases: Vec<CaseLine>,
    enforced: usize,
}

/// Every case of a rulebook, in our words.
pub async fn rules(service: Data<Service>, game: Path<String>) -> Result<HttpResponse, ServiceError> {
    let (_, rulebook) = service.shelf.newest(&game)?;
    page(&BookRules {
        id: rulebook.published().id.clone(),
        title: rulebook.published().title.clone(),
        cases: rulebook.rules().iter().map(case_line).collect(),
        enforced: rulebook.rules().enforced().count(),
    })
}
