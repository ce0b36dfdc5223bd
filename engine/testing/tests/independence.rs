//! The numbers with which programs play games in tests, soaks and benches: a figure of many games rests on as many
//! games only if none of them hangs on another.

use testing::Seeded;

const GAMES: u64 = 1_000;
const DRAWS: usize = 2_000;

/// The first numbers of a stream that are below a bound.
fn drawn(mut stream: Seeded, bound: usize) -> Vec<usize> {
    (0..DRAWS).map(|_| stream.next_below(bound)).collect()
}

/// The first dice and choices of some games, with six faces each.
fn faces() -> Vec<[Vec<usize>; 2]> {
    (0..GAMES).map(|game| Seeded::streams(game).map(|stream| drawn(stream, 6))).collect()
}

/// Chi square of the table of pairs of faces, one from each list, the second so many places later (or before): 25
/// degrees of freedom.
fn chi_square<'a>(lists: impl Iterator<Item = [&'a Vec<usize>; 2]>, later: isize) -> f64 {
    let (mut counts, mut pairs) = ([[0f64; 6]; 6], 0f64);
    for [one, other] in lists {
        for (place, face) in one.iter().enumerate() {
            let Some(with) = place.checked_add_signed(later).and_then(|place| other.get(place)) else { continue };
            counts[*face][*with] += 1.0;
            pairs += 1.0;
        }
    }
    let expected = pairs / 36.0;
    counts.iter().flatten().map(|count| (count - expected).powi(2) / expected).sum()
}

/// What chi square with 25 degrees of freedom exceeds once in a hundred thousand tables.
const UNLIKELY: f64 = 67.6;

#[test]
fn a_thousand_games_share_no_number_of_their_dice_and_choices() {
    let streams = (0..GAMES).flat_map(Seeded::streams::<2>);
    let mut numbers: Vec<usize> = streams.flat_map(|stream| drawn(stream, usize::MAX)).collect();
    // four million numbers of 64 bits: two that are equal are expected once in two million such lists
    assert_eq!(numbers.len(), 4_000_000);
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 4_000_000);
}

#[test]
fn the_dice_of_a_game_tell_nothing_of_its_choices() {
    let faces = faces();
    for later in -5..=5 {
        let chi_square = chi_square(faces.iter().map(|[dice, choices]| [dice, choices]), later);
        assert!(chi_square < UNLIKELY, "{later} later: chi square {chi_square}");
    }
}

#[test]
fn the_dice_of_a_game_tell_nothing_of_the_dice_of_the_next_ones() {
    let faces = faces();
    for (apart, later) in (1..=3).flat_map(|apart| (-5..=5).map(move |later| (apart, later))) {
        let chi_square =
            chi_square(faces.iter().zip(&faces[apart..]).map(|([one, _], [other, _])| [one, other]), later);
        assert!(chi_square < UNLIKELY, "{apart} games apart, {later} later: chi square {chi_square}");
    }
}

#[test]
fn a_game_has_the_same_dice_whenever_it_is_played_and_whatever_else_is_drawn_beside_them() {
    let dice = |stream: Seeded| drawn(stream, 6);
    let ([one], [two, _], [three, _, _]) = (Seeded::streams(7), Seeded::streams(7), Seeded::streams(7));
    let [one, two, three] = [one, two, three].map(dice);
    assert_eq!(one, two);
    assert_eq!(one, three);
    // the games of every figure that is told are these: another generator plays others
    assert_eq!(one[..12], [0, 0, 1, 1, 1, 4, 0, 4, 0, 3, 4, 2]);
}
