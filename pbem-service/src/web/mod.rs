//! Pages and JSON. Every page works without a script; the board's script only spares typing.

mod admission;
mod allowances;
mod answers;
mod api;
mod archive;
mod board;
mod confirm;
mod demo;
mod described;
mod doors;
mod downloads;
mod feed;
mod files;
mod forms;
mod front;
mod health;
mod history;
mod invitations;
mod kept;
mod library;
mod live;
mod mine;
mod moment;
mod moving;
mod new_game;
mod notes;
mod pages;
mod pointing;
mod post;
mod report;
mod requests;
mod scene;
mod seat;
mod sheets;
mod time;
mod vassal;
mod visitor;

use crate::filters;
use crate::{Service, ServiceError};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::{self, Data, PayloadConfig, ServiceConfig};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, Route, guard};
use askama::Template;
use std::net::TcpListener;
use std::sync::Arc;

/// Bytes that a request may carry, a raw mail aside.
const LARGEST_REQUEST: usize = 1 << 20;
/// Bytes of a form: the longest text of orders, each of its letters written as three.
const LARGEST_FORM: usize = 256 << 10;

/// The boards that were drawn so far.
#[derive(Clone, Default)]
pub struct Boards {
    maps: Arc<board::DrawnMaps>,
    sheets: Arc<sheets::AllSheets>,
    pictures: Arc<library::Pictures>,
}

impl Boards {
    /// Draws those of a host's games before anybody asks for them.
    pub async fn draw(self, service: Arc<Service>) {
        sheets::draw_all(&service, &self.maps, &self.sheets).await;
    }
}

/// Threads that answer.
const WORKERS: usize = 2;
/// Visitors who are connected at once: fewer than the 1,024 files that a process may have open where nobody has said otherwise.
const MOST_CONNECTIONS: usize = 800;

/// Serves until it is told to stop, by its handle: signals are the host's.
///
/// # Errors
/// When the listener cannot be used.
pub fn serve(service: Arc<Service>, listener: TcpListener, boards: Boards) -> std::io::Result<actix_web::dev::Server> {
    let data = Data::from(service);
    let (maps, sheets) = (Data::from(boards.maps), Data::from(boards.sheets));
    let pictures = Data::from(boards.pictures);
    let streams = Data::new(live::Streams::default());
    let (downloads, pasts) = (Data::new(downloads::Downloads::default()), Data::new(history::Pasts::default()));
    let (allowances, intakes) = (Data::new(allowances::Allowances::default()), Data::new(doors::Intakes::default()));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .app_data(maps.clone())
            .app_data(sheets.clone())
            .app_data(pictures.clone())
            .app_data(streams.clone())
            .app_data(downloads.clone())
            .app_data(pasts.clone())
            .app_data(allowances.clone())
            .app_data(intakes.clone())
            .app_data(PayloadConfig::new(LARGEST_REQUEST))
            .configure(|config| answers::readers(config, LARGEST_FORM, LARGEST_REQUEST))
            .wrap(from_fn(moving::moving))
            .wrap(from_fn(answers::complete))
            .wrap(Compress::default())
            .wrap(from_fn(requests::followed))
            .configure(routes)
    });
    Ok(server.workers(WORKERS).max_connections(MOST_CONNECTIONS / WORKERS).disable_signals().listen(listener)?.run())
}

/// All routes.
fn routes(config: &mut ServiceConfig) {
    config
        .route("/healthz", read().to(health::alive))
        .route("/readyz", read().to(health::ready))
        .route("/", read().to(pages::home))
        .route("/play", web::post().to(front::play))
        .route("/new", read().to(invitations::games))
        .route("/new/{game}", read().to(invitations::scenarios))
        .route("/new/{game}/{scenario}", read().to(invitations::form))
        .route("/new/{game}/{scenario}", web::post().to(invitations::offer))
        .route("/invitation/{token}", read().to(invitations::show))
        .route("/invitation/{token}", web::post().to(invitations::press))
        .route("/join/{code}", read().to(invitations::ask_join))
        .route("/join/{code}", web::post().to(invitations::join))
        .route("/api/invitations", web::post().to(invitations::offer_json))
        .route("/mine", read().to(mine::mine))
        .route("/mine", web::post().to(mine::change))
        .route("/mine/pass", web::post().to(mine::ask))
        .route("/api/mine", read().to(mine::list))
        .route("/api/openapi.json", read().to(described::openapi))
        .route("/pass/{token}", read().to(mine::pass))
        .route("/library/{game}", read().to(library::show))
        .route("/library/{game}/rules", read().to(library::rules))
        .route("/library/{game}/{scenario}.png", read().to(library::scenario_picture))
        .route("/archive", read().to(archive::archive))
        .route("/feed/{token}", read().to(feed::feed))
        .route("/glance/{game}.png", read().to(library::glance))
        .service(web::scope("/games/{game}").wrap(from_fn(admission::admitted)).configure(of_game))
        .service(web::scope("/api/games/{game}").wrap(from_fn(admission::admitted)).configure(of_game_for_programs))
        .route("/seat/{token}", read().to(doors::seat))
        .route("/confirm/{token}/{letter}", read().to(confirm::ask))
        .route("/confirm/{token}/{letter}", web::post().to(confirm::confirm))
        .route("/pause/{token}", read().to(doors::ask_pause))
        .route("/pause/{token}", web::post().to(doors::pause))
        .route("/resume/{token}", read().to(doors::ask_resume))
        .route("/resume/{token}", web::post().to(doors::resume))
        .route("/address/{token}/{code}", read().to(doors::ask_new_address))
        .route("/address/{token}/{code}", web::post().to(doors::new_address))
        .route("/here/{key}", read().to(doors::here))
        .route("/intake", web::post().to(doors::intake))
        .route("/demo", read().to(demo::mailboxes))
        .route("/demo/mail/{row}", read().to(demo::mail))
        .route("/demo/picture/{row}", read().to(demo::picture))
        .route("/demo/reply", web::post().to(demo::reply))
        .route("/demo/game", web::post().to(new_game::start))
        .route("/style.css", read().to(files::style))
        .route("/mark.svg", read().to(files::mark))
        .route("/board.js", read().to(files::board_script))
        .route("/board.css", read().to(files::board_style))
        .route("/demo.js", read().to(files::demo_script))
        .route("/dice.js", read().to(files::dice_script))
        .default_service(web::to(nowhere));
}

