//! Fuel and depots (10.4), and what is done in the Supply Phase (4 III).

use super::given::{active, card, empty, hex, hold, impulse, only, put, start, unit};
use crate::EnemyAction;
use crate::printed::{ALLIED, Deed, GERMAN};
use crate::sight::View;
use crate::truth::event::Event;
use crate::truth::roster::Supply;
use crate::truth::state::{Phase, Topic};
use engine::contract::{SideId, Sight, Viewer};
use testing::Given;

/// The end of the German works of a day on which the 1st SS lacks fuel, with these cards in the German hand.
fn short(cards: &[&str]) -> Given<EnemyAction> {
    short_in(put(put(empty(22), "1-1ss", "1706", 0), "110-28di", "1609", 0), cards)
}

fn short_in(given: Given<EnemyAction>, cards: &[&str]) -> Given<EnemyAction> {
    let given = only(given, GERMAN, cards).fact(&Event::PhaseBegan { phase: Phase::GermanWorks });
    given.fact(&Event::Asked { side: GERMAN, topic: Topic::Works }).and("german: pass")
}

fn has_no_fuel(given: &Given<EnemyAction>, id: &str) -> bool {
    given.state.public.unit(unit(given, id)).no_fuel
}

#[test]
fn cases_10_4a_and_10_4b_in_the_supply_phase_the_card_is_shown_and_goes_and_the_units_run_dry() {
    let given = short(&["1-ss-12-ss", "corps-lxvi"]);
    assert_eq!(given.asked("german"), ["December 22: does the formation keep its fuel?"]);
    // the card lies open already, and nobody else's fuel is short
    assert_eq!(given.state.public.shortages, [card(&given, "1-ss-12-ss")]);
    let dry = given.when("german: pass").is_done();
    assert!(has_no_fuel(&dry, "1-1ss"));
    assert_eq!(dry.state.public.piles[0].used.last(), Some(&card(&dry, "1-ss-12-ss")));
    // no other card is drawn for it
    assert_eq!(dry.state.public.piles[0].hand, 1);
    // on the 21st nothing is short, and before the 20th nothing at all
    let early = short_in(put(empty(21), "1-1ss", "1706", 0), &["1-ss-12-ss", "corps-lxvi"]);
    assert!(early.state.public.shortages.is_empty());
}

#[test]
fn case_10_4a_each_time_the_hand_is_filled_what_was_drawn_is_checked() {
    let mut given = only(put(empty(22), "1-1ss", "1706", 0), GERMAN, &["corps-i-ss", "corps-lxvi"]);
    let next = card(&given, "1-ss-12-ss");
    given.state.hidden[0].draw = vec![next];
    given.state.public.piles[0].draw = 1;
    let given = impulse(given, GERMAN).and("german: activate I SS with corps-i-ss");
    let given = given.and("allied: pass").and("german: end");
    assert_eq!(given.asked("german"), ["December 22: does the formation keep its fuel?"]);
    let dry = given.when("german: pass").is_done();
    assert!(has_no_fuel(&dry, "1-1ss"));
    assert_eq!(dry.state.public.impulse, ALLIED);
}

#[test]
fn cases_10_41a_and_10_41b_and_9_7a_a_unit_without_fuel_does_not_move_attack_or_retreat() {
    let given = short(&["1-ss-12-ss", "corps-lxvi"]).and("german: pass");
    let given = put(given.fact(&Event::PhaseBegan { phase: Phase::Command }), "109-28di", "1707", 0);
    let given = active(put(given, "3-2pz", "1606", 0), GERMAN, &["1-1ss", "3-2pz"]);
    given.when("german: move 1.1SS to 1705").is_refused_by("10.41a", "no fuel");
    given.when("german: attack 1707 with 1.1SS").is_refused_by("9.1e", "out of fuel");
    let hit = active(given, ALLIED, &["109-28di"]).and_declared();
    let hit = hit.fact(&Event::Hit { attacker: 0, defender: 1, position: None });
    let hit = hit.fact(&Event::Asked { side: GERMAN, topic: Topic::DefenderHits });
    hit.when("german: retreat to 1705").is_refused_by("10.41a", "does not retreat");
}

