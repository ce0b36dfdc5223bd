//! Things that have a few fixed names: kinds of markers, events, cards.

use super::names::do_you_mean;
use definitions::spelling::{Word, folded};

/// Letters that the beginning of a name must have to stand for it.
const SHORTEST: usize = 3;

/// Names of things, several for each if need be. The first of a thing is how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Vocabulary<T> {
    /// What all the words name: as they stand, without the `s` of several, or by a beginning that leaves no doubt.
    pub fn named(&self, words: &[Word]) -> Option<T> {
        let name = joined(words);
        let singular = name.strip_suffix('s').unwrap_or(&name);
        self.exactly(&name).or_else(|| self.exactly(singular)).or_else(|| self.begun(singular))
    }

    /// What the first words name, and how many of them do; of a longer name and a shorter one the longer.
    pub fn leading(&self, words: &[Word]) -> Option<(T, usize)> {
        let longest = self.0.iter().map(|(name, _)| folded(name).len()).max().unwrap_or(0);
        (1..=words.len().min(longest)).rev().find_map(|count| {
            let name = joined(&words[..count]);
            self.exactly(&name).or_else(|| self.begun(&name)).map(|thing| (thing, count))
        })
    }

    /// All the names, as they are written.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// `; do you mean A or B?` for the names that differ least from words, or nothing.
    pub fn near(&self, words: &[Word]) -> String {
        do_you_mean(words, self.words())
    }

    fn known(&self) -> impl Iterator<Item = (String, T)> {
        self.0.iter().map(|(name, thing)| (folded(name).join(" "), *thing))
    }

    fn exactly(&self, name: &str) -> Option<T> {
        self.known().find(|(known, _)| known == name).map(|(_, thing)| thing)
    }

    /// The one thing whose names begin so.
    fn begun(&self, name: &str) -> Option<T> {
        let mut things = self.known().filter(|(known, _)| known.starts_with(name)).map(|(_, thing)| thing);
        let first = things.next().filter(|_| name.len() >= SHORTEST)?;
        things.all(|thing| thing == first).then_some(first)
    }
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use definitions::spelling::words;

    const GUNS: Vocabulary<u8> = Vocabulary(&[("artillery", 1), ("heavy artillery", 2), ("armour", 3), ("tank", 3)]);

    #[test]
    fn a_name_may_be_shortened_as_long_as_one_thing_is_meant() {
        for (text, thing) in
            [("artillery", Some(1)), ("Heavy Art", Some(2)), ("tanks", Some(3)), ("arm", Some(3)), ("ar", None)]
        {
            assert_eq!(GUNS.named(&words(text)), thing, "{text}");
        }
        assert_eq!((GUNS.named(&words("artillery there")), GUNS.named(&[])), (None, None));
        assert_eq!(GUNS.near(&words("artilery")), "; do you mean artillery or heavy artillery?");
        assert_eq!(GUNS.near(&words("cavalry")), "");
    }

    #[test]
    fn the_longest_name_at_the_beginning_counts() {
        assert_eq!(GUNS.leading(&words("heavy artillery 2515")), Some((2, 2)));
        assert_eq!(GUNS.leading(&words("heavy 2515")), Some((2, 1)));
        assert_eq!((GUNS.leading(&words("2515")), GUNS.leading(&[])), (None, None));
    }
}
