//! Tactics for defences, beforehand: `screen, artillery at 2:1 against tanks`.
//!
//! Whether any is held tells nothing: the question comes, and is answered, all the same.

use crate::chapters::asking::Known;
use crate::chapters::cards::tactics;
use crate::chapters::combat::{attack, situations};
use crate::printed::{CardId, Formation, Kind, Tactic};
use crate::truth::order::{Step, Verb};
use definitions::UnitId;
use serde::{Deserialize, Serialize};

/// Which tactics are played for a defence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tactics {
    /// The player is asked.
    #[default]
    Ask,
    /// None.
    None,
    /// These, by cards of which the player would miss others more.
    Play(Plays),
}

/// Tactics that are played where a defence is as bad as that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plays {
    /// The tactics, a card each, as far as they are held.
    pub tactics: Vec<Tactic>,
    /// Odds of the attack from which on they are played; none for all.
    pub odds: Option<(u16, u16)>,
    /// Whether only against tanks.
    pub tanks: bool,
}

impl Tactics {
    /// Values to choose from, the default first.
    pub const VALUES: &'static [&'static str] =
        &["ask", "none", "screen", "artillery, screen at 2:1", "engineers at 1:1 against tanks"];

    /// Reads a value; false if the words are none.
    pub fn read(&mut self, words: &[&str]) -> bool {
        let value = match words {
            ["ask"] => Some(Tactics::Ask),
            ["none"] => Some(Tactics::None),
            _ => plays(words).map(Tactics::Play),
        };
        value.map(|value| *self = value).is_some()
    }

    /// A value as it is written, and what it means.
    pub fn write(&self) -> (String, String) {
        match self {
            Tactics::Ask => (
                "ask".to_owned(),
                "you are asked which tactics support a defence, whether you hold any or not".to_owned(),
            ),
            Tactics::None => ("none".to_owned(), "no tactic is played for a defence".to_owned()),
            Tactics::Play(plays) => plays.write(),
        }
    }

    /// The answer to the question which tactics are played; none if the player is asked.
    pub fn answer(&self, known: Known<'_>) -> Option<Vec<Step>> {
        match self {
            Tactics::Ask => None,
            Tactics::None => Some(vec![Step::Verb(Verb::Pass)]),
            Tactics::Play(plays) => {
                let mut cards = if plays.fits(known) { plays.cards(known) } else { Vec::new() };
                if cards.is_empty() {
                    return Some(vec![Step::Verb(Verb::Pass)]);
                }
                cards.sort();
                let cards = cards.into_iter().flat_map(|(card, tactic)| [Step::Card(card), Step::As(tactic)]);
                Some([Step::Verb(Verb::Support)].into_iter().chain(cards).chain([Step::Done]).collect())
            }
        }
    }
}

impl Plays {
    fn write(&self) -> (String, String) {
        let names: Vec<String> = self.tactics.iter().map(|tactic| tactic.name().to_lowercase()).collect();
        let names = names.join(", ");
        let odds = self.odds.map_or(String::new(), |(one, other)| format!(" at {one}:{other}"));
        let tanks = if self.tanks { " against tanks" } else { "" };
        let when = match (self.odds, self.tanks) {
            (None, false) => "in every defence".to_owned(),
            (None, true) => "where tanks attack".to_owned(),
            (Some((one, other)), false) => format!("where the attack is at {one}:{other} or more"),
            (Some((one, other)), true) => format!("where tanks attack at {one}:{other} or more"),
        };
        let means =
            format!("{names}: as far as you hold them, each is played {when}, by your least card; elsewhere none is");
        (format!("{names}{odds}{tanks}"), means)
    }

    /// Whether the attack is as bad as that.
    fn fits(&self, known: Known<'_>) -> bool {
        let (definitions, public) = (known.definitions, known.public);
        let Some(combat) = &public.combat else { return false };
        let (attack, defence) = situations::strengths(definitions, public, combat);
        let tank = |unit: &UnitId| {
            let counter = definitions.counter(*unit);
            counter.kind == Kind::Armour || public.unit(*unit).face(counter).combined
        };
        let odds = self.odds.is_none_or(|(one, other)| attack * u32::from(other) >= defence * u32::from(one));
        odds && (!self.tanks || combat.attackers.iter().any(tank))
    }

    /// The cards for them: for each tactic the least one that is left.
    fn cards(&self, known: Known<'_>) -> Vec<(CardId, Tactic)> {
        let mut chosen: Vec<(CardId, Tactic)> = Vec::new();
        for tactic in &self.tactics {
            let is = |card: &CardId| {
                let free = !chosen.iter().any(|(other, _)| other == card);
                let may = attack::check_card(known, *card, None, true).is_ok();
                free && may && tactics(known.definitions, known.public, *card, true).contains(tactic)
            };
            let rank = |card: &CardId| match known.definitions.card(*card).formation {
                Formation::Nobody => 0,
                Formation::Divisions(_) => 1,
                Formation::Corps(_) => 2,
                Formation::Army(_) | Formation::Group => 3,
            };
            let card = known.hand.iter().copied().filter(is).min_by_key(|card| (rank(card), *card));
            chosen.extend(card.map(|card| (card, *tactic)));
        }
        chosen
    }
}

/// Reads tactics, odds and tanks. A tactic that needs a unit named with it is none that can be played so.
fn plays(words: &[&str]) -> Option<Plays> {
    let (words, tanks) = match words {
        [rest @ .., "against" | "with", "tanks"] => (rest, true),
        _ => (words, false),
    };
    let (words, odds) = match words {
        [rest @ .., "at", odds] => {
            let (one, other) = odds.split_once(':')?;
            let odds = (one.parse().ok()?, other.parse().ok()?);
            (rest, Some(odds).filter(|(one, other)| (1..=99).contains(one) && (1..=99).contains(other)))
        }
        _ => (words, None),
    };
    let mut left = words.join(" ");
    let mut tactics: Vec<Tactic> = Vec::new();
    while !left.is_empty() {
        let named = |(name, _): &&(&str, Tactic)| {
            let name = name.to_lowercase();
            left == name || left.starts_with(&format!("{name} "))
        };
        let (name, tactic) = Tactic::ALL.iter().find(named)?;
        if *tactic == Tactic::Reinforce || *tactic == Tactic::Assault || tactics.contains(tactic) {
            return None;
        }
        tactics.push(*tactic);
        left = left[name.len()..].trim_start().to_owned();
    }
    (!tactics.is_empty()).then_some(Plays { tactics, odds, tanks })
}
