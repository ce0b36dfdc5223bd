//! What a player wishes of his mail, on his page.

use super::seat::acting;
use super::{Notice, page, see_other};
use crate::seats::Wishes;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Form, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

/// The form, or one of its buttons.
#[derive(Deserialize)]
pub struct Change {
    form_token: String,
    /// Which button: `wishes`, `pause`, `resume` or `address`.
    action: String,
    #[serde(default)]
    receipts: Option<String>,
    #[serde(default)]
    news: Option<String>,
    #[serde(default)]
    address: String,
}

/// Does what a button says.
pub async fn change(
    service: Data<Service>,
    request: HttpRequest,
    game: Path<i64>,
    form: Form<Change>,
) -> Result<HttpResponse, ServiceError> {
    let game = game.into_inner();
    let live = service.live(game).await?;
    let side = acting(&service, &live, &request, &form.form_token)?.side;
    let side = live.side_id(side).to_owned();
    match form.action.as_str() {
        "wishes" => {
            let wishes = Wishes { receipts: form.receipts.is_some(), news: form.news.is_some() };
            service.wish(game, &side, wishes).await?;
        }
        "pause" => service.pause(game, &side).await?,
        "resume" => service.resume(game, &side).await?,
        "address" => {
            service.ask_new_address(game, &side, &form.address).await?;
            return page(&Notice {
                title: "A mail is on its way".to_owned(),
                text: "Press the button in it, and your mail goes to the new address. Until then nothing changes."
                    .to_owned(),
                button: None,
                link: Some((format!("/games/{game}"), "To the game")),
            });
        }
        other => return Err(ServiceError::Unreadable(format!("{other:?} is no button of this page"))),
    }
    Ok(see_other(format!("/games/{game}")))
}
