//! What one side may not know changes no byte of what it is shown, told and allowed.

use super::babble::Babble;
use crate::{Moment, RandomGames, Seeded};
use definitions::Position;
use engine::contract::{Foundation, Game, Seen, SideId, Thing, Viewer, decide};
use serde::Serialize;
use std::collections::BTreeSet;

/// What a game hides, for its tests: how its secrets could be others.
pub struct Hidden<G: Game> {
    /// The state of a moment with something changed that a side does not see; none if the side would notice whatever is
    /// changed.
    pub otherwise: Otherwise<G>,
    /// Whether an order, given in the moment or in another state, shows a side that watches it and cannot tell the states
    /// apart no more than the position does afterwards: then it is told in the same words.
    pub is_quiet: IsQuiet<G>,
}

/// Another state that looks the same to a side.
pub type Otherwise<G> = fn(&Moment<'_, G>, SideId, &mut Seeded) -> Option<<G as Foundation>::State>;

/// What is told alike of a moment and of another state.
pub type IsQuiet<G> = fn(&Moment<'_, G>, &<G as Foundation>::State, &[<G as Foundation>::Step]) -> bool;

impl<G: Game> Hidden<G> {
    /// Nothing that a test could change: both sides see everything, or the game's own tests look after it.
    pub fn nothing() -> Hidden<G> {
        Hidden { otherwise: |_, _, _| None, is_quiet: |_, _, _| false }
    }
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Positions with other secrets.
    pub positions: u64,
    /// Pairs of orders that the other side could not tell apart.
    pub pairs: u64,
    /// Orders that were given in two positions that look the same to their player.
    pub own: u64,
    /// Orders that whoever watches was told of two positions that look the same to him.
    pub watched: u64,
}

/// States that are equal in a side's view give it the same view, drawing, questions, lists, refusals, examples and answers,
/// byte for byte; its own orders are told in the same words until one of their events may disclose something, and the
/// other side's where they are quiet.
pub fn secrets_change_nothing<G: Game>(games: &RandomGames<G>, hidden: &Hidden<G>) -> Compared {
    let counts = games.each(|number| {
        let [_, _, _, _, mut choice] = Seeded::streams(number);
        let (mut babble, mut compared) = (Babble::<G>::new(number), Compared::default());
        games.play(number, |moment, order| {
            babble.hear(moment.seen(), order);
            if !games.looks_closely(moment) {
                return;
            }
            let mut look = Look { moment, babble: &mut babble, compared: &mut compared };
            for side in SideId::BOTH {
                let other = (hidden.otherwise)(moment, side, &mut choice);
                let Some(other) = other.filter(|other| other != moment.state) else { continue };
                look.same_to(side, &other, order);
                look.compared.positions += 1;
                if side == moment.side {
                    look.own_order(&other, order);
                } else if (hidden.is_quiet)(moment, &other, order) {
                    look.watched_order(&other, order);
                }
            }
            look.order_unlike(order, &mut choice);
        });
        compared
    });
    let compared = counts.into_iter().fold(Compared::default(), |sum, more| Compared {
        positions: sum.positions + more.positions,
        pairs: sum.pairs + more.pairs,
        own: sum.own + more.own,
        watched: sum.watched + more.watched,
    });
    println!("{}: {compared:?}", G::ID);
    compared
}

/// Orders that are judged in each position, beside the one that is given.
const ORDERS: usize = 8;

/// A moment that is compared with what it could be.
struct Look<'a, G: Game> {
    moment: &'a Moment<'a, G>,
    babble: &'a mut Babble<G>,
    compared: &'a mut Compared,
}

impl<G: Game> Look<'_, G> {
    /// Whether a state is to a side what the moment is.
    fn same_to(&mut self, side: SideId, other: &G::State, order: &[G::Step]) {
        let mut orders = vec![order.to_vec()];
        orders.extend((0..ORDERS).map(|_| self.babble.order(self.moment.definitions, order)));
        self.same(self.moment.state, other, side, &orders);
    }

    fn same(&self, one: &G::State, other: &G::State, side: SideId, orders: &[Vec<G::Step>]) {
        for viewer in [Viewer::Side(side), Viewer::Observer] {
            let shown = |state: &G::State| shown::<G>(self.moment.definitions, state, viewer, orders);
            for (one, other) in shown(one).iter().zip(&shown(other)) {
                assert_eq!(one, other, "{}: {viewer:?} sees what he may not", self.moment.place());
            }
        }
    }

    /// Gives an order in the moment and in a state that looks the same to its player.
    fn own_order(&mut self, other: &G::State, order: &[G::Step]) {
        let (one, other) = (self.until_disclosed(self.moment.state, order), self.until_disclosed(other, order));
        let both = one.lines.len().min(other.lines.len());
        let place = self.moment.place();
        assert_eq!(one.lines[..both], other.lines[..both], "{place}: {order:?}");
        assert!(one.discloses || other.lines.len() == both, "{place}: {order:?}: {:?}", other.lines);
        assert!(other.discloses || one.lines.len() == both, "{place}: {order:?}: {:?}", one.lines);
        self.compared.own += 1;
    }

    fn until_disclosed(&mut self, from: &G::State, order: &[G::Step]) -> Told {
        let Moment { definitions, side, number, .. } = *self.moment;
        let [_, _, _, mut dice] = Seeded::streams(number);
        let (events, _) = decide::<G>(definitions, from, side, order, &mut dice)
            .unwrap_or_else(|refusal| panic!("{}: {order:?}: {refusal}", self.moment.place()));
        let (mut at, mut known) = (from.clone(), 0);
        for event in &events {
            if G::discloses(definitions, &at, event) {
                break;
            }
            G::evolve(&mut at, event);
            known += 1;
        }
        let lines = told::<G>(definitions, from, &events[..known], Viewer::Side(side));
        Told { lines, discloses: known < events.len() }
    }

    /// Lets the other side watch an order in the moment and in a state that looks the same to it.
    fn watched_order(&mut self, other: &G::State, order: &[G::Step]) {
        let Moment { definitions, state, side, number, .. } = *self.moment;
        let own = G::view(definitions, other, Viewer::Side(side));
        if Seen::<G>::new(definitions, &own).accept(order).is_err() {
            return;
        }
        let after = |from: &G::State| {
            let [_, _, _, mut dice] = Seeded::streams(number);
            decide::<G>(definitions, from, side, order, &mut dice).expect("accepted")
        };
        let ((events, one), (others, two)) = (after(state), after(other));
        for viewer in [Viewer::Side(side.enemy()), Viewer::Observer] {
            if G::view(definitions, &one, viewer) == G::view(definitions, &two, viewer) {
                let (one, two) =
                    (told::<G>(definitions, state, &events, viewer), told::<G>(definitions, other, &others, viewer));
                assert_eq!(one, two, "{}: {order:?} is told {viewer:?}", self.moment.place());
                self.compared.watched += 1;
            }
        }
    }

    /// Gives another order, which may look the same to the other side.
    fn order_unlike(&mut self, order: &[G::Step], choice: &mut Seeded) {
        let Moment { definitions, state, side, number, .. } = *self.moment;
        let unlike = self.moment.seen().random_order(&mut |steps| choice.next_below(steps)).expect("an order");
        let after = |order: &[G::Step]| {
            let [_, _, _, mut dice] = Seeded::streams(number);
            decide::<G>(definitions, state, side, order, &mut dice).expect("a legal order").1
        };
        let (one, two) = (after(order), after(&unlike));
        let watched = |state: &G::State| G::view(definitions, state, Viewer::Side(side.enemy()));
        if one == two || watched(&one) != watched(&two) {
            return;
        }
        let orders: Vec<_> = (0..ORDERS).map(|_| self.babble.order(definitions, order)).collect();
        self.same(&one, &two, side.enemy(), &orders);
        self.compared.pairs += 1;
    }
}

