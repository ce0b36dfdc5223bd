//! The lines of supply of the Germans beyond the Meuse: those who have not crossed in supply win only with one (17.1b,
//! 17.2b, rulings R97, R171).

use crate::chapters::supply;
use crate::chapters::supply::SupplyNet;
use crate::chapters::zones;
use crate::opponent::STEP;
use crate::printed::definitions::Definitions;
use crate::truth::order::EventKind;
use crate::truth::state::{ALLIED, Field, GERMAN, Location, Supply};
use definitions::UnitId;
use definitions::hex::HexId;
use std::cell::OnceCell;

/// Worth of the last line of supply of the Germans beyond the Meuse: that of the game.
const LINE: i32 = 40 * STEP;

/// The Germans beyond the Meuse, and what feeds them.
pub struct Lifeline<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    /// Those that are neither isolated nor unsupplied.
    raiders: Vec<HexId>,
    /// How many of them have a line of supply.
    fed: usize,
    /// What it takes from them that an Allied unit stands in a hex, worked out for the hexes on and around the roads.
    cuts: OnceCell<Vec<(HexId, i32)>>,
}

/// Units beyond the Meuse that would win the game if it ended now.
fn fed(definitions: &Definitions, field: &Field) -> usize {
    supply::supplied(definitions, field, GERMAN, |hex| definitions.board.west_of_meuse(hex)).len()
}

impl<'a> Lifeline<'a> {
    /// The lines as things stand.
    pub fn new(definitions: &'a Definitions, field: &'a Field) -> Lifeline<'a> {
        let raids = |(unit, hex): &(UnitId, HexId)| {
            definitions.unit(*unit).side == GERMAN
                && definitions.board.west_of_meuse(*hex)
                && field.unit(*unit).supply == Supply::Supplied
        };
        let raiders: Vec<HexId> = field.on_map().filter(raids).map(|(_, hex)| hex).collect();
        let fed = if raiders.is_empty() { 0 } else { fed(definitions, field) };
        Lifeline { definitions, field, raiders, fed, cuts: OnceCell::new() }
    }

    /// What it is worth to the German that so many of the raiders are fed: the first counts most.
    fn worth(&self, fed: usize) -> i32 {
        if fed == 0 { 0 } else { LINE / 2 + LINE / 2 * fed as i32 / self.raiders.len().max(1) as i32 }
    }

    /// Hexes on the roads that feed the raiders, and beside them.
    fn roadside(&self) -> Vec<HexId> {
        let net = SupplyNet::new(self.definitions, self.field, GERMAN);
        let mut hexes = Vec::new();
        for way in self.raiders.iter().map(|hex| net.way_home(*hex)) {
            for hex in way {
                hexes.push(hex);
                hexes.extend(self.definitions.board.neighbours(hex).map(|(_, there)| there));
            }
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// What it is worth to the Allies that a unit of theirs stands in a hex.
    pub fn cut(&self, hex: HexId) -> i32 {
        if self.fed == 0 {
            return 0;
        }
        let cuts = self.cuts.get_or_init(|| {
            let mut standing = self.field.clone();
            let idle = |unit: &UnitId| {
                let data = self.definitions.unit(*unit);
                data.side == ALLIED && !data.is_hq() && data.steps > 1 && standing.hex_of(*unit).is_none()
            };
            let Some(unit) = (0..standing.units.len() as u16).map(UnitId).find(idle) else { return Vec::new() };
            let free = |hex: &HexId| !zones::enemy_in(self.field, *hex, ALLIED);
            let mut cuts = Vec::new();
            for hex in self.roadside().into_iter().filter(free) {
                let state = &mut standing.units[unit.index()];
                (state.place, state.steps) = (Location::Map(hex), self.definitions.unit(unit).steps);
                let loss = self.worth(self.fed) - self.worth(fed(self.definitions, &standing));
                if loss > 0 {
                    cuts.push((hex, loss));
                }
            }
            cuts
        });
        cuts.iter().find(|(at, _)| *at == hex).map_or(0, |(_, loss)| *loss)
    }

    /// What it is worth to the Allies that a roadblock stands in a hex.
    pub fn block(&self, hex: HexId) -> i32 {
        if self.fed == 0 {
            return 0;
        }
        let mut barred = self.field.clone();
        barred.markers.push((EventKind::Roadblock, hex));
        self.worth(self.fed) - self.worth(fed(self.definitions, &barred))
    }

    /// Hexes in which a roadblock could cut a line.
    pub fn roads(&self) -> Vec<HexId> {
        if self.fed == 0 { Vec::new() } else { self.roadside() }
    }

    /// What it is worth to the German that Allied units are gone from where they stand.
    pub fn opened(&self, units: impl Iterator<Item = UnitId>) -> i32 {
        if self.raiders.is_empty() || self.fed == self.raiders.len() {
            return 0;
        }
        let mut gone = self.field.clone();
        units.for_each(|unit| gone.units[unit.index()].place = Location::Absent);
        self.worth(fed(self.definitions, &gone)) - self.worth(self.fed)
    }
}
