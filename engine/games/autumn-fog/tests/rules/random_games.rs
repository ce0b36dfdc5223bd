//! What no game may ever show, looked for in random games from the set-up: their numbers, from 0 or `FIELDPOST_SEED` on,
//! give scenario, rules, dice and choices.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::state::{Location, Pending, State};
use definitions::UnitId;
use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Speech, Viewer, begin, decide};
use testing::Seeded;
use testing::on_all_cores;

/// Faults of a position: where no rule allows it, in words.
fn faults(definitions: &Definitions, state: &State) -> Vec<String> {
    let field = &state.field;
    let mut faults = Vec::new();
    let stacks_may_be_full =
        field.combat.is_some() || matches!(field.asks.last().map(|ask| ask.pending), Some(Pending::Overstack));
    for (unit, hex) in field.on_map() {
        let (data, known) = (definitions.unit(unit), field.unit(unit));
        let name = definitions.name(unit);
        if field.in_hex(hex).any(|other| definitions.unit(other).side != data.side) {
            faults.push(format!("{name} shares {} with an enemy", definitions.place(hex)));
        }
        if field.steps_in(hex) > 6 && !stacks_may_be_full {
            faults.push(format!("{} steps in {}", field.steps_in(hex), definitions.place(hex)));
        }
        if known.steps == 0 || known.steps > data.steps {
            faults.push(format!("{name} has {} steps", known.steps));
        }
        if known.ap > 4 || known.activations > 2 || known.active && field.operations.activation.is_none() {
            faults.push(format!("{name}: {known:?}"));
        }
    }
    for (index, known) in field.units.iter().enumerate() {
        let unit = UnitId(index as u16);
        let (data, apart) = (definitions.unit(unit), field.units.iter().filter(|other| other.parent == Some(unit)));
        let shared: u8 = known.steps + apart.map(|detachment| detachment.steps).sum::<u8>();
        if shared > data.steps || known.hex().is_some() && data.detachment != known.parent.is_some() {
            faults.push(format!("{} with its detachments has {shared} steps: {known:?}", definitions.name(unit)));
        }
        let off = !matches!(known.place, Location::Map(_));
        let gone = matches!(known.place, Location::Eliminated(_));
        // a detachment that has rejoined its division is out of the game
        let rejoined = definitions.unit(unit).detachment && known.place == Location::Absent;
        if off && gone != (known.steps == 0) && !rejoined {
            faults.push(format!("{} off the map: {known:?}", definitions.name(unit)));
        }
        if off && field.supports[index].iter().any(|held| *held > 0) && matches!(known.place, Location::Eliminated(_)) {
            faults.push(format!("{} is gone and holds supports", definitions.name(unit)));
        }
    }
    faults
}

/// Support markers that are in the game, wherever they lie.
fn markers(state: &State) -> u32 {
    let field = &state.field;
    let combat = field.combat.iter().flat_map(|combat| &combat.supports).map(|list| list.len() as u32).sum::<u32>();
    let boxes = field.supports.iter().chain(&field.pools).chain(&field.used).flatten();
    combat + boxes.map(|count| u32::from(*count)).sum::<u32>()
}

/// Plays the random game with a number to its end; gives how many orders that took.
fn play(definitions: &Definitions, seed: u64) -> usize {
    let scenarios = &AutumnFog::published(definitions).scenarios;
    let [mut dice, mut choice, mut rules] = Seeded::streams(seed);
    let options = AutumnFog::options().iter().map(|rule| {
        let (value, _) = rule.values[rules.next_below(rule.values.len())];
        (rule.name.to_owned(), value.to_owned())
    });
    let scenario = scenarios[seed as usize % scenarios.len()].id.clone();
    let setup = Setup { options: options.collect(), scenario };
    let start = AutumnFog::initial(definitions, &setup).unwrap();
    let (_, mut state) = begin::<AutumnFog>(definitions, &start, &mut dice);
    let mut told = Vec::new();
    while AutumnFog::outcome(&state).is_none() {
        let asks = AutumnFog::asks(&state);
        let ask = asks[choice.next_below(asks.len())];
        let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
        let order =
            Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |n| choice.next_below(n)).expect("an order");
        let text = AutumnFog::write(definitions, &order);
        assert_eq!(
            AutumnFog::parse(Seen::<AutumnFog>::new(definitions, &view), &text),
            Ok(vec![order.clone()]),
            "{text}"
        );
        told.push(text);
        let (events, after) = decide::<AutumnFog>(definitions, &state, ask.side, &order, &mut dice).unwrap();
        let found = faults(definitions, &after);
        let lines: Vec<String> =
            events.iter().filter_map(|event| AutumnFog::describe(definitions, &event.clone().into())).collect();
        let last = &told[told.len().saturating_sub(12)..];
        assert!(found.is_empty(), "seed {seed}: {found:#?}\nafter {last:#?}\n{lines:#?}");
        let same_turn = after.field.turn == state.field.turn;
        assert!(!same_turn || markers(&after) <= markers(&state), "seed {seed}: markers grew after {last:#?}");
        state = after;
    }
    told.len()
}

#[test]
fn no_random_game_shows_a_position_that_the_rules_forbid() {
    let given = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let (first, games) = (given("FIELDPOST_SEED").unwrap_or(0), given("FIELDPOST_SOAK").unwrap_or(4));
    let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let played = on_all_cores(first, |number| (number < first + games).then(|| play(&definitions, number)));
    assert_eq!(played.len() as u64, games);
    println!("{games} games, numbers {first} to {}, {} orders", first + games - 1, played.iter().sum::<usize>());
}
