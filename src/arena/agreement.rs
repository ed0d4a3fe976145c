//! Games that end because both engines agree on the winner or on a draw. Off by default: both engines may be wrong.

use std::fmt;

use super::ending::{Ending, Reason};
use super::reported::{Reported, ReportedScore};
use crate::color::Color;
use crate::coord::Move;
use crate::formats::game::TimedMove;

/// A score that counts as decided, in units: greater than any estimate.
const DECIDED: f64 = 1e9;

/// The scores that both engines must report for their last moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRule {
    /// Moves of each engine, at least 1.
    pub moves: usize,
    /// Hundredths of a point or of a disc.
    pub hundredths: i32,
    /// Moves of each engine before the rule applies.
    pub from_move: usize,
}

impl fmt::Display for ScoreRule {
    /// `3 moves at 5`, `1 move at 0.1 after move 40`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = f64::from(self.hundredths) / 100.0;
        match self.moves {
            1 => write!(f, "1 move at {score}")?,
            moves => write!(f, "{moves} moves at {score}")?,
        }
        match self.from_move {
            0 => Ok(()),
            from => write!(f, " after move {from}"),
        }
    }
}

/// The conditions under which the engines' own scores end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The game is won if one engine reports at least this score, the other at most its negative.
    pub resign: Option<ScoreRule>,
    /// The game is drawn if both report at most this score in either direction.
    pub draw: Option<ScoreRule>,
}

impl Agreement {
    /// The ending on which the engines agree after `moves`. The first move is Black's, and the first `opening_plies`
    /// are the opening; each report is from the view of the side that moved.
    pub fn ending(
        &self,
        moves: &[TimedMove],
        reports: &[Reported],
        opening_plies: usize,
    ) -> Option<Ending> {
        let scores = |color: Color| -> Vec<Option<f64>> {
            let plies = moves.iter().zip(reports).enumerate().skip(opening_plies);
            let own = plies
                .filter(|(ply, (timed, _))| ply % 2 == color.index() && timed.mv != Move::Pass);
            let score = |score: ReportedScore| score.value(DECIDED);
            own.map(|(_, (_, reported))| reported.score.map(score)).collect()
        };
        let [black, white] = Color::ALL.map(scores);
        let agree =
            |rule: &ScoreRule, black_is: &dyn Fn(f64) -> bool, white_is: &dyn Fn(f64) -> bool| {
                rule.holds(&black, black_is) && rule.holds(&white, white_is)
            };
        let win = self.resign.and_then(|rule| {
            let least = f64::from(rule.hundredths) / 100.0;
            let (high, low) = (|score| score >= least, |score| score <= -least);
            let winner = match () {
                () if agree(&rule, &high, &low) => Color::Black,
                () if agree(&rule, &low, &high) => Color::White,
                () => return None,
            };
            Some(ending(Some(winner), Reason::AgreedWin, &rule))
        });
        win.or_else(|| {
            let rule = self.draw?;
            let most = f64::from(rule.hundredths) / 100.0;
            let level = |score: f64| score.abs() <= most;
            agree(&rule, &level, &level).then(|| ending(None, Reason::AgreedDraw, &rule))
        })
    }
}

impl ScoreRule {
    /// Whether the last of `scores` are all known and satisfy `is_wanted`.
    fn holds(&self, scores: &[Option<f64>], is_wanted: &dyn Fn(f64) -> bool) -> bool {
        let last = scores.len().checked_sub(self.moves).map(|from| &scores[from..]);
        scores.len() >= self.from_move
            && last.is_some_and(|last| last.iter().all(|score| score.is_some_and(is_wanted)))
    }
}

fn ending(winner: Option<Color>, reason: Reason, rule: &ScoreRule) -> Ending {
    Ending { winner, reason, detail: rule.to_string() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::coord::Point;

    const RESIGN: Agreement = Agreement {
        resign: Some(ScoreRule { moves: 2, hundredths: 500, from_move: 0 }),
        draw: Some(ScoreRule { moves: 1, hundredths: 10, from_move: 3 }),
    };

    /// The end after an opening ply and plies with these scores; `x` means no score, `p` a pass.
    fn ended(scores: &str) -> Option<(Option<Color>, Reason)> {
        let point = Point::new(7, 7).unwrap();
        let ply = |word: &str| {
            let mv = if word == "p" { Move::Pass } else { Move::Place(point) };
            let word = if matches!(word, "p" | "x") { "-" } else { word };
            (TimedMove { mv, time: Duration::ZERO }, Reported::from_word(word).unwrap())
        };
        let (moves, reports): (Vec<_>, Vec<_>) =
            ["x"].into_iter().chain(scores.split(' ')).map(ply).unzip();
        let ending = RESIGN.ending(&moves, &reports, 1)?;
        Some((ending.winner, ending.reason))
    }

    #[test]
    fn both_engines_must_agree_who_wins() {
        // White moves first, after the opening.
        let won = |winner| Some((Some(winner), Reason::AgreedWin));
        assert_eq!(ended("600 -700 M9 -500"), won(Color::White));
        assert_eq!(ended("-600 700 -M3 500"), won(Color::Black));
        for scores in [
            "600 -700 M9",
            "600 -700 M9 -499",
            "600 700 600 700",
            "600 -700 x -500",
            "-600 -700 -600 -700",
            "x x x x",
        ] {
            assert_eq!(ended(scores), None, "{scores}");
        }
        assert_eq!(ended("9 9 600 -700 600 -700"), won(Color::White));
        assert_eq!(ended("600 -700 600 p 600 -700"), won(Color::White));
    }

    #[test]
    fn a_draw_needs_its_moves_before() {
        assert_eq!(ended("0 0 5 -5"), None);
        assert_eq!(ended("900 0 5 900 5 -10"), Some((None, Reason::AgreedDraw)));
        assert_eq!(ended("0 0 0 0 5 11"), None);
        assert_eq!(ended("0 0 0 0 5 M2"), None);
    }

    #[test]
    fn without_rules_nothing_ends() {
        assert_eq!(Agreement::default().ending(&[], &[], 0), None);
        let rule = RESIGN.draw.unwrap();
        assert_eq!(rule.to_string(), "1 move at 0.1 after move 3");
    }
}
