//! Builds modules, pictures and surveyed maps from the definitions of a game.

use engine::definitions::{GameFiles, Published};
use module_builder::survey;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
module-builder list             the games in assets/games
module-builder survey GAME      writes the map of a game from the geography
module-builder check GAME       reports every inconsistency of a game's files
Run it in the folder that holds assets/.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let assets = Path::new("assets");
    let done = match arguments[..] {
        ["list"] => list(assets),
        ["survey", game] => write_survey(assets, game),
        ["check", game] => check(assets, game),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn list(assets: &Path) -> Result<String, String> {
    let folder = assets.join("games");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names.join("\n"))
}

fn write_survey(assets: &Path, game: &str) -> Result<String, String> {
    let map = survey::survey(assets, game).map_err(|e| e.to_string())?;
    let path = assets.join("games").join(game).join("map.txt");
    let text = map.write(&survey::comment(game));
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let (hexes, sides, roads) = (map.on_map().count(), map.hexsides.len(), map.roads.len());
    Ok(format!("{}: {hexes} hexes, {sides} hexsides, {roads} road links", path.display()))
}

fn check(assets: &Path, game: &str) -> Result<String, String> {
    let folder = assets.join("games").join(game);
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let text = std::fs::read_to_string(entry.path()).map_err(|e| format!("{}: {e}", entry.path().display()))?;
        files.push((entry.file_name().to_string_lossy().into_owned(), text));
    }
    match Published::parse(&GameFiles::new(files)) {
        Ok(published) => Ok(format!(
            "{}: {} units, {} scenarios, no inconsistency",
            published.title,
            published.units.units.len(),
            published.scenarios.len()
        )),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    }
}
