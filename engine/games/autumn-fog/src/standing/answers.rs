//! The answers that standing orders give.

use super::super::definitions::Definitions;
use super::super::legal;
use super::super::order::{Step, SupportKind, Verb};
use super::super::state::{Combat, Field, GERMAN, Pending};
use super::super::tables::Column;
use super::super::view::Seen;
use super::{
    Advance, AirSupply, Allotment, Choice, ComeBack, Defence, Gift, Interrupt, Losses, Meet, Reroll, Standing, staff,
};
use crate::chapters::combat;
use crate::chapters::zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, SideId};
use std::cmp::Reverse;

/// Paths of retreat that are compared at most; no retreat has that many by its priorities.
const MOST_PATHS: usize = 200;

/// The order that answers a player's open question by his standing orders; none if he is asked.
pub fn answer(seen: Seen<'_>, standing: &Standing) -> Option<Vec<Step>> {
    let Seen { definitions, view } = seen;
    let side = view.side?;
    let pending = view.field.ask(side)?.pending;
    if pending == Pending::Interrupt && standing.interrupt == Interrupt::Ask {
        return None;
    }
    if let Some(order) = legal::forced(seen) {
        return Some(order);
    }
    let answer = Answer { seen, definitions, field: &view.field, side };
    match pending {
        Pending::Defend => answer.defend(standing.defend),
        Pending::Lose => {
            let role = view.field.combat.as_ref()?.role(side);
            answer.lose(standing.lose[role])
        }
        Pending::Retreat if standing.retreat == Choice::Auto => answer.retreat(),
        Pending::Mark if standing.mark == Choice::Auto => answer.mark(),
        Pending::Advance => answer.advance(standing.advance),
        Pending::Return => answer.come_back(standing.come_back),
        Pending::Allot => answer.allot(standing.allot),
        Pending::Overstack if standing.overstack == Choice::Auto => answer.eliminate(),
        Pending::Snafu if standing.snafu == Choice::Auto => answer.snafu(),
        Pending::Reroll => answer.reroll(standing.reroll),
        Pending::AirSupply if standing.air_supply == AirSupply::Save => Some(vec![Step::Verb(Verb::Let)]),
        Pending::Present => answer.gift(standing.gift),
        Pending::Operate => staff::lead(seen, side, standing.sequence),
        _ => None,
    }
}

struct Answer<'a> {
    seen: Seen<'a>,
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
}

