//! The sheet of support markers: pools, headquarters that are given some, markers that come later, and spent ones.

use super::markers::support_id;
use super::sheets::{ACROSS, Filled, Lying, put, rows};
use crate::vassal::{Location, Placement};
use definitions::{
    Formation, FormationId, Published, Scenario, Side, SupportMarkers, SupportPlace, Symbol, Unit, UnitId,
};
use std::collections::BTreeSet;

/// Name of the sheet.
pub(super) const SUPPORTS: &str = "Supports";

/// Pools of support markers with what they hold at the start, the headquarters that may be given some, what comes
/// later, and a place for what was spent. No boxes if the scenario grants none.
pub(super) fn supports(game: &Published, scenario: &Scenario) -> Vec<Vec<Filled>> {
    if scenario.grants.is_empty() {
        return Vec::new();
    }
    let mut sheet = Vec::new();
    for pool in pools(scenario) {
        let Some(side) = side_of_pool(game, pool) else { continue };
        let side = &game.units.sides[usize::from(side)];
        let mut boxes = vec![Filled { name: pool_box(game, pool), pieces: Vec::new(), room: ACROSS }];
        for (_, formation, headquarters) in holders(game, pool) {
            let name = holder_box(formation, headquarters);
            boxes.push(Filled { name, pieces: Vec::new(), room: u32::try_from(rating(headquarters)).unwrap_or(0) });
        }
        for grant in scenario.grants.iter().filter(|grant| grant.pool == *pool) {
            let later = grant.turn > scenario.turns.0;
            let name = if later { coming_box(game, pool, grant.turn) } else { pool_box(game, pool) };
            let piece = support_id(&side.id, &grant.kind);
            put(&mut boxes, &name, (0..grant.count).map(|_| Lying::whole(&piece)));
        }
        sheet.extend(rows(boxes));
    }
    let spent = game.units.sides.iter();
    sheet.extend(rows(spent.map(|side| Filled { name: spent_box(side), pieces: Vec::new(), room: ACROSS }).collect()));
    sheet
}

/// The support markers of a game under way, and those that are still to come after a game turn.
pub(super) fn placements(game: &Published, scenario: &Scenario, turn: u8, held: &[SupportMarkers]) -> Vec<Placement> {
    let mut placements = Vec::new();
    let mut put = |pool: &str, kind: &str, name: String, count: u8| {
        let Some(side) = side_of_pool(game, pool) else { return };
        let side = &game.units.sides[usize::from(side)];
        let placement = Placement {
            piece: support_id(&side.id, kind),
            location: Location::Box(SUPPORTS.to_owned(), name),
            face: 0,
            statuses: Vec::new(),
        };
        placements.extend(std::iter::repeat_n(placement, usize::from(count)));
    };
    for SupportMarkers { at, kind, count } in held {
        match at {
            SupportPlace::Pool(pool) => put(pool, kind, pool_box(game, pool), *count),
            SupportPlace::Spent(pool) => {
                if let Some(side) = side_of_pool(game, pool) {
                    put(pool, kind, spent_box(&game.units.sides[usize::from(side)]), *count);
                }
            }
            SupportPlace::Headquarters(unit) => {
                let held = pools(scenario).into_iter().find_map(|pool| {
                    let mut holders = holders(game, pool).filter(|(id, ..)| id == unit);
                    holders.next().map(|(_, formation, headquarters)| (pool, holder_box(formation, headquarters)))
                });
                if let Some((pool, name)) = held {
                    put(pool, kind, name, *count);
                }
            }
        }
    }
    for grant in scenario.grants.iter().filter(|grant| grant.turn > turn) {
        put(&grant.pool, &grant.kind, coming_box(game, &grant.pool, grant.turn), grant.count);
    }
    placements
}

/// What the boxes of the sheet hold: support markers in pools, at headquarters and spent ones. Spent markers of a side
/// count as those of its first pool that had markers of the kind; markers to come are in no position.
pub(super) fn held(game: &Published, scenario: &Scenario, placements: &[Placement]) -> Vec<SupportMarkers> {
    let mut held: Vec<SupportMarkers> = Vec::new();
    for placement in placements {
        let Location::Box(sheet, name) = &placement.location else { continue };
        if sheet != SUPPORTS {
            continue;
        }
        let Some((at, kind)) = pools(scenario).into_iter().find_map(|pool| {
            let side = &game.units.sides[usize::from(side_of_pool(game, pool)?)];
            let kind = placement.piece.strip_prefix(&support_id(&side.id, ""))?;
            let granted = || scenario.grants.iter().any(|grant| grant.pool == pool && grant.kind == kind);
            let holder = holders(game, pool).find(|(_, formation, hq)| holder_box(formation, hq) == *name);
            let at = match holder {
                Some((unit, ..)) => SupportPlace::Headquarters(unit),
                None if *name == pool_box(game, pool) => SupportPlace::Pool(pool.to_owned()),
                None if *name == spent_box(side) && granted() => SupportPlace::Spent(pool.to_owned()),
                None => return None,
            };
            Some((at, kind.to_owned()))
        }) else {
            continue;
        };
        match held.iter_mut().find(|known| known.at == at && known.kind == kind) {
            Some(known) => known.count = known.count.saturating_add(1),
            None => held.push(SupportMarkers { at, kind, count: 1 }),
        }
    }
    held
}

/// The pools to which a scenario grants markers, by side.
fn pools(scenario: &Scenario) -> BTreeSet<&str> {
    scenario.grants.iter().map(|grant| grant.pool.as_str()).collect()
}

/// The headquarters that draw on a pool, each with its formation.
fn holders<'a>(game: &'a Published, pool: &'a str) -> impl Iterator<Item = (UnitId, &'a Formation, &'a Unit)> {
    formations(game, pool).filter_map(|(id, formation)| {
        let commands = |(_, unit): &(UnitId, &Unit)| unit.symbol == Symbol::Headquarters && unit.formation == Some(id);
        game.units.iter().find(commands).map(|(unit, headquarters)| (unit, formation, headquarters))
    })
}

/// How many support markers a headquarters may hold.
fn rating(headquarters: &Unit) -> i16 {
    headquarters.values.get("support").map_or(0, |value| value.after(0))
}

/// The short names of the formations that draw on a pool.
fn drawing(game: &Published, pool: &str) -> String {
    let names = formations(game, pool).map(|(_, formation)| formation.short.clone());
    names.collect::<Vec<_>>().join(", ")
}

fn pool_box(game: &Published, pool: &str) -> String {
    format!("Pool of {}", drawing(game, pool))
}

fn coming_box(game: &Published, pool: &str, turn: u8) -> String {
    format!("Turn {turn} for {}", drawing(game, pool))
}

fn holder_box(formation: &Formation, headquarters: &Unit) -> String {
    format!("{}: up to {}", formation.name, rating(headquarters))
}

fn spent_box(side: &Side) -> String {
    format!("Spent {}", side.name)
}

/// The formations that draw on a pool.
fn formations<'a>(game: &'a Published, pool: &'a str) -> impl Iterator<Item = (FormationId, &'a Formation)> {
    let numbered = game.units.formations.iter().enumerate();
    numbered.filter(move |(_, f)| f.army == pool).map(|(n, f)| (FormationId(n as u16), f))
}

/// The side whose formations draw on a pool.
pub(super) fn side_of_pool(game: &Published, pool: &str) -> Option<u8> {
    game.units.formations.iter().find(|formation| formation.army == pool).map(|formation| formation.side)
}
