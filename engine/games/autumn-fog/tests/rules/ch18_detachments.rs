//! Detachments (case 18).

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::options::Fog;
use autumn_fog::order::{Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply, UnitState};
use engine::contract::{Seen, Sight, Speech, Viewer};

fn detach(division: &str, steps: u8) -> Vec<Step> {
    vec![Step::Verb(Verb::Detach), Step::Unit(id(division)), Step::Steps(steps)]
}

fn rejoin(detachment: &str) -> Vec<Step> {
    act(Verb::Rejoin, detachment)
}

/// V Corps active, with the 2nd Division on the heath.
fn v_corps() -> Play {
    Play::on_turn(2).put("hq-v", hex("2501")).put("2-di", heath()).put("peiper-1ss", hex("3308")).formation("v")
}

#[test]
fn case_18a_an_active_infantry_division_detaches_steps_without_any_cost() {
    let mut play = v_corps();
    let events = play.does(detach("2-di", 1));
    let apart = Some(play.unit("det-v-1").clone());
    let detached = Event::Detached { division: id("2-di"), detachment: id("det-v-1"), steps: 1, left: 3, apart };
    assert!(has(&events, |event| *event == detached));
    assert_eq!((play.unit("2-di").ap, play.unit("2-di").steps), (2, 3));
    assert_eq!((play.unit("det-v-1").ap, play.unit("det-v-1").steps), (2, 1));
    assert_eq!(play.hex("det-v-1"), play.hex("2-di"));
    let told: Vec<String> =
        events.iter().filter_map(|event| AutumnFog::describe(&GAME, &event.clone().into())).collect();
    assert!(told.contains(&"2 DI detaches 1 step as Det 1/V.".to_owned()), "{told:?}");
}

#[test]
fn case_18a_other_units_and_idle_divisions_detach_nothing() {
    let play = v_corps().put("102-cav", row()[1]).put("30-di", row()[0]).put("det-4di", row()[3]);
    assert_eq!(play.case(detach("102-cav", 1)), "18a", "not an infantry division");
    assert_eq!(play.case(detach("det-4di", 1)), "18a", "a unit of the set-up");
    assert_eq!(play.case(detach("30-di", 1)), "3.2a", "another corps");
    let entering = Play::on_turn(2).with("1-di", |unit| unit.place = Location::Due(1)).put("hq-v", hex("2501"));
    assert_eq!(entering.formation("v").case(detach("1-di", 1)), "18a", "not on the map yet");
    let idle = Play::on_turn(2).put("2-di", heath()).asked(ALLIED, Pending::Operate);
    assert_eq!(idle.case(detach("2-di", 1)), "3.1a", "no sequence");
    let spent = Play::on_turn(2).put("2-di", heath()).put("hq-v", hex("2501"));
    let spent = spent.with("2-di", |unit| (unit.activations, unit.fatigued) = (1, true)).general(ALLIED);
    assert_eq!(spent.case(detach("2-di", 1)), "3.5.2b");
    let lost = Play::on_turn(2).put("2-di", heath()).with("2-di", |unit| unit.out_of_command = true);
    assert_eq!(lost.put("hq-v", hex("2501")).general(ALLIED).case(detach("2-di", 1)), "3.3c", "its check comes first");
}

#[test]
fn case_18b_division_and_detachment_share_the_steps_that_it_has_left() {
    let with = |steps: u8| v_corps().with("2-di", |unit| unit.steps = steps);
    // the example: three steps left, one goes
    let mut play = with(3);
    play.does(detach("2-di", 1));
    assert_eq!((play.unit("2-di").steps, play.unit("det-v-1").steps), (2, 1));
    let offered = |steps: u8| with(steps).legal(&act(Verb::Detach, "2-di"));
    assert_eq!(offered(4), [Step::Steps(1), Step::Steps(2)], "an Allied counter has two steps");
    assert_eq!(offered(3), [Step::Steps(1), Step::Steps(2)]);
    assert_eq!(offered(2), [Step::Steps(1)], "the division keeps one");
    let (case, message) = with(2).refused(detach("2-di", 2));
    assert_eq!((case.as_str(), message.as_str()), ("18b", "2 DI has 2 steps and cannot detach 2"));
    assert_eq!(with(1).case(detach("2-di", 1)), "18b");
    assert_eq!(with(4).case(detach("2-di", 0)), "18b");
    let german = Play::on_turn(2).put("hq-lxvi", hex("3111")).put("18-vg", heath()).formation("lxvi");
    assert_eq!(german.legal(&act(Verb::Detach, "18-vg")), [Step::Steps(1)], "a German counter has one");
    assert_eq!(german.case(detach("18-vg", 0)), "18b", "none is no detachment");
    assert_eq!(german.case(detach("18-vg", 2)), "18a", "a counter of its corps has one step");
    let (case, message) = german.refused([act(Verb::Detach, "18-vg"), vec![Step::Done]].concat());
    assert_eq!((case.as_str(), message.as_str()), ("order", "expected a division and a number of steps here"));
}

