//! Proposes legal orders: those that a player most likely wants, then whatever the list of legal steps holds.

use super::super::definitions::Definitions;
use super::super::moment::Moment;
use super::super::order::{EventKind, Step, Verb};
use super::super::state::{ATTACKER, DEFENDER, Field, GERMAN, Pending};
use super::super::verbs;
use super::super::view::{Seen, View};
use crate::AutumnFog;
use crate::chapters::historical_events::{air_supply, nuts};
use crate::chapters::presents;
use crate::chapters::zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Rules, SideId};

/// Up to `count` different orders that are legal now for the viewer: fewer only if there are no more.
pub fn examples(seen: Seen<'_>, count: usize) -> Vec<Vec<Step>> {
    let Seen { definitions, view } = seen;
    let Some(side) = view.side else { return Vec::new() };
    let Some(ask) = view.field.ask(side) else { return Vec::new() };
    let proposals = Proposals { definitions, view, field: &view.field, side };
    let mut orders: Vec<Vec<Step>> = Vec::new();
    for kind in proposals.kinds(ask.pending) {
        // one of each kind, the best that is legal
        let fits = |order: &Vec<Step>| !orders.contains(order) && seen.accept(order).is_ok();
        if orders.len() < count
            && let Some(order) = kind.into_iter().take(MOST_TRIES).find(fits)
        {
            orders.push(order);
        }
    }
    for verb in verbs::at(Moment::new(&view.field, ask.pending)) {
        let found = orders.iter().any(|order| order.first() == Some(&Step::Verb(verb)));
        if orders.len() < count && (!found || orders.is_empty()) {
            orders.extend(first_legal(seen, verb, &orders));
        }
    }
    for verb in verbs::at(Moment::new(&view.field, ask.pending)) {
        while orders.len() < count
            && let Some(order) = first_legal(seen, verb, &orders)
        {
            orders.push(order);
        }
    }
    orders
}

/// How many proposals of a kind are judged before the kind is given up.
const MOST_TRIES: usize = 12;

/// The first legal order with a verb in the list of legal steps that is not known yet.
fn first_legal(seen: Seen<'_>, verb: Verb, known: &[Vec<Step>]) -> Option<Vec<Step>> {
    seen.first_order(Step::Verb(verb), known, &|order, steps| {
        // the end of an order first: the shortest is the easiest to read
        let (mut ordered, mut steps): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|step| *step == Step::Done);
        // units that retreat together are named in one sequence only
        let waiting = seen.view.field.combat.as_ref().map_or(&[][..], |combat| &combat.to_retreat);
        let place = |step: &Step| waiting.iter().position(|unit| *step == Step::Unit(*unit));
        let named = order.last().and_then(place);
        steps.retain(|step| place(step).is_none_or(|place| named.is_none_or(|named| named < place)));
        ordered.extend(steps);
        ordered
    })
}

struct Proposals<'a> {
    definitions: &'a Definitions,
    view: &'a View,
    field: &'a Field,
    side: SideId,
}

type Kind = Vec<Vec<Step>>;

fn play(kind: EventKind, hex: HexId) -> Vec<Step> {
    vec![Step::Verb(Verb::Play), Step::Event(kind), Step::Hex(hex)]
}

