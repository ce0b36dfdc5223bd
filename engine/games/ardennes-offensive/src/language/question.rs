use super::describe::{by, date};
use super::reckoning::reckoning;
use crate::ArdennesOffensive;
use crate::chapters::combat;
use crate::chapters::movement;
use crate::chapters::paradrop;
use crate::chapters::setup;
use crate::chapters::victory;
use crate::printed::{ALLIED, Definitions, GERMAN, Sections};
use crate::truth::order::Step;
use crate::truth::state::{Combat, Phase, Place, State, Supply, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Ask, Question, Refusal, Seen, SideId};
use engine::speech::words;

/// An ask in words.
pub fn question(seen: Seen<'_, ArdennesOffensive>, ask: &Ask) -> Question {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let asked = state.asked.filter(|asked| asked.id == ask.id);
    let Some(asked) = asked else { return Question { title: "Nothing".to_owned(), details: Vec::new() } };
    let mut details = match asked.topic {
        Topic::SetUp => {
            let front = "Front-line units stay on the front line, the others behind it; nobody stacks (17).".to_owned();
            let lines =
                "`place all` sets up as the computer would; one line places several, as in `place A, B at HEX, HEX`.";
            vec![front, lines.to_owned()]
        }
        Topic::Move => moving(definitions, state, asked.side),
        Topic::Attack => attacking(definitions, state, asked.side),
        Topic::Waive | Topic::Losses | Topic::Retreat | Topic::Advance => {
            state.combat.as_ref().map(|combat| fighting(definitions, state, combat)).unwrap_or_default()
        }
    };
    // those that something can follow
    let open = verbs::answering(definitions, state).filter(|entry| seen.check(&[], &Step::Verb(entry.verb)).is_ok());
    details.push(format!("Orders: {}.", words(open.map(|entry| &entry.line))));
    let title = match (asked.topic, state.phase) {
        (Topic::SetUp, _) => "How do you set up?".to_owned(),
        (Topic::Move, Phase::Mechanized) => format!("Turn {}: which mechanized units move a second time?", state.turn),
        (Topic::Move, _) if paradrop::is_due(definitions, state) => "Where do your parachutists drop?".to_owned(),
        (Topic::Move, _) => format!("Turn {}: which units move?", state.turn),
        (Topic::Attack, _) => format!("Turn {}: what do you attack?", state.turn),
        (Topic::Waive, _) => "Do your attacked units give up their immunity to retreats?".to_owned(),
        (Topic::Losses, _) => "Whom do you lose in the exchange?".to_owned(),
        (Topic::Retreat, _) => "Where do the beaten retreat?".to_owned(),
        (Topic::Advance, _) => "Who advances?".to_owned(),
    };
    Question { title, details }
}

fn moving(definitions: &Definitions, state: &State, side: SideId) -> Vec<String> {
    let waits = |unit: &UnitId| matches!(state.unit(*unit).place, Place::Waiting(_));
    let waiting: Vec<UnitId> = definitions.units_of(side).filter(waits).collect();
    let mut lines = Vec::new();
    if !waiting.is_empty() {
        lines.push(format!("Waiting to enter: {}.", definitions.names(&waiting)));
    }
    if !paradrop::is_due(definitions, state) {
        lines.extend(before_end(movement::check_end(definitions, state, side), definitions, || {
            let unmoved: Vec<UnitId> =
                definitions.units_of(side).filter(|unit| movement::has_move(definitions, state, *unit)).collect();
            (unmoved, "can still move")
        }));
    }
    lines
}

