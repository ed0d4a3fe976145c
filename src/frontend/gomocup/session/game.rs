//! The game of a session: the position under the game and rule in force, and every request about it that
//! needs no search.

use crate::coord::{Move, Point};
use crate::frontend::desk::{LARGEST_TABLE, Refusal, Settings, Target};
use crate::frontend::gomocup::protocol::{BoardStone, Command, Message, Problem, Reply};
use crate::frontend::setting::KEYS;
use crate::game::Position;
use crate::gomoku::rules::forbidden::Foul;
use crate::othello::rules::game::Game as OthelloGame;

use super::thinking::Desk;
use super::{board, swap2};

/// A game, if one was started.
pub struct Game {
    pub desk: Desk,
    /// Whether there was a `START`. Before it, the position on the desk has no meaning.
    has_board: bool,
    /// Index of the next swap2 opening.
    next_opening: usize,
}

impl Game {
    /// No game yet. `seed` selects the first swap2 opening; the others follow in order.
    pub fn new(settings: Settings, seed: u64) -> Game {
        let desk = Desk::new(settings, Position::Othello(OthelloGame::new()));
        Game { desk, has_board: false, next_opening: seed as usize }
    }

    /// `START` and `RECTSTART`.
    pub fn start(&mut self, width: u32, height: u32) -> Result<(), Problem> {
        let settings = &self.desk.settings;
        let fresh = board::fresh(settings.variant(), settings.ending(), width, height)?;
        self.desk.start_game(fresh);
        self.desk.prepare();
        self.has_board = true;
        Ok(())
    }

    /// `RESTART`.
    pub fn restart(&mut self) -> Result<(), Problem> {
        if !self.has_board {
            return Err(Problem::NoBoard);
        }
        let size = self.desk.position.size();
        self.start(size.width().into(), size.height().into())
    }

    /// `POSITION`: any arrangement of Othello discs.
    pub fn set_up(&mut self, game: OthelloGame) -> Result<(), Problem> {
        if self.desk.settings.variant().is_gomoku() {
            return Err(Problem::OthelloOnly("POSITION"));
        }
        self.desk.position = Position::Othello(game);
        self.desk.prepare();
        self.has_board = true;
        Ok(())
    }

    /// The position under the game and rule in force.
    fn settled(&mut self) -> Result<&mut Position, Problem> {
        if !self.has_board {
            return Err(Problem::NoBoard);
        }
        let Desk { settings, position, .. } = &mut self.desk;
        board::settle(position, settings.variant(), settings.ending())?;
        Ok(position)
    }

    /// The desk, if the position is settled and the game is not over.
    pub fn ready(&mut self) -> Result<&mut Desk, Problem> {
        self.settled()?;
        match self.desk.outcome() {
            Some(outcome) => Err(Refusal::Over(outcome).into()),
            None => Ok(&mut self.desk),
        }
    }

    /// Plays `target` for the side to move.
    pub fn play(&mut self, target: Target) -> Result<Move, Problem> {
        self.settled()?;
        Ok(self.desk.play(target)?)
    }

    /// Replaces the position with that of a `BOARD` block.
    pub fn place(&mut self, stones: &[BoardStone]) -> Result<(), Problem> {
        let position = self.settled()?;
        *position = board::position(position, stones)?;
        Ok(())
    }

    /// Replaces the position with the stones of a swap2 opening. Without stones, chooses three and returns
    /// them.
    pub fn open(&mut self, points: &[Target]) -> Result<Option<Vec<Point>>, Problem> {
        let next = self.next_opening;
        let Position::Gomoku(game) = self.settled()? else {
            return Err(Problem::GomokuOnly("SWAP2BOARD"));
        };
        *game = swap2::opened(game, points)?;
        if !points.is_empty() {
            return Ok(None);
        }
        let stones = swap2::place_balanced(game, next);
        self.next_opening = next.wrapping_add(1);
        Ok(Some(stones))
    }

    /// `TAKEBACK x,y`: takes back the last ply, which must be at that point, and any passes after it.
    pub fn take_back(&mut self, target: Target) -> Result<(), Problem> {
        let position = self.settled()?;
        let plies = plies_since(position, target).ok_or_else(|| Problem::NotLastMove {
            target,
            last: position.history().last().map(|ply| ply.mv),
        })?;
        for _ in 0..plies {
            position.undo();
        }
        Ok(())
    }

    /// `UNDO n`: takes back the last `plies`, passes included.
    pub fn undo(&mut self, plies: u32) -> Result<(), Problem> {
        self.settled()?;
        Ok(self.desk.undo(plies)?)
    }

    /// `SHOW`, `MOVES`, `RESULT`, `FORBIDDEN` and `YXSHOWFORBID`.
    pub fn show(&mut self, command: &Command) -> Result<Reply, Problem> {
        self.settled()?;
        let position = &self.desk.position;
        Ok(match command {
            Command::Show => Reply::Board(Box::new(position.clone())),
            Command::Moves => Reply::Moves(position.history().to_vec()),
            Command::Result => Reply::Result(self.desk.outcome()),
            Command::Forbidden => Reply::Forbidden(forbidden(position)),
            _ => Reply::YxForbidden(
                forbidden(position).into_iter().map(|(point, _)| point).collect(),
            ),
        })
    }

    /// `WHY x,y`.
    pub fn explain(&mut self, target: Target) -> Result<Reply, Problem> {
        let Position::Gomoku(game) = &*self.settled()? else {
            return Err(Problem::GomokuOnly("WHY"));
        };
        Ok(Reply::Why(target.explain(game)?))
    }

    /// `OPTIONS`: every setting, then `OK`.
    pub fn options(&self) -> Vec<Reply> {
        let values = KEYS.iter().zip(self.desk.settings.values());
        let options = values.map(|(key, (name, value))| Reply::Option {
            name,
            value,
            takes: key.takes,
            help: key.help,
        });
        options.chain([Reply::Ok]).collect()
    }

    /// `YXSHOWINFO`: the limits that Yixin's front end needs.
    pub fn front_end_limits(&self) -> Vec<Reply> {
        let threads = self.desk.settings.most_threads() as u64;
        let largest_hash = (LARGEST_TABLE >> 10).ilog2().into();
        [("MAX_THREAD_NUM", threads), ("MAX_HASH_SIZE", largest_hash)]
            .map(|(key, value)| Reply::Message(Message::FrontEnd { key, value }))
            .to_vec()
    }
}

fn forbidden(position: &Position) -> Vec<(Point, Foul)> {
    match position {
        Position::Gomoku(game) => game.forbidden(),
        Position::Othello(_) => Vec::new(),
    }
}

/// Number of plies from the one at `target` to the end, if only passes follow it.
fn plies_since(position: &Position, target: Target) -> Option<usize> {
    let mut plies = 0;
    for ply in position.history().iter().rev() {
        plies += 1;
        if Target::from(ply.mv) == target {
            return Some(plies);
        }
        if ply.mv != Move::Pass {
            return None;
        }
    }
    None
}
