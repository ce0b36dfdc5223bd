//! Zones of control (case 4, T.STA), and breakthroughs as movement meets them (7.8).

use crate::given::Given;
use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::Verb;
use autumn_fog::state::{ALLIED, GERMAN, Location, Supply};
use autumn_fog::tables::Ground;
use definitions::hex::HexId;
use engine::contract::Foundation;
use engine::contract::SideId;

/// A German unit at one end of the row and an Allied one in its middle: one hex on, the German meets its zone.
fn facing(german: &str, allied: &str) -> Play {
    let [a, _, c, ..] = row();
    Play::on_turn(2).put(german, a).put(allied, c)
}

/// A hex where units need not attack, a way into it and an enemy beside it: (from, cover, enemy).
fn cover() -> (HexId, HexId, HexId) {
    seek("forest with dry ground around it", |wood| {
        let near: Vec<HexId> = around(wood).into_iter().filter(|hex| dry(*hex, wood)).collect();
        let apart = |from: HexId| near.iter().copied().find(|enemy| distance(from, *enemy) == 2);
        let from = near.iter().copied().find(|from| apart(*from).is_some())?;
        (grounds(wood) == [Ground::Forest]).then_some((from, wood, apart(from)?))
    })
}

#[test]
fn case_4_1a_a_zone_of_control_covers_the_six_hexes_around_a_unit_and_no_more() {
    let centre = heath();
    for near in around(centre) {
        let from = around(near).into_iter().find(|hex| distance(*hex, centre) == 2).expect("a hex further out");
        let mut play = Play::on_turn(2).put("3-fj", from).put("2-di", centre).general(GERMAN);
        assert!(bound(&play.does(walk("3-fj", &[near]))), "{}", GAME.place(near));
        let along = around(from).into_iter().find(|hex| distance(*hex, centre) == 2 && dry(from, *hex) && bare(*hex));
        let mut play = Play::on_turn(2).put("3-fj", from).put("2-di", centre).general(GERMAN);
        assert!(!bound(&play.does(walk("3-fj", &[along.expect("a hex beside it")]))));
    }
}

#[test]
fn case_4_1b_a_zone_of_control_does_not_cross_a_river_with_or_without_a_bridge() {
    for bridged in [false, true] {
        let (from, bank, enemy) = seek("bank that can be reached from behind", |bank| {
            let across = board()
                .neighbours(bank)
                .find(|(side, _)| board().river(bank, *side) && board().bridge(bank, *side) == bridged)?;
            let enemy = across.1;
            let from = around(bank).into_iter().find(|hex| dry(*hex, bank) && distance(*hex, enemy) > 1)?;
            bare(bank).then_some((from, bank, enemy))
        });
        let mut play = Play::on_turn(2).put("3-fj", from).put("2-di", enemy).general(GERMAN);
        assert!(!bound(&play.does(walk("3-fj", &[bank]))));
        play.does(just(Verb::End));
    }
}

#[test]
fn case_4_1c_an_hq_controls_only_its_own_hex_which_nobody_enters() {
    let [_, b, c, ..] = row();
    let mut play = facing("3-fj", "hq-viii").general(GERMAN);
    let events = play.does(walk("3-fj", &[b]));
    assert!(!bound(&events) && play.unit("3-fj").half_mp > 0, "it need not stop");
    assert_eq!(play.refused(walk("3-fj", &[c])), ("4.1c".to_owned(), format!("enemy units are in {}", GAME.place(c))));
    assert_eq!(play.case(go("3-fj", c)), "4.1c");
}

#[test]
fn case_4_1c_a_unit_of_strength_1_exerts_no_zone_around_it_and_one_of_strength_2_does() {
    let exerts = |strength: &str| {
        let mut files = AutumnFog::files();
        let units = files.text("units.txt").expect("the units").to_owned();
        let line = units.lines().find(|line| line.starts_with("unit 110-28di ")).expect("the unit");
        files
            .replace("units.txt", &units.replace(line, &line.replace("strength=3@", &format!("strength={strength}@"))));
        let definitions = AutumnFog::definitions(&files).unwrap_or_else(|faults| panic!("{}", faults[0]));
        definitions.unit(id("110-28di")).exerts(1)
    };
    assert_eq!(["1", "2", "3"].map(exerts), [false, true, true]);
    assert!(!GAME.unit(id("hq-viii")).exerts(1), "a headquarters never does");
}

