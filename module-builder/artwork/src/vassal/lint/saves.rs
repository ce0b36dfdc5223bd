//! What is wrong in the saved games with which a module begins its scenarios: VASSAL drops without a word what it does
//! not understand there.

use super::pieces::Pieces;
use super::{all, decode};
use crate::vassal::archive::{Archive, SAVES};
use crate::vassal::element::Element;
use crate::vassal::saved::{commands, listed, revealed};
use std::collections::BTreeSet;

/// Where the name stands in the type of a deck, `deck` itself counted.
const DECK_NAME: usize = 13;

/// Checks the saved game of every predefined set-up that has one.
pub(super) fn lint(archive: &Archive, root: &Element, pieces: &Pieces, faults: &mut Vec<String>) {
    let mut room = SAVES;
    let mut checked = BTreeSet::new();
    for setup in all(root, "PredefinedSetup").filter(|setup| setup.attribute("useFile") == "true") {
        let (title, file) = (setup.attribute("name"), setup.attribute("file"));
        let Some(bytes) = archive.get(file).filter(|_| checked.insert(file)) else { continue };
        if room == 0 {
            let most = SAVES >> 20;
            faults.push(format!("set-up {title} and those after it: all saved games unpack to more than {most} MB"));
            break;
        }
        let told = Archive::open_save(bytes, &mut room).map_err(|error| error.to_string()).and_then(|save| {
            let hidden = save.get("savedGame").ok_or_else(|| "it has no savedGame".to_owned())?;
            revealed(hidden).and_then(|text| commands(&text)).map_err(|error| error.to_string())
        });
        match told {
            Ok(commands) => check(title, &commands, root, pieces, faults),
            Err(why) => faults.push(format!("set-up {title}: {file}: {why}")),
        }
    }
}

fn check(title: &str, commands: &[String], root: &Element, pieces: &Pieces, faults: &mut Vec<String>) {
    for needed in ["begin_save", "SETUP_STACK\t", "end_save"] {
        if !commands.iter().any(|command| command == needed) {
            faults.push(format!("set-up {title} lacks the command {}", needed.trim_end()));
        }
    }
    let windows = || ["Map", "PlayerHand", "PrivateMap"].into_iter().flat_map(|class| all(root, class));
    let windows: Vec<&Element> = windows().filter(|map| !map.attribute("mapName").is_empty()).collect();
    let (mut ids, mut decks) = (BTreeSet::new(), BTreeSet::new());
    for command in commands.iter().filter(|command| command.starts_with("+/")) {
        let fields = decode(&command[2..], '/');
        let [id, kind, state] = fields.as_slice() else {
            faults.push(format!("set-up {title}: a piece has {} parts where three belong", fields.len()));
            continue;
        };
        if !ids.insert(id.to_string()) {
            faults.push(format!("set-up {title}: two pieces have the id {id}"));
        }
        if let Some(members) = listed(kind, state) {
            let told = decode(state, ';');
            let what = if kind == "stack" { "stack" } else { "deck" };
            let on = told.first().map_or("", AsRef::as_ref);
            if on != "null" && !windows.iter().any(|map| map.attribute("mapName") == on) {
                faults.push(format!("set-up {title}: a {what} lies on the map {on:?}, which is not there"));
            }
            for member in members.iter().filter(|member| !ids.contains(*member)) {
                faults.push(format!("set-up {title}: a {what} holds {member}, which did not come before it"));
            }
            if let Some(name) = decode(kind, ';').into_iter().nth(DECK_NAME).filter(|_| what == "deck")
                && !decks.insert(name.to_string())
            {
                faults.push(format!("set-up {title} has the deck {name} twice"));
            }
        } else if let Some(gpid) = pieces.gpid(&format!("set-up {title}, piece {id}"), kind, state, faults)
            && !pieces.has_slot(&gpid)
        {
            faults.push(format!("set-up {title}: piece {id} is of slot {gpid}, which is not there"));
        }
    }
    let known: BTreeSet<String> = all(root, "DrawPile").map(|deck| deck.attribute("name").to_owned()).collect();
    for name in known.symmetric_difference(&decks) {
        let why = if decks.contains(name) { "which the module does not have" } else { "so nobody can draw from it" };
        let has = if decks.contains(name) { "has" } else { "lacks" };
        faults.push(format!("set-up {title} {has} the deck {name}, {why}"));
    }
    for map in &windows {
        let name = map.attribute("mapName");
        let head = format!("{name}BoardPicker\t");
        let Some(told) = commands.iter().find_map(|command| command.strip_prefix(&head)) else {
            faults.push(format!("set-up {title} lays no board on the map {name}, which leaves it empty"));
            continue;
        };
        for board in decode(told, '\t').iter().step_by(3) {
            let board = board.strip_suffix("/rev").unwrap_or(board);
            if !all(map, "boardPicker.Board").any(|known| known.attribute("name") == board) {
                faults.push(format!("set-up {title} lays the board {board} on map {name}, which does not have it"));
            }
        }
    }
}
