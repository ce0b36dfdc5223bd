//! The pages.

use super::board::{BoardView, lay_out};
use super::doors::is_local;
use super::front::{Front, Watched, front};
use super::new_game::{self, Offer};
use super::page;
use super::seat::{renew, seat};
use crate::computer::COMPUTER;
use crate::filters;
use crate::live::Live;
use crate::mail::Echo;
use crate::quiet::{Quiet, places};
use crate::render::{echo, side_words};
use crate::store::{SeatRow, one};
use crate::summary::{LISTED, Summary};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::HEXLOWER;
use definitions::{Case, CaseKind, CaseScope};
use engine::contract::{SideId, StandingRule, Viewer};
use engine::table::{AskInfo, Proposed, Report};
use serde::Deserialize;

/// Orders shown as examples.
const EXAMPLES: usize = 6;

/// What is asked for beside the page itself.
#[derive(Deserialize)]
pub struct Wanted {
    /// Key of the submission whose report is shown.
    report: Option<String>,
    /// Set for the page without a script.
    plain: Option<String>,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    demo: bool,
    /// Games by their numbers.
    games: Vec<(i64, Summary)>,
    /// Older games than this are on the next page.
    older: Option<i64>,
    /// What can be started from here: nothing but in a demo.
    offers: Vec<Offer>,
    form_token: String,
    front: Front,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    /// Whether it is shown as it is: for who sent its form, or wishes it. Else it is for browsers without scripts alone.
    plain: bool,
    id: i64,
    title: String,
    scenario: String,
    credits: Vec<String>,
    caption: String,
    side: Option<String>,
    form_token: String,
    key: String,
    /// The moment that the page shows, as a reply token names it.
    bound: String,
    ask: Option<AskInfo>,
    waiting: Vec<String>,
    outcome: Option<String>,
    over: bool,
    examples: Vec<String>,
    parked: Vec<String>,
    /// What the visitor may take back alone, the last order first.
    undoable: Vec<String>,
    proposal: Option<Proposed>,
    /// Whether the visitor made it.
    own_proposal: bool,
    /// What is noted of the game for ever.
    marks: Vec<String>,
    /// That the dice want a word of the visitor.
    word: Option<String>,
    standing: Vec<StandingRule>,
    closed: Option<String>,
    echo: Vec<Echo>,
    /// What the last order did of which the visitor may know anything, and all that came of it.
    lately: Vec<String>,
    /// Orders that were not carried out, or waited and came back, to be mended.
    unfinished: String,
    board: BoardView,
    log: Vec<String>,
    missing: Vec<CaseLine>,
    demo: bool,
    /// The visitor's seat, for what becomes of his mail; none for one that the computer plays.
    seat: Option<SeatRow>,
    /// From which addresses the visitor's orders are taken besides that to which his mail goes.
    aliases: Vec<String>,
    /// The hours in which he wants no mail.
    quiet: Option<Quiet>,
    /// Names of the zones of time.
    places: Vec<String>,
    /// The other side, if our mail does not reach its player.
    unreached: Option<String>,
}

/// A case of the rulebook as pages show it.
pub struct CaseLine {
    pub number: String,
    pub title: String,
    pub summary: String,
    pub kind: &'static str,
    pub later: bool,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    id: i64,
    title: String,
    cases: Vec<CaseLine>,
    enforced: usize,
    missing: usize,
}

#[derive(Template)]
#[template(path = "help.html")]
struct HelpPage {
    id: i64,
    title: String,
    help: String,
}

#[derive(Template)]
#[template(path = "dice.html")]
struct DicePage {
    id: i64,
    title: String,
    over: bool,
    keys: usize,
}

/// Where a long list goes on.
#[derive(Deserialize)]
pub struct Listed {
    /// Games of smaller numbers than this.
    before: Option<i64>,
}

/// The games of this host that everybody may look at, the newest first; for who started a demo all of them.
pub async fn home(
    service: Data<Service>,
    request: HttpRequest,
    listed: Query<Listed>,
) -> Result<HttpResponse, ServiceError> {
    let demo = is_local(&service, &request);
    let games = service.clone().into_inner().summaries(demo, listed.before).await?;
    let older = games.last().filter(|_| games.len() == LISTED).map(|(id, _)| *id);
    let offers = if demo { new_game::offers(&service)? } else { Vec::new() };
    let watch = games.iter().max_by_key(|(id, game)| (!game.waiting.is_empty(), *id)).map(|(id, game)| Watched {
        id: *id,
        caption: format!("{}, {}. {}", game.title, game.scenario, game.caption),
        over: game.waiting.is_empty(),
    });
    let front = front(&service, watch).await?;
    page(&Home { demo, games, older, offers, form_token: new_game::token(&service), front })
}

