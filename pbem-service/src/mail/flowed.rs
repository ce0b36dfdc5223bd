//! Text that was broken for transport, put together again (RFC 3676).

/// Joins the lines of a `format=flowed` text. With `delsp` the space that marks a soft break is
/// removed, else it is a space between words.
pub fn unwrap(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<(usize, String)> = None;
    for raw in text.lines() {
        let unquoted = raw.trim_start_matches('>');
        let depth = raw.len() - unquoted.len();
        let line = unquoted.strip_prefix(' ').unwrap_or(unquoted);
        let is_signature = line == "-- ";
        // A soft break before another depth, or before a signature, was a mistake of the sender.
        if let Some((level, joined)) = open.take_if(|(level, _)| is_signature || *level != depth) {
            push(&mut out, level, &joined);
        }
        let mut joined = open.take().map_or_else(String::new, |(_, joined)| joined);
        let soft = line.ends_with(' ') && !is_signature;
        joined.push_str(if soft && delsp { &line[..line.len() - 1] } else { line });
        if soft {
            open = Some((depth, joined));
        } else {
            push(&mut out, depth, &joined);
        }
    }
    if let Some((level, joined)) = open {
        push(&mut out, level, &joined);
    }
    out
}

fn push(out: &mut String, depth: usize, line: &str) {
    for _ in 0..depth {
        out.push('>');
    }
    if depth > 0 {
        out.push(' ');
    }
    out.push_str(line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::unwrap;

    #[test]
    fn soft_breaks_are_joined_and_hard_ones_kept() {
        assert_eq!(unwrap("move A \nto 1203\npass\n", false), "move A to 1203\npass\n");
        assert_eq!(unwrap("12 \n03\n", true), "1203\n");
    }

    #[test]
    fn quotes_are_joined_among_themselves() {
        assert_eq!(unwrap("> old \n> text\nnew\n", false), "> old text\nnew\n");
        assert_eq!(unwrap("> old \nnew\n", false), "> old \nnew\n");
    }

    #[test]
    fn a_stuffed_space_is_removed_and_a_signature_stays() {
        assert_eq!(unwrap(" >not quoted\n-- \nAnna\n", false), ">not quoted\n-- \nAnna\n");
    }

    proptest! {
        #[test]
        fn no_letter_is_lost(text in "[> a\n-]{0,60}") {
            let letters = |text: &str| text.matches('a').count();
            prop_assert_eq!(letters(&unwrap(&text, true)), letters(&text));
        }
    }
}
