//! The key: what stands on counters and on the map, shown by cut-outs of the very drawings.

use super::flow::{Block, wrap};
use crate::counter;
use crate::drawings::Drawings;
use crate::map_picture::{Board, HEX_WIDTH};
use crate::scene::{Booklet, Colour, Drawing, Face, Outline, Point, Shape, Stamp, Stroke, Text, point};
use engine::definitions::{
    BridgeState, FaceText, Feature, Hexside, Map, Published, RoadClass, Settlement, Symbol, Terrain, Unit, UnitId,
};
use engine::hex::{Direction, HexId};

/// Size of a cut-out.
const PICTURE: f32 = 17.0;

/// What the counters say: one of every layout, one of every kind of unit.
pub(super) fn counters(drawings: &Drawings<'_>, booklet: &mut Booklet, width: f32) -> Vec<Block> {
    let game = drawings.game;
    let mut blocks = vec![Block::heading("What stands on the counters", 5.0, width)];
    for (id, text) in layouts(game) {
        let drawing = booklet.add(drawings.face(id, 0));
        blocks.push(entry(drawing, 1.35, &text, 88.0));
    }
    blocks.push(Block::heading("Kinds of units", 5.0, width));
    for (symbol, name) in SYMBOLS {
        let found = game.units.iter().find(|(_, unit)| unit.symbol == symbol);
        if let Some((id, _)) = found {
            let drawing = booklet.add(drawings.face(id, 0));
            blocks.push(entry(drawing, 1.0, name, 42.0));
        }
    }
    blocks
}

const SYMBOLS: [(Symbol, &str); 15] = [
    (Symbol::Infantry, "Infantry"),
    (Symbol::Airborne, "Airborne infantry"),
    (Symbol::Glider, "Glider infantry"),
    (Symbol::Bicycle, "Bicycle infantry"),
    (Symbol::Motorised, "Motorised infantry"),
    (Symbol::Mechanised, "Mechanised infantry"),
    (Symbol::Armour, "Armour"),
    (Symbol::Cavalry, "Armoured cavalry"),
    (Symbol::Reconnaissance, "Reconnaissance"),
    (Symbol::Artillery, "Artillery"),
    (Symbol::Rockets, "Rocket artillery"),
    (Symbol::AssaultGuns, "Assault guns"),
    (Symbol::TankDestroyers, "Tank destroyers"),
    (Symbol::Engineers, "Engineers"),
    (Symbol::Headquarters, "Headquarters"),
];

/// A unit of every layout, with what its numbers are.
fn layouts(game: &Published) -> Vec<(UnitId, String)> {
    let first = |wanted: &dyn Fn(&Unit) -> bool| game.units.iter().find(|(_, unit)| wanted(unit)).map(|(id, _)| id);
    if game.units.faces.is_empty() {
        let unit = "In the bar the name; at the symbol size and formation. Below: strength; in the box the steps left (square: \
                    on foot, long: on wheels or tracks); quality. A minus at the box stands for a loss marker below.";
        let headquarters = "Headquarters. Below: how many support markers it may hold, and the letter of its command.";
        let kinds = [(false, unit), (true, headquarters)];
        return kinds
            .into_iter()
            .filter_map(|(wanted, text)| {
                let id = first(&|unit| (unit.symbol == Symbol::Headquarters) == wanted)?;
                Some((id, text.to_owned()))
            })
            .collect();
    }
    let words = |template: &str| template.replace(['{', '}'], "").replace('-', " – ");
    let layout = |face: &FaceText| {
        let id = first(&|unit| game.units.face_of(unit) == Some(face))?;
        let mut text = format!("Below the symbol: {}.", words(&face.below));
        for (template, place) in [(&face.left, "Left"), (&face.right, "Right")] {
            if !template.is_empty() {
                text += &format!(" {place} of it: {}.", words(template));
            }
        }
        if ["leg", "mech"].iter().any(|class| game.units.units.iter().any(|unit| unit.is(class))) {
            text += " Movement in white is on foot, in black on wheels and tracks.";
        }
        Some((id, text))
    };
    game.units.faces.iter().filter_map(layout).collect()
}

/// What is drawn on the map: of each thing the first hex that shows it.
pub(super) fn map(map: &Map, board: &Board, booklet: &mut Booklet, width: f32) -> Vec<Block> {
    let mut blocks = vec![Block::heading("What is drawn on the map", 5.0, width)];
    for (centre, text) in sights(map, board) {
        let scale = PICTURE / HEX_WIDTH;
        let mut block = words(text, 42.0);
        let ring = Outline::circle(point(PICTURE / 2.0, PICTURE / 2.0), PICTURE / 2.0 - 0.4);
        let at = point(PICTURE / 2.0, PICTURE / 2.0) - centre * scale;
        let reach = point(HEX_WIDTH / 2.0, HEX_WIDTH / 2.0);
        let drawing = booklet.add(board.scene.within(centre - reach, centre + reach));
        block.layers.push(Stamp { drawing, at, scale, window: Some(ring.clone()) }.into());
        block.draw(Shape::new(ring).stroke(Stroke::new(Colour::INK, 0.25)));
        blocks.push(block);
    }
    blocks
}

