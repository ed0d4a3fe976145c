//! Searches against brute force in positions small enough for it.

use std::cell::RefCell;

use tengen::color::Color;
use tengen::coord::{Move, Point, Size};
use tengen::gomoku::rules::game::{Game, Outcome, Stone};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::search::Searcher;
use tengen::othello::rules::board::Board;
use tengen::othello::rules::game::Game as OthelloGame;
use tengen::othello::search::Searcher as OthelloSearcher;
use tengen::search::Search;
use tengen::search::control::Control;
use tengen::search::limits::Limits;
use tengen::search::report::{Request, Score};

use super::Source;

/// Most empty points at the end.
const EMPTY: usize = 7;

thread_local! {
    static GOMOKU: RefCell<Searcher> = RefCell::new(Searcher::new(1 << 20));
    static OTHELLO: RefCell<OthelloSearcher> = RefCell::new(OthelloSearcher::new(1 << 20));
}

/// A search as deep as the game: its limits and one line.
fn request(depth: usize) -> Request {
    let limits = Limits { depth: Some(depth as u32), nodes: Some(200_000), time: None };
    Request { limits, lines: 1, is_analysis: true }
}

/// An almost full board of 5x5 to 7x7: a search to the end finds who wins.
pub fn gomoku_is_decided_as_by_brute_force(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let Some(mut game) = almost_full(&mut source) else { return };
    let (rule, empty) = (game.rule(), game.grid().empty_squares().count());
    let expected = brute_force(&mut game);
    // Twice the empty points: in renju Black may have to pass.
    let score = GOMOKU.with_borrow_mut(|searcher| {
        Search::clear(searcher);
        let progress =
            searcher.search(&game, &request(2 * empty), &Control::unlimited(), &mut |_| ());
        progress.lines[0].score
    });
    match score {
        Score::Win(_) => assert_eq!(expected, 1, "{rule} {:?}", game.grid()),
        Score::Loss(_) => assert_eq!(expected, -1, "{rule} {:?}", game.grid()),
        // A decided game is recognized at this depth.
        _ => assert_eq!(expected, 0, "{rule} {score:?} {:?}", game.grid()),
    }
}

/// The board that the bytes fill; `None` if somebody has won.
fn almost_full(source: &mut Source) -> Option<Game> {
    let rule = Rule::ALL[source.below(Rule::ALL.len())];
    let side = 5 + source.below(3) as u8;
    let size = Size::new(side, side).expect("a small board");
    let to_move = Color::ALL[source.below(2)];
    let mut points: Vec<Point> = size.points().collect();
    for _ in 0..=source.below(EMPTY) {
        points.swap_remove(source.below(points.len()));
    }
    let stones: Vec<(Point, Stone)> =
        points.into_iter().map(|point| (point, Stone::Of(Color::ALL[source.below(2)]))).collect();
    let mut game = Game::set_up(rule, size, &stones).expect("every stone has its own point");
    game.give_turn_to(to_move);
    (game.outcome().is_none() && game.legal(Move::Pass).is_err()).then_some(game)
}

fn legal(game: &Game) -> Vec<Move> {
    let points = game.grid().empty_squares().filter_map(|square| square.point());
    let moves: Vec<Move> = points.map(Move::Place).filter(|&mv| game.legal(mv).is_ok()).collect();
    if moves.is_empty() { vec![Move::Pass] } else { moves }
}

/// 1 if the side to move wins, -1 if it loses, 0 for a draw.
fn brute_force(game: &mut Game) -> i32 {
    let side = game.side_to_move();
    match game.outcome() {
        Some(Outcome::Win { color, .. }) => return if *color == side { 1 } else { -1 },
        Some(_) => return 0,
        None => {}
    }
    let mut best = -1;
    for mv in legal(game) {
        game.play(mv).expect("a legal move");
        best = best.max(-brute_force(game));
        game.undo();
        if best == 1 {
            break;
        }
    }
    best
}

/// An endgame of Othello that the bytes play: the solver finds its score.
pub fn othello_is_scored_as_by_brute_force(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let empty = source.below(EMPTY + 1) as u32;
    let mut board = Board::START;
    let mut side = Color::Black;
    while board.empty_count() > empty && !board.is_over() {
        let moves: Vec<u8> = (0..64).filter(|&s| board.legal_moves() >> s & 1 == 1).collect();
        board = match moves.as_slice() {
            [] => board.pass(),
            _ => board.play(moves[source.below(moves.len())]),
        };
        side = !side;
    }
    if board.legal_moves() == 0 {
        return;
    }
    let game = OthelloGame::from_board(board, side);
    let score = OTHELLO.with_borrow_mut(|searcher| {
        let progress = searcher.search(&game, &request(60), &Control::unlimited(), &mut |_| ());
        progress.lines[0].score
    });
    assert_eq!(score, Score::Exact(final_score(board)), "{board:?}");
}

/// Plain negamax without any cut: the definition of the score.
fn final_score(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves == 0 {
        return if board.is_over() { board.final_score() } else { -final_score(board.pass()) };
    }
    let squares = (0..64).filter(|&square| moves >> square & 1 == 1);
    squares.map(|square| -final_score(board.play(square))).max().expect("there is a move")
}
