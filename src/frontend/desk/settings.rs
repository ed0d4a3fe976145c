//! The values of the settings and what derives from them: search limits, threads, table size.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;

use super::clock::share_of_clock;
use super::skill::{Level, Skill};
use crate::database::{self, Database};
use crate::engine::{Learned, Setup};
use crate::frontend::setting::{KEYS, RuleBits, Setting};
use crate::frontend::text::ascii;
use crate::game::{Position, Variant};
use crate::gomoku::rules::game::Ending;
use crate::gomoku::rules::rule::Rule;
use crate::gomoku::search::THREAD_BYTES;
use crate::othello::book::Variety;
use crate::search::guidance::ThreatSearch;
use crate::search::limits::{Budget, Limits};
use crate::search::report::Line;
use crate::search::time_manager::{Clock, Share};

/// Time per move if nothing limits the search.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// Time per move with `timeout_turn 0`, which requests an immediate answer.
const AT_ONCE: Duration = Duration::from_millis(10);
/// Table size in bytes without a memory limit.
const DEFAULT_TABLE: u64 = 256 << 20;
/// Memory in bytes besides the table and helper threads: code, pattern tables, stacks, buffers.
const PROCESS_MEMORY: u64 = 48 << 20;
/// The same after both games have been chosen: the weights of both remain in memory.
const PROCESS_MEMORY_OF_BOTH: u64 = 60 << 20;
/// Minimum table size in bytes, even if the process then exceeds its limit.
const SMALLEST_TABLE: u64 = 1 << 20;

/// The subfolder of `INFO folder` for the files of this program, named as in its reply to `ABOUT`.
const OWN_FOLDER: &str = "Tengen";

/// Maximum table size in bytes.
pub const LARGEST_TABLE: u64 = 16 << 30;

/// Maximum number of threads.
pub const MOST_THREADS: usize = 256;

/// All settings, and the match clock.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether both Gomoku and Othello have been selected.
    had_both_games: bool,
    /// Whether a dead position ends the game as a draw.
    pub dead_draw: bool,
    timeout_turn: Option<Duration>,
    /// Whether the manager wants no time limit for a move.
    is_turn_endless: bool,
    timeout_match: Option<Duration>,
    /// Whether the manager wants no match clock. Then `time_left` is `None`.
    is_match_endless: bool,
    /// The increment of the match clock per move.
    increment: Duration,
    /// Time left for the game: the last announcement minus the time spent since.
    time_left: Option<Duration>,
    /// Whether `time_left` was announced after the last request for a move. If so, it applies to the next game.
    announced: bool,
    max_memory: Option<u64>,
    hash_size_kib: Option<u64>,
    game_type: Option<u8>,
    rule: RuleBits,
    /// The rule to restore when `INFO game gomoku` ends Othello.
    gomoku_rule: RuleBits,
    folder: String,
    max_depth: Option<u32>,
    max_node: Option<u64>,
    /// Playing strength in per cent.
    strength: u8,
    level: Level,
    caution: u8,
    /// Depth of the first iteration, in plies; 0 counts as 1.
    start_depth: u32,
    /// Whether searches look only for forced wins.
    threats_only: bool,
    /// Whether searches spend half of their time on forced wins.
    more_threats: bool,
    /// Whether to list symmetric moves; `None` if the manager has not set it.
    nbest_sym: Option<bool>,
    thread_num: usize,
    /// Hardware threads of this machine.
    cores: usize,
    pondering: bool,
    book: bool,
    /// Tolerance of the opening book in hundredths of a disc.
    book_variety: u32,
    random: Rng,
    show_detail: Option<u8>,
    for_people: bool,
    yixin: bool,
    /// 0 to 2, as [`Setting::UseDatabase`].
    use_database: u8,
    is_database_read_only: bool,
    /// The open position database, if any. The table leaves its memory to it.
    pub database: Option<Arc<Database>>,
}

