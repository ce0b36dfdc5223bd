//! What standing orders choose where several answers are legal: the one that their words promise.

use crate::given::Given;
use crate::place::{self, GAME, Play};
use crate::standing::{answer, asked, gives};
use autumn_fog::AutumnFog;
use autumn_fog::order::{Step, Verb};
use autumn_fog::standing::Standing;
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};
use engine::contract::{Seen, SideId, Sight, StandingOrders, Viewer};

/// An attacker in 1710 has a breakthrough, and the defenders of two hexes have died.
fn broken_through(side: SideId, attacker: &str, defenders: [&str; 2], hexes: [&str; 2]) -> Given {
    let given = Given::on(&[]).unit(attacker, "1710").ap(2);
    let given = given.unit(defenders[0], hexes[0]).unit(defenders[1], hexes[1]);
    let mut given = given.acting(side);
    let targets = format!("target:{} target:{}", hexes[0], hexes[1]);
    given.order(&format!("prepare {targets} with:{attacker} lead:{attacker} done"), &[]);
    for unit in defenders {
        let unit = given.id(unit);
        given.state.field.units[unit.index()].place = Location::Eliminated(2);
    }
    asked(given, side, Pending::Mark)
}

#[test]
fn case_7_8a_a_breakthrough_is_marked_towards_the_enemys_edge_the_german_in_the_west_the_allied_in_the_east() {
    let german = broken_through(GERMAN, "12-vg", ["110-28di", "109-28di"], ["1610", "1810"]);
    gives(&german, "mark auto", "mark hex:1610");
    let allied = broken_through(ALLIED, "30-di", ["12-vg", "26-vg"], ["1610", "1810"]);
    gives(&allied, "mark auto", "mark hex:1810");
}

#[test]
fn case_7_7_2_who_advances_goes_into_the_vacated_hex_that_leads_farthest_armour_first_and_then_the_strongest() {
    let german = |units: &[&str]| {
        let given = units.iter().fold(Given::on(&[]), |given, unit| given.unit(unit, "1710").ap(2));
        let mut given = given.unit("110-28di", "1610").unit("109-28di", "1810").german_acts();
        let with: Vec<String> = units.iter().map(|unit| format!("with:{unit}")).collect();
        let with = with.join(" ");
        given.order(&format!("prepare target:1610 target:1810 {with} lead:{} done", units[0]), &[]);
        for unit in ["110-28di", "109-28di"] {
            let unit = given.id(unit);
            given.state.field.units[unit.index()].place = Location::Eliminated(2);
        }
        asked(given, GERMAN, Pending::Advance)
    };
    gives(&german(&["sandig-1ss"]), "advance all", "advance unit:sandig-1ss via:1610 done");
    // Hansen is stronger, and both ride
    gives(&german(&["sandig-1ss", "hansen-1ss"]), "advance all", "advance unit:hansen-1ss via:1610 done");
    // 12 VG is stronger, and goes on foot
    gives(&german(&["12-vg", "sandig-1ss"]), "advance one", "advance unit:sandig-1ss via:1610 done");
}

/// The defenders in 1610, 2 DI and 1 DI, have this number.
fn hit(lead: &str, steps: [u8; 2], number: u8) -> Given {
    let rolled = |die: u8| {
        let given = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("3-fj", "1710").steps(3).ap(2);
        let given = given.unit("2-di", "1610").steps(steps[0]).unit("1-di", "1610").steps(steps[1]);
        let mut given = given.unit("hq-viii", "1610").german_acts();
        given.order("prepare target:1610 with:12-vg with:3-fj lead:12-vg done", &[]);
        given.order(&format!("defend lead:{lead} done"), &[die]);
        given
    };
    let hit = |given: &Given| given.asked() == Some((ALLIED, Pending::Lose));
    let mut given = (1..=6).map(rolled).find(hit).expect("a die that hits the defender");
    let combat = given.state.field.combat.as_mut().expect("a combat");
    combat.fight.as_mut().expect("a roll").numbers[1] = Some(number);
    given
}

#[test]
fn losses_fall_on_the_weakest_or_the_strongest_as_it_was_ordered() {
    let lost = |given: &Given, line: &str| -> Vec<&str> {
        let order = answer(given, line).unwrap_or_else(|| panic!("{line} gives an order"));
        let name = |step: &Step| match step {
            Step::Loss(unit) => ["2-di", "1-di"].into_iter().find(|name| given.id(name) == *unit),
            _ => None,
        };
        order.iter().filter_map(name).collect()
    };
    // the lead takes the first loss [7.4c], the rule the others
    assert_eq!(lost(&hit("2-di", [3, 2], 3), "lose steps strongest"), ["2-di", "2-di", "2-di"]);
    assert_eq!(lost(&hit("1-di", [3, 2], 3), "lose steps"), ["1-di", "1-di", "2-di"]);
}

#[test]
fn a_headquarters_is_the_last_to_go_from_a_hex_that_holds_too_much() {
    let given = Given::on(&[]).unit("hq-xlvii-pz", "1710").unit("12-vg", "1710").steps(4);
    let given = given.unit("26-vg", "1710").steps(2).unit("3-fj", "1710").steps(1);
    gives(&asked(given, GERMAN, Pending::Overstack), "overstack auto", "eliminate unit:3-fj");
}

/// The answer of a side at a real place of the map.
fn at_home(play: &Play, side: SideId, line: &str) -> Option<Vec<Step>> {
    let policy = AutumnFog::amend(&GAME, &Standing::default(), line).expect(line);
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(side));
    AutumnFog::answer(Seen::<AutumnFog>::new(&GAME, &view), &place::ask(&play.state, side)?, &policy)
}

#[test]
fn the_staff_heeds_units_that_are_near_and_have_not_acted_and_neither_headquarters_nor_who_has_acted() {
    let near = |unit: &str, acted: u8, active: bool| {
        let play = Play::on_turn(2).put("30-di", place::hex("1610")).put("peiper-1ss", place::hex("3308"));
        let play = play.put(unit, place::hex("1810")).with(unit, |state| {
            (state.activations, state.active) = (acted, active);
        });
        at_home(&play.asked(GERMAN, Pending::Operate), GERMAN, "activation staff 2").is_some()
    };
    assert!(!near("hansen-1ss", 0, false), "it has not acted");
    assert!(near("hansen-1ss", 1, false), "it has");
    assert!(!near("hansen-1ss", 1, true), "it acts");
    assert!(near("hq-i-ss-pz", 0, false), "a headquarters does not fight");
    assert!(near("2-di", 0, false), "it is the enemy's");
}

#[test]
fn who_follows_passes_only_between_sequences_and_after_a_pass_of_the_other_side() {
    let play = |passes: u8| {
        let play = Play::on_turn(2).put("30-di", place::hex("1610")).put("peiper-1ss", place::hex("3308"));
        play.asked(GERMAN, Pending::Operate).field(|field| field.operations.passes = passes)
    };
    assert_eq!(at_home(&play(0), GERMAN, "activation follow"), None);
    assert_eq!(at_home(&play(1), GERMAN, "activation follow"), Some(vec![Step::Verb(Verb::Pass)]));
    let mut acting = play(1);
    acting.does(place::general());
    acting.state.field.operations.passes = 1;
    assert_eq!(at_home(&acting, GERMAN, "activation follow"), None, "a sequence of his is under way");
}
