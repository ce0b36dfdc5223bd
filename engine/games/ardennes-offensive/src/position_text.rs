//! Positions in text: who stands where, and whose phase it is. The referee starts from them, and players agree on them.
//!
//! ```text
//! turn 3 german movement
//! unit 18-vg 1532
//! unit cca-7db 2521 road=yes supply=unsupplied fought=yes
//! unit 9-2di lost
//! lost german 4
//! exits 7
//! table standard
//! freed yes
//! ```

use crate::ArdennesOffensive;
use crate::chapters::stacking;
use crate::printed::Definitions;
use crate::truth::event::Event;
use crate::truth::state::{Asked, Phase, Place, State, Supply, Topic};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::{DefinitionError, UnitId};
use engine::contract::{AskId, Misread, SideId};
use engine::referee::Positions;

impl Positions for ArdennesOffensive {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut state = State::empty(0, definitions.counters.len());
        (state.turn, state.phase) = (1, Phase::Movement);
        for declaration in &reader.declarations(text) {
            let read = line(definitions, &mut state, declaration, &mut reader);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() {
            reader.value(0, sound(definitions, &state));
        }
        let topic = match state.phase {
            Phase::SetUp => Topic::SetUp,
            Phase::Movement | Phase::Mechanized => Topic::Move,
            Phase::Combat => Topic::Attack,
        };
        state.asked = Some(Asked { id: AskId(0), side: state.side, topic });
        state.next_ask = 1;
        if reader.errors.is_empty() { Ok(state) } else { Err(reader.errors) }
    }
}

/// What lines of a position change on which both players have agreed: places and modes of units.
///
/// # Errors
/// What is wrong with the lines.
pub fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
    if state.combat.is_some() {
        return Err(Misread::new("a combat is under way; what it is about cannot be changed"));
    }
    let mut reader = Reader::new("adjustment");
    let mut changed = state.clone();
    for declaration in &reader.declarations(lines) {
        let read = match declaration.kind.as_str() {
            "unit" => line(definitions, &mut changed, declaration, &mut reader),
            other => Err(format!("expected `unit ID HEX`, found `{other}`")),
        };
        reader.value(declaration.line, read);
    }
    if reader.errors.is_empty() {
        reader.value(0, sound(definitions, &changed));
    }
    if let Some(fault) = reader.errors.first() {
        return Err(Misread::new(fault.message.clone()));
    }
    let differs = |(unit, now): (UnitId, &crate::truth::state::UnitState)| {
        let was = state.unit(unit);
        let same = (was.place, was.road, was.supply, was.fought) == (now.place, now.road, now.supply, now.fought);
        (!same).then_some(Event::Adjusted {
            unit,
            place: now.place,
            road: now.road,
            supply: now.supply,
            fought: now.fought,
        })
    };
    Ok(changed.units.iter().filter_map(differs).collect())
}

const SIDES: [(&str, SideId); 2] = [("german", SideId(0)), ("allied", SideId(1))];
const PHASES: [(&str, Phase); 3] =
    [("movement", Phase::Movement), ("combat", Phase::Combat), ("mechanized", Phase::Mechanized)];
const SUPPLIES: [(&str, Supply); 3] =
    [("supplied", Supply::Supplied), ("unsupplied", Supply::Unsupplied), ("isolated", Supply::Isolated)];
const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];

fn line(
    definitions: &Definitions,
    state: &mut State,
    declaration: &Declaration,
    reader: &mut Reader<'_>,
) -> Result<(), String> {
    match declaration.kind.as_str() {
        "turn" => {
            reader.expect(declaration, 3..=3, &[]);
            let last = definitions.plans.iter().map(|plan| plan.last_turn).max().unwrap_or(1);
            state.turn = number(declaration.word(0, "a turn")?, "a turn")?;
            if !(1..=last).contains(&state.turn) {
                return Err(format!("expected a turn from 1 to {last}"));
            }
            state.side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
            state.phase = choice(declaration.word(2, "a phase")?, "a phase", &PHASES)?;
        }
        "unit" => {
            reader.expect(declaration, 2..=2, &["road", "supply", "fought"]);
            return unit(definitions, state, declaration);
        }
        "lost" => {
            reader.expect(declaration, 2..=2, &[]);
            let side = choice(declaration.word(0, "a side")?, "a side", &SIDES)?;
            let most = definitions.units_of(side).count();
            let units: u16 = number(declaration.word(1, "how many")?, "how many units")?;
            if usize::from(units) > most {
                return Err(format!("expected at most {most} units"));
            }
            state.lost[side.index()] = units;
        }
        "exits" => {
            reader.expect(declaration, 1..=1, &[]);
            let most: u16 = definitions.board.exits().iter().map(|exit| u16::from(exit.points)).sum();
            state.exits = number(declaration.word(0, "points")?, "points")?;
            if state.exits > most {
                return Err(format!("expected at most {most} points"));
            }
        }
        "table" => {
            reader.expect(declaration, 1..=1, &[]);
            state.table_changed =
                choice(declaration.word(0, "a table")?, "a table", &[("initial", false), ("standard", true)])?;
        }
        "freed" => {
            reader.expect(declaration, 1..=1, &[]);
            state.freed = choice(declaration.word(0, "yes or no")?, "yes or no", &YES)?;
        }
        other => return Err(format!("expected turn, unit, lost, exits, table or freed, found `{other}`")),
    }
    Ok(())
}

/// Reads `unit ID HEX` or `unit ID lost`.
fn unit(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let id = declaration.word(0, "the id of a unit")?;
    let unit =
        definitions.published.units.find(id).ok_or_else(|| format!("expected the id of a unit, found `{id}`"))?;
    let flag = |key: &str, now: bool| declaration.get(key).map_or(Ok(now), |text| choice(text, "yes or no", &YES));
    let now = state.unit(unit).clone();
    let place = match declaration.word(1, "a hex")? {
        "lost" => Place::Lost,
        text => {
            let hex = definitions.published.map.grid.find(text);
            let hex = hex.ok_or_else(|| format!("expected the number of a hex or `lost`, found `{text}`"))?;
            let edge = definitions.board.is_edge(hex) && definitions.counter(unit).side == SideId(1);
            if !definitions.board.is_live(hex) && !edge {
                return Err(format!("{} cannot be in {}", definitions.name(unit), definitions.place(hex)));
            }
            Place::Hex(hex)
        }
    };
    let supply =
        declaration.get("supply").map_or(Ok(now.supply), |text| choice(text, "a state of supply", &SUPPLIES))?;
    let (road, fought) = (flag("road", now.road && place != Place::Lost)?, flag("fought", now.fought)?);
    let it = state.units.get_mut(unit);
    (it.place, it.road, it.supply, it.fought) = (place, road, supply, fought);
    Ok(())
}

/// That nobody stands where the stacking limit or an enemy forbids it.
fn sound(definitions: &Definitions, state: &State) -> Result<(), String> {
    for (unit, it) in state.units.iter() {
        let Some(hex) = it.hex() else { continue };
        let (name, place) = (definitions.name(unit), definitions.place(hex));
        let disposition = state.disposition(definitions);
        if disposition.present(definitions.counter(unit).side.enemy(), hex) > 0 {
            return Err(format!("{name} is in {place} together with enemies"));
        }
        if stacking::fits(definitions, state, unit, hex, it.road).is_err() {
            return Err(format!("{name} cannot stack with the others in {place} (8)"));
        }
    }
    Ok(())
}
