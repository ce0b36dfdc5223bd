use super::*;
use crate::vassal::{Archive, lint};
use engine::definitions::embedded;
use std::sync::LazyLock;

static GAME: LazyLock<Published> = LazyLock::new(|| Published::parse(&embedded::autumn_fog()).unwrap());
static CONTENTS: LazyLock<ModuleContents> = LazyLock::new(|| module_contents(&GAME, "entire-battle").unwrap());

#[test]
fn the_module_of_autumn_fog_has_no_fault_and_always_the_same_bytes() {
    let module = CONTENTS.write().unwrap();
    assert_eq!(lint(&Archive::open(&module).unwrap()), Vec::<String>::new());
    assert!(module == module_contents(&GAME, "entire-battle").unwrap().write().unwrap());
}

#[test]
fn every_unit_of_the_set_up_stands_in_its_hex_and_improved_where_the_list_says_so() {
    let scenario = GAME.scenario("entire-battle").unwrap();
    assert!(!scenario.placements.is_empty());
    for placement in &scenario.placements {
        let id = &GAME.units.unit(placement.unit).id;
        let placed: Vec<_> = CONTENTS.setup.placements.iter().filter(|p| p.piece == *id).collect();
        assert_eq!(placed.len(), 1, "{id}");
        assert_eq!(placed[0].location, Location::Hex(GAME.map.grid.number(placement.hex)), "{id}");
        let improved = placed[0].statuses.contains(&"Improved position".to_owned());
        assert_eq!(improved, placement.improved, "{id}");
    }
}

#[test]
fn every_reinforcement_waits_in_the_box_of_its_turn_and_place_of_entry() {
    let scenario = GAME.scenario("entire-battle").unwrap();
    for arrival in &scenario.arrivals {
        let unit = GAME.units.unit(arrival.unit);
        let placed: Vec<_> = CONTENTS.setup.placements.iter().filter(|p| p.piece == unit.id).collect();
        assert_eq!(placed.len(), 1, "{}", unit.id);
        let Location::Box(sheet, name) = &placed[0].location else { panic!("{} is on the map", unit.id) };
        assert_eq!(sheet, "Reinforcements");
        assert!(name.starts_with(&format!("Turn {} ", arrival.turn)), "{}: {name}", unit.id);
        for hex in &arrival.hexes {
            assert!(name.contains(&GAME.map.grid.number(*hex)), "{}: {name}", unit.id);
        }
        assert_eq!(name.contains("in trucks"), arrival.trucks, "{}: {name}", unit.id);
    }
}

#[test]
fn both_scenarios_are_offered_and_the_turn_track_goes_to_the_last() {
    assert_eq!(CONTENTS.setup.titles, ["The Initial Assault", "The Entire Battle"]);
    assert_eq!((CONTENTS.turns.0.len(), CONTENTS.turns.0[7].as_str()), (8, "Turn 8, 30-31 December"));
    let short = module_contents(&GAME, "initial-assault").unwrap();
    assert_eq!(short.setup.titles, ["The Initial Assault"], "it lacks what comes later");
}

#[test]
fn detachments_lie_in_the_palette_with_their_corps_and_on_no_map() {
    let counters: Vec<_> = GAME.units.units.iter().filter(|unit| unit.values.contains_key("detachment")).collect();
    assert!(counters.len() > 20);
    for unit in counters {
        let piece = CONTENTS.pieces.iter().find(|piece| piece.id == unit.id).unwrap();
        assert_eq!(piece.tray.1, GAME.units.formation(unit.formation.unwrap()).name);
        assert!(CONTENTS.setup.placements.iter().all(|placed| placed.piece != unit.id), "{}", unit.id);
    }
}

#[test]
fn every_unit_has_a_face_for_each_number_of_steps_left() {
    for unit in &GAME.units.units {
        let piece = CONTENTS.pieces.iter().find(|p| p.id == unit.id).unwrap();
        assert_eq!(piece.faces.len(), usize::from(unit.steps), "{}", unit.id);
        let pictures: BTreeSet<_> = piece.faces.iter().map(|f| &CONTENTS.images[&f.image]).collect();
        assert_eq!(pictures.len(), piece.faces.len(), "{}: the faces differ", unit.id);
    }
}

#[test]
fn the_pools_hold_the_markers_that_the_scenario_grants() {
    let scenario = GAME.scenario("entire-battle").unwrap();
    let granted: usize = scenario.grants.iter().map(|g| usize::from(g.count)).sum();
    let lying = CONTENTS.setup.placements.iter().filter(|p| p.piece.starts_with("support-")).count();
    assert_eq!(lying, granted);
    let pool = Location::Box("Supports".into(), "Pool of I SS, II SS, LXVII".into());
    let nebelwerfers =
        CONTENTS.setup.placements.iter().filter(|p| p.location == pool && p.piece.ends_with("nebelwerfer"));
    assert_eq!(nebelwerfers.count(), 3);
}

#[test]
fn vassal_calls_every_hex_of_the_board_by_the_number_that_the_rulebook_gives_it() {
    let board = &CONTENTS.board;
    let drawn = map_picture::draw(&GAME.map).geometry.scaled(HEX / map_picture::HEX_WIDTH);
    for hex in GAME.map.on_map() {
        let number = GAME.map.grid.number(hex);
        let (x, y) = board.grid.centre(&number).unwrap();
        let (px, py) = drawn.hex_centre(hex);
        assert!((x as f32 - px).abs() < 2.0 && (y as f32 - py).abs() < 2.0, "{number}: {x},{y} and {px},{py}");
        assert!(x > 0 && y > 0 && (x as u32) < board.size.0 && (y as u32) < board.size.1, "{number}");
    }
}

#[test]
fn help_tells_what_is_reconstructed_and_tables_mark_it() {
    let credits = &CONTENTS.help.iter().find(|(title, _)| title.starts_with("Credits")).unwrap().1;
    assert!(credits.contains("Luc Olivier") && credits.contains("strength of"), "{credits}");
    let combat = &CONTENTS.charts.iter().find(|(title, _)| title == "Combat Results Table").unwrap().1;
    assert!(combat.contains("<td align=center>E/-</td>"), "the numbers are the rulebook's");
    assert!(combat.contains("<td align=center>1/E <i>B*</i></td>"), "the colours are ours, and stand in the cells");
}

#[test]
fn a_scenario_that_is_not_there_is_refused() {
    assert!(module_contents(&GAME, "full-battle").is_err());
}
