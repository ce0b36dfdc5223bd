//! Games played at random, but for action, against the rules told a second time: what no position shows, and what no event may be.

use crate::EnemyAction;
use crate::printed::{ALLIED, CardId, Definitions, GERMAN};
use crate::truth::event::Event;
use crate::truth::evolve;
use crate::truth::order::{Step, Verb};
use crate::truth::roster::Supply;
use crate::truth::state::{Public, State, Topic};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Progress, Rules, Seen, SideId, Sight, Viewer, begin, decide};
use testing::{RandomGames, Seeded};

/// What a position shows that the rules forbid.
fn faults(definitions: &Definitions, state: &State) -> Vec<String> {
    let (public, board) = (&state.public, &definitions.board);
    let disposition = public.disposition(definitions);
    let calm = public.asked.is_some_and(|asked| asked.topic == Topic::Command);
    let mut faults = Vec::new();
    let mut fault = |wrong: bool, what: &dyn Fn() -> String| {
        if wrong {
            faults.push(what());
        }
    };
    for hex in board.all() {
        let (it, place) = (board.hex(hex), || definitions.place(hex));
        let [german, allied] = [GERMAN, ALLIED].map(|side| disposition.count(side, hex));
        fault(german > 0 && allied > 0, &|| format!("both sides in {} (7.1d)", place()));
        let steps: u8 = disposition.stack(hex).map(|unit| public.unit(unit).steps(definitions.counter(unit))).sum();
        fault(calm && (german + allied > 3 || steps > 6), &|| format!("{} is overfull (7.4)", place()));
        let built = it.built.is_some();
        let wrong = built && (german > 0 && !public.towns.contains(&hex) || allied > 0 && public.towns.contains(&hex));
        fault(wrong, &|| format!("{} is not whose unit is in it (12.1)", place()));
        let wall = public.wall.contains(&hex);
        let wrong = it.westwall && (allied > 0 && !wall || german > 0 && wall) || !it.westwall && wall;
        fault(wrong, &|| format!("{}: the Westwall is not whose unit is in it (14.1)", place()));
        let position = public.positions.contains(&hex);
        fault(position && built, &|| format!("a position in the town {} (12.32)", place()));
        fault(calm && position && german + allied == 0, &|| format!("a position nobody holds in {} (12.34)", place()));
        let blocked = public.roadblocks.contains(&hex);
        fault(blocked && german + allied > 0, &|| format!("units in the roadblock of {} (7.9)", place()));
    }
    for (unit, it) in public.units.iter() {
        let (counter, name) = (definitions.counter(unit), definitions.name(unit));
        fault(it.hex().is_some() && it.lost >= counter.steps, &|| format!("{name} is on the map without a step"));
        let acted = it.moved || it.attacked || it.defended || it.retreated || it.just_dispersed;
        fault(calm && acted, &|| format!("{name} is marked between activations"));
        fault(it.hex().is_none() && (it.dispersed || it.no_fuel), &|| format!("{name} has markers off the map"));
        fault(counter.side == ALLIED && it.no_fuel, &|| format!("{name} is out of fuel (10.4)"));
    }
    let busy = public.march.is_some() || public.halted.is_some() || public.joining.is_some();
    fault(calm && busy, &|| "somebody is under way between activations".to_owned());
    let combat = public.combat.as_ref().map_or(0, |combat| combat.drawn.len());
    fault(public.cup.len() + public.aside.len() + combat != 60, &|| "there are not sixty chits (9.41)".to_owned());
    let hidden = &state.hidden[ALLIED.index()].depots;
    fault(!hidden.iter().all(|hex| public.depots.contains(hex)), &|| "fuel where no depot is (10.42)".to_owned());
    for side in SideId::BOTH {
        let (piles, own) = (&public.piles[side.index()], &state.hidden[side.index()]);
        let counted = (usize::from(piles.hand), usize::from(piles.draw), usize::from(piles.available));
        fault(counted != (own.hand.len(), own.draw.len(), own.available.len()), &|| {
            format!("cards are miscounted: {piles:?}")
        });
        let mut all: Vec<CardId> =
            [&own.hand, &own.draw, &own.available, &piles.used].into_iter().flatten().copied().collect();
        let many = all.len();
        all.sort();
        all.dedup();
        fault(all.len() != many, &|| "a card is in two places (5)".to_owned());
        fault(all.iter().any(|card| definitions.card(*card).side != side), &|| "a card of the other side".to_owned());
    }
    faults
}

