//! What steps are about.

use crate::ArdennesII;
use crate::chapters::barrage::{self, Barrage, Shot};
use crate::chapters::combat::attack::Draft;
use crate::chapters::combat::weigh;
use crate::chapters::movement::{self, points};
use crate::chapters::stacking;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Cost, Facts, Odds, Pointing, Rules, Seen, SideId, Thing, candidates_on};

impl Pointing for ArdennesII {
    fn facts(seen: Seen<'_, ArdennesII>, partial: &[Step], step: &Step) -> Facts {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let mut facts = Facts::on(thing(step));
        match (partial, step) {
            ([Step::Verb(Verb::Move), ..], Step::Hex(to)) => {
                let units = movement::orders::units_of(partial);
                if let Some((path, cost)) = way(definitions, state, &units, *to) {
                    facts.cost = Some(Cost { amount: cost.div_ceil(2), of: "MP".to_owned() });
                    let there = state.disposition(definitions).stack(*to).chain(units.iter().copied());
                    let there: Vec<UnitId> = there.collect();
                    // what a phase that ends so does (3.1)
                    facts.note = points(cost);
                    if stacking::overstacked(definitions, there.len()) {
                        facts.note += ", too many there (3.1)";
                    } else if stacking::mixed(definitions, there) {
                        facts.note += ", divisions mixed (3.1)";
                    }
                    facts.path = path;
                }
            }
            ([Step::Verb(Verb::Attack), Step::Hex(target), ..], Step::Unit(_) | Step::Done) => {
                let draft = Draft::of(&[partial, &[*step]].concat());
                facts.odds = Some(odds(definitions, state, &draft.units, *target));
            }
            ([Step::Verb(Verb::Overrun), Step::Hex(target), ..], Step::Unit(_) | Step::Done) => {
                let units = movement::orders::units_of(&[partial, &[*step]].concat());
                facts.odds = Some(odds(definitions, state, &units, *target));
            }
            ([Step::Verb(Verb::Fire), Step::Unit(_), ..] | [Step::Verb(Verb::Strike)], Step::Hex(_)) => {
                let order = [partial, &[*step]].concat();
                let side = seen.view.asked();
                if let Some(Ok(shot)) = side.map(|side| barrage::barrage(definitions, state, side, &order)) {
                    facts.note = spotted(definitions, state, &shot);
                    facts.odds = side.map(|side| chances(definitions, state, side, &shot));
                }
            }
            ([], Step::Verb(Verb::End)) => {
                if let Some(side) = seen.view.asked() {
                    facts.gives_up = unspent(definitions, state, side);
                }
            }
            _ => {}
        }
        facts
    }

    fn meant(seen: Seen<'_, ArdennesII>, partial: &[Step], on: &Thing) -> Vec<Vec<Step>> {
        let acts = |_: &[Step], step: &Step| thing(step).as_ref() == Some(on);
        // who points at an attacker means each attack in which he may take part
        let leads = |way: &[Step]| {
            matches!((way, on), ([Step::Verb(Verb::Attack | Verb::Overrun | Verb::Blow), Step::Hex(_)], Thing::Unit(_)))
        };
        let mut ways = candidates_on(seen, partial, acts, leads);
        if !partial.is_empty() {
            return ways;
        }
        let mut likely = likeliest(seen, on);
        ways.retain(|way| !likely.contains(way));
        likely.append(&mut ways);
        likely
    }
}

