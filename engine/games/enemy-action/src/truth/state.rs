//! Everything that is true: what lies open on the table, and what is hidden.

use crate::printed::{CardId, ChitId, Deed, Definitions, RiverId, Tactic};
use crate::truth::disposition::Disposition;
use crate::truth::order::Step;
use crate::truth::roster::{Roster, UnitState};
use definitions::FormationId;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{AskId, Shared, SideId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Where a day has come to (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Units of the day go into the boxes; delayed reserves of the Germans.
    Reserves,
    /// Delayed reserves of the Allies (11.3).
    AlliedReserves,
    /// Cards are prepared.
    Cards,
    /// Allied engineers mend and build bridges (4 III).
    Works,
    /// German ones do.
    GermanWorks,
    /// Supply is judged.
    Supply,
    /// Fuel is checked (10.4).
    Fuel,
    /// Interdiction is decided on (5.1).
    Interdiction,
    /// Impulses.
    Command,
    /// Victory is checked, markers come off.
    End,
}

/// How far an activation has come (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// It is announced: the Allied player may react.
    Announced,
    /// Units move.
    Moving,
    /// The moving is over: stacks are judged.
    Moved,
    /// Units attack.
    Fighting,
    /// Attacks are over: units dig in.
    Digging,
}

/// An activation under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// Whose it is.
    pub side: SideId,
    /// Who is active.
    pub units: Vec<UnitId>,
    /// Whether it is one unit that may not attack (6.3).
    pub alone: bool,
    /// Whether each attack has a tactic of choice (9.23).
    pub bonus: bool,
    /// Whether its units ignore zones as they move (5.21).
    pub ignores_zones: bool,
    /// Whether nobody moves (4.11).
    pub stands: bool,
    /// Whether the alarm was raised: units move, and are not activated (T.EV).
    pub alarm: bool,
    /// How far it has come.
    pub stage: Stage,
    /// Rivers that a unit has crossed without a bridge in it (7.31), and bridges over which one has gone into enemy control
    /// (7.32).
    pub crossed: Vec<RiverId>,
    /// Bridges that have been used in it, and by whom (4.12).
    pub used: Vec<(RiverId, UnitId)>,
}

/// A German unit that comes to a bridge which the Allied player may blow before it crosses (7.33). Where it is bound is its
/// player's to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The unit.
    pub unit: UnitId,
    /// What it is about.
    pub errand: Errand,
    /// The bridge before it.
    pub bridge: RiverId,
    /// Bridges on its way that were not blown.
    pub passed: Vec<RiverId>,
}

/// What a unit that goes somewhere is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Errand {
    /// It moves in its activation.
    Move,
    /// It advances after combat.
    Advance,
    /// It joins a combat by Reinforce Battle.
    Join,
}

/// Units that join a combat, one after the other (9): the order that brings them lies open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joining {
    /// The attack, or the support of a defence.
    pub order: Vec<Step>,
    /// How many have set out.
    pub out: usize,
}

/// Where a unit that comes to a bridge is bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// Its hex, and those that it has still to go.
    pub path: Vec<HexId>,
    /// Whether it leaves the map from the last of them.
    pub exits: bool,
    /// Whether it moves strategically.
    pub strategic: bool,
    /// Movement points left, and whether it has spent none.
    pub left: u16,
    /// Whether it has not moved yet.
    pub fresh: bool,
}

/// A unit that was halted at a bridge that was blown, and may go on another way (7.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halted {
    /// The unit.
    pub unit: UnitId,
    /// The hexside that it does not cross.
    pub barred: RiverId,
    /// Whether it moves strategically.
    pub strategic: bool,
    /// Movement points left.
    pub left: u16,
    /// Whether it has not moved yet.
    pub fresh: bool,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Whose attack it is.
    pub attacker: SideId,
    /// The attacking units.
    pub attackers: Vec<UnitId>,
    /// The hexes from which they attack, one entry a unit.
    pub from: Vec<HexId>,
    /// The attacked hex.
    pub target: HexId,
    /// The units in it that fight.
    pub defenders: Vec<UnitId>,
    /// Tactics of attacker and defender.
    pub tactics: [Vec<Tactic>; 2],
    /// How far it has come.
    pub stage: Fight,
    /// Least and most chits (9.3).
    pub chits: (u8, u8),
    /// What was drawn, in order.
    pub drawn: Vec<ChitId>,
    /// How many are drawn in all, once that is said.
    pub total: Option<u8>,
    /// Hits that attacker and defender have still to take.
    pub owed: [u8; 2],
    /// Steps that the retreat costs besides (9.7).
    pub penalty: u8,
    /// Units that have lost a step, once for each.
    pub losses: Vec<UnitId>,
    /// Whether the attackers have dispersed to take hits.
    pub dispersed: bool,
    /// The way of the retreat, the attacked hex first; empty if nobody has retreated.
    pub retreat: Vec<HexId>,
    /// Rivers over which a unit has advanced where one may (9.82).
    pub crossed: Vec<RiverId>,
    /// Attackers that have advanced.
    pub advanced: Vec<UnitId>,
    /// One of them in the hex that was left before which a bridge was blown, and the river: it may go on another way (7.33).
    pub halted: Option<(UnitId, RiverId)>,
}

