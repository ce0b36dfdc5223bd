//! What the rules of a game can need on the table, counted from its definitions, and what of that the sheets lack.

use super::cards;
use super::pieces::pieces;
use artwork::drawings::Drawings;
use definitions::hex::HexId;
use definitions::{CardForm, Feature, HoldingBox, MarkerKind, Need, Published, Reverse, Scenario};
use std::collections::{BTreeMap, BTreeSet};

/// Markers of a kind that lie in hexes, beyond those that a set-up needs, where nobody says how many the rules need.
const SPARE: usize = 4;
/// Fewest and most markers of a kind that lie on units, beyond those that a set-up needs.
const ON_UNITS: (usize, usize) = (6, 30);
/// Name of the boxes of the eliminated, of which each side has one in every game.
pub(super) const ELIMINATED: &str = "Eliminated";

/// The places that count: those with points, and those that decide a scenario.
pub(super) fn valued(game: &Published) -> BTreeSet<HexId> {
    let points = game.map.on_map().filter(|hex| {
        let mut features = game.map.hex(*hex).features.iter();
        features.any(|feature| matches!(feature, Feature::Objective(_)))
    });
    let deciding = game.scenarios.iter().filter_map(|scenario| scenario.objectives.as_ref()).flat_map(|it| &it.hexes);
    points.chain(deciding.copied()).collect()
}

/// How many of something a game has.
fn count(game: &Published, need: Need) -> usize {
    let marked = |key: &str, hex: &HexId| game.map.hex(*hex).features.iter().any(|it| it.pair().0 == key);
    match need {
        Need::Count(number) => usize::from(number),
        Need::Each(symbol) => game.units.units.iter().filter(|unit| unit.symbol == symbol).count(),
        Need::Units => game.units.units.len(),
        Need::Places => valued(game).len(),
        Need::Bridges => game.map.hexsides.iter().filter(|side| side.bridge).count(),
        Need::Marked(key) => game.map.on_map().filter(|hex| marked(key, hex)).count(),
    }
}

/// The marker on the other side of a marker's counter.
fn other_side<'a>(game: &'a Published, kind: &MarkerKind) -> Option<&'a MarkerKind> {
    kind.back.as_ref().and_then(|id| game.markers.iter().find(|known| known.id == *id))
}

/// The most markers of a kind that a set-up lays out.
fn laid_out(game: &Published, kind: &MarkerKind) -> usize {
    let of = |scenario: &Scenario| {
        let placed = scenario.placements.iter().map(|it| &it.marks);
        let marks = placed.chain(scenario.arrivals.iter().map(|it| &it.marks));
        let improved = scenario.placements.iter().filter(|it| it.improved && kind.id == "improved").count();
        let on_units = marks.flatten().filter(|id| **id == kind.id).count();
        improved + on_units + scenario.markers.iter().filter(|marker| marker.kind == kind.id).count()
    };
    game.scenarios.iter().map(of).max().unwrap_or(0)
}

/// How many counters of a marker the rules and the set-ups can need at a time.
fn needed(game: &Published, kind: &MarkerKind) -> usize {
    if kind.reverse == Reverse::All {
        return 0;
    }
    let rules = kind.needs.iter().map(|need| count(game, *need)).sum();
    let set_up = laid_out(game, kind) + other_side(game, kind).map_or(0, |other| laid_out(game, other));
    set_up.max(rules)
}

/// How many counters of a marker are printed: as many as its line says, or as can be needed; where nobody says what the
/// rules need, those of the set-up and some more.
pub(super) fn copies(game: &Published, kind: &MarkerKind) -> usize {
    let needed = needed(game, kind);
    // what all units may get in a turn is needed more often
    let share = if kind.cleared.is_some() { 3 } else { 8 };
    let more = match kind.lies_on_units() {
        _ if !kind.needs.is_empty() || kind.reverse == Reverse::All => 0,
        false => SPARE,
        true => (game.units.units.len() / share).clamp(ON_UNITS.0, ON_UNITS.1),
    };
    kind.print.map_or(needed + more, usize::from)
}

