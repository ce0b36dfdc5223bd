//! Positions in text: who stands where, and whose round it is. The referee starts from them, and players agree on them.
//!
//! ```text
//! of campaign
//! turn 3 german move
//! unit peiper-1ss 3407 lost=1 out=yes
//! unit 110-28di dead
//! unit eng-v box
//! bridge 3315/3215 blown
//! control 3211 german
//! cup 5-pz-army allied-move supply-check
//! hand allied-reinforcements
//! drawn allied-move
//! greif 3110
//! ss kept
//! option yes
//! ```

use crate::DeadlyWoods;
use crate::chapters::rounds::in_area;
use crate::printed::{ALLIED, Army, Chit, Definitions, Draw, GERMAN};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::state::{Act, Asked, Fuel, Phase, Place, Ss, State, Topic, UnitState};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::{DefinitionError, UnitId};
use engine::contract::{AskId, Misread, SideId};
use engine::kernel::piles;
use engine::referee::Positions;
use engine::speech::adjusted;

impl Positions for DeadlyWoods {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let campaign = definitions.published.scenarios.iter().position(|it| it.id == "campaign").unwrap_or(0);
        let mut state = State::empty(definitions, campaign as u8);
        (state.phase, state.turn) = (Phase::Rounds, 3);
        let mut moment = Moment::Round(GERMAN, Act::Move);
        for declaration in &reader.declarations(text) {
            let read = line(definitions, &mut state, &mut moment, declaration, &mut reader);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() {
            reader.value(0, sound(definitions, &state));
        }
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        let (side, topic) = begin(definitions, &mut state, moment);
        state.asked = Some(Asked { id: AskId(0), side, topic, passes: false });
        state.next_ask = 1;
        Ok(state)
    }
}

/// What a position begins with.
#[derive(Clone, Copy)]
enum Moment {
    Round(SideId, Act),
    Phase(SideId, Phase),
}

/// The moment begins: who is asked, and what about.
fn begin(definitions: &Definitions, state: &mut State, moment: Moment) -> (SideId, Topic) {
    match moment {
        Moment::Round(side, act) => {
            if state.turn == 1 && state.track.is_empty() {
                state.phase = match act {
                    Act::Combat if side == GERMAN => Phase::OpeningCombat,
                    Act::Move if side == GERMAN => Phase::OpeningMove,
                    Act::FirstReaction => Phase::OpeningReaction,
                    _ => Phase::Rounds,
                };
            }
            let opening = Event::OpeningBegan { side, act };
            let units = match act {
                Act::PanzerArmy(army) | Act::OneArmy(army) => in_area(definitions, state, army),
                Act::Enter(_) => definitions.units_of(side).filter(|unit| state.unit(*unit).entered).collect(),
                _ => Vec::new(),
            };
            evolve(state, &opening);
            if let Some(round) = &mut state.round {
                round.units = units;
            }
            (side, if state.drawn.is_some() { Topic::Drawn } else { Topic::Round })
        }
        Moment::Phase(side, phase) => {
            state.phase = phase;
            let topic = match phase {
                Phase::Replacements | Phase::MoreReplacements => Topic::Replacements,
                Phase::First => Topic::First,
                Phase::OpeningDrop => Topic::Drop,
                Phase::Rounds => Topic::Drawn,
                _ => Topic::Assets,
            };
            (side, topic)
        }
    }
}

/// What lines of a position change on which both players have agreed: places and steps of units.
///
/// # Errors
/// What is wrong with the lines.
pub fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
    if state.combat.is_some() {
        return Err(Misread::new("a combat is under way; what it is about cannot be changed"));
    }
    let unit = |changed: &mut State, declaration: &Declaration, reader: &mut Reader<'_>| {
        reader.expect(declaration, 2..=2, &["lost"]);
        unit(definitions, changed, declaration)
    };
    let changed = adjusted(state, lines, unit, |changed| sound(definitions, changed))?;
    let differs = |(unit, now): (UnitId, &UnitState)| {
        let was = state.unit(unit);
        let (place, lost) = (now.place, now.lost);
        ((was.place, was.lost) != (place, lost)).then_some(Event::Adjusted { unit, place, lost })
    };
    Ok(changed.units.iter().filter_map(differs).collect())
}

