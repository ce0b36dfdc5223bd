//! A copy of the tree, so that nothing is broken where somebody works.

use crate::report::Name;
use crate::rewrite::{Rewritten, rewrite};
use crate::sites::{Break, Site, sites};
use crate::switch;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file of the game's source and its places.
#[derive(Debug)]
pub struct File {
    /// From the root of the tree.
    pub path: String,
    /// As it stands in the tree.
    pub source: String,
    /// Its places.
    pub sites: Vec<Site>,
    /// As it was last written.
    pub written: Rewritten,
}

/// The copy.
#[derive(Debug)]
pub struct Copy {
    /// Where it stands.
    pub folder: PathBuf,
    /// The files of which something is broken.
    pub files: Vec<File>,
    root: String,
    last: u32,
}

/// What is no rule, or what no rule's test has to notice.
const ASIDE: [&str; 4] = ["/opponent", "/tests/", "/tests.rs", "/drawing"];

impl Copy {
    /// Copies what git knows of a tree, with changes that are not committed, and looks for places in a game's files, in those
    /// whose path contains one of the words, if there are any.
    ///
    /// # Errors
    /// What git or the disk says; source that is not Rust; words that no file contains.
    pub fn new(root: &Path, game: &str, words: &[String]) -> Result<Self, Box<dyn Error>> {
        let folder = root.join("target/breaks").join(game);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut list = Command::new("git").args(["ls-files", "-z"]).current_dir(root).stdout(Stdio::piped()).spawn()?;
        // with their times, so that only what changed is built again
        let copied = Command::new("xargs")
            .args(["-0", "cp", "--parents", "--preserve=timestamps", "-t"])
            .arg(&folder)
            .current_dir(root)
            .stdin(list.stdout.take().ok_or("git says nothing")?)
            .status()?;
        if !list.wait()?.success() || !copied.success() {
            return Err("the tree is not copied (are there files that git knows and that are gone?)".into());
        }
        let package = format!("engine/games/{game}");
        let library = format!("{package}/src/lib.rs");
        let mut paths = Vec::new();
        walk(&folder.join(&package).join("src"), &mut paths)?;
        paths.sort();
        let (mut files, mut last) = (Vec::new(), 0);
        for path in paths {
            let path = path.strip_prefix(&folder)?.to_str().ok_or("a path that is no text")?.to_owned();
            let wanted = if words.is_empty() {
                !ASIDE.iter().any(|aside| path.contains(aside))
            } else {
                words.iter().any(|word| path.contains(word))
            };
            if wanted || path == library {
                let source = fs::read_to_string(folder.join(&path))?;
                let mut sites = sites(&source, &mut last).map_err(|fault| format!("{path}: {fault}"))?;
                if !wanted {
                    sites.clear();
                }
                files.push(File { path, source, sites, written: Rewritten::default() });
            }
        }
        if files.iter().all(|file| file.sites.is_empty()) {
            return Err(format!("nothing of {game} can be broken in {words:?}").into());
        }
        Ok(Self { folder, files, root: library, last })
    }

    /// Does something with each break.
    pub fn each(&mut self, mut with: impl FnMut(Name, &mut Break)) {
        for file in &mut self.files {
            for site in &mut file.sites {
                for index in 0..site.breaks.len() {
                    let name = Name::new(&file.path, site, &site.breaks[index]);
                    with(name, &mut site.breaks[index]);
                }
            }
        }
    }

    /// Writes the files of the copy with all breaks that are live, and the switch beside them.
    ///
    /// # Errors
    /// What the disk says.
    pub fn write(&mut self) -> Result<(), Box<dyn Error>> {
        for file in &mut self.files {
            file.written = rewrite(&file.source, &file.sites);
            let is_root = file.path == self.root;
            if is_root {
                open(&mut file.written, self.last);
            }
            put(&self.folder.join(&file.path), &file.written.text)?;
        }
        Ok(())
    }
}

/// Adds the switch to the root of a crate, whose lints are for those who read the source.
fn open(root: &mut Rewritten, last: u32) {
    const HEAD: &str = "#![allow(warnings)] ";
    root.text.insert_str(0, HEAD);
    root.text.push_str(&switch::module(last));
    root.text.push('\n');
    for (range, ..) in &mut root.marks {
        *range = range.start + HEAD.len()..range.end + HEAD.len();
    }
}

/// Writes a file if that changes it: what has not changed is not built again.
fn put(path: &Path, text: &str) -> std::io::Result<()> {
    if fs::read_to_string(path)? == text { Ok(()) } else { fs::write(path, text) }
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, paths)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}
