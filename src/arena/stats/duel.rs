//! The games of two engines against each other, counted from the first one's view.
//!
//! Games may come in any order and mixed with games of others. Games 2k and 2k+1 of a match are a pair; a
//! game counts for tests of pairs once its partner has finished.

use std::collections::BTreeMap;

use super::score::{Estimate, NORMAL_95, Pentanomial, Wdl};
use crate::arena::ending::PlayedGame;
use crate::color::Color;

/// Results of a first engine against a second.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    players: [usize; 2],
    wdl: Wdl,
    pairs: Pentanomial,
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
            Some(partner) => self.pairs.0[(partner + half_points) as usize] += 1,
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

    /// How many games have a margin.
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
