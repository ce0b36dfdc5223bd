//! Lines that are about the clock and no orders: `clock`, `clock rest`, `clock vacation 10`, `clock claim`.

use super::{Standing, span};
use crate::clock::DAY;
use crate::queue::Detail;
use crate::submit::Submission;
use crate::{Service, ServiceError};
use engine::contract::Refusal;
use engine::table::{Aside, Line, LineReport, Verdict};

/// Days that can be given at one time.
const MOST_GIVEN: i64 = 30;

/// What a line about the clock asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Tell,
    Rest,
    GoOn,
    Vacation(i64),
    Claim,
    Computer,
    Give(i64),
}

/// What can be written behind `clock`.
const KNOWN: &str = "After `clock` there may stand: nothing, which tells how it stands; `rest` and `go on`; `vacation 10`, in \
                     days, and `back`; and when the time of the other side has run out `claim`, `computer` or `give 3`.";

impl Wish {
    /// Reads a line; none if it is not about the clock at all, an error if nobody can tell what it means.
    fn read(line: &str) -> Option<Result<Wish, ()>> {
        let words: Vec<String> =
            line.split_whitespace().map(|word| word.trim_matches(['.', ',', ':']).to_ascii_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        let (first, rest) = words.split_first()?;
        if *first != "clock" {
            return None;
        }
        let days = |text: &str| text.parse::<i64>().ok().filter(|days| (1..=366).contains(days));
        Some(match rest {
            [] | ["status"] => Ok(Wish::Tell),
            ["rest" | "pause"] => Ok(Wish::Rest),
            ["go", "on"] | ["on" | "resume"] => Ok(Wish::GoOn),
            ["back"] => Ok(Wish::Vacation(0)),
            ["vacation", number] | ["vacation", number, "day" | "days"] => days(number).map(Wish::Vacation).ok_or(()),
            ["claim"] | ["claim", "the", "game"] => Ok(Wish::Claim),
            ["computer"] => Ok(Wish::Computer),
            ["give", number] | ["give", number, "day" | "days"] => days(number).map(Wish::Give).ok_or(()),
            _ => Err(()),
        })
    }
}

/// Whether a submission has lines about the clock.
pub(crate) fn mentions_clock(submission: &Submission) -> bool {
    submission.batch.lines.iter().any(|line| matches!(line, Line::Text(text) if Wish::read(text).is_some()))
}

impl Service {
    /// A submission without its lines about the clock, and what came of those. What leaves a record goes with the rest.
    pub(crate) async fn heed_clock(
        &self,
        submission: &Submission,
    ) -> Result<(Submission, Vec<LineReport>), ServiceError> {
        let wish = |line: &Line| match line {
            Line::Text(text) => Wish::read(text).map(|wish| (text.clone(), wish)),
            Line::Steps(_) => None,
        };
        let mut rest = submission.clone();
        let wishes: Vec<_> = submission.batch.lines.iter().filter_map(wish).collect();
        rest.batch.lines.retain(|line| wish(line).is_none());
        let mut reports = Vec::new();
        for (text, wish) in wishes {
            let verdict = match wish {
                Ok(wish) => self.grant(submission, wish, &mut rest.asides).await?,
                Err(()) => Err(("nobody can tell what this means".to_owned(), KNOWN.to_owned())),
            };
            let verdict = match verdict {
                Ok(told) => Verdict::Answered(told),
                Err((why, remedy)) => {
                    Verdict::Refused { refusal: Refusal::new("clock", why).remedy(remedy), summary: String::new() }
                }
            };
            reports.push(LineReport { text: text.chars().take(80).collect(), verdict });
        }
        Ok((rest, reports))
    }

