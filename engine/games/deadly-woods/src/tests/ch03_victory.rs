//! Set-up, control and victory (2, 3, 15).

use super::given::{GAME, at, hex, lost, place, start, unit};
use crate::chapters::victory;
use crate::printed::{ALLIED, Draw, GERMAN, Kind};
use crate::truth::event::Event;
use crate::truth::state::{Place, Topic};
use engine::contract::SideId;

#[test]
fn cases_3_2a_3_2d_3_2e_3_2f_3_2g_3_2h_3_2i_2_2_1b_and_2_5a_the_game_begins_as_the_set_up_says() {
    let table = start("german-attack");
    assert_eq!(place(&table, "a-2pz"), "3317");
    let of = |id: &str| table.state.unit(unit(id)).place;
    assert_eq!(of("325-82abn"), Place::Due(2, Draw::First));
    assert_eq!((of("delay"), of("art-vii")), (Place::Track(2), Place::Track(3)));
    assert_eq!((of("art-6pz"), of("art-v")), (Place::Box, Place::Box));
    assert_eq!((table.state.turn, table.state.initiative, table.state.points), (1, GERMAN, 0));
    let down = [("4025", "3926"), ("3923", "3823"), ("3622", "3623"), ("3419", "3320")];
    let blown: Vec<_> = table.state.units.blown().collect();
    assert_eq!(blown.len(), 4);
    for (one, other) in down {
        let bridge = GAME.board.bridge_between(hex(one), hex(other)).expect("a bridge");
        assert!(blown.contains(&bridge), "{one}/{other}");
    }
    let entry = &GAME.plans[0].coming.iter().find(|it| it.unit == unit("325-82abn")).expect("it comes").hexes;
    assert_eq!(*entry, [hex("0114")], "area E");
    assert_eq!(table.state.cup.len(), 4, "5th and 6th Panzer Army, two Allied reinforcements");
}

#[test]
fn cases_2_3_1_1a_2_3_1_1b_2_3_1_1c_and_2_3_1_1d_steps_and_what_the_third_is() {
    let steps = |id: &str| GAME.counter(unit(id)).steps;
    assert_eq!((steps("vdh"), steps("delay")), (1, 1));
    assert_eq!((steps("a-2pz"), steps("8-3pg"), steps("fbb")), (3, 3, 3));
    assert_eq!((steps("506-tiger"), steps("a-26vg"), steps("cca-9db"), steps("14-cav")), (2, 2, 2, 2));
    let kind = |lost: u8| {
        let table = at(&format!("turn 3 german move\nunit a-2pz 2318 lost={lost}"));
        let zone = table.state.disposition(&GAME).zones(GERMAN).contains(hex("2217"));
        (table.state.kind(&GAME, unit("a-2pz")), zone)
    };
    assert_eq!([kind(0), kind(1), kind(2)], [(Kind::Armour, true), (Kind::Armour, true), (Kind::Mechanised, false)]);
}

#[test]
fn cases_3_5a_and_3_5b_what_lies_west_of_the_westwall_is_allied_and_changes_hands_the_instant_it_is_entered() {
    let table = start("german-attack");
    assert!(table.state.german.contains(&hex("3317")) && !table.state.german.contains(&hex("3211")));
    let given = at("turn 4 german move\nunit a-2pz 2416");
    let through = given.when("german: move KG a/2 Pz to 2518 via 2517");
    through.happens(|event| matches!(event, Event::Controlled { hexes, german: true } if *hexes == [hex("2517")]));
    let back = at("turn 4 allied move\ncontrol 2418 german\nunit cca-9db 2519").when("allied: move CCA/9 to 2418");
    back.happens(|event| matches!(event, Event::Controlled { hexes, german: false } if *hexes == [hex("2418")]));
}

#[test]
fn cases_2_6a_3_4a_and_15a_a_point_for_each_vp_hex_that_the_germans_hold_in_supply() {
    let points = |lines: &str| victory::points(&GAME, &at(lines).state);
    assert_eq!(points("turn 4 german move\nunit cca-9db 2418"), 0, "Allies score nothing");
    assert_eq!(points("turn 4 german move\ncontrol 2418 german\ncontrol 3211 german"), 2);
    // the same with an American in the way of each line out of Bastogne
    let ring = ["2417", "2518", "2519", "2419", "2319", "2318"];
    let units = ["501-101abn", "502-101abn", "506-101abn", "327-101abn", "325-82abn", "504-82abn"];
    let siege: String = ring.iter().zip(units).map(|(hex, id)| format!("unit {id} {hex}\n")).collect();
    assert_eq!(points(&format!("turn 4 german move\ncontrol 2418 german\ncontrol 3211 german\n{siege}")), 1);
}

