//! Starting a game with somebody, by page: game, scenario, side, rules, opponent; and what becomes of the invitation.

use super::allowances::Allowances;
use super::doors::is_local;
use super::front::play_now;
use super::library::{Book, ScenarioView, book, sides};
use super::new_game::OfferedRule;
use super::seat::{claim, form_token, is_form_token};
use super::visitor::{Visitor, acting, visitor};
use super::{Notice, page, see_other};
use crate::invitation::{InWords, Invitation, Offer, Way};
use crate::mail::{Bound, Purpose};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

/// What the form token of those is made for who have no pass.
const FORM: &str = "offer";

#[derive(Template)]
#[template(path = "new.html")]
struct Shelf {
    books: Vec<Book>,
}

/// The first step: which game.
pub async fn games(service: Data<Service>) -> Result<HttpResponse, ServiceError> {
    let books = service.shelf.ids().into_iter().map(|id| book(&service, id)).collect::<Result<_, _>>()?;
    page(&Shelf { books })
}

#[derive(Template)]
#[template(path = "new_scenario.html")]
struct Scenarios {
    id: String,
    title: String,
    scenarios: Vec<ScenarioView>,
}

/// The second step: which scenario.
pub async fn scenarios(service: Data<Service>, game: Path<String>) -> Result<HttpResponse, ServiceError> {
    let (_, rulebook) = service.shelf.newest(&game)?;
    let published = rulebook.published();
    page(&Scenarios {
        id: published.id.clone(),
        title: published.title.clone(),
        scenarios: published.scenarios_in_order().iter().map(|it| ScenarioView::of(published, it)).collect(),
    })
}

#[derive(Template)]
#[template(path = "new_offer.html")]
struct OfferPage {
    id: String,
    title: String,
    scenario: ScenarioView,
    sides: Vec<(String, String)>,
    rules: Vec<OfferedRule>,
    /// The visitor's address, if he has a pass.
    address: Option<String>,
    form_token: String,
    /// What was wrong with what was sent.
    fault: Option<String>,
    /// What was sent, by field.
    given: BTreeMap<String, String>,
}

impl OfferPage {
    /// What a field held, or what it holds at first.
    fn was<'a>(&'a self, field: &str, otherwise: &'a str) -> &'a str {
        self.given.get(field).map_or(otherwise, String::as_str)
    }
}

/// The third step: side, optional rules, opponent.
pub async fn form(
    service: Data<Service>,
    request: HttpRequest,
    path: Path<(String, String)>,
) -> Result<HttpResponse, ServiceError> {
    let visitor = visitor(&service, &request).await?;
    page(&offer_page(&service, &path, visitor.as_ref(), None, BTreeMap::new())?)
}

fn offer_page(
    service: &Service,
    (game, scenario): &(String, String),
    visitor: Option<&Visitor>,
    fault: Option<String>,
    given: BTreeMap<String, String>,
) -> Result<OfferPage, ServiceError> {
    let (_, rulebook) = service.shelf.newest(game)?;
    let published = rulebook.published();
    let known = published.scenario(scenario);
    let known = known.ok_or_else(|| ServiceError::Missing(format!("scenario {scenario}")))?;
    let rules = rulebook.options().iter();
    Ok(OfferPage {
        id: published.id.clone(),
        title: published.title.clone(),
        scenario: ScenarioView::of(published, known),
        sides: sides(published),
        rules: rules
            .map(|it| OfferedRule { name: it.name, title: it.title, case: it.case, values: it.values })
            .collect(),
        address: visitor.map(|visitor| visitor.person.address.clone()),
        form_token: visitor.map_or_else(|| form_token(service, FORM), |visitor| visitor.form_token.clone()),
        fault,
        given,
    })
}

