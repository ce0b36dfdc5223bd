//! Tables and help as HTML, in what Swing's reader understands.

use super::rules;
use crate::card;
use crate::chart::{self, Chart, named};
use crate::vassal::{CARD_KEYS, ChartWindow, Key, ModuleContents, PALETTE, UNIT_KEYS};
use definitions::{Hurt, Look, PrintedRow, Provenance, Published, Scenario};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The sequence of play from the game's table `phases`: the part of the turn, if the table has parts, and the phase.
pub(super) fn sequence(game: &Published) -> Vec<(String, String)> {
    let Some(table) = game.tables.iter().find(|table| table.name == "phases") else {
        return vec![(String::new(), "Play".to_owned())];
    };
    let column = |name: &str| table.columns.iter().position(|column| column == name);
    let (part, phase) = (column("part"), column("phase").unwrap_or(0));
    let text = |row: &PrintedRow, at: usize| row.cells.get(at).map(|cell| cell.text.clone()).unwrap_or_default();
    let entry = |row| (part.map(|part| text(row, part)).unwrap_or_default(), text(row, phase));
    table.rows.iter().map(entry).collect()
}

/// The windows of tables and, where the rules are told, of rules.
pub(super) fn windows(game: &Published) -> Vec<ChartWindow> {
    let window = |name: &str, tooltip: &str, key, pages: Vec<_>| {
        (!pages.is_empty()).then(|| ChartWindow { name: name.to_owned(), tooltip: tooltip.to_owned(), key, pages })
    };
    let tables = window("Tables", "Tables of the game", Key::alt('B'), charts(game));
    let rules = window("Rules", "The sequence of play and the rules in short", Key::alt('R'), rules::pages(game));
    tables.into_iter().chain(rules).collect()
}

/// The printed tables, then which cards and chits come when.
fn charts(game: &Published) -> Vec<(String, String)> {
    chart::charts(game).iter().flat_map(pages_of).chain(deals(game)).collect()
}

/// Height of the rows of a chart that its window shows at once, of a line and of the room round a row, in pixels.
const HIGH: usize = 400;
const LINE: usize = 18;
const AROUND: usize = 10;
/// Letters in a line of a table, and in a cell that takes a share of its width.
const LETTERS: usize = 86;
const LONG: usize = 24;
/// Longest text of a cell that is not broken.
const WHOLE: usize = 16;
/// Longest text that stands in the middle of its column.
const SHORT: usize = 11;

/// A page of a chart, or several of a long one: VASSAL opens a page that is higher than its window at the end.
fn pages_of(chart: &Chart) -> Vec<(String, String)> {
    let long = |text: &str| text.chars().count() > LONG;
    let sharing = (0..chart.columns.len())
        .filter(|n| chart.rows.iter().any(|row| row.cells.get(*n).is_some_and(|it| long(&it.inked.text))));
    let narrow: usize = 8 * (chart.columns.len() + 1);
    let letters = LETTERS.saturating_sub(narrow).max(LONG) / sharing.count().max(1);
    let height = |row: &chart::Row| {
        let texts = row.cells.iter().map(|cell| cell.inked.text.as_str()).chain([row.name.as_str()]);
        let lines = texts.map(|text| 1 + if long(text) { text.chars().count() / letters.max(1) } else { 0 }).max();
        AROUND + LINE * lines.unwrap_or(1)
    };
    let mut parts: Vec<Vec<chart::Row>> = vec![Vec::new()];
    let mut taken = 0;
    for row in &chart.rows {
        if taken + height(row) > HIGH && taken > 0 {
            parts.push(Vec::new());
            taken = 0;
        }
        taken += height(row);
        parts.last_mut().expect("begins with one").push(row.clone());
    }
    let all = parts.len();
    let page = |(n, rows)| {
        let title = if all > 1 { format!("{} ({n} of {all})", chart.title) } else { chart.title.clone() };
        let notes_to_looks = if n == all { chart.notes_to_looks.clone() } else { Vec::new() };
        let part = Chart { title: title.clone(), rows, notes_to_looks, ..chart.clone() };
        (title, table(&part))
    };
    (1..).zip(parts).map(page).collect()
}

/// A text of a cell; a short one is not broken.
fn cell(text: &str) -> String {
    let text = if text.chars().count() <= WHOLE { text.replace(' ', "\u{a0}") } else { text.to_owned() };
    escape(&text)
}

