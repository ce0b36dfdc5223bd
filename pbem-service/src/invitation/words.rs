//! An invitation as people read it, in mails and on pages.

use super::Invitation;
use crate::tempo::Tempo;
use crate::{Service, ServiceError};
use definitions::Scenario;
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// An invitation in words, for mails and pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InWords {
    /// Title of the game.
    pub title: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Its turns.
    pub length: String,
    /// Its history; may be empty.
    pub history: String,
    /// Who plays what.
    pub sides: String,
    /// Optional rules that differ from the default, in words.
    pub options: Vec<String>,
    /// How much time there is, if that is agreed on.
    pub pace: Option<String>,
    /// Who invites.
    pub host: String,
    /// With whom it is to be played.
    pub opponent: String,
    /// His word to the other.
    pub words: String,
    /// The day on which it ends.
    pub until: String,
}

impl Service {
    /// An invitation in words. Who invites is named by his own name alone where anybody may read it.
    ///
    /// # Errors
    /// When its game is not here any more.
    pub fn in_words(&self, invitation: &Invitation) -> Result<InWords, ServiceError> {
        let (_, rulebook) = self.shelf.newest(&invitation.game)?;
        let published = rulebook.published();
        let scenario = published.scenario(&invitation.scenario);
        let scenario = scenario.ok_or_else(|| ServiceError::Missing(format!("scenario {}", invitation.scenario)))?;
        let chosen: BTreeMap<String, String> = serde_json::from_str(&invitation.options).unwrap_or_default();
        let options = rulebook.options().iter().filter_map(|rule| {
            let (default, _) = rule.values.first()?;
            let value = chosen.get(rule.name).filter(|value| value != default)?;
            let (_, meaning) = rule.values.iter().find(|(known, _)| known == value)?;
            Some(format!("{}: {meaning}", rule.title))
        });
        let side = published.units.sides.iter().find(|side| side.id == invitation.side);
        let host = if invitation.name.is_empty() { "Who invites".to_owned() } else { invitation.name.clone() };
        let sides = match side {
            Some(side) => {
                let other =
                    published.units.sides.iter().find(|other| other.id != side.id).map(|side| side.name.as_str());
                format!(
                    "{host} plays the {} side; the other player has the {} side",
                    side.name,
                    other.unwrap_or("other")
                )
            }
            None => "The lot decides who has which side".to_owned(),
        };
        Ok(InWords {
            title: published.title.clone(),
            scenario: scenario.title.clone(),
            length: length(scenario),
            history: published.about.story(&scenario.id).map(|story| story.history.clone()).unwrap_or_default(),
            sides,
            options: options.collect(),
            pace: match Tempo::read(&invitation.pace) {
                Ok(Some(tempo)) => Some(format!("Time: {}", tempo.words())),
                _ => None,
            },
            host,
            opponent: match invitation.way.as_str() {
                "address" => "with somebody whom we invite by mail",
                "link" => "to whoever has its link",
                "open" => "to anybody on this host",
                _ => "against the computer",
            }
            .to_owned(),
            words: invitation.words.clone(),
            until: day(invitation.expires),
        })
    }
}

/// How many turns, and from when to when.
pub fn length(scenario: &Scenario) -> String {
    let (first, last) = scenario.turns;
    let count = match last.saturating_sub(first) + 1 {
        1 => "One turn".to_owned(),
        many => format!("{many} turns"),
    };
    match (scenario.dates.first(), scenario.dates.last()) {
        (Some(begin), Some(end)) if begin != end => format!("{count}, {begin} to {end}"),
        (Some(only), _) => format!("{count}, {only}"),
        _ => count,
    }
}

/// A day, as mails name it: `12 March 2026`.
pub fn day(time: i64) -> String {
    let date = OffsetDateTime::from_unix_timestamp(time / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!("{} {} {}", date.day(), date.month(), date.year())
}

/// A moment: `12 March 2026, 17:05 UTC`.
pub fn moment(time: i64) -> String {
    let date = OffsetDateTime::from_unix_timestamp(time / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!("{}, {:02}:{:02} UTC", day(time), date.hour(), date.minute())
}
