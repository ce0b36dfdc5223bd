//! How standing orders are written: one list for reading, for help and for the page.

use crate::contract::{Misread, StandingRule};
use definitions::spelling::{COMMA, folded};

/// How the standing order for a kind of decision is written. `P` is all that a player may leave to be decided for him.
pub struct StandingWords<P: 'static> {
    /// The kind of decision, and words that may stand for it.
    pub kinds: &'static [&'static str],
    /// Values to choose from; the first is what holds without standing orders.
    pub values: &'static [&'static str],
    /// Reads the words of a value; false if they are none.
    pub read: fn(&mut P, &[&str]) -> bool,
    /// The value as it is written, and what it means.
    pub write: fn(&P) -> (String, String),
}

/// All kinds of decisions that standing orders can make in a game.
pub struct StandingLanguage<P: 'static>(pub &'static [StandingWords<P>]);

impl<P: Clone> StandingLanguage<P> {
    /// A player's standing orders with the values that each may have.
    pub fn list(&self, standing: &P) -> Vec<StandingRule> {
        let rule = |rule: &StandingWords<P>| {
            let (value, words) = (rule.write)(standing);
            let choice = |text: &&str| {
                let mut other = standing.clone();
                (rule.read)(&mut other, &split(text).iter().map(String::as_str).collect::<Vec<_>>());
                ((*text).to_owned(), (rule.write)(&other).1)
            };
            let choices = rule.values.iter().map(choice).collect();
            StandingRule { kind: rule.kind().to_owned(), value, words, choices }
        };
        self.0.iter().map(rule).collect()
    }

    /// The standing orders as a line changes them.
    ///
    /// # Errors
    /// What was not understood and what was expected.
    pub fn amend(&self, standing: &P, line: &str) -> Result<P, Misread> {
        let words = split(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let after = |rule: &'static StandingWords<P>| {
            let known = rule.kinds.iter().map(|kind| kind.split(' ').collect::<Vec<&str>>());
            let begins = known.filter(|kind| words.starts_with(kind)).map(|kind| kind.len()).max();
            begins.map(|length| (length, rule))
        };
        // the longest name of a kind: `lose attacking` before `lose`
        let Some((length, rule)) = self.0.iter().filter_map(after).max_by_key(|(length, _)| *length) else {
            let kinds: Vec<&str> = self.0.iter().map(StandingWords::kind).collect();
            return Err(Misread::new(format!("`{line}` is no standing order; they are about {}", kinds.join(", "))));
        };
        let mut changed = standing.clone();
        if (rule.read)(&mut changed, &words[length..]) {
            return Ok(changed);
        }
        let values: Vec<String> = rule.values.iter().map(|value| format!("`{value}`")).collect();
        let (kind, value) = (words[..length].join(" "), words[length..].join(" "));
        Err(Misread::new(format!("`{value}` is no standing order to {kind}; write one of {}", values.join(", "))))
    }

    /// The words for each kind of decision and for its values, as [the grammar](super::Language::grammar) has them.
    pub fn words(&self) -> Vec<(&'static [&'static str], &'static [&'static str])> {
        self.0.iter().map(|rule| (rule.kinds, rule.values)).collect()
    }
}

impl<P> StandingWords<P> {
    fn kind(&self) -> &'static str {
        self.kinds.first().copied().unwrap_or_default()
    }
}

/// Values of a standing order that are nothing but a few words: the words for each, the first being how it is written, the
/// value, and what it means.
pub struct Choices<T: 'static, const N: usize>(pub [(&'static [&'static str], T, &'static str); N]);

impl<T: Copy + PartialEq, const N: usize> Choices<T, N> {
    /// How the values are written.
    pub const fn words(&self) -> [&'static str; N] {
        let (mut words, mut place) = ([""; N], 0);
        while place < N {
            words[place] = self.0[place].0[0];
            place += 1;
        }
        words
    }

    /// Reads a value; false if the words are none.
    pub fn read(&self, words: &[&str], place: &mut T) -> bool {
        let text = words.join(" ");
        set(place, self.0.iter().find(|(known, ..)| known.contains(&text.as_str())).map(|(_, value, _)| *value))
    }

