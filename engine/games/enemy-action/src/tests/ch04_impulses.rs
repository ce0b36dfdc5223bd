//! Impulses, activations and the end of a day (4, 5.1, 6.5), scenarios (15).

use super::given::{active, card, draws, empty, hold, impulse, put, start, unit};
use crate::EnemyAction;
use crate::chapters::victory::evening;
use crate::printed::{ALLIED, Comes, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::Place;
use crate::truth::state::Fight;
use engine::contract::SideId;
use testing::Given;

/// Two regiments of the 2nd Panzer beside a regiment of the 28th in the open.
fn field() -> Given<EnemyAction> {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "2-2pz", "1022", 0);
    active(put(given, "110-28di", "1122", 0), GERMAN, &["3-2pz", "2-2pz"])
}

#[test]
fn cases_6a_and_4i_all_move_before_anybody_attacks() {
    // the third has something to do left: it may dig in
    let given = put(field(), "304-2pz", "1120", 0);
    let given = active(given, GERMAN, &["3-2pz", "2-2pz", "304-2pz"]);
    let given = given.and("german: move 2.2P to 1123").and("german: attack 1122 with 3.2P");
    let given = draws(given, &["chit-14", "chit-14"]).and("allied: pass");
    given.when("german: move 3.2P to 1020").is_refused_by("6a", "moving of this activation is over");
    given.when("german: attack 1122 with 2.2P").is_refused_by("9.1d", "has been attacked");
}

#[test]
fn cases_5_1a_and_5_1b_cards_are_tactics_of_the_own_activation_and_of_the_defence() {
    let given = hold(hold(field(), GERMAN, &["corps-lviii"]), ALLIED, &["28-id"]);
    let before = given.state.public.piles.clone().map(|piles| piles.hand);
    let attack = given.clone().and("german: attack 1122 with 3.2P playing corps-lviii as Artillery");
    let held = |given: &Given<EnemyAction>| given.state.public.piles.clone().map(|piles| piles.hand);
    assert_eq!(held(&attack), [before[0] - 1, before[1]]);
    attack.when("allied: support with 28-id as Artillery").is_refused_by("2.3b", "is not Artillery");
    // Screen takes two chits of the most, so that the least is drawn at once
    let defended = draws(attack, &["chit-14", "chit-14"]).and("allied: support with 28-id as Screen");
    assert_eq!(held(&defended), [before[0] - 1, before[1] - 1]);
    assert_eq!(defended.state.public.piles[1].used, [card(&defended, "28-id")]);
}

#[test]
fn case_4j_the_hand_is_filled_after_each_own_impulse_while_the_pile_lasts() {
    // five are held, two lie in the pile, and the hand of the 18th is five
    let given = impulse(hold(put(empty(18), "395-99di", "1219", 0), ALLIED, &["corps-v"]), ALLIED);
    let before = given.state.public.piles[1].clone();
    assert_eq!((before.hand, before.draw), (5, 2));
    let after = given.clone().and("allied: activate V with corps-v").and("allied: end");
    assert_eq!((after.state.public.piles[1].hand, after.state.public.piles[1].draw), (5, 1));
}

#[test]
fn cases_4k_and_4l_and_4m_the_day_ends_with_the_last_card_and_is_cleaned_up() {
    let mut given = put(empty(18), "110-28di", "1404", 0);
    let it = unit(&given, "110-28di");
    given.state.public.units.get_mut(it).dispersed = true;
    let aside: Vec<_> = given.state.public.cup.drain(..9).collect();
    given.state.public.aside = aside;
    for side in SideId::BOTH {
        let cards = given.state.hidden[side.index()].draw.clone();
        given = given.fact(&Event::Drew { side, count: cards.len() as u8, cards });
        let hand = given.state.hidden[side.index()].hand.clone();
        given = given.fact(&Event::LaidAside { side, cards: hand });
    }
    let given = impulse(hold(given, ALLIED, &["2-id"]), ALLIED);
    assert_eq!(given.state.public.day, 18);
    let after = given.clone().and("allied: discard 2-id");
    let public = &after.state.public;
    assert_eq!((public.day, public.cup.len(), public.aside.len()), (19, 60, 0));
    assert!(!public.unit(it).dispersed);
}

