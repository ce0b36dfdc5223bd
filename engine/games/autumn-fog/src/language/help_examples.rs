//! Every example of the page of help, carried out in a position in which it is legal.

use super::super::verbs::{VERBS, VerbEntry};
use super::situations::moment;
use crate::AutumnFog;
use engine::referee::referee;

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
