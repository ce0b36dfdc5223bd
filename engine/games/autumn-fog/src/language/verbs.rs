//! The verbs of the order language: one table for reading, for messages and for the page of help.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, Verb};
use super::spelling::{Word, distance, spoken};
use engine::contract::Misread;
use engine::table::INQUIRIES;

/// How orders with a verb are written.
pub struct VerbForm {
    /// The verb.
    pub verb: Verb,
    /// Words that stand for it; the first is how it is written.
    pub words: &'static [&'static str],
    /// Its forms.
    pub forms: &'static [&'static str],
    /// An order.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Cases of the rulebook.
    pub cases: &'static [&'static str],
}

/// All verbs, in the order in which a turn needs them.
pub static VERBS: [VerbForm; 29] = [
    VerbForm {
        verb: Verb::Gift,
        words: &["gift", "present"],
        forms: &["gift UNIT", "gift reroll", "gift none"],
        example: "gift Peiper",
        about: "chooses a Christmas present: a unit recovers a step, or you may once roll again for an attack",
        cases: &["15.4a", "15.4b"],
    },
    VerbForm {
        verb: Verb::Return,
        words: &["return", "rebuild"],
        forms: &["return HQ to HEX", "return HQ later"],
        example: "return XLVII to 3015",
        about: "puts a destroyed headquarters back on the map",
        cases: &["1.3j"],
    },
    VerbForm {
        verb: Verb::Deploy,
        words: &["deploy", "place"],
        forms: &["deploy UNIT, ... to HEX"],
        example: "deploy Gutman to 2715",
        about: "while you give out supports on the first turn: puts a unit into the other of the two hexes that the set-up \
                list gives its division; each of them keeps a unit",
        cases: &["S.GE", "5a"],
    },
    VerbForm {
        verb: Verb::Allot,
        words: &["allot", "assign", "give"],
        forms: &["allot [NUMBER] KIND to HQ", "allot done"],
        example: "allot 2 artillery to LVIII",
        about: "gives supports of the army's pool to a headquarters; the other side sees them when both are done",
        cases: &["1.6c", "1.6d"],
    },
    VerbForm {
        verb: Verb::Activate,
        words: &["activate"],
        forms: &["activate FORMATION", "activate general", "activate UNIT"],
        example: "activate XLVII",
        about: "begins an activation: of a formation, or of a few units of your choice; then, for a unit that is out of \
                command or has lost its headquarters, takes its check",
        cases: &["2.1e", "3.1a", "3.3c"],
    },
    VerbForm {
        verb: Verb::Pass,
        words: &["pass"],
        forms: &["pass"],
        example: "pass",
        about: "leaves the next activation to the other side",
        cases: &["2.1g"],
    },
    VerbForm {
        verb: Verb::Enter,
        words: &["enter", "arrive"],
        forms: &["enter UNIT, ... at HEX"],
        example: "enter CCA/7 DB at 2501",
        about: "brings reinforcements onto the map",
        cases: &["16.1"],
    },
    VerbForm {
        verb: Verb::Move,
        words: &["move", "go", "march", "mv"],
        forms: &["move UNIT, ... to HEX [via HEX, ...]", "move UNIT, ... via HEX, ..."],
        example: "move Hauser to 2715 via 2714",
        about: "moves units by the cheapest path, or by the one you draw",
        cases: &["6"],
    },
    VerbForm {
        verb: Verb::Attack,
        words: &["attack", "assault"],
        forms: &["attack HEX, ... with UNIT, ... [lead UNIT] [support KIND from HQ, ...] [air]"],
        example: "attack 2515 with Gutman, Cochenhausen lead Gutman support nebelwerfer from XLVII",
        about: "makes a normal attack, from one hex and with one support; the lead's quality counts and it takes the first \
                loss (your best unit if unnamed)",
        cases: &["7.3.1", "7.4b", "7.4c"],
    },
    VerbForm {
        verb: Verb::Prepare,
        words: &["prepare", "prepared"],
        forms: &["prepare HEX, ... with UNIT, ... [lead UNIT] [support KIND from HQ, ...] [air [2]]"],
        example: "prepare 2515 with Gutman, 26 VG support nebelwerfer from XLVII, artillery from XLVII",
        about: "makes a prepared attack, from several hexes if you like and with two supports at most; `air` sends an air \
                support into it, `air 2` two",
        cases: &["7.3.2", "14.3"],
    },
    VerbForm {
        verb: Verb::Dig,
        words: &["dig"],
        forms: &["dig in UNIT, ..."],
        example: "dig in CCR/9 DB",
        about: "takes up an improved position",
        cases: &["12.1"],
    },
    VerbForm {
        verb: Verb::Leave,
        words: &["leave", "abandon"],
        forms: &["leave UNIT, ..."],
        example: "leave 2 DI",
        about: "leaves an improved position",
        cases: &["12.1e"],
    },
    VerbForm {
        verb: Verb::Recover,
        words: &["recover", "rest"],
        forms: &["recover UNIT, ..."],
        example: "recover Peiper",
        about: "recovers from fatigue",
        cases: &["3.5.2"],
    },
    VerbForm {
        verb: Verb::Detach,
        words: &["detach", "split"],
        forms: &["detach NUMBER from DIVISION"],
        example: "detach 1 from 2 DI",
        about: "splits steps off an infantry division as a unit of their own, which acts with what the division has left",
        cases: &["18"],
    },
    VerbForm {
        verb: Verb::Rejoin,
        words: &["rejoin", "merge"],
        forms: &["rejoin DETACHMENT, ..."],
        example: "rejoin Det 1/V",
        about: "gives the steps of a detachment back to its division in the same hex",
        cases: &["18d"],
    },
    VerbForm {
        verb: Verb::End,
        words: &["end", "finish"],
        forms: &["end"],
        example: "end",
        about: "ends the activation",
        cases: &["2.1e"],
    },
    VerbForm {
        verb: Verb::Defend,
        words: &["defend", "defence", "defense"],
        forms: &["defend [lead UNIT] [support KIND from HQ, ...] [air [2]]"],
        example: "defend lead 394/99 support artillery from V",
        about: "names your quality unit, your supports and your aircraft in a combat",
        cases: &["7.5c", "7.4b"],
    },
    VerbForm {
        verb: Verb::Snafu,
        words: &["snafu"],
        forms: &["snafu UNIT"],
        example: "snafu Peiper",
        about: "chooses the attacker that lacks fuel or is stuck in traffic",
        cases: &["9.5a"],
    },
    VerbForm {
        verb: Verb::Reroll,
        words: &["reroll", "roll"],
        forms: &["reroll"],
        example: "reroll",
        about: "rolls the die of your attack again; the second roll counts",
        cases: &["15.4b"],
    },
    VerbForm {
        verb: Verb::Keep,
        words: &["keep"],
        forms: &["keep"],
        example: "keep",
        about: "keeps the die of your attack, and the second roll for later",
        cases: &["15.4b"],
    },
    VerbForm {
        verb: Verb::Lose,
        words: &["lose", "loss", "losses"],
        forms: &["lose UNIT, ...", "lose UNIT, ..., KIND from HQ", "lose nothing"],
        example: "lose 26 VG, 26 VG, Gutman",
        about: "names the steps that you lose, a unit once for each; what is left of your number is retreated. An armour \
                support can take any loss but the first",
        cases: &["7.6a", "1.6.1f"],
    },
    VerbForm {
        verb: Verb::Retreat,
        words: &["retreat", "withdraw"],
        forms: &["retreat UNIT, ... to HEX [via HEX, ...]"],
        example: "retreat 110/28 DI to 2315 via 2415",
        about: "retreats units together, as many hexes as they must",
        cases: &["7.7.1"],
    },
    VerbForm {
        verb: Verb::Mark,
        words: &["mark", "breakthrough"],
        forms: &["mark HEX"],
        example: "mark 2515",
        about: "lays the breakthrough marker",
        cases: &["7.8a"],
    },
    VerbForm {
        verb: Verb::Advance,
        words: &["advance", "follow"],
        forms: &["advance UNIT, ... to HEX [via HEX, ...]", "advance done"],
        example: "advance Gutman to 2415 via 2515",
        about: "follows the defenders after combat",
        cases: &["7.7.2"],
    },
    VerbForm {
        verb: Verb::Eliminate,
        words: &["eliminate", "remove"],
        forms: &["eliminate UNIT"],
        example: "eliminate 16/116 Pz",
        about: "removes a unit from a hex that holds too many steps",
        cases: &["5d"],
    },
    VerbForm {
        verb: Verb::Top,
        words: &["top"],
        forms: &["top UNIT, ..."],
        example: "top 2 DI",
        about: "lays a unit on top of its stack, where the enemy sees it in the fog of war",
        cases: &["11.2"],
    },
    VerbForm {
        verb: Verb::Play,
        words: &["play"],
        forms: &["play EVENT HEX"],
        example: "play fuel dump 2515",
        about: "plays an event on a hex: in your activation, in answer to an attack or a march, or in the supply phase. \
                Marches of the other side, which Greif and roadblocks can stop, pass you by unless you write `standing \
                interrupt ask`",
        cases: &["15.1", "15.2", "15.3"],
    },
    VerbForm {
        verb: Verb::Clear,
        words: &["clear"],
        forms: &["clear UNIT at HEX"],
        example: "clear Peiper at 2711",
        about: "removes the paratroopers or the roadblock in an adjacent hex for 1 AP",
        cases: &["15.2b", "15.3b"],
    },
    VerbForm {
        verb: Verb::Let,
        words: &["let", "decline"],
        forms: &["let"],
        example: "let",
        about: "plays no event now: the march goes on, the aircraft stay at home",
        cases: &["15.1b"],
    },
];

