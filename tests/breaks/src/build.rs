//! Compiles the copy, and leaves out what the compiler does not take.

use crate::copy::{Copy, File};
use serde_json::Value;
use std::error::Error;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How cargo is called.
#[derive(Debug)]
pub struct Cargo {
    /// The program.
    pub program: String,
    /// `--offline`, `--locked`.
    pub options: Vec<String>,
    /// Where it builds.
    pub target: PathBuf,
    /// The crate.
    pub game: String,
}

/// A binary of tests.
#[derive(Clone, Debug)]
pub struct Binary {
    /// `lib`, or the name of the file in `tests`.
    pub name: String,
    /// The program.
    pub path: PathBuf,
}

/// Rounds after which it is told that the breaks and the compiler do not come together.
const ROUNDS: u32 = 40;

/// Builds the tests with all breaks that compile.
///
/// # Errors
/// An error of the compiler that no break accounts for, in its words.
pub fn build(copy: &mut Copy, cargo: &Cargo) -> Result<Vec<Binary>, Box<dyn Error>> {
    for round in 1..=ROUNDS {
        copy.write()?;
        let mut faults = run(copy, cargo, &["check", "--lib"])?;
        if faults.is_empty() {
            let told = run(copy, cargo, &["test", "--lib", "--tests", "--no-run"])?;
            if told.iter().all(|message| message["reason"] == "compiler-artifact") {
                return Ok(told.iter().filter_map(binary).collect());
            }
            faults = told;
        }
        faults.retain(|message| message["reason"] == "compiler-message");
        let gone: usize = faults.iter().map(|fault| leave_out(copy, &fault["message"])).sum();
        eprintln!("round {round}: {} errors, {gone} breaks left out", faults.len());
        if gone == 0 {
            let words = faults.iter().filter_map(|fault| fault["message"]["rendered"].as_str());
            return Err(words.collect::<String>().into());
        }
    }
    Err(format!("after {ROUNDS} rounds it still does not compile").into())
}

/// Errors if there are any, otherwise the binaries of tests that were built.
fn run(copy: &Copy, cargo: &Cargo, command: &[&str]) -> Result<Vec<Value>, Box<dyn Error>> {
    let output = Command::new(&cargo.program)
        .args(command)
        .args(["--package", &cargo.game, "--message-format=json"])
        .args(&cargo.options)
        .env("CARGO_TARGET_DIR", &cargo.target)
        .current_dir(&copy.folder)
        .stderr(Stdio::piped())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let told: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let is_error = |it: &&Value| it["reason"] == "compiler-message" && it["message"]["level"] == "error";
    let faults: Vec<Value> = told.iter().filter(is_error).cloned().collect();
    if output.status.success() {
        return Ok(told.into_iter().filter(|it| binary(it).is_some()).collect());
    }
    if faults.is_empty() { Err(String::from_utf8_lossy(&output.stderr).into()) } else { Ok(faults) }
}

fn binary(message: &Value) -> Option<Binary> {
    let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
    let target = &message["target"];
    let name = if target["kind"][0] == "test" { target["name"].as_str()? } else { "lib" };
    Some(Binary { name: name.to_owned(), path: path.into() })
}

/// Leaves out the breaks that an error is about, and says how many.
fn leave_out(copy: &mut Copy, message: &Value) -> usize {
    let mut spans: Vec<&Value> = message["spans"].as_array().into_iter().flatten().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    // where none stands at the very place, one that is around or beside it is meant
    for find in [at, inside, around] {
        for span in &spans {
            let mut span = *span;
            loop {
                let name = span["file_name"].as_str().unwrap_or_default();
                if let Some(file) = copy.files.iter_mut().find(|file| name.ends_with(&file.path))
                    && let (Some(start), Some(end)) = (span["byte_start"].as_u64(), span["byte_end"].as_u64())
                {
                    let (start, end) = (usize::try_from(start).unwrap_or(0), usize::try_from(end).unwrap_or(0));
                    let gone = find(file, &(start..end));
                    if gone > 0 {
                        return gone;
                    }
                }
                span = &span["expansion"]["span"];
                if span.is_null() {
                    break;
                }
            }
        }
    }
    0
}

/// The innermost break or place that contains a span.
fn at(file: &mut File, span: &Range<usize>) -> usize {
    let holds = |range: &Range<usize>| range.start <= span.start && span.end <= range.end;
    let marks = file.written.marks.iter().filter(|mark| holds(&mark.0));
    let Some((_, index, number)) = marks.min_by_key(|mark| (mark.0.len(), mark.2.is_none())).cloned() else { return 0 };
    drop_breaks(file, index, number)
}

/// All places within a span.
fn inside(file: &mut File, span: &Range<usize>) -> usize {
    let within = |range: &Range<usize>| span.start <= range.start && range.end <= span.end;
    let marks: Vec<usize> = file.written.marks.iter().filter(|mark| within(&mark.0)).map(|mark| mark.1).collect();
    marks.into_iter().map(|index| drop_breaks(file, index, None)).sum()
}

/// All places on the lines of a span, as its statement goes.
fn around(file: &mut File, span: &Range<usize>) -> usize {
    let text = file.written.text.as_bytes();
    let is_end = |byte: &u8| *byte == b'\n';
    let start = text[..span.start].iter().rposition(is_end).map_or(0, |at| at + 1);
    let end = text[span.end..].iter().position(|byte| *byte == b';').map_or(text.len(), |at| span.end + at);
    inside(file, &(start..end))
}

fn drop_breaks(file: &mut File, index: usize, number: Option<u32>) -> usize {
    let meant = |it: &&mut crate::sites::Break| it.live && number.is_none_or(|number| number == it.number);
    file.sites[index].breaks.iter_mut().filter(meant).map(|it| it.live = false).count()
}
