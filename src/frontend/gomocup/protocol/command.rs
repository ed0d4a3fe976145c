//! The commands of the protocol.

use crate::frontend::desk::Target;
use crate::frontend::setting::{Setting, SettingError};
use crate::othello::rules::game::Game as OthelloGame;

/// Whose stone a line of a `BOARD` block describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Field 1.
    Engine,
    /// Field 2.
    Opponent,
    /// Field 3: a stone of a finished row in a continuous game, which neither side can use.
    Blocked,
}

/// One line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStone {
    pub target: Target,
    pub owner: Owner,
}

/// A complete request. A block (`BOARD` to `DONE`) is one request.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `START n` or `RECTSTART w,h`: a fresh board. Also the older `START w h`.
    Start { width: u32, height: u32 },
    /// `RESTART`: a fresh board of the same size.
    Restart,
    /// `BEGIN`: move for the side to move.
    Begin,
    /// `TURN x,y`: the opponent's move, to be answered.
    Turn(Target),
    /// `BOARD` … `DONE`: a whole position, to move in.
    Board(Vec<BoardStone>),
    /// `YXBOARD` … `DONE`: a whole position, without thinking and without a reply.
    YxBoard(Vec<BoardStone>),
    /// `POSITION squares side`: any Othello position.
    Position(Box<OthelloGame>),
    /// `INFO key value`: a setting. Never answered.
    Info(Setting),
    /// An `INFO` with an invalid value. The next other command is answered with the error.
    BadInfo(SettingError),
    /// `TAKEBACK x,y`: take back the last ply, which was at that point.
    TakeBack(Target),
    /// `UNDO n`: take back the last `n` plies.
    Undo(u32),
    /// `PLAY x,y`: play this move for the engine.
    Play(Target),
    /// `SWAP2BOARD` … `DONE`: the next step of a swap2 opening.
    Swap2Board(Vec<Target>),
    /// `ABOUT`: name, version, authors.
    About,
    /// `END`: exit at once.
    End,
    /// `STOP` or `YXSTOP`: move now.
    Stop,
    /// `SHOW`: the board as a picture.
    Show,
    /// `MOVES`: the moves so far.
    Moves,
    /// `RESULT`: whether and how the game has ended.
    Result,
    /// `FORBIDDEN`: the points forbidden to the side to move.
    Forbidden,
    /// `YXSHOWFORBID`: the same in Yixin's form.
    YxShowForbid,
    /// `WHY x,y`: why a point is forbidden.
    Why(Target),
    /// `NBEST n`: the n best moves, without playing one.
    NBest(u32),
    /// `YXNBEST n`: look at n moves and play the best.
    YxNBest(u32),
    /// `EVAL`: the static evaluation.
    Eval,
    /// `OPTIONS`: every setting with its value.
    Options,
    /// `YXSHOWINFO`: limits for a graphical front end.
    YxShowInfo,
    /// `YXHASHCLEAR`: clear the search tables.
    YxHashClear,
}
