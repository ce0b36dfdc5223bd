//! What no game may ever show, looked for at every moment of random games.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::state::{Location, Pending, State};
use definitions::UnitId;
use testing::RandomGames;

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

#[test]
fn no_random_game_shows_a_position_that_the_rules_forbid() {
    let games = RandomGames::<AutumnFog>::new(4);
    let orders = games.each(|number| {
        let (definitions, mut before) = (&games.definitions, None::<(u8, u32)>);
        let mut look = |state: &State, place: &dyn Fn() -> String| {
            let found = faults(definitions, state);
            assert!(found.is_empty(), "{}: {found:#?}", place());
            let (turn, now) = (state.field.turn, markers(state));
            let grew = before.is_some_and(|(before, markers)| before == turn && now > markers);
            assert!(!grew, "{}: there are {now} markers after {before:?}", place());
            before = Some((turn, now));
        };
        let played = games.play(number, |moment, _| look(moment.state, &|| moment.place()));
        look(&played.end, &|| format!("the end of game {number}"));
        played.orders
    });
    // one may end early, beyond the Meuse (17.1b) or by passes (2.2a): together they are long enough to show something
    let mean = orders.iter().sum::<u64>() / orders.len() as u64;
    assert!(mean > 100, "{mean} orders a game");
}