/// Places of the drawing to cut out, with what they show.
fn sights(map: &Map, board: &Board) -> Vec<(Point, &'static str)> {
    let bare = |hex: HexId| {
        let it = map.hex(hex);
        let road = map.roads.iter().any(|road| road.from == hex || road.to == hex);
        (it.settlement.is_some(), !it.features.is_empty(), road, it.name.is_some())
    };
    let hex = |wanted: &dyn Fn(HexId) -> bool| {
        let found = map.on_map().filter(|hex| wanted(*hex)).min_by_key(|hex| (bare(*hex), *hex));
        found.map(|hex| board.geometry.centre(hex))
    };
    let side = |wanted: &dyn Fn(&Hexside) -> bool| {
        let found = map.hexsides.iter().find(|side| wanted(side));
        found.map(|it| board.geometry.centre(it.hex) + board.geometry.outward(it.side) * (HEX_WIDTH / 2.0))
    };
    let mut sights = Vec::new();
    let mut see = |at: Option<Point>, text| sights.extend(at.map(|at| (at, text)));
    for (terrain, text) in [
        (Terrain::Clear, "Clear"),
        (Terrain::Rough, "Rough"),
        (Terrain::Woods, "Woods"),
        (Terrain::Forest, "Forest"),
        (Terrain::Marsh, "Marsh"),
    ] {
        see(hex(&|at| map.hex(at).terrain == terrain), text);
    }
    for (settlement, text) in [(Settlement::Village, "Village"), (Settlement::Town, "Town"), (Settlement::City, "City")]
    {
        see(hex(&|at| map.hex(at).settlement == Some(settlement)), text);
    }
    for (class, text) in [(RoadClass::Main, "Main road"), (RoadClass::Secondary, "Secondary road")] {
        let of_class = map.roads.iter().filter(|road| road.class == class);
        let road = of_class.min_by_key(|road| (bare(road.from), road.from));
        see(road.map(|road| board.geometry.centre(road.from)), text);
    }
    let plain = |side: &Hexside| side.river.is_some() && !side.bridge;
    see(side(&|it| plain(it) && it.rank == 1), "Major river, along hexsides");
    see(side(&|it| plain(it) && it.rank == 2), "River, along hexsides");
    see(side(&|it| it.bridge && it.state == BridgeState::Standing), "Bridge");
    see(side(&|it| it.state == BridgeState::Blown), "Blown bridge");
    see(side(&|it| matches!(it.state, BridgeState::Built(_))), "Bridge built on that day of December");
    see(side(&|it| it.front), "Front at the start");
    let mut told: Vec<&str> = Vec::new();
    for at in map.on_map() {
        for feature in &map.hex(at).features {
            let text = meaning(feature);
            if !text.is_empty() && !told.contains(&text) {
                told.push(text);
                sights.push((sight(map, board, at, feature), text));
            }
        }
    }
    sights
}

/// Where a feature of a hex is seen: what lies on the rim of the map, beside its hex.
fn sight(map: &Map, board: &Board, hex: HexId, feature: &Feature) -> Point {
    let centre = board.geometry.centre(hex);
    if !matches!(feature, Feature::Entry(_) | Feature::Exit(_) | Feature::Edge(_)) {
        return centre;
    }
    let off =
        |side: &Direction| map.grid.neighbour(hex, *side).is_none_or(|there| map.hex(there).terrain == Terrain::OffMap);
    let out = Direction::ALL.into_iter().filter(off).fold(Point::default(), |sum, it| sum + board.geometry.outward(it));
    if out.length() > 0.1 { centre + out.unit() * (HEX_WIDTH * 0.4) } else { centre }
}

fn meaning(feature: &Feature) -> &'static str {
    match feature {
        Feature::Westwall => "Westwall: fortified",
        Feature::Entry(_) => "Arrivals enter here; the letter names side or entry area",
        Feature::Objective(_) => "Counts for victory, with its points",
        Feature::Edge(_) => "Friendly map edge: band along the rim",
        Feature::Command(_) => "Bounds of an army's or corps' area",
        Feature::Exit(_) => "Units leave the map here, for points or until a day",
        Feature::Start(_) => "A unit starts here",
        Feature::Depot => "Fuel depot",
        Feature::Jam => "Traffic jam in the first turns",
        Feature::Plunger => "Charges laid at the bridges",
        Feature::Impassable => "Nobody may enter",
        Feature::EntryArea(_) | Feature::Until(_) => "",
    }
}

/// A picture of a counter with a text beside it.
fn entry(drawing: Drawing, times: f32, text: &str, width: f32) -> Block {
    let side = PICTURE * times * 0.85;
    let mut block = words_beside(text, width, side);
    block.layers.push(Stamp { drawing, at: point(0.0, 0.0), scale: side / counter::SIZE, window: None }.into());
    block
}

fn words(text: &str, width: f32) -> Block {
    words_beside(text, width, PICTURE)
}

fn words_beside(text: &str, width: f32, picture: f32) -> Block {
    let x = picture + 2.0;
    let lines = wrap(text, Face::Medium, 3.1, width - x);
    let mut block = Block::new(width, picture.max(lines.len() as f32 * 3.9 + 1.0));
    let first = (block.height - lines.len() as f32 * 3.9).max(0.0) / 2.0 + 3.0;
    for (n, line) in lines.into_iter().enumerate() {
        block.draw(Text::new(line, point(x, first + n as f32 * 3.9), Face::Medium, 3.1, Colour::INK));
    }
    block
}
