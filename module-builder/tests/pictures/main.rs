//! The drawings: the same bytes every time, small enough for mail, every symbol its own, no name over another.

mod laid;
mod sample;
mod sight;

use artwork::key_words::KeyWords;
use artwork::map_picture::Theme;
use artwork::{Picture, board_png, board_svg, counter, counter_svg, map_picture};
use definitions::hex::{Direction, HexId};
use definitions::{
    Arrow, Counter, FoughtOut, GameFiles, LaidMarker, LaidPile, MarkerKind, Place, Position, Published, SeenCard,
    Stage, TrackValue, UnitId,
};
use std::collections::BTreeSet;

/// Width, height and RGB pixels of an indexed PNG.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
}

fn colour_at(bytes: &[u8], (x, y): (f32, f32)) -> [u8; 3] {
    let (width, _, pixels) = decoded(bytes);
    pixels[y as usize * width as usize + x as usize]
}

#[test]
fn the_same_position_gives_the_same_bytes() {
    let game = sample::game();
    let map = &game.map;
    let position = sample::position(&game, 40);
    let picture = || Picture::new(&game).whole(700).png(&position);
    assert_eq!(picture(), picture());
    assert_eq!(board_svg(map), board_svg(map));
    assert_eq!(board_png(map, 40.0).0, board_png(map, 40.0).0);
}

#[test]
fn a_picture_is_as_wide_as_asked_and_knows_where_its_hexes_are() {
    let game = sample::game();
    let hex = game.map.grid.find("1204").unwrap();
    for width in [700, 1400] {
        let picture = Picture::new(&game).whole(width);
        let (wide, high, _) = decoded(&picture.png(&Position::default()));
        assert_eq!(wide, width);
        let (x, y) = picture.hex_centre(hex).unwrap();
        assert!(x < wide as f32 && y < high as f32);
        assert_eq!(picture.hex_centre(HexId(60_000)), None);
    }
}

#[test]
fn every_symbol_is_drawn_its_own_way() {
    let units = sample::units();
    let mut seen = BTreeSet::new();
    for i in 0..sample::SYMBOLS.len() {
        let mut alike = units.clone();
        let symbol = alike.units[i].symbol;
        alike.units[0].symbol = symbol;
        assert!(seen.insert(counter_svg(&alike, UnitId(0), 0, &[])), "{symbol:?} looks like another");
    }
}

#[test]
fn a_counter_says_its_formation_in_letters_and_not_twice() {
    let Published { units, .. } = game("deadly-woods");
    let face = |units: &definitions::Units, id| counter_svg(units, id, 0, &[]);
    let mut renamed = units.clone();
    renamed.formations.iter_mut().for_each(|it| it.short = "ZZ".to_owned());
    let told = |name: &str| {
        let (id, _) = units.iter().find(|(_, unit)| unit.name == name).unwrap();
        face(&units, id) != face(&renamed, id)
    };
    assert!(told("KG a/326 VG"));
    assert!(!told("501/101 Abn"), "of no formation");
    // The artillery of an army has it in its name.
    let mut named = units.clone();
    let (id, unit) = units.iter().find(|(_, unit)| unit.name == "Art 5 Pz").unwrap();
    named.formations[unit.formation.unwrap().index()].short = "Art".to_owned();
    assert_eq!(face(&units, id), face(&named, id));
}

#[test]
fn arrows_highlights_and_counters_are_seen() {
    let game = sample::game();
    let map = &game.map;
    let picture = Picture::new(&game).whole(1400);
    let at = |number: &str| picture.hex_centre(map.grid.find(number).unwrap()).unwrap();
    let (a, b) = (at("1102"), at("1202"));
    let between = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let hexes = ["1102", "1202"].map(|n| map.grid.find(n).unwrap());
    let empty = picture.png(&Position::default());
    let differs = |position: Position, place| colour_at(&picture.png(&position), place) != colour_at(&empty, place);
    let arrow = |arrow| Position { arrows: vec![arrow], ..Position::default() };
    assert!(differs(arrow(Arrow::Move(hexes.to_vec())), between));
    assert!(differs(arrow(Arrow::Attack(hexes[0], hexes[1])), between));
    assert!(differs(Position { highlights: vec![hexes[0]], ..Position::default() }, a));
    let counter = Counter {
        unit: Some(UnitId(0)),
        side: 0,
        place: Place::Hex(hexes[0]),
        steps_lost: 0,
        statuses: vec!["fatigued".to_owned()],
    };
    assert!(differs(Position { counters: vec![counter], ..Position::default() }, a));
}

