//! One game between two programs, neither of which the referee trusts.
//!
//! Whatever a program says or fails to say, the game ends with a result and its reason, and both seats can
//! play the next one. Protocols are up to the players; the rules are those of `game`.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::adjudicate::{self, End};
use super::clock::{Clock, seconds};
use super::ending::{Ending, Reason};
use super::player::Seat;
use super::player::contract::{
    Answer, GameContext, Player, PlayerFault, Swap2Choice, Timed, Trouble,
};
use super::reported::Reported;
use super::tournament::{Conditions, Opening};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;
use crate::game::{IllegalMove, Position};
use crate::{gomoku, othello};

/// A finished game, by seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The seat that had Black in the end, 0 or 1.
    pub black: usize,
    /// Number of plies of the opening; in swap2, those placed before the last choice.
    pub opening_plies: usize,
    /// Every ply from the start position, Black's first, passes included; times are zero in the opening.
    pub moves: Vec<TimedMove>,
    /// The programs' reports on every ply; empty in the opening.
    pub reports: Vec<Reported>,
    pub ending: Ending,
    /// Othello: Black's discs minus White's at the end, empty squares counted for the winner; `None` if a fault, a
    /// resignation, an agreement or the move limit ended the game.
    pub margin: Option<i32>,
    /// When it began.
    pub began: DateTime,
}

/// The game was stopped and has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned;

/// Plays one game. `seats[0]` has Black, or proposes the opening in swap2. Setting `stop` abandons the game
/// within about 50 ms.
///
/// # Errors
/// The game was abandoned.
///
/// # Panics
/// The board does not exist, the opening is illegal, or it is swap2 in Othello. Plans are checked for this.
pub fn play(
    conditions: &Conditions,
    opening: &Opening,
    seats: [&mut Seat; 2],
    stop: &AtomicBool,
) -> Result<Finished, Abandoned> {
    let began = DateTime::now();
    let mut game = GameInPlay::new(GameContext { conditions, stop }, seats);
    let end = match game.play(opening) {
        Ok(end) => end,
        Err((seat, trouble)) => {
            game.seats[seat].dismiss();
            match trouble {
                Trouble::Fault(fault) => game.lost_by(seat, fault),
                Trouble::Stopped => return Err(Abandoned),
            }
        }
    };
    for seat in game.seats {
        seat.game_is_over(game.context);
    }
    Ok(Finished {
        black: game.black,
        opening_plies: game.opening_plies,
        moves: game.moves,
        reports: game.reports,
        ending: end.ending,
        margin: end.margin,
        began,
    })
}

/// Trouble with the program of a seat.
type WithSeat = (usize, Trouble);

/// A game in progress.
struct GameInPlay<'a> {
    context: GameContext<'a>,
    seats: [&'a mut Seat; 2],
    clocks: [Clock; 2],
    /// The seat that has Black.
    black: usize,
    position: Position,
    moves: Vec<TimedMove>,
    /// One report per move.
    reports: Vec<Reported>,
    opening_plies: usize,
}

