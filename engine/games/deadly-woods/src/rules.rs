//! Who is asked, what he may do, and what comes of it: each order goes to the chapter of its verb.

use crate::DeadlyWoods;
use crate::chapters::asking::misplaced;
use crate::chapters::combat::{answers, attack};
use crate::chapters::movement::orders as movement;
use crate::chapters::rounds::{cup, reinforcements};
use crate::chapters::{assets, bridges, replacements, sequence, setup};
use crate::position_text;
use crate::printed::{Army, Chit, Definitions, OPTIONS};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::order::{Step, Use, Verb};
use crate::truth::state::{State, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    Ask, Misread, OptionRule, Outcome, Progress, Refusal, Rules, Seen, Setup, SideId, Turn, judge_candidates,
};

impl Rules for DeadlyWoods {
    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        OptionRule::known(&OPTIONS, setup)?;
        let option = OPTIONS[0].chosen(setup)? == 1;
        setup::initial(definitions, &setup.scenario, option)
    }

    fn begin(turn: &mut Turn<'_, DeadlyWoods>) {
        sequence::begin(turn);
    }

    fn asks(state: &State) -> Vec<Ask> {
        let ask = state.asked.map(|asked| {
            let ask = match asked.topic {
                Topic::Assets
                | Topic::Replacements
                | Topic::Drop
                | Topic::React
                | Topic::Support
                | Topic::Convert
                | Topic::Stand
                | Topic::Bridge
                | Topic::Advance => Ask::right(asked.id, asked.side),
                _ => Ask::duty(asked.id, asked.side),
            };
            if asked.passes { ask.passing() } else { ask }
        });
        ask.into_iter().collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.ending.as_ref()?;
        Some(Outcome { winner: Some(ending.winner), reason: ending.reason.clone(), level: None })
    }

    fn game_turn(state: &State) -> u8 {
        state.turn
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        let unknown = |what: &str| Err(Misread::new(format!("the game has no {what} with this number: {step:?}")));
        match step {
            Step::Unit(UnitId(unit))
            | Step::Follow(UnitId(unit))
            | Step::Gun(UnitId(unit))
            | Step::Double(UnitId(unit))
                if usize::from(*unit) >= definitions.counters.len() =>
            {
                unknown("unit")
            }
            Step::Hex(HexId(hex)) | Step::Via(HexId(hex)) if usize::from(*hex) >= definitions.board.len() => {
                unknown("hex")
            }
            _ => Ok(()),
        }
    }

    fn candidates(seen: Seen<'_, DeadlyWoods>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let Some(side) = seen.view.asked() else { return };
        let Some(Step::Verb(verb)) = partial.first() else {
            if partial.is_empty() {
                verbs::answering(state).for_each(|entry| offer(Step::Verb(entry.verb)));
            }
            return;
        };
        match verb {
            Verb::Take if partial.len() == 1 => {
                [Chit::FifthArmy, Chit::SixthArmy].into_iter().map(Step::Chit).for_each(offer)
            }
            Verb::Play if partial.len() == 1 => {
                cup::firsts(state, side).into_iter().map(Step::Chit).for_each(&mut *offer);
                USES.into_iter().map(Step::As).for_each(offer);
            }
            Verb::Place | Verb::Recall => assets::candidates(definitions, state, side, partial, offer),
            Verb::Rebuild => replacements::candidates(definitions, state, side, partial, offer),
            Verb::Move | Verb::Infiltrate => movement::candidates(definitions, state, side, partial, offer),
            Verb::Later if partial.len() == 1 => definitions.units_of(side).map(Step::Unit).for_each(offer),
            Verb::Blow if is_bridge(state) => {}
            Verb::Blow => bridges::candidates(definitions, state, partial, offer),
            Verb::Attack => attack::candidates(definitions, state, side, partial, offer),
            _ => answers::candidates(definitions, state, side, partial, offer),
        }
    }

    fn legal(seen: Seen<'_, DeadlyWoods>, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
        match partial {
            // a verb that is refused is told what else is for now, which nobody reads here
            [] => {
                let Some(side) = seen.view.asked() else { return };
                let (definitions, state) = (seen.definitions, &seen.view.state);
                list.extend(verbs::answering(state).filter_map(|entry| {
                    Some((Step::Verb(entry.verb), begins(definitions, state, side, entry.verb).ok()?))
                }));
            }
            // a search finds all hexes at once; judging each would search again
            [Step::Verb(Verb::Move | Verb::Infiltrate), Step::Unit(_), ..] => {
                Self::candidates(seen, partial, &mut |step| {
                    list.push((step, if matches!(step, Step::Hex(_)) { Progress::Complete } else { Progress::Open }));
                });
            }
            _ => judge_candidates(seen, partial, list),
        }
    }

    fn check(seen: Seen<'_, DeadlyWoods>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let side = seen.view.asked().ok_or_else(|| not_asked(definitions, state))?;
        let verb = match (partial.first(), step) {
            (None, Step::Verb(verb)) => return check_verb(definitions, state, side, *verb),
            (Some(Step::Verb(verb)), _) => *verb,
            _ => return Err(Refusal::new("order", "an order begins with what is done")),
        };
        match verb {
            Verb::Take => match (partial.len(), step) {
                (1, Step::Chit(Chit::FifthArmy | Chit::SixthArmy)) => Ok(Progress::Complete),
                _ => Err(misplaced("5th or 6th")),
            },
            Verb::Play => check_play(state, side, partial, step),
            Verb::Place | Verb::Recall => assets::check(definitions, state, side, partial, step),
            Verb::Rebuild => replacements::check(definitions, state, side, partial, step),
            Verb::Move | Verb::Infiltrate => movement::check(definitions, state, side, partial, step),
            Verb::Later => match (partial.len(), step) {
                (1, Step::Unit(unit)) => {
                    reinforcements::later(definitions, state, side, *unit).map(|_| Progress::Complete)
                }
                _ => Err(misplaced("a unit")),
            },
            Verb::Blow if !is_bridge(state) => bridges::check_step(definitions, state, partial, step),
            Verb::Attack => attack::check(definitions, state, side, partial, step),
            Verb::Support | Verb::Lose | Verb::Stand | Verb::Retreat | Verb::Keep | Verb::Advance | Verb::Remove => {
                answers::check(definitions, state, side, partial, step)
            }
            _ => Err(Refusal::new("order", "nothing more belongs to this order")),
        }
    }

    fn allows(seen: Seen<'_, DeadlyWoods>, partial: &[Step], step: &Step) -> Option<Progress> {
        // what a refusal tells of the verbs that are for now costs more than to see that this one is not
        let (definitions, state) = (seen.definitions, &seen.view.state);
        match (partial, step) {
            ([], Step::Verb(verb)) => {
                let for_now = verbs::answers(state, verbs::entry(*verb));
                let side = seen.view.asked().filter(|_| for_now)?;
                begins(definitions, state, side, *verb).ok()
            }
            _ => Self::check(seen, partial, step).ok(),
        }
    }

    fn refuse(seen: Seen<'_, DeadlyWoods>, order: &[Step], at: usize, refusal: Refusal) -> Refusal {
        let (definitions, state) = (seen.definitions, &seen.view.state);
        let (Some(side), Some(Step::Verb(verb))) = (seen.view.asked(), order.first()) else { return refusal };
        if !verbs::answers(state, verbs::entry(*verb)) {
            return refusal;
        }
        // who is judged before the rest is read may be none of whom the player has named
        let own = match (order, at) {
            ([Step::Verb(Verb::Attack), Step::Hex(target), Step::Unit(unit), ..], 0 | 1) => {
                attack::refused(definitions, state, side, *target, *unit)
            }
            ([Step::Verb(Verb::Blow), Step::Hex(one), Step::Hex(other), Step::Unit(unit)], 0..=2)
                if !is_bridge(state) =>
            {
                bridges::refused(definitions, state, [*one, *other], *unit)
            }
            ([Step::Verb(Verb::Move), unit @ Step::Unit(_), rest @ ..], 0) => {
                let hex = || rest.first().and_then(|hex| Self::check(seen, &order[..2], hex).err());
                Self::check(seen, &order[..1], unit).err().or_else(hex)
            }
            ([Step::Verb(Verb::Place | Verb::Recall | Verb::Later), thing, ..], 0) => {
                Self::check(seen, &order[..1], thing).err()
            }
            _ => None,
        };
        match own {
            Some(own) if own.remedy.is_empty() => own.remedy(refusal.remedy),
            Some(own) => own,
            None => refusal,
        }
    }

    fn unfinished(seen: Seen<'_, DeadlyWoods>, order: &[Step]) -> Option<Refusal> {
        let (definitions, state, side) = (seen.definitions, &seen.view.state, seen.view.asked()?);
        let town = replacements::without_town(definitions, state, order);
        town.or_else(|| {
            let answer = answers::unnamed(definitions, state, side, order)?;
            let Some(Step::Verb(verb)) = order.first() else { return None };
            let word = verbs::entry(*verb).line.word();
            let orders: Vec<String> = answer.1.into_iter().map(|what| format!("`{word} {what}`")).collect();
            Some(answer.0.remedy(format!("It may be: {}.", orders.join(", "))))
        })
    }

    fn perform(turn: &mut Turn<'_, DeadlyWoods>, side: SideId, order: &[Step]) {
        let Some(Step::Verb(verb)) = order.first() else { return };
        match (verb, order) {
            (Verb::Take, [_, Step::Chit(chit)]) => sequence::take(turn, *chit),
            (Verb::Withdraw, _) => sequence::let_ss_go(turn),
            (Verb::Cancel, _) => sequence::keep_ss(turn),
            (Verb::Play, [_, Step::Chit(chit)]) => sequence::first(turn, *chit),
            (Verb::Play, [_, Step::As(way)]) => sequence::play(turn, *way),
            (Verb::Place | Verb::Recall, _) => assets::perform(turn, order),
            (Verb::Rebuild, _) => replacements::perform(turn, side, order),
            (Verb::Move | Verb::Infiltrate, _) => movement::perform(turn, side, order),
            (Verb::Later, [_, Step::Unit(unit)]) => reinforcements::put_off(turn, side, *unit),
            (Verb::Blow, _) if !is_bridge(turn) => bridges::perform(turn, order),
            (Verb::Attack, _) => attack::perform(turn, side, order),
            (Verb::React, _) => sequence::react(turn),
            (Verb::Pass, _) if turn.combat.is_none() => sequence::pass(turn),
            (Verb::End, _) => sequence::end(turn),
            _ => answers::perform(turn, order),
        }
        sequence::go_on(turn);
    }

    fn adjust(definitions: &Definitions, state: &State, lines: &str) -> Result<Vec<Event>, Misread> {
        position_text::adjust(definitions, state, lines)
    }

    fn evolve(state: &mut State, event: &Event) {
        evolve(state, event);
    }
}

