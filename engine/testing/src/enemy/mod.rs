//! What an enemy of the program sends: half of it is sense.
//!
//! Nothing here knows a game. Lines are made of the forms that the page of help explains and of the names that are
//! printed; steps of those that were listed before, with other numbers and words in them. So a new verb needs nothing.

mod raid;
mod target;

pub use raid::{Also, Raid, happened};

use crate::Seeded;
use definitions::hex::HexId;
use engine::contract::Game;
use serde_json::{Value, json};

/// Of the steps that were listed he keeps so many.
const MEMORY: usize = 4_000;

/// Words of any language, and what is none.
const WORDS: [&str; 42] = [
    "to",
    "via",
    "with",
    "lead",
    "support",
    "air",
    "from",
    "at",
    "done",
    "none",
    "general",
    "nothing",
    ",",
    "and",
    "all",
    "UNIT",
    "999999999999999999999",
    "0",
    "-1",
    "65536",
    "0000",
    "3599",
    "№",
    "🙂",
    "#",
    "//",
    "\u{0}",
    "…",
    "«",
    "'",
    "İ",
    "ß",
    "ﬁ",
    "\u{202e}",
    "١٢",
    "2½",
    "preview",
    "standing",
    "what can",
    "end",
    "pass",
    "",
];

/// Somebody who wants the program to fail.
pub struct Enemy<'a, G: Game> {
    raid: &'a Raid<G>,
    choice: Seeded,
    /// Steps that were listed at some moment.
    heard: Vec<Value>,
    /// Steps with which an order could have begun, and the word that a player writes for it.
    firsts: Vec<(Value, String)>,
}

