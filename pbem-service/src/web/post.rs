//! What a player wishes of his mail, on his page.

use super::seat::{acting, claim, give};
use super::{Notice, page, see_other};
use crate::live::Live;
use crate::mail::Purpose;
use crate::quiet::QuietForm;
use crate::seats::Wishes;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

/// The form, or one of its buttons. A box that is not ticked is not there.
#[derive(Deserialize)]
pub struct Change {
    form_token: String,
    action: String,
    #[serde(default)]
    receipts: Option<String>,
    #[serde(default)]
    news: Option<String>,
    #[serde(default)]
    address: String,
    #[serde(flatten)]
    quiet: QuietForm,
}

/// What a player wishes.
#[derive(Deserialize)]
pub struct Wish {
    /// Which button: `wishes`, `pause`, `resume`, `quiet`, `address`, `alone` (orders from no second address) or
    /// `erase`.
    action: String,
    #[serde(default)]
    receipts: bool,
    #[serde(default)]
    news: bool,
    #[serde(default)]
    address: String,
    #[serde(default)]
    quiet: String,
}

/// Does what a button of the form says.
pub async fn change(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<Change>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let Change { form_token, action, receipts, news, address, quiet } = form.into_inner();
    let live = service.live(game).await?;
    let side = live.side_id(acting(&service, &live, &request, &form_token).await?.side).to_owned();
    if action == "link" {
        return replace_link(&service, &live, &side).await;
    }
    let (asks, erases) = (action == "address", action == "erase");
    let wish = Wish { action, receipts: receipts.is_some(), news: news.is_some(), address, quiet: quiet.written() };
    carry_out(&service, game, &side, &wish).await?;
    if asks || erases {
        let then = if asks { "your mail goes to the new address" } else { "your address is erased" };
        return page(&Notice {
            title: "A mail is on its way".to_owned(),
            text: format!("Press the button in it, and {then}. Until then nothing changes."),
            button: None,
            link: Some((format!("/games/{game}"), "To the game")),
        });
    }
    Ok(see_other(format!("/games/{game}")))
}

/// Makes the link void by which a seat was opened; this browser gets the new one.
async fn replace_link(service: &Service, live: &Live, side: &str) -> Result<HttpResponse, ServiceError> {
    let token = service.replace_link(live.row.id, side).await?.to_string();
    let mut answer = page(&Notice {
        title: "Your seat has a new link".to_owned(),
        text:
            "The old one leads nowhere now, and other browsers have lost the seat. The new one is on its way to you by \
               mail, if you have given an address; this browser has it already."
                .to_owned(),
        button: None,
        link: Some((format!("/seat/{token}"), "The new link, to be kept")),
    })?;
    give(service, &mut answer, &claim(service, &token, Purpose::Join)?, &token)?;
    Ok(answer)
}

/// The same by the board's script. The form token goes into the header `X-Form-Token`, which no foreign page can set.
pub async fn wish(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    wish: Json<Wish>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let token = request.headers().get("X-Form-Token").and_then(|value| value.to_str().ok()).unwrap_or("");
    let side = live.side_id(acting(&service, &live, &request, token).await?.side).to_owned();
    carry_out(&service, *game, &side, &wish).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn carry_out(service: &Service, game: i64, side: &str, wish: &Wish) -> Result<(), ServiceError> {
    match wish.action.as_str() {
        "wishes" => service.wish(game, side, Wishes { receipts: wish.receipts, news: wish.news }).await,
        "quiet" => {
            match service.wish_quiet(game, side, if wish.quiet.is_empty() { "none" } else { &wish.quiet }).await? {
                Ok(_) => Ok(()),
                Err(refusal) => Err(ServiceError::Unreadable(refusal.message)),
            }
        }
        "alone" => service.take_from_no_other(game, side).await,
        "pause" => service.pause(game, side).await,
        "resume" => service.resume(game, side).await,
        "address" => service.ask_new_address(game, side, &wish.address).await,
        "erase" => service.ask_to_erase(game, side).await,
        other => Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    }
}
