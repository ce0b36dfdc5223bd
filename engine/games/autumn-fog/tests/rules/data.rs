//! The data of the game against the rulebook's lists: set-up, reinforcements, counters.

use crate::place::GAME;
use definitions::{Arrival, Echelon, Provenance, Published, Symbol, Unit};
use std::collections::{BTreeMap, BTreeSet};

fn game() -> &'static Published {
    &GAME.published
}

/// The set-up list: counters, and the hexes that the list gives them together.
const SET_UP: [(&str, &str); 40] = [
    ("hq-v", "2501"),
    ("102-cav 395-99di", "2803"),
    ("9-di", "2901"),
    ("393-99di", "3006"),
    ("394-99di", "3007"),
    ("2-di", "3005"),
    ("ccb-9db", "2706"),
    ("hq-viii", "1817"),
    ("14-cav", "3008"),
    ("109-28di", "2719"),
    ("110-28di", "2515"),
    ("112-28di", "2712"),
    ("422-106di 423-106di", "2910"),
    ("424-106di", "2812"),
    ("cca-9db", "2920"),
    ("ccr-9db", "2215"),
    ("det-4di", "3121"),
    ("hq-xlvii-pz", "3015"),
    ("bohm-2pz cochenhausen-2pz gutman-2pz", "2615 2715"),
    ("fallois-lehr hauser-lehr poshinger-lehr", "2815 2915"),
    ("26-vg", "2616"),
    ("hq-lviii-pz", "3113"),
    ("16-116pz 60-116pz 156-116pz", "2813 2912"),
    ("560-vg", "2713"),
    ("hq-lxvi", "3111"),
    ("18-vg", "3010"),
    ("62-vg", "2911"),
    ("hq-i-ss-pz", "3308"),
    ("sandig-1ss hansen-1ss", "3208"),
    ("peiper-1ss", "3207"),
    ("krause-12ss muller-12ss", "3206"),
    ("kulman-12ss", "3205"),
    ("3-fj", "3107"),
    ("12-vg", "3106"),
    ("277-vg", "3105"),
    ("hq-lxvii", "3102"),
    ("272-vg", "3002"),
    ("326-vg", "2903"),
    ("hq-lxxx", "3118"),
    ("hq-lxxxv", "2914"),
];
const SET_UP_SOUTH: [(&str, &str); 4] = [("212-vg", "3221"), ("276-vg", "3020"), ("352-vg", "2819"), ("5-fj", "2717")];

/// The reinforcement lists of turns 1 to 3: turn, counters, entry hexes, trucks.
const ARRIVALS: [(u8, &str, &str, bool); 21] = [
    (1, "hq-xviii-abn", "2101", false),
    (1, "1-di", "2501", true),
    (1, "cca-7db ccb-7db ccr-7db", "2501 2101", false),
    (1, "hq-xii", "2521", false),
    (1, "ccb-10db", "2022", false),
    (2, "hq-vii", "2101", false),
    (2, "30-di", "2501 2101", true),
    (2, "82-abn", "0116", true),
    (2, "cca-3db ccb-3db ccr-3db", "2101", false),
    (2, "101-abn", "0116", true),
    (2, "cca-10db", "2521", false),
    (2, "ccr-10db", "2921", false),
    (2, "hq-ii-ss-pz", "3407", false),
    (2, "krag-2ss wisliceny-2ss weidinger-2ss", "3407", false),
    (2, "9-9ss 19-9ss 20-9ss", "3407", false),
    (2, "fbb", "3411", false),
    (2, "8-3pg 29-3pg", "3403", false),
    (3, "84-di", "0105", true),
    (3, "5-di", "3022", false),
    (3, "29-bb", "0105", false),
    (3, "79-vg", "3417", false),
];

#[test]
fn the_set_up_is_that_of_the_list() {
    let game = game();
    let scenario = game.scenario("initial-assault").unwrap();
    let mut at: BTreeMap<&str, String> = BTreeMap::new();
    for it in &scenario.placements {
        at.insert(&game.units.unit(it.unit).id, game.map.grid.number(it.hex));
    }
    for (units, hexes) in SET_UP.iter().chain(&SET_UP_SOUTH) {
        let placed: BTreeSet<String> = units.split(' ').map(|unit| at.remove(unit).unwrap_or_default()).collect();
        let stated: BTreeSet<String> = hexes.split(' ').map(str::to_owned).collect();
        assert_eq!(placed, stated, "{units}");
    }
    assert!(at.is_empty(), "not in the list: {at:?}");
    let improved: BTreeSet<&str> =
        scenario.placements.iter().filter(|it| it.improved).map(|it| game.units.unit(it.unit).id.as_str()).collect();
    let stated = "102-cav 393-99di 394-99di 395-99di 2-di 109-28di 110-28di 112-28di";
    assert_eq!(improved, stated.split(' ').collect());
}

