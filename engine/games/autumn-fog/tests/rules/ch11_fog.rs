//! Fog of war (case 11): whose stacks are seen, and what is met that was not seen.

use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::EventView;
use autumn_fog::event::Event;
use autumn_fog::options::Fog;
use autumn_fog::order::{EventKind, Present, Step, Verb};
use autumn_fog::state::{ALLIED, Field, GERMAN, Location, Pending, Supply, UnitState};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Advice, Drawing, Rules, Seen, SideId, Sight, Speech, Viewer};

/// What a side is shown.
fn shown(play: &Play, side: SideId) -> Field {
    Field::clone(&AutumnFog::view(&GAME, &play.state, Viewer::Side(side)).field)
}

/// Which of these units a viewer sees.
fn sees<'a>(play: &Play, viewer: Viewer, units: &[&'a str]) -> Vec<&'a str> {
    let view = AutumnFog::view(&GAME, &play.state, viewer);
    units.iter().copied().filter(|unit| !matches!(view.field.unit(id(unit)).place, Location::Hidden(_))).collect()
}

/// With fog of war.
fn in_fog(play: Play, fog: Fog) -> Play {
    play.field(|field| field.options.fog = fog)
}

/// An American stack in the middle of the row: a strong division, a battalion group, an HQ.
const STACK: [&str; 3] = ["2-di", "110-28di", "hq-viii"];

/// A German unit at one end of the row, two hexes from the American stack.
fn facing(german: &str, fog: Fog) -> Play {
    let [a, _, c, ..] = row();
    let play = Play::on_turn(2).put(german, a);
    in_fog(STACK.iter().fold(play, |play, unit| play.put(unit, c)), fog).general(GERMAN)
}

/// What the viewer is told of events from a state, in words.
fn told(before: &Play, events: &[Event], viewer: Viewer) -> Vec<String> {
    let mut at = before.state.clone();
    let mut told = Vec::new();
    for event in events {
        let seen = AutumnFog::redact(&GAME, &at, event, viewer);
        told.extend(seen.and_then(|event| AutumnFog::describe(&GAME, &event)));
        AutumnFog::evolve(&mut at, event);
    }
    told
}

fn copy(play: &Play) -> Play {
    Play { state: play.state.clone(), dice: play.dice.clone() }
}

#[test]
fn case_11_1_a_stack_out_of_reach_shows_its_top_or_its_place_alone() {
    let [_, _, c, ..] = row();
    for (fog, seen) in [(Fog::Off, &STACK[..]), (Fog::Stacks, &["110-28di"]), (Fog::Covered, &[])] {
        let play = facing("3-fj", fog);
        for viewer in [Viewer::Side(GERMAN), Viewer::Observer] {
            assert_eq!(sees(&play, viewer, &STACK), seen, "{fog:?} {viewer:?}");
            let view = AutumnFog::view(&GAME, &play.state, viewer);
            let unseen: Vec<HexId> =
                view.field.unseen.stacks().iter().filter(|s| s.side == ALLIED).map(|s| s.hex).collect();
            assert_eq!(unseen, if fog == Fog::Off { vec![] } else { vec![c] });
            assert!(view.field.in_hex(c).count() == seen.len());
        }
        assert_eq!(sees(&play, Viewer::Side(ALLIED), &STACK), STACK, "its own units a side always sees");
    }
}

#[test]
fn case_11_1_a_unit_that_exerts_a_zone_of_control_on_a_stack_looks_into_it() {
    let [_, b, ..] = row();
    for fog in [Fog::Stacks, Fog::Covered] {
        let mut play = facing("3-fj", fog);
        play.does(walk("3-fj", &[b]));
        assert_eq!(sees(&play, Viewer::Side(GERMAN), &STACK), STACK);
        assert!(shown(&play, GERMAN).unseen.stacks().is_empty());
        // so do the Americans, and whoever looks on sees what each sees of the other
        assert_eq!(sees(&play, Viewer::Side(ALLIED), &["3-fj"]), ["3-fj"]);
        assert_eq!(sees(&play, Viewer::Observer, &["3-fj", "2-di"]), ["3-fj", "2-di"]);
        // an HQ exerts none
        let [_, b, c, ..] = row();
        let play = in_fog(Play::on_turn(2).put("hq-lxvi", b).put("2-di", c).put("110-28di", c), Fog::Covered);
        assert_eq!(sees(&play, Viewer::Side(GERMAN), &STACK), ["hq-viii"], "which is not in play");
        assert!(shown(&play, GERMAN).unseen.stacks()[0].exerts, "but it knows that it stands in a zone of control");
    }
}

