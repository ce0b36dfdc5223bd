use super::known::{is_trait, worked_out};
use super::{all, decode, picture, tokens};
use crate::vassal::archive::Archive;
use crate::vassal::element::Element;
use crate::vassal::saved::TRAITS;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The definitions of a module's pieces and what they may refer to.
pub(super) struct Pieces<'a> {
    archive: &'a Archive<'a>,
    root: &'a Element,
    prototypes: BTreeMap<&'a str, Definition>,
    /// Zones of each map by name.
    zones: BTreeMap<&'a str, Vec<&'a str>>,
    decks: BTreeSet<&'a str>,
    sides: Vec<&'a str>,
    /// Numbers of the slots, and of the traits that place or replace pieces.
    slots: BTreeSet<String>,
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

    /// The number of the pieces that the trait places.
    fn placed(&self) -> Option<String> {
        matches!(self.id(), "placemark" | "replace").then(|| self.field(10).into_owned())
    }

    /// Commands of the trait's menu with their keys. What has no menu text is meant to be set off by another command.
    fn commands(&self) -> Vec<(String, String)> {
        let at: &[(usize, usize)] = match self.id() {
            // a layer that is always on is not switched on
            "emb2" if self.field(26) == "true" => &[(4, 28), (7, 29)],
            "emb2" => &[(1, 27), (4, 28), (7, 29)],
            "clone" | "delete" | "sendto" | "return" | "globalkey" => &[(1, 2)],
            "markmoved" => &[(4, 5)],
            "footprint" | "label" | "hide" => &[(2, 1)],
            _ => return Vec::new(),
        };
        let fields = decode(&self.text, ';');
        let field = |n: usize| fields.get(n).map(ToString::to_string).unwrap_or_default();
        let commands = at.iter().map(|(text, key)| (field(*text), field(*key)));
        commands.filter(|(text, key)| !text.is_empty() && !key.is_empty()).collect()
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
        while worn.len() <= TRAITS {
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
        Err(format!("has more than {TRAITS} traits"))
    }
}

impl<'a> Pieces<'a> {
    pub(super) fn of(archive: &'a Archive<'a>, root: &'a Element) -> Pieces<'a> {
        let prototypes: BTreeMap<&str, Definition> = all(root, "PrototypeDefinition")
            .filter_map(|p| Some((p.attribute("name"), Definition::read(&p.text).ok()?)))
            .collect();
        let slots = || all(root, "PieceSlot").chain(all(root, "CardSlot"));
        let mut numbers: BTreeSet<String> = slots().map(|slot| slot.attribute("gpid").to_owned()).collect();
        let worn = slots().filter_map(|slot| Definition::read(&slot.text).ok()).flat_map(|it| it.worn);
        numbers.extend(worn.filter_map(|worn| worn.placed()));
        numbers.extend(prototypes.values().flat_map(|it| &it.worn).filter_map(Worn::placed));
        let zones = ["Map", "PlayerHand", "PrivateMap"]
            .into_iter()
            .flat_map(|class| all(root, class))
            .map(|map| (map.attribute("mapName"), all(map, "Zone").map(|zone| zone.attribute("name")).collect()));
        let sides = all(root, "PlayerRoster").flat_map(|r| &r.children).map(|side| side.text.as_str());
        Pieces {
            archive,
            root,
            prototypes,
            slots: numbers,
            zones: zones.collect(),
            decks: all(root, "DrawPile").map(|deck| deck.attribute("name")).collect(),
            sides: sides.collect(),
        }
    }

    pub(super) fn lint(&self, faults: &mut Vec<String>) {
        let slots = || all(self.root, "PieceSlot").chain(all(self.root, "CardSlot"));
        // modules of older days number no slots: VASSAL does so when it opens them
        let next: u32 = self.root.attribute("nextPieceSlotId").parse().unwrap_or(u32::MAX);
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for slot in slots() {
            let (name, gpid) = (slot.attribute("entryName"), slot.attribute("gpid"));
            let numbered = !gpid.is_empty();
            if let Some(other) = taken.insert(gpid, name).filter(|_| numbered) {
                faults.push(format!("{name} and {other} have the same gpid {gpid}"));
            }
            if numbered && gpid.parse().is_ok_and(|gpid: u32| gpid >= next) {
                faults.push(format!("{name}: gpid {gpid} is not below nextPieceSlotId {next}"));
            }
            if let Some(definition) = self.read(name, &slot.text, faults) {
                self.keys(name, &definition, faults);
            }
        }
        for prototype in all(self.root, "PrototypeDefinition") {
            self.read(&format!("prototype {}", prototype.attribute("name")), &prototype.text, faults);
        }
    }

    /// Whether a piece can be of a slot with this number.
    pub(super) fn has_slot(&self, gpid: &str) -> bool {
        self.slots.contains(gpid)
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
            "prototype" => {
                let named = worn.field(1);
                if !self.prototypes.contains_key(&*named) && !worked_out(&named) {
                    faults.push(format!("{name}: there is no prototype {named}"));
                }
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
            "return" => {
                // without a name VASSAL asks for the deck
                let deck = worn.field(3);
                if !deck.is_empty() && !worked_out(&deck) && !self.decks.contains(&*deck) {
                    faults.push(format!("{name} returns to the deck {deck}, which is not there"));
                }
            }
            "sendto" => self.destination(name, worn, faults),
            id if !is_trait(self.archive, id) => faults.push(format!("{name} has the unknown trait {id}")),
            _ => {}
        }
    }

    fn layer(&self, name: &str, worn: &Worn, faults: &mut Vec<String>) {
        let fields = decode(&worn.text, ';');
        let field = |n: usize| fields.get(n).map_or("", AsRef::as_ref);
        // the old kind has no version at all
        if fields.len() > 25 && field(25) != "1" {
            faults.push(format!("{name}: a layer lacks version 1, so its keys would mean something else"));
        }
        let images = decode(field(16), ',');
        for image in &images {
            picture(self.archive, image, name, faults);
        }
        let levels = images.len();
        let level: i32 = worn.state.split(';').next().and_then(|l| l.parse().ok()).unwrap_or(0);
        if level.unsigned_abs() as usize > levels {
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
        if map.is_empty() || worked_out(map) || zone.contains('{') {
            return;
        }
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
        let mut taken = BTreeMap::new();
        let mut own: Vec<&Worn> = definition.worn.iter().collect();
        for worn in &definition.worn {
            if worn.id() == "prototype" {
                own.extend(self.prototypes.get(&*worn.field(1)).iter().flat_map(|p| &p.worn));
            }
        }
        if own.iter().any(|worn| worn.id() == "hideCmd") {
            // commands that are offered by turns may share a key
            return;
        }
        for (text, key) in own.iter().flat_map(|worn| worn.commands()) {
            let spoken = key.clone();
            if let Some(other) = taken.insert(key, text.clone()).filter(|other| *other != text) {
                faults.push(format!("{name}: the commands {other} and {text} have the same key {spoken}"));
            }
        }
    }
}
