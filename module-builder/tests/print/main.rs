//! What comes out of the printer: sizes, registration, completeness, fonts, repeatable bytes. The files are read back
//! by a reader of our own that shares nothing with the library that wrote them.

mod cards;
mod pdf;
mod reading;
mod report;
mod words;

use artwork::counter::Start;
use artwork::drawings::Drawings;
use artwork::key_words::KeyWords;
use artwork::map_picture::{self, HEX_WIDTH, Theme};
use artwork::scene::{Element, Scene};
use artwork::{card, counter};
use definitions::{MarkerKind, Need, Published, Reverse, Scenario, UnitId};
use module_builder::booklet::{Booklet, Page, Stamp};
use module_builder::game_folder::{self, GameFolder};
use module_builder::print::{Paper, Part, Settings};
use reading::{Sheet, Stamped};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a sheet may be off, in millimetres.
const EXACT: f64 = 0.2;

fn game() -> Published {
    GameFolder::find(&assets(), "autumn-fog").unwrap().published().unwrap()
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

/// All games that have units.
fn games() -> Vec<Published> {
    let folders = game_folder::all(&assets()).unwrap().into_iter().map(|(_, folder)| folder);
    folders.filter(|folder| folder.has("units.txt")).map(|folder| folder.published().unwrap()).collect()
}

fn read(part: Part, paper: Paper) -> Vec<Sheet> {
    reading::sheets(&part.booklet(&Drawings::plain(&game()), &Settings::new(paper)).pdf())
}

/// The box of a counter.
fn square(stamp: &Stamped) -> [f64; 4] {
    stamp.square(counter::SIZE)
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= EXACT, "expected {expected} mm, found {found}");
}

#[test]
fn every_page_has_the_size_of_its_paper() {
    let game = game();
    for paper in Paper::ALL {
        let (width, height) = paper.upright();
        let size = [f64::from(width), f64::from(height)];
        for part in Part::of(&game).into_iter().filter(|part| *part != Part::Poster) {
            let sheets = reading::sheets(&part.booklet(&Drawings::plain(&game), &Settings::new(paper)).pdf());
            assert!(!sheets.is_empty());
            for sheet in sheets {
                close(sheet.width.min(sheet.height), size[0]);
                close(sheet.width.max(sheet.height), size[1]);
            }
        }
    }
}

#[test]
fn counters_are_five_eighths_of_an_inch_edge_to_edge() {
    let parts = [Part::Counters, Part::FoldOver];
    for (part, paper) in parts.into_iter().flat_map(|part| Paper::ALL.map(|paper| (part, paper))) {
        for sheet in read(part, paper) {
            assert!(!sheet.stamps.is_empty());
            for stamp in &sheet.stamps {
                close(stamp.scale * f64::from(counter::SIZE), 15.875);
            }
            let rows: BTreeMap<i64, Vec<f64>> = sheet.stamps.iter().fold(BTreeMap::new(), |mut rows, stamp| {
                rows.entry(square(stamp)[1].round() as i64).or_insert_with(Vec::new).push(square(stamp)[0]);
                rows
            });
            for mut row in rows.into_values() {
                row.sort_by(f64::total_cmp);
                for pair in row.windows(2).filter(|pair| pair[1] - pair[0] < 17.0) {
                    close(pair[1] - pair[0], 15.875);
                }
            }
        }
    }
}

#[test]
fn a_counter_of_another_size_is_as_wide_as_asked_and_its_hex_grows_with_it() {
    let settings = Settings { counter: 12.7, ..Settings::new(Paper::A4) };
    let sheets = reading::sheets(&Part::Counters.booklet(&Drawings::plain(&game()), &settings).pdf());
    close(sheets[0].stamps[0].scale * f64::from(counter::SIZE), 12.7);
    close(f64::from(settings.hex()), 17.6);
}

#[test]
fn the_bar_at_the_foot_of_every_page_is_50_mm_long() {
    let game = GameFolder::find(&assets(), "enemy-action").unwrap().published().unwrap();
    for (part, paper) in Part::of(&game).into_iter().flat_map(|part| Paper::ALL.map(|paper| (part, paper))) {
        for sheet in reading::sheets(&part.booklet(&Drawings::plain(&game), &Settings::new(paper)).pdf()) {
            let at_foot = |y: f64| sheet.height - 8.0 < y && y < sheet.height - 7.0;
            let lying = sheet.strokes.iter().filter(|[a, b]| at_foot(a.1) && (a.1 - b.1).abs() < 0.01);
            let lengths: Vec<f64> = lying.map(|[a, b]| (b.0 - a.0).abs()).filter(|it| *it > 20.0).collect();
            assert_eq!(lengths.len(), 1, "{part:?}");
            close(lengths[0], 50.0);
        }
    }
}

