use thiserror::Error;

/// A fault in a definition file, with what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct DefinitionError {
    /// Name of the file, as in `map.txt`.
    pub file: String,
    /// Line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl DefinitionError {
    /// A fault at a line of a file.
    pub fn new(file: &str, line: usize, message: impl Into<String>) -> DefinitionError {
        DefinitionError { file: file.to_owned(), line, message: message.into() }
    }
}
