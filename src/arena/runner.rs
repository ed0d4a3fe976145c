//! Runs a match: workers play the games, one collector receives the results.
//!
//! A result counts once the journal has it. The collector alone decides when the match is over; a worker
//! takes the next game, plays it, and sends the result.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::ending::{PlayedGame, Reason};
use super::folder::{Folder, has_other_records, headline, must_be_free};
use super::journal::{Header, Journal, JournalError};
use super::plan::{MatchPlan, PlanError};
use super::player::Seat;
use super::progress::{Progress, ProgressOutput, Style};
use super::referee;
use super::repertoire::{self, Repertoire};
use super::report::Facts;
use super::report::fastchess;
use super::report::live::Standing;
use super::report::table::results;
use super::report::text::status_line;
use super::schedule::{Fixture, Pairings};
use super::stats::score::Duel;
use super::stats::sprt::Sprt;
use super::tournament::{Adjudication, Engine, OpeningOrder, OpeningSource, Tournament};
use super::workers;
use crate::language::{Value, Words};
use crate::openings::generate::{GenerateError, Generator, default_threads};
use crate::process::Process;

/// Interval at which the interrupt is checked.
pub(super) const POLL: Duration = Duration::from_millis(50);
/// Least time between reports during a match.
const REPORT_EVERY: Duration = Duration::from_secs(30);
/// Least pause after a report, as a multiple of the time it took. Reports take longer as games accumulate; this bounds
/// their share of a match.
const REPORT_PAUSE: u32 = 100;

/// How long after the end of an engine an interruption that caused it may be noticed: when a job is cancelled, for
/// instance by Slurm, all of its processes get the signal, and an engine may end before the signal is noticed here.
const AFTERMATH: Duration = Duration::from_millis(500);

/// Whether a match is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// All games are played, or the test is decided.
    Complete,
    /// It was interrupted and can be resumed.
    Interrupted,
}

/// Plays the match that `plan` describes, or the rest of it, in the folder `out`, until it is complete or `interrupt`
/// is set. Progress and the final report go to `screen`.
///
/// # Errors
/// The plan is invalid, the folder belongs to another match, a file operation fails, or an internal error aborts a game.
pub fn run(
    plan: &MatchPlan,
    out: &Path,
    interrupt: &AtomicBool,
    screen: ProgressOutput<'_>,
) -> Result<Completion, PlanError> {
    let tournament = plan.resolve()?;
    if screen.style == Style::Fastchess && !tournament.is_duel() {
        return Err(PlanError("--output fastchess: expected two engines".to_owned()));
    }
    tournament.engines.iter().try_for_each(must_start)?;
    let Opened { journal, repertoire, generator, games } = Opened::new(plan, &tournament, out)?;
    let folder = Folder::new(out, &tournament);
    folder.write_plan(plan)?;
    folder.write_records(&games)?;
    let facts = conditions(&tournament, &repertoire, screen.words);
    let mut collector = Collector::new(&tournament, journal, folder, games, facts, screen)?;
    match collector.play(&repertoire, generator, interrupt) {
        Ok(completion) => {
            collector.close()?;
            Ok(completion)
        }
        Err(error) => {
            // The match fails for this reason even if the report cannot be written, either.
            let _ = collector.report_so_far();
            Err(error)
        }
    }
}

/// A match in its folder, created or resumed.
struct Opened {
    journal: Journal,
    repertoire: Repertoire,
    /// The generator of the missing openings.
    generator: Option<Generator>,
    games: Vec<PlayedGame>,
}

