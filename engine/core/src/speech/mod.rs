//! How people talk to any game: lines to orders, orders to lines, and the pages that explain both. All of it follows from
//! lists that a game gives; nothing here knows a rule or names a game.
//!
//! - [`LineForm`]: how the lines of one verb are written, as text that [`Part`] takes apart: `move UNIT, ... to HEX`.
//! - [`Language`]: the verbs of a game and the words that begin clauses. It finds the verb of a line, parts the line into a
//!   [`Sentence`], and says what was expected where the game cannot read one. Help and [grammar](mod@grammar) follow from
//!   the same lists.
//! - [`Names`] and [`Places`]: units, formations and hexes as people call them, read from the definitions: shortened, with
//!   near misses and the question which one is meant. [`Vocabulary`]: things with a few fixed names, such as cards.
//! - [`StandingLanguage`]: how each standing order is written, read and explained; [`Caution`] is the one that every game with
//!   orders sent ahead has.
//! - [`Inquiry`]: the lines that are no orders, the same in every game. [`adjusted`]: a position that players change by consent.
//!
//! The list of verbs has [`VerbForm`]s, or entries of the game's own that say more of a verb (its moment, its chapter). A game
//! writes one function from a verb and a sentence to steps, and one from steps to text. With words that a line was
//! [taken apart](definitions::spelling) into:
//!
//! ```
//! use definitions::spelling::words;
//! use engine::contract::Misread;
//! use engine::speech::{Language, LineForm, Names, Sentence};
//! # use definitions::Units;
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Clause { To, Along }
//!
//! static VERBS: [LineForm; 2] = [
//!     LineForm {
//!         words: &["march", "mv"],
//!         forms: &["march UNIT, ... [along road] to NUMBER"],
//!         also: &[],
//!         example: "march 2 Lehr along road to 7",
//!         about: "moves units by road or across country",
//!         cases: &["5.2"],
//!     },
//!     LineForm {
//!         words: &["halt"], forms: &["halt"], also: &[], example: "halt", about: "ends the phase", cases: &["4"],
//!     },
//! ];
//! static LANGUAGE: Language<LineForm, Clause> =
//!     Language { verbs: &VERBS, clauses: &[("to", Clause::To), ("along road", Clause::Along), ("by road", Clause::Along)] };
//!
//! // each game has steps of its own; here they are texts
//! fn steps(verb: &LineForm, line: &Sentence<'_, Clause>, units: &Names<definitions::UnitId>) -> Result<Vec<Vec<String>>, Misread> {
//!     match verb.word() {
//!         "halt" => line.nothing_but(&["phase", "now"]).map(|()| vec![vec!["halt".to_owned()]]),
//!         _ => {
//!             let to = line.clause(Clause::To).ok_or_else(|| Misread::new("to where?"))?;
//!             let road = line.clause(Clause::Along).is_some();
//!             let named = line.entries().map(|entry| units.one(entry, &[]));
//!             named.map(|unit| Ok(vec![format!("{:?} {road} {}", unit?, to[0].folded)])).collect()
//!         }
//!     }
//! }
//!
//! # let units = Units::parse("units.txt", "side a \"A\" colour=000000\nside b \"B\" colour=ffffff\norigin x public \"x\"\n\
//! #     unit lehr-2 \"2/Lehr\" side=a symbol=armour echelon=regiment steps=1 @x\n").expect("units");
//! let names = Names::units(&units, &[]);
//! let read = |line: &str| LANGUAGE.orders(&words(line), |verb, line| steps(verb, line, &names));
//! assert_eq!(read("mv lehr by road to 7"), Ok(vec![vec!["UnitId(0) true 7".to_owned()]]));
//! assert_eq!(
//!     read("march leer to 7").unwrap_err().message,
//!     "there is no unit `leer`; do you mean 2/Lehr? Write `march UNIT, ... [along road] to NUMBER`",
//! );
//! ```

mod adjustment;
mod caution;
mod form;
pub mod grammar;
mod inquiry;
mod language;
mod listing;
mod names;
mod places;
mod sentence;
mod standing;
mod vocabulary;

pub use adjustment::adjusted;
pub use caution::{Caution, Reliance};
pub use form::{LineForm, Part, VerbForm, words};
pub use inquiry::{INQUIRIES, Inquiry, InquiryForm};
pub use language::Language;
pub use listing::{OPEN, capital, either, listed, opened};
pub use names::{Name, Names, Unclear, do_you_mean};
pub use places::Places;
pub use sentence::{Sentence, counted, entries, parted};
pub use standing::{Choices, StandingLanguage, StandingWords, set};
pub use vocabulary::Vocabulary;
