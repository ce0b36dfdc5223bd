use super::*;
use crate::vassal::sample::{sample, with_cards};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Changes a text of the sample's build file and says what is found then.
fn faults_after(from: &str, to: &str) -> Vec<String> {
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    let document = archive.text("buildFile.xml").unwrap().to_owned();
    assert!(document.contains(from), "the sample has no {from:?}");
    archive.insert("buildFile.xml", document.replacen(from, to, 1).into_bytes());
    lint(&archive)
}

fn assert_found(from: &str, to: &str, fault: &str) {
    let found = faults_after(from, to);
    assert!(found.iter().any(|f| f.contains(fault)), "{from:?} to {to:?} found {found:?}");
}

#[test]
fn a_sound_module_has_no_faults() {
    assert_eq!(lint(&sample().archive().unwrap()), Vec::<String>::new());
}

#[test]
fn an_unknown_prototype_is_found() {
    assert_found("prototype;Unit", "prototype;Umit", "there is no prototype Umit");
}

#[test]
fn an_unknown_component_or_trait_is_found() {
    assert_found("module.NotesWindow", "module.NoteWindow", "module.NoteWindow is no component");
    assert_found("delete;Delete", "deleet;Delete", "unknown trait deleet");
}

#[test]
fn a_piece_number_given_twice_is_found() {
    let contents = sample();
    let archive = contents.archive().unwrap();
    let root = Element::parse(archive.text("buildFile.xml").unwrap()).unwrap();
    let gpids: Vec<&str> = all(&root, "PieceSlot").map(|slot| slot.attribute("gpid")).collect();
    let (one, two) = (format!("gpid=\"{}\"", gpids[0]), format!("gpid=\"{}\"", gpids[1]));
    assert_found(&one, &two, "have the same gpid");
    let next = format!("nextPieceSlotId=\"{}\"", root.attribute("nextPieceSlotId"));
    assert_found(&next, "nextPieceSlotId=\"7\"", "is not below nextPieceSlotId 7");
}

#[test]
fn a_picture_that_is_missing_or_broken_is_found() {
    for name in ["board.png", "tank.png", "tank-1.png", "tired.png", "moved.png", "boxes.png"] {
        let contents = sample();
        let mut archive = contents.archive().unwrap();
        archive.insert(format!("images/{name}"), b"<html>".as_slice());
        assert!(lint(&archive).iter().any(|f| f.contains(&format!("{name} is no picture"))), "{name}");
        archive.remove(&format!("images/{name}")).unwrap();
        assert!(lint(&archive).iter().any(|f| f.contains(&format!("{name} is missing"))), "{name}");
    }
}

#[test]
fn boards_set_up_under_another_map_name_are_found() {
    assert_found("ArdennesBoardPicker", "ArdenesBoardPicker", "which leaves it empty");
    assert_found("BoardPicker\tArdennes\t", "BoardPicker\tArdenes\t", "board Ardenes, which is not there");
}

#[test]
fn a_place_off_the_grid_or_the_board_is_found() {
    // modules of other hands set up with stacks at the start
    let before = "<VASSAL.build.module.map.StackMetrics";
    let stack = |board: &str, location: &str| {
        format!(
            "<VASSAL.build.module.map.SetupStack name=\"S\" owningBoard=\"{board}\" useGridLocation=\"true\" \
             location=\"{location}\" x=\"0\" y=\"0\"/>{before}"
        )
    };
    assert_eq!(faults_after(before, &stack("Ardennes", "0203")), Vec::<String>::new());
    assert_found(before, &stack("Ardennes", "02-3"), "no hex of board");
    assert_found(before, &stack("Ardennes", "9903"), "off the board");
    assert_found(before, &stack("Eifel", "0203"), "board Eifel, which is not there");
    let region = |x: i32| {
        let grid = "<VASSAL.build.module.map.boardPicker.board.RegionGrid>";
        let region = "VASSAL.build.module.map.boardPicker.board.Region";
        let end = "</VASSAL.build.module.map.boardPicker.Board>";
        let grid = format!("{grid}<{region} name=\"0105\" originx=\"{x}\" originy=\"9\"/>{}", grid.replace('<', "</"));
        (end, grid + end)
    };
    let (end, inside) = region(620);
    assert_eq!(faults_after(end, &inside), Vec::<String>::new());
    assert_found(end, &region(-222).1, "the region 0105 lies at -222,9, off the board");
    assert_found(end, &region(621).1, "the region 0105 lies at 621,9, off the board");
}

/// Changes a text of the saved game with which the sample begins and says what is found then.
fn faults_in_save(from: &str, to: &str) -> Vec<String> {
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    let mut save = Archive::open(archive.get("Start.vsav").unwrap()).unwrap();
    let text = crate::vassal::saved::revealed(save.get("savedGame").unwrap()).unwrap();
    assert!(text.contains(from), "the save has no {from:?}");
    save.insert("savedGame", text.replacen(from, to, 1).into_bytes());
    archive.insert("Start.vsav", save.zip().unwrap());
    lint(&archive)
}

