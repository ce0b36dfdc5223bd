//! The text of a map: `title`, `grid`, then one line for each hex, hexside and road link.
//!
//! ```text
//! title "Autumn Fog"
//! grid flat-top lower=odd columns=34 rows=22 shifted=21 numbering=column-row
//! origin survey survey
//! origin setup rulebook "set-up list"
//! ground sea "Sea" colour=7fa9c4
//! hex 1817 clear city "Bastogne" objective=0 @setup
//! hex 3407 rough entry=german edge=german westwall=yes @survey
//! hex 3423 woods entry=german area=K command=5pz,7 @survey
//! side 2515/2615 river="Our" rank=1 bridge=yes front=yes @survey
//! side 1607/1707 river="Our" rank=1 bridge=blown owner=german @survey
//! side 1606/1706 river="Our" rank=1 bridge=17 @survey
//! side 0101/n river="Meuse" rank=1 @survey
//! road 1817-1818 main @survey
//! ```
//!
//! The keys of a hex are those of [`Feature`]. A bridge is `yes`, `blown`, or the day of December on which it is built.
//! `ground` declares a kind of ground besides clear, rough, woods, forest and marsh; it stands above the hexes.
//! A hex without a line is off the map, unless `rest clear @survey` says of what ground all such hexes are. A hexside is named by its two hexes, or at the edge by a hex and a
//! direction: `n ne se s sw nw` on a flat-top grid, `ne e se sw w nw` on a pointy-top one.

use super::declaration::{Declaration, Origins, Reader, choice, colour, name_of, number, plain, quoted};
use super::grid_line;
use super::{
    BridgeState, DefinitionError, Feature, HexDefinition, Hexside, Map, OwnGround, Provenance, Road, RoadClass,
    Settlement, Terrain,
};
use crate::hex::{Direction, Grid, HexId, Layout};
use std::collections::BTreeSet;

/// The names of terrains.
pub const TERRAINS: [(&str, Terrain); 5] = [
    ("clear", Terrain::Clear),
    ("rough", Terrain::Rough),
    ("woods", Terrain::Woods),
    ("forest", Terrain::Forest),
    ("marsh", Terrain::Marsh),
];
/// The names of sizes of settlements.
pub const SETTLEMENTS: [(&str, Settlement); 3] =
    [("village", Settlement::Village), ("town", Settlement::Town), ("city", Settlement::City)];
/// The names of road classes.
pub const ROADS: [(&str, RoadClass); 2] = [("main", RoadClass::Main), ("secondary", RoadClass::Secondary)];
const FLAT_SIDES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
const POINTY_SIDES: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];
const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];

