//! What players say to each other: how long, and how much.

use crate::clock::{DAY, MINUTE};
use crate::desk::Desk;
use crate::live::Live;
use crate::pace::{Pace, allow, full};
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError};
use data_encoding::HEXLOWER;
use engine::contract::{Refusal, SideId};
use engine::speech::Inquiry;
use engine::table::{Aside, Line, LineReport, Verdict};
use sha2::{Digest, Sha256};

/// Characters that a player may say at one time.
pub const LONGEST_SAID: usize = 2_000;
/// Characters of a word for the dice.
const LONGEST_WORD: usize = 200;
/// How much a player may say.
const SAID: Pace = Pace { burst: 30, each: 10 * MINUTE };
/// How often a player may undo something, or change what waits or stands: each time stays in the game's history, and none of
/// it brings the game on.
const CHANGED: Pace = Pace { burst: 100, each: 10 * MINUTE };
/// How often the same words are said for somebody who leaves them standing beside his orders.
const SAME: Pace = Pace { burst: 1, each: DAY };
/// What is told of words that the other side gets.
const SAID_ON: &str = "It goes to the other side.";
/// What is told of words that stand beside orders once more.
const SAID_BEFORE: &str = "It went to the other side before, within a day, and does not go once more.";
/// Why words beside orders are not said.
const UNSAID: &str = "none of the orders beside it was carried out, so it was not said yet";
/// How much of something that is refused is shown with the reason.
const SHOWN: usize = 40;

impl Service {
    /// A submission without what its player may not say, and why he may not; and what of his mail is said.
    pub(crate) async fn hear(
        &self,
        submission: &Submission,
        live: &Live,
        desk: &mut Desk,
    ) -> Result<(Submission, Vec<LineReport>), ServiceError> {
        let mut heard = Submission { asides: Vec::new(), ..submission.clone() };
        let mut unheard = Vec::new();
        let mut asides = submission.asides.clone();
        // what is tried out is said to nobody
        let mut tried_out = false;
        // what is proposed is read by the other side like what is said
        let mut lines = Vec::new();
        let mut changes = false;
        for line in std::mem::take(&mut heard.batch.lines) {
            if let Line::Text(text) = &line {
                tried_out |= Inquiry::read(text) == Some(Inquiry::Preview(String::new()));
                if let Some(aside) = aside(text, text, submission.side).filter(|_| !tried_out) {
                    asides.push(aside);
                    continue;
                }
            }
            let refusal = match &line {
                Line::Text(text) if text.trim().eq_ignore_ascii_case("resign") => {
                    let refusal = Refusal::new("talk", "a single word is too easily written by mistake");
                    Some(refusal.remedy("Write `resign the game` to give it up."))
                }
                Line::Text(text) => match Inquiry::read(text) {
                    Some(Inquiry::Propose(_)) => self.too_much(submission, "proposed").await?,
                    Some(Inquiry::Undo(_)) => {
                        // what was to follow it was meant for what it would have left
                        heard.fault = heard.fault.or(self.too_often(submission, "undone").await?);
                        None
                    }
                    Some(inquiry) => {
                        changes |= match inquiry {
                            Inquiry::Standing(rule) => !rule.is_empty(),
                            inquiry => inquiry == Inquiry::TakeBack,
                        };
                        None
                    }
                    None => None,
                },
                Line::Steps(_) => None,
            };
            match (refusal, &line) {
                (Some(refusal), Line::Text(text)) => unheard.push(LineReport {
                    text: text.chars().take(SHOWN).collect(),
                    verdict: Verdict::Refused { refusal, summary: String::new() },
                }),
                _ => lines.push(line),
            }
        }
        heard.batch.lines = lines;
        if changes {
            heard.fault = heard.fault.or(self.too_often(submission, "changed").await?);
        }
        let by_mail = matches!(submission.receipt, Receipt::Answer { .. });
        let said = asides.iter().any(|aside| matches!(aside, Aside::Said { .. }));
        let beside = by_mail && said && !heard.batch.lines.is_empty();
        let waits = beside && self.comes_to_nothing(&heard, live).await?;
        for aside in &asides {
            let aside = in_one_line(aside);
            if let Some(refusal) = self.refusal(submission, &aside).await? {
                unheard.push(refused(&aside, refusal));
                continue;
            }
            if let (Aside::Said { text, .. }, true, false) = (&aside, by_mail, desk.has_twin) {
                let verdict = if waits {
                    Verdict::Returned(UNSAID.to_owned())
                } else if self.is_news(submission, text, beside, desk).await? {
                    Verdict::Done(vec![SAID_ON.to_owned()])
                } else {
                    Verdict::Answered(vec![SAID_BEFORE.to_owned()])
                };
                let is_said = matches!(verdict, Verdict::Done(_));
                unheard.push(LineReport { text: written(&aside), verdict });
                if !is_said {
                    continue;
                }
            }
            heard.asides.push(aside);
        }
        Ok((heard, unheard))
    }

