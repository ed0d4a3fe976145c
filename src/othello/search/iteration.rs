//! The steps of a search: to growing depths, then to the end of the game with growing certainty.

use super::probcut::{Certainty, LEAST_DEPTH};
use crate::search::limits::Limits;

/// Depth of the midgame iteration from which a solve is tried is the number of empty squares less this.
/// A solve that is not finished is wasted, and deep midgame iterations play nearly as well.
const SOLVE_AHEAD: u32 = 4;

/// The same where the solve comes soon enough that the iterations only have to order the moves, and their
/// deepest.
const SEED_SOLVE_AHEAD: u32 = 10;
const SEED_MAX: u32 = 7;

/// Most empty squares from which a search for a move is solved as soon as one for the score, where nothing
/// but a depth is asked for. From more a solve may never be finished, and whoever stops it needs a good move.
const SOON_SOLVED: u32 = 24;

/// How certain the iterations to a depth are: far more depth is worth the doubt.
const MIDGAME_CERTAINTY: Certainty = Certainty::P55;

/// How certain the last iteration is where nothing but a depth is asked for, which is to be worth its name.
/// Of 144 hard positions with 30 empty squares, depth 15 by earlier weights then found the best move in 79 %
/// instead of 73 %, in 2.7 times the time.
const DEPTH_CERTAINTY: Certainty = Certainty::P87;

/// Fewest empty squares at which solves of less certainty come first.
const SELECTIVE_MIN: u32 = 16;

/// The certainties of solves. One as doubtful as the iterations to a depth is not worth its time.
const CERTAINTIES: &[Certainty] = Certainty::ALL.split_at(1).1;

/// The certainties of solves of which only the last one counts.
const SEED_CERTAINTIES: [Certainty; 3] = [Certainty::P73, Certainty::P95, Certainty::Full];

/// Fewest nodes a search must be allowed for an exact solve to be tried: below, the solver's coarse
/// node count could exceed the limit noticeably.
const SOLVE_NODES_MIN: u64 = 20_000;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A good move, whenever the search is stopped.
    Move,
    /// The score at the end of the game, and nothing before that.
    Score,
}

/// How far an iteration looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// So many plies.
    Depth(u32),
    /// To the end.
    End,
}

/// An iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// How far it looks.
    pub horizon: Horizon,
    /// How certain its cuts are.
    pub certainty: Certainty,
}

/// The iteration that leaves no doubt.
pub const EXACT: Iteration = Iteration { horizon: Horizon::End, certainty: Certainty::Full };

/// The iteration to a depth.
pub const fn to_depth(plies: u32) -> Iteration {
    Iteration { horizon: Horizon::Depth(plies), certainty: MIDGAME_CERTAINTY }
}

/// The iterations of a search with `empties` empty squares, in order.
pub fn iterations(aim: Aim, limits: &Limits, empties: u32) -> Vec<Iteration> {
    let deepest = limits.depth.unwrap_or(empties).min(empties);
    let may_solve = deepest == empties && limits.nodes.is_none_or(|nodes| nodes >= SOLVE_NODES_MIN);
    let asks_for_depth = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
    let solves_soon = aim == Aim::Score || asks_for_depth && empties <= SOON_SOLVED;
    let (seed, certainties): (u32, &[Certainty]) = if solves_soon {
        (empties.saturating_sub(SEED_SOLVE_AHEAD).min(SEED_MAX), &SEED_CERTAINTIES)
    } else {
        (empties.saturating_sub(SOLVE_AHEAD), CERTAINTIES)
    };
    let last = if may_solve { seed.min(empties - 1) } else { deepest };
    let mut iterations: Vec<Iteration> = (1..=last).map(to_depth).collect();
    // The first nodes that are searched by depth, and cut, are one ply below the root.
    if asks_for_depth && !may_solve && last > LEAST_DEPTH {
        iterations.push(Iteration { certainty: DEPTH_CERTAINTY, ..to_depth(last) });
    }
    if may_solve {
        let certainties = if empties < SELECTIVE_MIN { &[Certainty::Full] } else { certainties };
        let to_end = |&certainty| Iteration { horizon: Horizon::End, certainty };
        iterations.extend(certainties.iter().map(to_end));
    }
    iterations
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::search::limits::Budget;

    /// The iterations that look for a move.
    fn for_a_move(limits: &Limits, empties: u32) -> Vec<Iteration> {
        iterations(Aim::Move, limits, empties)
    }

    const DEEP: Limits = Limits { depth: Some(60), nodes: None, time: None };

    #[test]
    fn a_search_that_may_be_cut_short_looks_deep_before_it_solves() {
        let time = Some(Budget::exactly(Duration::from_secs(1)));
        for limits in [Limits { time, ..DEEP }, Limits { nodes: Some(1 << 30), ..DEEP }] {
            for empties in [10, 24, 60] {
                let unbounded = Limits { depth: None, ..limits };
                assert_eq!(for_a_move(&limits, empties), for_a_move(&unbounded, empties));
            }
        }
        // Whoever analyses may stop it.
        for empties in [SOON_SOLVED + 1, 36, 60] {
            let analysis = for_a_move(&DEEP, empties);
            assert_eq!(analysis, for_a_move(&Limits::default(), empties));
            assert!(analysis.contains(&to_depth(empties - SOLVE_AHEAD)));
        }
    }

    #[test]
    fn a_score_at_the_end_is_not_kept_waiting() {
        let seeds = (1..=SEED_MAX).map(to_depth);
        let to_end = |certainty| Iteration { horizon: Horizon::End, certainty };
        let soon: Vec<Iteration> = seeds.chain(SEED_CERTAINTIES.map(to_end)).collect();
        for empties in [20, SOON_SOLVED, 36, 60] {
            assert_eq!(iterations(Aim::Score, &DEEP, empties), soon);
        }
        assert_eq!(for_a_move(&DEEP, SOON_SOLVED), soon, "the end is near");
    }

    #[test]
    fn a_depth_asked_for_is_searched_at_last_with_more_certainty() {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let found = for_a_move(&limits, 40);
        let (last, before) = found.split_last().unwrap();
        assert_eq!(*before, (1..=6).map(to_depth).collect::<Vec<_>>());
        assert_eq!(last.horizon, Horizon::Depth(6));
        assert!(last.certainty > MIDGAME_CERTAINTY);
        assert_eq!(for_a_move(&limits, 6).last(), Some(&EXACT));
        let shallow = Limits { depth: Some(2), ..limits };
        assert_eq!(for_a_move(&shallow, 40), [1, 2].map(to_depth), "nothing is cut");
        let among_others = Limits { nodes: Some(1 << 20), ..limits };
        assert_eq!(for_a_move(&among_others, 40), (1..=6).map(to_depth).collect::<Vec<_>>());
        let is_doubtful = |iteration: &Iteration| iteration.certainty == MIDGAME_CERTAINTY;
        let unlimited = for_a_move(&Limits::default(), 40);
        let to_depths = unlimited.iter().filter(|iteration| iteration.horizon != Horizon::End);
        assert!(to_depths.clone().count() > 30 && to_depths.clone().all(is_doubtful));
    }
}
