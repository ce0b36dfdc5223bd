//! How players call units, hexes and verbs.

use super::*;

#[test]
fn phones_accents_and_case_do_not_matter() {
    let order = vec![vec![Step::Verb(Verb::Move), Step::Unit(unit("muller-12ss")), Step::Hex(hex("2711"))]];
    for line in [
        "move Müller to 2711",
        "MOVE MUELLER → 2711.",
        "Move “muller/12” -> hex 2711",
        "move mu\u{308}ller/12 SS —> 27 11  # fast",
        "move 'Müller–12ss' to 2711…",
        "1. move  Müller/12  to 27.11",
        "- mv Müller to 2711",
        "• mov Müller to 2711;",
        "* Move\u{a0}Müller/12\u{202f}to 2711 // fast!",
        "2) MOVE „Müller“ ⇒ 2711 ?",
        "– move «Müller» to 2711 …",
        "> move Müller to hex 2711 # fast",
    ] {
        assert_eq!(german(line), order, "{line}");
    }
}

#[test]
fn names_may_be_shortened_as_long_as_one_own_unit_is_meant() {
    for (line, id) in [
        ("recover peip", "peiper-1ss"),
        ("recover peiper 1ss", "peiper-1ss"),
        ("recover 1 ss peiper", "peiper-1ss"),
        ("recover bohm-2pz", "bohm-2pz"),
        ("recover von Böhm", "bohm-2pz"),
        ("recover Gutmān", "gutman-2pz"),
        ("recover Gutmån", "gutman-2pz"),
        ("recover 26", "26-vg"),
        ("recover 16/116", "16-116pz"),
        ("recover XLVII", "hq-xlvii-pz"),
        ("recover hq xlvii", "hq-xlvii-pz"),
    ] {
        assert_eq!(german(line), [[Step::Verb(Verb::Recover), Step::Unit(unit(id))]], "{line}");
    }
    for (line, id) in [("recover 1 di", "1-di"), ("recover v", "hq-v"), ("recover 99 393", "393-99di")] {
        assert_eq!(allied(line), [[Step::Verb(Verb::Recover), Step::Unit(unit(id))]], "{line}");
    }
}

#[test]
fn corps_may_be_counted_in_digits() {
    assert_eq!(german("activate 47"), german("activate XLVII"));
    assert_eq!(german("activate 1 SS"), german("activate I SS"));
    assert_eq!(german("allot artillery to 47"), german("allot artillery to XLVII"));
    assert_eq!(allied("activate 8 corps"), allied("activate VIII"));
    assert_eq!(allied("allot 2 arty to 8"), allied("allot 2 artillery to VIII"), "no regiment can hold them");
}

#[test]
fn hexes_have_numbers_and_names() {
    for line in ["mark 1817", "mark Bastogne", "mark bast", "mark 1817 Bastogne", "mark hex 1817"] {
        assert_eq!(german(line), [[Step::Verb(Verb::Mark), Step::Hex(hex("1817"))]], "{line}");
    }
    assert_eq!(german("mark st vith"), german("mark St. Vith"));
    assert_eq!(german("mark Neufchateau"), german("mark 1321"));
    let vias = german("move Peiper to Bastogne via St. Vith, 2409 Poteau Vielsalm");
    assert_eq!(write(&DEFINITIONS, &vias[0]), "move Peiper/1 to 1817 via 2610 2409 2210");
}

#[test]
fn units_are_named_as_players_of_these_games_write_them() {
    let state = state();
    let view = AutumnFog::view(&DEFINITIONS, &state, Viewer::Side(ALLIED));
    let named = |text: &str| names::unit(&DEFINITIONS, &view, &words(text)).map(|unit| DEFINITIONS.name(unit));
    for (text, name) in [
        ("CCB/7 AD", "CCB/7 DB"),
        ("CCB 7 AD", "CCB/7 DB"),
        ("CCB, 7th Armored", ""),
        ("CCB of the 7th Armored Division", "CCB/7 DB"),
        ("Combat Command B 9th Armored Division", "CCB/9 DB"),
        ("1st ID", "1 DI"),
        ("1st Infantry", "1 DI"),
        ("82nd AB", "82 Abn"),
        ("14th Cavalry Group", "14 Cav"),
        ("110th Infantry Regiment", "110/28 DI"),
        ("12th VG", "12 VG"),
        ("3rd Parachute Division", "3 FJ"),
        ("KG Peiper", "Peiper/1"),
    ] {
        assert_eq!(named(text).unwrap_or_default(), name, "{text}");
    }
    for (text, expected) in [
        ("9th Armored", "may be CCB/9 DB, CCA/9 DB or CCR/9 DB"),
        ("2nd Panzer", "may be v. Böhm/2, v. Cochenhausen/2 or Gutman/2"),
        ("Panzer Lehr", "may be v. Fallois/130, v. Hauser/130 or v. Poshinger/130"),
    ] {
        let mine =
            AutumnFog::view(&DEFINITIONS, &state, Viewer::Side(if text.contains('9') { ALLIED } else { GERMAN }));
        let message = names::unit(&DEFINITIONS, &mine, &words(text)).expect_err(text).message;
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_panzer_division_is_not_taken_for_the_corps_with_its_number() {
    assert_eq!(
        misread("activate 2nd Panzer").split(". Write").next(),
        Some("`2 nd Panzer` may be II SS-Panzerkorps, or the division of v. Böhm/2, v. Cochenhausen/2 and Gutman/2")
    );
    let corps = |line: &str| german(line)[0][1];
    let formation = |id: &str| Step::Formation(DEFINITIONS.published.units.find_formation(id).expect("it exists"));
    for (line, id) in [
        ("activate 47th Panzer Corps", "xlvii-pz"),
        ("activate 2nd SS Panzer Corps", "ii-ss-pz"),
        ("activate II SS", "ii-ss-pz"),
        ("activate 1st SS Panzer Corps", "i-ss-pz"),
    ] {
        assert_eq!(corps(line), formation(id), "{line}");
    }
    assert_eq!(german("general activation"), german("activate general"));
}

#[test]
fn where_units_come_from_need_not_be_said_and_supports_are_named_with_their_combat() {
    assert_eq!(german("move Böhm from 2715 to 2615"), german("move Böhm to 2615"));
    assert_eq!(german("move Böhm from Dasburg to 2616"), german("move Böhm to 2616"));
    assert!(misread("commit artillery from XLVII").contains("`attack HEX with UNIT, ... support KIND from HQ`"));
}
