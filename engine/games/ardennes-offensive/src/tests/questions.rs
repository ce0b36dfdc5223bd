//! What a player reads with a question, beside it, and of a unit.

use super::given::{GAME, Given, hex, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Phase, Place, Topic};
use engine::contract::{Question, Rules, Seen, Speech};

fn question(given: &Given) -> Question {
    let (view, ask) = (given.view(), ArdennesOffensive::asks(&given.state)[0]);
    ArdennesOffensive::question(Seen::<ArdennesOffensive>::new(&GAME, &view), &ask)
}

fn status(given: &Given) -> String {
    let view = given.view();
    ArdennesOffensive::status(Seen::<ArdennesOffensive>::new(&GAME, &view)).join("\n")
}

fn can(given: &Given, name: &str) -> String {
    let view = given.view();
    ArdennesOffensive::abilities(Seen::<ArdennesOffensive>::new(&GAME, &view), name).expect("a unit")[1].clone()
}

/// Von der Heydte waits for the drop.
fn before_the_drop() -> Given {
    Given::german_movement().unit("1pz-1ss", "2503").with(|state| {
        state.units.get_mut(GAME.paratroops).place = Place::Waiting(Default::default());
    })
}

#[test]
fn case_15a_before_the_drop_it_is_asked_for_and_nothing_else() {
    let asked = question(&before_the_drop());
    assert_eq!(asked.title, "Where do your parachutists drop?");
    assert_eq!(asked.details, ["Waiting to enter: v.d. Heydte.", "Orders: `drop`."]);
    assert_eq!(can(&before_the_drop(), "v.d. Heydte"), "drop: yes");
    let mut dropped = before_the_drop();
    dropped.roll("drop at 1236", &[1]);
    assert_eq!(question(&dropped).title, "Turn 3: which units move?");
    assert!(can(&dropped, "v.d. Heydte").starts_with("move: yes"));
}

#[test]
fn case_14_1a_a_question_names_who_waits_to_enter() {
    let told = question(&super::ch14_reinforcements::one_gate()).details;
    assert_eq!(told[0], "Waiting to enter: CCA/4.");
    let nobody = question(&Given::allied_movement().unit("cca-7db", "1236")).details;
    assert!(nobody.iter().all(|line| !line.starts_with("Waiting")), "{nobody:?}");
}

#[test]
fn case_4_1_twelve_who_can_still_move_are_named_and_more_are_counted() {
    let before_end = |many: usize| {
        let places =
            ["1236", "1434", "1632", "1236", "1434", "1632", "1236", "1434", "1632", "2039", "2037", "2035", "2033"];
        let allies = GAME.units_of(ALLIED).map(|unit| GAME.published.units.unit(unit).id.as_str());
        let on_foot = allies.filter(|id| !GAME.counter(unit(id)).mechanized());
        let given = places.iter().zip(on_foot).take(many);
        let given = given.fold(Given::allied_movement(), |given, (place, id)| given.unit(id, place));
        question(&given).details[0].clone()
    };
    let named = before_end(12);
    assert!(named.starts_with("Before the end: ") && named.matches(", ").count() == 11, "{named}");
    assert_eq!(before_end(13), "Before the end: 13 units can still move.");
}

#[test]
fn case_9_1a_a_question_tells_of_one_beside_an_enemy_what_he_has_and_of_several_what_they_have_together() {
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("23-2di", "1532");
    assert_eq!(question(&given).details[0], "1532 (23/2): next to it 1 SS Pz, 9 to 4, 2-1.");
    let two = given.unit("18-vg", "1533");
    assert_eq!(question(&two).details[0], "1532 (23/2): next to it 1 SS Pz, 18 VG, together 17 to 4, 4-1.");
}

#[test]
fn case_10_1b_a_question_tells_what_is_to_be_lost_in_an_exchange_and_in_nothing_else() {
    let given = Given::german_combat().unit("18-vg", "1432").unit("77-26vg", "1431").unit("12-12ss", "1533");
    let mut given = given.unit("23-2di", "1532").unit("9-2di", "2521");
    given.roll("attack 1532 with 18 VG, 77/26 VG, 12 SS Pz", &[1]);
    assert_eq!(given.asked(), Some((GERMAN, Topic::Losses)));
    let told = question(&given).details;
    assert_eq!(told[1..3], ["Result Ex.", "You lose units of strength 4 or more."]);
    let mut advance = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    advance.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(advance.asked(), Some((GERMAN, Topic::Advance)));
    let told = question(&advance).details;
    assert!(told.iter().all(|line| !line.starts_with("You lose")), "{told:?}");
}

