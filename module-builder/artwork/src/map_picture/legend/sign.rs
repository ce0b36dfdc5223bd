//! The signs of a key: what each is called, and the small map on which it is drawn.

use super::super::theme::Theme;
use super::super::{HEX_WIDTH, Lettering, drawn, mark};
use super::PICTURE;
use crate::scene::{Group, Outline, Scene, Shape, Stroke, point};
use definitions::hex::{Direction, Grid, HexId, Layout, Numbering};
use definitions::{
    BridgeState, Feature, HexDefinition, Hexside, Map, MapSign, Provenance, Road, RoadClass, Settlement, Terrain,
};

/// The kinds of ground, as the key calls them.
pub(super) const GROUNDS: [(Terrain, &str); 5] = [
    (Terrain::Clear, "Clear"),
    (Terrain::Rough, "Rough"),
    (Terrain::Woods, "Woods"),
    (Terrain::Forest, "Forest"),
    (Terrain::Marsh, "Marsh"),
];
/// The kinds of places.
const PLACES: [(Settlement, &str); 3] =
    [(Settlement::Village, "Village"), (Settlement::Town, "Town"), (Settlement::City, "City")];
/// The kinds of roads.
const ROADS: [(RoadClass, &str); 2] = [(RoadClass::Main, "Main road"), (RoadClass::Secondary, "Secondary road")];
/// The ranks of rivers.
const RIVERS: [(u8, &str); 3] =
    [(3, "Great river, along hexsides"), (1, "Major river, along hexsides"), (2, "River, along hexsides")];
/// The front.
const FRONT: &str = "Front at the start";

/// What the key calls a bridge.
fn bridge(state: BridgeState) -> &'static str {
    match state {
        BridgeState::Standing => "Bridge",
        BridgeState::Blown => "Blown bridge",
        BridgeState::Built(_) => "Bridge built on that day of December",
    }
}

/// What the key says of a feature; nothing of those that only add to another.
fn meaning(feature: &Feature) -> &'static str {
    match feature {
        Feature::Westwall => "Westwall: fortified",
        Feature::Entry(_) => "Arrivals enter here; the letter names side or entry area",
        Feature::Objective(0) => "Counts for victory",
        Feature::Objective(_) => "Counts for victory, with its points",
        Feature::Edge(_) => "Friendly map edge: band along the rim",
        Feature::Command(_) => "Bounds of an army’s or corps’ area",
        Feature::Exit(_) => "Units leave the map here, for points or until a day",
        Feature::Start(_) => "A unit starts here",
        Feature::Depot => "Fuel depot",
        Feature::Jam => "Traffic jam in the first turns",
        Feature::Plunger => "Charges laid at the bridges",
        Feature::Impassable => "Nobody may enter",
        Feature::EntryArea(_) | Feature::Until(_) => "",
    }
}

/// A kind of sign, on a small map, and the place of that map to look at.
pub(super) struct Sign {
    /// What it is, if charts may have words for it.
    pub(super) of: Option<MapSign>,
    /// What it is called where they have none.
    pub(super) text: String,
    pub(super) map: Map,
    look: Look,
}

/// What of a small map is shown.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// The hex in the midst.
    Hex,
    /// The side of that hex in which the rivers run.
    Side,
    /// The western rim of the map beside it.
    Rim,
}

/// The side of the middle hex that carries a sign, and that by which roads come to it from behind.
const AHEAD: usize = 1;
const BEHIND: usize = 4;

