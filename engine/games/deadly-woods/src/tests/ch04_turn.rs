//! The sequence of play (4) as a whole.

use super::given::{Branch, at};
use crate::truth::event::Event;
use crate::truth::state::Phase;

#[test]
fn cases_4_1f_4_2a_4_3c_and_4_4b_assets_replacements_rounds_and_clean_up_follow_one_another() {
    let then =
        at("turn 2 german move\nunit a-26vg 3418\nunit 422-106di 2418 lost=1\nunit eng-viii box").when("german: end");
    let phases: Vec<Phase> = then
        .events
        .iter()
        .filter_map(|event| match event {
            Event::PhaseBegan { phase } => Some(*phase),
            _ => None,
        })
        .collect();
    assert_eq!(phases, [Phase::Withdrawal, Phase::AlliedAssets]);
    let order = [Phase::GermanAssets, Phase::Traffic, Phase::Replacements, Phase::First];
    let mut table = then.now;
    for phase in order {
        let side = if table.state.asked.is_some_and(|asked| asked.side.index() == 0) { "german" } else { "allied" };
        table = table.after(&format!("{side}: end"));
        assert_eq!(table.state.phase, phase);
    }
}
