//! What a refusal names: the case of what was ordered, its numbers, and a remedy that can be ordered as it stands.

use super::given::{GAME, Given, hex, hexside, number, unit};
use crate::ArdennesII;
use crate::chapters::movement::exit;
use crate::chapters::{combat, terrain};
use crate::printed::{ALLIED, Allowance, GERMAN};
use crate::truth::order::{Step, Verb};
use crate::truth::state::{Phase, State, Topic};
use definitions::hex::HexId;
use definitions::{CaseKind, UnitId};
use engine::contract::{Rules, Setup, SideId};
use std::collections::BTreeSet;
use testing::Seeded;

type Position = testing::Given<ArdennesII>;

fn position(lines: &str) -> Position {
    Position::position(lines)
}

#[test]
fn case_t_teca_a_prohibited_hex_that_a_road_crosses_may_be_attacked_from_beside_the_road() {
    let mech = Allowance::Mech.index();
    let shut = |from: HexId, side: &crate::printed::Side, crossed: bool| {
        let there = GAME.board.hex(side.there);
        GAME.board.hex(from).on_map()
            && there.entry_costs[mech].is_none()
            && side.entry_costs[mech].is_some()
            && side.road.is_none()
            && there.sides.iter().any(|it| it.road.is_some()) == crossed
    };
    let may = |(from, to): (String, String)| {
        terrain::may_attack(&GAME, &Given::german().turn(16).state, Allowance::Mech, hex(&from), hex(&to))
    };
    assert!(may(hexside(|from, side| shut(from, side, true))));
    assert!(!may(hexside(|from, side| shut(from, side, false))));
}

#[test]
fn cases_3_5v_and_scs_movec_who_leaves_the_map_out_of_enemy_fire_pays_for_it() {
    let given = Given::of("breakthrough", GERMAN, Phase::Movement).unit("knittel-1ss", "B1.48");
    let spent = |given: &Given| match exit::check(&GAME, &given.state, GERMAN, unit("knittel-1ss")) {
        Ok(crate::truth::event::Event::Left { spent, .. }) => spent,
        other => panic!("{other:?}"),
    };
    let plain = spent(&given);
    assert_eq!(spent(&given.clone().fire(ALLIED, "B1.48", 1)), plain + 4);
    assert_eq!(spent(&given.clone().fire(ALLIED, "B1.48", 3)), plain + 8);
    assert_eq!(spent(&given.fire(GERMAN, "B1.48", 1)), plain, "their own");
}

#[test]
fn cases_3_2o_3_2p_and_scs_fightc_who_is_blocked_may_choose_that_instead_of_the_bond() {
    // two of the six hexes around are free, and one of them is a bond; beyond the other enemies stand
    let around: Vec<HexId> = GAME.board.around(hex("A6.49")).collect();
    let posts = ["991-277vg", "989-277vg"];
    let found = around.iter().find_map(|bond| {
        let ends: Vec<HexId> = GAME.board.around(*bond).collect();
        let pairs = ends.iter().flat_map(|one| ends.iter().map(move |two| (*one, *two)));
        let ring = |at: &HexId| GAME.board.distance(*at, hex("A6.49"));
        pairs.into_iter().find_map(|(one, two)| {
            let given = Given::at(GERMAN, Phase::Combat).unit("14-9db", "A6.49");
            let given = given.unit(posts[0], &number(one)).unit(posts[1], &number(two));
            let fits = one < two && GAME.board.distance(one, two) == 2 && ring(&one) > 0 && ring(&two) > 0;
            (fits && given.bonds(GERMAN) == [number(*bond)]).then_some((given, *bond))
        })
    });
    let (given, bond) = found.expect("a bond beside it");
    // all other hexes at two are held, so that no whole retreat is open
    let free: Vec<UnitId> = GAME.units_of(GERMAN).filter(|it| given.state.unit(*it).hex().is_none()).collect();
    let pioneers = free.into_iter().filter(|it| !GAME.counter(*it).is_gun() && !GAME.counter(*it).infantry);
    let far: Vec<HexId> = GAME.board.on_map().filter(|at| GAME.board.distance(*at, hex("A6.49")) == 2).collect();
    let given = far.iter().zip(pioneers).fold(given, |given, (at, unit)| {
        given.with(|state| {
            if !state.disposition(&GAME).holds(GERMAN, *at) {
                state.units.get_mut(unit).place = crate::truth::state::Place::Hex(*at);
            }
        })
    });
    assert_eq!(given.bonds(GERMAN), [number(bond)]);
    let ways = combat::ways(&GAME, &given.state, &[unit("14-9db")], hex("A6.49"), 2);
    let ends: Vec<HexId> = ways.iter().filter_map(|way| way.path.last().copied()).collect();
    assert!(ends.contains(&bond) && ends.len() > 1, "{ends:?}");
    assert!(ways.iter().all(|way| way.costs_step && way.path.len() == 2), "{ways:?}");
}

