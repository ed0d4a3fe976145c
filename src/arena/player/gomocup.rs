//! The protocol of Gomocup and Piskvork, and Othello in its grammar.
//!
//! Requests follow the managers: CRLF, `INFO` before the first request of a game, `time_left` before every
//! request. Answers are read strictly: apart from `MESSAGE`, `DEBUG` and blank lines, anything but the
//! answer is garbage, because a manager that skipped it could wait forever.

use std::time::{Duration, Instant};

use super::contract::{Answer, GameContext, Player, Swap2Choice, Timed, Trouble, point_at};
use super::wire::{Awaited, Unasked, Wire, garbage, quoted};
use crate::arena::clock::Clock;
use crate::arena::clock::TimeControl;
use crate::arena::ending::Reason;
use crate::arena::reported::Reported;
use crate::arena::tournament::{Conditions, Engine};
use crate::coord::Move;
use crate::game::{Position, Variant};
use crate::process::is_remark;

/// Wait for the optional answer to `ABOUT`.
const ABOUT_WAIT: Duration = Duration::from_secs(1);
/// The `time_left` of games without a time limit.
const UNLIMITED_MS: u128 = 2_147_483_647;

/// The setting with which many programs report their searches; others ignore it, as the protocol requires.
const DETAIL: &str = "show_detail";

/// A program that speaks this protocol.
#[derive(Debug)]
pub struct Gomocup {
    wire: Wire,
    /// Whether the answer to `ABOUT` is still pending.
    about_is_due: bool,
    always_board: bool,
    /// Number of plies of the game that the program knows.
    known: usize,
}

impl Gomocup {
    /// Starts the program of `engine`.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(engine: &Engine, context: GameContext) -> Result<Gomocup, Trouble> {
        let mut wire = Wire::start(engine, Reported::read_message)?;
        wire.send("ABOUT\r\n");
        let wait = ABOUT_WAIT.min(context.patience());
        let awaited = Awaited { request: "ABOUT", from: Instant::now(), wait };
        let about_is_due = match wire.hear(awaited, context.stop, is_chatter) {
            Ok(line) => {
                log::info!("{}: {}", wire.name(), quoted(&line.text));
                false
            }
            Err(Trouble::Fault(fault)) if fault.reason == Reason::Silence => true,
            Err(trouble) => return Err(trouble.before_a_game()),
        };
        Ok(Gomocup { wire, about_is_due, always_board: engine.always_board, known: 0 })
    }

    /// Waits for the `OK` to `request`.
    fn expect_ok(&mut self, request: &str, context: GameContext) -> Result<(), Trouble> {
        let awaited = Awaited { request, from: Instant::now(), wait: context.patience() };
        loop {
            let line = self.wire.hear(awaited, context.stop, is_chatter)?.text;
            if is_ok(&line) {
                self.about_is_due = false;
                return Ok(());
            }
            let is_refusal = line.trim_start().to_ascii_uppercase().starts_with("ERROR");
            if is_refusal || !std::mem::take(&mut self.about_is_due) {
                return garbage(request, &line);
            }
        }
    }

    /// Sends a request and waits for its one-line answer.
    fn ask(
        &mut self,
        request: &str,
        name: &str,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<String>, Trouble> {
        self.wire.expect_quiet(is_chatter)?;
        let left = clock.left().map_or(UNLIMITED_MS, |left| left.as_millis().min(UNLIMITED_MS));
        let from = Instant::now();
        self.wire.send(&format!("INFO time_left {left}\r\n{request}"));
        let awaited = Awaited { request: name, from, wait: clock.wait(context.patience()) };
        let line = self.wire.hear(awaited, context.stop, is_chatter)?;
        Ok((line.text, line.at.saturating_duration_since(from)))
    }
}

impl Player for Gomocup {
    fn is_fit(&mut self) -> bool {
        self.wire.unasked(is_chatter) == Unasked::Nothing
    }