#[test]
fn what_vassal_drops_from_a_saved_game_is_found() {
    let gpid = sample().gpids().get("gun").unwrap().to_string();
    let cases = [
        ("ArdennesBoardPicker\tArdennes", "ArdenesBoardPicker\tArdennes", "lays no board on the map Ardennes"),
        ("ArdennesBoardPicker\tArdennes", "ArdennesBoardPicker\tEifel", "lays the board Eifel on map Ardennes"),
        ("SETUP_STACK", "SETUP_STACKS", "lacks the command SETUP_STACK"),
        ("stack/Ardennes;", "stack/Eifel;", "a stack lies on the map \"Eifel\""),
        ("+/1002/", "+/1001/", "two pieces have the id 1001"),
        ("1003;1004", "1003;9999", "a stack holds 9999"),
        (&gpid, "77", "is of slot 77, which is not there"),
        ("clone;Clone", "clown;Clone", "unknown trait clown"),
    ];
    assert_eq!(faults_in_save("begin_save", "begin_save"), Vec::<String>::new());
    for (from, to, fault) in cases {
        let found = faults_in_save(from, to);
        assert!(found.iter().any(|f| f.contains(fault)), "{from:?} to {to:?} found {found:?}");
    }
}

#[test]
fn a_fraction_where_vassal_wants_a_whole_number_is_found() {
    let contents = sample();
    let root = Element::parse(contents.archive().unwrap().text("buildFile.xml").unwrap()).unwrap();
    let x0 = all(&root, "HexGrid").next().unwrap().attribute("x0").to_owned();
    assert_found(&format!("x0=\"{x0}\""), "x0=\"45.5\"", "x0=\"45.5\" must be a whole number");
}

#[test]
fn a_layer_of_the_old_version_or_at_a_level_it_lacks_is_found() {
    assert_found(";1;1;true;", ";1;0;true;", "lacks version 1");
    let found = faults_after("tank.png,tank-1.png", "tank.png");
    assert!(found.iter().any(|f| f.contains("more names than levels")), "{found:?}");
}

#[test]
fn a_destination_that_is_not_there_is_found() {
    assert_found(";Z;Eliminated $Side$;", ";Z;Dead $Side$;", "zone Dead $Side$");
    assert_found("Off the map;;0;0", "Valhalla;;0;0", "map Valhalla, which is not there");
}

#[test]
fn two_commands_on_one_key_are_found() {
    assert_found(
        "delete;Delete;68,130",
        "delete;Delete;67,130",
        "the commands Clone and Delete have the same key 67,130",
    );
}

#[test]
fn files_and_data_that_are_missing_are_found() {
    for name in ["help/0.html", "charts/0.html", "moduledata", "buildFile.xml"] {
        let contents = sample();
        let mut archive = contents.archive().unwrap();
        archive.remove(name).unwrap();
        assert!(lint(&archive).iter().any(|f| f.contains(name)), "{name}");
    }
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    let data = archive.text("moduledata").unwrap().replace("3.7.0", "3.4.9").replace(">Sample<", ">Other<");
    archive.insert("moduledata", data.into_bytes());
    let found = lint(&archive);
    assert!(
        found.iter().any(|f| f.contains("below 3.5")) && found.iter().any(|f| f.contains("\"Other\"")),
        "{found:?}"
    );
}

#[test]
fn an_entry_that_leads_out_of_the_module_is_found() {
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    archive.insert("images/../../outside.png", b"x".as_slice());
    assert_eq!(lint(&archive), ["the entry images/../../outside.png leads out of the module"]);
}

#[test]
fn a_type_and_a_state_of_different_depth_are_found() {
    let contents = sample();
    let archive = contents.archive().unwrap();
    let document = archive.text("buildFile.xml").unwrap();
    let slot = document.find("+/null/prototype;Counter").unwrap();
    let text = &document[slot..slot + document[slot..].find('<').unwrap()];
    let shallow = text.rsplit_once('\t').map(|(_, state)| state).unwrap();
    let cut = format!("{}/{shallow}", text.rsplit_once('/').unwrap().0);
    assert_found(text, &cut, "different depth");
}

#[test]
fn no_damage_to_a_module_stops_the_search_for_faults() {
    let contents = sample();
    let archive = contents.archive().unwrap();
    let document = archive.text("buildFile.xml").unwrap();
    let scraps =
        ["", "\t", "\\", "/", ";", "\"", "<", "&", "-2147483648", "99999999999", "NaN", "1e300", "é", "true", ","];
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut next = |below: usize| chance.random_range(0..below);
    for _ in 0..2_000 {
        let mut damaged = document.to_owned();
        for _ in 0..1 + next(3) {
            let from = damaged.floor_char_boundary(next(damaged.len()));
            let to = damaged.ceil_char_boundary((from + next(12)).min(damaged.len()));
            damaged.replace_range(from..to, scraps[next(scraps.len())]);
        }
        let mut archive = archive.clone();
        archive.insert("buildFile.xml", damaged.into_bytes());
        lint(&archive);
    }
}

