use super::ModuleError;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

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

    /// Reads a zip file whole.
    ///
    /// # Errors
    /// When it is no zip file or an entry is damaged.
    pub fn open(bytes: &[u8]) -> Result<Archive<'static>, ModuleError> {
        let mut zip = ZipArchive::new(Cursor::new(bytes))?;
        let mut archive = Archive::default();
        for i in 0..zip.len() {
            let mut file = zip.by_index(i)?;
            if !file.is_dir() {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                archive.insert(file.name()?.into_owned(), bytes);
            }
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
    fn what_is_no_zip_file_is_refused() {
        assert!(Archive::open(b"PK nothing").is_err());
    }
}
