//! The clocks of games, kept beside their events: what an order does to them, and what becomes due.

use super::{Dial, Due, Tempo, span};
use crate::clock::HOUR;
use crate::computer::{COMPUTER, is_computers};
use crate::live::Live;
use crate::queue::Detail;
use crate::store::{one, query, run};
use crate::submit::{Receipt, Submission};
use crate::{Service, ServiceError, log};
use engine::contract::{Claim, SideId};
use engine::table::{Aside, Batch, Line};
use sea_orm::{ConnectionTrait, FromQueryResult};

/// The clock of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The pace that was agreed on.
    pub tempo: Tempo,
    /// The dial of each side.
    pub dials: [Dial; 2],
}

impl Standing {
    /// The dial of a side.
    pub fn dial(&self, side: SideId) -> &Dial {
        &self.dials[side.index()]
    }

    /// Whether the game rests: both sides want it.
    pub fn rests(&self) -> bool {
        self.dials.iter().all(|dial| dial.rests)
    }

    /// Whether a side's time has run out, so that the other may choose.
    pub fn is_out(&self, side: SideId) -> bool {
        self.dial(side).turn.is_some_and(|turn| turn.out.is_some())
    }

    /// When to look again.
    fn look(&self) -> i64 {
        let next = self.dials.iter().filter_map(|dial| dial.next(self.tempo));
        next.map(|(at, _)| at).min().unwrap_or(i64::MAX)
    }

    /// How it stands for a side, in words: its own time, the other's, and what it may do.
    pub fn words(&self, live: &Live, side: SideId, now: i64) -> Vec<String> {
        let names = live.session.sides();
        let mut lines = vec![format!("The pace is {}.", self.tempo.words())];
        if self.rests() {
            lines.push("The game rests: both sides wanted it. `clock go on` ends that.".to_owned());
        }
        for (whose, name) in [(side, "You"), (side.enemy(), names[side.enemy().index()].as_str())] {
            lines.push(self.dial_words(whose, name, now));
        }
        let (own, other) = (self.dial(side), self.dial(side.enemy()));
        match (own.rests, other.rests) {
            (true, false) => lines.push(
                "You want the game to rest; it does as soon as the other side writes `clock rest`, too.".to_owned(),
            ),
            (false, true) => {
                lines.push("The other side wants the game to rest: write `clock rest`, and it does.".to_owned())
            }
            _ => {}
        }
        if self.is_out(side.enemy()) {
            lines.push(CHOICES.to_owned());
        }
        lines
    }

    /// The same for who looks on.
    pub fn words_for_all(&self, live: &Live, now: i64) -> Vec<String> {
        let names = live.session.sides();
        let mut lines = vec![format!("The pace is {}.", self.tempo.words())];
        if self.rests() {
            lines.push("The game rests: both sides wanted it.".to_owned());
        }
        lines.extend(SideId::BOTH.map(|side| self.dial_words(side, &names[side.index()], now)));
        lines
    }

    fn dial_words(&self, side: SideId, name: &str, now: i64) -> String {
        let dial = self.dial(side);
        let (have, are) = if name == "You" { ("have", "are") } else { ("has", "is") };
        let bank = format!("{} in the bank", span(dial.bank));
        let away = match dial.is_away(now) {
            true => format!(" and {are} on vacation for {} more", span(dial.away_until - now)),
            false => String::new(),
        };
        match (&dial.turn, dial.left(self.tempo, now)) {
            (Some(turn), _) if turn.out.is_some() => format!("{name} {are} out of time."),
            (Some(turn), Some(left)) if turn.reaction => {
                format!("{name} {have} {} for this reaction{away}; then the computer answers it.", span(left))
            }
            (Some(_), Some(left)) => {
                let free = left - dial.bank;
                match free > 0 {
                    true => format!("{name} {have} {} before the bank is touched, and {bank}{away}.", span(free)),
                    false => format!("{name} {have} {} left, all of it from the bank{away}.", span(left)),
                }
            }
            _ => format!("{name} {have} {bank}{away}; the clock stands."),
        }
    }
}

/// What a side may do when the time of the other has run out.
pub(super) const CHOICES: &str = "The time of the other side has run out. `clock claim` ends the game and you have won; `clock \
                                  computer` lets the computer play on in its place; `clock give 3` gives it 3 days more. As \
                                  long as you choose nothing, it can still move.";

#[derive(FromQueryResult)]
struct Row {
    tempo: String,
    dials: String,
}

/// What each side must decide now: nothing, a reaction, or a duty. To be asked before a transaction begins.
pub(crate) struct Asked {
    claims: [Option<Claim>; 2],
    stands: bool,
}

