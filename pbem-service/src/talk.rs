//! What players say to each other: how long, and how much.

use crate::pace::{Pace, allow};
use crate::submit::Submission;
use crate::{Service, ServiceError};
use engine::contract::Refusal;
use engine::table::{Aside, LineReport, Verdict};

/// Characters that a player may say at one time.
pub const LONGEST_SAID: usize = 2_000;
/// Characters of a word for the dice.
const LONGEST_WORD: usize = 200;
/// How much a player may say.
const SAID: Pace = Pace { burst: 30, each: 10 * 60_000 };
/// How much of something that is refused is shown with the reason.
const SHOWN: usize = 40;

impl Service {
    /// A submission without what its player may not say, and why he may not.
    pub(crate) async fn hear(&self, submission: &Submission) -> Result<(Submission, Vec<LineReport>), ServiceError> {
        let mut heard = Submission { asides: Vec::new(), ..submission.clone() };
        let mut unheard = Vec::new();
        for aside in &submission.asides {
            match self.refusal(submission, aside).await? {
                Some(refusal) => unheard.push(refused(aside, refusal)),
                None => heard.asides.push(aside.clone()),
            }
        }
        Ok((heard, unheard))
    }

    async fn refusal(&self, submission: &Submission, aside: &Aside) -> Result<Option<Refusal>, ServiceError> {
        let (text, longest) = match aside {
            Aside::Said { text, .. } => (text, LONGEST_SAID),
            Aside::Joined { word, .. } => (word, LONGEST_WORD),
            Aside::Resigned { .. } => return Ok(None),
        };
        let length = text.chars().count();
        if length > longest {
            let refusal = Refusal::new("talk", format!("this has {length} characters; {longest} are the most"));
            return Ok(Some(refusal.remedy("Say it in fewer words.")));
        }
        let name = format!("said {}.{}", submission.game, submission.side.0);
        let now = self.clock.now();
        let allowed = allow(self.store.writer(), &name, SAID, 1, now).await?;
        Ok(allowed.err().map(|due| {
            let minutes = (due - now + 59_999) / 60_000;
            let said =
                format!("you have said {} things in a short time; one more may follow every 10 minutes", SAID.burst);
            Refusal::new("talk", said).remedy(format!("Say it again in {minutes} min."))
        }))
    }
}

fn refused(aside: &Aside, refusal: Refusal) -> LineReport {
    let (verb, text) = match aside {
        Aside::Said { text, .. } => ("say", text.as_str()),
        Aside::Joined { word, .. } => ("word", word.as_str()),
        Aside::Resigned { .. } => ("resign", ""),
    };
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    let verdict = Verdict::Refused { refusal, summary: String::new() };
    LineReport { text: format!("{verb}: {start}{more}"), verdict }
}
