//! A combat as far as chits look at it, and the exact chances of what is drawn for it.

use definitions::{Argument, CardFace, Phrase, Published};
use std::collections::BTreeMap;

/// Strengths that stand for every step of the ratios, the worst for the attacker first.
pub const RATIOS: [(u16, u16); 9] = [(1, 2), (1, 1), (5, 4), (3, 2), (2, 1), (3, 1), (4, 1), (6, 1), (8, 1)];

/// Ground that hexes of the map have (9.4: town or city besides the natural one).
pub const GROUNDS: [&[&str]; 10] = [
    &["clear"],
    &["broken"],
    &["woods"],
    &["forest"],
    &["clear", "town"],
    &["broken", "town"],
    &["woods", "town"],
    &["forest", "town"],
    &["clear", "city"],
    &["broken", "city"],
];

/// The other situations, as chits print them; whether the Allies attack, a fight says itself.
pub const TOGGLES: [&str; 23] = [
    "Attacker elite",
    "Attacker green",
    "Defender elite",
    "Defender green",
    "Attacker artillery",
    "Defender artillery",
    "Allied airpower",
    "German airpower",
    "Combat Engineers",
    "IP crossfire",
    "Flank attack",
    "One-hex attack",
    "Large attack",
    "Defender adjacent",
    "Dispersed or unsupplied",
    "Defender recon",
    "Only attacker armor",
    "Only defender armor",
    "Only attacker combined arms",
    "Only defender combined arms",
    "5 PZ Army attack",
    "Dec 16",
    "Dec 17",
];

/// A combat.
#[derive(Clone, Debug)]
pub struct Fight {
    /// Strengths of attacker and defender.
    pub ratio: (u16, u16),
    /// Ground of the defender's hex.
    pub ground: &'static [&'static str],
    /// Whether the Germans attack.
    pub german: bool,
    /// Which other situations hold.
    pub holds: Vec<&'static str>,
}

impl Fight {
    /// Whether these situations can hold at once (9.4).
    pub fn can_be(&self) -> bool {
        let has = |toggle| self.holds.contains(&toggle);
        let built = self.ground.iter().any(|ground| ["town", "city"].contains(ground));
        let apart = [
            // a unit of one side alone
            ("Only attacker armor", "Only defender armor"),
            ("Only attacker combined arms", "Only defender combined arms"),
            // combined arms need armour, so that the other side alone cannot have it
            ("Only attacker combined arms", "Only defender armor"),
            ("Only defender combined arms", "Only attacker armor"),
            ("Flank attack", "One-hex attack"),
            // engineers of the attacker clear the position first (12.34)
            ("Combat Engineers", "IP crossfire"),
            ("Dec 16", "Dec 17"),
        ];
        let together = apart.iter().all(|(one, two)| !(has(one) && has(two)));
        let of_germans =
            ["Combat Engineers", "Defender recon", "5 PZ Army attack"].into_iter().all(|it| !has(it) || self.german);
        // 12.32, 9.4
        let in_the_open = ["IP crossfire", "Flank attack"].into_iter().all(|it| !has(it) || !built);
        together && of_germans && in_the_open
    }

    /// Whether a situation holds that is printed on a chit.
    fn meets(&self, face: &CardFace) -> bool {
        let [phrase] = face.words.as_slice() else { panic!("one situation a side: {face:?}") };
        let over = |odds: &Argument| {
            let Argument::Odds(attacker, defender) = odds else { panic!("{phrase:?}") };
            (u32::from(self.ratio.0) * u32::from(*defender)).cmp(&(u32::from(self.ratio.1) * u32::from(*attacker)))
        };
        match (phrase.word.as_str(), phrase.arguments.as_slice()) {
            ("odds-or-more", [odds]) => over(odds).is_ge(),
            ("odds-more", [odds]) => over(odds).is_gt(),
            ("odds-under", [odds]) => over(odds).is_lt(),
            ("ground", [Argument::Several(grounds)]) => {
                grounds.iter().any(|it| matches!(it, Argument::Word(ground) if self.ground.contains(&ground.as_str())))
            }
            ("by-side", _) => !self.german,
            _ => {
                let printed = face.says[0].as_str();
                assert!(TOGGLES.contains(&printed), "{printed} is no situation of the list");
                self.holds.contains(&printed)
            }
        }
    }
}

/// A side of a chit.
pub struct Side {
    face: CardFace,
}

impl Side {
    /// Whether it applies.
    pub fn counts(&self, fight: &Fight) -> bool {
        fight.meets(&self.face)
    }

