//! The one entry to recorded games: every format of both games, distinguished by content.
//!
//! [`Reader`] reads the games of a text or a file one by one, [`Writer`] writes them.

mod database;
mod detect;
mod file;
mod forest;
mod holds;
pub(super) mod library;
pub mod loss;
pub mod reader;
mod split;
pub mod stored;
pub mod writer;

pub use database::Companions;
pub use file::open;
pub use loss::Loss;
pub use reader::{Hints, Reader, first, read_all, read_bytes};
pub use stored::StoredGame;
pub use writer::{Finish, Tally, Writer};