#[test]
fn every_back_lies_behind_its_front_when_the_paper_is_turned_over_its_long_edge() {
    for paper in Paper::ALL {
        let sheets = read(Part::Counters, paper);
        assert_eq!(sheets.len() % 2, 0, "every page of fronts has one of backs");
        for pair in sheets.chunks(2) {
            assert_eq!(pair[0].stamps.len(), pair[1].stamps.len());
            for (front, back) in pair[0].stamps.iter().zip(&pair[1].stamps) {
                close(pair[0].width - square(front)[2], square(back)[0]);
                close(square(front)[1], square(back)[1]);
            }
        }
    }
}

#[test]
fn every_back_lies_behind_its_front_when_the_paper_is_folded_in_the_middle() {
    for sheet in Paper::ALL.into_iter().flat_map(|paper| read(Part::FoldOver, paper)) {
        let (fronts, backs) = sheet.stamps.split_at(sheet.stamps.len() / 2);
        assert_eq!(fronts.len(), backs.len());
        for (front, back) in fronts.iter().zip(backs) {
            assert!(square(front)[2] < sheet.width / 2.0);
            close(sheet.width - square(front)[2], square(back)[0]);
            close(square(front)[1], square(back)[1]);
        }
    }
}

#[test]
fn every_cut_has_its_marks_on_all_four_sides() {
    for sheet in Paper::ALL.into_iter().flat_map(|paper| read(Part::Counters, paper)) {
        let edges = |low: usize, high: usize| {
            let mut edges: Vec<f64> = sheet.stamps.iter().flat_map(|it| [square(it)[low], square(it)[high]]).collect();
            edges.sort_by(f64::total_cmp);
            edges.dedup_by(|a, b| (*a - *b).abs() < 1.0);
            edges
        };
        let upright = |x: f64, above: bool| {
            let middle = square(&sheet.stamps[0])[1];
            sheet
                .strokes
                .iter()
                .any(|[a, b]| (a.0 - x).abs() < EXACT && (b.0 - x).abs() < EXACT && ((a.1 < middle) == above))
        };
        for x in edges(0, 2) {
            assert!(upright(x, true) && upright(x, false), "no mark for the cut at {x}");
        }
        for y in edges(1, 3) {
            let marks = sheet.strokes.iter().filter(|[a, b]| (a.1 - y).abs() < EXACT && (b.1 - y).abs() < EXACT);
            assert!(marks.count() >= 2, "no marks for the cut at {y}");
        }
    }
}

/// The drawings on the pages of a booklet, fronts with their backs.
fn sides(booklet: &Booklet) -> Vec<(&Scene, &Scene)> {
    let pairs = booklet.pages.chunks(2).flat_map(|pair| pair[0].stamps().zip(pair[1].stamps()));
    pairs.map(|(front, back)| (booklet.drawing(front.drawing), booklet.drawing(back.drawing))).collect()
}

/// A face with where its unit is at the start of the first scenario that has it.
fn starting(game: &Published, id: UnitId, face: Scene) -> Scene {
    let of = |scenario: &Scenario| {
        let hex = scenario.placements.iter().find(|it| it.unit == id).map(|it| game.map.grid.number(it.hex));
        let turn = scenario.arrivals.iter().find(|it| it.unit == id).map(|it| Start::Turn(it.turn));
        hex.map(Start::Hex).or(turn)
    };
    let start = game.scenarios_in_order().into_iter().find_map(of);
    start.map_or(face.clone(), |start| counter::starting(face, &start))
}

#[test]
fn a_printed_counter_says_its_hex_or_its_turn() {
    let game = game();
    let start = |id: &str| {
        let id = game.units.find(id).unwrap();
        let face = counter::face(&game.units, id, 0, &[]);
        let booklet = Part::Counters.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
        let front = starting(&game, id, face.clone());
        assert!(sides(&booklet).iter().any(|(it, _)| **it == front), "it is on the sheets");
        let said = front.elements()[face.elements().len()..].iter().filter_map(|it| match it {
            Element::Text(text) => Some(text.content.clone()),
            _ => None,
        });
        said.collect::<Vec<_>>()
    };
    assert_eq!(start("26-vg"), ["2616"]);
    assert_eq!(start("1-di"), ["T1"]);
}

