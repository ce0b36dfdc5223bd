//! What every answer has, whichever page gives it: headers, and errors in our own words.

use super::requests::RequestId;
use crate::ServiceError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::{JsonPayloadError, PathError, QueryPayloadError, UrlencodedError};
use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::web::{FormConfig, JsonConfig, PathConfig, QueryConfig, ServiceConfig};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use engine::table::guarded_work;
use serde_json::json;

/// Where answers for programs live: their errors are JSON.
const API: &str = "/api/";
/// What an answer has that says nothing else.
const HEADERS: [(HeaderName, &str); 3] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    // pictures that we draw have styles in them and nothing else
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'",
    ),
];

/// Says of an answer that nothing on the way out may pack it.
pub const UNPACKED: &str = "identity";

/// Whether an answer may be packed on its way out: drawings, scripts and lists. A page or a state of the board holds a form
/// token beside what others have written, and how well that packs would tell of the token.
fn may_be_packed(headers: &HeaderMap) -> bool {
    const KINDS: [&str; 4] = ["image/svg+xml", "application/jsonl", "text/css", "text/javascript"];
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    KINDS.iter().any(|known| kind.starts_with(known))
}

/// Reads forms, JSON and addresses up to some length, and says in our words what is wrong with them.
pub fn readers(config: &mut ServiceConfig, largest_form: usize, largest_json: usize) {
    config
        .app_data(FormConfig::default().limit(largest_form).error_handler(move |fault, _| {
            let told = match fault {
                UrlencodedError::Overflow { .. } => ServiceError::TooLong(largest_form),
                _ => ServiceError::Unreadable("this is not what the form of the page sends".to_owned()),
            };
            told.into()
        }))
        .app_data(JsonConfig::default().limit(largest_json).error_handler(move |fault, _| {
            let told = match fault {
                JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
                    ServiceError::TooLong(largest_json)
                }
                JsonPayloadError::ContentType => {
                    ServiceError::Unreadable("expected JSON, and a Content-Type of application/json".to_owned())
                }
                JsonPayloadError::Deserialize(fault) if fault.is_data() => ServiceError::Unreadable(format!(
                    "the JSON lacks something or has something else than is expected at line {}, column {}",
                    fault.line(),
                    fault.column()
                )),
                _ => ServiceError::Unreadable("this cannot be read as JSON".to_owned()),
            };
            told.into()
        }))
        .app_data(PathConfig::default().error_handler(|_: PathError, request: &HttpRequest| {
            ServiceError::Missing(format!("page {}", request.path())).into()
        }))
        .app_data(QueryConfig::default().error_handler(|_: QueryPayloadError, _| {
            ServiceError::Unreadable("the address ends in something that means nothing here".to_owned()).into()
        }));
}

/// Answers a request over which the program fails as any other error of ours, and completes every answer.
pub async fn complete(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let for_programs = request.path().starts_with(API);
    let answered =
        guarded_work(next.call(request)).await.map_err(|failure| ServiceError::from(failure).into()).flatten()?;
    let mut answer = answered.map_into_boxed_body();
    if for_programs && let Some(error) = answer.response().error() {
        let request = answer.request().extensions().get::<RequestId>().map(|id| id.0.clone());
        let text = error.as_error::<ServiceError>().map_or_else(|| error.to_string(), ServiceError::told);
        let mut told = HttpResponse::build(error.as_response_error().status_code());
        if let Some(later) = answer.headers().get("Retry-After") {
            told.insert_header(("Retry-After", later.clone()));
        }
        answer = answer.into_response(told.json(json!({ "error": text, "request": request })));
    }
    if !may_be_packed(answer.headers()) && !answer.headers().contains_key(CONTENT_ENCODING) {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(UNPACKED));
    }
    for (name, value) in HEADERS {
        if !answer.headers().contains_key(&name) {
            answer.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    }
    Ok(answer)
}
