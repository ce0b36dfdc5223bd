//! Every example of the page of help, carried out in a position in which it is legal.

use super::super::verbs::{VERBS, VerbEntry};
use super::situations::{OPENED, moment};
use crate::AutumnFog;
use engine::referee::referee;
use engine::speech::INQUIRIES;

#[test]
fn every_example_of_the_page_of_help_is_legal_in_some_position() {
    for VerbEntry { verb, form, .. } in &VERBS {
        let (side, lines) = moment(*verb);
        let text = format!("game autumn-fog\n{lines}{side}: {}\n", form.example);
        let heard = referee::<AutumnFog>("help.game", &text, false)
            .unwrap_or_else(|faults| panic!("{}: {}", form.example, faults[0]));
        assert!(!heard.contains("refused:") && !heard.contains("not understood"), "{}: {heard}", form.example);
    }
}

#[test]
fn every_example_of_a_question_is_answered() {
    for form in INQUIRIES.iter().map(|inquiry| &inquiry.form) {
        let text = format!("game autumn-fog\n{OPENED}german: activate XLVII\ngerman: {}\n", form.example);
        let heard = referee::<AutumnFog>("help.game", &text, false).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let answer = heard.split_once(form.example).map(|(_, answer)| answer).unwrap_or_default();
        let faulty = ["refused", "not understood", "no order begins"].iter().find(|fault| answer.contains(**fault));
        let told = if form.example == "what can Peiper do?" { None } else { faulty };
        assert!(answer.trim().len() > 20 && told.is_none(), "{}: {answer}", form.example);
    }
}
