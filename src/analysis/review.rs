//! The result of an analysis: what every ply was worth, and the sums over a game.

use std::ops::AddAssign;
use std::time::Duration;

use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::Position;
use crate::gomoku::rules::forbidden::Explanation;
use crate::search::report::{Line, Score};

/// Limits of the searches, and the memory for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes of each search. With one thread and without a time limit, the analysis is deterministic.
    pub nodes: Option<u64>,
    /// Time of each search. A move that seems to deserve a mark takes further searches, four times as long.
    pub time: Option<Duration>,
    /// Othello: positions with at most this many empty squares are solved, however long that takes.
    pub solve_from: u32,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// Whether to give the score of every legal move in Othello, by a shallow search.
    pub square_scores: bool,
}

#[cfg(test)]
impl Bounds {
    /// Searches of a few milliseconds, for tests.
    pub const QUICK: Bounds = Bounds {
        depth: None,
        nodes: Some(3_000),
        time: None,
        solve_from: 0,
        table_bytes: 1 << 20,
        threads: 1,
        square_scores: false,
    };
}

/// A ply of a game with its score and that of the best move, both for the side that played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The side that played.
    pub side: Color,
    /// Number of legal moves; 1 for a forced pass.
    pub choices: usize,
    /// The move played and its score.
    pub played: (Move, Score),
    /// The best move known with its line: the move played, or one worth at least as much.
    pub best: Line,
    /// Search depth in plies; less than requested if the search reached the end of the game, 0 for a win that
    /// the threat search proved.
    pub depth: u32,
    /// Renju: the points that were forbidden to Black, with the reason; empty when White was to move.
    pub forbidden: Vec<(Point, Explanation)>,
    /// Scores of the legal moves for the side to move, if requested; by a shallower search.
    pub squares: Vec<(Point, Score)>,
}

impl Review {
    /// The best move.
    pub fn best_move(&self) -> Move {
        self.best.moves[0]
    }

    /// What the move lost, at least 0: win chance in per cent in Gomoku, discs in Othello.
    pub fn loss(&self) -> f64 {
        let (best, played) = (self.best.score, self.played.1);
        let lost = match best {
            Score::Discs(_) | Score::Exact(_) => {
                f64::from(best.disc_hundredths() - played.disc_hundredths()) / 100.0
            }
            Score::Points(_) | Score::Win(_) | Score::Loss(_) => {
                100.0 * (best.winning_chance() - played.winning_chance())
            }
        };
        lost.max(0.0)
    }

    /// How bad the move was; `None` if it was not.
    pub fn mark(&self) -> Option<Mark> {
        let limits = match self.best.score {
            Score::Discs(_) | Score::Exact(_) => Mark::DISCS,
            Score::Points(_) | Score::Win(_) | Score::Loss(_) => Mark::PER_CENT,
        };
        let reached = limits.into_iter().rev().find(|&(_, least)| self.loss() >= least);
        reached.filter(|_| self.choices > 1).map(|(mark, _)| mark)
    }

    /// Whether the move lost too little to be called inaccurate: less than 2 % in Gomoku, less than a disc in
    /// Othello, where final scores are even, so that a solved move must lose nothing.
    pub fn is_accurate(&self) -> bool {
        let limit = match self.best.score {
            Score::Discs(_) | Score::Exact(_) => 1.0,
            Score::Points(_) | Score::Win(_) | Score::Loss(_) => 2.0,
        };
        self.loss() < limit
    }

    /// Whether both scores are final, which makes the loss exact.
    pub fn is_exact(&self) -> bool {
        let is_final = |score| matches!(score, Score::Exact(_) | Score::Win(_) | Score::Loss(_));
        is_final(self.best.score) && is_final(self.played.1)
    }

    /// The chance of the side that played, 0..=1, before the move and after it.
    pub fn chances(&self) -> [f64; 2] {
        [self.best.score, self.played.1].map(Score::winning_chance)
    }

