//! The one answer that somebody gets who has no seat and asks for nothing that we know: what this is, and how to begin.

use super::command::{NEW, Playable, listed};
use super::names::parts;

/// What this is.
const WHAT: &str = "This is Fieldpost, a program that is the referee of published board wargames. Two people play by mail or in the \
                    browser; it knows the rules, rolls dice that can be checked, and needs no account.";
/// What else a mail to this address may say.
const ELSE: &str = "`my games` sends you a link to the games that you play, and `join 12` joins the game that is offered under that \
                    number. Orders in a game that has begun are an answer to one of its mails, which brings them to the right place.";
/// What becomes of other mail.
const NO_MORE: &str = "Nobody reads other mail to this address, and this answer comes once a day at most.";
/// Lines that a question has at most: longer mails are something else.
const LONGEST: usize = 20;
/// Words of a line that begins with `help` and is no more than that.
const HELP: usize = 5;
/// What a question to us is about.
const ABOUT: [&str; 8] = ["fieldpost", "game", "games", "play", "wargame", "wargames", "referee", "scenario"];

/// Whether somebody who has no seat wants to know what this is, or how it is done.
pub(super) fn wants_help(lines: &[&str]) -> bool {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let begins = lines.first().map(|line| parts(line)).unwrap_or_default();
    if begins.first().is_some_and(|first| first == "help") && begins.len() <= HELP {
        return true;
    }
    let is_about = |line: &&str| parts(line).iter().any(|word| ABOUT.contains(&word.as_str()));
    lines.len() <= LONGEST && lines.iter().any(|line| line.ends_with('?')) && lines.iter().any(is_about)
}

/// The answer, a paragraph each.
pub(super) fn answer(games: &[Playable<'_>]) -> Vec<String> {
    vec![WHAT.to_owned(), NEW.to_owned(), listed(games), ELSE.to_owned(), NO_MORE.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::wants_help;

    #[test]
    fn help_and_a_question_about_games_are_asked_of_us_and_nothing_else_is() {
        for lines in [
            &["help"][..],
            &["Help!"],
            &["help me please"],
            &["Hello,", "how do I start a game?", "Anna"],
            &["What is Fieldpost?"],
        ] {
            assert!(wants_help(lines), "{lines:?}");
        }
        for lines in [
            &[][..],
            &["hello there"],
            &["Help yourself to our cheap watches and many other fine goods"],
            &["Do you want to refinance your house?"],
            &["We sell games."],
        ] {
            assert!(!wants_help(lines), "{lines:?}");
        }
    }
}