#[test]
fn case_18c_a_detachment_acts_at_once_without_counting_and_with_what_its_division_has_left() {
    let mut play = Play::on_turn(2).put("hq-v", hex("2501")).put("2-di", heath()).put("peiper-1ss", hex("3308"));
    play = play.general(ALLIED);
    let [_, next, centre, other, _] = row();
    assert_eq!(play.hex("2-di"), centre);
    play.does(walk("2-di", &[next]));
    let (ap, half_mp) = (play.unit("2-di").ap, play.unit("2-di").half_mp);
    play.does(detach("2-di", 2));
    assert_eq!((play.unit("det-v-1").ap, play.unit("det-v-1").half_mp), (ap, half_mp));
    assert_eq!((play.unit("2-di").ap, play.unit("2-di").half_mp), (ap, half_mp), "making it is no action");
    assert_eq!(play.state.field.operations.count, 1, "only the division counts");
    play.does(walk("det-v-1", &[centre]));
    play.does(walk("det-v-1", &[other]));
    assert_eq!(play.hex("det-v-1"), other);
    assert_eq!(play.hex("2-di"), next);
}

#[test]
fn case_18c_a_detachment_begins_in_the_status_of_its_division() {
    let mut play = v_corps().with("2-di", |unit| {
        (unit.supply, unit.fatigued, unit.improved) = (Supply::Isolated, true, true);
        (unit.fell_back, unit.pinned, unit.arrived) = (true, true, true);
    });
    play.does(detach("2-di", 1));
    let (division, apart) = (play.unit("2-di"), play.unit("det-v-1"));
    assert_eq!((apart.supply, apart.fatigued, apart.improved), (Supply::Isolated, true, true));
    assert_eq!((apart.fell_back, apart.pinned, apart.arrived), (true, true, true));
    assert_eq!((apart.activations, apart.bound), (division.activations, division.bound));
    assert_eq!(play.case(act(Verb::Move, "det-v-1")), "17.1g");
}

#[test]
fn case_18c_later_a_detachment_counts_as_a_unit() {
    let mut play = v_corps().put("9-di", hex("2501"));
    play.does(detach("2-di", 1));
    play.does(just(Verb::End));
    play.does(just(Verb::Pass));
    play.does(general());
    let events = play.does(act(Verb::Dig, "det-v-1"));
    assert!(woken(&events).1, "its second activation tires it");
    assert_eq!(play.state.field.operations.count, 1);
    assert!(!play.unit("2-di").active && !play.unit("2-di").fatigued);
}

#[test]
fn case_18d_a_detachment_in_the_hex_of_its_division_gives_its_steps_back() {
    let [_, next, centre, ..] = row();
    let mut play = v_corps();
    play.does(detach("2-di", 2));
    play.does(walk("det-v-1", &[next]));
    let (case, message) = play.refused(rejoin("det-v-1"));
    assert_eq!((case.as_str(), message.as_str()), ("18d", "Det 1/V and 2 DI are not in the same hex"));
    play.does(walk("det-v-1", &[centre]));
    let left = play.unit("det-v-1").ap;
    let events = play.does(rejoin("det-v-1"));
    let [apart, whole] = ["det-v-1", "2-di"].map(|unit| Some(play.unit(unit).clone()));
    let rejoined = Event::Rejoined { detachment: id("det-v-1"), division: id("2-di"), steps: 4, apart, whole };
    assert!(has(&events, |event| *event == rejoined));
    assert_eq!((play.unit("2-di").steps, play.unit("2-di").ap), (4, left), "with the fewer AP of the two");
    assert_eq!(play.unit("det-v-1").place, Location::Absent);
    assert_eq!(play.case(rejoin("2-di")), "18d");
}

