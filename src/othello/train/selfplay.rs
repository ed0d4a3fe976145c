//! Self-play to a fixed depth, with a solved endgame.
//!
//! A game depends only on the recipe, the weights and its number, not on the thread or on earlier games.

use std::sync::Arc;

use fastrand::Rng;

use super::record::GameRecord;
use crate::color::Color;
use crate::coord::Move;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::game::Game;
use crate::othello::rules::square::from_point;
use crate::othello::search::Searcher;
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Line, Request};

/// Transposition table in bytes: one large page.
const TABLE_BYTES: usize = 2 << 20;

/// Minimum and maximum number of random opening moves. Half of the games have few, to train early positions;
/// the others have many, for positions that searches meet but good players avoid.
const SHORT: (usize, usize) = (6, 16);
const LONG: (usize, usize) = (17, 46);
/// One game in this many has even fewer. There are few such openings, but the values of the first plies
/// depend on them.
const EARLY: (usize, usize) = (0, 5);
const EARLY_PERIOD: u64 = 32;

/// Settings of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Depth of each search in plies.
    pub depth: u32,
    /// Empty squares from which the game is solved instead.
    pub solve_from: u32,
    pub seed: u64,
}

pub struct SelfPlay {
    recipe: Recipe,
    searcher: Searcher,
}

impl SelfPlay {
    /// A player with this `recipe` and these `weights`.
    pub fn new(recipe: Recipe, weights: Arc<Weights>) -> SelfPlay {
        SelfPlay { recipe, searcher: Searcher::with_weights(TABLE_BYTES, weights) }
    }

    /// Plays the game number `index`. If it ends in its opening, another opening is drawn.
    pub fn play(&mut self, index: u64) -> GameRecord {
        let first = Rng::with_seed(self.recipe.seed).u64(..);
        let mut random = Rng::with_seed(first ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        loop {
            if let Some(game) = self.try_to_play(&mut random) {
                return game;
            }
        }
    }

    fn try_to_play(&mut self, random: &mut Rng) -> Option<GameRecord> {
        self.searcher.clear();
        let length = opening_length(random);
        let mut game = Game::new();
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let mv = if moves.len() < length {
                any_move(&game, random)
            } else {
                let line = self.best(&game);
                if line.moves[0] != Move::Pass && !self.is_solved(&game) {
                    let value = line.score.disc_hundredths();
                    values.push(if game.side_to_move() == Color::Black { value } else { -value });
                }
                line.moves[0]
            };
            moves.extend(mv.point().and_then(from_point));
            if game.play(mv).is_err() {
                // An illegal answer is a defect of the search, but the game so far is valid data.
                log::error!("illegal {mv} in {:?}", game.board());
                return None;
            }
        };
        let score = outcome.score(Color::Black);
        (moves.len() > length).then_some(GameRecord { opening: length, moves, score, values })
    }

    /// Whether the position of `game` is searched to the end.
    fn is_solved(&self, game: &Game) -> bool {
        game.board().empty_count() <= self.recipe.solve_from
    }

    fn best(&mut self, game: &Game) -> Line {
        let control = Control::unlimited();
        let progress = if self.is_solved(game) {
            self.searcher.solve(game, 1, &control, &mut |_| ())
        } else {
            let limits = Limits { depth: Some(self.recipe.depth), ..Limits::default() };
            // The score of a forced move is a sample, too.
            let request = Request { is_analysis: true, ..Request::best_move(limits) };
            self.searcher.search(game, &request, &control, &mut |_| ())
        };
        progress.lines.into_iter().next().expect("the game is not over")
    }
}

/// Number of random moves that begin a game.
fn opening_length(random: &mut Rng) -> usize {
    let (least, most) = match random.u64(0..EARLY_PERIOD) {
        0 => EARLY,
        draw if draw % 2 == 1 => SHORT,
        _ => LONG,
    };
    random.u64(least as u64..=most as u64) as usize
}

fn any_move(game: &Game, random: &mut Rng) -> Move {
    let moves = game.legal_moves();
    match moves.len() as u64 {
        0 => Move::Pass,
        count => Move::Place(moves[random.u64(0..count) as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::train::record::Step;
    use crate::search::report::Score;
    use crate::train::Record;

    fn players() -> SelfPlay {
        let recipe = Recipe { depth: 2, solve_from: 8, seed: 3 };
        SelfPlay::new(recipe, Arc::new(Weights::seed()))
    }

    #[test]
    fn games_are_sound_and_repeat_whatever_was_played_before() {
        let mut first = players();
        let games: Vec<GameRecord> = (0..12).map(|index| first.play(index)).collect();
        for game in &games {
            assert_eq!(game.to_string().parse::<GameRecord>().as_ref(), Ok(game));
            assert_eq!(game.check(), Ok(()));
        }
        assert_ne!(games[0].moves, games[1].moves);
        assert_eq!(players().play(0), first.play(0));
    }

    #[test]
    fn games_begin_early_and_late() {
        let mut random = Rng::with_seed(8);
        let mut counts = [0; LONG.1 + 1];
        (0..10_000).for_each(|_| counts[opening_length(&mut random)] += 1);
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
        let sum = |(least, most): (usize, usize)| counts[least..=most].iter().sum::<u32>();
        assert!(sum(EARLY) < 500 && sum(SHORT).abs_diff(sum(LONG)) < 800, "{counts:?}");
    }

    #[test]
    fn the_end_is_solved() {
        let game = players().play(0);
        let steps = game.steps().unwrap();
        let near = steps.iter().find(|step| step.board.empty_count() <= 8).unwrap();
        assert_eq!(searched_to(8, near), Score::Exact(near.turned(game.score)));
        let searched = &steps[game.opening..game.opening + game.values.len()];
        assert!(searched.iter().all(|step| step.board.empty_count() > 8));
        assert_eq!(steps[game.opening + game.values.len()].board.empty_count(), 8);
    }

    #[test]
    fn values_are_those_of_the_searches_for_black() {
        let mut seen = [false; 2];
        for game in (0..20).map(|index| players().play(index)) {
            let (steps, Some(&value)) = (game.steps().unwrap(), game.values.first()) else {
                continue;
            };
            // Only the first search is independent of table entries from other searches.
            let first = steps[game.opening];
            assert_eq!(searched_to(2, &first), Score::Discs(first.turned(value)));
            seen[usize::from(first.side == Color::White)] = true;
        }
        assert_eq!(seen, [true; 2]);
    }

    /// The value of a position by a separate search.
    fn searched_to(depth: u32, step: &Step) -> Score {
        let mut searcher = Searcher::with_weights(1 << 16, Arc::new(Weights::seed()));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let request = Request { is_analysis: true, ..Request::best_move(limits) };
        let game = Game::from_board(step.board, step.side);
        searcher.search(&game, &request, &Control::unlimited(), &mut |_| ()).lines[0].score
    }
}
