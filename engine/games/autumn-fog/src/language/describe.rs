//! Tells events in words.

mod condition;
mod fight;
mod markers;
mod telling;

use super::super::definitions::Definitions;
use super::super::event::Event;
use super::super::order::{EventKind, SupportKind};
use super::super::state::Activation;
use super::super::tables::SnafuKind;
use super::names::{hq_name, support_name};
use crate::sight::glimpse::EventView;
use engine::contract::SideId;
use engine::speech::{capital, listed};
use telling::Telling;

pub(super) use fight::{fought, modifiers, stars, sum};
pub(super) use markers::{aircraft, counted};

/// Whether an event opens a part of the story: a turn, or what a side does in one go.
pub fn opens(event: &EventView) -> bool {
    matches!(event, EventView::Seen(Event::TurnBegan { .. } | Event::SequenceBegan { .. }))
}

/// Whether what follows an event tells as much: that a unit acts which acts at once, or who is asked what he answers.
pub fn goes_without_saying(event: &EventView) -> bool {
    let EventView::Seen(event) = event else { return false };
    match event {
        Event::Activated { fatigued, check, .. } => !fatigued && check.is_none(),
        Event::Asked { .. } => true,
        _ => false,
    }
}

/// What a viewer knows of an event in words; none for what goes without saying.
pub fn describe(definitions: &Definitions, event: &EventView) -> Option<String> {
    let tell = Telling { definitions };
    let event = match event {
        EventView::Seen(event) => event,
        EventView::Glimpse { side, unit, from, to } => return Some(tell.glimpse(*side, *unit, *from, *to)),
        EventView::Detached { division, steps } => return Some(format!("{}.", tell.detaches(*division, *steps))),
        EventView::Presents(presents) => return Some(tell.presents(*presents)),
    };
    Some(match event {
        Event::Asked { side, pending, .. } => return tell.asked(*side, *pending),
        Event::Settled { .. } | Event::CombatEnded => return None,
        Event::TurnBegan { turn, .. } => format!("— Turn {turn}{} —", tell.date(*turn)),
        Event::AirRolled { dice, missions, back } => tell.missions(*dice, *missions, *back),
        Event::PresentChosen { present, .. } => format!("You choose your present: {}.", tell.present(*present)),
        Event::PresentsShown { presents, .. } => tell.presents(presents.map(Some)),
        Event::StepRegained { unit, steps } => {
            format!("{} recovers a step; {steps} steps now.", tell.unit(*unit))
        }
        Event::Granted { army, markers } => {
            let some = SupportKind::ALL.into_iter().map(|kind| (markers[kind.index()], kind));
            let markers: Vec<String> =
                some.filter(|(count, _)| *count > 0).map(|(count, kind)| counted(count, kind)).collect();
            format!("{} receives {}.", tell.army(*army), listed(&markers))
        }
        Event::HeldUp { hex, units, .. } => {
            let verb = if units.len() == 1 { "arrives" } else { "arrive" };
            format!("Germans are in {}: {} {verb} a turn later.", tell.place(*hex), tell.units(units))
        }
        Event::HqReturned { unit, hex, .. } => format!("{} is back, in {}.", tell.unit(*unit), tell.place(*hex)),
        Event::Deployed { unit, hex } => format!("{} starts in {} instead.", tell.unit(*unit), tell.place(*hex)),
        Event::Adjusted { unit, was, now } => {
            format!("{}, adjusted by consent: {}.", tell.unit(*unit), tell.changes(was, now).join("; "))
        }
        Event::HqWaits { unit } => format!("{} stays away this turn.", tell.unit(*unit)),
        Event::Checked { units } => return tell.checked(units),
        Event::FuelRolled { dice, units } => tell.fuel(dice, units),
        Event::Allotted { hq, kind, .. } => {
            format!("You allot {} to {}.", support_name(*kind), hq_name(definitions, *hq))
        }
        Event::AllotmentsShown { markers } => return tell.allotments(markers),
        Event::InitiativeRolled { dice } => {
            format!("Initiative: {} {}, {} {}.", tell.side(SideId(0)), dice[0], tell.side(SideId(1)), dice[1])
        }
        Event::Initiative { side, .. } => format!("The {} side has the initiative.", tell.side(*side)),

        Event::Alone { side } => format!("The {} side has nothing to activate.", tell.side(side.enemy())),
        Event::Passed { side, .. } => format!("The {} side passes.", tell.side(*side)),
        Event::SequenceBegan { side, activation } => match activation {
            Activation::Formation(formation) => {
                format!("{} is activated.", definitions.published.units.formation(*formation).name)
            }
            Activation::General { limit } => {
                format!("The {} side activates up to {limit} units of its choice.", tell.side(*side))
            }
        },
        Event::Activated { unit, ap, fatigued, check, .. } => {
            let check = check.map(|die| format!(" after a C3I roll of {die}")).unwrap_or_default();
            let fatigued = if *fatigued { " and is fatigued now" } else { "" };
            let unit = tell.unit(*unit);
            match *ap {
                0 if !check.is_empty() => format!("{unit} cannot act{check}."),
                _ => format!("{unit} is activated{check} with {ap} AP{fatigued}."),
            }
        }
        Event::SequenceEnded { side, .. } => format!("The {} side ends its activation.", tell.side(*side)),
        Event::LateRoll { dice } => format!("It is getting late: {} and {}.", dice[0], dice[1]),
        Event::OperationsEnded { .. } => "The operations of this turn are over.".to_owned(),

        Event::Entered { unit, hex, ap, .. } => {
            format!("{} enters the map at {}; {ap} AP left.", tell.unit(*unit), tell.place(*hex))
        }
        // a reinforcement bound where it entered has not gone anywhere
        Event::Moved { unit, path, bound: true, .. } if path.len() == 1 => {
            format!("{} must attack now.", tell.unit(*unit))
        }
        Event::Moved { unit, path, ap, bound, .. } => {
            let bound = if *bound { " It must attack now." } else { "" };
            format!("{} moves {}; {ap} AP left.{bound}", tell.unit(*unit), tell.path(path))
        }
        // what is asked about a march is told by the question, and how it went by the move
        Event::MarchBegan { .. } | Event::MarchResumed => return None,
        Event::Halted { unit, hex, kind, next } if hex == next => {
            let (unit, kind) = (tell.unit(*unit), capital(kind.title()));
            format!("{kind} in {} keeps {unit} off the map.", tell.place(*hex))
        }
        Event::Halted { unit, hex, kind, next } => {
            let (unit, place) = (tell.unit(*unit), tell.place(*hex));
            format!("{unit} stops in {place}: {} bars {}.", kind.title(), tell.place(*next))
        }
        Event::Ambushed { unit, ap, .. } => {
            format!("Greif commandos hold up {}; {ap} AP left.", tell.unit(*unit))
        }
        Event::DugIn { unit, .. } => format!("{} takes up an improved position.", tell.unit(*unit)),
        Event::LeftPosition { unit } => format!("{} leaves its improved position.", tell.unit(*unit)),
        Event::Recovered { unit, paid: 0, .. } => format!("{} recovers from fatigue.", tell.unit(*unit)),
        Event::Recovered { unit, ap, paid, .. } => {
            format!("{} recovers from fatigue for {paid} AP; {ap} AP left.", tell.unit(*unit))
        }
        Event::Detached { division, detachment, steps, .. } => {
            format!("{} as {}.", tell.detaches(*division, *steps), tell.unit(*detachment))
        }
        Event::Rejoined { detachment, division, steps, .. } => {
            let plural = if *steps == 1 { "step" } else { "steps" };
            format!("{} rejoins {}, which has {steps} {plural} now.", tell.unit(*detachment), tell.unit(*division))
        }
        Event::Held { hex, side } => format!("{} is in {} hands now.", tell.place(*hex), tell.side(*side)),
        Event::MeuseCrossed { hex } => {
            format!("The {} side has crossed the Meuse, at {}.", tell.side(SideId(0)), tell.place(*hex))
        }

        Event::CrossedInSupply { hex } => format!(
            "A German unit in supply is beyond the Meuse, at {}: the {} side has won when this turn ends [17.1b].",
            tell.place(*hex),
            tell.side(SideId(0))
        ),

        Event::EventPlayed { kind, hex } => {
            format!("The {} side plays {} in {}.", tell.side(kind.side()), kind.title(), tell.place(*hex))
        }
        Event::MarkerLaid { .. } => return None,
        Event::MarkerRemoved { kind, hex } => {
            format!("The marker for {} in {} is removed.", kind.title(), tell.place(*hex))
        }
        Event::Jumped { hex, die, gathered } => {
            let fate = if *gathered { "gather and bar" } else { "are scattered over" };
            format!("The die shows {die}: the paratroopers {fate} {}.", tell.place(*hex))
        }
        Event::Cleared { unit, kind, hex, ap, .. } => {
            let what = if *kind == EventKind::Stoesser { "the paratroopers" } else { "the roadblock" };
            format!("{} removes {what} in {}; {ap} AP left.", tell.unit(*unit), tell.place(*hex))
        }
        Event::Covered { units } => format!("The 150th Panzer Brigade covers {}.", tell.units(units)),
        Event::Slipped { unit, hex, die, unseen, .. } => {
            let fate = if *unseen { "slips by" } else { "is recognized" };
            format!("The die shows {die}: {} {fate} in {}.", tell.unit(*unit), tell.place(*hex))
        }
        Event::Refuelled { unit, ap } => format!("{} has {ap} AP now.", tell.unit(*unit)),
        Event::Supplied { die, back } => {
            let fate = if *back { "the aircraft come back" } else { "flak ends air supply for good" };
            format!("The die shows {die}: {fate}.")
        }

        Event::AttackDeclared { prepared, targets, attackers, lead, supports, air, defenders, .. } => {
            let kind = match (attackers.len(), prepared) {
                (1, true) => "makes a prepared attack on",
                (1, false) => "attacks",
                (_, true) => "make a prepared attack on",
                (_, false) => "attack",
            };
            let targets: Vec<String> = targets.iter().map(|hex| tell.place(*hex)).collect();
            // a preview may know of none
            let defenders = if defenders.is_empty() { String::new() } else { format!(" ({})", tell.units(defenders)) };
            format!(
                "{} {kind} {}{defenders}, led by {}{}.",
                tell.units(attackers),
                listed(&targets),
                tell.unit(*lead),
                tell.supports(supports, *air)
            )
        }
        Event::DefenceNamed { lead, supports, air } => {
            format!("{} leads the defence{}.", tell.unit(*lead), tell.supports(supports, *air))
        }
        Event::C3iRolled { unit, rating, die, snafu } => {
            let (unit, letter) = (tell.unit(*unit), rating.letter());
            let outcome = if *snafu { "a snafu!" } else { "all goes as planned." };
            format!("C3I {letter} of {unit}, the die shows {die} [9.5a]: {outcome}")
        }
        Event::SnafuRolled { dice, cancelled, air, grounded, slowed, .. } => {
            tell.snafu(*dice, cancelled, (*air, *grounded), slowed)
        }
        Event::SnafuStruck { unit, kind } => {
            let fate = match kind {
                SnafuKind::Fuel => "attacks at half strength",
                _ => "adds no strength to the attack",
            };
            format!("{} {fate} [T.SNA].", tell.unit(*unit))
        }
        Event::DieShown { side, die } => {
            format!("The die shows {die}; the {} side may roll again [15.4b].", tell.side(*side))
        }
        Event::Rerolled { side, first, second } => {
            format!("The {} side rolls again: {second} instead of {first} [15.4b].", tell.side(*side))
        }
        Event::Fought(fight) => fought(fight),
        Event::StepLost { unit, left } => {
            let steps = if *left == 1 { "step" } else { "steps" };
            format!("{} loses a step; {left} {steps} left.", tell.unit(*unit))
        }
        Event::SupportSpent { hq, kind } => {
            format!("The {} of {} is lost instead of a step.", support_name(*kind), hq_name(definitions, *hq))
        }
        Event::Eliminated { unit } => format!("{} is eliminated.", tell.unit(*unit)),
        Event::LossesTaken { side, retreat, .. } if *retreat > 0 => {
            let hexes = if *retreat == 1 { "hex" } else { "hexes" };
            format!("The {} side must retreat {retreat} {hexes}.", tell.side(*side))
        }
        Event::LossesTaken { shut, .. } => return shut.as_ref().map(|why| format!("No retreat was open: {why}.")),
        Event::Retreated { units, path, onto_friends, controlled, .. } => {
            tell.retreat(units, path, *onto_friends, controlled)
        }
        Event::SupportsFreed { hq, .. } => {
            format!("The supports of {} go back to the army.", hq_name(definitions, *hq))
        }
        Event::Breakthrough { side, hex } => {
            format!("Breakthrough of the {} side in {}!", tell.side(*side), tell.place(*hex))
        }
        Event::Advanced { unit, path, .. } => format!("{} advances {}.", tell.unit(*unit), tell.way(path)),
        Event::SupportUsed { hq, kind, die, stays, .. } => {
            let (name, hq) = (support_name(*kind), hq_name(definitions, *hq));
            let fate = if *stays { "comes back to its army next turn" } else { "leaves the game" };
            match die {
                Some(die) => format!("The {name} of {hq} has been used and rolls a {die}: it {fate}."),
                None => format!("The {name} of {hq} has been used and {fate}."),
            }
        }

        Event::TopChosen { unit, hex } => format!("{} lies on top in {} now.", tell.unit(*unit), tell.place(*hex)),
        Event::Thwarted { stacks, case, reason, .. } => tell.thwarted(stacks, case, reason),

        Event::Over { winner, case, reason } => {
            format!("The game is over. The {} side wins: {reason} [{case}].", tell.side(*winner))
        }
    })
}
