//! Orders of a whole phase, tried out in one mail.

use super::ahead::Played;
use crate::printed::GERMAN;
use engine::table::Verdict;

#[test]
fn attacks_behind_one_that_rolls_are_tried_out_as_if_that_one_were_not_given() {
    let game = Played::begun();
    let lines =
        ["preview:", "attack 1306 with 18 VG", "attack 0907 with 48/12 VG", "attack 1107 with 9/3 FJ at 9-1", "end"];
    let told: Vec<String> = game
        .told(GERMAN, &lines)
        .into_iter()
        .skip(1)
        .map(|verdict| match verdict {
            Verdict::TriedOut(lines) => lines.join("\n"),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(told[0].contains("24 to 3, 8-1") && told[0].ends_with("Then dice decide."), "{}", told[0]);
    let depends = "What it would do depends on the dice of an order before it.";
    let instead = format!("{depends}\nAs if that one were not given:\n");
    assert!(
        told[1].starts_with(&format!("{instead}Would be accepted.")) && told[1].contains("9 to 3, 3-1"),
        "{}",
        told[1]
    );
    assert!(told[2].starts_with(&format!("{instead}Would be refused: [9.4l]")), "{}", told[2]);
    assert_eq!(told[3], depends, "whether the phase can be ended depends on more than dice");
}
