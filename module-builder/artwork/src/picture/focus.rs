//! What a mailed picture is about, and the small map of the whole that shows where it lies.

use super::{arrow, note};
use crate::counter;
use crate::map_picture::{HEX_WIDTH, HexGeometry};
use crate::scene::{Colour, Element, Outline, Point, Shape, Stroke, point};
use definitions::hex::{Grid, HexId};
use definitions::{Arrow, Place, Position, Published};

/// How far apart two counters of different sides may stand that face each other: as far as a hex between them lets them.
const FACING: f32 = 2.1 * HEX_WIDTH;
/// Sides of a counter's dot and width of the frame on the map of the whole, in pixels.
const DOT: f32 = 9.0;
const FRAME: f32 = 4.0;

/// The hexes that a picture is about: where something happened or is to be decided; if that is nowhere, the front; without
/// a front, where counters are.
pub(super) fn hexes(position: &Position, grid: &Grid, board: &HexGeometry) -> Vec<HexId> {
    let action = action(position);
    if !action.is_empty() {
        return action;
    }
    let standing = standing(position, grid, board);
    let front = front(&standing);
    if front.is_empty() { standing.into_iter().map(|(hex, ..)| hex).collect() } else { hexes_of(front) }
}

/// What the picture of a player's mail is about, the most first and the least last: what is to be decided, the fights that were,
/// where his own stand before the enemy, and where somebody came to. Without a front his own count, wherever they stand.
pub(super) fn of_player(position: &Position, side: u8, grid: &Grid, board: &HexGeometry) -> Vec<Vec<HexId>> {
    let standing = standing(position, grid, board);
    let is_own = |(_, other, _): &Standing| *other == side;
    let mut own: Vec<Standing> = front(&standing).into_iter().filter(is_own).collect();
    if own.is_empty() {
        own = standing.into_iter().filter(is_own).collect();
    }
    let mut fights = position.highlights.clone();
    let mut ends = Vec::new();
    for arrow in &position.arrows {
        match arrow {
            Arrow::Attack(from, to) => fights.extend([from, to]),
            Arrow::Retreat(path) => fights.extend(path.last()),
            Arrow::Move(path) => ends.extend(path.last()),
        }
    }
    let front = [fights.clone(), hexes_of(own)].concat();
    let mut about = vec![[front.clone(), ends].concat(), front];
    // a question about some hexes is about no other
    if !position.highlights.is_empty() {
        about.push(fights);
    }
    about.retain(|hexes| !hexes.is_empty());
    about
}

/// Where the sides stand face to face.
pub(super) fn fronts(position: &Position, grid: &Grid, board: &HexGeometry) -> Vec<HexId> {
    hexes_of(front(&standing(position, grid, board)))
}

/// A counter on the map: where, whose, and where that lies on the board's drawing.
type Standing = (HexId, u8, Point);

fn standing(position: &Position, grid: &Grid, board: &HexGeometry) -> Vec<Standing> {
    let on_map = position.counters.iter().filter_map(|counter| match counter.place {
        Place::Hex(hex) if grid.contains(hex) => Some((hex, counter.side, board.centre(hex))),
        _ => None,
    });
    on_map.collect()
}

/// Those that stand before one of the other side.
fn front(standing: &[Standing]) -> Vec<Standing> {
    let faces = |(_, side, at): &&Standing| {
        standing.iter().any(|(_, other, there)| other != side && (*there - *at).length() <= FACING)
    };
    standing.iter().filter(faces).copied().collect()
}

fn hexes_of(standing: Vec<Standing>) -> Vec<HexId> {
    standing.into_iter().map(|(hex, ..)| hex).collect()
}

/// Hexes that arrows and highlights are about.
fn action(position: &Position) -> Vec<HexId> {
    let mut hexes = position.highlights.clone();
    for arrow in &position.arrows {
        match arrow {
            Arrow::Move(path) | Arrow::Retreat(path) => hexes.extend(path),
            Arrow::Attack(from, to) => hexes.extend([from, to]),
        }
    }
    hexes
}

