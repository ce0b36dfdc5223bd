//! Lines that are neither orders nor for the other side: notes of one's own, hours without mail, a word to the host.
//!
//! They are heeded by themselves, whatever moment of the game is answered, and change nothing in it.

use crate::live::Live;
use crate::quiet::Quiet;
use crate::submit::Submission;
use crate::{Service, ServiceError};
use engine::contract::{Refusal, SideId, Viewer};
use engine::speech::Inquiry;
use engine::table::{Line, LineReport, Verdict};

/// Words with which such lines begin, if a colon follows: without it they begin sentences of every letter.
pub(crate) const MARKED: [&str; 3] = ["note", "quiet", "report"];
/// Phrases with which they begin.
pub(crate) const PHRASES: [&str; 2] = ["my notes", "quiet hours"];
/// Notes that an answer tells.
const TOLD: usize = 20;
/// How much of a line is shown with what came of it.
const SHOWN: usize = 80;

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish<'l> {
    Note(&'l str),
    Notes,
    /// Empty to be told how it is.
    Quiet(&'l str),
    Report(&'l str),
}

impl Wish<'_> {
    /// Reads a line; none if it is another kind of line.
    fn read(line: &str) -> Option<Wish<'_>> {
        let line = line.trim();
        let plain = line.trim_end_matches(['.', '?', '!', ':']).to_ascii_lowercase();
        if plain == "my notes" {
            return Some(Wish::Notes);
        }
        if plain == "quiet hours" {
            return Some(Wish::Quiet(""));
        }
        let (word, rest) = line.split_once(':')?;
        match word.trim().to_ascii_lowercase().as_str() {
            "note" => Some(Wish::Note(rest.trim())),
            "quiet" | "quiet hours" => Some(Wish::Quiet(rest.trim())),
            "report" => Some(Wish::Report(rest.trim())),
            _ => None,
        }
    }
}

/// What is left of a line that noted something, in an answer that is kept.
const STRUCK: &str = "note: …";

/// Takes what a line noted, or was told of notes, out of what it was answered; whether there was anything.
pub(crate) fn strike_note(line: &mut LineReport) -> bool {
    match Wish::read(&line.text) {
        Some(Wish::Note(words)) if !words.is_empty() && line.text != STRUCK => {
            STRUCK.clone_into(&mut line.text);
            true
        }
        Some(Wish::Notes) => {
            let struck = Verdict::Answered(vec!["What was told here of your notes is not kept any more.".to_owned()]);
            std::mem::replace(&mut line.verdict, struck.clone()) != struck
        }
        _ => false,
    }
}

/// Whether a submission has such lines.
pub(crate) fn has_lines_beside(submission: &Submission) -> bool {
    submission.batch.lines.iter().any(|line| matches!(line, Line::Text(text) if Wish::read(text).is_some()))
}

/// How far a game has come, as the player of a side sees it.
pub(crate) fn moment(live: &Live, side: SideId) -> String {
    live.session.position(Viewer::Side(side)).caption
}

impl Service {
    /// A submission without such lines, and what came of those. What stands below `preview:` is tried out, and noted, reported and
    /// changed is nothing.
    pub(crate) async fn heed_beside(
        &self,
        submission: &Submission,
    ) -> Result<(Submission, Vec<LineReport>), ServiceError> {
        let mut rest = Submission { batch: submission.batch.clone(), ..submission.clone() };
        rest.batch.lines.clear();
        let (mut reports, mut tried_out) = (Vec::new(), false);
        for (place, line) in submission.batch.lines.iter().enumerate() {
            let Line::Text(text) = line else {
                rest.batch.lines.push(line.clone());
                continue;
            };
            tried_out |= Inquiry::read(text) == Some(Inquiry::Preview(String::new()));
            let Some(wish) = Wish::read(text) else {
                rest.batch.lines.push(line.clone());
                continue;
            };
            let verdict = if tried_out {
                Verdict::Answered(vec!["This was tried out only: nothing was done.".to_owned()])
            } else {
                match self.fulfil(submission, wish, &format!("{} {place}", submission.key)).await? {
                    Ok(told) => Verdict::Answered(told),
                    Err(refusal) => Verdict::Refused { refusal, summary: String::new() },
                }
            };
            reports.push(LineReport { text: text.chars().take(SHOWN).collect(), verdict });
        }
        Ok((rest, reports))
    }

    /// Does what a line asks for: what its player is told, or why not.
    async fn fulfil(
        &self,
        submission: &Submission,
        wish: Wish<'_>,
        mark: &str,
    ) -> Result<Result<Vec<String>, Refusal>, ServiceError> {
        let live = self.live(submission.game).await?;
        let (game, side) = (submission.game, live.side_id(submission.side));
        Ok(match wish {
            Wish::Note(words) => {
                let noted = self.note_down(&live, submission.side, words, mark).await?;
                noted.map(|()| vec!["Noted. Nobody but you is told; `my notes` lists them.".to_owned()])
            }
            Wish::Notes => {
                let notes = self.notes(game, side).await?;
                let mut told: Vec<String> = notes.iter().take(TOLD).rev().map(|note| note.line()).collect();
                let page = format!("{}/games/{game}/notes", self.settings.base_url);
                match notes.len() {
                    0 => told.push("You have noted nothing in this game. `note: WORDS` does.".to_owned()),
                    all if all > TOLD => told.push(format!("These are the newest of {all}; all stand at {page}.")),
                    _ => told.push(format!("They stand at {page}, too, where they can be struck out.")),
                }
                Ok(told)
            }
            Wish::Quiet(hours) => self.wish_quiet(game, side, hours).await?.map(|quiet| vec![in_words(quiet.as_ref())]),
            Wish::Report(words) => {
                let done = self.complain(&live, submission.side, words, mark).await?;
                done.map(|number| {
                    vec![format!(
                        "Your host reads it as report {number}, with what was said in the game until now. The other side is not told."
                    )]
                })
            }
        })
    }
}

/// What a player is told of his quiet hours.
pub(crate) fn in_words(quiet: Option<&Quiet>) -> String {
    match quiet {
        Some(quiet) => format!(
            "No mail goes to you from {}, in any of your games: what is due waits, and becomes one mail a game. What you write \
             yourself is answered at once, and warnings of a clock come before the hours begin.",
            quiet.words()
        ),
        None => {
            "Mail goes to you at any hour. `quiet: 22-7 Berlin` holds it from 22:00 to 7:00 by the clocks of Berlin."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn such_lines_are_known_by_their_first_word_and_a_colon() {
        for (line, wish) in [
            ("note: Peiper is out of fuel: wait", Wish::Note("Peiper is out of fuel: wait")),
            ("Note : so", Wish::Note("so")),
            ("NOTE:", Wish::Note("")),
            ("my notes", Wish::Notes),
            ("My notes?", Wish::Notes),
            ("quiet: 22-7 Berlin", Wish::Quiet("22-7 Berlin")),
            ("quiet hours: none", Wish::Quiet("none")),
            ("quiet hours", Wish::Quiet("")),
            ("quiet:", Wish::Quiet("")),
            ("report: he threatens me", Wish::Report("he threatens me")),
        ] {
            assert_eq!(Wish::read(line), Some(wish), "{line}");
        }
        for line in ["Note that I am away", "notes", "Not now: later", "quietly: so", "say: note: so", "report", ""] {
            assert_eq!(Wish::read(line), None, "{line}");
        }
    }
}
