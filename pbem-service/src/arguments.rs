//! What the command line of `fieldpost` asks for.

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use pbem_service::NewGame;
use pbem_service::audience::Audience;
use pbem_service::settings::{FILE, SETTINGS};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;

/// Plays published wargames by mail and on the web
#[derive(Debug, Parser)]
#[command(name = "fieldpost", version)]
struct Arguments {
    /// The file of settings; without it the one that FIELDPOST_CONFIG names, else /etc/fieldpost.toml if it is there
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    asked: Option<Asked>,
}

/// A command with all it needs.
#[derive(Debug, Subcommand)]
pub enum Asked {
    /// Serve games: what is done without a command; without configuration a demo on 127.0.0.1:8080
    Serve,
    /// Hand the mail on standard input to the running server, or leave it in its spool; else exit 75
    Receive,
    /// What can be played: games, their scenarios and options
    Games,
    /// Start a game and invite its players
    New(New),
    /// The games of this host, the newest first
    List {
        /// As lines of JSON
        #[arg(long)]
        json: bool,
    },
    /// Mail that did not leave, or did not arrive, and why
    Mail {
        /// Of this game alone
        #[arg(long, value_name = "NUMBER")]
        game: Option<i64>,
        /// Mail that has left, too
        #[arg(long)]
        all: bool,
        /// As lines of JSON
        #[arg(long)]
        json: bool,
    },
    /// Send a mail once more, whatever became of it; its reader knows it by its Message-ID
    Resend {
        /// Its number; `fieldpost mail` tells it
        mail: i64,
    },
    /// Send no mail to a seat until it is resumed
    Pause {
        /// Number of the game
        game: i64,
        /// The seat
        side: String,
    },
    /// Who plays a game, and whether mail reaches him
    Seats {
        /// Number of the game
        game: i64,
    },
    /// Send mail to a seat again that was paused, held or came back
    Resume {
        /// Number of the game
        game: i64,
        /// The seat
        side: String,
    },
    /// Commit to new dice keys, after a game was restored from a backup
    Renew {
        /// Number of the game
        game: i64,
    },
    /// Send a seat's mail to another address from now on
    Address {
        /// Number of the game
        game: i64,
        /// The seat
        side: String,
        /// The new address
        address: String,
        /// It is another player's, who takes the seat over: the notes of the one before are erased
        #[arg(long)]
        new_player: bool,
    },
    /// Change who may look at a game: everybody, everybody who has its address, or its players
    Audience {
        /// Number of the game
        game: i64,
        /// public, unlisted or private
        audience: Audience,
    },
    /// Replace the link to a seat, and print the new one: who has the old one has the seat no longer
    Relink {
        /// Number of the game
        game: i64,
        /// The seat
        side: String,
    },
    /// Erase an address, and the letters that came from its seats, from all games
    Erase {
        /// The address
        address: String,
    },
    /// What players have reported about their games and each other, with what was said before
    Reports {
        /// Those that are settled, too
        #[arg(long)]
        all: bool,
        /// As lines of JSON
        #[arg(long)]
        json: bool,
    },
    /// Note that a report is dealt with
    Settle {
        /// Its number; `fieldpost reports` tells it
        report: i64,
        /// What its player is told by mail; without it he is told nothing
        #[arg(long, value_name = "WORDS", default_value = "")]
        answer: String,
    },
    /// Write a game as lines of JSON; hidden things included
    Export {
        /// Number of the game
        game: i64,
    },
    /// Write a copy of the database, which may be in use, into a new file
    Backup {
        /// The file
        file: PathBuf,
    },
    /// Put a copy back, with the service stopped: all games under way get fresh dice keys, and their players are told
    Restore {
        /// What `backup` wrote; without it the database that is there was set back by other means
        file: Option<PathBuf>,
    },
    /// Serve from this data folder a database that is the newest there is: the folder is new, or one of several
    Adopt,
    /// The settings in force and where each was said; whether they make sense
    Config {
        /// A file with all settings as comments instead
        #[arg(long)]
        example: bool,
    },
    /// Ask the running server whether it can serve: 0 it can, 1 it cannot
    Health,
    /// Check an export or a ledger without any server: its dice, and of an export each order by the rules
    Verify {
        /// The export or ledger
        file: PathBuf,
        /// Another of the same game: keys that both used for different numbers are named
        other: Option<PathBuf>,
        /// The seal that the last mail of the game told
        #[arg(long)]
        seal: Option<String>,
    },
}

/// A game to be started. The sides of our games are options, too ([`with_sides`]).
#[derive(Debug, Args)]
pub struct New {
    /// The game; `fieldpost games` lists them
    #[arg(long, value_name = "ID")]
    game: String,
    /// The scenario
    #[arg(long, value_name = "ID")]
    scenario: String,
    /// An optional rule and how it is played
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Who may look at it: public, unlisted or private
    #[arg(long, value_name = "WHO", default_value_t)]
    audience: Audience,
    #[arg(skip)]
    players: BTreeMap<String, String>,
}

/// Reads a command line, the program's name first: what is asked for, and the file of settings if one is named.
///
/// # Errors
/// A page that was asked for, or what was expected in the place of what.
pub fn read(words: &[OsString]) -> Result<(Asked, Option<PathBuf>), clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words)?;
    let Arguments { config, asked } = Arguments::from_arg_matches(&matches)?;
    let mut asked = asked.unwrap_or(Asked::Serve);
    if let (Asked::New(new), Some((_, matches))) = (&mut asked, matches.subcommand()) {
        new.players = players(matches);
        if let Some(twice) = twice(&new.options) {
            return Err(command.error(ErrorKind::ValueValidation, format!("--option {twice}: this was given before")));
        }
    }
    Ok((asked, config))
}

