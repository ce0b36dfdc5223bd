//! Control and victory (6, 7).

use super::given::{GAME, Given, hex, unit};
use crate::chapters::movement::exit;
use crate::chapters::{setup, victory};
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::state::{Ending, Phase, Place};
use engine::contract::SideId;

fn at(of: &str) -> u8 {
    let place = GAME.board.objectives().iter().position(|(it, _)| *it == hex(of));
    place.unwrap_or_else(|| panic!("{of} is no VP hex")) as u8
}

impl Given {
    /// Takes what there is to take.
    fn take(&mut self) {
        for event in victory::taken(&GAME, &self.state) {
            self.evolve(&event);
        }
    }
}

#[test]
fn cases_6c_and_6d_who_stood_there_last_in_supply_controls_a_vp_hex() {
    let mut given = Given::german().unit("i-12-12ss", "B20.34");
    assert_eq!(victory::taken(&GAME, &given.state), [Event::Controlled { objective: at("B20.34"), german: true }]);
    given.take();
    assert_eq!((victory::points(&GAME, &given.state), victory::taken(&GAME, &given.state)), (3, vec![]));
    // it stays his when he has left, until an American comes
    let mut left = given.clone().unit("i-12-12ss", "B22.34");
    left.take();
    assert_eq!(victory::points(&GAME, &left.state), 3);
    let mut back = left.unit("14-9db", "B20.34");
    back.take();
    assert_eq!(victory::points(&GAME, &back.state), 0);
    assert_eq!(
        (GAME.board.objectives().len(), GAME.board.objectives().iter().map(|(_, points)| *points).sum::<u8>()),
        (39, 68)
    );
}

#[test]
fn case_6c_a_unit_that_cannot_trace_takes_nothing() {
    let around = GAME.board.around(hex("B1.16")).map(super::given::number);
    let friends = ["a-9-2di", "b-9-2di", "a-38-2di", "b-38-2di", "a-23-2di", "b-23-2di"];
    let given = around.zip(friends).fold(Given::german().unit("i-12-12ss", "B1.16"), |it, (at, id)| it.unit(id, &at));
    assert!(victory::taken(&GAME, &given.state).is_empty());
}

/// Who has won, and how well.
fn ended(ending: Ending) -> (Option<SideId>, String) {
    (ending.winner, ending.level)
}

#[test]
fn cases_6a_and_6b_the_most_points_at_the_end_of_any_turn_make_the_level() {
    let mut given = Given::german();
    for points in [12, 30, 20] {
        given.evolve(&Event::Counted { points });
    }
    assert_eq!(ended(victory::verdict(&GAME, &given.state)), (Some(GERMAN), "Minor German victory".to_owned()));
    let level = |points: u16| ended(victory::verdict(&GAME, &Given::german().with(|state| state.best = points).state));
    assert_eq!(level(26), (None, "Draw".to_owned()));
    assert_eq!(level(18), (Some(ALLIED), "Major Allied victory".to_owned()));
}

/// With so many units of a division off the map on a turn.
fn out(given: Given, division: &str, units: usize, turn: u8) -> Given {
    let of = GAME.published.units.iter().filter(|(_, unit)| unit.division == division).map(|(id, _)| id);
    let ids: Vec<_> = of.take(units).collect();
    given.with(|state| ids.iter().for_each(|id| state.units.get_mut(*id).place = Place::Exited(turn)))
}

#[test]
fn cases_7_2b_7_3e_and_7_3f_formations_that_leave_with_enough_units_give_a_point_each() {
    let base = |scenario: &str| Given { state: setup::initial(&GAME, scenario).expect("the scenario") };
    for (scenario, division, enough) in [("breakthrough", "1ss", 7), ("peiper", "12ss", 7), ("breakthrough", "fbb", 3)]
    {
        let points = |units: usize| victory::points(&GAME, &out(base(scenario), division, units, 5).state);
        assert_eq!((points(enough - 1), points(enough)), (points(0), points(0) + 1), "{division}");
    }
    let level = |points: u16| victory::verdict(&GAME, &base("peiper").with(|state| state.best = points).state).level;
    assert_eq!(
        (level(10), level(9), level(5)),
        ("Major German win".to_owned(), "Draw".to_owned(), "Major Allied win".to_owned())
    );
}

