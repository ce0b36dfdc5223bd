//! What only the first mail says. With it nobody needs any other text to begin.

use super::section;
use crate::mail::{Block, Section};
use definitions::Published;
use engine::chance::CHAIN_LENGTH;
use engine::speech::INQUIRIES;
use engine::table::Record;
use serde::de::IgnoredAny;

/// Who plays what.
pub fn greeting(published: &Published, scenario: &str, own: &str, other: &str) -> Section {
    let mut blocks = vec![Block::Paragraph(format!(
        "You are invited to play {}, {scenario}. You play {own}; the other player has {other}. A program is the referee: \
         it knows the rules, carries out your orders, rolls the dice, and names the rule when it refuses an order.",
        published.title
    ))];
    blocks.push(Block::Paragraph(
        "To begin, answer the first mail in which something is “Yours to decide” with one of the orders below that. An \
         order that a rule forbids is not carried out: you are told the rule, and try again."
            .to_owned(),
    ));
    if let Some(credit) = published.credits.first() {
        blocks.push(Block::Paragraph(credit.clone()));
    }
    section("", blocks)
}

/// How orders are given.
pub fn how_to_play(reply_to: &str, other: &str, missing: usize, rules_page: &str) -> Section {
    let mut list = vec![
        "Press Reply. Write your orders above the line that says so, one a line, as plain text, in the sequence in which \
         they are to be done. You need no account and no password."
            .to_owned(),
        format!(
            "The answer goes to {reply_to}, which your mail program fills in. It belongs to your seat: orders from another \
             address than yours wait until you confirm them."
        ),
        "Within moments you get a receipt: each order with its result, or with the rule that forbids it and what to do \
         instead. If one is refused before the first die is rolled, nothing of the mail counts: mend it and send all of \
         it again. After that, everything before the refused order stays."
            .to_owned(),
        "Answer the newest mail: an answer to a question that is no longer open is not carried out. Where the other side \
         has to decide in the middle of your orders, the rest waits."
            .to_owned(),
        "Or play on the page, by the link at the end of this mail: it lists every order that is legal, and under “Your mail” \
         you can wish for more mail, for less, or for another address. You can mix both ways."
            .to_owned(),
    ];
    if missing > 0 {
        list.push(format!("{missing} cases of the rulebook are not enforced yet. They are listed on {rules_page}"));
    }
    let forms = INQUIRIES.iter().flat_map(|inquiry| inquiry.form.forms);
    let forms: Vec<String> = forms.map(|form| format!("`{form}`")).collect();
    let besides = vec![
        format!("say: well met – the player of {other} reads it in the next mail"),
        "word: any words – stirs words of your own choice into the dice; best before your first order".to_owned(),
        "note: any words – is kept for you alone; your next mails repeat the newest notes".to_owned(),
        "quiet: 22-7 Berlin – no mail in these hours, in all your games".to_owned(),
        "clock – how much time is left, if the game has a clock".to_owned(),
        "report: any words – tells the host of this server, and nobody else, what is wrong".to_owned(),
        "resign the game – gives it up".to_owned(),
    ];
    section(
        "How to play by mail",
        [
            Block::List(list),
            Block::Paragraph(format!(
                "These ask or arrange something, at any time, alone or among your orders, and what is asked of you stays open; \
                 `help` explains each: {}. And these:",
                forms.join(", ")
            )),
            Block::List(besides),
        ],
    )
}

/// What was committed to, how to check it, and what it cannot give.
pub fn dice(first_record: Option<&str>, page: &str) -> Option<Section> {
    let first: Record<IgnoredAny, IgnoredAny> = serde_json::from_str(first_record?).ok()?;
    let Record::Started { table, public, sealed, .. } = first else { return None };
    let text = format!(
        "The server rolls as your order is carried out, and the receipt shows the numbers. Neither player can foresee them, \
         and you can check every one: before anybody chose anything the server made two chains of {CHAIN_LENGTH} keys, in \
         which each key is the SHA-256 of the next. Their ends are given here; keep this mail."
    );
    let ends = vec![format!("name of the game: {table}"), format!("public: {public}"), format!("sealed: {sealed}")];
    let how = format!(
        "Each order that rolls dice uses up the next public key, which the mail with the result shows. {page} recomputes the \
         numbers in your browser. By hand, this prints the key before it; for key 1 that is the public end above:"
    );
    let command = "printf '000000016b00000020KEY' | xxd -r -p | sha256sum";
    let then = "Hidden draws use the sealed chain. Its secret is disclosed when the game is over; then `fieldpost verify` checks \
                them, too, without this server. Before the keys are used up, the ends of new chains are told to both of you \
                and each is asked for a word.";
    let limits = "What this cannot give: a host who plays himself, or sides with one player, knows the keys and could \
                  try several wordings of an order until the dice suit him. Play with a host whom both of you trust.";
    Some(section(
        "The dice",
        [
            Block::Paragraph(text),
            Block::List(ends),
            Block::Paragraph(how),
            Block::Orders(vec![command.to_owned()]),
            Block::Paragraph(then.to_owned()),
            Block::Paragraph(limits.to_owned()),
        ],
    ))
}
