use super::declaration::{Declaration, Reader, choice};
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
    /// The side of the player aid that shows it, if one does.
    pub aid: Option<AidSide>,
    /// Whom results hurt: patterns of cells, in which `*` stands for anything, the first that fits counts.
    pub hurts: Vec<(String, Hurt)>,
    /// What the letters look like in the cells of which this table says more.
    pub shown: Vec<(String, Look)>,
    /// What the map's key says of the cells of columns: place of the column, and words before the cell.
    pub costs: Vec<(usize, String)>,
    /// What rows look like on the map: sign, and place of the row.
    pub signs: Vec<(MapSign, usize)>,
    /// The same as it is written, with the line.
    pub(super) drawn: Vec<(String, usize, usize)>,
    pub(super) typed: TableWords,
    words: BTreeMap<String, String>,
    file: String,
    pub(super) line: usize,
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

/// A place on the sheet with what players look up most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AidSide {
    /// The front.
    Front,
    /// The strip beside the front: the sequence of play.
    Strip,
    /// The frame on the front with all that is looked at when a combat is rolled for.
    Combat,
    /// The ground and supply.
    Back,
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
    pub(super) line: usize,
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
    pub(super) line: usize,
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
                    "word" => take_word(&mut words, &declaration),
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
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut PrintedTable> {
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

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn fault(&self, line: usize, message: String) -> DefinitionError {
        DefinitionError::new(&self.file, line, message)
    }

    /// The table that a first line announces.
    fn begin(file: &str, declaration: &Declaration, before: &[PrintedTable], reader: &mut Reader) -> PrintedTable {
        let faults = reader.errors.len();
        reader.expect(declaration, 2..=2, &[]);
        let origin = reader.origin(declaration);
        let word = |at: usize| declaration.words.get(at).cloned().unwrap_or_default();
        let (name, title) = (word(0), word(1));
        if before.iter().any(|table| table.name == name) {
            reader.fault(declaration.line, format!("table {name} stands twice in this file"));
        }
        PrintedTable {
            name,
            title,
            columns: Vec::new(),
            rows: Vec::new(),
            head: String::new(),
            notes: Vec::new(),
            aid: None,
            hurts: Vec::new(),
            shown: Vec::new(),
            costs: Vec::new(),
            signs: Vec::new(),
            drawn: Vec::new(),
            typed: TableWords::default(),
            words: BTreeMap::new(),
            file: file.to_owned(),
            line: declaration.line,
            origin,
            faulty: reader.errors.len() > faults,
        }
    }

    /// Takes in a line below the table's first.
    fn take(&mut self, declaration: &Declaration) -> Result<(), String> {
        if let Some(pair) = declaration.pairs.first().filter(|_| declaration.kind != "cells") {
            return Err(format!("a cell holds no `{}=`; put it in quotes", pair.key));
        }
        match declaration.kind.as_str() {
            "columns" => self.take_columns(declaration),
            "row" => self.take_row(declaration),
            "cell" => self.take_cell(declaration),
            "rows" => self.typed.take_rows(declaration),
            "across" => self.typed.take_columns(declaration),
            "cells" => self.typed.take_cells(declaration),
            "word" => take_word(&mut self.words, declaration),
            "head" => one(declaration).map(|text| self.head = text),
            "note" => one(declaration).map(|text| self.notes.push(text)),
            "aid" => {
                let side = one(declaration)?;
                let sides = [
                    ("front", AidSide::Front),
                    ("strip", AidSide::Strip),
                    ("combat", AidSide::Combat),
                    ("back", AidSide::Back),
                ];
                choice(&side, "a side of the player aid", &sides).map(|side| self.aid = Some(side))
            }
            "hurts" => {
                let (who, patterns) = declaration.words.split_first().ok_or("expected `hurts SIDE CELL`")?;
                let sides = [("attacker", Hurt::Attacker), ("both", Hurt::Both), ("defender", Hurt::Defender)];
                let hurt = choice(who, "whom results hurt", &sides)?;
                self.hurts.extend(patterns.iter().map(|pattern| (pattern.clone(), hurt)));
                Ok(())
            }
            "shown" => {
                let [letter, look] = &declaration.words[..] else {
                    return Err("expected `shown LETTER LOOK`".to_owned());
                };
                let looks = [("red-first", Look::RedFirst), ("red-last", Look::RedLast), ("bold", Look::Bold)];
                choice(look, "what a cell looks like", &looks).map(|look| self.shown.push((letter.clone(), look)))
            }
            "drawn" => self.take_drawn(declaration),
            "cost" => self.take_cost(declaration),
            other => Err(format!(
                "expected table, rows, across, cells, columns, row, cell, head, note, word, aid, hurts, shown, drawn or \
                 cost, found `{other}`"
            )),
        }
    }

    fn take_columns(&mut self, declaration: &Declaration) -> Result<(), String> {
        if !self.columns.is_empty() {
            return Err(format!("table {} has its columns already", self.name));
        }
        if let Some(twice) =
            declaration.words.iter().enumerate().find(|(at, name)| declaration.words[..*at].contains(name))
        {
            return Err(format!("column {} stands twice", twice.1));
        }
        self.columns = declaration.words.clone();
        self.typed.columns_line = declaration.line;
        Ok(())
    }

    fn take_row(&mut self, declaration: &Declaration) -> Result<(), String> {
        let (name, cells) = declaration.words.split_first().ok_or("expected the name of the row")?;
        if cells.len() != self.columns.len() {
            let columns = self.columns.len();
            return Err(format!("row {name} has {} cells, expected one for each of {columns} columns", cells.len()));
        }
        if self.rows.iter().any(|row| row.name == *name) {
            return Err(format!("row {name} stands twice"));
        }
        let origin = declaration.origin.as_ref().unwrap_or(&self.origin);
        let line = declaration.line;
        let cell = |text: &String| PrintedCell { text: text.clone(), word: None, provenance: origin.clone(), line };
        let cells = cells.iter().map(cell).collect();
        self.rows.push(PrintedRow { name: name.clone(), cells, word: None, line });
        Ok(())
    }

    fn take_drawn(&mut self, declaration: &Declaration) -> Result<(), String> {
        let (name, signs) = declaration
            .words
            .split_first()
            .filter(|(_, signs)| !signs.is_empty())
            .ok_or("expected `drawn ROW SIGN`")?;
        let row = self.rows.iter().position(|row| row.name == *name);
        let row = row.ok_or_else(|| format!("table {} has no row `{name}` above", self.name))?;
        self.drawn.extend(signs.iter().map(|sign| (sign.clone(), row, declaration.line)));
        Ok(())
    }

    fn take_cost(&mut self, declaration: &Declaration) -> Result<(), String> {
        let [name, said] = &declaration.words[..] else { return Err("expected `cost COLUMN \"words\"`".to_owned()) };
        let column = self.columns.iter().position(|column| column == name);
        let column = column.ok_or_else(|| format!("table {} has no column `{name}` above", self.name))?;
        self.costs.push((column, said.clone()));
        Ok(())
    }

    fn take_cell(&mut self, declaration: &Declaration) -> Result<(), String> {
        let [row, column, text] = &declaration.words[..] else {
            return Err("expected `cell ROW COLUMN TEXT @origin`".to_owned());
        };
        let provenance = declaration.origin.clone().ok_or("a cell of its own needs an `@origin` of its own")?;
        let at = self.columns.iter().position(|name| name == column);
        let row = self.rows.iter_mut().find(|known| known.name == *row);
        let cell = row.zip(at).and_then(|(row, at)| row.cells.get_mut(at));
        let cell = cell.ok_or_else(|| format!("table {} has no such row or column above", self.name))?;
        *cell = PrintedCell { text: text.clone(), word: None, provenance, line: declaration.line };
        Ok(())
    }
}

