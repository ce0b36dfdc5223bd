use super::font::{EM, Glyph};
use super::{Anchor, Bitmap, Colour, Element, Group, Opacity, Outline, Scene, Segment, Shape, Stroke, Text};
use std::collections::BTreeMap;
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapPaint,
    PremultipliedColorU8, Rect, SpreadMode, StrokeDash, Transform,
};

/// Longest side of a pixel picture in pixels; what would be longer is scaled down.
pub const LONGEST: f32 = 16_000.0;

impl Scene {
    /// The drawing as pixels, on nothing (transparent), at a scale in pixels a unit.
    pub fn pixmap(&self, scale: f32) -> Pixmap {
        let longest = self.width.max(self.height);
        let scale = if scale.is_finite() && scale > 0.0 { scale.min(LONGEST / longest) } else { 1.0 };
        let pixels = |length: f32| ((length * scale).round() as u32).max(1);
        let mut pixmap = Pixmap::new(pixels(self.width), pixels(self.height)).expect("sides are from 1 to 16,000");
        self.paint(&mut pixmap, Transform::from_scale(scale, scale));
        pixmap
    }

    /// Paints the drawing over pixels.
    pub fn paint(&self, pixmap: &mut Pixmap, transform: Transform) {
        Painter { pixmap, glyphs: BTreeMap::new() }.elements(&self.elements, transform);
    }
}

/// Pixels averaged over squares of so many: what is shrunk by looking at single pixels loses lines that are thinner than the
/// distance between them. Squares at the right and lower edge may be smaller.
fn shrunk(pixels: Pixmap, times: u32) -> Pixmap {
    let (width, height) = (pixels.width().div_ceil(times.max(1)), pixels.height().div_ceil(times.max(1)));
    let (true, Some(mut smaller)) = (times > 1, Pixmap::new(width, height)) else { return pixels };
    let (source, row) = (pixels.pixels(), pixels.width() as usize);
    for (n, mean) in smaller.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (n as u32 % width * times, n as u32 / width * times);
        let (right, foot) = ((x + times).min(pixels.width()) as usize, (y + times).min(pixels.height()) as usize);
        let (mut sum, mut count) = ([0_u32; 4], 0);
        for from in (y as usize..foot).map(|y| y * row) {
            for pixel in &source[from + x as usize..from + right] {
                let parts = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
                sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += u32::from(part));
                count += 1;
            }
        }
        let [red, green, blue, alpha] = sum.map(|sum| ((sum + count / 2) / count.max(1)) as u8);
        // colours are multiplied by their opacity already, so that no mean is above that of the opacity
        *mean = PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha)
            .unwrap_or(PremultipliedColorU8::TRANSPARENT);
    }
    smaller
}

/// Paints the elements of a drawing one over the other. What it shows is what the drawing's SVG shows.
struct Painter<'a> {
    pixmap: &'a mut Pixmap,
    /// Outlines of letters that were met, in design units; none for a blank.
    glyphs: BTreeMap<Glyph, Option<Path>>,
}