#[test]
fn a_badge_laid_over_a_face_makes_the_face_with_that_status() {
    let Published { units, markers, .. } = sample::game();
    let on_units: Vec<&MarkerKind> = markers.iter().filter(|kind| kind.lies_on_units()).collect();
    assert!(on_units.len() > 6);
    for kind in on_units {
        let status = &kind.id;
        let with = counter::face(&units, UnitId(3), 1, &[kind]).pixmap(0.6);
        let mut laid = counter::face(&units, UnitId(3), 1, &[]).pixmap(0.6);
        assert_ne!(laid.data(), with.data(), "{status} is seen");
        counter::badge(kind).paint(&mut laid, tiny_skia::Transform::from_scale(0.6, 0.6));
        let apart = laid.data().iter().zip(with.data()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(apart.unwrap() <= 2, "{status}");
    }
}

#[test]
fn a_corrected_map_is_drawn_anew_and_not_taken_from_the_cache() {
    let game = sample::game();
    let before = Picture::new(&game).whole(500).png(&Position::default());
    let mut corrected = game.clone();
    corrected.map.hexes[30].terrain = definitions::Terrain::Marsh;
    assert_ne!(before, Picture::new(&corrected).whole(500).png(&Position::default()));
}

#[test]
fn the_boards_png_tells_where_its_hexes_lie() {
    let map = sample::map();
    let (bytes, geometry) = board_png(&map, 64.0);
    let (width, height, _) = decoded(&bytes);
    let (w, h) = geometry.size();
    assert!((w - width as f32).abs() < 1.5 && (h - height as f32).abs() < 1.5);
    let hexes = ["0505", "0506"].map(|number| map.grid.find(number).unwrap());
    let [(x0, y0), (x1, y1)] = hexes.map(|hex| geometry.hex_centre(hex));
    assert!((x0 - x1).abs() < 0.1 && (y1 - y0 - 64.0).abs() < 0.2, "a hex is 64 pixels high");
    assert_eq!(geometry.hex_at(x1, y1 + 20.0), Some(hexes[1]));
}

#[test]
fn names_do_not_lie_over_each_other() {
    for map in [sample::map(), sample::large_map(), sample::pointy_map(), autumn_fog().map] {
        let labels = map_picture::draw(&map).labels;
        assert!(labels.len() > 2, "names are there");
        for (i, label) in labels.iter().enumerate() {
            for other in &labels[i + 1..] {
                assert!(!label.overlaps(other), "{} and {}", label.name, other.name);
            }
        }
    }
}

#[test]
fn a_position_that_names_what_is_not_there_is_drawn_without_it() {
    let game = sample::game();
    let off = HexId(u16::MAX);
    let counter =
        |unit, place| Counter { unit, side: 9, place, steps_lost: 200, statuses: vec!["improved".to_owned(); 3] };
    let position = Position {
        stage: Stage { turn: 200, phase: 99, acting: vec![7] },
        caption: "\u{4e00}\u{0}<&\" ".repeat(80),
        counters: vec![
            counter(Some(UnitId(u16::MAX)), Place::Hex(HexId(3))),
            counter(Some(UnitId(1)), Place::Hex(off)),
            counter(None, Place::Hex(HexId(4))),
            counter(Some(UnitId(2)), Place::Box("</text>".repeat(50))),
        ],
        markers: vec![
            LaidMarker { kind: "roadblock".to_owned(), place: Place::Hex(off) },
            LaidMarker { kind: "bridge".to_owned(), place: Place::Hexside(HexId(3), off) },
            LaidMarker { kind: "no such kind".to_owned(), place: Place::Hex(HexId(3)) },
            LaidMarker { kind: "no such kind".to_owned(), place: Place::Box("Box".to_owned()) },
        ],
        supports: vec![],
        piles: vec![
            LaidPile { pile: "no such pile".to_owned(), cards: vec![] },
            LaidPile {
                pile: "deck".to_owned(),
                cards: vec![SeenCard::Face("?".to_owned()), SeenCard::Back("?".to_owned())],
            },
        ],
        tracks: vec![TrackValue { track: "no such track".to_owned(), value: i16::MIN }],
        arrows: vec![
            Arrow::Move(vec![]),
            Arrow::Move(vec![HexId(1)]),
            Arrow::Move(vec![HexId(1), off]),
            Arrow::Attack(HexId(1), HexId(1)),
            Arrow::Retreat(vec![HexId(1), HexId(1)]),
        ],
        highlights: vec![off],
        combats: vec![combat(off), combat(HexId(0)), FoughtOut { result: "\u{4e00}".repeat(500), ..combat(HexId(3)) }],
    };
    let picture = Picture::new(&game).crop(&[off, HexId(0)], 0);
    let (width, _, _) = decoded(&picture.png(&position));
    assert_eq!(width, 200);
}

fn autumn_fog() -> Published {
    game("autumn-fog")
}

fn game(id: &str) -> Published {
    let folder = format!("{}/../assets/games/{id}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().flatten().map(|entry| {
        (entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path()).unwrap())
    });
    Published::parse(&GameFiles::new(files)).unwrap()
}

