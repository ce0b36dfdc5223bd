//! Command (case 8): lines from units to headquarters.

use crate::chapters::lines;
use crate::chapters::{british, zones};
use crate::printed::board::Board;
use crate::printed::definitions::Definitions;
use crate::printed::sides::ALLIED;
use crate::truth::state::Field;
use crate::truth::unit::Location;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;
use engine::kernel::Lines;

/// Lines of command from a hex no longer than `limit` (8.1b, ruling R78): any terrain, no hex with an enemy unit.
fn command_lines(definitions: &Definitions, field: &Field, from: HexId, side: SideId, limit: u16) -> Lines {
    lines::trace(definitions, [from], limit, |hex| !zones::enemy_in(field, hex, side), |_| Board::ALL_SIDES)
}

/// The command range of a side in hexes.
pub fn command_range(definitions: &Definitions, side: SideId) -> u16 {
    u16::from(definitions.tables.doctrine(side).command_range)
}

/// Whether a line of command no longer than the side's range joins an HQ to one of these hexes (8.1a).
pub fn in_command_range(definitions: &Definitions, field: &Field, hq: UnitId, hexes: &[HexId]) -> bool {
    let (side, board) = (definitions.unit(hq).side, &definitions.board);
    let range = command_range(definitions, side);
    let Some(from) = field.hex_of(hq) else { return false };
    let clear = |hex: HexId| !zones::enemy_in(field, hex, side);
    // the line ends at the unit's own hex, so the hex of an enemy is not asked for as an end
    hexes.iter().copied().filter(|hex| board.distance(from, *hex) <= range).any(|hex| {
        straight(board, &clear, from, hex) || {
            // a line that is short enough strays no further than this
            let near = |via: HexId| board.distance(from, via) + board.distance(via, hex) <= range;
            let open = |via: HexId| near(via) && clear(via);
            lines::trace(definitions, [from], range, open, |_| Board::ALL_SIDES).reaches(hex)
        }
    })
}

/// Whether a line of command runs through clear hexes from one to another without a detour, so that nothing is shorter.
fn straight(board: &Board, clear: &impl Fn(HexId) -> bool, from: HexId, to: HexId) -> bool {
    let left = board.distance(from, to);
    left == 0
        || board
            .around(from)
            .any(|there| board.distance(there, to) < left && clear(there) && straight(board, clear, there, to))
}

/// The hexes in which units are in the command range of an HQ (8.1a).
pub fn commanded(definitions: &Definitions, field: &Field, hq: UnitId) -> Vec<HexId> {
    let Some(from) = field.hex_of(hq) else { return Vec::new() };
    let side = definitions.unit(hq).side;
    command_lines(definitions, field, from, side, command_range(definitions, side)).hexes().collect()
}

/// Length of the shortest line of command from an HQ to one of these hexes, however long.
pub fn command_distance(definitions: &Definitions, field: &Field, hq: UnitId, hexes: &[HexId]) -> Option<u16> {
    let lines = command_lines(definitions, field, field.hex_of(hq)?, definitions.unit(hq).side, Lines::ENDLESS);
    hexes.iter().filter_map(|hex| lines.to(*hex)).min()
}

/// Whether a unit is out of command (8.2a). Independent units never are (1.5b), nor units whose HQ has not come yet
/// (9.2c, ruling R25), nor any American on turn 1 (17.1h), nor the British west of the Meuse (16.2a).
pub fn out_of_command(definitions: &Definitions, field: &Field, unit: UnitId, hex: HexId) -> bool {
    let side = definitions.unit(unit).side;
    if side == ALLIED && field.turn == 1 || british::at_home(definitions, field, unit) {
        return false;
    }
    let Some(hq) = definitions.hq_of(unit) else { return false };
    match field.unit(hq).place {
        _ if hq == unit => false,
        Location::Map(_) => !in_command_range(definitions, field, hq, &[hex]),
        Location::Eliminated(_) => true,
        Location::Due(_) | Location::Absent | Location::Hidden(_) => false,
    }
}

/// Whether a unit is out of command now: it was at the last check, and is not one of the British at home (16.2a).
pub fn lacks_command(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    field.unit(unit).out_of_command && !british::at_home(definitions, field, unit)
}

/// Whether a unit must pass a C3I check to act (3.3c): it is out of command, or its HQ has been destroyed since the
/// check (ruling R24).
pub fn must_check(definitions: &Definitions, field: &Field, unit: UnitId) -> bool {
    if british::at_home(definitions, field, unit) {
        return false;
    }
    let destroyed = |hq: UnitId| matches!(field.unit(hq).place, Location::Eliminated(_));
    let state = field.unit(unit);
    // a reinforcement is in command on its turn of entry (16.1d)
    let entering = state.arrived || matches!(state.place, Location::Due(_));
    state.out_of_command || (!entering && definitions.hq_of(unit).is_some_and(destroyed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AutumnFog;
    use engine::contract::{Foundation, Rules, Seen, Setup, Sight, Viewer, begin, carry_out};
    use testing::Seeded;

    #[test]
    fn command_range_is_what_a_search_of_all_lines_finds_from_every_headquarters() {
        let definitions = Definitions::parse(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let setup = Setup { scenario: "entire-battle".to_owned(), ..Setup::default() };
        let [mut dice, mut choice] = Seeded::streams(5);
        let first = AutumnFog::initial(&definitions, &setup).expect("the scenario exists");
        let mut state = begin::<AutumnFog>(&definitions, &first, &mut dice).1;
        let (mut within, mut barred) = (0, 0);
        for given in 0..300 {
            let Some(ask) = AutumnFog::asks(&state).first().copied() else { break };
            let field = &state.field;
            let hqs = field.on_map().filter(|(unit, _)| given % 30 == 0 && definitions.unit(*unit).is_hq());
            for (hq, from) in hqs {
                let side = definitions.unit(hq).side;
                let range = command_range(&definitions, side);
                let lines = command_lines(&definitions, field, from, side, range);
                for hex in definitions.published.map.on_map() {
                    assert_eq!(in_command_range(&definitions, field, hq, &[hex]), lines.reaches(hex));
                    within += usize::from(lines.reaches(hex));
                    barred += usize::from(!lines.reaches(hex) && definitions.board.distance(from, hex) <= range);
                }
            }
            let view = AutumnFog::view(&definitions, &state, Viewer::Side(ask.side));
            let order = Seen::<AutumnFog>::new(&definitions, &view)
                .random_order(&mut |n| choice.next_below(n))
                .expect("an order");
            drop(view);
            carry_out::<AutumnFog>(&definitions, &mut state, ask.side, &order, &mut dice).expect("a legal order");
        }
        assert!(within > 1_000 && barred > 100, "{within} {barred}");
    }
}
