//! Positions to try rules on, in the words of game files, and what the rules make of them.

pub use crate::tests::given::{GAME, Table, hex, lost, unit};

use crate::DeadlyWoods;
use crate::chapters::movement::{Barrier, Mover, gaits, orders, points};
use crate::chapters::supply;
use crate::truth::event::Event;
use crate::truth::order::{Step, Verb};
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId};
use engine::referee::Positions;
use std::ops::Deref;

/// A position from which several things are tried: what is ordered leaves it as it is.
#[derive(Clone)]
pub struct Given(Table);

impl Deref for Given {
    type Target = Table;
    fn deref(&self) -> &Table {
        &self.0
    }
}

impl Given {
    /// After an order, which must be legal.
    #[track_caller]
    pub fn and(&self, line: &str) -> Given {
        Given(self.0.clone().and(line))
    }

    /// With the faces that the dice of the next order will show.
    pub fn dice(&self, faces: &[u8]) -> Given {
        Given(self.0.clone().dice(faces))
    }

    /// After a fact.
    pub fn fact(&self, event: &Event) -> Given {
        Given(self.0.clone().fact(event))
    }
}

/// A position in words; turn 3 of the campaign, a German move round, unless it says otherwise.
#[track_caller]
pub fn given(lines: &str) -> Given {
    let placed = DeadlyWoods::place(&GAME, "position", lines);
    Given(Table::of(GAME.clone(), placed.unwrap_or_else(|faults| panic!("{}", faults[0]))))
}

/// The hexes with these numbers.
#[track_caller]
pub fn hexes(numbers: &str) -> Vec<HexId> {
    numbers.split_whitespace().map(hex).collect()
}

/// The number of a hex.
pub fn number(hex: HexId) -> String {
    GAME.published.map.grid.number(hex)
}

/// Whether a hex is in the zones of control of a side.
#[track_caller]
pub fn zone(at: &Table, side: SideId, number: &str) -> bool {
    at.state.disposition(&GAME).zones(side).contains(hex(number))
}

/// The numbers of the hexes in the zones of a side.
pub fn zones(at: &Table, side: SideId) -> Vec<String> {
    at.state.disposition(&GAME).zones(side).iter().map(number).collect()
}

/// Whether a unit is in supply.
#[track_caller]
pub fn supplied(at: &Table, id: &str) -> bool {
    supply::supplied(&GAME, &at.state, unit(id))
}

/// Whether a line of supply leads from a hex.
#[track_caller]
pub fn line(at: &Table, side: SideId, number: &str) -> bool {
    supply::traced(&GAME, &at.state, side, hex(number))
}

/// The move of a unit to a hex, by way of others: `2517 via 2417`.
#[track_caller]
fn way(at: &Table, id: &str, to: &str) -> Result<orders::Way, Refusal> {
    let (to, via) = to.split_once(" via ").unwrap_or((to, ""));
    let mut order = vec![Step::Verb(Verb::Move), Step::Unit(unit(id))];
    order.extend(hexes(via).into_iter().map(Step::Via));
    orders::way(&GAME, &at.state, GAME.counter(unit(id)).side, &order, hex(to))
}

/// What a unit pays to go to a hex.
#[track_caller]
pub fn cost(at: &Table, id: &str, to: &str) -> String {
    way(at, id, to).map(|way| points(way.spent)).unwrap_or_else(|refusal| panic!("{id} to {to}: {refusal}"))
}

/// The least that a unit pays, by its own gait, for one hexside out of where it stands.
#[track_caller]
pub fn direct(at: &Table, id: &str, to: &str) -> Result<String, Barrier> {
    let start = at.state.unit(unit(id)).hex().expect("on the map");
    let gait = gaits(&GAME, &at.state, unit(id), start)[0];
    let mover = Mover::new(&GAME, &at.state, unit(id), start, gait);
    let side = GAME.board.side(start, hex(to)).expect("the next hex");
    let ways = mover.ways(start, side, false, mover.allowance)?;
    Ok(points(ways.into_iter().map(|(cost, _)| cost).min().expect("a way")))
}

/// The hexes by which a unit goes to a hex, its own apart.
#[track_caller]
pub fn path(at: &Table, id: &str, to: &str) -> String {
    let way = way(at, id, to).unwrap_or_else(|refusal| panic!("{id} to {to}: {refusal}"));
    way.path.into_iter().skip(1).map(number).collect::<Vec<_>>().join(" ")
}

/// The case by which a unit cannot go to a hex; it must be one that the rule index knows.
#[track_caller]
pub fn barred(at: &Table, id: &str, to: &str) -> String {
    match way(at, id, to) {
        Ok(way) => panic!("{id} goes to {to} for {}", points(way.spent)),
        Err(refusal) => {
            assert!(GAME.published.rules.get(&refusal.case).is_some(), "{refusal}");
            refusal.case.into_owned()
        }
    }
}

/// Where a unit is.
#[track_caller]
pub fn at(given: &Table, id: &str) -> String {
    given.state.unit(unit(id)).hex().map_or_else(|| format!("{:?}", given.state.unit(unit(id)).place), number)
}

/// Whether an event is the move of a unit.
pub fn moved(id: &str) -> impl Fn(&Event) -> bool {
    let unit = unit(id);
    move |event| matches!(event, Event::Moved { unit: mover, .. } if *mover == unit)
}
