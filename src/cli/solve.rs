//! `tengen solve`: exact Othello endgames, and forced wins in Gomoku.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use tengen::coord::Size;
use tengen::engine::Learned;
use tengen::formats::format::RecordFormat;
use tengen::game::Variant;
use tengen::gomoku::prover::Bounds;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::othello::prover;
use tengen::othello::search::root::MovesWanted;
use tengen::tools::prove;
use tengen::tools::solve;
use tengen::tools::solve::proofs::Wanted;

use super::games::{self, Lines};
use super::options::{BoardArgs, FormatArgs, GOMOKU, OTHELLO, Plays};
use super::proofs::{CHECK_STEPS, ProofFolder};
use super::streams::{FOUND_FAULTS, errors, output, progress_bar};

/// Memory for the positions of a proof in Othello.
const PROOF_MIB: usize = 1024;
/// Time limit of a proof if neither --time nor --nodes is given.
const DEFAULT_PROOF_MS: u64 = 5_000;

const MANUAL: &str = "\
Othello: input has an OBF position per line: 64 squares of X, O and - from a1, a space, the side to move, \
and for --check the scores of moves (; f5:+2; d3:-4). Output columns, with tabs between them: name, score for the \
side to move, best move, nodes, milliseconds; then a line of totals.
  --wld        The score is win, draw or loss. The move in a lost position is arbitrary.
  --all-moves  Adds a column: every legal move with its score, best first (f5:+2 d3:-4).
  --depth      The score is an estimate in discs.
  --check      Compares the score of the position with the file; with --all-moves the score of every
               move, with --wld only the winner. Differences are reported on standard error, and the
               exit code is 1. With --depth, it adds two columns instead: \"best\" if the file has no
               better move than the one found, otherwise \"other\"; and the error of the estimate in
               discs. The totals end with the percentage of best moves and the mean error in discs.
  --proof      Writes a proof of each score into the folder: DIR/NAME.proof, or NAME.proof.gz if it
               is longer than 64 KiB. It replaces the proof of an earlier run; if there is none now,
               that file is removed. Two trees prove the lower and the upper bound; tengen verify
               checks them. A score whose proof is not complete within --proof-time and
               --proof-memory, or would be longer than 256 MiB, is \"unproved\": standard error gives
               the reason, and the exit code is 1. Adds three columns: \"proved\" or \"unproved\", nodes
               of the proof and milliseconds to build it. The totals have their sums and end with
               the counts.
  --verify     Does the same, with or without a folder, and checks each proof by the rules alone.
               Adds a fourth column: \"verified\", or the line of the proof and why it fails; such a
               score is unproved, too.

Gomoku (--game gomoku): input has a position per line, its moves without separators, Black first; or it is \
a table with a header line and tabs between its columns: moves, and optionally id, rule and size. --rule and \
--size apply to lines without their own. Output columns: id, win or none, winning move, plies to \
the five, nodes, milliseconds, line; then a line of totals: positions, wins, nodes, milliseconds, and \"N found, not \
proved\". A \"win\" is what the search found; only --proof and --verify build its proof. \"none\" means that no win \
was found within the limits.
  --proof      Writes a proof of each win into the folder: DIR/ID.proof, or ID.proof.gz if it is
               longer than 64 KiB. It replaces the proof of an earlier run; if there is none now,
               also with \"none\", that file is removed. It answers every legal reply; tengen
               verify checks it. A win whose proof is not complete within the limits, which apply
               again, and 1 GiB of memory, or would be longer than 256 MiB, is \"unproved\" and not
               a win. Adds two columns: nodes of the proof and milliseconds to build it. The totals
               have their sums and end with the counts. The exit code is 1 if a win is unproved;
               \"none\" is not a fault.
  --verify     Does the same, with or without a folder, and checks each proof by the rules alone.
               Adds a third column: \"verified\", or the line of the proof and why it fails; such a
               win is unproved, too.

