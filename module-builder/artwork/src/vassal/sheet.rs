/// A display beside the map: boxes in which pieces lie in rows. It may have a board for each set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Name of its map window.
    pub name: String,
    /// Its boards; at least one.
    pub boards: Vec<SheetBoard>,
    /// The only side that sees it, if it is a hand: then it has one box.
    pub owner: Option<String>,
}

/// A board of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetBoard {
    /// Name: the title of the set-up that it is for, or the sheet's own if it serves all.
    pub name: String,
    /// Its picture, in the module's images.
    pub image: String,
    /// Size in pixels.
    pub size: (u32, u32),
    /// The boxes.
    pub boxes: Vec<SheetBox>,
}

/// A box of a sheet, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetBox {
    /// Name: the location that VASSAL reports. Unique on the sheet.
    pub name: String,
    /// Left and top edge.
    pub corner: (u32, u32),
    /// Places side by side and one above the other.
    pub places: (u32, u32),
    /// Width and height of a place.
    pub cell: u32,
}

/// A box that is to be laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxPlan {
    /// Its name.
    pub name: String,
    /// How many pieces it must hold side by side or in rows.
    pub pieces: u32,
}

const MARGIN: u32 = 12;
/// Height of a box's heading.
pub(super) const HEADING: u32 = 26;

impl SheetBox {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.places.0 * self.cell + 8, self.places.1 * self.cell + HEADING + 4)
    }

    /// Centre of the n-th place, from 0; places beyond the last start again at the first.
    pub fn place(&self, n: usize) -> (u32, u32) {
        let n = (n % (self.places.0 * self.places.1).max(1) as usize) as u32;
        let (column, row) = (n % self.places.0, n / self.places.0);
        let middle = self.cell / 2;
        (self.corner.0 + 4 + column * self.cell + middle, self.corner.1 + HEADING + row * self.cell + middle)
    }

    /// Its middle: where a command sends pieces.
    pub fn middle(&self) -> (u32, u32) {
        let (width, height) = self.size();
        (self.corner.0 + width / 2, self.corner.1 + height / 2)
    }

    /// Corners, clockwise.
    pub fn outline(&self) -> Vec<(i32, i32)> {
        let (x, y) = (self.corner.0 as i32, self.corner.1 as i32);
        let (width, height) = (self.size().0 as i32, self.size().1 as i32);
        vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    }
}

impl Sheet {
    /// The board on which a set-up with this title lies: its own, or the first.
    pub fn board_of(&self, title: &str) -> Option<&SheetBoard> {
        self.boards.iter().find(|board| board.name == title).or_else(|| self.boards.first())
    }
}

impl SheetBoard {
    /// Lays out rows of boxes. A box is as wide as its pieces need, up to `across` pieces, then it grows downwards.
    pub fn lay_out(name: &str, image: &str, cell: u32, across: u32, rows: &[Vec<BoxPlan>]) -> SheetBoard {
        let mut boxes: Vec<SheetBox> = Vec::new();
        let (mut width, mut top) = (0, MARGIN);
        for row in rows {
            let mut left = MARGIN;
            let mut bottom = top;
            for plan in row {
                // a heading needs some room too
                let columns = plan.pieces.clamp(3, across.max(3));
                let places = (columns, plan.pieces.div_ceil(columns).max(1));
                let laid = SheetBox { name: plan.name.clone(), corner: (left, top), places, cell };
                left += laid.size().0 + MARGIN;
                bottom = bottom.max(top + laid.size().1 + MARGIN);
                boxes.push(laid);
            }
            width = width.max(left);
            top = bottom;
        }
        SheetBoard { name: name.to_owned(), image: image.to_owned(), size: (width, top), boxes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(name: &str, pieces: u32) -> BoxPlan {
        BoxPlan { name: name.into(), pieces }
    }

    #[test]
    fn boxes_do_not_overlap_and_places_lie_inside_them() {
        let rows = [vec![plan("A", 1), plan("B", 9)], vec![plan("C", 23), plan("D", 0)]];
        let sheet = SheetBoard::lay_out("S", "s.png", 60, 6, &rows);
        for (i, a) in sheet.boxes.iter().enumerate() {
            let right = |b: &SheetBox| (b.corner.0 + b.size().0, b.corner.1 + b.size().1);
            assert!(right(a).0 < sheet.size.0 && right(a).1 < sheet.size.1);
            for n in 0..30 {
                let (x, y) = a.place(n);
                assert!(x > a.corner.0 + 20 && y > a.corner.1 + 20 && x < right(a).0 && y < right(a).1);
            }
            for b in &sheet.boxes[i + 1..] {
                let apart = right(a).0 <= b.corner.0 || right(b).0 <= a.corner.0 || right(a).1 <= b.corner.1;
                assert!(apart, "{} and {}", a.name, b.name);
            }
        }
        assert_eq!(sheet.boxes[2].places, (6, 4));
    }
}
