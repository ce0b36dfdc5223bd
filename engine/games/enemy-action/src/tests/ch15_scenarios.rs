//! Crisis at the Meuse (15.5), the OKW Reserve (11.4) and what the set-up hides.

use super::given::{card, conquered, empty, empty_of, hex, hold, impulse, next_day, only, put, start, unit};
use crate::EnemyAction;
use crate::chapters::activation::targets;
use crate::chapters::asking::Known;
use crate::chapters::ownership::points;
use crate::chapters::reserves::Ground;
use crate::chapters::victory::evening;
use crate::printed::{ALLIED, GERMAN, RiverId};
use crate::truth::event::Event;
use crate::truth::order::Step;
use crate::truth::roster::{Place, Supply};
use crate::truth::state::Deployment;
use definitions::hex::HexId;
use testing::Given;

fn crisis() -> Given<EnemyAction> {
    start("crisis-at-the-meuse")
}

fn place(given: &Given<EnemyAction>, id: &str) -> Place {
    given.state.public.unit(unit(given, id)).place
}

#[test]
fn case_15_5a_units_stand_as_listed_wait_in_the_boxes_or_come_on_their_days() {
    let given = crisis();
    let public = &given.state.public;
    assert_eq!(place(&given, "peiper-1ss"), Place::Hex(hex(&given, "0612")));
    let peiper = public.unit(unit(&given, "peiper-1ss"));
    assert_eq!((peiper.supply, peiper.lost), (Supply::Low, 1));
    assert_eq!((place(&given, "vdh"), place(&given, "394-99di")), (Place::Dead, Place::Dead));
    assert_eq!(place(&given, "10-10ss"), Place::Okw);
    let waiting = |day: u8| {
        public.units.iter().filter(|(_, it)| matches!(it.place, Place::Reserve(due, _) if due == day)).count()
    };
    let coming =
        |day: u8| public.units.iter().filter(|(_, it)| matches!(it.place, Place::Due(due, _) if due == day)).count();
    assert!(waiting(22) > 0 && coming(22) == 0 && coming(23) > 0);
}

#[test]
fn cases_15_5b_and_15_5c_markers_lie_as_listed_and_the_german_has_eleven_points() {
    let given = crisis();
    let public = &given.state.public;
    let listed = ["1014", "2410", "2413"].map(|number| hex(&given, number));
    assert!(public.roadblocks.len() == 3 && listed.iter().all(|hex| public.roadblocks.contains(hex)));
    let rivers = given.definitions.board.rivers().iter().enumerate();
    let blown = rivers.filter(|(at, it)| it.bridged && !public.units.bridge(RiverId(*at as u16)).stands);
    assert_eq!(blown.count(), 5);
    assert!(public.depots.is_empty());
    assert_eq!(points(&given.definitions, public), 11);
}

#[test]
fn cases_15_5d_and_3b_the_cards_up_to_the_22nd_are_in_the_displays_and_number_13_is_discarded() {
    let given = crisis();
    let [german, allied] = &given.state.public.piles;
    assert_eq!((allied.hand, allied.draw, &allied.used[..]), (7, 7, &[card(&given, "no-command-13")][..]));
    assert_eq!(allied.available, 24 - 1 - 7);
    // nine primary and eight of twenty-three supplemental ones; two of the hand are lost
    assert_eq!((german.hand + 2 + german.draw, german.available, german.used.len()), (17, 15, 2));
}

#[test]
fn case_15_5e_two_german_cards_are_lost_and_the_allies_have_the_first_impulse() {
    let given = crisis();
    assert_eq!((given.state.public.piles[0].hand, given.state.public.impulse), (5, ALLIED));
    assert_eq!(given.asked("allied"), ["December 22: which card do you play?"]);
    // no supply has been judged: who was in low supply still is
    assert_eq!(given.state.public.unit(unit(&given, "502-101abn")).supply, Supply::Low);
}

#[test]
fn cases_15_5f_and_15_5g_any_evening_ends_it_at_35_from_the_24th_at_15_and_the_28th_by_three_levels() {
    let mut given = crisis();
    let base = points(&given.definitions, &given.state.public);
    let mut ends = |day: u8, points: i16| {
        given.state.public.day = day;
        given.state.public.gains.exits = points - base;
        evening(&given.definitions, &given.state.public).map(|it| (it.winner, it.level))
    };
    let operational = Some("operational victory".to_owned());
    let tactical = Some("tactical victory".to_owned());
    assert_eq!([ends(22, 34), ends(23, 15), ends(24, 16)], [None, None, None]);
    assert_eq!(ends(22, 35), Some((Some(GERMAN), operational.clone())));
    assert_eq!(ends(24, 15), Some((Some(ALLIED), operational.clone())));
    assert_eq!(ends(28, 35), Some((Some(GERMAN), operational)));
    assert_eq!(ends(28, 25), Some((Some(GERMAN), tactical.clone())));
    assert_eq!(ends(28, 21), Some((None, None)));
    assert_eq!(ends(28, 20), Some((Some(ALLIED), tactical)));
}

