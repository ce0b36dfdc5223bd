//! What a refusal names: the case of the unit that was named, numbers, and a remedy that can be ordered as it stands.

use super::given::{Branch, GAME, Table, at, start, unit};
use crate::DeadlyWoods;
use crate::printed::Army;
use crate::truth::order::{Marker, Step, Use, Verb};
use crate::truth::state::State;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Setup, Speech};
use std::collections::BTreeSet;
use testing::Seeded;

/// An order for some unit, hex, gun or marker, chosen by chance, that is likely to be refused.
fn some_order(state: &State, choice: &mut Seeded) -> Vec<Step> {
    let units: Vec<UnitId> = GAME.published.units.iter().map(|(unit, _)| unit).collect();
    let unit = units[choice.next_below(units.len())];
    let other = units[choice.next_below(units.len())];
    let around = |hex| GAME.board.around(hex);
    let hex = testing::some_hex(state.unit(unit).hex(), GAME.board.len(), around, choice);
    let bridges = GAME.board.bridges();
    let [one, two] = bridges[choice.next_below(bridges.len())].ends;
    let marker = Marker::ALL[choice.next_below(Marker::ALL.len())];
    let verb = crate::verbs::ALL[choice.next_below(crate::verbs::ALL.len())].verb;
    let (unit, hex) = (Step::Unit(unit), Step::Hex(hex));
    match choice.next_below(14) {
        0 => vec![Step::Verb(Verb::Place), unit, hex],
        1 if marker == Marker::Motorised => vec![Step::Verb(Verb::Place), Step::Marker(marker), unit],
        1 => vec![Step::Verb(Verb::Place), Step::Marker(marker), hex],
        2 => vec![Step::Verb(Verb::Rebuild), unit],
        3 => vec![Step::Verb(Verb::Rebuild), unit, hex],
        4 => vec![Step::Verb(Verb::Attack), hex, unit, Step::Done],
        5 => vec![Step::Verb(Verb::Attack), hex, unit, Step::Gun(other), Step::Done],
        6 => vec![Step::Verb(Verb::Blow), Step::Hex(one), Step::Hex(two), unit],
        7 => vec![Step::Verb(Verb::Later), unit],
        8 => {
            vec![Step::Verb(Verb::Play), Step::As([Use::Move, Use::Held, Use::Area(Army::Fifth)][choice.next_below(3)])]
        }
        9 => vec![Step::Verb(verb), unit],
        10 => vec![Step::Verb(verb)],
        _ => vec![Step::Verb(Verb::Move), unit, hex],
    }
}

