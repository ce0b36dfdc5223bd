//! The report of a game that was played: every turn with its board, every line, nothing beside the paper.

use super::{game, reading};
use artwork::annals::{Annals, Turn};
use definitions::hex::HexId;
use definitions::{Arrow, Counter, FoughtOut, Place, Position, Published, TrackValue};
use module_builder::booklet::{Booklet, Layer};
use module_builder::print::{Paper, report};

/// The set-up of a scenario as a position, with an arrow and a combat.
fn position(game: &Published) -> Position {
    let scenario = &game.scenarios[0];
    let counters = scenario.placements.iter().map(|placed| Counter {
        unit: Some(placed.unit),
        side: game.units.units[placed.unit.index()].side,
        place: Place::Hex(placed.hex),
        steps_lost: 0,
        statuses: Vec::new(),
    });
    let counters: Vec<Counter> = counters.collect();
    let at: Vec<HexId> =
        counters.iter().filter_map(|it| if let Place::Hex(hex) = it.place { Some(hex) } else { None }).collect();
    let mut combat = FoughtOut::at(at[1], "DR".to_owned());
    combat.lose(1, 1, 2);
    Position {
        caption: "Turn 1 · the morning".to_owned(),
        arrows: vec![Arrow::Attack(at[0], at[1])],
        combats: vec![combat],
        tracks: game.tracks.iter().map(|track| TrackValue { track: track.id.clone(), value: 3 }).collect(),
        counters,
        ..Position::default()
    }
}

fn annals(game: &Published, lines: usize) -> Annals {
    let turn = |nth: usize| Turn {
        title: format!("Turn {nth}"),
        lines: (0..lines)
            .map(|line| format!("Line{nth}x{line}: `Peiper` goes on, as far as the road and the fuel let him."))
            .collect(),
        position: position(game),
    };
    Annals {
        report_of_game: 12,
        title: game.title.clone(),
        scenario: game.scenarios[0].title.clone(),
        known_to: "both sides".to_owned(),
        outcome: Some("the bridge was taken".to_owned()),
        turns: (1..=3).map(turn).collect(),
        packed: String::new(),
    }
}

fn words(booklet: &Booklet) -> String {
    booklet.pages.iter().flat_map(|page| page.words()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_report_has_every_turn_with_its_board_and_every_line() {
    let game = game();
    for (paper, lines) in [(Paper::A4, 4), (Paper::A4, 160), (Paper::Letter, 40)] {
        let annals = annals(&game, lines);
        let booklet = report(&annals, &game, paper);
        let all = words(&booklet);
        for nth in 1..=3 {
            assert!((0..lines).all(|line| all.contains(&format!("Line{nth}x{line}:"))), "{paper:?} {lines}");
        }
        assert!(all.contains("It ended so: the bridge was taken."), "{all}");
        assert!(all.contains("1 unit, 2 steps") && !all.contains('`'), "losses, and no marks of code");
        let boards = booklet.pages.iter().flat_map(|page| &page.layers);
        let boards = boards.filter(|layer| matches!(layer, Layer::Drawn(artwork::scene::Element::Bitmap(_))));
        assert_eq!(boards.count(), 3);
        assert!(booklet.pages.len() >= 3 && (lines < 100 || booklet.pages.len() > 6), "{}", booklet.pages.len());
        let last = format!("Page {0} of {0}", booklet.pages.len());
        assert!(all.contains(&last), "{last}");
    }
}

#[test]
fn a_report_reads_back_as_a_pdf_of_its_paper_and_is_the_same_twice() {
    let game = game();
    let annals = annals(&game, 30);
    let pdf = report(&annals, &game, Paper::A4).pdf();
    assert_eq!(pdf, report(&annals, &game, Paper::A4).pdf());
    let sheets = reading::sheets(&pdf);
    assert_eq!(sheets.len(), report(&annals, &game, Paper::A4).pages.len());
}

#[test]
fn what_holds_no_game_is_told_and_what_holds_one_is_read() {
    let files = module_builder::game_folder::GameFolder::find(&super::assets(), "autumn-fog").unwrap().files().unwrap();
    let whole = Annals { packed: files.pack(), ..annals(&game(), 1) };
    assert_eq!(whole.published().unwrap().title, game().title);
    for packed in [String::new(), "nonsense".to_owned(), whole.packed[..whole.packed.len() / 2].to_owned()] {
        let broken = Annals { packed, ..whole.clone() };
        assert!(broken.published().unwrap_err().starts_with("the data of the game"));
    }
}
