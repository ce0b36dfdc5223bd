//! Seats in cookies that went to every page, as they were given until 0.2: browsers that come with some get others, whose addresses
//! are those of their game alone.

use super::seat::{OLD_SEAT, moved};
use crate::Service;
use actix_web::body::MessageBody;
use actix_web::cookie::Cookie;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::middleware::Next;
use actix_web::web::Data;

/// Cookies that are moved by one answer: more would be a longer head than a proxy takes.
const AT_ONCE: usize = 6;

/// Moves some of the cookies of before, by an answer that nobody on the way may keep.
pub async fn moving(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let service = request.app_data::<Data<Service>>().cloned();
    let is_old = |cookie: &&Cookie<'static>| cookie.name().starts_with(OLD_SEAT) && !cookie.value().is_empty();
    let old: Vec<Cookie<'static>> = match request.cookies() {
        Ok(cookies) => cookies.iter().filter(is_old).take(AT_ONCE).cloned().collect(),
        Err(_) => Vec::new(),
    };
    let mut answer = next.call(request).await?;
    let kept = answer.headers().get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let Some(service) = service.filter(|_| kept.contains("no-store")) else { return Ok(answer) };
    // what the answer gives itself is newer
    let mut given: Vec<(String, Option<String>)> = answer.response().cookies().map(|cookie| named(&cookie)).collect();
    for cookie in old.iter().flat_map(|old| moved(&service, old)) {
        if !given.contains(&named(&cookie)) {
            given.push(named(&cookie));
            let _ = answer.response_mut().add_cookie(&cookie);
        }
    }
    Ok(answer)
}

fn named(cookie: &Cookie<'_>) -> (String, Option<String>) {
    (cookie.name().to_owned(), cookie.path().map(str::to_owned))
}