impl Opened {
    fn new(plan: &MatchPlan, tournament: &Tournament, out: &Path) -> Result<Opened, PlanError> {
        let generator =
            |repertoire: &Repertoire| repertoire.generator(tournament, default_threads());
        let begin = |old: Option<Journal>| -> Result<Opened, PlanError> {
            let repertoire = Repertoire::gather(tournament)?;
            let generator = generator(&repertoire)?;
            let header = Header::new(plan.clone(), repertoire.texts());
            match old {
                Some(journal) => journal.remove()?,
                None => must_be_free(out, tournament)?,
            }
            let journal = Journal::create(out, &header)?;
            Ok(Opened { journal, repertoire, generator, games: Vec::new() })
        };
        let Some((mut journal, contents)) = Journal::resume(out)? else { return begin(None) };
        let is_ours = contents.header.must_be_of(plan, out);
        // Without games nothing is lost, for instance after options with which no openings were found.
        if is_ours.is_err() && contents.games.is_empty() {
            return begin(Some(journal));
        }
        is_ours?;
        contents.must_be_of(tournament, out)?;
        if has_other_records(out, tournament) {
            return Err(JournalError::other_plan(out, vec!["records".to_owned()]).into());
        }
        let repertoire = Repertoire::from_texts(tournament, &contents.header.openings)?;
        if contents.has_all_openings {
            repertoire.close();
        }
        let generator = generator(&repertoire)?;
        let games = plan.games_of_encounter();
        if games > contents.header.plan.games_of_encounter() {
            journal.extend(games)?;
        }
        Ok(Opened { journal, repertoire, generator, games: contents.games })
    }
}

/// Openings that are generated while games are played.
struct Generating<'a> {
    repertoire: &'a Repertoire,
    /// `None` once all are known.
    generator: Option<Generator>,
    /// Number of threads left for it while games are played.
    spare: usize,
}

impl Generating<'_> {
    /// Takes the openings found so far. Returns them as text, and whether too few will ever be found; those found are
    /// then used in turn.
    ///
    /// # Errors
    /// None was found, or the generator was aborted.
    fn take(&mut self) -> Result<(Vec<String>, bool), PlanError> {
        let Some(generator) = &mut self.generator else {
            return Ok((Vec::new(), false));
        };
        let (found, error) = self.repertoire.take_from(generator, Duration::ZERO);
        let are_few = error.is_some();
        if let Some(error) = error {
            if self.repertoire.len() == 0 || error == GenerateError::Aborted {
                return Err(repertoire::failed(&error));
            }
            self.repertoire.close();
        }
        if self.repertoire.len() > 0 {
            generator.stand_back(self.spare);
        }
        if self.repertoire.len() >= self.repertoire.planned() {
            self.generator = None;
        }
        Ok((found, are_few))
    }

    /// The numbers of known and of planned openings, while any are missing.
    fn progress(&self) -> Option<(usize, usize)> {
        let counts = (self.repertoire.len(), self.repertoire.planned());
        self.generator.is_some().then_some(counts)
    }
}

/// Checks that `engine` starts, so that a wrong path does not cause the loss of every game.
fn must_start(engine: &Engine) -> Result<(), PlanError> {
    if let Some(dir) = engine.dir.as_deref().filter(|dir| !dir.is_dir()) {
        return Err(PlanError(format!("{}: there is no folder {}", engine.name, dir.display())));
    }
    let started = Process::start(&engine.command, engine.dir.as_deref(), &engine.name);
    started.map(drop).map_err(|error| {
        PlanError(format!("{}: cannot start '{}': {error}", engine.name, engine.command[0]))
    })
}

/// The conditions for the report, except engines and rules, as name and value.
pub fn conditions(
    tournament: &Tournament,
    repertoire: &Repertoire,
    words: &Words,
) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut add = |key: &str, value: String| told.push((words.say(key), value));
    add("report-openings", openings(tournament, repertoire, words));
    let tolerances: Vec<String> =
        tournament.engines.iter().map(|engine| engine.tolerance.as_millis().to_string()).collect();
    let same = tolerances.iter().all(|tolerance| *tolerance == tolerances[0]);
    let tolerance = if same { tolerances[0].clone() } else { tolerances.join(", ") };
    add("report-tolerances", format!("{tolerance} ms"));
    let early = adjudications(tournament.conditions.adjudication, words);
    if !early.is_empty() {
        add("report-adjudication", early.join(", "));
    }
    if !tournament.shard.is_whole() {
        add("report-shard", tournament.shard.to_string());
    }
    add("report-concurrency", tournament.concurrency.to_string());
    add("report-seed", tournament.seed.to_string());
    add("report-referee", concat!("tengen ", env!("CARGO_PKG_VERSION")).to_owned());
    if tournament.pairings == Pairings::Gauntlet {
        add("report-format", words.say("report-gauntlet"));
    }
    told
}

