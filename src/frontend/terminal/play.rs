//! The course of play: whose turn it is, what a person's request does, and what happens at the end.

mod setup;
mod swap2;

use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::archive::{self, Failure};
use super::input::Input;
use super::options::{Level, PlayOptions, Player};
use super::partner::Partner;
use super::request::{self, Misread, TypedRequest, YesNo};
use super::screen::Screen;
use super::text;
use crate::color::Color;
use crate::coord::{Move, Ply};
use crate::formats::date::DateTime;
use crate::formats::game::{Details, TimedMove, Verdict};
use crate::formats::records::{Hints, Loss, StoredGame};
use crate::formats::{GameRecord, spoken};
use crate::frontend::desk::{DeskEvent, Target};
use crate::game::{Position, Variant};
use crate::language::{Value, Words};

/// Plays games until the user leaves or `input` ends.
///
/// # Errors
/// `input` or `output` fails, there is no board of that size, or no thread can be started.
pub fn run(
    words: &Words,
    options: PlayOptions,
    analyst: &Analyst,
    input: &mut dyn Input,
    output: &mut dyn Write,
) -> io::Result<()> {
    let screen = Screen::new(input, output, options.display);
    Sitting::new(words, options, analyst, screen)?.run()
}

/// Analyses a game, writes the page of the analysis to the file, and returns its text; `None` if the user interrupts.
pub type Analyst<'a> = dyn Fn(StoredGame, Option<&Path>) -> io::Result<Option<String>> + 'a;

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    /// Another game begins.
    Again,
    /// The user leaves.
    Leave,
}

/// A series of games with its players.
struct Sitting<'a> {
    words: &'a Words,
    analyst: &'a Analyst<'a>,
    screen: Screen<'a>,
    partner: Partner,
    options: PlayOptions,
    /// Whether the engine waits because moves were taken back.
    engine_waits: bool,
    /// The side that resigned, if any.
    resigned: Option<Color>,
    /// Whether the players exchange their sides when the next game begins.
    swaps_next: bool,
    /// The position where the moves of the game begin: the one that was set up, otherwise the usual one.
    start: Position,
    /// Plies of the game that were not played here.
    old_plies: usize,
    /// Plies that swap2 placed; they cannot be taken back.
    set_plies: usize,
    /// Whether the current state of the game was saved in the folder.
    is_saved: bool,
    /// The file in the folder that stores the game in progress, in case the program is terminated.
    kept: Option<PathBuf>,
    /// Whether storing the current state of the game was attempted.
    is_kept: bool,
    /// Whether the last attempt failed, which the user knows.
    has_failed: bool,
    /// The game of a loaded file, until it is changed.
    loaded: Option<StoredGame>,
    /// Files written in this session.
    own_files: Vec<PathBuf>,
    began: DateTime,
    /// The time of every ply.
    times: Vec<Duration>,
    /// Start of the current turn.
    turn_began: Instant,
    /// Whether the board was drawn since it last changed.
    drawn: bool,
}

