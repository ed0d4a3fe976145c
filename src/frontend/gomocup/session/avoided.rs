//! Moves that the search must not choose: blocked points, blocked lines of play, and symmetric images.

use crate::color::Color;
use crate::coord::{Move, Point};
use crate::frontend::desk::Target;
use crate::game::{Ply, Position};
use crate::gomoku::rules::game::Game;
use crate::symmetry::Symmetry;

/// The points and lines blocked by the manager, which stay blocked over any number of games.
#[derive(Debug, Default)]
pub struct Avoided {
    points: Vec<Target>,
    paths: Vec<Vec<Target>>,
    /// Points closed to Black and to White.
    closed: [Vec<Target>; 2],
}

impl Avoided {
    /// Blocks `points`, or unblocks them.
    pub fn block(&mut self, points: Vec<Target>, is_undone: bool) {
        self.points.retain(|point| !points.contains(point));
        if !is_undone {
            self.points.extend(points);
        }
    }

    pub fn unblock_points(&mut self) {
        self.points.clear();
    }

    /// Blocks the last of `moves` where the others were played, or unblocks it.
    pub fn block_path(&mut self, moves: Vec<Target>, is_undone: bool) {
        self.paths.retain(|path| *path != moves);
        if !is_undone {
            self.paths.push(moves);
        }
    }

    pub fn unblock_paths(&mut self) {
        self.paths.clear();
    }

    /// Closes `point` to `side`, or opens it again.
    pub fn close(&mut self, point: Target, side: Color, is_undone: bool) {
        let closed = &mut self.closed[side.index()];
        closed.retain(|other| *other != point);
        if !is_undone {
            closed.push(point);
        }
    }

    /// The points closed to Black and to White on the board of `position`.
    pub fn closed_in(&self, position: &Position) -> [Vec<Point>; 2] {
        let on_board = |target: &Target| target.on(position.size()).ok()?.point();
        self.closed.each_ref().map(|points| points.iter().filter_map(on_board).collect())
    }

    /// The blocked lines that continue `position` by at least one move before the blocked one, as moves from `position`
    /// on.
    pub fn lines_below(&self, position: &Position) -> Vec<Vec<Point>> {
        let played = stones(position.history().iter().copied());
        let below = |path: &Vec<Target>| {
            let (last, before) = path.split_last()?;
            let line = continuation(&played, &plies(before, position)?, position.side_to_move())?;
            let last = last.on(position.size()).ok()?.point()?;
            (!line.is_empty()).then(|| line.into_iter().chain([last]).collect())
        };
        self.paths.iter().filter_map(below).collect()
    }

    /// The points blocked in `position`.
    pub fn points_in(&self, position: &Position) -> Vec<Point> {
        let played = stones(position.history().iter().copied());
        let last = |path: &Vec<Target>| {
            let (&last, before) = path.split_last()?;
            (stones(plies(before, position)?) == played).then_some(last)
        };
        let ends = self.paths.iter().filter_map(last);
        let closed = &self.closed[position.side_to_move().index()];
        let targets = self.points.iter().chain(closed).copied().chain(ends);
        targets.filter_map(|target| target.on(position.size()).ok()?.point()).collect()
    }
}

/// Moves of alternating colours, beginning with `side`, that turn `played` into the stones of `plies`; `None` if there
/// are none. Passes do not count.
fn continuation(played: &[(Point, Color)], plies: &[Ply], side: Color) -> Option<Vec<Point>> {
    let all = stones(plies.iter().copied());
    if !played.iter().all(|stone| all.contains(stone)) {
        return None;
    }
    let new = plies.iter().filter_map(|ply| Some((ply.mv.point()?, ply.color)));
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (point, color) in new.filter(|stone| !played.contains(stone)) {
        if color == side { own.push(point) } else { others.push(point) }
    }
    let alternates = own.len() == others.len() || own.len() == others.len() + 1;
    let mut others = others.into_iter();
    let pairs = own.into_iter().flat_map(|point| [Some(point), others.next()]);
    alternates.then(|| pairs.flatten().collect())
}

/// `moves` as plies of alternating colours; `None` if one of them is not on the board.
fn plies(moves: &[Target], position: &Position) -> Option<Vec<Ply>> {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let ply = |(target, color): (&Target, Color)| {
        Some(Ply { color, mv: target.on(position.size()).ok()? })
    };
    moves.iter().zip(colors).map(ply).collect()
}

/// The stones of `plies` in a canonical order, so that transpositions are equal.
fn stones(plies: impl IntoIterator<Item = Ply>) -> Vec<(Point, Color)> {
    let stone = |ply: Ply| match ply.mv {
        Move::Place(point) => Some((point, ply.color)),
        Move::Pass => None,
    };
    let mut stones: Vec<(Point, Color)> = plies.into_iter().filter_map(stone).collect();
    stones.sort_by_key(|(point, color)| (point.y(), point.x(), color.index()));
    stones
}