    fn new_game(&mut self, engine: &Engine, context: GameContext) -> Result<(), Trouble> {
        self.known = 0;
        let start = match context.conditions.variant {
            Variant::Othello => {
                // Before `START`: otherwise a program may assume a Gomoku board.
                self.wire.send("INFO rule 16\r\n");
                "START 8".to_owned()
            }
            Variant::Gomoku { size, .. } if size.width() == size.height() => {
                format!("START {}", size.width())
            }
            Variant::Gomoku { size, .. } => format!("RECTSTART {},{}", size.width(), size.height()),
        };
        self.wire.send(&format!("{start}\r\n"));
        self.expect_ok(&start, context).map_err(Trouble::before_a_game)?;
        self.wire.send(&settings(engine, context.conditions));
        Ok(())
    }

    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble> {
        let request = request(position, self.known, self.always_board);
        let name = request.lines().next().unwrap_or_default();
        let (line, time) = self.ask(&request, name, clock, context)?;
        self.known = position.history().len() + 1;
        match parse_point(&line) {
            Some((-1, -1)) => Ok((Answer::Move(Move::Pass), time)),
            Some((x, y)) => {
                let point = point_at(x, y, position.size())?;
                Ok((Answer::Move(Move::Place(point)), time))
            }
            None => garbage(name, &line),
        }
    }

    fn swap2(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Swap2Choice>, Trouble> {
        let mut request = "SWAP2BOARD\r\n".to_owned();
        for point in position.history().iter().filter_map(|ply| ply.mv.point()) {
            request.push_str(&format!("{},{}\r\n", point.x(), point.y()));
        }
        request.push_str("DONE\r\n");
        let (line, time) = self.ask(&request, "SWAP2BOARD", clock, context)?;
        if line.trim().eq_ignore_ascii_case("SWAP") {
            return Ok((Swap2Choice::Swap, time));
        }
        let points: Option<Vec<_>> = line.split_ascii_whitespace().map(parse_point).collect();
        match points {
            Some(points) if !points.is_empty() => {
                let size = position.size();
                let points = points.into_iter().map(|(x, y)| point_at(x, y, size));
                Ok((Swap2Choice::Stones(points.collect::<Result<_, _>>()?), time))
            }
            _ => garbage("SWAP2BOARD", &line),
        }
    }

    fn reported(&self) -> Reported {
        self.wire.said()
    }

    fn end(self: Box<Self>, context: GameContext) {
        self.wire.end("END\r\n", context);
    }
}

/// Whether a line may come at any time: messages and blank lines.
fn is_chatter(line: &str) -> bool {
    line.trim_ascii().is_empty() || is_remark(line)
}

/// `OK`, including the longer forms of old protocol descriptions.
fn is_ok(line: &str) -> bool {
    line.split_ascii_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("OK"))
}

/// Exactly `x,y`, with or without blanks around either number.
fn parse_point(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| {
        let text = text.trim();
        if text.starts_with('+') { None } else { text.parse().ok() }
    };
    Some((number(x)?, number(y)?))
}

/// The `INFO` lines of a game; those that describe the game come first.
fn settings(engine: &Engine, conditions: &Conditions) -> String {
    let mut lines = String::new();
    let mut info = |key: &str, value: &dyn std::fmt::Display| {
        lines.push_str(&format!("INFO {key} {value}\r\n"));
    };
    if let Variant::Gomoku { rule, .. } = conditions.variant {
        info("rule", &rule.gomocup_number());
    }
    let TimeControl { turn, game, increment, nodes, depth } = engine.time;
    // A turn time of 0 would request the fastest possible answer.
    if let Some(turn) = turn.or(game) {
        info("timeout_turn", &turn.as_millis());
    }
    info("timeout_match", &game.map_or(0, |game| game.as_millis()));
    if !increment.is_zero() {
        info("time_increment", &increment.as_millis());
    }
    info("game_type", &1);
    if let Some(bytes) = engine.memory {
        info("max_memory", &bytes);
    }
    if let Some(threads) = engine.threads {
        info("thread_num", &threads);
    }
    if let Some(depth) = depth {
        info("max_depth", &depth);
    }
    if let Some(nodes) = nodes {
        info("max_node", &nodes);
    }
    if engine.asks_for_scores && engine.options.iter().all(|(key, _)| key != DETAIL) {
        info(DETAIL, &1);
    }
    for (key, value) in &engine.options {
        info(key, value);
    }
    lines
}

