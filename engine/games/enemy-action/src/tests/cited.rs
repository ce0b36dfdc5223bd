//! What a refusal cites and what it tells to write: the case of the play that was tried, and orders that are accepted.

use super::given::{active, empty, empty_of, hold, impulse, only, put, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, CardId, GERMAN};
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use crate::truth::roster::{Place, Supply};
use crate::truth::state::{Phase, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Refusal, Seen, Setup, SideId, Sight, Speech, Viewer};
use std::collections::BTreeSet;
use testing::{Given, Seeded};

fn field() -> Given<EnemyAction> {
    let given = put(put(empty(20), "3-2pz", "1021", 0), "110-28di", "1122", 0);
    only(only(given, GERMAN, &["corps-lviii"]), ALLIED, &["corps-v"])
}

#[test]
fn cases_4h_5_1a_and_5_1b_a_card_that_is_not_held_is_refused_by_the_case_of_its_play() {
    let command = impulse(field(), GERMAN);
    command.when("german: activate XLVII with corps-xlvii").is_refused_by("4h", "you do not hold XLVII Panzer Corps");
    command.when("german: event Bridge Engineers with 212-vg at 1707, 1708").is_refused_by("4h", "you do not hold");
    let attack = active(field(), GERMAN, &["3-2pz"]);
    let order = "german: attack 1122 with 3.2P playing corps-xlvii as Artillery";
    attack.when(order).is_refused_by("5.1a", "you do not hold");
    let defence = attack.and("german: attack 1122 with 3.2P");
    defence.when("allied: support with 28-id as Screen").is_refused_by("5.1b", "you do not hold");
}

#[test]
fn cases_5_1c_5_1d_5_1e_5_1f_t_evp_and_t_evq_a_reaction_that_is_not_held_reads_of_itself() {
    let given = hold(field(), GERMAN, &["corps-xlvii"]);
    let react = impulse(given, GERMAN).and("german: activate XLVII with corps-xlvii");
    react.when("allied: block 1120 with 28-id").is_refused_by("5.1d", "you do not hold");
    react.when("allied: recover at 1122 with corps-xviii").is_refused_by("T.EVq", "you do not hold");
    react.when("allied: withdraw at 1122 to 1222 with 99-id").is_refused_by("T.EVp", "you do not hold");
    let asked = |side: SideId, topic, phase| {
        let given = field().fact(&Event::PhaseBegan { phase });
        given.fact(&Event::Asked { side, topic })
    };
    let works = asked(ALLIED, Topic::Works, Phase::Works);
    works.when("allied: event Engineers with corps-xii at 1017, 1118").is_refused_by("5.1c", "you do not hold");
    let flown = asked(ALLIED, Topic::Interdiction, Phase::Interdiction);
    flown.when("allied: interdict with 84-id").is_refused_by("5.1f", "you do not hold");
    let greif = asked(GERMAN, Topic::Greif, Phase::Command);
    greif.when("german: greif with 276-vg").is_refused_by("5.1e", "you do not hold");
}

/// What an order is refused with.
fn refusal(given: &Given<EnemyAction>, side: SideId, line: &str) -> Refusal {
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(side));
    let seen = Seen::<EnemyAction>::new(&given.definitions, &view);
    let order = EnemyAction::parse(seen, line).unwrap_or_else(|misread| panic!("`{line}`: {misread}")).remove(0);
    let refusal = seen.accept(&order).expect_err(line);
    seen.propose(&order, refusal)
}

/// What a unit reads of its activation.
fn activated(given: &Given<EnemyAction>, name: &str) -> String {
    let view = EnemyAction::view(&given.definitions, &given.state, Viewer::Side(ALLIED));
    let lines = EnemyAction::abilities(Seen::<EnemyAction>::new(&given.definitions, &view), name).expect("a unit");
    lines.into_iter().find(|line| line.starts_with("activate") || line.starts_with("deploy")).unwrap_or_default()
}

