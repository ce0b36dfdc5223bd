//! Set-up sheets: of each scenario who stands where, what comes when, and how it is decided, to be read without the
//! rulebook. Their maps are in `set_up_map`.

use super::flow::{Block, Frame, LINE, TEXT, wrap};
use super::set_up_map::Atlas;
use super::{Settings, cards};
use crate::booklet::{Booklet, Drawing, Stamp};
use artwork::counter::{self, Support};
use artwork::drawings::Drawings;
use artwork::scene::{Colour, Face, Text, point};
use definitions::hex::HexId;
use definitions::{Arrival, Grant, Placement, Published, Scenario, Tenure, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// Side of a counter's picture in a list.
const PICTURE: f32 = 9.0;
const COLUMNS: usize = 3;
/// Units side by side in a column, and what parts them.
const BESIDE: usize = 2;
const APART: f32 = 1.2;
/// Size of a unit's name.
const NAME: f32 = 3.1;
/// Most lines that are told of a unit beside another.
const LINES: usize = 3;
/// Fewest units of which a list is not repeated, and most units that another scenario's list may have beyond it.
const LONG: usize = 12;
const FEW: usize = 6;
/// Height from which on what a turn brings is not repeated.
const TALL: f32 = 32.0;

/// The set-up sheets of all scenarios: their lists, then their maps.
pub(super) fn sheets(drawings: &Drawings<'_>, settings: &Settings) -> Booklet {
    let game = drawings.game;
    let booklet = Booklet::new(format!("{}: set-up", game.title), game.credits.join(" "));
    let board = drawings.board_to_letter(settings.theme);
    let mut sheet =
        Sheets { game, drawings, booklet, faces: BTreeMap::new(), supports: BTreeMap::new(), told: Vec::new() };
    let upright = settings.paper.upright();
    let frame = Frame { title: &game.title, what: "", size: upright, how: "" };
    let pages = |blocks: &[Block]| frame.columns(COLUMNS, blocks.to_vec()).len();
    // Lists that wait for their page, and the titles of their scenarios.
    let (mut waiting, mut titles): (Vec<Block>, Vec<&str>) = (Vec::new(), Vec::new());
    let set = |sheet: &mut Sheets<'_>, waiting: &mut Vec<Block>, titles: &mut Vec<&str>| {
        let what = match titles.as_slice() {
            [] => return,
            [one] => format!("Set-up: {one}"),
            [one, other] => format!("Set-up: {one}; {other}"),
            [one, .., last] => format!("Set-up: {one} to {last}"),
        };
        let frame = Frame { what: &what, how: "Also legible when reduced.", ..frame };
        sheet.booklet.pages.extend(frame.columns(COLUMNS, std::mem::take(waiting)));
        titles.clear();
    };
    let mut atlases = Vec::new();
    for scenario in game.scenarios_in_order() {
        let shown_before = sheet.told_before(scenario, |it| it.placements.iter().collect());
        let atlas = shown_before.is_none().then(|| Atlas::of(scenario, &board, settings));
        let blocks = sheet.lists(scenario, frame.column(COLUMNS));
        let both = [waiting.clone(), blocks.clone()].concat();
        if pages(&both) > pages(&waiting) {
            set(&mut sheet, &mut waiting, &mut titles);
        }
        waiting.extend(blocks);
        titles.push(&scenario.title);
        match (atlas, shown_before) {
            (Some(atlas), _) => atlases.push((atlas, vec![scenario.title.as_str()])),
            (None, Some((before, _))) => {
                let known = atlases.iter_mut().find(|(known, _)| known.scenario.id == before.id);
                known.into_iter().for_each(|(_, titles)| titles.push(&scenario.title));
            }
            (None, None) => {}
        }
    }
    set(&mut sheet, &mut waiting, &mut titles);
    for (atlas, titles) in atlases {
        let titles = match titles.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [one, other] => format!("{one}; {other}"),
            [one, more @ ..] => format!("{one}, and {} more scenarios", more.len()),
        };
        let placed = atlas.scenario.placements.iter();
        let faces: Vec<_> = placed.map(|it| (it.hex, sheet.face(it.unit, it.steps_lost))).collect();
        atlas.draw(drawings, &mut sheet.booklet, &faces, &titles);
    }
    sheet.booklet
}

