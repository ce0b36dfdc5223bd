use super::palette::Palette;
use crate::scene::{Element, Group, Point, Scene, point};
use tiny_skia::{Pixmap, Transform};

/// A picture as indices into its palette, each row after the byte that PNG wants before it.
pub(super) struct Sheet<'p> {
    palette: &'p Palette,
    width: usize,
    bytes: Vec<u8>,
}

impl<'p> Sheet<'p> {
    /// Drawn pixels in the nearest colours of a palette.
    pub fn drawn(pixels: &Pixmap, palette: &'p Palette) -> Sheet<'p> {
        let mut sheet = Sheet { palette, width: pixels.width() as usize, bytes: Vec::new() };
        sheet.append(pixels);
        sheet
    }

    /// What was a sheet of this width before.
    pub fn of(bytes: Vec<u8>, width: u32, palette: &'p Palette) -> Sheet<'p> {
        Sheet { palette, width: width as usize, bytes }
    }

    /// Bytes of a row.
    pub fn row(&self) -> usize {
        self.width + 1
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.bytes.len() / self.row()
    }

    /// The rows, each after its byte.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The rows, each after its byte.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Adds opaque pixels as wide as the sheet below it.
    pub fn append(&mut self, pixels: &Pixmap) {
        for row in pixels.data().chunks_exact(4 * self.width) {
            self.bytes.push(0);
            self.bytes.extend(row.chunks_exact(4).map(|pixel| self.palette.index(pixel)));
        }
    }

    /// Puts indices in the place of those that start at a column of a row.
    pub fn put(&mut self, column: usize, row: usize, indices: &[u8]) {
        let start = row * self.row() + 1 + column;
        let count = indices.len().min(self.width.saturating_sub(column));
        if let Some(place) = self.bytes.get_mut(start..start + count) {
            place.copy_from_slice(&indices[..count]);
        }
    }

    /// Lays pixels over what is there, as one lays a counter on a map; what reaches over the edges is left off.
    pub fn lay(&mut self, pixels: &Pixmap, corner: Point) {
        let whole = point(self.width as f32, self.height() as f32);
        self.lay_within(pixels, corner, (Point::default(), whole));
    }

    /// The same; what reaches out of a box of pixels is left off.
    pub fn lay_within(&mut self, pixels: &Pixmap, corner: Point, (low, high): (Point, Point)) {
        let (left, top) = (corner.x.round() as i64, corner.y.round() as i64);
        let stride = self.row();
        let (height, width) = ((self.height() as i64).min(high.y as i64), (self.width as i64).min(high.x as i64));
        let (first, above) = (low.x.max(0.0) as i64, low.y.max(0.0) as i64);
        for (y, row) in (top..).zip(pixels.data().chunks_exact(4 * pixels.width() as usize)) {
            if y < above || y >= height {
                continue;
            }
            let start = y as usize * stride + 1;
            let mut before: &[u8] = &[];
            for (x, pixel) in (left..).zip(row.chunks_exact(4)) {
                let flat = std::mem::replace(&mut before, pixel) == pixel;
                if x < first || x >= width || pixel[3] == 0 {
                    continue;
                }
                let place = start + x as usize;
                let nearest = self.palette.over(self.bytes[place], pixel);
                let calm = y > 0 && pixel[3] == 255 && !flat;
                self.bytes[place] = if calm {
                    self.palette.calmed(nearest, pixel, self.bytes[place - 1], self.bytes[place - stride])
                } else {
                    nearest
                };
            }
        }
    }

    /// Paints elements over what is there: their origin lies at a point of the sheet, their units are so many pixels,
    /// and nothing of them lies outside a box of pixels.
    pub fn paint(&mut self, elements: Vec<Element>, origin: Point, scale: f32, (low, high): (Point, Point)) {
        let (low, high) = (point(low.x.floor().max(0.0), low.y.floor().max(0.0)), point(high.x.ceil(), high.y.ceil()));
        let (width, height) = (high.x.min(self.width as f32) - low.x, high.y.min(self.height() as f32) - low.y);
        if elements.is_empty() || width < 1.0 || height < 1.0 {
            return;
        }
        let mut scene = Scene::new(width, height);
        scene.push(Group::new(elements).at(origin - low).scaled(scale));
        let Some(mut pixels) = Pixmap::new(width as u32, height as u32) else { return };
        scene.paint(&mut pixels, Transform::identity());
        self.lay(&pixels, low);
    }
}
