//! The words of our mails: from an outbox row to what the player reads.
//!
//! Everything comes from what the viewer may know: the session's view and position of his side, and
//! [`engine::table::Session::told`] for him. The same row gives the same words whenever it is rendered, for the
//! records of a game only grow.

mod agreement;
mod board;
mod headline;
mod invitation;
pub(crate) mod letters;
mod notice;
mod story;
mod time;
mod verdict;

use crate::computer::is_computers;
use crate::export::{Talk, seal, sealed_talk};
use crate::live::Live;
use crate::mail::{Block, Content, Link, Purpose, Section};
use crate::notebook::Noted;
use crate::queue::Detail;
use crate::seats::NOWHERE;
use crate::store::one;
use crate::submit::PAST;
use crate::{Service, ServiceError};
use artwork::picture::{self, Picture};
use definitions::{Position, Published};
use engine::contract::{SideId, Viewer};
use engine::table::{AskInfo, Chapter, Example, LineReport, Report, Rulebook, Told, Verdict};
use headline::{NOTICES, preview, sender};

pub use board::{Stack, card_in_words, marker_in_words, marker_title, stacks};
pub use verdict::echo;

/// Orders that are shown as examples.
const EXAMPLES: usize = 3;
/// What stands before the orders that give up what is left of a decision.
const CLOSING: &str = "When you want nothing more of this, write";
/// Width in pixels of the whole map where it goes along.
const WHOLE_MAP: u32 = 1000;
/// Notes of the reader's own that a mail repeats: the newest.
const NOTES: usize = 3;

/// A mail in words, before the picture is drawn and it is put in an envelope.
#[derive(Debug)]
pub struct Rendered {
    /// The sender's name: whose move it is.
    pub sender: String,
    /// Always the same for a game and a player, so that mail programs keep the thread together.
    pub subject: String,
    /// What it says, without the picture.
    pub content: Content,
    /// Whose player reads it.
    pub side: SideId,
    /// What the picture shows; none for a mail without one.
    pub position: Option<Position>,
    /// The picture in words.
    pub alt: String,
    /// Where the answer goes.
    pub reply_to: String,
    /// Page that stops mail to this seat.
    pub pause_page: String,
    /// Address that stops mail to this seat.
    pub pause_address: String,
}

/// What a mail is about: an outbox row.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The game.
    pub game: i64,
    /// Records of the game that the mail knows.
    pub seq: i64,
    /// Id of the side that reads it.
    pub viewer: &'a str,
    /// `invitation`, `turn`, `talk`, `receipt` or `explain`; or a notice: `confirm`, `held`, `trouble`, `address`,
    /// `moved`, `link` or `rules`.
    pub kind: &'a str,
    /// The row's [`Detail`] as JSON.
    pub detail: &'a str,
}

/// The picture of a position, as it is shown on its own. It takes long: see [`crate::rooms`].
pub fn png(rulebook: &dyn Rulebook, position: &Position) -> Vec<u8> {
    Picture::new(rulebook.published()).mail(position).png(position)
}

/// The picture of a position in the mail to a side's player, and one of the whole map where that shows less than half of the
/// front. It takes long: see [`crate::rooms`].
pub fn pictures(rulebook: &dyn Rulebook, position: &Position, side: SideId) -> (Vec<u8>, Option<Vec<u8>>) {
    let published = rulebook.published();
    let picture = Picture::new(published).of_player(position, side.0);
    let whole = picture.is_narrow(position).then(|| Picture::new(published).whole(WHOLE_MAP).png(position));
    (picture.png(position), whole)
}