impl<'a> Sitting<'a> {
    fn new(
        words: &'a Words,
        mut options: PlayOptions,
        analyst: &'a Analyst<'a>,
        mut screen: Screen<'a>,
    ) -> io::Result<Sitting<'a>> {
        let start = start_position(options.variant)?;
        let partner = start_partner(&options, start.clone())?;
        let stones = Color::ALL.map(|color| screen.stone(partner.position(), color));
        screen.say(&text::welcome(words, &options, &stones))?;
        screen.say(&words.say("play-invitation"))?;
        let game = options.game.take();
        let mut sitting = Sitting {
            words,
            analyst,
            screen,
            partner,
            options,
            engine_waits: false,
            resigned: None,
            swaps_next: false,
            start,
            old_plies: 0,
            set_plies: 0,
            is_saved: false,
            kept: None,
            is_kept: false,
            has_failed: false,
            loaded: None,
            own_files: Vec::new(),
            began: DateTime::now(),
            times: Vec::new(),
            turn_began: Instant::now(),
            drawn: false,
        };
        if let Some(game) = game {
            sitting.resume(&game)?;
        }
        Ok(sitting)
    }

    /// Plays games until the user leaves.
    fn run(mut self) -> io::Result<()> {
        let mut flow = self.open()?;
        loop {
            flow = match flow {
                Flow::GoOn => self.turn()?,
                Flow::Again => {
                    self.restart()?;
                    self.open()?
                }
                Flow::Leave => return self.save_unfinished(),
            }
        }
    }

    /// The opening of a game, if it has one.
    fn open(&mut self) -> io::Result<Flow> {
        let is_empty = *self.partner.position() == start_position(self.options.variant)?;
        let begins = self.options.swap2 && is_empty && self.options.variant.is_gomoku();
        if begins { self.swap2() } else { Ok(Flow::GoOn) }
    }

    /// Starts on an empty board with the same players.
    fn restart(&mut self) -> io::Result<()> {
        self.save_unfinished()?;
        let start = start_position(self.options.variant)?;
        self.partner.begin(start)?;
        self.clear();
        Ok(())
    }

    /// How the game ended, if it has.
    fn verdict(&self) -> Option<Verdict> {
        let board = self.partner.outcome().map(Verdict::Board);
        board.or(self.resigned.map(Verdict::Resigned))
    }

    /// The side to move.
    fn side_to_move(&self) -> Color {
        self.partner.position().side_to_move()
    }

    /// Who moves for `color`.
    fn player(&self, color: Color) -> Player {
        self.options.players[color.index()]
    }

    fn turn(&mut self) -> io::Result<Flow> {
        if let Some(verdict) = self.verdict() {
            return self.finish(verdict);
        }
        self.keep()?;
        if self.partner.position().must_pass() {
            return self.pass();
        }
        if self.player(self.side_to_move()) == Player::Human || self.engine_waits {
            return self.let_person_move();
        }
        self.let_engine_move()?;
        Ok(Flow::GoOn)
    }

    /// Removes everything that belongs to an earlier game, and seats the players for the next one.
    fn clear(&mut self) {
        self.engine_waits = false;
        self.resigned = None;
        if mem::take(&mut self.swaps_next) {
            self.options.players.reverse();
        }
        self.start = start_of(self.partner.position());
        self.old_plies = 0;
        self.set_plies = 0;
        self.change();
        self.kept = None;
        self.began = DateTime::now();
        self.times.clear();
        self.turn_began = Instant::now();
        self.drawn = false;
    }

    /// Records that the game is no longer that of any file.
    fn change(&mut self) {
        self.is_saved = false;
        self.is_kept = false;
        self.loaded = None;
    }

    /// Continues a game.
    fn resume(&mut self, game: &StoredGame) -> io::Result<()> {
        self.options.variant = game.record.variant;
        self.partner = start_partner(&self.options, game.start.clone())?;
        self.partner.begin(game.end())?;
        self.clear();
        self.times = game.record.moves.iter().map(|timed| timed.time).collect();
        self.old_plies = self.times.len();
        self.loaded = Some(game.clone());
        Ok(())
    }

    /// Plays a forced pass of either player.
    fn pass(&mut self) -> io::Result<Flow> {
        self.screen.say(&text::forced_pass(self.words, self.partner.position()))?;
        self.turn_began = Instant::now();
        self.play(Target::PASS)?;
        Ok(Flow::GoOn)
    }

    fn let_person_move(&mut self) -> io::Result<Flow> {
        if !self.drawn {
            self.draw()?;
        }
        let side = self.side_to_move();
        let stone = self.screen.stone(self.partner.position(), side);
        let name = text::side(self.words, side, &stone);
        let prompt = match self.player(side) {
            Player::Human => name,
            Player::Engine => self.words.say_with("play-engine-waits", &[("side", name.into())]),
        };
        let Some(line) = self.screen.ask(&prompt)? else {
            return Ok(Flow::Leave);
        };
        if line.is_empty() {
            return Ok(Flow::GoOn);
        }
        match request::parse(&line) {
            Ok(request) => self.obey(request),
            Err(misread) => {
                self.screen.say(&text::misread(self.words, &misread))?;
                Ok(Flow::GoOn)
            }
        }
    }

    /// Makes the engine play for the side to move.
    fn let_engine_move(&mut self) -> io::Result<()> {
        let side = self.side_to_move();
        self.turn_began = Instant::now();
        let mut summary = String::new();
        let is_interactive = self.screen.is_interactive();
        let is_watched = self.options.players == [Player::Engine; 2];
        if is_interactive && (!self.drawn || is_watched) {
            if !self.drawn {
                self.draw()?;
            }
            self.screen.forget_messages();
        }
        let (words, screen) = (self.words, &mut self.screen);
        let mv = self.partner.engine_move(&mut |news| {
            if is_interactive {
                summary = text::summary(words, news);
            }
            show_progress(words, screen, news)
        })?;
        self.screen.clear_progress()?;
        let values = [("side", spoken::title(words, side).into()), ("move", mv.to_string().into())];
        self.screen.say(&(words.say_with("play-engine-moves", &values) + &summary))?;
        self.note_move();
        if is_watched {
            self.draw()?;
            // An interruption may come after the search, too.
            let is_interrupted = self.options.interrupt.swap(false, Relaxed);
            self.engine_waits = self.partner.was_interrupted() || is_interrupted;
        }
        Ok(())
    }

    /// Plays `target` for the side to move, or shows why it is illegal.
    fn play(&mut self, target: Target) -> io::Result<()> {
        match self.partner.play(target) {
            Ok(()) => self.note_move(),
            Err(refusal) => self.screen.say(&text::refusal(self.words, &refusal))?,
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        self.drawn = true;
        self.show(&self.partner.position().clone())
    }

    fn show(&mut self, position: &Position) -> io::Result<()> {
        let stones = Color::ALL.map(|color| self.screen.stone(position, color));
        self.screen.draw(position, text::caption(self.words, position, &stones))
    }

    /// Records a ply.
    fn note_move(&mut self) {
        self.times.push(match self.partner.position().history().last().map(|ply| ply.mv) {
            Some(Move::Pass) => Duration::ZERO,
            _ => self.turn_began.elapsed(),
        });
        self.turn_began = Instant::now();
        self.engine_waits = false;
        self.change();
        self.drawn = false;
    }
}

