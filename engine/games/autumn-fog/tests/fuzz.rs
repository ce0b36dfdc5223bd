//! Orders of an enemy: whatever comes as text or JSON, in positions that games reach, with every set of optional rules.
//! The program never fails over it; what is refused changes nothing, and says why.
//!
//! What is made up follows from the page of help and from the verbs, so a new verb needs nothing here.

use autumn_fog::AutumnFog;
use autumn_fog::definitions::Definitions;
use autumn_fog::event::Event;
use autumn_fog::order::{EventKind, Step, SupportKind, Verb};
use autumn_fog::state::{Pending, State};
use autumn_fog::view::View;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    AskId, Foundation, Rules, Seen, Setup, SideId, Sight, Speech, Thing, Viewer, begin, choose_and_carry_out,
};
use engine::referee::referee;
use engine::table::{Batch, Begun, GameKind, Kind, Line, Record, Report, Rulebook, Secrets, Session, Verdict, guarded};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use testing::Seeded;
use testing::on_all_cores;

/// Orders that are tried in the suite, and in a soak (`just soak`).
const ORDERS: [u64; 2] = [12_000, 1_000_000];
/// Game files that are tried.
const FILES: [u64; 2] = [60, 20_000];
/// Orders that are tried at each moment, and the share of a game's moments at which they are: of each kind of question
/// the first ones, then one moment in so many.
const AT_A_MOMENT: usize = 12;
const FIRST: u64 = 2;
const ONE_IN: u64 = 60;

fn wanted(numbers: [u64; 2]) -> u64 {
    numbers[usize::from(std::env::var("FIELDPOST_SOAK").is_ok())]
}

/// A game of the catalogue with what its orders are made of.
struct Field {
    rulebook: Arc<dyn Rulebook>,
    definitions: Definitions,
    setups: Vec<Setup>,
    forms: Vec<String>,
    names: Vec<String>,
    secrets: Secrets,
}

impl Field {
    fn new() -> Field {
        let kind = Kind::<AutumnFog>::new();
        let rulebook = kind.load(&kind.files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let definitions = AutumnFog::definitions(&AutumnFog::files()).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let published = rulebook.published();
        let mut setups = Vec::new();
        for scenario in &published.scenarios {
            let mut sets = vec![Setup { scenario: scenario.id.clone(), ..Setup::default() }];
            for rule in rulebook.options() {
                let with = |set: &Setup, value: &str| {
                    let mut set = set.clone();
                    set.options.insert(rule.name.to_owned(), value.to_owned());
                    set
                };
                sets = sets.iter().flat_map(|set| rule.values.iter().map(move |(value, _)| with(set, value))).collect();
            }
            setups.extend(sets);
        }
        let secrets = Secrets::new([1; 32], [2; 32]);
        let start = rulebook.start("fuzz", &setups[0], &secrets).expect("a game");
        let help = rulebook.open(&start).expect("its records").help();
        let units = published.units.units.iter().flat_map(|unit| [unit.name.clone(), unit.id.clone()]);
        let formations = published.units.formations.iter().map(|formation| formation.short.clone());
        let places = published.map.hexes.iter().filter_map(|hex| hex.name.clone());
        let names = units.chain(formations).chain(places).collect();
        Field { forms: forms(&help), rulebook, definitions, setups, names, secrets }
    }
}

/// The forms of all lines that the page of help explains.
fn forms(help: &str) -> Vec<String> {
    let explained = help.split("\n\n").filter(|block| block.contains("    Example: "));
    explained.flat_map(str::lines).filter(|line| !line.starts_with(' ')).map(str::to_owned).collect()
}

/// An enemy: what he sends is half sense.
struct Enemy<'a> {
    field: &'a Field,
    choice: Seeded,
}

