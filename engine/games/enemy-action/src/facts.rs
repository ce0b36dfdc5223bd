//! What steps are about.

use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::chapters::combat::attack::{self, Draft};
use crate::chapters::combat::forecast::{Outlook, imagined};
use crate::chapters::combat::situations;
use crate::chapters::movement::orders as movement;
use crate::chapters::{activation, stacking};
use crate::printed::Definitions;
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Public, Stage, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Cost, Facts, Odds, Pointing, Seen, SideId, Thing, candidates_on};

impl Pointing for EnemyAction {
    fn facts(seen: Seen<'_, EnemyAction>, partial: &[Step], step: &Step) -> Facts {
        let (definitions, public) = (seen.definitions, &seen.view.public);
        let mut facts = Facts::on(things(definitions, public, step));
        let Some(side) = seen.view.asked() else { return facts };
        let known = known(seen, side);
        match (partial, step) {
            ([Step::Verb(Verb::Move), Step::Unit(unit), ..], Step::Hex(to)) => {
                if let Ok(way) = movement::way(known, partial, *to) {
                    facts.cost = Some(Cost { amount: way.spent, of: "MP".to_owned() });
                    facts.path = way.path;
                    if !stacking::fits(definitions, public, *to, &[*unit]) {
                        facts.note = "too many there when the moves end (7.4)".to_owned();
                    }
                }
            }
            ([Step::Verb(Verb::Attack), Step::Hex(target), ..], _) => {
                let draft = Draft::of(&[partial, std::slice::from_ref(step)].concat());
                if let Some((odds, note)) = odds(known, *target, draft) {
                    (facts.odds, facts.note) = (Some(odds), note);
                }
            }
            ([Step::Verb(_)], Step::Card(card)) => facts.note = definitions.card(*card).says.join("; "),
            ([], Step::Verb(Verb::End)) => facts.gives_up = unspent(known),
            _ => {}
        }
        facts
    }

    fn meant(seen: Seen<'_, EnemyAction>, partial: &[Step], on: &Thing) -> Vec<Vec<Step>> {
        let public = &seen.view.public;
        let acts = |_: &[Step], step: &Step| things(seen.definitions, public, step).contains(on);
        // who points at a unit means each card that brings it to life, and each attack in which it may take part
        let leads = |way: &[Step]| {
            matches!(
                (way, on),
                (
                    [Step::Verb(Verb::Activate), Step::Card(_)] | [Step::Verb(Verb::Attack), Step::Hex(_)],
                    Thing::Unit(_)
                )
            )
        };
        candidates_on(seen, partial, acts, leads)
    }
}

/// Strengths of an attack as far as it is ordered, and what its chits come to, before the defender's tactics.
fn odds(known: Known<'_>, target: HexId, draft: Draft) -> Option<(Odds, String)> {
    let (definitions, public) = (known.definitions, known.public);
    if draft.units.is_empty() {
        return None;
    }
    let tactics = draft.tactics();
    let combat = imagined(definitions, public, known.side, target, draft.units, tactics);
    let (attack, defence) = situations::strengths(definitions, public, &combat);
    let outlook = Outlook::of(definitions, public, &combat);
    let (least, most) = combat.chits;
    let told = |total: u8| {
        let forecast = outlook.at(total);
        format!(
            "{total} chits: {:.1} hits on the attacker, {:.1} on the defender",
            forecast.attacker, forecast.defender
        )
    };
    let note = if least == most { told(least) } else { format!("{}; {}", told(least), told(most)) };
    let odds = format!("{attack}:{defence}");
    Some((Odds { column: odds.clone(), odds, chances: Vec::new() }, note))
}

/// What an activation that is ended leaves undone.
fn unspent(known: Known<'_>) -> String {
    let public = known.public;
    let Some(activation) =
        public.activation.as_ref().filter(|_| public.asked.is_some_and(|asked| asked.topic == Topic::Activation))
    else {
        return String::new();
    };
    let fresh = |unit: &&UnitId| activation.stage == Stage::Moving && movement::check_unit(known, **unit).is_ok();
    let moves = match activation.units.iter().filter(fresh).count() {
        0 => None,
        1 => Some("the move of 1 unit".to_owned()),
        units => Some(format!("the moves of {units} units")),
    };
    let targets = if activation.alone { 0 } else { attack::targets(known).len() };
    let attacks = match targets {
        0 => None,
        1 => Some("an attack".to_owned()),
        hexes => Some(format!("attacks on {hexes} hexes")),
    };
    moves.into_iter().chain(attacks).collect::<Vec<_>>().join(", ")
}

/// What a step acts on: a corps or division by its units on the map.
fn things(definitions: &Definitions, public: &Public, step: &Step) -> Vec<Thing> {
    let here = |unit: &UnitId| public.unit(*unit).hex().is_some();
    match step {
        Step::Unit(unit) | Step::Joins(unit) => vec![Thing::Unit(*unit)],
        Step::Hex(hex) | Step::Via(hex) => vec![Thing::Hex(*hex)],
        Step::Card(card) => vec![Thing::Card(definitions.card(*card).id.clone())],
        Step::Corps(corps) => {
            let side = SideId(definitions.published.units.formation(*corps).side);
            activation::of_corps(definitions, side, *corps).filter(here).map(Thing::Unit).collect()
        }
        Step::Group(group) => {
            let all = SideId::BOTH.into_iter().flat_map(|side| definitions.units_of(side));
            all.filter(|unit| definitions.in_group(*unit, *group)).filter(here).map(Thing::Unit).collect()
        }
        _ => Vec::new(),
    }
}
