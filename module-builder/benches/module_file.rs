//! Time from ready pictures to a module file, beside the limit: the same entries merely zipped.
//!
//! `cargo bench -p module-builder --bench module_file` prints medians of five rounds, alternating, in time of the
//! processor. The peer, pywargame 0.8 with as many two-sided counters and pictures of the same sizes, is a Python package
//! and is run by hand beside it.

use artwork::art::Art;
use artwork::game_module::module_contents;
use artwork::vassal::{
    Archive, Board, BoardGrid, BoxPlan, Key, Level, Location, ModuleContents, Piece, PieceKind, Placement, Setup,
    Sheet, SheetBoard, Status, Swept, TurnRecord, lint,
};
use definitions::hex::{Grid, Layout, Numbering};
use module_builder::game_folder::GameFolder;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

#[path = "../../benches/clock.rs"]
mod clock;
use clock::{Clock, median};

const COUNTERS: usize = 300;
const HEX: f64 = 60.0;

/// Sizes of the pictures in bytes: board, a face.
type Sizes = (usize, usize);
/// Those that the peer's script packs.
const PEER: Sizes = (134_000, 1_160);
/// Those of a drawn game.
const DRAWN: Sizes = (1_000_000, 5_000);

/// A file that begins like a PNG and does not shrink.
fn picture(length: usize) -> Vec<u8> {
    let noise = ChaCha8Rng::seed_from_u64(length as u64).random_iter::<u8>().take(length);
    b"\x89PNG\r\n\x1a\n".iter().copied().chain(noise).collect()
}

/// A module with a scenario that sets up so many of its counters; none without.
fn contents((board, face): Sizes, set_up: usize) -> ModuleContents {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
    let centre = |hex| {
        let (x, y) = grid.centre(hex);
        (f64::from(x) * HEX, f64::from(y) * HEX)
    };
    let mut images = BTreeMap::from([
        ("board.png".to_owned(), picture(board)),
        ("sheet.png".to_owned(), picture(board / 50)),
        ("badge.png".to_owned(), picture(face)),
    ]);
    let pieces: Vec<Piece> = (0..COUNTERS)
        .map(|n| {
            let faces = [("f", ""), ("b", "+ (reduced)")].map(|(side, name)| {
                images.insert(format!("u{n}{side}.png"), picture(face));
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
    let placements = pieces.iter().take(set_up).enumerate().map(|(n, piece)| Placement {
        piece: piece.id.clone(),
        location: Location::Hex(grid.number(hexes[n * 2])),
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
            grid: BoardGrid::of_picture(&grid, (1900, 1400), (HEX * 3f64.sqrt() / 2.0, HEX), centre),
            hexes: grid.hexes().map(|hex| grid.number(hex)).collect(),
            places: vec![],
        },
        sheets: vec![Sheet { name: "Sheet".into(), boards: vec![board], owner: None }],
        piles: vec![],
        statuses: vec![Status { name: "Activated".into(), image: "badge.png".into(), key: Key::ctrl('A') }],
        swept: vec![Swept { name: "Activated".into(), when: String::new(), from_units: true }],
        setups: if set_up == 0 {
            Vec::new()
        } else {
            vec![Setup {
                id: "start".into(),
                title: "Start".into(),
                turn: 0,
                phase: 0,
                mover: 0,
                placements: placements.collect(),
            }]
        },
        backs: BTreeMap::new(),
        pieces,
        eliminated: ("Sheet".into(), "Eliminated $Side$".into()),
        moved_image: "badge.png".into(),
        turns: TurnRecord { turns: vec!["1".into()], phases: vec!["1".into()], ..TurnRecord::default() },
        dice: vec![],
        charts: vec![],
        help: vec![],
        images,
    }
}

/// Nanoseconds that the threads of this process have had the processor, those that have ended too.
fn processor() -> u64 {
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<i64> = told.rsplit(')').next().unwrap_or("").split(' ').filter_map(|f| f.parse().ok()).collect();
    // user and system time, in hundredths of a second
    fields.get(10..12).map_or(0, |times| times.iter().sum::<i64>() as u64 * 10_000_000)
}

/// Milliseconds of the processor that this thread needs for a piece of work, of some repetitions.
fn milliseconds<T>(work: impl Fn() -> T) -> f64 {
    const TIMES: u32 = 20;
    let clock = Clock::start();
    (0..TIMES).for_each(|_| drop(black_box(work())));
    clock.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES)
}

/// A module of counters from ready pictures.
fn from_pictures(what: &str, sizes: Sizes, set_up: usize) {
    let contents = contents(sizes, set_up);
    let module = contents.write().expect("the contents are sound");
    let archive = Archive::open(&module).expect("a module is a zip file");
    let (mut ours, mut linting, mut limit) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5 {
        ours.push(milliseconds(|| contents.write()));
        linting.push(milliseconds(|| lint(&archive)));
        limit.push(milliseconds(|| archive.zip()));
    }
    let (ours, linting, limit) = (median(ours), median(linting), median(limit));
    println!(
        "{COUNTERS} two-sided counters, {what}: ours {ours:.2} ms (of which lint {linting:.2} ms), limit (zip alone) \
         {limit:.2} ms, ratio {:.1}, {} bytes",
        ours / limit,
        module.len()
    );
}

fn main() {
    from_pictures("no set-up, pictures of the peer's sizes", PEER, 0);
    from_pictures("all set up, pictures of the peer's sizes", PEER, COUNTERS);
    from_pictures("all set up, pictures of a drawn game's sizes", DRAWN, COUNTERS);
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let game =
        GameFolder::find(&assets, "autumn-fog").and_then(|folder| folder.published()).expect("a game that parses");
    let (mut wall, mut busy, mut pictures) = (Vec::new(), Vec::new(), 0);
    for _ in 0..5 {
        let (begun, before) = (Instant::now(), processor());
        let contents = module_contents(&game, &Art::default()).expect("a sound game");
        black_box(contents.write().expect("a sound module"));
        wall.push(begun.elapsed().as_secs_f64() * 1e3);
        busy.push((processor() - before) as f64 / 1e6);
        pictures = contents.images.len();
    }
    println!(
        "{} with its {pictures} pictures, none of them cached: {:.0} ms, {:.0} ms of the processors; limit 1000 ms",
        game.title,
        median(wall),
        median(busy)
    );
}
