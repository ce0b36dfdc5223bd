use super::{Advice, Drawing, Rules, SentAhead, Sight, Speech, StandingOrders};

/// A game: all of its rooms. Whatever has them is one.
pub trait Game: Rules + Sight + Speech + StandingOrders + SentAhead + Advice + Drawing {}

impl<G: Rules + Sight + Speech + StandingOrders + SentAhead + Advice + Drawing> Game for G {}