trait Declared {
    fn and_declared(self) -> Given<EnemyAction>;
}

impl Declared for Given<EnemyAction> {
    fn and_declared(self) -> Given<EnemyAction> {
        let (attackers, defenders) = (vec![unit(&self, "109-28di")], vec![unit(&self, "1-1ss")]);
        let (from, target) = (vec![hex(&self, "1707")], hex(&self, "1706"));
        self.fact(&Event::Attacked {
            attacker: ALLIED,
            attackers,
            from,
            target,
            defenders,
            tactics: Vec::new(),
            positions: Vec::new(),
        })
    }
}

#[test]
fn case_10_41d_an_isolated_unit_is_not_marked_and_the_card_goes_all_the_same() {
    let given = put(empty(22), "1-1ss", "1706", 0);
    let it = unit(&given, "1-1ss");
    let given = put(given, "2-1ss", "1606", 0);
    let mut given = given;
    given.state.public.units.get_mut(it).supply = Supply::Isolated;
    let given = only(given, GERMAN, &["1-ss-12-ss", "corps-lxvi"]).fact(&Event::PhaseBegan { phase: Phase::Command });
    let given = given.fact(&Event::FuelShort { cards: vec![card(&start("battle-of-the-bulge"), "1-ss-12-ss")] });
    let dry = given.fact(&Event::Asked { side: GERMAN, topic: Topic::Fuel }).and("german: pass");
    assert!(!has_no_fuel(&dry, "1-1ss") && has_no_fuel(&dry, "2-1ss"));
    assert!(dry.state.public.piles[0].used.contains(&card(&dry, "1-ss-12-ss")));
}

#[test]
fn cases_10_4c_and_t_evc_fuel_priority_goes_itself_or_another_card_and_comes_once_a_day() {
    let given = short(&["1-ss-12-ss", "352-vg", "12-vg", "army-5-pz", "272-326-277"]);
    let saved = given.when("german: priority with 352-vg discarding 12-vg").is_done();
    assert!(!has_no_fuel(&saved, "1-1ss"));
    let hand = &saved.state.hidden[0].hand;
    assert!(hand.contains(&card(&saved, "1-ss-12-ss")) && hand.contains(&card(&saved, "352-vg")));
    assert!(!hand.contains(&card(&saved, "12-vg")));
    let itself = given.when("german: priority with 352-vg").is_done();
    assert!(!itself.state.hidden[0].hand.contains(&card(&itself, "352-vg")));
    given.when("german: priority with army-5-pz discarding 12-vg").is_refused_by("T.EVc", "goes itself");
    given.when("german: priority with 12-vg").is_refused_by("10.4c", "not Fuel Priority");
    let again = given.fact(&Event::InEffect { deed: Deed::FuelPriority });
    again.when("german: priority with 272-326-277").is_refused_by("10.4c", "once a day");
}

#[test]
fn case_10_42b_a_depot_spares_the_formation_and_its_card() {
    let given = short(&["1-ss-12-ss", "corps-lxvi"]);
    given.when("german: spend").is_refused_by("10.42b", "no fuel depot");
    let at = *given.state.public.depots.iter().next().unwrap();
    let saved = given.fact(&Event::DepotFound { hex: at, real: Some(true) }).and("german: spend");
    assert!(!has_no_fuel(&saved, "1-1ss") && saved.state.hidden[0].hand.contains(&card(&saved, "1-ss-12-ss")));
    assert_eq!(saved.state.public.fuel, 0);
}

