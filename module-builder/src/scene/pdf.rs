//! Pages in millimetres, written as PDF: vectors, text with the committed fonts embedded, and each drawing stored once
//! however often it is stamped. The same pages give the same bytes.

use super::font::{EM, Face};
use super::{
    Anchor, Bitmap, Colour, Element, Group, Opacity, Outline, Point, Scene, Segment, Shape, Stroke, Text, point,
};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Size, Transform};
use krilla::graphic::Graphic;
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline as Bookmarks, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke as Line, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

/// Points of PDF in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// Pages to print, and the drawings that are stamped on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Booklet {
    /// Title of the document.
    pub title: String,
    /// What the document says of its making.
    pub subject: String,
    /// The pages in their order.
    pub pages: Vec<Page>,
    drawings: Vec<Scene>,
}

/// A drawing of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing(usize);

/// A page: sizes and places in millimetres from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// What the bookmark of the page says.
    pub title: String,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is on it, bottom first.
    pub layers: Vec<Layer>,
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Drawn here alone.
    Drawn(Element),
    /// A drawing of the booklet.
    Stamp(Stamp),
}

/// A drawing at its place on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// Which one.
    pub drawing: Drawing,
    /// Where its upper left corner lies.
    pub at: Point,
    /// Millimetres a unit of the drawing.
    pub scale: f32,
    /// What of it is to be seen, if not all: an outline on the page.
    pub window: Option<Outline>,
}

impl Booklet {
    /// An empty booklet.
    pub fn new(title: impl Into<String>, subject: impl Into<String>) -> Booklet {
        Booklet { title: title.into(), subject: subject.into(), pages: Vec::new(), drawings: Vec::new() }
    }

    /// Takes in a drawing to be stamped.
    pub fn add(&mut self, scene: Scene) -> Drawing {
        self.drawings.push(scene);
        Drawing(self.drawings.len() - 1)
    }

    /// A drawing that was taken in.
    pub fn drawing(&self, drawing: Drawing) -> &Scene {
        &self.drawings[drawing.0]
    }

    /// The booklet as a PDF file.
    pub fn pdf(&self) -> Vec<u8> {
        let mut document = krilla::Document::new();
        let mut writer = Writer { fonts: Face::ALL.map(font), graphics: vec![None; self.drawings.len()] };
        for page in &self.pages {
            let side = |length: f32| if length.is_finite() { (length * POINTS).clamp(3.0, 14_400.0) } else { 3.0 };
            let settings = PageSettings::from_wh(side(page.width), side(page.height)).expect("sides are clamped");
            let mut sheet = document.start_page_with(settings);
            let mut surface = sheet.surface();
            surface.push_transform(&Transform::from_scale(POINTS, POINTS));
            for layer in &page.layers {
                match layer {
                    Layer::Drawn(element) => writer.element(&mut surface, element, POINTS),
                    Layer::Stamp(stamp) => writer.stamp(&mut surface, stamp, &self.drawings[stamp.drawing.0]),
                }
            }
            surface.pop();
            surface.finish();
            sheet.finish();
        }
        let mut bookmarks = Bookmarks::new();
        for (i, page) in self.pages.iter().enumerate() {
            let top = XyzDestination::new(i, krilla::geom::Point::from_xy(0.0, 0.0));
            bookmarks.push_child(OutlineNode::new(page.title.clone(), top));
        }
        document.set_outline(bookmarks);
        let told = Metadata::new().title(self.title.clone()).description(self.subject.clone());
        document.set_metadata(told.creator("module-builder".to_owned()).language("en".to_owned()));
        document.finish().expect("no standard is asked for that a page could miss")
    }
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>, width: f32, height: f32) -> Page {
        Page { title: title.into(), width, height, layers: Vec::new() }
    }

    /// Draws over what is there.
    pub fn draw(&mut self, element: impl Into<Element>) {
        self.layers.push(Layer::Drawn(element.into()));
    }

    /// The texts drawn on the page itself, line by line in their order.
    pub fn texts(&self) -> Vec<&Text> {
        fn gather<'a>(element: &'a Element, texts: &mut Vec<&'a Text>) {
            match element {
                Element::Text(text) => texts.push(text),
                Element::Group(group) => group.elements.iter().for_each(|inner| gather(inner, texts)),
                Element::Bitmap(_) => {}
                Element::Shape(_) => {}
            }
        }
        let mut texts = Vec::new();
        for layer in &self.layers {
            if let Layer::Drawn(element) = layer {
                gather(element, &mut texts);
            }
        }
        texts
    }

    /// What they say.
    pub fn words(&self) -> Vec<&str> {
        self.texts().into_iter().map(|text| text.content.as_str()).collect()
    }

    /// The stamps in their order.
    pub fn stamps(&self) -> impl Iterator<Item = &Stamp> {
        self.layers.iter().filter_map(|layer| if let Layer::Stamp(stamp) = layer { Some(stamp) } else { None })
    }
}