/// Support markers by side and kind: the most that a scenario gives, and those that the game declares besides.
pub(super) fn supports(game: &Published) -> BTreeMap<(u8, String), usize> {
    let mut most: BTreeMap<(u8, String), usize> = BTreeMap::new();
    for scenario in &game.scenarios {
        let mut given: BTreeMap<(u8, String), usize> = BTreeMap::new();
        for grant in &scenario.grants {
            let drawing = game.units.formations.iter().find(|formation| formation.army == grant.pool);
            if let Some(formation) = drawing {
                *given.entry((formation.side, grant.kind.clone())).or_default() += usize::from(grant.count);
            }
        }
        for (key, count) in given {
            let known = most.entry(key).or_default();
            *known = (*known).max(count);
        }
    }
    for spare in &game.beside.supports {
        let side = (0..).zip(&game.units.sides).find(|(_, side)| side.id == spare.side);
        if let Some((side, _)) = side {
            *most.entry((side, spare.kind.clone())).or_default() += usize::from(spare.print);
        }
    }
    most
}

/// The boxes beside the map: those that the game declares, then those of its scenarios, each with room for the most counters
/// that a set-up lays there or a turn brings.
pub(super) fn boxes(game: &Published) -> Vec<HoldingBox> {
    let mut boxes = game.beside.boxes.clone();
    for (title, (side, counters)) in held(game) {
        match boxes.iter_mut().find(|known| known.title == title) {
            Some(known) => known.holds = known.holds.max(counters),
            None => boxes.push(HoldingBox { title, side: Some(side), holds: counters, note: String::new() }),
        }
    }
    boxes
}

/// What scenarios put into boxes: side of the first unit, and the most counters at a time.
fn held(game: &Published) -> BTreeMap<String, (String, u8)> {
    let mut held: BTreeMap<String, (String, u8)> = BTreeMap::new();
    for scenario in game.scenarios_in_order() {
        let first = scenario.turns.0;
        let at_start = scenario.boxed.iter().map(|it| (it.name.as_str(), first, it.unit));
        let coming = scenario.arrivals.iter().map(|it| (it.boxed.as_str(), it.turn, it.unit));
        let mut lying: BTreeMap<(&str, u8), u8> = BTreeMap::new();
        for (title, turn, unit) in
            at_start.chain(coming).filter(|(title, ..)| !title.is_empty() && *title != ELIMINATED)
        {
            let count = lying.entry((title, turn)).or_default();
            *count = count.saturating_add(1);
            let side = &game.units.sides[usize::from(game.units.unit(unit).side)].id;
            let (_, most) = held.entry(title.to_owned()).or_insert_with(|| (side.clone(), 0));
            *most = (*most).max(*count);
        }
    }
    held
}

/// What the rules and set-ups of a game can need and its sheets lack, a line each: counters of units, markers, supports, chits
/// and cards, boxes, and what a track does not reach.
pub fn shortages(drawings: &Drawings<'_>) -> Vec<String> {
    let game = drawings.game;
    let pieces = pieces(drawings);
    let printed = |id: &str| pieces.iter().filter(|piece| piece.id == id).map(|piece| piece.copies).sum::<usize>();
    let mut told = Vec::new();
    for unit in game.units.units.iter().filter(|unit| printed(&unit.id) == 0) {
        told.push(format!("the unit `{}` has no counter", unit.id));
    }
    let behind = |kind: &MarkerKind| game.markers.iter().find(|front| front.back.as_ref() == Some(&kind.id));
    for kind in game.markers.iter().filter(|kind| behind(kind).is_none()) {
        let (has, needs) = (printed(&format!("marker-{}", kind.id)), needed(game, kind));
        if has < needs {
            told.push(format!("marker `{}`: {needs} can be needed, {has} are printed", kind.id));
        }
        if !kind.lies_on_units() && kind.needs.is_empty() {
            told.push(format!("marker `{}`: expected `needs=`, for it lies in hexes", kind.id));
        }
    }
    for ((side, kind), needs) in supports(game) {
        let has = printed(&format!("support-{kind}-{}", game.units.sides[usize::from(side)].id));
        if has < needs {
            told.push(format!("support `{kind}`: {needs} can be needed, {has} are printed"));
        }
    }
    told.extend(lacking_boxes(game));
    told.extend(lacking_cards(drawings));
    told.extend(short_tracks(game));
    told
}

/// Tracks of victory points that end below the points on the map.
fn short_tracks(game: &Published) -> Option<String> {
    let points = |feature: &Feature| if let Feature::Objective(points) = feature { i32::from(*points) } else { 0 };
    let all: i32 = game.map.on_map().flat_map(|hex| &game.map.hex(hex).features).map(points).sum();
    let track = game.tracks.iter().find(|track| track.id == "victory" && i32::from(track.boxes.1) < all)?;
    Some(format!("track `victory`: it ends at {}, and {all} points lie on the map", track.boxes.1))
}