impl<'a, G: Game> Enemy<'a, G> {
    fn new(raid: &'a Raid<G>, choice: Seeded) -> Enemy<'a, G> {
        Enemy { raid, choice, heard: Vec::new(), firsts: raid.firsts.clone() }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.choice.next_below(bound)
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// Keeps the steps of a legal order in mind.
    fn hear(&mut self, order: &[G::Step]) {
        for step in order.iter().map(|step| json!(step)) {
            if self.heard.len() < MEMORY {
                self.heard.push(step);
            } else {
                let place = self.below(MEMORY);
                self.heard[place] = step;
            }
        }
    }

    /// A step like one that was listed, with something else in it; or what is none.
    fn step(&mut self) -> Value {
        let nonsense =
            [json!("done"), json!({}), json!({ "Verb": 3 }), json!({ "Unit": 1, "Hex": 2 }), json!(7), json!("Done")];
        if self.heard.is_empty() || self.below(12) == 0 {
            return self.one_of(&nonsense);
        }
        let heard = &self.heard;
        let mut step = heard[self.choice.next_below(heard.len())].clone();
        self.change(&mut step);
        step
    }

    /// Puts other numbers and words into a step, mostly of the kind that belongs there.
    fn change(&mut self, value: &mut Value) {
        match value {
            Value::Number(_) if self.below(4) > 0 => *value = self.number(),
            Value::String(_) if self.below(12) == 0 => *value = self.one_of(&[json!("Rubber"), json!(""), json!(3)]),
            Value::Array(all) => all.iter_mut().for_each(|value| self.change(value)),
            Value::Object(all) => all.values_mut().for_each(|value| self.change(value)),
            _ => {}
        }
    }

    /// A number of something, or of nothing.
    fn number(&mut self) -> Value {
        let published = G::published(&self.raid.definitions);
        let (units, hexes) = (published.units.units.len(), published.map.hexes.len());
        match self.below(16) {
            0 => json!([units, hexes, 256][self.below(3)]),
            1 => {
                let odd = [
                    json!(-1),
                    json!(65_535),
                    json!(65_536),
                    json!(4_294_967_296u64),
                    json!(u64::MAX),
                    json!(1.5),
                    json!(1e300),
                ];
                self.one_of(&odd)
            }
            2 => self.one_of(&[json!(null), json!("7"), json!([]), json!({}), json!([[1]]), json!(true), json!("")]),
            3 => json!(self.below(8)),
            4..=8 => json!(self.below(units)),
            _ => json!(self.below(hexes)),
        }
    }

    /// Steps of a made-up order, or of a legal one with something wrong.
    fn steps(&mut self, first: &Value, legal: &[G::Step]) -> Vec<Value> {
        let mut steps: Vec<Value> = legal.iter().map(|step| json!(step)).collect();
        if self.below(4) == 0 || steps.is_empty() {
            steps = vec![first.clone()];
            for _ in 0..self.below(6) {
                steps.push(self.step());
            }
        }
        for _ in 0..1 + self.below(2) {
            self.spoil(&mut steps);
        }
        steps
    }

    fn spoil(&mut self, steps: &mut Vec<Value>) {
        let at = self.below(steps.len());
        match self.below(10) {
            0 => steps.truncate(at),
            1 if !steps.is_empty() => drop(steps.remove(at)),
            2 if !steps.is_empty() => steps.insert(at, steps[at].clone()),
            3 if !steps.is_empty() => {
                let other = self.below(steps.len());
                steps.swap(at, other);
            }
            4 if !steps.is_empty() => steps[at] = self.step(),
            5 => steps.insert(at, self.step()),
            // a list without an end
            6 if !steps.is_empty() => {
                let last = steps[steps.len() - 1].clone();
                let more = [1, 2, 5, 130][self.below(4)];
                steps.extend(std::iter::repeat_n(last, more));
            }
            // the same kind of step with something else in it
            7 if !steps.is_empty() => {
                let mut other = steps[at].clone();
                self.change(&mut other);
                steps[at] = other;
            }
            8 => steps.push(self.step()),
            _ => steps.extend(steps.clone()),
        }
    }

    /// A legal order that goes on after its end, hex by hex along the map: a path that is too long.
    fn longer(&mut self, legal: &[G::Step]) -> Option<Vec<Value>> {
        let mut order: Vec<Value> = legal.iter().map(|step| json!(step)).collect();
        let done = order.pop_if(|step| step.is_string());
        let last = order.last()?.as_object()?.iter().next()?;
        let (kind, mut at) = (last.0.clone(), usize::try_from(last.1.as_u64()?).ok()?);
        let grid = &G::published(&self.raid.definitions).map.grid;
        for _ in 0..1 + self.below(3) {
            let hex = (at < grid.len()).then_some(HexId(at as u16))?;
            let around: Vec<usize> = grid.neighbours(hex).map(|(_, there)| there.index()).collect();
            at = self.one_of(&around);
            order.push(json!({ kind.as_str(): at }));
        }
        Some(order.into_iter().chain(done).collect())
    }

    /// A word of the language, or none.
    fn word(&mut self) -> String {
        match self.below(4) {
            0 => self.one_of(&WORDS).to_owned(),
            1 => self.hex(),
            _ => {
                let names = &self.raid.names;
                names[self.choice.next_below(names.len())].clone()
            }
        }
    }

    /// A hex of the map as it is printed, or what looks like one.
    fn hex(&mut self) -> String {
        let map = &G::published(&self.raid.definitions).map;
        match self.below(8) {
            0 => format!("{:02}{:02}", self.below(99), self.below(99)),
            _ => map.grid.number(HexId(self.below(map.hexes.len()) as u16)),
        }
    }

    /// A line in one of the forms, with anything for its names.
    fn line(&mut self, form: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for word in form.split_whitespace() {
            let name = word.trim_matches(|sign: char| !sign.is_ascii_uppercase());
            match name {
                "" if word == "..." => {
                    for _ in 0..self.below(4) {
                        words.extend([",".to_owned(), self.word()]);
                    }
                }
                "" => words.push(word.trim_matches(['[', ']', ',']).to_owned()),
                "HEX" => words.push(self.hex()),
                "NUMBER" => {
                    let number = self.one_of(&["1", "2", "7", "12", "13", "255", "256", "99999999999999999999"]);
                    words.push(number.to_owned());
                }
                // what may stand there is best taken from an example
                _ if self.below(3) == 0 => {
                    let examples = &self.raid.examples;
                    words.push(examples[self.choice.next_below(examples.len())].clone());
                }
                _ => words.push(self.word()),
            }
        }
        self.mangle(words)
    }

    /// A line with something wrong, often.
    fn mangle(&mut self, mut words: Vec<String>) -> String {
        let at = self.below(words.len().max(1));
        match self.below(12) {
            0 => words.truncate(at),
            1 if at < words.len() => drop(words.remove(at)),
            2 if at < words.len() => words.insert(at, words[at].clone()),
            3 => words.insert(at.min(words.len()), self.word()),
            4 if at < words.len() => words[at] = self.word(),
            5 if at < words.len() => {
                let word = words[at].clone();
                words.splice(at..at, std::iter::repeat_n(word, [20, 300][self.choice.next_below(2)]));
            }
            6 => words.reverse(),
            7 => {
                let text = words.join(" ");
                return text.chars().take(self.below(text.chars().count() + 1)).collect();
            }
            8 => words.extend(words.clone()),
            _ => {}
        }
        words.join(" ")
    }

    /// The text of a game file with some lines changed.
    fn file(&mut self, texts: &[String]) -> String {
        let mut lines: Vec<String> = self.one_of(texts).lines().map(str::to_owned).collect();
        for _ in 0..1 + self.below(4) {
            let at = self.below(lines.len());
            let words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            lines[at] = match (self.below(4), lines[at].split_once('=')) {
                (0, Some((key, _))) => {
                    format!("{key}={}", self.one_of(&["0", "1", "9", "127.5", "255", "256", "-1", "x"]))
                }
                (1, _) => self.one_of(&lines),
                _ => self.mangle(words),
            };
        }
        lines.join("\n")
    }
}
