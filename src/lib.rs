//! Tengen plays Gomoku and Othello.
//!
//! Data flows one way, and a layer imports only from the layers below it:
//!
//! ```text
//!  main       entry, processor check, dispatch to the subcommands in `cli`
//!     |
//!  frontend   one folder per protocol (gomocup, gtp, nboard, terminal), over a shared desk
//!  tools      work of the other subcommands     check    conformance of other programs
//!     |                                         arena    matches between programs
//!     |                                            |
//!     |                                         process  a child with pipes and deadlines
//!  engine     the searcher thread               openings files of openings, images, generator
//!     |          Order -> Event                    |
//!  database   positions and what is known of them, in a file
//!     |                                            |
//!     |                                         formats  game records and positions as text
//!     |                                            |
//!  symmetry   images of points of a board
//!     |
//!  game       a game in progress of either kind
//!     |
//!  gomoku     rules, eval, threats, search      othello  rules, eval, search, book
//!     |          (neither knows the other)
//!  train      self-play and gradient descent, shared by both trainers
//!  search     limits, clock, threads, table memory, shared by both searches
//!     |
//!  coord, color     points, sizes, moves, sides
//! ```
//!
//! A line is parsed into a `Command` for the session, which sends an `Order` to the searcher. The
//! searcher's `Event` returns to the session and becomes a `Reply`, which is written as a line. Only the
//! front ends, `tools`, `check`, `arena` and `formats::format` do input and output, and only the binary
//! (`main` and `cli`) uses the standard streams.
//!
//! `tests/it/tidy.rs` enforces this.

pub mod color;
pub mod coord;
pub mod search;
pub mod train;

pub mod gomoku;
pub mod othello;

pub mod game;

// What follows serves the program, which needs files, threads and processes: WebAssembly has none.
#[cfg(not(target_family = "wasm"))]
pub mod arena;
#[cfg(not(target_family = "wasm"))]
pub mod check;
#[cfg(not(target_family = "wasm"))]
pub mod database;
#[cfg(not(target_family = "wasm"))]
pub mod engine;
#[cfg(not(target_family = "wasm"))]
pub mod formats;
#[cfg(not(target_family = "wasm"))]
pub mod frontend;
#[cfg(not(target_family = "wasm"))]
pub mod openings;
#[cfg(not(target_family = "wasm"))]
pub mod process;
#[cfg(not(target_family = "wasm"))]
pub mod symmetry;
#[cfg(not(target_family = "wasm"))]
pub mod tools;
