//! The counters of a game: which, what is on their two sides, and how many of each.

use super::cards;
use super::flow::wrap;
use artwork::chart::named;
use artwork::counter::{self, Support};
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Scene, Text, point};
use definitions::hex::HexId;
use definitions::{CardForm, Feature, Published, Side, Track, Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// A counter or card with its two sides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// Stable id: that of the unit, the marker or the card.
    pub id: String,
    /// What a list of markers and chits calls it; empty for units.
    pub title: String,
    pub front: Scene,
    pub back: Scene,
    pub copies: usize,
}

/// Markers of a kind that lie in hexes, beyond those that a set-up needs.
const SPARE: usize = 4;
/// Fewest and most markers of a kind that lie on units, beyond those that a set-up needs.
const ON_UNITS: (usize, usize) = (6, 30);
/// Fewest and most markers of who holds a place.
const FLAGS: (usize, usize) = (6, 24);

/// All counters of a game: its units by side and formation, then the markers, then the chits.
pub(super) fn pieces(drawings: &Drawings<'_>) -> Vec<Piece> {
    let game = drawings.game;
    let mut pieces = units(drawings);
    pieces.extend(supports(drawings));
    pieces.extend(declared(drawings));
    pieces.extend(losses(game));
    pieces.extend(flags(game));
    pieces.extend(records(game));
    pieces.extend(cards::of_form(drawings, CardForm::Chit));
    pieces
}

/// The units by side and formation. On the back is the reduced side; of a counter that has none, its side's back. Where
/// the numbers of a unit tell each step, it has a counter for every two of them.
fn units(drawings: &Drawings<'_>) -> Vec<Piece> {
    let game = drawings.game;
    let mut ids: Vec<UnitId> = game.units.iter().map(|(id, _)| id).collect();
    ids.sort_by_key(|id| {
        let unit = game.units.unit(*id);
        (unit.side, unit.formation.is_none(), unit.formation, *id)
    });
    ids.into_iter().flat_map(|id| counters_of(drawings, id)).collect()
}

fn counters_of(drawings: &Drawings<'_>, id: UnitId) -> Vec<Piece> {
    let game = drawings.game;
    let unit = game.units.unit(id);
    let face = |lost: u8| drawings.face(id, lost);
    let hidden = || drawings.back(unit.side);
    if !counter::tells_steps(&game.units, unit) {
        let reduced = (1..unit.steps).find(|lost| counter::is_flipped(unit, *lost));
        let back = reduced.map_or_else(hidden, face);
        return vec![Piece { id: unit.id.clone(), title: String::new(), front: face(0), back, copies: 1 }];
    }
    let fronts = (0..unit.steps.max(1)).step_by(2);
    let piece = |lost: u8| {
        let id = if lost == 0 { unit.id.clone() } else { format!("{}-{lost}", unit.id) };
        let back = if lost + 1 < unit.steps { face(lost + 1) } else { hidden() };
        Piece { id, title: String::new(), front: face(lost), back, copies: 1 }
    };
    fronts.map(piece).collect()
}

/// Support markers, as many as the most generous scenario gives.
fn supports(drawings: &Drawings<'_>) -> Vec<Piece> {
    let game = drawings.game;
    let mut most: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for scenario in &game.scenarios {
        let mut given: BTreeMap<(u8, &str), usize> = BTreeMap::new();
        for grant in &scenario.grants {
            let drawing = game.units.formations.iter().find(|formation| formation.army == grant.pool);
            if let Some(formation) = drawing {
                *given.entry((formation.side, &grant.kind)).or_default() += usize::from(grant.count);
            }
        }
        for (key, count) in given {
            let known = most.entry(key).or_default();
            *known = (*known).max(count);
        }
    }
    let piece = |((side, kind), copies): ((u8, &str), usize)| {
        let drawn = drawings.support(Support::find(kind)?, side);
        let side = &game.units.sides[usize::from(side)];
        let title = format!("{} {} support", side.name, uncapital(&named(game, kind)));
        Some(Piece { id: format!("support-{kind}-{}", side.id), title, front: drawn.clone(), back: drawn, copies })
    };
    most.into_iter().filter_map(piece).collect()
}

/// The markers that the game declares: those that a set-up needs, and some more of each.
fn declared<'a>(drawings: &'a Drawings<'a>) -> impl Iterator<Item = Piece> + 'a {
    let game = drawings.game;
    game.markers.iter().map(move |kind| {
        let used = game.scenarios.iter().map(|scenario| {
            let placed = scenario.placements.iter().map(|it| &it.marks);
            let marks = placed.chain(scenario.arrivals.iter().map(|it| &it.marks));
            let improved = scenario.placements.iter().filter(|it| it.improved && kind.id == "improved").count();
            let on_units = marks.flatten().filter(|id| **id == kind.id).count();
            improved + on_units + scenario.markers.iter().filter(|marker| marker.kind == kind.id).count()
        });
        // what all units may get in a turn is needed more often
        let share = if kind.cleared { 3 } else { 8 };
        let more = match kind.lies_on_units() {
            false => SPARE,
            true => (game.units.units.len() / share).clamp(ON_UNITS.0, ON_UNITS.1),
        };
        let drawn = drawings.marker(kind);
        let used = used.max().unwrap_or(0);
        let copies = kind.print.map_or(used + more, |print| usize::from(print).max(used));
        Piece {
            id: format!("marker-{}", kind.id),
            title: kind.title.clone(),
            front: drawn.clone(),
            back: drawn,
            copies,
        }
    })
}

