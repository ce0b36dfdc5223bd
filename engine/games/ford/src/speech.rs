//! The Ford in words.

use super::{Card, Definitions, Event, Ford, Slip, Step, Topic};
use engine::contract::{Ask, Misread, Question, Seen, Speech};

impl Speech for Ford {
    fn help(_: &Definitions) -> String {
        "mine N · bid N · move N · scout · play · pass\n".to_owned()
    }

    fn verbs() -> Vec<&'static str> {
        vec!["mine", "bid", "move", "scout", "play", "pass"]
    }

    fn parse(_: Seen<'_, Ford>, line: &str) -> Result<Vec<Vec<Step>>, Misread> {
        let misread =
            || Misread::new(format!("`{line}`: expected mine, bid or move with a number, or scout, play or pass"));
        let words: Vec<&str> = line.split_whitespace().collect();
        let order = match words[..] {
            ["scout"] => vec![Step::Verb(Topic::Scout)],
            ["play"] => vec![Step::Play],
            ["pass"] => vec![Step::Pass],
            ["slip", place] => {
                let slip = Slip::ALL.into_iter().find(|(name, _)| *name == place);
                vec![Step::Slip(slip.map(|(_, slip)| slip).ok_or_else(misread)?)]
            }
            [verb, number] => {
                let topic = match verb {
                    "mine" => Topic::Mine,
                    "bid" => Topic::Bid,
                    "move" => Topic::Move,
                    _ => return Err(misread()),
                };
                vec![Step::Verb(topic), Step::Number(number.parse().map_err(|_| misread())?)]
            }
            _ => return Err(misread()),
        };
        Ok(vec![order])
    }

    fn write(_: &Definitions, order: &[Step]) -> String {
        let words: Vec<String> = order
            .iter()
            .map(|step| match step {
                Step::Verb(topic) => format!("{topic:?}").to_lowercase(),
                Step::Number(number) => number.to_string(),
                Step::Play => "play".to_owned(),
                Step::Pass => "pass".to_owned(),
                Step::Slip(slip) => format!("slip {slip:?}").to_lowercase(),
            })
            .collect();
        words.join(" ")
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
