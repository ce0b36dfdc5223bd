//! Putting a question: what every chapter that leaves something to a player ends with.

use crate::DeadlyWoods;
use crate::printed::{Definitions, Draw};
use crate::truth::event::Event;
use crate::truth::state::{Place, State, Topic};
use definitions::UnitId;
use engine::contract::{Refusal, SideId, Turn};

/// Puts a question, unless it is open already. One that passes is answered for a side that has not ordered otherwise.
pub fn ask(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, topic: Topic, passes: bool) {
    let open = turn.asked.is_some_and(|it| (it.side, it.topic, it.passes) == (side, topic, passes));
    if !open {
        turn.emit(Event::Asked { side, topic, passes });
    }
}

/// So many of something: `1 hex`, `2 hexes`.
pub fn counted(count: u16, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Where a unit is, or with what it comes: what follows its name and a colon.
pub fn whereabouts(definitions: &Definitions, place: Place) -> String {
    match place {
        Place::Absent => "not in this scenario".to_owned(),
        Place::Due(turn, Draw::First) => format!("comes with the first Reinforcement chit of turn {turn}"),
        Place::Due(turn, Draw::Second) => format!("comes with the second Reinforcement chit of turn {turn}"),
        Place::Track(turn) => format!("comes to its box on turn {turn}"),
        Place::Box => "in its Asset Box".to_owned(),
        Place::Hex(hex) => format!("in {}", definitions.place(hex)),
        Place::Dead => "eliminated".to_owned(),
        Place::Gone => "out of the game".to_owned(),
    }
}

/// Why nothing can be ordered to a unit that is due with a later chit (14.8); none for others.
pub fn not_yet(definitions: &Definitions, state: &State, unit: UnitId) -> Option<Refusal> {
    let it = state.unit(unit);
    matches!(it.place, Place::Due(..)).then(|| {
        let plan = &definitions.plans[usize::from(state.scenario)];
        let coming = plan.coming.iter().find(|it| it.unit == unit);
        let entry = coming.and_then(|it| definitions.board.hex(*it.hexes.first()?).entry.as_ref());
        // who was put off comes by another area (14.8.1)
        let later = coming.and_then(|it| it.later.as_ref()).filter(|_| it.put_off);
        let area = later.or(entry.map(|(_, letter)| letter)).map(|letter| format!(" at {letter}")).unwrap_or_default();
        let (name, when) = (definitions.name(unit), whereabouts(definitions, it.place));
        Refusal::new("14.8a", format!("{name} is not there yet: it {when}{area}"))
    })
}

/// An order whose steps do not come as its verb wants them.
pub fn misplaced(expected: &str) -> Refusal {
    Refusal::new("order", format!("expected {expected}"))
}
