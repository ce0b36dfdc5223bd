//! The verbs of orders: how their lines are written, what they answer, the case under which they are refused elsewhere. Reader,
//! help, grammar and page follow from this one table.

use crate::truth::order::Verb;
use crate::truth::state::{State, Topic};
use engine::speech::{Language, LineForm};

/// One verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The verb.
    pub verb: Verb,
    /// How its lines are written.
    pub line: LineForm,
    /// The case under which it is refused where it is not asked for.
    pub case: &'static str,
    /// What it answers.
    pub topics: &'static [Topic],
}

impl AsRef<LineForm> for Entry {
    fn as_ref(&self) -> &LineForm {
        &self.line
    }
}

/// What a clause of an order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Where units go.
    To,
    /// Towards which hex they go as far as they come.
    Towards,
    /// Hexes on the way.
    Via,
    /// Where something lies.
    At,
    /// Who does it.
    With,
    /// Guns that support.
    Support,
    /// Rockets that are doubled.
    Double,
    /// Who advances after the attack.
    Advance,
}

/// The order language.
pub static LANGUAGE: Language<Entry, Clause> = Language {
    verbs: &ALL,
    clauses: &[
        ("to", Clause::To),
        ("into", Clause::To),
        ("towards", Clause::Towards),
        ("via", Clause::Via),
        ("through", Clause::Via),
        ("at", Clause::At),
        ("on", Clause::At),
        ("with", Clause::With),
        ("by", Clause::With),
        ("support", Clause::Support),
        ("supported by", Clause::Support),
        ("double", Clause::Double),
        ("advance", Clause::Advance),
        ("advancing", Clause::Advance),
    ],
};

const fn line(
    words: &'static [&'static str],
    forms: &'static [&'static str],
    example: &'static str,
    about: &'static str,
    cases: &'static [&'static str],
) -> LineForm {
    LineForm { words, forms, also: &[], example, about, cases }
}

