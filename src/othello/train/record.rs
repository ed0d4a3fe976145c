//! A game of self-play as one line of text.
//!
//! Fields, separated by tabs: the number of opening moves, which no search chose; Black's final disc
//! difference, empty squares counted for the winner; the moves without separators; and the values that the
//! searches returned, separated by spaces. Passes are not written: they are forced.

use std::fmt;
use std::io;
use std::ops::Neg;
use std::str::FromStr;

use bitstream_io::{BitRead, BitWrite};

use crate::color::Color;
use crate::coord::parse_points;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{bit, from_point, to_point};
use crate::train::Record;
use crate::train::bits::{
    Decoder, Encoder, invalid, read_golomb, read_signed, write_golomb, write_signed,
};

/// Largest value, in 1/100 disc.
const MOST: i32 = 6400;

/// Orders of the exponential Golomb codes.
const COUNT_ORDER: u32 = 5;
const VALUE_ORDER: u32 = 8;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// Moves that were not chosen by the search.
    pub opening: usize,
    /// Placements.
    pub moves: Vec<u8>,
    /// Black's final disc difference.
    pub score: i32,
    /// The search values of the positions after the opening, in order, for Black in 1/100 disc. Later
    /// positions were solved: their value is the final score.
    pub values: Vec<i32>,
}

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The number of fields is not four.
    Fields(usize),
    /// An invalid field: its name and text.
    Field(&'static str, String),
    /// The opening is longer than the game.
    Opening,
    /// There are more values than moves after the opening.
    Values,
    /// The move with this number, from 1, is illegal.
    Illegal(usize),
    /// The game is not over.
    Unfinished,
    /// The final score is this.
    Score(i32),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Fields(count) => {
                write!(f, "invalid number of fields '{count}' (expected 4)")
            }
            RecordError::Field(name, text) => write!(f, "invalid {name} '{}'", text.escape_debug()),
            RecordError::Opening => f.write_str("the opening is longer than the game"),
            RecordError::Values => f.write_str("more values than moves after the opening"),
            RecordError::Illegal(number) => write!(f, "move {number} is illegal"),
            RecordError::Unfinished => f.write_str("the game is not over"),
            RecordError::Score(score) => write!(f, "the final score is {score}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position; the side to move has a move unless the game is over.
    pub board: Board,
    /// Who is to move.
    pub side: Color,
}

impl Step {
    /// Converts between a score for Black and one for the side to move.
    pub fn turned<T: Neg<Output = T>>(&self, score: T) -> T {
        if self.side == Color::Black { score } else { -score }
    }
}

impl GameRecord {
    /// The position before every move and the final one, passes made.
    ///
    /// # Errors
    /// [`RecordError::Illegal`].
    pub fn steps(&self) -> Result<Vec<Step>, RecordError> {
        let mut step = Step { board: Board::START, side: Color::Black };
        let mut steps = vec![step];
        for (index, &square) in self.moves.iter().enumerate() {
            if step.board.legal_moves() & bit(square) == 0 {
                return Err(RecordError::Illegal(index + 1));
            }
            step = Step { board: step.board.play(square), side: !step.side };
            if step.board.legal_moves() == 0 && step.board.pass().legal_moves() != 0 {
                step = Step { board: step.board.pass(), side: !step.side };
            }
            steps.push(step);
        }
        Ok(steps)
    }
}

impl Record for GameRecord {
    const LETTER: u8 = b'O';

    /// Checks that the game ends with its score, too.
    fn check(&self) -> Result<(), RecordError> {
        let steps = self.steps()?;
        let last = steps[steps.len() - 1];
        if !last.board.is_over() {
            return Err(RecordError::Unfinished);
        }
        let score = last.turned(last.board.final_score());
        if score != self.score {
            return Err(RecordError::Score(score));
        }
        Ok(())
    }

    /// Writes the numbers of moves and values, the score, the moves in six bits each, and of each value the
    /// difference from the one before.
    fn encode(&self, bits: &mut Encoder) -> io::Result<()> {
        for count in [self.moves.len(), self.opening, self.values.len()] {
            write_golomb(bits, COUNT_ORDER, count as u32)?;
        }
        write_signed(bits, COUNT_ORDER, self.score)?;
        self.moves.iter().try_for_each(|&square| bits.write_var(6, square))?;
        let mut last = 0;
        self.values.iter().try_for_each(|&value| {
            let difference = value - std::mem::replace(&mut last, value);
            write_signed(bits, VALUE_ORDER, difference)
        })
    }

    fn decode(bits: &mut Decoder<'_>) -> io::Result<GameRecord> {
        let mut counts = [0; 3];
        for count in &mut counts {
            *count = read_golomb(bits, COUNT_ORDER)? as usize;
        }
        let [moves, opening, values] = counts;
        if opening.saturating_add(values) > moves {
            return Err(invalid("the numbers of moves and values do not match"));
        }
        let score = read_signed(bits, COUNT_ORDER)?;
        let moves = (0..moves).map(|_| bits.read_var::<u8>(6)).collect::<io::Result<Vec<_>>>()?;
        let mut last = 0_i32;
        let mut next = || {
            last = last.wrapping_add(read_signed(bits, VALUE_ORDER)?);
            if is_value(last) { Ok(last) } else { Err(invalid("a value is too large")) }
        };
        let values = (0..values).map(|_| next()).collect::<io::Result<_>>()?;
        Ok(GameRecord { opening, moves, score, values })
    }

    fn winner(&self) -> Option<Color> {
        match self.score {
            0 => None,
            score if score > 0 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn positions(&self) -> usize {
        self.moves.len() - self.opening
    }
}

/// Whether a search can return `value`.
fn is_value(value: i32) -> bool {
    (-MOST..=MOST).contains(&value)
}

impl fmt::Display for GameRecord {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t", self.opening, self.score)?;
        self.moves.iter().try_for_each(|&square| write!(f, "{}", to_point(square)))?;
        f.write_str("\t")?;
        let mut values = self.values.iter().enumerate();
        values.try_for_each(|(at, value)| write!(f, "{}{value}", if at == 0 { "" } else { " " }))
    }
}

impl FromStr for GameRecord {
    type Err = RecordError;

    /// Reads a line. [`GameRecord::check`] checks the moves.
    fn from_str(line: &str) -> Result<GameRecord, RecordError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[opening, score, moves, values] = &fields[..] else {
            return Err(RecordError::Fields(fields.len()));
        };
        let wrong = |name, text: &str| RecordError::Field(name, text.chars().take(20).collect());
        let points = parse_points(moves).ok();
        let squares = points.and_then(|points| points.into_iter().map(from_point).collect());
        let number = |text: &str| text.parse().ok().filter(|&value| is_value(value));
        let numbers = values.split_terminator(' ').map(number).collect();
        let record = GameRecord {
            opening: opening.parse().map_err(|_| wrong("number of moves", opening))?,
            score: score.parse().map_err(|_| wrong("score", score))?,
            moves: Option::ok_or_else(squares, || wrong("moves", moves))?,
            values: Option::ok_or_else(numbers, || wrong("values", values))?,
        };
        if record.opening > record.moves.len() {
            return Err(RecordError::Opening);
        }
        if record.opening + record.values.len() > record.moves.len() {
            return Err(RecordError::Values);
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest game: White has no disc left after nine moves.
    const WIPE_OUT: &str = "4\t64\te6f4e3f6g5d6e7f5c5\t-120 300";

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let game: GameRecord = WIPE_OUT.parse().unwrap();
        assert_eq!(game.to_string(), WIPE_OUT);
        assert_eq!((game.check(), game.winner(), game.plies()), (Ok(()), Some(Color::Black), 9));
        assert_eq!(game.values, [-120, 300]);
        let solved = WIPE_OUT.trim_end_matches("-120 300");
        assert_eq!(solved.parse::<GameRecord>().unwrap().to_string(), solved);
        let steps = game.steps().unwrap();
        assert_eq!((steps.len(), steps[3].side), (10, Color::White));
        assert_eq!(steps[0].board, Board::START);
    }

    #[test]
    fn a_code_has_no_values_that_a_line_cannot_have() {
        let mut game: GameRecord = WIPE_OUT.parse().unwrap();
        for (value, is_read) in [(-MOST, true), (MOST, true), (MOST + 1, false), (-MOST - 1, false)]
        {
            game.values[0] = value;
            let mut bits = Encoder::new(Vec::new());
            game.encode(&mut bits).unwrap();
            bits.byte_align().unwrap();
            let code = bits.into_writer();
            assert_eq!(GameRecord::decode(&mut Decoder::new(&code)).is_ok(), is_read, "{value}");
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_reason() {
        let refused = |line: &str| {
            let read = line.parse::<GameRecord>().and_then(|game| game.check().map(|()| game));
            read.unwrap_err().to_string()
        };
        assert_eq!(refused("1\t64\te6"), "invalid number of fields '3' (expected 4)");
        assert_eq!(refused("x\t64\te6\t"), "invalid number of moves 'x'");
        assert_eq!(refused("1\t6.4\te6\t"), "invalid score '6.4'");
        assert_eq!(refused("1\t64\te6k9\t"), "invalid moves 'e6k9'");
        assert_eq!(refused("1\t64\te6\t1,2"), "invalid values '1,2'");
        assert_eq!(refused("0\t64\te6\t-2147483648"), "invalid values '-2147483648'");
        assert_eq!(refused("2\t64\te6\t"), "the opening is longer than the game");
        assert_eq!(refused("1\t64\te6\t7"), "more values than moves after the opening");
        assert_eq!(refused("1\t64\te6e6\t"), "move 2 is illegal");
        assert_eq!(refused("1\t64\te6\t"), "the game is not over");
        assert_eq!(refused(&WIPE_OUT.replace("64", "60")), "the final score is 64");
    }
}
