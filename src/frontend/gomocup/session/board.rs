//! Boards: new ones, positions sent by a manager, and a change of game or rule for a position.

use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::frontend::desk::Refusal;
use crate::frontend::gomocup::protocol::{BoardStone, Owner, Problem};
use crate::game::{IllegalMove, Position, Variant};
use crate::gomoku::rules::game::{Ending, Stone};
use crate::{gomoku, othello};

/// The position of a `BOARD` block, the engine to move, in the game and rule of `current`.
pub fn position(current: &Position, stones: &[BoardStone]) -> Result<Position, Problem> {
    match current {
        Position::Gomoku(game) => gomoku_position(game, stones),
        Position::Othello(_) => othello_position(stones),
    }
}

/// An empty board.
pub fn fresh(
    variant: Variant,
    ending: Ending,
    width: u32,
    height: u32,
) -> Result<Position, Problem> {
    match variant {
        Variant::Othello if (width, height) == (8, 8) => {
            Ok(Position::Othello(othello::rules::game::Game::new()))
        }
        Variant::Othello => Err(Problem::BadSize(variant)),
        Variant::Gomoku { rule, .. } => {
            let side = |n| u8::try_from(n).ok();
            let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
            size.and_then(|size| gomoku::rules::game::Game::new(rule, size).ok())
                .map(|game| Position::Gomoku(game.ended_by(ending)))
                .ok_or(Problem::BadSize(variant))
        }
    }
}

/// Applies the game, rule and ending in force, which may have been announced after `START`, to a position.
/// The stones stay. Another game needs an empty board.
pub fn settle(position: &mut Position, variant: Variant, ending: Ending) -> Result<(), Problem> {
    match (&mut *position, variant) {
        (Position::Othello(_), Variant::Othello) => Ok(()),
        (Position::Gomoku(game), Variant::Gomoku { rule, .. }) => {
            if game.rule() != rule || game.ending() != ending {
                *game = game.clone().under(rule).ended_by(ending);
            }
            Ok(())
        }
        (other, _) => {
            let size = other.size();
            let wrong_board = |_| Problem::WrongBoard { variant, size };
            let (width, height) = (size.width().into(), size.height().into());
            let empty = fresh(variant, ending, width, height).map_err(wrong_board)?;
            if !is_untouched(other) {
                return Err(wrong_board(Problem::NoBoard));
            }
            *position = empty;
            Ok(())
        }
    }
}

fn is_untouched(position: &Position) -> bool {
    match position {
        Position::Gomoku(game) => {
            let used = |point| game.stone(point).is_some() || game.is_blocked(point);
            game.history().is_empty() && !game.size().points().any(used)
        }
        Position::Othello(game) => *game == othello::rules::game::Game::new(),
    }
}

/// Managers send the stones in the order of play, so the owner of the first one is Black.
fn gomoku_position(
    game: &gomoku::rules::game::Game,
    stones: &[BoardStone],
) -> Result<Position, Problem> {
    let engine = engine_color(stones);
    let mut placed: Vec<(Point, Stone)> = Vec::with_capacity(stones.len());
    for (index, stone) in stones.iter().enumerate() {
        let kind = match stone.owner {
            Owner::Engine => Stone::Of(engine),
            Owner::Opponent => Stone::Of(!engine),
            Owner::Blocked => Stone::Blocked,
        };
        // A pass needs no record: two stones of one side in a row imply it.
        let Move::Place(point) = block_move(index, stone, game.size())? else {
            continue;
        };
        if let Some(&(_, there)) = placed.iter().find(|&&(taken, _)| taken == point) {
            return Err(bad_line(index, illegal(IllegalMove::Gomoku(taken(point, there)))));
        }
        placed.push((point, kind));
    }
    let mut position = gomoku::rules::game::Game::set_up(game.rule(), game.size(), &placed)
        .expect("every stone has a point of its own on a board in use")
        .ended_by(game.ending());
    position.give_turn_to(engine);
    Ok(Position::Gomoku(position))
}

const fn taken(point: Point, by: Stone) -> gomoku::rules::game::IllegalMove {
    match by {
        Stone::Of(color) => gomoku::rules::game::IllegalMove::Occupied(point, color),
        Stone::Blocked => gomoku::rules::game::IllegalMove::Blocked(point),
    }
}

fn engine_color(stones: &[BoardStone]) -> Color {
    match stones.iter().map(|stone| stone.owner).find(|&owner| owner != Owner::Blocked) {
        Some(Owner::Opponent) => Color::White,
        _ => Color::Black,
    }
}

/// The stones are the moves from the start position. A forced pass may be written or left out.
fn othello_position(stones: &[BoardStone]) -> Result<Position, Problem> {
    let mut position = Position::Othello(othello::rules::game::Game::new());
    let first = stones.first().map(|stone| stone.owner);
    let black = first.unwrap_or(Owner::Engine);
    let mover = |position: &Position, owner: Owner| {
        (owner == black) == (position.side_to_move() == Color::Black)
    };
    for (index, stone) in stones.iter().enumerate() {
        let bad = |reason| bad_line(index, illegal(reason));
        if stone.owner == Owner::Blocked {
            return Err(bad_line(index, Problem::GomokuOnly("field 3")));
        }
        let mv = block_move(index, stone, position.size())?;
        if !mover(&position, stone.owner) {
            position.play(Move::Pass).map_err(bad)?;
        }
        position.play(mv).map_err(bad)?;
    }
    if !mover(&position, Owner::Engine) && position.outcome(false).is_none() {
        position.play(Move::Pass).map_err(|_| Problem::NotOurTurn)?;
    }
    Ok(position)
}

fn block_move(index: usize, stone: &BoardStone, size: Size) -> Result<Move, Problem> {
    stone.target.on(size).map_err(|refusal| bad_line(index, refusal.into()))
}

/// The error about the line at `index` of a block.
pub fn bad_line(index: usize, problem: Problem) -> Problem {
    Problem::BadBlockMove { line: index + 1, problem: Box::new(problem) }
}

fn illegal(reason: IllegalMove) -> Problem {
    Refusal::Illegal(reason).into()
}