impl Answer<'_> {
    /// Steps that may come next.
    fn next(&self, order: &[Step]) -> Vec<(Step, Progress)> {
        self.seen.legal(order)
    }

    /// Whether an order is complete as it stands.
    fn is_whole(&self, order: &[Step]) -> bool {
        let Some((last, begun)) = order.split_last() else { return false };
        self.next(begun).contains(&(*last, Progress::Complete))
    }

    /// The units that may come next, the best by `rank` first.
    fn units<K: Ord>(&self, order: &[Step], rank: impl Fn(UnitId) -> K) -> Vec<UnitId> {
        let unit = |(step, _)| if let Step::Unit(unit) = step { Some(unit) } else { None };
        let mut units: Vec<UnitId> = self.next(order).into_iter().filter_map(unit).collect();
        units.sort_by_key(|unit| (rank(*unit), *unit));
        units
    }

    /// The hexes that may come next.
    fn hexes(&self, order: &[Step]) -> Vec<HexId> {
        let hex = |(step, _)| match step {
            Step::Hex(hex) | Step::Via(hex) => Some(hex),
            _ => None,
        };
        self.next(order).into_iter().filter_map(hex).collect()
    }

    fn combat(&self) -> Option<&Combat> {
        self.field.combat.as_ref()
    }

    fn strength(&self, unit: UnitId) -> u8 {
        self.definitions.unit(unit).strength(self.field.unit(unit).steps)
    }

    fn is_mobile(&self, unit: UnitId) -> bool {
        self.definitions.unit(unit).is_mobile()
    }

    /// How far a hex lies towards the enemy's edge, the least the farthest: the Germans drive west.
    fn forward(&self, hex: HexId) -> i32 {
        let column = i32::from(self.definitions.board.grid().column_row(hex).0);
        if self.side == GERMAN { column } else { -column }
    }

    /// The unit of the best quality leads, the best supports are used.
    fn defend(&self, rule: Defence) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Defend);
        // the list has the best quality first
        let (lead, _) = self.next(&[verb]).into_iter().next()?;
        let mut order = vec![verb, lead];
        let most = match rule {
            Defence::Ask => return None,
            _ if self.supports(&order).is_empty() => 0,
            Defence::AskWithSupports => return None,
            Defence::None => 0,
            Defence::Best { markers, from, else_none } => match from {
                Some(odds) if self.odds()? < odds => {
                    if !else_none {
                        return None;
                    }
                    0
                }
                _ => markers,
            },
        };
        for _ in 0..most {
            let Some(best) = self.supports(&order).into_iter().max_by_key(|support| self.worth(support)) else {
                break;
            };
            order.push(best);
        }
        order.push(Step::Done);
        self.is_whole(&order).then_some(order)
    }

    /// Markers and missions that may come next in a defence.
    fn supports(&self, order: &[Step]) -> Vec<Step> {
        let next = self.next(order).into_iter().map(|(step, _)| step);
        next.filter(|step| matches!(step, Step::Support(..) | Step::Air)).collect()
    }

    /// What a support is worth: columns, then the die, of equals that of the richest headquarters. Aircraft come
    /// after all markers, as they do in the order.
    fn worth(&self, support: &Step) -> (bool, i32, i32, u8, Reverse<UnitId>) {
        let Step::Support(hq, kind) = support else { return (false, 0, 0, 0, Reverse(UnitId(0))) };
        let (columns, die) = combat::worth(self.definitions, *kind);
        (true, columns, die, self.field.supports[hq.index()].iter().sum(), Reverse(*hq))
    }

    /// The odds column before the defender's supports.
    fn odds(&self) -> Option<Column> {
        combat::outlook(self.definitions, self.field).first().and_then(|fight| Column::printed(&fight.column))
    }

    fn lose(&self, rule: Losses) -> Option<Vec<Step>> {
        let Losses::By { meet, strong_first, spare_armour } = rule else { return None };
        let combat = self.combat()?;
        let role = combat.role(self.side);
        let number = combat.fight.as_ref()?.numbers[role]?;
        let fights = |unit: &&UnitId| self.field.hex_of(**unit).is_some() && !self.definitions.unit(**unit).is_hq();
        let steps: u8 = combat.units[role].iter().filter(fights).map(|unit| self.field.unit(*unit).steps).sum();
        if meet == Meet::Steps && steps <= number {
            // nobody would be left to hold the ground
            return None;
        }
        let rank = |step: &Step| match step {
            Step::Done => (if meet == Meet::Hexes { 0 } else { 3 }, false, 0),
            Step::Loss(unit) => {
                let strength = i32::from(self.strength(*unit));
                (1, spare_armour && self.is_mobile(*unit), if strong_first { -strength } else { strength })
            }
            _ => (2, false, 0),
        };
        self.first_whole(&mut vec![Step::Verb(Verb::Lose)], &rank)
    }

    /// The first whole order that the best steps lead to.
    fn first_whole<K: Ord>(&self, order: &mut Vec<Step>, rank: &impl Fn(&Step) -> K) -> Option<Vec<Step>> {
        let mut next = self.next(order);
        next.sort_by_key(|(step, _)| rank(step));
        for (step, progress) in next {
            order.push(step);
            if progress == Progress::Complete {
                return Some(order.clone());
            }
            if let Some(whole) = self.first_whole(order, rank) {
                return Some(whole);
            }
            order.pop();
        }
        None
    }

    /// As many units of a hex as may go together, by the path that costs least and ends farthest from the enemy.
    fn retreat(&self) -> Option<Vec<Step>> {
        let mut order = vec![Step::Verb(Verb::Retreat)];
        while let Some(unit) = self.units(&order, |_| ()).first() {
            order.push(Step::Unit(*unit));
        }
        let mut paths = Vec::new();
        self.paths(&order, &mut Vec::new(), &mut paths);
        let best = paths.into_iter().min_by_key(|path| self.danger(path))?;
        order.extend(best.into_iter().map(Step::Via));
        Some(order)
    }

    fn paths(&self, begun: &[Step], path: &mut Vec<HexId>, found: &mut Vec<Vec<HexId>>) {
        let order: Vec<Step> = begun.iter().copied().chain(path.iter().copied().map(Step::Via)).collect();
        for (step, progress) in self.next(&order) {
            let Step::Via(hex) = step else { continue };
            path.push(hex);
            if progress == Progress::Complete {
                found.push(path.clone());
            } else if found.len() < MOST_PATHS {
                self.paths(begun, path, found);
            }
            path.pop();
        }
    }

    /// What speaks against a path of retreat: zones that cost steps, friends at its end (7.7.1k), near enemies.
    fn danger(&self, path: &[HexId]) -> (usize, bool, Reverse<u16>, Vec<HexId>) {
        let hurts = |hex: &&HexId| {
            zones::controlled(self.definitions, self.field, **hex, self.side)
                && !zones::friend_in(self.field, **hex, self.side)
        };
        let end = path.last().copied();
        let retreats =
            |unit: &UnitId| self.combat().is_some_and(|combat| combat.units[combat.role(self.side)].contains(unit));
        let onto_friends = end.is_some_and(|end| self.field.in_hex(end).any(|unit| !retreats(&unit)));
        let enemies = self.field.on_map().filter(|(unit, _)| self.definitions.unit(*unit).side != self.side);
        let distance = |hex| end.map_or(0, |end| self.definitions.board.grid().distance(end, hex));
        let nearest = enemies.map(|(_, hex)| distance(hex)).min().unwrap_or(0);
        (path.iter().filter(hurts).count(), onto_friends, Reverse(nearest), path.to_vec())
    }

    fn mark(&self) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Mark);
        let hex = self.hexes(&[verb]).into_iter().min_by_key(|hex| (self.forward(*hex), *hex))?;
        Some(vec![verb, Step::Hex(hex)])
    }

    fn advance(&self, rule: Advance) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Advance);
        let advanced = self.combat()?.advanced.len();
        let goes = match rule {
            Advance::Ask => return None,
            Advance::None => false,
            Advance::One => advanced == 0,
            Advance::All => true,
        };
        let strongest = |unit| (!self.is_mobile(unit), Reverse(self.strength(unit)));
        for unit in if goes { self.units(&[verb], strongest) } else { Vec::new() } {
            let mut hexes = self.hexes(&[verb, Step::Unit(unit)]);
            hexes.sort_by_key(|hex| (self.forward(*hex), *hex));
            let into = |hex| vec![verb, Step::Unit(unit), Step::Via(hex), Step::Done];
            if let Some(order) = hexes.into_iter().map(into).find(|order| self.is_whole(order)) {
                return Some(order);
            }
        }
        Some(vec![verb, Step::Done])
    }

    fn come_back(&self, rule: ComeBack) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Return);
        let hq = *self.units(&[verb], |_| ()).first()?;
        let begun = [verb, Step::Unit(hq)];
        let end = match rule {
            ComeBack::Ask => return None,
            ComeBack::Later => Step::Done,
            ComeBack::Near => {
                let formation = self.definitions.unit(hq).formation;
                let mates = self.field.on_map().filter(|(unit, _)| self.definitions.unit(*unit).formation == formation);
                let mates: Vec<HexId> = mates.map(|(_, hex)| hex).collect();
                let grid = self.definitions.board.grid();
                let far = |hex: HexId| mates.iter().map(|mate| u32::from(grid.distance(hex, *mate))).sum::<u32>();
                let hexes = self.hexes(&begun).into_iter();
                let near = hexes.min_by_key(|hex| (far(*hex), Reverse(self.forward(*hex)), *hex));
                // another HQ may have a hex, this one has none
                near.map_or(Step::Done, Step::Hex)
            }
        };
        Some([&begun[..], &[end]].concat())
    }

    fn allot(&self, rule: Allotment) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Allot);
        let order = |(hq, kind)| vec![verb, Step::Unit(hq), Step::Kind(kind)];
        let given =
            |marker: &(UnitId, SupportKind)| self.seen.view.allotted.iter().filter(|other| *other == marker).count();
        let found = match rule {
            Allotment::Ask => return None,
            Allotment::None => None,
            Allotment::Again => {
                let last = &self.field.last_allotment;
                let wanted = |marker: &(UnitId, SupportKind)| last.iter().filter(|other| *other == marker).count();
                let own = last.iter().filter(|(hq, _)| self.definitions.unit(*hq).side == self.side);
                let missing = own.filter(|marker| given(marker) < wanted(marker));
                missing.copied().map(order).find(|order| self.is_whole(order))
            }
            Allotment::Spread => {
                let held = |hq: UnitId| self.seen.view.allotted.iter().filter(|(to, _)| *to == hq).count();
                let hqs = self.units(&[verb], |hq| (held(hq), Reverse(self.definitions.unit(hq).support)));
                let kinds = |hq| SupportKind::ALL.into_iter().map(move |kind| (hq, kind));
                hqs.into_iter().flat_map(kinds).map(order).find(|order| self.is_whole(order))
            }
        };
        Some(found.unwrap_or_else(|| vec![verb, Step::Done]))
    }

    fn snafu(&self) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Snafu);
        let unit = *self.units(&[verb], |unit| Reverse(self.strength(unit))).first()?;
        Some(vec![verb, Step::Unit(unit)])
    }

    fn reroll(&self, rule: Reroll) -> Option<Vec<Step>> {
        let die = self.combat()?.die?;
        let again = match rule {
            Reroll::Ask => return None,
            Reroll::Keep => false,
            Reroll::UpTo(face) => die <= face,
        };
        Some(vec![Step::Verb(if again { Verb::Reroll } else { Verb::Keep })])
    }

    fn gift(&self, rule: Gift) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Gift);
        let order = match rule {
            Gift::Ask => return None,
            Gift::Reroll => vec![verb, Step::Reroll],
            Gift::Step => vec![verb, Step::Unit(*self.units(&[verb], |unit| Reverse(self.strength(unit))).first()?)],
        };
        self.is_whole(&order).then_some(order)
    }

    fn eliminate(&self) -> Option<Vec<Step>> {
        let verb = Step::Verb(Verb::Eliminate);
        let weakest = |unit| (self.definitions.unit(unit).is_hq(), self.strength(unit));
        let unit = *self.units(&[verb], weakest).first()?;
        Some(vec![verb, Step::Unit(unit)])
    }
}
