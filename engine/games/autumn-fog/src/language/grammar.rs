//! The forms of orders, the reader and the writer against each other, and the grammar in `docs/orders.md`.

use super::super::definitions::Definitions;
use super::super::order::{Step, Verb};
use super::super::standing::RULES;
use super::super::state::Activation;
use super::super::verbs::{VERBS, VerbEntry, entry};
use super::names::SUPPORTS;
use super::parse::parse;
use super::verbs::{Clause, LANGUAGE};
use super::write;
use crate::AutumnFog;
use engine::contract::{Foundation, Rules, Seen, Setup, SideId, Sight, Viewer, begin, carry_out};
use std::collections::BTreeSet;
use std::path::Path;
use testing::{Seeded, filled, fits, grammar_stands_in};

#[test]
fn every_form_is_read_with_each_of_its_words_however_it_is_filled_in() {
    let definitions = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
    let setup = Setup { scenario: "initial-assault".to_owned(), ..Setup::default() };
    let mut state = AutumnFog::initial(&definitions, &setup).expect("the scenario");
    state.field.operations.activation = Some(Activation::General { limit: 3 });
    let view = AutumnFog::view(&definitions, &state, Viewer::Side(SideId(0)));
    let mut lines = BTreeSet::new();
    for VerbEntry { form, .. } in &VERBS {
        let fill = |name: &str| match name {
            "HEX" => "2515".to_owned(),
            "UNIT" => "Gutman".to_owned(),
            "DIVISION" => "26 VG".to_owned(),
            "HQ" => "XLVII".to_owned(),
            "KIND" => "artillery".to_owned(),
            "NUMBER" => "2".to_owned(),
            "FORMATION" => "LVIII".to_owned(),
            "EVENT" => "greif".to_owned(),
            "DETACHMENT" => "Det 1/V".to_owned(),
            other => panic!("what is {other}?"),
        };
        for opener in LANGUAGE.clauses {
            // each word that opens a clause, among the usual ones of the others
            let others = LANGUAGE.clauses.chunk_by(|(_, one), (_, other)| one == other).map(|words| words[0]);
            let openers: Vec<(&str, Clause)> =
                others.filter(|(_, clause)| *clause != opener.1).chain([*opener]).collect();
            for parts in form.parts(LANGUAGE.clauses) {
                let texts = filled(&parts, &openers, &fill);
                for line in form.words.iter().flat_map(|word| texts.iter().map(move |text| format!("{word}{text}"))) {
                    if !lines.insert(line.clone()) {
                        continue;
                    }
                    let orders = parse(Seen::<AutumnFog>::new(&definitions, &view), &line);
                    assert!(orders.as_ref().is_ok_and(|orders| !orders.is_empty()), "{line}: {orders:?}");
                }
            }
        }
    }
    assert!(lines.len() > 1_000, "{}", lines.len());
}

#[test]
fn what_is_written_of_an_order_is_in_the_grammar() {
    let definitions = Definitions::parse(&AutumnFog::files()).expect("the definitions parse");
    let setup =
        Setup { scenario: "entire-battle".to_owned(), options: [("presents".to_owned(), "yes".to_owned())].into() };
    let first = AutumnFog::initial(&definitions, &setup).expect("the scenario");
    let mut seen = BTreeSet::new();
    for seed in 1..4 {
        let [mut dice, mut choice] = Seeded::streams(seed);
        let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
        while let Some(ask) = AutumnFog::asks(&state).first().copied() {
            let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
            let order = Seen::<AutumnFog>::new(&definitions, &view).random_order(&mut |n| choice.next_below(n));
            let order = order.expect("someone can always act");
            let text = write(&definitions, &order);
            let Some(Step::Verb(verb)) = order.first() else { panic!("{order:?}") };
            // commas are words of their own, and a path of several hexes is written with blanks
            let spaced = text.replace(',', " ,").replace("air supply", "airdrop");
            let words: Vec<&str> = spaced.split_whitespace().collect();
            assert!(is_written_so(*verb, &words), "{text}");
            seen.insert(*verb);
            drop(view);
            carry_out::<AutumnFog>(&definitions, &mut state, ask.side, &order, &mut dice).expect("a legal order");
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
    for (text, verb) in [("move Gutman/2 via 2714", Verb::Move), ("clear Peiper/1 at 2711", Verb::Clear)] {
        assert!(is_written_so(verb, &text.split(' ').collect::<Vec<_>>()), "{text}");
    }
    assert!(!is_written_so(Verb::Pass, &["pass", "now"]) && !is_written_so(Verb::Mark, &["mark"]));
}

/// Whether words are a form of a verb that is filled in.
fn is_written_so(verb: Verb, words: &[&str]) -> bool {
    let form = &entry(verb).form;
    let shown = form.parts(LANGUAGE.clauses).into_iter().take(form.forms.len());
    words.first() == Some(&form.word())
        && shown.into_iter().any(|parts| fits(&parts, LANGUAGE.clauses, &["from"], &words[1..]))
}

#[test]
fn the_grammar_in_the_documentation_is_that_of_the_parsers_lists() {
    let grammar = LANGUAGE.grammar(&[("kind", SUPPORTS.words().collect())], &RULES.words());
    grammar_stands_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/orders.md"), &grammar);
}
