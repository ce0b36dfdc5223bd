use super::attack::{Draft, able, attackable, neighbours};
use crate::printed::{Definitions, GERMAN};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};

/// Whether attacks are a duty now: for the Germans in turn 1 (E.4).
fn binds(state: &State, side: SideId) -> bool {
    side == GERMAN && state.turn == 1
}

/// The hexes of the other side beside units that can attack, each once, which were not attacked yet.
fn owed(definitions: &Definitions, state: &State, side: SideId) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = definitions
        .units_of(side)
        .filter_map(|unit| able(definitions, state, side, unit).ok())
        .flat_map(|hex| definitions.board.around(hex))
        .filter(|hex| attackable(definitions, state, side, *hex))
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// What an attack would leave undone in the first turn (E.4, ruling R1).
enum Breach {
    /// Nobody could attack the enemies in a hex any more.
    Stranded(HexId),
    /// Units would have nobody left to attack.
    Idle(Vec<UnitId>),
}

/// Whether two hexes are those of a unit and of one whom it can attack.
fn beside(definitions: &Definitions, state: &State, unit: UnitId, there: HexId) -> bool {
    state.unit(unit).hex().is_some_and(|hex| definitions.board.side(hex, there).is_some())
}

fn breach(definitions: &Definitions, state: &State, side: SideId, draft: &Draft) -> Option<Breach> {
    let left: Vec<HexId> =
        owed(definitions, state, side).into_iter().filter(|hex| !draft.targets.contains(hex)).collect();
    let free = |hex: &HexId| {
        let mut near = neighbours(definitions, state, side, std::slice::from_ref(hex));
        near.any(|unit| !draft.units.contains(&unit))
    };
    if let Some(stranded) = left.iter().find(|hex| !free(hex)) {
        return Some(Breach::Stranded(*stranded));
    }
    let near = |unit: UnitId, hexes: &[HexId]| hexes.iter().any(|hex| beside(definitions, state, unit, *hex));
    let idle = |unit: &UnitId| {
        able(definitions, state, side, *unit).is_ok()
            && !draft.units.contains(unit)
            && near(*unit, &draft.targets)
            && !near(*unit, &left)
    };
    let idle: Vec<UnitId> = definitions.units_of(side).filter(idle).collect();
    (!idle.is_empty()).then_some(Breach::Idle(idle))
}

/// Whether an attack leaves the duties of the first turn such that they can be met (E.4, ruling R1).
///
/// # Errors
/// The enemy whom nobody could attack any more, or the unit that would have nobody left to attack.
pub fn check_attack(definitions: &Definitions, state: &State, side: SideId, draft: &Draft) -> Result<(), Refusal> {
    if !binds(state, side) {
        return Ok(());
    }
    let orders = |drafts: Vec<Draft>| legal(definitions, state, side, drafts);
    match breach(definitions, state, side, draft) {
        None => Ok(()),
        Some(Breach::Stranded(stranded)) => {
            let place = definitions.place(stranded);
            let message = format!("after this attack nobody could attack {place}, which must be attacked in turn 1");
            let orders = orders(besides(definitions, state, draft, stranded));
            let remedy = if orders.is_empty() {
                let last: Vec<UnitId> = neighbours(definitions, state, side, std::slice::from_ref(&stranded)).collect();
                format!("{} must be free for it, or attack it in the same attack.", definitions.names(&last))
            } else {
                format!("Attack {place} as well, or spare somebody for it: {orders}.")
            };
            Err(Refusal::new("E.4", message).remedy(remedy))
        }
        Some(Breach::Idle(idle)) => {
            let (unit, name) = (idle[0], definitions.name(idle[0]));
            let message = format!("{name} must take part in an attack in turn 1, and would have nobody left to attack");
            let far = draft.targets.iter().find(|target| !beside(definitions, state, unit, **target));
            let remedy = match far {
                None => {
                    let near = |unit: &UnitId| draft.targets.iter().all(|hex| beside(definitions, state, *unit, *hex));
                    let added: Vec<UnitId> = idle.into_iter().filter(near).collect();
                    let all = Draft { units: [&draft.units[..], &added].concat(), ..draft.clone() };
                    format!("Add {}{}.", definitions.names(&added), as_in(orders(vec![all])))
                }
                Some(far) => {
                    let apart = |hex: &&HexId| !beside(definitions, state, unit, **hex);
                    let targets: Vec<HexId> = draft.targets.iter().filter(apart).copied().collect();
                    let as_in = as_in(orders(vec![Draft { targets, ..draft.clone() }]));
                    let far = definitions.place(*far);
                    format!(
                        "{name} is not next to {far}: attack {far} apart from the hexes that {name} is next to{as_in}."
                    )
                }
            };
            Err(Refusal::new("E.4", message).remedy(remedy))
        }
    }
}

