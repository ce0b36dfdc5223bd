//! The strengths of a game's divisions beside those of another game: where values were scaled from Ardennes II, a
//! slip of the method shows as a share that does not fit.

use definitions::{FormationId, Published, Symbol, Unit};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Units, steps and fighting strength taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Counters.
    pub units: u32,
    /// Steps of all of them.
    pub steps: u32,
    /// Attack, or strength where the game has but one number, at full steps; guns, rockets and HQs have none.
    pub strength: i32,
}

impl Sum {
    fn add(&mut self, unit: &Unit) {
        self.units += 1;
        self.steps += u32::from(unit.steps);
        if !matches!(unit.symbol, Symbol::Artillery | Symbol::Rockets | Symbol::Headquarters) {
            let value = unit.values.get("attack").or_else(|| unit.values.get("strength"));
            self.strength += value.map_or(0, |value| i32::from(value.after(0)));
        }
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.units += other.units;
        self.steps += other.steps;
        self.strength += other.strength;
        self
    }
}

/// The sums of a game by side and division; units of no division are summed under `independent`. Units that are made
/// of others (detachments) are left out.
pub fn by_division(game: &Published) -> BTreeMap<(String, String), Sum> {
    sums(game, |_, unit| if unit.division.is_empty() { "independent".to_owned() } else { unit.division.clone() })
}

/// The sums of a game by side and formation.
pub fn by_formation(game: &Published) -> BTreeMap<(String, String), Sum> {
    let name = |formation: FormationId| game.units.formation(formation).name.clone();
    sums(game, |_, unit| unit.formation.map_or_else(|| "independent".to_owned(), name))
}

fn sums(game: &Published, name: impl Fn(&Published, &Unit) -> String) -> BTreeMap<(String, String), Sum> {
    let mut sums: BTreeMap<(String, String), Sum> = BTreeMap::new();
    for (_, unit) in game.units.iter().filter(|(_, unit)| !unit.values.contains_key("detachment")) {
        let side = game.units.sides[usize::from(unit.side)].id.clone();
        sums.entry((side, name(game, unit))).or_default().add(unit);
    }
    sums
}

/// The sums as text: divisions beside those of the other game, formations, sides. A division whose share of its
/// side's strength differs by more than a third from its share over there is marked with a star.
pub fn report(game: &Published, other: &Published) -> String {
    let (ours, theirs) = (by_division(game), by_division(other));
    let totals = |sums: &BTreeMap<(String, String), Sum>, shared: &BTreeMap<(String, String), Sum>| {
        let mut totals: BTreeMap<String, Sum> = BTreeMap::new();
        for (key, sum) in sums.iter().filter(|(key, _)| shared.contains_key(*key)) {
            let total = totals.entry(key.0.clone()).or_default();
            *total = total.plus(*sum);
        }
        totals
    };
    let (our_total, their_total) = (totals(&ours, &theirs), totals(&theirs, &ours));
    let mut text = format!("{} beside {}: counters, steps, strength without guns\n", game.title, other.title);
    for ((side, division), sum) in &ours {
        let _ = write!(text, "{side:<10} {division:<16} {:>4} {:>4} {:>5}", sum.units, sum.steps, sum.strength);
        if let Some(there) = theirs.get(&(side.clone(), division.clone())) {
            let _ = write!(text, "   {:>4} {:>4} {:>5}", there.units, there.steps, there.strength);
            let share = |sum: &Sum, total: &BTreeMap<String, Sum>| {
                total.get(side).map_or(0.0, |total| f64::from(sum.strength) / f64::from(total.strength.max(1)))
            };
            let (here, there) = (share(sum, &our_total), share(there, &their_total));
            if there > 0.0 && division != "independent" {
                let ratio = here / there;
                let mark = if (0.67..=1.5).contains(&ratio) { "" } else { " *" };
                let _ = write!(text, "   share {ratio:.2}{mark}");
            }
        }
        text.push('\n');
    }
    text.push_str("by formation\n");
    for ((side, formation), sum) in by_formation(game) {
        let _ = writeln!(text, "{side:<10} {formation:<28} {:>4} {:>4} {:>5}", sum.units, sum.steps, sum.strength);
    }
    text.push_str("by side, divisions that both games have\n");
    for (side, sum) in &our_total {
        let there = their_total.get(side).copied().unwrap_or_default();
        let scale = f64::from(sum.strength) / f64::from(there.strength.max(1));
        let _ = writeln!(
            text,
            "{side:<10} {:>4} {:>4} {:>5}   {:>4} {:>4} {:>5}   scale {scale:.2}",
            sum.units, sum.steps, sum.strength, there.units, there.steps, there.strength
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_folder::GameFolder;
    use std::path::Path;

    fn game() -> Published {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        GameFolder::find(&assets, "autumn-fog").and_then(|folder| folder.published()).expect("a game that parses")
    }

    #[test]
    fn sums_count_each_division_once_and_leave_detachments_out() {
        let game = game();
        let sums = by_division(&game);
        let peiper = sums[&("german".to_owned(), "1ss".to_owned())];
        assert_eq!((peiper.units, peiper.steps), (3, 8));
        let fighting = game.units.units.iter().filter(|unit| !unit.values.contains_key("detachment")).count();
        assert_eq!(sums.values().map(|sum| sum.units).sum::<u32>() as usize, fighting);
        let formations = by_formation(&game);
        assert_eq!(formations.values().map(|sum| sum.units).sum::<u32>() as usize, fighting);
    }

    #[test]
    fn a_division_that_is_too_strong_for_its_share_is_marked() {
        let game = game();
        let mut strong = game.clone();
        for unit in strong.units.units.iter_mut().filter(|unit| unit.division == "26vg") {
            for value in unit.values.values_mut() {
                value.by_steps_lost = vec![60];
            }
        }
        let marked =
            |text: &str| text.lines().filter(|line| line.ends_with('*')).map(str::to_owned).collect::<Vec<_>>();
        assert!(marked(&report(&game, &game)).is_empty());
        assert!(marked(&report(&strong, &game)).iter().any(|line| line.contains(" 26vg ")));
    }
}