#[test]
fn case_18d_both_must_be_able_to_act_in_the_sequence_and_burdens_of_either_stay() {
    let apart = |play: Play| {
        play.put("det-v-1", heath()).with("det-v-1", |unit| {
            (unit.steps, unit.parent) = (1, Some(id("2-di")));
        })
    };
    let start = || apart(Play::on_turn(2).put("hq-v", hex("2501")).put("2-di", heath())).put("peiper-1ss", hex("3308"));
    let start = || start().with("2-di", |unit| unit.steps = 3);
    let mut play = start().with("det-v-1", |unit| unit.supply = Supply::Unsupplied).formation("v");
    let events = play.does(rejoin("det-v-1"));
    assert!(has(&events, |event| matches!(event, Event::Activated { unit, .. } if *unit == id("2-di"))));
    let whole = play.unit("2-di");
    assert_eq!((whole.steps, whole.supply, whole.ap), (4, Supply::Unsupplied, 1));

    let spent = start().with("2-di", |unit| (unit.activations, unit.fatigued) = (1, true)).formation("v");
    assert_eq!(spent.case(rejoin("det-v-1")), "3.5.2b");
    let full = start().general(ALLIED).field(|field| field.operations.count = 3);
    assert_eq!(full.case(rejoin("det-v-1")), "3.3a", "both would count");
    let limit = 4;
    let counted = |count: u8, active: &[&str]| {
        let play = start().general(ALLIED).field(|field| field.operations.count = count);
        active
            .iter()
            .fold(play, |play, unit| play.with(unit, |unit| (unit.active, unit.ap, unit.activations) = (true, 2, 1)))
    };
    counted(limit - 2, &[]).does(rejoin("det-v-1"));
    counted(limit - 1, &["2-di"]).does(rejoin("det-v-1"));
    assert_eq!(counted(limit, &["2-di"]).case(rejoin("det-v-1")), "3.3a", "the detachment would be one too many");
    counted(limit, &["2-di", "det-v-1"]).does(rejoin("det-v-1"));
    let gone = start().with("2-di", |unit| (unit.place, unit.steps) = (Location::Eliminated(1), 0)).formation("v");
    let (case, message) = gone.refused(rejoin("det-v-1"));
    assert_eq!((case.as_str(), message.as_str()), ("18d", "2 DI is not on the map any more"));
    let mended = start().with("2-di", |unit| unit.steps = 4);
    let mut mended = mended.formation("v");
    mended.does(rejoin("det-v-1"));
    assert_eq!(mended.unit("2-di").steps, 4, "never above its full strength");
}

#[test]
fn cases_18d_and_15_2e_captured_fuel_and_the_150th_panzer_brigade_outlast_no_reunion() {
    let apart = |division: (bool, bool), detachment: (bool, bool)| {
        let play = Play::on_turn(2).put("hq-lxvi", hex("3111")).put("18-vg", heath()).put("det-lxvi-1", heath());
        let play = play.with("18-vg", |unit| unit.steps -= 1).with("det-lxvi-1", |unit| {
            (unit.steps, unit.parent) = (1, Some(id("18-vg")));
        });
        let mut play = play.formation("lxvi");
        for (unit, (covered, refuelled)) in [("18-vg", division), ("det-lxvi-1", detachment)] {
            play = play.with(unit, |unit| {
                (unit.active, unit.ap, unit.activations) = (true, 2, 1);
                (unit.covered, unit.refuelled) = (covered, refuelled);
            });
        }
        play.does(rejoin("det-lxvi-1"));
        (play.unit("18-vg").covered, play.unit("18-vg").refuelled)
    };
    assert_eq!(apart((true, false), (false, true)), (false, true), "only both are covered, one has had the fuel");
    assert_eq!(apart((true, false), (true, false)), (true, false));
}

