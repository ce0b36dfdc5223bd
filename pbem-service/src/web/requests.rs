//! Each request as the host sees it: its number, whose it is, and how it ended.

use super::allowances::Caller;
use super::answers::UNPACKED;
use crate::metrics::METRICS;
use crate::runtime::within;
use crate::{Service, ServiceError};
use actix_web::HttpMessage;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_ENCODING, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use data_encoding::HEXLOWER;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::time::timeout;
use tracing::Instrument;

/// The number of a request. It stands in the log, in the answer and in what a program is told of a fault.
#[derive(Clone)]
pub struct RequestId(pub String);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How long a form may take to come and to be answered; doors that take mail have less.
const LONGEST_POST: Duration = Duration::from_secs(120);
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Gives a request its number, writes one line of log when it is answered, and counts it. Neither names its address: seats,
/// confirmations and the like are capabilities.
pub async fn followed(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let began = Instant::now();
    let proxies =
        request.app_data::<Data<Service>>().map(|service| service.settings.proxies.clone()).unwrap_or_default();
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let id = match given.filter(|id| proxies.contains(&peer) && is_sound(id)) {
        Some(id) => id.to_owned(),
        None => HEXLOWER.encode(&crate::service::random::<8>().unwrap_or_default()),
    };
    let visitor = visitor(peer, request.headers(), &proxies);
    request.extensions_mut().insert(RequestId(id.clone()));
    request.extensions_mut().insert(Caller(visitor));
    let method = request.method().as_str().to_owned();
    let span = tracing::info_span!("request", id);
    let runtime = request.app_data::<Data<Service>>().map_or_else(Handle::current, |service| service.runtime.clone());
    let answering = async {
        match &*method {
            // whoever sends a form byte by byte keeps no place for ever
            "POST" => timeout(LONGEST_POST, next.call(request)).await.map_err(|_| ServiceError::TooSlow)?,
            _ => next.call(request).await,
        }
    };
    let mut answer = within(&runtime, answering).instrument(span.clone()).await?;
    let route = answer.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    // whatever method a stranger makes up is one series
    let counted = if ["GET", "HEAD", "POST"].contains(&method.as_str()) { method.as_str() } else { "other" };
    METRICS.requests.with_label_values(&[counted, &route, answer.status().as_str()]).inc();
    METRICS.seconds.with_label_values(&[&route]).observe(began.elapsed().as_secs_f64());
    span.in_scope(|| {
        let milliseconds = began.elapsed().as_secs_f64() * 1000.0;
        tracing::info!(method, route, status = answer.status().as_u16(), milliseconds, %visitor, "answered");
    });
    let headers = answer.headers_mut();
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding == UNPACKED) {
        headers.remove(CONTENT_ENCODING);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    Ok(answer)
}

fn is_sound(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"._-".contains(&sign))
}

/// Who asks: the last address of those handed on that is no proxy of ours. What stands before it anybody may have written.
fn visitor(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let mut nearest = peer;
    if !proxies.contains(&peer) {
        return nearest;
    }
    let lists: Vec<&str> = headers.get_all(FORWARDED_FOR).filter_map(|list| list.to_str().ok()).collect();
    for address in lists.iter().rev().flat_map(|list| list.rsplit(',')) {
        let Ok(address) = address.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !proxies.contains(&nearest) {
            break;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_a_proxy_of_ours_says_who_asks_and_only_its_own_word_counts() {
        let proxies = [ip("127.0.0.1"), ip("10.0.0.9")];
        let said = |lists: &[&str]| {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append(HeaderName::from_static(FORWARDED_FOR), HeaderValue::from_str(list).expect("sound"));
            }
            headers
        };
        for (peer, lists, expected) in [
            ("8.8.8.8", &["1.1.1.1"][..], "8.8.8.8"),
            ("127.0.0.1", &[][..], "127.0.0.1"),
            ("127.0.0.1", &["6.6.6.6, 1.1.1.1"][..], "1.1.1.1"),
            ("127.0.0.1", &["6.6.6.6, 1.1.1.1, 10.0.0.9"][..], "1.1.1.1"),
            ("127.0.0.1", &["6.6.6.6", "1.1.1.1"][..], "1.1.1.1"),
            ("127.0.0.1", &["6.6.6.6, nonsense"][..], "127.0.0.1"),
            ("127.0.0.1", &["::ffff:1.1.1.1"][..], "1.1.1.1"),
        ] {
            assert_eq!(visitor(ip(peer), &said(lists), &proxies), ip(expected), "{peer} {lists:?}");
        }
    }

    #[test]
    fn what_a_proxy_calls_a_request_is_taken_if_it_is_a_word() {
        assert!(is_sound("3f2a-9.b_c"));
        assert!(!is_sound("") && !is_sound(&"x".repeat(65)) && !is_sound("a b") && !is_sound("a\n"));
    }
}
