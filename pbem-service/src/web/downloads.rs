//! Files that take a while to make: the module, saved games, pictures. Each is made once and kept while there is room; what
//! has to be made is counted to the visitor who asks first.

use super::allowances::Allowances;
use super::history::{Key, Wanted};
use super::kept::Kept;
use super::seat::seat;
use crate::live::Live;
use crate::{Service, ServiceError};
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use artwork::art::Art;
use artwork::game_module::{module_contents, module_outline, setup_of};
use artwork::vassal::ModuleError;
use engine::contract::Viewer;
use tokio::sync::Semaphore;

/// Modules that are kept: each has some megabytes.
const MODULES: usize = 4;
/// Pictures and saved games that are kept: each has some hundred kilobytes.
const MOMENTS: usize = 32;

/// A game as somebody may see it, now or at a moment of its past.
type Moment = (i64, Viewer, (u64, Key));

/// The files that are kept.
pub struct Downloads {
    modules: Kept<String, Bytes>,
    pictures: Kept<Moment, Bytes>,
    saves: Kept<Moment, Bytes>,
}

impl Default for Downloads {
    fn default() -> Downloads {
        Downloads { modules: Kept::new(MODULES), pictures: Kept::new(MOMENTS), saves: Kept::new(MOMENTS) }
    }
}

/// Files that are made at one time: each takes a second and tens of megabytes, and any stranger may ask for them.
static MAKING: Semaphore = Semaphore::const_new(2);

/// The picture of the mails, as the visitor may see it.
pub async fn picture(
    service: Data<Service>,
    downloads: Data<Downloads>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
    wanted: Query<Wanted>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let viewer = Live::viewer(seat(&service, &live, &request).await?.map(|seat| seat.side));
    let moment = (*game, viewer, wanted.kept_by(&service, &live, viewer).await?);
    let draw = async {
        allowances.admit(&request)?;
        let position = wanted.position(&service, &live, viewer).await?;
        let rulebook = live.rulebook.clone();
        let png = service.rooms.draw_for_page(move || crate::render::png(&*rulebook, &position)).await?;
        Ok::<_, ServiceError>(Bytes::from(png))
    };
    let png = downloads.pictures.get(moment, draw).await?;
    Ok(HttpResponse::Ok().content_type("image/png").insert_header(("Cache-Control", "no-store")).body(png))
}

/// The game as a saved game of its VASSAL module, now or at a moment of its past, with what the visitor may see.
pub async fn save(
    service: Data<Service>,
    downloads: Data<Downloads>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
    wanted: Query<Wanted>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let viewer = Live::viewer(seat(&service, &live, &request).await?.map(|seat| seat.side));
    let name = live.row.game.clone();
    let moment = (*game, viewer, wanted.kept_by(&service, &live, viewer).await?);
    let make = async {
        allowances.admit(&request)?;
        let position = wanted.position(&service, &live, viewer).await?;
        let (rulebook, scenario) = (live.rulebook.clone(), live.row.scenario.clone());
        let write = move || {
            let published = rulebook.published();
            let outline = module_outline(published, &Art::default())?;
            let unknown = || ModuleError::Contents(format!("there is no scenario {scenario}"));
            let scenario = published.scenario(&scenario).ok_or_else(unknown)?;
            outline.save(&setup_of(published, scenario, &position, &outline.sheets))
        };
        made(write, "the saved game").await
    };
    let bytes = downloads.saves.get(moment, make).await?;
    Ok(file(bytes, &format!("{name}-{}{}.vsav", *game, wanted.suffix())))
}

/// The VASSAL module of the game, with all its scenarios set up.
pub async fn module(
    service: Data<Service>,
    downloads: Data<Downloads>,
    allowances: Data<Allowances>,
    request: HttpRequest,
    game: Path<i64>,
) -> Result<HttpResponse, ServiceError> {
    let live = service.live(*game).await?;
    let (rulebook, name) = (live.rulebook.clone(), live.row.game.clone());
    let make = async {
        allowances.admit(&request)?;
        let rulebook = rulebook.clone();
        let write =
            move || module_contents(rulebook.published(), &Art::default()).and_then(|contents| contents.write());
        made(write, "the module").await
    };
    let bytes = downloads.modules.get(rulebook.hash().to_owned(), make).await?;
    Ok(file(bytes, &format!("{name}.vmod")))
}

fn file(bytes: Bytes, name: &str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/octet-stream")
        .insert_header(("Content-Disposition", format!("attachment; filename=\"{name}\"")))
        .insert_header(("Cache-Control", "no-store"))
        .body(bytes)
}

/// Makes a file when it is its turn.
async fn made(
    write: impl FnOnce() -> Result<Vec<u8>, ModuleError> + Send + 'static,
    what: &'static str,
) -> Result<Bytes, ServiceError> {
    let unwritable = |error: String| ServiceError::Unwritable(what, error);
    let turn = MAKING.acquire().await.map_err(|error| unwritable(error.to_string()))?;
    // the turn ends with the work: who hangs up does not end that
    let write = move || {
        let written = write();
        drop(turn);
        written
    };
    let bytes = actix_web::web::block(write).await.map_err(|error| unwritable(error.to_string()))?;
    Ok(bytes.map_err(|error| unwritable(error.to_string()))?.into())
}
