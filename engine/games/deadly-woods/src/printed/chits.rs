use super::{ALLIED, GERMAN};
use definitions::hex::HexId;
use definitions::{Argument, DefinitionError, Published, Scenario};
use engine::contract::SideId;
use serde::{Deserialize, Serialize};

/// An action chit (2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Chit {
    /// 5th Panzer Army (14.5).
    FifthArmy,
    /// 6th Panzer Army (14.5).
    SixthArmy,
    /// All German (14.6).
    AllGerman,
    /// One Army (14.6).
    OneArmy,
    /// Three formations (14.7).
    ThreeFormations,
    /// German reinforcements (14.8).
    GermanReinforcements,
    /// German move or combat (14.4).
    GermanMove,
    /// Supply check (8.1).
    SupplyCheck,
    /// Reaction 3 (14.3.1).
    Reaction,
    /// Allied reinforcements (14.8).
    AlliedReinforcements,
    /// Allied move or combat (14.4).
    AlliedMove,
    /// Patton or Monty (14.9).
    PattonMonty,
}

impl Chit {
    /// All kinds.
    pub const ALL: [Chit; 12] = [
        Chit::FifthArmy,
        Chit::SixthArmy,
        Chit::AllGerman,
        Chit::OneArmy,
        Chit::ThreeFormations,
        Chit::GermanReinforcements,
        Chit::GermanMove,
        Chit::SupplyCheck,
        Chit::Reaction,
        Chit::AlliedReinforcements,
        Chit::AlliedMove,
        Chit::PattonMonty,
    ];

    /// The id of its card in the definitions.
    pub const fn id(self) -> &'static str {
        match self {
            Chit::FifthArmy => "5-pz-army",
            Chit::SixthArmy => "6-pz-army",
            Chit::AllGerman => "all-german",
            Chit::OneArmy => "one-army",
            Chit::ThreeFormations => "three-formations",
            Chit::GermanReinforcements => "german-reinforcements",
            Chit::GermanMove => "german-move",
            Chit::SupplyCheck => "supply-check",
            Chit::Reaction => "reaction",
            Chit::AlliedReinforcements => "allied-reinforcements",
            Chit::AlliedMove => "allied-move",
            Chit::PattonMonty => "patton-monty",
        }
    }

    /// How people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Chit::FifthArmy => "5th Panzer Army",
            Chit::SixthArmy => "6th Panzer Army",
            Chit::AllGerman => "All German",
            Chit::OneArmy => "One Army",
            Chit::ThreeFormations => "3 Formations",
            Chit::GermanReinforcements => "German Reinforcements",
            Chit::GermanMove => "German Move/Combat",
            Chit::SupplyCheck => "Supply Check",
            Chit::Reaction => "Reaction 3",
            Chit::AlliedReinforcements => "Allied Reinforcements",
            Chit::AlliedMove => "Allied Move/Combat",
            Chit::PattonMonty => "Patton/Monty",
        }
    }

    /// Whose round it brings; none for the supply check, which is nobody's (14.2).
    pub const fn side(self) -> Option<SideId> {
        match self {
            Chit::SupplyCheck => None,
            Chit::Reaction | Chit::AlliedReinforcements | Chit::AlliedMove | Chit::PattonMonty => Some(ALLIED),
            _ => Some(GERMAN),
        }
    }

    /// The chit with an id.
    pub fn find(id: &str) -> Option<Chit> {
        Chit::ALL.into_iter().find(|chit| chit.id() == id)
    }
}

/// Which of the two Panzer Army chits a turn has (17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armies {
    /// Those that the turn's list names, without a condition.
    Listed,
    /// One of the two, or both with both places.
    OneOrBoth([HexId; 2]),
    /// None, or one of the two with both places.
    NoneOrOne([HexId; 2]),
}

/// The chits of a turn (17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnChits {
    /// In the cup, sorted.
    pub cup: Vec<Chit>,
    /// In the Allied player's hand.
    pub hand: Vec<Chit>,
    /// What decides about the Panzer Army chits.
    pub armies: Armies,
}

/// The chits of each turn of a scenario, from its first one.
pub(super) fn turns(scenario: &Scenario, published: &Published) -> Result<Vec<TurnChits>, DefinitionError> {
    let fault = |message: String| DefinitionError::new(&format!("scenario-{}.txt", scenario.id), 0, message);
    let empty = TurnChits { cup: Vec::new(), hand: Vec::new(), armies: Armies::Listed };
    let mut turns = vec![empty; usize::from(scenario.turns.1 - scenario.turns.0 + 1)];
    for deal in &scenario.deals {
        let Some(turn) = deal.turn.checked_sub(scenario.turns.0).and_then(|at| turns.get_mut(usize::from(at))) else {
            continue;
        };
        let mut chits = Vec::new();
        for (id, count) in &deal.cards {
            let chit = Chit::find(id).ok_or_else(|| fault(format!("no rule knows the chit `{id}`")))?;
            chits.extend((0..*count).map(|_| chit));
        }
        let mut conditional = false;
        for phrase in &deal.conditions {
            let places = match &phrase.arguments[..] {
                [Argument::Hex(one), Argument::Hex(two)] => Some([*one, *two]),
                [Argument::Word(one), Argument::Word(two)] => {
                    let place = |name: &str| {
                        let named = |hex: &HexId| published.map.hex(*hex).name.as_deref() == Some(name);
                        published.map.on_map().find(named)
                    };
                    place(one).zip(place(two)).map(|(one, two)| [one, two])
                }
                _ => None,
            };
            match (phrase.word.as_str(), places) {
                // the first of the two is played in the opening of turn 1, which is a sequence of its own (14.3.1)
                ("opening", _) => {}
                ("one", _) => conditional = true,
                ("both-if-both", Some(places)) => (turn.armies, conditional) = (Armies::OneOrBoth(places), true),
                ("one-if-both", Some(places)) => (turn.armies, conditional) = (Armies::NoneOrOne(places), true),
                (other, _) => return Err(fault(format!("no rule reads the condition `{other}` of a deal"))),
            }
        }
        let pile = match deal.pile.as_str() {
            _ if conditional => continue,
            "action-cup" => &mut turn.cup,
            "allied-hand" => &mut turn.hand,
            _ => continue,
        };
        pile.extend(chits);
        pile.sort_unstable();
    }
    Ok(turns)
}
