//! Who a visitor is apart from his seats: a pass in a cookie.

use super::seat::{form_token, is_form_token};
use crate::people::{Held, Person};
use crate::{Service, ServiceError};
use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};

/// The name of the cookie that holds a pass.
const PASS: &str = "fieldpost-pass";

/// A visitor who has shown that mail to an address reaches him.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who he is.
    pub person: Person,
    /// What his forms must carry.
    pub form_token: String,
}

/// The visitor, if he has a pass.
pub async fn visitor(service: &Service, request: &HttpRequest) -> Result<Option<Visitor>, ServiceError> {
    let Some(cookie) = request.cookie(PASS) else { return Ok(None) };
    let person = service.bearer(cookie.value(), Held::Kept).await?;
    Ok(person.map(|person| Visitor { person, form_token: form_token(service, cookie.value()) }))
}

/// The visitor, for doing something as himself.
pub async fn acting(service: &Service, request: &HttpRequest, given: &str) -> Result<Visitor, ServiceError> {
    let visitor = visitor(service, request).await?;
    let visitor = visitor.ok_or(ServiceError::Forbidden("your pass: ask for it under My games"))?;
    match is_form_token(service, given, &visitor.form_token) {
        true => Ok(visitor),
        false => Err(ServiceError::Forbidden("the form of our page; please load it again")),
    }
}

/// The cookie that keeps somebody's pass.
pub fn pass_cookie(service: &Service, person: &Person) -> Result<Cookie<'static>, ServiceError> {
    Ok(cookie(service, service.pass(person, Held::Kept)?.to_string()).permanent().finish())
}

/// A cookie that forgets it.
pub fn no_pass(service: &Service) -> Cookie<'static> {
    let mut forgotten = cookie(service, String::new()).finish();
    forgotten.make_removal();
    forgotten
}

fn cookie(service: &Service, value: String) -> actix_web::cookie::CookieBuilder<'static> {
    Cookie::build(PASS, value)
        .path("/")
        .http_only(true)
        .secure(service.settings.base_url.starts_with("https://"))
        .same_site(SameSite::Lax)
}
