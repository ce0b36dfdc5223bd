//! Paths of retreat (7.7.1): where a group can go, hex by hex, and whether all can go at once.

mod bars;

pub use bars::no_way;

use crate::chapters::{stacking, zones};
use crate::printed::definitions::Definitions;
use crate::printed::tables::Class;
use crate::truth::state::{Field, GERMAN, Location};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Grounds, SideId};

/// The priorities of a retreat in their order, by case, with what each wants: that it leads away comes after the first of
/// the rulebook (rulings R57, R59).
const PRIORITIES: [(&str, &str); 5] = [
    ("7.7.1d", "a hex outside enemy zones of control is open"),
    ("7.7.1a", "a hex that leads away is open"),
    ("7.7.1e", "a hex towards the friendly edge is open"),
    ("7.7.1f", "a hex further from enemy units is open"),
    ("7.7.1g", "easier ground is open"),
];

/// Units that retreat together.
pub struct Group<'a> {
    definitions: &'a Definitions,
    field: &'a Field,
    side: SideId,
    units: Vec<UnitId>,
    origin: HexId,
    /// Hexes to retreat in all.
    hexes: u8,
    /// Units of the side that have still to go, the group among them.
    leaving: &'a [UnitId],
}

impl<'a> Group<'a> {
    /// Units that stand in one hex and have to retreat in the combat of this field.
    pub fn new(definitions: &'a Definitions, field: &'a Field, units: Vec<UnitId>) -> Option<Group<'a>> {
        let side = definitions.unit(*units.first()?).side;
        let combat = field.combat.as_ref()?;
        Group::of(definitions, field, &combat.to_retreat, combat.retreat[combat.role(side)], units)
    }

    /// Units that stand in one hex, among those that would have to retreat so many hexes.
    fn of(
        definitions: &'a Definitions,
        field: &'a Field,
        leaving: &'a [UnitId],
        hexes: u8,
        units: Vec<UnitId>,
    ) -> Option<Group<'a>> {
        let first = *units.first()?;
        let (side, origin) = (definitions.unit(first).side, field.hex_of(first)?);
        Some(Group { definitions, field, side, units, origin, hexes, leaving })
    }

    /// Whether the group is on the attacker's side.
    fn attacks(&self) -> bool {
        self.field.combat.as_ref().is_some_and(|combat| combat.side == self.side)
    }

    /// Whether a hex is a target of the combat: no retreat ends there, of either side (ruling R222).
    fn attacked(&self, hex: HexId) -> bool {
        self.field.combat.as_ref().is_some_and(|combat| combat.targets.contains(&hex))
    }

    fn steps(&self) -> u8 {
        self.units.iter().map(|unit| self.field.unit(*unit).steps).sum()
    }

    /// Whether entering a hex costs a step (4.2g, 4.3e, 7.7.1h, ruling R60). Friends who have still to leave it are none.
    fn hurts(&self, hex: HexId) -> bool {
        let covered = || {
            zones::friend_in(self.field, hex, self.side)
                && self.field.in_hex(hex).any(|unit| !self.leaving.contains(&unit))
        };
        zones::controlled(self.definitions, self.field, hex, self.side) && !covered()
    }

    /// Units that lose a step on the way, in order, each with the hex that costs it: the first named that has steps left,
    /// an HQ when nobody else is left (1.3i, ruling R60).
    pub fn losses(&self, path: &[HexId]) -> Vec<(UnitId, HexId)> {
        let mut steps: Vec<(UnitId, u8)> =
            self.units.iter().map(|unit| (*unit, self.field.unit(*unit).steps)).collect();
        steps.sort_by_key(|(unit, _)| self.definitions.unit(*unit).is_hq());
        let mut losses = Vec::new();
        for hex in path.iter().skip(1).filter(|hex| self.hurts(**hex)) {
            let Some((unit, left)) = steps.iter_mut().find(|(_, left)| *left > 0) else { break };
            *left -= 1;
            losses.push((*unit, *hex));
        }
        losses
    }

    /// Whether a path is as long as it must be: all its hexes, or the last of the group died on it.
    pub fn arrived(&self, path: &[HexId]) -> bool {
        path.len() > usize::from(self.hexes) || self.losses(path).len() >= usize::from(self.steps())
    }

    /// Whether a hex leads away from where the retreat began (ruling R59).
    fn leads_away(&self, at: HexId, hex: HexId) -> bool {
        let board = &self.definitions.board;
        board.distance(self.origin, hex) > board.distance(self.origin, at)
    }

    /// Steps that are in a hex and will stay there.
    fn occupied(&self, hex: HexId) -> u8 {
        let staying = self.field.in_hex(hex).filter(|unit| !self.leaving.contains(unit));
        staying.map(|unit| self.field.unit(unit).steps).sum()
    }

    /// Whether somebody is in the hex where a path ends who has no part in this retreat (7.7.1k, ruling R223).
    pub fn onto_friends(&self, path: &[HexId]) -> bool {
        let retreats = |unit: UnitId| {
            self.field.combat.as_ref().is_some_and(|combat| combat.units[combat.role(self.side)].contains(&unit))
        };
        path.last().is_some_and(|hex| self.field.in_hex(*hex).any(|unit| !retreats(unit)))
    }

    /// Whether a retreat can go on to its end by a hex that it enters after a path (7.7.1i, ruling R61): further away
    /// with each hex, or by any hexes that it has not been in, the one where it began among them (ruling R59).
    fn leads_on(&self, path: &[HexId], hex: HexId, left: u8, steps: u8, away: bool) -> bool {
        let at = path.last().copied().unwrap_or(self.origin);
        let fits = if away { self.leads_away(at, hex) } else { hex != self.origin && !path.contains(&hex) };
        if !fits || self.bar(at, hex).is_some() {
            return false;
        }
        let steps = steps.saturating_sub(u8::from(self.hurts(hex)));
        match (steps, left) {
            // who dies there ends there too
            (_, 0 | 1) if self.attacked(hex) => false,
            (0, _) => true,
            (_, 0 | 1) => self.occupied(hex) + steps <= stacking::LIMIT,
            (_, left) => {
                let path = [path, &[hex]].concat();
                self.definitions.board.around(hex).any(|next| self.leads_on(&path, next, left - 1, steps, away))
            }
        }
    }

    /// The hexes by which the retreat could go on to its end after a path, whatever the priorities say.
    fn open(&self, path: &[HexId], left: u8, steps: u8) -> impl Iterator<Item = HexId> {
        let around = self.definitions.board.around(path.last().copied().unwrap_or(self.origin));
        around.filter(move |hex| self.leads_on(path, *hex, left, steps, false))
    }

    /// How a hex that may follow a path meets a priority: the least is the best.
    fn score(&self, priority: usize, path: &[HexId], hex: HexId, left: u8, steps: u8) -> i32 {
        let board = &self.definitions.board;
        match priority {
            0 => i32::from(self.hurts(hex)),
            1 => i32::from(!self.leads_on(path, hex, left, steps, true)),
            2 => {
                let column = |hex| i32::from(board.grid().column_row(hex).0);
                let east = column(hex) - column(path.last().copied().unwrap_or(self.origin));
                i32::from(if self.side == GERMAN { east < 0 } else { east > 0 })
            }
            3 => {
                let enemies = zones::enemy_hexes(self.field, self.side);
                -enemies.map(|there| i32::from(board.distance(hex, there))).min().unwrap_or(0)
            }
            _ => {
                let costs = board.ground(hex).cost;
                let mobile = |unit: &UnitId| self.definitions.unit(*unit).class != Class::Infantry;
                self.units.iter().map(|unit| i32::from(costs[usize::from(mobile(unit))])).sum()
            }
        }
    }

    /// The hexes that may follow a path: each priority keeps the best that those before it left (ruling R57).
    fn next_with(&self, path: &[HexId], left: u8, steps: u8) -> Vec<HexId> {
        let mut open: Vec<HexId> = self.open(path, left, steps).collect();
        for priority in 0..PRIORITIES.len() {
            if open.len() < 2 {
                break;
            }
            let scored: Vec<i32> = open.iter().map(|hex| self.score(priority, path, *hex, left, steps)).collect();
            let best = scored.iter().min().copied();
            let mut scores = scored.into_iter();
            open.retain(|_| scores.next() == best);
        }
        open
    }

    /// Hexes left to go and steps left after a path so far.
    fn after(&self, path: &[HexId]) -> (HexId, u8, u8) {
        let gone = path.len().saturating_sub(1) as u8;
        let at = path.last().copied().unwrap_or(self.origin);
        (at, self.hexes.saturating_sub(gone), self.steps().saturating_sub(self.losses(path).len() as u8))
    }

    /// The hexes that may come next, after the priorities (rulings R57 to R59).
    pub fn next(&self, path: &[HexId]) -> Vec<HexId> {
        if self.arrived(path) {
            return Vec::new();
        }
        let (_, left, steps) = self.after(path);
        self.next_with(path, left, steps)
    }

    /// Judges the next hex of a path.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_next<R: Grounds>(&self, path: &[HexId], hex: HexId) -> Result<(), R> {
        if self.arrived(path) {
            return Err(R::under("7.7.1a", || {
                let end = path.last().copied().unwrap_or(self.origin);
                let (end, gone) = (self.definitions.place(end), path.len().saturating_sub(1));
                let due = |hexes: usize| if hexes == 1 { "1 hex is".to_owned() } else { format!("{hexes} hexes are") };
                match usize::from(self.hexes) {
                    hexes if gone >= hexes => format!("{} due, and the retreat has ended in {end}", due(hexes)),
                    // nobody is left to go on
                    hexes => format!("{} due, and the last step is lost after {gone}, in {end}", due(hexes)),
                }
            })
            .remedy(|| format!("Leave out {} and what follows.", self.definitions.place(hex))));
        }
        let next = self.next(path);
        if next.contains(&hex) {
            return Ok(());
        }
        let (at, left, steps) = self.after(path);
        let place = self.definitions.place(hex);
        let remedy = || {
            let instead: Vec<String> = next.iter().map(|hex| self.definitions.place(*hex).to_string()).collect();
            if instead.is_empty() {
                return "No hex is open to all of them: retreat them one by one.".to_owned();
            }
            format!("Possible: {}.", instead.join(", "))
        };
        if let Some(bar) = self.bar(at, hex) {
            return Err(self.refusal::<R>(bar, hex).remedy(remedy));
        }
        let back = || {
            let message = || format!("{place} leads back to {}", self.definitions.place(self.origin));
            R::under("7.7.1a", message).remedy(remedy)
        };
        if hex == self.origin || path.contains(&hex) {
            return Err(back());
        }
        if !self.leads_on(path, hex, left, steps, false) {
            return Err(self.refusal::<R>(self.dead_end(hex, left, steps), hex).remedy(remedy));
        }
        let score = |priority, hex| self.score(priority, path, hex, left, steps);
        let best = next.first().copied().unwrap_or(hex);
        let worse = (0..PRIORITIES.len()).find(|priority| score(*priority, hex) != score(*priority, best));
        let (case, wanted) = match worse {
            Some(1) if self.leads_away(at, hex) => {
                return Err(self.refusal::<R>(self.dead_end(hex, left, steps), hex).remedy(remedy));
            }
            Some(1) => return Err(back()),
            worse => PRIORITIES[worse.unwrap_or_default()],
        };
        Err(R::under(case, || format!("instead of {place} {wanted}")).remedy(remedy))
    }

    /// Whether a path that begins so can be completed. Every hex that may come next leads on to the end.
    fn goes_on(&self, path: &[HexId]) -> bool {
        let (_, left, steps) = self.after(path);
        self.arrived(path) || self.open(path, left, steps).next().is_some()
    }

    /// All complete paths that begin so.
    fn completions(&self, path: &[HexId]) -> Vec<Vec<HexId>> {
        if self.arrived(path) {
            return vec![path.to_vec()];
        }
        let longer = |hex: HexId| self.completions(&[path, &[hex]].concat());
        self.next(path).into_iter().flat_map(longer).collect()
    }

    /// The field once the group has gone a path, but for the list of those who have still to go.
    fn gone(&self, path: &[HexId]) -> Field {
        let mut field = self.field.clone();
        for unit in &self.units {
            field.units[unit.index()].place = Location::Map(path.last().copied().unwrap_or(self.origin));
        }
        for (unit, _) in self.losses(path) {
            let unit = &mut field.units[unit.index()];
            unit.steps = unit.steps.saturating_sub(1);
            if unit.steps == 0 {
                unit.place = Location::Eliminated(field.turn);
            }
        }
        field.units.settle();
        field
    }

    /// Whether the group can finish its path so that all others still have a retreat.
    pub fn leaves_room(&self, path: &[HexId]) -> bool {
        let others = self.others();
        if others.is_empty() {
            return self.goes_on(path);
        }
        self.completions(path).iter().any(|path| all_can_go(self.definitions, &self.gone(path), self.hexes, &others))
    }

    /// Who has still to go beside the group.
    fn others(&self) -> Vec<UnitId> {
        self.leaving.iter().copied().filter(|unit| !self.units.contains(unit)).collect()
    }

    /// The only path, if there is only one and no member alone would have another, and nothing is lost on it.
    pub fn only_path(&self) -> Option<Vec<HexId>> {
        let start = [self.origin];
        let paths = self.completions(&start);
        let [path] = &paths[..] else { return None };
        let alone = |unit: &UnitId| {
            Group::new(self.definitions, self.field, vec![*unit]).is_some_and(|one| one.completions(&start) == paths)
        };
        let harmless = self.units.len() == 1 || self.losses(path).is_empty();
        (harmless && self.units.iter().all(alone)).then(|| path.clone())
    }
}

