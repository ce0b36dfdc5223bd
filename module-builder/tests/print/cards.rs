//! Sheets of cards, and chits among the counters.

use super::{EXACT, card, close, counter, game, games, reading, sides};
use artwork::drawings::Drawings;
use definitions::{CardForm, PileKind, Published};
use module_builder::booklet::Page;
use module_builder::print::{Paper, Part, Settings};

/// The games that have cards, each with how many.
fn with_cards() -> Vec<(Published, usize)> {
    let counted = games().into_iter().filter_map(|game| {
        let sets = game.cards.sets.iter().filter(|set| set.form == CardForm::Card);
        let count: usize = sets.map(|set| usize::from(set.count)).sum();
        (count > 0).then_some((game, count))
    });
    counted.collect()
}

#[test]
fn a_game_without_cards_prints_none() {
    assert_eq!(Part::of(&game()), [&Part::ALL[..], &[Part::PlayerAid]].concat());
    let found = with_cards();
    assert_eq!(
        found.iter().map(|(game, count)| (game.id.as_str(), *count)).collect::<Vec<_>>(),
        [("enemy-action", 71)]
    );
    assert!(Part::of(&found[0].0).ends_with(&[Part::Cards, Part::CardsToFold]));
}

#[test]
fn cards_are_63_by_88_mm_edge_to_edge_and_every_card_is_there_with_its_back() {
    for (game, count) in with_cards() {
        for paper in Paper::ALL {
            let booklet = Part::Cards.booklet(&Drawings::plain(&game), &Settings::new(paper));
            let sheets = reading::sheets(&booklet.pdf());
            let (width, height) = paper.upright();
            assert_eq!(sheets.len() % 2, 0);
            assert_eq!(sheets.iter().map(|sheet| sheet.stamps.len()).sum::<usize>(), 2 * count);
            for pair in sheets.chunks(2) {
                close(pair[0].width, f64::from(width));
                close(pair[0].height, f64::from(height));
                for sheet in pair {
                    for stamp in &sheet.stamps {
                        close(stamp.scale * f64::from(card::CARD.0), 63.0);
                        close(stamp.scale * f64::from(card::CARD.1), 88.0);
                        let (x, y) = stamp.origin;
                        assert!(x > 8.0 && x + 63.0 < sheet.width - 8.0 && y > 12.0 && y + 88.0 < sheet.height - 12.0);
                    }
                    apart(sheet.stamps.iter().map(|stamp| stamp.origin.0), 63.0);
                    apart(sheet.stamps.iter().map(|stamp| stamp.origin.1), 88.0);
                }
                for (front, back) in pair[0].stamps.iter().zip(&pair[1].stamps) {
                    close(pair[0].width - front.origin.0 - 63.0, back.origin.0);
                    close(front.origin.1, back.origin.1);
                }
            }
        }
    }
}

/// Whether corners that differ lie a card apart.
fn apart(corners: impl Iterator<Item = f64>, pitch: f64) {
    let mut corners: Vec<f64> = corners.collect();
    corners.sort_by(f64::total_cmp);
    corners.dedup_by(|a, b| (*a - *b).abs() < EXACT);
    corners.windows(2).for_each(|pair| close(pair[1] - pair[0], pitch));
}

#[test]
fn every_card_s_back_lies_behind_it_when_the_sheet_is_folded() {
    for (game, count) in with_cards() {
        for paper in Paper::ALL {
            let sheets =
                reading::sheets(&Part::CardsToFold.booklet(&Drawings::plain(&game), &Settings::new(paper)).pdf());
            assert_eq!(sheets.iter().map(|sheet| sheet.stamps.len()).sum::<usize>(), 2 * count);
            for sheet in sheets {
                let (fronts, backs) = sheet.stamps.split_at(sheet.stamps.len() / 2);
                for (front, back) in fronts.iter().zip(backs) {
                    assert!(front.origin.0 + 63.0 < sheet.width / 2.0);
                    close(sheet.width - front.origin.0 - 63.0, back.origin.0);
                    close(front.origin.1, back.origin.1);
                }
            }
        }
    }
}

#[test]
fn chits_are_among_the_counters_as_often_as_there_are_copies_with_their_other_side_behind() {
    for game in games().iter().filter(|game| !game.cards.cards.is_empty()) {
        let booklet = Part::Counters.booklet(&Drawings::plain(game), &Settings::new(Paper::A4));
        let sides = sides(&booklet);
        for set in game.cards.sets.iter().filter(|set| set.form == CardForm::Chit) {
            for chit in game.cards.of_set(&set.id) {
                let front = card::front(set, chit, &[]);
                let back = card::other(set, chit).unwrap_or_else(|| card::back(game, set));
                assert_eq!((front.width(), front.height()), (counter::SIZE, counter::SIZE));
                let found = sides.iter().filter(|(one, two)| **one == front && **two == back).count();
                let alike = |it: &&definitions::Card| {
                    it.front == chit.front
                        && it.other == chit.other
                        && it.corner == chit.corner
                        && it.colour == chit.colour
                };
                let copies: usize = game.cards.of_set(&set.id).filter(alike).map(|it| usize::from(it.copies)).sum();
                assert_eq!(found, copies, "{}: {}", game.id, chit.id);
            }
        }
    }
}

#[test]
fn the_play_mat_has_a_place_for_every_pile_that_is_not_held() {
    for (game, _) in with_cards() {
        for paper in Paper::ALL {
            let mat = Part::Mat.booklet(&Drawings::plain(&game), &Settings::new(paper));
            let words: Vec<&str> = mat.pages.iter().flat_map(Page::words).collect();
            for pile in &game.cards.piles {
                let held = pile.kind == PileKind::Hand;
                assert_eq!(words.contains(&pile.title.as_str()), !held, "{}: {}", game.id, pile.title);
            }
        }
    }
}
