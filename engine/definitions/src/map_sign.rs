use super::map_file::TERRAINS;
use super::{BridgeState, Feature, Map, RoadClass, Settlement, Terrain};

/// A kind of thing that maps draw. The rows of a game's terrain charts say by it what they look like:
/// `drawn ford minor-river`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapSign {
    /// The ground of a hex.
    Ground(Terrain),
    /// A built-up place.
    Place(Settlement),
    /// A place that has a name and nothing else.
    Named,
    /// A road.
    Road(RoadClass),
    /// A river, by its rank.
    River(u8),
    /// A bridge, by what became of it; the day on which one is built makes no other kind.
    Bridge(BridgeState),
    /// The front at the start.
    Front,
    /// A mark of a hex, by its key in map files.
    Mark(&'static str),
}

/// The kinds that every map knows, besides its ground and its marks.
const NAMES: [(&str, MapSign); 13] = [
    ("village", MapSign::Place(Settlement::Village)),
    ("town", MapSign::Place(Settlement::Town)),
    ("city", MapSign::Place(Settlement::City)),
    ("named-place", MapSign::Named),
    ("main-road", MapSign::Road(RoadClass::Main)),
    ("secondary-road", MapSign::Road(RoadClass::Secondary)),
    ("great-river", MapSign::River(3)),
    ("major-river", MapSign::River(1)),
    ("minor-river", MapSign::River(2)),
    ("bridge", MapSign::Bridge(BridgeState::Standing)),
    ("blown-bridge", MapSign::Bridge(BridgeState::Blown)),
    ("later-bridge", MapSign::Bridge(BridgeState::Built(0))),
    ("front", MapSign::Front),
];

impl MapSign {
    /// The kind with a name, on a map that may declare ground of its own.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(name: &str, map: &Map) -> Result<MapSign, String> {
        let ground = TERRAINS.iter().find(|(known, _)| *known == name).map(|(_, terrain)| *terrain);
        let own = || map.grounds.iter().zip(0..).find(|(own, _)| own.id == name).map(|(_, n)| Terrain::Own(n));
        if let Some(terrain) = ground.or_else(own) {
            return Ok(MapSign::Ground(terrain));
        }
        let of_all = NAMES.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign);
        let mark = || Feature::KEYS.into_iter().find(|key| *key == name).map(MapSign::Mark);
        of_all.or_else(mark).ok_or_else(|| {
            let grounds = TERRAINS.iter().map(|(name, _)| *name).chain(map.grounds.iter().map(|own| own.id.as_str()));
            let all: Vec<&str> = grounds.chain(NAMES.iter().map(|(name, _)| *name)).chain(Feature::KEYS).collect();
            format!("expected what the map draws ({}), found `{name}`", all.join(", "))
        })
    }

    /// What the kind is called in files.
    pub fn name(self, map: &Map) -> String {
        let of_all = NAMES.iter().find(|(_, sign)| *sign == self).map(|(name, _)| *name);
        match self {
            MapSign::Ground(Terrain::Own(n)) => map.grounds.get(usize::from(n)).map_or("", |own| &own.id).to_owned(),
            MapSign::Ground(terrain) => super::declaration::name_of(&terrain, &TERRAINS).to_owned(),
            MapSign::Mark(key) => key.to_owned(),
            _ => of_all.unwrap_or_default().to_owned(),
        }
    }

    /// Whether entering or crossing it costs something, so that a terrain chart has a row for it.
    pub fn is_terrain(self) -> bool {
        match self {
            MapSign::Ground(_) | MapSign::Place(_) | MapSign::Road(_) | MapSign::River(_) => true,
            MapSign::Mark(key) => ["westwall", "impassable"].contains(&key),
            // over a bridge goes a road, which has its row
            MapSign::Named | MapSign::Bridge(_) | MapSign::Front => false,
        }
    }

    /// The kinds that a map draws and whose terrain costs something, each once.
    pub fn terrain_of(map: &Map) -> Vec<MapSign> {
        let mut signs: Vec<MapSign> = Vec::new();
        let mut add = |sign: MapSign| {
            if sign.is_terrain() && !signs.contains(&sign) {
                signs.push(sign);
            }
        };
        for hex in map.on_map().map(|hex| map.hex(hex)) {
            add(MapSign::Ground(hex.terrain));
            hex.settlement.into_iter().for_each(|settlement| add(MapSign::Place(settlement)));
            hex.features.iter().for_each(|feature| add(MapSign::Mark(feature.pair().0)));
        }
        map.roads.iter().for_each(|road| add(MapSign::Road(road.class)));
        for side in &map.hexsides {
            side.river.iter().for_each(|_| add(MapSign::River(side.rank)));
        }
        signs
    }
}
