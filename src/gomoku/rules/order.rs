//! An order of moves that leads to given stones.

use super::game::{Game, UnsupportedSize};
use super::rule::Rule;
use crate::color::Color;
use crate::coord::{Move, Point, Size};

/// Most moves tried. Most positions need only as many as they have stones.
const TRIES: u32 = 5_000;

/// The game from the empty board to the black and white `stones` with `side` to move, colours alternating. `None` if a
/// side would have to pass, or if no order is found in which every move is legal and only the last one ends the game.
///
/// # Errors
/// The size is unsupported.
pub fn ordered(
    rule: Rule,
    size: Size,
    stones: [Vec<Point>; 2],
    side: Color,
) -> Result<Option<Game>, UnsupportedSize> {
    let mut order = Order { game: Game::new(rule, size)?, left: stones, tries: TRIES };
    let [black, white] = order.left.each_ref().map(Vec::len);
    let is_without_pass = black == white + usize::from(side == Color::White);
    Ok((is_without_pass && order.complete()).then_some(order.game))
}

/// The search for an order.
struct Order {
    game: Game,
    /// Stones to be played.
    left: [Vec<Point>; 2],
    tries: u32,
}

impl Order {
    /// Plays all remaining moves in the given order if they are legal; otherwise plays nothing.
    fn complete(&mut self) -> bool {
        let color = self.game.side_to_move();
        if self.left.iter().all(Vec::is_empty) {
            return true;
        }
        for index in 0..self.left[color.index()].len() {
            if self.game.outcome().is_some() || self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let point = self.left[color.index()].remove(index);
            if self.game.play(Move::Place(point)).is_ok() {
                if self.complete() {
                    return true;
                }
                self.game.undo();
            }
            self.left[color.index()].insert(index, point);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;

    /// The number of moves to the position with these stones.
    fn moves(rule: Rule, black: &str, white: &str, side: Color) -> Option<usize> {
        let stones = [black, white].map(|points| parse_points(points).unwrap());
        let size = Size::new(15, 15).unwrap();
        let game = ordered(rule, size, stones.clone(), side).unwrap()?;
        let mut played = Game::new(rule, size).unwrap();
        for ply in game.history() {
            played.play(ply.mv).unwrap();
        }
        for (color, points) in Color::ALL.into_iter().zip(stones) {
            assert!(points.into_iter().all(|point| played.stone(point) == Some(color)));
        }
        assert_eq!(played.side_to_move(), side);
        Some(played.history().len())
    }

    #[test]
    fn stones_are_played_in_a_legal_order() {
        let white = Color::White;
        assert_eq!(moves(Rule::Freestyle, "h8", "", white), Some(1));
        // A row of five comes last.
        let five = moves(Rule::Freestyle, "a1b1c1d1e1a8", "a3c3e3g3i3", white);
        assert_eq!(five, Some(11));
        // h8 must come before the arms, with which it would be a double-three.
        let threes = moves(Rule::Renju, "a1h6h7f8g8h8", "o1o3l1l3o8", white);
        assert_eq!(threes, Some(11));
    }

    #[test]
    fn passes_and_two_ends_have_no_order() {
        let black = Color::Black;
        assert_eq!(moves(Rule::Freestyle, "h8", "", black), None);
        assert_eq!(moves(Rule::Freestyle, "h8i9", "", Color::White), None);
        let two_fives = "a1b1c1d1e1a3b3c3d3e3";
        assert_eq!(moves(Rule::Freestyle, two_fives, "a5c5e5g5i5k5a7c7e7g7", black), None);
    }
}