/// What an event does that the rules forbid in the state before it.
fn misdeeds(definitions: &Definitions, public: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Moved { unit, path, .. } => moved(definitions, public, *unit, path),
        Event::Attacked { attackers, from, target, defenders, attacker, .. } => {
            let board = &definitions.board;
            let unfit = attackers.iter().find(|unit| {
                let it = public.unit(**unit);
                it.dispersed
                    || it.no_fuel
                    || it.attacked
                    || it.supply >= Supply::Out
                    || definitions.counter(**unit).side != *attacker
            });
            let far = from.iter().find(|hex| !board.touch(**hex, *target));
            let again = defenders.iter().find(|unit| public.unit(**unit).defended);
            let whole = attackers.iter().any(|unit| !public.unit(*unit).face(definitions.counter(*unit)).bracketed);
            let found = [
                unfit.map(|unit| format!("{} attacks (9.1)", definitions.name(*unit))),
                far.map(|hex| format!("an attack from {} (9.1)", definitions.place(*hex))),
                again.map(|unit| format!("{} is attacked again (9.1)", definitions.name(*unit))),
                (!whole).then(|| "brackets attack by themselves (2.21)".to_owned()),
                defenders.is_empty().then(|| "nobody is attacked".to_owned()),
            ];
            found.into_iter().flatten().next()
        }
        Event::Hit { .. } => {
            let combat = public.combat.as_ref()?;
            let (least, most) = combat.chits;
            let drawn = combat.drawn.len() as u8;
            let steps: u8 =
                combat.defenders.iter().map(|unit| public.unit(*unit).steps(definitions.counter(*unit))).sum();
            (least != steps || drawn < least || drawn > most)
                .then(|| format!("{drawn} chits of {least} to {most} (9.3)"))
        }
        Event::Retreated { units, path, hits, penalty, .. } => {
            let side = definitions.counter(*units.first()?).side;
            let disposition = public.disposition(definitions);
            let held = path[1..].iter().any(|hex| disposition.holds(side.enemy(), *hex));
            let zones = path[1..].iter().filter(|hex| {
                let friends = disposition.stack(**hex).any(|unit| public.unit(unit).supply == Supply::Full);
                disposition.zones(side.enemy()).contains(**hex) && !(disposition.holds(side, **hex) && friends)
            });
            let wrong = held || usize::from(*hits) != path.len() - 1 || zones.count() != usize::from(*penalty);
            let near = path.len() == 3 && definitions.board.distance(path[0], path[2]) != 2;
            (wrong || near)
                .then(|| format!("a retreat along {} for {hits} and {penalty} (9.7)", definitions.spots(path)))
        }
        Event::Advanced { unit, path, .. } => {
            let combat = public.combat.as_ref()?;
            let it = public.unit(*unit);
            let enemy = path.iter().any(|hex| public.disposition(definitions).holds(combat.attacker.enemy(), *hex));
            let foot = path.len() > 2 && !definitions.counter(*unit).kind.mechanised();
            (enemy || foot || it.dispersed || it.no_fuel).then(|| format!("{} advances (9.8)", definitions.name(*unit)))
        }
        _ => None,
    }
}

/// The same for a move: told by the words of chapter 7, hex by hex.
fn moved(definitions: &Definitions, public: &Public, unit: UnitId, path: &[HexId]) -> Option<String> {
    let (board, counter, it) = (&definitions.board, definitions.counter(unit), public.unit(unit));
    let (disposition, enemy) = (public.disposition(definitions), counter.side.enemy());
    let activation = public.activation.as_ref()?;
    let zone = |hex: HexId| !activation.ignores_zones && disposition.zones(enemy).contains(hex);
    let told = |what: &str| Some(format!("{} along {}: {what}", definitions.name(unit), definitions.spots(path)));
    let halted = public.halted.is_some_and(|halted| halted.unit == unit) || public.march.is_some();
    if it.dispersed || it.no_fuel || it.moved && !halted {
        return told("it does not move (7, 9.9, 10.41)");
    }
    let german = counter.side == GERMAN;
    let wheels = counter.kind.mechanised();
    let (mut cost, mut far) = (
        0u16,
        it.supply == Supply::Full && board.hex(path[0]).road && !disposition.beside(definitions, enemy, path[0]),
    );
    for (at, pair) in path.windows(2).enumerate() {
        let Some(border) = board.side(pair[0], pair[1]) else { return told("it leaps (7)") };
        let hex = board.hex(pair[1]);
        let last = at + 2 == path.len();
        if disposition.holds(enemy, pair[1]) || german && public.roadblocks.contains(&pair[1]) {
            return told("into an enemy or a roadblock (7.1, 7.9)");
        }
        if zone(pair[0]) && zone(pair[1]) || zone(pair[1]) && !last {
            return told("through zones (7.1)");
        }
        let stands = border.river.is_none_or(|river| {
            let jam =
                public.day == 16 && german && activation.used.iter().any(|(known, by)| *known == river && *by != unit);
            public.units.bridge(river).stands && !jam
        });
        if !stands && path.len() != 2 {
            return told("over an unbridged river (7.31)");
        }
        let ground = match (wheels, public.has(crate::printed::Deed::Freeze)) {
            (true, true) => definitions.tables.deeds.freeze[hex.ground as usize],
            _ => definitions.tables.ground[hex.ground as usize][usize::from(wheels)],
        };
        cost += if border.road && stands { 1 } else { ground } + u16::from(zone(pair[0]));
        let owner = border.river.is_none_or(|river| public.units.bridge(river).owner == counter.side);
        let theirs = hex.built.is_some() && !public.owns(counter.side, pair[1]);
        let wall = !german && hex.westwall;
        let near = disposition.beside(definitions, enemy, pair[1]);
        far &= border.road && stands && owner && !theirs && !wall && !near;
    }
    let inside = |hex: HexId| board.hex(hex).areas.contains(&counter.army);
    if german && public.day < 20 && counter.army != "okw" && inside(path[0]) && !path.iter().all(|hex| inside(*hex)) {
        return told("over the line of its army (7.61)");
    }
    let unbridged =
        path.len() == 2 && board.side(path[0], path[1])?.river.is_some_and(|river| !public.units.bridge(river).stands);
    let own = cost <= counter.movement || path.len() == 2 || unbridged;
    let by_road = match (wheels, german) {
        (true, _) => counter.movement * 2,
        (false, true) => counter.movement + 2,
        (false, false) => counter.movement * 3,
    };
    if !(halted || own || far && cost <= by_road) {
        return told(&format!("it costs {cost} of {} (7, 7.5)", counter.movement));
    }
    None
}

