//! Answers to players: what a unit can do, why an order is refused, and a remedy that works.

use autumn_fog::AutumnFog;
use engine::referee::referee;

/// What is heard of lines of a position and of orders.
fn heard(lines: &str) -> String {
    referee::<AutumnFog>("answers.game", &format!("game autumn-fog\n{lines}\n"), false)
        .expect("a file that can be read")
}

/// The line of an answer that begins so.
fn line<'a>(heard: &'a str, begin: &str) -> &'a str {
    let found = heard.lines().map(str::trim).find(|line| line.starts_with(begin));
    found.unwrap_or_else(|| panic!("no `{begin}` in\n{heard}"))
}

#[test]
fn case_11_1_a_stack_that_is_not_seen_can_be_attacked_and_is_told_so() {
    let beside = "turn 2\noption fog-of-war FOG\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1818\n\
                  unit 26-vg 1719 ap=2\nunit 14-cav 1720\nunit 30-di 1720\n\
                  german: what can 26 VG do\ngerman: preview attack 1720 with 26 VG";
    let covered = heard(&beside.replace("FOG", "covered"));
    assert_eq!(line(&covered, "attack:"), "attack: 1720 (units that you do not see are not counted).");
    assert!(covered.contains("26 VG attacks 1720, led by 26 VG."), "{covered}");
    let stacks = heard(&beside.replace("FOG", "stacks"));
    let attack = line(&stacks, "attack:");
    assert!(attack.contains("alone in column") && attack.contains("units that you do not see"), "{attack}");
    let seen = heard(&beside.replace("option fog-of-war FOG\n", ""));
    assert!(!line(&seen, "attack:").contains("do not see"), "{seen}");
}

#[test]
fn case_17_1b_who_is_beyond_the_meuse_without_supply_has_crossed_it_and_has_not_won() {
    let heard = heard(
        "of entire-battle\nturn 6 last=8\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 0711\n\
         unit gutman-2pz 0410 ap=3\nunit 30-di 0210\nunit 29-bb 0409\n\
         german: move Gutman to 0310\ngerman: end\nallied: activate general\nallied: move 29 BB to 0410\n\
         allied: status",
    );
    assert!(heard.contains("has crossed the Meuse, at 0310"), "{heard}");
    let end = line(&heard, "If the last turn");
    assert!(end.contains("no supplied German unit has crossed the Meuse, nor has the German occupied"), "{end}");
}

#[test]
fn case_3_3c_who_is_out_of_command_is_told_the_order_that_rolls_its_check() {
    let out =
        "turn 2\nside german\nunit hq-xlvii-pz 1818\nunit bohm-2pz 1719 out-of-command\nunit 102-cav 0110\ndice 1\n";
    let told = heard(&format!("{out}german: what can Bohm do"));
    assert!(
        line(&told, "After").starts_with("After `activate general` and `activate v. Böhm/2`, which rolls"),
        "{told}"
    );
    assert!(line(&told, "move:").contains("1718 (2 AP left)"), "{told}");
    let remedy = "Write `activate general`, then `activate v. Böhm/2`, which rolls its C3I check";
    assert!(heard(&format!("{out}german: activate Bohm")).contains(remedy));
    let moved = heard(&format!("{out}german: move Bohm to 1718"));
    assert!(moved.contains("Begin with `activate general`, then `activate v. Böhm/2`"), "{moved}");
    let works = heard(&format!("{out}german: activate general\ngerman: activate Bohm\ngerman: move Bohm to 1718"));
    assert!(works.contains("moves from 1719 to 1718"), "{works}");
}

#[test]
fn case_3_1a_a_unit_that_is_named_where_an_activation_begins_is_told_how_it_can_act() {
    let told = heard("scenario initial-assault\ngerman: allot done\nallied: allot done\ngerman: activate Peiper");
    assert!(told.contains("Write `activate I SS`, or `activate general`, and then its order."), "{told}");
}

