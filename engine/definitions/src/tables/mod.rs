mod lines;
#[cfg(test)]
mod tests;

use super::declaration::{Reader, choice};
use super::table_words::TableWords;
use super::words::Phrase;
use super::{DefinitionError, MapSign, Provenance};
use std::collections::BTreeMap;

/// The tables of a game as printed (`tables.txt`): drawn as charts, and read by the game's rules.
///
/// ```text
/// origin printed rulebook "7.6"
/// table crt "Combat Results Table" @printed
/// rows {1..2}
/// across {odds}
/// cells "{-|1..4}/{-|1..4}" means="steps lost by attacker and defender"
/// columns 1:1 2:1
/// row 1   1/- 1/1
/// row 2   1/1 -/1
/// cell 2 2:1 -/2 @erratum
/// head "Die"
/// word 2:1 "2 to 1"
/// note "Lower odds: no attack."
/// aid front
/// drawn 1 clear named-place
/// cost 1:1 "on foot"
/// ```
///
/// Each cell has the origin of its own line, else that of its table. `head` stands above the names of the rows; `note`
/// below the chart; `word` is what a chart says for a name: above the first table in all of them, below a table in that one.
/// `aid` puts the table on a side of the sheet that players keep at hand, in the strip beside its front or into the frame of
/// combat there. `hurts attacker 1/-` says whom a result hurts, and `shown A red-first` what a letter of a table that says
/// more of another's cells looks like there. `drawn` says what a row looks like on the map, by
/// the names of [`MapSign`]: the map's key calls it by the row's name then. `cost` tells what the key says of a column.
///
/// `rows`, `across` and `cells` say of what [form](super::words) names and cells are, so that rules read phrases and
/// `check` tells what fits no form; `cells … in=COLUMN,COLUMN` speaks of these columns alone. Numbers, ranges, turns and
/// odds that name rows or columns follow each other in order, and those with bounds leave no gap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedTables {
    file: String,
    tables: Vec<PrintedTable>,
    words: BTreeMap<String, String>,
}

/// A table with named columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedTable {
    /// Stable name: `crt`.
    pub name: String,
    /// Title shown above the chart.
    pub title: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows in order.
    pub rows: Vec<PrintedRow>,
    /// What stands above the names of the rows; empty if nothing.
    pub head: String,
    /// What stands below the chart.
    pub notes: Vec<String>,
    /// Whom results hurt: patterns of cells, in which `*` stands for anything, the first that fits counts.
    pub hurts: Vec<(String, Hurt)>,
    /// What the letters look like in the cells of which this table says more.
    pub shown: Vec<(String, Look)>,
    /// What the map's key says of the cells of columns: place of the column, and words before the cell.
    pub costs: Vec<(usize, String)>,
    /// What rows look like on the map: sign, and place of the row.
    pub signs: Vec<(MapSign, usize)>,
    /// The same as it is written, with the line.
    pub(crate) drawn: Vec<(String, usize, usize)>,
    pub(crate) typed: TableWords,
    words: BTreeMap<String, String>,
    file: String,
    pub(crate) line: usize,
    origin: Provenance,
    /// Whether a line of it is faulty: what follows from that is no fault of its own.
    faulty: bool,
}

/// Whom the result of a combat hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hurt {
    /// The attacker alone.
    Attacker,
    /// Both sides.
    Both,
    /// The defender alone.
    Defender,
}

/// What a cell of a printed table looks like besides its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// What stands before the stroke is red.
    RedFirst,
    /// What stands after the stroke is red.
    RedLast,
    /// All of it is bold.
    Bold,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedRow {
    /// Name of the row: a die, a kind of terrain.
    pub name: String,
    /// One cell a column.
    pub cells: Vec<PrintedCell>,
    /// What the name says, if the table tells of what form its rows are.
    pub word: Option<Phrase>,
    pub(crate) line: usize,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    /// What it says.
    pub text: String,
    /// The same as a phrase, if the table tells of what form the cell is.
    pub word: Option<Phrase>,
    /// Where that comes from.
    pub provenance: Provenance,
    pub(crate) line: usize,
}

