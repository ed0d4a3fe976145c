//! Tunes options of an engine by SPSA: each step plays pairs of games between two variations of it.
//!
//! The folder of a run holds `tuning.jsonl`: a first line with everything that decides the games,
//! then a line for each step, synced to disk before the next step starts. A step depends only on
//! the recipe, the seed and the earlier steps, so a run limited by nodes or depth is reproducible with any
//! number of workers and interruptions.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use serde::{Deserialize, Serialize};

use super::ending::Reason;
use super::journal::is_begun;
use super::plan::{MatchPlan, PlanError};
use super::player::Seat;
use super::referee;
use super::repertoire::Repertoire;
use super::runner::{Completion, POLL, has_ended_engine};
use super::tournament::{Engine, Opening, Tournament};
use super::workers;
use crate::color::Color;
use crate::exclusive;
use crate::openings::generate::default_threads;
use crate::train::spsa::{Comparison, Parameter, Schedule, Spsa};

/// Name of the file in the folder of a run.
pub const FILE: &str = "tuning.jsonl";
/// Version of the format, in the first line.
const VERSION: u32 = 1;
/// Start of the first line.
const FIRST_LINE: &[u8] = b"{\"tengen_tuning\":";

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningRecipe {
    /// The parameters: each is an option of the engine, sent before every game.
    pub parameters: Vec<Parameter>,
    pub schedule: Schedule,
    /// Pairs of games in a step, each with its own opening and variation.
    pub pairs_per_step: usize,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub step: u64,
    /// Games won, drawn and lost by the positive variations.
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// The values after it, in the order of the parameters.
    pub point: Vec<f64>,
}

