//! Links in mail, and raw mail by HTTP.

use super::seat::{HERE, claim, give, here_cookie, here_word, is_form_token};
use super::{Notice, page, see_other};
use crate::intake::Outcome;
use crate::mail::{LARGEST_MAIL, Purpose};
use crate::{Service, ServiceError};
use actix_web::web::{Bytes, Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::{Stream, StreamExt};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout, timeout_at};

/// The link that is a seat. Opening it changes nothing in the game, so a scanner may.
pub async fn seat(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &token, Purpose::Join)?;
    let game = claim.game as i64;
    service.live(game).await?.known_side(&claim.side)?;
    if !service.is_newest(&claim).await? {
        return Err(ServiceError::Forbidden(
            "the newest link to this seat, which is in your newest mail; this one was replaced",
        ));
    }
    let mut answer = see_other(format!("/games/{game}?seat={}", claim.side));
    give(&service, &mut answer, &claim, &token)?;
    Ok(answer)
}

/// Asks before mail is stopped.
pub async fn ask_pause(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &token, Purpose::Unsubscribe)?;
    page(&Notice {
        title: "No more mail about this game?".to_owned(),
        text: format!("You keep your seat at game {}, and can go on playing on its page.", claim.game),
        button: Some("Stop the mail"),
        link: None,
    })
}

/// Stops mail to a seat: the button, and the one-click of mail programs (RFC 8058).
pub async fn pause(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &token, Purpose::Unsubscribe)?;
    service.pause(claim.game as i64, &claim.side).await?;
    page(&Notice {
        title: "No more mail".to_owned(),
        text: "You will get no more mail about this game. What comes in the meantime waits for you.".to_owned(),
        button: None,
        link: Some((format!("/resume/{}", *token), "Send me mail again")),
    })
}

/// Asks before mail is sent again.
pub async fn ask_resume(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &token, Purpose::Unsubscribe)?;
    page(&Notice {
        title: "Mail about this game again?".to_owned(),
        text: format!(
            "You get what waited for you in game {} as one mail, and mail as before from then on.",
            claim.game
        ),
        button: Some("Send me mail again"),
        link: None,
    })
}

/// Sends mail to a seat again.
pub async fn resume(service: Data<Service>, token: Path<String>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &token, Purpose::Unsubscribe)?;
    service.resume(claim.game as i64, &claim.side).await?;
    page(&Notice {
        title: "Mail again".to_owned(),
        text: "A mail that tells how the game stands is on its way to you.".to_owned(),
        button: None,
        link: Some((format!("/games/{}", claim.game), "To the game")),
    })
}

/// Asks the reader of a new address whether a seat's mail shall come to it.
pub async fn ask_new_address(
    service: Data<Service>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &path.0, Purpose::Address)?;
    let address = service.new_address(&claim, &path.1).await?;
    if address.is_empty() {
        return page(&Notice {
            title: "Erase your address?".to_owned(),
            text: format!(
                "Game {} forgets your address and your letters as they came. You keep your seat by its link, and get no more \
                 mail about it.",
                claim.game
            ),
            button: Some("Erase it"),
            link: None,
        });
    }
    page(&Notice {
        title: "Is this your address?".to_owned(),
        text: format!("Mail about game {} will come to {address}.", claim.game),
        button: Some("Send my mail here"),
        link: None,
    })
}

/// Sends a seat's mail to its new address from now on.
pub async fn new_address(service: Data<Service>, path: Path<(String, String)>) -> Result<HttpResponse, ServiceError> {
    let claim = claim(&service, &path.0, Purpose::Address)?;
    let address = service.confirm_new_address(&claim, &path.1).await?;
    let done = match address.is_empty() {
        true => "Your address is erased. No more mail about this game comes to it.",
        false => "Mail about this game comes to this address from now on. The first one is on its way.",
    };
    page(&Notice { title: "Thank you".to_owned(), text: done.to_owned(), button: None, link: None })
}

/// A raw mail that has not come to its end in this time is given up.
const LONGEST_POST: Duration = Duration::from_secs(60);
/// More is not read of a raw mail, not even to forget it.
const LARGEST_POST: usize = 1 << 30;

/// Raw mails that are read and dealt with at one time: each may have [`LARGEST_MAIL`] bytes.
const INTAKES: usize = 8;

/// Room for raw mails.
pub struct Intakes(Semaphore);

impl Default for Intakes {
    fn default() -> Intakes {
        Intakes(Semaphore::new(INTAKES))
    }
}

impl Intakes {
    /// Waits for a place; who waited too long comes again later.
    async fn turn(&self, longest: Duration) -> Result<SemaphorePermit<'_>, ServiceError> {
        let turn = timeout(longest, self.0.acquire()).await.map_err(|_| ServiceError::Crowded("mails"))?;
        turn.map_err(|_| ServiceError::Crowded("mails"))
    }
}

