//! A game told turn by turn: what happened, and the board at the end of each with what moved and fought in it.

use crate::live::Live;
use crate::{Service, ServiceError};
use artwork::annals::{Annals, Turn};
use engine::contract::{SideId, Viewer};
use engine::table::{Moment, Rulebook};

use crate::render::side_words;

/// The moments of a game turn, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What headlines call the turn.
    pub title: String,
    /// The last moment before it, with whose board it began.
    pub before: usize,
    /// Its last moment.
    pub last: usize,
}

/// The game turn in a headline: what stands before the first dot.
pub fn turn_of(caption: &str) -> &str {
    caption.split(" · ").next().unwrap_or(caption)
}

/// The turns of a game.
pub fn turns_of(moments: &[Moment]) -> Vec<Span> {
    let mut turns: Vec<Span> = Vec::new();
    for (number, moment) in moments.iter().enumerate() {
        let title = turn_of(&moment.caption);
        match turns.last_mut().filter(|turn| turn.title == title) {
            Some(turn) => turn.last = number,
            None => turns.push(Span { title: title.to_owned(), before: number.saturating_sub(1), last: number }),
        }
    }
    turns
}

impl Service {
    /// A game as a viewer knows it, turn by turn.
    ///
    /// # Errors
    /// When it cannot be read, or so many ask that it would take too long.
    pub async fn annals(&self, live: &Live, side: Option<SideId>) -> Result<Annals, ServiceError> {
        let viewer = Live::viewer(side);
        let mut records = self.store.records(live.row.id, 0).await?;
        records.truncate(live.session.len() as usize);
        let rulebook = live.rulebook.clone();
        let told = move || turns(&*rulebook, &records, viewer);
        let turns = self.rooms.answer((live.row.id, viewer), told).await?;
        let turns = turns.map_err(|error| ServiceError::Broken("game", error))?;
        let published = live.rulebook.published();
        Ok(Annals {
            report_of_game: live.row.id,
            title: published.title.clone(),
            scenario: live.scenario().to_owned(),
            known_to: side.map_or_else(|| "both sides".to_owned(), |side| side_words(published, side)),
            outcome: live.session.outcome().map(|outcome| outcome.words()),
            turns,
            packed: self.store.definitions(&live.row.definitions).await?,
        })
    }
}

/// How many lines of a turn stand above its heading, where a game writes one (`— Turn 2, 18 December —`): they tell the end of the turn
/// before, in the moment with which the new one begins.
fn above_heading(lines: &[String], title: &str) -> usize {
    let heads = |line: &String| line.strip_prefix("— ").is_some_and(|rest| rest.starts_with(title));
    lines.iter().position(heads).unwrap_or(0)
}

/// Lives through a game once, and looks at the board at the end of each turn.
fn turns(rulebook: &dyn Rulebook, records: &[String], viewer: Viewer) -> Result<Vec<Turn>, String> {
    let moments = rulebook.moments(records, viewer)?;
    let Some(first) = moments.first() else { return Ok(Vec::new()) };
    let mut session = rulebook.open(&records[..first.records])?;
    let mut known = first.records;
    let mut told: Vec<Turn> = Vec::new();
    for Span { title, before, last } in turns_of(&moments) {
        let (from, end) = (moments[before].records, moments[last].records);
        for record in &records[known..end] {
            session.apply(record)?;
        }
        known = end;
        let own = if told.is_empty() { 0..=last } else { before + 1..=last };
        let mut lines: Vec<String> = moments[own].iter().flat_map(|moment| moment.lines.iter().cloned()).collect();
        if let Some(turn) = told.last_mut() {
            turn.lines.extend(lines.drain(..above_heading(&lines, &title)));
        }
        told.push(Turn { title, lines, position: session.told(from as u64, viewer).position });
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_above_the_heading_of_a_turn_belongs_to_the_one_before() {
        let lines = |all: &[&str]| all.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let told = lines(&["Bastogne holds.", "Out of fuel: Peiper.", "— Turn 2, 18 December —", "The sky is clear."]);
        assert_eq!(above_heading(&told, "Turn 2, 18 December"), 2);
        assert_eq!(above_heading(&told[2..], "Turn 2, 18 December"), 0);
        assert_eq!(above_heading(&told, "Turn 3, 20 December"), 0, "a game may write none");
    }
}
