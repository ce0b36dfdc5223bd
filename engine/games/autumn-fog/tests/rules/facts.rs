//! Facts of steps, and why something that is pointed at may not be done.

use crate::given::Given;
use crate::place::GAME;
use autumn_fog::AutumnFog;
use autumn_fog::order::Step;
use autumn_fog::state::{ALLIED, Pending, State};
use autumn_fog::view::View;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    Draft, DraftEnd, Facts, Pointed, Pointing, Refusal, Rules, Seen, Setup, Sight, Speech, Thing, Viewer, begin, decide,
};
use testing::contract::passing;
use testing::{Counted, Seeded};

fn view(given: &Given) -> View {
    let side = given.asked().expect("somebody is asked").0;
    AutumnFog::view(&given.definitions, &given.state, Viewer::Side(side))
}

/// The facts of the last step of an order that is legal so far.
#[track_caller]
fn facts(given: &Given, order: &str) -> Facts {
    let steps = given.steps_of(order);
    let (last, partial) = steps.split_last().expect("a step");
    let listed = Seen::<AutumnFog>::new(&given.definitions, &view(given)).legal(partial);
    assert!(listed.iter().any(|(step, _)| step == last), "{order} is not legal");
    AutumnFog::facts(Seen::<AutumnFog>::new(&given.definitions, &view(given)), partial, last)
}

fn cost(facts: &Facts) -> String {
    facts.cost.as_ref().map(|cost| format!("{} {}", cost.amount, cost.of)).unwrap_or_default()
}

fn point(given: &Given, order: &str, thing: Thing) -> Pointed<Step> {
    Seen::<AutumnFog>::new(&given.definitions, &view(given)).why_not(&given.steps_of(order), &thing)
}

#[track_caller]
fn refused(given: &Given, order: &str, thing: Thing) -> Refusal {
    let Pointed { listed, refused } = point(given, order, thing);
    assert_eq!(listed, []);
    refused.expect("a reason")
}

#[track_caller]
fn listed(given: &Given, order: &str, thing: Thing) -> Vec<String> {
    let Pointed { listed, refused } = point(given, order, thing);
    assert_eq!(refused, None);
    listed.into_iter().map(|(way, _)| written(given, order, way)).collect()
}

fn written(given: &Given, order: &str, way: Vec<Step>) -> String {
    AutumnFog::write(&given.definitions, &[&given.steps_of(order)[..], &way[..]].concat())
}

fn unit(given: &Given, id: &str) -> Thing {
    Thing::Unit(given.id(id))
}

fn hex(given: &Given, number: &str) -> Thing {
    Thing::Hex(given.hex(number))
}

/// 12 VG with 2 AP two hexes from 30 DI in 1610, and Peiper next to it.
fn field() -> Given {
    let given = Given::on(&[]).unit("12-vg", "1810").ap(2).unit("peiper-1ss", "1710").ap(3);
    given.unit("30-di", "1610").german_acts()
}

#[test]
fn a_move_says_where_it_leads_what_it_costs_and_which_zone_stops_it() {
    let given = field();
    let near = facts(&given, "move unit:12-vg hex:1910");
    assert_eq!((near.on.clone(), cost(&near)), (vec![hex(&given, "1910")], "1 AP".to_owned()));
    assert_eq!((near.path.len(), near.note.as_str()), (2, ""));
    let beside = facts(&given, "move unit:12-vg hex:1711");
    assert_eq!(beside.note, "");
    let zone = facts(&given, "move unit:12-vg hex:1709");
    assert_eq!(zone.note, "enters an enemy zone of control, must stop [4.2a] and attack [4.2b]");
    assert_eq!(zone.path.last(), Some(&given.hex("1709")));
    let drawn = facts(&given, "move unit:12-vg via:1809 via:1709");
    assert_eq!((cost(&drawn), drawn.note), ("0 AP".to_owned(), zone.note), "what is left of the MP pays it");
}

#[test]
fn an_attack_says_its_cost_and_the_odds_of_those_that_are_named() {
    let given = field().unit("12-vg", "1709").ap(2);
    let one = facts(&given, "attack target:1610 with:peiper-1ss");
    assert_eq!((one.on.clone(), cost(&one)), (vec![unit(&given, "peiper-1ss")], "1 AP".to_owned()));
    let alone = one.odds.expect("odds");
    let both = facts(&given, "prepare target:1610 with:peiper-1ss with:12-vg");
    assert_eq!(cost(&both), "2 AP");
    let together = both.odds.expect("odds");
    let mut fought = given.clone();
    let events = fought.order("prepare target:1610 with:peiper-1ss with:12-vg lead:peiper-1ss done", &[3]);
    let fight = Given::fight(&events);
    assert_eq!((&together.odds, &together.column), (&fight.odds, &fight.column), "as it is fought then");
    assert_ne!(alone, together);
    let target = facts(&given, "attack target:1610");
    assert_eq!(target.on, [hex(&given, "1610"), unit(&given, "30-di")]);
}

