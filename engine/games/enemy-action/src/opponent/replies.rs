//! What is done besides commands: roadblocks, bridges that are blown and units that recover in reply to Germans, blown bridges that
//! these mend; each where it is worth the card.

use super::battle::price;
use super::goals::Goals;
use crate::chapters::asking::Known;
use crate::chapters::engineers::{Work, work};
use crate::chapters::events::{deeds, reactions};
use crate::chapters::supply;
use crate::printed::{CardId, Deed, GERMAN, Reaction, RiverId};
use crate::truth::order::{Step, Verb};
use crate::truth::roster::BridgeState;
use crate::truth::state::Public;
use definitions::UnitId;
use definitions::hex::HexId;

/// What a card must bring for each step that it is worth unplayed: movement points that it costs the Germans, by their strength.
const DELAY: f64 = 40.0;
/// What a card must bring that has units recover, likewise: their strength.
const RECOVERY: f64 = 8.0;
/// Hexes to the active Germans within which it matters that a unit recovers.
const NEAR: u16 = 2;
/// Hexes that are looked at for roadblocks.
const TRIED: usize = 8;

/// The reaction to an activation that is worth its card.
pub fn activation(known: Known<'_>) -> Option<Vec<Step>> {
    recovery(known).or_else(|| roadblocks(known))
}

