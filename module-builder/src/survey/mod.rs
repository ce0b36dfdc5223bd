//! The survey: projects the geography of the Ardennes on the grid of a game and writes the game's map.
//!
//! Towns that the rulebook puts into hexes hold the sheet ([`Sheet`]); rivers follow hexsides, roads run from
//! place to place, woods and slopes are sampled, and the overrides of the game have the last word. What
//! counts for a game stands in its `survey.txt`.

mod front;
mod geography;
mod ground;
mod lattice;
mod overrides;
mod rivers;
mod roads;
mod settings;
mod sheet;
#[cfg(test)]
mod tests;

pub use geography::{Geography, Ground, LonLat, RoadLine};
pub use settings::Settings;
pub use sheet::Sheet;

use definitions::declaration::Reader;
use definitions::hex::HexId;
use definitions::map_file::find_hex;
use definitions::{BridgeState, DefinitionError, Feature, HexDefinition, Hexside, Map, Provenance, Road, Units};
use lattice::{Lattice, centre, hex_at, middle};
use rivers::Rivers;
use roads::{Links, Roads};
use sheet::{Control, Point, distance};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use thiserror::Error;

/// Why a survey failed.
#[derive(Debug, Error)]
pub enum SurveyError {
    /// A file of the geography is missing or malformed.
    #[error("{0}")]
    Geography(String),
    /// The settings name something that the geography lacks.
    #[error("survey.txt: the geography knows no {0} `{1}`")]
    Unknown(&'static str, String),
    /// A file of the game is missing.
    #[error("{0}")]
    Missing(String),
    /// Faults in the files of the game.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Definitions(Vec<DefinitionError>),
}

/// Surveys a game: `assets` holds `geography/`, `folder` the files of the game.
///
/// # Errors
/// When a file is missing or malformed, or speaks of things that the others do not know.
pub fn survey(assets: &Path, folder: &Path) -> Result<Map, SurveyError> {
    let geography = Geography::load(&assets.join("geography"))?;
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(|e| SurveyError::Missing(format!("{}: {e}", path.display())))
    };
    let settings = Settings::parse("survey.txt", &read("survey.txt")?)?;
    let mut held = BTreeMap::new();
    held.extend(settings.behind.iter().map(|(hex, side)| (*hex, side == "german")));
    if !settings.starts.is_empty() {
        let units = Units::parse("units.txt", &read("units.txt")?).map_err(SurveyError::Definitions)?;
        for name in &settings.starts {
            held.extend(starts(name, &read(name)?, &settings, &units)?);
        }
    }
    let mut map = project(&geography, &settings, &held)?;
    overrides::apply(&mut map, "overrides.txt", &read("overrides.txt")?)?;
    finish(&mut map);
    Ok(map)
}

/// The hexes in which a file places units, and whether they are German. Only the lines that place units are read: the
/// others may speak of what the survey has yet to find.
fn starts(file: &str, text: &str, settings: &Settings, units: &Units) -> Result<Vec<(HexId, bool)>, SurveyError> {
    let mut reader = Reader::new(file);
    let mut held = Vec::new();
    for declaration in reader.declarations(text).iter().filter(|declaration| declaration.kind == "place") {
        let unit = declaration.word(0, "the id of a unit").and_then(|id| {
            units.find(id).ok_or_else(|| format!("expected the id of a unit in the list of units, found `{id}`"))
        });
        let hex = declaration.word(1, "a hex").and_then(|text| find_hex(&settings.grid, text));
        let place = unit.and_then(|unit| Ok((hex?, units.unit(unit).nation == "german")));
        held.extend(reader.value(declaration.line, place));
    }
    if reader.errors.is_empty() { Ok(held) } else { Err(SurveyError::Definitions(reader.errors)) }
}

/// The comment above a surveyed map.
pub fn comment(game: &str) -> String {
    format!(
        "The map of {game}, written by `module-builder survey {game}` from assets/geography, survey.txt and\n\
         overrides.txt. Do not correct it here: put a line into overrides.txt and survey again."
    )
}