impl Map {
    /// Reads the text of a map. `file` is the name that errors mention.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str) -> Result<Map, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let declarations = reader.declarations(text);
        let grid = declarations.iter().find(|declaration| declaration.kind == "grid").and_then(|declaration| {
            reader.expect(declaration, 1..=1, &grid_line::KEYS);
            reader.value(declaration.line, grid_line::grid(declaration))
        });
        let Some(grid) = grid else {
            if reader.errors.is_empty() {
                reader.fault(0, "expected a line `grid flat-top|pointy-top columns= rows= ...`");
            }
            return Err(reader.errors);
        };
        let nothing = HexDefinition {
            terrain: Terrain::OffMap,
            settlement: None,
            name: None,
            features: Vec::new(),
            provenance: Provenance::Survey,
        };
        let hexes = vec![nothing; grid.len()];
        let mut map =
            Map { title: String::new(), grid, hexes, hexsides: Vec::new(), roads: Vec::new(), grounds: Vec::new() };
        for declaration in &declarations {
            let done = match declaration.kind.as_str() {
                "grid" => Ok(()),
                "title" => {
                    reader.expect(declaration, 1..=1, &[]);
                    declaration.word(0, "a title").map(|title| map.title = title.to_owned())
                }
                "ground" => read_ground(&mut map, &mut reader, declaration),
                "hex" => read_hex(&mut map, &mut reader, declaration),
                "side" => read_side(&mut map, &mut reader, declaration),
                "road" => read_road(&mut map, &mut reader, declaration),
                "rest" => Ok(()),
                other => Err(format!("expected title, grid, origin, ground, hex, rest, side or road, found `{other}`")),
            };
            reader.value(declaration.line, done);
        }
        for declaration in declarations.iter().filter(|declaration| declaration.kind == "rest") {
            reader.expect(declaration, 1..=1, &[]);
            let done = rest(&mut map, &mut reader, declaration);
            reader.value(declaration.line, done);
        }
        let mut seen = BTreeSet::new();
        for (line, key) in
            declarations.iter().filter_map(|declaration| Some((declaration.line, identity(&map, declaration)?)))
        {
            if !seen.insert(key.clone()) {
                reader.fault(line, format!("{key} stands here a second time"));
            }
        }
        if map.title.trim().is_empty() {
            reader.fault(0, "expected a line `title \"…\"`: it is the name of the map in a module");
        }
        if reader.errors.is_empty() { Ok(map) } else { Err(reader.errors) }
    }

    /// The text of the map; [`Map::parse`] reads it back. Each line of `comment` stands above it after a `#`.
    pub fn write(&self, comment: &str) -> String {
        let mut origins = Origins::default();
        let mut body = String::new();
        for hex in self.on_map() {
            let it = self.hex(hex);
            let terrain = match it.terrain {
                Terrain::Own(n) => self.grounds.get(usize::from(n)).map_or("", |ground| ground.id.as_str()),
                terrain => name_of(&terrain, &TERRAINS),
            };
            body += &format!("hex {} {terrain}", self.grid.number(hex));
            if let Some(settlement) = it.settlement {
                body += &format!(" {}", name_of(&settlement, &SETTLEMENTS));
            }
            if let Some(name) = &it.name {
                body += &format!(" {}", quoted(name));
            }
            body += &features(&it.features);
            body += &format!(" @{}\n", origins.name(&it.provenance));
        }
        body.push('\n');
        for side in &self.hexsides {
            body += &format!("side {}", self.side_name(side.hex, side.side));
            if let Some(river) = &side.river {
                body += &format!(" river={} rank={}", quoted(river), side.rank);
            }
            if side.bridge {
                body += &match side.state {
                    BridgeState::Standing => " bridge=yes".to_owned(),
                    BridgeState::Blown => " bridge=blown".to_owned(),
                    BridgeState::Built(day) => format!(" bridge={day}"),
                };
            }
            if let Some(owner) = &side.owner {
                body += &format!(" owner={owner}");
            }
            if side.front {
                body += " front=yes";
            }
            body += &format!(" @{}\n", origins.name(&side.provenance));
        }
        body.push('\n');
        for road in &self.roads {
            let (from, to) = (self.grid.number(road.from), self.grid.number(road.to));
            let class = name_of(&road.class, &ROADS);
            body += &format!("road {from}-{to} {class} @{}\n", origins.name(&road.provenance));
        }
        let ground = |it: &OwnGround| format!("ground {} {} colour={:06x}\n", it.id, quoted(&it.title), it.colour);
        let body = self.grounds.iter().map(ground).collect::<String>() + &body;
        let comment: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        let head = format!("title {}\n{}\n", quoted(&self.title), grid_line::line(&self.grid));
        format!("{comment}{head}{}\n{body}", origins.declarations())
    }

    /// How a hexside is written: `2515/2615`, or `0101/n` where there is no hex across.
    pub fn side_name(&self, hex: HexId, side: Direction) -> String {
        let across = self.grid.neighbour(hex, side).map(|there| self.grid.number(there));
        let across = across.unwrap_or_else(|| side_names(&self.grid)[side.index()].to_owned());
        format!("{}/{across}", self.grid.number(hex))
    }

    /// The hexside between two neighbouring hexes, if it carries something.
    pub fn hexside(&self, a: HexId, b: HexId) -> Option<&Hexside> {
        let side = self.grid.side_towards(a, b)?;
        self.hexsides.iter().find(|it| (it.hex, it.side) == (a, side) || (it.hex, it.side) == (b, side.opposite()))
    }

    /// The hexes that a hexside touches: one at the edge of the grid, else two.
    pub fn hexes_of(&self, side: &Hexside) -> (HexId, Option<HexId>) {
        (side.hex, self.grid.neighbour(side.hex, side.side))
    }
}

