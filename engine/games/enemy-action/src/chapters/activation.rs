//! Activations (6): who is activated by what.

use super::asking::Known;
use super::supply;
use crate::printed::{CardId, Definitions, Formation, Function, GERMAN, GroupId};
use crate::truth::order::Step;
use crate::truth::state::{Activation, Public, Stage};
use definitions::hex::{HexId, HexSet};
use definitions::{FormationId, UnitId};
use engine::contract::{Refusal, SideId};

/// Ids of the German armies from north to south, and of the OKW Reserve (11.42).
const NORTH: &str = "6pz";
const CENTRE: &str = "5pz";
const SOUTH: &str = "7";
const OKW: &str = "okw";

/// Hexes from the command hex of a Kampfgruppe (6.4).
const KAMPFGRUPPE: u16 = 2;

/// Whom a card may activate: corps, divisions, or a unit.
pub fn targets(known: Known<'_>, card: CardId) -> Vec<Step> {
    let (definitions, it) = (known.definitions, known.definitions.card(card));
    let mut targets = Vec::new();
    for function in &it.functions {
        match (function, &it.formation) {
            (Function::ActivateCorps, Formation::Corps(corps)) => targets.push(Step::Corps(*corps)),
            (Function::ActivateOneCorps, Formation::Army(army)) => {
                targets.extend(definitions.corps_of(it.side, Some(army)).into_iter().map(Step::Corps));
                if lends(definitions, known.public, army) {
                    targets.extend(definitions.corps_of(it.side, Some(OKW)).into_iter().map(Step::Corps));
                }
            }
            (Function::ActivateAnyCorps, _) => {
                targets.extend(definitions.corps_of(it.side, None).into_iter().map(Step::Corps));
            }
            (Function::ActivateDivision, Formation::Divisions(groups)) => {
                targets.extend(groups.iter().copied().map(Step::Group));
            }
            (Function::OneUnit, _) if !known.public.single[known.side.index()] => {
                let here = definitions.units_of(known.side).filter(|unit| known.public.unit(*unit).hex().is_some());
                targets.extend(here.map(Step::Unit));
            }
            _ => {}
        }
    }
    targets
}

/// Whom a card may activate now, in the order of [`targets`]: supply is traced once for all of them.
pub fn open(known: Known<'_>, card: CardId) -> Vec<Step> {
    let supplied = supply::trace(known.definitions, known.public, known.side).supplied;
    targets(known, card).into_iter().filter(|target| judge_by(known, card, target, Some(&supplied)).is_ok()).collect()
}

/// Who would be active by a card for a target.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(known: Known<'_>, card: CardId, target: &Step) -> Result<Activation, Refusal> {
    judge_by(known, card, target, None)
}

