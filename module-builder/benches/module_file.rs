//! Time from ready pictures to a module file, beside the limit: the same entries merely zipped.
//!
//! `cargo bench -p module-builder --bench module_file` prints medians of five runs, alternating. The peer,
//! pywargame 0.8 with the same 150 two-sided counters, is a Python package and is run by hand beside it.

use engine::definitions::{Published, embedded};
use engine::hex::Grid;
use module_builder::game_folder::Art;
use module_builder::game_module::module_contents;
use module_builder::vassal::{
    Archive, Board, BoardGrid, BoxPlan, Key, Level, Location, ModuleContents, Piece, PieceKind, Placement, Setup,
    Sheet, SheetBoard, Status, lint,
};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

const COUNTERS: usize = 150;
const HEX: f64 = 60.0;

/// A file that begins like a PNG and does not shrink.
fn picture(length: usize) -> Vec<u8> {
    let noise = (0..length as u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 13) as u8);
    b"\x89PNG\r\n\x1a\n".iter().copied().chain(noise).collect()
}

fn contents() -> ModuleContents {
    let grid = Grid::autumn_fog();
    let centre = |hex| {
        let (x, y) = grid.centre(hex);
        (f64::from(x) * HEX, f64::from(y) * HEX)
    };
    let mut images = BTreeMap::from([
        ("board.png".to_owned(), picture(1_000_000)),
        ("sheet.png".to_owned(), picture(20_000)),
        ("badge.png".to_owned(), picture(2_000)),
    ]);
    let pieces: Vec<Piece> = (0..COUNTERS)
        .map(|n| {
            let faces = [("f", ""), ("b", "+ (reduced)")].map(|(side, name)| {
                images.insert(format!("u{n}{side}.png"), picture(5_000));
                Level { image: format!("u{n}{side}.png"), name: name.to_owned() }
            });
            let side = if n % 2 == 0 { "German" } else { "Allied" };
            Piece {
                id: format!("unit-{n}"),
                name: format!("Unit {n}"),
                kind: PieceKind::Unit,
                faces: faces.to_vec(),
                size: 50,
                marks: vec![("Side".into(), side.into()), ("Formation".into(), format!("Corps {}", n / 10))],
                tray: (side.into(), format!("Corps {}", n / 10)),
            }
        })
        .collect();
    let hexes: Vec<_> = grid.hexes().collect();
    let placements = pieces.iter().take(80).enumerate().map(|(n, piece)| Placement {
        piece: piece.id.clone(),
        location: Location::Hex(grid.number(hexes[n * 7])),
        face: 0,
        statuses: vec![],
    });
    let eliminated = ["Eliminated German", "Eliminated Allied"];
    let board = SheetBoard::lay_out(
        "Sheet",
        "sheet.png",
        54,
        10,
        &[eliminated.map(|name| BoxPlan { name: name.into(), pieces: 10 }).to_vec()],
    );
    ModuleContents {
        name: "Bench".into(),
        version: "1".into(),
        description: "150 two-sided counters".into(),
        sides: vec!["German".into(), "Allied".into()],
        board: Board {
            name: "Map".into(),
            image: "board.png".into(),
            size: (1900, 1400),
            grid: BoardGrid::of_picture(&grid, HEX, centre),
            hexes: grid.hexes().map(|hex| grid.number(hex)).collect(),
            places: vec![],
        },
        sheets: vec![Sheet { name: "Sheet".into(), boards: vec![board] }],
        statuses: vec![Status {
            name: "Activated".into(),
            image: "badge.png".into(),
            key: Key::ctrl('A'),
            cleared: true,
        }],
        setups: vec![Setup { id: "start".into(), title: "Start".into(), turn: 0, placements: placements.collect() }],
        backs: BTreeMap::new(),
        pieces,
        eliminated: ("Sheet".into(), "Eliminated $Side$".into()),
        moved_image: "badge.png".into(),
        turns: (vec!["1".into()], vec!["1".into()]),
        dice: vec![],
        charts: vec![],
        help: vec![],
        images,
    }
}

fn milliseconds<T>(work: impl Fn() -> T) -> f64 {
    let started = Instant::now();
    black_box(work());
    started.elapsed().as_secs_f64() * 1e3
}

fn main() {
    let contents = contents();
    let module = contents.write().expect("the contents are sound");
    let archive = Archive::open(&module).expect("a module is a zip file");
    let (mut ours, mut linting, mut limit) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5 {
        ours.push((0..10).map(|_| milliseconds(|| contents.write())).sum::<f64>() / 10.0);
        linting.push((0..10).map(|_| milliseconds(|| lint(&archive))).sum::<f64>() / 10.0);
        limit.push((0..10).map(|_| milliseconds(|| archive.zip())).sum::<f64>() / 10.0);
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (ours, linting, limit) = (median(ours), median(linting), median(limit));
    println!("module of {COUNTERS} two-sided counters from ready pictures, {} bytes", module.len());
    let game = Published::parse(&embedded::autumn_fog()).expect("the embedded game parses");
    let whole = || module_contents(&game, &Art::default()).and_then(|contents| contents.write());
    let whole = median((0..5).map(|_| milliseconds(whole)).collect());
    println!("{} with all its pictures: {whole:.0} ms", game.title);
    println!(
        "ours {ours:.2} ms (of which lint {linting:.2} ms), limit (zip alone) {limit:.2} ms, ratio {:.1}",
        ours / limit
    );
}
