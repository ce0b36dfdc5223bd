//! What happened, drawn round the counters: moves, attacks and retreats, told apart by shape and line as by colour.

use crate::map_picture::HexGeometry;
use crate::scene::{Colour, Element, Face, Opacity, Outline, Point, Scene, Shape, Stroke, Text, point};
use definitions::Arrow;
use definitions::hex::{Grid, HexId};

pub(super) const MOVE: Colour = Colour::rgb(0x1d3f8f);
pub(super) const ATTACK: Colour = Colour::rgb(0xc01818);
pub(super) const RETREAT: Colour = Colour::rgb(0x5b2d82);

/// What is drawn of an arrow, in units of the board.
#[derive(Default)]
pub(super) struct Drawn {
    /// The line of a way, which runs under the counters that it passes.
    pub below: Vec<Element>,
    /// The head of a way, or a wedge, in the gap before a counter.
    pub above: Vec<Element>,
}

/// The arrow in units of the board; nothing when it names hexes that the board lacks.
pub(super) fn draw(arrow: &Arrow, grid: &Grid, board: &HexGeometry) -> Drawn {
    let known = |hex: &HexId| grid.contains(*hex);
    let centres = |path: &[HexId]| -> Vec<Point> { path.iter().map(|hex| board.centre(*hex)).collect() };
    match arrow {
        Arrow::Move(path) if path.len() > 1 && path.iter().all(known) => way(&centres(path), MOVE, &[]),
        Arrow::Retreat(path) if path.len() > 1 && path.iter().all(known) => way(&centres(path), RETREAT, &[13.0, 7.0]),
        Arrow::Attack(from, to) if from != to && known(from) && known(to) => {
            Drawn { above: blow(board.centre(*from), board.centre(*to)), ..Drawn::default() }
        }
        Arrow::Move(_) | Arrow::Retreat(_) | Arrow::Attack(..) => Drawn::default(),
    }
}

/// The ground along an arrow as boxes, in units of the board; nothing where it names hexes that the board lacks.
pub(super) fn ground(arrow: &Arrow, grid: &Grid, board: &HexGeometry) -> Vec<(Point, Point)> {
    let path = match arrow {
        Arrow::Move(path) | Arrow::Retreat(path) => path.clone(),
        Arrow::Attack(from, to) => vec![*from, *to],
    };
    let centres: Vec<Point> = path.into_iter().filter(|hex| grid.contains(*hex)).map(|hex| board.centre(hex)).collect();
    let reach = point(BESIDE, BESIDE);
    let along = |pair: &[Point]| [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| pair[0].towards(pair[1], share));
    centres.windows(2).flat_map(along).map(|at| (at - reach, at + reach)).collect()
}

/// How far beside its line an arrow reaches.
const BESIDE: f32 = 9.0;

/// How far from the middle of a hex the counter in it ends.
const EDGE: f32 = 36.0;
/// Length of a head, and how far it reaches to each side.
const HEAD: (f32, f32) = (21.0, 14.0);

/// A line along a path with a head before the last hex's counter.
fn way(centres: &[Point], colour: Colour, dashes: &[f32]) -> Drawn {
    let (first, last) = (centres[0], centres[centres.len() - 1]);
    let before = centres[centres.len() - 2];
    let along = (last - before).unit();
    let tip = last - along * EDGE;
    let neck = tip - along * (HEAD.0 - 4.0);
    let mut points = centres.to_vec();
    points[0] = first.towards(centres[1], 0.2);
    let end = points.len() - 1;
    points[end] = neck;
    let line = Outline::smooth(&points, false);
    let across = along.right() * HEAD.1;
    let back = tip - along * HEAD.0;
    let head = Outline::polygon(&[tip, back + across, neck, back - across]);
    Drawn {
        below: vec![
            Shape::new(line.clone()).stroke(Stroke::new(Colour::WHITE, 11.0).round()).opacity(Opacity::new(0.9)).into(),
            Shape::new(line).stroke(Stroke::new(colour, 6.0).dashed(dashes)).into(),
        ],
        above: vec![
            Shape::new(head.clone()).stroke(Stroke::new(Colour::WHITE, 5.0)).into(),
            Shape::new(head).fill(colour).into(),
        ],
    }
}

/// A broad wedge in the gap between two counters: their numbers stay to be read.
fn blow(from: Point, to: Point) -> Vec<Element> {
    let along = (to - from).unit();
    let across = along.right();
    let (start, tip) = (from + along * 38.0, to - along * 31.0);
    let neck = tip - along * 20.0;
    let p = |base: Point, side: f32| base + across * side;
    let wedge = [
        p(start, -6.0),
        p(neck, -10.0),
        p(neck, -21.0) - along * 3.0,
        tip,
        p(neck, 21.0) - along * 3.0,
        p(neck, 10.0),
        p(start, 6.0),
    ];
    let outline = Outline::polygon(&wedge);
    vec![
        Shape::new(outline.clone()).stroke(Stroke::new(Colour::WHITE, 6.0)).into(),
        Shape::new(outline).fill(ATTACK).stroke(Stroke::new(Colour::INK, 2.0)).into(),
    ]
}

/// A ring round a hex that the viewer is asked about.
pub(super) fn ring(hex: HexId, grid: &Grid, board: &HexGeometry) -> Vec<Element> {
    if !grid.contains(hex) {
        return Vec::new();
    }
    let centre = board.centre(hex);
    let corners = board.corners(hex).map(|corner| centre.towards(corner, 0.95));
    let outline = Outline::polygon(&corners);
    vec![
        Shape::new(outline.clone()).fill(GOLD).opacity(Opacity::new(0.28)).into(),
        Shape::new(outline.clone()).stroke(Stroke::new(Colour::INK, 8.0)).into(),
        Shape::new(outline).stroke(Stroke::new(GOLD, 4.6).dashed(&[16.0, 4.0])).into(),
    ]
}

pub(super) const GOLD: Colour = Colour::rgb(0xffcf33);

/// How many counters lie in a stack: a number in a disc.
pub(super) fn count(number: usize) -> Scene {
    let mut scene = Scene::new(26.0, 26.0);
    let at = point(13.0, 13.0);
    scene.push(Shape::new(Outline::circle(at, 11.5)).fill(Colour::WHITE).stroke(Stroke::new(Colour::INK, 2.5)));
    scene.push(Text::new(number.to_string(), at + point(0.0, 0.3), Face::Bold, 19.5, Colour::INK).centred());
    scene
}
