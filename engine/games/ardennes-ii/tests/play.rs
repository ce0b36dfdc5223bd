//! Orders in text, and what they lead to: questions of both sides, one after the other.

use ardennes_ii::ArdennesII;
use ardennes_ii::chapters::combat;
use ardennes_ii::printed::{Definitions, files};
use ardennes_ii::truth::event::Event;
use ardennes_ii::truth::state::{Charge, Phase, State};
use definitions::hex::HexId;
use engine::contract::{Rules, Seen, Setup, SideId, Sight, Speech, Viewer};
use testing::Given;

type Table = Given<ArdennesII>;

fn position(lines: &str) -> Table {
    Given::position(lines)
}

/// A tank battalion beside another one in open country.
fn tanks(more: &str) -> Table {
    position(&format!("turn 3 german combat\nunit i-12-12ss A6.52\nunit 14-9db A6.51\n{more}"))
}

#[test]
fn cases_3_2a_3_2b_3_2c_and_3_2d_who_may_choose_goes_back_five_hexes_without_dice_and_the_attacker_advances() {
    let attacked =
        tanks("unit 989-277vg A4.52\nunit 5-fus A4.51").when("german: attack A6.51 with I/12/12 SS").is_done();
    assert_eq!(attacked.asked("allied"), ["Does the attacked stack hold or retreat?"]);
    let ways = attacked.legal("allied", "retreat");
    assert!(!ways.is_empty());
    let back = attacked.when(&format!("allied: {}", ways[0]));
    back.happens(|event| matches!(event, Event::Retreated { path, .. } if path.len() == 6));
    back.happens_not(|event| matches!(event, Event::Fought { .. }));
    let back = back.is_done();
    assert_eq!(back.asked("german"), ["Who advances?"]);
    // the attack has been made (3.2c)
    let there = back.when("german: advance I/12/12 SS to A6.51").is_done();
    there.when("german: attack A4.51 with I/12/12 SS").is_refused_by("SCS.FIGHTa", "does not stand next to");
    there.when("german: attack A4.51 with 989/277 VG, I/12/12 SS").is_refused_by("SCS.FIGHTa", "I/12/12 SS");
}

#[test]
fn cases_3_2a_and_3_2l_who_holds_is_fought_with_two_dice() {
    let attacked = tanks("").when("german: attack A6.51 with I/12/12 SS").is_done();
    // 6 to 4 is 2:1; a sum of 7 drives back one hex
    let held = attacked.dice(&[3, 4]).when("allied: hold");
    held.happens(|event| matches!(event, Event::Fought { dice: [3, 4], .. }));
    assert_eq!(held.is_done().asked("allied"), ["Where do your beaten units go?"]);
}

#[test]
fn cases_3_2m_scs_8a_and_3_2e_losses_come_before_the_retreat_and_the_retreat_before_the_advance() {
    let given = position("turn 3 german combat\nunit i-12-12ss A6.52\nunit 991-277vg A6.52\nunit 14-9db A6.51 dg=yes");
    // 8 to 2 is 4:1; a sum of 6 costs both a step and drives back one hex
    let fought = given.dice(&[3, 3]).when("german: attack A6.51 with I/12/12 SS, 991/277 VG");
    let lost: Vec<String> = fought
        .events
        .iter()
        .filter_map(|event| match event {
            Event::LostStep { unit } => Some(fought.now.definitions.name(*unit).to_owned()),
            _ => None,
        })
        .collect();
    // the strongest attacker pays (SCS.8a)
    assert_eq!(lost, ["I/12/12 SS", "14/9 Arm"]);
    let fought = fought.is_done();
    assert_eq!(fought.asked("allied"), ["Where do your beaten units go?"]);
    let way = fought.legal("allied", "retreat").remove(0);
    assert_eq!(fought.when(&format!("allied: {way}")).is_done().asked("german"), ["Who advances?"]);
}

#[test]
fn case_scs_8b_the_owner_says_which_of_his_defenders_loses_a_step() {
    let given = tanks("unit 5-fus A6.51\nunit 991-277vg A6.52");
    // 8 to 6 is 1:1; a sum of 9 costs both a step
    let fought = given.dice(&[4, 5]).when("german: attack A6.51 with I/12/12 SS, 991/277 VG").is_done();
    assert_eq!(fought.asked("allied"), ["Which unit loses a step?"]);
    assert_eq!(fought.legal("allied", "lose").len(), 2);
    fought.when("allied: lose 991/277 VG").is_refused_by("SCS.8b", "The step comes from");
    fought.when("allied: lose 5 Fus").happens(|event| matches!(event, Event::Gone { .. }));
}

