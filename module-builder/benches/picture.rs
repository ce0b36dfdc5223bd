//! Time for a mailed picture of the whole map with 150 counters, 1400 pixels wide, beside what a PNG encoder
//! takes for its indexed pixels alone; and for a turn mail's picture of the largest game: a part of the map with an inset of the
//! whole.
//!
//! `cargo bench -p module-builder --bench picture` prints medians. The peer, cairo drawing a like scene, is a Python
//! program and is run by hand beside it.

use artwork::Picture;
use definitions::{Counter, GameFiles, Place, Position, Published, UnitId};
use std::hint::black_box;
use std::time::Instant;

/// Median of the runs in milliseconds.
fn median(runs: usize, mut run: impl FnMut(usize)) -> f64 {
    let timed = |i| {
        let start = Instant::now();
        run(i);
        start.elapsed().as_secs_f64() * 1e3
    };
    middle((0..runs).map(timed).collect())
}

fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A game of the committed data.
fn game(id: &str) -> Published {
    let folder = format!("{}/../assets/games/{id}", env!("CARGO_MANIFEST_DIR"));
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
        statuses: if i.is_multiple_of(3) { vec!["activated".to_owned()] } else { Vec::new() },
    };
    let caption = "Turn 1: the Allied player decides on supports".to_owned();
    Position { caption, counters: (0..counters).map(counter).collect(), ..Position::default() }
}

fn main() {
    let game = game("autumn-fog");
    let position = spread(&game, 150);
    // The width of a mail, and the one at which the picture has as many pixels as the peer's 1936 by 1280.
    for width in [1400, 1788] {
        measure(&game, &position, width);
    }
    turn_mail();
}

/// Milliseconds that a turn mail's picture of the campaign of *Ardennes II* may take.
const TURN_MAIL: f64 = 100.0;

/// The picture of a turn mail: the campaign of *Ardennes II* as it is set up, and a move; the map is cached.
fn turn_mail() {
    let game = game("ardennes-ii");
    let campaign = game.scenarios.iter().find(|scenario| scenario.id == "campaign").expect("the campaign");
    let counters = campaign.placements.iter().map(|placed| Counter {
        unit: Some(placed.unit),
        side: game.units.unit(placed.unit).side,
        place: Place::Hex(placed.hex),
        steps_lost: 0,
        statuses: Vec::new(),
    });
    let counters: Vec<Counter> = counters.collect();
    let from = campaign.placements[0].hex;
    let to = game.map.grid.neighbour(from, definitions::hex::Direction::ALL[0]).expect("a neighbour");
    let arrows = vec![definitions::Arrow::Move(vec![from, to])];
    let position = Position { caption: "Turn 1".to_owned(), counters, arrows, ..Position::default() };
    let picture = || black_box(Picture::new(&game).mail(&position).png(&position));
    let bytes = picture().len();
    let ours = median(15, |_| {
        picture();
    });
    println!(
        "a turn mail's picture of {} counters, {bytes} bytes: {ours:.1} ms, limit {TURN_MAIL:.0} ms, ratio {:.2}",
        position.counters.len(),
        ours / TURN_MAIL
    );
}

/// Prints the times of a picture of a width.
fn measure(game: &Published, position: &Position, width: u32) {
    // A title of its own makes a map that no cache knows.
    let cold = median(5, |i| {
        let mut other = game.clone();
        other.map.title = format!("{} {i}", other.map.title);
        black_box(Picture::new(&other).whole(width).png(position));
    });
    let bytes = Picture::new(game).whole(width).png(position);
    let (indices, palette, (width_px, height_px)) = indices(&bytes);
    let (mut cached, mut limit) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        cached.push(median(1, |_| {
            black_box(Picture::new(game).whole(width).png(position));
        }));
        limit.push(median(1, |_| {
            black_box(encoded(&indices, &palette, width_px, height_px));
        }));
    }
    let (cached, limit) = (middle(cached), middle(limit));
    println!("picture of {width_px} x {height_px}, 150 counters, {} bytes", bytes.len());
    println!("{:<28}{:>9}  {:>10}", "", "ms", "ours/encoder");
    println!("{:<28}{cold:>9.1}  {:>10.2}", "ours, map not cached", cold / limit);
    println!("{:<28}{cached:>9.1}  {:>10.2}", "ours, board and faces cached", cached / limit);
    println!("{:<28}{limit:>9.1}  {:>10.2}", "a PNG encoder alone", 1.0);
}

/// Indices, palette and size of an indexed PNG.
fn indices(bytes: &[u8]) -> (Vec<u8>, Vec<u8>, (u32, u32)) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("our own PNG");
    let size = reader.info().size();
    let palette = reader.info().palette.clone().expect("an indexed PNG").into_owned();
    let mut indices = vec![0; reader.output_buffer_size().expect("fits in memory")];
    reader.next_frame(&mut indices).expect("our own PNG");
    (indices, palette, size)
}

/// What the encoder makes of the pixels at its own default level.
fn encoded(indices: &[u8], palette: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.to_vec());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().expect("to memory");
    writer.write_image_data(indices).expect("to memory");
    writer.finish().expect("to memory");
    out
}
