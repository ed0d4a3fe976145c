//! A game of self-play as one line of text.
//!
//! Fields separated by tabs: rule, size, number of opening plies, result for Black (`1`, `0.5`, `0`), all
//! moves without separators, and the thoughts of the search, separated by commas. There is one thought
//! for each ply after the opening, and one more if the game was adjudicated at its last position. A
//! thought is a score for the side to move (266: odds of e to 1), `w` or `l` with the plies to a proven
//! win or loss, or `-` where nothing was searched. A trailing `?` means that the best move was not played.
//!
//! An optional seventh field has asides: replies of the search to moves that were not played. Each is
//! the number of stones on the board, the move, the reply and the thought, separated by colons.

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::color::Color;
use crate::coord::{Move, Point, Size, parse_points};
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;
use crate::search::report::Score;
use crate::train::Record;
use crate::train::bits::{Decoder, Encoder};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Won(Color),
    Drawn,
}

impl GameResult {
    /// The result for `color`: 1, 0.5 or 0.
    pub fn share_of(self, color: Color) -> f32 {
        match self {
            GameResult::Won(winner) if winner == color => 1.0,
            GameResult::Won(_) => 0.0,
            GameResult::Drawn => 0.5,
        }
    }
}

/// The verdict of the search on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The score for the side to move; `None` where nothing was searched.
    pub score: Option<Score>,
    /// Whether the best move found was played.
    pub is_best: bool,
}

/// The reply of the search to a move that was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Stones on the board before the move.
    pub ply: usize,
    pub mv: Point,
    pub answer: Point,
    /// Score for the side that replies.
    pub score: Score,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub rule: Rule,
    pub size: Size,
    /// Plies of the opening, which were not chosen by the search.
    pub opening: usize,
    pub result: GameResult,
    /// All stones, Black and White in turn.
    pub moves: Vec<Point>,
    /// One for each ply after the opening, and one for the last position if the game was adjudicated.
    pub thoughts: Vec<Thought>,
    /// In order of their plies.
    pub asides: Vec<Aside>,
}

