//! Standing orders: how they are written, and what each kind answers.

use crate::given::Given;
use crate::place::{self, GAME, Play};
use autumn_fog::AutumnFog;
use autumn_fog::options::{Fog, Options};
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::standing::Standing;
use autumn_fog::state::{ALLIED, GERMAN, Location, OpenAsk, Pending};
use engine::contract::{Advice, Seen, SideId, Sight, StandingOrders, Viewer};

/// Standing orders of these lines.
#[track_caller]
fn standing(given: &Given, lines: &[&str]) -> Standing {
    let amend = |policy: Standing, line: &&str| {
        AutumnFog::amend(&given.definitions, &policy, line).unwrap_or_else(|misread| panic!("{line}: {misread}"))
    };
    lines.iter().fold(Standing::default(), amend)
}

/// The legal order that a line of standing orders gives to the side that is asked.
#[track_caller]
pub fn answer(given: &Given, line: &str) -> Option<Vec<Step>> {
    let side = given.asked().expect("somebody is asked").0;
    let view = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(side));
    let order = AutumnFog::answer(
        Seen::<AutumnFog>::new(&given.definitions, &view),
        &place::ask(&given.state, side)?,
        &standing(given, &[line]),
    )?;
    Seen::<AutumnFog>::new(&given.definitions, &view)
        .accept(&order)
        .unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    Some(order)
}

/// Whether a line gives an order, written as steps.
#[track_caller]
pub fn gives(given: &Given, line: &str, order: &str) {
    assert_eq!(answer(given, line), Some(given.steps_of(order)), "{line}");
}

/// 12 VG attacks a stack in 1610 whose headquarters holds an artillery and a tank.
fn attacked(supports: &[(SupportKind, u8)]) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").steps(1);
    let given = given.unit("30-di", "1610").steps(2).unit("hq-viii", "1410");
    let given = supports.iter().fold(given, |given, (kind, count)| given.holds(*kind, *count));
    let mut given = given.german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Defend)));
    given
}

const BOTH: &[(SupportKind, u8)] = &[(SupportKind::Artillery, 2), (SupportKind::Armour, 1)];

#[test]
fn what_is_written_is_read_back_and_told_in_words() {
    let given = Given::on(&[]);
    let defaults = AutumnFog::standing(&given.definitions, &Standing::default());
    assert_eq!(defaults.len(), 16);
    for rule in &defaults {
        assert_eq!(rule.value, rule.choices[0].0, "{}", rule.kind);
        for (value, words) in &rule.choices {
            let line = format!("{} {value}", rule.kind);
            let policy = standing(&given, &[&line]);
            let rules = AutumnFog::standing(&given.definitions, &policy);
            let known = rules.iter().find(|other| other.kind == rule.kind).expect("the kind");
            assert_eq!((&known.value, &known.words), (value, words), "{line}");
            let others = rules.iter().filter(|other| other.kind != rule.kind);
            assert!(others.clone().all(|other| defaults.contains(other)), "{line} changes only its own kind");
            let json = serde_json::to_string(&policy).expect("JSON");
            assert_eq!(serde_json::from_str::<Standing>(&json).expect("read back"), policy, "{json}");
        }
    }
}

#[test]
fn standing_orders_are_spelled_as_freely_as_orders() {
    let given = Given::on(&[]);
    for (line, same) in [
        ("Defend BEST 2 from 2 – 1", "defend best 2 at 2:1"),
        ("defence best 1 at 3:1 else ask", "defend best 1 at 3:1"),
        ("lose hexes first", "lose defending hexes"),
        ("lose attacking hold, weakest first, spare armour", "lose attacking steps spare armour"),
        ("allot as last turn", "allot again"),
        ("allot auto", "allot spread"),
        ("breakthrough auto.", "mark auto"),
    ] {
        assert_eq!(standing(&given, &[line]), standing(&given, &[same]), "{line}");
    }
    for (line, expected) in [
        ("dance always", "they are about defend, lose defending, lose attacking, retreat"),
        ("defend best 0", "write one of `ask`, `ask supports`"),
        ("defend best 1 at 9:1", "is no standing order to defend"),
        ("retreat", "write one of `ask`, `auto`"),
        ("lose hexes spare", "is no standing order to lose"),
        ("advance two", "`ask`, `none`, `one`, `all`"),
    ] {
        let misread = AutumnFog::amend(&given.definitions, &Standing::default(), line).expect_err(line);
        assert!(misread.message.contains(expected), "{line}: {misread}");
    }
    let old: Standing = serde_json::from_str("{}").expect("rules that came later have their defaults");
    assert_eq!(old, Standing::default());
}

