//! The key: what stands on counters and on the map, shown by the very drawings.

use super::flow::{Block, wrap};
use crate::booklet::{Booklet, Drawing, Stamp};
use artwork::chart::named;
use artwork::counter;
use artwork::drawings::Drawings;
use artwork::map_picture::{Theme, legend};
use artwork::scene::{Colour, Face, Text, point};
use definitions::{FaceText, Published, Symbol, Unit, UnitId};

/// Size of a cut-out.
const PICTURE: f32 = 17.0;

/// What the counters say: one of every layout, one of every kind of unit.
pub(super) fn counters(drawings: &Drawings<'_>, booklet: &mut Booklet, width: f32) -> Vec<Block> {
    let game = drawings.game;
    let mut blocks = vec![Block::heading("What stands on the counters", 5.0, width)];
    for (id, text) in layouts(game) {
        let drawing = booklet.add(drawings.face(id, 0));
        blocks.push(entry(drawing, 1.35, &text, 88.0));
    }
    blocks.push(Block::heading("Kinds of units", 5.0, width));
    for (symbol, name) in SYMBOLS {
        let found = game.units.iter().find(|(_, unit)| unit.symbol == symbol);
        if let Some((id, _)) = found {
            let drawing = booklet.add(drawings.face(id, 0));
            blocks.push(entry(drawing, 1.0, name, 42.0));
        }
    }
    blocks
}

const SYMBOLS: [(Symbol, &str); 15] = [
    (Symbol::Infantry, "Infantry"),
    (Symbol::Airborne, "Airborne infantry"),
    (Symbol::Glider, "Glider infantry"),
    (Symbol::Bicycle, "Bicycle infantry"),
    (Symbol::Motorised, "Motorised infantry"),
    (Symbol::Mechanised, "Mechanised infantry"),
    (Symbol::Armour, "Armour"),
    (Symbol::Cavalry, "Armoured cavalry"),
    (Symbol::Reconnaissance, "Reconnaissance"),
    (Symbol::Artillery, "Artillery"),
    (Symbol::Rockets, "Rocket artillery"),
    (Symbol::AssaultGuns, "Assault guns"),
    (Symbol::TankDestroyers, "Tank destroyers"),
    (Symbol::Engineers, "Engineers"),
    (Symbol::Headquarters, "Headquarters"),
];

/// A unit of every layout, with what its numbers are.
fn layouts(game: &Published) -> Vec<(UnitId, String)> {
    let first = |wanted: &dyn Fn(&Unit) -> bool| game.units.iter().find(|(_, unit)| wanted(unit)).map(|(id, _)| id);
    if game.units.faces.is_empty() {
        let unit = "In the bar the name; at the symbol size and formation. Below: strength; in the box the steps left (square: \
                    on foot, long: on wheels or tracks); quality. A minus at the box stands for a loss marker below.";
        let headquarters = "Headquarters. Below: how many support markers it may hold, and the letter of its command.";
        let kinds = [(false, unit), (true, headquarters)];
        return kinds
            .into_iter()
            .filter_map(|(wanted, text)| {
                let id = first(&|unit| (unit.symbol == Symbol::Headquarters) == wanted)?;
                Some((id, text.to_owned()))
            })
            .collect();
    }
    let layout = |face: &FaceText| {
        let of_it = game.units.iter().filter(|(_, unit)| game.units.face_of(unit) == Some(face));
        // Of several the one that shows most of what may stand there.
        let shown = |unit: &Unit| {
            let texts = [&face.below, &face.left, &face.right].map(|text| FaceText::fill(text, unit, 0).len());
            texts.into_iter().sum::<usize>()
        };
        let (id, _) = of_it.min_by_key(|(id, unit)| (std::cmp::Reverse(shown(unit)), *id))?;
        Some((id, layout_words(game, face)))
    };
    game.units.faces.iter().filter_map(layout).collect()
}

/// What the texts of a face are.
fn layout_words(game: &Published, face: &FaceText) -> String {
    let places = [(&face.below, "Below the symbol"), (&face.left, "Left of it"), (&face.right, "Right of it")];
    let filled = places.into_iter().filter(|(template, _)| !template.is_empty());
    let sentences = filled.map(|(template, place)| format!("{place}: {}.", template_words(game, template)));
    let mut text = sentences.collect::<Vec<_>>().join(" ");
    if ["leg", "mech"].iter().any(|class| game.units.units.iter().any(|unit| unit.is(class))) {
        text += " Movement in white is on foot, in black on wheels and tracks.";
    }
    text
}

/// A template as words: its numbers by name with what stands between them, then what stands there only at times.
fn template_words(game: &Published, template: &str) -> String {
    let spoken = |key: &str| {
        let name = named(game, key);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    };
    let (mut always, mut at_times) = (String::new(), Vec::<(String, String)>::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        always += &before.replace('-', " – ");
        let (key, after) = after.split_once('}').unwrap_or((after, ""));
        match key.split_once('?') {
            None => always += &spoken(key),
            Some((key, sign)) => match at_times.iter_mut().find(|(known, _)| known == key) {
                Some((_, signs)) => *signs += &format!(" {sign}"),
                None => at_times.push((key.to_owned(), sign.to_owned())),
            },
        }
        rest = after;
    }
    always += &rest.replace('-', " – ");
    let at_times = at_times.iter().map(|(key, sign)| format!("{sign} {}", spoken(key)));
    std::iter::once(always).filter(|always| !always.is_empty()).chain(at_times).collect::<Vec<_>>().join(", ")
}

