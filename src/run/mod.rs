//! What the subcommands with many files do around the library: arguments, files, standard streams, exit
//! codes; and what they and `main` share. A part of the program, not of the library.

pub mod bar;
pub mod book;
pub mod fault;
pub mod learning;
mod new_file;
pub mod processor;
pub mod weights;
