//! *Ardennes 1944: Operation Autumn Fog* (Vae Victis 48).
//!
//! Data is in `assets/games/autumn-fog`. The folders are layers, each of which knows those before it alone: what is
//! [`printed`], what is true ([`truth`]), the [`chapters`] of the rulebook, what each side sees ([`sight`]), the judge of
//! all orders ([`legal`](mod@legal)), and above it those who talk, draw and play: [`language`](mod@language),
//! [`drawing`](mod@drawing), [`position_text`](mod@position_text), [`facts`], [`standing`], [`opponent`](mod@opponent).
//! `tests/layers.rs` holds that.
//!
//! An order goes through [`legal`](mod@legal), which asks the chapter of its verb, becomes [`event::Event`]s there, and
//! [`evolve`](truth::evolve) writes them into the [`state`].

mod chapters;
mod drawing;
mod facts;
mod game;
mod language;
mod legal;
mod moment;
mod opponent;
mod overlays;
mod position_text;
mod printed;
mod sight;
pub mod standing;
mod truth;
mod verbs;

pub use printed::{board, definitions, options, tables};
pub use sight::glimpse::EventView;
pub use sight::view;
pub use truth::{event, marks, order, state};

/// The game. What it is made of is said in the file `game`, each of its rooms in its own.
#[derive(Clone, Copy, Debug)]
pub struct AutumnFog;