#[test]
fn case_11_1_who_fights_is_seen_from_the_declaration_to_the_end_of_the_combat() {
    // across a river nobody exerts a zone of control, but infantry attacks
    let (bank, enemy) = pair("river bank without a bridge", |bank, there| {
        let side = board().side(bank, there).expect("neighbours");
        board().river(bank, side) && !board().bridge(bank, side) && bare(bank) && bare(there)
    });
    let play = Play::on_turn(2).put("18-vg", bank).put("hq-lxvi", bank).put("2-di", enemy).put("110-28di", enemy);
    let mut play = in_fog(play, Fog::Covered).general(GERMAN).rolling(&[1, 1]);
    let before = copy(&play);
    let all = ["18-vg", "hq-lxvi", "2-di", "110-28di"];
    assert_eq!(sees(&play, Viewer::Side(GERMAN), &all), ["18-vg", "hq-lxvi"]);
    let attack = [Step::Target(enemy), Step::With(id("18-vg")), Step::Lead(id("18-vg")), Step::Done];
    let events = play.does([&[Step::Verb(Verb::Attack)], &attack[..]].concat());
    for viewer in [Viewer::Side(GERMAN), Viewer::Side(ALLIED), Viewer::Observer] {
        assert_eq!(sees(&play, viewer, &all), all, "{viewer:?}");
    }
    assert!(told(&before, &events, Viewer::Side(ALLIED)).iter().any(|line| line.contains("18 VG attacks")));
    while play.state.field.combat.is_some() {
        let side = AutumnFog::asks(&play.state)[0].side;
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(side));
        let order = AutumnFog::examples(Seen::<AutumnFog>::new(&GAME, &view), 1).remove(0);
        play.does(order);
    }
    assert_eq!(sees(&play, Viewer::Observer, &["18-vg", "hq-lxvi"]), Vec::<&str>::new(), "and no longer");
}

#[test]
fn case_11_1_what_is_hidden_interrupts_a_move_and_never_refuses_it() {
    let [a, b, c, d, _] = row();
    // the way along the row is open as far as the German knows: an American stands beside it, covered
    let beside = around(b).into_iter().find(|hex| distance(*hex, a) == 2 && distance(*hex, c) == 1).expect("a hex");
    let play = || in_fog(Play::on_turn(2).put("peiper-1ss", a).put("2-di", beside), Fog::Covered).general(GERMAN);
    assert!(play().legal(&[Step::Verb(Verb::Move), Step::Unit(id("peiper-1ss"))]).contains(&Step::Hex(d)));
    let mut stopped = play();
    let before = copy(&stopped);
    let events = stopped.does(walk("peiper-1ss", &[b, c, d]));
    assert_eq!(stopped.hex("peiper-1ss"), b);
    assert!(bound(&events), "it must attack there, as 4.2b says");
    let lines = told(&before, &events, Viewer::Side(GERMAN));
    assert!(lines.iter().any(|line| line.contains("[4.2a]")), "{lines:?}");
    assert_eq!(sees(&stopped, Viewer::Side(GERMAN), &["2-di"]), ["2-di"]);
    assert_eq!(stopped.case(just(Verb::End)), "4.2b");
    // without an action point for the attack it stops before the zone of control, and learns of it (4.2c)
    let tired = |unit: &mut UnitState| {
        (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 0, 20);
    };
    let mut early = play().with("peiper-1ss", tired);
    let before = copy(&early);
    let events = early.does(walk("peiper-1ss", &[b]));
    assert_eq!(early.hex("peiper-1ss"), a);
    assert!(!has(&events, |event| matches!(event, Event::Moved { .. })));
    let lines = told(&before, &events, Viewer::Side(GERMAN));
    assert!(
        lines.iter().any(|line| line.contains("[4.2c]") && line.contains(&GAME.place(beside).to_string())),
        "{lines:?}"
    );
    assert!(told(&before, &events, Viewer::Side(ALLIED)).is_empty());
    assert_eq!(early.case(walk("peiper-1ss", &[b])), "4.2c", "now it is known, and refused");
    assert_eq!(sees(&early, Viewer::Side(GERMAN), &["2-di"]), Vec::<&str>::new());
}

