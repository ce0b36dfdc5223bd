//! The verbs as words: reading them, and the page of help about them.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, Verb};
use super::super::verbs::VERBS;
use super::spelling::{Word, distance, spoken};
use engine::contract::Misread;
use engine::table::INQUIRIES;

/// The words with which orders begin.
pub fn opening_words() -> Vec<&'static str> {
    // the parser knows the last two besides
    VERBS.iter().flat_map(|form| form.words).copied().chain(["done", "no advance"]).collect()
}

/// The verb of a word: written out, begun, or mistyped by a letter when that leaves no doubt.
pub fn verb(word: &Word) -> Result<Verb, Misread> {
    let all = || VERBS.iter().flat_map(|form| form.words.iter().map(move |known| (*known, form.verb)));
    let one = |mut found: Vec<Verb>| {
        found.sort();
        found.dedup();
        if let [verb] = found[..] { Some(verb) } else { None }
    };
    let same = || one(all().filter(|(known, _)| *known == word.folded).map(|(_, verb)| verb).collect());
    let begun = all().filter(|(known, _)| word.folded.len() > 1 && known.starts_with(&word.folded));
    same().or_else(|| one(begun.map(|(_, verb)| verb).collect())).ok_or_else(|| {
        let found = spoken(std::slice::from_ref(word));
        if QUESTIONS.contains(&word.folded.as_str()) {
            let forms: Vec<String> =
                INQUIRIES.iter().flat_map(|form| form.forms).map(|form| format!("`{form}`")).collect();
            return Misread::new(format!("`{found}` begins no order; what may be asked is {}", forms.join(", ")));
        }
        let written = word.raw.to_lowercase();
        let limit = written.chars().count() / 3;
        let asked = INQUIRIES.iter().flat_map(|form| form.words.iter().copied());
        let near = all().map(|(known, _)| known).chain(asked);
        let near = near.filter_map(|known| Some((distance(&written, known, limit.min(2))?, known)));
        let near = near.min().map(|(_, known)| format!(" (do you mean {known}?)")).unwrap_or_default();
        let verbs: Vec<&str> = VERBS.iter().map(|form| form.words[0]).collect();
        let verbs = verbs.join(", ");
        Misread::new(format!("an order does not begin with `{found}`{near}, but with {verbs}; `help` explains them"))
    })
}

/// Words with which people ask.
const QUESTIONS: [&str; 14] =
    ["what", "who", "where", "how", "why", "which", "when", "is", "are", "may", "does", "do", "show", "odds"];

/// One page that explains all orders.
pub fn help(definitions: &Definitions) -> String {
    let mut page = String::from(
        "One order a line. Case, accents and punctuation do not matter; units may be shortened as long as one only\n\
         is meant (`peiper`, `2 di`); hexes are numbers or names (`Bastogne`); what follows # is a comment.\n",
    );
    for form in &VERBS {
        page += &format!("\n{}\n    {}. Cases {}.\n", form.forms.join("\n"), form.about, form.cases.join(", "));
        page += &format!("    Example: {}\n", form.example);
    }
    let kinds: Vec<String> =
        super::super::order::SupportKind::ALL.iter().map(|kind| super::names::support_name(*kind)).collect();
    let short = |side: u8| {
        let formations = definitions.published.units.formations.iter().filter(|formation| formation.side == side);
        formations.map(|formation| formation.short.as_str()).collect::<Vec<_>>().join(", ")
    };
    page += &format!("\nKIND is {}.\n", kinds.join(", "));
    page += &format!("EVENT is {}.\n", EventKind::ALL.map(super::names::event_name).join(", "));
    for (index, side) in definitions.published.units.sides.iter().enumerate() {
        page += &format!("{} formations and headquarters: {}.\n", side.name, short(index as u8));
    }
    page
}