/// The user's requests.
impl Sitting<'_> {
    /// Executes a request during the game.
    fn obey(&mut self, request: TypedRequest) -> io::Result<Flow> {
        match request {
            TypedRequest::Move(target) => self.play(target)?,
            TypedRequest::Go => self.let_engine_move()?,
            TypedRequest::Hint(count) => self.hint(count)?,
            TypedRequest::Why(target) => self.explain(target)?,
            TypedRequest::Swap => self.swap()?,
            TypedRequest::Resign => {
                self.resigned = Some(self.who_resigns());
                self.change();
            }
            TypedRequest::New => {
                self.say("play-new-game")?;
                return Ok(Flow::Again);
            }
            TypedRequest::Quit => return Ok(Flow::Leave),
            TypedRequest::Answer(_) => self.say("play-nothing-asked")?,
            TypedRequest::Undo(moves) => self.undo(moves)?,
            TypedRequest::Level(level) => self.set_level(level)?,
            TypedRequest::Moves => {
                let played = self.partner.position().history();
                self.screen.say(&text::moves(self.words, played))?
            }
            TypedRequest::Result => {
                let result = self.verdict().map(|verdict| spoken::verdict(self.words, &verdict));
                self.screen.say(&result.unwrap_or_else(|| self.words.say("play-going-on")))?;
            }
            TypedRequest::Board => self.draw()?,
            TypedRequest::Style(style) => {
                self.screen.set_style(style);
                self.draw()?;
            }
            TypedRequest::Save(file) => self.save_as(&file)?,
            TypedRequest::Load(file) => self.load(&file)?,
            TypedRequest::Analyze(page) => self.analyze(page.as_deref())?,
            TypedRequest::SetUp => return self.set_up(),
            TypedRequest::Swap2 if self.options.variant.is_othello() => {
                self.say("play-swap2-not")?;
            }
            TypedRequest::Swap2 => {
                self.restart()?;
                return self.swap2();
            }
            TypedRequest::Help => self.say("play-help")?,
        }
        Ok(Flow::GoOn)
    }

    /// Shows the text named `key`.
    fn say(&mut self, key: &str) -> io::Result<()> {
        self.screen.say(&self.words.say(key))
    }

    /// Shows the text named `key` with a value for its variable.
    fn say_of(
        &mut self,
        key: &str,
        variable: &str,
        value: impl Into<Value<'static>>,
    ) -> io::Result<()> {
        self.screen.say(&self.words.say_with(key, &[(variable, value.into())]))
    }

    fn hint(&mut self, count: u32) -> io::Result<()> {
        let (words, screen) = (self.words, &mut self.screen);
        let result = self.partner.hint(count, &mut |news| show_progress(words, screen, news))?;
        self.screen.clear_progress()?;
        self.screen.say(&text::hint(words, &result))
    }

    fn explain(&mut self, target: Target) -> io::Result<()> {
        let Position::Gomoku(game) = self.partner.position() else {
            return self.say("play-nothing-forbidden");
        };
        let text = match target.explain(game) {
            Ok(explanation) => text::explanation(self.words, target, &explanation),
            Err(refusal) => text::refusal(self.words, &refusal),
        };
        self.screen.say(&text)
    }

    fn set_level(&mut self, level: Level) -> io::Result<()> {
        self.options.level = level;
        for setting in level.settings() {
            self.partner.set(setting);
        }
        self.say_of("play-level-set", "level", text::level(self.words, level))
    }

    /// Makes the engine take over the side to move.
    fn swap(&mut self) -> io::Result<()> {
        let side = self.side_to_move();
        self.options.players[side.index()] = Player::Engine;
        self.options.players[(!side).index()] = Player::Human;
        self.engine_waits = false;
        let [engine, person] = [side, !side].map(|color| spoken::side(self.words, color));
        let values = [("engine", engine.into()), ("person", person.into())];
        self.screen.say(&self.words.say_with("play-swapped", &values))
    }

    /// The only person at the board, or else the side to move.
    fn who_resigns(&self) -> Color {
        let side = self.side_to_move();
        match (self.player(side), self.player(!side)) {
            (Player::Engine, Player::Human) => !side,
            _ => side,
        }
    }

    /// Takes back this many moves, or by default everything from the person's last move on.
    fn undo(&mut self, moves: Option<u32>) -> io::Result<()> {
        let history = &self.partner.position().history()[self.set_plies..];
        let plies = match moves {
            Some(moves) => plies_back(history, moves, |_| true),
            None => plies_back(history, 1, |color| {
                self.player(color) == Player::Human || self.options.players == [Player::Engine; 2]
            }),
        };
        let Some(plies) = plies else {
            return match (moves, stones(history)) {
                (None, _) => self.say("play-undo-nothing-yours"),
                (Some(_), 0) => self.say("play-undo-nothing"),
                (Some(_), count) => self.say_of("play-undo-fewer", "count", count),
            };
        };
        let taken: Vec<Move> = history.iter().rev().take(plies).map(|ply| ply.mv).collect();
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        if let Err(refusal) = self.partner.undo(plies) {
            return self.screen.say(&text::refusal(self.words, &refusal));
        }
        self.resigned = None;
        self.change();
        self.times.truncate(self.partner.position().history().len());
        self.old_plies = self.old_plies.min(self.times.len());
        self.turn_began = Instant::now();
        self.drawn = false;
        self.engine_waits = true;
        self.say_of("play-undone", "moves", spoken::line(self.words, &taken))?;
        if self.player(self.side_to_move()) == Player::Engine {
            self.say("play-move-for-engine")?;
        }
        Ok(())
    }
}

