//! Plain signs for those that phones and word processors put in their place.

use crate::talk::is_no_sign;

/// One line in plain signs: straight quotes, hyphens for dashes, single spaces, nothing invisible,
/// no list bullet before it. Letters with accents stay.
pub fn clean(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for letter in line.chars() {
        match letter {
            '‘' | '’' | '‚' | '‛' | '′' | '`' | '｀' | '´' => plain.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' => plain.push('"'),
            // Hyphens, dashes, the bar and the minus sign.
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => plain.push('-'),
            '…' => plain.push_str("..."),
            '→' | '⇒' | '➔' | '➜' | '➡' => plain.push_str("->"),
            '×' => plain.push('x'),
            'ﬁ' => plain.push_str("fi"),
            'ﬂ' => plain.push_str("fl"),
            'ﬀ' => plain.push_str("ff"),
            // Soft hyphen, zero-width signs, directions of writing, variation selectors, byte order.
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' => {}
            // The wide twins of ASCII, in the same order.
            '\u{ff01}'..='\u{ff5e}' => {
                plain.extend(char::from_u32(letter as u32 - 0xff01 + 0x21));
            }
            _ if is_no_sign(letter) => {}
            _ if letter.is_whitespace() || letter.is_control() => plain.push(' '),
            _ => plain.push(letter),
        }
    }
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.strip_prefix(['•', '·', '▪', '◦', '‣']) {
        Some(rest) => rest.trim_start().to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::clean;

    #[test]
    fn what_phones_change_is_changed_back() {
        assert_eq!(clean("“Lehr” 1203–1204—1205…"), "\"Lehr\" 1203-1204-1205...");
        assert_eq!(clean("move\u{a0}A\u{2009}\tto →  1203"), "move A to -> 1203");
        assert_eq!(clean("• 12\u{ad}03\u{200b}"), "1203");
        assert_eq!(clean("12\u{ffff}03\u{fdd0}"), "1203");
        assert_eq!(clean("ｍｏｖｅ　Ａ"), "move A");
        assert_eq!(clean("｀"), "'");
    }

    #[test]
    fn letters_with_accents_stay() {
        assert_eq!(clean("Düren, Orthéville"), "Düren, Orthéville");
    }

    proptest! {
        #[test]
        fn a_clean_line_stays_as_it_is(line in "\\PC{0,60}") {
            // A second bullet may stand behind the first, nothing else is left to do.
            let once = clean(line.trim_start_matches(['•', '·', '▪', '◦', '‣']));
            if !once.starts_with(['•', '·', '▪', '◦', '‣']) {
                prop_assert_eq!(clean(&once), once);
            }
        }

        #[test]
        fn plain_lines_are_not_touched(line in "[a-zA-Z0-9.,;:>!?'\"()-]{1,20}( [a-z0-9]{1,8}){0,5}") {
            prop_assert_eq!(clean(&line), line);
        }
    }
}