impl Painter<'_> {
    fn elements(&mut self, elements: &[Element], transform: Transform) {
        for element in elements {
            match element {
                Element::Shape(shape) => self.shape(shape, transform),
                Element::Text(text) => self.text(text, transform),
                Element::Group(group) => self.group(group, transform),
                Element::Bitmap(bitmap) => self.bitmap(bitmap, transform),
            }
        }
    }

    fn shape(&mut self, shape: &Shape, transform: Transform) {
        let Some(path) = path(&shape.outline) else { return };
        let inks = usize::from(shape.fill.is_some()) + usize::from(shape.stroke.is_some());
        if shape.opacity.share() < 1.0 && inks > 1 {
            let whole = Shape { opacity: Opacity::FULL, ..shape.clone() };
            return self.layer(shape.opacity, None, transform, |painter, transform| painter.shape(&whole, transform));
        }
        if let Some(colour) = shape.fill {
            let paint = paint(colour, shape.opacity);
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
        if let Some(stroke) = &shape.stroke {
            self.pixmap.stroke_path(&path, &paint(stroke.colour, shape.opacity), &line(stroke), transform, None);
        }
    }

    fn text(&mut self, text: &Text, transform: Transform) {
        let scale = text.size / EM;
        let indent = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -text.width() / 2.0,
            Anchor::End => -text.width(),
        };
        let transform = transform
            .pre_translate(text.at.x, text.at.y)
            .pre_concat(Transform::from_rotate(text.degrees))
            .pre_translate(indent, 0.0)
            .pre_scale(scale * text.narrowed, scale);
        // the halo of a letter must not lie over its neighbour, so all halos come first
        if let Some((colour, width)) = text.halo {
            let line = line(&Stroke::new(colour, 2.0 * width / scale.max(1e-6)));
            let paint = paint(colour, Opacity::FULL);
            self.letters(text, |pixmap, letter, x| {
                let transform = transform.pre_translate(x, 0.0);
                pixmap.fill_path(letter, &paint, FillRule::Winding, transform, None);
                pixmap.stroke_path(letter, &paint, &line, transform, None);
            });
        }
        let paint = paint(text.colour, Opacity::FULL);
        self.letters(text, |pixmap, letter, x| {
            pixmap.fill_path(letter, &paint, FillRule::Winding, transform.pre_translate(x, 0.0), None);
        });
    }

    /// Paints each letter of a line of text, given with its place on the line in design units.
    fn letters(&mut self, text: &Text, paint: impl Fn(&mut Pixmap, &Path, f32)) {
        let spacing = text.spacing * EM / text.size.max(1e-6);
        for (i, (glyph, x)) in text.face.glyphs(&text.content).enumerate() {
            let letter = self.glyphs.entry(glyph).or_insert_with(|| path(&glyph.outline()));
            if let Some(letter) = letter {
                paint(self.pixmap, letter, x + spacing * i as f32);
            }
        }
    }

    fn group(&mut self, group: &Group, transform: Transform) {
        let transform = transform
            .pre_translate(group.offset.x, group.offset.y)
            .pre_concat(Transform::from_rotate(group.degrees))
            .pre_scale(group.scale, group.scale);
        if group.opacity.share() < 1.0 || group.clip.is_some() {
            self.layer(group.opacity, group.clip.as_ref(), transform, |painter, transform| {
                painter.elements(&group.elements, transform);
            });
        } else {
            self.elements(&group.elements, transform);
        }
    }

    fn bitmap(&mut self, bitmap: &Bitmap, transform: Transform) {
        let Ok(pixels) = Pixmap::decode_png(&bitmap.png) else { return };
        let (size, low) = (bitmap.high - bitmap.low, bitmap.low);
        let (sx, sy) = transform.get_scale();
        let times = (pixels.width() as f32 / (size.x * sx)).min(pixels.height() as f32 / (size.y * sy));
        // a hair less than a whole number is that number
        let pixels = shrunk(pixels, (times + 0.01) as u32);
        let Some(rectangle) = Rect::from_xywh(low.x, low.y, size.x, size.y) else { return };
        let (across, down) = (size.x / pixels.width() as f32, size.y / pixels.height() as f32);
        let laid = Transform::from_row(across, 0.0, 0.0, down, low.x, low.y);
        let shader = Pattern::new(pixels.as_ref(), SpreadMode::Pad, FilterQuality::Bilinear, 1.0, laid);
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.pixmap.fill_rect(rectangle, &paint, transform, None);
    }

    /// Paints something by itself, cuts it out, and lays it over the rest. Only what the cut leaves is painted.
    fn layer(
        &mut self,
        opacity: Opacity,
        clip: Option<&Outline>,
        transform: Transform,
        paint: impl FnOnce(&mut Painter<'_>, Transform),
    ) {
        let clip = clip.map(path);
        let (low, width, height) = match &clip {
            None => ((0, 0), self.pixmap.width(), self.pixmap.height()),
            Some(clip) => match clip.as_ref().and_then(|clip| self.window(clip, transform)) {
                Some(window) => window,
                None => return,
            },
        };
        let transform = transform.post_translate(-(low.0 as f32), -(low.1 as f32));
        let mut layer = Pixmap::new(width, height).expect("no larger than the picture");
        let mut painter = Painter { pixmap: &mut layer, glyphs: std::mem::take(&mut self.glyphs) };
        paint(&mut painter, transform);
        self.glyphs = painter.glyphs;
        if let Some(clip) = clip.flatten() {
            let mut mask = Mask::new(width, height).expect("no larger than the picture");
            mask.fill_path(&clip, FillRule::Winding, true, transform);
            layer.apply_mask(&mask);
        }
        let over = PixmapPaint { opacity: opacity.share(), ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(low.0, low.1, layer.as_ref(), &over, Transform::identity(), None);
    }

    /// The pixels that an outline touches: the first of them, and how many across and down; none if it lies outside.
    fn window(&self, outline: &Path, transform: Transform) -> Option<((i32, i32), u32, u32)> {
        let bounds = outline.clone().transform(transform)?.bounds();
        let span = |from: f32, to: f32, length: u32| {
            let (from, to) = (from.floor().max(0.0), to.ceil().min(length as f32));
            (to > from).then_some((from as i32, (to - from) as u32))
        };
        let (left, width) = span(bounds.left(), bounds.right(), self.pixmap.width())?;
        let (top, height) = span(bounds.top(), bounds.bottom(), self.pixmap.height())?;
        Some(((left, top), width, height))
    }
}

/// An ink that covers by a share.
fn paint(colour: Colour, opacity: Opacity) -> Paint<'static> {
    let [red, green, blue] = colour.channels();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity.share() * 255.0).round() as u8);
    paint
}

