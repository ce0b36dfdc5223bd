//! What is wrong in the tables is told, cell by cell: the rules read them as they are printed, or not at all. The words that a
//! table allows are set aside here, so that the rules' own reader has to find the slip.

use autumn_fog::AutumnFog;
use engine::contract::Foundation;

/// What is told of the tables with some texts changed, each of which stands there once.
#[track_caller]
fn told(changes: &[(&str, &str)]) -> String {
    let mut files = AutumnFog::files();
    let mut text = files.text("tables.txt").expect("the tables").to_owned();
    for (printed, wrong) in changes {
        assert_eq!(text.matches(printed).count(), 1, "{printed}");
        text = text.replacen(printed, wrong, 1);
    }
    files.replace("tables.txt", &text);
    let Err(faults) = AutumnFog::definitions(&files) else { return "nothing".to_owned() };
    faults.iter().map(|fault| format!("{fault}\n")).collect()
}

/// The line of the terrain chart that says what its costs may be.
const COSTS: (&str, &str) = ("cells {1..6} other in=infantry,mechanized", "cells {text} in=infantry,mechanized");
const CROSSINGS: (&str, &str) = (
    "cells {1..6}MP {1..3}AP no in=allied-infantry,allied-mechanized,german-infantry,german-mechanized",
    "cells {text} in=allied-infantry,allied-mechanized,german-infantry,german-mechanized",
);
const RESULTS: (&str, &str) = (
    "cells {-|1..4|E}/{-|1..4|E} means=\"what the attacker and the defender suffer: steps or hexes, E all\"",
    "cells {text}",
);

#[test]
fn case_t_teca_ground_costs_movement_points_and_never_none() {
    assert_eq!(told(&[COSTS]), "nothing", "the printed costs are right");
    for wrong in ["0", "200", "-1", "x", "1/3"] {
        let line = format!("row clear       {wrong}        1");
        let told = told(&[COSTS, ("row clear       1        1", &line)]);
        let expected =
            format!("table terrain, row clear, infantry: expected movement points as in 2 or 1/2, found `{wrong}`");
        assert!(told.contains("tables.txt:") && told.contains(&expected), "{wrong}: {told}");
    }
}

#[test]
fn cases_t_tech_and_t_teci_a_crossing_costs_movement_or_action_points_or_is_none() {
    assert_eq!(told(&[CROSSINGS]), "nothing");
    for (wrong, expected) in [
        ("0MP", "expected movement points as in 2 or 1/2, found `0`"),
        ("2", "expected 2MP, 1AP or no, found `2`"),
        ("xAP", "expected 2MP, 1AP or no, found `xAP`"),
        ("none", "expected 2MP, 1AP or no, found `none`"),
    ] {
        let line = format!("row river       {wrong} ");
        let told = told(&[CROSSINGS, ("row river       2MP ", &line)]);
        let place = "table crossings, row river, allied-infantry: ";
        assert!(told.contains(&format!("{place}{expected}")), "{wrong}: {told}");
    }
}

#[test]
fn case_t_crta_a_result_has_a_number_for_each_side_and_0_is_none() {
    assert_eq!(told(&[RESULTS]), "nothing");
    for wrong in ["0/-", "-/0", "4", "-/E/1", "x/-", "/-"] {
        let line = format!("row 0 {wrong}  4/-  3/1");
        let told = told(&[RESULTS, ("row 0 E/-  4/-  3/1", &line)]);
        let expected =
            format!("table crt, row 0, 1:4: expected attacker/defender as in 2/1, -/3 or E/-, found `{wrong}`");
        assert!(told.contains(&expected), "{wrong}: {told}");
    }
}

#[test]
fn case_7_6e_only_a_number_can_be_red() {
    // on a 0 at 1:4 the attacker is eliminated, and nothing happens to the defender
    for (mark, expected) in [
        ("A", "A marks a side that has no number in table crt"),
        ("D", "D marks a side that has no number in table crt"),
    ] {
        let line = format!("row 0 {mark}    A    A    A    .");
        let told = told(&[("row 0 .    A    A    A    .", &line)]);
        assert!(told.contains(&format!("table crt-red, row 0, 1:4: {expected}")), "{told}");
    }
}
