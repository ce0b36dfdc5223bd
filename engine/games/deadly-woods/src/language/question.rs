use super::describe::{date, shifts};
use crate::DeadlyWoods;
use crate::chapters::asking::counted;
use crate::chapters::combat::{self, answers, attack, course, weigh};
use crate::chapters::movement::orders;
use crate::chapters::rounds::{self, cup};
use crate::chapters::{assets, replacements, supply, victory};
use crate::printed::{ALLIED, Chit, Definitions, GERMAN, Odds};
use crate::truth::order::{Step, Use};
use crate::truth::state::{Combat, Stage, State, Topic};
use crate::verbs;
use definitions::UnitId;
use engine::contract::{Ask, Question, Seen, SideId};
use engine::speech::words;

/// What an attack that was tried out could bring with the support that can come.
pub fn prospects(definitions: &Definitions, after: &State) -> Vec<String> {
    let before_die = |combat: &&Combat| matches!(combat.stage, Stage::Declared | Stage::Supported);
    let Some(combat) = after.combat.as_ref().filter(before_die) else { return Vec::new() };
    let sure = combat::defended(definitions, after, combat.target);
    let support = if combat.stage == Stage::Declared { &sure } else { &combat.support };
    let weighed = weigh(definitions, after, &combat.attackers, combat.target, (&combat.guns, combat.doubled), support);
    let numbers = format!("{} to {}, {}; {}.", weighed.attack, weighed.defence, weighed.odds, shifts(&weighed.shifts));
    vec![numbers, chances(definitions, weighed.column)]
}

/// What the die could bring in a column.
fn chances(definitions: &Definitions, column: Option<Odds>) -> String {
    let Some(column) = column else { return "Less than 1:3: the attacker loses a step.".to_owned() };
    let mut known: Vec<(String, u8)> = Vec::new();
    for face in 1..=6 {
        let result = definitions.tables.combat.result(Some(column), face).to_string();
        match known.iter_mut().find(|(other, _)| *other == result) {
            Some((_, faces)) => *faces += 1,
            None => known.push((result, 1)),
        }
    }
    let each: Vec<String> = known.iter().map(|(result, faces)| format!("{result} {faces}")).collect();
    format!("Of 6 faces in column {column}: {}.", each.join(", "))
}

/// An ask in words.
pub fn question(seen: Seen<'_, DeadlyWoods>, ask: &Ask) -> Question {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let asked = state.asked.filter(|asked| asked.id == ask.id);
    let Some(asked) = asked else { return Question { title: "Nothing".to_owned(), details: Vec::new() } };
    let turn = state.turn;
    let title = match asked.topic {
        Topic::Army => format!("Turn {turn}: the 5th or the 6th Panzer Army's chit?"),
        Topic::Withdrawal => "Does the SS withdraw?".to_owned(),
        Topic::Assets => format!("Turn {turn}: which assets do you lay out?"),
        Topic::Replacements => format!("Turn {turn}: which steps do you take back?"),
        Topic::First => format!("Turn {turn}: with which chit do you begin?"),
        Topic::Drawn => {
            format!("Turn {turn}: as what do you play {}?", state.drawn.map_or("the chit", Chit::name))
        }
        Topic::Round => {
            let act = state.round.as_ref().map(|round| rounds::name(round.act)).unwrap_or_default();
            format!("Turn {turn}, {act}: what do you do?")
        }
        Topic::Drop => "Where do the parachutists land?".to_owned(),
        Topic::React => "Do you play the second Reaction now?".to_owned(),
        Topic::Support => "What supports your defence?".to_owned(),
        Topic::Convert => "Do you take BL1 instead of the retreat?".to_owned(),
        Topic::Losses => "Which unit loses a step?".to_owned(),
        Topic::Stand => "Do your airborne units stand?".to_owned(),
        Topic::Retreat => "Where do your beaten units go?".to_owned(),
        Topic::Bridge => "Do you blow the bridges?".to_owned(),
        Topic::Advance => "Who advances?".to_owned(),
        Topic::Excess => "Who is taken off the overfull hex?".to_owned(),
    };
    let mut details = details(definitions, state, asked.side, asked.topic);
    // those that something can follow
    let opening = seen.legal(&[]);
    let open = verbs::answering(state).filter(|entry| opening.iter().any(|(step, _)| *step == Step::Verb(entry.verb)));
    details.push(format!("Orders: {}.", words(open.map(|entry| &entry.line))));
    Question { title, details }
}

