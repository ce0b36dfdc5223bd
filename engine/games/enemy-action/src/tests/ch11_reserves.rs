//! Reserves (11), replacements (13), scenarios (15).

use super::given::{empty, hex, hold, impulse, put, start, unit};
use crate::EnemyAction;
use crate::chapters::reserves::Ground;
use crate::chapters::victory::evening;
use crate::printed::{ALLIED, GERMAN};
use crate::truth::event::Event;
use crate::truth::roster::Place;
use crate::truth::state::Deployment;
use definitions::hex::HexId;
use testing::Given;

fn wait(given: Given<EnemyAction>, id: &str, date: u8, strategic: bool) -> Given<EnemyAction> {
    let unit = unit(&given, id);
    given.fact(&Event::Arrived { units: vec![(unit, Place::Reserve(date, strategic))] })
}

fn open(given: &Given<EnemyAction>, id: &str) -> Vec<HexId> {
    let unit = unit(given, id);
    let side = given.definitions.counter(unit).side;
    let deployment = Deployment { side, units: vec![unit], one: false, came: Vec::new() };
    Ground::of(&given.definitions, &given.state.public, side).hexes(&deployment, unit)
}

#[test]
fn cases_11_and_4a_units_of_the_day_wait_in_the_reserve_box() {
    let given = start("initial-assault");
    let waiting =
        ["8-4di", "22-4di", "26-1di", "ccb-9db", "ccr-9db"].map(|id| given.state.public.unit(unit(&given, id)).place);
    assert!(waiting.iter().all(|place| matches!(place, Place::Reserve(16, _))));
}

#[test]
fn cases_11_1b_and_11_1c_and_11_1d_and_11_1e_on_a_head_of_the_area_off_enemies_and_near_their_own() {
    let given = wait(put(empty(18), "110-28di", "1814", 0), "109-28di", 18, false);
    let board = &given.definitions.board;
    let hexes = open(&given, "109-28di");
    assert!(!hexes.is_empty());
    let near = hex(&given, "1814");
    assert!(hexes.iter().all(|at| {
        board.hex(*at).areas.iter().any(|area| area == "VIII") && board.hex(*at).road && board.distance(*at, near) <= 3
    }));
    let given = put(given, "39-26vg", "1815", 0);
    let enemy = hex(&given, "1815");
    assert!(open(&given, "109-28di").iter().all(|at| given.definitions.board.distance(*at, enemy) >= 3));
}

#[test]
fn cases_11_1b_and_7_62_german_reserves_keep_to_their_armys_lines_until_the_20th() {
    let outside = |day: u8| {
        // a corps-mate at a German supply head outside the lines of the 7th Army
        let given = empty(day);
        let heads = crate::chapters::supply::trace(&given.definitions, &given.state.public, GERMAN).heads;
        let inside = |hex: &HexId| given.definitions.board.hex(*hex).areas.iter().any(|area| area == "7");
        let far = heads.iter().find(|hex| !inside(hex)).expect("a head outside the lines");
        let number = given.definitions.published.map.grid.number(far);
        let given = wait(put(given.clone(), "14-5fj", &number, 0), "13-5fj", day, false);
        let hexes = open(&given, "13-5fj");
        assert!(!hexes.is_empty());
        hexes.iter().any(|hex| !inside(hex))
    };
    assert_eq!((outside(19), outside(20)), (false, true));
}

#[test]
fn cases_11_1f_and_11_1g_strategic_reserves_may_come_anywhere_in_their_area_five_hexes_off() {
    let base = put(empty(18), "110-28di", "1814", 0);
    let fresh = open(&wait(base.clone(), "109-28di", 18, false), "109-28di").len();
    let marked = open(&wait(base.clone(), "109-28di", 18, true), "109-28di").len();
    let late = open(&wait(base, "109-28di", 17, false), "109-28di").len();
    assert!(fresh < marked && marked == late, "{fresh} {marked} {late}");
}

#[test]
fn cases_11_1a_and_5_2c_and_5_2d_and_5_3c_a_card_brings_its_formation_or_one_of_its_corps() {
    let given = wait(wait(put(empty(18), "110-28di", "1814", 0), "109-28di", 18, false), "cca-9db", 18, false);
    let given = impulse(hold(given, ALLIED, &["corps-viii", "9-ad"]), ALLIED);
    let all = given.clone().and("allied: deploy with corps-viii");
    assert_eq!(all.state.public.deployment.as_ref().map(|it| it.units.len()), Some(2));
    let one = given.clone().and("allied: deploy 109.28 with 9-ad");
    assert_eq!(one.state.public.deployment.as_ref().map(|it| it.units.len()), Some(1));
    given.when("allied: deploy 26.1 with 9-ad").is_refused_by("5.2d", "26.1 is not of the corps");
}

