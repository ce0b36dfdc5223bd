//! The markers of a module: those that the game declares, supports, and counters of which only the side is known.

use super::module_outline;
use super::pictures::Pictures;
use super::supports::side_of_pool;
use crate::art::Art;
use crate::counter::{self, Support};
use crate::drawings::{badge_name, marker_name, support_name};
use crate::vassal::{Key, Level, Piece, PieceKind, Status, Swept};
use definitions::{MarkerKind, Published, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Letters that may switch a marker. Those of VASSAL's own menus (N, O, S, Q, W), of every unit (C, D, E, F, J, L, M, T) and
/// of cards (H) are left alone.
const LETTERS: &str = "ABGIKPRUVXYZ0123456789";

/// The markers that lie on units, as switches of every unit.
pub(super) fn statuses(game: &Published, pictures: &mut Pictures) -> Vec<Status> {
    let on_units = || game.markers.iter().filter(|kind| kind.lies_on_units());
    let asked = |kind: &MarkerKind| kind.key.filter(|letter| LETTERS.contains(*letter));
    let mut taken: BTreeSet<char> = on_units().filter_map(asked).collect();
    let mut free = |kind: &MarkerKind| {
        let wished =
            kind.sign.to_uppercase().chars().find(|letter| LETTERS.contains(*letter) && !taken.contains(letter));
        let letter = wished.or_else(|| LETTERS.chars().find(|letter| !taken.contains(letter)))?;
        taken.insert(letter);
        Some(letter)
    };
    let keyed: Vec<(&MarkerKind, char)> =
        on_units().filter_map(|kind| Some((kind, asked(kind).or_else(|| free(kind))?))).collect();
    let status = |(kind, letter): (&MarkerKind, char)| Status {
        name: kind.title.clone(),
        image: pictures.face(&badge_name(kind), pictures.drawings.badge(kind), pictures.counter_scale()).0,
        key: Key::ctrl(letter),
    };
    keyed.into_iter().map(status).collect()
}

/// What the rules take off all at once: states of units, then markers that lie on the map.
pub(super) fn swept(game: &Published) -> Vec<Swept> {
    let swept = |from_units: bool| {
        game.markers.iter().filter(move |kind| kind.lies_on_units() == from_units).filter_map(move |kind| {
            let when = kind.cleared.clone()?;
            Some(Swept { name: kind.title.clone(), when, from_units })
        })
    };
    swept(true).chain(swept(false)).collect()
}

/// What the module would be refused for, and what becomes of keys that markers wish for and cannot have, a line each.
pub fn doubts(game: &Published) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut doubts = Vec::new();
    let on_units = || game.markers.iter().filter(|kind| kind.lies_on_units());
    for (kind, letter) in on_units().filter_map(|kind| Some((kind, kind.key?))) {
        let why = match LETTERS.contains(letter) {
            false => "a key that VASSAL or every counter needs",
            true if !taken.insert(letter) => "the key of another marker",
            true => continue,
        };
        doubts.push(format!("game.txt: marker {} wishes for {letter}, {why}; left are {LETTERS}", kind.id));
    }
    let more = on_units().count().saturating_sub(LETTERS.len());
    if more > 0 {
        doubts.push(format!("game.txt: {more} markers for units get no key in VASSAL; there are {}", LETTERS.len()));
    }
    let refused = module_outline(game, &Art::default()).ok().and_then(|outline| outline.check().err());
    doubts.extend(refused.map(|error| format!("module: {error}")));
    doubts
}

/// Markers to take from the palette: supports of each side that has them, and declared ones.
pub(super) fn pieces(game: &Published, pictures: &mut Pictures) -> Vec<Piece> {
    let mut kinds = BTreeSet::new();
    for grant in game.scenarios.iter().flat_map(|scenario| &scenario.grants) {
        if let (Some(side), Some(kind)) = (side_of_pool(game, &grant.pool), Support::find(&grant.kind)) {
            kinds.insert((side, kind.id()));
        }
    }
    for spare in &game.beside.supports {
        let side = (0..).zip(&game.units.sides).find(|(_, side)| side.id == spare.side);
        kinds.extend(side.zip(Support::find(&spare.kind)).map(|((side, _), kind)| (side, kind.id())));
    }
    let supports = kinds.into_iter().filter_map(|(side, kind)| Some((side, Support::find(kind)?)));
    let scale = pictures.counter_scale();
    let mut markers = Vec::new();
    for (index, kind) in supports {
        let side = &game.units.sides[usize::from(index)];
        let image = pictures.face(&support_name(side, kind), pictures.drawings.support(kind, index), scale);
        let title = format!("{} {}", side.name, kind.id());
        markers.push(marker(support_id(&side.id, kind.id()), title, (&side.name, "Supports"), image));
    }
    for kind in &game.markers {
        let image = pictures.face(&marker_name(kind), pictures.drawings.marker(kind), scale);
        markers.push(marker(marker_id(&kind.id), kind.title.clone(), ("Markers", "Markers"), image));
    }
    let colour =
        |n: usize| game.units.sides.get(n % game.units.sides.len().max(1)).map_or(0x888888, |side| side.colour);
    for (n, (id, title)) in tracked(game).into_iter().enumerate() {
        let id = track_marker_id(&id);
        let image = pictures.face(&id, counter::track_marker(&title, colour(n), n == 0), scale);
        markers.push(marker(id, title, ("Markers", "Tracks"), image));
    }
    markers
}

/// A counter for each side of which nothing but the side is known.
pub(super) fn unknown(game: &Published, backs: &BTreeMap<String, (String, u32)>) -> Vec<Piece> {
    let sides = game.units.sides.iter().filter_map(|side| Some((side, backs.get(&side.name)?)));
    let unknown = |(side, back): (&Side, &(String, u32))| {
        marker(unknown_id(&side.id), format!("{} unit", side.name), ("Markers", "Hidden"), back.clone())
    };
    sides.map(unknown).collect()
}

fn marker(id: String, name: String, (tab, group): (&str, &str), (image, size): (String, u32)) -> Piece {
    Piece {
        id,
        name,
        kind: PieceKind::Marker,
        faces: vec![Level { image, name: String::new() }],
        size,
        marks: Vec::new(),
        tray: (tab.to_owned(), group.to_owned()),
    }
}

/// Id and title of the track of the turns.
pub(super) const TURN: (&str, &str) = ("turn", "Game turn");

/// The tracks of the game with their ids and titles, that of the turns first.
pub(super) fn tracked(game: &Published) -> Vec<(String, String)> {
    let turns = (TURN.0.to_owned(), TURN.1.to_owned());
    std::iter::once(turns).chain(game.tracks.iter().map(|track| (track.id.clone(), track.title.clone()))).collect()
}

/// Id of a side's support marker.
pub(super) fn support_id(side: &str, kind: &str) -> String {
    format!("support-{side}-{kind}")
}

/// Id of a declared marker.
pub(super) fn marker_id(kind: &str) -> String {
    format!("marker-{kind}")
}

/// Id of the marker of a track.
pub(super) fn track_marker_id(track: &str) -> String {
    format!("track-{track}")
}

/// Id of the counter of which only the side is known.
pub(super) fn unknown_id(side: &str) -> String {
    format!("unknown-{side}")
}
