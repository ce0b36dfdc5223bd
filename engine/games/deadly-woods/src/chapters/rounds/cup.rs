//! Chits (14.1, 14.2, 14.8.2, 17): which a turn has, which comes next, and as what it is played.

use super::{reinforcements, who};
use crate::DeadlyWoods;
use crate::printed::{ALLIED, Armies, Army, Chit, Definitions, Draw, GERMAN, TurnChits};
use crate::truth::event::Event;
use crate::truth::order::Use;
use crate::truth::state::{Act, Phase, State};
use definitions::hex::HexId;
use engine::contract::{Refusal, SideId, Turn};
use engine::kernel::piles;

/// The chits of the turn that is under way (17).
pub fn of_turn<'a>(definitions: &'a Definitions, state: &State) -> Option<&'a TurnChits> {
    definitions.plans[usize::from(state.scenario)].chits.get(usize::from(state.turn) - 1)
}

/// The cup and the hand of a turn are filled with what its list names.
pub fn fill(turn: &mut Turn<'_, DeadlyWoods>) {
    let definitions = turn.definitions();
    let Some(chits) = of_turn(definitions, turn) else { return };
    let mut hand = chits.hand.clone();
    if turn.turn == 1 {
        // the first of two is played in the opening (14.3)
        hand.dedup();
    }
    turn.emit(Event::CupFilled { cup: chits.cup.clone(), hand });
}

/// The Panzer Army chits that the Germans have without a choice, and whether they choose one of the two (17).
pub fn armies(definitions: &Definitions, state: &State) -> (Vec<Chit>, bool) {
    let both = vec![Chit::FifthArmy, Chit::SixthArmy];
    let held = |places: [HexId; 2]| places.iter().all(|hex| state.german.contains(hex));
    match of_turn(definitions, state).map(|chits| chits.armies) {
        Some(Armies::OneOrBoth(places)) if held(places) => (both, false),
        Some(Armies::OneOrBoth(_)) => (Vec::new(), true),
        Some(Armies::NoneOrOne(places)) => (Vec::new(), held(places)),
        Some(Armies::Listed) | None => (Vec::new(), false),
    }
}

/// Whose rounds this turn has had, the last one last. The opening of turn 1 counts: two German rounds and an Allied one (14.3).
fn sides(state: &State) -> Vec<SideId> {
    let opening: &[SideId] = if state.turn == 1 { &[GERMAN, GERMAN, ALLIED] } else { &[] };
    opening.iter().copied().chain(state.track.iter().filter_map(|played| played.chit.side())).collect()
}

/// Whether a chit may come now (14.2): no third of a side in a row, unless the cup has none of the other side's.
pub fn may_come(definitions: &Definitions, state: &State, chit: Chit) -> bool {
    let Some(side) = chit.side() else { return true };
    let sides = sides(state);
    let row = sides.iter().rev().take_while(|other| **other == side).count();
    row < definitions.tables.limits.row || !state.cup.iter().any(|other| other.side() == Some(side.enemy()))
}

/// A chit is drawn (14.2).
pub fn draw(turn: &mut Turn<'_, DeadlyWoods>) {
    let (definitions, mut cup) = (turn.definitions(), turn.cup.clone());
    let state: State = State::clone(turn);
    let drawn = piles::draw(
        &mut cup,
        |chit| may_come(definitions, &state, chit),
        |chits| u32::from(turn.die("chit", chits as u8)) - 1,
    );
    if let Some(chit) = drawn.taken {
        turn.emit(Event::Drawn { chit, aside: drawn.aside });
    }
}

/// The chits with which a side may begin (5.1).
pub fn firsts(state: &State, side: SideId) -> Vec<Chit> {
    let mut chits: Vec<Chit> =
        state.cup.iter().chain(&state.hand).copied().filter(|chit| chit.side() == Some(side)).collect();
    chits.sort_unstable();
    chits.dedup();
    chits
}

/// As what a chit that was drawn or chosen may be played.
pub fn uses(state: &State, chit: Chit) -> Vec<Use> {
    let played = |act: Act| state.track.iter().any(|it| it.chit == chit && it.act == Some(act));
    let mut uses = match chit {
        // one of each a turn (14.4)
        Chit::GermanMove => {
            let each = [(Use::Move, Act::Move), (Use::Combat, Act::Combat)];
            each.into_iter().filter(|(_, act)| !played(*act)).map(|(way, _)| way).collect()
        }
        Chit::AlliedMove => vec![Use::Move, Use::Combat],
        Chit::OneArmy => Army::ALL.map(Use::Area).to_vec(),
        Chit::PattonMonty => vec![Use::Patton, Use::MontyMove, Use::MontyAttack],
        _ => vec![Use::Drawn],
    };
    // in place of a chit that was drawn, not of the first one, which is chosen (14.8.2)
    let was_drawn = !state.track.is_empty() || state.turn == 1;
    // of two alike, one is played and the other is in the cup either way, if no Allied chit is there (14.8.2c)
    let alike = chit == Chit::AlliedReinforcements && !state.cup.iter().any(|other| other.side() == Some(ALLIED));
    if chit.side() == Some(ALLIED) && was_drawn && !alike && state.hand.contains(&Chit::AlliedReinforcements) {
        uses.push(Use::Held);
    }
    uses
}