#[test]
fn case_4_2a_a_unit_that_enters_an_enemy_zone_stops() {
    let [a, b, ..] = row();
    let mut play = facing("peiper-1ss", "2-di").general(GERMAN);
    let (case, message) = play.refused(walk("peiper-1ss", &[b, a]));
    assert_eq!(case, "4.2a");
    assert_eq!(message, format!("Peiper/1 must stop in the enemy zone of control in {}", GAME.place(b)));
    play.does(walk("peiper-1ss", &[b]));
    assert_eq!((play.unit("peiper-1ss").ap, play.unit("peiper-1ss").half_mp), (2, 0), "what was left is lost");
}

#[test]
fn cases_4_2b_4_3a_and_3_4_2a_a_unit_that_entered_an_enemy_zone_must_attack_before_the_end() {
    let [a, b, ..] = row();
    let mut play = facing("peiper-1ss", "2-di").general(GERMAN);
    assert!(bound(&play.does(walk("peiper-1ss", &[b]))));
    let (case, message) = play.refused(just(Verb::End));
    assert_eq!(case, "4.2b");
    assert_eq!(message, "Peiper/1 entered an enemy zone of control and has not attacked yet");
    assert_eq!(play.case(walk("peiper-1ss", &[a])), "4.2b");
    assert_eq!(play.case(act(Verb::Dig, "peiper-1ss")), "12.1a");
    // what cannot be done any more is not owed (ruling R29)
    let mut play = play.with("2-di", |unit| unit.place = Location::Eliminated(2));
    play.does(just(Verb::End));
}

#[test]
fn case_4_2c_without_the_ap_to_attack_a_zone_is_not_entered() {
    let [_, b, ..] = row();
    let mut play = facing("3-fj", "2-di").general(GERMAN);
    play.does(act(Verb::Dig, "3-fj"));
    let (case, message) = play.refused(go("3-fj", b));
    assert_eq!(case, "4.2c");
    assert_eq!(message, format!("3 FJ would have 0 AP left in {}, an attack needs 1", GAME.place(b)));
}

#[test]
fn case_4_2c_an_hq_which_cannot_attack_enters_a_zone_only_under_cover() {
    let [_, b, ..] = row();
    let play = facing("hq-i-ss-pz", "2-di").general(GERMAN);
    let (case, message) = play.refused(walk("hq-i-ss-pz", &[b]));
    assert_eq!(case, "4.2c");
    assert!(message.starts_with("I SS-PzK cannot attack"), "{message}");
    let (from, wood, enemy) = cover();
    let mut play = Play::on_turn(2).put("hq-i-ss-pz", from).put("2-di", enemy).general(GERMAN);
    assert!(!bound(&play.does(walk("hq-i-ss-pz", &[wood]))));
}

#[test]
fn cases_4_2c_and_4_3b_a_forest_is_entered_with_the_last_ap_and_binds_nobody() {
    let (from, wood, enemy) = cover();
    let mut play =
        Play::on_turn(2).put("3-fj", from).with("3-fj", |unit| unit.fatigued = true).put("2-di", enemy).general(GERMAN);
    let events = play.does(walk("3-fj", &[wood]));
    assert!(!bound(&events));
    assert_eq!((play.unit("3-fj").ap, play.unit("3-fj").half_mp), (0, 0), "it stops all the same");
    play.does(just(Verb::End));
}

#[test]
fn cases_4_3b_t_tecd_t_tece_and_t_tecf_settlements_cover_both_sides_and_the_westwall_the_german() {
    for (ground, expected) in [
        (Ground::Clear, [false, false]),
        (Ground::Rough, [false, false]),
        (Ground::Forest, [true, true]),
        (Ground::Village, [true, true]),
        (Ground::City, [true, true]),
    ] {
        let here = hexes().filter(|hex| grounds(*hex).last() == Some(&ground) && grounds(*hex)[0] != Ground::Forest);
        let here: Vec<HexId> = if ground == Ground::Forest {
            hexes().filter(|hex| grounds(*hex) == [ground]).collect()
        } else {
            here.collect()
        };
        assert!(!here.is_empty(), "{ground:?}");
        assert!(here.iter().all(|hex| board().ground(*hex).cover == expected), "{ground:?}");
    }
    let chart = &GAME.tables.terrain;
    let wall = [Ground::Clear, Ground::Westwall];
    assert_eq!(SideId::BOTH.map(|side| chart.attack_optional(side, &wall)), [true, false]);
    assert_eq!(SideId::BOTH.map(|side| chart.shift(side, &wall)), [-1, 0]);
}

#[test]
fn case_4_2d_leaving_an_enemy_zone_costs_one_mp_more() {
    let [a, b, c, ..] = row();
    for (unit, column) in [("3-fj", 0), ("peiper-1ss", 1)] {
        let mut play = Play::on_turn(2).put("2-di", a).put(unit, b).general(GERMAN);
        assert_eq!(play.half_mp(unit, c), step_cost(b, c, column) + 2, "{unit}");
    }
}

