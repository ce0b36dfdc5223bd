//! Repeatable irregularity: the same place always gets the same chance value, on every machine.

use crate::scene::{Point, point};

/// A value from 0 up to 1 for a place of a lattice and a purpose.
pub(super) fn at(x: i32, y: i32, purpose: u32) -> f32 {
    let mut h =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ purpose.wrapping_mul(0xc2b2_ae3d);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    (h >> 8) as f32 / (1u32 << 24) as f32
}

/// A value from -1 up to 1 for a point, taken to the nearest unit.
pub(super) fn around(place: Point, purpose: u32) -> f32 {
    at(place.x.round() as i32, place.y.round() as i32, purpose) * 2.0 - 1.0
}

/// A value from -1 to 1 that changes smoothly from place to place, over about a wavelength.
pub(super) fn smooth(place: Point, wavelength: f32, purpose: u32) -> f32 {
    let scaled = place * (1.0 / wavelength);
    let (x, y) = (scaled.x.floor(), scaled.y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let share = point(ease(scaled.x - x), ease(scaled.y - y));
    let (x, y) = (x as i32, y as i32);
    let row = |y| at(x, y, purpose) * (1.0 - share.x) + at(x + 1, y, purpose) * share.x;
    (row(y) * (1.0 - share.y) + row(y + 1) * share.y) * 2.0 - 1.0
}
