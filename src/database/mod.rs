//! The position database: records of Gomoku positions, kept in one file.
//!
//! A [`Key`] names a position up to symmetry; its rule and board are part of it. A [`Record`] holds a mark, a
//! value, a comment, and labels of points. [`Database`] is the file. Several processes may use it at once, and a
//! write that has returned survives a kill of the process. [`lookup`] reads the moves of a position, [`edit`]
//! changes it, [`check`] looks for contradictions, and [`transfer`] exchanges records with the text of Yixin and
//! the libraries of RenLib; [`yixin`] reads the databases of other engines.

pub mod check;
pub mod edit;
mod key;
pub mod lookup;
mod record;
mod store;
mod text;
pub mod transfer;
pub mod yixin;

pub use key::{Canonical, Key};
pub use record::{Bound, Mark, Record, Value, clean};
pub use store::{CACHE, Database, Failure, Update, View, is_database};
pub use text::{quote, read_line, unquote, write_line};