impl Enemy<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.choice.next_below(bound)
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A number of something of which there are so many, or what is none.
    fn number(&mut self, of: usize) -> Value {
        match self.below(14) {
            0 => json!(of),
            1 => {
                let odd = [
                    json!(-1),
                    json!(65_535),
                    json!(65_536),
                    json!(4_294_967_296u64),
                    json!(u64::MAX),
                    json!(1.5),
                    json!(1e300),
                ];
                self.one_of(&odd)
            }
            2 => self.one_of(&[json!(null), json!("7"), json!([]), json!({}), json!([[1]]), json!(true), json!("")]),
            _ => json!(self.below(of)),
        }
    }

    /// A step that may stand after a verb, or nearly one.
    fn step(&mut self) -> Value {
        let units = self.field.definitions.units.len();
        let hexes = self.field.definitions.board.len();
        let formations = self.field.definitions.headquarters.len();
        let kind = self.one_of(&SupportKind::ALL);
        match self.below(20) {
            0 => json!({ "Formation": self.number(formations) }),
            1 => json!("General"),
            2 | 3 => json!({ "Unit": self.number(units) }),
            4 => json!({ "Hex": self.number(hexes) }),
            5 | 6 => json!({ "Via": self.number(hexes) }),
            7 => json!({ "Target": self.number(hexes) }),
            8 => json!({ "With": self.number(units) }),
            9 => json!({ "Lead": self.number(units) }),
            10 => json!({ "Support": [self.number(units), kind] }),
            11 => json!("Air"),
            12 => json!({ "Loss": self.number(units) }),
            13 => json!({ "SupportLoss": [self.number(units), kind] }),
            14 => json!({ "Steps": self.number(256) }),
            15 => json!({ "Event": self.one_of(&EventKind::ALL) }),
            16 => json!({ "Kind": kind }),
            17 => json!({ "Verb": self.one_of(&Verb::ALL) }),
            18 => self.one_of(&[
                json!("Reroll"),
                json!("done"),
                json!({}),
                json!({ "Verb": 3 }),
                json!({ "Unit": 1, "Hex": 2 }),
                json!(7),
            ]),
            _ => json!("Done"),
        }
    }

    /// Steps of a made-up order, or of a legal one with something wrong.
    fn steps(&mut self, verb: Verb, legal: &[Step]) -> Vec<Value> {
        let mut steps: Vec<Value> = legal.iter().map(|step| json!(step)).collect();
        if self.below(4) == 0 || steps.is_empty() {
            steps = vec![json!(Step::Verb(verb))];
            for _ in 0..self.below(6) {
                steps.push(self.step());
            }
        }
        for _ in 0..1 + self.below(2) {
            self.spoil(&mut steps);
        }
        steps
    }

    fn spoil(&mut self, steps: &mut Vec<Value>) {
        let at = self.below(steps.len());
        match self.below(10) {
            0 => steps.truncate(at),
            1 if !steps.is_empty() => drop(steps.remove(at)),
            2 if !steps.is_empty() => steps.insert(at, steps[at].clone()),
            3 if !steps.is_empty() => {
                let other = self.below(steps.len());
                steps.swap(at, other);
            }
            4 if !steps.is_empty() => steps[at] = self.step(),
            5 => steps.insert(at, self.step()),
            // a path that goes on, a list without an end
            6 if !steps.is_empty() => {
                let last = steps[steps.len() - 1].clone();
                let more = [1, 2, 5, 130][self.below(4)];
                steps.extend(std::iter::repeat_n(last, more));
            }
            7 => {
                let done = steps.last() == Some(&json!("Done"));
                let place = steps.len() - usize::from(done);
                for _ in 0..1 + self.below(3) {
                    let hex = self.below(self.field.definitions.board.len());
                    steps.insert(place, json!({ "Via": hex }));
                }
            }
            8 => steps.push(self.step()),
            _ => steps.extend(steps.clone()),
        }
    }

    /// A path that goes on after its end, along the map.
    fn longer(&mut self, legal: &[Step]) -> Option<Vec<Value>> {
        let mut order = legal.to_vec();
        let done = order.pop_if(|step| *step == Step::Done);
        let Some(Step::Via(mut at)) = order.last().copied() else { return None };
        for _ in 0..1 + self.below(3) {
            let around: Vec<_> = self.field.definitions.board.neighbours(at).collect();
            at = self.one_of(&around).1;
            order.push(Step::Via(at));
        }
        Some(order.into_iter().chain(done).map(|step| json!(step)).collect())
    }

    /// A word of the language, or none.
    fn word(&mut self) -> String {
        let words = [
            "to",
            "via",
            "with",
            "lead",
            "support",
            "air",
            "from",
            "at",
            "done",
            "none",
            "general",
            "nothing",
            ",",
            "and",
            "all",
            "UNIT",
            "999999999999999999999",
            "0",
            "-1",
            "65536",
            "0000",
            "3599",
            "№",
            "🙂",
            "#",
            "//",
            "\u{0}",
            "…",
            "«",
            "'",
            "İ",
            "ß",
            "ﬁ",
            "\u{202e}",
            "١٢",
            "2½",
            "preview",
            "standing",
            "what can",
            "end",
            "pass",
            "",
        ];
        match self.below(4) {
            0 => self.one_of(&words).to_owned(),
            1 => format!("{:02}{:02}", self.below(36), self.below(30)),
            _ => {
                let names = &self.field.names;
                names[self.choice.next_below(names.len())].clone()
            }
        }
    }

    /// A line in one of the forms, with anything for its names.
    fn line(&mut self, form: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for word in form.split_whitespace() {
            let name = word.trim_matches(|sign: char| !sign.is_ascii_uppercase());
            match name {
                "" if word == "..." => {
                    for _ in 0..self.below(4) {
                        words.extend([",".to_owned(), self.word()]);
                    }
                }
                "" => words.push(word.trim_matches(['[', ']', ',']).to_owned()),
                "HEX" => words.push(format!("{:02}{:02}", 1 + self.below(34), 1 + self.below(25))),
                "NUMBER" => {
                    let number = self.one_of(&["1", "2", "7", "12", "13", "255", "256", "99999999999999999999"]);
                    words.push(number.to_owned());
                }
                "KIND" => words
                    .push(self.one_of(&["tank", "artillery", "nebelwerfer", "heavy artillery", "rubber"]).to_owned()),
                "EVENT" => words.push(self.one_of(&["nuts", "greif", "fuel dump", "air supply", "snow"]).to_owned()),
                _ => words.push(self.word()),
            }
        }
        self.mangle(words)
    }

    /// A line with something wrong, often.
    fn mangle(&mut self, mut words: Vec<String>) -> String {
        let at = self.below(words.len().max(1));
        match self.below(12) {
            0 => words.truncate(at),
            1 if at < words.len() => drop(words.remove(at)),
            2 if at < words.len() => words.insert(at, words[at].clone()),
            3 => words.insert(at.min(words.len()), self.word()),
            4 if at < words.len() => words[at] = self.word(),
            5 if at < words.len() => {
                let word = words[at].clone();
                words.splice(at..at, std::iter::repeat_n(word, [20, 300][self.choice.next_below(2)]));
            }
            6 => words.reverse(),
            7 => {
                let text = words.join(" ");
                return text.chars().take(self.below(text.chars().count() + 1)).collect();
            }
            8 => words.extend(words.clone()),
            _ => {}
        }
        words.join(" ")
    }
}

