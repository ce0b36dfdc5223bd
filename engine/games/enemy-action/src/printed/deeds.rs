//! Events and reactions of cards, as their tables have them (2.3, 5.1, T.EV).

use super::Definitions;
use super::cards::CardId;
use super::support::{Days, Function, during, span};
use definitions::{DefinitionError, PrintedTables};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Deed {
    /// Allied engineers.
    Engineers,
    /// Allied aircraft.
    Airpower,
    /// Allied units move.
    Alarm,
    /// Allied units on foot are free on the 16th.
    Alert,
    /// German engineers.
    BridgeEngineers,
    /// A formation keeps its fuel.
    FuelPriority,
    /// Von der Heydte lands.
    Heydte,
    /// An Allied card is lost.
    Commandos,
    /// No roadblocks near the 5th Panzer Army.
    Manteuffel,
    /// The British come later.
    Crisis,
    /// An airborne division comes later.
    Eisenhower,
    /// Germans attack VP hexes.
    Fury,
    /// Wheels move more easily.
    Freeze,
}

impl Deed {
    /// All, with their printed names.
    pub const ALL: [(&'static str, Deed); 13] = [
        ("Engineers", Deed::Engineers),
        ("Airpower", Deed::Airpower),
        ("Raise the Alarm", Deed::Alarm),
        ("Allies Alert", Deed::Alert),
        ("Bridge Engineers", Deed::BridgeEngineers),
        ("Fuel Priority", Deed::FuelPriority),
        ("Von der Heydte", Deed::Heydte),
        ("Commandos", Deed::Commandos),
        ("Manteuffel Directs Traffic", Deed::Manteuffel),
        ("Allied Command Crisis", Deed::Crisis),
        ("Eisenhower Hesitates", Deed::Eisenhower),
        ("Fury of Bastogne", Deed::Fury),
        ("Ground Freeze", Deed::Freeze),
    ];

    /// Its printed name.
    pub fn name(self) -> &'static str {
        Deed::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    pub(super) fn named(name: &str) -> Option<Deed> {
        Deed::ALL.iter().find(|(known, _)| *known == name).map(|(_, deed)| *deed)
    }

    /// Whether it is the card of an impulse: Fuel Priority comes as fuel is checked (10.4).
    pub const fn is_played(self) -> bool {
        !matches!(self, Deed::FuelPriority)
    }
}

/// A reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reaction {
    /// Roadblocks, or a bridge that is blown.
    Engineers,
    /// Allied units go back.
    Withdrawal,
    /// Allied units recover.
    Recover,
    /// A bridge is not blown.
    Greif,
}

impl Reaction {
    /// All, with their printed names.
    pub const ALL: [(&'static str, Reaction); 4] = [
        ("Engineers", Reaction::Engineers),
        ("Withdrawal", Reaction::Withdrawal),
        ("Recover", Reaction::Recover),
        ("Operation Greif", Reaction::Greif),
    ];

    pub(super) fn named(name: &str) -> Option<Reaction> {
        Reaction::ALL.iter().find(|(known, _)| *known == name).map(|(_, reaction)| *reaction)
    }
}

impl Definitions {
    /// Whether a card is an event on a day (2.3, 5.2).
    pub fn is_event(&self, card: CardId, day: u8, deed: Deed) -> bool {
        let (it, table) = (self.card(card), &self.tables.deeds);
        let says = it.functions.iter().any(|function| match function {
            Function::AnyEvent => table.has(it.side, day, deed, true),
            Function::Event(days, known) => *known == deed && during(*days, day),
            _ => false,
        });
        says && table.has(it.side, day, deed, false)
    }

    /// Whether a card is a reaction on a day (2.3, 5.1).
    pub fn is_reaction(&self, card: CardId, day: u8, reaction: Reaction) -> bool {
        let it = self.card(card);
        let says = it.functions.iter().any(|function| match function {
            Function::Reaction(days, known) => *known == reaction && during(*days, day),
            _ => false,
        });
        says && self.tables.deeds.answers(it.side, day, reaction)
    }
}

/// Whose an event is, whether it is a command event, and on which days it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    side: SideId,
    command: bool,
    days: Option<Days>,
}

/// The tables of events and reactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    events: Vec<Row>,
    reactions: Vec<Row>,
    /// Most roadblocks of one card, and hexes that they keep from the 5th Panzer Army (7.9).
    pub roadblocks: (u8, u16),
    /// German cards lost to interdiction (5.1).
    pub interdicted: u8,
    /// Chits more or fewer by Fury of Bastogne: on VP hexes, elsewhere.
    pub fury: (i16, i16),
    /// Units that move as the alarm is raised.
    pub alarmed: usize,
    /// Movement points of mechanized units on frozen ground.
    pub freeze: [u16; 4],
}

impl Deeds {
    pub(super) fn read(tables: &PrintedTables) -> Result<Deeds, DefinitionError> {
        let sides = [("german", SideId(0)), ("allied", SideId(1))];
        let (events, reactions, effects) = (tables.get("events")?, tables.get("reactions")?, tables.get("effects")?);
        let event = |(name, _): &(&str, Deed)| {
            Ok(Row {
                side: events.choice(name, "side", &sides)?,
                command: events.choice(name, "kind", &[("command", true), ("special", false)])?,
                days: events.read(name, "days", span)?,
            })
        };
        let reaction = |(name, _): &(&str, Reaction)| {
            Ok(Row {
                side: reactions.choice(name, "side", &sides)?,
                command: false,
                days: reactions.read(name, "days", span)?,
            })
        };
        let freeze = |ground: &str| effects.number(&format!("freeze-{ground}"), "value");
        Ok(Deeds {
            events: Deed::ALL.iter().map(event).collect::<Result<Vec<_>, DefinitionError>>()?,
            reactions: Reaction::ALL.iter().map(reaction).collect::<Result<Vec<_>, DefinitionError>>()?,
            roadblocks: (effects.number("roadblocks", "value")?, effects.number("roadblock-distance", "value")?),
            interdicted: effects.number("interdicted-cards", "value")?,
            fury: (effects.number("fury-on-points", "value")?, effects.number("fury-elsewhere", "value")?),
            alarmed: effects.number("alarmed-units", "value")?,
            freeze: [freeze("clear")?, freeze("broken")?, freeze("woods")?, freeze("forest")?],
        })
    }

    /// Whether a side has an event on a day; a command event alone, if that is asked for.
    pub fn has(&self, side: SideId, day: u8, deed: Deed, command: bool) -> bool {
        let place = Deed::ALL.iter().position(|(_, known)| *known == deed).unwrap_or(0);
        let row = &self.events[place];
        row.side == side && (row.command || !command) && row.days.is_some_and(|days| during(days, day))
    }

    /// Whether a side has a reaction on a day.
    pub fn answers(&self, side: SideId, day: u8, reaction: Reaction) -> bool {
        let place = Reaction::ALL.iter().position(|(_, known)| *known == reaction).unwrap_or(0);
        let row = &self.reactions[place];
        row.side == side && row.days.is_some_and(|days| during(days, day))
    }
}
