use super::*;
use crate::hex::{Corner, First, Order};
use std::collections::{BTreeSet, VecDeque};

const SHEETS: Numbering = Numbering { order: Order::SheetColumnRow, from: Corner::SouthWest, ..Numbering::COLUMN_ROW };

/// Both layouts with either lines shifted, these as long as the others or one shorter.
fn layouts(columns: u16, rows: u16) -> Vec<(Layout, u16)> {
    let parities = [0u8, 1];
    let flat = parities.iter().flat_map(|lower| [rows, rows - 1].map(|n| (Layout::FlatTop { lower: *lower }, n)));
    let pointy =
        parities.iter().flat_map(|east| [columns, columns - 1].map(|n| (Layout::PointyTop { east: *east }, n)));
    flat.chain(pointy).collect()
}

/// Every order, from every corner, beginning with ones, noughts, other numbers and letters.
fn numberings() -> Vec<Numbering> {
    let (one, letter) = (First::Number(1), First::Letter(1));
    let numbers =
        [(one, one), (First::Number(0), First::Number(0)), (First::Number(10), one), (one, First::Number(998))];
    let letters = [(letter, one), (First::Letter(30), First::Number(0)), (one, letter), (First::Number(98), letter)];
    let corners = [Corner::NorthWest, Corner::NorthEast, Corner::SouthWest, Corner::SouthEast];
    let mut all = Vec::new();
    for from in corners {
        for first in numbers {
            let orders = [Order::ColumnRow, Order::RowColumn, Order::SheetColumnRow];
            all.extend(orders.map(|order| Numbering { order, from, first }));
        }
        for first in letters {
            all.extend([Order::ColumnRow, Order::RowColumn].map(|order| Numbering { order, from, first }));
        }
    }
    all
}

fn grids() -> Vec<Grid> {
    let small = layouts(20, 17).into_iter().map(|(layout, n)| Grid::new(layout, Numbering::COLUMN_ROW, 20, 17, n));
    let games = [
        Grid::new(Layout::FlatTop { lower: 1 }, SHEETS, 80, 54, 54),
        Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21),
        Grid::new(Layout::FlatTop { lower: 0 }, Numbering::COLUMN_ROW, 44, 29, 29),
    ];
    small.chain(games).collect()
}

