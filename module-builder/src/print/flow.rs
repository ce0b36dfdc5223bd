//! Blocks of text and pictures set into columns and shelves of pages.

use super::paper::{self, MARGIN};
pub(super) use crate::scene::wrap;
use crate::scene::{Colour, Face, Layer, Outline, Page, Point, Shape, Text, point};

/// Something that stays together on a page; its layers lie about its own upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub width: f32,
    pub height: f32,
    pub layers: Vec<Layer>,
    /// A heading stands on the page of what it heads.
    pub heading: bool,
}

/// What all pages of a flow have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    /// Title of the game.
    pub title: &'a str,
    /// What the pages show.
    pub what: &'a str,
    pub size: (f32, f32),
    /// How to print them.
    pub how: &'a str,
}

/// Below the headline of a page, and above its foot.
const TOP: f32 = 13.0;
const BOTTOM: f32 = 12.0;
/// Between columns, and between blocks of a shelf.
const GAP: f32 = 5.0;
/// Size of running text and distance of its lines.
pub(super) const TEXT: f32 = 3.1;
pub(super) const LINE: f32 = 4.0;

impl Block {
    /// An empty block.
    pub fn new(width: f32, height: f32) -> Block {
        Block { width, height, ..Block::default() }
    }

    /// Draws over what is there.
    pub fn draw(&mut self, element: impl Into<crate::scene::Element>) {
        self.layers.push(Layer::Drawn(element.into()));
    }

    /// A paragraph of running text.
    pub fn paragraph(text: &str, width: f32) -> Block {
        let lines = wrap(text, Face::Medium, TEXT, width);
        let mut block = Block::new(width, lines.len() as f32 * LINE + 1.4);
        for (n, line) in lines.into_iter().enumerate() {
            block.draw(Text::new(line, point(0.0, n as f32 * LINE + 3.0), Face::Medium, TEXT, Colour::INK));
        }
        block
    }

    /// A heading over a page or a column.
    pub fn heading(text: &str, size: f32, width: f32) -> Block {
        let lines = wrap(text, Face::Bold, size, width);
        let pitch = size * 1.1;
        let mut block = Block::new(width, lines.len() as f32 * pitch + 2.6);
        for (n, line) in lines.into_iter().enumerate() {
            let at = point(0.0, 1.2 + n as f32 * pitch + size * 0.75);
            block.draw(Text::new(line, at, Face::Bold, size, Colour::INK));
        }
        block.heading = true;
        block
    }

    /// A heading in a bar of a colour, for what belongs together.
    pub fn bar(text: &str, colour: Colour, width: f32) -> Block {
        let mut block = Block::new(width, 6.6);
        block.draw(Shape::new(Outline::rounded(0.0, 1.2, width, 4.6, 0.8)).fill(colour));
        let text = Text::new(text, point(1.6, 4.6), Face::SemiBold, 3.2, colour.ink());
        block.draw(text.at_most(width - 3.2));
        block.heading = true;
        block
    }

    fn put(self, page: &mut Page, at: Point) {
        page.layers.extend(self.layers.into_iter().map(|layer| layer.moved(at)));
    }
}

impl Frame<'_> {
    /// Width between the margins.
    pub fn width(&self) -> f32 {
        self.size.0 - 2.0 * MARGIN
    }

    /// Height between the margins.
    pub fn height(&self) -> f32 {
        self.size.1 - TOP - BOTTOM
    }

    /// Width of one of so many columns.
    pub fn column(&self, columns: usize) -> f32 {
        (self.width() - GAP * (columns - 1) as f32) / columns as f32
    }

    /// Sets blocks into columns, from top to bottom and from left to right.
    pub fn columns(&self, columns: usize, blocks: Vec<Block>) -> Vec<Page> {
        let mut pages: Vec<Page> = Vec::new();
        let mut page = self.page(1);
        let (mut column, mut y) = (0, 0.0);
        for (together, block) in together(&blocks).into_iter().zip(blocks) {
            if y > 0.0 && y + together > self.height() {
                (column, y) = (column + 1, 0.0);
            }
            if column == columns {
                pages.push(std::mem::replace(&mut page, self.page(pages.len() + 2)));
                column = 0;
            }
            let height = block.height;
            block.put(&mut page, point(MARGIN + column as f32 * (self.column(columns) + GAP), TOP + y));
            y += height;
        }
        pages.push(page);
        self.filled(pages)
    }

    /// Sets blocks side by side on shelves, as many as fit.
    pub fn shelves(&self, blocks: Vec<Block>) -> Vec<Page> {
        let mut pages: Vec<Page> = Vec::new();
        let mut page = self.page(1);
        let (mut x, mut y, mut tallest) = (0.0, 0.0, 0.0f32);
        for (together, block) in together(&blocks).into_iter().zip(blocks) {
            if x > 0.0 && (x + block.width > self.width() + 0.01 || block.heading) {
                (x, y, tallest) = (0.0, y + tallest + GAP, 0.0);
            }
            if y > 0.0 && y + together > self.height() {
                pages.push(std::mem::replace(&mut page, self.page(pages.len() + 2)));
                (x, y, tallest) = (0.0, 0.0, 0.0);
            }
            let (width, height, heading) = (block.width, block.height, block.heading);
            block.put(&mut page, point(MARGIN + x, TOP + y));
            tallest = tallest.max(height);
            x += width + GAP;
            if heading {
                (x, y, tallest) = (0.0, y + height, 0.0);
            }
        }
        pages.push(page);
        self.filled(pages)
    }

    /// A page of the flow with nothing on it yet but its margins.
    pub fn page(&self, number: usize) -> Page {
        let mut page = paper::page(self.title, self.what, self.size, self.how);
        if number > 1 {
            page.title = format!("{}, page {number}", self.what);
        }
        page
    }

    /// The pages that hold something.
    fn filled(&self, mut pages: Vec<Page>) -> Vec<Page> {
        let empty = self.page(1).layers.len();
        pages.retain(|page| page.layers.len() > empty);
        pages
    }
}

/// The height of each block with all that must not be parted from it: below a heading, what it heads.
fn together(blocks: &[Block]) -> Vec<f32> {
    let mut heights = Vec::with_capacity(blocks.len());
    let mut below = 0.0;
    for block in blocks.iter().rev() {
        below = if block.heading { block.height + below } else { block.height };
        heights.push(below);
    }
    heights.reverse();
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_moves_on_with_what_it_heads_and_nothing_leaves_the_page() {
        let frame = Frame { title: "", what: "", size: (100.0, 75.0), how: "" };
        let block = |height, heading| Block { heading, ..Block::new(20.0, height) };
        let mut blocks = vec![block(30.0, false), block(10.0, true), block(30.0, false)];
        for (n, block) in blocks.iter_mut().enumerate() {
            block.draw(Text::new(format!("block {n}"), point(0.0, 0.0), Face::Medium, 3.0, Colour::INK));
        }
        let pages = frame.columns(1, blocks.clone());
        assert_eq!(pages.len(), 2, "the heading would fit on the first page, but not what it heads");
        assert_eq!(frame.columns(2, blocks).len(), 1);
    }
}
