//! Reads saved games back: what VASSAL wrote after people played on, or what [`ModuleContents::save`] wrote.

use super::archive::{Archive, METADATA};
use super::contents::{Location, ModuleContents, PieceKind, Placement, Setup};
use super::save::{DISGUISE, ESCAPE, TRACK};
use super::sequence::decode;
use super::window::property;
use super::{ModuleError, slot};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A piece of a saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedPiece {
    /// Number of the slot that it came from.
    pub gpid: u32,
    /// Its name, without what layers add.
    pub name: String,
    /// Name of the map that it is on; none when it is in nobody's sight.
    pub map: Option<String>,
    /// Its centre, in pixels of the map.
    pub at: (i32, i32),
    /// Its fixed properties.
    pub marks: BTreeMap<String, String>,
    /// Levels of its layers by name: from 1, negative or 0 when switched off.
    pub layers: BTreeMap<String, i32>,
}

impl ModuleContents {
    /// The position of a saved game of this module. Pieces that somebody made up and pieces on no map are left out.
    ///
    /// # Errors
    /// When the file is no saved game, or damaged.
    pub fn read_save(&self, bytes: &[u8]) -> Result<Setup, ModuleError> {
        let archive = Archive::open_save(bytes, &mut { OWN })?;
        let module = archive.text(METADATA).and_then(|text| super::Element::parse(text).ok());
        let name = module.and_then(|data| data.children.iter().find(|c| c.tag == "name").map(|c| c.text.clone()));
        if let Some(name) = name.filter(|name| *name != self.name) {
            return Err(ModuleError::Contents(format!("this is a saved game of {name}, not of {}", self.name)));
        }
        let none =
            || ModuleError::Contents("there is no savedGame in it: expected a saved game, as .vsav files are".into());
        let hidden = archive.get("savedGame").ok_or_else(none)?;
        let text = revealed(hidden)?;
        let commands = commands(&text)?;
        let title = archive.text("savedata").and_then(|text| super::Element::parse(text).ok());
        let title =
            title.and_then(|data| data.children.iter().find(|c| c.tag == "description").map(|c| c.text.clone()));
        let mut setup = Setup {
            id: String::new(),
            title: title.unwrap_or_default(),
            turn: 0,
            phase: 0,
            mover: 0,
            placements: Vec::new(),
        };
        if let Some(own) = self.setups.iter().find(|own| own.title == setup.title) {
            setup.id.clone_from(&own.id);
        }
        let track = |number| commands.iter().find_map(|command| standing(command, number)).unwrap_or_default();
        if let [turn, inner @ ..] = &track(0)[..] {
            setup.turn = *turn.min(&self.turns.turns.len().saturating_sub(1));
            setup.phase = inner.first().map_or(0, |phase| *phase.min(&self.turns.phases.len().saturating_sub(1)));
        }
        setup.mover = track(1).first().map_or(0, |mover| *mover.min(&self.turns.movers.len().saturating_sub(1)));
        let boards = self.boards(&commands);
        let gpids = self.gpids();
        for piece in in_order(&commands)? {
            let known = self.pieces.iter().find(|known| gpids.get(&known.id) == Some(piece.gpid));
            let (Some(known), Some(location)) =
                (known, known.and_then(|known| self.location(&piece, &known.kind, &boards)))
            else {
                continue;
            };
            let face = piece.layers.get(slot::FACES).map_or(0, |level| (level - 1).max(0) as usize);
            let on =
                |status: &&super::Status| piece.layers.get(&property(&status.name)).is_some_and(|level| *level > 0);
            let statuses = self.statuses.iter().filter(on).map(|status| status.name.clone());
            setup.placements.push(Placement {
                piece: known.id.clone(),
                location,
                face: face.min(known.faces.len() - 1),
                statuses: if known.kind == PieceKind::Unit { statuses.collect() } else { Vec::new() },
            });
        }
        Ok(setup)
    }

    /// Which board lies on which sheet.
    fn boards(&self, commands: &[String]) -> BTreeMap<&str, String> {
        let mut boards = BTreeMap::new();
        for sheet in &self.sheets {
            let head = format!("{}BoardPicker\t", sheet.name);
            let told = commands.iter().find_map(|command| command.strip_prefix(&head));
            boards.extend(
                told.and_then(|told| decode(told, '\t').into_iter().next())
                    .map(|board| (sheet.name.as_str(), board.into_owned())),
            );
        }
        boards
    }

