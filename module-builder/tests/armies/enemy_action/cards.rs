//! The command cards and combat chits: what the rulebook counts, names and shows; the rest is a house deck within it.

use super::super::published;
use definitions::{Argument, Card, CardFace, Force, PileKind, Published, Scenario, Unit};
use std::collections::{BTreeMap, BTreeSet};

fn scenario<'a>(game: &'a Published, id: &str) -> &'a Scenario {
    game.scenario(id).unwrap()
}

/// How many cards of a side a scenario deals into a pile on a turn: primary and supplemental ones.
fn dealt(game: &Published, scenario: &Scenario, side: &str, turn: u8, pile: &str) -> (usize, usize) {
    let deals = scenario.deals.iter().filter(|deal| deal.turn == turn && deal.pile == pile);
    let mut found = (0, 0);
    for (id, count) in deals.flat_map(|deal| &deal.cards) {
        let set = game.cards.card(id).unwrap().set.as_str();
        if set == format!("{side}-primary") {
            found.0 += usize::from(*count);
        } else if set == format!("{side}-supplemental") {
            found.1 += usize::from(*count);
        }
    }
    found
}

/// Primary cards in the draw pile, supplemental ones available, and all that come later, at the start of a scenario.
fn displays(game: &Published, id: &str, side: &str) -> (usize, usize, usize) {
    let scenario = scenario(game, id);
    let first = scenario.turns.0;
    let (primary, none) = dealt(game, scenario, side, first, &format!("{side}-draw"));
    let (none_too, available) = dealt(game, scenario, side, first, &format!("{side}-available"));
    assert_eq!((none, none_too), (0, 0), "primary cards lie in the draw pile, supplemental ones are available");
    let (_, used) = dealt(game, scenario, side, first, &format!("{side}-supplemental-used"));
    let (waiting, waiting_too) = dealt(game, scenario, side, first, "okw-cards");
    let later: usize = (first + 1..=scenario.turns.1)
        .flat_map(|turn| ["draw", "available"].map(|pile| dealt(game, scenario, side, turn, &format!("{side}-{pile}"))))
        .map(|(primary, supplemental)| primary + supplemental)
        .sum();
    (primary, available + used, later + waiting + waiting_too)
}

fn copies(game: &Published, of: impl Fn(&str) -> bool) -> usize {
    game.cards.cards.iter().filter(|card| of(&card.set)).map(|card| usize::from(card.copies)).sum()
}

#[test]
fn case_2_3_there_are_37_german_and_34_allied_cards() {
    let game = published("enemy-action");
    assert_eq!(copies(&game, |set| set.starts_with("german-")), 37);
    assert_eq!(copies(&game, |set| set.starts_with("allied-")), 34);
    let formations = game.cards.cards.iter().filter(|card| !card.set.starts_with("combat"));
    assert!(formations.clone().all(|card| card.other.is_none()), "cards have backs");
    let house = formations.clone().filter(|card| card.is_house()).count();
    assert!(house > 0 && house < formations.count(), "what the rulebook shows is not of the house deck");
}

#[test]
fn case_3_the_displays_begin_with_7_18_12_and_3_9_22() {
    let game = published("enemy-action");
    assert_eq!(displays(&game, "battle-of-the-bulge", "german"), (7, 18, 12));
    assert_eq!(displays(&game, "battle-of-the-bulge", "allied"), (3, 9, 22));
}

#[test]
fn case_5_one_primary_and_three_supplemental_allied_cards_come_on_17_december() {
    let game = published("enemy-action");
    let bulge = scenario(&game, "battle-of-the-bulge");
    assert_eq!(dealt(&game, bulge, "allied", 17, "allied-draw"), (1, 0));
    assert_eq!(dealt(&game, bulge, "allied", 17, "allied-available"), (0, 3));
}

#[test]
fn case_5_every_day_there_are_as_many_supplemental_cards_as_the_calendar_draws() {
    let game = published("enemy-action");
    let bulge = scenario(&game, "battle-of-the-bulge");
    let calendar = game.tables.get("calendar").unwrap();
    for side in ["german", "allied"] {
        let (mut available, mut used) = (0, 0);
        for day in bulge.turns.0..=bulge.turns.1 {
            available += dealt(&game, bulge, side, day, &format!("{side}-available")).1;
            let drawn: usize = calendar.number(&day.to_string(), side).unwrap();
            assert!(drawn <= available, "{side}, {day}: {drawn} of {available}");
            if (side, day) == ("allied", 17) {
                assert_eq!(available, 8, "the example of 5");
            }
            // what lay in yesterday's draw pile is available again tomorrow
            available = available - drawn + used;
            used = drawn;
        }
    }
}

