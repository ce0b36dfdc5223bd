//! The combat chits (2.22, 9.4, 9.5).

use super::board::Ground;
use definitions::{Argument, CardFace, DefinitionError, Phrase, Published};
use serde::{Deserialize, Serialize};

/// A kind of combat chit, dense from 0 in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChitId(pub u16);

/// A side in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who attacks.
    Attacker,
    /// Who defends.
    Defender,
}

/// When a side of a chit counts (9.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The ratio is that or better.
    OddsOrMore(u16, u16),
    /// The ratio is better.
    OddsMore(u16, u16),
    /// The ratio is worse.
    OddsUnder(u16, u16),
    /// The defender's hex is one of these.
    Ground {
        /// Natural ground.
        grounds: Vec<Ground>,
        /// A town.
        town: bool,
        /// A city.
        city: bool,
    },
    /// A unit of that quality takes part: elite, or else green.
    Quality(Role, bool),
    /// That side has artillery.
    Artillery(Role),
    /// That nation has airpower: the Germans, or else the Allies.
    Airpower(bool),
    /// The attacker has combat engineers.
    CombatEngineers,
    /// A German attack on Allied recon.
    Recon,
    /// A fresh friend beside the defender.
    Adjacent,
    /// That side alone has armour.
    OnlyArmour(Role),
    /// That side alone has combined arms.
    OnlyCombined(Role),
    /// The defender is in an improved position.
    Crossfire,
    /// Flank attack.
    Flank,
    /// One-hex attack.
    OneHex,
    /// Large attack.
    Large,
    /// All defenders are dispersed, unsupplied or out of fuel.
    Helpless,
    /// On that day.
    Date(u8),
    /// The Allies attack.
    AlliedAttack,
    /// The 5th Panzer Army attacks.
    FifthArmyAttack,
}

/// Hits of a side of a chit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// On the attacker.
    pub attacker: i8,
    /// On the defender.
    pub defender: i8,
    /// On the German side.
    pub german: i8,
    /// On the Allied side.
    pub allied: i8,
}

/// A side of a chit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// When it counts.
    pub situation: Situation,
    /// What it does.
    pub hits: Hits,
}

/// A kind of chit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chit {
    /// Its id in the definitions.
    pub id: String,
    /// What it says: `D2 if 8:1 or more, else A1 if under 2:1`.
    pub words: String,
    /// What each of its sides says: `D2, 8:1 or more`.
    pub said: [String; 2],
    /// How many there are.
    pub copies: u8,
    /// Whether it is blue (9.41).
    pub blue: bool,
    /// Its sides, the front first.
    pub faces: [Face; 2],
    /// Which side goes first where both apply: the front, unless the back has the P.
    pub first: usize,
}

/// The colour that says that a chit is blue.
const BLUE: u32 = 0x4d_7f_b8;

/// Reads the chits.
pub(super) fn read_all(published: &Published) -> Result<Vec<Chit>, DefinitionError> {
    let mut chits = Vec::new();
    for card in published.cards.of_set("combat") {
        let fault = |what: &str| DefinitionError::new("cards.txt", 0, format!("card {}: expected {what}", card.id));
        let back = card.other.as_ref().ok_or_else(|| fault("two sides (2.22)"))?;
        let front = face(&card.front).ok_or_else(|| fault("hits and a situation of words.txt"))?;
        let other = face(back).ok_or_else(|| fault("hits and a situation of words.txt"))?;
        let said = |face: &CardFace| format!("{} if {}", face.title, face.says.join(", "));
        let counted = |face: &CardFace| format!("{}, {}", face.title, face.says.join(", "));
        chits.push(Chit {
            id: card.id.clone(),
            words: format!("{}, else {}", said(&card.front), said(back)),
            said: [counted(&card.front), counted(back)],
            copies: card.copies,
            blue: card.colour == Some(BLUE),
            faces: [front, other],
            first: 0,
        });
    }
    Ok(chits)
}

fn face(face: &CardFace) -> Option<Face> {
    let [said] = &face.words[..] else { return None };
    Some(Face { situation: situation(said)?, hits: hits(face.title_word.as_ref()?)? })
}

fn hits(phrase: &Phrase) -> Option<Hits> {
    let number = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Number(value)) => i8::try_from(*value).ok(),
        _ => None,
    };
    let mut hits = Hits::default();
    match phrase.word.as_str() {
        "attacker" => hits.attacker = number(0)?,
        "defender" => hits.defender = number(0)?,
        "german" => hits.german = number(0)?,
        "allied" => hits.allied = number(0)?,
        "both" => (hits.attacker, hits.defender) = (number(0)?, number(1)?),
        "spared" => hits.defender = -number(0)?,
        _ => return None,
    }
    Some(hits)
}

fn situation(phrase: &Phrase) -> Option<Situation> {
    let word = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Word(word)) => Some(word.to_lowercase()),
        _ => None,
    };
    let role = |at: usize| Some(if word(at)? == "attacker" { Role::Attacker } else { Role::Defender });
    let odds = || match phrase.arguments.first() {
        Some(Argument::Odds(one, other)) => Some((*one, *other)),
        _ => None,
    };
    Some(match phrase.word.as_str() {
        "odds-or-more" => odds().map(|(one, other)| Situation::OddsOrMore(one, other))?,
        "odds-more" => odds().map(|(one, other)| Situation::OddsMore(one, other))?,
        "odds-under" => odds().map(|(one, other)| Situation::OddsUnder(one, other))?,
        "ground" => {
            let Some(Argument::Several(all)) = phrase.arguments.first() else { return None };
            let has = |name: &str| all.iter().any(|one| matches!(one, Argument::Word(word) if word == name));
            let grounds = Ground::ALL.into_iter().filter(|ground| has(ground.name())).collect();
            Situation::Ground { grounds, town: has("town"), city: has("city") }
        }
        "quality" => Situation::Quality(role(0)?, word(1)? == "elite"),
        "artillery" => Situation::Artillery(role(0)?),
        "airpower" => Situation::Airpower(word(0)? == "german"),
        "combat-engineers" => Situation::CombatEngineers,
        "recon" => Situation::Recon,
        "adjacent" => Situation::Adjacent,
        "only" if word(1)? == "armor" => Situation::OnlyArmour(role(0)?),
        "only" => Situation::OnlyCombined(role(0)?),
        "crossfire" => Situation::Crossfire,
        "flank" => Situation::Flank,
        "one-hex" => Situation::OneHex,
        "large" => Situation::Large,
        "state" => Situation::Helpless,
        "date" => match phrase.arguments.first() {
            Some(Argument::Number(day)) => Situation::Date(u8::try_from(*day).ok()?),
            _ => return None,
        },
        "by-side" => Situation::AlliedAttack,
        "by-army" => Situation::FifthArmyAttack,
        _ => return None,
    })
}
