//! Names and entries put together, as sentences and orders have them.

/// What the text of an order ends with that goes on.
pub const OPEN: &str = " …";

/// The entries of a list after the word that opens it; nothing without entries.
pub fn opened(opener: &str, entries: &[String]) -> String {
    if entries.is_empty() { String::new() } else { format!(" {opener}{}", entries.join(", ")) }
}

/// `A, B and C`.
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

/// `A, B or C`.
pub fn either<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

/// A text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn joined<T: AsRef<str>>(names: &[T], last_but_one: &str) -> String {
    let Some((last, first)) = names.split_last() else { return String::new() };
    if first.is_empty() {
        return last.as_ref().to_owned();
    }
    let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
    format!("{} {last_but_one} {}", first.join(", "), last.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_several_is_joined_by_a_word() {
        assert_eq!(listed(&["A", "B", "C"]), "A, B and C");
        assert_eq!(either(&["A".to_owned(), "B".to_owned()]), "A or B");
        assert_eq!((listed(&["A"]), either::<&str>(&[])), ("A".to_owned(), String::new()));
    }

    #[test]
    fn a_list_without_entries_has_no_opening_word() {
        assert_eq!(opened("with ", &["A".to_owned(), "B".to_owned()]), " with A, B");
        assert_eq!(opened("with ", &[]), "");
        assert_eq!((capital("über alles"), capital("")), ("Über alles".to_owned(), String::new()));
    }
}
