use super::font::{EM, Glyph};
use super::{Anchor, Bitmap, Element, Group, Outline, Point, Scene, Segment, Shape, Stroke, Text};
use data_encoding::BASE64;
use std::collections::BTreeSet;
use std::fmt::Write;

impl Scene {
    /// The drawing as a standalone SVG, the same text for the same drawing.
    ///
    /// Ids in it name what they define (a glyph, a clip by its place in the drawing and the drawing's own content),
    /// so several drawings can share a page.
    pub fn svg(&self) -> String {
        let mut writer = Writer { body: String::new(), clips: String::new(), clip_count: 0, glyphs: BTreeSet::new() };
        writer.elements(&self.elements);
        let (width, height) = (Number(self.width), Number(self.height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        );
        if !writer.glyphs.is_empty() || !writer.clips.is_empty() {
            svg.push_str("<defs>\n");
            for glyph in &writer.glyphs {
                let _ = writeln!(svg, "<path id=\"{}\" d=\"{}\"/>", GlyphName(*glyph), Data(&glyph.outline()));
            }
            svg.push_str(&writer.clips);
            svg.push_str("</defs>\n");
        }
        svg.push_str(&writer.body);
        svg.push_str("</svg>\n");
        svg
    }
}

struct Writer {
    body: String,
    clips: String,
    clip_count: usize,
    glyphs: BTreeSet<Glyph>,
}

// Writing to a String cannot fail, so the results of write! are dropped throughout.
impl Writer {
    fn elements(&mut self, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Shape(shape) => self.shape(shape),
                Element::Text(text) => self.text(text),
                Element::Group(group) => self.group(group),
                Element::Bitmap(bitmap) => self.bitmap(bitmap),
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        if shape.outline.is_empty() {
            return;
        }
        let _ = write!(self.body, "<path d=\"{}\"", Data(&shape.outline));
        match shape.fill {
            Some(colour) => {
                let _ = write!(self.body, " fill=\"{colour}\"");
            }
            None => self.body.push_str(" fill=\"none\""),
        }
        if let Some(stroke) = &shape.stroke {
            self.stroke(stroke);
        }
        if shape.opacity.share() < 1.0 {
            let _ = write!(self.body, " opacity=\"{}\"", Number(shape.opacity.share()));
        }
        self.body.push_str("/>\n");
    }

    fn stroke(&mut self, stroke: &Stroke) {
        let _ = write!(
            self.body,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            stroke.colour,
            Number(stroke.width)
        );
        if stroke.round_caps {
            self.body.push_str(" stroke-linecap=\"round\"");
        }
        for (i, dash) in stroke.dashes.iter().enumerate() {
            let _ = write!(self.body, "{}{}", if i == 0 { " stroke-dasharray=\"" } else { " " }, Number(*dash));
        }
        if !stroke.dashes.is_empty() {
            self.body.push('"');
        }
    }

    fn text(&mut self, text: &Text) {
        let scale = text.size / EM;
        let indent = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -text.width() / 2.0,
            Anchor::End => -text.width(),
        };
        let _ = write!(self.body, "<g transform=\"translate({} {})", Number(text.at.x), Number(text.at.y));
        if text.degrees != 0.0 {
            let _ = write!(self.body, " rotate({})", Number(text.degrees));
        }
        let _ = writeln!(
            self.body,
            " translate({}) scale({} {})\">",
            Number(indent),
            Fine(scale * text.narrowed),
            Fine(scale)
        );
        // The halo of a letter must not lie over its neighbour, so all halos come first.
        if let Some((colour, width)) = text.halo {
            let width = Number(2.0 * width / scale.max(1e-6));
            let _ = writeln!(
                self.body,
                "<g fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\">"
            );
            self.glyphs(text);
            self.body.push_str("</g>\n");
        }
        let _ = writeln!(self.body, "<g fill=\"{}\">", text.colour);
        self.glyphs(text);
        self.body.push_str("</g>\n</g>\n");
    }

    fn glyphs(&mut self, text: &Text) {
        let spacing = text.spacing * EM / text.size.max(1e-6);
        for (i, (glyph, x)) in text.face.glyphs(&text.content).enumerate() {
            if glyph.outline().is_empty() {
                continue;
            }
            self.glyphs.insert(glyph);
            let x = x + spacing * i as f32;
            let _ = writeln!(self.body, "<use href=\"#{}\" x=\"{}\"/>", GlyphName(glyph), Number(x));
        }
    }

    fn bitmap(&mut self, bitmap: &Bitmap) {
        let (low, size) = (bitmap.low, bitmap.high - bitmap.low);
        let [x, y, width, height] = [low.x, low.y, size.x, size.y].map(Number);
        let _ = writeln!(
            self.body,
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             href=\"data:image/png;base64,{}\"/>",
            BASE64.encode(&bitmap.png)
        );
    }

