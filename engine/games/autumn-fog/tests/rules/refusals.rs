//! Refusals: about the unit that the player wrote, under the case that forbids it, and with orders that could be meant.

use crate::given::Given;
use crate::place::{GAME, Play, act, board, distance, enter, formation, general, go, hex, hexes, id, just};
use autumn_fog::AutumnFog;
use autumn_fog::order::{EventKind, Step, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending};
use definitions::hex::HexId;
use engine::contract::{Rules, Seen, Sight, Speech, Viewer};

/// The Initial Assault with the German to act.
fn opened() -> Play {
    let (mut play, _) = Play::begun();
    play.by(GERMAN, vec![Step::Verb(Verb::Allot), Step::Done]).expect("allotted");
    play.by(ALLIED, vec![Step::Verb(Verb::Allot), Step::Done]).expect("allotted");
    play
}

/// `attack HEX with UNIT, …`, led by the first.
fn attack(verb: Verb, target: HexId, units: &[&str]) -> Vec<Step> {
    let with = units.iter().map(|unit| Step::With(id(unit)));
    [Step::Verb(verb), Step::Target(target)]
        .into_iter()
        .chain(with)
        .chain([Step::Lead(id(units[0])), Step::Done])
        .collect()
}

#[test]
fn nothing_is_proposed_that_has_nothing_to_do_with_what_was_named() {
    let mut play = opened();
    play.does(formation("xlvii-pz"));
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
    let seen = Seen::<AutumnFog>::new(&GAME, &view);
    let proposed = |order: &[Step]| {
        let refusal = seen.accept(order).expect_err("it is refused");
        let remedy = seen.propose(order, refusal).remedy;
        remedy.split_once("Legal instead: ").map_or(String::new(), |(_, orders)| orders.to_owned())
    };
    let event = |kind, at| vec![Step::Verb(Verb::Play), Step::Event(kind), Step::Hex(hex(at))];
    assert_eq!(proposed(&event(EventKind::Stoesser, "0101")), "", "twenty hexes away");
    assert_eq!(proposed(&event(EventKind::Stoesser, "2515")), "`play stoesser 2415`, `play stoesser 2416`.");
    assert_eq!(proposed(&event(EventKind::Roadblock, "2515")), "", "another event");
    assert_eq!(proposed(&attack(Verb::Attack, hex("1817"), &["gutman-2pz"])), "", "another place");
    // towards where the unit shall go, or nowhere
    let from = play.hex("gutman-2pz");
    for to in hexes() {
        let orders = match seen.accept(&go("gutman-2pz", to)) {
            Err(_) => proposed(&go("gutman-2pz", to)),
            Ok(()) => continue,
        };
        for order in orders.split("`, `").filter(|order| !order.is_empty()) {
            let end = order.trim_matches(['`', '.']).rsplit(' ').next().expect("a hex");
            assert!(distance(hex(end), to) <= distance(from, to), "to {}: {order}", GAME.place(to));
        }
    }
    let chosen = opened();
    let view = AutumnFog::view(&GAME, &chosen.state, Viewer::Side(GERMAN));
    let seen = Seen::<AutumnFog>::new(&GAME, &view);
    let refusal = seen.accept(&formation("ii-ss-pz")).expect_err("it has not come");
    assert!(seen.propose(&formation("ii-ss-pz"), refusal).remedy.ends_with("Legal instead: `activate general`."));
}