/// How often each verb was tried: at all, and when an order could begin with it.
type Tally = BTreeMap<String, [u64; 2]>;

/// What was tried of JSON and of text.
#[derive(Default)]
struct Tried {
    json: Tally,
    text: Tally,
    refused: u64,
    accepted: u64,
}

impl Tried {
    fn add(&mut self, other: Tried) {
        for (mine, others) in [(&mut self.json, other.json), (&mut self.text, other.text)] {
            for (verb, counts) in others {
                let sum = mine.entry(verb).or_default();
                *sum = [sum[0] + counts[0], sum[1] + counts[1]];
            }
        }
        (self.refused, self.accepted) = (self.refused + other.refused, self.accepted + other.accepted);
    }
}

/// A moment of a game, with its table.
struct Moment<'a> {
    field: &'a Field,
    session: &'a dyn Session,
    number: u64,
    side: SideId,
    /// Verbs with which an order may begin.
    open: BTreeSet<String>,
}

impl Moment<'_> {
    /// Hands a line in, as the page or a mail does: what is refused changes nothing and says why.
    fn hand_in(&self, side: SideId, line: Line, tried: &mut Tried) {
        let told = format!("game {}: {line:?} of {side:?}", self.number);
        let batch = Batch { ask: None, lines: vec![line] };
        let (records, report) = self.session.submit(side, &batch, &self.field.secrets);
        if let Some(failure) = &report.failure {
            panic!("{told}: {failure}");
        }
        assert_eq!(report.changed, !records.is_empty(), "{told}");
        check_words(&report, &told);
        let is_order = matches!(batch.lines[0], Line::Steps(_));
        let disclosed =
            records.iter().any(|record| record.starts_with("{\"Drawn\"") || record.contains("\"Thwarted\""));
        if report.has_fault() {
            tried.refused += 1;
            assert!(
                records.is_empty() || !is_order && disclosed,
                "{told} is refused and changes something: {records:?}"
            );
            return;
        }
        tried.accepted += 1;
        if let Some(first) = records.first()
            && tried.accepted.is_multiple_of(16)
        {
            assert!(first.starts_with('{'));
            let mut after = self.session.duplicate();
            let seen = guarded(|| {
                records.iter().for_each(|record| after.apply(record).expect("a record of this game"));
                for viewer in [Viewer::Side(SideId(0)), Viewer::Side(SideId(1)), Viewer::Observer] {
                    after.position(viewer);
                    after.view(viewer);
                }
                SideId::BOTH.map(|side| after.examples(side, 3)).len() + after.asks().len()
            });
            seen.unwrap_or_else(|failure| panic!("{told}, afterwards: {failure}"));
        }
    }

    /// Hands a line in between others: after a legal order, what it says may have to wait.
    fn hand_in_among_others(&self, side: SideId, line: &str, legal: &[Step], enemy: &mut Enemy<'_>) {
        let definitions = &self.field.definitions;
        let text = |line: &str| Line::Text(line.to_owned());
        let mut lines = vec![text(&AutumnFog::write(definitions, legal)), text("end"), text(line)];
        let more =
            ["preview:", "take back", "waiting", "status", "standing ahead never", "activate general", "pass", "end"];
        for _ in 0..enemy.below(6) {
            let (at, line) = (enemy.below(lines.len() + 1), enemy.one_of(&more));
            lines.insert(at, text(line));
        }
        let told = format!("game {}: {lines:?} of {side:?}", self.number);
        let (records, report) = self.session.submit(side, &Batch { ask: None, lines }, &self.field.secrets);
        if let Some(failure) = &report.failure {
            panic!("{told}: {failure}");
        }
        assert_eq!(report.changed, !records.is_empty(), "{told}");
        check_words(&report, &told);
    }

    /// Asks what may follow steps, as the page does.
    fn ask_what_follows(&self, side: SideId, steps: &[Value]) {
        let told = || format!("game {}: what follows {}", self.number, json!(steps));
        match guarded(|| self.session.legal(side, &Begun::with(steps))) {
            Err(failure) => panic!("{}: {failure}", told()),
            Ok(Err(reason)) => assert!(reason.len() > 10, "{}: {reason:?}", told()),
            Ok(Ok(listed)) => assert!(listed.next.iter().all(|step| !step.text.is_empty()), "{}", told()),
        }
        let published = self.session.published();
        let (units, hexes) = (published.units.units.len(), published.map.hexes.len());
        let numbers = json!(steps).to_string().bytes().fold(self.number as usize, |sum, byte| sum + usize::from(byte));
        let (unit, hex) = (UnitId((numbers % units) as u16), HexId((numbers % hexes) as u16));
        for thing in [Thing::Unit(unit), Thing::Hex(hex)] {
            match guarded(|| self.session.why_not(side, &Begun::with(steps), &thing)) {
                Err(failure) => panic!("{}: {thing:?}: {failure}", told()),
                Ok(Err(reason)) => assert!(reason.len() > 10, "{}: {thing:?}: {reason:?}", told()),
                Ok(Ok(pointed)) => {
                    assert!(!pointed.listed.is_empty() || pointed.refused.is_some(), "{}: {thing:?}", told());
                }
            }
        }
    }
}

