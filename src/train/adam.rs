//! The optimizer Adam.

/// Beta 1 and beta 2: decay rates of the mean gradient and of the mean squared gradient.
const BETAS: (f32, f32) = (0.9, 0.999);
/// Keeps parameters without gradient in place.
const EPSILON: f32 = 1e-10;

/// The state of the optimizer.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    pub steps: i32,
}

impl Adam {
    pub fn new(len: usize) -> Adam {
        Adam { mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    /// Moves `params` against the gradient; `rates` multiply `rate` for each of them.
    pub fn step(&mut self, params: &mut [f32], gradient: &[f32], rate: f32, rates: &[f32]) {
        self.steps += 1;
        let rate =
            rate * (1.0 - BETAS.1.powi(self.steps)).sqrt() / (1.0 - BETAS.0.powi(self.steps));
        for (i, param) in params.iter_mut().enumerate() {
            let slope = gradient[i];
            self.mean[i] += (1.0 - BETAS.0) * (slope - self.mean[i]);
            self.square[i] += (1.0 - BETAS.1) * (slope * slope - self.square[i]);
            *param -= rate * rates[i] * self.mean[i] / (self.square[i].sqrt() + EPSILON);
        }
    }
}
