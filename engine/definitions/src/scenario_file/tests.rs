//! Scenarios of games other than the first: parts, areas, boxes, markers, departures, grounds in play.

use super::super::{Argument, GameFiles, Phrase, Published, Scenario, Symbol};
use super::Surroundings;

const MAP: &str = "title \"A\"\ngrid flat-top lower=odd columns=4 rows=4 shifted=4 numbering=column-row\norigin s survey\n\
    hex 0101 clear entry=red area=N @s\nhex 0102 clear entry=blue area=N @s\nhex 0103 clear @s\nhex 0104 clear @s\n\
    hex 0201 clear @s\nhex 0202 clear impassable=yes @s\nhex 0203 clear @s\nhex 0204 clear @s\n\
    road 0101-0102 main @s\nroad 0102-0103 main @s\n";
const UNITS: &str = "origin l rulebook \"list\"\norigin g reconstructed \"guess\"\nside red \"Red\" colour=aa0000\n\
    side blue \"Blue\" colour=0000aa\nnation guards \"Guards\" colour=222222\n\
    army north \"North\" colour=00aa00\narmy south \"South\"\nformation n1 \"N 1\" short=N side=red army=north colour=111111\n\
    formation s1 \"S 1\" short=S side=red army=south colour=111111\nband fast colour=ffee00\nface artillery \"[{barrage}]-{defense}\" right=\"{range}\"\nface all \"{weak?[}{attack}{weak?]}-{defense}\" left=\"{steps}\"\n\
    unit a \"A\" side=red symbol=armour echelon=battalion steps=2 attack=5,3@g defense=4,2@g weak=0,1@g traits=fast,elite@g last=infantry@g last-traits=slow @l\n\
    unit b \"B\" side=red symbol=artillery echelon=group steps=1 barrage=6 defense=1 range=9 @l\n\
    unit c \"C\" side=blue symbol=tank-destroyers echelon=task-force steps=1 attack=1 defense=2 @l\n\
    unit d \"D\" side=blue symbol=bicycle echelon=battalion steps=1 attack=1 defense=2 @l\n";
const PART: &str = "part late \"Late\"\norigin l rulebook \"list\"\nbox d \"Eliminated\" @l\n\
    arrive b turn=2 area=N note=\"if it is clear\" marks=tired @l\nleave a turn=3 note=\"sent back\" @l\n";
const SCENARIO: &str = "scenario one \"One\" turns=1-2\nwith late\norigin l rulebook \"list\"\ndate 1 \"A\"\ndate 2 \"B\"\n\
    playing 0101 0203\nmarker blown 0203 @l\nplace a 0103 within=1 lost=1 marks=tired,blown @l\nplace c 0203 @l\n";

fn files() -> GameFiles {
    let game = "game g \"G\"\nstacking 1 by=units\nmarker tired \"Tired\" sign=T colour=aa5500\n\
        marker blown \"Bridge blown\" sign=BB colour=222222\n";
    let names = ["game.txt", "map.txt", "units.txt", "part-late.txt", "scenario-one.txt", "scenario-zone.txt"];
    let texts = [game, MAP, UNITS, PART, SCENARIO, "scenario zone \"Zone\" turns=1-3\n"];
    GameFiles::new(names.map(String::from).into_iter().zip(texts.map(String::from)))
}

