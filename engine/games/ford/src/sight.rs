//! What each side of the Ford may know.

use super::{Definitions, Event, Ford, GUARDS, RAIDERS, State, View};
use engine::contract::{Imagined, Seen, SideId, Sight, Viewer};

impl Sight for Ford {
    fn view(_: &Definitions, state: &State, viewer: Viewer) -> View {
        let own = SideId::BOTH.into_iter().find(|side| viewer.is(*side));
        View {
            side: own,
            open: state.open().to_vec(),
            hand: own.map(|side| state.hands[side.index()].clone()).unwrap_or_default(),
            cards: [state.hands[0].len(), state.hands[1].len()],
            deck: state.deck.len(),
            mine: state.mine.filter(|_| state.mine_known || viewer.is(GUARDS)),
            mine_known: state.mine_known,
            bid: own.and_then(|side| state.bids[side.index()]),
            column: state.column,
            to_go: state.to_go,
            scouts: state.scouts,
            bonus: state.bonus,
            round: state.round,
            slipped: state.slipped.filter(|(side, _)| !viewer.is(*side)).map(|(_, slip)| slip),
        }
    }

    fn redact(_: &Definitions, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Dealt { .. } | Event::Asked { .. } | Event::Answered { .. } => None,
            Event::Mined { .. } if !viewer.is(GUARDS) => None,
            Event::Bid { side, .. } if !viewer.is(*side) => None,
            Event::Drew { .. } if !viewer.is(RAIDERS) => None,
            Event::Slipped { side, .. } if viewer.is(*side) => None,
            _ => Some(event.clone()),
        }
    }

    fn discloses(_: &Definitions, _: &State, event: &Event) -> bool {
        // a hex without a mine is something learned, too
        matches!(
            event,
            Event::Disclosed { .. }
                | Event::Entered { .. }
                | Event::Played { .. }
                | Event::Halted { .. }
                | Event::Drew { .. }
        )
    }

    fn imagine(Seen { view, .. }: Seen<'_, Ford>) -> Imagined<Ford> {
        let mut state = State {
            scouts: view.scouts,
            asks: view.open.clone(),
            next_ask: view.open.iter().map(|(id, ..)| id.0 + 1).max().unwrap_or(0),
            mine: view.mine,
            mine_known: view.mine_known,
            bonus: view.bonus,
            column: view.column,
            to_go: view.to_go,
            round: view.round,
            ..State::default()
        };
        if let Some(side) = view.side {
            state.hands[side.index()].clone_from(&view.hand);
            state.bids[side.index()] = view.bid;
        }
        Imagined::new(state)
    }
}