#[test]
fn cases_3_4b_and_15b_nine_supplied_motorized_steps_over_the_meuse_win_at_once() {
    let over =
        |more: &str| at(&format!("turn 3 german move\nunit a-2pz 0112\nunit b-2pz 0113\n{more}")).when("german: end");
    over("unit a-lehr 0111").ends("9 supplied motorized German steps");
    assert!(over("unit a-lehr 0111 lost=1").now.state.ending.is_none(), "eight");
    assert!(over("unit a-lehr 0111 out=yes").now.state.ending.is_none(), "one of them out of supply");
    assert!(over("unit a-26vg 0111\nunit b-26vg 0110").now.state.ending.is_none(), "infantry does not count");
    assert!(over("unit a-lehr 1812").now.state.ending.is_none(), "this side of the Meuse");
}

fn controls(hexes: &[&str]) -> String {
    hexes.iter().map(|hex| format!("control {hex} german\n")).collect()
}

/// VP hexes from the east.
const VP: [&str; 5] = ["3211", "2418", "1713", "2902", "3329"];

#[test]
fn cases_3_4c_5_2b_and_4_4a_five_vp_hexes_in_supply_win_at_the_end_of_any_turn() {
    let end = |count: usize| at(&format!("turn 4 german move\n{}", controls(&VP[..count]))).when("german: end");
    end(5).ends("5 VP hexes in supply, 5 win at once (3.4c)");
    assert!(end(4).now.state.ending.is_none());
}

fn last(lines: &str, vp: usize) -> (SideId, String) {
    let then = at(&format!("{lines}\n{}", controls(&VP[..vp]))).when("german: end");
    let ending = then.now.state.ending.clone().expect("the last turn");
    (ending.winner, ending.reason)
}

#[test]
fn cases_3_3_3_4d_3_4e_3_4h_and_15d_the_german_attack_ends_with_turn_6_and_four_vp_hexes() {
    assert_eq!(last("of german-attack\nturn 6 german move", 4).0, GERMAN);
    assert_eq!(last("of german-attack\nturn 6 german move", 3).0, ALLIED);
    assert_eq!([GAME.plans[0].last, GAME.plans[1].last].map(|turn| turn.to_string()), ["6", "12"]);
}

#[test]
fn cases_3_4f_3_4g_12_10h_12_10d_and_15e_the_campaign_asks_two_vp_hexes_and_three_where_the_ss_stayed() {
    assert_eq!(last("turn 12 german move\nss left", 2).0, GERMAN);
    assert_eq!(last("turn 12 german move\nss left", 1).0, ALLIED);
    assert_eq!(last("turn 12 german move\nss kept", 2).0, ALLIED);
    assert_eq!(last("turn 12 german move\nss kept", 3).0, GERMAN);
    assert_eq!(last("turn 12 german move\nss few", 2).0, ALLIED);
}

#[test]
fn cases_15f_15g_15h_4_4b_12_2n_12_7h_and_10_6_2d_assets_go_home_and_are_turned_back_at_the_end_of_a_turn() {
    let given =
        at("turn 2 german move\nunit art-5pz box used=yes\nunit delay 2517\nunit eng-viii 2418\nunit cca-9db 2418\n\
                    greif 3110\ntraffic 3014\nrumour 3205");
    let bridge = GAME.board.bridge_between(hex("2614"), hex("2615")).expect("a bridge");
    let given = given.fact(&Event::BridgeBuilt { bridge, army: Some(crate::printed::Army::Fifth) });
    assert_eq!(given.state.built, [0, 1, 0]);
    let then = given.when("german: end");
    then.happens(|event| matches!(event, Event::CleanedUp { .. }));
    let after = then.now.state;
    assert_eq!(after.turn, 3);
    assert!(!after.unit(unit("art-5pz")).used);
    assert_eq!(after.unit(unit("delay")).place, Place::Box);
    assert_eq!(after.unit(unit("eng-viii")).hex(), Some(hex("2418")), "but the engineers");
    assert_eq!((after.greif, after.traffic, after.rumour, after.built), (None, None, None, [0; 3]));
}

