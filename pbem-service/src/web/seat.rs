//! Who a visitor is: a seat token in a cookie, and form tokens that prove a form is ours.

use crate::live::Live;
use crate::mail::{Claim, Purpose, Token};
use crate::{Service, ServiceError};
use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::Query;
use data_encoding::HEXLOWER;
use engine::contract::SideId;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
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

fn side_cookie_name(game: i64, side: &str) -> String {
    format!("fieldpost-seat-{game}-{side}")
}

/// The end of an address that says which of his seats a visitor means.
#[derive(Deserialize)]
struct Wanted {
    /// Id of the side.
    seat: Option<String>,
}

/// The claim of a token from a link, if it is for `purpose`.
pub fn claim(service: &Service, token: &str, purpose: Purpose) -> Result<Claim, ServiceError> {
    let token = Token::parse(token);
    let claim = token.as_ref().and_then(|token| service.keys.open(token)).filter(|claim| claim.purpose == purpose);
    claim.cloned().ok_or(ServiceError::Forbidden("a link from one of our mails; this one is not whole"))
}

/// The cookies that hold a seat: the one that was opened last at its game, and that of its side, so that both sides of a
/// game can be played in one browser.
pub fn cookies(service: &Service, claim: &Claim, token: &str) -> [Cookie<'static>; 2] {
    let game = claim.game as i64;
    [cookie_name(game), side_cookie_name(game, &claim.side)].map(|name| {
        Cookie::build(name, token.to_owned())
            .path("/")
            .http_only(true)
            .secure(service.settings.base_url.starts_with("https://"))
            .same_site(SameSite::Lax)
            .permanent()
            .finish()
    })
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

/// The seat that the visitor has at a game, if any: the one that the address names, if it is his, else the one that he
/// opened last.
pub fn seat(service: &Service, live: &Live, request: &HttpRequest) -> Option<Seat> {
    let wanted = Query::<Wanted>::from_query(request.query_string()).ok().and_then(|wanted| wanted.0.seat);
    let named = wanted.and_then(|side| held(service, live, request, &side_cookie_name(live.row.id, &side)));
    named.or_else(|| held(service, live, request, &cookie_name(live.row.id)))
}

/// The seat that a cookie holds.
fn held(service: &Service, live: &Live, request: &HttpRequest, name: &str) -> Option<Seat> {
    let cookie = request.cookie(name)?;
    let claim = claim(service, cookie.value(), Purpose::Join).ok()?;
    let side = (claim.game == live.row.id as u64).then(|| live.side(&claim.side))??;
    Some(Seat { side, form_token: form_token(service, cookie.value()) })
}

/// The seat that the visitor has at a game, for doing something there.
pub fn acting(service: &Service, live: &Live, request: &HttpRequest, form_token: &str) -> Result<Seat, ServiceError> {
    let named =
        seat(service, live, request).ok_or(ServiceError::Forbidden("a seat: open the link in your invitation"))?;
    // a form knows its seat, whichever was opened since
    let sides = SideId::BOTH.map(|side| side_cookie_name(live.row.id, live.side_id(side)));
    let held = sides.iter().filter_map(|name| held(service, live, request, name));
    let genuine = std::iter::once(named).chain(held).find(|seat| is_form_token(service, form_token, &seat.form_token));
    genuine.ok_or(ServiceError::Forbidden("the form of our page; please load it again"))
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
