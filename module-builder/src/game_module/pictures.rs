use crate::scene::{Scene, png};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Drawings by file name, each with its scale in pixels a unit. They become PNG files all at once, on every core.
#[derive(Default)]
pub(super) struct Pictures(Vec<(String, Scene, f32)>);

impl Pictures {
    /// Takes a drawing; its file name comes back.
    pub(super) fn add(&mut self, name: String, scene: Scene, scale: f32) -> String {
        self.0.push((name.clone(), scene, scale));
        name
    }

    /// The PNG files by name.
    pub(super) fn files(self) -> BTreeMap<String, Vec<u8>> {
        let next = AtomicUsize::new(0);
        let draw = || {
            let mut drawn = Vec::new();
            while let Some((name, scene, scale)) = self.0.get(next.fetch_add(1, Ordering::Relaxed)) {
                drawn.push((name.clone(), png(&scene.pixmap(*scale))));
            }
            drawn
        };
        thread::scope(|scope| {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(draw)).collect();
            let drawn =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
            drawn.flatten().collect()
        })
    }
}
