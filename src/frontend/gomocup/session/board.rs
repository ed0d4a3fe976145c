//! Boards: fresh ones, positions dictated by a manager, and the change of game or rule under a
//! position.

use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::frontend::gomocup::protocol::{BoardStone, Owner, Problem};
use crate::frontend::setting::RuleChoice;
use crate::game::{IllegalMove, Position, Variant};
use crate::gomoku::rules::game::{Ending, Stone};
use crate::{gomoku, othello};

use super::State;

impl State {
    /// Replaces the position by the one a `BOARD` block describes, the engine to move.
    pub(super) fn place(&mut self, stones: &[BoardStone]) -> Result<(), Problem> {
        let position = self.settled()?;
        *position = match position {
            Position::Gomoku(game) => gomoku_position(game, stones)?,
            Position::Othello(_) => othello_position(stones)?,
        };
        Ok(())
    }

    /// `POSITION`: any arrangement of Othello discs.
    pub(super) fn set_up(&mut self, game: othello::rules::game::Game) -> Result<(), Problem> {
        if self.settings.rule_choice()?.variant.is_gomoku() {
            return Err(Problem::OthelloOnly("POSITION"));
        }
        self.position = Some(Position::Othello(game));
        self.prepare();
        Ok(())
    }
}

/// An empty board.
pub(super) fn fresh(choice: RuleChoice, width: u32, height: u32) -> Result<Position, Problem> {
    let RuleChoice { variant, continuous } = choice;
    match variant {
        Variant::Othello if (width, height) == (8, 8) => {
            Ok(Position::Othello(othello::rules::game::Game::new()))
        }
        Variant::Othello => Err(Problem::BadSize(variant)),
        Variant::Gomoku { rule, .. } => {
            let side = |n| u8::try_from(n).ok();
            let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
            size.and_then(|size| gomoku::rules::game::Game::new(rule, size).ok())
                .map(|game| Position::Gomoku(game.ended_by(ending(continuous))))
                .ok_or(Problem::BadSize(variant))
        }
    }
}

/// Brings a position under the game and rule in force, which may have been announced after
/// `START`. The stones stay, unless the game is another one: that needs a board without moves.
pub(super) fn settle(position: &mut Position, choice: RuleChoice) -> Result<(), Problem> {
    let RuleChoice { variant, continuous } = choice;
    match (&mut *position, variant) {
        (Position::Othello(_), Variant::Othello) => Ok(()),
        (Position::Gomoku(game), Variant::Gomoku { rule, .. }) => {
            if game.rule() != rule || game.ending() != ending(continuous) {
                *game = game.clone().under(rule).ended_by(ending(continuous));
            }
            Ok(())
        }
        (other, _) => {
            let size = other.size();
            let wrong_board = |_| Problem::WrongBoard { variant, size };
            let empty =
                fresh(choice, size.width().into(), size.height().into()).map_err(wrong_board)?;
            if !is_untouched(other) {
                return Err(wrong_board(Problem::NoBoard));
            }
            *position = empty;
            Ok(())
        }
    }
}

/// Whether nothing has been put on the board yet.
fn is_untouched(position: &Position) -> bool {
    match position {
        Position::Gomoku(game) => {
            let used = |point| game.stone(point).is_some() || game.is_blocked(point);
            game.history().is_empty() && !game.size().points().any(used)
        }
        Position::Othello(game) => *game == othello::rules::game::Game::new(),
    }
}

const fn ending(continuous: bool) -> Ending {
    if continuous { Ending::FullBoard } else { Ending::Win }
}

/// A Gomoku position, the engine to move.
///
/// Managers send the stones in the order of play, so the owner of the first was Black.
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
            Owner::Nobody => Stone::Blocked,
        };
        // A pass shows by itself when the same side's next stone comes.
        let Move::Place(point) = block_move(index, stone, game.size())? else {
            continue;
        };
        if let Some(&(_, there)) = placed.iter().find(|&&(taken, _)| taken == point) {
            let problem = Box::new(Problem::Illegal(IllegalMove::Gomoku(taken(point, there))));
            return Err(Problem::BadBlockMove { line: index + 1, problem });
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
    match stones.iter().map(|stone| stone.owner).find(|&owner| owner != Owner::Nobody) {
        Some(Owner::Opponent) => Color::White,
        _ => Color::Black,
    }
}

/// An Othello position by its moves from the start; the engine is to move. A pass may be written
/// or, where it was forced, left out.
fn othello_position(stones: &[BoardStone]) -> Result<Position, Problem> {
    let mut position = Position::Othello(othello::rules::game::Game::new());
    let first = stones.first().map(|stone| stone.owner);
    let black = first.unwrap_or(Owner::Engine);
    let mover = |position: &Position, owner: Owner| {
        (owner == black) == (position.side_to_move() == Color::Black)
    };
    for (index, stone) in stones.iter().enumerate() {
        let line = index + 1;
        let bad = |problem| Problem::BadBlockMove { line, problem: Box::new(problem) };
        if stone.owner == Owner::Nobody {
            return Err(bad(Problem::GomokuOnly("field 3")));
        }
        let mv = block_move(index, stone, position.size())?;
        if !mover(&position, stone.owner) {
            position.play(Move::Pass).map_err(|illegal| bad(Problem::Illegal(illegal)))?;
        }
        position.play(mv).map_err(|illegal| bad(Problem::Illegal(illegal)))?;
    }
    if !mover(&position, Owner::Engine) && position.outcome(false).is_none() {
        position.play(Move::Pass).map_err(|_| Problem::NotOurTurn)?;
    }
    Ok(position)
}

fn block_move(index: usize, stone: &BoardStone, size: Size) -> Result<Move, Problem> {
    let target = stone.target;
    let problem = Problem::OffBoard { target, size };
    target.on(size).ok_or(Problem::BadBlockMove { line: index + 1, problem: Box::new(problem) })
}
