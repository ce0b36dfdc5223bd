//! What a view lacks: it can be taken out of a view by the fog of war alone, and nothing else makes it.
//!
//! A state, an event or a chapter can hold these types, but only with nothing covered: the means to cover are private to
//! the fog.
//!
//! ```compile_fail,E0624
//! use autumn_fog::state::Field;
//!
//! fn hide(field: &mut Field, stack: autumn_fog::state::UnseenStack) {
//!     field.unseen.add(vec![stack]);
//! }
//! ```
//!
//! ```compile_fail,E0423
//! use autumn_fog::state::{Covered, Location};
//!
//! const NOWHERE: Location = Location::Hidden(Covered(()));
//! ```
//!
//! ```
//! use autumn_fog::state::{Field, Location};
//!
//! fn is_hidden(place: Location, field: &Field) -> bool {
//!     matches!(place, Location::Hidden(_)) || !field.unseen.stacks().is_empty()
//! }
//! ```

use definitions::hex::HexId;
use engine::contract::SideId;
use serde::Serialize;

/// The mark of a unit that a viewer does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Covered(());

impl Covered {
    /// Covers a unit.
    pub(super) const fn new() -> Covered {
        Covered(())
    }
}

/// A fact that the truth has and a viewer may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Coverable<T>(Option<T>);

impl<T> From<T> for Coverable<T> {
    fn from(fact: T) -> Coverable<T> {
        Coverable(Some(fact))
    }
}

impl<T: Copy> Coverable<T> {
    /// The fact; none to a viewer who lacks it.
    pub fn seen(&self) -> Option<T> {
        self.0
    }

    /// Takes the fact away.
    pub(super) fn cover(&mut self) {
        self.0 = None;
    }
}

/// A stack of which a viewer does not see all units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnseenStack {
    /// Whose it is.
    pub side: SideId,
    /// Where it lies.
    pub hex: HexId,
    /// Whether the viewer knows that units in it that he does not see exert a zone of control.
    pub exerts: bool,
}

/// The stacks of which a viewer does not see all units; none in what is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct UnseenStacks(Vec<UnseenStack>);

impl UnseenStacks {
    /// The stacks, by side and hex.
    pub fn stacks(&self) -> &[UnseenStack] {
        &self.0
    }

    /// The stacks in some of these hexes are known to exert zones of control.
    pub fn know(&mut self, hexes: &[HexId]) {
        self.0.iter_mut().filter(|stack| hexes.contains(&stack.hex)).for_each(|stack| stack.exerts = true);
    }

    /// Adds the stacks of a side.
    pub(super) fn add(&mut self, stacks: Vec<UnseenStack>) {
        self.0.extend(stacks);
        // by place, so that the order tells nothing of the units
        self.0.sort_by_key(|stack| (stack.side, stack.hex));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::unit::Location;

    #[test]
    fn what_is_covered_is_written_as_ever_and_nothing_that_is_read_is_covered() {
        let json = |place: Location| serde_json::to_string(&place).expect("JSON");
        assert_eq!(json(Location::Hidden(Covered::new())), r#""Hidden""#);
        for place in [Location::Absent, Location::Due(3), Location::Map(HexId(7)), Location::Eliminated(2)] {
            assert_eq!(serde_json::from_str::<Location>(&json(place)).expect("a place"), place);
        }
        assert!(serde_json::from_str::<Location>(r#""Hidden""#).is_err());
        let mut fact = Coverable::from(5);
        assert_eq!((fact.seen(), serde_json::to_string(&fact).expect("JSON")), (Some(5), "5".to_owned()));
        fact.cover();
        assert_eq!((fact.seen(), serde_json::to_string(&fact).expect("JSON")), (None, "null".to_owned()));
        let mut unseen = UnseenStacks::default();
        unseen.add(vec![UnseenStack { side: SideId(1), hex: HexId(4), exerts: false }]);
        unseen.know(&[HexId(4)]);
        assert_eq!(serde_json::to_string(&unseen).expect("JSON"), r#"[{"side":1,"hex":4,"exerts":true}]"#);
    }
}
