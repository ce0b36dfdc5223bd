//! What a player would object to in a map, whichever game it belongs to.

use super::declaration::LineIndex;
use super::{DefinitionError, Feature, Map, Terrain};
use crate::hex::{Direction, HexId};
use std::collections::{BTreeMap, BTreeSet};

impl Map {
    /// Everything in which a map contradicts itself, beyond its grammar: roads that lead off it, bridges over no river,
    /// marks where they make no sense. `text` is what the map was read from, so that every fault names its line;
    /// `sides` are the ids of the sides that marks may speak of.
    pub fn faults(&self, file: &str, text: &str, sides: &[&str]) -> Vec<DefinitionError> {
        let lines = Lines::of(text);
        let mut faults = Vec::new();
        let mut note = |line: usize, message: String| faults.push(DefinitionError::new(file, line, message));
        let net = Net::of(self);
        self.road_faults(&lines, &mut note);
        self.bridge_faults(&lines, &mut note);
        self.mark_faults(&net, &lines, sides, &mut note);
        faults
    }

    /// What a player would doubt in a map of real country, though a game can be played on it and another country may be
    /// so: settlements off the road, roads and rivers that stop, roads that cross a river without a bridge, bridges
    /// without a road, entries and exits to which no road leads.
    pub fn doubts(&self, file: &str, text: &str) -> Vec<DefinitionError> {
        let lines = Lines::of(text);
        let net = Net::of(self);
        let mut doubts = Vec::new();
        let mut note = |line: usize, message: String| doubts.push(DefinitionError::new(file, line, message));
        // an entry area of several hexes needs one with a road
        let area = |hex: HexId| {
            let mut areas = self.hex(hex).features.iter();
            areas.find_map(|it| if let Feature::EntryArea(letter) = it { Some(letter.as_str()) } else { None })
        };
        let reached: BTreeSet<&str> =
            self.on_map().filter(|hex| net.joined.contains_key(hex)).filter_map(area).collect();
        for hex in self.on_map().filter(|hex| !net.joined.contains_key(hex)) {
            let it = self.hex(hex);
            let line = lines.of_hex(&self.grid.number(hex));
            let by_area = area(hex).is_some_and(|letter| reached.contains(letter));
            if it.settlement.is_some() {
                note(line, format!("{} lies off the road: expected a road to every settlement", self.spoken(hex)));
            }
            let doubtful =
                |it: &&Feature| matches!(it, Feature::Exit(_)) || matches!(it, Feature::Entry(_)) && !by_area;
            for feature in it.features.iter().filter(doubtful) {
                let (key, _) = feature.pair();
                note(line, format!("hex {}: {key}= without a road that leads off the map", self.grid.number(hex)));
            }
        }
        self.road_doubts(&net, &lines, &mut note);
        self.crossing_doubts(&net, &lines, &mut note);
        self.river_doubts(&lines, &mut note);
        doubts
    }

    fn road_faults(&self, lines: &Lines, note: &mut impl FnMut(usize, String)) {
        for road in &self.roads {
            let name = format!("{}-{}", self.grid.number(road.from), self.grid.number(road.to));
            for hex in [road.from, road.to].into_iter().filter(|hex| self.hex(*hex).terrain == Terrain::OffMap) {
                note(lines.of_road(&name), format!("a road leads to {}, which is off the map", self.grid.number(hex)));
            }
        }
    }

    fn road_doubts(&self, net: &Net, lines: &Lines, note: &mut impl FnMut(usize, String)) {
        let mut sizes: BTreeMap<HexId, usize> = BTreeMap::new();
        for piece in net.pieces.values() {
            *sizes.entry(*piece).or_default() += 1;
        }
        let main = sizes.into_iter().max_by_key(|(_, size)| *size).map(|(piece, _)| piece);
        let mut told = BTreeSet::new();
        for (hex, roads) in &net.joined {
            let it = self.hex(*hex);
            let line = roads
                .first()
                .map_or(0, |there| lines.of_road(&format!("{}-{}", self.grid.number(*hex), self.grid.number(*there))));
            if roads.len() == 1 && it.settlement.is_none() && it.name.is_none() && !self.at_rim(*hex) {
                let expected = "expected a settlement, another road or the edge of the map";
                note(line, format!("the road in {} ends nowhere: {expected}", self.spoken(*hex)));
            }
            let piece = net.pieces.get(hex).copied();
            if piece != main && told.insert(piece) {
                note(line, format!("the road in {} is cut off from the rest of the roads", self.spoken(*hex)));
            }
        }
    }