#[test]
fn case_11_4_a_supplied_german_at_the_meuse_releases_the_reserve_and_its_cards_for_the_next_day() {
    let given = conquered(put(empty(18), "3-2pz", "1025", 0));
    let okw = unit(&given, "10-10ss");
    let given = given.fact(&Event::Adjusted { unit: okw, place: Place::Okw, lost: 0 });
    // nobody is beside the river, or nobody is in supply
    let away = next_day(put(given.clone(), "3-2pz", "1022", 0), &[]);
    assert_eq!(away.state.public.unit(okw).place, Place::Okw);
    let released = next_day(given, &[]);
    assert_eq!((released.state.public.unit(okw).place, released.state.public.okw), (Place::Due(20, false), Some(20)));
    let before: Vec<_> = released.state.hidden[0].hand.iter().chain(&released.state.hidden[0].draw).copied().collect();
    assert!(!before.contains(&card(&released, "corps-okw")));
    let come = next_day(released, &[]);
    assert!(matches!(come.state.public.unit(okw).place, Place::Reserve(20, _)));
    let hidden = &come.state.hidden[0];
    let all: Vec<_> = hidden.hand.iter().chain(&hidden.draw).chain(&hidden.available).copied().collect();
    assert!(["corps-okw", "10-ss", "11-pz", "25-pg"].iter().all(|id| all.contains(&card(&come, id))));
}

fn open(given: &Given<EnemyAction>, id: &str) -> Vec<HexId> {
    let it = unit(given, id);
    let given = given.clone().fact(&Event::Arrived { units: vec![(it, Place::Reserve(23, false))] });
    let deployment = Deployment { side: GERMAN, units: vec![it], one: false, came: Vec::new() };
    Ground::of(&given.definitions, &given.state.public, GERMAN).hexes(&deployment, it)
}

#[test]
fn cases_11_41a_and_11_41b_the_first_okw_division_comes_near_any_german_and_the_others_near_it() {
    let given = conquered(put(put(empty(23), "3-2pz", "1219", 0), "110-28di", "1322", 0));
    let (german, ally) = (hex(&given, "1219"), hex(&given, "1322"));
    let distance = |one: HexId, other: HexId| given.definitions.board.distance(one, other);
    let hexes = open(&given, "10-10ss");
    assert!(!hexes.is_empty());
    assert!(hexes.iter().all(|at| distance(*at, german) <= 3 && distance(*at, ally) >= 3));
    let later = put(given.clone(), "15-11pz", "1215", 0);
    let own = hex(&later, "1215");
    assert!(open(&later, "10-10ss").iter().all(|at| distance(*at, own) <= 3));
}

fn army_activates_okw(given: &Given<EnemyAction>, army: &str) -> bool {
    let given = only(given.clone(), GERMAN, &[army]);
    let known = Known { definitions: &given.definitions, public: &given.state.public, side: GERMAN, hand: &[] };
    let okw = given.definitions.corps_of(GERMAN, Some("okw"))[0];
    targets(known, card(&given, army)).contains(&Step::Corps(okw))
}

#[test]
fn cases_11_42a_and_11_42b_and_11_42c_okw_units_are_a_corps_of_the_army_in_whose_lines_they_stand() {
    let given = empty(23);
    let board = &given.definitions.board;
    let within = |hex: &HexId, army: &str| board.hex(*hex).areas.iter().any(|area| area == army);
    let only_in = |yes: &str, no: [&str; 2]| {
        board
            .all()
            .find(|hex| within(hex, yes) && !no.iter().any(|no| within(hex, no)))
            .expect("a hex of one army alone")
    };
    let grid = &given.definitions.published.map.grid;
    let north = grid.number(only_in("6pz", ["5pz", "7"]));
    let centre = grid.number(only_in("5pz", ["6pz", "7"]));
    let south = grid.number(only_in("7", ["5pz", "6pz"]));
    let by = |hexes: &[&str]| {
        let ids = ["10-10ss", "21-10ss"];
        let given = hexes.iter().zip(ids).fold(given.clone(), |given, (number, id)| put(given, id, number, 0));
        ["army-6-pz", "army-5-pz", "army-7"].map(|army| army_activates_okw(&given, army))
    };
    assert_eq!(by(&[&north]), [true, false, false]);
    assert_eq!(by(&[&centre]), [false, true, false]);
    assert_eq!(by(&[&south]), [false, false, true]);
    assert_eq!(by(&[&north, &south]), [false, true, false]);
    assert_eq!(by(&[&north, &centre]), [false, true, false]);
    // its own cards always do, the army group too, and any Kampfgruppe takes its units in
    let stands = put(put(given.clone(), "10-10ss", &north, 0), "3-2pz", &north, 0);
    let stands = impulse(only(stands, GERMAN, &["corps-okw", "10-ss", "army-group-b", "army-5-pz"]), GERMAN);
    for order in ["OKW with corps-okw", "division 10ss with 10-ss", "corps OKW with army-group-b"] {
        stands.when(&format!("german: activate {order}")).is_done();
    }
    let group = stands.and(&format!("german: kampfgruppe at {north} with army-5-pz"));
    assert!(group.state.public.is_active(unit(&group, "10-10ss")));
}

