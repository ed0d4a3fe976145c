//! Writes self-play games for training to a file, one per line; appends if it already has some.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::train::Record;
use crate::train::produce::produce;

/// How many games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenPlan {
    /// Total number of games in the file, those already there included.
    pub games: u64,
    /// Games played in parallel.
    pub threads: usize,
}

/// The games already in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Complete lines.
    pub games: u64,
    /// Size of these lines in bytes. Anything after them is a line that an interrupted run left incomplete.
    pub bytes: u64,
}

/// Counts the games in a file.
///
/// # Errors
/// What `file` reports.
pub fn count(file: &mut dyn BufRead) -> io::Result<Done> {
    let mut done = Done::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = file.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(done);
        }
        done.games += 1;
        done.bytes += bytes as u64;
    }
}

/// Games played in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by Black.
    pub black: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by White.
    pub white: u64,
    /// Moves in all games.
    pub plies: u64,
    /// Time so far.
    pub elapsed: Duration,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.black + self.drawn + self.white
    }

    /// One line about the run.
    pub fn text(&self) -> String {
        let games = self.games();
        let hours = self.elapsed.as_secs_f64().max(1e-9) / 3600.0;
        format!(
            "{games} games: {} black, {} drawn, {} white; {:.1} moves a game; {:.0} games/h",
            self.black,
            self.drawn,
            self.white,
            self.plies as f64 / games.max(1) as f64,
            games as f64 / hours,
        )
    }
}

/// Plays the games still missing after `done` and appends each to `file` as soon as it ends. `player`
/// makes the player of a thread. A run resumed with the same player and plan gives the same file as an
/// uninterrupted one. `watch` receives the tally after every game.
///
/// # Errors
/// I/O errors on `file`, or a thread that cannot be started.
pub fn run<G: Record, P: FnMut(u64) -> G + Send>(
    player: &dyn Fn() -> P,
    plan: DatagenPlan,
    done: Done,
    file: &mut dyn Write,
    interrupt: &AtomicBool,
    watch: &mut dyn FnMut(&Tally),
) -> io::Result<Tally> {
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut written = Ok(());
    let mut each = |game: G| {
        written = writeln!(file, "{game}").and_then(|()| file.flush());
        match game.winner() {
            Some(Color::Black) => tally.black += 1,
            Some(Color::White) => tally.white += 1,
            None => tally.drawn += 1,
        }
        tally.plies += game.plies() as u64;
        tally.elapsed = start.elapsed();
        watch(&tally);
        if written.is_err() || interrupt.load(Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let missing = done.games..plan.games.max(done.games);
    produce(player, missing, plan.threads, &mut each)?;
    written?;
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::coord::Size;
    use crate::gomoku::eval::weights::WeightSet;
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::train::selfplay::{Recipe, SelfPlay};
    use crate::othello;

    fn gomoku() -> impl FnMut(u64) -> crate::gomoku::train::record::GameRecord + Send {
        let sizes = [Size::new(9, 9).unwrap()];
        let recipe = Recipe::new(Rule::Freestyle, &sizes, 30, 1).unwrap();
        let mut players = SelfPlay::new(recipe, Arc::new(WeightSet::seed()));
        move |index| players.play(index)
    }

    /// Starts at a game that ends within its opening.
    fn othello() -> impl FnMut(u64) -> othello::train::record::GameRecord + Send {
        let recipe = othello::train::selfplay::Recipe { depth: 1, solve_from: 2, seed: 1 };
        let weights = Arc::new(othello::eval::weights::Weights::seed());
        let mut players = othello::train::selfplay::SelfPlay::new(recipe, weights);
        move |index| players.play(1617 + index)
    }

    fn played<G: Record, P: FnMut(u64) -> G + Send>(
        player: &dyn Fn() -> P,
        games: u64,
        mut file: Vec<u8>,
        interrupted: bool,
    ) -> (Vec<u8>, Tally) {
        let done = count(&mut &file[..]).unwrap();
        file.truncate(done.bytes as usize);
        let interrupt = AtomicBool::new(interrupted);
        let plan = DatagenPlan { games, threads: 2 };
        let tally = run(player, plan, done, &mut file, &interrupt, &mut |_| ()).unwrap();
        (file, tally)
    }

    fn resumes_where_it_stopped<G: Record, P: FnMut(u64) -> G + Send>(player: &dyn Fn() -> P) {
        let (whole, tally) = played(player, 4, Vec::new(), false);
        assert_eq!(tally.games(), 4);
        let ends: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
        assert_eq!(ends.len(), 4);
        for cut in [0, 5, ends[0], ends[0] + 1, ends[2] - 1, ends[2] + 1] {
            assert!(played(player, 4, whole[..cut].to_vec(), false).0 == whole, "{cut}");
        }
        let (first, tally) = played(player, 4, Vec::new(), true);
        assert_eq!((tally.games(), &first[..]), (1, &whole[..=ends[0]]));
        assert_eq!(played(player, 2, whole.clone(), false), (whole, Tally::default()));
    }

    #[test]
    fn a_gomoku_run_resumes_where_it_stopped() {
        resumes_where_it_stopped(&gomoku);
    }

    #[test]
    fn an_othello_run_resumes_where_it_stopped() {
        resumes_where_it_stopped(&othello);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let mut no_room: &mut [u8] = &mut [0; 10];
        let never = AtomicBool::new(false);
        let plan = DatagenPlan { games: 3, threads: 2 };
        assert!(run(&gomoku, plan, Done::default(), &mut no_room, &never, &mut |_| ()).is_err());
    }
}
