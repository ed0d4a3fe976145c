//! From a score to the chances of a win, a draw and a loss.

/// Converts scores of a Gomoku position to probabilities by an ordered logit. With x for the score in units and m for
/// the margin, the side to move wins with probability 1 / (1 + e^(m - x)) and loses with 1 / (1 + e^(m + x)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// The score difference, in hundredths of a point, that multiplies the odds by e; more than 0.
    pub unit: u32,
    /// Half of the range of draws, in 1 / [`Calibration::ONE`] units.
    pub margin: u32,
}

/// Probabilities; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Calibration {
    /// Fixed-point one of margins.
    pub const ONE: u32 = 1024;

    /// The chances of the side to move at a score of `hundredths`.
    pub fn chances(self, hundredths: i32) -> Chances {
        let x = f64::from(hundredths) / f64::from(self.unit.max(1));
        let margin = f64::from(self.margin) / f64::from(Calibration::ONE);
        let (win, loss) = (logistic(x - margin), logistic(-x - margin));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }
}

impl Chances {
    pub const WIN: Chances = Chances { win: 1.0, draw: 0.0, loss: 0.0 };
    pub const LOSS: Chances = Chances { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The expected score, a draw counting half.
    pub fn expected_score(&self) -> f64 {
        self.win + self.draw / 2.0
    }
}

/// The logistic function.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for margin in [0, 300, 5000] {
            let calibration = Calibration { unit: 200, margin };
            let mut before = 0.0;
            for score in [-20_000, -700, 0, 20_000] {
                let chances = calibration.chances(score);
                let Chances { win, draw, loss } = chances;
                assert!((win + draw + loss - 1.0).abs() < 1e-12 && draw >= 0.0, "{chances:?}");
                assert!(chances.expected_score() >= before);
                before = chances.expected_score();
            }
            let even = calibration.chances(0).expected_score();
            assert!((even - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn the_unit_and_the_margin_are_those_of_an_ordered_logit() {
        let narrow = Calibration { unit: 200, margin: 0 };
        let chances = narrow.chances(200);
        assert!((chances.win / chances.loss - std::f64::consts::E).abs() < 1e-9);
        assert!(chances.draw < 1e-9);
        let wide = Calibration { unit: 200, margin: Calibration::ONE };
        // Win and loss at e^-1 against 1 each.
        let draw = wide.chances(0).draw;
        assert!((draw - (1.0 - 2.0 / (1.0 + std::f64::consts::E))).abs() < 1e-9);
    }
}
