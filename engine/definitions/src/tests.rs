//! The parsers against bad input, with the data of a whole game to change.

use super::scenario_file::Surroundings;
use super::*;
use proptest::prelude::*;

fn autumn_fog() -> GameFiles {
    embedded!(
        "../../assets/games/autumn-fog": "game.txt", "map.txt", "units.txt", "scenario-initial-assault.txt",
        "scenario-entire-battle.txt", "rules.txt", "rulings.txt", "tables.txt",
    )
}

fn game() -> Published {
    Published::parse(&autumn_fog()).unwrap()
}

#[test]
fn a_scenario_can_be_like_another_one_that_begins_on_the_same_turn() {
    let mut files = autumn_fog();
    let name = "scenario-entire-battle.txt";
    let text = files.text(name).unwrap().to_owned();
    for (line, fault) in [
        ("like winter-fog", "expected another scenario of this game (initial-assault), found `winter-fog`"),
        ("like entire-battle", "expected another scenario of this game (initial-assault), found `entire-battle`"),
        ("date 1 \"then\"\nlike initial-assault", "expected `like` right below the line `scenario`"),
    ] {
        files.replace(name, &text.replacen("like initial-assault", line, 1));
        let told: Vec<String> = Published::parse(&files).unwrap_err().iter().map(ToString::to_string).collect();
        assert!(told[0].starts_with(name) && told[0].ends_with(fault), "{told:?}");
    }
}

#[test]
fn a_scenario_that_there_is_not_is_told_with_those_that_there_are() {
    assert_eq!(game().place_of_scenario("entire-battle"), Ok(1));
    let told = "there is no scenario `winter-fog`; there are: initial-assault, entire-battle";
    assert_eq!(game().place_of_scenario("winter-fog"), Err(told.to_owned()));
}

#[test]
fn objectives_need_no_more_hexes_than_they_name() {
    let mut files = autumn_fog();
    let name = "scenario-entire-battle.txt";
    let text = files.text(name).unwrap().replace("objectives 3", "objectives 6");
    files.replace(name, &text);
    let told = Published::parse(&files).unwrap_err()[0].to_string();
    assert!(told.ends_with("expected 1 to 5 to be needed, found 6"), "{told}");
}

#[test]
fn what_is_written_reads_back_the_same() {
    let game = game();
    assert_eq!(Map::parse("map.txt", &game.map.write("a comment")), Ok(game.map.clone()));
    assert_eq!(Units::parse("units.txt", &game.units.write()), Ok(game.units.clone()));
    for scenario in &game.scenarios {
        let text = scenario.write(&game.map.grid, &game.units);
        let around = Surroundings::from(&game);
        assert_eq!(Scenario::parse("scenario.txt", &text, &around).as_ref(), Ok(scenario));
    }
}

#[test]
fn errors_name_file_line_and_what_was_expected_and_come_all_at_once() {
    let text = "title \"A\"\ngrid flat-top lower=odd columns=34 rows=22 shifted=21 numbering=column-row\n\
                origin s survey\nhex 1817 clera @s\nhex 9999 clear @s\nroad 1817-1820 main @s\n\
                side 1817/1818 bridge=yes @t\nhex 1818 clear \"X @s\nhex 1819 clear city colour=red @s\nriver\n\
                hex 0101 clear @s\nhex 0101 clear @s\n";
    let faults = Map::parse("map.txt", text).unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let expected = [
        "map.txt:7: no origin `t` is declared above; expected one of: s",
        "map.txt:8: expected a closing quote",
        "map.txt:4: expected a terrain (clear, rough, woods, forest, marsh), found `clera`",
        "map.txt:5: expected the number of a hex on the map, found `9999`",
        "map.txt:6: expected neighbouring hexes, found `1817-1820`; beside 1817 lie 1816, 1916, 1917, 1818, 1717, 1716",
        "map.txt:9: `hex` knows no `colour=`; expected westwall=, entry=, area=, objective=, edge=, command=, exit=, \
            until=, start=, depot=, jam=, plunger=, impassable=",
        "map.txt:10: expected title, grid, origin, ground, hex, rest, side or road, found `river`",
        "map.txt:12: hex 0101 stands here a second time",
    ];
    assert_eq!(told, expected);
}

