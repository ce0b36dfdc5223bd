//! How much time the players of a game have: a pace that they agreed on when it began, and a dial for each side.
//!
//! A side's time runs while a decision is its own, in the other's turn as well. Each time the game comes to it, it has so
//! many days free; what it takes beyond that comes out of its bank. A reaction (a right that may be waived) has a shorter
//! time of its own and costs nothing of the bank; when that is over the computer answers it, so that nobody holds up the
//! other's move. Nothing runs while the game rests by agreement, while the side is on vacation, or while the dice want words.
//!
//! ```text
//!            ┌─────────── the game comes to it ───────────┐
//!            ▼                                            │
//!  its own: runs ──▶ warned ──▶ out of time ──▶ the other claims the game, lets the computer play on,
//!            │                     │            looks for another player, or gives more days
//!            └────── it orders ◀───┘ (until the other has chosen)
//! ```

mod keep;
mod lines;

pub use keep::Standing;
pub(crate) use lines::mentions_clock;

use crate::clock::{DAY, HOUR};
use serde::{Deserialize, Serialize};

/// Vacation that each side has in a game.
pub const VACATION: i64 = 28 * DAY;
/// The most days that a pace may name.
const MOST_DAYS: i64 = 60;

/// The pace of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tempo {
    /// Milliseconds free each time the game comes to a side.
    pub free: i64,
    /// Milliseconds of each side's bank.
    pub bank: i64,
    /// Milliseconds for a reaction.
    pub reaction: i64,
}

/// The paces that are offered: code and words. The empty one is none at all.
pub const OFFERED: [(&str, &str); 4] = [
    ("", "no clock: everybody takes the time that he needs"),
    ("1+7/1", "quick: a day for each time the game comes to you, a bank of 7 days, a day for a reaction"),
    ("3+14/2", "usual: 3 days for each time the game comes to you, a bank of 14 days, 2 days for a reaction"),
    ("7+30/3", "slow: 7 days for each time the game comes to you, a bank of 30 days, 3 days for a reaction"),
];

impl Tempo {
    /// Reads `3+14/2`: days free, in the bank, for a reaction; the last may be missing. An empty text is no clock.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str) -> Result<Option<Tempo>, String> {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("none") {
            return Ok(None);
        }
        let wrong = || {
            format!(
                "{text:?} is no pace; expected days as in 3+14/2, each from 0 to {MOST_DAYS}, the first at least 1, or none"
            )
        };
        let days =
            |text: &str| text.trim().parse().ok().filter(|days| (0..=MOST_DAYS).contains(days)).ok_or_else(wrong);
        let (free, rest) = text.split_once('+').ok_or_else(wrong)?;
        let (bank, reaction) = rest.split_once('/').map_or((rest, None), |(bank, reaction)| (bank, Some(reaction)));
        let (free, bank) = (days(free)?, days(bank)?);
        let reaction = reaction.map_or(Ok(free.min(2)), days)?;
        if free < 1 || reaction < 1 || reaction > free {
            return Err(wrong());
        }
        Ok(Some(Tempo { free: free * DAY, bank: bank * DAY, reaction: reaction * DAY }))
    }

    /// The text that [`Tempo::read`] reads.
    pub fn code(self) -> String {
        format!("{}+{}/{}", self.free / DAY, self.bank / DAY, self.reaction / DAY)
    }

    /// In words, as players read it.
    pub fn words(self) -> String {
        format!(
            "{} for each time the game comes to a side, a bank of {}, {} for a reaction",
            span(self.free),
            span(self.bank),
            span(self.reaction)
        )
    }
}

/// What becomes of a side's time. It is stored as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dial {
    /// What is left of its bank.
    pub bank: i64,
    /// Vacation that is left.
    pub vacation: i64,
    /// Until when it is on vacation; 0 for not.
    #[serde(default)]
    pub away_until: i64,
    /// What is its own to decide now, if anything is.
    #[serde(default)]
    pub turn: Option<Turn>,
    /// Whether it wants the game to rest. The game rests while both do.
    #[serde(default)]
    pub rests: bool,
}

/// A decision that is a side's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Since when its time runs; none while it stands.
    pub since: Option<i64>,
    /// What it has used before that.
    pub used: i64,
    /// Whether it is a reaction.
    pub reaction: bool,
    /// How many warnings it had.
    pub warned: u8,
    /// When its time ran out.
    #[serde(default)]
    pub out: Option<i64>,
}

