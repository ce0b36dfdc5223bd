use super::{Bitmap, Element, Group, Outline, Point, Scene, Segment, Shape, Text, point};

/// A rectangle in the units of a drawing.
#[derive(Clone, Copy)]
struct Window {
    low: Point,
    high: Point,
}

impl Scene {
    /// The drawing without what lies outside a rectangle, given by two corners: what does not touch it is left out, and
    /// outlines take the short way where they run outside. What is left looks the same inside it; a sheet that shows a part
    /// of a large map need not carry the rest.
    pub fn within(&self, low: Point, high: Point) -> Scene {
        Scene { width: self.width, height: self.height, elements: Window { low, high }.elements(&self.elements) }
    }
}

impl Window {
    fn elements(self, elements: &[Element]) -> Vec<Element> {
        elements.iter().filter_map(|element| self.element(element)).collect()
    }

    fn element(self, element: &Element) -> Option<Element> {
        match element {
            Element::Shape(shape) => {
                let reach = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
                // Dashes count their way from the start.
                let dashed = shape.stroke.as_ref().is_some_and(|stroke| !stroke.dashes.is_empty());
                let outline = self.outline(&shape.outline, reach, !dashed);
                (!outline.is_empty()).then(|| Shape { outline, ..shape.clone() }.into())
            }
            Element::Text(text) => {
                let reach = text.width() + text.size + text.halo.map_or(0.0, |(_, width)| width);
                self.touches(text.at, text.at, reach).then(|| Text::clone(text).into())
            }
            Element::Bitmap(bitmap) => self.touches(bitmap.low, bitmap.high, 0.0).then(|| Bitmap::clone(bitmap).into()),
            Element::Group(group) => {
                let inner = self.seen_from(group);
                let elements = inner.elements(&group.elements);
                let clip = group.clip.as_ref().map(|clip| inner.outline(clip, 0.0, true));
                (!elements.is_empty()).then(|| Group { elements, clip, ..group.clone() }.into())
            }
        }
    }

    /// The rectangle in the units of a group: that round its turned self.
    fn seen_from(self, group: &Group) -> Window {
        let scale = if group.scale.abs() > 1e-6 { group.scale } else { 1e-6 };
        let (sin, cos) = (-group.degrees).to_radians().sin_cos();
        let back = |at: Point| {
            let at = at - group.offset;
            point(at.x * cos - at.y * sin, at.x * sin + at.y * cos) * (1.0 / scale)
        };
        let corners = [self.low, self.high, point(self.low.x, self.high.y), point(self.high.x, self.low.y)].map(back);
        let [first, ..] = corners;
        corners.into_iter().fold(Window { low: first, high: first }, Window::with)
    }

    fn with(self, at: Point) -> Window {
        Window {
            low: point(self.low.x.min(at.x), self.low.y.min(at.y)),
            high: point(self.high.x.max(at.x), self.high.y.max(at.y)),
        }
    }

    /// The pieces of an outline that touch the rectangle. One that does not cannot wind round a point inside, so a filling
    /// stays the same there. They may be shortened outside.
    fn outline(self, outline: &Outline, reach: f32, shorten: bool) -> Outline {
        let mut kept = Outline::new();
        let segments = outline.segments();
        let mut start = 0;
        for end in 1..=segments.len() {
            let begins = segments.get(end).is_none_or(|segment| matches!(segment, Segment::Move(_)));
            if begins {
                let piece = &segments[start..end];
                if self.shows(piece, reach) {
                    kept.append(Outline(if shorten { self.shortened(piece, reach) } else { piece.to_vec() }));
                }
                start = end;
            }
        }
        kept
    }

    /// A piece with a straight line in place of each part of it that runs on one side of the rectangle. Neither the part nor
    /// the line touches it, and a filling has the same way round every point inside.
    fn shortened(self, piece: &[Segment], reach: f32) -> Vec<Segment> {
        let mut kept: Vec<Segment> = Vec::with_capacity(piece.len());
        // The sides on which the line that was kept last runs, and where the pen is.
        let (mut beside, mut pen) = (0, Point::default());
        for segment in piece {
            let (points, to): (&[Point], Point) = match segment {
                Segment::Move(to) | Segment::Line(to) => (&[], *to),
                Segment::Quad(control, to) => (&[*control], *to),
                Segment::Cubic(first, second, to) => (&[*first, *second], *to),
                Segment::Close => {
                    kept.push(Segment::Close);
                    continue;
                }
            };
            if matches!(segment, Segment::Move(_)) {
                kept.push(*segment);
                (beside, pen) = (0, to);
                continue;
            }
            let sides = points.iter().chain([&pen, &to]).fold(u8::MAX, |sides, at| sides & self.sides(*at, reach));
            if beside & sides != 0 {
                beside &= sides;
                kept.pop();
            } else {
                beside = sides;
            }
            kept.push(if sides == 0 { *segment } else { Segment::Line(to) });
            pen = to;
        }
        kept
    }

