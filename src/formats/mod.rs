//! Positions and games as text: pictures of boards, problem files, game records.
//!
//! One format per file. Knows the rules of the games, but not how to play them well.

pub mod ansi;
pub mod bounded;
pub mod date;
pub mod encoding;
mod error;
pub mod format;
pub mod game;
pub mod ggf;
pub mod html;
pub mod obf;
pub mod picture;
pub mod pos;
pub mod psq;
pub mod records;
pub mod renlib;
pub mod sgf;
mod sgf_details;
pub mod sgf_othello;
mod sgf_tree;
pub mod spoken;
pub mod study;
pub mod svg;
pub mod transcript;
mod tree;
pub mod vertex;
pub mod wthor;

pub use error::{Place, RecordError, TextError};
pub use game::GameRecord;

use error::unexpected;