/// What has become due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Its player is to be warned.
    Warning,
    /// The computer answers its reaction.
    Reaction,
    /// Its time has run out: the other may choose.
    Out,
    /// Its vacation is over.
    Back,
}

impl Dial {
    /// The dial with which a side begins.
    pub fn new(tempo: Tempo) -> Dial {
        Dial { bank: tempo.bank, vacation: VACATION, away_until: 0, turn: None, rests: false }
    }

    /// Milliseconds that a side has for its decision in all.
    fn allowance(&self, tempo: Tempo, turn: &Turn) -> i64 {
        if turn.reaction { tempo.reaction } else { tempo.free + self.bank }
    }

    /// What is left of them; none if nothing is its own.
    pub fn left(&self, tempo: Tempo, now: i64) -> Option<i64> {
        self.turn.map(|turn| self.allowance(tempo, &turn) - turn.used(now))
    }

    /// When they are used up, if they run.
    pub fn deadline(&self, tempo: Tempo) -> Option<i64> {
        let turn = self.turn?;
        Some(turn.since? + self.allowance(tempo, &turn) - turn.used)
    }

    /// A decision is its own from now on, unless one was before.
    pub fn come(&mut self, reaction: bool, now: i64, stands: bool) {
        match &mut self.turn {
            // what was a reaction may have become a duty, which has more time
            Some(turn) => turn.reaction &= reaction,
            None => {
                let since = (!stands && !self.is_away(now)).then_some(now);
                self.turn = Some(Turn { since, used: 0, reaction, warned: 0, out: None });
            }
        }
    }

    /// Nothing is its own any more: what was used beyond the free time comes out of the bank.
    pub fn go(&mut self, tempo: Tempo, now: i64) {
        if let Some(turn) = self.turn.take().filter(|turn| !turn.reaction) {
            self.bank = (self.bank - (turn.used(now) - tempo.free).max(0)).max(0);
        }
    }

    /// Its time stands from now on.
    pub fn stand(&mut self, now: i64) {
        if let Some(turn) = &mut self.turn {
            turn.used = turn.used(now);
            turn.since = None;
        }
    }

    /// Its time runs from now on.
    pub fn run(&mut self, now: i64) {
        if let Some(turn) = &mut self.turn {
            turn.since = turn.since.or(Some(now));
        }
    }

    /// Whether it is on vacation.
    pub fn is_away(&self, now: i64) -> bool {
        self.away_until > now
    }

    /// Goes on vacation for so many milliseconds, or comes back with 0: what was not used of the last one is there again.
    ///
    /// # Errors
    /// When so much is not left.
    pub fn leave(&mut self, time: i64, now: i64, rests: bool) -> Result<(), String> {
        let unused = (self.away_until - now).max(0);
        let left = self.vacation + unused;
        if time > left {
            return Err(format!("{} of vacation are left", span(left)));
        }
        if self.turn.is_some_and(|turn| turn.out.is_some()) {
            return Err("your time has run out: it is for the other side to choose now".to_owned());
        }
        self.vacation = left - time;
        self.away_until = if time > 0 { now + time } else { 0 };
        match (time > 0, rests) {
            (true, _) => self.stand(now),
            (false, false) => self.run(now),
            (false, true) => {}
        }
        Ok(())
    }

    /// Gets so many milliseconds more, which are its bank's; what ran out runs again.
    pub fn get_more(&mut self, tempo: Tempo, time: i64, now: i64) {
        if let Some(turn) = &mut self.turn {
            if turn.out.take().is_some() {
                // the time that went by since counts for nobody
                turn.used = tempo.free + self.bank;
                turn.since = Some(now);
            }
            turn.warned = 0;
        }
        self.bank += time;
    }

    /// What becomes due next, and when.
    pub fn next(&self, tempo: Tempo) -> Option<(i64, Due)> {
        if self.away_until > 0 {
            return Some((self.away_until, Due::Back));
        }
        let turn = self.turn.filter(|turn| turn.out.is_none())?;
        let deadline = self.deadline(tempo)?;
        let warning = self.warnings(tempo, &turn, deadline).get(usize::from(turn.warned)).copied();
        let end = (deadline, if turn.reaction { Due::Reaction } else { Due::Out });
        Some(warning.filter(|at| *at < deadline).map_or(end, |at| (at, Due::Warning)))
    }

