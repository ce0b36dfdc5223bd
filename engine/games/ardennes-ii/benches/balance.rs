//! The computer opponent against itself: shares of victory, points by turn, losses, and where the front stands.
//!
//! `cargo bench -p ardennes-ii --bench balance`; a number after `--` plays so many games of each scenario, the id of a scenario
//! those of it alone.

use ardennes_ii::ArdennesII;
use ardennes_ii::chapters::victory;
use ardennes_ii::printed::{ALLIED, Definitions, GERMAN};
use ardennes_ii::truth::state::{Charge, Place, State};
use engine::contract::{Foundation, Setup, SideId};
use std::collections::BTreeMap;
use testing::{Player, interval, on_all_cores, play_match};

/// Games of a scenario.
const GAMES: u64 = 10;

/// What is noted as a game turn ends.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// Points of the Germans.
    points: u16,
    /// Units that each side has lost.
    lost: [u16; 2],
    /// Steps that each side has left on the map.
    steps: [u16; 2],
    /// Disorganised units of each side.
    shaken: [u16; 2],
    /// How far west the German front stands: the column of the German unit that is fourth in the lead, from the east.
    front: u16,
    /// Bridges blown by charges.
    blown: u16,
}

fn mark(definitions: &Definitions, state: &State) -> Mark {
    let of = |side: SideId| state.units.iter().filter(move |(unit, _)| definitions.counter(*unit).side == side);
    let count = |side: SideId, fits: &dyn Fn(&Place) -> bool| of(side).filter(|(_, it)| fits(&it.place)).count() as u16;
    let steps = |side: SideId| {
        let on_map = of(side).filter(|(_, it)| it.hex().is_some());
        on_map.map(|(unit, it)| u16::from(definitions.counter(unit).steps - it.lost)).sum()
    };
    let columns = definitions.published.map.grid.columns();
    let west = |hex| columns - 1 - definitions.published.map.grid.column_row(hex).0;
    let mut depths: Vec<u16> = of(GERMAN).filter_map(|(_, it)| it.hex()).map(west).collect();
    depths.sort_unstable_by(|one, other| other.cmp(one));
    Mark {
        points: victory::points(definitions, state),
        lost: SideId::BOTH.map(|side| count(side, &|place| *place == Place::Gone)),
        steps: SideId::BOTH.map(steps),
        shaken: SideId::BOTH.map(|side| of(side).filter(|(_, it)| it.disorganised).count() as u16),
        front: depths.get(3).copied().unwrap_or(0),
        blown: state.charges.iter().filter(|charge| **charge == Charge::Blown).count() as u16,
    }
}

/// A game: who won and how, and a mark a turn.
struct Game {
    winner: Option<SideId>,
    level: String,
    best: u16,
    marks: BTreeMap<u8, Mark>,
}

fn play(definitions: &Definitions, scenario: &str, number: u64) -> Game {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let mut marks = BTreeMap::new();
    let game = play_match::<ArdennesII>(definitions, &setup, number, [Player::Opponent; 2], |state| {
        // the last state of a turn is the one that counts
        marks.insert(state.turn, mark(definitions, state));
    });
    let ending = game.end.ending.expect("the game is over");
    Game { winner: ending.winner, level: ending.level, best: ending.points, marks }
}

fn main() {
    let definitions = ArdennesII::definitions(&ArdennesII::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(GAMES);
    println!("{games} games of each scenario, the computer on both sides");
    let scenarios = &definitions.published.scenarios;
    let named: Vec<String> = std::env::args().filter(|word| scenarios.iter().any(|it| it.id == *word)).collect();
    for (at, scenario) in scenarios.iter().enumerate().filter(|(_, it)| named.is_empty() || named.contains(&it.id)) {
        let first = (900 + at as u64) * 1_000_000;
        let played =
            on_all_cores(first, |number| (number < first + games).then(|| play(&definitions, &scenario.id, number)));
        report(&scenario.id, &played);
    }
}

fn report(scenario: &str, games: &[Game]) {
    let won = |side| games.iter().filter(|game| game.winner == Some(side)).count() as u32;
    let share = |wins: u32| interval(wins, games.len() as u32).map(|bound| 100.0 * bound);
    let [german, allied] = [won(GERMAN), won(ALLIED)];
    let ([low, high], [least, most]) = (share(german), share(allied));
    let mut levels = BTreeMap::<&str, u32>::new();
    games.iter().for_each(|game| *levels.entry(&game.level).or_default() += 1);
    let best = games.iter().map(|game| f64::from(game.best)).sum::<f64>() / games.len() as f64;
    println!(
        "{scenario}: Germans {german} ({low:.0} to {high:.0} %), Allies {allied} ({least:.0} to {most:.0} %), drawn {}; best turn \
         {best:.1} points; {levels:?}",
        games.len() as u32 - german - allied,
    );
    let turns: Vec<u8> = games.iter().flat_map(|game| game.marks.keys().copied()).collect();
    let (Some(first), Some(last)) = (turns.iter().min(), turns.iter().max()) else { return };
    for turn in *first..=*last {
        let marks: Vec<&Mark> = games.iter().filter_map(|game| game.marks.get(&turn)).collect();
        let mean =
            |of: &dyn Fn(&Mark) -> u16| marks.iter().map(|mark| f64::from(of(mark))).sum::<f64>() / marks.len() as f64;
        println!(
            "  turn {turn:>2}: {:>4.1} points; gone {:>4.1} German {:>4.1} Allied; steps {:>5.1} to {:>5.1}; disorganised {:>4.1} \
             and {:>4.1}; front {:>4.1} hexes from the east edge; {:.1} bridges blown",
            mean(&|mark| mark.points),
            mean(&|mark| mark.lost[0]),
            mean(&|mark| mark.lost[1]),
            mean(&|mark| mark.steps[0]),
            mean(&|mark| mark.steps[1]),
            mean(&|mark| mark.shaken[0]),
            mean(&|mark| mark.shaken[1]),
            mean(&|mark| mark.front),
            mean(&|mark| mark.blown),
        );
    }
}
