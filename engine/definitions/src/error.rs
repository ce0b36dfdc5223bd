use thiserror::Error;

/// A fault in a definition file, with what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {message}", place(file, *line))]
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

/// `map.txt:12`, or `map.txt` when the whole file is meant.
fn place(file: &str, line: usize) -> String {
    if line == 0 { file.to_owned() } else { format!("{file}:{line}") }
}
