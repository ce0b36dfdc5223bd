//! A moment at which an enemy tries orders.

use super::raid::{Tried, begins};
use super::{Enemy, Raid};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Game, Seen, SideId, Thing, Viewer};
use engine::table::{Batch, Begun, Line, Report, Session, Verdict, guarded};
use serde_json::{Value, json};

/// Orders that are tried at a moment.
pub const AT_A_MOMENT: usize = 12;

/// A moment that is raided.
pub struct Target<'a, G: Game> {
    pub raid: &'a Raid<G>,
    pub session: &'a dyn Session,
    pub number: u64,
    pub side: SideId,
}

impl<G: Game> Target<'_, G> {
    /// Tries orders at a moment: most of those that can be given now, of the others too, and of both sides.
    pub fn attack(&self, enemy: &mut Enemy<'_, G>, view: &G::View, tried: &mut Tried) {
        let definitions = &self.raid.definitions;
        let seen = Seen::new(definitions, view);
        let open = enemy.firsts_of(seen);
        for nth in 0..AT_A_MOMENT {
            let known = enemy.firsts.clone();
            let (first, word) = enemy.one_of(if nth % 3 == 2 { &known } else { &open });
            let side = if enemy.below(8) == 0 { self.side.enemy() } else { self.side };
            let legal = legal_order(seen, &first, enemy);
            let asked = u64::from(open.iter().any(|(_, open)| *open == word) && side == self.side);
            if nth % 2 == 0 {
                let longer = if enemy.below(3) == 0 { enemy.longer(&legal) } else { None };
                let steps = longer.unwrap_or_else(|| enemy.steps(&first, &legal));
                self.ask_what_follows(side, &steps);
                let counts = tried.json.entry(word).or_default();
                *counts = [counts[0] + 1, counts[1] + asked];
                self.hand_in(side, Line::Steps(steps), tried);
            } else {
                let line = self.line(enemy, &word, &legal);
                let begins = line.split(' ').next().unwrap_or_default().to_lowercase();
                let asked = u64::from(asked == 1 && begins == word);
                let counts = tried.text.entry(begins).or_default();
                *counts = [counts[0] + 1, counts[1] + asked];
                if enemy.below(6) == 0 {
                    self.hand_in_among_others(side, &line, &legal, enemy);
                }
                self.hand_in(side, Line::Text(line), tried);
            }
        }
    }

    /// A line of text: any at all, a legal order with something wrong, or a form of the order filled in.
    fn line(&self, enemy: &mut Enemy<'_, G>, word: &str, legal: &[G::Step]) -> String {
        let forms = &self.raid.forms;
        let own: Vec<&String> = forms.iter().filter(|form| form.split(' ').next() == Some(word)).collect();
        match enemy.below(4) {
            1 if !legal.is_empty() => {
                let text = G::write(&self.raid.definitions, legal);
                let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                if enemy.below(4) == 0 {
                    words.insert(0, "preview".to_owned());
                }
                enemy.mangle(words)
            }
            2.. if !own.is_empty() => {
                let form = enemy.one_of(&own);
                enemy.line(form)
            }
            _ => {
                let form = enemy.one_of(forms);
                enemy.line(&form)
            }
        }
    }

    /// Hands a line in, as the page or a mail does: what is refused changes nothing and says why.
    fn hand_in(&self, side: SideId, line: Line, tried: &mut Tried) {
        let told = format!("game {}: {line:?} of {side:?}", self.number);
        let batch = Batch { ask: None, lines: vec![line] };
        let (records, report) = self.session.submit(side, &batch, &self.raid.secrets);
        self.check(&records, &report, &told);
        let is_order = matches!(batch.lines[0], Line::Steps(_));
        // a line of several orders keeps what was disclosed before one of them was refused
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
    fn hand_in_among_others(&self, side: SideId, line: &str, legal: &[G::Step], enemy: &mut Enemy<'_, G>) {
        let text = |line: &str| Line::Text(line.to_owned());
        let mut lines = vec![text(&G::write(&self.raid.definitions, legal)), text("end"), text(line)];
        let known = enemy.firsts.clone();
        let more = ["preview:", "take back", "waiting", "status", "standing ahead never", "pass", "end"];
        for _ in 0..enemy.below(6) {
            let at = enemy.below(lines.len() + 1);
            let other = if enemy.below(4) == 0 { enemy.one_of(&known).1 } else { enemy.one_of(&more).to_owned() };
            lines.insert(at, Line::Text(other));
        }
        let told = format!("game {}: {lines:?} of {side:?}", self.number);
        let (records, report) = self.session.submit(side, &Batch { ask: None, lines }, &self.raid.secrets);
        self.check(&records, &report, &told);
    }

    /// That the program did not fail, that it says whether it changed anything, and that it gives its reasons in words.
    fn check(&self, records: &[String], report: &Report, told: &str) {
        if let Some(failure) = &report.failure {
            panic!("{told}: {failure}");
        }
        assert_eq!(report.changed, !records.is_empty(), "{told}");
        assert!(report.closed.as_ref().is_none_or(|reason| reason.len() > 10), "{told}: {report:?}");
        for line in &report.lines {
            match &line.verdict {
                Verdict::Refused { refusal, .. } => {
                    assert!(!refusal.case.is_empty() && refusal.message.len() > 5, "{told}: {refusal:?}");
                    assert!(refusal.to_string().len() < 2_000, "{told}: {refusal}");
                }
                Verdict::Misread(reason) => assert!((10..4_000).contains(&reason.len()), "{told}: {reason:?}"),
                Verdict::Answered(lines) | Verdict::TriedOut(lines) => {
                    assert!(!lines.is_empty(), "{told}: nothing is told");
                }
                _ => {}
            }
        }
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

/// A legal order that begins with a step, if there is one; else any.
fn legal_order<G: Game>(seen: Seen<'_, G>, first: &Value, enemy: &mut Enemy<'_, G>) -> Vec<G::Step> {
    let next = seen.legal(&[]);
    let mut place = next.iter().position(|(step, _)| json!(step) == *first);
    let choose = &mut |steps: usize| place.take().filter(|place| *place < steps).unwrap_or_else(|| enemy.below(steps));
    seen.random_order(choose).unwrap_or_default()
}

impl<G: Game> Enemy<'_, G> {
    /// The steps with which an order may begin, with the words that players write for them; he keeps them in mind.
    pub fn firsts_of(&mut self, seen: Seen<'_, G>) -> Vec<(Value, String)> {
        let listed: Vec<(Value, String)> =
            seen.legal(&[]).iter().map(|(step, _)| begins::<G>(seen.definitions, step)).collect();
        for known in &listed {
            if !self.firsts.contains(known) {
                self.firsts.push(known.clone());
            }
        }
        listed
    }
}
