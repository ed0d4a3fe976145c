//! Tengen plays Gomoku and Othello.
//!
//! Data flows one way, and a layer imports only from layers below it:
//!
//! ```text
//!  main       arguments (`cli`), logging, standard streams, exit code; files of some subcommands (`run`)
//!     |
//!  serve      bytes <-> lines          play   a person at the     tools   the other
//!  gtp        the same for two           |    terminal               |    subcommands
//!  nboard     other languages, over      |                           |
//!  lines      lines as they come         |                           |
//!     |                                  |                        check   conformance of programs
//!     |                                  |                        arena   tournaments
//!  session    one game with a manager: what is answered, in which order
//!     |          Command -> Reply          Order -> Event
//!  protocol   the language:            engine   the searcher thread behind its channels
//!     |       lines <-> Command, Reply   |
//!  record     games and positions as text, pictures of boards
//!     |
//!  position   a game in progress, whichever of the two it is
//!     |
//!  gomoku     rules, patterns, search  othello  rules, evaluation, search, solver
//!     |          (neither knows the other) |
//!  learn      many games at once, gradient descent: what both learners share
//!     |
//!  search     limits, stop signal, clock, table memory, reports: what both searches share
//!     |
//!  coord, color     points, sizes, moves, sides
//! ```
//!
//! A line becomes a `Command`, goes to the session, from there as an `Order` to the searcher; its
//! `Event` comes back to the session, becomes a `Reply` and at last a line. Only `serve`, `gtp`,
//! `nboard`, `lines`, `play`, `tools`, `check`, `arena` and the archive of `record` handle text going in
//! or out, and only `main` with its `run` holds the standard streams.
//!
//! `tests/it/tidy.rs` enforces this.

pub mod color;
pub mod coord;
pub mod learn;
pub mod search;

pub mod gomoku;
pub mod othello;

pub mod position;
pub mod record;

pub mod arena;
pub mod check;
pub mod engine;
pub mod gtp;
pub mod lines;
pub mod nboard;
pub mod play;
pub mod protocol;
pub mod serve;
pub mod session;
pub mod tools;
