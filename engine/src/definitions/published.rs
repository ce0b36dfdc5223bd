use super::record::{Reader, number};
use super::{DefinitionError, GameFiles, Map, PrintedTables, RuleIndex, Rulings, Scenario, Units};

/// A published game as data, parsed from its files.
///
/// `game.txt` holds the title and the credits, `map.txt` the map, `units.txt` the units; every file whose name
/// starts with `scenario-` holds a scenario. `rules.txt`, `rulings.txt` and `tables.txt` may be missing: pictures and
/// modules can be made of a game without rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Stable id: `autumn-fog`.
    pub id: String,
    /// Title of the game.
    pub title: String,
    /// Who made the game, and what the data was made from; one line each.
    pub credits: Vec<String>,
    /// The most strength steps that may stand in a hex, if the game limits them; set-ups are checked against it.
    pub stacking: Option<u8>,
    /// The map.
    pub map: Map,
    /// Sides, formations and units.
    pub units: Units,
    /// The scenarios: those that stand alone first, then those that are like another, each in the order of the files.
    pub scenarios: Vec<Scenario>,
    /// The cases of the rulebook.
    pub rules: RuleIndex,
    /// The rulings on its ambiguities.
    pub rulings: Rulings,
    /// The printed tables.
    pub tables: PrintedTables,
}

impl Published {
    /// Parses the files of a game and checks that they fit together.
    ///
    /// # Errors
    /// Every fault of every file at once; files that need a faulty one (scenarios need map and units) are read
    /// when that one is right.
    pub fn parse(files: &GameFiles) -> Result<Published, Vec<DefinitionError>> {
        let mut errors = Vec::new();
        let game = keep(&mut errors, text(files, "game.txt").and_then(|text| parse_game("game.txt", text)));
        let map = keep(&mut errors, text(files, "map.txt").and_then(|text| Map::parse("map.txt", text)));
        let units = keep(&mut errors, text(files, "units.txt").and_then(|text| Units::parse("units.txt", text)));
        let one = |error| vec![error];
        let optional = |name| files.text(name).unwrap_or_default();
        let rules = keep(&mut errors, RuleIndex::parse("rules.txt", optional("rules.txt")).map_err(one));
        let rulings = rules.as_ref().map(|rules| Rulings::parse("rulings.txt", optional("rulings.txt"), rules));
        let rulings = rulings.and_then(|rulings| keep(&mut errors, rulings.map_err(one)));
        let tables = keep(&mut errors, PrintedTables::parse("tables.txt", optional("tables.txt")));
        let (Some(game), Some(map), Some(units)) = (game, map, units) else { return Err(errors) };
        let (Some(rules), Some(rulings), Some(tables)) = (rules, rulings, tables) else { return Err(errors) };
        let scenario_files = files.iter().filter(|(name, _)| name.starts_with("scenario-"));
        let scenarios = keep(&mut errors, Scenario::parse_all(scenario_files, &map.grid, &units)).unwrap_or_default();
        let Game { id, title, credits, stacking } = game;
        let published = Published { id, title, credits, stacking, map, units, scenarios, rules, rulings, tables };
        errors.extend(published.inconsistencies(files));
        if errors.is_empty() { Ok(published) } else { Err(errors) }
    }

    /// The scenario with an id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }
}

fn text<'a>(files: &'a GameFiles, name: &str) -> Result<&'a str, Vec<DefinitionError>> {
    files.text(name).map_err(|error| vec![error])
}

fn keep<T>(errors: &mut Vec<DefinitionError>, result: Result<T, Vec<DefinitionError>>) -> Option<T> {
    result.map_err(|more| errors.extend(more)).ok()
}

/// What `game.txt` says.
#[derive(Default)]
struct Game {
    id: String,
    title: String,
    credits: Vec<String>,
    stacking: Option<u8>,
}

/// Reads `game ID "title"`, any number of `credit "line"` and `stacking STEPS`.
fn parse_game(file: &str, text: &str) -> Result<Game, Vec<DefinitionError>> {
    let mut reader = Reader::new(file);
    let mut game = Game::default();
    for record in reader.records(text) {
        let words = if record.kind == "game" { 2 } else { 1 };
        reader.expect(&record, words..=words, &[]);
        let read = match record.kind.as_str() {
            "game" => record.word(0, "an id").and_then(|id| Ok((id, record.word(1, "a title")?))).map(|(id, title)| {
                (game.id, game.title) = (id.to_owned(), title.to_owned());
            }),
            "credit" => record.word(0, "a credit").map(|credit| game.credits.push(credit.to_owned())),
            "stacking" => record
                .word(0, "a number of steps")
                .and_then(|steps| number(steps, "the steps"))
                .map(|steps| game.stacking = Some(steps)),
            other => Err(format!("expected game, credit or stacking, found `{other}`")),
        };
        reader.value(record.line, read);
    }
    if game.id.is_empty() && reader.errors.is_empty() {
        reader.fault(0, "expected a line `game ID \"title\"`");
    }
    if reader.errors.is_empty() { Ok(game) } else { Err(reader.errors) }
}