/// Of each scenario in which cards or chits come later: turn by turn what is put where.
fn deals(game: &Published) -> Vec<(String, String)> {
    let comes = |scenario: &&Scenario| scenario.deals.iter().any(|deal| deal.turn > scenario.turns.0);
    let page = |scenario: &Scenario| {
        let mut html = format!("<h3>{}</h3><table border=1 cellspacing=0 cellpadding=4>", escape(&scenario.title));
        for turn in scenario.turns.0..=scenario.turns.1 {
            for deal in scenario.deals.iter().filter(|deal| deal.turn == turn) {
                let pile = game.cards.pile(&deal.pile).map(|pile| escape(&pile.title)).unwrap_or_default();
                let note =
                    if deal.note.is_empty() { String::new() } else { format!(" <i>({})</i>", escape(&deal.note)) };
                let _ = write!(
                    html,
                    "<tr><th>{turn}</th><td>{pile}</td><td>{}{note}</td></tr>",
                    escape(&card::listed(game, deal))
                );
            }
        }
        html.push_str("</table><p>What a turn does not name comes into no pile that turn.</p>");
        (format!("Cards and chits by turn: {}", scenario.title), html)
    };
    game.scenarios.iter().filter(comes).map(page).collect()
}

/// Grounds of heads, of every second row, and of results by whom they hurt.
const HEAD: &str = "#d6d0c2";
const ZEBRA: &str = "#efebe2";
const HURTS: [(Hurt, &str); 3] = [(Hurt::Attacker, "#fadfd2"), (Hurt::Both, "#f6f2e8"), (Hurt::Defender, "#b9d1e5")];
/// Colour of letters that are red on the printed table.
const RED: &str = "#b01414";