/// All verbs, in the order in which a turn needs them.
pub static ALL: [Entry; 25] = [
    Entry {
        verb: Verb::Take,
        line: line(
            &["take"],
            &["take 5th | 6th"],
            "take 5th",
            "takes one of the two Panzer Army chits for the turn",
            &["17"],
        ),
        case: "17b",
        topics: &[Topic::Army],
    },
    Entry {
        verb: Verb::Withdraw,
        line: line(&["withdraw"], &["withdraw"], "withdraw", "lets the SS in supply leave on turn 11", &["12.10"]),
        case: "12.10g",
        topics: &[Topic::Withdrawal],
    },
    Entry {
        verb: Verb::Cancel,
        line: line(
            &["cancel"],
            &["cancel"],
            "cancel",
            "keeps the SS on turn 11; three VP are needed at the end then",
            &["12.10"],
        ),
        case: "12.10g",
        topics: &[Topic::Withdrawal],
    },
    Entry {
        verb: Verb::Place,
        line: line(
            &["place"],
            &["place UNIT at HEX", "place greif | traffic | airdrop at HEX", "place trucks with UNIT"],
            "place greif at 3110",
            "lays out an asset or a marker, or moves a unit over in its entry area",
            &["4.1", "12", "14.8b"],
        ),
        case: "4.1f",
        topics: &[Topic::Assets, Topic::Drop, Topic::Round],
    },
    Entry {
        verb: Verb::Recall,
        line: line(
            &["recall"],
            &["recall UNIT"],
            "recall Eng V",
            "takes engineers off the map; they are back on the next turn",
            &["12.4.1"],
        ),
        case: "12.4.1f",
        topics: &[Topic::Assets],
    },
    Entry {
        verb: Verb::Rebuild,
        line: line(
            &["rebuild"],
            &["rebuild UNIT", "rebuild UNIT at HEX"],
            "rebuild KG a/2 Pz",
            "takes a lost step back for a point, or brings a dead American unit back in a town",
            &["13"],
        ),
        case: "13.2c",
        topics: &[Topic::Replacements],
    },
    Entry {
        verb: Verb::Play,
        line: line(
            &["play"],
            &[
                "play CHIT",
                "play move | combat",
                "play 5th | 6th | 7th",
                "play patton | monty move | monty combat",
                "play drawn | held",
            ],
            "play All German",
            "chooses the first chit, by its name or by what it is played as, or says as what a chit is played; `held` plays the held \
             Reinforcement chit in its place",
            &["5.1", "14.4", "14.6", "14.8.2", "14.9"],
        ),
        case: "14.1a",
        topics: &[Topic::First, Topic::Drawn],
    },
    Entry {
        verb: Verb::Move,
        line: line(
            &["move"],
            &["move UNIT, ... to HEX [via HEX, ...]", "move UNIT, ... towards HEX", "move all of HEX to HEX"],
            "move KG a/2 Pz to 3217",
            "moves units one after the other, each by the cheapest way; `towards` goes as far as each comes. UNIT may be a stack \
             (`all of 3317`) or a division (`all of 2 Pz`)",
            &["10.2"],
        ),
        case: "14.1a",
        topics: &[Topic::Round],
    },
    Entry {
        verb: Verb::Infiltrate,
        line: line(
            &["infiltrate"],
            &["infiltrate UNIT to HEX [via HEX, ...]"],
            "infiltrate 150 Pz to 3608",
            "moves the 150th Panzer Brigade through zones of control, once on turns 1 to 3",
            &["7.3c"],
        ),
        case: "7.3c",
        topics: &[Topic::Round],
    },
    Entry {
        verb: Verb::Later,
        line: line(
            &["later"],
            &["later UNIT, ..."],
            "later CCA/4 Arm",
            "puts units of III Corps off: they come at D a chit later",
            &["14.8.1"],
        ),
        case: "14.8.1a",
        topics: &[Topic::Round],
    },
    Entry {
        verb: Verb::Blow,
        line: line(
            &["blow"],
            &["blow HEX/HEX [with UNIT]", "blow"],
            "blow 3315/3215",
            "blows a bridge with engineers in an Allied Move round; by itself, the bridges of the question that is open",
            &["10.6.1"],
        ),
        case: "10.6.1e",
        topics: &[Topic::Round, Topic::Bridge],
    },
    Entry {
        verb: Verb::Keep,
        line: line(
            &["keep"],
            &["keep", "keep HEX/HEX"],
            "keep",
            "leaves the bridges of the question standing, or one of them: then the question goes on about the others",
            &["10.6.1"],
        ),
        case: "10.6.1e",
        topics: &[Topic::Bridge],
    },
    Entry {
        verb: Verb::Attack,
        line: line(
            &["attack"],
            &["attack HEX with UNIT, ... [support UNIT, ...] [double UNIT] [advance UNIT, ...]"],
            "attack 3217 with KG a/2 Pz, KG b/2 Pz support Art 5 Pz advance KG a/2 Pz",
            "attacks a hex, `with all` with all who can, `advance all` if all may advance; guns support, rockets may be doubled, \
             `support plus` uses the asset +2 of the option",
            &["11.1", "12.2", "12.3", "16"],
        ),
        case: "11.1a",
        topics: &[Topic::Round],
    },
    Entry {
        verb: Verb::Support,
        line: line(
            &["support"],
            &["support with UNIT, ..."],
            "support with Art VIII",
            "supports a defence with guns; engineers help by themselves",
            &["11.3.1"],
        ),
        case: "11.3.1c",
        topics: &[Topic::Support],
    },
    Entry {
        verb: Verb::Convert,
        line: line(
            &["convert"],
            &["convert"],
            "convert",
            "takes a step from both sides instead of a retreat, in the first combat round",
            &["11.3.3d"],
        ),
        case: "11.3.3d",
        topics: &[Topic::Convert],
    },
    Entry {
        verb: Verb::Bear,
        line: line(
            &["bear"],
            &["bear"],
            "bear",
            "bears a result as it is: nobody converts, nobody stands",
            &["11.3.3d", "11.4.1"],
        ),
        case: "11.3.3d",
        topics: &[Topic::Convert, Topic::Stand],
    },
    Entry {
        verb: Verb::Lose,
        line: line(&["lose"], &["lose UNIT"], "lose 110/28 Inf", "says which unit loses a step", &["11.3.3c"]),
        case: "11.3.3c",
        topics: &[Topic::Losses],
    },
    Entry {
        verb: Verb::Stand,
        line: line(
            &["hold"],
            &["hold UNIT"],
            "hold 502/101 Abn",
            "holds the hex instead of retreating: the airborne unit loses a step",
            &["11.4.1"],
        ),
        case: "11.4.1a",
        topics: &[Topic::Stand],
    },
    Entry {
        verb: Verb::Retreat,
        line: line(&["retreat"], &["retreat to HEX"], "retreat to 3016", "leads the beaten back", &["11.4"]),
        case: "11.4a",
        topics: &[Topic::Retreat],
    },
    Entry {
        verb: Verb::Advance,
        line: line(
            &["advance"],
            &["advance UNIT, ..."],
            "advance KG a/2 Pz",
            "advances into the hex that was left",
            &["11.5"],
        ),
        case: "11.5a",
        topics: &[Topic::Advance],
    },
    Entry {
        verb: Verb::Stay,
        line: line(&["stay"], &["stay"], "stay", "advances no more", &["11.5"]),
        case: "11.5a",
        topics: &[Topic::Advance],
    },
    Entry {
        verb: Verb::Remove,
        line: line(
            &["remove"],
            &["remove UNIT"],
            "remove 110/28 Inf",
            "takes a unit off a hex that holds too many",
            &["6.2g"],
        ),
        case: "6.2g",
        topics: &[Topic::Excess],
    },
    Entry {
        verb: Verb::React,
        line: line(&["react"], &["react"], "react", "plays the second Reaction 3 chit of turn 1", &["14.3.1"]),
        case: "14.3.1c",
        topics: &[Topic::React],
    },
    Entry {
        verb: Verb::Pass,
        line: line(
            &["pass"],
            &["pass"],
            "pass",
            "makes no use of a right: supports nothing, keeps the Reaction, drops nobody",
            &["11.3.1c", "14.3.1c"],
        ),
        case: "14.3.1c",
        topics: &[Topic::Support, Topic::React, Topic::Drop],
    },
    Entry {
        verb: Verb::End,
        line: line(
            &["end"],
            &["end", "end round", "end assets", "end replacements"],
            "end",
            "ends your round, your assets, or your replacements; what is named is ended if it is under way, and is done where it \
             has ended by itself",
            &["4"],
        ),
        case: "14.1a",
        topics: &[Topic::Assets, Topic::Replacements, Topic::Round],
    },
];

