//! What is printed, in the shape in which the rules read it: map, counters, cards, chits, tables, scenarios.

mod board;
mod cards;
mod chits;
mod counters;
mod deeds;
mod plans;
mod support;
mod tables;

pub use board::{Board, Built, Edge, Ground, Hex, River, RiverId, Side};
pub use cards::{CardId, Comes, CommandCard, Formation};
pub use chits::{Chit, ChitId, Hits, Role, Situation};
pub use counters::{Counter, Face, GroupId, Kind};
pub use deeds::{Deed, Deeds, Reaction};
pub use plans::{Bridges, Late, Plan, Starter, Starts};
pub use support::{Days, Effect, Function, Tactic, TacticRow, Tactics, during};
pub use tables::{Band, Changes, GERMAN_HAND, Level, Limits, Tables};

use definitions::hex::HexId;
use definitions::{DefinitionError, Force, FormationId, GameFiles, Published, UnitId, embedded};
use engine::contract::SideId;
use engine::speech::{Names, Places};

/// The Germans.
pub const GERMAN: SideId = SideId(0);
/// The Allies.
pub const ALLIED: SideId = SideId(1);

/// Words that people write out and counters shorten, folded.
const SHORTENED: [(&str, &str); 4] = [("panzer", "p"), ("lehr", "lehr"), ("cavalry", "cav"), ("brigade", "bg")];

/// Everything about the game that does not change.
pub struct Definitions {
    /// Map, units, scenarios, rule index, rulings and printed tables.
    pub published: Published,
    /// The map.
    pub board: Board,
    /// The tables.
    pub tables: Tables,
    /// One entry a scenario.
    pub plans: Vec<Plan>,
    /// Von der Heydte, who waits in a box of his own (3).
    pub heydte: Option<UnitId>,
    /// Names of units.
    pub names: Names<UnitId>,
    /// Names of hexes.
    pub places: Places,
    counters: Vec<Counter>,
    cards: Vec<CommandCard>,
    chits: Vec<Chit>,
    groups: Vec<String>,
    /// Units that cards name like divisions, as groups of their own (5.21).
    alone: Vec<(GroupId, UnitId)>,
}

/// The files of the game.
pub fn files() -> GameFiles {
    embedded! {
        "../../../assets/games/enemy-action": "about.txt", "aid.txt", "game.txt", "map.txt", "units.txt", "cards.txt", "rules.txt",
        "rulings.txt", "tables.txt", "words.txt", "part-december-16.txt", "scenario-allies-surprised.txt",
        "scenario-battle-of-the-bulge.txt", "scenario-crisis-at-the-meuse.txt", "scenario-german-breakout.txt",
        "scenario-initial-assault.txt",
    }
}

/// A hex that stands in examples.
const EXAMPLE: &str = "1108";

impl Definitions {
    /// Reads the game.
    ///
    /// # Errors
    /// Every fault of the files, or the first thing in them that these rules cannot read.
    pub fn parse(files: &GameFiles) -> Result<Definitions, Vec<DefinitionError>> {
        let published = Published::parse(files)?;
        let one = |fault: DefinitionError| vec![fault];
        let sides: Vec<String> = published.units.sides.iter().map(|side| side.id.clone()).collect();
        let board = Board::new(&published.map, &sides).map_err(one)?;
        let mut groups = Vec::new();
        let read = |unit| Counter::read(unit, &published.units, &mut groups);
        let counters = published.units.units.iter().map(read).collect::<Result<Vec<_>, _>>().map_err(one)?;
        let mut alone: Vec<(GroupId, UnitId)> = Vec::new();
        let forces = published.cards.cards.iter().flat_map(|card| &card.forces);
        for force in forces {
            if let Force::Unit(unit) = force
                && !alone.iter().any(|(_, known)| known == unit)
            {
                alone.push((GroupId(groups.len() as u16), *unit));
                groups.push(published.units.unit(*unit).id.clone());
            }
        }
        let group = |force: &Force| match force {
            Force::Division(id) => groups.iter().position(|known| known == id).map(|at| GroupId(at as u16)),
            Force::Unit(unit) => alone.iter().find(|(_, known)| known == unit).map(|(group, _)| *group),
            _ => None,
        };
        let cards = cards::read_all(&published, group).map_err(one)?;
        let chits = chits::read_all(&published).map_err(one)?;
        let tables = Tables::read(&published).map_err(one)?;
        let plan = |scenario| Plan::read(&published, scenario, &cards, &board);
        let plans = published.scenarios.iter().map(plan).collect::<Result<Vec<_>, _>>().map_err(one)?;
        let example = published.map.grid.find(EXAMPLE);
        let example =
            example.ok_or_else(|| one(DefinitionError::new("map.txt", 0, format!("expected a hex {EXAMPLE}"))))?;
        let names = Names::units(&published.units, &SHORTENED);
        let places = Places::new(&published.map, example);
        let mut starters = plans.iter().flat_map(|plan| &plan.starters);
        let heydte = starters.find(|starter| starter.starts == Starts::Heydte).map(|starter| starter.unit);
        Ok(Definitions {
            published,
            board,
            tables,
            plans,
            heydte,
            names,
            places,
            counters,
            cards,
            chits,
            groups,
            alone,
        })
    }

