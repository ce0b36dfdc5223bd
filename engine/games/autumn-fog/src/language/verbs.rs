//! The order language: its verbs, the words that open clauses, and the page of help about them.

use super::super::definitions::Definitions;
use super::super::order::{EventKind, SupportKind};
use super::super::verbs::{VERBS, VerbEntry};
use super::names::{event_name, support_name};
use engine::speech::Language;

/// How orders are written.
pub static LANGUAGE: Language<VerbEntry, Clause> = Language { verbs: &VERBS, clauses: &CLAUSES };

/// A clause of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Where to.
    To,
    /// Which way.
    Via,
    /// Units that attack.
    With,
    /// The unit whose quality counts.
    Lead,
    /// Support markers.
    Support,
    /// Air supports.
    Air,
}

static CLAUSES: [(&str, Clause); 28] = [
    ("to", Clause::To),
    ("into", Clause::To),
    ("onto", Clause::To),
    ("towards", Clause::To),
    ("at", Clause::To),
    ("on", Clause::To),
    ("via", Clause::Via),
    ("through", Clause::Via),
    ("thru", Clause::Via),
    ("over", Clause::Via),
    ("along", Clause::Via),
    ("with", Clause::With),
    ("by", Clause::With),
    ("using", Clause::With),
    ("lead", Clause::Lead),
    ("led", Clause::Lead),
    ("leading", Clause::Lead),
    ("leader", Clause::Lead),
    ("led by", Clause::Lead),
    ("lead by", Clause::Lead),
    ("support", Clause::Support),
    ("supports", Clause::Support),
    ("supported", Clause::Support),
    ("supporting", Clause::Support),
    ("supported by", Clause::Support),
    ("support by", Clause::Support),
    ("air", Clause::Air),
    ("aircraft", Clause::Air),
];

/// The words with which orders begin.
pub fn opening_words() -> Vec<&'static str> {
    // the parser knows the last ones besides
    LANGUAGE.opening_words().chain(["done", "no advance", "general"]).chain(super::parse::COMMIT).collect()
}

/// One page that explains all orders.
pub fn help(definitions: &Definitions) -> String {
    let mut page = String::from(
        "One order a line. Case, accents and punctuation do not matter; units may be shortened as long as one only\n\
         is meant (`peiper`, `2 di`); hexes are numbers or names (`Bastogne`); what follows # is a comment.\n",
    );
    page += &LANGUAGE.help();
    let kinds: Vec<String> = SupportKind::ALL.iter().map(|kind| support_name(*kind)).collect();
    let short = |side: u8| {
        let formations = definitions.published.units.formations.iter().filter(|formation| formation.side == side);
        formations.map(|formation| formation.short.as_str()).collect::<Vec<_>>().join(", ")
    };
    page += &format!("\nKIND is {}.\n", kinds.join(", "));
    page += &format!("EVENT is {}.\n", EventKind::ALL.map(event_name).join(", "));
    for (index, side) in definitions.published.units.sides.iter().enumerate() {
        page += &format!("{} formations and headquarters: {}.\n", side.name, short(index as u8));
    }
    page
}
