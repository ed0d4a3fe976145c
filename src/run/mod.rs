//! What the subcommands with many files do around the library: arguments, files, standard streams, exit
//! codes. A part of the program, not of the library.

pub mod book;
pub mod learning;
