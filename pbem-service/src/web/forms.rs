//! Orders from the page's form.

use super::seat::acting;
use super::see_other;
use crate::live::Live;
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use engine::table::{Aside, Batch, Line};
use serde::Deserialize;

/// Longest text of orders, in bytes.
const LONGEST: usize = 64 << 10;

/// The form.
#[derive(Deserialize)]
pub struct OrderForm {
    form_token: String,
    /// Number of the ask that the page showed, as in a reply token.
    #[serde(default)]
    ask: u32,
    /// Made with the page, so that pressing twice counts once.
    key: String,
    #[serde(default)]
    orders: String,
    #[serde(default)]
    say: String,
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
    let seat = acting(&service, &live, &request, &form.form_token)?;
    drop(live);
    let key = key(&form.key)?;
    if form.orders.len() + form.say.len() > LONGEST {
        return Err(ServiceError::Unreadable(format!("that is more than {LONGEST} bytes")));
    }
    let lines: Vec<Line> = form
        .orders
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| Line::Text(line.to_owned()))
        .collect();
    let said = form.say.trim();
    let asides =
        if said.is_empty() { Vec::new() } else { vec![Aside::Said { side: seat.side, text: said.to_owned() }] };
    let fault = (lines.is_empty() && asides.is_empty()).then(|| "You wrote no orders.".to_owned());
    let batch = Batch { ask: Live::named(form.ask), lines };
    let submission =
        Submission { game, side: seat.side, asides, batch, fault, key: key.clone(), receipt: Receipt::IfChanged };
    service.submit(&submission).await?;
    Ok(see_other(format!("/games/{game}?report={}", key.trim_start_matches("page "))))
}

/// The idempotency key of a page: its own kind, so that it never meets that of a mail.
pub fn key(given: &str) -> Result<String, ServiceError> {
    let sound =
        (8..=64).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if sound {
        Ok(format!("page {given}"))
    } else {
        Err(ServiceError::Unreadable("expected a key of 8 to 64 letters, digits and hyphens".to_owned()))
    }
}