#[test]
fn cases_15c_8_1d_and_8_3o_units_of_the_106th_out_of_supply_surrender_at_the_end_of_turn_2() {
    let cut = "unit 422-106di 3711\nunit a-18vg 3710\nunit b-18vg 3712\nunit a-62vg 3610\nunit b-62vg 3611\nunit a-12vg 3811\n\
               unit b-12vg 3811\nunit a-560vg 3810";
    let end = |turn: u8, more: &str| {
        at(&format!("turn {turn} german move\n{cut}\nunit 424-106di 2418\n{more}")).when("german: end").now.state
    };
    let after = end(2, "");
    assert_eq!(after.unit(unit("422-106di")).place, Place::Gone);
    assert_eq!(after.unit(unit("424-106di")).hex(), Some(hex("2418")), "the one in supply fights on");
    assert_eq!(end(3, "").unit(unit("422-106di")).hex(), Some(hex("3711")), "on turn 2 alone");
}

#[test]
fn cases_12_10c_12_10d_12_10e_12_10f_and_12_10g_the_withdrawal_of_the_ss_has_four_branches_and_twelve_are_enough() {
    // four battle groups of three steps
    let twelve = "unit peiper-1ss 2418\nunit b-1ss 2418\nunit a-2ss 2519\nunit b-2ss 2519";
    let turn = |units: &str, vp: usize| {
        at(&format!("turn 10 german move\n{units}\n{}", controls(&VP[..vp]))).when("german: end").now
    };
    let left = turn(twelve, 2);
    assert_eq!(left.state.unit(unit("peiper-1ss")).place, Place::Gone, "{:?}", left.state.ss);
    let out = turn(&twelve.replace("2418\nunit b-1ss", "2418 out=yes\nunit b-1ss"), 2);
    assert_eq!(place(&out, "peiper-1ss"), "2418", "out of supply it stays");
    assert_eq!(place(&out, "b-1ss"), "");
    let few = turn(&format!("{twelve} lost=1"), 2);
    assert!(few.state.ending.as_ref().is_some_and(|ending| ending.winner == ALLIED), "{:?}", few.state.ss);
    let held = turn(&format!("{twelve} lost=1"), 3);
    assert!(held.state.ending.is_none() && place(&held, "b-2ss") == "2519");
    assert_eq!(victory::needed(&GAME, &held.state), 3);
    let asked = turn(twelve, 3);
    assert_eq!(asked.state.asked.map(|asked| asked.topic), Some(Topic::Withdrawal));
    let kept = asked.when("german: cancel").is_done();
    assert_eq!((place(&kept, "a-2ss").as_str(), victory::needed(&GAME, &kept.state)), ("2519", 3));
    let gone = asked.when("german: withdraw").is_done();
    assert_eq!((place(&gone, "a-2ss").as_str(), victory::needed(&GAME, &gone.state)), ("", 2));
}

#[test]
fn cases_12_10a_and_12_1b_guns_and_rockets_of_the_6th_panzer_army_are_counted_and_leave() {
    let eleven =
        "unit peiper-1ss 2418\nunit b-1ss 2418\nunit a-2ss 2519\nunit b-2ss 2519 lost=1\nunit neb-6pz track-12";
    let then = at(&format!("turn 10 german move\n{eleven}")).when("german: end");
    then.happens(|event| matches!(event, Event::SsDecided { steps: 12, .. }));
    assert_eq!(then.now.state.unit(unit("neb-6pz")).place, Place::Gone);
    // FB and those of the 10th SS
    let others = "unit fbb 2418\nunit a-10ss 2418";
    let then = at(&format!("turn 10 german move\n{others}")).when("german: end");
    then.happens(|event| matches!(event, Event::SsDecided { steps: 3, .. }));
    assert_eq!(lost(&then.now, "a-10ss"), 0);
}

#[test]
fn case_3_4d_one_vp_hex_and_one_hex_of_a_move_are_told_as_one() {
    let over = at("turn 12 german move\nss kept\nunit a-2pz 4403\nunit 110-28di 2418\ncontrol 2102 german");
    let told = over.when("german: end").now.state.ending.expect("the last turn").reason;
    assert!(!told.contains("1 VP hexes"), "{told}");
    let one = crate::chapters::asking::counted(1, "hex", "hexes");
    assert_eq!((one.as_str(), crate::chapters::asking::counted(0, "hex", "hexes").as_str()), ("1 hex", "0 hexes"));
}
