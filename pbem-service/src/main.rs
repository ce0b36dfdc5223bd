//! The `fieldpost` binary: serves games, takes in mail, administers, checks dice.

mod arguments;
mod commands;
mod receive;

use arguments::Asked;
use pbem_service::settings::{FILE_VARIABLE, Given, LogForm};
use pbem_service::{ServiceError, Settings, ledger, log, runtime};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// That the settings make no sense (sysexits.h): a supervisor need not try again.
const EX_CONFIG: u8 = 78;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (asked, config) = match arguments::read(&words) {
        Ok(read) => read,
        Err(told) => {
            // that nobody reads it makes it no other failure
            let _ = told.print();
            let is_mail = told.use_stderr() && words.iter().skip(1).any(|word| word == "receive");
            return if is_mail {
                receive::again()
            } else {
                ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2))
            };
        }
    };
    if matches!(asked, Asked::Receive) {
        return receive::receive(|| given(config.as_deref())?.settings());
    }
    let done = runtime::run(run(asked, given(config.as_deref())));
    match done.unwrap_or_else(|error| Err(error.into())) {
        Ok(()) => ExitCode::SUCCESS,
        // who reads no further has what he wanted
        Err(error) if is_closed(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "fieldpost: {}", pbem_service::talk::seen(&error.to_string()));
            ExitCode::from(code(&*error))
        }
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

/// What file and environment say. That a variable only looks like one of ours is told.
fn given(config: Option<&Path>) -> Result<Given, ServiceError> {
    let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
    let mut variables: BTreeMap<String, String> = std::env::vars_os().filter_map(text).collect();
    if let Some(config) = config {
        variables.insert(FILE_VARIABLE.to_owned(), config.display().to_string());
    }
    Given::read(&variables)
}

async fn run(asked: Asked, given: Result<Given, ServiceError>) -> Done {
    match asked {
        // what needs no settings is not stopped by bad ones
        Asked::Games => return commands::games(),
        Asked::Verify { file, other, seal } => return commands::verify(&file, other.as_deref(), seal.as_deref()),
        Asked::Config { example: true } => return commands::example(),
        _ => {}
    }
    let given = given?;
    for strange in given.strange() {
        let _ = writeln!(std::io::stderr(), "fieldpost: {strange}");
    }
    let settings = given.settings()?;
    if matches!(asked, Asked::Config { .. }) {
        return commands::config(&given);
    }
    let level = if matches!(asked, Asked::Serve) { settings.log_level } else { tracing::Level::WARN };
    log::start(if matches!(asked, Asked::Serve) { settings.log } else { LogForm::Text }, level);
    let begins = matches!(asked, Asked::Serve | Asked::Health | Asked::New(_) | Asked::Restore { .. } | Asked::Adopt);
    is_ours(&given, &settings, begins)?;
    commands::run(asked, settings).await
}

/// Says that a command would not look at what the server looks at.
fn is_ours(given: &Given, settings: &Settings, begins: bool) -> Result<(), ServiceError> {
    let data = settings.data.display();
    let wrong = |text: String| Err(ServiceError::Settings(text));
    match std::fs::read_dir(&settings.data) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && begins => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && given.is_empty() => wrong(
            "nothing is configured, and there is no demo in ./fieldpost-data. Give this command the settings of the server: \
             its file by --config, or its variables."
                .to_owned(),
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            wrong(format!("there is no folder {data}: no server has run with these settings (`fieldpost config` tells them)"))
        }
        Err(error) => wrong(format!("{data}: {error}; this command is for the user who runs the server")),
    }
}

/// As with `diff`: 1 says that something does not fit, 2 that nothing can be said.
fn code(error: &(dyn std::error::Error + 'static)) -> u8 {
    if matches!(error.downcast_ref(), Some(ServiceError::Settings(_))) {
        return EX_CONFIG;
    }
    let foreign = matches!(error.downcast_ref(), Some(ledger::Unfit::Foreign)) || error.is::<commands::Unread>();
    if foreign { 2 } else { 1 }
}

fn is_closed(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
