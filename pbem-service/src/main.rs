//! The `fieldpost` binary: serves games, takes in mail, checks dice.

mod arguments;
mod receive;

use arguments::{Asked, New};
use pbem_service::{Service, ServiceError, Settings, backup, host, ledger};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let asked = match arguments::read(&words) {
        Ok(asked) => asked,
        Err(told) => {
            // that nobody reads it makes it no other failure
            let _ = told.print();
            let is_mail = told.use_stderr() && words.get(1).is_some_and(|word| word == "receive");
            return if is_mail {
                receive::again()
            } else {
                ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2))
            };
        }
    };
    if matches!(asked, Asked::Receive) {
        return receive::receive();
    }
    match actix_web::rt::System::new().block_on(run(asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "fieldpost: {error}");
            // as with `diff`: 1 says that something does not fit, 2 that nothing can be said
            let foreign =
                matches!(error.downcast_ref::<ledger::Unfit>(), Some(ledger::Unfit::Foreign)) || error.is::<Unread>();
            ExitCode::from(if foreign { 2 } else { 1 })
        }
    }
}

/// A file that cannot be read.
#[derive(Debug)]
struct Unread(String);

impl std::fmt::Display for Unread {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Unread {}

async fn run(asked: Asked) -> Done {
    match asked {
        Asked::Serve | Asked::Receive => serve().await,
        Asked::Games => games(),
        Asked::New(new) => new_game(new).await,
        Asked::Seats { game } => seats(game).await,
        Asked::Resume { game, side } => resume(game, &side).await,
        Asked::Address { game, side, address } => change_address(game, &side, &address).await,
        Asked::Renew { game } => renew(game).await,
        Asked::Export { game } => export(game).await,
        Asked::Backup { file } => backup_into(&file).await,
        Asked::Restore { file } => restore(file.as_deref()).await,
        Asked::Adopt => adopt().await,
        Asked::Verify { file, other } => verify(&file, other.as_deref()),
    }
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

async fn new_game(new: New) -> Done {
    let service = open(settings()?).await?;
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
async fn seats(game: i64) -> Done {
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

async fn resume(game: i64, side: &str) -> Done {
    open(settings()?).await?.resume(game, side).await?;
    println!("Mail to {side} goes out again with the next round of the running server.");
    Ok(())
}

async fn change_address(game: i64, side: &str, address: &str) -> Done {
    open(settings()?).await?.set_address(game, side, address).await?;
    println!("Mail to {side} goes to {address} with the next round of the running server.");
    Ok(())
}

async fn renew(game: i64) -> Done {
    open(settings()?).await?.renew(game).await?;
    println!("Both players are asked for a word; nothing can be ordered before they have given it, or for three days.");
    Ok(())
}

async fn export(game: i64) -> Done {
    let service = open(settings()?).await?;
    let live = service.live(game).await?;
    let records = service.store.records(game, 0).await?;
    std::io::stdout().write_all(ledger::export(&live, &records).as_bytes())?;
    Ok(())
}

async fn backup_into(file: &Path) -> Done {
    backup::write(&settings()?, file).await?;
    println!("{} holds games, mails and keys; the spool and mail set aside lie in the data folder.", file.display());
    Ok(())
}

async fn restore(file: Option<&Path>) -> Done {
    let settings = settings()?;
    let renewed = match file {
        Some(file) => backup::put_back(settings, games::GAMES, file).await?,
        None => Service::set_back(settings, games::GAMES).await?,
    };
    println!(
        "{renewed} games under way have fresh dice keys. Their players are told, and asked for a word, when the service runs."
    );
    Ok(())
}

async fn adopt() -> Done {
    backup::adopt(&settings()?).await?;
    println!("This data folder serves the database from now on.");
    Ok(())
}

fn verify(file: &Path, other: Option<&Path>) -> Done {
    let read =
        |file: &Path| std::fs::read_to_string(file).map_err(|error| Unread(format!("{}: {error}", file.display())));
    let text = read(file)?;
    check(&text)?;
    if let Some(other) = other {
        let second = read(other)?;
        check(&second)?;
        match ledger::used_twice(&text, &second)?.as_slice() {
            [] => writeln!(std::io::stdout(), "No key gave other numbers in the one than in the other.")?,
            twice => return Err(format!("Keys were used twice:\n  {}", twice.join("\n  ")).into()),
        }
    }
    Ok(())
}

/// Tells what an export or a ledger proves.
fn check(text: &str) -> Done {
    let (checked, hidden) = ledger::check(text)?;
    let which = if hidden { "public and hidden numbers and all commitments" } else { "public numbers" };
    let mut out = std::io::stdout();
    writeln!(out, "All {checked} {which} fit the chains that were committed to before the game.")?;
    if !hidden {
        writeln!(out, "Hidden numbers and orders can be checked by an export that is made when the game is over.")?;
    }
    for mark in ledger::marks(text) {
        writeln!(out, "The game was {mark}.")?;
    }
    if let Some(compared) = ledger::replay(text, games::GAMES)? {
        let turns = if compared == 1 { "game turn" } else { "game turns" };
        writeln!(out, "Replayed, it comes to the recorded state at the beginning of {compared} {turns}.")?;
    }
    Ok(())
}
