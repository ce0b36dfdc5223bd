//! A drawing as data: shapes, text, pictures and groups, written out as SVG and painted as pixels, and by the module
//! builder put on pages of PDF, so that mail, page, print and module show one drawing.
//!
//! Text leaves here as glyph outlines of the committed fonts, in PDF with those fonts embedded. No viewer's or machine's
//! fonts are ever asked for.

mod colour;
mod font;
mod outline;
mod raster;
mod svg;
mod window;
mod wrap;

pub use colour::{Colour, Opacity};
pub use font::{EM, Face, Glyph};
pub use outline::{Outline, Point, Segment, point};
pub use raster::{LONGEST, png};
pub use wrap::wrap;

use std::sync::Arc;

/// A drawing of a given size in its own units; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    width: f32,
    height: f32,
    elements: Vec<Element>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A filled or stroked outline.
    Shape(Shape),
    /// A line of text.
    Text(Text),
    /// Elements drawn together.
    Group(Group),
    /// A picture of pixels.
    Bitmap(Bitmap),
}

/// A filled or stroked outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub outline: Outline,
    /// What it is filled with.
    pub fill: Option<Colour>,
    /// What it is traced with.
    pub stroke: Option<Stroke>,
    /// How much of it is seen.
    pub opacity: Opacity,
}

/// A picture of pixels, laid over a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Bitmap {
    /// The PNG file.
    pub png: Arc<[u8]>,
    /// The upper left corner of the rectangle.
    pub low: Point,
    /// Its lower right corner.
    pub high: Point,
}

/// How an outline is traced. Joins are round.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f32,
    /// Lengths of line and gap in turn; none if it is solid.
    pub dashes: Vec<f32>,
    /// Whether its ends are round.
    pub round_caps: bool,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub content: String,
    /// The point on the baseline at which it is placed.
    pub at: Point,
    /// Its font.
    pub face: Face,
    /// Height of an em.
    pub size: f32,
    /// Which part of it lies at its point.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: Colour,
    /// Colour and width of the rim round its letters.
    pub halo: Option<(Colour, f32)>,
    /// How far it is turned clockwise about its point.
    pub degrees: f32,
    /// Extra space after each letter.
    pub spacing: f32,
    /// How much [`Text::at_most`] narrowed it: 1 if it did not.
    pub narrowed: f32,
}

/// Which part of a line of text lies at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Elements moved, scaled and turned together, perhaps clipped.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Where their origin lies.
    pub offset: Point,
    /// How much larger they are, about their origin.
    pub scale: f32,
    /// How far they are turned clockwise about their origin.
    pub degrees: f32,
    /// How much of them is seen.
    pub opacity: Opacity,
    /// Outside of what they are not seen, in their own units.
    pub clip: Option<Outline>,
    /// The elements, bottom first.
    pub elements: Vec<Element>,
}

impl Scene {
    /// An empty drawing. Sizes below 1 or not finite count as 1.
    pub fn new(width: f32, height: f32) -> Scene {
        let size = |s: f32| if s.is_finite() { s.max(1.0) } else { 1.0 };
        Scene { width: size(width), height: size(height), elements: Vec::new() }
    }

    /// Width in the drawing's units.
    pub fn width(&self) -> f32 {
        self.width
    }

    /// Height in the drawing's units.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// Draws an element over what is there.
    pub fn push(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    /// Draws elements in their order.
    pub fn extend(&mut self, elements: impl IntoIterator<Item = Element>) {
        self.elements.extend(elements);
    }

    /// What is drawn, bottom first.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }
}

impl Shape {
    /// An outline, not yet visible.
    pub fn new(outline: Outline) -> Shape {
        Shape { outline, fill: None, stroke: None, opacity: Opacity::FULL }
    }

    /// Filled with a colour.
    pub fn fill(mut self, colour: Colour) -> Shape {
        self.fill = Some(colour);
        self
    }

    /// Traced with a stroke.
    pub fn stroke(mut self, stroke: Stroke) -> Shape {
        self.stroke = Some(stroke);
        self
    }

