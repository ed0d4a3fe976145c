//! The analysis as a table with tabs between its columns, one row for each ply.

use super::reviewed::Reviewed;
use crate::analysis::{Mark, Review};
use crate::coord::Move;
use crate::search::report::Score;

/// The names of the columns, with the end of the line.
pub const HEADER: &str = "game\tply\tside\tmove\tscore\tbest\tbest_score\tloss\tcertainty\tdepth\
    \tchance_before\tchance_after\tmark\tmissed_win\tallowed_win\tline\n";

/// The rows of one game.
pub fn game(game: &Reviewed) -> String {
    let rows = game.analysis.reviews.iter().enumerate();
    rows.map(|(index, review)| format!("{}\t{}\t{}\n", game.number, index + 1, row(review)))
        .collect()
}

/// The columns from the side on.
fn row(review: &Review) -> String {
    let [before, after] = review.chances();
    let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    [
        review.side.to_string(),
        review.played.0.to_string(),
        score(review.played.1),
        review.best_move().to_string(),
        score(review.best.score),
        format!("{:.2}", review.loss()),
        if review.is_exact() { "exact" } else { "estimate" }.to_owned(),
        review.depth.to_string(),
        format!("{before:.4}"),
        format!("{after:.4}"),
        review.mark().map_or("-", Mark::sign).to_owned(),
        plies(review.missed_win()),
        plies(review.allowed_win()),
        review.best.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    ]
    .join("\t")
}

/// Points or discs with two digits, or a forced win or loss as `+M9` or `-M8` with its plies.
fn score(score: Score) -> String {
    match score {
        Score::Points(hundredths) | Score::Discs(hundredths) => {
            format!("{:+.2}", f64::from(hundredths) / 100.0)
        }
        Score::Exact(discs) => format!("{:+.2}", f64::from(discs)),
        Score::Win(plies) => format!("+M{plies}"),
        Score::Loss(plies) => format!("-M{plies}"),
    }
}
