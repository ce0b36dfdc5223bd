//! Who comes in to the pages of a game.

use super::doors::is_local;
use super::seat::has_seat;
use crate::audience::Audience;
use crate::{Service, ServiceError};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

/// Lets a request pass to the pages of a game, unless that is private and the visitor has no seat there. Whatever is no
/// number names no game: what reads the address later must not read it in another way.
pub async fn admitted(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    match stranger(&request).await {
        Ok(None) => Ok(next.call(request).await?.map_into_boxed_body()),
        Ok(Some(refused)) | Err(refused) => Ok(request.error_response(refused)),
    }
}

/// Why a visitor may not come in, if so.
async fn stranger(request: &ServiceRequest) -> Result<Option<ServiceError>, ServiceError> {
    let missing = || ServiceError::Missing("page".to_owned());
    let game = request.match_info().get("game").unwrap_or_default();
    let digits = !game.is_empty() && game.bytes().all(|digit| digit.is_ascii_digit());
    let game: i64 = game.parse().ok().filter(|_| digits).ok_or_else(missing)?;
    let service = request.app_data::<Data<Service>>().cloned().ok_or_else(missing)?;
    if service.audience(game).await? != Some(Audience::Private)
        || has_seat(&service, game, request.request()).await?
        || is_local(&service, request.request())
    {
        return Ok(None);
    }
    Ok(Some(ServiceError::Forbidden("a seat at this game, which is private: open the link in your newest mail")))
}
