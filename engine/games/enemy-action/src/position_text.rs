//! Positions in text: who stands where, which cards lie where, whose impulse it is. The referee starts from them, and players
//! agree on them.
//!
//! ```text
//! of german-breakout
//! turn 18 german moving
//! unit 3-2pz 1709 lost=1 supply=low dispersed=yes
//! unit 110-28id dead
//! unit 8-3pg reserve-17
//! active 3-2pz 2-2pz
//! hand german corps-xlvii army-5-pz
//! draw allied 28-id
//! town 1509 german
//! bridge 1707/1708 blown
//! improved 1108
//! roadblock 1113
//! depot 1513 fuel
//! ```

use crate::EnemyAction;
use crate::chapters::setup;
use crate::printed::{ALLIED, CardId, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::roster::{BridgeState, Place, Supply, UnitState};
use crate::truth::state::{Activation, Phase, Stage, State, Topic};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::{DefinitionError, UnitId};
use engine::contract::{Misread, SideId};
use engine::kernel::piles;
use engine::referee::Positions;
use engine::speech::adjusted;
use std::collections::BTreeSet;

impl Positions for EnemyAction {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let fault = |message: String| vec![DefinitionError::new(file, 0, message)];
        let mut draft = Draft {
            state: empty(definitions, "battle-of-the-bulge").map_err(fault)?,
            moment: Moment::Command(GERMAN),
            active: Vec::new(),
            bonus: false,
        };
        for declaration in &reader.declarations(text) {
            let read = draft.line(definitions, declaration, &mut reader);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() {
            let sound = sound(definitions, &draft.state).and_then(|()| draft.begin(definitions));
            reader.value(0, sound);
        }
        if reader.errors.is_empty() { Ok(draft.state) } else { Err(reader.errors) }
    }
}

/// A scenario with nobody on the map and no card anywhere.
fn empty(definitions: &Definitions, scenario: &str) -> Result<State, String> {
    let mut state = setup::initial(definitions, scenario)?;
    state.public.units.each(|unit| *unit = UnitState::default());
    state.public.positions.clear();
    state.public.wall.clear();
    Ok(state)
}

/// What a position begins with.
#[derive(Clone, Copy)]
enum Moment {
    /// The day, with all its phases.
    Day,
    /// An impulse of a side.
    Command(SideId),
    /// An activation of a side.
    Activation(SideId, Stage),
}

/// A position as far as it is read.
struct Draft {
    state: State,
    moment: Moment,
    active: Vec<UnitId>,
    bonus: bool,
}

impl Draft {
    /// The moment begins: who is asked, and what about. A day is begun by the rules.
    fn begin(&mut self, definitions: &Definitions) -> Result<(), String> {
        let (side, topic) = match self.moment {
            Moment::Day => return Ok(()),
            Moment::Command(side) => (side, Topic::Command),
            Moment::Activation(side, stage) => {
                if let Some(other) = self.active.iter().find(|unit| definitions.counter(**unit).side != side) {
                    return Err(format!("{} is not of the side that is active", definitions.name(*other)));
                }
                if self.active.is_empty() {
                    return Err("expected a line `active` with the units that are active".to_owned());
                }
                let activation = Activation {
                    side,
                    units: std::mem::take(&mut self.active),
                    alone: false,
                    alarm: false,
                    bonus: self.bonus,
                    ignores_zones: false,
                    stands: self.state.public.opens(),
                    stage,
                    crossed: Vec::new(),
                    used: Vec::new(),
                };
                let begun = Event::Activated { activation, single: false, bridges: Vec::new(), roadblocks: Vec::new() };
                evolve(&mut self.state, &begun);
                if stage == Stage::Announced { (side.enemy(), Topic::React) } else { (side, Topic::Activation) }
            }
        };
        (self.state.public.phase, self.state.public.impulse) = (Phase::Command, side);
        evolve(&mut self.state, &Event::Asked { side, topic });
        Ok(())
    }

    fn line(
        &mut self,
        definitions: &Definitions,
        declaration: &Declaration,
        reader: &mut Reader<'_>,
    ) -> Result<(), String> {
        let public = &mut self.state.public;
        match declaration.kind.as_str() {
            "of" => {
                reader.expect(declaration, 1..=1, &[]);
                self.state = empty(definitions, declaration.word(0, "the id of a scenario")?)?;
            }
            "turn" => {
                reader.expect(declaration, 3..=3, &["opening"]);
                public.day = number(declaration.word(0, "a day")?, "a day")?;
                let (first, last) = definitions.plans[usize::from(public.scenario)].days;
                if !(first..=last).contains(&public.day) {
                    return Err(format!("expected a day from {first} to {last}"));
                }
                let side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
                self.moment = match declaration.word(2, "what is asked")? {
                    "day" => Moment::Day,
                    "command" => Moment::Command(side),
                    stage => Moment::Activation(side, choice(stage, "day, command or a stage", &STAGES)?),
                };
                public.opening = declaration.get("opening").map_or(Ok(0), |text| number(text, "impulses"))?;
            }
            "unit" => {
                reader.expect(declaration, 2..=2, &["lost", "supply", "dispersed", "fuel"]);
                return unit(definitions, &mut self.state, declaration);
            }
            "active" => {
                reader.expect(declaration, 1..=99, &["bonus"]);
                let find = |id: &String| definitions.published.units.find(id).ok_or_else(|| no_unit(id));
                self.active = declaration.words.iter().map(find).collect::<Result<_, _>>()?;
                self.active.sort();
                self.bonus = declaration.get("bonus").map_or(Ok(false), |text| choice(text, "yes or no", &YES))?;
            }
            "last" => {
                reader.expect(declaration, 1..=99, &[]);
                for id in &declaration.words {
                    let unit = definitions.published.units.find(id).ok_or_else(|| no_unit(id))?;
                    public.last[definitions.counter(unit).side.index()].push(unit);
                }
            }
            "hand" | "draw" | "available" | "used" => {
                reader.expect(declaration, 2..=99, &[]);
                return cards(definitions, &mut self.state, declaration);
            }
            "town" | "wall" => {
                reader.expect(declaration, 2..=2, &[]);
                let hex = hex(definitions, declaration, 0)?;
                let side = choice(declaration.word(1, "a side")?, "a side", &SIDES)?;
                let (owned, of) =
                    if declaration.kind == "town" { (&mut public.towns, GERMAN) } else { (&mut public.wall, ALLIED) };
                if side == of {
                    owned.insert(hex)
                } else {
                    owned.remove(&hex)
                };
            }
            "improved" | "roadblock" => {
                reader.expect(declaration, 1..=1, &[]);
                let hex = hex(definitions, declaration, 0)?;
                let laid: &mut BTreeSet<HexId> =
                    if declaration.kind == "improved" { &mut public.positions } else { &mut public.roadblocks };
                laid.insert(hex);
            }
            "bridge" => {
                reader.expect(declaration, 2..=2, &[]);
                let text = declaration.word(0, "two hexes")?;
                let (one, other) = text.split_once('/').ok_or("expected two hexes as in 1707/1708")?;
                let border = definitions.board.side(find(definitions, one)?, find(definitions, other)?);
                let river = border.and_then(|border| border.river).ok_or_else(|| format!("no river lies at {text}"))?;
                let was = public.units.bridge(river);
                let now = match declaration.word(1, "blown or whose it is")? {
                    "blown" => BridgeState { stands: false, ..was },
                    owner => BridgeState { stands: true, owner: choice(owner, "blown or whose it is", &SIDES)? },
                };
                public.units.set_bridge(river, now);
            }
            "meuse" => {
                reader.expect(declaration, 1..=1, &[]);
                let word = declaration.word(0, "how far the Germans came")?;
                let far = choice(word, "how far the Germans came", &[("reached", 1), ("crossed", 2), ("counted", 3)])?;
                (public.meuse_reached, public.meuse_crossed, public.gains.meuse) = (true, far > 1, far > 2);
            }
            "depot" => {
                reader.expect(declaration, 2..=2, &[]);
                let hex = hex(definitions, declaration, 0)?;
                public.depots.insert(hex);
                if choice(declaration.word(1, "fuel or empty")?, "fuel or empty", &[("fuel", true), ("empty", false)])?
                {
                    self.state.hidden[ALLIED.index()].depots.push(hex);
                }
            }
            "fuel" => {
                reader.expect(declaration, 1..=1, &[]);
                public.fuel = number(declaration.word(0, "depots with fuel")?, "depots with fuel")?;
            }
            "exits" => {
                reader.expect(declaration, 1..=1, &[]);
                public.gains.exits = number(declaration.word(0, "points")?, "points")?;
            }
            other => {
                let expected = "of, turn, unit, active, last, hand, draw, available, used, town, wall, improved, roadblock, \
                                bridge, depot, fuel, meuse or exits";
                return Err(format!("expected {expected}, found `{other}`"));
            }
        }
        Ok(())
    }
}

/// What lines of a position change on which both players have agreed: places and steps of units.
///
/// # Errors
/// What is wrong with the lines.
pub fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
    if state.public.combat.is_some() {
        return Err(Misread::new("a combat is under way; what it is about cannot be changed"));
    }
    let unit = |changed: &mut State, declaration: &Declaration, reader: &mut Reader<'_>| {
        reader.expect(declaration, 2..=2, &["lost"]);
        unit(definitions, changed, declaration)
    };
    let changed = adjusted(state, lines, unit, |changed| sound(definitions, changed))?;
    let differs = |(unit, now): (UnitId, &UnitState)| {
        let was = state.public.unit(unit);
        let (place, lost) = (now.place, now.lost);
        ((was.place, was.lost) != (place, lost)).then_some(Event::Adjusted { unit, place, lost })
    };
    Ok(changed.public.units.iter().filter_map(differs).collect())
}

