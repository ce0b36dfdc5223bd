//! Set-up, the day, cards and hands (3 to 5).

use super::given::{active, card, empty, empty_of, hex, hold, impulse, printed, put, start, unit};
use crate::chapters::combat::situations;
use crate::printed::{ALLIED, CardId, GERMAN};
use crate::truth::event::{Event, Play};
use crate::truth::state::{Fight, Topic};
use definitions::hex::HexId;
use engine::contract::SideId;

fn count(side: SideId, primary: bool) -> usize {
    let definitions = printed();
    let plan =
        &definitions.plans[definitions.published.scenarios.iter().position(|it| it.id == "initial-assault").unwrap()];
    let first = plan.cards.iter().filter(|(_, day)| *day == Some(16)).map(|(card, _)| *card);
    first.filter(|card| definitions.card(*card).side == side && definitions.card(*card).primary == primary).count()
}

#[test]
fn case_3a_seven_and_eighteen_german_and_three_and_nine_allied_cards_are_there_on_the_16th() {
    assert_eq!([true, false].map(|primary| count(GERMAN, primary)), [7, 18]);
    assert_eq!([true, false].map(|primary| count(ALLIED, primary)), [3, 9]);
}

#[test]
fn cases_3c_and_3d_and_3f_and_3g_six_positions_four_blown_bridges_no_points_and_sixty_chits() {
    let given = start("initial-assault");
    let public = &given.state.public;
    assert_eq!(public.positions.len(), 6);
    let board = &given.definitions.board;
    let blown = board
        .rivers()
        .iter()
        .enumerate()
        .filter(|(at, river)| river.bridged && !public.units.bridge(crate::printed::RiverId(*at as u16)).stands);
    assert_eq!(blown.count(), 4);
    assert_eq!(crate::chapters::ownership::points(&given.definitions, public), 0);
    assert_eq!(public.cup.len(), 60);
}

#[test]
fn cases_4c_and_4e_and_5a_and_5c_and_5d_piles_and_hands_of_the_16th() {
    let given = start("initial-assault");
    let [german, allied] = &given.state.public.piles;
    // 9 of 18 and 7 primary cards, seven in the hand; 4 of 9 and 3, four in the hand
    assert_eq!((german.draw + german.hand, german.hand, german.available), (16, 7, 9));
    assert_eq!((allied.draw + allied.hand, allied.hand, allied.available), (7, 4, 5));
}

#[test]
fn cases_4b_and_4d_and_5b_a_supplemental_card_of_yesterdays_pile_sits_out_and_comes_back_after_the_draw() {
    let mut given = empty_of("allies-surprised", 16);
    let sixteenth: Vec<CardId> =
        given.state.hidden[1].hand.iter().chain(&given.state.hidden[1].draw).copied().collect();
    let deeds =
        |card: &&CardId| crate::chapters::events::deeds(&given.definitions, &given.state.public, **card).is_empty();
    let last = *sixteenth.iter().find(deeds).unwrap();
    for side in SideId::BOTH {
        let hidden = given.state.hidden[side.index()].clone();
        let all: Vec<CardId> = hidden.hand.iter().chain(&hidden.draw).copied().collect();
        given = given.fact(&Event::Drew { side, cards: hidden.draw.clone(), count: hidden.draw.len() as u8 });
        for card in all.into_iter().filter(|card| *card != last) {
            given = given.fact(&Event::Played { side, card, play: Play::Nothing, back: false });
        }
    }
    // the last card is thrown away, both have none left: the day ends and the next is prepared
    let id = given.definitions.card(last).id.clone();
    let after = impulse(given, ALLIED).when(&format!("allied: discard {id}")).is_done();
    let yesterday: Vec<CardId> = after.state.hidden[1].available.clone();
    let public = &after.state.public;
    assert_eq!(public.day, 17);
    let before: Vec<CardId> = sixteenth.into_iter().filter(|card| !after.definitions.card(*card).primary).collect();
    assert!(before.len() == 4 && before.iter().all(|card| yesterday.contains(card)), "they sit out the draw");
    // five of the eight that did not lie in yesterday's pile, whose four are available again: 12 in all (5)
    let supplemental = |card: &&CardId| !after.definitions.card(**card).primary;
    let hidden = &after.state.hidden[1];
    assert_eq!(hidden.hand.iter().chain(&hidden.draw).filter(supplemental).count(), 5);
    assert_eq!((hidden.available.len(), public.piles[1].available), (7, 7));
    assert_eq!((public.piles[1].hand, public.piles[1].hand + public.piles[1].draw), (5, 9));
}

