//! The folder of a game: its text files, and pictures that take the place of drawings.
//!
//! Folders may come from anybody, so everything is read within limits: a file that claims to be larger than a game
//! needs is refused before it is taken into memory.

use crate::board_file::{EXPECTED, GRID, scan};
use crate::picture_file;
use artwork::art::{Art, ArtPicture};
use artwork::cores;
use artwork::drawings::{BOARD, png_of};
use definitions::declaration::Reader;
use definitions::{DefinitionError, GameFiles, Map, Published};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest text file, in bytes; the map of Ardennes II has 0.7 million.
const TEXT: u64 = 8 << 20;
/// The largest picture file of a counter or card and of a map, in bytes: a sheet of 22 by 34 inches that was scanned with
/// 300 dots an inch has 160 million.
const PICTURE: u64 = 64 << 20;
const MAP_PICTURE: u64 = 400 << 20;
/// The most files of each kind.
const FILES: usize = 4_000;
/// The most units of a game, each with a picture for every step.
const UNITS: usize = 3_000;
/// The most bytes of all pictures of a game.
const PICTURES: u64 = 512 << 20;
/// The most pixels of a map: 10,000 by 10,000; and of a counter or card.
const MAP_PIXELS: u64 = 100_000_000;
const FACE_PIXELS: u64 = 8_000_000;

/// The text files of a game, besides scenarios and their parts.
const NAMES: [&str; 12] = [
    "game.txt",
    "about.txt",
    "aid.txt",
    "map.txt",
    "units.txt",
    "words.txt",
    "cards.txt",
    "tables.txt",
    "rules.txt",
    "rulings.txt",
    "survey.txt",
    "overrides.txt",
];
/// A game's folder on the disk.
#[derive(Clone, Debug)]
pub struct GameFolder(PathBuf);

impl GameFolder {
    /// The folder of a game: the one with this name among the games of `assets`, or else one with this path.
    ///
    /// # Errors
    /// When there is neither.
    pub fn find(assets: &Path, game: &str) -> Result<GameFolder, String> {
        let known = assets.join("games").join(game);
        let own = Path::new(game);
        if known.is_dir() {
            return Ok(GameFolder(known));
        }
        if own.is_dir() {
            return Ok(GameFolder(own.to_owned()));
        }
        let names = all(assets).map(|games| games.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", "));
        let names = names.unwrap_or_else(|why| why);
        Err(format!("expected the path of a game's folder, or the name of one of the games ({names}); found `{game}`"))
    }

    /// The last part of its path.
    pub fn name(&self) -> String {
        let whole = self.0.canonicalize().unwrap_or_else(|_| self.0.clone());
        whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The id of the game in it, wherever the folder lies; its name as long as no `game.txt` says one.
    pub fn id(&self) -> String {
        let text = self.text("game.txt").unwrap_or_default();
        let declarations = Reader::new("game.txt").declarations(&text);
        let said = declarations
            .iter()
            .find(|declaration| declaration.kind == "game")
            .and_then(|declaration| declaration.words.first().cloned());
        said.unwrap_or_else(|| self.name())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether it has a file.
    pub fn has(&self, name: &str) -> bool {
        self.0.join(name).is_file()
    }

    /// The text of a file.
    ///
    /// # Errors
    /// When it is missing, too large or no UTF-8 text.
    pub fn text(&self, name: &str) -> Result<String, String> {
        let path = self.0.join(name);
        let bytes = read(&path, TEXT)?;
        String::from_utf8(bytes).map_err(|e| {
            let (sound, rest) = e.as_bytes().split_at(e.utf8_error().valid_up_to());
            let line = 1 + sound.iter().filter(|byte| **byte == b'\n').count();
            let byte = rest.first().copied().unwrap_or_default();
            format!("{name}:{line}: expected a text in UTF-8, found the byte {byte:02x}; save the file as UTF-8")
        })
    }

    /// All text files of the game.
    ///
    /// # Errors
    /// Those of [`GameFolder::text`].
    pub fn files(&self) -> Result<GameFiles, String> {
        let names = names(&self.0, ".txt")?;
        let texts = names.into_iter().map(|name| Ok((name.clone(), self.text(&name)?)));
        Ok(GameFiles::new(texts.collect::<Result<Vec<_>, String>>()?))
    }

    /// Text files that no game has, a line each.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn idle(&self) -> Result<Vec<String>, String> {
        let kinds = ["scenario-", "part-"];
        let known = |name: &String| NAMES.contains(&name.as_str()) || kinds.iter().any(|kind| name.starts_with(kind));
        let told = |name: String| {
            format!("{name}: not read; files are called {}, scenario-ID.txt, part-ID.txt", NAMES.join(", "))
        };
        Ok(names(&self.0, ".txt")?.into_iter().filter(|name| !known(name)).map(told).collect())
    }

    /// The game.
    ///
    /// # Errors
    /// Every fault of every file, a line each.
    pub fn published(&self) -> Result<Published, String> {
        let game = Published::parse(&self.files()?).map_err(lines)?;
        match game.units.units.len() {
            0..=UNITS => Ok(game),
            many => Err(format!("units.txt: expected at most {UNITS} units, found {many}")),
        }
    }

    /// The pictures in `art/` that take the place of drawings; none if there is no such folder.
    ///
    /// # Errors
    /// When a picture is of no usual format, not sound, or too large, or `art/board.txt` does not say where the hexes lie, or something
    /// else lies there.
    pub fn art(&self) -> Result<Art, String> {
        let folder = self.0.join("art");
        let mut art = Art::default();
        if !folder.is_dir() {
            return Ok(art);
        }
        let mut room = PICTURES;
        // a picture of another kind, or with another name, would be passed over and the drawing shown
        let aside = |name: &str| name == GRID || name.ends_with(".md");
        for name in names(&folder, "")?.iter().filter(|name| !aside(name)) {
            let path = folder.join(name);
            let Some(stem) = picture_file::stem(name) else {
                let expected = "expected pictures (PNG, JPEG, WebP or TIFF) and, beside that of the board, board.txt";
                return Err(format!("{}: {expected}", path.display()));
            };
            let is_map = stem == BOARD;
            let bytes = read(&path, if is_map { MAP_PICTURE } else { PICTURE })?;
            let most = if is_map { MAP_PIXELS } else { FACE_PIXELS };
            let (bytes, size) =
                picture_file::png_of(bytes, most).map_err(|why| format!("{}: {why}", path.display()))?;
            room = room.checked_sub(bytes.len() as u64).ok_or_else(|| {
                format!("{}: expected at most {} MB of pictures in all", folder.display(), PICTURES >> 20)
            })?;
            if art.pictures.insert(png_of(stem), ArtPicture { size, bytes: bytes.into() }).is_some() {
                return Err(format!("{}: expected one picture of that name, found two", path.display()));
            }
        }
        match (art.pictures.get(&png_of(BOARD)), folder.join(GRID).is_file()) {
            (Some(picture), true) => {
                let map = Map::parse("map.txt", &self.text("map.txt")?).map_err(lines)?;
                let text = self.text("art/board.txt")?;
                art.board = Some(scan("art/board.txt", &text, &map, picture.size).map_err(lines)?);
            }
            (Some(_), false) => {
                return Err(format!(
                    "{}: expected {GRID} beside the picture of the board, with {EXPECTED}",
                    folder.display()
                ));
            }
            (None, true) => {
                return Err(format!("{}: expected a picture of the board (board.png) beside {GRID}", folder.display()));
            }
            (None, false) => {}
        }
        Ok(art)
    }
}

