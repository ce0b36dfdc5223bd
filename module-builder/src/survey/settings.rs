use super::SurveyError;
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::grid_line;
use definitions::hex::{Grid, HexId};
use definitions::map_file::{find_hex, find_side};
use definitions::{Provenance, Settlement};

/// What of the survey counts for one game, and how: the file `survey.txt` of the game's folder.
///
/// ```text
/// title "Ardennes 1944"
/// grid flat-top lower=odd columns=34 rows=22 shifted=21 numbering=column-row
/// transform vv48
/// anchor "Bastogne" 1817 within=0.18          # stated by the rulebook
/// anchor "Dasburg" 2515/2615 within=0.25      # must come near this hexside
/// settlement "Bastogne" city                  # printed; as="..." if the name is too long for a hex
/// label "Baraque Michel"                      # a name only: the ground is what counts there
/// river "Our (upper)" as="Our" rank=1 gorge=yes
/// track "Vielsalm" "Bovigny" "Gouvy"          # secondary roads that count, from place to place
/// skip "Feulen" "Grosbous"                    # main roads that do not
/// roads all                                   # all secondary roads count
/// bridges within=0.9                          # how near a bridge must lie to where the true road crosses
/// ground forest=0.36 rough=0.40 slope=0.40    # terrains that the game knows, by the share of a hex that makes them
/// westwall within=0.42                        # how near the trace must come to the centre of a fortified hex
/// command 5pz north="one line" south="other"  # operational area of an army or corps between two boundaries
/// start scenario-initial-assault.txt           # the front line runs between the units that this file places
/// front german 3011                           # a hex behind the front of a side, where the trace is wrong
/// ```
pub struct Settings {
    /// Title of the map.
    pub title: String,
    /// The grid.
    pub grid: Grid,
    /// Name of the similarity in `transforms.json`.
    pub transform: String,
    /// Places that must come near a point of the map.
    pub anchors: Vec<Anchor>,
    /// Places that are printed.
    pub settlements: Vec<Printed>,
    /// Rivers that count, those first that others flow into.
    pub rivers: Vec<River>,
    /// Chains of places joined by secondary roads that count.
    pub tracks: Vec<Vec<String>>,
    /// Whether all secondary roads count.
    pub all_roads: bool,
    /// How near a bridge must lie to where the true road crosses the river, in hexes; infinite where any bridge of a road
    /// that crosses will do.
    pub bridges_within: f64,
    /// What makes the terrain of a hex.
    pub shares: Shares,
    /// How near the trace of the Westwall must come to the centre of a fortified hex, in hexes.
    pub fortified: f64,
    /// Operational areas.
    pub commands: Vec<Command>,
    /// Roads that do not count, by their two places.
    pub skips: Vec<Vec<String>>,
    /// Files of the game whose units stand on their own side of the front.
    pub starts: Vec<String>,
    /// Hexes behind the front of a side (by id), where the traced front line is wrong for the game.
    pub behind: Vec<(HexId, String)>,
}

/// Shares of a hex that make its terrain. A game knows the terrains that have a share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    /// Dense forest that makes a forest hex.
    pub forest: Option<f64>,
    /// Woods or forest that make a woods hex.
    pub woods: Option<f64>,
    /// Marsh that makes a marsh hex.
    pub marsh: Option<f64>,
    /// Slopes, broken ground, marsh, woods or forest that make a rough hex.
    pub rough: Option<f64>,
    /// How far the slopes of a gorge reach from its river, in hexes.
    pub slope: f64,
}

/// The operational area of an army or corps: the hexes between two boundaries, each of which may be missing.
pub struct Command {
    /// Id of the army or corps.
    pub id: String,
    /// Name of the boundary that the area lies south of.
    pub north: Option<String>,
    /// Name of the boundary that the area lies north of.
    pub south: Option<String>,
}

/// A place that must come near a point of the map.
pub struct Anchor {
    /// The place.
    pub place: String,
    /// Its hex, or the two hexes whose common side it must come near.
    pub at: (HexId, Option<HexId>),
    /// How near, in hexes.
    pub within: f64,
}

/// A place that is printed on the map.
pub struct Printed {
    /// Name in the gazetteer.
    pub place: String,
    /// Its size in the game's terms; none for a name only.
    pub size: Option<Settlement>,
    /// The name on the map.
    pub label: String,
    /// Where its hex comes from.
    pub provenance: Provenance,
}

/// A river that counts.
pub struct River {
    /// Name in the gazetteer.
    pub trace: String,
    /// Name on the map.
    pub name: String,
    /// 1 major, 2 lesser.
    pub rank: u8,
    /// Whether its valley makes the ground beside it rough.
    pub gorge: bool,
}

