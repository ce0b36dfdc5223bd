//! Whether the sender of a letter may do what its token says.

use super::authentication::vouched;
use super::letter::Letter;
use super::nature::Nature;
use super::token::Claim;

/// What to do with a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Do what it says.
    Accept,
    /// Send a link for one click to the registered address (never to the sender), and do nothing
    /// before it is clicked.
    Confirm,
    /// It is from a player, but says for which game in no way that can be trusted: answer to the
    /// registered address how to do it.
    Explain,
    /// Neither do nor answer anything.
    Silence,
}

/// Judges a letter.
///
/// `claim` is what a genuine token in it says, `registered` the address of the seat that the token is
/// for, or without a token the address of any player that equals the sender's. `our_server` is the
/// name under which our own mail server writes `Authentication-Results`, if there is one that checks
/// senders: then a passed check is asked for besides the right sender, since a token gets around
/// with every quoted mail and a From line is easily forged.
pub fn judge(letter: &Letter, claim: Option<&Claim>, registered: Option<&str>, our_server: Option<&str>) -> Verdict {
    let (Some(sender), Some(registered)) = (letter.from.as_deref(), registered) else {
        return Verdict::Silence;
    };
    let is_listed = letter.nature == Nature::Listed;
    if letter.nature != Nature::Personal && !is_listed {
        return Verdict::Silence;
    }
    let is_player = sender.eq_ignore_ascii_case(registered);
    let vouched = our_server.is_none_or(|server| vouched(&letter.authentication, server, sender));
    match claim {
        Some(_) if is_player && vouched => Verdict::Accept,
        // a list hands on to many, and its members' programs answer
        _ if is_listed => Verdict::Silence,
        Some(_) => Verdict::Confirm,
        None if is_player && vouched => Verdict::Explain,
        None => Verdict::Silence,
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::{Bound, Purpose};
    use super::*;

    const SERVER: &str = "mx.fieldpost.example";
    const ANNA: &str = "anna@home.example";

    fn letter(fields: &str) -> Letter {
        let mail = format!("From: Anna <Anna@Home.example>\r\n{fields}\r\npass\r\n");
        Letter::parse(mail.as_bytes()).expect("a mail")
    }

    fn claim() -> Claim {
        Claim { game: 12, side: "german".to_owned(), bound: Bound::Ask(7), purpose: Purpose::Orders }
    }

    #[test]
    fn the_right_sender_with_a_token_is_accepted() {
        let verdict = judge(&letter(""), Some(&claim()), Some(ANNA), None);
        assert_eq!(verdict, Verdict::Accept);
    }

    #[test]
    fn another_sender_with_a_token_has_to_confirm() {
        let verdict = judge(&letter(""), Some(&claim()), Some("bernd@home.example"), None);
        assert_eq!(verdict, Verdict::Confirm);
    }

    #[test]
    fn a_forged_sender_with_a_token_has_to_confirm() {
        let forged = "Authentication-Results: mx.fieldpost.example; dmarc=fail header.from=home.example\r\n\
                      Authentication-Results: mx.fieldpost.example; dmarc=pass header.from=home.example\r\n";
        for fields in ["", forged] {
            let verdict = judge(&letter(fields), Some(&claim()), Some(ANNA), Some(SERVER));
            assert_eq!(verdict, Verdict::Confirm, "{fields}");
        }
        let genuine = "Authentication-Results: mx.fieldpost.example; dmarc=pass header.from=home.example\r\n";
        let verdict = judge(&letter(genuine), Some(&claim()), Some(ANNA), Some(SERVER));
        assert_eq!(verdict, Verdict::Accept);
    }

    #[test]
    fn strangers_hear_nothing() {
        assert_eq!(judge(&letter(""), None, None, None), Verdict::Silence);
        assert_eq!(judge(&letter(""), None, None, Some(SERVER)), Verdict::Silence);
        let forged = judge(&letter(""), None, Some(ANNA), Some(SERVER));
        assert_eq!(forged, Verdict::Silence);
    }

    #[test]
    fn a_player_without_a_token_is_told_how_to_do_it() {
        assert_eq!(judge(&letter(""), None, Some(ANNA), None), Verdict::Explain);
    }

    #[test]
    fn a_list_hands_on_its_players_orders_and_nothing_else() {
        for field in ["List-Id: <a.b>\r\n", "Precedence: list\r\n", "Precedence: bulk\r\n"] {
            let listed = letter(field);
            assert_eq!(judge(&listed, Some(&claim()), Some(ANNA), None), Verdict::Accept, "{field}");
            assert_eq!(judge(&listed, Some(&claim()), Some("bernd@home.example"), None), Verdict::Silence, "{field}");
            assert_eq!(judge(&listed, None, Some(ANNA), None), Verdict::Silence, "{field}");
            let away = letter(&format!("{field}Auto-Submitted: auto-replied\r\n"));
            assert_eq!(judge(&away, Some(&claim()), Some(ANNA), None), Verdict::Silence, "{field}");
        }
    }

    #[test]
    fn programs_hear_nothing() {
        let program = letter("Auto-Submitted: auto-replied\r\n");
        let verdict = judge(&program, Some(&claim()), Some(ANNA), None);
        assert_eq!(verdict, Verdict::Silence);
    }
}
