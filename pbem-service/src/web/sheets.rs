//! What the board's script needs of a published game and what never changes: the map, where its places lie, the faces of
//! all counters, the printed tables and the cases. Each is one file that a browser keeps for ever by its hash.

use super::board::DrawnMaps;
use crate::{Service, ServiceError};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use artwork::key_words::KeyWords;
use artwork::map_picture::{Theme, geometry, legend};
use artwork::{card, counter};
use data_encoding::HEXLOWER;
use definitions::hex::HexId;
use definitions::{CaseKind, CaseScope, Feature, Map, MarkerPlace, PrintedTable, Published, Settlement, Terrain};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map as Object, Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

/// What a browser keeps for ever, because its address has its hash.
const FOR_EVER: (&str, &str) = ("Cache-Control", "public, max-age=31536000, immutable");
/// Games whose sheets are kept.
const KEPT: usize = 8;
/// Steps that a counter may lose and still have a face.
const MOST_LOST: u8 = 12;

/// A file in both forms in which it is sent.
pub struct Sheet {
    /// First signs of the hash of its text.
    pub hash: String,
    text: String,
    packed: Vec<u8>,
}

impl Sheet {
    fn new(text: String) -> Sheet {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        // a buffer in memory takes everything
        let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish()).unwrap_or_default();
        Sheet { hash: short_hash(text.as_bytes()), text, packed }
    }

    fn answer(&self, request: &HttpRequest, kind: &str) -> HttpResponse {
        let takes = request.headers().get("Accept-Encoding").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut answer = HttpResponse::Ok();
        answer.content_type(kind).insert_header(FOR_EVER).insert_header(("Vary", "Accept-Encoding"));
        if takes.contains("gzip") && !self.packed.is_empty() {
            return answer.insert_header(("Content-Encoding", "gzip")).body(self.packed.clone());
        }
        answer.body(self.text.clone())
    }
}

/// A hash that is long enough to tell versions apart.
pub fn short_hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..10])
}

/// The sheets of a published game.
pub struct Sheets {
    /// The map as SVG.
    pub map: Sheet,
    /// Size of the map, and for each hex its centre, number, name and ground.
    pub places: Sheet,
    /// Faces of all counters, markers and cards as SVG.
    pub faces: Sheet,
    /// Tables, cases, and what markers and signs of the map mean.
    pub aids: Sheet,
}

impl Sheets {
    fn draw(published: &Published, map: &str) -> Sheets {
        Sheets {
            map: Sheet::new(map.to_owned()),
            places: Sheet::new(places(published).to_string()),
            faces: Sheet::new(Value::Object(faces(published)).to_string()),
            aids: Sheet::new(aids(published).to_string()),
        }
    }
}

/// The sheets that were drawn so far, by the hash of their definitions.
#[derive(Default)]
pub struct AllSheets(Mutex<HashMap<String, Arc<OnceLock<Arc<Sheets>>>>>);

impl AllSheets {
    /// The sheets of some definitions, which are drawn if they are wanted for the first time. Who wants them while they are
    /// drawn waits for those.
    pub fn get(&self, hash: &str, published: &Published, maps: &DrawnMaps) -> Arc<Sheets> {
        let place = {
            let mut sheets = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if sheets.len() >= KEPT && !sheets.contains_key(hash) {
                sheets.clear();
            }
            sheets.entry(hash.to_owned()).or_default().clone()
        };
        place.get_or_init(|| Arc::new(Sheets::draw(published, &maps.get(hash, published)))).clone()
    }
}