/// What somebody means first who points at a thing before an order, whether or not it can be: his own unit shall act, the
/// other side's shall be attacked.
fn likeliest(seen: Seen<'_, ArdennesII>, on: &Thing) -> Vec<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let Some(side) = seen.view.asked() else { return Vec::new() };
    let topic = state.asked.map(|asked| asked.topic);
    let attack = |hex: HexId| vec![Step::Verb(Verb::Attack), Step::Hex(hex)];
    let way = match *on {
        Thing::Unit(unit) if definitions.counter(unit).side == side => match topic {
            Some(Topic::Move) => Some(vec![Step::Verb(Verb::Move), Step::Unit(unit)]),
            Some(Topic::Arrivals) => Some(vec![Step::Verb(Verb::Place), Step::Unit(unit)]),
            Some(Topic::Attack) => {
                let begun = [Step::Verb(Verb::Attack)];
                let mut targets = Vec::new();
                ArdennesII::candidates(seen, &begun, &mut |step| match step {
                    Step::Hex(hex) if ArdennesII::check(seen, &begun, &step).is_ok() => targets.push(hex),
                    _ => {}
                });
                // the judge of an attack on the nearest says why he takes part in none
                let far = |hex: &HexId| state.unit(unit).hex().map(|from| definitions.board.distance(from, *hex));
                targets.into_iter().min_by_key(far).map(|hex| [attack(hex), vec![Step::Unit(unit)]].concat())
            }
            _ => None,
        },
        Thing::Unit(unit) => state.unit(unit).hex().map(attack),
        Thing::Hex(hex) if state.disposition(definitions).holds(side.enemy(), hex) => Some(attack(hex)),
        _ => None,
    };
    way.into_iter().collect()
}

/// The way of units to a hex, and what it costs the one that pays most, in half points.
fn way(definitions: &Definitions, state: &State, units: &[UnitId], to: HexId) -> Option<(Vec<HexId>, u16)> {
    let side = definitions.counter(*units.first()?).side;
    let path = movement::orders::way(definitions, state, side, units, to).ok()?;
    let events = movement::along(definitions, state, side, units, &path).ok()?;
    let cost = events.into_iter().find_map(|event| match event {
        crate::truth::event::Event::Moved { units, spent, .. } => {
            let before = |unit: &UnitId| state.unit(*unit).spent.unwrap_or(0);
            units.iter().zip(spent).map(|(unit, spent)| spent.saturating_sub(before(unit))).max()
        }
        _ => None,
    })?;
    Some((path, cost))
}

/// Who spots for a barrage, and what that costs him (3.5g, 3.5h).
fn spotted(definitions: &Definitions, state: &State, shot: &Barrage) -> String {
    let Some(spotter) = shot.spotter.filter(|spotter| shot.shot != Shot::Gun(*spotter)) else { return String::new() };
    let name = definitions.name(spotter);
    match barrage::burden(definitions, state, spotter) {
        0 => format!("{name} spots"),
        _ => format!("{name} spots and may not move any more; another may, as in `fire … spotted by …`"),
    }
}

/// What the faces of the die make of a barrage.
fn chances(definitions: &Definitions, state: &State, side: SideId, shot: &Barrage) -> Odds {
    let results: Vec<&str> = (1..=6u8)
        .map(|face| match barrage::fired(definitions, state, side, shot, face) {
            Event::Fired { full: 1.., .. } => "full",
            Event::Fired { half: 1.., .. } => "half",
            _ => "none",
        })
        .collect();
    let hits = results.iter().filter(|result| **result != "none").count();
    Odds::with_results(format!("{hits} of 6"), "barrage".to_owned(), results.into_iter().map(str::to_owned))
}

/// The odds of an attack if the defender holds.
fn odds(definitions: &Definitions, state: &State, units: &[UnitId], target: HexId) -> Odds {
    let weighed = weigh(definitions, state, units, target);
    let dice = (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| one + two));
    let results = dice.map(|sum| definitions.tables.combat.result(weighed.column, sum).to_string());
    Odds::with_results(
        format!("{}:{}", weighed.attack, weighed.defence),
        definitions.tables.combat.column(weighed.column).to_string(),
        results,
    )
}

/// The moves of this phase that nobody has begun.
fn unspent(definitions: &Definitions, state: &State, side: SideId) -> String {
    if !matches!(state.phase, Phase::Movement | Phase::Exploitation) {
        return String::new();
    }
    match movement::unmoved(definitions, state, side).len() {
        0 => String::new(),
        1 => "the move of 1 unit".to_owned(),
        units => format!("the moves of {units} units"),
    }
}

/// What a step acts on.
fn thing(step: &Step) -> Option<Thing> {
    match step {
        Step::Unit(unit) | Step::Follow(unit) | Step::Spotter(unit) => Some(Thing::Unit(*unit)),
        Step::Hex(hex) | Step::Beyond(hex) => Some(Thing::Hex(*hex)),
        Step::Verb(_) | Step::Done => None,
    }
}
