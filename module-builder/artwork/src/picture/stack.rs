use super::arrow;
use super::view::View;
use crate::counter;
use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Point, point};
use definitions::hex::HexId;
use definitions::{Counter, MarkerKind, Place, Position, Published, UnitId};
use std::collections::BTreeMap;
use tiny_skia::Pixmap;

/// Side of a counter, in hex widths.
const COUNTER: f32 = 0.8;
/// Side of a marker that lies in a hex, in hex widths.
const MARKER: f32 = 0.56;
/// Side of a marker of which the badge alone is drawn, in hex widths: on a hexside, and where no word of it could be read.
const BADGE: f32 = 0.4;
/// Side in pixels from which on the words of a marker can be read.
const LEGIBLE: u32 = 60;
/// Width of the number of a stack's counters, in hex widths.
const COUNT: f32 = 0.26;
/// How much each counter of a stack is moved over the one below, in hex widths.
const STEP: f32 = 0.075;
/// Counters of a stack that are drawn; those below them are only counted.
const SHOWN: usize = 4;

/// What lies in a hex or on a hexside.
pub(super) struct Stack<'p> {
    centre: Point,
    on_hexside: bool,
    counters: Vec<&'p Counter>,
    /// Places of their kinds in the definitions' list.
    markers: Vec<usize>,
}

/// What lies in a box: a counter, or a marker by the place of its kind in the definitions' list.
pub(super) enum Boxed<'p> {
    Counter(&'p Counter),
    Marker(usize),
}

/// The counters and markers of a game, and what names them within this process.
#[derive(Clone, Copy)]
pub(super) struct Pieces<'a> {
    pub game: &'a Published,
    pub fingerprint: u64,
}

/// A drawn face, by what it shows and its side in pixels.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Sprite {
    Unit { pieces: u64, unit: u16, steps_lost: u8, markers: Vec<usize>, pixels: u32 },
    Back { pieces: u64, side: u8, pixels: u32 },
    Marker { pieces: u64, kind: usize, pixels: u32 },
    Sign { pieces: u64, kind: usize, pixels: u32 },
    Count { number: usize, pixels: u32 },
}

/// The stacks of a position, hex by hex; what names a hex off the map, or a marker that the game does not have, is passed
/// over. Those on hexsides come last, for they lie over what reaches out of the hexes.
pub(super) fn stacks<'p>(position: &'p Position, game: &Published, board: &HexGeometry) -> Vec<Stack<'p>> {
    let mut stacks: BTreeMap<(Option<HexId>, HexId), Stack<'p>> = BTreeMap::new();
    let mut lay = |place: &Place, add: &mut dyn FnMut(&mut Stack<'p>)| {
        let (first, second) = match place {
            Place::Hex(hex) => (*hex, None),
            Place::Hexside(one, other) => (*one.min(other), Some(*one.max(other))),
            Place::Box(_) => return,
        };
        let known = |hex| game.map.grid.contains(hex);
        if known(first) && second.is_none_or(known) {
            let centre = board.centre(first);
            let centre = second.map_or(centre, |second| centre.middle(board.centre(second)));
            let empty = || Stack { centre, on_hexside: second.is_some(), counters: Vec::new(), markers: Vec::new() };
            add(stacks.entry((second, first)).or_insert_with(empty));
        }
    };
    for counter in &position.counters {
        lay(&counter.place, &mut |stack| stack.counters.push(counter));
    }
    for marker in &position.markers {
        if let Some(kind) = kind(game, &marker.kind) {
            lay(&marker.place, &mut |stack| stack.markers.push(kind));
        }
    }
    stacks.into_values().collect()
}

/// What lies beside the map, box by box in order of the boxes' names: of the turns to come only the next one at which
/// somebody arrives, for the others would be larger than the front.
pub(super) fn boxes<'p>(position: &'p Position, game: &Published) -> BTreeMap<&'p str, Vec<Boxed<'p>>> {
    let mut boxes: BTreeMap<&str, Vec<Boxed>> = BTreeMap::new();
    for counter in &position.counters {
        if let Place::Box(name) = &counter.place {
            boxes.entry(name).or_default().push(Boxed::Counter(counter));
        }
    }
    for marker in &position.markers {
        if let (Place::Box(name), Some(kind)) = (&marker.place, kind(game, &marker.kind)) {
            boxes.entry(name).or_default().push(Boxed::Marker(kind));
        }
    }
    let to_come = boxes.keys().filter_map(|name| turn_of(name)).filter(|turn| *turn >= position.stage.turn);
    let next = to_come.min();
    boxes.retain(|name, _| turn_of(name).is_none_or(|turn| Some(turn) <= next));
    boxes
}