/// Takes a raw mail. Strangers' mail is taken and forgotten; the answer is for the mail server, not for them. Of one
/// that is too large enough is kept to answer it.
pub async fn intake(
    service: Data<Service>,
    intakes: Data<Intakes>,
    request: HttpRequest,
    mut post: Payload,
) -> Result<HttpResponse, ServiceError> {
    let secret = request.headers().get("X-Fieldpost-Secret").and_then(|value| value.to_str().ok()).unwrap_or("");
    if !is_form_token(&service, secret, service.intake_secret()) {
        return Err(ServiceError::Forbidden("the secret of this host in X-Fieldpost-Secret"));
    }
    // until it is its turn nothing of it is read, so that the mails that are held at one time have a bound
    let turn = intakes.turn(LONGEST_POST).await?;
    let mail = whole(&mut post, LONGEST_POST).await?;
    let text = match service.receive(&mail).await? {
        Outcome::Answered { game } => format!("taken as orders of game {game}"),
        Outcome::Held => "waits for a confirmation".to_owned(),
        Outcome::Explained => "without a token; the player is told how to answer".to_owned(),
        Outcome::Repeated => "known already".to_owned(),
        Outcome::Bounced => "noted as a bounce".to_owned(),
        Outcome::Paused => "mail to this seat stops".to_owned(),
        Outcome::Requested => "taken as an answer to an invitation, or a request".to_owned(),
        Outcome::SetAside => "set aside for the host".to_owned(),
        Outcome::Silent(reason) => format!("ignored: {reason}"),
    };
    drop(turn);
    Ok(HttpResponse::Accepted().content_type("text/plain; charset=utf-8").body(text + "\n"))
}

/// As much of a raw mail as is read, once it has come to its end, which may take so long.
async fn whole<E: std::fmt::Display>(
    post: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin),
    longest: Duration,
) -> Result<Vec<u8>, ServiceError> {
    let (mut mail, mut length) = (Vec::new(), 0_usize);
    let until = Instant::now() + longest;
    while let Some(piece) = timeout_at(until, post.next()).await.map_err(|_| ServiceError::TooSlow)? {
        let piece = piece.map_err(|error| ServiceError::Unreadable(format!("the mail breaks off: {error}")))?;
        length = length.saturating_add(piece.len());
        if length > LARGEST_POST {
            return Err(ServiceError::Unreadable("the mail does not end".to_owned()));
        }
        let room = (LARGEST_MAIL + 1).saturating_sub(mail.len());
        mail.extend(piece.iter().take(room));
    }
    Ok(mail)
}

/// The link that the server prints when it starts a demo: whoever has read it is at this machine.
pub async fn here(
    service: Data<Service>,
    request: HttpRequest,
    key: Path<String>,
) -> Result<HttpResponse, ServiceError> {
    if !service.settings.demo || !comes_from_here(&request) || !is_form_token(&service, &key, &service.local_key) {
        return Err(ServiceError::Missing("page".to_owned()));
    }
    let mut answer = see_other("/".to_owned());
    answer
        .add_cookie(&here_cookie(&service))
        .map_err(|error| ServiceError::Unwritable("a cookie", error.to_string()))?;
    Ok(answer)
}

/// Whether a request comes from whoever started this demo: his browser has opened the link that it printed.
pub fn is_local(service: &Service, request: &HttpRequest) -> bool {
    let key = request.cookie(HERE);
    let key = key.is_some_and(|key| is_form_token(service, key.value(), &here_word(service)));
    service.settings.demo && key && comes_from_here(request)
}

/// Whether a request comes from this machine and was not handed on by a proxy that says so, or aimed here by a foreign
/// page.
fn comes_from_here(request: &HttpRequest) -> bool {
    let headers = request.headers();
    let handed_on = ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"];
    let from_here = request.peer_addr().is_some_and(|peer| peer.ip().is_loopback());
    let host = headers.get("Host").and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    from_here
        && handed_on.iter().all(|name| !headers.contains_key(*name))
        && ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    #[tokio::test]
    async fn so_many_mails_are_read_at_one_time_and_the_next_waits_for_its_turn() {
        let intakes = Intakes::default();
        let mut turns = Vec::new();
        for _ in 0..INTAKES {
            turns.push(intakes.turn(LONGEST_POST).await.expect("there is room"));
        }
        let waited = intakes.turn(Duration::from_millis(5)).await;
        assert!(matches!(waited, Err(ServiceError::Crowded("mails"))));
        turns.pop();
        assert!(intakes.turn(LONGEST_POST).await.is_ok());
    }

    #[tokio::test]
    async fn a_mail_that_does_not_come_to_its_end_is_given_up() {
        let pieces =
            || stream::iter(["From: ", "anna"]).map(|piece| Ok::<_, String>(Bytes::from_static(piece.as_bytes())));
        let mail = whole(&mut pieces(), LONGEST_POST).await.expect("whole");
        assert_eq!(mail, b"From: anna");
        let mut halting = pieces().chain(stream::pending());
        let given_up = whole(&mut halting, Duration::from_millis(5)).await;
        assert!(matches!(given_up, Err(ServiceError::TooSlow)), "{given_up:?}");
    }
}
