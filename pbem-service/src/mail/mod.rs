//! Mail: bytes that come in become a [`Letter`] and its orders, what goes out becomes bytes.
//!
//! Nothing here knows a game or the database. On the way in:
//!
//! 1. [`Letter::parse`] reads the bytes. [`Letter::nature`] tells programs, which are never answered,
//!    and bounces from people. [`Letter::key`] is what to remember it by.
//! 2. [`Token::in_letter`] lists the reply tokens that it carries, [`KeyRing::open`] gives out what a
//!    genuine one claims.
//! 3. [`Letter::orders`] gives the lines that the sender wrote himself.

mod authentication;
mod cleaning;
mod flowed;
mod html;
mod letter;
mod nature;
mod quote;
mod token;

pub use authentication::{Authentication, vouched};
pub use letter::{LARGEST_MAIL, LONGEST_TEXT, Letter, MOST_PARTS, Unreadable};
pub use nature::{Bounce, Delivery, Nature};
pub use quote::{MARKER, OrderLine, orders};
pub use token::{Claim, KeyRing, Purpose, Token, Unsignable};