#[test]
fn cases_4_11a_and_4_11d_and_4g_the_german_has_three_impulses_and_the_allies_play_no_card_in_them() {
    let given = hold(start("initial-assault"), GERMAN, &["corps-lxvii", "corps-lxvi", "corps-xlvii"]);
    assert_eq!(given.state.public.opening, 3);
    let one = given.when("german: activate corps LXVII with corps-lxvii").is_done().when("german: end").is_done();
    assert_eq!((one.state.public.opening, one.state.public.impulse), (2, GERMAN));
    let two = one.when("german: activate corps LXVI with corps-lxvi").is_done().when("german: end").is_done();
    let three = two.when("german: activate corps XLVII with corps-xlvii").is_done().when("german: end").is_done();
    assert_eq!((three.state.public.opening, three.state.public.impulse), (0, ALLIED));
    three.when("allied: pass").is_refused_by("5.1h", "draw pile");
}

#[test]
fn case_4_11b_each_of_the_three_impulses_activates_another_corps() {
    let given = hold(start("initial-assault"), GERMAN, &["corps-xlvii", "2-pz-lehr", "26-vg"]);
    let given = given.clone().and("german: activate division 26vg with 26-vg").and("german: end");
    given.when("german: activate corps XLVII with corps-xlvii").is_refused_by("6.5a", "last impulse");
    let given = hold(given, GERMAN, &["corps-lxvi"]);
    let given = given.clone().and("german: activate corps LXVI with corps-lxvi").and("german: end");
    let third = given.when("german: activate division 2pz with 2-pz-lehr");
    third.is_refused_by("4.11b", "first three impulses");
}

#[test]
fn cases_4_11c_and_4_11f_german_units_do_not_move_in_them_and_the_hand_is_filled_after_each() {
    let given = hold(start("initial-assault"), GERMAN, &["corps-xlvii"]);
    let before = given.state.public.piles[0].clone();
    let given = given.clone().and("german: activate corps XLVII with corps-xlvii");
    given.when("german: move 3.2P to 1708").is_refused_by("4.11c", "do not move");
    let after = given.clone().and("german: end");
    // eight were held, one was played: seven, so nothing is drawn
    assert_eq!(after.state.public.piles[0].hand, before.hand - 1);
}

#[test]
fn case_4_13a_an_allied_unit_on_foot_moves_one_hex_on_the_16th() {
    let given = active(put(empty(16), "110-28di", "1021", 0), ALLIED, &["110-28di"]);
    given.when("allied: move 110.28 to 0921").is_done();
    given.when("allied: move 110.28 to 0922 via 0921").is_refused_by("4.13a", "one hex");
    let later = active(put(empty(17), "110-28di", "1020", 0), ALLIED, &["110-28di"]);
    later.when("allied: move 110.28 to 1022").is_done();
}

#[test]
fn cases_4h_and_5_1h_and_5_1i_passing_needs_an_empty_pile_and_the_smaller_hand() {
    let mut given = empty(18);
    for side in SideId::BOTH {
        let hidden = given.state.hidden[side.index()].clone();
        given = given.fact(&Event::Drew { side, cards: hidden.draw.clone(), count: hidden.draw.len() as u8 });
        let hand = given.state.hidden[side.index()].hand.clone();
        given = given.fact(&Event::LaidAside { side, cards: hand });
    }
    let given = hold(hold(given, GERMAN, &["corps-lxvi", "18-62"]), ALLIED, &["corps-v", "2-id"]);
    impulse(given.clone(), GERMAN).when("german: pass").is_refused_by("5.1h", "fewer than");
    // with as many the Allies may pass, and the German, who has not, plays on
    let passed = impulse(given.clone(), ALLIED).when("allied: pass").is_done();
    assert_eq!(passed.state.public.impulse, GERMAN);
    // nothing can be done with any card: one is thrown away
    impulse(given, GERMAN).when("german: discard 18-62").is_done();
}

