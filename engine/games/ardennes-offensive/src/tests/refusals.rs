//! What a refusal names: the case of the unit that was named, numbers, and a remedy that can be ordered as it stands.

use super::given::{GAME, Given, hex, number, unit};
use crate::ArdennesOffensive;
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Supply};
use definitions::UnitId;
use engine::contract::{Setup, Speech};
use std::collections::BTreeSet;
use testing::Seeded;

fn refusal(given: &Given, line: &str) -> engine::contract::Refusal {
    given.clone().try_with(line, &[]).expect_err(line)
}

/// Carries out each order that a remedy names, by itself.
fn follow(given: &Given, remedy: &str) -> usize {
    let orders = testing::orders_in::<ArdennesOffensive>(remedy);
    for order in &orders {
        let mut given = given.clone();
        let dice: Vec<u8> = if order.starts_with("attack") { vec![6] } else { Vec::new() };
        given.roll(order, &dice);
    }
    orders.len()
}

/// With the bridge 1528/1527 interdicted.
fn cut(given: Given) -> Given {
    let side = GAME.board.side(hex("1528"), hex("1527")).expect("neighbours");
    given.with(|state| state.interdicted = side.bridge.into_iter().collect())
}

#[test]
fn case_13_2b_in_road_mode_a_unit_reads_of_the_bridge_that_cuts_its_road() {
    let board = &GAME.board;
    let reach = |given: &Given, from| {
        let mover = crate::chapters::movement::Mover::new(&GAME, &given.state, unit("cca-7db"), from);
        mover.search(24).hexes().iter().collect::<Vec<_>>()
    };
    // somewhere the road over a bridge is the only one
    let found = board.bridges().find_map(|(bridge, [from, there])| {
        if !board.is_live(from) || !board.is_live(there) {
            return None;
        }
        let open = Given::allied_movement().road("cca-7db", &number(from));
        let given = open.clone().with(|state| state.interdicted = vec![bridge]);
        let (whole, shut) = (reach(&open, from), reach(&given, from));
        let lost: Vec<_> = whole.into_iter().filter(|hex| !shut.contains(hex)).collect();
        let behind = lost.iter().copied().find(|hex| *hex != there);
        behind.filter(|_| lost.contains(&there)).map(|behind| (given, from, there, behind))
    });
    let (given, from, there, behind) = found.expect("such a bridge");
    let (from, there) = (number(from), number(there));
    let near = refusal(&given, &format!("move CCA/7 to {there}"));
    assert_eq!(near.case, "13.2b");
    assert!(near.message.contains(&from) && near.message.contains(&there), "{near}");
    assert_eq!(follow(&given, &near.remedy), 1);
    let far = refusal(&given, &format!("move CCA/7 to {}", number(behind)));
    assert_eq!(far.case, "13.2b", "{far}");
    // without the points for it no order is named
    let spent = given.supply("cca-7db", Supply::Unsupplied).with(|state| {
        let it = state.units.get_mut(unit("cca-7db"));
        (it.begun, it.left) = (true, Some(4));
        state.mover = Some(unit("cca-7db"));
    });
    let told = refusal(&spent, &format!("move CCA/7 to {there}"));
    assert_eq!(told.remedy, "It cannot leave road mode now: CCA/7 has 2 points left and a change of mode takes 6.");
}

#[test]
fn cases_13_2b_and_5_1c_who_could_pay_for_the_bridge_but_not_for_the_river_reads_that_it_is_interdicted() {
    let open = Given::allied_movement().unit("23-2di", "1528");
    open.clone().order("move 23/2 to 1527");
    let told = refusal(&cut(open.clone()), "move 23/2 to 1527");
    assert_eq!(told.case, "13.2b");
    assert!(
        told.message.contains("1527 Hotton costs 23/2 5 points, as the bridge ") && told.message.ends_with("it has 4"),
        "{told}"
    );
    // who could not come there either way reads of the cost alone
    let poor = open.with(|state| {
        let it = state.units.get_mut(unit("23-2di"));
        (it.begun, it.left) = (true, Some(0));
        state.mover = Some(unit("23-2di"));
    });
    assert_eq!(refusal(&cut(poor), "move 23/2 to 1527").case, "5.2j");
}

#[test]
fn cases_5_3m_and_6_5f_who_woke_in_road_mode_in_an_edge_hex_may_leave_it_there_as_he_is_told() {
    let board = &GAME.board;
    let roadless = |there: &definitions::hex::HexId| {
        board.is_live(*there) && board.hex(*there).sides.iter().all(|side| !side.road)
    };
    let found = board.entries().iter().find_map(|(edge, ..)| Some((*edge, board.around(*edge).find(roadless)?)));
    let (edge, off) = found.expect("a hex off the road beside an edge hex");
    let given = Given::allied_movement().road("cca-7db", &number(edge)).unit("9-2di", &number(edge));
    let given = given.with(|state| state.units.get_mut(unit("cca-7db")).awake = true);
    let told = refusal(&given, &format!("move CCA/7 to {}", number(off)));
    assert_eq!(told.case, "6.5f");
    assert_eq!(follow(&given, &told.remedy), 1);
    let mut given = given;
    given.order("deploy CCA/7");
    given.order(&format!("move CCA/7 to {}", number(off)));
}