    /// How many units the game has.
    pub fn units(&self) -> usize {
        self.counters.len()
    }

    /// What the counter of a unit says.
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit.index()]
    }

    /// Name of a unit.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.published.units.unit(unit).name
    }

    /// Names of units, parted by commas.
    pub fn names(&self, units: &[UnitId]) -> String {
        units.iter().map(|unit| self.name(*unit)).collect::<Vec<_>>().join(", ")
    }

    /// All units of a side.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.counters.len() as u16).map(UnitId).filter(move |unit| self.counter(*unit).side == side)
    }

    /// A card.
    pub fn card(&self, card: CardId) -> &CommandCard {
        &self.cards[usize::from(card.0)]
    }

    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &CommandCard)> {
        self.cards.iter().enumerate().map(|(at, card)| (CardId(at as u16), card))
    }

    /// A kind of chit.
    pub fn chit(&self, chit: ChitId) -> &Chit {
        &self.chits[usize::from(chit.0)]
    }

    /// All chits, one entry each, in the order of their kinds.
    pub fn cup(&self) -> Vec<ChitId> {
        let kinds = self.chits.iter().enumerate();
        kinds.flat_map(|(at, chit)| std::iter::repeat_n(ChitId(at as u16), usize::from(chit.copies))).collect()
    }

    /// How a corps is spoken of.
    pub fn corps(&self, corps: FormationId) -> &str {
        &self.published.units.formation(corps).name
    }

    /// How a division is spoken of: by its name, its id, or as the unit that it is.
    pub fn group(&self, group: GroupId) -> String {
        let known = &self.groups[usize::from(group.0)];
        let named = self.published.units.find_division(known).map(|division| division.name.clone());
        named.unwrap_or_else(|| known.clone())
    }

    /// The id of a division, or of the unit that cards name like one.
    pub fn group_id(&self, group: GroupId) -> &str {
        &self.groups[usize::from(group.0)]
    }

    /// Whether a unit is of a division, or is the unit that cards name like one.
    pub fn in_group(&self, unit: UnitId, group: GroupId) -> bool {
        match self.alone.iter().find(|(known, _)| *known == group) {
            Some((_, only)) => *only == unit,
            None => self.counter(unit).group == group,
        }
    }

    /// Whether there is a division with this number.
    pub fn has_group(&self, group: GroupId) -> bool {
        usize::from(group.0) < self.groups.len()
    }

    /// All divisions, and units that cards name like one, with their ids; empty for others.
    pub fn groups(&self) -> impl Iterator<Item = (GroupId, &str)> {
        self.groups.iter().enumerate().map(|(at, id)| (GroupId(at as u16), id.as_str()))
    }

    /// The corps of an army, or all of a side.
    pub fn corps_of(&self, side: SideId, army: Option<&str>) -> Vec<FormationId> {
        let formations = self.published.units.formations.iter().enumerate();
        let fits = formations.filter(|(_, it)| SideId(it.side) == side && army.is_none_or(|army| it.army == army));
        fits.map(|(at, _)| FormationId(at as u16)).collect()
    }

    /// How a hex is spoken of: `1108 St. Vith`.
    pub fn place(&self, hex: HexId) -> String {
        self.published.map.spoken(hex)
    }

    /// How hexes are spoken of.
    pub fn spots(&self, hexes: &[HexId]) -> String {
        hexes.iter().map(|hex| self.place(*hex)).collect::<Vec<_>>().join(", ")
    }

    /// Name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        self.published.units.sides.get(side.index()).map_or("?", |side| side.name.as_str())
    }
}