#[test]
fn cases_11_2a_and_11_2b_units_of_a_division_come_together() {
    let given = wait(wait(put(empty(18), "110-28di", "1814", 0), "109-28di", 18, false), "112-28di", 18, false);
    let given = impulse(hold(given, ALLIED, &["corps-viii"]), ALLIED).and("allied: deploy with corps-viii");
    let hexes = given.legal("allied", "place 109.28");
    assert!(hexes.len() > 1);
    let placed = given.clone().and(&format!("allied: {}", hexes[0]));
    let together = placed.legal("allied", "place 112.28");
    assert_eq!(together, [hexes[0].replace("109.28", "112.28")]);
}

#[test]
fn cases_11_51a_and_11_51c_the_british_come_west_of_the_meuse_until_a_german_is_there() {
    let mut given = wait(empty(23), "129-43di", 23, false);
    let hexes = open(&given, "129-43di");
    assert!(!hexes.is_empty() && hexes.iter().all(|at| given.definitions.board.hex(*at).beyond_meuse));
    given.state.public.meuse_crossed = true;
    assert!(open(&given, "129-43di").len() != hexes.len());
}

#[test]
fn case_11_51a_until_a_german_is_west_of_the_meuse_a_road_hex_in_supply_is_enough_for_the_british() {
    // roads east of Liège are cut off by a German bridge: the hex is supplied by a path, and is no head
    let mut given = wait(empty(23), "129-43di", 23, false);
    let (definitions, side) = (given.definitions.clone(), ALLIED);
    let board = &definitions.board;
    let traced = crate::chapters::supply::trace(&definitions, &given.state.public, side);
    let west = |at: &HexId| board.hex(*at).beyond_meuse && board.hex(*at).road && board.hex(*at).edge.is_none();
    let all: Vec<HexId> = board.all().filter(|at| west(at) && traced.heads.contains(*at)).collect();
    // roadblocks bar no Allied road, so a German who exerts no zone is put on each road beside one of them
    let foes: Vec<_> = definitions.units_of(GERMAN).collect();
    let found = all.into_iter().find_map(|at| {
        let mut cut = given.clone();
        let roads = board.hex(at).sides.iter().filter(|border| border.road).map(|border| border.there);
        for (there, unit) in roads.zip(&foes) {
            let state = cut.state.public.units.get_mut(*unit);
            (state.place, state.supply) = (Place::Hex(there), crate::truth::roster::Supply::Isolated);
        }
        let traced = crate::chapters::supply::trace(&definitions, &cut.state.public, side);
        (traced.supplied.contains(at) && !traced.heads.contains(at)).then_some((cut, at))
    });
    let (cut, at) = found.expect("a road hex that is in supply and no head");
    given = cut;
    assert!(open(&given, "129-43di").contains(&at));
    given.state.public.meuse_crossed = true;
    assert!(!open(&given, "129-43di").contains(&at), "then they come as a corps of the 1st Army");
}

#[test]
fn case_11_51b_while_its_division_is_on_the_map_a_british_unit_comes_near_no_other() {
    let far = |ids: &[(&str, &str)]| {
        let given = ids.iter().fold(empty(23), |given, (id, at)| put(given, id, at, 0));
        open(&wait(given, "129-43di", 23, false), "129-43di")
    };
    let near = far(&[("130-43di", "0227"), ("29-bb", "1129")]);
    let given = empty(23);
    let own = hex(&given, "0227");
    assert!(!near.is_empty() && near.iter().all(|at| given.definitions.board.distance(*at, own) <= 3));
    // no hex that is open is near the division: nobody comes near the rest of the corps instead
    assert!(far(&[("130-43di", "1404"), ("29-bb", "0227")]).is_empty());
    assert!(!far(&[("29-bb", "0227")]).is_empty());
}

#[test]
fn cases_13_and_13_1a_and_13_13_and_5_3d_from_the_20th_a_corps_card_gives_steps_back_one_a_unit() {
    let setup = |day: u8| {
        let given = put(put(empty(day), "110-28di", "1219", 1), "109-28di", "1220", 1);
        impulse(hold(given, ALLIED, &["corps-viii"]), ALLIED)
    };
    setup(19).when("allied: replace with corps-viii").is_refused_by("13", "from the 20th");
    let given = setup(20).and("allied: replace with corps-viii").and("allied: rebuild 110.28");
    given.when("allied: rebuild 110.28").is_refused_by("13.13", "cannot gain");
    let after = given.when("allied: rebuild 109.28").is_done();
    assert_eq!(after.state.public.unit(unit(&after, "109-28di")).lost, 0);
}

#[test]
fn case_13_11_replacements_need_supply_now() {
    let given = put(empty(20), "110-28di", "1404", 1);
    let given = impulse(hold(given, ALLIED, &["corps-viii"]), ALLIED);
    given.when("allied: replace with corps-viii").is_refused_by("13.11", "no unit");
}