#[test]
fn case_scs_8c_losses_beyond_the_last_step_are_lost() {
    let given = position("turn 3 german combat\nunit i-12-12ss A6.52\nunit 5-fus A6.51");
    // 6 to 2 is 3:1; a sum of 11 takes two steps of a unit that has one
    let fought = given.dice(&[5, 6]).when("german: attack A6.51 with I/12/12 SS");
    fought.happens(|event| matches!(event, Event::Fought { result, .. } if result.defender == 2));
    fought.happens_not(|event| matches!(event, Event::Retreated { .. }));
    assert_eq!(fought.is_done().asked("german"), ["Who advances?"]);
}

#[test]
fn case_3_2q_an_attack_says_who_advances_and_where_to() {
    let given = position("turn 3 german combat\nunit i-12-12ss A6.52\nunit 5-fus A6.51");
    let fought = given.dice(&[5, 6]).when("german: attack A6.51 with I/12/12 SS advance I/12/12 SS");
    fought.happens(|event| matches!(event, Event::Advanced { .. }));
    fought.happens(|event| matches!(event, Event::CombatEnded));
}

#[test]
fn cases_3_3h_and_3_3k_in_an_overrun_the_defender_chooses_as_in_any_attack_and_the_winner_is_placed_in_the_hex() {
    let given = position("turn 3 german movement\nunit i-12-12ss B1.17\nunit 14-9db B1.15");
    let near = given.when("german: move I/12/12 SS to B1.16").is_done();
    let overrun = near.when("german: overrun B1.15 with I/12/12 SS").is_done();
    assert_eq!(overrun.asked("allied"), ["Does the attacked stack hold or retreat?"]);
    let way = overrun.legal("allied", "retreat").remove(0);
    let won = overrun.when(&format!("allied: {way}"));
    won.happens(|event| matches!(event, Event::Advanced { .. }));
    let won = won.is_done();
    assert_eq!(won.asked("german"), ["Turn 3: what moves, overruns and fires?"]);
    won.when("german: overrun B1.14 with I/12/12 SS").is_refused_by("3.2i", "no enemy unit");
}

#[test]
fn cases_scs_15d_and_2_2f_the_german_places_his_reinforcements_first_then_the_us_player() {
    let given = position("turn 2 german pre-turn\nunit 394-667-stg waits\nunit 87-7db waits\nstrikes 2");
    assert_eq!(given.asked("german"), ["Turn 2: where do your reinforcements come?"]);
    assert_eq!(given.asked("allied"), [] as [&str; 0]);
    let hexes = given.legal("german", "place");
    assert!(!hexes.is_empty());
    // when nobody of his waits any more, the other side is asked
    let placed = given.when(&format!("german: {}", hexes[0])).is_done();
    assert_eq!(placed.asked("allied"), ["Turn 2: where do your reinforcements come?"]);
    let supplied = placed.when("allied: supply at B1.16").is_done();
    assert_eq!(supplied.state.strikes, 1);
    // SCS.15c: who wants to wait ends his part
    let moved = supplied.when("allied: end").is_done();
    assert_eq!(moved.asked("german"), ["Turn 2: what moves, overruns and fires?"]);
}

#[test]
fn cases_3_6d_and_3_6f_a_move_halts_until_the_guns_beside_it_are_gone_and_then_goes_on() {
    let given = position("turn 3 german movement\nunit i-12-12ss A6.53\nunit divarty-28di A5.51");
    let order = "german: move I/12/12 SS to A6.50";
    let halted = given.when(order).is_done();
    assert_eq!(halted.asked("allied"), ["Where does your artillery run?"]);
    assert!(halted.state.march.is_some());
    let refuge = halted.legal("allied", "run").remove(0);
    let gone = halted.when(&format!("allied: {refuge}")).is_done();
    assert_eq!(gone.asked("german"), ["Turn 3: what moves, overruns and fires?"]);
    let unit = gone.definitions.published.units.find("i-12-12ss").expect("a unit");
    let hex = gone.definitions.published.map.grid.find("A6.50");
    assert_eq!(gone.state.unit(unit).hex(), hex, "the move went on");
}

#[test]
fn cases_3_8h_and_3_8k_the_us_player_is_asked_when_germans_come_to_a_bridge_with_charges() {
    let given = position("turn 3 german movement\nunit i-12-12ss B11.41\nunit 5-fus B8.38");
    let come = given.when("german: move I/12/12 SS towards B8.39").is_done();
    assert_eq!(come.asked("allied"), ["Germans have come to bridges with charges: do you blow them?"]);
    let kept = come.when("allied: keep").is_done();
    assert_eq!(kept.asked("german"), ["Turn 3: what moves, overruns and fires?"]);
    let blown = come.clone().dice(&[3]).when("allied: blow B8.39");
    blown.happens(|event| matches!(event, Event::Tried { charge: Charge::Blown, .. }));
    let tested = come.dice(&[1]).when("allied: blow B8.39 with 5 Fus");
    tested.happens(|event| matches!(event, Event::Tried { charge: Charge::Tested, .. }));
}

