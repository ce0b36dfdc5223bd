//! What is made of the definitions of a game: sheets to print, files of pictures, maps from the survey.
//!
//! - [`board_file`]: where the hexes lie on a scan of a board;
//! - [`booklet`]: pages as data, written as PDF;
//! - [`gallery`]: all drawings of a game as files;
//! - [`game_folder`]: the folder of a game, its texts and its own pictures;
//! - [`picture_file`]: pictures of somebody's own in any usual format;
//! - [`print`](mod@print): sheets to print, cut and play with;
//! - [`strengths`]: the sums of a game beside those of another;
//! - [`survey`]: the geography of the Ardennes projected on the grid of a game.
//!
//! The drawings themselves and VASSAL modules are `artwork`'s, which the service uses as well.

pub mod board_file;
pub mod booklet;
pub mod gallery;
pub mod game_folder;
mod pdf;
pub mod picture_file;
pub mod print;
pub mod strengths;
pub mod survey;
