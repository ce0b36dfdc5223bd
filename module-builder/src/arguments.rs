//! What the command line asks for.

use module_builder::map_picture::Theme;
use module_builder::print::{self, Paper};
use module_builder::{gallery, print::Settings};
use std::path::PathBuf;

/// What `help` prints.
pub const USAGE: &str = "\
module-builder list             the games in assets/games, and how far their data goes
module-builder survey GAME      writes the map of a game of the Ardennes from the geography
module-builder check [GAME]     reports every inconsistency of a game's files; of all games at once
module-builder check FILE.vmod  reports what VASSAL would pass over in silence
module-builder strengths GAME   sums of the divisions beside those of the game with the most counters
module-builder pictures GAME -o FOLDER [--theme colour|printer] [--hex PIXELS]
                                writes the board, all faces and a contact sheet as SVG and PNG;
                                on the PNGs a hex is 80 pixels wide, a counter twice as much
module-builder print GAME [-o FOLDER] [--paper a4|letter] [--theme printer|colour] [--counter MILLIMETRES]
                                writes counter sheets, map, charts and set-ups as PDF
module-builder vassal GAME [-o FILE.vmod]
                                writes the VASSAL module of a game
module-builder read GAME FILE.vsav
                                tells the position of a saved game of such a module, as the file of a scenario
With --json anywhere the outcome is JSON, and each fault names its file and line.
GAME is the name of a folder in assets/games, or the path of a folder of your own.
Run it in the folder that holds assets/.";

/// A command with all it needs.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Says what there is to say.
    Help,
    /// Names the games.
    List,
    /// Writes the surveyed map of a game.
    Survey(String),
    /// Checks all games.
    CheckAll,
    /// Checks a game.
    Check(String),
    /// Checks a module file.
    CheckModule(PathBuf),
    /// Compares divisions.
    Strengths(String),
    /// Tells a saved game.
    Read(String, PathBuf),
    /// Writes drawings: hexes so many pixels wide.
    Pictures { game: String, folder: PathBuf, theme: Theme, hex: f32 },
    /// Writes sheets to print; into a folder called after the game unless one is named.
    Print { game: String, folder: Option<PathBuf>, settings: Settings },
    /// Writes a module; into a file called after the game unless one is named.
    Vassal { game: String, file: Option<PathBuf> },
}

/// Sides of counters that can be cut and read, in millimetres.
const COUNTERS: std::ops::RangeInclusive<f32> = 8.0..=40.0;