    /// Made translucent as a whole.
    pub fn opacity(mut self, opacity: Opacity) -> Shape {
        self.opacity = opacity;
        self
    }
}

impl Stroke {
    /// A solid line with flat ends.
    pub fn new(colour: Colour, width: f32) -> Stroke {
        Stroke { colour, width, dashes: Vec::new(), round_caps: false }
    }

    /// With round ends.
    pub fn round(mut self) -> Stroke {
        self.round_caps = true;
        self
    }

    /// Broken into dashes: lengths of line and gap in turn.
    pub fn dashed(mut self, dashes: &[f32]) -> Stroke {
        self.dashes = dashes.to_vec();
        self
    }
}

impl Text {
    /// A line of text whose baseline starts at a point.
    pub fn new(content: impl Into<String>, at: Point, face: Face, size: f32, colour: Colour) -> Text {
        Text {
            content: content.into(),
            at,
            face,
            size,
            anchor: Anchor::Start,
            colour,
            halo: None,
            degrees: 0.0,
            spacing: 0.0,
            narrowed: 1.0,
        }
    }

    /// Placed by another part of the line.
    pub fn anchor(mut self, anchor: Anchor) -> Text {
        self.anchor = anchor;
        self
    }

    /// With its middle at its point, also in height.
    pub fn centred(mut self) -> Text {
        self.anchor = Anchor::Middle;
        self.at.y += self.face.cap_height(self.size) / 2.0;
        self
    }

    /// With a rim of this width round every letter.
    pub fn halo(mut self, colour: Colour, width: f32) -> Text {
        self.halo = Some((colour, width));
        self
    }

    /// Turned clockwise about its point.
    pub fn turned(mut self, degrees: f32) -> Text {
        self.degrees = degrees;
        self
    }

    /// With extra space between letters.
    pub fn spaced(mut self, spacing: f32) -> Text {
        self.spacing = spacing;
        self
    }

    /// Narrowed as far as needed to be no wider than this.
    pub fn at_most(mut self, width: f32) -> Text {
        let natural = self.width();
        if natural > width && natural > 0.0 {
            self.narrowed *= width / natural;
        }
        self
    }

    /// Width of the line.
    pub fn width(&self) -> f32 {
        (self.face.width(&self.content, self.size) + self.spacing * self.content.chars().count() as f32) * self.narrowed
    }
}

impl Group {
    /// Elements as they are.
    pub fn new(elements: Vec<Element>) -> Group {
        Group { offset: point(0.0, 0.0), scale: 1.0, degrees: 0.0, opacity: Opacity::FULL, clip: None, elements }
    }

    /// With their origin moved here.
    pub fn at(mut self, offset: Point) -> Group {
        self.offset = offset;
        self
    }

    /// Scaled about their origin.
    pub fn scaled(mut self, scale: f32) -> Group {
        self.scale = scale;
        self
    }

    /// Turned clockwise about their origin.
    pub fn turned(mut self, degrees: f32) -> Group {
        self.degrees = degrees;
        self
    }

    /// Made translucent as a whole.
    pub fn opacity(mut self, opacity: Opacity) -> Group {
        self.opacity = opacity;
        self
    }

    /// Visible inside an outline only (in the group's own units).
    pub fn clipped(mut self, outline: Outline) -> Group {
        self.clip = Some(outline);
        self
    }
}

impl Bitmap {
    /// A PNG file, stretched over the rectangle between two corners. Where the file is none, nothing is drawn.
    pub fn new(png: Arc<[u8]>, low: Point, high: Point) -> Bitmap {
        Bitmap { png, low, high }
    }
}

impl From<Bitmap> for Element {
    fn from(bitmap: Bitmap) -> Element {
        Element::Bitmap(bitmap)
    }
}

impl From<Shape> for Element {
    fn from(shape: Shape) -> Element {
        Element::Shape(shape)
    }
}

impl From<Text> for Element {
    fn from(text: Text) -> Element {
        Element::Text(text)
    }
}

impl From<Group> for Element {
    fn from(group: Group) -> Element {
        Element::Group(group)
    }
}
