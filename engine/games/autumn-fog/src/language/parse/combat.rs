//! Reads the orders of a combat: attacks, defences, losses.

use super::super::super::order::{Step, SupportKind, Verb};
use super::super::super::state::{ATTACKER, DEFENDER};
use super::super::names;
use super::super::verbs::Clause;
use super::{FROM, Line, Orders, Reading};
use crate::chapters::historical_events::nuts;
use definitions::UnitId;
use definitions::spelling::{COMMA, Word};
use engine::contract::Misread;
use engine::speech::{counted, entries, parted};

/// Markers and missions that one number may stand for: more than any army has.
const MOST_MARKERS: usize = 12;
/// Steps that one number may stand for: more than any unit has.
const MOST_STEPS: u8 = 12;

impl Reading<'_> {
    pub(super) fn attack(&self, begin: Step, line: &Line<'_>) -> Orders {
        let targets = self.definitions.places.all(line.head)?;
        if targets.is_empty() {
            return Err(Misread::new("attack which hex?"));
        }
        let with = line.clause(Clause::With).ok_or_else(|| Misread::new("attack with which units?"))?;
        let with = self.units(with)?;
        let lead = match line.clause(Clause::Lead) {
            Some(words) => Some(self.among(words, &with)?),
            None => self.best(&with),
        };
        let mut order = vec![begin];
        order.extend(targets.into_iter().map(Step::Target));
        order.extend(with.iter().copied().map(Step::With));
        order.extend(lead.map(Step::Lead));
        order.extend(self.supports(line.clause(Clause::Support))?);
        order.extend(aircraft(line)?);
        order.push(Step::Done);
        Ok(vec![order])
    }

    pub(super) fn defend(&self, line: &Line<'_>) -> Orders {
        let named = line.clause(Clause::Lead).or(line.clause(Clause::With)).or(Some(line.head));
        let lead = match named.filter(|words| !words.is_empty()) {
            Some(words) => Some(self.among(words, self.fighting())?),
            None => self.view.field.combat.as_ref().and_then(|combat| self.best(&combat.units[DEFENDER])),
        };
        let mut order = vec![Step::Verb(Verb::Defend)];
        order.extend(lead.map(Step::Lead));
        order.extend(self.supports(line.clause(Clause::Support))?);
        order.extend(aircraft(line)?);
        order.push(Step::Done);
        Ok(vec![order])
    }

    pub(super) fn lose(&self, words: &[Word]) -> Orders {
        let mut order = vec![Step::Verb(Verb::Lose)];
        let nothing = matches!(words, [word] if matches!(word.folded.as_str(), "nothing" | "none" | "no"));
        if words.is_empty() {
            return Err(Misread::new("lose what?"));
        }
        if let [word] = words
            && let Ok(steps) = word.folded.parse::<u8>()
        {
            return self.lose_steps(steps);
        }
        for entry in entries(words).filter(|_| !nothing) {
            let (what, from) = parted(entry, &FROM);
            order.push(match from {
                Some(hq) => Step::SupportLoss(self.hq(hq)?, names::support(what)?),
                None => match names::support(what) {
                    Ok(kind) => Step::SupportLoss(self.committed(kind)?, kind),
                    Err(_) => Step::Loss(self.among(what, self.fighting())?),
                },
            });
        }
        order.push(Step::Done);
        Ok(vec![order])
    }

    /// A number of steps, where one unit alone can lose them.
    fn lose_steps(&self, steps: u8) -> Orders {
        let units = self.fighting();
        let [unit] = units[..] else {
            let names: Vec<&str> = units.iter().map(|unit| self.definitions.name(*unit)).collect();
            let which = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
            return Err(Misread::new(format!("{steps} steps of which units{which}? Name a unit once for each step")));
        };
        let lost = std::iter::repeat_n(Step::Loss(unit), usize::from(steps.min(MOST_STEPS)));
        Ok(vec![[Step::Verb(Verb::Lose)].into_iter().chain(lost).chain([Step::Done]).collect()])
    }

    /// The viewer's units in the combat.
    fn fighting(&self) -> &[UnitId] {
        let Some((combat, side)) = self.view.field.combat.as_ref().zip(self.view.side) else { return &[] };
        &combat.units[combat.role(side)]
    }

    /// A unit, rather one of these.
    fn among(&self, words: &[Word], units: &[UnitId]) -> Result<UnitId, Misread> {
        names::unit_among(self.definitions, self.view, words, |unit| units.contains(&unit))
    }

    /// The supports of a clause, one step a marker. `KIND, KIND from HQ` takes both from there.
    fn supports(&self, words: Option<&[Word]>) -> Result<Vec<Step>, Misread> {
        let mut named: Vec<(usize, SupportKind, Option<UnitId>)> = Vec::new();
        for entry in words.into_iter().flat_map(entries) {
            let (what, from) = parted(entry, &FROM);
            if matches!(what, [word] if matches!(word.folded.as_str(), "none" | "nothing" | "no")) {
                continue;
            }
            let (count, kind) = self.markers(what)?;
            named.push((count, kind, from.map(|hq| self.hq(hq)).transpose()?));
        }
        let mut later = None;
        for (_, _, hq) in named.iter_mut().rev() {
            *hq = hq.or(later);
            later = *hq;
        }
        let mut steps = Vec::new();
        for (count, kind, hq) in named {
            let hq = match hq {
                Some(hq) => hq,
                None => self.holder(kind)?,
            };
            steps.extend(std::iter::repeat_n(Step::Support(hq, kind), count));
        }
        Ok(steps)
    }

    /// `[NUMBER] KIND`.
    pub(super) fn markers(&self, words: &[Word]) -> Result<(usize, SupportKind), Misread> {
        let (count, words) = counted(words, MOST_MARKERS, "markers")?;
        if words.is_empty() {
            return Err(Misread::new("which support: nebelwerfer, artillery, heavy artillery or tank?"));
        }
        Ok((count, names::support(words)?))
    }

    /// The only own headquarters that holds a kind of marker.
    fn holder(&self, kind: SupportKind) -> Result<UnitId, Misread> {
        let held = self.view.field.supports.iter().enumerate().filter(|(_, held)| held[kind.index()] > 0);
        let own = |hq: &UnitId| self.view.side.is_none_or(|side| self.definitions.unit(*hq).side == side);
        self.only(kind, held.map(|(hq, _)| UnitId(hq as u16)).filter(own).collect())
    }

    /// The only headquarters whose marker of a kind takes part in the combat on the viewer's side.
    fn committed(&self, kind: SupportKind) -> Result<UnitId, Misread> {
        let combat = self.view.field.combat.as_ref();
        let role = combat.map_or(ATTACKER, |combat| self.view.side.map_or(ATTACKER, |side| combat.role(side)));
        let supports = combat.map(|combat| &combat.supports[role][..]).unwrap_or_default();
        let mut hqs: Vec<UnitId> = supports.iter().filter(|(_, held)| *held == kind).map(|(hq, _)| *hq).collect();
        hqs.dedup();
        self.only(kind, hqs)
    }

    fn only(&self, kind: SupportKind, hqs: Vec<UnitId>) -> Result<UnitId, Misread> {
        let name = names::support_name(kind);
        match hqs[..] {
            [hq] => Ok(hq),
            [] => Err(Misread::new(format!("no headquarters of yours has {name}; name one: `{name} from HQ`"))),
            _ => {
                let hqs: Vec<&str> = hqs.iter().map(|hq| names::hq_name(self.definitions, *hq)).collect();
                Err(Misread::new(format!("{name} from which headquarters: {}?", hqs.join(", "))))
            }
        }
    }

    /// Units that retreat: those named, or all that must.
    pub(super) fn retreating(&self, words: &[Word]) -> Result<Vec<UnitId>, Misread> {
        let all = words.is_empty() || matches!(words, [word] if word.folded == "all");
        match self.view.field.combat.as_ref().filter(|_| all) {
            Some(combat) => Ok(combat.to_retreat.clone()),
            None => self.units(words),
        }
    }

    /// The unit whose quality counts if none is named: the best, of equals the strongest, a headquarters last.
    fn best(&self, units: &[UnitId]) -> Option<UnitId> {
        let rank = |unit: &UnitId| {
            let data = self.definitions.unit(*unit);
            let quality = nuts::quality(self.definitions, &self.view.field, *unit);
            (!data.is_hq(), quality, self.view.field.unit(*unit).steps)
        };
        let standing = units.iter().copied().filter(|unit| self.view.field.hex_of(*unit).is_some());
        // the first of equals
        standing.rev().max_by_key(rank).or_else(|| units.first().copied())
    }
}

/// `air`, `air 2`: one step a mission.
fn aircraft(line: &Line<'_>) -> Result<Vec<Step>, Misread> {
    let Some(words) = line.clause(Clause::Air) else { return Ok(Vec::new()) };
    let words = words.iter().filter(|word| !matches!(word.folded.as_str(), "mission" | "missions" | COMMA));
    let count = match words.collect::<Vec<_>>()[..] {
        [] => 1,
        [word] => match word.folded.parse::<usize>() {
            Ok(count) if (1..=MOST_MARKERS).contains(&count) => count,
            _ => return Err(Misread::new(format!("expected `air` or `air 2`, found `air {}`", word.raw))),
        },
        [word, ..] => return Err(Misread::new(format!("expected `air` or `air 2`, found `air {} …`", word.raw))),
    };
    Ok(vec![Step::Air; count])
}