#[test]
fn files_that_contradict_each_other_are_told_all_at_once() {
    let name = "scenario-initial-assault.txt";
    // without the scenario that is like this one
    let files = autumn_fog();
    let files = files.iter().filter(|(file, _)| !file.starts_with("scenario-") || *file == name);
    let mut files = GameFiles::new(files.map(|(file, text)| (file.to_owned(), text.to_owned())));
    let text = files.text(name).unwrap().to_owned();
    let text = text.replace("place gutman-2pz 2615", "place gutman-2pz 2515");
    let text = text.replace("place hansen-1ss 3208", "place hansen-1ss 3107");
    let text = text.replace("date 3 \"20-21 December\"\n", "").replace("arrive fbb turn=2", "arrive fbb turn=5");
    files.replace(name, &text);
    let map = files.text("map.txt").unwrap().to_owned();
    files.replace("map.txt", &map.replace("side 2515/2615 river=\"Our\" rank=1", "side 2515/2615"));
    let mut broken = files.clone();
    broken.replace("units.txt", "unit");
    let told = |files: &GameFiles| -> Vec<String> {
        Published::parse(files).unwrap_err().iter().map(ToString::to_string).collect()
    };
    // the tables count the turns of the scenario that is left out
    let mut faults = told(&files);
    faults.retain(|fault| !fault.starts_with("tables.txt:"));
    assert_eq!(
        faults,
        [
            "map.txt:929: the bridge at 2515/2615 crosses no river",
            "scenario-initial-assault.txt:4: expected 3 dates or none, found 2",
            "scenario-initial-assault.txt:19: both sides start in hex 2515: gutman-2pz, 110-28di",
            "scenario-initial-assault.txt:37: 7 steps start in hex 3107, more than the 6 that may stand there",
            "scenario-initial-assault.txt:106: unit `fbb` arrives in turn 5, outside the scenario",
        ]
    );
    assert!(told(&broken).iter().any(|fault| fault.starts_with("units.txt:1: ")));
}

#[test]
fn a_map_may_declare_grounds_of_its_own_and_needs_a_title() {
    let text = "title \"Reef\"\ngrid flat-top lower=odd columns=3 rows=3 shifted=3 numbering=column-row\n\
                origin m rulebook \"mine\"\nground sea \"Sea\" colour=7fa9c4\nhex 0202 rough @m\nrest sea @m\n";
    let map = Map::parse("map.txt", text).unwrap();
    let at = |number: &str| map.hex(map.grid.find(number).unwrap()).terrain;
    assert_eq!((at("0101"), at("0202")), (Terrain::Own(0), Terrain::Rough));
    assert_eq!((map.grounds[0].title.as_str(), map.grounds[0].colour), ("Sea", 0x7f_a9c4));
    assert_eq!(Map::parse("map.txt", &map.write("as written")).as_ref(), Ok(&map));
    for (from, to, told) in [
        ("rest sea", "rest see", "found `see`, nor is it declared above (sea)"),
        ("ground sea \"Sea\"", "ground clear \"Sea\"", "besides those that every map has, found `clear`"),
        ("colour=7fa9c4", "colour=blue", "expected a colour of six hex digits"),
        ("title \"Reef\"\n", "", "map.txt: expected a line `title"),
    ] {
        let faults = Map::parse("map.txt", &text.replace(from, to)).unwrap_err();
        assert!(faults.iter().any(|fault| fault.to_string().contains(told)), "{to}: {faults:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_text_makes_a_parser_panic(cut in 0usize..4000, insert in "[ -~\n\"=@#]{0,12}", at in 0usize..4000) {
        let files = autumn_fog();
        let map = Map::parse("map.txt", files.text("map.txt").unwrap()).unwrap();
        let units = Units::parse("units.txt", files.text("units.txt").unwrap()).unwrap();
        for (name, text) in files.iter() {
            let mut letters: Vec<char> = text.chars().take(4000).collect();
            letters.truncate(cut.max(1));
            let at = at.min(letters.len());
            letters.splice(at..at, insert.chars());
            let text: String = letters.into_iter().collect();
            let _ = Map::parse(name, &text);
            let _ = Units::parse(name, &text);
            let around = Surroundings { map: &map, units: &units, markers: &[], cards: &super::Cards::default(), words: &Words::default() };
            let _ = Scenario::parse(name, &text, &around);
            let mut edited = files.clone();
            edited.replace(name, &text);
            let _ = Published::parse(&edited);
        }
    }
}
