//! The public interface of the library, re-exported at the root of the crate.
//!
//! Games and engines are opaque, so that the code behind them can change without a new major version.
//! `tests/data/public_api.txt` lists the interface, and a test compares the two.

pub mod engine;
pub mod game;
