use super::*;
use definitions::hex::{Corner, First, Grid, Layout, Numbering, Order};

const ROOT: f64 = 0.866_025_403_784_438_6;

/// Where the hexes of a grid lie on a picture of so many pixels a hex, which is as large as its hexes.
fn picture(grid: &Grid, hex: f64) -> ((u32, u32), impl Fn(HexId) -> (f64, f64)) {
    let grid = grid.clone();
    let place = move |at: HexId| {
        let (x, y) = grid.centre(at);
        (f64::from(x) * hex - 3.4, f64::from(y) * hex + 7.7)
    };
    let (wide, high) = (1400.0 + hex, 900.0 + hex * 3.3);
    ((wide as u32, high as u32), place)
}

fn grid_of(grid: &Grid, hex: f64) -> BoardGrid {
    let (size, place) = picture(grid, hex);
    BoardGrid::of_picture(grid, size, (hex * ROOT, hex), place)
}

fn layouts(columns: u16, rows: u16) -> Vec<(Layout, u16)> {
    let flat = [0, 1].into_iter().flat_map(|lower| [rows, rows - 1].map(|n| (Layout::FlatTop { lower }, n)));
    let pointy = [0, 1].into_iter().flat_map(|east| [columns, columns - 1].map(|n| (Layout::PointyTop { east }, n)));
    flat.chain(pointy).collect()
}

fn numberings() -> Vec<Numbering> {
    let (one, letter) = (First::Number(1), First::Letter(1));
    let firsts =
        [(one, one), (First::Number(0), First::Number(0)), (First::Number(90), First::Number(7)), (letter, one)];
    let corners = [Corner::NorthWest, Corner::NorthEast, Corner::SouthWest, Corner::SouthEast];
    let mut all = Vec::new();
    for from in corners {
        for order in [Order::ColumnRow, Order::RowColumn] {
            all.extend(firsts.into_iter().chain([(one, letter)]).map(|first| Numbering { order, from, first }));
        }
    }
    all
}

#[test]
fn every_hex_is_called_by_its_number_and_lies_where_the_picture_has_it() {
    let mut points = Vec::new();
    for numbering in numberings() {
        for (layout, shifted) in layouts(31, 14) {
            let grid = Grid::new(layout, numbering, 31, 14, shifted);
            for hex in [40.0, 57.3, 100.0 / 3.0] {
                let (board, (_, place)) = (grid_of(&grid, hex), picture(&grid, hex));
                for at in grid.hexes() {
                    let (number, (px, py)) = (grid.number(at), place(at));
                    let (x, y) = board.centre(&number).unwrap();
                    assert!((f64::from(x) - px).abs() < 2.0, "{number} x {x} {px}");
                    assert!((f64::from(y) - py).abs() < 2.0, "{number} y {y} {py}");
                    if let BoardGrid::Hexes(vassal) = &board {
                        assert_eq!(vassal.name((x, y)), number);
                    }
                }
                match &board {
                    BoardGrid::Hexes(vassal) => {
                        let (size, _) = picture(&grid, hex);
                        assert_eq!(HexGrid::of_element(&vassal.element(), Some(size)).as_ref(), Some(vassal));
                    }
                    BoardGrid::Points(_) => points.push((layout, numbering, shifted, hex)),
                }
            }
        }
    }
    // VASSAL counts the parity of a column by its number where columns descend, and so misses every other row where the
    // lines that begin further in are shorter, if the number that they descend from is odd
    for (layout, numbering, shifted, hex) in &points {
        let (lines, along, full) = match layout {
            Layout::FlatTop { .. } => (numbering.from.is_east(), numbering.from.is_south(), 14),
            Layout::PointyTop { .. } => (numbering.from.is_south(), numbering.from.is_east(), 31),
        };
        assert!(lines && along && *shifted < full, "{layout:?} {numbering:?} {shifted} {hex}");
    }
    assert!(points.len() < numberings().len() * layouts(31, 14).len() * 3 / 8);
}

#[test]
fn odd_columns_of_autumn_fog_lie_half_a_hex_lower() {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
    let place = |hex: HexId| {
        let (column, row) = grid.column_row(hex);
        let low = if column % 2 == 1 { 30.0 } else { 0.0 };
        (50.0 + f64::from(column - 1) * 60.0 * ROOT, 60.0 + f64::from(row - 1) * 60.0 + low)
    };
    let vassal = HexGrid::of_picture(&grid, (1900, 1400), (60.0 * ROOT, 60.0), place).unwrap();
    assert_eq!(vassal.centre("0101"), Some((50, 90)));
    assert_eq!(vassal.centre("0201"), Some((50 + 52, 60)));
    assert_eq!(vassal.centre("0301"), Some((50 + 104, 90)));
}

#[test]
fn what_is_no_number_of_a_hex_has_no_centre() {
    let BoardGrid::Hexes(vassal) =
        grid_of(&Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21), 60.0)
    else {
        panic!("flat and from the north-west")
    };
    for number in ["", "101", "0x01", "0100é", "+101", "A101"] {
        assert_eq!(vassal.centre(number), None, "{number}");
    }
}

#[test]
fn grids_of_other_modules_are_read_with_their_separators_and_left_alone_where_the_board_is_unknown() {
    let element = |attributes: &[(&str, &str)]| {
        let numbering = Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering");
        let numbering = attributes.iter().fold(numbering, |element, (name, value)| element.with(name, value));
        let grid = Element::new("HexGrid").with("dx", 50.0).with("dy", 60.0).with("x0", 10).with("y0", 20);
        grid.child(numbering)
    };
    let dotted = HexGrid::of_element(&element(&[("sep", "."), ("stagger", "false")]), None).unwrap();
    assert_eq!((dotted.centre("02.03"), dotted.centre("0203")), (Some((60, 170)), None));
    let letters = [("hType", "A"), ("hOff", "0"), ("vLeading", "0"), ("stagger", "false")];
    let letters = HexGrid::of_element(&element(&letters), None).unwrap();
    assert_eq!(
        (letters.centre("A1"), letters.centre("BB3"), letters.centre("AB3")),
        (Some((10, 20)), Some((1360, 170)), None)
    );
    assert_eq!(letters.name((1360, 170)), "BB3");
    let descending = element(&[("hDescend", "true")]);
    assert_eq!(HexGrid::of_element(&descending, None), None);
    assert!(HexGrid::of_element(&descending, Some((600, 600))).is_some());
    assert_eq!(HexGrid::of_element(&element(&[("locationFormat", "$row$/$column$")]), None), None);
}

#[test]
fn boards_of_sheets_name_each_hex_by_itself() {
    let numbering = Numbering { order: Order::SheetColumnRow, from: Corner::SouthWest, ..Numbering::COLUMN_ROW };
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, numbering, 80, 54, 54);
    let (board, (_, place)) = (grid_of(&grid, 60.0), picture(&grid, 60.0));
    let (x, y) = place(grid.find("B1.46").unwrap());
    assert_eq!(board.centre("B1.46"), Some((x.round() as i32, y.round() as i32)));
    assert_eq!(board.element().children.len(), grid.len());
    assert_eq!(board.centre("C1.01"), None);
}

#[test]
fn the_nearest_hex_to_any_pixel_that_a_saved_game_can_name_is_found() {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 9, 8, 8);
    let hexes: Vec<String> = grid.hexes().map(|hex| grid.number(hex)).collect();
    for at in [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (i32::MIN, i32::MIN)] {
        assert!(grid_of(&grid, 80.0).nearest(&hexes, at).is_some(), "{at:?}");
    }
}
