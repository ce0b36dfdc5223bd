//! Positions in text: who stands where, and whose phase it is. The referee starts from them, and players agree on them.
//!
//! ```text
//! of campaign
//! turn 3 german movement
//! unit knittel-1ss B38.38
//! unit 991-277vg B31.45 lost=1 dg=yes
//! unit 14-9db gone
//! unit recke-9ss waits
//! barrage allied B30.38 2
//! bridge B8.39 blown
//! control B20.34 german
//! strikes 3
//! frost yes
//! best 12
//! ```

use crate::ArdennesII;
use crate::chapters::{bridges, disorganized};
use crate::printed::{ALLIED, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::state::{Asked, Charge, Phase, Place, State, Topic, UnitState};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::{DefinitionError, UnitId};
use engine::contract::{AskId, Misread, SideId};
use engine::referee::Positions;
use engine::speech::adjusted;

impl Positions for ArdennesII {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let campaign = definitions.published.scenarios.iter().position(|it| it.id == "campaign").unwrap_or(0);
        let mut state = State::empty(definitions, campaign as u8);
        state.phase = Phase::Movement;
        for declaration in &reader.declarations(text) {
            let read = line(definitions, &mut state, declaration, &mut reader);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() {
            reader.value(0, sound(definitions, &state));
        }
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        // who stands beside an enemy or in his fire as the phase begins; who stands in a jam is told by the position
        let begun = disorganized::at_begin_of_phase(definitions, &state, state.side, state.phase);
        begun.iter().filter(|event| matches!(event, Event::PhaseBegan { .. })).for_each(|it| evolve(&mut state, it));
        evolve(&mut state, &Event::Opened);
        bridges::overrun(definitions, &state).iter().for_each(|event| evolve(&mut state, event));
        let (side, topic) = match state.phase {
            Phase::PreTurn => (state.side, Topic::Arrivals),
            Phase::Barrage => (ALLIED, Topic::Barrage),
            Phase::Combat => (state.side, Topic::Attack),
            Phase::Movement | Phase::Exploitation | Phase::Supply => (state.side, Topic::Move),
        };
        state.asked = Some(Asked { id: AskId(0), side, topic, passes: false });
        state.next_ask = 1;
        Ok(state)
    }
}

/// What lines of a position change on which both players have agreed: places, steps and DG of units.
///
/// # Errors
/// What is wrong with the lines.
pub fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
    if state.combat.is_some() || state.march.is_some() {
        return Err(Misread::new("a combat or a move is under way; what it is about cannot be changed"));
    }
    let line = |changed: &mut State, declaration: &Declaration, reader: &mut Reader<'_>| {
        line(definitions, changed, declaration, reader)
    };
    let changed = adjusted(state, lines, line, |changed| sound(definitions, changed))?;
    let differs = |(unit, now): (UnitId, &UnitState)| {
        let was = state.unit(unit);
        let same = (was.place, was.lost, was.disorganised) == (now.place, now.lost, now.disorganised);
        let (place, lost, disorganised) = (now.place, now.lost, now.disorganised);
        (!same).then_some(Event::Adjusted { unit, place, lost, disorganised })
    };
    Ok(changed.units.iter().filter_map(differs).collect())
}

const SIDES: [(&str, SideId); 2] = [("german", GERMAN), ("allied", ALLIED)];
const PHASES: [(&str, Phase); 5] = [
    ("pre-turn", Phase::PreTurn),
    ("movement", Phase::Movement),
    ("barrage", Phase::Barrage),
    ("combat", Phase::Combat),
    ("exploitation", Phase::Exploitation),
];
const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];
const CHARGES: [(&str, Charge); 3] = [("primed", Charge::Primed), ("blown", Charge::Blown), ("tested", Charge::Tested)];

