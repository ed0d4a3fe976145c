//! Writes self-play games for training to a file, and appends if it already has some.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::color::Color;
use crate::language::Words;
use crate::shard::Shard;
use crate::train::Record;
use crate::train::bits::invalid;
use crate::train::game_file::{GameReader, header, write_game};
use crate::train::produce::produce;

/// How many games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenPlan {
    /// Total number of games in the file, including those already there.
    pub games: u64,
    /// The part of the games to play here.
    pub shard: Shard,
    /// Games played in parallel.
    pub threads: usize,
}

/// The games already in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub games: Tally,
    /// Size in bytes up to the last of them. Anything after that is what an interrupted run or a power failure left
    /// incomplete.
    pub bytes: u64,
}

/// Counts the games in a file.
///
/// # Errors
/// I/O errors on `file`; the file is text, of another game, or damaged, or `accept` rejects a game.
pub fn count<G: Record>(
    file: &mut dyn BufRead,
    accept: &dyn Fn(G) -> Result<G, String>,
) -> io::Result<Done> {
    if file.fill_buf()?.is_empty() {
        return Ok(Done::default());
    }
    let mut reader = GameReader::new::<G>(file)?;
    if reader.is_text() {
        return Err(invalid("the games are text; --convert makes them compact"));
    }
    let mut games = Tally::default();
    while let Some(game) = reader.next_game::<G>()? {
        match game.and_then(accept) {
            Ok(game) => games.add(&game),
            Err(fault) => return Err(invalid(&format!("game {}: {fault}", reader.number()))),
        }
    }
    Ok(Done { games, bytes: reader.bytes() })
}

/// Writes the games of `input` to `output` in the other form: text as a compact file, a compact file as
/// text. Returns their number. `in_input` and `in_output` complete the errors of either file.
///
/// # Errors
/// I/O errors; a game that is invalid, with its number.
pub fn convert<G: Record>(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    in_input: &dyn Fn(io::Error) -> io::Error,
    in_output: &dyn Fn(io::Error) -> io::Error,
) -> io::Result<u64> {
    let mut reader = GameReader::new::<G>(input).map_err(in_input)?;
    if reader.is_text() {
        output.write_all(&header::<G>()).map_err(in_output)?;
    }
    while let Some(game) = reader.next_game::<G>().map_err(in_input)? {
        let game = game
            .and_then(G::checked)
            .map_err(|fault| in_input(invalid(&format!("game {}: {fault}", reader.number()))))?;
        let written =
            if reader.is_text() { write_game(&game, output) } else { writeln!(output, "{game}") };
        written.map_err(in_output)?;
    }
    output.flush().map_err(in_output)?;
    Ok(reader.number())
}

/// Games and their results.
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
    /// Searched positions in all games.
    pub positions: u64,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.black + self.drawn + self.white
    }

    fn add<G: Record>(&mut self, game: &G) {
        match game.winner() {
            Some(Color::Black) => self.black += 1,
            Some(Color::White) => self.white += 1,
            None => self.drawn += 1,
        }
        self.plies += game.plies() as u64;
        self.positions += game.positions() as u64;
    }
}

/// State of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All games in the file.
    pub all: Tally,
    /// The games of earlier runs in the file.
    pub earlier: Tally,
    /// Time of this run.
    pub elapsed: Duration,
}

impl Progress {
    /// The size of the file and the speed of the run, in one line.
    pub fn text(&self, words: &Words) -> String {
        let Progress { all, earlier, elapsed } = self;
        let games = all.games();
        let hours = elapsed.as_secs_f64().max(1e-9) / 3600.0;
        let rate = |all: u64, earlier: u64| (all - earlier) as f64 / hours;
        let values = [
            ("games", words.say_with("count-games", &[("count", games.into())])),
            ("black", all.black.to_string()),
            ("drawn", all.drawn.to_string()),
            ("white", all.white.to_string()),
            ("moves", format!("{:.1}", all.plies as f64 / games.max(1) as f64)),
            ("positions", all.positions.to_string()),
            ("speed", format!("{:.0}", rate(games, earlier.games()))),
            ("pace", format!("{:.0}", rate(all.positions, earlier.positions))),
        ];
        words.say_with("datagen-progress", &values.map(|(name, text)| (name, text.into())))
    }
}