#[test]
fn cases_6_1a_6_1b_6_3a_and_5_6_who_is_not_activated_reads_which_card_would_do_it() {
    let with = |card: &str| impulse(only(field(), ALLIED, &[card]), ALLIED);
    assert!(
        activated(&with("no-command-13"), "110.28").contains("[6.1a]"),
        "{}",
        activated(&with("no-command-13"), "110.28")
    );
    assert!(activated(&with("no-command-13"), "110.28").contains("VIII Corps"));
    assert!(activated(&with("army-1-us"), "110.28").contains("[6.1a]"));
    // a corps card of others would do as well, but for the one unit of the day
    assert!(activated(&with("corps-v"), "110.28").contains("by V Corps"));
    let mut spent = with("corps-v");
    spent.state.public.single[ALLIED.index()] = true;
    assert!(activated(&spent, "110.28").contains("[6.3a]"), "{}", activated(&spent, "110.28"));
    let gone = put(spent, "109-28di", "1123", 0);
    let it = unit(&gone, "109-28di");
    let gone = gone.fact(&Event::Adjusted { unit: it, place: Place::Dead, lost: 0 });
    assert!(activated(&gone, "109.28").contains("not on the map"), "{}", activated(&gone, "109.28"));
}

#[test]
fn cases_2_3b_2_3e_4_13c_and_9_22_a_tactic_that_a_card_is_not_reads_whether_card_day_or_side_bars_it() {
    let attack = |day: u8, held: &str, tactic: &str| {
        let given = put(put(empty(day), "3-2pz", "1021", 0), "110-28di", "1122", 0);
        let given = active(only(given, GERMAN, &[held]), GERMAN, &["3-2pz"]);
        refusal(&given, GERMAN, &format!("attack 1122 with 3.2P playing {held} as {tactic}")).case.into_owned()
    };
    assert_eq!(attack(20, "corps-xlvii", "Panzer Battalion"), "2.3b");
    assert_eq!(attack(20, "army-5-pz", "Screen"), "9.22");
    let defence = |day: u8, held: &str, tactic: &str| {
        let given = put(put(empty(day), "3-2pz", "1021", 0), "110-28di", "1122", 0);
        let given = active(only(given, ALLIED, &[held]), GERMAN, &["3-2pz"]).and("german: attack 1122 with 3.2P");
        refusal(&given, ALLIED, &format!("support with {held} as {tactic}")).case.into_owned()
    };
    assert_eq!(defence(20, "28-id", "Artillery"), "2.3b");
    assert_eq!(defence(16, "army-1-us", "Artillery"), "4.13c");
}

fn waits(given: Given<EnemyAction>, id: &str, date: u8) -> Given<EnemyAction> {
    let it = unit(&given, id);
    given.fact(&Event::Arrived { units: vec![(it, Place::Reserve(date, false))] })
}