#[test]
fn cases_15_1a_and_15_1b_and_15_1d_the_initial_assault_counts_towns_and_parts_the_levels_at_eight() {
    let mut given = start("initial-assault");
    assert_eq!(given.definitions.plans[usize::from(given.state.public.scenario)].days, (16, 16));
    let level = |given: &Given<EnemyAction>| evening(&given.definitions, &given.state.public).unwrap();
    assert_eq!(level(&given).winner, Some(ALLIED));
    // Clervaux, Vianden and Monschau have no value of their own: a point each
    for number in ["1709", "1908", "0307"] {
        let at = hex(&given, number);
        given.state.public.towns.insert(at);
    }
    assert_eq!(crate::chapters::ownership::points(&given.definitions, &given.state.public), 3);
    let bastogne = hex(&given, "1814");
    given.state.public.towns.insert(bastogne);
    let ending = level(&given);
    assert_eq!((ending.winner, ending.level.as_deref()), (Some(GERMAN), Some("tactical victory")));
}

#[test]
fn case_15_1c_the_german_wins_at_once_beside_the_meuse() {
    let given = put(start("initial-assault").fact(&Event::Answered), "3-2pz", "1023", 0);
    let given = given.fact(&Event::DayBegan { day: 16, opening: 0 });
    let given = super::given::active(given, GERMAN, &["3-2pz"]);
    given.when("german: move 3.2P to 1125").is_done();
    let near = given.legal("german", "move 3.2P to 1025");
    assert!(!near.is_empty());
    given.when("german: move 3.2P to 1025").ends("beside the Meuse");
}

#[test]
fn cases_15_2b_and_14_2_the_allies_surprised_has_four_levels_on_the_18th() {
    let mut given = start("allies-surprised");
    given.state.public.day = 18;
    let mut at = |points: i16| {
        given.state.public.gains.exits = points;
        let ending = evening(&given.definitions, &given.state.public).unwrap();
        (ending.winner, ending.level.unwrap())
    };
    // the Schnee Eifel regiment stands in a Westwall hex: five less
    let operational = "operational victory".to_owned();
    assert_eq!(at(31), (Some(GERMAN), operational.clone()));
    assert_eq!(at(15), (Some(ALLIED), operational));
    assert_eq!(at(23).0, Some(GERMAN));
    assert_eq!(at(22).0, Some(ALLIED));
}

#[test]
fn cases_15_4a_and_15_3b_and_t_cal_by_the_calendar_only_numbers_beyond_its_own_end_the_game() {
    let mut given = start("battle-of-the-bulge");
    given.state.public.day = 20;
    given.state.public.wall.clear();
    let mut ends = |points: i16| {
        given.state.public.gains.exits = points;
        evening(&given.definitions, &given.state.public).map(|ending| ending.winner)
    };
    // less than 11, more than 40
    assert_eq!([10, 11, 40, 41].map(&mut ends), [Some(Some(ALLIED)), None, None, Some(Some(GERMAN))]);
}

#[test]
fn cases_5_7_and_5_5_on_the_18th_army_group_b_deploys_all_reserves_once_its_command_is_done() {
    let with = |day: u8| {
        let given = put(empty(day), "3-2pz", "1617", 0);
        let heads = crate::chapters::supply::trace(&given.definitions, &given.state.public, GERMAN).heads;
        let board = &given.definitions.board;
        let north = |hex: &HexId| {
            let it = board.hex(*hex);
            it.edge == Some(GERMAN) && it.built.is_none() && it.areas.iter().any(|area| area == "6pz")
        };
        let head = heads.iter().find(north).expect("a German supply head in the north");
        let number = given.definitions.published.map.grid.number(head);
        let given = wait(put(given.clone(), "9-9ss", &number, 0), "19-9ss", 18, false);
        impulse(hold(given, GERMAN, &["army-group-b"]), GERMAN)
    };
    let activated = |given: Given<EnemyAction>| {
        let given = given.and("german: activate XLVII with army-group-b");
        let given = if given.asked("allied").is_empty() { given } else { given.and("allied: pass") };
        given.and("german: end")
    };
    let after = activated(with(18));
    assert_eq!(after.state.public.deployment.as_ref().map(|it| (it.side, it.units.len())), Some((GERMAN, 1)));
    // whoever wants nobody ends it, and the impulse with it
    let over = after.and("german: end");
    assert!(over.state.public.deployment.is_none() && over.state.public.impulse == ALLIED);
    assert!(activated(with(17)).state.public.deployment.is_none());
    // a deployment is not doubled
    let placed = with(18).and("german: deploy with army-group-b");
    assert!(placed.state.public.deployment.is_some() && placed.state.public.besides.is_none());
}

#[test]
fn cases_11_51_and_5_4c_once_a_german_is_west_of_the_meuse_the_card_of_the_1st_army_brings_the_british() {
    let mut given = put(empty(23), "26-1di", "0311", 0);
    let it = unit(&given, "129-43di");
    given = given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(22, false))] });
    let mut given = impulse(hold(given, ALLIED, &["army-1-us", "army-3-us"]), ALLIED);
    given.when("allied: deploy with army-1-us").is_refused_by("11.1a", "nobody");
    given.state.public.meuse_crossed = true;
    given.when("allied: deploy with army-1-us").is_done();
    given.when("allied: deploy with army-3-us").is_refused_by("11.1a", "nobody");
}