/// Whether everything that is refused has a reason in words.
fn check_words(report: &Report, told: &str) {
    assert!(report.closed.as_ref().is_none_or(|reason| reason.len() > 10), "{told}: {report:?}");
    for line in &report.lines {
        match &line.verdict {
            Verdict::Refused { refusal, .. } => {
                assert!(!refusal.case.is_empty() && refusal.message.len() > 5, "{told}: {refusal:?}");
                assert!(refusal.to_string().len() < 2_000, "{told}: {refusal}");
            }
            Verdict::Misread(reason) => assert!((10..4_000).contains(&reason.len()), "{told}: {reason:?}"),
            Verdict::Answered(lines) | Verdict::TriedOut(lines) => {
                assert!(!lines.is_empty(), "{told}: nothing is told")
            }
            _ => {}
        }
    }
}

/// Plays a random game with its table beside it, and lets an enemy try orders in it until enough were tried.
fn play(field: &Field, number: u64, left: &AtomicU64) -> Tried {
    let [mut dice, mut choice, babble] = Seeded::streams(number);
    let mut enemy = Enemy { field, choice: babble };
    let setup = &field.setups[(number * 7 % field.setups.len() as u64) as usize];
    let definitions = &field.definitions;
    let start = AutumnFog::initial(definitions, setup).expect("a setup of the list");
    let (events, mut state) = begin::<AutumnFog>(definitions, &start, &mut dice);
    let records = field.rulebook.start("fuzz", setup, &field.secrets).expect("a game");
    let mut session = field.rulebook.open(&records[..1]).expect("its first record");
    let mut since = events;
    let mut tried = Tried::default();
    let (mut moments, mut seen) = (0, BTreeMap::new());
    while let Some(ask) = AutumnFog::asks(&state).first().copied() {
        let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
        let verbs = verbs(definitions, &view);
        let times: &mut u64 = seen.entry(verbs.clone()).or_default();
        *times += 1;
        moments += 1;
        if *times <= FIRST || moments % ONE_IN == number % ONE_IN {
            if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
                return tried;
            }
            for event in since.drain(..) {
                session.apply(&happened(&event)).expect("a record of this game");
            }
            let open = verbs.iter().map(|verb| format!("{verb:?}")).collect();
            let moment = Moment { field, session: &*session, number, side: ask.side, open };
            attack(&moment, &mut enemy, &verbs, &view, &mut tried);
            if verbs.contains(&Verb::End) && *times == 1 {
                overstacked(&moment, &mut enemy, &state, &mut tried);
            }
        }
        drop(view);
        let choose = &mut |steps| choice.next_below(steps);
        let done = choose_and_carry_out::<AutumnFog>(definitions, &mut state, ask.side, choose, &mut dice);
        since.extend(done.expect("someone can always act").1);
    }
    tried
}