    fn bridge_faults(&self, lines: &Lines, note: &mut impl FnMut(usize, String)) {
        for side in self.hexsides.iter().filter(|side| side.bridge && side.river.is_none()) {
            let name = self.side_name(side.hex, side.side);
            note(lines.of_side(&name), format!("the bridge at {name} crosses no river"));
        }
    }

    fn crossing_doubts(&self, net: &Net, lines: &Lines, note: &mut impl FnMut(usize, String)) {
        for side in &self.hexsides {
            let name = self.side_name(side.hex, side.side);
            let road = self.hexes_of(side).1.is_some_and(|there| net.joins(side.hex, there));
            if side.bridge && !road {
                note(lines.of_side(&name), format!("no road leads over the bridge at {name}"));
            }
            if road && side.river.is_some() && !side.bridge {
                note(lines.of_side(&name), format!("a road crosses the river at {name} without a bridge"));
            }
        }
    }

    fn river_doubts(&self, lines: &Lines, note: &mut impl FnMut(usize, String)) {
        let rivers: Vec<_> = self.hexsides.iter().filter(|side| side.river.is_some()).collect();
        // corners are told apart by the hexes that meet there
        let mut at: BTreeMap<[Option<HexId>; 3], Vec<usize>> = BTreeMap::new();
        let mut corners = Vec::new();
        for (index, side) in rivers.iter().enumerate() {
            let corner = |turn: usize| {
                let beside = Direction::ALL[(side.side.index() + turn) % 6];
                let here = [Some(side.hex), self.hexes_of(side).1, self.grid.neighbour(side.hex, beside)];
                let mut here = here.map(|hex| hex.filter(|hex| self.hex(*hex).terrain != Terrain::OffMap));
                here.sort_unstable();
                here
            };
            let ends = [corner(1), corner(5)];
            for end in ends {
                at.entry(end).or_default().push(index);
            }
            corners.push(ends);
        }
        let flows_off = |index: &usize| corners[*index].iter().any(|corner| corner.contains(&None));
        let mut seen = vec![false; rivers.len()];
        for start in 0..rivers.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut piece, mut next) = (vec![start], 0);
            while let Some(here) = piece.get(next).copied() {
                next += 1;
                for there in corners[here].iter().filter_map(|corner| at.get(corner)).flatten() {
                    if !std::mem::replace(&mut seen[*there], true) {
                        piece.push(*there);
                    }
                }
            }
            if !piece.iter().any(flows_off) {
                let side = rivers[start];
                let name = self.side_name(side.hex, side.side);
                let river = side.river.as_deref().unwrap_or_default();
                let expected = "expected a way to another river or to the edge of the map";
                note(lines.of_side(&name), format!("the {river} at {name} stops: {expected}"));
            }
        }
    }

    fn mark_faults(&self, net: &Net, lines: &Lines, sides: &[&str], note: &mut impl FnMut(usize, String)) {
        let known = |side: &str| sides.contains(&side);
        let names = sides.join(", ");
        for hex in self.on_map() {
            let it = self.hex(hex);
            let line = lines.of_hex(&self.grid.number(hex));
            let mut fault = |what: &str| note(line, format!("hex {}: {what}", self.grid.number(hex)));
            let (rim, road) = (self.at_rim(hex), net.joined.contains_key(&hex));
            let has = |feature: fn(&Feature) -> bool| it.features.iter().any(feature);
            for feature in &it.features {
                let (key, _) = feature.pair();
                match feature {
                    Feature::Entry(side) | Feature::Edge(side) | Feature::Start(side) if !known(side) => {
                        fault(&format!("{key}= speaks of the side `{side}`; expected one of: {names}"));
                    }
                    Feature::Entry(_) | Feature::Edge(_) if !rim => {
                        fault(&format!("{key}= stands inland; expected a hex at the edge of the map"));
                    }
                    Feature::Exit(_) if !rim && !self.beside_edge(hex) => {
                        fault("exit= stands inland; expected a hex at the edge of the map or beside a friendly edge");
                    }
                    Feature::EntryArea(_) if !has(|it| matches!(it, Feature::Entry(_))) => {
                        fault("area= without entry=; expected the side that enters there");
                    }
                    Feature::Until(_) if !has(|it| matches!(it, Feature::Exit(_))) => {
                        fault("until= without exit=; expected an exit that closes after that day");
                    }
                    Feature::Plunger if !self.has_bridge(hex) => {
                        fault("plunger= without a bridge; expected one at a side of the hex");
                    }
                    Feature::Impassable if road || it.settlement.is_some() => {
                        fault("impassable= where a road or settlement lies; expected neither");
                    }
                    _ => {}
                }
            }
        }
        for side in &self.hexsides {
            if let Some(owner) = side.owner.as_deref().filter(|owner| !known(owner)) {
                let name = self.side_name(side.hex, side.side);
                let expected = format!("expected one of: {names}");
                note(lines.of_side(&name), format!("hexside {name}: the owner of the bridge is `{owner}`; {expected}"));
            }
        }
    }

    fn beside_edge(&self, hex: HexId) -> bool {
        let edge = |there: HexId| self.hex(there).features.iter().any(|feature| matches!(feature, Feature::Edge(_)));
        self.grid.neighbours(hex).any(|(_, there)| edge(there))
    }

    fn has_bridge(&self, hex: HexId) -> bool {
        self.hexsides.iter().any(|side| side.bridge && (side.hex == hex || self.hexes_of(side).1 == Some(hex)))
    }
}

