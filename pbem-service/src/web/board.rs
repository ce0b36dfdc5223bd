//! Where everything lies on the page's board.

use crate::render::{card_in_words, marker_in_words, marker_title, stacks};
use artwork::map_picture::{self, HexGeometry};
use definitions::hex::HexId;
use definitions::{Arrow, Counter, LaidPile, PileKind, Place, Position, Published, SeenCard};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// Side of a counter on a hex of 100 units.
const COUNTER: f32 = 60.0;
/// Side of a marker that lies in a hex, and of one that lies on a hexside.
const MARKER: f32 = 44.0;
const SIGN: f32 = 38.0;
/// How far a counter of a stack lies above the one below it.
const STEP: f32 = 7.0;
/// Counters of a stack that are drawn apart; more lie on the last place.
const DRAWN_APART: usize = 5;
/// Maps that are kept drawn.
const KEPT: usize = 8;

/// The maps that were drawn so far as SVG, by the hash of their definitions: the page's background.
#[derive(Default)]
pub struct DrawnMaps(Mutex<HashMap<String, Arc<String>>>);

impl DrawnMaps {
    /// The map of some definitions.
    pub fn get(&self, hash: &str, published: &Published) -> Arc<String> {
        let mut drawn = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = drawn.get(hash) {
            return known.clone();
        }
        if drawn.len() >= KEPT {
            drawn.clear();
        }
        let map = Arc::new(map_picture::draw(&published.map).scene.svg());
        drawn.insert(hash.to_owned(), map.clone());
        map
    }
}

/// The board as the page draws it, in units of which 100 make a hex.
pub struct BoardView {
    pub width: f32,
    pub height: f32,
    pub counters: Vec<PlacedCounter>,
    pub markers: Vec<PlacedMarker>,
    pub highlights: Vec<(f32, f32)>,
    pub arrows: Vec<DrawnArrow>,
    pub boxes: Vec<BoxView>,
    pub piles: Vec<PileView>,
    /// Titles of tracks, and where their markers stand.
    pub tracks: Vec<(String, i16)>,
    /// The same in words.
    pub stacks: Vec<crate::render::Stack>,
}

/// A counter with its place.
pub struct PlacedCounter {
    /// Path of its picture below the game's.
    pub picture: String,
    pub x: f32,
    pub y: f32,
    pub size: f32,
    /// The unit as steps name it, for the script; none for an unknown counter.
    pub unit: Option<u16>,
    /// Its hex as steps name it; none in a box.
    pub hex: Option<u16>,
    pub title: String,
}

/// A marker without a unit.
pub struct PlacedMarker {
    pub picture: String,
    pub x: f32,
    pub y: f32,
    pub size: f32,
    pub title: String,
}

/// A movement or attack.
pub struct DrawnArrow {
    /// `move`, `attack` or `retreat`.
    pub class: &'static str,
    /// Corners as SVG wants them.
    pub points: String,
}

/// A box beside the map.
pub struct BoxView {
    pub name: String,
    /// Whether it concerns the present: boxes of later turns do not.
    pub open: bool,
    pub counters: Vec<PlacedCounter>,
}

/// A pile, a cup or a hand beside the map.
pub struct PileView {
    pub title: String,
    pub count: usize,
    /// The cards that are seen.
    pub cards: Vec<CardView>,
}

/// A card that is seen from its face or its back.
pub struct CardView {
    /// Path of its picture below the game's.
    pub picture: String,
    pub title: String,
}

