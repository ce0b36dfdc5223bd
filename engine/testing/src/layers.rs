//! The layers of a game's crate: which file may know which. Read from the paths that the sources name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How a game's crate is laid out: its layers from the bottom up, and the chapters that ask each other.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// The crate's folder: `env!("CARGO_MANIFEST_DIR")`.
    pub manifest: &'static str,
    /// Each knows itself and those before it alone. A file belongs where its longest prefix stands (`chapters/fog`).
    pub layers: &'static [(&'static str, &'static [&'static str])],
    /// Layers whose folders are rooms of their own (chapters), by their first folder; of all others the first folder is one.
    pub parted: &'static [&'static str],
    /// Chapters that ask each other, and why that cannot be otherwise. Of their files none is in a circle.
    pub circles: &'static [(&'static [&'static str], &'static str)],
}

impl Layers {
    /// The layers of a game whose chapters do not ask each other: those of `ARCHITECTURE.md`.
    pub const fn usual(manifest: &'static str) -> Layers {
        Layers {
            manifest,
            layers: &[
                ("printed", &["printed"]),
                ("truth", &["truth"]),
                ("chapters", &["chapters"]),
                ("sight", &["sight"]),
                ("positions in text", &["position_text"]),
                ("judge", &["verbs", "rules"]),
                // what may be written as a standing order is part of what help tells
                ("standing orders", &["standing"]),
                ("speech, drawing, pointing", &["language", "drawing", "facts"]),
                ("opponent", &["opponent"]),
                ("game", &["game"]),
            ],
            parted: &["chapters"],
            circles: &[],
        }
    }

    /// Holds that every file knows its own layer and those before it alone, that no circle of files is larger than a chapter,
    /// and that the chapters that ask each other are those listed, each with a reason.
    ///
    /// # Panics
    ///
    /// If one of these is not so, with all the arrows that are wrong; or if a file belongs to no layer.
    pub fn hold(&self) {
        let sources = Sources::read(&Path::new(self.manifest).join("src"));
        let arrows = sources.modules.values().map(BTreeSet::len).sum::<usize>();
        assert!(
            arrows > 2 * sources.modules.len(),
            "{arrows} arrows of {} files: are they read?",
            sources.modules.len()
        );
        let name = |module: &str| self.layers[self.layer(module)].0;
        let upward = sources.modules.iter().flat_map(|(from, to)| {
            let above = to.iter().filter(|to| self.layer(to) > self.layer(from));
            above.map(move |to| format!("{from} ({}) knows {to} ({})", name(from), name(to)))
        });
        let upward: Vec<String> = upward.collect();
        assert!(upward.is_empty(), "{}", upward.join("\n"));

        let rooms = |circle: &BTreeSet<String>| circle.iter().map(|module| self.room(module)).collect::<BTreeSet<_>>();
        let wide: Vec<_> =
            sources.circles(str::to_owned).into_iter().filter(|circle| rooms(circle).len() > 1).collect();
        assert!(wide.is_empty(), "circles of files larger than a chapter: {wide:#?}");

        let listed = self.circles.iter().map(|(circle, reason)| {
            assert!(!reason.is_empty());
            circle.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>()
        });
        assert_eq!(sources.circles(|module| self.room(module)), listed.collect::<Vec<_>>());
    }

    /// The place of a module's layer.
    fn layer(&self, module: &str) -> usize {
        let path = module.replace("::", "/");
        let fits = |prefix: &str| path == prefix || path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'));
        let longest =
            |prefixes: &[&str]| prefixes.iter().filter(|prefix| fits(prefix)).map(|prefix| prefix.len()).max();
        let best =
            self.layers.iter().enumerate().filter_map(|(place, (_, prefixes))| Some((longest(prefixes)?, place))).max();
        best.unwrap_or_else(|| panic!("{module} belongs to no layer")).1
    }

    /// What a module is a part of: a chapter, or the folder or file of another layer.
    fn room(&self, module: &str) -> String {
        let parts: Vec<&str> = module.split("::").collect();
        if self.layers.iter().any(|(_, prefixes)| prefixes.contains(&module.replace("::", "/").as_str())) {
            return module.to_owned();
        }
        let depth = if self.parted.contains(&parts[0]) { 2 } else { 1 };
        parts[..depth.min(parts.len())].join("::")
    }
}

/// The modules by their path (`chapters::combat::odds`), each with the paths that its code names, whole.
struct Sources {
    modules: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    fn read(root: &Path) -> Sources {
        let mut files = Vec::new();
        collect(root, &mut files);
        let texts: BTreeMap<String, String> =
            files.iter().map(|file| (module(root, file), code(&fs::read_to_string(file).unwrap()))).collect();
        let library = texts.get("").expect("lib.rs").clone();
        // `pub use printed::board;` gives a module a name at the root
        let aliases: BTreeMap<String, String> = uses(&library)
            .into_iter()
            .filter_map(|path| Some((path.rsplit("::").next()?.to_owned(), path)))
            .filter(|(_, path)| path.contains("::"))
            .collect();
        let mut modules = BTreeMap::new();
        for (name, text) in &texts {
            let arrows = paths(name, text).into_iter().filter_map(|path| {
                let (first, rest) = path.split_once("::").unwrap_or((&path, ""));
                let whole = match aliases.get(first).filter(|_| !texts.contains_key(first)) {
                    Some(alias) => format!("{alias}::{rest}"),
                    None => path.clone(),
                };
                known(&texts, &whole)
            });
            let arrows: BTreeSet<String> = arrows.filter(|to| to != name && !to.is_empty()).collect();
            if !name.is_empty() {
                modules.insert(name.clone(), arrows);
            }
        }
        Sources { modules }
    }