    /// Does what a line wishes: what its player is told, or why not and what to do instead.
    async fn grant(
        &self,
        submission: &Submission,
        wish: Wish,
        asides: &mut Vec<Aside>,
    ) -> Result<Result<Vec<String>, (String, String)>, ServiceError> {
        let refused = |why: &str, remedy: &str| Ok(Err((why.to_owned(), remedy.to_owned())));
        let (game, side, enemy) = (submission.game, submission.side, submission.side.enemy());
        let live = self.live_alone(game).await?;
        if live.session.outcome().is_some() && wish != Wish::Tell {
            return refused("the game is over", "Start another one.");
        }
        let now = self.clock.now();
        let transaction = self.store.hold(game).await?;
        let Some(mut standing) = self.clock_of(&transaction, game).await? else {
            return refused("this game has no clock", "Both sides take the time that they need.");
        };
        let before = standing.clone();
        let is_out = standing.is_out(enemy);
        let not_out = "the time of the other side has not run out";
        let wait = "`clock` tells how long it has still.";
        match wish {
            Wish::Tell => {}
            Wish::Rest => rest(&mut standing, side.index(), true, now),
            Wish::GoOn => rest(&mut standing, side.index(), false, now),
            Wish::Vacation(days) => {
                let rests = standing.rests();
                if let Err(why) = standing.dials[side.index()].leave(days * DAY, now, rests) {
                    return refused(
                        &why,
                        "Take fewer days, or ask the other side to let the game rest with `clock rest`.",
                    );
                }
            }
            Wish::Claim | Wish::Computer | Wish::Give(_) if !is_out => return refused(not_out, wait),
            Wish::Claim => asides.push(Aside::Lapsed { side: enemy }),
            Wish::Computer => asides.push(Aside::Seated { side: enemy, computer: true }),
            Wish::Give(days) if days > MOST_GIVEN => {
                return refused("that is too much at one time", &format!("Give {MOST_GIVEN} days at most."));
            }
            Wish::Give(days) => {
                let tempo = standing.tempo;
                standing.dials[enemy.index()].get_more(tempo, days * DAY, now);
            }
        }
        if standing != before {
            self.keep_clock(&transaction, game, &standing).await?;
            // the other side learns what becomes of the time
            self.queue(&transaction, &live, enemy, "time", Detail::default()).await?;
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(Ok(match wish {
            Wish::Claim => vec!["You claim the game.".to_owned()],
            Wish::Computer => vec!["The computer plays the other side from now on.".to_owned()],
            Wish::Give(days) => vec![format!("The other side has {} more.", span(days * DAY))],
            _ => standing.words(&live, side, now),
        }))
    }
}

/// Notes whether a side wants the game to rest, and lets it rest or go on.
fn rest(standing: &mut Standing, side: usize, wants: bool, now: i64) {
    let rested = standing.rests();
    standing.dials[side].rests = wants;
    if !wants && rested {
        // whoever ends a rest ends it for both: the next one needs both again
        for dial in &mut standing.dials {
            dial.rests = false;
        }
    }
    match (rested, standing.rests()) {
        (false, true) => standing.dials.iter_mut().for_each(|dial| dial.stand(now)),
        (true, false) => standing.dials.iter_mut().filter(|dial| !dial.is_away(now)).for_each(|dial| dial.run(now)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_clock_are_known_by_their_first_word() {
        for (line, wish) in [
            ("clock", Wish::Tell),
            ("Clock rest.", Wish::Rest),
            ("clock go on", Wish::GoOn),
            ("clock vacation 10 days", Wish::Vacation(10)),
            ("clock: vacation 1", Wish::Vacation(1)),
            ("clock back", Wish::Vacation(0)),
            ("clock claim", Wish::Claim),
            ("clock give 3", Wish::Give(3)),
        ] {
            assert_eq!(Wish::read(line), Some(Ok(wish)), "{line}");
        }
        for line in ["clock vacation", "clock vacation 0", "clock give 1000", "clock stop"] {
            assert_eq!(Wish::read(line), Some(Err(())), "{line}");
        }
        for line in ["", "clocks", "move 1/26 to 1817", "rest"] {
            assert_eq!(Wish::read(line), None, "{line}");
        }
    }
}
