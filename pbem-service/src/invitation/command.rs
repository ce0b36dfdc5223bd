//! Mails to nobody's seat that ask for something: `new GAME SCENARIO …`, `join 12`, `my games`.

use super::names::{before_keywords, found, nearest_first};
use super::{Offer, Way};
use crate::computer::COMPUTER;
use crate::tempo::Tempo;
use definitions::Published;
use engine::contract::OptionRule;
use std::collections::BTreeMap;

/// What such a mail asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A game to be offered.
    New(Offer),
    /// To join the open invitation of this number.
    Join(i64),
    /// A link to all games of its sender.
    Games,
}

/// Why a mail that begins as one of these is not carried out, a paragraph each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread(pub Vec<String>);

/// A game that can be offered: how it is described, and its optional rules.
pub type Playable<'a> = (&'a Published, &'a [OptionRule]);

/// Reads the lines that somebody wrote himself; none if they ask for nothing of this kind. The first line is the command, a
/// line `say: …` below it goes to the other player, a line `name: …` is how he is called.
pub fn read<'l>(lines: impl IntoIterator<Item = &'l str>, games: &[Playable<'_>]) -> Option<Result<Command, Unread>> {
    let mut lines = lines.into_iter().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let words: Vec<&str> = first.split_whitespace().collect();
    let lower = first.trim_end_matches('.').to_ascii_lowercase();
    let found = match (words.first()?.to_ascii_lowercase().as_str(), words.len()) {
        ("new", 1) => Err(Unread(vec![NEW.to_owned(), listed(games)])),
        ("new", _) => new(&words[1..], lines, games)?.map(Command::New),
        ("join", 2) => {
            let number = words[1].trim_start_matches('#').parse().ok()?;
            Ok(Command::Join(number))
        }
        _ if lower == "my games" => Ok(Command::Games),
        _ => return None,
    };
    Some(found)
}

/// How a new game is asked for.
pub const NEW: &str = "To start a game, write: `new GAME SCENARIO as SIDE against anna@example.org`. Instead of an address write \
                       `anybody`, `link` (you get one that you can pass on) or `computer`; leave `as SIDE` out, and the lot \
                       decides. `pace 3+14` behind it is a clock of 3 days for each time the game comes to a side and 14 \
                       days in the bank. Optional rules stand behind it as NAME=VALUE, and a line `say: …` below it goes to \
                       the other player.";

/// The games and scenarios, a line each.
pub(super) fn listed(games: &[Playable<'_>]) -> String {
    let of = |(published, _): &Playable<'_>| {
        let scenarios: Vec<&str> = published.scenarios_in_order().iter().map(|it| it.id.as_str()).collect();
        let sides: Vec<&str> = published.units.sides.iter().map(|side| side.id.as_str()).collect();
        format!("{} ({}): {}; sides {}", published.id, published.title, scenarios.join(", "), sides.join(" and "))
    };
    // with a line more, so that it is told as a list
    games.iter().map(of).chain([String::new()]).collect::<Vec<_>>().join("\n")
}

/// What is called so among `all`: by its id, or by how it begins if nothing else begins so.
fn called<'a, T>(word: &str, all: impl Iterator<Item = T> + Clone, id: impl Fn(&T) -> &'a str) -> Option<T> {
    let word = word.to_ascii_lowercase();
    let exact = all.clone().find(|one| id(one) == word);
    exact.or_else(|| {
        let mut near = all.filter(|one| id(one).starts_with(&word));
        near.next().filter(|_| near.next().is_none())
    })
}