const SIDES: [(&str, SideId); 2] = [("german", GERMAN), ("allied", ALLIED)];
const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];
const ACTS: [(&str, Act); 16] = [
    ("move", Act::Move),
    ("combat", Act::Combat),
    ("5th-army", Act::PanzerArmy(Army::Fifth)),
    ("6th-army", Act::PanzerArmy(Army::Sixth)),
    ("all-german", Act::AllGerman),
    ("one-army-5th", Act::OneArmy(Army::Fifth)),
    ("one-army-6th", Act::OneArmy(Army::Sixth)),
    ("one-army-7th", Act::OneArmy(Army::Seventh)),
    ("formations", Act::Formations),
    ("first-reinforcements", Act::Enter(Draw::First)),
    ("second-reinforcements", Act::Enter(Draw::Second)),
    ("patton", Act::Patton),
    ("monty-move", Act::MontyMove),
    ("monty-attack", Act::MontyAttack),
    ("first-reaction", Act::FirstReaction),
    ("second-reaction", Act::SecondReaction),
];
const PHASES: [(&str, Phase); 7] = [
    ("assets", Phase::AlliedAssets),
    ("traffic", Phase::Traffic),
    ("replacements", Phase::Replacements),
    ("first", Phase::First),
    ("drop", Phase::OpeningDrop),
    ("drawn", Phase::Rounds),
    ("opening-traffic", Phase::OpeningTraffic),
];

fn line(
    definitions: &Definitions,
    state: &mut State,
    moment: &mut Moment,
    declaration: &Declaration,
    reader: &mut Reader<'_>,
) -> Result<(), String> {
    let word = |at: usize, what: &str| declaration.word(at, what).map(str::to_owned);
    match declaration.kind.as_str() {
        "of" => {
            reader.expect(declaration, 1..=1, &[]);
            let id = word(0, "the id of a scenario")?;
            state.scenario = definitions.published.place_of_scenario(&id)? as u8;
        }
        "turn" => {
            reader.expect(declaration, 3..=3, &[]);
            state.turn = number(declaration.word(0, "a turn")?, "a turn")?;
            let last = definitions.plans[usize::from(state.scenario)].last;
            if !(1..=last).contains(&state.turn) {
                return Err(format!("expected a turn from 1 to {last}"));
            }
            let side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
            let what = declaration.word(2, "a round or phase")?;
            *moment = match choice(what, "a phase", &PHASES) {
                Ok(Phase::AlliedAssets) if side == GERMAN => Moment::Phase(side, Phase::GermanAssets),
                Ok(phase) => Moment::Phase(side, phase),
                Err(_) => Moment::Round(side, choice(what, "a round or phase", &ACTS)?),
            };
            state.initiative = if state.turn < 6 { GERMAN } else { ALLIED };
        }
        "unit" => {
            reader.expect(declaration, 2..=2, &["lost", "out", "used", "entered", "bound"]);
            return unit(definitions, state, declaration);
        }
        "bridge" => {
            reader.expect(declaration, 2..=2, &[]);
            let text = declaration.word(0, "two hexes")?;
            let (one, other) = text.split_once('/').ok_or("expected two hexes as in 3315/3215")?;
            let bridge = definitions.board.bridge_between(find(definitions, one)?, find(definitions, other)?);
            let bridge = bridge.ok_or_else(|| format!("no bridge lies at {text}"))?;
            let blown =
                choice(declaration.word(1, "blown or whole")?, "blown or whole", &[("blown", true), ("whole", false)])?;
            state.units.blow(bridge, blown);
        }
        "control" => {
            reader.expect(declaration, 2..=2, &[]);
            let hex = hex(definitions, declaration, 0)?;
            match choice(declaration.word(1, "a side")?, "a side", &SIDES)? {
                GERMAN => state.german.insert(hex),
                _ => state.german.remove(&hex),
            };
        }
        "cup" | "hand" => {
            for id in &declaration.words {
                let chit = Chit::find(id).ok_or_else(|| format!("expected the id of a chit, found `{id}`"))?;
                piles::put(if declaration.kind == "cup" { &mut state.cup } else { &mut state.hand }, chit);
            }
        }
        "played" => {
            for id in &declaration.words {
                let chit = Chit::find(id).ok_or_else(|| format!("expected the id of a chit, found `{id}`"))?;
                state.track.push(crate::truth::state::Played { chit, act: None });
            }
        }
        "drawn" => {
            let id = word(0, "a chit")?;
            state.drawn = Some(Chit::find(&id).ok_or_else(|| format!("expected the id of a chit, found `{id}`"))?);
        }
        "greif" => state.greif = Some(hex(definitions, declaration, 0)?),
        "traffic" => state.traffic = Some(hex(definitions, declaration, 0)?),
        "airdrop" => (state.air, state.air_used) = (Some(hex(definitions, declaration, 0)?), true),
        "rumour" => state.rumour = Some(hex(definitions, declaration, 0)?),
        "trucks" => {
            let id = word(0, "a unit")?;
            state.motorised = Some(definitions.published.units.find(&id).ok_or("expected the id of a unit")?);
        }
        "st-vith" => state.st_vith = Some(number(declaration.word(0, "a turn")?, "a turn")?),
        "meuse" => {
            state.meuse =
                choice(declaration.word(0, "crossed or not")?, "crossed or not", &[("crossed", true), ("not", false)])?
        }
        "fuel" => {
            let kinds = [("lies", Fuel::Lies), ("captured", Fuel::Captured), ("gone", Fuel::Gone)];
            state.fuel = choice(declaration.word(0, "what became of it")?, "lies, captured or gone", &kinds)?;
        }
        "ss" => {
            let kinds = [("open", Ss::Open), ("left", Ss::Left), ("kept", Ss::Kept), ("few", Ss::TooFew)];
            state.ss = choice(declaration.word(0, "what became of them")?, "open, left, kept or few", &kinds)?;
        }
        "option" => state.option = choice(declaration.word(0, "yes or no")?, "yes or no", &YES)?,
        "initiative" => state.initiative = choice(declaration.word(0, "a side")?, "a side", &SIDES)?,
        other => {
            let expected = "of, turn, unit, bridge, control, cup, hand, played, drawn, greif, traffic, airdrop, rumour, trucks, \
                            st-vith, meuse, fuel, ss, option or initiative";
            return Err(format!("expected {expected}, found `{other}`"));
        }
    }
    Ok(())
}