impl Service {
    /// Puts a mail into words.
    ///
    /// # Errors
    /// When the game or the report cannot be read.
    pub async fn render(&self, subject: &Subject<'_>) -> Result<Rendered, ServiceError> {
        let detail: Detail =
            serde_json::from_str(subject.detail).map_err(|error| ServiceError::Broken("mail", error.to_string()))?;
        let live = self.as_of(subject.game, subject.seq).await?;
        let side = live.known_side(subject.viewer)?;
        let mut reports = Vec::new();
        for key in &detail.submissions {
            reports.push(self.report(subject.game, key).await?);
        }
        let published = live.rulebook.published();
        let (game, viewer) = (subject.game, subject.viewer);
        let orders = self.token(game, viewer, live.bound(side), Purpose::Orders)?;
        let pause = self.token(game, viewer, 0, Purpose::Unsubscribe)?;
        let (then, from) = (live.clone(), detail.from);
        let tell = move || {
            let told = then.session.told(from, Viewer::Side(side));
            let chapters = then.session.chapters(from, Viewer::Side(side));
            let stacks = stacks(then.rulebook.published(), &told.position);
            let agreements = agreement::sections(&*then.session, side);
            Shown { told, chapters, stacks, asked: asked(&then, side), agreements, first_record: None, seal: None }
        };
        let mut shown = self.rooms.think(tell).await?;
        if subject.kind == "invitation" {
            shown.first_record = self.store.first_record(game).await?;
        }
        if live.session.outcome().is_some() {
            let mut records = self.store.records(game, 0).await?;
            records.truncate(live.session.len() as usize);
            shown.seal = seal(&sealed_talk(&records, &live.secrets, Talk::Told)?);
        }
        story::leave_out_echoed(&mut shown.chapters, &reports);
        let is_notice = NOTICES.contains(&subject.kind);
        // who only talks, or whose orders did nothing, knows the map; who wrote about another moment does not
        let is_news = |report: &Report| report.changed || report.closed.as_deref() == Some(PAST);
        let is_drawn =
            !is_notice && subject.kind != "talk" && (subject.kind != "receipt" || reports.iter().any(is_news));
        let address = |token: &crate::mail::Token| {
            token
                .address(&self.settings.user, &self.settings.domain)
                .map_err(|error| ServiceError::Unwritable("an address", error.to_string()))
        };
        let about = About {
            live: &live,
            side,
            kind: subject.kind,
            token: orders.to_string(),
            reply_to: address(&orders)?,
            seat: format!("{}/seat/{}", self.settings.base_url, self.seat_token(game, viewer).await?),
            detail: &detail,
            is_drawn,
        };
        let code = match (subject.kind, &detail.to) {
            ("address", Some(to)) => self.new_code(game, viewer, to).await?,
            _ => None,
        };
        let clock = self.clock_of(self.store.readers(), game).await?;
        let time = clock.map(|clock| clock.words(&live, side, self.clock.now()));
        let lost = subject.kind == "moved" && is_computers(self.store.readers(), game, viewer).await?;
        let content = match (time::mail(&about, &shown, time.as_deref()), self.notice(&about, code)?) {
            (Some(notice), _) => notice,
            (None, Some(_)) if lost => notice::seat_lost(game, &side_words(published, side)),
            (None, Some(notice)) => notice,
            (None, None) => {
                let mut content = self.content(&about, &reports, &shown)?;
                if let Some(lines) = time.filter(|_| live.session.outcome().is_none()) {
                    // before the board
                    let place = content.sections.len().saturating_sub(usize::from(is_drawn));
                    content.sections.insert(place, section("Time", [Block::List(lines)]));
                }
                if shown.asked.is_some() && subject.kind != "talk" {
                    let notes = self.notes(game, viewer).await?;
                    let lines: Vec<String> = notes.iter().take(NOTES).rev().map(Noted::line).collect();
                    let place = content.sections.len().saturating_sub(usize::from(is_drawn));
                    let own = (!lines.is_empty()).then(|| section("Your own notes", [Block::List(lines)]));
                    content.sections.splice(place..place, own);
                }
                content
            }
        };
        let position = shown.told.position;
        Ok(Rendered {
            sender: format!("Fieldpost · {}", sender(subject.kind, &reports, &live, side)),
            subject: format!(
                "[Game {game}] You are {}: {}, {}",
                side_words(published, side),
                published.title,
                live.scenario()
            ),
            content,
            side,
            alt: picture::in_words(published, &position),
            position: is_drawn.then_some(position),
            reply_to: about.reply_to,
            pause_page: format!("{}/pause/{pause}", self.settings.base_url),
            pause_address: address(&pause)?,
        })
    }

    /// The game as it stood after its first `seq` records.
    async fn as_of(&self, game: i64, seq: i64) -> Result<Live, ServiceError> {
        let now = self.live(game).await?;
        if seq.max(0) as u64 >= now.session.len() {
            return Ok(now);
        }
        // it has gone on since: what is past is opened anew
        let mut records = self.store.records(game, 0).await?;
        records.truncate(seq.max(0) as usize);
        let rulebook = now.rulebook.clone();
        let session = self.rooms.think(move || rulebook.open(&records)).await?;
        Ok(now.with(session.map_err(|error| ServiceError::Broken("game", error))?))
    }

