use crate::scene::Colour;
use tiny_skia::Pixmap;

/// Up to 256 colours chosen from a drawing, with the nearest of them for every colour.
///
/// Choosing costs more than encoding, so it is done once for a map and not for every picture.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    /// Index of the nearest colour, by the upper five bits of red, green and blue.
    nearest: Vec<u8>,
}

const CELLS: usize = 1 << 15;

impl Palette {
    /// The `wanted` colours, then those most seen in the drawing, none too near to another.
    pub fn new(wanted: &[Colour], drawing: &Pixmap) -> Palette {
        let mut colours: Vec<[u8; 3]> = Vec::new();
        for colour in wanted.iter().map(|c| c.channels()) {
            if colours.len() < 256 && colours.iter().all(|c| distance(*c, colour) > 40) {
                colours.push(colour);
            }
        }
        let seen = most_seen(drawing);
        for tolerance in [900, 300, 100, 30] {
            for colour in &seen {
                if colours.len() == 256 {
                    break;
                }
                if colours.iter().all(|c| distance(*c, *colour) > tolerance) {
                    colours.push(*colour);
                }
            }
        }
        let nearest = (0..CELLS).map(|cell| nearest(&colours, centre(cell))).collect();
        Palette { colours, nearest }
    }

    /// An indexed PNG of an opaque picture; the same bytes for the same pixels.
    pub fn png(&self, pixmap: &Pixmap) -> Vec<u8> {
        let indices: Vec<u8> = pixmap.data().chunks_exact(4).map(|p| self.nearest[cell([p[0], p[1], p[2]])]).collect();
        let mut bytes = Vec::with_capacity(indices.len() / 6);
        let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writing to memory");
        writer.write_image_data(&indices).expect("writing to memory");
        writer.finish().expect("writing to memory");
        bytes
    }

    /// Bytes that the palette takes in memory.
    pub fn bytes(&self) -> usize {
        CELLS + 3 * self.colours.len()
    }
}

/// The mean colours of the cells that the drawing uses, most used first.
fn most_seen(drawing: &Pixmap) -> Vec<[u8; 3]> {
    let mut cells = vec![([0u64; 3], 0u64); CELLS];
    for p in drawing.data().chunks_exact(4) {
        let (sum, count) = &mut cells[cell([p[0], p[1], p[2]])];
        for (sum, channel) in sum.iter_mut().zip(p) {
            *sum += u64::from(*channel);
        }
        *count += 1;
    }
    let mut seen: Vec<_> = cells.into_iter().filter(|(_, count)| *count > 0).collect();
    seen.sort_by_key(|(sum, count)| (std::cmp::Reverse(*count), *sum));
    seen.into_iter().map(|(sum, count)| sum.map(|s| (s / count) as u8)).collect()
}

fn cell([r, g, b]: [u8; 3]) -> usize {
    usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3)
}

fn centre(cell: usize) -> [u8; 3] {
    [(cell >> 10) as u8, (cell >> 5) as u8 & 31, cell as u8 & 31].map(|c| c << 3 | 4)
}

fn nearest(colours: &[[u8; 3]], to: [u8; 3]) -> u8 {
    let mut best = (u32::MAX, 0u8);
    for (i, colour) in colours.iter().enumerate() {
        let d = distance(*colour, to);
        if d < best.0 {
            best = (d, i as u8);
        }
    }
    best.1
}

/// Squared distance, green counting most and blue least, as eyes do.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let d = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    3 * d(0) + 4 * d(1) + 2 * d(2)
}