/// Reads what stands behind `new`; none if it is no request at all, so that the mail is a stranger's.
fn new<'l>(
    words: &[&str],
    below: impl Iterator<Item = &'l str>,
    games: &[Playable<'_>],
) -> Option<Result<Offer, Unread>> {
    let named = found(words, games, |(published, _)| [published.id.as_str(), published.title.as_str()]);
    let Some((&(published, rules), taken)) = named else {
        return unknown(words, games).map(Err);
    };
    let fault = |text: String| Some(Err(Unread(vec![text, NEW.to_owned(), listed(&[(published, rules)])])));
    let behind = &words[taken..];
    let (scenario, taken) = match found(behind, &published.scenarios, |it| [it.id.as_str(), it.title.as_str()]) {
        Some(found) => found,
        None if published.scenarios.len() == 1 => (&published.scenarios[0], 0),
        None => {
            let called = before_keywords(behind).join(" ");
            return fault(match called.as_str() {
                "" => format!("Which scenario of {}? Write its name behind that of the game.", published.title),
                _ => format!("“{called}” is no scenario of {}.", published.title),
            });
        }
    };
    let mut rest = behind[taken..].iter().copied().peekable();
    let mut offer = Offer {
        game: published.id.clone(),
        scenario: scenario.id.clone(),
        options: BTreeMap::new(),
        side: String::new(),
        pace: String::new(),
        opponent: Way::Link,
        name: String::new(),
        words: String::new(),
    };
    let mut opponent = None;
    while let Some(word) = rest.next() {
        match word.to_ascii_lowercase().as_str() {
            "as" | "side" => {
                let named = rest.next().unwrap_or_default();
                match called(named, published.units.sides.iter(), |side| side.id.as_str()) {
                    Some(side) => offer.side.clone_from(&side.id),
                    None => return fault(format!("“{named}” is no side of {}.", published.title)),
                }
            }
            "against" | "opponent" | "with" => {
                let named = rest.next().unwrap_or_default();
                opponent = match named.to_ascii_lowercase().as_str() {
                    "anybody" | "anyone" | "open" => Some(Way::Open),
                    "link" => Some(Way::Link),
                    computer if computer == COMPUTER => Some(Way::Computer),
                    address if address.contains('@') => Some(Way::Address(address.to_owned())),
                    _ => {
                        return fault(format!(
                            "“{named}” is no opponent: write an address, anybody, link or computer."
                        ));
                    }
                };
            }
            "pace" => {
                let named = rest.next().unwrap_or_default();
                match Tempo::read(named) {
                    Ok(tempo) => offer.pace = tempo.map(Tempo::code).unwrap_or_default(),
                    Err(why) => return fault(why),
                }
            }
            word => match word.split_once('=') {
                Some((name, value)) if rules.iter().any(|rule| rule.name == name) => {
                    offer.options.insert(name.to_owned(), value.to_owned());
                }
                _ => return fault(format!("“{word}” means nothing here.")),
            },
        }
    }
    let Some(opponent) = opponent else {
        return fault("Against whom? Write `against` and an address, anybody, link or computer.".to_owned());
    };
    offer.opponent = opponent;
    for line in below {
        match line.split_once(':').map(|(name, text)| (name.trim().to_ascii_lowercase(), text.trim())) {
            Some((name, text)) if name == "say" => offer.words = text.to_owned(),
            Some((name, text)) if name == "name" => offer.name = text.to_owned(),
            _ => {}
        }
    }
    Some(Ok(offer))
}

