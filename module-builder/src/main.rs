//! Builds modules, pictures and surveyed maps from the definitions of a game.

use engine::definitions::{Map, Published};
use module_builder::drawings::Drawings;
use module_builder::game_folder::{self, GameFolder, lines};
use module_builder::map_picture::{self, Theme};
use module_builder::print::{self, Paper, Part, Settings};
use module_builder::scene::LONGEST;
use module_builder::vassal::{Archive, lint};
use module_builder::{gallery, game_module, strengths, survey};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
module-builder list             the games in assets/games, and how far their data goes
module-builder survey GAME      writes the map of a game from the geography
module-builder check [GAME]     reports every inconsistency of a game's files; of all games at once
module-builder check FILE.vmod  reports what VASSAL would pass over in silence
module-builder strengths GAME   sums of the divisions beside those of Ardennes II
module-builder pictures GAME -o FOLDER [--theme colour|printer] [--hex PIXELS]
                                writes the board, all faces and a contact sheet as SVG and PNG;
                                on the PNGs a hex is 80 pixels wide, a counter twice as much
module-builder print GAME [-o FOLDER] [--paper a4|letter] [--theme printer|colour] [--counter MILLIMETRES]
                                writes counter sheets, map, charts and set-ups as PDF
module-builder vassal GAME [-o FILE.vmod]
                                writes the VASSAL module of a game
module-builder read GAME FILE.vsav
                                tells the position of a saved game of such a module, as lines of a scenario
With --json anywhere the outcome is JSON, and each fault names its file and line.
GAME is the name of a folder in assets/games, or the path of a folder of your own.
Run it in the folder that holds assets/.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let before = arguments.len();
    arguments.retain(|argument| argument != "--json");
    let json = arguments.len() < before;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = run(&arguments, Path::new("assets"));
    match &outcome {
        _ if json => say(std::io::stdout(), &for_scripts(&outcome).to_string()),
        Ok(report) => say(std::io::stdout(), report),
        Err(message) => say(std::io::stderr(), message),
    }
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says a line to whoever listens. Nobody may: `vassal autumn-fog | head -1` closes the stream, and is no fault.
fn say(mut to: impl Write, line: &str) {
    let _ = writeln!(to, "{line}");
}

/// Says on the error stream how far a long work is.
fn progress(line: &str) {
    say(std::io::stderr(), line);
}

/// An outcome as JSON: `{"done":true,"report":[lines]}`, or `{"done":false,"faults":[{"file","line","message"}]}`, where
/// what is no fault in a file has a message only.
fn for_scripts(outcome: &Result<String, String>) -> serde_json::Value {
    let fault = |line: &str| {
        let mut parts = line.splitn(3, ':');
        match (parts.next(), parts.next().map(str::parse::<u32>), parts.next()) {
            (Some(file), Some(Ok(number)), Some(message)) => {
                serde_json::json!({ "file": file, "line": number, "message": message.trim_start() })
            }
            _ => serde_json::json!({ "message": line }),
        }
    };
    match outcome {
        Ok(report) => serde_json::json!({ "done": true, "report": report.lines().collect::<Vec<_>>() }),
        Err(message) if message == USAGE => {
            serde_json::json!({ "done": false, "faults": [{ "message": "no such command", "usage": USAGE }] })
        }
        Err(message) => {
            let faults: Vec<serde_json::Value> = message.lines().map(fault).collect();
            serde_json::json!({ "done": false, "faults": faults })
        }
    }
}

/// Does what the arguments say; what to print comes back.
fn run(arguments: &[&str], assets: &Path) -> Result<String, String> {
    match *arguments {
        ["help" | "--help" | "-h"] => Ok(USAGE.to_owned()),
        ["list"] => list(assets),
        ["survey", game] => write_survey(assets, game),
        ["check"] => check_all(assets),
        ["check", file] if file.ends_with(".vmod") => check_module(Path::new(file)),
        ["check", game] => check(assets, game),
        ["strengths", game] => Ok(strengths::report(&read_game(assets, game)?, &read_game(assets, "ardennes-ii")?)),
        ["read", game, file] => read_save(assets, game, Path::new(file)),
        ["pictures", ref rest @ ..] => match Wishes::read(rest, &["-o", "--theme", "--hex"])? {
            Wishes { game, folder: Some(folder), theme, hex, .. } => {
                write_pictures(assets, game, Path::new(folder), theme.unwrap_or(Theme::Colour), hex)
            }
            Wishes { folder: None, .. } => Err(USAGE.to_owned()),
        },
        ["print", ref rest @ ..] => {
            let wishes = Wishes::read(rest, &["-o", "--paper", "--theme", "--counter"])?;
            let folder = wishes.folder.map_or_else(|| format!("{}-print", name_of(wishes.game)), str::to_owned);
            write_sheets(assets, wishes.game, Path::new(&folder), &wishes.settings())
        }
        ["vassal", game] => write_module(assets, game, Path::new(&format!("{}.vmod", name_of(game)))),
        ["vassal", game, "-o", file] | ["vassal", "-o", file, game] => write_module(assets, game, Path::new(file)),
        _ => Err(USAGE.to_owned()),
    }
}