fn faults_with(name: &str, text: &str) -> Vec<String> {
    let mut edited = files();
    edited.replace(name, text);
    Published::parse(&edited).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn a_scenario_takes_from_its_parts_what_comes_in_its_turns() {
    let game = Published::parse(&files()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let (one, number) = (&game.scenarios[0], |hex| game.map.grid.number(hex));
    assert_eq!(game.scenarios.len(), 2, "a part is no scenario");
    assert_eq!(one.boxed.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Eliminated"]);
    let arrival = &one.arrivals[0];
    assert_eq!(arrival.hexes.iter().map(|hex| number(*hex)).collect::<Vec<_>>(), ["0101"], "the red hexes of area N");
    assert_eq!((arrival.areas.as_slice(), arrival.note.as_str()), (["N".to_owned()].as_slice(), "if it is clear"));
    assert!(one.departures.is_empty(), "turn 3 is not this scenario's");
    let first = &one.placements[0];
    assert_eq!((first.within, first.steps_lost, first.marks.join(" ")), (1, 1, "tired blown".to_owned()));
    assert_eq!(number(one.markers[0].hex), "0203");
    let playing = game.map.on_map().filter(|hex| one.in_play(&game.map.grid, *hex)).map(number).collect::<Vec<_>>();
    assert_eq!(playing, ["0101", "0102", "0103", "0201", "0202", "0203"]);
}

#[test]
fn a_unit_may_be_another_at_its_last_step_and_objectives_may_be_those_of_the_map() {
    let game = Published::parse(&files()).unwrap();
    let unit = &game.units.units[0];
    let kinds = [0, 1, 2].map(|lost| unit.symbol_after(lost));
    assert_eq!(kinds, [Symbol::Armour, Symbol::Infantry, Symbol::Infantry]);
    assert_eq!(["fast", "slow"].map(|word| unit.is_after(word, 0)), [true, false]);
    assert_eq!(["fast", "slow"].map(|word| unit.is_after(word, 1)), [false, true]);
    let single = faults_with("units.txt", &UNITS.replace("range=9 @l", "range=9 last=infantry @l"));
    assert_eq!(single.len(), 1, "{single:#?}");
    assert!(single[0].contains("expected a unit of several steps for `last=`, found 1"), "{single:#?}");
    let mut marked = files();
    marked.replace("map.txt", &MAP.replace("hex 0103 clear", "hex 0103 clear objective=2"));
    let zone =
        "scenario zone \"Zone\" turns=1-3\norigin l rulebook \"list\"\nobjectives 1 hexes=marked by=holding @l\n";
    marked.replace("scenario-zone.txt", zone);
    let marked = Published::parse(&marked).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let objectives = marked.scenarios.iter().find_map(|scenario| scenario.objectives.as_ref()).unwrap();
    assert_eq!(objectives.hexes.iter().map(|hex| marked.map.grid.number(*hex)).collect::<Vec<_>>(), ["0103"]);
}

#[test]
fn such_a_scenario_reads_back_as_it_was_written() {
    let game = Published::parse(&files()).unwrap();
    let around = Surroundings::from(&game);
    let text = game.scenarios[0].write(&game.map.grid, &game.units);
    assert_eq!(Scenario::parse("scenario-one.txt", &text, &around).as_ref(), Ok(&game.scenarios[0]), "{text}");
    assert_eq!(super::super::Units::parse("units.txt", &game.units.write()), Ok(game.units));
}

#[test]
fn what_stands_on_a_counter_follows_the_line_of_its_symbol() {
    let game = Published::parse(&files()).unwrap();
    let told = |id: &str, lost| {
        let unit = game.units.unit(game.units.find(id).unwrap());
        let face = game.units.face_of(unit).unwrap();
        let [below, left] = [&face.below, &face.left].map(|text| super::super::FaceText::fill(text, unit, lost));
        format!("{below} {left}")
    };
    assert_eq!([told("a", 0), told("a", 1), told("b", 0)], ["5-4 2", "[3]-2 1", "[6]-1 "].map(String::from));
    assert!(game.units.unit(game.units.find("a").unwrap()).is("elite"));
    let without_all = UNITS.replace("face all", "face infantry");
    assert!(faults_with("units.txt", &without_all)[0].contains("no `face` line says what stands on unit `a`"));
}

#[test]
fn an_arrival_may_have_lost_steps_and_conditions_in_declared_words() {
    let mut files = files();
    let words = "kind condition \"When it comes\"\nword condition held \"if {side} holds {hex}\" means=\"was there last\"\n\
        word condition late \"turn {turn} or later\"\n";
    files.replace("words.txt", words);
    let placed = "place a 0103 within=1 lost=1 marks=tired,blown @l";
    let coming = "arrive a turn=2 hexes=0101 lost=1 if=\"if blue holds 0203; turn 2 or later\" @l";
    let text = SCENARIO.replace(placed, coming);
    files.replace("scenario-one.txt", &text);
    let game = Published::parse(&files).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let one = &game.scenarios[0];
    let it = one.arrivals.iter().find(|it| it.steps_lost == 1).unwrap();
    let hex = game.map.grid.find("0203").unwrap();
    let phrase = |word: &str, arguments: Vec<Argument>| Phrase { word: word.to_owned(), arguments };
    let read = [phrase("held", vec![Argument::Side(1), Argument::Hex(hex)]), phrase("late", vec![Argument::Number(2)])];
    assert_eq!((it.conditions.as_slice(), it.note.as_str()), (&read[..], "if blue holds 0203; turn 2 or later"));
    let around = Surroundings::from(&game);
    let written = one.write(&game.map.grid, &game.units);
    assert_eq!(Scenario::parse("scenario-one.txt", &written, &around).as_ref(), Ok(one), "{written}");
    for (from, to, expected) in [
        ("turn 2 or later", "turn 3 or later", "expected a turn from 1 to 2 in `turn {turn} or later`, found `3`"),
        ("lost=1", "lost=2", "expected fewer steps lost than the unit has (2), found 2"),
        ("lost=1", "note=\"as well\"", "expected one of `if=` and `note=`"),
    ] {
        files.replace("scenario-one.txt", &text.replacen(from, to, 1));
        let told: Vec<String> = Published::parse(&files).unwrap_err().iter().map(ToString::to_string).collect();
        assert!(told.len() == 1 && told[0].starts_with("scenario-one.txt:8: "), "{told:?}");
        assert!(told[0].ends_with(expected), "{told:?}");
    }
}

#[test]
fn faults_of_scenarios_name_file_line_and_what_was_expected() {
    let cases = [
        ("with late", "with early", "scenario-one.txt:2: expected a part (late), found `early`"),
        (
            "marks=tired,blown",
            "marks=angry",
            "scenario-one.txt:8: expected a marker that game.txt declares (tired, blown)",
        ),
        ("place c 0203", "place c 0204", "unit `c` starts in hex 0204, which is not in play"),
        ("place c 0203", "place c 0202", "units are put in hex 0202, which nobody may enter"),
        ("place c 0203", "place d 0203", "unit `d` is placed or arrives twice"),
        ("place a 0103 within=1", "place a 0203", "both sides start in hex 0203: a, c"),
        ("place c 0203 @l", "leave c turn=2 @l", "unit `c` leaves but was never there"),
    ];
    for (from, to, expected) in cases {
        let faults = faults_with("scenario-one.txt", &SCENARIO.replace(from, to));
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{to}: {faults:#?}");
    }
    let faults = faults_with("part-late.txt", &PART.replace("leave a turn=3", "leave a turn=33"));
    assert_eq!(faults, ["part-late.txt:5: expected a turn that a scenario has, from 1 to 3, found 33"]);
    let faults = faults_with("part-late.txt", &PART.replace("area=N", "area=Q"));
    assert!(faults[0].contains("part-late.txt:4: expected an entry area of the red side on the map, found `Q`"));
    let mut boxed = files();
    boxed.replace("part-late.txt", &PART.replace("area=N", "box=\"Reserve\""));
    let game = Published::parse(&boxed).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let arrival = &game.scenarios[0].arrivals[0];
    assert_eq!((arrival.boxed.as_str(), arrival.hexes.len()), ("Reserve", 0));
    let faults = faults_with("part-late.txt", &PART.replace("area=N", "area=N hexes=0101"));
    assert!(faults[0].contains("expected one of `hexes=`, `area=` and `box=`"));
    let faults = faults_with("units.txt", &UNITS.replace("traits=fast,elite", "traits=fast,fast"));
    assert!(faults[0].contains("expected each trait once"));
}

#[test]
fn a_fault_is_told_where_it_is_and_not_again_by_those_who_build_on_it() {
    let mut files = files();
    files.replace("part-late.txt", &PART.replace("area=N", "area=Q"));
    files.replace("scenario-two.txt", "scenario two \"Two\" turns=1-2\n\tlike\tone\norigin l rulebook \"list\"\n");
    let told: Vec<String> = Published::parse(&files).unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].starts_with("part-late.txt:4: "), "{told:#?}");
    files.replace("part-late.txt", PART);
    assert_eq!(Published::parse(&files).unwrap().scenarios.len(), 3, "tabs part words as blanks do");
    // like one that is like another, whichever file comes first in the alphabet
    files
        .replace("scenario-before.txt", "scenario before \"Before\" turns=1-2\nlike two\norigin l rulebook \"list\"\n");
    assert_eq!(Published::parse(&files).unwrap().scenarios.len(), 4);
    let text = SCENARIO.replace("origin l rulebook", "origin l rulebok");
    let told = faults_with("scenario-one.txt", &text);
    assert_eq!(told.len(), 1, "an origin with a fault is told once: {told:#?}");
    let told = faults_with("units.txt", &UNITS.replace("face all \"{", "face all \"{{"));
    assert!(told[0].contains("expected each { to be closed by a }"), "{told:#?}");
    let told = faults_with("units.txt", &UNITS.replacen('"', "\u{201c}", 2));
    assert!(told[0].contains("expected straight quotes round a text"), "{told:#?}");
    let told = faults_with("scenario-one.txt", &SCENARIO.replace("marks=tired,blown", "marks=ti\u{1}red"));
    assert!(told[0].contains("found the control character '\\u{1}'"), "{told:#?}");
}

#[test]
fn slips_in_the_names_of_printed_numbers_are_doubted() {
    let doubts = |units: &str| {
        let mut files = files();
        files.replace("units.txt", units);
        let doubts = Published::parse(&files).unwrap().face_doubts(&files);
        doubts.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let usual = doubts(UNITS);
    let told = doubts(&UNITS.replacen("attack=", "atack=", 1));
    let fresh: Vec<&String> = told.iter().filter(|doubt| !usual.contains(doubt)).collect();
    assert!(fresh.iter().any(|it| it.contains("no `face` line speaks of `atack=`; is `attack=` meant?")), "{fresh:#?}");
    assert!(fresh.iter().any(|it| it.contains("speaks of `attack=`, which the unit lacks")), "{fresh:#?}");
    assert!(fresh.iter().all(|it| it.starts_with("units.txt:") && !it.starts_with("units.txt: ")), "{fresh:#?}");
}

#[test]
fn a_counter_has_the_colour_of_its_army_else_of_its_nation_else_of_its_side() {
    let units = format!(
        "{UNITS}unit e \"E\" formation=n1 nation=guards symbol=armour echelon=battalion steps=1 attack=1 defense=1 @l\n\
         unit f \"F\" formation=s1 nation=guards symbol=armour echelon=battalion steps=1 attack=1 defense=1 @l\n"
    );
    let mut edited = files();
    edited.replace("units.txt", &units);
    let game = Published::parse(&edited).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let colour = |id: &str| game.units.own_colour(game.units.unit(game.units.find(id).unwrap()));
    assert_eq!((colour("e"), colour("f"), colour("a")), (Some(0x00aa00), Some(0x222222), None));
    assert_eq!(game.units.bands[0].name, "fast");
    assert_eq!(super::super::Units::parse("units.txt", &game.units.write()), Ok(game.units));
}
