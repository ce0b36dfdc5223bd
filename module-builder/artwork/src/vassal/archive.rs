use super::ModuleError;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The most entries of a module; large ones have some 5,000.
const ENTRIES: usize = 50_000;
/// The most bytes that are unpacked: packed saved games and build files have some millions, pictures and sounds are not
/// unpacked to look a module over.
const UNPACKED: u64 = 128 << 20;
/// The most bytes of a saved game, and of all of a module, unpacked: large ones have 28 and 84 millions.
const SAVE: u64 = 48 << 20;
pub(super) const SAVES: u64 = 192 << 20;
/// So many bytes show what kind of file an entry is.
const HEAD: usize = 64;
/// How a zip file begins: a saved game in a module.
const ZIP: &[u8] = b"PK\x03\x04";

/// The entry that says what a module is made of, and what it was called before VASSAL 3.5.
pub const BUILD_FILE: &str = "buildFile.xml";
pub(super) const OLD_BUILD_FILE: &str = "buildFile";
/// The entry that names module and version.
pub(super) const METADATA: &str = "moduledata";

/// The entries of a module file by name.
///
/// Written with sorted names and one fixed time, so that the same module is the same bytes everywhere. Pictures
/// are stored as they are: PNG does not shrink again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive<'a>(BTreeMap<String, Cow<'a, [u8]>>);

