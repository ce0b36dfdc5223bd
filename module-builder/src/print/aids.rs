//! Charts, tracks and keys, what is in the box, and whose work it is.

use super::flow::{Block, Frame};
use super::pieces::pieces;
use super::{Settings, chart, key, track};
use crate::drawings::Drawings;
use crate::scene::Booklet;
use engine::definitions::{Provenance, Published};
use std::collections::BTreeMap;

/// The licence of the embedded fonts.
const FONTS: &str = "Set in Barlow Condensed by the Barlow Project Authors, SIL Open Font License 1.1.";

/// All player aids of a game.
pub(super) fn aids(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let mut booklet = Booklet::new(format!("{}: charts, tracks and keys", game.title), game.credits.join(" "));
    let size = settings.paper.upright();
    let frame = |what| Frame { title: &game.title, what, size, how: "" };
    let first = frame("What to print, and credits");
    let width = first.width();
    let charts = chart::charts(game, width, first.height());
    booklet.pages.extend(frame("Charts").shelves(charts));
    booklet.pages.extend(frame("Tracks and boxes").shelves(track::tracks(game, settings, width)));
    let mut keys = key::counters(drawings, &mut booklet, width);
    if !drawings.has_scan() {
        keys.extend(key::map(&game.map, settings.theme, &mut booklet, width));
    }
    booklet.pages.extend(frame("Key").shelves(keys));
    booklet.pages.extend(first.columns(2, credits(drawings, settings, first.column(2))));
    booklet
}

fn credits(drawings: &Drawings<'_>, settings: &Settings, width: f32) -> Vec<Block> {
    let game = drawings.game;
    let mut blocks = vec![Block::heading(&game.title, 7.0, width)];
    blocks.push(Block::heading("What to print", 5.0, width));
    let hex = settings.hex();
    for text in [
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
    ] {
        blocks.push(Block::paragraph(&text, width));
    }
    blocks.push(Block::heading("Credits", 5.0, width));
    blocks.extend(game.credits.iter().map(|credit| Block::paragraph(credit, width)));
    blocks.push(Block::paragraph(FONTS, width));
    blocks.push(Block::heading("Counters", 5.0, width));
    let all = pieces(drawings);
    let units = game.units.units.len();
    let markers: usize = all.iter().skip(units).map(|piece| piece.copies).sum();
    blocks.push(Block::paragraph(&format!("{units} units and {markers} markers:"), width));
    let list: Vec<String> =
        all.iter().skip(units).map(|piece| format!("{} {}", piece.copies, piece.id.replace('-', " "))).collect();
    blocks.push(Block::paragraph(&format!("{}.", list.join(", ")), width));
    let methods = reconstructed(game);
    if !methods.is_empty() {
        blocks.push(Block::heading("Reconstructed values", 5.0, width));
        let told = "The rulebook does not print these; they are ours. Whoever has the counters can correct them in the \
                    game's text files and print again.";
        blocks.push(Block::paragraph(told, width));
        blocks.extend(methods.iter().map(|method| Block::paragraph(method, width)));
    }
    blocks
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
        let names: Vec<String> = names.iter().map(|(name, count)| format!("{name} of {count} units")).collect();
        format!("{}: {method}.", names.join(", "))
    };
    methods.iter().map(told).collect()
}
