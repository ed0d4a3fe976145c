//! Front ends: a folder for each protocol and for the terminal, over a shared [`desk`].

mod balanced;
pub mod cassio;
pub mod desk;
mod exchange;
pub mod gomocup;
pub mod gtp;
mod lines;
#[cfg(all(test, shuttle))]
mod models;
pub mod nboard;
pub mod setting;
pub mod terminal;
pub mod text;
