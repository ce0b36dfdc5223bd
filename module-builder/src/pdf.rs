//! Pages in millimetres, written as PDF: vectors, text with the committed fonts embedded, and each drawing stored once
//! however often it is stamped. The same pages give the same bytes.

use crate::booklet::{Booklet, Layer, Stamp};
use artwork::scene::{
    Anchor, Bitmap, Colour, EM, Element, Face, Group, Opacity, Outline, Point, Scene, Segment, Shape, Stroke, Text,
    point,
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

impl Booklet {
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
                self.elements(&mut inner, scene.elements(), stamp.scale * POINTS);
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
