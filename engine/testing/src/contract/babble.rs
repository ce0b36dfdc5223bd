//! Orders that nobody asked for, of a game's own words: made up, or a legal one with something changed.

use crate::Seeded;
use engine::contract::{Game, Rules, Seen};
use serde_json::Value;
use std::mem::discriminant;

/// Somebody who gives orders at random, from what he has heard.
pub struct Babble<G: Game> {
    choice: Seeded,
    dice: Seeded,
    /// Steps that could have been meant at some moment.
    steps: Vec<G::Step>,
    /// Steps with which an order could have begun.
    firsts: Vec<G::Step>,
    /// Orders that were legal once, of either side.
    past: Vec<Vec<G::Step>>,
}

/// Of what he has heard he keeps so much.
const MEMORY: usize = 4_000;

impl<G: Game> Babble<G> {
    /// His choices follow from the number of a game.
    pub fn new(number: u64) -> Babble<G> {
        let [_, _, choice, dice] = Seeded::streams(number);
        Babble { choice, dice, steps: Vec::new(), firsts: Vec::new(), past: Vec::new() }
    }

    /// Dice that no game is played with.
    pub fn dice(&mut self) -> &mut Seeded {
        &mut self.dice
    }

    /// Listens to a moment, and to the order that is given then.
    pub fn hear(&mut self, seen: Seen<'_, G>, order: &[G::Step]) {
        let done = self.choice.next_below(order.len());
        let (firsts, mut steps) = (&mut self.firsts, Vec::new());
        <G as Rules>::candidates(seen, &[], &mut |step| {
            if firsts.len() < MEMORY && !firsts.contains(&step) {
                firsts.push(step);
            }
        });
        <G as Rules>::candidates(seen, &order[..done], &mut |step| steps.push(step));
        for _ in 0..steps.len().min(8) {
            let step = steps[self.choice.next_below(steps.len())].clone();
            keep(&mut self.steps, step, &mut self.choice);
        }
        keep(&mut self.past, order.to_vec(), &mut self.choice);
    }

    fn one_of<T: Clone>(choice: &mut Seeded, all: &[T]) -> Option<T> {
        all.get(choice.next_below(all.len())).cloned()
    }

    /// A step of the same kind that names something else, where there is one.
    fn like(&mut self, definitions: &G::Definitions, step: &G::Step) -> G::Step {
        let heard: Vec<&G::Step> =
            self.steps.iter().chain(&self.firsts).filter(|other| discriminant(*other) == discriminant(step)).collect();
        if self.choice.next_below(2) == 0
            && let Some(other) = heard.get(self.choice.next_below(heard.len()))
        {
            return (*other).clone();
        }
        renumbered::<G>(definitions, step, &mut self.choice).unwrap_or_else(|| step.clone())
    }

    fn step(&mut self, definitions: &G::Definitions) -> Option<G::Step> {
        let step = Self::one_of(&mut self.choice, &self.steps)?;
        Some(if self.choice.next_below(3) == 0 { self.like(definitions, &step) } else { step })
    }

    /// An order of steps that exist. `legal` is one that may be given now.
    pub fn order(&mut self, definitions: &G::Definitions, legal: &[G::Step]) -> Vec<G::Step> {
        let mut order = match self.choice.next_below(5) {
            0 => {
                let mut order: Vec<G::Step> = Self::one_of(&mut self.choice, &self.firsts).into_iter().collect();
                for _ in 0..1 + self.choice.next_below(4) {
                    order.extend(self.step(definitions));
                }
                return order;
            }
            1 => return Self::one_of(&mut self.choice, &self.past).unwrap_or_else(|| legal.to_vec()),
            2 => Self::one_of(&mut self.choice, &self.past).unwrap_or_else(|| legal.to_vec()),
            _ => legal.to_vec(),
        };
        let at = self.choice.next_below(order.len());
        match self.choice.next_below(6) {
            0 if at > 0 => drop(order.remove(at)),
            1 => order.insert(at + 1, order[at].clone()),
            2 => {
                let step = self.step(definitions);
                order.splice(at..at, step);
            }
            3 if at > 0 => order.swap(at - 1, at),
            _ => order[at] = self.like(definitions, &order[at].clone()),
        }
        order
    }
}

fn keep<T>(memory: &mut Vec<T>, heard: T, choice: &mut Seeded) {
    if memory.len() < MEMORY {
        memory.push(heard);
    } else {
        memory[choice.next_below(MEMORY)] = heard;
    }
}

/// The step with another number in it: another unit, another place. None if it has no number, or names nothing then.
fn renumbered<G: Game>(definitions: &G::Definitions, step: &G::Step, choice: &mut Seeded) -> Option<G::Step> {
    let published = G::published(definitions);
    let most = published.units.units.len().max(published.map.hexes.len()) + 1;
    // small numbers are as likely as ids
    let bound = [8, most][choice.next_below(2)];
    let mut value = serde_json::to_value(step).ok()?;
    let mut numbers = Vec::new();
    leaves(&mut value, &mut numbers);
    let place = choice.next_below(numbers.len());
    **numbers.get_mut(place)? = choice.next_below(bound).into();
    let other: G::Step = serde_json::from_value(value).ok()?;
    G::recognise(definitions, &other).is_ok().then_some(other)
}

/// The numbers in a value.
fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => found.push(value),
        Value::Array(all) => all.iter_mut().for_each(|value| leaves(value, found)),
        Value::Object(all) => all.values_mut().for_each(|value| leaves(value, found)),
        _ => {}
    }
}
