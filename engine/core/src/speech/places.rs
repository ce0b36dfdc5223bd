//! Finds the hexes that a player names, by their numbers or by the places in them.

use super::listing::either;
use super::names::do_you_mean;
use crate::contract::Misread;
use definitions::Map;
use definitions::hex::{Grid, HexId, Layout, Order};
use definitions::spelling::{COMMA, Word, folded, spoken};

/// The hexes of a map as people call them. Numbers consist of digits; on sheets the letter of the sheet is before them.
pub struct Places {
    grid: Grid,
    named: Vec<Place>,
    example: HexId,
}

/// A hex with a name.
struct Place {
    hex: HexId,
    words: Vec<String>,
    name: String,
    spoken: String,
}

/// Letters that the beginning of a place must have to stand for it.
const SHORTEST: usize = 3;
/// Words that the name of a place has at most.
const LONGEST: usize = 4;
/// Places that an answer offers at most.
const MOST_MEANT: usize = 6;

impl Places {
    /// The places of a map. The example stands in answers to what names none.
    pub fn new(map: &Map, example: HexId) -> Places {
        let place = |hex: HexId| {
            let name = map.hex(hex).name.clone()?;
            Some(Place { hex, words: folded(&name), name, spoken: map.spoken(hex) })
        };
        Places { grid: map.grid.clone(), named: map.on_map().filter_map(place).collect(), example }
    }

    /// The hexes that words name one after the other.
    ///
    /// # Errors
    /// The first words that name none, or more than one.
    pub fn all(&self, words: &[Word]) -> Result<Vec<HexId>, Misread> {
        let mut hexes = Vec::new();
        let mut rest = words;
        while let Some((first, after)) = rest.split_first() {
            if matches!(first.folded.as_str(), COMMA | "hex" | "hexes") {
                rest = after;
                continue;
            }
            let (hex, used) = self.leading(rest)?;
            hexes.push(hex);
            rest = &rest[used..];
        }
        Ok(hexes)
    }

    /// The way that an order draws: the hexes behind `via`, then the one behind `to`, which may stand in both.
    ///
    /// # Errors
    /// What was expected, also where both are missing.
    pub fn way(&self, via: Option<&[Word]>, to: Option<&[Word]>) -> Result<Vec<HexId>, Misread> {
        let mut way = self.all(via.unwrap_or_default())?;
        if let Some(to) = to {
            let to = self.one(to)?;
            if way.last() != Some(&to) {
                way.push(to);
            }
        }
        if way.is_empty() { Err(Misread::new("where to?")) } else { Ok(way) }
    }

    /// The one hex that words name.
    ///
    /// # Errors
    /// What was expected.
    pub fn one(&self, words: &[Word]) -> Result<HexId, Misread> {
        match self.all(words)?[..] {
            [hex] => Ok(hex),
            [] => {
                let name = self.named.iter().find(|place| place.hex == self.example);
                let name = name.map_or_else(String::new, |place| format!(" or {}", place.name));
                Err(Misread::new(format!("expected a hex, as in {}{name}", self.grid.number(self.example))))
            }
            _ => Err(Misread::new(format!("expected one hex, found `{}`", spoken(words)))),
        }
    }

    /// The hex at the beginning of words, and how many of them name it.
    fn leading(&self, words: &[Word]) -> Result<(HexId, usize), Misread> {
        let end = words.iter().position(|word| word.folded == COMMA).unwrap_or(words.len());
        let entry = &words[..end];
        let sheeted = self.on_sheets() && matches!(entry, [sheet, number, ..] if is_letter(sheet) && is_number(number));
        if sheeted || entry.first().is_some_and(is_number) { self.numbered(words, entry) } else { self.called(entry) }
    }

    fn on_sheets(&self) -> bool {
        self.grid.numbering().order == Order::SheetColumnRow
    }

