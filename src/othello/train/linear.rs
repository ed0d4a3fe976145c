//! Linear equations.

/// The solution of the linear equations `matrix` x = `right`, the matrix being positive definite.
pub fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in i + 1..N {
            let share = matrix[j][i] / matrix[i][i];
            let row = matrix[i];
            matrix[j].iter_mut().zip(row).skip(i).for_each(|(cell, above)| *cell -= share * above);
            right[j] -= share * right[i];
        }
    }
    for i in (0..N).rev() {
        for j in i + 1..N {
            right[i] -= matrix[i][j] * right[j];
        }
        right[i] /= matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let found = solve([[4.0, 1.0], [1.0, 3.0]], [9.0, 5.0]);
        assert!((found[0] - 2.0).abs() < 1e-9 && (found[1] - 1.0).abs() < 1e-9, "{found:?}");
    }
}
