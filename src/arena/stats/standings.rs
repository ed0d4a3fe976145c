//! A whole match in numbers: the results of every engine, against whom, and how its games ended.
//!
//! Works for any number of engines, which are identified by their place in the match.

use std::time::Duration;

use super::rating::ratings;
use super::score::{Estimate, Wdl};
use crate::arena::ending::{PlayedGame, Reason};
use crate::color::Color;
use crate::coord::Move;

/// How long an engine thought; moves of the opening and passes are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How many moves it made.
    pub moves: u64,
    /// Time for all of them.
    pub total: Duration,
    /// Time for the longest, with the number of its game (the first one if there are several).
    pub worst: Option<(Duration, usize)>,
}

impl Times {
    /// Mean time for a move in ms; `None` if there was none.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| 1000.0 * self.total.as_secs_f64() / self.moves as f64)
    }

    fn add(&mut self, time: Duration, game: usize) {
        self.moves += 1;
        self.total += time;
        if self.worst.is_none_or(|(worst, _)| time > worst) {
            self.worst = Some((time, game));
        }
    }
}

/// A game that an engine lost by breaking a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostByFault {
    /// The number of the game.
    pub game: usize,
    /// What it did.
    pub reason: Reason,
    /// The same in words; may be empty.
    pub detail: String,
}

/// What one engine did.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its results as Black and as White.
    pub by_color: [Wdl; 2],
    /// Elo relative to the mean of all engines. One draw against a player of rating 0 is added for
    /// each engine, so that perfect scores stay finite.
    pub elo: Estimate,
    /// How long it thought.
    pub times: Times,
    /// Games it lost by a fault, in the order of the games.
    pub faults: Vec<LostByFault>,
}

impl Row {
    /// All its results.
    pub fn wdl(&self) -> Wdl {
        let [mut wdl, as_white] = self.by_color;
        wdl += as_white;
        wdl
    }
}

/// A match in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The engines, by their place in the tournament.
    pub rows: Vec<Row>,
    /// `crosstable[i][j]`: results of engine i against engine j.
    pub crosstable: Vec<Vec<Wdl>>,
    /// Black's results over all games.
    pub black: Wdl,
    /// Plies of all games, including the opening.
    pub plies: u64,
    /// How many games ended for each reason that occurred, in the order of [`Reason::ALL`].
    pub endings: Vec<(Reason, u64)>,
}

impl Standings {
    /// The standings of a match of `engines` engines; games of engines beyond them are ignored.
    pub fn of(engines: usize, games: &[PlayedGame]) -> Standings {
        let row = Row {
            by_color: [Wdl::default(); 2],
            elo: Estimate { value: 0.0, error: 0.0 },
            times: Times::default(),
            faults: Vec::new(),
        };
        let mut standings = Standings {
            rows: vec![row; engines],
            crosstable: vec![vec![Wdl::default(); engines]; engines],
            black: Wdl::default(),
            plies: 0,
            endings: Vec::new(),
        };
        let known = |game: &&PlayedGame| game.players.iter().all(|&player| player < engines);
        let mut endings = [0; Reason::ALL.len()];
        for game in games.iter().filter(known) {
            standings.add(game);
            for (count, reason) in endings.iter_mut().zip(Reason::ALL) {
                *count += u64::from(game.ending.reason == reason);
            }
        }
        let counted = Reason::ALL.into_iter().zip(endings);
        standings.endings = counted.filter(|&(_, count)| count > 0).collect();
        for (row, elo) in standings.rows.iter_mut().zip(ratings(&standings.crosstable)) {
            row.elo = elo;
        }
        standings
    }

    fn add(&mut self, game: &PlayedGame) {
        self.plies += game.moves.len() as u64;
        self.black.add_half_points(game.half_points(Color::Black));
        for color in Color::ALL {
            let player = game.players[color.index()];
            let opponent = game.players[color.opponent().index()];
            let half_points = game.half_points(color);
            self.crosstable[player][opponent].add_half_points(half_points);
            self.rows[player].by_color[color.index()].add_half_points(half_points);
        }
        for (ply, timed) in game.moves.iter().enumerate().skip(game.opening_plies) {
            if timed.mv != Move::Pass {
                self.rows[game.players[ply % 2]].times.add(timed.time, game.number);
            }
        }
        if let (Some(winner), reason) = (game.ending.winner, game.ending.reason)
            && reason.is_fault()
        {
            let loser = game.players[winner.opponent().index()];
            let detail = game.ending.detail.clone();
            self.rows[loser].faults.push(LostByFault { game: game.number, reason, detail });
        }
    }

