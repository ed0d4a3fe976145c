//! What each ply of a game changes on the board, for scripts that step through it.

use crate::color::Color;
use crate::coord::Point;
use crate::game::Position;

/// The changes of every ply, in the form that [`super::draw`] describes.
pub fn steps(position: &Position) -> String {
    changes(position, position.history().len()).join(";")
}

/// The changes of the last `plies` plies, each in the form that [`super::draw`] describes.
pub fn changes(position: &Position, plies: usize) -> Vec<String> {
    let mut position = position.clone();
    let points: Vec<Point> = position.size().points().collect();
    let stones = |position: &Position| -> Vec<Option<Color>> {
        points.iter().map(|&point| position.stone(point)).collect()
    };
    let mut after = stones(&position);
    let mut texts = Vec::new();
    for _ in 0..plies {
        let Some(ply) = position.undo() else { break };
        let before = stones(&position);
        let changed = points.iter().zip(before.iter().zip(&after)).filter(|(_, (a, b))| a != b);
        let mut changed: Vec<(Point, Option<Color>)> =
            changed.map(|(&point, (_, &stone))| (point, stone)).collect();
        changed.sort_by_key(|&(point, _)| Some(point) != ply.mv.point());
        let change = |&(point, stone): &(Point, Option<Color>)| {
            format!("{point}{}", if stone == Some(Color::Black) { 'b' } else { 'w' })
        };
        texts.push(changed.iter().map(change).collect::<Vec<_>>().join(" "));
        after = before;
    }
    texts.reverse();
    texts
}
