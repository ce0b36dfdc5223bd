use super::declaration::{Declaration, Reader, number, one_a_line, plain};
use super::marker::{MARKER_KEYS, marker};
use super::scenario_file::Surroundings;
use super::words::Scope;
use super::{
    About, Beside, Cards, DefinitionError, GameFiles, Map, MarkerKind, PlayerAid, PrintedTables, RuleIndex, Rulings,
    Scenario, Units, Words,
};

/// A published game as data, parsed from its files.
///
/// `game.txt` holds the title and the credits, `map.txt` the map, `units.txt` the units; every file whose name
/// starts with `scenario-` holds a scenario. `about.txt`, `aid.txt`, `cards.txt`, `rules.txt`, `rulings.txt`, `tables.txt` and `words.txt` may be missing: pictures
/// and modules can be made of a game without rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Stable id: `autumn-fog`.
    pub id: String,
    /// Title of the game.
    pub title: String,
    /// Whether its rules are enforced, so that it can be played by mail and on the web.
    pub enforced: bool,
    /// Who made the game, and what the data was made from; one line each.
    pub credits: Vec<String>,
    /// The most that may stand in a hex, if the game limits it; set-ups are checked against it.
    pub stacking: Option<Stacking>,
    /// The kinds of markers.
    pub markers: Vec<MarkerKind>,
    /// Tracks beside the map, apart from that of the turns.
    pub tracks: Vec<Track>,
    /// Boxes beside the map, and what else of paper and card the rules need.
    pub beside: Beside,
    /// The rolls that the rules ask for; at least one.
    pub dice: Vec<DiceRoll>,
    /// The map.
    pub map: Map,
    /// Sides, formations and units.
    pub units: Units,
    /// The words in which functions of cards and conditions are written.
    pub words: Words,
    /// What is drawn at random or held unseen.
    pub cards: Cards,
    /// The scenarios: those that stand alone first, then those that are like another.
    pub scenarios: Vec<Scenario>,
    /// What it is, for those who do not know it.
    pub about: About,
    /// The cases of the rulebook.
    pub rules: RuleIndex,
    /// The rulings on its ambiguities.
    pub rulings: Rulings,
    /// The printed tables.
    pub tables: PrintedTables,
    /// The player aid.
    pub aid: PlayerAid,
}

/// The most that may stand in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// So many strength steps.
    Steps(u8),
    /// So many counters.
    Units(u8),
}

/// A printed track: numbered boxes along which a marker is pushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Stable id: `victory`.
    pub id: String,
    /// Title: `Victory points`.
    pub title: String,
    /// Numbers of the first and last box.
    pub boxes: (i16, i16),
}

/// Dice that are rolled together: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceRoll {
    /// How many.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
}

impl Published {
    /// Parses the files of a game and checks that they fit together.
    ///
    /// # Errors
    /// Every fault of every file at once; files that need a faulty one (scenarios need map and units) are read
    /// when that one is right.
    pub fn parse(files: &GameFiles) -> Result<Published, Vec<DefinitionError>> {
        Published::parse_all(files).map_err(one_a_line)
    }

    fn parse_all(files: &GameFiles) -> Result<Published, Vec<DefinitionError>> {
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
        // a fault of a table is told once, not again by whoever shows it
        let aid = tables.as_ref().map(|tables| PlayerAid::parse("aid.txt", optional("aid.txt"), tables));
        let aid = aid.and_then(|aid| keep(&mut errors, aid)).unwrap_or_default();
        let words = keep(&mut errors, Words::parse("words.txt", optional("words.txt")));
        let (Some(game), Some(map), Some(units)) = (game, map, units) else { return Err(errors) };
        let (Some(rules), Some(rulings), Some(tables)) = (rules, rulings, tables) else { return Err(errors) };
        let Some(words) = words else { return Err(errors) };
        let cards = keep(&mut errors, Cards::parse("cards.txt", optional("cards.txt"), &units));
        let Some(cards) = cards else { return Err(errors) };
        let scenario_files =
            files.iter().filter(|(name, _)| name.starts_with("scenario-") || name.starts_with("part-"));
        let around = Surroundings { map: &map, units: &units, markers: &game.markers, cards: &cards, words: &words };
        let scenarios = keep(&mut errors, Scenario::parse_all(scenario_files, &around));
        // a fault of a scenario is told once, not again by whoever names it
        let about = scenarios.as_ref().map(|known| About::parse("about.txt", optional("about.txt"), known));
        let about = about.and_then(|about| keep(&mut errors, about)).unwrap_or_default();
        let scenarios = scenarios.unwrap_or_default();
        let Game { id, title, enforced, credits, stacking, markers, tracks, beside, mut dice } = game;
        if dice.is_empty() {
            dice.push(DiceRoll { count: 1, sides: 6 });
        }
        let mut published = Published {
            id,
            title,
            enforced,
            credits,
            stacking,
            markers,
            tracks,
            beside,
            dice,
            map,
            units,
            words,
            cards,
            scenarios,
            about,
            rules,
            rulings,
            tables,
            aid,
        };
        errors.extend(published.read_words(files));
        errors.extend(published.inconsistencies(files));
        if errors.is_empty() { Ok(published) } else { Err(errors) }
    }

