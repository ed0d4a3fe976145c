//! Files of weights that the arguments name.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tengen::engine::Learned;
use tengen::gomoku;
use tengen::othello;

use super::Cli;
use super::fault::{about, invalid};

type GomokuWeights = gomoku::pattern::weights::WeightSet;
type OthelloWeights = othello::pattern::weights::Weights;

/// The weights of the option; where it gives none, the program's own are taken.
pub fn learned(cli: &Cli) -> io::Result<Learned> {
    let mut learned = Learned::default();
    for file in &cli.weights {
        let bytes = std::fs::read(file).map_err(|error| about(file, &error))?;
        let is_another = if bytes.starts_with(othello::pattern::weight_file::TITLE.as_bytes()) {
            learned.othello.replace(Arc::new(othello_weights(file, &bytes)?)).is_some()
        } else {
            learned.gomoku.replace(Arc::new(gomoku_weights(file, &bytes)?)).is_some()
        };
        if is_another {
            return Err(invalid("--weights has two files for one game"));
        }
    }
    Ok(learned)
}

/// The weights of Gomoku that are the content of `file`.
pub fn gomoku_weights(file: &Path, bytes: &[u8]) -> io::Result<GomokuWeights> {
    GomokuWeights::from_bytes(bytes)
        .map_err(|error| invalid(&format!("{}: {error}", file.display())))
}

/// The weights of Othello that are the content of `file`.
pub fn othello_weights(file: &Path, bytes: &[u8]) -> io::Result<OthelloWeights> {
    OthelloWeights::from_bytes(bytes)
        .map_err(|error| invalid(&format!("{}: {error}", file.display())))
}

/// Where a training starts: the weights of a file, those before any learning, or the program's own.
pub fn start<W>(
    from: Option<&Path>,
    embedded: impl Fn() -> W,
    seed: impl Fn() -> W,
    read: impl Fn(&Path, &[u8]) -> io::Result<W>,
) -> io::Result<W> {
    match from {
        None => Ok(embedded()),
        Some(file) if file == Path::new("seed") => Ok(seed()),
        Some(file) => read(file, &std::fs::read(file).map_err(|error| about(file, &error))?),
    }
}
