//! What lies beside and between hexes: markers on hexsides and in boxes, piles, hands and tracks.

use crate::{colour_at, decoded, sample};
use artwork::Picture;
use definitions::{LaidMarker, LaidPile, Place, Position, Published, SeenCard, TrackValue};

fn pile(pile: &str, cards: Vec<SeenCard>) -> LaidPile {
    LaidPile { pile: pile.to_owned(), cards }
}

fn back(set: &str) -> SeenCard {
    SeenCard::Back(set.to_owned())
}

fn face(card: &str) -> SeenCard {
    SeenCard::Face(card.to_owned())
}

fn of_piles(piles: Vec<LaidPile>) -> Position {
    Position { piles, ..Position::default() }
}

#[test]
fn a_marker_on_a_hexside_is_seen_there_and_not_in_the_hexes() {
    let game = sample::game();
    let picture = Picture::new(&game).whole(1400);
    let hexes = ["0504", "0505"].map(|number| game.map.grid.find(number).unwrap());
    let [one, other] = hexes.map(|hex| picture.hex_centre(hex).unwrap());
    let middle = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0 - 9.0);
    let between = |one, other| Position {
        markers: vec![LaidMarker { kind: "bridge".to_owned(), place: Place::Hexside(one, other) }],
        ..Position::default()
    };
    let (bare, laid) = (picture.png(&Position::default()), picture.png(&between(hexes[0], hexes[1])));
    assert_ne!(colour_at(&bare, middle), colour_at(&laid, middle));
    for centre in [one, other] {
        assert_eq!(colour_at(&bare, centre), colour_at(&laid, centre));
    }
    assert!(laid == picture.png(&between(hexes[1], hexes[0])), "a hexside has two hexes and one place");
}

#[test]
fn what_lies_in_a_box_is_drawn_below_the_map_and_the_map_stays() {
    let game = sample::game();
    let picture = Picture::new(&game).whole(700);
    let boxed = LaidMarker { kind: "roadblock".to_owned(), place: Place::Box("Eliminated".to_owned()) };
    let marker = Position { markers: vec![boxed], ..Position::default() };
    let [(_, high, bare), (_, higher, laid)] = [Position::default(), marker].map(|it| decoded(&picture.png(&it)));
    assert!(higher > high);
    let map = 46 * 700..(high as usize * 700);
    assert!(bare[map.clone()] == laid[map]);
}

#[test]
fn every_pile_hand_and_track_is_seen_below_the_map() {
    let game = sample::game();
    let whole = sample::position(&game, 0);
    let picture = |position: &Position| Picture::new(&game).whole(700).png(position);
    let shown = picture(&whole);
    for n in 0..whole.piles.len() {
        let mut less = whole.clone();
        less.piles[n].cards.pop();
        assert!(shown != picture(&less), "{}", whole.piles[n].pile);
    }
    let mut less = whole.clone();
    less.tracks = vec![TrackValue { track: "victory".to_owned(), value: 4 }];
    assert!(shown != picture(&less));
}

#[test]
fn of_a_pile_only_the_top_and_the_number_are_drawn_and_of_backs_no_order() {
    let game = sample::game();
    let picture = |position: &Position| Picture::new(&game).whole(700).png(position);
    let discard = |cards: [&str; 2]| of_piles(vec![pile("discard", cards.map(face).to_vec())]);
    assert!(picture(&discard(["fuel", "xlvii"])) == picture(&discard(["kampfgruppe", "xlvii"])));
    assert!(picture(&discard(["fuel", "xlvii"])) != picture(&discard(["xlvii", "fuel"])));
    let deck = |top: &str| of_piles(vec![pile("deck", vec![back("orders"), back(top)])]);
    assert!(picture(&deck("orders")) != picture(&deck("events")), "the back of the top is seen");
}

#[test]
fn a_cup_has_no_top_and_shows_each_kind_with_its_number() {
    let game = sample::game();
    let picture = |cards: &[&str]| {
        let laid = pile("cup", cards.iter().copied().map(face).collect());
        Picture::new(&game).whole(700).png(&of_piles(vec![laid]))
    };
    assert!(picture(&["fuel", "xlvii", "fuel"]) == picture(&["fuel", "fuel", "xlvii"]));
    assert!(picture(&["fuel", "xlvii", "xlvii"]) != picture(&["fuel", "fuel", "xlvii"]));
}

#[test]
fn a_pile_in_which_nothing_lies_takes_no_room() {
    let game = sample::game();
    let picture = |piles| Picture::new(&game).whole(700).png(&of_piles(piles));
    assert!(picture(vec![pile("discard", Vec::new())]) == picture(Vec::new()));
}

#[test]
fn a_hand_of_more_cards_than_fit_beside_each_other_goes_on_below() {
    let game = sample::game();
    let height = |cards: usize| {
        let hand = of_piles(vec![pile("german-hand", vec![face("xlvii"); cards])]);
        decoded(&Picture::new(&game).whole(1400).png(&hand)).1
    };
    assert_eq!(height(3), height(6));
    assert!(height(12) > height(6) + 150);
}

#[test]
fn a_position_of_piles_alone_needs_no_map_marker_or_unit() {
    let game = Published { units: definitions::Units::default(), markers: Vec::new(), ..sample::game() };
    let hand = of_piles(vec![pile("american-hand", vec![back("events"); 2])]);
    assert!(Picture::new(&game).whole(700).png(&hand) != Picture::new(&game).whole(700).png(&Position::default()));
}