#[test]
fn cases_6_5d_and_6_5e_reserves_and_joining_are_no_activations() {
    let given = put(empty(18), "110-28di", "1814", 0);
    let (tired, fresh) = (unit(&given, "110-28di"), unit(&given, "109-28di"));
    let mut given = given.fact(&Event::Arrived { units: vec![(fresh, Place::Reserve(18, false))] });
    given.state.public.acted[1] = vec![tired];
    let given = impulse(hold(given, ALLIED, &["corps-viii"]), ALLIED);
    given.when("allied: activate VIII with corps-viii").is_refused_by("6.5a", "was active");
    given.when("allied: deploy with corps-viii").is_done();
    let given = hold(put(field(), "39-26vg", "1123", 0), GERMAN, &["2-pz-lehr"]);
    let joined = given.clone().and("german: attack 1122 with 3.2P, 39.26 playing 2-pz-lehr as Assault Coordination");
    assert!(!joined.state.public.acted[0].contains(&unit(&joined, "39-26vg")));
}

#[test]
fn case_9d_the_defender_takes_his_hits_before_the_attacker() {
    let given = draws(field().and("german: attack 1122 with 3.2P, 2.2P"), &["chit-07", "chit-07"]);
    let hit = given.clone().and("allied: pass").and("german: draw 2");
    let combat = hit.state.public.combat.as_ref().unwrap();
    assert_eq!((combat.owed, combat.stage), ([2, 2], Fight::DefenderHits));
    let then = hit.and("allied: lose 110.28").and("allied: lose 110.28");
    assert_eq!(then.state.public.combat.as_ref().map(|combat| combat.stage), Some(Fight::AttackerHits));
}

#[test]
fn cases_5_4c_and_5_5c_army_and_army_group_cards_bring_all_reserves_of_theirs() {
    let given = put(put(empty(20), "110-28di", "1814", 0), "120-30di", "0912", 0);
    let units = ["109-28di", "117-30di"].map(|id| (unit(&given, id), Place::Reserve(20, false)));
    let given = given.fact(&Event::Arrived { units: units.to_vec() });
    let given = impulse(hold(given, ALLIED, &["army-1-us", "army-3-us", "army-group"]), ALLIED);
    let bring = |card: &str| {
        let after = given.clone().and(&format!("allied: deploy with {card}"));
        after.state.public.deployment.as_ref().map(|it| it.units.len())
    };
    assert_eq!([bring("army-1-us"), bring("army-3-us"), bring("army-group")], [Some(1), Some(1), Some(2)]);
}

#[test]
fn cases_15_2a_and_15_3a_scenarios_hold_units_and_cards_of_their_days_alone() {
    for (scenario, last, replacements) in [("allies-surprised", 18, false), ("german-breakout", 21, true)] {
        let given = start(scenario);
        let at = usize::from(given.state.public.scenario);
        let plan = &given.definitions.plans[at];
        assert_eq!(plan.days, (16, last));
        let late = plan
            .cards
            .iter()
            .filter(|(card, _)| matches!(given.definitions.card(*card).comes, Comes::On(day) if day > last));
        assert_eq!(late.count(), 0);
        let due =
            given.state.public.units.iter().filter(|(_, it)| matches!(it.place, Place::Due(day, _) if day > last));
        assert_eq!(due.count(), 0);
        assert_eq!(given.definitions.tables.changes[at].replacements, replacements);
    }
}

#[test]
fn case_15_3c_the_german_breakout_has_seven_levels_on_the_21st() {
    let mut given = start("german-breakout");
    given.state.public.day = 21;
    given.state.public.wall.clear();
    let mut at = |points: i16| {
        given.state.public.gains.exits = points;
        let ending = evening(&given.definitions, &given.state.public).unwrap();
        (ending.winner, ending.level.unwrap_or_default())
    };
    let of = |side: SideId, level: &str| (Some(side), format!("{level} victory"));
    let (strategic, operational, tactical) = ("strategic", "operational", "tactical");
    let german = [(50, strategic), (49, operational), (43, operational), (42, tactical), (36, tactical)];
    let allied = [(32, tactical), (26, tactical), (25, operational), (21, operational), (20, strategic)];
    assert!(german.into_iter().all(|(points, level)| at(points) == of(GERMAN, level)));
    assert!(allied.into_iter().all(|(points, level)| at(points) == of(ALLIED, level)));
    assert_eq!([35, 33].map(&mut at), [(None, String::new()), (None, String::new())]);
}