/// Whether all units that have still to retreat in the combat of a field can do so.
pub fn feasible(definitions: &Definitions, field: &Field) -> bool {
    let Some(combat) = &field.combat else { return true };
    let Some(first) = combat.to_retreat.first() else { return true };
    let hexes = combat.retreat[combat.role(definitions.unit(*first).side)];
    all_can_go(definitions, field, hexes, &combat.to_retreat)
}

/// Whether units can retreat so many hexes, each by some path, within the stacking limit. Whoever has most steps is
/// placed first.
pub fn all_can_go(definitions: &Definitions, field: &Field, hexes: u8, leaving: &[UnitId]) -> bool {
    let biggest = leaving.iter().max_by_key(|unit| (field.unit(**unit).steps, unit.index()));
    let Some(unit) = biggest else { return true };
    let Some(group) = Group::of(definitions, field, leaving, hexes, vec![*unit]) else { return true };
    let start = [group.origin];
    let others = group.others();
    if others.is_empty() {
        return group.goes_on(&start);
    }
    let mut ends = Vec::new();
    group.completions(&start).into_iter().any(|path| {
        let end = path.last().copied();
        if ends.contains(&end) {
            return false;
        }
        ends.push(end);
        all_can_go(definitions, &group.gone(&path), hexes, &others)
    })
}