#[test]
fn a_loss_says_that_the_lead_unit_is_first() {
    let mut given = Given::on(&[]).unit("peiper-1ss", "1710").ap(3).unit("30-di", "1610").steps(3).german_acts();
    given.order("attack target:1610 with:peiper-1ss lead:peiper-1ss done", &[6]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Lose)));
    let first = facts(&given, "lose loss:30-di");
    assert_eq!((cost(&first), first.note.as_str()), ("1 step".to_owned(), "first loss of the lead unit [7.4c]"));
    assert_eq!(facts(&given, "lose loss:30-di loss:30-di").note, "");
    given.order("lose done", &[]);
    assert_eq!(given.asked(), Some((ALLIED, Pending::Retreat)));
    let enemy = refused(&given, "retreat unit:30-di", hex(&given, "1710"));
    assert_eq!((&*enemy.case, enemy.message.as_str()), ("7.7.1b", "enemy units are in 1710"));
    assert_eq!(refused(&given, "retreat unit:30-di", hex(&given, "1210")).case, "7.7.1a");
}

#[test]
fn the_end_of_a_sequence_says_what_it_gives_up() {
    assert_eq!(facts(&field(), "end").gives_up, "the AP that 2 units have left");
    let spent = Given::on(&[]).unit("12-vg", "1810").ap(0).unit("30-di", "1610").german_acts();
    assert_eq!(facts(&spent, "end").gives_up, "");
}

#[test]
fn pointing_at_a_unit_gives_what_it_can_do() {
    let given = field();
    let ways = listed(&given, "", unit(&given, "12-vg"));
    assert_eq!(ways, ["move 12 VG …", "dig in 12 VG", "detach … from 12 VG"]);
    let ways = listed(&given, "", unit(&given, "peiper-1ss"));
    assert!(ways.iter().any(|way| way.starts_with("attack 1610 with Peiper")), "{ways:?}");
    let ways = listed(&given, "", unit(&given, "30-di"));
    assert_eq!(ways, ["attack 1610 …", "prepare 1610 …"]);
    assert_eq!(listed(&given, "", hex(&given, "1610")), ways);
    assert_eq!(refused(&given, "", hex(&given, "2010")).message, "no enemy unit is in 2010");
    let to = listed(&given, "move unit:12-vg", hex(&given, "1910"));
    assert!(to.contains(&"move 12 VG to 1910".to_owned()), "{to:?}");
}

#[test]
fn pointing_at_a_unit_that_cannot_act_gives_the_reason_and_what_comes_first() {
    let other = field().unit("18-vg", "2010");
    let full = refused(&other, "", unit(&other, "18-vg"));
    assert_eq!(&*full.case, "3.3a");
    assert!(full.message.contains("18 VG") && full.message.contains("4 units"), "{full}");
    let tired = Given::on(&[]).unit("peiper-1ss", "1810").ap(0).unit("30-di", "1210").german_acts();
    let spent = refused(&tired, "", unit(&tired, "peiper-1ss"));
    assert_eq!((&*spent.case, spent.message.as_str()), ("3.4.1a", "Peiper/1 has no AP left"));
    let mut idle = field();
    idle.state.field.operations.activation = None;
    for id in ["12-vg", "peiper-1ss"] {
        let unit = idle.id(id).index();
        idle.state.field.units[unit].active = false;
    }
    let first = refused(&idle, "", unit(&idle, "12-vg"));
    assert!(["3.2b", "9.2c"].contains(&&*first.case), "its headquarters is not there: {first}");
    let enemy = refused(&idle, "", unit(&idle, "30-di"));
    assert_eq!(&*enemy.case, "3.1a");
    assert!(enemy.remedy.contains("activate"), "{enemy}");
    let corps = idle.clone().unit("hq-i-ss-pz", "1910");
    assert_eq!(listed(&corps, "", unit(&corps, "peiper-1ss")), ["activate I SS"]);
}

#[test]
fn pointing_at_a_hex_out_of_reach_gives_the_rule_and_the_numbers() {
    let given = field();
    let far = refused(&given, "move unit:12-vg", hex(&given, "3310"));
    assert_eq!(&*far.case, "6.1a");
    assert!(far.message.contains("needs") && far.message.contains("has 2"), "{far}");
    let enemy = refused(&given, "move unit:12-vg", hex(&given, "1610"));
    assert_eq!((&*enemy.case, enemy.message.as_str()), ("4.1a", "enemy units are in 1610"));
    let full = field().unit("18-vg", "2010").steps(4).unit("62-vg", "2010").steps(4);
    let stacked = refused(&full, "move unit:12-vg", hex(&full, "2010"));
    assert_eq!(&*stacked.case, "5b");
    // beside the unit a full hex may lie on its way, which is not what one means first
    let near = field().unit("18-vg", "1910").steps(4).unit("62-vg", "1910").steps(4);
    let Pointed { listed, refused: stacked } = point(&near, "move unit:12-vg", hex(&near, "1910"));
    assert_eq!(stacked.expect("a reason").case, "5b");
    let ways: Vec<String> = listed.into_iter().map(|(way, _)| written(&near, "move unit:12-vg", way)).collect();
    assert_eq!(ways, ["move 12 VG via 1910 …"]);
    let distant = refused(&given, "attack target:1610", unit(&given, "12-vg"));
    assert_eq!((&*distant.case, distant.message.as_str()), ("7.1a", "12 VG in 1810 is not next to 1610"));
    assert_eq!(refused(&given, "attack", hex(&given, "1210")).message, "no enemy unit is in 1210");
}