/// How orders with a verb are written.
pub fn form(verb: Verb) -> &'static VerbForm {
    VERBS.iter().find(|form| form.verb == verb).unwrap_or(&VERBS[0])
}

/// The words with which orders begin.
pub fn opening_words() -> Vec<&'static str> {
    // the parser knows the last two besides
    VERBS.iter().flat_map(|form| form.words).copied().chain(["done", "no advance"]).collect()
}

/// The verb of a word: written out, begun, or mistyped by a letter when that leaves no doubt.
pub fn verb(word: &Word) -> Result<Verb, Misread> {
    let all = || VERBS.iter().flat_map(|form| form.words.iter().map(move |known| (*known, form.verb)));
    let one = |mut found: Vec<Verb>| {
        found.sort();
        found.dedup();
        if let [verb] = found[..] { Some(verb) } else { None }
    };
    let same = || one(all().filter(|(known, _)| *known == word.folded).map(|(_, verb)| verb).collect());
    let begun = all().filter(|(known, _)| word.folded.len() > 1 && known.starts_with(&word.folded));
    same().or_else(|| one(begun.map(|(_, verb)| verb).collect())).ok_or_else(|| {
        let found = spoken(std::slice::from_ref(word));
        if QUESTIONS.contains(&word.folded.as_str()) {
            let forms: Vec<String> =
                INQUIRIES.iter().flat_map(|form| form.forms).map(|form| format!("`{form}`")).collect();
            return Misread::new(format!("`{found}` begins no order; what may be asked is {}", forms.join(", ")));
        }
        let written = word.raw.to_lowercase();
        let limit = written.chars().count() / 3;
        let asked = INQUIRIES.iter().flat_map(|form| form.words.iter().copied());
        let near = all().map(|(known, _)| known).chain(asked);
        let near = near.filter_map(|known| Some((distance(&written, known, limit.min(2))?, known)));
        let near = near.min().map(|(_, known)| format!(" (do you mean {known}?)")).unwrap_or_default();
        let verbs: Vec<&str> = VERBS.iter().map(|form| form.words[0]).collect();
        let verbs = verbs.join(", ");
        Misread::new(format!("an order does not begin with `{found}`{near}, but with {verbs}; `help` explains them"))
    })
}

