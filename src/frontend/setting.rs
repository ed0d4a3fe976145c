//! `INFO` keys: one table with name, values and help, and the typed settings they become.

use std::fmt;
use std::num::IntErrorKind;

use crate::engine::search_params;
use crate::game::Variant;
use crate::gomoku::rules::rule::Rule;

use crate::frontend::text::printable;

/// A setting with its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Time limit of one move in milliseconds; 0 answers at once.
    TimeoutTurn(u64),
    /// No time limit for a move.
    EndlessTurn,
    /// Time limit of the whole game in milliseconds; `None` is unlimited.
    TimeoutMatch(Option<u64>),
    /// No match clock, even if time left is announced.
    EndlessMatch,
    /// Time left for the game in milliseconds; `None` is unlimited.
    TimeLeft(Option<u64>),
    /// The increment of the match clock per move, in milliseconds.
    TimeIncrement(u64),
    /// Memory limit of the process in bytes; `None` is unlimited.
    MaxMemory(Option<u64>),
    /// The opponent: 0 a person, 1 an engine, 2 a tournament, 3 a network game.
    GameType(u8),
    Rule(RuleBits),
    /// Othello if true, otherwise Gomoku under its last rule.
    Othello(bool),
    /// Folder whose subfolder `Tengen` the relative file names of commands refer to.
    Folder(String),
    /// The point selected by the user of the manager.
    Evaluate,
    /// Deepest iteration in plies; `None` is unlimited.
    MaxDepth(Option<u32>),
    /// Node limit per move; `None` is unlimited.
    MaxNode(Option<u64>),
    /// Playing strength in per cent.
    Strength(u8),
    /// Playing level for people, 1 to 10.
    Level(u8),
    /// 0 to 5; from 4 on, points far from all stones count as defences, too.
    CautionFactor(u8),
    /// Whether lists of best moves contain moves that are symmetric images of each other.
    NBestSym(bool),
    /// Depth of the first iteration of a search, in plies.
    StartDepth(u32),
    /// Whether to search only for forced wins.
    Checkmate(bool),
    /// Whether to spend more time than usual on forced wins.
    VcThread(bool),
    /// Searching threads, 1 to 256.
    ThreadNum(u32),
    /// Size of the transposition table in KiB; `None` leaves it to `max_memory`.
    HashSize(Option<u64>),
    /// Thinking in the opponent's time.
    Pondering(bool),
    /// Whether to play from the opening book.
    Book(bool),
    /// How much worse than the best move a book move may be, in hundredths of a disc.
    BookVariety(u32),
    /// 0 is silent, 1 and above report searches.
    ShowDetail(u8),
    /// Whether a game without a possible five ends as a draw at once.
    DeadDraw(bool),
    /// What searches do with the position database: 0 nothing, 1 use it, 2 use it and add their results.
    UseDatabase(u8),
    /// Whether nothing may change the position database.
    DatabaseReadOnly(bool),
    /// A parameter of the search.
    SearchParam {
        name: &'static str,
        value: i32,
    },
    /// An unknown key, or one without a value; ignored.
    Unknown(String),
}

impl Setting {
    /// Whether the setting limits the time of a search. Such a setting also applies to the running search.
    pub const fn limits_time(&self) -> bool {
        matches!(self, Setting::TimeoutTurn(_) | Setting::EndlessTurn) || self.sets_clock()
    }

    /// Whether the setting determines the match clock, which moves and new games change.
    pub const fn sets_clock(&self) -> bool {
        matches!(self, Setting::TimeoutMatch(_) | Setting::EndlessMatch | Setting::TimeLeft(_))
    }
}

/// Value of `INFO rule`, in the numbering of the Gomocup protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleBits(pub u8);

impl RuleBits {
    /// Othello.
    pub const OTHELLO: RuleBits = RuleBits(16);
    /// Freestyle with an opening in which a player may swap sides.
    const SWAP_ONCE: RuleBits = RuleBits(5);
    const CONTINUOUS: u8 = 2;

    /// The number of a Gomoku rule.
    pub const fn of(rule: Rule) -> RuleBits {
        RuleBits(rule.gomocup_number())
    }

