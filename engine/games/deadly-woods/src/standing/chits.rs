//! Chits as a player wants them: with which he begins, as what he plays them.

use super::{Areas, Firsts, Generals, Holds, Plays, Policy, Reacts, Takes, Withdrawals};
use crate::chapters::rounds::cup;
use crate::printed::{Army, Chit};
use crate::truth::order::{Step, Use, Verb};
use crate::truth::state::State;
use engine::contract::SideId;

/// The chits that matter most, first.
const WANTED: [Chit; 5] = [Chit::AllGerman, Chit::OneArmy, Chit::PattonMonty, Chit::GermanMove, Chit::AlliedMove];

/// The first chit of a turn.
pub fn first(state: &State, side: SideId, rule: Firsts) -> Option<Vec<Step>> {
    let firsts = cup::firsts(state, side);
    let chit = WANTED.into_iter().filter(|_| rule == Firsts::Usual).find(|chit| firsts.contains(chit))?;
    Some(vec![Step::Verb(Verb::Play), Step::Chit(chit)])
}

/// As what a chit is played that waits.
pub fn drawn(state: &State, policy: &Policy) -> Option<Vec<Step>> {
    let play = |way: Use| Some(vec![Step::Verb(Verb::Play), Step::As(way)]);
    let chit = state.drawn?;
    let mut uses = cup::uses(state, chit);
    if uses.contains(&Use::Held) {
        match policy.hold {
            Holds::Ask => return None,
            Holds::Move if chit == Chit::AlliedMove => return play(Use::Held),
            Holds::Move | Holds::Never => uses.retain(|way| *way != Use::Held),
        }
    }
    let wanted = match chit {
        Chit::OneArmy => area(policy.area),
        Chit::PattonMonty => general(policy.general),
        _ => match policy.chits {
            Plays::Ask => None,
            Plays::Move => Some(Use::Move),
            Plays::Combat => Some(Use::Combat),
        },
    };
    match &uses[..] {
        [only] => play(*only),
        _ => wanted.filter(|way| uses.contains(way)).and_then(play),
    }
}

fn area(rule: Areas) -> Option<Use> {
    match rule {
        Areas::Ask => None,
        Areas::Fifth => Some(Use::Area(Army::Fifth)),
        Areas::Sixth => Some(Use::Area(Army::Sixth)),
        Areas::Seventh => Some(Use::Area(Army::Seventh)),
    }
}

fn general(rule: Generals) -> Option<Use> {
    match rule {
        Generals::Ask => None,
        Generals::Patton => Some(Use::Patton),
        Generals::MontyMove => Some(Use::MontyMove),
        Generals::MontyAttack => Some(Use::MontyAttack),
    }
}

/// The second Reaction.
pub fn react(state: &State, rule: Reacts) -> Option<Vec<Step>> {
    let verb = match rule {
        Reacts::Ask => return None,
        Reacts::Last if state.cup.is_empty() => Verb::React,
        Reacts::Last | Reacts::Never => Verb::Pass,
    };
    Some(vec![Step::Verb(verb)])
}

/// One of the Panzer Army chits.
pub fn army(rule: Takes) -> Option<Vec<Step>> {
    let chit = match rule {
        Takes::Ask => return None,
        Takes::Fifth => Chit::FifthArmy,
        Takes::Sixth => Chit::SixthArmy,
    };
    Some(vec![Step::Verb(Verb::Take), Step::Chit(chit)])
}

/// Whether the SS leaves.
pub fn withdrawal(rule: Withdrawals) -> Option<Vec<Step>> {
    let verb = match rule {
        Withdrawals::Ask => return None,
        Withdrawals::Withdraw => Verb::Withdraw,
        Withdrawals::Cancel => Verb::Cancel,
    };
    Some(vec![Step::Verb(verb)])
}