impl Layer {
    /// The same moved by a distance.
    pub fn moved(self, by: Point) -> Layer {
        match self {
            Layer::Drawn(element) => Layer::Drawn(Group::new(vec![element]).at(by).into()),
            Layer::Stamp(stamp) => {
                let window = stamp.window.map(|window| window.moved(by));
                Layer::Stamp(Stamp { at: stamp.at + by, window, ..stamp })
            }
        }
    }

    /// The same, larger by a factor from the upper left corner of the page.
    pub fn scaled(self, factor: f32) -> Layer {
        match self {
            Layer::Drawn(element) => Layer::Drawn(Group::new(vec![element]).scaled(factor).into()),
            Layer::Stamp(stamp) => {
                let window = stamp.window.map(|window| window.scaled(factor));
                Layer::Stamp(Stamp { at: stamp.at * factor, scale: stamp.scale * factor, window, ..stamp })
            }
        }
    }
}

impl From<Stamp> for Layer {
    fn from(stamp: Stamp) -> Layer {
        Layer::Stamp(stamp)
    }
}

fn font(face: Face) -> Font {
    Font::new(face.bytes().into(), 0).expect("the committed fonts parse")
}

struct Writer {
    fonts: [Font; 4],
    /// The drawings that are already in the document.
    graphics: Vec<Option<Graphic>>,
}

// `scale` is throughout how many points a unit makes: coordinates are rounded to what a printer can show.
impl Writer {
    fn stamp(&mut self, surface: &mut Surface<'_>, stamp: &Stamp, scene: &Scene) {
        let graphic = match self.graphics[stamp.drawing.0].clone() {
            Some(graphic) => graphic,
            None => {
                let mut builder = surface.stream_builder();
                let mut inner = builder.surface();
                self.elements(&mut inner, &scene.elements, stamp.scale * POINTS);
                inner.finish();
                let graphic = Graphic::new(builder.finish(), false);
                self.graphics[stamp.drawing.0] = Some(graphic.clone());
                graphic
            }
        };
        let window = match &stamp.window {
            Some(outline) => match path(outline, POINTS) {
                Some(window) => Some(window),
                None => return,
            },
            None => None,
        };
        if let Some(window) = &window {
            surface.push_clip_path(window, &FillRule::NonZero);
        }
        let Point { x, y } = stamp.at;
        surface.push_transform(&Transform::from_row(stamp.scale, 0.0, 0.0, stamp.scale, x, y));
        surface.draw_graphic(graphic);
        surface.pop();
        if window.is_some() {
            surface.pop();
        }
    }

    fn elements(&mut self, surface: &mut Surface<'_>, elements: &[Element], scale: f32) {
        for element in elements {
            self.element(surface, element, scale);
        }
    }

    fn element(&mut self, surface: &mut Surface<'_>, element: &Element, scale: f32) {
        match element {
            Element::Shape(shape) => draw_shape(surface, shape, scale),
            Element::Text(text) => self.text(surface, text, scale),
            Element::Group(group) => self.group(surface, group, scale),
            Element::Bitmap(bitmap) => self.bitmap(surface, bitmap),
        }
    }

    /// The same file comes into the document once, however often it is laid down.
    fn bitmap(&mut self, surface: &mut Surface<'_>, bitmap: &Bitmap) {
        let size = bitmap.high - bitmap.low;
        let image = Image::from_png(Vec::from(&*bitmap.png).into(), true).ok();
        let Some((image, size)) = image.zip(Size::from_wh(size.x, size.y)) else { return };
        surface.push_transform(&Transform::from_translate(bitmap.low.x, bitmap.low.y));
        surface.draw_image(image, size);
        surface.pop();
    }

    fn group(&mut self, surface: &mut Surface<'_>, group: &Group, scale: f32) {
        let clip = match &group.clip {
            Some(outline) => match path(outline, scale * group.scale) {
                Some(clip) => Some(clip),
                None => return,
            },
            None => None,
        };
        let moved = Transform::from_translate(group.offset.x, group.offset.y);
        surface.push_transform(&moved);
        let mut pushed = 1;
        if group.degrees != 0.0 {
            surface.push_transform(&Transform::from_rotate(group.degrees));
            pushed += 1;
        }
        if group.scale != 1.0 {
            surface.push_transform(&Transform::from_scale(group.scale, group.scale));
            pushed += 1;
        }
        if group.opacity.share() < 1.0 {
            surface.push_opacity(share(group.opacity));
            pushed += 1;
        }
        if let Some(clip) = &clip {
            surface.push_clip_path(clip, &FillRule::NonZero);
            pushed += 1;
        }
        self.elements(surface, &group.elements, scale * group.scale);
        for _ in 0..pushed {
            surface.pop();
        }
    }