/// The same, where the hexes in supply may be known.
fn judge_by(known: Known<'_>, card: CardId, target: &Step, supplied: Option<&HexSet>) -> Result<Activation, Refusal> {
    let (definitions, public, it) = (known.definitions, known.public, known.definitions.card(card));
    let says = |function: &Function| it.functions.contains(function);
    let title = &it.title;
    let not_on_card = |case: &'static str, what: String| {
        Err(Refusal::new(case, format!("the card {title} does not activate {what}")))
    };
    let on_map = |unit: &UnitId| public.unit(*unit).hex().is_some();
    let mut units: Vec<UnitId> = match target {
        Step::Corps(corps) => {
            let own = match &it.formation {
                Formation::Corps(known) => says(&Function::ActivateCorps) && known == corps,
                Formation::Army(army) => {
                    let okw = definitions.published.units.formation(*corps).army == OKW;
                    let of_army = definitions.corps_of(it.side, Some(army)).contains(corps);
                    says(&Function::ActivateOneCorps) && (of_army || okw && lends(definitions, public, army))
                }
                Formation::Group => {
                    says(&Function::ActivateAnyCorps) && definitions.corps_of(it.side, None).contains(corps)
                }
                _ => false,
            };
            if !own {
                return not_on_card("6.1a", definitions.corps(*corps).to_owned());
            }
            of_corps(definitions, known.side, *corps).filter(on_map).collect()
        }
        Step::Group(group) => {
            let listed = matches!(&it.formation, Formation::Divisions(groups) if groups.contains(group));
            if !listed || !says(&Function::ActivateDivision) {
                return not_on_card("6.2", definitions.group(*group));
            }
            definitions.units_of(known.side).filter(|unit| definitions.in_group(*unit, *group)).filter(on_map).collect()
        }
        Step::Unit(unit) => {
            one_unit(known, card, *unit, supplied)?;
            vec![*unit]
        }
        Step::Hex(hex) => kampfgruppe(known, card, *hex)?,
        _ => return Err(super::asking::misplaced("whom the card activates")),
    };
    if units.is_empty() {
        let (case, name) = match target {
            Step::Group(group) => ("6.2", definitions.group(*group)),
            Step::Corps(corps) => ("6.1a", definitions.corps(*corps).to_owned()),
            _ => ("6.1a", title.clone()),
        };
        return Err(Refusal::new(case, format!("{name} has no unit on the map")));
    }
    fresh(definitions, public, known.side, &units)?;
    let stacked = says(&Function::StackedWith) && matches!(target, Step::Corps(_));
    if stacked {
        let disposition = public.disposition(definitions);
        let hexes: Vec<HexId> = units.iter().filter_map(|unit| public.unit(*unit).hex()).collect();
        let last = &public.last[known.side.index()];
        for other in hexes.into_iter().flat_map(|hex| disposition.stack(hex)) {
            // who was active in the impulse before stays behind (R19)
            if !units.contains(&other) && !last.contains(&other) {
                units.push(other);
            }
        }
        units.sort();
    }
    let free = |group: GroupId| Function::IgnoresControl(definitions.group_id(group).to_owned(), public.day);
    let ignores_zones = matches!(target, Step::Group(group) if says(&free(*group)));
    Ok(Activation {
        side: known.side,
        units,
        alone: matches!(target, Step::Unit(_)),
        bonus: says(&Function::BonusTactic),
        ignores_zones,
        stands: public.opens(),
        alarm: false,
        stage: match (public.opens(), known.side) {
            (true, _) => Stage::Fighting,
            (false, GERMAN) => Stage::Announced,
            _ => Stage::Moving,
        },
        crossed: Vec::new(),
        used: Vec::new(),
    })
}

/// Whether an army's card activates the OKW Reserve, by where that stands (11.42).
fn lends(definitions: &Definitions, public: &Public, army: &str) -> bool {
    let units = definitions.units_of(GERMAN).filter(|unit| definitions.counter(*unit).army == OKW);
    let hexes: Vec<HexId> = units.filter_map(|unit| public.unit(unit).hex()).collect();
    let within = |hex: &HexId, army: &str| definitions.board.hex(*hex).areas.iter().any(|area| area == army);
    let any = |army: &str| hexes.iter().any(|hex| within(hex, army));
    !hexes.is_empty()
        && match army {
            NORTH | SOUTH => hexes.iter().all(|hex| within(hex, army)),
            CENTRE => hexes.iter().any(|hex| !within(hex, NORTH) && !within(hex, SOUTH)) || any(NORTH) && any(SOUTH),
            _ => false,
        }
}

/// Units that heed the alarm: they move, and are not activated (T.EV).
pub fn of_alarm(side: SideId, units: Vec<UnitId>) -> Activation {
    Activation {
        side,
        units,
        alone: true,
        bonus: false,
        ignores_zones: false,
        stands: false,
        alarm: true,
        stage: Stage::Moving,
        crossed: Vec::new(),
        used: Vec::new(),
    }
}

/// The units of a corps.
pub fn of_corps(definitions: &Definitions, side: SideId, corps: FormationId) -> impl Iterator<Item = UnitId> + '_ {
    definitions.units_of(side).filter(move |unit| definitions.counter(*unit).corps == corps)
}