#[test]
fn case_11_4_one_primary_and_three_supplemental_cards_wait_with_the_okw_reserve() {
    let game = published("enemy-action");
    for id in ["battle-of-the-bulge", "crisis-at-the-meuse"] {
        let scenario = scenario(&game, id);
        assert_eq!(dealt(&game, scenario, "german", scenario.turns.0, "okw-cards"), (1, 3), "{id}");
    }
}

#[test]
fn case_15_1_to_15_3_the_short_scenarios_use_the_cards_of_their_days_alone() {
    let game = published("enemy-action");
    for (id, german, allied) in [
        ("initial-assault", (7, 18, 0), (3, 9, 0)),
        ("allies-surprised", (7, 18, 3), (3, 9, 9)),
        ("german-breakout", (7, 18, 6), (3, 9, 14)),
    ] {
        assert_eq!(displays(&game, id, "german"), german, "{id}");
        assert_eq!(displays(&game, id, "allied"), allied, "{id}");
        let last = scenario(&game, id).turns.1;
        let dealt = scenario(&game, id).deals.iter().flat_map(|deal| &deal.cards);
        for (card, _) in dealt.filter(|(card, _)| !card.starts_with("chit-")) {
            let day: u8 = game.cards.card(card).unwrap().corner.parse().unwrap();
            assert!(day <= last, "{id}: {card} is of {day}");
        }
    }
}

#[test]
fn case_15_5_the_displays_of_22_december_hold_9_23_5_and_7_24_3_and_card_13_is_used() {
    let game = published("enemy-action");
    assert_eq!(displays(&game, "crisis-at-the-meuse", "german"), (9, 23, 5));
    assert_eq!(displays(&game, "crisis-at-the-meuse", "allied"), (7, 24, 3));
    let crisis = scenario(&game, "crisis-at-the-meuse");
    let used: Vec<_> = crisis.deals.iter().filter(|deal| deal.pile == "allied-supplemental-used").collect();
    let [used] = used.as_slice() else { panic!("{used:?}") };
    let [(card, 1)] = used.cards.as_slice() else { panic!("{:?}", used.cards) };
    assert_eq!(game.cards.card(card).unwrap().number, Some(13));
}

#[test]
fn case_2_21_every_corps_is_on_a_card_and_the_xviii_on_two() {
    let game = published("enemy-action");
    for formation in &game.units.formations {
        let name = format!("{} ", formation.short);
        let on = game.cards.cards.iter().filter(|card| card.front.title.starts_with(&name)).count();
        assert_eq!(on, if formation.short == "XVIII" { 2 } else { 1 }, "{}", formation.name);
    }
}

#[test]
fn the_cards_that_the_rulebook_names_say_what_it_tells_of_them() {
    let game = published("enemy-action");
    let numbered = |number| game.cards.cards.iter().find(|card| card.number == Some(number)).unwrap();
    assert_eq!(numbered(46).front.title, "2nd Panzer and Panzer Lehr", "2.3");
    assert_eq!(numbered(46).head, "XLVII Panzer Corps", "2.3");
    assert_eq!(numbered(28).front.title, "90th, 6th Armored and 35th", "6.2");
    let says = |id: &str| game.cards.card(id).unwrap().front.says.join("; ");
    assert!(says("1-ss-12-ss").contains("1st SS on 22, 26; No fuel: 12th SS on 23, 29"), "10.4");
    assert!(says("peiper-150").contains("17") && says("peiper-150").contains("18"), "5.21");
    assert!(says("corps-v").contains("replace 2 steps"), "13.1");
    for card in ["army-5-pz", "army-6-pz", "army-7", "army-group-b", "army-1-us", "army-3-us", "army-group"] {
        assert!(says(card).contains("Combat: any tactic"), "9.22: {card}");
    }
    assert_eq!(game.cards.card("army-1-us").unwrap().corner, "18", "5.7");
    assert_eq!(game.cards.card("army-group").unwrap().corner, "20", "5.7");
}

