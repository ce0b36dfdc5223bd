//! Artillery and rockets (12.2, 12.3), and the asset of the option (16).

use super::given::{Branch, GAME, Table, at, hex, unit};
use crate::DeadlyWoods;
use crate::printed::{ALLIED, during};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::state::Place;
use engine::contract::{Pointing, Seen, Setup, Sight, Viewer};
use testing::Given;

/// Two of the 26th VG beside two of the 106th, and all guns.
fn guns(more: &str) -> Table {
    at(&format!(
        "turn 4 german combat\nunit a-26vg 2317\nunit b-26vg 2317\nunit 422-106di 2318\nunit 423-106di 2318\nunit art-5pz box\n\
         unit art-6pz box\nunit neb-5pz box\nunit neb-6pz box\n{more}"
    ))
}

/// The attack strength of an attack with these guns; the defence is silent.
fn attack(table: &Table, clauses: &str) -> Option<u32> {
    let then = table.rolling(&[1]).when(&format!("german: attack 2318 with KG a/26 VG, KG b/26 VG {clauses}"));
    then.events.iter().find_map(|event| match event {
        Event::Weighed { attack, .. } => Some(*attack),
        _ => None,
    })
}

#[test]
fn cases_12_2c_12_2d_12_2e_12_2f_and_12_2n_one_gun_and_one_nebelwerfer_a_combat_each_once_a_turn() {
    let given = guns("");
    assert_eq!(attack(&given, "support Art 5 Pz"), Some(8 + 3));
    assert_eq!(attack(&given, "support Art 6 Pz, Neb 6 Pz"), Some(8 + 4 + 5), "clear ground: one more");
    let order = |clauses: &str| format!("german: attack 2318 with KG a/26 VG, KG b/26 VG {clauses}");
    given.when(&order("support Art 5 Pz, Art 6 Pz")).is_refused_by("12.2f", "1 such asset");
    given.when(&order("support Neb 5 Pz, Neb 6 Pz")).is_refused_by("12.2f", "1 such asset");
    guns("unit art-5pz box used=yes")
        .when(&order("support Art 5 Pz"))
        .is_refused_by("12.2e", "has been used in this turn");
    let fired = given.rolling(&[1]).when(&order("support Art 5 Pz")).is_done();
    assert!(fired.state.unit(unit("art-5pz")).used);
    // rockets attack alone; guns defend as well
    let defence = at(
        "turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318\nunit art-5pz box\nunit neb-5pz box",
    );
    let asked = defence.when("allied: attack 2318 with 422/106, 423/106").is_done();
    assert_eq!(asked.asked("german"), ["What supports your defence?"]);
    asked.when("german: support with Neb 5 Pz").is_refused_by("12.2d", "serve attacks alone");
    asked
        .rolling(&[1])
        .when("german: support with Art 5 Pz")
        .happens(|event| matches!(event, Event::Weighed { defence: 8, .. }));
}

#[test]
fn cases_12_2g_8_3p_and_12_7f_germans_out_of_supply_and_von_der_heydte_get_no_guns() {
    let asked = |defender: &str| {
        let given = at(&format!(
            "turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit {defender}\nunit art-5pz box"
        ));
        let then = given.rolling(&[1]).when("allied: attack 2318 with 422/106, 423/106");
        then.now.asked("german") == ["What supports your defence?"]
    };
    // where guns may come the die waits for the answer
    let fed = at("turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318\nunit art-5pz box");
    assert_eq!(
        fed.when("allied: attack 2318 with 422/106, 423/106").now.asked("german"),
        ["What supports your defence?"]
    );
    assert!(!asked("a-26vg 2318 out=yes"));
    assert!(!asked("vdh 2318"));
}

#[test]
fn cases_12_2l_and_12_2m_a_doubled_nebelwerfer_comes_back_two_turns_later() {
    let given = guns("");
    assert_eq!(attack(&given, "double Neb 6 Pz"), Some(8 + 10), "5 in the clear, twice");
    let fired = given
        .rolling(&[1])
        .when("german: attack 2318 with KG a/26 VG, KG b/26 VG support Art 6 Pz double Neb 6 Pz")
        .is_done();
    assert_eq!(fired.state.unit(unit("neb-6pz")).place, Place::Track(6));
    given.when("german: attack 2318 with KG a/26 VG double Art 6 Pz").is_refused_by("12.2l", "no Nebelwerfer");
}

/// Two of the 106th attack, with guns of several corps.
fn allied(more: &str) -> Table {
    at(&format!(
        "turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318\nunit b-26vg 2318\nunit art-viii box\nunit art-vii box\nunit art-v box\n{more}"
    ))
}

