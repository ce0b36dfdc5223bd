//! What a supervisor asks: whether the process lives, and whether it can serve.

use crate::store::one;
use crate::{Service, ServiceError};
use actix_web::HttpResponse;
use actix_web::web::Data;
use std::sync::atomic::Ordering;

/// The process lives.
pub async fn alive() -> HttpResponse {
    said("alive")
}

/// The database answers, so orders can be taken; else 503.
pub async fn ready(service: Data<Service>) -> HttpResponse {
    if service.stopping.load(Ordering::Relaxed) {
        return unready("it stops\n");
    }
    match reached(&service).await {
        Ok(()) => said("ready"),
        Err(error) => {
            crate::log::tell(&format!("not ready: {error}"));
            unready("the database does not answer\n")
        }
    }
}

fn unready(why: &'static str) -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .content_type("text/plain; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .body(why)
}

async fn reached(service: &Service) -> Result<(), ServiceError> {
    let _: Option<i64> = one(service.store.readers(), "SELECT COUNT(*) FROM secrets", []).await?;
    Ok(())
}

fn said(word: &str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .body(format!("{word}\n"))
}
