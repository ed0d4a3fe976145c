//! A played game as data: what was played, by whom, when, and how it ended.
//!
//! The formats convert it to text and back. They replay every record that they read: its moves are legal and
//! its result agrees with the board.

use std::time::Duration;

use super::date::DateTime;
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{IllegalMove, Outcome, Position, Variant};
use crate::quotation::on_one_line;

/// A move with the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The move.
    pub mv: Move,
    /// Time since the previous move; formats keep whole milliseconds or none.
    pub time: Duration,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// By the rules, on the board.
    Board(Outcome),
    /// This side resigned, or lost in another way off the board, which [`Details::termination`] may name.
    Resigned(Color),
    /// A draw off the board.
    AgreedDraw,
    /// Ended early with a result decided by a referee or a solver. Some formats read an adjudicated draw as
    /// [`Verdict::AgreedDraw`].
    Adjudicated {
        /// The result.
        claim: Claim,
        /// Othello: Black's discs minus White's, empty squares counted for the winner, -64..=64.
        margin: Option<i32>,
    },
    /// It was aborted.
    Unfinished,
}

/// A result as a record states it, without its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This side won.
    Win(Color),
    /// A draw.
    Draw,
}

impl Claim {
    /// The result for a disc margin, Black's discs minus White's.
    pub(super) fn of_margin(margin: i32) -> Claim {
        match margin.signum() {
            1 => Claim::Win(Color::Black),
            -1 => Claim::Win(Color::White),
            _ => Claim::Draw,
        }
    }
}

impl Verdict {
    /// The result without its reason; `None` if there is none.
    pub fn claim(&self) -> Option<Claim> {
        match self {
            Verdict::Board(outcome) => Some(outcome.winner().map_or(Claim::Draw, Claim::Win)),
            Verdict::Resigned(loser) => Some(Claim::Win(!*loser)),
            Verdict::AgreedDraw => Some(Claim::Draw),
            Verdict::Adjudicated { claim, .. } => Some(*claim),
            Verdict::Unfinished => None,
        }
    }

    /// The verdict for a stated result of a game that ended in `position`; `None` if it contradicts the board.
    pub fn from_claim(claim: Option<Claim>, position: &Position) -> Option<Verdict> {
        if let Some(outcome) = position.outcome(false) {
            let verdict = Verdict::Board(outcome);
            return (claim.is_none() || claim == verdict.claim()).then_some(verdict);
        }
        Some(match claim {
            None => Verdict::Unfinished,
            Some(Claim::Win(winner)) => Verdict::Resigned(!winner),
            Some(Claim::Draw) => position.outcome(true).map_or(Verdict::AgreedDraw, Verdict::Board),
        })
    }

    /// The verdict for the claim that a side resigned or lost on time. In Othello that side has lost even if this was
    /// at the last move, regardless of the discs.
    pub(super) fn of_loss(claim: Option<Claim>, position: &Position) -> Option<Verdict> {
        Verdict::from_claim(claim, position).or_else(|| match (claim, position) {
            (Some(Claim::Win(winner)), Position::Othello(_)) => Some(Verdict::Resigned(!winner)),
            _ => None,
        })
    }

    /// The verdict of a game that ended in `position`, without a stated result.
    pub fn of_board(position: &Position) -> Verdict {
        position.outcome(false).map_or(Verdict::Unfinished, Verdict::Board)
    }
}

/// A played game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Game, rule and board.
    pub variant: Variant,
    /// Names of Black and White.
    pub players: [String; 2],
    /// When it began, if known.
    pub date: Option<DateTime>,
    /// Every ply with forced passes, Black's first.
    pub moves: Vec<TimedMove>,
    pub verdict: Verdict,
    /// Other details.
    pub details: Details,
}

impl GameRecord {
    /// The stones or discs placed, without the passes.
    pub fn placed(&self) -> impl Iterator<Item = (Point, Duration)> + '_ {
        self.moves.iter().filter_map(|timed| timed.mv.point().map(|point| (point, timed.time)))
    }
}

/// A game rebuilt from a record that may omit forced passes.
#[derive(Clone)]
pub(super) struct Replay {
    /// The position after its moves.
    pub position: Position,
    /// Its moves with the passes.
    pub moves: Vec<TimedMove>,
    /// Whether the last move is an implied pass that the record may still state.
    implied_pass: bool,
    /// Whether any pass is legal in Gomoku, as in Go.
    pub allows_passes: bool,
}

