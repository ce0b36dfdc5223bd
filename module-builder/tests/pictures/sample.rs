//! A small made-up game that has everything the drawings know: each terrain, symbol, size mark, river rank, mark.

use definitions::hex::{Corner, Direction, Grid, HexId, Layout, Numbering, Order};
use definitions::{
    Arrow, BridgeState, Card, CardFace, CardForm, CardSet, Cards, Counter, Echelon, Feature, Formation, FormationId,
    GameFiles, HexDefinition, Hexside, LaidMarker, LaidPile, Map, Pile, PileKind, Place, Position, Provenance,
    Published, Road, RoadClass, SeenCard, Settlement, Side, Symbol, Terrain, TrackValue, Unit, UnitId, Units, Value,
};
use std::collections::BTreeMap;

pub const SYMBOLS: [Symbol; 12] = [
    Symbol::Infantry,
    Symbol::Airborne,
    Symbol::Glider,
    Symbol::Motorised,
    Symbol::Mechanised,
    Symbol::Armour,
    Symbol::Cavalry,
    Symbol::Artillery,
    Symbol::Rockets,
    Symbol::AssaultGuns,
    Symbol::Engineers,
    Symbol::Headquarters,
];

const ECHELONS: [Echelon; 8] = [
    Echelon::Company,
    Echelon::Battalion,
    Echelon::Regiment,
    Echelon::Brigade,
    Echelon::Division,
    Echelon::Corps,
    Echelon::Army,
    Echelon::Kampfgruppe,
];

fn made_up() -> Provenance {
    Provenance::Reconstructed("made up for the test".into())
}

fn value(by_steps_lost: &[i16]) -> Value {
    Value { by_steps_lost: by_steps_lost.to_vec(), provenance: made_up() }
}

/// One unit of each symbol for each of two sides, and a guest nation.
pub fn units() -> Units {
    let side = |id: &str, name: &str, colour| Side { id: id.into(), name: name.into(), colour };
    let formation = |id: &str, short: &str, side, colour| Formation {
        id: id.into(),
        name: format!("{short} Corps"),
        short: short.into(),
        side,
        army: String::new(),
        colour,
    };
    let mut units = Units {
        armies: Vec::new(),
        sides: vec![side("german", "German", 0x8d9a8c), side("american", "American", 0xa9ad6b)],
        formations: vec![
            formation("xlvii-pz", "XLVII", 0, 0xd9a521),
            formation("i-ss", "I SS", 0, 0x27272b),
            formation("viii", "VIII", 1, 0x2f6f9f),
            formation("v", "V", 1, 0xb8402a),
        ],
        units: Vec::new(),
        divisions: Vec::new(),
        nations: Vec::new(),
        numbers: Vec::new(),
        bands: Vec::new(),
        faces: Vec::new(),
    };
    let names = ["Peiper/1 SS", "2nd Pz", "109/28 DI", "CCA/10 DB", "26 VG", "14th Cav"];
    for side in 0..2u8 {
        for (i, symbol) in SYMBOLS.into_iter().enumerate() {
            let mut values = BTreeMap::from([
                ("strength".to_owned(), value(&[12, 9, 6, 3])),
                ("quality".to_owned(), value(&[(i % 5 + 2) as i16])),
            ]);
            if symbol == Symbol::Headquarters {
                values = BTreeMap::from([("support".to_owned(), value(&[4])), ("c3i".to_owned(), value(&[1]))]);
            }
            units.units.push(Unit {
                id: format!("unit-{side}-{i}"),
                name: names[i % names.len()].into(),
                side,
                nation: if side == 0 {
                    "german"
                } else if i == 3 {
                    "british"
                } else {
                    "us"
                }
                .into(),
                formation: (i % 5 != 4).then(|| FormationId(u16::from(side) * 2 + (i % 2) as u16)),
                division: String::new(),
                symbol,
                echelon: ECHELONS[i % ECHELONS.len()],
                steps: if symbol == Symbol::Headquarters { 1 } else { 4 },
                values,
                traits: Vec::new(),
                last: None,
                provenance: made_up(),
            });
        }
    }
    units
}

/// A map of 14 by 11 hexes.
pub fn map() -> Map {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 14, 11, 10);
    map_on(grid)
}

/// The same country on the grid of a real game.
pub fn large_map() -> Map {
    map_on(Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21))
}

/// The same country on a grid of pointed hexes.
pub fn pointy_map() -> Map {
    let numbering = Numbering { order: Order::RowColumn, from: Corner::NorthEast, ..Numbering::COLUMN_ROW };
    map_on(Grid::new(Layout::PointyTop { east: 0 }, numbering, 12, 9, 11))
}

