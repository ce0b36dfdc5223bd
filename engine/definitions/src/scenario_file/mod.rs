//! The text of a scenario: who stands where, what comes when.
//!
//! ```text
//! scenario initial-assault "The Initial Assault" turns=1-3 case=17.1
//! origin list rulebook "set-up list"
//! date 1 "16-17 December"
//! place 26-vg 2616 @list
//! place bohm-2pz 2715 or=2615 @list
//! place 110-28di 2515 improved=yes lost=0 within=1 marks=low-supply @list
//! box 106-di "Eliminated" @list
//! marker bridge-blown 2215 @list
//! arrive 1-di turn=1 hexes=2501,2101 trucks=yes @list
//! arrive 2-db turn=4 area=N,P note="as the player likes" @list
//! arrive 3-db turn=4 box="Reserve Units" lost=1 if="if Liège is Allied" @list
//! leave 9-di turn=3 @list
//! grant 1us artillery 2 turn=1 @list
//! deal cup turn=1 cards=march*2,rally note="rally if it is clear" @list
//! objectives 3 hexes=2610,1817,1111 by=holding @list    # or hexes=marked: all that the map marks
//! playing 0101 2036
//! ```
//!
//! A scenario that goes on where another ends has `like ID` below its first line: the dates, placements, arrivals and
//! grants of that scenario are its own too, and its further lines add to them. What several scenarios share otherwise
//! stands in a file `part-ID.txt` whose first line is `part ID "title"`; `with ID` takes it over, arrivals, departures,
//! grants and deals of the scenario's own turns only. `area=` stands for the hexes of the map with these letters at which
//! the unit's side enters; `if=` holds conditions of the words that `words.txt` declares, parted by semicolons, `note=` what
//! people alone need to know; `deal` puts cards and chits of `cards.txt` into a pile, from wherever they lie (the id of a set
//! stands for all its cards); `box=` names the box beside the map in which it waits to be brought on. `playing` names two opposite corners of a rectangle of the map that is in play; several
//! lines make up a larger ground, none means the whole map.

mod lines;
#[cfg(test)]
mod tests;
mod written;

use super::declaration::{Declaration, Reader, number};
use super::{Cards, DefinitionError, Map, MarkerKind, Published, Scenario, Units, Words};
use lines::{Entries, Lines, entries};

/// What a scenario speaks of: hexes, units and markers must be in here.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The map.
    pub map: &'a Map,
    /// The units.
    pub units: &'a Units,
    /// The kinds of markers.
    pub markers: &'a [MarkerKind],
    /// Cards and chits with their piles.
    pub cards: &'a Cards,
    /// The words in which conditions are written.
    pub words: &'a Words,
}

impl<'a> From<&'a Published> for Surroundings<'a> {
    /// All that the scenarios of a game speak of.
    fn from(game: &'a Published) -> Surroundings<'a> {
        Surroundings {
            map: &game.map,
            units: &game.units,
            markers: &game.markers,
            cards: &game.cards,
            words: &game.words,
        }
    }
}

/// What other scenarios of the game a scenario may build on.
#[derive(Default)]
struct Known {
    scenarios: Vec<Scenario>,
    parts: Vec<Scenario>,
    /// Files with faults of their own: those that build on them are not blamed.
    faulty: Vec<String>,
    entries: Entries,
    /// The first and the last turn of any scenario: parts speak of no others.
    turns: Option<(u8, u8)>,
}

impl Known {
    fn is_faulty(&self, kind: &str, id: &str) -> bool {
        self.faulty.contains(&format!("{kind}-{id}.txt"))
    }
}

