//! Accuracy of estimates against the scores in a file.

use std::fmt;

use crate::coord::Move;
use crate::formats::obf::Problem;

/// One estimate against the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the move found is one of the best in the file.
    is_best: bool,
    /// Estimate minus true score, in 1/100 disc.
    error: i32,
}

impl Comparison {
    /// Compares the best move `found` and its estimate in 1/100 disc with the file; `None` if the file
    /// gives no scores.
    pub fn new(problem: &Problem, found: Move, hundredths: i32) -> Option<Comparison> {
        let best = problem.score()?;
        let is_best = problem.scores.contains(&(found, best));
        Some(Comparison { is_best, error: hundredths - 100 * best })
    }
}

impl fmt::Display for Comparison {
    /// `best` or `other`, a tab and the error in discs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_best { "best" } else { "other" };
        write!(f, "{verdict}\t{:+.2}", f64::from(self.error) / 100.0)
    }
}

/// Statistics over many estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    compared: u32,
    best: u32,
    /// Sum of absolute errors in 1/100 disc.
    error: u64,
}

impl Accuracy {
    /// Counts an estimate.
    pub fn add(&mut self, comparison: Comparison) {
        self.compared += 1;
        self.best += u32::from(comparison.is_best);
        self.error += u64::from(comparison.error.unsigned_abs());
    }
}

impl fmt::Display for Accuracy {
    /// The percentage of best moves, a tab and the mean absolute error in discs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.compared == 0 {
            return f.write_str("-\t-");
        }
        let count = f64::from(self.compared);
        let share = 100.0 * f64::from(self.best) / count;
        write!(f, "{share:.1}\t{:.2}", self.error as f64 / 100.0 / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::obf;

    #[test]
    fn moves_and_scores_are_compared_with_the_best_of_the_file() {
        let start = "---------------------------OX------XO--------------------------- X; ";
        let problem = |scores: &str| obf::parse_line(&format!("{start}{scores}")).unwrap().unwrap();
        let known = problem("d3:+2; c4:+2; f5:+0;");
        let mut accuracy = Accuracy::default();
        assert_eq!(accuracy.to_string(), "-\t-");
        for (found, hundredths, told) in
            [("c4", 350, "best\t+1.50"), ("f5", 200, "other\t+0.00"), ("e6", -100, "other\t-3.00")]
        {
            let mv = Move::Place(crate::coord::Point::from_text(found).unwrap());
            let comparison = Comparison::new(&known, mv, hundredths).unwrap();
            assert_eq!(comparison.to_string(), told);
            assert_eq!(Comparison::new(&problem(""), mv, hundredths), None);
            accuracy.add(comparison);
        }
        assert_eq!(accuracy.to_string(), "33.3\t1.50");
    }
}