    fn group(&mut self, group: &Group) {
        let _ = write!(self.body, "<g transform=\"translate({} {})", Number(group.offset.x), Number(group.offset.y));
        if group.degrees != 0.0 {
            let _ = write!(self.body, " rotate({})", Number(group.degrees));
        }
        if group.scale != 1.0 {
            let _ = write!(self.body, " scale({})", Fine(group.scale));
        }
        self.body.push('"');
        if group.opacity.share() < 1.0 {
            let _ = write!(self.body, " opacity=\"{}\"", Number(group.opacity.share()));
        }
        if let Some(clip) = &group.clip {
            let data = Data(clip).to_string();
            let name = format!("clip{}-{:016x}", self.clip_count, fingerprint(&data));
            self.clip_count += 1;
            let _ = writeln!(self.clips, "<clipPath id=\"{name}\"><path d=\"{data}\"/></clipPath>");
            let _ = write!(self.body, " clip-path=\"url(#{name})\"");
        }
        self.body.push_str(">\n");
        self.elements(&group.elements);
        self.body.push_str("</g>\n");
    }
}

/// FNV-1a: names a clip by its content, the same in every run.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

struct GlyphName(Glyph);

impl std::fmt::Display for GlyphName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "glyph-{}-{}", self.0.face as u8, self.0.number)
    }
}

/// A number with at most two decimals; what is not finite becomes 0, what is huge is cut.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        decimals(f, self.0, 100)
    }
}

/// A number with five decimals, for scales.
struct Fine(f32);

impl std::fmt::Display for Fine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        decimals(f, self.0, 100_000)
    }
}

fn decimals(f: &mut std::fmt::Formatter<'_>, value: f32, unit: i64) -> std::fmt::Result {
    let value = if value.is_finite() { f64::from(value.clamp(-1e6, 1e6)) } else { 0.0 };
    let fixed = (value * unit as f64).round() as i64;
    if fixed < 0 {
        f.write_char('-')?;
    }
    let (whole, mut rest) = (fixed.abs() / unit, fixed.abs() % unit);
    write!(f, "{whole}")?;
    if rest == 0 {
        return Ok(());
    }
    let mut places = unit.ilog10() as usize;
    while rest % 10 == 0 {
        rest /= 10;
        places -= 1;
    }
    write!(f, ".{rest:0places$}")
}

/// The path data of an outline, in tenths of a unit and relative to the point before: about half as long as
/// absolute numbers, which counts for a map. Rounding does not add up, since each step starts where the last one ended
/// after rounding.
struct Data<'a>(&'a Outline);

impl std::fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mut start, mut here) = ((0, 0), (0, 0));
        for segment in self.0.segments() {
            let (command, points): (char, &[Point]) = match segment {
                Segment::Move(to) => ('m', &[*to]),
                Segment::Line(to) => ('l', &[*to]),
                Segment::Quad(control, to) => ('q', &[*control, *to]),
                Segment::Cubic(first, second, to) => ('c', &[*first, *second, *to]),
                Segment::Close => ('z', &[]),
            };
            f.write_char(command)?;
            let from = here;
            for (i, at) in points.iter().enumerate() {
                here = (tenths(at.x), tenths(at.y));
                relative(f, here.0 - from.0, i == 0)?;
                relative(f, here.1 - from.1, false)?;
            }
            match segment {
                Segment::Move(_) => start = here,
                Segment::Close => here = start,
                Segment::Line(_) | Segment::Quad(..) | Segment::Cubic(..) => {}
            }
        }
        Ok(())
    }
}

/// A coordinate in tenths of a unit; what is not finite becomes 0, what is huge is cut.
fn tenths(value: f32) -> i64 {
    if value.is_finite() { (value.clamp(-1e6, 1e6) * 10.0).round() as i64 } else { 0 }
}

/// A number of tenths, set off from the one before by its sign or a space.
fn relative(f: &mut std::fmt::Formatter<'_>, tenths: i64, first: bool) -> std::fmt::Result {
    if tenths < 0 {
        f.write_char('-')?;
    } else if !first {
        f.write_char(' ')?;
    }
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => write!(f, "{whole}"),
        (0, rest) => write!(f, ".{rest}"),
        (whole, rest) => write!(f, "{whole}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_leave_the_finite() {
        let written = |value: f32| Number(value).to_string();
        assert_eq!(written(1.0), "1");
        assert_eq!(written(-0.256), "-0.26");
        assert_eq!(written(0.05), "0.05");
        assert_eq!(written(12.5), "12.5");
        assert_eq!(written(-0.001), "0");
        assert_eq!(written(f32::NAN), "0");
        assert_eq!(written(f32::INFINITY), "0");
        assert_eq!(written(1e30), "1000000");
        assert_eq!(Fine(0.00123).to_string(), "0.00123");
    }

    #[test]
    fn paths_are_relative_and_their_rounding_does_not_add_up() {
        let third = 1.0 / 3.0;
        let points: Vec<Point> = (0..=30).map(|i| crate::scene::point(i as f32 * third, 5.0 - i as f32)).collect();
        let data = Data(&Outline::line(&points)).to_string();
        assert!(data.starts_with("m0 5l.3-1l.4-1l.3-1"), "{data}");
        let steps = data.split('l').skip(1).map(|step| step.split('-').next().unwrap().parse::<f32>().unwrap());
        assert!((steps.sum::<f32>() - 10.0).abs() < 1e-3);
    }
}
