//! Builds modules, pictures and surveyed maps from the definitions of a game.

mod arguments;
mod commands;

use commands::Told;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = run(&arguments, Path::new("assets"));
    match &outcome {
        // what cannot be read was meant for scripts all the same
        _ if arguments.contains(&"--json") => say(std::io::stdout(), &for_scripts(&outcome).to_string()),
        Ok(told) => say(std::io::stdout(), &told.text),
        Err(Failed::Usage(message) | Failed::Faults(message)) => say(std::io::stderr(), message),
    }
    match outcome {
        Ok(_) => ExitCode::SUCCESS,
        Err(Failed::Faults(_)) => ExitCode::FAILURE,
        Err(Failed::Usage(_)) => ExitCode::from(2),
    }
}

/// Why nothing was done.
#[derive(Debug)]
enum Failed {
    /// The command line cannot be read: how it is written.
    Usage(String),
    /// Every fault that was found, a line each.
    Faults(String),
}

/// Does what the arguments say.
fn run(arguments: &[&str], assets: &Path) -> Result<Told, Failed> {
    let command = arguments::parse(arguments).map_err(Failed::Usage)?;
    commands::run(&command, assets, &|line| say(std::io::stderr(), line)).map_err(Failed::Faults)
}

/// Says a line to whoever listens. Nobody may: `vassal autumn-fog | head -1` closes the stream, and is no fault.
fn say(mut to: impl Write, line: &str) {
    let _ = writeln!(to, "{line}");
}

/// An outcome as JSON: `{"done":true,"report":[lines], …}` with what the command has made by name, or
/// `{"done":false,"faults":[{"file","line","message"}]}`, where what is no fault in a file has a message only; beside that
/// of a command line that cannot be read, `usage` says how it is written.
fn for_scripts(outcome: &Result<Told, Failed>) -> serde_json::Value {
    match outcome {
        Ok(told) => {
            let mut values = told.values.clone();
            values.insert("done".to_owned(), true.into());
            values.insert("report".to_owned(), told.text.lines().collect::<Vec<_>>().into());
            values.into()
        }
        Err(Failed::Usage(told)) => {
            let message = told.lines().next().and_then(|line| line.strip_prefix("error: "));
            let message = message.unwrap_or("expected a command");
            serde_json::json!({ "done": false, "faults": [{ "message": message, "usage": told }] })
        }
        Err(Failed::Faults(message)) => {
            let faults: Vec<serde_json::Value> = message.lines().map(fault).collect();
            serde_json::json!({ "done": false, "faults": faults })
        }
    }
}

/// `map.txt:12: what` or `map.txt: what` with its parts apart.
fn fault(line: &str) -> serde_json::Value {
    let Some((place, message)) = line.split_once(": ") else { return serde_json::json!({ "message": line }) };
    match place.rsplit_once(':').map(|(file, number)| (file, number.parse::<u32>())) {
        Some((file, Ok(number))) => serde_json::json!({ "file": file, "line": number, "message": message }),
        _ if Path::new(place).extension().is_some() => serde_json::json!({ "file": place, "message": message }),
        _ => serde_json::json!({ "message": line }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets"))
    }

    /// What is wrong with what a command was asked for.
    fn faults(arguments: &[&str]) -> String {
        match run(arguments, assets()) {
            Err(Failed::Faults(told)) => told,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_game_that_is_not_there_and_a_file_that_is_no_module_are_named() {
        for command in ["check", "vassal"] {
            let refused = faults(&[command, "winter-fog"]);
            assert!(refused.contains("winter-fog"), "{refused}");
        }
        assert!(faults(&["check", "nowhere.vmod"]).contains("nowhere.vmod"));
        let file = std::env::temp_dir().join(format!("no-module-{}.vmod", std::process::id()));
        std::fs::write(&file, "PK and no more").unwrap();
        let refused = faults(&["check", &file.to_string_lossy()]);
        std::fs::remove_file(&file).unwrap();
        assert!(refused.contains("no-module") && refused.contains("module file:"), "{refused}");
    }

    #[test]
    fn a_game_is_checked_wherever_its_folder_lies_and_a_bad_line_is_told_once() {
        let game = assets().join("games/autumn-fog");
        let copy = std::env::temp_dir().join(format!("fieldpost-copy-{}", std::process::id()));
        std::fs::create_dir_all(&copy).unwrap();
        for entry in std::fs::read_dir(&game).unwrap().flatten() {
            std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
        }
        let check = |folder: &Path| run(&["check", folder.to_str().unwrap()], assets()).map(|told| told.text);
        let (there, here) = (check(&game), check(&copy));
        let units = std::fs::read_to_string(copy.join("units.txt")).unwrap();
        std::fs::write(copy.join("units.txt"), units.replacen("quality=4", "quality=44", 1)).unwrap();
        let refused = faults(&["check", copy.to_str().unwrap()]);
        std::fs::remove_dir_all(&copy).unwrap();
        assert!(there.unwrap().ends_with("no inconsistency"));
        assert!(here.unwrap().ends_with("no inconsistency"), "the map names the game, not its folder");
        assert!(refused.ends_with("expected `quality=` to be from 3 to 5, found 44"), "{refused}");
        assert_eq!(refused.lines().count(), 1, "{refused}");
    }

    #[test]
    fn a_module_that_was_written_passes_the_check() {
        let file = std::env::temp_dir().join(format!("autumn-fog-{}.vmod", std::process::id()));
        let name = file.to_string_lossy().into_owned();
        let written = run(&["vassal", "autumn-fog", "-o", &name], assets());
        let checked = run(&["check", &name], assets());
        std::fs::remove_file(&file).unwrap();
        let written = written.unwrap();
        let text = &written.text;
        assert!(text.contains("\n  The Initial Assault: ") && text.contains("\n  The Entire Battle: "), "{text}");
        assert_eq!(for_scripts(&Ok(written))["setups"][0]["title"], "The Initial Assault");
        assert!(checked.unwrap().text.ends_with("no fault found"));
    }

    #[test]
    fn scripts_get_each_fault_with_its_file_and_line_and_each_outcome_by_name() {
        let told = for_scripts(&Err(Failed::Faults(
            "units.txt:12: expected a symbol\nmap.txt: no grid\nthe grid is lost".to_owned(),
        )));
        assert_eq!(
            told,
            serde_json::json!({ "done": false, "faults": [
                { "file": "units.txt", "line": 12, "message": "expected a symbol" },
                { "file": "map.txt", "message": "no grid" },
                { "message": "the grid is lost" },
            ]})
        );
        let told = for_scripts(&run(&["chek"], assets()));
        assert_eq!(told["done"], false);
        assert_eq!(told["faults"][0]["message"], "unrecognized subcommand 'chek'");
        let told = for_scripts(&run(&[], assets()));
        assert_eq!(told["faults"][0]["message"], "expected a command");
        let found = for_scripts(&run(&["check", "autumn-fog"], assets()));
        assert_eq!((&found["done"], &found["units"], &found["doubts"]), (&true.into(), &152.into(), &().into()));
        let listed = for_scripts(&run(&["list"], assets()));
        assert_eq!(listed["games"][2]["id"], "autumn-fog");
        let all = run(&["check"], assets()).unwrap();
        assert_eq!(all.text.lines().count(), 5, "{}", all.text);
    }
}