/// Features as they stand in the line of a hex; all commands in one value.
fn features(features: &[Feature]) -> String {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for (key, value) in features.iter().map(Feature::pair) {
        match pairs.iter_mut().find(|(known, _)| *known == key && key == "command") {
            Some((_, values)) => *values += &format!(",{value}"),
            None => pairs.push((key, value)),
        }
    }
    pairs.into_iter().map(|(key, value)| format!(" {key}={value}")).collect()
}

fn side_names(grid: &Grid) -> [&'static str; 6] {
    match grid.layout() {
        Layout::FlatTop { .. } => FLAT_SIDES,
        Layout::PointyTop { .. } => POINTY_SIDES,
    }
}

/// The hex with a printed number, or what was expected.
pub fn find_hex(grid: &Grid, text: &str) -> Result<HexId, String> {
    grid.find(text).ok_or_else(|| format!("expected the number of a hex on the map, found `{text}`"))
}

fn yes(declaration: &Declaration, key: &str) -> Result<bool, String> {
    declaration.get(key).map_or(Ok(false), |text| choice(text, key, &YES))
}

/// The ground of a name: one that every map knows, or one that this map declares.
fn terrain(map: &Map, name: &str) -> Result<Terrain, String> {
    match map.grounds.iter().zip(0..).find(|(ground, _)| ground.id == name) {
        Some((_, n)) => Ok(Terrain::Own(n)),
        None => choice(name, "a terrain", &TERRAINS).map_err(|told| {
            let own: Vec<&str> = map.grounds.iter().map(|ground| ground.id.as_str()).collect();
            if own.is_empty() { told } else { format!("{told}, nor is it declared above ({})", own.join(", ")) }
        }),
    }
}

/// Declares a kind of ground.
fn read_ground(map: &mut Map, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
    reader.expect(declaration, 2..=2, &["colour"]);
    let id = plain(declaration.word(0, "an id")?, "an id")?;
    if TERRAINS.iter().any(|(known, _)| *known == id) || map.grounds.len() >= 40 {
        return Err(format!("expected at most 40 kinds of ground besides those that every map has, found `{id}`"));
    }
    let title = declaration.word(1, "what the key calls it")?.to_owned();
    map.grounds.push(OwnGround { id, title, colour: colour(declaration)? });
    Ok(())
}

fn read_hex(map: &mut Map, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
    reader.expect(declaration, 2..=4, &Feature::KEYS);
    let hex = find_hex(&map.grid, declaration.word(0, "the number of a hex")?)?;
    let terrain = terrain(map, declaration.word(1, "a terrain")?)?;
    let settlement = declaration.words.get(2).and_then(|word| choice(word, "", &SETTLEMENTS).ok());
    let name = match (settlement, &declaration.words[2..]) {
        (_, []) | (Some(_), [_]) => None,
        (None, [name]) | (Some(_), [_, name]) => Some(name.clone()),
        (None, [word, ..]) => return Err(format!("expected village, town or city before the name, found `{word}`")),
        (Some(_), _) => return Err("expected terrain, settlement and name, and nothing more".to_owned()),
    };
    let mut features = Vec::new();
    for pair in declaration.pairs.iter().filter(|pair| Feature::KEYS.contains(&pair.key.as_str())) {
        features.extend(Feature::read(&pair.key, &pair.value)?);
    }
    let provenance = reader.origin(declaration);
    map.hexes[hex.index()] = HexDefinition { terrain, settlement, name, features, provenance };
    Ok(())
}

/// Gives all hexes that no line speaks of their ground.
fn rest(map: &mut Map, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
    let terrain = terrain(map, declaration.word(0, "a terrain")?)?;
    let provenance = reader.origin(declaration);
    for hex in map.hexes.iter_mut().filter(|hex| hex.terrain == Terrain::OffMap) {
        (hex.terrain, hex.provenance) = (terrain, provenance.clone());
    }
    Ok(())
}

