//! What steps are about.

use crate::DeadlyWoods;
use crate::chapters::combat::{answers, attack, defended, defender_support, defenders, weigh};
use crate::chapters::movement::{self, points};
use crate::chapters::{assets, replacements, stacking};
use crate::printed::{Definitions, POINT};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Cost, Facts, Odds, Pointing, Seen, SideId, Thing, candidates_on};

impl Pointing for DeadlyWoods {
    fn facts(seen: Seen<'_, DeadlyWoods>, partial: &[Step], step: &Step) -> Facts {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let mut facts = Facts::on(thing(step));
        let Some(side) = seen.view.asked() else { return facts };
        match (partial, step) {
            ([Step::Verb(Verb::Move | Verb::Infiltrate), Step::Unit(unit), ..], Step::Hex(to)) => {
                if let Ok(way) = movement::orders::way(definitions, state, side, partial, *to) {
                    facts.cost = Some(Cost { amount: way.spent.div_ceil(POINT), of: "MP".to_owned() });
                    let crowd = stacking::with(definitions, state, *to, &[*unit]);
                    let crowd = crowd.map(|crowd| format!("; {}", crowd.words().1)).unwrap_or_default();
                    let door = way.door.map(|door| format!("; {} holds the door open", definitions.name(door)));
                    facts.note = format!("{}{}{crowd}", points(way.spent), door.unwrap_or_default());
                    facts.path = way.path;
                }
            }
            ([Step::Verb(Verb::Attack), Step::Hex(target), ..], _) => {
                let draft = attack::Draft::of(&[partial, &[*step]].concat());
                let guns = their_guns(definitions, state, side.enemy(), *target);
                facts.odds = Some(odds(definitions, state, &draft, *target, &guns));
                if !guns.is_empty() {
                    let names: Vec<&str> = guns.iter().map(|gun| definitions.name(*gun)).collect();
                    facts.note = format!("as if {} supported the defence", names.join(" and "));
                }
            }
            ([], Step::Verb(Verb::End)) => facts.gives_up = unspent(definitions, state, side),
            ([], Step::Verb(Verb::Pass)) => facts.gives_up = given_up(definitions, state),
            _ => {}
        }
        facts
    }

    fn meant(seen: Seen<'_, DeadlyWoods>, partial: &[Step], on: &Thing) -> Vec<Vec<Step>> {
        let acts = |_: &[Step], step: &Step| thing(step).as_ref() == Some(on);
        // who points at an attacker means each attack in which he may take part
        let leads =
            |way: &[Step]| matches!((way, on), ([Step::Verb(Verb::Attack | Verb::Blow), Step::Hex(_)], Thing::Unit(_)));
        candidates_on(seen, partial, acts, leads)
    }
}

/// The strongest guns that the defender may answer an attack with: nobody sees them by looking at the hex (12.2, 12.3).
fn their_guns(definitions: &Definitions, state: &State, side: SideId, target: HexId) -> Vec<UnitId> {
    let defenders = defenders(definitions, state, target);
    let mut guns = defender_support(definitions, state, side, target, &defenders);
    guns.sort_by_key(|gun| std::cmp::Reverse(definitions.counter(*gun).strength));
    guns.truncate(answers::most(definitions, side));
    guns
}

/// The odds of an attack against these guns, with the engineers who help by themselves.
fn odds(definitions: &Definitions, state: &State, draft: &attack::Draft, target: HexId, guns: &[UnitId]) -> Odds {
    let support = [guns, &defended(definitions, state, target)].concat();
    let weighed = weigh(definitions, state, &draft.units, target, (&draft.guns, draft.doubled), &support);
    let results = (1..=6u8).map(|face| definitions.tables.combat.result(weighed.column, face).to_string());
    let column = weighed.column.map_or("AL1".to_owned(), |column| column.to_string());
    Odds::with_results(format!("{}:{}", weighed.attack, weighed.defence), column, results)
}

/// What is lost for good where a right is not used (12.7, 14.3.1).
fn given_up(definitions: &Definitions, state: &State) -> String {
    // the second Reaction may be played after a later Panzer Army chit, or as the last chit
    let last = state.cup.is_empty();
    match state.asked.map(|asked| asked.topic) {
        Some(Topic::Drop) => format!("{}, who never comes then", definitions.name(definitions.special.parachutists)),
        Some(Topic::React) if last => "the second Reaction".to_owned(),
        _ => String::new(),
    }
}

/// What a phase or round leaves undone that ends now: assets that could be laid out, points that somebody could take, the
/// moves of a round that nobody has begun, and who would be taken off overfull hexes.
fn unspent(definitions: &Definitions, state: &State, side: SideId) -> String {
    match state.asked.map(|asked| asked.topic) {
        Some(Topic::Round) => {}
        Some(Topic::Assets) => {
            let markers = assets::markers(definitions, state, side).into_iter().map(|marker| marker.word().to_owned());
            let units =
                assets::layable(definitions, state, side).into_iter().map(|unit| definitions.name(unit).to_owned());
            return markers.chain(units).collect::<Vec<_>>().join(", ");
        }
        Some(Topic::Replacements) => {
            let points = |(count, kind): (u8, &str)| match count {
                0 => None,
                1 => Some(format!("1 {kind} point")),
                count => Some(format!("{count} {kind} points")),
            };
            let [infantry, armour] = replacements::left(definitions, state, side);
            let left = [(infantry, "infantry"), (armour, "armour")].into_iter().filter_map(points);
            return left.collect::<Vec<_>>().join(", ");
        }
        _ => return String::new(),
    }
    let fresh = |unit: &UnitId| movement::orders::check_unit(definitions, state, side, *unit).is_ok();
    let moves = match definitions.units_of(side).filter(fresh).count() {
        0 => None,
        1 => Some("the move of 1 unit".to_owned()),
        units => Some(format!("the moves of {units} units")),
    };
    let full = stacking::overfull(definitions, state, side);
    let full = full.first().map(|(hex, _)| format!("units in the overfull {}", definitions.place(*hex)));
    moves.into_iter().chain(full).collect::<Vec<_>>().join(", ")
}

/// What a step acts on.
fn thing(step: &Step) -> Option<Thing> {
    match step {
        Step::Unit(unit) | Step::Follow(unit) | Step::Gun(unit) | Step::Double(unit) => Some(Thing::Unit(*unit)),
        Step::Hex(hex) | Step::Via(hex) => Some(Thing::Hex(*hex)),
        Step::Chit(chit) => Some(Thing::Card(chit.id().to_owned())),
        Step::Verb(_) | Step::Marker(_) | Step::As(_) | Step::Bonus | Step::Done => None,
    }
}