#[test]
fn every_unit_is_on_the_sheets_once_with_its_reduced_side_behind() {
    let game = game();
    let booklet = Part::Counters.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
    let sides = sides(&booklet);
    assert!(game.units.units.len() > 100);
    for (id, unit) in game.units.iter() {
        let front = counter::face(&game.units, id, 0, &[]);
        let front = starting(&game, id, front);
        let backs: Vec<&Scene> = sides.iter().filter(|(it, _)| **it == front).map(|(_, back)| *back).collect();
        let same = |other| starting(&game, other, counter::face(&game.units, other, 0, &[])) == front;
        let alike = game.units.iter().filter(|(other, _)| same(*other)).count();
        assert_eq!(backs.len(), alike, "{}", unit.id);
        let lost = (1..unit.steps).find(|lost| counter::is_flipped(unit, *lost));
        let turned = game.markers.iter().find(|kind| kind.reverse.holds(unit.symbol));
        let reverse = || counter::reverse(&game.units, id, turned);
        let back = lost.map_or_else(reverse, |lost| counter::face(&game.units, id, lost, &[]));
        assert_eq!(*backs[0], back, "{}", unit.id);
    }
}

#[test]
fn in_every_game_each_number_of_steps_that_a_counter_tells_is_on_the_sheets() {
    for game in games() {
        let booklet = Part::Counters.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
        let sides = sides(&booklet);
        for (id, unit) in game.units.iter() {
            let told = counter::tells_steps(&game.units, unit);
            for lost in 0..if told { unit.steps } else { 1 } {
                let wanted = counter::face(&game.units, id, lost, &[]);
                let wanted = if lost == 0 { starting(&game, id, wanted) } else { wanted };
                let there = sides.iter().any(|(front, back)| **front == wanted || **back == wanted);
                assert!(there, "{}: {} with {lost} steps lost", game.id, unit.id);
            }
        }
        let unneeded = |kind: &MarkerKind| kind.reverse == Reverse::All || kind.needs == [Need::Count(0)];
        for kind in game.markers.iter().filter(|kind| !unneeded(kind)) {
            let wanted = counter::marker(kind);
            let there = sides.iter().filter(|(front, back)| **front == wanted || **back == wanted).count();
            let needed = game.scenarios.iter().map(|scenario| {
                let marks = scenario.placements.iter().flat_map(|it| &it.marks).filter(|id| **id == kind.id).count();
                marks + scenario.markers.iter().filter(|it| it.kind == kind.id).count()
            });
            assert!(there > 0 && there >= needed.max().unwrap_or(0), "{}: {there} of {}", game.id, kind.id);
        }
    }
}

#[test]
fn there_are_as_many_support_markers_as_the_longest_scenario_gives() {
    let game = game();
    let booklet = Part::Counters.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
    let sides = sides(&booklet);
    let scenario = game.scenario("entire-battle").unwrap();
    let mut given: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for grant in &scenario.grants {
        let side = game.units.formations.iter().find(|it| it.army == grant.pool).unwrap().side;
        *given.entry((side, &grant.kind)).or_default() += usize::from(grant.count);
    }
    for ((side, kind), count) in given {
        let colour = game.units.sides[usize::from(side)].colour;
        let drawn = counter::support_marker(counter::Support::find(kind).unwrap(), colour);
        assert_eq!(sides.iter().filter(|(front, _)| **front == drawn).count(), count, "{kind} of side {side}");
    }
}