/// The points of a symmetric position that are images of another point. Excluded are `avoided` points and, in each
/// orbit, the first of the other points.
pub fn images(game: &Game, avoided: &[Point]) -> Vec<Point> {
    let size = game.size();
    let cell = |point| (game.stone(point), game.is_blocked(point));
    let keeps = |symmetry: &Symmetry| {
        size.points().all(|point| cell(point) == cell(symmetry.apply(point, size)))
    };
    let variant = Position::Gomoku(game.clone()).variant();
    let kept: Vec<Symmetry> = Symmetry::all(variant).iter().copied().filter(keeps).collect();
    let is_image = |point: &Point| {
        let place = |point: Point| (point.y(), point.x());
        let stands_for = |other: Point| !avoided.contains(&other) && place(other) < place(*point);
        kept.iter().any(|symmetry| stands_for(symmetry.apply(*point, size)))
    };
    size.points().filter(|point| !avoided.contains(point)).filter(is_image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::rules::rule::Rule;

    fn after(moves: &str) -> Game {
        let mut game = Game::new(Rule::Freestyle, Size::new(15, 15).unwrap()).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        game
    }

    fn targets(moves: &str) -> Vec<Target> {
        let points = parse_points(moves).unwrap().into_iter();
        points.map(|point| Target::from(Move::Place(point))).collect()
    }

    #[test]
    fn a_path_ends_where_its_moves_were_played_in_any_order() {
        let mut avoided = Avoided::default();
        avoided.block_path(targets("h8i9j10g7"), false);
        let blocked =
            |avoided: &Avoided, moves| avoided.points_in(&Position::Gomoku(after(moves))).len();
        assert_eq!(blocked(&avoided, "h8i9j10"), 1);
        assert_eq!(blocked(&avoided, "j10i9h8"), 1);
        assert_eq!(blocked(&avoided, "h8j10i9"), 0, "other colours");
        assert_eq!(blocked(&avoided, "h8i9"), 0);
        avoided.block(targets("a1"), false);
        assert_eq!(blocked(&avoided, "h8i9j10"), 2);
        avoided.block_path(targets("h8i9j10g7"), true);
        assert_eq!(blocked(&avoided, "h8i9j10"), 1);
    }

    #[test]
    fn a_path_below_a_position_is_the_rest_of_it() {
        let mut avoided = Avoided::default();
        avoided.block_path(targets("h8i9j10g7a1"), false);
        let below = |moves| {
            let lines = avoided.lines_below(&Position::Gomoku(after(moves)));
            lines.iter().flatten().map(Point::to_string).collect::<String>()
        };
        for (moves, rest) in [
            ("", "h8i9j10g7a1"),
            ("h8i9", "j10g7a1"),
            ("j10i9", "h8g7a1"),
            ("h8i9j10", "g7a1"),
            ("h8i9j10g7", ""),
            ("h8j10", ""),
            ("h8i9j10g7a1", ""),
        ] {
            assert_eq!(below(moves), rest, "{moves}");
        }
    }

    #[test]
    fn a_point_is_closed_to_one_side() {
        let mut avoided = Avoided::default();
        let point = targets("h8")[0];
        avoided.close(point, Color::White, false);
        let points =
            |avoided: &Avoided, moves| avoided.points_in(&Position::Gomoku(after(moves))).len();
        assert_eq!((points(&avoided, ""), points(&avoided, "a1")), (0, 1));
        let closed = avoided.closed_in(&Position::Gomoku(after("")));
        assert_eq!(closed.map(|points| points.len()), [0, 1]);
        avoided.close(point, Color::White, true);
        assert_eq!(points(&avoided, "a1"), 0);
    }

    #[test]
    fn one_point_of_each_orbit_is_no_image() {
        let images = |moves, avoided| images(&after(moves), &parse_points(avoided).unwrap());
        assert_eq!(images("", "").len(), 225 - 36);
        assert_eq!(images("h8", "").len(), 225 - 36);
        assert_eq!(images("h8h9", "").len(), 7 * 15, "mirrored at its column");
        assert!(images("h8h9i11", "").is_empty());
        for (avoided, left) in [("", "h7"), ("h7", "h7g8"), ("h7g8i8h9", "h7g8i8h9")] {
            let mut orbit = parse_points("h7g8i8h9").unwrap();
            orbit.retain(|point| !images("h8", avoided).contains(point));
            assert_eq!(orbit, parse_points(left).unwrap(), "{avoided}");
        }
    }
}