/// Tries orders where a hex holds too many steps: no random game comes to that.
fn overstacked(moment: &Moment<'_>, enemy: &mut Enemy<'_>, state: &State, tried: &mut Tried) {
    let (definitions, side, mut state) = (&moment.field.definitions, moment.side, state.clone());
    let own: Vec<_> = state.field.on_map().filter(|(unit, _)| definitions.unit(*unit).side == side).collect();
    let hex = own[0].1;
    let crowd = own.iter().skip(1).take(6).map(|(unit, _)| Event::Deployed { unit: *unit, hex });
    let asked = Event::Asked { id: AskId(state.field.next_ask), side, pending: Pending::Overstack };
    let mut session = moment.session.duplicate();
    for event in crowd.chain([asked]) {
        AutumnFog::evolve(&mut state, &event);
        session.apply(&happened(&event)).expect("a record of this game");
    }
    let view = AutumnFog::view(definitions, &state, Viewer::Side(side));
    let open = [format!("{:?}", Verb::Eliminate)].into();
    let moment = Moment { session: &*session, open, ..*moment };
    attack(&moment, enemy, &[Verb::Eliminate], &view, tried);
}

/// An event as its table has it.
fn happened(event: &Event) -> String {
    json!(Record::<_, Value>::Happened(json!(event))).to_string()
}

