//! Who is asked, what he may do, and what comes of it: each order goes to the chapter of its verb.

use crate::EnemyAction;
use crate::chapters::asking::{Known, misplaced};
use crate::chapters::cards::command;
use crate::chapters::combat::{advance, attack, hits, support, withdrawal};
use crate::chapters::events::{orders as events, reactions};
use crate::chapters::movement::{exits, march, orders as movement};
use crate::chapters::{activation, fuel, replacements, reserves, sequence, setup};
use crate::position_text;
use crate::printed::{CardId, Deed, Definitions, GERMAN};
use crate::sight::known;
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Supply;
use crate::truth::state::{State, Topic};
use crate::verbs;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{
    Ask, Misread, OptionRule, Outcome, Progress, Refusal, Rules, Seen, Setup, SideId, Turn, judge_candidates,
};
use engine::speech::words;

impl Rules for EnemyAction {
    fn initial(definitions: &Definitions, setup: &Setup) -> Result<State, String> {
        OptionRule::known(&[], setup)?;
        setup::initial(definitions, &setup.scenario)
    }

    fn begin(turn: &mut Turn<'_, EnemyAction>) {
        sequence::begin(turn);
    }

    fn asks(state: &State) -> Vec<Ask> {
        let ask = state.public.asked.map(|asked| match asked.topic {
            // whoever has not ordered otherwise lets activations pass, and leaves bridges as they are
            Topic::React | Topic::Works | Topic::Blow => Ask::right(asked.id, asked.side).passing(),
            Topic::Tactics | Topic::Advance | Topic::Greif | Topic::Interdiction | Topic::Fuel => {
                Ask::right(asked.id, asked.side)
            }
            _ => Ask::duty(asked.id, asked.side),
        });
        ask.into_iter().collect()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.public.ending.as_ref()?;
        Some(Outcome { winner: ending.winner, reason: ending.reason.clone(), level: ending.level.clone() })
    }

    fn game_turn(state: &State) -> u8 {
        state.public.day
    }

    fn recognise(definitions: &Definitions, step: &Step) -> Result<(), Misread> {
        let units = &definitions.published.units;
        let known = match step {
            Step::Unit(UnitId(unit)) | Step::Joins(UnitId(unit)) => usize::from(*unit) < definitions.units(),
            Step::Hex(hex) | Step::Via(hex) => definitions.board.has(*hex),
            Step::Card(CardId(card)) => usize::from(*card) < definitions.cards().count(),
            Step::Corps(corps) => corps.index() < units.formations.len(),
            Step::Group(group) => definitions.has_group(*group),
            _ => true,
        };
        if known { Ok(()) } else { Err(Misread::new(format!("the game has nothing with this number: {step:?}"))) }
    }

    fn candidates(seen: Seen<'_, EnemyAction>, partial: &[Step], offer: &mut dyn FnMut(Step)) {
        let Some(side) = seen.view.asked() else { return };
        let known = known(seen, side);
        let Some(Step::Verb(verb)) = partial.first() else {
            if partial.is_empty() {
                verbs::answering(known.public).for_each(|entry| offer(Step::Verb(entry.verb)));
            }
            return;
        };
        match verb {
            Verb::Activate | Verb::Kampfgruppe | Verb::Deploy | Verb::Replace | Verb::Discard => {
                command::candidates(known, partial, offer);
            }
            Verb::Event => events::candidates(known, partial, offer),
            Verb::Interdict if partial.len() == 1 => known.hand.iter().copied().map(Step::Card).for_each(offer),
            Verb::Block | Verb::Recover | Verb::Blow | Verb::Greif => reactions::candidates(known, partial, offer),
            Verb::Withdraw => withdrawal::candidates(known, partial, offer),
            Verb::Priority => fuel::candidates(known, partial, offer),
            Verb::Place => reserves::candidates(known, partial, offer),
            Verb::Rebuild => {
                if let ([_], Some(replacing)) = (partial, &known.public.replacing) {
                    let units = replacements::units(known.definitions, known.public, replacing);
                    units.into_iter().map(Step::Unit).for_each(offer);
                }
            }
            Verb::Move => movement::candidates(known, partial, offer),
            Verb::Exit => exits::candidates(known, partial, offer),
            Verb::Attack => attack::candidates(known, partial, offer),
            Verb::Dig if partial.len() == 1 => digs(known).into_iter().map(Step::Hex).for_each(offer),
            Verb::Support => support::candidates(known, partial, offer),
            Verb::Draw if partial.len() == 1 => {
                let (least, most) = known.public.combat.as_ref().map_or((0, 0), |combat| combat.chits);
                (least..=most).map(Step::Number).for_each(offer);
            }
            Verb::Lose | Verb::Retreat => hits::candidates(known, partial, offer),
            Verb::Advance => advance::candidates(known, partial, offer),
            Verb::Remove if partial.len() == 1 => {
                let units = sequence::removable(known.definitions, known.public, side);
                units.into_iter().map(Step::Unit).for_each(offer);
            }
            _ => {}
        }
    }