struct Sheets<'a> {
    game: &'a Published,
    drawings: &'a Drawings<'a>,
    booklet: Booklet,
    /// Drawings of units by steps lost, and of supports by kind and side.
    faces: BTreeMap<(UnitId, u8), Drawing>,
    supports: BTreeMap<(String, u8), Drawing>,
    /// What was told under which heading of which scenario.
    told: Vec<(String, Vec<Block>, &'a str)>,
}

impl<'a> Sheets<'a> {
    fn face(&mut self, unit: UnitId, lost: u8) -> Drawing {
        let (booklet, drawings) = (&mut self.booklet, self.drawings);
        *self.faces.entry((unit, lost)).or_insert_with(|| booklet.add(drawings.face(unit, lost)))
    }

    fn lists(&mut self, scenario: &'a Scenario, width: f32) -> Vec<Block> {
        let mut blocks = self.opening(scenario, width);
        blocks.extend(self.at_start(scenario, width));
        blocks.extend(self.beside_the_map(scenario, width));
        for turn in scenario.turns.0..=scenario.turns.1 {
            blocks.extend(self.coming(scenario, turn, width));
            blocks.extend(cards::deals(self.game, scenario, turn, width));
        }
        blocks
    }

    /// Title, turns, what decides, what of the map is played.
    fn opening(&self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = vec![Block::heading(&scenario.title, 7.0, width)];
        let (first, last) = scenario.turns;
        let mut turns = if first == last { format!("Turn {first}") } else { format!("Turns {first} to {last}") };
        if let (Some(from), Some(to)) = (scenario.dates.first(), scenario.dates.last()) {
            turns += &if from == to { format!(": {from}") } else { format!(": {from} to {to}") };
        }
        if !scenario.case.is_empty() {
            turns += &format!(" (rulebook {})", scenario.case);
        }
        blocks.push(Block::paragraph(&format!("{turns}."), width));
        if let Some(goal) = &scenario.objectives {
            let places: Vec<String> = goal.hexes.iter().map(|hex| self.game.map.spoken(*hex)).collect();
            let having = match goal.by {
                Tenure::Holding => "A side has a place when it was there last.",
                Tenure::Occupying => "A side has a place when it is there, in supply.",
            };
            let of = format!("{} of {}", goal.needed, places.join(", "));
            blocks.push(Block::paragraph(&format!("Decided at the end by {of}. {having}"), width));
        }
        if !scenario.playing.is_empty() {
            let number = |hex: HexId| self.game.map.grid.number(hex);
            let parts: Vec<String> =
                scenario.playing.iter().map(|(a, b)| format!("{} to {}", number(*a), number(*b))).collect();
            let told = format!("Only a part of the map is played, from corner to corner: {}.", parts.join(" and "));
            blocks.push(Block::paragraph(&told, width));
        }
        blocks
    }

