//! The Ford in words.

use super::{Card, Definitions, Event, Ford, Policy, Slip, Step, Topic};
use definitions::spelling::words;
use engine::contract::{Ask, Misread, Question, Seen, Speech};
use engine::speech::{Choices, Language, Sentence, StandingLanguage, StandingWords, VerbForm, Vocabulary};

/// Each verb by the step that begins its orders.
static VERBS: [VerbForm<Step>; 6] = [
    VerbForm::new(Step::Verb(Topic::Mine), &["mine"], &["mine NUMBER"], "mine 4", "hides the mine in a hex", &["1"]),
    VerbForm::new(
        Step::Verb(Topic::Bid),
        &["bid"],
        &["bid NUMBER"],
        "bid 2",
        "bids in secret for a hex more to move",
        &["2"],
    ),
    VerbForm::new(
        Step::Verb(Topic::Move),
        &["move"],
        &["move NUMBER"],
        "move 3",
        "moves the column so many hexes",
        &["3"],
    ),
    VerbForm::new(
        Step::Verb(Topic::Scout),
        &["scout"],
        &["scout"],
        "scout",
        "looks for the mine in the next hex",
        &["6"],
    ),
    VerbForm::new(Step::Play, &["play"], &["play"], "play", "plays the card that is asked for", &["4", "5"]),
    VerbForm::new(Step::Pass, &["pass"], &["pass"], "pass", "plays nothing, or sends no scouts", &["4", "6"]),
];

/// No order of the Ford has a clause.
static LANGUAGE: Language<VerbForm<Step>, ()> = Language { verbs: &VERBS, clauses: &[] };

static SCOUTS: Choices<bool, 2> =
    Choices([(&["home"], false, "your scouts stay at home"), (&["ask"], true, "you are asked about your scouts")]);

/// The standing orders.
pub static STANDING: StandingLanguage<Policy> = StandingLanguage(&[StandingWords {
    kinds: &["scouts"],
    values: &SCOUTS.words(),
    read: |policy, words| SCOUTS.read(words, &mut policy.scouts),
    write: |policy| SCOUTS.write(policy.scouts),
}]);

/// Where the program panics, as it is written. No help names it.
const SLIPS: Vocabulary<Slip> = Vocabulary(&Slip::ALL);

fn steps(entry: &VerbForm<Step>, line: &Sentence<'_, ()>) -> Result<Vec<Vec<Step>>, Misread> {
    if !matches!(entry.verb, Step::Verb(Topic::Mine | Topic::Bid | Topic::Move)) {
        line.nothing_but(&[])?;
        return Ok(vec![vec![entry.verb]]);
    }
    let number = match line.head {
        [number] => number.folded.parse().ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| Misread::new("expected one number"))?;
    Ok(vec![vec![entry.verb, Step::Number(number)]])
}

impl Speech for Ford {
    fn help(_: &Definitions) -> String {
        format!("One order a line.\n{}", LANGUAGE.help())
    }

    fn verbs() -> Vec<&'static str> {
        LANGUAGE.opening_words().collect()
    }

    fn parse(_: Seen<'_, Ford>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let words = words(line);
        match &words[..] {
            [slip, place @ ..]
                if slip.folded == "slip"
                    && let Some(slip) = SLIPS.named(place) =>
            {
                Ok(vec![vec![Step::Slip(slip)]])
            }
            _ => LANGUAGE.orders(&words, steps),
        }
    }

    fn write(_: &Definitions, order: &[Step]) -> String {
        let verb = |step: &Step| VERBS.iter().find(|entry| entry.verb == *step).map(|entry| entry.form.word());
        let word = |step: &Step| match step {
            Step::Number(number) => number.to_string(),
            Step::Slip(slip) => format!("slip {slip:?}").to_lowercase(),
            Step::Verb(_) | Step::Play | Step::Pass => verb(step).unwrap_or_default().to_owned(),
        };
        order.iter().map(word).collect::<Vec<String>>().join(" ")
    }

    fn question(Seen { view, .. }: Seen<'_, Ford>, ask: &Ask) -> Question {
        let title = match view.asked().find(|(id, _)| *id == ask.id).map(|(_, topic)| topic) {
            Some(Topic::Mine) => "Where does your mine lie?",
            Some(Topic::Bid) => "What do you bid?",
            Some(Topic::Move) => "How far does the column move?",
            Some(Topic::Scout) => "Do scouts look for a mine in the next hex?",
            Some(Topic::React(Card::Ambush)) => "Do you ambush?",
            Some(Topic::React(Card::Cover)) => "Do you play cover?",
            None => "Nothing",
        };
        Question { title: title.to_owned(), details: vec![format!("The column is in hex {}.", view.column)] }
    }

    fn describe(_: &Definitions, event: &Event) -> Option<String> {
        Some(match event {
            Event::Mined { hex } => format!("Your mine lies in hex {hex}."),
            Event::Bid { bid, .. } => format!("You bid {bid}."),
            Event::Disclosed { bids } => format!("Bids: raiders {}, guards {}.", bids[0], bids[1]),
            Event::Scouted { hex, mine, .. } => {
                format!("Scouts find {} in hex {hex}.", if *mine { "a mine" } else { "nothing" })
            }
            Event::Entered { hex } => format!("The column enters hex {hex}."),
            Event::Played { side, card } => format!("Side {} plays {card:?}.", side.0 + 1),
            Event::Halted { mine } => format!("Halted by {}.", if *mine { "a mine" } else { "an ambush" }),
            Event::Blast { face } => format!("The mine's die shows {face}."),
            Event::Drew { card } => format!("You draw {card:?}."),
            Event::Slipped { slip, .. } => {
                assert_ne!(*slip, Slip::Telling, "slipped in telling");
                return None;
            }
            Event::Over { winner } => format!("Side {} wins.", winner.0 + 1),
            _ => return None,
        })
    }
}
