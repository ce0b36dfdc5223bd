//! Historical events (case 15) but for those that stop or carry a march. Column 16 is a straight line.

use crate::given::Given;
use crate::place::{GAME, Play, hex as place, id};
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, Activation, GERMAN, OpenAsk, Pending, Supply};
use engine::contract::{AskId, Refusal};

/// 12 VG active in 1610 and 30 DI in 1604; the German acts and holds every German event.
fn germans() -> Given {
    let given = Given::on(&[]).unit("12-vg", "1610").ap(2).unit("30-di", "1604");
    let given = given.event(EventKind::Stoesser, 1).event(EventKind::Greif, 1);
    given.event(EventKind::Skorzeny, 1).event(EventKind::FuelDump, 2).german_acts()
}

/// 30 DI active in 1610 and 12 VG in 1604; the Allied side acts and holds every Allied event.
fn allies() -> Given {
    let given = Given::on(&[]).unit("30-di", "1610").ap(2).unit("12-vg", "1604");
    let given = given.event(EventKind::Roadblock, 2).event(EventKind::Nuts, 1);
    given.event(EventKind::AirSupply, 1).acting(ALLIED)
}

/// The next turn begins: both sides have passed.
fn next_turn(given: &mut Given, dice: &[u8]) -> Vec<Event> {
    let field = &mut given.state.field;
    (field.operations.activation, field.operations.passes) = (None, 1);
    field.asks = vec![OpenAsk { id: AskId(9), side: GERMAN, pending: Pending::Operate }];
    given.order("pass", dice)
}

// ---------------------------------------------------------------- when

#[test]
fn cases_15_1b_and_2_1j_events_are_played_in_activations_of_either_side() {
    assert!(germans().accepts("play event:stoesser hex:1609"));
    assert!(allies().accepts("play event:roadblock hex:1609"));
    let refused = |given: &Given, order: &str| -> Refusal { given.refusal(order) };
    let mut idle = germans();
    idle.state.field.operations.activation = None;
    assert_eq!(refused(&idle, "play event:stoesser hex:1609").case, "15.1b", "no activation is under way");
    let greif = refused(&germans(), "play event:greif hex:1604");
    assert_eq!(greif.case, "15.1b");
    assert!(greif.to_string().contains("marches"), "{greif}");
    assert_eq!(refused(&allies(), "play event:air-supply hex:1610").case, "15.1b", "not the supply phase");
    assert_eq!(refused(&germans(), "play event:roadblock hex:1609").case, "15.3a", "not a German event");
}

#[test]
fn case_15_1a_a_marker_is_played_once() {
    let mut given = allies();
    given.order("play event:roadblock hex:1609", &[]);
    assert_eq!(given.refused("play event:roadblock hex:1609"), "15.3a", "the hex has a marker now");
    given.order("play event:roadblock hex:1611", &[]);
    assert_eq!(given.refused("play event:roadblock hex:1509"), "15.1a", "there are two");
    given.order("play event:nuts hex:1610", &[]);
    assert_eq!(given.refused("play"), "15.1b", "air supply is for the supply phase");
    given.state.field.events = [0; 7];
    assert_eq!(given.refused("play"), "15.1a");
}

#[test]
fn case_15_1a_a_game_begins_with_five_german_and_four_american_markers() {
    let field = Play::scenario().state.field;
    let of = |side| EventKind::ALL.into_iter().filter(move |kind| kind.side() == side);
    let count = |side| of(side).map(|kind| field.events[kind.index()]).sum::<u8>();
    assert_eq!((count(GERMAN), count(ALLIED)), (5, 4));
    let two = [EventKind::FuelDump, EventKind::Roadblock];
    assert!(EventKind::ALL.iter().all(|kind| field.events[kind.index()] == if two.contains(kind) { 2 } else { 1 }));
}

#[test]
fn cases_2_1g_and_15_1b_an_activation_in_which_only_an_event_is_played_is_a_pass() {
    let mut given = germans();
    given.state.field.operations.count = 0;
    given.state.field.operations.passes = 1;
    let unit = given.id("12-vg");
    (given.state.field.units[unit.index()].active, given.state.field.units[unit.index()].activations) = (false, 0);
    given.order("play event:stoesser hex:1609", &[5]);
    let events = given.order("end", &[1, 2, 1]);
    assert!(events.iter().any(|event| matches!(event, Event::Passed { side: GERMAN, .. })), "no unit was activated");
    assert_eq!(given.state.field.turn, 3, "so that two passes in a row end the turn (2.2a)");
    assert_eq!(given.state.field.events[EventKind::Stoesser.index()], 0, "the event has been played all the same");
}

