//! The key of signs below the map: every kind of sign that this map has, each drawn on a small map of its own by the same
//! hand as the large one.

mod sign;

use super::theme::Theme;
use super::{Board, MARGIN};
use crate::key_words::KeyWords;
use crate::picture::{Cache, fingerprint};
use crate::scene::{Element, Face, Group, Outline, Point, Scene, Shape, Text, point, wrap};
use definitions::{Map, MapSign};
use sign::signs;
use std::sync::Arc;

/// Size of a sign's picture, in units of the map.
const PICTURE: Point = point(126.0, 92.0);
/// Width of the words beside it, their size and the distance of their lines.
const WORDS: f32 = 210.0;
const SIZE: f32 = 27.0;
const LINE: f32 = 28.5;
/// The same of what a sign costs.
const COST: (f32, f32) = (21.0, 22.0);
const GAP: f32 = 16.0;
/// The map's title above the signs.
const TITLE: f32 = 54.0;
/// The width of a map below which its key is smaller, above which it is larger, and how much at most.
const USUAL: f32 = 3000.0;
const SCALES: (f32, f32) = (0.66, 1.5);

impl Board {
    /// The same with the key of signs below the map. Hexes stay where they are.
    pub fn with_key(self, map: &Map, words: &KeyWords, theme: Theme) -> Board {
        let key = key(map, words, theme, self.scene.width());
        let (width, height) = (self.scene.width(), self.scene.height() + key.height());
        let mut scene = Scene::new(width, height);
        let table = Outline::rectangle(-9.0, -9.0, width + 18.0, height + 18.0);
        scene.push(Shape::new(table).fill(theme.inks().table));
        let below = point(0.0, self.scene.height());
        scene.extend(self.scene.elements().iter().cloned());
        scene.push(Group::new(key.elements().to_vec()).at(below));
        Board { scene, ..self }
    }
}

/// The map's title and its signs in rows of a width, in units of the map.
pub fn key(map: &Map, words: &KeyWords, theme: Theme, width: f32) -> Scene {
    let inks = theme.inks();
    let scale = (width / USUAL).clamp(SCALES.0, SCALES.1);
    let (signs, width) = (pictures(map, words, theme), width / scale);
    let cell = PICTURE.x + GAP + WORDS;
    let fit = (((width - 2.0 * MARGIN + 2.0 * GAP) / (cell + 2.0 * GAP)) as usize).max(1);
    let rows = signs.len().div_ceil(fit).max(1);
    let columns = signs.len().div_ceil(rows).max(1);
    let pitch = point((width - 2.0 * MARGIN) / columns as f32, PICTURE.y + GAP);
    let top = TITLE + GAP;
    let height = top + rows as f32 * pitch.y + MARGIN - GAP / 2.0;
    let mut drawn: Vec<Element> = Vec::new();
    let title = Text::new(map.title.as_str(), point(MARGIN, TITLE * 0.8), Face::Bold, TITLE, inks.name);
    drawn.push(title.at_most(width - 2.0 * MARGIN).into());
    for (n, sign) in signs.iter().enumerate() {
        let at = point(MARGIN + (n % columns) as f32 * pitch.x, top + (n / columns) as f32 * pitch.y);
        drawn.push(Group::new(sign.picture.elements().to_vec()).at(at).into());
        let words = wrap(&sign.text, Face::Medium, SIZE, WORDS).into_iter().map(|line| (line, SIZE, LINE));
        let costs = wrap(&sign.cost, Face::Medium, COST.0, WORDS).into_iter().map(|line| (line, COST.0, COST.1));
        let lines: Vec<(String, f32, f32)> = words.chain(costs).filter(|(line, ..)| !line.is_empty()).collect();
        let mut foot = at.y + (PICTURE.y - lines.iter().map(|(.., tall)| tall).sum::<f32>()) / 2.0;
        for (line, size, tall) in lines {
            let place = point(at.x + PICTURE.x + GAP, foot + size * 0.8);
            drawn.push(Text::new(line, place, Face::Medium, size, inks.name).into());
            foot += tall;
        }
    }
    let mut scene = Scene::new(width * scale, height * scale);
    scene.push(Group::new(drawn).scaled(scale));
    scene
}

/// A sign as the key shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeySign {
    /// What of the map it is, if charts may have a row for it.
    pub of: Option<MapSign>,
    /// What it is.
    pub text: String,
    /// What entering or crossing it costs, where a chart says so.
    pub cost: String,
    /// What it looks like; all pictures are of one size.
    pub picture: Scene,
}

