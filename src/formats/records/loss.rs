//! The parts of a game that some format cannot store.

use std::fmt;

/// A part of a game that some format cannot store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    Moves,
    /// Rule and board of Gomoku.
    Rule,
    Players,
    Date,
    /// Times of the moves.
    Times,
    /// The winner of a game that was not decided on the board.
    Result,
    /// Whether it was resigned or adjudicated, and by how many discs.
    Ending,
    Reason,
    Event,
    Round,
    TimeControl,
    /// Which moves belong to the opening.
    Opening,
    Variations,
    Labels,
    Comments,
    /// Scores of moves or positions.
    Scores,
    /// Properties that Tengen does not use.
    Other,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::Moves => "moves",
            Loss::Rule => "rule and board",
            Loss::Players => "names of the players",
            Loss::Date => "date",
            Loss::Times => "times of the moves",
            Loss::Result => "result not decided on the board",
            Loss::Ending => "way the game ended",
            Loss::Reason => "reason for the result",
            Loss::Event => "event",
            Loss::Round => "round",
            Loss::TimeControl => "time control",
            Loss::Opening => "marks of opening moves",
            Loss::Variations => "variations",
            Loss::Labels => "labels",
            Loss::Comments => "comments",
            Loss::Scores => "scores",
            Loss::Other => "other properties",
        })
    }
}
