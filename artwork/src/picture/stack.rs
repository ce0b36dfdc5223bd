//! Counters in their hexes and boxes: who lies on whom, and the pixels of each.

use super::arrow;
use super::view::View;
use crate::counter;
use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Point, point};
use definitions::hex::HexId;
use definitions::{Counter, Map, Place, Position, Status, Units};
use std::collections::BTreeMap;
use tiny_skia::Pixmap;

/// Side of a counter, in hex widths.
const COUNTER: f32 = 0.8;
/// Side of a marker that lies in a hex, in hex widths.
const MARKER: f32 = 0.56;
/// Width of the number of a stack's counters, in hex widths.
const COUNT: f32 = 0.26;
/// How much each counter of a stack is moved over the one below, in hex widths.
const STEP: f32 = 0.075;
/// Counters of a stack that are drawn; those below them are only counted.
const SHOWN: usize = 4;

/// What lies in a hex.
pub(super) struct Stack<'p> {
    centre: Point,
    counters: Vec<&'p Counter>,
    markers: Vec<Status>,
}

/// A drawn face, by what it shows and its side in pixels.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Sprite {
    Unit { units: u64, unit: u16, steps_lost: u8, statuses: Vec<Status>, pixels: u32 },
    Back { units: u64, side: u8, pixels: u32 },
    Marker { status: Status, pixels: u32 },
    Count { number: usize, pixels: u32 },
}

/// The stacks of a position, hex by hex; what names a hex off the map is passed over.
pub(super) fn stacks<'p>(position: &'p Position, map: &Map, board: &HexGeometry) -> Vec<Stack<'p>> {
    let mut stacks: BTreeMap<HexId, Stack<'p>> = BTreeMap::new();
    let mut in_hex = |hex: HexId, add: &mut dyn FnMut(&mut Stack<'p>)| {
        if map.grid.contains(hex) {
            let empty = || Stack { centre: board.centre(hex), counters: Vec::new(), markers: Vec::new() };
            add(stacks.entry(hex).or_insert_with(empty));
        }
    };
    for counter in &position.counters {
        if let Place::Hex(hex) = counter.place {
            in_hex(hex, &mut |stack| stack.counters.push(counter));
        }
    }
    for (status, hex) in &position.markers {
        in_hex(*hex, &mut |stack| stack.markers.push(*status));
    }
    stacks.into_values().collect()
}

/// The counters beside the map, box by box in order of the boxes' names.
pub(super) fn boxes(position: &Position) -> BTreeMap<&str, Vec<&Counter>> {
    let mut boxes: BTreeMap<&str, Vec<&Counter>> = BTreeMap::new();
    for counter in &position.counters {
        if let Place::Box(name) = &counter.place {
            boxes.entry(name).or_default().push(counter);
        }
    }
    boxes
}

impl Stack<'_> {
    /// The faces to lay down, bottom first, each with its north-west corner in pixels of the view.
    pub fn sprites(&self, units: &Units, fingerprint: u64, view: &View) -> Vec<(Sprite, Point)> {
        let pixels = |share: f32| ((HEX_WIDTH * view.scale * share).round() as u32).max(4);
        let middle = view.place(self.centre);
        let corner = |side: u32, offset: Point| {
            let at = middle + offset - point(side as f32 / 2.0, side as f32 / 2.0);
            point(at.x.round(), at.y.round())
        };
        let step = (HEX_WIDTH * view.scale * STEP).max(2.0);
        let side = pixels(COUNTER);
        let shown = self.shown();
        let offset = |i: usize| {
            let lift = (i as f32 - (shown.len() as f32 - 1.0) / 2.0) * step;
            point(lift, -lift)
        };
        let mut sprites: Vec<_> = shown
            .iter()
            .enumerate()
            .map(|(i, counter)| (Sprite::of(counter, units, fingerprint, side), corner(side, offset(i))))
            .collect();
        let side = pixels(MARKER);
        for (i, status) in self.markers.iter().enumerate() {
            let down = if self.counters.is_empty() { 0.0 } else { HEX_WIDTH * view.scale * 0.26 };
            let offset = point(i as f32 * step - down, down);
            sprites.push((Sprite::Marker { status: *status, pixels: side }, corner(side, offset)));
        }
        sprites.retain(|(_, at)| {
            let far = point(at.x + HEX_WIDTH * view.scale, at.y + HEX_WIDTH * view.scale);
            far.x >= 0.0 && far.y >= 0.0 && at.x < view.width as f32 && at.y < view.height as f32
        });
        sprites
    }

    /// The number on the top counter's shoulder with its north-west corner in pixels of the view, when there is more than
    /// one counter and all are seen.
    pub fn count(&self, view: &View) -> Option<(Sprite, Point)> {
        let middle = view.place(self.centre);
        let hidden = self.counters.iter().any(|counter| counter.unit.is_none());
        if self.counters.len() < 2 || hidden || !view.shows(middle) {
            return None;
        }
        let lift = (self.shown().len() as f32 - 1.0) / 2.0 * STEP;
        let shoulder = HEX_WIDTH * view.scale * (COUNTER / 2.0 + lift);
        let pixels = ((HEX_WIDTH * view.scale * COUNT).round() as u32).max(8);
        let half = pixels as f32 / 2.0;
        let at = middle + point(shoulder - half, -shoulder - half);
        Some((Sprite::Count { number: self.counters.len(), pixels }, point(at.x.round(), at.y.round())))
    }

    fn shown(&self) -> &[&Counter] {
        &self.counters[self.counters.len().saturating_sub(SHOWN)..]
    }
}

impl Sprite {
    /// The face that a viewer sees of a counter.
    pub fn of(counter: &Counter, units: &Units, fingerprint: u64, pixels: u32) -> Sprite {
        match counter.unit {
            Some(unit) if unit.index() < units.units.len() => {
                let mut statuses = counter.statuses.clone();
                statuses.sort_unstable();
                statuses.dedup();
                Sprite::Unit { units: fingerprint, unit: unit.0, steps_lost: counter.steps_lost, statuses, pixels }
            }
            Some(_) => Sprite::Back { units: fingerprint, side: u8::MAX, pixels },
            None => Sprite::Back { units: fingerprint, side: counter.side, pixels },
        }
    }

    /// The pixels and how many bytes they take.
    pub fn draw(&self, units: &Units) -> (Pixmap, usize) {
        let (scene, pixels) = match self {
            Sprite::Unit { unit, steps_lost, statuses, pixels, .. } => {
                (counter::face(units, definitions::UnitId(*unit), *steps_lost, statuses), pixels)
            }
            Sprite::Back { side, pixels, .. } => (counter::back(units, *side), pixels),
            Sprite::Marker { status, pixels } => (counter::marker(*status), pixels),
            Sprite::Count { number, pixels } => (arrow::count(*number), pixels),
        };
        let pixmap = scene.pixmap(*pixels as f32 / scene.width());
        let bytes = pixmap.data().len();
        (pixmap, bytes)
    }
}
