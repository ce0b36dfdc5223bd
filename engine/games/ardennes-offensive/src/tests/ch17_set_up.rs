//! Set-ups (17) and scenarios (18).

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, GERMAN};
use engine::chance::Scripted;
use engine::contract::{Rules, Seen, Setup, Sight, Speech, Viewer, begin};

fn scenario(id: &str) -> Given {
    let setup = Setup { scenario: id.to_owned(), ..Setup::default() };
    let state = ArdennesOffensive::initial(&GAME, &setup).expect("the scenario exists");
    Given { state: begin::<ArdennesOffensive>(&GAME, &state, &mut Scripted::new([])).1 }
}

#[test]
fn case_17a_front_line_units_stay_on_the_line_the_others_behind_it_and_nobody_stacks() {
    let mut given = scenario("no-5");
    // 23/2 is behind the line, 9/2 in it
    assert_eq!(given.refused("place 23/2 at 0408"), "17a");
    assert_eq!(given.refused("place 9/2 at 0610"), "17a");
    assert_eq!(given.refused("place 9/2 at 0309"), "17a", "across the line");
    assert_eq!(given.refused("place 23/2 at 0113"), "17a");
    assert_eq!(given.refused("place 18 VG at 1205"), "17a");
    given.order("place 9/2 at 0508");
    assert_eq!((given.place("9-2di"), given.place("38-2di")), ("0508".to_owned(), "0408".to_owned()));
    given.order("place 23/2 at Bastogne");
    assert_eq!(given.place("23-2di"), number(GAME.bastogne));
    let hexes: std::collections::BTreeSet<_> = given.state.units.iter().filter_map(|(_, unit)| unit.hex()).collect();
    assert_eq!(hexes.len(), given.state.units.iter().filter(|(_, unit)| unit.hex().is_some()).count());
}

#[test]
fn case_17a_one_line_sets_several_units_up_each_in_the_hex_of_its_place() {
    let mut given = scenario("no-5");
    // 38/2 comes to 0408 by the first exchange
    assert_eq!(given.read("place 9/2, 38/2 at 0508, 0408").len(), 1);
    assert_eq!(given.read("place 9/2, 38/2 at 0508, 0607").len(), 2);
    given.order("place 9/2, 38/2, 23/2 at 0508, 0607, Bastogne");
    let places = ["9-2di", "38-2di", "395-99di", "23-2di"].map(|id| given.place(id));
    assert_eq!(places, ["0508", "0607", "0408", "2521"]);
    let view = ArdennesOffensive::view(&GAME, &given.state, Viewer::Side(ALLIED));
    let seen = Seen::<ArdennesOffensive>::new(&GAME, &view);
    for (line, message) in [
        ("place 9/2, 38/2 at 0408", "expected a hex for each unit; units: 2, hexes: 1"),
        ("place 9/2, 38/2 at 0508, 0607", "all of them stand there"),
        ("place 9/2", "where?"),
    ] {
        let misread = ArdennesOffensive::parse(seen, line).expect_err(line);
        assert!(misread.message.starts_with(message), "{line}: {misread}");
    }
}

#[test]
fn cases_18_and_e_18_each_scenario_asks_for_the_set_ups_that_are_free() {
    let first = |id: &str| scenario(id).asked().map(|(side, topic)| (side, format!("{topic:?}")));
    let set_up = "SetUp".to_owned();
    assert_eq!(first("no-1"), Some((GERMAN, "Attack".to_owned())));
    assert_eq!(first("no-3"), Some((GERMAN, set_up.clone())));
    assert_eq!(first("no-4"), Some((ALLIED, set_up.clone())));
    assert_eq!(first("no-10"), Some((ALLIED, set_up)));
    let second = GAME.plans[GAME.published.scenarios.iter().position(|it| it.id == "no-2").expect("no-2")].clone();
    assert!(second.coming.iter().any(|coming| coming.unit == unit("2-2ss") && coming.turn == 2));
}

#[test]
fn case_e_map_6_american_units_start_in_monschau_and_st_vith() {
    let given = scenario("no-1");
    for town in ["0209", "1312"] {
        let there: Vec<_> = given.state.disposition(&GAME).stack(hex(town)).collect();
        assert!(there.len() == 1 && GAME.counter(there[0]).side == ALLIED, "{town}");
    }
}

#[test]
fn case_e_4_the_first_combat_phase_of_the_historical_set_up_can_be_fought_to_its_end() {
    let mut given = scenario("no-1");
    assert_eq!(given.refused("end"), "E.4");
    let mut fought = 0;
    while given.state.phase == crate::truth::state::Phase::Combat && given.state.side == GERMAN {
        let (side, _) = given.asked().expect("somebody is asked");
        let view = crate::sight::View { side: Some(side), state: given.state.clone() };
        let seen = engine::contract::Seen::<ArdennesOffensive>::new(&GAME, &view);
        let order = seen.random_order(&mut |_| 0).expect("an order");
        let mut dice = Scripted::new([3; 8]);
        given.state = engine::contract::decide::<ArdennesOffensive>(&GAME, &given.state, side, &order, &mut dice)
            .expect("legal")
            .1;
        fought += 1;
    }
    assert!(fought >= 8, "{fought}");
}

#[test]
fn case_17a_the_list_has_who_starts_on_the_map_and_the_hexes_of_his_part_of_the_line() {
    use crate::truth::order::{Step, Verb};
    let given = scenario("no-5");
    let place = Step::Verb(Verb::Place);
    let units = given.legal(&[place]);
    assert!(units.contains(&Step::Unit(unit("9-2di"))) && !units.contains(&Step::Unit(unit("cca-7db"))), "{units:?}");
    let on_map = GAME.units_of(ALLIED).filter(|unit| given.state.unit(*unit).hex().is_some()).count();
    assert_eq!(units.len(), on_map);
    let hexes = given.legal(&[place, Step::Unit(unit("9-2di"))]);
    assert_eq!(hexes.len(), GAME.board.front(ALLIED).count() - 1, "all of the line but its own hex");
    assert!(hexes.contains(&Step::Hex(hex("0508"))), "{hexes:?}");
}

#[test]
fn case_17a_one_line_sets_all_up_as_the_computer_would_and_reads_later_exchanges_from_where_units_then_stand() {
    let given = scenario("no-5");
    let mut set_up = given.clone();
    assert!(set_up.read("place all").len() > 3);
    set_up.order("place all");
    let view = set_up.view();
    let again = ArdennesOffensive::parse(Seen::<ArdennesOffensive>::new(&GAME, &view), "place all");
    let again = again.expect_err("all stand there").message;
    assert!(again.starts_with("the computer would place nobody elsewhere now"), "{again}");
    // 9/2 goes from 0408 and comes back; 395/99 does not stand there because 9/2 did
    assert_eq!(given.read("place 9/2, 9/2 at 0508, 0408").len(), 2);
    assert_eq!(given.read("place 9/2, 395/99 at 0508, 0408").len(), 2);
}
