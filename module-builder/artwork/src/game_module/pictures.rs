use super::{COUNTER, HEX};
use crate::cores::{self, Progress};
use crate::counter;
use crate::drawings::{Drawings, png_of};
use crate::scene::{Scene, png};
use crate::vassal::ModuleError;
use std::collections::{BTreeMap, BTreeSet};

/// The pictures of a module by file name, each with its scale in pixels a unit. They become PNG files all at once, on
/// every core. A picture of the game's own takes the place of the drawing with its name, in its own size.
pub(super) struct Pictures<'a> {
    /// What the game looks like.
    pub(super) drawings: Drawings<'a>,
    drawn: Vec<(String, Scene, f32)>,
    taken: BTreeMap<String, Vec<u8>>,
    /// Names of the game's own pictures that are in use.
    used: BTreeSet<String>,
}

/// An own picture that is so many times as wide as the drawing would be is shrunk to its size: scans have more pixels
/// than a screen. A counter is three quarters of a hex wide, so that this is the width of a hex.
const TOO_WIDE: f32 = 4.0 / 3.0;

impl<'a> Pictures<'a> {
    /// No pictures yet.
    pub(super) fn new(drawings: Drawings<'a>) -> Pictures<'a> {
        Pictures { drawings, drawn: Vec::new(), taken: BTreeMap::new(), used: BTreeSet::new() }
    }

    /// Takes a drawing under a name without ending; the name of its file comes back.
    pub(super) fn add(&mut self, name: &str, scene: Scene, scale: f32) -> String {
        let file = png_of(name);
        match self.drawings.art.pictures.get(&file) {
            Some(own) => {
                self.taken.insert(file.clone(), own.bytes.to_vec());
                self.used.insert(file.clone());
            }
            None => self.drawn.push((file.clone(), scene, scale)),
        }
        file
    }

    /// Takes the face of a piece, drawn or own; its file name comes back, and its longer side in pixels.
    pub(super) fn face(&mut self, name: &str, scene: Scene, scale: f32) -> (String, u32) {
        let file = png_of(name);
        let side = (scene.width().max(scene.height()) * scale).round() as u32;
        let own = self.drawings.art.pictures.get(&file);
        self.used.extend(own.map(|_| file.clone()));
        match own.filter(|own| own.size.0 as f32 <= scene.width() * scale * TOO_WIDE) {
            Some(own) => {
                self.taken.insert(file.clone(), own.bytes.to_vec());
                (file, own.size.0.max(own.size.1))
            }
            None => {
                self.drawn.push((file.clone(), scene, scale));
                (file, side)
            }
        }
    }

    /// Pixels a unit of a counter's drawing: three quarters of a hex of the board, within what can be read and handled.
    pub(super) fn counter_scale(&self) -> f32 {
        let hex = self.drawings.art.board.map_or(HEX, |scan| scan.hex);
        (hex * COUNTER).round().clamp(24.0, 180.0) / counter::SIZE
    }

    /// Width and height of a picture of the game's own, by file name.
    pub(super) fn own_size(&self, file: &str) -> Option<(u32, u32)> {
        self.drawings.art.pictures.get(file).map(|own| own.size)
    }

    /// Whether every picture of the game's own takes the place of a drawing.
    pub(super) fn all_in_use(&self) -> Result<(), ModuleError> {
        let names = self.drawings.art.pictures.keys();
        let Some(idle) = names.into_iter().find(|name| !self.used.contains(*name)) else { return Ok(()) };
        let alike = |known: &&String| known.eq_ignore_ascii_case(idle);
        let near = self.drawn.iter().map(|(file, ..)| file).find(alike).map(|file| format!("; did you mean {file}?"));
        let rule = "; counters are called UNIT-STEPS_LOST.png";
        let hint = near.as_deref().unwrap_or(rule);
        Err(ModuleError::Contents(format!("art/{idle} takes the place of no drawing{hint}")))
    }

    /// The PNG files by name.
    pub(super) fn files(mut self, progress: Progress<'_>) -> BTreeMap<String, Vec<u8>> {
        let draw = |(name, scene, scale): &(String, Scene, f32)| (name.clone(), png(&scene.pixmap(*scale)));
        let made = cores::each_told(&self.drawn, draw, progress);
        let mut files: BTreeMap<String, Vec<u8>> = made.into_iter().collect();
        files.append(&mut self.taken);
        files
    }
}