#[test]
fn cases_2_1c_2_1d_and_2_1f_what_is_not_for_now_reads_the_case_of_the_turn_and_orders_that_are_open() {
    let moving = position("turn 3 german movement\nunit i-12-12ss B1.17\nunit 14-9db B1.15");
    moving.when("german: attack B1.15 with I/12/12 SS").is_refused_by("2.1c", "Now: `move`, `end`.");
    moving.when("german: move I/12/12 SS to B1.17").is_refused_by("order", "stands in B1.17 already");
    moving.when("german: blow B8.39").is_refused_by("3.8e", "only the US player");
    moving.when("allied: end").is_refused_by("2.1a", "nothing is asked of you now");
    let fighting = position("turn 3 allied combat\nunit i-12-12ss B1.16\nunit 14-9db B1.15");
    fighting.when("allied: move 14/9 Arm to B1.14").is_refused_by("2.1d", "`move` is not for now");
    fighting.when("allied: overrun B1.16 with 14/9 Arm").is_refused_by("2.1f", "`overrun` is not for now");
}

#[test]
fn cases_3_8f_and_3_8i_a_bridge_that_nobody_can_blow_is_refused_with_the_distance() {
    let given = position("turn 3 allied movement\nunit 14-9db B1.15\nunit 5-fus B8.40");
    given.when("allied: blow B1.16").is_refused_by("3.8f", "no plunger is in B1.16");
    let far = format!("14/9 Arm is {} hexes from B20.06", GAME.board.distance(hex("B1.15"), hex("B20.06")));
    given.when("allied: blow B20.06").is_refused_by("3.8i", &far);
    given.when("allied: blow B20.06 with 14/9 Arm").is_refused_by("3.8i", &far);
    let none = position("turn 3 allied movement\nunit 14-9db B1.15");
    none.when("allied: blow B20.06").is_refused_by("3.8i", &far);
}

#[test]
fn cases_2_2f_4_1a_5_1a_and_5_1b_who_may_not_be_placed_reads_of_himself_when_and_where_he_comes() {
    let start = Position::start(&Setup { scenario: "campaign".to_owned(), ..Setup::default() });
    start.when("german: place Krag/2 SS at B40.43").is_refused_by("2.2f", "Krag/2 SS comes in turn 3, by area B");
    start.when("german: place vdH at B17.49").is_refused_by("2.2f", "vdH comes in turn 2, in B");
    start.when("german: move Krag/2 SS to B40.43").is_refused_by("2.2f", "Krag/2 SS comes in turn 3, by area B");
    let given = position("turn 3 allied movement\nunit 22-4di waits\nunit luckett-4di waits\nunit a-504-82abn waits");
    given.when("allied: place 22/4 Inf at B29.01").is_refused_by("2.2f", "22/4 Inf is placed in the pre-turn");
    given.when("allied: move A/504/82 Abn to B1.16").is_refused_by("2.2f", "Place it first: `place A/504/82 Abn at ");
    given.when("allied: place A/504/82 Abn at B40.54").is_refused_by("5.1b", "3 hexes");
    let early = position("turn 3 allied pre-turn\nunit 22-4di waits\nunit a-504-82abn waits\nunit vdh B29.01");
    early
        .when("allied: place A/504/82 Abn at B1.16")
        .is_refused_by("5.1a", "A/504/82 Abn is placed in the US movement");
    early.when("allied: place 22/4 Inf at B29.01").is_refused_by("SCS.15a", "enemy units are in B29.01");
    early.when("allied: place 22/4 Inf at B1.16").is_refused_by("SCS.15a", "comes by area F");
    let drop = position("turn 2 german pre-turn\nunit vdh waits");
    drop.when("german: place vdH at B1.16").is_refused_by("4.1a", "vdH comes in B");
}