fn read_side(map: &mut Map, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
    reader.expect(declaration, 1..=1, &["river", "rank", "bridge", "owner", "front"]);
    let word = declaration.word(0, "a hexside")?;
    let (hex, side) = find_side(&map.grid, word)?;
    let river = declaration.get("river").map(str::to_owned);
    let rank = declaration.get("rank").map_or(Ok(0), |text| number(text, "the rank of the river"))?;
    if river.is_some() != (1..=3).contains(&rank) {
        return Err("expected river= with rank=1, rank=2 or rank=3, or neither".to_owned());
    }
    let front = yes(declaration, "front")?;
    let (bridge, state) = declaration.get("bridge").map_or(Ok((false, BridgeState::Standing)), bridge)?;
    let owner = declaration.get("owner").map(str::to_owned);
    if !bridge && !front && river.is_none() {
        return Err("expected river=, bridge= or front=".to_owned());
    }
    let provenance = reader.origin(declaration);
    map.hexsides.push(Hexside { hex, side, river, rank, bridge, state, owner, front, provenance });
    Ok(())
}

/// Whether there is a bridge, and its state.
fn bridge(text: &str) -> Result<(bool, BridgeState), String> {
    match text {
        "yes" => Ok((true, BridgeState::Standing)),
        "no" => Ok((false, BridgeState::Standing)),
        "blown" => Ok((true, BridgeState::Blown)),
        day => day.parse().map(|day| (true, BridgeState::Built(day))).map_err(|_| {
            format!("expected bridge=yes, no, blown or the day of December on which it is built, found `{text}`")
        }),
    }
}

/// The hexside written as `2515/2615` or `0101/n`, or what was expected.
pub fn find_side(grid: &Grid, word: &str) -> Result<(HexId, Direction), String> {
    let expected = || format!("expected a hexside such as 2515/2615 or 0101/n, found `{word}`");
    let (first, second) = word.split_once('/').ok_or_else(expected)?;
    let hex = find_hex(grid, first)?;
    if let Some(there) = grid.find(second) {
        let apart = || apart(grid, word, hex);
        return Ok((hex, grid.side_towards(hex, there).ok_or_else(apart)?));
    }
    let names = side_names(grid);
    let side = Direction::ALL.into_iter().find(|side| names[side.index()] == second).ok_or_else(expected)?;
    match grid.neighbour(hex, side) {
        Some(there) => Err(format!("expected `{first}/{}`, both hexes being on the map", grid.number(there))),
        None => Ok((hex, side)),
    }
}

/// What is said of two hexes that are no neighbours: which the first one has.
fn apart(grid: &Grid, word: &str, hex: HexId) -> String {
    let beside: Vec<String> = grid.neighbours(hex).map(|(_, there)| grid.number(there)).collect();
    format!("expected neighbouring hexes, found `{word}`; beside {} lie {}", grid.number(hex), beside.join(", "))
}

fn read_road(map: &mut Map, reader: &mut Reader, declaration: &Declaration) -> Result<(), String> {
    reader.expect(declaration, 2..=2, &[]);
    let word = declaration.word(0, "a road link such as 1817-1818")?;
    let (first, second) = word.split_once('-').ok_or("expected a road link such as 1817-1818")?;
    let (from, to) = (find_hex(&map.grid, first)?, find_hex(&map.grid, second)?);
    if map.grid.distance(from, to) != 1 {
        return Err(apart(&map.grid, word, from));
    }
    let class = choice(declaration.word(1, "main or secondary")?, "the class of the road", &ROADS)?;
    let provenance = reader.origin(declaration);
    map.roads.push(Road { from, to, class, provenance });
    Ok(())
}

/// What a declaration speaks of, the same for both ways of writing a hexside or a road link.
fn identity(map: &Map, declaration: &Declaration) -> Option<String> {
    let word = declaration.words.first()?;
    let pair = |a: HexId, b: HexId| format!("{} and {}", map.grid.number(a.min(b)), map.grid.number(a.max(b)));
    match declaration.kind.as_str() {
        "hex" => Some(format!("hex {word}")),
        "ground" => Some(format!("the ground {word}")),
        "title" | "grid" | "rest" => Some(format!("the {}", declaration.kind)),
        "side" => {
            let (hex, side) = find_side(&map.grid, word).ok()?;
            let across = map.grid.neighbour(hex, side);
            Some(across.map_or_else(|| format!("hexside {word}"), |b| format!("the hexside of {}", pair(hex, b))))
        }
        "road" => {
            let (a, b) = word.split_once('-')?;
            Some(format!("the road of {}", pair(map.grid.find(a)?, map.grid.find(b)?)))
        }
        _ => None,
    }
}
