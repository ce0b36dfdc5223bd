//! Roads, rivers, towns and supply of the map, traced as the rulebook traces them (10.1).

use definitions::hex::HexId;
use definitions::{BridgeState, Feature, Map, Published, Scenario, Settlement, Symbol, Unit};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Length of a supply path (10.1).
const PATH: usize = 4;

/// Whether a unit is non-mechanized (2.21).
pub fn walks(unit: &Unit) -> bool {
    matches!(unit.symbol, Symbol::Infantry | Symbol::Airborne | Symbol::Glider)
}

/// The map with its roads as a net.
pub struct Ground<'a> {
    map: &'a Map,
    net: BTreeMap<HexId, BTreeSet<HexId>>,
}

/// Who is where at the start of a scenario, seen by one side.
struct Field<'a> {
    ground: &'a Ground<'a>,
    side: &'static str,
    own: BTreeSet<HexId>,
    enemy: BTreeSet<HexId>,
    enemy_towns: BTreeSet<HexId>,
    enemy_control: BTreeSet<HexId>,
    closed: BTreeSet<HexId>,
    blown: BTreeSet<BTreeSet<HexId>>,
}

impl<'a> Ground<'a> {
    pub fn of(map: &'a Map) -> Ground<'a> {
        let mut net: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
        for road in &map.roads {
            net.entry(road.from).or_default().insert(road.to);
            net.entry(road.to).or_default().insert(road.from);
        }
        Ground { map, net }
    }

    pub fn has_road(&self, hex: HexId) -> bool {
        self.net.contains_key(&hex)
    }

    fn is_westwall(&self, hex: HexId) -> bool {
        self.map.hex(hex).features.contains(&Feature::Westwall)
    }

    fn is_town(&self, hex: HexId) -> bool {
        matches!(self.map.hex(hex).settlement, Some(Settlement::Town | Settlement::City))
    }

    /// Towns in the line of Westwall hexes and east of it (12.1).
    pub fn german_towns(&self) -> BTreeSet<HexId> {
        let grid = &self.map.grid;
        let wall: Vec<HexId> = self.map.on_map().filter(|hex| self.is_westwall(*hex)).collect();
        let behind = |town: HexId| {
            let row = wall.iter().filter(|hex| grid.column_row(**hex).1 == grid.column_row(town).1);
            row.map(|hex| grid.column_row(*hex).0).min().is_some_and(|column| grid.column_row(town).0 >= column)
        };
        self.map.on_map().filter(|hex| self.is_town(*hex) && behind(*hex)).collect()
    }

    /// Hexes from which connected roads lead to a friendly edge and off the map (10.1).
    pub fn supply_heads(&'a self, game: &Published, scenario: &Scenario, side: &'static str) -> BTreeSet<HexId> {
        Field::of(self, game, scenario, side).heads()
    }

    /// Hexes of units that are in supply.
    pub fn supplied(&'a self, game: &Published, scenario: &Scenario) -> BTreeSet<HexId> {
        let mut supplied = BTreeSet::new();
        for side in ["german", "allied"] {
            let field = Field::of(self, game, scenario, side);
            let heads = field.heads();
            supplied.extend(field.own.iter().filter(|hex| field.draws(**hex, &heads)));
        }
        supplied
    }
}

impl<'a> Field<'a> {
    fn of(ground: &'a Ground<'a>, game: &Published, scenario: &Scenario, side: &'static str) -> Field<'a> {
        let mut stacks: BTreeMap<HexId, Vec<bool>> = BTreeMap::new();
        let (mut own, mut enemy) = (BTreeSet::new(), BTreeSet::new());
        for it in &scenario.placements {
            let unit = game.units.unit(it.unit);
            let bracketed = unit.values.get("bracketed").is_some_and(|value| value.after(it.steps_lost) != 0);
            stacks.entry(it.hex).or_default().push(bracketed);
            let mine = game.units.sides[usize::from(unit.side)].id == side;
            if mine {
                own.insert(it.hex)
            } else {
                enemy.insert(it.hex)
            };
        }
        let german = |hex: HexId| if side == "german" { own.contains(&hex) } else { enemy.contains(&hex) };
        // control (8.0): brackets alone control nothing but in towns, and Germans in the Westwall
        let controls = |hex: HexId| {
            let stack = &stacks[&hex];
            stack.len() > 1 || !stack[0] || ground.is_town(hex) || german(hex) && ground.is_westwall(hex)
        };
        let grid = &ground.map.grid;
        let controlling = enemy.iter().filter(|hex| controls(**hex));
        let enemy_control = controlling.flat_map(|hex| grid.neighbours(*hex)).map(|(_, hex)| hex).collect();
        let placed = |kind: &str| -> Vec<HexId> {
            scenario.markers.iter().filter(|it| it.kind == kind).map(|it| it.hex).collect()
        };
        let mut german_towns = ground.german_towns();
        german_towns.extend(placed("german-owned"));
        let is_german = |hex: HexId| german(hex) || german_towns.contains(&hex) && !stacks.contains_key(&hex);
        let towns = ground.map.on_map().filter(|hex| ground.is_town(*hex));
        let enemy_towns = towns.filter(|hex| is_german(*hex) != (side == "german")).collect();
        let roadblocks = if side == "german" { placed("roadblock") } else { Vec::new() };
        let blown = blown(ground.map, &placed("bridge-blown"));
        Field { ground, side, own, enemy, enemy_towns, enemy_control, closed: roadblocks.into_iter().collect(), blown }
    }

    fn open(&self, hex: HexId) -> bool {
        let mine = self.own.contains(&hex);
        let fenced = self.side == "allied" && self.ground.is_westwall(hex) && !mine;
        let held = self.enemy.contains(&hex) || self.enemy_towns.contains(&hex) || self.closed.contains(&hex);
        !held && !fenced && (mine || !self.enemy_control.contains(&hex))
    }

    /// Whether the way between two hexes is free of a river without a bridge.
    fn dry(&self, a: HexId, b: HexId) -> bool {
        let Some(side) = self.ground.map.hexside(a, b).filter(|side| side.river.is_some()) else { return true };
        side.bridge && !self.blown.contains(&BTreeSet::from([a, b]))
    }

    fn friendly_edge(&self, hex: HexId) -> bool {
        self.ground.map.hex(hex).features.contains(&Feature::Edge(self.side.to_owned()))
    }

    /// A road leaves the map by an exit (2.1), or eastwards by any road hex of the rim.
    fn leads_off(&self, hex: HexId) -> bool {
        let marks = &self.ground.map.hex(hex).features;
        let exit = marks.iter().any(|mark| matches!(mark, Feature::Exit(_)));
        self.friendly_edge(hex) && self.ground.has_road(hex) && (exit || self.side == "german")
    }

    fn heads(&self) -> BTreeSet<HexId> {
        let begin = self.ground.map.on_map().filter(|hex| self.leads_off(*hex) && self.open(*hex));
        let mut heads: BTreeSet<HexId> = begin.collect();
        let mut queue: VecDeque<HexId> = heads.iter().copied().collect();
        while let Some(here) = queue.pop_front() {
            for there in self.ground.net.get(&here).into_iter().flatten() {
                if self.open(*there) && self.dry(here, *there) && heads.insert(*there) {
                    queue.push_back(*there);
                }
            }
        }
        heads
    }

    fn draws(&self, unit: HexId, heads: &BTreeSet<HexId>) -> bool {
        let source = |hex: HexId| heads.contains(&hex) || self.friendly_edge(hex);
        let (mut reach, mut seen) = (vec![unit], BTreeSet::from([unit]));
        if source(unit) {
            return true;
        }
        for _ in 0..PATH {
            let mut next = Vec::new();
            for here in reach {
                for (_, there) in self.ground.map.grid.neighbours(here) {
                    if !self.open(there) || seen.contains(&there) {
                        continue;
                    }
                    match self.dry(here, there) {
                        true if source(there) => return true,
                        true => next.push(there),
                        false if here == unit && heads.contains(&there) => return true,
                        false => continue,
                    }
                    seen.insert(there);
                }
            }
            reach = next;
        }
        false
    }
}

/// The bridges that markers blow, in each hex as many as it has markers, eastern ones first where it has more; without
/// markers those that the map shows blown.
fn blown(map: &Map, markers: &[HexId]) -> BTreeSet<BTreeSet<HexId>> {
    let bridges = |hex: HexId| {
        let sides =
            map.grid.neighbours(hex).filter(move |(_, there)| map.hexside(hex, *there).is_some_and(|it| it.bridge));
        sides.map(|(_, there)| there).collect::<Vec<_>>()
    };
    let mut blown = BTreeSet::new();
    for hex in markers {
        let east = |there: &HexId| map.grid.labels(*there).0;
        let mut there = bridges(*hex);
        there.sort_by_key(east);
        let next = there.into_iter().find(|there| !blown.contains(&BTreeSet::from([*hex, *there])));
        blown.extend(next.map(|there| BTreeSet::from([*hex, there])));
    }
    if markers.is_empty() {
        let shown = map.hexsides.iter().filter(|side| side.state == BridgeState::Blown);
        blown.extend(
            shown.filter_map(|side| Some(BTreeSet::from([side.hex, map.grid.neighbour(side.hex, side.side)?]))),
        );
    }
    blown
}