/// The picture of a position in a sentence, for readers who do not see it: when it is, and what its arrows show.
pub fn in_words(game: &Published, position: &Position) -> String {
    let grid = &game.map.grid;
    let place = |hex: &HexId| match game.map.hexes.get(usize::from(hex.0)).and_then(|it| it.name.as_deref()) {
        Some(name) => format!("{name} ({})", grid.number(*hex)),
        None => grid.number(*hex),
    };
    let known = |hexes: &[HexId]| hexes.iter().all(|hex| grid.contains(*hex));
    let mut told: Vec<String> = Vec::new();
    for arrow in &position.arrows {
        let words = match arrow {
            Arrow::Move(path) | Arrow::Retreat(path) if !known(path) => continue,
            Arrow::Attack(from, to) if !known(&[*from, *to]) => continue,
            Arrow::Move(path) => path.last().map(|to| format!("a move to {}", place(to))),
            Arrow::Retreat(path) => path.last().map(|to| format!("a retreat to {}", place(to))),
            Arrow::Attack(_, to) => Some(format!("an attack on {}{}", place(to), outcome(game, position, *to))),
        };
        told.extend(words.filter(|words| !told.contains(words)));
    }
    let more = told.len().saturating_sub(TOLD);
    told.truncate(TOLD);
    if more > 0 {
        told.push(format!("{more} more arrows"));
    }
    let caption = if position.caption.is_empty() { &game.map.title } else { &position.caption };
    match told.split_last() {
        None => format!("Map of {caption}."),
        Some((only, [])) => format!("Map of {caption}, with {only}."),
        Some((last, others)) => format!("Map of {caption}, with {} and {last}.", others.join(", ")),
    }
}

/// What came of the combats at a hex: ` (3:1, die 5: -/2; Allied −1 step)`.
fn outcome(game: &Published, position: &Position, at: HexId) -> String {
    let fought = position.combats.iter().filter(|combat| combat.at == at && !combat.result.is_empty());
    let told = fought.map(|combat| {
        let parts: Vec<String> =
            std::iter::once(combat.result.clone()).chain(note::losses(game, &combat.losses)).collect();
        parts.join("; ")
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join("; then ")) }
}

/// Arrows that are told in words.
const TOLD: usize = 5;

/// What lies on the map of the whole, in units of the board: a dot for each counter in the colour of its side, a ring round the
/// target of each attack, and a frame round a part.
pub(super) fn drawn(
    position: &Position,
    game: &Published,
    board: &HexGeometry,
    (low, high): (Point, Point),
    scale: f32,
) -> Vec<Element> {
    let mut drawn = Vec::new();
    let dot = DOT / scale;
    for counter in &position.counters {
        let (Place::Hex(hex), Some(side)) = (&counter.place, game.units.sides.get(usize::from(counter.side))) else {
            continue;
        };
        if game.map.grid.contains(*hex) {
            let at = board.centre(*hex) - point(dot, dot) * 0.5;
            let body = counter::side_body(Colour::rgb(side.colour));
            // the sides' bodies are of like lightness: a pale rim tells one from the other
            let rim = if counter.side == 0 { Colour::INK } else { Colour::WHITE };
            let square = Outline::rectangle(at.x, at.y, dot, dot);
            drawn.push(Shape::new(square).fill(body).stroke(Stroke::new(rim, 2.0 / scale)).into());
        }
    }
    // attacks, those that the part does not show as well
    let targets = position.arrows.iter().filter_map(|arrow| match arrow {
        Arrow::Attack(_, to) if game.map.grid.contains(*to) => Some(board.centre(*to)),
        _ => None,
    });
    let mut rings = Outline::new();
    targets.for_each(|at| rings.append(Outline::circle(at, dot * 0.95)));
    drawn.push(Shape::new(rings).stroke(Stroke::new(arrow::ATTACK, 2.5 / scale)).into());
    let part = Outline::rectangle(low.x, low.y, high.x - low.x, high.y - low.y);
    drawn.push(Shape::new(part).stroke(Stroke::new(arrow::ATTACK, FRAME / scale)).into());
    drawn
}
