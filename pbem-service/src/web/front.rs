//! The front door: what this is, a game to watch, and a seat against the computer that one click leads to.

use super::allowances::Allowances;
use super::library::{Book, book};
use super::new_game::token;
use super::seat::is_form_token;
use super::see_other;
use crate::clock::MINUTE;
use crate::computer::COMPUTER;
use crate::invitation::{InWords, Offer, Way};
use crate::pace::{Pace, allow};
use crate::service::random;
use crate::{NewGame, Service, ServiceError};
use actix_web::web::{Data, Form};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Games against the computer that strangers may start: so many at once, then one each minute.
const PLAYED_NOW: Pace = Pace { burst: 60, each: MINUTE };

/// What the start page says beside its list of games.
pub struct Front {
    /// The published games.
    pub shelf: Vec<Book>,
    /// Games for which an opponent is looked for: where to join them, and what they are.
    pub open: Vec<(String, InWords)>,
    /// The game that is shown to who comes by, in words; none as long as nothing is played.
    pub watch: Option<Watched>,
}

/// A game to watch.
pub struct Watched {
    /// Its number.
    pub id: i64,
    /// How it stands.
    pub caption: String,
    /// Whether it is over.
    pub over: bool,
}

/// The front door of a service.
///
/// # Errors
/// When a game's definitions have faults, or the database fails.
pub async fn front(service: &Service, watch: Option<Watched>) -> Result<Front, ServiceError> {
    let shelf = service.shelf.ids().into_iter().map(|id| book(service, id)).collect::<Result<_, _>>()?;
    let mut open = Vec::new();
    for invitation in service.open_invitations().await? {
        open.push((format!("/join/{}", invitation.code), service.in_words(&invitation)?));
    }
    Ok(Front { shelf, open, watch })
}

/// Which game somebody wants to play now, and on which side.
#[derive(Deserialize)]
pub struct Wish {
    form_token: String,
    game: String,
    scenario: String,
    side: String,
}

/// Starts a game against the computer and leads to the seat. Nobody is mailed: whoever wishes it gives an address at his seat.
pub async fn play(
    service: Data<Service>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    wish: Form<Wish>,
) -> Result<HttpResponse, ServiceError> {
    if !is_form_token(&service, &wish.form_token, &token(&service)) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    allowances.begin(&request)?;
    let offer = Offer {
        game: wish.game.clone(),
        scenario: wish.scenario.clone(),
        options: BTreeMap::new(),
        side: wish.side.clone(),
        pace: String::new(),
        opponent: Way::Computer,
        name: String::new(),
        words: String::new(),
    };
    play_now(&service, &offer).await
}

/// The same for what somebody has put together.
pub async fn play_now(service: &Service, offer: &Offer) -> Result<HttpResponse, ServiceError> {
    let (_, rulebook) = service.shelf.newest(&offer.game)?;
    let sides = &rulebook.published().units.sides;
    let own = match offer.side.as_str() {
        "" => &sides[usize::from(random::<1>()?[0] & 1)],
        id => sides.iter().find(|side| side.id == id).ok_or_else(|| ServiceError::Missing(format!("side {id}")))?,
    };
    if allow(service.store.writer(), "play now", PLAYED_NOW, 1, service.clock.now()).await?.is_err() {
        return Err(ServiceError::Crowded("new games"));
    }
    let computers = sides.iter().filter(|side| side.id != own.id);
    let players = computers.map(|side| (side.id.clone(), COMPUTER.to_owned())).collect();
    let (game, scenario, options) = (offer.game.clone(), offer.scenario.clone(), offer.options.clone());
    let id = service.new_game(&NewGame { game, scenario, options, players, ..NewGame::default() }).await?;
    Ok(see_other(format!("/seat/{}", service.seat_token(id, &own.id).await?)))
}
