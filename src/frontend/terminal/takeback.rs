//! How far to go back in a game when moves are taken back.

use crate::color::Color;
use crate::coord::{Move, Ply};

/// How many moves there are, passes not counted, in words.
pub fn stones(history: &[Ply]) -> String {
    match history.iter().filter(|ply| ply.mv != Move::Pass).count() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}

/// How many plies go back to the `moves`th last move of the sides that count, that move included. Passes
/// between and after the moves go with them. `None` if there are fewer moves.
pub fn plies_back(history: &[Ply], moves: u32, counts: impl Fn(Color) -> bool) -> Option<usize> {
    let mut left = moves;
    for (plies, ply) in (1..).zip(history.iter().rev()) {
        if ply.mv != Move::Pass && counts(ply.color) {
            left -= 1;
        }
        if left == 0 {
            return Some(plies);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;

    #[test]
    fn passes_go_with_the_moves_before_them() {
        let stone = Move::Place(Point::new(0, 0).unwrap());
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let history: Vec<Ply> = colors
            .zip([stone, stone, stone, Move::Pass, stone, Move::Pass])
            .map(|(color, mv)| Ply { color, mv })
            .collect();
        let white = |color| color == Color::White;
        assert_eq!(plies_back(&history, 1, |_| true), Some(2));
        assert_eq!(plies_back(&history, 2, |_| true), Some(4));
        assert_eq!(plies_back(&history, 1, white), Some(5));
        assert_eq!(plies_back(&history, 4, |_| true), Some(6));
        assert_eq!(plies_back(&history, 5, |_| true), None);
        assert_eq!(plies_back(&history, 2, white), None);
        assert_eq!(plies_back(&[], 1, |_| true), None);
    }
}