/// The openings as text.
fn openings(tournament: &Tournament, repertoire: &Repertoire, words: &Words) -> String {
    let mut text = match &tournament.openings {
        OpeningSource::Swap2 => "swap2".to_owned(),
        OpeningSource::File(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let values = [("count", repertoire.len().into()), ("name", name.into())];
            words.say_with("report-openings-of", &values)
        }
        OpeningSource::Generated { .. } => {
            let values = [("count", repertoire.planned().into())];
            words.say_with("report-openings-generated", &values)
        }
    };
    if tournament.order == OpeningOrder::Random {
        text += &words.say("report-openings-random");
    }
    if tournament.images {
        text += &words.say("report-openings-images");
    }
    text
}

/// The adjudications as text.
fn adjudications(adjudication: Adjudication, words: &Words) -> Vec<String> {
    let Adjudication { dead_draw, solve_at, most_plies, agreement } = adjudication;
    let mut early = Vec::new();
    if dead_draw {
        early.push(words.say("report-dead-draw"));
    }
    let mut add = |key: &str, name: &str, value: Value| {
        early.push(words.say_with(key, &[(name, value)]));
    };
    if let Some(empties) = solve_at {
        add("report-solve", "empties", empties.into());
    }
    if let Some(plies) = most_plies {
        add("report-most-plies", "plies", plies.into());
    }
    if let Some(rule) = agreement.resign {
        add("report-agreed-win", "rule", words.detail(&rule.to_string()).into());
    }
    if let Some(rule) = agreement.draw {
        add("report-agreed-draw", "rule", words.detail(&rule.to_string()).into());
    }
    early
}

/// Receives the results.
struct Collector<'a, 's> {
    tournament: &'a Tournament,
    journal: Journal,
    folder: Folder<'a>,
    games: Vec<PlayedGame>,
    conditions: Vec<(String, String)>,
    words: &'s Words,
    duel: Duel,
    progress: Progress<'s>,
    /// When the next report during the match is due.
    report_due: Instant,
    /// Openings known and planned, while they are generated.
    openings: Option<(usize, usize)>,
    /// The first round that repeats an opening; `None` once that has been reported, or if clocks make games differ.
    repeating: Option<usize>,
    planned: usize,
}

/// The planned games. Those of another shard, or of a longer match, stay in the folder.
fn planned(tournament: &Tournament, games: &[PlayedGame]) -> usize {
    let Tournament { schedule, shard, .. } = tournament;
    let others = games.iter().filter(|game| !schedule.has(game.number, *shard));
    schedule.len(*shard) + others.count()
}

impl<'a, 's> Collector<'a, 's> {
    fn new(
        tournament: &'a Tournament,
        journal: Journal,
        folder: Folder<'a>,
        games: Vec<PlayedGame>,
        conditions: Vec<(String, String)>,
        screen: ProgressOutput<'s>,
    ) -> Result<Collector<'a, 's>, PlanError> {
        let planned = planned(tournament, &games);
        let [first, second] = tournament.schedule.encounters()[0];
        let duel = Duel::of(&games, first, second);
        let words = screen.words;
        let progress = Progress::start(screen, planned, games.len()).map_err(|e| unseen(&e))?;
        let report_due = Instant::now() + REPORT_EVERY;
        let (openings, repeating) = (None, None);
        Ok(Collector {
            tournament,
            journal,
            folder,
            games,
            conditions,
            words,
            duel,
            progress,
            report_due,
            openings,
            repeating,
            planned,
        })
    }

