//! The marks of a running search on the manager's board.

use std::time::Duration;

use crate::coord::{Move, Point};
use crate::frontend::gomocup::protocol::Realtime;
use crate::search::report::RootMark;

/// Time at the start of a search during which moves change too fast for separate marks.
const QUIET: Duration = Duration::from_millis(200);
/// Shortest time between two moves that are marked as being searched: front ends redraw the board for each, and a
/// search for many lines begins thousands of moves per second.
const INTERVAL: Duration = Duration::from_millis(10);

/// The marks of a search.
#[derive(Default)]
pub(super) struct Marks {
    lost: Vec<Point>,
    /// The move last marked as being searched, and the time.
    searching: Option<(Point, Duration)>,
}

impl Marks {
    /// The mark to show for `mark`, which came `elapsed` after the request: every lost move once, and of the moves
    /// being searched only those that stay visible.
    pub fn show(&mut self, mark: RootMark, elapsed: Duration) -> Option<Realtime> {
        match mark {
            RootMark::Lost(point) if !self.lost.contains(&point) => {
                self.lost.push(point);
                Some(Realtime::Lost(point))
            }
            RootMark::Lost(_) => None,
            RootMark::Best(point) => Some(Realtime::Best(Move::Place(point))),
            _ if elapsed < QUIET => None,
            RootMark::Iteration => Some(Realtime::Refresh),
            RootMark::Searching(point) => {
                let is_due = self.searching.is_none_or(|(_, last)| elapsed >= last + INTERVAL);
                is_due.then(|| {
                    self.searching = Some((point, elapsed));
                    Realtime::Searching(point)
                })
            }
            RootMark::Searched(point) => {
                let is_marked = self.searching.is_some_and(|(marked, _)| marked == point);
                is_marked.then_some(Realtime::Searched(point))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;

    #[test]
    fn moves_that_pass_too_fast_are_not_marked() {
        let mut marks = Marks::default();
        let [first, next] = parse_points("h6h7").unwrap()[..] else { panic!("two points") };
        for (mark, at, shown) in [
            (RootMark::Iteration, 199, false),
            (RootMark::Searching(first), 199, false),
            (RootMark::Best(first), 199, true),
            (RootMark::Lost(first), 199, true),
            (RootMark::Lost(first), 300, false),
            (RootMark::Iteration, 300, true),
            (RootMark::Searching(first), 300, true),
            (RootMark::Searching(next), 309, false),
            (RootMark::Searched(next), 309, false),
            (RootMark::Searched(first), 309, true),
            (RootMark::Searching(next), 310, true),
            (RootMark::Searched(next), 310, true),
        ] {
            let at = Duration::from_millis(at);
            assert_eq!(marks.show(mark, at).is_some(), shown, "{mark:?} {at:?}");
        }
    }
}
