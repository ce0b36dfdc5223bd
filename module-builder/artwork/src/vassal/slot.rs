//! Piece slots and prototypes: the pieces of a module as VASSAL's palette and set-ups hold them.

use super::contents::{CardWays, ModuleContents, Piece, PieceKind, Placement, Status};
use super::element::Element;
use super::gpid::Gpids;
use super::module::{WIDGET, class, prefixed};
use super::piece::{Key, Level, PieceDefinition, Trait};
use super::window::property;

/// The menu of what can be switched on and off.
const STATUS: &str = "Status";
/// What all units have.
const UNIT: &str = "Unit";
/// What all counters have, markers too. It stands last, so its commands close the menu.
const COUNTER: &str = "Counter";

/// Opens the window of counters.
pub const PALETTE: Key = Key::alt('C');

// Keys that every unit or marker has; those of statuses come with the contents.
pub(super) const DELETE: Key = Key::ctrl('D');
const CLONE: Key = Key::ctrl('C');
const ELIMINATE: Key = Key::ctrl('E');
const MOVED: Key = Key::ctrl('M');
const TRAIL: Key = Key::ctrl('T');
const LABEL: Key = Key::ctrl('J');
const LOSE_STEP: Key = Key::ctrl('L');
const REGAIN_STEP: Key = Key::ctrl_shift('L');
const FLIP: Key = Key::ctrl('F');
const HIDE: Key = Key::ctrl_shift('H');
// Keys of cards and chits.
/// Brings a card from where it was laid into the pile that such cards go back into; a pile gives it to all its cards.
pub(super) const GATHER: Key = Key::ctrl_shift('G');
const HOME: Key = Key::ctrl_shift('R');
const DISCARD: Key = Key::ctrl_shift('D');
pub(super) const TAKE: Key = Key::ctrl('H');
/// Sends the marker of the turn into the box of the turn.
pub(super) const ALONG: Key = Key::ctrl_shift('T');
/// Name of the layer that shows how many steps are left.
pub(super) const FACES: &str = "Step";

/// Keys that every unit has and what they do, for a help page.
pub const UNIT_KEYS: [(Key, &str); 9] = [
    (LOSE_STEP, "lose a step"),
    (REGAIN_STEP, "regain a step"),
    (ELIMINATE, "eliminate: send to the box of its side"),
    (MOVED, "mark as moved, or not"),
    (TRAIL, "show where it has been"),
    (LABEL, "write a label"),
    (HIDE, "hide from the other side, or show again"),
    (CLONE, "copy"),
    (DELETE, "delete"),
];

/// Keys of cards and chits and what they do, for a help page.
pub const CARD_KEYS: [(Key, &str); 5] = [
    (TAKE, "take into the hand of its side"),
    (DISCARD, "discard, or lay where it is played"),
    (HOME, "put back into the pile from which it was drawn"),
    (FLIP, "show the other side, if it may be used from either"),
    (HIDE, "turn face down for the other side, or up"),
];

/// What all units and all counters have in common; a change here changes them all.
pub(super) fn prototypes(contents: &ModuleContents) -> Element {
    let unit = (UNIT, unit_traits(contents, &[]));
    class("PrototypesContainer").children([unit, (COUNTER, counter_traits())].map(|(name, traits)| {
        let definition = PieceDefinition { traits, image: String::new(), name: String::new(), gpid: 0 };
        class("PrototypeDefinition").with("name", name).with("description", "").text(definition.add_piece())
    }))
}

/// How a report names player and unit, and where it is, in VASSAL's language of expressions. It must not name what is hidden.
const WHO: &str = "PlayerName + \": \" + (ObscuredToOthers==true ? Side + \" unit\" : BasicName)";
const WHO_AND_WHERE: &str =
    "PlayerName + \": \" + (ObscuredToOthers==true ? Side + \" unit\" : BasicName) + \", \" + location";

