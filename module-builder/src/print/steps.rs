//! Printed tables of sentences, set as numbered steps.

use super::chart::{DISC, HEAD, LINE, NOTE, PAD, QUIET, SIZE, disc, heading};
use super::flow::{Block, wrap};
use artwork::chart::Chart;
use artwork::scene::{Anchor, Colour, Face, Outline, Shape, Text, point};

/// A table of sentences as numbered steps.
pub(super) struct Steps<'a> {
    chart: &'a Chart,
    width: f32,
}

/// A step: its number, and its lines with their faces.
struct Step<'a> {
    /// The part that it begins, if the table has parts.
    part: Option<&'a str>,
    number: &'a str,
    lines: Vec<(String, Face)>,
    /// The case, if the table tells one.
    case: Option<String>,
}

impl<'a> Steps<'a> {
    /// The steps of a chart in a column of a width.
    pub fn of(chart: &'a Chart, width: f32) -> Steps<'a> {
        Steps { chart, width }
    }

    /// How many there are.
    pub fn rows(&self) -> usize {
        self.chart.rows.len()
    }

    fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let (columns, inset) = (&self.chart.columns, 2.0 * DISC + 1.6);
        let case = columns.last().filter(|head| columns.len() > 1 && *head == "Case");
        let parted = usize::from(columns.first().is_some_and(|head| head == "Part"));
        // a column before the last that tells what is done names the step
        let named = columns.len() - parted - usize::from(case.is_some()) > 1;
        let mut before = "";
        self.chart.rows.iter().map(move |row| {
            let texts: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
            let told = &texts[parted..texts.len() - usize::from(case.is_some())];
            let part = (parted > 0 && texts[0] != before).then_some(texts[0]);
            before = texts[0];
            let mut lines = Vec::new();
            for (n, text) in told.iter().enumerate().filter(|(_, text)| **text != "–") {
                let face = if n == 0 && named { Face::Bold } else { Face::Medium };
                // a bare number needs the head of its column
                let number = n > 0 && text.chars().all(|letter| letter.is_ascii_digit());
                let text = if number { format!("{} {text}", columns[parted + n]) } else { (*text).to_owned() };
                lines.extend(wrap(&text, face, SIZE, self.width - inset).into_iter().map(|line| (line, face)));
            }
            let case = case.and(texts.last()).filter(|text| **text != "–").map(|text| (*text).to_owned());
            Step { part, number: &row.name, lines, case }
        })
    }

    /// All of them, so much farther apart than they need.
    pub fn whole(&self, lift: f32) -> Block {
        let inset = 2.0 * DISC + 1.6;
        let mut block = Block::new(self.width, 0.0);
        let mut y = heading(&mut block, &self.chart.title, None, self.width) + 1.4;
        for step in self.steps() {
            if let Some(part) = step.part {
                block.draw(Shape::new(Outline::rectangle(0.0, y, self.width, LINE + 1.0)).fill(HEAD));
                block.draw(Text::new(part, point(PAD.0, y + 3.35), Face::Bold, SIZE, Colour::INK));
                y += LINE + 2.2;
            }
            disc(&mut block, point(DISC, y + 1.6), step.number);
            let mut end = inset;
            for (line, face) in &step.lines {
                let text = Text::new(line, point(inset, y + 2.6), *face, SIZE, Colour::INK);
                end = inset + text.width();
                block.draw(text);
                y += LINE;
            }
            // the case stands behind the last line, if there is room
            if let Some(case) = &step.case {
                let case = Text::new(case, point(self.width, 0.0), Face::Italic, NOTE.0, QUIET).anchor(Anchor::End);
                let room = end + 1.5 + case.width() <= self.width;
                let at = point(self.width, if room { y - LINE + 2.6 } else { y + 2.4 });
                block.draw(Text { at, ..case });
                y += if room { 0.0 } else { NOTE.1 };
            }
            y += 1.5 + lift;
        }
        block.height = y - 1.0;
        block
    }
}
