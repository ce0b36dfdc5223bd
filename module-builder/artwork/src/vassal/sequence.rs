//! The escaping scheme in which VASSAL nests lists of strings: a delimiter inside a token is preceded by a
//! backslash; nothing else is escaped.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Joins tokens so that [`decode`] with the same delimiter gives them back.
///
/// A token that ends in a backslash cannot be told from an escaped delimiter; text of a module is checked for
/// that before it gets here ([`super::ModuleContents::check`]).
pub fn encode<I, T>(tokens: I, delimiter: char) -> String
where
    I: IntoIterator<Item = T>,
    T: AsRef<str>,
{
    let mut text = String::with_capacity(256);
    for (i, token) in tokens.into_iter().enumerate() {
        if i > 0 {
            text.push(delimiter);
        }
        let token = token.as_ref();
        // Such tokens would lose their first and last character in the reader, so they get quotes to lose.
        let quoted = token.starts_with('\\') || (token.starts_with('\'') && token.ends_with('\''));
        if quoted {
            text.push('\'');
        }
        let mut rest = token;
        while let Some(at) = memchr(delimiter as u8, rest.as_bytes()) {
            text.push_str(&rest[..at]);
            text.push('\\');
            text.push(delimiter);
            rest = &rest[at + 1..];
        }
        text.push_str(rest);
        if quoted {
            text.push('\'');
        }
    }
    text
}

/// Splits a text at the delimiters, each an ASCII character, that no backslash precedes. An empty text is one empty
/// token.
pub fn tokens(text: &str, delimiter: char) -> Tokens<'_> {
    Tokens { rest: Some(text), delimiter }
}

/// The tokens of [`tokens`], all of them.
pub fn decode(text: &str, delimiter: char) -> Vec<Cow<'_, str>> {
    let mut all = Vec::with_capacity(memchr_iter(delimiter as u8, text.as_bytes()).count() + 1);
    all.extend(tokens(text, delimiter));
    all
}

/// The tokens of a text, one after the other. Those without escaped delimiters are pieces of it.
pub struct Tokens<'a> {
    rest: Option<&'a str>,
    delimiter: char,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        let mut text = self.rest.take()?;
        // what has come of a token with escaped delimiters
        let mut begun: Option<String> = None;
        let last = loop {
            let Some(at) = memchr(self.delimiter as u8, text.as_bytes()) else { break text };
            let (part, rest) = (&text[..at], &text[at + 1..]);
            let Some(escaped) = part.strip_suffix('\\') else {
                self.rest = Some(rest);
                break part;
            };
            let token = begun.get_or_insert_with(|| String::with_capacity(text.len()));
            token.push_str(escaped);
            token.push(self.delimiter);
            text = rest;
        };
        let Some(mut token) = begun else { return Some(Cow::Borrowed(unquoted(last))) };
        token.push_str(last);
        let inner = unquoted(&token);
        Some(Cow::Owned(if inner.len() < token.len() { inner.to_owned() } else { token }))
    }
}

fn unquoted(token: &str) -> &str {
    token.strip_prefix('\'').and_then(|token| token.strip_suffix('\'')).unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_whatever_they_hold_save_a_backslash_at_the_end() {
        let alphabet = ['a', ';', ',', '\'', '\\', '\t'];
        let mut tokens = vec![String::new()];
        for first in alphabet {
            for second in alphabet {
                for third in ['b', ';', '\''] {
                    tokens.push([first, second, third].iter().collect());
                }
            }
        }
        assert_eq!(decode(&encode(&tokens, ';'), ';'), tokens);
    }

    #[test]
    fn nesting_with_one_delimiter_doubles_the_backslashes() {
        let inner = encode(["b", "c"], '\t');
        let middle = encode(["a", &inner], '\t');
        assert_eq!(encode(["z", &middle], '\t'), "z\ta\\\tb\\\\\tc");
        let outer = decode("z\ta\\\tb\\\\\tc", '\t');
        assert_eq!(decode(&outer[1], '\t'), ["a", "b\tc"]);
    }

    #[test]
    fn a_trailing_delimiter_starts_an_empty_token_and_an_empty_text_is_one() {
        assert_eq!(decode("a;", ';'), ["a", ""]);
        assert_eq!(decode("", ';'), [""]);
        assert_eq!(encode(["'"], ';'), "'''");
        assert_eq!(decode("'", ';'), ["'"]);
    }
}