// ---------------------------------------------------------------- Stoesser

#[test]
fn cases_15_2a_and_q_12_stoesser_bars_an_empty_hex_within_six_hexes_of_a_german_on_a_4() {
    let given = germans();
    assert_eq!(given.refused("play event:stoesser hex:1604"), "15.2a", "30 DI is there");
    assert_eq!(given.refused("play event:stoesser hex:1603"), "15.2a", "seven hexes");
    let with_block = germans().marker(EventKind::Roadblock, "1605");
    assert_eq!(with_block.refused("play event:stoesser hex:1605"), "15.2a", "a marker is there");
    for (die, markers) in [(3, 0), (4, 1), (6, 1)] {
        let mut given = germans().unit("12-vg", "1609").ap(2);
        given.order("play event:stoesser hex:1603", &[die]);
        assert_eq!(given.state.field.markers.len(), markers, "a {die}");
        assert_eq!(given.state.field.events[EventKind::Stoesser.index()], 0);
        let given = given.unit("30-di", "1604").ap(2).acting(ALLIED);
        assert_eq!(given.accepts("move unit:30-di hex:1603"), markers == 0);
        if markers == 1 {
            assert_eq!(given.refused("move unit:30-di hex:1603"), "15.2a");
            let german = given.unit("12-vg", "1602").ap(2).german_acts();
            assert!(german.accepts("move unit:12-vg hex:1603"), "it bars nothing to Germans");
        }
    }
}

#[test]
fn cases_15_2b_and_q_13_an_adjacent_allied_unit_removes_stoesser_for_1_ap_or_the_turn_ends() {
    let given = Given::on(&[]).unit("30-di", "1604").ap(2).unit("2-di", "1602").ap(0).unit("12-vg", "1612");
    let given = given.unit("1-di", "1607").ap(2).marker(EventKind::Stoesser, "1603");
    let mut given = given.on_turn(1).acting(ALLIED);
    assert_eq!(given.refused("clear unit:1-di"), "15.2b", "not next to it");
    assert_eq!(given.refused("clear unit:2-di"), "15.2b", "no AP");
    assert_eq!(given.refused("clear unit:30-di hex:1605"), "15.2b", "nothing is there");
    let mut later = given.clone();
    given.order("clear unit:30-di hex:1603", &[]);
    assert_eq!((given.look("30-di").ap, given.state.field.markers.len()), (1, 0));
    assert_eq!(given.refused("clear"), "15.2b");
    next_turn(&mut later, &[]);
    assert_eq!(later.state.field.turn, 2);
    assert!(later.state.field.markers.is_empty());
}

// ---------------------------------------------------------------- fuel dumps

#[test]
fn case_15_2e_a_fuel_dump_gives_each_active_unit_of_a_stack_an_ap() {
    let given = germans().unit("peiper-1ss", "1606").ap(0).unit("sandig-1ss", "1606").ap(3).unit("3-fj", "1607");
    let mut given = given;
    given.order("play event:fuel-dump hex:1606", &[]);
    assert_eq!((given.look("peiper-1ss").ap, given.look("sandig-1ss").ap), (1, 4), "also beyond its own number");
    assert_eq!(given.refused("play event:fuel-dump hex:1606"), "15.2e", "not twice for one stack");
    assert_eq!(given.refused("play event:fuel-dump hex:1607"), "15.2e", "3 FJ does not act");
    assert!(given.accepts("play event:fuel-dump hex:1610"));
    given.order("end", &[]);
    assert!(!given.look("peiper-1ss").refuelled, "in another activation it may have the other one");
}

#[test]
fn case_15_2e_a_stack_that_was_refuelled_keeps_its_mark_when_it_moves() {
    let mut given = germans();
    given.order("play event:fuel-dump hex:1610", &[]);
    given.order("move unit:12-vg hex:1611", &[]);
    assert_eq!(given.refused("play event:fuel-dump hex:1611"), "15.2e");
}

