//! The `fieldpost` binary: serves games, takes in mail, checks dice.

mod receive;

use pbem_service::{NewGame, Service, ServiceError, Settings, VARIABLES, host, ledger};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "\
fieldpost                     serve games; without configuration a demo on http://127.0.0.1:8080
fieldpost receive < MAIL      hand a mail to the running server, or leave it in its spool; else exit 75
fieldpost games               what can be played: games, their scenarios and options
fieldpost new --game ID --scenario ID [--option NAME=VALUE]... [--SIDE ADDRESS|computer]...
                              start a game and invite its players; the computer plays what it is given
fieldpost seats GAME          who plays a game, and whether mail reaches him
fieldpost resume GAME SIDE    send mail to a seat again that was paused, held or came back
fieldpost address GAME SIDE ADDRESS
                              send a seat's mail to another address from now on
fieldpost renew GAME          new dice keys, after the game was restored from a backup
fieldpost export GAME         write a game as lines of JSON; hidden things included
fieldpost verify FILE         check the dice of an export or a ledger, without any server
fieldpost help                this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if words == ["receive"] {
        return receive::receive();
    }
    match actix_web::rt::System::new().block_on(run(&words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // that nobody reads it makes it no other failure
            let _ = writeln!(std::io::stderr(), "fieldpost: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(words: &[&str]) -> Done {
    match *words {
        [] | ["serve"] => serve().await,
        ["games"] => games(),
        ["new", ref options @ ..] => new_game(options).await,
        ["seats", game] => seats(game).await,
        ["resume", game, side] => resume(game, side).await,
        ["address", game, side, address] => change_address(game, side, address).await,
        ["renew", game] => renew(game).await,
        ["export", game] => export(game).await,
        ["verify", file] => verify(file),
        ["help" | "--help" | "-h"] => help(),
        _ => Err(format!("unknown command\n{HELP}").into()),
    }
}

fn help() -> Done {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{HELP}\nVariables:")?;
    for (name, what) in VARIABLES {
        writeln!(out, "  {name:24} {what}")?;
    }
    Ok(())
}

type Done = Result<(), Box<dyn std::error::Error>>;

fn settings() -> Result<Settings, ServiceError> {
    Settings::read(|name| std::env::var(name).ok())
}

async fn open(settings: Settings) -> Result<Service, ServiceError> {
    Service::open(settings, games::GAMES).await
}

async fn serve() -> Done {
    host::serve(settings()?, games::GAMES).await?;
    Ok(())
}

/// Tells what can be played.
fn games() -> Done {
    let mut out = std::io::stdout().lock();
    for game in games::GAMES {
        let rulebook = game.load(&game.files()).map_err(|faults| format!("{}: {}", game.id(), faults[0]))?;
        let published = rulebook.published();
        writeln!(out, "{:<24} {}", game.id(), published.title)?;
        for scenario in &published.scenarios {
            writeln!(out, "  --scenario {:<17} {}", scenario.id, scenario.title)?;
        }
        for rule in rulebook.options() {
            for (value, meaning) in rule.values {
                let named = format!("{}={value}", rule.name);
                writeln!(out, "  --option {named:<19} {} [{}]: {meaning}", rule.title, rule.case)?;
            }
        }
    }
    Ok(())
}

async fn new_game(options: &[&str]) -> Done {
    let service = open(settings()?).await?;
    let id = service.new_game(&wanted(options)?).await?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "game {id}: {}/games/{id}", service.settings.base_url)?;
    writeln!(out, "The invitations go out with the next round of the running server.")?;
    for seat in service.store.seats(id).await?.iter().filter(|seat| seat.address.is_none()) {
        writeln!(out, "Nobody is invited to {0} yet: fieldpost address {id} {0} ADDRESS", seat.side)?;
    }
    Ok(())
}

/// The game that the options of `fieldpost new` describe.
fn wanted(options: &[&str]) -> Result<NewGame, String> {
    let (mut named, mut chosen) = (BTreeMap::new(), BTreeMap::new());
    for pair in options.chunks(2) {
        let [name, value] = pair else { return Err(format!("expected --name value, found {}", pair.join(" "))) };
        let name = name.strip_prefix("--").ok_or_else(|| format!("expected --name value, found {}", pair.join(" ")))?;
        let twice = if name == "option" {
            let (option, value) = value
                .split_once('=')
                .ok_or_else(|| format!("expected --option NAME=VALUE, found {value}; see fieldpost games"))?;
            chosen.insert(option.to_owned(), value.to_owned())
        } else {
            named.insert(name.to_owned(), (*value).to_owned())
        };
        if twice.is_some() {
            return Err(format!("--{name} {value}: this was given before"));
        }
    }
    let game = named.remove("game").ok_or("--game is missing; see fieldpost games")?;
    let scenario = named.remove("scenario").ok_or("--scenario is missing; see fieldpost games")?;
    Ok(NewGame { game, scenario, options: chosen, players: named })
}

fn number(game: &str) -> Result<i64, String> {
    game.parse().map_err(|_| format!("{game:?} is no number of a game"))
}

/// Tells who sits where and why mail to him waits, if it does.
async fn seats(game: &str) -> Done {
    let game = number(game)?;
    let service = open(settings()?).await?;
    service.store.game(game).await?;
    for seat in service.store.seats(game).await? {
        let Some(address) = &seat.address else {
            println!("{0:<24} nobody is invited yet: fieldpost address {game} {0} ADDRESS", seat.side);
            continue;
        };
        let why = if seat.reason.is_empty() { String::new() } else { format!(": {}", seat.reason) };
        println!("{:<24} {address:<32} {}{why}", seat.side, seat.mail);
    }
    Ok(())
}

async fn resume(game: &str, side: &str) -> Done {
    open(settings()?).await?.resume(number(game)?, side).await?;
    println!("Mail to {side} goes out again with the next round of the running server.");
    Ok(())
}

async fn change_address(game: &str, side: &str, address: &str) -> Done {
    open(settings()?).await?.set_address(number(game)?, side, address).await?;
    println!("Mail to {side} goes to {address} with the next round of the running server.");
    Ok(())
}

async fn renew(game: &str) -> Done {
    open(settings()?).await?.renew(number(game)?).await?;
    println!("Both players are asked for a word; nothing can be ordered before they have given it, or for three days.");
    Ok(())
}

async fn export(game: &str) -> Done {
    let game = number(game)?;
    let service = open(settings()?).await?;
    let live = service.live(game).await?;
    std::io::stdout().write_all(ledger::export(&live).as_bytes())?;
    Ok(())
}

fn verify(file: &str) -> Done {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (checked, hidden) = ledger::check(&text)?;
    let which = if hidden { "public and hidden numbers and all commitments" } else { "public numbers" };
    let mut out = std::io::stdout();
    writeln!(out, "All {checked} {which} fit the chains that were committed to before the game.")?;
    for mark in ledger::marks(&text) {
        writeln!(out, "The game was {mark}.")?;
    }
    if let Some(compared) = ledger::replay(&text, games::GAMES)? {
        let turns = if compared == 1 { "game turn" } else { "game turns" };
        writeln!(out, "Replayed, it comes to the recorded state at the beginning of {compared} {turns}.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_game_is_described_by_game_scenario_options_and_addresses() {
        let line = "--game autumn-fog --scenario entire-battle --option fog-of-war=covered --option snafus=yes \
                    --german anna@example.org";
        let new = wanted(&line.split_whitespace().collect::<Vec<_>>()).expect("a game");
        assert_eq!((new.game.as_str(), new.scenario.as_str()), ("autumn-fog", "entire-battle"));
        let options: Vec<_> = new.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("fog-of-war", "covered"), ("snafus", "yes")]);
        assert_eq!(new.players.get("german").map(String::as_str), Some("anna@example.org"));
    }

    #[test]
    fn what_is_missing_or_given_twice_is_named() {
        let told = |line: &str| wanted(&line.split_whitespace().collect::<Vec<_>>()).expect_err("a fault");
        assert!(told("--scenario x").starts_with("--game is missing"));
        assert!(told("--game x").starts_with("--scenario is missing"));
        assert!(told("--game").starts_with("expected --name value"));
        assert!(told("game x").starts_with("expected --name value"));
        assert!(told("--option snafus").starts_with("expected --option NAME=VALUE"));
        assert!(told("--option a=b --option a=c").ends_with("this was given before"));
    }
}
