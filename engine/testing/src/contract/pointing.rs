//! What steps act on, what pointing means, and what is certain of orders that are only tried out.

use crate::{Counted, RandomGames, Seeded};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::{Draft, Game, Seen, SideId, Thing, Viewer, decide};

/// A thing of the game, whatever it is.
fn anything<G: Game>(definitions: &G::Definitions, choice: &mut Seeded) -> Thing {
    let published = G::published(definitions);
    let (units, hexes) = (published.units.units.len(), published.map.hexes.len());
    let mut hex = || HexId(choice.next_below(hexes) as u16);
    let (one, other) = (hex(), hex());
    match choice.next_below(8) {
        0..=2 if units > 0 => Thing::Unit(UnitId(choice.next_below(units) as u16)),
        0..=5 => Thing::Hex(one),
        6 => Thing::Hexside(one, other),
        _ => Thing::Card("ambush".to_owned()),
    }
}

/// Whatever is pointed at is listed, or refused by a case of the rules; and whatever a legal step acts on leads to it.
pub fn pointing_is_answered<G: Game>(games: &RandomGames<G>) {
    let counts = games.each(|number| {
        let [_, _, _, mut others] = Seeded::streams(number);
        let (mut listed, mut refused) = (0, 0);
        games.play(number, |moment, order| {
            if !games.looks_closely(moment) {
                return;
            }
            let partial = &order[..others.next_below(order.len())];
            let place = || format!("{}: after {partial:?}", moment.place());
            for _ in 0..4 {
                let thing = anything::<G>(moment.definitions, &mut others);
                let pointed = moment.seen().why_not(partial, &thing);
                assert!(!pointed.listed.is_empty() || pointed.refused.is_some(), "{}: {thing:?}", place());
                listed += pointed.listed.len();
                for (way, found) in pointed.listed {
                    let whole = [partial, &way[..]].concat();
                    assert_eq!(moment.seen().progress(&whole), Ok(found), "{}: {thing:?}: {way:?}", place());
                }
                if let Some(refusal) = pointed.refused {
                    refused += 1;
                    let known = G::published(moment.definitions).rules.get(&refusal.case).is_some();
                    assert!(known || refusal.case == "order", "{}: {thing:?}: {refusal:?}", place());
                }
            }
            let steps = moment.seen().legal(partial);
            let (step, _) = &steps[others.next_below(steps.len())];
            for thing in G::facts(moment.seen(), partial, step).on {
                assert_eq!(thing.recognise(G::published(moment.definitions)), Ok(()), "{}: {step:?}", place());
                let ways = moment.seen().why_not(partial, &thing).listed;
                let leads = ways.iter().any(|(way, _)| way[..] == [step.clone()]);
                assert!(leads, "{}: {thing:?} of {step:?}: {ways:?}", place());
            }
        });
        (listed, refused)
    });
    let (listed, refused): (Vec<usize>, Vec<usize>) = counts.into_iter().unzip();
    let (listed, refused): (usize, usize) = (listed.iter().sum(), refused.iter().sum());
    assert!(listed > 0 && refused > 0, "{listed} listed, {refused} refused");
    println!("{listed} ways listed, {refused} things refused");
}

/// The answer that a player without standing orders gives to the first question that he is asked while a side waits.
pub fn passing<G: Game>(
    definitions: &G::Definitions,
    state: &G::State,
    waits: SideId,
) -> Option<(SideId, Vec<G::Step>)> {
    let asks = G::asks(state);
    if asks.iter().any(|ask| ask.side == waits) {
        return None;
    }
    asks.iter().find_map(|ask| {
        let view = G::view(definitions, state, Viewer::Side(ask.side));
        Some((ask.side, G::answer(Seen::new(definitions, &view), ask, &G::Policy::default())?))
    })
}

/// What a side imagines of the game allows it what it is allowed; and after an order of which all is certain it lists
/// what the table lists after it.
pub fn drafts_list_what_the_table_lists<G: Game>(games: &RandomGames<G>) {
    let counts = games.each(|number| {
        let [_, _, _, mut dice] = Seeded::streams(number);
        let (mut compared, mut ended) = (0, 0);
        games.play(number, |moment, order| {
            if !games.looks_closely(moment) {
                return;
            }
            let (definitions, side) = (moment.definitions, moment.side);
            let mut draft = Draft::<G>::new(moment.seen(), side);
            let listed = Seen::<G>::new(definitions, &draft.view()).legal(&[]);
            assert_eq!(listed, moment.seen().legal(&[]), "{}: what is imagined", moment.place());
            let end = draft.add(order).unwrap_or_else(|refusal| panic!("{}: {refusal}", moment.place()));
            let mut chance = Counted::new(&mut dice);
            let (mut events, mut after) =
                decide::<G>(definitions, moment.state, side, order, &mut chance).expect("legal");
            // what passes for players without standing orders passes in a draft, too
            while let Some((asked, answer)) = passing::<G>(definitions, &after, side) {
                let (more, then) = decide::<G>(definitions, &after, asked, &answer, &mut chance).expect("legal");
                events.extend(more);
                after = then;
            }
            let rolled = chance.rolled;
            let mut at = moment.state.clone();
            let discloses = |event: &G::Event| {
                let told = G::discloses(&at, event);
                G::evolve(&mut at, event);
                told
            };
            // what was learned on the way may allow more or less than was certain before
            if end.is_some() || rolled > 0 || events.iter().any(discloses) {
                ended += 1;
                return;
            }
            let there = G::view(definitions, &after, Viewer::Side(side));
            let listed = Seen::<G>::new(definitions, &draft.view()).legal(&[]);
            assert!(!listed.is_empty(), "{}: after {order:?}", moment.place());
            let table = Seen::<G>::new(definitions, &there).legal(&[]);
            assert_eq!(listed, table, "{}: after {order:?}", moment.place());
            compared += 1;
        });
        (compared, ended)
    });
    let (compared, ended) = counts.into_iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    println!("{compared} drafts compared, {ended} ended by what is not certain");
}
