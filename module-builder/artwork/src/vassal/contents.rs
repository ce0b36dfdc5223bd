use super::ModuleError;
use super::grid::BoardGrid;
use super::piece::{Key, Level};
use super::pile::DrawPile;
use super::sheet::{Sheet, SheetBox};
use std::collections::{BTreeMap, BTreeSet};

/// What goes into a module, as plain data: the writer knows nothing of games.
///
/// Pictures are named here and held, as PNG, in `images`. Names and ids must not change between versions of a module:
/// saved games refer to the names of maps and boxes and, through their numbers, to the ids of pieces.
#[derive(Clone, Debug)]
pub struct ModuleContents {
    /// Title of the game.
    pub name: String,
    /// Version of the module: `0.1.0`.
    pub version: String,
    /// One line for VASSAL's list of modules.
    pub description: String,
    /// Sides that a player can take; observers need none.
    pub sides: Vec<String>,
    /// The main map.
    pub board: Board,
    /// Displays beside the map: reinforcements, eliminated units.
    pub sheets: Vec<Sheet>,
    /// Piles of cards and chits on the sheets.
    pub piles: Vec<DrawPile>,
    /// Switches that every unit has.
    pub statuses: Vec<Status>,
    /// What buttons take off the board, each all at once.
    pub swept: Vec<Swept>,
    /// All pieces, each once.
    pub pieces: Vec<Piece>,
    /// The set-ups with which a game can start.
    pub setups: Vec<Setup>,
    /// Picture of the back of each side's counters, by the side's name: what a masked unit shows to others.
    pub backs: BTreeMap<String, String>,
    /// Where eliminated units go: name of a sheet and of a box on it; `$Side$` stands for the unit's side.
    pub eliminated: (String, String),
    /// Picture of the "moved" mark.
    pub moved_image: String,
    /// The turn record.
    pub turns: TurnRecord,
    /// Dice buttons.
    pub dice: Vec<Dice>,
    /// Windows of charts.
    pub charts: Vec<ChartWindow>,
    /// Pages of the help menu: title and HTML.
    pub help: Vec<(String, String)>,
    /// PNG files by name.
    pub images: BTreeMap<String, Vec<u8>>,
}

/// What the toolbar shows of the course of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnRecord {
    /// Game turns.
    pub turns: Vec<String>,
    /// The phases of each.
    pub phases: Vec<String>,
    /// Who may have to move; none if the phases say it.
    pub movers: Vec<String>,
    /// With which phases the marks of units that have moved come off, from 0.
    pub fresh: Vec<usize>,
    /// What the toolbar says before the name of a turn: `Turn `, or nothing.
    pub word: String,
    /// The marker that goes along with the turn, if a sheet has boxes for all turns.
    pub marker: Option<TurnMarker>,
}

/// A marker that lies in the box of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnMarker {
    /// Id of the piece.
    pub piece: String,
    /// Name of the sheet with the boxes.
    pub sheet: String,
    /// What the name of a box says before that of the turn.
    pub before: String,
    /// How far its place in a box lies off the box's middle, east and south, in pixels.
    pub off: (i32, i32),
}

/// Pages to choose from in a window that a button opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartWindow {
    /// Name of the button. Unique in the module.
    pub name: String,
    /// What the button says when pointed at.
    pub tooltip: String,
    /// Key that opens it.
    pub key: Key,
    /// The pages: title and HTML. At least one.
    pub pages: Vec<(String, String)>,
}

/// A map board with its numbered grid.
#[derive(Clone, Debug)]
pub struct Board {
    /// Name of the map and its board.
    pub name: String,
    /// Its picture.
    pub image: String,
    /// Size of the picture in pixels.
    pub size: (u32, u32),
    /// The grid on it.
    pub grid: BoardGrid,
    /// Numbers of all hexes on it.
    pub hexes: Vec<String>,
    /// Named hexes. A piece there is reported at `Bastogne (1817)`.
    pub places: Vec<NamedHex>,
}

