//! Iterative deepening and widening: a search consists of midgame searches of rising depth, then solves of
//! rising selectivity level.

use super::params::Params;
use super::probcut::Certainty;
use crate::search::limits::Limits;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A good move, even if the search is stopped.
    Move,
    /// The exact score only.
    Score,
}

/// How far an iteration searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Plies.
    Depth(u32),
    /// To the end of the game.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    pub horizon: Horizon,
    /// Its selectivity.
    pub certainty: Certainty,
}

/// The exact solve.
pub const EXACT: Iteration = Iteration { horizon: Horizon::End, certainty: Certainty::Full };

impl Iteration {
    /// The iteration to a depth.
    pub fn to_depth(plies: u32, params: &Params) -> Iteration {
        let certainty = Certainty::from_number(params.midgame_level);
        Iteration { horizon: Horizon::Depth(plies), certainty }
    }

    /// The iteration to the end of the game.
    pub const fn to_end(certainty: Certainty) -> Iteration {
        Iteration { horizon: Horizon::End, certainty }
    }
}

/// The iterations of a search with `empties` empty squares, in order.
pub fn iterations(aim: Aim, limits: &Limits, empties: u32, params: &Params) -> Vec<Iteration> {
    let deepest = limits.depth.unwrap_or(empties).min(empties);
    let may_solve =
        deepest == empties && limits.nodes.is_none_or(|nodes| nodes >= params.solve_nodes);
    // Without a limit of time or nodes, only the caller can cut the search short.
    let asks_for_depth = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
    let solves_soon = aim == Aim::Score || asks_for_depth && empties <= params.soon_solved;
    let seed = if solves_soon {
        empties.saturating_sub(params.seed_ahead).min(params.seed_depth)
    } else {
        empties.saturating_sub(params.solve_ahead)
    };
    let last = if may_solve { seed.min(empties - 1) } else { deepest };
    let mut iterations: Vec<Iteration> =
        (1..=last).map(|plies| Iteration::to_depth(plies, params)).collect();
    // ProbCut first applies one ply below the root.
    if asks_for_depth && !may_solve && last > params.probcut_depth {
        let certainty = Certainty::from_number(params.last_level);
        iterations.push(Iteration { horizon: Horizon::Depth(last), certainty });
    }
    if may_solve {
        let levels = if empties < params.selective_solve {
            vec![Certainty::Full]
        } else if solves_soon {
            let levels = [params.first_seed_level, params.second_seed_level];
            levels.map(Certainty::from_number).into_iter().chain([Certainty::Full]).collect()
        } else {
            Certainty::ALL[params.first_solve_level..].to_vec()
        };
        iterations.extend(levels.into_iter().map(Iteration::to_end));
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
        iterations(Aim::Move, limits, empties, &Params::default())
    }

    fn to_depth(plies: u32) -> Iteration {
        Iteration::to_depth(plies, &Params::default())
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
        // The user can stop an analysis.
        let Params { soon_solved, solve_ahead, .. } = Params::default();
        for empties in [soon_solved + 1, 36, 60] {
            let analysis = for_a_move(&DEEP, empties);
            assert_eq!(analysis, for_a_move(&Limits::default(), empties));
            assert!(analysis.contains(&to_depth(empties - solve_ahead)));
        }
    }

    #[test]
    fn a_score_at_the_end_is_not_kept_waiting() {
        let params = Params::default();
        let seeds = (1..=params.seed_depth).map(to_depth);
        let levels = [Certainty::P73, Certainty::P95, Certainty::Full];
        let soon: Vec<Iteration> = seeds.chain(levels.map(Iteration::to_end)).collect();
        for empties in [20, params.soon_solved, 36, 60] {
            assert_eq!(iterations(Aim::Score, &DEEP, empties, &params), soon);
        }
        assert_eq!(for_a_move(&DEEP, params.soon_solved), soon, "the end is near");
    }

    #[test]
    fn a_depth_asked_for_is_searched_at_last_with_more_certainty() {
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let found = for_a_move(&limits, 40);
        let (last, before) = found.split_last().unwrap();
        assert_eq!(*before, (1..=6).map(to_depth).collect::<Vec<_>>());
        assert_eq!(last.horizon, Horizon::Depth(6));
        assert!(last.certainty > to_depth(1).certainty);
        assert_eq!(for_a_move(&limits, 6).last(), Some(&EXACT));
        let shallow = Limits { depth: Some(2), ..limits };
        assert_eq!(for_a_move(&shallow, 40), [1, 2].map(to_depth), "nothing is cut");
        let among_others = Limits { nodes: Some(1 << 20), ..limits };
        assert_eq!(for_a_move(&among_others, 40), (1..=6).map(to_depth).collect::<Vec<_>>());
        let is_doubtful = |iteration: &Iteration| iteration.certainty == Certainty::P55;
        let unlimited = for_a_move(&Limits::default(), 40);
        let to_depths = unlimited.iter().filter(|iteration| iteration.horizon != Horizon::End);
        assert!(to_depths.clone().count() > 30 && to_depths.clone().all(is_doubtful));
    }
}
