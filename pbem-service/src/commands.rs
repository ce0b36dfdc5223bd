//! What each command does. What it tells goes to standard output; who closes that ends the command, and nothing else.

use crate::Done;
use crate::arguments::{Asked, New};
use engine::table::Rejudged;
use pbem_service::export::{Export, Talk};
use pbem_service::proof::{Proof, prove};
use pbem_service::settings::{self, Given};
use pbem_service::talk::seen;
use pbem_service::{Service, ServiceError, Settings, administration, backup, host, ledger};
use serde::Serialize;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::time::Duration;

/// A file that cannot be read.
#[derive(Debug)]
pub struct Unread(String);

impl std::fmt::Display for Unread {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Unread {}

/// Does what needs the settings of a host.
pub async fn run(asked: Asked, settings: Settings) -> Done {
    match asked {
        Asked::Serve => Ok(host::serve(settings, games::GAMES).await?),
        Asked::New(new) => new_game(settings, new).await,
        Asked::List { json } => list(settings, json).await,
        Asked::Mail { game, all, json } => mail(settings, game, all, json).await,
        Asked::Resend { mail } => {
            open(settings).await?.resend(mail).await?;
            say(&format!("Mail {mail} leaves with the next round of the running server."))
        }
        Asked::Seats { game } => seats(settings, game).await,
        Asked::Pause { game, side } => {
            let service = open(settings).await?;
            service.store.seat(game, &side).await?;
            service.pause(game, &side).await?;
            say(&format!("No mail goes to {side} until `fieldpost resume {game} {side}`, or its player wishes it."))
        }
        Asked::Resume { game, side } => {
            open(settings).await?.resume(game, &side).await?;
            say(&format!("Mail to {side} goes out again with the next round of the running server."))
        }
        Asked::Address { game, side, address, new_player } => {
            let service = open(settings).await?;
            match new_player {
                true => service.seat_another(game, &side, &address).await?,
                false => service.set_address(game, &side, &address).await?,
            }
            say(&format!("Mail to {side} goes to {address} with the next round of the running server."))
        }
        Asked::Audience { game, audience } => {
            open(settings).await?.set_audience(game, audience).await?;
            say(&format!("Game {game} is {audience} now."))
        }
        Asked::Relink { game, side } => {
            let service = open(settings).await?;
            let token = service.replace_link(game, &side).await?;
            say(&format!("{}/seat/{token}", service.settings.base_url))
        }
        Asked::Erase { address } => match open(settings).await?.erase_address(&address).await? {
            0 => Err(format!("{address} is not known here").into()),
            places => say(&format!(
                "{address} is erased at {places} places. Copies of the database know it until they are deleted."
            )),
        },
        Asked::Renew { game } => {
            open(settings).await?.renew(game).await?;
            say(
                "Both players are asked for a word; nothing can be ordered before they have given it, or for three days.",
            )
        }
        Asked::Reports { all, json } => reports(settings, all, json).await,
        Asked::Settle { report, answer } => {
            let mailed = open(settings).await?.settle_complaint(report, &answer).await?;
            let told = match (mailed, answer.trim().is_empty()) {
                (true, _) => "whoever wrote it is told by mail",
                (false, true) => "nobody is told",
                (false, false) => "we know no address of whoever wrote it, so he is told on the game's page at most",
            };
            say(&format!("Report {report} is settled; {told}."))
        }
        Asked::Export { game } => export(settings, game).await,
        Asked::Backup { file } => {
            backup::write(&settings, &file).await?;
            let holds = "holds games, mails and keys; the spool and mail set aside lie in the data folder.";
            say(&format!("{} {holds}", file.display()))
        }
        Asked::Restore { file } => restore(settings, file.as_deref()).await,
        Asked::Adopt => {
            backup::adopt(&settings).await?;
            say("This data folder serves the database from now on.")
        }
        Asked::Health => health(&settings),
        Asked::Games | Asked::Config { .. } | Asked::Receive | Asked::Verify { .. } => Ok(()),
    }
}

/// Foreign servers and players have worded some of it.
fn say(what: &str) -> Done {
    Ok(writeln!(std::io::stdout(), "{}", seen(what))?)
}

/// A table of rows, or each of them as a line of JSON.
fn rows<T: Serialize>(rows: &[T], json: bool, line: impl Fn(&T) -> String) -> Done {
    let mut out = std::io::stdout().lock();
    for row in rows {
        let text = if json { serde_json::to_string(row)? } else { line(row) };
        writeln!(out, "{}", seen(text.trim_end()))?;
    }
    Ok(())
}

async fn open(settings: Settings) -> Result<Service, ServiceError> {
    Service::open(settings, games::GAMES).await
}

/// The settings in force.
pub fn config(given: &Given) -> Done {
    Ok(write!(std::io::stdout(), "{}", given.told())?)
}

/// A file with all settings.
pub fn example() -> Done {
    Ok(write!(std::io::stdout(), "{}", settings::example())?)
}

/// How long the server has to say that it can serve.
const LONGEST: Duration = Duration::from_secs(3);

fn health(settings: &Settings) -> Done {
    let bound = settings.bind.to_socket_addrs()?.next().ok_or("the address to listen on is none")?;
    // who listens on all addresses listens on this one, too
    let ip = match bound.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let mut stream = TcpStream::connect_timeout(&SocketAddr::new(ip, bound.port()), LONGEST)?;
    stream.set_read_timeout(Some(LONGEST))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer)?;
    match answer.split_whitespace().nth(1) {
        Some("200") => say("ready"),
        _ => Err(answer.lines().last().unwrap_or("no answer").to_owned().into()),
    }
}