impl Proposals<'_> {
    /// Orders of different kinds that may answer an ask, the best of each kind first.
    fn kinds(&self, pending: Pending) -> Vec<Kind> {
        match pending {
            Pending::Operate if self.field.operations.activation.is_some() => {
                vec![self.attacks(), self.moves(), vec![vec![Step::Verb(Verb::End)]]]
            }
            Pending::Operate => {
                let general = vec![Step::Verb(Verb::Activate), Step::General];
                vec![self.activations(), vec![general], vec![vec![Step::Verb(Verb::Pass)]]]
            }
            Pending::Allot => {
                let best = self.allotments();
                let first = best.first().map(|order| order[1]);
                let elsewhere = best.iter().filter(|order| Some(order[1]) != first).cloned().collect();
                vec![best, elsewhere, vec![vec![Step::Verb(Verb::Allot), Step::Done]]]
            }
            Pending::Defend => self.defences(),
            Pending::Lose => self.losses(),
            Pending::Advance => vec![self.advances(), vec![vec![Step::Verb(Verb::Advance), Step::Done]]],
            Pending::Interrupt => {
                let ambush = self.field.march.iter().flat_map(|march| march.entered());
                let play = |kind| ambush.clone().map(|hex| play(kind, *hex)).collect::<Kind>();
                let [greif, roadblock] = [EventKind::Greif, EventKind::Roadblock].map(play);
                vec![vec![vec![Step::Verb(Verb::Let)]], greif, roadblock]
            }
            Pending::AirSupply => {
                let units = air_supply::cut_off(self.definitions, self.field);
                let hexes = units.into_iter().filter_map(|unit| self.field.hex_of(unit));
                let drops = hexes.map(|hex| play(EventKind::AirSupply, hex)).collect();
                vec![drops, vec![vec![Step::Verb(Verb::Let)]]]
            }
            Pending::Present => vec![self.presents(), vec![vec![Step::Verb(Verb::Gift), Step::Reroll]]],
            Pending::Reroll => vec![vec![vec![Step::Verb(Verb::Keep)]], vec![vec![Step::Verb(Verb::Reroll)]]],
            Pending::Snafu | Pending::Return | Pending::Retreat | Pending::Mark | Pending::Overstack => Vec::new(),
        }
    }

    fn own(&self, unit: UnitId) -> bool {
        self.definitions.unit(unit).side == self.side
    }

    /// Units that may act in the sequence: those activated, and those of its formation that were not yet.
    fn actors(&self) -> impl Iterator<Item = (UnitId, HexId)> {
        let formation = self.field.operations.activation.and_then(|activation| activation.formation());
        self.field.on_map().filter(move |(unit, _)| {
            let (data, state) = (self.definitions.unit(*unit), self.field.unit(*unit));
            let joins = formation.is_none() || data.formation == formation;
            self.own(*unit)
                && !data.is_hq()
                && if state.active { state.ap > 0 } else { joins && state.activations == 0 }
        })
    }

    fn strength(&self, units: impl Iterator<Item = UnitId>) -> u32 {
        units.map(|unit| u32::from(self.definitions.unit(unit).strength(self.field.unit(unit).steps))).sum()
    }

    fn best(&self, units: &[UnitId]) -> Option<UnitId> {
        let rank = |unit: &UnitId| {
            let data = self.definitions.unit(*unit);
            let quality = nuts::quality(self.definitions, self.field, *unit);
            (!data.is_hq(), quality, self.field.unit(*unit).steps)
        };
        units.iter().rev().copied().max_by_key(rank)
    }

    /// Attacks of all that can reach a hex, best odds first; units that must attack go before.
    fn attacks(&self) -> Kind {
        let actors: Vec<(UnitId, HexId)> = self.actors().collect();
        let mut targets: Vec<HexId> = actors
            .iter()
            .flat_map(|(_, hex)| self.definitions.board.neighbours(*hex).map(|(_, there)| there))
            .filter(|hex| zones::enemy_in(self.field, *hex, self.side))
            .collect();
        targets.sort();
        targets.dedup();
        let mut attacks: Vec<((bool, u32), Vec<Step>)> = Vec::new();
        for target in targets {
            let near = |hex: &HexId| self.definitions.board.side(*hex, target).is_some();
            let with: Vec<UnitId> = actors.iter().filter(|(_, hex)| near(hex)).map(|(unit, _)| *unit).collect();
            let defence = self.strength(self.field.in_hex(target)).max(1);
            let bound = with.iter().any(|unit| self.field.unit(*unit).bound);
            // all together; else those of one hex
            let mut groups = vec![with.clone()];
            for (_, hex) in actors.iter().filter(|(_, hex)| near(hex)) {
                let stack: Vec<UnitId> =
                    with.iter().copied().filter(|unit| self.field.hex_of(*unit) == Some(*hex)).collect();
                if !groups.contains(&stack) {
                    groups.push(stack);
                }
            }
            for group in groups {
                let odds = 10 * self.strength(group.iter().copied()) / defence;
                let mut order = vec![Step::Verb(Verb::Attack), Step::Target(target)];
                order.extend(group.iter().copied().map(Step::With));
                order.extend(self.best(&group).map(Step::Lead));
                order.push(Step::Done);
                if odds >= 10 || bound {
                    attacks.push(((bound, odds), order));
                }
            }
        }
        attacks.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        attacks.into_iter().flat_map(|(_, order)| self.with_aircraft(order)).collect()
    }

    /// An attack with an aircraft, as long as a mission is left, and without.
    fn with_aircraft(&self, order: Vec<Step>) -> impl Iterator<Item = Vec<Step>> {
        let flown = (self.field.air[self.side.index()] > 0).then(|| {
            let declared = order.iter().copied().filter(|step| *step != Step::Done);
            declared.chain([Step::Air, Step::Done]).collect()
        });
        flown.into_iter().chain([order])
    }

    /// Hexes worth going to: what the other side holds, for the Allies also what the enemy is near.
    fn goals(&self) -> Vec<HexId> {
        let objectives = || self.definitions.objectives(self.field);
        let goals: Vec<HexId> = objectives().filter(|(_, holder)| *holder != self.side).map(|(hex, _)| hex).collect();
        if self.side == GERMAN && !goals.is_empty() {
            return goals;
        }
        goals.into_iter().chain(objectives().map(|(hex, _)| hex)).collect()
    }

    /// Moves that bring a unit nearest to a goal, the greatest gain first, one a unit.
    fn moves(&self) -> Kind {
        let (goals, grid) = (self.goals(), self.definitions.board.grid());
        let far = |hex: HexId| goals.iter().map(|goal| grid.distance(hex, *goal)).min().unwrap_or(0);
        let mut actors: Vec<(UnitId, HexId)> =
            self.actors().filter(|(unit, _)| !self.field.unit(*unit).bound).collect();
        // the strongest of those that have begun to act
        actors.sort_by_key(|(unit, hex)| {
            let state = self.field.unit(*unit);
            (std::cmp::Reverse((state.active, state.ap)), far(*hex), *unit)
        });
        let mut moves = Vec::new();
        for (unit, from) in actors.into_iter().take(4) {
            let begun = [Step::Verb(Verb::Move), Step::Unit(unit)];
            let mut destinations: Vec<HexId> = Vec::new();
            AutumnFog::candidates(Seen::new(self.definitions, self.view), &begun, &mut |step| match step {
                Step::Hex(hex) if far(hex) < far(from) => destinations.push(hex),
                _ => {}
            });
            destinations.sort_by_key(|hex| (far(*hex), !self.definitions.board.has_road(*hex), *hex));
            let best = destinations.into_iter().take(3);
            moves.extend(best.map(|hex| [&begun[..], &[Step::Hex(hex)]].concat()));
        }
        moves
    }

    /// Formations by the strength that they have not used this turn.
    fn activations(&self) -> Kind {
        let mut strengths = vec![0; self.definitions.headquarters.len()];
        for (unit, _) in self.field.on_map().filter(|(unit, _)| self.own(*unit)) {
            if let Some(formation) = self.definitions.unit(unit).formation
                && self.field.unit(unit).activations == 0
            {
                strengths[formation.index()] += self.strength([unit].into_iter());
            }
        }
        let mut formations: Vec<usize> = (0..strengths.len()).filter(|index| strengths[*index] > 0).collect();
        formations.sort_by_key(|index| std::cmp::Reverse(strengths[*index]));
        let order =
            |index: usize| vec![Step::Verb(Verb::Activate), Step::Formation(definitions::FormationId(index as u16))];
        formations.into_iter().map(order).collect()
    }

    /// One marker for each headquarters in turn, the rarest first.
    fn allotments(&self) -> Kind {
        use super::super::order::SupportKind;
        let hqs = self.field.on_map().filter(|(unit, _)| self.own(*unit) && self.definitions.unit(*unit).is_hq());
        let hqs = hqs.map(|(hq, _)| hq);
        let both = hqs.flat_map(|hq| SupportKind::ALL.into_iter().map(move |kind| (hq, kind)));
        let held = |hq: UnitId, kind: SupportKind| {
            self.definitions.unit(hq).army.is_some_and(|army| self.field.pools[usize::from(army)][kind.index()] > 0)
        };
        let given = |hq: UnitId| self.view.allotted.iter().filter(|(to, _)| *to == hq).count();
        let mut both: Vec<(UnitId, SupportKind)> = both.filter(|(hq, kind)| held(*hq, *kind)).collect();
        both.sort_by_key(|(hq, _)| (given(*hq), std::cmp::Reverse(self.definitions.unit(*hq).support)));
        both.into_iter().map(|(hq, kind)| vec![Step::Verb(Verb::Allot), Step::Unit(hq), Step::Kind(kind)]).collect()
    }

    /// A step for the strongest of the weakened units.
    fn presents(&self) -> Kind {
        let mut weak: Vec<UnitId> = presents::weakened(self.definitions, self.field, self.side).collect();
        weak.sort_by_key(|unit| std::cmp::Reverse(self.definitions.unit(*unit).steps));
        weak.into_iter().map(|unit| vec![Step::Verb(Verb::Gift), Step::Unit(unit)]).collect()
    }

    /// With a support, with an aircraft, and without.
    fn defences(&self) -> Vec<Kind> {
        use super::super::order::SupportKind;
        let Some(combat) = &self.field.combat else { return Vec::new() };
        let Some(lead) = self.best(&combat.units[DEFENDER]) else { return Vec::new() };
        let order = |supports: &[(UnitId, SupportKind)]| {
            let supports = supports.iter().map(|(hq, kind)| Step::Support(*hq, *kind));
            let begun = [Step::Verb(Verb::Defend), Step::Lead(lead)].into_iter();
            begun.chain(supports).chain([Step::Done]).collect::<Vec<Step>>()
        };
        let mut supported = Vec::new();
        for (hq, _) in self.field.on_map().filter(|(unit, _)| self.own(*unit)) {
            for kind in SupportKind::ALL {
                if self.field.supports[hq.index()][kind.index()] > 0 {
                    supported.push(order(&[(hq, kind)]));
                }
            }
        }
        let flown = order(&[]).into_iter().take(2).chain([Step::Air, Step::Done]).collect();
        vec![supported, vec![flown], vec![order(&[])]]
    }

    /// As little as allowed, and as much as the number.
    fn losses(&self) -> Vec<Kind> {
        let Some(combat) = &self.field.combat else { return Vec::new() };
        let role = if combat.side == self.side { ATTACKER } else { DEFENDER };
        let units = &combat.units[role];
        let number = combat.fight.as_ref().and_then(|fight| fight.numbers[role]).unwrap_or(0);
        let first = combat.leads[role].into_iter().chain(units.iter().copied());
        let mut steps: Vec<UnitId> = Vec::new();
        for unit in first {
            if !steps.contains(&unit) {
                steps.extend(std::iter::repeat_n(unit, usize::from(self.field.unit(unit).steps)));
            }
        }
        let order = |count: usize| {
            let losses = steps.iter().take(count).copied().map(Step::Loss);
            [Step::Verb(Verb::Lose)].into_iter().chain(losses).chain([Step::Done]).collect::<Vec<Step>>()
        };
        let number = usize::from(number);
        let few = (0..=number).map(order).collect();
        let many = (0..=number).rev().map(order).collect();
        vec![few, many]
    }

    /// Into the first vacated hex.
    fn advances(&self) -> Kind {
        let Some(combat) = &self.field.combat else { return Vec::new() };
        let mut units: Vec<UnitId> = combat.units[ATTACKER].clone();
        units.sort_by_key(|unit| {
            std::cmp::Reverse((self.definitions.unit(*unit).is_mobile(), self.field.unit(*unit).steps))
        });
        let into = |unit: UnitId| {
            let targets = combat.targets.iter();
            targets.map(move |hex| vec![Step::Verb(Verb::Advance), Step::Unit(unit), Step::Via(*hex), Step::Done])
        };
        units.into_iter().flat_map(into).collect()
    }
}