    /// The rule in the Gomocup numbering: bits 1 exactly five, 2 continuous, 4 renju, 8 caro,
    /// 9 caro with exactly five, 16 Othello. `START` determines the board. No manager of this numbering uses 5, so that
    /// it can be that of Yixin's front ends, which may send it before they can be recognised.
    pub fn gomocup(self) -> Option<Variant> {
        let rule = match self.0 & !RuleBits::CONTINUOUS {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            4 => Rule::Renju,
            8 => Rule::Caro,
            9 => Rule::CaroExact,
            _ if self == RuleBits::SWAP_ONCE => Rule::Freestyle,
            _ if self == RuleBits::OTHELLO => return Some(Variant::Othello),
            _ => return None,
        };
        Some(Variant::gomoku(rule))
    }

    /// Whether a game of Gomoku continues after a five, in the Gomocup numbering. Yixin's has no such rule.
    pub const fn is_continuous(self) -> bool {
        self.0 & RuleBits::CONTINUOUS != 0
    }

    /// The rule as Yixin's front end numbers it: 0 and the swap openings 5 and 6 freestyle,
    /// 1 standard, 2 and 4 renju. The front end handles the opening itself.
    pub fn yixin(self) -> Option<Variant> {
        match self.0 {
            2 => Some(Variant::gomoku(Rule::Renju)),
            6 => Some(Variant::gomoku(Rule::Freestyle)),
            _ => self.gomocup(),
        }
    }
}

/// An invalid value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    /// The key.
    pub key: String,
    /// The value as sent, made printable.
    pub value: String,
    /// The accepted values.
    pub takes: String,
}

impl fmt::Display for RuleBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl SettingError {
    /// `value` is invalid for `key`, which is one of [`KEYS`].
    fn invalid(key: &'static str, value: &str) -> SettingError {
        let takes = KEYS.iter().find(|k| k.name == key).map_or("", |k| k.takes);
        SettingError { key: key.to_owned(), value: printable(value), takes: takes.to_owned() }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "INFO {}: invalid value '{}' (expected {})", self.key, self.value, self.takes)
    }
}

/// One `INFO` key.
pub struct Key {
    pub name: &'static str,
    /// The accepted values, as text.
    pub takes: &'static str,
    /// Its effect, as text.
    pub help: &'static str,
    read: fn(&str) -> Option<Setting>,
}

/// Longest time limit in milliseconds, 24 days: the largest number of Gomocup's managers. The clock of a search, which
/// counts microseconds, would treat a limit near the largest number as no limit.
pub const LONGEST_MS: u64 = i32::MAX as u64;