#[test]
fn cases_3_6j_3_6k_3_6l_and_3_6m_a_hex_that_is_no_refuge_reads_what_it_lacks() {
    let lines = "turn 3 german movement\nunit i-12-12ss B1.18\nunit divarty-28di B1.15\nunit 991-277vg B3.30";
    let mut given = position(lines);
    given.state.units.get_mut(unit("i-12-12ss")).place = crate::truth::state::Place::Hex(hex("B1.16"));
    given.state.asked = None;
    let mut given = given;
    crate::truth::evolve(
        &mut given.state,
        &crate::truth::event::Event::Asked { side: ALLIED, topic: Topic::BugOut, passes: true },
    );
    given.when("allied: run Divarty/28 Inf to B1.17").is_refused_by("3.6l", "B1.16 Bastogne");
    given.when("allied: run Divarty/28 Inf to B1.14").is_refused_by("3.6m", "it is 1 road hex from B1.15, 8 at least");
    given.when("allied: run Divarty/28 Inf to B3.30").is_refused_by("3.6l", "B3.30");
    let forest = GAME.board.on_map().find(|at| {
        let it = GAME.board.hex(*at);
        it.entry_costs[1].is_none() && it.sides.iter().all(|side| side.road.is_none())
    });
    let forest = number(forest.expect("a forest"));
    given.when(&format!("allied: run Divarty/28 Inf to {forest}")).is_refused_by("3.6k", "prohibited");
}

#[test]
fn cases_3_2i_3_3e_7_4a_and_7_4c_refusals_cite_cases_and_no_chapters() {
    let given = position("turn 3 german movement\nunit i-12-12ss B1.17\nunit 14-9db B1.14");
    given.when("german: overrun B1.15 with I/12/12 SS").is_refused_by("3.2i", "no enemy unit is in B1.15");
    given
        .when("german: overrun B1.14 with I/12/12 SS")
        .is_refused_by("3.3e", "does not stand next to B1.14: it is 3 hexes away");
    let part = position("of goose-egg\nturn 3 german movement\nunit i-12-12ss B10.30");
    part.when("german: move I/12/12 SS to B8.30").is_refused_by("7.4a", "not in play");
    part.when("german: move vdH to B10.30").is_refused_by("7.4c", "not in this scenario");
}

#[test]
fn cases_3_4d_and_3_4h_a_way_through_a_jam_reads_of_the_half_that_is_left() {
    let given = position("turn 1 german movement\nunit i-1-1ss B37.38");
    given.when("german: move I/1/1 SS to B34.33").is_refused_by("3.4d", "through a traffic jam");
}

#[test]
fn cases_3_5h_and_3_8i_who_has_spotted_or_tried_a_bridge_reads_which() {
    let given = position("turn 3 german movement\nunit i-12-12ss B1.17\nunit 405-arty B1.18\nunit 14-9db B1.15");
    let given = given.dice(&[1]).and("german: fire 405 Arty at B1.15 spotted by I/12/12 SS");
    given.when("german: move I/12/12 SS to B1.18").is_refused_by("3.5h", "has spotted");
    let bridge = position("turn 3 allied movement\nunit 5-fus B8.40\nunit 14-9db B1.15");
    let bridge = bridge.dice(&[1]).and("allied: blow B8.39 with 5 Fus");
    bridge.when("allied: move 5 Fus to B8.41").is_refused_by("3.8i", "has tried a bridge");
}

#[test]
fn cases_7_4g_and_scs_fightc_a_place_that_is_refused_reads_why_and_where_else() {
    let start = Position::start(&Setup { scenario: "goose-egg".to_owned(), ..Setup::default() });
    start.when("german: place Recke/9 SS at B38.38").is_refused_by("7.4g", "B38.38 is 2 hexes from B40.38");
}

#[test]
fn cases_scs_8b_3_2q_and_scs_fightc_an_answer_that_names_nothing_reads_the_number_and_the_choice() {
    let lines = "turn 3 german combat\nunit i-12-12ss B1.17\nunit 14-9db B1.16\nunit 2-112-28di B1.16";
    let fought = position(lines).dice(&[6, 6]).and("german: attack B1.16 with I/12/12 SS");
    fought.when("allied: lose").is_refused_by("SCS.8b", "1 step is to be lost");
    fought.when("allied: lose I/12/12 SS").is_refused_by("SCS.8b", "`lose 14/9 Arm`");
    let back = fought.and("allied: lose 2/112/28 Inf");
    back.when("allied: retreat").is_refused_by("SCS.FIGHTc", "2 hexes");
    let end = back.legal("allied", "retreat to")[0].clone();
    let gone = back.and(&format!("allied: {end}"));
    gone.when("german: advance").is_refused_by("3.2q", "`advance I/12/12 SS to B1.16`");
    gone.when("german: advance I/12/12 SS").tells("german", "I/12/12 SS advances into B1.16");
}

