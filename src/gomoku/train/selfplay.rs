//! Games of the engine against itself with a fixed number of nodes for each move.
//!
//! A game is a function of the recipe, the weights and its number: whoever plays it, and after
//! whatever other games, plays the same.

use std::cmp::Reverse;
use std::sync::Arc;

use fastrand::Rng;

use super::opening;
use super::record::{Aside, GameRecord, GameResult, Thought};
use crate::color::Color;
use crate::coord::{Move, Size};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::rules::game::{Game, UnsupportedSize};
use crate::gomoku::rules::grid::Square;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::search::Searcher;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Line, Progress, Request, Score};

/// Transposition table in bytes: some entries for every node of a game, and little to empty.
const TABLE_BYTES: usize = 8 << 20;

/// Plies after the opening in which another than the best move may be played, in one game of so
/// many at each, if it is worth at most so much less.
const VARIED_PLIES: usize = 4;
const ONE_VARIED_IN: u32 = 5;
const VARIED_LOSS: i32 = 60;

/// After one ply in so many an aside is made: a move of so many that look best is tried, and what the
/// search answers to it is kept. In the game only the best moves are answered, in a search mostly
/// others.
const ONE_ASIDE_IN: u32 = 2;
const ASIDE_CHOICE: u64 = 12;

/// A game whose scores are within this for so many plies is drawn, once so many stones of a board
/// of so many points are placed.
const EVEN: i32 = 20;
const EVEN_PLIES: usize = 8;
const EVEN_FROM: (usize, usize) = (80, 225);

/// What games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    rule: Rule,
    /// Empty boards, used in turn.
    starts: Vec<Game>,
    nodes: u64,
    seed: u64,
}

impl Recipe {
    /// Games under `rule` on boards of `sizes`, at least one, in turn, with so many `nodes` for each search.
    /// Other seeds are other games.
    ///
    /// # Errors
    /// A board is too small.
    pub fn new(
        rule: Rule,
        sizes: &[Size],
        nodes: u64,
        seed: u64,
    ) -> Result<Recipe, UnsupportedSize> {
        let starts = sizes.iter().map(|&size| Game::new(rule, size)).collect::<Result<_, _>>()?;
        Ok(Recipe { rule, starts, nodes, seed })
    }
}

/// Plays games.
pub struct SelfPlay {
    recipe: Recipe,
    tables: Arc<Tables>,
    searcher: Searcher,
}

impl SelfPlay {
    /// Plays by `recipe`, judging by `weights`.
    pub fn new(recipe: Recipe, weights: Arc<WeightSet>) -> SelfPlay {
        let tables = Arc::new(Tables::with_weights(recipe.rule, &weights));
        SelfPlay { recipe, tables, searcher: Searcher::with_weights(TABLE_BYTES, weights) }
    }