#[test]
fn case_4_2e_going_straight_from_zone_to_zone_costs_two_mp_more_and_not_three() {
    let [a, b, c, d, _] = row();
    let mut play = Play::on_turn(2).put("2-di", a).put("cca-9db", d).put("peiper-1ss", b).general(GERMAN);
    // the rest of the MP is lost in the zone, so the price shows in what the last MP can pay
    let price = step_cost(b, c, 1) + 4;
    let rest = |half_mp: i16| {
        let [_, b, ..] = row();
        Play::on_turn(2).put("2-di", a).put("cca-9db", d).put("peiper-1ss", b).general(GERMAN).with(
            "peiper-1ss",
            |unit| {
                (unit.active, unit.activations, unit.ap, unit.half_mp) = (true, 1, 1, half_mp as u8);
            },
        )
    };
    assert!(bound(&play.does(walk("peiper-1ss", &[c]))));
    assert_eq!(play.unit("peiper-1ss").ap, 2);
    let mut enough = rest(price);
    enough.does(walk("peiper-1ss", &[c]));
    assert_eq!(enough.unit("peiper-1ss").ap, 1, "{price} half MP suffice");
    assert_eq!(rest(price - 1).case(walk("peiper-1ss", &[c])), "4.2c", "half an MP less takes the AP of the attack");
}

#[test]
fn case_4_2f_one_enemy_unit_on_both_hexes_forbids_the_move_whoever_else_is_there() {
    let centre = heath();
    let ring = around(centre);
    let (from, to) = (ring[0], ring[1]);
    assert_eq!(distance(from, to), 1);
    let alone = Play::on_turn(2).put("2-di", centre).put("peiper-1ss", from).general(GERMAN);
    let (case, message) = alone.refused(walk("peiper-1ss", &[to]));
    assert_eq!(case, "4.2f");
    let (here, there) = (GAME.place(from), GAME.place(to));
    assert_eq!(message, format!("Peiper/1 cannot go from {here} straight to {there}: one enemy unit controls both"));
    let other = around(to).into_iter().find(|hex| distance(*hex, centre) == 2 && distance(*hex, from) == 2);
    let both = Play::on_turn(2)
        .put("2-di", centre)
        .put("cca-9db", other.expect("a hex beyond"))
        .put("peiper-1ss", from)
        .general(GERMAN);
    assert_eq!(both.case(walk("peiper-1ss", &[to])), "4.2f");
}

#[test]
fn case_4_2h_a_friendly_zone_or_unit_does_not_cancel_an_enemy_zone_for_movement() {
    let [_, b, ..] = row();
    let centre = heath();
    let flank = around(b).into_iter().find(|hex| distance(*hex, centre) == 1).expect("a hex beside both");
    for friend in [flank, b] {
        let mut play = facing("peiper-1ss", "2-di").put("muller-12ss", friend).general(GERMAN);
        assert!(bound(&play.does(walk("peiper-1ss", &[b]))));
    }
}

#[test]
fn case_4_3d_a_unit_that_begins_in_an_enemy_zone_may_stay_or_leave() {
    let [a, b, c, _, e] = row();
    let beside = || Play::on_turn(2).put("2-di", a).put("3-fj", b).put("hansen-1ss", e).general(GERMAN);
    let mut play = beside();
    play.does(act(Verb::Dig, "hansen-1ss"));
    play.does(just(Verb::End));
    let mut play = beside();
    assert!(!bound(&play.does(walk("3-fj", &[c]))));
    play.does(just(Verb::End));
}

#[test]
fn case_12_2b_a_unit_in_an_improved_position_owes_no_attack() {
    let [a, b, ..] = row();
    let owing = |improved| {
        Play::on_turn(2)
            .put("2-di", a)
            .put("3-fj", b)
            .with("3-fj", |unit| (unit.improved, unit.bound, unit.ap) = (improved, true, 1))
            .general(GERMAN)
    };
    assert_eq!(owing(false).case(just(Verb::End)), "4.2b");
    owing(true).does(just(Verb::End));
}

#[test]
fn case_t_staa_units_of_every_status_exert_zones() {
    let [_, b, ..] = row();
    type Change = fn(Play) -> Play;
    let statuses: [Change; 5] = [
        |play| play.with("2-di", |unit| unit.supply = Supply::Isolated),
        |play| play.with("2-di", |unit| unit.supply = Supply::Unsupplied),
        |play| play.with("2-di", |unit| unit.out_of_command = true),
        |play| play.with("2-di", |unit| unit.fatigued = true),
        |play| play.with("2-di", |unit| unit.improved = true),
    ];
    for (place, status) in statuses.into_iter().enumerate() {
        let mut play = status(facing("peiper-1ss", "2-di")).general(GERMAN);
        assert!(bound(&play.does(walk("peiper-1ss", &[b]))), "status {place}");
    }
}

