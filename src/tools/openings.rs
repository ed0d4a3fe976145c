//! Writes balanced openings for tournaments, one per line as they are found: the moves, a tab and
//! the score for the side to move, in points. A book reads them as they are.

use std::io::{self, Write};

use crate::openings::generate::{GenerateError, Generator, OpeningRecipe};

/// What ended the writing too early.
#[derive(Debug)]
pub enum Failure {
    /// No opening is like that, or no more are found.
    Generate(GenerateError),
    /// What the stream reports.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Failure {
        Failure::Generate(error)
    }
}

/// Writes `count` openings by `recipe`.
///
/// # Errors
/// What the generator or `out` reports; the openings found before are written.
pub fn run(recipe: OpeningRecipe, count: usize, out: &mut dyn Write) -> Result<(), Failure> {
    for generated in Generator::new(recipe)?.take(count) {
        writeln!(out, "{}", generated?.text())?;
        out.flush()?;
    }
    Ok(())
}