#[test]
fn case_scs_8c_nobody_is_asked_who_is_lost_where_all_are() {
    let lines =
        "turn 3 german combat\nunit i-12-12ss A6.52\nunit i-1-1ss A6.52\nunit a-110-28di A6.51\nunit b-110-28di A6.51";
    let order = "german: attack A6.51 with I/12/12 SS, I/1/1 SS advance I/12/12 SS";
    let fought = position(lines).dice(&[6, 5]).and(order);
    for id in ["a-110-28di", "b-110-28di"] {
        assert_eq!(fought.state.unit(unit(id)).hex(), None, "{id}");
    }
}

#[test]
fn statuses_count_one_and_tell_nothing_of_what_is_to_come_once_the_game_is_decided() {
    let given = position("of peiper\nturn 6 allied exploitation\nunit i-12-12ss B20.39\nunit 14-9db B20.37");
    let told = status(&given);
    assert!(told.contains("1 unit can still move"), "{told}");
    let over = given.and("allied: end");
    let told = status(&over);
    assert!(!told.contains("now") && !told.contains("would be") && !told.contains("left."), "{told}");
    let outcome = ArdennesII::outcome(&over.state).expect("it is over");
    assert!(outcome.reason.ends_with("(7.3f)"), "{}", outcome.reason);
    let egg = position("of goose-egg\nturn 7 allied exploitation\nunit i-12-12ss B20.34\nunit 14-9db B20.37");
    let outcome = ArdennesII::outcome(&egg.and("allied: end").state).expect("it is over");
    assert_eq!(outcome.reason, "the Germans control 1 of 3 VP hexes that they need (7.4e)");
}

fn status(given: &Position) -> String {
    use engine::contract::{Seen, Sight, Speech, Viewer};
    let view = ArdennesII::view(&GAME, &given.state, Viewer::Side(ALLIED));
    ArdennesII::status(Seen::<ArdennesII>::new(&GAME, &view)).join("\n")
}

#[test]
fn cases_3_5g_and_3_1j_who_does_not_spot_reads_how_far_the_nearest_or_the_named_one_is() {
    let given = position("turn 3 allied movement\nunit 333-grp B1.14\nunit 14-9db B1.16\nunit divarty-9db B1.15");
    given.when("allied: fire 333 at B1.20").is_refused_by("3.5g", "the nearest, 14/9 Arm, is 4 hexes away");
    let named = given.when("allied: fire 333 at B1.20 spotted by Divarty/9 Arm");
    named.is_refused_by("3.5g", "Divarty/9 Arm is 5 hexes from B1.20");
    given.when("allied: fire Divarty/9 Arm at B1.20").is_refused_by("3.1j", "the nearest, 14/9 Arm, is 4 hexes away");
    given.when("allied: fire all at B1.20").is_refused_by("3.1j", "the nearest, 14/9 Arm");
}

#[test]
fn cases_scs_movee_and_3_3_who_has_moved_before_others_is_told_that_he_overruns_no_more() {
    let given = position("turn 3 german movement\nunit i-12-12ss B1.20\nunit i-1-1ss B1.24");
    let given = given.and("german: move I/12/12 SS to B1.19").and("german: move I/1/1 SS to B1.23");
    use engine::contract::{Seen, Sight, Speech, Viewer};
    let view = ArdennesII::view(&GAME, &given.state, Viewer::Side(GERMAN));
    let told = ArdennesII::abilities(Seen::<ArdennesII>::new(&GAME, &view), "I/12/12 SS").expect("a unit");
    assert!(told.iter().any(|line| line.starts_with("overrun: no. [SCS.MOVEe]")), "{told:?}");
}