/// A hex with a name.
#[derive(Clone, Debug)]
pub struct NamedHex {
    /// Its name.
    pub name: String,
    /// Its corners on the picture, in pixels.
    pub outline: Vec<(i32, i32)>,
}

/// A switch on a unit, shown as a picture over the counter.
#[derive(Clone, Debug)]
pub struct Status {
    /// Name in menus; properties are called after it.
    pub name: String,
    /// Picture laid over the counter, of its size and see-through save for a badge.
    pub image: String,
    /// Key that switches it.
    pub key: Key,
}

/// What a button above the board takes off at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// What it is called.
    pub name: String,
    /// When the rules take it off; empty if nobody says when.
    pub when: String,
    /// Whether it is a switch of units of this name; else it is pieces of this name, which are deleted.
    pub from_units: bool,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Stable id.
    pub id: String,
    /// Name in menus and reports.
    pub name: String,
    /// What it can do.
    pub kind: PieceKind,
    /// Its faces, the first shown first; a name of ` (reduced)` is added to the piece's. At least one.
    pub faces: Vec<Level>,
    /// Width and height in pixels.
    pub size: u32,
    /// Fixed properties; a unit needs `Side`.
    pub marks: Vec<(String, String)>,
    /// Tab and group in the palette.
    pub tray: (String, String),
}

/// What a counter can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// Moves, loses steps (its faces in order), carries statuses.
    Unit,
    /// A marker; its faces go round.
    Marker,
    /// A card or chit: lies in piles and hands; its faces go round.
    Card(Box<CardWays>),
}

/// The back of a card and its ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardWays {
    /// Picture of its back.
    pub back: String,
    /// Picture laid over its face while others see its back.
    pub veil: String,
    /// What others read while they see its back.
    pub masked: String,
    /// The box into which it goes back: sheet, box.
    pub home: (String, String),
    /// The box into which it is laid when used: sheet, box.
    pub discard: Option<(String, String)>,
    /// The hand into which its side takes it: sheet, box.
    pub hand: Option<(String, String)>,
}

/// Where everything is: at the start of a scenario, or at some moment of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Stable id, of which file names are made: `initial-assault`.
    pub id: String,
    /// The title under which it is offered.
    pub title: String,
    /// Which of the module's game turns it is, from 0.
    pub turn: usize,
    /// Which of its phases, from 0.
    pub phase: usize,
    /// Which of those that may have to move has to, from 0; 0 if the module lists none.
    pub mover: usize,
    /// Pieces, in each place the bottom one first.
    pub placements: Vec<Placement>,
}

/// Where a piece is and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Id of the piece.
    pub piece: String,
    /// Where it is.
    pub location: Location,
    /// Which face it shows, from 0.
    pub face: usize,
    /// Names of statuses that are on.
    pub statuses: Vec<String>,
}

/// A place on the board or on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// A hex of the board by number.
    Hex(String),
    /// The side between two hexes of the board: a place for markers.
    Hexside(String, String),
    /// A box of a sheet: sheet, box.
    Box(String, String),
}

/// A dice button.
#[derive(Clone, Debug)]
pub struct Dice {
    /// Label: `2d6`.
    pub name: String,
    /// Number of dice.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
}

impl Dice {
    /// What the chat says of a roll: who rolled what, of several dice each and their sum. The chat puts a `*` before it.
    pub(super) fn report(&self) -> &'static str {
        if self.count == 1 {
            " $PlayerName$ rolls $name$: $numericalTotal$"
        } else {
            " $PlayerName$ rolls $name$: $rawRolls$, in all $numericalTotal$"
        }
    }
}