/// As what any chit may be played.
const USES: [Use; 10] = [
    Use::Move,
    Use::Combat,
    Use::Area(Army::Sixth),
    Use::Area(Army::Fifth),
    Use::Area(Army::Seventh),
    Use::Patton,
    Use::MontyMove,
    Use::MontyAttack,
    Use::Drawn,
    Use::Held,
];

fn is_bridge(state: &State) -> bool {
    state.asked.is_some_and(|asked| asked.topic == Topic::Bridge)
}

fn check_play(state: &State, side: SideId, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let first = state.asked.is_some_and(|asked| asked.topic == Topic::First);
    match (partial.len(), step) {
        (1, Step::Chit(chit)) if first => match cup::firsts(state, side).contains(chit) {
            true => Ok(Progress::Complete),
            false => Err(Refusal::new("5.1a", format!("{} is none of your chits of this turn", chit.name()))),
        },
        (1, Step::As(_)) if first => Err(misplaced("the name of one of your chits")),
        (1, Step::As(way)) => {
            let Some(chit) = state.drawn else { return Err(misplaced("a chit that waits")) };
            match cup::uses(state, chit).contains(way) {
                true => Ok(Progress::Complete),
                false => Err(cup::refused(state, chit, *way)),
            }
        }
        _ => Err(misplaced("as what the chit is played")),
    }
}