/// Names that cover a hex's number, game by game. These numbers may only fall.
const NAMES_OVER_NUMBERS: [(&str, usize); 5] =
    [("autumn-fog", 0), ("ardennes-offensive", 0), ("deadly-woods", 0), ("enemy-action", 0), ("ardennes-ii", 0)];

#[test]
fn no_name_covers_another_and_hardly_one_a_hex_number() {
    let mut over = Vec::new();
    for (id, allowed) in NAMES_OVER_NUMBERS {
        let map = game(id).map;
        let board = map_picture::draw(&map);
        assert_eq!(board.numbers.len(), map.on_map().count(), "{id}: every hex has its number");
        for (i, label) in board.labels.iter().enumerate() {
            let others = board.labels[i + 1..].iter().filter(|other| label.overlaps(other));
            assert_eq!(
                others.map(|other| &other.name).collect::<Vec<_>>(),
                Vec::<&String>::new(),
                "{id}: {}",
                label.name
            );
        }
        let covers = |label: &&map_picture::Label| board.numbers.iter().any(|number| label.overlaps(number));
        let covering: Vec<&str> = board.labels.iter().filter(covers).map(|label| label.name.as_str()).collect();
        if covering.len() > allowed {
            over.push(format!("{id}: {} names cover numbers: {covering:?}", covering.len()));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

#[test]
fn counters_at_the_edge_of_a_part_do_not_reach_over_the_caption() {
    let game = autumn_fog();
    let map = &game.map;
    let part = [map.grid.find("1811").unwrap()];
    let counters = map.on_map().map(|hex| Counter {
        unit: Some(UnitId(0)),
        side: 0,
        place: Place::Hex(hex),
        steps_lost: 0,
        statuses: Vec::new(),
    });
    let full = Position { counters: counters.collect(), ..Position::default() };
    let picture = Picture::new(&game).crop(&part, 700);
    let [(width, height, empty), (_, _, full)] = [Position::default(), full].map(|it| decoded(&picture.png(&it)));
    let changed: Vec<u32> = (0..height)
        .filter(|y| {
            let row = (y * width) as usize..((y + 1) * width) as usize;
            empty[row.clone()] != full[row]
        })
        .collect();
    // above the part 50 rows of caption and 30 of coordinates; 30 of these again between it and the map of the whole
    assert_eq!(changed.first(), Some(&80));
    let gaps: Vec<u32> = changed.windows(2).map(|rows| rows[1] - rows[0]).filter(|gap| *gap > 1).collect();
    assert!(matches!(gaps.as_slice(), [gap] if *gap > 30), "{gaps:?}");
}

/// Counters where a line runs from north to south, one side east of it, and one far behind.
fn front(game: &Published) -> Position {
    let counter = |number: &str, unit, side| Counter {
        unit: Some(UnitId(unit)),
        side,
        place: Place::Hex(game.map.grid.find(number).unwrap()),
        steps_lost: 0,
        statuses: Vec::new(),
    };
    let line = ["2808", "2809", "2810"].map(|number| counter(number, 0, 0));
    let facing = ["2708", "2709"].map(|number| counter(number, 60, 1));
    let behind = counter("0404", 61, 1);
    Position { counters: line.into_iter().chain(facing).chain([behind]).collect(), ..Position::default() }
}

#[test]
fn mail_shows_the_front_where_nothing_happened_and_the_place_where_something_did() {
    let game = autumn_fog();
    let hex = |number: &str| game.map.grid.find(number).unwrap();
    let quiet = front(&game);
    let picture = Picture::new(&game).mail(&quiet);
    assert!(picture.hex_centre(hex("2708")).is_some() && picture.hex_centre(hex("2810")).is_some());
    assert_eq!(picture.hex_centre(hex("0404")), None, "nobody faces it");
    let raid = Position { arrows: vec![Arrow::Attack(hex("0405"), hex("0404"))], ..quiet };
    let picture = Picture::new(&game).mail(&raid);
    assert!(picture.hex_centre(hex("0404")).is_some() && picture.hex_centre(hex("2708")).is_none());
    let everywhere = Position { highlights: vec![hex("0101"), hex("3420")], ..raid };
    let picture = Picture::new(&game).mail(&everywhere);
    let shown = |number: &str| picture.hex_centre(hex(number)).is_some();
    assert!(shown("0101") && shown("0404") && shown("0405") && !shown("3420"), "the most that lies together");
}

#[test]
fn a_players_picture_holds_his_own_before_the_enemy_and_the_fights_and_not_how_far_others_marched() {
    let game = autumn_fog();
    let hex = |number: &str| game.map.grid.find(number).unwrap();
    let march = |numbers: &[&str]| Arrow::Move(numbers.iter().map(|number| hex(number)).collect());
    let marches = vec![march(&["0101", "0404"]), march(&["0102", "0405", "0505"])];
    let far = Position { arrows: marches.clone(), ..front(&game) };
    let picture = Picture::new(&game).of_player(&far, 0);
    let shows = |picture: &Picture<'_>, numbers: &[&str]| {
        numbers.iter().filter(|number| picture.hex_centre(hex(number)).is_some()).count()
    };
    assert_eq!(shows(&picture, &["2808", "2809", "2810"]), 3, "his own, though all arrows lie elsewhere");
    assert_eq!(shows(&picture, &["0404"]), 0);
    assert!(!picture.is_narrow(&far), "all of the front is shown");
    let near = Position { arrows: vec![march(&["2506", "2607"])], ..front(&game) };
    assert_eq!(shows(&Picture::new(&game).of_player(&near, 0), &["2607", "2810"]), 2, "who came near as well");
    let fought = Position { arrows: vec![Arrow::Attack(hex("2708"), hex("2808"))], ..far.clone() };
    assert_eq!(shows(&Picture::new(&game).of_player(&fought, 0), &["2708", "2808", "2810"]), 3);
    let asked = Position { highlights: vec![hex("0404")], ..far };
    let picture = Picture::new(&game).of_player(&asked, 0);
    assert_eq!(shows(&picture, &["0404", "2808"]), 1, "a question about a hex is about that");
    assert!(picture.is_narrow(&asked), "of the front nothing is shown");
    // before anybody stands face to face
    let alone = Position { counters: front(&game).counters.into_iter().take(3).collect(), ..Position::default() };
    assert_eq!(shows(&Picture::new(&game).of_player(&alone, 0), &["2808", "2809", "2810"]), 3);
}

#[test]
fn counters_in_mail_are_no_smaller_than_36_pixels_on_the_screen_and_26_where_a_part_is_asked_for() {
    let game = autumn_fog();
    for numbers in [&["2808"][..], &["2502", "2820"], &["1204", "2814"], &["0101", "3420"], &["0101", "1710", "3420"]] {
        let highlights: Vec<_> = numbers.iter().map(|number| game.map.grid.find(number).unwrap()).collect();
        let position = Position { highlights, ..Position::default() };
        let picture = Picture::new(&game).mail(&position);
        let rows = game.map.on_map().filter_map(|hex| {
            let south = game.map.grid.neighbour(hex, Direction::ALL[3])?;
            Some(picture.hex_centre(south)?.1 - picture.hex_centre(hex)?.1)
        });
        let least = rows.fold(f32::MAX, f32::min);
        assert!(least * 0.8 / 2.0 >= 36.0, "{numbers:?}: hexes of {least} pixels");
    }
    for (one, other) in [("2808", "2808"), ("2502", "2820"), ("1805", "3015"), ("1204", "2814")] {
        let [one, other] = [one, other].map(|number| game.map.grid.find(number).unwrap());
        let picture = Picture::new(&game).crop(&[one, other], 1400);
        let (here, there) = (game.map.grid.find("2008").unwrap(), game.map.grid.find("2009").unwrap());
        let at = |hex| picture.hex_centre(hex);
        if let (Some((_, upper)), Some((_, lower))) = (at(here), at(there)) {
            assert!((lower - upper) * 0.8 / 2.0 >= 26.0, "{one:?} to {other:?}: hexes of {} pixels", lower - upper);
        }
    }
}

#[test]
fn of_the_turns_to_come_only_the_next_arrivals_are_drawn() {
    let game = autumn_fog();
    let waiting = |turn: u8, unit| Counter {
        unit: Some(UnitId(unit)),
        side: 0,
        place: Place::Box(format!("Turn {turn}")),
        steps_lost: 0,
        statuses: Vec::new(),
    };
    let of = |counters: Vec<Counter>| {
        let stage = Stage { turn: 2, ..Stage::default() };
        Picture::new(&game).whole(700).png(&Position { counters, stage, ..Position::default() })
    };
    assert_eq!(of(vec![waiting(3, 0), waiting(4, 1), waiting(9, 2)]), of(vec![waiting(3, 0)]));
    assert_ne!(of(vec![waiting(3, 0), waiting(1, 1)]), of(vec![waiting(3, 0)]), "who is late is still to come");
}

#[test]
fn the_picture_in_words_is_a_sentence_about_what_happened() {
    let game = autumn_fog();
    let hex = |number: &str| game.map.grid.find(number).unwrap();
    let caption = "Turn 1 · German advance".to_owned();
    let quiet = Position { caption, ..Position::default() };
    assert_eq!(artwork::picture::in_words(&game, &quiet), "Map of Turn 1 · German advance.");
    let attack = |from: &str| Arrow::Attack(hex(from), hex("2515"));
    let arrows = vec![attack("2614"), attack("2615"), Arrow::Retreat(vec![hex("2515"), hex("2415")])];
    let fought = Position { arrows, ..quiet };
    assert_eq!(
        artwork::picture::in_words(&game, &fought),
        "Map of Turn 1 · German advance, with an attack on Marnach (2515) and a retreat to Clervaux (2415)."
    );
    assert_eq!(
        artwork::picture::in_words(&game, &Position { combats: vec![combat(hex("2515"))], ..fought }),
        "Map of Turn 1 · German advance, with an attack on Marnach (2515) (3:1, die 5: -/2; Allied −1 unit, 2 steps) \
         and a retreat to Clervaux (2415)."
    );
}

/// A combat at a hex in which the second side lost a unit and two steps.
fn combat(at: HexId) -> FoughtOut {
    let mut combat = FoughtOut::at(at, "3:1, die 5: -/2".to_owned());
    combat.lose(1, 1, 0);
    combat.lose(1, 0, 2);
    combat
}

#[test]
fn what_came_of_a_combat_stands_beside_its_hex_and_covers_no_counter() {
    let game = autumn_fog();
    let find = |number: &str| game.map.grid.find(number).unwrap();
    let quiet = front(&game);
    let told = Position { combats: vec![combat(find("2709"))], ..quiet.clone() };
    let picture = Picture::new(&game).crop(&[find("2709")], 1400);
    let [(width, _, bare), (_, _, plate)] = [&quiet, &told].map(|it| decoded(&picture.png(it)));
    assert_eq!(bare.len(), plate.len());
    let changed = |at: usize| bare[at] != plate[at];
    let rows: Vec<usize> = (0..bare.len()).filter(|at| changed(*at)).map(|at| at / width as usize).collect();
    let (top, bottom) = (rows.first().unwrap(), rows.last().unwrap());
    assert!(bottom - top >= 48, "two lines of 24 pixels: {top} to {bottom}");
    for number in ["2708", "2709", "2808", "2809", "2810"] {
        let (x, y) = picture.hex_centre(find(number)).unwrap();
        assert!(!changed(y as usize * width as usize + x as usize), "{number} stays to be seen");
    }
    let off = Position { combats: vec![combat(HexId(u16::MAX))], ..quiet.clone() };
    assert!(picture.png(&off) == picture.png(&quiet), "a hex that is not there has no plate");
}

#[test]
fn the_key_lies_below_the_map_and_moves_nothing_of_it() {
    for map in [sample::map(), sample::pointy_map(), game("enemy-action").map] {
        let plain = map_picture::draw(&map);
        let keyed = plain.clone().with_key(&map, &KeyWords::default(), Theme::Colour);
        assert_eq!(keyed.geometry, plain.geometry);
        assert_eq!(keyed.scene.width(), plain.scene.width());
        assert!(keyed.scene.height() > plain.scene.height() + 100.0, "{}", map.title);
        let (below, map_and_key) = (plain.scene.elements(), keyed.scene.elements());
        let at = map_and_key.windows(below.len()).position(|drawn| drawn == below);
        assert!(at.is_some(), "the map is drawn as it is without a key");
        let (a, b) = (plain.scene.pixmap(0.3), keyed.scene.pixmap(0.3));
        let rows = (plain.scene.height() * 0.3) as usize * a.width() as usize * 4;
        assert!(a.data()[..rows] == b.data()[..rows], "{}", map.title);
    }
}

#[test]
fn a_mailed_picture_with_every_unit_of_autumn_fog_on_the_map_stays_below_300_kilobytes() {
    let game = autumn_fog();
    let hexes: Vec<HexId> = game.map.on_map().collect();
    let counters = game.units.iter().map(|(id, unit)| Counter {
        unit: Some(id),
        side: unit.side,
        place: Place::Hex(hexes[id.index() * 37 % hexes.len()]),
        steps_lost: 0,
        statuses: if id.0.is_multiple_of(3) { vec!["activated".to_owned()] } else { Vec::new() },
    });
    let position = Position { counters: counters.collect(), ..Position::default() };
    let bytes = Picture::new(&game).whole(1400).png(&position);
    assert!(bytes.len() <= 300_000, "{} bytes", bytes.len());
    let (width, _, _) = decoded(&bytes);
    assert_eq!(width, 1400);
}

#[test]
fn every_named_place_of_autumn_fog_is_named_on_its_map() {
    let game = autumn_fog();
    let labels = map_picture::draw(&game.map).labels;
    for hex in game.map.on_map() {
        if let Some(name) = &game.map.hex(hex).name {
            assert!(labels.iter().any(|label| label.hex == hex && label.name == *name), "{name} is not there");
        }
    }
}

#[test]
fn no_drawing_asks_for_a_font() {
    let game = sample::game();
    for svg in [board_svg(&game.map), counter_svg(&game.units, UnitId(0), 1, &[&game.markers[1]])] {
        assert!(svg.contains("glyph-"), "text is there, as outlines");
        assert!(!svg.contains("<text") && !svg.contains("font"), "and as nothing else");
    }
}