/// The request for a move from a program that already has the first `known` plies of the game.
fn request(position: &Position, known: usize, always_board: bool) -> String {
    let history = position.history();
    let Some(last) = history.last() else {
        return "BEGIN\r\n".to_owned();
    };
    let othello = position.variant().is_othello();
    // Gomoku has no request for a pass; it shows only in the colours of `BOARD`.
    let told = othello || last.mv != Move::Pass;
    if known + 1 == history.len() && told && !always_board {
        return format!("TURN {}\r\n", coordinates(last.mv));
    }
    let own = position.side_to_move();
    let mut request = "BOARD\r\n".to_owned();
    for ply in history.iter().filter(|ply| othello || ply.mv != Move::Pass) {
        let field = if ply.color == own { 1 } else { 2 };
        request.push_str(&format!("{},{field}\r\n", coordinates(ply.mv)));
    }
    request.push_str("DONE\r\n");
    request
}

fn coordinates(mv: Move) -> String {
    match mv {
        Move::Place(point) => format!("{},{}", point.x(), point.y()),
        Move::Pass => "-1,-1".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::Adjudication;
    use crate::arena::tournament::samples::engine;
    use crate::color::Color;
    use crate::coord::{Size, parse_points};
    use crate::gomoku;
    use crate::gomoku::rules::rule::Rule;
    use proptest::prelude::*;

    fn conditions(variant: Variant) -> Conditions {
        let adjudication = Adjudication::default();
        Conditions { variant, adjudication, patience: Duration::from_secs(1) }
    }

    fn lines(text: &str) -> String {
        assert!(text.is_empty() || text.ends_with("\r\n"));
        text.lines().collect::<Vec<_>>().join("; ")
    }

    fn position(variant: Variant, points: &str) -> Position {
        let mut position = variant.start().unwrap();
        for point in parse_points(points).unwrap() {
            let _ = position.play(Move::Pass);
            position.play(Move::Place(point)).unwrap();
        }
        let _ = position.play(Move::Pass);
        position
    }

    fn fifteen(rule: Rule) -> Variant {
        Variant::Gomoku { rule, size: Size::new(15, 15).unwrap() }
    }

    #[test]
    fn moves_are_two_numbers_and_nothing_else() {
        for (text, point) in
            [("7,7", (7, 7)), (" 7 , 8\t", (7, 8)), ("-1,-1", (-1, -1)), ("99,-5", (99, -5))]
        {
            assert_eq!(parse_point(text), Some(point), "{text}");
        }
        for text in
            ["", "7", "7,", "7,7,1", "7 7", "h8", "7,7 7,8", "+7,7", "7.0,7", "9999999999,1", "OK"]
        {
            assert_eq!(parse_point(text), None, "{text}");
        }
        assert!(is_chatter("") && is_chatter("message") && is_chatter(" Debug 7,7"));
        assert!(!is_chatter("MESSAGES") && !is_chatter("UNKNOWN command") && !is_chatter("7,7"));
        assert!(is_ok("ok") && is_ok("OK - everything is good") && !is_ok("OKAY") && !is_ok(""));
    }

    proptest! {
        #[test]
        fn coordinates_are_read_back_with_any_blanks(x: i32, y: i32, blanks in "[ \\t]{0,3}") {
            let line = format!("{blanks}{x}{blanks},{blanks}{y}{blanks}");
            prop_assert_eq!(parse_point(&line), Some((x, y)));
            prop_assert_eq!(parse_point(&format!("{line},{y}")), None);
        }

        #[test]
        fn whatever_is_read_as_a_move_is_made_of_its_characters(line in "[-+0-9, \\tx]{0,8}") {
            if parse_point(&line).is_some() {
                let known = |c: char| c.is_ascii_digit() || c == '-' || c == ',' || c.is_whitespace();
                prop_assert!(line.chars().all(known), "{}", line);
            }
        }
    }

    #[test]
    fn a_game_without_time_is_announced_without_a_turn_time() {
        let sent = settings(&engine("a"), &conditions(fifteen(Rule::CaroExact)));
        assert_eq!(
            lines(&sent),
            "INFO rule 9; INFO timeout_match 0; INFO game_type 1; INFO show_detail 1"
        );
        let detail = vec![("show_detail".to_owned(), "0".to_owned())];
        let quiet = Engine { options: detail, ..engine("a") };
        let sent = settings(&quiet, &conditions(Variant::Othello));
        assert_eq!(lines(&sent), "INFO timeout_match 0; INFO game_type 1; INFO show_detail 0");
        let unasked = Engine { asks_for_scores: false, ..engine("a") };
        let sent = settings(&unasked, &conditions(Variant::Othello));
        assert_eq!(lines(&sent), "INFO timeout_match 0; INFO game_type 1");
    }

    #[test]
    fn everything_that_bounds_a_move_is_announced_and_options_come_last() {
        let time = TimeControl {
            turn: Some(Duration::from_millis(500)),
            game: Some(Duration::from_secs(60)),
            increment: Duration::from_secs(1),
            nodes: Some(1000),
            depth: Some(3),
        };
        let options = vec![("rule".into(), "1".into()), ("folder".into(), "a b".into())];
        let mut engine =
            Engine { time, memory: Some(1 << 20), threads: Some(2), options, ..engine("a") };
        let conditions = conditions(fifteen(Rule::Renju));
        assert_eq!(
            lines(&settings(&engine, &conditions)),
            "INFO rule 4; INFO timeout_turn 500; INFO timeout_match 60000; \
             INFO time_increment 1000; INFO game_type 1; INFO max_memory 1048576; \
             INFO thread_num 2; INFO max_depth 3; INFO max_node 1000; INFO show_detail 1; INFO rule 1; INFO folder a b"
        );
        engine.time.turn = None;
        let sent = lines(&settings(&engine, &conditions));
        assert!(sent.contains("timeout_turn 60000; INFO timeout_match 60000"), "{sent}");
    }

    #[test]
    fn a_request_has_what_the_program_does_not_know() {
        let gomoku = fifteen(Rule::Freestyle);
        let of = |points, known, always| lines(&request(&position(gomoku, points), known, always));
        assert_eq!(of("", 0, false), "BEGIN");
        assert_eq!(of("", 0, true), "BEGIN");
        assert_eq!(of("h8", 0, false), "TURN 7,7");
        assert_eq!(of("h8i9a1", 2, false), "TURN 0,0");
        assert_eq!(of("h8i9", 0, false), "BOARD; 7,7,1; 8,8,2; DONE");
        assert_eq!(of("h8i9a1", 2, true), "BOARD; 7,7,2; 8,8,1; 0,0,2; DONE");
    }

    #[test]
    fn othello_tells_of_passes_and_gomoku_shows_them() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut othello = Variant::Othello.start().unwrap();
        while othello.play(Move::Pass).is_err() {
            let points: Vec<_> = othello.legal_points().collect();
            match random.choice(&points) {
                Some(&point) => othello.play(Move::Place(point)).unwrap(),
                None => othello = Variant::Othello.start().unwrap(),
            }
        }
        let plies = othello.history().len();
        assert_eq!(lines(&request(&othello, plies - 1, false)), "TURN -1,-1");
        let board = lines(&request(&othello, 0, false));
        assert!(board.ends_with("; -1,-1,2; DONE"), "{board}");
        assert_eq!(board.split("; ").count(), plies + 2);

        let fifteen = Size::new(15, 15).unwrap();
        let mut gomoku = gomoku::rules::game::Game::new(Rule::Renju, fifteen).unwrap();
        gomoku.play(Move::Place(fifteen.center())).unwrap();
        gomoku.give_turn_to(Color::Black);
        let gomoku = Position::Gomoku(gomoku);
        assert_eq!(lines(&request(&gomoku, 1, false)), "BOARD; 7,7,1; DONE");
    }
}
