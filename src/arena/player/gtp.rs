//! The Go Text Protocol, for either game.
//!
//! Every command waits for its answer, so a program may refuse some: time settings, or a pass that it has
//! already played. GTP cannot limit depth or nodes, nor name the rule of Gomoku; the program's own options must
//! do that.

use std::time::{Duration, Instant};

use super::contract::{Answer, GameContext, Player, Timed, Trouble};
use super::wire::{Awaited, Unasked, Wire, garbage, quoted};
use crate::arena::clock::Clock;
use crate::arena::clock::TimeControl;
use crate::arena::ending::Reason;
use crate::arena::tournament::Engine;
use crate::color::Color;
use crate::coord::{Move, Ply, Size};
use crate::formats::vertex::{self, Vertex};
use crate::game::{Position, Variant};

/// A program that speaks this protocol.
#[derive(Debug)]
pub struct Gtp {
    wire: Wire,
    /// Format of the times sent to it; `None` if it refuses them.
    seconds: Option<Seconds>,
    /// Number of plies of the game that the program knows.
    known: usize,
}

/// Format of times in seconds. They are rounded down, so that no program gets too much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seconds {
    /// With up to three decimals.
    Exact,
    /// Whole seconds, as in the standard.
    Whole,
}

impl Seconds {
    /// `time` in this format. Less than a second always has decimals, because 0 would mean no limit.
    fn text(self, time: Duration) -> String {
        let (seconds, ms) = (time.as_secs(), time.subsec_millis());
        match (self, seconds) {
            (_, 0) if !time.is_zero() => format!("0.{:03}", ms.max(1)),
            (Seconds::Exact, _) if ms > 0 => format!("{seconds}.{ms:03}"),
            _ => seconds.to_string(),
        }
    }

    /// The format to try if this one is refused.
    fn simpler(self) -> Option<Seconds> {
        (self == Seconds::Exact).then_some(Seconds::Whole)
    }
}

/// The text of an answer, or why the command was refused.
type Response = Result<String, String>;