#[test]
fn decks_that_lead_nowhere_are_found() {
    let found = |from: &str, to: &str| {
        let contents = with_cards();
        let mut archive = contents.archive().unwrap();
        let document = archive.text("buildFile.xml").unwrap().to_owned();
        assert!(document.contains(from), "the sample has no {from:?}");
        archive.insert("buildFile.xml", document.replacen(from, to, 1).into_bytes());
        lint(&archive).join("; ")
    };
    assert_eq!(found("Deck", "Deck"), "", "a sound module has no faults");
    let back = |into: &str| {
        found(
            "reshufflable=\"false\" reshuffleCommand=\"\" reshuffleTarget=\"\"",
            &format!("reshufflable=\"true\" reshuffleCommand=\"Back\" reshuffleTarget=\"{into}\""),
        )
    };
    assert!(back("Dock").contains("the deck Deck goes back into \"Dock\", which is no deck"));
    assert_eq!(back("Used") + &back("$Pile$"), "");
    assert!(found("deckOwners=\"German\"", "deckOwners=\"Garman\"").contains("the deck Deck belongs to Garman"));
    let renamed = found("DrawPile name=\"Used\"", "DrawPile name=\"Deck\"");
    assert!(renamed.contains("two decks are called Deck"), "{renamed}");
    assert!(renamed.contains("set-up Start has the deck Used, which the module does not have"), "{renamed}");
    assert!(found("PlayerHand side=\"German\"", "PlayerHand side=\"Nobody\"").contains("belongs to Nobody"));
}

#[test]
fn a_saved_game_without_a_deck_is_found() {
    let contents = with_cards();
    let mut fewer = contents.clone();
    fewer.piles.pop();
    // its cards lie in the box all the same, but not in a deck
    let mut archive = contents.archive().unwrap();
    archive.insert("Long start.vsav", fewer.save(&contents.setups[1]).unwrap());
    let found = lint(&archive).join("; ");
    assert!(found.contains("set-up Long start lacks the deck Used, so nobody can draw from it"), "{found}");
}

#[test]
fn what_others_do_on_purpose_is_no_fault() {
    for (from, to) in [
        // a command without a menu text is set off by another
        ("delete;Delete;68,130", "delete;;67,130"),
        ("prototype;Unit", "prototype;$Kind$"),
        ("Off the map;;0;0", "$Map$;;0;0"),
        ("fileType=\"archive\"", "fileType=\"resource\""),
        ("ArdennesBoardPicker\tArdennes\t", "ArdennesBoardPicker\tArdennes/rev\t"),
    ] {
        assert_eq!(faults_after(from, to), Vec::<String>::new(), "{from:?} to {to:?}");
    }
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    let document = archive.text("buildFile.xml").unwrap().replace("module.NotesWindow", "mine.Notes");
    archive.insert("buildFile.xml", document.into_bytes());
    assert!(lint(&archive).iter().any(|fault| fault.contains("VASSAL.build.mine.Notes is no component")));
    archive.insert("VASSAL/build/mine/Notes.class", b"\xca\xfe\xba\xbe".as_slice());
    assert_eq!(lint(&archive), Vec::<String>::new(), "a module may bring classes of its own");
}

#[test]
fn a_module_of_old_days_is_read_and_a_build_file_in_another_encoding_is_named() {
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    let document = archive.remove("buildFile.xml").unwrap().into_owned();
    archive.remove("moduledata").unwrap();
    archive.insert("buildFile", document.clone());
    assert_eq!(lint(&archive), Vec::<String>::new());
    archive.insert("buildFile", [document.as_slice(), b"\xe9"].concat());
    assert_eq!(lint(&archive), ["buildFile: expected a text in UTF-8"]);
}

#[test]
fn saved_games_that_swell_are_refused_one_by_one_and_all_together_and_none_is_opened_twice() {
    let mut save = Archive::default();
    save.insert("savedGame", vec![b'0'; 60 << 20]);
    let contents = sample();
    let mut archive = contents.archive().unwrap();
    for file in ["Start.vsav", "Long start.vsav"] {
        archive.insert(file, save.zip().unwrap());
    }
    let found = lint(&archive);
    assert_eq!(found.iter().filter(|fault| fault.contains("expected at most 48 MB unpacked")).count(), 2, "{found:?}");
    let document = archive.text("buildFile.xml").unwrap().to_owned();
    let at = document.find("<VASSAL.build.module.PredefinedSetup").unwrap();
    let setup = &document[at..at + document[at..].find("/>").unwrap() + 2];
    let many: String = (0..6).map(|n| setup.replace("Start.vsav", &format!("more-{n}.vsav"))).collect();
    (0..6).for_each(|n| archive.insert(format!("more-{n}.vsav"), save.zip().unwrap()));
    archive.insert("buildFile.xml", (document[..at].to_owned() + &many + setup + &document[at..]).into_bytes());
    let found = lint(&archive);
    assert_eq!(found.iter().filter(|fault| fault.contains("expected at most")).count(), 4, "{found:?}");
    assert!(found.iter().any(|fault| fault.contains("all saved games unpack to more than 192 MB")), "{found:?}");
}
