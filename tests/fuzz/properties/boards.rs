//! The boards of both games against second implementations of the rules, and everything that is updated move by
//! move against the same from scratch.

use std::sync::{Arc, LazyLock};

use tengen::color::Color;
use tengen::coord::{Move, Point, Size};
use tengen::gomoku::eval::board::Board as SearchBoard;
use tengen::gomoku::eval::tables::Tables;
use tengen::gomoku::rules::forbidden::Foul;
use tengen::gomoku::rules::game::{Game, Outcome};
use tengen::gomoku::rules::grid::Square;
use tengen::gomoku::rules::rule::Rule;
use tengen::othello::eval::features::Features;
use tengen::othello::rules::board::Board;
use tengen::othello::rules::game::Game as OthelloGame;
use tengen::othello::rules::square::to_point;

use super::Source;
use super::oracle::{Oracle, Spot};

static TABLES: LazyLock<[Arc<Tables>; 5]> =
    LazyLock::new(|| Rule::ALL.map(|rule| Arc::new(Tables::new(rule))));

/// A game of Gomoku that the bytes play: legality, wins, fouls, undo, and all that is updated move by move.
pub fn gomoku_follows_its_rules(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let number = source.below(Rule::ALL.len());
    let [width, height] = [0; 2].map(|_| 5 + source.below(18) as u8);
    let size = Size::new(width, height).expect("sides of at most 22");
    let mut played = Played::new(number, size);
    let mut rows = [Row::default(); 2];
    while !source.is_empty() {
        // One in eight takes a move back.
        if source.below(8) == 0 && !played.before.is_empty() {
            played.take_back();
        } else {
            let row = &mut rows[played.game.side_to_move().index()];
            let Some(point) = row.next(&mut source, size) else { continue };
            played.go_on(point);
        }
        played.compare();
    }
}

/// What a move and its undo leave as it was: hash, evaluation and forbidden points.
type Known = (u64, i32, Vec<(Point, Foul)>);

/// A game three times over.
struct Played {
    tables: Arc<Tables>,
    game: Game,
    oracle: Oracle,
    board: SearchBoard,
    /// Before each move.
    before: Vec<Known>,
}

impl Played {
    /// An empty board under the rule of this number.
    fn new(number: usize, size: Size) -> Played {
        let tables = TABLES[number].clone();
        let game = Game::new(Rule::ALL[number], size).expect("sides of at least 5");
        let rows = vec![vec![b'.'; usize::from(size.width())]; usize::from(size.height())];
        let board = SearchBoard::new(tables.clone(), game.grid(), Color::Black);
        Played { tables, game, oracle: Oracle { rows }, board, before: Vec::new() }
    }

    fn known(&mut self) -> Known {
        (self.board.hash(), self.board.static_eval(), self.game.forbidden())
    }

    /// Plays on `point` if that is legal, or else passes if that is.
    fn go_on(&mut self, point: Point) {
        let known = self.known();
        if play(&mut self.game, &mut self.oracle, point) {
            self.board.play(Square::of(point));
            self.before.push(known);
        } else if self.game.legal(Move::Pass).is_ok() {
            self.game.play(Move::Pass).expect("a pass is the only move");
            self.board.pass();
            self.before.push(known);
        }
    }

    fn take_back(&mut self) {
        let undone = self.game.undo().expect("a move was played");
        if let Move::Place(point) = undone.mv {
            self.oracle.put(spot(point), b'.');
            self.board.undo();
        } else {
            self.board.pass();
        }
        let known = self.known();
        assert_eq!(self.before.pop(), Some(known), "{:?}", self.game.grid());
    }

    /// Compares with a board made afresh and, since the oracle is slow, with its fouls now and then.
    fn compare(&mut self) {
        let (grid, side) = (self.game.grid(), self.game.side_to_move());
        let mut fresh = SearchBoard::new(self.tables.clone(), grid, side);
        assert_eq!(self.board.hash(), fresh.hash());
        assert_eq!(self.board.static_eval(), fresh.static_eval());
        assert_eq!(self.board.empty(), fresh.empty());
        assert_eq!(self.board.empty_count(), fresh.empty_count());
        assert_eq!(self.board.candidates(), fresh.candidates());
        assert_eq!(self.board.profile(), fresh.profile());
        for color in Color::ALL {
            assert_eq!(self.board.four_points(color), fresh.four_points(color));
            for square in fresh.empty().iter() {
                assert_eq!(self.board.threat(color, square), fresh.threat(color, square));
            }
        }
        if self.before.len().is_multiple_of(4) {
            let fouls = self.fouls();
            assert_eq!(self.game.forbidden(), fouls, "{:?}", self.game.grid());
        }
    }

    /// The forbidden points by the oracle, by column and then by row.
    fn fouls(&mut self) -> Vec<(Point, Foul)> {
        if self.game.outcome().is_some() || !self.game.rule().forbids(self.game.side_to_move()) {
            return Vec::new();
        }
        let mut fouls = Vec::new();
        for point in self.game.size().points() {
            if self.oracle.at(spot(point)) == b'.' {
                fouls.extend(self.oracle.foul(spot(point)).map(|foul| (point, foul)));
            }
        }
        fouls.sort_by_key(|&(point, _)| (point.x(), point.y()));
        fouls
    }
}

/// Where a side goes on: random moves seldom make rows.
#[derive(Clone, Copy, Default)]
struct Row {
    last: (i32, i32),
    step: (i32, i32),
}