    /// The hexside on which a pixel lies: as near to the middle between the two nearest hexes as whole pixels allow.
    fn hexside(&self, at: (i32, i32)) -> Option<Location> {
        let one = self.board.grid.nearest(&self.board.hexes, at)?;
        let (x, y) = self.board.grid.centre(&one)?;
        let mirrored = (at.0.saturating_mul(2).saturating_sub(x), at.1.saturating_mul(2).saturating_sub(y));
        let other = self.board.grid.nearest(&self.board.hexes, mirrored)?;
        let (ox, oy) = self.board.grid.centre(&other)?;
        let off = mirrored.0.abs_diff(ox).max(mirrored.1.abs_diff(oy));
        (one != other && off <= 3).then(|| Location::Hexside(one.clone().min(other.clone()), one.max(other)))
    }

    fn location(&self, piece: &SavedPiece, kind: &PieceKind, boards: &BTreeMap<&str, String>) -> Option<Location> {
        let map = piece.map.as_deref()?;
        if map == self.board.name {
            let hexside = if *kind == PieceKind::Marker { self.hexside(piece.at) } else { None };
            return hexside.or_else(|| self.board.grid.nearest(&self.board.hexes, piece.at).map(Location::Hex));
        }
        let sheet = self.sheets.iter().find(|sheet| sheet.name == map)?;
        let board = boards.get(map).and_then(|name| sheet.boards.iter().find(|board| board.name == *name));
        if sheet.owner.is_some() {
            // VASSAL lays out a hand by itself
            let hand = sheet.boards.first()?.boxes.first()?;
            return Some(Location::Box(sheet.name.clone(), hand.name.clone()));
        }
        let laid = board.or(sheet.boards.first())?.boxes.iter().find(|laid| {
            let (left, top) = (laid.corner.0 as i32, laid.corner.1 as i32);
            let (width, height) = (laid.size().0 as i32, laid.size().1 as i32);
            (left..left + width).contains(&piece.at.0) && (top..top + height).contains(&piece.at.1)
        })?;
        Some(Location::Box(sheet.name.clone(), laid.name.clone()))
    }
}

/// The text behind VASSAL's disguise. A plain text is taken as it is, as VASSAL does.
pub(super) fn revealed(hidden: &[u8]) -> Result<String, ModuleError> {
    let damaged = || ModuleError::Contents("the saved game is damaged".into());
    let bytes = match hidden.strip_prefix(DISGUISE.as_bytes()) {
        None => hidden.to_vec(),
        Some(digits) => {
            let (pairs, rest) = digits.as_chunks::<2>();
            let digit = |byte: u8| match byte {
                b'0'..=b'9' => Some(byte - b'0'),
                b'a'..=b'f' => Some(byte - b'a' + 10),
                b'A'..=b'F' => Some(byte - b'A' + 10),
                _ => None,
            };
            let byte = |pair: &[u8; 2]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
            let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
            let mut bytes = bytes.filter(|bytes| rest.is_empty() && !bytes.is_empty()).ok_or_else(damaged)?;
            let key = bytes.remove(0);
            bytes.iter().map(|byte| byte ^ key).collect()
        }
    };
    String::from_utf8(bytes).map_err(|_| damaged())
}

/// Commands inside each other that a saved game may have; VASSAL puts a handful.
const NESTED: usize = 64;
/// The most commands of a saved game; large ones have some 10,000.
const COMMANDS: usize = 200_000;
/// The most bytes of a saved game of ours, unpacked, where each stands as two digits: Ardennes II begins with 2 millions.
const OWN: u64 = 16 << 20;
/// The most pieces of a game of ours. Each is looked for on the map.
const PIECES: usize = 5_000;
/// Bytes of pieces that are read, each as often as there are traits around it: 930 pieces with 30 traits have 28 MB.
const READ: usize = 192 << 20;
/// Traits inside each other that a piece may have; large modules have pieces with some hundred.
pub(super) const TRAITS: usize = 1_000;

/// All commands of a text in order. VASSAL nests them: a command may hold its successors, escaped once more.
///
/// # Errors
/// When they are nested deeper than VASSAL ever nests them, or are more than any game has.
pub(super) fn commands(text: &str) -> Result<Vec<String>, ModuleError> {
    if text.matches(ESCAPE).count() > COMMANDS {
        return Err(ModuleError::Contents(format!("expected a saved game of at most {COMMANDS} commands")));
    }
    let mut commands = Vec::new();
    let mut waiting = vec![(text.to_owned(), 0)];
    while let Some((text, depth)) = waiting.pop() {
        if !text.contains(ESCAPE) {
            commands.push(text);
        } else if depth < NESTED {
            let inner = decode(&text, ESCAPE).into_iter().rev();
            waiting.extend(inner.map(|command| (command.into_owned(), depth + 1)));
        } else {
            let message = format!("the saved game has commands nested deeper than {NESTED}; this is none of VASSAL's");
            return Err(ModuleError::Contents(message));
        }
    }
    Ok(commands)
}