    /// Whether nothing of a mail's orders would be carried out or wait: what is said beside them is about something that
    /// has not happened then. What answers the past is not looked at, and what is said in it holds at any time.
    async fn comes_to_nothing(&self, submission: &Submission, live: &Live) -> Result<bool, ServiceError> {
        let is_past = submission.bound.is_some_and(|bound| live.is_past(submission.side, bound));
        if submission.fault.is_some() || is_past || live.session.outcome().is_some() {
            return Ok(false);
        }
        let (now, side, batch) = (live.clone(), submission.side, submission.batch.clone());
        let report = self.rooms.think(move || now.session.judge(side, &batch, &now.secrets).report).await?;
        let counts = |line: &LineReport| matches!(line.verdict, Verdict::Done(_) | Verdict::Parked);
        Ok(report.has_fault() && !report.lines.iter().any(counts))
    }

    /// Whether a player did not say the same within a day, and notes that he did now. Alone in a mail it is meant in any
    /// case; beside orders it was most likely left standing as they were mended.
    async fn is_news(
        &self,
        submission: &Submission,
        text: &str,
        beside: bool,
        desk: &mut Desk,
    ) -> Result<bool, ServiceError> {
        let words = HEXLOWER.encode(&Sha256::digest(text)[..16]);
        let name = format!("words {}.{} {words}", submission.game, submission.side.0);
        let now = self.clock.now();
        if beside && let Some(full) = full(self.store.readers(), &name).await? {
            desk.paces.know(name.clone(), full);
        }
        Ok(desk.paces.allow(name, SAME, 1, now))
    }

    async fn refusal(&self, submission: &Submission, aside: &Aside) -> Result<Option<Refusal>, ServiceError> {
        let (text, longest) = match aside {
            Aside::Said { text, .. } => (text, LONGEST_SAID),
            Aside::Joined { word, .. } => (word, LONGEST_WORD),
            Aside::Resigned { .. } | Aside::Lapsed { .. } | Aside::Seated { .. } => return Ok(None),
        };
        if text.is_empty() {
            let refusal = Refusal::new("talk", "there is nothing in it");
            return Ok(Some(refusal.remedy("Write it on the same line, behind the colon.")));
        }
        let length = text.chars().count();
        if length > longest {
            let refusal = Refusal::new("talk", format!("this has {length} characters; {longest} are the most"));
            return Ok(Some(refusal.remedy("Say it in fewer words.")));
        }
        self.too_much(submission, "said").await
    }

    /// Why a player may not say or propose one thing more now, if so.
    async fn too_much(&self, submission: &Submission, done: &str) -> Result<Option<Refusal>, ServiceError> {
        let due = self.minutes_until(submission, done, SAID).await?;
        Ok(due.map(|minutes| {
            let said =
                format!("you have {done} {} things in a short time; one more may follow every 10 minutes", SAID.burst);
            Refusal::new("talk", said).remedy(format!("Write it again in {minutes} min."))
        }))
    }

    /// Why nothing of a submission is looked at that undoes orders, or changes what waits or stands, if that was done too often.
    async fn too_often(&self, submission: &Submission, done: &str) -> Result<Option<String>, ServiceError> {
        let due = self.minutes_until(submission, done, CHANGED).await?;
        let what = if done == "undone" { "undone orders" } else { "changed what waits or stands" };
        Ok(due.map(|minutes| {
            format!(
                "You have {what} {} times in a short time; once more may follow every 10 minutes, so nothing of this was \
                 carried out. Write it again in {minutes} min. `preview:` above orders tries them out and leaves nothing \
                 to undo.",
                CHANGED.burst
            )
        }))
    }

    /// Takes one from a seat's measure; in how many minutes there is one again, if it is empty.
    async fn minutes_until(
        &self,
        submission: &Submission,
        done: &str,
        pace: Pace,
    ) -> Result<Option<i64>, ServiceError> {
        let name = format!("{done} {}.{}", submission.game, submission.side.0);
        let now = self.clock.now();
        let allowed = allow(self.store.writer(), &name, pace, 1, now).await?;
        Ok(allowed.err().map(|due| (due - now + 59_999) / 60_000))
    }
}

/// What one player says, the other reads among our own words: it is one line of signs that are seen, so that nobody can
/// write a line of ours into it, from whichever door it came.
fn in_one_line(aside: &Aside) -> Aside {
    match aside {
        Aside::Said { side, text } => Aside::Said { side: *side, text: one_line(text) },
        Aside::Joined { side, word } => Aside::Joined { side: *side, word: one_line(word) },
        other => other.clone(),
    }
}