/// A game: the board, what is to be decided, the form for orders.
pub async fn game(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    wanted: Query<Wanted>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let live = service.live(game).await?;
    let seat = seat(&service, &live, &request).await?;
    let side = seat.as_ref().map(|seat| seat.side);
    let viewer = Live::viewer(side);
    let plain = wanted.plain.is_some() || wanted.report.is_some();
    let report = match (&wanted.report, side) {
        (Some(key), Some(side)) => report(&service, game, live.side_id(side), key).await?,
        _ => Report::default(),
    };
    let rulebook = live.rulebook.clone();
    let published = rulebook.published();
    let row = match side {
        Some(side) => Some(service.store.seat(game, live.side_id(side)).await?),
        None => None,
    };
    let aliases = match side {
        Some(side) => service.aliases(game, live.side_id(side)).await?,
        None => Vec::new(),
    };
    let quiet = match row.as_ref().and_then(|row| row.address.as_deref()) {
        Some(address) => service.quiet_of(service.store.readers(), address).await?,
        None => None,
    };
    let unreached = match side {
        Some(side) => {
            let other = service.store.seat(game, live.side_id(side.enemy())).await?;
            (other.mail == "bad").then(|| side_words(published, side.enemy()))
        }
        None => None,
    };
    let form_token = seat.as_ref().map(|seat| seat.form_token.clone()).unwrap_or_default();
    let key = crate::service::random::<12>()?;
    let demo = is_local(&service, &request);
    let show = move || {
        let published = live.rulebook.published();
        // arrows for what the last order did of which the visitor may know anything
        let latest = live.session.latest(viewer);
        let ask = side.and_then(|side| live.ask(side));
        let outcome = live.session.outcome().map(|outcome| match outcome.winner {
            Some(winner) => format!("{} has won: {}.", capital(&side_words(published, winner)), outcome.words()),
            None => format!("A draw: {}.", outcome.reason),
        });
        let proposal = live.session.proposed(viewer);
        let echo: Vec<Echo> = report.lines.iter().map(echo).collect();
        let left: Vec<&str> =
            echo.iter().filter(|line| !line.fate.is_settled()).map(|line| line.order.as_str()).collect();
        let returned = side.map(|side| live.session.returned(side)).unwrap_or_default();
        let unfinished = if left.is_empty() { returned.join("\n") } else { left.join("\n") };
        GamePage {
            plain,
            id: game,
            title: published.title.clone(),
            scenario: live.scenario().to_owned(),
            credits: published.credits.clone(),
            caption: latest.position.caption.clone(),
            side: side.map(|side| side_words(published, side)),
            form_token,
            key: HEXLOWER.encode(&key),
            bound: side.map(|side| live.bound(side).to_string()).unwrap_or_default(),
            waiting: waiting(&live),
            over: outcome.is_some(),
            examples: side
                .filter(|_| ask.is_some())
                .map(|side| live.session.examples(side, EXAMPLES).into_iter().map(|example| example.text).collect())
                .unwrap_or_default(),
            ask,
            parked: side.map(|side| live.session.parked(side)).unwrap_or_default(),
            undoable: side.map(|side| live.session.undoable(side)).unwrap_or_default(),
            own_proposal: proposal.as_ref().is_some_and(|proposal| Some(proposal.side) == side),
            proposal,
            marks: live.marks(),
            word: side.filter(|_| outcome.is_none()).and_then(|side| live.session.asked_for_word(side)),
            standing: side.map(|side| live.session.standing(side)).unwrap_or_default(),
            outcome,
            closed: report.closed.clone(),
            unfinished,
            // what came of one's own orders stands with them
            lately: if echo.is_empty() { latest.lines.clone() } else { Vec::new() },
            echo,
            board: lay_out(published, &latest.position, live.session.game_turn()),
            log: live.session.lines(0, viewer),
            missing: live.session.rules().not_yet_enforced().map(case_line).collect(),
            demo,
            seat: row.filter(|row| row.address.as_deref() != Some(COMPUTER)),
            aliases,
            quiet,
            places: if side.is_some() { places() } else { Vec::new() },
            unreached,
        }
    };
    let mut answer = page(&service.rooms.think(show).await?)?;
    if let Some(seat) = &seat {
        renew(&service, &mut answer, seat)?;
    }
    Ok(answer)
}

/// Every case of the rulebook, in our words, and whether it holds.
pub async fn rules(service: Data<Service>, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let rules = live.session.rules();
    page(&RulesPage {
        id: *game,
        title: live.rulebook.published().title.clone(),
        cases: rules.iter().map(case_line).collect(),
        enforced: rules.enforced().count(),
        missing: rules.not_yet_enforced().count(),
    })
}

/// How orders are written.
pub async fn help(service: Data<Service>, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    page(&HelpPage { id: *game, title: live.rulebook.published().title.clone(), help: live.session.help() })
}

/// The keys, and a script that checks them in the browser.
pub async fn dice(service: Data<Service>, game: Path<i64>) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let show = move || DicePage {
        id: *game,
        title: live.rulebook.published().title.clone(),
        over: live.session.outcome().is_some(),
        keys: live.session.told(0, Viewer::Observer).dice.len(),
    };
    page(&service.rooms.think(show).await?)
}

/// Names of the sides that must decide.
fn waiting(live: &Live) -> Vec<String> {
    let published = live.rulebook.published();
    let asks = live.session.asks();
    SideId::BOTH
        .into_iter()
        .filter(|side| asks.iter().any(|ask| ask.side == *side))
        .map(|side| side_words(published, side))
        .collect()
}

/// With a capital letter at the beginning of a sentence.
fn capital(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

/// The report of a page's submission, for the side that made it.
async fn report(service: &Service, game: i64, side: &str, key: &str) -> Result<Report, ServiceError> {
    let sql = "SELECT report FROM submissions WHERE game = $1 AND key = $2 AND side = $3";
    let values = [game.into(), format!("page {side} {key}").into(), side.into()];
    let saved: Option<String> = one(service.store.readers(), sql, values).await?;
    saved.map_or(Ok(Report::default()), |saved| {
        serde_json::from_str(&saved).map_err(|error| ServiceError::Broken("report", error.to_string()))
    })
}

/// A case as pages show it.
pub fn case_line(case: &Case) -> CaseLine {
    CaseLine {
        number: case.number.clone(),
        title: case.title.clone(),
        summary: case.summary.clone(),
        kind: match case.kind {
            CaseKind::Rule => "rule",
            CaseKind::Definition => "definition",
            CaseKind::Component => "component",
            CaseKind::Commentary => "commentary",
        },
        later: case.scope == CaseScope::Later,
    }
}
