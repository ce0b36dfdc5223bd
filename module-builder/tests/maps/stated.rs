use definitions::hex::HexId;
use definitions::{BridgeState, Feature, Hexside, Map, Provenance, Settlement, Terrain};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What a rulebook says of a hex or hexside.
#[derive(Clone, Copy, Debug)]
pub enum Fact<'a> {
    /// A place of this name and size lies in the hex, by the rulebook.
    Place(&'a str, &'a str, Settlement),
    /// A place of this name and size lies somewhere on the map; the rulebook names it without a hex.
    Named(&'a str, Settlement),
    /// The hex has this terrain.
    Ground(&'a str, Terrain),
    /// The hex bears this mark, written as in a map.
    Mark(&'a str, &'a str, &'a str),
    /// This river runs between the two hexes.
    River(&'a str, &'a str, &'a str),
    /// No river runs between the two hexes.
    Dry(&'a str, &'a str),
    /// A bridge in this state, and its owner if the game asks for it.
    Bridge(&'a str, &'a str, BridgeState, Option<&'a str>),
    /// So many bridges lie round the hex, at least.
    Bridges(&'a str, usize),
    /// A road leads through the hex.
    Road(&'a str),
    /// Roads lead through these hexes one after the other.
    Way(&'a [&'a str]),
    /// By road it is so many hexes from the first to the second.
    Marches(&'a str, &'a str, usize),
    /// No unit can enter the hex or the map has no such hex.
    Closed(&'a str),
    /// The hex lies on the map.
    OnMap(&'a str),
}

/// Checks a table and tells every fact that does not hold, with its case.
pub fn hold(map: &Map, table: &[(&str, Fact)]) {
    let misses: Vec<String> = table
        .iter()
        .filter_map(|(case, fact)| Some(format!("{case}: {fact:?}: {}", miss(map, *fact).err()?)))
        .collect();
    assert!(misses.is_empty(), "{} of {} facts do not hold:\n{}", misses.len(), table.len(), misses.join("\n"));
}

fn find(map: &Map, number: &str) -> Result<HexId, String> {
    let hex = map.grid.find(number).ok_or("the grid has no such hex")?;
    if map.hex(hex).terrain == Terrain::OffMap { Err("the hex is off the map".to_owned()) } else { Ok(hex) }
}

fn side<'a>(map: &'a Map, a: &str, b: &str) -> Result<Option<&'a Hexside>, String> {
    let (a, b) = (find(map, a)?, find(map, b)?);
    if map.grid.distance(a, b) == 1 { Ok(map.hexside(a, b)) } else { Err("the hexes are no neighbours".to_owned()) }
}

/// Hexes joined by roads.
pub fn net(map: &Map) -> BTreeMap<HexId, BTreeSet<HexId>> {
    let mut net: BTreeMap<HexId, BTreeSet<HexId>> = BTreeMap::new();
    for road in &map.roads {
        net.entry(road.from).or_default().insert(road.to);
        net.entry(road.to).or_default().insert(road.from);
    }
    net
}

/// Hexes by road from one hex to another.
pub fn march(map: &Map, from: HexId, to: HexId) -> Option<usize> {
    let net = net(map);
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        for there in net.get(&here).into_iter().flatten() {
            if !steps.contains_key(there) {
                steps.insert(*there, steps[&here] + 1);
                queue.push_back(*there);
            }
        }
    }
    steps.get(&to).copied()
}

fn miss(map: &Map, fact: Fact) -> Result<(), String> {
    let expect = |holds: bool, found: String| if holds { Ok(()) } else { Err(format!("found {found}")) };
    match fact {
        Fact::Place(number, name, size) => {
            let it = map.hex(find(map, number)?);
            let by_rulebook = matches!(it.provenance, Provenance::Rulebook(_));
            let holds = it.name.as_deref() == Some(name) && it.settlement == Some(size) && by_rulebook;
            expect(holds, format!("{:?} {:?} {:?}", it.name, it.settlement, it.provenance))
        }
        Fact::Named(name, size) => {
            let mut places = map.on_map().filter(|hex| map.hex(*hex).name.as_deref() == Some(name));
            let it = places.next().map(|hex| map.hex(hex)).ok_or("nothing of that name")?;
            let by_rulebook = matches!(it.provenance, Provenance::Rulebook(_));
            expect(it.settlement == Some(size) && by_rulebook, format!("{:?} {:?}", it.settlement, it.provenance))
        }
        Fact::Ground(number, terrain) => {
            let found = map.hex(find(map, number)?).terrain;
            expect(found == terrain, format!("{found:?}"))
        }
        Fact::Mark(number, key, value) => {
            let features = &map.hex(find(map, number)?).features;
            let wanted = Feature::read(key, value)?;
            expect(wanted.iter().all(|it| features.contains(it)), format!("{features:?}"))
        }
        Fact::River(a, b, name) => {
            let found = side(map, a, b)?.and_then(|side| side.river.as_deref());
            expect(found == Some(name), format!("{found:?}"))
        }
        Fact::Dry(a, b) => {
            let found = side(map, a, b)?.and_then(|side| side.river.as_deref());
            expect(found.is_none(), format!("{found:?}"))
        }
        Fact::Bridge(a, b, state, owner) => {
            let it = side(map, a, b)?.filter(|side| side.bridge).ok_or("no bridge")?;
            expect(it.state == state && it.owner.as_deref() == owner, format!("{:?} {:?}", it.state, it.owner))
        }
        Fact::Bridges(number, least) => {
            let hex = find(map, number)?;
            let there = map.grid.neighbours(hex).filter_map(|(_, there)| map.hexside(hex, there));
            let found = there.filter(|side| side.bridge).count();
            expect(found >= least, format!("{found} bridges"))
        }
        Fact::Road(number) => expect(net(map).contains_key(&find(map, number)?), "no road".to_owned()),
        Fact::Way(numbers) => {
            let net = net(map);
            for pair in numbers.windows(2) {
                let (a, b) = (find(map, pair[0])?, find(map, pair[1])?);
                expect(
                    net.get(&a).is_some_and(|there| there.contains(&b)),
                    format!("no road {}-{}", pair[0], pair[1]),
                )?;
            }
            Ok(())
        }
        Fact::Marches(from, to, hexes) => {
            let found = march(map, find(map, from)?, find(map, to)?);
            expect(found == Some(hexes), format!("{found:?}"))
        }
        Fact::Closed(number) => {
            let features = &map.hex(find(map, number)?).features;
            expect(features.contains(&Feature::Impassable), format!("{features:?}"))
        }
        Fact::OnMap(number) => find(map, number).map(|_| ()),
    }
}
