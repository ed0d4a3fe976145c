//! Fits the tempo and the deviation of an evaluation to observed searches.

use super::deviation::deviation;
use super::searches::Observation;
use super::tempo::tempo;
use crate::othello::eval::weights::Weights;
use crate::othello::search::params::Params;

/// `weights` with the tempo and the deviation that fit the `observations`, which were made with them. Without
/// observations they stay as they are.
pub fn fit(weights: Weights, observations: &[Observation]) -> Weights {
    let lacking = tempo(observations);
    let corrected: Vec<Observation> =
        observations.iter().map(|seen| seen.corrected(&lacking)).collect();
    let deviation = deviation(&corrected, *weights.deviation(), &Params::default());
    let tempo = weights.tempo().plus(&lacking);
    weights.fitted(deviation, tempo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::train::record::GameRecord;
    use crate::othello::train::searches::measure;
    use crate::othello::train::selfplay::{Recipe, SelfPlay};
    use std::sync::Arc;

    #[test]
    fn deeper_searches_are_nearer_to_the_truth() {
        let weights = Weights::embedded();
        let recipe = Recipe { depth: 1, solve_from: 6, seed: 5 };
        let mut players = SelfPlay::new(recipe, Arc::clone(&weights));
        let games: Vec<GameRecord> = (0..20).map(|index| players.play(index)).collect();
        let weights = Arc::unwrap_or_clone(weights);
        let mut seen = 0;
        let observations = measure(&weights, &games, 40, 1, &mut |_| seen += 1);
        assert_eq!((seen, observations.len()), (40, 40));
        let found = fit(weights.clone(), &observations);
        let deviation = found.deviation();
        assert!(deviation.midgame(30, 8, 4) < deviation.midgame(30, 8, 0));
        assert!(found.tempo() != weights.tempo() && found.values() == weights.values());
        assert_eq!(measure(&weights, &games, 40, 1, &mut |_| ()), observations);
        let nothing = measure(&weights, &[], 40, 1, &mut |_| ());
        assert!(nothing.is_empty() && fit(found.clone(), &nothing) == found);
    }
}
