//! The positions of the checks, as games and as the requests that describe them.

use crate::check::driver::CRLF;
use crate::color::Color;
use crate::coord::{Move, Point, Size, parse_points};
use crate::gomoku::rules::game::{Game, Stone};
use crate::gomoku::rules::rule::Rule;

/// Percentage of random moves near other stones.
const NEAR_PERCENT: u8 = 80;
/// Greatest distance that counts as near.
const NEAR: u8 = 2;

/// A point in the form of the protocol.
pub fn wire(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

/// The request with the opponent's move.
pub fn turn(point: Point) -> String {
    format!("TURN {}", wire(point))
}

/// The request for a move in `game`: every stone in order, from the view of the side to move.
pub fn board(game: &Game) -> String {
    let mut lines = vec!["BOARD".to_owned()];
    for ply in game.history() {
        if let Move::Place(point) = ply.mv {
            let field = if ply.color == game.side_to_move() { 1 } else { 2 };
            lines.push(format!("{},{field}", wire(point)));
        }
    }
    lines.push("DONE".to_owned());
    lines.join(CRLF)
}

/// The position after the moves of `text` (`h8i9g7`), Black's first.
pub fn after(rule: Rule, side: u8, text: &str) -> Game {
    let points = parse_points(text).expect("the checks' own positions are points");
    let stones: Vec<_> = points.into_iter().zip(Color::ALL.into_iter().cycle()).collect();
    arranged(rule, side, &stones)
}

/// A position of stones in this order.
pub fn arranged(rule: Rule, side: u8, stones: &[(Point, Color)]) -> Game {
    let size = Size::new(side, side).expect("the options hold a possible size");
    let stones: Vec<_> = stones.iter().map(|&(at, color)| (at, Stone::Of(color))).collect();
    Game::set_up(rule, size, &stones).expect("the checks' own positions fit their board")
}

/// A freestyle game with one stone in the centre.
pub fn opened(side: u8) -> Game {
    let center = Point::new(side / 2, side / 2).expect("half of a side is a column and a row");
    arranged(Rule::Freestyle, side, &[(center, Color::Black)])
}

/// The point of the last move; the centre if there is none.
pub fn last(game: &Game) -> Point {
    let point = game.history().iter().rev().find_map(|ply| ply.mv.point());
    point.unwrap_or_else(|| game.size().center())
}

/// The empty points of `game` where the side to move may play.
pub fn legal_points(game: &Game) -> Vec<Point> {
    game.size().points().filter(|&point| game.legal(Move::Place(point)).is_ok()).collect()
}

/// A random legal move, mostly near other stones; `None` if there is none.
pub fn random_move(game: &Game, random: &mut fastrand::Rng) -> Option<Point> {
    let legal = legal_points(game);
    let near: Vec<Point> = legal.iter().copied().filter(|&point| is_near(game, point)).collect();
    let choice = if random.u8(..100) < NEAR_PERCENT && !near.is_empty() { &near } else { &legal };
    random.choice(choice.iter().copied())
}

fn is_near(game: &Game, point: Point) -> bool {
    game.history()
        .iter()
        .filter_map(|ply| ply.mv.point())
        .any(|stone| stone.x().abs_diff(point.x()) <= NEAR && stone.y().abs_diff(point.y()) <= NEAR)
}

/// Plays a random move for the opponent and returns its request; `None` if that ends the game or there
/// is no move.
pub fn stranger(game: &mut Game, random: &mut fastrand::Rng) -> Option<String> {
    let point = random_move(game, random)?;
    game.play(Move::Place(point)).ok()?;
    game.outcome().is_none().then(|| turn(point))
}

/// A full board without a five except for `empty` points, with Black to move: the colours repeat every four points
/// along every line.
pub fn nearly_full(side: u8, empty: usize) -> Game {
    let size = Size::new(side, side).expect("the options hold a possible size");
    let is_black = |point: &Point| (u32::from(point.x()) + 2 * u32::from(point.y())) % 4 < 2;
    let (black, white): (Vec<Point>, Vec<Point>) = size.points().partition(is_black);
    let pairs = black.len().min(white.len()).min((side as usize * side as usize - empty) / 2);
    let stones: Vec<(Point, Color)> = (0..pairs)
        .flat_map(|pair| [(black[pair], Color::Black), (white[pair], Color::White)])
        .collect();
    arranged(Rule::Freestyle, side, &stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_request_is_seen_by_the_side_to_move() {
        let game = after(Rule::Freestyle, 15, "h8i9g7");
        assert_eq!(board(&game), "BOARD\r\n7,7,2\r\n8,8,1\r\n6,6,2\r\nDONE");
        assert_eq!(board(&after(Rule::Freestyle, 15, "")), "BOARD\r\nDONE");
    }

    #[test]
    fn a_nearly_full_board_is_open_and_has_few_points() {
        for side in [10, 15, 16, 19, 20, 22] {
            for empty in [1, 2, 5] {
                let game = nearly_full(side, empty);
                assert_eq!(game.outcome(), None, "{side}");
                assert_eq!(game.side_to_move(), Color::Black);
                let left = legal_points(&game).len();
                assert!((empty..=empty + 1).contains(&left), "{side} {empty} {left}");
            }
        }
    }
}
