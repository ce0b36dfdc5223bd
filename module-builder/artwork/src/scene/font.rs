use super::Outline;
use super::outline::point;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::OnceLock;

/// One of the committed fonts. The system's fonts are never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Barlow Condensed Medium: numbers of hexes, running text.
    Medium,
    /// Barlow Condensed Medium Italic: rivers, woods, hills.
    Italic,
    /// Barlow Condensed SemiBold: villages, captions.
    SemiBold,
    /// Barlow Condensed Bold: counters, towns.
    Bold,
}

/// A glyph of a face, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glyph {
    /// The face.
    pub face: Face,
    /// Its number in the font file.
    pub number: u16,
}

/// Design units of an em in all committed fonts.
pub const EM: f32 = 1000.0;

static FILES: [&[u8]; 4] = [
    include_bytes!("../../../../assets/fonts/BarlowCondensed_500Medium.ttf"),
    include_bytes!("../../../../assets/fonts/BarlowCondensed_500Medium_Italic.ttf"),
    include_bytes!("../../../../assets/fonts/BarlowCondensed_600SemiBold.ttf"),
    include_bytes!("../../../../assets/fonts/BarlowCondensed_700Bold.ttf"),
];

impl Face {
    /// All faces, in the order of their numbers.
    pub const ALL: [Face; 4] = [Face::Medium, Face::Italic, Face::SemiBold, Face::Bold];

    /// The font file.
    pub fn bytes(self) -> &'static [u8] {
        FILES[self as usize]
    }

    fn parsed(self) -> &'static Parsed {
        static FACES: OnceLock<Vec<Parsed>> = OnceLock::new();
        &FACES.get_or_init(|| FILES.iter().map(|bytes| Parsed::of(bytes)).collect())[self as usize]
    }

    /// Width of a line of text at a size.
    pub fn width(self, text: &str, size: f32) -> f32 {
        self.glyphs(text).last().map_or(0.0, |(glyph, x)| (x + self.advance(glyph)) * size / EM)
    }

    /// Whether every face can draw a letter.
    pub fn has(letter: char) -> bool {
        Face::ALL.into_iter().all(|face| face.parsed().letters.map(letter).is_some())
    }

    /// Height of a capital letter at a size.
    pub fn cap_height(self, size: f32) -> f32 {
        self.parsed().cap_height * size / EM
    }

    /// Width of a glyph in design units.
    pub fn advance(self, glyph: Glyph) -> f32 {
        self.parsed().widths.advance_width(GlyphId::from(glyph.number)).unwrap_or(0.0)
    }

    /// The glyphs of a text, each with its place on the line in design units. What the font lacks becomes `?`.
    pub fn glyphs(self, text: &str) -> impl Iterator<Item = (Glyph, f32)> {
        let mut x = 0.0;
        text.chars().map(move |c| {
            let letters = &self.parsed().letters;
            let id = letters.map(c).or_else(|| letters.map('?'));
            let number = id.and_then(|id| u16::try_from(id.to_u32()).ok()).unwrap_or(0);
            let glyph = Glyph { face: self, number };
            let here = x;
            x += self.advance(glyph);
            (glyph, here)
        })
    }
}

impl Glyph {
    /// The shape in design units, y downwards; empty for a space.
    pub fn outline(self) -> Outline {
        let mut drawing = Drawing(Outline::new());
        if let Some(shape) = self.face.parsed().shapes.get(GlyphId::from(self.number)) {
            let unscaled = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            shape
                .draw(unscaled.with_path_style(PathStyle::HarfBuzz), &mut drawing)
                .expect("the committed fonts have sound shapes");
        }
        drawing.0
    }
}

/// What is read of a font file, in design units.
struct Parsed {
    letters: Charmap<'static>,
    widths: GlyphMetrics<'static>,
    shapes: OutlineGlyphCollection<'static>,
    cap_height: f32,
}

impl Parsed {
    fn of(bytes: &'static [u8]) -> Parsed {
        let font = FontRef::new(bytes).expect("the committed fonts parse");
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        assert_eq!(f32::from(metrics.units_per_em), EM, "the committed fonts have {EM} units an em");
        Parsed {
            letters: font.charmap(),
            widths: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            shapes: font.outline_glyphs(),
            cap_height: metrics.cap_height.expect("the committed fonts tell how high a capital is"),
        }
    }
}

struct Drawing(Outline);

impl OutlinePen for Drawing {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(point(x, -y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(point(x, -y));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(point(x1, -y1), point(x, -y));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(point(x1, -y1), point(x2, -y2), point(x, -y));
    }
    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_committed_font_has_thousand_units_an_em_and_the_letters_of_the_ardennes() {
        for letter in "AZaz09äöüßéèçôÉ–·/.-".chars() {
            assert!(Face::has(letter), "a face lacks {letter}");
        }
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_shown_as_a_question_mark() {
        assert_eq!(Face::Bold.width("\u{4e00}", 10.0), Face::Bold.width("?", 10.0));
    }
}
