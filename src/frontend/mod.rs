//! Front ends: one folder for each language in which the engine is asked to play, over one shared [`desk`].

pub mod desk;
pub mod gomocup;
pub mod gtp;
mod lines;
pub mod nboard;
pub mod setting;
pub mod terminal;
pub mod text;
