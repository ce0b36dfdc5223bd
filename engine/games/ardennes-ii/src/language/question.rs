use super::describe::date;
use crate::ArdennesII;
use crate::chapters::asking::several;
use crate::chapters::combat::{answers, attack, course, weigh};
use crate::chapters::{artillery, disorganized, movement, reinforcements, supply, victory};
use crate::printed::{ALLIED, Definitions, GERMAN, Odds};
use crate::truth::event::{Disorder, Event};
use crate::truth::order::Step;
use crate::truth::state::{Charge, Combat, Phase, Place, Stage, State, Topic};
use crate::verbs;
use definitions::UnitId;
use engine::contract::{Ask, Question, Seen, SideId};
use engine::speech::words;

/// What an attack that was tried out could bring, as far as the defender holds.
pub fn prospects(definitions: &Definitions, before: &State, after: &State) -> Vec<String> {
    if let Some(combat) = after.combat.as_ref().filter(|combat| combat.stage == Stage::Announced) {
        let weighed = weigh(definitions, after, &combat.attackers, combat.target);
        return vec![chances(definitions, weighed.column)];
    }
    // what the order adds to it
    let known = disorder(definitions, before);
    disorder(definitions, after).into_iter().filter(|line| !known.contains(line)).collect()
}

/// Whom the end of the phase would disorganise as the stacks are now (3.1).
fn disorder(definitions: &Definitions, state: &State) -> Vec<String> {
    let told = |event: Event| {
        let Event::Disorganised { units, why } = event else { return None };
        let why = if why == Disorder::Overstacked { "too many in a hex" } else { "divisions mixed" };
        Some(format!(
            "If the phase ended now, these would be disorganised ({why}, 3.1): {}.",
            definitions.names(&units)
        ))
    };
    disorganized::at_end_of_phase(definitions, state).into_iter().filter_map(told).collect()
}

/// An ask in words.
pub fn question(seen: Seen<'_, ArdennesII>, ask: &Ask) -> Question {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let asked = state.asked.filter(|asked| asked.id == ask.id);
    let Some(asked) = asked else { return Question { title: "Nothing".to_owned(), details: Vec::new() } };
    let turn = state.turn;
    let title = match (asked.topic, state.phase) {
        (Topic::SetUp, _) => "How do you set up?".to_owned(),
        (Topic::Arrivals, _) => format!("Turn {turn}: where do your reinforcements come?"),
        (Topic::Move, Phase::Exploitation) => format!("Turn {turn}: who exploits?"),
        (Topic::Move, _) => format!("Turn {turn}: what moves, overruns and fires?"),
        (Topic::Barrage, _) => format!("Turn {turn}: what do your guns and air strikes fire at?"),
        (Topic::Attack, _) => format!("Turn {turn}: what do you attack?"),
        (Topic::Hold, _) => "Does the attacked stack hold or retreat?".to_owned(),
        (Topic::Losses, _) => "Which unit loses a step?".to_owned(),
        (Topic::Retreat, _) => "Where do your beaten units go?".to_owned(),
        (Topic::Advance, _) => "Who advances?".to_owned(),
        (Topic::BugOut, _) => "Where does your artillery run?".to_owned(),
        (Topic::Bridge, _) => "Germans have come to bridges with charges: do you blow them?".to_owned(),
    };
    let mut details = details(definitions, state, asked.side, asked.topic);
    // those that something can follow
    let open = verbs::answering(state).filter(|entry| seen.check(&[], &Step::Verb(entry.verb)).is_ok());
    details.push(format!("Orders: {}.", words(open.map(|entry| &entry.line))));
    Question { title, details }
}

