//! Facts. They say what the rules made of an order; writing them into a state derives nothing.

use crate::printed::{CardId, ChitId, Deed, RiverId, Tactic};
use crate::truth::order::Step;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Activation, Bound, Ending, Fight, Halted, March, Phase, Topic};
use definitions::hex::HexId;
use definitions::{FormationId, UnitId};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// What a card was played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Play {
    /// To activate somebody.
    Activation,
    /// To deploy reserves.
    Deployment,
    /// To give replacements.
    Replacements,
    /// As a tactic.
    Tactic(Tactic),
    /// As an event.
    Event(Deed),
    /// As a reaction.
    Reaction,
    /// To be discarded for Fuel Priority (10.4).
    Fuel,
    /// Nothing could be done with it (R11).
    Nothing,
}

/// Which side of a chit counts, as it is drawn (9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counted {
    /// The front, or the back.
    Face(u8),
    /// Neither.
    Neither,
    /// It hangs on how many are drawn in all, which is not settled yet.
    Open,
}

/// What follows from a unit's going into a hex: who owns what then, and what is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wake {
    /// Towns and cities that are the side's now.
    pub towns: Vec<HexId>,
    /// Westwall hexes that are the side's now.
    pub wall: Vec<HexId>,
    /// Bridges that are the side's now.
    pub bridges: Vec<RiverId>,
    /// Roadblocks that are gone.
    pub roadblocks: Vec<HexId>,
    /// Improved positions that were left.
    pub positions: Vec<HexId>,
    /// Whether a German came beside the Meuse, and beyond it.
    pub meuse: (bool, bool),
    /// Von der Heydte, if he was relieved.
    pub relieved: Option<UnitId>,
}

