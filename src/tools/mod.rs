//! What the subcommands of the binary do: each reads text and writes text through the streams it is
//! handed, and leaves files, standard streams and exit codes to its caller.

pub mod analyze;
pub mod bench;
pub mod book;
pub mod datagen;
pub mod forbidden;
pub mod perft;
pub mod prove;
pub mod solve;
pub mod tune;