/// Whether an order may begin with a verb now: it answers what is asked.
fn check_verb(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    let entry = verbs::entry(verb);
    if !verbs::answers(state, entry) {
        let now = open_words(definitions, state, side).join(", ");
        return Err(
            Refusal::new(entry.case, format!("`{}` is not for now", entry.line.word())).remedy(format!("Now: {now}."))
        );
    }
    begins(definitions, state, side, verb).map_err(|refusal| match refusal.remedy.is_empty() {
        true => refusal.remedy(format!("Now: {}.", open_words(definitions, state, side).join(", "))),
        false => refusal,
    })
}

/// Whether something can follow a verb that answers what is asked.
fn begins(definitions: &Definitions, state: &State, side: SideId, verb: Verb) -> Result<Progress, Refusal> {
    let none = |case: &'static str, message: &str| Err(Refusal::new(case, message.to_owned()));
    match verb {
        Verb::Withdraw | Verb::Cancel | Verb::Convert | Verb::Bear | Verb::Stay | Verb::React => {
            return Ok(Progress::Complete);
        }
        Verb::Pass | Verb::End => return Ok(Progress::Complete),
        Verb::Blow if is_bridge(state) => return Ok(Progress::Complete),
        Verb::Blow if bridges::possible(definitions, state).is_empty() => {
            return none("10.6.1b", "no engineers can blow a bridge now");
        }
        Verb::Infiltrate => {
            movement::may_infiltrate(definitions, state)?;
            movement::check_unit(definitions, state, side, definitions.special.brigade)?;
        }
        Verb::Attack
            if !attack::is_time(definitions, state) || attack::targets(definitions, state, side).is_empty() =>
        {
            return none("11.1a", "none of your units can attack in this round");
        }
        Verb::Move if !movement::anything(definitions, state, side) => {
            return none("10.1a", "none of your units can move now");
        }
        Verb::Place
            if assets::markers(definitions, state, side).is_empty()
                && assets::layable(definitions, state, side).is_empty() =>
        {
            return none("4.1f", "you have nothing to lay out now");
        }
        Verb::Recall if !verbs_recall(definitions, state, side) => {
            return none("12.4.1f", "none of your engineers can be taken off now");
        }
        Verb::Later
            if !definitions.units_of(side).any(|it| reinforcements::later(definitions, state, side, it).is_ok()) =>
        {
            return none("14.8.1a", "nobody who enters now can come later");
        }
        _ => {}
    }
    Ok(Progress::Open)
}