fn line(stroke: &Stroke) -> tiny_skia::Stroke {
    // lengths of line and gap in turn: an odd number of them goes round twice
    let dashes = stroke.dashes.repeat(1 + stroke.dashes.len() % 2);
    tiny_skia::Stroke {
        width: stroke.width,
        line_cap: if stroke.round_caps { LineCap::Round } else { LineCap::Butt },
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dashes, 0.0),
        ..tiny_skia::Stroke::default()
    }
}

/// An outline for the painter; none when it has no extent.
fn path(outline: &Outline) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in outline.segments() {
        match segment {
            Segment::Move(to) => path.move_to(to.x, to.y),
            Segment::Line(to) => path.line_to(to.x, to.y),
            Segment::Quad(control, to) => path.quad_to(control.x, control.y, to.x, to.y),
            Segment::Cubic(first, second, to) => path.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

/// A PNG of pixels, with transparency where there is any; the same bytes for the same pixels.
pub fn png(pixmap: &Pixmap) -> Vec<u8> {
    let opaque = pixmap.pixels().iter().all(|pixel| pixel.is_opaque());
    let channels = if opaque { 3 } else { 4 };
    let mut straight = Vec::with_capacity(pixmap.pixels().len() * channels);
    for pixel in pixmap.pixels() {
        let c = pixel.demultiply();
        straight.extend_from_slice(&[c.red(), c.green(), c.blue(), c.alpha()][..channels]);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("writing to memory");
    writer.write_image_data(&straight).expect("writing to memory");
    writer.finish().expect("writing to memory");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Face, point};
    use resvg::usvg;

    /// A drawing with every kind of element and every way to draw it.
    fn sample() -> Scene {
        let mut scene = Scene::new(200.0, 160.0);
        scene.push(Shape::new(Outline::rectangle(0.0, 0.0, 200.0, 160.0)).fill(Colour::rgb(0xd8e0c8)));
        let dashed = Stroke::new(Colour::rgb(0x335577), 3.0).dashed(&[9.0, 4.0, 2.0]).round();
        let river = Outline::smooth(&[point(10.0, 20.0), point(70.0, 50.0), point(190.0, 15.0)], false);
        scene.push(Shape::new(river.clone()).stroke(dashed));
        scene.push(Shape::new(river.moved(point(0.0, 25.0))).stroke(Stroke::new(Colour::INK, 4.5)));
        let wood = Shape::new(Outline::circle(point(150.0, 100.0), 30.0)).fill(Colour::rgb(0x3c7a4a));
        scene.push(wood.clone().stroke(Stroke::new(Colour::rgb(0x1a4422), 6.0)).opacity(Opacity::new(0.5)));
        scene
            .push(Shape::new(Outline::circle(point(60.0, 120.0), 22.0)).fill(Colour::WHITE).opacity(Opacity::new(0.4)));
        let name = |x, y| Text::new("Bastogne 1817", point(x, y), Face::Bold, 16.0, Colour::INK);
        scene.push(name(190.0, 60.0).halo(Colour::WHITE, 1.5).anchor(Anchor::End));
        let inner = vec![wood.into(), name(20.0, 40.0).turned(-20.0).spaced(1.5).at_most(60.0).into()];
        let clip = Outline::rounded(-10.0, -20.0, 180.0, 120.0, 12.0);
        let group = Group::new(inner).turned(15.0).scaled(0.7);
        scene.push(group.clone().at(point(40.0, 60.0)).clipped(clip));
        scene.push(group.at(point(10.0, 90.0)).opacity(Opacity::new(0.6)));
        scene.push(name(100.0, 150.0).anchor(Anchor::Middle));
        let mut chequers = Pixmap::new(60, 48).unwrap();
        for (n, pixel) in chequers.data_mut().chunks_exact_mut(4).enumerate() {
            let (x, y) = (n % 60, n / 60);
            pixel.copy_from_slice(&[if (x / 20 + y / 16) % 2 == 0 { 200 } else { 60 }, 90, 40, 255]);
        }
        let scan = Bitmap::new(png(&chequers).into(), point(100.0, 60.0), point(130.0, 84.0));
        scene.push(Group::new(vec![scan.into()]).turned(5.0));
        scene
    }

    #[test]
    fn thin_lines_of_a_fine_scan_stay_when_it_is_shrunk() {
        // 600 pixels with a line of two every thirty, drawn 60 pixels wide
        let mut scan = Pixmap::new(600, 600).unwrap();
        for (n, pixel) in scan.data_mut().chunks_exact_mut(4).enumerate() {
            let dark = n % 600 % 30 < 2;
            pixel.copy_from_slice(&if dark { [0, 0, 0, 255] } else { [255; 4] });
        }
        let mut scene = Scene::new(100.0, 100.0);
        scene.push(Bitmap::new(png(&scan).into(), point(0.0, 0.0), point(100.0, 100.0)));
        let shrunk = scene.pixmap(0.6);
        let greys: Vec<u8> = (3..57).map(|x| shrunk.pixel(x, 30).unwrap().red()).collect();
        for (n, three) in greys.windows(3).enumerate() {
            let darkest = three.iter().min().unwrap();
            // a line of two pixels in ten: a fifth of black
            assert!((170..=235).contains(darkest), "{n}: {greys:?}");
        }
        let mean = greys.iter().map(|it| u32::from(*it)).sum::<u32>() / greys.len() as u32;
        assert!((234..=242).contains(&mean), "two in thirty are black: {mean}");
    }

    #[test]
    fn what_is_painted_is_what_the_svg_of_the_drawing_shows() {
        let scene = sample();
        let painted = scene.pixmap(2.0);
        let tree = usvg::Tree::from_str(&scene.svg(), &usvg::Options::default()).unwrap();
        let mut shown = Pixmap::new(painted.width(), painted.height()).unwrap();
        resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut shown.as_mut());
        let differences: Vec<u8> = painted.data().iter().zip(shown.data()).map(|(a, b)| a.abs_diff(*b)).collect();
        // SVG rounds to tenths of a unit, so edges differ a little
        let seen = differences.iter().filter(|difference| **difference > 24).count();
        assert!(seen * 500 < differences.len(), "{seen} of {} channels differ", differences.len());
        let mean = differences.iter().map(|difference| u64::from(*difference)).sum::<u64>() / differences.len() as u64;
        assert_eq!(mean, 0);
    }

    #[test]
    fn a_picture_without_transparency_has_no_alpha_channel() {
        let coloured = |pixmap: &Pixmap| {
            png::Decoder::new(std::io::Cursor::new(png(pixmap))).read_info().unwrap().info().color_type
        };
        assert_eq!(coloured(&sample().pixmap(1.0)), png::ColorType::Rgb);
        assert_eq!(coloured(&Scene::new(4.0, 4.0).pixmap(1.0)), png::ColorType::Rgba);
    }
}
