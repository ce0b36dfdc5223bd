use super::Outline;
use super::outline::point;
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

    fn parsed(self) -> &'static ttf_parser::Face<'static> {
        static FACES: OnceLock<Vec<ttf_parser::Face<'static>>> = OnceLock::new();
        let faces = FACES.get_or_init(|| {
            FILES.iter().map(|bytes| ttf_parser::Face::parse(bytes, 0).expect("the committed fonts parse")).collect()
        });
        &faces[self as usize]
    }

    /// Width of a line of text at a size.
    pub fn width(self, text: &str, size: f32) -> f32 {
        self.glyphs(text).last().map_or(0.0, |(glyph, x)| (x + self.advance(glyph)) * size / EM)
    }

    /// Whether every face can draw a letter.
    pub fn has(letter: char) -> bool {
        Face::ALL.into_iter().all(|face| face.parsed().glyph_index(letter).is_some())
    }

    /// Height of a capital letter at a size.
    pub fn cap_height(self, size: f32) -> f32 {
        f32::from(self.parsed().capital_height().unwrap_or(700)) * size / EM
    }

    /// Width of a glyph in design units.
    pub fn advance(self, glyph: Glyph) -> f32 {
        f32::from(self.parsed().glyph_hor_advance(ttf_parser::GlyphId(glyph.number)).unwrap_or(0))
    }

    /// The glyphs of a text, each with its place on the line in design units. What the font lacks becomes `?`.
    pub fn glyphs(self, text: &str) -> impl Iterator<Item = (Glyph, f32)> {
        let mut x = 0.0;
        text.chars().map(move |c| {
            let parsed = self.parsed();
            let number = parsed.glyph_index(c).or_else(|| parsed.glyph_index('?')).map_or(0, |id| id.0);
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
        self.face.parsed().outline_glyph(ttf_parser::GlyphId(self.number), &mut drawing);
        drawing.0
    }
}

struct Drawing(Outline);

impl ttf_parser::OutlineBuilder for Drawing {
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
        for face in [Face::Medium, Face::Italic, Face::SemiBold, Face::Bold] {
            assert_eq!(face.parsed().units_per_em(), 1000);
            for letter in "AZaz09äöüßéèçôÉ–·/.-".chars() {
                assert!(face.parsed().glyph_index(letter).is_some(), "{face:?} lacks {letter}");
            }
        }
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_shown_as_a_question_mark() {
        assert_eq!(Face::Bold.width("\u{4e00}", 10.0), Face::Bold.width("?", 10.0));
    }
}
