//! How careful orders are that were sent ahead: the standing order that every game with such orders has, and what of their
//! player's news brings them back to him.

use crate::contract::{Concern, Incident};
use definitions::UnitId;
use definitions::hex::HexId;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// What becomes of orders that were sent ahead, when their time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Caution {
    /// They are carried out if they are legal.
    #[serde(alias = "always")]
    Always,
    /// They are carried out if they are legal and all has been quiet since they were written.
    #[serde(alias = "quiet")]
    Quiet {
        /// Hexes within which something that happened brings them back.
        near: u8,
    },
    /// They come back.
    #[serde(alias = "never")]
    Never,
}

impl Default for Caution {
    /// Farther than a march of most units leads, in each of the games.
    fn default() -> Caution {
        Caution::Quiet { near: 4 }
    }
}

/// Hexes that may be written behind `quiet`.
const NEAR: std::ops::RangeInclusive<u8> = 1..=40;

impl Caution {
    /// The word for this kind of decision.
    pub const KINDS: &'static [&'static str] = &["ahead"];
    /// Values to choose from, the default first.
    pub const VALUES: &'static [&'static str] = &["quiet 4", "quiet 2", "quiet 8", "always", "never"];

    /// Reads a value; false if the words are none.
    pub fn read(&mut self, words: &[&str]) -> bool {
        let value = match words {
            ["always"] => Some(Caution::Always),
            ["quiet", near] => near.parse().ok().filter(|near| NEAR.contains(near)).map(|near| Caution::Quiet { near }),
            ["never"] => Some(Caution::Never),
            _ => None,
        };
        super::set(self, value)
    }

    /// A value as it is written, and what it means for `orders` ("orders for your next turn"); `quiet` says what brings them
    /// back that rely on hexes so many away.
    pub fn write(self, orders: &str, quiet: impl FnOnce(u8) -> String) -> (String, String) {
        match self {
            Caution::Always => ("always".to_owned(), format!("{orders} are carried out as long as they are legal")),
            Caution::Quiet { near } => (format!("quiet {near}"), quiet(near)),
            Caution::Never => ("never".to_owned(), format!("{orders} come back to you when their time comes")),
        }
    }

    /// Why orders for a `what` ("phase") come back to their player though they may be legal, if they do.
    pub fn heed(
        self,
        what: &str,
        incidents: &[Incident],
        upset: impl Fn(&Incident, u8) -> Option<String>,
    ) -> Option<String> {
        match self {
            Caution::Always => None,
            Caution::Never => Some(format!("you lead each {what} yourself; they stand for `ahead never`")),
            Caution::Quiet { near } => {
                let reason = incidents.iter().find_map(|incident| upset(incident, near))?;
                Some(format!("{reason}: `ahead quiet {near}`"))
            }
        }
    }
}

/// What orders that were sent ahead rely on: units that they name, and hexes where those stand or that the orders name or
/// lead through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliance {
    /// The units.
    pub units: Vec<UnitId>,
    /// The hexes.
    pub hexes: Vec<HexId>,
}

impl Reliance {
    /// Why orders that rely on this take no account of an incident, if they do not; `near` is how many hexes away is near.
    pub fn upset<N: Display, P: Display>(
        &self,
        incident: &Incident,
        near: u8,
        name: impl Fn(UnitId) -> N,
        place: impl Fn(HexId) -> P,
        distance: impl Fn(HexId, HexId) -> u16,
    ) -> Option<String> {
        let words = incident.words.trim_end_matches('.');
        match &incident.concern {
            Concern::All => Some(words.to_owned()),
            Concern::Units(units) => {
                let hit = units.iter().find(|unit| self.units.contains(unit))?;
                Some(format!("{words}; these orders name {}", name(*hit)))
            }
            Concern::Near(hexes) => {
                let pairs = hexes.iter().flat_map(|there| self.hexes.iter().map(move |here| (*there, *here)));
                let (there, here) = pairs.min_by_key(|(there, here)| distance(*there, *here))?;
                let hexes = distance(there, here);
                let (there, here) = (place(there), place(here));
                let far =
                    format!("{words}; {there} is {hexes} of at most {near} hexes from {here}, where these orders lead");
                (hexes <= u16::from(near)).then_some(far)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upset(concern: Concern, near: u8) -> Option<String> {
        let relied = Reliance { units: vec![UnitId(3)], hexes: vec![HexId(10), HexId(20)] };
        let incident = Incident { words: "2 Pz went.".to_owned(), concern };
        relied.upset(&incident, near, |unit| unit.0, |hex| hex.0, |a, b| a.0.abs_diff(b.0))
    }

    #[test]
    fn what_happens_near_what_orders_rely_on_or_to_whom_they_name_upsets_them() {
        let told = upset(Concern::Near(vec![HexId(40), HexId(23)]), 3);
        assert_eq!(told.as_deref(), Some("2 Pz went; 23 is 3 of at most 3 hexes from 20, where these orders lead"));
        assert_eq!(upset(Concern::Near(vec![HexId(24)]), 3), None);
        assert_eq!(
            upset(Concern::Units(vec![UnitId(1), UnitId(3)]), 1).as_deref(),
            Some("2 Pz went; these orders name 3")
        );
        assert_eq!(upset(Concern::Units(vec![UnitId(1)]), 40), None);
        assert_eq!(upset(Concern::All, 1).as_deref(), Some("2 Pz went"));
    }

    #[test]
    fn how_careful_orders_are_is_read_and_written_alike_and_kept_as_earlier_versions_wrote_it() {
        for value in Caution::VALUES.iter().chain(&["quiet 40"]) {
            let mut caution = Caution::default();
            assert!(caution.read(&value.split(' ').collect::<Vec<_>>()), "{value}");
            assert_eq!(caution.write("orders", |near| near.to_string()).0, **value);
        }
        for wrong in [&["quiet"][..], &["quiet", "0"], &["quiet", "41"], &["quiet", "x"], &["ever"]] {
            assert!(!Caution::default().read(wrong), "{wrong:?}");
        }
        for (json, value) in [
            (r#""Always""#, Caution::Always),
            (r#""never""#, Caution::Never),
            (r#"{"quiet":{"near":2}}"#, Caution::Quiet { near: 2 }),
            (r#"{"Quiet":{"near":2}}"#, Caution::Quiet { near: 2 }),
        ] {
            assert_eq!(serde_json::from_str::<Caution>(json).expect(json), value);
        }
    }

    #[test]
    fn careful_orders_come_back_for_the_first_incident_that_upsets_them() {
        let incidents = [1, 2].map(|number| Incident { words: number.to_string(), concern: Concern::All });
        let second = |incident: &Incident, near| (incident.words == "2").then(|| format!("{} {near}", incident.words));
        assert_eq!(Caution::Always.heed("phase", &incidents, second), None);
        assert_eq!(
            Caution::Never.heed("phase", &incidents, second).as_deref(),
            Some("you lead each phase yourself; they stand for `ahead never`")
        );
        let quiet = Caution::Quiet { near: 7 };
        assert_eq!(quiet.heed("phase", &incidents, second).as_deref(), Some("2 7: `ahead quiet 7`"));
        assert_eq!(quiet.heed("phase", &incidents[..1], second), None);
    }
}