/// The end of a game.
impl Sitting<'_> {
    /// Shows and saves a finished game and asks how to continue. Taking back moves resumes the game.
    fn finish(&mut self, verdict: Verdict) -> io::Result<Flow> {
        if !self.drawn {
            self.draw()?;
        }
        self.screen.say(&spoken::verdict(self.words, &verdict))?;
        let is_new = self.has_news() || self.resigned.is_some();
        if is_new && !self.is_saved {
            self.save(verdict)?;
        }
        loop {
            let Some(line) = self.screen.ask(&self.words.say("play-another"))? else {
                return Ok(Flow::Leave);
            };
            match request::parse(&line) {
                _ if line.is_empty() => {}
                Ok(TypedRequest::Answer(YesNo::Yes) | TypedRequest::New) => return Ok(Flow::Again),
                Ok(TypedRequest::Answer(YesNo::No) | TypedRequest::Quit) => return Ok(Flow::Leave),
                Ok(TypedRequest::Undo(moves)) => {
                    self.undo(moves)?;
                    if !self.drawn {
                        return Ok(Flow::GoOn);
                    }
                }
                Ok(TypedRequest::Swap) => self.exchange_sides()?,
                Ok(
                    request @ (TypedRequest::Moves
                    | TypedRequest::Result
                    | TypedRequest::Board
                    | TypedRequest::Style(_)
                    | TypedRequest::Level(_)
                    | TypedRequest::Save(_)
                    | TypedRequest::Analyze(_)
                    | TypedRequest::Help),
                ) => {
                    self.obey(request)?;
                }
                Ok(
                    request @ (TypedRequest::Load(_) | TypedRequest::SetUp | TypedRequest::Swap2),
                ) => {
                    let flow = self.obey(request)?;
                    // After swap2, a game may be in progress whose board is already drawn.
                    if flow != Flow::GoOn || !self.drawn || self.verdict().is_none() {
                        return Ok(flow);
                    }
                }
                Err(misread) if !matches!(misread, Misread::Unknown(_)) => {
                    self.screen.say(&text::misread(self.words, &misread))?;
                }
                _ => self.say("play-over-help")?,
            }
        }
    }

    /// Exchanges the sides of the players for the next game.
    fn exchange_sides(&mut self) -> io::Result<()> {
        self.swaps_next = !self.swaps_next;
        let mut next = self.options.players;
        if self.swaps_next {
            next.reverse();
        }
        self.say(match next {
            [Player::Human, Player::Engine] => "play-next-black",
            [Player::Engine, Player::Human] => "play-next-white",
            _ => "play-next-alike",
        })
    }

    /// Saves the game if there is a folder. A failure is only reported.
    fn save(&mut self, verdict: Verdict) -> io::Result<()> {
        let Some(folder) = &self.options.record else {
            return Ok(());
        };
        match self.store(folder, verdict) {
            Ok(path) => {
                self.is_saved = true;
                // If moves are taken back now, the continuation is another game.
                self.kept = None;
                self.say_of("play-saved", "file", path.display().to_string())
            }
            Err(failure) => {
                let text = not_saved(self.words, folder, &failure);
                self.screen.say(&text)
            }
        }
    }
}

