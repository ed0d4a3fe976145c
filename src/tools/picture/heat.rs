//! The best moves of a position with their win chances.

use crate::analysis::Bounds;
use crate::engine::Learned;
use crate::formats::svg::Heat;
use crate::game::Position;
use crate::search::Search;
use crate::search::clock::Instant;
use crate::search::control::Control;
use crate::search::limits::{Budget, Limits};
use crate::search::report::{Line, Progress, Request, Score};
use crate::{gomoku, othello};

/// Searches positions for their best moves.
pub struct Scout {
    lines: usize,
    bounds: Bounds,
    learned: Learned,
    gomoku: Option<gomoku::search::Searcher>,
    othello: Option<othello::search::Searcher>,
}

impl Scout {
    /// A scout for `lines` moves of each position.
    pub fn new(lines: usize, bounds: Bounds, learned: &Learned) -> Scout {
        Scout { lines, bounds, learned: learned.clone(), gomoku: None, othello: None }
    }

    /// The best moves, best first; none if the game is over or only a pass is legal. The result does not depend
    /// on other positions.
    pub fn moves(&mut self, position: &Position) -> Vec<Heat> {
        let Bounds { depth, nodes, time, table_bytes, .. } = self.bounds;
        let limits = Limits { depth, nodes, time: time.map(Budget::exactly) };
        let request = Request { limits, lines: self.lines, is_analysis: true };
        let control = Control::new(Instant::now(), limits.time);
        let ignore: &mut dyn FnMut(&Progress) = &mut |_| ();
        let progress = match position {
            Position::Gomoku(game) => {
                let weights = || self.learned.for_gomoku();
                let searcher = self.gomoku.get_or_insert_with(|| {
                    gomoku::search::Searcher::with_weights(table_bytes, weights())
                });
                searcher.clear();
                searcher.search(game, &request, &control, ignore)
            }
            Position::Othello(game) => {
                let weights = || self.learned.for_othello();
                let searcher = self.othello.get_or_insert_with(|| {
                    othello::search::Searcher::with_weights(table_bytes, weights())
                });
                searcher.clear();
                searcher.search(game, &request, &control, ignore)
            }
        };
        progress.lines.iter().filter_map(|line| heat(line, &progress)).collect()
    }
}

/// The first move of a line of `progress`.
fn heat(line: &Line, progress: &Progress) -> Option<Heat> {
    let point = line.moves.first()?.point()?;
    let chance = progress.expected_score(line.score);
    let label = match line.score {
        Score::Exact(discs) => format!("{discs:+}"),
        _ => format!("{:.0}", 100.0 * chance),
    };
    Some(Heat { point, chance, label })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::game::Variant;
    use crate::game::tests::position_after;
    use crate::gomoku::rules::rule::Rule;
    use crate::search::calibration::Calibration;

    fn moves(variant: Variant, text: &str, lines: usize) -> Vec<Heat> {
        let position = position_after(variant, text);
        Scout::new(lines, Bounds::QUICK, &Learned::default()).moves(&position)
    }

    #[test]
    fn the_best_moves_come_first() {
        let gomoku = Variant::gomoku(Rule::Freestyle);
        let found = moves(gomoku, "h8a1i8a3j8a5", 5);
        assert_eq!(found.len(), 5);
        assert!(found.is_sorted_by(|a, b| a.chance >= b.chance));
        assert_eq!((found[0].chance, found[0].label.as_str()), (1.0, "100"));
        assert_eq!(moves(Variant::Othello, "", 9).len(), 4);
    }

    #[test]
    fn chances_are_those_that_the_search_means() {
        let moves = parse_points("h8").unwrap().into_iter().map(Move::Place).collect();
        let line = Line { score: Score::Points(133), moves };
        let mut progress = Progress::unsearched(vec![line.clone()], Duration::ZERO);
        progress.calibration = Some(Calibration { unit: 133, margin: 0 });
        let found = heat(&line, &progress).unwrap();
        assert_eq!(found.chance, progress.expected_score(line.score));
        assert_eq!(found.label, "73");
    }

    #[test]
    fn a_finished_game_has_no_moves() {
        let gomoku = Variant::gomoku(Rule::Freestyle);
        assert_eq!(moves(gomoku, "h8a1i8a3j8a5k8a7l8", 5), []);
    }
}
