//! The verbs of orders: how their lines are written, what they answer, the case under which they are refused elsewhere. Reader,
//! help, grammar and page follow from this one table.

use crate::truth::order::Verb;
use crate::truth::state::{Public, Topic};
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
    /// Hexes on the way.
    Via,
    /// Where something lies.
    At,
    /// By which card, or with which units.
    With,
    /// Cards played as tactics.
    Playing,
    /// The bonus tactic.
    Bonus,
    /// A division.
    Of,
    /// A card that goes.
    Discarding,
    /// Units that join.
    Bringing,
}

/// The order language.
pub static LANGUAGE: Language<Entry, Clause> = Language {
    verbs: &ALL,
    clauses: &[
        ("to", Clause::To),
        ("into", Clause::To),
        ("via", Clause::Via),
        ("through", Clause::Via),
        ("at", Clause::At),
        ("with", Clause::With),
        ("by", Clause::With),
        ("playing", Clause::Playing),
        ("bonus", Clause::Bonus),
        ("of", Clause::Of),
        ("discarding", Clause::Discarding),
        ("bringing", Clause::Bringing),
    ],
};

const fn entry_of(
    verb: Verb,
    forms: (&'static [&'static str], &'static [&'static str]),
    example: &'static str,
    about: &'static str,
    cases: &'static [&'static str],
    topics: &'static [Topic],
) -> Entry {
    let line = LineForm { words: forms.0, forms: forms.1, also: &[], example, about, cases };
    Entry { verb, line, case: cases[0], topics }
}

