//! How the player aid of a game is laid out (`aid.txt`).

use super::declaration::{Declaration, Reader, number};
use super::{DefinitionError, PrintedTables};

/// The player aid of a game, and what is printed nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerAid {
    /// Its pages; none if the game has no aid.
    pub pages: Vec<AidPage>,
    /// Tables that are not printed, since others say the same.
    pub left_out: Vec<String>,
}

/// A page of the player aid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AidPage {
    /// What the page is about.
    pub title: String,
    /// What stands on it, one below the other.
    pub parts: Vec<AidPart>,
}

/// Something on a page of the player aid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AidPart {
    /// A table by its name.
    Table {
        /// Its name.
        name: String,
        /// Which step of a sequence it belongs to, if the page has one.
        step: Option<u8>,
    },
    /// A table of sentences, told as numbered steps.
    Steps(String),
    /// A frame with a title round what belongs together.
    Frame(String, Vec<AidPart>),
    /// Columns side by side: the share that each has of the width, and what stands in it.
    Split(Vec<(u8, Vec<AidPart>)>),
}

impl PlayerAid {
    /// Reads `leave-out NAME...` (tables that are printed nowhere) and `page "Title"`, below it `table NAME step=2`,
    /// `steps NAME`, `frame "Title"` … `end`, and `split 30 70` … `next` … `end`.
    ///
    /// # Errors
    /// Every fault of the text: tables that the game does not have or that stand twice, columns that are more or fewer than
    /// their shares, what is not ended.
    pub fn parse(file: &str, text: &str, tables: &PrintedTables) -> Result<PlayerAid, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let lines = reader.declarations(text);
        let mut layout = Layout { lines: lines.iter(), tables, shown: Vec::new() };
        let mut aid = PlayerAid::default();
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        while let Some(line) = layout.lines.next() {
            let read = match (line.kind.as_str(), aid.pages.last_mut()) {
                ("page", _) => line.word(0, "a title").map(|title| {
                    aid.pages.push(AidPage { title: title.to_owned(), parts: Vec::new() });
                }),
                ("leave-out", _) => line.words.iter().try_for_each(|name| {
                    aid.left_out.push(layout.named(name)?);
                    Ok(())
                }),
                (_, Some(page)) => layout.part(line).map(|part| page.parts.push(part)),
                (_, None) => Err("expected `page \"Title\"` first".to_owned()),
            };
            reader.value(line.line, read);
        }
        if reader.errors.is_empty() { Ok(aid) } else { Err(reader.errors) }
    }

    /// Whether a page shows a table, or none is to do so.
    pub fn settles(&self, table: &str) -> bool {
        self.left_out.iter().any(|name| name == table) || self.pages.iter().any(|page| page.tables().contains(&table))
    }
}

impl AidPage {
    /// The names of the tables on it, in their order.
    pub fn tables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.parts.iter().for_each(|part| part.gather(&mut names));
        names
    }
}

impl AidPart {
    fn gather<'a>(&'a self, names: &mut Vec<&'a str>) {
        match self {
            AidPart::Table { name, .. } | AidPart::Steps(name) => names.push(name),
            AidPart::Frame(_, parts) => parts.iter().for_each(|part| part.gather(names)),
            AidPart::Split(columns) => columns.iter().flat_map(|(_, parts)| parts).for_each(|part| part.gather(names)),
        }
    }
}

/// The lines that are still to be read.
struct Layout<'a> {
    lines: std::slice::Iter<'a, Declaration>,
    tables: &'a PrintedTables,
    shown: Vec<&'a str>,
}

