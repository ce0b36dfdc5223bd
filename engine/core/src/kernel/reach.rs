//! Where something can go with what it has to spend.

use super::Buckets;
use definitions::hex::{HexId, HexSet};

/// The hexes that can be reached with a budget, the most that can be left in each, and how.
///
/// A budget is a number: whoever has more can do all that is done with less and has no less left after it. What has
/// several kinds of points packs them into one so that this holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// One entry a hex: one more than what is left; 0 where it is not reached.
    left: Vec<u16>,
    before: Vec<HexId>,
    hexes: HexSet,
}

impl Reach {
    /// Searches a board of so many hexes from a start. `ways(hex, left, go)` calls `go(there, then)` for each way on from
    /// a hex in which so much is left; never is `then` more than `left`.
    pub fn search(
        hexes: usize,
        start: HexId,
        budget: u16,
        mut ways: impl FnMut(HexId, u16, &mut dyn FnMut(HexId, u16)),
    ) -> Reach {
        let mut reach = Reach { left: vec![0; hexes], before: vec![start; hexes], hexes: HexSet::new(hexes) };
        let mut open = Buckets::new(budget);
        reach.left[start.index()] = budget + 1;
        reach.hexes.insert(start);
        open.push(budget, start);
        for budget in (0..=budget).rev() {
            while let Some(hex) = open.pop(budget) {
                // reached in the meantime with more left, and gone on from with that
                if reach.left[hex.index()] != budget + 1 {
                    continue;
                }
                ways(hex, budget, &mut |there, then| {
                    debug_assert!(then <= budget, "a way gives {then} for {budget}");
                    if reach.left[there.index()] <= then {
                        reach.left[there.index()] = then + 1;
                        reach.before[there.index()] = hex;
                        reach.hexes.insert(there);
                        open.push(then, there);
                    }
                });
            }
        }
        reach
    }

    /// What is left in a hex at most; none where it is not reached.
    pub fn left(&self, hex: HexId) -> Option<u16> {
        self.left.get(hex.index()).and_then(|left| left.checked_sub(1))
    }

    /// The hexes that are reached, the start among them.
    pub fn hexes(&self) -> &HexSet {
        &self.hexes
    }

    /// The way to a hex that leaves the most, both ends included; none where it is not reached.
    pub fn path(&self, to: HexId) -> Option<Vec<HexId>> {
        self.left(to)?;
        let before = |hex: &HexId| Some(self.before[hex.index()]).filter(|before| before != hex);
        let mut path: Vec<HexId> = std::iter::successors(Some(to), before).collect();
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfinding::prelude::dijkstra_all;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Ways between thirty hexes, each with its cost.
    type Ways = Vec<(u16, u16, u16)>;

    fn searched(ways: &Ways, budget: u16) -> Reach {
        Reach::search(30, HexId(0), budget, |hex, left, go| {
            for (_, there, cost) in ways.iter().filter(|(from, ..)| *from == hex.0) {
                if let Some(then) = left.checked_sub(*cost) {
                    go(HexId(*there), then);
                }
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_reached_with_what_is_left_is_what_the_cheapest_ways_cost(
            ways in prop::collection::vec((0..30u16, 0..30u16, 0..9u16), 0..120),
            budget in 0..20u16,
        ) {
            let next = |hex: &u16| {
                let hex = *hex;
                ways.iter().filter(move |(from, ..)| *from == hex).map(|(_, there, cost)| (*there, *cost)).collect::<Vec<_>>()
            };
            let mut costs: BTreeMap<u16, u16> =
                dijkstra_all(&0u16, next).into_iter().map(|(hex, (_, cost))| (hex, cost)).collect();
            costs.insert(0, 0);
            let reach = searched(&ways, budget);
            for hex in 0..30 {
                let cheapest = costs.get(&hex).and_then(|cost| budget.checked_sub(*cost));
                prop_assert_eq!(reach.left(HexId(hex)), cheapest, "hex {}", hex);
                prop_assert_eq!(reach.hexes().contains(HexId(hex)), cheapest.is_some());
            }
        }

        #[test]
        fn the_path_to_a_hex_exists_and_costs_what_is_missing(
            ways in prop::collection::vec((0..30u16, 0..30u16, 1..9u16), 0..120),
            budget in 0..20u16,
        ) {
            let reach = searched(&ways, budget);
            for hex in reach.hexes().iter() {
                let path = reach.path(hex).expect("it is reached");
                let cost = |pair: &[HexId]| {
                    let between = ways.iter().filter(|(from, there, _)| (*from, *there) == (pair[0].0, pair[1].0));
                    between.map(|(.., cost)| *cost).min().expect("a way")
                };
                prop_assert_eq!(path[0], HexId(0));
                let spent: u16 = path.windows(2).map(cost).sum();
                prop_assert_eq!(reach.left(hex), Some(budget - spent));
            }
        }
    }

    #[test]
    fn a_hex_beyond_the_budget_has_no_path() {
        let reach = searched(&vec![(0, 1, 3)], 2);
        assert_eq!(
            (reach.left(HexId(1)), reach.path(HexId(1)), reach.path(HexId(0))),
            (None, None, Some(vec![HexId(0)]))
        );
    }
}
