use crate::chapters::asking::several;
use crate::chapters::{barrage, terrain};
use crate::printed::{Definitions, Odds, Part, Strength};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use std::collections::BTreeSet;

/// An attack as it is weighed before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// Strength of all attackers.
    pub attack: Strength,
    /// Strength of the defending stack.
    pub defence: Strength,
    /// Odds before shifts.
    pub starting: Odds,
    /// Columns to the right by the defender's hex.
    pub ground: i16,
    /// Columns to the right by the hexsides of the attacking stacks.
    pub hexsides: i16,
    /// The column that counts (SCS.ODDSc).
    pub column: Odds,
}

impl Weighed {
    /// All columns to the right by the terrain.
    pub fn shift(&self) -> i16 {
        self.ground + self.hexsides
    }
}

/// What is left of a unit's strengths: halves of DG and of barrage markers multiply (3.4g, 3.5t, 3.5u, ruling R21).
fn left(definitions: &Definitions, state: &State, unit: UnitId, printed: u8, of: fn(Part) -> (u32, u32)) -> Strength {
    let disorganised = state.unit(unit).disorganised.then_some(definitions.tables.disorganised);
    let parts = disorganised.into_iter().chain(barrage::part(definitions, state, unit));
    parts.fold(Strength::whole(printed), |strength, part| strength.part(of(part)))
}

/// The face of a counter that lies up.
fn face(state: &State, unit: UnitId) -> usize {
    usize::from(state.unit(unit).lost.min(1))
}

/// The attack strength of a unit where it is.
pub fn attack_of(definitions: &Definitions, state: &State, unit: UnitId) -> Strength {
    let printed = definitions.counter(unit).attack[face(state, unit)];
    left(definitions, state, unit, printed, |part| part.attack)
}

/// The defence strength of a unit where it is.
pub fn defence_of(definitions: &Definitions, state: &State, unit: UnitId) -> Strength {
    let printed = definitions.counter(unit).defence[face(state, unit)];
    left(definitions, state, unit, printed, |part| part.defence)
}

/// Whether a unit may attack a hex (SCS.FIGHTa, SCS.FIGHTb, T.TECa).
///
/// # Errors
/// The rule that forbids it.
pub fn able(
    definitions: &Definitions,
    state: &State,
    side: SideId,
    unit: UnitId,
    target: HexId,
) -> Result<HexId, Refusal> {
    let (counter, name, place) = (definitions.counter(unit), definitions.name(unit), definitions.place(target));
    if counter.side != side {
        return Err(Refusal::new("2.1a", format!("{name} is not yours to attack with")));
    }
    if !state.disposition(definitions).holds(side.enemy(), target) {
        return Err(Refusal::new("3.2i", format!("no enemy unit is in {place}")));
    }
    let from = state.unit(unit).hex().filter(|hex| definitions.board.side(*hex, target).is_some());
    let away = || match state.unit(unit).hex() {
        Some(hex) => several(definitions.board.distance(hex, target).into(), "hex") + " away",
        None => "not on the map".to_owned(),
    };
    let from = from.ok_or_else(|| {
        Refusal::new("SCS.FIGHTa", format!("{name} does not stand next to {place}: it is {}", away()))
    })?;
    if counter.attack[0] == 0 {
        return Err(Refusal::new("3.6b", format!("{name} is artillery: it fires and does not attack")));
    }
    if state.unit(unit).attacked {
        return Err(Refusal::new("SCS.FIGHTb", format!("{name} has attacked in this phase")));
    }
    if !terrain::may_attack(definitions, state, counter.allowance, from, target) {
        return Err(Refusal::new(
            "T.TECa",
            format!(
                "{name} cannot attack {place} from {}: hex or hexside is prohibited, and no road crosses it",
                definitions.place(from)
            ),
        ));
    }
    Ok(from)
}

/// What an attack of units on a hex is worth (3.2j, 3.2k).
pub fn weigh(definitions: &Definitions, state: &State, attackers: &[UnitId], target: HexId) -> Weighed {
    let attack = attackers.iter().map(|unit| attack_of(definitions, state, *unit)).sum();
    let defenders: Vec<UnitId> = state.disposition(definitions).stack(target).collect();
    let defence = defenders.iter().map(|unit| defence_of(definitions, state, *unit)).sum();
    let stacks: BTreeSet<HexId> = attackers.iter().filter_map(|unit| state.unit(*unit).hex()).collect();
    let stacks: Vec<HexId> = stacks.into_iter().collect();
    let whose = defenders.first().map(|unit| definitions.counter(*unit).side);
    let ground = whose.map_or(0, |side| terrain::defender_shift(definitions, side, target));
    let hexsides = terrain::attackers_shift(definitions, &stacks, target);
    let starting = Odds::of(attack, defence);
    let column = definitions.tables.combat.column(starting.shifted(ground + hexsides));
    Weighed { attack, defence, starting, ground, hexsides, column }
}
