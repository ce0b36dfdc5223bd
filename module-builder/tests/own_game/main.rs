//! Somebody's own game, a folder without rules, becomes a module; scans take the place of drawings; what would fill
//! the memory is refused.

use artwork::art::Art;
use artwork::drawings::Drawings;
use artwork::game_module::{self, all_in_use, module_contents, module_outline, scenario_of};
use artwork::lettering;
use artwork::map_picture::Theme;
use artwork::vassal::{Archive, Location, ModuleContents, PieceKind, Placement, lint};
use definitions::{Published, Scenario};
use module_builder::booklet::Booklet;
use module_builder::gallery;
use module_builder::game_folder::{self, GameFolder};
use module_builder::print::{Paper, Part, Settings};
use std::path::{Path, PathBuf};

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples/ferry")
}

/// A copy of the example in a folder of its own, which goes when the copy is dropped.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Copy {
        let path = std::env::temp_dir().join(format!("fieldpost-ferry-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("art")).unwrap();
        for entry in std::fs::read_dir(example()).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            std::fs::copy(entry.path(), path.join(entry.file_name())).unwrap();
        }
        Copy(path)
    }

    fn folder(&self) -> GameFolder {
        GameFolder::find(Path::new("nowhere"), self.0.to_str().unwrap()).unwrap()
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), bytes).unwrap();
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![90; (3 * width * height) as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn the_example_game_becomes_a_sound_module_with_both_its_scenarios() {
    let folder = GameFolder::find(Path::new("nowhere"), example().to_str().unwrap()).unwrap();
    let contents = module_contents(&folder.published().unwrap(), &folder.art().unwrap()).unwrap();
    let module = contents.write().unwrap();
    assert_eq!(lint(&Archive::open(&module).unwrap()), Vec::<String>::new());
    assert!(module == contents.write().unwrap(), "the same bytes twice");
    let titles: Vec<&str> = contents.setups.iter().map(|setup| setup.title.as_str()).collect();
    assert_eq!(titles, ["Dawn", "Night"]);
    let dawn = &contents.setups[0].placements;
    let where_is = |piece: &str| dawn.iter().find(|it| it.piece == piece).map(|it| it.location.clone());
    assert_eq!(where_is("blue-1"), Some(Location::Hex("0605".into())));
    assert_eq!(where_is("marker-ferry"), Some(Location::Hex("0605".into())));
    let waits = Location::Box("Beside the map".into(), "Turn 3 Blue: area E (on a roll of 4 to 6)".into());
    assert_eq!(where_is("blue-3"), Some(waits));
    assert_eq!(where_is("track-crossed"), Some(Location::Box("Tracks".into(), "Steps across 0".into())));
    let gone = contents.setups[1].placements.iter().find(|it| it.piece == "blue-3").unwrap();
    assert_eq!(gone.location, Location::Box("Beside the map".into(), "Eliminated Blue".into()));
}

/// Contents with one small picture for everything, so that what is drawn costs nothing.
fn undrawn(game: &str) -> ModuleContents {
    let folder = GameFolder::find(&assets(), game).unwrap();
    let mut contents = module_outline(&folder.published().unwrap(), &Art::default()).unwrap();
    let faces = contents.pieces.iter().flat_map(|piece| piece.faces.iter().map(|face| &face.image));
    let sheets = contents.sheets.iter().flat_map(|sheet| sheet.boards.iter().map(|board| &board.image));
    let rest = [&contents.board.image, &contents.moved_image].into_iter().chain(contents.backs.values());
    let statuses = contents.statuses.iter().map(|status| &status.image);
    let backs = contents.pieces.iter().filter_map(|piece| match &piece.kind {
        PieceKind::Card(ways) => Some([&ways.back, &ways.veil]),
        PieceKind::Unit | PieceKind::Marker => None,
    });
    let names: Vec<String> = faces.chain(sheets).chain(rest).chain(statuses).chain(backs.flatten()).cloned().collect();
    contents.images = names.into_iter().map(|name| (name, png(1, 1))).collect();
    contents
}

#[test]
fn the_example_s_deck_cup_and_hands_are_piles_and_windows_with_the_right_cards_in_them() {
    let folder = GameFolder::find(Path::new("nowhere"), example().to_str().unwrap()).unwrap();
    let game = folder.published().unwrap();
    let contents = module_outline(&game, &Art::default()).unwrap();
    let piles: Vec<_> = contents.piles.iter().map(|pile| (pile.name.as_str(), pile.hidden, pile.drawn_open)).collect();
    assert_eq!(piles, [("Chances", true, false), ("Chances used", false, false), ("Orders cup", true, true)]);
    assert_eq!(contents.piles[1].into.as_deref(), Some("Chances"));
    let hands: Vec<_> = contents.sheets.iter().filter_map(|sheet| Some((&sheet.name, sheet.owner.as_ref()?))).collect();
    assert_eq!(hands.len(), 2);
    assert!(hands[0].0 == "Red's hand" && hands[0].1 == "Red");
    let lying = |setup: usize, sheet: &str, name: &str| {
        let there = Location::Box(sheet.to_owned(), name.to_owned());
        let lying = contents.setups[setup].placements.iter().filter(|it| it.location == there);
        lying.map(|it| it.piece.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(lying(0, "Cards", "Chances").len(), 7);
    assert_eq!(lying(0, "Blue's hand", "Blue's hand"), ["card-signal"]);
    assert_eq!(lying(0, "Cards", "Orders cup").len(), 5);
    assert_eq!(lying(0, "Cards", "Turn 3: Orders cup (with the tanks)"), ["card-blue-tanks"]);
    assert_eq!((lying(1, "Cards", "Chances").len(), lying(1, "Blue's hand", "Blue's hand").len()), (8, 0));
    let read = contents.read_save(&contents.save(&contents.setups[0]).unwrap()).unwrap();
    let lines = scenario_of(&game, &read).write(&game.map.grid, &game.units);
    for line in [
        "deal blue-hand turn=1 cards=signal @",
        "deal chances turn=1 cards=drift,mist*2,planks*2,signal*2 @",
        "deal orders turn=1 cards=blue-march*2,red-march*2,red-push @",
        "deal orders turn=3 cards=blue-tanks @",
    ] {
        assert!(lines.contains(line), "{line:?} is not in {lines}");
    }
}

#[test]
fn the_modules_of_all_games_are_sound_and_every_scenario_reads_back_piece_by_piece() {
    for (game, _) in game_folder::all(&assets()).unwrap() {
        let contents = undrawn(&game);
        if let Err(fault) = contents.write() {
            panic!("{game}: {fault}");
        }
        let key = |placement: &Placement| (placement.location.clone(), placement.piece.clone(), placement.face);
        for setup in &contents.setups {
            let mut read = contents.read_save(&contents.save(setup).unwrap()).unwrap();
            let mut expected = setup.clone();
            read.placements.sort_by_key(key);
            expected.placements.sort_by_key(key);
            assert!(read == expected, "{game}: {}", setup.title);
        }
    }
}

#[test]
fn a_game_that_was_laid_out_in_vassal_becomes_a_scenario_that_builds() {
    for name in ["assets/examples/ferry", "autumn-fog", "ardennes-ii"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let path = root.join(name);
        let folder = GameFolder::find(&root.join("assets"), if path.is_dir() { path.to_str().unwrap() } else { name });
        let folder = folder.unwrap();
        let game = folder.published().unwrap();
        let contents = module_outline(&game, &Art::default()).unwrap();
        let setup = &contents.setups[0];
        let read = contents.read_save(&contents.save(setup).unwrap()).unwrap();
        let played = game.scenario(&setup.id).unwrap();
        let text = scenario_of(&game, &read).write(&game.map.grid, &game.units);
        let mut files = folder.files().unwrap();
        files.replace("scenario-saved.txt", &text);
        let again = Published::parse(&files).unwrap_or_else(|faults| panic!("{name}: {faults:#?}\n{text}"));
        let saved = again.scenario("saved").unwrap();
        assert_eq!((saved.turns, saved.dates.len()), (played.turns, played.dates.len()), "{name}");
        let placed = |scenario: &Scenario| {
            let mut placed: Vec<_> = scenario.placements.iter().map(|it| (it.unit, it.hex, it.steps_lost)).collect();
            placed.sort_unstable();
            placed
        };
        assert_eq!(placed(saved), placed(played), "{name}");
        let coming = |scenario: &Scenario| {
            let late = scenario.arrivals.iter().filter(|it| it.turn > scenario.turns.0);
            let mut coming: Vec<_> = late.map(|it| (it.unit, it.turn, it.hexes.clone(), it.note.clone())).collect();
            coming.sort();
            coming
        };
        assert_eq!(coming(saved), coming(played), "{name}");
    }
    let contents = |game: &str| {
        let folder = GameFolder::find(&assets(), game).unwrap();
        module_outline(&folder.published().unwrap(), &Art::default()).unwrap()
    };
    let (fog, woods) = (contents("autumn-fog"), contents("deadly-woods"));
    let told = woods.read_save(&fog.save(&fog.setups[0]).unwrap()).unwrap_err().to_string();
    assert!(told.contains("a saved game of Ardennes 1944: Operation Autumn Fog, not of The Deadly Woods"), "{told}");
}

#[test]
fn a_scanned_map_and_counters_take_the_place_of_the_drawings_and_pieces_snap_to_its_hexes() {
    let copy = Copy::new("scan");
    let (board, face) = (png(700, 640), png(64, 64));
    copy.put("art/board.png", &board);
    copy.put("art/board.txt", "scan hex=70.5 first=52,48   # measured on the scan\n");
    copy.put("art/red-2-1.png", &face);
    copy.put("art/red-1-0.png", png(300, 300));
    let folder = copy.folder();
    let contents = module_contents(&folder.published().unwrap(), &folder.art().unwrap()).unwrap();
    assert!(contents.images["board.png"] == board && contents.images["red-2-1.png"] == face);
    assert_ne!(contents.images["red-2-0.png"], face, "the other faces are drawn");
    assert_eq!(contents.board.size, (700, 640));
    assert_eq!(contents.board.grid.centre("0101"), Some((52, 48)));
    assert_eq!(contents.board.grid.centre("0102"), Some((52, 118)), "70.5 pixels further down");
    assert_eq!(contents.board.grid.centre("0301"), Some((52 + 122, 48)));
    let piece = |id: &str| contents.pieces.iter().find(|piece| piece.id == id).unwrap();
    assert_eq!(piece("red-2").size, 64, "the larger of its faces");
    assert_eq!(piece("blue-1").size, 53, "three quarters of a hex");
    let shrunk = tiny_skia::Pixmap::decode_png(&contents.images["red-1-0.png"]).unwrap();
    assert_eq!(
        (shrunk.width(), shrunk.height(), piece("red-1").size),
        (53, 53, 53),
        "a scan wider than a hex is shrunk"
    );
    assert!(shrunk.pixels().iter().all(|pixel| pixel.red() == 90));
    let outline = module_outline(&folder.published().unwrap(), &folder.art().unwrap()).unwrap();
    let save = contents.save(&contents.setups[0]).unwrap();
    let mut read = outline.read_save(&save).unwrap();
    let mut expected = contents.setups[0].clone();
    let key = |placement: &Placement| (placement.location.clone(), placement.piece.clone());
    read.placements.sort_by_key(key);
    expected.placements.sort_by_key(key);
    assert_eq!(read, expected, "boxes lie where they lie in the module");
    assert!(lint(&Archive::open(&contents.write().unwrap()).unwrap()).is_empty());
}

#[test]
fn scans_are_printed_in_true_size_and_shown_among_the_pictures() {
    let copy = Copy::new("print");
    copy.put("art/board.png", png(700, 640));
    copy.put("art/board.txt", "scan hex=70.5 first=52,48\n");
    copy.put("art/red-2-1.png", png(72, 72));
    let (game, art) = (copy.folder().published().unwrap(), copy.folder().art().unwrap());
    let drawings = Drawings::new(&game, &art);
    let settings = Settings::new(Paper::A4);
    let pictures = |booklet: &Booklet| {
        let pdf = booklet.pdf();
        pdf.windows(b"/Subtype/Image".len()).filter(|window| *window == b"/Subtype/Image").count()
    };
    let poster = Part::Poster.booklet(&drawings, &settings);
    let millimetres = 700.0 * settings.hex() / 70.5;
    let beyond = poster.pages[0].width - millimetres;
    assert!((0.0..40.0).contains(&beyond), "the map is {millimetres} mm wide, its page {}", poster.pages[0].width);
    assert_eq!(pictures(&poster), 1);
    assert_eq!(pictures(&Part::Tiles.booklet(&drawings, &settings)), 1, "all sheets show the one scan");
    assert_eq!(pictures(&Part::Counters.booklet(&drawings, &settings)), 1);
    assert_eq!(pictures(&Part::Counters.booklet(&Drawings::plain(&game), &settings)), 0);

    let files = gallery::files(&drawings, Theme::Colour, gallery::HEX, &|_, _| {});
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    assert!(text("counters/red-2-1.svg").contains("<image ") && !text("counters/red-2-0.svg").contains("<image "));
    let grey = tiny_skia::Pixmap::decode_png(&files["counters/red-2-1.png"]).unwrap();
    assert!(grey.pixels().iter().all(|pixel| (pixel.red(), pixel.green(), pixel.blue()) == (90, 90, 90)));
    // the centre of the first hex lies where the scan has it
    let board = drawings.board(Theme::Colour);
    let (x, y) = board.geometry.hex_centre(game.map.grid.at(1, 1).unwrap());
    let scale = board.geometry.hex_width() / 70.5;
    assert!((x - 52.0 * scale).abs() < 0.01 && (y - 48.0 * scale).abs() < 0.01, "{x}, {y}");
}

#[test]
fn the_example_leaves_nothing_to_doubt_and_doubts_of_another_country_stop_no_build() {
    let doubts = |folder: &GameFolder| {
        let text = folder.text("map.txt").unwrap();
        let doubts = folder.published().unwrap().map.doubts("map.txt", &text);
        doubts.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let copy = Copy::new("roads");
    assert_eq!(doubts(&copy.folder()), Vec::<String>::new());
    assert_eq!(lettering::doubts(&copy.folder().files().unwrap()), Vec::<String>::new());
    // a track that ends in the woods, a road of its own, a ford, a bridge to nowhere
    let map = copy.folder().text("map.txt").unwrap().replace(" bridge=blown", "");
    let map = map.replace("0502/0602 river=\"Rauhe\" rank=1", "0502/0602 river=\"Rauhe\" rank=1 bridge=yes");
    copy.put("map.txt", map + "road 0806-0807 secondary\n");
    let told = doubts(&copy.folder());
    let line = 49;
    for expected in [
        format!("map.txt:{line}: the road in 0806 ends nowhere: expected a settlement"),
        format!("map.txt:{line}: the road in 0806 is cut off from the rest of the roads"),
        "map.txt:29: a road crosses the river at 0505/0604 without a bridge".to_owned(),
        "map.txt:24: no road leads over the bridge at 0502/0602".to_owned(),
    ] {
        assert!(told.iter().any(|doubt| doubt.starts_with(&expected)), "{expected}\n{told:#?}");
    }
    assert!(module_contents(&copy.folder().published().unwrap(), &Art::default()).is_ok());
}

#[test]
fn points_below_nought_have_boxes_too() {
    let copy = Copy::new("track");
    let game = copy.folder().text("game.txt").unwrap();
    copy.put("game.txt", game.clone() + "track balance \"Balance\" boxes=-10-10\n");
    let track = copy.folder().published().unwrap().tracks[1].clone();
    assert_eq!((track.id.as_str(), track.boxes), ("balance", (-10, 10)));
    for wrong in ["-10", "-", "3", "5--5", "1-2-3"] {
        copy.put("game.txt", format!("{game}track balance \"Balance\" boxes={wrong}\n"));
        assert!(copy.folder().published().unwrap_err().contains("game.txt:"), "{wrong}");
    }
}

#[test]
fn scans_may_be_of_any_usual_format_whatever_their_ending_says() {
    let picture = |width, height, format| {
        let grey = image::DynamicImage::ImageRgb8(image::RgbImage::from_pixel(width, height, image::Rgb([90; 3])));
        let mut bytes = std::io::Cursor::new(Vec::new());
        grey.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    };
    let copy = Copy::new("formats");
    copy.put("art/board.JPG", picture(700, 640, image::ImageFormat::Jpeg));
    copy.put("art/board.txt", "scan hex=70.5 first=52,48\n");
    copy.put("art/red-2-1.webp", picture(64, 64, image::ImageFormat::WebP));
    // a TIFF file that somebody called otherwise
    copy.put("art/red-1-0.png", picture(50, 50, image::ImageFormat::Tiff));
    let folder = copy.folder();
    let contents = module_contents(&folder.published().unwrap(), &folder.art().unwrap()).unwrap();
    assert_eq!(contents.board.size, (700, 640));
    for (name, side) in [("red-2-1.png", 64), ("red-1-0.png", 50)] {
        let shown = tiny_skia::Pixmap::decode_png(&contents.images[name]).unwrap();
        assert_eq!((shown.width(), shown.height()), (side, side), "{name}");
        assert!(shown.pixels().iter().all(|pixel| pixel.red() == 90), "{name}");
    }
    copy.put("art/red-2-1.tif", picture(64, 64, image::ImageFormat::Tiff));
    let told = copy.folder().art().unwrap_err();
    assert!(told.contains("red-2-1.webp: expected one picture of that name, found two"), "{told}");
}

#[test]
fn pictures_that_help_nobody_are_told_with_the_remedy() {
    let copy = Copy::new("idle");
    copy.put("art/red-9-0.png", png(60, 60));
    let told = module_contents(&copy.folder().published().unwrap(), &copy.folder().art().unwrap());
    let told = told.map(|_| ()).unwrap_err().to_string();
    assert!(told.contains("art/red-9-0.png takes the place of no drawing"), "{told}");
    copy.put("art/red-9-0.png", b"GIF89a");
    assert!(copy.folder().art().unwrap_err().contains("expected a picture: PNG, JPEG, WebP or TIFF"));
    std::fs::remove_file(copy.0.join("art/red-9-0.png")).unwrap();
    copy.put("art/Red-2-1.png", png(60, 60));
    let told = all_in_use(&copy.folder().published().unwrap(), &copy.folder().art().unwrap()).unwrap_err().to_string();
    assert!(told.ends_with("did you mean red-2-1.png?"), "{told}");
    std::fs::remove_file(copy.0.join("art/Red-2-1.png")).unwrap();
    copy.put("art/board.txt", "scan hex=70.5 first=52,48");
    assert!(copy.folder().art().unwrap_err().contains("expected a picture of the board (board.png) beside board.txt"));
    std::fs::remove_file(copy.0.join("art/board.txt")).unwrap();
    copy.put("art/board.png", png(300, 300));
    let told = copy.folder().art().unwrap_err();
    assert!(
        told.contains("expected board.txt beside the picture of the board, with line `scan 0101="),
        "a scan needs its grid: {told}"
    );
    copy.put("art/board.gif", b"GIF89a");
    let told = copy.folder().art().unwrap_err();
    assert!(told.contains("board.gif: expected pictures (PNG, JPEG, WebP or TIFF)"), "{told}");
}

#[test]
fn texts_and_pictures_that_would_fill_the_memory_are_refused() {
    let copy = Copy::new("bomb");
    copy.put("units.txt", vec![b'#'; (8 << 20) + 1]);
    assert!(copy.folder().published().unwrap_err().contains("expected at most 8 MB"));
    let units = std::fs::read_to_string(example().join("units.txt")).unwrap();
    let more = |n: usize| {
        format!(
            "unit more-{n} \"More\" side=blue symbol=infantry echelon=company steps=1 attack=1 defense=1 movement=1\n"
        )
    };
    copy.put("units.txt", units.clone() + &(0..3_000).map(more).collect::<String>());
    assert_eq!(copy.folder().published().unwrap_err(), "units.txt: expected at most 3000 units, found 3008");
    copy.put("units.txt", units);
    let mut wide = png(4, 4);
    wide[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
    copy.put("art/red-2-0.png", wide);
    let told = copy.folder().art().unwrap_err();
    assert!(told.contains("expected a PNG picture") || told.contains("expected at most"), "{told}");
    copy.put("art/red-2-0.png", png(3_000, 3_000));
    let told = copy.folder().art().unwrap_err();
    assert!(told.contains("red-2-0.png: expected at most 8000000 pixels, found 3000 by 3000"), "{told}");
    // a map may have more
    std::fs::rename(copy.0.join("art/red-2-0.png"), copy.0.join("art/board.png")).unwrap();
    copy.put("art/board.txt", "scan hex=300 first=160,160\n");
    assert!(copy.folder().art().is_ok());
}

#[test]
fn a_key_that_a_marker_cannot_have_is_told_by_name() {
    let copy = Copy::new("keys");
    let game = copy.folder().published().unwrap();
    assert_eq!(game_module::doubts(&game), Vec::<String>::new());
    let text = std::fs::read_to_string(copy.0.join("game.txt")).unwrap();
    let marker = |id: &str, key: &str| format!("marker {id} \"{id}\" sign=Z colour=333333 on=unit key={key}\n");
    copy.put("game.txt", text + &marker("zeal", "D") + &marker("zest", "Z") + &marker("zip", "Z"));
    let told = game_module::doubts(&copy.folder().published().unwrap());
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("game.txt: marker zeal wishes for D, a key that VASSAL"), "{}", told[0]);
    assert!(told[1].starts_with("game.txt: marker zip wishes for Z, the key of another"), "{}", told[1]);
}

#[test]
fn what_the_module_would_be_refused_for_is_told_by_the_check() {
    let copy = Copy::new("refused");
    let text = std::fs::read_to_string(copy.0.join("scenario-dawn.txt")).unwrap();
    copy.put("scenario-dawn.txt", text.replace("marks=dug-in", "marks=ferry"));
    let told = copy.folder().published().unwrap_err();
    assert!(told.contains("scenario-dawn.txt:12: expected a marker that lies on units, found `ferry`"), "{told}");
    copy.put("scenario-dawn.txt", text);
    assert_eq!(game_module::doubts(&copy.folder().published().unwrap()), Vec::<String>::new());
    let units = std::fs::read_to_string(copy.0.join("units.txt")).unwrap();
    copy.put("units.txt", units.replace("1st Guides", "1st Guides\\"));
    let told = game_module::doubts(&copy.folder().published().unwrap());
    assert!(told.len() == 1 && told[0].contains("ends in a backslash"), "{told:?}");
}

#[test]
fn faults_of_a_folder_name_file_and_line() {
    let copy = Copy::new("faults");
    copy.put("scenario-dawn.txt", "scenario dawn \"Dawn\" turns=1-4\nplace red-1 9999\n");
    let told = copy.folder().published().unwrap_err();
    assert!(told.contains("scenario-dawn.txt:2:"), "{told}");
}