#[test]
fn case_11_1_an_order_that_only_the_hidden_forbids_costs_nothing_and_tells_why() {
    let lost = |play: Play| play.with("hq-lxvi", |hq| (hq.place, hq.steps) = (Location::Eliminated(1), 0));
    let back = |hex: HexId| vec![Step::Verb(Verb::Return), Step::Unit(id("hq-lxvi")), Step::Hex(hex)];
    let asked = || lost(Play::on_turn(2)).asked(GERMAN, Pending::Return);
    // a place where the HQ could come back, but for a covered American beside it
    let open = asked().legal(&[Step::Verb(Verb::Return), Step::Unit(id("hq-lxvi"))]);
    let place = open.iter().find_map(|step| match step {
        Step::Hex(hex) if around(*hex).iter().any(|there| dry(*hex, *there) && bare(*there)) => Some(*hex),
        _ => None,
    });
    let place = place.expect("a place to come back");
    let enemy = around(place).into_iter().find(|there| dry(place, *there) && bare(*there)).expect("a neighbour");
    let mut play = in_fog(asked().put("2-di", enemy), Fog::Covered);
    let events = play.does(back(place));
    assert!(matches!(&events[..], [Event::Thwarted { stacks, .. }] if *stacks == [enemy]), "{events:?}");
    assert_eq!(play.unit("hq-lxvi").place, Location::Eliminated(1));
    assert_eq!(play.case(back(place)), "1.3j", "now it is known, and refused");
}

#[test]
fn case_11_1_what_hidden_units_do_is_told_by_hexes_or_not_at_all() {
    let [a, b, c, _, e] = row();
    let play = Play::on_turn(2).put("30-di", a).put("ccb-9db", a).put("hq-viii", a).put("3-fj", e);
    let mut play = in_fog(play, Fog::Covered).general(ALLIED);
    let start = copy(&play);
    let moved = play.does(walk("ccb-9db", &[b]));
    let enemy = Viewer::Side(GERMAN);
    let hexes = format!("A unit of the Allied side moves from {} to {}.", GAME.place(a), GAME.place(b));
    assert_eq!(told(&start, &moved, enemy), [hexes]);
    assert_eq!(told(&start, &moved, Viewer::Observer).len(), 1);
    let before = copy(&play);
    let dug = play.does(act(Verb::Dig, "30-di"));
    assert!(told(&before, &dug, enemy).is_empty());
    assert!(told(&before, &dug, Viewer::Side(ALLIED)).iter().any(|line| line.contains("improved position")));
    // whoever comes into sight is named with all that he does
    let near = around(e).into_iter().find(|hex| distance(*hex, c) == 1).expect("d");
    let before = copy(&play);
    let seen = play.does(walk("ccb-9db", &[c, near]));
    assert!(told(&before, &seen, enemy).iter().any(|line| line.contains("CCB/9 DB moves")), "{seen:?}");
    // and whoever leaves is named as well, but not what is left to him
    let redacted = AutumnFog::redact(
        &GAME,
        &play.state,
        &Event::Moved { unit: id("ccb-9db"), path: vec![near, c, b], ap: 1, half_mp: 0, bound: false, off: None },
        enemy,
    );
    let glimpse = EventView::Glimpse { side: ALLIED, unit: Some(id("ccb-9db")), from: Some(near), to: b };
    assert_eq!(redacted, Some(glimpse));
}

#[test]
fn case_11_1_the_counter_of_a_detachment_is_named_only_to_who_sees_it() {
    let [a, _, c, ..] = row();
    let start = || {
        let play = Play::on_turn(2).put("3-fj", a).put("2-di", c).put("110-28di", c);
        in_fog(play, Fog::Stacks).general(ALLIED)
    };
    let detaches = |mut play: Play, viewer: Viewer| {
        let before = copy(&play);
        let events = play.does(vec![Step::Verb(Verb::Detach), Step::Unit(id("2-di")), Step::Steps(1)]);
        told(&before, &events, viewer).into_iter().filter(|line| line.contains("detaches")).collect::<Vec<_>>()
    };
    let mut under = start();
    under.does(act(Verb::Top, "2-di"));
    for (viewer, line) in [
        (Viewer::Side(GERMAN), "2 DI detaches 1 step."),
        (Viewer::Observer, "2 DI detaches 1 step."),
        (Viewer::Side(ALLIED), "2 DI detaches 1 step as Det 1/V."),
    ] {
        assert_eq!(detaches(copy(&under), viewer), [line]);
    }
    // of a division that is not seen nothing is told
    assert!(detaches(start(), Viewer::Side(GERMAN)).is_empty());
}