    /// What the link to confirm something at an address carries, if that waits for its word still, and whether the address
    /// shall be erased.
    async fn new_code(&self, game: i64, side: &str, at: &str) -> Result<Option<(String, bool)>, ServiceError> {
        let seat = self.store.seat(game, side).await?;
        let erases = seat.new_address.as_deref() == Some(NOWHERE) && seat.address.as_deref() == Some(at);
        if !erases && seat.new_address.as_deref() != Some(at) {
            // another address was asked since: this one's reader must not answer for it
            return Ok(None);
        }
        let sql = "SELECT new_code FROM seats WHERE game = $1 AND side = $2";
        let code: Option<String> = one(self.store.readers(), sql, [game.into(), side.into()]).await?;
        Ok(code.map(|code| (code, erases)))
    }

    /// A mail that does not tell how the game stands; none for all others.
    fn notice(&self, about: &About<'_>, code: Option<(String, bool)>) -> Result<Option<Content>, ServiceError> {
        let &About { live, side, kind, detail, .. } = about;
        let published = live.rulebook.published();
        let (base, id, side_id) = (&self.settings.base_url, live.row.id, live.side_id(side));
        let (own, other) = (side_words(published, side), side_words(published, side.enemy()));
        let page = |what: &str, purpose: Purpose| {
            self.token(id, side_id, 0, purpose).map(|token| format!("{base}/{what}/{token}"))
        };
        Ok(Some(match kind {
            "confirm" => {
                let page = page("confirm", Purpose::Confirm)?;
                let links: Vec<String> = detail.letters.iter().map(|key| format!("{page}/{key}")).collect();
                notice::confirmation(&own, &links)
            }
            "held" => notice::held(id, &own, &page("resume", Purpose::Unsubscribe)?),
            "trouble" => notice::trouble(id, &other),
            "address" => {
                let (code, erases) = code.unwrap_or_default();
                let link = format!("{}/{code}", page("address", Purpose::Address)?);
                let asked = if erases { notice::erase } else { notice::new_address };
                asked(id, &published.title, &own, &link)
            }
            "moved" => notice::moved(id, &own),
            "link" => notice::new_link(id, &own, &about.seat),
            "rules" => notice::revised(id, live.revision, &about.seat),
            _ => return Ok(None),
        }))
    }

    async fn report(&self, game: i64, key: &str) -> Result<Report, ServiceError> {
        let saved = self.store.answer(game, key).await?;
        let saved = saved.ok_or_else(|| ServiceError::Missing("report".to_owned()))?;
        serde_json::from_str(&saved).map_err(|error| ServiceError::Broken("report", error.to_string()))
    }