/// The traits of all units, with these statuses switched on.
fn unit_traits(contents: &ModuleContents, on: &[String]) -> Vec<Trait> {
    // at full strength, or with the last step, the key changes nothing
    let stepped = |says: &str| format!("{{oldPieceName==newPieceName ? \"\" : {WHO_AND_WHERE} + \" {says}\"}}");
    let switched = |status: &Status| {
        let (property, state) = (property(&status.name), status.name.to_lowercase());
        let line = format!("{{{WHO_AND_WHERE} + ({property}_Active==true ? \": {state}\" : \": no longer {state}\")}}");
        Trait::Report { keys: vec![status.key], line }
    };
    let reports = [
        Trait::Report { keys: vec![LOSE_STEP], line: stepped("loses a step") },
        Trait::Report { keys: vec![REGAIN_STEP], line: stepped("regains a step") },
        Trait::Report { keys: vec![ELIMINATE], line: format!("{{{WHO} + \" eliminated, from \" + oldLocation}}") },
        Trait::Report {
            keys: vec![HIDE],
            line: format!("{{{WHO_AND_WHERE} + (ObscuredToOthers==true ? \": hidden\" : \": shown again\")}}"),
        },
    ];
    let reports = reports.into_iter().chain(contents.statuses.iter().map(switched));
    let handling = [
        Trait::Moved { image: contents.moved_image.clone(), offset: moved_offset(contents), key: MOVED },
        Trait::Trail(TRAIL),
        Trait::Label(LABEL),
        Trait::SendTo {
            command: "Eliminate".into(),
            key: ELIMINATE,
            map: contents.eliminated.0.clone(),
            zone: contents.eliminated.1.clone(),
            off: (0, 0),
        },
    ];
    let overlays = contents.statuses.iter().map(|status| overlay(status, on.contains(&status.name)));
    // one command needs no menu of its own
    let submenu = (contents.statuses.len() > 1).then(|| Trait::Submenu {
        name: STATUS.into(),
        commands: contents.statuses.iter().map(|status| status.name.clone()).collect(),
    });
    reports.chain(submenu).chain(overlays).chain(handling).collect()
}

fn counter_traits() -> Vec<Trait> {
    vec![Trait::Clone(CLONE), Trait::Delete(DELETE)]
}

/// The back of a card and the commands that bring it where cards go.
fn card_traits(contents: &ModuleContents, ways: &CardWays) -> Vec<Trait> {
    let way = |command: &str, key: Key, (sheet, name): &(String, String)| {
        let command = format!("{command} {name}");
        match contents.pile(sheet, name) {
            Some(pile) => Trait::Return { command, key, deck: pile.name.clone() },
            None => Trait::SendTo { command, key, map: sheet.clone(), zone: name.clone(), off: (0, 0) },
        }
    };
    let mask = Trait::Mask {
        image: ways.back.clone(),
        name: ways.masked.clone(),
        key: HIDE,
        command: "Face down for the other side",
        veil: Some(ways.veil.clone()),
    };
    let laid = ways.discard.as_ref().and_then(|(sheet, name)| contents.pile(sheet, name));
    let gathered = laid.and_then(|pile| pile.into.clone());
    let ways = [
        gathered.map(|deck| Trait::Return { command: String::new(), key: GATHER, deck }),
        ways.hand.as_ref().map(|hand| way("Take into", TAKE, hand)),
        ways.discard.as_ref().map(|discard| way("Lay into", DISCARD, discard)),
        Some(way("Back into", HOME, &ways.home)),
    ];
    std::iter::once(mask).chain(ways.into_iter().flatten()).collect()
}

/// The moved mark sits on the upper right corner of a unit's counter.
fn moved_offset(contents: &ModuleContents) -> (i32, i32) {
    let size = contents.pieces.iter().filter(|p| p.kind == PieceKind::Unit).map(|p| p.size).max().unwrap_or(0);
    (size as i32 / 2 - 10, -(size as i32) / 2 - 6)
}

fn overlay(status: &Status, on: bool) -> Trait {
    Trait::Overlay {
        name: property(&status.name),
        command: status.name.clone(),
        level: Level { image: status.image.clone(), name: format!("+ ({})", status.name.to_lowercase()) },
        key: status.key,
        on,
    }
}

/// A piece as the palette holds it: what it shares with others comes from prototypes.
fn definition(contents: &ModuleContents, piece: &Piece, gpid: u32) -> PieceDefinition {
    let unit = vec![Trait::Prototype(UNIT.into())];
    worn(contents, piece, 0, unit, vec![Trait::Prototype(COUNTER.into())], gpid)
}

/// A piece as a saved game holds it: VASSAL puts the traits themselves in place of prototypes.
pub(super) fn in_game(contents: &ModuleContents, gpids: &Gpids, placement: &Placement) -> Option<PieceDefinition> {
    let piece = contents.pieces.iter().find(|piece| piece.id == placement.piece)?;
    let unit = unit_traits(contents, &placement.statuses);
    Some(worn(contents, piece, placement.face, unit, counter_traits(), gpids.get(&piece.id)?))
}

