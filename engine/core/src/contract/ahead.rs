use super::{Foundation, Seen};
use definitions::UnitId;
use definitions::hex::HexId;

/// What a player learned after he had sent orders ahead, and did not reckon with when he wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// What happened, in words.
    pub words: String,
    /// Which orders it concerns.
    pub concern: Concern,
}

/// Orders that something concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concern {
    /// All, however they stand.
    All,
    /// Those that name one of these units.
    Units(Vec<UnitId>),
    /// Those about places near one of these hexes.
    Near(Vec<HexId>),
}

/// Orders that were sent ahead, when their time has come.
pub struct Ahead<'a, G: Foundation> {
    /// Those that stand for themselves: up to the one that ends what they begin.
    pub orders: &'a [Vec<G::Step>],
    /// What they would do, as far as their player can tell: up to what dice or the other side decide.
    pub events: &'a [G::Event],
    /// What their player learned since he wrote them.
    pub incidents: &'a [Incident],
}

/// Orders that are sent ahead: when they may be, and when they are carried out.
pub trait SentAhead: Foundation {
    /// Whether the viewer may begin something new, with nothing of his own or of the other side's under way. What he
    /// wrote to be done from there on he sent ahead: it stands for itself, and comes back to him whole or not at all.
    fn is_fresh(_view: &Self::View) -> bool {
        false
    }
    /// Whether an order ends what its player has begun: what comes after it stands for itself.
    fn ends(_order: &[Self::Step]) -> bool {
        false
    }
    /// The order with which the viewer would do nothing more, so that the other side goes on.
    fn idle(_view: &Self::View) -> Option<Vec<Self::Step>> {
        None
    }
    /// Whether an order was written for another question than those that are open, or while the viewer is asked none: it
    /// waits for its own.
    fn is_early(_view: &Self::View, _order: &[Self::Step]) -> bool {
        false
    }
    /// What an event that the viewer learns of may mean for orders that he has sent ahead; `before` is what he saw
    /// before it.
    fn incident(_before: Seen<'_, Self>, _event: &Self::EventView) -> Option<Incident> {
        None
    }
    /// Why orders that were sent ahead, though they may be legal, go back to their player now, by his standing orders.
    fn heed(_seen: Seen<'_, Self>, _ahead: &Ahead<'_, Self>, _policy: &Self::Policy) -> Option<String> {
        None
    }
}