    /// Plies of the forced win that the move gave up.
    pub fn missed_win(&self) -> Option<u32> {
        match (self.best.score, self.played.1) {
            (Score::Win(_), Score::Win(_)) => None,
            (Score::Win(plies), _) => Some(plies),
            _ => None,
        }
    }

    /// Plies of the forced win that the move allowed the other side.
    pub fn allowed_win(&self) -> Option<u32> {
        match (self.best.score, self.played.1) {
            (Score::Loss(_), Score::Loss(_)) => None,
            (_, Score::Loss(plies)) => Some(plies - 1),
            _ => None,
        }
    }
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`: 5 % or 2 discs.
    Inaccuracy,
    /// `?`: 10 % or 4 discs.
    Mistake,
    /// `??`: 20 % or 8 discs.
    Blunder,
}

impl Mark {
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
    /// The least loss of each mark in Gomoku.
    const PER_CENT: [(Mark, f64); 3] =
        [(Mark::Inaccuracy, 5.0), (Mark::Mistake, 10.0), (Mark::Blunder, 20.0)];
    /// The least loss of each mark in Othello.
    const DISCS: [(Mark, f64); 3] =
        [(Mark::Inaccuracy, 2.0), (Mark::Mistake, 4.0), (Mark::Blunder, 8.0)];

    /// The sign of game annotation.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// A game with the review of every ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The position before the first ply.
    pub start: Position,
    /// One per ply, passes included.
    pub reviews: Vec<Review>,
    /// How the game could continue for the side to move; `None` if it is over.
    pub rest: Option<Line>,
    /// Renju: the points that are forbidden to Black after the last ply, with the reason; empty if White is to move
    /// or the game is over.
    pub forbidden: Vec<(Point, Explanation)>,
}

impl Analysis {
    /// The line that best answers ply `index`; `None` if the ply ended the game.
    pub fn answer(&self, index: usize) -> Option<&Line> {
        self.reviews.get(index + 1).map_or(self.rest.as_ref(), |next| Some(&next.best))
    }

    /// The tallies of Black and White.
    pub fn tallies(&self) -> [Tally; 2] {
        let mut tallies = [Tally::default(); 2];
        self.reviews.iter().for_each(|review| tallies[review.side.index()].add(review));
        tallies
    }

    /// The ply whose move put the other side ahead for the rest of the game. `None` if no move did, or if the
    /// game ends level.
    pub fn turning_point(&self) -> Option<usize> {
        let leader = |review: &Review, chance: f64| match chance {
            chance if chance > 0.5 => Some(review.side),
            chance if chance < 0.5 => Some(!review.side),
            _ => None,
        };
        let last = self.reviews.last()?;
        let winner = leader(last, last.chances()[1])?;
        let led_before = |review: &Review| leader(review, review.chances()[0]) == Some(winner);
        let index = self.reviews.iter().rposition(|review| !led_before(review))?;
        let review = &self.reviews[index];
        (leader(review, review.chances()[1]) == Some(winner)).then_some(index)
    }
}

/// Moves and their losses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Moves with an alternative.
    pub moves: u32,
    /// Their total loss, in the unit of [`Review::loss`].
    pub lost: f64,
    /// Number of accurate moves.
    pub accurate: u32,
    /// Numbers of moves with each mark, in the order of [`Mark::ALL`].
    pub marks: [u32; 3],
}

impl Tally {
    /// Counts a ply, unless it was forced: a pass or the only legal move.
    pub fn add(&mut self, review: &Review) {
        if review.choices > 1 {
            self.moves += 1;
            self.lost += review.loss();
            self.accurate += u32::from(review.is_accurate());
            if let Some(mark) = review.mark() {
                self.marks[mark as usize] += 1;
            }
        }
    }

    /// The mean loss; `None` without moves.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.lost / f64::from(self.moves))
    }

    /// Accurate moves in per cent; `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| 100.0 * f64::from(self.accurate) / f64::from(self.moves))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.accurate += other.accurate;
        for (mark, more) in self.marks.iter_mut().zip(other.marks) {
            *mark += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;

    fn place(name: &str) -> Move {
        Move::Place(parse_points(name).unwrap()[0])
    }

    /// A ply of `side` with `choices` other than the one played.
    fn review(side: Color, best: Score, played: Score) -> Review {
        Review {
            side,
            choices: 9,
            played: (place("a1"), played),
            best: Line { score: best, moves: vec![place("b2")] },
            depth: 5,
            forbidden: Vec::new(),
            squares: Vec::new(),
        }
    }

    fn of(best: Score, played: Score) -> Review {
        review(Color::Black, best, played)
    }

    #[test]
    fn a_loss_is_in_per_cent_or_in_discs() {
        assert_eq!(of(Score::Exact(4), Score::Discs(150)).loss(), 2.5);
        assert_eq!(of(Score::Win(3), Score::Loss(8)).loss(), 100.0);
        let loss = of(Score::Points(266), Score::Points(0)).loss();
        assert!((loss - 23.1).abs() < 0.1, "{loss}");
        assert_eq!(of(Score::Points(0), Score::Points(10)).loss(), 0.0);
    }

    #[test]
    fn marks_begin_at_their_least_loss() {
        let discs = |lost: i32| of(Score::Discs(1000), Score::Discs(1000 - lost)).mark();
        let marks = [199, 200, 399, 400, 799, 800].map(discs);
        use Mark::{Blunder, Inaccuracy, Mistake};
        let expected =
            [None, Some(Inaccuracy), Some(Inaccuracy), Some(Mistake), Some(Mistake), Some(Blunder)];
        assert_eq!(marks, expected);
        assert_eq!(of(Score::Points(0), Score::Points(-133)).mark(), Some(Mistake));
        let forced = Review { choices: 1, ..of(Score::Discs(800), Score::Discs(-800)) };
        assert_eq!(forced.mark(), None);
    }

    #[test]
    fn wins_are_missed_and_allowed() {
        let missed = of(Score::Win(5), Score::Points(20));
        assert_eq!((missed.missed_win(), missed.allowed_win()), (Some(5), None));
        let allowed = of(Score::Points(20), Score::Loss(8));
        assert_eq!((allowed.missed_win(), allowed.allowed_win()), (None, Some(7)));
        for kept in [of(Score::Win(5), Score::Win(7)), of(Score::Loss(8), Score::Loss(4))] {
            assert_eq!((kept.missed_win(), kept.allowed_win()), (None, None));
        }
    }

    #[test]
    fn moves_without_a_choice_do_not_count_and_a_disc_is_too_much() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean_loss(), tally.accuracy()), (None, None));
        for (choices, loss) in [(1, 0), (2, 0), (3, 99), (2, 100), (1, 700)] {
            let review = of(Score::Discs(500), Score::Discs(500 - loss));
            tally.add(&Review { choices, ..review });
        }
        assert_eq!((tally.moves, tally.accurate, tally.marks), (3, 2, [0, 0, 0]));
        assert!((tally.lost - 1.99).abs() < 1e-9);
        tally += tally;
        assert_eq!((tally.moves, tally.accurate), (6, 4));
    }

    fn analysis(chances: &[(i32, i32)]) -> Analysis {
        let sides = Color::ALL.into_iter().cycle();
        let reviews = chances.iter().zip(sides).map(|(&(best, played), side)| {
            review(side, Score::Points(best), Score::Points(played))
        });
        let start = Variant::gomoku(Rule::Freestyle).start().unwrap();
        Analysis { start, reviews: reviews.collect(), rest: None, forbidden: Vec::new() }
    }

    #[test]
    fn the_turning_point_puts_the_winner_ahead_for_good() {
        // Black is ahead, White recovers, Black loses the lead for good at ply 5.
        let turns = analysis(&[(20, 20), (-20, -30), (30, -10), (10, -10), (10, -90), (90, 90)]);
        assert_eq!(turns.turning_point(), Some(4));
        let never = analysis(&[(20, 20), (-20, -30), (30, 30)]);
        assert_eq!(never.turning_point(), None);
        assert_eq!(analysis(&[]).turning_point(), None);
        assert_eq!(analysis(&[(20, 0)]).turning_point(), None);
    }
}
