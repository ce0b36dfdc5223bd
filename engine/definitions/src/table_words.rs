//! Of what forms the names and cells of a table are, and the phrases that they make.

use super::declaration::Declaration;
use super::tables::{PrintedTable, PrintedTables};
use super::words::{Argument, Form, Phrase, Scope, read};
use super::{DefinitionError, Map, MapSign};

/// The forms that a table declares for its rows, columns and cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TableWords {
    rows: Vec<Form>,
    across: Vec<Form>,
    cells: Vec<CellForms>,
    /// What each column is called, as a phrase.
    columns: Vec<Phrase>,
    pub(super) columns_line: usize,
}

/// The forms of the cells of some columns; of all that no other line names, if it names none.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CellForms {
    columns: Vec<String>,
    forms: Vec<Form>,
    line: usize,
}

impl TableWords {
    pub(super) fn take_rows(&mut self, declaration: &Declaration) -> Result<(), String> {
        self.rows.extend(forms(declaration, "")?);
        Ok(())
    }

    pub(super) fn take_columns(&mut self, declaration: &Declaration) -> Result<(), String> {
        self.across.extend(forms(declaration, "")?);
        Ok(())
    }

    pub(super) fn take_cells(&mut self, declaration: &Declaration) -> Result<(), String> {
        if let Some(pair) = declaration.pairs.iter().find(|pair| !["in", "means"].contains(&pair.key.as_str())) {
            return Err(format!("`cells` knows no `{}=`; expected in=, means=", pair.key));
        }
        let forms = forms(declaration, declaration.get("means").unwrap_or_default())?;
        let columns =
            declaration.get("in").map(|names| names.split(',').map(str::to_owned).collect()).unwrap_or_default();
        self.cells.push(CellForms { columns, forms, line: declaration.line });
        Ok(())
    }

    /// The forms of the cells of a column.
    fn of(&self, column: &str) -> Vec<Form> {
        let named: Vec<Form> = self
            .cells
            .iter()
            .filter(|it| it.columns.iter().any(|name| name == column))
            .flat_map(|it| it.forms.iter().cloned())
            .collect();
        if named.is_empty() {
            return self.cells.iter().filter(|it| it.columns.is_empty()).flat_map(|it| it.forms.clone()).collect();
        }
        named
    }
}

/// The forms that a line declares.
fn forms(declaration: &Declaration, meaning: &str) -> Result<Vec<Form>, String> {
    if declaration.words.is_empty() {
        return Err(format!("expected forms after `{}`, as in `{} {{1..6}}`", declaration.kind, declaration.kind));
    }
    declaration.words.iter().map(|text| Form::parse(None, text, meaning)).collect()
}

impl PrintedTables {
    /// Reads names and cells by the forms that their tables declare, and tells what fits none.
    pub(super) fn read_words(&mut self, scope: &Scope<'_>) -> Vec<DefinitionError> {
        let mut faults: Vec<DefinitionError> = self.iter_mut().flat_map(|table| table.read_words(scope)).collect();
        let mut known: Vec<MapSign> = Vec::new();
        for table in self.iter_mut() {
            for (name, row, line) in std::mem::take(&mut table.drawn) {
                match MapSign::read(&name, scope.map) {
                    Ok(sign) if known.contains(&sign) => {
                        faults.push(table.fault(line, format!("`{name}` is drawn for another row, too")));
                    }
                    Ok(sign) => {
                        known.push(sign);
                        table.signs.push((sign, row));
                    }
                    Err(told) => faults.push(table.fault(line, told)),
                }
            }
        }
        faults
    }

    /// What the map draws and no chart has a row for, in a game whose charts say what some of it is.
    pub(super) fn sign_doubts(&self, map: &Map) -> Vec<DefinitionError> {
        let Some(table) = self.iter().find(|table| !table.signs.is_empty()) else { return Vec::new() };
        let missing = MapSign::terrain_of(map).into_iter().filter(|sign| self.drawn(*sign).is_none());
        let told = |sign: MapSign| format!("the map draws `{0}`, and no chart says `drawn ROW {0}`", sign.name(map));
        missing.map(|sign| table.fault(table.line, told(sign))).collect()
    }

    /// Tables that do not say of what forms they are: what is written wrong there nobody is told.
    pub(super) fn word_doubts(&self) -> Vec<DefinitionError> {
        self.iter().filter_map(PrintedTable::word_doubt).collect()
    }
}

impl PrintedTable {
    /// What the columns are called, as phrases; none if the table does not say of what form they are.
    pub fn column_words(&self) -> &[Phrase] {
        &self.typed.columns
    }

    /// The legal words of the cells of a column, each with what it means.
    pub fn legal(&self, column: &str) -> Vec<(String, String)> {
        self.typed.of(column).into_iter().map(|form| (form.text().to_owned(), form.meaning)).collect()
    }

