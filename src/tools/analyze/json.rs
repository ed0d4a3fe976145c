//! The analysis as JSON: one object per game, each on its own line.

use serde::Serialize;

use super::reviewed::{Reviewed, Totals};
use crate::analysis::{Mark, Review, Tally};
use crate::coord::{Move, Point};
use crate::formats::game::Claim;
use crate::formats::study::Stones;
use crate::formats::svg::RowOne;
use crate::gomoku::rules::forbidden::Explanation;
use crate::search::report::{Line, Score};
use crate::table::millis;

/// A game; moves are `h8` or `pass`, sides `black` and `white`.
#[derive(Debug, Serialize)]
pub struct Game {
    /// Number in the input, from 1.
    game: usize,
    /// `othello` or the name of the rule.
    rule: String,
    /// Width and height.
    board: [u8; 2],
    /// Whether row 1 is at the `top` or `bottom`.
    row1: &'static str,
    /// Black and White.
    players: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// `black`, `white` or `draw`; missing if the game has no result.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// Why the record ends before its last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// The stones before the first ply.
    start: Stones,
    plies: Vec<Ply>,
    /// How an unfinished game could continue.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Best>,
    /// The forbidden points after the last ply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<Forbidden>,
    black: Side,
    white: Side,
    /// The ply after which the loser was behind for the rest of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    turning_point: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Ply {
    ply: usize,
    side: String,
    #[serde(rename = "move")]
    mv: String,
    score: Value,
    best: Best,
    /// Win chance of the side before and after its move, 0 to 1.
    chance: [f64; 2],
    /// Win chance in per cent, or discs.
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    /// Whether both scores are final.
    exact: bool,
    depth: u32,
    /// Number of legal moves.
    choices: usize,
    /// Plies of a forced win that the move gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed_win: Option<u32>,
    /// Plies of a forced win that the move allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_win: Option<u32>,
    /// The best line after the move.
    answer: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<Forbidden>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<Square>,
}

#[derive(Debug, Serialize)]
struct Best {
    #[serde(rename = "move")]
    mv: String,
    score: Value,
    line: Vec<String>,
}

/// A score for the side to move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Value {
    /// An estimate in Gomoku.
    Points(f64),
    /// Plies of a forced win.
    Win(u32),
    /// Plies of a forced loss.
    Loss(u32),
    /// An estimate in Othello.
    Discs(f64),
    /// The final score in Othello.
    Exact(i32),
}

/// Explains why a point is forbidden.
type Explain<'a> = &'a dyn Fn(&Explanation) -> String;

#[derive(Debug, Serialize)]
struct Forbidden {
    point: String,
    reason: String,
}

#[derive(Debug, Serialize)]
struct Square {
    point: String,
    score: Value,
}

/// The moves of a side that had an alternative.
#[derive(Debug, Serialize)]
struct Side {
    moves: u32,
    mean_loss: Option<f64>,
    accuracy: Option<f64>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

/// The moves of both sides in all games of a kind.
#[derive(Debug, Serialize)]
struct Moves {
    moves: u32,
    mean_loss: Option<f64>,
    accuracy: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Total {
    games: u32,
    faulty: u32,
    gomoku: Moves,
    othello: Moves,
    nodes: u64,
    milliseconds: u64,
}

/// A game as one line.
pub fn game(reviewed: &Reviewed, row_one: RowOne) -> String {
    to_line(&Game::of(reviewed, row_one, &Explanation::to_string))
}

/// The totals as the last line: `{"total": ...}`.
pub fn totals(totals: &Totals) -> String {
    #[derive(Serialize)]
    struct Last {
        total: Total,
    }
    let moves = |tally: Tally| Moves {
        moves: tally.moves,
        mean_loss: tally.mean_loss().map(rounded),
        accuracy: tally.accuracy().map(rounded),
    };
    let total = Total {
        games: totals.games,
        faulty: totals.faulty,
        gomoku: moves(totals.gomoku),
        othello: moves(totals.othello),
        nodes: totals.nodes,
        milliseconds: millis(totals.elapsed),
    };
    to_line(&Last { total })
}

fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the fields are plain data") + "\n"
}

impl Game {
    /// A game with all data that the page shows; `explain` gives the reason why a point is forbidden.
    pub fn of(reviewed: &Reviewed, row_one: RowOne, explain: Explain) -> Game {
        let Reviewed { number, record, analysis, fault } = reviewed;
        let size = record.variant.size();
        let [black, white] = analysis.tallies().map(Side::of);
        let plies = analysis.reviews.iter().enumerate();
        Game {
            game: *number,
            rule: record.variant.to_string(),
            board: [size.width(), size.height()],
            row1: row_one.name(),
            players: record.players.clone(),
            event: record.details.event.clone(),
            round: record.details.round.clone(),
            date: record.date.map(|date| date.to_string()),
            result: record.verdict.claim().map(|claim| match claim {
                Claim::Win(winner) => winner.to_string(),
                Claim::Draw => "draw".to_owned(),
            }),
            fault: fault.clone(),
            start: Stones::of(&analysis.start),
            plies: plies
                .map(|(index, review)| Ply::of(index, review, analysis.answer(index), explain))
                .collect(),
            rest: analysis.rest.as_ref().map(Best::of),
            forbidden: Forbidden::all(&analysis.forbidden, explain),
            black,
            white,
            turning_point: analysis.turning_point().map(|index| index + 1),
        }
    }
}

impl Forbidden {
    fn all(points: &[(Point, Explanation)], explain: Explain) -> Vec<Forbidden> {
        let named = |(point, reason): &(Point, Explanation)| Forbidden {
            point: point.to_string(),
            reason: explain(reason),
        };
        points.iter().map(named).collect()
    }
}

impl Ply {
    fn of(index: usize, review: &Review, answer: Option<&Line>, explain: Explain) -> Ply {
        let squares = review.squares.iter();
        Ply {
            ply: index + 1,
            side: review.side.to_string(),
            mv: review.played.0.to_string(),
            score: Value::of(review.played.1),
            best: Best::of(&review.best),
            chance: review.chances().map(rounded),
            loss: rounded(review.loss()),
            mark: review.mark().map(Mark::sign),
            exact: review.is_exact(),
            depth: review.depth,
            choices: review.choices,
            missed_win: review.missed_win(),
            allowed_win: review.allowed_win(),
            answer: answer.map_or_else(Vec::new, |line| moves(&line.moves)),
            forbidden: Forbidden::all(&review.forbidden, explain),
            squares: squares
                .map(|&(point, score)| Square { point: point.to_string(), score: Value::of(score) })
                .collect(),
        }
    }
}

impl Best {
    fn of(line: &Line) -> Best {
        Best {
            mv: line.moves[0].to_string(),
            score: Value::of(line.score),
            line: moves(&line.moves),
        }
    }
}

impl Value {
    fn of(score: Score) -> Value {
        let whole = |hundredths: i32| f64::from(hundredths) / 100.0;
        match score {
            Score::Points(hundredths) => Value::Points(whole(hundredths)),
            Score::Win(plies) => Value::Win(plies),
            Score::Loss(plies) => Value::Loss(plies),
            Score::Discs(hundredths) => Value::Discs(whole(hundredths)),
            Score::Exact(discs) => Value::Exact(discs),
        }
    }
}

impl Side {
    fn of(tally: Tally) -> Side {
        let [inaccuracies, mistakes, blunders] = tally.marks;
        Side {
            moves: tally.moves,
            mean_loss: tally.mean_loss().map(rounded),
            accuracy: tally.accuracy().map(rounded),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

fn moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Four decimals are more than the precision of the searches.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
