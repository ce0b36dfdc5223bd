//! The file of results, and what it comes to.

use crate::judge::Verdict;
use crate::sites::{Break, Site};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// A break's name in all runs: where it is, what stands there and what is done instead. Ordered as in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    file: String,
    place: (usize, usize),
    function: String,
    was: String,
    becomes: String,
}

impl Name {
    /// The name of a break of a file.
    #[must_use]
    pub fn new(file: &str, site: &Site, it: &Break) -> Self {
        Self {
            file: file.to_owned(),
            place: it.place,
            function: site.function.clone(),
            was: it.was.clone(),
            becomes: it.becomes.clone(),
        }
    }
}

/// What became of the breaks.
pub type Results = BTreeMap<Name, Verdict>;

/// Adds a line to the file.
///
/// # Errors
/// What the disk says.
pub fn note(mut out: &fs::File, name: &Name, verdict: &Verdict) -> std::io::Result<()> {
    let (word, test) = match verdict {
        Verdict::Killed(test) => ("killed", test.as_str()),
        Verdict::Late(test) => ("by time", test.as_str()),
        Verdict::Survived => ("survived", ""),
        Verdict::Unreached => ("unreached", ""),
        Verdict::Dropped => ("dropped", ""),
    };
    let Name { file, place: (line, column), function, was, becomes } = name;
    out.write_all(format!("{file}:{line}:{column}\t{function}\t{was}\t{becomes}\t{word}\t{test}\n").as_bytes())
}

/// Reads the file, if there is one. A line that a stopped run left unfinished counts for nothing.
///
/// # Errors
/// What the disk says.
pub fn read(path: &Path) -> std::io::Result<Results> {
    if !path.exists() {
        return Ok(Results::new());
    }
    Ok(fs::read_to_string(path)?.split_inclusive('\n').filter_map(line).collect())
}

fn line(text: &str) -> Option<(Name, Verdict)> {
    let [place, function, was, becomes, word, test] = text.strip_suffix('\n')?.split('\t').collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let verdict = match word {
        "killed" => Verdict::Killed(test.to_owned()),
        "by time" => Verdict::Late(test.to_owned()),
        "survived" => Verdict::Survived,
        "unreached" => Verdict::Unreached,
        _ => Verdict::Dropped,
    };
    let (file, function) = (parts.next()?.to_owned(), function.to_owned());
    Some((Name { file, place: (line, column), function, was: was.to_owned(), becomes: becomes.to_owned() }, verdict))
}

/// The counts, and what nobody noticed.
#[must_use]
pub fn report(results: &Results) -> String {
    let count = |is: fn(&Verdict) -> bool| results.values().filter(|verdict| is(verdict)).count();
    let killed = count(|it| matches!(it, Verdict::Killed(_)));
    let late = count(|it| matches!(it, Verdict::Late(_)));
    let survived = count(|it| *it == Verdict::Survived);
    let mut text = format!(
        "{} judged: {killed} killed, {late} by time, {survived} survived; {} reached by no test, {} left out by the \
         compiler\n",
        killed + late + survived,
        count(|it| *it == Verdict::Unreached),
        count(|it| *it == Verdict::Dropped),
    );
    for (title, kind) in [("survived", Verdict::Survived), ("reached by no test", Verdict::Unreached)] {
        let mut file = "";
        for (name, _) in results.iter().filter(|(_, verdict)| **verdict == kind) {
            if file != name.file {
                file = &name.file;
                text.push_str(&format!("\n{file}, {title}:\n"));
            }
            let (line, column) = name.place;
            text.push_str(&format!("{file}:{line}:{column}  in {}: {} → {}\n", name.function, name.was, name.becomes));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sites::sites;

    #[test]
    fn a_result_is_read_as_it_was_written_and_half_a_line_is_not() {
        let path = std::env::temp_dir().join(format!("breaks-results-{}", std::process::id()));
        let mut file = fs::File::create(&path).expect("a file");
        let sites = sites("fn a() -> bool { b == c }", &mut 0).expect("Rust");
        let name = |site: usize, it: usize| Name::new("a/b.rs", &sites[site], &sites[site].breaks[it]);
        note(&file, &name(0, 0), &Verdict::Killed("lib::a".to_owned())).expect("written");
        note(&file, &name(1, 0), &Verdict::Survived).expect("written");
        file.write_all(b"a/b.rs:1:20\ta\t=").expect("written");
        let results = read(&path).expect("read");
        fs::remove_file(&path).expect("removed");
        assert_eq!(results.len(), 2);
        assert_eq!(results[&name(0, 0)], Verdict::Killed("lib::a".to_owned()));
        assert_eq!(
            report(&results),
            "2 judged: 1 killed, 0 by time, 1 survived; 0 reached by no test, 0 left out by the compiler\n\n\
             a/b.rs, survived:\na/b.rs:1:20  in a: == → !=\n"
        );
    }
}
