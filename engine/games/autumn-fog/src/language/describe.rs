//! Tells events in words.

use super::super::definitions::Definitions;
use super::super::event::{Event, Fight};
use super::super::order::{EventKind, Present, SupportKind};
use super::super::state::{Activation, Location, Pending, Supply, UnitState};
use super::super::tables::SnafuKind;
use super::names::{hq_name, support_name};
use crate::sight::glimpse::EventView;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

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
            format!(
                "{} {kind} {} ({}), led by {}{}.",
                tell.units(attackers),
                listed(&targets),
                tell.units(defenders),
                tell.unit(*lead),
                tell.supports(supports, *air)
            )
        }
        Event::DefenceNamed { lead, supports, air } => {
            format!("The defence relies on {}{}.", tell.unit(*lead), tell.supports(supports, *air))
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
        Event::LossesTaken { .. } => return None,
        Event::Retreated { units, path, onto_friends, .. } => {
            let verb = if units.len() == 1 { "retreats" } else { "retreat" };
            let onto = if *onto_friends { ", onto friendly units" } else { "" };
            format!("{} {verb} {}{onto}.", tell.units(units), tell.path(path))
        }
        Event::SupportsFreed { hq, .. } => {
            format!("The supports of {} go back to the army.", hq_name(definitions, *hq))
        }
        Event::Breakthrough { side, hex } => {
            format!("Breakthrough of the {} side in {}!", tell.side(*side), tell.place(*hex))
        }
        Event::Advanced { unit, path, .. } => format!("{} advances {}.", tell.unit(*unit), tell.path(path)),
        Event::SupportUsed { hq, kind, die, stays, .. } => {
            let die = die.map(|die| format!(" on a {die}")).unwrap_or_default();
            let fate = if *stays { "comes back to the army next turn" } else { "is used up" };
            format!("The {} of {} {fate}{die}.", support_name(*kind), hq_name(definitions, *hq))
        }

        Event::TopChosen { unit, hex } => format!("{} lies on top in {} now.", tell.unit(*unit), tell.place(*hex)),
        Event::Thwarted { stacks, case, reason, .. } => tell.thwarted(stacks, case, reason),

        Event::Over { winner, case, reason } => {
            format!("The game is over. The {} side wins: {reason} [{case}].", tell.side(*winner))
        }
    })
}

/// A combat in two lines: the sum, then the roll.
pub(super) fn fought(fight: &Fight) -> String {
    let modifiers =
        if fight.modifiers.is_empty() { String::new() } else { format!("; {}; row {}", modifiers(fight), fight.row) };
    let breakthrough = if fight.breakthrough { ", a breakthrough" } else { "" };
    let red = red_numbers(fight).map(|red| format!(" {red}")).unwrap_or_default();
    let (sum, die, result) = (sum(fight), fight.die, fight.starred());
    format!("{sum}\nThe die shows {die}{modifiers}: result {result}{breakthrough}.{red}")
}

/// What a red number of a result asks for (7.6e).
fn red_numbers(fight: &Fight) -> Option<String> {
    let who = match fight.red {
        [false, false] => return None,
        [true, false] => "The attacker's number is red: he",
        [false, true] => "The defender's number is red: he",
        [true, true] => "Both numbers are red: each side",
    };
    Some(format!("{who} loses at least one step before any retreat [7.6e]."))
}

/// What a star at a number means, where one of these results has one.
pub(super) fn stars(fights: &[Fight]) -> Option<String> {
    let red = |fight: &Fight| fight.red != [false; 2];
    fights.iter().any(red).then(|| "* in red: that side loses at least one step before any retreat [7.6e].".to_owned())
}

/// Strengths, odds and column, and who was halved.
pub(super) fn sum(fight: &Fight) -> String {
    let [attack, defence] = fight.strengths;
    let shifts = if fight.shifts.is_empty() {
        String::new()
    } else {
        format!("; {}; column {}", reasons(&fight.shifts), fight.column)
    };
    let mut halved: Vec<(&str, Vec<String>)> = Vec::new();
    for (unit, reasons) in &fight.halved {
        match halved.iter_mut().find(|(known, _)| known == reasons) {
            Some((_, units)) => units.push(unit.clone()),
            None => halved.push((reasons, vec![unit.clone()])),
        }
    }
    let halved: Vec<String> = halved.iter().map(|(reasons, units)| format!("{} ({reasons})", listed(units))).collect();
    let halved = if halved.is_empty() { String::new() } else { format!(" Halved: {}.", halved.join("; ")) };
    format!("{attack} against {defence} is {}{shifts}.{halved}", fight.odds)
}

