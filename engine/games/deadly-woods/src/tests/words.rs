//! How lines are read, and what is told.

use super::given::{Branch, GAME, Table, at, hex, unit};
use crate::DeadlyWoods;
use crate::printed::{Chit, GERMAN};
use crate::truth::order::{Step, Use, Verb};
use crate::truth::state::Topic;
use engine::contract::{Pointing, Seen, SideId, Sight, Speech, Viewer};

fn seen<T>(table: &Table, side: SideId, look: impl FnOnce(Seen<'_, DeadlyWoods>) -> T) -> T {
    let view = DeadlyWoods::view(&GAME, &table.state, Viewer::Side(side));
    look(Seen::<DeadlyWoods>::new(&GAME, &view))
}

fn read(table: &Table, side: SideId, line: &str) -> Vec<Vec<Step>> {
    seen(table, side, |seen| DeadlyWoods::parse(seen, line)).unwrap_or_else(|misread| panic!("`{line}`: {misread}"))
}

fn gives_up(table: &Table, side: SideId, verb: Verb) -> String {
    seen(table, side, |seen| DeadlyWoods::facts(seen, &[], &Step::Verb(verb)).gives_up)
}

fn topic(table: &Table) -> Option<Topic> {
    table.state.asked.map(|asked| asked.topic)
}

const ALLIED: SideId = crate::printed::ALLIED;

#[test]
fn cases_4_1_and_13_2_the_end_of_assets_that_ended_by_themselves_is_done_and_ends_no_replacements() {
    let given = at("turn 2 allied traffic\nunit 110-28di 2418 lost=1\nunit delay box\nunit a-26vg 3418");
    let end = vec![vec![Step::Verb(Verb::End)]];
    assert_eq!(read(&given, ALLIED, "end assets"), end);
    let given = given.and("allied: place traffic at 3316").and("allied: place Delay at 0114");
    let given = if topic(&given) == Some(Topic::Assets) { given.and("allied: end") } else { given };
    assert_eq!(topic(&given), Some(Topic::Replacements));
    assert!(read(&given, ALLIED, "end assets").is_empty(), "they have ended by themselves");
    assert_eq!(read(&given, ALLIED, "end replacements"), end);
    given.when("allied: end round").is_done();
    let before = at("turn 2 allied traffic\nunit 110-28di 2418 lost=1\nunit delay box");
    before.when("allied: end replacements").is_misread("not under way");
    // it is the other side's: nothing of his is left to end
    let other = at("turn 2 german assets\nunit a-26vg 3418\nunit 110-28di 2418");
    other.when("allied: end assets").is_misread("the other side's turn");
    assert_eq!(read(&other, ALLIED, "end"), end, "he may send it ahead");
}

#[test]
fn cases_12_7a_13_2a_and_14_3_1c_what_an_order_gives_up_is_told_before_it_is_given() {
    let drop = at("turn 1 german drop\nunit vdh box\nunit 102-cav 3403");
    assert_eq!(gives_up(&drop, GERMAN, Verb::Pass), "v. d. Heydte, who never comes then");
    let replacements = at("turn 4 allied replacements\nunit 110-28di 2418 lost=1\nunit cca-9db 2519 lost=1");
    assert_eq!(gives_up(&replacements, ALLIED, Verb::End), "2 infantry points, 1 armour point");
    let assets = at("turn 3 german assets\nunit a-26vg 3417\nunit 110-28di 2418");
    assert_eq!(gives_up(&assets, GERMAN, Verb::End), "greif, trucks");
    let react = |cup: &str| {
        at(&format!(
            "turn 1 german 5th-army\nunit 110-28di 3217\nunit a-26vg 3418\nhand reaction\nplayed 5-pz-army\n{cup}"
        ))
    };
    let last = react("").and("german: end");
    assert_eq!(topic(&last), Some(Topic::React));
    assert_eq!(gives_up(&last, ALLIED, Verb::Pass), "the second Reaction");
    let later = react("cup 6-pz-army").and("german: end");
    assert_eq!(gives_up(&later, ALLIED, Verb::Pass), "");
}

#[test]
fn cases_14_4a_14_6c_and_14_9a_the_first_chit_may_be_named_by_what_it_is_played_as() {
    let first = at("turn 3 german first\nunit a-26vg 3418\ncup german-move one-army three-formations");
    let chit = |chit: Chit| vec![Step::Verb(Verb::Play), Step::Chit(chit)];
    let way = |way: Use| vec![Step::Verb(Verb::Play), Step::As(way)];
    assert_eq!(read(&first, GERMAN, "play combat"), [chit(Chit::GermanMove), way(Use::Combat)]);
    assert_eq!(read(&first, GERMAN, "play 7th"), [chit(Chit::OneArmy), way(Use::Area(crate::printed::Army::Seventh))]);
    first.rolling(&[1]).when("german: play combat").is_done();
    let allied = at(
        "turn 7 allied first\nunit 289-75di 2416\nunit a-26vg 2417\ncup patton-monty allied-move\nhand allied-reinforcements",
    );
    assert_eq!(read(&allied, ALLIED, "play monty attack"), [chit(Chit::PattonMonty), way(Use::MontyAttack)]);
    assert_eq!(read(&allied, ALLIED, "play held"), [chit(Chit::AlliedReinforcements)]);
    let round = at("turn 3 german move\nunit a-26vg 3418\nunit 110-28di 2418");
    round.when("german: play combat").is_refused_by("14.1a", "`play` is not for now");
}

#[test]
fn case_14_8_2c_the_last_allied_chit_is_not_asked_about_where_the_held_one_is_its_like() {
    let more = "unit 110-28di 2418\nunit a-26vg 3417\nhand allied-reinforcements\nplayed german-move";
    let last = at(&format!("turn 4 german move\n{more}\ncup allied-reinforcements"));
    let then = last.rolling(&[1, 1]).when("german: end");
    assert_eq!(then.now.state.turn, 5, "played, and the held one has come after it");
    let drawn = at(&format!("turn 4 allied drawn\n{more}\ndrawn allied-reinforcements"));
    drawn.when("allied: play held").is_refused_by("14.8.2c", "the held one goes into the cup");
    let other = at(&format!("turn 4 german move\n{more}\ncup allied-reinforcements allied-move"));
    // of two kinds, one is drawn, and the other is what the exchange may bring back
    let then = other.rolling(&[2]).when("german: end");
    assert_eq!(topic(&then.now), Some(Topic::Drawn));
}

#[test]
fn case_11_5a_all_who_attack_advance_by_a_word() {
    let given = at("turn 5 german combat\nunit a-26vg 2417\nunit b-26vg 2319\nunit 14-cav 2418");
    let order = read(&given, GERMAN, "attack 2418 with all advance all");
    let follow: Vec<Step> = order[0].iter().copied().filter(|step| matches!(step, Step::Follow(_))).collect();
    assert_eq!(follow, [Step::Follow(unit("a-26vg")), Step::Follow(unit("b-26vg"))]);
    assert_eq!(order[0][1], Step::Hex(hex("2418")));
}

#[test]
fn case_3_4d_the_status_of_a_game_that_is_over_tells_nothing_that_was_still_to_come() {
    let over = at("turn 12 german move\nunit a-2pz 2418\nunit 110-28di 3020").and("german: end");
    let told = seen(&over, GERMAN, DeadlyWoods::status).join("\n");
    assert!(!told.contains("The Germans win with") && !told.contains("out of supply"), "{told}");
    assert!(told.contains("VP hexes of the Germans"), "{told}");
}

#[test]
fn no_word_of_a_line_is_passed_over() {
    let moves = at("turn 3 german move\nunit a-26vg 3418\nunit 110-28di 2418");
    moves.when("german: move KG a/26 VG towards 3217 via 3318").is_misread("`via` has no place beside `towards`");
    moves.when("german: move KG a/26 VG to 3318 towards 3217").is_misread("`to` has no place beside `towards`");
    let assets = at("turn 3 german assets\nunit a-26vg 3417\nunit 110-28di 2418");
    assets.when("german: place trucks with KG a/26 VG at 3418").is_misread("where the unit stands");
    assets.when("german: place greif with KG a/26 VG at 3110").is_misread("`with` is for trucks");
    let army = at("turn 4 german assets\nunit a-26vg 3417\nunit 110-28di 2418").and("german: end");
    assert_eq!(topic(&army), Some(Topic::Army));
    army.when("german: take 5th and 6th").is_misread("`take 5th` or `take 6th`");
    assert_eq!(
        read(&army, GERMAN, "take the 6th Panzer Army"),
        [[Step::Verb(Verb::Take), Step::Chit(Chit::SixthArmy)]]
    );
    let defended =
        at("turn 4 german combat\nunit a-26vg 2417\nunit 110-28di 2418\nunit art-viii box\nunit 109-28di 2420");
    let asked = defended.and("german: attack 2418 with KG a/26 VG");
    assert_eq!(topic(&asked), Some(Topic::Support));
    asked.when("allied: support 2420 with Art VIII").is_misread("`2420` is too much here");
}

#[test]
fn cases_11_3_3c_11_4b_and_11_5a_an_answer_that_names_nobody_is_told_who_and_where() {
    let given = at(
        "turn 4 german combat\nunit a-26vg 2317\nunit b-26vg 2317\nunit 422-106di 2318\nunit 423-106di 2318\nunit a-18vg 2216",
    );
    let both = "german: attack 2318 with KG a/26 VG, KG b/26 VG";
    let told = |table: &Table, line: &str| table.when(line).refused.unwrap_or_else(|| panic!("`{line}`"));
    let lost = given.rolling(&[1]).when(both).is_done();
    let refusal = told(&lost, "german: lose");
    assert_eq!(
        (refusal.case.as_ref(), refusal.message.as_str()),
        ("11.3.3c", "1 step is to be lost, and no unit is named")
    );
    assert!(refusal.remedy.contains("`lose KG a/26 VG`") && refusal.remedy.contains("`lose KG b/26 VG`"), "{refusal}");
    let beaten = given.rolling(&[5]).when(both).is_done();
    assert_eq!(topic(&beaten), Some(Topic::Retreat));
    let refusal = told(&beaten, "allied: retreat");
    let first = beaten.legal("allied", "retreat").remove(0);
    assert!(refusal.case == "11.4b" && refusal.remedy.contains(&format!("`{first}`")), "{refusal}");
    let gone = beaten.after(&format!("allied: {first}"));
    assert_eq!(topic(&gone), Some(Topic::Advance));
    let refusal = told(&gone, "german: advance");
    assert!(refusal.case == "11.5a" && refusal.remedy.contains("`advance KG a/26 VG`"), "{refusal}");
}
