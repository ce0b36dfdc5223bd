//! What a unit can do now: asked of the judge of all orders, so that it is told what an order would be told.

use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::chapters::{activation, reserves};
use crate::printed::{CardId, Definitions};
use crate::sight::known;
use crate::truth::order::{Step, Verb};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Public, Topic};
use crate::verbs;
use definitions::UnitId;
use engine::contract::{Refusal, Seen};

/// What a unit is, and a line for each kind of order that is of this moment.
pub fn abilities(seen: Seen<'_, EnemyAction>, unit: UnitId) -> Vec<String> {
    let (definitions, public) = (seen.definitions, &seen.view.public);
    let mut lines = vec![who(definitions, public, unit)];
    let Some(asked) = seen.view.asked() else {
        lines.push("Nothing is yours to decide now.".to_owned());
        return lines;
    };
    if definitions.counter(unit).side != asked {
        let side = definitions.side_name(definitions.counter(unit).side);
        lines.push(format!("It is {side}; your orders are to your own units."));
        return lines;
    }
    for entry in verbs::answering(public) {
        let fits = matches!(
            entry.verb,
            Verb::Place | Verb::Rebuild | Verb::Move | Verb::Exit | Verb::Lose | Verb::Advance | Verb::Remove
        );
        if fits && seen.check(&[], &Step::Verb(entry.verb)).is_ok() {
            lines.push(said(seen, entry.verb, unit));
        }
    }
    let attack = Step::Verb(Verb::Attack);
    if seen.check(&[], &attack).is_ok() {
        lines.push(attacks(seen, unit));
    }
    if public.asked.is_some_and(|asked| asked.topic == Topic::Command) {
        lines.extend(commanded(known(seen, asked), unit));
    }
    if lines.len() == 1 {
        lines.push("Nothing that is asked now concerns it by itself.".to_owned());
    }
    lines
}

/// The cards of the hand that activate a unit or bring it on, or why none does.
fn commanded(known: Known<'_>, unit: UnitId) -> Vec<String> {
    let (definitions, public) = (known.definitions, known.public);
    let title = |card: &CardId| format!("{} ({})", definitions.card(*card).title, definitions.card(*card).id);
    let waits = matches!(public.unit(unit).place, Place::Reserve(..));
    let serves = |card: &CardId| -> Result<(), Refusal> {
        if waits {
            let other = || Refusal::new("11.1a", format!("{} brings others", definitions.card(*card).title));
            let brings = |units: Vec<UnitId>| if units.contains(&unit) { Ok(()) } else { Err(other()) };
            let one = reserves::judge(known, *card, Some(unit)).and_then(brings);
            return one.or_else(|_| reserves::judge(known, *card, None).and_then(brings));
        }
        let named = |target: &Step| match target {
            Step::Corps(corps) => definitions.counter(unit).corps == *corps,
            Step::Group(group) => definitions.in_group(unit, *group),
            Step::Unit(named) => *named == unit,
            _ => false,
        };
        let targets = activation::targets(known, *card).into_iter().filter(named);
        let mut refusal = Refusal::new("6", "no card of the hand activates it");
        for target in targets {
            match activation::judge(known, *card, &target) {
                Ok(_) => return Ok(()),
                Err(why) => refusal = why,
            }
        }
        Err(refusal)
    };
    let judged: Vec<(CardId, Result<(), Refusal>)> = known.hand.iter().map(|card| (*card, serves(card))).collect();
    let cards: Vec<String> = judged.iter().filter(|(_, it)| it.is_ok()).map(|(card, _)| title(card)).collect();
    let word = if waits { "deploy" } else { "activate" };
    if !cards.is_empty() {
        return vec![format!("{word}: by {}", cards.join(", "))];
    }
    let refusal = judged.into_iter().filter_map(|(_, it)| it.err()).max_by_key(|refusal| refusal.case.len());
    refusal.map(|refusal| format!("{word}: no. {refusal}")).into_iter().collect()
}

/// Strength, allowance, place and state of a unit.
pub fn who(definitions: &Definitions, public: &Public, unit: UnitId) -> String {
    let (counter, it) = (definitions.counter(unit), public.unit(unit));
    let face = it.face(counter);
    let strength = if face.bracketed { format!("[{}]", face.strength) } else { face.strength.to_string() };
    let day = |what: &str, date: u8| format!("{what} December {date}");
    let place = match it.place {
        Place::Absent => "not in this scenario".to_owned(),
        Place::Due(date, _) => day("comes on", date),
        Place::Okw => "in the OKW Reserve".to_owned(),
        Place::Heydte => "in the box of von der Heydte".to_owned(),
        Place::Reserve(date, _) => day("in the reserve box since", date),
        Place::Hex(hex) => format!("in {}", definitions.place(hex)),
        Place::Exited => "off the map".to_owned(),
        Place::Dead => "eliminated".to_owned(),
        Place::Relieved => "relieved".to_owned(),
    };
    let supply = match it.supply {
        Supply::Full => "",
        Supply::Low => ", low supply",
        Supply::Out => ", out of supply",
        Supply::Isolated => ", isolated",
    };
    let flags = [
        (face.elite, ", elite"),
        (face.green, ", green"),
        (face.combined, ", combined arms"),
        (it.dispersed, ", dispersed"),
        (it.no_fuel, ", out of fuel"),
        (public.is_active(unit), ", active"),
    ];
    let flags: String = flags.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words).collect();
    format!(
        "{}: strength {strength}, {} MP, {} of {} steps; {place}{supply}{flags}",
        definitions.name(unit),
        counter.movement,
        it.steps(counter),
        counter.steps
    )
}

/// A line on a verb and a unit: to how many hexes, or why not.
fn said(seen: Seen<'_, EnemyAction>, verb: Verb, unit: UnitId) -> String {
    let word = verbs::entry(verb).line.word();
    let order = [Step::Verb(verb), Step::Unit(unit)];
    if let Err(refusal) = seen.check(&order[..1], &order[1]) {
        return format!("{word}: no. {refusal}");
    }
    let hexes = seen.legal(&order).into_iter().filter(|(step, _)| matches!(step, Step::Hex(_))).count();
    if hexes > 0 {
        format!("{word}: yes, {}", if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") })
    } else {
        format!("{word}: yes")
    }
}

/// The hexes that a unit may attack.
fn attacks(seen: Seen<'_, EnemyAction>, unit: UnitId) -> String {
    let begun = [Step::Verb(Verb::Attack)];
    let targets = seen.legal(&begun).into_iter().filter_map(|(step, _)| {
        let Step::Hex(hex) = step else { return None };
        seen.check(&[begun[0], step], &Step::Unit(unit)).is_ok().then(|| seen.definitions.place(hex))
    });
    let targets: Vec<String> = targets.collect();
    if targets.is_empty() { "attack: nobody now".to_owned() } else { format!("attack: {}", targets.join(", ")) }
}