/// Every key, in the order of `OPTIONS`.
pub const KEYS: &[Key] = &[
    Key {
        name: "timeout_turn",
        takes: "milliseconds",
        help: "time limit of one move; 0 answers at once, below 0 is unlimited",
        read: |v| {
            let time = u64::try_from(whole(v)?).map(|ms| ms.min(LONGEST_MS));
            Some(time.map_or(Setting::EndlessTurn, Setting::TimeoutTurn))
        },
    },
    Key {
        name: "timeout_match",
        takes: "milliseconds",
        help: "time limit of a whole game; 0 is unlimited",
        read: |v| match whole(v)? {
            ..0 => Some(Setting::EndlessMatch),
            _ => Some(Setting::TimeoutMatch(positive(v)?.map(|ms| ms.min(LONGEST_MS)))),
        },
    },
    Key {
        name: "time_left",
        takes: "milliseconds",
        help: "time left for the game; 2147483647 is unlimited",
        read: |v| {
            let left = whole(v)?;
            Some(Setting::TimeLeft((left < i64::from(i32::MAX)).then_some(left.max(0) as u64)))
        },
    },
    Key {
        name: "time_increment",
        takes: "milliseconds",
        help: "time that each move adds to the match clock",
        read: |v| Some(Setting::TimeIncrement((whole(v)?.max(0) as u64).min(LONGEST_MS))),
    },
    Key {
        name: "max_memory",
        takes: "bytes",
        help: "memory limit of the process; 0 is unlimited",
        read: |v| Some(Setting::MaxMemory(positive(v)?)),
    },
    Key {
        name: "hash_size",
        takes: "KiB",
        help: "size of the transposition table, within max_memory; 0 follows max_memory",
        read: |v| Some(Setting::HashSize(positive(v)?)),
    },
    Key {
        name: "game_type",
        takes: "0 to 3",
        help: "0 a person, 1 an engine, 2 a tournament, 3 a network game; 0 turns messages on",
        read: |v| Some(Setting::GameType(whole(v)?.clamp(0, 3) as u8)),
    },
    Key {
        name: "rule",
        takes: "0 or 5 freestyle, 1 standard, 4 renju, 8 caro, 9 caro with exactly five, 16 othello; +2 continuous",
        help: "rule of the game",
        read: |v| {
            let bits = RuleBits(at_most(v, 255)? as u8);
            bits.gomocup().map(|_| Setting::Rule(bits))
        },
    },
    Key {
        name: "game",
        takes: "gomoku or othello",
        help: "the game; INFO rule 16 is the same as INFO game othello",
        read: |v| match v.to_ascii_lowercase().as_str() {
            "gomoku" => Some(Setting::Othello(false)),
            "othello" => Some(Setting::Othello(true)),
            _ => None,
        },
    },
    Key {
        name: "folder",
        takes: "a path",
        help: "relative file names in commands refer to its subfolder Tengen",
        read: |v| Some(Setting::Folder(v.to_owned())),
    },
    Key {
        name: "evaluate",
        takes: "a point",
        help: "the point selected in a front end; ignored",
        read: |_| Some(Setting::Evaluate),
    },
    Key {
        name: "max_depth",
        takes: "plies",
        help: "depth limit of a search; 0 is unlimited",
        read: |v| {
            Some(Setting::MaxDepth(positive(v)?.map(|d| u32::try_from(d).unwrap_or(u32::MAX))))
        },
    },
    Key {
        name: "max_node",
        takes: "nodes",
        help: "node limit of a search; 0 is unlimited",
        read: |v| Some(Setting::MaxNode(positive(v)?)),
    },
    Key {
        name: "strength",
        takes: "per cent, 0 to 100",
        help: "playing strength; below 100, a move has 30 nodes, doubled for every 6 per cent",
        read: |v| Some(Setting::Strength(whole(v)?.clamp(0, 100) as u8)),
    },
    Key {
        name: "level",
        takes: "1 to 10",
        help: "playing level for people; 10 is full strength",
        read: |v| Some(Setting::Level(whole(v)?.clamp(1, 10) as u8)),
    },
    Key {
        name: "caution_factor",
        takes: "0 to 5",
        help: "4 and 5 try points far from all stones before a loss is accepted",
        read: |v| Some(Setting::CautionFactor(whole(v)?.clamp(0, 5) as u8)),
    },
    Key {
        name: "nbestsym",
        takes: "0 or 1",
        help: "0 omits symmetric images from the moves of NBEST and YXNBEST, in Gomoku",
        read: |v| Some(Setting::NBestSym(whole(v)? != 0)),
    },
    Key {
        name: "start_depth",
        takes: "plies",
        help: "depth of the first iteration of a search in Gomoku",
        read: |v| Some(Setting::StartDepth(whole(v)?.clamp(1, 100) as u32)),
    },
    Key {
        name: "checkmate",
        takes: "0 to 2",
        help: "1 and 2 search only for wins by threats, in Gomoku",
        read: |v| Some(Setting::Checkmate(at_most(v, 2)? > 0)),
    },
    Key {
        name: "vcthread",
        takes: "0 to 2",
        help: "1 and 2 spend half of the first thread's search on wins by threats, in Gomoku",
        read: |v| Some(Setting::VcThread(at_most(v, 2)? > 0)),
    },
    Key {
        name: "thread_num",
        takes: "1 to 256",
        help: "search threads, limited by processors and memory",
        read: |v| Some(Setting::ThreadNum(whole(v)?.clamp(1, 256) as u32)),
    },
    Key {
        name: "pondering",
        takes: "0 or 1",
        help: "1 also thinks in the opponent's time",
        read: |v| Some(Setting::Pondering(whole(v)? != 0)),
    },
    Key {
        name: "book",
        takes: "0 or 1",
        help: "1 plays from the Othello opening book",
        read: |v| Some(Setting::Book(at_most(v, 1)? == 1)),
    },
    Key {
        name: "book_variety",
        takes: "discs, 0 to 64",
        help: "play book moves up to this much below the best; 0 always plays the best",
        read: |v| {
            let discs = v.parse::<f64>().ok().filter(|discs| (0.0..=64.0).contains(discs))?;
            Some(Setting::BookVariety((100.0 * discs).round() as u32))
        },
    },
    Key {
        name: "show_detail",
        takes: "0 to 3",
        help: "0 is silent; 1 to 3 report searches in MESSAGE lines, 1 and 3 with marks, 2 and 3 with INFO lines",
        read: |v| Some(Setting::ShowDetail(whole(v)?.clamp(0, 3) as u8)),
    },
    Key {
        name: "dead_draw",
        takes: "0 or 1",
        help: "1 ends a game as a draw as soon as neither side can still make a five",
        read: |v| Some(Setting::DeadDraw(at_most(v, 1)? == 1)),
    },
    Key {
        name: "usedatabase",
        takes: "0 to 2",
        help: "0 ignores the position database, 1 plays from it, 2 also adds the results of searches",
        read: |v| Some(Setting::UseDatabase(at_most(v, 2)? as u8)),
    },
    Key {
        name: "database_readonly",
        takes: "0 or 1",
        help: "1 keeps commands and searches from changing the position database",
        read: |v| Some(Setting::DatabaseReadOnly(at_most(v, 1)? == 1)),
    },
];