    /// When a side is warned: when its free time is over, a day before the end, and four hours before it. What would come
    /// within four hours of another is left out; a reaction is warned of at half its time.
    fn warnings(&self, tempo: Tempo, turn: &Turn, deadline: i64) -> Vec<i64> {
        if turn.reaction {
            return vec![deadline - tempo.reaction / 2];
        }
        let free = deadline - self.bank;
        let mut warnings = vec![deadline - DAY, deadline - 4 * HOUR];
        if self.bank > 0 {
            warnings.push(free);
        } else {
            warnings.push(deadline - tempo.free / 2);
        }
        // what would come with the game itself warns of nothing
        let begun = deadline - self.allowance(tempo, turn);
        warnings.retain(|at| at - begun >= 4 * HOUR);
        warnings.sort_unstable();
        warnings.dedup_by(|later, earlier| *later - *earlier < 4 * HOUR);
        warnings
    }
}

impl Turn {
    /// Milliseconds that were used for it.
    fn used(&self, now: i64) -> i64 {
        self.used + self.since.map_or(0, |since| (now - since).max(0))
    }
}

/// A span of time in words: `3 days`, `1 day 4 hours`, `20 minutes`.
pub fn span(milliseconds: i64) -> String {
    let minutes = (milliseconds.max(0) + 59_999) / 60_000;
    let counted = |number: i64, one: &str| match number {
        1 => format!("1 {one}"),
        many => format!("{many} {one}s"),
    };
    let (days, hours) = (minutes / 1440, minutes % 1440 / 60);
    match (days, hours) {
        (0, 0) => counted(minutes, "minute"),
        (0, hours) => counted(hours, "hour"),
        (days, 0) => counted(days, "day"),
        (days, _) if days >= 7 => counted(days, "day"),
        (days, hours) => format!("{} {}", counted(days, "day"), counted(hours, "hour")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPO: Tempo = Tempo { free: 3 * DAY, bank: 14 * DAY, reaction: 2 * DAY };

    fn dial() -> Dial {
        Dial::new(TEMPO)
    }

    #[test]
    fn a_pace_is_read_in_days_and_written_so() {
        assert_eq!(Tempo::read("3+14/2"), Ok(Some(TEMPO)));
        assert_eq!(Tempo::read(" 3+14 "), Ok(Some(TEMPO)));
        assert_eq!(TEMPO.code(), "3+14/2");
        assert_eq!(Tempo::read("1+0").map(|tempo| tempo.map(Tempo::code)), Ok(Some("1+0/1".to_owned())));
        assert_eq!((Tempo::read(""), Tempo::read("None")), (Ok(None), Ok(None)));
        for wrong in ["3", "0+5", "3+61", "3+5/4", "3+5/0", "a+b", "-1+3", "3+"] {
            assert!(Tempo::read(wrong).is_err(), "{wrong}");
        }
        for (code, _) in OFFERED {
            assert!(Tempo::read(code).is_ok(), "{code}");
        }
    }

    #[test]
    fn the_free_time_costs_nothing_and_the_rest_comes_out_of_the_bank() {
        let mut dial = dial();
        dial.come(false, 0, false);
        dial.go(TEMPO, 3 * DAY);
        assert_eq!(dial.bank, 14 * DAY);
        dial.come(false, 10 * DAY, false);
        assert_eq!(dial.deadline(TEMPO), Some(27 * DAY));
        dial.go(TEMPO, 15 * DAY);
        assert_eq!((dial.bank, dial.turn), (12 * DAY, None));
        dial.come(false, 20 * DAY, false);
        dial.go(TEMPO, 120 * DAY);
        assert_eq!(dial.bank, 0, "whoever moves late, and before the other has chosen, has an empty bank and no debt");
    }

    #[test]
    fn a_reaction_has_its_own_time_and_leaves_the_bank_alone() {
        let mut dial = dial();
        dial.come(true, 0, false);
        assert_eq!(dial.next(TEMPO), Some((DAY, Due::Warning)));
        dial.turn.as_mut().expect("its own").warned = 1;
        assert_eq!(dial.next(TEMPO), Some((2 * DAY, Due::Reaction)));
        dial.go(TEMPO, 5 * DAY);
        assert_eq!(dial.bank, 14 * DAY);
        dial.come(true, 10 * DAY, false);
        dial.come(false, 11 * DAY, false);
        assert_eq!(
            dial.deadline(TEMPO),
            Some(27 * DAY),
            "what has become a duty has the time of one, from its beginning"
        );
    }

    #[test]
    fn warnings_come_when_the_bank_is_begun_a_day_and_four_hours_before_the_end() {
        let mut dial = dial();
        dial.come(false, 0, false);
        let mut told = Vec::new();
        while let Some((at, due)) = dial.next(TEMPO) {
            told.push((at / HOUR, due));
            match due {
                Due::Warning => dial.turn.as_mut().expect("its own").warned += 1,
                _ => break,
            }
        }
        let (free, end) = (3 * 24, 17 * 24);
        assert_eq!(told, [(free, Due::Warning), (end - 24, Due::Warning), (end - 4, Due::Warning), (end, Due::Out)]);
    }

    #[test]
    fn with_a_day_and_no_bank_one_is_warned_twice() {
        let tempo = Tempo { free: DAY, bank: 0, reaction: DAY };
        let mut dial = Dial::new(tempo);
        dial.come(false, 0, false);
        assert_eq!(dial.next(tempo), Some((12 * HOUR, Due::Warning)));
        dial.turn.as_mut().expect("its own").warned = 1;
        assert_eq!(dial.next(tempo), Some((20 * HOUR, Due::Warning)));
    }

    #[test]
    fn nothing_runs_on_vacation_and_what_is_not_used_of_it_comes_back() {
        let mut dial = dial();
        dial.come(false, 0, false);
        dial.leave(10 * DAY, DAY, false).expect("there is enough");
        assert_eq!((dial.deadline(TEMPO), dial.left(TEMPO, 5 * DAY)), (None, Some(16 * DAY)));
        assert_eq!(dial.next(TEMPO), Some((11 * DAY, Due::Back)));
        dial.leave(0, 5 * DAY, false).expect("back");
        assert_eq!((dial.vacation, dial.deadline(TEMPO)), (24 * DAY, Some(21 * DAY)));
        assert!(dial.leave(25 * DAY, 6 * DAY, false).is_err_and(|told| told.contains("24 days")));
    }

    #[test]
    fn a_decision_that_comes_during_a_vacation_begins_when_that_ends() {
        let mut dial = dial();
        dial.leave(10 * DAY, 0, false).expect("there is enough");
        dial.come(false, 2 * DAY, false);
        assert_eq!(dial.deadline(TEMPO), None);
        dial.leave(0, 10 * DAY, false).expect("back");
        assert_eq!(dial.deadline(TEMPO), Some(27 * DAY));
    }

    #[test]
    fn nothing_runs_while_the_game_rests() {
        let mut dial = dial();
        dial.come(false, 0, false);
        dial.stand(2 * DAY);
        assert_eq!((dial.next(TEMPO), dial.left(TEMPO, 50 * DAY)), (None, Some(15 * DAY)));
        dial.leave(DAY, 50 * DAY, true).expect("there is enough");
        dial.leave(0, 51 * DAY, true).expect("back");
        assert_eq!(dial.deadline(TEMPO), None, "it rests still");
        dial.run(60 * DAY);
        assert_eq!(dial.deadline(TEMPO), Some(75 * DAY));
    }

    #[test]
    fn more_days_begin_when_they_are_given() {
        let mut dial = dial();
        dial.come(false, 0, false);
        dial.turn.as_mut().expect("its own").out = Some(17 * DAY);
        assert_eq!(dial.next(TEMPO), None, "the other chooses, and may take his time");
        assert!(dial.leave(DAY, 18 * DAY, false).is_err());
        dial.get_more(TEMPO, 3 * DAY, 40 * DAY);
        assert_eq!(dial.deadline(TEMPO), Some(43 * DAY));
        dial.go(TEMPO, 41 * DAY);
        assert_eq!(dial.bank, 2 * DAY);
    }

    #[test]
    fn spans_are_told_as_people_say_them() {
        for (time, told) in [
            (3 * DAY, "3 days"),
            (DAY + 4 * HOUR, "1 day 4 hours"),
            (HOUR / 3, "20 minutes"),
            (9 * DAY + HOUR, "9 days"),
            (HOUR, "1 hour"),
        ] {
            assert_eq!(span(time), told);
        }
    }
}
