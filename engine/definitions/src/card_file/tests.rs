//! Cards and chits: what their file says, what is wrong in it, and what scenarios deal.

use super::super::{Argument, CardForm, GameFiles, PileKind, Published, Scenario, Units, scenario_file::Surroundings};

const MAP: &str = "title \"A\"\ngrid flat-top lower=odd columns=2 rows=2 shifted=2 numbering=column-row\norigin s survey\n\
    hex 0101 clear @s\nhex 0102 clear @s\nhex 0201 clear @s\nhex 0202 clear @s\nroad 0101-0102 main @s\n";
const UNITS: &str = "origin l rulebook \"list\"\nside red \"Red\" colour=aa0000\nside blue \"Blue\" colour=0000aa\n\
    unit a \"A\" side=red symbol=armour echelon=battalion steps=1 strength=2 quality=3 @l\n";
const CARDS: &str = "origin l rulebook \"3\"\norigin g reconstructed \"guess\"\n\
    deck draw \"Draw pile\" side=red @l\ncup cup \"Cup\" @l\nhand red-hand \"Red's hand\" side=red holds=4 @l\n\
    hand blue-hand \"Blue's hand\" side=blue @l\ndiscard used \"Discards\" side=red into=draw @l\n\
    row played \"Played\" holds=6 @l\n\
    set orders \"Order\" form=card side=red colour=8c1c13 count=4 home=draw discard=used @l\n\
    wording look \"look at a stack\"\n\
    card spies \"Spies\" wording=look set=orders copies=3 number=7 head=\"Night\" corner=3 says=\"draw one\" @g\n\
    card rain \"Rain\" set=orders colour=0000aa @l\n\
    set chits \"Chit\" form=chit colour=444444 count=2 home=cup @l\n\
    card march \"March\" set=chits copies=2 says=\"all move\" other=\"Fight\" other-says=\"all attack\" @l\n";
const SCENARIO: &str = "scenario one \"One\" turns=1-2\norigin l rulebook \"list\"\ndate 1 \"A\"\ndate 2 \"B\"\n\
    place a 0101 @l\ndeal draw turn=1 cards=spies*2,rain @l\ndeal red-hand turn=1 cards=spies @l\n\
    deal cup turn=2 cards=chits note=\"if it is clear\" @l\n";

fn files() -> GameFiles {
    let names = ["game.txt", "map.txt", "units.txt", "cards.txt", "scenario-one.txt"];
    let texts = ["game g \"G\"\n", MAP, UNITS, CARDS, SCENARIO];
    GameFiles::new(names.map(String::from).into_iter().zip(texts.map(String::from)))
}

