//! A small module for the tests.

use super::*;
use definitions::hex::{Grid, Layout, Numbering};
use std::collections::BTreeMap;

/// A square of one colour.
pub(super) fn png(size: (u32, u32), colour: [u8; 3]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&colour.repeat((size.0 * size.1) as usize)).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The same with a deck, its discards and a hand: two cards in the deck and one in the hand, then one used.
pub(super) fn with_cards() -> ModuleContents {
    let mut contents = sample();
    let plan = |name: &str| BoxPlan { name: name.into(), pieces: 1 };
    let board = SheetBoard::lay_out("Cards", "boxes.png", 24, 6, &[vec![plan("Deck"), plan("Used")]]);
    contents.sheets.push(Sheet { name: "Cards".into(), boards: vec![board], owner: None });
    let board = SheetBoard::lay_out("German hand", "boxes.png", 24, 6, &[vec![plan("German hand")]]);
    contents.sheets.push(Sheet { name: "German hand".into(), boards: vec![board], owner: Some("German".into()) });
    let pile = |name: &str, hidden: bool, into: Option<&str>| DrawPile {
        sheet: "Cards".into(),
        name: name.into(),
        hidden,
        drawn_open: false,
        owner: hidden.then(|| "German".into()),
        into: into.map(str::to_owned),
    };
    contents.piles = vec![pile("Deck", true, None), pile("Used", false, Some("Deck"))];
    let way = |sheet: &str, name: &str| (sheet.to_owned(), name.to_owned());
    let ways = CardWays {
        back: "tired.png".into(),
        veil: "tired.png".into(),
        masked: "German card".into(),
        home: way("Cards", "Deck"),
        discard: Some(way("Cards", "Used")),
        hand: Some(way("German hand", "German hand")),
    };
    let face = |image: &str, name: &str| Level { image: image.into(), name: name.into() };
    contents.pieces.push(Piece {
        id: "card-spies".into(),
        name: "Spies; or \"scouts\"".into(),
        kind: PieceKind::Card(Box::new(ways)),
        faces: vec![face("tank.png", ""), face("tank-1.png", "Scouts")],
        size: 20,
        marks: vec![],
        tray: ("Cards".into(), "German card".into()),
    });
    let lies = |sheet: &str, name: &str, face: usize| Placement {
        piece: "card-spies".into(),
        location: Location::Box(sheet.into(), name.into()),
        face,
        statuses: Vec::new(),
    };
    let start = [lies("Cards", "Deck", 0), lies("Cards", "Deck", 0), lies("German hand", "German hand", 0)];
    contents.setups[0].placements.extend(start);
    contents.setups[1].placements.push(lies("Cards", "Used", 1));
    contents
}