#[test]
fn case_14_3c_the_status_tells_of_the_west_bank_while_it_binds_somebody() {
    let line = "West bank units stay behind the Meuse until the Germans have 25 points.";
    let told = |bound: bool, freed: bool| {
        let given = Given::allied_movement().with(|state| {
            state.units.get_mut(unit("129-43di")).west_bank = bound;
            state.freed = freed;
        });
        status(&given).contains(line)
    };
    assert!(told(true, false));
    assert!(!told(true, true) && !told(false, false) && !told(false, true));
}

#[test]
fn cases_14_1a_and_9_6n_a_unit_is_told_by_which_hexes_it_may_enter_and_into_which_it_may_advance() {
    assert_eq!(can(&super::ch14_reinforcements::one_gate(), "CCA/4"), "enter: yes, to 2041");
    let given = Given::german_combat().unit("1pz-1ss", "1432").unit("102-cav", "1532").unit("9-2di", "2521");
    let mut given = given;
    given.roll("attack 1532 with 1 SS Pz", &[1]);
    assert_eq!(can(&given, "1 SS Pz"), "advance: yes, to 1532");
}

#[test]
fn case_5_1c_a_unit_is_told_to_how_many_hexes_it_may_move() {
    let to = |left: u16| {
        let given = Given::allied_movement().unit("23-2di", "1236");
        can(&given.with(|state| state.units.get_mut(unit("23-2di")).left = Some(left)), "23/2")
    };
    assert!(to(1).starts_with("move: yes, with 1 point to ") && to(1).ends_with(" hexes"), "{}", to(1));
    // friends fill all hexes around but one
    let board = &GAME.board;
    let around = board.around(hex("1236")).skip(1).flat_map(|there| [there; 3]);
    let ids: Vec<&str> = GAME.units_of(ALLIED).map(|unit| GAME.published.units.unit(unit).id.as_str()).collect();
    let ids = ids.iter().filter(|id| **id != "23-2di");
    let given = Given::allied_movement().unit("23-2di", "1236");
    let given = around.zip(ids).fold(given, |given, (hex, id)| given.unit(id, &super::given::number(hex)));
    let one = can(&given.with(|state| state.units.get_mut(unit("23-2di")).left = Some(1)), "23/2");
    assert_eq!(one, "move: yes, with 1 point to 1 hex");
}

#[test]
fn case_16e_points_for_exits_are_told_with_the_exits_if_there_are_any() {
    let told = |held: Vec<_>| {
        let event = Event::Counted { exits: 2, held, freed: false };
        ArdennesOffensive::describe(&GAME, &event).expect("words")
    };
    assert_eq!(told(vec![hex("0212")]), format!("German points for exits: 2 ({}).", GAME.place(hex("0212"))));
    assert_eq!(told(Vec::new()), "German points for exits: 2.");
}

#[test]
fn case_4_1_turns_and_phases_open_a_part_of_the_report() {
    for event in [
        Event::TurnBegan { turn: 2 },
        Event::PlayerTurnBegan { side: ALLIED },
        Event::PhaseBegan { phase: Phase::Combat, woken: Vec::new() },
    ] {
        assert!(ArdennesOffensive::opens(&event), "{event:?}");
    }
    assert!(!ArdennesOffensive::opens(&Event::Waived));
}

#[test]
fn the_help_has_every_verb_and_every_standing_order() {
    let help = ArdennesOffensive::help(&GAME);
    for entry in &crate::verbs::ALL {
        assert!(help.contains(entry.line.example), "{}", entry.line.example);
    }
    for kind in ["retreats far | near | ask", "immunity keep", "losses least", "advances hold", "ahead quiet 4"] {
        assert!(help.contains(&format!("standing {kind}")), "{kind}: {help}");
    }
    let verbs = ArdennesOffensive::verbs();
    assert!(["attack", "move", "end", "drop"].iter().all(|verb| verbs.contains(verb)), "{verbs:?}");
}

#[test]
fn cases_9_and_e_11_the_words_of_a_combat_are_those_that_it_takes() {
    let words =
        |given: &Given| engine::speech::words(crate::verbs::answering(&GAME, &given.state).map(|entry| &entry.line));
    let mut given = Given::german_combat().unit("1pz-1ss", "1730").unit("23-2di", "1729").unit("9-2di", "2521");
    assert_eq!(words(&given), "`attack`, `end`");
    let moves = given.refusal("move 1 SS Pz to 1731");
    assert_eq!(moves.remedy, "Now: `attack`, `end`.");
    given.order("attack 1729 with 1 SS Pz");
    assert_eq!(words(&given), "`waive`, `keep`");
}
