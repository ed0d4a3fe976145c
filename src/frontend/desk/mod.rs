//! What every front end plays with: settings, clocks and the searcher's memory of the game.

mod clock;
mod memory;
mod settings;

pub use clock::share_of_clock;
pub use memory::Memory;
pub use settings::{LARGEST_TABLE, Settings};