fn line(
    definitions: &Definitions,
    state: &mut State,
    declaration: &Declaration,
    reader: &mut Reader<'_>,
) -> Result<(), String> {
    match declaration.kind.as_str() {
        "turn" => {
            reader.expect(declaration, 3..=3, &[]);
            state.turn = number(declaration.word(0, "a turn")?, "a turn")?;
            let (first, last) = definitions.plans[usize::from(state.scenario)].turns;
            if !(first..=last).contains(&state.turn) {
                return Err(format!("expected a turn from {first} to {last}"));
            }
            state.side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
            state.phase = choice(declaration.word(2, "a phase")?, "a phase", &PHASES)?;
            if state.phase == Phase::Barrage {
                state.side = GERMAN;
            }
        }
        "of" => {
            reader.expect(declaration, 1..=1, &[]);
            let id = declaration.word(0, "the id of a scenario")?;
            let place = definitions.published.place_of_scenario(id)?;
            state.scenario = place as u8;
            state.turn = definitions.plans[place].turns.0;
        }
        "unit" => {
            reader.expect(declaration, 2..=2, &["lost", "dg"]);
            return unit(definitions, state, declaration);
        }
        "barrage" => {
            reader.expect(declaration, 3..=3, &[]);
            let side = choice(declaration.word(0, "a side")?, "a side", &SIDES)?;
            let hex = hex(definitions, declaration, 1)?;
            let markers: u8 = number(declaration.word(2, "how many")?, "how many markers")?;
            state.barrages[side.index()].full.insert(hex, markers.max(1));
        }
        "bridge" => {
            reader.expect(declaration, 2..=2, &[]);
            let hex = hex(definitions, declaration, 0)?;
            let plunger = definitions.board.plunger_in(hex).ok_or("expected the hex of a plunger")?;
            let charge = choice(declaration.word(1, "what became of it")?, "primed, blown or tested", &CHARGES)?;
            state.charges[usize::from(plunger.0)] = charge;
        }
        "control" => {
            reader.expect(declaration, 2..=2, &[]);
            let hex = hex(definitions, declaration, 0)?;
            let at = definitions.board.objectives().iter().position(|(known, _)| *known == hex);
            let side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
            state.german[at.ok_or("expected a VP hex")?] = side == GERMAN;
        }
        "strikes" => {
            reader.expect(declaration, 1..=1, &[]);
            state.strikes = number(declaration.word(0, "how many")?, "air strikes")?;
        }
        "frost" => {
            reader.expect(declaration, 1..=1, &[]);
            state.frost = choice(declaration.word(0, "yes or no")?, "yes or no", &YES)?;
        }
        "best" => {
            reader.expect(declaration, 1..=1, &[]);
            state.best = number(declaration.word(0, "points")?, "points")?;
        }
        other => {
            let expected = "of, turn, unit, barrage, bridge, control, strikes, frost or best";
            return Err(format!("expected {expected}, found `{other}`"));
        }
    }
    Ok(())
}

fn hex(definitions: &Definitions, declaration: &Declaration, at: usize) -> Result<HexId, String> {
    let text = declaration.word(at, "a hex")?;
    let hex = definitions.published.map.grid.find(text).filter(|hex| definitions.board.hex(*hex).on_map());
    hex.ok_or_else(|| format!("expected the number of a hex, found `{text}`"))
}

/// Reads `unit ID HEX`, `unit ID gone` or `unit ID waits`.
fn unit(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let id = declaration.word(0, "the id of a unit")?;
    let unit = definitions.published.units.find(id);
    let unit = unit.ok_or_else(|| format!("expected the id of a unit, found `{id}`"))?;
    let counter = definitions.counter(unit);
    let now = state.unit(unit).clone();
    let place = match declaration.word(1, "a hex")? {
        "waits" => Place::Waiting,
        "gone" => Place::Gone,
        _ => Place::Hex(hex(definitions, declaration, 1)?),
    };
    let lost: u8 = declaration.get("lost").map_or(Ok(now.lost), |text| number(text, "steps lost"))?;
    if lost >= counter.steps {
        return Err(format!("{} has {} steps, so it cannot have lost {lost}", definitions.name(unit), counter.steps));
    }
    let shaken = declaration.get("dg").map_or(Ok(now.disorganised), |text| choice(text, "yes or no", &YES))?;
    let it = state.units.get_mut(unit);
    (it.place, it.lost, it.disorganised) = (place, lost, shaken && matches!(place, Place::Hex(_)));
    Ok(())
}

/// That nobody stands with enemies or out of play.
fn sound(definitions: &Definitions, state: &State) -> Result<(), String> {
    for (unit, it) in state.units.iter() {
        let Some(hex) = it.hex() else { continue };
        let (name, place) = (definitions.name(unit), definitions.place(hex));
        if state.disposition(definitions).holds(definitions.counter(unit).side.enemy(), hex) {
            return Err(format!("{name} is in {place} together with enemies"));
        }
        if !definitions.plans[usize::from(state.scenario)].in_play.contains(hex) {
            return Err(format!("{name} is in {place}, which is not in play (7)"));
        }
    }
    Ok(())
}
