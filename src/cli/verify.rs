//! `tengen verify`: proofs checked by the rules alone.

use std::io;
use std::path::PathBuf;

use clap::Args;
use tengen::tools::verify::Run;

use super::options::FormatArgs;
use super::proofs::{CHECK_STEPS, read};
use super::streams::{FOUND_FAULTS, errors};

const MANUAL: &str = "\
A proof of a win in Gomoku, as tengen solve --proof writes it, is a tree with a move of the attacker in every position \
and an answer to every reply. A proof of a score in Othello has two such trees, one for each side. The check uses only \
the rules: every move is legal, every legal reply is answered, and every line ends with a five or with enough discs. \
protocol.md describes the formats; scripts/check_proof.py does the same check in Python without this program.

Output columns, with tabs between them: file, \"holds\" or \"refused\", rule or othello, nodes of the proof, steps \
(moves played by the attacker, one for each position), milliseconds; then a line of totals. The fault of a refused \
proof is reported on standard error with the file and the line, and the exit code is 1.

--format tsv prints a header and no totals, --format json an object for each file and then {\"total\": ...}: hold, \
refused, nodes, steps, milliseconds.

Examples:
  tengen solve --game gomoku --proof proofs puzzles.txt
  tengen solve --proof proofs endgames.obf
  tengen verify proofs/*";

/// Check proofs of forced wins and of exact scores by the rules alone
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct VerifyArgs {
    #[command(flatten)]
    format: FormatArgs,
    /// Refuse a proof whose check takes more than N steps
    #[arg(long, value_name = "N", default_value_t = CHECK_STEPS)]
    steps: u64,
    /// Files with a proof each, compressed by gzip or not; or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl VerifyArgs {
    /// Prints the result of the check of every file; returns the exit code.
    pub fn run(&self) -> io::Result<u8> {
        let (mut out, mut errors) = (io::stdout().lock(), errors());
        let mut run = Run::new(self.format.format(), self.steps, &mut out, &mut errors)?;
        for file in &self.files {
            run.add(&file.display().to_string(), read(file))?;
        }
        let summary = run.finish()?;
        Ok(if summary.refused == 0 { 0 } else { FOUND_FAULTS })
    }
}