fn details(definitions: &Definitions, state: &State, side: SideId, topic: Topic) -> Vec<String> {
    let named =
        |what: &str, units: &[UnitId]| (!units.is_empty()).then(|| format!("{what}: {}.", definitions.names(units)));
    match topic {
        Topic::SetUp => {
            vec!["Units whose list leaves a choice may be placed elsewhere; then `ready` (7.4).".to_owned()]
        }
        Topic::Arrivals => {
            let waiting = reinforcements::waiting(definitions, state, side);
            let guns = supply::to_roll(definitions, state, side);
            let strikes = (side == ALLIED && state.strikes > 0)
                .then(|| format!("{} may be laid down as supply now.", several(state.strikes.into(), "air strike")));
            let lines = [named("To be placed", &waiting), named("Guns for which a die may be rolled", &guns), strikes];
            lines.into_iter().flatten().collect()
        }
        Topic::Move | Topic::Barrage => {
            let waiting = reinforcements::waiting(definitions, state, side);
            let strikes = (side == ALLIED && state.strikes > 0)
                .then(|| format!("{} left.", several(state.strikes.into(), "air strike")));
            named("To be placed", &waiting).into_iter().chain(strikes).chain(disorder(definitions, state)).collect()
        }
        Topic::Attack => {
            let targets = attack::targets(definitions, state, side);
            let places: Vec<String> = targets.iter().map(|hex| definitions.place(*hex)).collect();
            let targets = format!("May be attacked: {}.", places.join(", "));
            [targets].into_iter().chain(disorder(definitions, state)).collect()
        }
        Topic::Hold | Topic::Losses | Topic::Retreat | Topic::Advance => {
            state.combat.as_ref().map(|combat| combat_lines(definitions, state, combat, topic)).unwrap_or_default()
        }
        Topic::BugOut => {
            let guns = artillery::must_run(definitions, state, side);
            let least = definitions.tables.distances.bug_out;
            let refuge =
                format!("A refuge is in supply, {least} road hexes away or more, with no enemy in or beside it.");
            named("Artillery that must run", &guns).into_iter().chain([refuge]).collect()
        }
        Topic::Bridge => {
            let hexes = state.threatened.iter().map(|it| definitions.board.plungers()[usize::from(it.0)].hex);
            let places: Vec<String> = hexes.map(|hex| definitions.place(hex)).collect();
            vec![format!("Bridges at {}.", places.join(", "))]
        }
    }
}

fn combat_lines(definitions: &Definitions, state: &State, combat: &Combat, topic: Topic) -> Vec<String> {
    let mut lines = vec![format!(
        "The {} attack {} with {}.",
        definitions.side_name(combat.attacker),
        definitions.place(combat.target),
        definitions.names(&combat.attackers)
    )];
    if topic == Topic::Hold {
        let weighed = weigh(definitions, state, &combat.attackers, combat.target);
        lines.push(format!(
            "If you hold: {} to {}, {}{}, column {}.",
            weighed.attack,
            weighed.defence,
            weighed.starting,
            match weighed.shift() {
                0 => String::new(),
                shift => format!(", {} left", several(usize::from(shift.unsigned_abs()), "column")),
            },
            weighed.column
        ));
        lines.push(chances(definitions, weighed.column));
    }
    if let Some(side) = course::owing(definitions, state).filter(|_| topic == Topic::Losses) {
        let losers = course::losers(definitions, state, combat, side);
        let steps = usize::from(combat.owed[side.index()]);
        let are = if steps == 1 { "is" } else { "are" };
        lines.push(format!("{} {are} to be lost, the next by {}.", several(steps, "step"), definitions.names(&losers)));
    }
    if matches!(topic, Topic::Hold | Topic::Retreat) {
        let places: Vec<String> =
            answers::ends(definitions, state).into_iter().map(|hex| definitions.place(hex)).collect();
        lines.push(format!("A retreat may end in {}.", places.join(" or ")));
    }
    if topic == Topic::Advance {
        let choices = course::choices(definitions, state);
        let one = |it: &crate::chapters::combat::Advance| {
            let end = it.path.last().map(|hex| definitions.place(*hex)).unwrap_or_default();
            format!("{} to {end}", definitions.name(it.unit))
        };
        let ways: Vec<String> = choices.iter().map(one).collect();
        lines.push(format!("May advance: {}.", ways.join(", ")));
    }
    lines
}

/// What the dice could bring in a column, each result with how many of 36 throws give it.
pub fn chances(definitions: &Definitions, column: Odds) -> String {
    let mut known: Vec<(String, u8)> = Vec::new();
    for sum in (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| one + two)) {
        let result = definitions.tables.combat.result(column, sum).to_string();
        match known.iter_mut().find(|(other, _)| *other == result) {
            Some((_, throws)) => *throws += 1,
            None => known.push((result, 1)),
        }
    }
    let each: Vec<String> = known.iter().map(|(result, throws)| format!("{result} {throws}")).collect();
    format!("Of 36 throws in column {column}: {}.", each.join(", "))
}

