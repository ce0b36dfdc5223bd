//! Blocks of text and pictures set into columns and shelves of pages.

use super::paper::{self, MARGIN};
use crate::booklet::{Layer, Page};
pub(super) use artwork::scene::wrap;
use artwork::scene::{Colour, Face, Outline, Point, Shape, Text, point};

/// Something that stays together on a page; its layers lie about its own upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    pub width: f32,
    pub height: f32,
    pub layers: Vec<Layer>,
    /// A heading stands on the page of what it heads.
    pub heading: bool,
    /// Whether it may stand on another page than the block before it.
    pub apart: bool,
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
pub(super) const TOP: f32 = 13.0;
const BOTTOM: f32 = 12.0;
/// Between columns, and between blocks of a shelf.
pub(super) const GAP: f32 = 5.0;
/// Share of a page that is too little for a page of its own, and how much smaller the others may be to save it.
const ORPHAN: f32 = 0.25;
const SMALLER: [f32; 3] = [0.97, 0.94, 0.91];
/// Size of running text and distance of its lines.
pub(super) const TEXT: f32 = 3.1;
pub(super) const LINE: f32 = 4.0;

impl Block {
    /// An empty block.
    pub fn new(width: f32, height: f32) -> Block {
        Block { width, height, ..Block::default() }
    }

    /// Draws over what is there.
    pub fn draw(&mut self, element: impl Into<artwork::scene::Element>) {
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
        let lines = wrap(text, Face::SemiBold, 3.2, width - 3.2);
        let tall = 0.8 + lines.len() as f32 * 3.8;
        let mut block = Block::new(width, tall + 2.0);
        block.draw(Shape::new(Outline::rounded(0.0, 1.2, width, tall, 0.8)).fill(colour));
        for (n, line) in lines.into_iter().enumerate() {
            let at = point(1.6, 4.6 + n as f32 * 3.8);
            block.draw(Text::new(line, at, Face::SemiBold, 3.2, colour.ink()));
        }
        block.heading = true;
        block
    }

    /// Blocks one below the other, as one that stands where there is room.
    pub fn column(blocks: Vec<Block>) -> Block {
        let width = blocks.iter().map(|block| block.width).fold(0.0, f32::max);
        let mut column = Block { apart: true, ..Block::new(width, 0.0) };
        for block in blocks {
            let at = point(0.0, column.height);
            column.layers.extend(block.layers.into_iter().map(|layer| layer.moved(at)));
            column.height += block.height;
        }
        column
    }

