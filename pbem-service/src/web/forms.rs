//! Orders from the page's form.

use super::seat::acting;
use super::see_other;
use crate::mail::Bound;
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use engine::table::{Aside, Batch, Line};
use serde::Deserialize;
use std::collections::HashMap;

/// Longest text of orders, in bytes.
const LONGEST: usize = 64 << 10;

/// Longest standing order, in characters.
const LONGEST_RULE: usize = 200;

/// The form.
#[derive(Deserialize)]
pub struct OrderForm {
    form_token: String,
    /// The moment that the page showed, as in a reply token; nothing for what holds at any.
    #[serde(default)]
    ask: String,
    /// Made with the page, so that pressing twice counts once.
    key: String,
    #[serde(default)]
    orders: String,
    #[serde(default)]
    say: String,
    /// A fresh word for the dice.
    #[serde(default)]
    word: String,
    /// Set by the button that only tries the orders out.
    #[serde(default)]
    preview: Option<String>,
}

/// Takes orders and shows the page with their results. Loading that page again gives nothing twice.
pub async fn orders(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<OrderForm>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let live = service.live(game).await?;
    let seat = acting(&service, &live, &request, &form.form_token).await?;
    let key = key(live.side_id(seat.side), &form.key)?;
    if form.orders.len() + form.say.len() + form.word.len() > LONGEST {
        return Err(ServiceError::TooLong(LONGEST));
    }
    let written: Vec<&str> = form.orders.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let tried_out = form.preview.iter().filter(|_| !written.is_empty()).map(|_| "preview:");
    let lines: Vec<Line> = tried_out.chain(written.iter().copied()).map(|line| Line::Text(line.to_owned())).collect();
    let said = form.say.trim();
    let mut asides = Vec::from_iter((!said.is_empty()).then(|| Aside::Said { side: seat.side, text: said.to_owned() }));
    let word = form.word.trim();
    asides.extend((!word.is_empty()).then(|| Aside::Joined { side: seat.side, word: word.to_owned() }));
    let fault = (lines.is_empty() && asides.is_empty()).then(|| "You wrote no orders.".to_owned());
    let batch = Batch { ask: None, lines };
    let bound = Bound::parse(&form.ask).filter(|bound| *bound != Bound::Nothing);
    let receipt = Receipt::IfChanged;
    let submission = Submission { game, side: seat.side, asides, batch, bound, fault, key, receipt };
    service.submit(&submission).await?;
    Ok(see_other(format!("/games/{game}?report={}", form.key)))
}

/// Changes standing orders: the form has one field for each kind of decision, named as it is written.
pub async fn standing(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<HashMap<String, String>>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let given = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let live = service.live(game).await?;
    let seat = acting(&service, &live, &request, given("form_token")).await?;
    let rules = live.session.standing(seat.side);
    let key = key(live.side_id(seat.side), given("key"))?;
    let changed = rules.iter().filter(|rule| form.get(&rule.kind).is_some_and(|value| *value != rule.value));
    let lines: Vec<Line> = changed
        .map(|rule| format!("standing {} {}", rule.kind, given(&rule.kind)))
        .map(|line| Line::Text(line.chars().take(LONGEST_RULE).collect()))
        .collect();
    if lines.is_empty() {
        return Ok(see_other(format!("/games/{game}")));
    }
    let batch = Batch { ask: None, lines };
    let (asides, fault, receipt) = (Vec::new(), None, Receipt::IfChanged);
    let submission = Submission { game, side: seat.side, asides, batch, bound: None, fault, key, receipt };
    service.submit(&submission).await?;
    Ok(see_other(format!("/games/{game}?report={}", given("key"))))
}

/// The idempotency key of a side's page: its own kind, so that it never meets that of a mail or of the other side, whose
/// report it would bring.
pub fn key(side: &str, given: &str) -> Result<String, ServiceError> {
    let sound =
        (8..=64).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if sound {
        Ok(format!("page {side} {given}"))
    } else {
        Err(ServiceError::Unreadable("expected a key of 8 to 64 letters, digits and hyphens".to_owned()))
    }
}