impl Gtp {
    /// Starts the program of `engine`.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(engine: &Engine, context: GameContext) -> Result<Gtp, Trouble> {
        let mut gtp = Gtp { wire: Wire::start(engine, |_, _| ())?, seconds: None, known: 0 };
        // A greeting may precede the first answer.
        let named = gtp.ask("name", context.patience(), context, is_no_response);
        let (name, _) = named.map_err(Trouble::before_a_game)?;
        log::info!("{}: {}", gtp.wire.name(), quoted(&name.unwrap_or_default()));
        Ok(gtp)
    }

    /// Sends a command and waits for its answer; the time is that of the first line of the answer.
    fn ask(
        &mut self,
        command: &str,
        wait: Duration,
        context: GameContext,
        is_chatter: fn(&str) -> bool,
    ) -> Result<Timed<Response>, Trouble> {
        let from = Instant::now();
        self.wire.send(&format!("{command}\n"));
        let awaited = Awaited { request: command, from, wait };
        let first = self.wire.hear(awaited, context.stop, is_chatter)?;
        let Some(response) = parse_response(&first.text) else {
            return garbage(command, &first.text);
        };
        while !is_blank(&self.wire.hear(awaited, context.stop, |_| false)?.text) {}
        Ok((response, first.at.saturating_duration_since(from)))
    }

    /// Like [`Gtp::ask`], off the clock.
    fn command(&mut self, command: &str, context: GameContext) -> Result<Response, Trouble> {
        Ok(self.ask(command, context.patience(), context, is_blank)?.0)
    }

    /// Sends a ply of the game.
    fn play(&mut self, ply: Ply, context: GameContext) -> Result<(), Trouble> {
        let vertex = vertex::text(ply.mv, context.conditions.variant).to_ascii_lowercase();
        let command = format!("play {} {vertex}", letter(ply.color));
        match self.command(&command, context)? {
            Ok(_) => Ok(()),
            // Some programs pass automatically.
            Err(refusal) if ply.mv == Move::Pass => {
                log::debug!("{}: {command} was refused: {}", self.wire.name(), quoted(&refusal));
                Ok(())
            }
            Err(refusal) => refused(&command, &refusal),
        }
    }

    /// Sends a time command, if there is one, in the first form that is not refused.
    fn tell_time(
        &mut self,
        command: impl Fn(Seconds) -> Option<String>,
        context: GameContext,
    ) -> Result<(), Trouble> {
        while let Some(form) = self.seconds {
            match command(form) {
                Some(command) if self.command(&command, context)?.is_err() => {
                    self.seconds = form.simpler();
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Sends a command that must not be refused when a game begins.
    fn demand(&mut self, command: &str, context: GameContext) -> Result<(), Trouble> {
        match self.command(command, context).map_err(Trouble::before_a_game)? {
            Ok(_) => Ok(()),
            Err(refusal) => refused(command, &refusal).map_err(Trouble::before_a_game),
        }
    }
}

impl Player for Gtp {
    fn is_fit(&mut self) -> bool {
        self.wire.unasked(is_blank) == Unasked::Nothing
    }

    fn new_game(&mut self, engine: &Engine, context: GameContext) -> Result<(), Trouble> {
        self.known = 0;
        // The board may have this size already.
        let sizing = sizing(context.conditions.variant.size());
        let sized = self.command(&sizing, context).map_err(Trouble::before_a_game)?;
        if let Err(refusal) = sized {
            log::debug!("{}: {sizing} was refused: {}", self.wire.name(), quoted(&refusal));
        }
        self.demand("clear_board", context)?;
        for (key, value) in &engine.options {
            self.demand(format!("{key} {value}").trim_end(), context)?;
        }
        self.seconds = Some(Seconds::Exact);
        self.tell_time(|form| time_settings(&engine.time, form), context)
            .map_err(Trouble::before_a_game)
    }

    fn turn(
        &mut self,
        position: &Position,
        clock: &Clock,
        context: GameContext,
    ) -> Result<Timed<Answer>, Trouble> {
        self.wire.expect_quiet(is_blank)?;
        let history = position.history();
        for &ply in history.get(self.known..).unwrap_or_default() {
            self.play(ply, context)?;
        }
        let own = position.side_to_move();
        self.tell_time(|form| time_left(own, clock, form), context)?;
        let command = format!("genmove {}", letter(own));
        let (response, time) =
            self.ask(&command, clock.wait(context.patience()), context, is_blank)?;
        self.known = history.len() + 1;
        match response {
            Ok(text) => match parse_answer(&text, position.variant()) {
                Some(Ok(answer)) => Ok((answer, time)),
                Some(Err(outside)) => Trouble::fault(Reason::Illegal, outside),
                None => garbage(&command, &text),
            },
            // The program may have passed automatically, as above.
            Err(_) if position.must_pass() => Ok((Answer::Move(Move::Pass), time)),
            Err(refusal) => refused(&command, &refusal),
        }
    }

    fn end(self: Box<Self>, context: GameContext) {
        self.wire.end("quit\n", context);
    }
}

/// The fault of a program that refused a command.
fn refused<T>(command: &str, refusal: &str) -> Result<T, Trouble> {
    Trouble::fault(Reason::Garbage, format!("{command} was refused: {}", quoted(refusal)))
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn is_no_response(line: &str) -> bool {
    parse_response(line).is_none()
}

/// The first line of a response, without its mark and the number after the mark.
fn parse_response(line: &str) -> Option<Response> {
    let line = line.trim();
    let text = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    match (line.strip_prefix('='), line.strip_prefix('?')) {
        (Some(rest), _) => Some(Ok(text(rest))),
        (None, Some(rest)) => Some(Err(text(rest))),
        (None, None) => None,
    }
}

/// The answer to `genmove` in a game of `variant`, or why its point is off the board.
fn parse_answer(text: &str, variant: Variant) -> Option<Result<Answer, String>> {
    if text.eq_ignore_ascii_case("resign") {
        return Some(Ok(Answer::Resign));
    }
    let mv = Vertex::from_text(text)?.on(variant);
    Some(
        mv.map(Answer::Move)
            .ok_or_else(|| format!("{text} is not on the {} board", variant.size())),
    )
}

/// The command for a board of `size`. The standard has only square boards.
fn sizing(size: Size) -> String {
    match (size.width(), size.height()) {
        (width, height) if width == height => format!("boardsize {width}"),
        (width, height) => format!("rectangular_boardsize {width} {height}"),
    }
}

/// `b` or `w`.
fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// The times of a game; `None` without a clock.
///
/// A limit per move is sent as a byo-yomi period of one move; the time left for the game is then sent only with each
/// move. An increment is sent in the same way, because a move always gets at least that much time.
fn time_settings(time: &TimeControl, form: Seconds) -> Option<String> {
    let (main, period) = match (time.turn, time.game) {
        (Some(turn), _) => (Duration::ZERO, turn),
        (None, Some(game)) => (game, time.increment),
        (None, None) => return None,
    };
    let stones = u32::from(!period.is_zero());
    Some(format!("time_settings {} {} {stones}", form.text(main), form.text(period)))
}

/// The time that `color` has now; `None` without a clock.
fn time_left(color: Color, clock: &Clock, form: Seconds) -> Option<String> {
    let stones = u32::from(clock.turn().is_some());
    let allowed = form.text(clock.allowed()?);
    Some(format!("time_left {} {allowed} {stones}", letter(color)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rules::rule::Rule;

    #[test]
    fn responses_are_read_in_every_form() {
        for (line, response) in [
            ("= D3", Ok("D3")),
            ("=", Ok("")),
            ("=5 D3", Ok("D3")),
            ("=d3", Ok("d3")),
            ("  = pass  ", Ok("pass")),
            ("? unknown command", Err("unknown command")),
            ("?12 no", Err("no")),
        ] {
            let response = response.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(parse_response(line), Some(response), "{line}");
        }
        assert!(is_no_response("D3") && is_no_response("") && !is_no_response("="));
    }

    #[test]
    fn moves_are_read_in_either_case() {
        let place = |text| Some(Ok(Answer::Move(Move::from_text(text).unwrap())));
        let of = |text| parse_answer(text, Variant::Othello);
        assert_eq!((of("F5"), of("f5")), (place("f5"), place("f5")));
        let outside = "j9 is not on the 8x8 board".to_owned();
        assert_eq!(of("j9"), Some(Err(outside)));
        for pass in ["pass", "PASS", "pa", "Ps"] {
            assert_eq!(of(pass), place("pass"));
        }
        assert_eq!(of("Resign"), Some(Ok(Answer::Resign)));
        for text in ["", "5,4", "f", "f5 d6", "null", "i5"] {
            assert_eq!(of(text), None, "{text}");
        }
        let gomoku = |text| parse_answer(text, Variant::gomoku(Rule::Freestyle));
        assert_eq!((gomoku("A15"), gomoku("j1")), (place("a1"), place("i15")));
    }

    #[test]
    fn only_a_square_board_has_a_command_in_the_standard() {
        assert_eq!(sizing(Size::new(15, 15).unwrap()), "boardsize 15");
        assert_eq!(sizing(Size::new(7, 9).unwrap()), "rectangular_boardsize 7 9");
    }

    #[test]
    fn times_never_promise_too_much() {
        let ms = Duration::from_millis;
        let told = |turn: Option<u64>, game: Option<u64>, increment, form| {
            let time = TimeControl {
                turn: turn.map(ms),
                game: game.map(ms),
                increment: ms(increment),
                ..TimeControl::default()
            };
            let left = time_left(Color::White, &Clock::new(time, Duration::ZERO), form);
            time_settings(&time, form)
                .zip(left)
                .map(|(settings, left)| format!("{settings}, {left}"))
        };
        let of = |turn, game, increment| told(turn, game, increment, Seconds::Exact);
        assert_eq!(of(None, None, 0), None);
        assert_eq!(
            of(Some(2500), None, 0).unwrap(),
            "time_settings 0 2.500 1, time_left w 2.500 1"
        );
        assert_eq!(
            told(Some(2500), None, 0, Seconds::Whole).unwrap(),
            "time_settings 0 2 1, time_left w 2 1"
        );
        assert_eq!(Seconds::Exact.text(Duration::from_nanos(1_999_999_999)), "1.999");
        assert_eq!(of(Some(50), None, 0).unwrap(), "time_settings 0 0.050 1, time_left w 0.050 1");
        assert_eq!(of(None, Some(60_000), 0).unwrap(), "time_settings 60 0 0, time_left w 60 0");
        assert_eq!(
            of(None, Some(60_000), 999).unwrap(),
            "time_settings 60 0.999 1, time_left w 60 0"
        );
        assert_eq!(of(Some(9000), Some(3000), 0).unwrap(), "time_settings 0 9 1, time_left w 3 1");
    }
}
