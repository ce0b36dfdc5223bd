//! What the commands do.

use crate::arguments::Command;
use artwork::annals::Annals;
use artwork::art::Art;
use artwork::drawings::Drawings;
use artwork::map_picture::{self, Theme};
use artwork::scene::LONGEST;
use artwork::vassal::{Archive, lint};
use artwork::{game_module, lettering};
use definitions::{Feature, Map, Published};
use module_builder::game_folder::{self, GameFolder, lines};
use module_builder::print::{self, Paper, Part, Settings};
use module_builder::{gallery, strengths, survey};
use serde_json::{Map as Object, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a command has to say: to people, and to scripts.
#[derive(Debug, Default)]
pub struct Told {
    /// Lines for people.
    pub text: String,
    /// The same as named values.
    pub values: Object<String, Value>,
}

/// Is told, from any core, a line about how far a long work is.
pub type Say<'a> = &'a (dyn Fn(&str) + Sync);

/// Says how far a work of many parts is, at most once in two seconds.
struct Meter<'a> {
    what: &'a str,
    say: Say<'a>,
    said: Mutex<Instant>,
}

impl<'a> Meter<'a> {
    fn new(what: &'a str, say: Say<'a>) -> Meter<'a> {
        Meter { what, say, said: Mutex::new(Instant::now()) }
    }

    fn at(&self, done: usize, all: usize) {
        let Ok(mut said) = self.said.try_lock() else { return };
        if said.elapsed() >= Duration::from_secs(2) {
            *said = Instant::now();
            (self.say)(&format!("  {done} of {all} {}", self.what));
        }
    }
}

impl Told {
    fn new(text: impl Into<String>, values: Value) -> Told {
        let Value::Object(values) = values else { return Told { text: text.into(), ..Told::default() } };
        Told { text: text.into(), values }
    }
}

/// Carries out a command; `progress` is told how far a long one is.
///
/// # Errors
/// Every fault that was found, a line each.
pub fn run(command: &Command, assets: &Path, progress: Say<'_>) -> Result<Told, String> {
    match command {
        Command::Page(page) => Ok(Told::new(page, Value::Null)),
        Command::List => list(assets),
        Command::Survey { game } => write_survey(assets, game),
        Command::Check { what: Some(game), sheets: true } => check_sheets(&GameFolder::find(assets, game)?),
        Command::Check { what: None, .. } => check_all(assets),
        Command::Check { what: Some(file), .. } if file.ends_with(".vmod") => check_module(Path::new(file)),
        Command::Check { what: Some(game), .. } => check(assets, game),
        Command::Strengths { game } => {
            let games = game_folder::published(&game_folder::all(assets)?).into_iter().flatten();
            let other = games.max_by_key(|game| game.units.units.len());
            let other = other.ok_or("expected a game in assets/games to compare with")?;
            let text = strengths::report(&GameFolder::find(assets, game)?.published()?, &other);
            Ok(Told::new(text, Value::Null))
        }
        Command::Read { game, file } => read_save(assets, game, file),
        Command::Pictures { game, folder, theme, hex } => {
            write_pictures(&GameFolder::find(assets, game)?, folder, *theme, *hex, progress)
        }
        Command::Print { game, folder, paper, theme, counter } => {
            let settings = Settings { paper: *paper, theme: *theme, counter: *counter };
            write_sheets(&GameFolder::find(assets, game)?, folder.as_deref(), &settings, progress)
        }
        Command::Report { told, file, paper } => write_report(told, file.as_deref(), *paper),
        Command::Vassal { game, file } => write_module(&GameFolder::find(assets, game)?, file.as_deref(), progress),
    }
}

fn list(assets: &Path) -> Result<Told, String> {
    let games = game_folder::all(assets)?;
    let mut lines = Vec::new();
    let mut values = Vec::new();
    for (name, folder) in &games {
        let units = folder.has("units.txt");
        let enforced = units && folder.published()?.enforced;
        let stage = match (units, enforced) {
            (false, _) => "map only",
            (true, false) => "map, units and scenarios; the rules are not enforced yet",
            (true, true) => "map, units and scenarios; played by mail and on the web",
        };
        lines.push(format!("{name:<20} {stage}"));
        values.push(json!({ "id": name, "units": units, "enforced": enforced }));
    }
    Ok(Told::new(lines.join("\n"), json!({ "games": values })))
}