#[test]
fn case_15_2e_a_refused_fuel_dump_says_what_would_help() {
    let general = |given: Given| {
        let mut given = given.event(EventKind::FuelDump, 1).german_acts();
        given.state.field.operations.count = 0;
        given
    };
    let remedy = |given: Given| {
        let refusal = general(given).refusal("play event:fuel-dump hex:1606");
        assert_eq!(refusal.case, "15.2e");
        refusal.remedy
    };
    let base = || Given::on(&[]).unit("30-di", "1612");
    let fresh = base().unit("peiper-1ss", "1606");
    assert_eq!(remedy(fresh), "Let one of its units act first.");
    let mut spent = base().unit("peiper-1ss", "1606").supply(Supply::Unsupplied);
    let peiper = spent.id("peiper-1ss");
    spent.state.field.units[peiper.index()].activations = 1;
    let told = remedy(spent);
    assert!(told.starts_with("Peiper/1 has no AP") && told.contains("a second time"), "{told}");
    let told = remedy(base().unit("peiper-1ss", "1606").out_of_command());
    assert!(told.contains("[3.3c]") && told.contains("activate Peiper/1"), "{told}");
}

#[test]
fn case_15_2e_a_refused_event_is_refused_for_the_hex_that_was_named() {
    // no stack can have fuel: the one in 1606 has had it, 3 FJ in 1607 does not act, in 1604 are Americans
    let base = Given::on(&[]).unit("30-di", "1604").unit("3-fj", "1607").unit("peiper-1ss", "1606").ap(1);
    let mut given = base.event(EventKind::FuelDump, 2).german_acts();
    given.order("play event:fuel-dump hex:1606", &[]);
    let told = |hex: &str| given.refusal(&format!("play event:fuel-dump hex:{hex}")).message;
    assert!(told("1606").contains("Peiper/1 in 1606 has had captured fuel"), "{}", told("1606"));
    assert_eq!(told("1607"), "no German unit in 1607 acts in this activation");
    assert_eq!(told("1604"), "no German unit in 1604 acts in this activation");
    // it is no otherwise when another event could be played somewhere
    let given = given.event(EventKind::Stoesser, 1);
    let refusal = given.refusal("play event:fuel-dump hex:1607");
    assert_eq!((&*refusal.case, &*refusal.message), ("15.2e", "no German unit in 1607 acts in this activation"));
}

#[test]
fn case_15_2e_captured_fuel_moves_a_unit_that_has_no_ap_at_all() {
    let mut given = germans().unit("16-116pz", "1606").supply(Supply::Unsupplied).fatigued();
    let lviii = GAME.unit(id("16-116pz")).formation.expect("a formation");
    given.state.field.operations.activation = Some(Activation::Formation(lviii));
    assert_eq!(given.refused("move unit:16-116pz hex:1607"), "1.4c", "unsupplied and fatigued");
    given.order("play event:fuel-dump hex:1606", &[]);
    assert_eq!((given.look("16-116pz").ap, given.look("16-116pz").activations), (1, 1));
    let mut rested = given.clone();
    given.order("move unit:16-116pz hex:1607", &[]);
    rested.order("recover unit:16-116pz", &[]);
    assert_eq!((rested.look("16-116pz").ap, rested.look("16-116pz").fatigued), (0, false), "its 1 AP and the fuel's");
}

// ---------------------------------------------------------------- roadblocks

#[test]
fn cases_15_3a_a_roadblock_lies_in_an_empty_hex_within_six_hexes_of_an_american() {
    let given = allies();
    assert_eq!(given.refused("play event:roadblock hex:1603"), "15.3a", "seven hexes");
    assert_eq!(given.refused("play event:roadblock hex:1604"), "15.3a", "12 VG is there");
    assert!(given.accepts("play event:roadblock hex:1616"));
    let mut given = allies();
    given.order("play event:roadblock hex:1609", &[]);
    assert!(given.accepts("move unit:30-di hex:1609"), "it bars nothing to Americans");
    next_turn(&mut given, &[1, 1, 2]);
    assert_eq!(given.state.field.markers.len(), 1, "it stays");
}