#[test]
fn the_poster_shows_the_whole_map_with_hexes_of_true_size() {
    let game = game();
    let settings = Settings::new(Paper::A4);
    let sheet = &read(Part::Poster, Paper::A4)[0];
    let board = map_picture::draw(&game.map).with_key(&game.map, &KeyWords::of(&game), Theme::Printer);
    let hex = sheet.stamps[0].scale * f64::from(HEX_WIDTH);
    close(hex, f64::from(settings.hex()));
    close(hex, 22.0);
    let scale = sheet.stamps[0].scale;
    let (x, y) = sheet.stamps[0].origin;
    close(x + f64::from(board.scene.width()) * scale, sheet.width - x);
    let below = sheet.height - (y + f64::from(board.scene.height()) * scale);
    assert!(x >= 10.0 && y >= 10.0 && below > 50.0);
    let booklet = Part::Poster.booklet(&Drawings::plain(&game), &settings);
    let words = booklet.pages[0].words();
    for title in ["Turns", "Eliminated: German", "Eliminated: Allied", "30-31 December"] {
        assert!(words.contains(&title), "{title} is below the map");
    }
    let inside = |at: f32, most: f32| (0.0..most).contains(&at);
    let page = &booklet.pages[0];
    assert!(page.stamps().all(|it| inside(it.at.x, page.width - 12.0) && inside(it.at.y, page.height - 12.0)));
    // the largest square in a hex, its sides upright
    let square = hex * 2.0 / (1.0 + 3f64.sqrt());
    assert!(square >= 15.875, "a counter lies inside a hex: {square}");
}

#[test]
fn the_tiles_show_the_whole_map_and_overlap_as_told() {
    let game = game();
    for paper in Paper::ALL {
        let mut sheets = read(Part::Tiles, paper);
        let key = sheets.pop().expect("the last page is the key");
        close(key.stamps[0].scale * f64::from(HEX_WIDTH), 22.0);
        // what each sheet shows of the map, in millimetres of the map
        let shown: Vec<[f64; 4]> = sheets
            .iter()
            .map(|sheet| {
                let stamp = &sheet.stamps[0];
                let [left, top, right, bottom] = stamp.window.unwrap();
                let (x, y) = stamp.origin;
                close(stamp.scale * f64::from(HEX_WIDTH), 22.0);
                [left - x, top - y, right - x, bottom - y]
            })
            .collect();
        let board = map_picture::draw(&game.map);
        let scale = sheets[0].stamps[0].scale;
        for hex in game.map.on_map() {
            let (x, y) = board.geometry.hex_centre(hex);
            let (x, y, half) = (f64::from(x) * scale, f64::from(y) * scale, 12.0);
            // a hex may lie across a seam: each of its quarters is on a sheet
            for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                let (x, y) = (x + dx, y + dy);
                let on = shown.iter().any(|[l, t, r, b]| *l <= x && x <= *r && *t <= y && y <= *b);
                assert!(on, "{} is on no sheet", game.map.grid.number(hex));
            }
        }
        let mut seams = 0;
        for a in &shown {
            for b in shown.iter().filter(|b| (b[1] - a[1]).abs() < 1.0 && b[0] > a[0] && b[0] < a[2]) {
                close(a[2] - b[0], 8.0);
                seams += 1;
            }
            for b in shown.iter().filter(|b| (b[0] - a[0]).abs() < 1.0 && b[1] > a[1] && b[1] < a[3]) {
                close(a[3] - b[1], 8.0);
                seams += 1;
            }
        }
        assert!(seams >= sheets.len(), "{seams} seams of {} sheets", sheets.len());
    }
}

#[test]
fn a_page_with_the_key_of_signs_ends_the_tiles_of_a_drawn_map() {
    for game in games() {
        let booklet = Part::Tiles.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
        let (last, tiles) = booklet.pages.split_last().unwrap();
        let titled = |page: &&Page| page.words().iter().any(|word| word.contains("key of signs"));
        assert!(titled(&last), "{}", game.id);
        assert_eq!(tiles.iter().filter(titled).count(), 0, "{}", game.id);
    }
}

#[test]
fn all_fonts_are_embedded_and_nothing_is_a_picture_of_pixels() {
    let game = game();
    for part in Part::of(&game) {
        let pdf = part.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4)).pdf();
        let fonts = reading::fonts(&pdf);
        let (named, pictures) = reading::fonts_and_pictures(&pdf);
        assert!(!fonts.is_empty() && fonts.len() == named, "{part:?}: {fonts:?}, {named} named");
        for (name, embedded) in fonts {
            assert!(embedded && name.contains("BarlowCondensed"), "{part:?}: {name}");
        }
        assert_eq!(pictures, 0, "{part:?}");
    }
}

#[test]
fn the_same_game_gives_the_same_bytes_and_small_files() {
    for part in Part::of(&game()) {
        let write = || part.booklet(&Drawings::plain(&game()), &Settings::new(Paper::A4)).pdf();
        let (once, again) = (write(), write());
        assert!(once == again, "{part:?}");
        assert!(once.len() < 2_000_000, "{part:?}: {} bytes", once.len());
    }
}