/// Loss markers, if some units need them: for every second such unit.
fn losses(game: &Published) -> Option<Piece> {
    let needs = |unit: &&Unit| counter::has_loss_marker(unit, 1) && !counter::tells_steps(&game.units, unit);
    let needing = game.units.units.iter().filter(needs).count();
    let drawn = lettered(Colour::rgb(0x2b2824), "–1", "Step lost");
    let copies = needing.div_ceil(2);
    let title = "Step lost".to_owned();
    (copies > 0).then(|| Piece { id: "marker-loss".to_owned(), title, front: drawn.clone(), back: drawn, copies })
}

/// The places that count: those with points, and those that decide a scenario.
fn valued(game: &Published) -> BTreeSet<HexId> {
    let points = game.map.on_map().filter(|hex| {
        let mut features = game.map.hex(*hex).features.iter();
        features.any(|feature| matches!(feature, Feature::Objective(_)))
    });
    let deciding = game.scenarios.iter().filter_map(|scenario| scenario.objectives.as_ref()).flat_map(|it| &it.hexes);
    points.chain(deciding.copied()).collect()
}

/// Whether a game that declares no track has points to count.
pub(super) fn has_points(game: &Published) -> bool {
    game.tracks.is_empty() && !valued(game).is_empty()
}

/// Markers of who holds a place: one side on the front, the other on the back; as many as places count.
fn flags(game: &Published) -> Option<Piece> {
    let [front, back] = game.units.sides.as_slice() else { return None };
    let hexes = valued(game);
    if hexes.is_empty() {
        return None;
    }
    let flag = |side: &Side| {
        let colour = counter::side_body(Colour::rgb(side.colour));
        lettered(colour, &side.name.chars().take(1).collect::<String>(), &format!("{} held", side.name))
    };
    let copies = hexes.len().clamp(FLAGS.0, FLAGS.1);
    let title = format!("{} held or {} held", front.name, back.name);
    Some(Piece { id: "marker-held".to_owned(), title, front: flag(front), back: flag(back), copies })
}

/// Most boxes of a track that is laid out whole; a longer one has a row for ones and tens.
const WHOLE_TRACK: i16 = 40;

/// Markers for the tracks: the turn, one for each short track that the game declares, ones and tens for each long one and,
/// for each side if places count and there is no track.
fn records(game: &Published) -> Vec<Piece> {
    let both =
        |id: String, title: String, drawn: Scene| Piece { id, title, front: drawn.clone(), back: drawn, copies: 1 };
    let mut pieces = vec![both("marker-turn".to_owned(), "Game turn".to_owned(), lettered(PALE, "Turn", "Game turn"))];
    let mut counting = |id: &str, colour: Colour, meaning: &str| {
        for (worth, name) in [("×1", "ones"), ("×10", "tens")] {
            let drawn = lettered(colour, worth, meaning);
            pieces.push(both(format!("marker-points-{name}-{id}"), format!("{meaning} {worth}"), drawn));
        }
    };
    for track in game.tracks.iter().filter(|track| is_long(track)) {
        let side = game.units.sides.iter().find(|side| track.title.contains(&side.name));
        let colour = side.map_or(PALE, |side| counter::side_body(Colour::rgb(side.colour)));
        counting(&track.id, colour, &track.title);
    }
    for side in game.units.sides.iter().filter(|_| has_points(game)) {
        counting(&side.id, counter::side_body(Colour::rgb(side.colour)), &format!("{} points", side.name));
    }
    for track in game.tracks.iter().filter(|track| !is_long(track)) {
        let letters: String = track.title.split_whitespace().filter_map(|word| word.chars().next()).take(3).collect();
        let drawn = lettered(PALE, &letters.to_uppercase(), &track.title);
        pieces.push(both(format!("marker-track-{}", track.id), track.title.clone(), drawn));
    }
    pieces
}

/// Whether a track has a row for ones and tens instead of a box for each number.
pub(super) fn is_long(track: &Track) -> bool {
    track.boxes.1 - track.boxes.0 >= WHOLE_TRACK && track.boxes.0 >= 0
}

/// A title within a sentence.
fn uncapital(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Colour of markers that belong to no side.
const PALE: Colour = Colour::rgb(0xf6e7a8);

/// A marker of a colour with large letters and what they mean.
fn lettered(colour: Colour, letters: &str, meaning: &str) -> Scene {
    let mut scene = counter::blank(colour);
    let ink = colour.ink();
    // One line below the letters, or two smaller ones.
    let lines = wrap(meaning, Face::SemiBold, 18.0, 92.0);
    let (size, first, letters_at) = if lines.len() < 2 { (18.0, 84.0, 42.0) } else { (15.5, 73.0, 35.0) };
    scene.push(Text::new(letters, point(50.0, letters_at), Face::Bold, 56.0, ink).centred().at_most(84.0));
    for (n, line) in lines.into_iter().enumerate() {
        let at = point(50.0, first + n as f32 * 16.0);
        scene.push(Text::new(line, at, Face::SemiBold, size, ink).centred().at_most(92.0));
    }
    scene
}
