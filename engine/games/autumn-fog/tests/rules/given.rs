//! Positions of Autumn Fog for tests: a flat map without rivers, on which a test puts what it needs.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::{Event, Fight};
use autumn_fog::options::Options;
use autumn_fog::order::{EventKind, Step, SupportKind, Verb};
use autumn_fog::state::{Activation, GERMAN, Location, OpenAsk, Operations, Pending, State, Supply, UnitState};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::chance::Scripted;
use engine::contract::{AskId, Foundation, Progress, Refusal, Seen, SideId, Sight, Speech, Viewer, decide};

/// A position and what follows from it.
#[derive(Clone)]
pub struct Given {
    pub definitions: std::sync::Arc<Definitions>,
    pub state: State,
    last: UnitId,
}

impl Given {
    /// Turn 2 on clear ground, but for these lines of a map file. No unit is on the map, no event left to play.
    pub fn on(ground: &[&str]) -> Given {
        let mut files = AutumnFog::files();
        let printed = files.text("map.txt").unwrap().to_owned();
        let mut lines = Vec::new();
        for line in printed.lines().filter(|line| !line.starts_with("side ") && !line.starts_with("road ")) {
            let mut words = line.split_whitespace();
            lines.push(match (words.next(), words.next()) {
                (Some("hex"), Some(number)) => {
                    let marks = words.filter(|word| word.starts_with("edge=") || word.starts_with("entry="));
                    let own = ground.iter().find_map(|line| line.strip_prefix(&format!("hex {number} ")));
                    format!("hex {number} {} {} @survey", own.unwrap_or("clear"), marks.collect::<Vec<_>>().join(" "))
                }
                _ => line.to_owned(),
            });
        }
        let sides = ground.iter().filter(|line| !line.starts_with("hex "));
        lines.extend(sides.map(|line| format!("{line} @survey")));
        files.replace("map.txt", &lines.join("\n"));
        let definitions = AutumnFog::definitions(&files).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let scenario = definitions.published.scenario("initial-assault").expect("the scenario").clone();
        let mut state = State::initial(&definitions, 0, &scenario, Options::default());
        for unit in &mut state.field.units {
            (unit.place, unit.improved, unit.pinned) = (Location::Absent, false, false);
        }
        (state.field.turn, state.field.events) = (2, [0; 7]);
        Given { definitions: definitions.into(), state, last: UnitId(0) }
    }

    /// The same on another turn.
    pub fn on_turn(mut self, turn: u8) -> Given {
        self.state.field.turn = turn;
        self
    }

    /// The hex with a number.
    pub fn hex(&self, number: &str) -> HexId {
        self.definitions.board.grid().find(number).unwrap_or_else(|| panic!("no hex {number}"))
    }

    /// The unit with an id.
    pub fn id(&self, id: &str) -> UnitId {
        self.definitions.published.units.find(id).unwrap_or_else(|| panic!("no unit {id}"))
    }

    /// What is known of a unit.
    pub fn look(&self, id: &str) -> &UnitState {
        self.state.field.unit(self.id(id))
    }

    /// Number of the hex of a unit; none if it is not on the map.
    pub fn place(&self, id: &str) -> Option<String> {
        self.look(id).hex().map(|hex| self.definitions.board.grid().number(hex))
    }

    /// Puts a unit on the map. What follows speaks of it.
    pub fn unit(mut self, id: &str, hex: &str) -> Given {
        self.last = self.id(id);
        let hex = self.hex(hex);
        self.state.field.units[self.last.index()].place = Location::Map(hex);
        self
    }

    fn change(mut self, change: impl FnOnce(&mut UnitState)) -> Given {
        change(&mut self.state.field.units[self.last.index()]);
        self
    }

    pub fn steps(self, steps: u8) -> Given {
        self.change(|unit| unit.steps = steps)
    }

    pub fn fatigued(self) -> Given {
        self.change(|unit| unit.fatigued = true)
    }

    pub fn improved(self) -> Given {
        self.change(|unit| unit.improved = true)
    }

    pub fn fell_back(self) -> Given {
        self.change(|unit| unit.fell_back = true)
    }

    pub fn bound(self) -> Given {
        self.change(|unit| unit.bound = true)
    }

    pub fn out_of_command(self) -> Given {
        self.change(|unit| unit.out_of_command = true)
    }

    pub fn supply(self, supply: Supply) -> Given {
        self.change(|unit| unit.supply = supply)
    }

    /// The unit is active with so many AP.
    pub fn ap(self, ap: u8) -> Given {
        self.change(|unit| (unit.active, unit.ap, unit.activations) = (true, ap, 1))
    }

    /// With these optional rules.
    pub fn playing(mut self, options: Options) -> Given {
        self.state.field.options = options;
        self
    }

    /// With air support missions of Germans and Allies.
    pub fn missions(mut self, german: u8, allied: u8) -> Given {
        self.state.field.air = [german, allied];
        self
    }

    /// With a second roll for an attack of a side.
    pub fn may_reroll(mut self, side: SideId) -> Given {
        self.state.field.rerolls[side.index()] = true;
        self
    }

    /// The headquarters holds supports.
    pub fn holds(mut self, kind: SupportKind, count: u8) -> Given {
        self.state.field.supports[self.last.index()][kind.index()] = count;
        self
    }

    /// Events of a kind are left to play.
    pub fn event(mut self, kind: EventKind, count: u8) -> Given {
        self.state.field.events[kind.index()] = count;
        self
    }