#[test]
fn case_18b_a_present_gives_no_step_that_division_and_detachment_have_already() {
    let split = |left: u8| {
        let play = Play::in_battle(5).put("2-di", heath()).put("det-v-1", heath()).put("peiper-1ss", hex("3308"));
        let play = play.with("det-v-1", |unit| (unit.steps, unit.parent) = (1, Some(id("2-di"))));
        play.with("2-di", |unit| unit.steps = left).asked(ALLIED, Pending::Present)
    };
    for unit in ["2-di", "det-v-1"] {
        let gift = act(Verb::Gift, unit);
        assert_eq!(split(3).case(gift.clone()), "18b");
        assert!(split(2).legal(&just(Verb::Gift)).contains(&gift[1]), "{unit}");
    }
}

#[test]
fn case_18d_a_detachment_that_owes_an_attack_does_not_rejoin_a_division_without_ap() {
    let owing = |ap: u8| {
        let play = v_corps().put("det-v-1", heath()).put("18-vg", row()[1]);
        let play = play.with("2-di", |unit| (unit.steps, unit.active, unit.ap, unit.activations) = (3, true, ap, 1));
        play.with("det-v-1", |unit| {
            (unit.steps, unit.parent, unit.active, unit.bound) = (1, Some(id("2-di")), true, true);
            (unit.ap, unit.activations) = (1, 1);
        })
    };
    let (case, message) = owing(0).refused(rejoin("det-v-1"));
    assert_eq!(
        (case.as_str(), message.as_str()),
        ("4.2b", "Det 1/V and 2 DI would have 0 AP left, and one must attack")
    );
    let mut play = owing(1);
    play.does(rejoin("det-v-1"));
    assert!(play.unit("2-di").bound && play.unit("2-di").ap == 1);
    assert_eq!(play.case(just(Verb::End)), "4.2b", "the attack is still owed");
}

#[test]
fn case_18e_a_corps_never_makes_more_detachments_than_it_has_counters() {
    let mut play = Play::on_turn(2).put("hq-lxvi", hex("3111")).put("18-vg", heath()).formation("lxvi");
    play.does(detach("18-vg", 1));
    play.does(rejoin("det-lxvi-1"));
    play.does(detach("18-vg", 1));
    assert_eq!(play.unit("det-lxvi-2").hex(), Some(heath()), "the first counter is out of the game");
    let (case, message) = play.refused(detach("18-vg", 1));
    let expected = "18 VG cannot detach: all detachments of LXVI Armeekorps have been made";
    assert_eq!((case.as_str(), message.as_str()), ("18e", expected));
    let mut play = play;
    play.does(rejoin("det-lxvi-2"));
    assert_eq!(play.case(detach("18-vg", 1)), "18e");
}

#[test]
fn cases_18d_and_18e_a_counter_that_has_rejoined_or_fallen_never_comes_back() {
    let mut play = Play::on_turn(1).put("hq-lxvi", row()[0]).put("18-vg", heath()).formation("lxvi");
    play.does(detach("18-vg", 1));
    play.does(rejoin("det-lxvi-1"));
    play.does(detach("18-vg", 1));
    let mut play = play.with("det-lxvi-2", |unit| (unit.place, unit.steps) = (Location::Eliminated(1), 0));
    assert_eq!(play.case(detach("18-vg", 1)), "18e");
    play.does(just(Verb::End));
    let later = play.next_turn().formation("lxvi");
    assert_eq!(later.case(detach("18-vg", 1)), "18e", "nor on a later turn");
}

#[test]
fn case_18c_a_detachment_that_falls_is_gone_and_its_division_goes_on_without_its_steps() {
    let mut play = v_corps();
    play.does(detach("2-di", 1));
    play = play.with("det-v-1", |unit| (unit.place, unit.steps) = (Location::Eliminated(2), 0));
    assert_eq!(play.unit("2-di").steps, 3);
    play.does(detach("2-di", 1));
    assert_eq!(play.unit("det-v-2").steps, 1);
}