#[test]
fn hands_are_seen_by_their_side_alone_and_the_german_one_holds_seven() {
    let game = published("enemy-action");
    let hands: Vec<_> = game.cards.piles.iter().filter(|pile| pile.kind == PileKind::Hand).collect();
    assert_eq!(hands.iter().map(|hand| hand.side).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(hands[0].holds, Some(7), "4 IV");
    let calendar = game.tables.get("calendar").unwrap();
    let most = (16..=29).map(|day: u8| calendar.number::<u8>(&day.to_string(), "allied-hand").unwrap()).max();
    assert_eq!(hands[1].holds, most, "the calendar");
}

/// The command cards.
fn commands(game: &Published) -> impl Iterator<Item = &Card> {
    game.cards.cards.iter().filter(|card| card.set != "combat")
}

/// Which side a card is of, as tables name it.
fn side(card: &Card) -> &str {
    card.set.split('-').next().unwrap()
}

/// The names that cards of a side give in phrases of some forms: `tactic`, `dated-tactic`.
fn named<'a>(game: &'a Published, of: &str, forms: &[&str]) -> BTreeMap<&'a str, usize> {
    let mut found = BTreeMap::new();
    for card in commands(game).filter(|card| side(card) == of) {
        for phrase in card.front.words.iter().filter(|phrase| forms.contains(&phrase.word.as_str())) {
            let Some(Argument::Word(name)) = phrase.arguments.last() else { panic!("{phrase:?}") };
            *found.entry(name.as_str()).or_default() += 1;
        }
    }
    found
}

#[test]
fn case_9_2_every_tactic_of_a_side_is_on_several_of_its_cards_and_none_of_the_other() {
    let game = published("enemy-action");
    let tactics = game.tables.get("tactics").unwrap();
    for of in ["german", "allied"] {
        let on = named(&game, of, &["tactic", "dated-tactic"]);
        for row in &tactics.rows {
            let there = on.get(row.name.as_str()).copied().unwrap_or_default();
            match tactics.cell(&row.name, of).unwrap().text.as_str() {
                "." => assert_eq!(there, 0, "{of}: {}", row.name),
                _ => assert!((2..=12).contains(&there), "{of}: {} is on {there} cards", row.name),
            }
        }
        let wild = commands(&game).filter(|card| side(card) == of);
        let wild = wild.filter(|card| card.front.words.iter().any(|phrase| phrase.word == "any-tactic")).count();
        assert_eq!(wild, if of == "german" { 4 } else { 3 }, "9.22: armies and army groups");
    }
}

#[test]
fn case_2_3_every_event_and_reaction_is_on_a_card_of_its_side_on_days_that_it_has() {
    let game = published("enemy-action");
    let events = game.tables.get("events").unwrap();
    let reactions = game.tables.get("reactions").unwrap();
    for of in ["german", "allied"] {
        let commanded = named(&game, of, &["event", "dated-event"]);
        let special = named(&game, of, &["special"]);
        for row in &events.rows {
            let on = if events.cell(&row.name, "kind").unwrap().text == "command" { &commanded } else { &special };
            let there = on.get(row.name.as_str()).copied().unwrap_or_default();
            assert_eq!(
                there > 0,
                events.cell(&row.name, "side").unwrap().text == of,
                "{of}: {} is on {there}",
                row.name
            );
        }
        let on = named(&game, of, &["reaction", "dated-reaction"]);
        for row in &reactions.rows {
            let there = on.get(row.name.as_str()).copied().unwrap_or_default();
            assert_eq!(
                there > 1,
                reactions.cell(&row.name, "side").unwrap().text == of,
                "{of}: {} is on {there}",
                row.name
            );
        }
    }
    for card in commands(&game) {
        for phrase in &card.front.words {
            let [Argument::Span(from, to), Argument::Word(name)] = phrase.arguments.as_slice() else { continue };
            let (table, column) = match phrase.word.as_str() {
                "dated-tactic" => ("tactics", side(card)),
                "dated-reaction" => ("reactions", "days"),
                _ => ("events", "days"),
            };
            let cell = game.tables.get(table).unwrap().cell(name, column).unwrap().word.as_ref().unwrap();
            let Some(Argument::Span(first, last)) = cell.arguments.first() else { panic!("{name}: {cell:?}") };
            assert!(from >= first && to <= last, "{}: {name} on {from} to {to}, but it has {first} to {last}", card.id);
            let comes: i32 = card.corner.parse().unwrap_or(17);
            assert!(comes <= *to, "{}: {name} is over before the card comes", card.id);
        }
    }
}

