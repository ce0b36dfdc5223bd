//! The chapters of the rulebook, a module each. A chapter cites its own cases, and others only where it asks them.
//!
//! | chapter | module |
//! |---|---|
//! | 1 units, supports, headquarters | [`steps`], [`supports`], [`headquarters`] |
//! | 2 sequence of play | [`sequence`], [`asking`] |
//! | 3 activation | [`activation`], [`recovery`] |
//! | 4 zones of control | [`zones`] |
//! | 5 stacking | [`stacking`] |
//! | 6 movement | [`movement`] |
//! | 7 combat | [`combat`] |
//! | 8 command | [`command`] |
//! | 9 C3I | [`c3i`] (checks), [`combat::snafu`] |
//! | 10 supply | [`supply`], [`fuel`], both along [`lines`] |
//! | 11 fog of war | [`fog`] |
//! | 12 improved positions | [`positions`] |
//! | 13 terrain | [`printed::board`](crate::printed::board) |
//! | 14 aircraft | [`air`], [`combat::air`] |
//! | 15 historical events | [`historical_events`], [`presents`] |
//! | 16 reinforcements, the British | [`arrival`], [`reinforcements`], [`british`] |
//! | 17 scenarios | [`victory`], [`surprise`], [`deployment`] |
//! | 18 detachments | [`detachment`] |

pub mod activation;
pub mod air;
pub mod arrival;
pub mod asking;
pub mod british;
pub mod c3i;
pub mod chapter;
pub mod combat;
pub mod command;
pub mod deployment;
pub mod detachment;
pub mod fog;
pub mod fuel;
pub mod headquarters;
pub mod historical_events;
pub mod lines;
pub mod movement;
pub mod positions;
pub mod presents;
pub mod recovery;
pub mod reinforcements;
pub mod sequence;
pub mod stacking;
pub mod steps;
pub mod supply;
pub mod supports;
pub mod surprise;
pub mod victory;
pub mod zones;
