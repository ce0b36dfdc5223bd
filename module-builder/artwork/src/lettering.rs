//! Letters that our fonts lack.

use crate::scene::Face;
use definitions::{DefinitionError, GameFiles};
use std::collections::BTreeSet;

/// What is written in the files of a game with letters that no drawing can show but as `?`, a line each. What stands
/// after a `#` is not drawn.
pub fn doubts(files: &GameFiles) -> Vec<String> {
    let lines = files.iter().flat_map(|(name, text)| text.lines().zip(1..).map(move |(line, n)| (name, n, line)));
    let doubt = |(name, n, line): (&str, usize, &str)| {
        let lacking: BTreeSet<char> =
            drawn(line).chars().filter(|letter| !letter.is_whitespace() && !Face::has(*letter)).collect();
        let letters: Vec<String> = lacking.iter().map(char::to_string).collect();
        let told =
            || format!("the fonts lack {}: drawn as ?, unless a picture in art/ takes the place", letters.join(" "));
        (!lacking.is_empty()).then(|| DefinitionError::new(name, n, told()).to_string())
    };
    lines.filter_map(doubt).collect()
}

/// A line without its comment.
fn drawn(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.char_indices().find(|(_, letter)| {
        quoted ^= *letter == '"';
        *letter == '#' && !quoted
    });
    comment.map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_the_fonts_lack_are_told_with_their_line_and_those_of_comments_are_not() {
        let text = "# ★\nunit a \"Гв. # Düsseldorf\"\nunit b \"Łódź 1\" # ★\n";
        let files = GameFiles::new([("units.txt".to_owned(), text.to_owned())]);
        let told = doubts(&files);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("units.txt:2: the fonts lack Г в: drawn as ?"), "{told:?}");
    }
}
