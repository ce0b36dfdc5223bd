//! Charts that are not on the player aid, tracks and keys, what is in the box, and whose work it is.

use super::flow::{Block, Frame};
use super::pieces::pieces;
use super::{Settings, chart, key, track};
use crate::booklet::Booklet;
use artwork::chart::named;
use artwork::drawings::Drawings;
use definitions::{Formation, Provenance, Published};
use std::collections::BTreeMap;

/// The licence of the embedded fonts.
const FONTS: &str = "Set in Barlow Condensed by the Barlow Project Authors, SIL Open Font License 1.1.";

/// All player aids of a game.
pub(super) fn aids(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: charts, tracks and keys", game.title), game.credits.join(" "));
    let size = settings.paper.upright();
    let frame = |what| Frame { title: &game.title, what, size, how: "" };
    let charts = frame("Charts");
    let width = charts.width();
    booklet.pages.extend(charts.packed(chart::charts(game, width, charts.height())));
    let tracks = frame("Tracks and boxes");
    let blocks = track::tracks(drawings, &mut booklet, settings, &tracks);
    booklet.pages.extend(tracks.shelves(blocks));
    let mut keys = key::counters(drawings, &mut booklet, width);
    if !drawings.has_scan() {
        keys.extend(key::map(drawings, settings.theme, &mut booklet, width));
    }
    let last = frame("Key, what to print, and credits");
    keys.extend(credits(drawings, settings, last.column(2)));
    booklet.pages.extend(last.shelves(keys));
    booklet
}

/// What to do with the sheets, whose work they are, what is on them: a block for each.
fn credits(drawings: &Drawings<'_>, settings: &Settings, width: f32) -> Vec<Block> {
    let game = drawings.game;
    let hex = settings.hex();
    let print = [
        "Print at actual size (100 %), not “fit to page”; the bar at the foot of every page must measure 50 mm."
            .to_owned(),
        format!(
            "Counters are {:.3} mm wide, as most printed ones are. Print the counter sheets on both sides, turned over the long \
             edge, or the sheets to fold on one side; glue them on card of 1 to 1.5 mm. Cut along the marks outside the block: \
             first all cuts one way, then the strips.",
            settings.counter
        ),
        format!(
            "Hexes are {hex:.1} mm wide. The sheets of the map overlap by 8 mm: cut off the left and upper margins of a sheet \
             and glue it on the strips of those before and above. Or have the poster printed in one piece."
        ),
        "Charts, tracks and set-up sheets go on plain paper.".to_owned(),
    ];
    let credits = game.credits.iter().cloned().chain([FONTS.to_owned()]).collect();
    let mut parts = vec![("What to print", print.to_vec()), ("Credits", credits), ("Counters", counted(drawings))];
    let (values, tables) = (reconstructed(game), reconstructed_tables(game));
    if !values.is_empty() || !tables.is_empty() {
        let told = "The rulebook does not print these; they are ours. Whoever has the counters or the player aids can \
                    correct them in the game's text files and print again.";
        parts.push(("Reconstructed values", [vec![told.to_owned()], values, tables].concat()));
    }
    let block = |(title, texts): (&str, Vec<String>)| {
        let texts = texts.iter().map(|text| Block::paragraph(text, width));
        Block::column(std::iter::once(Block::heading(title, 5.0, width)).chain(texts).collect())
    };
    parts.into_iter().map(block).collect()
}

/// What is on the counter sheets.
fn counted(drawings: &Drawings<'_>) -> Vec<String> {
    let game = drawings.game;
    let units = &game.units;
    let mut texts = Vec::new();
    for (index, side) in (0u8..).zip(&units.sides) {
        let of_side = || units.units.iter().filter(|unit| unit.side == index);
        let in_formation = |(n, formation): (usize, &Formation)| {
            let count = of_side().filter(|unit| unit.formation.is_some_and(|it| it.index() == n)).count();
            (count > 0).then(|| format!("{} ({count})", formation.name))
        };
        let mut list: Vec<String> = units.formations.iter().enumerate().filter_map(in_formation).collect();
        let alone = of_side().filter(|unit| unit.formation.is_none()).count();
        list.extend((alone > 0).then(|| format!("independent ({alone})")));
        texts.push(format!("{}: {} units: {}.", side.name, of_side().count(), list.join(", ")));
    }
    let mut markers: Vec<(String, usize)> = Vec::new();
    for piece in pieces(drawings).into_iter().filter(|piece| !piece.title.is_empty()) {
        match markers.iter_mut().find(|(title, _)| *title == piece.title) {
            Some((_, count)) => *count += piece.copies,
            None => markers.push((piece.title, piece.copies)),
        }
    }
    let all: usize = markers.iter().map(|(_, count)| count).sum();
    let list: Vec<String> = markers.iter().map(|(title, count)| format!("{count} × {title}")).collect();
    texts.push(format!("{all} markers and chits: {}.", list.join(", ")));
    texts
}

/// What of the units is reconstructed, and how.
fn reconstructed(game: &Published) -> Vec<String> {
    let mut methods: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (_, unit) in game.units.iter() {
        for (name, value) in &unit.values {
            if let Provenance::Reconstructed(method) = &value.provenance {
                *methods.entry(method).or_default().entry(name).or_default() += 1;
            }
        }
    }
    let told = |(method, names): (&&str, &BTreeMap<&str, usize>)| {
        let names: Vec<String> =
            names.iter().map(|(name, count)| format!("{} of {count} units", named(game, name))).collect();
        format!("{}: {method}.", names.join(", "))
    };
    methods.iter().map(told).collect()
}

/// What of the tables is reconstructed, and how.
fn reconstructed_tables(game: &Published) -> Vec<String> {
    let mut methods: Vec<(&str, Vec<&str>)> = Vec::new();
    for table in game.tables.iter() {
        for cell in table.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.text != ".") {
            let Provenance::Reconstructed(method) = &cell.provenance else { continue };
            match methods.iter_mut().find(|(known, _)| known == method) {
                Some((_, titles)) if titles.contains(&table.title.as_str()) => {}
                Some((_, titles)) => titles.push(&table.title),
                None => methods.push((method, vec![&table.title])),
            }
        }
    }
    methods.iter().map(|(method, titles)| format!("{}: {method}.", titles.join(", "))).collect()
}