/// Games in files.
impl Sitting<'_> {
    /// Whether any move was played here.
    fn has_news(&self) -> bool {
        self.times.len() > self.old_plies
    }

    /// Saves a game in progress in the folder. Only the first failure in a row is reported.
    fn keep(&mut self) -> io::Result<()> {
        let Some(folder) = self.options.record.as_deref().filter(|_| !self.is_kept) else {
            return Ok(());
        };
        self.is_kept = true;
        if self.has_news() {
            let stored = self.store(folder, Verdict::Unfinished);
            let is_known = mem::replace(&mut self.has_failed, stored.is_err());
            match stored {
                Ok(path) => self.kept = Some(path),
                Err(failure) if !is_known => {
                    let text = not_saved(self.words, folder, &failure);
                    self.screen.say(&text)?;
                }
                Err(_) => {}
            }
        } else if let Some(path) = self.kept.take() {
            // All moves played here have been taken back. A file that cannot be removed remains.
            let _ = fs::remove_file(path);
        }
        Ok(())
    }

    /// Writes the game into its file in `folder`, or into a new file.
    fn store(&self, folder: &Path, verdict: Verdict) -> Result<PathBuf, Failure> {
        let game = self.stored(verdict);
        match &self.kept {
            Some(path) => archive::save(path, &game, true).map(|_| path.clone()),
            None => archive::save_in(folder, &game),
        }
    }

    /// The game so far.
    fn stored(&self, verdict: Verdict) -> StoredGame {
        if let Some(game) = &self.loaded {
            return game.clone();
        }
        let history = self.partner.position().history();
        let timed = history.iter().zip(&self.times);
        let record = GameRecord {
            variant: self.options.variant,
            players: self.options.players.map(|player| name(player).to_owned()),
            date: Some(self.began),
            moves: timed.map(|(ply, &time)| TimedMove { mv: ply.mv, time }).collect(),
            verdict,
            details: Details::default(),
        };
        StoredGame::new(self.start.clone(), record)
    }

    /// Saves a game in progress, if any move was played here.
    fn save_unfinished(&mut self) -> io::Result<()> {
        let is_due = self.verdict().is_none() && self.has_news() && !self.is_saved;
        if is_due { self.save(Verdict::Unfinished) } else { Ok(()) }
    }

    fn save_as(&mut self, file: &Path) -> io::Result<()> {
        let verdict = self.verdict().unwrap_or(Verdict::Unfinished);
        match archive::save(file, &self.stored(verdict), self.is_own(file)) {
            Ok(mut losses) => {
                // Nobody chose the date of a game that is played here.
                losses.retain(|&loss| loss != Loss::Date || self.loaded.is_some());
                self.own_files.push(file.to_owned());
                self.say_of("play-saved", "file", file.display().to_string())?;
                match losses.as_slice() {
                    [] => Ok(()),
                    losses => self.screen.say(&text::omission(self.words, file, losses)),
                }
            }
            Err(failure) => self.screen.say(&text::failure(self.words, file, &failure)),
        }
    }

    /// Whether this sitting wrote `file`.
    fn is_own(&self, file: &Path) -> bool {
        self.own_files.iter().any(|own| own == file)
    }

    fn analyze(&mut self, page: Option<&Path>) -> io::Result<()> {
        let game = self.stored(self.verdict().unwrap_or(Verdict::Unfinished));
        if game.record.moves.is_empty() {
            return self.say("play-no-moves");
        }
        if let Some(file) = page
            && let Err(failure) = archive::check_page(file, self.is_own(file))
        {
            return self.screen.say(&text::failure(self.words, file, &failure));
        }
        // An earlier interruption had another purpose; one after the announcement is for the analysis.
        self.options.interrupt.store(false, Relaxed);
        self.say("play-analyzing")?;
        let analysis = (self.analyst)(game, page);
        self.options.interrupt.store(false, Relaxed);
        match analysis {
            Ok(Some(text)) => self.screen.say(text.trim_end())?,
            Ok(None) => return self.say("play-analysis-stopped"),
            Err(error) => {
                return self.screen.say(&text::error(self.words, &error.to_string()));
            }
        }
        match page {
            Some(page) => {
                self.own_files.push(page.to_owned());
                self.say_of("play-saved", "file", page.display().to_string())
            }
            None => Ok(()),
        }
    }

    fn load(&mut self, file: &Path) -> io::Result<()> {
        match archive::load(file, Hints::of(self.options.variant)) {
            Ok(game) => {
                self.save_unfinished()?;
                self.resume(&game)?;
                self.say_of("play-loaded", "file", file.display().to_string())
            }
            Err(failure) => self.screen.say(&text::failure(self.words, file, &failure)),
        }
    }
}