/// The folders of all games in `assets`, by name.
///
/// # Errors
/// When the folder of games cannot be read.
pub fn all(assets: &Path) -> Result<Vec<(String, GameFolder)>, String> {
    let folder = assets.join("games");
    let missing = |e| format!("{}: {e}; run it in the folder that holds assets/", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(missing)?;
    let folders = entries.flatten().filter(|entry| entry.path().join("map.txt").is_file());
    let mut games: Vec<(String, GameFolder)> =
        folders.map(|entry| (entry.file_name().to_string_lossy().into_owned(), GameFolder(entry.path()))).collect();
    games.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(games)
}

/// Reads games at the same time, as many as there are cores.
pub fn published(games: &[(String, GameFolder)]) -> Vec<Result<Published, String>> {
    cores::each(games, |(_, game)| game.published())
}

/// Faults as text, one a line.
pub fn lines(faults: Vec<DefinitionError>) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Names of a folder's files with an ending, sorted.
fn names(folder: &Path, ending: &str) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let inside = folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?;
    // a link out of somebody's folder would show what lies elsewhere on the disk
    let leads_out = |path: &Path| path.canonicalize().is_ok_and(|path| !path.starts_with(&inside));
    let (out, entries): (Vec<_>, Vec<_>) = entries.flatten().partition(|entry| leads_out(&entry.path()));
    if let Some(link) = out.iter().find(|entry| entry.file_name().to_string_lossy().ends_with(ending)) {
        return Err(format!("{}: expected a file in this folder, found a link out of it", link.path().display()));
    }
    let names = entries.into_iter().filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(ending) && !name.starts_with('.'));
    names.sort();
    if names.len() > FILES {
        return Err(format!("{}: expected at most {FILES} files, found {}", folder.display(), names.len()));
    }
    Ok(names)
}

/// A file of at most so many bytes.
///
/// # Errors
/// When it is larger, or cannot be read.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let told = |e: std::io::Error| format!("{}: {e}", path.display());
    // a pipe would be waited for
    if path.exists() && !path.is_file() {
        return Err(format!("{}: expected a file", path.display()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(told)?.take(limit + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > limit {
        return Err(format!("{}: expected at most {} MB", path.display(), limit >> 20));
    }
    Ok(bytes)
}