/// Draws the sheets of the games of a host once, for that takes a while: the first visitor shall not have to wait for it.
/// First those of games that are played, the newest before others, then those that could be started.
pub async fn draw_all(service: &Service, maps: &Arc<DrawnMaps>, sheets: &Arc<AllSheets>) {
    let mut wanted: Vec<(String, Option<String>)> = Vec::new();
    // where the games cannot be read nobody plays them
    let played = service.store.games().await.unwrap_or_default();
    let running = played.into_iter().rev().filter(|row| row.status == "running");
    for (game, hash) in running.map(|row| (row.game, Some(row.definitions))) {
        if !wanted.contains(&(game.clone(), hash.clone())) {
            wanted.push((game, hash));
        }
    }
    wanted.extend(service.shelf.ids().into_iter().map(|game| (game.to_owned(), None)));
    for (game, hash) in wanted.into_iter().take(KEPT) {
        let rulebook = match hash {
            Some(hash) => service.shelf.rulebook(&service.store, &game, &hash).await,
            None => service.shelf.newest(&game).map(|(_, rulebook)| rulebook),
        };
        let Ok(rulebook) = rulebook else { continue };
        let (maps, sheets) = (maps.clone(), sheets.clone());
        // sheets that cannot be drawn are told to whoever asks for them
        let _ = service.rooms.draw(move || drop(sheets.get(rulebook.hash(), rulebook.published(), &maps))).await;
    }
}

/// A sheet by its name and the hash in its address. One of another version is not here any more.
pub async fn sheet(
    service: Data<Service>,
    maps: Data<DrawnMaps>,
    sheets: Data<AllSheets>,
    request: HttpRequest,
    path: Path<(i64, String)>,
) -> Result<HttpResponse, ServiceError> {
    let (game, file) = path.into_inner();
    let rulebook = service.live(game).await?.rulebook.clone();
    let draw = move || sheets.get(rulebook.hash(), rulebook.published(), &maps);
    let sheets = service.rooms.draw(draw).await?;
    let missing = || ServiceError::Missing(format!("sheet {file}"));
    let (name, hash) = file.split_once('.').and_then(|(stem, _)| stem.split_once('-')).ok_or_else(missing)?;
    let (sheet, kind) = match name {
        "map" => (&sheets.map, "image/svg+xml"),
        "places" => (&sheets.places, "application/json"),
        "faces" => (&sheets.faces, "application/json"),
        "aids" => (&sheets.aids, "application/json"),
        _ => return Err(missing()),
    };
    if sheet.hash == hash { Ok(sheet.answer(&request, kind)) } else { Err(missing()) }
}

/// Each hex at the place of its id: centre, number, name, ground, neighbours; nothing for ids that the board does not have.
fn places(published: &Published) -> Value {
    let map = &published.map;
    let geometry = geometry(map);
    let (width, height) = geometry.size();
    let hex = |id: HexId| {
        if !map.grid.contains(id) {
            return Value::Null;
        }
        let ((x, y), hex) = (geometry.hex_centre(id), map.hex(id));
        let ground = ground(map, id);
        let neighbours: Vec<u16> = map.grid.neighbours(id).map(|(_, hex)| hex.0).collect();
        json!([x.round(), y.round(), map.grid.number(id), hex.name.as_deref().unwrap_or_default(), ground, neighbours])
    };
    let hexes: Vec<Value> = (0..map.grid.len() as u16).map(HexId).map(hex).collect();
    let units: Vec<Value> = published
        .units
        .units
        .iter()
        .map(|unit| {
            let formation = unit.formation.and_then(|id| published.units.formations.get(id.index()));
            json!([unit.name, unit.side, formation.map_or("", |known| known.name.as_str()), unit.steps])
        })
        .collect();
    let sides: Vec<Value> =
        published.units.sides.iter().map(|side| json!([side.name, format!("#{:06x}", side.colour)])).collect();
    json!({ "width": width, "height": height, "hexes": hexes, "units": units, "sides": sides })
}