    /// The same, larger by a factor.
    pub fn scaled(self, factor: f32) -> Block {
        let layers = self.layers.into_iter().map(|layer| layer.scaled(factor)).collect();
        Block { width: self.width * factor, height: self.height * factor, layers, ..self }
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

    /// Sets blocks into columns, from top to bottom and from left to right; those of the last page are of a height. A few
    /// lines get no page of their own if all others can be set a little smaller.
    pub fn columns(&self, columns: usize, blocks: Vec<Block>) -> Vec<Page> {
        let (pages, foot) = self.in_columns(columns, &blocks);
        if pages.len() > 1 && foot < self.height() * ORPHAN {
            for scale in SMALLER {
                let smaller = blocks.iter().cloned().map(|block| block.scaled(scale)).collect::<Vec<Block>>();
                let (fewer, _) = self.in_columns(columns, &smaller);
                if fewer.len() < pages.len() {
                    return fewer;
                }
            }
        }
        pages
    }

    fn in_columns(&self, columns: usize, blocks: &[Block]) -> (Vec<Page>, f32) {
        let (places, foot) = self.balanced(columns, blocks);
        (self.set(blocks.to_vec(), places), foot)
    }

    /// Page and place of each block in columns, and where those of the last page end.
    pub fn balanced(&self, columns: usize, blocks: &[Block]) -> (Vec<(usize, Point)>, f32) {
        let in_columns = |blocks: &[Block], height: f32| {
            let (mut column, mut y) = (0, 0.0);
            let stand = |(together, block): (f32, &Block)| {
                if y > 0.0 && y + together > height {
                    (column, y) = (column + 1, 0.0);
                }
                let at = point((column % columns) as f32 * (self.column(columns) + GAP), y);
                y += block.height;
                (column / columns, at)
            };
            together(blocks).into_iter().zip(blocks).map(stand).collect::<Vec<(usize, Point)>>()
        };
        let mut places = in_columns(blocks, self.height());
        let last = places.last().map_or(0, |(page, _)| *page);
        let first = places.iter().position(|(page, _)| *page == last).unwrap_or(0);
        let ending = &blocks[first..];
        let (mut low, mut high) = (0.0, self.height());
        for _ in 0..12 {
            let height = (low + high) / 2.0;
            let fits = in_columns(ending, height)
                .iter()
                .zip(ending)
                .all(|((page, at), it)| *page == 0 && at.y + it.height <= height);
            if fits {
                high = height;
            } else {
                low = height;
            }
        }
        let balanced = in_columns(ending, high).into_iter().map(|(page, at)| (last + page, at));
        places.splice(first.., balanced);
        (places, high)
    }

    /// Sets blocks side by side, as high up and as far left as they fit. What stands below a heading stays on its page,
    /// unless it is more than a page holds.
    pub fn shelves(&self, blocks: Vec<Block>) -> Vec<Page> {
        let places = self.places(&blocks);
        self.set(blocks, places)
    }

    /// The same of blocks in any order, on as few pages as can be: each goes on the first page that has room for it, in
    /// their own order or, if that saves room, the tall ones first.
    pub fn packed(&self, blocks: Vec<Block>) -> Vec<Page> {
        let mut tall_first = blocks.clone();
        tall_first.sort_by(|a, b| b.height.total_cmp(&a.height));
        let ways = [blocks, tall_first].map(|blocks| (self.first_fits(&blocks), blocks));
        let pages = |(places, _): &(Vec<(usize, Point)>, _)| places.iter().map(|(page, _)| *page).max();
        let (places, blocks) = ways.into_iter().min_by_key(pages).unwrap_or_default();
        self.set(blocks, places)
    }

    /// What stands below each heading, side by side where there is room, as one block with it.
    pub fn sections(&self, blocks: &[Block]) -> Vec<Block> {
        let section = |group: &[Block]| {
            let tall: f32 = group.iter().map(|block| block.height + GAP).sum();
            let frame = Frame { size: (self.size.0, TOP + tall + BOTTOM), ..*self };
            let mut section = Block { apart: true, ..Block::new(self.width(), 0.0) };
            for (block, (_, at)) in group.iter().zip(frame.places(group)) {
                section.height = section.height.max(at.y + block.height + GAP);
                section.layers.extend(block.layers.iter().cloned().map(|layer| layer.moved(at)));
            }
            section
        };
        groups(blocks).map(section).collect()
    }

    fn first_fits(&self, blocks: &[Block]) -> Vec<(usize, Point)> {
        let mut skies = vec![self.sky()];
        let mut places = Vec::with_capacity(blocks.len());
        for block in blocks {
            let found = skies.iter_mut().enumerate().find_map(|(page, sky)| Some((page, sky.take(block)?)));
            places.push(found.unwrap_or_else(|| {
                skies.push(self.sky());
                let page = skies.len() - 1;
                (page, skies[page].force(block))
            }));
        }
        places
    }

    /// How much of the last page blocks leave free.
    pub fn left(&self, blocks: &[Block]) -> f32 {
        let places = self.places(blocks);
        let last = places.iter().map(|(page, _)| *page).max().unwrap_or(0);
        let on_last = places.iter().zip(blocks).filter(|((page, _), _)| *page == last);
        let foot = on_last.map(|((_, at), block)| at.y + block.height).fold(0.0, f32::max);
        self.height() - foot - GAP
    }

    /// Page and place of each block.
    fn places(&self, blocks: &[Block]) -> Vec<(usize, Point)> {
        let mut places: Vec<(usize, Point)> = Vec::with_capacity(blocks.len());
        let (mut page, mut sky) = (0, self.sky());
        for group in groups(blocks) {
            let whole = |mut sky: Sky| {
                let spots: Option<Vec<Point>> = group.iter().map(|block| sky.take(block)).collect();
                spots.map(|spots| (spots, sky))
            };
            if let Some((spots, after)) = whole(sky.clone()) {
                sky = after;
                places.extend(spots.into_iter().map(|at| (page, at)));
                continue;
            }
            if let Some((spots, after)) = whole(self.sky()) {
                (page, sky) = (page + 1, after);
                places.extend(spots.into_iter().map(|at| (page, at)));
                continue;
            }
            for (together, block) in together(group).into_iter().zip(group) {
                let room = Block { height: together, ..Block::new(block.width, 0.0) };
                if sky.spot(&room).is_none() {
                    (page, sky) = (page + 1, self.sky());
                }
                places.push((page, sky.force(block)));
            }
        }
        places
    }

    fn sky(&self) -> Sky {
        Sky { width: self.width(), height: self.height(), taken: Vec::new() }
    }

    fn set(&self, blocks: Vec<Block>, places: Vec<(usize, Point)>) -> Vec<Page> {
        let last = places.iter().map(|(page, _)| *page).max().unwrap_or(0);
        let mut pages: Vec<Page> = (1..=last + 1).map(|number| self.page(number)).collect();
        for (block, (page, at)) in blocks.into_iter().zip(places) {
            block.put(&mut pages[page], point(MARGIN, TOP) + at);
        }
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

/// What is still free of a page: all that lies below what is taken.
#[derive(Clone, Debug)]
struct Sky {
    width: f32,
    height: f32,
    /// Left, right and lower edge of what is taken, with the gap below.
    taken: Vec<(f32, f32, f32)>,
}

impl Sky {
    /// The highest place where a block fits, of several the leftmost.
    fn spot(&self, block: &Block) -> Option<Point> {
        // A heading reaches across the page.
        let width = if block.heading { self.width } else { block.width };
        let lefts = std::iter::once(0.0).chain(self.taken.iter().map(|(_, right, _)| right + GAP));
        let below = |left: f32| {
            let above = self.taken.iter().filter(|(l, r, _)| *l < left + width + GAP - 0.01 && *r > left - GAP + 0.01);
            above.map(|(.., foot)| *foot).fold(0.0, f32::max)
        };
        let inside = lefts.filter(|left| left + width <= self.width + 0.01 || *left == 0.0);
        let spots = inside.map(|left| point(left, below(left)));
        let fitting = spots.filter(|at| at.y + block.height <= self.height + 0.01);
        fitting.min_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)))
    }