impl<'a> Layout<'a> {
    /// What a line begins, with all lines of it.
    fn part(&mut self, line: &'a Declaration) -> Result<AidPart, String> {
        match line.kind.as_str() {
            "table" => {
                let step = line.get("step").map(|text| number(text, "a step")).transpose()?;
                Ok(AidPart::Table { name: self.named(one(line)?)?, step })
            }
            "steps" => self.named(one(line)?).map(AidPart::Steps),
            "frame" => {
                let title = line.word(0, "a title")?.to_owned();
                let (parts, ends) = self.until_end()?;
                match ends.kind.as_str() {
                    "end" => Ok(AidPart::Frame(title, parts)),
                    _ => Err("a frame has no `next`".to_owned()),
                }
            }
            "split" => {
                let shares: Vec<u8> =
                    line.words.iter().map(|share| number(share, "the share of a column")).collect::<Result<_, _>>()?;
                let mut columns = Vec::new();
                loop {
                    let (parts, ends) = self.until_end()?;
                    columns.push(parts);
                    if ends.kind == "end" {
                        break;
                    }
                }
                if columns.len() != shares.len() || shares.contains(&0) {
                    return Err(format!(
                        "expected {} columns with a share each, found {}",
                        shares.len(),
                        columns.len()
                    ));
                }
                Ok(AidPart::Split(shares.into_iter().zip(columns).collect()))
            }
            other => Err(format!("expected page, table, steps, frame, split, next or end, found `{other}`")),
        }
    }

    /// What stands before the next `next` or `end` of the same part, and that line.
    fn until_end(&mut self) -> Result<(Vec<AidPart>, &'a Declaration), String> {
        let mut parts = Vec::new();
        loop {
            let line = self.lines.next().ok_or("what begins here is not ended")?;
            match line.kind.as_str() {
                "next" | "end" => return Ok((parts, line)),
                _ => parts.push(self.part(line).map_err(|why| format!("{why} (line {})", line.line))?),
            }
        }
    }

    fn named(&mut self, name: &'a str) -> Result<String, String> {
        if self.tables.get(name).is_err() {
            return Err(format!("there is no table `{name}`"));
        }
        if self.shown.contains(&name) {
            return Err(format!("table {name} stands twice on the aid"));
        }
        self.shown.push(name);
        Ok(name.to_owned())
    }
}

/// The only table that a line names.
fn one(line: &Declaration) -> Result<&str, String> {
    line.word(0, "the name of a table")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> PrintedTables {
        let table = |name: &str| format!("table {name} \"T\" @p\ncolumns a\nrow 1 2\n");
        let text = ["crt", "odds", "phases", "more", "others"].map(table).concat();
        PrintedTables::parse("t.txt", &format!("origin p rulebook \"1\"\n{text}")).expect("sound")
    }

    fn fault(text: &str) -> String {
        let faults = PlayerAid::parse("aid.txt", text, &tables()).expect_err("the text is faulty");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_page_has_columns_and_frames_in_each_other() {
        let text = "page \"Combat\"\nsplit 30 70\nsteps phases\nnext\nframe \"From odds to result\"\ntable odds step=1\nend\nend\ntable crt\n";
        let aid = PlayerAid::parse("aid.txt", &format!("leave-out more\n{text}"), &tables()).expect("sound");
        assert!(aid.settles("more") && aid.settles("crt") && !aid.settles("others"));
        let pages = aid.pages;
        assert_eq!(pages.len(), 1);
        assert_eq!(pages[0].tables(), ["phases", "odds", "crt"]);
        let AidPart::Split(columns) = &pages[0].parts[0] else { panic!("{:?}", pages[0].parts) };
        assert_eq!(columns[0], (30, vec![AidPart::Steps("phases".to_owned())]));
        let odds = AidPart::Table { name: "odds".to_owned(), step: Some(1) };
        assert_eq!(columns[1], (70, vec![AidPart::Frame("From odds to result".to_owned(), vec![odds])]));
    }

    #[test]
    fn what_is_not_there_not_ended_or_said_twice_is_a_fault_of_its_line() {
        for (text, expected) in [
            ("table crt\n", "aid.txt:1: expected `page \"Title\"` first"),
            ("page \"A\"\ntable crts\n", "aid.txt:2: there is no table `crts`"),
            ("page \"A\"\ntable crt\ntable crt\n", "aid.txt:3: table crt stands twice on the aid"),
            ("page \"A\"\nframe \"B\"\ntable crt\n", "aid.txt:2: what begins here is not ended"),
            ("page \"A\"\nsplit 50 50\ntable crt\nend\n", "aid.txt:2: expected 2 columns with a share each, found 1"),
            (
                "page \"A\"\nchart crt\n",
                "aid.txt:2: expected page, table, steps, frame, split, next or end, found `chart`",
            ),
        ] {
            assert!(fault(text).contains(expected), "{text}: {}", fault(text));
        }
    }
}
