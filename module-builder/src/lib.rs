//! What is made of the definitions of a game: sheets to print, files of pictures, maps from the survey.
//!
//! - [`booklet`]: pages as data, written as PDF;
//! - [`gallery`]: all drawings of a game as files;
//! - [`print`](mod@print): sheets to print, cut and play with;
//! - [`strengths`]: the sums of a game beside those of another;
//! - [`survey`]: the geography of the Ardennes projected on the grid of a game.
//!
//! The drawings themselves and VASSAL modules are `artwork`'s, which the service uses as well.

pub mod booklet;
pub mod gallery;
mod pdf;
pub mod print;
pub mod strengths;
pub mod survey;
