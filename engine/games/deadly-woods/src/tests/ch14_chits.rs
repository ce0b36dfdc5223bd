//! Chits: which a turn has, which comes next, as what it is played (4.3, 5, 14.1, 14.2, 14.4, 14.8.2, 17).

use super::given::{Branch, GAME, Table, at, start, unit};
use crate::printed::{ALLIED, Army, Chit, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Act, Phase, State, Topic};

fn topic(state: &State) -> Option<Topic> {
    state.asked.map(|asked| asked.topic)
}

/// The end of a turn in which nobody had anything to do: the beginning of the next.
fn after(turn: u8, more: &str) -> Table {
    at(&format!("turn {turn} german move\nplayed supply-check\nunit a-26vg 3418\n{more}")).when("german: end").is_done()
}

/// On to the first chit: nobody lays anything out or takes anything back.
fn to_first(mut table: Table) -> Table {
    while matches!(topic(&table.state), Some(Topic::Assets | Topic::Replacements)) {
        let side = if table.state.asked.is_some_and(|asked| asked.side == GERMAN) { "german" } else { "allied" };
        table = table.after(&format!("{side}: end"));
    }
    table
}

#[test]
fn cases_14_1a_17a_4_3b_14_1c_and_14_8_2a_each_turn_has_the_chits_of_its_line() {
    use Chit::*;
    let chits = |turn: usize| {
        let it = &GAME.plans[1].chits[turn - 1];
        (it.cup.clone(), it.hand.clone())
    };
    let mut second = vec![
        AllGerman,
        ThreeFormations,
        GermanReinforcements,
        GermanReinforcements,
        GermanMove,
        GermanMove,
        SupplyCheck,
        SupplyCheck,
        FifthArmy,
        SixthArmy,
        AlliedMove,
        AlliedMove,
        AlliedReinforcements,
    ];
    second.sort_unstable();
    assert_eq!(chits(2), (second, vec![AlliedReinforcements]));
    assert_eq!(
        chits(8),
        (
            vec![
                ThreeFormations,
                GermanMove,
                GermanMove,
                SupplyCheck,
                SupplyCheck,
                AlliedMove,
                AlliedMove,
                PattonMonty
            ],
            vec![]
        )
    );
    for turn in 2..=7 {
        assert_eq!(chits(turn).1, [AlliedReinforcements], "turn {turn}");
    }
    assert!((8..=12).all(|turn| chits(turn).1.is_empty()));
    assert!(chits(10).0.contains(&AlliedReinforcements) && !chits(11).0.contains(&ThreeFormations));
    let began = after(2, "");
    assert_eq!((began.state.turn, began.state.cup.len()), (3, 13));
}

#[test]
fn cases_4_3a_5_1a_5_1b_14_1b_and_17d_the_side_with_the_initiative_chooses_one_of_its_own_chits_to_begin_with() {
    let first = to_first(after(2, ""));
    assert_eq!(first.state.asked.map(|asked| (asked.side, asked.topic)), Some((GERMAN, Topic::First)));
    first.when("german: play Supply Check").is_refused_by("5.1a", "none of your chits");
    first.when("german: play Allied Move/Combat").is_refused_by("5.1a", "none of your chits");
    let chosen = first.when("german: play 3 Formations");
    chosen.happens(|event| *event == Event::Chosen { chit: Chit::ThreeFormations });
    let allied = to_first(after(7, "unit 422-106di 2418"));
    assert_eq!(allied.state.asked.map(|asked| (asked.side, asked.topic)), Some((ALLIED, Topic::First)));
    allied.when("allied: play Patton/Monty").asks("allied", "as what do you play");
    // on turn 1 nobody chooses (14.3)
    assert_eq!(start("campaign").state.phase, Phase::OpeningCombat);
}

#[test]
fn cases_5_2a_5_2b_5_2c_and_17d_whose_the_initiative_is() {
    let side = |turn: u8, vp: &str| after(turn, vp).state.initiative;
    for turn in 1..=4 {
        assert_eq!(side(turn, ""), GERMAN, "turn {}", turn + 1);
    }
    let three = "control 2418 german\ncontrol 3211 german\ncontrol 3329 german";
    assert_eq!(side(5, three), GERMAN);
    assert_eq!(side(5, "control 2418 german\ncontrol 3211 german"), ALLIED);
    for turn in 6..=11 {
        assert_eq!(side(turn, three), ALLIED, "turn {}", turn + 1);
    }
    assert_eq!(start("campaign").state.initiative, GERMAN);
}

