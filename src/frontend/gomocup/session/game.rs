//! The game of a session: the position under the current game and rule, and every request about it that needs
//! no search.

use super::avoided::{Avoided, images};
use super::thinking::{Desk, Purpose, SoosorvTask};
use super::{soosorv, swap2};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::frontend::balanced;
use crate::frontend::desk::{LARGEST_TABLE, Refusal, Settings, Target};
use crate::frontend::gomocup::protocol::{
    AvoidRequest, BoardStone, Command, Message, Opening, OpeningStep, Owner, Problem, Reply,
    Soosorv,
};
use crate::frontend::setting::KEYS;
use crate::game::{IllegalMove, Position, Variant};
use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::game::{Ending, Stone};
use crate::othello::rules::game::Game as OthelloGame;
use crate::{gomoku, othello};

/// A game, if one has been started.
pub struct Game {
    pub desk: Desk,
    /// Whether there was a `START` or a `POSITION`. Before it, the position on the desk is meaningless.
    has_board: bool,
    /// Index of the next swap2 opening.
    next_opening: usize,
    /// Moves that the search must not choose.
    avoided: Avoided,
}

impl Game {
    /// A session without a game. `seed` selects the first swap2 opening; the others follow in order.
    pub fn new(settings: Settings, seed: u64) -> Game {
        let desk = Desk::new(settings, Position::Othello(OthelloGame::new()));
        Game { desk, has_board: false, next_opening: seed as usize, avoided: Avoided::default() }
    }

