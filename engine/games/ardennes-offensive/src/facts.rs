//! What steps are about.

use crate::ArdennesOffensive;
use crate::chapters::combat::{self, Draft};
use crate::chapters::movement;
use crate::chapters::movement::reinforcements;
use crate::printed::{Definitions, FACES};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Cost, Facts, Odds, Pointing, Rules, Seen, Thing, candidates_on};

impl Pointing for ArdennesOffensive {
    fn facts(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], step: &Step) -> Facts {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let mut facts = Facts::on(thing(step));
        match (partial, step) {
            ([Step::Verb(Verb::Move), Step::Unit(unit)], Step::Hex(to)) => {
                if let Some((path, cost)) = movement::way_of(definitions, state, *unit, *to) {
                    let of = if state.unit(*unit).road { "road hexes" } else { "MP" };
                    facts.cost = Some(Cost { amount: cost, of: of.to_owned() });
                    facts.path = path;
                }
            }
            ([Step::Verb(Verb::Enter), Step::Unit(unit)], Step::Hex(hex)) => {
                let side = definitions.counter(*unit).side;
                if let Ok(left) = reinforcements::entry(definitions, state, side, *unit, *hex) {
                    facts.note = format!("{left} road hexes left");
                }
            }
            ([Step::Verb(Verb::Attack), ..], Step::Unit(_) | Step::Odds(_) | Step::Done) => {
                let draft = Draft::of(&[partial, &[*step]].concat());
                let found = combat::strengths(definitions, state, &draft.units, &draft.targets);
                let crt = &definitions.tables.crt;
                let natural = crt.column(found.attack, found.defence);
                let column = draft.odds.unwrap_or(natural);
                let kind = definitions.tables.crt_for(state.side, state.table_changed);
                let results = (1..=FACES).map(|face| crt.result(kind, column, face).to_string());
                let odds = format!("{}:{}", found.attack, found.defence);
                facts.odds = Some(Odds::with_results(odds, crt.odds(column), results));
            }
            ([], Step::Verb(Verb::End)) => facts.gives_up = unspent(definitions, state),
            _ => {}
        }
        facts
    }

    fn meant(seen: Seen<'_, ArdennesOffensive>, partial: &[Step], on: &Thing) -> Vec<Vec<Step>> {
        let acts = |_: &[Step], step: &Step| thing(step).as_ref() == Some(on);
        // who points at an attacker means each attack in which he may take part
        let leads = |way: &[Step]| matches!((way, on), ([_, Step::Hex(_)], Thing::Unit(_)));
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
fn likeliest(seen: Seen<'_, ArdennesOffensive>, on: &Thing) -> Vec<Vec<Step>> {
    let (definitions, state) = (seen.definitions, &seen.view.state);
    let Some(side) = seen.view.asked() else { return Vec::new() };
    let topic = state.asked.map(|asked| asked.topic);
    let attack = |hex: HexId| vec![Step::Verb(Verb::Attack), Step::Hex(hex)];
    let way = match *on {
        Thing::Unit(unit) if definitions.counter(unit).side == side => match topic {
            Some(Topic::Move) => Some(vec![Step::Verb(Verb::Move), Step::Unit(unit)]),
            Some(Topic::Attack) => {
                let begun = [Step::Verb(Verb::Attack)];
                let mut targets = Vec::new();
                ArdennesOffensive::candidates(seen, &begun, &mut |step| match step {
                    Step::Hex(hex) if ArdennesOffensive::check(seen, &begun, &step).is_ok() => targets.push(hex),
                    _ => {}
                });
                // the judge of an attack on the nearest says why he takes part in none
                let far = |hex: &HexId| state.unit(unit).hex().map(|from| definitions.board.distance(from, *hex));
                targets.into_iter().min_by_key(far).map(|hex| [attack(hex), vec![Step::Unit(unit)]].concat())
            }
            _ => None,
        },
        Thing::Unit(unit) => state.unit(unit).hex().map(attack),
        Thing::Hex(hex) if state.disposition(definitions).present(side.enemy(), hex) > 0 => Some(attack(hex)),
        _ => None,
    };
    way.into_iter().collect()
}

/// The moves or attacks of this phase that nobody has begun.
fn unspent(definitions: &Definitions, state: &State) -> String {
    let (what, units) = if state.phase == Phase::Combat {
        ("attack", combat::fighters(definitions, state, state.side).count())
    } else {
        let moves = |unit: &UnitId| movement::has_move(definitions, state, *unit);
        ("move", definitions.units_of(state.side).filter(moves).count())
    };
    match units {
        0 => String::new(),
        1 => format!("the {what} of 1 unit"),
        units => format!("the {what}s of {units} units"),
    }
}

/// What a step acts on.
fn thing(step: &Step) -> Option<Thing> {
    match step {
        Step::Unit(unit) | Step::Follow(unit) => Some(Thing::Unit(*unit)),
        Step::Hex(hex) => Some(Thing::Hex(*hex)),
        _ => None,
    }
}