/// Units and hexes that a step names.
fn named(step: &Step) -> (Option<UnitId>, Option<HexId>) {
    match *step {
        Step::Unit(unit) | Step::With(unit) | Step::Lead(unit) | Step::Loss(unit) => (Some(unit), None),
        Step::Support(hq, _) | Step::SupportLoss(hq, _) => (Some(hq), None),
        Step::Hex(hex) | Step::Via(hex) | Step::Target(hex) => (None, Some(hex)),
        _ => (None, None),
    }
}

#[test]
fn every_step_of_random_games_acts_on_what_it_names() {
    let (mut steps, mut paid, mut odds) = (0, 0, 0);
    for seed in 0..20 {
        random_game(seed, "no", |view, order, _, choice| {
            for done in 0..order.len() {
                let mut listed = Seen::<AutumnFog>::new(&GAME, view).legal(&order[..done]);
                while listed.len() > 4 {
                    listed.swap_remove(choice.next_below(listed.len()));
                }
                for (step, _) in listed {
                    let facts = AutumnFog::facts(Seen::<AutumnFog>::new(&GAME, view), &order[..done], &step);
                    let (unit, hex) = named(&step);
                    let things = unit.map(Thing::Unit).into_iter().chain(hex.map(Thing::Hex));
                    for thing in things {
                        assert_eq!(facts.on.first(), Some(&thing), "{step:?} after {:?}", &order[..done]);
                        steps += 1;
                    }
                    paid += usize::from(facts.cost.is_some());
                    odds += usize::from(facts.odds.is_some());
                }
            }
        });
    }
    assert!(steps > 500 && paid > 150 && odds > 40, "{steps} steps, {paid} with a cost, {odds} with odds");
}

#[test]
fn a_draft_of_what_is_certain_lists_what_the_table_lists_after_it() {
    let (mut compared, mut ended) = (0, 0);
    for seed in 0..10 {
        random_game(seed, "no", |view, order, state, choice| {
            let side = view.side.expect("a side");
            let mut draft = Draft::<AutumnFog>::new(Seen::<AutumnFog>::new(&GAME, view), side);
            let end = draft.add(order).expect("a legal order");
            let mut dice = Counted::new(choice);
            let (_, mut after) = decide::<AutumnFog>(&GAME, state, side, order, &mut dice).expect("a legal order");
            // what the other side would let pass ends no draft
            while let Some((asked, answer)) = passing::<AutumnFog>(&GAME, &after, side) {
                after = decide::<AutumnFog>(&GAME, &after, asked, &answer, &mut dice).expect("a legal answer").1;
            }
            assert_eq!(end == Some(DraftEnd::Chance), dice.rolled > 0, "{order:?}");
            if end.is_some() {
                ended += 1;
                return;
            }
            let there = AutumnFog::view(&GAME, &after, Viewer::Side(side));
            let lists = |view: &View| Seen::<AutumnFog>::new(&GAME, view).legal(&[]);
            assert_eq!(lists(&draft.view()), lists(&there), "after {order:?}");
            for (first, _) in lists(&there) {
                let lists = |view: &View| Seen::<AutumnFog>::new(&GAME, view).legal(&[first]);
                assert_eq!(lists(&draft.view()), lists(&there), "{first:?} after {order:?}");
            }
            compared += 1;
        });
    }
    assert!(compared > 100 && ended > 50, "{compared} drafts compared, {ended} that end");
}

/// Plays a random game, showing one moment in ten: the view of who decides, his order, the state, and numbers on which
/// the game does not hang.
fn random_game(seed: u64, fog: &str, mut visit: impl FnMut(&View, &[Step], &State, &mut Seeded)) {
    let [mut dice, mut choice, mut trial] = Seeded::streams(seed);
    let scenarios = &GAME.published.scenarios;
    let scenario = scenarios[seed as usize % scenarios.len()].id.clone();
    let setup = Setup { scenario, options: [("fog-of-war".to_owned(), fog.to_owned())].into() };
    let start = AutumnFog::initial(&GAME, &setup).expect("the scenario");
    let mut state = begin::<AutumnFog>(&GAME, &start, &mut dice).1;
    while AutumnFog::outcome(&state).is_none() {
        let asks = AutumnFog::asks(&state);
        let side = asks[choice.next_below(asks.len())].side;
        let view = AutumnFog::view(&GAME, &state, Viewer::Side(side));
        let order = Seen::<AutumnFog>::new(&GAME, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        if trial.next_below(10) == 0 {
            visit(&view, &order, &state, &mut trial);
        }
        state = decide::<AutumnFog>(&GAME, &state, side, &order, &mut dice).expect("a legal order").1;
    }
}