#[test]
fn the_reinforcements_are_those_of_the_lists() {
    let game = game();
    let scenario = game.scenario("initial-assault").unwrap();
    let mut found: BTreeMap<&str, &Arrival> =
        scenario.arrivals.iter().map(|it| (game.units.unit(it.unit).id.as_str(), it)).collect();
    for (turn, units, hexes, trucks) in ARRIVALS {
        for unit in units.split(' ') {
            let it = found.remove(unit).unwrap_or_else(|| panic!("{unit} does not arrive"));
            let at: Vec<String> = it.hexes.iter().map(|hex| game.map.grid.number(*hex)).collect();
            assert_eq!((it.turn, at.join(" ").as_str(), it.trucks), (turn, hexes, trucks), "{unit}");
        }
    }
    assert!(found.is_empty(), "not in the lists: {:?}", found.keys());
}

/// Units that arrive in The Entire Battle only: turn, units, hexes, whether by truck.
const LATER: [(u8, &str, &str, bool); 18] = [
    (4, "75-di", "2101", true),
    (4, "cca-2db ccb-2db ccr-2db", "1301", false),
    (4, "hq-iii cca-4db ccb-4db ccr-4db", "2022", false),
    (4, "26-di", "2521", true),
    (4, "80-di", "2521", false),
    (4, "33-9pz 10-9pz 11-9pz 104-15pg 115-15pg", "3413", false),
    (4, "hq-liii fgb", "3417", false),
    (5, "hq-xxx 53-di 33-bb", "0105", false),
    (5, "167-vg", "3411", false),
    (6, "6-abn 34-bb", "0105", false),
    (6, "83-di", "0105", true),
    (6, "17-abn", "1321 0921", true),
    (6, "35-di", "2022", true),
    (6, "9-vg 340-vg", "3417", false),
    (7, "246-vg", "3403", false),
    (8, "cca-11db ccb-11db ccr-11db", "1321 0921", false),
    (8, "87-di", "0921", true),
    (8, "cca-6db ccb-6db ccr-6db", "2022", false),
];

#[test]
fn the_entire_battle_adds_the_arrivals_of_the_later_turns_to_the_assault() {
    let game = game();
    let (short, long) = (game.scenario("initial-assault").unwrap(), game.scenario("entire-battle").unwrap());
    assert_eq!((&short.placements, long.turns), (&long.placements, (1, 8)));
    assert_eq!(long.arrivals[..short.arrivals.len()], short.arrivals);
    assert_eq!(long.grants[..short.grants.len()], short.grants);
    let mut found: BTreeMap<&str, &Arrival> =
        long.arrivals[short.arrivals.len()..].iter().map(|it| (game.units.unit(it.unit).id.as_str(), it)).collect();
    for (turn, units, hexes, trucks) in LATER {
        for unit in units.split(' ') {
            let it = found.remove(unit).unwrap_or_else(|| panic!("{unit} does not arrive"));
            let at: Vec<String> = it.hexes.iter().map(|hex| game.map.grid.number(*hex)).collect();
            assert_eq!((it.turn, at.join(" ").as_str(), it.trucks), (turn, hexes, trucks), "{unit}");
        }
    }
    assert!(found.is_empty(), "not in the lists: {:?}", found.keys());
    let later = long.grants[short.grants.len()..].iter();
    let grants: Vec<_> = later.map(|it| (it.turn, it.pool.as_str(), it.kind.as_str(), it.count)).collect();
    let expected = [(4, "1us", 2), (4, "3us", 2), (4, "xxx", 1), (6, "xxx", 1)];
    assert_eq!(grants, expected.map(|(turn, pool, count)| (turn, pool, "artillery", count)));
}

#[test]
fn every_counter_of_the_lists_exists_and_every_headquarters_has_its_ratings() {
    let game = game();
    let count = |symbol| game.units.units.iter().filter(|unit| unit.symbol == symbol).count();
    assert_eq!(count(Symbol::Headquarters), game.units.formations.len(), "one for each formation");
    let of = |side: &str| {
        let units = game.units.units.iter();
        units
            .filter(|unit| game.units.sides[usize::from(unit.side)].id == side && unit.symbol != Symbol::Headquarters)
            .filter(|unit| !unit.values.contains_key("detachment"))
            .count()
    };
    // 16 VG and 2 FJ divisions, 2 brigades, 8 panzer divisions of 3 counters, 2 panzergrenadier divisions of 2
    assert_eq!(of("german"), 16 + 2 + 2 + 8 * 3 + 2 * 2);
    // 17 divisions, 9 regiments, 2 cavalry groups, 1 detachment, 8 armoured divisions of 3 commands, 3 brigades
    assert_eq!(of("allied"), 17 + 9 + 2 + 1 + 8 * 3 + 3);
    for unit in &game.units.units {
        let has = |key: &str| unit.values.contains_key(key);
        let hq = unit.symbol == Symbol::Headquarters;
        assert!(has("strength") && has("quality"), "{}", unit.id);
        for key in ["support", "c3i", "detachments"] {
            assert_eq!(has(key), hq, "{} {key}", unit.id);
        }
    }
}