#[test]
fn case_11_2_the_owner_lays_a_unit_on_top_and_the_enemy_sees_no_more_than_that() {
    let [_, _, c, ..] = row();
    let mut play = facing("3-fj", Fog::Stacks).field(|field| {
        field.asks.clear();
        field.operations = Default::default();
    });
    play = play.general(ALLIED);
    assert_eq!(play.case(act(Verb::Top, "110-28di")), "11.2", "the weakest combat unit lies there already");
    let before = copy(&play);
    let events = play.does(act(Verb::Top, "2-di"));
    assert!(told(&before, &events, Viewer::Side(GERMAN)).is_empty());
    assert_eq!(sees(&play, Viewer::Side(GERMAN), &STACK), ["2-di"]);
    assert!(shown(&play, GERMAN).tops.is_empty());
    assert_eq!(shown(&play, ALLIED).tops, [(c, id("2-di"))]);
    // when it goes, the weakest lies on top again; alone, a unit is its own top
    play.does(walk("2-di", &[around(c)[0]]));
    assert_eq!(sees(&play, Viewer::Side(GERMAN), &STACK), ["2-di", "110-28di"]);
    assert_eq!(play.case(act(Verb::Top, "2-di")), "11.2");
    // and when it is back, it lies on top as its owner has laid it (ruling R215)
    let play = play.field(|field| field.units[id("2-di").index()].place = Location::Map(c));
    assert_eq!(sees(&play, Viewer::Side(GERMAN), &STACK), ["2-di"]);
    assert_eq!(play.case(act(Verb::Top, "2-di")), "11.2");
    for fog in [Fog::Off, Fog::Covered] {
        assert_eq!(facing("3-fj", fog).case(act(Verb::Top, "3-fj")), "11.2", "there is nothing to order");
    }
}

#[test]
fn case_11_2_a_refused_top_says_why_this_unit_is_not_laid_there() {
    let [a, _, _, _, e] = row();
    let play = facing("3-fj", Fog::Stacks).put("12-vg", a).put("62-vg", e);
    let why = |play: &Play, unit: &str| play.refused(act(Verb::Top, unit)).1;
    assert_eq!(why(&play, "2-di"), "2 DI is not yours");
    assert_eq!(why(&play, "18-vg"), "18 VG is not on the map");
    assert_eq!(why(&play, "62-vg"), format!("62 VG is alone in {}", GAME.place(e)));
    let weakest = ["3-fj", "12-vg"].into_iter().find(|unit| why_not(&play, unit).is_some()).expect("one lies on top");
    let name = GAME.name(id(weakest));
    assert_eq!(why(&play, weakest), format!("{name} lies on top in {} already", GAME.place(a)));
    // without a stack, or with nothing to see, the word itself has no sense
    assert_eq!(why(&facing("3-fj", Fog::Stacks), "3-fj"), "you have no stack of two or more units");
    assert!(why(&facing("3-fj", Fog::Covered).put("12-vg", a), "3-fj").starts_with("your stacks are covered"));
    assert!(why(&facing("3-fj", Fog::Off).put("12-vg", a), "3-fj").contains("without fog of war"));
}

/// Why a unit may not be laid on top, if it may not.
fn why_not(play: &Play, unit: &str) -> Option<String> {
    let laid = play.legal(&just(Verb::Top)).contains(&Step::Unit(id(unit)));
    (!laid).then(|| play.refused(act(Verb::Top, unit)).1)
}

#[test]
fn case_11_1_units_off_the_map_are_seen_but_how_many_act_and_which_detachments_there_are_is_not() {
    let [_, b, ..] = row();
    let mut play = facing("3-fj", Fog::Covered)
        .with("18-vg", |unit| unit.place = Location::Due(3))
        .with("62-vg", |unit| unit.place = Location::Eliminated(1));
    let definitions = &*GAME;
    let is_german_detachment = |unit: &UnitId| {
        let data = definitions.unit(*unit);
        data.detachment && data.side == GERMAN
    };
    let detachment = (0..definitions.units.len() as u16).map(UnitId).find(is_german_detachment).expect("a detachment");
    for viewer in [ALLIED, GERMAN] {
        let field = shown(&play, viewer);
        assert_eq!(field.unit(id("18-vg")).place, Location::Due(3));
        assert_eq!(field.unit(id("62-vg")).place, Location::Eliminated(1));
        let covered = matches!(field.unit(detachment).place, Location::Hidden(_));
        assert_eq!(covered, viewer == ALLIED, "whether it has been made shows on the map only");
        assert!(covered || field.unit(detachment).place == Location::Absent);
    }
    play.does(walk("3-fj", &[around(b).into_iter().find(|hex| distance(*hex, row()[0]) == 1).expect("a hex")]));
    assert_eq!((shown(&play, GERMAN).operations.count, shown(&play, ALLIED).operations.count), (1, 0));
}

