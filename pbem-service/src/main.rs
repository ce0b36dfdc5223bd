//! The `fieldpost` binary: serves games, takes in mail, checks dice.

use pbem_service::{NewGame, Service, ServiceError, Settings, VARIABLES, host, ledger, spool};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::time::Duration;

/// What a mail server takes as "try again later" (sysexits.h).
const EX_TEMPFAIL: u8 = 75;
/// How long the running server has to take a mail from the pipe.
const HAND_OVER: Duration = Duration::from_secs(20);

const HELP: &str = "\
fieldpost                     serve games; without configuration a demo on http://127.0.0.1:8080
fieldpost receive < MAIL      hand a mail to the running server, or leave it in its spool; else exit 75
fieldpost games               what can be played: games, their scenarios and options
fieldpost new --game ID --scenario ID [--option NAME=VALUE]... [--SIDE ADDRESS|computer]...
                              start a game and invite its players; the computer plays what it is given
fieldpost export GAME         write a game as lines of JSON; hidden things included
fieldpost verify FILE         check the dice of an export or a ledger, without any server
fieldpost help                this text
";

#[actix_web::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] | ["serve"] => serve().await,
        ["receive"] => return receive(),
        ["games"] => games(),
        ["new", ref options @ ..] => new_game(options).await,
        ["export", game] => export(game).await,
        ["verify", file] => verify(file),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}\nVariables:");
            for (name, what) in VARIABLES {
                println!("  {name:24} {what}");
            }
            Ok(())
        }
        _ => Err(format!("unknown command\n{HELP}").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fieldpost: {error}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

fn settings() -> Result<Settings, ServiceError> {
    Settings::read(|name| std::env::var(name).ok())
}

async fn open(settings: Settings) -> Result<Service, ServiceError> {
    Service::open(settings, engine::table::GAMES).await
}

async fn serve() -> Done {
    host::serve(settings()?, engine::table::GAMES).await?;
    Ok(())
}

/// Hands the mail on standard input to the server, else to the spool. A mail is never lost: if neither takes it, the
/// mail server is told to try again.
fn receive() -> ExitCode {
    let attempt = || -> Result<(), Box<dyn std::error::Error>> {
        let settings = settings()?;
        let mut mail = Vec::new();
        std::io::stdin().lock().take(pbem_service::mail::LARGEST_MAIL as u64 + 1).read_to_end(&mut mail)?;
        if let Err(error) = hand_over(&settings, &mail) {
            let path = spool::leave(&settings.data, &mail)?;
            eprintln!("fieldpost: the server does not answer ({error}); left in {}", path.display());
        }
        Ok(())
    };
    match attempt() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fieldpost: {error}");
            ExitCode::from(EX_TEMPFAIL)
        }
    }
}

/// Posts a mail to the server on this machine.
fn hand_over(settings: &Settings, mail: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let port = settings.bind.rsplit_once(':').map_or("8080", |(_, port)| port);
    let address = format!("127.0.0.1:{port}").to_socket_addrs()?.next().ok_or("no address")?;
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(2))?;
    stream.set_read_timeout(Some(HAND_OVER))?;
    stream.set_write_timeout(Some(HAND_OVER))?;
    let secret = settings.intake_secret.as_deref().map(|secret| format!("X-Fieldpost-Secret: {secret}\r\n"));
    write!(
        stream,
        "POST /intake HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: message/rfc822\r\n{}\
         Content-Length: {}\r\n\r\n",
        secret.unwrap_or_default(),
        mail.len()
    )?;
    stream.write_all(mail)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let status = answer.lines().next().unwrap_or("no answer");
    if status.split(' ').nth(1) == Some("202") { Ok(()) } else { Err(status.to_owned().into()) }
}

/// Tells what can be played.
fn games() -> Done {
    for game in engine::table::GAMES {
        let rulebook = game.load(&game.files()).map_err(|faults| format!("{}: {}", game.id(), faults[0]))?;
        let published = rulebook.published();
        println!("{:<24} {}", game.id(), published.title);
        for scenario in &published.scenarios {
            println!("  --scenario {:<17} {}", scenario.id, scenario.title);
        }
        for rule in rulebook.options() {
            for (value, meaning) in rule.values {
                let named = format!("{}={value}", rule.name);
                println!("  --option {named:<19} {} [{}]: {meaning}", rule.title, rule.case);
            }
        }
    }
    Ok(())
}

async fn new_game(options: &[&str]) -> Done {
    let service = open(settings()?).await?;
    let id = service.new_game(&wanted(options)?).await?;
    println!("game {id}: {}/games/{id}", service.settings.base_url);
    println!("The invitations go out with the next round of the running server.");
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

async fn export(game: &str) -> Done {
    let game: i64 = game.parse().map_err(|_| format!("{game:?} is no number of a game"))?;
    let service = open(settings()?).await?;
    let live = service.live(game).await?;
    std::io::stdout().write_all(ledger::export(&live).as_bytes())?;
    Ok(())
}

fn verify(file: &str) -> Done {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (checked, hidden) = ledger::check(&text)?;
    let which = if hidden { "public and hidden numbers and all commitments" } else { "public numbers" };
    println!("All {checked} {which} fit the chains that were committed to before the game.");
    if let Some(compared) = ledger::replay(&text, engine::table::GAMES)? {
        println!("Replayed, it comes to the recorded state at {compared} beginnings of game turns.");
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