/// How far a combat has come (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fight {
    /// The attack is declared: the defender plays tactics.
    Declared,
    /// Chits are drawn.
    Drawing,
    /// The defender takes hits.
    DefenderHits,
    /// The attacker takes hits.
    AttackerHits,
    /// The attacker advances.
    Advancing,
    /// Stacks are judged.
    Closing,
}

/// What a side is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// Which card is played in the impulse.
    Command,
    /// Whether a German activation is answered (5.1).
    React,
    /// Whether a bridge is blown before a German unit crosses it (7.33).
    Blow,
    /// Whether the blowing of a bridge is answered (7.33).
    Greif,
    /// Whether interdiction is flown (5.1).
    Interdiction,
    /// Which bridges are mended or built in the Supply Phase.
    Works,
    /// Whether a formation without fuel keeps it (10.4).
    Fuel,
    /// Where reserves are put.
    Deployment,
    /// What active units do.
    Activation,
    /// Which steps are given back (13).
    Replacements,
    /// Which tactics support a defence.
    Tactics,
    /// How many chits are drawn.
    Chits,
    /// How the defender takes hits.
    DefenderHits,
    /// How the attacker takes hits.
    AttackerHits,
    /// Who advances.
    Advance,
    /// Who is taken off an overfull hex.
    Excess,
}

/// An open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its number.
    pub id: AskId,
    /// Who is asked.
    pub side: SideId,
    /// What about.
    pub topic: Topic,
}

/// Cards of a side, as far as both may know: how many lie where, and which are laid aside (5.7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piles {
    /// Supplemental cards that are available.
    pub available: u8,
    /// Cards in the draw pile.
    pub draw: u8,
    /// Cards in the hand.
    pub hand: u8,
    /// Cards played today.
    pub used: Vec<CardId>,
}

/// Who is deployed by what is under way (11.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployment {
    /// Whose it is.
    pub side: SideId,
    /// Units that may still come.
    pub units: Vec<UnitId>,
    /// Whether one alone comes (5.2).
    pub one: bool,
    /// Where units of divisions have come by it (11.2).
    pub came: Vec<(UnitId, HexId)>,
}

/// Replacements under way (13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacing {
    /// Whose they are.
    pub side: SideId,
    /// Of which corps.
    pub corps: FormationId,
    /// Points left.
    pub points: u8,
    /// Who has gained a step.
    pub gained: Vec<UnitId>,
}

/// What the German has gained for good (14.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gains {
    /// Points for units that left the map.
    pub exits: i16,
    /// Whether the Meuse was crossed in supply.
    pub meuse: bool,
    /// Whether von der Heydte was relieved.
    pub relieved: bool,
    /// Whether somebody left by the north edge east of 0116 (7.81).
    pub left_north: bool,
    /// Whether somebody left by the south edge (7.81).
    pub left_south: bool,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winner; none for a draw.
    pub winner: Option<SideId>,
    /// Why, with the case.
    pub reason: String,
    /// How great the victory is.
    pub level: Option<String>,
}