#[test]
fn cases_3_5g_3_5h_and_3_5i_guns_fire_with_a_spotter_who_may_be_named_and_then_stays() {
    let given = position(
        "turn 3 german movement\nunit 405-arty A6.53\nunit 991-277vg A6.52\nunit 989-277vg A5.51\nunit 5-fus A6.50",
    );
    given.when("german: fire 405 Arty at A6.40").is_refused_by("3.5f", "its range is 6");
    let fired = given.dice(&[6]).when("german: fire 405 Arty at A6.50 spotted by 991/277 VG");
    fired.happens(|event| matches!(event, Event::Fired { full: 1, .. }));
    fired.is_done().when("german: move 991/277 VG to A6.53").is_refused_by("3.5h", "spotted");
}

#[test]
fn case_7_4g_units_whose_list_leaves_a_choice_are_placed_before_the_first_turn() {
    let given = Given::<ArdennesII>::start(&Setup { scenario: "goose-egg".to_owned(), ..Setup::default() });
    assert_eq!(given.asked("german"), ["How do you set up?"]);
    given.when("german: place Recke/9 SS at B30.30").is_refused_by("7.4g", "within 1 hex");
    let placed = given.when("german: place Recke/9 SS at B40.37").is_done();
    assert_eq!(
        placed.dice(&[4]).when("german: ready").is_done().asked("german"),
        ["Turn 3: what moves, overruns and fires?"]
    );
}

#[test]
fn a_whole_stack_a_formation_and_a_way_are_ordered_in_a_line() {
    let given = position("turn 3 german movement\nunit 991-277vg A6.52\nunit 989-277vg A6.52\nunit 990-277vg A5.52");
    let stack = given.when("german: move all of A6.52 to A6.50 via A6.51").is_done();
    let at = |given: &Table, id: &str| {
        let unit = given.definitions.published.units.find(id).expect("a unit");
        given.state.unit(unit).hex().map(|hex| given.definitions.published.map.grid.number(hex))
    };
    assert_eq!(["991-277vg", "989-277vg"].map(|id| at(&stack, id).expect("on the map")), ["A6.50", "A6.50"]);
    let all = given.when("german: move all of 277 VG towards A6.49").is_done();
    assert_ne!(at(&all, "990-277vg").as_deref(), Some("A5.52"));
    given.when("german: move all of Nowhere to A6.50").is_misread("neither a hex nor a formation");
}

#[test]
fn case_4_3_after_the_german_combat_of_turn_1_it_is_the_us_players_turn() {
    let given = position("turn 1 german combat\nunit i-12-12ss A6.52\nunit 14-9db A6.51");
    let over = given.when("german: end");
    over.happens_not(|event| matches!(event, Event::PhaseBegan { phase: Phase::Exploitation, .. }));
    assert_eq!(over.is_done().asked("allied"), ["Turn 1: what moves, overruns and fires?"]);
}

#[test]
fn cases_3_4l_2_1e_and_3_7h_a_turn_ends_and_the_pre_turn_frees_whom_nothing_keeps_disorganised() {
    let given = position("turn 3 allied exploitation\nunit 501-tgr-1ss B40.40 dg=yes\nunit 5-fus A6.51");
    // a die for the air strikes of turn 4
    let next = given.dice(&[3]).when("allied: end");
    next.happens(|event| matches!(event, Event::Counted { points: 0 }));
    next.happens(|event| matches!(event, Event::TurnBegan { turn: 4 }));
    let next = next.is_done();
    next.when("allied: fire all at A6.50").is_misread("none of your guns");
    let freed = next.when("allied: end");
    freed.happens(|event| matches!(event, Event::Recovered { units } if units.len() == 1));
    assert_eq!(freed.is_done().asked("german"), ["Turn 4: what moves, overruns and fires?"]);
}

#[test]
fn case_6a_after_the_last_turn_the_best_of_all_counts() {
    let given = position("turn 16 allied exploitation\nunit 5-fus A6.51\ncontrol B1.16 german\nbest 29");
    let over = given.when("allied: end");
    over.happens(|event| matches!(event, Event::Counted { points: 5 }));
    over.happens(|event| matches!(event, Event::Over { ending } if ending.points == 29 && ending.winner.is_some()));
}

