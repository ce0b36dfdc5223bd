use super::DefinitionError;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The definition files of one game, by name. A stored game keeps its own copy, named by its hash, so that
/// a corrected map never changes a game under way.
///
/// Packed files say of what format they are, so that those of a later program are refused and not misread. Files without a
/// format are of the first. The second added lines that declare words, bounds and conditions; the third added what charts
/// say of the map's signs, boxes, reverses and numbers of markers; the fourth what units are at their last step, and objectives
/// that the map marks; the fifth names of divisions and origins of a card's lines. Whatever has no such lines reads as it always did, so earlier ones need no other upgrade than to be
/// known, and keep the name under which they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFiles {
    format: u8,
    texts: BTreeMap<String, String>,
}

/// The format in which files are written now.
const FORMAT: u8 = 5;
/// What stands before the format, as the first line of packed files.
const HEAD: &str = "=== format";

impl Default for GameFiles {
    fn default() -> GameFiles {
        GameFiles { format: FORMAT, texts: BTreeMap::new() }
    }
}

impl GameFiles {
    /// Files from pairs of name and text. A byte-order mark, which some editors put at the head, is taken off.
    pub fn new(files: impl IntoIterator<Item = (String, String)>) -> GameFiles {
        let plain = |text: String| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        GameFiles { format: FORMAT, texts: files.into_iter().map(|(name, text)| (name, plain(text))).collect() }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// When the game has no such file.
    pub fn text(&self, name: &str) -> Result<&str, DefinitionError> {
        self.texts.get(name).map(String::as_str).ok_or_else(|| DefinitionError::new(name, 0, "this file is missing"))
    }

    /// Puts a file in place of one with the same name, or beside the others.
    pub fn replace(&mut self, name: &str, text: &str) {
        self.texts.insert(name.to_owned(), text.to_owned());
    }

    /// Names and texts, in order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// One text that holds all files; [`GameFiles::unpack`] reads it back.
    pub fn pack(&self) -> String {
        let mut packed = if self.format > 1 { format!("{HEAD} {}\n", self.format) } else { String::new() };
        for (name, text) in self.iter() {
            packed.push_str(&format!("=== {name} {}\n{text}\n", text.len()));
        }
        packed
    }

    /// Reads what [`GameFiles::pack`] wrote.
    ///
    /// # Errors
    /// When the text was cut off, is something else, or was written by a later program.
    pub fn unpack(packed: &str) -> Result<GameFiles, DefinitionError> {
        let broken = || DefinitionError::new("packed definitions", 0, "expected `=== name length` and that many bytes");
        let mut files = BTreeMap::new();
        let (mut format, mut rest) = (1, packed);
        if let Some((found, after)) = packed.strip_prefix(HEAD).and_then(|after| after.split_once('\n')) {
            format = found.trim().parse().map_err(|_| broken())?;
            rest = after;
        }
        if !(1..=FORMAT).contains(&format) {
            let told = format!("expected a format up to {FORMAT}, found {format}: a later program wrote these files");
            return Err(DefinitionError::new("packed definitions", 0, told));
        }
        while !rest.is_empty() {
            let (head, body) = rest.split_once('\n').ok_or_else(broken)?;
            let (name, length) = head.strip_prefix("=== ").and_then(|h| h.rsplit_once(' ')).ok_or_else(broken)?;
            let length: usize = length.parse().map_err(|_| broken())?;
            let text = body.get(..length).ok_or_else(broken)?;
            rest = body.get(length..).and_then(|r| r.strip_prefix('\n')).ok_or_else(broken)?;
            files.insert(name.to_owned(), text.to_owned());
        }
        Ok(GameFiles { format, texts: files })
    }

    /// SHA-256 of the packed files, in hex: the name under which a store keeps them.
    pub fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.pack().as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let marked = GameFiles::new([("a.txt".into(), "\u{feff}game x\n".into())]);
        assert_eq!(marked.text("a.txt"), Ok("game x\n"));
    }

    #[test]
    fn packed_files_unpack_to_the_same_files_and_cut_ones_to_an_error() {
        let files = GameFiles::new([("a.txt".into(), "one\n=== b\n".into()), ("b.txt".into(), String::new())]);
        let packed = files.pack();
        assert_eq!(GameFiles::unpack(&packed), Ok(files));
        for cut in 1..packed.len() {
            let _ = GameFiles::unpack(&packed[..cut]);
        }
        assert!(GameFiles::unpack(&packed[..packed.len() - 2]).is_err());
    }

    #[test]
    fn files_of_the_first_format_keep_their_name_and_those_of_a_later_one_are_refused() {
        let old = "=== a.txt 3\none\n";
        let files = GameFiles::unpack(old).unwrap();
        assert_eq!((files.text("a.txt"), files.pack().as_str()), (Ok("one"), old));
        let newest = GameFiles::new([("a.txt".into(), "one".into())]);
        assert_ne!(newest.hash(), files.hash());
        assert!(newest.pack().starts_with("=== format 5\n=== a.txt 3\n"), "{}", newest.pack());
        for earlier in 2..5 {
            let earlier = format!("=== format {earlier}\n=== a.txt 3\none\n");
            assert_eq!(GameFiles::unpack(&earlier).unwrap().pack(), earlier);
        }
        let later = newest.pack().replacen("format 5", "format 6", 1);
        let told = GameFiles::unpack(&later).unwrap_err().to_string();
        assert_eq!(told, "packed definitions: expected a format up to 5, found 6: a later program wrote these files");
        assert!(GameFiles::unpack("=== format two\n").is_err());
    }
}
