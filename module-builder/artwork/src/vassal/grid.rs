use super::element::Element;
use super::hex_grid::HexGrid;
use definitions::hex::{Grid, HexId};
use std::collections::BTreeMap;

/// How VASSAL finds the hexes of a board and what it calls them.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardGrid {
    /// By the arithmetic of its hex grid.
    Hexes(HexGrid),
    /// By points with names, for boards whose numbers that arithmetic cannot make: those of several sheets, and scans that are
    /// not level.
    Points(BTreeMap<String, (i32, i32)>),
}

impl BoardGrid {
    /// The grid of a picture of a size in pixels. Its lines of hexes (columns when flat, rows when pointy) lie `steps.0` pixels
    /// apart, the hexes of a line `steps.1`; `centre` gives the centre of a hex on the picture.
    pub fn of_picture(
        grid: &Grid,
        size: (u32, u32),
        steps: (f64, f64),
        centre: impl Fn(HexId) -> (f64, f64),
    ) -> BoardGrid {
        if let Some(hexes) = HexGrid::of_picture(grid, size, steps, &centre) {
            return BoardGrid::Hexes(hexes);
        }
        let whole = |(x, y): (f64, f64)| (x.round() as i32, y.round() as i32);
        BoardGrid::Points(grid.hexes().map(|hex| (grid.number(hex), whole(centre(hex)))).collect())
    }

    /// The pixel on which VASSAL centres a piece in the hex with this number; none when it is no such number.
    pub fn centre(&self, number: &str) -> Option<(i32, i32)> {
        match self {
            BoardGrid::Hexes(grid) => grid.centre(number),
            BoardGrid::Points(points) => points.get(number).copied(),
        }
    }

    /// The number of the hex, of those on the board, whose centre is nearest to a pixel.
    pub fn nearest(&self, hexes: &[String], (x, y): (i32, i32)) -> Option<String> {
        let far = |(cx, cy): (i32, i32)| {
            // a saved game may name any pixel
            let square = |from: i32, to: i32| u64::from(from.abs_diff(to)).pow(2);
            square(cx, x).saturating_add(square(cy, y))
        };
        match self {
            BoardGrid::Hexes(grid) => {
                hexes.iter().min_by_key(|number| grid.centre(number).map_or(u64::MAX, far)).cloned()
            }
            BoardGrid::Points(points) => {
                points.iter().min_by_key(|(_, centre)| far(**centre)).map(|(number, _)| number.clone())
            }
        }
    }

    /// The grid as a component, with its names.
    pub(crate) fn element(&self) -> Element {
        const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";
        match self {
            BoardGrid::Hexes(grid) => grid.element(),
            BoardGrid::Points(points) => {
                let regions = points.iter().map(|(name, (x, y))| {
                    Element::new(format!("{BOARD}.Region")).with("name", name).with("originx", x).with("originy", y)
                });
                let grid = Element::new(format!("{BOARD}.RegionGrid"));
                grid.with("snapto", true).with("visible", false).with("fontsize", 9).children(regions)
            }
        }
    }
}

#[cfg(test)]
mod tests;