    /// Circles among groups of modules, `group` naming that of each.
    fn circles(&self, group: impl Fn(&str) -> String) -> Vec<BTreeSet<String>> {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in &self.modules {
            let from = group(from);
            let to = to.iter().map(|to| group(to)).filter(|to| *to != from).collect::<Vec<_>>();
            arrows.entry(from.clone()).or_default().extend(to);
        }
        let reached = |start: &String| {
            let mut reached = BTreeSet::new();
            let mut next: Vec<&String> = arrows.get(start).into_iter().flatten().collect();
            while let Some(at) = next.pop() {
                if reached.insert(at.clone()) {
                    next.extend(arrows.get(at).into_iter().flatten());
                }
            }
            reached
        };
        let all: BTreeMap<String, BTreeSet<String>> = arrows.keys().map(|name| (name.clone(), reached(name))).collect();
        let mut circles: Vec<BTreeSet<String>> = Vec::new();
        for (name, there) in all.iter().filter(|(name, there)| there.contains(*name)) {
            let circle: BTreeSet<String> = there.iter().filter(|other| all[*other].contains(name)).cloned().collect();
            if !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        circles
    }
}

/// The Rust files below a folder, but for those of tests alone.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let of_tests = || {
            let parent = [folder.join("mod.rs"), folder.with_extension("rs"), folder.join("lib.rs")];
            let declared = parent.iter().filter_map(|file| fs::read_to_string(file).ok());
            declared.into_iter().any(|text| text.contains(&format!("#[cfg(test)]\nmod {name};")))
        };
        if of_tests() {
            continue;
        } else if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The module of a file.
fn module(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let parts = match parts.split_last() {
        Some((last, before)) if last == "mod" || last == "lib" => before,
        _ => &parts[..],
    };
    parts.join("::")
}

/// The code of a source without comments and without its tests.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of all `use` lines, one a leaf, as they are written.
fn uses(text: &str) -> Vec<String> {
    let lines = text.split(';').filter_map(|part| {
        let at = part.rfind("use ")?;
        let before = part[..at].trim_end();
        let begins =
            before.is_empty() || before.ends_with(['}', ']', '{']) || before.ends_with("pub") || before.ends_with(')');
        begins.then(|| part[at + "use ".len()..].split_whitespace().collect::<String>())
    });
    lines.flat_map(|path| leaves(&path)).collect()
}

/// The leaves of a tree of paths without spaces: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(path: &str) -> Vec<String> {
    let Some((before, inner)) = path.split_once('{') else { return vec![path.to_owned()] };
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for letter in inner.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part);
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{before}{leaf}")).collect()
}

/// The paths within the crate that a module names, from the root.
fn paths(name: &str, text: &str) -> BTreeSet<String> {
    let inline = text.match_indices("super::").map(|(at, _)| at).chain(text.match_indices("crate::").map(|(at, _)| at));
    let inline = inline.filter(|at| {
        let before = &text[..*at];
        !before.ends_with("use ") && !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == ':')
    });
    let inline = inline.map(|at| {
        let path = &text[at..];
        let end = path.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
        path[..end.unwrap_or(path.len())].to_owned()
    });
    let home: Vec<&str> = name.split("::").filter(|part| !part.is_empty()).collect();
    let written = uses(text).into_iter().chain(inline);
    let whole = written.map(|path| {
        let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty() && *part != "self").collect();
        let mut from = home.clone();
        if parts.first() == Some(&"crate") {
            from.clear();
            parts.remove(0);
        }
        while parts.first() == Some(&"super") {
            from.pop();
            parts.remove(0);
        }
        [from, parts].concat().join("::")
    });
    whole.collect()
}

/// The module that a path leads to: the longest beginning that is one.
fn known(modules: &BTreeMap<String, String>, path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    (1..=parts.len()).rev().map(|length| parts[..length].join("::")).find(|name| modules.contains_key(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let text = "use crate::a::{self, b::{c, d}};\nuse super::e;\nfn f() { super::super::g::h(); crate::i::j() }\n";
        let named = paths("x::y::z", text);
        assert_eq!(Vec::from_iter(named), ["a", "a::b::c", "a::b::d", "i::j", "x::g::h", "x::y::e"]);
        let modules = BTreeMap::from([("a::b".to_owned(), String::new()), ("a".to_owned(), String::new())]);
        assert_eq!(known(&modules, "a::b::c").as_deref(), Some("a::b"));
        assert_eq!(known(&modules, "a::x").as_deref(), Some("a"));
        assert_eq!(known(&modules, "std::fmt"), None);
    }

    #[test]
    fn a_file_belongs_where_its_longest_prefix_stands() {
        let layers: &[(&str, &[&str])] = &[("truth", &["truth", "chapters/fog/unseen"]), ("chapters", &["chapters"])];
        let layers = Layers { manifest: "", layers, parted: &["chapters"], circles: &[] };
        assert!(layers.layer("chapters::fog::unseen") < layers.layer("chapters::fog::hiding"));
        assert_eq!(layers.room("chapters::fog::hiding"), "chapters::fog");
    }
}