async fn list(settings: Settings, json: bool) -> Done {
    let games = administration::games(&open(settings).await?.store).await?;
    rows(&games, json, |game| {
        format!("{:>6}  {:<8} {:<20} {:<24} {}", game.id, game.status, game.game, game.scenario, game.moved())
    })
}

async fn mail(settings: Settings, game: Option<i64>, all: bool, json: bool) -> Done {
    let service = open(settings).await?;
    let mails = administration::mails(&service.store, game, all).await?;
    rows(&mails, json, |mail| {
        let about = mail.game.map_or_else(String::new, |game| format!("game {game} {}", mail.viewer));
        let why = mail.last_error.as_deref().or(mail.held.as_deref()).unwrap_or_default();
        format!("{:>6}  {:<8} {:<11} {about:<24} {} tries  {why}", mail.id, mail.state, mail.kind, mail.attempts)
    })?;
    let (spooled, aside) = administration::files(&service.settings.data);
    if !json && spooled + aside > 0 {
        say(&format!(
            "{spooled} mails that came in wait in the spool, {aside} lie set aside (`aside` in the data folder)."
        ))?;
    }
    Ok(())
}

async fn reports(settings: Settings, all: bool, json: bool) -> Done {
    let service = open(settings).await?;
    let reports = service.complaints(all).await?;
    if json {
        return rows(&reports, true, |_| String::new());
    }
    for report in &reports {
        say(&format!(
            "Report {} ({}), {}: game {}, {} {}\n  {}",
            report.id,
            report.state,
            report.day(),
            report.game,
            report.side,
            report.address,
            report.words
        ))?;
        let said = service.said_before(report).await?;
        if !said.is_empty() {
            say(&format!("  What was said before it:\n    {}", said.join("\n    ")))?;
        }
        if !report.answer.is_empty() {
            say(&format!("  You answered: {}", report.answer))?;
        }
    }
    if reports.is_empty() { say("Nothing is open.") } else { Ok(()) }
}