#[test]
fn neighbours_are_mutual_and_one_hex_width_apart() {
    for grid in grids() {
        for hex in grid.hexes() {
            for (side, there) in grid.neighbours(hex) {
                assert_eq!(grid.neighbour(there, side.opposite()), Some(hex));
                assert_eq!(grid.distance(hex, there), 1);
                let ((ax, ay), (bx, by)) = (grid.centre(hex), grid.centre(there));
                assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn distances_equal_the_steps_of_a_breadth_first_search() {
    for grid in grids() {
        let start = grid.at(10, 10).unwrap();
        let mut steps = vec![None; grid.len()];
        steps[start.index()] = Some(0u16);
        let mut queue = VecDeque::from([start]);
        while let Some(hex) = queue.pop_front() {
            let here = steps[hex.index()].unwrap();
            assert_eq!(grid.distance(start, hex), here, "{}", grid.number(hex));
            for (_, there) in grid.neighbours(hex) {
                if steps[there.index()].is_none() {
                    steps[there.index()] = Some(here + 1);
                    queue.push_back(there);
                }
            }
        }
    }
}

#[test]
fn numbers_and_hexes_are_one_to_one_however_they_are_counted() {
    for numbering in numberings() {
        for (columns, rows) in [(9, 7), (45, 30), (101, 3), (3, 101)] {
            for (layout, shifted) in layouts(columns, rows) {
                let grid = Grid::new(layout, numbering, columns, rows, shifted);
                let mut numbers = BTreeSet::new();
                for hex in grid.hexes() {
                    let number = grid.number(hex);
                    assert_eq!(grid.find(&number), Some(hex), "{number} {grid:?}");
                    assert!(numbers.insert(number), "{grid:?}");
                }
            }
        }
    }
}

#[test]
fn every_line_begins_with_the_first_number_at_the_edge_where_counting_begins() {
    for numbering in numberings().into_iter().filter(|it| it.order != Order::SheetColumnRow) {
        for (layout, shifted) in layouts(9, 7) {
            let grid = Grid::new(layout, numbering, 9, 7, shifted);
            let of = |column, row| grid.labels(grid.at(column, row).unwrap());
            let (first, last) = (numbering.first, if numbering.from.is_south() { 7 } else { 1 });
            match layout {
                Layout::FlatTop { .. } => {
                    for column in 1..=9 {
                        let nth = if numbering.from.is_east() { 9 - column } else { column - 1 };
                        let row = (1..=last).rev().find(|row| grid.at(column, *row).is_some()).unwrap();
                        let counted = (nth, 0);
                        assert_eq!(of(column, row), numbering.labels(counted, (9, 7)), "{grid:?}");
                    }
                }
                Layout::PointyTop { .. } => {
                    let west = if numbering.from.is_east() { 9 } else { 1 };
                    let column = (1..=west).rev().find(|column| grid.at(*column, last).is_some()).unwrap();
                    let corner = grid.labels(grid.at(column, last).unwrap());
                    assert_eq!(corner, numbering.labels((0, 0), (9, 7)), "{grid:?} {first:?}");
                }
            }
        }
    }
}

#[test]
fn a_numbering_names_hexes_and_moves_none() {
    for (layout, shifted) in layouts(9, 7) {
        let plain = Grid::new(layout, Numbering::COLUMN_ROW, 9, 7, shifted);
        for numbering in numberings() {
            let grid = Grid::new(layout, numbering, 9, 7, shifted);
            for hex in plain.hexes() {
                assert_eq!(grid.centre(hex), plain.centre(hex));
                assert_eq!(grid.neighbours(hex).collect::<Vec<_>>(), plain.neighbours(hex).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn numbers_have_two_digits_or_as_many_as_the_largest_needs() {
    let flat = Layout::FlatTop { lower: 1 };
    let of = |numbering: Numbering, size: (u16, u16), place: (u16, u16)| {
        let grid = Grid::new(flat, numbering, size.0, size.1, size.1);
        grid.number(grid.at(place.0, place.1).unwrap())
    };
    let plain = Numbering::COLUMN_ROW;
    let from = |column, row| Numbering { first: (column, row), ..plain };
    assert_eq!(of(plain, (9, 9), (1, 2)), "0102");
    assert_eq!(of(plain, (255, 99), (7, 2)), "00702");
    assert_eq!(of(plain, (255, 255), (255, 255)), "255255");
    assert_eq!(of(from(First::Number(0), First::Number(0)), (100, 101), (100, 101)), "99100");
    assert_eq!(of(from(First::Number(10), First::Number(1)), (90, 20), (90, 20)), "9920");
    assert_eq!(of(from(First::Number(10), First::Number(1)), (91, 20), (1, 1)), "01001");
    let letters = from(First::Letter(1), First::Number(1));
    let named = [1, 26, 27, 28, 52, 53].map(|column| of(letters, (60, 30), (column, 7)));
    assert_eq!(named, ["A7", "Z7", "AA7", "BB7", "ZZ7", "AAA7"]);
    let rows = Numbering { order: Order::RowColumn, first: (First::Number(1), First::Letter(1)), ..plain };
    assert_eq!(of(rows, (30, 30), (12, 28)), "BB12");
    let grid = Grid::new(flat, letters, 60, 30, 30);
    for wrong in ["", "A", "7", "A0", "A07", "AB7", "a7", "A31", "III7", "AAA", "77", "A7A", "É7", "A7É"] {
        assert_eq!(grid.find(wrong), None, "{wrong}");
    }
}

#[test]
fn numbers_of_a_sheet_count_its_columns_from_the_west_and_rows_from_the_south() {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, SHEETS, 80, 54, 54);
    let at = |number: &str| grid.find(number).map(|hex| grid.column_row(hex));
    assert_eq!((at("A1.54"), at("A40.01"), at("B1.01")), (Some((1, 1)), Some((40, 54)), Some((41, 54))));
    assert_eq!(grid.distance(grid.find("A40.30").unwrap(), grid.find("B1.30").unwrap()), 1);
    for wrong in ["", "A", "A1", "A1.", "A1.5", "A41.10", "A0.10", "A1.55", "A1.00", "C1.10", "1.10", "a1.10", "A1.1x"]
    {
        assert_eq!(at(wrong), None, "{wrong}");
    }
}

#[test]
fn odd_columns_of_autumn_fog_have_21_rows_and_even_ones_22() {
    let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
    assert!(grid.find("2022").is_some() && grid.find("3022").is_some());
    assert!(grid.find("2122").is_none() && grid.find("3121").is_some());
    assert!(grid.find("0000").is_none() && grid.find("3501").is_none() && grid.find("18 7").is_none());
}