    /// On which sides of the rectangle a point lies by more than a reach, a bit for each; none inside.
    fn sides(self, at: Point, reach: f32) -> u8 {
        let beyond = [
            at.x < self.low.x - reach,
            at.x > self.high.x + reach,
            at.y < self.low.y - reach,
            at.y > self.high.y + reach,
        ];
        beyond.into_iter().enumerate().map(|(bit, beyond)| u8::from(beyond) << bit).sum()
    }

    fn shows(self, piece: &[Segment], reach: f32) -> bool {
        let mut bounds: Option<Window> = None;
        for segment in piece {
            let points: &[Point] = match segment {
                Segment::Move(to) | Segment::Line(to) => &[*to],
                Segment::Quad(control, to) => &[*control, *to],
                Segment::Cubic(first, second, to) => &[*first, *second, *to],
                Segment::Close => &[],
            };
            for at in points {
                bounds = Some(bounds.unwrap_or(Window { low: *at, high: *at }).with(*at));
            }
        }
        bounds.is_some_and(|it| self.touches(it.low, it.high, reach))
    }

    fn touches(self, low: Point, high: Point, reach: f32) -> bool {
        low.x - reach <= self.high.x
            && high.x + reach >= self.low.x
            && low.y - reach <= self.high.y
            && high.y + reach >= self.low.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Colour, Face, Stroke};

    #[test]
    fn what_is_seen_through_a_window_is_the_same_as_in_the_whole_drawing() {
        let mut scene = Scene::new(200.0, 200.0);
        let mut rings = Outline::new();
        for x in [20.0, 60.0, 150.0] {
            rings.append(Outline::circle(point(x, 60.0), 18.0));
            rings.append(Outline::line(&[point(x, 5.0), point(x + 10.0, 190.0)]));
        }
        scene.push(Shape::new(rings).fill(Colour::rgb(0x88aa66)).stroke(Stroke::new(Colour::INK, 3.0)));
        // a shore that winds in and out of the window, round it, and back along its own way
        let shore: Vec<Point> = (0..240)
            .map(|n| {
                let angle = n as f32 * 0.1;
                let radius = 20.0 + 75.0 * (angle * 0.9).sin().abs() + n as f32 * 0.1;
                point(75.0 + radius * angle.cos(), 80.0 + radius * angle.sin())
            })
            .collect();
        let wound = Outline::smooth(&shore, true);
        scene.push(Shape::new(wound.clone()).fill(Colour::rgb(0x4488cc)).stroke(Stroke::new(Colour::INK, 2.0)));
        let inner = vec![
            Text::new("Bastogne", point(0.0, 0.0), Face::Bold, 14.0, Colour::INK).turned(20.0).into(),
            Shape::new(Outline::rectangle(-20.0, -5.0, 15.0, 9.0)).fill(Colour::rgb(0xaa3322)).into(),
        ];
        let clip = Outline::rectangle(-30.0, -30.0, 90.0, 60.0);
        for (at, degrees) in [(point(60.0, 90.0), 30.0), (point(170.0, 170.0), -70.0)] {
            scene.push(Group::new(inner.clone()).at(at).turned(degrees).scaled(1.3).clipped(clip.clone()));
        }
        let (whole, part) = (scene.pixmap(1.0), scene.within(point(30.0, 40.0), point(110.0, 120.0)).pixmap(1.0));
        for (x, y) in (31..109).flat_map(|x| (41..119).map(move |y| (x, y))) {
            assert_eq!(whole.pixel(x, y), part.pixel(x, y), "at {x}, {y}");
        }
        assert!(scene.within(point(30.0, 40.0), point(110.0, 120.0)).svg().len() < scene.svg().len());
        let window = Window { low: point(30.0, 40.0), high: point(110.0, 120.0) };
        let (long, short) = (wound.segments().len(), window.outline(&wound, 1.0, true).segments().len());
        assert!(short * 10 < long * 9, "{short} segments of {long}");
    }
}