/// Declared boxes that hold less than is laid into them.
fn lacking_boxes(game: &Published) -> Vec<String> {
    let held = held(game);
    let less = game.beside.boxes.iter().filter_map(|it| Some((it, held.get(&it.title)?.1)));
    let mut told: Vec<String> = less
        .filter(|(it, counters)| it.holds < *counters)
        .map(|(it, counters)| {
            format!("box “{}”: {counters} counters lie there at a time, it holds {}", it.title, it.holds)
        })
        .collect();
    if !game.beside.boxes.is_empty() {
        let unknown = held.keys().filter(|title| !game.beside.boxes.iter().any(|it| it.title == **title));
        told.extend(unknown.map(|title| format!("box “{title}”: a set-up names it, and no `box` line declares it")));
    }
    told
}

/// Cards and chits of which a turn deals more than there are.
fn lacking_cards(drawings: &Drawings<'_>) -> Vec<String> {
    let game = drawings.game;
    let printed = [CardForm::Card, CardForm::Chit].into_iter().flat_map(|form| cards::of_form(drawings, form));
    let printed: BTreeMap<String, usize> = printed.map(|piece| (piece.id, piece.copies)).collect();
    let mut told = Vec::new();
    for scenario in &game.scenarios {
        let mut dealt: BTreeMap<(u8, &str), usize> = BTreeMap::new();
        for (deal, (card, count)) in scenario.deals.iter().flat_map(|deal| deal.cards.iter().map(move |it| (deal, it)))
        {
            *dealt.entry((deal.turn, card)).or_default() += usize::from(*count);
        }
        for ((turn, card), needs) in dealt {
            let has = printed.get(&format!("card-{card}")).copied().unwrap_or(0);
            if has < needs {
                told.push(format!("card `{card}`: {needs} are dealt on turn {turn}, {has} are printed"));
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_folder::{self, GameFolder};
    use definitions::Symbol;

    fn game(name: &str) -> Published {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        GameFolder::find(&assets, name).unwrap().published().unwrap()
    }

    #[test]
    fn the_sheets_of_every_game_have_what_its_rules_and_set_ups_can_need() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        for (name, folder) in game_folder::all(&assets).unwrap() {
            let game = folder.published().unwrap();
            assert_eq!(shortages(&Drawings::plain(&game)), Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn each_battery_of_ardennes_ii_has_a_barrage_marker_and_each_charge_one_of_its_bridge() {
        let game = game("ardennes-ii");
        let copies = |id: &str| copies(&game, game.markers.iter().find(|kind| kind.id == id).unwrap());
        let guns =
            game.units.units.iter().filter(|it| matches!(it.symbol, Symbol::Artillery | Symbol::Rockets)).count();
        assert!(guns > 80, "{guns}");
        assert_eq!(copies("barrage-full"), guns);
        assert!(copies("bridge-blown") > 20, "{}", copies("bridge-blown"));
        assert_eq!(copies("german-control"), 39);
    }

    #[test]
    fn a_short_count_a_small_box_and_a_missing_declaration_are_told() {
        let mut short = game("ardennes-ii");
        let marker = |game: &mut Published, id: &str, change: fn(&mut MarkerKind)| {
            change(game.markers.iter_mut().find(|kind| kind.id == id).unwrap());
        };
        marker(&mut short, "barrage-full", |kind| kind.print = Some(4));
        marker(&mut short, "air-strike", |kind| kind.needs.clear());
        let mut small = game("enemy-action");
        small.beside.boxes.retain(|it| it.title != "Von der Heydte");
        small.beside.boxes.iter_mut().for_each(|it| it.holds = it.holds.min(7));
        let mut heavy = game("autumn-fog");
        heavy.beside.supports[0].kind = "railway-guns".to_owned();
        let told = |game: &Published| shortages(&Drawings::plain(game)).join("\n");
        let (short, small, heavy) = (told(&short), told(&small), told(&heavy));
        assert!(short.contains("marker `barrage-full`: 91 can be needed, 4 are printed"), "{short}");
        assert!(short.contains("marker `air-strike`: expected `needs=`, for it lies in hexes"), "{short}");
        assert!(small.contains("box “German OKW Reserve”: 8 counters lie there at a time, it holds 7"), "{small}");
        assert!(small.contains("box “Von der Heydte”: a set-up names it, and no `box` line declares it"), "{small}");
        assert!(heavy.contains("support `railway-guns`: 2 can be needed, 0 are printed"), "{heavy}");
    }
}
