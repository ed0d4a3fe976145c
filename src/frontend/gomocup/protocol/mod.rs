//! The Gomocup protocol as data: [`Command`] holds the requests, [`Reply`] the replies.
//!
//! [`dialect`] turns lines into commands by the grammar in [`parse`], [`render`] turns replies into lines.
//! The text of the protocol appears only here.

pub mod command;
pub mod dialect;
pub mod parse;
pub mod problem;
pub mod render;
pub mod reply;

pub use command::{BoardStone, Command, Owner};
pub use dialect::Dialect;
pub use problem::Problem;
pub use reply::{Message, RankedLine, Reply};
