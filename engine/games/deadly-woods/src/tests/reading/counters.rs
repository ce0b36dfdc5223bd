//! Counters, entry areas, chits on their track (2), and who has the initiative (5).

use super::given::{GAME, given, hex, unit};
use crate::printed::{ALLIED, Chit, GERMAN, Kind};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Played};

#[test]
fn cases_2_3_1_1a_2_3_1_1b_and_2_3_1_1d_steps_by_kind() {
    for (at, counter) in GAME.counters.iter().enumerate() {
        let it = GAME.published.units.unit(definitions::UnitId(at as u16));
        let three = counter.side == GERMAN
            && (counter.kind == Kind::Mechanised || counter.kind == Kind::Armour && counter.division.is_some());
        let one = !counter.kind.fights() || ["vdh", "delay"].contains(&it.id.as_str());
        let steps = if one {
            1
        } else if three {
            3
        } else {
            2
        };
        assert_eq!(counter.steps, steps, "{}", it.id);
    }
}

#[test]
fn case_2_3_1_1a_a_unit_of_one_step_dies_with_it() {
    let given =
        given("turn 4 allied combat\nunit vdh 2417\nunit 16-1di 2416\nunit 18-1di 2416\nunit 26-1di 2416").dice(&[6]);
    let won = given.and("allied: attack 2417 with 16/1 Inf, 18/1 Inf, 26/1 Inf");
    assert!(won.state.unit(unit("vdh")).hex().is_none());
}

#[test]
fn case_2_3_1_1c_the_third_step_is_mechanized_and_has_no_zone() {
    for (at, counter) in GAME.counters.iter().enumerate() {
        let it = GAME.published.units.unit(definitions::UnitId(at as u16));
        let expected = (counter.steps == 3).then_some((2, Kind::Mechanised));
        assert_eq!(counter.last, expected, "{}", it.id);
    }
    let third = given("unit a-2pz 2417 lost=2\nunit b-2pz 2418 lost=1");
    assert_eq!(third.state.kind(&GAME, unit("a-2pz")), Kind::Mechanised);
    assert_eq!(third.state.kind(&GAME, unit("b-2pz")), Kind::Armour, "the second step has its tanks");
    let zones = third.state.disposition(&GAME).zones(GERMAN);
    assert!(!zones.contains(hex("2416")) && zones.contains(hex("2319")));
}

#[test]
fn case_2_2_1c_the_entries_of_a_side_are_its_sources_of_supply() {
    let letters = |side| {
        let mut letters: Vec<String> = GAME
            .board
            .entries(side)
            .into_iter()
            .filter_map(|hex| GAME.board.hex(hex).entry.as_ref().map(|(_, letter)| letter.clone()))
            .collect();
        letters.sort();
        letters.dedup();
        letters.concat()
    };
    assert_eq!((letters(ALLIED).as_str(), letters(GERMAN).as_str()), ("ABCDEFGHIJ", "KLM"));
}

#[test]
fn cases_2_5a_and_2_2_2a_chits_are_drawn_from_the_cup_and_laid_on_the_track_in_their_order() {
    let given =
        given("turn 3 german move\ncup 5-pz-army allied-move\nplayed german-move\nunit a-2pz 3519\nunit 110-28di 2418");
    let ended = given.dice(&[1]).and("german: end");
    let drawn = ended.state.drawn.or_else(|| ended.state.track.last().map(|played| played.chit));
    assert!(matches!(drawn, Some(Chit::FifthArmy | Chit::AlliedMove)), "{drawn:?}");
    let laid = ended.fact(&Event::RoundBegan {
        side: GERMAN,
        chit: Chit::FifthArmy,
        act: crate::truth::state::Act::Move,
        units: Vec::new(),
    });
    let track: Vec<Chit> = laid.state.track.iter().map(|Played { chit, .. }| *chit).collect();
    assert_eq!((track.first(), track.last()), (Some(&Chit::GermanMove), Some(&Chit::FifthArmy)));
}

#[test]
fn case_2_6a_the_germans_alone_score() {
    let held = given("turn 3 german move\ncontrol 2418 german\nunit a-26vg 2418");
    assert_eq!(crate::chapters::victory::points(&GAME, &held.state), 1);
    let allied = given("turn 3 german move\nunit 501-101abn 2418");
    assert_eq!(crate::chapters::victory::points(&GAME, &allied.state), 0);
}

/// Whose initiative a turn is that begins with these VP hexes in German hands.
fn initiative(turn: u8, held: &str) -> Vec<engine::contract::SideId> {
    let control: String = held.split_whitespace().map(|hex| format!("control {hex} german\n")).collect();
    let before = given(&format!("turn {} allied move\n{control}", turn - 1));
    let then = before.when("allied: end");
    let told = then.events.iter().filter_map(|event| match event {
        Event::Initiative { side } => Some(*side),
        _ => None,
    });
    told.collect()
}

#[test]
fn cases_5_2a_5_2b_and_5_2c_whose_initiative_it_is() {
    for turn in 2..=5 {
        assert_eq!(initiative(turn, ""), [GERMAN], "turn {turn}");
    }
    for turn in 7..=12 {
        assert_eq!(initiative(turn, "2418 3211"), [ALLIED], "turn {turn}");
    }
    assert_eq!(initiative(6, ""), [ALLIED]);
    assert_eq!(initiative(6, "2418 3211"), [ALLIED], "two are too few");
}

#[test]
fn case_5_2b_three_vp_hexes_in_supply_give_the_germans_turn_6() {
    // the three that lie nearest to the Germans
    let three = "2418 3211";
    let given = given(&format!(
        "turn 5 allied move\n{}",
        three.split(' ').map(|hex| format!("control {hex} german\n")).collect::<String>()
    ));
    let more = GAME.plans[1].objectives.iter().find(|hex| {
        let mut state = given.state.clone();
        state.german.insert(**hex);
        crate::chapters::victory::points(&GAME, &state) == 3
    });
    let more = super::given::number(*more.expect("a third VP hex that can trace"));
    assert_eq!(initiative(6, &format!("{three} {more}")), [GERMAN]);
    // held, but out of supply: it does not count
    let cut = format!(
        "turn 5 allied move\ncontrol 2418 german\ncontrol 3211 german\ncontrol {more} german\nunit 501-101abn 4403\n\
                       unit 502-101abn 4412\nunit 506-101abn 4422"
    );
    let then = super::given::given(&cut).when("allied: end");
    then.happens(|event| matches!(event, Event::Initiative { side } if *side == ALLIED));
}

#[test]
fn cases_5_1a_and_4_3a_the_side_with_the_initiative_begins_with_one_of_its_own_chits() {
    let lines = "turn 3 german first\ncup 5-pz-army german-move allied-move supply-check\nhand allied-reinforcements\nunit a-2pz 3519";
    let given = given(lines);
    assert_eq!(given.state.phase, Phase::First);
    given.when("german: play Patton/Monty").is_refused_by("5.1a", "none of your chits");
    given.when("german: play Supply Check").is_refused_by("5.1a", "none of your chits");
    let then = given.when("german: play 5th Panzer Army");
    then.happens(|event| matches!(event, Event::Chosen { chit: Chit::FifthArmy }));
    then.happens(|event| matches!(event, Event::RoundBegan { side, .. } if *side == GERMAN));
}