/// Takes in what is said for a name.
fn take_word(words: &mut BTreeMap<String, String>, declaration: &Declaration) -> Result<(), String> {
    let [name, said] = &declaration.words[..] else {
        return Err("expected `word NAME \"what charts say\"`".to_owned());
    };
    match words.insert(name.clone(), said.clone()) {
        Some(_) => Err(format!("the word for `{name}` stands twice")),
        None => Ok(()),
    }
}

/// The only text of a line.
fn one(declaration: &Declaration) -> Result<String, String> {
    match &declaration.words[..] {
        [text] => Ok(text.clone()),
        _ => Err(format!("expected `{} \"text\"`", declaration.kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "origin p rulebook \"7.6\"\norigin q rulebook \"Q.18\"\ntable crt \"Results\" @p\ncolumns 1:1 2:1\n\
                         row 1 1/- \"two words\"\nrow 2 1/1 -/1 @q\ncell 1 1:1 E/- @q\n";

    fn faults(text: &str) -> String {
        let errors = PrintedTables::parse("t.txt", text).expect_err("the text is faulty");
        errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_table_may_stand_on_a_side_of_the_player_aid() {
        let tables =
            PrintedTables::parse("t.txt", &format!("{SMALL}aid back\ntable more \"More\" @p\ncolumns a\nrow 1 2\n"));
        let sides: Vec<Option<AidSide>> = tables.expect("parses").iter().map(|table| table.aid).collect();
        assert_eq!(sides, [Some(AidSide::Back), None]);
        assert!(faults(&format!("{SMALL}aid inside\n")).contains("expected a side of the player aid (front, back)"));
    }

    #[test]
    fn cells_are_found_by_name_and_know_their_origin() {
        let tables = PrintedTables::parse("t.txt", SMALL).expect("parses");
        let crt = tables.get("crt").expect("the table is there");
        let origin = |row, column| crt.cell(row, column).map(|cell| (cell.text.as_str(), cell.provenance.clone()));
        assert_eq!(origin("1", "2:1"), Ok(("two words", Provenance::Rulebook("7.6".into()))));
        assert_eq!(origin("2", "2:1"), Ok(("-/1", Provenance::Rulebook("Q.18".into()))));
        assert_eq!(origin("1", "1:1"), Ok(("E/-", Provenance::Rulebook("Q.18".into()))));
    }

    #[test]
    fn a_chart_says_words_for_names() {
        let text = format!("word 1 \"one\"\n{SMALL}word 1 \"a one\"\nhead \"Die\"\nnote \"Lower odds: none.\"\n");
        let tables = PrintedTables::parse("t.txt", &text).expect("parses");
        let crt = tables.get("crt").expect("the table is there");
        assert_eq!((tables.word("1"), crt.word("1"), crt.word("2")), (Some("one"), Some("a one"), None));
        assert_eq!((crt.head.as_str(), &crt.notes[..]), ("Die", &["Lower odds: none.".to_owned()][..]));
    }

    #[test]
    fn a_faulty_table_is_named_with_what_was_expected() {
        let after = |line: &str| faults(&format!("{SMALL}{line}"));
        assert!(after("row 3 1/1").contains("t.txt:8: row 3 has 1 cells, expected one for each of 2 columns"));
        assert!(after("row 2 a b").contains("row 2 stands twice"));
        assert!(after("cell 9 1:1 x @q").contains("no such row or column"));
        assert!(after("cell 1 1:1 x").contains("needs an `@origin`"));
        assert!(after("columns a b").contains("has its columns already"));
        assert!(after("hex 1817").contains(
            "expected table, rows, across, cells, columns, row, cell, head, note, word, aid, hurts, shown, drawn or cost, found `hex`"
        ));
        assert!(after("word a b\nword a c").contains("the word for `a` stands twice"));
        assert!(after("word a").contains("expected `word NAME"));
        assert!(after("note").contains("expected `note \"text\"`"));
        assert!(after("row 3 a=1 b").contains("a cell holds no `a=`"));
        assert!(after("table crt \"Again\" @p").contains("table crt stands twice"));
        assert!(faults("row 1 a").contains("expected `table NAME"));
        assert!(faults("table crt \"Results\"").contains("origin"));
    }

    #[test]
    fn a_cell_that_says_something_else_is_named_with_its_line() {
        let tables = PrintedTables::parse("t.txt", SMALL).expect("parses");
        let crt = tables.get("crt").expect("the table is there");
        let fault = crt.number::<u8>("2", "1:1").expect_err("not a number").to_string();
        assert_eq!(fault, "t.txt:6: table crt, row 2, 1:1: expected a number, found `1/1`");
        assert!(crt.cell("3", "1:1").expect_err("no row").to_string().contains("needs a row `3`"));
        assert!(tables.get("tec").expect_err("no table").to_string().contains("expected a table `tec`"));
    }
}
