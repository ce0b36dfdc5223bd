use super::sheet::Sheet;
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
/// Colours of the country where bytes count: its inks and few shades between them.
pub(super) const FEW: usize = 24;
/// How much further than the nearest colour another one may lie that goes on the stretch to the left or above.
const CALM: u32 = 8500;
/// Nearer than this a pixel has an ink's own colour and is no soft edge between two.
const OWN: u32 = 30;
/// Deflate level: one below the library's own choice takes a third less time for a hundredth more bytes.
const LEVEL: u8 = 5;

impl Palette {
    /// The `inks` of a map and the shades most seen in its drawing.
    pub fn of_map(inks: &[Colour], country: &Pixmap) -> Palette {
        Palette::new(inks, country, COUNTRY, &[])
    }

    /// The `inks` of the country and the shades most seen in its drawing, so many in all, then the inks of what lies on
    /// it.
    pub(super) fn new(inks: &[Colour], country: &Pixmap, few: usize, on_it: &[Colour]) -> Palette {
        let mut colours: Vec<[u8; 3]> = Vec::new();
        let mut add = |colour: [u8; 3], tolerance: u32, limit: usize| {
            if colours.len() < limit && colours.iter().all(|c| distance(*c, colour) > tolerance) {
                colours.push(colour);
            }
            colours.len()
        };
        for ink in inks {
            add(ink.channels(), 40, few);
        }
        let seen = most_seen(country);
        for tolerance in [2400, 900, 300] {
            for colour in &seen {
                add(*colour, tolerance, few);
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

    /// Makes soft edges calm, so that they pack into fewer bytes: a pixel between two inks goes on the stretch to its left
    /// or above where that is nearly as like it as the nearest colour. Pixels of an ink or of a flat area stay.
    pub fn calm(&self, pixmap: &Pixmap, indices: &mut [u8]) {
        let width = pixmap.width() as usize;
        for (i, pair) in (1..).zip(pixmap.data().windows(8).step_by(4)).skip(width) {
            if pair[..4] != pair[4..] {
                indices[i] = self.calmed(indices[i], &pair[4..], indices[i - 1], indices[i - width]);
            }
        }
    }

    /// An index for a pixel whose nearest colour is known, and the indices to its left and above it.
    pub fn calmed(&self, nearest: u8, pixel: &[u8], left: u8, above: u8) -> u8 {
        let colour = [pixel[0], pixel[1], pixel[2]];
        let off = |index: u8| distance(self.colours[usize::from(index)], colour);
        match off(nearest) {
            near if near <= OWN => nearest,
            near if off(left) <= near + CALM => left,
            near if off(above) <= near + CALM / 2 => above,
            _ => nearest,
        }
    }

    /// The index of the nearest colour to an opaque pixel.
    pub fn index(&self, pixel: &[u8]) -> u8 {
        self.nearest[cell([pixel[0], pixel[1], pixel[2]])]
    }

    /// The index of the nearest colour to a pixel, perhaps translucent, over the colour of an index.
    pub fn over(&self, under: u8, pixel: &[u8]) -> u8 {
        let clear = 255 - u32::from(pixel[3]);
        if clear == 0 {
            return self.index(pixel);
        }
        let under = self.colours[usize::from(under)];
        let mixed = |i: usize| (u32::from(pixel[i]) + (u32::from(under[i]) * clear + 127) / 255).min(255) as u8;
        self.nearest[cell([mixed(0), mixed(1), mixed(2)])]
    }

    /// An indexed PNG of a sheet, the same bytes for the same sheet.
    pub(super) fn png(&self, sheet: &Sheet<'_>) -> Vec<u8> {
        let indices: Vec<u8> = sheet.bytes().chunks_exact(sheet.row()).flat_map(|row| &row[1..]).copied().collect();
        self.png_of_indices(sheet.row() as u32 - 1, sheet.height() as u32, &indices)
    }

    /// An indexed PNG of a sheet that was packed already.
    pub(super) fn png_of(&self, sheet: &Sheet<'_>, packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(packed.len() + 1024);
        let mut writer = self.encoder(&mut bytes, sheet.row() as u32 - 1, sheet.height() as u32);
        writer.write_chunk(png::chunk::IDAT, packed).expect("writing to memory");
        writer.finish().expect("writing to memory");
        bytes
    }

    /// An indexed PNG, the same bytes for the same indices.
    pub fn png_of_indices(&self, width: u32, height: u32, indices: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(indices.len() / 5);
        let mut writer = self.encoder(&mut bytes, width, height);
        writer.write_image_data(indices).expect("writing to memory");
        writer.finish().expect("writing to memory");
        bytes
    }

    fn encoder<'b>(&self, bytes: &'b mut Vec<u8>, width: u32, height: u32) -> png::Writer<&'b mut Vec<u8>> {
        let mut encoder = png::Encoder::new(bytes, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header().expect("writing to memory")
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