#[test]
fn a_defence_that_can_be_supported_is_never_given_up_unless_ordered() {
    let given = attacked(BOTH);
    for line in ["defend ask", "defend ask supports", "defend best 2 at 5:1", "retreat auto"] {
        assert_eq!(answer(&given, line), None, "{line}");
    }
    gives(&given, "defend none", "defend lead:30-di done");
    gives(&given, "defend best 2 at 5:1 else none", "defend lead:30-di done");
    let alone = attacked(&[]);
    assert_eq!(answer(&alone, "defend ask"), None, "who leads is a choice");
    gives(&alone, "defend ask supports", "defend lead:30-di done");
}

#[test]
fn the_best_supports_defend_columns_before_the_die_from_the_odds_on_that_are_named() {
    let given = attacked(BOTH);
    gives(&given, "defend best 1", "defend lead:30-di support:hq-viii/artillery done");
    // a normal attack allows each side one marker
    gives(&given, "defend best 3", "defend lead:30-di support:hq-viii/artillery done");
    gives(&given, "defend best 1 at 1:1", "defend lead:30-di support:hq-viii/artillery done");
    let rich = attacked(&[(SupportKind::HeavyArtillery, 1), (SupportKind::Artillery, 1)]);
    gives(&rich, "defend best 1", "defend lead:30-di support:hq-viii/heavy-artillery done");
}

/// The defenders in 1610 have a number of at least 2.
fn hit() -> Given {
    let number = |given: &Given| {
        let fight = given.state.field.combat.as_ref().and_then(|combat| combat.fight.clone());
        fight.and_then(|fight| fight.numbers[1]).unwrap_or(0)
    };
    let hit = |given: &Given| given.asked() == Some((ALLIED, Pending::Lose)) && number(given) >= 2;
    (1..=6).map(rolled).find(hit).expect("a number of at least 2")
}

fn rolled(die: u8) -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("3-fj", "1710").steps(3).ap(2);
    let given = given.unit("2-di", "1610").steps(2).unit("ccb-9db", "1610").steps(2).unit("hq-viii", "1210");
    let mut given = given.german_acts();
    given.order("prepare target:1610 with:12-vg with:3-fj lead:12-vg done", &[]);
    given.order("defend lead:2-di done", &[die]);
    given
}

#[test]
fn losses_hold_the_ground_or_spare_the_units() {
    let given = hit();
    let combat = given.state.field.combat.as_ref().expect("a combat");
    let fight = combat.fight.as_ref().expect("a roll");
    let (number, least) = (usize::from(fight.numbers[1].expect("a number")), usize::from(fight.least[1]));
    let lost = |line: &str| {
        let order = answer(&given, line).unwrap_or_else(|| panic!("{line} gives an order"));
        order.iter().filter(|step| matches!(step, Step::Loss(_))).count()
    };
    assert_eq!(lost("lose hexes"), least);
    assert_eq!(lost("lose steps"), number, "four steps, so somebody is left");
    assert_eq!(answer(&given, "lose attacking steps"), None, "the defender's losses are another decision");
    let second = |line: &str| answer(&given, line).and_then(|order| order.get(2).copied());
    assert_eq!(second("lose steps spare armour"), Some(Step::Loss(given.id("2-di"))));
    let mut last = given.clone();
    for unit in ["2-di", "ccb-9db"] {
        last.state.field.units[given.id(unit).index()].steps = 1;
    }
    assert_eq!(answer(&last, "lose steps"), None, "nobody would be left to hold the ground");
}