/// What lies open on the table: all that is true but for hidden cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Public {
    /// Place of the scenario in the definitions.
    pub scenario: u8,
    /// Day of December.
    pub day: u8,
    /// Where it has come to.
    pub phase: Phase,
    /// Whose impulse it is.
    pub impulse: SideId,
    /// German impulses that are left of the opening (4.11).
    pub opening: u8,
    /// Corps that the opening has used (4.11).
    pub opened: Vec<FormationId>,
    /// Whether the side that passed last did so in its last impulse (R12).
    pub passed: bool,
    /// Units and bridges.
    pub units: Shared<Roster>,
    /// Towns and cities that the Germans own (12.1).
    pub towns: BTreeSet<HexId>,
    /// Westwall hexes that the Allies own (14.1).
    pub wall: BTreeSet<HexId>,
    /// Improved positions (12.3).
    pub positions: BTreeSet<HexId>,
    /// Roadblocks (7.9).
    pub roadblocks: BTreeSet<HexId>,
    /// Fuel depots that nobody has opened (10.42); which of them hold fuel is hidden.
    pub depots: BTreeSet<HexId>,
    /// Depots with fuel that the Germans have.
    pub fuel: u8,
    /// German cards shown that have a formation without fuel, as yet unsettled (10.4).
    pub shortages: Vec<CardId>,
    /// Whether the 29th Brigade was deployed at Dinant, and moves anywhere (7.72).
    pub at_dinant: bool,
    /// The day on which the OKW Reserve comes, once it is released (11.4).
    pub okw: Option<u8>,
    /// Cards of each side.
    pub piles: [Piles; 2],
    /// Who was active in each side's last impulse (6.5).
    pub last: [Vec<UnitId>; 2],
    /// Who is active in the impulse under way, or was in the last one of the other side.
    pub acted: [Vec<UnitId>; 2],
    /// Whether each side has activated one unit today (6.3).
    pub single: [bool; 2],
    /// Whether a German has entered a hex beside the Meuse (7.72).
    pub meuse_reached: bool,
    /// Whether a German has entered a hex beyond it (11.51).
    pub meuse_crossed: bool,
    /// What the Germans have gained for good.
    pub gains: Gains,
    /// Events in effect for the rest of the day.
    pub in_effect: Vec<Deed>,
    /// A bridge that the Allied player is blowing.
    pub demolition: Option<RiverId>,
    /// A German unit that has come to a bridge.
    pub march: Option<March>,
    /// A German unit that was halted at one.
    pub halted: Option<Halted>,
    /// Whether there is an Allied Command Crisis: the British come a day later (T.EV).
    pub crisis: bool,
    /// Whether interdiction was decided on today, and flown.
    pub interdiction: Option<bool>,
    /// Chits in the cup.
    pub cup: Vec<ChitId>,
    /// Chits of earlier combats (9.41).
    pub aside: Vec<ChitId>,
    /// The activation under way.
    pub activation: Option<Activation>,
    /// Whose card of this impulse deploys reserves on top of its command (5.7).
    pub besides: Option<SideId>,
    /// The deployment under way.
    pub deployment: Option<Deployment>,
    /// The replacements under way.
    pub replacing: Option<Replacing>,
    /// Units on their way to a combat.
    pub joining: Option<Joining>,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// The open question.
    pub asked: Option<Asked>,
    /// Number of the next question.
    pub next_ask: u32,
    /// The end.
    pub ending: Option<Ending>,
}

/// What is hidden of a side's cards. Piles have no order until something is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hidden {
    /// What its player holds.
    pub hand: Vec<CardId>,
    /// The draw pile.
    pub draw: Vec<CardId>,
    /// Supplemental cards that are available.
    pub available: Vec<CardId>,
    /// Depots of which its player knows that they hold fuel: those of the Allies (3).
    pub depots: Vec<HexId>,
    /// Where its unit that has come to a bridge is bound.
    pub bound: Option<Bound>,
    /// Whether the other side only imagines it: nothing of this is known then. It is never so of what is true.
    #[serde(skip)]
    pub unknown: bool,
}

/// Everything that is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// What lies open.
    pub public: Public,
    /// What is hidden of each side.
    pub hidden: [Hidden; 2],
}

impl Public {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit]
    }

    /// Who stands where.
    pub fn disposition(&self, definitions: &Definitions) -> &Disposition {
        self.units.disposition(definitions)
    }

    /// Whether a side owns a town or city (12.1).
    pub fn owns(&self, side: SideId, hex: HexId) -> bool {
        self.towns.contains(&hex) == (side == crate::printed::GERMAN)
    }

    /// Whether the three German impulses of the 16th are under way (4.11).
    pub fn opens(&self) -> bool {
        self.opening > 0
    }

    /// Whether an event is in effect.
    pub fn has(&self, deed: Deed) -> bool {
        self.in_effect.contains(&deed)
    }

    /// Whether a unit is active.
    pub fn is_active(&self, unit: UnitId) -> bool {
        self.activation.as_ref().is_some_and(|activation| activation.units.contains(&unit))
    }
}
