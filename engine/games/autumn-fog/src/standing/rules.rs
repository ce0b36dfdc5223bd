//! How standing orders are written: one list for reading, for help and for the page.

use super::super::tables::Column;
use super::{
    Advance, AirSupply, Allotment, Choice, ComeBack, Defence, Gift, Interrupt, Losses, Meet, Reroll, Sequence, Standing,
};
use engine::speech::{Caution, Choices, StandingLanguage, StandingWords, set};
use engine::standing_choice;

/// All kinds of decisions that standing orders can make.
pub static RULES: StandingLanguage<Standing> = StandingLanguage(&[
    StandingWords {
        kinds: &["defend", "defence", "support"],
        values: &["ask", "ask supports", "none", "best 1", "best 2", "best 1 at 2:1", "best 2 at 3:1 else none"],
        read: |standing, words| set(&mut standing.defend, read_defence(words)),
        write: |standing| write_defence(standing.defend),
    },
    StandingWords {
        kinds: &["lose defending", "lose"],
        values: LOSSES,
        read: |standing, words| set(&mut standing.lose[1], read_losses(words)),
        write: |standing| write_losses(standing.lose[1]),
    },
    StandingWords {
        kinds: &["lose attacking"],
        values: LOSSES,
        read: |standing, words| set(&mut standing.lose[0], read_losses(words)),
        write: |standing| write_losses(standing.lose[0]),
    },
    standing_choice!(&["retreat"], RETREAT, retreat),
    standing_choice!(&["mark", "breakthrough"], MARK, mark),
    standing_choice!(&["advance"], ADVANCE, advance),
    standing_choice!(&["return", "rebuild"], RETURN, come_back),
    standing_choice!(&["allot"], ALLOT, allot),
    standing_choice!(&["snafu"], SNAFU, snafu),
    StandingWords {
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
    standing_choice!(&["gift"], GIFT, gift),
    standing_choice!(&["interrupt", "marches", "greif", "roadblock"], INTERRUPT, interrupt),
    standing_choice!(&["air supply"], AIR_SUPPLY, air_supply),
    standing_choice!(&["overstack", "eliminate"], OVERSTACK, overstack),
    StandingWords {
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
    StandingWords {
        kinds: Caution::KINDS,
        values: Caution::VALUES,
        read: |standing, words| standing.ahead.read(words),
        write: |standing| {
            standing.ahead.write("orders for your next sequences", |near| {
                format!(
                    "orders for your next sequences come back to you if, since you wrote them, anything happened within \
                     {near} hexes of what the next of them names, or a unit that it names was hit"
                )
            })
        },
    },
]);

const LOSSES: &[&str] = &["ask", "hexes", "hexes spare armour", "steps", "steps spare armour", "steps strongest"];

static RETREAT: Choices<Choice, 2> = Choices([
    (&["ask"], Choice::Ask, "you choose the path"),
    (&["auto"], Choice::Auto, "stacks stay together and go where they lose least, away from the enemy"),
]);
static MARK: Choices<Choice, 2> = Choices([
    (&["ask"], Choice::Ask, "you choose the hex"),
    (&["auto"], Choice::Auto, "the vacated hex that lies farthest towards the enemy"),
]);
static ADVANCE: Choices<Advance, 4> = Choices([
    (&["ask"], Advance::Ask, "you choose who advances"),
    (&["none", "nobody"], Advance::None, "nobody advances"),
    (&["one"], Advance::One, "your strongest unit takes a vacated hex, armour first"),
    (&["all"], Advance::All, "all take the vacated hexes as far as there is room, armour first"),
]);
static RETURN: Choices<ComeBack, 3> = Choices([
    (&["ask"], ComeBack::Ask, "you say where destroyed headquarters come back"),
    (&["near"], ComeBack::Near, "destroyed headquarters come back as near to their units as they may"),
    (&["later"], ComeBack::Later, "destroyed headquarters stay away"),
]);
static ALLOT: Choices<Allotment, 4> = Choices([
    (&["ask"], Allotment::Ask, "you give out the supports"),
    (
        &["again", "last turn", "as last turn"],
        Allotment::Again,
        "supports go where they went last turn, as far as the pools allow",
    ),
    (&["spread", "auto"], Allotment::Spread, "supports go to your headquarters in turn until nothing is left to give"),
    (&["none"], Allotment::None, "no support is given out"),
]);
static SNAFU: Choices<Choice, 2> = Choices([
    (&["ask"], Choice::Ask, "you choose the attacker that a snafu strikes"),
    (&["auto"], Choice::Auto, "it strikes the strongest attacker"),
]);
static GIFT: Choices<Gift, 3> = Choices([
    (&["ask"], Gift::Ask, "you choose your Christmas present"),
    (&["reroll"], Gift::Reroll, "your Christmas present is a second roll for an attack"),
    (&["step"], Gift::Step, "your Christmas present is a step for your strongest unit that may have one"),
]);
static INTERRUPT: Choices<Interrupt, 2> = Choices([
    (&["pass", "let"], Interrupt::Pass, "the other side's marches pass your events, and you are not asked"),
    (
        &["ask"],
        Interrupt::Ask,
        "you are asked at each march of the other side that an event could interrupt: `play …` or `let`",
    ),
]);
static AIR_SUPPLY: Choices<AirSupply, 2> = Choices([
    (&["ask"], AirSupply::Ask, "you say whether aircraft drop supplies"),
    (&["save"], AirSupply::Save, "no supplies are dropped"),
]);
static OVERSTACK: Choices<Choice, 2> = Choices([
    (&["ask"], Choice::Ask, "you choose what goes from a hex that holds too much"),
    (&["auto"], Choice::Auto, "the weakest unit goes from a hex that holds too much"),
]);

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
                if else_none { (" else none", "else without support") } else { ("", "else you are asked") };
            (
                format!("best {markers} at {from}{ending}"),
                format!(
                    "{LEADS}, with {many} if the column without them is {from} or better for the attacker; {below}"
                ),
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