#[test]
fn a_stack_retreats_together_and_away_from_the_enemy() {
    let mut given = hit();
    let order = answer(&given, "lose hexes").expect("an order");
    let side = ALLIED;
    let mut dice = engine::chance::Scripted::new([]);
    let done = engine::contract::decide::<AutumnFog>(&given.definitions, &given.state, side, &order, &mut dice);
    given.state = done.expect("legal").1;
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)), "the survivors have several ways to go");
    let order = answer(&given, "retreat auto").expect("an order");
    let units = order.iter().filter(|step| matches!(step, Step::Unit(_))).count();
    assert_eq!(units, given.state.field.combat.as_ref().map_or(0, |combat| combat.to_retreat.len()));
    let end = order.iter().rev().find_map(|step| if let Step::Via(hex) = step { Some(*hex) } else { None });
    let grid = given.definitions.board.grid();
    let enemy = given.hex("1710");
    assert!(grid.distance(end.expect("a path"), enemy) > grid.distance(given.hex("1610"), enemy));
    assert_eq!(answer(&given, "retreat ask"), None);
}

#[test]
fn a_stack_that_retreats_is_proposed_in_one_sequence_of_its_units_only() {
    let mut given = hit();
    let order = answer(&given, "lose hexes").expect("an order");
    let mut dice = engine::chance::Scripted::new([]);
    let done = engine::contract::decide::<AutumnFog>(&given.definitions, &given.state, ALLIED, &order, &mut dice);
    given.state = done.expect("legal").1;
    let view = AutumnFog::view(&given.definitions, &given.state, Viewer::Side(ALLIED));
    let examples = AutumnFog::examples(Seen::<AutumnFog>::new(&given.definitions, &view), 6);
    let sorted = |order: &Vec<Step>| {
        let mut steps: Vec<String> = order.iter().map(|step| format!("{step:?}")).collect();
        steps.sort();
        steps
    };
    let different: std::collections::BTreeSet<Vec<String>> = examples.iter().map(sorted).collect();
    assert_eq!((examples.len(), different.len()), (6, 6), "{examples:?}");
}

/// The one defender has died; two attackers may advance.
fn won() -> Given {
    let given = Given::on(&[]).unit("12-vg", "1710").steps(3).ap(2).unit("peiper-1ss", "1710").steps(3).ap(3);
    let mut given = given.unit("110-28di", "1610").steps(1).german_acts();
    given.order("attack target:1610 with:12-vg with:peiper-1ss lead:12-vg done", &[6]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Lose)));
    given.order("lose loss:110-28di done", &[]);
    assert_eq!(given.asked(), Some((GERMAN, Pending::Advance)));
    given
}

#[test]
fn nobody_one_or_all_advance_armour_first() {
    let given = won();
    assert_eq!(answer(&given, "advance ask"), None);
    gives(&given, "advance none", "advance done");
    gives(&given, "advance one", "advance unit:peiper-1ss via:1610 done");
    gives(&given, "advance all", "advance unit:peiper-1ss via:1610 done");
    let mut after = given;
    after.order("advance unit:peiper-1ss via:1610 done", &[]);
    gives(&after, "advance one", "advance done");
    gives(&after, "advance all", "advance unit:12-vg via:1610 done");
}

/// A side is asked something on turn 2.
pub fn asked(mut given: Given, side: SideId, pending: Pending) -> Given {
    given.state.field.asks = vec![OpenAsk { id: engine::contract::AskId(0), side, pending }];
    given
}

#[test]
fn a_destroyed_headquarters_comes_back_near_its_units_or_later() {
    let bastogne = place::hex("1817");
    let play = Play::on_turn(2).put("110-28di", bastogne).asked(ALLIED, Pending::Return);
    let play = play.with("hq-viii", |hq| hq.place = Location::Eliminated(1));
    let answer = |line: &str| {
        let policy = AutumnFog::amend(&GAME, &Standing::default(), line).expect(line);
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
        let order =
            AutumnFog::answer(Seen::<AutumnFog>::new(&GAME, &view), &place::ask(&play.state, ALLIED)?, &policy)?;
        Seen::<AutumnFog>::new(&GAME, &view).accept(&order).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        Some(order)
    };
    let begun = [Step::Verb(Verb::Return), Step::Unit(place::id("hq-viii"))];
    assert_eq!(answer("return ask"), None);
    assert_eq!(answer("return later"), Some([&begun[..], &[Step::Done]].concat()));
    let near = answer("return near").expect("an order");
    let Some(Step::Hex(hex)) = near.get(2) else { panic!("{near:?}") };
    let others = play.legal(&begun).into_iter().filter_map(|step| match step {
        Step::Hex(other) => Some(place::distance(other, bastogne)),
        _ => None,
    });
    assert_eq!(Some(place::distance(*hex, bastogne)), others.min(), "no legal hex is nearer to its regiment");
}

