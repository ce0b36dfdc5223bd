use super::definitions::Definitions;
use super::event::Event;
use super::view::View;
use crate::definitions::Position;

pub fn position(_: &Definitions, _: &View) -> Position {
    Position::default()
}

pub fn illustrate(_: &Definitions, _: &Event, _: &mut Position) {}
