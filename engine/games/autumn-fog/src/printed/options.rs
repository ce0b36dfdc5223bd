//! The optional rules of a game, and the weather of its turns.

use engine::contract::{OptionRule, Setup};
use serde::{Deserialize, Serialize};

/// Snafus (9.5).
const SNAFUS: OptionRule = OptionRule {
    name: "snafus",
    case: "9.5",
    title: "C3I and snafus",
    values: &[("no", "every attack goes as planned"), ("yes", "each attack rolls for the command of its formation")],
};

/// Fog of war (11).
const FOG: OptionRule = OptionRule {
    name: "fog-of-war",
    case: "11",
    title: "Fog of war",
    values: &[
        ("no", "all units are seen"),
        ("stacks", "of a stack out of reach only the top unit is seen"),
        ("covered", "both players cover their stacks: of a stack out of reach only its place is seen"),
    ],
};

/// Christmas presents (15.4).
const PRESENTS: OptionRule = OptionRule {
    name: "presents",
    case: "15.4",
    title: "Christmas presents",
    values: &[("no", "none"), ("yes", "on turn 5 each player may recover a step or keep a second roll")],
};

/// The optional rules, in the order of the rulebook.
pub const RULES: [OptionRule; 3] = [SNAFUS, FOG, PRESENTS];

/// The optional rules that a game is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Whether attacks may go wrong (9.5).
    pub snafus: bool,
    /// What is hidden of stacks (11).
    pub fog: Fog,
    /// Whether there are Christmas presents (15.4).
    pub presents: bool,
}

/// What is hidden of an enemy stack that may not be looked into (11.1, 11.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fog {
    /// Nothing.
    #[default]
    Off,
    /// All but the top unit.
    Stacks,
    /// All units: markers cover the stacks.
    Covered,
}

impl Options {
    /// The options that a setup chooses.
    ///
    /// # Errors
    /// When it names an option or a value that does not exist.
    pub fn read(setup: &Setup) -> Result<Options, String> {
        OptionRule::known(&RULES, setup)?;
        Ok(Options {
            snafus: SNAFUS.chosen(setup)? == 1,
            fog: [Fog::Off, Fog::Stacks, Fog::Covered][FOG.chosen(setup)?],
            presents: PRESENTS.chosen(setup)? == 1,
        })
    }
}

/// The sky over the Ardennes: one side of the turn marker (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// No aircraft.
    Overcast,
    /// Aircraft fly.
    Clear,
}

impl Weather {
    /// The weather of a game turn (14.2, 15.3): clear on turns 5 and 6.
    pub fn of(turn: u8) -> Weather {
        if matches!(turn, 5 | 6) { Weather::Clear } else { Weather::Overcast }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(name: &str, value: &str) -> Setup {
        Setup { scenario: String::new(), options: [(name.to_owned(), value.to_owned())].into() }
    }

    #[test]
    fn a_setup_without_options_plays_without_the_optional_rules() {
        assert_eq!(Options::read(&Setup::default()), Ok(Options::default()));
    }

    #[test]
    fn an_option_is_chosen_by_its_value() {
        assert_eq!(
            Options::read(&setup("fog-of-war", "covered")),
            Ok(Options { fog: Fog::Covered, ..Options::default() })
        );
        assert_eq!(Options::read(&setup("snafus", "yes")), Ok(Options { snafus: true, ..Options::default() }));
    }

    #[test]
    fn an_unknown_option_or_value_is_refused_with_those_that_exist() {
        let name = Options::read(&setup("mud", "yes")).unwrap_err();
        assert_eq!(name, "there is no option `mud`; there are: snafus, fog-of-war, presents");
        let value = Options::read(&setup("fog-of-war", "thick")).unwrap_err();
        assert_eq!(value, "the option `fog-of-war` cannot be `thick`; it can be: no, stacks, covered");
    }
}