    /// Plays the remaining games; meanwhile, generates the missing openings.
    fn play(
        &mut self,
        repertoire: &Repertoire,
        generator: Option<Generator>,
        interrupt: &AtomicBool,
    ) -> Result<Completion, PlanError> {
        if self.is_decided() {
            return Ok(Completion::Complete);
        }
        if self.tournament.engines.iter().all(|engine| engine.time.is_without_clock()) {
            self.repeating = repertoire.first_repetition(self.tournament.schedule.rounds());
        }
        let tournament = self.tournament;
        let played: HashSet<usize> = self.games.iter().map(|game| game.number).collect();
        // Lazy, because a match may have more games than fit into memory.
        let left = tournament
            .schedule
            .games(tournament.shard)
            .filter(|fixture| !played.contains(&fixture.number));
        let at_a_time = tournament.concurrency.min(tournament.schedule.len(tournament.shard));
        let (queue, stop) = (Mutex::new(left), AtomicBool::new(false));
        let (sender, results) = unbounded();
        let spare = default_threads().saturating_sub(tournament.concurrency);
        let mut openings = Generating { repertoire, generator, spare };
        self.openings = openings.progress();
        self.show();
        let worker = {
            let (queue, stop) = (&queue, &stop);
            move || {
                let sender = sender.clone();
                move || work(tournament, queue, repertoire, stop, &sender)
            }
        };
        // In the end, the workers abandon their games.
        let completion = workers::run(workers::builders(at_a_time), worker, &stop, || {
            self.collect(&results, &mut openings, interrupt)
        })??;
        if completion == Completion::Interrupted {
            // Games that finished while another was being written.
            let mut finished = results.try_iter().filter(|game| !is_crash(game.ending.reason));
            finished.try_for_each(|game| self.take(game))?;
        }
        Ok(completion)
    }

