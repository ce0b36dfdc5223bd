//! *Ardennes 1944: Operation Autumn Fog* (Vae Victis 48).
//!
//! Data is in `assets/games/autumn-fog`. An order goes through [`legal`](mod@legal) (which asks the module of its
//! verb), becomes [`event::Event`]s there, and [`evolve`](mod@evolve) writes them into the [`state`].

mod activation;
mod air;
mod arrival;
pub mod board;
mod british;
mod chapter;
mod combat;
mod command;
pub mod definitions;
mod deployment;
mod detachment;
pub mod disposition;
pub mod event;
mod evolve;
mod facts;
mod fog;
pub mod forces;
mod fuel;
mod game;
pub mod hexside;
pub mod history;
mod language;
mod legal;
pub mod marks;
mod moment;
mod movement;
mod opponent;
pub mod options;
pub mod order;
mod position;
mod position_file;
mod presents;
pub mod roster;
mod sequence;
mod setup;
mod stacking;
pub mod standing;
pub mod state;
mod support;
mod surprise;
pub mod tables;
mod upgrade;
mod verbs;
mod victory;
pub mod view;
mod zoc;

pub use fog::EventView;
pub use game::AutumnFog;
