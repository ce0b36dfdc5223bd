use super::*;
use crate::vassal::{Archive, Key, Location, Placement, lint};
use definitions::GameFiles;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// A game of those in `assets/`.
fn game(id: &str) -> Published {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/games").join(id);
    let files = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let texts = files.map(|path| (named(&path), std::fs::read_to_string(&path).unwrap()));
    Published::parse(&GameFiles::new(texts.filter(|(name, _)| name.ends_with(".txt")))).expect("a game that parses")
}

static GAME: LazyLock<Published> = LazyLock::new(|| game("autumn-fog"));

/// The set-up of The Entire Battle.
fn entire() -> &'static Setup {
    CONTENTS.setups.iter().find(|setup| setup.id == "entire-battle").unwrap()
}

static CONTENTS: LazyLock<ModuleContents> = LazyLock::new(|| module_contents(&GAME, &Art::default()).unwrap());

#[test]
fn the_module_of_autumn_fog_has_no_fault_and_always_the_same_bytes() {
    let module = CONTENTS.write().unwrap();
    assert_eq!(lint(&Archive::open(&module).unwrap()), Vec::<String>::new());
    assert!(module == module_contents(&GAME, &Art::default()).unwrap().write().unwrap());
}

#[test]
fn every_unit_of_the_set_up_stands_in_its_hex_and_improved_where_the_list_says_so() {
    let scenario = GAME.scenario("entire-battle").unwrap();
    assert!(!scenario.placements.is_empty());
    for placement in &scenario.placements {
        let id = &GAME.units.unit(placement.unit).id;
        let placed: Vec<_> = entire().placements.iter().filter(|p| p.piece == *id).collect();
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
        let placed: Vec<_> = entire().placements.iter().filter(|p| p.piece == unit.id).collect();
        assert_eq!(placed.len(), 1, "{}", unit.id);
        let Location::Box(sheet, name) = &placed[0].location else { panic!("{} is on the map", unit.id) };
        assert_eq!(sheet, "Beside the map");
        assert!(name.starts_with(&format!("Turn {} ", arrival.turn)), "{}: {name}", unit.id);
        for hex in &arrival.hexes {
            assert!(name.contains(&GAME.map.grid.number(*hex)), "{}: {name}", unit.id);
        }
        assert_eq!(name.contains("in trucks"), arrival.trucks, "{}: {name}", unit.id);
    }
}

#[test]
fn both_scenarios_are_offered_and_the_turn_track_goes_to_the_last() {
    let titles: Vec<&str> = CONTENTS.setups.iter().map(|setup| setup.title.as_str()).collect();
    assert_eq!(titles, ["The Initial Assault", "The Entire Battle"]);
    assert_eq!((CONTENTS.turns.turns.len(), CONTENTS.turns.turns[7].as_str()), (8, "8, 30-31 December"));
    let waiting = |setup: &Setup| setup.placements.iter().filter(|p| matches!(p.location, Location::Box(..))).count();
    assert!(waiting(&CONTENTS.setups[0]) < waiting(entire()), "the short one lacks what comes later");
}

#[test]
fn every_scenario_reads_back_from_its_saved_game_piece_by_piece() {
    let key = |placement: &Placement| (placement.location.clone(), placement.piece.clone());
    for setup in &CONTENTS.setups {
        let mut read = CONTENTS.read_save(&CONTENTS.save(setup).unwrap()).unwrap();
        let mut expected = setup.clone();
        read.placements.sort_by_key(key);
        expected.placements.sort_by_key(key);
        assert_eq!(read, expected);
    }
}

