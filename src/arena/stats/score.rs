//! Results of games and pairs, the games of two engines against each other, and estimates from counts.
//!
//! Games of a [`Duel`] may come in any order and mixed with games of others. Games 2k and 2k+1 of a match
//! are a pair; a game counts for tests of pairs once its partner has finished.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::arena::ending::PlayedGame;
use crate::color::Color;

/// Results of games from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts a game by its [`PlayedGame::half_points`]: 2 is a win, 1 a draw, everything else a loss.
    ///
    /// [`PlayedGame::half_points`]: crate::arena::ending::PlayedGame::half_points
    pub fn add_half_points(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw 1/2.
    pub const fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Mean points of a game, 0 to 1; 1/2 if there is no game.
    pub const fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// The same results from the other side's view.
    pub const fn reversed(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Losses, draws and wins, in ascending order of points.
    pub const fn by_points(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Numbers of pairs of games with one opening in which one side had 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// A value with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of its 95 % interval; infinite with too little data.
    pub error: f64,
}

/// A value and its 95 % interval, which need not be symmetric; each may be infinite, none is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width, as printed after `+/-`; infinite if an end is.
    pub fn half_width(&self) -> f64 {
        if self.low.is_infinite() || self.high.is_infinite() {
            return f64::INFINITY;
        }
        (self.high - self.low) / 2.0
    }
}

/// Quantile of the normal distribution that leaves 2.5 % above it.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Mean and variance of outcomes that are worth 0 to 1 in equal steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moments {
    /// Number of outcomes.
    pub total: f64,
    /// Mean worth.
    pub mean: f64,
    /// Mean squared distance from the mean.
    pub variance: f64,
}

impl Moments {
    /// From the counts of each outcome; `None` if all are zero.
    pub fn of<const N: usize>(counts: [u64; N]) -> Option<Moments> {
        Moments::weighted(counts.map(|count| count as f64))
    }

    /// From the weights of each outcome; `None` if all are zero.
    pub fn weighted<const N: usize>(weights: [f64; N]) -> Option<Moments> {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return None;
        }
        let worth = worth::<N>();
        let mean = (0..N).map(|i| weights[i] * worth[i]).sum::<f64>() / total;
        let squares = (0..N).map(|i| weights[i] * (worth[i] - mean).powi(2)).sum::<f64>();
        Some(Moments { total, mean, variance: squares / total })
    }

    /// From the counts plus half an outcome of the lowest value and half of the highest: for identical results, whose
    /// variance of zero would mean certainty.
    pub fn smoothed<const N: usize>(counts: [u64; N]) -> Option<Moments> {
        let mut weights = counts.map(|count| count as f64);
        if let [least, .., greatest] = &mut weights[..] {
            *least += 0.5;
            *greatest += 0.5;
        }
        Moments::weighted(weights)
    }
}

/// The worth of `N` outcomes: 0 to 1 in equal steps; 0, 1/2, 1 for games.
pub(super) fn worth<const N: usize>() -> [f64; N] {
    std::array::from_fn(|index| index as f64 / (N - 1) as f64)
}

/// Results of a first engine against a second.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    players: [usize; 2],
    wdl: Wdl,
    pairs: Pentanomial,
    /// Pairs of two drawn games.
    drawn_pairs: u64,
    /// Half points of games without their partner, by the number of the pair.
    waiting: BTreeMap<usize, u32>,
    margins: Margins,
}

/// Sums over the games that have a margin, from the first engine's view, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Margins {
    games: u64,
    sum: i64,
    squares: i64,
}

impl Duel {
    /// Without games; the engines are given by their place in the match.
    pub fn new(first: usize, second: usize) -> Duel {
        Duel::empty([first, second])
    }

    /// The games of `first` against `second` among `games`.
    pub fn of(games: &[PlayedGame], first: usize, second: usize) -> Duel {
        let mut duel = Duel::new(first, second);
        for game in games {
            duel.add(game);
        }
        duel
    }

    /// A duel of engines 0 and 1 with these counts, for simulations.
    pub fn from_counts(wdl: Wdl, pairs: Pentanomial) -> Duel {
        Duel { wdl, pairs, ..Duel::empty([0, 1]) }
    }

    fn empty(players: [usize; 2]) -> Duel {
        Duel {
            players,
            wdl: Wdl::default(),
            pairs: Pentanomial::default(),
            drawn_pairs: 0,
            waiting: BTreeMap::new(),
            margins: Margins::default(),
        }
    }

    /// Counts `game`, which must not have been counted before; a game of other engines is ignored.
    pub fn add(&mut self, game: &PlayedGame) {
        let [first, second] = self.players;
        let color = match game.players {
            players if players == [first, second] => Color::Black,
            players if players == [second, first] => Color::White,
            _ => return,
        };
        let half_points = game.half_points(color);
        self.wdl.add_half_points(half_points);
        let pair = game.number / 2;
        match self.waiting.remove(&pair) {
            None => {
                self.waiting.insert(pair, half_points);
            }
            Some(partner) => {
                self.pairs.0[(partner + half_points) as usize] += 1;
                self.drawn_pairs += u64::from(partner == 1 && half_points == 1);
            }
        }
        if let Some(margin) = game.margin {
            let margin = i64::from(if color == Color::Black { margin } else { -margin });
            self.margins.games += 1;
            self.margins.sum += margin;
            self.margins.squares += margin * margin;
        }
    }

    /// All games, including those without a partner.
    pub const fn wdl(&self) -> Wdl {
        self.wdl
    }