/// What a run reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// It continues after this step of an earlier run.
    Resumed(&'a Step),
    /// This step is played and in the journal.
    Played(&'a Step),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    tengen_tuning: u32,
    plan: MatchPlan,
    recipe: TuningRecipe,
    openings: Vec<String>,
}

/// Plays the run of `plan` and `recipe`, or resumes it in the folder `out`, until it is complete or `interrupt` is set.
/// The first engine of the plan plays both sides. `watch` receives every step that is played, and before them the last
/// one of earlier runs.
///
/// # Errors
/// The plan is invalid, the folder belongs to another run, the engine commits a fault, or a file operation fails.
pub fn run(
    plan: &MatchPlan,
    recipe: &TuningRecipe,
    out: &Path,
    interrupt: &AtomicBool,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Completion, PlanError> {
    let tournament = plan.resolve()?;
    let mut spsa = Spsa::new(recipe.parameters.clone(), recipe.schedule, tournament.seed);
    let header = Header {
        tengen_tuning: VERSION,
        plan: plan.identity(),
        recipe: recipe.clone(),
        openings: Vec::new(),
    };
    let (mut journal, lines) = Journal::open(&out.join(FILE))?;
    let repertoire = if lines.is_empty() {
        let repertoire = Repertoire::gather(&tournament)?;
        if !repertoire.complete(&tournament, default_threads(), interrupt)? {
            return Ok(Completion::Interrupted);
        }
        journal.write(&Header { openings: repertoire.texts(), ..header })?;
        repertoire
    } else {
        let (openings, steps) = journal.read(&lines, &header)?;
        if let Some(last) = steps.last() {
            watch(Event::Resumed(last));
            spsa = spsa.resume(last.step, last.point.clone());
        }
        Repertoire::from_texts(&tournament, &openings)?
    };
    with_workers(&tournament, |tasks, games, stop| {
        let step_games = StepGames { tasks, games, repertoire: &repertoire, interrupt, stop };
        step_games.play(&mut spsa, recipe, &mut journal, watch)
    })?
}

/// Starts the workers of `tournament` and calls `play` with their tasks and games and with the flag that ends them. A
/// worker that panics sets it, too.
///
/// # Errors
/// A worker cannot be started, or panics.
fn with_workers<T>(
    tournament: &Tournament,
    play: impl FnOnce(Sender<Task>, &Receiver<Game>, &AtomicBool) -> T,
) -> Result<T, PlanError> {
    let stop = AtomicBool::new(false);
    let (tasks, their_tasks) = unbounded();
    let (their_games, games) = unbounded();
    let worker = {
        let stop = &stop;
        move || {
            let (tasks, games) = (their_tasks.clone(), their_games.clone());
            move || work(tournament, &tasks, &games, stop)
        }
    };
    let builders = workers::builders(tournament.concurrency);
    workers::run(builders, worker, &stop, || play(tasks, &games, &stop))
}

/// A game to be played.
struct Task {
    /// Index of the comparison in the step.
    index: usize,
    /// Whether the positive variation has Black.
    plus_is_black: bool,
    plus: Vec<(String, String)>,
    minus: Vec<(String, String)>,
    opening: Opening,
}

/// The comparison of a game, and the result of its positive variation: 1, 0 or -1.
type Game = (usize, Result<i32, Fault>);

/// A fault of an engine.
struct Fault {
    reason: Reason,
    text: String,
}

struct StepGames<'a> {
    tasks: Sender<Task>,
    games: &'a Receiver<Game>,
    repertoire: &'a Repertoire,
    interrupt: &'a AtomicBool,
    /// Set if a worker panicked.
    stop: &'a AtomicBool,
}

impl StepGames<'_> {
    fn play(
        self,
        spsa: &mut Spsa,
        recipe: &TuningRecipe,
        journal: &mut Journal,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Completion, PlanError> {
        while !spsa.is_finished() {
            let comparisons = spsa.comparisons(recipe.pairs_per_step);
            let first_round = spsa.steps_done() as usize * recipe.pairs_per_step;
            self.hand_out(&comparisons, &recipe.parameters, first_round);
            let Some(results) = self.collect(comparisons.len())? else {
                return Ok(Completion::Interrupted);
            };
            let won: Vec<f64> = results.iter().map(|games| f64::from(games.sum())).collect();
            spsa.advance(&comparisons, &won);
            let count = |result| {
                results.iter().flat_map(|pair| pair.0).filter(|&game| game == result).count() as u32
            };
            let (wins, draws, losses) = (count(1), count(0), count(-1));
            let point = spsa.point().to_vec();
            let step = Step { step: spsa.steps_done(), wins, draws, losses, point };
            journal.write(&step)?;
            watch(Event::Played(&step));
        }
        Ok(Completion::Complete)
    }

    fn hand_out(&self, comparisons: &[Comparison], parameters: &[Parameter], first_round: usize) {
        let options = |values: &[i32]| -> Vec<(String, String)> {
            let named = parameters.iter().zip(values);
            named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect()
        };
        for (index, comparison) in comparisons.iter().enumerate() {
            let opening = self.repertoire.opening(first_round + index);
            let opening = opening.expect("a run begins with all openings");
            for plus_is_black in [true, false] {
                // The workers outlive the tasks.
                let _ = self.tasks.send(Task {
                    index,
                    plus_is_black,
                    plus: options(&comparison.plus),
                    minus: options(&comparison.minus),
                    opening: opening.clone(),
                });
            }
        }
    }

    /// The results of all pairs of a step; `None` if it is interrupted.
    fn collect(&self, pairs: usize) -> Result<Option<Vec<Pair>>, PlanError> {
        let mut results = vec![Pair::default(); pairs];
        let mut missing = 2 * pairs;
        while missing > 0 {
            if self.interrupt.load(Relaxed) {
                return Ok(None);
            }
            let (index, game) = match self.games.recv_timeout(POLL) {
                Ok(game) => game,
                Err(RecvTimeoutError::Timeout) if !self.stop.load(Relaxed) => continue,
                // A worker panicked.
                Err(_) => return Err(workers::aborted()),
            };
            match game {
                Ok(won) => results[index].add(won),
                Err(fault) if has_ended_engine(self.interrupt, fault.reason) => return Ok(None),
                Err(fault) => return Err(PlanError(fault.text)),
            }
            missing -= 1;
        }
        Ok(Some(results))
    }
}

/// The games of one comparison, as results of the positive variation.
#[derive(Clone, Copy, Debug, Default)]
struct Pair([i32; 2], usize);

impl Pair {
    fn add(&mut self, won: i32) {
        self.0[self.1] = won;
        self.1 += 1;
    }

    fn sum(&self) -> i32 {
        self.0.iter().sum()
    }
}

fn work(tournament: &Tournament, tasks: &Receiver<Task>, games: &Sender<Game>, stop: &AtomicBool) {
    let engine = &tournament.engines[0];
    let mut seats = [Seat::new(engine.clone()), Seat::new(engine.clone())];
    for task in tasks {
        let [plus, minus] = &mut seats;
        plus.set_options(with(engine, task.plus));
        minus.set_options(with(engine, task.minus));
        let pair = if task.plus_is_black { [plus, minus] } else { [minus, plus] };
        let Ok(finished) = referee::play(&tournament.conditions, &task.opening, pair, stop) else {
            break;
        };
        let ending = finished.ending;
        let plus_won =
            |winner| (winner == Color::Black) == ((finished.black == 0) == task.plus_is_black);
        let game = match ending.winner {
            _ if ending.reason.is_fault() => {
                let text = format!("{}: {}", engine.name, ending.detail);
                Err(Fault { reason: ending.reason, text })
            }
            None => Ok(0),
            Some(winner) if plus_won(winner) => Ok(1),
            Some(_) => Ok(-1),
        };
        if games.send((task.index, game)).is_err() {
            break;
        }
    }
    seats.into_iter().for_each(|seat| seat.leave(&tournament.conditions, stop));
}

fn with(engine: &Engine, options: Vec<(String, String)>) -> Vec<(String, String)> {
    engine.options.iter().cloned().chain(options).collect()
}

/// The file of a run.
struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates the journal at `path`; returns it with its complete lines. An incomplete last line is
    /// dropped. A second run cannot open it.
    fn open(path: &Path) -> Result<(Journal, Vec<String>), PlanError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(PlanError::about(folder))?;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = exclusive::open(&options, path).map_err(PlanError::about(path))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(PlanError::about(path))?;
        // The incomplete line may end within a character.
        let sound = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if sound == 0 && !is_begun(&text, FIRST_LINE) {
            return Err(PlanError(format!("{}: not the beginning of a run", path.display())));
        }
        let text = io::read_to_string(&text[..sound]).map_err(PlanError::about(path))?;
        exclusive::cut(&mut file, sound as u64).map_err(PlanError::about(path))?;
        let lines = text.lines().map(str::to_owned).collect();
        Ok((Journal { path: path.to_owned(), file }, lines))
    }

    /// Reads the lines of a journal of the run that `wanted` describes; its openings are not compared.
    fn read(
        &self,
        lines: &[String],
        wanted: &Header,
    ) -> Result<(Vec<String>, Vec<Step>), PlanError> {
        let path = self.path.display();
        let corrupt = |number: usize, error: &dyn fmt::Display| {
            PlanError(format!("{path}: line {number}: {error}"))
        };
        let header: Header = serde_json::from_str(&lines[0]).map_err(|error| corrupt(1, &error))?;
        let Header { openings, .. } = header;
        if (Header { openings: Vec::new(), ..header }) != *wanted {
            let message = "belongs to another run (expected the same options, or another --out)";
            return Err(PlanError(format!("{path}: {message}")));
        }
        let parameters = wanted.recipe.parameters.len();
        let steps = (2..).zip(&lines[1..]).map(|(number, line)| {
            let step: Step = serde_json::from_str(line).map_err(|error| corrupt(number, &error))?;
            if step.step == number as u64 - 1 && step.point.len() == parameters {
                return Ok(step);
            }
            let message = format!("step {} does not belong to this run", step.step);
            Err(corrupt(number, &message))
        });
        Ok((openings, steps.collect::<Result<_, _>>()?))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), PlanError> {
        let mut text = serde_json::to_string(line).expect("names and numbers are JSON");
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(PlanError::about(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::tests::Scratch;
    use crate::coord::{Move, Point};

    #[test]
    fn a_worker_that_panics_ends_the_run() {
        // The other worker waits for a task.
        let plan = "concurrency = 2\n[generate]\ncount = 8\n[each]\nnodes = 9\n\
                    [[engine]]\ncmd = 'a'\n[[engine]]\ncmd = 'b'";
        let tournament = MatchPlan::from_toml(plan).unwrap().resolve().unwrap();
        let repertoire = Repertoire::from_texts(&tournament, &["h8 i9".to_owned()]).unwrap();
        let (interrupt, mut error) = (AtomicBool::new(false), None);
        let run = with_workers(&tournament, |tasks, games, stop| {
            let (repertoire, interrupt) = (&repertoire, &interrupt);
            let step_games = StepGames { tasks, games, repertoire, interrupt, stop };
            // No opening has the same move twice.
            let twice = vec![Move::Place(Point::new(7, 7).unwrap()); 2];
            let (plus, minus) = (Vec::new(), Vec::new());
            let opening = Opening::Moves(twice);
            let task = Task { index: 0, plus_is_black: true, plus, minus, opening };
            step_games.tasks.send(task).unwrap();
            error = step_games.collect(1).err();
        });
        let aborted = PlanError("the games were aborted by an internal error".to_owned());
        assert_eq!((run, error), (Err(aborted.clone()), Some(aborted)));
    }

    #[test]
    fn a_journal_is_cut_after_its_last_whole_line() {
        let folder = Scratch::new("tuning-cut");
        let path = folder.0.join(FILE);
        let (journal, lines) = Journal::open(&path).unwrap();
        assert!(lines.is_empty());
        let error = Journal::open(&path).map(drop).unwrap_err().to_string();
        assert!(error.ends_with(": in use"), "{error}");
        drop(journal);
        // The power failed within a character.
        let torn = "{\"tengen_tuning\":1,\"cmd\":\"棋".as_bytes();
        let torn = &torn[..torn.len() - 1];
        for (whole, count) in [("", 0), ("a\n棋\n", 2)] {
            fs::write(&path, [whole.as_bytes(), torn].concat()).unwrap();
            let (mut journal, lines) = Journal::open(&path).unwrap();
            assert_eq!(lines.len(), count);
            journal.write(&7).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{whole}7\n"));
        }
        fs::write(&path, "notes").unwrap();
        let error = Journal::open(&path).map(drop).unwrap_err().to_string();
        assert!(error.ends_with(": not the beginning of a run"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "notes");
    }

    #[test]
    fn steps_of_another_run_are_refused() {
        let folder = Scratch::new("tuning-steps");
        let (journal, lines) = Journal::open(&folder.0.join(FILE)).unwrap();
        assert!(lines.is_empty());
        let name = "a".to_owned();
        let recipe = TuningRecipe {
            parameters: vec![Parameter { name, start: 3.0, min: 1.0, max: 8.0, step: 2.0 }],
            schedule: Schedule { steps: 9, rate: 0.1 },
            pairs_per_step: 2,
        };
        let plan = MatchPlan::default();
        let header = Header { tengen_tuning: VERSION, plan, recipe, openings: Vec::new() };
        let step = |step, point: &[f64]| {
            let point = point.to_vec();
            Step { step, wins: 1, draws: 0, losses: 1, point }
        };
        let read = |second: &Step| {
            let steps = [&step(1, &[3.0]), second].map(|step| serde_json::to_string(step).unwrap());
            let lines: Vec<String> =
                [serde_json::to_string(&header).unwrap()].into_iter().chain(steps).collect();
            journal.read(&lines, &header).map(|(_, steps)| steps.len())
        };
        assert_eq!(read(&step(2, &[3.5])), Ok(2));
        for wrong in [step(1, &[3.5]), step(3, &[3.5]), step(2, &[]), step(2, &[3.5, 1.0])] {
            let error = read(&wrong).unwrap_err().to_string();
            let message = format!("line 3: step {} does not belong to this run", wrong.step);
            assert!(error.ends_with(&message), "{error}");
        }
    }
}
