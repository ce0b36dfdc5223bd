//! What a drawing of the Ford needs.

use super::{Definitions, Event, Ford, GOAL, ROUNDS, Slip};
use definitions::hex::{Grid, HexId, Layout, Numbering};
use definitions::{
    Counter, DiceRoll, Echelon, Feature, HexDefinition, Map, Place, Position, PrintedTables, Provenance, Published,
    RuleIndex, Rulings, Scenario, Settlement, Side, Symbol, Terrain, Unit, UnitId, Units,
};
use engine::contract::{Drawing, Foundation, Seen};

impl Drawing for Ford {
    fn position(Seen { view, .. }: Seen<'_, Ford>) -> Position {
        assert_ne!(view.slipped, Some(Slip::Drawing), "slipped in drawing");
        let place = Place::Hex(HexId(u16::from(view.column)));
        Position {
            caption: format!("Round {}", view.round),
            counters: vec![Counter { unit: Some(UnitId(0)), side: 0, place, steps_lost: 0, statuses: Vec::new() }],
            ..Position::default()
        }
    }

    fn illustrate(_: &Definitions, _: &Event, _: &mut Position) {}
}

/// The map and the one counter.
pub(crate) fn published(rules: RuleIndex, tables: PrintedTables) -> Published {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, GOAL as u16 + 1, 1, 1);
    let hex = |_| HexDefinition {
        terrain: Terrain::Clear,
        settlement: None::<Settlement>,
        name: None,
        features: Vec::<Feature>::new(),
        provenance: Provenance::Rulebook("ours".to_owned()),
    };
    let hexes = grid.hexes().map(hex).collect();
    let side = |id: &str, name: &str, colour| Side { id: id.to_owned(), name: name.to_owned(), colour };
    let column = Unit {
        id: "column".to_owned(),
        name: "Column".to_owned(),
        side: 0,
        nation: "raiders".to_owned(),
        formation: None,
        division: String::new(),
        traits: Vec::new(),
        symbol: Symbol::Infantry,
        echelon: Echelon::Company,
        steps: 1,
        values: Default::default(),
        provenance: Provenance::Rulebook("ours".to_owned()),
    };
    Published {
        id: Ford::ID.to_owned(),
        title: "The Ford".to_owned(),
        credits: Vec::new(),
        stacking: None,
        markers: Vec::new(),
        tracks: Vec::new(),
        dice: vec![DiceRoll { count: 1, sides: 6 }],
        map: Map {
            title: "The Ford".to_owned(),
            grid,
            hexes,
            hexsides: Vec::new(),
            roads: Vec::new(),
            grounds: Vec::new(),
        },
        units: Units {
            armies: Vec::new(),
            sides: vec![side("raiders", "Raiders", 0x7a9a5b), side("guards", "Guards", 0xb0a080)],
            formations: Vec::new(),
            units: vec![column],
            nations: Vec::new(),
            bands: Vec::new(),
            faces: Vec::new(),
        },
        cards: Default::default(),
        scenarios: vec![Scenario {
            id: "crossing".to_owned(),
            title: "The Crossing".to_owned(),
            case: String::new(),
            turns: (1, ROUNDS),
            dates: Vec::new(),
            placements: Vec::new(),
            boxed: Vec::new(),
            markers: Vec::new(),
            arrivals: Vec::new(),
            departures: Vec::new(),
            grants: Vec::new(),
            deals: Vec::new(),
            objectives: None,
            playing: Vec::new(),
        }],
        rules,
        rulings: Rulings::default(),
        tables,
    }
}