fn project(geography: &Geography, settings: &Settings, held: &BTreeMap<HexId, bool>) -> Result<Map, SurveyError> {
    let grid = &settings.grid;
    let place =
        |name: &str| geography.places.get(name).copied().ok_or_else(|| SurveyError::Unknown("place", name.to_owned()));
    let mut controls = Vec::new();
    for anchor in &settings.anchors {
        let target = match anchor.at {
            (hex, None) => centre(grid, hex),
            (hex, Some(other)) => middle(grid, hex, other),
        };
        controls.push(Control { place: place(&anchor.place)?, target, within: anchor.within });
    }
    let transform = geography.transforms.get(&settings.transform);
    let unknown = || SurveyError::Unknown("transform", settings.transform.clone());
    let mut transform = *transform.ok_or_else(unknown)?;
    let (east, south) = lattice::numbers_begin(grid);
    transform[0][2] += east;
    transform[1][2] += south;
    let sheet = Sheet::new(transform, &controls);
    let lattice = Lattice::new(grid);
    let rivers = Rivers::lay(grid, &lattice, &sheet, geography, settings)?;
    let stated = settings.anchors.iter().filter(|anchor| anchor.at.1.is_none());
    let stated: BTreeMap<&str, HexId> = stated.map(|anchor| (anchor.place.as_str(), anchor.at.0)).collect();
    let mut places = BTreeMap::new();
    for (name, at) in &geography.places {
        let hex = stated.get(name.as_str()).copied().or_else(|| hex_at(grid, sheet.point(*at)));
        places.extend(hex.map(|hex| (name.clone(), hex)));
    }
    let roads = Roads { grid, lattice: &lattice, sheet: &sheet, geography, settings, rivers: &rivers, places: &places };
    let links = roads.lay()?;
    let gorges: Vec<Vec<Point>> = settings
        .rivers
        .iter()
        .zip(&rivers.courses)
        .filter(|(river, _)| river.gorge)
        .map(|(_, course)| course.clone())
        .collect();
    let terrains = ground::ground(grid, &sheet, geography, &gorges, settings.shares);
    let mut map = Map {
        title: settings.title.clone(),
        grid: grid.clone(),
        hexes: Vec::new(),
        hexsides: Vec::new(),
        roads: Vec::new(),
        grounds: Vec::new(),
    };
    for terrain in terrains {
        let (settlement, name, features) = (None, None, Vec::new());
        map.hexes.push(HexDefinition { terrain, settlement, name, features, provenance: Provenance::Survey });
    }
    settle(&mut map, settings, &places)?;
    let trace: Vec<Point> = geography.front.iter().flat_map(|front| sheet.line(front)).collect();
    let german = front::german(grid, &trace, held);
    let walls: Vec<Vec<Point>> = geography.westwall.iter().map(|wall| sheet.line(wall)).collect();
    // what the Allies hold of the wall is not fortified: it helps only its builders
    let fortified = |hex: HexId| walls.iter().any(|wall| distance(centre(grid, hex), wall) < settings.fortified);
    for hex in german.iter().filter(|hex| fortified(**hex)) {
        map.hexes[hex.index()].features.push(Feature::Westwall);
    }
    command(&mut map, settings, geography, &sheet)?;
    let front = front::front(&lattice, &german);
    map.hexsides = hexsides(&lattice, &rivers, settings, &front);
    map.roads = roads_of(links);
    Ok(map)
}

/// Prints the settlements of the settings; the first of two in one hex keeps it.
fn settle(map: &mut Map, settings: &Settings, places: &BTreeMap<String, HexId>) -> Result<(), SurveyError> {
    let mut crowded = Vec::new();
    for printed in &settings.settlements {
        let hex = places.get(&printed.place);
        let hex = hex.ok_or_else(|| SurveyError::Unknown("place on the map", printed.place.clone()))?;
        let it = &mut map.hexes[hex.index()];
        if let Some(other) = &it.name {
            let (number, label) = (settings.grid.number(*hex), &printed.label);
            let message = format!("{label} falls into {number}, where {other} is printed already");
            crowded.push(DefinitionError::new("survey.txt", 0, message));
            continue;
        }
        it.settlement = printed.size;
        it.name = Some(printed.label.clone());
        it.provenance = printed.provenance.clone();
    }
    if crowded.is_empty() { Ok(()) } else { Err(SurveyError::Definitions(crowded)) }
}