#[test]
fn case_3_8h_a_bridge_may_be_blown_before_an_attacked_stack_says_whether_it_holds() {
    let definitions = Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let (grid, board) = (&definitions.published.map.grid, &definitions.board);
    let find = |number: &str| grid.find(number).expect("a hex");
    let plunger = &board.plungers()[usize::from(board.plunger_in(find("B8.39")).expect("a plunger").0)];
    let ends: Vec<HexId> = plunger.bridges.iter().flat_map(|bridge| board.bridge(*bridge).ends).collect();
    // a stack of vehicles near the plunger that may go back, and tanks beside it but not at the bridges
    let near = board.within(plunger.hex, 2).filter(|at| !ends.contains(at));
    let mut pairs = near.flat_map(|stack| board.around(stack).map(move |beside| (stack, beside)));
    let attacked = pairs.find_map(|(stack, beside)| {
        let [on, from] = [stack, beside].map(|at| grid.number(at));
        let given = position(&format!("turn 3 german combat\nunit i-12-12ss {from}\nunit 14-9db {on}"));
        let mut blown = given.state.clone();
        blown.charges.iter_mut().for_each(|charge| *charge = Charge::Blown);
        let chooses = |state: &State| combat::must_hold(&definitions, state, stack).is_none();
        if ends.contains(&beside) || !chooses(&given.state) || !chooses(&blown) {
            return None;
        }
        let then = given.when(&format!("german: attack {on} with I/12/12 SS"));
        then.refused.is_none().then_some(then.now)
    });
    let attacked = attacked.expect("such a stack");
    let blown = attacked.dice(&[3]).when("allied: blow B8.39").is_done();
    assert_eq!(blown.state.charge(definitions.board.plunger_in(find("B8.39")).expect("a plunger")), Charge::Blown);
    assert_eq!(blown.asked("allied"), ["Does the attacked stack hold or retreat?"], "the question stays");
    let _ = blown.dice(&[3, 4]).when("allied: hold").is_done();
}