/// Why a chit may not be played as something.
pub fn refused(state: &State, chit: Chit, wanted: Use) -> Refusal {
    let name = chit.name();
    match (chit, wanted) {
        (Chit::GermanMove, Use::Move | Use::Combat) => {
            Refusal::new("14.4c", "the Germans have one move round and one combat round a turn")
        }
        (Chit::AlliedReinforcements, Use::Held) if state.hand.contains(&chit) && !state.track.is_empty() => {
            Refusal::new("14.8.2c", "it is the last Allied chit: it is played, and the held one goes into the cup")
        }
        (_, Use::Held) => {
            let message = "a held Reinforcement chit replaces an Allied chit that was drawn";
            let none = if state.hand.is_empty() { ", and none is held" } else { "" };
            Refusal::new("14.8.2b", format!("{message}{none}"))
        }
        (Chit::GermanMove | Chit::AlliedMove, _) => {
            Refusal::new("14.4a", format!("{name} is played as a move or as a combat"))
        }
        (Chit::PattonMonty, _) => Refusal::new("14.9a", format!("{name} is played as Patton or as Monty")),
        (Chit::OneArmy, _) => Refusal::new("14.6c", format!("{name} is for one army's area")),
        (Chit::AlliedReinforcements | Chit::GermanReinforcements, _) => {
            Refusal::new("14.8a", format!("{name} brings reinforcements and is nothing else"))
        }
        _ => Refusal::new("14.1a", format!("{name} is not played so")),
    }
}

/// Plays the chit that waits as something: its round begins.
pub fn play(turn: &mut Turn<'_, DeadlyWoods>, way: Use) {
    let definitions = turn.definitions();
    let Some(mut chit) = turn.drawn else { return };
    if way == Use::Held {
        turn.emit(Event::HeldPlayed { returned: Some(chit) });
        chit = Chit::AlliedReinforcements;
    } else if chit.side() == Some(ALLIED)
        && turn.hand.contains(&Chit::AlliedReinforcements)
        && !turn.cup.iter().any(|other| other.side() == Some(ALLIED))
    {
        // with the last Allied chit the held one goes into the cup (14.8.2)
        turn.emit(Event::HeldReturned);
    }
    let Some(side) = chit.side() else {
        let out = crate::chapters::supply::checked(definitions, turn);
        turn.emit(Event::SupplyChecked { out });
        return crate::chapters::control::trucks(turn);
    };
    let act = act(turn, chit, way);
    let units = match act {
        Act::PanzerArmy(army) | Act::OneArmy(army) => who::in_area(definitions, turn, army),
        _ => Vec::new(),
    };
    if turn.phase == Phase::First {
        turn.emit(Event::PhaseBegan { phase: Phase::Rounds });
    }
    turn.emit(Event::RoundBegan { side, chit, act, units });
    if matches!(act, Act::Enter(_)) {
        reinforcements::enter(turn);
    }
}

fn act(state: &State, chit: Chit, way: Use) -> Act {
    match (chit, way) {
        (_, Use::Move) => Act::Move,
        (_, Use::Combat) => Act::Combat,
        (_, Use::Area(army)) => Act::OneArmy(army),
        (_, Use::Patton) => Act::Patton,
        (_, Use::MontyMove) => Act::MontyMove,
        (_, Use::MontyAttack) => Act::MontyAttack,
        (Chit::FifthArmy, _) => Act::PanzerArmy(Army::Fifth),
        (Chit::SixthArmy, _) => Act::PanzerArmy(Army::Sixth),
        (Chit::AllGerman, _) => Act::AllGerman,
        (Chit::ThreeFormations, _) => Act::Formations,
        (Chit::Reaction, _) => Act::SecondReaction,
        _ => {
            let before = state.track.iter().any(|played| played.chit == chit);
            Act::Enter(if before { Draw::Second } else { Draw::First })
        }
    }
}

/// Whether the second Reaction may be played now (14.3.1): after a Panzer Army's chit, or as the last of the turn; not again where
/// it was kept.
pub fn may_react(state: &State) -> bool {
    let last = state.track.last().map(|played| played.chit);
    let after = matches!(last, Some(Chit::FifthArmy | Chit::SixthArmy)) || state.cup.is_empty();
    let kept = !state.track.is_empty() && usize::from(state.reaction_kept) == state.track.len();
    state.hand.contains(&Chit::Reaction) && after && !kept && state.phase == Phase::Rounds
}
