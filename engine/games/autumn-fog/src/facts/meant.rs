use super::super::legal;
use super::super::moment::Moment;
use super::super::order::{EventKind, Step, SupportKind, Verb};
use super::super::verbs;
use super::super::view::Seen;
use crate::chapters::chapter::Asked;
use crate::chapters::zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::Thing;

/// What a player may mean who points at a thing, the likeliest first: within an order any step that names it, before one
/// any order that would begin so. Judges say which of them are legal, and why others are not.
pub fn meant(seen: Seen<'_>, partial: &[Step], thing: &Thing) -> Vec<Vec<Step>> {
    let Some((asked, pending)) = legal::asked(seen, partial) else { return Vec::new() };
    if partial.is_empty() {
        return asked.orders(Moment::new(asked.field, pending), thing);
    }
    let steps = asked.steps(thing).into_iter().map(|step| vec![step]);
    steps.chain(asked.joined(partial, thing)).collect()
}

impl Asked<'_> {
    /// Steps that name a thing. A unit stands for its hex, too, and a hex for one's units in it.
    fn steps(&self, thing: &Thing) -> Vec<Step> {
        let place = |hex: HexId| [Step::Hex(hex), Step::Via(hex), Step::Target(hex)];
        match thing {
            Thing::Unit(unit) => {
                let at = self.field.hex_of(*unit).into_iter().flat_map(place);
                if self.is_own(*unit) { self.of_unit(*unit).into_iter().chain(at).collect() } else { at.collect() }
            }
            Thing::Hex(hex) => {
                let own = self.field.in_hex(*hex).filter(|unit| self.is_own(*unit));
                place(*hex).into_iter().chain(own.flat_map(|unit| self.of_unit(unit))).collect()
            }
            Thing::Card(id) => EventKind::ALL.into_iter().filter(|kind| kind.name() == id).map(Step::Event).collect(),
            Thing::Hexside(..) | Thing::Box(_) => Vec::new(),
        }
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.definitions.unit(unit).side == self.side
    }

    /// Steps that name a unit.
    fn of_unit(&self, unit: UnitId) -> Vec<Step> {
        let mut steps = vec![Step::Unit(unit), Step::With(unit), Step::Lead(unit), Step::Loss(unit)];
        steps.extend(self.formation_of(unit));
        if self.definitions.unit(unit).is_hq() {
            let lent = SupportKind::ALL.into_iter();
            steps.extend(lent.flat_map(|kind| [Step::Support(unit, kind), Step::SupportLoss(unit, kind)]));
        }
        steps
    }

    fn formation_of(&self, unit: UnitId) -> Option<Step> {
        self.definitions.unit(unit).formation.map(Step::Formation)
    }

    /// Ways to bring a unit into an attack of which no target has been named: with each enemy beside it.
    fn joined(&self, partial: &[Step], thing: &Thing) -> Vec<Vec<Step>> {
        let ([Step::Verb(Verb::Attack | Verb::Prepare)], Thing::Unit(unit)) = (partial, thing) else {
            return Vec::new();
        };
        let around = self.field.hex_of(*unit).into_iter().flat_map(|hex| self.definitions.board.neighbours(hex));
        let held = |hex: &HexId| zones::enemy_in(self.field, *hex, self.side);
        let targets = around.map(|(_, hex)| hex).filter(held);
        targets.map(|target| vec![Step::Target(target), Step::With(*unit)]).collect()
    }

    /// Orders that begin with a thing.
    fn orders(&self, moment: Moment, thing: &Thing) -> Vec<Vec<Step>> {
        let mut verbs: Vec<Verb> = verbs::at(moment).collect();
        // one's own units one wants to move first, the other side's to attack
        let foreign = match thing {
            Thing::Unit(unit) => !self.is_own(*unit),
            Thing::Hex(hex) => zones::enemy_in(self.field, *hex, self.side),
            _ => false,
        };
        verbs.sort_by_key(|verb| match verb {
            Verb::Move | Verb::Retreat | Verb::Advance => u8::from(foreign),
            Verb::Attack | Verb::Prepare => u8::from(!foreign),
            // within a sequence it is for a few units that need a check
            Verb::Activate if moment == Moment::Acting => 2,
            _ => 1,
        });
        let mut orders: Vec<Vec<Step>> = Vec::new();
        if moment == Moment::Choosing {
            // what he could do if something were activated, and what comes first
            match thing {
                Thing::Unit(unit) if self.is_own(*unit) => {
                    orders
                        .extend(self.formation_of(*unit).map(|formation| vec![Step::Verb(Verb::Activate), formation]));
                    orders.push(vec![Step::Verb(Verb::Move), Step::Unit(*unit)]);
                }
                _ => {
                    let targets = self.steps(thing).into_iter().filter(|step| matches!(step, Step::Target(_)));
                    orders.extend(targets.map(|target| vec![Step::Verb(Verb::Attack), target]));
                }
            }
        }
        for verb in verbs {
            let begun = [Step::Verb(verb)];
            let ways = self.steps(thing).into_iter().map(|step| vec![step]).chain(self.joined(&begun, thing));
            orders.extend(ways.map(|way| [&begun[..], &way].concat()));
        }
        let mut seen: Vec<Vec<Step>> = Vec::new();
        orders.retain(|order| {
            let new = !seen.contains(order);
            seen.push(order.clone());
            new
        });
        orders
    }
}