/// The ground of a hex in words.
fn ground(map: &Map, id: HexId) -> String {
    let hex = map.hex(id);
    let mut words = vec![match hex.terrain {
        Terrain::Clear => "clear".to_owned(),
        Terrain::Rough => "rough".to_owned(),
        Terrain::Woods => "woods".to_owned(),
        Terrain::Forest => "forest".to_owned(),
        Terrain::Marsh => "marsh".to_owned(),
        Terrain::Own(own) => map.grounds.get(usize::from(own)).map(|own| own.title.clone()).unwrap_or_default(),
        Terrain::OffMap => "off the map".to_owned(),
    }];
    words.extend(hex.settlement.map(|settlement| match settlement {
        Settlement::Village => "village".to_owned(),
        Settlement::Town => "town".to_owned(),
        Settlement::City => "city".to_owned(),
    }));
    words.extend(hex.features.iter().map(Feature::pair).map(|(key, value)| match value.as_str() {
        "yes" | "0" => key.to_owned(),
        _ => format!("{key} {value}"),
    }));
    let sides = map.hexsides.iter().filter(|it| it.hex == id || map.grid.neighbour(it.hex, it.side) == Some(id));
    let (mut rivers, mut bridge) = (BTreeSet::new(), false);
    for side in sides {
        rivers.extend(&side.river);
        bridge |= side.bridge;
    }
    words.extend(rivers.iter().map(|name| format!("river {name}").trim_end().to_owned()));
    words.extend(bridge.then(|| "bridge".to_owned()));
    words.extend(map.roads.iter().any(|road| [road.from, road.to].contains(&id)).then(|| "road".to_owned()));
    words.join(", ")
}

/// All faces by the names with which the script asks for them.
fn faces(published: &Published) -> Object<String, Value> {
    let units = &published.units;
    let mut faces = Object::new();
    for unit in &units.units {
        let Some(id) = units.find(&unit.id) else { continue };
        for lost in 0..unit.steps.min(MOST_LOST) {
            faces.insert(format!("{}-{lost}", id.0), counter::counter_svg(units, id, lost, &[]).into());
        }
    }
    for side in 0..units.sides.len() as u8 {
        faces.insert(format!("back/{side}"), counter::back(units, side).svg().into());
    }
    for kind in &published.markers {
        faces.insert(format!("badge/{}", kind.id), counter::badge(kind).svg().into());
        faces.insert(format!("sign/{}", kind.id), counter::sign(kind).svg().into());
        faces.insert(format!("marker/{}", kind.id), counter::marker(kind).svg().into());
    }
    for set in &published.cards.sets {
        faces.insert(format!("card-back/{}", set.id), card::back(published, set).svg().into());
    }
    for known in &published.cards.cards {
        if let Some(set) = published.cards.set(&known.set) {
            faces.insert(format!("card/{}", known.id), card::front(set, known, &[]).svg().into());
        }
    }
    faces
}

/// What players look up.
fn aids(published: &Published) -> Value {
    let said = |table: &PrintedTable, name: &str| table.word(name).unwrap_or(name).to_owned();
    let table = |table: &PrintedTable| {
        let rows: Vec<Value> = table
            .rows
            .iter()
            .map(|row| {
                let cells: Vec<String> = row.cells.iter().map(|cell| said(table, &cell.text)).collect();
                json!([said(table, &row.name), cells])
            })
            .collect();
        json!({
            "name": table.name,
            "title": table.title,
            "head": table.head,
            "columns": table.columns.iter().map(|name| said(table, name)).collect::<Vec<_>>(),
            "keys": table.columns,
            "rows": rows,
            "notes": table.notes,
            "first": published.aid.pages.first().is_some_and(|page| page.tables().contains(&table.name.as_str())),
        })
    };
    let cases: Vec<Value> = published
        .rules
        .iter()
        .map(|case| {
            let commentary = case.kind == CaseKind::Commentary;
            json!([case.number, case.title, case.summary, commentary, case.scope == CaseScope::Later])
        })
        .collect();
    let markers: Vec<Value> = published
        .markers
        .iter()
        .map(|kind| {
            let face = if kind.on == MarkerPlace::Hexside { "sign" } else { "marker" };
            json!([kind.title, format!("{face}/{}", kind.id)])
        })
        .collect();
    let signs = legend::pictures(&published.map, &KeyWords::of(published), Theme::Colour);
    let signs: Vec<Value> = signs.iter().map(|sign| json!([sign.text, sign.picture.svg()])).collect();
    let tables: Vec<Value> = published.tables.iter().map(table).collect();
    json!({ "tables": tables, "cases": cases, "markers": markers, "signs": signs })
}
