use super::SurveyError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Longitude and latitude in degrees (WGS 84).
pub type LonLat = (f64, f64);

/// The survey of the Ardennes: places and lines in longitude and latitude.
#[derive(Clone, Debug, Default)]
pub struct Geography {
    /// Places by name.
    pub places: BTreeMap<String, LonLat>,
    /// Rivers by name.
    pub rivers: BTreeMap<String, Vec<LonLat>>,
    /// Roads between places.
    pub roads: Vec<RoadLine>,
    /// Woods and ground.
    pub grounds: Vec<Ground>,
    /// Traces of the Westwall.
    pub westwall: Vec<Vec<LonLat>>,
    /// The front line on the morning of 16 December 1944, from north to south.
    pub front: Vec<Vec<LonLat>>,
    /// Boundaries of armies and corps by name, from east to west.
    pub boundaries: BTreeMap<String, Vec<LonLat>>,
    /// Similarities from kilometres to hex units by game: rows of a 2 x 3 matrix.
    pub transforms: BTreeMap<String, [[f64; 3]; 2]>,
}

/// A road from one place to the next.
#[derive(Clone, Debug)]
pub struct RoadLine {
    /// Name of the place where it starts.
    pub from: String,
    /// Name of the place where it ends.
    pub to: String,
    /// Whether it is a main road.
    pub main: bool,
    /// Its course.
    pub line: Vec<LonLat>,
}

/// A polygon of one kind of ground.
#[derive(Clone, Debug)]
pub struct Ground {
    /// `forest`, `woods`, `broken`, `marsh` or `clear`.
    pub class: String,
    /// Its outline.
    pub outline: Vec<LonLat>,
}

impl Geography {
    /// Reads the survey from a folder of GeoJSON files.
    ///
    /// # Errors
    /// When a file is missing or is not the GeoJSON that was expected.
    pub fn load(folder: &Path) -> Result<Geography, SurveyError> {
        let mut geography = Geography::default();
        for feature in features(folder, "places.geojson")? {
            let place = point(&feature["geometry"]["coordinates"]);
            geography.places.insert(text(&feature, "name"), place.ok_or(malformed("places.geojson"))?);
        }
        for feature in features(folder, "rivers.geojson")? {
            geography.rivers.insert(text(&feature, "name"), line(&feature, "rivers.geojson")?);
        }
        for feature in features(folder, "roads.geojson")? {
            let (from, to) = (text(&feature, "a"), text(&feature, "b"));
            let main = text(&feature, "class") == "main";
            geography.roads.push(RoadLine { from, to, main, line: line(&feature, "roads.geojson")? });
        }
        for feature in features(folder, "forests.geojson")? {
            let outline = points(&feature["geometry"]["coordinates"][0]).ok_or(malformed("forests.geojson"))?;
            geography.grounds.push(Ground { class: text(&feature, "class"), outline });
        }
        for feature in features(folder, "westwall.geojson")? {
            geography.westwall.push(line(&feature, "westwall.geojson")?);
        }
        for feature in features(folder, "frontline_1944-12-16.geojson")? {
            geography.front.push(line(&feature, "frontline_1944-12-16.geojson")?);
        }
        for feature in features(folder, "boundaries.geojson")? {
            geography.boundaries.insert(text(&feature, "name"), line(&feature, "boundaries.geojson")?);
        }
        let transforms = read(folder, "transforms.json")?;
        for (game, transform) in transforms.as_object().ok_or(malformed("transforms.json"))? {
            let mut matrix = [[0.0; 3]; 2];
            for (row, cells) in matrix.iter_mut().enumerate() {
                for (column, cell) in cells.iter_mut().enumerate() {
                    let value = transform["matrix_km_to_unit"][row][column].as_f64();
                    *cell = value.ok_or(malformed("transforms.json"))?;
                }
            }
            geography.transforms.insert(game.clone(), matrix);
        }
        Ok(geography)
    }
}

fn malformed(name: &str) -> SurveyError {
    SurveyError::Geography(format!("{name}: expected a GeoJSON collection of named features with coordinates"))
}

fn read(folder: &Path, name: &str) -> Result<Value, SurveyError> {
    let path = folder.join(name);
    let text =
        std::fs::read_to_string(&path).map_err(|e| SurveyError::Geography(format!("{}: {e}", path.display())))?;
    serde_json::from_str(&text).map_err(|e| SurveyError::Geography(format!("{name}: {e}")))
}

fn features(folder: &Path, name: &str) -> Result<Vec<Value>, SurveyError> {
    let collection = read(folder, name)?;
    collection["features"].as_array().cloned().ok_or(malformed(name))
}

fn text(feature: &Value, key: &str) -> String {
    feature["properties"][key].as_str().unwrap_or_default().to_owned()
}

fn line(feature: &Value, name: &str) -> Result<Vec<LonLat>, SurveyError> {
    points(&feature["geometry"]["coordinates"]).ok_or(malformed(name))
}

fn points(coordinates: &Value) -> Option<Vec<LonLat>> {
    coordinates.as_array()?.iter().map(point).collect()
}

fn point(coordinates: &Value) -> Option<LonLat> {
    Some((coordinates[0].as_f64()?, coordinates[1].as_f64()?))
}