/// Reads the `value` of `key` (any case).
///
/// # Errors
/// The key does not take this value. An unknown key, or one without a value, is not an error.
pub fn read(key: &str, value: &str) -> Result<Setting, SettingError> {
    if let Some((prefix, name)) = key.split_once('.')
        && prefix.eq_ignore_ascii_case(SEARCH)
        && !value.is_empty()
    {
        return read_search_param(name, value);
    }
    let entry = KEYS.iter().find(|k| k.name.eq_ignore_ascii_case(key));
    let Some(entry) = entry.filter(|_| !value.is_empty()) else {
        return Ok(Setting::Unknown(key.to_owned()));
    };
    (entry.read)(value).ok_or_else(|| SettingError::invalid(entry.name, value))
}

/// Prefix of the keys that set parameters of the search: `search.NAME`.
pub const SEARCH: &str = "search";

/// Reads the `value` of the search parameter `name`, which either game has.
fn read_search_param(name: &str, value: &str) -> Result<Setting, SettingError> {
    let invalid = |takes: String| SettingError {
        key: format!("{SEARCH}.{}", printable(name)),
        value: printable(value),
        takes,
    };
    let tables = [Variant::gomoku(Rule::Freestyle), Variant::Othello].map(search_params);
    let named = tables.into_iter().flatten().filter(|param| param.name.eq_ignore_ascii_case(name));
    let mut ranges = Vec::new();
    for param in named {
        match value.parse() {
            Ok(value) if (param.min..=param.max).contains(&value) => {
                return Ok(Setting::SearchParam { name: param.name, value });
            }
            _ => ranges.push(format!("{} to {}", param.min, param.max)),
        }
    }
    if ranges.is_empty() {
        ranges.push("a parameter listed by tengen tune --search --list".to_owned());
    }
    Err(invalid(ranges.join(" or ")))
}

/// A number truncated to an integer and clamped to the range of `i64`.
fn whole(value: &str) -> Option<i64> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let integral = match value.split_once('.') {
        Some((integral, fraction)) if digits(fraction) => integral,
        _ => value,
    };
    match integral.parse::<i64>() {
        Ok(number) => Some(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
    }
}

/// A number; `Some(None)` for 0 and below, which mean no limit.
fn positive(value: &str) -> Option<Option<u64>> {
    whole(value).map(|n| u64::try_from(n).ok().filter(|&n| n > 0))
}

