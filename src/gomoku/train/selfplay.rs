//! Self-play with a fixed number of nodes for each move, from random openings: a few stones near each other,
//! without threats, undecided.
//!
//! A game depends only on the recipe, the weights and its number, not on the thread that plays it or on
//! the games before it.

use std::cmp::Reverse;
use std::sync::Arc;

use fastrand::Rng;

use super::record::{Aside, GameRecord, GameResult, Thought};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::WeightSet;
use crate::gomoku::opening_stones;
use crate::gomoku::rules::game::{Game, UnsupportedSize};
use crate::gomoku::rules::grid::Square;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::search::Searcher;
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::Search;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::report::{Line, Progress, Request, Score};

/// Bytes of the transposition table: enough for the nodes of a game, and quick to clear.
const TABLE_BYTES: usize = 8 << 20;

/// Plies after the opening at which the second-best move may be played.
const VARIED_PLIES: usize = 4;
/// One in this many of these plies may play it.
const ONE_VARIED_IN: u32 = 5;
/// The second-best move is played only if it scores at most this much less than the best.
const VARIED_LOSS: i32 = 60;

/// One ply in this many gets an aside. Games contain replies to the best moves only, but most moves that a search meets
/// are not the best.
const ONE_ASIDE_IN: u32 = 2;
/// The move of an aside is one of this many first moves in the ordering.
const ASIDE_CHOICE: u64 = 12;

/// Largest absolute score of an even position.
const EVEN: i32 = 20;
/// Even plies in a row after which a game is adjudicated a draw.
const EVEN_PLIES: usize = 8;
/// Least share of taken points for that adjudication, as a fraction.
const EVEN_FROM: (usize, usize) = (80, 225);

/// Options of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    rule: Rule,
    /// Empty boards, used in turn.
    starts: Vec<Game>,
    nodes: u64,
    seed: u64,
}

impl Recipe {
    /// Games under `rule` on boards of `sizes` in turn, with `nodes` for each search. There must be at
    /// least one size.
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

/// Plays games of self-play.
pub struct SelfPlay {
    recipe: Recipe,
    tables: Arc<Tables>,
    searcher: Searcher,
}

impl SelfPlay {
    pub fn new(recipe: Recipe, weights: Arc<WeightSet>) -> SelfPlay {
        let tables = Arc::new(Tables::with_weights(recipe.rule, &weights));
        SelfPlay { recipe, tables, searcher: Searcher::with_weights(TABLE_BYTES, weights) }
    }

    /// Plays game number `index`.
    pub fn play(&mut self, index: u64) -> GameRecord {
        self.searcher.clear();
        let first = Rng::with_seed(self.recipe.seed).u64(..);
        let mut random = Rng::with_seed(first ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let starts = &self.recipe.starts;
        let start = &starts[(index % starts.len() as u64) as usize];
        let game = opening(start, &mut random, &mut self.searcher);
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
            // The game continues after a proof: a deep search meets such positions more often than any
            // others, so they are needed as samples.
            let found = proven(game.side_to_move(), thought);
            proof = proof.or(found);
            if is_drawn(&game, &thoughts) {
                break GameResult::Drawn;
            }
            if found.is_none() && random.u32(0..ONE_ASIDE_IN) == 0 {
                asides.extend(self.aside(&game, line.moves[0], random));
            }
            if game.play(line.moves[0]).is_err() {
                // A defect of the search, but the game so far is valid data.
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

    /// Searches the reply to a good move other than `best`. `None` if there is no such move or no reply.
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

/// The line to play, and the thought about the position. A second line is preferred unless it is much
/// worse. `None` if there is no stone to play.
fn choose(progress: &Progress) -> Option<(&Line, Thought)> {
    let best = progress.lines.first()?;
    let Move::Place(_) = best.moves[0] else { return None };
    // The score is meaningless if there was only one legal move, or if the VCF search or an unfinished iteration used
    // up all nodes.
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

/// The result proven by a thought of `mover`.
fn proven(mover: Color, thought: Thought) -> Option<GameResult> {
    match thought.score? {
        Score::Win(_) => Some(GameResult::Won(mover)),
        Score::Loss(_) => Some(GameResult::Won(!mover)),
        _ => None,
    }
}

/// Whether a game is adjudicated a draw, from the thoughts so far, including that on the current position.
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
    // Forced replies are not searched, but the moves that force them are.
    let searched = last.iter().filter(|thought| thought.score.is_some()).count();
    let even = 2 * searched >= EVEN_PLIES && last.iter().all(is_even);
    even || game.is_dead_draw()
}

/// Fewest and most plies.
const PLIES: (u64, u64) = (3, 8);
/// Largest distance of the first stone from the centre.
const FIRST_REACH: i32 = 4;
/// One first stone in this many may be anywhere.
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
fn opening(game: &Game, random: &mut Rng, searcher: &mut Searcher) -> Game {
    for attempt in 0..DRAWS {
        let plies = random.u64(PLIES.0..=PLIES.1);
        let Some(drawn) = draw(game, plies, random) else { continue };
        let looks_open = |score| matches!(score, Score::Points(n) if attempt >= BALANCED_DRAWS || n.abs() <= BALANCE);
        if looks_open(searcher.evaluate(&drawn).score)
            && search(&drawn, searcher).is_some_and(looks_open)
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
    use std::time::Duration;

    use super::*;
    use crate::coord::Size;
    use crate::gomoku::eval::weights::WeightSet;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::report::Selectivity;
    use crate::train::Record;

    fn self_play(rule: Rule, side: u8) -> SelfPlay {
        let sizes = [Size::new(side, side).unwrap(), Size::new(side, 6).unwrap()];
        let recipe = Recipe::new(rule, &sizes, 60, 7).unwrap();
        SelfPlay::new(recipe, Arc::new(WeightSet::seed()))
    }

    #[test]
    fn games_of_every_rule_are_valid_and_repeat_after_any_others() {
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
    fn too_small_a_board_is_rejected() {
        let small = Size::new(4, 4).unwrap();
        assert_eq!(Recipe::new(Rule::Caro, &[small], 60, 7), Err(UnsupportedSize(small)));
    }

    #[test]
    fn only_finished_iterations_give_a_score() {
        let moves = crate::coord::parse_points("h8").unwrap().into_iter().map(Move::Place);
        let mut progress = Progress {
            depth: 0,
            selectivity: Selectivity::Extended(0),
            nodes: 60,
            elapsed: Duration::ZERO,
            lines: vec![Line { score: Score::Points(70), moves: moves.collect() }],
            calibration: None,
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
    fn a_proof_decides_a_game_and_a_long_even_game_is_drawn() {
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
    fn games_continue_after_a_proof() {
        let mut players = self_play(Rule::Freestyle, 12);
        let goes_on = |game: &GameRecord| {
            let is_proof =
                |thought: &Thought| matches!(thought.score, Some(Score::Win(n)) if n > 5);
            let first = game.thoughts.iter().position(is_proof);
            first.is_some_and(|first| game.thoughts.len() > first + 3)
        };
        assert!((0..20).any(|i| goes_on(&players.play(2 * i))));
    }

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
                    assert!(matches!(searcher.evaluate(&game).score, Score::Points(-250..=250)));
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
