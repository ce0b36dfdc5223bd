//! Reinforce Battle: inactive units that move to a combat and join it (9, 9.1, T.EV).

use super::attack::Draft;
use crate::EnemyAction;
use crate::chapters::asking::Known;
use crate::chapters::movement::{Mover, march};
use crate::chapters::stacking;
use crate::printed::{Definitions, Effect, Tactic};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::Supply;
use crate::truth::state::{Bound, Errand, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Turn};

/// How many units these tactics bring.
fn most(definitions: &Definitions, tactics: &[Tactic], defends: bool) -> usize {
    let brings = |tactic: &&Tactic| {
        let row = definitions.tables.tactics.row(**tactic);
        row.effects[usize::from(defends)].contains(&Effect::InactiveJoin)
    };
    tactics.iter().filter(brings).count()
}

/// Whether a unit may join after those that an order brings already.
///
/// # Errors
/// The rule that forbids it.
pub fn check_unit(known: Known<'_>, target: HexId, draft: &Draft, unit: UnitId, defends: bool) -> Result<(), Refusal> {
    let (definitions, public) = (known.definitions, known.public);
    let (it, counter, name) = (public.unit(unit), definitions.counter(unit), definitions.name(unit));
    let refuse = |why: &str| Err(Refusal::new("T.EVn", format!("{name} does not join: {why}")));
    let most = most(definitions, &draft.tactics(), defends);
    if draft.joins.len() >= most {
        return refuse(&format!("each Reinforce Battle brings one unit, and {most} of them are played"));
    }
    if counter.side != known.side {
        return refuse("it is not yours");
    }
    if public.is_active(unit) {
        return refuse("it is active");
    }
    let Some(hex) = it.hex() else { return refuse("it is not on the map") };
    if defends && hex == target {
        return refuse("it defends already");
    }
    if it.attacked || it.defended || it.retreated {
        return refuse("it has fought in this activation");
    }
    if it.dispersed {
        return Err(Refusal::new("9.9b", format!("{name} is dispersed")));
    }
    if it.no_fuel {
        return Err(Refusal::new("10.41a", format!("{name} has no fuel today")));
    }
    if !defends && it.supply >= Supply::Out {
        return Err(Refusal::new("9.1e", format!("{name} is out of supply")));
    }
    if it.supply == Supply::Isolated && counter.kind.mechanised() {
        return Err(Refusal::new("10.23d", format!("{name} is isolated and mechanized")));
    }
    if ends(definitions, public, target, draft, unit, defends).is_empty() {
        let place = definitions.place(target);
        return refuse(&format!(
            "it comes to no hex {} with room for it",
            if defends { place } else { format!("beside {place}") }
        ));
    }
    Ok(())
}

/// The hexes to which a unit may come: the target itself to defend it, or one beside it, its own among them.
pub fn ends(
    definitions: &Definitions,
    public: &Public,
    target: HexId,
    draft: &Draft,
    unit: UnitId,
    defends: bool,
) -> Vec<HexId> {
    let Some(from) = public.unit(unit).hex() else { return Vec::new() };
    let board = &definitions.board;
    // nobody goes further than a point a hex
    if board.distance(from, target) > definitions.counter(unit).movement.max(1) + u16::from(!defends) {
        return Vec::new();
    }
    let Some((_, reach)) = Mover::joining(definitions, public, unit, from).by_way_of(&[]) else { return Vec::new() };
    let room = |hex: &HexId| {
        let others = draft.joins.iter().filter(|(_, to)| to == hex).map(|(other, _)| *other);
        let more: Vec<UnitId> = others.chain([unit]).collect();
        stacking::fits(definitions, public, *hex, &more)
    };
    let there: Vec<HexId> = if defends { vec![target] } else { board.around(target).collect() };
    there.into_iter().filter(|hex| *hex == from || reach.left(*hex).is_some()).filter(room).collect()
}

/// Units that might join, as far as a list needs it.
pub fn candidates(known: Known<'_>, draft: &Draft, defends: bool, offer: &mut dyn FnMut(Step)) {
    if draft.joins.len() >= most(known.definitions, &draft.tactics(), defends) {
        return;
    }
    let here = known.definitions.units_of(known.side).filter(|unit| known.public.unit(*unit).hex().is_some());
    here.map(Step::Joins).for_each(offer);
}

/// The next unit sets out, if any is left. Whether one was.
pub fn next(turn: &mut Turn<'_, EnemyAction>, target: HexId, draft: &Draft) -> bool {
    let definitions = turn.definitions();
    let Some((unit, to)) = turn.public.joining.as_ref().and_then(|joining| draft.joins.get(joining.out)).copied()
    else {
        return false;
    };
    turn.emit(Event::SetOut);
    let to = if draft.units.is_empty() { target } else { to };
    let Some(from) = turn.public.unit(unit).hex().filter(|from| *from != to) else { return true };
    let way = Mover::joining(definitions, &turn.public, unit, from).by_way_of(&[]);
    if let Some(path) = way.and_then(|(_, reach)| reach.path(to)) {
        let bound = Bound { path, exits: false, strategic: false, left: 0, fresh: true };
        march::go(turn, unit, Errand::Join, bound, Vec::new());
    }
    true
}