    /// Reads cards and tables by the forms of their words, and tells what is of none.
    fn read_words(&mut self, files: &GameFiles) -> Vec<DefinitionError> {
        let first = self.scenarios.iter().map(|it| it.turns.0).min();
        let last = self.scenarios.iter().map(|it| it.turns.1).max();
        let turns = (first.unwrap_or(1), last.unwrap_or(u8::MAX));
        let scope = Scope { map: &self.map, units: &self.units, markers: &self.markers, turns };
        let mut faults = self.tables.read_words(&scope);
        let text = files.text("cards.txt").unwrap_or_default();
        faults.extend(self.cards.read_words(&self.words, text, &scope));
        faults
    }

    /// A game that is nothing but a map so far.
    pub fn of_map(id: &str, map: Map) -> Published {
        Published {
            id: id.to_owned(),
            title: map.title.clone(),
            enforced: false,
            credits: Vec::new(),
            stacking: None,
            markers: Vec::new(),
            tracks: Vec::new(),
            beside: Beside::default(),
            dice: vec![DiceRoll { count: 1, sides: 6 }],
            map,
            units: Units::default(),
            words: Words::default(),
            cards: Cards::default(),
            scenarios: Vec::new(),
            about: About::default(),
            rules: RuleIndex::default(),
            rulings: Rulings::default(),
            tables: PrintedTables::default(),
            aid: PlayerAid::default(),
        }
    }

