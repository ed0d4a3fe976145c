//! Who wins with best play. That is less than the score, and takes fewer nodes: the search to the end
//! has a window of three values.

use std::fmt;
use std::time::Duration;

use super::Searcher;
use super::deepening::Deepening;
use super::iteration::{Aim, Horizon};
use crate::coord::Move;
use crate::othello::rules::game::Game;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::Request;

/// Just beyond a draw, in 1/100 disc: scores are even, so that no win or loss lies within.
const WINDOW: (i32, i32) = (-100, 100);

/// How a game ends for the side to move if both play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outlook {
    /// The other side has more discs.
    Loss,
    /// Both have as many.
    Draw,
    /// The side to move has more discs.
    Win,
}

impl Outlook {
    /// What a score for the side to move comes to, in whatever unit.
    pub fn of(score: i32) -> Outlook {
        match score.signum() {
            1 => Outlook::Win,
            -1 => Outlook::Loss,
            _ => Outlook::Draw,
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outlook::Loss => "loss",
            Outlook::Draw => "draw",
            Outlook::Win => "win",
        })
    }
}

/// How many root moves are to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// One of the best.
    Best,
    /// Every legal one.
    All,
}

/// What came of a search for an outlook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Moves with the outlook after them for the side that plays them, the best first; a forced pass is
    /// one. None if the game is over.
    pub moves: Vec<(Move, Outlook)>,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub elapsed: Duration,
}

impl Searcher {
    /// Finds out for certain how the position of `game` ends, and by which move or moves. Without bound:
    /// for positions near enough to the end.
    pub fn outlook(&mut self, game: &Game, breadth: Breadth) -> Findings {
        let empties = game.board().empty_count();
        let limits = Limits { depth: Some(empties), ..Limits::default() };
        let control = Control::unlimited();
        let request = Request { limits, lines: 1, is_analysis: true };
        let settle = |search: &mut Deepening| settle(search, breadth);
        let lead = |leader: &mut Deepening| {
            settle(leader);
            let count = match breadth {
                Breadth::Best => 1,
                Breadth::All => leader.moves().len(),
            };
            let known = leader.moves().iter().take(count);
            Findings {
                moves: known.map(|found| (found.mv, Outlook::of(found.value))).collect(),
                nodes: leader.meter().total_nodes(),
                elapsed: control.elapsed(),
            }
        };
        self.together(Aim::Score, game.board(), &request, &control, lead, settle)
    }
}

/// Goes through the iterations of a search that only who wins matters to.
fn settle(search: &mut Deepening, breadth: Breadth) {
    if search.has_no_choice() {
        return;
    }
    for iteration in search.iterations() {
        match iteration.horizon {
            // It orders the moves; its values play no part.
            Horizon::Depth(_) => _ = search.iterate(iteration),
            Horizon::End => search.solve_within(WINDOW, iteration.certainty, breadth),
        }
    }
}
