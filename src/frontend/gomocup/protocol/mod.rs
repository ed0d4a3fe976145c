//! The Gomocup protocol as data: [`Command`] is everything that can be asked, [`Reply`] everything that can
//! be answered.
//!
//! [`dialect`] turns lines into commands by the grammar in [`parse`], [`render`] turns replies into lines.
//! Nothing else knows the text of the protocol, and nothing here plays.

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
