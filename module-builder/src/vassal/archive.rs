use super::ModuleError;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The most entries of a module; large ones have some 5,000.
const ENTRIES: usize = 50_000;
/// The most bytes that a module may unpack to; large ones have some 300 million.
const UNPACKED: u64 = 1 << 30;

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

    /// Reads a zip file whole, as long as it stays within what a module may hold.
    ///
    /// # Errors
    /// When it is no zip file, an entry is damaged, or it unpacks to more than a module needs.
    pub fn open(bytes: &[u8]) -> Result<Archive<'static>, ModuleError> {
        let too_large = |what: String| ModuleError::Zip(format!("expected at most {what}; this is no module"));
        let mut zip = ZipArchive::new(Cursor::new(bytes))?;
        if zip.len() > ENTRIES {
            return Err(too_large(format!("{ENTRIES} entries, found {}", zip.len())));
        }
        let mut archive = Archive::default();
        let mut room = UNPACKED;
        for i in 0..zip.len() {
            let file = zip.by_index(i)?;
            if file.is_dir() {
                continue;
            }
            let name = file.name()?.into_owned();
            // what an entry says of its own size may be a lie
            let mut bytes = Vec::new();
            file.take(room + 1).read_to_end(&mut bytes)?;
            room = room
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| too_large(format!("{} MB unpacked", UNPACKED >> 20)))?;
            archive.insert(name, bytes);
        }
        Ok(archive)
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
        assert!(refused.contains("expected at most 1024 MB unpacked"), "{refused}");
    }

    #[test]
    fn what_is_no_zip_file_is_refused() {
        assert!(Archive::open(b"PK nothing").is_err());
    }
}
