//! What chits may come to, for whoever weighs an attack: no rule, but what the cup and the rules of 9.4 and 9.5 make likely.
//!
//! Chits are taken as if each were put back before the next is drawn: that changes chances, not means, and little.

use super::{attack, situations};
use crate::printed::{ChitId, Definitions, GERMAN, Tactic};
use crate::truth::roster::Supply;
use crate::truth::state::{Combat, Fight, Public};
use definitions::UnitId;
use definitions::hex::HexId;
use engine::contract::SideId;

/// Mean hits after all that is taken off, and how often the defender has to take any.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Mean hits on the attacker.
    pub attacker: f64,
    /// Mean hits on the defender.
    pub defender: f64,
    /// The chance that the defender is hit at all, from 0 to 1.
    pub hit: f64,
}

/// Sums of hits that are told apart, from the negative of this to this.
const FAR: i16 = 24;
const SUMS: usize = 2 * FAR as usize + 1;

/// A combat that nobody has declared: the units of a side attack a hex without tactics of the defender.
pub fn imagined(
    definitions: &Definitions,
    public: &Public,
    attacker: SideId,
    target: HexId,
    attackers: Vec<UnitId>,
    tactics: Vec<Tactic>,
) -> Combat {
    let from = attackers.iter().filter_map(|unit| public.unit(*unit).hex()).collect();
    let defenders = attack::defenders(definitions, public, target);
    let mut combat = Combat {
        attacker,
        attackers,
        from,
        target,
        defenders,
        tactics: [tactics, Vec::new()],
        stage: Fight::Declared,
        chits: (0, 0),
        drawn: Vec::new(),
        total: None,
        owed: [0; 2],
        penalty: 0,
        losses: Vec::new(),
        dispersed: false,
        retreat: Vec::new(),
        crossed: Vec::new(),
        advanced: Vec::new(),
        halted: None,
    };
    combat.chits = situations::chits(definitions, public, &combat);
    combat
}

/// What the chits of a combat come to, for every number of them.
pub struct Outlook {
    /// Worth of each chit of the cup for attacker and defender: below so many chits that the attack is large, and from there
    /// on (9.4).
    cup: [Vec<[i16; 2]>; 2],
    /// What those come to that are drawn, likewise.
    known: [[i16; 2]; 2],
    drawn: u8,
    /// Hits that are taken off (9.5).
    less: [i16; 2],
    isolated: bool,
}

impl Outlook {
    /// Weighs all chits for a combat.
    pub fn of(definitions: &Definitions, public: &Public, combat: &Combat) -> Outlook {
        let mut supposed = combat.clone();
        let mut weigh = |count: usize| {
            if let Some(any) = public.cup.first().or(combat.drawn.first()) {
                supposed.drawn.resize(count, *any);
            }
            let mut last = None;
            let mut worth = |chit: ChitId| match last {
                // copies of a chit lie together
                Some((known, worth)) if known == chit => worth,
                _ => {
                    let worth = worth(definitions, public, &supposed, chit);
                    last = Some((chit, worth));
                    worth
                }
            };
            let cup: Vec<[i16; 2]> = public.cup.iter().map(|chit| worth(*chit)).collect();
            let known = combat.drawn.iter().map(|chit| worth(*chit));
            (cup, known.fold([0, 0], |sum, it| [sum[0] + it[0], sum[1] + it[1]]))
        };
        let drawn = combat.drawn.len();
        let (small, large) = (weigh(drawn.min(situations::LARGE - 1)), weigh(drawn.max(situations::LARGE)));
        let it = definitions.board.hex(combat.target);
        let position = public.positions.contains(&combat.target);
        let covered = it.built.is_some() || position || it.westwall && combat.attacker != GERMAN;
        Outlook {
            cup: [small.0, large.0],
            known: [small.1, large.1],
            drawn: drawn as u8,
            less: [i16::from(situations::helpless(public, combat)), i16::from(covered)],
            isolated: combat.defenders.iter().all(|unit| public.unit(*unit).supply == Supply::Isolated),
        }
    }

    /// What so many chits in all come to, those included that are drawn.
    pub fn at(&self, total: u8) -> Forecast {
        let place = usize::from(usize::from(total) >= situations::LARGE);
        let more = total.saturating_sub(self.drawn);
        let sums =
            [0, 1].map(|role| sums(self.cup[place].iter().map(|worth| worth[role]), self.known[place][role], more));
        let left = |role: usize, at: usize| (at as i16 - FAR - self.less[role]).max(0);
        let mean = |role: usize| -> f64 {
            sums[role].iter().enumerate().map(|(at, chance)| chance * f64::from(left(role, at))).sum()
        };
        let hit = sums[1].iter().enumerate().filter(|(at, _)| left(1, *at) > 0).map(|(_, chance)| chance).sum();
        Forecast { attacker: if self.isolated { 0.0 } else { mean(0) }, defender: mean(1), hit }
    }
}

/// Hits of a chit on attacker and defender.
fn worth(definitions: &Definitions, public: &Public, combat: &Combat, chit: ChitId) -> [i16; 2] {
    let hits = situations::counts(definitions, public, combat, chit).unwrap_or_default();
    let german = combat.attacker == GERMAN;
    let (ours, theirs) = if german { (hits.german, hits.allied) } else { (hits.allied, hits.german) };
    [i16::from(hits.attacker) + i16::from(ours), i16::from(hits.defender) + i16::from(theirs)]
}

/// How likely each sum of hits is after so many draws, beginning from one that is known.
fn sums(cup: impl Iterator<Item = i16>, known: i16, draws: u8) -> [f64; SUMS] {
    let place = |sum: i16| (sum.clamp(-FAR, FAR) + FAR) as usize;
    let mut each: Vec<(i16, f64)> = Vec::new();
    let mut all = 0.0;
    for worth in cup {
        all += 1.0;
        match each.iter_mut().find(|(known, _)| *known == worth) {
            Some((_, count)) => *count += 1.0,
            None => each.push((worth, 1.0)),
        }
    }
    let mut sums = [0.0; SUMS];
    sums[place(known)] = 1.0;
    for _ in (0..draws).filter(|_| all > 0.0) {
        let mut then = [0.0; SUMS];
        for (at, chance) in sums.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            each.iter().for_each(|(worth, count)| then[place(at as i16 - FAR + worth)] += chance * count / all);
        }
        sums = then;
    }
    sums
}