/// A text as one line of signs that are seen.
pub fn one_line(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.replace(is_unseen, ""));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A text of some lines with the signs alone that are seen: for a terminal, which does what it reads in others.
pub fn seen(text: &str) -> String {
    text.replace(|sign| is_unseen(sign) && !['\n', '\t'].contains(&sign), "")
}

/// Signs that are not seen and change how others are, and what is no sign. The joiners within words and pictures are none of them.
fn is_unseen(sign: char) -> bool {
    let marks = ['\u{61c}', '\u{200b}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{feff}'];
    sign.is_control()
        || is_no_sign(sign)
        || marks.contains(&sign)
        || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a code point stands for no sign and never will (Unicode 23.7): XML and other readers refuse a text that has one.
pub(crate) fn is_no_sign(sign: char) -> bool {
    matches!(sign, '\u{fdd0}'..='\u{fdef}') || u32::from(sign) & 0xfffe == 0xfffe
}

/// What a player says to the table, and his orders: of each line as it is read, and as he wrote it.
pub fn sort<'l>(lines: impl Iterator<Item = (&'l str, &'l str)>, side: SideId) -> (Vec<Aside>, Vec<String>) {
    let (mut asides, mut orders) = (Vec::new(), Vec::new());
    for (text, original) in lines {
        match aside(text, original, side) {
            Some(aside) => asides.push(aside),
            None => orders.push(text.to_owned()),
        }
    }
    (asides, orders)
}

/// A line that is no order: `say: …` with the colon or without it, `word: …`, `resign the game`.
fn aside(text: &str, original: &str, side: SideId) -> Option<Aside> {
    if text.trim().trim_end_matches('.').eq_ignore_ascii_case("resign the game") {
        return Some(Aside::Resigned { side });
    }
    let parted = |line: &str| {
        let line = line.trim();
        let (name, rest) = line.split_at(line.find(|letter: char| letter == ':' || letter.is_whitespace())?);
        let (name, rest) = (name.to_ascii_lowercase(), rest.trim_start());
        // `Word has it that …` is no word for the dice
        let rest = rest.strip_prefix(':').or((name == "say").then_some(rest))?;
        Some((name, rest.trim().to_owned()))
    };
    let (name, _) = parted(text)?;
    let (_, rest) = parted(original).unwrap_or_default();
    match name.as_str() {
        "say" => Some(Aside::Said { side, text: rest }),
        "word" => Some(Aside::Joined { side, word: rest }),
        _ => None,
    }
}

fn refused(aside: &Aside, refusal: Refusal) -> LineReport {
    LineReport { text: written(aside), verdict: Verdict::Refused { refusal, summary: String::new() } }
}

/// The beginning of a line as its player wrote it.
fn written(aside: &Aside) -> String {
    let (verb, text) = match aside {
        Aside::Said { text, .. } => ("say", text.as_str()),
        Aside::Joined { word, .. } => ("word", word.as_str()),
        Aside::Resigned { .. } => ("resign", ""),
        Aside::Lapsed { .. } => ("clock", "claim"),
        Aside::Seated { .. } => ("clock", "computer"),
    };
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{verb}: {start}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_sign_and_what_nobody_sees_is_dropped_and_joined_letters_stay() {
        let said =
            one_line("a\u{ffff}b \u{fffe} c\u{fdd0}\u{1ffff}d\u{202e}\u{1b}e \u{1f468}\u{200d}\u{1f469} \u{fffd}");
        assert_eq!(said, "ab cde \u{1f468}\u{200d}\u{1f469} \u{fffd}");
        assert_eq!(seen("550 \u{1b}]0;owned\u{7}\r\n\tno\u{9b}31m user é"), "550 ]0;owned\n\tno31m user é");
    }

    #[test]
    fn talk_the_dice_word_and_giving_up_are_no_orders() {
        let side = SideId(1);
        assert_eq!(
            aside("say: well done", "say: well done", side),
            Some(Aside::Said { side, text: "well done".into() })
        );
        assert_eq!(aside("Word: Häuser", "Word: Häuser", side), Some(Aside::Joined { side, word: "Häuser".into() }));
        assert_eq!(aside("Resign the game", "Resign the game", side), Some(Aside::Resigned { side }));
        assert_eq!(aside("say well done", "say Well done", side), Some(Aside::Said { side, text: "Well done".into() }));
        assert_eq!(aside("say : so", "say : so", side), Some(Aside::Said { side, text: "so".into() }));
        assert_eq!(aside("say:", "say:", side), Some(Aside::Said { side, text: String::new() }));
        assert_eq!(aside("saying: no", "saying: no", side), None);
        assert_eq!(aside("word has it", "word has it", side), None);
        assert_eq!(aside("resign", "resign", side), None);
        assert_eq!(aside("move 1/26 to 1817", "", side), None);
    }
}
