use super::Provenance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A unit of the game, dense from 0 in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A formation (corps, army), dense from 0 in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormationId(pub u16);

impl UnitId {
    /// Position in arrays that hold one entry a unit.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FormationId {
    /// Position in arrays that hold one entry a formation.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sides, formations and units of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Units {
    /// The sides in the order in which the game names them (two in every game here).
    pub sides: Vec<Side>,
    /// The armies that formations belong to.
    pub armies: Vec<Army>,
    /// The formations.
    pub formations: Vec<Formation>,
    /// What divisions are called; empty if the game does not say.
    pub divisions: Vec<Division>,
    /// The units.
    pub units: Vec<Unit>,
    /// Nations whose counters have a colour of their own.
    pub nations: Vec<Nation>,
    /// What the printed numbers may be; empty if the game does not say.
    pub numbers: Vec<PrintedNumber>,
    /// Bands along the foot of counters that say a word.
    pub bands: Vec<Band>,
    /// What stands on the counters; empty if they say strength, quality and steps.
    pub faces: Vec<FaceText>,
}

/// A division or brigade that cards and orders name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Division {
    /// Id as units name it: `1ss`.
    pub id: String,
    /// Name shown to players: `1st SS Panzer`.
    pub name: String,
}

/// A nation or branch whose counters have a colour of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nation {
    /// Id as units name it: `ss`.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// Counter colour as 0xRRGGBB.
    pub colour: u32,
}

/// What a printed number may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PrintedNumber {
    /// Its name, as units have it: `movement`.
    pub key: String,
    /// The least and the greatest on any counter.
    pub bounds: (i32, i32),
    /// What it is: `Movement allowance`.
    pub title: String,
}

/// A band along the foot of the counters that say a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Band {
    /// The trait.
    pub name: String,
    /// Its colour as 0xRRGGBB.
    pub colour: u32,
}

/// What stands on the counters of some kinds of units: texts in which `{key}` is a printed number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FaceText {
    /// The kinds of units; none means all that no other line names.
    pub symbols: Vec<Symbol>,
    /// Below the symbol: `{attack}-{defense}-{movement}`.
    pub below: String,
    /// Left of the symbol; empty if nothing.
    pub left: String,
    /// Right of the symbol; empty if nothing.
    pub right: String,
}

/// A side of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Stable id: `german`, `american`.
    pub id: String,
    /// Name shown to players.
    pub name: String,
    /// Counter colour as 0xRRGGBB.
    pub colour: u32,
}

/// An army that formations belong to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Army {
    /// Stable id: `5pz`, `1us`.
    pub id: String,
    /// Name shown to players: `5. Panzerarmee`.
    pub name: String,
    /// Counter colour of its units as 0xRRGGBB, if it has one of its own.
    pub colour: Option<u32>,
}

/// A formation that units belong to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formation {
    /// Stable id: `xlvii-pz`.
    pub id: String,
    /// Name: `XLVII Panzerkorps`.
    pub name: String,
    /// Short name on counters: `XLVII`.
    pub short: String,
    /// Index of the side.
    pub side: u8,
    /// Army id the formation belongs to: `5pz`, `1us`; empty if none.
    pub army: String,
    /// Colour of the formation's bar as 0xRRGGBB.
    pub colour: u32,
}

/// A unit: what its counter says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Stable id, used in events, orders and modules: `peiper-1ss`. Lower case letters, digits, `-`.
    pub id: String,
    /// Name on the counter and in mails: `Peiper/1 SS`.
    pub name: String,
    /// Index of the side.
    pub side: u8,
    /// Nation, for the counter's colour and the rules that ask for it: `german`, `us`, `british`.
    pub nation: String,
    /// The formation it belongs to; none for independents.
    pub formation: Option<FormationId>,
    /// Division it belongs to (`1ss`, `7us`), for divisional integrity; empty if none.
    pub division: String,
    /// The symbol on the counter.
    pub symbol: Symbol,
    /// The size mark above the symbol.
    pub echelon: Echelon,
    /// Number of strength steps at full strength.
    pub steps: u8,
    /// Printed numbers by name (`strength`, `quality`, `support`), one for each number of steps left, full first;
    /// a single number holds for all steps.
    pub values: BTreeMap<String, Value>,
    /// What the counter says in words: `elite`, `leg`, `exploits`.
    pub traits: Vec<Trait>,
    /// What the unit is at its last step, where that is another kind of unit.
    pub last: Option<LastStep>,
    /// Where the unit itself comes from.
    pub provenance: Provenance,
}

/// What a unit is at its last step: armour without its tanks, say, on a counter of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LastStep {
    /// The symbol on that counter.
    pub symbol: Symbol,
    /// What it says in words, in place of the words of the unit.
    pub traits: Vec<Trait>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A word on a counter, with its origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trait {
    /// The word: lower case letters, digits, `-`.
    pub name: String,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A printed number with its origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The number at full strength, then after one step loss, and so on; the last holds for the rest.
    pub by_steps_lost: Vec<i16>,
    /// Where it comes from.
    pub provenance: Provenance,
}

impl Value {
    /// The number when so many steps are lost.
    pub fn after(&self, steps_lost: u8) -> i16 {
        let last = self.by_steps_lost.len().saturating_sub(1);
        self.by_steps_lost.get(usize::from(steps_lost).min(last)).copied().unwrap_or(0)
    }
}