#[test]
fn case_3_1a_who_begins_with_a_unit_of_the_enemy_or_one_that_is_still_to_come_is_told_so() {
    let told = heard(
        "scenario initial-assault\ngerman: allot done\nallied: allot done\ngerman: activate 2 DI\ngerman: activate 79 VG",
    );
    assert!(told.contains("[3.1a] 2 DI is not yours"), "{told}");
    assert!(told.contains("[16.1a] 79 VG arrives on turn 3, this is turn 1"), "{told}");
}

#[test]
fn case_3_3c_a_unit_that_is_free_to_act_needs_no_activation_of_its_own() {
    let general = "turn 2\nside german\nactivation general\nunit hq-xlvii-pz 1818\nunit gutman-2pz 1819\n\
                   unit 102-cav 0110\ngerman: what can Gutman do";
    assert_eq!(line(&heard(general), "activate:"), "activate: needs no order: just let it act.");
    let none = general.replace("activation general\n", "");
    assert!(!heard(&none).contains("Write `end` first"), "{}", heard(&none));
}

#[test]
fn case_3_5a_what_a_second_activation_costs_is_told_before_it_begins() {
    let once = "turn 2\nside german\nactivation general\nunit hq-xlvii-pz 1818\nunit gutman-2pz 1819 activated=1\n\
                unit 102-cav 1820\ngerman: what can Gutman do";
    let told = heard(once);
    let cost = line(&told, "It has acted this turn");
    assert!(cost.contains("1 AP fewer [3.5.1a]") && cost.contains("half its strength [3.5.1b]"), "{cost}");
    assert!(!heard(&once.replace(" activated=1", "")).contains("It has acted"));
}

#[test]
fn case_1_4c_who_is_unsupplied_and_fatigued_is_told_why_it_has_no_points() {
    let told = heard(
        "turn 2\nside german\nactivation general\nunit hq-xlvii-pz 1818\nunit gutman-2pz 1718 unsupplied fatigued\n\
         unit 102-cav 1110\ngerman: move Gutman to 1717\ngerman: activate Gutman",
    );
    let why = "[1.4c] Gutman/2 has no AP: unsupplied it has 1 at most, and fatigue takes 1";
    assert_eq!(told.matches(why).count(), 2, "{told}");
    assert!(!told.contains("Just let it act"), "{told}");
}

#[test]
fn case_9_2c_the_remedy_for_who_was_on_the_map_first_is_one_that_works() {
    let told = heard(
        "of initial-assault\nturn 2\nside allied\nunit 30-di 2301\ndue hq-xviii-abn 1\nunit ccb-9db 2706\n\
         unit hq-i-ss-pz 3308\nallied: activate XVIII\nallied: move 30 DI to 2401",
    );
    assert!(told.contains("It was on the map first: this turn it can act in a general activation."), "{told}");
    assert!(!told.contains("Enter with the headquarters first"), "{told}");
}

#[test]
fn case_3_2b_a_german_formation_without_its_headquarters_is_not_refused_under_an_allied_case() {
    let told = heard(
        "turn 2\nside german\nunit hq-lviii-pz 1718\nunit gutman-2pz 1618\nunit 102-cav 1110\ngerman: activate II SS",
    );
    assert!(told.contains("[3.2b] the headquarters of II SS-Panzerkorps has not come yet"), "{told}");
}

#[test]
fn case_7_7_1a_a_path_that_is_longer_than_what_is_due_is_told_how_many_hexes_are() {
    let told = heard(
        "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1818\nunit gutman-2pz 1618 ap=3\n\
         unit 30-di 1518 steps=2\ndice 3\ngerman: attack 1518 with Gutman\nallied: lose nothing\n\
         allied: retreat 30 DI to 1318 via 1418",
    );
    assert!(told.contains("[7.7.1a] 1 hex is due, and the retreat has ended in 1418"), "{told}");
}