#[test]
fn case_5_3_and_13_1_every_corps_card_gives_replacement_points_from_the_20th() {
    let game = published("enemy-action");
    for card in commands(&game) {
        let is_corps = matches!(card.forces.as_slice(), [Force::Formation(_)]);
        let gives = card.front.words.iter().find(|phrase| phrase.word == "replace");
        assert_eq!(gives.is_some(), is_corps, "{}", card.id);
        if let Some(phrase) = gives {
            let [Argument::Number(20), Argument::Number(1..=3)] = phrase.arguments.as_slice() else {
                panic!("{phrase:?}")
            };
        }
    }
}

#[test]
fn case_5_4_and_5_5_armies_and_groups_have_what_the_cases_list_and_the_pictures_show() {
    let game = published("enemy-action");
    for (ids, word) in [
        (&["army-5-pz", "army-6-pz", "army-7"][..], "kampfgruppe-of"),
        (&["army-group-b"], "kampfgruppe"),
        (&["army-1-us", "army-3-us", "army-group"], "stacked-with"),
        (&["army-1-us", "army-3-us", "army-group"], "bonus-tactic"),
        (&["army-1-us", "army-group"], "reaction"),
        (
            &["army-group-b", "army-5-pz", "army-6-pz", "army-7", "army-1-us", "army-3-us", "army-group"],
            "any-command-event",
        ),
    ] {
        let on: BTreeSet<&str> = commands(&game)
            .filter(|card| card.id.starts_with("army-") && card.front.words.iter().any(|phrase| phrase.word == word))
            .map(|card| card.id.as_str())
            .collect();
        assert_eq!(on, ids.iter().copied().collect(), "{word}");
    }
}

/// The units of a force on a card.
fn units<'a>(game: &'a Published, force: &Force) -> Vec<&'a Unit> {
    let is = |unit: &&Unit| match force {
        Force::Army(_) | Force::Formation(_) => false,
        Force::Division(id) => unit.division == *id,
        Force::Unit(id) => game.units.unit(*id).id == unit.id,
    };
    game.units.units.iter().filter(is).collect()
}

#[test]
fn case_5_2_cards_of_divisions_that_have_no_reserves_deploy_none() {
    let game = published("enemy-action");
    let bulge = scenario(&game, "battle-of-the-bulge");
    for card in commands(&game) {
        let of: Vec<&Unit> = card.forces.iter().flat_map(|force| units(&game, force)).collect();
        if of.is_empty() {
            continue;
        }
        let waits = |unit: &&Unit| {
            let due = bulge.arrivals.iter().map(|it| it.unit);
            let boxed = bulge.boxed.iter().map(|it| it.unit);
            due.chain(boxed).any(|id| game.units.unit(id).id == unit.id)
        };
        let has = |word: &str| card.front.words.iter().any(|phrase| phrase.word == word);
        assert_eq!(has("deploy"), of.iter().any(waits), "{}", card.id);
        assert!(has("deploy-one"), "{}", card.id);
        // one unit of the same corps (5.2): the divisions of a card are of one
        let corps: BTreeSet<_> = of.iter().map(|unit| unit.formation).collect();
        assert_eq!(corps.len(), 1, "{}: {corps:?}", card.id);
    }
}

#[test]
fn case_10_4_every_mechanized_division_on_a_card_lacks_fuel_on_two_days_and_nobody_else() {
    let game = published("enemy-action");
    let mut by_day: BTreeMap<i32, usize> = BTreeMap::new();
    for card in commands(&game) {
        let mut told: BTreeMap<String, &[Argument]> = BTreeMap::new();
        for phrase in card.front.words.iter().filter(|phrase| phrase.word == "no-fuel") {
            let [who, Argument::Several(days)] = phrase.arguments.as_slice() else { panic!("{phrase:?}") };
            let id = match who {
                Argument::Word(division) => division.clone(),
                Argument::Unit(unit) => game.units.unit(*unit).id.clone(),
                other => panic!("{other:?}"),
            };
            told.insert(id, days);
        }
        for force in &card.forces {
            let id = match force {
                Force::Division(id) => id.clone(),
                Force::Unit(unit) => game.units.unit(*unit).id.clone(),
                Force::Army(_) | Force::Formation(_) => continue,
            };
            let vehicles = |unit: &&Unit| unit.values.get("movement").is_some_and(|it| it.after(0) > 3);
            let mechanized = side(card) == "german" && units(&game, force).iter().any(vehicles);
            let days = told.remove(&id);
            assert_eq!(days.is_some(), mechanized, "{}: {id}", card.id);
            let Some(days) = days else { continue };
            assert_eq!(days.len(), 2, "{id}");
            for day in days {
                let Argument::Number(day @ 20..=29) = day else { panic!("{id}: {day:?}") };
                *by_day.entry(*day).or_default() += 1;
            }
        }
        assert!(told.is_empty(), "{}: {told:?} is not of the card", card.id);
    }
    assert_eq!(by_day.len(), 10, "each day from the 20th has its shortages: {by_day:?}");
    assert!(by_day.values().all(|count| *count <= 5), "{by_day:?}");
}

