//! How long the data of all games takes: reading and checking it, and surveying the maps anew.
//!
//! `cargo bench -p module-builder --bench definitions`

use module_builder::game_folder::{self, GameFolder};
use module_builder::survey;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// What a start of the service may spend on them.
const LOAD_LIMIT: f64 = 50.0;
/// What somebody who corrects a map may wait for.
const SURVEY_LIMIT: f64 = 20_000.0;

fn milliseconds<T>(work: impl Fn() -> T) -> f64 {
    let started = Instant::now();
    black_box(work());
    started.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let games = game_folder::all(&assets).expect("the games are there");
    let load = |folder: &GameFolder| folder.published().expect("the game is sound");
    for (game, folder) in &games {
        let known = load(folder);
        let time = median((0..5).map(|_| milliseconds(|| load(folder))).collect());
        let (hexes, units, scenarios) = (known.map.on_map().count(), known.units.units.len(), known.scenarios.len());
        println!("{game:<20} {hexes:>5} hexes {units:>4} units {scenarios:>3} scenarios: {time:.1} ms");
    }
    let all = median((0..5).map(|_| milliseconds(|| game_folder::published(&games))).collect());
    let one_by_one = median(
        (0..5).map(|_| milliseconds(|| games.iter().map(|(_, folder)| load(folder)).collect::<Vec<_>>())).collect(),
    );
    println!("one after the other: {one_by_one:.1} ms");
    let read = || games.iter().map(|(_, folder)| folder.files().expect("the files are there")).collect::<Vec<_>>();
    let files = median((0..5).map(|_| milliseconds(read)).collect());
    println!(
        "all read and checked at the same time: {all:.1} ms (files alone {files:.1} ms), limit {LOAD_LIMIT} ms, {:.2} of it",
        all / LOAD_LIMIT
    );
    let surveys =
        || games.iter().map(|(_, folder)| survey::survey(&assets, folder.path()).expect("a map")).collect::<Vec<_>>();
    let survey = milliseconds(surveys);
    println!("all surveyed: {survey:.0} ms, limit {SURVEY_LIMIT} ms, {:.2} of it", survey / SURVEY_LIMIT);
}
