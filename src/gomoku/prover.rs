//! Proves that the side to move wins, by VCT or by the engine's search, whichever finishes first.
//!
//! The two take turns, each resuming where it stopped, with slices of nodes that grow. Neither delays a
//! proof that the other finds quickly.
//!
//! `construction` then builds the tree of a win that was found, without trusting either search.

mod construction;

use std::sync::Arc;
use std::time::Duration;

use crate::coord::{Move, Point};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::game::{Game, Stone};
use crate::gomoku::rules::grid::{Cell, Square};
use crate::gomoku::search::Searcher;
use crate::gomoku::threats::vcf::Vcf;
use crate::gomoku::threats::vct::Vct;
use crate::search::Search;
use crate::search::clock::Instant;
use crate::search::control::{Control, Meter};
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Line, Request, Score};

/// Nodes of the first VCT slice.
const FIRST_THREATS: u64 = 3_000;
/// Nodes of the first slice of the engine's search.
const FIRST_SEARCH: u64 = 30_000;

/// Bounds of one proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Time limit.
    pub time: Option<Duration>,
    /// Limit on the nodes of both searches together.
    pub nodes: Option<u64>,
}

/// A win that a search found. Only `construct` shows that it answers every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Plies to the five, including the first move and the five.
    pub plies: u32,
    /// The winning line. The last moves may be missing if the engine's search found it.
    pub moves: Vec<Move>,
}

/// The result for one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofResult {
    /// The win, if one was found.
    pub proof: Option<Proof>,
    /// Nodes of both searches.
    pub nodes: u64,
    /// Time of both searches.
    pub elapsed: Duration,
}

/// Proves wins.
pub struct Prover {
    searcher: Searcher,
    vct: Vct,
    /// The VCF search that builds the trees.
    vcf: Vcf,
}

impl Prover {
    /// A prover whose engine has a transposition table of `table_bytes` and evaluates with `weights`.
    pub fn new(table_bytes: usize, weights: Arc<WeightSet>) -> Prover {
        let searcher = Searcher::with_weights(table_bytes, weights);
        Prover { searcher, vct: Vct::default(), vcf: Vcf::new() }
    }

    /// Forgets all results of earlier positions.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.vct.clear();
    }

    /// The position of `game` as a search board.
    pub fn board(&mut self, game: &Game) -> Box<Board> {
        self.searcher.board(game)
    }

    /// Looks for a win for the side to move on `board`. The game must not be over.
    pub fn prove(&mut self, board: &mut Board, bounds: Bounds) -> ProofResult {
        let started = Instant::now();
        let control = Control::new(started, bounds.time.map(Budget::exactly));
        let game = game_on(board);
        let mut nodes = 0;
        let mut proof = None;
        let (mut threats, mut search) = (FIRST_THREATS, FIRST_SEARCH);
        let left = |nodes: u64, slice: u64| {
            let left = bounds.nodes.map_or(slice, |most| slice.min(most.saturating_sub(nodes)));
            (left > 0 && !control.must_stop()).then_some(left)
        };
        while let Some(slice) = left(nodes, threats) {
            let (by_threats, threat_nodes) = self.by_threats(board, &control, slice);
            nodes += threat_nodes;
            proof = by_threats;
            if proof.is_some() {
                break;
            }
            let Some(slice) = left(nodes, search) else { break };
            let within = Control::new(started, bounds.time.map(Budget::exactly));
            let (line, spent) = self.by_search(&game, &within, slice);
            nodes += spent;
            match line.map(|line| (line.score, line.moves)) {
                Some((Score::Win(plies), moves)) => {
                    proof = Some(Proof { plies, moves });
                    break;
                }
                // The opponent wins.
                Some((Score::Loss(_), _)) => break,
                _ => {}
            }
            // Both searches ended well before their slice was used up: larger slices would change nothing.
            if threat_nodes < threats / 2 && spent < search / 2 {
                break;
            }
            (threats, search) = (threats.saturating_mul(2), search.saturating_mul(2));
        }
        ProofResult { proof, nodes, elapsed: started.elapsed() }
    }

    /// The winning line that the engine's search alone finds within `bounds` (empty if none), and its nodes.
    fn search(&mut self, board: &Board, bounds: Bounds) -> (Vec<Move>, u64) {
        let control = Control::new(Instant::now(), bounds.time.map(Budget::exactly));
        let slice = bounds.nodes.unwrap_or(u64::MAX);
        match self.by_search(&game_on(board), &control, slice) {
            (Some(Line { score: Score::Win(_), moves, .. }), nodes) => (moves, nodes),
            (_, nodes) => (Vec::new(), nodes),
        }
    }

    fn by_threats(
        &mut self,
        board: &mut Board,
        control: &Control,
        slice: u64,
    ) -> (Option<Proof>, u64) {
        let mut meter = Meter::new(control, &Limits::default());
        let win = self.vct.solve(board, &mut meter, slice);
        let proof = win.map(|win| Proof {
            plies: win.plies,
            moves: win.line.into_iter().filter_map(Square::point).map(Move::Place).collect(),
        });
        (proof, meter.nodes().max(1))
    }

    /// The best line of the engine's search, and its nodes. A proven win or loss stops `control`, which
    /// must not be used again.
    fn by_search(
        &mut self,
        game: &Option<Game>,
        control: &Control,
        slice: u64,
    ) -> (Option<Line>, u64) {
        let Some(game) = game else {
            return (None, slice);
        };
        let limits = Limits { nodes: Some(slice), ..Limits::default() };
        let request = Request { limits, lines: 1, is_analysis: true };
        let progress = self.searcher.search(game, &request, control, &mut |progress| {
            // Without a legal move there is no line.
            let is_decided = |line: &Line| matches!(line.score, Score::Win(_) | Score::Loss(_));
            if progress.lines.first().is_some_and(is_decided) {
                control.stop();
            }
        });
        (progress.lines.into_iter().next(), progress.nodes.max(1))
    }
}