fn map_on(grid: Grid) -> Map {
    let blank =
        |terrain| HexDefinition { terrain, settlement: None, name: None, features: Vec::new(), provenance: made_up() };
    let mut hexes: Vec<HexDefinition> = (0..grid.len() as u16)
        .map(HexId)
        .map(|hex| {
            let (column, row) = grid.column_row(hex);
            let (c, r) = (f32::from(column), f32::from(row));
            let woods = (c * 0.55 + 0.4).sin() + (r * 0.7 + c * 0.2).cos();
            let hills = (c * 0.4 - r * 0.5 + 1.0).sin();
            blank(if !grid.contains(hex) {
                Terrain::OffMap
            } else if woods > 1.1 {
                Terrain::Forest
            } else if woods > 0.5 {
                Terrain::Woods
            } else if hills > 0.45 {
                Terrain::Rough
            } else if woods < -1.6 {
                Terrain::Marsh
            } else {
                Terrain::Clear
            })
        })
        .collect();
    let places = [
        ("0302", "St. Vith", Settlement::Town),
        ("0404", "Winterspelt", Settlement::Village),
        ("0503", "Schönberg", Settlement::Village),
        ("0507", "Bastogne", Settlement::City),
        ("0606", "Noville", Settlement::Village),
        ("0806", "Clervaux", Settlement::Town),
        ("0708", "Wiltz", Settlement::Town),
        ("1005", "Dasburg", Settlement::Village),
        ("0902", "Prüm", Settlement::Town),
    ];
    for (number, name, settlement) in places {
        if let Some(hex) = grid.find(number) {
            hexes[hex.index()].settlement = Some(settlement);
            hexes[hex.index()].name = Some(name.into());
            hexes[hex.index()].terrain = Terrain::Clear;
        }
    }
    let mark = |hexes: &mut Vec<HexDefinition>, number: &str, feature| {
        if let Some(hex) = grid.find(number) {
            hexes[hex.index()].features.push(feature);
        }
    };
    mark(&mut hexes, "0507", Feature::Objective(3));
    mark(&mut hexes, "0302", Feature::Objective(0));
    for number in ["1003", "1004", "1006", "1007"] {
        mark(&mut hexes, number, Feature::Westwall);
    }
    mark(&mut hexes, "0101", Feature::Entry("american".into()));
    mark(&mut hexes, "0105", Feature::Entry("american".into()));
    for row in 1..=grid.rows() {
        if let Some(hex) = grid.at(grid.columns(), row) {
            hexes[hex.index()].features.push(Feature::Edge("german".into()));
        }
    }
    let mut hexsides = Vec::new();
    let mut side = |number: &str, sides: &[usize], river: &str, rank, bridge: &[usize], front| {
        let Some(hex) = grid.find(number) else { return };
        for i in sides {
            let name = (!river.is_empty()).then(|| river.to_owned());
            let (side, bridge) = (Direction::ALL[*i], bridge.contains(i));
            let (state, owner, provenance) = (BridgeState::Standing, None, made_up());
            hexsides.push(Hexside { hex, side, river: name, rank, bridge, state, owner, front, provenance });
        }
    };
    for row in ["0901", "0902", "0903", "0904", "0905", "0906", "0907"] {
        let bridge: &[usize] = if row == "0905" { &[1] } else { &[] };
        side(row, &[1, 2], "Our", 1, bridge, true);
    }
    side("0907", &[3], "Our", 1, &[], false);
    side("0708", &[0, 1], "Wiltz", 2, &[0], false);
    side("0807", &[3], "Wiltz", 2, &[], false);
    let mut roads = Vec::new();
    let mut road = |numbers: &[&str], class| {
        for pair in numbers.windows(2) {
            if let (Some(from), Some(to)) = (grid.find(pair[0]), grid.find(pair[1])) {
                roads.push(Road { from, to, class, provenance: made_up() });
            }
        }
    };
    road(&["0101", "0201", "0302", "0403", "0503", "0604", "0704", "0805", "0905", "1005", "1105"], RoadClass::Main);
    road(&["0510", "0509", "0508", "0507", "0606", "0605", "0604"], RoadClass::Main);
    road(&["0507", "0607", "0707", "0708", "0807", "0806", "0805"], RoadClass::Secondary);
    road(&["0302", "0303", "0403", "0404", "0504"], RoadClass::Secondary);
    Map { title: "A Corner of the Ardennes".into(), grid, hexes, hexsides, roads, grounds: Vec::new() }
}