impl<'a> GameInPlay<'a> {
    fn new(context: GameContext<'a>, seats: [&'a mut Seat; 2]) -> GameInPlay<'a> {
        let clock = |seat: &Seat| Clock::new(seat.engine().time, seat.engine().tolerance);
        GameInPlay {
            clocks: [clock(seats[0]), clock(seats[1])],
            context,
            seats,
            black: 0,
            position: context.conditions.variant.start().expect("the board exists"),
            moves: Vec::new(),
            reports: Vec::new(),
            opening_plies: 0,
        }
    }

    fn play(&mut self, opening: &Opening) -> Result<End, WithSeat> {
        if let Opening::Moves(moves) = opening {
            for &mv in moves {
                self.position.play(mv).expect("an opening is legal");
                self.note(mv, Duration::ZERO, Reported::default());
            }
            self.opening_plies = moves.len();
        }
        for seat in 0..2 {
            self.seats[seat].begin(self.context).map_err(|trouble| (seat, trouble))?;
        }
        if *opening == Opening::Swap2 {
            open_by_swap2(self)?;
        }
        loop {
            if let Some(end) = self.ended()? {
                return Ok(end);
            }
            if let Some(end) = self.move_on()? {
                return Ok(end);
            }
        }
    }

    fn ended(&self) -> Result<Option<End>, WithSeat> {
        let adjudication = &self.context.conditions.adjudication;
        let end = adjudicate::end(&self.position, adjudication, self.context.stop).or_else(|| {
            let agreement = &adjudication.agreement;
            let ending = agreement.ending(&self.moves, &self.reports, self.opening_plies)?;
            Some(End { ending, margin: None })
        });
        if self.context.stop.load(Relaxed) {
            return Err((self.to_move(), Trouble::Stopped));
        }
        Ok(end)
    }

    /// Plays one ply; returns the end of the game if a side resigns.
    fn move_on(&mut self) -> Result<Option<End>, WithSeat> {
        // In Gomoku no program can answer with a pass.
        if matches!(self.position, Position::Gomoku(_)) && self.position.play(Move::Pass).is_ok() {
            self.note(Move::Pass, Duration::ZERO, Reported::default());
            return Ok(None);
        }
        let seat = self.to_move();
        match self.ask(seat, <dyn Player>::turn)? {
            (Answer::Move(mv), time) => self.place(seat, mv, time).map(|()| None),
            (Answer::Resign, _) => {
                let detail = format!("{} resigned", self.position.side_to_move());
                Ok(Some(self.lost_by(seat, PlayerFault::new(Reason::Resignation, detail))))
            }
        }
    }

    /// The seat to move.
    fn to_move(&self) -> usize {
        match self.position.side_to_move() {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// Requests an answer from the program of `seat`, on its clock.
    fn ask<T>(&mut self, seat: usize, request: Request<T>) -> Result<Timed<T>, WithSeat> {
        let player = self.seats[seat].player();
        let clock = &mut self.clocks[seat];
        let (answer, time) = request(player, &self.position, clock, self.context)
            .map_err(|trouble| (seat, trouble))?;
        log::debug!("{} took {}", self.seats[seat].engine().name, seconds(time));
        match clock.spend(time) {
            Ok(()) => Ok((answer, time)),
            Err(detail) => Err(fault(seat, Reason::Overtime, detail)),
        }
    }

    /// Adds a ply to the record.
    fn note(&mut self, mv: Move, time: Duration, reported: Reported) {
        self.moves.push(TimedMove { mv, time });
        self.reports.push(reported);
    }

    /// Plays the move with which `seat` answered.
    ///
    /// # Errors
    /// It is illegal, which counts as a fault of `seat`.
    fn place(&mut self, seat: usize, mv: Move, time: Duration) -> Result<(), WithSeat> {
        self.play_move(seat, mv)?;
        let reported = self.seats[seat].player().reported();
        self.note(mv, time, reported);
        Ok(())
    }

    /// Plays a move of the opening, off the clock and without a report, since an answer may have several.
    ///
    /// # Errors
    /// It is illegal, which counts as a fault of `seat`.
    fn open_with(&mut self, seat: usize, mv: Move) -> Result<(), WithSeat> {
        self.play_move(seat, mv)?;
        self.note(mv, Duration::ZERO, Reported::default());
        self.opening_plies = self.moves.len();
        Ok(())
    }

    fn play_move(&mut self, seat: usize, mv: Move) -> Result<(), WithSeat> {
        let played = self.position.play(mv);
        played.map_err(|illegal| fault(seat, reason(&illegal), illegal.to_string()))
    }

    fn lost_by(&self, seat: usize, fault: PlayerFault) -> End {
        let winner = if seat == self.black { Color::White } else { Color::Black };
        let PlayerFault { reason, detail } = fault;
        End { ending: Ending { winner: Some(winner), reason, detail }, margin: None }
    }
}

/// A question to a program: a method of [`Player`].
type Request<T> =
    fn(&mut (dyn Player + 'static), &Position, &Clock, GameContext) -> Result<Timed<T>, Trouble>;

/// A fault of the program of `seat`.
fn fault(seat: usize, reason: Reason, detail: String) -> WithSeat {
    (seat, Trouble::Fault(PlayerFault::new(reason, detail)))
}

fn reason(illegal: &IllegalMove) -> Reason {
    use gomoku::rules::game::IllegalMove as InGomoku;
    use othello::rules::game::IllegalMove as InOthello;
    match illegal {
        IllegalMove::Gomoku(InGomoku::Occupied(..))
        | IllegalMove::Othello(InOthello::Occupied(..)) => Reason::Occupied,
        IllegalMove::Gomoku(InGomoku::Forbidden(..)) => Reason::Forbidden,
        IllegalMove::Gomoku(_) | IllegalMove::Othello(_) => Reason::Illegal,
    }
}

/// Plays a swap2 opening in three timed turns. The first seat places three stones; the second takes Black, continues as
/// White, or adds two stones and leaves the choice to the first.
///
/// # Errors
/// A fault of a program, or the game is abandoned.
fn open_by_swap2(game: &mut GameInPlay) -> Result<(), WithSeat> {
    let (choice, _) = game.ask(0, <dyn Player>::swap2)?;
    match choice {
        Swap2Choice::Stones(stones) if stones.len() == 3 => add(game, 0, &stones)?,
        other => return Err(no_choice(0, "three stones", &other)),
    }
    let (choice, time) = game.ask(1, <dyn Player>::swap2)?;
    match choice {
        Swap2Choice::Swap => {
            game.black = 1;
            return Ok(());
        }
        Swap2Choice::Stones(stones) => match stones[..] {
            [point] => return game.place(1, Move::Place(point), time),
            [_, _] => add(game, 1, &stones)?,
            _ => {
                return Err(no_choice(
                    1,
                    "SWAP or one or two stones",
                    &Swap2Choice::Stones(stones),
                ));
            }
        },
    }
    let (choice, time) = game.ask(0, <dyn Player>::swap2)?;
    match choice {
        Swap2Choice::Swap => Ok(()),
        Swap2Choice::Stones(stones) => match stones[..] {
            [point] => {
                game.black = 1;
                game.place(0, Move::Place(point), time)
            }
            _ => Err(no_choice(0, "SWAP or one stone", &Swap2Choice::Stones(stones))),
        },
    }
}

fn add(game: &mut GameInPlay, seat: usize, stones: &[Point]) -> Result<(), WithSeat> {
    stones.iter().try_for_each(|&point| game.open_with(seat, Move::Place(point)))
}

fn no_choice(seat: usize, expected: &str, choice: &Swap2Choice) -> WithSeat {
    let found = match choice {
        Swap2Choice::Swap => "SWAP".to_owned(),
        Swap2Choice::Stones(stones) => format!("stones: {}", stones.len()),
    };
    fault(seat, Reason::Garbage, format!("SWAP2BOARD: expected {expected}, found {found}"))
}
