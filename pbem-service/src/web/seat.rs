//! Who a visitor is: the token of a seat's link in a cookie that ends, and form tokens that prove a form is ours.

use crate::clock::DAY;
use crate::live::Live;
use crate::mail::{Claim, Purpose, Token};
use crate::{Service, ServiceError};
use actix_web::cookie::{Cookie, SameSite, time};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use engine::contract::SideId;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

/// A browser that did not come for so long needs its link again, in milliseconds.
const LASTS: i64 = 90 * DAY;
/// A browser that comes gets a new cookie if the one that it has will end in this time.
const RENEWED: i64 = 80 * DAY;

/// A visitor who has a seat at the game.
#[derive(Clone, Debug)]
pub struct Seat {
    /// His side.
    pub side: SideId,
    /// What his forms must carry.
    pub form_token: String,
    opened: Opened,
}

/// What a cookie holds: the link by which a seat was opened, and when the browser needs it again.
#[derive(Clone, Debug)]
struct Opened {
    claim: Claim,
    token: String,
    until: i64,
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

/// Gives the cookies that hold a seat: the one that was opened last at its game, and that of its side, so that both sides of
/// a game can be played in one browser.
pub fn give(service: &Service, answer: &mut HttpResponse, claim: &Claim, token: &str) -> Result<(), ServiceError> {
    let (game, until) = (claim.game as i64, service.clock.now() + LASTS);
    let value = format!("{token}~{until}~{}", end_mark(service, token, until));
    for name in [cookie_name(game), side_cookie_name(game, &claim.side)] {
        let cookie = Cookie::build(name, value.clone())
            .path("/")
            .http_only(true)
            .secure(service.settings.base_url.starts_with("https://"))
            .same_site(SameSite::Lax)
            .max_age(time::Duration::milliseconds(LASTS))
            .finish();
        answer.add_cookie(&cookie).map_err(|error| ServiceError::Unwritable("a cookie", error.to_string()))?;
    }
    Ok(())
}

/// Gives the cookies of a visitor's seat once more if they end soon: who plays on does not need his link again.
pub fn renew(service: &Service, answer: &mut HttpResponse, seat: &Seat) -> Result<(), ServiceError> {
    let Opened { claim, token, until } = &seat.opened;
    if *until - service.clock.now() > RENEWED {
        return Ok(());
    }
    give(service, answer, claim, token)
}

/// Proves that a cookie's end is ours.
fn end_mark(service: &Service, token: &str, until: i64) -> String {
    form_token(service, &format!("{token}~{until}"))
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
///
/// # Errors
/// When the database fails.
pub async fn seat(service: &Service, live: &Live, request: &HttpRequest) -> Result<Option<Seat>, ServiceError> {
    let wanted = Query::<Wanted>::from_query(request.query_string()).ok().and_then(|wanted| wanted.0.seat);
    if let Some(side) = wanted
        && let Some(named) = held(service, live, request, &side_cookie_name(live.row.id, &side)).await?
    {
        return Ok(Some(named));
    }
    held(service, live, request, &cookie_name(live.row.id)).await
}

/// The seat that a cookie holds.
async fn held(service: &Service, live: &Live, request: &HttpRequest, name: &str) -> Result<Option<Seat>, ServiceError> {
    let Some(opened) = opened(service, live.row.id, request, name).await? else { return Ok(None) };
    let seat = |side| Seat { side, form_token: form_token(service, &opened.token), opened: opened.clone() };
    Ok(live.side(&opened.claim.side).map(seat))
}

/// What a cookie holds, if it has not ended and its link was not replaced since.
async fn opened(
    service: &Service,
    game: i64,
    request: &HttpRequest,
    name: &str,
) -> Result<Option<Opened>, ServiceError> {
    let Some(opened) = request.cookie(name).and_then(|cookie| read(service, cookie.value())) else { return Ok(None) };
    let good = opened.claim.game == game as u64 && service.is_newest(&opened.claim).await?;
    Ok(good.then_some(opened))
}

fn read(service: &Service, value: &str) -> Option<Opened> {
    let mut parts = value.split('~');
    let (token, until, mark) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
    let claim = claim(service, token, Purpose::Join).ok()?;
    let whole = is_form_token(service, mark, &end_mark(service, token, until));
    (whole && until > service.clock.now()).then(|| Opened { claim, token: token.to_owned(), until })
}

/// Whether the link by which a seat was opened is good still.
///
/// # Errors
/// When the database fails.
pub async fn is_still_open(service: &Service, seat: &Seat) -> Result<bool, ServiceError> {
    service.is_newest(&seat.opened.claim).await
}

/// Whether the visitor has any seat at a game.
///
/// # Errors
/// When the database fails.
pub async fn has_seat(service: &Service, game: i64, request: &HttpRequest) -> Result<bool, ServiceError> {
    for name in seats_cookies(game, request) {
        if opened(service, game, request, &name).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Names of the cookies that may hold seats at a game.
fn seats_cookies(game: i64, request: &HttpRequest) -> Vec<String> {
    let name = cookie_name(game);
    let ours = |known: &str| known.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    let Ok(cookies) = request.cookies() else { return Vec::new() };
    cookies.iter().map(|cookie| cookie.name()).filter(|name| ours(name)).take(MOST_SEATS).map(str::to_owned).collect()
}

/// Seats at one game that a browser may have opened, and the one that it opened last.
const MOST_SEATS: usize = 3;

/// The seat that the visitor has at a game, for doing something there.
///
/// # Errors
/// When he has none, the form is not ours, or the database fails.
pub async fn acting(
    service: &Service,
    live: &Live,
    request: &HttpRequest,
    form_token: &str,
) -> Result<Seat, ServiceError> {
    let named = seat(service, live, request).await?;
    let named = named.ok_or(ServiceError::Forbidden("a seat: open the link in your newest mail"))?;
    if is_form_token(service, form_token, &named.form_token) {
        return Ok(named);
    }
    // a form knows its seat, whichever was opened since
    for side in SideId::BOTH {
        let name = side_cookie_name(live.row.id, live.side_id(side));
        if let Some(seat) = held(service, live, request, &name).await?
            && is_form_token(service, form_token, &seat.form_token)
        {
            return Ok(seat);
        }
    }
    Err(ServiceError::Forbidden("the form of our page; please load it again"))
}

/// What forms of a visitor with this word must carry.
pub fn form_token(service: &Service, word: &str) -> String {
    let mut mac = mac(service);
    mac.update(word.to_ascii_lowercase().as_bytes());
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
