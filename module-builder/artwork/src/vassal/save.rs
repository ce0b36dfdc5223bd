//! Saved games: a position as a `.vsav` file, which VASSAL loads and a module holds for each scenario.

use super::archive::Archive;
use super::contents::{Location, ModuleContents, PieceKind, Placement, Setup, TurnRecord};
use super::pile::DrawPile;
use super::sequence::encode;
use super::window::{FRONT, boards_command};
use super::{ModuleError, slot};
use std::collections::BTreeMap;

/// Parts the commands of a saved game.
pub(super) const ESCAPE: char = '\u{1b}';
/// What a saved game begins with: the mark of VASSAL's disguise, then the byte by which all others are changed.
pub(super) const DISGUISE: &str = "!VCSK";
const KEY: u8 = 0x5a;
/// What the state of a track begins with, before the track's number.
pub(super) const TRACK: &str = "TURNTurnTracker";
/// Number of the first piece of a saved game.
const FIRST_ID: usize = 1001;

/// A place on a map, in its pixels.
type Spot = (String, i32, i32);

impl ModuleContents {
    /// A position of this module as a saved game. Nobody has taken a side in it: VASSAL asks whoever opens it.
    ///
    /// # Errors
    /// When the position names a piece or a place that the module does not have.
    pub fn save(&self, setup: &Setup) -> Result<Vec<u8>, ModuleError> {
        let mut archive = Archive::default();
        archive.insert("savedGame", disguised(&encode(self.commands(setup)?, ESCAPE)).into_bytes());
        archive.insert("savedata", self.data(&setup.title).document()?);
        archive.insert("moduledata", self.metadata().document()?);
        archive.zip()
    }

    /// Everything that VASSAL has to do to bring the position about.
    fn commands(&self, setup: &Setup) -> Result<Vec<String>, ModuleError> {
        let gpids = self.gpids();
        let mut commands = vec!["begin_save".to_owned()];
        let mut stacks: BTreeMap<Spot, Vec<String>> = BTreeMap::new();
        let mut piled: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((n, placement), spot) in setup.placements.iter().enumerate().zip(self.spots(setup)?) {
            let id = (FIRST_ID + n).to_string();
            let piece = slot::in_game(self, &gpids, placement);
            let piece = piece.ok_or_else(|| ModuleError::Contents(format!("there is no piece {}", placement.piece)))?;
            commands.push(piece.add_to_game(&id, &spot.0, (spot.1, spot.2)));
            match self.pile_at(&placement.location) {
                Some(pile) => piled.entry(&pile.name).or_default().push(id),
                None => stacks.entry(spot).or_default().push(id),
            }
        }
        let mut next = FIRST_ID + setup.placements.len();
        let mut fresh = || {
            next += 1;
            (next - 1).to_string()
        };
        for ((map, x, y), pieces) in stacks {
            let mut state = vec![map, x.to_string(), y.to_string()];
            state.extend(pieces);
            state.push("@@-1".to_owned());
            commands.push(format!("+/{}", encode([fresh().as_str(), "stack", &encode(state, ';')], '/')));
        }
        // a deck that is not in the saved game is in no game
        for pile in &self.piles {
            let pieces = piled.remove(pile.name.as_str()).unwrap_or_default();
            commands.push(pile.add_to_game(&fresh(), self, &pieces));
        }
        commands.extend(self.turn_commands(setup));
        commands.extend(self.opening(setup));
        commands.push(boards_command(&self.board.name, &self.board.name));
        let sheets = self.sheets.iter().filter_map(|sheet| Some((sheet, sheet.board_of(&setup.title)?)));
        commands.extend(sheets.map(|(sheet, board)| boards_command(&sheet.name, &board.name)));
        // without this line VASSAL would set up a new game on top
        commands.push("SETUP_STACK\t".to_owned());
        commands.push("end_save".to_owned());
        Ok(commands)
    }

    /// The pile that a place is.
    fn pile_at(&self, location: &Location) -> Option<&DrawPile> {
        let Location::Box(sheet, name) = location else { return None };
        self.pile(sheet, name)
    }