/// A fact.
#[expect(missing_docs, reason = "the line over each variant says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A question was put.
    Asked { side: SideId, topic: Topic },
    /// The question was settled.
    Answered,
    /// A day began.
    DayBegan { day: u8, opening: u8 },
    /// A phase began.
    PhaseBegan { phase: Phase },
    /// Fuel depots were laid face down; which hold fuel is the Allies' to know.
    DepotsLaid { hexes: Vec<HexId>, real: Vec<HexId> },
    /// Germans opened a depot.
    DepotFound { hex: HexId, real: Option<bool> },
    /// German cards have formations without fuel today.
    FuelShort { cards: Vec<CardId> },
    /// Its formation is out of fuel, and the card goes.
    FuelOut { card: CardId, units: Vec<UnitId> },
    /// The formation keeps its fuel: by a depot, or by a card that is shown.
    FuelKept { card: CardId, by: Option<CardId> },
    /// The OKW Reserve is released and comes on a day.
    Released { units: Vec<UnitId>, day: u8 },
    /// Units went into the reserve boxes, with their printed dates.
    Arrived { units: Vec<(UnitId, Place)> },
    /// Cards became available for good: primary ones to the draw pile, supplemental ones to those available. Which is hidden.
    CardsCame { side: SideId, primary: Vec<CardId>, supplemental: Vec<CardId> },
    /// Supplemental cards were drawn into the draw pile; so many. Which is hidden.
    Supplemented { side: SideId, cards: Vec<CardId>, count: u8 },
    /// Yesterday's discards went back: primary ones to the draw pile, supplemental ones to those available.
    Returned { side: SideId, primary: Vec<CardId>, supplemental: Vec<CardId> },
    /// Cards were drawn into a hand; so many. Which only its player sees.
    Drew { side: SideId, cards: Vec<CardId>, count: u8 },
    /// A card was played.
    Played { side: SideId, card: CardId, play: Play, back: bool },
    /// A side passed.
    Passed { side: SideId },
    /// Cards left in a hand when both had passed are laid aside (R12).
    LaidAside { side: SideId, cards: Vec<CardId> },
    /// The opening is over before its last impulse (R10).
    OpeningOver,
    /// Units were activated.
    Activated { activation: Activation, single: bool, bridges: Vec<RiverId>, roadblocks: Vec<HexId> },
    /// These corps have had their impulse of the opening.
    Opened { corps: Vec<FormationId> },
    /// A unit moved along a path, its first hex included.
    Moved { unit: UnitId, path: Vec<HexId>, crossed: Vec<RiverId>, used: Vec<RiverId>, wake: Wake },
    /// A German unit has come to a bridge; where it is bound is hidden.
    CameToBridge { march: March, bound: Option<Bound> },
    /// It has crossed, or gone where it was bound.
    MarchOver,
    /// The bridge is down: it may go on another way.
    Halted { halted: Halted },
    /// The bridge is down: it advances no more, or only another way from the hex that was left, not over this river.
    AdvanceHalted {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barred: Option<RiverId>,
    },
    /// Allied units went back before a German activation.
    Withdrew { units: Vec<UnitId>, path: Vec<HexId>, wake: Wake },
    /// Units set out to join a combat, by an order.
    JoinBegan { order: Vec<Step> },
    /// The next of them set out.
    SetOut,
    /// All of them have come, or been halted.
    JoinOver,
    /// Von der Heydte landed.
    Landed { unit: UnitId, hex: HexId },
    /// The British come later, by an Allied Command Crisis.
    CrisisBegan { units: Vec<(UnitId, Place)> },
    /// A unit left the map for so many points.
    Exited { unit: UnitId, points: i16, north: bool, south: bool, wake: Wake },
    /// Nobody reacts any more: an activation comes to its moves.
    ReactionsOver,
    /// Roadblocks were laid.
    Blocked { hexes: Vec<HexId> },
    /// Dispersed units recovered by a reaction.
    Recovered { units: Vec<UnitId> },
    /// An event is in effect for the rest of the day.
    InEffect { deed: Deed },
    /// Units come on another day.
    PutOff { units: Vec<UnitId>, place: Place },
    /// Units are in supply again (10.3).
    Resupplied { units: Vec<UnitId> },
    /// A bridge was mended or built by a side.
    Bridged { river: RiverId, side: SideId },
    /// A bridge is being blown.
    DemolitionBegan { river: RiverId },
    /// It was blown, or was not.
    DemolitionOver { river: RiverId, blown: bool },
    /// A card of a hand was lost, drawn at random; whoever only imagines the hand does not know which.
    CardLost { side: SideId, card: Option<CardId> },
    /// Whether interdiction is flown today.
    Interdicted { flown: bool },
    /// The moving is over; stacks are judged.
    MovesOver,
    /// Stacks are judged: the fighting begins.
    FightBegan,
    /// An improved position was built.
    DugIn { hex: HexId },
    /// An activation is over; these units recover.
    ActivationEnded { recovered: Vec<UnitId> },
    /// It is the other side's impulse, or the same side's again in the opening.
    ImpulseBegan { side: SideId, opening: u8 },
    /// The card of the impulse deploys reserves on top of its command (5.7).
    DeploysBesides { side: SideId },
    /// Reserves may be deployed.
    DeploymentBegan { side: SideId, units: Vec<UnitId>, one: bool },
    /// A reserve unit came to a hex; whether it is the brigade at Dinant, which moves anywhere (7.72).
    Deployed { unit: UnitId, hex: HexId, wake: Wake, at_dinant: bool },
    /// The deployment is over.
    DeploymentEnded,
    /// Replacements may be given.
    ReplacingBegan { side: SideId, corps: FormationId, points: u8 },
    /// A unit gained a step.
    Rebuilt { unit: UnitId },
    /// They are over.
    ReplacingEnded,
    /// A hex is attacked.
    Attacked {
        attacker: SideId,
        attackers: Vec<UnitId>,
        from: Vec<HexId>,
        target: HexId,
        defenders: Vec<UnitId>,
        tactics: Vec<Tactic>,
        positions: Vec<HexId>,
    },
    /// The defender has said what supports him, and who has joined; chits may be drawn within these limits.
    Supported { tactics: Vec<Tactic>, chits: (u8, u8), position: Option<HexId>, joined: Vec<UnitId> },
    /// The attacker said how many chits are drawn in all.
    TotalSaid { total: u8 },
    /// A chit was drawn; whether those of earlier combats went back into the cup then, and which of its sides counts.
    ChitDrawn {
        chit: ChitId,
        refilled: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<Counted>,
    },
    /// The cup was empty: those of earlier combats went back.
    CupFilled,
    /// What the chits come to: hits on attacker and defender after all that is taken off; an improved position that is gone.
    Hit { attacker: u8, defender: u8, position: Option<HexId> },
    /// The combat has come to a stage.
    FightWentOn { stage: Fight },
    /// Improved positions that nobody holds any more are gone (12.34).
    PositionsLost { hexes: Vec<HexId> },
    /// A unit lost a step by a hit, or for its retreat.
    LostStep { unit: UnitId, penalty: bool },
    /// A unit was eliminated by a hit or for its retreat.
    Died { unit: UnitId, penalty: bool },
    /// Units retreated along a path, the attacked hex first, for so many hits and so many steps besides.
    Retreated { units: Vec<UnitId>, path: Vec<HexId>, hits: u8, penalty: u8, dispersed: bool, wake: Wake },
    /// Attackers dispersed for so many hits.
    Dispersed { units: Vec<UnitId>, hits: u8 },
    /// A unit advanced along a path, its first hex included.
    Advanced { unit: UnitId, path: Vec<HexId>, crossed: Vec<RiverId>, used: Vec<RiverId>, wake: Wake },
    /// Units that had fled into the hex are lost with it (9.74).
    Overwhelmed { units: Vec<UnitId> },
    /// The combat is over.
    CombatEnded,
    /// A unit in an overfull hex lost a step, or its last.
    Removed { unit: UnitId, dies: bool },
    /// Supply of units was judged.
    SupplyJudged { units: Vec<(UnitId, Supply)>, roadblocks: Vec<HexId> },
    /// A unit rolled for surrender.
    Surrendered { unit: UnitId, face: u8, loses: bool, dies: bool },
    /// The Meuse was crossed in supply.
    MeuseCounted,
    /// The day is over: chits and markers are as a new day finds them.
    CleanedUp,
    /// Both players agreed on what a unit is.
    Adjusted { unit: UnitId, place: Place, lost: u8 },
    /// The game is over.
    Over { ending: Ending },
}
