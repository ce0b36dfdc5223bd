use super::{all, decode, picture};
use crate::vassal::archive::Archive;
use crate::vassal::element::Element;
use std::collections::{BTreeMap, BTreeSet};

/// Traits that VASSAL 3.7 has; it drops any other with a warning.
const TRAITS: &[&str] = &[
    "prototype",
    "emb2",
    "label",
    "mark",
    "PROP",
    "calcProp",
    "markmoved",
    "footprint",
    "delete",
    "clone",
    "rotate",
    "hide",
    "obs",
    "return",
    "placemark",
    "replace",
    "immob",
    "report",
    "macro",
    "globalkey",
    "sendto",
    "setprop",
    "restrict",
    "hideCmd",
    "submenu",
    "nonRect2",
    "border",
    "basicName",
    "cmt",
];

/// The definitions of a module's pieces and what they may refer to.
pub(super) struct Pieces<'a> {
    archive: &'a Archive<'a>,
    root: &'a Element,
    prototypes: BTreeMap<&'a str, Definition>,
    /// Zones of each map by name.
    zones: BTreeMap<&'a str, Vec<&'a str>>,
    decks: BTreeSet<&'a str>,
    sides: Vec<&'a str>,
}

/// A trait with its id, all its fields (the id first) and its state.
struct Worn {
    fields: Vec<String>,
    state: String,
}

/// A piece as read from its text, outermost trait first.
struct Definition {
    worn: Vec<Worn>,
    image: String,
    gpid: String,
}

impl Worn {
    fn id(&self) -> &str {
        self.field(0)
    }

    fn field(&self, n: usize) -> &str {
        self.fields.get(n).map_or("", String::as_str)
    }

    /// Keys to which the trait answers; a report only listens.
    fn keys(&self) -> Vec<&str> {
        let at: &[usize] = match self.id() {
            "emb2" => &[27, 28, 29],
            "clone" | "delete" | "sendto" | "return" | "globalkey" => &[2],
            "markmoved" => &[5],
            "footprint" | "label" | "hide" => &[1],
            _ => &[],
        };
        at.iter().map(|n| self.field(*n)).filter(|key| !key.is_empty()).collect()
    }
}

impl Definition {
    fn read(text: &str) -> Result<Definition, String> {
        let command = text.strip_prefix("+/").ok_or("is no command that adds a piece")?;
        let parts = decode(command, '/');
        let [_, kind, state] = parts.as_slice() else {
            return Err(format!("has {} parts where an id, a type and a state belong", parts.len()));
        };
        let (mut kind, mut state) = (kind.clone(), state.clone());
        let mut worn = Vec::new();
        loop {
            let (kinds, states) = (decode(&kind, '\t'), decode(&state, '\t'));
            match (kinds.as_slice(), states.as_slice()) {
                ([outer, inner], [outer_state, inner_state]) => {
                    worn.push(Worn { fields: decode(outer, ';'), state: outer_state.clone() });
                    (kind, state) = (inner.clone(), inner_state.clone());
                }
                ([basic], [basic_state]) => {
                    let basic = decode(basic, ';');
                    if basic.first().map(String::as_str) != Some("piece") {
                        return Err("does not end in a basic piece".into());
                    }
                    let gpid = decode(basic_state, ';').get(3).cloned().unwrap_or_default();
                    return Ok(Definition { worn, image: basic.get(3).cloned().unwrap_or_default(), gpid });
                }
                _ => return Err("has a type and a state of different depth".into()),
            }
        }
    }
}