#[test]
fn case_scs_movec_who_leaves_from_nowhere_reads_of_himself_and_of_the_nearest_way_out() {
    let given = position("of breakthrough\nturn 5 german movement\nunit knittel-1ss B3.48");
    let told = given.when("german: exit Knittel/1 SS");
    told.is_refused_by("SCS.MOVEc", "Knittel/1 SS is in B3.48").is_refused_by("SCS.MOVEc", "2 hexes away");
}

/// An order for some unit and hex, chosen by chance, that is likely to be refused.
fn some_order(state: &State, side: SideId, choice: &mut Seeded) -> Vec<Step> {
    let own: Vec<UnitId> = GAME.units_of(side).filter(|it| state.unit(*it).hex().is_some()).collect();
    let all: Vec<UnitId> = GAME.published.units.iter().map(|(unit, _)| unit).collect();
    let units = if choice.next_below(3) > 0 && !own.is_empty() { &own } else { &all };
    let unit = units[choice.next_below(units.len())];
    let around = |hex| GAME.board.around(hex);
    let hex = testing::some_hex(state.unit(unit).hex(), GAME.board.len(), around, choice);
    let (unit, hex) = (Step::Unit(unit), Step::Hex(hex));
    match choice.next_below(14) {
        0 => vec![Step::Verb(Verb::Place), unit, hex],
        1 => vec![Step::Verb(Verb::Overrun), hex, unit, Step::Done],
        2 => vec![Step::Verb(Verb::Attack), hex, unit, Step::Done],
        3 => vec![Step::Verb(Verb::Fire), unit, hex],
        4 => vec![Step::Verb(Verb::Strike), hex],
        5 => vec![Step::Verb(Verb::Blow), hex, unit],
        6 => vec![Step::Verb(Verb::Run), unit, hex],
        7 => vec![Step::Verb(Verb::Retreat), hex],
        8 => vec![Step::Verb(Verb::Lose), unit],
        9 => vec![Step::Verb(Verb::Advance), unit, hex],
        10 => vec![Step::Verb(Verb::Exit), unit],
        11 => vec![[Verb::End, Verb::Hold, Verb::Stay, Verb::Keep, Verb::Lose, Verb::Run][choice.next_below(6)]]
            .into_iter()
            .map(Step::Verb)
            .collect(),
        _ => vec![Step::Verb(Verb::Move), unit, hex],
    }
}

#[test]
fn every_order_that_a_refusal_names_is_legal_as_it_is_read_and_no_chapter_is_cited() {
    let (mut cases, mut named, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for (at, scenario) in ["peiper", "goose-egg", "bastogne"].into_iter().enumerate() {
        let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
        let found = testing::remedies::<ArdennesII>(&GAME, &setup, 40 + at as u64, some_order);
        named += found.named;
        cases.extend(found.cases);
        wrong.extend(found.wrong);
    }
    assert!(wrong.is_empty(), "{} of {named}: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(named > 100 && cases.len() > 25, "{named} orders, {cases:?}");
    let chapter = |case: &&String| GAME.published.rules.get(case).is_some_and(|it| it.kind == CaseKind::Commentary);
    assert_eq!(cases.iter().find(chapter), None, "a chapter is cited where it has cases");
}

#[test]
fn cases_3_8f_7_4a_and_scs_12c_a_plunger_out_of_play_is_none_and_cuts_no_supply_at_the_edge() {
    let given = position("of goose-egg\nturn 3 allied movement\nunit 14-9db B9.39\nunit 5-fus B10.34");
    given.when("allied: blow B8.39 with 14/9 Arm").is_refused_by("7.4a", "B8.39 Trois-Ponts is not in play");
    given.when("allied: blow B8.39").is_refused_by("7.4a", "B8.39 Trois-Ponts is not in play");
    // of no other head do all roads that lead off hang on charges
    for (plan, scenario) in GAME.plans.iter().zip(&GAME.published.scenarios) {
        let charged = |bridge| {
            let ends = GAME.board.bridge(bridge).ends;
            ends.into_iter().any(|at| plan.in_play.contains(at) && GAME.board.plunger_in(at).is_some())
        };
        for head in plan.heads.iter().flatten() {
            let sides = GAME.board.hex(head.hex).sides.iter();
            let mut off = sides.filter(|side| side.road.is_some() && !plan.in_play.contains(side.there)).peekable();
            let free = off.peek().is_none() || off.any(|side| !side.bridge.is_some_and(charged));
            assert!(free, "{}: {}", scenario.id, number(head.hex));
        }
    }
}