#[test]
fn case_7_7_2a_no_retreat_ends_in_a_hex_that_was_attacked_in_the_same_combat() {
    let told = heard(
        "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1818\nunit gutman-2pz 1618 ap=3\n\
         unit 26-vg 1618 ap=2\nunit 30-di 1518\nunit 102-cav 1517\ndice 5\n\
         german: prepare 1518, 1517 with Gutman, 26 VG\nallied: defend lead 30 DI\nallied: lose 30 DI\n\
         allied: retreat 102 to 1518",
    );
    assert!(told.contains("[7.7.2a] 1518 was attacked in this combat, and no retreat ends there"), "{told}");
}

#[test]
fn case_7_7_1i_a_stack_that_is_too_big_for_its_way_of_retreat_is_told_the_steps() {
    let told = heard(
        "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1717\nunit gutman-2pz 1618 ap=2\n\
         unit hq-viii 1518\nunit 30-di 1518 steps=2\nunit 1-di 1418\nunit 9-di 1419\nunit 2-di 1519 steps=3\n\
         unit hq-vii 1419\nunit hq-v 1519\nunit 75-di 1517\nunit 84-di 1619\ndice 4\n\
         german: attack 1518 with Gutman\nallied: defend lead 30 DI\nallied: lose nothing\n\
         allied: retreat 30 DI, VIII to 1418",
    );
    assert!(told.contains("[7.7.1i] 7 steps would be in 1418, 6 may"), "{told}");
}

#[test]
fn case_18a_a_detachment_is_no_bigger_than_its_counter() {
    let told = heard(
        "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1818\nunit 26-vg 1618 ap=2\nunit 30-di 1110\n\
         german: detach 2 from 26 VG",
    );
    assert!(told.contains("[18a] a detachment of the corps of 26 VG has 1 step at most, not 2"), "{told}");
}

#[test]
fn case_16_2b_an_advance_over_the_meuse_is_refused_as_one_over_the_meuse() {
    let told = heard(
        "of entire-battle\nturn 6\nside allied\nactivation xxx\nunit hq-xxx 0309\nunit 6-abn 0310\n\
         unit gutman-2pz 0410 steps=1\nunit hq-xlvii-pz 1818\ndice 6\nallied: attack 0410 with 6 Abn\n\
         german: lose Gutman\nallied: advance 6 Abn to 0410",
    );
    assert!(told.contains("[16.2b] 6 Abn stays west of the Meuse"), "{told}");
}

#[test]
fn case_1_2a_what_an_eliminated_unit_can_do_is_told_in_one_line() {
    let told = heard(
        "turn 2\nside german\nunit hq-xlvii-pz 1718\nunit 102-cav 0110\neliminated gutman-2pz turn=1\n\
         german: what can Gutman do",
    );
    assert!(told.contains("It can do nothing: [1.2a] Gutman/2 has been eliminated"), "{told}");
    assert!(!told.contains("attack:"), "{told}");
}

#[test]
fn case_3_1a_a_unit_of_the_set_up_that_is_not_there_is_not_said_to_have_no_place_in_the_scenario() {
    let told = heard(
        "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1717\nunit gutman-2pz 1618 ap=3\n\
         unit 102-cav 1518\ngerman: attack 1518 with 26 VG",
    );
    assert!(told.contains("[3.1a] 26 VG is not on the map"), "{told}");
}

#[test]
fn case_5b_what_a_unit_can_do_lists_hexes_where_it_may_end_and_all_of_them_when_asked() {
    let position = "turn 2\nside german\nactivation xlvii-pz\nunit hq-xlvii-pz 1818\nunit 26-vg 1719 ap=2\n\
                    unit gutman-2pz 1718\nunit bohm-2pz 1718\nunit 102-cav 0110\n";
    let told = heard(&format!("{position}german: what can 26 VG do"));
    let some = line(&told, "move:");
    assert!(!some.contains("1718") && some.contains("more (`what can 26 VG do: all`)"), "{some}");
    let told = heard(&format!("{position}german: what can 26 VG do: all"));
    let all = line(&told, "move:");
    assert!(!all.contains("1718") && !all.contains("more") && all.matches(", ").count() > 50, "{all}");
    let refused = heard(&format!("{position}german: move 26 VG to 1718"));
    assert!(refused.contains("refused: [5"), "{refused}");
}
