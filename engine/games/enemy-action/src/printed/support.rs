//! What a card lets its side do, line by line (2.3, 5.2 to 5.6, 9.2).

use super::deeds::{Deed, Reaction};
use definitions::{Argument, DefinitionError, Phrase, PrintedTables, Units};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// First and last day.
pub type Days = (u8, u8);

/// All days.
const ALWAYS: Days = (0, u8::MAX);

/// A combat tactic (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tactic {
    /// Artillery.
    Artillery,
    /// German artillery with a range (2.0).
    FixedArtillery,
    /// Allied artillery of the 16th (4.13).
    CorpsArtillery,
    /// Airpower.
    Airpower,
    /// Allied engineers.
    Engineers,
    /// German engineers.
    CombatEngineers,
    /// German tanks.
    PanzerBattalion,
    /// Allied tanks.
    TankBattalion,
    /// German infiltration.
    Infiltration,
    /// German inactive units attack.
    Assault,
    /// Inactive units join.
    Reinforce,
    /// Allied screen.
    Screen,
}

impl Tactic {
    /// All, with their printed names.
    pub const ALL: [(&'static str, Tactic); 12] = [
        ("Artillery", Tactic::Artillery),
        ("Fixed Artillery", Tactic::FixedArtillery),
        ("Corps Artillery", Tactic::CorpsArtillery),
        ("Airpower", Tactic::Airpower),
        ("Engineers", Tactic::Engineers),
        ("Combat Engineers", Tactic::CombatEngineers),
        ("Panzer Battalion", Tactic::PanzerBattalion),
        ("Tank Battalion", Tactic::TankBattalion),
        ("Infantry Infiltration", Tactic::Infiltration),
        ("Assault Coordination", Tactic::Assault),
        ("Reinforce Battle", Tactic::Reinforce),
        ("Screen", Tactic::Screen),
    ];

    /// Its printed name.
    pub fn name(self) -> &'static str {
        Tactic::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    fn named(name: &str) -> Option<Tactic> {
        Tactic::ALL.iter().find(|(known, _)| *known == name).map(|(_, tactic)| *tactic)
    }
}

/// What one line of a card says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// Activate the card's corps (6.1).
    ActivateCorps,
    /// Activate one of its divisions (6.2).
    ActivateDivision,
    /// Activate one corps of its army (6.1).
    ActivateOneCorps,
    /// Activate any corps (6.1).
    ActivateAnyCorps,
    /// Activate any one unit (6.3).
    OneUnit,
    /// Activate a Kampfgruppe of its army, or of all (6.4).
    Kampfgruppe,
    /// Those stacked with the corps are active too (6.1).
    StackedWith,
    /// Each attack has a tactic of choice (9.23).
    BonusTactic,
    /// Deploy its reserves (11.1).
    Deploy,
    /// Deploy one reserve unit of its corps (5.2).
    DeployOne,
    /// Deploy its reserves on a day on top of another command (5.7).
    DeployBesides(u8),
    /// Replace steps from a day on (13.1).
    Replace(u8, u8),
    /// Any command event of the side (6.1).
    AnyEvent,
    /// An event on these days (5.2).
    Event(Days, Deed),
    /// A reaction on these days (2.3).
    Reaction(Days, Reaction),
    /// Any tactic of the side (9.22).
    AnyTactic,
    /// A tactic on these days (9.2).
    Tactic(Days, Tactic),
    /// Played as a tactic on that day it goes back into the draw pile (5.7).
    BackToPile(u8),
    /// Its formation of that id moves through enemy control on a day (5.21).
    IgnoresControl(String, u8),
    /// Its formation of that id lacks fuel on these days (10.4).
    NoFuel(String, Vec<u8>),
}

/// Reads a line of a card.
pub(super) fn read(phrase: &Phrase, units: &Units) -> Option<Function> {
    let formation = || match phrase.arguments.first() {
        Some(Argument::Word(division)) => Some(division.clone()),
        Some(Argument::Unit(unit)) => Some(units.unit(*unit).id.clone()),
        _ => None,
    };
    let several = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Several(days)) => {
            let day = |day: &Argument| match day {
                Argument::Number(day) => u8::try_from(*day).ok(),
                _ => None,
            };
            days.iter().map(day).collect::<Option<Vec<_>>>()
        }
        _ => None,
    };
    let number = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Number(value)) => u8::try_from(*value).ok(),
        _ => None,
    };
    let days = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Span(first, last)) => u8::try_from(*first).ok().zip(u8::try_from(*last).ok()),
        Some(Argument::Number(day)) => u8::try_from(*day).ok().map(|day| (day, day)),
        _ => None,
    };
    let word = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Word(name)) => Some(name.as_str()),
        _ => None,
    };
    let tactic = |at: usize| match phrase.arguments.get(at) {
        Some(Argument::Word(name)) => Tactic::named(name),
        _ => None,
    };
    Some(match phrase.word.as_str() {
        "activate-corps" => Function::ActivateCorps,
        "activate-division" | "activate-one-of-them" => Function::ActivateDivision,
        "activate-one-corps" => Function::ActivateOneCorps,
        "activate-any-corps" => Function::ActivateAnyCorps,
        "one-unit" => Function::OneUnit,
        "kampfgruppe" | "kampfgruppe-of" => Function::Kampfgruppe,
        "stacked-with" => Function::StackedWith,
        "bonus-tactic" => Function::BonusTactic,
        "deploy" | "deploy-all" => Function::Deploy,
        "deploy-one" => Function::DeployOne,
        "deploy-besides" => Function::DeployBesides(number(0)?),
        "replace" => Function::Replace(number(0)?, number(1)?),
        "any-command-event" => Function::AnyEvent,
        "event" => Function::Event(ALWAYS, Deed::named(word(0)?)?),
        "dated-event" | "special" => Function::Event(days(0)?, Deed::named(word(1)?)?),
        "reaction" => Function::Reaction(ALWAYS, Reaction::named(word(0)?)?),
        "dated-reaction" => Function::Reaction(days(0)?, Reaction::named(word(1)?)?),
        "any-tactic" => Function::AnyTactic,
        "tactic" => Function::Tactic(ALWAYS, tactic(0)?),
        "dated-tactic" => Function::Tactic(days(0)?, tactic(1)?),
        "back-to-pile" => Function::BackToPile(number(0)?),
        "ignore-control" => Function::IgnoresControl(formation()?, number(1)?),
        "no-fuel" => Function::NoFuel(formation()?, several(1)?),
        _ => return None,
    })
}

