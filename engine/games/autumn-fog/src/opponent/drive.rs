//! The German plan: across the Meuse before it is guarded, and else into the towns that decide the game.

use crate::chapters::supply::SupplyNet;
use crate::opponent::STEP;
use crate::opponent::lifeline::Lifeline;
use crate::opponent::plan::{german_has, objectives, strength};
use crate::opponent::routes::{Barrier, NEVER, Routes};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Class;
use crate::truth::state::{ALLIED, Field, GERMAN, Supply};
use definitions::hex::HexId;
use definitions::{Tenure, UnitId};
use std::cell::OnceCell;

/// Worth of a supplied unit beyond the Meuse, which wins the game.
const MEUSE: i32 = 60 * STEP;
/// Worth of one beyond the Meuse that has no supply, so that the Allies must look after it.
const RAID: i32 = STEP;
/// Worth of a town that decides the game.
const TOWN: i32 = 6 * STEP;
/// Hundredths of a step for each half movement point that a full battle group comes nearer.
const RATE: i32 = 8;
/// Half movement points by which a stack in the way must lengthen the road to be worth an attack on its own account.
const BLOCKS: u32 = 20;

/// Where the German goes.
pub struct Drive<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    aims: Vec<Aim>,
    /// The aim of each unit.
    chosen: Vec<Option<usize>>,
    net: SupplyNet<'a>,
    lifeline: Lifeline<'a>,
    /// What has been worked out of [`Lifeline::opened`] by hex.
    opened: Vec<OnceCell<i32>>,
}

/// Something to go for.
struct Aim {
    /// Strength that should go there; none if there is never enough.
    need: Option<i32>,
    /// Distance for units on wheels and on foot.
    distance: [Vec<u32>; 2],
}

