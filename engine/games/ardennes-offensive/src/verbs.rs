//! The verbs of orders: how their lines are written, what they answer, the case under which they are refused elsewhere. Reader,
//! help, grammar and page follow from this one table.

use crate::chapters::paradrop;
use crate::printed::Definitions;
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
    pub topic: Topic,
}

impl AsRef<LineForm> for Entry {
    fn as_ref(&self) -> &LineForm {
        &self.line
    }
}

/// What a clause of an order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Where a unit goes.
    To,
    /// What a unit comes as near to as it can.
    Towards,
    /// Where something happens, or the odds of an attack.
    At,
    /// Who attacks.
    With,
    /// In road mode.
    Road,
    /// The attackers give up their immunities.
    Waive,
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
        ("at", Clause::At),
        ("by", Clause::At),
        ("with", Clause::With),
        ("using", Clause::With),
        ("along road", Clause::Road),
        ("along the road", Clause::Road),
        ("by road", Clause::Road),
        ("waive", Clause::Waive),
        ("waiving", Clause::Waive),
        ("advance", Clause::Advance),
        ("advancing", Clause::Advance),
    ],
};

/// All verbs, in the order in which a turn needs them.
pub static ALL: [Entry; 15] = [
    Entry {
        verb: Verb::Place,
        line: LineForm {
            words: &["place"],
            forms: &["place UNIT, ... at HEX, ...", "place all"],
            also: &["place UNIT, ... to HEX, ..."],
            example: "place 326 VG, 212 VG at 0706, 2808",
            about: "sets units up elsewhere, each in the hex that stands in its place; who stands there changes places with it; `place all` sets all up as the computer would",
            cases: &["17a"],
        },
        case: "17a",
        topic: Topic::SetUp,
    },
    Entry {
        verb: Verb::Ready,
        line: LineForm {
            words: &["ready"],
            forms: &["ready"],
            also: &[],
            example: "ready",
            about: "ends your set-up",
            cases: &["4.2a"],
        },
        case: "17a",
        topic: Topic::SetUp,
    },
    Entry {
        verb: Verb::Drop,
        line: LineForm {
            words: &["drop"],
            forms: &["drop at HEX"],
            also: &["drop to HEX"],
            example: "drop at 0614",
            about: "drops the parachutists, before anything else",
            cases: &["15a", "15b"],
        },
        case: "15a",
        topic: Topic::Move,
    },
    Entry {
        verb: Verb::Enter,
        line: LineForm {
            words: &["enter"],
            forms: &["enter UNIT, ... at HEX [to HEX]", "enter all [at HEX] [to HEX]"],
            also: &[],
            example: "enter CCA/7 at 0212 to 0713",
            about: "brings reinforcements on and moves them further; `enter all` brings on everybody who waits, each going on to make room for the next",
            cases: &["14.1a", "14.2b"],
        },
        case: "14.1a",
        topic: Topic::Move,
    },
    Entry {
        verb: Verb::Move,
        line: LineForm {
            words: &["move", "mv"],
            forms: &[
                "move UNIT, ... [along road] to HEX",
                "move UNIT, ... [along road] towards HEX",
                "move all of HEX [along road] to HEX",
                "move all of DIVISION [along road] towards HEX",
            ],
            also: &["move all of HEX [along road] towards HEX", "move all of DIVISION [along road] to HEX"],
            example: "move 110/28, CCR/9 to 2215",
            about: "moves units by the way that leaves them most; along road they go into road mode first. Towards a hex each comes as near as it can, those ahead first, who can go into road mode in it; who can come no nearer stays",
            cases: &["5.1c", "6.5h"],
        },
        case: "4.1c",
        topic: Topic::Move,
    },
    Entry {
        verb: Verb::March,
        line: LineForm {
            words: &["march"],
            forms: &["march UNIT, ... [to HEX]", "march UNIT, ... towards HEX"],
            also: &["march all of HEX [to HEX]", "march all of DIVISION [to HEX]", "march all of DIVISION towards HEX"],
            example: "march CCB/9 to 1813",
            about: "puts units into road mode, and moves them if a hex is named",
            cases: &["6.3c", "6.5h"],
        },
        case: "6.2a",
        topic: Topic::Move,
    },
    Entry {
        verb: Verb::Deploy,
        line: LineForm {
            words: &["deploy"],
            forms: &["deploy UNIT, ..."],
            also: &[],
            example: "deploy CCB/9",
            about: "takes units out of road mode",
            cases: &["6.3c"],
        },
        case: "6.2a",
        topic: Topic::Move,
    },
    Entry {
        verb: Verb::Attack,
        line: LineForm {
            words: &["attack"],
            forms: &[
                "attack HEX, ... with UNIT, ... [at ODDS] [waive] [advance UNIT, ...]",
                "attack HEX, ... with all [at ODDS] [waive] [advance UNIT, ...]",
            ],
            also: &[],
            example: "attack 0907 with 48/12 VG, 1 SS Pz at 2-1 advance 1 SS Pz",
            about: "attacks hexes, or those where the enemies stand whom you name, at the odds you have, or at lower ones; all are those who stand next to all of them and can attack; waive gives up the immunity of your units in towns and in the West Wall; who is to advance does so when a hex is cleared, one unit into each, in the order in which you name the hexes",
            cases: &["9.1a", "9.4l", "E.11", "9.6n"],
        },
        case: "4.1d",
        topic: Topic::Attack,
    },
    Entry {
        verb: Verb::Waive,
        line: LineForm {
            words: &["waive"],
            forms: &["waive"],
            also: &[],
            example: "waive",
            about: "gives up the immunity of your attacked units, before the die",
            cases: &["E.11"],
        },
        case: "E.11",
        topic: Topic::Waive,
    },
    Entry {
        verb: Verb::Keep,
        line: LineForm {
            words: &["keep"],
            forms: &["keep"],
            also: &[],
            example: "keep",
            about: "keeps it",
            cases: &["E.11"],
        },
        case: "E.11",
        topic: Topic::Waive,
    },
    Entry {
        verb: Verb::Lose,
        line: LineForm {
            words: &["lose"],
            forms: &["lose UNIT, ..."],
            also: &[],
            example: "lose 60/116 Pz",
            about: "takes the losses of an exchange",
            cases: &["10.1b"],
        },
        case: "10.1b",
        topic: Topic::Losses,
    },
    Entry {
        verb: Verb::Retreat,
        line: LineForm {
            words: &["retreat"],
            forms: &["retreat UNIT to HEX"],
            also: &[],
            example: "retreat 394/99 to 0908",
            about: "leads a unit that you have beaten, where the priorities leave a choice",
            cases: &["10.2a", "E.10"],
        },
        case: "10.2a",
        topic: Topic::Retreat,
    },
    Entry {
        verb: Verb::Advance,
        line: LineForm {
            words: &["advance"],
            forms: &["advance UNIT to HEX"],
            also: &[],
            example: "advance 1 SS Pz to 0907",
            about: "advances one mechanized unit into a hex that was cleared",
            cases: &["9.6n"],
        },
        case: "9.6n",
        topic: Topic::Advance,
    },
    Entry {
        verb: Verb::Hold,
        line: LineForm {
            words: &["hold"],
            forms: &["hold"],
            also: &[],
            example: "hold",
            about: "advances no more",
            cases: &["9.6n"],
        },
        case: "9.6n",
        topic: Topic::Advance,
    },
    Entry {
        verb: Verb::End,
        line: LineForm {
            words: &["end"],
            forms: &["end", "end movement", "end combat", "end turn"],
            also: &["end phase"],
            example: "end",
            about: "ends the phase; `end combat` does so if it is that one, and is done where combat has ended by itself and second movements are left; `end turn` ends all that are left",
            cases: &["4.1"],
        },
        case: "4.1",
        topic: Topic::Move,
    },
];

/// The entry of a verb.
pub fn entry(verb: Verb) -> &'static Entry {
    ALL.iter().find(|entry| entry.verb == verb).unwrap_or(&ALL[0])
}

/// Whether a verb answers what is asked: nobody drops but who is due, and before he does nobody does anything else (15a).
pub fn answers(definitions: &Definitions, state: &State, entry: &Entry) -> bool {
    let Some(topic) = state.asked.map(|asked| asked.topic) else { return false };
    let drops = paradrop::is_due(definitions, state);
    let of_topic = entry.topic == topic || entry.verb == Verb::End && topic == Topic::Attack;
    of_topic && (entry.verb == Verb::Drop) == (drops && topic == Topic::Move)
}

/// The verbs that answer what is asked.
pub fn answering(definitions: &Definitions, state: &State) -> impl Iterator<Item = &'static Entry> {
    ALL.iter().filter(move |entry| answers(definitions, state, entry))
}