    fn content(&self, about: &About<'_>, reports: &[Report], shown: &Shown) -> Result<Content, ServiceError> {
        let Shown { told, chapters, stacks, asked, agreements, first_record, seal } = shown;
        let &About { live, side, kind, .. } = about;
        let published = live.rulebook.published();
        let (base, id) = (&self.settings.base_url, live.row.id);
        let other = &side_words(published, side.enemy());
        let own = &side_words(published, side);
        let ask = asked.as_ref().map(|asked| &asked.ask);
        let outcome = live.session.outcome().map(|outcome| match outcome.winner {
            Some(winner) if winner == side => format!("You have won: {}.", outcome.words()),
            Some(_) => format!("You have lost: {}.", outcome.words()),
            None => format!("A draw: {}.", outcome.reason),
        });
        let waits = agreement::waits_for(&*live.session, side);
        let mut sections = Vec::new();
        if kind == "invitation" {
            sections.push(invitation::greeting(published, live.scenario(), own, other));
        }
        if kind == "explain" {
            sections.push(lost_token(id, &about.reply_to));
        }
        if about.detail.earlier > 0 {
            let text = format!("{} earlier mails of yours were judged, too.", about.detail.earlier);
            sections.push(section("", [Block::Paragraph(text)]));
        }
        if reports.len() > 1 {
            let text = "You wrote several mails in a short time. This one answers them together, the oldest first.";
            sections.push(section("", [Block::Paragraph(text.to_owned())]));
        }
        for (place, report) in reports.iter().enumerate() {
            let which = match reports.len() {
                0 | 1 => String::new(),
                all => format!("Mail {} of {}: ", place + 1 + about.detail.earlier, all + about.detail.earlier),
            };
            if let Some(closed) = &report.closed {
                let heading = headed(&which, "No order was carried out");
                sections.push(section(&heading, [Block::Paragraph(closed.clone())]));
            }
            if !report.lines.is_empty() {
                let heading = headed(&which, "Your orders");
                sections.push(section(&heading, verdict::blocks(&report.lines)));
            }
        }
        let misread = |line: &&LineReport| matches!(line.verdict, Verdict::Misread(_));
        let mut misread = reports.iter().flat_map(|report| &report.lines).filter(misread).peekable();
        // few mails hold one, and the words of a game are many
        let words = misread.peek().map(|_| crate::intake::vocabulary(live)).filter(|words| !words.is_empty());
        if words.is_some_and(|words| misread.any(|line| !words.nearly_begins(&line.text))) {
            let text = "A line that is no order stops the orders beside it. What you tell the other player stands behind `say:`, what \
                        is for you alone behind `#`; or leave it out.";
            sections.push(section("", [Block::Paragraph(text.to_owned())]));
        }
        if !about.detail.passed_over.is_empty() {
            let lines: Vec<String> = about.detail.passed_over.iter().map(|line| format!("`{line}`")).collect();
            let text = format!("Passed over: {}", lines.join(", "));
            sections.push(section("", [Block::Paragraph(text)]));
        }
        let story = story::blocks(chapters);
        if !story.is_empty() {
            sections.push(section("What happened", story));
        }
        match (&outcome, asked) {
            (Some(outcome), _) => {
                let file = format!(
                    "The whole game, hidden things included, is in {base}/games/{id}/export.jsonl. `fieldpost verify` judges each order \
                     in it again and checks all dice, without this server. Its seal is {}: keep this mail.",
                    seal.as_deref().unwrap_or_default()
                );
                let blocks = [Block::Paragraph(outcome.clone()), Block::Paragraph(file)];
                sections.push(section("The game is over", blocks));
            }
            (None, Some(asked)) => sections.push(question(asked)),
            // what waits is told below
            (None, None) if waits.is_some() => {}
            (None, None) => {
                let text = format!(
                    "Waiting for {other}. You get a mail when it is your turn. What you send ahead until then waits for it."
                );
                sections.push(section("Nothing is yours to decide now", [Block::Paragraph(text)]));
            }
        }
        sections.extend(agreements.iter().cloned());
        let parked = live.session.parked(side);
        if !parked.is_empty() {
            let text = "Answer with `take back` to call all of them back; `standing` tells how careful they are.";
            let blocks = [Block::Orders(parked), Block::Paragraph(text.to_owned())];
            sections.push(section("Your orders that wait", blocks));
        }
        let returned = live.session.returned(side);
        if !returned.is_empty() && outcome.is_none() {
            let text = "They waited and came back to you. Send them again as they are, or change them.";
            let blocks = [Block::Orders(returned), Block::Paragraph(text.to_owned())];
            sections.push(section("Your orders that came back", blocks));
        }
        if kind == "invitation" {
            let missing = live.session.rules().not_yet_enforced().count();
            sections.push(invitation::how_to_play(
                &about.reply_to,
                other,
                missing,
                &format!("{base}/games/{id}/rules"),
            ));
            sections.extend(invitation::dice(first_record.as_deref(), &format!("{base}/games/{id}/dice")));
        } else if !told.dice.is_empty() {
            sections.push(dice(&told.dice, &format!("{base}/games/{id}/dice")));
        }
        if about.is_drawn {
            let board = board::near(stacks, live.session.game_turn());
            sections.push(section("", [Block::Board(format!("The board:\n\n{}", board.join("\n")))]));
        }
        Ok(Content {
            preview: preview(kind, reports, ask, waits, outcome.as_deref(), other),
            title: match told.position.caption.as_str() {
                "" => published.title.clone(),
                caption => caption.to_owned(),
            },
            picture: None,
            whole_map: None,
            sections,
            links: vec![about.link()],
            notes: live
                .marks()
                .into_iter()
                .map(|mark| format!("{mark}."))
                .chain([format!(
                    "Game {id}: {}, {}. You play {own}; the other player has {other}. The link above is your seat: do not \
                     pass it on.",
                    published.title,
                    live.scenario()
                )])
                .collect(),
            token: Some(about.token.clone()),
        })
    }
}