#[test]
fn a_position_of_a_game_reads_back_from_its_saved_game() {
    use definitions::{Counter, LaidMarker, Place, Position, Stage, SupportMarkers, SupportPlace};
    let support = |at, kind: &str, count| SupportMarkers { at, kind: kind.to_owned(), count };
    let marker = |kind: &str, place| LaidMarker { kind: kind.to_owned(), place };
    let scenario = GAME.scenario("entire-battle").unwrap();
    let unit = |id: &str| GAME.units.find(id).unwrap();
    let hex = |number: &str| GAME.map.grid.find(number).unwrap();
    let counter = |id: &str, place, steps_lost, statuses| {
        let side = GAME.units.unit(unit(id)).side;
        Counter { unit: Some(unit(id)), side, place, steps_lost, statuses }
    };
    let position = Position {
        stage: Stage { turn: 3, phase: 4, acting: vec![1] },
        counters: vec![
            counter("26-vg", Place::Hex(hex("1817")), 2, vec!["activated".to_owned(), "isolated".to_owned()]),
            counter("peiper-1ss", Place::Hex(hex("1817")), 0, vec![]),
            Counter { unit: None, side: 1, place: Place::Hex(hex("0101")), steps_lost: 0, statuses: vec![] },
            counter("75-di", Place::Box("Turn 4".into()), 0, vec![]),
            counter("14-cav", Place::Box("Eliminated".into()), 0, vec![]),
        ],
        markers: vec![
            marker("roadblock", Place::Hex(hex("2010"))),
            marker("breakthrough", Place::Hexside(hex("2010"), hex("2110"))),
            marker("nuts", Place::Box("Elsewhere".into())),
        ],
        supports: vec![
            support(SupportPlace::Pool("6pz".into()), "nebelwerfer", 3),
            support(SupportPlace::Headquarters(unit("hq-i-ss-pz")), "artillery", 2),
            support(SupportPlace::Spent("5pz".into()), "tank", 1),
        ],
        ..Position::default()
    };
    let setup = setup_of(&GAME, scenario, &position, &CONTENTS.sheets);
    let TurnRecord { turns, phases, movers, .. } = &CONTENTS.turns;
    assert_eq!(format!("{}{}", CONTENTS.turns.word, turns[setup.turn]), "Turn 3, 20-21 December");
    assert_eq!((phases[setup.phase].as_str(), movers[setup.mover].as_str()), ("Operations", "Allied"));
    let read = CONTENTS.read_save(&CONTENTS.save(&setup).unwrap()).unwrap();
    assert_eq!(read.turn, setup.turn);
    let (mut read, mut expected) = (position_of(&GAME, &read), position);
    let key = |counter: &Counter| (format!("{:?}", counter.place), counter.unit, counter.side);
    read.counters.sort_by_key(key);
    expected.counters.sort_by_key(key);
    read.supports.sort();
    expected.supports.sort();
    read.markers.sort();
    expected.markers.sort();
    assert_eq!(read, expected);
}

#[test]
fn piles_hands_and_tracks_of_a_game_read_back_from_its_saved_game_and_hidden_cards_are_in_none() {
    use definitions::{LaidPile, Position, SeenCard, Stage, TrackValue};
    let game = game("enemy-action");
    let outline = module_outline(&game, &Art::default()).unwrap();
    let scenario = &game.scenarios[0];
    let piles = game.cards.piles.iter().map(|pile| {
        let sets: Vec<_> =
            game.cards.sets.iter().filter(|set| set.side.is_none_or(|side| Some(side) == pile.side)).collect();
        let back = |n: usize| SeenCard::Back(sets[n % sets.len()].id.clone());
        let face = |n: usize| SeenCard::Face(game.cards.cards[n].id.clone());
        let hidden = pile.kind.hidden();
        LaidPile { pile: pile.id.clone(), cards: (0..3).map(|n| if hidden { back(n) } else { face(n) }).collect() }
    });
    let tracks = game.tracks.iter().map(|track| TrackValue { track: track.id.clone(), value: track.boxes.0 + 7 });
    let stage = Stage { turn: scenario.turns.0, phase: 0, acting: vec![] };
    let position = Position { stage, piles: piles.collect(), tracks: tracks.collect(), ..Position::default() };
    assert!(position.piles.len() > 3 && !position.tracks.is_empty());
    let setup = setup_of(&game, scenario, &position, &outline.sheets);
    let mut read = position_of(&game, &outline.read_save(&outline.save(&setup).unwrap()).unwrap());
    read.piles.sort();
    let mut expected = position.clone();
    expected.piles.sort();
    assert_eq!((read.piles, read.tracks), (expected.piles, expected.tracks));
    assert!(!outline.save(&setup).unwrap().is_empty());
}