#[test]
fn detachments_are_ordered_in_words() {
    let mut play = v_corps();
    let view = |play: &Play| AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
    for line in ["detach 1 from 2 DI", "Detach 1 step from 2 di", "split 1 from 2 DI"] {
        assert_eq!(
            AutumnFog::parse(Seen::<AutumnFog>::new(&GAME, &view(&play)), line),
            Ok(vec![detach("2-di", 1)]),
            "{line}"
        );
    }
    for line in ["detach 2 DI", "detach from 2 DI", "detach one from nobody"] {
        assert!(AutumnFog::parse(Seen::<AutumnFog>::new(&GAME, &view(&play)), line).is_err(), "{line}");
    }
    assert_eq!(AutumnFog::write(&GAME, &detach("2-di", 2)), "detach 2 from 2 DI");
    play.does(detach("2-di", 1));
    for line in ["rejoin Det 1/V", "rejoin det", "merge det 1 v"] {
        assert_eq!(
            AutumnFog::parse(Seen::<AutumnFog>::new(&GAME, &view(&play)), line),
            Ok(vec![rejoin("det-v-1")]),
            "{line}"
        );
    }
    assert_eq!(AutumnFog::write(&GAME, &rejoin("det-v-1")), "rejoin Det 1/V");
}

#[test]
fn an_unseen_detachment_is_as_if_it_had_not_been_made_and_a_seen_one_does_not_tell_its_division() {
    let foggy = |play: Play| play.field(|field| field.options.fog = Fog::Covered);
    let mut play = foggy(v_corps());
    let enemy = |play: &Play| AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
    let before = enemy(&play);
    let state = play.state.clone();
    let events = play.does(detach("2-di", 1));
    let told = events.iter().filter_map(|event| AutumnFog::redact(&GAME, &state, event, Viewer::Side(GERMAN)));
    assert_eq!(told.count(), 0, "{events:?}");
    assert_eq!(enemy(&play).field.units, before.field.units);
    let near = foggy(v_corps()).put("18-vg", row()[1]);
    let state = near.state.clone();
    let mut near = near;
    let events = near.does(detach("2-di", 1));
    let told = events.iter().filter_map(|event| AutumnFog::redact(&GAME, &state, event, Viewer::Side(GERMAN)));
    assert_eq!(told.count(), events.len(), "it is next to a German");
    let seen = enemy(&near);
    let apart = seen.field.unit(id("det-v-1"));
    assert_eq!((apart.hex(), apart.steps, apart.parent), (Some(heath()), 1, None));
}

#[test]
fn case_18d_every_burden_of_either_is_one_of_the_whole_and_a_position_must_be_held_by_both() {
    type Flag = fn(&mut UnitState) -> &mut bool;
    let burdens: [(&str, Flag); 6] = [
        ("fatigued", |unit| &mut unit.fatigued),
        ("out of command", |unit| &mut unit.out_of_command),
        ("acted", |unit| &mut unit.acted),
        ("fell back", |unit| &mut unit.fell_back),
        ("pinned", |unit| &mut unit.pinned),
        ("in a position", |unit| &mut unit.improved),
    ];
    for (burden, flag) in burdens {
        let whole = |division: bool, detachment: bool| {
            let play = Play::on_turn(2).put("hq-v", hex("2501")).put("2-di", heath()).put("det-v-1", heath());
            let play = play.put("peiper-1ss", hex("3308")).with("2-di", |unit| unit.steps = 3);
            let play = play.with("det-v-1", |unit| (unit.steps, unit.parent) = (1, Some(id("2-di")))).formation("v");
            let awake = |unit: &mut UnitState, has: bool| {
                (unit.active, unit.ap, unit.activations) = (true, 2, 1);
                *flag(unit) = has;
            };
            let play = play.with("2-di", |unit| awake(unit, division)).with("det-v-1", |unit| awake(unit, detachment));
            let mut play = play;
            play.does(rejoin("det-v-1"));
            *flag(&mut play.unit("2-di").clone())
        };
        let alone = burden != "in a position";
        let found = [whole(false, false), whole(true, false), whole(false, true), whole(true, true)];
        assert_eq!(found, [false, alone, alone, true], "{burden}");
    }
}