/// The turn of a box in which arrivals of a turn wait: `Turn 3`.
fn turn_of(name: &str) -> Option<u8> {
    name.strip_prefix("Turn ")?.parse().ok()
}

/// The place of a kind of marker in the definitions' list.
fn kind(game: &Published, id: &str) -> Option<usize> {
    game.markers.iter().position(|kind| kind.id == id)
}

impl Stack<'_> {
    /// The faces to lay down, bottom first, each with its north-west corner in pixels of the view.
    pub fn sprites(&self, pieces: Pieces<'_>, view: &View) -> Vec<(Sprite, Point)> {
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
            .map(|(i, counter)| (Sprite::of(counter, pieces, side), corner(side, offset(i))))
            .collect();
        let badge = self.on_hexside || pixels(MARKER) < LEGIBLE;
        let side = pixels(if badge { BADGE } else { MARKER });
        for (i, kind) in self.markers.iter().enumerate() {
            let down = if self.counters.is_empty() { 0.0 } else { HEX_WIDTH * view.scale * 0.26 };
            let offset = point(i as f32 * step - down, down);
            let sprite = match badge {
                true => Sprite::Sign { pieces: pieces.fingerprint, kind: *kind, pixels: side },
                false => Sprite::Marker { pieces: pieces.fingerprint, kind: *kind, pixels: side },
            };
            sprites.push((sprite, corner(side, offset)));
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
    pub fn of(counter: &Counter, Pieces { game, fingerprint }: Pieces<'_>, pixels: u32) -> Sprite {
        match counter.unit {
            Some(unit) if unit.index() < game.units.units.len() => {
                let mut markers: Vec<usize> = counter.statuses.iter().filter_map(|id| kind(game, id)).collect();
                markers.sort_unstable();
                markers.dedup();
                let (unit, steps_lost) = (unit.0, counter.steps_lost);
                Sprite::Unit { pieces: fingerprint, unit, steps_lost, markers, pixels }
            }
            Some(_) => Sprite::Back { pieces: fingerprint, side: u8::MAX, pixels },
            None => Sprite::Back { pieces: fingerprint, side: counter.side, pixels },
        }
    }

    /// What lies in a box.
    pub fn boxed(boxed: &Boxed<'_>, pieces: Pieces<'_>, pixels: u32) -> Sprite {
        match boxed {
            Boxed::Counter(counter) => Sprite::of(counter, pieces, pixels),
            Boxed::Marker(kind) => Sprite::Marker { pieces: pieces.fingerprint, kind: *kind, pixels },
        }
    }

    /// Its side in pixels.
    pub fn side(&self) -> u32 {
        match self {
            Sprite::Unit { pixels, .. }
            | Sprite::Back { pixels, .. }
            | Sprite::Marker { pixels, .. }
            | Sprite::Sign { pixels, .. }
            | Sprite::Count { pixels, .. } => *pixels,
        }
    }

    /// The pixels and how many bytes they take.
    pub fn draw(&self, game: &Published) -> (Pixmap, usize) {
        let (units, kinds) = (&game.units, &game.markers);
        let (scene, pixels) = match self {
            Sprite::Unit { unit, steps_lost, markers, pixels, .. } => {
                let badges: Vec<&MarkerKind> = markers.iter().map(|kind| &kinds[*kind]).collect();
                (counter::face(units, UnitId(*unit), *steps_lost, &badges), pixels)
            }
            Sprite::Back { side, pixels, .. } => (counter::back(units, *side), pixels),
            Sprite::Marker { kind, pixels, .. } => (counter::marker(&kinds[*kind]), pixels),
            Sprite::Sign { kind, pixels, .. } => (counter::sign(&kinds[*kind]), pixels),
            Sprite::Count { number, pixels } => (arrow::count(*number), pixels),
        };
        let pixmap = scene.pixmap(*pixels as f32 / scene.width());
        let bytes = pixmap.data().len();
        (pixmap, bytes)
    }
}
