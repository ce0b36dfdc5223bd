//! Explicit positions in text: any units in any hexes with any status, at any moment of the operations phase or at
//! the start of a turn. The format is described in `engine/README.md`.

mod units;
mod words;

use crate::AutumnFog;
use crate::chapters::fog::unseen::UnseenStack;
use crate::chapters::surprise;
use crate::printed::definitions::Definitions;
use crate::printed::options::Options;
use crate::sight::view::View;
use crate::truth::event::Event;
use crate::truth::order::EventKind;
use crate::truth::state::{Activation, GERMAN, Location, OpenAsk, Operations, Pending, State};
use definitions::declaration::{Declaration, Reader, choice, number};
use definitions::hex::HexId;
use definitions::{DefinitionError, Scenario, UnitId};
use engine::contract::{AskId, Misread, Setup, SideId, Sight, Viewer};
use engine::referee::Positions;
use units::FLAGS;
use words::{MOST_MARKERS, markers, side};

impl Positions for AutumnFog {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let declarations = reader.declarations(text);
        let Some(first) = definitions.published.scenarios.first() else {
            reader.fault(0, "the game has no scenario");
            return Err(reader.errors);
        };
        let mut file = PositionFile::new(definitions, first);
        for declaration in &declarations {
            let read = file.declaration(declaration, &mut reader);
            reader.value(declaration.line, read);
        }
        if reader.errors.is_empty() {
            let finished = file.finish();
            if let Some(state) = reader.value(0, finished) {
                return Ok(state);
            }
        }
        Err(reader.errors)
    }
}

/// What lines of a position change on which both players have agreed: units, each as its line tells it. What a line does
/// not name is as in a position file, so that both read the whole.
///
/// # Errors
/// What is wrong with the lines; that they name what not both players see, or what a combat or a march is about.
pub fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
    let mut reader = Reader::new("adjustment");
    let declarations = reader.declarations(lines);
    let (placed, setup) = (Vec::new(), Setup::default());
    let mut file =
        PositionFile { definitions, state: state.clone(), begun: true, placed, before_turn: false, side: None, setup };
    let seen = AutumnFog::view(definitions, state, Viewer::Observer);
    for declaration in &declarations {
        let read = file.may_adjust(declaration, &seen).and_then(|()| file.declaration(declaration, &mut reader));
        reader.value(declaration.line, read);
    }
    if reader.errors.is_empty() {
        let whole = file.check_divisions();
        reader.value(0, whole);
    }
    if let Some(fault) = reader.errors.first() {
        return Err(Misread::new(fault.message.clone()));
    }
    let changed = |unit: &UnitId| {
        let (was, now) = (&state.field.units[unit.index()], &file.state.field.units[unit.index()]);
        (was != now).then(|| Event::Adjusted { unit: *unit, was: was.clone(), now: now.clone() })
    };
    Ok(file.placed.iter().filter_map(changed).collect())
}

/// A position that is being read.
struct PositionFile<'a> {
    definitions: &'a Definitions,
    state: State,
    /// Whether a line has described it that would be lost with another scenario.
    begun: bool,
    placed: Vec<UnitId>,
    /// Whether the position is that before a turn, not in its operations phase.
    before_turn: bool,
    side: Option<SideId>,
    setup: Setup,
}

/// Most game turns: more than any game has.
const MOST_TURNS: u8 = 20;

const KINDS: &str = "from, of, option, turn, side, activation, opening, unit, due, eliminated, supports, pool, used, air, reroll, \
                     breakthrough, events, marker, meuse or holder";