#[test]
fn cases_17b_and_17c_the_panzer_army_chits_of_turns_4_to_6_hang_on_st_vith_and_bastogne() {
    let both = "control 2418 german\ncontrol 3211 german";
    let begin = |turn: u8, towns: &str| to_first(after(turn, towns));
    let cup = |table: &Table| [Chit::FifthArmy, Chit::SixthArmy].map(|chit| table.state.cup.contains(&chit));
    let four = begin(3, both);
    assert_eq!(cup(&four), [true, true]);
    let one = begin(3, "control 2418 german");
    assert_eq!(topic(&one.state), Some(Topic::Army));
    assert_eq!(cup(&one.after("german: take 6th")), [false, true]);
    for turn in [4, 5] {
        let choice = begin(turn, both);
        assert_eq!(topic(&choice.state), Some(Topic::Army), "turn {}", turn + 1);
        assert_eq!(cup(&choice.after("german: take 5th")), [true, false]);
        assert_eq!(cup(&begin(turn, "control 3211 german")), [false, false]);
    }
}

/// A moment at which the German ends his round and a chit is drawn.
fn draws(turn: u8, played: &str, cup: &str) -> Table {
    at(&format!("turn {turn} german move\nunit a-26vg 3418\nunit 422-106di 2418\nplayed {played}\ncup {cup}"))
}

#[test]
fn cases_14_2a_14_2b_14_2c_14_2d_and_4_3c_no_side_has_a_third_chit_while_the_other_has_one_left() {
    // two German chits: a third is laid aside, a check is carried out, drawing goes on
    let given = draws(8, "german-move three-formations", "german-move supply-check allied-move");
    let drawn = given.rolling(&[1, 1, 2]).when("german: end");
    let told: Vec<_> = drawn
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Drawn { chit, aside } => Some((*chit, aside.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(Chit::SupplyCheck, vec![Chit::GermanMove]), (Chit::AlliedMove, vec![])]);
    assert_eq!(drawn.now.state.cup, [Chit::GermanMove], "what was laid aside is back");
    // a supply check breaks no row
    let check = draws(8, "german-move supply-check three-formations", "german-move allied-move")
        .rolling(&[1, 1])
        .when("german: end");
    check.happens(
        |event| matches!(event, Event::Drawn { chit: Chit::AlliedMove, aside } if *aside == [Chit::GermanMove]),
    );
    // with nothing else left a third comes
    let alone = draws(8, "three-formations german-move", "german-move supply-check").rolling(&[1]).when("german: end");
    alone.happens(|event| matches!(event, Event::Drawn { chit: Chit::GermanMove, .. }));
    // after one of the other side the row is broken
    let broken = draws(8, "german-move allied-move three-formations", "german-move allied-move")
        .rolling(&[1])
        .when("german: end");
    broken.happens(|event| matches!(event, Event::Drawn { chit: Chit::GermanMove, aside } if aside.is_empty()));
}

#[test]
fn cases_14_3d_and_14_2a_the_opening_counts_as_an_allied_round() {
    // on turn 1: after the opening one Allied chit, then it must be a German one
    let given = at(
        "turn 1 german drop\nunit vdh box\nunit a-26vg 3418\nunit 422-106di 2418\ncup 5-pz-army allied-reinforcements allied-reinforcements",
    );
    let first = given.rolling(&[2, 1]).when("german: pass");
    first
        .happens(|event| matches!(event, Event::Drawn { chit: Chit::AlliedReinforcements, aside } if aside.is_empty()));
    let mut row = crate::truth::state::State::clone(&given.state);
    row.phase = Phase::Rounds;
    row.track.push(crate::truth::state::Played { chit: Chit::AlliedReinforcements, act: None });
    assert!(!crate::chapters::rounds::cup::may_come(&GAME, &row, Chit::AlliedReinforcements));
    assert!(crate::chapters::rounds::cup::may_come(&GAME, &row, Chit::FifthArmy));
}

