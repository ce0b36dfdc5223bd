//! The forms of orders against their reader, and the grammar in `docs/orders-ardennes-offensive.md`.

use super::given::Given;
use crate::printed::GERMAN;
use crate::standing::WORDS;
use crate::truth::order::Verb;
use crate::truth::state::Phase;
use crate::verbs::{ALL, Clause, LANGUAGE};
use std::collections::BTreeSet;
use std::path::Path;
use testing::{filled, grammar_stands_in};

#[test]
fn every_form_is_read_with_each_of_its_words_however_it_is_filled_in() {
    let own = |given: Given| given.unit("1pz-1ss", "1432").unit("1-1ss", "1532").unit("102-cav", "0209");
    let [moves, fights, sets_up] =
        [Phase::Movement, Phase::Combat, Phase::SetUp].map(|phase| own(Given::at(GERMAN, phase)));
    let mut lines = BTreeSet::new();
    for entry in &ALL {
        let fill = |name: &str| match name {
            // where 1 SS Pz stands, and where it can go
            "HEX" if matches!(entry.verb, Verb::Move | Verb::March) => "1432".to_owned(),
            "HEX" => "2521".to_owned(),
            "UNIT" => "1 SS Pz".to_owned(),
            "DIVISION" => "1 SS".to_owned(),
            "ODDS" => "3-1".to_owned(),
            other => panic!("what is {other}?"),
        };
        for (form, parts) in entry.line.forms.iter().chain(entry.line.also).zip(entry.line.parts(LANGUAGE.clauses)) {
            // what they stand for depends on who waits, stands better elsewhere or beside the enemy: each has a test of its own
            if form.contains("all") && matches!(entry.verb, Verb::Enter | Verb::Place | Verb::Attack) {
                continue;
            }
            let given = match entry.verb {
                Verb::Place => &sets_up,
                Verb::End if form.contains("combat") => &fights,
                _ => &moves,
            };
            let towards = form.contains("towards");
            for opener in LANGUAGE.clauses {
                // each word that opens a clause, among the usual ones of the others
                let others = LANGUAGE.clauses.chunk_by(|(_, one), (_, other)| one == other).map(|words| words[0]);
                let openers: Vec<(&str, Clause)> =
                    others.filter(|(_, clause)| *clause != opener.1).chain([*opener]).collect();
                let texts = filled(&parts, &openers, &fill);
                for line in
                    entry.line.words.iter().flat_map(|word| texts.iter().map(move |text| format!("{word}{text}")))
                {
                    // a hex for each unit that is set up, and a hex that is not where the unit stands
                    let uneven = entry.verb == Verb::Place && line.matches(',').count() == 1;
                    let line = if towards { line.replace("towards 1432", "towards 2521") } else { line };
                    if uneven || !lines.insert(line.clone()) {
                        continue;
                    }
                    assert!(!given.read(&line).is_empty(), "{line}");
                }
            }
        }
    }
    assert!(lines.len() > 100, "{}", lines.len());
}

#[test]
fn the_grammar_in_the_documentation_is_that_of_the_parsers_lists() {
    let grammar = LANGUAGE.grammar(&[], &WORDS.words());
    grammar_stands_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/orders-ardennes-offensive.md"),
        &grammar,
    );
}