#[test]
fn a_refusal_of_any_verb_names_the_unit_that_the_order_names() {
    let ordered: Vec<(&str, Play)> = vec![
        ("nothing under way", opened()),
        ("a German formation", {
            let mut play = opened();
            play.does(formation("xlvii-pz"));
            play
        }),
        ("a general activation", {
            let mut play = opened();
            play.does(general());
            play
        }),
        ("an activation that is full", {
            let mut play = opened();
            play.does(general());
            play.field(|field| field.operations.count = 3)
        }),
        ("an Allied formation", {
            let mut play = opened();
            play.does(just(Verb::Pass));
            play.does(formation("viii"));
            play
        }),
    ];
    let targets = ["2515", "3007", "2615", "1817", "0101"].map(hex);
    let mut refused = 0;
    for (moment, play) in ordered {
        let side = AutumnFog::asks(&play.state)[0].side;
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(side));
        for (unit, published) in GAME.published.units.iter() {
            let name = published.id.as_str();
            let mut orders: Vec<Vec<Step>> = [Verb::Dig, Verb::Leave, Verb::Recover, Verb::Rejoin, Verb::Clear]
                .into_iter()
                .map(|verb| act(verb, name))
                .collect();
            if play.state.field.operations.activation.is_some() {
                orders.push(act(Verb::Activate, name));
            }
            orders.push(vec![Step::Verb(Verb::Detach), Step::Unit(unit), Step::Steps(1)]);
            orders.push(vec![Step::Verb(Verb::Clear), Step::Unit(unit), Step::Hex(hex("2711"))]);
            for target in targets {
                orders.push(go(name, target));
                orders.push(enter(name, target));
                orders.push(attack(Verb::Attack, target, &[name]));
                orders.push(attack(Verb::Prepare, target, &[name]));
            }
            for order in orders {
                let Err(refusal) = Seen::<AutumnFog>::new(&GAME, &view).accept(&order) else { continue };
                let text = AutumnFog::write(&GAME, &order);
                // an order that breaks off, or a hex that is wrong for whoever goes there
                let places = order.iter().filter_map(|step| match step {
                    Step::Hex(hex) | Step::Target(hex) => Some(GAME.place(*hex).to_string()),
                    _ => None,
                });
                let mut named = places.chain([published.name.clone()]);
                let about = refusal.case == "order" || named.any(|name| refusal.message.contains(&name));
                assert!(about, "{moment}: {text}: {refusal}");
                let unit_is_wrong = |step: &Step| matches!(step, Step::Unit(_) | Step::With(_));
                let at = (0..order.len()).find(|at| {
                    AutumnFog::check(Seen::<AutumnFog>::new(&GAME, &view), &order[..*at], &order[*at]).is_err()
                });
                if at.is_some_and(|at| unit_is_wrong(&order[at])) {
                    assert!(refusal.message.contains(&published.name), "{moment}: {text}: {refusal}");
                }
                let whose = |other: &&str| refusal.message.contains(*other) && !published.name.contains(*other);
                // some headquarters are called like their corps
                let corps = published.formation.map(|corps| &GAME.published.units.formation(corps).name);
                let others =
                    GAME.published.units.iter().filter(|(other, it)| *other != unit && Some(&it.name) != corps);
                let another =
                    others.map(|(_, other)| other.name.as_str()).find(|other| other.len() > 5 && whose(other));
                assert_eq!(another, None, "{moment}: {text}: {refusal}");
                refused += 1;
            }
        }
    }
    assert!(refused > 10_000, "{refused}");
}

#[test]
fn the_units_of_an_attack_are_judged_in_the_order_in_which_they_are_named_whoever_else_could_make_it() {
    let mut play = opened();
    play.does(formation("xlvii-pz"));
    let refused = |play: &Play, order| {
        let (case, message) = play.refused(order);
        format!("{case}: {message}")
    };
    let target = hex("2515");
    for verb in [Verb::Attack, Verb::Prepare] {
        let other = refused(&play, attack(verb, target, &["peiper-1ss"]));
        assert!(other.starts_with("3.2a: Peiper/1 belongs to I SS-Panzerkorps"), "{other}");
        let hq = refused(&play, attack(verb, target, &["hq-xlvii-pz"]));
        assert!(hq.starts_with("1.3c: XLVII PzK is a headquarters"), "{hq}");
        // nobody at all stands beside St. Vith: what is wrong is told of the unit that was named all the same
        let far = refused(&play, attack(verb, hex("2610"), &["gutman-2pz"]));
        assert!(far.contains("Gutman/2 in 2615") && far.starts_with("7.1a"), "{far}");
        let enemy = refused(&play, attack(verb, target, &["110-28di"]));
        assert_eq!(enemy, "3.1a: 110/28 DI is not yours");
        let second = refused(&play, attack(verb, target, &["gutman-2pz", "peiper-1ss", "hq-xlvii-pz"]));
        assert!(second.starts_with("3.2a: Peiper/1"), "{second}");
    }
    // a unit with 1 AP beside one that could make a prepared attack
    let mut given = Given::on(&[]).unit("12-vg", "1710").ap(1).unit("3-fj", "1609").ap(1).unit("110-28di", "1610");
    given = given.german_acts();
    let refusal = given.refusal("prepare target:1610 with:3-fj lead:3-fj done");
    assert_eq!((&*refusal.case, refusal.message.as_str()), ("3.4.1e", "a prepared attack costs 3 FJ 2 AP, it has 1"));
}