#[test]
fn cases_2_2_2a_14_1d_14_4a_14_4b_and_14_4c_a_move_or_combat_chit_is_either_each_once_for_the_germans_any_two_for_the_allies()
 {
    let drawn = |side: &str, chit: &str, played: &str| {
        at(&format!("turn 8 {side} drawn\nunit a-26vg 3418\nunit 422-106di 2418\n{played}\ndrawn {chit}"))
    };
    let german = drawn("german", "german-move", "");
    let moved = german.when("german: play move");
    moved.happens(|event| matches!(event, Event::RoundBegan { act: Act::Move, .. }));
    assert_eq!(moved.now.state.track.last().map(|played| played.chit), Some(Chit::GermanMove));
    let once = german.clone().fact(&Event::RoundBegan {
        side: GERMAN,
        chit: Chit::GermanMove,
        act: Act::Move,
        units: Vec::new(),
    });
    let once = once
        .fact(&Event::RoundEnded { fresh: Vec::new() })
        .fact(&Event::Drawn { chit: Chit::GermanMove, aside: Vec::new() });
    once.when("german: play move").is_refused_by("14.4c", "one move round and one combat round");
    let allied = drawn("allied", "allied-move", "");
    let twice = allied.clone().fact(&Event::RoundBegan {
        side: ALLIED,
        chit: Chit::AlliedMove,
        act: Act::Move,
        units: Vec::new(),
    });
    let twice = twice
        .fact(&Event::RoundEnded { fresh: Vec::new() })
        .fact(&Event::Drawn { chit: Chit::AlliedMove, aside: Vec::new() });
    twice.when("allied: play move").happens(|event| matches!(event, Event::RoundBegan { act: Act::Move, .. }));
}

#[test]
fn cases_14_6b_14_6d_and_14_3_1f_chits_that_leave_the_game() {
    let has = |turn: usize, chit: Chit| {
        let it = &GAME.plans[1].chits[turn - 1];
        it.cup.contains(&chit) || it.hand.contains(&chit)
    };
    assert_eq!((1..=12).filter(|turn| has(*turn, Chit::AllGerman)).collect::<Vec<_>>(), [2]);
    assert_eq!((1..=12).filter(|turn| has(*turn, Chit::OneArmy)).collect::<Vec<_>>(), [3]);
    assert_eq!((1..=12).filter(|turn| has(*turn, Chit::Reaction)).collect::<Vec<_>>(), [1]);
    assert_eq!(after(1, "").state.hand, [Chit::AlliedReinforcements]);
}

#[test]
fn cases_14_8_2b_14_8_2c_and_14_8_2d_the_held_reinforcement_chit_takes_the_place_of_an_allied_chit_or_goes_into_the_cup()
 {
    let given = |cup: &str, drawn: &str| {
        at(&format!(
            "turn 3 allied drawn\nunit 422-106di 2418\nunit 334-84di due-3-first\nunit a-26vg 3418\ncup {cup}\nhand allied-reinforcements\ndrawn {drawn}\nplayed all-german"
        ))
    };
    let asked = given("allied-move german-move", "allied-move");
    let held = asked.when("allied: play held");
    held.happens(|event| *event == Event::HeldPlayed { returned: Some(Chit::AlliedMove) });
    assert_eq!(held.now.state.hand, []);
    // in place of another Reinforcement chit as well
    assert!(given("allied-move", "allied-reinforcements").when("allied: play held").refused.is_none());
    // the last Allied chit is out: the held one goes into the cup
    let last = given("german-move", "allied-move").when("allied: play move");
    last.happens(|event| *event == Event::HeldReturned);
    assert!(last.now.state.cup.contains(&Chit::AlliedReinforcements));
    // not while others are left
    asked.when("allied: play move").happens_not(|event| *event == Event::HeldReturned);
    let none = at("turn 3 allied drawn\nunit 422-106di 2418\ncup allied-move\ndrawn allied-move\nplayed all-german");
    none.when("allied: play held").is_refused_by("14.8.2b", "none is held");
}

#[test]
fn cases_14_9a_and_14_6c_patton_or_monty_and_one_army_are_chosen_when_the_chit_is_played() {
    let patton = at("turn 8 allied drawn\nunit cca-4db 2418\nunit 129-43di 0112\ndrawn patton-monty");
    for (word, act) in [("patton", Act::Patton), ("monty move", Act::MontyMove), ("monty combat", Act::MontyAttack)] {
        patton
            .when(&format!("allied: play {word}"))
            .happens(|event| matches!(event, Event::RoundBegan { act: begun, .. } if *begun == act));
    }
    patton.when("allied: play move").is_refused_by("14.9a", "as Patton or as Monty");
    let army = at("turn 3 german drawn\nunit a-26vg 3418\nunit a-12vg 3609\ndrawn one-army");
    army.when("german: play 6th").happens(|event| matches!(event, Event::RoundBegan { act: Act::OneArmy(Army::Sixth), units, .. } if *units == [unit("a-12vg")]));
    army.when("german: play move").is_refused_by("14.6c", "one army's area");
}