    /// Plays the game number `index`.
    pub fn play(&mut self, index: u64) -> GameRecord {
        self.searcher.clear();
        let first = Rng::with_seed(self.recipe.seed).u64(..);
        let mut random = Rng::with_seed(first ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let starts = &self.recipe.starts;
        let start = &starts[(index % starts.len() as u64) as usize];
        let game = opening::opening(start, &mut random, &mut self.searcher);
        self.play_on(game, &mut random)
    }

    fn play_on(&mut self, mut game: Game, random: &mut Rng) -> GameRecord {
        let opening = game.history().len();
        let (mut thoughts, mut asides) = (Vec::new(), Vec::new());
        let mut proof = None;
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner().map_or(GameResult::Drawn, GameResult::Won);
            }
            let is_varied = thoughts.len() < VARIED_PLIES && random.u32(0..ONE_VARIED_IN) == 0;
            let progress = self.search(&game, if is_varied { 2 } else { 1 });
            let Some((line, thought)) = choose(&progress) else {
                break GameResult::Drawn;
            };
            thoughts.push(thought);
            // The game goes on: a search that looks deep has to judge positions like those that
            // follow more often than any others.
            let found = proven(game.side_to_move(), thought);
            proof = proof.or(found);
            if is_drawn(&game, &thoughts) {
                break GameResult::Drawn;
            }
            if found.is_none() && random.u32(0..ONE_ASIDE_IN) == 0 {
                asides.extend(self.aside(&game, line.moves[0], random));
            }
            if game.play(line.moves[0]).is_err() {
                // A search that answers with an illegal move is a defect, but not the data's.
                log::error!("illegal {} in {:?}", line.moves[0], game.grid());
                thoughts.pop();
                break GameResult::Drawn;
            }
        };
        let result = proof.unwrap_or(result);
        GameRecord {
            rule: game.rule(),
            size: game.size(),
            opening,
            result,
            moves: game.history().iter().filter_map(|ply| ply.mv.point()).collect(),
            thoughts,
            asides,
        }
    }

    /// Tries a move other than `best` that looks good, and thinks about the answer. `None` if there is
    /// nothing to think about.
    fn aside(&mut self, game: &Game, best: Move, random: &mut Rng) -> Option<Aside> {
        let board = Board::new(self.tables.clone(), game.grid(), game.side_to_move());
        let mut moves: Vec<Square> = match tactics::assess(&board) {
            Situation::Free => board.candidates().iter().collect(),
            Situation::MustDefend(moves) => moves.iter().collect(),
            _ => return None,
        };
        moves.retain(|square| square.point() != best.point());
        moves.sort_by_key(|&square| Reverse(board.order_score(square)));
        let choice = (moves.len() as u64).min(ASIDE_CHOICE);
        let mv = moves.get(random.u64(0..choice.max(1)) as usize)?.point()?;
        let mut game = game.clone();
        game.play(Move::Place(mv)).ok()?;
        if game.outcome().is_some() {
            return None;
        }
        let progress = self.search(&game, 1);
        let (line, thought) = choose(&progress)?;
        let score = thought.score?;
        let answer = line.moves[0].point()?;
        Some(Aside { ply: game.history().len() - 1, mv, answer, score })
    }

    fn search(&mut self, game: &Game, lines: usize) -> Progress {
        let limits = Limits { nodes: Some(self.recipe.nodes), ..Limits::default() };
        let request = Request { limits, lines, is_analysis: false };
        self.searcher.search(game, &request, &Control::unlimited(), &mut |_| ())
    }
}

/// The line to play, and what is thought of the position. The second line, if there is one, is
/// wanted unless it is much worse. `None` if there is no stone to play.
fn choose(progress: &Progress) -> Option<(&Line, Thought)> {
    let best = progress.lines.first()?;
    let Move::Place(_) = best.moves[0] else { return None };
    // Nothing was compared if there was but one legal move, or if the search for wins by fours, or an
    // iteration that was not finished, took all nodes.
    let is_searched = progress.nodes > 0 && progress.depth > 0;
    let is_decided = !matches!(best.score, Score::Points(_));
    let score = (is_searched || is_decided).then_some(best.score);
    match progress.lines.get(1) {
        Some(second) if is_close(best.score, second.score) => {
            Some((second, Thought { score, is_best: false }))
        }
        _ => Some((best, Thought { score, is_best: true })),
    }
}

fn is_close(best: Score, second: Score) -> bool {
    matches!((best, second), (Score::Points(a), Score::Points(b)) if a - b <= VARIED_LOSS)
}

/// The result that follows if `mover` thinks that it has proved a win or a loss.
fn proven(mover: Color, thought: Thought) -> Option<GameResult> {
    match thought.score? {
        Score::Win(_) => Some(GameResult::Won(mover)),
        Score::Loss(_) => Some(GameResult::Won(!mover)),
        _ => None,
    }
}

