//! What bars the way into a hex, and what is said of it.

use super::points;
use crate::chapters::areas::Bar;
use crate::printed::GERMAN;
use engine::contract::{Refusal, SideId};

/// What bars the way into a hex; what tells a player more is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Barrier {
    /// Prohibited terrain.
    Prohibited(Closed),
    /// No road leads there, or somebody is in the way of who moves by road alone (10.4.1, 10.5).
    OffRoad,
    /// It costs more than there is left: both in half points.
    Dear(u16, u16),
    /// From one enemy zone to the next (7.3).
    Zone,
    /// Engineers, for whom the whole allowance is needed (12.4.4).
    Engineers,
    /// An area, or a river, that the unit keeps to.
    Bar(Bar),
    /// Enemies are in it.
    Enemy,
}

/// Which terrain is prohibited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closed {
    /// A river without a bridge, for vehicles.
    River,
    /// Forest, for vehicles off the road.
    Forest,
    /// Forest on a road that friends block for who goes at the road rate.
    Blocked,
    /// Forest on a road that is of no use to a unit out of supply, of the Allies or the Germans.
    Unsupplied(SideId),
    /// Forest on a road that is of no use to a unit that starts in a stack.
    Stacked,
}

impl Closed {
    /// The case and why.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Closed::River => ("T.TECb", "a river without a bridge lies between, which vehicles do not cross"),
            Closed::Forest => ("T.TECa", "it is forest, which vehicles enter by road alone"),
            Closed::Blocked => ("6.1d", "a friend is on the road in it, and vehicles enter the forest by road alone"),
            Closed::Unsupplied(side) => (
                if side == GERMAN { "8.3k" } else { "8.3c" },
                "out of supply it has no road rate, and vehicles enter the forest by road alone",
            ),
            Closed::Stacked => {
                ("10.4.1a", "it starts in a stack, so it has no road rate, and vehicles enter the forest by road alone")
            }
        }
    }
}

/// What a barrier says to the player of a unit that cannot go to a place.
pub fn barred(name: &str, place: &str, barrier: Barrier) -> Refusal {
    match barrier {
        Barrier::Enemy => Refusal::new("10.2", format!("enemies are in {place}, so {name} cannot go there")),
        Barrier::Bar(bar) => {
            let (case, why) = bar.words();
            Refusal::new(case, format!("{name} cannot go to {place}: {why}"))
        }
        Barrier::Engineers => {
            let message = format!("engineers are in {place}: {name} needs its whole allowance to go there");
            Refusal::new("12.4.4a", message).remedy("They are driven off by a unit that starts next to them.")
        }
        Barrier::Zone => Refusal::new(
            "7.3b",
            format!("{name} would go from one enemy zone of control to another to come to {place}"),
        ),
        Barrier::Dear(costs, has) => {
            Refusal::new("10.2", format!("{place} costs {name} {}, and it has {}", points(costs), points(has)))
        }
        Barrier::OffRoad => Refusal::new("10.5b", format!("{name} moves as motorized along empty roads alone")),
        Barrier::Prohibited(closed) => {
            let (case, why) = closed.words();
            Refusal::new(case, format!("{name} cannot go to {place}: {why}"))
        }
    }
}
