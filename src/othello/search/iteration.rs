//! The steps of a search: to growing depths, then to the end of the game with growing certainty.

use super::probcut::{Certainty, LEAST_DEPTH};
use crate::search::limits::Limits;

/// Depth of the midgame iteration from which a solve is tried is the number of empty squares less this.
/// A solve that is not finished is wasted, and deep midgame iterations play nearly as well.
const SOLVE_AHEAD: u32 = 4;

/// The same where nothing but a depth is asked for and the iterations only have to order the moves, and
/// their deepest. A search that may be cut short needs a good move before the solve.
const FIXED_SOLVE_AHEAD: u32 = 10;
const FIXED_SEED_MAX: u32 = 7;

/// How certain the iterations to a depth are: far more depth is worth the doubt.
const MIDGAME_CERTAINTY: Certainty = Certainty::P55;

/// How certain the last iteration is where nothing but a depth is asked for, which is to be worth its name.
/// Of 144 hard positions with 30 empty squares, depth 15 then finds the best move in 79 % instead of 73 %, in
/// 2.7 times the time.
const DEPTH_CERTAINTY: Certainty = Certainty::P87;

/// Fewest empty squares at which solves of less certainty come first.
const SELECTIVE_MIN: u32 = 16;

/// The certainties of solves. One as doubtful as the iterations to a depth is not worth its time.
const CERTAINTIES: &[Certainty] = Certainty::ALL.split_at(1).1;

/// The certainties of solves where nothing but a depth is asked for and only the last one counts.
const FIXED_CERTAINTIES: [Certainty; 3] = [Certainty::P73, Certainty::P95, Certainty::Full];

/// Fewest nodes a search must be allowed for an exact solve to be tried: below, the solver's coarse
/// node count could exceed the limit noticeably.
const SOLVE_NODES_MIN: u64 = 20_000;

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
pub fn iterations(limits: &Limits, empties: u32) -> Vec<Iteration> {
    let deepest = limits.depth.unwrap_or(empties).min(empties);
    let may_solve = deepest == empties && limits.nodes.is_none_or(|nodes| nodes >= SOLVE_NODES_MIN);
    let asks_for_depth = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
    let (seed, certainties): (u32, &[Certainty]) = if asks_for_depth {
        (empties.saturating_sub(FIXED_SOLVE_AHEAD).min(FIXED_SEED_MAX), &FIXED_CERTAINTIES)
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

    #[test]
    fn a_search_that_may_be_cut_short_looks_deep_before_it_solves() {
        let deep = Limits { depth: Some(60), ..Limits::default() };
        let time = Some(Budget::exactly(Duration::from_secs(1)));
        for limits in [Limits { time, ..deep }, Limits { nodes: Some(1 << 30), ..deep }] {
            for empties in [10, 24, 60] {
                let unbounded = Limits { depth: None, ..limits };
                assert_eq!(iterations(&limits, empties), iterations(&unbounded, empties));
            }
        }
        let seeds = iterations(&deep, 60).into_iter().filter(|step| step.horizon != Horizon::End);
        assert_eq!(seeds.count(), FIXED_SEED_MAX as usize);
    }

    #[test]
    fn a_depth_asked_for_is_searched_at_last_with_more_certainty() {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let found = iterations(&limits, 40);
        let (last, before) = found.split_last().unwrap();
        assert_eq!(*before, (1..=6).map(to_depth).collect::<Vec<_>>());
        assert_eq!(last.horizon, Horizon::Depth(6));
        assert!(last.certainty > MIDGAME_CERTAINTY);
        assert_eq!(iterations(&limits, 6).last(), Some(&EXACT));
        let shallow = Limits { depth: Some(2), ..limits };
        assert_eq!(iterations(&shallow, 40), [1, 2].map(to_depth), "nothing is cut");
        let among_others = Limits { nodes: Some(1 << 20), ..limits };
        assert_eq!(iterations(&among_others, 40), (1..=6).map(to_depth).collect::<Vec<_>>());
        let is_doubtful = |iteration: &Iteration| iteration.certainty == MIDGAME_CERTAINTY;
        let unlimited = iterations(&Limits::default(), 40);
        let to_depths = unlimited.iter().filter(|iteration| iteration.horizon != Horizon::End);
        assert!(to_depths.clone().count() > 30 && to_depths.clone().all(is_doubtful));
    }
}