#[test]
fn case_11_2_under_markers_no_order_of_a_stack_is_seen() {
    let play = facing("3-fj", Fog::Covered);
    let mut other = copy(&play);
    other.state.field.tops = vec![(row()[2], id("hq-viii"))];
    let view = |play: &Play| AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
    assert_eq!(view(&play), view(&other));
}

#[test]
fn overstacking_out_of_sight_is_asked_without_its_hex() {
    let [a, _, _, _, e] = row();
    let play = Play::on_turn(2).put("3-fj", a).put("peiper-1ss", a).put("hq-i-ss-pz", a).put("18-vg", a).put("2-di", e);
    let mut play = in_fog(play, Fog::Covered).general(GERMAN);
    play.does(just(Verb::End));
    let view = |viewer| AutumnFog::view(&GAME, &play.state, viewer);
    let drawn = |viewer| AutumnFog::position(Seen::<AutumnFog>::new(&GAME, &view(viewer)));
    assert_eq!(drawn(Viewer::Side(GERMAN)).highlights, [a]);
    assert!(drawn(Viewer::Side(ALLIED)).highlights.is_empty());
    assert!(!drawn(Viewer::Side(ALLIED)).caption.contains(&GAME.place(a).to_string()));
}

/// Two Americans in the fog: one far from all Germans, one beside them.
fn one_far_and_one_near(fog: Fog) -> Play {
    let [a, _, _, d, e] = row();
    let play = Play::on_turn(2).put("3-fj", e).put("2-di", d).put("30-di", a);
    in_fog(play, fog).asked(GERMAN, Pending::Operate)
}

#[test]
fn case_11_1_of_what_happens_to_several_units_no_more_is_told_than_of_those_that_are_seen() {
    let (far, near) = (id("30-di"), id("2-di"));
    let [a, b, ..] = row();
    let seen = |event: Event| Some(EventView::Seen(event));
    let off = Supply::Unsupplied;
    let none = [Present::Reroll; 2].map(|_| None);
    let checks: Vec<(Event, Option<EventView>)> = vec![
        (
            Event::FuelRolled { dice: vec![3, 4], units: vec![(far, off), (near, off)] },
            seen(Event::FuelRolled { dice: vec![3, 4], units: vec![(near, off)] }),
        ),
        (
            Event::Checked { units: vec![(far, true, off), (near, true, off)] },
            seen(Event::Checked { units: vec![(near, true, off)] }),
        ),
        (Event::Covered { units: vec![far, near] }, seen(Event::Covered { units: vec![near] })),
        (Event::Covered { units: vec![far] }, None),
        (
            Event::Cleared { unit: far, kind: EventKind::Roadblock, hex: b, ap: 1, off: None },
            seen(Event::MarkerRemoved { kind: EventKind::Roadblock, hex: b }),
        ),
        (
            Event::Cleared { unit: near, kind: EventKind::Roadblock, hex: b, ap: 1, off: None },
            seen(Event::Cleared { unit: near, kind: EventKind::Roadblock, hex: b, ap: 1, off: None }),
        ),
        (
            Event::PresentsShown { presents: [Present::Step(far), Present::Step(near)], rerolls: None },
            Some(EventView::Presents([None, Some(Present::Step(near))])),
        ),
        (Event::PresentsShown { presents: [Present::Step(far); 2], rerolls: None }, Some(EventView::Presents(none))),
        (Event::Rejoined { detachment: far, division: near, steps: 4, apart: None, whole: None }, None),
        (Event::Rejoined { detachment: near, division: far, steps: 4, apart: None, whole: None }, None),
        (
            Event::HqReturned { unit: id("hq-viii"), hex: a, steps: Some(1), off: None },
            Some(EventView::Glimpse { side: ALLIED, unit: Some(id("hq-viii")), from: None, to: a }),
        ),
        (
            Event::Entered { unit: id("1-di"), hex: a, ap: 1, half_mp: 0 },
            Some(EventView::Glimpse { side: ALLIED, unit: Some(id("1-di")), from: None, to: a }),
        ),
        (
            Event::Deployed { unit: far, hex: b },
            Some(EventView::Glimpse { side: ALLIED, unit: None, from: Some(a), to: b }),
        ),
    ];
    let (foggy, clear) = (one_far_and_one_near(Fog::Covered), one_far_and_one_near(Fog::Off));
    for (event, told) in checks {
        let redact = |play: &Play, viewer| AutumnFog::redact(&GAME, &play.state, &event, viewer);
        assert_eq!(redact(&foggy, Viewer::Side(GERMAN)), told, "{event:?}");
        let whole = match &event {
            Event::PresentsShown { presents, .. } => Some(EventView::Presents(presents.map(Some))),
            event => seen(event.clone()),
        };
        assert_eq!(redact(&foggy, Viewer::Side(ALLIED)), whole, "its owner: {event:?}");
        assert_eq!(redact(&clear, Viewer::Side(GERMAN)), seen(event.clone()), "without fog: {event:?}");
    }
}