impl PrintedTables {
    /// Reads the tables of a file.
    ///
    /// # Errors
    /// Every fault at once: lines of another kind, rows that do not have one cell a column, names that come twice,
    /// origins that are not declared.
    pub fn parse(file: &str, text: &str) -> Result<PrintedTables, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut tables: Vec<PrintedTable> = Vec::new();
        let mut words = BTreeMap::new();
        for declaration in reader.declarations(text) {
            if declaration.kind == "table" {
                tables.push(PrintedTable::begin(file, &declaration, &tables, &mut reader));
                continue;
            }
            let Some(table) = tables.last_mut() else {
                let outcome = match declaration.kind.as_str() {
                    "word" => lines::take_word(&mut words, &declaration),
                    other => Err(format!("expected `table NAME \"Title\" @origin` before `{other}`")),
                };
                reader.value(declaration.line, outcome);
                continue;
            };
            // of a table whose columns are not known only that is told
            if table.faulty && declaration.kind == "row" && table.columns.is_empty() {
                continue;
            }
            let outcome = table.take(&declaration);
            table.faulty |= outcome.is_err();
            reader.value(declaration.line, outcome);
        }
        for table in tables.iter().filter(|table| table.rows.is_empty() && !table.faulty) {
            reader.fault(table.line, format!("table {} has no rows", table.name));
        }
        if reader.errors.is_empty() {
            Ok(PrintedTables { file: file.to_owned(), tables, words })
        } else {
            Err(reader.errors)
        }
    }

    /// The tables in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &PrintedTable> {
        self.tables.iter()
    }

    /// The tables, to be read by their forms.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut PrintedTable> {
        self.tables.iter_mut()
    }

    /// The table and row that say what a sign of the map is, if one does.
    pub fn drawn(&self, sign: MapSign) -> Option<(&PrintedTable, &PrintedRow)> {
        let row = |table: &PrintedTable| table.signs.iter().find(|(known, _)| *known == sign).map(|(_, row)| *row);
        self.tables.iter().find_map(|table| Some((table, table.rows.get(row(table)?)?)))
    }

    /// What charts say for a name in all tables, if that is told.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.get(name).map(String::as_str)
    }

    /// The table with a name.
    ///
    /// # Errors
    /// When the file has no such table.
    pub fn get(&self, name: &str) -> Result<&PrintedTable, DefinitionError> {
        let found = self.tables.iter().find(|table| table.name == name);
        found.ok_or_else(|| DefinitionError::new(&self.file, 0, format!("expected a table `{name}`")))
    }
}

impl PrintedTable {
    /// The cell in a row and a column, by their names.
    ///
    /// # Errors
    /// When the table has no such row or column.
    pub fn cell(&self, row: &str, column: &str) -> Result<&PrintedCell, DefinitionError> {
        let at = self.columns.iter().position(|name| name == column);
        let at = at.ok_or_else(|| self.fault(self.line, format!("table {} needs a column `{column}`", self.name)))?;
        let found = self.rows.iter().find(|known| known.name == row);
        let found = found.ok_or_else(|| self.fault(self.line, format!("table {} needs a row `{row}`", self.name)))?;
        found.cells.get(at).ok_or_else(|| self.fault(found.line, format!("row {row} has no cell for {column}")))
    }

    /// What the chart says for a name in this table alone, if that is told.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.get(name).map(String::as_str)
    }

    /// Whom a result hurts, if the table says it.
    pub fn hurt(&self, result: &str) -> Option<Hurt> {
        let fits = |pattern: &str| {
            let fits_star = |(before, after): (&str, &str)| {
                result.len() >= before.len() + after.len() && result.starts_with(before) && result.ends_with(after)
            };
            pattern.split_once('*').map_or(pattern == result, fits_star)
        };
        self.hurts.iter().find(|(pattern, _)| fits(pattern)).map(|(_, hurt)| *hurt)
    }

    /// What a cell means, by a function that says what it expected instead.
    ///
    /// # Errors
    /// When the cell is missing or the function refuses it.
    pub fn read<T>(
        &self,
        row: &str,
        column: &str,
        meaning: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, DefinitionError> {
        let cell = self.cell(row, column)?;
        let line = self.rows.iter().find(|known| known.name == row).map_or(self.line, |known| known.line);
        meaning(&cell.text)
            .map_err(|message| self.fault(line, format!("table {}, row {row}, {column}: {message}", self.name)))
    }

    /// The number in a cell.
    ///
    /// # Errors
    /// When the cell is missing or holds something else.
    pub fn number<T: std::str::FromStr>(&self, row: &str, column: &str) -> Result<T, DefinitionError> {
        self.read(row, column, |text| text.parse().map_err(|_| format!("expected a number, found `{text}`")))
    }

    /// One of several named values in a cell.
    ///
    /// # Errors
    /// When the cell is missing or holds another name.
    pub fn choice<T: Copy>(&self, row: &str, column: &str, names: &[(&str, T)]) -> Result<T, DefinitionError> {
        self.read(row, column, |text| choice(text, "a value", names))
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    pub(crate) fn fault(&self, line: usize, message: String) -> DefinitionError {
        DefinitionError::new(&self.file, line, message)
    }
}
