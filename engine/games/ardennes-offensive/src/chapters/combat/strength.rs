use crate::chapters::supply::{Net, leaves};
use crate::printed::{Definitions, GERMAN, Part};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Strengths of an attack after all effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strengths {
    /// Of the attackers.
    pub attack: u16,
    /// Of the defenders.
    pub defence: u16,
}

/// What the units of a hex give to an attack or a defence, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The hex.
    pub hex: HexId,
    /// Units that count in full, each with its strength in its mode (6.6k).
    pub full: Vec<(UnitId, u16)>,
    /// Units whose sum supply halves (9.5m).
    pub halved: Vec<(UnitId, u16)>,
    /// Units that add nothing, as they retreated there in this phase (E.9.1).
    pub newcomers: Vec<UnitId>,
    /// What the West Wall multiplies the sum with.
    pub wall: u16,
    /// What the first turn multiplies it with.
    pub first: u16,
    /// What both multiply it with (4.2d, ruling R3).
    pub times: u16,
}

impl Share {
    /// Adds a unit with its strength, of which supply leaves a part.
    fn add(&mut self, unit: UnitId, strength: u16, part: Part) {
        match part {
            Part::All => self.full.push((unit, strength)),
            Part::Half => self.halved.push((unit, strength)),
            Part::Nothing => {}
        }
    }

    /// The sum of the units, supply and road mode taken off.
    pub fn sum(&self) -> u16 {
        total(&self.full) + Part::Half.of_strength(total(&self.halved))
    }

    /// What the hex gives after all effects.
    pub fn total(&self) -> u16 {
        self.sum() * self.times
    }
}

fn total(units: &[(UnitId, u16)]) -> u16 {
    units.iter().map(|(_, strength)| strength).sum()
}

/// The strengths of an attack by some units on some hexes.
pub fn strengths(definitions: &Definitions, state: &State, units: &[UnitId], targets: &[HexId]) -> Strengths {
    let [attack, defence] = shares(definitions, state, units, targets);
    let sum = |shares: Vec<Share>| shares.iter().map(Share::total).sum();
    Strengths { attack: sum(attack), defence: sum(defence) }
}

/// What each hex gives to an attack and to the defence against it: hex by hex, supply first, then road mode and terrain
/// (9.3j, 9.5m; rulings R3, R23, R24).
pub fn shares(definitions: &Definitions, state: &State, units: &[UnitId], targets: &[HexId]) -> [Vec<Share>; 2] {
    let mut from: Vec<HexId> = units.iter().filter_map(|unit| state.unit(*unit).hex()).collect();
    from.sort_unstable();
    from.dedup();
    let attack = from.iter().map(|hex| attack_from(definitions, state, units, *hex)).collect();
    let Some(side) = units.first().map(|unit| definitions.counter(*unit).side.enemy()) else {
        return [attack, Vec::new()];
    };
    let net = Net::of_defenders(definitions, state, side);
    let defence = targets.iter().map(|hex| defence_in(definitions, state, &net, *hex, side)).collect();
    [attack, defence]
}

/// What those attackers give that stand in a hex.
fn attack_from(definitions: &Definitions, state: &State, units: &[UnitId], hex: HexId) -> Share {
    let side = units.first().map_or(GERMAN, |unit| definitions.counter(*unit).side);
    let wall = if definitions.board.hex(hex).west_wall { definitions.tables.west_wall[side.index()].attack } else { 1 };
    let mut share = empty(definitions, state, side, hex, wall);
    for unit in units.iter().copied().filter(|unit| state.unit(*unit).hex() == Some(hex)) {
        share.add(unit, in_mode(definitions, state, unit), leaves(definitions, state.unit(unit).supply).attack);
    }
    share
}

/// What the defenders in a hex give. Who retreated there in this phase adds nothing (E.9.1).
fn defence_in(definitions: &Definitions, state: &State, net: &Net<'_>, hex: HexId, side: SideId) -> Share {
    let wall =
        if definitions.board.hex(hex).west_wall { definitions.tables.west_wall[side.index()].defence } else { 1 };
    let mut share = empty(definitions, state, side, hex, wall);
    let (newcomers, there): (Vec<UnitId>, Vec<UnitId>) =
        state.disposition(definitions).stack(hex).partition(|unit| state.unit(*unit).newcomer);
    for unit in there {
        share.add(unit, in_mode(definitions, state, unit), leaves(definitions, net.of(unit)).defence);
    }
    share.newcomers = newcomers;
    share
}

/// A hex in which nobody gives anything as yet, with what multiplies strengths there: the West Wall, and the first turn for
/// Germans, together no more than the most (4.2d).
fn empty(definitions: &Definitions, state: &State, side: SideId, hex: HexId, wall: u16) -> Share {
    let first = if side == GERMAN && state.turn == 1 { definitions.tables.first_turn } else { 1 };
    let times = (wall * first).min(definitions.tables.most);
    Share { hex, full: Vec::new(), halved: Vec::new(), newcomers: Vec::new(), wall, first, times }
}

/// Strength of a unit in its mode (6.6k). In road mode it is alone in its hex, so that halves in either order are the same.
fn in_mode(definitions: &Definitions, state: &State, unit: UnitId) -> u16 {
    let counter = definitions.counter(unit);
    let part = if state.unit(unit).road { definitions.tables.road_rates(counter).strength } else { Part::All };
    part.of_strength(u16::from(counter.strength))
}

/// Whether Ar and Dr move nobody of a side in a hex, unless he waives it (11f, 11h).
pub fn immune(definitions: &Definitions, side: SideId, hex: HexId) -> bool {
    let it = definitions.board.hex(hex);
    it.town || it.west_wall && definitions.tables.west_wall[side.index()].immune
}
