use crate::game_folder::Art;
use crate::scene::{Scene, png};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Drawings by file name, each with its scale in pixels a unit. They become PNG files all at once, on every core. A
/// picture of the game's own takes the place of the drawing with its name.
pub(super) struct Pictures<'a> {
    art: &'a Art,
    drawings: Vec<(String, Scene, f32)>,
    taken: BTreeMap<String, Vec<u8>>,
}

impl<'a> Pictures<'a> {
    /// No pictures yet.
    pub(super) fn new(art: &'a Art) -> Pictures<'a> {
        Pictures { art, drawings: Vec::new(), taken: BTreeMap::new() }
    }

    /// Takes a drawing; its file name comes back.
    pub(super) fn add(&mut self, name: String, scene: Scene, scale: f32) -> String {
        match self.art.pictures.get(&name) {
            Some(own) => {
                self.taken.insert(name.clone(), own.bytes.to_vec());
            }
            None => self.drawings.push((name.clone(), scene, scale)),
        }
        name
    }

    /// Width and height of a picture of the game's own.
    pub(super) fn own_size(&self, name: &str) -> Option<(u32, u32)> {
        self.art.pictures.get(name).map(|own| own.size)
    }

    /// Names of the game's own pictures that take the place of no drawing.
    pub(super) fn idle(&self) -> Vec<&'a str> {
        let art = self.art;
        art.pictures.keys().filter(|name| !self.taken.contains_key(*name)).map(String::as_str).collect()
    }

    /// The PNG files by name.
    pub(super) fn files(mut self) -> BTreeMap<String, Vec<u8>> {
        let next = AtomicUsize::new(0);
        let draw = || {
            let mut drawn = Vec::new();
            while let Some((name, scene, scale)) = self.drawings.get(next.fetch_add(1, Ordering::Relaxed)) {
                drawn.push((name.clone(), png(&scene.pixmap(*scale))));
            }
            drawn
        };
        let mut files: BTreeMap<String, Vec<u8>> = thread::scope(|scope| {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(draw)).collect();
            let drawn =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
            drawn.flatten().collect()
        });
        files.append(&mut self.taken);
        files
    }
}