fn details(definitions: &Definitions, state: &State, side: SideId, topic: Topic) -> Vec<String> {
    let named =
        |what: &str, units: &[UnitId]| (!units.is_empty()).then(|| format!("{what}: {}.", definitions.names(units)));
    match topic {
        Topic::Army => vec!["It goes into the cup for this turn (17).".to_owned()],
        Topic::Withdrawal => {
            let steps = victory::marked_steps(definitions, state);
            vec![format!(
                "Of the SS and its guns {} left. If you keep them, you need 3 VP at the end (12.10h).",
                counted(steps, "step is", "steps are")
            )]
        }
        Topic::Assets => {
            let markers: Vec<&str> =
                assets::markers(definitions, state, side).into_iter().map(|it| it.word()).collect();
            let markers = (!markers.is_empty()).then(|| format!("Markers: {}.", markers.join(", ")));
            named("To be laid out", &assets::layable(definitions, state, side)).into_iter().chain(markers).collect()
        }
        Topic::Replacements => {
            let [infantry, armour] = replacements::left(definitions, state, side);
            let points = format!("Points: {infantry} infantry, {armour} armour.");
            [points].into_iter().chain(named("Possible", &replacements::units(definitions, state, side))).collect()
        }
        Topic::First => {
            let names: Vec<&str> = cup::firsts(state, side).into_iter().map(Chit::name).collect();
            vec![format!("Your chits: {}.", names.join(", "))]
        }
        Topic::Drawn => {
            let uses = state.drawn.map(|chit| cup::uses(state, chit)).unwrap_or_default();
            let words: Vec<&str> = uses.into_iter().map(Use::word).collect();
            vec![format!("`play {}`.", words.join("`, `play "))]
        }
        Topic::Round => {
            let fights = state.round.as_ref().is_some_and(|round| round.fights);
            let attacks = combat::attack::is_time(definitions, state);
            let moves = match (fights, attacks) {
                (true, _) => "The moves are over; attacks may follow.",
                (false, false) => "In this round units move and nobody attacks.",
                (false, true) if moves(definitions, state, side) => "Moves come first; the first attack ends them.",
                (false, true) => "Nobody can move in this round; attacks come one after the other.",
            };
            let targets = if attacks { attack::targets(definitions, state, side) } else { Vec::new() };
            let targets =
                (!targets.is_empty()).then(|| format!("May be attacked now: {}.", definitions.spots(&targets)));
            [moves.to_owned()].into_iter().chain(targets).collect()
        }
        Topic::Drop => vec![
            "Clear or woods without a village or town in the 6th Panzer Army's area, away from Allied zones (12.7)."
                .to_owned(),
        ],
        Topic::React => vec!["Up to three units move; armour of them that stays may attack (14.3.1).".to_owned()],
        Topic::Excess => named("One of", &answers::excess(definitions, state, side)).into_iter().collect(),
        _ => state.combat.as_ref().map(|combat| combat_lines(definitions, state, combat, topic)).unwrap_or_default(),
    }
}