impl Scenario {
    /// Reads all scenarios of a game from the names and texts of their files: parts first, then those that stand
    /// alone, then those that are like another, after that one.
    ///
    /// # Errors
    /// Every fault of every text at once.
    pub fn parse_all<'a>(
        files: impl Iterator<Item = (&'a str, &'a str)>,
        around: &Surroundings<'_>,
    ) -> Result<Vec<Scenario>, Vec<DefinitionError>> {
        let (parts, files): (Vec<_>, Vec<_>) = files.partition(|(name, _)| name.starts_with("part-"));
        let (alone, leaning): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, text)| leans_on(text).is_none());
        let (mut waiting, mut ordered) = ([alone, leaning].concat(), parts);
        let turns = waiting.iter().filter_map(|(_, text)| stated_turns(text));
        let turns = turns.reduce(|all, own| (all.0.min(own.0), all.1.max(own.1)));
        // whoever is like another comes after it; of those that are like each other in a ring, each is told so
        while !waiting.is_empty() {
            let waits = |text: &str| leans_on(text).is_some_and(|id| waiting.iter().any(|(name, _)| is_file(name, id)));
            let next = waiting.iter().position(|(_, text)| !waits(text)).unwrap_or(0);
            ordered.push(waiting.remove(next));
        }
        let mut known = Known { entries: entries(around.map), turns, ..Known::default() };
        let mut errors = Vec::new();
        for (name, text) in ordered {
            let kind = if name.starts_with("part-") { "part" } else { "scenario" };
            match read(name, text, around, &known) {
                Ok(it) if name == format!("{kind}-{}.txt", it.id) => match kind {
                    "part" => known.parts.push(it),
                    _ => known.scenarios.push(it),
                },
                Ok(it) => {
                    let message = format!("expected the file of {kind} `{0}` to be called {kind}-{0}.txt", it.id);
                    errors.push(DefinitionError::new(name, 0, message));
                }
                Err(more) => {
                    errors.extend(more);
                    known.faulty.push(name.to_owned());
                }
            }
        }
        if errors.is_empty() { Ok(known.scenarios) } else { Err(errors) }
    }

    /// Reads the text of a scenario that stands alone. `file` is the name that errors mention.
    ///
    /// # Errors
    /// Every fault of the text at once.
    pub fn parse(file: &str, text: &str, around: &Surroundings<'_>) -> Result<Scenario, Vec<DefinitionError>> {
        read(file, text, around, &Known { entries: entries(around.map), ..Known::default() })
    }

    /// A scenario or part of which only the first line is known.
    fn empty(id: &str, title: &str, turns: (u8, u8)) -> Scenario {
        Scenario { id: id.to_owned(), title: title.to_owned(), turns, ..Scenario::default() }
    }

    /// Takes over what a part holds for the turns of the scenario.
    fn take(&mut self, part: &Scenario) {
        let turns = self.turns.0..=self.turns.1;
        self.placements.extend(part.placements.iter().cloned());
        self.boxed.extend(part.boxed.iter().cloned());
        self.markers.extend(part.markers.iter().cloned());
        self.arrivals.extend(part.arrivals.iter().filter(|it| turns.contains(&it.turn)).cloned());
        self.departures.extend(part.departures.iter().filter(|it| turns.contains(&it.turn)).cloned());
        self.grants.extend(part.grants.iter().filter(|it| turns.contains(&it.turn)).cloned());
        self.deals.extend(part.deals.iter().filter(|it| turns.contains(&it.turn)).cloned());
        self.playing.extend(&part.playing);
    }
}

/// The id of the scenario that a text is like.
fn leans_on(text: &str) -> Option<&str> {
    let words = text.lines().map(|line| line.split_whitespace());
    words.into_iter().find_map(|mut words| if words.next() == Some("like") { words.next() } else { None })
}

