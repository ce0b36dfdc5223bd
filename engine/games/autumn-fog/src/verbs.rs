//! The verbs: one list of how their orders are written, when they have their time, and the chapter that offers, judges
//! and carries them out.

use super::moment::Moment;
use super::order::Verb;
use super::state::Pending;
use crate::chapters::chapter::Chapter;
use crate::chapters::combat::{advance, attack, defence, losses, reroll, retreat, snafu};
use crate::chapters::fog::top;
use crate::chapters::historical_events::clearing;
use crate::chapters::{
    deployment, detachment, headquarters, historical_events, movement, positions, presents, recovery, reinforcements,
    sequence, stacking, supports,
};
use engine::speech::LineForm;

/// A verb of the order language.
pub struct VerbEntry {
    /// The verb.
    pub verb: Verb,
    /// How its orders are written.
    pub form: LineForm,
    /// The moments at which an order may begin with it.
    pub moments: &'static [Moment],
    /// The case of its time, and what follows the verb in a sentence about that.
    pub when: (&'static str, &'static str),
    /// What offers, judges and carries out its orders.
    pub chapter: &'static Chapter,
}

impl AsRef<LineForm> for VerbEntry {
    fn as_ref(&self) -> &LineForm {
        &self.form
    }
}

/// All verbs, in the order of [`Verb::ALL`].
pub static VERBS: [VerbEntry; 29] = [
    VerbEntry {
        verb: Verb::Gift,
        form: LineForm {
            words: &["gift", "present"],
            forms: &["gift UNIT", "gift reroll", "gift none"],
            also: &[],
            example: "gift Peiper",
            about: "chooses a Christmas present: a unit recovers a step, or you may once roll again for an attack",
            cases: &["15.4a", "15.4b"],
        },
        moments: &[Moment::Asked(Pending::Present)],
        when: ("15.4", "is for the start of turn 5, if the game is played with presents"),
        chapter: &presents::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Return,
        form: LineForm {
            words: &["return", "rebuild"],
            forms: &["return HQ to HEX", "return HQ later"],
            also: &[],
            example: "return XLVII to 3015",
            about: "puts a destroyed headquarters back on the map, in a hex with a line of supply outside enemy zones of control",
            cases: &["1.3j"],
        },
        moments: &[Moment::Asked(Pending::Return)],
        when: ("1.3j", "is for the start of the turn after a headquarters was destroyed"),
        chapter: &headquarters::COMING_BACK,
    },
    VerbEntry {
        verb: Verb::Allot,
        form: LineForm {
            words: &["allot", "assign", "give"],
            forms: &["allot [NUMBER] KIND to HQ", "allot done"],
            also: &[],
            example: "allot 2 artillery to LVIII",
            about: "gives supports of the army's pool to a headquarters; the other side sees them when both are done",
            cases: &["1.6c", "1.6d"],
        },
        moments: &[Moment::Asked(Pending::Allot)],
        when: ("2.1c", "is for the start of each turn, before the first activation"),
        chapter: &supports::ALLOTMENT,
    },
    VerbEntry {
        verb: Verb::Deploy,
        form: LineForm {
            words: &["deploy", "place"],
            forms: &["deploy UNIT, ... to HEX"],
            also: &[],
            example: "deploy Gutman to 2715",
            about: "while you give out supports on the first turn: puts a unit into the other of the two hexes that the set-up \
                list gives its division; each of them keeps a unit",
            cases: &["S.GE", "5a"],
        },
        moments: &[Moment::Asked(Pending::Allot)],
        when: ("S.GE", "is for the first turn, while supports are given out"),
        chapter: &deployment::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Activate,
        form: LineForm {
            words: &["activate"],
            forms: &["activate FORMATION", "activate general", "activate UNIT"],
            also: &[],
            example: "activate XLVII",
            about: "begins an activation: of a formation, or of a few units of your choice; then, for a unit that is out of \
                command or has lost its headquarters, takes its check",
            cases: &["2.1e", "3.1a", "3.3c"],
        },
        moments: &[Moment::Choosing, Moment::Acting],
        when: ("2.1i", "is for your next turn to act, when nothing else is asked"),
        chapter: &sequence::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Pass,
        form: LineForm {
            words: &["pass"],
            forms: &["pass"],
            also: &[],
            example: "pass",
            about: "leaves the next activation to the other side",
            cases: &["2.1g"],
        },
        moments: &[Moment::Choosing],
        when: ("2.1g", "is for your next turn to act, instead of an activation"),
        chapter: &sequence::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Enter,
        form: LineForm {
            words: &["enter", "arrive"],
            forms: &["enter UNIT, ... at HEX"],
            also: &[],
            example: "enter CCA/7 DB at 2501",
            about: "brings reinforcements onto the map",
            cases: &["16.1"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &reinforcements::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Move,
        form: LineForm {
            words: &["move", "go", "march", "mv"],
            forms: &["move UNIT, ... to HEX [via HEX, ...]", "move UNIT, ... via HEX, ..."],
            also: &[],
            example: "move Hauser to 2715 via 2714",
            about: "moves units by the cheapest path, or by the one you draw",
            cases: &["6"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &movement::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Attack,
        form: LineForm {
            words: &["attack", "assault"],
            forms: &["attack HEX, ... with UNIT, ... [lead UNIT] [support KIND from HQ, ...] [air]"],
            also: &[],
            example: "attack 2515 with Gutman, Cochenhausen lead Gutman support nebelwerfer from XLVII",
            about: "makes a normal attack, from one hex and with one support; the lead's quality counts and it takes the first \
                loss (your best unit if unnamed)",
            cases: &["7.3.1", "7.4b", "7.4c"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &attack::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Prepare,
        form: LineForm {
            words: &["prepare", "prepared"],
            forms: &["prepare HEX, ... with UNIT, ... [lead UNIT] [support KIND from HQ, ...] [air [2]]"],
            also: &[],
            example: "prepare 2515 with Gutman, 26 VG support nebelwerfer from XLVII, artillery from XLVII",
            about: "makes a prepared attack, from several hexes if you like and with two supports at most; `air` sends an air \
                support into it, `air 2` two",
            cases: &["7.3.2", "14.3"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &attack::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Dig,
        form: LineForm {
            words: &["dig"],
            forms: &["dig in UNIT, ..."],
            also: &[],
            example: "dig in CCR/9 DB",
            about: "takes up an improved position",
            cases: &["12.1"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &positions::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Leave,
        form: LineForm {
            words: &["leave", "abandon"],
            forms: &["leave UNIT, ..."],
            also: &[],
            example: "leave 2 DI",
            about: "leaves an improved position",
            cases: &["12.1e"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &positions::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Recover,
        form: LineForm {
            words: &["recover", "rest"],
            forms: &["recover UNIT, ..."],
            also: &[],
            example: "recover Peiper",
            about: "recovers from fatigue",
            cases: &["3.5.2"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &recovery::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Detach,
        form: LineForm {
            words: &["detach", "split"],
            forms: &["detach NUMBER from DIVISION"],
            also: &[],
            example: "detach 1 from 2 DI",
            about: "splits steps off an infantry division as a unit of their own, which acts with what the division has left",
            cases: &["18"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &detachment::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Rejoin,
        form: LineForm {
            words: &["rejoin", "merge"],
            forms: &["rejoin DETACHMENT, ..."],
            also: &[],
            example: "rejoin Det 1/V",
            about: "gives the steps of a detachment back to its division in the same hex",
            cases: &["18d"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, when nothing else is asked"),
        chapter: &detachment::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Defend,
        form: LineForm {
            words: &["defend", "defence", "defense"],
            forms: &["defend [lead UNIT] [support KIND from HQ, ...] [air [2]]"],
            also: &["defend with UNIT"],
            example: "defend lead 394/99 support artillery from V",
            about: "names your quality unit, your supports and your aircraft in a combat",
            cases: &["7.5c", "7.4b"],
        },
        moments: &[Moment::Asked(Pending::Defend)],
        when: ("7.5c", "answers an attack on your units"),
        chapter: &defence::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Snafu,
        form: LineForm {
            words: &["snafu"],
            forms: &["snafu UNIT"],
            also: &[],
            example: "snafu Peiper",
            about: "chooses the attacker that lacks fuel or is stuck in traffic",
            cases: &["9.5a"],
        },
        moments: &[Moment::Asked(Pending::Snafu)],
        when: ("9.5a", "answers a snafu that may strike several attackers"),
        chapter: &snafu::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Reroll,
        form: LineForm {
            words: &["reroll", "roll"],
            forms: &["reroll"],
            also: &[],
            example: "reroll",
            about: "rolls the die of your attack again; the second roll counts",
            cases: &["15.4b"],
        },
        moments: &[Moment::Asked(Pending::Reroll)],
        when: ("15.4b", "answers the die of your attack, if your present was a second roll"),
        chapter: &reroll::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Keep,
        form: LineForm {
            words: &["keep"],
            forms: &["keep"],
            also: &[],
            example: "keep",
            about: "keeps the die of your attack, and the second roll for later",
            cases: &["15.4b"],
        },
        moments: &[Moment::Asked(Pending::Reroll)],
        when: ("15.4b", "answers the die of your attack, if your present was a second roll"),
        chapter: &reroll::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Lose,
        form: LineForm {
            words: &["lose", "loss", "losses"],
            forms: &["lose UNIT, ...", "lose UNIT, ..., KIND from HQ", "lose nothing"],
            also: &[],
            example: "lose 26 VG, 26 VG, Gutman",
            about: "names the steps that you lose, a unit once for each; what is left of your number is retreated. An armour \
                support can take any loss but the first",
            cases: &["7.6a", "1.6.1f"],
        },
        moments: &[Moment::Asked(Pending::Lose)],
        when: ("7.6a", "answers a combat result with a number against you"),
        chapter: &losses::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Retreat,
        form: LineForm {
            words: &["retreat", "withdraw"],
            forms: &["retreat UNIT, ... to HEX [via HEX, ...]"],
            also: &[],
            example: "retreat 110/28 DI to 2315 via 2415",
            about: "retreats units together, as many hexes as they must; in each hex in an enemy zone of control that they enter \
                    without friends the first unit named loses a step",
            cases: &["7.7.1", "7.7.1h"],
        },
        moments: &[Moment::Asked(Pending::Retreat)],
        when: ("7.7.1a", "follows your losses, if hexes of your number are left"),
        chapter: &retreat::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Mark,
        form: LineForm {
            words: &["mark", "breakthrough"],
            forms: &["mark HEX"],
            also: &[],
            example: "mark 2515",
            about: "lays the breakthrough marker",
            cases: &["7.8a"],
        },
        moments: &[Moment::Asked(Pending::Mark)],
        when: ("7.8a", "follows a breakthrough that left several hexes vacant"),
        chapter: &advance::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Advance,
        form: LineForm {
            words: &["advance", "follow"],
            forms: &["advance UNIT, ... to HEX [via HEX, ...]", "advance done"],
            also: &[],
            example: "advance Gutman to 2415 via 2515",
            about: "follows the defenders after combat",
            cases: &["7.7.2"],
        },
        moments: &[Moment::Asked(Pending::Advance)],
        when: ("7.7.2b", "follows a combat of yours whose defenders have left their hex"),
        chapter: &advance::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Eliminate,
        form: LineForm {
            words: &["eliminate", "remove"],
            forms: &["eliminate UNIT"],
            also: &[],
            example: "eliminate 16/116 Pz",
            about: "removes a unit from a hex that holds too many steps",
            cases: &["5d"],
        },
        moments: &[Moment::Asked(Pending::Overstack)],
        when: ("5d", "is for the end of an activation that leaves too many steps in a hex"),
        chapter: &stacking::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Clear,
        form: LineForm {
            words: &["clear"],
            forms: &["clear UNIT at HEX"],
            also: &[],
            example: "clear Peiper at 2711",
            about: "removes the paratroopers or the roadblock in an adjacent hex for 1 AP",
            cases: &["15.2b", "15.3b"],
        },
        moments: &[Moment::Acting],
        when: ("3.1a", "is for an activation of your own, beside a marker that bars a hex"),
        chapter: &clearing::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Play,
        form: LineForm {
            words: &["play"],
            forms: &["play EVENT HEX"],
            also: &["play EVENT at HEX"],
            example: "play fuel dump 2515",
            about: "plays an event on a hex: in your activation, in answer to an attack or a march, or in the supply phase. \
                Marches of the other side, which Greif and roadblocks can stop, pass you by unless `standing interrupt \
                ask` holds",
            cases: &["15.1", "15.2", "15.3"],
        },
        moments: &[
            Moment::Acting,
            Moment::Asked(Pending::Defend),
            Moment::Asked(Pending::Interrupt),
            Moment::Asked(Pending::AirSupply),
        ],
        when: ("15.1b", "is for an activation of your own, an attack on you or a march that you may stop"),
        chapter: &historical_events::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Let,
        form: LineForm {
            words: &["let", "decline"],
            forms: &["let"],
            also: &[],
            example: "let",
            about: "plays no event now: the march goes on, the aircraft stay at home",
            cases: &["15.1b"],
        },
        moments: &[Moment::Asked(Pending::Interrupt), Moment::Asked(Pending::AirSupply)],
        when: ("15.1b", "answers a march that you may stop, or the question about air supply"),
        chapter: &historical_events::CHAPTER,
    },
    VerbEntry {
        verb: Verb::End,
        form: LineForm {
            words: &["end", "finish"],
            forms: &["end"],
            also: &[],
            example: "end",
            about: "ends the activation",
            cases: &["2.1e"],
        },
        moments: &[Moment::Acting],
        when: ("2.1e", "is for the end of your activation, when nothing else is asked"),
        chapter: &sequence::CHAPTER,
    },
    VerbEntry {
        verb: Verb::Top,
        form: LineForm {
            words: &["top"],
            forms: &["top UNIT, ..."],
            also: &[],
            example: "top 2 DI",
            about: "lays a unit on top of its stack, where the enemy sees it in the fog of war",
            cases: &["11.2"],
        },
        moments: &[Moment::Choosing, Moment::Acting],
        when: ("11.2", "is for your turn to act, in a game with fog of war"),
        chapter: &top::CHAPTER,
    },
];

/// The entry of a verb.
pub fn entry(verb: Verb) -> &'static VerbEntry {
    &VERBS[verb as usize]
}

/// The verbs with which an order may begin at a moment.
pub fn at(moment: Moment) -> impl Iterator<Item = Verb> {
    VERBS.iter().filter(move |entry| entry.moments.contains(&moment)).map(|entry| entry.verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_found_in_its_place() {
        assert_eq!(VERBS.each_ref().map(|entry| entry.verb), Verb::ALL);
        assert!(Verb::ALL.into_iter().all(|verb| entry(verb).verb == verb));
    }
}