    fn read_words(&mut self, scope: &Scope<'_>) -> Vec<DefinitionError> {
        let mut faults = Vec::new();
        let name = self.name.clone();
        for it in &self.typed.cells {
            if let Some(unknown) = it.columns.iter().find(|column| !self.columns.contains(column)) {
                let known = self.columns.join(", ");
                let told = format!("table {name}: expected columns of the table ({known}), found `{unknown}`");
                faults.push(self.fault(it.line, told));
            }
        }
        if !faults.is_empty() {
            return faults;
        }
        if !self.typed.across.is_empty() {
            let read = self.columns.iter().map(|column| read(&self.typed.across, column, scope));
            let told = read.collect::<Result<Vec<_>, _>>().map_err(|told| format!("table {name}, columns: {told}"));
            let lines = vec![self.typed.columns_line; self.columns.len()];
            match told {
                Ok(words) => {
                    let fault = order(&self.typed.across, scope.turns, &words, &self.columns, &lines);
                    faults.extend(fault.map(|(line, told)| self.fault(line, format!("table {name}, columns: {told}"))));
                    self.typed.columns = words;
                }
                Err(told) => faults.push(self.fault(self.typed.columns_line, told)),
            }
        }
        let forms: Vec<Vec<Form>> = self.columns.iter().map(|column| self.typed.of(column)).collect();
        let (columns, file) = (self.columns.clone(), self.file().to_owned());
        let mut named = true;
        for row in &mut self.rows {
            if !self.typed.rows.is_empty() {
                match read(&self.typed.rows, &row.name, scope) {
                    Ok(word) => row.word = Some(word),
                    Err(told) => {
                        named = false;
                        faults.push(DefinitionError::new(&file, row.line, format!("table {name}, rows: {told}")));
                    }
                }
            }
            for ((cell, column), forms) in row.cells.iter_mut().zip(&columns).zip(&forms) {
                match read(forms, &cell.text, scope) {
                    _ if forms.is_empty() => {}
                    Ok(word) => cell.word = Some(word),
                    Err(told) => {
                        let told = format!("table {name}, row {}, {column}: {told}", row.name);
                        faults.push(DefinitionError::new(&file, cell.line, told));
                    }
                }
            }
        }
        if named && !self.typed.rows.is_empty() {
            let words: Vec<Phrase> = self.rows.iter().filter_map(|row| row.word.clone()).collect();
            let names: Vec<String> = self.rows.iter().map(|row| row.name.clone()).collect();
            let lines: Vec<usize> = self.rows.iter().map(|row| row.line).collect();
            let fault = order(&self.typed.rows, scope.turns, &words, &names, &lines);
            faults.extend(fault.map(|(line, told)| self.fault(line, format!("table {name}, rows: {told}"))));
        }
        faults
    }

    fn word_doubt(&self) -> Option<DefinitionError> {
        let typed = &self.typed;
        let column = self.columns.iter().find(|column| typed.of(column).is_empty());
        let missing = match column {
            _ if typed.rows.is_empty() => "rows".to_owned(),
            _ if typed.across.is_empty() => "across".to_owned(),
            Some(column) => format!("cells … in={column}"),
            None => return None,
        };
        let told = format!("table {} says nowhere of what form they are: expected a line `{missing}`", self.name);
        Some(self.fault(self.line, told))
    }
}

/// The first of some names that does not follow the one before: by the form that most are of, if it has one slot of numbers
/// or odds. Where the form has bounds, no number between them is left out.
fn order(
    forms: &[Form],
    turns: (u8, u8),
    words: &[Phrase],
    names: &[String],
    lines: &[usize],
) -> Option<(usize, String)> {
    let form = forms.iter().find(|form| form.bounds(turns).is_some() || form.text() == "{odds}")?;
    let of_form = words.iter().zip(names).zip(lines).filter(|((word, _), _)| word.word == form.id);
    let steps: Vec<(&Argument, &String, usize)> =
        of_form.filter_map(|((word, name), line)| Some((word.arguments.first()?, name, *line))).collect();
    let falling = steps.iter().zip(steps.iter().skip(1)).next().and_then(|(one, two)| one.0.order(two.0));
    let falling = falling == Some(std::cmp::Ordering::Greater);
    let next = |before: &Argument| before.ends().map(|(first, last)| if falling { first - 1 } else { last + 1 });
    for ((before, earlier, _), (after, name, line)) in steps.iter().zip(steps.iter().skip(1)) {
        let right = if falling { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
        if before.order(after) != Some(right) {
            return Some((*line, format!("expected them in order, found `{name}` after `{earlier}`")));
        }
        let begins = after.ends().map(|(first, last)| if falling { last } else { first });
        if form.bounds(turns).is_some() && begins != next(before) {
            let (next, line) = (next(before).unwrap_or_default(), *line);
            return Some((line, format!("expected {next} to come after `{earlier}`, found `{name}`")));
        }
    }
    let (from, to) = form.bounds(turns)?;
    let (least, most) = if falling { (steps.last()?, steps.first()?) } else { (steps.first()?, steps.last()?) };
    let begins_late = least.0.ends().is_some_and(|(first, _)| first != from);
    let ends_early = most.0.ends().is_some_and(|(_, last)| last != to);
    let (line, missing) = match (begins_late, ends_early) {
        (true, _) => (least.2, from),
        (_, true) => (most.2, to),
        _ => return None,
    };
    Some((line, format!("expected all from {from} to {to}, found none for {missing}")))
}