#[test]
fn the_set_up_sheets_of_every_game_tell_of_every_unit_where_it_stands_or_enters() {
    for game in games() {
        let booklet = Part::SetUp.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
        let words: Vec<String> = booklet.pages.iter().flat_map(Page::words).map(str::to_owned).collect();
        let text = words.join(" ");
        let maps = booklet.pages.iter().filter(|page| page.title.starts_with("Set-up on the map"));
        let stamps: Vec<(&Page, &Stamp)> =
            maps.flat_map(|page| page.stamps().filter(|it| it.window.is_none()).map(move |it| (page, it))).collect();
        let marks: Vec<Scene> = game.markers.iter().map(counter::marker).collect();
        let is_mark = |stamp: &Stamp| marks.contains(booklet.drawing(stamp.drawing));
        for (page, stamp) in &stamps {
            let side = stamp.scale * counter::SIZE;
            let least = if is_mark(stamp) { 3.75 } else { 8.999 };
            assert!(side >= least, "{}, {}: counters of {side} mm", game.id, page.title);
            let (right, foot) = (stamp.at.x + side, stamp.at.y + side);
            let inside = stamp.at.x >= 8.0 && stamp.at.y >= 8.0 && right <= page.width - 8.0;
            assert!(inside && foot <= page.height - 8.0, "{}, {}: a counter leaves the page", game.id, page.title);
        }
        let mut drawn: Vec<&Scene> = Vec::new();
        for (_, stamp) in &stamps {
            let scene = booklet.drawing(stamp.drawing);
            if !drawn.contains(&scene) {
                drawn.push(scene);
            }
        }
        for placement in game.scenarios.iter().flat_map(|scenario| &scenario.placements) {
            let face = counter::face(&game.units, placement.unit, placement.steps_lost, &[]);
            let hex = game.map.spoken(placement.hex);
            assert!(drawn.contains(&&face), "{}: {hex} is on no map", game.id);
        }
        // A place is told beside the unit, or once above several.
        let tells = |name: &str, place: &str| {
            let above = |(at, _): (usize, &str)| {
                let list: String = text[at..].chars().take(900).collect();
                list.contains(':') && list.contains(&format!(" {name} "))
            };
            text.contains(&format!("{name} {place}")) || text.match_indices(place).any(above)
        };
        for scenario in &game.scenarios {
            assert!(text.contains(&scenario.title), "{}: {}", game.id, scenario.title);
            for placement in &scenario.placements {
                let (name, hex) = (&game.units.unit(placement.unit).name, game.map.spoken(placement.hex));
                assert!(tells(name, &hex), "{}: {name} in {hex}", game.id);
            }
            for arrival in scenario.arrivals.iter().filter(|it| it.turn <= scenario.turns.1) {
                let name = &game.units.unit(arrival.unit).name;
                let place = match (arrival.areas.first(), arrival.hexes.first()) {
                    _ if !arrival.boxed.is_empty() => "into the box".to_owned(),
                    (Some(_), _) => "entry area".to_owned(),
                    (None, Some(hex)) => game.map.spoken(*hex),
                    (None, None) => String::new(),
                };
                let told = tells(name, &place);
                assert!(told, "{}: {name} at {place}", game.id);
            }
        }
    }
}

#[test]
fn every_box_that_a_set_up_or_the_rules_name_is_printed() {
    let expected: [(&str, &[&str]); 5] = [
        ("ardennes-ii", &["Weather: frost", "Weather: no frost"]),
        ("ardennes-offensive", &["Paradrop"]),
        ("autumn-fog", &[]),
        (
            "deadly-woods",
            &["German Assets", "Allied Assets", "Bridge repair: 5. Panzerarmee", "Turn Record Track, turn 3"],
        ),
        ("enemy-action", &["German OKW Reserve", "Von der Heydte", "German Reserve Units", "Allied Reserve Units"]),
    ];
    for (game, (name, titles)) in games().iter().zip(expected) {
        assert_eq!(game.id, name);
        let booklet = Part::Aids.booklet(&Drawings::plain(game), &Settings::new(Paper::A4));
        let words: BTreeSet<&str> = booklet.pages.iter().flat_map(Page::words).collect();
        let boxed = game.scenarios.iter().flat_map(|it| it.boxed.iter().map(|it| it.name.as_str()));
        let coming = game.scenarios.iter().flat_map(|it| it.arrivals.iter().map(|it| it.boxed.as_str()));
        for title in boxed.chain(coming).filter(|title| !title.is_empty()).chain(titles.iter().copied()) {
            let there = words.iter().any(|word| *word == title || word.starts_with(&format!("{title}: ")));
            assert!(there, "{name}: {title}");
        }
    }
}