#[test]
fn what_is_ours_on_a_card_says_so() {
    let game = published("enemy-action");
    let told: BTreeSet<&str> = commands(&game).filter(|card| !card.is_house()).map(|card| card.id.as_str()).collect();
    // 5.7, 6.1, 13.1, 15.5; of Army Group B a day is taken for another (R77)
    let shown = ["1-9-5a", "army-1-us", "army-5-pz", "army-group", "corps-v", "corps-xlvii", "no-command-13"];
    assert_eq!(told, BTreeSet::from(shown));
}

/// The faces of the combat chits with their copies.
fn chits(game: &Published) -> Vec<(&CardFace, u8)> {
    let chits = game.cards.of_set("combat");
    chits.flat_map(|chit| [Some(&chit.front), chit.other.as_ref()].map(|face| (face.unwrap(), chit.copies))).collect()
}

#[test]
fn case_9_4_sixty_combat_chits_have_every_situation_between_them() {
    let game = published("enemy-action");
    assert_eq!(copies(&game, |set| set == "combat"), 60, "2.22");
    let situations: BTreeSet<String> =
        chits(&game).iter().flat_map(|(face, _)| face.says[0].split(", ").map(str::to_lowercase)).collect();
    for wanted in [
        "3:1 or more",
        "more than 1:1",
        "under 2:1",
        "8:1 or more",
        "under 1.5:1",
        // of the same kinds as the examples
        "2:1 or more",
        "1.5:1 or more",
        "under 3:1",
        "clear",
        "broken",
        "woods",
        "forest",
        "town",
        "city",
        "dec 16",
        "dec 17",
        "allied airpower",
        "german airpower",
        "attacker artillery",
        "defender artillery",
        "attacker elite",
        "defender elite",
        "attacker green",
        "defender green",
        "combat engineers",
        "defender adjacent",
        "defender recon",
        "dispersed or unsupplied",
        "flank attack",
        "large attack",
        "allied attack",
        "5 pz army attack",
        "ip crossfire",
        "one-hex attack",
        "only attacker armor",
        "only defender armor",
        "only attacker combined arms",
        "only defender combined arms",
    ] {
        assert!(situations.contains(wanted), "{wanted} is not among {situations:?}");
    }
    assert_eq!(situations.len(), 38, "and no others");
    let blue = game.cards.of_set("combat").filter(|chit| chit.colour.is_some()).count();
    assert!((1..5).contains(&blue), "some are blue (9.41)");
}

#[test]
fn case_9_5_the_chits_have_the_hits_of_the_examples() {
    let game = published("enemy-action");
    let mut hits: BTreeMap<&str, u8> = BTreeMap::new();
    for (face, copies) in chits(&game) {
        *hits.entry(&face.title).or_default() += copies;
    }
    let kinds: BTreeSet<&str> = hits.keys().copied().collect();
    assert_eq!(kinds, BTreeSet::from(["A1", "A1 D1", "D-1", "D1", "D2", "G1", "G2", "U1"]));
    // three chits make A2 D2: A1, A1 D1, D1. Five make A1 D2 with two D-1 among them, A1 D3 before the last: A1 D1, D1,
    // D2, D-1, D-1. Four make A1 D3 for a German attacker and D4 against a German defender: G1, D1, D1, D1.
    for (kind, least) in [("A1", 1), ("A1 D1", 1), ("D-1", 2), ("D1", 3), ("D2", 1), ("G1", 1)] {
        assert!(hits[kind] >= least, "{kind}");
    }
}