/// What a player should know before he ends a phase: the duty that refuses the end, or who can still do something, which is
/// given up with it.
fn before_end(
    end: Result<(), Refusal>,
    definitions: &Definitions,
    idle: impl FnOnce() -> (Vec<UnitId>, &'static str),
) -> Option<String> {
    if let Err(refusal) = end {
        return Some(format!("Before the end: {refusal}"));
    }
    let (units, can) = idle();
    match units.len() {
        0 => None,
        few if few <= NAMED => Some(format!("Before the end: {} {can}.", definitions.names(&units))),
        many => Some(format!("Before the end: {many} units {can}.")),
    }
}

/// Units that are named where somebody ends a phase before all have acted; more are counted.
const NAMED: usize = 12;

fn attacking(definitions: &Definitions, state: &State, side: SideId) -> Vec<String> {
    let near: Vec<UnitId> = combat::fighters(definitions, state, side).collect();
    let beside = |unit: UnitId, there: HexId| {
        let hex = state.unit(unit).hex();
        hex.is_some_and(|hex| definitions.board.side(hex, there).is_some())
    };
    let around = near.iter().filter_map(|unit| state.unit(*unit).hex()).flat_map(|hex| definitions.board.around(hex));
    let mut targets: Vec<HexId> = around.filter(|there| combat::attackable(definitions, state, side, *there)).collect();
    targets.sort_unstable();
    targets.dedup();
    let target = |there: HexId| {
        let enemies: Vec<UnitId> = state.disposition(definitions).stack(there).collect();
        let units: Vec<UnitId> = near.iter().copied().filter(|unit| beside(*unit, there)).collect();
        let found = combat::strengths(definitions, state, &units, &[there]);
        let crt = &definitions.tables.crt;
        let odds = crt.odds(crt.column(found.attack, found.defence));
        let together = if units.len() > 1 { "together " } else { "" };
        format!(
            "{} ({}): next to it {}, {together}{} to {}, {odds}.",
            definitions.place(there),
            definitions.names(&enemies),
            definitions.names(&units),
            found.attack,
            found.defence
        )
    };
    let mut lines: Vec<String> = targets.into_iter().map(target).collect();
    let end = combat::check_end(definitions, state, side);
    if end.is_err() {
        lines.push("In turn 1 all of these must be attacked, and all who are next to them must take part.".to_owned());
    }
    lines.extend(before_end(end, definitions, || (near, "can still attack")));
    lines
}

fn fighting(definitions: &Definitions, state: &State, combat: &Combat) -> Vec<String> {
    let crt = &definitions.tables.crt;
    let places: Vec<String> = combat.targets.iter().map(|hex| definitions.place(*hex)).collect();
    let mut lines = vec![format!(
        "The {} attack {}: {} to {}, {}.",
        definitions.people(combat.attacker),
        places.join(", "),
        combat.attack,
        combat.defence,
        crt.odds(combat.column)
    )];
    match combat.outcome {
        Some(outcome) => lines.push(format!("Result {outcome}.")),
        None => lines.extend(reckoning(definitions, state, combat)),
    }
    if combat.losses > 0 {
        lines.push(format!("You lose units of strength {} or more.", combat.losses));
    }
    for unit in &combat.retreating {
        let ends = combat::ways(definitions, state, *unit).into_iter().filter_map(|way| way.last().copied());
        let ends: Vec<String> = ends.map(|hex| definitions.place(hex)).collect();
        lines.push(format!("{} may be led to {}.", definitions.name(*unit), ends.join(" or ")));
    }
    lines
}

/// What a player sees besides his question.
pub fn status(definitions: &Definitions, state: &State) -> Vec<String> {
    let points = |side| victory::points(definitions, state, side);
    let lost = |side: SideId| state.lost[side.index()];
    let held = victory::exits_held(definitions, state);
    let places: Vec<String> = held.iter().map(|hex| definitions.place(*hex)).collect();
    let plan = setup::plan(definitions, state);
    let tables = &definitions.tables;
    let mut lines = vec![
        match state.turn {
            0 => format!("Set-up; {} turns follow.", plan.last_turn),
            turn => format!("Turn {turn} of {}, {}.", plan.last_turn, date(definitions, turn)),
        },
        format!(
            "Points: Germans {} ({}, {} for exits), Allies {}.",
            points(GERMAN),
            counted(lost(ALLIED), "unit"),
            state.exits,
            points(ALLIED)
        ),
        format!(
            "Exits that would count now: {}{}{}.",
            counted(victory::worth(definitions, &held), "point"),
            if places.is_empty() { "" } else { ": " },
            places.join(", ")
        ),
        format!(
            "The Germans win with {} points by the end of turn {}; at the end they need {} points and one and a half times the \
             Allied ones. With fewer than {}, or than the Allies, they lose then; between is a draw (16.1 to 16.3).",
            tables.needed, tables.immediate_turn, tables.needed, tables.needed
        ),
        southern_exits(definitions, state),
    ];
    if !state.freed && state.units.iter().any(|(_, unit)| unit.west_bank) {
        lines.push(format!("West bank units stay behind the Meuse until the Germans have {} points.", tables.crossing));
    }
    let table = if state.table_changed { "standard" } else { "initial" };
    lines.push(format!("The Germans use the {table} combat results table."));
    lines.extend(SideId::BOTH.into_iter().filter_map(|side| coming(definitions, state, side)));
    lines.extend(short_of_supply(definitions, state));
    let people = definitions.people(state.side);
    let moves = definitions.units_of(state.side).filter(|unit| movement::has_move(definitions, state, *unit)).count();
    if moves > 0 {
        lines.push(format!("Units of the {people} that can still move: {moves}."));
    }
    let fighters = combat::fighters(definitions, state, state.side).count();
    if state.phase == Phase::Combat && fighters > 0 {
        lines.push(format!("Units of the {people} that can still attack: {fighters}."));
    }
    lines
}

/// A number of things: `1 unit`, `2 units`.
fn counted(number: u16, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Who lacks supply in this player turn, and how many bridges are cut (12.4k, 13.1a).
fn short_of_supply(definitions: &Definitions, state: &State) -> Option<String> {
    let people = definitions.people(state.side);
    let of = |supply: Supply| {
        let units: Vec<UnitId> =
            definitions.units_of(state.side).filter(|unit| state.unit(*unit).supply == supply).collect();
        (!units.is_empty()).then(|| definitions.names(&units))
    };
    let bridges = match state.interdicted.len() {
        0 => None,
        1 => Some("1 bridge is interdicted".to_owned()),
        several => Some(format!("{several} bridges are interdicted")),
    };
    let parts = [
        of(Supply::Unsupplied).map(|names| format!("unsupplied: {names}")),
        of(Supply::Isolated).map(|names| format!("isolated: {names}")),
        bridges,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("In this player turn of the {people}, {}.", parts.join("; ")))
}

/// Whether the exits in the south count (16d).
fn southern_exits(definitions: &Definitions, state: &State) -> String {
    let tables = &definitions.tables;
    let sections: Vec<&str> = tables.with_garrison.iter().map(|section| tables.section_name(section)).collect();
    let now = if victory::garrisoned(definitions, state) { "one stands there" } else { "none stands there" };
    format!(
        "Exits of the sections {} count while a German unit in supply is in {}: {now} now (16d).",
        sections.join(" and "),
        definitions.place(definitions.bastogne)
    )
}

/// Who comes next to a side, and by which sections.
fn coming(definitions: &Definitions, state: &State, side: SideId) -> Option<String> {
    let due = |unit: UnitId| match state.unit(unit).place {
        Place::Due { turn, sections } => Some((turn, sections, unit)),
        _ => None,
    };
    let next = definitions.units_of(side).filter_map(due).map(|(turn, ..)| turn).min()?;
    let mut groups: Vec<(Sections, Vec<UnitId>)> = Vec::new();
    for (_, sections, unit) in definitions.units_of(side).filter_map(due).filter(|(turn, ..)| *turn == next) {
        match groups.iter_mut().find(|(known, _)| *known == sections) {
            Some((_, units)) => units.push(unit),
            None => groups.push((sections, vec![unit])),
        }
    }
    let told: Vec<String> = groups
        .into_iter()
        .map(|(sections, units)| format!("{}{}", definitions.names(&units), by(definitions, sections)))
        .collect();
    Some(format!("Coming to the {} in turn {next}: {}.", definitions.people(side), told.join("; ")))
}
