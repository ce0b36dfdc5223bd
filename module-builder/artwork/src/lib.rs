//! What a game looks like: pictures of maps, counters and cards, and the VASSAL module made of them.
//!
//! - [`scene`]: a drawing as data, put out as SVG and pixels;
//! - [`counter`]: the faces of counters and markers;
//! - [`art`]: a game's own pictures in the place of drawings;
//! - [`annals`]: a game told turn by turn, as a file;
//! - [`card`]: the faces and backs of cards and chits;
//! - [`drawings`]: what a game looks like, its own pictures in the place of our drawings;
//! - [`key_words`]: what the key of a map says, in the words of the game's charts;
//! - [`lettering`]: letters that our fonts lack;
//! - [`map_picture`]: the map;
//! - [`picture`]: a game in progress, for mail;
//! - [`vassal`]: VASSAL modules from plain contents;
//! - [`game_module`]: the module of a published game.

pub mod annals;
pub mod art;
pub mod card;
pub mod chart;
pub mod cores;
pub mod counter;
pub mod drawings;
pub mod game_module;
pub mod key_words;
pub mod lettering;
pub mod map_picture;
pub mod picture;
pub mod scene;
pub mod vassal;

pub use cores::Progress;
pub use counter::{counter_png, counter_svg};
pub use map_picture::{HexGeometry, board_png, board_svg};
pub use picture::Picture;
