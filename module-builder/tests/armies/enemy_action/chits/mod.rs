//! What the sixty combat chits of the house set do: who can be hit when, and that odds and situations matter (9.3 to 9.5).
//! All of it is counted, nothing is drawn. `RECORD=1 cargo test -p module-builder --test armies` writes `chits.md` anew.

mod fight;

use super::super::published;
use definitions::{Settlement, Terrain};
use fight::{Chit, Draw, Fight, GROUNDS, RATIOS, TOGGLES, chits, kinds};
use std::collections::BTreeSet;
use std::path::Path;

/// All fights of every ground, nationality of the attacker and ratio in which these situations hold.
fn fights(toggles: &[&'static str]) -> Vec<Fight> {
    let mut found = Vec::new();
    for ground in GROUNDS {
        for german in [true, false] {
            for ratio in RATIOS {
                let fight = Fight { ratio, ground, german, holds: toggles.to_vec() };
                if fight.can_be() {
                    found.push(fight);
                }
            }
        }
    }
    found
}

/// No situation, each alone, and each two of them.
fn settings() -> Vec<Vec<&'static str>> {
    let mut found = vec![Vec::new()];
    for (at, one) in TOGGLES.iter().enumerate() {
        found.push(vec![*one]);
        found.extend(TOGGLES[at + 1..].iter().map(|two| vec![*one, *two]));
    }
    found
}

#[test]
fn case_2_22_sides_of_a_chit_exclude_each_other_or_one_has_priority() {
    let chits = chits(&published("enemy-action"));
    let mut needed = vec![false; chits.len()];
    for toggles in settings() {
        for fight in fights(&toggles) {
            for (at, chit) in chits.iter().enumerate() {
                if chit.front.counts(&fight) && chit.back.counts(&fight) {
                    assert!(chit.priority, "{}: both sides apply in {fight:?}", chit.id);
                    needed[at] = true;
                }
            }
        }
    }
    for (chit, needed) in chits.iter().zip(needed) {
        assert_eq!(chit.priority, needed, "{}: a P where the sides never apply both", chit.id);
    }
}

#[test]
fn case_9_5_both_sides_can_be_hit_in_every_combat_unless_9_5_spares_one() {
    let chits = chits(&published("enemy-action"));
    for toggles in settings() {
        for fight in fights(&toggles) {
            // one chit is enough, whatever its number: the least draw of 9.3
            let one = Draw::of(&chits, &fight, 1);
            assert!(one.chance(|attacker, _| attacker > 0) > 0.0, "the attacker: {fight:?}");
            assert!(one.chance(|_, defender| defender > 0) > 0.0, "the defender: {fight:?}");
            // and what 9.5 takes off, two chits can make up for
            let two = Draw::of(&chits, &fight, 2);
            assert!(two.chance(|attacker, _| attacker > 1) > 0.0, "the attacker: {fight:?}");
            assert!(two.chance(|_, defender| defender > 1) > 0.0, "the defender: {fight:?}");
        }
    }
}

#[test]
fn tanks_that_attack_twelve_to_four_in_the_clear_are_hit_too() {
    let chits = chits(&published("enemy-action"));
    let tanks = ["Only attacker armor", "Only attacker combined arms", "Attacker elite"];
    let fight = Fight { ratio: (12, 4), ground: &["clear"], german: true, holds: tanks.to_vec() };
    let draw = Draw::of(&chits, &fight, 5);
    let hit = draw.chance(|attacker, _| attacker > 0);
    assert!((0.25..0.75).contains(&hit), "{hit}");
    assert!(draw.mean().1 > draw.mean().0 * 3.0, "{:?}", draw.mean());
}

#[test]
fn case_9_4_the_stronger_the_attack_the_more_it_hits_and_the_less_it_is_hit() {
    let chits = chits(&published("enemy-action"));
    for toggles in settings() {
        for fights in fights(&toggles).chunks(RATIOS.len()) {
            let means: Vec<(f64, f64)> = fights.iter().map(|fight| Draw::of(&chits, fight, 1).mean()).collect();
            for (pair, fight) in means.windows(2).zip(fights) {
                assert!(pair[1].0 <= pair[0].0 + 1e-9 && pair[1].1 >= pair[0].1 - 1e-9, "{pair:?} after {fight:?}");
            }
            let (worst, best) = (means[0], means[means.len() - 1]);
            assert!(best.0 < worst.0 * 0.75 && best.1 > worst.1 + 0.2, "{worst:?}, {best:?} in {:?}", fights[0]);
        }
    }
}

