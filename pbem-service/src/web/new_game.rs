//! Starting a game from the start page of a demo: its scenario and its options.

use super::demo::demo_only;
use super::seat::{form_token, is_form_token};
use super::see_other;
use crate::computer::COMPUTER;
use crate::{NewGame, Service, ServiceError};
use actix_web::web::{Data, Form};
use actix_web::{HttpRequest, HttpResponse};
use std::collections::BTreeMap;

/// What the form token of this form is made for.
const FORM: &str = "new game";

/// A game that can be started, as the page offers it.
pub struct Offer {
    /// Id of the game.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Id and name of each side.
    pub sides: Vec<(String, String)>,
    /// Id and title of each scenario.
    pub scenarios: Vec<(String, String)>,
    /// Its optional rules.
    pub rules: Vec<OfferedRule>,
}

/// An optional rule, as the page offers it.
pub struct OfferedRule {
    /// Its name in the form.
    pub name: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// Its case in the rulebook.
    pub case: &'static str,
    /// Value and meaning of each choice, the default first.
    pub values: &'static [(&'static str, &'static str)],
}

/// All games that can be started.
pub fn offers(service: &Service) -> Result<Vec<Offer>, ServiceError> {
    let offer = |id: &'static str| {
        let (_, rulebook) = service.shelf.newest(id)?;
        let published = rulebook.published();
        let rules = rulebook.options().iter();
        Ok(Offer {
            id,
            title: published.title.clone(),
            sides: published.units.sides.iter().map(|it| (it.id.clone(), it.name.clone())).collect(),
            scenarios: counted(published.scenarios.iter().map(|it| (it.id.clone(), it.title.clone())).collect()),
            rules: rules
                .map(|it| OfferedRule { name: it.name, title: it.title, case: it.case, values: it.values })
                .collect(),
        })
    };
    service.shelf.ids().into_iter().map(offer).collect()
}

/// Scenarios with those whose titles begin with a number in its order: the tenth after the ninth.
fn counted(mut scenarios: Vec<(String, String)>) -> Vec<(String, String)> {
    let number = |title: &str| title.split_once('.').and_then(|(number, _)| number.parse::<u32>().ok());
    scenarios.sort_by_key(|(_, title)| number(title));
    scenarios
}

/// The form token of the start page.
pub fn token(service: &Service) -> String {
    form_token(service, FORM)
}

/// Starts a game, both seats on this machine, or one of them the computer's.
pub async fn start(
    service: Data<Service>,
    request: HttpRequest,
    form: Form<BTreeMap<String, String>>,
) -> Result<HttpResponse, ServiceError> {
    demo_only(&service, &request)?;
    let mut options = form.into_inner();
    let mut take = |name: &str| options.remove(name).unwrap_or_default();
    let (given, game, scenario) = (take("form_token"), take("game"), take("scenario"));
    if !is_form_token(&service, &given, &token(&service)) {
        return Err(ServiceError::Forbidden("the form of our page; please load it again"));
    }
    let computers = take(COMPUTER);
    let mut players = service.local_players(&game)?;
    if !computers.is_empty() {
        players.insert(computers, COMPUTER.to_owned());
    }
    let human: Vec<String> =
        players.iter().filter(|(_, address)| *address != COMPUTER).map(|(side, _)| side.clone()).collect();
    let id = service.new_game(&NewGame { game, scenario, options, players, ..NewGame::default() }).await?;
    // who starts it wants to play, not to look on: where something is his to decide, if he has both seats
    let live = service.live(id).await?;
    let asked = live.session.asks().into_iter().map(|ask| live.side_id(ask.side).to_owned());
    match asked.chain(human.iter().cloned()).find(|side| human.contains(side)) {
        Some(side) => Ok(see_other(format!("/seat/{}", service.seat_token(id, &side).await?))),
        None => Ok(see_other(format!("/games/{id}"))),
    }
}