/// Why a request is not understood that names no game of ours: what there is, the nearest first. None if it is no request.
fn unknown(words: &[&str], games: &[Playable<'_>]) -> Option<Unread> {
    let called = before_keywords(words);
    let (near, is_near) =
        nearest_first(called, games, |(published, _)| [published.id.as_str(), published.title.as_str()]);
    if called.len() == words.len() && !is_near {
        return None;
    }
    let meant = match near.first() {
        Some((published, _)) if is_near => format!(" Do you mean {} ({})?", published.id, published.title),
        _ => String::new(),
    };
    let none = format!("“{}” is no game here.{meant}", called.join(" "));
    Some(Unread(vec![none, NEW.to_owned(), listed(&near)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    fn asked(text: &str) -> Option<Result<Command, Unread>> {
        let books: Vec<_> = GAMES.iter().map(|game| game.load(&game.files()).expect("sound")).collect();
        let games: Vec<Playable<'_>> = books.iter().map(|book| (book.published(), book.options())).collect();
        read(text.lines(), &games)
    }

    #[test]
    fn a_game_is_asked_for_in_a_line() {
        let text = "new autumn-fog init as german against Anna@Example.org fog-of-war=stacks pace 3+14\nsay: well met\nname: Ben";
        let Some(Ok(Command::New(offer))) = asked(text) else { panic!("{:?}", asked(text)) };
        assert_eq!(
            (offer.game.as_str(), offer.scenario.as_str(), offer.side.as_str()),
            ("autumn-fog", "initial-assault", "german")
        );
        assert_eq!(offer.opponent, Way::Address("anna@example.org".to_owned()));
        assert_eq!((offer.words.as_str(), offer.name.as_str()), ("well met", "Ben"));
        assert_eq!(offer.options.get("fog-of-war").map(String::as_str), Some("stacks"));
        assert_eq!(offer.pace, "3+14/2");
        let Some(Ok(Command::New(offer))) = asked("New Autumn entire against anybody") else {
            panic!("by its beginning")
        };
        assert_eq!((offer.side.as_str(), &offer.opponent), ("", &Way::Open));
    }

    #[test]
    fn games_and_scenarios_are_known_by_their_titles_as_well_whatever_case_and_article_they_have() {
        for text in [
            "new The Ardennes Offensive scenario 10 as german against link",
            "new ardennes offensive 10 as German against link",
            "NEW ardennes-offensive No. 10 as german against link",
            "new Ardennes Offensive: no-10 as german against link",
            "new the ardennes offensive Both prepared, a total effort as german against link",
        ] {
            let Some(Ok(Command::New(offer))) = asked(text) else { panic!("{text}: {:?}", asked(text)) };
            let told = (offer.game.as_str(), offer.scenario.as_str(), offer.side.as_str());
            assert_eq!(told, ("ardennes-offensive", "no-10", "german"), "{text}");
        }
        for text in ["new Operation Autumn Fog The Initial Assault against link", "new autumn fog initial against link"]
        {
            let Some(Ok(Command::New(offer))) = asked(text) else { panic!("{text}: {:?}", asked(text)) };
            assert_eq!((offer.game.as_str(), offer.scenario.as_str()), ("autumn-fog", "initial-assault"), "{text}");
        }
    }

    #[test]
    fn of_a_wrong_name_the_nearest_is_listed_first() {
        let Some(Err(Unread(why))) = asked("new dedly wods campaign against link") else { panic!("it is a request") };
        let listed = why.last().expect("a list");
        assert!(listed.starts_with("deadly-woods ") && listed.contains("\nautumn-fog "), "{listed}");
    }

    #[test]
    fn what_does_not_fit_is_told_and_what_is_no_request_is_a_strangers_mail() {
        for (text, told) in [
            ("new autumn-fog", "Which scenario of"),
            ("new autumn-fog as german against link", "Which scenario of"),
            ("new autumn-fog stalingrad against link", "“stalingrad” is no scenario"),
            ("new autum-fog init against link", "“autum-fog init” is no game here. Do you mean autumn-fog"),
            ("new the ardenes offensiv", "Do you mean ardennes-offensive"),
            ("new ardennes against link", "“ardennes” is no game here"),
            ("new chess against link", "“chess” is no game here."),
            ("new autumn-fog init", "Against whom?"),
            ("new autumn-fog init as russian against link", "“russian” is no side"),
            ("new autumn-fog init against nobody", "“nobody” is no opponent"),
            ("new autumn-fog init against link quickly", "“quickly” means nothing"),
            ("new autumn-fog init against link pace quickly", "is no pace"),
            ("new", "To start a game"),
        ] {
            let Some(Err(Unread(why))) = asked(text) else { panic!("{text}: {:?}", asked(text)) };
            assert!(why[0].contains(told), "{text}: {why:?}");
        }
        for text in ["", "new year's greetings to you", "news from home", "join us today", "Dear all", "help"] {
            assert_eq!(asked(text), None, "{text}");
        }
        assert_eq!(asked("join 12"), Some(Ok(Command::Join(12))));
        assert_eq!(asked("My games"), Some(Ok(Command::Games)));
    }
}