fn worn(
    contents: &ModuleContents,
    piece: &Piece,
    face: usize,
    unit: Vec<Trait>,
    counter: Vec<Trait>,
    gpid: u32,
) -> PieceDefinition {
    let mut traits = Vec::new();
    if piece.kind == PieceKind::Unit {
        // a mask hides what lies further in, so it comes first
        let side = piece.marks.iter().find(|(name, _)| name == "Side").map(|(_, side)| side);
        if let Some((side, image)) = side.and_then(|side| contents.backs.get_key_value(side)) {
            traits.push(Trait::Mask {
                image: image.clone(),
                name: format!("{side} unit"),
                key: HIDE,
                command: "Hide from the other side",
                veil: None,
            });
        }
        traits.extend(unit);
    }
    if let PieceKind::Card(ways) = &piece.kind {
        traits.extend(card_traits(contents, ways));
    }
    let mut image = piece.faces[0].image.clone();
    if piece.faces.len() > 1 {
        let (next, back) = match &piece.kind {
            PieceKind::Unit => (("Lose a step".into(), LOSE_STEP), Some(("Regain a step".into(), REGAIN_STEP))),
            PieceKind::Marker | PieceKind::Card(_) => (("Flip".into(), FLIP), None),
        };
        traits.push(Trait::Faces { name: FACES.into(), levels: piece.faces.clone(), level: face, next, back });
        // the layer always shows a face; a picture beneath would shine through its rounded corners
        image.clear();
    }
    let along = contents.turns.marker.as_ref().filter(|marker| marker.piece == piece.id);
    traits.extend(along.map(|marker| Trait::SendTo {
        command: "Go to the turn".into(),
        key: ALONG,
        map: marker.sheet.clone(),
        zone: format!("{}$Turn$", marker.before),
        off: marker.off,
    }));
    if !matches!(piece.kind, PieceKind::Card(_)) {
        traits.extend(counter);
    }
    if !piece.marks.is_empty() {
        traits.push(Trait::Marks(piece.marks.clone()));
    }
    PieceDefinition { traits, image, name: piece.name.clone(), gpid }
}

fn slot(piece: &Piece, definition: &PieceDefinition) -> Element {
    prefixed(WIDGET, "PieceSlot")
        .with("entryName", &piece.name)
        .with("gpid", definition.gpid)
        .with("height", piece.size)
        .with("width", piece.size)
        .text(definition.add_piece())
}

/// Size of the palette's window less its tabs, and of the places of counters in it, in pixels.
const PANEL: (u32, u32) = (620, 430);
/// Room round a counter in its place.
const ROUND: u32 = 12;

/// Things by name, in the order in which the names first came.
type Named<'n, T> = Vec<(&'n str, T)>;

/// The window from which counters are taken: a tab for each tray, its groups to choose from, and pictures of their counters.
/// It is no part of the main window, whose low pane beside the chat would squeeze the pictures.
pub(super) fn palette(contents: &ModuleContents, gpids: &Gpids) -> Vec<Element> {
    let mut tabs: Named<Named<Vec<(u32, Element)>>> = Vec::new();
    for piece in &contents.pieces {
        let slot = slot(piece, &definition(contents, piece, gpids.get(&piece.id).unwrap_or(0)));
        let groups = group(&mut tabs, &piece.tray.0);
        group(groups, &piece.tray.1).push((piece.size, slot));
    }
    let tabs = tabs.into_iter().map(|(tab, groups)| {
        prefixed(WIDGET, "BoxWidget")
            .with("entryName", tab)
            .with("width", PANEL.0)
            .with("height", PANEL.1)
            .children(groups.into_iter().flat_map(|(name, slots)| panels(name, slots)))
    });
    let window = |name: &str, hidden: bool, key: String| {
        class("PieceWindow")
            .with("name", name)
            .with("text", name)
            .with("tooltip", "Counters to take from")
            .with("icon", "/images/counter.gif")
            .with("hotkey", key)
            .with("hidden", hidden)
            .with("scale", "1.0")
            .with("defaultWidth", 0)
    };
    let counters = window("Counters", false, PALETTE.to_string())
        .child(prefixed(WIDGET, "TabWidget").with("entryName", "Counters").children(tabs));
    // VASSAL puts the first palette of a module into its main window: this one is never shown
    vec![window("None", true, String::new()), counters]
}

/// Panels of pictures of counters: as many as have room, the others on panels of their own.
fn panels(name: &str, slots: Vec<(u32, Element)>) -> Vec<Element> {
    let place = slots.iter().map(|(size, _)| size + ROUND).max().unwrap_or(ROUND);
    let (columns, rows) = ((PANEL.0 / place).max(1), (PANEL.1 / place).max(1));
    let all = slots.len().div_ceil((columns * rows) as usize);
    let mut slots = slots.into_iter().map(|(_, slot)| slot);
    let panel = |n: usize| {
        let title = if all > 1 { format!("{name} ({n} of {all})") } else { name.to_owned() };
        let here: Vec<Element> = slots.by_ref().take((columns * rows) as usize).collect();
        prefixed(WIDGET, "PanelWidget")
            .with("entryName", title)
            .with("scale", "1.0")
            .with("fixed", true)
            .with("nColumns", columns)
            .with("vert", false)
            .children(here)
    };
    (1..=all).map(panel).collect()
}

/// The entry with a name; a new one if there is none yet.
fn group<'a, 'n, T: Default>(groups: &'a mut Named<'n, T>, name: &'n str) -> &'a mut T {
    let at = groups.iter().position(|(n, _)| *n == name).unwrap_or_else(|| {
        groups.push((name, T::default()));
        groups.len() - 1
    });
    &mut groups[at].1
}