const SIDES: [(&str, SideId); 2] = [("german", GERMAN), ("allied", ALLIED)];
const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];
const STAGES: [(&str, Stage); 3] =
    [("announced", Stage::Announced), ("moving", Stage::Moving), ("fighting", Stage::Fighting)];
const SUPPLY: [(&str, Supply); 4] =
    [("full", Supply::Full), ("low", Supply::Low), ("out", Supply::Out), ("isolated", Supply::Isolated)];

fn no_unit(id: &str) -> String {
    format!("expected the id of a unit, found `{id}`")
}

fn find(definitions: &Definitions, text: &str) -> Result<HexId, String> {
    let hex = definitions.published.map.grid.find(text);
    hex.ok_or_else(|| format!("expected the number of a hex, found `{text}`"))
}

fn hex(definitions: &Definitions, declaration: &Declaration, at: usize) -> Result<HexId, String> {
    find(definitions, declaration.word(at, "a hex")?)
}

/// Reads `unit ID HEX`, or `dead`, `exited`, `okw`, `heydte`, `reserve-DAY`, `due-DAY`; `-s` after a day marks a strategic
/// reserve.
fn unit(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let id = declaration.word(0, "the id of a unit")?;
    let unit = definitions.published.units.find(id).ok_or_else(|| no_unit(id))?;
    let counter = definitions.counter(unit);
    let text = declaration.word(1, "a hex")?;
    let day = |text: &str| number(text, "a day");
    let place = match text.split('-').collect::<Vec<_>>()[..] {
        ["dead"] => Place::Dead,
        ["exited"] => Place::Exited,
        ["okw"] => Place::Okw,
        ["heydte"] => Place::Heydte,
        ["reserve", date] => Place::Reserve(day(date)?, false),
        ["reserve", date, "s"] => Place::Reserve(day(date)?, true),
        ["due", date] => Place::Due(day(date)?, false),
        ["due", date, "s"] => Place::Due(day(date)?, true),
        _ => Place::Hex(find(definitions, text)?),
    };
    let now = state.public.unit(unit).clone();
    let lost: u8 = declaration.get("lost").map_or(Ok(now.lost), |text| number(text, "steps lost"))?;
    if lost >= counter.steps {
        return Err(format!("{} has {} steps, so it cannot have lost {lost}", definitions.name(unit), counter.steps));
    }
    let supply = declaration.get("supply").map_or(Ok(now.supply), |text| choice(text, "a state of supply", &SUPPLY))?;
    let flag = |key: &str, was: bool| declaration.get(key).map_or(Ok(was), |text| choice(text, "yes or no", &YES));
    let (dispersed, fuelled) = (flag("dispersed", now.dispersed)?, flag("fuel", !now.no_fuel)?);
    let it = state.public.units.get_mut(unit);
    (it.place, it.lost, it.supply) = (place, lost, supply);
    (it.dispersed, it.no_fuel) = (dispersed, !fuelled);
    Ok(())
}