/// What a command takes: its name, what must be named after it, its options.
type Takes = (&'static str, &'static [&'static str], &'static [&'static str]);

const GAME: &str = "the name of a game or the path of its folder";

const COMMANDS: [Takes; 8] = [
    ("list", &[], &[]),
    ("survey", &[GAME], &[]),
    ("check", &[GAME], &[]),
    ("strengths", &[GAME], &[]),
    ("read", &[GAME, "a saved game, a file that ends in .vsav"], &[]),
    ("pictures", &[GAME], &["-o", "--theme", "--hex"]),
    ("print", &[GAME], &["-o", "--paper", "--theme", "--counter"]),
    ("vassal", &[GAME], &["-o"]),
];

/// The words of a command line apart from its command.
struct Words<'a> {
    named: Vec<&'a str>,
    options: Vec<(&'a str, &'a str)>,
}

/// Reads a command line without the program's name and without `--json`.
///
/// # Errors
/// What was expected in the place of what.
pub fn parse(arguments: &[&str]) -> Result<Command, String> {
    let asks_for_help = |argument: &&str| matches!(*argument, "--help" | "-h");
    let Some((&command, rest)) = arguments.split_first() else { return Err(USAGE.to_owned()) };
    if command == "help" || arguments.iter().any(asks_for_help) {
        return Ok(Command::Help);
    }
    let Some(&(command, needed, options)) = COMMANDS.iter().find(|(name, ..)| *name == command) else {
        let names = COMMANDS.map(|(name, ..)| name).join(", ");
        return Err(format!("expected a command ({names}, help), found `{command}`"));
    };
    let words = Words::read(command, needed, options, rest)?;
    let named = |n: usize| words.named.get(n).map(|word| (*word).to_owned());
    let need = |n: usize| named(n).ok_or_else(|| format!("{command}: expected {}", needed[n]));
    let option = |key: &str| words.options.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    let theme = option("--theme")
        .map(|text| one_of("--theme", "colour or printer", text, |text| Theme::find(&text.to_lowercase())))
        .transpose()?;
    Ok(match command {
        "list" => Command::List,
        "survey" => Command::Survey(need(0)?),
        "check" => match named(0) {
            None => Command::CheckAll,
            Some(file) if file.ends_with(".vmod") => Command::CheckModule(file.into()),
            Some(game) => Command::Check(game),
        },
        "strengths" => Command::Strengths(need(0)?),
        "read" => Command::Read(need(0)?, need(1)?.into()),
        "pictures" => Command::Pictures {
            game: need(0)?,
            folder: option("-o").ok_or("pictures: expected -o and the folder into which to write")?.into(),
            theme: theme.unwrap_or(Theme::Colour),
            hex: option("--hex").map_or(Ok(gallery::HEX), |text| {
                one_of("--hex", "from 8 to 250 pixels", text, |text| within(text, &gallery::HEXES))
            })?,
        },
        "print" => {
            let paper = |text| one_of("--paper", "a4 or letter", text, |text| Paper::find(&text.to_lowercase()));
            let side = |text| one_of("--counter", "from 8 to 40 millimetres", text, |text| within(text, &COUNTERS));
            let settings = Settings {
                theme: theme.unwrap_or(Theme::Printer),
                counter: option("--counter").map_or(Ok(print::COUNTER), side)?,
                ..Settings::new(option("--paper").map_or(Ok(Paper::A4), paper)?)
            };
            Command::Print { game: need(0)?, folder: option("-o").map(PathBuf::from), settings }
        }
        _ => Command::Vassal { game: need(0)?, file: option("-o").map(PathBuf::from) },
    })
}

impl<'a> Words<'a> {
    /// Sorts the words after a command into what is named and options with their values, in any order.
    fn read(command: &str, needed: &[&str], options: &[&str], words: &[&'a str]) -> Result<Words<'a>, String> {
        let mut sorted = Words { named: Vec::new(), options: Vec::new() };
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            if !word.starts_with('-') {
                sorted.named.push(word);
                continue;
            }
            let (word, joined) = word.split_once('=').map_or((word, None), |(word, value)| (word, Some(value)));
            if !options.contains(&word) {
                let known = if options.is_empty() { "no option".to_owned() } else { options.join(", ") };
                return Err(format!("{command}: expected {known}, found `{word}`"));
            }
            let value =
                joined.or_else(|| words.next()).ok_or_else(|| format!("{command}: expected a value after {word}"))?;
            if sorted.options.iter().any(|(known, _)| *known == word) {
                return Err(format!("{command}: expected {word} once"));
            }
            sorted.options.push((word, value));
        }
        match sorted.named.get(needed.len()) {
            Some(more) => Err(format!("{command}: expected nothing more, found `{more}`")),
            None => Ok(sorted),
        }
    }
}

/// The value of an option, or what was expected.
fn one_of<T>(option: &str, what: &str, text: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    read(text).ok_or_else(|| format!("expected {option} {what}, found `{text}`"))
}

fn within(text: &str, range: &std::ops::RangeInclusive<f32>) -> Option<f32> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_read_in_any_order() {
        let file = Some(PathBuf::from("a.vmod"));
        for line in [&["vassal", "ferry", "-o", "a.vmod"], &["vassal", "-o", "a.vmod", "ferry"]] {
            assert_eq!(parse(line), Ok(Command::Vassal { game: "ferry".into(), file: file.clone() }));
        }
        let Ok(Command::Pictures { theme, hex, .. }) =
            parse(&["pictures", "--hex", "160", "ferry", "--theme", "printer", "-o", "f"])
        else {
            panic!("it is a command");
        };
        assert_eq!((theme, hex), (Theme::Printer, 160.0));
        for line in [&["help"][..], &["vassal", "--help"], &["-h"], &["print", "ferry", "-h"]] {
            assert_eq!(parse(line), Ok(Command::Help), "{line:?}");
        }
        let Ok(Command::Print { settings, .. }) = parse(&["print", "ferry", "--paper=Letter", "--counter=12.7"]) else {
            panic!("it is a command");
        };
        assert_eq!((settings.paper, settings.counter), (Paper::Letter, 12.7));
        assert_eq!(parse(&["check", "a.vmod"]), Ok(Command::CheckModule("a.vmod".into())));
        assert_eq!(parse(&["check"]), Ok(Command::CheckAll));
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_what_was_expected() {
        for (line, told) in [
            (&[][..], "module-builder list"),
            (
                &["vassel", "ferry"],
                "expected a command (list, survey, check, strengths, read, pictures, print, vassal, help), found `vassel`",
            ),
            (&["vassal"], "vassal: expected the name of a game or the path of its folder"),
            (&["vassal", "ferry", "-o"], "vassal: expected a value after -o"),
            (&["vassal", "ferry", "more"], "vassal: expected nothing more, found `more`"),
            (&["vassal", "ferry", "--paper", "a4"], "vassal: expected -o, found `--paper`"),
            (&["list", "--all"], "list: expected no option, found `--all`"),
            (&["read", "ferry"], "read: expected a saved game"),
            (&["pictures", "ferry"], "pictures: expected -o and the folder"),
            (&["pictures", "ferry", "-o", "f", "--hex", "7"], "expected --hex from 8 to 250 pixels, found `7`"),
            (&["print", "ferry", "--paper", "a5"], "expected --paper a4 or letter, found `a5`"),
            (&["print", "ferry", "--counter", "NaN"], "expected --counter from 8 to 40 millimetres, found `NaN`"),
            (&["print", "ferry", "-o", "a", "-o", "b"], "print: expected -o once"),
        ] {
            let refused = parse(line).unwrap_err();
            assert!(refused.starts_with(told), "{line:?}: {refused}");
        }
    }
}