impl<'a> Archive<'a> {
    /// Puts an entry in place of one with the same name, or beside the others.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) {
        self.0.insert(name.into(), bytes.into());
    }

    /// Takes an entry out.
    pub fn remove(&mut self, name: &str) -> Option<Cow<'a, [u8]>> {
        self.0.remove(name)
    }

    /// Bytes of an entry.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(AsRef::as_ref)
    }

    /// Text of an entry, if it is there and UTF-8.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// Names of the entries, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The zip file.
    ///
    /// # Errors
    /// When an entry is too large for a zip file.
    pub fn zip(&self) -> Result<Vec<u8>, ModuleError> {
        let size = self.0.values().map(|bytes| bytes.len()).sum::<usize>();
        let mut writer = ZipWriter::new(Cursor::new(Vec::with_capacity(size + 128 * self.0.len())));
        for (name, bytes) in &self.0 {
            let method = if name.ends_with(".png") { CompressionMethod::Stored } else { CompressionMethod::Deflated };
            let options = SimpleFileOptions::default().compression_method(method).last_modified_time(DateTime::DEFAULT);
            writer.start_file(name.as_str(), options)?;
            writer.write_all(bytes)?;
        }
        Ok(writer.finish()?.into_inner())
    }

    /// Reads a zip file whole, as long as it stays within 128 MB.
    ///
    /// # Errors
    /// When it is no zip file, an entry is damaged, or it unpacks to more.
    pub fn open(bytes: &[u8]) -> Result<Archive<'static>, ModuleError> {
        Archive::read(Cursor::new(bytes), |_, _| true, UNPACKED).map(|(archive, _)| archive)
    }

    /// Reads a saved game that lies in a module, and takes what it unpacks to off the room that is left.
    ///
    /// # Errors
    /// Those of [`Archive::open`]; when there is not so much room left, or no saved game is so large.
    pub(super) fn open_save(bytes: &[u8], room: &mut u64) -> Result<Archive<'static>, ModuleError> {
        let allowed = SAVE.min(*room);
        // what is refused has cost as much
        *room -= allowed;
        let (archive, left) = Archive::read(Cursor::new(bytes), |_, _| true, allowed)?;
        *room += left;
        Ok(archive)
    }

    /// Opens a module's file and looks it over, see [`Archive::skim`].
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    pub fn skim_file(path: &Path) -> Result<Archive<'static>, ModuleError> {
        // a pipe or a device would be waited for without end
        let kind = std::fs::metadata(path)?;
        if !kind.is_file() {
            let what = if kind.is_dir() { "a folder" } else { "no file on a disk" };
            return Err(ModuleError::Zip(format!("expected a module, found {what}")));
        }
        Archive::skim(BufReader::new(File::open(path)?))
    }

    /// Looks a module over: its build file, its data and its saved games whole, as long as they stay within 128 MB; of
    /// pictures, sounds and all else the beginning.
    ///
    /// # Errors
    /// Those of [`Archive::open`].
    pub fn skim(file: impl Read + Seek) -> Result<Archive<'static>, ModuleError> {
        let whole =
            |name: &str, head: &[u8]| matches!(name, BUILD_FILE | OLD_BUILD_FILE | METADATA) || head.starts_with(ZIP);
        Archive::read(file, whole, UNPACKED).map(|(archive, _)| archive)
    }

    /// Reads those entries whole that `whole` wants after a look at their name and beginning; how many of the allowed
    /// bytes are left comes back too.
    fn read(
        file: impl Read + Seek,
        whole: fn(&str, &[u8]) -> bool,
        allowed: u64,
    ) -> Result<(Archive<'static>, u64), ModuleError> {
        let too_large = |what: String| ModuleError::Zip(format!("expected at most {what}; this is no module"));
        let mut zip = ZipArchive::new(file)?;
        if zip.len() > ENTRIES {
            return Err(too_large(format!("{ENTRIES} entries, found {}", zip.len())));
        }
        let mut archive = Archive::default();
        let mut room = allowed;
        // Names and beginnings are laid end to end and parted afterwards: each on its own between the large buffers of the
        // unpacker would keep the next one from using the same memory again.
        let (mut names, mut heads, mut skimmed) = (String::new(), Vec::new(), Vec::new());
        for i in 0..zip.len() {
            let mut file = zip.by_index(i)?;
            if file.is_dir() {
                continue;
            }
            let name = file.name()?.into_owned();
            // what an entry says of its own size may be a lie
            // reading to the end would take room for much more than a beginning
            let (mut head, mut filled) = ([0; HEAD], 0);
            while filled < HEAD {
                match file.read(&mut head[filled..])? {
                    0 => break,
                    count => filled += count,
                }
            }
            let head = &head[..filled];
            let unpacked = if whole(&name, head) {
                let mut bytes = head.to_vec();
                file.take(room + 1).read_to_end(&mut bytes)?;
                bytes.shrink_to_fit();
                let unpacked = bytes.len();
                archive.insert(name, bytes);
                unpacked
            } else {
                names.push_str(&name);
                heads.extend(head);
                skimmed.push((names.len(), heads.len()));
                head.len()
            };
            room =
                room.checked_sub(unpacked as u64).ok_or_else(|| too_large(format!("{} MB unpacked", allowed >> 20)))?;
        }
        let (mut name, mut head) = (0, 0);
        for (name_end, head_end) in skimmed {
            archive.insert(&names[name..name_end], heads[head..head_end].to_vec());
            (name, head) = (name_end, head_end);
        }
        Ok((archive, room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_file_gives_its_entries_back_and_its_bytes_do_not_depend_on_the_order_they_came_in() {
        let (mut one, mut other) = (Archive::default(), Archive::default());
        one.insert("images/a.png", vec![1, 2, 3]);
        one.insert("buildFile.xml", b"<a/>".as_slice());
        other.insert("buildFile.xml", b"<a/>".as_slice());
        other.insert("images/a.png", vec![1, 2, 3]);
        assert_eq!(one.zip().unwrap(), other.zip().unwrap());
        assert_eq!(Archive::open(&one.zip().unwrap()).unwrap(), one);
    }

    #[test]
    fn a_zip_file_that_swells_beyond_all_modules_is_refused_before_it_fills_the_memory() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let zeros = vec![0u8; 1 << 20];
        writer.start_file("images/a.png", SimpleFileOptions::default()).unwrap();
        for _ in 0..=(UNPACKED >> 20) {
            writer.write_all(&zeros).unwrap();
        }
        let bomb = writer.finish().unwrap().into_inner();
        assert!(bomb.len() < 4 << 20, "it is small on the disk");
        let refused = Archive::open(&bomb).unwrap_err().to_string();
        assert!(refused.contains("expected at most 128 MB unpacked"), "{refused}");
        let skimmed = Archive::skim(Cursor::new(&bomb)).unwrap();
        assert_eq!(skimmed.get("images/a.png").map(<[u8]>::len), Some(HEAD), "a picture is not unpacked");
    }

    #[test]
    fn a_zip_file_of_more_entries_than_any_module_has_is_refused() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for n in 0..=ENTRIES {
            writer
                .start_file(n.to_string(), SimpleFileOptions::default().compression_method(CompressionMethod::Stored))
                .unwrap();
        }
        let refused = Archive::open(&writer.finish().unwrap().into_inner()).unwrap_err().to_string();
        assert!(refused.contains("expected at most 50000 entries, found 50001"), "{refused}");
    }

    #[test]
    fn of_a_module_that_is_looked_over_saved_games_are_read_whole_whatever_they_are_called() {
        let mut archive = Archive::default();
        let mut save = Archive::default();
        save.insert("savedGame", b"begin_save".repeat(20));
        archive.insert("Start", save.zip().unwrap());
        archive.insert(BUILD_FILE, b"<a/>".repeat(100));
        archive.insert("images/a.png", b"\x89PNG\r\n\x1a\n".repeat(100));
        let skimmed = Archive::skim(Cursor::new(archive.zip().unwrap())).unwrap();
        assert_eq!((skimmed.get("Start"), skimmed.get(BUILD_FILE)), (archive.get("Start"), archive.get(BUILD_FILE)));
        assert_eq!(skimmed.get("images/a.png").map(<[u8]>::len), Some(HEAD));
    }

    #[test]
    fn a_zip_file_that_was_cut_off_is_refused_and_one_that_climbs_out_of_its_folder_stays_in_memory() {
        let mut archive = Archive::default();
        archive.insert("../../outside.txt", b"out".as_slice());
        let zip = archive.zip().unwrap();
        assert_eq!(Archive::open(&zip).unwrap().get("../../outside.txt"), Some(b"out".as_slice()));
        for length in 0..zip.len() {
            assert!(Archive::open(&zip[..length]).is_err(), "cut off after {length} bytes");
        }
    }

    #[test]
    fn what_is_no_zip_file_is_refused() {
        assert!(Archive::open(b"PK nothing").is_err());
        let refused = Archive::skim_file(&std::env::temp_dir()).unwrap_err().to_string();
        assert!(refused.contains("found a folder"), "{refused}");
    }
}
