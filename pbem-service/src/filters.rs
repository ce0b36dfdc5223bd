//! What templates do with our sentences. In text these mark what is to be typed with backticks: `` Write `take back`. ``

use askama::filters::Safe;
use std::fmt::{Display, Write};

/// A sentence with what stands between backticks as `<code>`, all of it escaped. A backtick without a second one stays.
///
/// # Errors
/// None of its own: writing to a string does not fail.
#[askama::filter_fn]
pub fn prose(sentence: impl Display, _: &dyn askama::Values) -> askama::Result<Safe<String>> {
    Ok(Safe(html(&sentence.to_string())?))
}

fn html(sentence: &str) -> askama::Result<String> {
    let escaped = |text| askama::filters::escape(text, askama::filters::Html);
    let (mut html, mut rest) = (String::with_capacity(sentence.len()), sentence);
    while let Some((before, (typed, after))) =
        rest.split_once('`').and_then(|(before, then)| Some((before, then.split_once('`')?)))
    {
        write!(html, "{}<code>{}</code>", escaped(before)?, escaped(typed)?)?;
        rest = after;
    }
    write!(html, "{}", escaped(rest)?)?;
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn what_is_to_be_typed_is_code_and_everything_is_escaped() {
        for (text, expected) in [
            ("no code", "no code"),
            ("Write `take back`.", "Write <code>take back</code>."),
            ("`a` or `b`", "<code>a</code> or <code>b</code>"),
            ("a lonely ` and <b>", "a lonely ` and &#60;b&#62;"),
            ("`<b>` & `", "<code>&#60;b&#62;</code> &#38; `"),
        ] {
            assert_eq!(html(text).unwrap(), expected, "{text}");
        }
    }
}
