//! Which breaks each test reaches, and how long it takes.

use crate::build::Binary;
use crate::process::{End, run};
use crate::switch::TRACE;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A test of the game as it is.
#[derive(Debug)]
pub struct Test {
    /// Where it is.
    pub binary: Binary,
    /// Its name there.
    pub name: String,
    /// How long it takes, in a process of its own.
    pub time: Duration,
    /// The breaks that it reaches.
    pub reached: BTreeSet<u32>,
}

/// Runs the tests that are not skipped, one by one; those that fail are told and left out. The fastest come first.
///
/// # Errors
/// A binary that cannot be run, a trace that cannot be read.
pub fn trace(binaries: &[Binary], folder: &Path, skip: &[String], jobs: usize) -> Result<Vec<Test>, Box<dyn Error>> {
    let mut names = Vec::new();
    for binary in binaries {
        let ignored = list(binary, &["--ignored"])?;
        let wanted = |name: &String| {
            let whole = format!("{}::{name}", binary.name);
            !skip.iter().any(|word| whole.contains(word)) && !ignored.contains(name)
        };
        names.extend(list(binary, &[])?.into_iter().filter(wanted).map(|name| (binary, name)));
    }
    eprintln!("{} tests are traced", names.len());
    let next = Mutex::new(names.into_iter());
    let tests = Mutex::new(Vec::new());
    let faults: Vec<String> = thread::scope(|scope| {
        let work = |job: usize| {
            let file = std::env::temp_dir().join(format!("breaks-{}-{job}", std::process::id()));
            loop {
                let Some((binary, name)) = next.lock().expect("no panic").next() else { return Ok(()) };
                if let Some(test) = one(binary, name, folder, &file).map_err(|fault| fault.to_string())? {
                    tests.lock().expect("no panic").push(test);
                }
            }
        };
        let threads: Vec<_> = (0..jobs).map(|job| scope.spawn(move || work(job))).collect();
        threads.into_iter().filter_map(|it| it.join().expect("no panic").err()).collect()
    });
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault.into());
    }
    let mut tests = tests.into_inner()?;
    tests.sort_by_key(|test: &Test| test.time);
    Ok(tests)
}

fn one(binary: &Binary, name: String, folder: &Path, file: &Path) -> Result<Option<Test>, Box<dyn Error>> {
    let _ = fs::remove_file(file);
    let started = Instant::now();
    let path = file.to_str().ok_or("a path that is no text")?;
    let end = run(&binary.path, folder, &[&name], (TRACE, path), Duration::from_secs(3600))?;
    let time = started.elapsed();
    let text = fs::read_to_string(file).unwrap_or_default();
    let _ = fs::remove_file(file);
    if end != End::Passed {
        eprintln!("{}::{name} fails unbroken and is left out", binary.name);
        return Ok(None);
    }
    let reached = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    Ok(Some(Test { binary: binary.clone(), name, time, reached }))
}

fn list(binary: &Binary, options: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let output = Command::new(&binary.path).args(["--list", "--format", "terse"]).args(options).output()?;
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}