/// The position as a game without history.
fn game_on(board: &Board) -> Option<Game> {
    let grid = board.grid();
    let stones: Vec<(Point, Stone)> = grid
        .squares()
        .filter_map(|square| {
            let stone = match grid.get(square) {
                Cell::Empty => return None,
                Cell::Wall => Stone::Blocked,
                cell => Stone::Of(cell.color()?),
            };
            Some((square.point()?, stone))
        })
        .collect();
    let mut game = Game::set_up(board.rule(), grid.size(), &stones).ok()?;
    game.give_turn_to(board.side());
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn a_side_without_a_legal_move_wins_nothing() {
        // The only empty point, d3, is a row of seven, which renju forbids Black.
        let moves = "b1a1e1c1g1d1a2f1d2b2g2c2a3e2b3f2c3a4e3c4f3d4g3f4b4a5e4c5g4e5b5f5d5g5";
        let mut game = Game::new(Rule::Renju, Size::new(7, 5).unwrap()).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let mut prover = Prover::new(1 << 16, WeightSet::embedded());
        let mut board = prover.board(&game);
        let bounds = Bounds { time: None, nodes: Some(100_000) };
        assert_eq!(prover.prove(&mut board, bounds).proof, None);
    }

    #[test]
    fn a_search_without_a_proof_uses_all_its_time() {
        let size = Size::new(15, 15).unwrap();
        let mut game = Game::new(Rule::Freestyle, size).unwrap();
        game.play(Move::Place(size.center())).unwrap();
        let mut prover = Prover::new(1 << 20, WeightSet::embedded());
        let mut board = prover.board(&game);
        for ms in [40, 70, 110, 170] {
            let time = Duration::from_millis(ms);
            let verdict = prover.prove(&mut board, Bounds { time: Some(time), nodes: None });
            assert!(verdict.proof.is_none() && verdict.elapsed >= time, "{:?}", verdict.elapsed);
        }
    }

    #[test]
    fn the_threat_search_uses_the_given_weights() {
        let size = Size::new(15, 15).unwrap();
        let mut game = Game::new(Rule::Freestyle, size).unwrap();
        for point in parse_points("h13d6h12h8g13e6").unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let bounds = Bounds { time: None, nodes: Some(FIRST_THREATS) };
        let nodes = [WeightSet::embedded(), Arc::new(WeightSet::seed())].map(|weights| {
            let mut prover = Prover::new(1 << 20, weights);
            let mut board = prover.board(&game);
            let verdict = prover.prove(&mut board, bounds);
            assert!(verdict.proof.is_some() && verdict.nodes < FIRST_THREATS);
            verdict.nodes
        });
        assert_ne!(nodes[0], nodes[1], "only VCT has run");
    }
}