    fn collect(
        &mut self,
        results: &Receiver<PlayedGame>,
        openings: &mut Generating,
        interrupt: &AtomicBool,
    ) -> Result<Completion, PlanError> {
        loop {
            self.take_openings(openings)?;
            match results.recv_timeout(POLL) {
                Ok(game) => {
                    if has_ended_engine(interrupt, game.ending.reason) {
                        return Ok(Completion::Interrupted);
                    }
                    self.take(game)?;
                    if self.is_decided() {
                        return Ok(Completion::Complete);
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.progress.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(Completion::Complete),
            }
            if interrupt.load(Relaxed) {
                return Ok(Completion::Interrupted);
            }
        }
    }

    fn take_openings(&mut self, openings: &mut Generating) -> Result<(), PlanError> {
        let planned = openings.repertoire.planned();
        let (found, are_few) = openings.take()?;
        if found.is_empty() && !are_few {
            return Ok(());
        }
        self.journal.add_openings(&found)?;
        if are_few {
            self.journal.end_openings()?;
            self.conditions = conditions(self.tournament, openings.repertoire, self.words);
            // The note below says that they repeat.
            self.repeating = None;
            let known = openings.repertoire.len();
            let values = [("known", known.into()), ("planned", planned.into())];
            let note = self.words.say_with("match-few-openings", &values);
            self.progress.note(&note).map_err(|e| unseen(&e))?;
        }
        self.openings = openings.progress();
        self.show();
        Ok(())
    }

    fn take(&mut self, game: PlayedGame) -> Result<(), PlanError> {
        self.journal.add(&game)?;
        let announced = self.announce(&game);
        // It is in the journal, so it counts even if the match now fails.
        self.games.push(game);
        announced?;
        self.show();
        let began = Instant::now();
        if began >= self.report_due {
            self.report_so_far()?;
            self.report_due = Instant::now() + pause_after(began.elapsed());
        }
        Ok(())
    }

    /// Records and prints a game.
    fn announce(&mut self, game: &PlayedGame) -> Result<(), PlanError> {
        let pairs = self.duel.pairs().pairs();
        self.duel.add(game);
        self.folder.add_record(game)?;
        self.note_repetition(game.number)?;
        self.tell(game, self.duel.pairs().pairs() > pairs).map_err(|e| unseen(&e))
    }

    /// Writes the report on the games so far, if there are any.
    fn report_so_far(&self) -> Result<(), PlanError> {
        if self.games.is_empty() {
            return Ok(());
        }
        let games = self.sorted_games();
        self.folder.write_report(&self.facts(&games))
    }

    /// Prints that `game` has finished; if `completes_pair`, its partner finished before.
    fn tell(&mut self, game: &PlayedGame, completes_pair: bool) -> io::Result<()> {
        if self.progress.style() == Style::Fastchess {
            let mut lines = fastchess::finished(game, self.tournament);
            let is_due =
                completes_pair && self.duel.pairs().pairs().is_multiple_of(fastchess::INTERVAL);
            // The results after the last game are printed at the end.
            if is_due && !self.is_decided() && self.games.len() + 1 < self.planned {
                lines += &fastchess::results(&self.duel, self.tournament, self.deciding_test());
            }
            return self.progress.result(&lines);
        }
        let line = headline(game, self.tournament, self.words);
        let standing =
            self.tournament.is_duel().then(|| status_line(&self.duel, self.deciding_test()));
        let is_fault = game.ending.reason.is_fault();
        self.progress.finished(&line, is_fault, &standing.unwrap_or_default())
    }

    /// Without a clock, engines may repeat a game from the same opening, which adds no evidence.
    fn note_repetition(&mut self, number: usize) -> Result<(), PlanError> {
        let Some(openings) =
            self.repeating.filter(|&first| self.tournament.schedule.round(number) >= first)
        else {
            return Ok(());
        };
        self.repeating = None;
        let note = self.words.say_with("match-repeating", &[("openings", openings.into())]);
        self.progress.note(&note).map_err(|e| unseen(&e))
    }

    /// Shows the state of the match.
    fn show(&self) {
        let standing = Standing {
            duel: self.tournament.is_duel().then_some(&self.duel),
            sprt: self.deciding_test(),
            openings: self.openings,
        };
        self.progress.show(standing);
    }

    /// The test, if it decides when this run ends. A shard alone decides nothing.
    fn deciding_test(&self) -> Option<&'a Sprt> {
        self.tournament.sprt.as_ref().filter(|_| self.tournament.shard.is_whole())
    }

    fn is_decided(&self) -> bool {
        self.deciding_test().is_some_and(|sprt| sprt.verdict(sprt.llr(&self.duel)).is_some())
    }

    /// The finished games by number.
    fn sorted_games(&self) -> Vec<PlayedGame> {
        let mut games = self.games.clone();
        games.sort_by_key(|game| game.number);
        games
    }

    /// The data for a report on `games`, sorted by number.
    fn facts<'f>(&'f self, games: &'f [PlayedGame]) -> Facts<'f> {
        Facts {
            variant: self.tournament.conditions.variant,
            engines: &self.tournament.engines,
            pairings: self.tournament.pairings,
            conditions: &self.conditions,
            games,
            arrived: &self.games,
            planned: self.planned,
            sprt: self.tournament.sprt,
            words: self.words,
        }
    }

    /// The last lines in the style of fastchess.
    fn fastchess_end(&self, is_complete: bool) -> String {
        let test = self.deciding_test();
        fastchess::results(&self.duel, self.tournament, test)
            + &fastchess::end(&self.duel, test, is_complete)
    }

    /// Rewrites the report and the records in order, and shows the results.
    fn close(self) -> Result<(), PlanError> {
        let games = self.sorted_games();
        let facts = self.facts(&games);
        self.folder.write_report(&facts)?;
        self.folder.write_records(&games)?;
        let results = match self.progress.style() {
            Style::Own(format) => results(&facts, format),
            Style::Fastchess => self.fastchess_end(games.len() >= facts.planned),
        };
        self.progress.end(&results, &self.folder.report_page()).map_err(|e| unseen(&e))
    }
}

/// The time until the next report, after one that took this long.
fn pause_after(report: Duration) -> Duration {
    REPORT_EVERY.max(report * REPORT_PAUSE)
}

/// Whether the engine of a game lost for this `reason` was ended by an interruption, which may be noticed only later.
/// The game is then played again.
pub(super) fn has_ended_engine(interrupt: &AtomicBool, reason: Reason) -> bool {
    let ended = Instant::now();
    while is_crash(reason) && !interrupt.load(Relaxed) {
        if ended.elapsed() > AFTERMATH {
            return false;
        }
        thread::sleep(POLL);
    }
    is_crash(reason)
}

/// Whether the loser's process ended, possibly by an external cause.
fn is_crash(reason: Reason) -> bool {
    matches!(reason, Reason::Crash | Reason::NoStart)
}

/// Plays one game after another. The engines of the last game keep running for the next one.
fn work(
    tournament: &Tournament,
    queue: &Mutex<impl Iterator<Item = Fixture>>,
    repertoire: &Repertoire,
    stop: &AtomicBool,
    results: &Sender<PlayedGame>,
) {
    let mut seats: BTreeMap<usize, Seat> = BTreeMap::new();
    while !stop.load(Relaxed) {
        let next = queue.lock().ok().and_then(|mut queue| queue.next());
        let Some(fixture) = next else {
            break;
        };
        let Some(opening) = repertoire.wait_for(fixture.round, stop) else {
            break;
        };
        let strangers: Vec<usize> =
            seats.keys().copied().filter(|engine| !fixture.players.contains(engine)).collect();
        for engine in strangers {
            if let Some(seat) = seats.remove(&engine) {
                seat.leave(&tournament.conditions, stop);
            }
        }
        let mut pair = fixture.players.map(|engine| {
            let seat = seats.remove(&engine);
            seat.unwrap_or_else(|| Seat::new(tournament.engines[engine].clone()))
        });
        let [first, second] = &mut pair;
        let played = referee::play(&tournament.conditions, &opening, [first, second], stop);
        for (engine, seat) in fixture.players.into_iter().zip(pair) {
            seats.insert(engine, seat);
        }
        let Ok(finished) = played else {
            break;
        };
        let black = fixture.players[finished.black];
        let white = fixture.players[1 - finished.black];
        let game = PlayedGame {
            number: fixture.number,
            players: [black, white],
            opening_plies: finished.opening_plies,
            moves: finished.moves,
            reports: finished.reports,
            ending: finished.ending,
            margin: finished.margin,
            began: finished.began,
        };
        if results.send(game).is_err() {
            break;
        }
    }
    for seat in seats.into_values() {
        seat.leave(&tournament.conditions, stop);
    }
}

fn unseen(error: &io::Error) -> PlanError {
    PlanError(format!("cannot write the progress: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::arena::journal::tests::Scratch;
    #[cfg(unix)]
    use crate::language::Language;
    use crate::openings::generate::tests::panicked;
    #[cfg(unix)]
    use crate::table::Format;

    #[test]
    fn reports_take_a_hundredth_of_a_long_match() {
        assert_eq!(pause_after(Duration::from_millis(5)), REPORT_EVERY);
        assert_eq!(pause_after(Duration::from_secs(2)), Duration::from_secs(200));
    }

    #[test]
    fn a_match_goes_on_without_more_openings_only_if_there_are_none() {
        let plan = "[generate]\ncount = 8\n[each]\nnodes = 9\n\
                    [[engine]]\ncmd = 'a'\n[[engine]]\ncmd = 'b'";
        let tournament = MatchPlan::from_toml(plan).unwrap().resolve().unwrap();
        let repertoire = Repertoire::from_texts(&tournament, &["h8 i9".to_owned()]).unwrap();
        let generator = Some(panicked(tournament.conditions.variant));
        let mut openings = Generating { repertoire: &repertoire, generator, spare: 1 };
        let error = openings.take().unwrap_err().to_string();
        assert_eq!(error, "--generate: aborted by an internal error");
    }

    #[cfg(unix)]
    #[test]
    fn a_game_that_panics_ends_the_others_and_the_match() {
        let plan = |side| {
            let text = format!(
                "size = '{side}'\nconcurrency = 3\npatience = 3600000\ngames = 4\n\
                 [generate]\ncount = 2\n[each]\nnodes = 9\ncmd = 'sleep 60'\n\
                 [[engine]]\nname = 'a'\n[[engine]]\nname = 'b'"
            );
            MatchPlan::from_toml(&text).unwrap()
        };
        let small = plan(9).resolve().unwrap();
        // The second opening is not on the board of the match; the engines of the first never answer.
        let openings = ["h8 i9", "o15"].map(str::to_owned);
        let repertoire = Repertoire::from_texts(&plan(15).resolve().unwrap(), &openings).unwrap();
        let scratch = Scratch::new("match-panics");
        let header = Header::new(plan(9), repertoire.texts());
        let journal = Journal::create(&scratch.0, &header).unwrap();
        let folder = Folder::new(&scratch.0, &small);
        let words = Words::new(Language::English);
        let screen = ProgressOutput {
            lines: &mut io::sink(),
            results: &mut io::sink(),
            style: Style::Own(Format::Text),
            bar: None,
            words: &words,
        };
        let mut collector =
            Collector::new(&small, journal, folder, Vec::new(), Vec::new(), screen).unwrap();
        let error = collector.play(&repertoire, None, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(error.to_string(), "the games were aborted by an internal error");
        assert!(collector.games.is_empty());
    }
}