#[test]
fn strengths_and_steps_keep_what_the_rules_say_of_them() {
    let units = &game().units;
    for unit in &units.units {
        let (strength, quality) = (&unit.values["strength"], unit.values["quality"].after(0));
        if unit.symbol == Symbol::Headquarters {
            // 1.3
            assert_eq!((unit.steps, strength.after(0), quality), (1, 1, 4), "{}", unit.id);
            assert!((1..=4).contains(&unit.values["support"].after(0)), "{}", unit.id);
            assert!((1..=3).contains(&unit.values["c3i"].after(0)), "{}", unit.id);
            continue;
        }
        // 1.2: each step loss means three points; no counter has more than four steps
        for lost in 0..unit.steps {
            assert_eq!(strength.after(lost), 3 * i16::from(unit.steps - lost), "{}", unit.id);
        }
        assert!((1..=4).contains(&unit.steps) && (3..=5).contains(&quality), "{}", unit.id);
        assert!(matches!(strength.provenance, Provenance::Reconstructed(_)), "{}", unit.id);
        // 9.5 knows independent units of quality 4 and 5 only
        assert!(unit.formation.is_some() || quality >= 4, "{}", unit.id);
        // 1.2: regiments have one step; 18: an Allied division has four, a detachment may have two
        match unit.echelon {
            // 1.2: a German detachment has one step; 18: an Allied one may have two
            Echelon::Regiment if unit.values.contains_key("detachment") => {
                assert_eq!(unit.steps, if unit.nation == "german" { 1 } else { 2 }, "{}", unit.id);
            }
            Echelon::Regiment if unit.id != "det-4di" => assert_eq!(unit.steps, 1, "{}", unit.id),
            Echelon::Division if unit.nation != "german" => assert_eq!(unit.steps, 4, "{}", unit.id),
            _ => {}
        }
    }
}

#[test]
fn every_corps_has_as_many_detachment_counters_as_its_headquarters_says() {
    let units = &game().units;
    for (_, hq) in units.iter().filter(|(_, unit)| unit.symbol == Symbol::Headquarters) {
        let own = units.units.iter().filter(|unit| unit.formation == hq.formation);
        let numbers: Vec<i16> = own.filter_map(|unit| unit.values.get("detachment")).map(|it| it.after(0)).collect();
        assert_eq!(numbers, (1..=hq.values["detachments"].after(0)).collect::<Vec<_>>(), "{}", hq.id);
    }
}

/// So that a change of one counter shows.
#[test]
fn the_sums_of_steps_by_formation_are_these() {
    let units = &game().units;
    let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
    let fights = |unit: &&Unit| unit.symbol != Symbol::Headquarters && !unit.values.contains_key("detachment");
    for unit in units.units.iter().filter(fights) {
        let side = units.sides[usize::from(unit.side)].id.as_str();
        let of = unit.formation.map_or(side, |formation| units.formation(formation).id.as_str());
        *sums.entry(of).or_default() += u32::from(unit.steps);
    }
    let expected = [
        ("allied", 3),
        ("german", 10),
        ("i-ss-pz", 26),
        ("ii-ss-pz", 13),
        ("iii", 22),
        ("liii", 9),
        ("lviii-pz", 9),
        ("lxvi", 10),
        ("lxvii", 15),
        ("lxxx", 7),
        ("lxxxv", 10),
        ("v", 16),
        ("vii", 25),
        ("viii", 28),
        ("xii", 9),
        ("xlvii-pz", 19),
        ("xviii-abn", 16),
        ("xxx", 14),
    ];
    assert_eq!(sums.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn german_support_ratings_hold_about_the_markers_that_each_army_starts_with() {
    let game = game();
    let scenario = game.scenario("initial-assault").unwrap();
    for army in ["5pz", "6pz", "7"] {
        let markers: i16 =
            scenario.grants.iter().filter(|it| it.pool == army && it.turn == 1).map(|it| i16::from(it.count)).sum();
        let ratings: i16 = scenario
            .placements
            .iter()
            .map(|it| game.units.unit(it.unit))
            .filter(|unit| unit.symbol == Symbol::Headquarters)
            .filter(|unit| unit.formation.is_some_and(|it| game.units.formation(it).army == army))
            .map(|unit| unit.values["support"].after(0))
            .sum();
        assert!((markers - ratings).abs() <= 2, "{army}: {markers} markers, ratings of {ratings}");
    }
}

#[test]
fn colours_of_formations_of_one_side_differ_to_a_colour_blind_eye_too() {
    let units = &game().units;
    let channels = |colour: u32| [16, 8, 0].map(|shift| f64::from((colour >> shift) & 255));
    // deuteranopia after Viénot, Brettel and Mollon (1999), on gamma-coded values: near enough for a distance
    let deutan = |[r, g, b]: [f64; 3]| {
        let yellow = 0.29275 * r + 0.70725 * g;
        [yellow, yellow, -0.02234 * r + 0.02234 * g + b]
    };
    let far = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    for (i, a) in units.formations.iter().enumerate() {
        for b in units.formations[..i].iter().filter(|b| b.side == a.side) {
            let (one, two) = (channels(a.colour), channels(b.colour));
            assert!(far(one, two) > 50.0, "{} and {}", a.id, b.id);
            assert!(far(deutan(one), deutan(two)) > 24.0, "{} and {}", a.id, b.id);
        }
    }
}