/// A board of *Autumn Fog*'s grid with one tank, one tired gun in a box and a marker.
pub(super) fn sample() -> ModuleContents {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
    let hex_grid = BoardGrid::of_picture(&grid, (620, 470), (20.0 * 3f64.sqrt() / 2.0, 20.0), |hex| {
        let (x, y) = grid.centre(hex);
        (f64::from(x) * 20.0, f64::from(y) * 20.0)
    });
    let plan = |name: &str, pieces| BoxPlan { name: name.into(), pieces };
    let boxes =
        [vec![plan("Turn 2", 2), plan("Turn 3", 1)], vec![plan("Eliminated German", 4), plan("Eliminated Allied", 4)]];
    let board = SheetBoard::lay_out("Off the map", "boxes.png", 24, 6, &boxes);
    let sheet = Sheet { name: "Off the map".into(), boards: vec![board.clone()], owner: None };
    let face = |image: &str, name: &str| Level { image: image.into(), name: name.into() };
    let unit = |id: &str, name: &str, faces: Vec<Level>| Piece {
        id: id.into(),
        name: name.into(),
        kind: PieceKind::Unit,
        faces,
        size: 20,
        marks: vec![("Side".into(), "German".into()), ("Formation".into(), "I SS, left/right".into())],
        tray: ("German".into(), "I SS".into()),
    };
    let place = |piece: &str, location, statuses: &[&str]| Placement {
        piece: piece.into(),
        location,
        face: 0,
        statuses: statuses.iter().map(|s| (*s).to_owned()).collect(),
    };
    let status = |name: &str, letter| Status { name: name.into(), image: "tired.png".into(), key: Key::ctrl(letter) };
    let setup = |id: &str, title: &str, turn: usize, placements| Setup {
        id: id.into(),
        title: title.into(),
        turn,
        phase: 1 - turn,
        mover: 2 * turn,
        placements,
    };
    ModuleContents {
        name: "Sample".into(),
        version: "1.0".into(),
        description: "A sample & more".into(),
        sides: vec!["German".into(), "Allied".into()],
        board: Board {
            name: "Ardennes".into(),
            image: "board.png".into(),
            size: (620, 470),
            grid: hex_grid,
            hexes: grid.hexes().map(|hex| grid.number(hex)).collect(),
            places: vec![NamedHex {
                name: "Bast\u{00f6}gne".into(),
                outline: vec![(20, 40), (40, 40), (40, 60), (20, 60)],
            }],
        },
        statuses: vec![status("Tired", 'G'), status("Out of command", 'O')],
        swept: vec![
            Swept { name: "Tired".into(), when: "End of the turn".into(), from_units: true },
            Swept { name: "Mark".into(), when: String::new(), from_units: false },
        ],
        pieces: vec![
            unit("tank", "Peiper/1 \"SS\"", vec![face("tank.png", ""), face("tank-1.png", "+ (1 step left)")]),
            unit("gun", "Gun", vec![face("tank.png", "")]),
            Piece { kind: PieceKind::Marker, marks: vec![], ..unit("marker", "Mark", vec![face("tired.png", "")]) },
        ],
        setups: vec![
            setup(
                "start",
                "Start",
                0,
                vec![
                    place("tank", Location::Hex("0203".into()), &["Tired"]),
                    place("gun", Location::Box(sheet.name.clone(), "Turn 2".into()), &[]),
                    place("marker", Location::Hex("0101".into()), &[]),
                    place("marker", Location::Hex("0101".into()), &[]),
                ],
            ),
            setup(
                "long",
                "Long start",
                1,
                vec![
                    Placement { face: 1, ..place("tank", Location::Hex("0203".into()), &[]) },
                    place("gun", Location::Hex("0203".into()), &["Tired", "Out of command"]),
                ],
            ),
        ],
        piles: Vec::new(),
        backs: BTreeMap::from([("German".into(), "tired.png".into())]),
        eliminated: (sheet.name.clone(), "Eliminated $Side$".into()),
        moved_image: "moved.png".into(),
        turns: TurnRecord {
            turns: vec!["1 (16–17 December)".into(), "2".into()],
            phases: vec!["Supply".into(), "Operations".into()],
            movers: ["Both", "German", "Allied"].map(String::from).to_vec(),
            fresh: vec![0],
            word: "Turn ".into(),
            marker: None,
        },
        dice: vec![Dice { name: "1d6".into(), count: 1, sides: 6 }],
        charts: vec![ChartWindow {
            name: "Tables".into(),
            tooltip: "All tables".into(),
            key: Key::alt('B'),
            pages: vec![("Combat".into(), "<p>None</p>".into())],
        }],
        help: vec![("Credits".into(), "<p>None</p>".into())],
        images: BTreeMap::from([
            ("board.png".into(), png((620, 470), [230, 230, 210])),
            ("boxes.png".into(), png(board.size, [230, 200, 200])),
            ("tank.png".into(), png((20, 20), [120, 130, 120])),
            ("tank-1.png".into(), png((20, 20), [160, 170, 160])),
            ("tired.png".into(), png((10, 10), [200, 20, 20])),
            ("moved.png".into(), png((8, 8), [250, 220, 0])),
        ]),
        sheets: vec![sheet],
    }
}