#[test]
fn case_t_stab_isolation_fatigue_and_want_of_command_do_not_free_from_the_attack() {
    let [_, b, ..] = row();
    for supply in [Supply::Supplied, Supply::Isolated] {
        for fatigued in [false, true] {
            let play = facing("peiper-1ss", "2-di")
                .with("peiper-1ss", |unit| (unit.supply, unit.fatigued) = (supply, fatigued));
            if supply == Supply::Isolated && fatigued {
                assert_eq!(play.general(GERMAN).case(walk("peiper-1ss", &[b])), "4.2c", "1 AP is too little");
                continue;
            }
            let mut play = play.general(GERMAN);
            assert!(bound(&play.does(walk("peiper-1ss", &[b]))));
            assert_eq!(play.case(just(Verb::End)), "4.2b");
        }
    }
    let mut play = facing("peiper-1ss", "2-di").with("peiper-1ss", |unit| unit.out_of_command = true).rolling(&[1]);
    play = play.general(GERMAN);
    play.does(act(Verb::Activate, "peiper-1ss"));
    assert!(bound(&play.does(walk("peiper-1ss", &[b]))));
}

#[test]
fn cases_4_1a_and_4_1c_a_hex_with_enemies_is_closed_under_the_case_of_those_who_are_in_it() {
    let (from, to) = pair("two bare hexes", |a, b| bare(a) && bare(b) && dry(a, b));
    let held = |units: &[&str]| {
        let play = Play::on_turn(2).put("3-fj", from);
        units.iter().fold(play, |play, unit| play.put(unit, to)).general(GERMAN).case(walk("3-fj", &[to]))
    };
    assert_eq!(held(&["hq-viii"]), "4.1c");
    assert_eq!(held(&["2-di"]), "4.1a");
    assert_eq!(held(&["hq-viii", "2-di"]), "4.1a", "one of them controls more than its hex");
}

#[test]
fn cases_7_8b_and_7_8c_units_of_its_side_pass_a_breakthrough_without_being_stopped() {
    let [a, b, c, d, _] = row();
    let torn = |owner| {
        Play::on_turn(2)
            .put("peiper-1ss", a)
            .put("2-di", d)
            .field(|field| field.breakthroughs.push((owner, c)))
            .general(GERMAN)
    };
    let mut play = torn(GERMAN);
    let events = play.does(walk("peiper-1ss", &[b, c]));
    assert!(!bound(&events) && play.unit("peiper-1ss").half_mp > 0);
    let along = around(c).into_iter().find(|hex| distance(*hex, d) == 1).expect("a hex beside both");
    play.does(walk("peiper-1ss", &[along]));
    assert_eq!(play.case(walk("peiper-1ss", &[d])), "4.1a", "the enemy's own hex stays closed");
    play.does(just(Verb::End));
    assert!(bound(&torn(ALLIED).does(walk("peiper-1ss", &[b, c]))), "it serves the side that tore it");
}

#[test]
fn case_7_8d_a_breakthrough_serves_later_sequences_until_the_operations_phase_ends() {
    let [a, b, c, d, _] = row();
    let mut play = Play::on_turn(2)
        .put("hansen-1ss", a)
        .put("peiper-1ss", b)
        .put("2-di", d)
        .field(|field| field.breakthroughs.push((GERMAN, c)))
        .general(GERMAN);
    play.does(act(Verb::Dig, "hansen-1ss"));
    play.does(just(Verb::End));
    play.does(just(Verb::Pass));
    assert_eq!(play.state.field.breakthroughs, [(GERMAN, c)]);
    play.does(general());
    assert!(!bound(&play.does(walk("peiper-1ss", &[c]))));
    play.does(just(Verb::End));
    let events = play.does(just(Verb::Pass));
    assert!(has(&events, |event| matches!(event, Event::OperationsEnded { .. })), "the German has finished");
    assert!(play.state.field.breakthroughs.is_empty());
}

#[test]
fn cases_4_2b_and_7_8b_an_obligation_that_has_lapsed_is_told_no_more() {
    let mut given = Given::on(&[]).unit("12-vg", "1710").ap(2).bound().unit("30-di", "1610").german_acts();
    assert!(given.question().contains("must attack"), "{}", given.question());
    let beside = given.hex("1709");
    given.state.field.breakthroughs.push((GERMAN, beside));
    assert!(given.accepts("end"));
    assert!(!given.question().contains("must attack"), "{}", given.question());
}
