//! Reserves (11): who comes. Where is the matter of the [`Ground`].

mod ground;

pub use ground::Ground;

use super::asking::{Known, misplaced};
use super::{fuel, ownership, supply};
use crate::EnemyAction;
use crate::printed::{CardId, Definitions, Formation, Function, GERMAN};
use crate::truth::event::{Event, Play};
use crate::truth::order::Step;
use crate::truth::roster::Place;
use crate::truth::state::{Deployment, Phase, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Refusal, SideId, Turn};

/// Open hexes that a refusal names.
const TOLD: usize = 6;
/// Ids of the armies with rules of their own (11.4, 11.5), and of the army of which the British count as a corps once a
/// German is beyond the Meuse.
const OKW: &str = "okw";
const BRITISH: &str = "xxx";
const FIRST_ARMY: &str = "1us";

/// The units of the day that go into the boxes (11).
pub fn arrive(turn: &mut Turn<'_, EnemyAction>) {
    let day = turn.public.day;
    let due = |place: &Place| match place {
        Place::Due(date, strategic) if *date <= day => Some(Place::Reserve(*date, *strategic)),
        _ => None,
    };
    let units = turn.public.units.iter().filter_map(|(unit, it)| Some((unit, due(&it.place)?))).collect::<Vec<_>>();
    if !units.is_empty() {
        turn.emit(Event::Arrived { units });
    }
}

/// The OKW Reserve is released for the next day once a German unit beside or beyond the Meuse can trace supply (11.4).
pub fn release(turn: &mut Turn<'_, EnemyAction>) {
    let definitions = turn.definitions();
    let day = turn.public.day + 1;
    let units: Vec<UnitId> =
        turn.public.units.iter().filter(|(_, it)| it.place == Place::Okw).map(|(unit, _)| unit).collect();
    // on the last day nothing would come of it (R55)
    if units.is_empty() || day > definitions.plans[usize::from(turn.public.scenario)].days.1 {
        return;
    }
    let there = definitions.units_of(GERMAN).filter_map(|unit| turn.public.unit(unit).hex());
    let near: Vec<HexId> =
        there.filter(|hex| definitions.board.hex(*hex).at_meuse || definitions.board.hex(*hex).beyond_meuse).collect();
    if near.is_empty() {
        return;
    }
    let supplied = supply::trace(definitions, &turn.public, GERMAN).supplied;
    if near.into_iter().any(|hex| supplied.contains(hex)) {
        turn.emit(Event::Released { units, day });
    }
}

/// Units that came two days ago and may be deployed without a card (11.3). Those of the OKW Reserve have no printed date.
pub fn delayed(definitions: &Definitions, public: &Public, side: SideId) -> Vec<UnitId> {
    if public.day < definitions.tables.from.delayed {
        return Vec::new();
    }
    let due = |unit: &UnitId| matches!(public.unit(*unit).place, Place::Reserve(date, _) if date + 2 == public.day);
    let dated = definitions.units_of(side).filter(|unit| definitions.counter(*unit).army != OKW);
    let all: Vec<UnitId> = dated.filter(due).collect();
    placeable(definitions, public, side, all)
}

/// Whether a card that is played for a command deploys its reserves besides, once that is done (5.7, R77).
pub fn besides(turn: &mut Turn<'_, EnemyAction>, side: SideId, card: CardId, play: Play) {
    let also = Function::DeployBesides(turn.public.day);
    let command = turn.public.phase == Phase::Command && !matches!(play, Play::Deployment | Play::Nothing);
    if command && turn.definitions().card(card).functions.contains(&also) {
        turn.emit(Event::DeploysBesides { side });
    }
}

/// Units in the box of a side that can be put somewhere now.
pub fn all(definitions: &Definitions, public: &Public, side: SideId) -> Vec<UnitId> {
    placeable(definitions, public, side, definitions.units_of(side).filter(|unit| waiting(public, *unit)).collect())
}

fn waiting(public: &Public, unit: UnitId) -> bool {
    matches!(public.unit(unit).place, Place::Reserve(..))
}

/// Units among these that can be put somewhere now.
fn placeable(definitions: &Definitions, public: &Public, side: SideId, units: Vec<UnitId>) -> Vec<UnitId> {
    if units.is_empty() {
        return units;
    }
    let deployment = Deployment { side, units: units.clone(), one: false, came: Vec::new() };
    let ground = Ground::of(definitions, public, side);
    units.into_iter().filter(|unit| !ground.hexes(&deployment, *unit).is_empty()).collect()
}

/// Units that a division card may bring alone: those of the corps of its formations (5.2).
pub fn single(known: Known<'_>, card: CardId) -> Vec<UnitId> {
    let (definitions, it) = (known.definitions, known.definitions.card(card));
    let Formation::Divisions(groups) = &it.formation else { return Vec::new() };
    if !it.functions.contains(&Function::DeployOne) {
        return Vec::new();
    }
    let of_group = |unit: &UnitId| groups.iter().any(|group| definitions.in_group(*unit, *group));
    let corps: Vec<_> =
        definitions.units_of(it.side).filter(of_group).map(|unit| definitions.counter(unit).corps).collect();
    let fits = |unit: &UnitId| corps.contains(&definitions.counter(*unit).corps) && waiting(known.public, *unit);
    definitions.units_of(it.side).filter(fits).collect()
}

/// Whether a card can bring anybody.
///
/// # Errors
/// The rule that forbids it.
pub fn may(known: Known<'_>, card: CardId) -> Result<(), Refusal> {
    let all = judge(known, card, None);
    if all.is_ok() || single(known, card).into_iter().any(|unit| judge(known, card, Some(unit)).is_ok()) {
        return Ok(());
    }
    all.map(|_| ())
}