    /// How many games there were.
    pub const fn games(&self) -> u64 {
        self.black.games()
    }

    /// Plies of a game on average; `None` before the first game.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    /// The engines by their Elo, best first; equal ones by their place.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.rows.len()).collect();
        ranking.sort_by(|&a, &b| self.rows[b].elo.value.total_cmp(&self.rows[a].elo.value));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::samples::{game, with_times};

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    fn three_engines() -> Vec<PlayedGame> {
        let mut late = game(5, [2, 0], WHITE);
        late.ending.reason = Reason::Overtime;
        late.ending.detail = "1.204 s of 1.000 s".to_owned();
        vec![
            with_times(game(0, [0, 1], BLACK), 1, &[Some(0), Some(30), Some(10), Some(50)]),
            with_times(game(1, [1, 0], None), 2, &[Some(0), Some(0), Some(70), None, Some(30)]),
            game(2, [1, 2], BLACK),
            game(3, [2, 1], WHITE),
            game(4, [0, 2], BLACK),
            late,
            game(6, [0, 3], BLACK),
        ]
    }

    #[test]
    fn results_are_counted_for_both_players_and_colours() {
        let standings = Standings::of(3, &three_engines());
        assert_eq!(standings.games(), 6);
        assert_eq!(standings.black, wdl(3, 1, 2));
        assert_eq!(standings.rows[0].by_color, [wdl(2, 0, 0), wdl(1, 1, 0)]);
        assert_eq!(standings.rows[0].wdl(), wdl(3, 1, 0));
        assert_eq!(standings.rows[2].wdl(), wdl(0, 0, 4));
        assert_eq!(standings.crosstable[0][1], wdl(1, 1, 0));
        assert_eq!(standings.crosstable[1][0], wdl(0, 1, 1));
        assert_eq!(standings.crosstable[1][2], wdl(2, 0, 0));
        assert_eq!(standings.crosstable[1][1], Wdl::default());
        assert_eq!(standings.ranking(), [0, 1, 2]);
        let sum: f64 = standings.rows.iter().map(|row| row.elo.value).sum();
        assert!(sum.abs() < 1e-6);
        assert_eq!(standings.mean_plies(), Some(1.5));
    }

    #[test]
    fn only_moves_that_were_thought_about_have_times() {
        let standings = Standings::of(3, &three_engines());
        let [one, two, three] = [0, 1, 2].map(|engine| standings.rows[engine].times);
        // Engine 0: 10 ms as Black; as White only the pass.
        assert_eq!((one.moves, one.mean_ms()), (1, Some(10.0)));
        assert_eq!(one.worst, Some((Duration::from_millis(10), 0)));
        // Engine 1: 30 and 50 ms as White, 70 and 30 ms as Black.
        assert_eq!((two.moves, two.mean_ms()), (4, Some(45.0)));
        assert_eq!(two.worst, Some((Duration::from_millis(70), 1)));
        assert_eq!((three.mean_ms(), three.worst), (None, None));
    }

    #[test]
    fn faults_are_the_losers() {
        let standings = Standings::of(3, &three_engines());
        let detail = "1.204 s of 1.000 s".to_owned();
        assert_eq!(
            standings.rows[2].faults,
            [LostByFault { game: 5, reason: Reason::Overtime, detail }]
        );
        assert!(standings.rows[0].faults.is_empty() && standings.rows[1].faults.is_empty());
        assert_eq!(
            standings.endings,
            [(Reason::Five, 4), (Reason::FullBoard, 1), (Reason::Overtime, 1)]
        );
    }

    #[test]
    fn no_games_are_no_numbers() {
        let standings = Standings::of(2, &[]);
        assert_eq!((standings.games(), standings.mean_plies()), (0, None));
        assert!(standings.endings.is_empty());
        assert_eq!(standings.ranking(), [0, 1]);
    }
}
