//! An address as somebody typed it.

use lettre::Address;

/// RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them brackets.
const LONGEST: usize = 254;

/// Reads one mail address, without a name or brackets, in lower case.
///
/// # Errors
/// What is wrong with it, as the end of a sentence that names it.
pub fn read_address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.contains(['<', '>', '"', '(', ')', '[']) {
        return Err("must be the address alone, without a name, quotes or brackets");
    }
    if text.contains([',', ';']) || text.contains(char::is_whitespace) || text.matches('@').count() > 1 {
        return Err("must be one address, as anna@example.org");
    }
    if !text.is_ascii() || text.contains(|sign: char| sign.is_ascii_control()) {
        return Err("must be written in ASCII letters; a domain in another script has a form that begins with xn--");
    }
    if text.len() > LONGEST || text.parse::<Address>().is_err() {
        return Err("is no mail address, as anna@example.org is one");
    }
    Ok(text.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_plain_address_is_read_in_lower_case() {
        for (typed, read) in [
            ("anna@example.org", "anna@example.org"),
            (" Anna.B+hex@Example.ORG ", "anna.b+hex@example.org"),
            ("german@localhost", "german@localhost"),
            ("o'neill_1@mx.example.co.uk", "o'neill_1@mx.example.co.uk"),
        ] {
            assert_eq!(read_address(typed).as_deref(), Ok(read), "{typed:?}");
        }
    }

    #[test]
    fn what_mail_could_not_be_sent_to_is_refused() {
        let long = format!("{}@example.org", "a".repeat(65));
        for typed in [
            "",
            "anna",
            "@example.org",
            "anna@",
            "a@b@c",
            "anna@example.org,ben@example.org",
            "anna@example.org ben@example.org",
            "anna@example.org;",
            "Anna <anna@example.org>",
            "<anna@example.org>",
            "\"an na\"@example.org",
            "anna(home)@example.org",
            "anna@[127.0.0.1]",
            "anna@example.org\r\nBcc: all@example.org",
            "an\u{0}na@example.org",
            "an\tna@example.org",
            ".anna@example.org",
            "anna.@example.org",
            "an..na@example.org",
            "anna@example..org",
            "anna@-example.org",
            "anna@example.org.",
            "änna@example.org",
            "anna@exämple.org",
            "computer",
            &long,
        ] {
            assert!(read_address(typed).is_err(), "{typed:?}");
        }
    }
}