    /// `START` and `RECTSTART`.
    pub fn start(&mut self, width: u32, height: u32) -> Result<(), Problem> {
        let settings = &self.desk.settings;
        let position = empty_board(settings.variant(), settings.ending(), width, height)?;
        self.desk.start_game(position);
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

    /// The position, adapted to the current game and rule.
    fn settled(&mut self) -> Result<&mut Position, Problem> {
        if !self.has_board {
            return Err(Problem::NoBoard);
        }
        let Desk { settings, position, .. } = &mut self.desk;
        settle(position, settings.variant(), settings.ending())?;
        Ok(position)
    }

    /// The desk, if there is a position and the game is not over.
    pub fn ready(&mut self) -> Result<&mut Desk, Problem> {
        self.settled()?;
        match self.desk.outcome() {
            Some(outcome) => Err(Refusal::Over(outcome).into()),
            None => Ok(&mut self.desk),
        }
    }

    /// Refuses `word`, which needs no board, if the current game is Othello.
    fn refuse_in_othello(&self, word: &'static str) -> Result<(), Problem> {
        if self.desk.settings.variant().is_othello() {
            return Err(Problem::GomokuOnly(word));
        }
        Ok(())
    }

    /// The game of Gomoku on the board under the current rule, for `word`, which is refused in Othello. The position
    /// stays as it is: a search may be running on it.
    pub fn gomoku_on_board(
        &self,
        word: &'static str,
    ) -> Result<gomoku::rules::game::Game, Problem> {
        self.refuse_in_othello(word)?;
        if !self.has_board {
            return Err(Problem::NoBoard);
        }
        let Desk { settings, position, .. } = &self.desk;
        let mut position = position.clone();
        settle(&mut position, settings.variant(), settings.ending())?;
        match position {
            Position::Gomoku(game) => Ok(game),
            Position::Othello(_) => Err(Problem::GomokuOnly(word)),
        }
    }

    /// Refuses `word` without a board and in Othello.
    pub fn require_gomoku(&mut self, word: &'static str) -> Result<(), Problem> {
        match self.settled()? {
            Position::Gomoku(_) => Ok(()),
            Position::Othello(_) => Err(Problem::GomokuOnly(word)),
        }
    }

    /// Plays `target` for the side to move.
    pub fn play(&mut self, target: Target) -> Result<Move, Problem> {
        self.settled()?;
        Ok(self.desk.play(target)?)
    }

    /// Replaces the position with that of a `BOARD` block, after which the engine is to move.
    pub fn place(&mut self, stones: &[BoardStone]) -> Result<(), Problem> {
        let position = self.settled()?;
        *position = block_position(position, stones, Turn::Engine)?;
        Ok(())
    }

    /// Replaces the position with that of a `YXBOARD` block, after which the side that did not play last is to move.
    pub fn load(&mut self, stones: &[BoardStone]) -> Result<(), Problem> {
        let position = self.settled()?;
        *position = block_position(position, stones, Turn::Alternating)?;
        Ok(())
    }

    /// `YXBLOCK`, `YXBLOCKPATH`, `YXFORBID` and those that undo them.
    pub fn avoid(&mut self, request: AvoidRequest) -> Result<(), Problem> {
        match request {
            AvoidRequest::Points { points, is_undone } => {
                self.refuse_in_othello("YXBLOCK")?;
                self.avoided.block(points, is_undone);
            }
            AvoidRequest::ResetPoints => self.avoided.unblock_points(),
            AvoidRequest::Path { moves, is_undone } => {
                self.refuse_in_othello("YXBLOCKPATH")?;
                self.avoided.block_path(moves, is_undone);
            }
            AvoidRequest::ResetPaths => self.avoided.unblock_paths(),
            AvoidRequest::Forbid { point, side, is_undone } => {
                self.refuse_in_othello("YXFORBID")?;
                self.avoided.close(point, side, is_undone);
            }
        }
        Ok(())
    }

    /// Makes the next search, which is for `purpose`, avoid blocked moves.
    pub fn block_moves(&mut self, purpose: Purpose) {
        let position = &self.desk.position;
        let mut points = self.avoided.points_in(position);
        let lines = self.avoided.lines_below(position);
        let closed = self.avoided.closed_in(position);
        let lists = matches!(purpose, Purpose::Rank(2..) | Purpose::PlayBestOf(2..));
        if let (Position::Gomoku(game), true) =
            (position, lists && self.desk.settings.omits_images())
        {
            let images = images(game, &points);
            points.extend(images);
        }
        self.desk.avoid(points);
        self.desk.bar(lines, closed);
    }

    /// `YXSWAP2STEP1` and `YXSOOSORVSTEP1`: proposes an opening on an empty board.
    pub fn propose(&mut self, opening: Opening) -> Result<Vec<Reply>, Problem> {
        let next = self.next_opening;
        let Position::Gomoku(game) = self.settled()? else {
            return Err(Problem::GomokuOnly(opening.command()));
        };
        let mut empty = swap2::from_start(game, &[])?;
        let moves: Vec<Move> = match opening {
            Opening::Swap2 => {
                balanced::place(&mut empty, next).into_iter().map(Move::Place).collect()
            }
            Opening::Soosorv => soosorv::propose(&mut empty, next),
        };
        *game = empty;
        self.next_opening = next.wrapping_add(1);
        let step = |(number, mv)| OpeningStep::Move { opening, number, mv };
        let steps = (1..).zip(moves).map(step);
        Ok(steps.map(|step| Reply::Message(Message::Opening(step))).collect())
    }

    /// Sets up the position of a step of a Soosorv opening; returns the task of its search.
    pub fn begin_soosorv(&mut self, step: &Soosorv) -> Result<SoosorvTask, Problem> {
        let (moves, fifths, task) = soosorv::task(step)?;
        let Position::Gomoku(game) = self.settled()? else {
            return Err(Problem::GomokuOnly(Opening::Soosorv.command()));
        };
        let opening = swap2::from_start(game, moves)?;
        for (index, &fifth) in (moves.len()..).zip(fifths) {
            swap2::place(&mut opening.clone(), index, fifth)?;
        }
        let avoided = soosorv::avoided(&opening, task, fifths);
        *game = opening;
        self.desk.avoid(avoided);
        self.desk.bar(Vec::new(), Default::default());
        Ok(task)
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
        let stones = balanced::place(game, next);
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
            Command::Show => Reply::Board(Box::new(position.clone()), self.desk.outcome()),
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

/// Number of plies from the one at `target` to the end, if only passes follow that ply.
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

/// The side to move after a block.
#[derive(Clone, Copy)]
enum Turn {
    Engine,
    /// The side that did not play last.
    Alternating,
}

/// The position of a `BOARD` block in the game and rule of `current`.
fn block_position(
    current: &Position,
    stones: &[BoardStone],
    turn: Turn,
) -> Result<Position, Problem> {
    match current {
        Position::Gomoku(game) => gomoku_position(game, stones, turn),
        Position::Othello(_) => othello_position(stones, turn),
    }
}

fn empty_board(
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

/// Applies the current game, rule and ending, which may have been set after `START`, to a position. The stones remain.
/// A change of the game requires an empty board.
fn settle(position: &mut Position, variant: Variant, ending: Ending) -> Result<(), Problem> {
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
            let empty = empty_board(variant, ending, width, height).map_err(wrong_board)?;
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

/// Sets up a Gomoku position. Managers send the stones in the order of play, so the owner of the first is Black.
fn gomoku_position(
    game: &gomoku::rules::game::Game,
    stones: &[BoardStone],
    turn: Turn,
) -> Result<Position, Problem> {
    let engine = engine_color(stones, game.ending());
    let mut placed: Vec<(Point, Stone)> = Vec::with_capacity(stones.len());
    for (index, stone) in stones.iter().enumerate() {
        let kind = match stone.owner {
            Owner::Engine => Stone::Of(engine),
            Owner::Opponent => Stone::Of(!engine),
            Owner::Blocked => Stone::Blocked,
        };
        // A pass need not be recorded: two consecutive stones of one side imply it.
        let Move::Place(point) = block_move(index, stone, game.size())? else {
            continue;
        };
        if let Some(&(_, there)) = placed.iter().find(|&&(taken, _)| taken == point) {
            return Err(occupied(point, there).at_line(index));
        }
        placed.push((point, kind));
    }
    let mut position = gomoku::rules::game::Game::set_up(game.rule(), game.size(), &placed)
        .expect("every stone has a point of its own on a board in use")
        .ended_by(game.ending());
    position.give_turn_to(
        match (turn, stones.iter().rfind(|stone| stone.owner != Owner::Blocked)) {
            (Turn::Engine, _) => engine,
            (Turn::Alternating, Some(last)) if last.owner == Owner::Engine => !engine,
            (Turn::Alternating, Some(_)) => engine,
            (Turn::Alternating, None) => Color::Black,
        },
    );
    Ok(Position::Gomoku(position))
}

/// The error for a second stone on `point`.
pub(super) fn occupied(point: Point, by: Stone) -> Problem {
    illegal(IllegalMove::Gomoku(taken(point, by)))
}

const fn taken(point: Point, by: Stone) -> gomoku::rules::game::IllegalMove {
    match by {
        Stone::Of(color) => gomoku::rules::game::IllegalMove::Occupied(point, color),
        Stone::Blocked => gomoku::rules::game::IllegalMove::Blocked(point),
    }
}

/// The colour of the owner of field 1. In a continuous game, managers replace the owners in finished rows by field 3
/// but keep the order of play, so that the first stone with an owner need not be Black's.
fn engine_color(stones: &[BoardStone], ending: Ending) -> Color {
    let owned = stones.iter().enumerate().filter(|(_, stone)| stone.owner != Owner::Blocked);
    let mut owned = owned.map(|(ply, stone)| (stone.owner, Color::ALL[ply % 2]));
    let Some((owner, by_order)) = owned.next() else { return Color::Black };
    let alternates = owned.all(|(other, color)| (other == owner) == (color == by_order));
    let is_in_order = ending == Ending::FullBoard && alternates && has_whole_rows(stones);
    let color = if is_in_order { by_order } else { Color::Black };
    if owner == Owner::Engine { color } else { !color }
}

/// Whether each side has no line with field 3, or enough of them for a row, if the sides alternate.
fn has_whole_rows(stones: &[BoardStone]) -> bool {
    [0, 1].into_iter().all(|first| {
        let side = stones.iter().skip(first).step_by(2);
        let blocked = side.filter(|stone| stone.owner == Owner::Blocked).count();
        blocked == 0 || blocked >= 5
    })
}

/// Sets up an Othello position. The stones are the moves from the start position, with or without forced passes,
/// including one at the end.
fn othello_position(stones: &[BoardStone], turn: Turn) -> Result<Position, Problem> {
    let mut position = Position::Othello(othello::rules::game::Game::new());
    let first = stones.first().map(|stone| stone.owner);
    let black = first.unwrap_or(Owner::Engine);
    let mover = |position: &Position, owner: Owner| {
        (owner == black) == (position.side_to_move() == Color::Black)
    };
    for (index, stone) in stones.iter().enumerate() {
        let bad = |reason| illegal(reason).at_line(index);
        if stone.owner == Owner::Blocked {
            return Err(Problem::GomokuOnly("field 3").at_line(index));
        }
        let mv = block_move(index, stone, position.size())?;
        if !mover(&position, stone.owner) {
            position.play(Move::Pass).map_err(bad)?;
        }
        position.play(mv).map_err(bad)?;
    }
    let is_passed = match turn {
        // If the engine itself must pass, that is its answer.
        Turn::Engine => !mover(&position, Owner::Engine) && position.outcome(false).is_none(),
        Turn::Alternating => position.must_pass(),
    };
    if is_passed {
        position.play(Move::Pass).map_err(|_| Problem::NotOurTurn)?;
    }
    Ok(position)
}

fn block_move(index: usize, stone: &BoardStone, size: Size) -> Result<Move, Problem> {
    stone.target.on(size).map_err(|refusal| Problem::from(refusal).at_line(index))
}

fn illegal(reason: IllegalMove) -> Problem {
    Refusal::Illegal(reason).into()
}