fn combat_lines(definitions: &Definitions, state: &State, combat: &Combat, topic: Topic) -> Vec<String> {
    let mut lines = vec![format!(
        "{} attack {} with {}.",
        definitions.side_name(combat.attacker),
        definitions.place(combat.target),
        definitions.names(&combat.attackers)
    )];
    match topic {
        Topic::Support => {
            lines.extend(prospects(definitions, state));
            let defender = combat.attacker.enemy();
            let possible = combat::defender_support(definitions, state, defender, combat.target, &combat.defenders);
            lines.push(format!("May support: {}.", definitions.names(&possible)));
        }
        Topic::Convert => lines.push(format!("The result is {}.", combat.result)),
        Topic::Losses => {
            if let Some((side, units)) = course::owing(state) {
                let steps = combat.owed[side.index()];
                lines.push(format!("Steps to be lost: {steps}; by {}.", definitions.names(&units)));
            }
        }
        Topic::Stand => {
            lines.push(format!("May stand for a step: {}.", definitions.names(&course::standers(definitions, state))))
        }
        Topic::Retreat => {
            let (units, _) = course::going(definitions, state);
            let ends = answers::ends(definitions, state);
            lines.push(format!("{} may end in {}.", definitions.names(&units), definitions.spots(&ends)));
        }
        Topic::Bridge => {
            let how = if combat.stage == Stage::Retreated {
                "each blown on a die of 1 to 3"
            } else {
                "blown unless you keep them"
            };
            let names = answers::open_bridges(definitions, state).into_iter();
            let names: Vec<String> =
                names.map(|[one, other]| format!("{}/{}", definitions.place(one), definitions.place(other))).collect();
            lines.push(format!("{}: {how} (10.6.1). `keep HEX/HEX` spares one.", names.join(", ")));
        }
        Topic::Advance => {
            lines.push(format!("May advance: {}.", definitions.names(&course::advances(definitions, state))))
        }
        _ => {}
    }
    lines
}

/// Whether the round lets anybody move, wherever he could go.
fn moves(definitions: &Definitions, state: &State, side: SideId) -> bool {
    definitions.units_of(side).any(|unit| orders::check_unit(definitions, state, side, unit).is_ok())
}

/// What a player sees besides his question.
pub fn status(definitions: &Definitions, state: &State) -> Vec<String> {
    let plan = &definitions.plans[usize::from(state.scenario)];
    let initiative = definitions.side_name(state.initiative);
    let chits = |chits: &[Chit]| {
        let names: Vec<&str> = chits.iter().map(|chit| chit.name()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    let played: Vec<Chit> = state.track.iter().map(|played| played.chit).collect();
    let mut lines = vec![
        format!("Turn {} of {}, {}; initiative: {initiative}.", state.turn, plan.last, date(definitions, state.turn)),
        format!("Played: {}.", chits(&played)),
        format!("In the cup: {}.", chits(&state.cup)),
    ];
    if !state.hand.is_empty() {
        lines.push(format!("The Allies hold: {}.", chits(&state.hand)));
    }
    let objectives = victory::objectives(definitions, state);
    let held: Vec<String> = objectives
        .iter()
        .map(|(hex, counts)| format!("{}{}", definitions.place(*hex), if *counts { "" } else { " (no supply)" }))
        .collect();
    let held = if held.is_empty() { "none".to_owned() } else { held.join(", ") };
    lines.push(format!("VP hexes of the Germans: {held}."));
    if state.ending.is_some() {
        // nothing is to come any more
        return lines;
    }
    lines.push(format!(
        "The Germans win with {} VP or {} supplied motorized steps over the Meuse at the end of any turn ({} now), with {} VP at \
         the end of turn {}.",
        definitions.tables.victory.sudden,
        definitions.tables.victory.over_meuse,
        victory::steps_over_meuse(definitions, state),
        victory::needed(definitions, state),
        plan.last
    ));
    for side in [GERMAN, ALLIED] {
        let out = definitions.units_of(side).filter(|unit| {
            state.unit(*unit).hex().is_some()
                && definitions.counter(*unit).kind.fights()
                && !supply::supplied(definitions, state, *unit)
        });
        let out: Vec<UnitId> = out.collect();
        let names = if out.is_empty() { "nobody".to_owned() } else { definitions.names(&out) };
        lines.push(format!("{} out of supply: {names}.", definitions.side_name(side)));
    }
    lines
}
