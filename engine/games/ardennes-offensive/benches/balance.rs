//! The computer opponent against itself: shares of victory, points by turn, losses, and where the front stands.
//!
//! `cargo bench -p ardennes-offensive --bench balance`; a number after `--` plays so many games of each scenario.

use ardennes_offensive::ArdennesOffensive;
use ardennes_offensive::chapters::victory;
use ardennes_offensive::printed::{ALLIED, Definitions, GERMAN};
use ardennes_offensive::truth::state::State;
use engine::contract::{Foundation, Setup, SideId};
use testing::{Player, interval, on_all_cores, play_match};

/// Games of a scenario.
const GAMES: u64 = 20;

/// What is noted as a game turn ends.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// Points of both sides.
    points: [u16; 2],
    /// Points of the exits that the Germans hold.
    exits: u16,
    /// Units that each side has lost.
    lost: [u16; 2],
    /// How far west the German front stands: hexes from the east edge of the German unit that is fourth in the lead.
    front: u16,
    /// Whether a German stands in Bastogne.
    bastogne: bool,
}

/// What is true as a turn ends.
fn mark(definitions: &Definitions, state: &State) -> Mark {
    let on_map = |side: SideId| {
        let units = state.units.iter().filter(move |(unit, _)| definitions.counter(*unit).side == side);
        units.filter_map(|(_, it)| it.hex())
    };
    let mut depths: Vec<u16> = on_map(GERMAN).map(|hex| definitions.board.to_source(GERMAN, hex)).collect();
    depths.sort_unstable_by(|one, other| other.cmp(one));
    Mark {
        points: SideId::BOTH.map(|side| victory::points(definitions, state, side)),
        exits: state.exits,
        lost: state.lost,
        front: depths.get(3).copied().unwrap_or(0),
        bastogne: on_map(GERMAN).any(|hex| hex == definitions.bastogne),
    }
}

/// A game: who won under which case, and a mark a turn.
struct Game {
    winner: Option<SideId>,
    case: String,
    marks: Vec<Mark>,
}

fn play(definitions: &Definitions, scenario: &str, number: u64) -> Game {
    let setup = Setup { scenario: scenario.to_owned(), ..Setup::default() };
    let mut marks: Vec<Mark> = Vec::new();
    let game = play_match::<ArdennesOffensive>(definitions, &setup, number, [Player::Opponent; 2], |state| {
        // the last state of a turn that counts is the one with which the Allied player turn ends
        let turn = usize::from(state.turn);
        marks.resize(turn.max(marks.len()), Mark::default());
        if let Some(mark_of) = turn.checked_sub(1).and_then(|turn| marks.get_mut(turn)) {
            *mark_of = mark(definitions, state);
        }
    });
    let ending = game.end.ending.expect("the game is over");
    Game { winner: ending.winner, case: ending.case, marks }
}

fn main() {
    let definitions =
        ArdennesOffensive::definitions(&ArdennesOffensive::files()).unwrap_or_else(|f| panic!("{}", f[0]));
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(GAMES);
    println!("{games} games of each scenario, the computer on both sides");
    for (at, scenario) in definitions.published.scenarios.iter().enumerate() {
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
    let sudden = games.iter().filter(|game| game.case == "16.2").count();
    println!(
        "{scenario}: Germans {german} ({low:.0} to {high:.0} %), Allies {allied} ({least:.0} to {most:.0} %), drawn {}; by \
         sudden victory (16.2) {sudden}",
        games.len() as u32 - german - allied,
    );
    for turn in [1usize, 2, 4, 6, 9, 12, 15, 18] {
        let marks: Vec<&Mark> = games.iter().filter_map(|game| game.marks.get(turn - 1)).collect();
        if marks.is_empty() {
            continue;
        }
        let mean =
            |of: &dyn Fn(&Mark) -> u16| marks.iter().map(|mark| f64::from(of(mark))).sum::<f64>() / marks.len() as f64;
        println!(
            "  turn {turn:>2}, {:>3} games: points {:>4.1} to {:>4.1} (exits {:>4.1}), lost {:>4.1} German {:>4.1} Allied, \
             front {:>4.1} hexes from the east edge, Bastogne German in {:.0} %",
            marks.len(),
            mean(&|mark| mark.points[0]),
            mean(&|mark| mark.points[1]),
            mean(&|mark| mark.exits),
            mean(&|mark| mark.lost[0]),
            mean(&|mark| mark.lost[1]),
            mean(&|mark| mark.front),
            100.0 * mean(&|mark| u16::from(mark.bastogne)),
        );
    }
}
