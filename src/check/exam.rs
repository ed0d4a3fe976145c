//! A check, and its context: the program to start, the options, and the standard starts of a conversation.

use std::time::{Duration, Instant};

use crate::check::driver::{AFTER_MOVE, CRLF, CheckResult, Conversation, Finding, Level, Patience};
use crate::check::peer::Launch;
use crate::coord::Size;
use crate::gomoku::rules::game::Game;
use crate::gomoku::rules::rule::Rule;

/// Smallest side of a board for the checks: some of their positions have stones at j10.
pub const MIN_SIZE: u8 = 10;
/// Memory limit sent to programs, in bytes: that of Gomocup.
const MEMORY: u64 = 350 << 20;
/// The `time_left` of a match without a clock.
const UNLIMITED_MS: i32 = i32::MAX;

/// Which rules are checked, and with which limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// The rules whose checks run.
    pub rules: Vec<Rule>,
    /// Side of the square board used wherever the size does not matter; at least [`MIN_SIZE`].
    pub size: u8,
    /// Time limit of a move where the limit itself is not checked.
    pub movetime: Duration,
    /// How late a move, or an exit after `END`, may be.
    pub tolerance: Duration,
    /// Time allowed for answers that need no search.
    pub patience: Duration,
    /// Seed of the random moves.
    pub seed: u64,
}

/// One check.
#[derive(Clone, Copy)]
pub struct Case {
    /// Section and name: `start/ok`.
    pub name: &'static str,
    /// Short description.
    pub title: &'static str,
    /// The rule it belongs to, if any.
    pub rule: Option<Rule>,
    /// The check itself.
    pub run: fn(&Exam) -> CheckResult,
}

impl Case {
    /// A check that belongs to no rule.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        run: fn(&Exam) -> CheckResult,
    ) -> Case {
        Case { name, title, rule: None, run }
    }

    /// A check of one rule.
    pub const fn of_rule(
        rule: Rule,
        name: &'static str,
        title: &'static str,
        run: fn(&Exam) -> CheckResult,
    ) -> Case {
        Case { name, title, rule: Some(rule), run }
    }

    /// The part of its name before the slash.
    pub fn section(&self) -> &'static str {
        self.name.split('/').next().unwrap_or(self.name)
    }
}

/// A check in progress.
pub struct Exam<'a> {
    launcher: &'a dyn Launch,
    options: &'a CheckOptions,
    end: Instant,
}

impl Exam<'_> {
    /// A check that is abandoned at `end`.
    pub fn new<'a>(launcher: &'a dyn Launch, options: &'a CheckOptions, end: Instant) -> Exam<'a> {
        Exam { launcher, options, end }
    }

    /// The options of the run.
    pub fn options(&self) -> &CheckOptions {
        self.options
    }

    /// The default time limit of a move.
    pub fn movetime(&self) -> Duration {
        self.options.movetime
    }

    /// The side of the default board.
    pub fn side(&self) -> u8 {
        self.options.size
    }

    /// The default board, empty, under `rule`.
    pub fn game(&self, rule: Rule) -> Game {
        let size = Size::new(self.options.size, self.options.size);
        size.and_then(|size| Game::new(rule, size).ok()).expect("the options hold a possible size")
    }

    /// Starts the program without sending anything.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn launch(&self) -> Result<Conversation, Finding> {
        let patience =
            Patience { answer: self.options.patience, tolerance: self.options.tolerance };
        match self.launcher.launch() {
            Ok(peer) => Ok(Conversation::new(peer, patience, self.end)),
            Err(error) => Err(Finding {
                level: Level::Failed,
                expected: "a program that starts".to_owned(),
                ..Finding::skipped(&format!("not started: {error}"))
            }),
        }
    }

    /// Starts the program and a game of the default size, without any settings.
    ///
    /// # Errors
    /// It does not start, or does not reply `OK`.
    pub fn start(&self) -> Result<Conversation, Finding> {
        let mut talk = self.launch()?;
        talk.ask_ok(&format!("START {}", self.options.size))?;
        Ok(talk)
    }

    /// Starts the program and a game of the default size under `rule`, and sends the settings of managers with
    /// `movetime` as the limit of a move.
    ///
    /// # Errors
    /// It does not start, does not reply `OK`, or answers a setting.
    pub fn ready(&self, rule: Rule, movetime: Duration) -> Result<Conversation, Finding> {
        let mut talk = self.start()?;
        talk.say(&settings(rule, movetime));
        talk.quiet(AFTER_MOVE, "INFO")?;
        Ok(talk)
    }

    /// A freestyle game with the default limit.
    ///
    /// # Errors
    /// As [`Exam::ready`].
    pub fn freestyle(&self) -> Result<(Conversation, Game), Finding> {
        let talk = self.ready(Rule::Freestyle, self.options.movetime)?;
        Ok((talk, self.game(Rule::Freestyle)))
    }
}

/// The settings that managers send before the first move.
pub fn settings(rule: Rule, movetime: Duration) -> String {
    let movetime_ms = movetime.as_millis();
    [
        format!("INFO max_memory {MEMORY}"),
        "INFO timeout_match 0".to_owned(),
        format!("INFO timeout_turn {movetime_ms}"),
        "INFO game_type 1".to_owned(),
        format!("INFO rule {}", rule.gomocup_number()),
        format!("INFO time_left {UNLIMITED_MS}"),
    ]
    .join(CRLF)
}