#[test]
fn cases_11_1c_11_1d_11_1e_and_11_51a_reserves_without_a_hex_read_what_bars_the_last_of_them() {
    let deploy = |given: Given<EnemyAction>, side: SideId, held: &str| {
        let given = impulse(only(given, side, &[held]), side);
        assert!(given.legal("allied", "deploy").is_empty(), "{:?}", given.legal("allied", "deploy"));
        refusal(&given, side, &format!("deploy with {held}"))
    };
    // in each hex of the Allied edges a German stands: nothing is supplied
    let cut = |mut given: Given<EnemyAction>| {
        let board = &given.definitions.board;
        let ends = board.all().filter(|hex| board.hex(*hex).edge == Some(ALLIED));
        let ends: Vec<HexId> = ends.collect();
        let units: Vec<UnitId> = given.definitions.units_of(GERMAN).collect();
        assert!(ends.len() <= units.len(), "{} hexes", ends.len());
        for (unit, at) in units.into_iter().zip(ends) {
            let state = given.state.public.units.get_mut(unit);
            (state.place, state.supply) = (Place::Hex(at), Supply::Isolated);
        }
        given
    };
    assert_eq!(deploy(cut(waits(empty(20), "26-1di", 20)), ALLIED, "corps-v").case, "11.1c");
    // a German who exerts no zone beside each supply head of the area, off the roads, where he cuts none
    let mut near = waits(empty(20), "26-1di", 20);
    let board = &near.definitions.board;
    let heads = crate::chapters::supply::trace(&near.definitions, &near.state.public, ALLIED).heads;
    let area = |hex: &HexId| board.hex(*hex).areas.iter().any(|area| area == "V");
    let mut open: Vec<HexId> = board.all().filter(|hex| heads.contains(*hex) && area(hex)).collect();
    let mut posts = Vec::new();
    while let Some(hex) = open.first().copied() {
        let beside = |at: &HexId| !board.hex(*at).road && board.hex(*at).built.is_none();
        let reach = if board.hex(hex).edge.is_some() { 1 } else { 2 };
        let at = board.all().filter(|at| board.distance(*at, hex) <= reach).find(beside).unwrap_or(hex);
        posts.push(at);
        open.retain(|hex| board.distance(*hex, at) > if board.hex(*hex).edge.is_some() { 1 } else { 2 });
    }
    let foes: Vec<UnitId> = near.definitions.units_of(GERMAN).collect();
    assert!(posts.len() <= foes.len());
    for (unit, at) in foes.into_iter().zip(posts) {
        let state = near.state.public.units.get_mut(unit);
        (state.place, state.dispersed) = (Place::Hex(at), true);
    }
    assert_eq!(deploy(near, ALLIED, "corps-v").case, "11.1d");
    assert_eq!(deploy(cut(waits(empty(23), "129-43di", 23)), ALLIED, "corps-xxx").case, "11.51a");
    let alone = put(waits(empty(23), "129-43di", 23), "130-43di", "1404", 0);
    assert_eq!(deploy(alone, ALLIED, "corps-xxx").case, "11.51b");
}

#[test]
fn case_4h_who_throws_a_card_away_for_nothing_reads_an_order_that_he_can_give() {
    let given = impulse(only(field(), GERMAN, &["corps-xlvii"]), GERMAN);
    let refusal = refusal(&given, GERMAN, "discard corps-xlvii");
    assert_eq!(refusal.case, "4h");
    let orders = testing::orders_in::<EnemyAction>(&refusal.remedy);
    assert_eq!(orders, ["activate corps XLVII with corps-xlvii"], "{refusal}");
    given.when(&format!("german: {}", orders[0])).is_done();
}

#[test]
fn cases_15_1a_and_15_2a_a_scenario_without_replacements_says_so_itself() {
    let with = |scenario: &str| {
        let given = put(empty_of(scenario, 16), "110-28di", "1219", 1);
        impulse(only(given, ALLIED, &["corps-viii"]), ALLIED)
    };
    with("initial-assault").when("allied: replace with corps-viii").is_refused_by("15.1a", "no replacements");
    with("allies-surprised").when("allied: replace with corps-viii").is_refused_by("15.2a", "no replacements");
}