/// All verbs, in the order in which a day needs them.
pub static ALL: [Entry; 30] = [
    entry_of(
        Verb::Activate,
        (&["activate"], &["activate CORPS | DIVISION | UNIT with CARD"]),
        "activate XLVII with corps-xlvii",
        "plays a card to activate a corps, a division, or one unit that does not attack",
        &["6.1a", "6.2", "6.3a"],
        &[Topic::Command],
    ),
    entry_of(
        Verb::Kampfgruppe,
        (&["kampfgruppe"], &["kampfgruppe at HEX with CARD"]),
        "kampfgruppe at 0804 with army-6-pz",
        "plays a German army card to activate all its units within two hexes of a hex",
        &["6.4a"],
        &[Topic::Command],
    ),
    entry_of(
        Verb::Deploy,
        (&["deploy"], &["deploy with CARD", "deploy UNIT with CARD"]),
        "deploy with corps-v",
        "plays a card to put reserves on the map: all of its formations, or one unit of its corps",
        &["11.1a"],
        &[Topic::Command],
    ),
    entry_of(
        Verb::Replace,
        (&["replace"], &["replace with CARD"]),
        "replace with corps-v",
        "plays a corps card to give lost steps back, from the 20th",
        &["13"],
        &[Topic::Command],
    ),
    entry_of(
        Verb::Event,
        (&["event"], &["event NAME with CARD [at HEX | HEX, HEX] [of DIVISION | UNIT, ...]"]),
        "event Engineers with corps-xii at 1108",
        "plays a card as an event: engineers mend, build or blow the bridge between two hexes, or dig in who is in one",
        &["5.2e", "12.21", "12.31b", "10.3"],
        &[Topic::Command, Topic::Works],
    ),
    entry_of(
        Verb::Block,
        (&["block"], &["block HEX, HEX with CARD"]),
        "block 1113, 1014 with 28-id",
        "answers a German activation with roadblocks",
        &["7.9a"],
        &[Topic::React],
    ),
    entry_of(
        Verb::Recover,
        (&["recover"], &["recover at HEX with CARD"]),
        "recover at 1108 with corps-v",
        "answers a German activation by taking Dispersed markers off in a hex",
        &["T.EVq"],
        &[Topic::React],
    ),
    entry_of(
        Verb::Withdraw,
        (&["withdraw"], &["withdraw at HEX to HEX with CARD"]),
        "withdraw at 1108 to 1109 with 99-id",
        "answers a German activation: the undispersed units of a hex go back one hex, where that costs no step",
        &["T.EVp"],
        &[Topic::React],
    ),
    entry_of(
        Verb::Blow,
        (&["blow"], &["blow with CARD"]),
        "blow with 28-id",
        "blows the bridge that a German unit is about to cross",
        &["7.33a"],
        &[Topic::Blow],
    ),
    entry_of(
        Verb::Greif,
        (&["greif"], &["greif with CARD"]),
        "greif with 276-vg",
        "answers the blowing of a bridge: it stands",
        &["7.33c"],
        &[Topic::Greif],
    ),
    entry_of(
        Verb::Interdict,
        (&["interdict"], &["interdict with CARD"]),
        "interdict with 84-id",
        "plays Airpower in the Supply Phase: two German cards go, and the first German impulse",
        &["5.1f"],
        &[Topic::Interdiction],
    ),
    entry_of(
        Verb::Spend,
        (&["spend"], &["spend"]),
        "spend",
        "spends a fuel depot: the formation keeps its fuel, and you the card",
        &["10.42b"],
        &[Topic::Fuel],
    ),
    entry_of(
        Verb::Priority,
        (&["priority"], &["priority with CARD [discarding CARD]"]),
        "priority with 352-vg discarding 12-vg",
        "plays Fuel Priority: that card, or another one, goes, and the formation keeps its fuel",
        &["10.4c"],
        &[Topic::Fuel],
    ),
    entry_of(
        Verb::Discard,
        (&["discard"], &["discard CARD"]),
        "discard 2-id",
        "throws a card away, where no card can be played and you may not pass",
        &["4h"],
        &[Topic::Command],
    ),
    entry_of(
        Verb::Place,
        (&["place"], &["place UNIT, ... at HEX"]),
        "place 26.1 at 0407",
        "puts reserves that are being deployed into a hex",
        &["11.1a"],
        &[Topic::Deployment],
    ),
    entry_of(
        Verb::Rebuild,
        (&["rebuild"], &["rebuild UNIT"]),
        "rebuild 395.99",
        "gives a lost step back to a unit",
        &["13.1a"],
        &[Topic::Replacements],
    ),
    entry_of(
        Verb::Move,
        (&["move"], &["move UNIT, ... to HEX [via HEX, ...]"]),
        "move 3.2P to 1709",
        "moves units one after the other, by their own allowance or strategically where that is needed",
        &["6a", "7a", "7.5a"],
        &[Topic::Activation],
    ),
    entry_of(
        Verb::Exit,
        (&["exit"], &["exit UNIT at HEX"]),
        "exit 3.2P at 1228",
        "takes a German unit off the map over an exit hex",
        &["7.8a"],
        &[Topic::Activation],
    ),
    entry_of(
        Verb::Attack,
        (
            &["attack"],
            &["attack HEX with UNIT, ... [playing CARD as TACTIC, ...] [bonus TACTIC] [bringing UNIT to HEX]"],
        ),
        "attack 1808 with 3.2P, 2.2P playing corps-xlvii as Artillery",
        "attacks a hex; each card played as a tactic allows one chit more, and Reinforce Battle brings a unit",
        &["9.1a", "9.2a"],
        &[Topic::Activation],
    ),
    entry_of(
        Verb::Dig,
        (&["dig"], &["dig at HEX"]),
        "dig at 1808",
        "builds an improved position where an active unit neither moved nor attacked, after all attacks",
        &["12.31a"],
        &[Topic::Activation],
    ),
    entry_of(
        Verb::Support,
        (&["support"], &["support with CARD as TACTIC, ... [bringing UNIT]"]),
        "support with 28-id as Screen",
        "plays cards as tactics for a defence",
        &["9b", "9.2a"],
        &[Topic::Tactics],
    ),
    entry_of(
        Verb::Draw,
        (&["draw"], &["draw NUMBER"]),
        "draw 5",
        "says how many chits are drawn in all, those included that lie there",
        &["9.3b"],
        &[Topic::Chits],
    ),
    entry_of(
        Verb::Lose,
        (&["lose"], &["lose UNIT"]),
        "lose 110.28",
        "takes a hit, or the price of a retreat, by a step of a unit",
        &["9.6"],
        &[Topic::DefenderHits, Topic::AttackerHits],
    ),
    entry_of(
        Verb::Retreat,
        (&["retreat"], &["retreat to HEX [via HEX]"]),
        "retreat to 1809",
        "takes a hit by retreating a hex, or two by retreating two and dispersing",
        &["9.5f", "9.7b"],
        &[Topic::DefenderHits],
    ),
    entry_of(
        Verb::Disperse,
        (&["disperse"], &["disperse"]),
        "disperse",
        "takes the second and the third hit by dispersing all attackers",
        &["9.5g"],
        &[Topic::AttackerHits],
    ),
    entry_of(
        Verb::Advance,
        (&["advance"], &["advance UNIT to HEX"]),
        "advance 3.2P to 1808",
        "advances into the hex that was left, or a hex beyond it",
        &["9.8"],
        &[Topic::Advance],
    ),
    entry_of(Verb::Stay, (&["stay"], &["stay"]), "stay", "advances no more", &["9.8"], &[Topic::Advance]),
    entry_of(
        Verb::Remove,
        (&["remove"], &["remove UNIT"]),
        "remove 110.28",
        "takes a step off an overfull hex, or a unit if there are too many",
        &["7.4c"],
        &[Topic::Excess],
    ),
    entry_of(
        Verb::Pass,
        (&["pass"], &["pass"]),
        "pass",
        "plays no card: in an impulse if your pile is empty and your hand small enough, or for a defence",
        &["5.1h", "9.2"],
        &[
            Topic::Command,
            Topic::Tactics,
            Topic::React,
            Topic::Blow,
            Topic::Greif,
            Topic::Interdiction,
            Topic::Works,
            Topic::Fuel,
        ],
    ),
    entry_of(
        Verb::End,
        (&["end"], &["end"]),
        "end",
        "ends the activation, a deployment, or replacements",
        &["4i"],
        &[Topic::Activation, Topic::Deployment, Topic::Replacements],
    ),
];

/// The entry of a verb.
pub fn entry(verb: Verb) -> &'static Entry {
    ALL.iter().find(|entry| entry.verb == verb).unwrap_or(&ALL[0])
}

/// Whether a verb answers what is asked.
pub fn answers(public: &Public, entry: &Entry) -> bool {
    public.asked.is_some_and(|asked| entry.topics.contains(&asked.topic))
}

/// The verbs that answer what is asked.
pub fn answering(public: &Public) -> impl Iterator<Item = &'static Entry> {
    ALL.iter().filter(move |entry| answers(public, entry))
}