/// The units that a card brings, all of its formations or one of its corps.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(known: Known<'_>, card: CardId, one: Option<UnitId>) -> Result<Vec<UnitId>, Refusal> {
    let (definitions, public, it) = (known.definitions, known.public, known.definitions.card(card));
    if public.opens() {
        return Err(Refusal::new("4.11e", "no reserves are deployed in the first three German impulses"));
    }
    let units: Vec<UnitId> = match one {
        Some(unit) if single(known, card).contains(&unit) => vec![unit],
        Some(unit) => return Err(not_alone(known, card, unit)),
        None if !it.functions.contains(&Function::Deploy) => {
            let case = if it.formation == Formation::Nobody { "5.6" } else { "5.2c" };
            return Err(Refusal::new(case, format!("{} deploys no reserves", it.title)));
        }
        None => {
            let of = |unit: &UnitId| {
                let counter = definitions.counter(*unit);
                match &it.formation {
                    Formation::Group => true,
                    // once a German is across the Meuse the British count as a corps of the 1st Army (11.51)
                    Formation::Army(army) if counter.army == BRITISH => army == FIRST_ARMY && public.meuse_crossed,
                    Formation::Army(army) => counter.army == *army,
                    Formation::Corps(corps) => counter.corps == *corps,
                    Formation::Divisions(groups) => groups.iter().any(|group| definitions.in_group(*unit, *group)),
                    Formation::Nobody => false,
                }
            };
            definitions.units_of(it.side).filter(of).filter(|unit| waiting(public, *unit)).collect()
        }
    };
    if units.is_empty() {
        return Err(Refusal::new("11.1a", format!("{} finds nobody in the reserve box", it.title)));
    }
    let able = placeable(definitions, public, known.side, units.clone());
    if able.is_empty() {
        return Err(Ground::of(definitions, public, known.side).nowhere(&units));
    }
    Ok(able)
}

/// Why a card does not bring a unit alone (5.2).
fn not_alone(known: Known<'_>, card: CardId, unit: UnitId) -> Refusal {
    let (definitions, it) = (known.definitions, known.definitions.card(card));
    let name = definitions.name(unit);
    let groups = match &it.formation {
        Formation::Divisions(groups) if it.functions.contains(&Function::DeployOne) => groups,
        _ => {
            let refusal = Refusal::new("5.2d", format!("{} brings no single unit", it.title));
            let all = it.functions.contains(&Function::Deploy);
            return if all { refusal.remedy("Leave the unit out to bring all its reserves.") } else { refusal };
        }
    };
    let of_group = |other: &UnitId| groups.iter().any(|group| definitions.in_group(*other, *group));
    let corps = definitions.counter(unit).corps;
    if !definitions.units_of(it.side).filter(of_group).any(|other| definitions.counter(other).corps == corps) {
        return Refusal::new("5.2d", format!("{name} is not of the corps of {}", it.title));
    }
    Refusal::new("11.1a", format!("{name} does not wait in the reserve box"))
}

/// Steps that may follow `place`.
pub fn candidates(known: Known<'_>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
    let Some(deployment) = &known.public.deployment else { return };
    match partial {
        [_] => deployment.units.iter().copied().map(Step::Unit).for_each(offer),
        [_, Step::Unit(unit)] => {
            let ground = Ground::of(known.definitions, known.public, known.side);
            ground.hexes(deployment, *unit).into_iter().map(Step::Hex).for_each(offer);
        }
        _ => {}
    }
}

/// Judges `place UNIT at HEX`.
///
/// # Errors
/// The rule that forbids it.
pub fn check(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let definitions = known.definitions;
    let Some(deployment) = &known.public.deployment else {
        return Err(Refusal::new("11.1a", "no reserves are deployed now"));
    };
    match (partial, step) {
        ([_], Step::Unit(unit)) => {
            if !deployment.units.contains(unit) {
                let message = format!("{} does not come with this card", definitions.name(*unit));
                let open = definitions.names(&deployment.units);
                return Err(Refusal::new("11.1a", message).remedy(format!("Open: {open}.")));
            }
            Ok(Progress::Open)
        }
        ([_, Step::Unit(unit)], Step::Hex(hex)) => {
            let ground = Ground::of(definitions, known.public, known.side);
            let mut hexes = ground.hexes(deployment, *unit);
            if hexes.contains(hex) {
                return Ok(Progress::Complete);
            }
            hexes.sort_by_key(|open| (definitions.board.distance(*hex, *open), *open));
            hexes.truncate(TOLD);
            let open = if hexes.is_empty() { "none".to_owned() } else { definitions.spots(&hexes) };
            Err(ground.why_not(deployment, *unit, *hex).remedy(format!("The nearest that are open to it: {open}.")))
        }
        _ => Err(misplaced("a unit, then its hex")),
    }
}

/// Puts a unit on the map.
pub fn perform(turn: &mut Turn<'_, EnemyAction>, order: &[Step]) {
    if let [_, Step::Unit(unit), Step::Hex(hex)] = order {
        let wake = ownership::wake(turn.definitions(), &turn.public, &[*unit], &[*hex], false);
        let at_dinant = turn.definitions().tables.dinant == Some((*unit, *hex));
        turn.emit(Event::Deployed { unit: *unit, hex: *hex, wake, at_dinant });
        fuel::find(turn, *unit, &[*hex]);
    }
}

/// Whether a deployment goes on.
pub fn goes_on(definitions: &Definitions, public: &Public) -> bool {
    let Some(deployment) = &public.deployment else { return false };
    if deployment.one && !deployment.came.is_empty() || deployment.units.is_empty() {
        return false;
    }
    let ground = Ground::of(definitions, public, deployment.side);
    deployment.units.iter().any(|unit| !ground.hexes(deployment, *unit).is_empty())
}