#[test]
fn a_marker_that_one_unit_cannot_remove_is_not_answered_with_what_keeps_another_from_it() {
    let barred = Given::on(&[]).unit("peiper-1ss", "2010").ap(3).unit("3-fj", "1611").ap(0);
    let given = barred.marker(EventKind::Roadblock, "1610").german_acts();
    let refusal = given.refusal("clear unit:peiper-1ss hex:1610");
    assert_eq!((&*refusal.case, refusal.message.contains("Peiper/1 is not next to")), ("15.3b", true), "{refusal}");
    let refusal = given.refusal("clear unit:3-fj hex:1610");
    assert!(refusal.message.contains("3 FJ has 0"), "{refusal}");
}

#[test]
fn case_15_1b_an_event_that_is_not_for_this_moment_is_not_answered_with_another_one() {
    let given = Given::on(&[]).unit("peiper-1ss", "2010").ap(3).event(EventKind::Greif, 1).german_acts();
    let given = given.event(EventKind::FuelDump, 1).unit("110-28di", "2014");
    let refusal = given.refusal("play event:greif hex:2014");
    assert!(refusal.case == "15.1b" && refusal.message.contains("Greif"), "{refusal}");
    assert!(refusal.remedy.contains("when an American unit marches"), "{refusal}");
    let refusal = given.refusal("play event:roadblock hex:2012");
    assert!(refusal.message.contains("is no event of your side"), "{refusal}");
}

#[test]
fn a_wrong_moment_is_told_by_the_case_whose_moment_it_is_and_when_the_right_one_comes() {
    let play = opened();
    let told = |play: &Play, order: Vec<Step>| {
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(AutumnFog::asks(&play.state)[0].side));
        Seen::<AutumnFog>::new(&GAME, &view).accept(&order).expect_err("a refusal").to_string()
    };
    for (verb, expected) in [
        (
            Verb::Lose,
            "[2.1i] you choose your next activation now: this is not the moment to lose. `lose` answers a combat",
        ),
        (Verb::Allot, "`allot` is for the start of each turn, before the first activation [2.1c]"),
        (Verb::Gift, "`gift` is for the start of turn 5"),
        (Verb::Advance, "[7.7.2b]. Asked for now: activate, pass."),
        (Verb::End, "[2.1e] no activation is under way that could end"),
    ] {
        let told = told(&play, just(verb));
        assert!(told.contains(expected), "{told}");
    }
    let mut given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[3]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Lose)));
    let end = given.refusal("end");
    assert_eq!(&*end.case, "7.6b");
    assert!(end.message.starts_with("you name your losses now") && end.remedy.contains("[2.1e]"), "{end}");
}

