//! Victory (14, 15).

use super::{ownership, supply};
use crate::EnemyAction;
use crate::printed::{Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Ending, Public};
use engine::contract::{SideId, Turn};

/// Whether victory is checked on the evening of a day (4l, 14.2): on the last one of a scenario, where the calendar says so, and
/// where somebody may win on any.
fn checks(definitions: &Definitions, public: &Public) -> bool {
    let changes = &definitions.tables.changes[usize::from(public.scenario)];
    let last = public.day >= definitions.plans[usize::from(public.scenario)].days.1;
    last || changes.by_calendar(public.day) || changes.sudden.iter().any(|(from, _)| public.day >= *from)
}

/// The case of a scenario's levels on its last evening (15.1 to 15.3, 15.5).
pub fn levels_case(definitions: &Definitions, public: &Public) -> &'static str {
    match &definitions.published.scenarios[usize::from(public.scenario)].id[..] {
        "initial-assault" => "15.1d",
        "allies-surprised" => "15.2b",
        "german-breakout" => "15.3c",
        "crisis-at-the-meuse" => "15.5g",
        _ => "15.4a",
    }
}

/// The case by which the calendar ends a scenario (15.3, 15.4).
pub fn calendar_case(definitions: &Definitions, public: &Public) -> &'static str {
    let whole = definitions.tables.changes[usize::from(public.scenario)].bands.is_empty();
    if whole { "15.4a" } else { "15.3b" }
}

/// What the game has come to on the evening of a day, if it ends then.
pub fn evening(definitions: &Definitions, public: &Public) -> Option<Ending> {
    let changes = &definitions.tables.changes[usize::from(public.scenario)];
    let plan = &definitions.plans[usize::from(public.scenario)];
    let points = ownership::points(definitions, public);
    let last = public.day >= plan.days.1;
    let ending = |winner: Option<SideId>, case: &str, level: Option<&'static str>| Ending {
        winner,
        reason: format!("{points} points on the evening of December {} ({case})", public.day),
        level: level.map(str::to_owned),
    };
    let sudden = changes.sudden.iter().filter(|(from, _)| public.day >= *from).map(|(_, band)| band);
    if let Some(band) = sudden.into_iter().find(|band| (band.points.0..=band.points.1).contains(&points)) {
        return Some(ending(band.winner, "15.5f", band.level.map(|level| level.name())));
    }
    let by_band = last && !changes.bands.is_empty();
    if by_band {
        let band = changes.bands.iter().find(|band| (band.points.0..=band.points.1).contains(&points));
        let band = band.or(changes.bands.last())?;
        return Some(ending(band.winner, levels_case(definitions, public), band.level.map(|level| level.name())));
    }
    if let Some(limits) = definitions.tables.day(public.day).ends.filter(|_| changes.by_calendar(public.day)) {
        if points >= limits.from {
            return Some(ending(Some(GERMAN), calendar_case(definitions, public), Some(limits.levels[0].name())));
        }
        if points < limits.under {
            return Some(ending(
                Some(GERMAN.enemy()),
                calendar_case(definitions, public),
                Some(limits.levels[1].name()),
            ));
        }
    }
    last.then(|| ending(None, "14.2", None))
}

/// Ten points, once, for a German beyond the Meuse in a hex in supply as victory is checked (14.1, R84).
pub fn count_meuse(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    if turn.public.gains.meuse || !turn.public.meuse_crossed || !checks(definitions, &turn.public) {
        return;
    }
    let traced = supply::trace(definitions, &turn.public, GERMAN);
    let beyond = definitions.units_of(GERMAN).filter_map(|unit| turn.public.unit(unit).hex());
    let counts =
        |hex: definitions::hex::HexId| definitions.board.hex(hex).beyond_meuse && traced.supplied.contains(hex);
    if beyond.into_iter().any(counts) {
        turn.emit(Event::MeuseCounted);
    }
}

/// The Initial Assault ends as a German comes beside the Meuse or leaves the map (15.1).
pub fn at_once(turn: &mut Turn<'_, EnemyAction>) {
    let changes = &turn.definitions().tables.changes[usize::from(turn.public.scenario)];
    let out = turn.public.gains.exits > 0;
    if changes.ends_at_the_meuse && turn.public.ending.is_none() && (out || turn.public.meuse_reached) {
        let what = if out { "left the map" } else { "stands beside the Meuse" };
        let reason = format!("a German unit {what} (15.1c)");
        // the one German level of the scenario (R64)
        let won = changes.bands.iter().find(|band| band.winner == Some(GERMAN));
        let level = won.and_then(|band| band.level).map(|level| level.name().to_owned());
        turn.emit(Event::Over { ending: Ending { winner: Some(GERMAN), reason, level } });
    }
}
