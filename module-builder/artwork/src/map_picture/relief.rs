//! Relief in hachures: short strokes down every slope, broad at the top and thin at the foot, heavier where the light from the
//! north-west does not fall. No line closes, so that none is taken for a road, a level or a bound.

use super::clutter::Clutter;
use super::field::Field;
use crate::scene::{Outline, Point, point};

/// Distance of the places at which strokes begin.
pub(super) const PITCH: f32 = 9.5;
/// Slopes that are flatter have no strokes, and those that are steeper no broader ones: rise a unit.
const FLAT: f32 = 0.0042;
const STEEP: f32 = 0.016;
/// Length of a stroke, and the steps in which it finds its way down.
const LENGTH: f32 = 10.5;
const STEPS: u8 = 3;
/// Width at the top on the lit side, and how much more on the dark one.
const LIT: f32 = 0.55;
const DARK: f32 = 1.75;
/// Room round a stroke in which nothing else is drawn.
const ROOM: f32 = 4.5;
/// Where the light comes from.
const LIGHT: Point = point(-0.7, -0.71);

/// Appends the stroke that begins at a place, if it is on a slope with nothing on it.
pub(super) fn stroke(heights: &Field, clutter: &Clutter, from: Point, strokes: &mut Outline) {
    let Some((down, rise)) = fall(heights, from) else { return };
    let mut foot = from;
    for _ in 0..STEPS {
        let Some((down, _)) = fall(heights, foot) else { break };
        foot = foot + down * (LENGTH / f32::from(STEPS));
    }
    let along = foot - from;
    if along.length() < LENGTH * 0.5 || !clutter.is_free(from.towards(foot, 0.5), ROOM) {
        return;
    }
    // the side of a slope away from the light is dark
    let away = 0.5 - 0.5 * (down.x * LIGHT.x + down.y * LIGHT.y);
    let width = (LIT + DARK * away * away) * (rise / STEEP).clamp(0.45, 1.0);
    let across = along.right() * (width / 2.0 / along.length());
    strokes.append(Outline::polygon(&[from + across, from - across, foot]));
}

/// Which way is down from a place, and how steeply; none where it is flat.
fn fall(heights: &Field, at: Point) -> Option<(Point, f32)> {
    let slope = heights.slope(at);
    let rise = slope.length();
    (rise >= FLAT).then(|| (slope * (-1.0 / rise), rise))
}
