//! The backs of counters that show no lost steps: what turning them over means, or nothing but whose they are.

use super::{INDEPENDENT, back, blank, body, face, fitted, name_bar};
use crate::scene::{Colour, Face, Outline, Scene, Shape, point};
use definitions::{MarkerKind, Unit, UnitId, Units};

/// The back of a unit's counter: with the marker for which it is turned over, if there is one.
///
/// A unit that the game does not have is drawn as an unknown counter.
pub fn reverse(units: &Units, unit: UnitId, marker: Option<&MarkerKind>) -> Scene {
    let Some(known) = units.units.get(unit.index()) else { return back(units, u8::MAX) };
    let Some(kind) = marker else { return plain(units, known) };
    let mut scene = match &kind.halves {
        Some(number) => face(&halved(units, unit, number), unit, 0, &[]),
        None => face(units, unit, 0, &[]),
    };
    let ground = kind.look.ground.map_or(Colour::rgb(kind.colour).towards(Colour::WHITE, 0.7), Colour::rgb);
    scene.push(Shape::new(Outline::rectangle(1.5, 23.0, 97.0, 44.5)).fill(ground));
    scene.push(fitted(&kind.title, point(50.0, 45.5), Face::Bold, 24.0, 88.0, ground.ink()));
    scene
}

/// The name of a unit and of its formation, and nothing that could be taken for a strength.
fn plain(units: &Units, unit: &Unit) -> Scene {
    let mut scene = blank(body(units, unit));
    let formation = unit.formation.and_then(|it| units.formations.get(it.index()));
    name_bar(&mut scene, &unit.name, formation.map_or(INDEPENDENT, |it| Colour::rgb(it.colour)));
    let whose = formation.map_or("", |it| it.short.as_str());
    scene.push(fitted(whose, point(50.0, 60.0), Face::SemiBold, 26.0, 84.0, body(units, unit).ink()));
    scene
}

/// The units with one number of one of them halved, halves rounded up.
fn halved(units: &Units, unit: UnitId, number: &str) -> Units {
    let mut units = units.clone();
    if let Some(value) = units.units[unit.index()].values.get_mut(number) {
        value.by_steps_lost.iter_mut().for_each(|it| *it = (*it + 1) / 2);
    }
    units
}