fn faults_with(name: &str, text: &str) -> Vec<String> {
    let mut edited = files();
    edited.replace(name, text);
    Published::parse(&edited).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn piles_sets_and_cards_are_read_with_all_that_they_say() {
    let game = Published::parse(&files()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let cards = &game.cards;
    let piles: Vec<_> = cards.piles.iter().map(|pile| (pile.id.as_str(), pile.kind, pile.side, pile.holds)).collect();
    assert_eq!(piles[0], ("draw", PileKind::Deck, Some(0), None));
    assert_eq!(piles[2], ("red-hand", PileKind::Hand, Some(0), Some(4)));
    assert_eq!(piles[5], ("played", PileKind::Row, None, Some(6)));
    assert_eq!(cards.pile("used").and_then(|pile| pile.into.as_deref()), Some("draw"));
    let orders = cards.set("orders").unwrap();
    assert_eq!((orders.form, orders.side, orders.count), (CardForm::Card, Some(0), 4));
    assert_eq!((orders.home.as_str(), orders.discard.as_deref()), ("draw", Some("used")));
    let spies = cards.card("spies").unwrap();
    assert_eq!((spies.copies, spies.number, spies.head.as_str(), spies.corner.as_str()), (3, Some(7), "Night", "3"));
    assert_eq!(spies.front.says, ["look at a stack", "draw one"]);
    let march = cards.card("march").unwrap();
    assert_eq!(march.other.as_ref().map(|face| (face.title.as_str(), face.says.len())), Some(("Fight", 1)));
    assert_eq!(cards.of_set("orders").count(), 2);
}

#[test]
fn a_scenario_deals_cards_by_turn_and_a_set_stands_for_all_its_copies() {
    let game = Published::parse(&files()).unwrap();
    let dealt: Vec<_> =
        game.scenarios[0].deals.iter().map(|it| (it.turn, it.pile.as_str(), it.cards.clone())).collect();
    assert_eq!(dealt[0], (1, "draw", vec![("spies".to_owned(), 2), ("rain".to_owned(), 1)]));
    assert_eq!(dealt[2], (2, "cup", vec![("march".to_owned(), 2)]));
    assert_eq!(game.scenarios[0].deals[2].note, "if it is clear");
    let around = Surroundings::from(&game);
    let text = game.scenarios[0].write(&game.map.grid, &game.units);
    assert_eq!(Scenario::parse("scenario-one.txt", &text, &around).as_ref(), Ok(&game.scenarios[0]), "{text}");
}

#[test]
fn every_fault_of_the_cards_is_told_with_its_line() {
    let faults = |line: &str| faults_with("cards.txt", &format!("{CARDS}{line}\n"));
    let long = format!("card long \"Long\" set=orders says=\"{}\" @l", "x".repeat(61));
    let lines = format!("card many \"Many\" set=orders says=\"{}\" @l", ["x"; 10].join(";"));
    for (line, told) in [
        ("pile heap \"Heap\" @l", "expected origin, deck, cup, hand, discard, row, set, wording or card, found `pile`"),
        ("hand open \"Open hand\" @l", "expected `side=`: a hand is seen by one side alone"),
        ("deck other \"Other\" side=green @l", "expected a side (red, blue), found `green`"),
        ("row strip \"Strip\" @l", "expected `holds=`"),
        ("discard away \"Away\" into=nowhere @l", "expected a pile ("),
        ("deck draw \"Draw again\" @l", "`draw` is declared twice"),
        (
            "set more \"More\" form=paper colour=111111 count=1 home=draw @l",
            "expected form (card, chit), found `paper`",
        ),
        ("set more \"More\" form=card colour=111111 count=1 home=heap @l", "found `heap`"),
        ("card loose \"Loose\" set=none @l", "expected a set declared above (orders, chits), found `none`"),
        ("card none \"None\" set=orders copies=0 @l", "expected at least one copy"),
        ("card odd \"Odd\" set=chits wording=none @l", "expected a wording declared above (look), found `none`"),
        ("card half \"Half\" set=chits other-says=\"fight\" @l", "expected `other=`"),
        ("card plain \"Plain\" set=orders", "expected `@`"),
        ("cup second \"Second\" colour=111111 @l", "`cup` knows no `colour=`"),
        (long.as_str(), "expected a line of 1 to 60 letters, found 61"),
        (lines.as_str(), "expected at most 9 lines on a card, found 10"),
    ] {
        let told_of = faults(line);
        let at = "cards.txt:15: ";
        assert!(told_of.iter().any(|fault| fault.starts_with(at) && fault.contains(told)), "{line}: {told_of:?}");
    }
}

#[test]
fn a_set_that_is_not_as_large_as_it_says_is_a_fault_and_so_are_too_many_cards() {
    let few = faults_with("cards.txt", &CARDS.replace("count=4", "count=5"));
    assert_eq!(few, ["cards.txt: expected 5 cards of the set `orders`, found 4"]);
    let flood: String = (0..5).map(|n| format!("card c{n} \"C\" set=orders copies=250 @l\n")).collect();
    let many = faults_with("cards.txt", &(CARDS.replace("count=4", "count=1254") + &flood));
    assert_eq!(many, ["cards.txt: expected at most 1000 cards and 40 piles, found 1256 and 6"]);
}

#[test]
fn deals_that_cannot_be_are_told() {
    let faults = |line: &str| faults_with("scenario-one.txt", &format!("{SCENARIO}{line}\n"));
    for (line, told) in [
        ("deal heap turn=1 cards=rain @l", "scenario-one.txt:9: expected a pile of cards.txt (draw, cup, "),
        ("deal draw turn=2 cards=snow @l", "scenario-one.txt:9: expected a card or set of cards.txt, found `snow`"),
        ("deal draw turn=2 cards=spies*4 @l", "scenario-one.txt:9: expected 1 to 3 of `spies`, found 4"),
        ("deal draw cards=rain @l", "scenario-one.txt:9: expected `turn=`"),
        ("deal draw turn=3 cards=rain @l", "cards are dealt to `draw` in turn 3, outside the scenario"),
        ("deal used turn=1 cards=spies @l", "`spies` is dealt 4 times in turn 1, and there are 3 of it"),
        ("deal blue-hand turn=2 cards=rain @l", "`rain` is dealt into the hand of the other side, `blue-hand`"),
    ] {
        let told_of = faults(line);
        assert!(told_of.iter().any(|fault| fault.contains(told)), "{line}: {told_of:?}");
    }
}

#[test]
fn lines_of_a_card_can_be_ours_where_the_card_is_the_rulebook_s() {
    let game = |says: &str| {
        let mut edited = files();
        edited.replace("cards.txt", &CARDS.replace("card rain \"Rain\"", &format!("card rain \"Rain\" {says}")));
        Published::parse(&edited).unwrap_or_else(|faults| panic!("{faults:#?}"))
    };
    for (says, house) in [("", false), ("says=\"draw two\"", false), ("says=\"draw two\"@g", true)] {
        assert_eq!(game(says).cards.card("rain").unwrap().is_house(), house, "{says}");
    }
    assert!(game("").cards.card("spies").unwrap().is_house(), "the card itself is a guess");
}

#[test]
fn divisions_have_names_that_are_read_in_phrases_and_slips_in_them_are_told_once() {
    let units = format!(
        "{UNITS}division van \"1st Van\"\n\
         unit b \"B.Van\" side=red division=van symbol=armour echelon=battalion steps=1 strength=2 quality=3 @l\n\
         unit c \"C\" side=red division=van symbol=armour echelon=battalion steps=1 strength=2 quality=3 @l\n"
    );
    let parse = |units: &str, says: &str| {
        let mut edited = files();
        edited.replace("units.txt", units);
        edited.replace("words.txt", "kind function \"F\"\nword function stop \"{division|unit} stops on {turn,}\"\n");
        let cards =
            CARDS.replace("home=cup @l", "home=cup lines=function @l").replace("\"all move\"", &format!("\"{says}\""));
        edited.replace("cards.txt", &cards.replace("\"all attack\"", "\"C stops on 1\""));
        Published::parse(&edited).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let game = parse(&units, "1st Van stops on 1, 2").unwrap_or_else(|faults| panic!("{faults:#?}"));
    let march = game.cards.card("march").unwrap();
    assert_eq!(march.front.words[0].arguments[0], Argument::Word("van".to_owned()));
    assert_eq!(march.other.as_ref().unwrap().words[0].arguments[0], Argument::Unit(game.units.find("c").unwrap()));
    assert_eq!(Units::parse("units.txt", &game.units.write()), Ok(game.units));
    for (slip, says, told) in [
        (("division van", "division wan"), "C stops on 1", "units.txt:5: no unit is of the division `wan`"),
        (
            ("division=van", "division=wan"),
            "C stops on 1",
            "units.txt:6: expected a division named by a line `division wan",
        ),
        (("", ""), "1st Wan stops on 1", "cards.txt:14: function: expected a division of units.txt, by its name or id"),
        (("", ""), "1st Van stops on 3", "cards.txt:14: function: expected a turn from 1 to 2"),
    ] {
        let faults = parse(&units.replacen(slip.0, slip.1, 1), says).unwrap_err();
        assert!(faults.len() == 1 && faults[0].starts_with(told), "{slip:?}, {says}: {faults:#?}");
    }
}