/// By how much a situation alone moves the mean of four chits at 2:1 in the broken, or where it can be.
fn shift(chits: &[Chit], toggle: &'static str, german: bool) -> Option<(f64, f64)> {
    let plain = Fight { ratio: (2, 1), ground: &["broken"], german, holds: Vec::new() };
    let with = Fight { holds: vec![toggle], ..plain.clone() };
    let (was, is) = (Draw::of(chits, &plain, 4).mean(), Draw::of(chits, &with, 4).mean());
    with.can_be().then_some((is.0 - was.0, is.1 - was.1))
}

#[test]
fn case_9_4_each_situation_helps_whom_it_is_named_for() {
    let chits = chits(&published("enemy-action"));
    for toggle in TOGGLES {
        for german in [true, false] {
            let Some((attacker, defender)) = shift(&chits, toggle, german) else { continue };
            let gain = defender - attacker;
            let helps_attacker = match toggle {
                "Large attack" => {
                    assert!(attacker > 0.0 && defender > 0.0, "many on few: both lose ({attacker}, {defender})");
                    continue;
                }
                "Allied airpower" => !german,
                "German airpower" | "Dec 16" | "Dec 17" => german,
                "Attacker elite" | "Attacker artillery" | "Defender green" | "Flank attack" | "Combat Engineers" => {
                    true
                }
                "Dispersed or unsupplied" | "5 PZ Army attack" => true,
                "Only attacker armor" | "Only attacker combined arms" => true,
                _ => false,
            };
            assert_eq!(gain > 0.0, helps_attacker, "{toggle}, German attack {german}: {attacker}, {defender}");
            assert!(gain.abs() > 0.05, "{toggle} is hardly felt: {gain}");
        }
    }
}

#[test]
fn case_9_4_an_allied_attack_hits_harder_than_a_german_one() {
    let chits = chits(&published("enemy-action"));
    let mean =
        |german| Draw::of(&chits, &Fight { ratio: (2, 1), ground: &["broken"], german, holds: Vec::new() }, 4).mean();
    assert!(mean(false).1 > mean(true).1 + 0.05, "{:?}, {:?}", mean(false), mean(true));
}

#[test]
fn case_9_4_cover_costs_the_attacker_and_spares_the_defender() {
    let chits = chits(&published("enemy-action"));
    let mean = |ground: &'static [&'static str]| {
        Draw::of(&chits, &Fight { ratio: (3, 1), ground, german: true, holds: Vec::new() }, 4).after_9_5(ground, &[])
    };
    let rows = [mean(&["clear"]), mean(&["broken"]), mean(&["woods"]), mean(&["forest"]), mean(&["forest", "town"])];
    for pair in rows.windows(2) {
        assert!(pair[1].defender < pair[0].defender && pair[1].attacker >= pair[0].attacker - 1e-9, "{pair:?}");
    }
}

