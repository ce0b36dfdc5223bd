//! Explicit positions in text: any units in any hexes with any status, at any moment of the operations phase or at
//! the start of a turn. The format is described in `engine/README.md`.

use super::definitions::Definitions;
use super::detachment;
use super::event::Event;
use super::forces::UnitData;
use super::game::AutumnFog;
use super::options::Options;
use super::order::{EventKind, SupportKind};
use super::state::{Activation, GERMAN, Location, OpenAsk, Operations, Pending, State, Supply, UnseenStack};
use super::surprise;
use super::tables::Camp;
use super::view::View;
use definitions::hex::HexId;
use definitions::record::{Reader, Record, choice, number};
use definitions::{DefinitionError, FormationId, Scenario, Terrain, UnitId};
use engine::contract::{AskId, Misread, Setup, SideId, Sight, Viewer};
use engine::referee::Positions;

impl Positions for AutumnFog {
    fn place(definitions: &Definitions, file: &str, text: &str) -> Result<State, Vec<DefinitionError>> {
        let mut reader = Reader::new(file);
        let records = reader.records(text);
        let Some(first) = definitions.published.scenarios.first() else {
            reader.fault(0, "the game has no scenario");
            return Err(reader.errors);
        };
        let mut file = PositionFile::new(definitions, first);
        for record in &records {
            let read = file.record(record, &mut reader);
            reader.value(record.line, read);
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
    let records = reader.records(lines);
    let (placed, setup) = (Vec::new(), Setup::default());
    let mut file =
        PositionFile { definitions, state: state.clone(), begun: true, placed, before_turn: false, side: None, setup };
    let seen = AutumnFog::view(definitions, state, Viewer::Observer);
    for record in &records {
        let read = file.may_adjust(record, &seen).and_then(|()| file.record(record, &mut reader));
        reader.value(record.line, read);
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

/// Most game turns, and most markers of a kind in one place: more than any game has.
const MOST_TURNS: u8 = 20;
const MOST_MARKERS: u8 = 20;
/// Most action points and halves of movement points of a unit, and most steps in a hex: more than any game has.
const MOST_AP: u8 = 9;
const MOST_HALF_MP: u8 = 40;
const MOST_STEPS: u8 = 30;

/// Flags of a unit.
const FLAGS: [&str; 13] = [
    "fatigued",
    "improved",
    "isolated",
    "unsupplied",
    "out-of-command",
    "bound",
    "arrived",
    "fell-back",
    "pinned",
    "acted",
    "top",
    "covered",
    "refuelled",
];

const KINDS: &str = "from, of, option, turn, side, activation, opening, unit, due, eliminated, supports, pool, used, air, reroll, \
                     breakthrough, events, marker, meuse or holder";

impl<'a> PositionFile<'a> {
    /// An empty map on the first turn of the first scenario, whose reinforcements, supports and objectives hold.
    fn new(definitions: &'a Definitions, first: &Scenario) -> PositionFile<'a> {
        let state = empty(definitions, 0, first, Options::default());
        let (placed, setup) = (Vec::new(), Setup::default());
        PositionFile { definitions, state, begun: false, placed, before_turn: false, side: None, setup }
    }

    fn record(&mut self, record: &Record, reader: &mut Reader<'_>) -> Result<(), String> {
        let starts = matches!(record.kind.as_str(), "from" | "of" | "option");
        self.begun |= !starts;
        match record.kind.as_str() {
            "from" | "of" => {
                reader.expect(record, 1..=1, &[]);
                self.scenario(record)
            }
            "option" => {
                reader.expect(record, 2..=2, &[]);
                let (name, value) = (record.word(0, "an option")?, record.word(1, "its value")?);
                self.setup.options.insert(name.to_owned(), value.to_owned());
                self.state.field.options = Options::read(&self.setup)?;
                Ok(())
            }
            "turn" => {
                reader.expect(record, 1..=1, &["last", "phase"]);
                self.turn(record)
            }
            "side" => {
                reader.expect(record, 1..=1, &[]);
                self.side = Some(side(record.word(0, "a side")?)?);
                Ok(())
            }
            "activation" => {
                reader.expect(record, 1..=1, &["count"]);
                self.activation(record)
            }
            "opening" => {
                reader.expect(record, 0..=4, &[]);
                let armies = record.words.iter().map(|army| self.army(army)).collect::<Result<_, _>>()?;
                self.state.field.operations.opening = Some(armies);
                Ok(())
            }
            "unit" => {
                reader.expect(record, 2..=2 + FLAGS.len(), &["steps", "ap", "mp", "activated", "parent"]);
                self.unit(record)
            }
            "due" => {
                reader.expect(record, 2..=2, &[]);
                let unit = self.new_unit(record)?;
                let turn = number(record.word(1, "a turn")?, "a turn")?;
                if self.definitions.arrival(&self.state.field, unit).is_none() {
                    return Err(self.no_arrival(unit));
                }
                self.state.field.units[unit.index()].place = Location::Due(turn);
                Ok(())
            }
            "eliminated" => {
                reader.expect(record, 1..=1, &["turn"]);
                let unit = self.new_unit(record)?;
                let turn = record.get("turn").map_or(Ok(self.state.field.turn), |text| number(text, "a turn"))?;
                let gone = &mut self.state.field.units[unit.index()];
                (gone.place, gone.steps) = (Location::Eliminated(turn), 0);
                Ok(())
            }
            "supports" => {
                let hq = self.find(record)?;
                if !self.definitions.unit(hq).is_hq() {
                    return Err(format!("expected a headquarters, found `{}`", self.definitions.name(hq)));
                }
                self.state.field.supports[hq.index()] = markers(record, reader)?;
                Ok(())
            }
            "pool" => {
                let army = self.army(record.word(0, "an army")?)?;
                self.state.field.pools[usize::from(army)] = markers(record, reader)?;
                Ok(())
            }
            "used" => {
                let army = self.army(record.word(0, "an army")?)?;
                self.state.field.used[usize::from(army)] = markers(record, reader)?;
                Ok(())
            }
            "air" => {
                reader.expect(record, 2..=2, &["grounded"]);
                let side = side(record.word(0, "a side")?)?;
                let missions = number(record.word(1, "a number of missions")?, "a number of missions")?;
                let grounded = record.get("grounded").map_or(Ok(0), |text| number(text, "a number of missions"))?;
                if missions > MOST_MARKERS || grounded > MOST_MARKERS {
                    return Err(format!("expected at most {MOST_MARKERS} missions"));
                }
                self.state.field.air[side.index()] = missions;
                self.state.field.grounded[side.index()] = grounded;
                Ok(())
            }
            "reroll" => {
                reader.expect(record, 1..=1, &[]);
                self.state.field.rerolls[side(record.word(0, "a side")?)?.index()] = true;
                Ok(())
            }
            "breakthrough" => {
                reader.expect(record, 2..=2, &[]);
                let side = side(record.word(0, "a side")?)?;
                let hex = self.hex(record.word(1, "a hex")?)?;
                self.state.field.breakthroughs.push((side, hex));
                Ok(())
            }
            "meuse" => {
                reader.expect(record, 1..=1, &[]);
                self.state.field.meuse_crossed = choice(record.word(0, "crossed")?, "meuse", &[("crossed", true)])?;
                Ok(())
            }
            "events" => {
                reader.expect(record, 0..=0, &EventKind::ALL.map(EventKind::name));
                for kind in EventKind::ALL {
                    let most = EventKind::COUNTS[kind.index()];
                    let count = record.get(kind.name()).map_or(Ok(0), |text| number(text, "a number of markers"))?;
                    if count > most {
                        return Err(format!("expected at most {most} of {}, found {count}", kind.name()));
                    }
                    self.state.field.events[kind.index()] = count;
                }
                Ok(())
            }
            "marker" => {
                reader.expect(record, 2..=2, &[]);
                let laid = [EventKind::Stoesser, EventKind::Roadblock, EventKind::Nuts];
                let kind = choice(record.word(0, "an event")?, "marker", &laid.map(|kind| (kind.name(), kind)))?;
                let hex = self.hex(record.word(1, "a hex")?)?;
                self.state.field.markers.push((kind, hex));
                Ok(())
            }
            "holder" => {
                reader.expect(record, 2..=2, &[]);
                let (hex, side) = (self.hex(record.word(0, "a hex")?)?, side(record.word(1, "a side")?)?);
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
    fn scenario(&mut self, record: &Record) -> Result<(), String> {
        if self.begun {
            return Err(format!("expected `{}` above all other lines of the position", record.kind));
        }
        let id = record.word(0, "a scenario")?;
        let scenarios = &self.definitions.published.scenarios;
        let index = scenarios.iter().position(|scenario| scenario.id == id).ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
            format!("expected a scenario ({}), found `{id}`", known.join(", "))
        })?;
        let (scenario, options) = (&scenarios[index], self.state.field.options);
        self.state = if record.kind == "of" {
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
    fn may_adjust(&self, record: &Record, seen: &View) -> Result<(), String> {
        if !matches!(record.kind.as_str(), "unit" | "eliminated") {
            return Err(format!("expected unit or eliminated, found `{}`", record.kind));
        }
        let (unit, field) = (self.find(record)?, &self.state.field);
        let name = self.definitions.name(unit);
        let hex = match record.kind.as_str() {
            "unit" => Some(self.hex(record.word(1, "a hex")?)?),
            _ => None,
        };
        let covers = |stack: &UnseenStack| Some(stack.hex) == hex;
        if seen.field.unit(unit).place == Location::Hidden || seen.field.unseen.iter().any(covers) {
            return Err(format!("expected what both players see, found {name} where not both do"));
        }
        let fought = field.combat.as_ref().is_some_and(|combat| {
            let hexes = combat.targets.iter().chain(&combat.from);
            combat.units.iter().flatten().any(|other| *other == unit)
                || hexes.into_iter().any(|there| Some(*there) == hex)
        });
        if fought || field.march.as_ref().is_some_and(|march| march.unit == Some(unit)) {
            return Err(format!(
                "{name} cannot be adjusted in the middle of a combat or a march; do it when that is over"
            ));
        }
        if record.words.iter().any(|flag| flag == "top") {
            return Err("expected no flag `top`: its owner chooses who lies on top".to_owned());
        }
        if record.get("ap").is_some() && field.operations.activation.is_none() {
            return Err(format!("{name} can have action points only while a sequence is under way"));
        }
        if hex.is_none() && field.supports[unit.index()] != [0; 4] {
            return Err(format!("{name} holds supports, and would take them with it"));
        }
        Ok(())
    }

    fn turn(&mut self, record: &Record) -> Result<(), String> {
        let field = &mut self.state.field;
        field.turn = number(record.word(0, "a turn")?, "a turn")?;
        field.last_turn = record.get("last").map_or(Ok(field.last_turn), |text| number(text, "the last turn"))?;
        if field.last_turn > MOST_TURNS {
            return Err(format!("expected a last turn of at most {MOST_TURNS}, found {}", field.last_turn));
        }
        if field.turn < 1 || field.last_turn < field.turn {
            return Err(format!("expected a turn from 1 to the last, {}, found {}", field.last_turn, field.turn));
        }
        self.before_turn = record
            .get("phase")
            .map_or(Ok(false), |text| choice(text, "phase", &[("start", true), ("operations", false)]))?;
        Ok(())
    }

    fn activation(&mut self, record: &Record) -> Result<(), String> {
        let what = record.word(0, "a formation or `general`")?;
        let side = self.side.ok_or("expected a line `side` above")?;
        let activation = if what == "general" {
            let limit = self.definitions.tables.doctrine(Camp::of(side)).general_activation;
            Activation::General { limit }
        } else {
            Activation::Formation(self.formation(what, side)?)
        };
        let operations = &mut self.state.field.operations;
        operations.activation = Some(activation);
        operations.count = record.get("count").map_or(Ok(0), |text| number(text, "units activated"))?;
        Ok(())
    }

    fn formation(&self, id: &str, side: SideId) -> Result<FormationId, String> {
        let units = &self.definitions.published.units;
        units.find_formation(id).filter(|formation| self.definitions.side_of(*formation) == side).ok_or_else(|| {
            let own = units.formations.iter().filter(|formation| formation.side == side.0);
            let own: Vec<&str> = own.map(|formation| formation.id.as_str()).collect();
            format!("expected general or a formation of that side ({}), found `{id}`", own.join(", "))
        })
    }

    /// `unit ID HEX FLAG… steps=N ap=N mp=N activated=N`.
    fn unit(&mut self, record: &Record) -> Result<(), String> {
        let id = self.new_unit(record)?;
        let data = self.definitions.unit(id);
        let hex = self.hex(record.word(1, "a hex")?)?;
        if let Some(other) = self.state.field.in_hex(hex).find(|other| self.definitions.unit(*other).side != data.side)
        {
            let place = self.definitions.place(hex);
            return Err(format!("{} of the other side stands in {place}", self.definitions.name(other)));
        }
        let steps = record.get("steps").map_or(Ok(data.steps), |text| number(text, "the steps left"))?;
        if steps < 1 || steps > data.steps {
            return Err(format!("expected 1 to {} steps, found {steps}", data.steps));
        }
        let ap: Option<u8> = record.get("ap").map(|text| number(text, "action points")).transpose()?;
        let half_mp = record.get("mp").map_or(Ok(0), half_points)?;
        if ap.is_some_and(|ap| ap > MOST_AP) || half_mp > MOST_HALF_MP {
            return Err(format!("expected at most {MOST_AP} AP and {} MP", MOST_HALF_MP / 2));
        }
        let stacked = self.state.field.steps_in(hex) + steps;
        if stacked > MOST_STEPS {
            return Err(format!("expected at most {MOST_STEPS} steps in a hex, found {stacked}"));
        }
        let activated =
            record.get("activated").map_or(Ok(u8::from(ap.is_some())), |text| number(text, "activations"))?;
        let flags: Vec<&str> = record.words[2..].iter().map(String::as_str).collect();
        if let Some(stray) = flags.iter().find(|flag| !FLAGS.contains(flag)) {
            return Err(format!("expected one of {}, found `{stray}`", FLAGS.join(", ")));
        }
        let parent = record.get("parent").map(|id| self.parent_of(data, id)).transpose()?;
        if data.detachment && parent.is_none() {
            return Err(format!("expected `parent=` and the division that `{}` was split off from", record.words[0]));
        }
        let has = |flag: &str| flags.contains(&flag);
        if has("top") {
            self.state.field.tops.retain(|(there, _)| *there != hex);
            self.state.field.tops.push((hex, id));
        }
        let unit = &mut self.state.field.units[id.index()];
        unit.place = Location::Map(hex);
        unit.steps = steps;
        (unit.active, unit.ap, unit.half_mp) = (ap.is_some(), ap.unwrap_or(0), half_mp);
        unit.activations = activated;
        unit.supply = match (has("isolated"), has("unsupplied")) {
            (_, true) => Supply::Unsupplied,
            (true, false) => Supply::Isolated,
            (false, false) => Supply::Supplied,
        };
        (unit.fatigued, unit.improved, unit.out_of_command) = (has("fatigued"), has("improved"), has("out-of-command"));
        (unit.bound, unit.arrived, unit.fell_back) = (has("bound"), has("arrived"), has("fell-back"));
        (unit.pinned, unit.acted, unit.parent) = (has("pinned"), has("acted"), parent);
        (unit.covered, unit.refuelled) = (has("covered"), has("refuelled"));
        Ok(())
    }

    /// The division of a detachment (18).
    fn parent_of(&self, detachment: &UnitData, id: &str) -> Result<UnitId, String> {
        let division = self.definitions.published.units.find(id).filter(|unit| {
            let data = self.definitions.unit(*unit);
            detachment.detachment && data.divides && data.formation == detachment.formation
        });
        division.ok_or_else(|| format!("expected an infantry division of the detachment's corps, found `{id}`"))
    }

    /// The unit of a line, which no line above has named.
    fn new_unit(&mut self, record: &Record) -> Result<UnitId, String> {
        let unit = self.find(record)?;
        if self.placed.contains(&unit) {
            return Err(format!("`{}` is placed twice", record.words[0]));
        }
        self.placed.push(unit);
        self.state.field.units[unit.index()].place = Location::Absent;
        Ok(unit)
    }

    /// That a unit is no reinforcement of the scenario, and of which it is one.
    fn no_arrival(&self, unit: UnitId) -> String {
        let (name, here) = (self.definitions.name(unit), self.definitions.scenario(&self.state.field));
        let lists = |scenario: &&Scenario| scenario.arrivals.iter().any(|arrival| arrival.unit == unit);
        let elsewhere = self.definitions.published.scenarios.iter().find(lists);
        let instead = elsewhere.map(|scenario| format!("; begin the position with `of {}`", scenario.id));
        format!("{name} is no reinforcement of {}{}", here.title, instead.unwrap_or_default())
    }

    fn find(&self, record: &Record) -> Result<UnitId, String> {
        let id = record.word(0, "the id of a unit")?;
        let found = self.definitions.published.units.find(id);
        found.ok_or_else(|| format!("expected the id of a unit, as in units.txt, found `{id}`"))
    }

    fn hex(&self, number: &str) -> Result<HexId, String> {
        let hex = self.definitions.board.grid().find(number);
        hex.filter(|hex| self.definitions.published.map.hex(*hex).terrain != Terrain::OffMap)
            .ok_or_else(|| format!("expected a hex of the map, as in 1817, found `{number}`"))
    }

    fn army(&self, id: &str) -> Result<u8, String> {
        let place = self.definitions.armies.iter().position(|army| army == id);
        place
            .map(|place| place as u8)
            .ok_or_else(|| format!("expected an army ({}), found `{id}`", self.definitions.armies.join(", ")))
    }

    /// That no division has more steps with its detachments than it is made of.
    fn check_divisions(&self) -> Result<(), String> {
        let field = &self.state.field;
        for unit in field.units.iter().filter_map(|state| state.parent) {
            let (name, full) = (self.definitions.name(unit), self.definitions.unit(unit).steps);
            let (_, shared) = detachment::shared(field, unit);
            if shared > full {
                return Err(format!("expected {name} and its detachments to share {full} steps, found {shared}"));
            }
        }
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

fn side(name: &str) -> Result<SideId, String> {
    choice(name, "side", &[(Camp::German.name(), SideId(0)), (Camp::Allied.name(), SideId(1))])
}

/// `NAME kind=count …`.
fn markers(record: &Record, reader: &mut Reader<'_>) -> Result<[u8; 4], String> {
    reader.expect(record, 1..=1, &SupportKind::ALL.map(SupportKind::name));
    let mut markers = [0; 4];
    for kind in SupportKind::ALL {
        let count = record.get(kind.name()).map_or(Ok(0), |text| number(text, "a number of markers"))?;
        if count > MOST_MARKERS {
            return Err(format!("expected at most {MOST_MARKERS} markers, found {count}"));
        }
        markers[kind.index()] = count;
    }
    Ok(markers)
}

/// Movement points such as `2` or `1.5`, in halves.
fn half_points(text: &str) -> Result<u8, String> {
    let (whole, half) = match text.split_once('.') {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return Err(format!("expected movement points as in 2 or 1.5, found `{text}`")),
    };
    let whole: u8 = number(whole, "movement points")?;
    whole.checked_mul(2).and_then(|halves| halves.checked_add(half)).ok_or_else(|| format!("{text} MP are too many"))
}
