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
use std::cmp::Reverse;

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

/// How the names of the cookies begin that hold a seat, before its game and side.
const SEAT: &str = "fieldpost-at-";
/// How those began that went to every page: 40 games of them were more than a proxy takes. None lasts longer than
/// [`LASTS`]; a browser that has some is given others ([`moved`]).
pub const OLD_SEAT: &str = "fieldpost-seat-";
/// Cookies of one game that are looked at. A browser has one for each side.
const MOST_COOKIES: usize = 8;

/// Below which addresses the pages of a game lie: its cookies go nowhere else, so that a browser may have seats at many.
fn paths(game: i64) -> [String; 2] {
    [format!("/games/{game}"), format!("/api/games/{game}")]
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

/// Gives the cookies that hold a seat, one below each address of its game. They name its side, so that both sides of a game
/// can be played in one browser; the one that ends last was opened last.
pub fn give(service: &Service, answer: &mut HttpResponse, claim: &Claim, token: &str) -> Result<(), ServiceError> {
    let opened = Opened { claim: claim.clone(), token: token.to_owned(), until: service.clock.now() + LASTS };
    let game = claim.game as i64;
    // what this browser may have of before is older
    let old = [format!("{OLD_SEAT}{game}-{}", claim.side), format!("{OLD_SEAT}{game}")];
    for cookie in cookies(service, &opened).into_iter().chain(old.map(no_cookie)) {
        answer.add_cookie(&cookie).map_err(|error| ServiceError::Unwritable("a cookie", error.to_string()))?;
    }
    Ok(())
}

/// The cookies that hold a seat.
fn cookies(service: &Service, opened: &Opened) -> [Cookie<'static>; 2] {
    let Opened { claim, token, until } = opened;
    let value = format!("{token}~{until}~{}", end_mark(service, token, *until));
    paths(claim.game as i64).map(|path| {
        Cookie::build(format!("{SEAT}{}-{}", claim.game, claim.side), value.clone())
            .path(path)
            .http_only(true)
            .secure(service.settings.base_url.starts_with("https://"))
            .same_site(SameSite::Lax)
            .max_age(time::Duration::milliseconds(until - service.clock.now()))
            .finish()
    })
}

/// A cookie that takes away one that went to every page.
fn no_cookie(name: String) -> Cookie<'static> {
    let mut none = Cookie::build(name, "").path("/").finish();
    none.make_removal();
    none
}

/// What a browser gets for a cookie of before: the same seat for the same time below the addresses of its game, and that one taken
/// away.
pub fn moved(service: &Service, old: &Cookie<'_>) -> Vec<Cookie<'static>> {
    let opened = read(service, old.value());
    let mut moved: Vec<_> = opened.iter().flat_map(|opened| cookies(service, opened)).collect();
    moved.push(no_cookie(old.name().to_owned()));
    moved
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
    let mut held = held(service, live.row.id, request);
    held.sort_by_key(|opened| wanted.as_deref() != Some(opened.claim.side.as_str()));
    first_good(service, live, held).await
}

/// What the cookies of a browser hold for a game and has not ended, what was opened last first.
fn held(service: &Service, game: i64, request: &HttpRequest) -> Vec<Opened> {
    let Ok(cookies) = request.cookies() else { return Vec::new() };
    let names = [format!("{SEAT}{game}-"), format!("{OLD_SEAT}{game}-")];
    let old = format!("{OLD_SEAT}{game}");
    let ours = |name: &str| name == old || names.iter().any(|ours| name.starts_with(ours));
    let ours = cookies.iter().filter(|cookie| ours(cookie.name())).take(MOST_COOKIES);
    let mut held: Vec<Opened> = ours.filter_map(|cookie| read(service, cookie.value())).collect();
    held.retain(|opened| opened.claim.game == game as u64);
    // of two that were opened at one moment browsers name the later one behind
    held.reverse();
    held.sort_by_key(|opened| Reverse(opened.until));
    held.dedup_by(|one, other| one.token == other.token);
    held
}

/// The first of these whose link was not replaced since.
async fn first_good(service: &Service, live: &Live, held: Vec<Opened>) -> Result<Option<Seat>, ServiceError> {
    for opened in held {
        if let Some(side) = live.side(&opened.claim.side)
            && service.is_newest(&opened.claim).await?
        {
            return Ok(Some(Seat { side, form_token: form_token(service, &opened.token), opened }));
        }
    }
    Ok(None)
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
    for opened in held(service, game, request) {
        if service.is_newest(&opened.claim).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

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
    let mut others = held(service, live.row.id, request);
    others.retain(|opened| is_form_token(service, form_token, &self::form_token(service, &opened.token)));
    let own = first_good(service, live, others).await?;
    own.ok_or(ServiceError::Forbidden("the form of our page; please load it again"))
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