#[test]
fn detachments_lie_in_the_palette_with_their_corps_and_on_no_map() {
    let counters: Vec<_> = GAME.units.units.iter().filter(|unit| unit.values.contains_key("detachment")).collect();
    assert!(counters.len() > 20);
    for unit in counters {
        let piece = CONTENTS.pieces.iter().find(|piece| piece.id == unit.id).unwrap();
        assert_eq!(piece.tray.1, GAME.units.formation(unit.formation.unwrap()).name);
        assert!(entire().placements.iter().all(|placed| placed.piece != unit.id), "{}", unit.id);
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
    let lying = entire().placements.iter().filter(|p| p.piece.starts_with("support-")).count();
    assert_eq!(lying, granted);
    let pool = Location::Box("Supports".into(), "Pool of I SS, II SS, LXVII".into());
    let nebelwerfers = entire().placements.iter().filter(|p| p.location == pool && p.piece.ends_with("nebelwerfer"));
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
    assert!(credits.contains("Luc Olivier") && credits.contains("Strength of"), "{credits}");
    let combat = &CONTENTS.charts[0].pages.iter().find(|(title, _)| title == "Combat Results Table").unwrap().1;
    // in colours as on paper: whom a result hurts is its ground, and a red letter is red, so that no result is broken
    let result = |text: &str, ground: &str| {
        format!("<td align=center bgcolor=\"{ground}\" style=\"white-space: nowrap\">{text}</td>")
    };
    assert!(combat.contains(&result("E/–", "#fadfd2")), "{combat}");
    assert!(combat.contains("<font color=\"#b01414\"><u>"), "{combat}");
    assert!(combat.contains("What is red (underlined) and bold is reconstructed"), "the colours are ours: {combat}");
}

#[test]
fn no_page_of_tables_is_higher_than_its_window_and_short_cells_are_not_broken() {
    let tables = &CONTENTS.charts[0].pages;
    for (title, html) in tables {
        assert!(html.matches("<tr").count() <= 22, "{title}: {} rows", html.matches("<tr").count());
    }
    let parts: Vec<&str> = tables.iter().map(|(title, _)| title.as_str()).filter(|it| it.contains(" of ")).collect();
    assert!(parts.iter().any(|title| title.ends_with("(1 of 2)")), "{parts:?}");
    assert!(tables.iter().any(|(_, html)| html.contains("\u{a0}")), "short texts have no breaks");
}

#[test]
fn help_tells_the_keys_of_windows_and_of_supports_only_where_there_are_some() {
    let help = |game: &Published| module_outline(game, &Art::default()).unwrap().help[0].1.clone();
    let told = help(&GAME);
    assert!(told.contains("goes on to the next phase or turn") && told.contains("sheet of supports"), "{told}");
    assert!(told.contains("Alt and a click"), "{told}");
    let mut bare = GAME.clone();
    bare.scenarios.iter_mut().for_each(|scenario| scenario.grants.clear());
    assert!(!help(&bare).contains("sheet of supports"));
}

#[test]
fn the_inventory_lists_units_in_the_order_of_their_list() {
    let order = |id: &str| {
        let piece = CONTENTS.pieces.iter().find(|piece| piece.id == id).unwrap();
        piece.marks.iter().find(|(name, _)| name == "Order").unwrap().1.clone()
    };
    let ids: Vec<&str> = GAME.units.units.iter().map(|unit| unit.id.as_str()).collect();
    assert!(ids.windows(2).all(|pair| order(pair[0]) < order(pair[1])));
    let names: Vec<&String> = GAME.units.units.iter().map(|unit| &unit.name).collect();
    assert!(names.windows(2).any(|pair| pair[0] > pair[1]), "that is not the alphabet's");
    let module = CONTENTS.write().unwrap();
    let archive = Archive::open(&module).unwrap();
    assert!(archive.text("buildFile.xml").unwrap().contains("sortFormat=\"$Order$ $PieceName$\""));
}

#[test]
fn markers_lie_below_the_units_of_their_hex_when_a_scenario_begins() {
    let game = game("enemy-action");
    let scenario = game.scenario("battle-of-the-bulge").unwrap();
    let pieces: Vec<String> = setup::on_map(&game, scenario).map(|placement| placement.piece).collect();
    let first_unit = pieces.iter().position(|piece| game.units.find(piece).is_some()).unwrap();
    let last_marker = pieces.iter().rposition(|piece| game.units.find(piece).is_none()).unwrap();
    assert!(last_marker < first_unit, "{last_marker} and {first_unit}");
}

#[test]
fn set_ups_are_offered_in_the_order_of_the_rulebook() {
    let game = game("ardennes-offensive");
    let outline = module_outline(&game, &Art::default()).unwrap();
    let titles: Vec<&str> = outline.setups.iter().map(|setup| setup.title.as_str()).collect();
    let numbers: Vec<u32> = titles
        .iter()
        .filter_map(|title| title.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok())
        .collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>(), "{titles:?}");
}

