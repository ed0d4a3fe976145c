//! Random openings of self-play: a few stones near each other, without threats, undecided.

use fastrand::Rng;

use crate::coord::{Move, Point};
use crate::gomoku::opening_stones;
use crate::gomoku::rules::game::Game;
use crate::gomoku::search::Searcher;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Request, Score};

/// Fewest and most plies.
const PLIES: (u64, u64) = (3, 8);
/// Largest distance of the first stone from the centre.
const FIRST_REACH: i32 = 4;
/// One first stone in this many goes anywhere.
const ONE_FIRST_ANYWHERE_IN: u32 = 6;
/// Largest distance of a later stone from another one.
const REACH: i32 = 2;
/// The same for one later stone in [`ONE_FAR_IN`].
const FAR_REACH: i32 = 5;
const ONE_FAR_IN: u32 = 5;
/// Largest absolute score of an opening.
const BALANCE: i32 = 250;
/// Nodes of the search for that score.
const BALANCE_NODES: u64 = 1000;
/// Draws before any undecided opening is accepted.
const BALANCED_DRAWS: u32 = 100;
/// Draws before the game starts on the empty board.
const DRAWS: u32 = 200;

/// A random opening from the start position `game`. The table of `searcher` is not cleared afterwards.
pub(super) fn opening(game: &Game, random: &mut Rng, searcher: &mut Searcher) -> Game {
    for attempt in 0..DRAWS {
        let plies = random.u64(PLIES.0..=PLIES.1);
        let Some(drawn) = draw(game, plies, random) else { continue };
        let looks_open = |score| matches!(score, Score::Points(n) if attempt >= BALANCED_DRAWS || n.abs() <= BALANCE);
        if looks_open(searcher.evaluate(&drawn)) && search(&drawn, searcher).is_some_and(looks_open)
        {
            return drawn;
        }
    }
    game.clone()
}

fn search(game: &Game, searcher: &mut Searcher) -> Option<Score> {
    let limits = Limits { nodes: Some(BALANCE_NODES), ..Limits::default() };
    let request = Request::best_move(limits);
    let progress = searcher.search(game, &request, &Control::unlimited(), &mut |_| ());
    progress.lines.first().map(|line| line.score)
}

fn draw(game: &Game, plies: u64, random: &mut Rng) -> Option<Game> {
    let mut game = game.clone();
    for _ in 0..plies {
        let point = stone(&game, random)?;
        game.play(Move::Place(point)).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// A legal point: the first near the centre, the others near another stone.
fn stone(game: &Game, random: &mut Rng) -> Option<Point> {
    let size = game.size();
    let first = |random: &mut Rng| match random.u32(0..ONE_FIRST_ANYWHERE_IN) {
        0 => opening_stones::anywhere(size, random),
        _ => opening_stones::around(size.center(), FIRST_REACH, random),
    };
    let later = |stone, random: &mut Rng| {
        let reach = if random.u32(0..ONE_FAR_IN) == 0 { FAR_REACH } else { REACH };
        opening_stones::around(stone, reach, random)
    };
    opening_stones::stone(game, random, first, later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::eval::weights::WeightSet;
    use crate::gomoku::rules::rule::Rule;
    use std::sync::Arc;

    fn searcher(table_bytes: usize) -> Searcher {
        Searcher::with_weights(table_bytes, Arc::new(WeightSet::seed()))
    }

    #[test]
    fn openings_are_short_undecided_and_different() {
        for (rule, side) in [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Caro, 9)] {
            let start = Game::new(rule, Size::new(side, side).unwrap()).unwrap();
            let mut searcher = searcher(1 << 20);
            let mut random = Rng::with_seed(1);
            let openings: Vec<Vec<_>> = (0..20)
                .map(|_| {
                    let game = opening(&start, &mut random, &mut searcher);
                    assert!(matches!(searcher.evaluate(&game), Score::Points(-250..=250)));
                    game.history().to_vec()
                })
                .collect();
            assert!(openings.iter().all(|plies| (3..=8).contains(&plies.len())));
            let different = |i: usize| !openings[..i].contains(&openings[i]);
            assert!((0..openings.len()).all(different));
        }
    }

    #[test]
    fn a_board_where_every_opening_is_decided_stays_empty_at_worst() {
        let start = Game::new(Rule::Freestyle, Size::new(5, 5).unwrap()).unwrap();
        let mut searcher = searcher(1 << 16);
        let game = opening(&start, &mut Rng::with_seed(2), &mut searcher);
        assert!(game.outcome().is_none());
    }
}