#[test]
fn case_3e_five_depots_lie_face_down_and_the_allied_player_alone_knows_which_three_hold_fuel() {
    let given = start("battle-of-the-bulge");
    assert_eq!((given.state.public.depots.len(), given.state.hidden[1].depots.len()), (5, 3));
    let view = |viewer: Viewer| -> View { EnemyAction::view(&given.definitions, &given.state, viewer) };
    assert_eq!(view(Viewer::Side(ALLIED)).depots.len(), 3);
    assert!(view(Viewer::Side(GERMAN)).depots.is_empty() && view(Viewer::Observer).depots.is_empty());
    assert!(start("allies-surprised").state.public.depots.is_empty());
}

#[test]
fn case_10_42a_a_german_who_enters_the_hex_turns_the_depot_over() {
    let base = empty(20);
    let (board, grid) = (&base.definitions.board, &base.definitions.published.map.grid);
    let depots: Vec<_> = base.state.public.depots.iter().copied().collect();
    for at in depots {
        let real = base.state.hidden[1].depots.contains(&at);
        let dry = |there: &definitions::hex::HexId| board.side(*there, at).is_some_and(|side| side.river.is_none());
        let from = board.around(at).find(|there| dry(there)).unwrap();
        let given = active(put(base.clone(), "3-2pz", &grid.number(from), 0), GERMAN, &["3-2pz"]);
        let given = given.and(&format!("german: move 3.2P to {}", grid.number(at)));
        assert!(!given.state.public.depots.contains(&at));
        assert_eq!(given.state.public.fuel, u8::from(real));
    }
}

/// A side that is asked about bridges in the Supply Phase.
fn works(side: SideId, cards: &[&str]) -> Given<EnemyAction> {
    let phase = if side == ALLIED { Phase::Works } else { Phase::GermanWorks };
    let given = only(put(put(empty(18), "110-28di", "1120", 0), "3-2pz", "1706", 0), side, cards);
    given.fact(&Event::PhaseBegan { phase }).fact(&Event::Asked { side, topic: Topic::Works })
}

#[test]
fn cases_4f_and_5_1c_and_5_6_in_the_supply_phase_engineers_mend_and_build_and_neither_blow_nor_dig() {
    let given = works(ALLIED, &["no-command-13", "corps-xii"]);
    assert_eq!(given.asked("allied"), ["Do your engineers mend or build a bridge?"]);
    given.when("allied: event Engineers with no-command-13 at 1017, 1118").is_refused_by("4f", "none is blown");
    given.when("allied: event Engineers with no-command-13 at 1120").is_refused_by("12.31b", "not in the Supply Phase");
    let built = given.when("allied: event Engineers with no-command-13 at 0919, 1018").is_done();
    // he may play another, and no card is drawn for it
    assert_eq!(built.state.public.piles[1].hand, 1);
    assert_eq!(built.asked("allied"), ["Do your engineers mend or build a bridge?"]);
    let on = hold(built, GERMAN, &["212-vg"]).and("allied: pass");
    let mended = on.when("german: event Bridge Engineers with 212-vg at 1707, 1708").is_done();
    let river = mended.definitions.board.side(hex(&mended, "1707"), hex(&mended, "1708")).unwrap().river.unwrap();
    assert!(mended.state.public.units.bridge(river).stands);
    // then supply is judged and the day goes on
    assert_eq!(mended.and("german: pass").state.public.phase, Phase::Command);
}

#[test]
fn case_5_21_peiper_ignores_zones_on_the_17th_and_the_150th_on_the_18th_alone() {
    let free = |day: u8, who: &str, at: &str| {
        let given = put(empty(day), at, "1322", 0);
        let given = impulse(only(given, GERMAN, &["peiper-150"]), GERMAN);
        let given = given.and(&format!("german: activate {who} with peiper-150"));
        given.state.public.activation.unwrap().ignores_zones
    };
    assert_eq!([17, 18].map(|day| free(day, "division peiper-1ss", "peiper-1ss")), [true, false]);
    assert_eq!([17, 18].map(|day| free(day, "division 150pz", "150-pz")), [false, true]);
}