#[test]
fn supports_are_spread_saved_or_given_as_last_turn() {
    let given = Given::on(&[]).unit("hq-vii", "1410").unit("hq-v", "1406").unit("110-28di", "1610");
    let mut given = asked(given, ALLIED, Pending::Allot);
    let army = given.definitions.unit(given.id("hq-v")).army.expect("an army");
    given.state.field.pools[usize::from(army)] = [0, 2, 1, 0];
    assert_eq!(answer(&given, "allot ask"), None);
    gives(&given, "allot none", "allot done");
    gives(&given, "allot again", "allot done");
    let first = answer(&given, "allot spread").expect("an order");
    let hq = |order: &[Step]| if let Some(Step::Unit(hq)) = order.get(1) { Some(*hq) } else { None };
    given.state.sealed[ALLIED.index()].push((hq(&first).expect("a headquarters"), SupportKind::Artillery));
    let second = answer(&given, "allot spread").expect("an order");
    assert_ne!(hq(&first), hq(&second), "one for each in turn");

    let marker = (given.id("hq-v"), SupportKind::HeavyArtillery);
    given.state.sealed[ALLIED.index()].clear();
    given.state.field.last_allotment = vec![marker];
    let order = vec![Step::Verb(Verb::Allot), Step::Unit(marker.0), Step::Kind(marker.1)];
    assert_eq!(answer(&given, "allot again"), Some(order));
    given.state.sealed[ALLIED.index()].push(marker);
    gives(&given, "allot again", "allot done");
}

#[test]
fn the_weakest_unit_goes_from_a_hex_that_holds_too_much() {
    let given =
        Given::on(&[]).unit("12-vg", "1710").steps(4).unit("26-vg", "1710").steps(2).unit("3-fj", "1710").steps(1);
    let given = asked(given, GERMAN, Pending::Overstack);
    assert_eq!(answer(&given, "overstack ask"), None);
    gives(&given, "overstack auto", "eliminate unit:3-fj");
}

#[test]
fn marches_pass_silently_unless_a_player_wants_to_be_asked() {
    let given = asked(Given::on(&[]), GERMAN, Pending::Interrupt);
    gives(&given, "interrupt pass", "let");
    gives(&given, "retreat auto", "let");
    assert_eq!(answer(&given, "interrupt ask"), None);
    let drop = asked(Given::on(&[]), ALLIED, Pending::AirSupply);
    assert_eq!(answer(&drop, "air supply ask"), None, "aircraft are never kept at home silently");
    gives(&drop, "air supply save", "let");
}

#[test]
fn the_breakthrough_is_marked_where_it_leads_farthest() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").unit("109-28di", "1611");
    let mut given = given.german_acts();
    given.order("prepare target:1610 target:1611 with:12-vg lead:12-vg done", &[]);
    for unit in ["110-28di", "109-28di"] {
        let unit = given.id(unit);
        given.state.field.units[unit.index()].place = Location::Eliminated(2);
    }
    let mut given = asked(given, GERMAN, Pending::Mark);
    assert_eq!(answer(&given, "mark ask"), None);
    let auto = answer(&given, "mark auto").expect("an order");
    assert!(matches!(auto[..], [Step::Verb(Verb::Mark), Step::Hex(_)]));
    // both hexes lie in one column, the first number is taken; the other way round it is the same for the Allies
    gives(&given, "mark auto", "mark hex:1610");
    given.state.field.combat = None;
    assert_eq!(answer(&given, "mark auto"), None, "nothing fits, so the player is asked");
}