/// Whether a game needs not be played out because nobody will win it, by the thoughts so far, the
/// last of which is of the position.
fn is_drawn(game: &Game, thoughts: &[Thought]) -> bool {
    let stones = game.history().len();
    if stones * EVEN_FROM.1 < EVEN_FROM.0 * game.size().area() || thoughts.len() < EVEN_PLIES {
        return game.is_dead_draw();
    }
    let is_even = |thought: &Thought| match thought.score {
        Some(Score::Points(points)) => points.abs() <= EVEN,
        _ => thought.score.is_none(),
    };
    let last = &thoughts[thoughts.len() - EVEN_PLIES..];
    // Forced replies are not searched, but what forces them is.
    let searched = last.iter().filter(|thought| thought.score.is_some()).count();
    let even = 2 * searched >= EVEN_PLIES && last.iter().all(is_even);
    even || game.is_dead_draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::search::report::Selectivity;

    fn self_play(rule: Rule, side: u8) -> SelfPlay {
        let sizes = [Size::new(side, side).unwrap(), Size::new(side, 6).unwrap()];
        let recipe = Recipe::new(rule, &sizes, 60, 7).unwrap();
        SelfPlay::new(recipe, Arc::new(WeightSet::seed()))
    }

    #[test]
    fn games_of_every_rule_are_sound_and_repeat_whatever_was_played_before() {
        for rule in Rule::ALL {
            let mut players = self_play(rule, 9);
            let games: Vec<GameRecord> = (0..4).map(|i| players.play(i)).collect();
            for game in &games {
                assert_eq!(game.to_string().parse::<GameRecord>().as_ref(), Ok(game));
                assert_eq!(game.check(), Ok(()));
                assert!(game.moves.len() >= game.opening && !game.thoughts.is_empty());
            }
            assert!(games.iter().any(|game| !game.asides.is_empty()));
            assert_eq!(games[3].size.height(), 6);
            assert_ne!(games[0].moves, games[2].moves);
            assert_eq!(self_play(rule, 9).play(3), games[3]);
        }
    }

    #[test]
    fn a_board_too_small_has_no_games() {
        let small = Size::new(4, 4).unwrap();
        assert_eq!(Recipe::new(Rule::Caro, &[small], 60, 7), Err(UnsupportedSize(small)));
    }

    #[test]
    fn what_no_iteration_has_compared_is_no_thought() {
        let moves = crate::coord::parse_points("h8").unwrap().into_iter().map(Move::Place);
        let mut progress = Progress {
            depth: 0,
            selectivity: Selectivity::Extended(0),
            nodes: 60,
            elapsed: Duration::ZERO,
            lines: vec![Line { score: Score::Points(70), moves: moves.collect() }],
        };
        let score = |progress: &Progress| choose(progress).unwrap().1.score;
        assert_eq!(score(&progress), None, "the solver took all nodes");
        progress.depth = 1;
        assert_eq!(score(&progress), Some(Score::Points(70)));
        progress.nodes = 0;
        assert_eq!(score(&progress), None, "one legal move");
        progress.lines[0].score = Score::Win(1);
        assert_eq!(score(&progress), Some(Score::Win(1)), "that needs no search");
    }

    #[test]
    fn a_proof_decides_and_a_long_even_game_is_drawn() {
        let mut game = Game::new(Rule::Freestyle, Size::new(5, 5).unwrap()).unwrap();
        let thought = |score| Thought { score: Some(score), is_best: true };
        let points = |n| thought(Score::Points(n));
        let (black, white) =
            (Some(GameResult::Won(Color::Black)), Some(GameResult::Won(Color::White)));
        assert_eq!(proven(Color::Black, thought(Score::Win(3))), black);
        assert_eq!(proven(Color::Black, thought(Score::Loss(2))), white);
        assert_eq!(proven(Color::Black, points(900)), None);
        assert!(!is_drawn(&game, &[points(0); 9]));
        let moves = "a1b1c1d1e1a2b2c2d2e2";
        for point in crate::coord::parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        assert!(is_drawn(&game, &[points(-20); 8]));
        assert!(!is_drawn(&game, &[points(21); 8]));
        assert!(!is_drawn(&game, &[points(0); 7]));
        let nothing = Thought { score: None, is_best: true };
        let (half, most) = ([[points(0), nothing]; 4], [[points(0), nothing, nothing]; 3]);
        assert!(is_drawn(&game, half.as_flattened()));
        assert!(!is_drawn(&game, most.as_flattened()), "not searched is not even");
    }

    #[test]
    fn games_go_on_after_a_proof() {
        let mut players = self_play(Rule::Freestyle, 12);
        let goes_on = |game: &GameRecord| {
            let is_proof =
                |thought: &Thought| matches!(thought.score, Some(Score::Win(n)) if n > 5);
            let first = game.thoughts.iter().position(is_proof);
            first.is_some_and(|first| game.thoughts.len() > first + 3)
        };
        assert!((0..20).any(|i| goes_on(&players.play(2 * i))));
    }
}