/// Lays a position out on the map of its game.
pub fn lay_out(published: &Published, position: &Position, turn: u8) -> BoardView {
    // where hexes lie is known without drawing the map, which takes long
    let geometry = &map_picture::geometry(&published.map);
    let (width, height) = geometry.size();
    let mut by_hex: BTreeMap<HexId, Vec<&Counter>> = BTreeMap::new();
    let mut boxes: BTreeMap<&str, Vec<PlacedCounter>> = BTreeMap::new();
    let mut counters = Vec::new();
    for counter in &position.counters {
        match &counter.place {
            Place::Hex(hex) => by_hex.entry(*hex).or_default().push(counter),
            Place::Hexside(one, other) => {
                let at = between(geometry, *one, *other);
                counters.push(placed(published, counter, at, Some(*one)));
            }
            Place::Box(name) => boxes.entry(name).or_default().push(placed(published, counter, (0.0, 0.0), None)),
        }
    }
    for (hex, stack) in by_hex {
        let (x, y) = geometry.hex_centre(hex);
        let spread = STEP * (stack.len().min(DRAWN_APART) - 1) as f32 / 2.0;
        for (level, counter) in stack.into_iter().enumerate() {
            let up = STEP * level.min(DRAWN_APART - 1) as f32 - spread;
            counters.push(placed(published, counter, (x + up, y - up), Some(hex)));
        }
    }
    let corners = |hexes: &[HexId]| {
        let points: Vec<String> =
            hexes.iter().map(|hex| geometry.hex_centre(*hex)).map(|(x, y)| format!("{x:.0},{y:.0}")).collect();
        points.join(" ")
    };
    let arrows = position.arrows.iter().map(|arrow| match arrow {
        Arrow::Move(path) => DrawnArrow { class: "move", points: corners(path) },
        Arrow::Attack(from, to) => DrawnArrow { class: "attack", points: corners(&[*from, *to]) },
        Arrow::Retreat(path) => DrawnArrow { class: "retreat", points: corners(path) },
    });
    let mut markers = Vec::new();
    for marker in &position.markers {
        let (kind, title) = (&marker.kind, marker_title(published, &marker.kind));
        let (name, size, (x, y)) = match &marker.place {
            Place::Hex(hex) => ("marker", MARKER, geometry.hex_centre(*hex)),
            Place::Hexside(one, other) => ("sign", SIGN, between(geometry, *one, *other)),
            Place::Box(name) => {
                let picture = format!("marker/{kind}.svg");
                let (unit, hex) = (None, None);
                let boxed = PlacedCounter { picture, x: 0.0, y: 0.0, size: COUNTER, unit, hex, title };
                boxes.entry(name).or_default().push(boxed);
                continue;
            }
        };
        let (x, y) = (x - size / 2.0, y - size / 2.0);
        markers.push(PlacedMarker { picture: format!("{name}/{kind}.svg"), x, y, size, title });
    }
    let tracks = position.tracks.iter().filter_map(|at| {
        let track = published.tracks.iter().find(|track| track.id == at.track)?;
        Some((track.title.clone(), at.value))
    });
    BoardView {
        width,
        height,
        counters,
        markers,
        highlights: position.highlights.iter().map(|hex| geometry.hex_centre(*hex)).collect(),
        arrows: arrows.collect(),
        boxes: boxes
            .into_iter()
            .map(|(name, counters)| BoxView {
                name: name.to_owned(),
                open: turn_of(name).is_none_or(|of| of <= turn),
                counters,
            })
            .collect(),
        piles: position.piles.iter().filter_map(|laid| pile(published, laid)).collect(),
        tracks: tracks.collect(),
        stacks: stacks(published, position),
    }
}

/// The middle between two hexes.
fn between(geometry: &HexGeometry, one: HexId, other: HexId) -> (f32, f32) {
    let ((x, y), (ox, oy)) = (geometry.hex_centre(one), geometry.hex_centre(other));
    ((x + ox) / 2.0, (y + oy) / 2.0)
}

/// A pile as the page shows it: of a stack the top one, of cards side by side each.
fn pile(published: &Published, laid: &LaidPile) -> Option<PileView> {
    let pile = published.cards.pile(&laid.pile)?;
    let seen = match pile.kind {
        PileKind::Deck | PileKind::Cup | PileKind::Discard => laid.cards.len().saturating_sub(1),
        PileKind::Hand | PileKind::Row => 0,
    };
    let card = |card: &SeenCard| CardView {
        picture: match card {
            SeenCard::Face(id) => format!("card/{id}.svg"),
            SeenCard::Back(set) => format!("card-back/{set}.svg"),
        },
        title: card_in_words(published, card),
    };
    let cards = laid.cards.iter().skip(seen).map(card).collect();
    Some(PileView { title: pile.title.clone(), count: laid.cards.len(), cards })
}

/// The turn of whose units a box is, by its name: `Turn 3`.
pub fn turn_of(name: &str) -> Option<u8> {
    name.strip_prefix("Turn ")?.parse().ok()
}

fn placed(published: &Published, counter: &Counter, centre: (f32, f32), hex: Option<HexId>) -> PlacedCounter {
    let (picture, name) = match counter.unit {
        Some(unit) => {
            let known = published.units.unit(unit);
            let picture = format!("counter/{}-{}.svg?on={}", known.id, counter.steps_lost, counter.statuses.join(","));
            (picture, known.name.clone())
        }
        None => (format!("back/{}.svg", counter.side), "unseen units".to_owned()),
    };
    let mut title = name;
    if let Some(hex) = hex {
        title.push_str(&format!(" in {}", published.map.grid.number(hex)));
    }
    if counter.steps_lost > 0 {
        title.push_str(&format!(", {} lost", counter.steps_lost));
    }
    for id in &counter.statuses {
        title.push_str(&format!(", {}", marker_in_words(published, id)));
    }
    PlacedCounter {
        picture,
        x: centre.0 - COUNTER / 2.0,
        y: centre.1 - COUNTER / 2.0,
        size: COUNTER,
        unit: counter.unit.map(|unit| unit.0),
        hex: hex.map(|hex| hex.0),
        title,
    }
}