#[test]
fn rules_are_told_with_their_cases_and_begin_with_the_sequence_of_play() {
    let rules = CONTENTS.charts.iter().find(|window| window.name == "Rules").unwrap();
    assert!(rules.pages[0].1.contains("<td>Supply and command</td>"), "{}", rules.pages[0].1);
    for case in GAME.rules.iter() {
        let told = format!("<b>{} ", case.number);
        let heads = rules.pages.iter().any(|(title, _)| title.starts_with(&format!("{} {}", case.number, case.title)));
        assert!(heads || rules.pages.iter().any(|(_, html)| html.contains(&told)), "{}", case.number);
    }
    // VASSAL opens a page that is higher than its window at the end
    let long: Vec<&String> = rules.pages.iter().filter(|(_, html)| html.len() > 1800).map(|(title, _)| title).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn a_day_that_has_the_number_of_its_turn_is_not_numbered_again() {
    let mut game = GAME.clone();
    let scenario = &mut game.scenarios[0];
    (scenario.turns, scenario.dates) = ((16, 17), vec!["16 December".into(), "Sunday".into()]);
    game.scenarios.truncate(1);
    assert_eq!(turns(&game).into_values().collect::<Vec<_>>(), ["16 December", "Turn 17, Sunday"]);
}

#[test]
fn a_game_without_a_scenario_is_refused() {
    let game = Published { scenarios: Vec::new(), ..GAME.clone() };
    assert!(module_contents(&game, &Art::default()).is_err());
}

#[test]
fn every_switch_of_a_unit_has_a_key_of_its_own_and_the_game_s_wishes_count() {
    let keys: BTreeSet<_> = CONTENTS.statuses.iter().map(|status| status.key).collect();
    assert_eq!(keys.len(), CONTENTS.statuses.len());
    let fatigued = CONTENTS.statuses.iter().find(|status| status.name == "Fatigued").unwrap();
    assert_eq!(fatigued.key, Key::ctrl('G'));
    assert!(CONTENTS.statuses.iter().all(|status| status.name != "Roadblock"), "it lies in hexes");
    assert!(CONTENTS.pieces.iter().any(|piece| piece.id == "marker-roadblock"));
}

#[test]
fn a_saved_game_is_told_as_lines_that_set_it_up_again() {
    let setup = Setup {
        id: String::new(),
        title: String::new(),
        turn: 0,
        phase: 0,
        mover: 0,
        placements: vec![
            Placement {
                piece: "26-vg".into(),
                location: Location::Hex("1817".into()),
                face: 1,
                statuses: vec!["Fatigued".into(), "Improved position".into()],
            },
            Placement {
                piece: "75-di".into(),
                location: Location::Box("Beside the map".into(), "Elsewhere".into()),
                face: 0,
                statuses: vec![],
            },
            Placement {
                piece: "marker-nuts".into(),
                location: Location::Hex("1817".into()),
                face: 0,
                statuses: vec![],
            },
        ],
    };
    let text = scenario_of(&GAME, &setup).write(&GAME.map.grid, &GAME.units);
    for line in ["place 26-vg 1817 lost=1 marks=fatigued,improved @", "box 75-di \"Elsewhere\" @", "marker nuts 1817 @"]
    {
        assert!(text.contains(line), "{line} is not in {text}");
    }
}
