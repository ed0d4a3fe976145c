//! The reports of a running search, in the dialects of Leela Zero and KataGo.

use std::time::{Duration, Instant};

use super::command::{Analysis, Dialect};
use crate::coord::Move;
use crate::formats::vertex;
use crate::game::Variant;
use crate::search::report::{Line, Progress, Score};

/// The longest time between two reports. The clock cannot count much longer ones.
const LONGEST_INTERVAL: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The reports of a search: sent, and due.
#[derive(Debug)]
pub struct Reports {
    pub analysis: Analysis,
    /// Whether the analysis ends with its search. Otherwise it ends with the next command.
    pub are_ending: bool,
    /// The next report, and the time before which it must not be sent.
    held: Option<String>,
    due: Instant,
}

impl Reports {
    pub fn new(analysis: Analysis) -> Reports {
        Reports { analysis, are_ending: false, held: None, due: Instant::now() }
    }

    /// Holds back the report of an iteration, which replaces an older one.
    pub fn hold(&mut self, progress: &Progress, variant: Variant) {
        if !progress.lines.is_empty() {
            let Analysis { dialect, lines, .. } = self.analysis;
            self.held = Some(report(progress, lines, variant, dialect));
        }
    }

    /// The time when the held report may be sent; `None` without one.
    pub fn due(&self) -> Option<Instant> {
        self.held.as_ref().map(|_| self.due)
    }

    /// The report, if it is due at `now`.
    pub fn take(&mut self, now: Instant) -> Option<String> {
        let report = self.held.take_if(|_| self.due <= now)?;
        self.due = now + self.analysis.interval.min(LONGEST_INTERVAL);
        Some(report)
    }

    /// The held report, whether or not it is due.
    pub fn take_last(&mut self) -> Option<String> {
        self.held.take()
    }
}

/// The best moves on one line, at most `most`: a level may search more moves than requested.
fn report(progress: &Progress, most: usize, variant: Variant, dialect: Dialect) -> String {
    let lines = progress.lines.iter().take(most).enumerate();
    let moves: Vec<String> =
        lines.map(|(order, line)| info(order, line, progress, variant, dialect)).collect();
    moves.join(" ")
}

/// A move. The search does not count visits of single moves: the report has the chance of the move and the nodes of the
/// whole search.
fn info(
    order: usize,
    line: &Line,
    progress: &Progress,
    variant: Variant,
    dialect: Dialect,
) -> String {
    let (nodes, chance) = (progress.nodes, progress.expected_score(line.score));
    let chance = match dialect {
        Dialect::Leela => format!("{:.0}", 10_000.0 * chance),
        Dialect::Kata => format!("{chance:.6}"),
    };
    let lead = match (dialect, line.score) {
        (Dialect::Kata, Score::Discs(_) | Score::Exact(_)) => {
            let lead = f64::from(line.score.disc_hundredths()) / 100.0;
            format!(" scoreLead {lead:.2} scoreMean {lead:.2}")
        }
        _ => String::new(),
    };
    let pv: Vec<String> = line.moves.iter().map(|&mv| written(mv, variant)).collect();
    format!(
        "info move {} visits {nodes} winrate {chance}{lead} order {order} pv {}",
        pv[0],
        pv.join(" ")
    )
}

/// Both dialects write passes in lower case.
fn written(mv: Move, variant: Variant) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(_) => vertex::text(mv, variant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;
    use crate::gomoku::rules::rule::Rule;

    /// A search of 77 nodes that found `lines`.
    fn found(lines: Vec<Line>) -> Progress {
        Progress { nodes: 77, ..Progress::unsearched(lines, Duration::ZERO) }
    }

    #[test]
    fn moves_are_written_in_either_dialect() {
        let place = |text| Move::Place(Point::from_text(text).unwrap());
        let gomoku = Variant::gomoku(Rule::Freestyle);
        let lines = vec![
            Line { score: Score::Points(266), moves: vec![place("i8"), place("h1")] },
            Line { score: Score::Loss(4), moves: vec![place("a15")] },
            Line { score: Score::Loss(2), moves: vec![place("b15")] },
        ];
        assert_eq!(
            report(&found(lines), 2, gomoku, Dialect::Leela),
            "info move J8 visits 77 winrate 7311 order 0 pv J8 H15 \
             info move A1 visits 77 winrate 0 order 1 pv A1"
        );
        let line = Line { score: Score::Discs(-250), moves: vec![place("d3"), Move::Pass] };
        assert_eq!(
            report(&found(vec![line]), 5, Variant::Othello, Dialect::Kata),
            "info move D3 visits 77 winrate 0.348645 scoreLead -2.50 scoreMean -2.50 order 0 pv D3 pass"
        );
    }

    #[test]
    fn reports_keep_their_distance_and_the_newest_counts() {
        let analysis = Analysis {
            side: None,
            dialect: Dialect::Leela,
            interval: Duration::from_secs(60),
            lines: 1,
            plays: false,
        };
        let mut reports = Reports::new(analysis);
        let line = |score| Line { score: Score::Points(score), moves: vec![Move::Pass] };
        let now = Instant::now();
        assert_eq!((reports.due(), reports.take(now)), (None, None));
        reports.hold(&found(vec![line(0)]), Variant::Othello);
        assert!(reports.take(now).unwrap().contains("winrate 5000"));
        reports.hold(&found(vec![line(100)]), Variant::Othello);
        reports.hold(&found(vec![line(266)]), Variant::Othello);
        reports.hold(&found(vec![]), Variant::Othello);
        assert_eq!(reports.take(now + Duration::from_secs(59)), None);
        assert_eq!(reports.due(), Some(now + Duration::from_secs(60)));
        assert!(reports.take(now + Duration::from_secs(60)).unwrap().contains("winrate 7311"));
        assert_eq!(reports.take_last(), None);
    }

    #[test]
    fn an_interval_beyond_the_clock_is_a_long_one() {
        let analysis = Analysis {
            side: None,
            dialect: Dialect::Leela,
            interval: Duration::MAX,
            lines: 1,
            plays: false,
        };
        let mut reports = Reports::new(analysis);
        let now = Instant::now();
        let line = Line { score: Score::Points(0), moves: vec![Move::Pass] };
        reports.hold(&found(vec![line.clone()]), Variant::Othello);
        assert!(reports.take(now).is_some());
        reports.hold(&found(vec![line]), Variant::Othello);
        assert_eq!(reports.due(), Some(now + LONGEST_INTERVAL));
    }
}