    /// The number at the beginning of words, as the map prints it, and how many of them it takes.
    fn number(&self, entry: &[Word]) -> Option<(String, usize)> {
        let (columns, rows) = self.grid.digits();
        if self.on_sheets() {
            let digits = |word: &&Word| is_number(word);
            let (sheet, column) = (entry.first().filter(|it| is_letter(it))?, entry.get(1).filter(digits)?);
            // `A146`: who leaves the point out writes rows in full
            let (column, row, used) = match entry.get(2).filter(digits) {
                Some(row) => (column.folded.as_str(), row.folded.as_str(), 3),
                None => {
                    let (column, row) = column.folded.split_at_checked(column.folded.len().checked_sub(rows)?)?;
                    (column, row, 2)
                }
            };
            let column = column.trim_start_matches('0');
            return Some((format!("{}{column}.{row:0>rows$}", sheet.folded.to_uppercase()), used));
        }
        // `18 17`: phones part long numbers
        let halved = matches!(entry, [column, row, ..]
            if is_number(row) && (column.folded.len(), row.folded.len()) == (columns, rows));
        let used = if halved { 2 } else { 1 };
        let number: String = entry[..used].iter().map(|word| word.folded.as_str()).collect();
        (number.len() == columns + rows).then_some((number, used))
    }

    fn numbered(&self, words: &[Word], entry: &[Word]) -> Result<(HexId, usize), Misread> {
        let Some((number, used)) = self.number(entry) else {
            return Err(Misread::of_nothing(format!(
                "`{}` is no hex; a hex is {}, as in {}, or the name of a place",
                spoken(entry),
                self.digits(),
                self.grid.number(self.example)
            )));
        };
        let hex = self.grid.find(&number).ok_or_else(|| self.off_the_map(&number))?;
        // `1817 Bastogne` is one hex
        let name = self.named.iter().find(|place| place.hex == hex).map_or(&[][..], |place| &place.words);
        let after = words[used..].iter().take(name.len()).map(|word| &word.folded);
        let same = !name.is_empty() && after.eq(name.iter());
        Ok((hex, used + if same { name.len() } else { 0 }))
    }

    fn called(&self, entry: &[Word]) -> Result<(HexId, usize), Misread> {
        for used in (1..=entry.len().min(LONGEST)).rev() {
            let query: Vec<&str> = entry[..used].iter().map(|word| word.folded.as_str()).collect();
            if let Some(place) = self.named.iter().find(|place| place.words == query) {
                return Ok((place.hex, used));
            }
            let begun = |place: &&Place| {
                place.words.len() >= used
                    && query.concat().len() >= SHORTEST
                    && query.iter().zip(&place.words).all(|(word, known)| known.starts_with(word))
            };
            match self.named.iter().filter(begun).collect::<Vec<_>>()[..] {
                [place] => return Ok((place.hex, used)),
                [] => {}
                ref several => {
                    let names: Vec<&str> = several.iter().take(MOST_MEANT).map(|place| place.spoken.as_str()).collect();
                    return Err(Misread::new(format!("`{}` may be {}", spoken(&entry[..used]), either(&names))));
                }
            }
        }
        let near = do_you_mean(entry, self.named.iter().map(|place| place.name.as_str()));
        let (name, digits) = (spoken(entry), self.digits());
        Err(Misread::of_nothing(format!("there is no place `{name}`{near}; a hex is {digits}")))
    }

    /// `a number of four digits`.
    fn digits(&self) -> String {
        if self.on_sheets() {
            return "the letter of a sheet, a column, a point and a row".to_owned();
        }
        let (columns, rows) = self.grid.digits();
        let count = ["no", "one", "two", "three", "four", "five", "six"].get(columns + rows).unwrap_or(&"many");
        format!("a number of {count} digits")
    }