/// Plays the games still missing after `done` and appends each to `file` as soon as it ends. `player` creates the
/// player of a thread. A run resumed with the same player and plan gives the same file as an uninterrupted one. `watch`
/// receives the progress after every game.
///
/// # Errors
/// I/O errors on `file`, or a thread that cannot be started.
pub fn run<G: Record, P: FnMut(u64) -> G + Send>(
    player: &dyn Fn() -> P,
    plan: DatagenPlan,
    done: Done,
    file: &mut dyn Write,
    interrupt: &AtomicBool,
    watch: &mut dyn FnMut(&Progress),
) -> io::Result<Progress> {
    let start = Instant::now();
    if done.bytes == 0 {
        file.write_all(&header::<G>())?;
    }
    let mut progress = Progress { all: done.games, earlier: done.games, ..Progress::default() };
    let mut written = Ok(());
    let mut each = |game: G| {
        written = write_game(&game, file).and_then(|()| file.flush());
        progress.all.add(&game);
        progress.elapsed = start.elapsed();
        watch(&progress);
        if written.is_err() || interrupt.load(Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let there = done.games.games();
    let missing = there..plan.games.max(there);
    let player = || {
        let mut play = player();
        move |index| play(plan.shard.nth(index))
    };
    produce(&player, missing, plan.threads, &mut each)?;
    written?;
    Ok(progress)
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

    fn converted<G: Record>(mut input: &[u8], output: &mut Vec<u8>) -> io::Result<u64> {
        convert::<G>(&mut input, output, &|error| error, &|error| error)
    }

    fn gomoku() -> impl FnMut(u64) -> crate::gomoku::train::record::GameRecord + Send {
        let sizes = [Size::new(9, 9).unwrap()];
        let recipe = Recipe::new(Rule::Freestyle, &sizes, 30, 1).unwrap();
        let mut players = SelfPlay::new(recipe, Arc::new(WeightSet::seed()));
        move |index| players.play(index)
    }

    /// A player that starts at a game which ends within its opening.
    fn othello() -> impl FnMut(u64) -> othello::train::record::GameRecord + Send {
        let recipe = othello::train::selfplay::Recipe { depth: 1, solve_from: 2, seed: 1 };
        let weights = Arc::new(othello::eval::weights::Weights::seed());
        let mut players = othello::train::selfplay::SelfPlay::new(recipe, weights);
        move |index| players.play(1617 + index)
    }

    fn plan(games: u64, shard: &str) -> DatagenPlan {
        DatagenPlan { games, shard: shard.parse().unwrap(), threads: 2 }
    }

    fn played<G: Record, P: FnMut(u64) -> G + Send>(
        player: &dyn Fn() -> P,
        plan: DatagenPlan,
        mut file: Vec<u8>,
        interrupted: bool,
    ) -> (Vec<u8>, Progress) {
        let done = count::<G>(&mut &file[..], &Ok).unwrap();
        file.truncate(done.bytes as usize);
        let interrupt = AtomicBool::new(interrupted);
        let progress = run(player, plan, done, &mut file, &interrupt, &mut |_| ()).unwrap();
        (file, progress)
    }

    /// The ends of the games in a file.
    fn ends<G: Record>(file: &[u8]) -> Vec<usize> {
        let mut reader = GameReader::new::<G>(file).unwrap();
        let mut ends = Vec::new();
        while reader.next_game::<G>().unwrap().is_some() {
            ends.push(reader.bytes() as usize);
        }
        ends
    }

    fn resumes_where_it_stopped<G: Record, P: FnMut(u64) -> G + Send>(player: &dyn Fn() -> P) {
        let (whole, progress) = played(player, plan(4, "1/1"), Vec::new(), false);
        let all = progress.all;
        assert_eq!((all.games(), progress.earlier), (4, Tally::default()));
        let ends = ends::<G>(&whole);
        assert_eq!((ends.len(), ends[3]), (4, whole.len()));
        let header = header::<G>().len();
        let of_games = [ends[0], ends[0] + 1, ends[1] - 1, ends[2] - 4, ends[2] + 1];
        for cut in [0, 1, header - 1, header].into_iter().chain(of_games) {
            let (file, progress) = played(player, plan(4, "1/1"), whole[..cut].to_vec(), false);
            assert!(file == whole && progress.all == all, "{cut}");
        }
        let (first, progress) = played(player, plan(4, "1/1"), Vec::new(), true);
        assert_eq!((progress.all.games(), &first[..]), (1, &whole[..ends[0]]));
        let (file, progress) = played(player, plan(2, "1/1"), whole.clone(), false);
        assert!(file == whole && (progress.all, progress.earlier) == (all, all));

        let shard = |shard| played(player, plan(2, shard), Vec::new(), false).0;
        let (odd, even) = (shard("1/2"), shard("2/2"));
        let games = |file: &[u8]| text::<G>(file).lines().map(str::to_owned).collect::<Vec<_>>();
        let (odd, even, all) = (games(&odd), games(&even), games(&whole));
        assert_eq!([&odd[0], &even[0], &odd[1], &even[1]], [&all[0], &all[1], &all[2], &all[3]]);
    }

    fn text<G: Record>(file: &[u8]) -> String {
        let mut text = Vec::new();
        converted::<G>(file, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn becomes_text_and_compact_again<G: Record, P: FnMut(u64) -> G + Send>(
        player: &dyn Fn() -> P,
    ) {
        let (whole, _) = played(player, plan(3, "1/1"), Vec::new(), false);
        let text = text::<G>(&whole);
        let mut again = Vec::new();
        assert_eq!(converted::<G>(text.as_bytes(), &mut again).unwrap(), 3);
        assert!(again == whole);
        let broken = text.replacen('\t', "\tx", 2);
        let error = converted::<G>(broken.as_bytes(), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().starts_with("game 1: "), "{error}");
    }

    #[test]
    fn games_become_text_and_compact_again() {
        becomes_text_and_compact_again(&gomoku);
        becomes_text_and_compact_again(&othello);
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        type Game = crate::gomoku::train::record::GameRecord;
        let (whole, _) = played(&gomoku, plan(2, "1/1"), Vec::new(), false);
        let error = |file: &[u8]| count::<Game>(&mut &file[..], &Ok).unwrap_err().to_string();
        for at in 0..whole.len() {
            let mut file = whole.clone();
            file[at] ^= 1;
            match count::<Game>(&mut &file[..], &Ok) {
                Ok(done) => assert!(done.games.games() < 2, "byte {at}: {done:?}"),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::InvalidData, "byte {at}"),
            }
        }
        let mut other = whole.clone();
        other[header::<Game>().len() - 1] = b'O';
        assert_eq!(error(&other), "a file of another game or version");
        // No run leaves such files.
        for file in [&[0; 9][..], &[0], b"\x89tengen2", b"\x89x", b"\x89tengen1\0"] {
            assert_eq!(error(file), "a file of another game or version", "{file:?}");
        }
        assert_eq!(error(b"freestyle"), "the games are text; --convert makes them compact");
    }

    fn zeros_at_the_end_are_no_games<G: Record, P: FnMut(u64) -> G + Send>(player: &dyn Fn() -> P) {
        let (whole, _) = played(player, plan(3, "1/1"), Vec::new(), false);
        let (ends, header) = (ends::<G>(&whole), header::<G>().len());
        for cut in [header, ends[0], ends[0] + 1, ends[0] + 2, ends[1] - 4, ends[1] - 1, ends[2]] {
            for zeros in [1, 6, 70_000] {
                let file = [&whole[..cut], &vec![0; zeros]].concat();
                let kept = ends.iter().rfind(|&&end| file.starts_with(&whole[..end]));
                let done = count::<G>(&mut &file[..], &Ok).unwrap();
                assert_eq!(done.bytes as usize, *kept.unwrap_or(&header), "{cut} {zeros}");
            }
        }
        let damaged = [&whole[..], &[0; 9], &[1]].concat();
        let error = count::<G>(&mut &damaged[..], &Ok).unwrap_err().to_string();
        assert!(error.starts_with("game 4: invalid code: "), "{error}");
    }

    #[test]
    fn a_damaged_last_game_is_no_game_that_ends_in_zeros() {
        type Game = crate::gomoku::train::record::GameRecord;
        let file = |score: u32| {
            let game: Game = format!("caro\t15x15\t0\t1\th8\t{score}").parse().unwrap();
            let mut file = header::<Game>();
            write_game(&game, &mut file).unwrap();
            file
        };
        // The sum of one game in 256 ends in a zero.
        let whole = (0..10_000).map(file).find(|file| file.ends_with(&[0])).unwrap();
        assert_eq!(ends::<Game>(&whole), [whole.len()]);
        let code = header::<Game>().len() + 2..whole.len() - 4;
        assert!(!code.is_empty());
        for at in code {
            let mut file = whole.clone();
            file[at] ^= 1;
            let error = count::<Game>(&mut &file[..], &Ok).unwrap_err().to_string();
            assert_eq!(error, "game 1: the checksum is wrong", "byte {at}");
        }
    }

    #[test]
    fn zeros_in_place_of_the_last_games_are_cut() {
        zeros_at_the_end_are_no_games(&gomoku);
        zeros_at_the_end_are_no_games(&othello);
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
        let mut no_room: &mut [u8] = &mut [0; 20];
        let never = AtomicBool::new(false);
        let plan = plan(3, "1/1");
        assert!(run(&gomoku, plan, Done::default(), &mut no_room, &never, &mut |_| ()).is_err());
    }
}