#[test]
fn cases_12_3a_12_3b_and_12_3g_allied_guns_serve_their_corps_two_a_combat_and_once_a_round() {
    let given = allied("");
    let order = |guns: &str| format!("allied: attack 2318 with 422/106, 423/106 support {guns}");
    given.rolling(&[1]).when(&order("Art VIII")).happens(|event| matches!(event, Event::Weighed { attack: 8, .. }));
    given.when(&order("Art VII")).is_refused_by("12.3b", "of its corps");
    let three = allied("unit 501-101abn 2317\nunit 16-1di 2417\nunit 334-84di 2416");
    three
        .when("allied: attack 2318 with 501/101, 422/106 support Art VIII, Art V, Art VII")
        .is_refused_by("12.3a", "2 such asset");
    allied("unit art-viii box used=yes").when(&order("Art VIII")).is_refused_by("12.3g", "used in this round");
    // turned back as the round ends
    let fired = given.rolling(&[1]).when(&order("Art VIII")).is_done().after("allied: lose 422/106");
    assert!(!fired.state.unit(unit("art-viii")).used, "the round is over, as nobody else can fight");
}

#[test]
fn cases_12_3c_and_12_3d_guns_serve_airborne_near_a_supplied_unit_of_their_corps() {
    // 501 in 2318 with a unit of VII Corps, and one of V three hexes away
    let given = |far: &str| {
        at(&format!(
            "turn 4 german combat\nunit 501-101abn 2318\nunit 334-84di 2318\nunit 16-1di {far}\nunit a-26vg 2317\nunit b-26vg 2317\nunit art-vii box\nunit art-v box\nunit art-viii box"
        ))
    };
    let may = |far: &str| given(far).when("german: attack 2318 with KG a/26 VG, KG b/26 VG").now;
    let near = may("2618");
    assert_eq!(GAME.board.distance(hex("2618"), hex("2318")), 3);
    assert!(near.rolling(&[1]).when("allied: support with Art VII, Art V").refused.is_none());
    near.when("allied: support with Art VIII").is_refused_by("12.3b", "airborne ones within 3 hexes");
    may("2718").when("allied: support with Art V").is_refused_by("12.3b", "airborne ones within 3 hexes");
}

#[test]
fn cases_12_3e_12_3f_and_8_3q_without_supply_they_get_guns_in_defence_with_a_supplied_unit_of_the_corps_near() {
    // Bastogne shut in; 2615 is in supply, three hexes away
    let siege =
        "unit a-26vg 2417\nunit b-26vg 2518\nunit a-18vg 2519\nunit b-18vg 2419\nunit a-560vg 2319\nunit b-560vg 2318";
    let given = |inside: &str, near: &str| {
        let table = at(&format!("turn 4 german combat\nunit {inside} 2418\n{near}\n{siege}\nunit art-viii box"));
        let then = table.when("german: attack 2418 with KG a/26 VG, KG b/26 VG").now;
        then.asked("allied") == ["What supports your defence?"]
    };
    let near = "unit 423-106di 2420\nunit 424-106di 2421";
    assert_eq!(GAME.board.distance(hex("2418"), hex("2420")), 2);
    assert!(given("422-106di", near), "a supplied unit of VIII Corps is near");
    assert!(given("501-101abn", near), "airborne by any corps");
    let table =
        at(&format!("turn 4 german combat\nunit 422-106di 2418\nunit eng-viii 2418\n{siege}\nunit art-viii box"));
    let alone = table.rolling(&[1]).when("german: attack 2418 with KG a/26 VG, KG b/26 VG").now;
    assert_ne!(alone.asked("allied"), ["What supports your defence?"], "engineers are no combat unit");
    // in attack air supply brings no guns (8.6d)
    let air = at(&format!(
        "turn 6 allied combat\nunit 422-106di 2418\nunit 423-106di 2418\nairdrop 2418\n{siege}\nunit art-viii box"
    ));
    air.when("allied: attack 2318 with 422/106, 423/106 support Art VIII")
        .is_refused_by("12.3b", "supplied units of its corps");
}

#[test]
fn case_12_3h_on_turn_1_no_guns_support_two_regiments_of_the_99th() {
    let asked = |turn: u8, id: &str| {
        let given = at(&format!(
            "turn {turn} german combat\nunit {id} 2318\nunit a-26vg 2317\nunit b-26vg 2317\nunit art-v box"
        ));
        let then = given
            .rolling(if turn == 1 && id != "395-99di" { &[1] } else { &[] })
            .when("german: attack 2318 with KG a/26 VG, KG b/26 VG");
        then.now.asked("allied") == ["What supports your defence?"]
    };
    assert!(!asked(1, "393-99di") && !asked(1, "394-99di"), "the two that are printed as 313 and 314 (R3)");
    assert!(asked(1, "395-99di") && asked(2, "393-99di"));
}

