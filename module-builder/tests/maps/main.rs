//! What the rulebooks state about hexes holds on the committed maps: one table for each game, each fact with its case.

mod ardennes_ii;
mod ardennes_offensive;
mod deadly_woods;
mod enemy_action;
mod stated;

use definitions::Map;
use module_builder::game_folder;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The games that have a map, by the names of their folders.
fn games() -> Vec<String> {
    game_folder::all(&assets()).unwrap().into_iter().map(|(name, _)| name).collect()
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn text(game: &str) -> String {
    std::fs::read_to_string(assets().join("games").join(game).join("map.txt")).unwrap()
}

fn map(game: &str) -> Map {
    Map::parse("map.txt", &text(game)).unwrap()
}

#[test]
fn every_committed_map_equals_its_regeneration() {
    let start = Instant::now();
    for game in games() {
        let fresh = module_builder::survey::survey(&assets(), &assets().join("games").join(&game)).unwrap();
        let fresh = fresh.write(&module_builder::survey::comment(&game));
        assert!(fresh == text(&game), "run `module-builder survey {game}` and look at the difference");
    }
    println!("all surveys: {:.1} s", start.elapsed().as_secs_f64());
}

#[test]
fn no_map_contradicts_itself() {
    for game in games() {
        let text = text(&game);
        let map = Map::parse("map.txt", &text).unwrap();
        let mut faults = map.faults("map.txt", &text, &["german", "allied"]);
        faults.extend(map.doubts("map.txt", &text));
        assert!(faults.is_empty(), "{game}: {faults:#?}");
    }
}

#[test]
fn loading_all_maps_takes_no_time_that_a_player_would_notice() {
    let texts: Vec<String> = games().iter().map(|game| text(game)).collect();
    let start = Instant::now();
    let hexes: usize = texts.iter().map(|text| Map::parse("map.txt", text).unwrap().on_map().count()).sum();
    println!("all maps, {hexes} hexes: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    assert!(hexes > 8_000);
}

#[test]
fn a_faulty_map_is_told_all_its_faults_with_lines() {
    let text = "title \"Faulty\"\n\
        grid flat-top lower=odd columns=5 rows=5 shifted=5 numbering=column-row\n\
        origin survey survey\n";
    let mut text = text.to_owned();
    for column in 1..=5 {
        for row in 1..=5 {
            let marks = match (column, row) {
                (3, 3) => " village \"Nowhere\" plunger=yes",
                (2, 2) => " exit=2 until=18",
                (1, 1) => " entry=martian area=A",
                (4, 3) => " area=B",
                _ => "",
            };
            text += &format!("hex 0{column}0{row} clear{marks} @survey\n");
        }
    }
    text += "side 0302/0303 river=\"Styx\" rank=1 @survey\n\
        side 0202/0203 bridge=yes @survey\n\
        road 0204-0304 main @survey\n";
    let map = Map::parse("map.txt", &text).unwrap();
    let mut faults = map.faults("map.txt", &text, &["german"]);
    faults.extend(map.doubts("map.txt", &text));
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for expected in [
        "map.txt:31: the road in 0204 ends nowhere",
        "map.txt:31: the road in 0304 ends nowhere",
        "map.txt:16: 0303 Nowhere lies off the road",
        "map.txt:29: the Styx at 0302/0303 stops",
        "map.txt:30: the bridge at 0202/0203 crosses no river",
        "map.txt:30: no road leads over the bridge at 0202/0203",
        "map.txt:4: hex 0101: entry= speaks of the side `martian`; expected one of: german",
        "map.txt:10: hex 0202: exit= stands inland",
        "map.txt:16: hex 0303: plunger= without a bridge",
        "map.txt:21: hex 0403: area= without entry=",
    ] {
        assert!(told.iter().any(|fault| fault.starts_with(expected)), "{expected}\n{told:#?}");
    }
}