#[test]
fn cases_3_7j_and_3_7g_air_supply_frees_the_besieged_in_the_pre_turn_and_is_gone() {
    let definitions = Definitions::parse(&files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let grid = &definitions.published.map.grid;
    let around = definitions.board.around(grid.find("B1.16").expect("a hex"));
    let ring = ["991-277vg", "989-277vg", "990-277vg", "752-326vg", "753-326vg", "751-326vg"];
    let ring: Vec<String> = around.zip(ring).map(|(at, id)| format!("unit {id} {}", grid.number(at))).collect();
    let siege = |dg: &str| {
        let lines = format!("turn 3 allied pre-turn\nstrikes 2\nunit a-501-101abn B1.16 dg={dg}\n{}", ring.join("\n"));
        position(&lines).when("allied: supply at B1.16").is_done()
    };
    let freed = siege("yes").when("allied: end");
    freed.happens(|event| matches!(event, Event::Recovered { units } if units.len() == 1));
    freed.happens(|event| matches!(event, Event::AirSupplyUsed { .. }));
    assert!(freed.is_done().state.air_supply.is_empty());
    // nobody was disorganised: it serves the supply phase
    assert_eq!(siege("no").when("allied: end").is_done().state.air_supply.len(), 1);
}

#[test]
fn cases_2_2f_and_5_1a_a_refusal_says_in_which_phase_a_unit_is_placed() {
    let moving = position("turn 4 german movement\nunit 394-667-stg waits\nunit i-12-12ss A6.52");
    moving.when("german: place all").is_misread("would place nobody now");
    moving.when("german: place 394, 667 StG at B40.43").is_refused_by("2.2f", "is placed in the pre-turn");
    let pre = position("turn 4 allied pre-turn\nunit a-501-101abn waits\nstrikes 1\nunit 5-fus A6.52");
    pre.when("allied: place A/501/101 Abn at B1.16").is_refused_by("5.1a", "in the US movement phase");
}

#[test]
fn a_refusal_is_about_the_unit_that_was_named() {
    // one stands beside the enemy since the phase began, the other away from him
    let given = position("turn 3 german movement\nunit i-12-12ss A6.52\nunit 14-9db A6.51\nunit i-1-1ss A6.54");
    given.when("german: overrun A6.51 with I/1/1 SS").is_refused_by("3.3e", "I/1/1 SS does not stand next to A6.51");
    given.when("german: overrun A6.51 with I/12/12 SS").is_refused_by("3.3c", "I/12/12 SS");
    let fight = position("turn 3 german combat\nunit arty-277vg A6.52\nunit 14-9db A6.51\nunit i-1-1ss A6.54");
    fight.when("german: attack A6.51 with I/1/1 SS").is_refused_by("SCS.FIGHTa", "I/1/1 SS does not stand next to");
}

#[test]
fn a_move_towards_enemies_leads_as_near_to_them_as_a_way_does() {
    let given = position("turn 3 german movement\nunit 991-277vg A6.54\nunit 14-9db A6.50");
    let moved = given.when("german: move 991/277 VG towards A6.50").is_done();
    let unit = moved.definitions.published.units.find("991-277vg").expect("a unit");
    let hex = moved.state.unit(unit).hex().expect("on the map");
    let target = moved.definitions.published.map.grid.find("A6.50").expect("a hex");
    assert_eq!(moved.definitions.board.distance(hex, target), 1);
}

#[test]
fn what_can_a_unit_do_tells_whom_it_can_attack_and_whether_it_can_overrun() {
    let told = |given: &Table, unit: &str| {
        let view = ArdennesII::view(&given.definitions, &given.state, Viewer::Side(SideId(0)));
        ArdennesII::abilities(Seen::<ArdennesII>::new(&given.definitions, &view), unit).expect("a unit").join("\n")
    };
    let fight = tanks("unit i-1-1ss A6.54");
    assert!(told(&fight, "I/12/12 SS").contains("attack: yes, A6.51"), "{}", told(&fight, "I/12/12 SS"));
    assert!(told(&fight, "I/1/1 SS").contains("attack: no, it stands next to no enemy"));
    let moving = position("turn 3 german movement\nunit i-12-12ss A6.52\nunit 14-9db A6.51\nunit i-1-1ss A6.54");
    assert!(told(&moving, "I/12/12 SS").contains("overrun: no. [3.3c]"));
    assert!(told(&moving, "I/1/1 SS").contains("overrun: yes, once it stands next to an enemy by road"));
}

#[test]
fn cases_7_5e_and_7_5f_the_status_tells_both_conditions_of_bastogne_and_who_comes() {
    let given = Given::<ArdennesII>::start(&Setup { scenario: "bastogne".to_owned(), ..Setup::default() });
    let view = ArdennesII::view(&given.definitions, &given.state, Viewer::Side(SideId(0)));
    let status = ArdennesII::status(Seen::<ArdennesII>::new(&given.definitions, &view)).join("\n");
    for line in [
        "The Germans win with B1.16 Bastogne at the end, if all formations below have left in time; else the Allies.",
        "by the end of turn 8: 2 Pz 0 of 7, Lehr 0 of 4.",
        "German, coming in turn 9: 115 Pz/15 PG",
        "units can still move.",
    ] {
        assert!(status.contains(line), "{line}: {status}");
    }
}

#[test]
fn of_units_that_are_called_alike_a_question_is_about_the_own_one_on_the_map() {
    let given = position("turn 3 allied movement\nunit 333-grp A6.52\nunit i-12-12ss A6.40");
    let view = ArdennesII::view(&given.definitions, &given.state, Viewer::Side(SideId(1)));
    let told = ArdennesII::abilities(Seen::<ArdennesII>::new(&given.definitions, &view), "333").expect("a unit");
    assert!(told[0].starts_with("333 Arty Grp"), "{told:?}");
}

#[test]
fn cases_3_1b_and_3_1c_a_preview_and_the_question_warn_of_stacks_that_the_end_of_the_phase_would_disorganise() {
    let given = position("turn 3 german movement\nunit 991-277vg A6.52\nunit i-12-12ss A6.51\nunit 14-9db A6.40");
    let view = |given: &Table| ArdennesII::view(&given.definitions, &given.state, Viewer::Side(SideId(0)));
    let moved = given.when("german: move 991/277 VG to A6.51").is_done();
    let before = view(&given);
    let told = ArdennesII::prospects(Seen::<ArdennesII>::new(&given.definitions, &before), &view(&moved));
    assert!(told.iter().any(|line| line.contains("divisions mixed, 3.1") && line.contains("991/277 VG")), "{told:?}");
    let after = view(&moved);
    let seen = Seen::<ArdennesII>::new(&moved.definitions, &after);
    let asked = ArdennesII::question(seen, &ArdennesII::asks(&moved.state)[0]).details;
    assert!(asked.iter().any(|line| line.contains("divisions mixed, 3.1")), "{asked:?}");
    // nothing that was so before is told of the next move
    let again = moved.when("german: move I/12/12 SS to A6.50").is_done();
    assert!(ArdennesII::prospects(seen, &view(&again)).is_empty());
}
