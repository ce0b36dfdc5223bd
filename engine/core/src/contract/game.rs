use super::{Advice, Drawing, Pointing, Rules, SentAhead, Sight, Speech, StandingOrders};

/// A game: all of its rooms. Whatever has them is one.
pub trait Game: Rules + Sight + Speech + StandingOrders + SentAhead + Pointing + Advice + Drawing {}

impl<G: Rules + Sight + Speech + StandingOrders + SentAhead + Pointing + Advice + Drawing> Game for G {}