/// The pieces, those of a stack or deck from its bottom up, stacks in the order of their lowest piece's command.
///
/// # Errors
/// When they are more, or have more traits, than those of any game.
fn in_order(commands: &[String]) -> Result<Vec<SavedPiece>, ModuleError> {
    let mut left = READ;
    let mut pieces: BTreeMap<String, (usize, SavedPiece)> = BTreeMap::new();
    let mut ranks: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (n, command) in commands.iter().enumerate() {
        let Some(fields) = command.strip_prefix("+/").map(|rest| decode(rest, '/')) else { continue };
        let [id, kind, state] = fields.as_slice() else { continue };
        if let Some(listed) = listed(kind, state) {
            let first = listed.iter().filter_map(|id| pieces.get(id)).map(|(n, _)| *n).min().unwrap_or(n);
            ranks.extend(listed.into_iter().enumerate().map(|(height, id)| (id, (first, height))));
        } else if let Some(piece) = saved_piece(kind, state, &mut left)? {
            pieces.insert(id.to_string(), (n, piece));
        }
        if pieces.len() > PIECES {
            return Err(ModuleError::Contents(format!("expected a saved game of at most {PIECES} pieces")));
        }
    }
    let mut ordered: Vec<(String, (usize, SavedPiece))> = pieces.into_iter().collect();
    ordered.sort_by_key(|(id, (n, _))| ranks.get(id).copied().unwrap_or((*n, 0)));
    Ok(ordered.into_iter().map(|(_, (_, piece))| piece).collect())
}

/// The pieces that a stack or deck holds, bottom first; none if it is something else.
pub(super) fn listed(kind: &str, state: &str) -> Option<Vec<String>> {
    let told = || decode(state, ';').into_iter();
    if kind == "stack" {
        Some(told().skip(3).filter(|id| !id.starts_with("@@")).map(Cow::into_owned).collect())
    } else if kind.starts_with("deck;") {
        let ids = told().nth(4).filter(|ids| !ids.is_empty());
        Some(ids.map(|ids| decode(&ids, ',').into_iter().map(Cow::into_owned).collect()).unwrap_or_default())
    } else {
        None
    }
}