/// Offers the game: at once for who has a pass, else when he has confirmed it by mail. Against the computer nobody needs one.
pub async fn offer(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    path: Path<(String, String)>,
    fields: Form<BTreeMap<String, String>>,
) -> Result<HttpResponse, ServiceError> {
    let given = fields.into_inner();
    let field = |name: &str| given.get(name).map(|value| value.trim().to_owned()).unwrap_or_default();
    let visitor = visitor(&service, &request).await?;
    let wanted = visitor.as_ref().map_or_else(|| form_token(&service, FORM), |visitor| visitor.form_token.clone());
    if !is_form_token(&service, &field("form_token"), &wanted) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    let again = |fault: String| {
        let mut shown = page(&offer_page(&service, &path, visitor.as_ref(), Some(fault), given.clone())?)?;
        *shown.status_mut() = actix_web::http::StatusCode::BAD_REQUEST;
        Ok(shown)
    };
    let (_, rulebook) = service.shelf.newest(&path.0)?;
    let named = |rule: &&str| given.contains_key(*rule);
    let options =
        rulebook.options().iter().map(|rule| rule.name).filter(named).map(|name| (name.to_owned(), field(name)));
    let opponent = match field("opponent").as_str() {
        "address" => Way::Address(field("guest")),
        "open" => Way::Open,
        "computer" => Way::Computer,
        _ => Way::Link,
    };
    let offer = Offer {
        game: path.0.clone(),
        scenario: path.1.clone(),
        options: options.collect(),
        side: field("side"),
        opponent,
        name: field("name"),
        words: field("words"),
    };
    let address = visitor.as_ref().map_or_else(|| field("address"), |visitor| visitor.person.address.clone());
    if visitor.is_none() {
        allowances.begin(&request)?;
    }
    if address.is_empty() {
        return match offer.opponent {
            Way::Computer => play_now(&service, &offer).await,
            _ => again("Your own address is missing: the game's mails go there.".to_owned()),
        };
    }
    // in a demo all addresses are whoever started it
    let proven = visitor.is_some() || is_local(&service, &request);
    match service.offer(&address, &offer, proven).await {
        Ok(invitation) if proven => {
            Ok(see_other(format!("/invitation/{}", service.invitation_token(invitation.id, invitation.person)?)))
        }
        Ok(_) => page(&Notice {
            title: "Look into your mail".to_owned(),
            text: format!(
                "A mail is on its way to {address}. Press the button in it, or answer `yes`, and the game is offered. Nobody \
                 else is written to before that."
            ),
            button: None,
            link: Some(("/".to_owned(), "To the start page")),
        }),
        Err(ServiceError::Unreadable(fault)) => again(fault),
        Err(error) => Err(error),
    }
}

#[derive(Template)]
#[template(path = "invitation.html")]
struct InvitationPage {
    offer: InWords,
    game: String,
    scenario: String,
    /// Which buttons it has: `host` (with `draft` or `open`), `guest`, or none.
    role: &'static str,
    state: String,
    /// In words, if it is neither a draft nor open.
    ended: Option<String>,
    /// The link to join it, for its host.
    join: Option<String>,
    /// The reader's seat, once the game has begun.
    seat: Option<String>,
}

/// The person that a link names, and the invitation.
async fn named(service: &Service, token: &str) -> Result<(Invitation, i64), ServiceError> {
    let claim = claim(service, token, Purpose::Invitation)?;
    let Bound::Ask(person) = claim.bound else { return Err(ServiceError::Missing("invitation".to_owned())) };
    Ok((service.invitation(claim.game as i64).await?, i64::from(person)))
}

/// An invitation as its host, or whoever is invited, sees it.
pub async fn show(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let (invitation, person) = named(&service, &token).await?;
    let is_host = invitation.person == person;
    let open = ["draft", "open"].contains(&invitation.state.as_str());
    let begun = match invitation.started {
        Some(game) if is_host || invitation.guest == Some(person) => {
            let address = service.person_of(service.store.readers(), person).await?.address;
            let seats = service.store.seats(game).await?;
            seats.into_iter().find(|seat| seat.address.as_deref() == Some(&address))
        }
        _ => None,
    };
    let seat = match &begun {
        // whoever has this page's link may have got it together with the seat's, which was replaced for that
        Some(seat) => service.first_token(seat.game, &seat.side).await?,
        None => None,
    };
    let ended = match invitation.state.as_str() {
        "draft" | "open" => None,
        "begun" if seat.is_some() => Some("The game has begun."),
        "begun" if begun.is_some() => {
            Some("The game has begun. The link to your seat was replaced since: the new one is in your newest mail.")
        }
        "begun" => Some("The game has begun, with somebody else."),
        "declined" => Some("The invitation was declined."),
        "withdrawn" => Some("The invitation was withdrawn."),
        "unreachable" => Some("Our mail with the invitation came back."),
        _ => Some("The invitation has ended: its time is over."),
    };
    let joins = is_host && open && ["link", "open"].contains(&invitation.way.as_str());
    page(&InvitationPage {
        offer: service.in_words(&invitation)?,
        game: invitation.game.clone(),
        scenario: invitation.scenario.clone(),
        role: match (open, is_host, invitation.state.as_str()) {
            (true, true, _) => "host",
            (true, false, "open") => "guest",
            _ => "",
        },
        state: invitation.state.clone(),
        ended: ended.map(str::to_owned),
        join: joins.then(|| service.join_page(&invitation)),
        seat: seat.map(|token| format!("/seat/{token}")),
    })
}

/// A button of that page.
#[derive(Deserialize)]
pub struct Button {
    action: String,
}

