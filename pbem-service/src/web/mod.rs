//! Pages and JSON. Every page works without a script; the board's script only spares typing.

mod api;
mod board;
mod demo;
mod doors;
mod files;
mod forms;
mod history;
mod new_game;
mod pages;
mod post;
mod seat;

use crate::filters;
use crate::{Service, ServiceError};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data, FormConfig, JsonConfig, PayloadConfig, ServiceConfig};
use actix_web::{App, HttpResponse, HttpServer};
use askama::Template;
use engine::table::guarded_work;
use std::net::TcpListener;
use std::sync::Arc;

/// Bytes that a request may carry, a raw mail aside.
const LARGEST_REQUEST: usize = 1 << 20;
/// Bytes of a form: the longest text of orders, each of its letters written as three.
const LARGEST_FORM: usize = 256 << 10;

/// Serves until it is told to stop.
///
/// # Errors
/// When the listener cannot be used.
pub fn serve(service: Arc<Service>, listener: TcpListener) -> std::io::Result<actix_web::dev::Server> {
    let data = Data::from(service);
    let maps = Data::new(board::DrawnMaps::default());
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .app_data(maps.clone())
            .app_data(PayloadConfig::new(LARGEST_REQUEST))
            .app_data(FormConfig::default().limit(LARGEST_FORM))
            .app_data(JsonConfig::default().limit(LARGEST_REQUEST))
            .wrap(from_fn(behind_a_barrier))
            .configure(routes)
    });
    Ok(server.workers(2).listen(listener)?.run())
}

/// Answers a request over which the program fails as any other error of ours.
async fn behind_a_barrier(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    guarded_work(next.call(request)).await.map_err(|failure| ServiceError::from(failure).into()).flatten()
}

/// All routes.
fn routes(config: &mut ServiceConfig) {
    config
        .route("/", web::get().to(pages::home))
        .route("/games/{game}", web::get().to(pages::game))
        .route("/games/{game}/history", web::get().to(history::history))
        .route("/games/{game}/rules", web::get().to(pages::rules))
        .route("/games/{game}/dice", web::get().to(pages::dice))
        .route("/games/{game}/orders", web::post().to(forms::orders))
        .route("/games/{game}/standing", web::post().to(forms::standing))
        .route("/games/{game}/mail", web::post().to(post::change))
        .route("/games/{game}/help", web::get().to(pages::help))
        .route("/games/{game}/ledger.jsonl", web::get().to(files::ledger))
        .route("/games/{game}/export.jsonl", web::get().to(files::export))
        .route("/games/{game}/board.svg", web::get().to(files::board))
        .route("/games/{game}/hexes.json", web::get().to(files::hexes))
        .route("/games/{game}/board.png", web::get().to(files::picture))
        .route("/games/{game}/counter/{unit}-{lost}.svg", web::get().to(files::counter))
        .route("/games/{game}/back/{side}.svg", web::get().to(files::back))
        .route("/games/{game}/marker/{kind}.svg", web::get().to(files::marker))
        .route("/games/{game}/sign/{kind}.svg", web::get().to(files::sign))
        .route("/games/{game}/card/{card}.svg", web::get().to(files::card))
        .route("/games/{game}/card-back/{set}.svg", web::get().to(files::card_back))
        .route("/games/{game}/module.vmod", web::get().to(files::module))
        .route("/games/{game}/position.vsav", web::get().to(files::save))
        .route("/api/games/{game}/view", web::get().to(api::view))
        .route("/api/games/{game}/legal", web::post().to(api::legal))
        .route("/api/games/{game}/why_not", web::post().to(api::why_not))
        .route("/api/games/{game}/preview", web::post().to(api::preview))
        .route("/api/games/{game}/submit", web::post().to(api::submit))
        .route("/seat/{token}", web::get().to(doors::seat))
        .route("/confirm/{token}/{letter}", web::get().to(doors::ask_confirmation))
        .route("/confirm/{token}/{letter}", web::post().to(doors::confirm))
        .route("/pause/{token}", web::get().to(doors::ask_pause))
        .route("/pause/{token}", web::post().to(doors::pause))
        .route("/resume/{token}", web::get().to(doors::ask_resume))
        .route("/resume/{token}", web::post().to(doors::resume))
        .route("/address/{token}/{code}", web::get().to(doors::ask_new_address))
        .route("/address/{token}/{code}", web::post().to(doors::new_address))
        .route("/here/{key}", web::get().to(doors::here))
        .route("/intake", web::post().to(doors::intake))
        .route("/demo", web::get().to(demo::mailboxes))
        .route("/demo/mail/{row}", web::get().to(demo::mail))
        .route("/demo/picture/{row}", web::get().to(demo::picture))
        .route("/demo/reply", web::post().to(demo::reply))
        .route("/demo/game", web::post().to(new_game::start))
        .route("/style.css", web::get().to(files::style))
        .route("/mark.svg", web::get().to(files::mark))
        .route("/board.js", web::get().to(files::board_script))
        .route("/demo.js", web::get().to(files::demo_script))
        .route("/dice.js", web::get().to(files::dice_script))
        .default_service(web::to(nowhere));
}

async fn nowhere() -> Result<HttpResponse, ServiceError> {
    Err(ServiceError::Missing("page".to_owned()))
}

/// A page as an answer. Pages show what one player may know, so nothing in between may keep them.
fn page(template: &impl Template) -> Result<HttpResponse, ServiceError> {
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .insert_header(("Referrer-Policy", "no-referrer"))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header((
            "Content-Security-Policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'; form-action 'self'",
        ))
        .body(template.render()?))
}

/// On to another page.
fn see_other(to: String) -> HttpResponse {
    HttpResponse::SeeOther().insert_header(("Location", to)).insert_header(("Referrer-Policy", "no-referrer")).finish()
}

/// A short page that says one thing, perhaps with a button.
#[derive(Template)]
#[template(path = "notice.html")]
struct Notice {
    title: String,
    text: String,
    /// Words on a button that posts back to this address.
    button: Option<&'static str>,
    /// Where a link leads, with its words.
    link: Option<(String, &'static str)>,
}
