//! *My games*: all games and invitations of whoever has a pass, those in which he must decide first.

use super::allowances::Allowances;
use super::seat::{form_token, is_form_token};
use super::visitor::{acting, no_pass, pass_cookie, visitor};
use super::{Notice, page, see_other};
use crate::invitation::{InWords, Invitation};
use crate::people::{Held, Person};
use crate::quiet::{Quiet, QuietForm, places};
use crate::render::side_words;
use crate::store::{SEAT, SeatRow, query};
use crate::{Service, ServiceError, log};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use engine::contract::Viewer;
use sea_orm::FromQueryResult;
use serde::Deserialize;
use serde_json::json;

/// What the form token for a pass is made for.
const FORM: &str = "pass";
/// Games that are listed.
const LISTED: i64 = 200;

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage {
    /// His address; none for a visitor without a pass.
    address: Option<String>,
    closed: bool,
    form_token: String,
    /// Where a program reads the list; it leads to no seat.
    feed: String,
    quiet: Option<Quiet>,
    /// Names of the zones of time.
    places: Vec<String>,
    games: Vec<Entry>,
    invitations: Vec<Invited>,
}

/// A game of the visitor.
struct Entry {
    id: i64,
    title: String,
    scenario: String,
    side: String,
    seat: String,
    caption: String,
    /// What he must decide.
    ask: Option<String>,
    over: bool,
    /// When something happened in it last of which he was told, in milliseconds since 1970.
    since: i64,
    since_words: String,
}

/// An invitation by the visitor or to him.
struct Invited {
    page: String,
    own: bool,
    draft: bool,
    offer: InWords,
}

/// All games and invitations of the visitor; without a pass the form that asks for one.
pub async fn mine(service: Data<Service>, request: HttpRequest) -> Result<HttpResponse, ServiceError> {
    let Some(visitor) = visitor(&service, &request).await? else {
        let form_token = form_token(&service, FORM);
        let (games, invitations) = (Vec::new(), Vec::new());
        let (feed, quiet, places) = (String::new(), None, Vec::new());
        return page(&MinePage { address: None, closed: false, form_token, feed, quiet, places, games, invitations });
    };
    let person = &visitor.person;
    let mut invitations = Vec::new();
    for invitation in service.invitations_of(person.id).await? {
        invitations.push(invited(&service, &invitation, person)?);
    }
    page(&MinePage {
        address: Some(person.address.clone()),
        closed: person.closed == 1,
        form_token: visitor.form_token.clone(),
        feed: feed_of(&service, person)?,
        quiet: service.quiet_of(service.store.readers(), &person.address).await?,
        places: places(),
        games: games_of(&service, person).await?,
        invitations,
    })
}

/// The address of somebody's feed.
fn feed_of(service: &Service, person: &Person) -> Result<String, ServiceError> {
    Ok(format!("{}/feed/{}", service.settings.base_url, service.pass(person, Held::Fed)?))
}

fn invited(service: &Service, invitation: &Invitation, person: &Person) -> Result<Invited, ServiceError> {
    Ok(Invited {
        page: format!("/invitation/{}", service.invitation_token(invitation.id, person.id)?),
        own: invitation.person == person.id,
        draft: invitation.state == "draft",
        offer: service.in_words(invitation)?,
    })
}

/// The games of a person: those that wait for him, the longest first; then those that wait for somebody else, then those
/// that are over, the newest first.
async fn games_of(service: &Service, person: &Person) -> Result<Vec<Entry>, ServiceError> {
    let sql = format!("SELECT {SEAT} FROM seats WHERE LOWER(address) = $1 ORDER BY game DESC LIMIT $2");
    let readers = service.store.readers();
    let values = [person.address.as_str().into(), LISTED.into()];
    let mut games = Vec::new();
    for seat in SeatRow::find_by_statement(query(readers, &sql, values)).all(readers).await? {
        match entry(service, &seat).await {
            Ok(entry) => games.push(entry),
            // one that cannot be opened hides none of the others
            Err(error) => log::tell(&format!("game {} in somebody's list: {error}", seat.game)),
        }
    }
    games.sort_by_key(|game| {
        let oldest_first = if game.ask.is_some() { (game.since, game.id) } else { (-game.since, -game.id) };
        (game.over, game.ask.is_none(), oldest_first)
    });
    Ok(games)
}

