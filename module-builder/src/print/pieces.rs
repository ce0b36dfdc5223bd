//! The counters of a game: which, what is on their two sides, and how many of each.

use super::flow::wrap;
use super::{cards, needs};
use artwork::chart::named;
use artwork::counter::{self, Start, Support};
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Scene, Text, point};
use definitions::{CardForm, Need, Published, Side, Track, Unit, UnitId};

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

/// All counters of a game: its units by side and formation, then the markers, then the chits.
pub(super) fn pieces(drawings: &Drawings<'_>) -> Vec<Piece> {
    let game = drawings.game;
    let mut pieces = units(drawings);
    pieces.extend(supports(drawings));
    pieces.extend(declared(drawings).filter(|piece| piece.copies > 0));
    pieces.extend(losses(game));
    pieces.extend(flags(game));
    pieces.extend(records(game));
    pieces.extend(cards::of_form(drawings, CardForm::Chit));
    pieces
}

/// The units by side and formation. On the back is the reduced side; of a counter that has none, what turning it over means. Where
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
    let first = || start(game, id).map_or_else(|| face(0), |start| counter::starting(face(0), &start));
    let blank = || drawings.reverse(id);
    if !counter::tells_steps(&game.units, unit) {
        let reduced = (1..unit.steps).find(|lost| counter::is_flipped(unit, *lost));
        let back = reduced.map_or_else(blank, face);
        return vec![Piece { id: unit.id.clone(), title: String::new(), front: first(), back, copies: 1 }];
    }
    let fronts = (0..unit.steps.max(1)).step_by(2);
    let piece = |lost: u8| {
        let id = if lost == 0 { unit.id.clone() } else { format!("{}-{lost}", unit.id) };
        let back = if lost + 1 < unit.steps { face(lost + 1) } else { blank() };
        let front = if lost == 0 { first() } else { face(lost) };
        Piece { id, title: String::new(), front, back, copies: 1 }
    };
    fronts.map(piece).collect()
}

/// Where a unit is at the start of the first scenario that has it: its hex, or the turn in which it comes.
fn start(game: &Published, id: UnitId) -> Option<Start> {
    game.scenarios_in_order().into_iter().find_map(|scenario| {
        let placed = scenario.placements.iter().find(|it| it.unit == id);
        let comes = scenario.arrivals.iter().find(|it| it.unit == id);
        let hex = placed.map(|it| Start::Hex(game.map.grid.number(it.hex)));
        hex.or_else(|| comes.map(|it| Start::Turn(it.turn)))
    })
}

/// Support markers, as many as the most generous scenario gives, and those that the rules know beyond them.
fn supports(drawings: &Drawings<'_>) -> Vec<Piece> {
    let game = drawings.game;
    let piece = |((side, kind), copies): ((u8, String), usize)| {
        let drawn = drawings.support(Support::find(&kind)?, side);
        let side = &game.units.sides[usize::from(side)];
        let title = format!("{} {} support", side.name, uncapital(&named(game, &kind)));
        Some(Piece { id: format!("support-{kind}-{}", side.id), title, front: drawn.clone(), back: drawn, copies })
    };
    needs::supports(game).into_iter().filter_map(piece).collect()
}

