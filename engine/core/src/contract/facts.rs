use super::Misread;
use definitions::hex::HexId;
use definitions::{Published, UnitId};
use serde::{Deserialize, Serialize};

/// Something that a player can point at: what steps act on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thing {
    /// A unit, wherever its counter lies.
    Unit(UnitId),
    /// A hex.
    Hex(HexId),
    /// The side between two hexes.
    Hexside(HexId, HexId),
    /// A box beside the map, by its name in a position.
    Box(String),
    /// A card or another marker that is played, by its id.
    Card(String),
}

impl Thing {
    /// Whether a thing that somebody points at exists, as far as definitions number such things.
    ///
    /// # Errors
    /// What does not exist.
    pub fn recognise(&self, published: &Published) -> Result<(), Misread> {
        let hexes = published.map.hexes.len();
        let (known, what) = match self {
            Thing::Unit(unit) => (unit.index() < published.units.units.len(), "unit"),
            Thing::Hex(hex) => (hex.index() < hexes, "hex"),
            Thing::Hexside(a, b) => (a.index() < hexes && b.index() < hexes && a != b, "hexside"),
            Thing::Box(_) | Thing::Card(_) => (true, ""),
        };
        if known { Ok(()) } else { Err(Misread::new(format!("the game has no {what} with this number: {self:?}"))) }
    }
}

/// What a step takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// How many.
    pub amount: u16,
    /// What of: `AP`.
    pub of: String,
}

/// Odds of a combat as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// The odds of the strengths: `3:1`.
    pub odds: String,
    /// The column of the results table after all shifts.
    pub column: String,
    /// What may come of it, in the order of the rolls that give it; nothing where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Chance>,
}

/// A result that a combat may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// As the results table prints it.
    pub result: String,
    /// How many of the rolls give it, all of which are equally likely.
    pub rolls: u16,
}

impl Odds {
    /// Odds with the results of all rolls, each as likely as another.
    pub fn with_results(odds: String, column: String, results: impl IntoIterator<Item = String>) -> Odds {
        let mut chances: Vec<Chance> = Vec::new();
        for result in results {
            match chances.iter_mut().find(|known| known.result == result) {
                Some(known) => known.rolls += 1,
                None => chances.push(Chance { result, rolls: 1 }),
            }
        }
        Odds { odds, column, chances }
    }
}

/// What a step is about, in fields. Worked out for those who ask, never where steps are only chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// What it acts on, what it names itself first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Thing>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The odds of the attack with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// Hexes through which it leads, the first one included, where it names only the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<HexId>,
    /// What is unspent and lost with it, in a few words: who gives it is asked once more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gives_up: String,
    /// What comes with it, in a few words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Facts {
    /// A step that acts on these things, with nothing more to say of it.
    pub fn on(things: impl IntoIterator<Item = Thing>) -> Facts {
        Facts { on: things.into_iter().collect(), ..Facts::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_plain_json_and_leave_out_what_they_do_not_say() {
        let facts = Facts {
            cost: Some(Cost { amount: 2, of: "AP".to_owned() }),
            ..Facts::on([Thing::Unit(UnitId(3)), Thing::Hexside(HexId(1), HexId(2)), Thing::Box("Turn 2".to_owned())])
        };
        let json = serde_json::to_string(&facts).expect("JSON");
        assert_eq!(json, r#"{"on":[{"unit":3},{"hexside":[1,2]},{"box":"Turn 2"}],"cost":{"amount":2,"of":"AP"}}"#);
        assert_eq!(serde_json::from_str::<Facts>(&json).expect("facts"), facts);
        assert_eq!(serde_json::to_string(&Facts::default()).expect("JSON"), "{}");
    }
}