/// The verbs with which an order may begin.
fn verbs(definitions: &Definitions, view: &View) -> Vec<Verb> {
    let first = Seen::<AutumnFog>::new(definitions, view).legal(&[]).into_iter();
    first.filter_map(|(step, _)| if let Step::Verb(verb) = step { Some(verb) } else { None }).collect()
}

/// Tries orders at a moment: most of those that are asked for now, of the others too, and of both sides.
fn attack(moment: &Moment<'_>, enemy: &mut Enemy<'_>, verbs: &[Verb], view: &View, tried: &mut Tried) {
    let definitions = &moment.field.definitions;
    for nth in 0..AT_A_MOMENT {
        let verb = if nth % 3 == 2 { enemy.one_of(&Verb::ALL) } else { enemy.one_of(verbs) };
        let side = if enemy.below(8) == 0 { moment.side.enemy() } else { moment.side };
        let legal = legal_order(definitions, view, verb, enemy);
        let name = format!("{verb:?}");
        let asked = u64::from(moment.open.contains(&name) && side == moment.side);
        if nth % 2 == 0 {
            let longer = if enemy.below(3) == 0 { enemy.longer(&legal) } else { None };
            let steps = longer.unwrap_or_else(|| enemy.steps(verb, &legal));
            moment.ask_what_follows(side, &steps);
            let counts = tried.json.entry(name).or_default();
            *counts = [counts[0] + 1, counts[1] + asked];
            moment.hand_in(side, Line::Steps(steps), tried);
        } else {
            let forms = &moment.field.forms;
            let word = name.to_lowercase();
            let own: Vec<&String> = forms.iter().filter(|form| form.split(' ').next() == Some(&word)).collect();
            let line = match enemy.below(4) {
                // any line at all
                0 => {
                    let form = enemy.one_of(forms);
                    enemy.line(&form)
                }
                1 if !legal.is_empty() => {
                    let text = AutumnFog::write(definitions, &legal);
                    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                    if enemy.below(4) == 0 {
                        words.insert(0, "preview".to_owned());
                    }
                    enemy.mangle(words)
                }
                _ => {
                    let form = enemy.one_of(&own);
                    enemy.line(form)
                }
            };
            let first = line.split(' ').next().unwrap_or_default().to_lowercase();
            let asked = u64::from(asked == 1 && first == word);
            let counts = tried.text.entry(first).or_default();
            *counts = [counts[0] + 1, counts[1] + asked];
            if enemy.below(6) == 0 {
                moment.hand_in_among_others(side, &line, &legal, enemy);
            }
            moment.hand_in(side, Line::Text(line), tried);
        }
    }
}

/// A legal order with a verb, if there is one; else any.
fn legal_order(definitions: &Definitions, view: &View, verb: Verb, enemy: &mut Enemy<'_>) -> Vec<Step> {
    let begun = [Step::Verb(verb)];
    let next = Seen::<AutumnFog>::new(definitions, view).legal(&[]);
    let place = next.iter().position(|(step, _)| *step == begun[0]);
    let mut first = place;
    let choose = &mut |steps: usize| first.take().filter(|place| *place < steps).unwrap_or_else(|| enemy.below(steps));
    Seen::<AutumnFog>::new(definitions, view).random_order(choose).unwrap_or_default()
}

