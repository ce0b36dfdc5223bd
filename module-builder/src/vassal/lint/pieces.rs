use super::{all, decode, picture, tokens};
use crate::vassal::archive::Archive;
use crate::vassal::element::Element;
use std::borrow::Cow;
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

/// A trait as its text: its id and its other fields, and its state.
struct Worn {
    text: String,
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
        self.text.split(';').next().unwrap_or("")
    }

    /// A field, counted from the id.
    fn field(&self, n: usize) -> Cow<'_, str> {
        tokens(&self.text, ';').nth(n).unwrap_or_default()
    }

    /// Keys to which the trait answers; a report only listens.
    fn keys(&self) -> Vec<String> {
        let at: &[usize] = match self.id() {
            "emb2" => &[27, 28, 29],
            "clone" | "delete" | "sendto" | "return" | "globalkey" => &[2],
            "markmoved" => &[5],
            "footprint" | "label" | "hide" => &[1],
            _ => return Vec::new(),
        };
        let fields = decode(&self.text, ';');
        let keys = at.iter().filter_map(|n| fields.get(*n)).filter(|key| !key.is_empty());
        keys.map(|key| key.clone().into_owned()).collect()
    }
}

impl Definition {
    /// Reads a command that adds a piece.
    fn read(text: &str) -> Result<Definition, String> {
        let command = text.strip_prefix("+/").ok_or("is no command that adds a piece")?;
        match decode(command, '/').as_slice() {
            [_, kind, state] => Definition::of(kind, state),
            parts => Err(format!("has {} parts where an id, a type and a state belong", parts.len())),
        }
    }

    /// Reads a piece's type and state.
    fn of(kind: &str, state: &str) -> Result<Definition, String> {
        let (mut kind, mut state) = (kind.to_owned(), state.to_owned());
        let mut worn = Vec::new();
        loop {
            let (mut kinds, mut states) = (decode(&kind, '\t'), decode(&state, '\t'));
            (kind, state) = match (kinds.as_mut_slice(), states.as_mut_slice()) {
                ([outer, inner], [outer_state, inner_state]) => {
                    let owned = |text: &mut Cow<str>| std::mem::take(text).into_owned();
                    worn.push(Worn { text: owned(outer), state: owned(outer_state) });
                    (owned(inner), owned(inner_state))
                }
                ([basic], [basic_state]) => {
                    let basic = decode(basic, ';');
                    if basic.first().map(AsRef::as_ref) != Some("piece") {
                        return Err("does not end in a basic piece".into());
                    }
                    let field = |fields: &[Cow<str>]| fields.get(3).map(ToString::to_string).unwrap_or_default();
                    return Ok(Definition { worn, image: field(&basic), gpid: field(&decode(basic_state, ';')) });
                }
                _ => return Err("has a type and a state of different depth".into()),
            };
        }
    }
}

impl<'a> Pieces<'a> {
    pub(super) fn of(archive: &'a Archive<'a>, root: &'a Element) -> Pieces<'a> {
        let prototypes = all(root, "PrototypeDefinition")
            .filter_map(|p| Some((p.attribute("name"), Definition::read(&p.text).ok()?)))
            .collect();
        let zones = ["Map", "PlayerHand", "PrivateMap"]
            .into_iter()
            .flat_map(|class| all(root, class))
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
    pub(super) fn gpid(&self, name: &str, kind: &str, state: &str, faults: &mut Vec<String>) -> Option<String> {
        self.judged(name, Definition::of(kind, state), faults).map(|definition| definition.gpid)
    }

    fn read(&self, name: &str, text: &str, faults: &mut Vec<String>) -> Option<Definition> {
        self.judged(name, Definition::read(text), faults)
    }

    fn judged(
        &self,
        name: &str,
        definition: Result<Definition, String>,
        faults: &mut Vec<String>,
    ) -> Option<Definition> {
        match definition {
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
            "prototype" if !self.prototypes.contains_key(&*worn.field(1)) => {
                faults.push(format!("{name}: there is no prototype {}", worn.field(1)));
            }
            "emb2" => self.layer(name, worn, faults),
            "markmoved" => picture(self.archive, &worn.field(1), name, faults),
            "obs" => {
                picture(self.archive, &worn.field(2), name, faults);
                if let Some(veil) = worn.field(4).strip_prefix('G') {
                    picture(self.archive, veil, name, faults);
                }
                self.access(name, &worn.field(6), faults);
            }
            "hide" => self.access(name, &worn.field(4), faults),
            "return" if !self.decks.contains(&*worn.field(3)) => {
                faults.push(format!("{name} returns to the deck {}, which is not there", worn.field(3)));
            }
            "sendto" => self.destination(name, worn, faults),
            id if !TRAITS.contains(&id) => faults.push(format!("{name} has the unknown trait {id}")),
            _ => {}
        }
    }

    fn layer(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        let fields = decode(&worn.text, ';');
        let field = |n: usize| fields.get(n).map_or("", AsRef::as_ref);
        if field(25) != "1" {
            faults.push(format!("{name}: a layer lacks version 1, so its keys would mean something else"));
        }
        let images = decode(field(16), ',');
        for image in &images {
            picture(self.archive, image, name, faults);
        }
        let levels = images.len();
        let level: i32 = worn.state.split(';').next().and_then(|l| l.parse().ok()).unwrap_or(0);
        if level == 0 || level.unsigned_abs() as usize > levels {
            faults.push(format!("{name}: a layer of {levels} levels is at {:?}", worn.state));
        }
        if decode(field(17), ',').len() > levels {
            faults.push(format!("{name}: a layer has more names than levels"));
        }
    }

    fn access(&self, name: &str, access: &str, faults: &mut Vec<String>) {
        for side in access.strip_prefix("sides:").into_iter().flat_map(|sides| decode(sides, ':')) {
            if !self.sides.contains(&&*side) {
                faults.push(format!("{name} may be seen by {side}, which is no side"));
            }
        }
    }

    /// A zone may name a property, as in `Eliminated $Side$`: then some zone must fit.
    fn destination(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        let fields = decode(&worn.text, ';');
        let field = |n: usize| fields.get(n).map_or("", AsRef::as_ref);
        let (map, zone) = (field(3), field(15));
        let Some(zones) = self.zones.get(map) else {
            faults.push(format!("{name} is sent to the map {map}, which is not there"));
            return;
        };
        let parts: Vec<&str> = zone.split('$').collect();
        let fits = |z: &&str| z.starts_with(parts[0]) && z.ends_with(parts[parts.len() - 1]);
        let found = if parts.len() == 1 { zones.contains(&zone) } else { zones.iter().any(fits) };
        if field(14) == "Z" && !found {
            faults.push(format!("{name} is sent to the zone {zone} of map {map}, which is not there"));
        }
    }

    fn keys(&self, name: &str, definition: &Definition, faults: &mut Vec<String>) {
        let mut taken = BTreeSet::new();
        let mut own: Vec<&Worn> = definition.worn.iter().collect();
        for worn in &definition.worn {
            if worn.id() == "prototype" {
                own.extend(self.prototypes.get(&*worn.field(1)).iter().flat_map(|p| &p.worn));
            }
        }
        for key in own.iter().flat_map(|worn| worn.keys()) {
            if let Some(key) = taken.replace(key) {
                faults.push(format!("{name}: two commands have the key {key}"));
            }
        }
    }
}
