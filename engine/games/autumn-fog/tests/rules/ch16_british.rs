//! The British on the Meuse (case 16.2).

use crate::given::Given;
use crate::place::*;
use autumn_fog::AutumnFog;
use autumn_fog::event::Event;
use autumn_fog::order::{Step, SupportKind, Verb};
use autumn_fog::state::{ALLIED, GERMAN, Location, Pending, Supply, UnitState};
use definitions::hex::HexId;
use engine::contract::{Rules, Seen, Sight, Speech, Viewer};

fn west(hex: HexId) -> bool {
    board().west_of_meuse(hex)
}

/// Two hexes west of the Meuse without a road in or around them, more than six hexes apart.
fn lonely_west() -> (HexId, HexId) {
    let lonely =
        |hex: &HexId| west(*hex) && !board().has_road(*hex) && around(*hex).iter().all(|near| !board().has_road(*near));
    let home = hexes().find(lonely).expect("a lonely hex west of the Meuse");
    (home, hexes().find(|hex| lonely(hex) && distance(*hex, home) > 6).expect("another one"))
}

/// A bridge over the Meuse: the hex west of it and the hex east of it.
fn bridge() -> (HexId, HexId) {
    let crossing = |from: HexId, to: HexId| {
        west(from) && !west(to) && board().side(from, to).is_some_and(|side| board().bridge(from, side))
    };
    pair("a bridge over the Meuse", crossing)
}

#[test]
fn case_16_2a_british_units_west_of_the_meuse_are_in_command_and_supply_without_any_line() {
    let (home, far) = lonely_west();
    let checked = |unit: &str, at: HexId| {
        let play = Play::in_battle(5).put("hq-xxx", far).put("hq-vii", far).put(unit, at).put("peiper-1ss", heath());
        let play = play.with(unit, |unit| (unit.supply, unit.out_of_command) = (Supply::Isolated, true));
        play.rolling(&[1, 2, 3, 4, 5, 6].repeat(5)).next_turn()
    };
    let play = checked("53-di", home);
    assert_eq!((play.unit("53-di").out_of_command, play.unit("53-di").supply), (false, Supply::Supplied));
    assert_eq!(play.unit("hq-xxx").supply, Supply::Supplied);
    let play = checked("84-di", home);
    assert_eq!((play.unit("84-di").out_of_command, play.unit("84-di").supply), (true, Supply::Unsupplied));
    let east = seek("a hex east of the Meuse out of range of the British HQ", |hex| {
        (!west(hex) && distance(hex, far) > 6).then_some(hex)
    });
    assert!(checked("53-di", east).unit("53-di").out_of_command, "east of the Meuse it is out of command");
}

#[test]
fn case_16_2a_a_british_unit_west_of_the_meuse_takes_no_c3i_check() {
    let (home, _) = lonely_west();
    let lost = Location::Eliminated(6);
    let east = seek("bare ground east of the Meuse", |hex| (!west(hex) && bare(hex)).then_some(hex));
    let acting = |at: HexId| {
        let play = Play::in_battle(6).put("53-di", at).put("peiper-1ss", hex("3308"));
        play.with("hq-xxx", |hq| (hq.place, hq.steps) = (lost, 0)).general(ALLIED)
    };
    acting(home).does(act(Verb::Dig, "53-di"));
    assert_eq!(acting(east).case(act(Verb::Dig, "53-di")), "3.3c");
}

#[test]
fn case_16_2a_british_units_west_of_the_meuse_have_the_supports_of_xxx_corps_at_any_distance() {
    let (home, far) = lonely_west();
    let target = around(home).into_iter().find(|hex| west(*hex) && dry(home, *hex)).expect("a hex beside it");
    let attack = |unit: &str| {
        vec![
            Step::Verb(Verb::Attack),
            Step::Target(target),
            Step::With(id(unit)),
            Step::Lead(id(unit)),
            Step::Support(id("hq-xxx"), SupportKind::Artillery),
            Step::Done,
        ]
    };
    let ready = |unit: &str| {
        let play = Play::in_battle(6).put(unit, home).put("hq-xxx", far).put("3-fj", target);
        let hq = id("hq-xxx").index();
        play.field(|field| field.supports[hq][SupportKind::Artillery.index()] = 1).general(ALLIED)
    };
    for unit in ["53-di", "29-bb"] {
        let events = ready(unit).does(attack(unit));
        assert!(has(&events, |event| matches!(event, Event::AttackDeclared { supports, .. } if supports.len() == 1)));
    }
    assert_eq!(ready("30-di").case(attack("30-di")), "1.3g", "an American has no British supports");
}