/// A piece from its type and state; none when it is a deck or something that nobody knows. `left` are bytes that may still be read
/// of the game's pieces.
///
/// # Errors
/// When they are not enough.
fn saved_piece(kind: &str, state: &str, left: &mut usize) -> Result<Option<SavedPiece>, ModuleError> {
    let (mut kind, mut state) = (kind.to_owned(), state.to_owned());
    let owned = |text: &Cow<str>| text.to_string();
    let mut piece = SavedPiece::default();
    for _ in 0..=TRAITS {
        let more =
            || ModuleError::Contents("the pieces of the saved game have more traits than those of any game".into());
        *left = left.checked_sub(kind.len() + state.len()).ok_or_else(more)?;
        let (kinds, states) = (decode(&kind, '\t'), decode(&state, '\t'));
        match (kinds.as_slice(), states.as_slice()) {
            ([outer, inner], [outer_state, inner_state]) => {
                let fields = decode(outer, ';');
                let field = |n: usize| fields.get(n).map_or("", AsRef::as_ref);
                match field(0) {
                    "mark" => {
                        let (names, values) = (decode(field(1), ','), decode(outer_state, ','));
                        piece.marks.extend(names.iter().map(owned).zip(values.iter().map(owned)));
                    }
                    "emb2" => {
                        let level = decode(outer_state, ';').first().and_then(|level| level.parse().ok()).unwrap_or(0);
                        piece.layers.insert(field(19).to_owned(), level);
                    }
                    _ => {}
                }
                (kind, state) = (owned(inner), owned(inner_state));
            }
            ([basic], [basic_state]) => {
                let (basic, told) = (decode(basic, ';'), decode(basic_state, ';'));
                if basic.first().map(AsRef::as_ref) != Some("piece") {
                    return Ok(None);
                }
                let number = |n: usize| told.get(n).and_then(|text| text.parse::<i32>().ok());
                piece.name = basic.get(4).map(owned).unwrap_or_default();
                piece.map = told.first().filter(|map| *map != "null" && !map.is_empty()).map(owned);
                let Some(at) = number(1).zip(number(2)) else { return Ok(None) };
                piece.at = at;
                piece.gpid = told.get(3).and_then(|text| text.parse().ok()).unwrap_or(0);
                return Ok(Some(piece));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Where a command puts the levels of the track with this number, the outermost first.
fn standing(command: &str, number: usize) -> Option<Vec<usize>> {
    let (told, state) = command.strip_prefix(TRACK)?.split_once('\t')?;
    if told != number.to_string() {
        return None;
    }
    let mut level = decode(state, '|').into_iter().nth(1)?.into_owned();
    let mut standing = Vec::new();
    // a level's state holds that of the level inside it
    while let [at, _, _, _, inner @ ..] = decode(&level, ';').as_slice() {
        standing.push(at.parse().ok()?);
        let Some(inner) = inner.first().map(ToString::to_string) else { break };
        level = inner;
    }
    Some(standing)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{sample, with_cards};
    use super::super::sequence::encode;
    use super::*;

    #[test]
    fn a_saved_position_reads_back_the_same() {
        for (contents, n) in [sample(), with_cards()].iter().flat_map(|contents| [(contents, 0), (contents, 1)]) {
            let setup = &contents.setups[n];
            let saved = contents.save(setup).unwrap();
            let mut read = contents.read_save(&saved).unwrap();
            let mut expected = setup.clone();
            let order = |placement: &Placement| (placement.location.clone(), placement.piece.clone());
            expected.placements.sort_by_key(order);
            read.placements.sort_by_key(order);
            assert_eq!(read, expected);
        }
    }

    #[test]
    fn pieces_of_a_stack_keep_their_order_and_commands_may_be_nested() {
        let contents = sample();
        let text =
            revealed(Archive::open(&contents.save(&contents.setups[0]).unwrap()).unwrap().get("savedGame").unwrap());
        let flat = commands(&text.unwrap()).unwrap();
        let (first, rest) = flat.split_at(2);
        let nested = encode([first[0].clone(), encode([first[1].clone(), encode(rest, ESCAPE)], ESCAPE)], ESCAPE);
        assert_eq!(commands(&nested).unwrap(), flat);
        assert_eq!(in_order(&commands(&nested).unwrap()).unwrap(), in_order(&flat).unwrap());
        let names: Vec<String> = in_order(&flat).unwrap().into_iter().map(|piece| piece.name).collect();
        assert_eq!(names, ["Peiper/1 \"SS\"", "Gun", "Mark", "Mark"]);
    }

    #[test]
    fn commands_and_traits_nested_without_end_are_refused_at_once() {
        // a text that ends in a delimiter is one level deeper for each backslash before it
        let nested = |delimiter: char| {
            let mut text = String::from("a");
            for depth in 0..3_000 {
                text.push_str(&"\\".repeat(depth % 900));
                text.push(delimiter);
            }
            text
        };
        assert!(commands(&nested(ESCAPE)).is_err());
        assert!(commands(&ESCAPE.to_string().repeat(COMMANDS + 1)).is_err());
        assert_eq!(saved_piece(&nested('\t'), &nested('\t'), &mut { usize::MAX }).unwrap(), None);
    }

    #[test]
    fn pieces_that_cost_more_than_those_of_any_game_are_refused() {
        // each trait holds the rest, so that all of it is read once more for each
        let large = encode(["mark;a".to_owned(), encode(["mark;b".to_owned(), "x".repeat(READ / 8)], '\t')], '\t');
        let piece = format!("+/{}", encode(["1".to_owned(), large.clone(), large], '/'));
        assert!(in_order(std::slice::from_ref(&piece)).is_ok());
        assert!(in_order(&vec![piece; 3]).is_err());
        let small = |n: usize| format!("+/{n}/piece;;;;Gun/Map;1;2;3");
        let all: Vec<String> = (0..=PIECES).map(small).collect();
        assert_eq!(in_order(&all[1..]).unwrap().len(), PIECES);
        assert!(in_order(&all).is_err());
    }

    #[test]
    fn a_damaged_save_is_refused_and_never_panics() {
        let contents = sample();
        let saved = contents.save(&contents.setups[0]).unwrap();
        assert!(contents.read_save(b"nothing").is_err());
        let mut archive = Archive::open(&saved).unwrap();
        for text in ["!VCSK", "!VCSK5", "!VCSK5a0", "!VCSKzz00", "\u{1b}\u{1b}+/1/2", "+/1/piece;;;a;b/null;x;y"] {
            archive.insert("savedGame", text.as_bytes().to_vec());
            let read = contents.read_save(&archive.zip().unwrap());
            assert!(read.is_err() || read.unwrap().placements.is_empty(), "{text}");
        }
        archive.remove("savedGame");
        assert!(contents.read_save(&archive.zip().unwrap()).is_err());
    }
}