#[test]
fn case_15_3a_a_roadblock_cuts_the_road_that_supplies_germans() {
    // a road from the German edge along row 10
    let road: Vec<String> = (28..=34).map(|column| format!("{column:02}10")).collect();
    let mut pairs: Vec<String> = road.windows(2).map(|pair| format!("road {}-{} main", pair[0], pair[1])).collect();
    pairs.push("hex 2810 clear village".to_owned());
    let lines: Vec<&str> = pairs.iter().map(String::as_str).collect();
    let supply = |marker: Option<EventKind>| {
        let given = Given::on(&lines).on_turn(1).unit("12-vg", "2810").unit("30-di", "1010");
        let mut given = match marker {
            Some(kind) => given.marker(kind, "3110"),
            None => given,
        };
        next_turn(&mut given, &[]);
        given.look("12-vg").supply
    };
    assert_eq!(supply(None), Supply::Supplied);
    assert_eq!(supply(Some(EventKind::Roadblock)), Supply::Isolated);
    assert_eq!(supply(Some(EventKind::Stoesser)), Supply::Supplied, "a marker bars nothing to its own side");
}

#[test]
fn case_15_3a_germans_neither_retreat_nor_advance_into_a_roadblock() {
    // Peiper retreats eastwards from 1610, but not into the roadblock
    let base = || Given::on(&[]).unit("30-di", "1510").ap(2).unit("peiper-1ss", "1610");
    let fought = |given: Given| {
        let mut given = given.acting(ALLIED);
        given.order("attack target:1610 with:30-di lead:30-di done", &[6]);
        let least = if given.accepts("lose done") { "lose done" } else { "lose loss:peiper-1ss done" };
        given.order(least, &[]);
        given
    };
    let free = fought(base());
    assert_eq!(free.asked(), Some((GERMAN, Pending::Retreat)));
    let open = free.vias("retreat unit:peiper-1ss");
    let barred = fought(base().marker(EventKind::Roadblock, &open[0]));
    assert!(!barred.vias("retreat unit:peiper-1ss").contains(&open[0]));
    assert_eq!(barred.refused(&format!("retreat unit:peiper-1ss via:{}", open[0])), "15.3a");
    // an American who retreats leaves a roadblock behind: the attacker may not follow
    let attack = |marker: bool| {
        let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("30-di", "1610").steps(1);
        let given = if marker { given.marker(EventKind::Roadblock, "1610") } else { given };
        let mut given = given.german_acts();
        given.order("attack target:1610 with:12-vg lead:12-vg done", &[6]);
        while given.asked().is_some_and(|(side, _)| side == ALLIED) {
            given.order("lose loss:30-di done", &[]);
        }
        given.asked()
    };
    assert_eq!(attack(false), Some((GERMAN, Pending::Advance)));
    assert_eq!(attack(true), Some((GERMAN, Pending::Operate)));
}

#[test]
fn case_15_3a_a_roadblock_keeps_german_reinforcements_out() {
    let entry = GAME.arrival(&Play::scenario().state.field, id("fbb")).expect("it arrives").hexes[0];
    let play = Play::scenario().field(|field| (field.turn, field.events) = (2, [0; 7]));
    let mut play = play.general(GERMAN);
    let enter = || vec![Step::Verb(Verb::Enter), Step::Unit(id("fbb")), Step::Hex(entry)];
    play.state.field.markers = vec![(EventKind::Roadblock, entry)];
    assert_eq!(play.case(enter()), "15.3a");
    play.state.field.markers.clear();
    play.does(enter());
    assert_eq!(play.hex("fbb"), place(&GAME.board.grid().number(entry)));
}

#[test]
fn case_15_3b_an_adjacent_german_unit_removes_a_roadblock_for_1_ap() {
    let given = Given::on(&[]).unit("12-vg", "1604").ap(2).unit("30-di", "1612").marker(EventKind::Roadblock, "1603");
    let mut given = given.german_acts();
    given.order("clear unit:12-vg hex:1603", &[]);
    assert_eq!((given.look("12-vg").ap, given.state.field.markers.len()), (1, 0));
    assert_eq!(given.refused("clear"), "15.3b", "nothing is left to remove");
    let bound = Given::on(&[]).unit("12-vg", "1604").ap(1).bound().unit("30-di", "1605");
    let bound = bound.marker(EventKind::Roadblock, "1603").german_acts();
    assert_eq!(bound.refused("clear unit:12-vg"), "4.2b", "the AP is owed to an attack");
    let staff = Given::on(&[]).unit("hq-i-ss-pz", "1604").ap(3).unit("30-di", "1612");
    let staff = staff.marker(EventKind::Roadblock, "1603").german_acts();
    assert_eq!(staff.refused("clear unit:hq-i-ss-pz"), "3.1d", "an HQ only moves in a general activation");
}

