//! Orders that came from elsewhere: their player sees them, and says whether he sent them.

use super::seat::claim;
use super::{Notice, page};
use crate::invitation::moment;
use crate::mail::Purpose;
use crate::render::side_words;
use crate::{Service, ServiceError};
use actix_web::HttpResponse;
use actix_web::web::{Data, Form, Path};
use askama::Template;
use mail_parser::DateTime;
use serde::Deserialize;

/// Lines that are shown, and characters of each.
const SHOWN: usize = 200;
const LONGEST: usize = 300;

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage {
    game: i64,
    side: String,
    from: String,
    /// When they came, as RFC 3339 writes it, and for people.
    received: String,
    came: String,
    lines: Vec<String>,
    /// How many more there are.
    more: usize,
    is_confirmed: bool,
    /// The sender's address, if it may become a second one of the player.
    second: Option<String>,
}

/// The button, and what is ticked beside it. A mail program that only knows how to press may send nothing at all.
#[derive(Deserialize)]
pub struct Pressed {
    #[serde(default)]
    always: Option<String>,
}

/// Shows the orders and asks before they are carried out: scanners open links, but press no buttons.
pub async fn ask(service: Data<Service>, path: Path<(String, String)>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &path.0, Purpose::Confirm)?;
    let foreign = service.foreign(&claim, &path.1).await?;
    let live = service.live(claim.game as i64).await?;
    let side = side_words(live.rulebook.published(), live.known_side(&claim.side)?);
    let lines = service.lines_of(&foreign).await?;
    let more = lines.len().saturating_sub(SHOWN);
    let short = |line: String| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    page(&ConfirmPage {
        game: claim.game as i64,
        side,
        from: foreign.letter.from.unwrap_or_else(|| "nobody who gives a name".to_owned()),
        received: DateTime::from_timestamp(foreign.received / 1000).to_rfc3339(),
        came: moment(foreign.received),
        lines: lines.into_iter().take(SHOWN).map(short).collect(),
        more,
        is_confirmed: foreign.is_confirmed,
        second: foreign.second,
    })
}

/// Carries them out.
pub async fn confirm(
    service: Data<Service>,
    path: Path<(String, String)>,
    pressed: Option<Form<Pressed>>,
) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &path.0, Purpose::Confirm)?;
    let always = pressed.is_some_and(|pressed| pressed.always.is_some());
    service.confirm(&claim, &path.1, always).await?;
    page(&Notice {
        title: "Thank you".to_owned(),
        text: "Your orders were looked at. A receipt with the result of each is on its way to you.".to_owned(),
        button: None,
        link: Some((format!("/games/{}", claim.game), "To the game")),
    })
}