/// What somebody is told of events, and whether more of them may have told him something new.
struct Told {
    lines: Vec<String>,
    discloses: bool,
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("string keys only")
}

/// All that a viewer is shown and allowed in a position, and answered about orders and what they act on.
fn shown<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    viewer: Viewer,
    orders: &[Vec<G::Step>],
) -> Vec<String> {
    let view = G::view(definitions, state, viewer);
    let seen = Seen::<G>::new(definitions, &view);
    let mut shown = vec![json(&view), json(&G::position(seen)), json(&G::overlays(seen)), G::status(seen).join("\n")];
    for ask in G::asks(state).iter().filter(|ask| viewer.is(ask.side)) {
        shown.push(format!("{ask:?} {}", json(&G::question(seen, ask))));
    }
    if matches!(viewer, Viewer::Observer) {
        return shown;
    }
    shown.extend(G::examples(seen, 3).iter().map(|example| G::write(definitions, example)));
    for order in orders {
        let mut things: BTreeSet<Thing> = BTreeSet::new();
        for done in 0..=order.len() {
            let listed = seen.legal(&order[..done]);
            shown.push(format!("{listed:?}"));
            if let Some((step, _)) = listed.last() {
                let facts = G::facts(seen, &order[..done], step);
                shown.push(json(&facts));
                things.extend(facts.on);
            }
            if seen.progress(&order[..done]).is_err() {
                break;
            }
        }
        shown.extend(things.iter().map(|thing| format!("{:?}", seen.why_not(&[], thing))));
        shown.push(match seen.accept(order) {
            Ok(()) => "accepted".to_owned(),
            Err(refusal) => format!("{:?}", seen.propose(order, refusal)),
        });
    }
    shown
}

/// What a viewer is told of events from a state, and what he sees of them on a drawing.
fn told<G: Game>(definitions: &G::Definitions, from: &G::State, events: &[G::Event], viewer: Viewer) -> Vec<String> {
    let (mut at, mut told) = (from.clone(), Vec::new());
    for event in events {
        if let Some(seen) = G::redact(definitions, &at, event, viewer) {
            let mut position = Position::default();
            G::illustrate(definitions, &seen, &mut position);
            let words = G::describe(definitions, &seen).unwrap_or_default();
            told.push(format!("{words} {} {}", json(&seen), json(&position)));
        }
        G::evolve(&mut at, event);
    }
    told
}