impl ModuleContents {
    /// Checks what the writer relies on: ids that are there and unique, and texts that VASSAL's escaping can carry.
    ///
    /// # Errors
    /// Names the first thing that is wrong.
    pub fn check(&self) -> Result<(), ModuleError> {
        let wrong = |message: String| Err(ModuleError::Contents(message));
        let mut ids = BTreeMap::new();
        for piece in &self.pieces {
            if ids.insert(piece.id.as_str(), piece).is_some() {
                return wrong(format!("two pieces have the id {}", piece.id));
            }
            if piece.faces.is_empty() {
                return wrong(format!("piece {} has no face", piece.id));
            }
        }
        let statuses: BTreeSet<_> = self.statuses.iter().map(|s| s.name.as_str()).collect();
        for (setup, placement) in self.setups.iter().flat_map(|it| it.placements.iter().map(move |p| (it, p))) {
            let Some(piece) = ids.get(placement.piece.as_str()) else {
                return wrong(format!("{} places {}, which is no piece", setup.title, placement.piece));
            };
            if placement.face >= piece.faces.len() {
                return wrong(format!("{} has no face {}", piece.id, placement.face));
            }
            if let Some(unknown) = placement.statuses.iter().find(|s| !statuses.contains(s.as_str())) {
                return wrong(format!("{}: {} carries {unknown}, which units cannot carry", setup.title, piece.id));
            }
            if piece.kind != PieceKind::Unit && !placement.statuses.is_empty() {
                return wrong(format!("{} is no unit and carries no status", piece.id));
            }
            match &placement.location {
                Location::Hex(number) if self.board.grid.centre(number).is_none() => {
                    return wrong(format!("{} starts in {number}, which is no hex", piece.id));
                }
                Location::Hexside(one, other) if [one, other].iter().any(|it| self.board.grid.centre(it).is_none()) => {
                    return wrong(format!("{} starts between {one} and {other}, which are no hexes", piece.id));
                }
                Location::Box(sheet, name) if self.find_box(setup, sheet, name).is_none() => {
                    return wrong(format!("{} starts in the box {name} of {sheet}, which is not there", piece.id));
                }
                _ => {}
            }
        }
        let mut titles = BTreeSet::new();
        for setup in &self.setups {
            let TurnRecord { turns, phases, movers, .. } = &self.turns;
            let begun = setup.turn < turns.len() && setup.phase < phases.len() && setup.mover < movers.len().max(1);
            if !titles.insert(&setup.title) || !begun {
                return wrong(format!("the set-up {} comes twice, or at no time of the turn record", setup.title));
            }
        }
        if let Some(sheet) = self.sheets.iter().find(|sheet| sheet.boards.is_empty()) {
            return wrong(format!("the sheet {} has no board", sheet.name));
        }
        self.check_piles()?;
        for text in self.texts() {
            if text.ends_with('\\') || text.chars().any(char::is_control) {
                return wrong(format!(
                    "{text:?}: VASSAL cannot hold a text that ends in a backslash or has control characters"
                ));
            }
        }
        Ok(())
    }

    /// Checks that every pile stands in a box that lies in the same place on all boards, and that cards find their ways.
    fn check_piles(&self) -> Result<(), ModuleError> {
        let wrong = |message: String| Err(ModuleError::Contents(message));
        let mut names = BTreeSet::new();
        for pile in &self.piles {
            let sheet = self.sheets.iter().find(|sheet| sheet.name == pile.sheet);
            let boards = sheet.map_or(&[][..], |sheet| &sheet.boards);
            let boxes = boards.iter().map(|board| board.boxes.iter().find(|laid| laid.name == pile.name));
            let places: BTreeSet<_> = boxes.map(|laid| laid.map(|laid| (laid.place(0), laid.cell))).collect();
            if places.len() != 1 || places.contains(&None) || !names.insert(&pile.name) {
                return wrong(format!("the pile {} has no box of its own in one place of {}", pile.name, pile.sheet));
            }
        }
        if let Some(into) = self.piles.iter().filter_map(|pile| pile.into.as_ref()).find(|into| !names.contains(into)) {
            return wrong(format!("a pile goes back into {into}, which is no pile"));
        }
        let there = |(sheet, name): &(String, String)| {
            let sheet = self.sheets.iter().find(|it| it.name == *sheet);
            sheet.is_some_and(|sheet| sheet.boards.iter().any(|board| board.boxes.iter().any(|it| it.name == *name)))
        };
        for piece in &self.pieces {
            let PieceKind::Card(ways) = &piece.kind else { continue };
            let lost = [Some(&ways.home), ways.discard.as_ref(), ways.hand.as_ref()];
            if let Some((sheet, name)) = lost.into_iter().flatten().find(|way| !there(way)) {
                return wrong(format!("{} goes to the box {name} of {sheet}, which is not there", piece.id));
            }
        }
        match self.sheets.iter().filter_map(|sheet| sheet.owner.as_ref()).find(|owner| !self.sides.contains(owner)) {
            Some(owner) => wrong(format!("a hand belongs to {owner}, which is no side")),
            None => Ok(()),
        }
    }

