//! Events and reactions of the house deck, and von der Heydte (9.24, 14.1, T.EV).

use super::given::{active, card, empty, hex, hold, impulse, next_day, only, put, unit};
use crate::EnemyAction;
use crate::chapters::ownership::points;
use crate::printed::{ALLIED, Function, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::Topic;
use testing::Given;

fn announced() -> Given<EnemyAction> {
    let given = put(put(empty(18), "3-2pz", "1322", 0), "110-28di", "1120", 0);
    let given = only(only(given, GERMAN, &["corps-xlvii"]), ALLIED, &["99-id", "28-id"]);
    impulse(given, GERMAN).and("german: activate XLVII with corps-xlvii")
}

#[test]
fn case_t_evp_a_withdrawal_takes_the_units_of_a_hex_back_where_that_costs_nothing() {
    let given = announced();
    given.when("allied: withdraw at 1120 to 1020 with 28-id").is_refused_by("T.EVp", "not the reaction");
    given.when("allied: withdraw at 1119 to 1020 with 99-id").is_refused_by("T.EVp", "no undispersed");
    let there = |given: &Given<EnemyAction>| given.state.public.unit(unit(given, "110-28di")).place;
    let back = |given: &Given<EnemyAction>| {
        let open = given.legal("allied", "withdraw").into_iter().filter(|order| order.contains("at 1120"));
        format!("allied: {}", open.into_iter().next().expect("a hex to which it may go back"))
    };
    let after = given.when(&back(&given)).is_done();
    assert_ne!(there(&after), Place::Hex(hex(&after, "1120")));
    // it may answer again, and no unit has been activated by it
    assert_eq!(after.asked("allied"), ["Do you answer the activation?"]);
    // an improved position that is left is removed (12.34)
    let mut dug = announced();
    let at = hex(&dug, "1120");
    dug.state.public.positions.insert(at);
    let order = back(&dug);
    assert!(!dug.and(&order).state.public.positions.contains(&at));
}

#[test]
fn cases_t_evp_and_10_23e_who_is_bound_to_a_zone_does_not_withdraw_nor_do_those_with_him() {
    let with = |supply: Supply, german: &str| {
        let given = put(announced(), "109-28di", "1120", 0);
        let given = put(given, "2-2pz", german, 0);
        let units = vec![(unit(&given, "110-28di"), supply)];
        given.fact(&Event::SupplyJudged { units, roadblocks: Vec::new() })
    };
    let leaves =
        |given: &Given<EnemyAction>| given.legal("allied", "withdraw").iter().any(|order| order.contains("at 1120"));
    // 2.2P stands beside 1120, or far from it
    assert!(leaves(&with(Supply::Out, "1121")) && leaves(&with(Supply::Isolated, "1124")));
    let bound = with(Supply::Isolated, "1121");
    assert!(!leaves(&bound));
    bound.when("allied: withdraw at 1120 to 1020 with 99-id").is_refused_by("10.23e", "110.28 is isolated");
}

#[test]
fn cases_t_evl_and_4_13a_the_alarm_moves_units_with_their_whole_allowance_and_activates_nobody() {
    let given = put(put(empty(16), "110-28di", "1120", 0), "3-2pz", "1223", 0);
    let given = impulse(only(given, ALLIED, &["2-id"]), ALLIED);
    let moving = given.and("allied: event Raise the Alarm with 2-id of 110.28");
    let moved = moving.when("allied: move 110.28 to 1122").is_done();
    // one unit was named and has moved: the impulse is over, and it may be activated in the next one
    assert_eq!((moved.state.public.impulse, moved.state.public.last[1].len()), (GERMAN, 0));
    let near = put(moving, "2-2pz", "1121", 0);
    near.when("allied: attack 1121 with 110.28").is_refused_by("T.EVl", "none of your active units");
    near.when("allied: dig at 1120").is_refused_by("12.31a", "no active unit");
}

fn waits(day: u8) -> Given<EnemyAction> {
    let given = empty(day);
    let it = unit(&given, "vdh");
    let given = given.fact(&Event::Adjusted { unit: it, place: Place::Heydte, lost: 0 });
    impulse(only(given, GERMAN, &["3-fj"]), GERMAN)
}

#[test]
fn case_t_evj_von_der_heydte_lands_on_open_ground_of_the_6th_armys_area_off_towns_and_allies() {
    let given = waits(17);
    let order = |number: &str| format!("german: event Von der Heydte with 3-fj at {number}");
    given.when(&order("1108")).is_refused_by("T.EVj", "no town");
    given.when(&order("1329")).is_refused_by("T.EVj", "");
    let open: Vec<String> =
        given.legal("german", "event").into_iter().filter(|order| order.contains("Von der Heydte with 3-fj")).collect();
    let landed = given.clone().and(&format!("german: {}", open[0]));
    let it = landed.state.public.unit(unit(&landed, "vdh"));
    let at = it.hex().unwrap();
    assert_eq!(it.supply, Supply::Full);
    let number = given.definitions.published.map.grid.number(at);
    let beside = given.definitions.board.around(at).next().unwrap();
    let beside = given.definitions.published.map.grid.number(beside);
    put(given.clone(), "110-28di", &beside, 0).when(&order(&number)).is_refused_by("T.EVj", "an Allied unit is beside");
    put(given, "3-2pz", &number, 0).when(&order(&number)).is_refused_by("T.EVj", "units or a roadblock");
    impulse(only(landed, GERMAN, &["5-fj"]), GERMAN)
        .when("german: event Von der Heydte with 5-fj at 0303")
        .is_refused_by("T.EVj", "not in his box");
}

#[test]
fn case_10_12_von_der_heydte_is_judged_from_the_next_day_and_other_germans_are_not() {
    let given = put(put(empty(16), "vdh", "0815", 0), "3-2pz", "0915", 0);
    let after = next_day(given, &[]);
    assert_eq!(after.state.public.unit(unit(&after, "vdh")).supply, Supply::Low);
    assert_eq!(after.state.public.unit(unit(&after, "3-2pz")).supply, Supply::Full);
}

#[test]
fn case_14_1f_a_german_who_enters_his_hex_relieves_von_der_heydte_for_a_point() {
    let given = active(put(put(empty(20), "vdh", "1021", 0), "3-2pz", "1022", 0), GERMAN, &["3-2pz"]);
    let before = points(&given.definitions, &given.state.public);
    let after = given.when("german: move 3.2P to 1021").is_done();
    assert_eq!(after.state.public.unit(unit(&after, "vdh")).place, Place::Relieved);
    assert_eq!(points(&after.definitions, &after.state.public), before + 1);
}

#[test]
fn case_9_24_no_tactic_is_played_for_von_der_heydte_alone() {
    let given = put(put(put(empty(20), "vdh", "1021", 0), "110-28di", "1122", 0), "3-2pz", "1121", 0);
    let given = only(active(given, GERMAN, &["vdh", "3-2pz"]), GERMAN, &["corps-xlvii"]);
    given
        .when("german: attack 1122 with VDH playing corps-xlvii as Artillery")
        .is_refused_by("9.24", "no tactic is played for von der Heydte");
    // with others he may be there
    given.when("german: attack 1122 with VDH, 3.2P playing corps-xlvii as Artillery").is_done();
}

#[test]
fn case_9_7a_von_der_heydte_does_not_retreat_nor_does_an_attacker() {
    let given = put(put(empty(20), "vdh", "1021", 0), "110-28di", "1122", 0);
    let given = active(given, ALLIED, &["110-28di"]);
    let (attackers, from) = (vec![unit(&given, "110-28di")], vec![hex(&given, "1122")]);
    let (target, defenders) = (hex(&given, "1021"), vec![unit(&given, "vdh")]);
    let tactics = Vec::new();
    let given = given.fact(&Event::Attacked {
        attacker: ALLIED,
        attackers,
        from,
        target,
        defenders,
        tactics,
        positions: Vec::new(),
    });
    let hit = given.fact(&Event::Hit { attacker: 1, defender: 1, position: None });
    let hit = hit.fact(&Event::Asked { side: GERMAN, topic: Topic::DefenderHits });
    hit.when("german: retreat to 0921").is_refused_by("9.7a", "does not retreat");
    let stage = crate::truth::state::Fight::AttackerHits;
    let own = hit.fact(&Event::FightWentOn { stage }).fact(&Event::Asked { side: ALLIED, topic: Topic::AttackerHits });
    own.when("allied: retreat to 1222").is_refused_by("9.5f", "");
}

#[test]
fn case_t_evf_a_crisis_has_british_units_and_cards_of_the_22nd_come_on_the_23rd() {
    let mut given = empty(21);
    let it = unit(&given, "29-bb");
    given = given.fact(&Event::Adjusted { unit: it, place: Place::Due(22, false), lost: 0 });
    // between the numbers of the calendar on the evenings of the 21st and 22nd
    given.state.public.gains.exits = 30;
    let given = impulse(only(given, GERMAN, &["2-ss-9-ss"]), GERMAN);
    let crisis = given.and("german: event Allied Command Crisis with 2-ss-9-ss");
    assert_eq!(crisis.state.public.unit(it).place, Place::Due(23, false));
    let has = |given: &Given<EnemyAction>, id: &str| {
        let hidden = &given.state.hidden[1];
        hidden.hand.iter().chain(&hidden.draw).chain(&hidden.available).any(|known| *known == card(given, id))
    };
    let next = next_day(crisis, &[]);
    assert!(has(&next, "corps-iii") && !has(&next, "corps-xxx") && !has(&next, "guards-43"));
    let then = next_day(hold(next, ALLIED, &[]), &[]);
    assert!(has(&then, "corps-xxx") && has(&then, "guards-43"));
}

#[test]
fn case_2_3d_no_card_has_a_tactic_a_reaction_or_an_event_that_its_side_never_has_in_this_game() {
    let given = empty(20);
    let tables = &given.definitions.tables;
    for (id, card) in given.definitions.cards() {
        for function in &card.functions {
            let has = |day: u8| match function {
                Function::Tactic(_, tactic) => {
                    [false, true].iter().any(|defends| tables.tactics.has(card.side, day, *tactic, *defends))
                }
                Function::Reaction(_, reaction) => given.definitions.is_reaction(id, day, *reaction),
                Function::Event(_, deed) => given.definitions.is_event(id, day, *deed),
                _ => true,
            };
            assert!((16..=29).any(has), "{}: {function:?}", card.title);
        }
    }
}