fn find(definitions: &Definitions, text: &str) -> Result<HexId, String> {
    let hex = definitions.published.map.grid.find(text);
    hex.ok_or_else(|| format!("expected the number of a hex, found `{text}`"))
}

fn hex(definitions: &Definitions, declaration: &Declaration, at: usize) -> Result<HexId, String> {
    find(definitions, declaration.word(at, "a hex")?)
}

/// Reads `unit ID HEX`, or `dead`, `gone`, `box`, `track-N`, `due-N-first`.
fn unit(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let id = declaration.word(0, "the id of a unit")?;
    let unit =
        definitions.published.units.find(id).ok_or_else(|| format!("expected the id of a unit, found `{id}`"))?;
    let counter = definitions.counter(unit);
    let now = state.unit(unit).clone();
    let text = declaration.word(1, "a hex")?;
    let place = match text.split('-').collect::<Vec<_>>()[..] {
        ["dead"] => Place::Dead,
        ["gone"] => Place::Gone,
        ["box"] => Place::Box,
        ["track", turn] => Place::Track(number(turn, "a turn")?),
        ["due", turn, draw] => {
            let draw = choice(draw, "first or second", &[("first", Draw::First), ("second", Draw::Second)])?;
            Place::Due(number(turn, "a turn")?, draw)
        }
        _ => Place::Hex(find(definitions, text)?),
    };
    let lost: u8 = declaration.get("lost").map_or(Ok(now.lost), |text| number(text, "steps lost"))?;
    if lost >= counter.steps {
        return Err(format!("{} has {} steps, so it cannot have lost {lost}", definitions.name(unit), counter.steps));
    }
    let flag = |key: &str| declaration.get(key).map_or(Ok(false), |text| choice(text, "yes or no", &YES));
    let it = state.units.get_mut(unit);
    (it.place, it.lost) = (place, lost);
    (it.out, it.used, it.entered, it.bound) = (flag("out")?, flag("used")?, flag("entered")?, flag("bound")?);
    Ok(())
}

/// That nobody stands with enemies.
fn sound(definitions: &Definitions, state: &State) -> Result<(), String> {
    for (unit, it) in state.units.iter().filter(|(unit, _)| definitions.counter(*unit).kind.fights()) {
        let Some(hex) = it.hex() else { continue };
        if state.disposition(definitions).holds(definitions.counter(unit).side.enemy(), hex) {
            let (name, place) = (definitions.name(unit), definitions.place(hex));
            return Err(format!("{name} is in {place} together with enemies"));
        }
    }
    Ok(())
}