#[test]
fn case_9_5_the_examples_of_9_5_can_be_drawn() {
    let chits = chits(&published("enemy-action"));
    // three chits A2 D2; five A1 D2 with two D-1 among them; four A1 D3 with a G1 for a German attacker
    let whole = |ground, german, holds: &[&'static str]| Fight { ratio: (3, 1), ground, german, holds: holds.to_vec() };
    let chance = |fight: &Fight, count, hits: (i32, i32)| {
        Draw::of(&chits, fight, count).chance(|attacker, defender| (attacker, defender) == hits)
    };
    assert!(chance(&whole(&["clear"], true, &[]), 3, (2, 2)) > 0.0);
    let forest = whole(&["forest"], true, &[]);
    assert!(kinds(&chits, &forest).iter().any(|((_, defender), count)| *defender == -1 && *count >= 2));
    assert!(chance(&forest, 5, (1, 2)) > 0.0);
    let attack = whole(&["clear"], true, &["Allied airpower"]);
    assert!(chance(&attack, 4, (1, 3)) > 0.0);
    assert!(chance(&whole(&["clear"], false, &["Allied airpower"]), 4, (0, 4)) > 0.0);
}

#[test]
fn these_are_the_grounds_of_the_map() {
    let map = published("enemy-action").map;
    let found: BTreeSet<Vec<&str>> = map
        .on_map()
        .map(|hex| {
            let natural = match map.hex(hex).terrain {
                Terrain::Clear => "clear",
                Terrain::Rough => "broken",
                Terrain::Woods => "woods",
                Terrain::Forest => "forest",
                other => panic!("no chit knows {other:?}"),
            };
            let built = match map.hex(hex).settlement {
                Some(Settlement::Town) => Some("town"),
                Some(Settlement::City) => Some("city"),
                _ => None,
            };
            std::iter::once(natural).chain(built).collect()
        })
        .collect();
    assert_eq!(found, GROUNDS.iter().map(|ground| ground.to_vec()).collect());
}

/// The grounds that the document shows.
const SHOWN: [&[&str]; 7] =
    [&["clear"], &["broken"], &["woods"], &["forest"], &["clear", "town"], &["forest", "town"], &["clear", "city"]];

/// The document beside the data.
fn document(chits: &[Chit]) -> String {
    let mut text = String::from(
        "# What the house chits do\n\n\
         Counted by the tests `armies`, *enemy_action::chits*, from `cards.txt`: every way to draw so many of the sixty chits, none\n\
         left out and none tried by lot. The cup is full; chits that were drawn before change each combat, not the mean. Hits are\n\
         those of 9.5 after what it takes off (one defender hit in towns and cities). `A` is the mean of the attacker's hits, `D` that\n\
         of the defender's, in brackets how often each side is hit at all.\n\n\
         ## Ratios and ground\n\nA German attack in which no other situation holds; so many chits:\n",
    );
    for count in [2, 4, 6, 8] {
        text += &format!("\n### {count} chits\n\n| ratio |");
        text += &SHOWN.map(|ground| format!(" {} |", ground.join(", "))).concat();
        text += &format!("\n|---|{}\n", "---|".repeat(SHOWN.len()));
        for ratio in RATIOS {
            let cells = SHOWN.map(|ground| {
                let hits = Draw::of(chits, &Fight { ratio, ground, german: true, holds: Vec::new() }, count)
                    .after_9_5(ground, &[]);
                let percent = |share: f64| format!("{:.0} %", 100.0 * share);
                let (attacker, defender) = (percent(hits.attacker_hit), percent(hits.defender_hit));
                format!(" A {:.2} ({attacker}), D {:.2} ({defender}) |", hits.attacker, hits.defender)
            });
            text += &format!("| {}:{} |{}\n", ratio.0, ratio.1, cells.concat());
        }
    }
    text += "\n## Situations\n\nBy how much each alone moves the means of four chits, at 2:1 in the broken, before what 9.5 takes off:\n\n\
             | situation | German attack: A | D | Allied attack: A | D |\n|---|---|---|---|---|\n";
    for toggle in TOGGLES {
        let cells = [true, false].map(|german| match shift(chits, toggle, german) {
            // sums of shares end a hair beside nought
            Some((attacker, defender)) => format!(" {:+.2} | {:+.2} |", attacker + 1e-9, defender + 1e-9),
            None => " – | – |".to_owned(),
        });
        text += &format!("| {toggle} |{}\n", cells.concat());
    }
    text
}

#[test]
fn the_table_beside_the_data_is_what_the_chits_come_to() {
    let chits = chits(&published("enemy-action"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/games/enemy-action/chits.md");
    let text = document(&chits);
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "write it anew with RECORD=1");
}

#[test]
fn the_chart_of_situations_has_those_of_the_chits() {
    let game = published("enemy-action");
    let rows: Vec<&str> = game.tables.get("situations").unwrap().rows.iter().map(|row| row.name.as_str()).collect();
    let forms = &game.words.kind("situation").unwrap().forms;
    assert_eq!(rows, forms.iter().map(|form| form.id.as_str()).collect::<Vec<_>>());
    let on: BTreeSet<&str> = game
        .cards
        .of_set("combat")
        .flat_map(|chit| std::iter::once(&chit.front).chain(&chit.other))
        .flat_map(|face| face.words.iter().map(|phrase| phrase.word.as_str()))
        .collect();
    assert_eq!(on, rows.into_iter().collect(), "and each is on a chit");
}