    fn legal(seen: Seen<'_, EnemyAction>, partial: &[Step], list: &mut Vec<(Step, Progress)>) {
        match (partial, seen.view.asked()) {
            // supply is traced once for all that a card may activate
            ([Step::Verb(Verb::Activate), Step::Card(card)], Some(side)) => {
                let open = activation::open(known(seen, side), *card);
                list.extend(open.into_iter().map(|step| (step, Progress::Complete)));
            }
            // a search finds all hexes at once; judging each would search again
            ([Step::Verb(Verb::Move | Verb::Place), Step::Unit(_), ..], _) => {
                Self::candidates(seen, partial, &mut |step| {
                    list.push((step, if matches!(step, Step::Hex(_)) { Progress::Complete } else { Progress::Open }));
                });
            }
            ([Step::Verb(Verb::Event), Step::Card(_), Step::Deed(deed)], _) => {
                let open = matches!(deed, Deed::Engineers | Deed::BridgeEngineers | Deed::Alarm);
                let progress = if open { Progress::Open } else { Progress::Complete };
                Self::candidates(seen, partial, &mut |step| list.push((step, progress)));
            }
            ([Step::Verb(Verb::Block), Step::Card(_), ..], _) => Self::candidates(seen, partial, &mut |step| {
                list.push((step, if step == Step::Done { Progress::Complete } else { Progress::Open }));
            }),
            _ => judge_candidates(seen, partial, list),
        }
    }

    fn check(seen: Seen<'_, EnemyAction>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
        let side = seen.view.asked().ok_or_else(|| idle(seen))?;
        let known = known(seen, side);
        let verb = match (partial.first(), step) {
            (None, Step::Verb(verb)) => return check_verb(known, *verb),
            (Some(Step::Verb(verb)), _) => *verb,
            _ => return Err(Refusal::new("order", "an order begins with what is done")),
        };
        match verb {
            Verb::Activate | Verb::Kampfgruppe | Verb::Deploy | Verb::Replace | Verb::Discard => {
                command::check(known, partial, step)
            }
            Verb::Event => events::check(known, partial, step),
            Verb::Interdict => events::check_interdiction(known, partial, step),
            Verb::Block | Verb::Recover | Verb::Blow | Verb::Greif => reactions::check(known, partial, step),
            Verb::Withdraw => withdrawal::check(known, partial, step),
            Verb::Priority => fuel::check(known, partial, step),
            Verb::Place => reserves::check(known, partial, step),
            Verb::Rebuild => replacements::check(known, partial, step),
            Verb::Move => movement::check(known, partial, step),
            Verb::Exit => exits::check(known, partial, step),
            Verb::Attack => attack::check(known, partial, step),
            Verb::Dig => check_dig(known, partial, step),
            Verb::Support => support::check(known, partial, step),
            Verb::Draw => support::check_total(known, partial, step),
            Verb::Lose | Verb::Retreat => hits::check(known, partial, step),
            Verb::Advance => advance::check(known, partial, step),
            Verb::Remove => check_remove(known, partial, step),
            Verb::Disperse | Verb::Stay | Verb::Spend | Verb::Pass | Verb::End => {
                Err(Refusal::new("order", "nothing more belongs to this order"))
            }
        }
    }