impl Replay {
    /// A game that begins in `position`.
    pub fn new(position: Position) -> Replay {
        Replay { position, moves: Vec::new(), implied_pass: false, allows_passes: false }
    }

    /// Plays on `point`, then a pass if one is forced.
    ///
    /// # Errors
    /// Why the point cannot be played.
    pub fn place(&mut self, point: Point, time: Duration) -> Result<(), IllegalMove> {
        let mv = Move::Place(point);
        self.position.play(mv)?;
        self.moves.push(TimedMove { mv, time });
        self.implied_pass = self.position.play(Move::Pass).is_ok();
        if self.implied_pass {
            self.moves.push(TimedMove { mv: Move::Pass, time: Duration::ZERO });
        }
        Ok(())
    }

    /// Marks an implied last pass as stated by the record; `false` if there is none.
    pub fn state_pass(&mut self) -> bool {
        std::mem::take(&mut self.implied_pass)
    }

    /// Whether the last move is a pass that the record has not stated.
    pub fn has_unstated_pass(&self) -> bool {
        self.implied_pass
    }

    /// Plays a move that a record states for `color`. Implied passes may be stated or not.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn play(&mut self, color: Color, mv: Move, time: Duration) -> Result<(), String> {
        if mv == Move::Pass && color != self.position.side_to_move() && self.state_pass() {
            self.moves.last_mut().expect("an implied pass is the last move").time = time;
            return Ok(());
        }
        if color != self.position.side_to_move() {
            return Err(format!("{mv} by {color}, but {} is to move", !color));
        }
        match mv {
            Move::Place(point) => self.place(point, time).map_err(|illegal| illegal.to_string()),
            Move::Pass => {
                let play =
                    if self.allows_passes { Position::play_as_in_go } else { Position::play };
                play(&mut self.position, mv).map_err(|illegal| illegal.to_string())?;
                self.implied_pass = false;
                self.moves.push(TimedMove { mv, time });
                Ok(())
            }
        }
    }
}

/// The times of the moves on one line, for formats whose moves cannot store them: milliseconds per stone or disc,
/// separated by blanks (`0 12 33`); passes have none. `None` if no move took any time.
pub(super) fn write_times(record: &GameRecord) -> Option<String> {
    let times: Vec<u128> = record.placed().map(|(_, time)| time.as_millis()).collect();
    let texts: Vec<String> = times.iter().map(u128::to_string).collect();
    times.iter().any(|&time| time > 0).then(|| texts.join(" "))
}

/// Sets the times of `moves` from a line by [`write_times`].
///
/// # Errors
/// A word is not a time, or the number of times differs from the number of stones.
pub(super) fn read_times(line: &str, moves: &mut [TimedMove]) -> Result<(), String> {
    let time = |word: &str| match word.parse() {
        Ok(milliseconds) => Ok(Duration::from_millis(milliseconds)),
        Err(_) => Err(format!("invalid time '{word}' (expected milliseconds)")),
    };
    let times: Vec<Duration> = line.split_whitespace().map(time).collect::<Result<_, _>>()?;
    let placed: Vec<&mut TimedMove> =
        moves.iter_mut().filter(|timed| timed.mv.point().is_some()).collect();
    if placed.len() != times.len() {
        let (given, expected) = (times.len(), placed.len());
        return Err(format!("invalid number of times '{given}' (expected {expected})"));
    }
    for (timed, time) in placed.into_iter().zip(times) {
        timed.time = time;
    }
    Ok(())
}

/// Whether `c` may separate moves.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// A name or a message as one line of text: never empty, without control characters.
pub(crate) fn one_line(name: &str) -> String {
    detail(name).unwrap_or_else(|| "?".to_owned())
}

/// Details of a game, each `None` or 0 if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The tournament or match, one line.
    pub event: Option<String>,
    /// Its round, often a number such as `17`.
    pub round: Option<String>,
    /// The time control, such as `1 s/move`.
    pub time_control: Option<String>,
    /// Number of opening plies, at most all of the game.
    pub opening_plies: usize,
    /// Why the game ended, one line such as `forbidden: black's h8 is a double three`. The text before the
    /// colon names the kind; formats with a code for losses on time look for `time` or `silence` in it.
    pub termination: Option<String>,
}

/// How a game was lost that was not decided on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    Resignation,
    Time,
    /// By breaking a rule of the game or the tournament.
    Forfeit,
}