/// What a game asks of each side.
fn asked(live: &Live) -> Asked {
    let over = live.session.outcome().is_some();
    let asks = if over { Vec::new() } else { live.session.asks() };
    let claim = |side: SideId| {
        let own: Vec<Claim> = asks.iter().filter(|ask| ask.side == side).map(|ask| ask.claim).collect();
        // a duty among them makes it one
        own.iter().copied().find(|claim| *claim == Claim::Duty).or(own.first().copied())
    };
    Asked { claims: SideId::BOTH.map(claim), stands: live.session.waits_for_words() }
}

impl Service {
    /// Gives a game a clock, in the transaction in which it begins. It runs with the next look at it.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn set_tempo(
        &self,
        db: &impl ConnectionTrait,
        game: i64,
        tempo: Tempo,
    ) -> Result<(), ServiceError> {
        let insert = "INSERT INTO clocks (game, tempo, dials, look) VALUES ($1, $2, $3, 0)";
        let dials = [Dial::new(tempo), Dial::new(tempo)];
        run(db, insert, [game.into(), tempo.code().into(), write(&dials).into()]).await?;
        Ok(())
    }

    /// The clock of a game, if it has one.
    ///
    /// # Errors
    /// When the database fails, or it cannot be read back.
    pub async fn clock_of(&self, db: &impl ConnectionTrait, game: i64) -> Result<Option<Standing>, ServiceError> {
        let sql = "SELECT tempo, dials FROM clocks WHERE game = $1";
        let row = Row::find_by_statement(query(db, sql, [game.into()])).one(db).await?;
        let Some(Row { tempo, dials }) = row else { return Ok(None) };
        let broken = |error: String| ServiceError::Broken("clock", error);
        let tempo = Tempo::read(&tempo).map_err(broken)?.ok_or_else(|| broken("it has no pace".to_owned()))?;
        let dials = serde_json::from_str(&dials).map_err(|error| broken(error.to_string()))?;
        Ok(Some(Standing { tempo, dials }))
    }

    pub(super) async fn keep_clock(
        &self,
        db: &impl ConnectionTrait,
        game: i64,
        standing: &Standing,
    ) -> Result<(), ServiceError> {
        let sql = "UPDATE clocks SET dials = $1, look = $2 WHERE game = $3";
        run(db, sql, [write(&standing.dials).into(), standing.look().into(), game.into()]).await?;
        Ok(())
    }

    /// What a game asks of its sides, for its clock.
    pub(crate) async fn asked_by_clock(&self, live: &Live) -> Result<Asked, ServiceError> {
        let live = live.clone();
        self.rooms.think(move || asked(&live)).await
    }

    /// Sets the clock of a game after something has happened in it, in the transaction of that. With each game turn the time
    /// of whoever is on the move begins anew.
    pub(crate) async fn settle_clock(
        &self,
        db: &impl ConnectionTrait,
        game: i64,
        asked: &Asked,
        turned: bool,
    ) -> Result<(), ServiceError> {
        let Some(mut standing) = self.clock_of(db, game).await? else { return Ok(()) };
        self.settle(&mut standing, asked, turned);
        self.keep_clock(db, game, &standing).await
    }

    fn settle(&self, standing: &mut Standing, asked: &Asked, turned: bool) {
        let now = self.clock.now();
        let stands = standing.rests() || asked.stands;
        let tempo = standing.tempo;
        for (dial, claim) in standing.dials.iter_mut().zip(asked.claims) {
            // of a duty that is done a right may be left, which has a time of its own
            let is_done = claim == Some(Claim::Right) && dial.turn.is_some_and(|turn| !turn.reaction);
            if claim.is_none() || turned || is_done {
                dial.go(tempo, now);
            }
            if let Some(claim) = claim {
                dial.come(claim == Claim::Right, now, stands);
                match stands || dial.is_away(now) {
                    true => dial.stand(now),
                    false => dial.run(now),
                }
            }
        }
    }

    /// Looks at all clocks at which something is due.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn look_at_clocks(&self) -> Result<usize, ServiceError> {
        let sql = "SELECT game FROM clocks WHERE look <= $1 ORDER BY look";
        let readers = self.store.readers();
        let rows = readers.query_all_raw(query(readers, sql, [self.clock.now().into()])).await?;
        for row in &rows {
            let game: i64 = row.try_get("", "game")?;
            if let Err(error) = self.look_at_clock(game).await {
                log::tell(&format!("the clock of game {game}: {error}"));
                // what cannot be looked at now stops none of the others
                self.look_later(self.store.writer(), game).await?;
            }
        }
        Ok(rows.len())
    }

    /// Looks at a clock again in an hour, whatever is due.
    async fn look_later(&self, db: &impl ConnectionTrait, game: i64) -> Result<(), ServiceError> {
        let later = "UPDATE clocks SET look = $1 WHERE game = $2";
        run(db, later, [(self.clock.now() + HOUR).into(), game.into()]).await?;
        Ok(())
    }

    async fn look_at_clock(&self, game: i64) -> Result<(), ServiceError> {
        let now = self.clock.now();
        let live = self.live_alone(game).await?;
        let mut asked = self.asked_by_clock(&live).await?;
        let transaction = self.store.hold(game).await?;
        let Some(mut standing) = self.clock_of(&transaction, game).await? else { return Ok(()) };
        let (tempo, rests) = (standing.tempo, standing.rests());
        let mut reactions = Vec::new();
        for side in SideId::BOTH {
            let computers = is_computers(&transaction, game, live.side_id(side)).await?;
            if computers || live.session.outcome().is_some() {
                standing.dials[side.index()].turn = None;
                standing.dials[side.index()].away_until = 0;
            }
            // nobody's time runs for what the computer decides
            if computers {
                asked.claims[side.index()] = None;
            }
        }
        self.settle(&mut standing, &asked, false);
        for side in SideId::BOTH {
            let dial = &mut standing.dials[side.index()];
            // what was due while nobody looked is told once
            let mut warn = false;
            while let Some((at, due)) = dial.next(tempo).filter(|(at, _)| *at <= now) {
                match due {
                    Due::Back => {
                        dial.away_until = 0;
                        if !rests && !asked.stands {
                            dial.run(at);
                        }
                    }
                    Due::Warning => {
                        warn = true;
                        if let Some(turn) = &mut dial.turn {
                            turn.warned += 1;
                        }
                    }
                    Due::Out => {
                        warn = false;
                        if let Some(turn) = &mut dial.turn {
                            turn.out = Some(now);
                        }
                        self.queue(&transaction, &live, side, "out", Detail::default()).await?;
                        self.queue(&transaction, &live, side.enemy(), "choose", Detail::default()).await?;
                    }
                    Due::Reaction => {
                        warn = false;
                        reactions.push(side);
                        break;
                    }
                }
            }
            if warn {
                self.queue(&transaction, &live, side, "reminder", Detail::default()).await?;
            }
        }
        self.keep_clock(&transaction, game, &standing).await?;
        if !reactions.is_empty() {
            // looked at again if the answer is not taken
            self.look_later(&transaction, game).await?;
        }
        transaction.commit().await?;
        let (session, records) = (live.session.clone(), live.session.len());
        // whoever answers needs the game for himself
        drop(live);
        self.mail_waits.notify_one();
        for side in reactions {
            let thought = session.clone();
            let order = self.rooms.think(move || thought.advise(side)).await?;
            let (Some(order), Some(ask)) = (order, session.asked(side)) else { continue };
            let submission = Submission {
                game,
                side,
                asides: Vec::new(),
                batch: Batch { ask: Some(ask), lines: vec![Line::Steps(order)] },
                bound: None,
                fault: None,
                key: format!("clock {} {records}", side.0),
                receipt: Receipt::Lapsed,
            };
            self.submit(&submission).await?;
        }
        Ok(())
    }

    /// A submission without its claim on the other's time, if the other has moved in the meantime; none if nothing is to be
    /// changed.
    pub(crate) async fn is_too_late(&self, submission: &Submission) -> Result<Option<Submission>, ServiceError> {
        let enemy = submission.side.enemy();
        let claims =
            |aside: &Aside| matches!(aside, Aside::Lapsed { side } | Aside::Seated { side, .. } if *side == enemy);
        if !submission.asides.iter().any(claims) {
            return Ok(None);
        }
        let clock = self.clock_of(self.store.readers(), submission.game).await?;
        if clock.is_some_and(|clock| clock.is_out(enemy)) {
            return Ok(None);
        }
        let fault = "The other side has moved in the meantime: its time has not run out any more.".to_owned();
        let asides = submission.asides.iter().filter(|aside| !claims(aside)).cloned().collect();
        Ok(Some(Submission { asides, fault: Some(fault), ..submission.clone() }))
    }

    /// Hands a seat to the computer, in the transaction that notes it; its player is told.
    pub(crate) async fn hand_to_computer(
        &self,
        db: &impl ConnectionTrait,
        live: &Live,
        side: SideId,
    ) -> Result<(), ServiceError> {
        let (game, side_id) = (live.row.id, live.side_id(side));
        let sql = "SELECT address FROM seats WHERE game = $1 AND side = $2";
        let old: Option<String> = one(db, sql, [game.into(), side_id.into()]).await?;
        if let Some(to) = old.filter(|to| to != COMPUTER) {
            self.queue(db, live, side, "moved", Detail { to: Some(to), ..Detail::default() }).await?;
        }
        let sql = "UPDATE seats SET address = $1, mail = 'good', reason = '' WHERE game = $2 AND side = $3";
        run(db, sql, [COMPUTER.into(), game.into(), side_id.into()]).await?;
        Ok(())
    }
}

fn write(dials: &[Dial; 2]) -> String {
    serde_json::to_string(dials).expect("dials have string keys only")
}