    /// Where the pieces of a position are centred. In a box each has a place of its own as long as there is room; in a
    /// pile and in a hand all lie in one place.
    fn spots(&self, setup: &Setup) -> Result<Vec<Spot>, ModuleError> {
        let mut lying: BTreeMap<&Location, usize> = BTreeMap::new();
        let mut spots = Vec::new();
        for placement in &setup.placements {
            let n = lying.entry(&placement.location).or_default();
            let spot = match &placement.location {
                Location::Hex(number) => self.board.grid.centre(number).map(|(x, y)| (self.board.name.clone(), x, y)),
                Location::Hexside(one, other) => {
                    let ends = self.board.grid.centre(one).zip(self.board.grid.centre(other));
                    ends.map(|((x, y), (ox, oy))| (self.board.name.clone(), (x + ox) / 2, (y + oy) / 2))
                }
                Location::Box(sheet, name) => self.find_box(setup, sheet, name).map(|laid| {
                    let hand = self.sheets.iter().any(|it| it.name == *sheet && it.owner.is_some());
                    let (x, y) = match self.pile(sheet, name) {
                        Some(_) => laid.place(0),
                        None if hand => laid.middle(),
                        None => laid.place(*n),
                    };
                    (sheet.clone(), x as i32, y as i32)
                }),
            };
            *n += 1;
            let nowhere = || ModuleError::Contents(format!("{} is in a place that is not there", placement.piece));
            spots.push(spot.ok_or_else(nowhere)?);
        }
        Ok(spots)
    }

    /// Tells where the board is to be opened: in the middle of the units on it.
    fn opening(&self, setup: &Setup) -> Vec<String> {
        let on_board = setup
            .placements
            .iter()
            .filter(|laid| self.pieces.iter().any(|piece| piece.id == laid.piece && piece.kind == PieceKind::Unit));
        let centre = |laid: &Placement| match &laid.location {
            Location::Hex(number) => self.board.grid.centre(number),
            Location::Hexside(..) | Location::Box(..) => None,
        };
        let places: Vec<(i32, i32)> = on_board.filter_map(centre).collect();
        let count = places.len() as i32;
        if count == 0 {
            return Vec::new();
        }
        let (x, y) = places.iter().fold((0, 0), |(x, y), at| (x + at.0, y + at.1));
        let told = |(name, value): (&str, i32)| {
            format!("MutableProperty\t{}", encode([name, "0", &(value / count).to_string(), "Module"], '\t'))
        };
        [(FRONT.0, x), (FRONT.1, y)].map(told).into()
    }

    /// Sets the tracks of the turn and of who has to move.
    fn turn_commands(&self, setup: &Setup) -> Vec<String> {
        let TurnRecord { turns, phases, movers, .. } = &self.turns;
        // where a level stands, of its own levels which one, where it began, which entries are shown
        let level = |at: usize, entries: &[String], inner: Option<String>| {
            let shown = encode(vec!["true"; entries.len()], ',');
            encode([at.to_string(), "0".into(), "0".into(), shown].into_iter().chain(inner), ';')
        };
        let turn = level(setup.turn, turns, Some(level(setup.phase, phases, None)));
        let mover = (!movers.is_empty()).then(|| level(setup.mover, movers, None));
        let tracks = std::iter::once(turn).chain(mover).enumerate();
        tracks.map(|(n, track)| format!("{TRACK}{n}\t{}", encode(["0", &track], '|'))).collect()
    }
}

/// The text of a saved game as VASSAL disguises it: two hex digits for each byte, changed by a key byte.
fn disguised(text: &str) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digits = |byte: u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    let mut hidden = String::with_capacity(DISGUISE.len() + 2 * text.len() + 2);
    hidden.push_str(DISGUISE);
    hidden.extend(digits(KEY));
    hidden.extend(text.bytes().flat_map(|byte| digits(byte ^ KEY)));
    hidden
}