    fn placed<'s>(&self, scenario: &'s Scenario, side: usize) -> Vec<&'s Placement> {
        let placements = scenario.placements.iter();
        placements.filter(|it| usize::from(self.game.units.unit(it.unit).side) == side).collect()
    }

    fn arriving<'s>(&self, scenario: &'s Scenario, side: usize) -> Vec<&'s Arrival> {
        let arrivals = scenario.arrivals.iter().filter(|it| it.turn <= scenario.turns.1);
        arrivals.filter(|it| usize::from(self.game.units.unit(it.unit).side) == side).collect()
    }

    /// The scenario of the rulebook before this one whose list holds all of a long list and little more, and what more it
    /// holds.
    fn told_before<T: PartialEq + Copy>(
        &self,
        scenario: &Scenario,
        list: impl Fn(&'a Scenario) -> Vec<T>,
    ) -> Option<(&'a Scenario, Vec<T>)> {
        let order = self.game.scenarios_in_order();
        let own = order.iter().find(|it| it.id == scenario.id).map(|it| list(it)).filter(|own| own.len() >= LONG)?;
        let earlier = order.into_iter().take_while(|it| it.id != scenario.id);
        let beyond = earlier.filter_map(|it| {
            let theirs = list(it);
            let all = own.iter().all(|entry| theirs.contains(entry));
            let more: Vec<T> = theirs.into_iter().filter(|entry| !own.contains(entry)).collect();
            (all && more.len() <= FEW).then_some((it, more))
        });
        beyond.min_by_key(|(_, more)| more.len())
    }

    /// Who stands where. A list that an earlier scenario has as well is not told again.
    fn at_start(&mut self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let units = &self.game.units;
        let mut blocks = Vec::new();
        for (index, side) in units.sides.iter().enumerate() {
            let heading = Block::heading(&format!("{}: on the map", side.name), 5.0, width);
            if let Some((before, more)) = self.told_before(scenario, |it| self.placed(it, index)) {
                let more: Vec<&str> = more.iter().map(|it| units.unit(it.unit).name.as_str()).collect();
                let without = if more.is_empty() { String::new() } else { format!(", without {}", more.join(", ")) };
                blocks.extend([heading, Block::paragraph(&format!("As in “{}”{without}.", before.title), width)]);
                continue;
            }
            let mut placed = self.placed(scenario, index);
            if placed.is_empty() {
                continue;
            }
            placed.sort_by_key(|it| {
                let formation = units.unit(it.unit).formation;
                (formation.is_none(), formation, it.unit)
            });
            blocks.push(heading);
            for formation in placed.chunk_by(|a, b| units.unit(a.unit).formation == units.unit(b.unit).formation) {
                blocks.push(self.formation_bar(formation[0].unit, width));
                let told = |it: &&Placement| (it.unit, it.steps_lost, self.place(it));
                let entries: Vec<(UnitId, u8, String)> = formation.iter().map(told).collect();
                blocks.extend(self.entries(&entries, width));
            }
        }
        blocks
    }

    /// Where and how a unit stands.
    fn place(&self, placement: &Placement) -> String {
        let mut told = vec![self.game.map.spoken(placement.hex)];
        if placement.within > 0 {
            told.push(format!("or up to {} from there", hexes(placement.within)));
        }
        told.extend(placement.or.map(|hex| format!("or {}", self.game.map.spoken(hex))));
        if placement.improved {
            told.push("improved position".to_owned());
        }
        if placement.steps_lost > 0 {
            told.push(format!("{} lost", steps(placement.steps_lost)));
        }
        told.extend(placement.marks.iter().map(|id| self.marker(id)));
        told.join(", ")
    }

    /// Units in boxes, markers in hexes.
    fn beside_the_map(&mut self, scenario: &Scenario, width: f32) -> Vec<Block> {
        let mut blocks = Vec::new();
        let names: BTreeSet<&str> = scenario.boxed.iter().map(|it| it.name.as_str()).collect();
        for name in names {
            blocks.push(Block::heading(&format!("In the box “{name}”"), 5.0, width));
            let boxed = scenario.boxed.iter().filter(|it| it.name == name);
            let lost = |lost: u8| if lost > 0 { format!("{} lost", steps(lost)) } else { String::new() };
            let entries: Vec<(UnitId, u8, String)> =
                boxed.map(|it| (it.unit, it.steps_lost, lost(it.steps_lost))).collect();
            blocks.extend(self.entries(&entries, width));
        }
        if !scenario.markers.is_empty() {
            blocks.push(Block::heading("Markers on the map", 5.0, width));
            let kinds: BTreeSet<&str> = scenario.markers.iter().map(|it| it.kind.as_str()).collect();
            for kind in kinds {
                let places = scenario.markers.iter().filter(|it| it.kind == kind);
                let places: Vec<String> = places.map(|it| self.game.map.spoken(it.hex)).collect();
                blocks.push(Block::paragraph(&format!("{}: {}.", self.marker(kind), places.join(", ")), width));
            }
        }
        blocks
    }

    /// What a turn brings and takes.
    fn coming(&mut self, scenario: &'a Scenario, turn: u8, width: f32) -> Vec<Block> {
        let date = scenario.dates.get(usize::from(turn - scenario.turns.0));
        let title = date.map_or_else(|| format!("Turn {turn}"), |date| format!("Turn {turn}: {date}"));
        let mut blocks = Vec::new();
        for (index, side) in self.game.units.sides.iter().enumerate() {
            let mut arriving = self.arriving(scenario, index);
            arriving.retain(|it| it.turn == turn);
            let bar = Block::bar(&format!("{} arrivals", side.name), Colour::rgb(side.colour), width);
            match self.told_before(scenario, |it| self.arriving(it, index)) {
                Some((before, more)) if more.is_empty() => {
                    if turn == scenario.turns.0 {
                        let told = format!("On all turns as in “{}”.", before.title);
                        blocks.extend([bar, Block::paragraph(&told, width)]);
                    }
                    continue;
                }
                _ if arriving.is_empty() => continue,
                _ => {}
            }
            let entries: Vec<(UnitId, u8, String)> =
                arriving.iter().map(|it| (it.unit, it.steps_lost, self.entry(it))).collect();
            let told = self.entries(&entries, width);
            blocks.push(bar);
            blocks.extend(self.once(format!("{title}, {}", side.name), told, scenario, width));
        }
        let leaving: Vec<(UnitId, String)> = scenario
            .departures
            .iter()
            .filter(|it| it.turn == turn)
            .map(|it| (it.unit, if it.note.is_empty() { "leaves the map".to_owned() } else { it.note.clone() }))
            .collect();
        if !leaving.is_empty() {
            blocks.push(Block::bar("Withdrawn", Colour::rgb(0x55524c), width));
            let entries: Vec<(UnitId, u8, String)> = leaving.into_iter().map(|(unit, note)| (unit, 0, note)).collect();
            blocks.extend(self.entries(&entries, width));
        }
        let grants: Vec<&Grant> = scenario.grants.iter().filter(|it| it.turn == turn).collect();
        if !grants.is_empty() {
            blocks.push(Block::bar("Support markers for the pools", Colour::rgb(0x55524c), width));
            for pool in grants.iter().map(|it| it.pool.as_str()).collect::<BTreeSet<_>>() {
                blocks.push(self.pool(pool, grants.iter().copied().filter(|it| it.pool == pool), width));
            }
        }
        if !blocks.is_empty() {
            blocks.insert(0, Block::heading(&title, 5.0, width));
        }
        blocks
    }

    /// A list, or the scenario that has told it before if it is a tall one.
    fn once(&mut self, what: String, list: Vec<Block>, scenario: &'a Scenario, width: f32) -> Vec<Block> {
        let tall = list.iter().map(|block| block.height).sum::<f32>() >= TALL;
        let known = self.told.iter().find(|(known, blocks, _)| *known == what && *blocks == list);
        match known {
            Some((.., before)) if tall => vec![Block::paragraph(&format!("As in “{before}”."), width)],
            _ => {
                self.told.push((what, list.clone(), &scenario.title));
                list
            }
        }
    }

    /// Where and how a unit comes.
    fn entry(&self, arrival: &Arrival) -> String {
        let hexes: Vec<String> = arrival.hexes.iter().map(|hex| self.game.map.spoken(*hex)).collect();
        let mut told = Vec::new();
        if !arrival.boxed.is_empty() {
            told.push(format!("into the box “{}”", arrival.boxed));
        } else if !arrival.areas.is_empty() {
            told.push(format!("entry area {}", arrival.areas.join(" or ")));
        } else if !hexes.is_empty() {
            told.push(hexes.join(" or "));
        }
        if arrival.trucks {
            told.push("in trucks".to_owned());
        }
        if arrival.steps_lost > 0 {
            told.push(format!("{} lost", steps(arrival.steps_lost)));
        }
        told.extend(arrival.marks.iter().map(|id| self.marker(id)));
        if !arrival.note.is_empty() {
            told.push(arrival.note.clone());
        }
        told.join(", ")
    }

    /// The title of a declared marker.
    fn marker(&self, id: &str) -> String {
        self.game.markers.iter().find(|kind| kind.id == id).map_or_else(|| id.to_owned(), |kind| kind.title.clone())
    }

    fn formation_bar(&self, unit: UnitId, width: f32) -> Block {
        let unit = self.game.units.unit(unit);
        match unit.formation.map(|formation| self.game.units.formation(formation)) {
            Some(formation) => {
                let army = self.game.units.armies.iter().find(|army| army.id == formation.army);
                let army = army.filter(|army| army.name != formation.name);
                let army = army.map(|army| format!(", {}", army.name)).unwrap_or_default();
                Block::bar(&format!("{}{army}", formation.name), Colour::rgb(formation.colour), width)
            }
            None => Block::bar("Independent", counter::INDEPENDENT, width),
        }
    }

    /// Units, each with its steps lost and what is told of it, side by side in their order. What takes several lines stands
    /// above the units if it is told of several, or beside a unit that has a row for itself.
    fn entries(&mut self, entries: &[(UnitId, u8, String)], width: f32) -> Vec<Block> {
        let each = (width - APART * (BESIDE - 1) as f32) / BESIDE as f32;
        let lines = |told: &str| wrap(told, Face::Medium, TEXT, each - PICTURE - APART).len();
        let (mut blocks, mut cells) = (Vec::new(), Vec::new());
        let set = |blocks: &mut Vec<Block>, cells: &mut Vec<Block>| {
            blocks.extend(cells.chunks(BESIDE).map(|cells| beside(cells, width)));
            cells.clear();
        };
        for alike in entries.chunk_by(|a, b| a.2 == b.2) {
            let told = &alike[0].2;
            let once = alike.len() > BESIDE && lines(told) > 1 || alike.len() > 1 && lines(told) > LINES;
            if once {
                set(&mut blocks, &mut cells);
                blocks.push(Block { heading: true, ..Block::paragraph(&format!("{told}:"), width) });
                cells.extend(alike.iter().map(|(unit, lost, _)| self.cell(*unit, *lost, "", each)));
                set(&mut blocks, &mut cells);
            } else if lines(told) > LINES {
                set(&mut blocks, &mut cells);
                blocks.push(self.cell(alike[0].0, alike[0].1, told, width));
            } else {
                cells.extend(alike.iter().map(|(unit, lost, told)| self.cell(*unit, *lost, told, each)));
            }
        }
        set(&mut blocks, &mut cells);
        blocks
    }

    /// A counter's picture, its name, and what is told of it.
    fn cell(&mut self, unit: UnitId, lost: u8, told: &str, width: f32) -> Block {
        let drawing = self.face(unit, lost);
        let x = PICTURE + APART;
        let name = wrap(&self.game.units.unit(unit).name, Face::SemiBold, NAME, width - x);
        let told = wrap(told, Face::Medium, TEXT, width - x);
        let told = told.into_iter().filter(|line| !line.is_empty()).map(|line| (line, Face::Medium, TEXT));
        let lines = name.into_iter().map(|line| (line, Face::SemiBold, NAME)).chain(told);
        let mut block = Block::new(width, 0.0);
        let mut foot = 0.0;
        for (n, (line, face, size)) in lines.enumerate() {
            foot = 3.4 + n as f32 * (LINE - 0.5);
            block.draw(Text::new(line, point(x, foot), face, size, Colour::INK).at_most(width - x));
        }
        block.layers.insert(0, picture(drawing, 0.4));
        block.height = (PICTURE + 1.0).max(foot + 1.4);
        block
    }

    /// The support markers that a pool is given.
    fn pool<'g>(&mut self, pool: &str, grants: impl Iterator<Item = &'g Grant>, width: f32) -> Block {
        let units = &self.game.units;
        let name = units.armies.iter().find(|army| army.id == pool).map_or(pool, |army| army.name.as_str()).to_owned();
        let side = units.formations.iter().find(|formation| formation.army == pool).map(|formation| formation.side);
        let mut block = Block::new(width, PICTURE + 6.0);
        block.draw(Text::new(name, point(0.0, 3.6), Face::SemiBold, 3.4, Colour::INK).at_most(width));
        let mut x = 0.0;
        for grant in grants {
            let drawn = side.zip(Support::find(&grant.kind));
            let times = Text::new(format!("{}×", grant.count), point(x, 10.4), Face::SemiBold, 3.6, Colour::INK);
            x += times.width() + 0.8;
            block.draw(times);
            match drawn {
                Some((side, kind)) => {
                    let colour = units.sides[usize::from(side)].colour;
                    let booklet = &mut self.booklet;
                    let key = (grant.kind.clone(), side);
                    let drawing = self.supports.entry(key);
                    let drawing = *drawing.or_insert_with(|| booklet.add(counter::support_marker(kind, colour)));
                    let scale = PICTURE / counter::SIZE;
                    block.layers.push(Stamp { drawing, at: point(x, 4.8), scale, window: None }.into());
                    x += PICTURE + 2.5;
                }
                None => {
                    let text = Text::new(&grant.kind, point(x, 10.4), Face::Medium, 3.4, Colour::INK);
                    x += text.width() + 2.5;
                    block.draw(text);
                }
            }
        }
        block
    }
}

/// Cells side by side.
fn beside(cells: &[Block], width: f32) -> Block {
    let mut row = Block::new(width, cells.iter().map(|cell| cell.height).fold(0.0, f32::max));
    let each = cells.first().map_or(0.0, |cell| cell.width) + APART;
    for (n, cell) in cells.iter().enumerate() {
        let at = point(n as f32 * each, 0.0);
        row.layers.extend(cell.layers.iter().cloned().map(|layer| layer.moved(at)));
    }
    row
}

fn picture(drawing: Drawing, y: f32) -> crate::booklet::Layer {
    Stamp { drawing, at: point(0.0, y), scale: PICTURE / counter::SIZE, window: None }.into()
}

fn hexes(count: u8) -> String {
    if count == 1 { "a hex".to_owned() } else { format!("{count} hexes") }
}

fn steps(count: u8) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
