//! Whether a test notices a break.

use crate::process::{End, run};
use crate::switch::BROKEN;
use crate::trace::Test;
use std::path::Path;
use std::time::Duration;

/// What became of a break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed.
    Killed(String),
    /// A test did not come to an end.
    Late(String),
    /// All tests that reach it pass.
    Survived,
    /// No test reaches it.
    Unreached,
    /// The compiler does not take it.
    Dropped,
}

/// So many of the fastest tests are run alone; the others together, ever more of them.
const ALONE: usize = 3;

/// Runs the tests that reach a break, the fastest first, until one of them notices it.
///
/// # Errors
/// A binary that cannot be run.
pub fn judge(number: u32, tests: &[Test], folder: &Path) -> std::io::Result<Verdict> {
    let reach: Vec<&Test> = tests.iter().filter(|test| test.reached.contains(&number)).collect();
    if reach.is_empty() {
        return Ok(Verdict::Unreached);
    }
    let (alone, rest) = reach.split_at(ALONE.min(reach.len()));
    let mut groups: Vec<Vec<&Test>> = alone.iter().map(|test| vec![*test]).collect();
    groups.extend(together(rest));
    for group in groups {
        let names: Vec<&str> = group.iter().map(|test| test.name.as_str()).collect();
        let time: Duration = group.iter().map(|test| test.time).sum();
        let limit = time * 10 + Duration::from_secs(10);
        let binary = &group[0].binary;
        match run(&binary.path, folder, &names, (BROKEN, &number.to_string()), limit)? {
            End::Passed => {}
            End::Failed(test) => return Ok(Verdict::Killed(format!("{}::{test}", binary.name))),
            End::Late => return Ok(Verdict::Late(format!("{}::{}", binary.name, names[0]))),
        }
    }
    Ok(Verdict::Survived)
}

/// Tests in groups of one binary each, which grow, so that a slow test waits for those that might spare it.
fn together<'a>(tests: &[&'a Test]) -> Vec<Vec<&'a Test>> {
    let mut groups = Vec::new();
    let (mut rest, mut size) = (tests, 8);
    while !rest.is_empty() {
        let (some, others) = rest.split_at(size.min(rest.len()));
        let mut of: Vec<Vec<&Test>> = Vec::new();
        for test in some {
            match of.iter_mut().find(|group| group[0].binary.path == test.binary.path) {
                Some(group) => group.push(test),
                None => of.push(vec![test]),
            }
        }
        groups.extend(of);
        (rest, size) = (others, size * 2);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Binary;

    #[test]
    fn tests_that_are_run_together_are_of_one_binary_and_ever_more() {
        let test = |index: usize| {
            let name = if index.is_multiple_of(2) { "lib" } else { "golden" };
            let binary = Binary { name: name.to_owned(), path: name.into() };
            Test { binary, name: index.to_string(), time: Duration::ZERO, reached: [7].into() }
        };
        let tests: Vec<Test> = (0..30).map(test).collect();
        let groups = together(&tests.iter().collect::<Vec<_>>());
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 8, 8, 3, 3]);
        assert!(groups.iter().all(|group| group.iter().all(|test| test.binary.name == group[0].binary.name)));
    }

    #[test]
    fn a_break_that_no_test_reaches_is_run_by_none() {
        assert_eq!(judge(1, &[], Path::new("/")).expect("nothing is run"), Verdict::Unreached);
    }
}