#[test]
fn no_order_in_text_or_json_makes_the_program_fail_and_none_that_is_refused_changes_anything() {
    let field = Field::new();
    let wanted = wanted(ORDERS);
    let left = AtomicU64::new(wanted.div_ceil(AT_A_MOMENT as u64));
    let first = std::env::var("FIELDPOST_SEED").ok().and_then(|number| number.parse().ok()).unwrap_or(0);
    let games = on_all_cores(first, |number| (left.load(Ordering::Relaxed) > 0).then(|| play(&field, number, &left)));
    let count = games.len();
    let mut tried = Tried::default();
    games.into_iter().for_each(|game| tried.add(game));
    let all: u64 = tried.json.values().chain(tried.text.values()).map(|[all, _]| all).sum();
    tried.text.retain(|word, _| field.forms.iter().any(|form| form.split(' ').next() == Some(word)));
    println!(
        "{all} orders in {count} games from number {first} on: {} refused, {} accepted; by verb, tried and tried when it was asked for: JSON {:?}, text {:?}",
        tried.refused, tried.accepted, tried.json, tried.text
    );
    assert!(all >= wanted && tried.refused > all / 2 && tried.accepted > all / 100);
    for verb in Verb::ALL.map(|verb| format!("{verb:?}")) {
        assert!(tried.json.get(&verb).is_some_and(|[all, _]| *all > 0), "no JSON of {verb} was tried");
    }
    for form in &field.forms {
        let word = form.split(' ').next().unwrap_or_default();
        assert!(tried.text.get(word).is_some_and(|[all, _]| *all > 0), "no line that begins with `{word}` was tried");
    }
    // when they are asked for: those that come by in every game, in a soak all
    let soaked = std::env::var("FIELDPOST_SOAK").is_ok();
    let common = |verb: &Verb| soaked || COMMON.contains(verb);
    for verb in Verb::ALL.iter().filter(|verb| common(verb)).map(|verb| format!("{verb:?}")) {
        assert!(tried.json[&verb][1] > 0, "no JSON of {verb} was tried when it was asked for");
        let text = tried.text[&verb.to_lowercase()];
        assert!(text[1] > 0, "no line with {verb} was tried when it was asked for");
    }
}

/// Verbs that are asked for in every game.
const COMMON: [Verb; 17] = [
    Verb::Allot,
    Verb::Activate,
    Verb::Pass,
    Verb::Enter,
    Verb::Move,
    Verb::Attack,
    Verb::Prepare,
    Verb::Dig,
    Verb::Recover,
    Verb::Detach,
    Verb::End,
    Verb::Defend,
    Verb::Lose,
    Verb::Retreat,
    Verb::Advance,
    Verb::Play,
    Verb::Let,
];

/// The first moment of random games at which a side has to retreat by a path: its table, the side, and a legal order.
fn a_retreat(field: &Field) -> (Box<dyn Session>, SideId, Vec<Step>) {
    let definitions = &field.definitions;
    for number in 0..50 {
        let [mut dice, mut choice] = Seeded::streams(number);
        let start = AutumnFog::initial(definitions, &field.setups[0]).expect("a setup of the list");
        let (mut events, mut state) = begin::<AutumnFog>(definitions, &start, &mut dice);
        while let Some(ask) = AutumnFog::asks(&state).first().copied() {
            if state.field.ask(ask.side).is_some_and(|ask| ask.pending == Pending::Retreat) {
                let records = field.rulebook.start("fuzz", &field.setups[0], &field.secrets).expect("a game");
                let mut session = field.rulebook.open(&records[..1]).expect("its first record");
                events.iter().for_each(|event| session.apply(&happened(event)).expect("a record of this game"));
                let view = AutumnFog::view(definitions, &state, Viewer::Side(ask.side));
                let order = Seen::<AutumnFog>::new(definitions, &view).random_order(&mut |_| 0).expect("a retreat");
                return (session, ask.side, order);
            }
            let choose = &mut |steps| choice.next_below(steps);
            let done = choose_and_carry_out::<AutumnFog>(definitions, &mut state, ask.side, choose, &mut dice);
            events.extend(done.expect("someone can always act").1);
        }
    }
    panic!("nobody has to retreat in fifty games");
}