#[test]
fn cases_7_72b_and_11_51a_the_29th_brigade_may_come_to_dinant_and_moves_anywhere_then() {
    let given = empty(23);
    let (it, other) = (unit(&given, "29-bb"), unit(&given, "129-43di"));
    let both = vec![(it, Place::Reserve(23, false)), (other, Place::Reserve(23, false))];
    let given = given.fact(&Event::Arrived { units: both });
    let deployment = Deployment { side: ALLIED, units: vec![it, other], one: false, came: Vec::new() };
    let ground = Ground::of(&given.definitions, &given.state.public, ALLIED);
    let dinant = hex(&given, "1126");
    assert!(ground.hexes(&deployment, it).contains(&dinant) && !ground.hexes(&deployment, other).contains(&dinant));
    let moves = |at_dinant: bool| {
        let wake = Default::default();
        let given = given.clone().fact(&Event::Deployed { unit: it, hex: dinant, wake, at_dinant });
        super::given::active(given, ALLIED, &["29-bb"])
    };
    moves(true).when("allied: move 29A to 1125").is_done();
    moves(false).when("allied: move 29A to 1125").is_refused_by("7.72a", "west of the Meuse");
}

#[test]
fn case_11_51b_the_british_come_near_their_division_or_corps() {
    let given = put(empty(23), "29-bb", "0227", 0);
    let it = unit(&given, "129-43di");
    let given = given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(23, false))] });
    let deployment = Deployment { side: ALLIED, units: vec![it], one: false, came: Vec::new() };
    let hexes = Ground::of(&given.definitions, &given.state.public, ALLIED).hexes(&deployment, it);
    let near = hex(&given, "0227");
    assert!(!hexes.is_empty() && hexes.iter().all(|at| given.definitions.board.distance(*at, near) <= 3));
}

#[test]
fn cases_4m_and_9_41_at_the_days_end_chits_return_and_markers_come_off() {
    let mut given = put(empty(18), "3-2pz", "1706", 0);
    let it = unit(&given, "3-2pz");
    let state = given.state.public.units.get_mut(it);
    (state.dispersed, state.no_fuel) = (true, true);
    let chit = given.state.public.cup.remove(0);
    given.state.public.aside.push(chit);
    let after = next_day(given, &[]);
    let unit = after.state.public.unit(it);
    assert!(!unit.dispersed && !unit.no_fuel);
    assert_eq!((after.state.public.cup.len(), after.state.public.aside.len()), (60, 0));
}

#[test]
fn case_4_1_the_rules_of_the_16th_hold_in_scenarios_that_begin_on_it() {
    assert_eq!(start("battle-of-the-bulge").state.public.opening, 3);
    assert_eq!(crisis().state.public.opening, 0);
    // with cards in the hand that nobody plays by 4.11
    let given = hold(empty_of("initial-assault", 16), ALLIED, &["corps-v"]);
    assert!(impulse(given, ALLIED).asked("allied")[0].contains("December 16"));
}

#[test]
fn case_14_1b_ten_points_once_for_a_german_beyond_the_meuse_in_a_hex_in_supply() {
    let mut given = conquered(put(empty(20), "3-2pz", "1706", 0));
    let across = given.definitions.board.all().filter(|hex| given.definitions.board.hex(*hex).beyond_meuse);
    let supplied = crate::chapters::supply::trace(&given.definitions, &given.state.public, GERMAN).supplied;
    let at = across.into_iter().find(|hex| supplied.contains(*hex)).expect("a supplied hex beyond the Meuse");
    let it = unit(&given, "3-2pz");
    given.state.public.units.get_mut(it).place = Place::Hex(at);
    given.state.public.meuse_crossed = true;
    assert!(!given.state.public.gains.meuse);
    // no victory is checked on the evenings before the 20th (R84)
    let mut early = given.clone();
    early.state.public.day = 18;
    assert!(!next_day(early, &[]).state.public.gains.meuse);
    let before = points(&given.definitions, &given.state.public);
    given.state.public.gains.exits += 20 - before;
    let after = next_day(given.clone(), &[]);
    assert!(after.state.public.gains.meuse);
    assert_eq!(points(&after.definitions, &after.state.public), 30);
    // not from a hex without supply, though the unit has it
    let mut cut = given;
    cut.state.public.towns = empty(20).state.public.towns.clone();
    cut.state.public.gains.exits += 20 - points(&cut.definitions, &cut.state.public);
    let supplied = crate::chapters::supply::trace(&cut.definitions, &cut.state.public, GERMAN).supplied;
    assert!(!supplied.contains(at) && cut.state.public.unit(it).supply == Supply::Full);
    assert!(!next_day(cut, &[]).state.public.gains.meuse);
}

