//! `referee [--json] FILE`: plays a game file and tells what each order does, or which rule forbids it.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays a game file and tells what each order does, or which rule forbids it
#[derive(Parser)]
#[command(name = "referee", version, after_help = "The format of the file is described in engine/README.md.")]
struct Arguments {
    /// Adds each event as it is stored, as JSON
    #[arg(long)]
    json: bool,
    /// The game file
    file: PathBuf,
}

fn main() -> ExitCode {
    let Arguments { json, file } = Arguments::parse();
    let name = file.display().to_string();
    let text = match std::fs::read(&file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            eprintln!("{name}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match games::referee(&name, &text, json) {
        Ok(told) => {
            print!("{told}");
            ExitCode::SUCCESS
        }
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            ExitCode::FAILURE
        }
    }
}