    /// A value as it is written, and what it means.
    pub fn write(&self, value: T) -> (String, String) {
        let known = self.0.iter().find(|(_, known, _)| *known == value);
        known.map(|(words, _, means)| (words[0].to_owned(), (*means).to_owned())).unwrap_or_default()
    }
}

/// How the standing order for a kind of decision is written whose values are [`Choices`]: the words for the kind, the choices
/// (a static), and the field of the policy that keeps the value.
///
/// ```
/// use engine::speech::{Choices, StandingLanguage, StandingWords};
/// use engine::standing_choice;
///
/// #[derive(Clone, Default)]
/// struct Policy {
///     asks: bool,
/// }
/// static ASKS: Choices<bool, 2> = Choices([(&["auto"], false, "it is decided for you"), (&["ask"], true, "you are asked")]);
/// static WORDS: StandingLanguage<Policy> = StandingLanguage(&[standing_choice!(&["retreat"], ASKS, asks)]);
/// assert!(WORDS.amend(&Policy::default(), "retreat ask").expect("it is one").asks);
/// ```
#[macro_export]
macro_rules! standing_choice {
    ($kinds:expr, $choices:path, $field:ident) => {
        $crate::speech::StandingWords {
            kinds: $kinds,
            values: &$choices.words(),
            read: |policy, words| $choices.read(words, &mut policy.$field),
            write: |policy| $choices.write(policy.$field),
        }
    };
}

/// Writes a value that words were found to have, if they have one. Whether they have.
pub fn set<T>(place: &mut T, value: Option<T>) -> bool {
    let known = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    known
}

/// The words of a value; odds are one word.
fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut numbers = false;
    for word in folded(line).into_iter().filter(|word| word != COMMA) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match words.last_mut() {
            // `2:1` and `2-1` come as two words
            Some(last) if numbers && is_number => *last += &format!(":{word}"),
            _ => words.push(word),
        }
        numbers = is_number;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Standing {
        retreat: bool,
        odds: String,
    }

    static RETREAT: Choices<bool, 2> =
        Choices([(&["ask"], false, "you choose"), (&["auto", "by itself"], true, "the program chooses")]);
    static WORDS: StandingLanguage<Standing> = StandingLanguage(&[
        StandingWords {
            kinds: &["lose"],
            values: &["2:1", "3:1"],
            read: |standing, words| set(&mut standing.odds, matches!(words, [_]).then(|| words.concat())),
            write: |standing| (standing.odds.clone(), format!("from {} on", standing.odds)),
        },
        StandingWords {
            kinds: &["lose ground", "retreat"],
            values: &RETREAT.words(),
            read: |standing, words| RETREAT.read(words, &mut standing.retreat),
            write: |standing| RETREAT.write(standing.retreat),
        },
    ]);

    #[test]
    fn a_line_changes_the_standing_order_with_the_longest_name_that_it_begins_with() {
        let before = Standing::default();
        let after = |line: &str| WORDS.amend(&before, line);
        assert_eq!(after("lose 3-1"), Ok(Standing { odds: "3:1".to_owned(), ..Standing::default() }));
        for line in ["Lose ground: auto", "retreat, by itself"] {
            assert_eq!(after(line), Ok(Standing { retreat: true, ..Standing::default() }), "{line}");
        }
        let message = |line: &str| after(line).expect_err(line).message;
        assert_eq!(
            message("lose ground often"),
            "`often` is no standing order to lose ground; write one of `ask`, `auto`"
        );
        assert_eq!(message("advance all"), "`advance all` is no standing order; they are about lose, lose ground");
    }

    #[test]
    fn a_list_says_what_holds_and_what_each_other_value_would_mean() {
        let list = WORDS.list(&Standing { retreat: true, odds: "2:1".to_owned() });
        let told: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["lose 2:1: from 2:1 on", "lose ground auto: the program chooses"]);
        assert_eq!(list[0].choices[1], ("3:1".to_owned(), "from 3:1 on".to_owned()));
        assert_eq!(list[1].choices[0], ("ask".to_owned(), "you choose".to_owned()));
        assert_eq!(WORDS.words()[1], (&["lose ground", "retreat"][..], &["ask", "auto"][..]));
    }
}
