//! How long the data of all five games takes: reading and checking it, and surveying the maps anew.
//!
//! `cargo bench -p module-builder --bench definitions`

use artwork::game_folder::{self, GameFolder};
use module_builder::survey;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const GAMES: [&str; 5] = ["ardennes-ii", "ardennes-offensive", "autumn-fog", "deadly-woods", "enemy-action"];
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
    let load = |game: &str| GameFolder::find(&assets, game).unwrap().published().expect("the game is sound");
    for game in GAMES {
        let known = load(game);
        let time = median((0..5).map(|_| milliseconds(|| load(game))).collect());
        let (hexes, units, scenarios) = (known.map.on_map().count(), known.units.units.len(), known.scenarios.len());
        println!("{game:<20} {hexes:>5} hexes {units:>4} units {scenarios:>3} scenarios: {time:.1} ms");
    }
    let games = game_folder::all(&assets).expect("the games are there");
    let all = median((0..5).map(|_| milliseconds(|| game_folder::published(&games))).collect());
    let one_by_one = median((0..5).map(|_| milliseconds(|| GAMES.map(load))).collect());
    println!("one after the other: {one_by_one:.1} ms");
    let read = |game: &str| GameFolder::find(&assets, game).unwrap().files().expect("the files are there");
    let files = median((0..5).map(|_| milliseconds(|| GAMES.map(read))).collect());
    println!(
        "all read and checked at the same time: {all:.1} ms (files alone {files:.1} ms), limit {LOAD_LIMIT} ms, {:.2} of it",
        all / LOAD_LIMIT
    );
    let survey =
        milliseconds(|| GAMES.map(|game| survey::survey(&assets, &assets.join("games").join(game)).expect("a map")));
    println!("all surveyed: {survey:.0} ms, limit {SURVEY_LIMIT} ms, {:.2} of it", survey / SURVEY_LIMIT);
}
