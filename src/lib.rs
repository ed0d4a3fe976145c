//! Tengen plays Gomoku (freestyle, standard, renju, caro) and Othello.
//!
//! This crate is the engine as a library: rules, search and solver, with the learned weights built in.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use tengen::{Engine, Game, Limits, Rule, Size, Variant};
//!
//! let size = Size::new(11, 11).expect("a size");
//! let mut game = Game::new(Variant::Gomoku { rule: Rule::Standard, size })?;
//! let mut engine = Engine::new(64 << 20);
//! for _ in 0..4 {
//!     let limits = Limits::new().time(Duration::from_millis(50));
//!     let report = engine.search(&game, &limits, |_| ControlFlow::Continue(()));
//!     game.play(report.best_move().expect("the game is not over"))?;
//! }
//! assert_eq!(game.history().len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | purpose | item |
//! |---|---|
//! | a game, its rule and its board | [`Variant`], [`Rule`], [`Size`] |
//! | positions, legal moves and results | [`Game`], [`Move`], [`Point`], [`Color`], [`Outcome`] |
//! | forbidden points of renju | [`Game::forbidden_points`] |
//! | search with limits and progress | [`Engine::search`], [`Limits`], [`Report`] |
//! | exact scores and forced wins | [`Engine::solve`] |
//!
//! Only the items on this page are public. The modules exist for the program and its tests; they are hidden because
//! they change without notice.
//!
//! The library also builds for `wasm32-unknown-unknown`, without threads. The host then provides a clock: a
//! function `now` in the import module `tengen` that returns milliseconds.
//!
//! # Layers
//!
//! Data flows one way, and a layer imports only from the layers below it:
//!
//! ```text
//!  main       entry, processor check, dispatch to the subcommands in `cli`
//!     |
//!  frontend   gomocup, gtp, nboard, cassio and the terminal, a folder for each, over a shared desk
//!  tools      work of the other subcommands     check    conformance of other programs
//!  analysis   what the moves of games were worth; puzzles in games
//!     |                                         arena    matches between programs
//!     |                                            |
//!     |                                         process  a child with pipes and deadlines
//!  engine     the searcher thread               openings files of openings, images, generator
//!     |          Order -> Event                    |
//!  database   positions and their records, in a file
//!     |                                            |
//!     |                                         formats  game records and positions as text
//!     |                                            |
//!  symmetry   images of points of a board       language  what people read, in their language
//!     |
//!  game       a game in progress of either kind; api, the public interface, is above it
//!     |
//!  gomoku     rules, eval, threats, search      othello  rules, eval, search, book
//!     |          (neither knows the other)
//!  train      self-play and gradient descent, shared by both trainers
//!  search     limits, clock, threads, table memory, shared by both searches
//!     |
//!  dense      layers of networks                proof    what proofs of both games share as texts
//!     |
//!  coord, color     points, sizes, moves, sides     table, nearest     rows for programs, slips in names
//!                                                   quotation, shard   foreign text in messages, parts of runs
//!  sync             threads, channels and atomics, or models of them in tests
//! ```
//!
//! A line is parsed into a `Command` for the session, which sends an `Order` to the searcher. The
//! searcher's `Event` returns to the session and becomes a `Reply`, which is written as a line. Only the
//! front ends, `tools`, `check`, `arena`, `formats::format` and `formats::records` do input and output, and only the binary
//! (`main` and `cli`) uses the standard streams.
//!
//! `tests/it/tidy.rs` enforces this.

#[doc(hidden)]
pub mod color;
#[doc(hidden)]
pub mod coord;
#[doc(hidden)]
pub mod dense;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod replacement;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod sync;
#[doc(hidden)]
pub mod train;

#[doc(hidden)]
pub mod gomoku;
#[doc(hidden)]
pub mod othello;

#[doc(hidden)]
pub mod game;

mod api;

// What follows serves the program, which needs files, threads and processes: WebAssembly has none.
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod analysis;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod arena;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod check;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod database;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod engine;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod exclusive;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod formats;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod frontend;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod language;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod nearest;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod openings;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod process;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod quotation;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod shard;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod symmetry;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod table;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod tools;

pub use api::engine::{Engine, Limits, Report};
pub use api::game::{Game, IllegalMove, Outcome};
pub use color::Color;
pub use coord::{MAX_SIDE, MIN_SIDE, Move, NoSize, Ply, Point, Size, parse_points};
pub use game::{UnknownVariant, Variant};
pub use gomoku::rules::forbidden::Foul;
pub use gomoku::rules::game::UnsupportedSize;
pub use gomoku::rules::rule::{Rule, UnknownRule};
pub use search::report::{Line, Score};