/// Who waits to be placed, and who comes next: of each side its next turn.
fn coming(definitions: &Definitions, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for side in [GERMAN, ALLIED] {
        let name = definitions.side_name(side);
        let of = |fits: &dyn Fn(Place) -> bool| -> Vec<UnitId> {
            definitions.units_of(side).filter(|unit| fits(state.unit(*unit).place)).collect()
        };
        let waiting = of(&|place| place == Place::Waiting);
        if !waiting.is_empty() {
            lines.push(format!("{name}, waiting to be placed: {}.", definitions.names(&waiting)));
        }
        let due = |place: Place| if let Place::Due(turn) = place { Some(turn) } else { None };
        let turns = definitions.units_of(side).filter_map(|unit| due(state.unit(unit).place));
        if let Some(next) = turns.filter(|turn| *turn > state.turn).min() {
            let units = of(&|place| place == Place::Due(next));
            lines.push(format!("{name}, coming in turn {next}: {}.", definitions.names(&units)));
        }
    }
    lines
}

/// What a player sees besides his question.
pub fn status(definitions: &Definitions, state: &State) -> Vec<String> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let scenario = &definitions.published.scenarios[usize::from(state.scenario)];
    let weather = if state.frost { "frost" } else { "no frost" };
    let mut lines = vec![format!(
        "Turn {} of {} to {}, {}.",
        state.turn,
        plan.turns.0,
        plan.turns.1,
        date(definitions, state.turn)
    )];
    // nothing of what could still be done once it is over
    let over = state.ending.is_some();
    if !over {
        lines.push(format!("Weather: {weather}; {} left.", several(state.strikes.into(), "US air strike")));
    }
    let held = |german: bool| {
        let objectives = definitions.board.objectives().iter().enumerate();
        let of =
            objectives.filter(|(at, (hex, _))| plan.in_play.contains(*hex) && state.german.get(*at) == Some(&german));
        of.map(|(_, (hex, points))| format!("{} ({points})", definitions.place(*hex))).collect::<Vec<_>>()
    };
    let german = held(true);
    let german = if german.is_empty() { "none".to_owned() } else { german.join(", ") };
    lines.push(format!("VP hexes of the Germans: {german}."));
    match &scenario.objectives {
        Some(objectives) => {
            let hexes: Vec<String> = objectives.hexes.iter().map(|hex| definitions.place(*hex)).collect();
            let which = if usize::from(objectives.needed) == hexes.len() {
                hexes.join(" and ")
            } else {
                format!("{} of {}", objectives.needed, hexes.join(", "))
            };
            let left = plan.exits.as_ref().filter(|exits| exits.points.is_none());
            let left = left.map_or("", |_| ", if all formations below have left in time");
            lines.push(match over {
                true => format!("The Germans needed {which} at the end{left}."),
                false => format!("The Germans win with {which} at the end{left}; else the Allies."),
            });
        }
        None if over => {}
        None => {
            let points = victory::points(definitions, state);
            let level = definitions.tables.level(&scenario.id, state.best.max(points));
            lines.push(format!(
                "German points: {points} now, {} at the best end of a turn; the better of the two would be: {level}.",
                state.best
            ));
        }
    }
    if let Some(exits) = &plan.exits {
        let formations: Vec<String> = exits
            .formations
            .iter()
            .map(|exit| {
                let name = definitions.published.units.formations.iter().find(|it| it.id == exit.formation);
                let name = name.map_or(exit.formation.as_str(), |it| it.short.as_str());
                format!("{name} {} of {}", victory::out(definitions, state, &exit.formation), exit.units)
            })
            .collect();
        lines.push(format!(
            "Units of formations that have left the map, of those that it takes by the end of turn {}: {}.",
            exits.until,
            formations.join(", ")
        ));
    }
    if !state.air_supply.is_empty() {
        let places: Vec<String> = state.air_supply.iter().map(|hex| definitions.place(*hex)).collect();
        lines.push(format!("Air supply lies in {}.", places.join(", ")));
    }
    if let Some(asked) = state.asked.filter(|asked| asked.topic == Topic::Move) {
        let unmoved = movement::unmoved(definitions, state, asked.side).len();
        let side = definitions.side_name(asked.side);
        lines.push(format!("{side}: {} can still move.", several(unmoved, "unit")));
    }
    if over {
        return lines;
    }
    lines.extend(coming(definitions, state));
    for side in [GERMAN, ALLIED] {
        let shaken = definitions.units_of(side).filter(|unit| state.unit(*unit).disorganised).count();
        let without = supply::without(definitions, state, side);
        lines.push(format!(
            "{}: {} disorganised, {} without supply now.",
            definitions.side_name(side),
            several(shaken, "unit"),
            without.len()
        ));
    }
    let plungers = definitions.board.plungers().iter().zip(&state.charges);
    let primed = plungers.filter(|(it, charge)| plan.in_play.contains(it.hex) && **charge == Charge::Primed).count();
    lines.push(format!("Plungers still primed: {primed}."));
    lines
}
