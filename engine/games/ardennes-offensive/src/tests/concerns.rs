//! What happens to orders that were sent ahead: whom an event concerns, and what brings them back.

use super::given::{GAME, Given, hex, unit};
use crate::ArdennesOffensive;
use crate::printed::{ALLIED, BridgeId, Column, GERMAN, Outcome};
use crate::sight::View;
use crate::standing::Policy;
use crate::truth::event::{Event, Loss};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, Topic};
use engine::contract::{Ahead, Concern, Incident, Seen, SentAhead, SideId};

/// 1 SS Pz in 1432, 23/2 in 1532.
fn given() -> Given {
    Given::german_movement().unit("1pz-1ss", "1432").unit("23-2di", "1532").unit("heydte", "1236")
}

fn view(side: SideId) -> View {
    View { side: Some(side), state: given().state }
}

fn concern(side: SideId, event: &Event) -> Option<Concern> {
    let view = view(side);
    ArdennesOffensive::incident(Seen::<ArdennesOffensive>::new(&GAME, &view), event).map(|incident| incident.concern)
}

/// What an event of a German unit means to the Germans and to the Allies.
fn of_a_german(event: Event) -> [Option<Concern>; 2] {
    [concern(GERMAN, &event), concern(ALLIED, &event)]
}

fn near(numbers: &[&str]) -> Option<Concern> {
    Some(Concern::Near(numbers.iter().map(|number| hex(number)).collect()))
}

fn units(ids: &[&str]) -> Option<Concern> {
    Some(Concern::Units(ids.iter().map(|id| unit(id)).collect()))
}

#[test]
fn where_the_other_side_goes_concerns_orders_about_places_near_and_where_ones_own_units_go_none() {
    let (tanks, path) = (unit("1pz-1ss"), vec![hex("1432"), hex("1431")]);
    let moved = Event::Moved { unit: tanks, path, left: 3 };
    assert_eq!(of_a_german(moved), [None, near(&["1431"])]);
    let entered = Event::Entered { unit: tanks, hex: hex("0209"), left: 3 };
    assert_eq!(of_a_german(entered), [None, near(&["0209"])]);
    let dropped = Event::Dropped { unit: unit("heydte"), hex: hex("1236"), face: 1, lives: true };
    assert_eq!(of_a_german(dropped), [None, near(&["1236"])]);
    let marches = Event::ModeChanged { unit: tanks, road: true, left: 3 };
    assert_eq!(of_a_german(marches), [None, near(&["1432"])]);
    let advanced = Event::Advanced { unit: tanks, from: hex("1432"), to: hex("1532") };
    assert_eq!(of_a_german(advanced), [None, near(&["1532"])]);
}

#[test]
fn cases_10_and_6_7l_what_hits_a_unit_concerns_orders_that_name_it_and_of_the_other_side_those_near() {
    let tanks = unit("1pz-1ss");
    let lost = Event::Lost { unit: tanks, side: GERMAN, why: Loss::Combat, strength: 0 };
    assert_eq!(of_a_german(lost), [units(&["1pz-1ss"]), near(&["1432"])]);
    let retreated = Event::Retreated { unit: tanks, path: vec![hex("1432"), hex("1333")], crowded: false };
    assert_eq!(of_a_german(retreated), [units(&["1pz-1ss"]), near(&["1333"])]);
    let deploys = Event::MustDeploy { unit: tanks, left: 3 };
    assert_eq!(of_a_german(deploys), [units(&["1pz-1ss"]), None]);
    let attacked = Event::Attacked {
        attacker: GERMAN,
        attackers: vec![tanks],
        from: vec![hex("1432")],
        targets: vec![hex("1532")],
        defenders: vec![unit("23-2di")],
        attack: 9,
        defence: 4,
        natural: Column(2),
        column: Column(2),
        waived: false,
        must_deploy: Vec::new(),
        follow: Vec::new(),
    };
    assert_eq!(of_a_german(attacked), [None, near(&["1532"])]);
    let rolled =
        Event::Rolled { face: 1, outcome: Outcome::DefenderEliminated, retreating: Vec::new(), distance: 0, losses: 0 };
    assert_eq!(of_a_german(rolled), [None, None]);
}

#[test]
fn cases_12_4k_13_1a_and_14_1a_supply_bridges_and_delays_concern_their_own_side() {
    let judged = |unsupplied: &[&str], isolated: &[&str]| Event::Judged {
        side: GERMAN,
        unsupplied: unsupplied.iter().map(|id| unit(id)).collect(),
        isolated: isolated.iter().map(|id| unit(id)).collect(),
        interdicted: vec![BridgeId(0)],
    };
    assert_eq!(of_a_german(judged(&["1pz-1ss"], &["heydte"])), [units(&["1pz-1ss", "heydte"]), None]);
    let ends = GAME.board.bridge(BridgeId(0)).to_vec();
    assert_eq!(of_a_german(judged(&[], &[])), [Some(Concern::Near(ends)), None]);
    let delayed = Event::Delayed { unit: unit("1pz-1ss"), turn: 4, sections: Default::default() };
    assert_eq!(of_a_german(delayed), [units(&["1pz-1ss"]), None]);
}

#[test]
fn orders_sent_ahead_rely_on_the_units_and_hexes_that_they_name() {
    let view = view(GERMAN);
    let orders = [vec![Step::Verb(Verb::Move), Step::Unit(unit("1pz-1ss")), Step::Hex(hex("1422"))]];
    let heed = |concern: Option<Concern>| {
        let incidents = [Incident { words: "Something.".to_owned(), concern: concern.expect("a concern") }];
        let ahead = Ahead { orders: &orders, events: &[], incidents: &incidents };
        let seen = Seen::<ArdennesOffensive>::new(&GAME, &view);
        ArdennesOffensive::heed(seen, &ahead, &Policy::default()).is_some()
    };
    assert!(heed(units(&["1pz-1ss"])) && !heed(units(&["heydte"])));
    assert!(heed(near(&["1420"])) && heed(near(&["1434"])) && !heed(near(&["2521"])));
}

#[test]
fn case_4_1_an_end_ends_a_phase_and_is_what_somebody_does_who_does_nothing_in_it() {
    assert!(ArdennesOffensive::ends(&[Step::Verb(Verb::End)]) && ArdennesOffensive::ends(&[Step::Verb(Verb::Ready)]));
    assert!(!ArdennesOffensive::ends(&[Step::Verb(Verb::March), Step::Unit(unit("1pz-1ss"))]));
    let idle = |given: Given| ArdennesOffensive::idle(&given.view());
    assert_eq!(idle(Given::german_movement()), Some(vec![Step::Verb(Verb::End)]));
    assert_eq!(idle(Given::german_combat()), Some(vec![Step::Verb(Verb::End)]));
    assert_eq!(idle(Given::at(GERMAN, Phase::SetUp)), Some(vec![Step::Verb(Verb::Ready)]));
    let retreats = Given::german_combat().with(|state| {
        state.asked = state.asked.map(|asked| crate::truth::state::Asked { topic: Topic::Retreat, ..asked });
    });
    assert_eq!(idle(retreats), None);
}
