//! The lines of a table, one after the other.

use super::{Hurt, Look, PrintedCell, PrintedRow, PrintedTable};
use crate::declaration::{Declaration, Reader, choice};
use crate::table_words::TableWords;
use std::collections::BTreeMap;

impl PrintedTable {
    /// The table that a first line announces.
    pub(super) fn begin(
        file: &str,
        declaration: &Declaration,
        before: &[PrintedTable],
        reader: &mut Reader,
    ) -> PrintedTable {
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
    pub(super) fn take(&mut self, declaration: &Declaration) -> Result<(), String> {
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
            // the layout of the player aid stood here once; games under way keep the files that they began with
            "aid" => one(declaration).map(|_| ()),
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
                "expected table, rows, across, cells, columns, row, cell, head, note, word, hurts, shown, drawn or \
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
pub(super) fn take_word(words: &mut BTreeMap<String, String>, declaration: &Declaration) -> Result<(), String> {
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
