//! Time for a mailed picture of the whole map with 150 counters, 1400 pixels wide, beside the limit: encoding its
//! indexed pixels alone.
//!
//! `cargo bench -p module-builder --bench picture` prints medians. The peer, cairo drawing a like scene, is a Python
//! program and is run by hand beside it.

use engine::definitions::{Counter, GameFiles, Place, Position, Published, Status, UnitId};
use module_builder::Picture;
use std::hint::black_box;
use std::time::Instant;

/// Median of the runs in milliseconds.
fn median(runs: usize, mut run: impl FnMut(usize)) -> f64 {
    let mut times: Vec<f64> = (0..runs)
        .map(|i| {
            let start = Instant::now();
            run(i);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[runs / 2]
}

fn autumn_fog() -> Published {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/games/autumn-fog");
    let files = std::fs::read_dir(folder).expect("the game's folder").flatten().map(|entry| {
        let text = std::fs::read_to_string(entry.path()).expect("text");
        (entry.file_name().to_string_lossy().into_owned(), text)
    });
    Published::parse(&GameFiles::new(files)).expect("a consistent game")
}

/// So many counters spread over the map, a third of them with a status.
fn spread(game: &Published, counters: usize) -> Position {
    let hexes: Vec<_> = game.map.on_map().collect();
    let counter = |i: usize| Counter {
        unit: Some(UnitId((i % game.units.units.len()) as u16)),
        side: 0,
        place: Place::Hex(hexes[i * 37 % hexes.len()]),
        steps_lost: 0,
        statuses: if i.is_multiple_of(3) { vec![Status::Activated] } else { Vec::new() },
    };
    let caption = "Turn 1: the Allied player decides on supports".to_owned();
    Position { caption, counters: (0..counters).map(counter).collect(), ..Position::default() }
}

fn main() {
    let game = autumn_fog();
    let (map, units) = (&game.map, &game.units);
    let position = spread(&game, 150);
    // A title of its own makes a map that no cache knows.
    let cold = median(5, |i| {
        let mut other = map.clone();
        other.title = format!("{} {i}", other.title);
        black_box(Picture::new(&other, units).whole(1400).png(&position));
    });
    let bytes = Picture::new(map, units).whole(1400).png(&position);
    let cached = median(21, |_| {
        black_box(Picture::new(map, units).whole(1400).png(&position));
    });

    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("our own PNG");
    let (width, height) = reader.info().size();
    let palette = reader.info().palette.clone().expect("an indexed PNG").into_owned();
    let mut indices = vec![0; reader.output_buffer_size().expect("fits in memory")];
    reader.next_frame(&mut indices).expect("our own PNG");
    let limit = median(21, |_| {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.clone());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("to memory");
        writer.write_image_data(&indices).expect("to memory");
        writer.finish().expect("to memory");
        black_box(out);
    });
    println!("picture of {width} x {height}, 150 counters, {} bytes", bytes.len());
    println!("{:<28}{:>9}  {:>10}", "", "ms", "ours/limit");
    println!("{:<28}{cold:>9.1}  {:>10.2}", "ours, nothing cached", cold / limit);
    println!("{:<28}{cached:>9.1}  {:>10.2}", "ours, board and faces cached", cached / limit);
    println!("{:<28}{limit:>9.1}  {:>10.2}", "limit: PNG encoder alone", 1.0);
}