    /// Hits on attacker and defender.
    fn hits(&self, fight: &Fight) -> (i32, i32) {
        let Some(Phrase { word, arguments }) = &self.face.title_word else {
            panic!("{} is no result", self.face.title)
        };
        let number = |at: usize| if let Some(Argument::Number(number)) = arguments.get(at) { *number } else { 0 };
        match word.as_str() {
            "attacker" => (number(0), 0),
            "defender" => (0, number(0)),
            "spared" => (0, -number(0)),
            "both" => (number(0), number(1)),
            "german" if fight.german => (number(0), 0),
            "german" => (0, number(0)),
            "allied" if fight.german => (0, number(0)),
            "allied" => (number(0), 0),
            other => panic!("no rule knows the result {other}"),
        }
    }
}

/// A kind of chit.
pub struct Chit {
    /// Its id.
    pub id: String,
    /// How many there are.
    pub copies: u32,
    /// Its sides.
    pub front: Side,
    /// The other one.
    pub back: Side,
    /// Whether the front goes first.
    pub priority: bool,
}

/// The combat chits.
pub fn chits(game: &Published) -> Vec<Chit> {
    let chit = |card: &definitions::Card| Chit {
        id: card.id.clone(),
        copies: u32::from(card.copies),
        front: Side { face: card.front.clone() },
        back: Side { face: card.other.clone().unwrap() },
        priority: card.corner == "P",
    };
    game.cards.of_set("combat").map(chit).collect()
}

/// How many of the sixty chits give so many hits to attacker and defender.
pub fn kinds(chits: &[Chit], fight: &Fight) -> BTreeMap<(i32, i32), u32> {
    let mut found = BTreeMap::new();
    for chit in chits {
        let hits = match (chit.front.counts(fight), chit.back.counts(fight)) {
            (true, _) => chit.front.hits(fight),
            (false, true) => chit.back.hits(fight),
            (false, false) => (0, 0),
        };
        *found.entry(hits).or_default() += chit.copies;
    }
    found
}

/// All that may come of so many chits, each with its chance.
pub struct Draw(BTreeMap<(i32, i32), f64>);

/// Hits after what 9.5 takes off.
#[derive(Clone, Copy, Debug)]
pub struct Hits {
    pub attacker: f64,
    pub defender: f64,
    pub attacker_hit: f64,
    pub defender_hit: f64,
}

impl Draw {
    /// Draws so many of the sixty chits: in each kind the ways to take some of it, all of them multiplied.
    pub fn of(chits: &[Chit], fight: &Fight, count: u32) -> Draw {
        let kinds = kinds(chits, fight);
        let all: u32 = kinds.values().sum();
        let mut ways: BTreeMap<(u32, i32, i32), u128> = BTreeMap::from([((0, 0, 0), 1)]);
        for ((attacker, defender), there) in kinds {
            let mut more = BTreeMap::new();
            for ((drawn, a, d), so_far) in ways {
                for taken in 0..=there.min(count - drawn) {
                    let hits = (drawn + taken, a + attacker * taken as i32, d + defender * taken as i32);
                    *more.entry(hits).or_default() += so_far * choose(there, taken);
                }
            }
            ways = more;
        }
        let whole = choose(all, count) as f64;
        let full = ways.into_iter().filter(|((drawn, ..), _)| *drawn == count);
        Draw(full.map(|((_, a, d), ways)| ((a, d), ways as f64 / whole)).collect())
    }

    /// How likely it is that the totals are such.
    pub fn chance(&self, such: impl Fn(i32, i32) -> bool) -> f64 {
        self.0.iter().filter(|((a, d), _)| such(*a, *d)).map(|(_, chance)| chance).sum()
    }

    /// The mean totals of attacker and defender as they are drawn.
    pub fn mean(&self) -> (f64, f64) {
        let sum = |of: fn(&(i32, i32)) -> i32| self.0.iter().map(|(hits, chance)| f64::from(of(hits)) * chance).sum();
        (sum(|hits| hits.0), sum(|hits| hits.1))
    }

    /// The same after what 9.5 takes off, and never below none.
    pub fn after_9_5(&self, ground: &[&str], holds: &[&str]) -> Hits {
        let covered = ground.iter().any(|ground| ["town", "city"].contains(ground)) || holds.contains(&"IP crossfire");
        let spent = holds.contains(&"Dispersed or unsupplied");
        let (less_a, less_d) = (i32::from(spent), i32::from(covered));
        let mean = |of: &dyn Fn(i32, i32) -> i32| -> f64 {
            self.0.iter().map(|((a, d), chance)| f64::from(of(*a, *d).max(0)) * chance).sum()
        };
        Hits {
            attacker: mean(&|a, _| a - less_a),
            defender: mean(&|_, d| d - less_d),
            attacker_hit: self.chance(|a, _| a > less_a),
            defender_hit: self.chance(|_, d| d > less_d),
        }
    }
}

/// In how many ways so many of them are chosen.
fn choose(of: u32, some: u32) -> u128 {
    (0..some).fold(1, |ways, at| ways * u128::from(of - at) / u128::from(at + 1))
}
