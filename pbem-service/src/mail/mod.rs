//! Mail: bytes that come in become a [`Letter`] and its orders, what goes out becomes bytes.
//!
//! Nothing here knows a game or the database. On the way in:
//!
//! 1. [`Letter::parse`] reads the bytes. [`Letter::nature`] tells programs, which are never answered,
//!    and bounces from people. [`Letter::key`] is what to remember it by.
//! 2. [`Token::in_letter`] lists the reply tokens that it carries, [`KeyRing::open`] gives out what a
//!    genuine one claims.
//! 3. [`judge`] says whether its sender may do that.
//! 4. [`Letter::read`] gives the lines that the sender wrote himself, without the courtesies around them; what
//!    an order begins with, its [`Vocabulary`] says.
//!
//! On the way out: [`Content`] is what a mail says, [`Outgoing`] adds the header, whose reply address
//! and Message-ID come from [`KeyRing::sign`], [`Outgoing::compose`] makes the bytes and
//! [`Transport::send`] sends them.

mod address;
mod authentication;
mod cleaning;
mod content;
mod courtesy;
mod flowed;
mod folder;
mod html;
mod letter;
mod mime;
mod nature;
mod outgoing;
mod quote;
mod sender;
mod smtp;
mod token;
mod transport;
mod vocabulary;

pub use address::read_address;
pub use authentication::{Authentication, vouched};
pub use content::{Block, Content, Echo, Fate, Link, Picture, Section};
pub use folder::Folder;
pub use letter::{LONGEST_TEXT, Letter};
pub use mime::{LARGEST_MAIL, MOST_PARTS, Unreadable, parse as parse_mime};
pub use nature::{Bounce, Delivery, Nature};
pub use outgoing::{Auto, Mail, Outgoing, Party, Uncomposable, Unsubscribe};
pub use quote::{MARKER, OrderLine, Reading};
pub use sender::{Verdict, judge};
pub use smtp::Smtp;
pub use token::{Bound, Claim, KeyRing, Purpose, Token, Unsignable};
pub use transport::{BadTransport, Memory, SendError, Transport};
pub use vocabulary::Vocabulary;