#[test]
fn cases_5_3m_and_8_3f_who_woke_may_go_into_road_mode_in_his_edge_hex_whoever_lies_there() {
    let given = Given::allied_movement().unit("cca-7db", "2042").unit("9-2di", "2042");
    assert_eq!(given.refused("march CCA/7"), "5.3m", "it sleeps");
    let mut given = given.with(|state| state.units.get_mut(unit("cca-7db")).awake = true);
    given.order("march CCA/7 to 2041");
    assert_eq!((given.place("cca-7db").as_str(), given.left("cca-7db")), ("2041", 12 - 1));
}

#[test]
fn case_e_4_the_remedy_of_a_refused_attack_can_be_ordered_with_a_lone_attacker_too() {
    let lone = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("23-2di", "1532");
    let lone = lone.unit("110-28di", "1431").unit("9-2di", "2521");
    let told = refusal(&lone, "attack 1532 with 1 SS Pz");
    assert_eq!(told.remedy, "Attack 1431 as well, or spare somebody for it: `attack 1532, 1431 with 1 SS Pz`.");
    assert_eq!(follow(&lone, &told.remedy), 1);
    let two = lone.clone().unit("18-vg", "1533");
    for (line, least) in [("attack 1532 with 1 SS Pz", 1), ("attack 1532 with 1 SS Pz, 18 VG", 1)] {
        let told = refusal(&two, line);
        assert!(follow(&two, &told.remedy) >= least, "{told}");
    }
    let apart = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("12-12ss", "1533");
    let apart = apart.unit("23-2di", "1532").unit("110-28di", "1431").unit("9-2di", "2521");
    assert_eq!(follow(&apart, &refusal(&apart, "attack 1532, 1431 with 1 SS Pz").remedy), 1);
    let idle = Given::german_combat().turn(1).unit("1pz-1ss", "1432").unit("12-12ss", "1533").unit("18-vg", "1632");
    let idle = idle.unit("23-2di", "1532").unit("9-2di", "2521");
    assert_eq!(follow(&idle, &refusal(&idle, "attack 1532 with 1 SS Pz").remedy), 1, "both must be added");
}

#[test]
fn case_6_7n_one_unit_stands_and_two_stand() {
    let given = Given::allied_movement().road("cca-7db", "1532").unit("23-2di", "1531");
    assert!(refusal(&given, "end").message.starts_with("23/2, CCA/7 still stand beside another unit"));
    let one = given.with(|state| state.units.get_mut(unit("23-2di")).left = Some(0));
    assert!(refusal(&one, "end").message.starts_with("CCA/7 still stands beside another unit"));
}

#[test]
fn case_6_7l_who_left_road_mode_as_he_must_is_told_to_have_left_it() {
    let event = crate::truth::event::Event::MustDeploy { unit: unit("cca-7db"), left: 6 };
    let told = ArdennesOffensive::describe(&GAME, &event);
    assert_eq!(told.as_deref(), Some("CCA/7 leaves road mode, as it must (6.7l)."));
}

#[test]
fn case_5_2k_a_unit_on_foot_is_told_that_this_is_not_its_phase() {
    let given = Given::at(crate::printed::ALLIED, Phase::Mechanized).unit("23-2di", "1236");
    assert!(
        refusal(&given, "move 23/2 to 1235").message.ends_with("is not mechanized and does not move in this phase")
    );
}

/// An order for some unit and hex, chosen by chance, that is likely to be refused.
fn some_order(state: &State, choice: &mut Seeded) -> Vec<Step> {
    let units: Vec<UnitId> = GAME.published.units.iter().map(|(unit, _)| unit).collect();
    let unit = units[choice.next_below(units.len())];
    let around = |hex| GAME.board.around(hex);
    let hex = testing::some_hex(state.unit(unit).hex(), GAME.board.hex_count(), around, choice);
    let (unit, hex) = (Step::Unit(unit), Step::Hex(hex));
    match choice.next_below(6) {
        0 => vec![Step::Verb(Verb::Enter), unit, hex],
        1 => vec![Step::Verb(Verb::March), unit],
        2 => vec![Step::Verb(Verb::Deploy), unit],
        3 => vec![Step::Verb(Verb::Attack), hex, unit, Step::Done],
        _ => vec![Step::Verb(Verb::Move), unit, hex],
    }
}

#[test]
fn every_order_that_a_refusal_names_is_legal_as_it_is_read_and_every_case_is_one_of_the_rulebook() {
    let (mut cases, mut named, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for (at, scenario) in GAME.published.scenarios.iter().enumerate().step_by(3) {
        let setup = Setup { scenario: scenario.id.clone(), ..Setup::default() };
        let order = |state: &State, _, choice: &mut Seeded| some_order(state, choice);
        let found = testing::remedies::<ArdennesOffensive>(&GAME, &setup, 90 + at as u64, order);
        named += found.named;
        cases.extend(found.cases);
        wrong.extend(found.wrong);
    }
    assert!(wrong.is_empty(), "{} of {named}: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(named > 50 && cases.len() > 15, "{named} orders, {cases:?}");
}