/// The name of a game's folder.
fn name_of(game: &str) -> String {
    Path::new(game).file_name().map_or(game.into(), |name| name.to_string_lossy()).into_owned()
}

/// What was asked for a command that writes a folder.
struct Wishes<'a> {
    game: &'a str,
    folder: Option<&'a str>,
    paper: Paper,
    theme: Option<Theme>,
    counter: f32,
    hex: f32,
}

/// Sides of counters that can be cut and read.
const COUNTERS: std::ops::RangeInclusive<f32> = 8.0..=40.0;

impl<'a> Wishes<'a> {
    /// Reads a game and options with their values, in any order.
    fn read(arguments: &[&'a str], known: &[&str]) -> Result<Wishes<'a>, String> {
        let (mut game, mut rest) = (None, arguments.iter());
        let (counter, hex) = (print::COUNTER, gallery::HEX);
        let mut wishes = Wishes { game: "", folder: None, paper: Paper::A4, theme: None, counter, hex };
        while let Some(argument) = rest.next() {
            if !argument.starts_with('-') && game.is_none() {
                game = Some(*argument);
                continue;
            }
            let value = *rest.next().filter(|_| known.contains(argument)).ok_or(USAGE)?;
            let expected = |what: &str| format!("expected {argument} {what}, found `{value}`");
            match *argument {
                "-o" => wishes.folder = Some(value),
                "--paper" => wishes.paper = Paper::find(value).ok_or_else(|| expected("a4 or letter"))?,
                "--theme" => wishes.theme = Some(Theme::find(value).ok_or_else(|| expected("colour or printer"))?),
                "--counter" => {
                    let side = value.parse().ok().filter(|side| COUNTERS.contains(side));
                    wishes.counter = side.ok_or_else(|| expected("from 8 to 40 millimetres"))?;
                }
                "--hex" => {
                    let width = value.parse().ok().filter(|width| gallery::HEXES.contains(width));
                    wishes.hex = width.ok_or_else(|| expected("from 8 to 250 pixels"))?;
                }
                _ => return Err(USAGE.to_owned()),
            }
        }
        wishes.game = game.ok_or(USAGE)?;
        Ok(wishes)
    }

    fn settings(&self) -> Settings {
        Settings { theme: self.theme.unwrap_or(Theme::Printer), counter: self.counter, ..Settings::new(self.paper) }
    }
}

fn list(assets: &Path) -> Result<String, String> {
    let games = game_folder::all(assets)?;
    let lines = games.iter().map(|(name, folder)| {
        let stage = if folder.has("units.txt") { "map, units and scenarios" } else { "map only" };
        format!("{name:<20} {stage}")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Whether a game has more than a map.
fn has_units(assets: &Path, game: &str) -> bool {
    GameFolder::find(assets, game).has("units.txt")
}

/// The ids of the sides that the marks of a map may speak of before the game has units.
const SIDES: [&str; 2] = ["german", "allied"];

/// Reads the map of a game that has no units yet.
fn read_map(assets: &Path, game: &str) -> Result<(Map, String), String> {
    let text = GameFolder::find(assets, game).text("map.txt")?;
    Ok((Map::parse("map.txt", &text).map_err(lines)?, text))
}

/// Checks the map of a game that has no units yet.
fn check_map(assets: &Path, game: &str) -> Result<String, String> {
    let (map, text) = read_map(assets, game)?;
    let mut faults = map.faults("map.txt", &text, &SIDES);
    faults.extend(map.doubts("map.txt", &text));
    if !faults.is_empty() {
        return Err(lines(faults));
    }
    Ok(format!("{}: {} hexes, map only, no inconsistency", map.title, map.on_map().count()))
}

fn write_survey(assets: &Path, game: &str) -> Result<String, String> {
    let map = survey::survey(assets, game).map_err(|e| e.to_string())?;
    let path = assets.join("games").join(game).join("map.txt");
    let text = map.write(&survey::comment(game));
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let (hexes, sides, roads) = (map.on_map().count(), map.hexsides.len(), map.roads.len());
    Ok(format!("{}: {hexes} hexes, {sides} hexsides, {roads} road links", path.display()))
}

/// Reads the files of a game and checks that they fit together.
fn read_game(assets: &Path, game: &str) -> Result<Published, String> {
    GameFolder::find(assets, game).published()
}

fn check(assets: &Path, game: &str) -> Result<String, String> {
    let told = if has_units(assets, game) || !GameFolder::find(assets, game).has("map.txt") {
        read_game(assets, game).and_then(|known| {
            let doubts = lines(known.map.doubts("map.txt", &read_map(assets, game)?.1));
            let doubts: Vec<String> = doubts.lines().map(str::to_owned).chain(game_module::doubts(&known)).collect();
            let (units, scenarios) = (known.units.units.len(), known.scenarios.len());
            let fine = format!("{}: {units} units, {scenarios} scenarios, no inconsistency", known.title);
            if doubts.is_empty() { Ok(fine) } else { Err(doubts.join("\n")) }
        })
    } else {
        check_map(assets, game)
    };
    match (told, check_survey(assets, game)) {
        (Ok(told), Ok(())) => Ok(told),
        (told, surveyed) => {
            let faults: Vec<String> = [told.err(), surveyed.err()].into_iter().flatten().collect();
            Err(faults.join("\n"))
        }
    }
}

/// Reads and checks all games at the same time.
fn check_all(assets: &Path) -> Result<String, String> {
    let games = game_folder::all(assets)?;
    let told = games.iter().zip(game_folder::published(&games)).map(|((name, _), read)| match read {
        Ok(game) => Ok(format!("{}: {} units, no inconsistency", game.title, game.units.units.len())),
        Err(faults) => Err(faults.lines().map(|fault| format!("{name}/{fault}")).collect::<Vec<_>>().join("\n")),
    });
    let (sound, faulty): (Vec<_>, Vec<_>) = told.partition(Result::is_ok);
    if faulty.is_empty() {
        return Ok(sound.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    }
    Err(faulty.into_iter().filter_map(Result::err).collect::<Vec<_>>().join("\n"))
}

/// A game with a `survey.txt` has the map that the survey gives.
fn check_survey(assets: &Path, game: &str) -> Result<(), String> {
    let folder = GameFolder::find(assets, game);
    if !folder.has("survey.txt") {
        return Ok(());
    }
    let fresh = survey::survey(assets, game).map_err(|e| e.to_string())?.write(&survey::comment(game));
    match folder.text("map.txt") {
        Ok(text) if text == fresh => Ok(()),
        _ => Err(format!("map.txt: differs from its survey; run `module-builder survey {game}`")),
    }
}

fn write_pictures(assets: &Path, game: &str, folder: &Path, theme: Theme, hex: f32) -> Result<String, String> {
    let files = if has_units(assets, game) {
        let folder = GameFolder::find(assets, game);
        let (published, art) = (folder.published()?, folder.art()?);
        fits(&published.map, hex)?;
        progress(&format!("{}: drawing map and counters", published.title));
        gallery::files(&Drawings::new(&published, &art), theme, hex)
    } else {
        let map = read_map(assets, game)?.0;
        fits(&map, hex)?;
        progress(&format!("{}: drawing the map", map.title));
        gallery::board(&map, theme, hex)
    };
    progress(&format!("{}: writing {} files", folder.display(), files.len()));
    for (name, bytes) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        }
        std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(format!("{}: {} files", folder.display(), files.len()))
}

/// Whether a picture of a map with such hexes is one that can be painted.
fn fits(map: &Map, hex: f32) -> Result<(), String> {
    let (width, height) = map_picture::geometry(map).scaled(hex / map_picture::HEX_WIDTH).size();
    let longest = width.max(height);
    if longest <= LONGEST {
        return Ok(());
    }
    let most = (hex * LONGEST / longest).floor();
    Err(format!(
        "--hex {hex}: the map would be {width:.0} by {height:.0} pixels, expected at most {LONGEST} a side: --hex {most} is the largest for it, and board.svg has every size"
    ))
}

fn write_sheets(assets: &Path, game: &str, folder: &Path, settings: &Settings) -> Result<String, String> {
    let published = if has_units(assets, game) { Some(read_game(assets, game)?) } else { None };
    let map = if published.is_none() { Some(read_map(assets, game)?.0) } else { None };
    let art = GameFolder::find(assets, game).art()?;
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut told = Vec::new();
    for part in published.as_ref().map_or_else(|| Part::ALL.to_vec(), Part::of) {
        let booklet = match (&published, &map) {
            (Some(game), _) => Some(part.booklet(&Drawings::new(game, &art), settings)),
            (None, Some(map)) => part.booklet_of_map(map, settings),
            (None, None) => None,
        };
        let Some(booklet) = booklet else { continue };
        let path = folder.join(part.file_name(&name_of(game), settings.paper));
        progress(&format!("{}: {} pages", path.display(), booklet.pages.len()));
        let bytes = booklet.pdf();
        std::fs::write(&path, &bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        told.push(format!("{}: {} pages, {} kB", path.display(), booklet.pages.len(), bytes.len().div_ceil(1000)));
    }
    Ok(told.join("\n"))
}

fn write_module(assets: &Path, game: &str, file: &Path) -> Result<String, String> {
    let folder = GameFolder::find(assets, game);
    let (published, art) = (folder.published()?, folder.art()?);
    progress(&format!("{}: drawing map and counters", published.title));
    let contents = game_module::module_contents(&published, &art).map_err(|e| e.to_string())?;
    let (pictures, setups) = (contents.images.len(), contents.setups.len());
    progress(&format!("{}: packing {pictures} pictures and {setups} set-ups", published.title));
    let module = contents.write().map_err(|e| e.to_string())?;
    std::fs::write(file, &module).map_err(|e| format!("{}: {e}", file.display()))?;
    let setups: Vec<String> = contents
        .setups
        .iter()
        .map(|setup| format!("  {}: {} counters set up", setup.title, setup.placements.len()))
        .collect();
    Ok(format!("{}: {} counters\n{}", file.display(), contents.pieces.len(), setups.join("\n")))
}

/// The largest saved game that is read, in bytes.
const SAVE: u64 = 64 << 20;

/// A saved game of a game's module, as the lines of a scenario that would set it up.
fn read_save(assets: &Path, game: &str, file: &Path) -> Result<String, String> {
    let folder = GameFolder::find(assets, game);
    let published = folder.published()?;
    let bytes = game_folder::read(file, SAVE)?;
    let outline = game_module::module_outline(&published, &folder.art()?).map_err(|e| e.to_string())?;
    let setup = outline.read_save(&bytes).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(game_module::scenario_lines(&published, &setup))
}

fn check_module(file: &Path) -> Result<String, String> {
    let opened = File::open(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let archive = Archive::skim(BufReader::new(opened)).map_err(|e| format!("{}: {e}", file.display()))?;
    let faults = lint(&archive);
    if faults.is_empty() { Ok(format!("{}: no fault found", file.display())) } else { Err(faults.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets"))
    }

    #[test]
    fn what_is_no_command_is_answered_with_the_usage() {
        for wrong in [&[][..], &["vassal"], &["vassal", "autumn-fog", "-o"], &["vassel", "autumn-fog"]] {
            assert_eq!(run(wrong, assets()), Err(USAGE.to_owned()), "{wrong:?}");
        }
    }

    #[test]
    fn a_game_that_is_not_there_and_a_file_that_is_no_module_are_named() {
        for command in ["check", "vassal"] {
            let refused = run(&[command, "winter-fog"], assets()).unwrap_err();
            assert!(refused.contains("winter-fog"), "{refused}");
        }
        assert!(run(&["check", "nowhere.vmod"], assets()).unwrap_err().contains("nowhere.vmod"));
        let file = std::env::temp_dir().join(format!("no-module-{}.vmod", std::process::id()));
        std::fs::write(&file, "PK and no more").unwrap();
        let refused = run(&["check", &file.to_string_lossy()], assets()).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert!(refused.contains("no-module") && refused.contains("module file:"), "{refused}");
    }

    #[test]
    fn a_module_that_was_written_passes_the_check() {
        let file = std::env::temp_dir().join(format!("autumn-fog-{}.vmod", std::process::id()));
        let name = file.to_string_lossy().into_owned();
        let written = run(&["vassal", "autumn-fog", "-o", &name], assets());
        let checked = run(&["check", &name], assets());
        std::fs::remove_file(&file).unwrap();
        let written = written.unwrap();
        assert!(
            written.contains("\n  The Initial Assault: ") && written.contains("\n  The Entire Battle: "),
            "{written}"
        );
        assert!(checked.unwrap().ends_with("no fault found"));
    }

    #[test]
    fn scripts_get_each_fault_with_its_file_and_line() {
        let told = for_scripts(&Err("units.txt:12: expected a symbol\nthe grid is lost".to_owned()));
        assert_eq!(
            told,
            serde_json::json!({ "done": false, "faults": [
                { "file": "units.txt", "line": 12, "message": "expected a symbol" },
                { "message": "the grid is lost" },
            ]})
        );
        let told = for_scripts(&Ok("a\nb".to_owned()));
        assert_eq!(told, serde_json::json!({ "done": true, "report": ["a", "b"] }));
        let told = for_scripts(&run(&["chek"], assets()));
        assert_eq!((&told["done"], &told["faults"][0]["message"]), (&false.into(), &"no such command".into()));
        let found = for_scripts(&run(&["check", "autumn-fog"], assets()));
        assert_eq!(found["done"], true);
        let all = run(&["check"], assets()).unwrap();
        assert_eq!(all.lines().count(), 5, "{all}");
    }
}