impl Settings {
    /// The settings before any `INFO`. `for_people` enables messages by default.
    pub fn new(variant: Variant, for_people: bool) -> Settings {
        let (rule, gomoku_rule) = match variant {
            Variant::Gomoku { rule, .. } => (RuleBits::of(rule), RuleBits::of(rule)),
            Variant::Othello => (RuleBits::OTHELLO, RuleBits::of(Rule::Freestyle)),
        };
        Settings {
            had_both_games: false,
            dead_draw: false,
            timeout_turn: None,
            is_turn_endless: false,
            timeout_match: None,
            is_match_endless: false,
            increment: Duration::ZERO,
            time_left: None,
            announced: false,
            max_memory: None,
            hash_size_kib: None,
            game_type: None,
            rule,
            gomoku_rule,
            folder: String::new(),
            max_depth: None,
            max_node: None,
            strength: 100,
            level: Level::HIGHEST,
            caution: 1,
            start_depth: 1,
            threats_only: false,
            more_threats: false,
            nbest_sym: None,
            thread_num: 1,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            pondering: false,
            book: true,
            book_variety: 0,
            random: Rng::with_seed(0),
            show_detail: None,
            for_people,
            yixin: false,
            use_database: 1,
            is_database_read_only: false,
            database: None,
        }
    }

    /// The setup of a searcher with these settings, with the weights in `learned`.
    pub fn searcher(&self, learned: Learned) -> Setup {
        Setup {
            variant: self.variant(),
            table_bytes: self.table_bytes(),
            threads: self.threads(),
            learned,
        }
    }

    /// The current game and its rule; `START` determines the board.
    pub fn variant(&self) -> Variant {
        let variant = if self.yixin { self.rule.yixin() } else { self.rule.gomocup() };
        variant.unwrap_or(Variant::gomoku(Rule::Freestyle))
    }

    /// The end of a game of Gomoku under the current rule.
    pub fn ending(&self) -> Ending {
        let is_continuous = !self.yixin && self.rule.is_continuous();
        if is_continuous { Ending::FullBoard } else { Ending::Win }
    }

    /// The path of the file that a command calls `name`. A relative name is in this program's own subfolder of
    /// `INFO folder`, or in the working directory if that is not set.
    pub fn file(&self, name: &str) -> PathBuf {
        self.own_folder().join(name)
    }

    /// The same for a file to be written: creates the subfolder, but not the folder of the setting.
    pub fn file_to_write(&self, name: &str) -> PathBuf {
        if !self.folder.is_empty() && Path::new(name).is_relative() {
            // If this fails, writing the file reports the failure.
            let _ = fs::create_dir(self.own_folder());
        }
        self.file(name)
    }

    fn own_folder(&self) -> PathBuf {
        if self.folder.is_empty() {
            return PathBuf::new();
        }
        Path::new(&self.folder).join(OWN_FOLDER)
    }

    /// Sets the rule that `INFO game gomoku` restores.
    pub fn set_gomoku_rule(&mut self, rule: Rule) {
        self.gomoku_rule = RuleBits::of(rule);
    }