impl<'a> Pieces<'a> {
    pub(super) fn of(archive: &'a Archive<'a>, root: &'a Element) -> Pieces<'a> {
        let prototypes = all(root, "PrototypeDefinition")
            .filter_map(|p| Some((p.attribute("name"), Definition::read(&p.text).ok()?)))
            .collect();
        let zones = all(root, "Map")
            .map(|map| (map.attribute("mapName"), all(map, "Zone").map(|zone| zone.attribute("name")).collect()));
        let sides = all(root, "PlayerRoster").flat_map(|r| &r.children).map(|side| side.text.as_str());
        Pieces {
            archive,
            root,
            prototypes,
            zones: zones.collect(),
            decks: all(root, "DrawPile").map(|deck| deck.attribute("name")).collect(),
            sides: sides.collect(),
        }
    }

    pub(super) fn lint(&self, faults: &mut Vec<String>) {
        let slots = || all(self.root, "PieceSlot").chain(all(self.root, "CardSlot"));
        let next: u32 = self.root.attribute("nextPieceSlotId").parse().unwrap_or(0);
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for slot in slots() {
            let (name, gpid) = (slot.attribute("entryName"), slot.attribute("gpid"));
            if let Some(other) = taken.insert(gpid, name) {
                faults.push(format!("{name} and {other} have the same gpid {gpid}"));
            }
            if gpid.parse().unwrap_or(u32::MAX) >= next {
                faults.push(format!("{name}: gpid {gpid} is not below nextPieceSlotId {next}"));
            }
            if let Some(definition) = self.read(name, &slot.text, faults) {
                if definition.gpid != gpid {
                    faults.push(format!("{name}: the piece has gpid {:?}, its slot {gpid}", definition.gpid));
                }
                self.keys(name, &definition, faults);
            }
        }
        for prototype in all(self.root, "PrototypeDefinition") {
            self.read(&format!("prototype {}", prototype.attribute("name")), &prototype.text, faults);
        }
    }

    /// Checks a piece of a saved game; the number of its slot comes back.
    pub(super) fn gpid(&self, name: &str, text: &str, faults: &mut Vec<String>) -> Option<String> {
        self.read(name, text, faults).map(|definition| definition.gpid)
    }

    fn read(&self, name: &str, text: &str, faults: &mut Vec<String>) -> Option<Definition> {
        match Definition::read(text) {
            Ok(definition) => {
                picture(self.archive, &definition.image, name, faults);
                for worn in &definition.worn {
                    self.worn(name, worn, faults);
                }
                Some(definition)
            }
            Err(why) => {
                faults.push(format!("{name} {why}"));
                None
            }
        }
    }

    fn worn(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        match worn.id() {
            "prototype" if !self.prototypes.contains_key(worn.field(1)) => {
                faults.push(format!("{name}: there is no prototype {}", worn.field(1)));
            }
            "emb2" => self.layer(name, worn, faults),
            "markmoved" => picture(self.archive, worn.field(1), name, faults),
            "obs" => {
                picture(self.archive, worn.field(2), name, faults);
                self.access(name, worn.field(6), faults);
            }
            "hide" => self.access(name, worn.field(4), faults),
            "return" if !self.decks.contains(worn.field(3)) => {
                faults.push(format!("{name} returns to the deck {}, which is not there", worn.field(3)));
            }
            "sendto" => self.destination(name, worn, faults),
            id if !TRAITS.contains(&id) => faults.push(format!("{name} has the unknown trait {id}")),
            _ => {}
        }
    }

    fn layer(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        if worn.field(25) != "1" {
            faults.push(format!("{name}: a layer lacks version 1, so its keys would mean something else"));
        }
        let images = decode(worn.field(16), ',');
        for image in &images {
            picture(self.archive, image, name, faults);
        }
        let levels = images.len();
        let level: i32 = worn.state.split(';').next().and_then(|l| l.parse().ok()).unwrap_or(0);
        if level == 0 || level.unsigned_abs() as usize > levels {
            faults.push(format!("{name}: a layer of {levels} levels is at {:?}", worn.state));
        }
        if decode(worn.field(17), ',').len() > levels {
            faults.push(format!("{name}: a layer has more names than levels"));
        }
    }

    fn access(&self, name: &str, access: &str, faults: &mut Vec<String>) {
        for side in access.strip_prefix("sides:").into_iter().flat_map(|sides| decode(sides, ':')) {
            if !self.sides.contains(&side.as_str()) {
                faults.push(format!("{name} may be seen by {side}, which is no side"));
            }
        }
    }

    /// A zone may name a property, as in `Eliminated $Side$`: then some zone must fit.
    fn destination(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        let (map, zone) = (worn.field(3), worn.field(15));
        let Some(zones) = self.zones.get(map) else {
            faults.push(format!("{name} is sent to the map {map}, which is not there"));
            return;
        };
        let parts: Vec<&str> = zone.split('$').collect();
        let fits = |z: &&str| z.starts_with(parts[0]) && z.ends_with(parts[parts.len() - 1]);
        let found = if parts.len() == 1 { zones.contains(&zone) } else { zones.iter().any(fits) };
        if worn.field(14) == "Z" && !found {
            faults.push(format!("{name} is sent to the zone {zone} of map {map}, which is not there"));
        }
    }

    fn keys(&self, name: &str, definition: &Definition, faults: &mut Vec<String>) {
        let mut taken = BTreeSet::new();
        let mut own: Vec<&Worn> = definition.worn.iter().collect();
        for worn in &definition.worn {
            if worn.id() == "prototype" {
                own.extend(self.prototypes.get(worn.field(1)).iter().flat_map(|p| &p.worn));
            }
        }
        for key in own.iter().flat_map(|worn| worn.keys()) {
            if !taken.insert(key) {
                faults.push(format!("{name}: two commands have the key {key}"));
            }
        }
    }
}
