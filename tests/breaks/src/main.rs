//! Breaks the rules of a game one at a time and tells which breaks no test notices. All of them are compiled once, each
//! behind a switch that an environment variable sets, and on each only the tests that reach it are run
//! (docs/decisions/0047).

mod build;
mod copy;
mod judge;
mod process;
mod report;
mod rewrite;
mod sites;
mod switch;
mod trace;

use build::Cargo;
use clap::Parser;
use copy::Copy;
use judge::{Verdict, judge};
use report::Name;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use trace::Test;

/// Which rules of a game can be broken without a test that notices.
#[derive(Parser)]
#[command(name = "breaks")]
struct Arguments {
    /// The game, as its crate is called.
    game: String,
    /// Parts of the paths of files that are broken; otherwise all but the opponent, the drawing and the tests.
    files: Vec<String>,
    /// The file to which results are added; breaks that it has already are not judged again.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Tests that are not run, instead of those: part of `BINARY::NAME`.
    #[arg(long, default_values_t = ["opponent".to_owned(), "fuzz".to_owned(), "properties".to_owned()])]
    skip: Vec<String>,
    /// Processes at a time; otherwise as many as there are cores.
    #[arg(long)]
    jobs: Option<usize>,
    /// Tells what the file of results has, and runs nothing.
    #[arg(long)]
    report: bool,
    /// The program that builds.
    #[arg(long, default_value = "cargo")]
    cargo: String,
    /// Builds without the network.
    #[arg(long)]
    offline: bool,
    /// Builds with Cargo.lock as it is.
    #[arg(long)]
    locked: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let root = Command::new("git").args(["rev-parse", "--show-toplevel"]).output()?;
    let root = PathBuf::from(String::from_utf8(root.stdout)?.trim());
    let out = arguments.out.clone().unwrap_or_else(|| root.join(format!("target/breaks/{}.tsv", arguments.game)));
    if !arguments.report {
        let mut copy = Copy::new(&root, &arguments.game, &arguments.files)?;
        break_all(&arguments, &root, &mut copy, &out)?;
        fs::remove_dir_all(&copy.folder)?;
    }
    print!("{}", report::report(&report::read(&out)?));
    Ok(())
}

fn break_all(arguments: &Arguments, root: &Path, copy: &mut Copy, out: &Path) -> Result<(), Box<dyn Error>> {
    let flags = [("--offline", arguments.offline), ("--locked", arguments.locked)];
    let cargo = Cargo {
        program: arguments.cargo.clone(),
        options: flags.iter().filter(|(_, on)| *on).map(|(flag, _)| (*flag).to_owned()).collect(),
        target: std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target/breaks/build"), PathBuf::from),
        game: arguments.game.clone(),
    };
    let known = report::read(out)?;
    let is_dropped = |name: &Name| known.get(name) == Some(&Verdict::Dropped);
    copy.each(|name, one| one.live &= !is_dropped(&name));
    let binaries = build::build(copy, &cargo)?;
    let file = fs::OpenOptions::new().create(true).append(true).open(out)?;
    let (mut open, mut dropped) = (Vec::new(), Vec::new());
    copy.each(|name, one| {
        if !known.contains_key(&name) {
            if one.live { open.push((one.number, name)) } else { dropped.push(name) }
        }
    });
    for name in dropped {
        report::note(&file, &name, &Verdict::Dropped)?;
    }
    let folder = copy.folder.join("engine/games").join(&arguments.game);
    let jobs = arguments.jobs.unwrap_or(thread::available_parallelism()?.get()).max(1);
    let tests = trace::trace(&binaries, &folder, &arguments.skip, jobs)?;
    eprintln!("{} tests, {} breaks to judge, {} known", tests.len(), open.len(), known.len());
    judge_all(open, &tests, &folder, &file, jobs)
}

fn judge_all(
    open: Vec<(u32, Name)>,
    tests: &[Test],
    folder: &Path,
    file: &fs::File,
    jobs: usize,
) -> Result<(), Box<dyn Error>> {
    let next = Mutex::new(open.into_iter());
    let file = Mutex::new(file);
    let faults: Vec<std::io::Error> = thread::scope(|scope| {
        let work = || loop {
            let Some((number, name)) = next.lock().expect("no panic").next() else { return Ok(()) };
            let verdict = judge(number, tests, folder)?;
            report::note(&file.lock().expect("no panic"), &name, &verdict)?;
        };
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|it| it.join().expect("no panic").err()).collect()
    });
    faults.into_iter().next().map_or(Ok(()), |fault| Err(fault.into()))
}
