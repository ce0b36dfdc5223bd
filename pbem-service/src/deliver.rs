//! The worker: from outbox rows to mails on their way, from the spool into the service, and the computer's seats.

use crate::mail::{Auto, Folder, Outgoing, Party, Picture, Purpose, Transport, Unsubscribe};
use crate::outbox::{self, Drained, Outbox, OutboxRow, RenderError};
use crate::queue::Detail;
use crate::render::{Subject, pictures};
use crate::store::query;
use crate::{Service, ServiceError, log, retention, spool};
use engine::table::guarded_work;
use sea_orm::ConnectionTrait;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often the spool is looked at.
const LOOK: Duration = Duration::from_secs(5);

impl Service {
    /// The way on which mail leaves: by SMTP if that is configured, else into a folder.
    ///
    /// # Errors
    /// When the configured server's URL is none.
    pub fn transport(&self) -> Result<Transport, ServiceError> {
        match &self.settings.smtp {
            Some(url) => Transport::from_url(url).map_err(|error| ServiceError::Unreadable(error.to_string())),
            None => Ok(Transport::Folder(Folder::new(self.settings.data.join("mail")))),
        }
    }

    /// Sends all mail that is due; for tests and for the end of a command. What a mail server refuses counts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deliver(self: &Arc<Self>, transport: Transport) -> Result<Drained, ServiceError> {
        let mut outbox = Outbox::new(self.store.clone(), transport, renderer(self.clone()));
        let drained = outbox.drain(self.clock.now()).await?;
        self.count_refused().await?;
        Ok(drained)
    }

    /// Sends mail as it becomes due, takes in what lies in the spool and plays the computer's seats, until it is told to
    /// stop: the mail in hand is sent to its end then.
    ///
    /// # Errors
    /// When there is no way to send mail.
    pub async fn work(self: Arc<Self>, stop: watch::Receiver<bool>) -> Result<(), ServiceError> {
        let outbox = Outbox::new(self.store.clone(), self.transport()?, renderer(self.clone()));
        let spooled = async {
            if let Err(error) = self.resume_letters().await {
                log::tell(&error.to_string());
            }
            if let Err(error) = spool::resume(&self).await {
                log::tell(&format!("the spool: {error}"));
            }
            loop {
                if let Err(error) = spool::empty(&self).await {
                    log::tell(&format!("the spool: {error}"));
                }
                tokio::time::sleep(LOOK).await;
            }
        };
        let forgetting = async {
            if let Err(error) = self.tell_revisions().await {
                log::tell(&format!("games whose rules were put right: {error}"));
            }
            loop {
                if let Err(error) = self.forget().await {
                    log::tell(&format!("what is not kept any more: {error}"));
                }
                tokio::time::sleep(retention::LOOK).await;
            }
        };
        let settle = async || {
            if let Err(error) = self.count_refused().await {
                log::tell(&format!("mail that was refused: {error}"));
            }
            if let Err(error) = self.look_at_clocks().await {
                log::tell(&format!("the clocks: {error}"));
            }
            if let Err(error) = self.expire_invitations().await {
                log::tell(&format!("invitations whose time is over: {error}"));
            }
            self.mail_left.notify_one();
        };
        tokio::select! {
            () = outbox.run(self.clock.clone(), self.mail_waits.clone(), stop, settle) => {}
            () = spooled => {}
            () = self.play_seats() => {}
            () = forgetting => {}
        }
        Ok(())
    }

    /// The mail of an outbox row, unless its reader wants none now.
    async fn due_mail(&self, row: OutboxRow) -> Result<Outgoing, RenderError> {
        let (detail, to) = match row.game {
            None => (Detail::default(), self.reader_of_note(&row)?),
            Some(game) => {
                let detail = read(&row)?;
                let seat = self.store.seat(game, &row.viewer).await?;
                let to = detail.to.clone().or(seat.address).unwrap_or_default();
                (detail, to)
            }
        };
        match self.waits_for_morning(&row, &detail, &to).await? {
            Some(waits) => Err(waits.into()),
            None => Ok(self.outgoing(row).await?),
        }
    }

    /// The mail of an outbox row.
    async fn outgoing(&self, row: OutboxRow) -> Result<Outgoing, ServiceError> {
        if row.game.is_none() {
            return self.note_mail(row).await;
        }
        let missing = |what: &str| ServiceError::Missing(format!("{what} for mail {}", row.id));
        let (game, seq) = row.game.zip(row.seq).ok_or_else(|| missing("game"))?;
        let subject = Subject { game, seq, viewer: &row.viewer, kind: &row.kind, detail: &row.detail };
        let rendered = self.render(&subject).await?;
        let seats = self.store.seats(game).await?;
        let seat = seats.into_iter().find(|seat| seat.side == row.viewer).ok_or_else(|| missing("seat"))?;
        let detail = read(&row)?;
        // who is not the player, or not any more, gets nothing that plays
        let is_player = detail.to.is_none();
        let address = detail.to.or(seat.address).ok_or_else(|| missing("address"))?;
        let mut content = rendered.content;
        if let Some(position) = rendered.position {
            let rulebook = self.live(game).await?.rulebook.clone();
            let side = rendered.side;
            let (drawn, whole) = self.rooms.draw(move || pictures(&*rulebook, &position, side)).await?;
            content.picture = Some(Picture { png: drawn, alt: rendered.alt });
            content.whole_map = whole.map(|png| Picture { png, alt: "The whole map.".to_owned() });
        }
        // Message-IDs carry reply tokens
        let references = if is_player { self.thread(game, &row.viewer, row.id).await? } else { Vec::new() };
        let domain = &self.settings.domain;
        let from = format!("{}@{domain}", self.settings.user);
        let bounces = self.token(game, &row.viewer, outbox::mark(&row.message_id), Purpose::Bounce)?;
        let unsubscribe = Unsubscribe { url: Some(rendered.pause_page), address: rendered.pause_address };
        Ok(Outgoing {
            from: Party { name: rendered.sender, address: from.clone() },
            to: Party { name: String::new(), address },
            reply_to: is_player.then_some(rendered.reply_to),
            return_path: bounces.address("bounces", domain).unwrap_or(from),
            subject: rendered.subject,
            message_id: row.message_id,
            in_reply_to: detail.answers.filter(|id| is_plain(id)).or_else(|| references.last().cloned()),
            references,
            date: row.date,
            content,
            auto: if ["receipt", "explain"].contains(&row.kind.as_str()) { Auto::Receipt } else { Auto::Generated },
            list_id: Some(format!("game-{game}.{domain}")),
            unsubscribe: is_player.then_some(unsubscribe),
        })
    }

    /// Message-IDs of the mails of a game that a side got before this one, the oldest first.
    async fn thread(&self, game: i64, viewer: &str, row: i64) -> Result<Vec<String>, ServiceError> {
        let sql = "SELECT message_id FROM outbox WHERE game = $1 AND viewer = $2 AND id < $3 \
                   AND state IN ('sent', 'bounced') AND kind NOT IN ('address', 'moved') ORDER BY id";
        let readers = self.store.readers();
        let rows = readers.query_all_raw(query(readers, sql, [game.into(), viewer.into(), row.into()])).await?;
        Ok(rows.iter().map(|row| row.try_get("", "message_id")).collect::<Result<_, _>>()?)
    }
}

/// What a row of a game's mail remembers.
fn read(row: &OutboxRow) -> Result<Detail, ServiceError> {
    serde_json::from_str(&row.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))
}

/// Whether a player's own Message-ID can stand in a header of ours.
fn is_plain(id: &str) -> bool {
    (1..=900).contains(&id.len()) && id.bytes().all(|sign| sign.is_ascii_graphic() && sign != b'<' && sign != b'>')
}

fn renderer(
    service: Arc<Service>,
) -> impl Fn(OutboxRow) -> std::pin::Pin<Box<dyn Future<Output = Result<Outgoing, RenderError>> + Send>> {
    move |row| {
        let service = service.clone();
        Box::pin(async move { guarded_work(service.due_mail(row)).await? })
    }
}