    /// Sets the number of threads, 1 to [`MOST_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        self.thread_num = threads.clamp(1, MOST_THREADS);
    }

    /// Sets the seed of all random choices.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = Rng::with_seed(seed);
    }

    /// How to choose from the opening book; `None` if the book is off.
    pub fn next_from_book(&mut self) -> Option<Variety> {
        let tolerance = i32::try_from(self.book_variety).unwrap_or(i32::MAX);
        let is_open = self.book && self.level.knows_openings();
        is_open.then(|| Variety { tolerance, seed: self.random.u64(..) })
    }

    /// Changes a setting. True if the size of the table or the number of threads may have changed.
    pub fn set(&mut self, setting: Setting) -> bool {
        let resources =
            matches!(setting, Setting::MaxMemory(_) | Setting::HashSize(_) | Setting::ThreadNum(_));
        let was_othello = self.variant().is_othello();
        match setting {
            Setting::TimeoutTurn(ms) => self.limit_turn(Some(ms)),
            Setting::EndlessTurn => self.limit_turn(None),
            Setting::TimeoutMatch(ms) => self.limit_match(ms, false),
            Setting::EndlessMatch => self.limit_match(None, true),
            // Some managers compute the time left even then.
            Setting::TimeLeft(_) if self.is_match_endless => {}
            Setting::TimeLeft(ms) => {
                self.time_left = ms.map(Duration::from_millis);
                self.announced = true;
            }
            Setting::TimeIncrement(ms) => self.increment = Duration::from_millis(ms),
            Setting::Strength(percent) => self.strength = percent,
            Setting::Level(number) => self.level = Level::new(number).unwrap_or(Level::HIGHEST),
            Setting::CautionFactor(factor) => self.caution = factor,
            Setting::StartDepth(plies) => self.start_depth = plies,
            Setting::Checkmate(on) => self.threats_only = on,
            Setting::VcThread(on) => self.more_threats = on,
            Setting::NBestSym(on) => self.nbest_sym = Some(on),
            Setting::MaxMemory(bytes) => self.max_memory = bytes,
            Setting::HashSize(kib) => self.hash_size_kib = kib,
            Setting::GameType(kind) => self.game_type = Some(kind),
            Setting::Rule(bits) => {
                self.rule = bits;
                if self.variant().is_gomoku() {
                    self.gomoku_rule = bits;
                }
            }
            Setting::Othello(true) => self.rule = RuleBits::OTHELLO,
            Setting::Othello(false) => self.rule = self.gomoku_rule,
            Setting::Folder(path) => self.folder = path,
            Setting::MaxDepth(plies) => self.max_depth = plies,
            Setting::MaxNode(nodes) => self.max_node = nodes,
            Setting::ThreadNum(threads) => self.set_threads(threads as usize),
            Setting::Pondering(on) => self.pondering = on,
            Setting::Book(on) => self.book = on,
            Setting::BookVariety(hundredths) => self.book_variety = hundredths,
            Setting::ShowDetail(level) => self.show_detail = Some(level),
            Setting::DeadDraw(on) => self.dead_draw = on,
            Setting::UseDatabase(level) => self.use_database = level,
            Setting::DatabaseReadOnly(on) => self.is_database_read_only = on,
            // Search parameters belong to the searcher; the others have no effect.
            Setting::SearchParam { .. } | Setting::Evaluate | Setting::Unknown(_) => {}
        }
        let switches_game = self.variant().is_othello() != was_othello;
        self.had_both_games |= switches_game;
        resources || switches_game
    }

    fn limit_turn(&mut self, ms: Option<u64>) {
        self.timeout_turn = ms.map(Duration::from_millis);
        self.is_turn_endless = ms.is_none();
    }

    fn limit_match(&mut self, ms: Option<u64>, is_endless: bool) {
        self.timeout_match = ms.map(Duration::from_millis);
        self.time_left = self.timeout_match;
        self.announced = false;
        self.is_match_endless = is_endless;
    }

    /// Whether searches without another limit run until the manager stops them.
    pub fn is_endless(&self) -> bool {
        self.is_turn_endless && self.is_match_endless
    }

    /// Whether points far from all stones count as defences.
    pub fn is_thorough(&self) -> bool {
        self.caution >= 4
    }

    /// Depth of the first iteration of a search, and the share of the search spent on forced wins.
    pub fn emphasis(&self) -> (u32, ThreatSearch) {
        let threats = match (self.threats_only, self.more_threats) {
            (true, _) => ThreatSearch::Only,
            (false, true) => ThreatSearch::Half,
            (false, false) => ThreatSearch::Usual,
        };
        (self.start_depth, threats)
    }

    /// Whether lists of best moves omit symmetric images.
    pub fn omits_images(&self) -> bool {
        self.nbest_sym == Some(false)
    }

    /// Whether to search in the opponent's time. Below full strength what that leaves in the table would add to it.
    pub fn ponders(&self, variant: Variant) -> bool {
        self.pondering && self.strength_nodes().is_none() && self.skill(variant).is_none()
    }

    /// How `variant` is played at the current level; `None` at full strength.
    pub fn skill(&self, variant: Variant) -> Option<&'static Skill> {
        self.level.skill(variant)
    }

    /// Keeps the one of `lines` that `skill` chooses.
    pub fn choose(&mut self, skill: &Skill, lines: &mut Vec<Line>) {
        skill.choose(lines, &mut self.random);
    }

    /// The node limit of a move at the current playing strength.
    fn strength_nodes(&self) -> Option<u64> {
        let doublings = f64::from(self.strength) / 6.0;
        (self.strength < 100).then(|| (30.0 * doublings.exp2()) as u64)
    }

    /// From now on interprets rule numbers as Yixin does, including the current one.
    pub fn number_as_yixin(&mut self) {
        self.yixin = true;
    }

    /// Resets the clock for a new game, unless the time left has just been announced.
    pub fn start_clock(&mut self) {
        if !self.announced {
            self.time_left = self.timeout_match.or(self.time_left);
        }
    }

    /// Records a request for a move, which makes an announcement of the time left outdated.
    pub fn begin_move(&mut self) {
        self.announced = false;
    }

    /// Deducts `elapsed` from the match clock.
    pub fn spend(&mut self, elapsed: Duration) {
        self.time_left = self.time_left.map(|left| left.saturating_sub(elapsed));
    }

    /// Adds a move's increment to the match clock.
    pub fn credit_move(&mut self) {
        self.time_left = self.time_left.map(|left| left.saturating_add(self.increment));
    }

    /// Limits for a move in `position`: the configured ones, or a default. `clock` has the limits of its side's clock;
    /// `before` is how long the search had run when the match clock was announced.
    pub fn limits(&self, position: &Position, clock: Option<Budget>, before: Duration) -> Limits {
        let set = self.limits_set(position, clock, before);
        if set == Limits::default() && !self.is_endless() {
            return Limits { time: Some(Budget::exactly(DEFAULT_TURN)), ..set };
        }
        set
    }

    /// The configured limits, as in [`limits`](Self::limits).
    pub fn limits_set(
        &self,
        position: &Position,
        clock: Option<Budget>,
        before: Duration,
    ) -> Limits {
        let share = share_of_clock(position);
        let turn = match self.timeout_turn {
            Some(Duration::ZERO) => Some(Budget::exactly(AT_ONCE)),
            turn => Clock { turn, remaining: None }.budget(share),
        };
        let game = self.match_budget(share);
        let time = Budget::lesser(turn, game.map(|budget| budget.after(before)));
        let time = Budget::lesser(time, clock);
        let nodes = [self.max_node, self.strength_nodes()].into_iter().flatten().min();
        Limits { depth: self.max_depth, nodes, time }
    }

    /// The time for a move by the match clock: a share of the time left plus the increment, at most the time left.
    fn match_budget(&self, share: Share) -> Option<Budget> {
        let game = Clock { turn: None, remaining: self.time_left }.budget(share);
        if self.increment.is_zero() {
            return game;
        }
        let all = Clock { turn: self.time_left, remaining: None }.budget(share);
        Budget::lesser(game.map(|budget| budget.after(self.increment)), all)
    }

    /// Number of search threads: the configured number, but at most the hardware threads, and few enough to leave half
    /// of `max_memory` to the table.
    pub fn threads(&self) -> usize {
        let affordable = self.most_memory() / 2 / THREAD_BYTES as u64;
        let helpers = usize::try_from(affordable).unwrap_or(usize::MAX);
        self.thread_num.min(self.most_threads()).min(helpers.saturating_add(1))
    }

    /// The maximum useful number of threads on this machine.
    pub fn most_threads(&self) -> usize {
        self.cores.clamp(1, MOST_THREADS)
    }

    /// Size of the transposition table in bytes, within `max_memory` for the whole process.
    pub fn table_bytes(&self) -> usize {
        let helpers = (self.threads() - 1) as u64 * THREAD_BYTES as u64;
        let most = self.most_memory().saturating_sub(helpers);
        let wanted = match self.hash_size_kib {
            Some(kib) => kib.saturating_mul(1024),
            None if self.max_memory.is_some() => most,
            None => DEFAULT_TABLE,
        };
        wanted.min(most).clamp(SMALLEST_TABLE, LARGEST_TABLE).try_into().unwrap_or(usize::MAX)
    }

    /// Bytes for the table and helper threads.
    fn most_memory(&self) -> u64 {
        let process = if self.had_both_games { PROCESS_MEMORY_OF_BOTH } else { PROCESS_MEMORY };
        let database = if self.database.is_some() { database::CACHE as u64 } else { 0 };
        self.max_memory.map_or(u64::MAX, |limit| limit.saturating_sub(process + database))
    }

    /// Whether searches use the position database.
    pub fn reads_database(&self) -> bool {
        self.use_database > 0
    }

    /// Whether searches add their results to the position database.
    pub fn feeds_database(&self) -> bool {
        self.use_database > 1 && !self.is_database_read_only
    }

    /// Whether nothing may change the position database.
    pub fn is_database_read_only(&self) -> bool {
        self.is_database_read_only
    }

    /// Whether to report searches.
    pub fn messages(&self) -> bool {
        match (self.show_detail, self.game_type) {
            (Some(level), _) => level > 0,
            (None, kind) => self.for_people || kind == Some(0),
        }
    }

    /// Whether to mark the moves of a search on a board: `show_detail` 1 and 3.
    pub fn marks(&self) -> bool {
        self.show_detail.is_some_and(|level| level & 1 != 0)
    }

    /// Whether to report a search in `INFO` lines: `show_detail` 2 and 3.
    pub fn info_lines(&self) -> bool {
        self.show_detail.is_some_and(|level| level & 2 != 0)
    }

    /// Every setting with its value, in the order of [`KEYS`].
    pub fn values(&self) -> Vec<(&'static str, String)> {
        KEYS.iter().map(|key| (key.name, self.value(key.name))).collect()
    }

    fn value(&self, name: &str) -> String {
        let ms =
            |time: Option<Duration>| time.map_or("unlimited".into(), |t| t.as_millis().to_string());
        let count = |n: Option<u64>| n.map_or("0".into(), |n| n.to_string());
        match name {
            "timeout_turn" => ms(self.timeout_turn),
            "time_increment" => self.increment.as_millis().to_string(),
            "strength" => self.strength.to_string(),
            "level" => self.level.number().to_string(),
            "caution_factor" => self.caution.to_string(),
            "start_depth" => self.start_depth.to_string(),
            "checkmate" => u8::from(self.threats_only).to_string(),
            "vcthread" => u8::from(self.more_threats).to_string(),
            "nbestsym" => u8::from(!self.omits_images()).to_string(),
            "timeout_match" => ms(self.timeout_match),
            "time_left" => ms(self.time_left),
            "max_memory" => count(self.max_memory),
            "hash_size" => (self.table_bytes() / 1024).to_string(),
            "game_type" => self.game_type.map_or("-".into(), |kind| kind.to_string()),
            "rule" => self.rule.to_string(),
            "game" => self.variant().game_name().to_owned(),
            "folder" if self.folder.is_empty() => "-".into(),
            "folder" => ascii(&self.folder),
            "max_depth" => count(self.max_depth.map(u64::from)),
            "max_node" => count(self.max_node),
            "thread_num" => self.threads().to_string(),
            "pondering" => u8::from(self.pondering).to_string(),
            "book" => u8::from(self.book).to_string(),
            "book_variety" => (f64::from(self.book_variety) / 100.0).to_string(),
            "show_detail" => self.show_detail.unwrap_or(u8::from(self.messages())).to_string(),
            "dead_draw" => u8::from(self.dead_draw).to_string(),
            "usedatabase" => self.use_database.to_string(),
            "database_readonly" => u8::from(self.is_database_read_only).to_string(),
            _ => "-".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::rules::game::Game;

    fn settings() -> Settings {
        Settings::new(Variant::gomoku(Rule::Freestyle), false)
    }

    #[test]
    fn the_table_leaves_room_for_the_process() {
        let mut settings = settings();
        assert_eq!(settings.table_bytes(), 256 << 20);
        settings.set(Setting::MaxMemory(Some(350 << 20)));
        assert_eq!(settings.table_bytes(), 302 << 20);
        settings.set(Setting::HashSize(Some(1024)));
        assert_eq!(settings.table_bytes(), 1 << 20);
        settings.set(Setting::HashSize(Some(u64::MAX)));
        assert_eq!(settings.table_bytes(), 302 << 20);
        settings.set(Setting::MaxMemory(Some(1)));
        assert_eq!(settings.table_bytes(), 1 << 20);
        settings.set(Setting::MaxMemory(Some(u64::MAX)));
        assert_eq!(settings.table_bytes() as u64, LARGEST_TABLE);
    }

    #[test]
    fn a_second_game_leaves_the_table_less_memory() {
        let mut settings = settings();
        settings.set(Setting::MaxMemory(Some(350 << 20)));
        assert!(!settings.set(Setting::Rule(RuleBits::of(Rule::Renju))));
        assert_eq!(settings.table_bytes(), 302 << 20);
        for is_othello in [true, false] {
            assert!(settings.set(Setting::Othello(is_othello)), "the table has another size");
            assert_eq!(settings.table_bytes(), 290 << 20);
        }
    }

    #[test]
    fn threads_keep_within_the_machine_and_its_memory() {
        let mut settings = settings();
        settings.cores = 16;
        assert_eq!(settings.threads(), 1);
        settings.set(Setting::ThreadNum(4));
        assert_eq!((settings.threads(), settings.table_bytes()), (4, 256 << 20));
        settings.set(Setting::MaxMemory(Some(350 << 20)));
        assert_eq!(settings.table_bytes(), (302 << 20) - 3 * THREAD_BYTES);
        settings.set(Setting::ThreadNum(u32::MAX));
        assert_eq!(settings.threads(), 16);
        settings.set(Setting::MaxMemory(Some(79 << 20)));
        assert_eq!(settings.threads(), 2, "15 of the 31 MiB that are left");
        settings.set(Setting::MaxMemory(Some(1)));
        assert_eq!((settings.threads(), settings.table_bytes()), (1, 1 << 20));
    }

    #[test]
    fn a_bound_by_depth_or_nodes_replaces_the_default_time_but_no_announced_one() {
        let size = Size::new(15, 15).unwrap();
        let position = Position::Gomoku(Game::new(Rule::Freestyle, size).unwrap());
        let limits = |settings: &Settings| settings.limits(&position, None, Duration::ZERO);
        let mut settings = settings();
        assert_eq!(limits(&settings).time, Some(Budget::exactly(DEFAULT_TURN)));
        settings.set(Setting::MaxDepth(Some(5)));
        assert_eq!(limits(&settings), Limits { depth: Some(5), nodes: None, time: None });
        settings.set(Setting::TimeoutTurn(1000));
        assert!(limits(&settings).time.is_some());
        settings.set(Setting::TimeoutTurn(0));
        assert_eq!(limits(&settings).time, Some(Budget::exactly(AT_ONCE)));
    }

    #[test]
    fn the_match_clock_runs_down_by_itself_and_obeys_the_manager() {
        let mut settings = settings();
        settings.set(Setting::TimeoutMatch(Some(10_000)));
        settings.spend(Duration::from_secs(4));
        assert_eq!(settings.time_left, Some(Duration::from_secs(6)));
        settings.set(Setting::TimeLeft(Some(9000)));
        assert_eq!(settings.time_left, Some(Duration::from_secs(9)));
        settings.start_clock();
        assert_eq!(settings.time_left, Some(Duration::from_secs(9)), "it was just announced");
        settings.begin_move();
        settings.start_clock();
        assert_eq!(settings.time_left, Some(Duration::from_secs(10)));
        settings.set(Setting::TimeLeft(Some(9000)));
        settings.set(Setting::TimeoutMatch(Some(20_000)));
        settings.start_clock();
        assert_eq!(settings.time_left, Some(Duration::from_secs(20)), "announced later");
        settings.set(Setting::TimeoutMatch(None));
        settings.set(Setting::TimeLeft(Some(500)));
        settings.start_clock();
        assert_eq!(settings.time_left, Some(Duration::from_millis(500)), "nothing else is known");
    }

    #[test]
    fn negative_time_limits_let_a_search_run_until_it_is_stopped() {
        let size = Size::new(15, 15).unwrap();
        let position = Position::Gomoku(Game::new(Rule::Freestyle, size).unwrap());
        let mut settings = settings();
        let time = |settings: &Settings| settings.limits(&position, None, Duration::ZERO).time;
        settings.set(Setting::EndlessTurn);
        assert_eq!(
            time(&settings),
            Some(Budget::exactly(DEFAULT_TURN)),
            "the match may be limited"
        );
        settings.set(Setting::EndlessMatch);
        settings.set(Setting::TimeLeft(Some(1)));
        assert_eq!((time(&settings), settings.is_endless()), (None, true));
        settings.set(Setting::TimeoutMatch(Some(60_000)));
        settings.set(Setting::TimeLeft(Some(1)));
        assert!(time(&settings).is_some());
    }

    #[test]
    fn an_increment_goes_to_the_move_and_to_the_clock() {
        let size = Size::new(15, 15).unwrap();
        let position = Position::Gomoku(Game::new(Rule::Freestyle, size).unwrap());
        let mut settings = settings();
        let planned = |settings: &Settings| {
            settings.limits(&position, None, Duration::ZERO).time.unwrap().optimum
        };
        settings.set(Setting::TimeLeft(Some(120_000)));
        let without = planned(&settings);
        settings.set(Setting::TimeIncrement(3000));
        assert_eq!(planned(&settings), without + Duration::from_secs(3));
        settings.spend(Duration::from_secs(10));
        assert_eq!(settings.time_left, Some(Duration::from_secs(110)), "no move was played");
        settings.credit_move();
        assert_eq!(settings.time_left, Some(Duration::from_secs(113)));
        settings.set(Setting::TimeLeft(Some(1000)));
        assert!(planned(&settings) <= Duration::from_secs(1), "no more than is left");
    }

    #[test]
    fn strength_limits_the_nodes() {
        let size = Size::new(15, 15).unwrap();
        let position = Position::Gomoku(Game::new(Rule::Freestyle, size).unwrap());
        let mut settings = settings();
        let mut nodes = |percent| {
            settings.set(Setting::Strength(percent));
            settings.limits(&position, None, Duration::ZERO).nodes
        };
        assert_eq!([0, 6, 60, 100].map(&mut nodes), [Some(30), Some(60), Some(30_720), None]);
        settings.set(Setting::MaxNode(Some(100)));
        settings.set(Setting::Strength(60));
        assert_eq!(settings.limits(&position, None, Duration::ZERO).nodes, Some(100));
    }

    #[test]
    fn messages_are_for_people() {
        let mut settings = settings();
        assert!(!settings.messages());
        settings.set(Setting::GameType(0));
        assert!(settings.messages());
        settings.set(Setting::GameType(2));
        assert!(!settings.messages());
        assert!(Settings { for_people: true, ..settings.clone() }.messages());
        for (level, details) in
            [(0, [false; 3]), (1, [true, true, false]), (2, [true, false, true])]
        {
            settings.set(Setting::ShowDetail(level));
            let [text, marks, info] = details;
            assert_eq!(
                (settings.messages(), settings.marks(), settings.info_lines()),
                (text, marks, info)
            );
        }
    }

    #[test]
    fn yixins_numbering_needs_one_of_its_commands() {
        let mut settings = settings();
        for (number, variant, ending) in [
            (11, Rule::CaroExact, Ending::FullBoard),
            (5, Rule::Freestyle, Ending::Win),
            (2, Rule::Freestyle, Ending::FullBoard),
        ] {
            settings.set(Setting::Rule(RuleBits(number)));
            assert_eq!((settings.variant(), settings.ending()), (Variant::gomoku(variant), ending));
        }
        settings.number_as_yixin();
        let renju = (Variant::gomoku(Rule::Renju), Ending::Win);
        assert_eq!((settings.variant(), settings.ending()), renju);
    }

    #[test]
    fn every_key_has_a_value() {
        for (key, value) in settings().values() {
            assert!(
                !value.is_empty()
                    && (value != "-" || ["evaluate", "folder", "game_type"].contains(&key)),
                "{key}"
            );
        }
    }
}
