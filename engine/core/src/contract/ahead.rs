use super::Game;
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
pub struct Ahead<'a, G: Game> {
    /// Those that stand for themselves: up to the one that ends what they begin.
    pub orders: &'a [Vec<G::Step>],
    /// What they would do, as far as their player can tell: up to what dice or the other side decide.
    pub events: &'a [G::Event],
    /// What their player learned since he wrote them.
    pub incidents: &'a [Incident],
}