fn at_most(value: &str, most: i64) -> Option<i64> {
    whole(value).filter(|n| (0..=most).contains(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_any_case_and_unknown_ones_are_kept_quiet() {
        assert_eq!(read("TimeOut_Turn", "500"), Ok(Setting::TimeoutTurn(500)));
        assert_eq!(read("time_left", "-20"), Ok(Setting::TimeLeft(Some(0))));
        assert_eq!(read("time_left", "2147483647"), Ok(Setting::TimeLeft(None)));
        assert_eq!(read("max_memory", "0"), Ok(Setting::MaxMemory(None)));
        let most = Ok(Setting::MaxMemory(Some(i64::MAX as u64)));
        assert_eq!(read("max_memory", "18446744073709551615"), most);
        assert_eq!(read("time_left", "119999.5"), Ok(Setting::TimeLeft(Some(119_999))));
        assert_eq!(read("max_node", "-99999999999999999999"), Ok(Setting::MaxNode(None)));
        for (key, value) in [("swapable", "x"), ("timeout_turn", ""), ("search.none", "")] {
            assert_eq!(read(key, value), Ok(Setting::Unknown(key.into())));
        }
        assert_eq!(read("timeout_turn", "-1"), Ok(Setting::EndlessTurn));
        assert_eq!(read("timeout_match", "-1"), Ok(Setting::EndlessMatch));
        assert_eq!(read("timeout_match", "0"), Ok(Setting::TimeoutMatch(None)));
    }

    #[test]
    fn the_longest_limits_are_still_limits() {
        for most in ["2147483648", "9223372036854775807", "99999999999999999999"] {
            assert_eq!(read("timeout_turn", most), Ok(Setting::TimeoutTurn(LONGEST_MS)));
            assert_eq!(read("timeout_match", most), Ok(Setting::TimeoutMatch(Some(LONGEST_MS))));
            assert_eq!(read("time_increment", most), Ok(Setting::TimeIncrement(LONGEST_MS)));
        }
    }

    #[test]
    fn the_variety_of_the_book_is_in_discs() {
        assert_eq!(read("book", "0"), Ok(Setting::Book(false)));
        assert_eq!(read("book_variety", "0"), Ok(Setting::BookVariety(0)));
        assert_eq!(read("book_variety", "1.256"), Ok(Setting::BookVariety(126)));
        for (key, value) in [("book", "2"), ("book_variety", "-1"), ("book_variety", "nan")] {
            assert!(read(key, value).is_err(), "{key} {value}");
        }
    }

    #[test]
    fn a_key_without_effect_never_complains() {
        assert!(read("evaluate", "7").is_ok());
    }

    #[test]
    fn numbers_out_of_range_are_the_nearest_in_it() {
        assert_eq!(read("game_type", "9"), Ok(Setting::GameType(3)));
        assert_eq!(read("thread_num", "0"), Ok(Setting::ThreadNum(1)));
        assert_eq!(read("thread_num", "9999999999"), Ok(Setting::ThreadNum(256)));
        assert_eq!(read("strength", "-1"), Ok(Setting::Strength(0)));
        assert_eq!(read("level", "99"), Ok(Setting::Level(10)));
        assert_eq!(read("caution_factor", "9"), Ok(Setting::CautionFactor(5)));
        assert_eq!(read("start_depth", "0"), Ok(Setting::StartDepth(1)));
    }

    #[test]
    fn impossible_values_are_errors() {
        for (key, value) in [
            ("timeout_turn", "abc"),
            ("thread_num", "all"),
            ("rule", "3x"),
            ("rule", "7"),
            ("rule", "13"),
            ("rule", "17"),
            ("game", "go"),
        ] {
            assert!(read(key, value).is_err(), "{key} {value}");
        }
    }

    #[test]
    fn search_parameters_are_read_within_their_range() {
        let window = SettingError {
            key: "search.midgame_window".to_owned(),
            value: "9999".to_owned(),
            takes: "20 to 600".to_owned(),
        };
        assert_eq!(
            read("Search.midgame_window", "120"),
            Ok(Setting::SearchParam { name: "midgame_window", value: 120 })
        );
        assert_eq!(read("SEARCH.MidGame_Window", "120"), read("search.midgame_window", "120"));
        assert_eq!(read("search.midgame_window", "9999"), Err(window));
        for (key, value) in
            [("search.midgame_window", "1.5"), ("search.none", "1"), ("search.", "1")]
        {
            assert!(read(key, value).is_err(), "{key} {value}");
        }
    }

    #[test]
    fn the_two_numberings_of_rules_differ_where_they_must() {
        let gomoku = |rule| Some(Variant::gomoku(rule));
        assert_eq!(RuleBits(2).gomocup(), gomoku(Rule::Freestyle));
        assert_eq!(RuleBits(2).yixin(), gomoku(Rule::Renju));
        assert_eq!(RuleBits(11).gomocup(), gomoku(Rule::CaroExact));
        assert_eq!(RuleBits(6).gomocup(), gomoku(Rule::Renju));
        for swap in [RuleBits(5).gomocup(), RuleBits(5).yixin(), RuleBits(6).yixin()] {
            assert_eq!(swap, gomoku(Rule::Freestyle));
        }
        assert_eq!(RuleBits(7).gomocup(), None);
        assert_eq!(RuleBits(16).gomocup(), Some(Variant::Othello));
        assert_eq!(RuleBits(18).gomocup(), None);
    }
}