    fn take(&mut self, block: &Block) -> Option<Point> {
        let at = self.spot(block)?;
        self.cover(block, at);
        Some(at)
    }

    /// The place of a block that is given one even if it is higher than the page.
    fn force(&mut self, block: &Block) -> Point {
        let at = self.spot(block).unwrap_or_default();
        self.cover(block, at);
        at
    }

    fn cover(&mut self, block: &Block, at: Point) {
        let (width, gap) = if block.heading { (self.width, 0.0) } else { (block.width, GAP) };
        self.taken.push((at.x, at.x + width, at.y + block.height + gap));
    }
}

/// Blocks with the headings above them.
fn groups(blocks: &[Block]) -> impl Iterator<Item = &[Block]> {
    blocks.chunk_by(|above, below| above.heading || !(below.heading || below.apart))
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

    #[test]
    fn a_few_lines_get_no_page_of_their_own() {
        let frame = Frame { title: "", what: "", size: (100.0, 125.0), how: "" };
        let blocks = |count: usize| {
            let mut block = Block { apart: true, ..Block::new(20.0, 9.5) };
            block.draw(Text::new("a line", point(0.0, 3.0), Face::Medium, 3.0, Colour::INK));
            vec![block; count]
        };
        assert_eq!(frame.columns(1, blocks(10)).len(), 1);
        assert_eq!(frame.columns(1, blocks(11)).len(), 1, "a twentieth too much");
        assert_eq!(frame.columns(1, blocks(14)).len(), 2);
    }

    #[test]
    fn a_group_is_not_torn_and_small_blocks_fill_the_room_beside_a_tall_one() {
        let frame = Frame { title: "", what: "", size: (100.0, 125.0), how: "" };
        let block = |width, height, heading| Block { heading, ..Block::new(width, height) };
        let blocks =
            [block(30.0, 60.0, false), block(30.0, 20.0, false), block(30.0, 20.0, false), block(30.0, 30.0, false)];
        let places = frame.places(&blocks);
        assert_eq!(places[1].1, point(35.0, 0.0));
        assert_eq!(places[2].1, point(35.0, 25.0), "below the second, beside the first");
        let group = [blocks[0].clone(), block(80.0, 8.0, true), block(80.0, 20.0, false), block(80.0, 20.0, false)];
        let pages: Vec<usize> = frame.places(&group).into_iter().map(|(page, _)| page).collect();
        assert_eq!(pages, [0, 1, 1, 1], "the heading and a block would fit on the first page, but not the group");
    }
}