fn not_saved(words: &Words, folder: &Path, failure: &Failure) -> String {
    let folder = folder.display().to_string();
    let error = text::error(words, &failure.to_string());
    words.say_with("play-not-saved", &[("folder", folder.into()), ("error", error.into())])
}

/// `position` before its first move.
fn start_of(position: &Position) -> Position {
    let mut start = position.clone();
    while start.undo().is_some() {}
    start
}

fn start_position(variant: Variant) -> io::Result<Position> {
    variant.start().map_err(|size| io::Error::new(io::ErrorKind::InvalidInput, size.to_string()))
}

fn start_partner(options: &PlayOptions, position: Position) -> io::Result<Partner> {
    let PlayOptions { learned, seed, interrupt, .. } = options;
    let mut partner = Partner::start(position, learned.clone(), *seed, Arc::clone(interrupt))?;
    for setting in options.level.settings().iter().chain(&options.settings) {
        partner.set(setting.clone());
    }
    Ok(partner)
}

/// The name in records.
const fn name(player: Player) -> &'static str {
    match player {
        Player::Human => "Human",
        Player::Engine => "Tengen",
    }
}

/// The number of moves without passes.
fn stones(history: &[Ply]) -> usize {
    history.iter().filter(|ply| ply.mv != Move::Pass).count()
}

fn show_progress(words: &Words, screen: &mut Screen, news: &DeskEvent<()>) -> io::Result<()> {
    match news {
        DeskEvent::Progress(progress) => screen.show_progress(&text::progress(words, progress)),
        _ => Ok(()),
    }
}

/// The number of plies from the `moves`th last move to the end, passes included; only moves of sides for which `counts`
/// is true are counted. `None` if there are fewer moves.
fn plies_back(history: &[Ply], moves: u32, counts: impl Fn(Color) -> bool) -> Option<usize> {
    let mut left = moves;
    for (plies, ply) in (1..).zip(history.iter().rev()) {
        if ply.mv != Move::Pass && counts(ply.color) {
            left -= 1;
        }
        if left == 0 {
            return Some(plies);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;

    #[test]
    fn passes_go_with_the_moves_before_them() {
        let stone = Move::Place(Point::new(0, 0).unwrap());
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let history: Vec<Ply> = colors
            .zip([stone, stone, stone, Move::Pass, stone, Move::Pass])
            .map(|(color, mv)| Ply { color, mv })
            .collect();
        let white = |color| color == Color::White;
        assert_eq!(plies_back(&history, 1, |_| true), Some(2));
        assert_eq!(plies_back(&history, 2, |_| true), Some(4));
        assert_eq!(plies_back(&history, 1, white), Some(5));
        assert_eq!(plies_back(&history, 4, |_| true), Some(6));
        assert_eq!(plies_back(&history, 5, |_| true), None);
        assert_eq!(plies_back(&history, 2, white), None);
        assert_eq!(plies_back(&[], 1, |_| true), None);
    }
}