/// What a side is answered that is not asked.
fn not_asked(definitions: &Definitions, state: &State) -> Refusal {
    let message = match (&state.ending, state.asked) {
        (Some(ending), _) => format!("nothing is asked of you now: the game is over, {}", ending.reason),
        (None, Some(asked)) => {
            let side = definitions.side_name(asked.side);
            format!("nothing is asked of you now; the {side} side is asked: {}", verbs::topic(asked.topic))
        }
        (None, None) => "nothing is asked of you now".to_owned(),
    };
    Refusal::new("14.1a", message)
}

/// The beginnings of orders that are for now and that something can follow, as they are written.
fn open_words(definitions: &Definitions, state: &State, side: SideId) -> Vec<String> {
    let play = |word: &str| format!("`play {word}`");
    match state.asked.map(|asked| asked.topic) {
        Some(Topic::First) => cup::firsts(state, side).into_iter().map(|chit| play(chit.name())).collect(),
        Some(Topic::Drawn) => {
            state.drawn.into_iter().flat_map(|chit| cup::uses(state, chit)).map(|way| play(way.word())).collect()
        }
        Some(Topic::Army) => vec!["`take 5th`".to_owned(), "`take 6th`".to_owned()],
        _ => {
            let open = |entry: &&verbs::Entry| begins(definitions, state, side, entry.verb).is_ok();
            verbs::answering(state).filter(open).map(|entry| format!("`{}`", entry.line.word())).collect()
        }
    }
}

fn verbs_recall(definitions: &Definitions, state: &State, side: SideId) -> bool {
    let partial = [Step::Verb(Verb::Recall)];
    definitions.units_of(side).any(|it| assets::check(definitions, state, side, &partial, &Step::Unit(it)).is_ok())
}