#[test]
fn case_11_1_in_the_fog_an_order_that_may_have_met_somebody_is_not_taken_back_and_others_are() {
    let [a, b, c, d, e] = row();
    let dug = Event::DugIn { unit: id("3-fj"), ap: 0, off: None };
    let moved = |path: &[HexId]| {
        let path = path.to_vec();
        Event::Moved { unit: id("3-fj"), path, ap: 1, half_mp: 0, bound: false, off: None }
    };
    let discloses = |play: &Play, event: &Event| AutumnFog::discloses(&GAME, &play.state, event);
    let far = |fog: Fog| in_fog(Play::on_turn(2).put("3-fj", e).put("30-di", a), fog);
    assert!(!discloses(&far(Fog::Covered), &dug));
    assert!(!discloses(&far(Fog::Covered), &moved(&[e, d])), "nobody stands there");
    assert!(!discloses(&far(Fog::Covered), &moved(&[e, d, c])), "nor one hex further");
    assert!(discloses(&far(Fog::Covered), &moved(&[e, d, c, b])), "beside one who is not seen");
    assert!(discloses(&far(Fog::Covered), &moved(&[e, d, c, b, c])), "and if it comes back from him");
    assert!(!discloses(&far(Fog::Off), &moved(&[e, d, c, b])), "without fog he was seen before");
    let known = far(Fog::Covered).put("peiper-1ss", b);
    assert!(!discloses(&known, &moved(&[e, d, c, b])), "another unit stands beside him and sees him");
    let entered = Event::Entered { unit: id("3-fj"), hex: b, ap: 1, half_mp: 0 };
    assert!(discloses(&far(Fog::Covered), &entered), "an entry beside him");
}

#[test]
fn case_11_2_a_unit_that_both_sides_put_elsewhere_lies_on_top_of_its_stack_no_more_and_one_that_stays_does() {
    let [a, b, ..] = row();
    for (to, on_top) in [(a, 1), (b, 0)] {
        let mut play = Play::on_turn(2).put("2-di", a).put("1-di", a).field(|field| field.tops = vec![(a, id("2-di"))]);
        let was = play.unit("2-di").clone();
        let now = UnitState { place: Location::Map(to), steps: 1, ..was.clone() };
        AutumnFog::evolve(&mut play.state, &Event::Adjusted { unit: id("2-di"), was, now });
        assert_eq!((play.hex("2-di"), play.unit("2-di").steps), (to, 1));
        assert_eq!(play.state.field.tops.len(), on_top);
    }
}

#[test]
fn case_11_2_who_is_laid_on_top_takes_the_place_of_another_in_its_hex_and_of_none_elsewhere() {
    let [a, b, ..] = row();
    let mut play = Play::on_turn(2).put("2-di", a).put("1-di", a).put("30-di", b);
    for (unit, hex) in [("2-di", a), ("30-di", b), ("1-di", a)] {
        AutumnFog::evolve(&mut play.state, &Event::TopChosen { unit: id(unit), hex });
    }
    assert_eq!(play.state.field.tops, [(b, id("30-di")), (a, id("1-di"))]);
}