    /// The pile in a box of a sheet.
    pub(super) fn pile(&self, sheet: &str, name: &str) -> Option<&DrawPile> {
        self.piles.iter().find(|pile| pile.sheet == sheet && pile.name == name)
    }

    /// Where a pile stands on its sheet, and how wide it may be, in pixels.
    pub(super) fn stand(&self, pile: &DrawPile) -> Option<((u32, u32), u32)> {
        let board = self.sheets.iter().find(|sheet| sheet.name == pile.sheet)?.boards.first()?;
        let laid = board.boxes.iter().find(|laid| laid.name == pile.name)?;
        Some((laid.place(0), laid.cell))
    }

    /// A box of a sheet, on the board that a set-up uses.
    pub(crate) fn find_box(&self, setup: &Setup, sheet: &str, name: &str) -> Option<&SheetBox> {
        let sheet = self.sheets.iter().find(|s| s.name == sheet)?;
        sheet.board_of(&setup.title)?.boxes.iter().find(|b| b.name == name)
    }

    /// Every text that is escaped on its way into the module.
    fn texts(&self) -> impl Iterator<Item = &String> {
        let pieces = self.pieces.iter().flat_map(|p| {
            let faces = p.faces.iter().flat_map(|f| [&f.image, &f.name]);
            let marks = p.marks.iter().flat_map(|(name, value)| [name, value]);
            let masked = if let PieceKind::Card(ways) = &p.kind { Some(&ways.masked) } else { None };
            [&p.id, &p.name, &p.tray.0, &p.tray.1].into_iter().chain(faces).chain(marks).chain(masked)
        });
        let boards = self.sheets.iter().flat_map(|s| &s.boards);
        let boards = boards.flat_map(|b| std::iter::once(&b.name).chain(b.boxes.iter().map(|b| &b.name)));
        let sheets = self.sheets.iter().map(|s| &s.name).chain(boards);
        let statuses = self.statuses.iter().flat_map(|s| [&s.name, &s.image]);
        let places = self.board.places.iter().map(|place| &place.name).chain(&self.board.hexes);
        [&self.name, &self.version, &self.description, &self.board.name, &self.board.image, &self.moved_image]
            .into_iter()
            .chain([&self.eliminated.0, &self.eliminated.1])
            .chain(self.setups.iter().flat_map(|setup| [&setup.id, &setup.title]))
            .chain(&self.sides)
            .chain(self.turns.turns.iter().chain(&self.turns.phases).chain(&self.turns.movers))
            .chain(self.swept.iter().flat_map(|swept| [&swept.name, &swept.when]))
            .chain(self.charts.iter().flat_map(|window| &window.pages).chain(&self.help).map(|(title, _)| title))
            .chain(self.dice.iter().map(|d| &d.name))
            .chain(pieces)
            .chain(sheets)
            .chain(statuses)
            .chain(places)
    }
}
