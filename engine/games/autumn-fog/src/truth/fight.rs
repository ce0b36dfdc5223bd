//! A combat that has been worked out.

use serde::{Deserialize, Serialize};

/// Attacker's place in the pairs of a [`Combat`](super::state::Combat).
pub const ATTACKER: usize = 0;
/// Defender's place in the pairs of a [`Combat`](super::state::Combat).
pub const DEFENDER: usize = 1;

/// How a combat was worked out, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Strength of the attack and of the defence after halving.
    pub strengths: [u16; 2],
    /// Units that are halved, each with what halves it and the cases, in words. Told since it is kept: older records have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub halved: Vec<(String, String)>,
    /// Column before the shifts: `3:1`.
    pub odds: String,
    /// Column shifts: case, reason, columns to the right.
    pub shifts: Vec<(String, String, i32)>,
    /// Column used.
    pub column: String,
    /// Face of the die.
    pub die: u8,
    /// Die modifiers: case, reason, amount.
    pub modifiers: Vec<(String, String, i32)>,
    /// Row used, 0 to 8.
    pub row: u8,
    /// The result as printed: `1/2`, with E for elimination.
    pub result: String,
    /// Numbers of attacker and defender; none for E.
    pub numbers: [Option<u8>; 2],
    /// Steps that attacker and defender must lose at least (7.6d, 7.6e).
    pub least: [u8; 2],
    /// Whether the number of attacker or defender is red (7.6e); games of before did not say.
    #[serde(default)]
    pub red: [bool; 2],
    /// Whether it is a breakthrough.
    pub breakthrough: bool,
    /// Whether both sides have armoured or mechanized units, so that 7.6f applies.
    pub armour: bool,
}

impl Fight {
    /// The result with a star at each number that is red: `1/2*`.
    pub fn starred(&self) -> String {
        let star = |role: usize| if self.red[role] { "*" } else { "" };
        match self.result.split_once('/') {
            Some((attacker, defender)) => format!("{attacker}{}/{defender}{}", star(ATTACKER), star(DEFENDER)),
            None => self.result.clone(),
        }
    }
}
