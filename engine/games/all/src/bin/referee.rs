//! `referee [--json] FILE`: plays a game file and tells what each order does, or which rule forbids it.

use std::process::ExitCode;

fn main() -> ExitCode {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let ([file], true) = (&files[..], flags.iter().all(|flag| flag == "--json")) else {
        eprintln!("usage: referee [--json] FILE\nThe format of the file is described in engine/README.md.");
        return ExitCode::from(2);
    };
    let text = match std::fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match games::referee(file, &text, !flags.is_empty()) {
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
