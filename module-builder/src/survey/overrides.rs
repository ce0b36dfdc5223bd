use super::SurveyError;
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::map_file::{ROADS, SETTLEMENTS, TERRAINS, find_hex, find_side};
use definitions::{BridgeState, Feature, Hexside, Map, Provenance, Road, Terrain};

/// Corrects a surveyed map by hand: what the rulebook states and what the survey gets wrong, each line with its
/// origin. The file is `overrides.txt` of the game's folder.
///
/// ```text
/// terrain 2803 rough @state
/// name 2506 "Elsenborn" village @state       # a settlement in a hex; without a size only the name
/// unname 2506 @state
/// mark 1817 objective=0 @victory             # any feature of a hex
/// unmark 1817 westwall=yes @state
/// river 2515/2615 "Our" rank=1 @setup
/// dry 2203/2204 @state                       # no river here
/// bridge 2515/2615 blown owner=german @setup # yes, blown, or the day on which it is built; the road is a line of its own
/// off 1828 1829 @corner                      # hexes that the printed map leaves out
/// road 0921-0922 secondary @entries
/// noroad 2515-2615 @state
/// ```
///
/// # Errors
/// Every fault of the text at once.
pub fn apply(map: &mut Map, file: &str, text: &str) -> Result<(), SurveyError> {
    let mut reader = Reader::new(file);
    for declaration in reader.declarations(text) {
        let provenance = reader.origin(&declaration);
        let done = correct(map, &declaration, provenance);
        reader.value(declaration.line, done);
    }
    if reader.errors.is_empty() { Ok(()) } else { Err(SurveyError::Definitions(reader.errors)) }
}

fn correct(map: &mut Map, declaration: &Declaration, provenance: Provenance) -> Result<(), String> {
    let first = declaration.word(0, "a hex, a hexside or a road link")?;
    match declaration.kind.as_str() {
        "terrain" => {
            let terrain = choice(declaration.word(1, "a terrain")?, "a terrain", &TERRAINS)?;
            let hex = find_hex(&map.grid, first)?;
            if map.hex(hex).terrain == terrain {
                return Err(format!("{first} is {} without this line", declaration.words[1]));
            }
            let it = &mut map.hexes[hex.index()];
            (it.terrain, it.provenance) = (terrain, provenance);
        }
        "off" => {
            for text in &declaration.words {
                hex_of(map, text)?.terrain = Terrain::OffMap;
            }
            let off = |hex: HexId| map.hexes[hex.index()].terrain == Terrain::OffMap;
            map.roads.retain(|road| !off(road.from) && !off(road.to));
            let grid = &map.grid;
            map.hexsides.retain(|side| {
                let on = |hex: Option<HexId>| hex.is_some_and(|hex| !off(hex));
                on(Some(side.hex)) && on(grid.neighbour(side.hex, side.side))
            });
        }
        "name" => {
            let size = declaration.words.get(2).map(|word| choice(word, "a size", &SETTLEMENTS)).transpose()?;
            let it = hex_of(map, first)?;
            it.name = Some(declaration.word(1, "a name")?.to_owned());
            (it.settlement, it.provenance) = (size, provenance);
        }
        "unname" => {
            let it = hex_of(map, first)?;
            if it.name.is_none() {
                return Err(format!("{first} has no name without this line"));
            }
            (it.name, it.settlement, it.provenance) = (None, None, provenance);
        }
        "mark" => {
            let mut features = Vec::new();
            for pair in &declaration.pairs {
                features.extend(Feature::read(&pair.key, &pair.value)?);
            }
            hex_of(map, first)?.features.extend(features);
        }
        "unmark" => {
            for pair in &declaration.pairs {
                for feature in Feature::read(&pair.key, &pair.value)? {
                    let features = &mut hex_of(map, first)?.features;
                    let there = features.iter().position(|it| *it == feature);
                    features.remove(there.ok_or_else(|| format!("{first} has no such mark without this line"))?);
                }
            }
        }
        "river" => {
            let (hex, side) = find_side(&map.grid, first)?;
            let river = declaration.word(1, "the name of the river")?.to_owned();
            let rank = number(declaration.need("rank")?, "rank")?;
            let front = take_side(map, first)?.is_some_and(|before| before.front);
            let (river, bridge, state, owner) = (Some(river), false, BridgeState::Standing, None);
            map.hexsides.push(Hexside { hex, side, river, rank, bridge, state, owner, front, provenance });
        }
        "dry" => {
            let there = take_side(map, first)?.filter(|side| side.river.is_some());
            let there = there.ok_or_else(|| format!("no river runs at {first} without this line"))?;
            if there.front {
                map.hexsides.push(Hexside { river: None, rank: 0, ..there });
            }
        }
        "bridge" => {
            let there = take_side(map, first)?.filter(|side| side.river.is_some());
            let there = there.ok_or_else(|| format!("expected a river under the bridge at {first}"))?;
            let state = match declaration.word(1, "the state of the bridge")? {
                "yes" => BridgeState::Standing,
                "blown" => BridgeState::Blown,
                day => BridgeState::Built(number(day, "yes, blown, or the day on which it is built")?),
            };
            let owner = declaration.get("owner").map(str::to_owned);
            map.hexsides.push(Hexside { state, owner, provenance, ..there });
        }
        "road" | "noroad" => {
            let (a, b) = first.split_once('-').ok_or("expected a road link such as 1817-1818")?;
            let (from, to) = (find_hex(&map.grid, a)?, find_hex(&map.grid, b)?);
            if map.grid.distance(from, to) != 1 {
                return Err(format!("expected neighbouring hexes, found `{first}`"));
            }
            let before = map.roads.len();
            map.roads.retain(|road| (road.from, road.to) != (from, to) && (road.to, road.from) != (from, to));
            if declaration.kind == "noroad" && before == map.roads.len() {
                return Err(format!("no road runs along {first} without this line"));
            }
            if declaration.kind == "road" {
                let class = choice(declaration.word(1, "main or secondary")?, "the class", &ROADS)?;
                map.roads.push(Road { from: from.min(to), to: from.max(to), class, provenance });
            }
        }
        other => {
            let known = "terrain, name, unname, mark, unmark, river, dry, bridge, off, road or noroad";
            return Err(format!("expected {known}, found `{other}`"));
        }
    }
    Ok(())
}

fn hex_of<'a>(map: &'a mut Map, text: &str) -> Result<&'a mut definitions::HexDefinition, String> {
    let hex: HexId = find_hex(&map.grid, text)?;
    Ok(&mut map.hexes[hex.index()])
}

/// Takes a hexside out of the map, whichever of its two hexes names it.
fn take_side(map: &mut Map, text: &str) -> Result<Option<Hexside>, String> {
    let (hex, side) = find_side(&map.grid, text)?;
    let there = map.grid.neighbour(hex, side);
    let is_it = |it: &Hexside| (it.hex, it.side) == (hex, side) || (Some(it.hex), it.side) == (there, side.opposite());
    Ok(map.hexsides.iter().position(is_it).map(|index| map.hexsides.remove(index)))
}
