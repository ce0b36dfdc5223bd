//! Tests in a process of their own, which ends in time with all that it started.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// All tests passed.
    Passed,
    /// A test failed, or the process did, which is known by the last test.
    Failed(String),
    /// It took too long.
    Late,
}

/// Kilobytes that a process may have: what a break adds to a list without end takes no more.
const MEMORY: &str = "6000000";

/// Runs tests of a binary until one fails.
///
/// # Errors
/// A process that cannot be started.
pub fn run(
    binary: &Path,
    folder: &Path,
    tests: &[&str],
    switch: (&str, &str),
    limit: Duration,
) -> std::io::Result<End> {
    // `timeout` ends the process even if nobody is left to ask for it
    let started = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v $0; ulimit -c 0; exec timeout -s KILL \"$@\"", MEMORY])
        .arg(format!("{:.1}", limit.as_secs_f64()))
        .arg(binary)
        .args(["--exact", "--test-threads=1"])
        .args(tests)
        .env(switch.0, switch.1)
        .env("CARGO_MANIFEST_DIR", folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    let mut last = String::new();
    let mut failed = false;
    if let Some(out) = child.stdout.take() {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(test) = line.strip_prefix("test ").filter(|line| line.contains(" ... ")) {
                last = test.split(" ... ").next().unwrap_or_default().to_owned();
                failed = line.ends_with("FAILED");
            }
            if failed {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status()?;
                break;
            }
        }
    }
    let passed = child.wait()?.success();
    Ok(if !failed && passed {
        End::Passed
    } else if !failed && started.elapsed() >= limit {
        End::Late
    } else {
        End::Failed(if failed || tests.len() > 1 { last } else { tests[0].to_owned() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script that is written while another one is started cannot be run: one after the other.
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

    /// How a script ends that stands for a binary of tests.
    fn end(script: &str, limit: u64) -> End {
        let _alone = ONE.lock();
        let path = std::env::temp_dir().join(format!("breaks-script-{}-{limit}", std::process::id()));
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o700)).expect("a program");
        let end = run(&path, Path::new("/"), &["a", "b"], ("A", "1"), Duration::from_secs(limit)).expect("a process");
        std::fs::remove_file(&path).expect("removed");
        end
    }

    #[test]
    fn the_first_test_that_fails_ends_the_process_and_all_that_it_started() {
        let started = Instant::now();
        let script = "echo 'test a ... ok'; sleep 300 & echo 'test b ... FAILED'; wait";
        assert_eq!(end(script, 200), End::Failed("b".to_owned()));
        assert!(started.elapsed() < Duration::from_secs(100));
    }

    #[test]
    fn a_process_that_does_not_end_is_ended() {
        assert_eq!(end("sleep 300 & while true; do sleep 1; done", 1), End::Late);
    }

    #[test]
    fn a_process_that_dies_has_failed_and_one_that_ends_well_has_passed() {
        assert_eq!(end("echo 'test a ... ok'; kill -ABRT $$", 201), End::Failed("a".to_owned()));
        assert_eq!(end("echo \"test $A ... ok\"", 202), End::Passed);
    }
}