impl From<New> for NewGame {
    fn from(new: New) -> NewGame {
        let New { game, scenario, options, audience, players } = new;
        NewGame { game, scenario, options: options.into_iter().collect(), audience, players }
    }
}

fn command() -> Command {
    let said = |known: &pbem_service::settings::Known| format!("  {:15} {}", known.key, known.meaning);
    let settings: Vec<String> = SETTINGS.iter().map(said).collect();
    // reading the games takes its time: only where it is needed
    Arguments::command()
        .after_help(format!(
            "Settings, in {FILE} or as variables of the environment (FIELDPOST_BIND for bind):\n{}",
            settings.join("\n")
        ))
        .mut_subcommand("new", |new| new.defer(with_sides))
}

/// An option for each side of the games that can be played: who plays it.
fn with_sides(new: Command) -> Command {
    let sides = games::GAMES.iter().filter_map(|game| game.load(&game.files()).ok());
    let sides: BTreeSet<String> = sides
        .flat_map(|game| game.published().units.sides.iter().map(|side| side.id.clone()).collect::<Vec<_>>())
        .collect();
    new.args(sides.into_iter().map(|side| {
        let help = format!("Who plays the side {side}; the computer plays what it is given");
        Arg::new(side.clone()).long(side).value_name("ADDRESS|computer").value_parser(ValueParser::string()).help(help)
    }))
}

/// Who plays which side: what was given besides the options that every game has.
fn players(matches: &ArgMatches) -> BTreeMap<String, String> {
    let given = matches.ids().filter_map(|id| {
        let address = matches.try_get_one::<String>(id.as_str()).ok().flatten()?;
        Some((id.to_string(), address.clone()))
    });
    given.filter(|(id, _)| !["game", "scenario", "audience", "config"].contains(&id.as_str())).collect()
}

fn pair(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE; see fieldpost games")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The first optional rule that is given for the second time.
fn twice(options: &[(String, String)]) -> Option<String> {
    let before = |n: usize, name: &String| options.iter().take(n).any(|(other, _)| other == name);
    let (_, (name, value)) = options.iter().enumerate().find(|(n, (name, _))| before(*n, name))?;
    Some(format!("{name}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> Result<Asked, clap::Error> {
        Ok(read(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())?.0)
    }

    fn told(line: &str) -> String {
        asked(line).expect_err(line).to_string()
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn a_new_game_is_described_by_game_scenario_options_and_addresses() {
        let line = "fieldpost new --game autumn-fog --scenario=entire-battle --option fog-of-war=covered \
                    --german anna@example.org --option snafus=yes";
        let Ok(Asked::New(new)) = asked(line) else { panic!("a new game") };
        let new = NewGame::from(new);
        assert_eq!((new.game.as_str(), new.scenario.as_str()), ("autumn-fog", "entire-battle"));
        let options: Vec<_> = new.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("fog-of-war", "covered"), ("snafus", "yes")]);
        let players: Vec<_> = new.players.iter().map(|(side, address)| (side.as_str(), address.as_str())).collect();
        assert_eq!(players, [("german", "anna@example.org")]);
    }

    #[test]
    fn what_is_missing_unknown_or_given_twice_is_named() {
        for (line, expected) in [
            ("fieldpost new --scenario x", "not provided:\n  --game <ID>"),
            ("fieldpost new --game x", "not provided:\n  --scenario <ID>"),
            ("fieldpost new --game", "a value is required for '--game <ID>'"),
            ("fieldpost new game x", "unexpected argument 'game' found"),
            ("fieldpost new --game x --scenario y --russian z", "unexpected argument '--russian' found"),
            ("fieldpost new --option snafus", "expected NAME=VALUE"),
            ("fieldpost new --game x --scenario y --option a=b --option a=c", "--option a=c: this was given before"),
            (
                "fieldpost new --game x --scenario y --german a --german b",
                "'--german <ADDRESS|computer>' cannot be used",
            ),
            ("fieldpost seats one", "invalid value 'one' for '<GAME>'"),
            ("fieldpost setas 1", "'seats'"),
        ] {
            let told = told(line);
            assert!(told.contains(expected), "{line}: {told}");
            assert_eq!(asked(line).expect_err(line).exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn help_tells_the_settings_and_the_sides_of_our_games() {
        let page = told("fieldpost help");
        assert!(SETTINGS.iter().all(|known| page.contains(known.key) && page.contains(known.meaning)), "{page}");
        for line in ["fieldpost help new", "fieldpost new --help"] {
            let page = told(line);
            assert!(page.contains("--german <ADDRESS|computer>") && page.contains("--option <NAME=VALUE>"), "{page}");
            assert_eq!(asked(line).expect_err(line).exit_code(), 0);
        }
        assert_eq!(told("fieldpost --version"), concat!("fieldpost ", env!("CARGO_PKG_VERSION"), "\n"));
    }

    #[test]
    fn without_a_command_games_are_served() {
        assert!(matches!(asked("fieldpost"), Ok(Asked::Serve)));
        assert!(matches!(asked("fieldpost serve"), Ok(Asked::Serve)));
    }
}