/// The keys of [`Details::entries`] and [`Details::set`], for messages.
pub(super) const DETAIL_KEYS: &str = "reason:, event:, round:, time control: or opening plies:";

impl Details {
    /// Whether all details are unknown.
    pub fn is_empty(&self) -> bool {
        *self == Details::default()
    }

    /// The known details as keys and one-line values.
    pub(super) fn entries(&self) -> Vec<(&'static str, String)> {
        let texts = [
            ("reason", &self.termination),
            ("event", &self.event),
            ("round", &self.round),
            ("time control", &self.time_control),
        ];
        let texts =
            texts.into_iter().filter_map(|(key, text)| Some((key, detail(text.as_deref()?)?)));
        let plies = (self.opening_plies > 0).then(|| self.opening_plies.to_string());
        texts.chain(plies.map(|plies| ("opening plies", plies))).collect()
    }

    /// Sets the detail `key` of a game of `plies` plies; `false` if there is no such key.
    ///
    /// # Errors
    /// The value is invalid.
    pub(super) fn set(&mut self, key: &str, value: &str, plies: usize) -> Result<bool, String> {
        match key {
            "reason" => self.termination = detail(value),
            "event" => self.event = detail(value),
            "round" => self.round = detail(value),
            "time control" => self.time_control = detail(value),
            "opening plies" => {
                let number = value.parse().ok().filter(|&number| number <= plies);
                self.opening_plies = number.ok_or_else(|| {
                    format!("invalid number of plies '{value}' (expected at most {plies})")
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// How the loser lost if the game was not decided on the board.
    pub(super) fn loss(&self) -> Loss {
        let Some(termination) = &self.termination else {
            return Loss::Resignation;
        };
        let kind = termination.split(':').next().unwrap_or_default().to_lowercase();
        if kind.contains("resign") {
            Loss::Resignation
        } else if kind.contains("time") || kind.contains("silence") {
            Loss::Time
        } else {
            Loss::Forfeit
        }
    }
}

/// `text` as one trimmed line without control characters; `None` if nothing is left.
pub(super) fn detail(text: &str) -> Option<String> {
    let text = on_one_line(text);
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// Reads the date of an entry.
///
/// # Errors
/// `text` is not a date.
pub(super) fn read_date(text: &str) -> Result<DateTime, String> {
    DateTime::from_text(text)
        .ok_or_else(|| format!("invalid date '{text}' (expected one such as 2026-11-21 14:03:59)"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::*;

    use crate::coord::Size;
    use crate::gomoku::rules::rule::Rule;

    /// A game of random legal moves, at most `most` stones long, with forced passes, and its
    /// verdict.
    pub fn random_game(
        variant: Variant,
        seed: u64,
        most: usize,
        ended: Option<Claim>,
    ) -> GameRecord {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut replay = Replay::new(variant.start().unwrap());
        for _ in 0..most {
            let points: Vec<Point> = replay.position.legal_points().collect();
            let Some(&point) = random.choice(&points) else {
                break;
            };
            let time = Duration::from_millis(random.u64(0..1_000_000));
            replay.place(point, time).unwrap();
        }
        let verdict = Verdict::from_claim(ended, &replay.position)
            .or_else(|| Verdict::from_claim(None, &replay.position));
        GameRecord {
            variant,
            players: ["Human".into(), "Tengen".into()],
            date: None,
            moves: replay.moves,
            verdict: verdict.unwrap(),
            details: Details::default(),
        }
    }

    /// Gomoku under any rule and on any board size.
    pub fn any_gomoku() -> impl Strategy<Value = Variant> {
        let rule = proptest::sample::select(&Rule::ALL);
        (rule, 5u8..=22, 5u8..=22).prop_map(|(rule, width, height)| {
            let size = Size::new(width, height).unwrap();
            Variant::Gomoku { rule, size }
        })
    }

    /// A random game of one of `variants` by a player whose name matches `black`.
    pub fn any_record(
        variants: impl Strategy<Value = Variant>,
        black: &'static str,
    ) -> impl Strategy<Value = GameRecord> {
        let [black_wins, white_wins] = [Color::Black, Color::White].map(Claim::Win).map(Some);
        let ended = proptest::sample::select(vec![None, Some(Claim::Draw), black_wins, white_wins]);
        let seconds = option::of(0..4_000_000_000u64);
        (variants, any::<u64>(), 3usize..120, ended, seconds, black, any_details()).prop_map(
            |(variant, seed, most, ended, seconds, black, details)| {
                let mut record = random_game(variant, seed, most, ended);
                record.players[0] = black;
                record.date = seconds.map(DateTime::from_unix);
                record.details = details;
                record
            },
        )
    }

    /// Turns a resignation into an adjudication by `discs`, if the record states them.
    pub fn adjudicate(record: &mut GameRecord, discs: Option<i32>) {
        if let Verdict::Resigned(loser) = record.verdict {
            let margin = discs.map(|discs| if loser == Color::White { discs } else { -discs });
            record.verdict = Verdict::Adjudicated { claim: Claim::Win(!loser), margin };
        }
    }

    #[test]
    fn names_are_one_line() {
        assert_eq!(one_line(" A\nB\t"), "A B");
        assert_eq!(one_line("\r\n"), "?");
    }

    #[test]
    fn a_claim_against_the_board_is_no_verdict() {
        let mut replay = Replay::new(Variant::gomoku(Rule::Freestyle).start().unwrap());
        assert_eq!(Verdict::from_claim(None, &replay.position), Some(Verdict::Unfinished));
        assert_eq!(
            Verdict::from_claim(Some(Claim::Draw), &replay.position),
            Some(Verdict::AgreedDraw)
        );
        for point in crate::coord::parse_points("a1a2b1b2c1c2d1d2e1").unwrap() {
            replay.place(point, Duration::ZERO).unwrap();
        }
        for (claim, agrees) in [
            (None, true),
            (Some(Claim::Win(Color::Black)), true),
            (Some(Claim::Win(Color::White)), false),
            (Some(Claim::Draw), false),
        ] {
            let verdict = Verdict::from_claim(claim, &replay.position);
            assert_eq!(verdict.is_some(), agrees, "{claim:?}");
            assert!(verdict.is_none_or(|v| v.claim() == Some(Claim::Win(Color::Black))));
        }
    }

    /// Details that every format keeps, of a game of any length: no brackets, no blanks around.
    pub fn any_details() -> impl Strategy<Value = Details> {
        let text = || option::of("[^\\pC\\s\\[\\]]([^\\pC\\[\\]]{0,20}[^\\pC\\s\\[\\]])?");
        (text(), text(), text(), 0..3usize, text()).prop_map(
            |(event, round, time_control, opening_plies, termination)| Details {
                event,
                round,
                time_control,
                opening_plies,
                termination,
            },
        )
    }

    #[test]
    fn the_kind_of_a_loss_is_told_from_its_reason() {
        for (termination, loss) in [
            (None, Loss::Resignation),
            (Some("resignation: after 30 plies"), Loss::Resignation),
            (Some("overtime: 1.204 s of 1.000 s"), Loss::Time),
            (Some("silence"), Loss::Time),
            (Some("Black win by time forfeit"), Loss::Time),
            (Some("crash: at some time"), Loss::Forfeit),
            (Some("forbidden: black's h8 is a double three"), Loss::Forfeit),
        ] {
            let termination = termination.map(str::to_owned);
            let details = Details { termination, ..Details::default() };
            assert_eq!(details.loss(), loss, "{details:?}");
        }
    }

    #[test]
    fn entries_are_one_line_and_checked() {
        let details = Details {
            event: Some(" a\nb\t".into()),
            round: Some("\n".into()),
            ..Details::default()
        };
        assert_eq!(details.entries(), [("event", "a b".to_owned())]);
        let mut details = Details::default();
        assert_eq!(details.set("colour", "red", 9), Ok(false));
        assert_eq!(details.set("opening plies", "9", 9), Ok(true));
        for (value, plies) in [("10", 9), ("-1", 9), ("x", 9), ("1", 0)] {
            let message = format!("invalid number of plies '{value}' (expected at most {plies})");
            assert_eq!(details.set("opening plies", value, plies), Err(message));
        }
        assert!(!details.is_empty());
    }

    proptest! {
        #[test]
        fn entries_are_taken_back(details in any_details()) {
            let mut read = Details::default();
            for (key, value) in details.entries() {
                prop_assert!(DETAIL_KEYS.contains(key));
                prop_assert_eq!(read.set(key, &value, 3), Ok(true));
            }
            prop_assert_eq!(read, details);
        }
    }
}
