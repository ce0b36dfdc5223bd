//! The words of an `Authentication-Results` header: comments left out, quotes understood (RFC 8601, 2.2; RFC 5322, 3.2).

/// A word of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A sign of equality outside quotes.
    Equals,
    /// Anything else: a name, a value, an address; quoted parts with their quotes taken off.
    Text(String),
}

impl Word {
    /// The text; a sign of equality has none.
    pub fn plain(&self) -> String {
        match self {
            Word::Equals => String::new(),
            Word::Text(text) => text.clone(),
        }
    }
}

/// The clauses between the semicolons of a header, as words; none if a comment or a quoted string does not end.
///
/// A sign of equality ends a name, but belongs to a value that has begun (`header.b=abc=`), as servers write signatures.
pub fn clauses(header: &str) -> Option<Vec<Vec<Word>>> {
    let mut clauses = vec![Vec::new()];
    let mut letters = header.chars().peekable();
    // the word that is being read, and whether it is a value
    let (mut word, mut value) = (None::<String>, false);
    while let Some(letter) = letters.next() {
        let clause = clauses.last_mut()?;
        match letter {
            '(' => {
                comment(&mut letters)?;
                end(clause, &mut word, &mut value);
            }
            '"' => {
                let text = quoted(&mut letters)?;
                word.get_or_insert_default().push_str(&text);
            }
            ';' => {
                end(clause, &mut word, &mut value);
                value = false;
                clauses.push(Vec::new());
            }
            '=' if word.is_none() || !value => {
                end(clause, &mut word, &mut value);
                clause.push(Word::Equals);
                value = true;
            }
            space if space.is_whitespace() => end(clause, &mut word, &mut value),
            other => word.get_or_insert_default().push(other),
        }
    }
    end(clauses.last_mut()?, &mut word, &mut value);
    Some(clauses)
}

/// Ends the word that is being read, if one is: what follows is a name again.
fn end(clause: &mut Vec<Word>, word: &mut Option<String>, value: &mut bool) {
    if let Some(word) = word.take() {
        clause.push(Word::Text(word));
        *value = false;
    }
}

/// Passes over a comment behind its first bracket; they may be nested.
fn comment(letters: &mut impl Iterator<Item = char>) -> Option<()> {
    let mut depth = 1_usize;
    while depth > 0 {
        match letters.next()? {
            '\\' => _ = letters.next()?,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    Some(())
}

/// What stands in quotes, behind the first of them.
fn quoted(letters: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => text.push(letters.next()?),
            other => text.push(other),
        }
    }
}
