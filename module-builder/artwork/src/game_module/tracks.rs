//! The sheet of tracks: the turn record and the game's own, each under its title, and the markers that run along them.

use super::markers::{TURN, track_marker_id, tracked};
use super::pictures::Pictures;
use super::sheets::{self, MARGIN};
use crate::vassal::TurnMarker;
use crate::vassal::{Location, Placement, Sheet, SheetBoard, SheetBox};
use definitions::{Published, TrackValue};

/// Name of the sheet.
const TRACKS: &str = "Tracks";
/// Places in the box of a turn: beside the marker lies what comes up then.
const TURN_PLACES: u32 = 3;
/// Boxes of turns side by side, and numbered boxes: whole tens.
const TURNS: u32 = 8;
const NUMBERS: u32 = 10;
/// Numbered boxes from which on they stand twice as many side by side.
const MANY: usize = 50;
/// Room round a counter in its place.
const ROUND: u32 = 6;
/// Space between boxes, and height of a track's title.
const GAP: u32 = 5;
const TITLE: u32 = 34;

/// A track as it lies on the sheet.
struct Track {
    id: String,
    title: String,
    /// What each box is called on the sheet, where the title stands above all of them, and in reports.
    boxes: Vec<(String, String)>,
    /// Places in a box.
    places: u32,
    across: u32,
    /// The box in which its marker lies at the start.
    first: usize,
}

/// The word before the number of a turn.
const WORD: &str = "Turn ";

/// The word that all turns begin with, if it is left out of their names.
pub(super) fn word(game: &Published) -> &'static str {
    if super::turns(game).values().all(|name| name.starts_with(WORD)) { WORD } else { "" }
}

/// The names of all turns, short.
pub(super) fn turns(game: &Published) -> Vec<String> {
    let word = word(game);
    super::turns(game).into_values().map(|name| name[word.len()..].to_owned()).collect()
}

/// What the name of a turn's box says before that of the turn.
fn before(title: &str) -> String {
    format!("{title}: ")
}

/// The marker that goes along with the turn; counters are so large.
pub(super) fn marker(counter: u32) -> TurnMarker {
    let laid = SheetBox { name: String::new(), corner: (0, 0), places: (TURN_PLACES, 1), cell: counter + ROUND };
    let (place, middle) = (laid.place(0), laid.middle());
    TurnMarker {
        piece: track_marker_id(TURN.0),
        sheet: TRACKS.to_owned(),
        before: before(TURN.1),
        off: (place.0 as i32 - middle.0 as i32, place.1 as i32 - middle.1 as i32),
    }
}

/// The tracks of a game; the marker of the turn lies in the box of this one, those of the others at nothing.
fn tracks(game: &Published, turn: u8) -> Vec<Track> {
    let mut tracked = tracked(game).into_iter();
    let turns = tracked.next().map(|(id, title)| {
        let first = super::turns(game).keys().position(|number| *number == turn).unwrap_or(0);
        let boxes =
            self::turns(game).into_iter().map(|name| (name.clone(), format!("{}{name}", before(&title)))).collect();
        Track { id, title, boxes, places: TURN_PLACES, across: TURNS, first }
    });
    let numbered = tracked.zip(&game.tracks).map(|((id, title), track)| {
        let boxes: Vec<_> = (track.boxes.0..=track.boxes.1).map(|n| (n.to_string(), format!("{title} {n}"))).collect();
        let across = if boxes.len() > MANY { 2 * NUMBERS } else { NUMBERS };
        let first = usize::try_from(-track.boxes.0).unwrap_or(0).min(boxes.len().saturating_sub(1));
        Track { id, title, boxes, places: 1, across, first }
    });
    turns.into_iter().chain(numbered).collect()
}

/// The sheet, its picture among the others.
pub(super) fn sheet(game: &Published, counter: u32, pictures: &mut Pictures) -> Sheet {
    let cell = counter + ROUND;
    let mut board = SheetBoard { name: TRACKS.to_owned(), image: String::new(), size: (0, MARGIN), boxes: Vec::new() };
    let (mut titles, mut labels) = (Vec::new(), Vec::new());
    for track in tracks(game, 0) {
        titles.push((track.title, (MARGIN, board.size.1)));
        let top = board.size.1 + TITLE;
        for (n, (label, name)) in (0u32..).zip(track.boxes) {
            let mut laid = SheetBox { name, corner: (0, 0), places: (track.places, 1), cell };
            let (width, height) = laid.size();
            laid.corner = (MARGIN + n % track.across * (width + GAP), top + n / track.across * (height + GAP));
            board.size.0 = board.size.0.max(laid.corner.0 + width + MARGIN);
            board.size.1 = board.size.1.max(laid.corner.1 + height + MARGIN);
            board.boxes.push(laid);
            labels.push(label);
        }
    }
    let mut board = sheets::roomy(board);
    board.image = pictures.add("tracks", sheets::scene_with(&board, &labels, &titles), 1.0);
    Sheet { name: TRACKS.to_owned(), boards: vec![board], owner: None }
}

/// The markers of all tracks in a turn: those of the game's own at these values, and where none is told at nothing.
pub(super) fn lying(game: &Published, turn: u8, values: &[TrackValue]) -> Vec<Placement> {
    let place = |track: Track| {
        let told = game.tracks.iter().find(|it| it.id == track.id);
        let value = told.and_then(|it| values.iter().find(|at| at.track == it.id).map(|at| at.value - it.boxes.0));
        let at = value.map_or(track.first, |value| usize::try_from(value).unwrap_or(0).min(track.boxes.len() - 1));
        let (_, name) = track.boxes.into_iter().nth(at)?;
        Some(Placement {
            piece: track_marker_id(&track.id),
            location: Location::Box(TRACKS.to_owned(), name),
            face: 0,
            statuses: Vec::new(),
        })
    };
    tracks(game, turn).into_iter().filter_map(place).collect()
}

/// Where the markers of the game's own tracks lie.
pub(super) fn held(game: &Published, placements: &[Placement]) -> Vec<TrackValue> {
    let value = |track: &definitions::Track| {
        let piece = track_marker_id(&track.id);
        let laid = placements.iter().find(|laid| laid.piece == piece)?;
        let Location::Box(_, name) = &laid.location else { return None };
        let number = name.strip_prefix(&track.title)?.trim().parse().ok()?;
        Some(TrackValue { track: track.id.clone(), value: number })
    };
    game.tracks.iter().filter_map(value).collect()
}
