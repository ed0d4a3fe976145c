//! WLD solving: win, loss or draw with best play. It takes fewer nodes than finding the score, because the
//! search has the window (-1, +1).

use std::fmt;
use std::time::Duration;

use super::Searcher;
use super::deepening::Deepening;
use super::iteration::{Aim, Horizon};
use super::root::MovesWanted;
use crate::coord::Move;
use crate::othello::rules::game::Game;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::Request;

/// Just beyond a draw, in 1/100 disc. Scores are even, so every win or loss is outside.
const WINDOW: (i32, i32) = (-100, 100);

/// The result for the side to move with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wld {
    Loss,
    Draw,
    Win,
}

impl Wld {
    /// The result for a score of the side to move, in any unit.
    pub fn of(score: i32) -> Wld {
        match score.signum() {
            1 => Wld::Win,
            -1 => Wld::Loss,
            _ => Wld::Draw,
        }
    }
}

impl fmt::Display for Wld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wld::Loss => "loss",
            Wld::Draw => "draw",
            Wld::Win => "win",
        })
    }
}

/// The result of WLD solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WldResult {
    /// Moves with the result after them for the side that plays them, the best first; a forced pass is
    /// one. None if the game is over.
    pub moves: Vec<(Move, Wld)>,
    pub nodes: u64,
    pub elapsed: Duration,
}

impl Searcher {
    /// Solves win, draw or loss of the position of `game`, and the moves that achieve it. The search has
    /// no limits, so the position must be near enough to the end.
    pub fn solve_wld(&mut self, game: &Game, wanted: MovesWanted) -> WldResult {
        let empties = game.board().empty_count();
        let limits = Limits { depth: Some(empties), ..Limits::default() };
        let control = Control::unlimited();
        let request = Request { limits, lines: 1, is_analysis: true };
        let settle = |search: &mut Deepening| settle(search, wanted);
        let lead = |leader: &mut Deepening| {
            settle(leader);
            let count = match wanted {
                MovesWanted::Best => 1,
                MovesWanted::All => leader.moves().len(),
            };
            let known = leader.moves().iter().take(count);
            WldResult {
                moves: known.map(|found| (found.mv, Wld::of(found.value))).collect(),
                nodes: leader.meter().total_nodes(),
                elapsed: control.elapsed(),
            }
        };
        self.run(Aim::Score, game.board(), &request, &control, lead, settle)
    }
}

/// Runs the iterations of a WLD search.
fn settle(search: &mut Deepening, wanted: MovesWanted) {
    if search.has_no_choice() {
        return;
    }
    for iteration in search.iterations() {
        match iteration.horizon {
            // It orders the moves; its values are not used.
            Horizon::Depth(_) => _ = search.iterate(iteration),
            Horizon::End => search.solve_within(WINDOW, iteration.certainty, wanted),
        }
    }
}
