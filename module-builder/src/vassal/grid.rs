use super::element::Element;
use engine::hex::{Grid, HexId, Layout, Numbering};
use std::collections::BTreeMap;

/// How VASSAL finds the hexes of a board and what it calls them.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardGrid {
    /// By the arithmetic of its hex grid.
    Hexes(HexGrid),
    /// By points with names, for boards whose numbers that arithmetic cannot make: those that count from
    /// the east or the south, or run over two sheets.
    Points(BTreeMap<String, (i32, i32)>),
}

impl BoardGrid {
    /// The grid of a picture. `height` is the number of pixels between the flat sides of a hex, `centre` gives the
    /// centre of a hex on the picture.
    pub fn of_picture(grid: &Grid, height: f64, centre: impl Fn(HexId) -> (f64, f64)) -> BoardGrid {
        if let Some(hexes) = HexGrid::of_picture(grid, height, &centre) {
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
            let (dx, dy) = (i64::from(cx - x), i64::from(cy - y));
            dx * dx + dy * dy
        };
        match self {
            BoardGrid::Hexes(grid) => {
                hexes.iter().min_by_key(|number| grid.centre(number).map_or(i64::MAX, far)).cloned()
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

/// VASSAL's arithmetic of a flat-top hex grid that is numbered `CCRR` from 01: where its snap points are and what it
/// calls them.
///
/// VASSAL puts raw column `c`, row `r` (from 0) at `(x0 + ⌊c·dx⌋, y0 + ⌊r·dy⌋)`, and the second, fourth … column half
/// a hex lower. A grid whose **first** column is lower is written with one raw row above the board and `stagger`,
/// which adds 1 to the row numbers of the second, fourth … column.
#[derive(Clone, Debug, PartialEq)]
pub struct HexGrid {
    dx: f64,
    dy: f64,
    x0: i32,
    y0: i32,
    stagger: bool,
    /// Number of the raw row 0.
    first_row: i32,
}

impl HexGrid {
    /// The grid of a picture; none when it stands on its points or is numbered otherwise than `CCRR`.
    pub fn of_picture(grid: &Grid, height: f64, centre: impl Fn(HexId) -> (f64, f64)) -> Option<HexGrid> {
        let (Layout::FlatTop { lower }, Numbering::ColumnRow) = (grid.layout(), grid.numbering()) else {
            return None;
        };
        let first = grid.at(1, 1)?;
        let (x, y) = centre(first);
        let stagger = lower == 1;
        let top = if stagger { y - height } else { y };
        Some(HexGrid {
            dx: height * 3f64.sqrt() / 2.0,
            dy: height,
            x0: x.round() as i32,
            y0: top.round() as i32,
            stagger,
            first_row: if stagger { 0 } else { 1 },
        })
    }

    /// The grid that a build file describes; none when it is of another kind or a number in it is not one.
    pub(crate) fn of_element(grid: &Element) -> Option<HexGrid> {
        let numbering = grid.children.iter().find(|c| c.tag.ends_with("HexGridNumbering"))?;
        let plain = grid.attribute("sideways") == "false"
            && numbering.attribute("first") == "H"
            && ["hOff", "hLeading", "vLeading"].iter().all(|a| numbering.attribute(a) == "1")
            && ["hDescend", "vDescend"].iter().all(|a| numbering.attribute(a) != "true");
        if !plain {
            return None;
        }
        Some(HexGrid {
            dx: grid.attribute("dx").parse().ok()?,
            dy: grid.attribute("dy").parse().ok()?,
            x0: grid.attribute("x0").parse().ok()?,
            y0: grid.attribute("y0").parse().ok()?,
            stagger: numbering.attribute("stagger") != "false",
            first_row: numbering.attribute("vOff").parse().ok()?,
        })
    }

    /// The pixel on which VASSAL centres a piece in the hex with this number; none when it is no such number.
    pub fn centre(&self, number: &str) -> Option<(i32, i32)> {
        if number.len() != 4 || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let column: i32 = number[..2].parse().ok()?;
        let row: i32 = number[2..].parse().ok()?;
        let low = (column - 1).rem_euclid(2) == 1;
        let raw_row = row.saturating_sub(self.first_row).saturating_sub(i32::from(self.stagger && low));
        if column < 1 {
            return None;
        }
        let down = f64::from(raw_row) * self.dy + if low { self.dy / 2.0 } else { 0.0 };
        let across = f64::from(column - 1) * self.dx;
        // a damaged module may name any numbers
        Some((self.x0.saturating_add(across as i32), self.y0.saturating_add(down as i32)))
    }

    /// The grid as a component, with its numbering.
    pub(crate) fn element(&self) -> Element {
        const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";
        Element::new(format!("{BOARD}.HexGrid"))
            .with("dx", self.dx)
            .with("dy", self.dy)
            .with("x0", self.x0)
            .with("y0", self.y0)
            .with("sideways", false)
            .with("snapTo", true)
            .with("edgesLegal", false)
            .with("cornersLegal", false)
            .with("visible", false)
            .with("dotsVisible", false)
            .with("color", "0,0,0")
            .child(
                Element::new(format!("{BOARD}.mapgrid.HexGridNumbering"))
                    .with("first", "H")
                    .with("sep", "")
                    .with("hType", "N")
                    .with("hLeading", 1)
                    .with("hOff", 1)
                    .with("hDescend", false)
                    .with("vType", "N")
                    .with("vLeading", 1)
                    .with("vOff", self.first_row)
                    .with("vDescend", false)
                    .with("stagger", self.stagger)
                    .with("visible", false)
                    .with("fontSize", 9)
                    .with("color", "0,0,0")
                    .with("hDrawOff", 0)
                    .with("vDrawOff", 0)
                    .with("rotateText", 0)
                    .with("locationFormat", "$gridLocation$"),
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> [Grid; 2] {
        [Grid::autumn_fog(), Grid::new(Layout::FlatTop { lower: 0 }, Numbering::ColumnRow, 44, 29, 29)]
    }

    #[test]
    fn every_hex_of_the_rulebook_lies_where_the_picture_has_it() {
        for grid in grids() {
            for height in [40.0, 57.3, 64.0, 100.0 / 3.0] {
                let picture = |hex| {
                    let (x, y) = grid.centre(hex);
                    (f64::from(x) * height - 3.4, f64::from(y) * height + 7.7)
                };
                let vassal = HexGrid::of_picture(&grid, height, picture).unwrap();
                for hex in grid.hexes() {
                    let (x, y) = vassal.centre(&grid.number(hex)).unwrap();
                    let (px, py) = picture(hex);
                    assert!((f64::from(x) - px).abs() < 2.0, "{} x {x} {px}", grid.number(hex));
                    assert!((f64::from(y) - py).abs() < 2.0, "{} y {y} {py}", grid.number(hex));
                }
            }
        }
    }

    #[test]
    fn odd_columns_of_autumn_fog_lie_half_a_hex_lower() {
        let grid = Grid::autumn_fog();
        let vassal = HexGrid::of_picture(&grid, 60.0, |_| (50.0, 90.0)).unwrap();
        assert_eq!(vassal.centre("0101"), Some((50, 90)));
        assert_eq!(vassal.centre("0201"), Some((50 + 51, 60)));
        assert_eq!(vassal.centre("0301"), Some((50 + 103, 90)));
    }

    #[test]
    fn a_grid_is_read_from_the_component_it_wrote() {
        for grid in grids() {
            let vassal = HexGrid::of_picture(&grid, 57.3, |_| (50.0, 90.0)).unwrap();
            assert_eq!(HexGrid::of_element(&vassal.element()), Some(vassal));
        }
    }

    #[test]
    fn what_is_no_number_of_a_hex_has_no_centre() {
        let vassal = HexGrid::of_picture(&Grid::autumn_fog(), 60.0, |_| (50.0, 90.0)).unwrap();
        for number in ["", "101", "01011", "0x01", "0001", "0100é", "+101"] {
            assert_eq!(vassal.centre(number), None, "{number}");
        }
        let pointy = Grid::new(Layout::PointyTop { west: 1 }, Numbering::ColumnRow, 20, 20, 20);
        assert_eq!(HexGrid::of_picture(&pointy, 60.0, |_| (0.0, 0.0)), None);
    }

    #[test]
    fn boards_that_count_from_the_east_or_over_two_sheets_name_each_hex_by_itself() {
        let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::SheetColumnRow, 80, 54, 54);
        let board = BoardGrid::of_picture(&grid, 60.0, |hex| {
            let (x, y) = grid.centre(hex);
            (f64::from(x) * 60.0, f64::from(y) * 60.0)
        });
        let hex = grid.find("B1.46").unwrap();
        let (x, y) = grid.centre(hex);
        assert_eq!(board.centre("B1.46"), Some(((x * 60.0).round() as i32, (y * 60.0).round() as i32)));
        assert_eq!(board.element().children.len(), grid.len());
        assert_eq!(board.centre("C1.01"), None);
    }
}
