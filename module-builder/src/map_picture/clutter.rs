use crate::scene::Point;
use std::collections::HashMap;

/// What is already drawn, as discs, so that trees keep off roads and names off names.
#[derive(Clone, Debug, Default)]
pub(super) struct Clutter {
    cells: HashMap<(i32, i32), Vec<(Point, f32)>>,
}

/// Side of a cell; no disc may be larger in radius.
const CELL: f32 = 60.0;

impl Clutter {
    /// Marks a disc as taken.
    pub fn add(&mut self, at: Point, radius: f32) {
        self.cells.entry(cell(at)).or_default().push((at, radius.min(CELL / 2.0)));
    }

    /// Marks a band along a line as taken.
    pub fn add_line(&mut self, points: &[Point], radius: f32) {
        for pair in points.windows(2) {
            let steps = ((pair[1] - pair[0]).length() / (radius.max(2.0))).ceil().max(1.0) as usize;
            for i in 0..=steps {
                self.add(pair[0].towards(pair[1], i as f32 / steps as f32), radius);
            }
        }
    }

    /// Whether a disc touches nothing that is there.
    pub fn is_free(&self, at: Point, radius: f32) -> bool {
        self.near(at).all(|(there, taken)| (*there - at).length() >= radius + taken)
    }

    /// How many discs reach into an upright box.
    pub fn count_in(&self, low: Point, high: Point) -> usize {
        let ((x0, y0), (x1, y1)) = (cell(low), cell(high));
        let inside = |(at, radius): &&(Point, f32)| {
            at.x + radius > low.x && at.x - radius < high.x && at.y + radius > low.y && at.y - radius < high.y
        };
        (x0 - 1..=x1 + 1)
            .flat_map(|x| (y0 - 1..=y1 + 1).map(move |y| (x, y)))
            .filter_map(|key| self.cells.get(&key))
            .map(|discs| discs.iter().filter(inside).count())
            .sum()
    }

    fn near(&self, at: Point) -> impl Iterator<Item = &(Point, f32)> {
        let (x, y) = cell(at);
        (x - 1..=x + 1)
            .flat_map(move |x| (y - 1..=y + 1).map(move |y| (x, y)))
            .filter_map(|key| self.cells.get(&key))
            .flatten()
    }
}

fn cell(at: Point) -> (i32, i32) {
    ((at.x / CELL).floor() as i32, (at.y / CELL).floor() as i32)
}