#[test]
fn cases_15_1d_15_2b_15_3b_15_3c_15_4a_15_5f_and_15_5g_a_verdict_names_the_case_of_its_scenario_and_evening() {
    let reason = |id: &str, day: u8, wanted: i16| {
        let mut given = start(id);
        given.state.public.day = day;
        given.state.public.gains.exits += wanted - points(&given.definitions, &given.state.public);
        evening(&given.definitions, &given.state.public).map(|ending| ending.reason)
    };
    let says = |id: &str, day: u8, wanted: i16, case: &str| {
        let told = reason(id, day, wanted).unwrap_or_default();
        assert!(told.ends_with(&format!("({case})")), "{id} {day} {wanted}: {told}");
    };
    says("initial-assault", 16, 8, "15.1d");
    says("allies-surprised", 18, 20, "15.2b");
    says("german-breakout", 20, 60, "15.3b");
    says("german-breakout", 21, 34, "15.3c");
    says("battle-of-the-bulge", 24, 24, "15.4a");
    says("battle-of-the-bulge", 29, 35, "15.4a");
    says("crisis-at-the-meuse", 22, 35, "15.5f");
    says("crisis-at-the-meuse", 28, 22, "15.5g");
    assert_eq!(reason("battle-of-the-bulge", 24, 25), None);
    assert_eq!(reason("battle-of-the-bulge", 19, 99), None);
    assert_eq!(reason("allies-surprised", 17, 99), None);
}

#[test]
fn cases_11_4_and_11_3_the_reserve_is_released_for_a_hex_in_supply_and_comes_by_a_card_alone() {
    let okw = |given: &Given<EnemyAction>| {
        let units = given.definitions.units_of(GERMAN).filter(|unit| given.definitions.counter(*unit).army == "okw");
        units.map(|unit| given.state.public.unit(unit).place).collect::<Vec<_>>()
    };
    let home = |given: Given<EnemyAction>| {
        let units: Vec<_> = given.definitions.units_of(GERMAN).collect();
        let of = |unit: &definitions::UnitId| given.definitions.counter(*unit).army == "okw";
        let units: Vec<_> = units.into_iter().filter(of).collect();
        units.into_iter().fold(given, |given, unit| given.fact(&Event::Adjusted { unit, place: Place::Okw, lost: 0 }))
    };
    // on the 17th every German unit is in supply, but no line leads to the Meuse: what counts is the hex
    let cut = home(put(empty(16), "3-2pz", "1025", 0));
    let cut = next_day(cut, &[]);
    assert_eq!(cut.state.public.unit(unit(&cut, "3-2pz")).supply, Supply::Full);
    assert!(okw(&cut).iter().all(|place| *place == Place::Okw));
    let released = next_day(home(conquered(put(empty(18), "3-2pz", "1025", 0))), &[]);
    assert_eq!(okw(&released), [Place::Due(20, false); 8]);
    // two days after they came they are no delayed reserves: they have no printed date
    let mut waiting = released;
    for unit in waiting.definitions.units_of(GERMAN).collect::<Vec<_>>() {
        if waiting.definitions.counter(unit).army == "okw" {
            waiting.state.public.units.get_mut(unit).place = Place::Reserve(20, false);
        }
    }
    waiting.state.public.day = 22;
    assert!(crate::chapters::reserves::delayed(&waiting.definitions, &waiting.state.public, GERMAN).is_empty());
}

#[test]
fn case_14_2_on_its_last_evening_each_scenario_ends_at_a_level_or_in_a_draw_whatever_the_points() {
    for id in ["initial-assault", "allies-surprised", "german-breakout", "battle-of-the-bulge", "crisis-at-the-meuse"] {
        let mut given = start(id);
        let base = points(&given.definitions, &given.state.public);
        given.state.public.day = given.definitions.plans[usize::from(given.state.public.scenario)].days.1;
        let late = points(&given.definitions, &given.state.public) - base;
        for wanted in -60..150 {
            given.state.public.gains.exits = wanted - base - late;
            assert_eq!(points(&given.definitions, &given.state.public), wanted);
            let ending = evening(&given.definitions, &given.state.public).unwrap_or_else(|| panic!("{id} {wanted}"));
            assert_eq!(ending.winner.is_some(), ending.level.is_some(), "{id} {wanted}");
        }
    }
}
