//! What a player wishes of his mail, on his page.

use super::seat::acting;
use super::{Notice, page, see_other};
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
}

/// What a player wishes.
#[derive(Deserialize)]
pub struct Wish {
    /// Which button: `wishes`, `pause`, `resume` or `address`.
    action: String,
    #[serde(default)]
    receipts: bool,
    #[serde(default)]
    news: bool,
    #[serde(default)]
    address: String,
}

/// Does what a button of the form says.
pub async fn change(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<Change>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let Change { form_token, action, receipts, news, address } = form.into_inner();
    let live = service.live(game).await?;
    let side = live.side_id(acting(&service, &live, &request, &form_token)?.side).to_owned();
    let asks = action == "address";
    let wish = Wish { action, receipts: receipts.is_some(), news: news.is_some(), address };
    carry_out(&service, game, &side, &wish).await?;
    if asks {
        return page(&Notice {
            title: "A mail is on its way".to_owned(),
            text: "Press the button in it, and your mail goes to the new address. Until then nothing changes."
                .to_owned(),
            button: None,
            link: Some((format!("/games/{game}"), "To the game")),
        });
    }
    Ok(see_other(format!("/games/{game}")))
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
    let side = live.side_id(acting(&service, &live, &request, token)?.side).to_owned();
    carry_out(&service, *game, &side, &wish).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn carry_out(service: &Service, game: i64, side: &str, wish: &Wish) -> Result<(), ServiceError> {
    match wish.action.as_str() {
        "wishes" => service.wish(game, side, Wishes { receipts: wish.receipts, news: wish.news }).await,
        "pause" => service.pause(game, side).await,
        "resume" => service.resume(game, side).await,
        "address" => service.ask_new_address(game, side, &wish.address).await,
        other => Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    }
}
