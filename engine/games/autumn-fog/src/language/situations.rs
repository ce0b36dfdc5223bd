//! Games that lead to the moments of the verbs, as the referee reads them.

use super::super::order::Verb;

/// The opening of The Initial Assault, with supports where the examples want them.
pub const OPENED: &str = "scenario initial-assault\n\
    german: allot nebelwerfer to XLVII\ngerman: allot artillery to XLVII\ngerman: allot done\n\
    allied: allot artillery to V\nallied: allot done\n";

/// A German attack that is to end in some result.
const FIGHT: &str = "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 2816\n";

/// Who gives the example of a verb, and the lines that lead to its moment.
pub fn moment(verb: Verb) -> (&'static str, String) {
    let opened = |lines: &str| format!("{OPENED}{lines}");
    let fight = |lines: &str| format!("{FIGHT}{lines}");
    match verb {
        Verb::Gift => {
            let lines = "of entire-battle\noption presents yes\nturn 5 phase=start\nunit peiper-1ss 3207 steps=1\nunit 2-di 2501\n";
            ("german", lines.to_owned())
        }
        Verb::Deploy | Verb::Allot => ("german", "scenario initial-assault\n".to_owned()),
        Verb::Return => (
            "german",
            "turn 2 phase=start\neliminated hq-xlvii-pz turn=1\nunit 26-vg 2616\nunit 2-di 2501\n".to_owned(),
        ),
        Verb::Activate | Verb::Pass => ("german", opened("")),
        Verb::Enter => ("allied", opened("german: pass\nallied: activate general\n")),
        Verb::Move | Verb::Attack | Verb::Prepare | Verb::End => ("german", opened("german: activate XLVII\n")),
        Verb::Dig => ("allied", opened("german: pass\nallied: activate VIII\n")),
        Verb::Leave | Verb::Detach => ("allied", opened("german: pass\nallied: activate V\n")),
        Verb::Recover => {
            ("german", "turn 2\nside german\nactivation general\nunit peiper-1ss 3207 fatigued\n".to_owned())
        }
        Verb::Rejoin => {
            let lines = "turn 2\nside allied\nactivation v\nunit hq-v 2501\nunit 2-di 2502 steps=2\nunit det-v-1 2502 steps=1 parent=2-di\n";
            ("allied", lines.to_owned())
        }
        Verb::Defend => ("allied", opened("german: activate I SS\ngerman: attack 3007 with 3 FJ\n")),
        Verb::Snafu => {
            let lines = "option snafus yes\nturn 2\nside german\nactivation general count=3\nunit peiper-1ss 2615 ap=3\n\
                         unit gutman-2pz 2615 ap=3\nunit 30-di 2515\ndice 3 5 6\n\
                         german: attack 2515 with Peiper, Gutman\n";
            ("allied", lines.to_owned())
        }
        Verb::Reroll | Verb::Keep => (
            "german",
            fight("reroll german\nunit gutman-2pz 2615 ap=3\nunit 110-28di 2515\ngerman: attack 2515 with Gutman\n"),
        ),
        Verb::Lose => {
            let lines = "unit 26-vg 2615 ap=2\nunit gutman-2pz 2615 ap=3\nunit 30-di 2515\nunit 2-di 2515 steps=2\ndice 1\n\
                         german: attack 2515 with 26 VG, Gutman lead 26 VG\nallied: defend lead 30 DI\n";
            ("german", fight(lines))
        }
        Verb::Retreat => {
            let lines = "unit gutman-2pz 2615 ap=3\nunit cochenhausen-2pz 2615 ap=3\nunit 110-28di 2515\n\
                         unit hq-viii 1817\ndice 5\n\
                         german: attack 2515 with Gutman, Cochenhausen\nallied: lose nothing\n";
            ("allied", fight(lines))
        }
        Verb::Advance => {
            let lines = "unit gutman-2pz 2516 ap=3\nunit 110-28di 2515\nunit hq-viii 1817\ndice 6\n\
                         german: attack 2515 with Gutman\nallied: lose nothing\n\
                         allied: retreat 110/28 DI to 2314 via 2415\ngerman: lose Gutman\n";
            ("german", fight(lines))
        }
        Verb::Mark => {
            let lines = "unit gutman-2pz 2416 ap=3\nunit cochenhausen-2pz 2416 ap=3\nunit bohm-2pz 2416 ap=3\n\
                         unit 110-28di 2515\nunit 109-28di 2516\ndice 6\n\
                         german: prepare 2515, 2516 with Gutman, Cochenhausen, Böhm\nallied: defend lead 110/28\n\
                         allied: lose 110/28, 109/28\n";
            ("german", fight(lines))
        }
        Verb::Eliminate => {
            let lines = "turn 2\nside german\nactivation general\nunit 16-116pz 2615\nunit 26-vg 2615\nunit 60-116pz 2615\n\
                         german: end\n";
            ("german", lines.to_owned())
        }
        Verb::Top => {
            ("allied", "option fog-of-war stacks\nturn 2\nside allied\nunit 2-di 2501\nunit cca-9db 2501\n".to_owned())
        }
        Verb::Play => {
            let lines = "turn 2\nside german\nactivation xlvii-pz\nevents fuel-dump=1\nunit hq-xlvii-pz 2816\nunit gutman-2pz 2515 ap=1\n";
            ("german", lines.to_owned())
        }
        Verb::Clear => {
            let lines = "turn 2\nside german\nactivation general\nunit peiper-1ss 2710 ap=2\nmarker roadblock 2711\n";
            ("german", lines.to_owned())
        }
        Verb::Let => {
            let lines = "turn 2\nside allied\nactivation general\nevents greif=1\nunit 2-di 2502\nunit peiper-1ss 2706\n\
                         german: standing interrupt ask\nallied: move 2 DI to 2501\n";
            ("german", lines.to_owned())
        }
    }
}