    fn off_the_map(&self, number: &str) -> Misread {
        let (grid, example) = (&self.grid, self.grid.number(self.example));
        let ends = |hexes: &mut dyn Iterator<Item = (u16, String)>| {
            let all: Vec<(u16, String)> = hexes.collect();
            let end = |end: Option<&(u16, String)>| end.map(|(_, label)| label.clone()).unwrap_or_default();
            (end(all.iter().min()), end(all.iter().max()))
        };
        let (west, east) = ends(&mut grid.hexes().map(|hex| (grid.counted(hex).0, grid.labels(hex).0)));
        let (north, south) = ends(&mut grid.hexes().map(|hex| (grid.counted(hex).1, grid.labels(hex).1)));
        let [columns, rows] = self.shorter();
        Misread::of_nothing(format!(
            "hex {number} is not on the map, which has columns {west} to {east}{columns} and rows {north} to \
             {south}{rows}, as in {example}"
        ))
    }

    /// How far the lines go that are shorter than the others, behind the columns or the rows: ` (21 in odd columns)`.
    fn shorter(&self) -> [String; 2] {
        let grid = &self.grid;
        let (flat, length) = match grid.layout() {
            Layout::FlatTop { .. } => (true, grid.rows()),
            Layout::PointyTop { .. } => (false, grid.columns()),
        };
        if grid.shifted_length() == length {
            return Default::default();
        }
        // the lines that lack the last hex
        let lacks = |hex: &HexId| {
            let (column, row) = grid.column_row(*hex);
            if flat { grid.at(column, length).is_none() } else { grid.at(length, row).is_none() }
        };
        let Some(line) = grid.hexes().find(lacks) else { return Default::default() };
        let (numbering, (column, row)) = (grid.numbering(), grid.counted(line));
        let number = if flat { column + numbering.first.0.value() } else { row + numbering.first.1.value() };
        let parity = if number % 2 == 1 { "odd" } else { "even" };
        let (along, across) = grid.column_row(line);
        let in_line = |hex: &HexId| {
            let (column, row) = grid.column_row(*hex);
            if flat { column == along } else { row == across }
        };
        let last = grid.hexes().filter(in_line).max_by_key(|hex| grid.counted(*hex)).unwrap_or(line);
        let (column, row) = grid.labels(last);
        match flat {
            true => [String::new(), format!(" ({row} in {parity} columns)")],
            false => [format!(" ({column} in {parity} rows)"), String::new()],
        }
    }
}

fn is_letter(word: &Word) -> bool {
    matches!(word.folded.as_bytes(), [letter] if letter.is_ascii_lowercase())
}