/// The markers that the game declares, those of two sides once.
fn declared<'a>(drawings: &'a Drawings<'a>) -> impl Iterator<Item = Piece> + 'a {
    let game = drawings.game;
    let behind = |id: &str| game.markers.iter().any(|kind| kind.back.as_deref() == Some(id));
    let fronts = game.markers.iter().filter(move |kind| !behind(&kind.id));
    fronts.map(move |kind| {
        let other = kind.back.as_ref().and_then(|id| game.markers.iter().find(|known| known.id == *id));
        let title = match other {
            Some(other) => format!("{} / {}", kind.title, other.title),
            None => kind.title.clone(),
        };
        Piece {
            id: format!("marker-{}", kind.id),
            title,
            front: drawings.marker(kind),
            back: drawings.marker(other.unwrap_or(kind)),
            copies: needs::copies(game, kind),
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

/// Whether a game that declares no track has points to count.
pub(super) fn has_points(game: &Published) -> bool {
    game.tracks.is_empty() && !needs::valued(game).is_empty()
}

/// Markers of who holds a place: one side on the front, the other on the back; as many as places count.
fn flags(game: &Published) -> Option<Piece> {
    let [front, back] = game.units.sides.as_slice() else { return None };
    let hexes = needs::valued(game);
    // A game's own markers of the kind go before ours.
    let own = game.markers.iter().any(|kind| kind.needs.contains(&Need::Places));
    if hexes.is_empty() || own {
        return None;
    }
    let flag = |side: &Side| {
        let colour = counter::side_body(Colour::rgb(side.colour));
        lettered(colour, &side.name.chars().take(1).collect::<String>(), &format!("{} held", side.name))
    };
    let copies = hexes.len();
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
    let (front, back) = game.beside.turn_sides.as_ref().map_or(("Game turn", "Game turn"), |(a, b)| (a, b));
    let turn = both("marker-turn".to_owned(), "Game turn".to_owned(), lettered(PALE, "Turn", front));
    let mut pieces = vec![Piece { back: lettered(PALE, "Turn", back), ..turn }];
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

/// Room for what a marker of letters says, in width and height of the words, and sizes to try.
const WORDS: (f32, f32) = (88.0, 40.0);
const SIZES: [f32; 4] = [18.0, 15.5, 13.5, 12.0];

/// A marker of a colour with large letters and what they mean, in as few lines as leave it legible.
fn lettered(colour: Colour, letters: &str, meaning: &str) -> Scene {
    let mut scene = counter::blank(colour);
    let ink = colour.ink();
    let set_in = |size: f32| (size, wrap(meaning, Face::SemiBold, size, WORDS.0));
    let fits = |(size, lines): &(f32, Vec<String>)| {
        let whole = lines.iter().all(|line| Face::SemiBold.width(line, *size) <= WORDS.0);
        whole && lines.len() as f32 * size <= WORDS.1
    };
    let (size, lines) = SIZES.into_iter().map(set_in).find(fits).unwrap_or_else(|| set_in(11.0));
    let top = 92.0 - lines.len() as f32 * size;
    let high = (top - 12.0).min(56.0);
    scene.push(Text::new(letters, point(50.0, top / 2.0 + 3.0), Face::Bold, high, ink).centred().at_most(84.0));
    for (n, line) in lines.into_iter().enumerate() {
        let at = point(50.0, top + (n as f32 + 0.5) * size);
        scene.push(Text::new(line, at, Face::SemiBold, size, ink).centred().at_most(WORDS.0));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_folder;
    use artwork::scene::Element;
    use definitions::Symbol;

    fn games() -> Vec<Published> {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        game_folder::all(&assets).unwrap().iter().map(|(_, folder)| folder.published().unwrap()).collect()
    }

    #[test]
    fn no_word_on_a_marker_is_cut_off() {
        let mut words = 0;
        for game in games() {
            for piece in pieces(&Drawings::plain(&game)).iter().filter(|piece| piece.id.starts_with("marker-")) {
                for element in piece.front.elements().iter().chain(piece.back.elements()) {
                    let Element::Text(text) = element else { continue };
                    words += 1;
                    let (left, right) = (text.at.x - text.width() / 2.0, text.at.x + text.width() / 2.0);
                    let (high, low) = (text.at.y - text.size * 0.75, text.at.y + text.size * 0.25);
                    let inside = left >= 3.0 && right <= 97.0 && high >= 0.0 && low <= 98.0;
                    assert!(inside, "{}, {}: {} at {left}..{right}, {high}..{low}", game.id, piece.id, text.content);
                    assert!(text.narrowed > 0.8 && text.size > 9.0, "{}, {}: {}", game.id, piece.id, text.content);
                }
            }
        }
        assert!(words > 100, "{words}");
    }

    #[test]
    fn no_counter_hides_what_nobody_has_to_hide_and_those_that_are_turned_over_say_so() {
        for game in games() {
            let drawings = Drawings::plain(&game);
            let unknown = [drawings.back(0), drawings.back(1)];
            let all = pieces(&drawings);
            for piece in &all {
                assert!(!unknown.contains(&piece.back), "{}: {}", game.id, piece.id);
            }
            let back = |id: &str| &all.iter().find(|piece| piece.id == id).unwrap_or_else(|| panic!("{id}")).back;
            let says = |scene: &Scene, words: &str| {
                scene.elements().iter().any(|it| matches!(it, Element::Text(text) if text.content.contains(words)))
            };
            let units = |wanted: fn(&Unit) -> bool| game.units.units.iter().filter(move |unit| wanted(unit));
            let turned: Vec<(&Unit, &str)> = match game.id.as_str() {
                "autumn-fog" => units(|it| it.symbol == Symbol::Headquarters).map(|it| (it, "Activated")).collect(),
                "ardennes-offensive" => units(|_| true).map(|it| (it, "Road mode")).collect(),
                "deadly-woods" => units(|it| it.symbol == Symbol::Artillery).map(|it| (it, "Used")).collect(),
                _ => Vec::new(),
            };
            for (unit, words) in &turned {
                assert!(says(back(&unit.id), words), "{}: {}", game.id, unit.id);
            }
            let two_sided: &[&str] = match game.id.as_str() {
                "autumn-fog" => &["marker-turn"],
                "ardennes-offensive" => &["marker-interdicted-german"],
                "deadly-woods" => &["marker-turn", "marker-build-bridge"],
                "ardennes-ii" => &["marker-barrage-full", "marker-air-strike", "marker-bridge-blown"],
                _ => &["marker-fuel", "marker-no-fuel", "marker-german-owned"],
            };
            for id in two_sided {
                let piece = all.iter().find(|piece| piece.id == *id).unwrap_or_else(|| panic!("{id}"));
                assert_ne!(piece.front, piece.back, "{}: {id}", game.id);
            }
        }
    }

    #[test]
    fn a_unit_in_road_mode_shows_half_its_strength_halves_rounded_up() {
        let game = games().into_iter().find(|game| game.id == "ardennes-offensive").unwrap();
        let odd = game.units.iter().find(|(_, unit)| unit.values["strength"].after(0) == 9).unwrap();
        let back = Drawings::plain(&game).reverse(odd.0);
        let shown: Vec<&str> = back
            .elements()
            .iter()
            .filter_map(|it| if let Element::Text(text) = it { Some(text.content.as_str()) } else { None })
            .collect();
        let expected = format!("5-{}", odd.1.values["movement"].after(0));
        assert!(shown.contains(&expected.as_str()), "{shown:?}");
    }
}