#[test]
fn cases_7_5e_and_7_5f_bastogne_and_both_panzer_divisions_by_turn_8() {
    let base = Given { state: setup::initial(&GAME, "bastogne").expect("the scenario") };
    let winner = |given: &Given| victory::verdict(&GAME, &given.state).winner;
    let town = |given: Given| given.with(|state| state.german[usize::from(at("B1.16"))] = true);
    let gone = |given: Given, turn: u8| out(out(given, "2pz", 7, turn), "lehr", 4, turn);
    assert_eq!(winner(&base), Some(ALLIED));
    assert_eq!(winner(&town(base.clone())), Some(ALLIED));
    assert_eq!(winner(&gone(base.clone(), 8)), Some(ALLIED));
    assert_eq!(winner(&town(gone(base.clone(), 8))), Some(GERMAN));
    assert_eq!(winner(&town(gone(base.clone(), 9))), Some(ALLIED), "too late");
    assert_eq!(winner(&town(out(gone(base, 8), "lehr", 0, 8))), Some(GERMAN));
}

#[test]
fn cases_7_4e_and_7_6e_all_three_places_and_any_four() {
    let base = |scenario: &str| Given { state: setup::initial(&GAME, scenario).expect("the scenario") };
    let with = |scenario: &str, hexes: &[&str]| {
        let given = base(scenario).with(|state| hexes.iter().for_each(|it| state.german[usize::from(at(it))] = true));
        victory::verdict(&GAME, &given.state).winner
    };
    assert_eq!(with("goose-egg", &["B20.34", "B21.29"]), Some(ALLIED));
    assert_eq!(with("goose-egg", &["B20.34", "B21.29", "B10.34"]), Some(GERMAN));
    assert!(base("goose-egg").state.german.iter().all(|it| !it), "none at start");
    // Rochefort and La Roche are German at start
    assert_eq!(base("tip-of-the-spear").state.german.iter().filter(|it| **it).count(), 2);
    assert_eq!(with("tip-of-the-spear", &["A2.32"]), Some(ALLIED));
    assert_eq!(with("tip-of-the-spear", &["A2.32", "A11.35"]), Some(GERMAN));
}

#[test]
fn case_6c_at_the_start_germans_have_what_they_stand_in_and_what_they_are_given() {
    let state = setup::initial(&GAME, "campaign").expect("the scenario");
    assert_eq!((victory::points(&GAME, &state), state.phase), (0, Phase::PreTurn));
    assert!(state.unit(unit("i-12-12ss")).hex().is_some());
}

#[test]
fn case_scs_movec_units_of_formations_that_count_leave_where_formations_leave_for_the_cost_of_a_hex() {
    let leave = |given: &Given, id: &str| {
        exit::check(&GAME, &given.state, GERMAN, unit(id)).map_err(|refusal| refusal.case.into_owned())
    };
    let at =
        |scenario: &str, id: &str, place: &str| Given::of(scenario, GERMAN, Phase::Movement).turn(5).unit(id, place);
    let given = at("peiper", "i-12-12ss", "B8.54");
    let Ok(Event::Left { turn: 5, spent, .. }) = leave(&given, "i-12-12ss") else { panic!("it leaves") };
    assert!(spent > 0 && spent <= 24);
    let mut gone = given.clone();
    gone.evolve(&leave(&given, "i-12-12ss").expect("it leaves"));
    assert_eq!(gone.state.unit(unit("i-12-12ss")).place, Place::Exited(5));
    let barred = "SCS.MOVEc".to_owned();
    assert_eq!(leave(&at("peiper", "i-12-12ss", "B20.45"), "i-12-12ss"), Err(barred.clone()), "not at the edge");
    assert_eq!(leave(&at("peiper", "a-8-3pg", "B8.54"), "a-8-3pg"), Err(barred.clone()), "not of such a formation");
    assert_eq!(leave(&at("campaign", "i-12-12ss", "B8.54"), "i-12-12ss"), Err(barred.clone()), "not in this scenario");
    let tired = given.with(|state| state.units.get_mut(unit("i-12-12ss")).spent = Some(24));
    assert_eq!(leave(&tired, "i-12-12ss"), Err(barred));
}