/// What is added to the die.
pub(super) fn modifiers(fight: &Fight) -> String {
    reasons(&fight.modifiers)
}

fn reasons(list: &[(String, String, i32)]) -> String {
    let entries: Vec<String> =
        list.iter().map(|(case, reason, amount)| format!("{reason} {amount:+} [{case}]")).collect();
    entries.join(", ")
}

/// `2 artillery`, `3 tanks`.
pub(super) fn counted(count: u8, kind: SupportKind) -> String {
    let plural = if kind == SupportKind::Armour && count > 1 { "s" } else { "" };
    format!("{count} {}{plural}", support_name(kind))
}

/// `no air support`, `2 air supports`.
pub(super) fn aircraft(missions: u8) -> String {
    match missions {
        0 => "no air support".to_owned(),
        1 => "1 air support".to_owned(),
        _ => format!("{missions} air supports"),
    }
}

/// With a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `A, B and C`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

struct Telling<'a> {
    definitions: &'a Definitions,
}

impl Telling<'_> {
    /// All that differs between two states of a unit.
    fn changes(&self, was: &UnitState, now: &UnitState) -> Vec<String> {
        let place = |place: Location| match place {
            Location::Map(hex) => self.place(hex),
            Location::Due(turn) => format!("due from turn {turn} on"),
            Location::Eliminated(turn) => format!("eliminated in turn {turn}"),
            Location::Absent | Location::Hidden(_) => "not on the map".to_owned(),
        };
        let points = |unit: &UnitState| match unit.active {
            true => format!("{} AP and {} half MP in this sequence", unit.ap, unit.half_mp),
            false => "no AP in this sequence".to_owned(),
        };
        let parent = |unit: &UnitState| unit.parent.map_or("no division", |unit| self.unit(unit));
        let differ = [
            (place(was.place), place(now.place)),
            (format!("{} steps", was.steps), format!("{} steps", now.steps)),
            (points(was), points(now)),
            (format!("{} activations", was.activations), format!("{} activations", now.activations)),
            (format!("{:?}", was.supply).to_lowercase(), format!("{:?}", now.supply).to_lowercase()),
            (format!("a detachment of {}", parent(was)), format!("a detachment of {}", parent(now))),
        ];
        let flags = [
            ("fatigued", was.fatigued, now.fatigued),
            ("in an improved position", was.improved, now.improved),
            ("out of command", was.out_of_command, now.out_of_command),
            ("has acted", was.acted, now.acted),
            ("must attack", was.bound, now.bound),
            ("arrived this turn", was.arrived, now.arrived),
            ("fell back this turn", was.fell_back, now.fell_back),
            ("may not move this turn", was.pinned, now.pinned),
            ("covered", was.covered, now.covered),
            ("refuelled", was.refuelled, now.refuelled),
        ];
        let values =
            differ.into_iter().filter(|(was, now)| was != now).map(|(was, now)| format!("{was} becomes {now}"));
        let flags = flags.into_iter().filter(|(_, was, now)| was != now);
        values
            .chain(flags.map(|(flag, _, now)| if now { flag.to_owned() } else { format!("no longer: {flag}") }))
            .collect()
    }

    fn unit(&self, unit: UnitId) -> &str {
        self.definitions.name(unit)
    }

    fn detaches(&self, division: UnitId, steps: u8) -> String {
        format!("{} detaches {steps} {}", self.unit(division), if steps == 1 { "step" } else { "steps" })
    }

    fn units(&self, units: &[UnitId]) -> String {
        listed(&units.iter().map(|unit| self.unit(*unit).to_owned()).collect::<Vec<_>>())
    }

    fn side(&self, side: SideId) -> &str {
        self.definitions.side_name(side)
    }

    fn army(&self, army: u8) -> &str {
        let id = self.definitions.armies.get(usize::from(army)).map_or("?", String::as_str);
        self.definitions.army_name(id)
    }

    fn place(&self, hex: HexId) -> String {
        self.definitions.place(hex).to_string()
    }

    /// A unit that goes where the viewer does not see it.
    fn glimpse(&self, side: SideId, unit: Option<UnitId>, from: Option<HexId>, to: HexId) -> String {
        let who = unit.map_or_else(|| format!("A unit of the {} side", self.side(side)), |unit| self.unit(unit).into());
        match from {
            Some(from) => format!("{who} moves from {} to {}.", self.place(from), self.place(to)),
            None => format!("{who} comes onto the map in {}.", self.place(to)),
        }
    }

    /// Why an order was not carried out.
    fn thwarted(&self, stacks: &[HexId], case: &str, reason: &str) -> String {
        let places: Vec<String> = stacks.iter().map(|hex| self.place(*hex)).collect();
        let met = if places.is_empty() {
            String::new()
        } else {
            format!(" Until now you did not see that units in {} exert a zone of control.", listed(&places))
        };
        format!("Not possible after all: {reason} [{case}].{met}")
    }

    /// Start and end of a path, and the places on its way.
    fn path(&self, path: &[HexId]) -> String {
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return String::new() };
        let named = |hex: &HexId| self.definitions.published.map.hex(*hex).name.clone();
        let between: Vec<String> = path[1..path.len().max(2) - 1].iter().filter_map(named).collect();
        let by = if between.is_empty() { String::new() } else { format!(" by {}", listed(&between)) };
        format!("from {}{by} to {}", self.place(*first), self.place(*last))
    }

    fn supports(&self, supports: &[(UnitId, SupportKind)], air: u8) -> String {
        let mut counts: Vec<((UnitId, SupportKind), u8)> = Vec::new();
        for support in supports {
            match counts.iter_mut().find(|(known, _)| known == support) {
                Some((_, count)) => *count += 1,
                None => counts.push((*support, 1)),
            }
        }
        let mut entries: Vec<String> = counts
            .iter()
            .map(|((hq, kind), count)| format!("{} of {}", counted(*count, *kind), hq_name(self.definitions, *hq)))
            .collect();
        entries.extend((air > 0).then(|| aircraft(air)));
        if entries.is_empty() { String::new() } else { format!(", supported by {}", listed(&entries)) }
    }

    /// The roll of the air phase.
    fn missions(&self, dice: [u8; 2], missions: [u8; 2], back: [u8; 2]) -> String {
        let side = |side: SideId| {
            let place = side.index();
            let back = match back[place] {
                0 => String::new(),
                back => format!(", {back} of them from last turn"),
            };
            format!("{} {}, {}{back}", self.side(side), dice[place], aircraft(missions[place]))
        };
        format!("The sky is clear: {} [14.2].", SideId::BOTH.map(side).join("; "))
    }

    fn presents(&self, presents: [Option<Present>; 2]) -> String {
        let side = |side: SideId| {
            let unseen = || "a step for a unit out of sight".to_owned();
            let present = presents[side.index()].map_or_else(unseen, |present| self.present(present));
            format!("{} {present}", self.side(side))
        };
        format!("Christmas presents: {}.", SideId::BOTH.map(side).join("; "))
    }

    fn present(&self, present: Present) -> String {
        match present {
            Present::Step(unit) => format!("a step for {}", self.unit(unit)),
            Present::Reroll => "a second roll for an attack".to_owned(),
            Present::Nothing => "nothing".to_owned(),
        }
    }

    /// What a snafu does, in the words of the table, and whom it concerns.
    fn snafu(
        &self,
        dice: [u8; 2],
        cancelled: &[(u8, UnitId, SupportKind)],
        (air, grounded): (u8, u8),
        slowed: &[(UnitId, u8, bool)],
    ) -> String {
        let result = self.definitions.tables.snafus.result(dice);
        let effect = if result.kind.is_some() { &result.effect } else { "Nothing comes of it." };
        let mut lines = vec![format!("Snafu, {} and {} [T.SNA]: {effect}", dice[0], dice[1])];
        if !cancelled.is_empty() {
            let marker = |(_, hq, kind): &(u8, UnitId, SupportKind)| {
                format!("the {} of {}", support_name(*kind), hq_name(self.definitions, *hq))
            };
            let markers = listed(&cancelled.iter().map(marker).collect::<Vec<_>>());
            lines.push(format!("Cancelled: {markers}, back next turn [9.5d]."));
        }
        if air > 0 {
            let fate = if grounded == 0 { "lost" } else { "put off until next turn" };
            lines.push(format!("Cancelled: {}, {fate} [9.5d].", aircraft(air)));
        }
        let slow: Vec<String> = slowed.iter().map(|(unit, ap, _)| format!("{} {ap}", self.unit(*unit))).collect();
        if !slow.is_empty() {
            lines.push(format!("AP left: {}.", slow.join(", ")));
        }
        lines.join("\n")
    }

    fn date(&self, turn: u8) -> String {
        self.definitions.date(turn).map(|date| format!(", {date}")).unwrap_or_default()
    }

    fn checked(&self, units: &[(UnitId, bool, Supply)]) -> Option<String> {
        let those = |matches: &dyn Fn(&(UnitId, bool, Supply)) -> bool| {
            self.units(&units.iter().filter(|unit| matches(unit)).map(|(unit, ..)| *unit).collect::<Vec<_>>())
        };
        let lines: Vec<String> = [
            ("Out of command", those(&|(_, out, _)| *out)),
            ("Isolated", those(&|(_, _, supply)| *supply == Supply::Isolated)),
            ("Unsupplied", those(&|(_, _, supply)| *supply == Supply::Unsupplied)),
        ]
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(status, names)| format!("{status}: {names}."))
        .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn fuel(&self, dice: &[u8], units: &[(UnitId, Supply)]) -> String {
        let rolled = listed(&dice.iter().map(u8::to_string).collect::<Vec<_>>());
        if let [one, other] = dice
            && one == other
        {
            return format!("Fuel shortage: {rolled}, rolled again.");
        }
        let those = |wanted: Supply| {
            let some: Vec<UnitId> = units.iter().filter(|(_, it)| *it == wanted).map(|(unit, _)| *unit).collect();
            let verb = if some.len() == 1 { "is" } else { "are" };
            let status = if wanted == Supply::Isolated { "isolated" } else { "unsupplied" };
            (!some.is_empty()).then(|| format!("{} {verb} {status}", self.units(&some)))
        };
        let told: Vec<String> = [Supply::Isolated, Supply::Unsupplied].into_iter().filter_map(those).collect();
        let told = if told.is_empty() { "no unit on the map is short".to_owned() } else { told.join("; ") };
        format!("Fuel shortage: {rolled}. {}.", capital(&told))
    }

    fn allotments(&self, markers: &[(u8, UnitId, SupportKind)]) -> Option<String> {
        let mut counts: Vec<((UnitId, SupportKind), u8)> = Vec::new();
        for (_, hq, kind) in markers {
            match counts.iter_mut().find(|(known, _)| known == &(*hq, *kind)) {
                Some((_, count)) => *count += 1,
                None => counts.push(((*hq, *kind), 1)),
            }
        }
        let mut hqs: Vec<UnitId> = counts.iter().map(|((hq, _), _)| *hq).collect();
        hqs.sort();
        hqs.dedup();
        let lines: Vec<String> = hqs
            .into_iter()
            .map(|hq| {
                let held = counts.iter().filter(|((holder, _), _)| *holder == hq);
                let held: Vec<String> = held.map(|((_, kind), count)| counted(*count, *kind)).collect();
                format!("{}: {}", hq_name(self.definitions, hq), listed(&held))
            })
            .collect();
        (!lines.is_empty()).then(|| format!("Supports: {}.", lines.join("; ")))
    }

    /// Who must decide now. What to do in the operations phase goes without saying, and how far to retreat is told.
    fn asked(&self, side: SideId, pending: Pending) -> Option<String> {
        let what = match pending {
            Pending::Operate | Pending::Allot | Pending::Retreat | Pending::Interrupt => return None,
            Pending::AirSupply => "may supply units by air",
            Pending::Present => "may choose a Christmas present",
            Pending::Snafu => "must say which attacker the snafu strikes",
            // told with the die
            Pending::Reroll => return None,
            Pending::Return => "must say where its headquarters come back",
            Pending::Defend => "must name its quality unit and its supports",
            Pending::Lose => "must name its losses",
            Pending::Mark => "must lay the breakthrough marker",
            Pending::Advance => "may advance",
            Pending::Overstack => "must remove units from a hex with too many steps",
        };
        Some(format!("The {} side {what}.", self.side(side)))
    }
}