/// Tells what can be played.
pub fn games() -> Done {
    let mut out = std::io::stdout().lock();
    for game in games::GAMES {
        let rulebook = game.load(&game.files()).map_err(|faults| format!("{}: {}", game.id(), faults[0]))?;
        let published = rulebook.published();
        writeln!(out, "{:<24} {}", game.id(), published.title)?;
        for scenario in published.scenarios_in_order() {
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

async fn new_game(settings: Settings, new: New) -> Done {
    let service = open(settings).await?;
    let id = service.new_game(&new.into()).await?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "game {id}: {}/games/{id}", service.settings.base_url)?;
    writeln!(out, "The invitations go out with the next round of the running server.")?;
    for seat in service.store.seats(id).await?.iter().filter(|seat| seat.address.is_none()) {
        writeln!(out, "Nobody is invited to {0} yet: fieldpost address {id} {0} ADDRESS", seat.side)?;
    }
    Ok(())
}

/// Tells who sits where and why mail to him waits, if it does.
async fn seats(settings: Settings, game: i64) -> Done {
    let service = open(settings).await?;
    service.store.game(game).await?;
    for seat in service.store.seats(game).await? {
        let Some(address) = &seat.address else {
            say(&format!("{0:<24} nobody is invited yet: fieldpost address {game} {0} ADDRESS", seat.side))?;
            continue;
        };
        let why = if seat.reason.is_empty() { String::new() } else { format!(": {}", seat.reason) };
        say(&format!("{:<24} {address:<32} {}{why}", seat.side, seat.mail))?;
    }
    Ok(())
}

async fn export(settings: Settings, game: i64) -> Done {
    let service = open(settings).await?;
    std::io::stdout().write_all(service.export(game, Talk::Told).await?.as_bytes())?;
    Ok(())
}

async fn restore(settings: Settings, file: Option<&Path>) -> Done {
    let renewed = match file {
        Some(file) => backup::put_back(settings, games::GAMES, file).await?,
        None => Service::set_back(settings, games::GAMES).await?,
    };
    say(&format!(
        "{renewed} games under way have fresh dice keys. Their players are told, and asked for a word, when the service runs."
    ))
}

/// Checks a file by its seals, its dice and the rules, and the dice of two against each other.
///
/// # Errors
/// When a file cannot be read, or the dice do not fit.
pub fn verify(file: &Path, other: Option<&Path>, seal: Option<&str>) -> Done {
    let read =
        |file: &Path| std::fs::read_to_string(file).map_err(|error| Unread(format!("{}: {error}", file.display())));
    let text = read(file)?;
    check(&text, seal)?;
    if let Some(other) = other {
        let second = read(other)?;
        check(&second, None)?;
        match ledger::used_twice(&text, &second)?.as_slice() {
            [] => writeln!(std::io::stdout(), "No key gave other numbers in the one than in the other.")?,
            twice => return Err(format!("Keys were used twice:\n  {}", twice.join("\n  ")).into()),
        }
    }
    Ok(())
}

/// Tells what an export or a ledger proves.
fn check(text: &str, told: Option<&str>) -> Done {
    let Proof { numbers, hidden, rejudged, seal } = prove(text, games::GAMES)?;
    let which = if hidden { "public and hidden numbers and all commitments" } else { "public numbers" };
    let mut out = std::io::stdout();
    writeln!(out, "All {numbers} {which} fit the chains that were committed to before the game.")?;
    if !hidden {
        writeln!(out, "Hidden numbers and orders can be checked by an export that is made when the game is over.")?;
    }
    for mark in ledger::marks(text) {
        writeln!(out, "The game was {}.", seen(&mark))?;
    }
    match rejudged {
        Some(Rejudged { orders: 0, turns: 0 }) => {
            writeln!(
                out,
                "Nobody has ordered anything in it, or it was begun by older rules: nothing was judged again."
            )?;
        }
        Some(Rejudged { orders: 0, turns }) => {
            writeln!(
                out,
                "It was begun by older rules. Replayed, it comes to the recorded state at {turns} beginnings of game turns."
            )?;
        }
        Some(Rejudged { orders, turns }) => writeln!(
            out,
            "Judged again, each of its {orders} orders was allowed, and everything recorded comes of them; so do the states at {turns} \
             beginnings of game turns."
        )?,
        None if seal.is_some() => writeln!(out, "Its game is not known here: nothing was judged again.")?,
        None => {}
    }
    match (seal, told) {
        (Some(_), Some(told)) if Export::read(text).is_some_and(|export| export.bears(told)) => {
            writeln!(out, "It bears the seal that was told.")?;
        }
        (Some(seal), Some(told)) => return Err(format!("it does not bear the seal {told}; its own is {seal}").into()),
        (Some(seal), None) => writeln!(out, "Its seal is {seal}; the last mail of the game told one to both players.")?,
        (None, Some(_)) => return Err("this is a ledger: only an export has a seal".into()),
        (None, None) => {}
    }
    Ok(())
}
