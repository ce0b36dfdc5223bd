//! What becomes of a question without its player's hand.

use super::Table;
use crate::contract::{Ask, AskId, Game, Seen, SideId, StandingRule, Viewer};
use serde::{Deserialize, Serialize};

/// What would answer an open ask if its player did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unattended {
    /// The ask.
    pub ask: AskId,
    /// The answer that a player without standing orders would have given; none where the game would wait for him.
    pub default: Option<String>,
    /// Standing orders that would answer it as it is now; those that would leave it open are not there.
    pub standing: Vec<StandingAnswer>,
}

/// A standing order that would answer an ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingAnswer {
    /// The line that gives it: `standing retreat auto`.
    pub line: String,
    /// What it means.
    pub words: String,
    /// The order that it would give now.
    pub order: String,
}

impl<G: Game> Table<G> {
    /// What would answer the open asks of a side. Only its own player may know: it depends on what he sees.
    pub fn unattended(&self, side: SideId) -> Vec<Unattended> {
        let numbered = self.asks().into_iter().zip(self.open_asks());
        numbered.filter(|(ask, _)| ask.side == side).map(|(ask, open)| self.without_hand(side, ask.id, &open)).collect()
    }

    /// Whether the standing orders of a side, as they are now, would answer one of its open asks.
    pub(super) fn is_attended(&self, side: SideId) -> bool {
        let (definitions, view) = (self.definitions(), self.view(Viewer::Side(side)));
        let answers = |ask: &Ask| G::answer(Seen::new(definitions, &view), ask, self.policy(side)).is_some();
        self.open_asks().iter().filter(|ask| ask.side == side).any(answers)
    }

    /// The standing order of a side without which one of its asks would not have been answered so, as it is written; none
    /// where its player would have got this answer without any.
    pub(super) fn standing_order(&self, view: &G::View, ask: &Ask, order: &[G::Step]) -> Option<String> {
        let (definitions, policy) = (self.definitions(), self.policy(ask.side));
        let usual = G::standing(definitions, &G::Policy::default());
        let decides = |rule: &StandingRule| {
            let usual = usual.iter().find(|usual| usual.kind == rule.kind && usual.value != rule.value);
            let without =
                usual.and_then(|usual| G::amend(definitions, policy, &format!("{} {}", usual.kind, usual.value)).ok());
            without
                .is_some_and(|without| G::answer(Seen::new(definitions, view), ask, &without).as_deref() != Some(order))
        };
        let rule = G::standing(definitions, policy).into_iter().find(decides)?;
        Some(format!("{} {}", rule.kind, rule.value))
    }

    fn without_hand(&self, side: SideId, number: AskId, ask: &Ask) -> Unattended {
        let (definitions, view) = (self.definitions(), self.view(Viewer::Side(side)));
        let answer = |policy: &G::Policy| {
            G::answer(Seen::new(definitions, &view), ask, policy).map(|steps| G::write(definitions, &steps))
        };
        let rules = G::standing(definitions, self.policy(side));
        let others = rules.iter().flat_map(|rule| rule.choices.iter().map(move |(value, words)| (rule, value, words)));
        let standing = others.filter_map(|(rule, value, words)| {
            let changed = G::amend(definitions, self.policy(side), &format!("{} {value}", rule.kind)).ok()?;
            let line = format!("standing {} {value}", rule.kind);
            Some(StandingAnswer { line, words: words.clone(), order: answer(&changed)? })
        });
        Unattended { ask: number, default: answer(&G::Policy::default()), standing: standing.collect() }
    }
}