#[test]
fn cases_7_3_1b_and_7_3_2d_a_support_too_many_is_named_and_the_limit_is_true() {
    let given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").unit("hq-i-ss-pz", "1711");
    let given = given.holds(autumn_fog::order::SupportKind::Artillery, 3).german_acts();
    let support = "support:hq-i-ss-pz/artillery";
    let refusal = given.refusal(&format!("attack target:1610 with:12-vg lead:12-vg {support} {support}"));
    assert_eq!(&*refusal.case, "7.3.1b");
    let expected = "a normal attack allows each side 1 HQ support, the artillery of I SS-PzK would be one more";
    assert_eq!(refusal.message, expected);
    let refusal = given.refusal(&format!("prepare target:1610 with:12-vg lead:12-vg {support} {support} {support}"));
    assert!(refusal.message.contains("2 HQ supports, the artillery of I SS-PzK would be one more"), "{refusal}");
}

#[test]
fn no_refusal_asks_for_a_word_that_no_order_ends_with() {
    let mut given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("110-28di", "1610").german_acts();
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[3]);
    let more = given.refusal("lose loss:110-28di loss:110-28di");
    assert!(!more.to_string().contains("`done`"), "{more}");
    given.order("lose loss:110-28di done", &[]);
    let far = given.refusal("advance unit:12-vg via:1610 via:1509 via:1408 via:1307 via:1306");
    assert!(&*far.case == "7.7.2a" && far.remedy.starts_with("It can end its advance in "), "{far}");
    assert!(far.message.starts_with("12 VG may advance"), "{far}");
}

#[test]
fn case_4_2f_a_way_that_one_enemy_unit_bars_is_not_called_too_far() {
    // 1610 controls the ring around it; the way from 1710 to 1510 leads through two of its hexes
    let given = Given::on(&[]).unit("peiper-1ss", "1710").ap(1).unit("2-di", "1610").unit("3-fj", "1810").ap(2);
    let given = given.german_acts();
    let beside = given.refusal("move unit:peiper-1ss hex:1611");
    assert_eq!(&*beside.case, "4.2f", "{beside}");
    assert!(beside.message.contains("Peiper/1 cannot go from 1710 straight to 1611"), "{beside}");
    // behind the first hex of a zone a unit would have to stop
    let behind = given.refusal("move unit:3-fj hex:1509");
    assert!(matches!(&*behind.case, "4.2a" | "4.2f"), "{behind}");
    assert!(behind.message.contains("3 FJ") && behind.remedy.contains("Another way needs 3 AP, it has 2."), "{behind}");
    // too far is still too far
    assert_eq!(given.refused("move unit:3-fj hex:0101"), "6.1a");
}

#[test]
fn cases_4_2c_and_4_2f_a_unit_that_cannot_go_anywhere_is_told_what_bars_it() {
    let ring = ["1609", "1709", "1611", "1510", "1509"];
    let mut given = Given::on(&[]).unit("peiper-1ss", "1610").ap(1).unit("2-di", "1710");
    for (unit, hex) in ["1-di", "9-di", "30-di", "5-di"].into_iter().zip(&ring[..4]) {
        given = given.unit(unit, hex);
    }
    let given = given.unit("26-di", "1408").german_acts();
    let refusal = given.refusal("move unit:peiper-1ss hex:1509");
    assert_ne!(&*refusal.case, "6.1a", "{refusal}");
    assert!(refusal.message.starts_with("Peiper/1 cannot leave 1610: "), "{refusal}");
}

#[test]
fn cases_4_2c_and_t_tecd_the_remedy_does_not_forget_the_westwall_of_the_germans() {
    let given = Given::on(&[]).unit("12-vg", "1810").ap(0).unit("hq-i-ss-pz", "1811").ap(3).unit("2-di", "1610");
    let given = given.german_acts();
    let hq = given.refusal("move unit:hq-i-ss-pz via:1711 via:1710");
    assert!(&*hq.case == "4.2c" && hq.remedy.contains("in the Westwall"), "{hq}");
    let allied = Given::on(&[]).unit("hq-v", "1811").ap(3).unit("12-vg", "1610").acting(ALLIED);
    let hq = allied.refusal("move unit:hq-v via:1711 via:1710");
    assert!(&*hq.case == "4.2c" && !hq.remedy.contains("Westwall"), "{hq}");
}

