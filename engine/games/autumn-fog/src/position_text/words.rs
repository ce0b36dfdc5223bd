//! Words of a position: sides, hexes, units, numbers.

use super::PositionFile;
use crate::printed::sides::NAMES;
use crate::printed::sides::{ALLIED, GERMAN};
use crate::truth::order::SupportKind;
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::{FormationId, Terrain, UnitId};
use engine::contract::SideId;

/// Most markers of a kind in one place: more than any game has.
pub const MOST_MARKERS: u8 = 20;

impl PositionFile<'_> {
    pub(super) fn find(&self, declaration: &Declaration) -> Result<UnitId, String> {
        let id = declaration.word(0, "the id of a unit")?;
        let found = self.definitions.published.units.find(id);
        found.ok_or_else(|| format!("expected the id of a unit, as in units.txt, found `{id}`"))
    }

    pub(super) fn hex(&self, number: &str) -> Result<HexId, String> {
        let hex = self.definitions.board.grid().find(number);
        hex.filter(|hex| self.definitions.published.map.hex(*hex).terrain != Terrain::OffMap)
            .ok_or_else(|| format!("expected a hex of the map, as in 1817, found `{number}`"))
    }

    pub(super) fn army(&self, id: &str) -> Result<u8, String> {
        let place = self.definitions.armies.iter().position(|army| army == id);
        place
            .map(|place| place as u8)
            .ok_or_else(|| format!("expected an army ({}), found `{id}`", self.definitions.armies.join(", ")))
    }

    pub(super) fn formation(&self, id: &str, side: SideId) -> Result<FormationId, String> {
        let units = &self.definitions.published.units;
        units.find_formation(id).filter(|formation| self.definitions.side_of(*formation) == side).ok_or_else(|| {
            let own = units.formations.iter().filter(|formation| formation.side == side.0);
            let own: Vec<&str> = own.map(|formation| formation.id.as_str()).collect();
            format!("expected general or a formation of that side ({}), found `{id}`", own.join(", "))
        })
    }
}

pub fn side(name: &str) -> Result<SideId, String> {
    choice(name, "side", &[(NAMES[0], GERMAN), (NAMES[1], ALLIED)])
}

/// `NAME kind=count …`.
pub fn markers(declaration: &Declaration, reader: &mut Reader<'_>) -> Result<[u8; 4], String> {
    reader.expect(declaration, 1..=1, &SupportKind::ALL.map(SupportKind::name));
    let mut markers = [0; 4];
    for kind in SupportKind::ALL {
        let count = declaration.get(kind.name()).map_or(Ok(0), |text| number(text, "a number of markers"))?;
        if count > MOST_MARKERS {
            return Err(format!("expected at most {MOST_MARKERS} markers, found {count}"));
        }
        markers[kind.index()] = count;
    }
    Ok(markers)
}

/// Movement points such as `2` or `1.5`, in halves.
pub fn half_points(text: &str) -> Result<u8, String> {
    let (whole, half) = match text.split_once('.') {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return Err(format!("expected movement points as in 2 or 1.5, found `{text}`")),
    };
    let whole: u8 = number(whole, "movement points")?;
    whole.checked_mul(2).and_then(|halves| halves.checked_add(half)).ok_or_else(|| format!("{text} MP are too many"))
}
