//! How standing orders are written: one table for reading, for lists, for help and for the page.

use super::super::tables::Column;
use super::{
    Advance, AirSupply, Allotment, Caution, Choice, ComeBack, Defence, Gift, Interrupt, Losses, Meet, Reroll, Sequence,
    Standing,
};
use definitions::spelling::{COMMA, folded};
use engine::contract::{Misread, StandingRule};

/// How the standing order for a kind of decision is written.
pub struct Rule {
    /// The kind, and words that may stand for it.
    kinds: &'static [&'static str],
    /// Values to choose from; the first is what holds without standing orders.
    values: &'static [&'static str],
    /// Reads a value; false if it is none.
    read: fn(&mut Standing, &[&str]) -> bool,
    /// The value as it is written, and what it means.
    write: fn(&Standing) -> (String, String),
}

impl Rule {
    /// The kind of decision, and words that may stand for it.
    pub fn kinds(&self) -> &'static [&'static str] {
        self.kinds
    }

    /// Values to choose from; the first holds without standing orders.
    pub fn values(&self) -> &'static [&'static str] {
        self.values
    }
}

/// All kinds of decisions that standing orders can make.
pub static RULES: [Rule; 16] = [
    Rule {
        kinds: &["defend", "defence", "support"],
        values: &["ask", "ask supports", "none", "best 1", "best 2", "best 1 at 2:1", "best 2 at 3:1 else none"],
        read: |standing, words| set(&mut standing.defend, read_defence(words)),
        write: |standing| write_defence(standing.defend),
    },
    Rule {
        kinds: &["lose defending", "lose"],
        values: LOSSES,
        read: |standing, words| set(&mut standing.lose[1], read_losses(words)),
        write: |standing| write_losses(standing.lose[1]),
    },
    Rule {
        kinds: &["lose attacking"],
        values: LOSSES,
        read: |standing, words| set(&mut standing.lose[0], read_losses(words)),
        write: |standing| write_losses(standing.lose[0]),
    },
    Rule {
        kinds: &["retreat"],
        values: &["ask", "auto"],
        read: |standing, words| set(&mut standing.retreat, read_choice(words)),
        write: |standing| {
            write_choice(
                standing.retreat,
                "you choose the path",
                "stacks stay together and go where they lose least, away from the enemy",
            )
        },
    },
    Rule {
        kinds: &["mark", "breakthrough"],
        values: &["ask", "auto"],
        read: |standing, words| set(&mut standing.mark, read_choice(words)),
        write: |standing| {
            write_choice(standing.mark, "you choose the hex", "the vacated hex that lies farthest towards the enemy")
        },
    },
    Rule {
        kinds: &["advance"],
        values: &["ask", "none", "one", "all"],
        read: |standing, words| {
            let known = [
                ("ask", Advance::Ask),
                ("none", Advance::None),
                ("nobody", Advance::None),
                ("one", Advance::One),
                ("all", Advance::All),
            ];
            set(&mut standing.advance, one_of(words, &known))
        },
        write: |standing| {
            let (value, words) = match standing.advance {
                Advance::Ask => ("ask", "you choose who advances"),
                Advance::None => ("none", "nobody advances"),
                Advance::One => ("one", "your strongest unit takes a vacated hex, armour first"),
                Advance::All => ("all", "all take the vacated hexes as far as there is room, armour first"),
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["return", "rebuild"],
        values: &["ask", "near", "later"],
        read: |standing, words| {
            let known = [("ask", ComeBack::Ask), ("near", ComeBack::Near), ("later", ComeBack::Later)];
            set(&mut standing.come_back, one_of(words, &known))
        },
        write: |standing| {
            let (value, words) = match standing.come_back {
                ComeBack::Ask => ("ask", "you say where destroyed headquarters come back"),
                ComeBack::Near => ("near", "destroyed headquarters come back as near to their units as they may"),
                ComeBack::Later => ("later", "destroyed headquarters stay away"),
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["allot"],
        values: &["ask", "again", "spread", "none"],
        read: |standing, words| {
            let words: Vec<&str> = words.iter().copied().filter(|word| *word != "as").collect();
            let known = [
                ("ask", Allotment::Ask),
                ("again", Allotment::Again),
                ("last turn", Allotment::Again),
                ("spread", Allotment::Spread),
                ("auto", Allotment::Spread),
                ("none", Allotment::None),
            ];
            set(&mut standing.allot, one_of(&words, &known))
        },
        write: |standing| {
            let (value, words) = match standing.allot {
                Allotment::Ask => ("ask", "you give out the supports"),
                Allotment::Again => ("again", "supports go where they went last turn, as far as the pools allow"),
                Allotment::Spread => {
                    ("spread", "supports go to your headquarters in turn until nothing is left to give")
                }
                Allotment::None => ("none", "no support is given out"),
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["snafu"],
        values: &["ask", "auto"],
        read: |standing, words| set(&mut standing.snafu, read_choice(words)),
        write: |standing| {
            write_choice(
                standing.snafu,
                "you choose the attacker that a snafu strikes",
                "it strikes the strongest attacker",
            )
        },
    },
    Rule {
        kinds: &["reroll"],
        values: &["ask", "keep", "1", "2", "3"],
        read: |standing, words| {
            let value = match words {
                ["ask"] => Some(Reroll::Ask),
                ["keep"] => Some(Reroll::Keep),
                [face] => face.parse().ok().filter(|face| (1..=5).contains(face)).map(Reroll::UpTo),
                _ => None,
            };
            set(&mut standing.reroll, value)
        },
        write: |standing| match standing.reroll {
            Reroll::Ask => ("ask".to_owned(), "you say whether an attack is rolled for again".to_owned()),
            Reroll::Keep => ("keep".to_owned(), "the first roll is kept".to_owned()),
            Reroll::UpTo(face) => (face.to_string(), format!("a die of {face} or less is rolled again")),
        },
    },
    Rule {
        kinds: &["gift"],
        values: &["ask", "reroll", "step"],
        read: |standing, words| {
            let known = [("ask", Gift::Ask), ("reroll", Gift::Reroll), ("step", Gift::Step)];
            set(&mut standing.gift, one_of(words, &known))
        },
        write: |standing| {
            let (value, words) = match standing.gift {
                Gift::Ask => ("ask", "you choose your Christmas present"),
                Gift::Reroll => ("reroll", "your Christmas present is a second roll for an attack"),
                Gift::Step => ("step", "your Christmas present is a step for your strongest unit that may have one"),
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["interrupt", "marches", "greif", "roadblock"],
        values: &["pass", "ask"],
        read: |standing, words| {
            let known = [("pass", Interrupt::Pass), ("let", Interrupt::Pass), ("ask", Interrupt::Ask)];
            set(&mut standing.interrupt, one_of(words, &known))
        },
        write: |standing| {
            let (value, words) = match standing.interrupt {
                Interrupt::Pass => ("pass", "the other side's marches pass your events, and you are not asked"),
                Interrupt::Ask => {
                    ("ask", "you are asked at each march of the other side that an event could interrupt")
                }
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["air supply"],
        values: &["ask", "save"],
        read: |standing, words| {
            set(&mut standing.air_supply, one_of(words, &[("ask", AirSupply::Ask), ("save", AirSupply::Save)]))
        },
        write: |standing| {
            let (value, words) = match standing.air_supply {
                AirSupply::Ask => ("ask", "you say whether aircraft drop supplies"),
                AirSupply::Save => ("save", "no supplies are dropped"),
            };
            (value.to_owned(), words.to_owned())
        },
    },
    Rule {
        kinds: &["overstack", "eliminate"],
        values: &["ask", "auto"],
        read: |standing, words| set(&mut standing.overstack, read_choice(words)),
        write: |standing| {
            write_choice(
                standing.overstack,
                "you choose what goes from a hex that holds too much",
                "the weakest unit goes from a hex that holds too much",
            )
        },
    },
    Rule {
        kinds: &["activation", "activate"],
        values: &["ask", "follow", "staff 2", "staff 4"],
        read: |standing, words| {
            let value = match words {
                ["ask"] => Some(Sequence::Ask),
                ["follow"] => Some(Sequence::Follow),
                ["staff", near] => {
                    near.parse().ok().filter(|near| (1..=40).contains(near)).map(|near| Sequence::Staff { near })
                }
                _ => None,
            };
            set(&mut standing.sequence, value)
        },
        write: |standing| match standing.sequence {
            Sequence::Ask => ("ask".to_owned(), "you lead your sequences".to_owned()),
            Sequence::Follow => ("follow".to_owned(), "you pass when the other side has passed".to_owned()),
            Sequence::Staff { near } => (
                format!("staff {near}"),
                format!(
                    "you are asked as long as a unit of yours acts, or has not acted this turn, within {near} hexes of \
                     the enemy; your staff leads the others, or passes"
                ),
            ),
        },
    },
    Rule {
        kinds: &["ahead"],
        values: &["quiet 4", "quiet 2", "quiet 8", "always", "never"],
        read: |standing, words| {
            let value = match words {
                ["always"] => Some(Caution::Always),
                ["quiet", near] => {
                    near.parse().ok().filter(|near| (1..=40).contains(near)).map(|near| Caution::Quiet { near })
                }
                ["never"] => Some(Caution::Never),
                _ => None,
            };
            set(&mut standing.ahead, value)
        },
        write: |standing| match standing.ahead {
            Caution::Always => (
                "always".to_owned(),
                "orders for your next sequences are carried out as long as they are legal".to_owned(),
            ),
            Caution::Quiet { near } => (
                format!("quiet {near}"),
                format!(
                    "orders for your next sequences come back to you if, since you wrote them, anything happened within \
                     {near} hexes of what the next of them names, or a unit that it names was hit"
                ),
            ),
            Caution::Never => {
                ("never".to_owned(), "orders for your next sequences come back to you when their time comes".to_owned())
            }
        },
    },
];

const LOSSES: &[&str] = &["ask", "hexes", "hexes spare armour", "steps", "steps spare armour", "steps strongest"];

/// All standing orders with the values that each may have.
pub fn list(standing: &Standing) -> Vec<StandingRule> {
    let rule = |rule: &Rule| {
        let (value, words) = (rule.write)(standing);
        let choice = |text: &&str| {
            let mut other = standing.clone();
            (rule.read)(&mut other, &split(text).iter().map(String::as_str).collect::<Vec<_>>());
            ((*text).to_owned(), (rule.write)(&other).1)
        };
        let choices = rule.values.iter().map(choice).collect();
        StandingRule { kind: rule.kinds[0].to_owned(), value, words, choices }
    };
    RULES.iter().map(rule).collect()
}

/// The standing orders as a line changes them.
///
/// # Errors
/// What was not understood and what was expected.
pub fn amend(standing: &Standing, line: &str) -> Result<Standing, Misread> {
    let words = split(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let after = |rule: &'static Rule| {
        let known = rule.kinds.iter().map(|kind| kind.split(' ').collect::<Vec<&str>>());
        let begins = known.filter(|kind| words.starts_with(kind)).map(|kind| kind.len()).max();
        begins.map(|length| (length, rule))
    };
    // the longest name of a kind: `lose attacking` before `lose`
    let Some((length, rule)) = RULES.iter().filter_map(after).max_by_key(|(length, _)| *length) else {
        let kinds: Vec<&str> = RULES.iter().map(|rule| rule.kinds[0]).collect();
        return Err(Misread::new(format!("`{line}` is no standing order; they are about {}", kinds.join(", "))));
    };
    let mut changed = standing.clone();
    if (rule.read)(&mut changed, &words[length..]) {
        return Ok(changed);
    }
    let values: Vec<String> = rule.values.iter().map(|value| format!("`{value}`")).collect();
    let (kind, value) = (words[..length].join(" "), words[length..].join(" "));
    Err(Misread::new(format!("`{value}` is no standing order to {kind}; write one of {}", values.join(", "))))
}

/// The words of a value; odds are one word.
fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut numbers = false;
    for word in folded(line).into_iter().filter(|word| word != COMMA) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match words.last_mut() {
            // `2:1` and `2-1` come as two words
            Some(last) if numbers && is_number => *last += &format!(":{word}"),
            _ => words.push(word),
        }
        numbers = is_number;
    }
    words
}

fn set<T>(place: &mut T, value: Option<T>) -> bool {
    let known = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    known
}

fn one_of<T: Copy>(words: &[&str], known: &[(&str, T)]) -> Option<T> {
    let text = words.join(" ");
    known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

fn read_choice(words: &[&str]) -> Option<Choice> {
    one_of(words, &[("ask", Choice::Ask), ("auto", Choice::Auto)])
}

fn write_choice(choice: Choice, ask: &str, auto: &str) -> (String, String) {
    let (value, words) = match choice {
        Choice::Ask => ("ask", ask),
        Choice::Auto => ("auto", auto),
    };
    (value.to_owned(), words.to_owned())
}

fn read_defence(words: &[&str]) -> Option<Defence> {
    let markers = |number: &str| number.parse().ok().filter(|markers| (1..=9).contains(markers));
    let best = |number, from, else_none| markers(number).map(|markers| Defence::Best { markers, from, else_none });
    match words {
        ["ask"] => Some(Defence::Ask),
        ["ask", "supports" | "support"] => Some(Defence::AskWithSupports),
        ["none"] => Some(Defence::None),
        ["best", number] => best(number, None, false),
        ["best", number, "at" | "from", odds] => best(number, Some(Column::printed(odds)?), false),
        ["best", number, "at" | "from", odds, "else", "ask"] => best(number, Some(Column::printed(odds)?), false),
        ["best", number, "at" | "from", odds, "else", "none"] => best(number, Some(Column::printed(odds)?), true),
        _ => None,
    }
}

fn write_defence(defence: Defence) -> (String, String) {
    const LEADS: &str = "your unit of the best quality leads";
    match defence {
        Defence::Ask => ("ask".to_owned(), "you name lead and supports".to_owned()),
        Defence::AskWithSupports => {
            ("ask supports".to_owned(), format!("you are asked if a support is at hand; if none is, {LEADS}"))
        }
        Defence::None => ("none".to_owned(), format!("{LEADS}, without support")),
        Defence::Best { markers, from, else_none } => {
            let many = if markers == 1 {
                "the best support".to_owned()
            } else {
                format!("up to {markers} supports, the best first")
            };
            let Some(from) = from.map(Column::odds) else {
                return (format!("best {markers}"), format!("{LEADS}, with {many}"));
            };
            let (ending, below) =
                if else_none { (" else none", "without support below") } else { ("", "below you are asked") };
            (
                format!("best {markers} at {from}{ending}"),
                format!("{LEADS}, with {many} from odds of {from} against you on, {below}"),
            )
        }
    }
}

fn read_losses(words: &[&str]) -> Option<Losses> {
    let mut rest = words.iter();
    let meet = match *rest.next()? {
        "ask" => return (words.len() == 1).then_some(Losses::Ask),
        "steps" | "hold" => Meet::Steps,
        "hexes" | "retreat" => Meet::Hexes,
        _ => return None,
    };
    let (mut strong_first, mut spare_armour) = (false, false);
    while let Some(word) = rest.next() {
        match *word {
            "weakest" | "first" => {}
            "strongest" => strong_first = true,
            "spare" if rest.next() == Some(&"armour") => spare_armour = true,
            _ => return None,
        }
    }
    Some(Losses::By { meet, strong_first, spare_armour })
}

fn write_losses(losses: Losses) -> (String, String) {
    let Losses::By { meet, strong_first, spare_armour } = losses else {
        return ("ask".to_owned(), "you name the steps that are lost".to_owned());
    };
    let (value, words) = match meet {
        Meet::Steps => ("steps", "you lose steps and hold the ground as long as somebody is left to hold it"),
        Meet::Hexes => ("hexes", "you retreat rather than lose steps, as far as the rules let you"),
    };
    let (strong, order) = if strong_first { (" strongest", "strong") } else { ("", "weak") };
    let (spare, spared) =
        if spare_armour { (" spare armour", ", armoured and mechanized ones last") } else { ("", "") };
    (format!("{value}{strong}{spare}"), format!("{words}; {order} units lose first{spared}"))
}