impl<'a> PositionFile<'a> {
    /// An empty map on the first turn of the first scenario, whose reinforcements, supports and objectives hold.
    fn new(definitions: &'a Definitions, first: &Scenario) -> PositionFile<'a> {
        let state = empty(definitions, 0, first, Options::default());
        let (placed, setup) = (Vec::new(), Setup::default());
        PositionFile { definitions, state, begun: false, placed, before_turn: false, side: None, setup }
    }

    fn declaration(&mut self, declaration: &Declaration, reader: &mut Reader<'_>) -> Result<(), String> {
        let starts = matches!(declaration.kind.as_str(), "from" | "of" | "option");
        self.begun |= !starts;
        match declaration.kind.as_str() {
            "from" | "of" => {
                reader.expect(declaration, 1..=1, &[]);
                self.scenario(declaration)
            }
            "option" => {
                reader.expect(declaration, 2..=2, &[]);
                let (name, value) = (declaration.word(0, "an option")?, declaration.word(1, "its value")?);
                self.setup.options.insert(name.to_owned(), value.to_owned());
                self.state.field.options = Options::read(&self.setup)?;
                Ok(())
            }
            "turn" => {
                reader.expect(declaration, 1..=1, &["last", "phase"]);
                self.turn(declaration)
            }
            "side" => {
                reader.expect(declaration, 1..=1, &[]);
                self.side = Some(side(declaration.word(0, "a side")?)?);
                Ok(())
            }
            "activation" => {
                reader.expect(declaration, 1..=1, &["count"]);
                self.activation(declaration)
            }
            "opening" => {
                reader.expect(declaration, 0..=4, &[]);
                let armies = declaration.words.iter().map(|army| self.army(army)).collect::<Result<_, _>>()?;
                self.state.field.operations.opening = Some(armies);
                Ok(())
            }
            "unit" => {
                reader.expect(declaration, 2..=2 + FLAGS.len(), &["steps", "ap", "mp", "activated", "parent"]);
                self.unit(declaration)
            }
            "due" => {
                reader.expect(declaration, 2..=2, &[]);
                let unit = self.new_unit(declaration)?;
                let turn = number(declaration.word(1, "a turn")?, "a turn")?;
                if self.definitions.arrival(&self.state.field, unit).is_none() {
                    return Err(self.no_arrival(unit));
                }
                self.state.field.units[unit.index()].place = Location::Due(turn);
                Ok(())
            }
            "eliminated" => {
                reader.expect(declaration, 1..=1, &["turn"]);
                let unit = self.new_unit(declaration)?;
                let turn = declaration.get("turn").map_or(Ok(self.state.field.turn), |text| number(text, "a turn"))?;
                let gone = &mut self.state.field.units[unit.index()];
                (gone.place, gone.steps) = (Location::Eliminated(turn), 0);
                Ok(())
            }
            "supports" => {
                let hq = self.find(declaration)?;
                if !self.definitions.unit(hq).is_hq() {
                    return Err(format!("expected a headquarters, found `{}`", self.definitions.name(hq)));
                }
                self.state.field.supports[hq.index()] = markers(declaration, reader)?;
                Ok(())
            }
            "pool" => {
                let army = self.army(declaration.word(0, "an army")?)?;
                self.state.field.pools[usize::from(army)] = markers(declaration, reader)?;
                Ok(())
            }
            "used" => {
                let army = self.army(declaration.word(0, "an army")?)?;
                self.state.field.used[usize::from(army)] = markers(declaration, reader)?;
                Ok(())
            }
            "air" => {
                reader.expect(declaration, 2..=2, &["grounded"]);
                let side = side(declaration.word(0, "a side")?)?;
                let missions = number(declaration.word(1, "a number of missions")?, "a number of missions")?;
                let grounded =
                    declaration.get("grounded").map_or(Ok(0), |text| number(text, "a number of missions"))?;
                if missions > MOST_MARKERS || grounded > MOST_MARKERS {
                    return Err(format!("expected at most {MOST_MARKERS} missions"));
                }
                self.state.field.air[side.index()] = missions;
                self.state.field.grounded[side.index()] = grounded;
                Ok(())
            }
            "reroll" => {
                reader.expect(declaration, 1..=1, &[]);
                self.state.field.rerolls[side(declaration.word(0, "a side")?)?.index()] = true;
                Ok(())
            }
            "breakthrough" => {
                reader.expect(declaration, 2..=2, &[]);
                let side = side(declaration.word(0, "a side")?)?;
                let hex = self.hex(declaration.word(1, "a hex")?)?;
                self.state.field.breakthroughs.push((side, hex));
                Ok(())
            }
            "meuse" => {
                reader.expect(declaration, 1..=1, &[]);
                self.state.field.meuse_crossed =
                    choice(declaration.word(0, "crossed")?, "meuse", &[("crossed", true)])?;
                Ok(())
            }
            "events" => {
                reader.expect(declaration, 0..=0, &EventKind::ALL.map(EventKind::name));
                for kind in EventKind::ALL {
                    let most = EventKind::COUNTS[kind.index()];
                    let count =
                        declaration.get(kind.name()).map_or(Ok(0), |text| number(text, "a number of markers"))?;
                    if count > most {
                        return Err(format!("expected at most {most} of {}, found {count}", kind.name()));
                    }
                    self.state.field.events[kind.index()] = count;
                }
                Ok(())
            }
            "marker" => {
                reader.expect(declaration, 2..=2, &[]);
                let laid = [EventKind::Stoesser, EventKind::Roadblock, EventKind::Nuts];
                let kind = choice(declaration.word(0, "an event")?, "marker", &laid.map(|kind| (kind.name(), kind)))?;
                let hex = self.hex(declaration.word(1, "a hex")?)?;
                self.state.field.markers.push((kind, hex));
                Ok(())
            }
            "holder" => {
                reader.expect(declaration, 2..=2, &[]);
                let (hex, side) = (self.hex(declaration.word(0, "a hex")?)?, side(declaration.word(1, "a side")?)?);
                let (place, title) = (self.definitions.place(hex), &self.definitions.scenario(&self.state.field).title);
                let counts = self.definitions.objectives(&self.state.field).any(|(objective, _)| objective == hex);
                let holder = self.state.field.holders.iter_mut().find(|(held, _)| counts && *held == hex);
                holder.ok_or_else(|| format!("{place} is no objective of {title}"))?.1 = side;
                Ok(())
            }
            other => Err(format!("expected {KINDS}, found `{other}`")),
        }
    }

    /// Begins with the set-up of a scenario (`from`), or with an empty map on which its reinforcements, supports,
    /// objectives and last turn hold (`of`); lines below change it.
    fn scenario(&mut self, declaration: &Declaration) -> Result<(), String> {
        if self.begun {
            return Err(format!("expected `{}` above all other lines of the position", declaration.kind));
        }
        let id = declaration.word(0, "a scenario")?;
        let scenarios = &self.definitions.published.scenarios;
        let index = scenarios.iter().position(|scenario| scenario.id == id).ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            format!("expected a scenario ({}), found `{id}`", known.join(", "))
        })?;
        let (scenario, options) = (&scenarios[index], self.state.field.options);
        self.state = if declaration.kind == "of" {
            empty(self.definitions, index as u8, scenario, options)
        } else {
            State::initial(self.definitions, index as u8, scenario, options)
        };
        // a position after the start of the first turn has had it
        for unit in surprise::surprised(self.definitions, &self.state.field) {
            self.state.field.units[unit.index()].pinned = true;
        }
        self.state.field.turn = scenario.turns.0;
        self.begun = true;
        Ok(())
    }

    /// Whether a line may adjust a game under way, of which both players see this.
    fn may_adjust(&self, declaration: &Declaration, seen: &View) -> Result<(), String> {
        if !matches!(declaration.kind.as_str(), "unit" | "eliminated") {
            return Err(format!("expected unit or eliminated, found `{}`", declaration.kind));
        }
        let (unit, field) = (self.find(declaration)?, &self.state.field);
        let name = self.definitions.name(unit);
        let hex = match declaration.kind.as_str() {
            "unit" => Some(self.hex(declaration.word(1, "a hex")?)?),
            _ => None,
        };
        let covers = |stack: &UnseenStack| Some(stack.hex) == hex;
        if matches!(seen.field.unit(unit).place, Location::Hidden(_)) || seen.field.unseen.stacks().iter().any(covers) {
            return Err(format!("expected what both players see, found {name} where not both do"));
        }
        let fought = field.combat.as_ref().is_some_and(|combat| {
            let hexes = combat.targets.iter().chain(&combat.from);
            combat.units.iter().flatten().any(|other| *other == unit)
                || hexes.into_iter().any(|there| Some(*there) == hex)
        });
        if fought || field.march.as_ref().is_some_and(|march| march.unit.seen() == Some(unit)) {
            return Err(format!(
                "{name} cannot be adjusted in the middle of a combat or a march; do it when that is over"
            ));
        }
        if declaration.words.iter().any(|flag| flag == "top") {
            return Err("expected no flag `top`: its owner chooses who lies on top".to_owned());
        }
        if declaration.get("ap").is_some() && field.operations.activation.is_none() {
            return Err(format!("{name} can have action points only while a sequence is under way"));
        }
        if hex.is_none() && field.supports[unit.index()] != [0; 4] {
            return Err(format!("{name} holds supports, and would take them with it"));
        }
        Ok(())
    }

    fn turn(&mut self, declaration: &Declaration) -> Result<(), String> {
        let field = &mut self.state.field;
        field.turn = number(declaration.word(0, "a turn")?, "a turn")?;
        field.last_turn = declaration.get("last").map_or(Ok(field.last_turn), |text| number(text, "the last turn"))?;
        if field.last_turn > MOST_TURNS {
            return Err(format!("expected a last turn of at most {MOST_TURNS}, found {}", field.last_turn));
        }
        if field.turn < 1 || field.last_turn < field.turn {
            return Err(format!("expected a turn from 1 to the last, {}, found {}", field.last_turn, field.turn));
        }
        self.before_turn = declaration
            .get("phase")
            .map_or(Ok(false), |text| choice(text, "phase", &[("start", true), ("operations", false)]))?;
        Ok(())
    }

    fn activation(&mut self, declaration: &Declaration) -> Result<(), String> {
        let what = declaration.word(0, "a formation or `general`")?;
        let side = self.side.ok_or("expected a line `side` above")?;
        let activation = if what == "general" {
            let limit = self.definitions.tables.doctrine(side).general_activation;
            Activation::General { limit }
        } else {
            Activation::Formation(self.formation(what, side)?)
        };
        let operations = &mut self.state.field.operations;
        operations.activation = Some(activation);
        operations.count = declaration.get("count").map_or(Ok(0), |text| number(text, "units activated"))?;
        Ok(())
    }

    /// Opens the ask of the operations phase, or leaves the turn to be begun.
    fn finish(mut self) -> Result<State, String> {
        self.check_divisions()?;
        let field = &mut self.state.field;
        let over = |(unit, hex): (UnitId, HexId)| {
            self.definitions.unit(unit).side == GERMAN && self.definitions.board.west_of_meuse(hex)
        };
        let crossed = field.on_map().any(over);
        field.meuse_crossed |= crossed;
        if self.before_turn {
            field.turn -= 1;
            field.operations = Operations::default();
            return Ok(self.state);
        }
        let side = self.side.ok_or("expected a line `side german` or `side allied`: who acts")?;
        if field.operations.activation.is_none()
            && let Some(active) = field.units.iter().position(|unit| unit.active)
        {
            let name = self.definitions.name(UnitId(active as u16));
            return Err(format!("expected a line `activation`, because {name} has action points"));
        }
        field.operations.side = Some(side);
        field.asks.push(OpenAsk { id: AskId(0), side, pending: Pending::Operate });
        field.next_ask = 1;
        Ok(self.state)
    }
}

/// A scenario on its first turn without a unit on the map or to come, and without an event left.
fn empty(definitions: &Definitions, index: u8, scenario: &Scenario, options: Options) -> State {
    let bare = Scenario { placements: Vec::new(), arrivals: Vec::new(), ..scenario.clone() };
    let mut state = State::initial(definitions, index, &bare, options);
    (state.field.turn, state.field.events) = (scenario.turns.0, [0; 7]);
    state
}
