//! What chits may come to, in words.

use crate::chapters::combat::forecast::{Forecast, Outlook};
use crate::chapters::combat::situations;
use crate::printed::Definitions;
use crate::sight::View;
use crate::truth::state::{Combat, Fight, Public};

/// Strength of attack and defence: `8 to 4`.
pub fn strengths(definitions: &Definitions, public: &Public, combat: &Combat) -> String {
    let (attack, defence) = situations::strengths(definitions, public, combat);
    format!("{attack} to {defence}")
}

/// What an attack that was tried out may come to, before the defender has said what supports him.
pub fn prospects(definitions: &Definitions, after: &View) -> Vec<String> {
    let public = &after.public;
    let begun = |combat: &&Combat| matches!(combat.stage, Fight::Declared | Fight::Drawing) && combat.drawn.is_empty();
    let Some(combat) = public.combat.as_ref().filter(begun) else { return Vec::new() };
    let mut bare = combat.clone();
    bare.chits = situations::chits(definitions, public, &bare);
    let strength = format!("Strength {}.", strengths(definitions, public, combat));
    [strength].into_iter().chain(each(definitions, public, &bare)).collect()
}

/// Numbers of chits that are told one by one.
const TOLD: u8 = 4;

/// What each number of chits comes to by the mean of those in the cup.
pub fn each(definitions: &Definitions, public: &Public, combat: &Combat) -> Vec<String> {
    let (least, most) = combat.chits;
    let outlook = Outlook::of(definitions, public, combat);
    let told = |total: u8| {
        let Forecast { attacker, defender, hit } = outlook.at(total);
        format!("{total} chits: {attacker:.1} and {defender:.1}, hit in {:.0} of 100", 100.0 * hit)
    };
    // not every one of many
    let step = usize::from(((most - least) / TOLD).max(1));
    let mut totals: Vec<u8> = (least..=most).step_by(step).collect();
    if totals.last() != Some(&most) {
        totals.push(most);
    }
    let lines: Vec<String> = totals.into_iter().map(told).collect();
    vec![format!(
        "By the chits in the cup, mean hits on attacker and defender, and how often the defender is hit: {}.",
        lines.join("; ")
    )]
}