/// Marks the hexes of every operational area.
fn command(map: &mut Map, settings: &Settings, geography: &Geography, sheet: &Sheet) -> Result<(), SurveyError> {
    let line = |name: &Option<String>| -> Result<Option<Vec<Point>>, SurveyError> {
        let Some(name) = name else { return Ok(None) };
        let boundary = geography.boundaries.get(name);
        let boundary = boundary.ok_or_else(|| SurveyError::Unknown("boundary", name.clone()))?;
        Ok(Some(sheet.line(boundary)))
    };
    for command in &settings.commands {
        let (north, south) = (line(&command.north)?, line(&command.south)?);
        for hex in settings.grid.hexes() {
            let at = centre(&settings.grid, hex);
            let beyond = north.as_ref().is_some_and(|line| is_north(at, line));
            if !beyond && south.as_ref().is_none_or(|line| is_north(at, line)) {
                map.hexes[hex.index()].features.push(Feature::Command(command.id.clone()));
            }
        }
    }
    Ok(())
}

/// Whether a point lies north of a boundary that runs from east to west; beyond its ends it runs on due east and west.
fn is_north((x, y): Point, line: &[Point]) -> bool {
    let crossed = line.windows(2).find(|pair| (pair[1].0..=pair[0].0).contains(&x)).map(|pair| {
        let share = (pair[0].0 - x) / (pair[0].0 - pair[1].0).max(f64::EPSILON);
        pair[0].1 + (pair[1].1 - pair[0].1) * share
    });
    let beyond = |end: Option<&Point>| end.map_or(y, |at| at.1);
    let at = crossed.unwrap_or_else(|| {
        if line.first().is_some_and(|east| x > east.0) { beyond(line.first()) } else { beyond(line.last()) }
    });
    y < at
}

fn hexsides(lattice: &Lattice, rivers: &Rivers, settings: &Settings, front: &BTreeSet<usize>) -> Vec<Hexside> {
    let sides: BTreeSet<usize> = rivers.on.keys().chain(front).copied().collect();
    let line = |index: usize| {
        let side = lattice.sides[index];
        let river = rivers.on.get(&index).map(|river| &settings.rivers[*river]);
        Hexside {
            hex: side.hex,
            side: side.direction,
            river: river.map(|river| river.name.clone()),
            rank: river.map_or(0, |river| river.rank),
            bridge: false,
            state: BridgeState::Standing,
            owner: None,
            front: front.contains(&index),
            provenance: Provenance::Survey,
        }
    };
    sides.into_iter().map(line).collect()
}

fn roads_of(links: Links) -> Vec<Road> {
    let road = |((from, to), class)| Road { from, to, class, provenance: Provenance::Survey };
    links.into_iter().map(road).collect()
}

/// A bridge stands wherever a road crosses a river. Then everything is put in order.
fn finish(map: &mut Map) {
    prune(map);
    let joined: BTreeSet<(HexId, HexId)> =
        map.roads.iter().flat_map(|road| [(road.from, road.to), (road.to, road.from)]).collect();
    let grid = map.grid.clone();
    for side in &mut map.hexsides {
        let across = grid.neighbour(side.hex, side.side);
        side.bridge = side.river.is_some() && across.is_some_and(|there| joined.contains(&(side.hex, there)));
        if side.bridge && side.provenance == Provenance::Survey {
            side.provenance =
                Provenance::Reconstructed("river surveyed; a bridge where a surveyed road crosses it".into());
        }
    }
    map.hexsides.sort_by_key(|side| (side.hex, side.side));
    map.roads.sort_by_key(|road| (road.from, road.to));
}

/// Takes away surveyed roads that end nowhere: neither at a settlement, nor at the edge of the map, nor at
/// another road.
fn prune(map: &mut Map) {
    loop {
        let mut links: BTreeMap<HexId, usize> = BTreeMap::new();
        for hex in map.roads.iter().flat_map(|road| [road.from, road.to]) {
            *links.entry(hex).or_default() += 1;
        }
        let goal = |hex: HexId| map.hex(hex).name.is_some() || map.at_rim(hex);
        let nowhere = |hex: HexId| links.get(&hex) == Some(&1) && !goal(hex);
        let is_stub = |road: &Road| road.provenance == Provenance::Survey && (nowhere(road.from) || nowhere(road.to));
        let kept: Vec<Road> = map.roads.iter().filter(|road| !is_stub(road)).cloned().collect();
        if kept.len() == map.roads.len() {
            return;
        }
        map.roads = kept;
    }
}
