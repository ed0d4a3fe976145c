//! Tengen plays Gomoku and Othello.
//!
//! Data flows one way, and a layer imports only from the layers below it:
//!
//! ```text
//!  main       entry, processor check, dispatch to the subcommands in `cli`
//!     |
//!  frontend   one folder for each language (gomocup, gtp, nboard, terminal), over one desk
//!  tools      what the other subcommands do     check    conformance of other programs
//!     |                                         arena    matches between programs
//!     |                                            |
//!     |                                         process  a child with pipes and deadlines
//!  engine     the searcher thread               openings files of openings, images, generator
//!     |          Order -> Event                    |
//!     |                                         formats  game records and positions as text
//!     |                                            |
//!  game       what is played, whichever of the two games it is
//!     |
//!  gomoku     rules, eval, threats, search      othello  rules, eval, search, book
//!     |          (neither knows the other)
//!  train      self-play and gradient descent: what both trainers share
//!  search     limits, clock, threads, table memory: what both searches share
//!     |
//!  coord, color     points, sizes, moves, sides
//! ```
//!
//! A line becomes a `Command`, goes to the session, from there as an `Order` to the searcher; its
//! `Event` comes back to the session, becomes a `Reply` and at last a line. Only the front ends, `tools`,
//! `check`, `arena` and `formats::format` handle text going in or out, and only `main` holds the
//! standard streams.
//!
//! `tests/it/tidy.rs` enforces this.

pub mod color;
pub mod coord;
pub mod search;
pub mod train;

pub mod gomoku;
pub mod othello;

pub mod formats;
pub mod game;

pub mod arena;
pub mod check;
pub mod engine;
pub mod frontend;
pub mod openings;
pub mod process;
pub mod tools;