/// An order that does something if one can: activations, moves, attacks and advances before all others, by choice.
fn lively(seen: Seen<'_, EnemyAction>, choice: &mut Seeded) -> Option<Vec<Step>> {
    let first = seen.legal(&[]);
    let busy = |verb: &Verb| {
        matches!(
            verb,
            Verb::Activate | Verb::Kampfgruppe | Verb::Move | Verb::Attack | Verb::Advance | Verb::Retreat | Verb::Blow
        )
    };
    let wanted: Vec<_> =
        first.iter().copied().filter(|(step, _)| matches!(step, Step::Verb(verb) if busy(verb))).collect();
    let from = if wanted.is_empty() || choice.next_below(12) == 0 { first } else { wanted };
    // what leads nowhere is tried again
    for _ in 0..40 {
        let (step, mut progress) = *from.get(choice.next_below(from.len()))?;
        let mut order = vec![step];
        while progress == Progress::Open {
            let next = seen.legal(&order);
            if next.is_empty() {
                break;
            }
            let (step, then) = next[choice.next_below(next.len())];
            order.push(step);
            progress = then;
        }
        if progress == Progress::Complete {
            return Some(order);
        }
    }
    seen.random_order(&mut |steps| choice.next_below(steps))
}

#[test]
fn no_lively_game_shows_a_position_or_an_event_that_the_rules_forbid() {
    let games = RandomGames::<EnemyAction>::new(10);
    let seen = games.each(|number| {
        let (definitions, setup) = (&games.definitions, games.setup(number));
        let [mut dice, mut choice] = Seeded::streams(number);
        let mut state = EnemyAction::initial(definitions, setup).unwrap();
        let mut judged = [0usize; 4];
        let mut events = begin::<EnemyAction>(definitions, &state, &mut dice).0;
        for orders in 0.. {
            let place = || format!("game {number} of {setup:?}, after {orders} orders");
            for event in &events {
                let found = misdeeds(definitions, &state.public, event);
                assert!(found.is_none(), "game {number} of {setup:?}, after {orders} orders: {found:?}");
                match event {
                    Event::Moved { .. } => judged[0] += 1,
                    Event::Attacked { .. } => judged[1] += 1,
                    Event::Retreated { .. } => judged[2] += 1,
                    Event::Advanced { .. } => judged[3] += 1,
                    _ => {}
                }
                evolve(&mut state, event);
            }
            let found = faults(definitions, &state);
            assert!(found.is_empty(), "{}: {found:#?}", place());
            let Some(asked) = state.public.asked.filter(|_| state.public.ending.is_none()) else { break };
            assert!(orders < 6_000, "{}: no end", place());
            let view = EnemyAction::view(definitions, &state, Viewer::Side(asked.side));
            let order = lively(Seen::new(definitions, &view), &mut choice).unwrap_or_else(|| panic!("{}", place()));
            let done = decide::<EnemyAction>(definitions, &state, asked.side, &order, &mut dice);
            events = done.unwrap_or_else(|refusal| panic!("{}: {order:?}: {refusal}", place())).0;
        }
        judged
    });
    let sum = |kind: usize| seen.iter().map(|judged| judged[kind]).sum::<usize>();
    println!("{:?} moves, attacks, retreats, advances", [sum(0), sum(1), sum(2), sum(3)]);
    assert!(sum(0) > 400 && sum(1) > 200 && sum(2) > 50 && sum(3) > 50, "{seen:?}");
}