impl<'a> Drive<'a> {
    /// The plan as things stand.
    pub fn new(definitions: &'a Definitions, field: &'a Field) -> Drive<'a> {
        let board = &definitions.board;
        let barrier = Barrier::of(definitions, field, ALLIED);
        let routes = [Class::Mechanized, Class::Infantry].map(|class| Routes::new(definitions, GERMAN, class));
        let aim = |hexes: Vec<HexId>, need| {
            let goals: Vec<(HexId, u32)> = hexes.iter().map(|hex| (*hex, 0)).collect();
            Aim { distance: [0, 1].map(|foot: usize| routes[foot].to(&goals, &barrier)), need }
        };
        let beyond = (0..board.len() as u16)
            .map(HexId)
            .filter(|hex| board.west_of_meuse(*hex) && board.neighbours(*hex).next().is_some());
        let mut aims = vec![aim(beyond.collect(), None)];
        for hex in objectives(definitions, field) {
            if !german_has(definitions, field, *hex) {
                let defence: i32 = field.in_hex(*hex).map(|unit| strength(definitions, field, unit)).sum();
                aims.push(aim(vec![*hex], Some(12 + 2 * defence)));
            }
        }
        let mut drive = Drive {
            definitions,
            field,
            aims,
            chosen: vec![None; field.units.len()],
            net: SupplyNet::new(definitions, field, GERMAN),
            lifeline: Lifeline::new(definitions, field),
            opened: vec![OnceCell::new(); board.len()],
        };
        drive.choose();
        drive
    }

    /// Deals the units out: the nearest to each town until enough go there, the others to the Meuse.
    fn choose(&mut self) {
        let own = |(unit, _): &(UnitId, HexId)| {
            let data = self.definitions.unit(*unit);
            data.side == GERMAN && !data.is_hq()
        };
        let mut ways: Vec<(u32, usize, UnitId)> = Vec::new();
        for (unit, hex) in self.field.on_map().filter(own) {
            for aim in 0..self.aims.len() {
                ways.push((self.way(aim, unit, hex), aim, unit));
            }
        }
        ways.sort_unstable();
        let mut needs: Vec<Option<i32>> = self.aims.iter().map(|aim| aim.need).collect();
        for (distance, aim, unit) in ways {
            let chosen = &mut self.chosen[unit.index()];
            if distance >= NEVER || chosen.is_some() {
                continue;
            }
            if let Some(need) = &mut needs[aim] {
                if *need <= 0 {
                    continue;
                }
                *need -= strength(self.definitions, self.field, unit);
            }
            *chosen = Some(aim);
        }
    }

    fn way(&self, aim: usize, unit: UnitId, hex: HexId) -> u32 {
        let foot = usize::from(self.definitions.unit(unit).class == Class::Infantry);
        self.aims[aim].distance[foot][hex.index()]
    }

    /// What a hex is worth to a unit by itself.
    fn place(&self, unit: UnitId, hex: HexId) -> i32 {
        let (definitions, field) = (self.definitions, self.field);
        if definitions.board.west_of_meuse(hex) {
            let fed = field.unit(unit).supply == Supply::Supplied && self.net.at_road(hex);
            return if fed { MEUSE } else { RAID };
        }
        if !objectives(definitions, field).contains(&hex) {
            return 0;
        }
        let occupying =
            definitions.scenario(field).objectives.as_ref().is_some_and(|towns| towns.by == Tenure::Occupying);
        let mates = field.in_hex(hex).filter(|mate| definitions.unit(*mate).side == GERMAN && *mate != unit).count();
        match (german_has(definitions, field, hex), field.hex_of(unit) == Some(hex)) {
            (false, _) => TOWN,
            // somebody must stay
            (true, true) if mates == 0 => {
                if occupying {
                    TOWN
                } else {
                    TOWN / 3
                }
            }
            _ => 0,
        }
    }

    /// What it is worth that a unit stands in a hex instead of where it is.
    pub fn gain(&self, unit: UnitId, to: HexId) -> i32 {
        let rate = RATE * strength(self.definitions, self.field, unit) / 6;
        let aim = self.chosen[unit.index()].unwrap_or(0);
        let Some(here) = self.field.hex_of(unit) else {
            return self.place(unit, to) - RATE * self.way(aim, unit, to).min(100) as i32 / 10;
        };
        let nearer = self.way(aim, unit, here).min(NEVER) as i32 - self.way(aim, unit, to).min(NEVER) as i32;
        self.place(unit, to) - self.place(unit, here) + rate * nearer.clamp(-100, 100)
    }

    /// What it is worth that a step of a unit stays where it stands when the rest goes: the town.
    pub fn stay_behind(&self, unit: UnitId) -> i32 {
        self.field.hex_of(unit).map_or(0, |hex| self.place(unit, hex))
    }

    /// Digging in matters only where something is to be kept.
    pub fn dig(&self, hex: HexId) -> i32 {
        if self.keeps(hex) { STEP / 2 } else { 0 }
    }

    fn keeps(&self, hex: HexId) -> bool {
        let town = objectives(self.definitions, self.field).contains(&hex);
        town || self.definitions.board.west_of_meuse(hex)
    }

    /// What it is worth to throw the Allies out of a hex.
    pub fn ground(&self, target: HexId, from: &[UnitId]) -> i32 {
        let town = if objectives(self.definitions, self.field).contains(&target) { TOWN } else { 0 };
        let opened = |unit: &UnitId| {
            let here = self.field.hex_of(*unit)?;
            let aim = self.chosen[unit.index()]?;
            let (before, after) = (self.way(aim, *unit, here), self.way(aim, *unit, target));
            Some(match before.saturating_sub(after) {
                0 => STEP / 5,
                nearer if nearer < BLOCKS => STEP / 2,
                _ => 2 * STEP,
            })
        };
        let stack = || self.field.in_hex(target).filter(|unit| self.definitions.unit(*unit).side == ALLIED);
        let line = *self.opened[target.index()].get_or_init(|| self.lifeline.opened(stack()));
        town + line + from.iter().filter_map(opened).max().unwrap_or(0)
    }

    /// What it is worth to stay in a hex.
    pub fn hold(&self, hex: HexId) -> i32 {
        if self.definitions.board.west_of_meuse(hex) {
            MEUSE
        } else if objectives(self.definitions, self.field).contains(&hex) {
            TOWN
        } else {
            STEP / 2
        }
    }
}
