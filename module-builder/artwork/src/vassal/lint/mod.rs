//! Finds what is wrong in a finished module, above all what VASSAL passes over in silence.

mod known;
mod pieces;
mod saves;

use super::archive::{Archive, BUILD_FILE, METADATA, OLD_BUILD_FILE};
use super::element::Element;
use super::hex_grid::HexGrid;
use super::sequence::{decode, tokens};
use known::worked_out;
use pieces::Pieces;
use std::collections::BTreeSet;

/// What VASSAL calls those who take no side.
const OBSERVER: &str = "<observer>";
/// Attributes that VASSAL reads as whole numbers: anything else loses the component.
const WHOLE: &[&str] = &["x0", "y0", "x", "y", "width", "height", "nDice", "nSides", "nextPieceSlotId"];

/// Everything that is wrong with a module, one line each; empty when it is sound. Modules made with old versions of VASSAL
/// are judged by what the present one makes of them.
pub fn lint(archive: &Archive) -> Vec<String> {
    let name = if archive.get(BUILD_FILE).is_some() { BUILD_FILE } else { OLD_BUILD_FILE };
    if archive.get(name).is_none() {
        return vec![format!("there is no {BUILD_FILE}: this is no module of VASSAL")];
    }
    let Some(document) = archive.text(name) else {
        return vec![format!("{name}: expected a text in UTF-8")];
    };
    let root = match Element::parse(document) {
        Ok(root) => root,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    components(archive, &root, &mut faults);
    if name == BUILD_FILE {
        // modules of older days do without
        metadata(archive, &root, &mut faults);
    }
    maps(archive, &root, &mut faults);
    decks(&root, &mut faults);
    files(archive, &root, &mut faults);
    let pieces = Pieces::of(archive, &root);
    pieces.lint(&mut faults);
    saves::lint(archive, &root, &pieces, &mut faults);
    // a card of a deck, for one, is a component and a piece
    let mut told = BTreeSet::new();
    faults.retain(|fault| told.insert(fault.clone()));
    faults
}

fn is(element: &Element, class: &str) -> bool {
    element.tag.strip_suffix(class).is_some_and(|package| package.ends_with('.'))
}

fn all<'a>(root: &'a Element, class: &'static str) -> impl Iterator<Item = &'a Element> {
    root.descendants().into_iter().filter(move |element| is(element, class))
}

fn components(archive: &Archive, root: &Element, faults: &mut Vec<String>) {
    if !["VASSAL.build.GameModule", "VASSAL.launch.BasicModule"].contains(&root.tag.as_str()) {
        faults.push(format!("the root of the build file is {}", root.tag));
    }
    for element in root.descendants() {
        if !known::component(archive, &element.tag) {
            faults.push(format!("{} is no component of VASSAL 3.7, nor a class in the module", element.tag));
        }
        for (name, value) in &element.attributes {
            if WHOLE.contains(&name.as_str()) && !value.is_empty() && value.parse::<i32>().is_err() {
                faults.push(format!("{}: {name}=\"{value}\" must be a whole number", element.tag));
            }
        }
    }
}

fn metadata(archive: &Archive, root: &Element, faults: &mut Vec<String>) {
    let Some(data) = archive.text(METADATA).and_then(|text| Element::parse(text).ok()) else {
        faults.push("there is no moduledata, which names the module and its version: VASSAL's editor writes it".into());
        return;
    };
    let entry = |name: &str| data.children.iter().find(|c| c.tag == name).map_or("", |c| c.text.as_str());
    for name in ["name", "version"] {
        if entry(name) != root.attribute(name) {
            faults.push(format!(
                "{name} is {:?} in moduledata and {:?} in the build file",
                entry(name),
                root.attribute(name)
            ));
        }
    }
    let mut version = entry("VassalVersion").split('.').map(|n| n.parse::<u32>().unwrap_or(0));
    let version = (version.next().unwrap_or(0), version.next().unwrap_or(0));
    if version < (3, 5) {
        faults.push("VassalVersion in moduledata is below 3.5, so VASSAL looks for a build file without .xml".into());
    }
}

fn maps(archive: &Archive, root: &Element, faults: &mut Vec<String>) {
    let windows = ["Map", "PlayerHand", "PrivateMap"].map(|class| format!("VASSAL.build.module.{class}"));
    let sides: Vec<&str> = all(root, "PlayerRoster").flat_map(|r| &r.children).map(|side| side.text.as_str()).collect();
    let mut names = BTreeSet::new();
    for map in root.descendants().into_iter().filter(|e| windows.contains(&e.tag)) {
        let name = map.attribute("mapName");
        if !names.insert(name) {
            faults.push(format!("two maps are called {name}"));
        }
        for side in decode(map.attribute("side"), ',').iter().filter(|s| !s.is_empty()) {
            if !sides.contains(&&**side) && **side != *OBSERVER {
                faults.push(format!("map {name} belongs to {side}, which is no side"));
            }
        }
        let boards: Vec<&Element> = all(map, "boardPicker.Board").collect();
        for setup in map.descendants().into_iter().filter(|e| e.tag == "setup") {
            let fields = decode(&setup.text, '\t');
            if fields[0] != format!("{name}BoardPicker") {
                faults.push(format!("the boards of map {name} are set up for {:?}, which leaves it empty", fields[0]));
            }
            for board in fields.iter().skip(1).step_by(3) {
                // a board that is turned round has a word more
                let board = board.strip_suffix("/rev").unwrap_or(board);
                if !boards.iter().any(|b| b.attribute("name") == board) {
                    faults.push(format!("map {name} is set up with the board {board}, which is not there"));
                }
            }
        }
        for board in &boards {
            picture(archive, board.attribute("image"), &format!("board {}", board.attribute("name")), faults);
            for region in all(board, "boardPicker.board.Region") {
                let at = ["originx", "originy"].map(|name| region.attribute(name).parse().unwrap_or(0));
                if is_off(board, (at[0], at[1])) {
                    let (region, board) = (region.attribute("name"), board.attribute("name"));
                    faults.push(format!("the region {region} lies at {},{}, off the board {board}", at[0], at[1]));
                }
            }
        }
        for stack in all(map, "SetupStack").chain(all(map, "DrawPile")) {
            stands(name, &boards, stack, faults);
        }
    }
}

/// Checks that a deck goes back into one that is there, and belongs to sides that are there.
fn decks(root: &Element, faults: &mut Vec<String>) {
    let names: Vec<&str> = all(root, "DrawPile").map(|deck| deck.attribute("name")).collect();
    let sides: Vec<&str> = all(root, "PlayerRoster").flat_map(|r| &r.children).map(|side| side.text.as_str()).collect();
    for deck in all(root, "DrawPile") {
        let (name, target) = (deck.attribute("name"), deck.attribute("reshuffleTarget"));
        if names.iter().filter(|other| **other == name).count() > 1 {
            faults.push(format!("two decks are called {name}"));
        }
        if deck.attribute("reshufflable") == "true" && !names.contains(&target) && !worked_out(target) {
            faults.push(format!("the deck {name} goes back into {target:?}, which is no deck"));
        }
        let owners = decode(deck.attribute("deckOwners"), ',');
        for owner in
            owners.iter().filter(|owner| !owner.is_empty() && !sides.contains(&owner.as_ref()) && *owner != OBSERVER)
        {
            faults.push(format!("the deck {name} belongs to {owner}, which is no side"));
        }
    }
}

/// Checks that an at-start stack or a deck stands on a board, and its hex on the grid.
fn stands(map: &str, boards: &[&Element], stack: &Element, faults: &mut Vec<String>) {
    let (name, owner) = (stack.attribute("name"), stack.attribute("owningBoard"));
    let Some(board) = boards.iter().find(|b| owner.is_empty() || b.attribute("name") == owner) else {
        faults.push(format!("{name} on map {map} stands on the board {owner}, which is not there"));
        return;
    };
    let at = if stack.attribute("useGridLocation") == "true" {
        // grids of other kinds, and zones with grids of their own, are left to VASSAL, which reports a place that it
        // cannot find
        let zoned = all(board, "mapgrid.Zone").any(|zone| zone.attribute("useParentGrid") != "true");
        let pixels = |name: &str| board.attribute(name).parse::<u32>().ok();
        let size = pixels("width").zip(pixels("height"));
        let grid = all(board, "HexGrid").next().filter(|_| !zoned);
        let grid = grid.and_then(|grid| HexGrid::of_element(grid, size));
        let Some(grid) = grid else { return };
        let location = stack.attribute("location");
        match grid.centre(location) {
            Some(at) => at,
            None => {
                faults.push(format!("{name} stands in {location}, which is no hex of board {owner}"));
                return;
            }
        }
    } else {
        (stack.attribute("x").parse().unwrap_or(-1), stack.attribute("y").parse().unwrap_or(-1))
    };
    if boards.len() > 1 && owner.is_empty() {
        // which board it lies on is chosen when a game begins
        return;
    }
    if is_off(board, at) {
        faults.push(format!("{name} stands at {},{}, off the board {}", at.0, at.1, board.attribute("name")));
    }
}

/// Whether a pixel lies beside a board, as far as its size is told.
fn is_off(board: &Element, (x, y): (i32, i32)) -> bool {
    let size = |name: &str| board.attribute(name).parse::<i32>().unwrap_or(i32::MAX);
    x < 0 || y < 0 || x > size("width") || y > size("height")
}

/// Checks that a picture is in the module. A leading slash names one of VASSAL's own.
fn picture(archive: &Archive, name: &str, whose: &str, faults: &mut Vec<String>) {
    if name.is_empty() || name.starts_with('/') || worked_out(name) {
        return;
    }
    // VASSAL tries this ending too, for the sake of old modules
    let found = ["", ".gif"].into_iter().find_map(|ending| archive.get(&format!("images/{name}{ending}")));
    match found {
        None => faults.push(format!("{whose}: the picture {name} is missing")),
        Some(bytes) if !known::is_picture(bytes) => faults.push(format!("{whose}: {name} is no picture")),
        Some(_) => {}
    }
}

fn files(archive: &Archive, root: &Element, faults: &mut Vec<String>) {
    for name in archive.names().filter(|name| name.starts_with('/') || name.split(['/', '\\']).any(|part| part == ".."))
    {
        faults.push(format!("the entry {name} leads out of the module"));
    }
    let mut entry = |element: &Element, name: &str| {
        if !name.is_empty() && archive.get(name).is_none() {
            faults.push(format!("{}: the file {name} is missing", element.tag));
        }
    };
    for element in root.descendants() {
        if is(element, "HtmlChart") || (is(element, "HelpFile") && element.attribute("fileType") != "resource") {
            entry(element, element.attribute("fileName"));
        } else if is(element, "PredefinedSetup") && element.attribute("useFile") == "true" {
            entry(element, element.attribute("file"));
        }
    }
    for element in root.descendants() {
        let named = ["icon", "buttonIcon", "disabledIcon", "markUnmovedIcon"].map(|name| element.attribute(name));
        let chart = if is(element, "widget.Chart") { element.attribute("fileName") } else { "" };
        for name in named.into_iter().chain([chart]) {
            picture(archive, name, &element.tag, faults);
        }
    }
}

#[cfg(test)]
mod tests;