/// Reads `hand SIDE CARD ...`, and so for the other piles of a side.
fn cards(definitions: &Definitions, state: &mut State, declaration: &Declaration) -> Result<(), String> {
    let side = choice(declaration.word(0, "a side")?, "a side", &SIDES)?;
    for id in &declaration.words[1..] {
        let known = definitions.cards().find(|(_, card)| card.id == *id && card.side == side);
        let card = known.ok_or_else(|| format!("expected the id of a card of that side, found `{id}`"))?.0;
        if lies(state, side, card) {
            return Err(format!("{id} lies in two places"));
        }
        let (piles, hidden) = (&mut state.public.piles[side.index()], &mut state.hidden[side.index()]);
        let (count, pile) = match declaration.kind.as_str() {
            "hand" => (&mut piles.hand, &mut hidden.hand),
            "draw" => (&mut piles.draw, &mut hidden.draw),
            "available" => (&mut piles.available, &mut hidden.available),
            _ => {
                piles.used.push(card);
                continue;
            }
        };
        *count += 1;
        piles::put(pile, card);
    }
    Ok(())
}

fn lies(state: &State, side: SideId, card: CardId) -> bool {
    let hidden = &state.hidden[side.index()];
    let used = &state.public.piles[side.index()].used;
    [&hidden.hand, &hidden.draw, &hidden.available, used].into_iter().any(|pile| pile.contains(&card))
}

/// That nobody stands with enemies.
fn sound(definitions: &Definitions, state: &State) -> Result<(), String> {
    for (unit, it) in state.public.units.iter() {
        let Some(hex) = it.hex() else { continue };
        if state.public.disposition(definitions).holds(definitions.counter(unit).side.enemy(), hex) {
            let (name, place) = (definitions.name(unit), definitions.place(hex));
            return Err(format!("{name} is in {place} together with enemies"));
        }
    }
    Ok(())
}