/// A chart in HTML, in colours as on paper. What is marked as reconstructed is set in italics.
fn table(chart: &Chart) -> String {
    let results = chart.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.inked.hurt.is_some());
    // columns of results are equally wide, and no result is broken
    let width = if results { " width=64" } else { "" };
    let kept = if results { " style=\"white-space: nowrap\"" } else { "" };
    let mut html = format!(
        "<h3>{}</h3><table border=0 cellspacing=1 cellpadding=4 bgcolor=\"#b9b2a2\"><tr bgcolor=\"{HEAD}\"><th align=left>{}</th>",
        escape(&chart.title),
        escape(&chart.head)
    );
    for column in &chart.columns {
        let _ = write!(html, "<th{width}{kept}>{}</th>", cell(column));
    }
    html.push_str("</tr>");
    let red = |part: &str| format!("<font color=\"{RED}\"><u>{part}</u></font>");
    // words begin at the left, numbers stand in the middle
    let wordy = |n: usize| {
        chart.rows.iter().any(|row| row.cells.get(n).is_some_and(|it| it.inked.text.chars().count() > SHORT))
    };
    let aligned: Vec<&str> = (0..chart.columns.len()).map(|n| if wordy(n) { "left" } else { "center" }).collect();
    for (n, row) in chart.rows.iter().enumerate() {
        let ground = if n % 2 == 0 { "#ffffff" } else { ZEBRA };
        let _ = write!(html, "<tr bgcolor=\"{ground}\"><th align=left>{}</th>", cell(&row.name));
        for (align, it) in aligned.iter().zip(row.cells.iter().map(|cell| &cell.inked)) {
            let hurt = HURTS.iter().find(|(hurt, _)| it.hurt == Some(*hurt));
            let ground = hurt.map(|(_, ground)| format!(" bgcolor=\"{ground}\"")).unwrap_or_default();
            let mut text = if results { escape(&it.text.replace(' ', "\u{a0}")) } else { cell(&it.text) };
            for look in it.looks.iter().filter(|look| **look != Look::Bold) {
                text = match (look, text.split_once('/')) {
                    (Look::RedFirst, Some((first, last))) => format!("{}/{last}", red(first)),
                    (Look::RedLast, Some((first, last))) => format!("{first}/{}", red(last)),
                    _ => red(&text),
                };
            }
            if it.looks.contains(&Look::Bold) {
                text = format!("<b>{text}</b>");
            }
            let text = if it.ours && it.looks.is_empty() { format!("<i>{text}</i>") } else { text };
            let _ = write!(html, "<td align={align}{ground}{kept}>{text}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</table>");
    if results {
        html.push_str("<table cellspacing=1 cellpadding=3><tr>");
        for ((_, ground), told) in HURTS.iter().zip(["hurts the attacker", "neither or both", "hurts the defender"]) {
            let _ = write!(html, "<td bgcolor=\"{ground}\">{told}</td>");
        }
        html.push_str("</tr></table>");
    }
    for note in &chart.notes_to_looks {
        let _ = write!(html, "<p><i>{}</i></p>", escape(note));
    }
    html
}

/// Keys that need no unit.
const WINDOW_KEYS: [(Key, &str); 5] = [
    (Key::alt('T'), "opens the turn"),
    (Key::alt('N'), "goes on to the next phase or turn; the marker on the turn track goes along"),
    (Key::alt('M'), "passes the move on"),
    (Key::alt('U'), "takes the mark “moved” off every unit"),
    (PALETTE, "opens the counters to take from"),
];

/// The pages of the help menu.
pub(super) fn help(game: &Published, contents: &ModuleContents) -> Vec<(String, String)> {
    vec![
        ("How to play with this module".to_owned(), handling(game, contents)),
        ("Credits and sources".to_owned(), credits(game)),
    ]
}

fn handling(game: &Published, contents: &ModuleContents) -> String {
    let supports = match game.scenarios.iter().any(|scenario| !scenario.grants.is_empty()) {
        true => " Support markers lie in the pools of the sheet of supports.",
        false => "",
    };
    let titles: Vec<&str> = contents.setups.iter().map(|setup| setup.title.as_str()).collect();
    let mut html = format!(
        "<h2>{}</h2><p>A new game sets up one of these scenarios. Reinforcements wait on the sheet beside the map, a row a turn, by place of \
         entry.{supports} Counters that no list names are taken from the palette.</p>",
        escape(&titles.join(", "))
    );
    let key = |html: &mut String, key: &str, does: &str| {
        let _ = write!(html, "<tr><td><b>{key}</b></td><td>{}</td></tr>", escape(does));
    };
    html.push_str("<h3>Windows, turns and all units</h3><table cellpadding=3>");
    let movers = super::movers(game).is_empty();
    for (known, does) in WINDOW_KEYS.iter().filter(|(key, _)| !movers || *key != Key::alt('M')) {
        key(&mut html, &known.spoken(), does);
    }
    for (known, name) in contents.windows() {
        key(&mut html, &known.spoken(), &format!("opens “{name}”"));
    }
    for window in &contents.charts {
        key(&mut html, &window.key.spoken(), &format!("opens “{}”", window.name));
    }
    for (known, does) in contents.sweeps() {
        key(&mut html, &known.map(Key::spoken).unwrap_or_default(), &does);
    }
    html.push_str(
        "<tr><td><b>Alt and a click</b></td><td>points at a place, on the other player’s screen, too</td></tr>",
    );
    html.push_str("</table><h3>Keys on a unit</h3><table cellpadding=3>");
    for (known, does) in UNIT_KEYS {
        key(&mut html, &known.spoken(), does);
    }
    for status in &contents.statuses {
        key(&mut html, &status.key.spoken(), &format!("{}, or not", status.name.to_lowercase()));
    }
    html.push_str("</table>");
    if !game.cards.piles.is_empty() {
        html.push_str(
            "<h3>Cards and chits</h3><p>Piles stand on a sheet of their own; drag the top of one to draw. Piles that lie \
             face down are mixed afresh for every draw, their menu draws several. Cards of a hand lie in a window that \
             its side alone can open; what a side draws from its own pile shows the others its back until it is laid \
             open. Discards go back with the menu of their pile.</p><table cellpadding=3>",
        );
        for (known, does) in CARD_KEYS {
            key(&mut html, &known.spoken(), does);
        }
        html.push_str("</table>");
    }
    html.push_str("<p>VASSAL enforces no rules.</p>");
    html
}

/// Whose work the game is, and what of the module is not the rulebook's.
fn credits(game: &Published) -> String {
    let mut html = format!("<h2>{}</h2>", escape(&game.title));
    for line in &game.credits {
        let _ = write!(html, "<p>{}</p>", escape(line));
    }
    let mut methods: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, unit) in game.units.iter() {
        for (name, value) in &unit.values {
            if let Provenance::Reconstructed(method) = &value.provenance {
                *methods.entry((name, method)).or_default() += 1;
            }
        }
    }
    let mut decks: BTreeMap<&str, usize> = BTreeMap::new();
    for card in &game.cards.cards {
        if let Provenance::Reconstructed(method) = &card.provenance {
            *decks.entry(method).or_default() += usize::from(card.copies);
        }
    }
    if !methods.is_empty() || !decks.is_empty() {
        html.push_str(
            "<h3>Reconstructed values</h3><p>The rulebook does not print these; they are ours. Whoever has the \
             counters can correct them in the game's text files.</p><ul>",
        );
        for ((name, method), count) in methods {
            let _ = write!(html, "<li>{} of {count} units: {}</li>", escape(&named(game, name)), escape(method));
        }
        for (method, count) in decks {
            let _ = write!(html, "<li>{count} cards and chits: {}</li>", escape(method));
        }
        html.push_str("</ul>");
    }
    html
}

/// Swing does not know `&apos;`, so quotes stay as they are.
pub(super) fn escape(text: &str) -> String {
    quick_xml::escape::partial_escape(text).into_owned()
}