/// What is drawn on the map.
pub(super) fn map(drawings: &Drawings<'_>, theme: Theme, booklet: &mut Booklet, width: f32) -> Vec<Block> {
    let mut blocks = vec![Block::heading("What is drawn on the map", 5.0, width)];
    for sign in legend::pictures(&drawings.game.map, &drawings.key_words(), theme).iter() {
        let (wide, high) = (sign.picture.width(), sign.picture.height());
        let scale = PICTURE / wide;
        let mut block = words_beside(&sign.text, &sign.cost, 42.0, (PICTURE, high * scale));
        let drawing = booklet.add(sign.picture.clone());
        block.layers.push(Stamp { drawing, at: point(0.0, 0.0), scale, window: None }.into());
        blocks.push(block);
    }
    blocks
}

/// A picture of a counter with a text beside it.
fn entry(drawing: Drawing, times: f32, text: &str, width: f32) -> Block {
    let side = PICTURE * times * 0.85;
    let mut block = words_beside(text, "", width, (side, side));
    block.layers.push(Stamp { drawing, at: point(0.0, 0.0), scale: side / counter::SIZE, window: None }.into());
    block
}

/// Words beside a picture, and below them in smaller ones what it costs.
fn words_beside(text: &str, cost: &str, width: f32, picture: (f32, f32)) -> Block {
    let x = picture.0 + 2.0;
    let words = wrap(text, Face::Medium, 3.1, width - x).into_iter().map(|line| (line, 3.1, 3.9));
    let costs = wrap(cost, Face::Medium, 2.7, width - x).into_iter().map(|line| (line, 2.7, 3.2));
    let lines: Vec<(String, f32, f32)> = words.chain(costs).filter(|(line, ..)| !line.is_empty()).collect();
    let tall: f32 = lines.iter().map(|(.., tall)| tall).sum();
    let mut block = Block::new(width, picture.1.max(tall + 1.0));
    let mut top = (block.height - tall).max(0.0) / 2.0;
    for (line, size, tall) in lines {
        block.draw(Text::new(line, point(x, top + size - 0.1), Face::Medium, size, Colour::INK));
        top += tall;
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_folder::{self, GameFolder};
    use artwork::key_words::KeyWords;
    use artwork::scene::Scene;

    /// How much of a picture differs from another of its size.
    fn difference(one: &Scene, other: &Scene) -> f32 {
        let (one, other) = (one.pixmap(1.0), other.pixmap(1.0));
        let all = (0..one.width()).flat_map(|x| (0..one.height()).map(move |y| (x, y)));
        let differ = all.filter(|(x, y)| one.pixel(*x, *y) != other.pixel(*x, *y)).count();
        differ as f32 / (one.width() * one.height()) as f32
    }

    #[test]
    fn every_picture_of_the_key_shows_something_that_no_other_does() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        for (name, folder) in game_folder::all(&assets).unwrap() {
            let game = folder.published().unwrap();
            let signs = legend::pictures(&game.map, &KeyWords::of(&game), Theme::Printer);
            assert!(signs.len() > 10, "{name}");
            for (n, sign) in signs.iter().enumerate() {
                for other in &signs[..n] {
                    assert_ne!(sign.text, other.text, "{name}");
                    // a dot, a star, a line of dashes: half a hundredth at least
                    let differ = difference(&sign.picture, &other.picture);
                    assert!(differ > 0.005, "{name}: {} looks like {}: {differ}", sign.text, other.text);
                }
            }
        }
    }

    #[test]
    fn the_key_of_a_map_speaks_as_the_games_own_terrain_chart_with_its_costs() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let keys: [(&str, &[(&str, &str)]); 5] = [
            (
                "ardennes-offensive",
                &[
                    ("Ford", "MP on foot 1, mechanized 3"),
                    ("River", "MP on foot 3, mechanized 6"),
                    ("Bridge", "MP on foot 0, mechanized 0"),
                    ("Impassable", "MP: no"),
                    ("Road (main)", "MP on foot 1, mechanized 1"),
                    ("Road (lesser)", "MP on foot 1, mechanized 1"),
                    ("Rough", "MP on foot 2, mechanized 4"),
                ],
            ),
            (
                "ardennes-ii",
                &[
                    ("Open", "MP on foot 2, on wheels 3"),
                    ("Slope", "MP on foot 3, on wheels by road"),
                    ("Track", "MP on foot 1, on wheels 2"),
                    ("Meuse", "MP: by road"),
                    ("River", "MP on foot +2, on wheels by road"),
                    ("Stream", "MP on foot +1, on wheels +2"),
                    ("Village", "MP of the other terrain"),
                ],
            ),
            ("enemy-action", &[("Broken", "MP on foot 1, mechanized 2"), ("River", "MP: all")]),
            ("deadly-woods", &[("Major river", "MP on foot 2, motorised no, by road no")]),
            (
                "autumn-fog",
                &[
                    ("River (lesser)", "Allies on foot 2 MP, mechanized no, Germans 1 AP"),
                    ("Village", "MP on foot 1, mechanized as ground"),
                ],
            ),
        ];
        for (name, expected) in keys {
            let game = GameFolder::find(&assets, name).unwrap().published().unwrap();
            let signs = legend::pictures(&game.map, &KeyWords::of(&game), Theme::Printer);
            for (text, cost) in expected {
                let found = signs.iter().find(|sign| sign.text == *text);
                let all: Vec<&str> = signs.iter().map(|sign| sign.text.as_str()).collect();
                let told = found.map(|sign| sign.cost.replace('\u{a0}', " "));
                assert_eq!(told.as_deref(), Some(*cost), "{name}, {text}: {all:?}");
            }
        }
    }
}