/// Attacks in place of one after which nobody could attack a hex: it is attacked as well, or spared one of those who can
/// attack it, or attacked by them alone.
fn besides(definitions: &Definitions, state: &State, draft: &Draft, stranded: HexId) -> Vec<Draft> {
    let (last, others): (Vec<UnitId>, Vec<UnitId>) =
        draft.units.iter().partition(|unit| beside(definitions, state, **unit, stranded));
    let targets = [&draft.targets[..], &[stranded]].concat();
    let attack = |targets: &[HexId], units: Vec<UnitId>| Draft { targets: targets.to_vec(), units, ..Draft::default() };
    let mut drafts = vec![attack(&targets, draft.units.clone()), attack(&targets, last.clone())];
    drafts.extend(last.iter().map(|spared| {
        let rest = draft.units.iter().copied().filter(|unit| unit != spared);
        attack(&draft.targets, rest.collect())
    }));
    drafts.extend([attack(&draft.targets, others), attack(&[stranded], last.clone())]);
    drafts.extend(last.into_iter().map(|unit| attack(&[stranded], vec![unit])));
    drafts
}

/// Orders at the end of a remedy, if there are any.
fn as_in(orders: String) -> String {
    if orders.is_empty() { orders } else { format!(", as in {orders}") }
}

/// Attacks that a refusal proposes at most.
const PROPOSED: usize = 2;

/// A few of some attacks as orders: those that every unit in them can take part in and that leave no duty undone.
fn legal(definitions: &Definitions, state: &State, side: SideId, drafts: Vec<Draft>) -> String {
    let fits = |draft: &Draft| {
        let near = |unit: &UnitId| draft.targets.iter().all(|target| beside(definitions, state, *unit, *target));
        !draft.units.is_empty() && draft.units.iter().all(near) && breach(definitions, state, side, draft).is_none()
    };
    let number = |hex: &HexId| definitions.published.map.grid.number(*hex);
    let order = |draft: Draft| {
        let targets: Vec<String> = draft.targets.iter().map(number).collect();
        format!("`attack {} with {}`", targets.join(", "), definitions.names(&draft.units))
    };
    let mut orders: Vec<String> = Vec::new();
    for order in drafts.into_iter().filter(fits).map(order) {
        if orders.len() < PROPOSED && !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders.join(" or ")
}

/// Whether the duties of the first turn are done (E.4).
///
/// # Errors
/// An enemy that must still be attacked, and by whom he can be.
pub fn check_end(definitions: &Definitions, state: &State, side: SideId) -> Result<(), Refusal> {
    if !binds(state, side) {
        return Ok(());
    }
    let Some(hex) = owed(definitions, state, side).into_iter().next() else { return Ok(()) };
    let near: Vec<UnitId> = neighbours(definitions, state, side, std::slice::from_ref(&hex)).collect();
    let message = format!("the units in {} must be attacked in turn 1", definitions.place(hex));
    let attack = |units: Vec<UnitId>| Draft { targets: vec![hex], units, ..Draft::default() };
    let drafts = [attack(near.clone())].into_iter().chain(near.iter().map(|unit| attack(vec![*unit]))).collect();
    let as_in = as_in(legal(definitions, state, side, drafts));
    Err(Refusal::new("E.4", message).remedy(format!("Next to them: {}{as_in}.", definitions.names(&near))))
}