/// The road net of a map.
struct Net {
    joined: BTreeMap<HexId, BTreeSet<HexId>>,
    /// The connected part that a hex with a road belongs to, by a hex of that part.
    pieces: BTreeMap<HexId, HexId>,
}

impl Net {
    fn of(map: &Map) -> Net {
        let mut joined: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
        for road in &map.roads {
            joined.entry(road.from).or_default().insert(road.to);
            joined.entry(road.to).or_default().insert(road.from);
        }
        let mut pieces = BTreeMap::new();
        for start in joined.keys().copied() {
            let mut queue = vec![start];
            while let Some(here) = queue.pop() {
                if let std::collections::btree_map::Entry::Vacant(free) = pieces.entry(here) {
                    free.insert(start);
                    queue.extend(joined.get(&here).into_iter().flatten());
                }
            }
        }
        Net { joined, pieces }
    }

    fn joins(&self, a: HexId, b: HexId) -> bool {
        self.joined.get(&a).is_some_and(|there| there.contains(&b))
    }
}

/// Where the lines of a map's text stand.
struct Lines<'a>(LineIndex<'a>);

impl Lines<'_> {
    fn of(text: &str) -> Lines<'_> {
        Lines(LineIndex::of(text))
    }

    fn of_hex(&self, number: &str) -> usize {
        self.0.line("hex", number)
    }

    /// A hexside or road may stand in the text either way round.
    fn of_pair(&self, kind: &str, name: &str, between: char) -> usize {
        let turned = name.split_once(between).map(|(a, b)| format!("{b}{between}{a}")).unwrap_or_default();
        match self.0.line(kind, name) {
            0 => self.0.line(kind, &turned),
            line => line,
        }
    }

    fn of_side(&self, name: &str) -> usize {
        self.of_pair("side", name, '/')
    }

    fn of_road(&self, name: &str) -> usize {
        self.of_pair("road", name, '-')
    }
}