    fn perform(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
        let Some(Step::Verb(verb)) = order.first() else { return };
        let hand = turn.hidden[side.index()].hand.clone();
        match (verb, order) {
            (Verb::Activate | Verb::Kampfgruppe | Verb::Deploy | Verb::Replace, _) => {
                command::perform(turn, side, order);
            }
            (Verb::Discard, _) => {
                command::perform(turn, side, order);
                sequence::next_impulse(turn, side);
            }
            (Verb::Event, _) => {
                if events::perform(turn, side, order) {
                    sequence::played(turn, side);
                }
            }
            (Verb::Interdict, _) => events::interdict(turn, order),
            (Verb::Spend | Verb::Priority, _) => fuel::perform(turn, order),
            (Verb::Block | Verb::Recover | Verb::Blow, _) => reactions::perform(turn, side, order),
            (Verb::Withdraw, _) => withdrawal::perform(turn, order),
            (Verb::Greif, _) => {
                reactions::perform(turn, side, order);
                sequence::demolished(turn);
            }
            (Verb::Pass, _) => pass(turn, side, order),
            (Verb::Place, _) => reserves::perform(turn, order),
            (Verb::Rebuild, _) => replacements::perform(turn, order),
            (Verb::Move, _) => movement::perform(turn, &hand, order),
            (Verb::Exit, _) => exits::perform(turn, &hand, order),
            (Verb::Attack, _) => attack::perform(turn, order),
            (Verb::Dig, [_, Step::Hex(hex)]) => {
                attack::begin(turn);
                turn.emit(Event::DugIn { hex: *hex });
            }
            (Verb::Support, _) => support::perform(turn, side, order),
            (Verb::Draw, [_, Step::Number(total)]) => {
                turn.emit(Event::Answered);
                turn.emit(Event::TotalSaid { total: *total });
            }
            (Verb::Lose | Verb::Retreat | Verb::Disperse, _) => hits::perform(turn, order),
            (Verb::Advance, _) => advance::perform(turn, order),
            (Verb::Remove, [_, Step::Unit(unit)]) => sequence::remove(turn, *unit),
            _ => sequence::end(turn),
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

/// Nothing is asked of a side: who has to decide.
fn idle(seen: Seen<'_, EnemyAction>) -> Refusal {
    let refusal = Refusal::new("4g", "nothing is asked of you now");
    match (&seen.view.public.ending, seen.view.public.asked) {
        (Some(_), _) => refusal.remedy("The game is over."),
        (None, Some(asked)) => {
            refusal.remedy(format!("The {} side must decide.", seen.definitions.side_name(asked.side)))
        }
        (None, None) => refusal,
    }
}

/// A side makes no use of what it is asked about.
fn pass(turn: &mut Turn<'_, EnemyAction>, side: SideId, order: &[Step]) {
    match turn.public.asked.map(|asked| asked.topic) {
        Some(Topic::Tactics) => support::perform(turn, side, order),
        Some(Topic::React) => reactions::pass(turn),
        Some(Topic::Greif) => {
            reactions::pass(turn);
            sequence::demolished(turn);
        }
        Some(Topic::Blow) => {
            turn.emit(Event::Answered);
            march::go_on(turn);
        }
        Some(Topic::Fuel) => fuel::perform(turn, order),
        Some(Topic::Works) => {
            turn.emit(Event::Answered);
            sequence::works_over(turn);
        }
        Some(Topic::Interdiction) => {
            turn.emit(Event::Answered);
            turn.emit(Event::Interdicted { flown: false });
        }
        _ => sequence::pass(turn, side),
    }
}

/// The hexes in which the side may dig in now.
fn digs(known: Known<'_>) -> Vec<HexId> {
    let activation = known.public.activation.as_ref();
    activation.map(|it| sequence::positions(known.definitions, known.public, it)).unwrap_or_default()
}

fn check_dig(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Hex(hex)) = (partial, step) else { return Err(misplaced("a hex")) };
    let open = digs(known);
    if open.contains(hex) {
        return Ok(Progress::Complete);
    }
    let (definitions, public) = (known.definitions, known.public);
    let place = definitions.place(*hex);
    if definitions.board.hex(*hex).built.is_some() {
        return Err(Refusal::new("12.32", format!("{place} is a town or city, where no position is built")));
    }
    if public.positions.contains(hex) {
        return Err(Refusal::new("12.32", format!("{place} has an improved position")));
    }
    let active = public.activation.as_ref().filter(|activation| !activation.alarm);
    let mut there = active.into_iter().flat_map(|activation| activation.units.iter().copied());
    let unit = there.find(|unit| public.unit(*unit).hex() == Some(*hex));
    let Some(unit) = unit else {
        return Err(Refusal::new("12.31a", format!("no active unit is in {place}")));
    };
    let it = public.unit(unit);
    let (case, why) = match (it.dispersed, it.supply) {
        (true, _) => ("12.31d", "is dispersed"),
        (_, Supply::Out) => ("10.22c", "is out of supply"),
        (_, Supply::Isolated) => ("10.22c", "is isolated"),
        _ if it.moved => ("12.31a", "has moved, and who digs in has neither moved nor attacked"),
        _ => ("12.31a", "has attacked, and who digs in has neither moved nor attacked"),
    };
    Err(Refusal::new(case, format!("{} in {place} {why}", definitions.name(unit))))
}

fn check_remove(known: Known<'_>, partial: &[Step], step: &Step) -> Result<Progress, Refusal> {
    let ([_], Step::Unit(unit)) = (partial, step) else { return Err(misplaced("a unit")) };
    let open = sequence::removable(known.definitions, known.public, known.side);
    if open.contains(unit) {
        return Ok(Progress::Complete);
    }
    let message = format!("{} is not in the overfull hex", known.definitions.name(*unit));
    Err(Refusal::new("7.4c", message).remedy(format!("Open: {}.", known.definitions.names(&open))))
}

/// Whether a verb that answers what is asked can lead anywhere now, as far as that is quickly told.
fn leads(known: Known<'_>, verb: Verb) -> bool {
    let opens = known.public.opens();
    match verb {
        Verb::Deploy | Verb::Replace | Verb::Event => !opens,
        Verb::Kampfgruppe => known.side == GERMAN,
        Verb::Exit => known.side == GERMAN && movement::anything(known),
        Verb::Move => movement::anything(known),
        _ => check_verb(known, verb).is_ok(),
    }
}

/// Whether an order may begin with a verb now.
fn check_verb(known: Known<'_>, verb: Verb) -> Result<Progress, Refusal> {
    let entry = verbs::entry(verb);
    if !verbs::answers(known.public, entry) {
        let message = format!("`{}` is not what is asked", entry.line.word());
        let open =
            words(verbs::answering(known.public).filter(|entry| leads(known, entry.verb)).map(|entry| &entry.line));
        return Err(Refusal::new(entry.case, message).remedy(format!("Asked for: {open}.")));
    }
    match verb {
        Verb::Pass if known.public.asked.is_some_and(|asked| asked.topic == Topic::Command) => {
            command::may_pass(known).map(|()| Progress::Complete)
        }
        Verb::Pass | Verb::Stay | Verb::End => Ok(Progress::Complete),
        Verb::Spend => fuel::check_spend(known),
        Verb::Discard => command::no_other(known).map(|()| Progress::Open),
        Verb::Attack => attack::check_verb(known).map(|()| Progress::Open),
        Verb::Dig => attack::may_begin(known).map(|()| Progress::Open),
        Verb::Disperse | Verb::Lose | Verb::Retreat => hits::check_verb(known, verb),
        _ => Ok(Progress::Open),
    }
}