#[test]
fn a_snafu_strikes_the_strongest_attacker() {
    // C3I 1 is an S for C, 5 and 6 a traffic jam
    let given = Given::on(&[]).on_turn(5).unit("110-28di", "1610").unit("212-vg", "1710").steps(1).ap(2);
    let given = given.unit("276-vg", "1710").steps(3).ap(2).german_acts();
    let mut given = given.playing(Options { snafus: true, fog: Fog::Off, presents: false });
    given.order("attack target:1610 with:212-vg with:276-vg lead:212-vg done", &[1, 5, 6]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Snafu)));
    assert_eq!(answer(&given, "snafu ask"), None);
    gives(&given, "snafu auto", "snafu unit:276-vg");
}

#[test]
fn an_attack_is_rolled_for_again_up_to_the_face_that_is_named() {
    let rolled = |die| {
        let given = Given::on(&[]).on_turn(6).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
        let mut given = given.may_reroll(GERMAN);
        given.order("attack target:1610 with:12-vg lead:12-vg done", &[die]);
        assert_eq!(given.asked(), Some((GERMAN, Pending::Reroll)));
        given
    };
    for (die, line, order) in [(2, "reroll 2", "reroll"), (3, "reroll 2", "keep"), (1, "reroll keep", "keep")] {
        gives(&rolled(die), line, order);
    }
    assert_eq!(answer(&rolled(1), "reroll ask"), None);
}

#[test]
fn a_present_is_taken_as_it_was_ordered_if_it_can_be() {
    let given = |weak: u8| {
        let given = Given::on(&[]).on_turn(5).unit("30-di", "1610").steps(weak).unit("84-di", "1612").steps(weak - 1);
        asked(given, ALLIED, Pending::Present)
    };
    assert_eq!(answer(&given(3), "gift ask"), None);
    assert_eq!(answer(&given(3), "gift reroll"), Some(vec![Step::Verb(Verb::Gift), Step::Reroll]));
    gives(&given(3), "gift step", "gift unit:30-di");
    gives(&given(4), "gift step", "gift unit:84-di");
    let whole = asked(Given::on(&[]).on_turn(5).unit("30-di", "1610"), ALLIED, Pending::Present);
    assert_eq!(answer(&whole, "gift step"), None, "no unit may have one, so the player is asked");
}

#[test]
fn the_staff_leads_what_is_far_from_the_enemy_once_all_that_is_near_has_acted() {
    let behind = Play::on_turn(2).put("30-di", place::hex("1610")).put("peiper-1ss", place::hex("3308"));
    let answer = |play: &Play, line: &str| {
        let policy = AutumnFog::amend(&GAME, &Standing::default(), line).expect(line);
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
        AutumnFog::answer(Seen::<AutumnFog>::new(&GAME, &view), &place::ask(&play.state, GERMAN)?, &policy)
    };
    let mut play = behind.asked(GERMAN, Pending::Operate);
    assert_eq!(answer(&play, "activation ask"), None);
    assert_eq!(answer(&play, "activation follow"), None, "the other side has not passed");

    let near = |acted: u8| {
        let beside = Play::on_turn(2).put("30-di", place::hex("1610")).put("peiper-1ss", place::hex("3308"));
        let beside = beside.put("hansen-1ss", place::hex("1810")).with("hansen-1ss", |unit| unit.activations = acted);
        beside.asked(GERMAN, Pending::Operate)
    };
    assert_eq!(answer(&near(0), "activation staff 2"), None, "Hansen is two hexes from the enemy");
    assert!(answer(&near(0), "activation staff 1").is_some());
    assert!(answer(&near(1), "activation staff 2").is_some());

    let (mut orders, from) = (Vec::new(), play.hex("peiper-1ss"));
    while let (Some((GERMAN, Pending::Operate)), Some(order)) = (play.question(), answer(&play, "activation staff 4")) {
        orders.push(order.clone());
        play.does(order);
    }
    assert_eq!(orders.first().and_then(|order| order.first()), Some(&Step::Verb(Verb::Activate)), "{orders:?}");
    let (here, enemy) = (play.hex("peiper-1ss"), play.hex("30-di"));
    assert!(here != from && place::distance(here, enemy) < place::distance(from, enemy), "Peiper comes up");
    let passed = near(1).field(|field| field.operations.passes = 1);
    assert_eq!(answer(&passed, "activation follow"), Some(vec![Step::Verb(Verb::Pass)]));
}