/// The entry of a verb.
pub fn entry(verb: Verb) -> &'static Entry {
    ALL.iter().find(|entry| entry.verb == verb).unwrap_or(&ALL[0])
}

/// Whether a verb answers what is asked.
pub fn answers(state: &State, entry: &Entry) -> bool {
    state.asked.is_some_and(|asked| entry.topics.contains(&asked.topic))
}

/// The verbs that answer what is asked.
pub fn answering(state: &State) -> impl Iterator<Item = &'static Entry> {
    ALL.iter().filter(move |entry| answers(state, entry))
}

/// What a question is about, in a word or two.
pub fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Army => "choice of a chit",
        Topic::Withdrawal => "withdrawal of the SS",
        Topic::Assets => "assets",
        Topic::Replacements => "replacements",
        Topic::First => "first chit",
        Topic::Drawn => "use of a chit",
        Topic::Round => "round",
        Topic::Drop => "parachutists",
        Topic::React => "second Reaction",
        Topic::Support => "support of a defence",
        Topic::Convert => "choice of a result",
        Topic::Losses => "losses",
        Topic::Stand => "choice to stand",
        Topic::Retreat => "retreat",
        Topic::Bridge => "choice of bridges",
        Topic::Advance => "advance",
        Topic::Excess => "overfull hex",
    }
}
