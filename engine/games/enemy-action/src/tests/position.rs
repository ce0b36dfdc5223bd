//! Positions in text, line by line: what is read, and what of a faulty line is told.

use super::given::{hex, printed, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Stage, State, Topic};
use engine::contract::{Rules, SideId};
use engine::referee::Positions;
use testing::Given;

fn placed(definitions: &Definitions, text: &str) -> Result<State, String> {
    let placed = EnemyAction::place(definitions, "x", text);
    placed.map_err(|faults| faults.iter().map(|fault| format!("{fault}\n")).collect())
}

#[test]
fn every_line_of_a_position_writes_what_it_says() {
    let text = "of german-breakout\nturn 18 german fighting\nunit 3-2pz 1709 lost=1 supply=low dispersed=yes fuel=no\n\
                unit 110-28di dead\nunit 8-3pg reserve-17\nunit 26-1di reserve-16-s\nunit 2-2pz 1709\nunit vdh heydte\n\
                unit 10-10ss okw\nunit 112-28di due-19\nunit 304-2pz exited\nactive 2-2pz 3-2pz bonus=yes\nlast 110-28di\n\
                hand german corps-xlvii army-5-pz\ndraw allied 28-id\navailable allied 9-ad\nused german corps-i-ss\n\
                town 1509 german\nwall 1105 allied\nbridge 1707/1708 german\nimproved 1108\nroadblock 1113\nmeuse crossed\nexits 6\n";
    let given = Given::<EnemyAction>::position(text);
    let public = &given.state.public;
    let it = |id: &str| public.unit(unit(&given, id));
    let three = it("3-2pz");
    assert_eq!((three.place, three.lost, three.supply), (Place::Hex(hex(&given, "1709")), 1, Supply::Low));
    assert!(three.dispersed && three.no_fuel && !it("2-2pz").dispersed);
    let places = ["110-28di", "8-3pg", "26-1di", "vdh", "10-10ss", "112-28di", "304-2pz"].map(|id| it(id).place);
    let expected = [
        Place::Dead,
        Place::Reserve(17, false),
        Place::Reserve(16, true),
        Place::Heydte,
        Place::Okw,
        Place::Due(19, false),
        Place::Exited,
    ];
    assert_eq!(places, expected);
    let activation = public.activation.as_ref().expect("units are active");
    assert_eq!((activation.units.len(), activation.stage, activation.bonus), (2, Stage::Fighting, true));
    let counts = |side: SideId| {
        let piles = &public.piles[side.index()];
        (piles.hand, piles.draw, piles.available, piles.used.len())
    };
    assert_eq!((counts(GERMAN), counts(ALLIED)), ((2, 0, 0, 1), (0, 1, 1, 0)));
    assert!(public.towns.contains(&hex(&given, "1509")) && public.wall.contains(&hex(&given, "1105")));
    assert!(public.positions.contains(&hex(&given, "1108")) && public.roadblocks.contains(&hex(&given, "1113")));
    assert_eq!((public.day, public.meuse_reached, public.meuse_crossed, public.gains.exits), (18, true, true, 6));
    assert_eq!(public.last[ALLIED.index()], [unit(&given, "110-28di")]);
    let asked = public.asked.expect("somebody is asked");
    assert_eq!((asked.side, asked.topic), (GERMAN, Topic::Activation));
}

#[test]
fn what_is_wrong_with_a_line_is_told_with_what_was_expected() {
    let definitions = printed();
    for (text, expected) in [
        ("of chess", "there is no scenario `chess`"),
        ("turn 15 german command", "expected a day from 16 to 29"),
        ("turn 17 french command", "expected a side"),
        ("turn 17 german lunch", "lunch"),
        ("turn 17 german moving", "expected a line `active`"),
        ("turn 17 german moving\nactive 110-28di", "110.28 is not of the side that is active"),
        ("unit x 1108", "expected the id of a unit, found `x`"),
        ("unit 3-2pz 9999", "expected the number of a hex, found `9999`"),
        ("unit 3-2pz 1108 lost=2", "3.2P has 2 steps, so it cannot have lost 2"),
        ("unit 3-2pz 1108 supply=some", "a state of supply"),
        ("unit 3-2pz 1108\nunit 110-28di 1108", "together with enemies"),
        ("hand german 28-id", "expected the id of a card of that side, found `28-id`"),
        ("hand german corps-i-ss\ndraw german corps-i-ss", "corps-i-ss lies in two places"),
        ("bridge 1108/1109 blown", "no river lies at 1108/1109"),
        ("bridge 1108 blown", "expected two hexes as in"),
        ("meuse dry", "how far the Germans came"),
        ("weather snow", "found `weather`"),
    ] {
        let told = placed(&definitions, text).expect_err(text);
        assert!(told.contains(expected), "{text}: {told}");
    }
}

#[test]
fn a_day_is_begun_by_the_rules_and_an_impulse_is_asked_for() {
    let definitions = printed();
    let asks = |text: &str| {
        let state = placed(&definitions, text).unwrap_or_else(|faults| panic!("{faults}"));
        EnemyAction::asks(&state).len()
    };
    assert_eq!((asks("turn 17 german day"), asks("turn 17 allied command")), (0, 1));
}

#[test]
fn both_players_may_agree_on_places_and_steps_of_units_alone() {
    let definitions = printed();
    let state = placed(&definitions, "turn 17 german command\nunit 3-2pz 1108\nunit 110-28di 1808\n").expect("right");
    let adjusted = |lines: &str| EnemyAction::adjust(&definitions, &state, lines);
    assert_eq!(adjusted("unit 3-2pz 1109 lost=1").expect("right").len(), 1);
    assert_eq!(adjusted("unit 3-2pz 1108").expect("right"), [], "nothing changes");
    for (lines, expected) in [
        ("turn 18 german command", "expected `unit ID HEX`, found `turn`"),
        ("unit 3-2pz 1808", "together with enemies"),
        ("unit 3-2pz 1108 supply=low", "supply"),
    ] {
        let told = adjusted(lines).expect_err(lines).to_string();
        assert!(told.contains(expected), "{lines}: {told}");
    }
}