async fn entry(service: &Service, seat: &SeatRow) -> Result<Entry, ServiceError> {
    let live = service.live(seat.game).await?;
    let side = live.known_side(&seat.side)?;
    let then = live.clone();
    let last = service.rooms.think(move || then.last_news(Viewer::Side(side))).await?;
    let since = service.store.written(seat.game, last).await?.unwrap_or(live.row.created);
    let token = service.seat_token(seat.game, &seat.side).await?;
    let now = service.clock.now();
    let show = move || {
        let published = live.rulebook.published();
        let outcome = live.session.outcome();
        Entry {
            id: live.row.id,
            title: published.title.clone(),
            scenario: live.scenario().to_owned(),
            side: side_words(published, side),
            seat: format!("/seat/{token}"),
            caption: match &outcome {
                Some(outcome) => outcome.words(),
                None => live.session.position(engine::contract::Viewer::Side(side)).caption,
            },
            ask: live.ask(side).map(|ask| ask.title),
            over: outcome.is_some(),
            since,
            since_words: ago(now - since),
        }
    };
    service.rooms.think(show).await
}

/// How long ago something was.
pub fn ago(milliseconds: i64) -> String {
    let minutes = (milliseconds / 60_000).max(0);
    match minutes {
        0 => "just now".to_owned(),
        1..=119 => format!("{minutes} min ago"),
        120..=2879 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

/// A wish for a pass.
#[derive(Deserialize)]
pub struct Wish {
    form_token: String,
    address: String,
}

/// Mails a pass to an address at which we know somebody. The answer is the same in any case.
pub async fn ask(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    wish: Form<Wish>,
) -> Result<HttpResponse, ServiceError> {
    if !is_form_token(&service, &wish.form_token, &form_token(&service, FORM)) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    allowances.begin(&request)?;
    service.send_pass(&wish.address, None).await?;
    page(&Notice {
        title: "Look into your mail".to_owned(),
        text: format!(
            "If there are games or invitations for {}, a mail with a link to all of them is on its way. The link is good for \
             two days.",
            wish.address.trim()
        ),
        button: None,
        link: Some(("/".to_owned(), "To the start page")),
    })
}

/// The link that is a pass. Opening it changes nothing, so a scanner may.
pub async fn pass(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let person = service.bearer(&token, Held::Mailed).await?;
    let person = person
        .ok_or(ServiceError::Forbidden("a pass that is good: this one is too old; ask for another under My games"))?;
    let mut answer = see_other("/mine".to_owned());
    answer
        .add_cookie(&pass_cookie(&service, &person)?)
        .map_err(|error| ServiceError::Unwritable("a cookie", error.to_string()))?;
    Ok(answer)
}

/// A button below the list.
#[derive(Deserialize)]
pub struct Button {
    form_token: String,
    action: String,
    #[serde(flatten)]
    quiet: QuietForm,
}

/// Does what a button below the list says.
pub async fn change(
    service: Data<Service>,
    request: HttpRequest,
    button: Form<Button>,
) -> Result<HttpResponse, ServiceError> {
    let visitor = acting(&service, &request, &button.form_token).await?;
    match button.action.as_str() {
        "close" => service.close_to_invitations(&visitor.person, true).await?,
        "open" => service.close_to_invitations(&visitor.person, false).await?,
        "leave" => {}
        "feed" => service.void_feed(&visitor.person).await?,
        "quiet" => {
            let quiet = Quiet::read(&button.quiet.written(), None).map_err(ServiceError::Unreadable)?;
            service.set_quiet(&visitor.person.address, quiet.as_ref()).await?;
        }
        "void" => service.void_passes(&visitor.person).await?,
        other => return Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    }
    let mut answer = see_other("/mine".to_owned());
    if ["leave", "void"].contains(&button.action.as_str()) {
        let added = answer.add_cookie(&no_pass(&service));
        added.map_err(|error| ServiceError::Unwritable("a cookie", error.to_string()))?;
    }
    Ok(answer)
}

/// The same list for programs.
pub async fn list(service: Data<Service>, request: HttpRequest) -> Result<HttpResponse, ServiceError> {
    let visitor = visitor(&service, &request).await?;
    let visitor = visitor.ok_or(ServiceError::Forbidden("your pass: ask for it under My games"))?;
    let games = games_of(&service, &visitor.person).await?;
    let games: Vec<_> = games
        .iter()
        .map(|game| {
            json!({
                "game": game.id, "title": game.title, "scenario": game.scenario, "side": game.side, "caption": game.caption,
                "ask": game.ask, "over": game.over, "since": game.since, "seat": game.seat,
            })
        })
        .collect();
    let shown = json!({
        "address": visitor.person.address, "form_token": visitor.form_token, "feed": feed_of(&service, &visitor.person)?,
        "games": games,
    });
    Ok(HttpResponse::Ok().insert_header(("Cache-Control", "no-store")).json(shown))
}