/// Words with which people ask.
const QUESTIONS: [&str; 14] =
    ["what", "who", "where", "how", "why", "which", "when", "is", "are", "may", "does", "do", "show", "odds"];

/// One page that explains all orders.
pub fn help(definitions: &Definitions) -> String {
    let mut page = String::from(
        "One order a line. Case, accents and punctuation do not matter; units may be shortened as long as one only\n\
         is meant (`peiper`, `2 di`); hexes are numbers or names (`Bastogne`); what follows # is a comment.\n",
    );
    for form in &VERBS {
        page += &format!("\n{}\n    {}. Cases {}.\n", form.forms.join("\n"), form.about, form.cases.join(", "));
        page += &format!("    Example: {}\n", form.example);
    }
    let kinds: Vec<String> =
        super::super::order::SupportKind::ALL.iter().map(|kind| super::names::support_name(*kind)).collect();
    let short = |side: u8| {
        let formations = definitions.published.units.formations.iter().filter(|formation| formation.side == side);
        formations.map(|formation| formation.short.as_str()).collect::<Vec<_>>().join(", ")
    };
    page += &format!("\nKIND is {}.\n", kinds.join(", "));
    page += &format!("EVENT is {}.\n", EventKind::ALL.map(super::names::event_name).join(", "));
    for (index, side) in definitions.published.units.sides.iter().enumerate() {
        page += &format!("{} formations and headquarters: {}.\n", side.name, short(index as u8));
    }
    page
}