/// The turns of a scenario, if its first line says them soundly.
fn stated_turns(text: &str) -> Option<(u8, u8)> {
    let heads = text.lines().filter(|line| line.split_whitespace().next() == Some("scenario"));
    let turns = heads.flat_map(str::split_whitespace).find_map(|word| word.strip_prefix("turns="));
    let (first, last) = turns?.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

fn is_file(name: &str, id: &str) -> bool {
    name.strip_prefix("scenario-").and_then(|rest| rest.strip_suffix(".txt")) == Some(id)
}

fn read(file: &str, text: &str, around: &Surroundings<'_>, known: &Known) -> Result<Scenario, Vec<DefinitionError>> {
    let mut reader = Reader::new(file);
    let declarations = reader.declarations(text);
    let is_part = file.starts_with("part-");
    let first = if is_part { "`part ID \"title\"`" } else { "`scenario ID \"title\" turns=1-3`" };
    let Some((head, rest)) = declarations.split_first() else {
        reader.fault(0, format!("expected a line {first}"));
        return Err(reader.errors);
    };
    let begun = match (head.kind.as_str(), is_part) {
        ("part", true) => {
            reader.expect(head, 2..=2, &[]);
            named(head, known.turns.unwrap_or((1, u8::MAX)))
        }
        ("scenario", false) => {
            reader.expect(head, 2..=2, &["turns", "case"]);
            scenario(head)
        }
        _ => Err(format!("expected a line {first} first")),
    };
    let Some(mut scenario) = reader.value(head.line, begun) else { return Err(reader.errors) };
    let mut leans_on_faulty = false;
    for declaration in rest {
        // the dates before these are those of a scenario that could not be read
        if leans_on_faulty && declaration.kind == "date" {
            continue;
        }
        let outcome = match declaration.kind.as_str() {
            "like" => {
                reader.expect(declaration, 1..=1, &[]);
                leans_on_faulty = declaration.words.first().is_some_and(|id| known.is_faulty("scenario", id));
                like(&mut scenario, declaration, known)
            }
            "with" => {
                reader.expect(declaration, 1..=1, &[]);
                with(&mut scenario, declaration, known)
            }
            _ => {
                Lines { around, entries: &known.entries, reader: &mut reader, is_part }.read(&mut scenario, declaration)
            }
        };
        reader.value(declaration.line, outcome);
    }
    if reader.errors.is_empty() { Ok(scenario) } else { Err(reader.errors) }
}

fn named(declaration: &Declaration, turns: (u8, u8)) -> Result<Scenario, String> {
    Ok(Scenario::empty(declaration.word(0, "an id")?, declaration.word(1, "a title")?, turns))
}

fn scenario(declaration: &Declaration) -> Result<Scenario, String> {
    let text = declaration.need("turns")?;
    let (first, last) = text.split_once('-').ok_or("expected `turns=` as in turns=1-3")?;
    let turns: (u8, u8) = (number(first, "the first turn")?, number(last, "the last turn")?);
    if turns.0 < 1 || turns.1 < turns.0 {
        return Err(format!("expected the first turn to be at least 1 and not after the last, found `{text}`"));
    }
    let mut scenario = named(declaration, turns)?;
    scenario.case = declaration.get("case").unwrap_or_default().to_owned();
    Ok(scenario)
}

fn like(scenario: &mut Scenario, declaration: &Declaration, known: &Known) -> Result<(), String> {
    let id = declaration.word(0, "the id of a scenario")?;
    if !scenario.dates.is_empty() || !scenario.placements.is_empty() {
        return Err("expected `like` right below the line `scenario`".to_owned());
    }
    if known.is_faulty("scenario", id) {
        return Ok(());
    }
    let Some(like) = known.scenarios.iter().find(|it| it.id == id) else {
        let ids = known.scenarios.iter().map(|it| it.id.as_str()).collect::<Vec<_>>().join(", ");
        return Err(format!("expected another scenario of this game ({ids}), found `{id}`"));
    };
    if like.turns.0 != scenario.turns.0 {
        let (theirs, ours) = (like.turns.0, scenario.turns.0);
        return Err(format!(
            "expected a scenario that begins on turn {ours}, found `{id}`, which begins on turn {theirs}"
        ));
    }
    scenario.dates = like.dates.iter().take(usize::from(scenario.turns.1 - scenario.turns.0) + 1).cloned().collect();
    scenario.take(like);
    Ok(())
}

fn with(scenario: &mut Scenario, declaration: &Declaration, known: &Known) -> Result<(), String> {
    let id = declaration.word(0, "the id of a part")?;
    if known.is_faulty("part", id) {
        return Ok(());
    }
    let ids = || known.parts.iter().map(|it| it.id.as_str()).collect::<Vec<_>>().join(", ");
    let part = known.parts.iter().find(|it| it.id == id);
    scenario.take(part.ok_or_else(|| format!("expected a part ({}), found `{id}`", ids()))?);
    Ok(())
}
