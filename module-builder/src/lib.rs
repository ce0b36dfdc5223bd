//! Pictures of maps and counters, and the modules and sheets made of them.
//!
//! - [`scene`]: a drawing as data, put out as SVG and pixels;
//! - [`counter`]: the faces of counters and markers;
//! - [`card`]: the faces and backs of cards and chits;
//! - [`drawings`]: what a game looks like, its own pictures in the place of our drawings;
//! - [`gallery`]: all drawings of a game as files;
//! - [`game_folder`]: the folder of a game, its texts and its own pictures;
//! - [`lettering`]: letters that our fonts lack;
//! - [`map_picture`]: the map;
//! - [`picture`]: a game in progress, for mail;
//! - [`print`]: sheets to print, cut and play with;
//! - [`strengths`]: the sums of a game beside those of another;
//! - [`survey`]: the geography of the Ardennes projected on the grid of a game;
//! - [`vassal`]: VASSAL modules from plain contents;
//! - [`game_module`]: the module of a published game.

pub mod card;
mod chart;
mod cores;
pub mod counter;
pub mod drawings;
pub mod gallery;
pub mod game_folder;
pub mod game_module;
pub mod lettering;
pub mod map_picture;
pub mod picture;
pub mod print;
pub mod scene;
pub mod strengths;
pub mod survey;
pub mod vassal;

pub use cores::Progress;
pub use counter::{counter_png, counter_svg};
pub use map_picture::{HexGeometry, board_png, board_svg};
pub use picture::Picture;