#[test]
fn case_3_3c_a_unit_whose_headquarters_is_lost_is_not_called_out_of_command() {
    let play = Play::on_turn(2)
        .put("3-fj", hex("3107"))
        .with("hq-i-ss-pz", |hq| hq.place = Location::Eliminated(2))
        .general(GERMAN);
    let (case, message) = play.refused(act(Verb::Dig, "3-fj"));
    assert_eq!(
        (case.as_str(), message.as_str()),
        ("3.3c", "3 FJ has lost its headquarters and must take its C3I check first")
    );
}

#[test]
fn orders_that_are_proposed_are_about_the_named_unit_or_those_beside_it() {
    let mut play = opened();
    play.does(formation("xlvii-pz"));
    let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(GERMAN));
    let proposed = |order: &[Step]| {
        let refusal = Seen::<AutumnFog>::new(&GAME, &view).accept(order).expect_err("a refusal");
        Seen::<AutumnFog>::new(&GAME, &view).propose(order, refusal).remedy
    };
    for order in [
        go("peiper-1ss", hex("2711")),
        attack(Verb::Attack, hex("2515"), &["peiper-1ss"]),
        attack(Verb::Prepare, hex("3007"), &["peiper-1ss"]),
        act(Verb::Dig, "peiper-1ss"),
    ] {
        let remedy = proposed(&order);
        assert!(!remedy.contains("Legal instead"), "nobody near Peiper can act: {remedy}");
        assert!(remedy.contains("It can act when its own formation is activated"), "{remedy}");
    }
    let far = proposed(&go("gutman-2pz", hex("1817")));
    assert!(far.contains("Legal instead: `move Gutman/2 to "), "{far}");
    let other = proposed(&attack(Verb::Attack, hex("2515"), &["gutman-2pz", "26-vg"]));
    let expected = "`attack 2515 with Gutman/2, v. Cochenhausen/2 lead Gutman/2`.";
    assert!(other.ends_with(expected), "one beside the unit that cannot, and nothing more: {other}");
    let beside = proposed(&attack(Verb::Attack, hex("2515"), &["bohm-2pz"]));
    for order in beside.split('`').filter(|text| text.starts_with("attack ")) {
        assert!(!order.contains('…'), "a proposal is whole: {order}");
        let units = GAME.published.units.iter().filter(|(_, unit)| order.contains(&unit.name));
        let near = units
            .filter_map(|(unit, _)| play.state.field.hex_of(unit))
            .map(|there| board().grid().distance(there, play.hex("bohm-2pz")));
        assert!(near.max().is_some_and(|far| far <= 2), "{order}");
    }
}

#[test]
fn refusals_in_a_combat_name_the_unit_that_was_named_too() {
    let mut given = Given::on(&[]).unit("12-vg", "1710").ap(2).unit("3-fj", "1711").ap(2);
    given = given.unit("110-28di", "1610").unit("2-di", "1610").unit("hq-viii", "1010").german_acts();
    let names = |given: &Given, order: &str, name: &str| {
        let refusal = given.refusal(order);
        assert!(refusal.message.contains(name), "{order}: {refusal}");
    };
    given.order("attack target:1610 with:12-vg lead:12-vg done", &[]);
    names(&given, "defend lead:12-vg", "12 VG");
    given.order("defend lead:110-28di done", &[6]);
    names(&given, "lose loss:2-di", "not from 2 DI");
    names(&given, "lose loss:12-vg", "12 VG");
    names(&given, "lose loss:110-28di loss:2-di", "2 DI would be one loss more");
    given.order("lose done", &[]);
    names(&given, "retreat unit:12-vg", "12 VG");
    let path = given.vias("retreat unit:110-28di unit:2-di").remove(0);
    given.order(&format!("retreat unit:110-28di unit:2-di via:{path}"), &[]);
    names(&given, "advance unit:3-fj", "3 FJ");
    names(&given, "advance unit:110-28di", "110/28 DI");
}