impl Settings {
    /// Reads the settings of a game.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Settings, SurveyError> {
        let mut reader = Reader::new(file);
        let declarations = reader.declarations(text);
        let Some(declaration) = declarations.iter().find(|declaration| declaration.kind == "grid") else {
            reader.fault(1, "expected a line `grid`");
            return Err(SurveyError::Definitions(reader.errors));
        };
        reader.expect(declaration, 1..=1, &grid_line::KEYS);
        let Some(drawn) = reader.value(declaration.line, grid_line::grid(declaration)) else {
            return Err(SurveyError::Definitions(reader.errors));
        };
        let mut settings = Settings {
            title: String::new(),
            grid: drawn,
            transform: String::new(),
            anchors: Vec::new(),
            settlements: Vec::new(),
            rivers: Vec::new(),
            tracks: Vec::new(),
            all_roads: false,
            bridges_within: f64::INFINITY,
            shares: Shares::default(),
            fortified: 0.0,
            commands: Vec::new(),
            skips: Vec::new(),
            starts: Vec::new(),
            behind: Vec::new(),
        };
        for declaration in &declarations {
            let read = settings.read(&mut reader, declaration);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() { Ok(settings) } else { Err(SurveyError::Definitions(reader.errors)) }
    }

    fn read(&mut self, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
        let yes =
            |key| declaration.get(key).map_or(Ok(false), |text| choice(text, key, &[("yes", true), ("no", false)]));
        match declaration.kind.as_str() {
            "grid" => {}
            "title" => declaration.word(0, "a title")?.clone_into(&mut self.title),
            "transform" => declaration.word(0, "the name of a transform")?.clone_into(&mut self.transform),
            "anchor" => {
                reader.expect(declaration, 2..=2, &["within"]);
                let (place, at) =
                    (declaration.word(0, "a place")?.to_owned(), declaration.word(1, "a hex or hexside")?);
                let at = match at.split_once('/') {
                    Some((_, second)) => (find_side(&self.grid, at)?.0, Some(find_hex(&self.grid, second)?)),
                    None => (find_hex(&self.grid, at)?, None),
                };
                self.anchors.push(Anchor { place, at, within: number(declaration.need("within")?, "within")? });
            }
            "settlement" | "label" => {
                let sizes = [("village", Settlement::Village), ("town", Settlement::Town), ("city", Settlement::City)];
                let words = if declaration.kind == "label" { 1 } else { 2 };
                reader.expect(declaration, words..=words, &["as"]);
                let place = declaration.word(0, "a place")?.to_owned();
                let size = declaration.words.get(1).map(|word| choice(word, "a size", &sizes)).transpose()?;
                let label = declaration.get("as").unwrap_or(&place).to_owned();
                let provenance = declaration.origin.clone().unwrap_or(Provenance::Survey);
                self.settlements.push(Printed { place, size, label, provenance });
            }
            "river" => {
                reader.expect(declaration, 1..=1, &["as", "rank", "gorge"]);
                let trace = declaration.word(0, "a river")?.to_owned();
                let name = declaration.get("as").unwrap_or(&trace).to_owned();
                let rank = number(declaration.need("rank")?, "rank")?;
                self.rivers.push(River { trace, name, rank, gorge: yes("gorge")? });
            }
            "track" | "skip" => {
                if declaration.words.len() < 2 {
                    return Err("expected at least two places".to_owned());
                }
                let chains = if declaration.kind == "track" { &mut self.tracks } else { &mut self.skips };
                chains.push(declaration.words.clone());
            }
            "roads" => {
                reader.expect(declaration, 1..=1, &[]);
                self.all_roads = choice(declaration.word(0, "which roads")?, "which roads", &[("all", true)])?;
            }
            "bridges" => {
                reader.expect(declaration, 0..=0, &["within"]);
                self.bridges_within = number(declaration.need("within")?, "within")?;
            }
            "ground" => {
                reader.expect(declaration, 0..=0, &["forest", "woods", "marsh", "rough", "slope"]);
                let share = |key| declaration.get(key).map(|text| number(text, key)).transpose();
                self.shares = Shares {
                    forest: share("forest")?,
                    woods: share("woods")?,
                    marsh: share("marsh")?,
                    rough: share("rough")?,
                    slope: share("slope")?.unwrap_or_default(),
                };
            }
            "westwall" => {
                reader.expect(declaration, 0..=0, &["within"]);
                self.fortified = number(declaration.need("within")?, "within")?;
            }
            "command" => {
                reader.expect(declaration, 1..=1, &["north", "south"]);
                let [north, south] = ["north", "south"].map(|key| declaration.get(key).map(str::to_owned));
                self.commands.push(Command { id: declaration.word(0, "an army or corps")?.to_owned(), north, south });
            }
            "start" => {
                reader.expect(declaration, 1..=1, &[]);
                self.starts.push(declaration.word(0, "the name of a scenario's file")?.to_owned());
            }
            "front" => {
                let side = declaration.word(0, "the id of a side")?.to_owned();
                for text in declaration.words.iter().skip(1) {
                    self.behind.push((find_hex(&self.grid, text)?, side.clone()));
                }
            }
            other => {
                let known = "title, grid, transform, anchor, settlement, label, river, track, skip, roads, bridges, ground, \
                    westwall, command, start or front";
                return Err(format!("expected {known}, found `{other}`"));
            }
        }
        Ok(())
    }
}