#[test]
fn case_7_7_1a_a_retreat_written_one_hex_too_long_is_refused_and_the_legal_part_of_it_is_proposed() {
    let field = Field::new();
    let (session, side, order) = a_retreat(&field);
    let Some(Step::Via(end)) = order.last() else { panic!("{order:?}") };
    let text = AutumnFog::write(&field.definitions, &order);
    for (_, beyond) in field.definitions.board.neighbours(*end) {
        let longer = [&order[..], &[Step::Via(beyond)]].concat();
        let lines = [
            Line::Text(AutumnFog::write(&field.definitions, &longer)),
            Line::Steps(longer.iter().map(|step| json!(step)).collect()),
        ];
        for line in lines {
            let told = format!("{line:?}");
            let (records, report) = session.submit(side, &Batch { ask: None, lines: vec![line] }, &field.secrets);
            let Verdict::Refused { refusal, .. } = &report.lines[0].verdict else { panic!("{told}: {report:?}") };
            assert!(
                records.is_empty() && refusal.message.contains("due, and the retreat has ended in"),
                "{told}: {refusal}"
            );
            assert!(refusal.remedy.ends_with(&format!("Legal instead: `{text}`.")), "{told}: {refusal}");
        }
    }
}

#[test]
fn what_does_not_exist_is_told_before_anything_looks_it_up() {
    let field = Field::new();
    let (session, side, _) = a_retreat(&field);
    let units = field.definitions.units.len();
    for (steps, expected) in [
        (json!([{ "Verb": "Retreat" }, { "Unit": units }]), "the game has no unit with this number"),
        (json!([{ "Verb": "Attack" }, { "Target": 65_535 }]), "the game has no hex with this number"),
        (
            json!([{ "Verb": "Defend" }, { "Support": [units, "Armour"] }]),
            "the game has no headquarters with this number",
        ),
        (json!([{ "Verb": "Activate" }, { "Formation": 999 }]), "the game has no formation with this number"),
        (json!([{ "Verb": "Move" }, { "Unit": 70_000 }]), "`{\"Unit\":70000}` is no step of this game"),
        (json!([{ "Verb": "Fly" }]), "`{\"Verb\":\"Fly\"}` is no step of this game"),
        (json!([7, null, []]), "`7` is no step of this game"),
    ] {
        let Value::Array(steps) = steps else { panic!("{steps}") };
        for who in [side, side.enemy()] {
            let batch = Batch { ask: None, lines: vec![Line::Steps(steps.clone())] };
            let (records, report) = session.submit(who, &batch, &field.secrets);
            let Verdict::Misread(reason) = &report.lines[0].verdict else { panic!("{steps:?}: {report:?}") };
            assert!(records.is_empty() && reason.starts_with(expected), "{steps:?}: {reason}");
        }
        assert!(
            session.legal(side, &Begun::with(&steps)).is_err_and(|reason| reason.starts_with(expected)),
            "{steps:?}"
        );
        let tried = [Line::Text("preview:".to_owned()), Line::Steps(steps)];
        let (_, report) = session.submit(side, &Batch { ask: None, lines: tried.to_vec() }, &field.secrets);
        let Verdict::TriedOut(told) = &report.lines[1].verdict else { panic!("{report:?}") };
        assert!(told[0].contains(expected), "{told:?}");
    }
}

#[test]
fn no_game_file_makes_the_program_fail() {
    let field = Field::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let files = std::fs::read_dir(folder).expect("the golden games").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).expect("a game")).collect();
    let wanted = wanted(FILES);
    let tried = on_all_cores(0, |number| {
        let [choice] = Seeded::streams(number);
        let mut enemy = Enemy { field: &field, choice };
        (number < wanted).then(|| {
            let mut lines: Vec<String> = enemy.one_of(&texts).lines().map(str::to_owned).collect();
            for _ in 0..1 + enemy.below(4) {
                let at = enemy.below(lines.len());
                let words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                lines[at] = match (enemy.below(4), lines[at].split_once('=')) {
                    (0, Some((key, _))) => {
                        format!("{key}={}", enemy.one_of(&["0", "1", "9", "127.5", "255", "256", "-1", "x"]))
                    }
                    (1, _) => enemy.one_of(&lines),
                    _ => enemy.mangle(words),
                };
            }
            let text = lines.join("\n");
            match guarded(|| referee::<AutumnFog>("x", &text, true)) {
                Err(failure) => panic!("{failure}, over:\n{text}"),
                Ok(Err(faults)) => {
                    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.to_string().len() > 10))
                }
                Ok(Ok(told)) => assert!(!told.is_empty()),
            }
        })
    });
    assert_eq!(tried.len() as u64, wanted);
}
