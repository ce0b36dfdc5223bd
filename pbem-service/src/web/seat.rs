//! Who a visitor is: a seat token in a cookie, and form tokens that prove a form is ours.

use crate::live::Live;
use crate::mail::{Claim, Purpose, Token};
use crate::{Service, ServiceError};
use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};
use data_encoding::HEXLOWER;
use engine::contract::SideId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A visitor who has a seat at the game.
#[derive(Clone, Debug)]
pub struct Seat {
    /// His side.
    pub side: SideId,
    /// What his forms must carry.
    pub form_token: String,
}

fn cookie_name(game: i64) -> String {
    format!("fieldpost-seat-{game}")
}

/// The claim of a token from a link, if it is for `purpose`.
pub fn claim(service: &Service, token: &str, purpose: Purpose) -> Result<Claim, ServiceError> {
    let token = Token::parse(token);
    let claim = token.as_ref().and_then(|token| service.keys.open(token)).filter(|claim| claim.purpose == purpose);
    claim.cloned().ok_or(ServiceError::Forbidden("a link from one of our mails; this one is not whole"))
}

/// The cookie that holds a seat.
pub fn cookie(service: &Service, game: i64, token: &str) -> Cookie<'static> {
    Cookie::build(cookie_name(game), token.to_owned())
        .path("/")
        .http_only(true)
        .secure(service.settings.base_url.starts_with("https://"))
        .same_site(SameSite::Lax)
        .permanent()
        .finish()
}

/// The name of the cookie that proves a browser to be this machine's.
pub const HERE: &str = "fieldpost-here";

/// What the cookie of this machine's browser holds: not the key itself, which takes mail as well.
pub fn here_word(service: &Service) -> String {
    form_token(service, &service.local_key)
}

/// The cookie of this machine's browser.
pub fn here_cookie(service: &Service) -> Cookie<'static> {
    Cookie::build(HERE, here_word(service)).path("/").http_only(true).same_site(SameSite::Lax).permanent().finish()
}

/// The seat that the visitor has at a game, if any.
pub fn seat(service: &Service, live: &Live, request: &HttpRequest) -> Option<Seat> {
    let cookie = request.cookie(&cookie_name(live.row.id))?;
    let claim = claim(service, cookie.value(), Purpose::Join).ok()?;
    let side = (claim.game == live.row.id as u64).then(|| live.side(&claim.side))??;
    Some(Seat { side, form_token: form_token(service, cookie.value()) })
}

/// The seat that the visitor has at a game, for doing something there.
pub fn acting(service: &Service, live: &Live, request: &HttpRequest, form_token: &str) -> Result<Seat, ServiceError> {
    let seat =
        seat(service, live, request).ok_or(ServiceError::Forbidden("a seat: open the link in your invitation"))?;
    let genuine = is_form_token(service, form_token, &seat.form_token);
    genuine.then_some(seat).ok_or(ServiceError::Forbidden("the form of our page; please load it again"))
}

/// What forms of a visitor with this cookie must carry.
pub fn form_token(service: &Service, cookie: &str) -> String {
    let mut mac = mac(service);
    mac.update(cookie.to_ascii_lowercase().as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes()[..16])
}

/// Compares two form tokens through a MAC, so that the time tells nothing.
pub fn is_form_token(service: &Service, given: &str, wanted: &str) -> bool {
    let mut one = mac(service);
    one.update(given.as_bytes());
    let mut other = mac(service);
    other.update(wanted.as_bytes());
    one.finalize() == other.finalize()
}

fn mac(service: &Service) -> Hmac<Sha256> {
    Hmac::new_from_slice(&service.form_key).expect("HMAC takes a key of any length")
}