/// What kind of unit a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Symbol {
    /// Infantry.
    Infantry,
    /// Parachute or airborne infantry.
    Airborne,
    /// Glider infantry.
    Glider,
    /// Infantry on bicycles.
    Bicycle,
    /// Motorised infantry.
    Motorised,
    /// Mechanised (armoured) infantry, panzergrenadiers.
    Mechanised,
    /// Tanks.
    Armour,
    /// Mechanised cavalry.
    Cavalry,
    /// Reconnaissance.
    Reconnaissance,
    /// Artillery.
    Artillery,
    /// Rocket artillery.
    Rockets,
    /// Self-propelled anti-tank or assault guns.
    AssaultGuns,
    /// Anti-tank guns, towed or on tracks.
    TankDestroyers,
    /// Engineers.
    Engineers,
    /// A headquarters.
    Headquarters,
}

/// The size mark of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Echelon {
    /// I
    Company,
    /// II
    Battalion,
    /// III
    Regiment,
    /// X
    Brigade,
    /// XX
    Division,
    /// XXX
    Corps,
    /// XXXX
    Army,
    /// KG: a battle group
    Kampfgruppe,
    /// TF: a task force, a team
    TaskForce,
    /// GP: a group of battalions
    Group,
}

impl FaceText {
    /// The names of the printed numbers of which the face speaks.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let texts = [&self.below, &self.left, &self.right].into_iter();
        texts.flat_map(|text| braces(text)).map(|inner| inner.split_once('?').map_or(inner, |(key, _)| key))
    }

    /// The names of the numbers that always stand in a text: not of those that are asked for a sign.
    pub fn numbers(text: &str) -> impl Iterator<Item = &str> {
        braces(text).filter(|inner| !inner.contains('?'))
    }

    /// A text of the face with the numbers of a unit that has lost so many steps. A number that the unit lacks is
    /// left out. `{steps}` is how many steps are left; `{key?text}` is the text while that number is not 0.
    pub fn fill(template: &str, unit: &Unit, steps_lost: u8) -> String {
        let number = |key: &str| match key {
            "steps" => Some(i16::from(unit.steps.saturating_sub(steps_lost))),
            key => unit.values.get(key).map(|value| value.after(steps_lost)),
        };
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let (key, after) = after.split_once('}').unwrap_or((after, ""));
            match key.split_once('?') {
                Some((key, text)) => filled += number(key).filter(|it| *it != 0).map_or("", |_| text),
                None => filled += &number(key).map_or_else(String::new, |it| it.to_string()),
            }
            rest = after;
        }
        filled + rest
    }
}

/// What stands in braces in a text.
fn braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inner, _)| inner)
}

impl Unit {
    /// Whether the counter says a word.
    pub fn is(&self, name: &str) -> bool {
        self.traits.iter().any(|it| it.name == name)
    }

    /// What the unit is when so many steps are lost, if that is another kind of unit than at full strength.
    fn last_after(&self, steps_lost: u8) -> Option<&LastStep> {
        self.last.as_ref().filter(|_| steps_lost.saturating_add(1) >= self.steps)
    }

    /// The symbol when so many steps are lost.
    pub fn symbol_after(&self, steps_lost: u8) -> Symbol {
        self.last_after(steps_lost).map_or(self.symbol, |last| last.symbol)
    }

    /// Whether the counter says a word when so many steps are lost.
    pub fn is_after(&self, name: &str, steps_lost: u8) -> bool {
        let traits = self.last_after(steps_lost).map_or(&self.traits, |last| &last.traits);
        traits.iter().any(|it| it.name == name)
    }
}

impl Units {
    /// The unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The formation.
    pub fn formation(&self, formation: FormationId) -> &Formation {
        &self.formations[formation.index()]
    }

    /// The colour of a unit's counter as 0xRRGGBB, if its army or nation has one of its own.
    pub fn own_colour(&self, unit: &Unit) -> Option<u32> {
        let army = unit.formation.and_then(|formation| self.formations.get(formation.index()));
        let army = army.and_then(|formation| self.armies.iter().find(|army| army.id == formation.army));
        let nation = self.nations.iter().find(|nation| nation.id == unit.nation);
        army.and_then(|army| army.colour).or_else(|| nation.map(|nation| nation.colour))
    }

    /// What stands on the counter of a unit, if the game says so.
    pub fn face_of(&self, unit: &Unit) -> Option<&FaceText> {
        let named = self.faces.iter().find(|face| face.symbols.contains(&unit.symbol));
        named.or_else(|| self.faces.iter().find(|face| face.symbols.is_empty()))
    }

    /// All units with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(i, unit)| (UnitId(i as u16), unit))
    }

    /// The unit with a stable id.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.iter().find(|(_, unit)| unit.id == id).map(|(id, _)| id)
    }

    /// The division with an id or a name, if the game says what divisions are called.
    pub fn find_division(&self, text: &str) -> Option<&Division> {
        self.divisions.iter().find(|division| division.id == text || division.name == text)
    }

    /// The formation with a stable id.
    pub fn find_formation(&self, id: &str) -> Option<FormationId> {
        self.formations.iter().position(|f| f.id == id).map(|i| FormationId(i as u16))
    }
}
