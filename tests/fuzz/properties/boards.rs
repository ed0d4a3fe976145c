//! The boards of both games against second implementations of the rules, and everything that is updated move by
//! move against the same from scratch.

use std::sync::{Arc, LazyLock};

use tengen::color::Color;
use tengen::coord::{Move, Point, Size};
use tengen::gomoku::eval::board::Board as SearchBoard;
use tengen::gomoku::eval::tables::Tables;
use tengen::gomoku::rules::game::{Game, Outcome};
use tengen::gomoku::rules::grid::Square;
use tengen::gomoku::rules::rule::Rule;
use tengen::othello::rules::board::Board;

use super::Source;
use super::oracle::{Oracle, Spot};

static TABLES: LazyLock<[Arc<Tables>; 5]> =
    LazyLock::new(|| Rule::ALL.map(|rule| Arc::new(Tables::new(rule))));

/// A game of Gomoku that the bytes play: legality, wins, fouls, undo, hash and evaluation.
pub fn gomoku_follows_its_rules(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let number = source.below(Rule::ALL.len());
    let [width, height] = [0; 2].map(|_| 5 + source.below(18) as u8);
    let size = Size::new(width, height).expect("sides of at most 22");
    let mut game = Game::new(Rule::ALL[number], size).expect("sides of at least 5");
    let rows = vec![vec![b'.'; usize::from(width)]; usize::from(height)];
    let mut oracle = Oracle { rows };
    let mut board = SearchBoard::new(TABLES[number].clone(), game.grid(), Color::Black);
    let mut before: Vec<(u64, i32)> = Vec::new();
    let mut rows = [Row::default(); 2];
    while !source.is_empty() {
        // One in eight takes a move back.
        if source.below(8) == 0 && !before.is_empty() {
            let undone = game.undo().expect("a move was played");
            if let Move::Place(point) = undone.mv {
                oracle.put(spot(point), b'.');
                board.undo();
            } else {
                board.pass();
            }
            assert_eq!(before.pop(), Some((board.hash(), board.static_eval())));
            continue;
        }
        let row = &mut rows[game.side_to_move().index()];
        let Some(point) = row.next(&mut source, size) else { continue };
        let known = (board.hash(), board.static_eval());
        if play(&mut game, &mut oracle, point) {
            board.play(Square::of(point));
            before.push(known);
        } else if game.legal(Move::Pass).is_ok() {
            game.play(Move::Pass).expect("a pass is the only move");
            board.pass();
            before.push(known);
        }
        let mut fresh = SearchBoard::new(TABLES[number].clone(), game.grid(), game.side_to_move());
        assert_eq!(board.hash(), fresh.hash());
        assert_eq!(board.static_eval(), fresh.static_eval());
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

/// A game of Othello that the bytes play, against a walk over the squares.
pub fn othello_follows_its_rules(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut board = Board::START;
    while !source.is_empty() && !board.is_over() {
        let mut squares = (0..64).filter(|&square| !flipped(board, square).is_empty());
        let legal = squares.clone().fold(0u64, |all, square| all | 1 << square);
        assert_eq!(board.legal_moves(), legal, "{board:?}");
        let images = board.images().map(|image| image.legal_moves().count_ones());
        assert_eq!(images, [legal.count_ones(); 8], "{board:?}");
        let Some(first) = squares.next() else {
            board = board.pass();
            continue;
        };
        let skipped = source.below(legal.count_ones() as usize);
        let square = std::iter::once(first).chain(squares).nth(skipped).expect("there are as many");
        let discs = flipped(board, square).into_iter().fold(0u64, |all, disc| all | 1 << disc);
        assert_eq!(board.flips(square), discs, "{board:?} {square}");
        let next = board.play(square);
        assert_eq!(next.opponent, board.player | discs | 1 << square, "{board:?} {square}");
        assert_eq!(next.player, board.opponent & !discs, "{board:?} {square}");
        board = next;
    }
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
