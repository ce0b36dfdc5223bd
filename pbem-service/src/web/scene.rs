//! A position for the board's script: what lies where, as one viewer may see it. Where a hex is drawn the script knows.

use super::board::turn_of;
use crate::render::{card_in_words, marker_in_words, marker_title};
use definitions::{Arrow, Counter, PileKind, Place, Position, Published, SeenCard, SupportPlace};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// All that the script draws.
#[derive(Serialize)]
pub struct Scene {
    caption: String,
    turn: u8,
    counters: Vec<Piece>,
    markers: Vec<Piece>,
    supports: Vec<Value>,
    piles: Vec<Value>,
    tracks: Vec<Value>,
    arrows: Vec<(&'static str, Vec<u16>)>,
    highlights: Vec<u16>,
    /// Boxes of what comes with a turn.
    arrivals: BTreeSet<(u8, String)>,
}

/// A counter or a marker. What is empty is left out.
#[derive(Serialize)]
struct Piece {
    /// Names of its pictures, the lowest first.
    faces: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<u16>,
    /// The other hex, if it lies on a hexside.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<u16>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    tray: Option<String>,
    name: String,
    /// What there is to say beside its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

impl Scene {
    /// A position as the script draws it.
    pub fn of(published: &Published, position: &Position) -> Scene {
        let arrivals = |counter: &Counter| match &counter.place {
            Place::Box(name) => turn_of(name).map(|turn| (turn, name.clone())),
            Place::Hex(_) | Place::Hexside(..) => None,
        };
        Scene {
            caption: position.caption.clone(),
            turn: position.stage.turn,
            counters: position.counters.iter().map(|counter| Piece::counter(published, counter)).collect(),
            markers: position
                .markers
                .iter()
                .map(|laid| {
                    let on_hexside = matches!(laid.place, Place::Hexside(..));
                    let face = if on_hexside { "sign" } else { "marker" };
                    let name = marker_title(published, &laid.kind);
                    Piece { faces: vec![format!("{face}/{}", laid.kind)], name, ..Piece::at(&laid.place) }
                })
                .collect(),
            supports: position
                .supports
                .iter()
                .map(|held| {
                    let army = |id: &String| published.units.armies.iter().find(|army| army.id == *id);
                    let named = |id: &String| army(id).map_or_else(|| id.clone(), |army| army.name.clone());
                    let (place, unit) = match &held.at {
                        SupportPlace::Pool(army) => (named(army), None),
                        SupportPlace::Headquarters(unit) => (published.units.unit(*unit).name.clone(), Some(unit.0)),
                        SupportPlace::Spent(army) => (format!("{}, used", named(army)), None),
                    };
                    json!({ "place": place, "unit": unit, "kind": held.kind, "count": held.count })
                })
                .collect(),
            piles: position
                .piles
                .iter()
                .filter_map(|laid| {
                    let pile = published.cards.pile(&laid.pile)?;
                    let hidden = match pile.kind {
                        PileKind::Deck | PileKind::Cup | PileKind::Discard => laid.cards.len().saturating_sub(1),
                        PileKind::Hand | PileKind::Row => 0,
                    };
                    let card = |card: &SeenCard| match card {
                        SeenCard::Face(id) => json!([format!("card/{id}"), card_in_words(published, card), id]),
                        SeenCard::Back(set) => {
                            json!([format!("card-back/{set}"), card_in_words(published, card), null])
                        }
                    };
                    let cards: Vec<Value> = laid.cards.iter().skip(hidden).map(card).collect();
                    Some(json!({ "title": pile.title, "count": laid.cards.len(), "cards": cards }))
                })
                .collect(),
            tracks: position
                .tracks
                .iter()
                .filter_map(|at| {
                    let track = published.tracks.iter().find(|track| track.id == at.track)?;
                    Some(json!([track.title, at.value]))
                })
                .collect(),
            arrows: position
                .arrows
                .iter()
                .map(|arrow| match arrow {
                    Arrow::Move(path) => ("move", path.iter().map(|hex| hex.0).collect()),
                    Arrow::Attack(from, to) => ("attack", vec![from.0, to.0]),
                    Arrow::Retreat(path) => ("retreat", path.iter().map(|hex| hex.0).collect()),
                })
                .collect(),
            highlights: position.highlights.iter().map(|hex| hex.0).collect(),
            arrivals: position.counters.iter().filter_map(arrivals).collect(),
        }
    }
}

impl Piece {
    fn at(place: &Place) -> Piece {
        let (hex, other, tray) = match place {
            Place::Hex(hex) => (Some(hex.0), None, None),
            Place::Hexside(one, other) => (Some(one.0), Some(other.0), None),
            Place::Box(name) => (None, None, Some(name.clone())),
        };
        let (faces, name, note) = (Vec::new(), String::new(), String::new());
        Piece { faces, unit: None, side: None, hex, other, tray, name, note }
    }

    fn counter(published: &Published, counter: &Counter) -> Piece {
        let side = Some(counter.side);
        let Some(unit) = counter.unit else {
            let (faces, name) = (vec![format!("back/{}", counter.side)], "unseen units".to_owned());
            return Piece { faces, side, name, ..Piece::at(&counter.place) };
        };
        let known = published.units.unit(unit);
        let mut notes = Vec::from_iter(counter.steps_in_words(known.steps));
        notes.extend(counter.statuses.iter().map(|id| marker_in_words(published, id)));
        let badges = counter.statuses.iter().map(|id| format!("badge/{id}"));
        Piece {
            faces: std::iter::once(format!("{}-{}", unit.0, counter.steps_lost)).chain(badges).collect(),
            unit: Some(unit.0),
            side,
            name: known.name.clone(),
            note: notes.join(", "),
            ..Piece::at(&counter.place)
        }
    }
}