// ---------------------------------------------------------------- Nuts!

/// 12 VG attacks 30 DI in 1610, the Allied side holding Nuts!
fn attacked(ground: &[&str]) -> Given {
    let given = Given::on(ground).unit("12-vg", "1710").ap(2).unit("30-di", "1610").unit("2-di", "1609");
    let mut given = given.unit("110-28di", "1608").event(EventKind::Nuts, 1).german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
    given
}

/// The lines of the die modifiers that Nuts! gave.
fn nuts(events: &[Event]) -> Vec<i32> {
    let lines = Given::fight(events).modifiers.iter();
    lines.filter(|(case, ..)| case == "15.3c").map(|(.., amount)| *amount).collect()
}

#[test]
fn case_15_3c_nuts_may_be_played_when_an_attack_begins_and_helps_its_hex_and_the_six_around_it() {
    let given = attacked(&[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)), "one unit and no support, but an event to play");
    assert!(given.question().contains("You may play Nuts!"), "else he would not know why he is asked");
    for (hex, expected) in [("1610", vec![-1]), ("1609", vec![-1]), ("1608", vec![])] {
        let mut given = given.clone();
        given.order(&format!("play event:nuts hex:{hex}"), &[]);
        assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)), "he still names his defence");
        assert_eq!(nuts(&given.order("defend lead:30-di done", &[3])), expected, "{hex}");
    }
    assert_eq!(given.refused("play event:nuts hex:1710"), "15.3c", "a German stack");
    let mut without = given.clone();
    assert_eq!(nuts(&without.order("defend lead:30-di done", &[3])), [0; 0]);
    assert_eq!(without.state.field.events[EventKind::Nuts.index()], 1, "it is kept for another time");
    let mut river = attacked(&["side 1610/1609 river=\"Our\" rank=1"]);
    river.order("play event:nuts hex:1609", &[]);
    assert_eq!(nuts(&river.order("defend lead:30-di done", &[3])), [-1], "across a river too");
}

#[test]
fn case_15_3c_nuts_helps_americans_who_attack_and_those_who_check() {
    let given = Given::on(&[]).unit("30-di", "1610").ap(2).unit("12-vg", "1710");
    let mut given = given.marker(EventKind::Nuts, "1610").acting(ALLIED);
    assert_eq!(nuts(&given.order("attack target:1710 with:30-di lead:30-di done", &[3])), [1]);
    // quality 4 passes with 3 or less, with Nuts! on a 4
    for (marker, ap) in [("1610", 2), ("1608", 1)] {
        let given = Given::on(&[]).unit("2-di", "1608").unit("30-di", "1610").out_of_command();
        let mut given = given.marker(EventKind::Nuts, marker).acting(ALLIED);
        given.state.field.operations.count = 0;
        given.order("activate unit:30-di", &[4]);
        assert_eq!(given.look("30-di").ap, ap, "marker in {marker}");
    }
}

#[test]
fn case_15_3c_nuts_stays_while_an_american_is_in_its_hex() {
    let given =
        Given::on(&[]).unit("30-di", "1610").steps(2).ap(2).unit("110-28di", "1609").ap(2).unit("12-vg", "1620");
    let mut given = given.marker(EventKind::Nuts, "1610").acting(ALLIED);
    given.order("move unit:110-28di hex:1610", &[]);
    given.order("move unit:30-di hex:1611", &[]);
    assert_eq!(given.state.field.markers.len(), 1, "a later arrival keeps it");
    let events = given.order("move unit:110-28di hex:1609", &[]);
    assert!(given.state.field.markers.is_empty());
    assert!(events.iter().any(|event| matches!(event, Event::MarkerRemoved { kind: EventKind::Nuts, .. })));
}

#[test]
fn case_15_3c_nuts_is_lost_when_its_stack_retreats() {
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("30-di", "1610").steps(2);
    let mut given = given.marker(EventKind::Nuts, "1610").german_acts();
    given.order("attack target:1610 with:peiper-1ss lead:peiper-1ss done", &[4]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Lose)));
    given.order("lose done", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)));
    given.order("retreat unit:30-di via:1509", &[]);
    assert_eq!(given.place("30-di").as_deref(), Some("1509"));
    assert!(given.state.field.markers.is_empty());
}

// ---------------------------------------------------------------- air supply

/// The dice for air support missions, before air supply is asked for. Those for fuel come after it.
const AIR_PHASE: &[u8] = &[1, 1];

