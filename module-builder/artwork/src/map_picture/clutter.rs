use crate::scene::Point;
use std::collections::HashMap;

/// What is already drawn, as discs, so that trees keep off roads and names off names.
#[derive(Clone, Debug, Default)]
pub(super) struct Clutter {
    cells: HashMap<(i32, i32), Vec<Disc>>,
}

#[derive(Clone, Copy, Debug)]
struct Disc {
    at: Point,
    radius: f32,
    /// How much it hurts when a name covers it.
    cost: usize,
}

/// Side of a cell; no disc may be larger in radius.
const CELL: f32 = 60.0;

impl Clutter {
    /// Marks a disc as taken; `cost` tells how much it hurts when a name covers it.
    pub fn add(&mut self, at: Point, radius: f32, cost: usize) {
        self.cells.entry(cell(at)).or_default().push(Disc { at, radius: radius.min(CELL / 2.0), cost });
    }

    /// Marks a band along a line as taken, each of its discs at a cost.
    pub fn add_line(&mut self, points: &[Point], radius: f32, cost: usize) {
        for pair in points.windows(2) {
            let steps = ((pair[1] - pair[0]).length() / (radius.max(2.0))).ceil().max(1.0) as usize;
            for i in 0..=steps {
                self.add(pair[0].towards(pair[1], i as f32 / steps as f32), radius, cost);
            }
        }
    }

    /// Whether a disc touches nothing that is there.
    pub fn is_free(&self, at: Point, radius: f32) -> bool {
        self.near(at).all(|disc| (disc.at - at).length() >= radius + disc.radius)
    }

    /// What it costs to cover an upright box.
    pub fn cost_of(&self, low: Point, high: Point) -> usize {
        let ((x0, y0), (x1, y1)) = (cell(low), cell(high));
        let covered = |Disc { at, radius, .. }: &&Disc| {
            at.x + radius > low.x && at.x - radius < high.x && at.y + radius > low.y && at.y - radius < high.y
        };
        self.within((x0 - 1, y0 - 1), (x1 + 1, y1 + 1)).filter(covered).map(|disc| disc.cost).sum()
    }

    fn near(&self, at: Point) -> impl Iterator<Item = &Disc> {
        let (x, y) = cell(at);
        self.within((x - 1, y - 1), (x + 1, y + 1))
    }

    fn within(&self, (x0, y0): (i32, i32), (x1, y1): (i32, i32)) -> impl Iterator<Item = &Disc> {
        let cells = (x0..=x1).flat_map(move |x| (y0..=y1).map(move |y| (x, y)));
        cells.filter_map(|key| self.cells.get(&key)).flatten()
    }
}

fn cell(at: Point) -> (i32, i32) {
    ((at.x / CELL).floor() as i32, (at.y / CELL).floor() as i32)
}
