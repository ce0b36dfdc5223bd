//! What the command line asks for.

use artwork::map_picture::Theme;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use module_builder::gallery;
use module_builder::print::{self, Paper};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Makes VASSAL modules, pictures and sheets to print of a game, and checks its data
///
/// GAME is the name of a folder in assets/games, or the path of a folder of your own. Run it in the folder that holds
/// assets/.
#[derive(Debug, Parser)]
#[command(name = "module-builder", version, arg_required_else_help = true)]
struct Arguments {
    /// Tells the outcome as JSON, in which each fault names its file and line
    // `main` looks for it itself, also where the rest cannot be read
    #[arg(long = "json", global = true)]
    _json: bool,
    #[command(subcommand)]
    command: Command,
}

/// A command with all it needs.
#[derive(Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Names the games in assets/games, and how far their data goes
    List,
    /// Writes the map of a game of the Ardennes from the geography
    Survey {
        /// The game
        game: String,
    },
    /// Reports every inconsistency of a game's files, of all games at once, or what VASSAL would pass over in a module
    Check {
        /// The game or, if it ends in .vmod, the module file; all games if nothing is named
        #[arg(value_name = "GAME|FILE.vmod")]
        what: Option<String>,
        /// Counts boxes, counters and markers that the game's rules can need against what is printed
        #[arg(long, requires = "what")]
        sheets: bool,
    },
    /// Sums of the divisions beside those of the game with the most counters
    Strengths {
        /// The game
        game: String,
    },
    /// Tells the position of a saved game of a game's module, as the file of a scenario
    Read {
        /// The game
        game: String,
        /// The saved game
        #[arg(value_name = "FILE.vsav")]
        file: PathBuf,
    },
    /// Writes the board, all faces and a contact sheet as SVG and PNG
    Pictures {
        /// The game
        game: String,
        /// The folder into which to write
        #[arg(short = 'o', value_name = "FOLDER")]
        folder: PathBuf,
        /// The inks of the map: colour or printer
        #[arg(long, default_value = "colour", value_parser = theme)]
        theme: Theme,
        /// How many pixels wide a hex is on the PNGs, from 8 to 250; a counter is twice as wide
        #[arg(long, value_name = "PIXELS", default_value_t = gallery::HEX, value_parser = hex)]
        hex: f32,
    },
    /// Writes counter sheets, map, charts and set-ups as PDF
    Print {
        /// The game
        game: String,
        /// The folder into which to write; one called after the game unless it is named
        #[arg(short = 'o', value_name = "FOLDER")]
        folder: Option<PathBuf>,
        /// The paper: a4 or letter
        #[arg(long, default_value = "a4", value_parser = paper)]
        paper: Paper,
        /// The inks of the map: printer or colour
        #[arg(long, default_value = "printer", value_parser = theme)]
        theme: Theme,
        /// The side of a counter, from 8 to 40 millimetres
        #[arg(long, value_name = "MILLIMETRES", default_value_t = print::COUNTER, value_parser = counter)]
        counter: f32,
    },
    /// Writes the report of a game that was played as PDF: its turns with their boards, losses and points
    Report {
        /// The file that the page of the report offers
        #[arg(value_name = "FILE.json")]
        told: PathBuf,
        /// The file to write; one called after the other unless it is named
        #[arg(short = 'o', value_name = "FILE.pdf")]
        file: Option<PathBuf>,
        /// The paper: a4 or letter
        #[arg(long, default_value = "a4", value_parser = paper)]
        paper: Paper,
    },
    /// Writes the VASSAL module of a game
    Vassal {
        /// The game
        game: String,
        /// The file to write; one called after the game unless it is named
        #[arg(short = 'o', value_name = "FILE.vmod")]
        file: Option<PathBuf>,
    },
    /// A page that was asked for: help, or the version.
    #[command(skip)]
    Page(String),
}

/// Sides of counters that can be cut and read, in millimetres.
const COUNTERS: RangeInclusive<f32> = 8.0..=40.0;

/// Reads a command line without the program's name.
///
/// # Errors
/// What was expected in the place of what.
pub fn parse(arguments: &[&str]) -> Result<Command, String> {
    match Arguments::try_parse_from(std::iter::once("module-builder").chain(arguments.iter().copied())) {
        Ok(asked) => Ok(asked.command),
        Err(told) if matches!(told.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Ok(Command::Page(told.to_string().trim_end().to_owned()))
        }
        Err(told) => Err(told.to_string().trim_end().to_owned()),
    }
}

