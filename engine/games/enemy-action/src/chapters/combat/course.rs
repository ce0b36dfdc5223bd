//! The course of a combat (9), from one decision to the next.

use super::attack::Draft;
use super::{advance, hits, situations, support};
use crate::EnemyAction;
use crate::chapters::asking::ask;
use crate::printed::ChitId;
use crate::truth::event::Event;
use crate::truth::state::{Combat, Fight, Topic};
use definitions::UnitId;
use engine::contract::Turn;

/// Goes on with the combat. Whether somebody is asked: else stacks are judged next, and it is over.
pub fn go_on(turn: &mut Turn<'_, EnemyAction>) -> bool {
    while let Some(combat) = turn.public.combat.clone() {
        let (attacker, defender) = (combat.attacker, combat.attacker.enemy());
        match combat.stage {
            Fight::Declared if support::may(turn.definitions(), &turn.public, &combat) => {
                ask(turn, defender, Topic::Tactics);
                return true;
            }
            Fight::Declared => support::settle(turn, Draft::default()),
            Fight::Drawing => {
                if draw(turn, &combat) {
                    return true;
                }
            }
            Fight::DefenderHits => {
                let living = hits::alive(&turn.public, &combat.defenders);
                if !living.is_empty() && combat.owed[1] + combat.penalty > 0 {
                    ask(turn, defender, Topic::DefenderHits);
                    return true;
                }
                turn.emit(Event::FightWentOn { stage: Fight::AttackerHits });
            }
            Fight::AttackerHits => {
                let living = hits::alive(&turn.public, &combat.attackers);
                if !living.is_empty() && combat.owed[0] > 0 {
                    ask(turn, attacker, Topic::AttackerHits);
                    return true;
                }
                overwhelm(turn, &combat);
                turn.emit(Event::FightWentOn { stage: Fight::Advancing });
            }
            Fight::Advancing => {
                if !advance::units(turn.definitions(), &turn.public, &combat).is_empty() {
                    ask(turn, attacker, Topic::Advance);
                    return true;
                }
                turn.emit(Event::FightWentOn { stage: Fight::Closing });
            }
            Fight::Closing => return false,
        }
    }
    false
}

/// Draws chits as far as nobody has to decide. Whether the attacker is asked (9.3, 9.41).
fn draw(turn: &mut Turn<'_, EnemyAction>, combat: &Combat) -> bool {
    let (least, most) = combat.chits;
    let drawn = combat.drawn.len() as u8;
    let wanted = combat.total.unwrap_or(least);
    let empty = turn.public.cup.is_empty() && turn.public.aside.is_empty();
    if drawn < wanted && !empty {
        if turn.public.cup.is_empty() {
            turn.emit(Event::CupFilled);
        }
        let size = turn.public.cup.len() as u8;
        let place = usize::from(turn.die("combat chit", size)) - 1;
        let Some(chit) = turn.public.cup.get(place).copied() else { return false };
        let refilled = is_blue(turn, chit);
        let counted = situations::counted(turn.definitions(), &turn.public, combat, chit);
        turn.emit(Event::ChitDrawn { chit, refilled, counted: Some(counted) });
        return false;
    }
    if combat.total.is_none() && most > least && !empty {
        ask(turn, combat.attacker, Topic::Chits);
        return true;
    }
    let (attacker, defender, struck) = situations::hits(turn.definitions(), &turn.public, combat);
    turn.emit(Event::Hit { attacker, defender, position: struck.then_some(combat.target) });
    false
}

fn is_blue(turn: &Turn<'_, EnemyAction>, chit: ChitId) -> bool {
    turn.definitions().chit(chit).blue
}

/// Those who had fled into the hex are lost with it (9.74).
fn overwhelm(turn: &mut Turn<'_, EnemyAction>, combat: &Combat) {
    let definitions = turn.definitions();
    let left: Vec<UnitId> = turn.public.disposition(definitions).stack(combat.target).collect();
    let lost = !left.is_empty() && left.iter().all(|unit| turn.public.unit(*unit).retreated);
    if lost && left.iter().all(|unit| definitions.counter(*unit).side != combat.attacker) {
        turn.emit(Event::Overwhelmed { units: left });
    }
}