/// The signs that a map has, in the order of the key.
pub(super) fn signs(map: &Map) -> Vec<Sign> {
    let mut signs = Vec::new();
    let hexes = || map.on_map().map(|hex| map.hex(hex));
    let own = map.grounds.iter().zip(0..).map(|(ground, n)| (Terrain::Own(n), ground.title.as_str()));
    for (terrain, text) in GROUNDS.into_iter().chain(own) {
        if hexes().any(|hex| hex.terrain == terrain) {
            let mut sign = Sign::new(map, text, Look::Hex).of(MapSign::Ground(terrain));
            sign.map.hexes.iter_mut().for_each(|hex| hex.terrain = terrain);
            signs.push(sign);
        }
    }
    for (settlement, text) in PLACES {
        if hexes().any(|hex| hex.settlement == Some(settlement)) {
            let mut sign = Sign::new(map, text, Look::Hex).of(MapSign::Place(settlement));
            sign.middle().settlement = Some(settlement);
            let class = if map.roads.iter().any(|road| road.class == RoadClass::Main) {
                RoadClass::Main
            } else {
                RoadClass::Secondary
            };
            sign.road(class);
            signs.push(sign);
        }
    }
    for (class, text) in ROADS {
        if map.roads.iter().any(|road| road.class == class) {
            let mut sign = Sign::new(map, text, Look::Hex).of(MapSign::Road(class));
            sign.road(class);
            signs.push(sign);
        }
    }
    for (rank, text) in RIVERS {
        if map.hexsides.iter().any(|side| side.river.is_some() && side.rank == rank) {
            let mut sign = Sign::new(map, text, Look::Side).of(MapSign::River(rank));
            sign.river(rank);
            signs.push(sign);
        }
    }
    let mut told: Vec<&str> = Vec::new();
    for side in map.hexsides.iter().filter(|side| side.bridge) {
        let text = bridge(side.state);
        if !told.contains(&text) {
            told.push(text);
            let state = if matches!(side.state, BridgeState::Built(_)) { BridgeState::Built(0) } else { side.state };
            let mut sign = Sign::new(map, text, Look::Side).of(MapSign::Bridge(state));
            sign.river(side.rank.max(1));
            sign.bridge(side.state);
            let classes = map.roads.iter().map(|road| road.class);
            classes.min_by_key(|class| *class != RoadClass::Main).into_iter().for_each(|class| sign.road(class));
            signs.push(sign);
        }
    }
    if map.hexsides.iter().any(|side| side.front) {
        let mut sign = Sign::new(map, FRONT, Look::Side).of(MapSign::Front);
        sign.front();
        signs.push(sign);
    }
    if hexes().any(|hex| hex.settlement.is_none() && hex.name.is_some()) {
        let mut sign = Sign::new(map, "Place with a name only", Look::Hex).of(MapSign::Named);
        sign.middle().name = Some(String::new());
        signs.push(sign);
    }
    signs.extend(features(map));
    signs
}

/// The signs of what hexes have, kind by kind; friendly edges and starts of each side apart.
fn features(map: &Map) -> Vec<Sign> {
    let mut signs = Vec::new();
    let mut told: Vec<String> = Vec::new();
    let sides: Vec<Feature> = mark::sides(map).into_iter().map(|side| Feature::Start(side.to_owned())).collect();
    for hex in map.on_map() {
        for feature in &map.hex(hex).features {
            let text = match feature {
                Feature::Edge(side) => format!("Friendly map edge: {}", capital(side)),
                Feature::Start(side) => format!("A unit starts here: {}", capital(side)),
                other => meaning(other).to_owned(),
            };
            if text.is_empty() || told.contains(&text) {
                continue;
            }
            told.push(text.clone());
            let mut sign = Sign::new(map, &text, look(feature)).of(MapSign::Mark(feature.pair().0));
            if matches!(feature, Feature::Edge(_) | Feature::Start(_)) {
                // These differ by the order of the sides.
                sign.first().features = sides.clone();
            }
            let beside =
                map.hex(hex).features.iter().filter(|it| matches!(it, Feature::EntryArea(_) | Feature::Until(_)));
            let features: Vec<Feature> = std::iter::once(feature).chain(beside).cloned().collect();
            sign.mark(&features);
            signs.push((Feature::KEYS.iter().position(|key| *key == feature.pair().0), text, sign));
        }
    }
    signs.sort_by(|(kind, text, _), (other, beside, _)| (kind, text).cmp(&(other, beside)));
    signs.into_iter().map(|(.., sign)| sign).collect()
}

fn look(feature: &Feature) -> Look {
    match feature {
        Feature::Entry(_) | Feature::Exit(_) | Feature::Edge(_) => Look::Rim,
        Feature::Command(_) => Look::Side,
        _ => Look::Hex,
    }
}