/// What a tactic does (9.2 to 9.4, 12.31, 12.34).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Turns on the artillery situation.
    Artillery,
    /// Only within the range of the day.
    InRange,
    /// Turns on the airpower situation.
    Airpower,
    /// Turns on the Combat Engineers situation.
    CombatEngineers,
    /// The defender's improved position goes.
    ClearsPosition,
    /// The defender gets an improved position.
    DigsPosition,
    /// Counts as armour.
    Armour,
    /// Flank attack, no one-hex attack.
    Flank,
    /// Inactive units attack.
    InactiveAttack,
    /// An inactive unit moves up and joins.
    InactiveJoin,
    /// Fewer chits at most.
    FewerChits,
}

const EFFECTS: [(&str, Effect); 11] = [
    ("artillery", Effect::Artillery),
    ("in-range", Effect::InRange),
    ("airpower", Effect::Airpower),
    ("combat-engineers", Effect::CombatEngineers),
    ("clears-position", Effect::ClearsPosition),
    ("digs-position", Effect::DigsPosition),
    ("armour", Effect::Armour),
    ("flank", Effect::Flank),
    ("inactive-attack", Effect::InactiveAttack),
    ("inactive-join", Effect::InactiveJoin),
    ("fewer-chits", Effect::FewerChits),
];

/// A row of the table of tactics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TacticRow {
    /// Days on which each side has it; none if never.
    pub days: [Option<Days>; 2],
    /// What it does in attack and in defence.
    pub effects: [Vec<Effect>; 2],
}

/// The table of tactics, in the order of [`Tactic::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tactics(Vec<TacticRow>);

impl Tactics {
    pub(super) fn read(tables: &PrintedTables) -> Result<Tactics, DefinitionError> {
        let table = tables.get("tactics")?;
        let row = |(name, _): &(&str, Tactic)| {
            let days = |column: &str| table.read(name, column, span);
            let effects = |column: &str| table.read(name, column, effects);
            Ok(TacticRow {
                days: [days("german")?, days("allied")?],
                effects: [effects("attack")?, effects("defence")?],
            })
        };
        Tactic::ALL.iter().map(row).collect::<Result<Vec<_>, _>>().map(Tactics)
    }

    /// The row of a tactic.
    pub fn row(&self, tactic: Tactic) -> &TacticRow {
        let place = Tactic::ALL.iter().position(|(_, known)| *known == tactic).unwrap_or(0);
        &self.0[place]
    }

    /// Whether a side has a tactic on a day, to attack or to defend with.
    pub fn has(&self, side: SideId, day: u8, tactic: Tactic, defends: bool) -> bool {
        let row = self.row(tactic);
        let dated = row.days[side.index()].is_some_and(|days| during(days, day));
        dated && !row.effects[usize::from(defends)].is_empty()
    }
}

/// Whether a day is among those of a range.
pub fn during((first, last): Days, day: u8) -> bool {
    (first..=last).contains(&day)
}

/// `16+`, `16-17`, `16` or `.`.
pub(super) fn span(text: &str) -> Result<Option<Days>, String> {
    if text == "." {
        return Ok(None);
    }
    let number = |text: &str| text.parse::<u8>().map_err(|_| format!("expected days, found `{text}`"));
    if let Some(first) = text.strip_suffix('+') {
        return Ok(Some((number(first)?, u8::MAX)));
    }
    match text.split_once('-') {
        Some((first, last)) => Ok(Some((number(first)?, number(last)?))),
        None => number(text).map(|day| Some((day, day))),
    }
}

fn effects(text: &str) -> Result<Vec<Effect>, String> {
    let known = |word: &str| EFFECTS.iter().find(|(name, _)| *name == word).map(|(_, effect)| *effect);
    let parts = text.split(',').map(str::trim).filter(|word| *word != ".");
    parts.map(|word| known(word).ok_or_else(|| format!("expected effects of tactics, found `{word}`"))).collect()
}