    /// The marker of an event lies in a hex.
    pub fn marker(mut self, kind: EventKind, hex: &str) -> Given {
        let hex = self.hex(hex);
        self.state.field.markers.push((kind, hex));
        self
    }

    /// A side is in a general activation whose units have all joined, and is asked what to do.
    pub fn acting(mut self, side: SideId) -> Given {
        let activation = Some(Activation::General { limit: 4 });
        self.state.field.operations = Operations { side: Some(side), activation, count: 4, ..Operations::default() };
        self.state.field.asks = vec![OpenAsk { id: AskId(0), side, pending: Pending::Operate }];
        self.state.field.next_ask = 1;
        self
    }

    /// The German acts.
    pub fn german_acts(self) -> Given {
        self.acting(GERMAN)
    }

    /// Reads `attack target:1610 with:18-vg lead:18-vg support:hq-lxvi/artillery done`.
    pub fn steps_of(&self, text: &str) -> Vec<Step> {
        let support = |text: &str| {
            let (hq, kind) = text.split_once('/').unwrap_or_else(|| panic!("{text}"));
            (self.id(hq), SupportKind::named(kind).unwrap_or_else(|| panic!("{kind}")))
        };
        let step = |word: &str| match word.split_once(':') {
            Some(("target", hex)) => Step::Target(self.hex(hex)),
            Some(("with", unit)) => Step::With(self.id(unit)),
            Some(("lead", unit)) => Step::Lead(self.id(unit)),
            Some(("unit", unit)) => Step::Unit(self.id(unit)),
            Some(("loss", unit)) => Step::Loss(self.id(unit)),
            Some(("via", hex)) => Step::Via(self.hex(hex)),
            Some(("hex", hex)) => Step::Hex(self.hex(hex)),
            Some(("event", name)) => {
                let named = |kind: &EventKind| kind.name() == name;
                Step::Event(EventKind::ALL.into_iter().find(named).unwrap_or_else(|| panic!("{name}")))
            }
            Some(("support", text)) => {
                let (hq, kind) = support(text);
                Step::Support(hq, kind)
            }
            Some(("spend", text)) => {
                let (hq, kind) = support(text);
                Step::SupportLoss(hq, kind)
            }
            None if word == "done" => Step::Done,
            None if word == "air" => Step::Air,
            None => {
                let named = |verb: &Verb| format!("{verb:?}").to_lowercase() == word;
                Step::Verb(Verb::ALL.into_iter().find(named).unwrap_or_else(|| panic!("{word}")))
            }
            Some((what, _)) => panic!("{what}"),
        };
        text.split_whitespace().map(step).collect()
    }

    /// Who is asked, and about what.
    pub fn asked(&self) -> Option<(SideId, Pending)> {
        self.state.field.asks.last().map(|ask| (ask.side, ask.pending))
    }

    fn view(&self) -> <AutumnFog as Foundation>::View {
        let side = self.asked().expect("somebody is asked").0;
        AutumnFog::view(&self.definitions, &self.state, Viewer::Side(side))
    }

    /// Carries out an order of the side that is asked, with exactly these dice.
    #[track_caller]
    pub fn order(&mut self, text: &str, dice: &[u8]) -> Vec<Event> {
        let side = self.asked().expect("somebody is asked").0;
        let mut chance = Scripted::new(dice.iter().copied());
        let steps = self.steps_of(text);
        let done = decide::<AutumnFog>(&self.definitions, &self.state, side, &steps, &mut chance);
        let (events, state) = done.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!((chance.left(), chance.missing), (0, 0), "dice left and missing after {text}");
        self.state = state;
        events
    }

    /// The refusal of an order of the side that is asked.
    #[track_caller]
    pub fn refusal(&self, text: &str) -> Refusal {
        match Seen::<AutumnFog>::new(&self.definitions, &self.view()).accept(&self.steps_of(text)) {
            Ok(()) => panic!("{text} is accepted"),
            Err(refusal) => refusal,
        }
    }

    /// The case under which an order is refused.
    #[track_caller]
    pub fn refused(&self, text: &str) -> String {
        self.refusal(text).case.into_owned()
    }

    /// Whether an order is accepted.
    pub fn accepts(&self, text: &str) -> bool {
        Seen::<AutumnFog>::new(&self.definitions, &self.view()).accept(&self.steps_of(text)).is_ok()
    }

    /// Steps that may follow, with what they do.
    pub fn next(&self, text: &str) -> Vec<(Step, Progress)> {
        Seen::<AutumnFog>::new(&self.definitions, &self.view()).legal(&self.steps_of(text))
    }

    /// Numbers of the hexes that may follow as the next of a path, in order.
    pub fn vias(&self, text: &str) -> Vec<String> {
        let via =
            |(step, _)| if let Step::Via(hex) = step { Some(self.definitions.board.grid().number(hex)) } else { None };
        let mut vias: Vec<String> = self.next(text).into_iter().filter_map(via).collect();
        vias.sort();
        vias
    }

    /// The question that is put, title and facts, one a line.
    pub fn question(&self) -> String {
        let open = self.state.field.asks.last().expect("somebody is asked");
        let ask = open.pending.asked(open.id, open.side);
        let question = AutumnFog::question(Seen::<AutumnFog>::new(&self.definitions, &self.view()), &ask);
        [vec![question.title], question.details].concat().join("\n")
    }

    /// How the combat under way, or the one in these events, was worked out.
    #[track_caller]
    pub fn fight(events: &[Event]) -> &Fight {
        let fought = events.iter().find_map(|event| if let Event::Fought(fight) = event { Some(fight) } else { None });
        fought.expect("a combat was fought")
    }
}
