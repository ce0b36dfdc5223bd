use super::Scene;
use resvg::usvg;
use tiny_skia::{Pixmap, Transform};

/// Longest side of a pixel picture; what would be longer is scaled down.
const LONGEST: f32 = 16_000.0;

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
        // Nothing of the input reaches the text except as numbers and outlines, so it is always well formed.
        let tree = usvg::Tree::from_str(&self.svg(), &usvg::Options::default()).expect("a scene writes sound SVG");
        resvg::render(&tree, transform, &mut pixmap.as_mut());
    }
}

/// A full-colour PNG of pixels, with transparency; the same bytes for the same pixels.
pub fn png(pixmap: &Pixmap) -> Vec<u8> {
    let straight: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let c = pixel.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        })
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("writing to memory");
    writer.write_image_data(&straight).expect("writing to memory");
    writer.finish().expect("writing to memory");
    bytes
}