/// Any one unit that can trace supply, once a day (6.3).
fn one_unit(known: Known<'_>, card: CardId, unit: UnitId, supplied: Option<&HexSet>) -> Result<(), Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let name = definitions.name(unit);
    if !definitions.card(card).functions.contains(&Function::OneUnit) {
        let title = &definitions.card(card).title;
        return Err(Refusal::new("5.2b", format!("the card {title} does not activate a single unit")));
    }
    if definitions.counter(unit).side != known.side {
        return Err(Refusal::new("5.2b", format!("{name} is not yours")));
    }
    if public.single[known.side.index()] {
        return Err(Refusal::new("6.3a", "you have activated a single unit today"));
    }
    let Some(hex) = public.unit(unit).hex() else {
        return Err(Refusal::new("6.3b", format!("{name} is not on the map")));
    };
    let traces = match supplied {
        Some(supplied) => supplied.contains(hex),
        None => supply::trace(definitions, public, known.side).supplied.contains(hex),
    };
    if !traces {
        return Err(Refusal::new("6.3b", format!("{name} cannot trace supply from {}", definitions.place(hex))));
    }
    Ok(())
}

/// The units of a Kampfgruppe at a hex, without those that acted in the impulse before (6.4, 6.5).
fn kampfgruppe(known: Known<'_>, card: CardId, hex: HexId) -> Result<Vec<UnitId>, Refusal> {
    let (definitions, public, it) = (known.definitions, known.public, known.definitions.card(card));
    if !it.functions.contains(&Function::Kampfgruppe) || known.side != GERMAN {
        return Err(Refusal::new("6.4a", format!("{} activates no Kampfgruppe", it.title)));
    }
    let of_army = |unit: &UnitId| match &it.formation {
        Formation::Army(army) => {
            let counter = definitions.counter(*unit);
            // units of the OKW Reserve may join any (11.42)
            counter.army == *army || counter.army == "okw"
        }
        _ => true,
    };
    let near = |unit: &UnitId| {
        let place = public.unit(*unit).hex();
        place.is_some_and(|place| definitions.board.distance(place, hex) <= KAMPFGRUPPE)
    };
    let opened = |unit: &UnitId| public.opens() && public.opened.contains(&definitions.counter(*unit).corps);
    let last = &public.last[GERMAN.index()];
    let units = definitions.units_of(GERMAN).filter(of_army).filter(near);
    let units: Vec<UnitId> = units.filter(|unit| !last.contains(unit) && !opened(unit)).collect();
    if units.is_empty() {
        let message = format!("no unit that may act is within {KAMPFGRUPPE} hexes of {}", definitions.place(hex));
        return Err(Refusal::new("6.4a", message));
    }
    Ok(units)
}

/// That nobody acts twice running (6.5), nor a corps twice in the opening (4.11).
fn fresh(definitions: &Definitions, public: &Public, side: SideId, units: &[UnitId]) -> Result<(), Refusal> {
    if let Some(tired) = units.iter().find(|unit| public.last[side.index()].contains(unit)) {
        let message = format!("{} was active in your last impulse", definitions.name(*tired));
        return Err(Refusal::new("6.5a", message).remedy("Activate a formation without units that were."));
    }
    if public.opens() {
        let used = |unit: &&UnitId| public.opened.contains(&definitions.counter(**unit).corps);
        if let Some(unit) = units.iter().find(used) {
            let corps = definitions.corps(definitions.counter(*unit).corps);
            let message = format!("{corps} has been active in one of the first three impulses");
            return Err(Refusal::new("4.11b", message).remedy("Activate another corps."));
        }
    }
    Ok(())
}

/// The corps of units, each once.
pub fn corps(definitions: &Definitions, units: &[UnitId]) -> Vec<FormationId> {
    let mut corps: Vec<FormationId> = units.iter().map(|unit| definitions.counter(*unit).corps).collect();
    corps.sort();
    corps.dedup();
    corps
}
