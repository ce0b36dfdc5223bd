//! Rules that were put right while a game goes on. What has happened stays: events say what the rules made of them. What is
//! decided from now on follows the rules as they are now; both players are told once, before that matters to them, and the game says
//! so for as long as it is looked at.

use crate::live::Live;
use crate::queue::Detail;
use crate::store::{query, run};
use crate::{Service, ServiceError, log};
use engine::contract::SideId;
use engine::table::Record;
use sea_orm::FromQueryResult;
use serde::de::IgnoredAny;

/// Versions of a game's rules: that by which it was begun, and that of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Named in its first record.
    pub begun: u16,
    /// By which it is decided now.
    pub today: u16,
}

impl Revision {
    /// That they differ, in words.
    pub fn note(self) -> Option<String> {
        let Revision { begun, today } = self;
        (begun != today).then(|| {
            format!(
                "Begun by version {begun} of the program's rules, and goes on by version {today}: what has happened stays, and \
                 what is decided now follows the rules as they are now"
            )
        })
    }
}

/// The version of the rules by which a game was begun.
pub(crate) fn begun_by(first: Option<&String>) -> u16 {
    let first = first.and_then(|text| serde_json::from_str::<Record<IgnoredAny, IgnoredAny>>(text).ok());
    match first {
        Some(Record::Started { rules, .. }) => rules,
        _ => 1,
    }
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    game: String,
    told_rules: i64,
}

impl Live {
    /// What is noted of the game for ever, and that its rules were put right since it was begun.
    pub fn marks(&self) -> Vec<String> {
        self.session.marks().into_iter().chain(self.revision.note()).collect()
    }
}

impl Service {
    /// Tells the players of games under way whose rules are others now than they were told; how many games there were.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tell_revisions(&self) -> Result<usize, ServiceError> {
        let sql = "SELECT id, game, told_rules FROM games WHERE status = 'running' ORDER BY id";
        let readers = self.store.readers();
        let mut told = 0;
        for row in Row::find_by_statement(query(readers, sql, [])).all(readers).await? {
            match self.tell_revision(&row).await {
                Ok(done) => told += usize::from(done),
                // one that cannot be opened stops none of the others
                Err(error) => log::tell(&format!("the rules of game {}: {error}", row.id)),
            }
        }
        Ok(told)
    }

    async fn tell_revision(&self, row: &Row) -> Result<bool, ServiceError> {
        let today = self.shelf.version(&row.game)?;
        if i64::from(today) == row.told_rules {
            return Ok(false);
        }
        let before = match row.told_rules {
            0 => i64::from(begun_by(self.store.first_record(row.id).await?.as_ref())),
            told => told,
        };
        let differs = before != i64::from(today);
        let live = if differs { Some(self.live_alone(row.id).await?) } else { None };
        let transaction = self.store.begin().await?;
        // of several instances that start together one tells it
        let sql = "UPDATE games SET told_rules = $1 WHERE id = $2 AND told_rules = $3";
        let claimed = run(&transaction, sql, [i64::from(today).into(), row.id.into(), row.told_rules.into()]).await?;
        if let Some(live) = live.filter(|_| claimed == 1) {
            for side in SideId::BOTH {
                self.queue(&transaction, &live, side, "rules", Detail::default()).await?;
            }
        }
        transaction.commit().await?;
        self.mail_waits.notify_one();
        Ok(differs && claimed == 1)
    }
}
