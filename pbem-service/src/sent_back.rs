//! A saved game of VASSAL that a player sends back: what he has moved in it, as a draft of orders.
//!
//! Somebody who likes to push counters there downloads his position, moves, saves and sends the file back. Each own unit that
//! stands in another hex is taken for a move; whatever of it the rules allow in the present sequence, one order after the other,
//! becomes the draft. It is tried out on the position as its player imagines it, so nothing beyond a number, a decision of the
//! other side or something hidden is read from it. Everything else is told as a difference. Nothing is ordered.

use crate::live::Live;
use artwork::art::Art;
use artwork::game_module::{module_outline, position_of};
use definitions::hex::HexId;
use definitions::{Counter, Place, Position, Published, UnitId};
use engine::contract::{SideId, Thing, Viewer};
use engine::table::{Begun, Line, NextStep, Session};
use std::collections::BTreeMap;

/// Units that are looked at as moves.
const MOST_MOVED: usize = 60;
/// Ways of an order that are tried for one unit.
const MOST_WAYS: usize = 12;
/// Differences that are told.
const MOST_TOLD: usize = 40;

/// What a saved game comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentBack {
    /// Orders, in a sequence in which all of them are legal now.
    pub draft: Vec<String>,
    /// What else differs, a sentence each.
    pub rest: Vec<String>,
}

/// Reads a saved game against the position of a side's player.
///
/// # Errors
/// Why it is no saved game of this game's module.
pub fn read(live: &Live, side: SideId, file: &[u8]) -> Result<SentBack, String> {
    let published = live.rulebook.published();
    let outline = module_outline(published, &Art::default()).map_err(|error| error.to_string())?;
    let setup = outline.read_save(file).map_err(|error| error.to_string())?;
    if setup.id != live.row.scenario {
        return Err(format!("it is a game of another scenario, {:?}", setup.title));
    }
    let (now, then) = (live.session.position(Viewer::Side(side)), position_of(published, &setup));
    Ok(compared(&*live.session, published, side, (&now, &then)))
}

/// Counters by their units.
fn by_unit(position: &Position) -> BTreeMap<UnitId, &Counter> {
    position.counters.iter().filter_map(|counter| Some((counter.unit?, counter))).collect()
}

fn compared(session: &dyn Session, game: &Published, side: SideId, (now, then): (&Position, &Position)) -> SentBack {
    let (here, there) = (by_unit(now), by_unit(then));
    let mut sent = SentBack::default();
    let mut moved: Vec<(UnitId, HexId)> = Vec::new();
    let mut others = Vec::new();
    for (unit, counter) in &here {
        let name = &game.units.units[unit.index()].name;
        let Some(other) = there.get(unit) else {
            let gone = format!("{name} is at {} here, and not in your file.", at(game, &counter.place));
            if counter.side == side.0 {
                sent.rest.push(gone)
            } else {
                others.push(name.clone())
            }
            continue;
        };
        if other.place != counter.place {
            match (&counter.place, &other.place) {
                _ if counter.side != side.0 => others.push(name.clone()),
                (Place::Hex(_), Place::Hex(to)) => moved.push((*unit, *to)),
                (from, to) => sent.rest.push(format!(
                    "{name} is at {} here, and at {} in your file: give that order yourself.",
                    at(game, from),
                    at(game, to)
                )),
            }
        }
        if counter.side == side.0 && other.steps_lost != counter.steps_lost {
            sent.rest.push(format!(
                "{name} has lost {} steps here, and {} in your file.",
                counter.steps_lost, other.steps_lost
            ));
        }
    }
    let added = there.iter().filter(|(unit, counter)| counter.side == side.0 && !here.contains_key(*unit));
    for (unit, counter) in added {
        let name = &game.units.units[unit.index()].name;
        sent.rest.push(format!("{name} is at {} in your file, and not here.", at(game, &counter.place)));
    }
    let too_many = moved.len().saturating_sub(MOST_MOVED);
    moved.truncate(MOST_MOVED);
    let (draft, left) = drafted(session, side, moved);
    for (unit, to, why) in left {
        let name = &game.units.units[unit.index()].name;
        let from = here.get(&unit).map_or_else(String::new, |counter| at(game, &counter.place));
        let why = why.map_or_else(String::new, |why| format!(" {why}"));
        sent.rest.push(format!("{name} stays at {from}; in your file it is at {}.{why}", game.map.grid.number(to)));
    }
    if too_many > 0 {
        sent.rest.push(format!("{too_many} more units have moved in your file: these were not looked at."));
    }
    if !others.is_empty() {
        let shown: Vec<&str> = others.iter().take(5).map(String::as_str).collect();
        let more = if others.len() > shown.len() { " and others" } else { "" };
        sent.rest.push(format!("Units of the other side are elsewhere in your file: {}{more}.", shown.join(", ")));
    }
    if sent.rest.len() > MOST_TOLD {
        let more = sent.rest.len() - MOST_TOLD;
        sent.rest.truncate(MOST_TOLD);
        sent.rest.push(format!("And {more} differences more."));
    }
    sent.draft = draft;
    sent
}

