//! Positions in text: who stands where, and whose phase it is. The referee starts from them, and players agree on them.
//!
//! ```text
//! of no-4
//! turn 3 german movement
//! unit 18-vg 1532
//! unit cca-7db 2521 road=yes supply=unsupplied fought=yes
//! unit 9-2di lost
//! unit cca-4db waits SE,SW
//! west-bank 129-43di no
//! lost german 4
//! exits 7
//! table standard
//! freed yes
//! ```

use crate::ArdennesOffensive;
use crate::chapters::stacking;
use crate::printed::{Definitions, GERMAN, Sections};
use crate::truth::event::Event;
use crate::truth::state::{Asked, Phase, Place, State, Supply, Topic};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::{DefinitionError, UnitId};
use engine::contract::{AskId, Misread, SideId};
use engine::referee::Positions;
use engine::speech::adjusted;

impl Positions for ArdennesOffensive {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let mut state = State::empty(0, definitions.counters.len());
        of_scenario(definitions, &mut state, 0);
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
    let line = |changed: &mut State, declaration: &Declaration, reader: &mut Reader<'_>| {
        line(definitions, changed, declaration, reader)
    };
    let changed = adjusted(state, lines, line, |changed| sound(definitions, changed))?;
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
        "of" => {
            reader.expect(declaration, 1..=1, &[]);
            let id = declaration.word(0, "the id of a scenario")?;
            of_scenario(definitions, state, definitions.published.place_of_scenario(id)?);
        }
        "unit" => {
            reader.expect(declaration, 2..=3, &["road", "supply", "fought"]);
            return unit(definitions, state, declaration);
        }
        "west-bank" => {
            reader.expect(declaration, 2..=2, &[]);
            let unit = known(definitions, declaration)?;
            state.units.get_mut(unit).west_bank = choice(declaration.word(1, "yes or no")?, "yes or no", &YES)?;
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
        other => {
            let expected = "of, turn, unit, west-bank, lost, exits, table or freed";
            return Err(format!("expected {expected}, found `{other}`"));
        }
    }
    Ok(())
}

/// Makes a state one of a scenario: its length, and whom its schedule binds to the west bank (14.3c, ruling R50).
fn of_scenario(definitions: &Definitions, state: &mut State, place: usize) {
    state.scenario = place as u8;
    state.units.each(|unit| unit.west_bank = false);
    let bound = definitions.plans[place].coming.iter().filter(|coming| coming.west_bank);
    bound.for_each(|coming| state.units.get_mut(coming.unit).west_bank = true);
}

fn known(definitions: &Definitions, declaration: &Declaration) -> Result<UnitId, String> {
    let id = declaration.word(0, "the id of a unit")?;
    definitions.published.units.find(id).ok_or_else(|| format!("expected the id of a unit, found `{id}`"))
}

/// Sections as in `SE,SW`; those who come from the east or from the air have none.
fn sections(definitions: &Definitions, side: SideId, text: Option<&str>) -> Result<Sections, String> {
    let section = |name: &str| {
        definitions.tables.section(name).ok_or_else(|| format!("expected a section of the edge, found `{name}`"))
    };
    match (side, text) {
        (GERMAN, None) => Ok(Sections::default()),
        (GERMAN, Some(text)) => Err(format!("expected nothing more for a German unit, found `{text}`")),
        (_, None) => Err("expected the sections by which the unit comes, as in `waits SE,SW`".to_owned()),
        (_, Some(text)) => text.split(',').map(section).collect(),
    }
}

/// Reads `unit ID HEX`, `unit ID lost` or `unit ID waits SECTION,...`.
fn unit(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let unit = known(definitions, declaration)?;
    let side = definitions.counter(unit).side;
    let flag = |key: &str, now: bool| declaration.get(key).map_or(Ok(now), |text| choice(text, "yes or no", &YES));
    let now = state.unit(unit).clone();
    let more = declaration.word(2, "a section").ok();
    let place = match declaration.word(1, "a hex")? {
        "waits" => Place::Waiting(sections(definitions, side, more)?),
        _ if more.is_some() => return Err(format!("`{}` is too much here", more.unwrap_or_default())),
        "lost" => Place::Lost,
        text => {
            let hex = definitions.published.map.grid.find(text);
            let hex = hex.ok_or_else(|| format!("expected the number of a hex, `lost` or `waits`, found `{text}`"))?;
            let edge = definitions.board.is_edge(hex) && side != GERMAN;
            if !definitions.board.is_live(hex) && !edge {
                return Err(format!("{} cannot be in {}", definitions.name(unit), definitions.place(hex)));
            }
            Place::Hex(hex)
        }
    };
    let supply =
        declaration.get("supply").map_or(Ok(now.supply), |text| choice(text, "a state of supply", &SUPPLIES))?;
    // who waits comes in road mode (14.1a)
    let mode = matches!(place, Place::Waiting(_)) || now.road && place != Place::Lost;
    let (road, fought) = (flag("road", mode)?, flag("fought", now.fought)?);
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