    fn text(&mut self, surface: &mut Surface<'_>, text: &Text, scale: f32) {
        let indent = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -text.width() / 2.0,
            Anchor::End => -text.width(),
        };
        let turned = text.degrees != 0.0 || text.narrowed != 1.0;
        let start = if turned {
            surface.push_transform(&Transform::from_translate(text.at.x, text.at.y));
            surface.push_transform(&Transform::from_rotate(text.degrees));
            surface.push_transform(&Transform::from_row(text.narrowed, 0.0, 0.0, 1.0, indent, 0.0));
            point(0.0, 0.0)
        } else {
            rounded(text.at + point(indent, 0.0), scale)
        };
        // The halo of a letter must not lie over its neighbour, so all halos come first.
        if let Some((colour, width)) = text.halo {
            self.glyphs(surface, text, start, colour, Some(line(&Stroke::new(colour, 2.0 * width))));
        }
        self.glyphs(surface, text, start, text.colour, None);
        if turned {
            (0..3).for_each(|_| surface.pop());
        }
    }

    fn glyphs(&self, surface: &mut Surface<'_>, text: &Text, at: Point, colour: Colour, stroke: Option<Line>) {
        let size = text.size.max(1e-6);
        let spacing = text.spacing / size;
        let letters = text.content.char_indices().zip(text.face.glyphs(&text.content));
        let glyphs: Vec<KrillaGlyph> = letters
            .map(|((start, letter), (glyph, _))| {
                let advance = text.face.advance(glyph) / EM + spacing;
                let range = start..start + letter.len_utf8();
                KrillaGlyph::new(GlyphId::new(u32::from(glyph.number)), advance, 0.0, 0.0, 0.0, range, None)
            })
            .collect();
        if glyphs.is_empty() {
            return;
        }
        surface.set_fill(Some(fill(colour)));
        surface.set_stroke(stroke);
        let font = self.fonts[text.face as usize].clone();
        let start = krilla::geom::Point::from_xy(at.x, at.y);
        surface.draw_glyphs(start, &glyphs, font, &text.content, size, false);
    }
}

fn draw_shape(surface: &mut Surface<'_>, shape: &Shape, scale: f32) {
    if shape.fill.is_none() && shape.stroke.is_none() {
        return;
    }
    let Some(path) = path(&shape.outline, scale) else { return };
    // A line over its own filling must not show it through: both are made translucent together.
    let together = shape.opacity.share() < 1.0 && shape.fill.is_some() && shape.stroke.is_some();
    if together {
        surface.push_opacity(share(shape.opacity));
    }
    let each = if together { Opacity::FULL } else { shape.opacity };
    surface.set_fill(shape.fill.map(|colour| Fill { opacity: share(each), ..fill(colour) }));
    surface.set_stroke(shape.stroke.as_ref().map(|stroke| Line { opacity: share(each), ..line(stroke) }));
    surface.draw_path(&path);
    if together {
        surface.pop();
    }
}

fn fill(colour: Colour) -> Fill {
    Fill { paint: ink(colour).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

fn line(stroke: &Stroke) -> Line {
    let dashed = stroke.dashes.iter().any(|dash| *dash > 0.0);
    Line {
        paint: ink(stroke.colour).into(),
        width: stroke.width,
        line_cap: if stroke.round_caps { LineCap::Round } else { LineCap::Butt },
        line_join: LineJoin::Round,
        dash: dashed.then(|| StrokeDash { array: stroke.dashes.clone(), offset: 0.0 }),
        ..Line::default()
    }
}

fn ink(colour: Colour) -> rgb::Color {
    let [red, green, blue] = colour.channels();
    rgb::Color::new(red, green, blue)
}

fn share(opacity: Opacity) -> NormalizedF32 {
    NormalizedF32::new(opacity.share()).unwrap_or(NormalizedF32::ONE)
}

/// An outline as a path; none if nothing is drawn.
fn path(outline: &Outline, scale: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in outline.segments() {
        let at = |p: &Point| rounded(*p, scale);
        match segment {
            Segment::Move(to) => path.move_to(at(to).x, at(to).y),
            Segment::Line(to) => path.line_to(at(to).x, at(to).y),
            Segment::Quad(c, to) => path.quad_to(at(c).x, at(c).y, at(to).x, at(to).y),
            Segment::Cubic(c, d, to) => path.cubic_to(at(c).x, at(c).y, at(d).x, at(d).y, at(to).x, at(to).y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

/// A place rounded to about a fiftieth of a millimetre on paper, in decimals so that it takes few bytes; what is not
/// finite becomes 0, what is huge is cut.
fn rounded(at: Point, scale: f32) -> Point {
    let units = if scale > 1.0 { 100.0 } else { 10.0 };
    let round = |v: f32| if v.is_finite() { (v.clamp(-1e6, 1e6) * units).round() / units } else { 0.0 };
    point(round(at.x), round(at.y))
}