#[test]
fn case_16_2b_only_the_29th_armoured_brigade_crosses_before_a_german_has() {
    let (near, over) = bridge();
    let play = |unit: &str| Play::in_battle(6).put(unit, near).put("peiper-1ss", hex("3308")).general(ALLIED);
    let (case, message) = play("53-di").refused(walk("53-di", &[over]));
    assert_eq!(case, "16.2b");
    let place = GAME.place(over);
    let expected = format!("53 DI stays west of the Meuse until a German unit has crossed it; {place} lies east");
    assert_eq!(message, expected);
    for unit in ["hq-xxx", "33-bb", "6-abn"] {
        let listed = play(unit).legal(&act(Verb::Move, unit));
        let east = |step: &Step| matches!(step, Step::Hex(hex) | Step::Via(hex) if !west(*hex));
        assert!(!listed.is_empty() && !listed.iter().any(east), "{unit}");
    }
    play("29-bb").does(walk("29-bb", &[over]));
    play("30-di").does(walk("30-di", &[over]));
}

#[test]
fn case_16_2b_the_ban_ends_for_good_when_any_german_unit_crosses() {
    let (near, over) = bridge();
    let mut play = Play::in_battle(5).put("peiper-1ss", over).put("53-di", hex("0105")).general(GERMAN);
    let events = play.does(walk("peiper-1ss", &[near]));
    assert!(has(&events, |event| *event == Event::MeuseCrossed { hex: near }));
    assert!(play.state.field.meuse_crossed);
    let events = play.does(walk("peiper-1ss", &[over]));
    assert!(!has(&events, |event| matches!(event, Event::MeuseCrossed { .. })), "it is told once");
    play.state.field.asks.clear();
    play.state.field.operations = Default::default();
    let mut play = play.put("peiper-1ss", hex("3308")).put("53-di", near).general(ALLIED);
    play.does(walk("53-di", &[over]));
}

#[test]
fn case_16_2b_the_british_neither_advance_nor_return_to_the_east_bank() {
    let (near, over) = bridge();
    let attacked = |crossed: bool| {
        let mut play = Play::in_battle(6).put("6-abn", near).put("hq-lxvi", over).rolling(&[6]);
        play.state.field.meuse_crossed = crossed;
        let mut play = play.general(ALLIED);
        play.does(vec![
            Step::Verb(Verb::Attack),
            Step::Target(over),
            Step::With(id("6-abn")),
            Step::Lead(id("6-abn")),
            Step::Done,
        ]);
        while let Some((side, pending)) = play.question().filter(|(_, pending)| *pending != Pending::Advance) {
            let order = match pending {
                Pending::Defend => vec![Step::Verb(Verb::Defend), Step::Lead(id("hq-lxvi")), Step::Done],
                Pending::Lose if side == ALLIED => vec![Step::Verb(Verb::Lose), Step::Loss(id("6-abn")), Step::Done],
                Pending::Lose => vec![Step::Verb(Verb::Lose), Step::Loss(id("hq-lxvi")), Step::Done],
                Pending::Mark => vec![Step::Verb(Verb::Mark), Step::Hex(over)],
                _ => break,
            };
            play.by(side, order).expect("an answer");
        }
        play
    };
    let advance = || vec![Step::Verb(Verb::Advance), Step::Unit(id("6-abn")), Step::Via(over), Step::Done];
    attacked(true).does(advance());
    let kept = attacked(false);
    match kept.question() {
        Some((_, Pending::Advance)) => assert_eq!(kept.case(advance()), "16.2b"),
        asked => assert_eq!(asked.map(|(_, pending)| pending), Some(Pending::Operate), "nobody could advance"),
    }
    let gone = Location::Eliminated(5);
    let back = Play::in_battle(6).put("peiper-1ss", hex("3308"));
    let back = back.with("hq-xxx", |hq| (hq.place, hq.steps) = (gone, 0)).asked(ALLIED, Pending::Return);
    let to = |hex| vec![Step::Verb(Verb::Return), Step::Unit(id("hq-xxx")), Step::Hex(hex)];
    assert_eq!(back.case(to(over)), "16.2b");
    let home = back.legal(&act(Verb::Return, "hq-xxx"));
    assert!(
        home.len() > 1
            && home.iter().all(|step| matches!(step, Step::Done) || matches!(step, Step::Hex(hex) if west(*hex)))
    );
}

#[test]
fn case_q_11_british_units_east_of_the_meuse_draw_supply_from_the_american_edge() {
    let roadside = seek("a road hex east of the Meuse near the Allied edge", |hex| {
        (!west(hex) && board().has_road(hex) && distance(hex, self::hex("2101")) <= 3).then_some(hex)
    });
    let play = Play::in_battle(4).put("29-bb", roadside).put("peiper-1ss", hex("3308"));
    let play =
        play.with("29-bb", |unit| unit.supply = Supply::Isolated).rolling(&[1, 2, 3, 4, 5].repeat(4)).next_turn();
    assert_eq!(play.unit("29-bb").supply, Supply::Supplied);
}