fn capital(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Sign {
    /// A small map of clear ground whose hexes stand as those of a map.
    pub(super) fn new(of: &Map, text: &str, look: Look) -> Sign {
        let grid = Grid::new(of.grid.layout(), Numbering::COLUMN_ROW, 5, 5, 5);
        let clear = HexDefinition {
            terrain: Terrain::Clear,
            settlement: None,
            name: None,
            features: Vec::new(),
            provenance: Provenance::Survey,
        };
        let hexes = vec![clear; grid.len()];
        let grounds = of.grounds.clone();
        let mut map = Map { title: String::new(), grid, grounds, hexes, hexsides: Vec::new(), roads: Vec::new() };
        if matches!(look, Look::Rim) {
            let middle = middle_of(&map);
            let west: &[usize] = if matches!(of.grid.layout(), Layout::FlatTop { .. }) { &[4, 5] } else { &[3, 4, 5] };
            for side in west.iter().copied() {
                if let Some(there) = map.grid.neighbour(middle, Direction::ALL[side]) {
                    map.hexes[there.index()].terrain = Terrain::OffMap;
                }
            }
        }
        Sign { of: None, text: text.to_owned(), map, look }
    }

    /// The sign as what charts may have words for.
    fn of(self, sign: MapSign) -> Sign {
        Sign { of: Some(sign), ..self }
    }

    fn middle(&mut self) -> &mut HexDefinition {
        let middle = middle_of(&self.map);
        &mut self.map.hexes[middle.index()]
    }

    /// The first hex, which is out of sight.
    fn first(&mut self) -> &mut HexDefinition {
        &mut self.map.hexes[0]
    }

    /// Gives the middle hex features, and its neighbours those that only show on several.
    fn mark(&mut self, features: &[Feature]) {
        self.middle().features = features.to_vec();
        let middle = middle_of(&self.map);
        let also: &[usize] = match features.first() {
            Some(Feature::Westwall) => &[AHEAD, BEHIND],
            Some(Feature::Command(_)) => &[BEHIND - 1, BEHIND, BEHIND + 1],
            Some(Feature::Edge(_)) => &[0, 1, 2, 3, 4, 5],
            _ => &[],
        };
        for side in also {
            if let Some(there) = self.map.grid.neighbour(middle, Direction::ALL[*side]) {
                self.map.hexes[there.index()].features = features[..1].to_vec();
            }
        }
    }

    /// A road across the middle hex and the two beside it.
    fn road(&mut self, class: RoadClass) {
        for side in [AHEAD, BEHIND].map(|side| Direction::ALL[side]) {
            let mut from = middle_of(&self.map);
            while let Some(to) = self.map.grid.neighbour(from, side) {
                self.map.roads.push(Road { from, to, class, provenance: Provenance::Survey });
                from = to;
            }
        }
    }

    /// A river past the middle hex, bending from hexside to hexside.
    fn river(&mut self, rank: u8) {
        for (hex, side) in course(&self.map) {
            self.map.hexsides.push(Hexside { river: Some(String::new()), rank, ..hexside(hex, side) });
        }
    }

    /// A bridge over it, on the side of the middle hex.
    fn bridge(&mut self, state: BridgeState) {
        let middle = middle_of(&self.map);
        let there = |it: &&mut Hexside| it.hex == middle && it.side.index() == AHEAD;
        if let Some(side) = self.map.hexsides.iter_mut().find(there) {
            (side.bridge, side.state) = (true, state);
        }
    }

    /// The front where a river would run.
    fn front(&mut self) {
        for (hex, side) in course(&self.map) {
            self.map.hexsides.push(Hexside { front: true, ..hexside(hex, side) });
        }
    }

    /// The picture, as large as it is on the map.
    pub(super) fn picture(&self, theme: Theme) -> Scene {
        let board = drawn(&self.map, theme, Lettering::Names);
        let centre = board.geometry.centre(middle_of(&self.map));
        let ahead = board.geometry.outward(Direction::ALL[AHEAD]);
        let focus = match self.look {
            Look::Hex => centre,
            Look::Side => centre + ahead * (HEX_WIDTH / 2.0),
            Look::Rim => centre - point(HEX_WIDTH * 0.34, 0.0),
        };
        let (low, high) = (focus - PICTURE * 0.5, focus + PICTURE * 0.5);
        let frame = |inset: f32| {
            let size = PICTURE - point(2.0, 2.0) * inset;
            Outline::rounded(low.x + inset, low.y + inset, size.x, size.y, 9.0)
        };
        let mut inside = board.scene.within(low, high).elements().to_vec();
        inside.push(Shape::new(frame(0.8)).stroke(Stroke::new(theme.inks().grid, 1.6)).into());
        let mut scene = Scene::new(PICTURE.x, PICTURE.y);
        scene.push(Group::new(inside).at(low * -1.0).clipped(frame(0.0)));
        scene
    }
}

fn middle_of(map: &Map) -> HexId {
    map.grid.at(3, 3).unwrap_or(HexId(0))
}

pub(super) fn hexside(hex: HexId, side: Direction) -> Hexside {
    Hexside {
        hex,
        side,
        river: None,
        rank: 0,
        bridge: false,
        state: BridgeState::Standing,
        owner: None,
        front: false,
        provenance: Provenance::Survey,
    }
}

/// Hexsides that lead past the middle hex in bends.
fn course(map: &Map) -> Vec<(HexId, Direction)> {
    let middle = middle_of(map);
    let beyond = |side: usize| map.grid.neighbour(middle, Direction::ALL[side]);
    let mut course = vec![(middle, Direction::ALL[AHEAD - 1]), (middle, Direction::ALL[AHEAD])];
    course.extend(beyond(AHEAD - 1).map(|hex| (hex, Direction::ALL[4])));
    course.extend(beyond(AHEAD).map(|hex| (hex, Direction::ALL[3])));
    course.extend(beyond(AHEAD + 1).map(|hex| (hex, Direction::ALL[1])));
    course
}