/// The whole of it, with the markers of Autumn Fog and one that lies on hexsides, a deck, a cup, hands, a discard, a row and
/// a track.
pub fn game() -> Published {
    let text = |name: &str| {
        let path = format!("{}/../assets/games/autumn-fog/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let names = ["game.txt", "map.txt", "units.txt"];
    let files = names.map(|name| (name.to_owned(), text(name) + if name == "game.txt" { MORE } else { "" }));
    let Published { markers, tracks, .. } = Published::parse(&GameFiles::new(files)).unwrap();
    let pile = |id: &str, title: &str, kind, side| Pile {
        id: id.into(),
        title: title.into(),
        kind,
        side,
        holds: None,
        into: None,
        provenance: made_up(),
    };
    let set = |id: &str, title: &str, side, form, colour| CardSet {
        id: id.into(),
        title: title.into(),
        form,
        side,
        colour,
        count: 6,
        home: "deck".into(),
        discard: Some("discard".into()),
        reads: Default::default(),
        provenance: made_up(),
    };
    let card = |id: &str, set: &str, title: &str| Card {
        id: id.into(),
        set: set.into(),
        copies: 2,
        number: None,
        head: String::new(),
        corner: "16".into(),
        corner_word: None,
        forces: Vec::new(),
        wording: None,
        colour: None,
        front: CardFace {
            title: title.into(),
            says: vec!["Does something.".into()],
            title_word: None,
            words: Vec::new(),
        },
        other: None,
        provenance: made_up(),
        functions: None,
    };
    let cards = Cards {
        wordings: Vec::new(),
        piles: vec![
            pile("deck", "Draw pile", PileKind::Deck, None),
            pile("cup", "Cup of chits", PileKind::Cup, None),
            pile("german-hand", "German hand", PileKind::Hand, Some(0)),
            pile("american-hand", "American hand", PileKind::Hand, Some(1)),
            pile("discard", "Discard", PileKind::Discard, None),
            pile("row", "Cards on show", PileKind::Row, None),
        ],
        sets: vec![
            set("orders", "Order", Some(0), CardForm::Card, 0x5f6b5a),
            set("events", "Event", None, CardForm::Chit, 0x7a3b2a),
        ],
        cards: vec![
            card("xlvii", "orders", "XLVII Panzer Corps"),
            card("kampfgruppe", "orders", "Kampfgruppe Peiper"),
            card("fuel", "events", "No fuel"),
        ],
    };
    Published { units: units(), markers, tracks, cards, ..Published::of_map("sample", map()) }
}

/// What the sample declares beside the markers of Autumn Fog.
const MORE: &str = "
marker bridge \"Bridge blown\" sign=XX colour=7a1f14 on=hexside
track victory \"Victory points\" boxes=-10-60
";

/// A position with stacks, markers in hexes, on a hexside and in a box, boxes, piles, a track, each kind of arrow and a
/// highlight.
pub fn position(game: &Published, counters: usize) -> Position {
    let (map, units) = (&game.map, &game.units);
    let on_map: Vec<HexId> = map.on_map().collect();
    let statuses = ["activated", "fatigued", "out-of-command", "unsupplied", "improved", "isolated"];
    let counter = |i: usize, place| Counter {
        unit: (i % 11 != 10).then(|| UnitId((i % units.units.len()) as u16)),
        side: (i % 2) as u8,
        place,
        steps_lost: (i % 7 / 2) as u8,
        statuses: if i.is_multiple_of(3) { vec![statuses[i / 3 % statuses.len()].to_owned()] } else { Vec::new() },
    };
    let hex = |number: &str| map.grid.find(number).expect("the sample's grids have it");
    let mut position = Position {
        caption: "Turn 1 (16-17 December), operations: the American player decides on supports".into(),
        ..Position::default()
    };
    for i in 0..counters {
        position.counters.push(counter(i, Place::Hex(on_map[(i / 2 * 2 * 37 + 5) % on_map.len()])));
    }
    for i in 0..5 {
        let name = if i < 3 { "Eliminated" } else { "Turn 2" };
        position.counters.push(counter(i, Place::Box(name.into())));
    }
    let marker = |kind: &str, place| LaidMarker { kind: kind.into(), place };
    position.markers = vec![
        marker("roadblock", Place::Hex(hex("0605"))),
        marker("breakthrough", Place::Hex(hex("0205"))),
        marker("bridge", Place::Hexside(hex("0604"), hex("0704"))),
        marker("roadblock", Place::Box("Eliminated".into())),
    ];
    let face = |id: &str| SeenCard::Face(id.into());
    let back = |set: &str| SeenCard::Back(set.into());
    let pile = |pile: &str, cards| LaidPile { pile: pile.into(), cards };
    position.piles = vec![
        pile("deck", vec![back("orders"); 14]),
        pile("cup", vec![back("events"); 3]),
        pile("german-hand", vec![face("xlvii"), face("kampfgruppe"), face("fuel")]),
        pile("american-hand", vec![back("orders"), back("orders"), back("events")]),
        pile("discard", vec![face("fuel"), face("xlvii")]),
        pile("row", vec![face("kampfgruppe")]),
    ];
    position.tracks = vec![TrackValue { track: "victory".into(), value: -3 }];
    position.arrows = vec![
        Arrow::Move(vec![hex("0905"), hex("0805"), hex("0704"), hex("0604")]),
        Arrow::Attack(hex("0806"), hex("0706")),
        Arrow::Retreat(vec![hex("0504"), hex("0403"), hex("0302")]),
    ];
    position.highlights = vec![hex("0706")];
    position
}