/// Every sign of a map, in the words of the game's charts where they say what it is. They are kept: board, poster, tiles and
/// charts want the same.
pub fn pictures(map: &Map, words: &KeyWords, theme: Theme) -> Arc<Vec<KeySign>> {
    KEYS.get((fingerprint(map), fingerprint(words), theme), || {
        let drawn = signs(map).into_iter().map(|sign| {
            let entry = sign.of.and_then(|of| words.of_sign(of)).cloned().unwrap_or_default();
            let text = if entry.name.is_empty() { sign.text.clone() } else { entry.name };
            KeySign { of: sign.of, text, cost: entry.cost, picture: sign.picture(theme) }
        });
        (drawn.collect(), 1)
    })
}

/// Keys kept: each counts as one.
const KEPT: usize = 12;
static KEYS: Cache<(u64, u64, Theme), Vec<KeySign>> = Cache::new(KEPT);

#[cfg(test)]
mod tests {
    use super::sign::{GROUNDS, Look, Sign, hexside};
    use super::*;
    use definitions::hex::{Direction, Grid, HexId, Layout, Numbering};
    use definitions::{BridgeState, Feature, Hexside, Terrain};

    /// A map that is nothing but a sign's.
    fn plain() -> Map {
        let grid = Grid::new(Layout::FlatTop { lower: 1 }, Numbering::COLUMN_ROW, 34, 22, 21);
        let mut map = Sign::new(
            &Map {
                title: String::new(),
                hexes: Vec::new(),
                hexsides: Vec::new(),
                roads: Vec::new(),
                grounds: Vec::new(),
                grid,
            },
            "",
            Look::Hex,
        )
        .map;
        map.title = "Plain".to_owned();
        map
    }

    fn texts(map: &Map) -> Vec<String> {
        pictures(map, &KeyWords::default(), Theme::Colour).iter().map(|sign| sign.text.clone()).collect()
    }

    #[test]
    fn the_key_has_the_signs_of_the_map_and_no_others() {
        let mut map = plain();
        assert_eq!(texts(&map), ["Clear"]);
        map.hexes[7].terrain = Terrain::Marsh;
        map.hexes[9].features = vec![Feature::Objective(4), Feature::EntryArea("K".to_owned())];
        map.hexes[11].features = vec![Feature::Start("red".to_owned())];
        map.hexes[12].features = vec![Feature::Start("blue".to_owned())];
        let side = hexside(HexId(8), Direction::ALL[1]);
        map.hexsides =
            vec![Hexside { river: Some("Our".to_owned()), rank: 2, bridge: true, state: BridgeState::Blown, ..side }];
        let expected = [
            "Clear",
            "Marsh",
            "River, along hexsides",
            "Blown bridge",
            "Counts for victory, with its points",
            "A unit starts here: Blue",
            "A unit starts here: Red",
        ];
        assert_eq!(texts(&map), expected);
    }

    #[test]
    fn a_sides_marks_are_the_same_whichever_side_a_map_names_first() {
        let named = |first: &str, second: &str| {
            let mut map = plain();
            for (hex, side) in [(7, first), (9, second)] {
                map.hexes[hex].features = vec![Feature::Start(side.to_owned()), Feature::Edge(side.to_owned())];
            }
            pictures(&map, &KeyWords::default(), Theme::Colour)
        };
        let (one, other) = (named("german", "allied"), named("allied", "german"));
        assert_eq!(one.len(), 5, "the ground, two starts, two edges");
        for (sign, alike) in one.iter().zip(other.iter()) {
            assert_eq!((&sign.text, sign.picture.svg()), (&alike.text, alike.picture.svg()));
        }
    }

    #[test]
    fn no_sign_looks_like_another() {
        let mut map = plain();
        for (n, (terrain, _)) in GROUNDS.into_iter().enumerate() {
            map.hexes[n].terrain = terrain;
        }
        let features = [
            Feature::Westwall,
            Feature::Entry("red".to_owned()),
            Feature::Objective(2),
            Feature::Edge("red".to_owned()),
            Feature::Edge("blue".to_owned()),
            Feature::Command("V".to_owned()),
            Feature::Exit(3),
            Feature::Start("red".to_owned()),
            Feature::Start("blue".to_owned()),
            Feature::Depot,
            Feature::Jam,
            Feature::Plunger,
            Feature::Impassable,
        ];
        for (hex, feature) in map.hexes.iter_mut().skip(8).zip(features) {
            hex.features = vec![feature];
        }
        let drawn = pictures(&map, &KeyWords::default(), Theme::Printer);
        for (n, sign) in drawn.iter().enumerate() {
            let pixels = sign.picture.pixmap(0.5);
            for other in &drawn[n + 1..] {
                assert_ne!(pixels.data(), other.picture.pixmap(0.5).data(), "{} and {}", sign.text, other.text);
            }
        }
    }
}