#[test]
fn every_order_that_a_refusal_names_is_legal_as_it_is_read_and_every_case_is_one_of_the_rulebook() {
    let (mut cases, mut named, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for (at, scenario) in GAME.published.scenarios.iter().enumerate() {
        let setup = Setup { scenario: scenario.id.clone(), ..Setup::default() };
        let order = |state: &State, _, choice: &mut Seeded| some_order(state, choice);
        let found = testing::remedies::<DeadlyWoods>(&GAME, &setup, 70 + at as u64, order);
        named += found.named;
        cases.extend(found.cases);
        wrong.extend(found.wrong);
    }
    assert!(wrong.is_empty(), "{} of {named}: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(named > 50 && cases.len() > 30, "{named} orders, {} cases: {cases:?}", cases.len());
}

/// The refusal of an order.
#[track_caller]
fn refusal(table: &Table, line: &str) -> Refusal {
    table.when(line).refused.unwrap_or_else(|| panic!("`{line}` is not refused"))
}

#[test]
fn cases_14_4h_and_14_4f_who_is_ordered_reads_why_his_round_lets_him_do_nothing() {
    let opening = start("campaign");
    opening.when("german: move Peiper to 3607").is_refused_by("14.4h", "in the combat round of turn 1 nobody moves");
    let moves = opening.and("german: end");
    for attack in ["3609 with 5/3 FJ", "3608 with KG b/1 SS"] {
        let then = moves.when(&format!("german: attack {attack}"));
        then.is_refused_by("14.4f", "in the move round of turn 1 nobody attacks");
    }
    moves.when("german: attack 3808 with KG b/1 SS").is_refused_by("11.1c", "no enemy combat unit is in 3808");
    let move_round = at("turn 3 german move\nunit a-26vg 3218\nunit a-2pz 3516\nunit 110-28di 3217");
    move_round.when("german: attack 3217 with KG a/26 VG").is_refused_by("14.4f", "KG a/26 VG is none");
    move_round.when("german: attack 3217 with KG a/2 Pz").is_refused_by("11.1d", "KG a/2 Pz does not stand next to");
    let monty = at("turn 7 allied monty-attack\nunit 289-75di 2416\nunit a-26vg 2417");
    monty.when("allied: move 289/75 to 2415").is_refused_by("14.9c", "Monty attacks: nobody moves");
    let combat = at("turn 3 german combat\nunit a-lehr 3418\nunit a-26vg 3518\nunit 110-28di 3217");
    let far = refusal(&combat, "german: move KG a/Lehr to 3617");
    assert!(far.case == "14.4h" && far.message.contains("1 hex"), "{far}");
}

#[test]
fn cases_14_8a_and_12_9a_who_is_not_there_yet_reads_with_what_he_comes() {
    let given = at(
        "turn 4 allied first-reinforcements\nunit 104-26di 3130 entered=yes\nunit 318-80di 3130 entered=yes\nunit cca-5db due-4-second\nunit a-26vg 3417\nunit art-vii track-5",
    );
    given.when("allied: move CCA/5 to 2603").is_refused_by("14.8a", "second Reinforcement chit of turn 4 at J");
    given.when("allied: place CCA/5 at 3301").is_refused_by("14.8a", "with the second Reinforcement chit of turn 4");
    given.when("allied: later CCA/5").is_refused_by("14.8a", "with the second Reinforcement chit of turn 4");
    given.when("allied: place 104/26 at 2418").is_refused_by("14.8b", "104/26 Inf");
    let later = given.clone().and("allied: later 104/26");
    later.when("allied: move 104/26 to 3127").is_refused_by("14.8a", "second Reinforcement chit of turn 4 at D");
    let moved = given.clone().and("allied: move 104/26 to 3127");
    moved.when("allied: later 104/26").is_refused_by("14.8.1a", "104/26 Inf has moved");
    let fights = at("turn 4 allied combat\nunit 289-75di 2416\nunit a-26vg 2417\nunit art-vii track-5");
    let told = refusal(&fights, "allied: attack 2417 with 289/75 support Art VII");
    assert!(told.case == "12.1a" && told.message.contains("on turn 5"), "{told}");
}

#[test]
fn cases_13_2a_13_2_1c_and_13_2_2f_replacements_tell_points_the_dead_and_that_a_town_is_wanted() {
    let allied =
        at("turn 3 allied replacements\nunit 110-28di 2418 lost=1\nunit 109-28di dead\nunit cca-9db 2519 lost=1");
    allied.when("allied: rebuild CCA/9").is_refused_by("13.2a", "0 armour points are left");
    allied.when("allied: rebuild 109/28").is_refused_by("13.2.2f", "109/28 Inf comes back in a town");
    allied.when("allied: rebuild 110/28 at 0419").is_refused_by("13.2c", "110/28 Inf is on the map");
    let more = "unit vdh 3310\nunit b-2pz dead\nunit a-2pz 3317 lost=1";
    let german = at(&format!("turn 3 german replacements\nunit a-26vg 3417 lost=1\nunit 110-28di 2418 lost=1\n{more}"));
    german.when("german: rebuild KG b/2 Pz").is_refused_by("13.2.1c", "KG b/2 Pz is eliminated");
    german.when("german: rebuild 110/28").is_refused_by("13.2c", "110/28 Inf is not yours");
    german.when("german: rebuild v. d. Heydte").is_refused_by("13.2c", "has a single step");
    german.when("german: rebuild KG a/2 Pz").is_refused_by("13.2a", "0 armour points are left");
}

#[test]
fn case_12_1f_assets_are_laid_out_in_their_order_and_each_tells_its_place() {
    let more = "unit 110-28di 2418\nunit eng-viii box\nunit delay box\nunit a-26vg 3417\nunit art-v box";
    let first = at(&format!("turn 2 allied assets\n{more}"));
    first.when("allied: place Delay at 2518").is_refused_by("12.1f", "last");
    first.when("allied: place Art V at 2418").is_refused_by("12.1a", "supports combats from its Asset Box");
    first.when("allied: place 110/28 at 2418").is_refused_by("12.1f", "110/28 Inf is no asset");
    let last = at(&format!("turn 2 allied traffic\n{more}"));
    last.when("allied: place Eng VIII at 2418").is_refused_by("12.1f", "first");
    let drop = at("turn 1 german drop\nunit vdh box\nunit 102-cav 3403");
    drop.when("german: place KG a/2 Pz at 3317").is_refused_by("12.7a", "v. d. Heydte");
}

#[test]
fn cases_10_6_1a_and_12_4_3_a_bridge_that_is_not_blown_tells_of_engineers_and_round() {
    let more = "unit 110-28di 3217\nunit eng-viii 3018\nunit eng-v 3306\nunit a-2pz 3317";
    let moves = at(&format!("turn 3 allied move\n{more}"));
    let far = refusal(&moves, "allied: blow 3419/3320");
    assert!(far.case == "10.6.1a" && far.message.contains("is blown"), "{far}");
    let far = refusal(&moves, "allied: blow 3217/3317 with Eng V");
    assert!(far.case == "10.6.1a" && far.message.contains("hexes from the bridge"), "{far}");
    // the nearest engineers are meant where none are named
    let lone = refusal(&moves, "allied: blow 3315/3215");
    assert!(lone.case == "10.6.1a" && lone.message.contains("Eng VIII"), "{lone}");
    let blown = moves.and("allied: blow 3217/3317");
    blown.when("allied: blow 3217/3317 with Eng VIII").is_refused_by("10.6.1a", "is blown");
    let combat = at(&format!("turn 3 allied combat\n{more}"));
    combat.when("allied: blow 3217/3317").is_refused_by("10.6.1b", "in Allied Move rounds alone");
}

#[test]
fn cases_10_2_t_teca_and_t_tecb_a_move_that_is_too_dear_or_barred_tells_cost_river_and_forest() {
    // a river without a bridge, for vehicles
    let given = at("turn 4 german move\nunit a-lehr 3318\nunit b-lehr 3317\nunit 110-28di 2418");
    given.when("german: move KG a/Lehr to 3218").is_refused_by("T.TECb", "a river without a bridge");
    let forest = GAME.board.all().find_map(|from| {
        let sides = &GAME.board.hex(from).sides;
        let to = sides.iter().find(|side| {
            let there = GAME.board.hex(side.there);
            !side.road && side.river.is_none() && there.ground == crate::printed::Ground::Forest
        });
        to.filter(|_| GAME.board.hex(from).ground == crate::printed::Ground::Clear).map(|to| (from, to.there))
    });
    let (from, to) = forest.expect("a forest beside clear ground");
    let number = |hex| GAME.published.map.grid.number(hex);
    let given = at(&format!("turn 4 german move\nunit a-lehr {}\nunit 110-28di 2418", number(from)));
    let told = refusal(&given, &format!("german: move KG a/Lehr to {}", number(to)));
    assert!(told.case == "T.TECa" && told.message.contains("forest"), "{told}");
}

#[test]
fn cases_11_5b_and_9_2b_who_cannot_advance_reads_it_before_the_attack() {
    // beyond the line of the areas on turns 1 to 3
    let line = GAME.board.all().find_map(|from| {
        let army = |hex: HexId| GAME.board.hex(hex).army;
        let here = army(from).filter(|army| *army != Army::Sixth)?;
        let to =
            GAME.board.around(from).find(|to| army(*to).is_some_and(|there| there == Army::Fifth && there != here));
        let side = GAME.board.side(from, to?)?;
        (side.river.is_none()).then_some((from, side.there))
    });
    let (from, to) = line.expect("a line without a river");
    let number = |hex| GAME.published.map.grid.number(hex);
    let given = at(&format!("turn 2 german combat\nunit a-352vg {}\nunit 110-28di {}", number(from), number(to)));
    let attack = format!("german: attack {} with KG a/352 VG", number(to));
    given.when(&format!("{attack} advance KG a/352 VG")).is_refused_by("9.2b", "KG a/352 VG cannot advance");
    given.when(&format!("{attack} advance KG b/352 VG")).is_refused_by("11.5a", "does not take part in the attack");
}

#[test]
fn case_14_1a_who_is_not_asked_reads_who_is_and_what_about() {
    let given = at("turn 3 german move\nunit a-26vg 3418\nunit 110-28di 2418");
    let told = refusal(&given, "allied: end");
    assert!(told.message.contains("the German side is asked: round"), "{told}");
    let over = at("turn 12 german move\nunit a-2pz 2418\nunit 110-28di 3020").and("german: end");
    let told = refusal(&over, "german: move KG a/2 Pz to 2419");
    assert!(told.message.contains("the game is over"), "{told}");
}

#[test]
fn case_14_1a_what_is_not_for_now_names_the_verbs_that_are() {
    let given = at("turn 3 german move\nunit a-26vg 3418\nunit 110-28di 2418");
    assert_eq!(refusal(&given, "german: rebuild KG a/26 VG").remedy, "Now: `move`, `end`.");
    // neither does a verb that nothing can follow leave its player without a word
    let alone = at("turn 3 german combat\nunit 506-tiger 3808\nunit 110-28di 2418");
    let told = refusal(&alone, "german: attack 2418 with KG a/26 VG");
    assert!(told.remedy.ends_with("Now: `move`, `end`."), "{told}");
    let drawn = at("turn 3 german drawn\nunit a-26vg 3418\ncup german-move\nplayed supply-check\ndrawn german-move");
    assert_eq!(refusal(&drawn, "german: move KG a/26 VG to 3417").remedy, "Now: `play move`, `play combat`.");
}

#[test]
fn cases_14_8_3d_and_14_8f_who_never_comes_is_told_with_the_reason() {
    let due = "unit a-10ss due-3-second\nunit a-79vg due-3-second";
    let given = at(&format!(
        "turn 3 german drawn\ndrawn german-reinforcements\nplayed german-reinforcements allied-move\ncup german-move\n{due}\nunit 110-28di 4422"
    ));
    let then = given.rolling(&[1]).when("german: play drawn");
    then.tells("german", "KG a/10 SS does not come: the Germans do not control 3211 St. Vith (14.8.3d).");
    then.tells("german", "KG a/79 VG does not come: its entry is blocked (14.8f).");
}

#[test]
fn case_11_4j_who_cannot_retreat_is_told_with_the_case() {
    let event = crate::truth::event::Event::Trapped { units: vec![unit("393-99di")] };
    let told = DeadlyWoods::describe(&GAME, &event);
    assert_eq!(told.as_deref(), Some("393/99 Inf cannot retreat (11.4j)."));
}