#[test]
fn cases_12_7f_and_12_3h_who_gets_no_guns_gets_none_in_attack_and_those_beside_him_keep_theirs() {
    let given = at(
        "turn 3 german combat\nunit vdh 2317\nunit a-26vg 2317\nunit 14-cav 2318\nunit art-5pz box\nunit neb-5pz box\nunit eng-viii 2517",
    );
    for gun in ["Art 5 Pz", "Neb 5 Pz"] {
        given
            .when(&format!("german: attack 2318 with v. d. Heydte support {gun}"))
            .is_refused_by("12.7f", "no artillery supports v. d. Heydte");
    }
    given.rolling(&[1]).when("german: attack 2318 with v. d. Heydte, KG a/26 VG support Art 5 Pz").is_done();
    let more = "unit 393-99di 2318\nunit art-v box";
    let alone = at(&format!("turn 1 allied combat\n{more}\nunit a-26vg 2317"));
    alone.when("allied: attack 2317 with 393/99 support Art V").is_refused_by("12.3h", "393/99 Inf");
    let with = |units: &str| at(&format!("turn 1 allied combat\n{more}\nunit 395-99di 2318\nunit {units} 2317"));
    with("a-26vg").rolling(&[1]).when("allied: attack 2317 with 393/99, 395/99 support Art V").is_done();
}

#[test]
fn cases_12_9_1g_the_delay_gets_no_guns() {
    let given = at(
        "turn 4 german combat\nunit delay 2517\nunit a-26vg 2416\nunit b-26vg 2416\nunit art-viii box\nunit 422-106di 2617",
    );
    let fought = given.rolling(&[1]).when("german: attack 2517 with KG a/26 VG, KG b/26 VG");
    assert_ne!(fought.now.asked("allied"), ["What supports your defence?"]);
}

#[test]
fn cases_16_1a_and_16_1b_the_asset_plus_2_helps_one_combat_on_each_of_turns_1_and_2() {
    let given = |turn: u8, option: &str| {
        at(&format!(
            "turn {turn} german combat\noption {option}\nunit a-26vg 2317\nunit b-26vg 2217\nunit 14-cav 2318\nunit 102-cav 2118"
        ))
    };
    let helped = given(2, "yes").rolling(&[1]).when("german: attack 2318 with KG a/26 VG support plus");
    helped.happens(|event| matches!(event, Event::Fought { face: Some(1), added: 2, .. }));
    let again = helped.now.when("german: attack 2118 with KG b/26 VG support plus");
    again.is_refused_by("16.1a", "has helped in this turn");
    given(3, "yes")
        .when("german: attack 2318 with KG a/26 VG support plus")
        .is_refused_by("16.1a", "turns 1 and 2 alone");
    given(2, "no")
        .when("german: attack 2318 with KG a/26 VG support plus")
        .is_refused_by("16.1a", "to the option alone");
    let setup = Setup {
        scenario: "campaign".to_owned(),
        options: [("plus-2".to_owned(), "yes".to_owned())].into_iter().collect(),
    };
    let table: Table = Given::start(&setup);
    assert!(table.state.option && during(GAME.tables.bonus.1, 2));
}

#[test]
fn cases_11_3_2_and_12_2f_odds_are_told_as_if_the_strongest_gun_that_may_supported_the_defence() {
    let told = |gun: &str| {
        let given = at(&format!(
            "turn 4 allied combat\nunit 422-106di 2317\nunit 423-106di 2317\nunit a-26vg 2318\nunit neb-5pz box\nunit art-5pz {gun}"
        ));
        let view = DeadlyWoods::view(&GAME, &given.state, Viewer::Side(ALLIED));
        let begun = [Step::Verb(Verb::Attack), Step::Hex(hex("2318"))];
        let seen = Seen::<DeadlyWoods>::new(&GAME, &view);
        let facts = DeadlyWoods::facts(seen, &begun, &Step::Unit(unit("422-106di")));
        (facts.odds.map(|odds| odds.odds).unwrap_or_default(), facts.note)
    };
    let (odds, note) = told("box");
    assert!(odds.ends_with(":8") && note == "as if Art 5 Pz supported the defence", "{odds}, {note}");
    let (odds, note) = told("box used=yes");
    assert!(odds.ends_with(":5") && note.is_empty(), "{odds}, {note}");
}