/// What a mail is about and for whom.
struct About<'a> {
    live: &'a Live,
    side: SideId,
    kind: &'a str,
    token: String,
    /// Where the answer goes.
    reply_to: String,
    /// The link to the seat.
    seat: String,
    detail: &'a Detail,
    /// Whether it shows the map.
    is_drawn: bool,
}

impl About<'_> {
    /// The way to the seat.
    fn link(&self) -> Link {
        Link { label: "Your seat on the web".to_owned(), url: self.seat.clone() }
    }
}

fn section(heading: &str, blocks: impl IntoIterator<Item = Block>) -> Section {
    Section { heading: heading.to_owned(), blocks: blocks.into_iter().collect() }
}

/// A heading behind words that say which of several mails it is about.
fn headed(which: &str, heading: &str) -> String {
    match which {
        "" => heading.to_owned(),
        _ => format!("{which}{}", heading.to_lowercase()),
    }
}

/// A side within a sentence. Names of sides may be adjectives ("German") or nouns ("Raiders"); both go with "side".
pub fn side_words(published: &Published, side: SideId) -> String {
    format!("the {} side", published.units.sides[side.index()].name)
}

/// What is said to a player whose mail carried no reply token.
fn lost_token(game: i64, reply_to: &str) -> Section {
    let text = format!(
        "We got a mail from you without a reply token, so we cannot tell which game it is for, and have done nothing \
         with it. This is game {game}. To give orders in it, answer this mail; the answer goes to {reply_to}. For \
         another game, answer the newest mail that you have about that one."
    );
    section("Your mail was not understood", [Block::Paragraph(text)])
}

/// What a mail shows of the game.
struct Shown {
    told: Told,
    chapters: Vec<Chapter>,
    stacks: Vec<Stack>,
    asked: Option<Asked>,
    /// What waits between the players themselves.
    agreements: Vec<Section>,
    /// What was committed to, for an invitation.
    first_record: Option<String>,
    /// The seal of the whole game, once it is over.
    seal: Option<String>,
}

/// What a side must decide, with orders that are legal now.
struct Asked {
    ask: AskInfo,
    examples: Vec<String>,
    /// Those that give up what is left of the decision.
    closing: Vec<String>,
}

fn asked(live: &Live, side: SideId) -> Option<Asked> {
    let ask = live.ask(side)?;
    let (closing, examples): (Vec<Example>, Vec<Example>) =
        live.session.examples(side, EXAMPLES).into_iter().partition(|example| example.closes);
    let texts = |examples: Vec<Example>| examples.into_iter().map(|example| example.text).collect();
    Some(Asked { ask, examples: texts(examples), closing: texts(closing) })
}

/// What is to be decided, and how.
fn question(Asked { ask, examples, closing }: &Asked) -> Section {
    let mut blocks = vec![Block::Paragraph(ask.title.clone())];
    if !ask.details.is_empty() {
        blocks.push(Block::List(ask.details.clone()));
    }
    if !examples.is_empty() {
        blocks.push(Block::Paragraph("Answer with orders, one a line. Legal now, for instance:".to_owned()));
        blocks.push(Block::Orders(examples.clone()));
    }
    if !closing.is_empty() {
        // apart from what may be copied: it cannot be taken back once the other side goes on
        let closing: Vec<String> = closing.iter().map(|order| format!("`{order}`")).collect();
        blocks.push(Block::Paragraph(format!("{CLOSING} {}.", closing.join(" or "))));
    }
    section("Yours to decide", blocks)
}

/// Keys that were disclosed, what they gave, and how to check it.
fn dice(keys: &[(u32, String, Vec<String>)], page: &str) -> Section {
    let lines = keys.iter().map(|(index, key, rolls)| format!("{}. Key {index}: {key}", rolls.join(", ")));
    let check = format!(
        "Each key's SHA-256, computed over 00000001 6b 00000020 and the key as bytes, is the key before it; key 0 is \
         in your invitation. {page} checks that and recomputes the numbers in your browser."
    );
    section("Dice", [Block::List(lines.collect()), Block::Paragraph(check)])
}