/// The sides that a map speaks of, which nobody has declared as long as the game has no units.
fn sides(map: &Map) -> Vec<&str> {
    let features = map.hexes.iter().flat_map(|hex| &hex.features);
    let marked = features.filter_map(|feature| match feature {
        Feature::Entry(side) | Feature::Edge(side) | Feature::Start(side) => Some(side.as_str()),
        _ => None,
    });
    marked.chain(map.hexsides.iter().filter_map(|side| side.owner.as_deref())).collect()
}

/// Reads the map of a game that has no units yet.
fn read_map(folder: &GameFolder) -> Result<(Map, String), String> {
    let text = folder.text("map.txt")?;
    Ok((Map::parse("map.txt", &text).map_err(lines)?, text))
}

/// A game with its own pictures, each of which has a place. It may be a map alone.
fn read_game(folder: &GameFolder) -> Result<(Published, Art), String> {
    let map_only = folder.has("map.txt") && !folder.has("units.txt");
    let published = match map_only {
        true => Published::of_map(&folder.name(), read_map(folder)?.0),
        false => folder.published()?,
    };
    let art = folder.art()?;
    if !map_only {
        game_module::all_in_use(&published, &art).map_err(|e| e.to_string())?;
    }
    Ok((published, art))
}

fn write_survey(assets: &Path, game: &str) -> Result<Told, String> {
    let folder = GameFolder::find(assets, game)?;
    if !folder.has("survey.txt") {
        let why = "the survey knows the Ardennes of 1944 alone, and what of them a survey.txt asks for";
        return Err(format!("{}: expected survey.txt: {why}; other maps are written by hand", folder.path().display()));
    }
    let map = survey::survey(assets, folder.path()).map_err(|e| e.to_string())?;
    let path = folder.path().join("map.txt");
    write(&path, map.write(&survey::comment(&folder.id())).as_bytes())?;
    let (hexes, sides, roads) = (map.on_map().count(), map.hexsides.len(), map.roads.len());
    let text = format!("{}: {hexes} hexes, {sides} hexsides, {roads} road links", path.display());
    Ok(Told::new(text, json!({ "file": path, "hexes": hexes, "hexsides": sides, "roads": roads })))
}

/// Checks a game. What is doubtful in a map of the Ardennes that came from the survey is a fault; of another country it is
/// worth a look and no more.
fn check(assets: &Path, game: &str) -> Result<Told, String> {
    let folder = GameFolder::find(assets, game)?;
    let map_only = folder.has("map.txt") && !folder.has("units.txt");
    let (map, text) = if folder.has("map.txt") { read_map(&folder).ok() } else { None }.unzip();
    let doubts = |map: &Map| lines(map.doubts("map.txt", text.as_deref().unwrap_or_default()));
    let mut faults: Vec<String> = Vec::new();
    let mut doubtful: Vec<String> = map.iter().flat_map(|map| split(&doubts(map))).collect();
    let mut fine = Told::default();
    if let (true, Some(map)) = (map_only, &map) {
        let text = text.as_deref().unwrap_or_default();
        faults.extend(map.faults("map.txt", text, &sides(map)).iter().map(ToString::to_string));
        let hexes = map.on_map().count();
        let said = format!("{}: {hexes} hexes, map only, no inconsistency", map.title);
        fine = Told::new(said, json!({ "title": map.title, "hexes": hexes }));
    } else {
        match read_game(&folder) {
            Err(told) => faults.extend(split(&told)),
            Ok((known, _)) => {
                faults.extend(game_module::doubts(&known));
                let files = folder.files()?;
                let slips = known.face_doubts(&files).into_iter().chain(known.word_doubts(&files));
                doubtful.extend(slips.map(|slip| slip.to_string()));
                let (units, scenarios) = (known.units.units.len(), known.scenarios.len());
                let said = format!("{}: {units} units, {scenarios} scenarios, no inconsistency", known.title);
                fine = Told::new(said, json!({ "title": known.title, "units": units, "scenarios": scenarios }));
            }
        }
        doubtful.extend(folder.files().map(|files| lettering::doubts(&files)).unwrap_or_default());
        doubtful.extend(folder.idle()?);
    }
    if folder.has("survey.txt") {
        faults.append(&mut doubtful);
        // what is wrong with the files makes another survey, too: that is looked at when all else is right
        if faults.is_empty() {
            faults.extend(check_survey(assets, game, &folder).err());
        }
    }
    let mut told = BTreeSet::new();
    faults.retain(|fault| told.insert(place(fault).unwrap_or(fault).to_owned()));
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    if !doubtful.is_empty() {
        fine.text += &format!("\nworth a look, though nothing is wrong with it:\n{}", doubtful.join("\n"));
        fine.values.insert("doubts".to_owned(), json!(doubtful));
    }
    Ok(fine)
}

