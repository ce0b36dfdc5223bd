//! What is asked of a side in a combat: its defence, the die, losses, retreats, advances.

use super::super::super::event::Fight;
use super::super::super::order::SupportKind;
use super::super::super::state::{ATTACKER, Combat};
use super::super::describe::{aircraft, fought, stars};
use super::super::names::{hq_name, support_name};
use super::Facts;
use crate::chapters::combat;
use crate::chapters::historical_events;
use crate::chapters::zones;
use definitions::UnitId;
use definitions::hex::HexId;
use engine::speech::{either, listed};

impl Facts<'_> {
    /// The worst C3I rating of attackers, and what the roll for it does.
    pub(super) fn command(&self, attackers: &[UnitId]) -> Option<String> {
        let (unit, rating) = combat::snafu::worst(self.definitions, attackers).filter(|_| self.field.options.snafus)?;
        let upset = (1..=6).filter(|die| self.definitions.tables.snafus.upset(rating, *die));
        let faces: Vec<String> = upset.map(|die| die.to_string()).collect();
        let (name, letter) = (self.definitions.name(unit), rating.letter());
        Some(format!("The worst C3I rating is {letter} ({name}): a {} brings a snafu [9.5].", either(&faces)))
    }

    pub(super) fn snafu(&self) -> (String, Vec<String>) {
        self.combat(|combat| {
            let snafu = combat.snafu.and_then(|kind| self.definitions.tables.snafus.of(kind));
            let effect = snafu.map(|snafu| snafu.effect.clone());
            let details = effect.into_iter().chain(self.standing(&combat.struck)).collect();
            ("Snafu: which attacker does it strike?".to_owned(), details)
        })
    }

    /// The die, what it gives now, and what the others would.
    pub(super) fn reroll(&self) -> (String, Vec<String>) {
        let die = self.combat(|combat| combat.die).unwrap_or_default();
        let mut details = Vec::new();
        if let Some(fight) = combat::worked_out(self.definitions, self.field, die) {
            details.extend(fought(&fight).lines().map(str::to_owned));
        }
        let others = (1..=6).filter_map(|die| combat::worked_out(self.definitions, self.field, die));
        let others: Vec<Fight> = others.collect();
        let results: Vec<String> =
            others.iter().map(|fight| format!("{} gives {}", fight.die, fight.starred())).collect();
        details.push(format!("A second roll counts whatever it is: {}.", results.join(", ")));
        details.extend(stars(&others));
        (format!("The die shows {die}: keep it, or roll again?"), details)
    }

    fn combat<T: Default>(&self, facts: impl FnOnce(&Combat) -> T) -> T {
        self.field.combat.as_ref().map(facts).unwrap_or_default()
    }

    fn standing(&self, units: &[UnitId]) -> Vec<String> {
        let there = units.iter().filter(|unit| self.field.hex_of(**unit).is_some());
        there.map(|unit| self.unit(*unit)).collect()
    }

    pub(super) fn defence(&self) -> Vec<String> {
        self.combat(|combat| {
            let targets: Vec<String> =
                combat.targets.iter().map(|hex| self.definitions.place(*hex).to_string()).collect();
            let kind = if combat.prepared { "A prepared attack" } else { "An attack" };
            let mut details = vec![format!("{kind} on {} by:", listed(&targets))];
            details.extend(self.standing(&combat.units[ATTACKER]));
            let mut supports: Vec<String> = combat.supports[ATTACKER]
                .iter()
                .map(|(hq, kind)| format!("{} from {}", support_name(*kind), hq_name(self.definitions, *hq)))
                .collect();
            supports.extend((combat.air[ATTACKER] > 0).then(|| aircraft(combat.air[ATTACKER])));
            if !supports.is_empty() {
                details.push(format!("It is supported by {}.", listed(&supports)));
            }
            details.extend(self.command(&combat.units[ATTACKER]));
            details.push("You defend with:".to_owned());
            details.extend(self.standing(&combat.units[1 - ATTACKER]));
            details.extend(self.supporting(&combat.units[1 - ATTACKER]));
            details.extend(self.prospect());
            details.extend(self.aircraft());
            let nuts = historical_events::has_nuts(self.definitions, self.field, self.side);
            details.extend(nuts.then(|| "You may play Nuts! before you name them [15.3c].".to_owned()));
            details
        })
    }

    /// The supports that may defend these units, by headquarters.
    fn supporting(&self, units: &[UnitId]) -> Vec<String> {
        let mut able = combat::supports_for(self.definitions, self.field, self.side, units, &[]);
        able.dedup_by_key(|(hq, _)| *hq);
        if able.is_empty() {
            return vec!["No headquarters of yours can support them.".to_owned()];
        }
        let holds = |hq: UnitId| self.held(&self.field.supports[hq.index()]);
        able.into_iter().map(|(hq, _)| format!("{} can give {}.", hq_name(self.definitions, hq), holds(hq))).collect()
    }

    /// What each face of the die would bring if the defender named no support.
    fn prospect(&self) -> Option<String> {
        let fights = combat::outlook(self.definitions, self.field);
        let column = &fights.first()?.column;
        let results: Vec<String> = fights.iter().map(|fight| format!("on {} {}", fight.die, fight.starred())).collect();
        Some(format!(
            "Without a support of yours the column is {column}. Results, attacker/defender: {}.",
            results.join(", ")
        ))
    }

    pub(super) fn losses(&self) -> (String, Vec<String>) {
        let title = self.combat(|combat| {
            let role = combat.role(self.side);
            let Some(fight) = &combat.fight else { return "Which steps do you lose?".to_owned() };
            match (fight.numbers[role], fight.least[role]) {
                (Some(number), 0) => format!("Your number is {number}: which steps do you lose?"),
                (Some(number), least) => {
                    format!("Your number is {number}, at least {least} as losses: which steps do you lose?")
                }
                (None, _) => "Which steps do you lose?".to_owned(),
            }
        });
        let details = self.combat(|combat| {
            let role = combat.role(self.side);
            let mut details = vec!["What you do not lose in steps you retreat in hexes.".to_owned()];
            if let Some(fight) = combat.fight.as_ref().filter(|fight| fight.least[role] > 0) {
                let ((case, why), least) = (combat::losses::price(combat, fight, role), fight.least[role]);
                details.push(format!("At least {least} as losses: {why} costs that [{case}]."));
            }
            let shut = combat::losses::shut_in(self.definitions, self.field, self.side);
            details.extend(shut.map(|why| format!("{why}. What cannot be retreated is lost in steps [7.7.1i].")));
            details.extend(self.standing(&combat.units[role]));
            let mut armour = combat.supports[role].clone();
            armour.retain(|(_, kind)| *kind == SupportKind::Armour);
            let armour: Vec<String> = armour
                .iter()
                .map(|(hq, kind)| format!("{} from {}", support_name(*kind), hq_name(self.definitions, *hq)))
                .collect();
            if !armour.is_empty() {
                details.push(format!("In place of a step after the first: {}.", listed(&armour)));
            }
            if let Some(lead) = combat.leads[role] {
                details.push(format!("{} takes the first loss [7.4c].", self.definitions.name(lead)));
            }
            details
        });
        (title, details)
    }

    pub(super) fn retreat(&self) -> (String, Vec<String>) {
        self.combat(|combat| {
            let hexes = combat.retreat[combat.role(self.side)];
            let plural = if hexes == 1 { "hex" } else { "hexes" };
            let mut details = self.standing(&combat.to_retreat);
            if combat.to_retreat.len() > 1 {
                details.push(
                    "Units that you name together lose one step between them in each hex in an enemy zone of control that \
                     they enter, unless friends are there: the first one named loses it [7.7.1h]."
                        .to_owned(),
                );
            }
            (format!("Where do you retreat ({hexes} {plural})?"), details)
        })
    }

    pub(super) fn vacated(&self) -> Vec<String> {
        let empty = |hex: &&HexId| !zones::enemy_in(self.field, **hex, self.side);
        let spoken = |hex: &HexId| self.definitions.place(*hex).to_string();
        self.combat(|combat| combat.targets.iter().filter(empty).map(spoken).collect())
    }

    pub(super) fn advance(&self) -> Vec<String> {
        self.combat(|combat| {
            let still: Vec<UnitId> = combat.units[combat.role(self.side)]
                .iter()
                .copied()
                .filter(|unit| !combat.advanced.contains(unit))
                .collect();
            let mut details = self.standing(&still);
            let most = combat::advance::limit(combat);
            details.push(match most {
                1 => "Each may advance 1 hex, into one that the defenders have left [7.7.2a].".to_owned(),
                // nobody has retreated (ruling R66)
                _ if combat.paths.is_empty() => format!(
                    "Each may advance up to {most} hexes: first into one that the defenders have left, then any way, as in \
                     `advance UNIT to HEX via HEX` [7.7.2a, 7.7.2j]."
                ),
                _ => format!(
                    "Each may advance up to {most} hexes: first into one that the defenders have left, then along a path of \
                     retreat, and armoured and mechanized units any way, as in `advance UNIT to HEX via HEX` [7.7.2a, 7.7.2c]."
                ),
            });
            for path in &combat.paths {
                let hexes: Vec<String> = path.iter().map(|hex| self.definitions.place(*hex).to_string()).collect();
                details.push(format!("Path of retreat: {}.", hexes.join(", ")));
            }
            details.push("They advance one after the other. `advance done` says that nobody else does.".to_owned());
            details
        })
    }
}