/// What there is of a game, for people.
fn of_game(config: &mut ServiceConfig) {
    config
        .route("", read().to(pages::game))
        .route("/history", read().to(history::history))
        .route("/history/{number}", read().to(moment::moment))
        .route("/report", read().to(report::report))
        .route("/report.json", read().to(report::file))
        .route("/clock", read().to(time::clock))
        .route("/notes", read().to(notes::notes))
        .route("/notes", web::post().to(notes::change))
        .route("/host", read().to(notes::host))
        .route("/host", web::post().to(notes::report))
        .route("/rules", read().to(pages::rules))
        .route("/dice", read().to(pages::dice))
        .route("/orders", web::post().to(forms::orders))
        .route("/standing", web::post().to(forms::standing))
        .route("/mail", web::post().to(post::change))
        .route("/help", read().to(pages::help))
        .route("/ledger.jsonl", read().to(files::ledger))
        .route("/export.jsonl", read().to(files::export))
        .route("/board.svg", read().to(files::board))
        .route("/hexes.json", read().to(files::hexes))
        .route("/sheets/{file}", read().to(sheets::sheet))
        .route("/board.png", read().to(downloads::picture))
        .route("/counter/{unit}-{lost}.svg", read().to(files::counter))
        .route("/back/{side}.svg", read().to(files::back))
        .route("/marker/{kind}.svg", read().to(files::marker))
        .route("/sign/{kind}.svg", read().to(files::sign))
        .route("/card/{card}.svg", read().to(files::card))
        .route("/card-back/{set}.svg", read().to(files::card_back))
        .route("/module.vmod", read().to(downloads::module))
        .route("/vassal", read().to(vassal::ask))
        .route("/vassal", web::post().to(vassal::look))
        .route("/position.vsav", read().to(downloads::save));
}

/// And for programs.
fn of_game_for_programs(config: &mut ServiceConfig) {
    config
        .route("/view", read().to(api::view))
        .route("/table", read().to(live::table))
        .route("/changes", web::get().to(live::changes))
        .route("/overlays", read().to(pointing::overlays))
        .route("/overlays", web::post().to(pointing::overlays_after))
        .route("/unattended", read().to(pointing::unattended))
        .route("/mail", web::post().to(post::wish))
        .route("/story", read().to(pointing::story))
        .route("/point", web::post().to(pointing::point))
        .route("/ways", web::post().to(pointing::ways))
        .route("/draft", web::post().to(pointing::draft))
        .route("/legal", web::post().to(api::legal))
        .route("/why_not", web::post().to(api::why_not))
        .route("/preview", web::post().to(api::preview))
        .route("/submit", web::post().to(api::submit));
}

/// What only looks: GET, and HEAD, which has no body.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// There is no such page, or it does not take what was sent to it.
async fn nowhere(request: HttpRequest) -> Result<HttpResponse, ServiceError> {
    Err(match request.match_pattern() {
        Some(_) => ServiceError::Method(request.method().to_string()),
        None => ServiceError::Missing("page".to_owned()),
    })
}

/// A page as an answer. Pages show what one player may know, so nothing in between may keep them.
fn page(template: &impl Template) -> Result<HttpResponse, ServiceError> {
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header(("Cache-Control", "no-store"))
        .insert_header((
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'; form-action 'self'",
        ))
        .body(template.render()?))
}

/// On to another page.
fn see_other(to: String) -> HttpResponse {
    HttpResponse::SeeOther().insert_header(("Location", to)).finish()
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