/// Counts what the rules and set-ups of a game can need on the table against what is printed.
fn check_sheets(folder: &GameFolder) -> Result<Told, String> {
    let (game, art) = read_game(folder)?;
    let short = print::shortages(&Drawings::new(&game, &art));
    if !short.is_empty() {
        return Err(short.join("\n"));
    }
    let said = format!("{}: the sheets have what the rules and set-ups can need", game.title);
    Ok(Told::new(said, json!({ "title": game.title })))
}

/// The file and line that a fault names.
fn place(fault: &str) -> Option<&str> {
    let (place, _) = fault.split_once(": ")?;
    let (_, line) = place.rsplit_once(':')?;
    line.bytes().all(|byte| byte.is_ascii_digit()).then_some(place)
}

fn split(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Reads and checks all games at the same time.
fn check_all(assets: &Path) -> Result<Told, String> {
    let games = game_folder::all(assets)?;
    let told = games.iter().zip(game_folder::published(&games)).map(|((name, _), read)| match read {
        Ok(game) => Ok(format!("{}: {} units, no inconsistency", game.title, game.units.units.len())),
        Err(faults) => Err(faults.lines().map(|fault| format!("{name}/{fault}")).collect::<Vec<_>>().join("\n")),
    });
    let (sound, faulty): (Vec<_>, Vec<_>) = told.partition(Result::is_ok);
    if faulty.is_empty() {
        let sound: Vec<String> = sound.into_iter().flatten().collect();
        return Ok(Told::new(sound.join("\n"), json!({ "games": games.len() })));
    }
    Err(faulty.into_iter().filter_map(Result::err).collect::<Vec<_>>().join("\n"))
}

/// A game with a `survey.txt` has the map that the survey gives.
fn check_survey(assets: &Path, game: &str, folder: &GameFolder) -> Result<(), String> {
    let fresh = survey::survey(assets, folder.path()).map_err(|e| e.to_string())?;
    let fresh = fresh.write(&survey::comment(&folder.id()));
    match folder.text("map.txt") {
        Ok(text) if text == fresh => Ok(()),
        _ => Err(format!("map.txt: differs from its survey; run `module-builder survey {game}`")),
    }
}

fn write_pictures(folder: &GameFolder, to: &Path, theme: Theme, hex: f32, progress: Say<'_>) -> Result<Told, String> {
    let (published, art) = read_game(folder)?;
    warn(folder, progress);
    fits(&published.map, hex)?;
    progress(&format!("{}: drawing map and counters", published.title));
    let told = Meter::new("drawn", progress);
    let files = gallery::files(&Drawings::new(&published, &art), theme, hex, &|done, all| told.at(done, all));
    progress(&format!("{}: writing {} files", to.display(), files.len()));
    for (name, bytes) in &files {
        let path = to.join(name);
        path.parent().map_or(Ok(()), make)?;
        write(&path, bytes)?;
    }
    let names: Vec<&String> = files.keys().collect();
    Ok(Told::new(format!("{}: {} files", to.display(), files.len()), json!({ "folder": to, "files": names })))
}

/// Whether a picture of a map with such hexes is one that can be painted.
fn fits(map: &Map, hex: f32) -> Result<(), String> {
    let (width, height) = map_picture::geometry(map).scaled(hex / map_picture::HEX_WIDTH).size();
    let longest = width.max(height);
    if longest <= LONGEST {
        return Ok(());
    }
    let most = (hex * LONGEST / longest).floor();
    let found =
        format!("--hex {hex}: the map would be {width:.0} by {height:.0} pixels, expected at most {LONGEST} a side");
    Err(format!("{found}: {most} is the widest hex for it, and board.svg has every size"))
}

fn write_sheets(
    folder: &GameFolder,
    to: Option<&Path>,
    settings: &Settings,
    progress: Say<'_>,
) -> Result<Told, String> {
    let (game, art) = read_game(folder)?;
    let to = to.map_or_else(|| PathBuf::from(format!("{}-print", game.id)), Path::to_owned);
    make(&to)?;
    warn(folder, progress);
    let (mut told, mut files) = (Vec::new(), Vec::new());
    for part in Part::of(&game) {
        let booklet = part.booklet(&Drawings::new(&game, &art), settings);
        let path = to.join(part.file_name(&game.id, settings.paper));
        let (pages, bytes) = (booklet.pages.len(), booklet.pdf());
        progress(&format!("{}: {pages} pages", path.display()));
        write(&path, &bytes)?;
        told.push(format!("{}: {pages} pages, {} kB", path.display(), bytes.len().div_ceil(1000)));
        files.push(json!({ "file": path, "pages": pages, "bytes": bytes.len() }));
    }
    Ok(Told::new(told.join("\n"), json!({ "files": files })))
}

fn write_module(folder: &GameFolder, file: Option<&Path>, progress: Say<'_>) -> Result<Told, String> {
    let (published, art) = read_game(folder)?;
    if published.units.units.is_empty() {
        let path = folder.path().display();
        return Err(format!(
            "{path}: there is only a map so far: expected units.txt and, to set it up, scenario-ID.txt"
        ));
    }
    warn(folder, progress);
    let file = file.map_or_else(|| PathBuf::from(format!("{}.vmod", published.id)), Path::to_owned);
    progress(&format!("{}: drawing map and counters", published.title));
    let told = Meter::new("drawn", progress);
    let contents = game_module::module_contents_told(&published, &art, &|done, all| told.at(done, all));
    let contents = contents.map_err(|e| e.to_string())?;
    let (pictures, setups) = (contents.images.len(), contents.setups.len());
    progress(&format!("{}: packing {pictures} pictures and {setups} set-ups", published.title));
    let module = contents.write().map_err(|e| e.to_string())?;
    write(&file, &module)?;
    let setups = || contents.setups.iter().map(|setup| (&setup.title, setup.placements.len()));
    let text: Vec<String> = setups().map(|(title, count)| format!("\n  {title}: {count} counters set up")).collect();
    let values: Vec<Value> = setups().map(|(title, count)| json!({ "title": title, "counters": count })).collect();
    let counters = contents.pieces.len();
    Ok(Told::new(
        format!("{}: {counters} counters{}", file.display(), text.concat()),
        json!({ "file": file, "bytes": module.len(), "counters": counters, "setups": values }),
    ))
}

/// The largest report that is read, in bytes.
const REPORT: u64 = 64 << 20;

fn write_report(told: &Path, file: Option<&Path>, paper: Paper) -> Result<Told, String> {
    let bytes = game_folder::read(told, REPORT)?;
    let wrong = |error: String| format!("{}: {error}", told.display());
    let annals: Annals = serde_json::from_slice(&bytes)
        .map_err(|error| wrong(format!("expected what the page of a report offers as a file; {error}")))?;
    let game = annals.published().map_err(wrong)?;
    let booklet = print::report(&annals, &game, paper);
    let (pages, pdf) = (booklet.pages.len(), booklet.pdf());
    let file = file.map_or_else(|| told.with_extension("pdf"), Path::to_owned);
    write(&file, &pdf)?;
    Ok(Told::new(
        format!("{}: {pages} pages, {} kB", file.display(), pdf.len().div_ceil(1000)),
        json!({ "file": file, "pages": pages, "bytes": pdf.len() }),
    ))
}

/// The largest saved game that is read, in bytes.
const SAVE: u64 = 64 << 20;

/// A saved game of a game's module, as the lines of a scenario that would set it up.
fn read_save(assets: &Path, game: &str, file: &Path) -> Result<Told, String> {
    let folder = GameFolder::find(assets, game)?;
    let published = folder.published()?;
    let bytes = game_folder::read(file, SAVE)?;
    let outline = game_module::module_outline(&published, &folder.art()?).map_err(|e| e.to_string())?;
    let setup = outline.read_save(&bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    let scenario = game_module::scenario_of(&published, &setup);
    let text = scenario.write(&published.map.grid, &published.units);
    Ok(Told::new(
        text.trim_end(),
        json!({ "scenario": setup.id, "title": setup.title, "turn": scenario.turns.0, "counters": setup.placements.len() }),
    ))
}

fn check_module(file: &Path) -> Result<Told, String> {
    let archive = Archive::skim_file(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let faults = lint(&archive);
    if faults.is_empty() {
        return Ok(Told::new(format!("{}: no fault found", file.display()), json!({ "file": file })));
    }
    Err(faults.join("\n"))
}

/// Says of letters that no drawing can show, before they stand on paper.
fn warn(folder: &GameFolder, progress: Say<'_>) {
    let doubts = folder.files().map(|files| lettering::doubts(&files)).unwrap_or_default();
    doubts.iter().take(3).for_each(|doubt| progress(doubt));
    if doubts.len() > 3 {
        progress(&format!("and {} lines more with such letters; `check` tells all", doubts.len() - 3));
    }
}

/// Makes a folder with those above it.
fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

/// Writes a file, whole or not at all: what stood there before is lost only when the new one is complete.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(format!("{}: there is no folder {}", path.display(), folder.display()));
    }
    let beside = path.with_added_extension("part");
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&beside);
        format!("{}: {e}", path.display())
    })
}