/// An order for some unit, hex and card, chosen by chance, that is likely to be refused.
fn some_order(given: &Given<EnemyAction>, state: &State, side: SideId, choice: &mut Seeded) -> Vec<Step> {
    let definitions = &given.definitions;
    let units: Vec<UnitId> = match choice.next_below(8) {
        0 => definitions.units_of(side.enemy()).collect(),
        _ => definitions.units_of(side).collect(),
    };
    let here: Vec<UnitId> = units.iter().copied().filter(|unit| state.public.unit(*unit).hex().is_some()).collect();
    let units = if here.is_empty() || choice.next_below(4) == 0 { units } else { here };
    let unit = units[choice.next_below(units.len())];
    let anywhere = HexId(choice.next_below(definitions.board.len()) as u16);
    let near = |hex: HexId, choice: &mut Seeded| {
        let around: Vec<HexId> = definitions.board.around(hex).collect();
        around[choice.next_below(around.len())]
    };
    let hex = match state.public.unit(unit).hex() {
        Some(at) if choice.next_below(4) > 0 => {
            let next = near(at, choice);
            if choice.next_below(2) == 0 { next } else { near(next, choice) }
        }
        _ => anywhere,
    };
    let hand = &state.hidden[side.index()].hand;
    let cards: Vec<CardId> = definitions.cards().filter(|(_, card)| card.side == side).map(|(card, _)| card).collect();
    let held = hand.get(choice.next_below(hand.len().max(1))).copied().filter(|_| choice.next_below(6) > 0);
    let card = Step::Card(held.unwrap_or(cards[choice.next_below(cards.len())]));
    let (unit, hex) = (Step::Unit(unit), Step::Hex(hex));
    let tactics = crate::printed::Tactic::ALL;
    let tactic = Step::As(tactics[choice.next_below(tactics.len())].1);
    let one = |verb| vec![Step::Verb(verb)];
    match choice.next_below(22) {
        0 => vec![Step::Verb(Verb::Activate), card, unit],
        1 => vec![Step::Verb(Verb::Kampfgruppe), card, hex],
        2 => vec![Step::Verb(Verb::Deploy), card, Step::Done],
        3 => vec![Step::Verb(Verb::Deploy), card, unit],
        4 => vec![Step::Verb(Verb::Replace), card],
        5 => vec![Step::Verb(Verb::Discard), card],
        6 => vec![Step::Verb(Verb::Place), unit, hex],
        7 => vec![Step::Verb(Verb::Rebuild), unit],
        8 => vec![Step::Verb(Verb::Attack), hex, unit, Step::Done],
        9 => vec![Step::Verb(Verb::Attack), hex, card, tactic, unit, Step::Done],
        10 => vec![Step::Verb(Verb::Dig), hex],
        11 => vec![Step::Verb(Verb::Support), card, tactic, Step::Done],
        12 => vec![Step::Verb(Verb::Lose), unit],
        13 => vec![Step::Verb(Verb::Retreat), hex],
        14 => vec![Step::Verb(Verb::Advance), unit, hex],
        15 => vec![Step::Verb(Verb::Exit), unit, hex],
        16 => vec![Step::Verb(Verb::Block), card, hex, Step::Done],
        17 => vec![Step::Verb(Verb::Remove), unit],
        18 => one([Verb::Pass, Verb::End, Verb::Stay, Verb::Disperse, Verb::Spend][choice.next_below(5)]),
        19 => vec![Step::Verb(Verb::Draw), Step::Number(choice.next_below(12) as u8)],
        _ => vec![Step::Verb(Verb::Move), unit, hex],
    }
}

#[test]
fn every_order_that_a_refusal_names_is_legal_as_it_is_read_and_no_chapter_is_cited() {
    let given = empty(20);
    let (mut cases, mut named, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for (at, scenario) in ["initial-assault", "allies-surprised", "crisis-at-the-meuse"].into_iter().enumerate() {
        let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
        let order = |state: &State, side, choice: &mut Seeded| some_order(&given, state, side, choice);
        let found = testing::remedies::<EnemyAction>(&given.definitions, &setup, 20 + at as u64, order);
        named += found.named;
        cases.extend(found.cases);
        wrong.extend(found.wrong);
    }
    assert!(wrong.is_empty(), "{} of {named}: {:#?}", wrong.len(), &wrong[..wrong.len().min(8)]);
    assert!(named > 100 && cases.len() > 25, "{named} orders, {cases:?}");
    let chapter = |case: &&String| {
        let known = given.definitions.published.rules.get(case);
        known.is_some_and(|it| it.kind == definitions::CaseKind::Commentary)
    };
    assert_eq!(cases.iter().filter(chapter).collect::<Vec<_>>(), Vec::<&String>::new(), "a chapter is cited");
}