fn at(game: &Published, place: &Place) -> String {
    match place {
        Place::Hex(hex) => game.map.grid.number(*hex),
        Place::Hexside(one, other) => format!("{}/{}", game.map.grid.number(*one), game.map.grid.number(*other)),
        Place::Box(name) => name.clone(),
    }
}

/// A unit that is in no order of the draft, where it is in the file, and why.
type Left = (UnitId, HexId, Option<String>);

/// Moves in a sequence in which each is legal behind those before it; and those that are in none, with the reason of the rules.
fn drafted(session: &dyn Session, side: SideId, mut moved: Vec<(UnitId, HexId)>) -> (Vec<String>, Vec<Left>) {
    let mut draft: Vec<String> = Vec::new();
    loop {
        let before = moved.len();
        moved.retain(|(unit, to)| match way(session, side, &draft, (*unit, *to)) {
            Some(order) => {
                draft.push(order);
                false
            }
            None => true,
        });
        // what one leaves free another may enter
        if moved.is_empty() || moved.len() == before {
            break;
        }
    }
    let left = moved.into_iter().map(|(unit, to)| (unit, to, why_not(session, side, &draft, (unit, to))));
    let left = left.collect();
    (draft, left)
}

fn begun(draft: &[String], steps: Vec<serde_json::Value>) -> Begun {
    Begun { ask: None, draft: draft.iter().cloned().map(Line::Text).collect(), steps }
}

/// The steps of an order that is begun, with one of its ways.
fn steps(way: &NextStep) -> Vec<serde_json::Value> {
    way.before.iter().chain([&way.step]).cloned().collect()
}

/// An order that brings a unit into a hex, behind a draft; none if there is none.
fn way(session: &dyn Session, side: SideId, draft: &[String], (unit, to): (UnitId, HexId)) -> Option<String> {
    let pointed = session.why_not(side, &begun(draft, Vec::new()), &Thing::Unit(unit)).ok()?;
    let mut tried = 0;
    for first in pointed.listed.iter().filter(|way| !way.complete || way.facts.on.contains(&Thing::Hex(to))) {
        let ends = match first.complete {
            true => vec![first.text.clone()],
            false => {
                let then = session.why_not(side, &begun(draft, steps(first)), &Thing::Hex(to)).ok()?;
                then.listed.iter().filter(|way| way.complete).map(|way| way.text.clone()).collect()
            }
        };
        for order in ends {
            tried += 1;
            if tried > MOST_WAYS {
                return None;
            }
            let longer: Vec<String> = draft.iter().cloned().chain([order.clone()]).collect();
            let Ok(imagined) = session.drafted(side, &begun(&longer, Vec::new())) else { continue };
            let stands = |counter: &Counter| counter.unit == Some(unit) && counter.place == Place::Hex(to);
            if imagined.halt.is_none() && imagined.position.counters.iter().any(stands) {
                return Some(order);
            }
        }
    }
    None
}

/// Why the rules let no order bring a unit into a hex, in their words.
fn why_not(session: &dyn Session, side: SideId, draft: &[String], (unit, to): (UnitId, HexId)) -> Option<String> {
    let told = |refused: Option<engine::table::Worded>| refused.map(|worded| worded.refusal.message);
    let pointed = session.why_not(side, &begun(draft, Vec::new()), &Thing::Unit(unit)).ok()?;
    let Some(first) = pointed.listed.iter().find(|way| !way.complete) else { return told(pointed.refused) };
    let then = session.why_not(side, &begun(draft, steps(first)), &Thing::Hex(to)).ok()?;
    told(then.refused).or_else(|| then.halt.map(|halt| halt.words))
}