impl Row {
    /// The next point of the row or, one time in four, the first of another; `None` beyond the border.
    fn next(&mut self, source: &mut Source, size: Size) -> Option<Point> {
        if source.below(4) == 0 {
            let [x, y] = [size.width(), size.height()].map(|side| source.byte() % side);
            self.last = (x.into(), y.into());
            self.step = [(1, 0), (0, 1), (1, 1), (-1, 1)][source.below(4)];
        } else {
            self.last = (self.last.0 + self.step.0, self.last.1 + self.step.1);
        }
        let point = Point::new(self.last.0.try_into().ok()?, self.last.1.try_into().ok()?)?;
        size.contains(point).then_some(point)
    }
}

fn spot(point: Point) -> Spot {
    (point.x().into(), point.y().into())
}

/// Plays a move if the oracle allows it. Game and oracle must agree on whether it does and on who has won.
fn play(game: &mut Game, oracle: &mut Oracle, point: Point) -> bool {
    let (rule, side) = (game.rule(), game.side_to_move());
    let is_open = game.outcome().is_none() && oracle.at(spot(point)) == b'.';
    let is_foul = is_open && rule.forbids(side) && oracle.foul(spot(point)).is_some();
    let is_legal = is_open && !is_foul;
    assert_eq!(
        game.play(Move::Place(point)).is_ok(),
        is_legal,
        "{rule} {point}\n{:?}",
        game.grid()
    );
    if is_legal {
        oracle.put(spot(point), if side == Color::Black { b'X' } else { b'O' });
        let winner = oracle.wins(spot(point), rule).then_some(side);
        let found = match game.outcome() {
            Some(Outcome::Win { color, .. }) => Some(*color),
            _ => None,
        };
        assert_eq!(found, winner, "{rule} {point}\n{:?}", game.grid());
    }
    is_legal
}

/// A game of Othello that the bytes play, against a walk over the squares; undo; and the patterns of the evaluation.
pub fn othello_follows_its_rules(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut game = OthelloGame::new();
    let mut features = Features::of(Board::START);
    let mut earlier: Vec<(OthelloGame, Features)> = Vec::new();
    while !source.is_empty() && !game.board().is_over() {
        // One in eight takes a move back.
        if source.below(8) == 0
            && let Some((state, patterns)) = earlier.pop()
        {
            take_back(&mut game, &state);
            features = patterns;
            continue;
        }
        let board = game.board();
        let squares = legal_squares(board);
        earlier.push((game.clone(), features));
        if squares.is_empty() {
            game.play(Move::Pass).expect("a pass is the only move");
            features = features.pass();
        } else {
            let square = squares[source.below(squares.len())];
            let next = after(board, square);
            game.play(Move::Place(to_point(square))).expect("the move flips discs");
            assert_eq!(game.board(), next, "{board:?} {square}");
            let patterns = features.patterns_after(square, board.flips(square));
            features = features.after(square, board.flips(square));
            assert_eq!(patterns.all(), features.patterns(), "{board:?} {square}");
        }
        assert_eq!(features, Features::of(game.board()), "{board:?}");
    }
    while let Some((state, _)) = earlier.pop() {
        take_back(&mut game, &state);
    }
    assert_eq!(game, OthelloGame::new());
}

/// Takes back a move that was played in `state`.
fn take_back(game: &mut OthelloGame, state: &OthelloGame) {
    let undone = game.undo().expect("a move was played");
    assert_eq!(undone.color, state.side_to_move());
    assert_eq!(game, state);
    assert_eq!(game.legal_moves(), state.legal_moves());
}

/// The squares on which the side to move may play.
fn legal_squares(board: Board) -> Vec<u8> {
    let squares: Vec<u8> = (0..64).filter(|&square| !flipped(board, square).is_empty()).collect();
    let legal = squares.iter().fold(0u64, |all, &square| all | 1 << square);
    assert_eq!(board.legal_moves(), legal, "{board:?}");
    let images = board.images().map(|image| image.legal_moves().count_ones());
    assert_eq!(images, [legal.count_ones(); 8], "{board:?}");
    squares
}

/// The position after a legal move.
fn after(board: Board, square: u8) -> Board {
    let discs = flipped(board, square).into_iter().fold(0u64, |all, disc| all | 1 << disc);
    assert_eq!(board.flips(square), discs, "{board:?} {square}");
    let next = board.play(square);
    assert_eq!(next.opponent, board.player | discs | 1 << square, "{board:?} {square}");
    assert_eq!(next.player, board.opponent & !discs, "{board:?} {square}");
    next
}

/// The discs that a move to `square` flips, line by line.
fn flipped(board: Board, square: u8) -> Vec<u8> {
    let has = |side: u64, at: i32| side >> at & 1 == 1;
    if has(board.player | board.opponent, square.into()) {
        return Vec::new();
    }
    let mut flipped = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)] {
        let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
        let mut line = Vec::new();
        let is_inside = |x, y| (0..8).contains(&x) && (0..8).contains(&y);
        while is_inside(x, y) && has(board.opponent, 8 * y + x) {
            line.push((8 * y + x) as u8);
            (x, y) = (x + dx, y + dy);
        }
        if is_inside(x, y) && has(board.player, 8 * y + x) {
            flipped.extend(line);
        }
    }
    flipped
}