#[test]
fn case_5_7_a_card_that_was_played_is_laid_aside_and_one_of_xlvii_corps_goes_back_on_the_16th() {
    let given = hold(start("initial-assault"), GERMAN, &["corps-lxvi"]);
    let after = given.clone().and("german: activate corps LXVI with corps-lxvi");
    assert_eq!(after.state.public.piles[0].used, [card(&after, "corps-lxvi")]);
    let xlvii = card(&after, "corps-xlvii");
    assert!(crate::chapters::cards::goes_back(&after.definitions, &after.state.public, xlvii));
}

#[test]
fn cases_4_13c_and_4_13d_the_allies_have_corps_artillery_on_the_16th_and_no_other() {
    let definitions = printed();
    let has = |day: u8, tactic| definitions.tables.tactics.has(ALLIED, day, tactic, true);
    use crate::printed::Tactic;
    assert!(!has(16, Tactic::Artillery) && has(16, Tactic::CorpsArtillery) && has(17, Tactic::Artillery));
}

#[test]
fn case_4_12_one_german_unit_an_activation_uses_a_bridge_on_the_16th() {
    // 1802 and 1803 have a German bridge between them: for the second unit it is a river
    let second = |day: u8| {
        let given = put(put(empty(day), "3-2pz", "1802", 0), "2-2pz", "1802", 0);
        let given = active(given, GERMAN, &["3-2pz", "2-2pz"]).and("german: move 3.2P to 1803");
        let (unit, from) = (unit(&given, "2-2pz"), hex(&given, "1802"));
        let mover = crate::chapters::movement::Mover::new(&given.definitions, &given.state.public, unit, from, false);
        let border = given.definitions.board.side(from, hex(&given, "1803")).unwrap();
        mover.enter(from, border, mover.allowance)
    };
    assert_eq!((second(16), second(17)), (Ok(0), Ok(4)));
}

#[test]
fn case_4_12_the_one_unit_that_has_used_a_bridge_uses_it_again_as_it_advances() {
    // 3.2P has moved from 1802 to 1803, and an Ally is where it came from
    let given = put(put(empty(16), "3-2pz", "1802", 0), "2-2pz", "1803", 0);
    let given = active(given, GERMAN, &["3-2pz", "2-2pz"]).and("german: move 3.2P to 1803");
    let given = put(given, "110-28di", "1802", 0).and("german: attack 1802 with 3.2P, 2.2P");
    let it = unit(&given, "110-28di");
    let given = given.fact(&Event::Died { unit: it, penalty: false });
    let given = given.fact(&Event::FightWentOn { stage: Fight::Advancing });
    let combat = given.state.public.combat.clone().expect("a combat");
    let second = |id: &str| {
        let around: Vec<HexId> = given.definitions.board.around(hex(&given, "1802")).collect();
        let way = |to: &HexId| {
            let (definitions, public) = (&given.definitions, &given.state.public);
            crate::chapters::combat::advance::way(definitions, public, &combat, unit(&given, id), *to)
        };
        around.iter().map(way).any(|way| way.is_ok_and(|path| path.len() == 3))
    };
    assert_eq!((second("3-2pz"), second("2-2pz")), (true, false));
}

#[test]
fn the_question_names_what_a_chit_would_do() {
    let given = put(put(empty(18), "3-2pz", "1021", 0), "110-28di", "1122", 0);
    let given = active(given, GERMAN, &["3-2pz"]);
    let given = hold(given, ALLIED, &["28-id"]);
    let asked = given.clone().and("german: attack 1122 with 3.2P");
    assert_eq!(asked.state.public.asked.map(|asked| asked.topic), Some(Topic::Tactics));
    let combat = asked.state.public.combat.clone().unwrap();
    assert_eq!(situations::strengths(&asked.definitions, &asked.state.public, &combat), (5, 4));
}