#[test]
fn case_16_2b_the_british_retreat_to_the_east_bank_only_after_a_german_has_crossed() {
    // the Meuse flows all round 1610
    let banks = ["1609", "1611", "1509", "1510", "1709", "1710"];
    let banks = banks.map(|bank| format!("side 1610/{bank} river=\"Meuse\" rank=1"));
    let asked = |crossed: bool| {
        let mut given =
            Given::on(&banks.each_ref().map(String::as_str)).unit("53-di", "1610").unit("12-vg", "1710").ap(2);
        given.state.field.meuse_crossed = crossed;
        let given = given.german_acts();
        let attacked = |die: u8| {
            let mut given = given.clone();
            given.order("attack target:1610 with:12-vg lead:12-vg done", &[die]);
            (given.asked() == Some((ALLIED, Pending::Lose))).then_some(given)
        };
        (1..=6).find_map(attacked).expect("a number against the defender")
    };
    assert!(asked(true).accepts("lose done"));
    assert_eq!(asked(false).refused("lose done"), "16.2b", "there is no way out, so steps are lost");
    assert!(asked(false).accepts("lose loss:53-di done"));
}

#[test]
fn cases_1_3j_and_16_2a_the_british_headquarters_comes_back_anywhere_west_of_the_meuse_and_nowhere_else() {
    let (home, far) = lonely_west();
    let lost = Location::Eliminated(4);
    let fallen = |hq: &str| {
        let play = Play::in_battle(5).put("53-di", far).put("peiper-1ss", hex("3308"));
        play.with(hq, |hq| (hq.place, hq.steps) = (lost, 0)).rolling(&[1, 2, 3, 4, 5, 6].repeat(5)).next_turn()
    };
    let places = |play: &Play, hq: &str| -> Vec<HexId> {
        assert_eq!(play.question(), Some((ALLIED, Pending::Return)));
        let hex = |step| if let Step::Hex(hex) = step { Some(hex) } else { None };
        play.legal(&act(Verb::Return, hq)).into_iter().filter_map(hex).collect()
    };
    let mut play = fallen("hq-xxx");
    let open = places(&play, "hq-xxx");
    assert!(open.contains(&home), "it is supplied there without a road");
    assert!(open.iter().all(|hex| west(*hex)));
    let back = |hex| vec![Step::Verb(Verb::Return), Step::Unit(id("hq-xxx")), Step::Hex(hex)];
    assert_eq!(play.case(back(heath())), "16.2b");
    play.does(back(home));
    assert_eq!(play.unit("hq-xxx").supply, Supply::Supplied);
    assert!(!places(&fallen("hq-vii"), "hq-vii").contains(&home), "an American one needs a road");
}

#[test]
fn case_1_3j_nobody_is_asked_for_a_headquarters_that_finds_no_hex() {
    // the Germans control or hold everything west of the Meuse
    let lost = Location::Eliminated(4);
    let play = Play::in_battle(5).put("hq-vii", heath()).with("hq-xxx", |hq| (hq.place, hq.steps) = (lost, 0));
    let mut play = play.rolling(&[1, 2, 3, 4, 5, 6].repeat(5));
    let germans = (0..GAME.units.len() as u16).map(definitions::UnitId);
    let germans = germans.filter(|unit| GAME.unit(*unit).side == GERMAN && GAME.unit(*unit).strength(1) > 1);
    let mut open: Vec<HexId> = hexes().filter(|hex| west(*hex)).collect();
    for unit in germans {
        // each where it shuts most
        let shuts = |at: HexId, hex: HexId| at == hex || dry(at, hex);
        let best = hexes().max_by_key(|at| open.iter().filter(|hex| shuts(*at, **hex)).count()).expect("a hex");
        open.retain(|hex| !shuts(best, *hex));
        play = play.field(|field| {
            let state = &mut field.units[unit.index()];
            (state.place, state.supply) = (Location::Map(best), Supply::Isolated);
        });
        if open.is_empty() {
            break;
        }
    }
    assert!(open.is_empty(), "{} hexes are still open", open.len());
    let play = play.next_turn();
    assert_ne!(play.question(), Some((ALLIED, Pending::Return)));
    assert_eq!(play.unit("hq-xxx").place, lost);
}

#[test]
fn case_1_3j_a_headquarters_that_waits_is_not_asked_for_again_this_turn() {
    let (_, far) = lonely_west();
    let play = Play::in_battle(5).put("53-di", far).put("peiper-1ss", hex("3308"));
    let lost = |hq: &mut UnitState| (hq.place, hq.steps) = (Location::Eliminated(4), 0);
    let play = play.with("hq-xxx", lost).with("hq-vii", lost);
    let mut play = play.rolling(&[1, 2, 3, 4, 5, 6].repeat(5)).next_turn();
    let told = |play: &Play| {
        let view = AutumnFog::view(&GAME, &play.state, Viewer::Side(ALLIED));
        AutumnFog::question(Seen::<AutumnFog>::new(&GAME, &view), &AutumnFog::asks(&play.state)[0]).details.join("\n")
    };
    assert!(["VII Corps", "XXX Corps"].iter().all(|name| told(&play).contains(name)), "{}", told(&play));
    play.does(vec![Step::Verb(Verb::Return), Step::Unit(id("hq-vii")), Step::Done]);
    assert_eq!(play.question(), Some((ALLIED, Pending::Return)));
    assert!(!told(&play).contains("VII Corps"), "{}", told(&play));
    assert_eq!(play.case(act(Verb::Return, "hq-vii")), "1.3j");
}
