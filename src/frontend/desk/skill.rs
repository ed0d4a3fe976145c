//! Playing levels for people: short searches, and at the lower levels a random choice among the best moves.

use fastrand::Rng;

use crate::game::Variant;
use crate::search::limits::Limits;
use crate::search::report::{Line, Score};

/// A playing level, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level below the highest plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Node limit of a move.
    pub nodes: u64,
    /// Deepest iteration in plies.
    pub depth: u32,
    /// Number of the best moves to choose from; 1 leaves no choice.
    pub lines: usize,
    /// Loss, in hundredths of a point or a disc, at which a move is chosen e times less often than the best.
    spread: f64,
}

/// Levels 1 to 9 of Gomoku.
const GOMOKU: [Skill; 9] = [
    Skill { nodes: 60, depth: 1, lines: 12, spread: 200.0 },
    Skill { nodes: 60, depth: 1, lines: 12, spread: 75.0 },
    Skill { nodes: 400, depth: 4, lines: 4, spread: 18.0 },
    Skill { nodes: 850, depth: 5, lines: 3, spread: 11.0 },
    Skill { nodes: 1_500, depth: 7, lines: 2, spread: 10.0 },
    Skill { nodes: 2_900, depth: 9, lines: 2, spread: 8.0 },
    Skill { nodes: 3_700, depth: 99, lines: 1, spread: 1.0 },
    Skill { nodes: 7_800, depth: 99, lines: 1, spread: 1.0 },
    Skill { nodes: 28_000, depth: 99, lines: 1, spread: 1.0 },
];

/// Levels 1 to 9 of Othello. A depth limit keeps a level from solving the endgame.
const OTHELLO: [Skill; 9] = [
    Skill { nodes: 1_000, depth: 1, lines: 8, spread: 180.0 },
    Skill { nodes: 2_000, depth: 1, lines: 6, spread: 30.0 },
    Skill { nodes: 2_000, depth: 2, lines: 4, spread: 70.0 },
    Skill { nodes: 3_000, depth: 3, lines: 4, spread: 50.0 },
    Skill { nodes: 6_000, depth: 4, lines: 2, spread: 14.0 },
    Skill { nodes: 12_000, depth: 6, lines: 2, spread: 10.0 },
    Skill { nodes: 2_600, depth: 99, lines: 1, spread: 1.0 },
    Skill { nodes: 8_000, depth: 99, lines: 1, spread: 1.0 },
    Skill { nodes: 28_000, depth: 99, lines: 1, spread: 1.0 },
];

/// A loss within this many plies is avoided at every level.
const SEEN_BY_ALL: u32 = 2;

/// The worth of a proven win or loss on the scale of estimates, in hundredths.
const DECIDED: f64 = 2_000.0;

impl Level {
    /// The full strength.
    pub const HIGHEST: Level = Level(10);

    /// Level `number`; `None` if it is not 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::HIGHEST.0).contains(&number).then_some(Level(number))
    }

    /// The number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How the level plays `variant`; `None` at full strength.
    pub fn skill(self, variant: Variant) -> Option<&'static Skill> {
        let skills = match variant {
            Variant::Gomoku { .. } => &GOMOKU,
            Variant::Othello => &OTHELLO,
        };
        skills.get(usize::from(self.0) - 1)
    }

    /// Whether the level uses the opening book.
    pub fn knows_openings(self) -> bool {
        self.0 >= 8
    }
}

impl Skill {
    /// `limits` within those of the skill.
    pub fn within(&self, limits: Limits) -> Limits {
        Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            time: limits.time,
        }
    }

    /// Keeps the chosen one of `lines`, best first. A five or a final win at the next move is always played, and one of
    /// the opponent is prevented if possible.
    pub fn choose(&self, lines: &mut Vec<Line>, random: &mut Rng) {
        let Some(best) = lines.first() else { return };
        if best.score == Score::Win(1) {
            lines.truncate(1);
            return;
        }
        let is_blunder =
            |line: &Line| matches!(line.score, Score::Loss(plies) if plies <= SEEN_BY_ALL);
        if !is_blunder(best) {
            lines.retain(|line| !is_blunder(line));
        }
        // A request may ask for more lines than the level chooses from.
        lines.truncate(self.lines);
        let top = lines.first().map_or(0.0, |line| worth(line.score));
        let weight = |line: &Line| ((worth(line.score) - top).min(0.0) / self.spread).exp();
        let total: f64 = lines.iter().map(weight).sum();
        let mut rest = random.f64() * total;
        let chosen = lines.iter().position(|line| {
            rest -= weight(line);
            rest < 0.0
        });
        lines.swap(0, chosen.unwrap_or(0));
        lines.truncate(1);
    }
}

/// A score as hundredths.
fn worth(score: Score) -> f64 {
    match score {
        Score::Points(n) | Score::Discs(n) => f64::from(n),
        Score::Exact(discs) => 100.0 * f64::from(discs),
        Score::Win(plies) => DECIDED - f64::from(plies),
        Score::Loss(plies) => f64::from(plies) - DECIDED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::gomoku::rules::rule::Rule;

    fn lines(scores: &[Score]) -> Vec<Line> {
        let points = parse_points("a1b1c1d1").unwrap();
        let line = |(&score, point)| Line { score, moves: vec![Move::Place(point)] };
        scores.iter().zip(points).map(line).collect()
    }

    /// How often each of `scores` is chosen in 1,000 tries.
    fn counts(skill: &Skill, scores: &[Score]) -> Vec<usize> {
        let mut random = Rng::with_seed(1);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1000 {
            let mut chosen = lines(scores);
            skill.choose(&mut chosen, &mut random);
            assert_eq!(chosen.len(), 1);
            let index = lines(scores).iter().position(|line| line.moves == chosen[0].moves);
            counts[index.unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn levels_are_1_to_10_and_the_last_is_full_strength() {
        assert_eq!([0, 1, 10, 11].map(|n| Level::new(n).is_some()), [false, true, true, false]);
        for variant in [Variant::gomoku(Rule::Renju), Variant::Othello] {
            assert!(Level::HIGHEST.skill(variant).is_none());
            assert!((1..10).all(|n| Level::new(n).unwrap().skill(variant).is_some()));
        }
    }

    #[test]
    fn worse_moves_are_chosen_less_often() {
        let skill = Skill { nodes: 1, depth: 1, lines: 3, spread: 50.0 };
        let counts = counts(&skill, &[Score::Points(100), Score::Points(50), Score::Points(-400)]);
        assert!((680..780).contains(&counts[0]) && (220..320).contains(&counts[1]), "{counts:?}");
        assert_eq!(counts[2], 0);
    }

    #[test]
    fn a_longer_list_of_moves_adds_no_choice() {
        let skill = Skill { nodes: 1, depth: 1, lines: 2, spread: 50.0 };
        assert_eq!(counts(&skill, &[Score::Points(100); 4])[2..], [0, 0]);
    }

    #[test]
    fn a_five_is_taken_and_never_left() {
        let skill = &GOMOKU[0];
        assert_eq!(counts(skill, &[Score::Win(1), Score::Win(3)]), [1000, 0]);
        let left = [Score::Points(-300), Score::Points(-310), Score::Loss(2)];
        assert_eq!(counts(skill, &left)[2], 0);
        let lost = counts(skill, &[Score::Loss(2), Score::Loss(2)]);
        assert!(lost.iter().all(|&count| count > 0), "{lost:?}");
    }

    #[test]
    fn no_line_is_no_choice() {
        let mut none = Vec::new();
        GOMOKU[0].choose(&mut none, &mut Rng::with_seed(1));
        assert!(none.is_empty());
    }
}
