//! `tengen bench`: the signature of a version.

use std::io;

use clap::Args;
use tengen::engine::Learned;
use tengen::tools::bench;

use super::options::FormatArgs;

/// Count the nodes of fixed searches as a signature of the version
///
/// Searches fixed positions of both games and of every rule to fixed depths, from empty tables. The last
/// line is "N nodes M nps". With one thread, N is the same in every run and on every machine, and
/// changes only when the search does; commits state it as "Bench: N". With several threads, the time
/// shows the speedup.
///
/// Columns with --format tsv, fields with json: game, moves, depth, best, nodes, milliseconds. JSON ends with
/// {"total": ...}: nodes, nodes_per_second.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    format: FormatArgs,
}

impl BenchArgs {
    /// Prints the counts; returns the exit code.
    pub fn run(&self, learned: &Learned) -> io::Result<u8> {
        let mut out = io::stdout().lock();
        bench::run(learned, self.threads.into(), self.format.format(), &mut out)?;
        Ok(0)
    }
}