    /// The complete pairs.
    pub const fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// Complete pairs of two drawn games; the other even pairs were won and lost.
    pub const fn drawn_pairs(&self) -> u64 {
        self.drawn_pairs
    }

    /// Number of games with a margin.
    pub const fn margin_games(&self) -> u64 {
        self.margins.games
    }

    /// Othello: mean margin in discs over the games that have one; `None` if none has. Its error is
    /// infinite after one game.
    pub fn margin(&self) -> Option<Estimate> {
        let Margins { games, sum, squares } = self.margins;
        if games == 0 {
            return None;
        }
        let count = games as f64;
        let value = sum as f64 / count;
        let error = if games == 1 {
            f64::INFINITY
        } else {
            let variance = (squares as f64 - count * value * value) / (count - 1.0);
            NORMAL_95 * (variance.max(0.0) / count).sqrt()
        };
        Some(Estimate { value, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::samples::game;

    #[test]
    fn a_score_is_points_by_games() {
        let mut wdl = Wdl { wins: 12, draws: 3, losses: 5 };
        assert_eq!((wdl.games(), wdl.points(), wdl.score()), (20, 13.5, 0.675));
        assert_eq!(wdl.reversed(), Wdl { wins: 5, draws: 3, losses: 12 });
        assert_eq!(wdl.by_points(), [5, 3, 12]);
        assert_eq!(Wdl::default().score(), 0.5);
        for half_points in [0, 1, 2, 2] {
            wdl.add_half_points(half_points);
        }
        wdl += Wdl { wins: 0, draws: 1, losses: 0 };
        assert_eq!(wdl, Wdl { wins: 14, draws: 5, losses: 6 });
    }

    #[test]
    fn moments_are_the_usual_ones() {
        let pairs = Pentanomial([1, 2, 3, 4, 10]);
        // A pair is worth half its points: (2 * 1/2 + 3 * 1 + 4 * 3/2 + 10 * 2) / 40.
        assert_eq!((pairs.pairs(), Moments::of(pairs.0).unwrap().mean), (20, 0.75));
        let moments = Moments::of([1, 2, 1]).unwrap();
        assert_eq!(moments, Moments { total: 4.0, mean: 0.5, variance: 0.125 });
        assert_eq!(Moments::of([0, 0, 0, 0, 0]), None);
        let smoothed = Moments::smoothed([0, 0, 3, 0, 0]).unwrap();
        assert_eq!(smoothed, Moments { total: 4.0, mean: 0.5, variance: 0.0625 });
    }

    #[test]
    fn an_open_end_makes_the_width_infinite() {
        assert_eq!(Interval { value: 1.0, low: -2.0, high: 5.0 }.half_width(), 3.5);
        let inf = f64::INFINITY;
        assert_eq!(Interval { value: inf, low: 100.0, high: inf }.half_width(), inf);
        assert_eq!(Interval { value: inf, low: inf, high: inf }.half_width(), inf);
    }

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    #[test]
    fn pairs_complete_in_any_order() {
        // From the view of engine 1: 2 + 0, 2 + 1, 0 + (waiting), 1 + 1.
        let games = [
            game(0, [1, 0], BLACK),
            game(1, [0, 1], BLACK),
            game(2, [1, 0], BLACK),
            game(3, [0, 1], None),
            game(5, [0, 1], BLACK),
            game(6, [1, 0], None),
            game(7, [0, 1], None),
        ];
        let mut order: Vec<usize> = (0..games.len()).collect();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20 {
            random.shuffle(&mut order);
            let mut duel = Duel::new(1, 0);
            for &index in &order {
                duel.add(&games[index]);
            }
            assert_eq!(duel.wdl(), Wdl { wins: 2, draws: 3, losses: 2 });
            assert_eq!(*duel.pairs(), Pentanomial([0, 0, 2, 1, 0]));
        }
        let reversed = Duel::of(&games, 0, 1);
        assert_eq!(reversed.drawn_pairs(), 1);
        assert_eq!(*reversed.pairs(), Pentanomial([0, 1, 2, 0, 0]));
    }

    #[test]
    fn games_of_others_do_not_count() {
        let games = [game(0, [0, 2], BLACK), game(1, [2, 0], BLACK), game(2, [1, 2], WHITE)];
        assert_eq!(Duel::of(&games, 0, 1), Duel::new(0, 1));
        assert_eq!(Duel::of(&games, 2, 1).wdl(), Wdl { wins: 1, draws: 0, losses: 0 });
    }

    #[test]
    fn margins_are_turned_to_the_first_engine() {
        let with_margin = |number, players, margin| {
            let mut game = game(number, players, None);
            game.margin = margin;
            game
        };
        let mut duel = Duel::new(0, 1);
        duel.add(&with_margin(0, [0, 1], None));
        assert_eq!(duel.margin(), None);
        duel.add(&with_margin(1, [1, 0], Some(-10)));
        assert_eq!(duel.margin(), Some(Estimate { value: 10.0, error: f64::INFINITY }));
        duel.add(&with_margin(2, [0, 1], Some(4)));
        duel.add(&with_margin(3, [1, 0], Some(2)));
        // 10, 4 and -2: mean 4, variance 36.
        let margin = duel.margin().unwrap();
        assert_eq!((margin.value, duel.margin_games()), (4.0, 3));
        assert!((margin.error - NORMAL_95 * 12_f64.sqrt()).abs() < 1e-12);
    }
}
