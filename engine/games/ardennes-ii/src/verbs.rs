//! The verbs of orders: how their lines are written, what they answer, the case under which they are refused elsewhere. Reader,
//! help, grammar and page follow from this one table.

use crate::printed::ALLIED;
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
    /// The case under which it is refused where it is not asked for; of 2.1 the part that lists the phases of now.
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
    /// Where something happens.
    At,
    /// Who does it.
    With,
    /// Who spots.
    Spotted,
    /// Who advances after the attack.
    Advance,
    /// Where those go on who may.
    Beyond,
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
        ("spotted by", Clause::Spotted),
        ("advance", Clause::Advance),
        ("advancing", Clause::Advance),
        ("on to", Clause::Beyond),
    ],
};

/// In which the phases are led.
const MOVING: &[Topic] = &[Topic::Move];

/// All verbs, in the order in which a turn needs them.
pub static ALL: [Entry; 19] = [
    Entry {
        verb: Verb::Place,
        line: LineForm {
            words: &["place"],
            forms: &["place UNIT, ... at HEX", "place all [at HEX]"],
            also: &["place UNIT, ... to HEX"],
            example: "place 394, 667 StG at B40.43",
            about: "puts reinforcements on the map, or units whose set-up leaves a choice; `place all` puts on all who wait, where \
                    the computer would",
            cases: &["2.2f", "5.1", "SCS.15a"],
        },
        case: "2.2f",
        topics: &[Topic::SetUp, Topic::Arrivals, Topic::Move],
    },
    Entry {
        verb: Verb::Ready,
        line: LineForm {
            words: &["ready"],
            forms: &["ready"],
            also: &[],
            example: "ready",
            about: "ends your set-up",
            cases: &["7.4g"],
        },
        case: "7.4g",
        topics: &[Topic::SetUp],
    },
    Entry {
        verb: Verb::Supply,
        line: LineForm {
            words: &["supply"],
            forms: &["supply at HEX"],
            also: &["supply HEX"],
            example: "supply at B1.16",
            about: "lays an air strike down as supply, in the pre-turn",
            cases: &["2.2e", "3.7h"],
        },
        case: "3.7h",
        topics: &[Topic::Arrivals],
    },
    Entry {
        verb: Verb::Roll,
        line: LineForm {
            words: &["roll"],
            forms: &["roll for UNIT, ..."],
            also: &["roll UNIT, ..."],
            example: "roll for Divarty/28 Inf",
            about: "risks a die for disorganised artillery without supply: 1 removes it, 4 to 6 free it",
            cases: &["3.7o"],
        },
        case: "3.7o",
        topics: &[Topic::Arrivals],
    },
    Entry {
        verb: Verb::Move,
        line: LineForm {
            words: &["move"],
            forms: &["move UNIT, ... to HEX [via HEX, ...]", "move UNIT, ... towards HEX", "move all of HEX to HEX"],
            also: &["move UNIT, ... via HEX, ..."],
            example: "move Knittel/1 SS to B35.39",
            about: "moves units, by the cheapest way; those that stand together go together. `towards` goes as far as each unit \
                    comes. UNIT may be a stack (`all of B40.40`) or a formation (`all of 1 SS`)",
            cases: &["1.3i", "SCS.MOVEe"],
        },
        case: "2.1",
        topics: MOVING,
    },
    Entry {
        verb: Verb::Overrun,
        line: LineForm {
            words: &["overrun"],
            forms: &["overrun HEX with UNIT, ..."],
            also: &[],
            example: "overrun B20.12 with I/3/2 Pz",
            about: "attacks in mid-move, by road, with mechanized units that stand together next to the hex",
            cases: &["3.3"],
        },
        case: "2.1f",
        topics: MOVING,
    },
    Entry {
        verb: Verb::Exit,
        line: LineForm {
            words: &["exit"],
            forms: &["exit UNIT, ..."],
            also: &[],
            example: "exit Knittel/1 SS",
            about: "leaves the map for points, where the scenario counts them",
            cases: &["SCS.MOVEc"],
        },
        case: "2.1",
        topics: MOVING,
    },
    Entry {
        verb: Verb::Fire,
        line: LineForm {
            words: &["fire"],
            forms: &["fire UNIT, ... at HEX [spotted by UNIT]"],
            also: &["fire UNIT, ... on HEX"],
            example: "fire 405 Arty at B30.46",
            about: "fires artillery, one gun after the other; `fire all at HEX` fires all that can. Who spots moves no more",
            cases: &["3.5"],
        },
        case: "3.5a",
        topics: &[Topic::Move, Topic::Barrage],
    },
    Entry {
        verb: Verb::Strike,
        line: LineForm {
            words: &["strike"],
            forms: &["strike at HEX, ..."],
            also: &["strike HEX, ..."],
            example: "strike at B30.30",
            about: "sends an air strike to each hex that is named",
            cases: &["2.2c", "3.5k"],
        },
        case: "3.5a",
        topics: &[Topic::Move, Topic::Barrage],
    },
    Entry {
        verb: Verb::Attack,
        line: LineForm {
            words: &["attack"],
            forms: &["attack HEX with UNIT, ... [advance UNIT, ...] [on to HEX]"],
            also: &[],
            example: "attack B31.46 with 991/277 VG, 989/277 VG advance 991/277 VG",
            about: "attacks a hex; who is to advance may be said at once, and where those go on who may go two hexes",
            cases: &["3.2", "SCS.FIGHTa", "3.2q"],
        },
        case: "2.1",
        topics: &[Topic::Attack],
    },
    Entry {
        verb: Verb::Hold,
        line: LineForm {
            words: &["hold"],
            forms: &["hold"],
            also: &[],
            example: "hold",
            about: "stays in a hex that is attacked and fights",
            cases: &["3.2a"],
        },
        case: "3.2a",
        topics: &[Topic::Hold],
    },
    Entry {
        verb: Verb::Retreat,
        line: LineForm {
            words: &["retreat"],
            forms: &["retreat to HEX"],
            also: &[],
            example: "retreat to B12.20",
            about: "leads a beaten stack back, or five hexes before combat where it may choose",
            cases: &["3.2b", "3.2n", "SCS.FIGHTc"],
        },
        case: "3.2a",
        topics: &[Topic::Hold, Topic::Retreat],
    },
    Entry {
        verb: Verb::Lose,
        line: LineForm {
            words: &["lose"],
            forms: &["lose UNIT, ..."],
            also: &[],
            example: "lose 991/277 VG",
            about: "says which unit loses a step",
            cases: &["SCS.8a", "SCS.8b"],
        },
        case: "SCS.8b",
        topics: &[Topic::Losses],
    },
    Entry {
        verb: Verb::Advance,
        line: LineForm {
            words: &["advance"],
            forms: &["advance UNIT, ... to HEX"],
            also: &[],
            example: "advance 991/277 VG to B31.46",
            about: "advances into a hex that was cleared, or one hex further where that is allowed",
            cases: &["3.2q", "3.2r"],
        },
        case: "3.2q",
        topics: &[Topic::Advance],
    },
    Entry {
        verb: Verb::Stay,
        line: LineForm {
            words: &["stay"],
            forms: &["stay"],
            also: &[],
            example: "stay",
            about: "advances no more",
            cases: &["3.2q"],
        },
        case: "3.2q",
        topics: &[Topic::Advance],
    },
    Entry {
        verb: Verb::Run,
        line: LineForm {
            words: &["run"],
            forms: &["run UNIT to HEX"],
            also: &[],
            example: "run Divarty/28 Inf to B1.16",
            about: "lifts artillery to which the enemy has come out of danger",
            cases: &["3.6d", "3.6m"],
        },
        case: "3.6d",
        topics: &[Topic::BugOut],
    },
    Entry {
        verb: Verb::Blow,
        line: LineForm {
            words: &["blow"],
            forms: &["blow HEX [with UNIT]"],
            also: &["blow at HEX"],
            example: "blow B8.39",
            about: "tries to blow the bridges of a plunger; the unit that does it moves no more in this phase",
            cases: &["3.8h", "3.8i"],
        },
        case: "3.8h",
        topics: &[Topic::Bridge, Topic::Hold, Topic::Move, Topic::Barrage, Topic::Attack, Topic::Arrivals],
    },
    Entry {
        verb: Verb::Keep,
        line: LineForm {
            words: &["keep"],
            forms: &["keep"],
            also: &[],
            example: "keep",
            about: "leaves bridges standing to which Germans have come, for now",
            cases: &["3.8h"],
        },
        case: "3.8h",
        topics: &[Topic::Bridge],
    },
    Entry {
        verb: Verb::End,
        line: LineForm {
            words: &["end"],
            forms: &["end", "end turn"],
            also: &["end phase"],
            example: "end",
            about: "ends the phase, or your part of the pre-turn; `end turn` ends all that are left, as far as no die is between",
            cases: &["2.1"],
        },
        case: "2.1",
        topics: &[Topic::Arrivals, Topic::Move, Topic::Barrage, Topic::Attack],
    },
];

/// The entry of a verb.
pub fn entry(verb: Verb) -> &'static Entry {
    ALL.iter().find(|entry| entry.verb == verb).unwrap_or(&ALL[0])
}

/// Whether a verb answers what is asked. Bridges are blown by the US player alone, at any question of his but those about what comes
/// of a combat (3.8e, 3.8h).
pub fn answers(state: &State, entry: &Entry) -> bool {
    let Some(asked) = state.asked else { return false };
    entry.topics.contains(&asked.topic) && (entry.verb != Verb::Blow || asked.side == ALLIED)
}

/// The verbs that answer what is asked.
pub fn answering(state: &State) -> impl Iterator<Item = &'static Entry> {
    ALL.iter().filter(move |entry| answers(state, entry))
}
