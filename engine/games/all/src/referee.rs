use crate::HEARD;
use definitions::DefinitionError;
use engine::referee::GameFile;

/// Plays the file of one game.
pub(crate) type Hear = fn(&GameFile, bool) -> Result<String, Vec<DefinitionError>>;

/// Plays a game file of any game: `name` is what errors call it, `raw` adds each event as JSON.
///
/// # Errors
/// Every fault of the file, with its line and what was expected.
pub fn referee(name: &str, text: &str, raw: bool) -> Result<String, Vec<DefinitionError>> {
    let file = GameFile::parse(name, text)?;
    match HEARD.iter().find(|(id, _)| *id == file.game.0) {
        Some((_, hear)) => hear(&file, raw),
        None => {
            let known: Vec<&str> = HEARD.iter().map(|(id, _)| *id).collect();
            let message = format!("expected a game ({}), found `{}`", known.join(", "), file.game.0);
            Err(vec![DefinitionError::new(name, file.game.1, message)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn faults(text: &str) -> String {
        let faults = referee("x.game", text, false).expect_err(text);
        faults.iter().map(|fault| format!("{fault}\n")).collect()
    }

    #[test]
    fn the_referee_knows_the_games_that_can_be_played_and_no_other() {
        let listed: Vec<&str> = crate::GAMES.iter().map(|game| game.id()).collect();
        let told = faults("game chess\n");
        assert_eq!(told, format!("x.game:1: expected a game ({}), found `chess`\n", listed.join(", ")));
    }

    #[test]
    fn a_faulty_file_is_answered_with_the_line_and_what_was_expected() {
        let position = |line: &str| format!("game autumn-fog\nside german\n{line}\n");
        for (text, expected) in [
            (String::new(), "x.game: expected a line `game ID`"),
            ("scenario initial-assault\n".to_owned(), "x.game:1: expected `game ID` first"),
            ("game autumn-fog\nscenario x\n".to_owned(), "x.game:2: there is no scenario `x`"),
            ("game autumn-fog\nscenario initial-assault\nunit 26-vg 1817".to_owned(), "so no position is expected"),
            (
                "game autumn-fog\ndice 3 x 0".to_owned(),
                "x.game:2: expected faces of dice as in `dice 3 5 2`, found `x`",
            ),
            ("game autumn-fog\n".to_owned(), "expected a line `side german` or `side allied`"),
            (position("french: pass"), "x.game:3: expected an order that begins with `german:` or `allied:`"),
            (position("unit 1-tank 1817"), "x.game:3: expected the id of a unit, as in units.txt, found `1-tank`"),
            (position("unit 26-vg 3599"), "x.game:3: expected a hex of the map, as in 1817, found `3599`"),
            (position("unit 26-vg"), "expected a hex after `unit`"),
            (position("unit 26-vg 1817 happy"), "expected one of fatigued"),
            (position("unit 26-vg 1817 steps=9"), "expected 1 to 4 steps, found 9"),
            (position("unit 26-vg 1817 ap=3"), "expected a line `activation`, because 26 VG has action points"),
            (position("unit 26-vg 1817\nunit 2-di 1817"), "x.game:4: 26 VG of the other side stands in 1817 Bastogne"),
            (position("unit 26-vg 1817\nunit 26-vg 1917"), "x.game:4: `26-vg` is placed twice"),
            (position("activation viii"), "x.game:3: expected general or a formation of that side"),
            (position("turn 9"), "x.game:3: expected a turn from 1 to the last, 3, found 9"),
            (position("supports 26-vg tank=1"), "expected a headquarters"),
            (position("supports hq-v rubber=1"), "`supports` knows no `rubber=`"),
            (position("pool 9us tank=1"), "expected an army (5pz, 6pz, 7"),
            (position("holder 1818 german"), "1818 is no objective"),
            (position("pool 5pz tank=200"), "expected at most 20 markers, found 200"),
            (position("turn 255 last=255"), "expected a last turn of at most 20"),
            (position("unit det-v-1 1817"), "expected `parent=` and the division that `det-v-1` was split off from"),
            (position("unit det-v-1 1817 parent=30-di"), "expected an infantry division of the detachment's corps"),
            (
                position("unit 2-di 1817\nunit det-v-1 1817 steps=1 parent=2-di"),
                "expected 2 DI and its detachments to share 4 steps, found 5",
            ),
            (position("meuse dry"), "expected meuse (crossed), found `dry`"),
            (position("weather snow"), "expected from, of, option, turn, side"),
        ] {
            let answer = faults(&text);
            assert!(answer.contains(expected), "{text}{answer}");
        }
    }

    #[test]
    fn dice_that_are_missing_or_left_over_are_told() {
        let attack = "game autumn-fog\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1718\n\
                      unit 26-vg 1618 ap=2\nunit 30-di 1518\ngerman: attack 1518 with 26 VG\n";
        let told = referee("x", attack, false).expect("the file is right");
        assert!(told.contains("! the file has no dice for the last 1 rolls; each counted as 1"), "{told}");
        let told = referee("x", &format!("{attack}dice 3 4\n"), true).expect("the file is right");
        assert!(told.contains("! dice that nobody rolled: 1"), "{told}");
        assert!(told.contains("{\"Fought\":{"), "events are added as JSON: {told}");
    }

    #[test]
    fn a_position_at_the_start_of_a_turn_begins_that_turn() {
        let told = referee("x", "game autumn-fog\nfrom initial-assault\nturn 2 phase=start\n", false);
        let told = told.expect("the file is right");
        assert!(told.starts_with("begin\n  — Turn 2, 18-19 December —\n"), "{told}");
    }

    proptest! {
        #[test]
        fn garbage_is_answered_and_never_panics(
            lines in prop::collection::vec(prop_oneof![
                "(unit|due|turn|side|supports|pool|holder|breakthrough|activation|opening|eliminated|from|dice) \
                 ([a-z0-9=-]{1,8} ?){0,4}",
                "(german|allied): (move|attack|end|pass|activate|lose) ([a-z0-9 ,]{0,20})",
                "unit (26-vg|2-di|hq-v|peiper-1ss) [0-3][0-9][0-2][0-9] ap=[0-9]{1,4} mp=[0-9]{1,3} activated=[0-9]{1,3}",
            ], 0..8),
        ) {
            let _ = referee("x", &format!("game autumn-fog\nside german\nactivation general\n{}", lines.join("\n")), true);
        }
    }
}