fn is_number(word: &Word) -> bool {
    !word.folded.is_empty() && word.folded.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::spelling::words;

    /// A flat map of three columns of which the odd ones have one row less, with names in it.
    fn places(grid: &str) -> Places {
        let text = format!(
            "title \"Test\"\n{grid}\norigin x public \"x\"\nrest clear @x\n\
             hex 0101 clear village \"St. Vith\" @x\nhex 0202 clear village \"Bastogne\" @x\n\
             hex 0203 clear village \"Bastonville\" @x\n"
        );
        let map = Map::parse("map.txt", &text).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let example = map.grid.find("0202").expect("the example");
        Places::new(&map, example)
    }

    fn flat() -> Places {
        places("grid flat-top lower=odd columns=3 rows=4 shifted=3 numbering=column-row")
    }

    #[test]
    fn hexes_have_numbers_and_names_in_one_list() {
        let places = flat();
        let numbers = |text: &str| {
            let hexes = places.all(&words(text));
            hexes.map(|hexes| hexes.iter().map(|hex| places.grid.number(*hex)).collect::<Vec<_>>().join(" "))
        };
        for (text, hexes) in [
            ("0101 0303", "0101 0303"),
            ("hex 01 01, 03.03", "0101 0303"),
            ("0202 Bastogne, st vith", "0202 0101"),
            ("BASTOG 0303 St. V.", "0202 0303 0101"),
            ("", ""),
        ] {
            assert_eq!(numbers(text).as_deref(), Ok(hexes), "{text}");
        }
    }

    #[test]
    fn hexes_of_sheets_have_a_letter_before_their_number() {
        let grid = "grid flat-top lower=odd columns=80 rows=54 shifted=54 numbering=sheet-column-row from=south-west";
        let text = format!(
            "title \"Test\"\n{grid}\norigin x public \"x\"\nrest clear @x\n\
             hex A1.46 clear city \"Namur\" @x\nhex B1.16 clear city \"Bastogne\" @x\n"
        );
        let map = Map::parse("map.txt", &text).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let places = Places::new(&map, map.grid.find("B1.16").expect("the example"));
        let numbers = |text: &str| {
            let hexes = places.all(&words(text));
            hexes.map(|hexes| hexes.iter().map(|hex| places.grid.number(*hex)).collect::<Vec<_>>().join(" "))
        };
        for (text, hexes) in [
            ("A1.46 B40.02", "A1.46 B40.02"),
            ("a1.46 Namur, b1-16 Bastogne", "A1.46 B1.16"),
            ("hex A 1 46", "A1.46"),
            ("A01.46, A146, B4002, b 4.2", "A1.46 A1.46 B40.02 B4.02"),
            ("bast", "B1.16"),
        ] {
            assert_eq!(numbers(text).as_deref(), Ok(hexes), "{text}");
        }
        let message = |text: &str| places.one(&words(text)).expect_err(text).message;
        let form = "a hex is the letter of a sheet, a column, a point and a row";
        for (text, expected) in [
            ("1.46", format!("`1 46` is no hex; {form}, as in B1.16, or the name of a place")),
            ("14 6", format!("`14 6` is no hex; {form}, as in B1.16, or the name of a place")),
            ("A1", format!("`A 1` is no hex; {form}, as in B1.16, or the name of a place")),
            ("Namor", format!("there is no place `Namor`; do you mean Namur?; {form}")),
            (
                "C1.46",
                "hex C1.46 is not on the map, which has columns A1 to B40 and rows 01 to 54, as in B1.16".to_owned(),
            ),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }

    #[test]
    fn a_way_leads_through_hexes_to_another_that_may_close_their_list() {
        let places = flat();
        let way = |via: Option<&str>, to: Option<&str>| {
            let (via, to) = (via.map(words), to.map(words));
            let way = places.way(via.as_deref(), to.as_deref())?;
            Ok::<_, Misread>(way.into_iter().map(|hex| places.grid.number(hex)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(way(Some("0101 0201"), Some("Bastogne")).as_deref(), Ok("0101 0201 0202"));
        assert_eq!(way(Some("0201, 0202"), Some("0202")).as_deref(), Ok("0201 0202"));
        assert_eq!(way(Some("0201"), None).as_deref(), Ok("0201"));
        assert_eq!(way(None, Some("0202")).as_deref(), Ok("0202"));
        assert_eq!(way(None, None), Err(Misread::new("where to?")));
    }

    #[test]
    fn what_names_no_hex_is_answered_with_what_does() {
        let places = flat();
        let message = |text: &str| places.one(&words(text)).expect_err(text).message;
        for (text, expected) in [
            ("", "expected a hex, as in 0202 or Bastogne"),
            ("0101 0102", "expected one hex, found `0101 0102`"),
            ("02", "`02` is no hex; a hex is a number of four digits, as in 0202, or the name of a place"),
            ("bast", "`bast` may be 0202 Bastogne or 0203 Bastonville"),
            ("Bastonge", "there is no place `Bastonge`; do you mean Bastogne?; a hex is a number of four digits"),
            (
                "0505",
                "hex 0505 is not on the map, which has columns 01 to 03 and rows 01 to 04 (03 in odd columns), as in 0202",
            ),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }

    #[test]
    fn rows_of_a_pointy_map_are_the_shorter_lines_and_a_map_of_even_lines_has_none() {
        let message = |grid: &str| places(grid).one(&words("9999")).expect_err("off the map").message;
        let pointy =
            message("grid pointy-top west=even columns=4 rows=3 shifted=3 numbering=row-column from=north-east");
        assert!(pointy.contains("columns 01 to 04 (03 in even rows) and rows 01 to 03, as in 0202"), "{pointy}");
        let even = message("grid flat-top lower=even columns=3 rows=4 shifted=4 numbering=column-row");
        assert!(even.contains("columns 01 to 03 and rows 01 to 04, as in"), "{even}");
    }
}
