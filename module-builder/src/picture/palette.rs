use crate::scene::Colour;
use tiny_skia::Pixmap;

/// Up to 256 colours: few for the country, chosen from its drawing, and the rest for what lies on it.
///
/// Choosing costs more than encoding, so it is done once for a map and not for every picture. The country gets few
/// because most of a picture's bytes go into the soft edges of its lines: half the shades, a quarter fewer bytes.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    /// Index of the nearest of all colours, by the upper five bits of red, green and blue.
    nearest: Vec<u8>,
    /// The same, among the colours of the country alone.
    nearest_of_country: Vec<u8>,
}

const CELLS: usize = 1 << 15;
/// Colours of the country.
const COUNTRY: usize = 40;
/// Deflate level: one below the library's own choice takes a third less time for a hundredth more bytes.
const LEVEL: u8 = 5;

impl Palette {
    /// The `inks` of the country and the shades most seen in its drawing, then the inks of what lies on it.
    pub fn new(inks: &[Colour], country: &Pixmap, on_it: &[Colour]) -> Palette {
        let mut colours: Vec<[u8; 3]> = Vec::new();
        let mut add = |colour: [u8; 3], tolerance: u32, limit: usize| {
            if colours.len() < limit && colours.iter().all(|c| distance(*c, colour) > tolerance) {
                colours.push(colour);
            }
            colours.len()
        };
        for ink in inks {
            add(ink.channels(), 40, COUNTRY);
        }
        let seen = most_seen(country);
        for tolerance in [2400, 900, 300] {
            for colour in &seen {
                add(*colour, tolerance, COUNTRY);
            }
        }
        let of_country = add([0; 3], 0, 0);
        for ink in on_it {
            add(ink.channels(), 40, 256);
        }
        let table = |colours: &[[u8; 3]]| (0..CELLS).map(|cell| nearest(colours, centre(cell))).collect();
        let (nearest, nearest_of_country) = (table(&colours), table(&colours[..of_country]));
        Palette { colours, nearest, nearest_of_country }
    }

    /// The country's pixels as indices.
    pub fn country(&self, pixmap: &Pixmap) -> Vec<u8> {
        pixmap.data().chunks_exact(4).map(|p| self.nearest_of_country[cell([p[0], p[1], p[2]])]).collect()
    }

    /// The index of the nearest colour to an opaque pixel.
    pub fn index(&self, pixel: &[u8]) -> u8 {
        self.nearest[cell([pixel[0], pixel[1], pixel[2]])]
    }

    /// An indexed PNG, the same bytes for the same indices.
    pub fn png(&self, width: u32, height: u32, indices: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(indices.len() / 5);
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writing to memory");
        writer.write_image_data(indices).expect("writing to memory");
        writer.finish().expect("writing to memory");
        bytes
    }

    /// Bytes that the palette takes in memory.
    pub fn bytes(&self) -> usize {
        2 * CELLS + 3 * self.colours.len()
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
