//! The escaping scheme in which VASSAL nests lists of strings: a delimiter inside a token is preceded by a
//! backslash; nothing else is escaped.

/// Joins tokens so that [`decode`] with the same delimiter gives them back.
///
/// A token that ends in a backslash cannot be told from an escaped delimiter; text of a module is checked for
/// that before it gets here ([`super::ModuleContents::check`]).
pub fn encode<I, T>(tokens: I, delimiter: char) -> String
where
    I: IntoIterator<Item = T>,
    T: AsRef<str>,
{
    let mut text = String::new();
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
        for (n, part) in token.split(delimiter).enumerate() {
            if n > 0 {
                text.push('\\');
                text.push(delimiter);
            }
            text.push_str(part);
        }
        if quoted {
            text.push('\'');
        }
    }
    text
}

/// Splits a text at the delimiters that no backslash precedes. An empty text is one empty token.
pub fn decode(text: &str, delimiter: char) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut parts = text.split(delimiter).peekable();
    while let Some(part) = parts.next() {
        token.push_str(part);
        if part.ends_with('\\') && parts.peek().is_some() {
            token.pop();
            token.push(delimiter);
        } else {
            tokens.push(unquoted(std::mem::take(&mut token)));
        }
    }
    tokens
}

fn unquoted(token: String) -> String {
    match token.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        Some(inner) => inner.to_owned(),
        None => token,
    }
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