    /// The place of a scenario among [`Published::scenarios`].
    ///
    /// # Errors
    /// That there is none with this id; the message lists those that there are.
    pub fn place_of_scenario(&self, id: &str) -> Result<usize, String> {
        self.scenarios.iter().position(|scenario| scenario.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            format!("there is no scenario `{id}`; there are: {}", known.join(", "))
        })
    }

    /// The kinds of markers that a text such as `game.txt` declares.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn markers_of(text: &str) -> Result<Vec<MarkerKind>, Vec<DefinitionError>> {
        Ok(parse_game("game.txt", text)?.markers)
    }

    /// The scenarios in the order of the rulebook: by case, then by the numbers of their titles.
    pub fn scenarios_in_order(&self) -> Vec<&Scenario> {
        let numbers = |text: &str| -> Vec<u32> {
            text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
        };
        let mut scenarios: Vec<&Scenario> = self.scenarios.iter().collect();
        scenarios.sort_by_cached_key(|it| (numbers(&it.case), numbers(&it.title)));
        scenarios
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

/// Id and title of a game, and whether its rules are enforced.
fn name(declaration: &Declaration) -> Result<(String, String, bool), String> {
    let (id, title) = (declaration.word(0, "an id")?, declaration.word(1, "a title")?);
    let enforced = match declaration.get("rules") {
        None => false,
        Some("enforced") => true,
        Some(other) => return Err(format!("expected rules=enforced or nothing, found rules={other}")),
    };
    Ok((id.to_owned(), title.to_owned(), enforced))
}

/// What `game.txt` says.
#[derive(Default)]
struct Game {
    id: String,
    title: String,
    enforced: bool,
    credits: Vec<String>,
    stacking: Option<Stacking>,
    markers: Vec<MarkerKind>,
    tracks: Vec<Track>,
    beside: Beside,
    dice: Vec<DiceRoll>,
}

/// Reads `game ID "title" [rules=enforced]`, any number of `credit "line"`, `stacking NUMBER by=steps|units`, `dice 2d6` and any number of
/// `marker` lines (see [`marker`]) and `track ID "title" boxes=-10-60`.
fn parse_game(file: &str, text: &str) -> Result<Game, Vec<DefinitionError>> {
    let mut reader = Reader::new(file);
    let mut game = Game::default();
    // the markers on the other sides of counters, which may be declared below them
    let mut behind: Vec<(usize, String)> = Vec::new();
    for declaration in reader.declarations(text) {
        let (words, keys): (usize, &[&str]) = match declaration.kind.as_str() {
            "game" => (2, &["rules"]),
            "stacking" => (1, &["by"]),
            "marker" => (2, &MARKER_KEYS),
            "track" => (2, &["boxes"]),
            kind => Beside::keys(kind).unwrap_or((1, &[])),
        };
        reader.expect(&declaration, words..=words, keys);
        let read = match declaration.kind.as_str() {
            "game" => name(&declaration).map(|(id, title, enforced)| {
                (game.id, game.title, game.enforced) = (id, title, enforced);
            }),
            "credit" => declaration.word(0, "a credit").map(|credit| game.credits.push(credit.to_owned())),
            "stacking" => stacking(&declaration).map(|limit| game.stacking = Some(limit)),
            "marker" => marker(&declaration, &game.markers).map(|kind| {
                behind.extend(kind.back.clone().map(|other| (declaration.line, other)));
                game.markers.push(kind);
            }),
            "track" => track(&declaration).map(|track| game.tracks.push(track)),
            "dice" => declaration.word(0, "dice").and_then(dice_roll).map(|roll| game.dice.push(roll)),
            kind if Beside::keys(kind).is_some() => game.beside.take(&declaration),
            other => Err(format!(
                "expected game, credit, stacking, marker, track, box, support, turn-marker or dice, found `{other}`"
            )),
        };
        reader.value(declaration.line, read);
    }
    for (line, other) in behind {
        if !game.markers.iter().any(|known| known.id == other) {
            reader.fault(line, format!("expected `back=` to name another marker, found `{other}`"));
        }
    }
    if game.id.is_empty() && reader.errors.is_empty() {
        reader.fault(0, "expected a line `game ID \"title\"`");
    }
    if reader.errors.is_empty() { Ok(game) } else { Err(reader.errors) }
}

fn stacking(declaration: &Declaration) -> Result<Stacking, String> {
    let limit = number(declaration.word(0, "a number")?, "the limit")?;
    match declaration.get("by") {
        None | Some("steps") => Ok(Stacking::Steps(limit)),
        Some("units") => Ok(Stacking::Units(limit)),
        Some(other) => Err(format!("expected by=steps or by=units, found `{other}`")),
    }
}

/// Reads `2d6`.
fn dice_roll(text: &str) -> Result<DiceRoll, String> {
    let (count, sides) = text.split_once('d').ok_or_else(|| format!("expected dice as in 2d6, found `{text}`"))?;
    let roll = DiceRoll { count: number(count, "how many dice")?, sides: number(sides, "the sides of a die")? };
    let sound = (1..=20).contains(&roll.count) && roll.sides >= 2;
    sound.then_some(roll).ok_or_else(|| format!("expected 1 to 20 dice of at least two sides, found `{text}`"))
}

fn track(declaration: &Declaration) -> Result<Track, String> {
    let text = declaration.need("boxes")?;
    let expected = || format!("expected `boxes=` as in boxes=0-60, found `{text}`");
    // the first box may be below nought, as in -10-20
    let dash = text.char_indices().skip(1).find(|(_, letter)| *letter == '-').ok_or_else(expected)?.0;
    let (first, last) = (&text[..dash], &text[dash + 1..]);
    let boxes: (i16, i16) = (number(first, "the first box")?, number(last, "the last box")?);
    if boxes.0 > boxes.1 || i32::from(boxes.1) - i32::from(boxes.0) > 200 {
        return Err(expected());
    }
    Ok(Track {
        id: plain(declaration.word(0, "an id")?, "an id")?,
        title: declaration.word(1, "a title")?.to_owned(),
        boxes,
    })
}