#[test]
fn the_player_aid_has_the_sequence_of_play_combat_the_ground_and_who_wins() {
    for game in games() {
        for paper in Paper::ALL {
            let booklet = Part::PlayerAid.booklet(&Drawings::plain(&game), &Settings::new(paper));
            assert_eq!(booklet.pages.len(), game.aid.pages.len(), "{}", game.id);
            let said: Vec<String> = booklet.pages.iter().map(|page| page.words().join(" ")).collect();
            for (page, said) in game.aid.pages.iter().zip(&said) {
                for name in page.tables() {
                    let title = &game.tables.get(name).unwrap().title;
                    assert!(said.contains(title.as_str()), "{}: {title}", game.id);
                }
            }
            for what in
                ["Sequence of", "Combat, from", "A combat, step by step", "An example of play", "Terrain", "victory"]
            {
                assert!(said.iter().any(|page| page.contains(what)), "{}: {what}", game.id);
            }
        }
    }
}

#[test]
fn the_set_up_maps_mark_who_starts_in_an_improved_position() {
    let game = game();
    let improved = counter::marker(game.markers.iter().find(|kind| kind.id == "improved").unwrap());
    let hexes: BTreeSet<_> = game.scenarios[0].placements.iter().filter(|it| it.improved).map(|it| it.hex).collect();
    let booklet = Part::SetUp.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
    let marks = booklet.pages.iter().flat_map(Page::stamps).filter(|it| *booklet.drawing(it.drawing) == improved);
    assert!(hexes.len() > 3 && marks.count() >= hexes.len());
}

#[test]
fn however_many_counters_share_a_hex_they_stay_within_one_and_a_half_hexes() {
    let mut game = game();
    let scenario = &mut game.scenarios[0];
    let hex = scenario.placements[0].hex;
    scenario.placements.iter_mut().for_each(|it| it.hex = hex);
    let count = scenario.placements.len();
    let booklet = Part::SetUp.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
    let page = booklet.pages.iter().find(|page| page.title.starts_with("Set-up on the map")).unwrap();
    let marks: Vec<Scene> = game.markers.iter().map(counter::marker).collect();
    let counters: Vec<&Stamp> =
        page.stamps().filter(|it| it.window.is_none() && !marks.contains(booklet.drawing(it.drawing))).collect();
    assert!(count > 30 && counters.len() == count);
    let ends = |of: fn(&Stamp) -> f32| {
        let all = counters.iter().map(|it| of(it));
        all.clone().fold(f32::MIN, f32::max) - all.fold(f32::MAX, f32::min)
    };
    let side = counters[0].scale * counter::SIZE;
    assert!(side + ends(|it| it.at.x) < 1.5 * side / 0.7 && side + ends(|it| it.at.y) < 1.5 * side / 0.7);
    assert!(page.words().contains(&format!("×{count}").as_str()));
}

#[test]
fn the_set_up_of_six_scenarios_takes_few_pages_and_tells_no_long_list_twice() {
    let game = GameFolder::find(&assets(), "ardennes-ii").unwrap().published().unwrap();
    let booklet = Part::SetUp.booklet(&Drawings::plain(&game), &Settings::new(Paper::A4));
    assert!(booklet.pages.len() < 30, "{} pages", booklet.pages.len());
    let text: Vec<&str> = booklet.pages.iter().flat_map(Page::words).collect();
    let text = text.join(" ");
    assert!(text.contains("As in “Ardennes Campaign”, without 99 Inf Bn, 526 Mech."));
    let size = booklet.pdf().len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn a_game_that_is_nothing_but_a_map_prints_its_map() {
    let map = game().map;
    let settings = Settings::new(Paper::Letter);
    let game = Published::of_map("map", map);
    let parts = Part::of(&game).into_iter().map(|part| part.booklet(&Drawings::plain(&game), &settings));
    let sheets: Vec<Sheet> = parts.flat_map(|booklet| reading::sheets(&booklet.pdf())).collect();
    assert!(sheets.len() > 4 && sheets.iter().all(|sheet| sheet.stamps.len() == 1));
}
