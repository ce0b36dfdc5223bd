//! The action chits of 17.0, turn by turn.

use super::{scenario, woods};
use std::collections::BTreeMap;

/// German chits in the cup, Allied chits in the cup, and those in the Allied hand (17.0; turn 1 also 14.3.1). Where 17.0
/// has one or both of two armies, both stand here.
const CHART: [(u8, &str, &str, &str); 12] = [
    (1, "5th 6th", "reinf reinf", "react react"),
    (2, "all 3form reinf reinf m/c m/c supply supply 5th 6th", "m/c m/c reinf", "reinf"),
    (3, "one 3form reinf reinf m/c m/c supply supply 5th 6th", "m/c m/c reinf", "reinf"),
    (4, "3form reinf reinf m/c m/c supply supply 5th 6th", "m/c m/c reinf", "reinf"),
    (5, "3form reinf reinf m/c m/c supply supply 5th 6th", "m/c m/c reinf", "reinf"),
    (6, "3form reinf reinf m/c m/c supply supply 5th 6th", "pm m/c m/c reinf", "reinf"),
    (7, "3form m/c m/c supply supply", "pm m/c m/c", "reinf"),
    (8, "3form m/c m/c supply supply", "pm m/c m/c", ""),
    (9, "3form m/c m/c supply supply", "pm m/c m/c", ""),
    (10, "m/c m/c supply supply", "pm m/c m/c reinf", ""),
    (11, "m/c m/c supply supply", "pm m/c m/c", ""),
    (12, "m/c m/c supply supply", "pm m/c m/c", ""),
];

fn short(id: &str) -> &'static str {
    match id {
        "5-pz-army" => "5th",
        "6-pz-army" => "6th",
        "all-german" => "all",
        "one-army" => "one",
        "three-formations" => "3form",
        "german-reinforcements" | "allied-reinforcements" => "reinf",
        "german-move" | "allied-move" => "m/c",
        "supply-check" => "supply",
        "reaction" => "react",
        "patton-monty" => "pm",
        _ => "?",
    }
}

fn sorted(chits: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    let mut chits: Vec<&str> = chits.into_iter().collect();
    chits.sort_unstable();
    chits
}

#[test]
fn case_17_0_cup_and_hand_hold_on_every_turn_what_the_chart_says() {
    let game = woods();
    let campaign = scenario(&game, "campaign");
    for (turn, german, allied, hand) in CHART {
        let dealt = |pile: &str, set: Option<&str>| {
            let deals = campaign.deals.iter().filter(|deal| deal.turn == turn && deal.pile == pile);
            let cards = deals.flat_map(|deal| deal.cards.clone());
            let cards = cards.filter(|(id, _)| set.is_none_or(|set| game.cards.card(id).unwrap().set == set));
            sorted(cards.flat_map(|(id, count)| std::iter::repeat_n(short(&id), usize::from(count))))
        };
        assert_eq!(dealt("action-cup", Some("german-chits")), sorted(german.split_whitespace()), "turn {turn}");
        assert_eq!(dealt("action-cup", Some("allied-chits")), sorted(allied.split_whitespace()), "turn {turn}");
        assert_eq!(dealt("allied-hand", None), sorted(hand.split_whitespace()), "turn {turn}");
    }
    let attack = scenario(&game, "german-attack");
    let six: Vec<_> = campaign.deals.iter().filter(|deal| deal.turn <= 6).cloned().collect();
    assert_eq!(attack.deals, six, "the campaign begins as the German attack does");
}

#[test]
fn case_17_0_on_turns_4_to_6_the_army_chits_depend_on_st_vith_and_bastogne() {
    let game = woods();
    let deals = &scenario(&game, "campaign").deals;
    let noted: Vec<u8> = deals.iter().filter(|deal| deal.note.contains("St. Vith")).map(|deal| deal.turn).collect();
    assert_eq!(noted, [4, 5, 6]);
}

#[test]
fn case_14_3_1_and_14_6_reaction_all_german_and_one_army_leave_the_game_after_their_turns() {
    let game = woods();
    let gone = scenario(&game, "campaign").deals.iter().filter(|deal| deal.pile == "gone");
    let gone: Vec<_> = gone.map(|deal| (deal.turn, deal.cards[0].0.as_str(), deal.cards[0].1)).collect();
    assert_eq!(gone, [(2, "reaction", 2), (3, "all-german", 1), (4, "one-army", 1)]);
}

#[test]
fn case_2_2_2_the_track_has_room_for_the_fourteen_chits_of_turn_2_and_no_chit_is_spare() {
    let game = woods();
    let deals = &scenario(&game, "campaign").deals;
    let mut most: BTreeMap<&str, u8> = BTreeMap::new();
    let mut drawn: BTreeMap<u8, u8> = BTreeMap::new();
    for turn in 1..=12 {
        let mut given: BTreeMap<&str, u8> = BTreeMap::new();
        for deal in deals.iter().filter(|deal| deal.turn == turn && deal.pile != "gone") {
            for (id, count) in &deal.cards {
                *given.entry(id).or_default() += count;
                *drawn.entry(turn).or_default() += count;
            }
        }
        for (id, count) in given {
            let known = most.entry(id).or_default();
            *known = (*known).max(count);
        }
    }
    assert_eq!(drawn.values().max(), Some(&14));
    assert_eq!(drawn[&2], 14);
    assert_eq!(game.cards.pile("action-track").unwrap().holds, Some(14));
    for card in &game.cards.cards {
        assert_eq!(most.get(card.id.as_str()), Some(&card.copies), "{}", card.id);
    }
}

#[test]
fn case_14_4_the_chits_marked_move_have_combat_on_their_other_side() {
    let game = woods();
    let two: Vec<_> = game.cards.cards.iter().filter(|card| card.other.is_some()).collect();
    assert_eq!(
        two.iter().map(|card| (card.id.as_str(), card.copies)).collect::<Vec<_>>(),
        [("german-move", 2), ("allied-move", 2)]
    );
    assert!(two.iter().all(|card| card.front.title == "Move" && card.other.as_ref().unwrap().title == "Combat"));
}
