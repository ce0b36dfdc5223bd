//! The command cards, as the rules read them (2.3, 5).

use super::counters::GroupId;
use super::support::{Function, read};
use definitions::{Card, DefinitionError, Force, FormationId, Published};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// A command card, dense from 0 in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u16);

/// When a card comes (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// On a day of December.
    On(u8),
    /// With the OKW Reserve (11.4).
    Released,
}

/// Of whom a card speaks (2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formation {
    /// All forces of the side.
    Group,
    /// An army, by its id.
    Army(String),
    /// A corps.
    Corps(FormationId),
    /// One to three divisions or units.
    Divisions(Vec<GroupId>),
    /// Nobody: an Allied No Command card (5.6).
    Nobody,
}

/// A command card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandCard {
    /// Its id in the definitions.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Whose it is.
    pub side: SideId,
    /// Whether it is primary.
    pub primary: bool,
    /// When it comes.
    pub comes: Comes,
    /// Of whom it speaks.
    pub formation: Formation,
    /// What it lets its side do.
    pub functions: Vec<Function>,
    /// The lines on it.
    pub says: Vec<String>,
}

/// Sets of cards: id, whose, whether primary.
const SETS: [(&str, u8, bool); 4] = [
    ("german-primary", 0, true),
    ("german-supplemental", 0, false),
    ("allied-primary", 1, true),
    ("allied-supplemental", 1, false),
];

/// Reads all command cards. `group` finds a division, or a unit that cards name like one.
pub(super) fn read_all(
    published: &Published,
    group: impl Fn(&Force) -> Option<GroupId>,
) -> Result<Vec<CommandCard>, DefinitionError> {
    let mut cards = Vec::new();
    for card in &published.cards.cards {
        let Some((_, side, primary)) = SETS.iter().find(|(id, ..)| *id == card.set) else { continue };
        let fault = |message: &str| DefinitionError::new("cards.txt", 0, format!("card {}: {message}", card.id));
        let formation = formation(card, &group).ok_or_else(|| fault("expected whom it is of (2.3)"))?;
        let functions =
            card.front.words.iter().map(|phrase| read(phrase, &published.units)).collect::<Option<Vec<_>>>();
        let functions = functions.ok_or_else(|| fault("expected functions of words.txt"))?;
        let comes = card.corner.parse().map_or(Comes::Released, Comes::On);
        for copy in 0..card.copies {
            let id = if copy == 0 { card.id.clone() } else { format!("{}-{}", card.id, copy + 1) };
            cards.push(CommandCard {
                id,
                title: card.front.title.clone(),
                side: SideId(*side),
                primary: *primary,
                comes,
                formation: formation.clone(),
                functions: functions.clone(),
                says: card.front.says.clone(),
            });
        }
    }
    Ok(cards)
}

fn formation(card: &Card, group: &impl Fn(&Force) -> Option<GroupId>) -> Option<Formation> {
    let commands = |word: &str| card.front.words.iter().any(|phrase| phrase.word == word);
    match &card.forces[..] {
        [] if commands("activate-any-corps") => Some(Formation::Group),
        [] => Some(Formation::Nobody),
        [Force::Army(army)] => Some(Formation::Army(army.clone())),
        [Force::Formation(corps)] => Some(Formation::Corps(*corps)),
        forces => forces.iter().map(group).collect::<Option<Vec<_>>>().map(Formation::Divisions),
    }
}