fn theme(text: &str) -> Result<Theme, &'static str> {
    Theme::find(&text.to_lowercase()).ok_or("expected colour or printer")
}

fn paper(text: &str) -> Result<Paper, &'static str> {
    Paper::find(&text.to_lowercase()).ok_or("expected a4 or letter")
}

fn hex(text: &str) -> Result<f32, &'static str> {
    within(text, &gallery::HEXES).ok_or("expected from 8 to 250 pixels")
}

fn counter(text: &str) -> Result<f32, &'static str> {
    within(text, &COUNTERS).ok_or("expected from 8 to 40 millimetres")
}

fn within(text: &str, range: &RangeInclusive<f32>) -> Option<f32> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_read_in_any_order() {
        let file = Some(PathBuf::from("a.vmod"));
        for line in [
            &["vassal", "ferry", "-o", "a.vmod"][..],
            &["vassal", "-o", "a.vmod", "ferry"],
            &["vassal", "--json", "-o=a.vmod", "ferry"],
            &["--json", "vassal", "ferry", "-oa.vmod"],
        ] {
            assert_eq!(parse(line), Ok(Command::Vassal { game: "ferry".into(), file: file.clone() }));
        }
        let Ok(Command::Pictures { theme, hex, .. }) =
            parse(&["pictures", "--hex", "160", "ferry", "--theme", "printer", "-o", "f"])
        else {
            panic!("it is a command");
        };
        assert_eq!((theme, hex), (Theme::Printer, 160.0));
        let Ok(Command::Print { paper, theme, counter, folder, .. }) =
            parse(&["print", "ferry", "--paper=Letter", "--counter=12.7"])
        else {
            panic!("it is a command");
        };
        assert_eq!((paper, theme, counter, folder), (Paper::Letter, Theme::Printer, 12.7, None));
        assert_eq!(parse(&["check", "a.vmod"]), Ok(Command::Check { what: Some("a.vmod".into()), sheets: false }));
        let counted = Command::Check { what: Some("ferry".into()), sheets: true };
        assert_eq!(parse(&["check", "ferry", "--sheets"]), Ok(counted));
        assert!(parse(&["check", "--sheets"]).is_err());
        assert_eq!(parse(&["check"]), Ok(Command::Check { what: None, sheets: false }));
    }

    #[test]
    fn help_and_version_are_pages_and_no_faults() {
        for (line, told) in [
            (&["help"][..], "Usage: module-builder [OPTIONS] <COMMAND>"),
            (&["-h"], "Usage: module-builder"),
            (&["vassal", "--help"], "Usage: module-builder vassal [OPTIONS] <GAME>"),
            (&["help", "print"], "--counter <MILLIMETRES>"),
            (&["--version"], concat!("module-builder ", env!("CARGO_PKG_VERSION"))),
        ] {
            let Ok(Command::Page(page)) = parse(line) else { panic!("{line:?} asks for a page") };
            assert!(page.contains(told), "{line:?}: {page}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_what_was_expected() {
        for (line, told) in [
            (&[][..], "Usage: module-builder"),
            (&["vassel", "ferry"], "unrecognized subcommand 'vassel'\n\n  tip: a similar subcommand exists: 'vassal'"),
            (&["vassal"], "not provided:\n  <GAME>"),
            (&["vassal", "ferry", "-o"], "a value is required for '-o <FILE.vmod>'"),
            (&["vassal", "ferry", "more"], "unexpected argument 'more' found"),
            (&["vassal", "ferry", "--paper", "a4"], "unexpected argument '--paper' found"),
            (&["list", "--all"], "unexpected argument '--all' found"),
            (&["read", "ferry"], "not provided:\n  <FILE.vsav>"),
            (&["pictures", "ferry"], "not provided:\n  -o <FOLDER>"),
            (
                &["pictures", "ferry", "-o", "f", "--hex", "7"],
                "'7' for '--hex <PIXELS>': expected from 8 to 250 pixels",
            ),
            (&["print", "ferry", "--paper", "a5"], "'a5' for '--paper <PAPER>': expected a4 or letter"),
            (&["print", "ferry", "--counter", "NaN"], "expected from 8 to 40 millimetres"),
            (&["print", "ferry", "-o", "a", "-o", "b"], "cannot be used multiple times"),
        ] {
            let refused = parse(line).unwrap_err();
            assert!(refused.contains(told), "{line:?}: {refused}");
        }
    }
}