/// The least card that is a reaction today, and what it is worth unplayed.
fn least(known: Known<'_>, reaction: Reaction) -> Option<(CardId, f64)> {
    let is = |card: &CardId| known.definitions.is_reaction(*card, known.public.day, reaction);
    let held = known.hand.iter().copied().filter(is).map(|card| (card, price(known, card)));
    held.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// The active Germans that can move.
fn movers(known: Known<'_>) -> Vec<(UnitId, HexId)> {
    let units = known.public.activation.iter().flat_map(|activation| activation.units.iter().copied());
    let able = units.filter(|unit| !known.public.unit(*unit).dispersed && !known.public.unit(*unit).no_fuel);
    able.filter_map(|unit| Some((unit, known.public.unit(unit).hex()?))).collect()
}

/// How far Germans are from what they go for, each movement point counted by their strength.
fn way(known: Known<'_>, public: &Public, units: &[(UnitId, HexId)]) -> f64 {
    let german = Known { public, side: GERMAN, hand: &[], ..known };
    let goals = Goals::of(german, units.iter().map(|(unit, _)| *unit));
    let strength = |unit: UnitId| f64::from(public.unit(unit).face(known.definitions.counter(unit)).strength);
    units.iter().filter_map(|(unit, hex)| Some(strength(*unit) * f64::from(goals.far(*unit, *hex)?))).sum()
}

/// Dispersed units recover that the active Germans could attack.
fn recovery(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let (card, price) = least(known, Reaction::Recover)?;
    let germans = movers(known);
    let strength = |hex: HexId| -> f64 {
        let stack = public.disposition(definitions).stack(hex).filter(|unit| public.unit(*unit).dispersed);
        stack.map(|unit| f64::from(public.unit(unit).face(definitions.counter(unit)).strength)).sum()
    };
    let mut best: Option<(f64, HexId)> = None;
    reactions::candidates(known, &[Step::Verb(Verb::Recover), Step::Card(card)], &mut |step| {
        let Step::Hex(hex) = step else { return };
        let near = germans.iter().any(|(_, at)| definitions.board.distance(*at, hex) <= NEAR);
        if near && best.is_none_or(|(known, _)| strength(hex) > known) {
            best = Some((strength(hex), hex));
        }
    });
    let (strength, hex) = best?;
    (strength >= RECOVERY * price).then(|| vec![Step::Verb(Verb::Recover), Step::Card(card), Step::Hex(hex)])
}

/// Roadblocks where they cost the active Germans most.
fn roadblocks(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let (card, price) = least(known, Reaction::Engineers)?;
    let germans = movers(known);
    let mechanised = |unit: &UnitId| definitions.counter(*unit).kind.mechanised();
    let first = germans.iter().filter(|(unit, _)| mechanised(unit)).max_by_key(|(unit, _)| {
        (public.unit(*unit).face(definitions.counter(*unit)).strength, std::cmp::Reverse(*unit))
    });
    let (leader, from) = *first?;
    let mut open = Vec::new();
    reactions::candidates(known, &[Step::Verb(Verb::Block), Step::Card(card)], &mut |step| {
        if let Step::Hex(hex) = step {
            open.push(hex);
        }
    });
    // along the way of the strongest of them, from its first hex on
    let goals = Goals::of(Known { side: GERMAN, hand: &[], ..known }, std::iter::once(leader));
    let mut tried: Vec<HexId> = goals.way(leader, from).into_iter().filter(|hex| open.contains(hex)).collect();
    tried.truncate(TRIED);
    let bare = way(known, public, &germans);
    let mut blocked: Vec<HexId> = Vec::new();
    let mut delay = 0.0;
    for _ in 0..definitions.tables.deeds.roadblocks.0 {
        let with = |hex: HexId| {
            let mut supposed = public.clone();
            supposed.roadblocks.extend(blocked.iter().copied().chain([hex]));
            way(known, &supposed, &germans) - bare
        };
        let fresh = tried.iter().copied().filter(|hex| !blocked.contains(hex));
        let best = fresh.map(|hex| (with(hex), hex)).max_by(|one, other| one.0.total_cmp(&other.0));
        let Some((then, hex)) = best.filter(|(then, _)| *then > delay) else { break };
        (delay, blocked) = (then, [blocked, vec![hex]].concat());
    }
    blocked.sort();
    let laid = blocked.into_iter().map(Step::Hex);
    let order = [Step::Verb(Verb::Block), Step::Card(card)].into_iter().chain(laid).chain([Step::Done]);
    (delay > 0.0 && delay >= DELAY * price).then(|| order.collect())
}

/// The bridge before a German unit is blown where that is a long way round for those who are active.
pub fn demolition(known: Known<'_>) -> Option<Vec<Step>> {
    let (card, price) = least(known, Reaction::Engineers)?;
    let march = known.public.march.as_ref()?;
    let germans = movers(known);
    let mut supposed = known.public.clone();
    let bridge = supposed.units.bridge(march.bridge);
    supposed.units.set_bridge(march.bridge, BridgeState { stands: false, ..bridge });
    let delay = way(known, &supposed, &germans) - way(known, known.public, &germans);
    (delay >= DELAY * price).then(|| vec![Step::Verb(Verb::Blow), Step::Card(card)])
}

/// The blown bridge that the Germans mend in the Supply Phase: the one that brings them nearest to what they go for.
pub fn mended(known: Known<'_>) -> Option<Vec<Step>> {
    let (definitions, public) = (known.definitions, known.public);
    let is = |card: &CardId| deeds(definitions, public, *card).contains(&Deed::BridgeEngineers);
    let held = known.hand.iter().copied().filter(|card| known.side == GERMAN && is(card));
    let held = held.map(|card| (card, price(known, card)));
    let (card, price) = held.min_by(|one, other| one.1.total_cmp(&other.1))?;
    let here = definitions.units_of(GERMAN).filter_map(|unit| Some((unit, public.unit(unit).hex()?)));
    let units: Vec<(UnitId, HexId)> = here.collect();
    let (bare, traced) = (way(known, public, &units), supply::trace(definitions, public, GERMAN));
    let gain = |river: RiverId| {
        let mut supposed = public.clone();
        supposed.units.set_bridge(river, BridgeState { stands: true, owner: GERMAN });
        bare - way(known, &supposed, &units)
    };
    let rivers = definitions.board.rivers().iter().enumerate().filter(|(_, river)| river.bridged);
    let rivers = rivers.map(|(at, _)| RiverId(at as u16));
    let open = rivers.filter(|river| work(definitions, public, GERMAN, &traced, *river) == Ok(Work::Build));
    let (worth, river) = open.map(|river| (gain(river), river)).max_by(|one, other| one.0.total_cmp(&other.0))?;
    let [one, other] = definitions.board.river(river).ends.map(Step::Hex);
    let order = vec![Step::Verb(Verb::Event), Step::Card(card), Step::Deed(Deed::BridgeEngineers), one, other];
    (worth >= DELAY * price).then_some(order)
}