/// 30 DI in 1610 and three more at two, two and three hexes from it, all without supply; turn 5 is next.
fn cut_off(turn: u8) -> Given {
    let given = Given::on(&[]).on_turn(turn - 1).unit("30-di", "1610").unit("2-di", "1612").unit("1-di", "1608");
    let mut given = given.unit("84-di", "1613").unit("12-vg", "2510").event(EventKind::AirSupply, 1);
    given.state.field.last_turn = 8;
    given
}

#[test]
fn case_15_3d_while_aircraft_may_drop_supplies_nothing_else_is_ordered() {
    let mut given = cut_off(5);
    next_turn(&mut given, AIR_PHASE);
    assert_eq!(
        given.refusal("pass").to_string(),
        "[15.3d] you say where aircraft drop supplies now: this is not the moment to pass. `pass` is for your next turn \
         to act, instead of an activation [2.1g]. Asked for now: play, let."
    );
}

#[test]
fn cases_10_5_and_15_3d_in_clear_weather_aircraft_supply_a_stack_and_those_two_hexes_from_it() {
    let mut given = cut_off(5);
    next_turn(&mut given, AIR_PHASE);
    assert_eq!(given.asked(), Some((ALLIED, Pending::AirSupply)));
    assert_eq!(given.refused("play event:air-supply hex:2510"), "15.3d", "a German stack");
    let mut without = given.clone();
    given.order("play event:air-supply hex:1610", &[5, 1, 2, 6, 1]);
    for (unit, supply) in [
        ("30-di", Supply::Supplied),
        ("2-di", Supply::Supplied),
        ("1-di", Supply::Supplied),
        ("84-di", Supply::Isolated),
        ("12-vg", Supply::Isolated),
    ] {
        assert_eq!(given.look(unit).supply, supply, "{unit}");
    }
    assert_eq!(given.state.field.events[EventKind::AirSupply.index()], 1, "it comes back");
    without.order("let", &[1, 2, 6, 1]);
    assert_eq!(without.look("30-di").supply, Supply::Isolated);
    next_turn(&mut given, AIR_PHASE);
    assert_eq!(given.asked(), Some((ALLIED, Pending::AirSupply)), "turn 6 is clear as well");
}

#[test]
fn cases_15_3d_and_15_1a_air_supply_is_lost_on_a_6_and_only_for_clear_weather() {
    let mut given = cut_off(6);
    next_turn(&mut given, AIR_PHASE);
    given.order("play event:air-supply hex:1610", &[6, 1, 2, 6, 1]);
    assert_eq!(given.look("30-di").supply, Supply::Supplied, "this time it still arrives");
    assert_eq!(given.state.field.events[EventKind::AirSupply.index()], 0);
    for turn in [4, 7] {
        let mut given = cut_off(turn);
        next_turn(&mut given, &[1, 6, 1]);
        assert_eq!(given.look("30-di").supply, Supply::Isolated, "turn {turn} is overcast");
    }
}

#[test]
fn case_15_3d_the_line_to_the_dropped_supplies_is_a_line_of_supply() {
    // a river between 1610 and its neighbours to the south, without a bridge
    let river = ["1611", "1510", "1710"].map(|hex| format!("side 1610/{hex} river=\"Our\" rank=1"));
    let river: Vec<&str> = river.iter().map(String::as_str).collect();
    let given = Given::on(&river).on_turn(4).unit("30-di", "1610").unit("2-di", "1611").event(EventKind::AirSupply, 1);
    let mut given = given.unit("12-vg", "2510");
    given.state.field.last_turn = 8;
    next_turn(&mut given, AIR_PHASE);
    given.order("play event:air-supply hex:1610", &[1, 1, 2, 6, 1]);
    assert_eq!((given.look("30-di").supply, given.look("2-di").supply), (Supply::Supplied, Supply::Isolated));
}

#[test]
fn case_15_3d_nobody_is_asked_when_nobody_would_be_helped() {
    let mut given = Given::on(&[]).on_turn(4).unit("12-vg", "2510").event(EventKind::AirSupply, 1);
    given.state.field.last_turn = 8;
    next_turn(&mut given, &[1, 1, 1, 2, 6, 1]);
    assert_ne!(given.asked().map(|(_, pending)| pending), Some(Pending::AirSupply), "no American is on the map");
}