/// Why a line is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The number of fields is this, neither six nor seven.
    Fields(usize),
    /// An invalid field: its name and text.
    Field(&'static str, String),
    /// The numbers of moves, opening plies and thoughts are inconsistent.
    Lengths,
    /// The move with this number, counted from 1, is illegal.
    Illegal(usize),
    /// An aside after this many stones has an illegal move or is out of order.
    Aside(usize),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Fields(count) => {
                write!(f, "invalid number of fields '{count}' (expected 6 or 7)")
            }
            RecordError::Field(name, text) => write!(f, "invalid {name} '{}'", text.escape_debug()),
            RecordError::Lengths => {
                f.write_str("the numbers of moves, opening plies and scores do not match")
            }
            RecordError::Illegal(number) => write!(f, "move {number} is illegal"),
            RecordError::Aside(ply) => write!(f, "the aside after {ply} stones is invalid"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record for GameRecord {
    const LETTER: u8 = b'G';

    /// Also checks the moves of asides.
    fn check(&self) -> Result<(), RecordError> {
        let game = Game::new(self.rule, self.size);
        let mut game = game.map_err(|_| RecordError::Field("board", self.size.to_string()))?;
        let mut asides = self.asides.iter().peekable();
        for ply in 0..=self.moves.len() {
            while let Some(aside) = asides.next_if(|aside| aside.ply == ply) {
                for point in [aside.mv, aside.answer] {
                    let played = game.play(Move::Place(point));
                    played.map_err(|_| RecordError::Aside(ply))?;
                }
                game.undo();
                game.undo();
            }
            if let Some(&point) = self.moves.get(ply) {
                game.play(Move::Place(point)).map_err(|_| RecordError::Illegal(ply + 1))?;
            }
        }
        asides.next().map_or(Ok(()), |aside| Err(RecordError::Aside(aside.ply)))
    }

    fn encode(&self, bits: &mut Encoder) -> io::Result<()> {
        self.write(bits)
    }

    fn decode(bits: &mut Decoder<'_>) -> io::Result<GameRecord> {
        GameRecord::read(bits)
    }

    fn winner(&self) -> Option<Color> {
        match self.result {
            GameResult::Won(winner) => Some(winner),
            GameResult::Drawn => None,
        }
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn positions(&self) -> usize {
        let searched = self.thoughts.iter().filter(|thought| thought.score.is_some()).count();
        searched + self.asides.len()
    }
}

impl fmt::Display for GameRecord {
    /// The line, without a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result {
            GameResult::Won(Color::Black) => "1",
            GameResult::Won(Color::White) => "0",
            GameResult::Drawn => "0.5",
        };
        write!(f, "{}\t{}\t{}\t{result}\t", self.rule, self.size, self.opening)?;
        self.moves.iter().try_for_each(|point| write!(f, "{point}"))?;
        f.write_str("\t")?;
        for (index, thought) in self.thoughts.iter().enumerate() {
            write!(f, "{}{thought}", if index == 0 { "" } else { "," })?;
        }
        for (index, aside) in self.asides.iter().enumerate() {
            write!(f, "{}{aside}", if index == 0 { "\t" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Display for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thought = Thought { score: Some(self.score), is_best: true };
        write!(f, "{}:{}:{}:{thought}", self.ply, self.mv, self.answer)
    }
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(Score::Win(plies)) => write!(f, "w{plies}")?,
            Some(Score::Loss(plies)) => write!(f, "l{plies}")?,
            Some(Score::Points(n) | Score::Discs(n) | Score::Exact(n)) => write!(f, "{n}")?,
            None => f.write_str("-")?,
        }
        f.write_str(if self.is_best { "" } else { "?" })
    }
}

impl FromStr for GameRecord {
    type Err = RecordError;

    /// Parses a line. [`GameRecord::check`] checks the moves.
    fn from_str(line: &str) -> Result<GameRecord, RecordError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let (&[rule, size, opening, result, moves, thoughts]
        | &[rule, size, opening, result, moves, thoughts, _]) = &fields[..]
        else {
            return Err(RecordError::Fields(fields.len()));
        };
        let asides = fields.get(6).copied().unwrap_or_default();
        let wrong = |name, text: &str| RecordError::Field(name, text.chars().take(20).collect());
        let record = GameRecord {
            rule: rule.parse().map_err(|_| wrong("rule", rule))?,
            size: size.parse().map_err(|_| wrong("board", size))?,
            opening: opening.parse().map_err(|_| wrong("number of plies", opening))?,
            result: parse_result(result).ok_or_else(|| wrong("result", result))?,
            moves: parse_points(moves).map_err(|rest| wrong("point", rest))?,
            thoughts: thoughts
                .split(',')
                .filter(|text| !text.is_empty())
                .map(|text| parse_thought(text).ok_or_else(|| wrong("score", text)))
                .collect::<Result<_, _>>()?,
            asides: asides
                .split(',')
                .filter(|text| !text.is_empty())
                .map(|text| parse_aside(text).ok_or_else(|| wrong("aside", text)))
                .collect::<Result<_, _>>()?,
        };
        let searched = record.moves.len().checked_sub(record.opening);
        let searched = searched.ok_or(RecordError::Lengths)?;
        if !(searched..=searched + 1).contains(&record.thoughts.len()) {
            return Err(RecordError::Lengths);
        }
        Ok(record)
    }
}

fn parse_result(text: &str) -> Option<GameResult> {
    match text {
        "1" => Some(GameResult::Won(Color::Black)),
        "0" => Some(GameResult::Won(Color::White)),
        "0.5" => Some(GameResult::Drawn),
        _ => None,
    }
}

fn parse_aside(text: &str) -> Option<Aside> {
    let mut parts = text.splitn(4, ':');
    let ply = parts.next()?.parse().ok()?;
    let [mv, answer] = [Point::from_text(parts.next()?)?, Point::from_text(parts.next()?)?];
    let thought = parse_thought(parts.next()?).filter(|thought| thought.is_best)?;
    Some(Aside { ply, mv, answer, score: thought.score? })
}

fn parse_thought(text: &str) -> Option<Thought> {
    let (text, is_best) = text.strip_suffix('?').map_or((text, true), |text| (text, false));
    let score = match text.as_bytes().first()? {
        b'w' => Some(Score::Win(text[1..].parse().ok()?)),
        b'l' => Some(Score::Loss(text[1..].parse().ok()?)),
        b'-' if text.len() == 1 => None,
        _ => Some(Score::Points(text.parse().ok()?)),
    };
    Some(Thought { score, is_best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(line: &str) -> String {
        line.parse::<GameRecord>().unwrap_err().to_string()
    }

    #[test]
    fn a_line_is_parsed_as_documented() {
        let line = "renju\t15x15\t3\t0.5\th8i9g7h9\t-12?,l4";
        let record: GameRecord = line.parse().unwrap();
        assert_eq!((record.rule, record.size), (Rule::Renju, Size::new(15, 15).unwrap()));
        assert_eq!((record.opening, record.result), (3, GameResult::Drawn));
        assert_eq!(record.moves.len(), 4);
        let first = Thought { score: Some(Score::Points(-12)), is_best: false };
        let last = Thought { score: Some(Score::Loss(4)), is_best: true };
        assert_eq!(record.thoughts, [first, last]);
        assert_eq!(record.check(), Ok(()));
        assert_eq!(record.to_string(), line);
    }

    #[test]
    fn invalid_lines_are_rejected_with_the_reason() {
        assert_eq!(error(""), "invalid number of fields '1' (expected 6 or 7)");
        assert_eq!(error("gobang\t15x15\t0\t1\th8\t3"), "invalid rule 'gobang'");
        assert_eq!(error("caro\t15x99\t0\t1\th8\t3"), "invalid board '15x99'");
        assert_eq!(error("caro\t15x15\t-1\t1\th8\t3"), "invalid number of plies '-1'");
        assert_eq!(error("caro\t15x15\t0\t2\th8\t3"), "invalid result '2'");
        assert_eq!(error("caro\t15x15\t0\t1\th8h\t3"), "invalid point 'h'");
        assert_eq!(error("caro\t15x15\t0\t1\th8\tx"), "invalid score 'x'");
        assert_eq!(error("caro\t15x15\t0\t1\th8\té"), "invalid score 'é'");
        assert!(error("caro\t15x15\t2\t1\th8\t").contains("do not match"));
        assert!(error("caro\t15x15\t0\t1\th8\t1,2,3").contains("do not match"));
        let twice: GameRecord = "caro\t15x15\t0\t1\th8h8\t1,2".parse().unwrap();
        assert_eq!(twice.check(), Err(RecordError::Illegal(2)));
        for aside in ["1:h8:i9:3", "2:i9:i8:3", "0:h8:h8:3", "1:i8:i9:3,0:h8:h9:1"] {
            let game = format!("caro\t15x15\t0\t1\th8\t1\t{aside}").parse::<GameRecord>().unwrap();
            assert!(matches!(game.check(), Err(RecordError::Aside(_))), "{aside}");
        }
        let game: GameRecord = "caro\t15x15\t0\t1\th8\t1\t0:h9:h8:w5,1:i8:i9:3".parse().unwrap();
        assert_eq!(game.check(), Ok(()));
        for aside in ["1:h8:i9", "1:h8:i9:", "x:h8:i9:3", "1:h8:i99:3", "1:h8:i9:3?", "1:h8:i9:-"] {
            assert!(error(&format!("caro\t15x15\t0\t1\th8\t1\t{aside}")).contains("invalid aside"));
        }
        assert_eq!(error("caro\t2x2\t0\t1\ta1\t1"), "invalid board '2x2'");
    }

    fn thoughts() -> impl Strategy<Value = Thought> {
        let score = prop_oneof![
            Just(None),
            (-20_000..=20_000).prop_map(|n| Some(Score::Points(n))),
            (1..500u32).prop_map(|n| Some(Score::Win(n))),
            (1..500u32).prop_map(|n| Some(Score::Loss(n))),
        ];
        (score, any::<bool>()).prop_map(|(score, is_best)| Thought { score, is_best })
    }

    fn asides() -> impl Strategy<Value = Aside> {
        let point = || (0..22u8, 0..22u8).prop_map(|(x, y)| Point::new(x, y).unwrap());
        let score = prop_oneof![
            (-20_000..=20_000).prop_map(Score::Points),
            (1..500u32).prop_map(Score::Win),
        ];
        (0..99usize, point(), point(), score).prop_map(|(ply, mv, answer, score)| Aside {
            ply,
            mv,
            answer,
            score,
        })
    }

    proptest! {
        #[test]
        fn lines_survive_the_round_trip(
            rule in 0..5usize, (width, height) in (5..=22u8, 5..=22u8), result in 0..3usize,
            opening in 0..8usize, points in prop::collection::vec((0..22u8, 0..22u8), 8..60),
            thoughts in prop::collection::vec(thoughts(), 61), one_more: bool,
            asides in prop::collection::vec(asides(), 0..4),
        ) {
            let searched = points.len() - opening + usize::from(one_more);
            let results =
                [GameResult::Won(Color::Black), GameResult::Won(Color::White), GameResult::Drawn];
            let record = GameRecord {
                rule: Rule::ALL[rule],
                size: Size::new(width, height).unwrap(),
                opening,
                result: results[result],
                moves: points.iter().map(|&(x, y)| Point::new(x, y).unwrap()).collect(),
                thoughts: thoughts[..searched].to_vec(),
                asides,
            };
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }

        #[test]
        fn any_text_is_a_game_or_an_error(text in "(caro|renju)?\\PC{0,30}(\\t[0-9a-hx.,wl?-]{0,9}){0,7}") {
            let _ = text.parse::<GameRecord>();
        }
    }
}