--format tsv prints a header and no totals, --format json an object for each position and then {\"total\": ...}. \
Fields that do not apply are - or missing. Othello: name, score, move, nodes, milliseconds, moves (with --all-moves), \
is_best and error (with --depth --check), result, proof_nodes, proof_milliseconds, verification. Gomoku: id, result, \
move, plies, nodes, milliseconds, line, proof_nodes, proof_milliseconds, verification. The total has positions, \
nodes, milliseconds, unreadable, unproved, proof_nodes, proof_milliseconds, and wrong or wins.

Games in the other formats that tengen convert reads are solved from their last position; their names are \
their numbers, or in Othello their events. In Gomoku, the stones of a set-up position must be those of moves in turn.

Lines that cannot be read are reported on standard error and skipped; the exit code is then 1.

Examples:
  tengen solve --check ffo40-59.obf
  tengen solve --wld --threads 4 --hash 1024 endgames.obf
  tengen solve --depth 15 --check hard30.obf
  tengen solve --proof proofs endgames.obf
  tengen solve --game gomoku --rule renju --time 1000 --verify puzzles.txt
  tengen solve --game gomoku --proof proofs puzzles.txt";

/// Solve Othello endgames exactly, or find and prove forced wins in Gomoku
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
#[command(group = ArgGroup::new("proofs").args(["proof", "verify"]).multiple(true))]
pub struct SolveArgs {
    /// Game: othello, gomoku, or a rule of Gomoku
    #[arg(long, default_value = "othello")]
    game: Variant,
    /// Size of the transposition table [default: 256; 64 for Gomoku and with --depth]
    #[arg(long, value_name = "MIB")]
    hash: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
    /// Write a proof of each exact score or win into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["wld", "depth"])]
    proof: Option<PathBuf>,
    /// Prove every exact score or win and check the proofs by the rules alone
    #[arg(long, conflicts_with_all = ["wld", "depth"])]
    verify: bool,
    /// Input file, or - for standard input
    file: PathBuf,

    /// Compare with the scores in the file
    #[arg(long, help_heading = OTHELLO)]
    check: bool,
    /// Find only the winner, with fewer nodes
    #[arg(long, help_heading = OTHELLO)]
    wld: bool,
    /// Solve every legal move
    #[arg(long, help_heading = OTHELLO)]
    all_moves: bool,
    /// Search each position to this depth from an empty table, without the book, instead of solving it
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    #[arg(conflicts_with_all = ["wld", "all_moves"], help_heading = OTHELLO)]
    depth: Option<u32>,
    /// Search threads [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(help_heading = OTHELLO)]
    threads: Option<u16>,

    /// Time limit for building each proof [default: none]
    #[arg(long, value_name = "MS", requires = "proofs", help_heading = OTHELLO)]
    proof_time: Option<u64>,
    /// Memory limit for the positions of each proof [default: 1024]
    #[arg(long, value_name = "MIB", requires = "proofs", help_heading = OTHELLO)]
    proof_memory: Option<usize>,

    #[command(flatten)]
    board: BoardArgs,
    /// Time limit for each position [default: 5000 without --nodes]
    #[arg(long, value_name = "MS", help_heading = GOMOKU)]
    time: Option<u64>,
    /// Node limit for each position, which makes results repeatable
    #[arg(long, value_name = "N", help_heading = GOMOKU)]
    nodes: Option<u64>,
}

impl Plays for SolveArgs {
    fn game(&self) -> Variant {
        self.game
    }
}

impl SolveArgs {
    /// Prints the result of every position; returns the exit code.
    pub fn run(&self, learned: &Learned, words: &Words) -> io::Result<u8> {
        let variant = self.board.of(self.game);
        let format = if variant.is_othello() { RecordFormat::Obf } else { RecordFormat::Pos };
        let Lines { text, faults } = games::read_lines(&self.file, variant, format)?;
        let missing = u32::try_from(faults).unwrap_or(u32::MAX);
        let source = self.file.display().to_string();
        let input = prove::Input { source: &source, text: &text, missing };
        let (mut out, mut errors) = (output(self.proof.is_some()), errors());
        let bar = progress_bar(0, words, "bar-positions");
        let mut folder = self.proof.as_deref().map(ProofFolder::new).transpose()?;
        let mut write = |id: &str, text: Option<&str>| match &mut folder {
            Some(folder) => folder.put(id, text),
            None => Ok(()),
        };
        let proofs = Some(&mut write as &mut prove::Sink);
        let mut output = prove::Output { out: &mut *out, errors: &mut errors, proofs };
        let is_clean = match variant {
            Variant::Othello => {
                let options = self.for_othello(learned);
                solve::run(&input, &options, &bar, &mut output)?.is_clean()
            }
            Variant::Gomoku { rule, size } => {
                let options = self.for_gomoku(rule, size, learned);
                prove::run(&input, &options, &bar, &mut output)?.is_clean()
            }
        };
        Ok(if is_clean { 0 } else { FOUND_FAULTS })
    }

    fn for_othello(&self, learned: &Learned) -> solve::SolveOptions {
        solve::SolveOptions {
            goal: match self.depth {
                Some(depth) => solve::Goal::Estimate(depth),
                None if self.wld => solve::Goal::Wld,
                None => solve::Goal::Score,
            },
            moves_wanted: if self.all_moves { MovesWanted::All } else { MovesWanted::Best },
            mode: if self.check { solve::Mode::Check } else { solve::Mode::Solve },
            // An estimate starts from an empty table: clearing a large one takes longer than the search.
            table_bytes: self.table_bytes(if self.depth.is_some() { 64 } else { 256 }),
            threads: self.threads.unwrap_or(1).into(),
            proofs: (self.proof.is_some() || self.verify).then(|| Wanted {
                bounds: prover::Bounds {
                    time: self.proof_time.map(Duration::from_millis),
                    memory: self.proof_memory.unwrap_or(PROOF_MIB).saturating_mul(1 << 20),
                },
                steps: self.verify.then_some(CHECK_STEPS),
            }),
            weights: learned.for_othello(),
            format: self.format.format(),
        }
    }

    fn for_gomoku(&self, rule: Rule, size: Size, learned: &Learned) -> prove::ProofOptions {
        let time = self.time.or_else(|| self.nodes.is_none().then_some(DEFAULT_PROOF_MS));
        prove::ProofOptions {
            rule,
            size,
            bounds: Bounds { time: time.map(Duration::from_millis), nodes: self.nodes },
            table_bytes: self.table_bytes(64),
            wanted: match self.proof {
                _ if self.verify => prove::Wanted::Verified(CHECK_STEPS),
                Some(_) => prove::Wanted::Proof,
                None => prove::Wanted::Win,
            },
            weights: learned.for_gomoku(),
            format: self.format.format(),
        }
    }

    fn table_bytes(&self, default_mib: usize) -> usize {
        self.hash.unwrap_or(default_mib).saturating_mul(1 << 20)
    }
}