/// Does what a button of that page says: the link names who presses it.
pub async fn press(
    service: Data<Service>,
    token: Path<String>,
    button: Form<Button>,
) -> Result<HttpResponse, ServiceError> {
    let (invitation, person) = named(&service, &token).await?;
    let (id, is_host) = (invitation.id, invitation.person == person);
    let done = match (button.action.as_str(), is_host) {
        ("confirm", true) => service.confirm_offer(id).await,
        ("withdraw", true) => service.withdraw(id).await,
        ("accept", false) => service.accept(id, person).await,
        ("decline", false) => service.decline(id, person, false).await,
        ("block", false) => service.decline(id, person, true).await,
        ("close", false) => {
            let closed = service.person_of(service.store.readers(), person).await?;
            service.close_to_invitations(&closed, true).await?;
            service.decline(id, person, true).await
        }
        (other, _) => return Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    };
    match done {
        Ok(_) => Ok(see_other(format!("/invitation/{}", *token))),
        Err(ServiceError::Unreadable(fault)) => page(&Notice {
            title: "That did not work".to_owned(),
            text: format!("{fault}."),
            button: None,
            link: Some((format!("/invitation/{}", *token), "Back to the invitation")),
        }),
        Err(error) => Err(error),
    }
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    offer: InWords,
    game: String,
    scenario: String,
    open: bool,
    address: Option<String>,
    form_token: String,
}

/// An invitation that names nobody, as whoever has the link sees it.
pub async fn ask_join(
    service: Data<Service>,
    request: HttpRequest,
    code: Path<String>,
) -> Result<HttpResponse, ServiceError> {
    let invitation = service.invitation_by_code(&code).await?;
    if !["link", "open"].contains(&invitation.way.as_str()) {
        return Err(ServiceError::Missing("invitation".to_owned()));
    }
    let visitor = visitor(&service, &request).await?;
    page(&JoinPage {
        offer: service.in_words(&invitation)?,
        game: invitation.game.clone(),
        scenario: invitation.scenario.clone(),
        open: invitation.state == "open",
        address: visitor.as_ref().map(|visitor| visitor.person.address.clone()),
        form_token: visitor.map_or_else(|| form_token(&service, FORM), |visitor| visitor.form_token),
    })
}

/// Somebody who wants to join.
#[derive(Deserialize)]
pub struct Joining {
    form_token: String,
    #[serde(default)]
    address: String,
}

/// Joins at once with a pass, else when it was confirmed by mail.
pub async fn join(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    code: Path<String>,
    joining: Form<Joining>,
) -> Result<HttpResponse, ServiceError> {
    let invitation = service.invitation_by_code(&code).await?;
    if !["link", "open"].contains(&invitation.way.as_str()) {
        return Err(ServiceError::Missing("invitation".to_owned()));
    }
    if joining.address.trim().is_empty() {
        let visitor = acting(&service, &request, &joining.form_token).await?;
        service.accept(invitation.id, visitor.person.id).await?;
        return Ok(see_other(format!("/invitation/{}", service.invitation_token(invitation.id, visitor.person.id)?)));
    }
    if !is_form_token(&service, &joining.form_token, &form_token(&service, FORM)) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    allowances.begin(&request)?;
    service.ask_joiner(&invitation, &joining.address).await?;
    page(&Notice {
        title: "Look into your mail".to_owned(),
        text: format!(
            "A mail is on its way to {}. Press the button in it, or answer `accept`, and the game begins.",
            joining.address.trim()
        ),
        button: None,
        link: Some(("/".to_owned(), "To the start page")),
    })
}

/// A game to be offered, by JSON.
#[derive(Deserialize)]
pub struct Offered {
    #[serde(flatten)]
    offer: Offer,
    /// The address of who offers it, if he has no pass.
    #[serde(default)]
    address: String,
}

/// The same by JSON: with a pass and its form token in `X-Form-Token` at once, else as a draft.
pub async fn offer_json(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    offered: Json<Offered>,
) -> Result<HttpResponse, ServiceError> {
    let given = request.headers().get("X-Form-Token").and_then(|value| value.to_str().ok()).unwrap_or("");
    let invitation = match given {
        "" => {
            allowances.begin(&request)?;
            service.offer(&offered.address, &offered.offer, false).await?
        }
        token => {
            let visitor = acting(&service, &request, token).await?;
            service.offer(&visitor.person.address, &offered.offer, true).await?
        }
    };
    let joins = invitation.state == "open" && ["link", "open"].contains(&invitation.way.as_str());
    let join = joins.then(|| service.join_page(&invitation)).filter(|_| !given.is_empty());
    let shown = json!({
        "invitation": invitation.id, "state": invitation.state, "expires": invitation.expires, "game": invitation.started,
        "join": join,
    });
    Ok(HttpResponse::Ok().insert_header(("Cache-Control", "no-store")).json(shown))
}
