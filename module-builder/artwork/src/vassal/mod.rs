//! VASSAL modules: one `.vmod` file that VASSAL 3.7 opens.
//!
//! [`ModuleContents`] says what goes in, as plain data, and writes it; nothing here knows a game.
//! [`lint`] finds in a finished module what VASSAL itself keeps silent about: a prototype that is not there, a
//! piece number given twice, a set-up on a map of another name.

mod archive;
mod build_file;
mod contents;
mod element;
mod error;
mod gpid;
mod grid;
mod hex_grid;
mod lint;
mod module;
mod piece;
mod pile;
#[cfg(test)]
mod sample;
mod save;
mod saved;
mod sequence;
mod sheet;
mod slot;
mod sweep;
mod window;

pub use archive::Archive;
pub use contents::{
    Board, CardWays, ChartWindow, Dice, Location, ModuleContents, NamedHex, Piece, PieceKind, Placement, Setup, Status,
    Swept, TurnMarker, TurnRecord,
};
pub use element::Element;
pub use error::ModuleError;
pub use grid::BoardGrid;
pub use hex_grid::HexGrid;
pub use lint::lint;
pub use piece::{Key, Level};
pub use pile::DrawPile;
pub use saved::SavedPiece;
pub use sheet::{BoxPlan, Sheet, SheetBoard, SheetBox};
pub use slot::{CARD_KEYS, PALETTE, UNIT_KEYS};
