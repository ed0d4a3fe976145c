//! A simulated program for the tests of the checks. It follows the protocol unless a [`Twist`] says
//! otherwise, and takes no time.

use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::check::peer::{Departure, Launch, Peer};
use crate::check::positions::wire;
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::{Game, Stone};
use crate::gomoku::rules::rule::Rule;
use crate::process::{Arrival, Heard};

/// From this limit in milliseconds on, it thinks until it is interrupted.
const THINKS_LONG: i64 = 20_000;

/// Computes the actual reply from a line and the correct reply.
pub type Answering = Rc<dyn Fn(&str, Vec<String>) -> Vec<String>>;

/// The deviations of a program from the protocol.
#[derive(Clone)]
pub struct Twist {
    /// The line that it reads instead of a line sent.
    pub hear: Rc<dyn Fn(&str) -> String>,
    /// Its reply to a line, given the correct reply. `@die` ends the program, `@late 300 x` sends x 300 ms later.
    pub answer: Answering,
    /// Its output at the start.
    pub greeting: &'static str,
    /// How it ends: its standard error, the number of children left, and whether it reports success.
    pub end: (&'static str, usize, bool),
    /// Whether it exits at the end of its input.
    pub ends_with_input: bool,
    /// Its peak memory in bytes.
    pub memory: u64,
}

impl Default for Twist {
    fn default() -> Twist {
        Twist {
            hear: Rc::new(str::to_owned),
            answer: Rc::new(|_, answers| answers),
            greeting: "",
            end: ("", 0, true),
            ends_with_input: true,
            memory: 1 << 20,
        }
    }
}

impl Launch for Twist {
    fn launch(&self) -> io::Result<Box<dyn Peer>> {
        let mut fake = Fake {
            twist: self.clone(),
            out: VecDeque::new(),
            input: String::new(),
            block: None,
            game: None,
            rule: Rule::Freestyle,
            limits: [i64::MAX; 2],
            due: None,
            ended: false,
        };
        if !self.greeting.is_empty() {
            fake.say(self.greeting);
        }
        Ok(Box::new(fake))
    }
}

struct Fake {
    twist: Twist,
    out: VecDeque<Arrival>,
    input: String,
    /// The word and the lines of an unfinished block.
    block: Option<(String, Vec<String>)>,
    game: Option<Game>,
    rule: Rule,
    /// `timeout_turn` and `time_left`.
    limits: [i64; 2],
    /// The pending answer of the running search.
    due: Option<String>,
    ended: bool,
}

impl Peer for Fake {
    fn send(&mut self, text: &str) {
        self.input.push_str(text);
        while let Some(end) = self.input.find(['\r', '\n']) {
            let line: String = self.input.drain(..=end).collect();
            let line = line.trim().to_owned();
            if self.ended || line.is_empty() {
                continue;
            }
            let heard = (self.twist.hear)(&line);
            let answers = self.obey(&heard);
            for answer in (self.twist.answer.clone())(&line, answers) {
                self.say(&answer);
            }
        }
    }

    fn hear(&mut self, deadline: Instant) -> Heard {
        match self.out.front() {
            Some(arrival) if arrival.at <= deadline => {
                self.out.pop_front().map_or(Heard::Nothing, Heard::Line)
            }
            None if self.ended => Heard::Closed,
            _ => Heard::Nothing,
        }
    }

    fn close_input(&mut self) {
        self.ended |= self.twist.ends_with_input;
    }

    fn last_words(&mut self) -> String {
        "exit status: 0".to_owned()
    }

    fn peak_memory(&self) -> Option<u64> {
        Some(self.twist.memory)
    }

    fn depart(&mut self, _: Instant) -> Option<Departure> {
        let (complaints, left_behind, success) = self.twist.end;
        self.ended.then(|| Departure {
            at: Instant::now(),
            status: format!("exit status: {}", u8::from(!success)),
            success,
            complaints: complaints.to_owned(),
            left_behind: Some(left_behind),
        })
    }
}

impl Fake {
    fn say(&mut self, answer: &str) {
        if answer == "@die" {
            self.ended = true;
            return;
        }
        let late = answer.strip_prefix("@late ").and_then(|rest| rest.split_once(' '));
        let (wait_ms, text) = late.map_or((0, answer), |(ms, text)| (ms.parse().unwrap(), text));
        let at = Instant::now() + Duration::from_millis(wait_ms);
        self.out.push_back(Arrival { at, text: text.to_owned() });
    }

    /// The correct reply to a line.
    fn obey(&mut self, line: &str) -> Vec<String> {
        let upper = line.to_uppercase();
        if let Some((word, mut lines)) = self.block.take() {
            if upper == "DONE" {
                return vec![self.finish_block(&word, &lines)];
            }
            lines.push(line.to_owned());
            self.block = Some((word, lines));
            return Vec::new();
        }
        let (word, rest) = upper.split_once(' ').unwrap_or((&upper, ""));
        let rest: String = rest.trim().replace(" , ", ",");
        let one = |text: &str| vec![text.to_owned()];
        match word {
            "ABOUT" => one("name=\"Fake\", version=\"1\", author=\"nobody\", country=\"-\""),
            "START" => one(self.start(&rest, &rest)),
            "RECTSTART" => {
                let (width, height) = rest.split_once(',').unwrap_or_default();
                one(self.start(width, height))
            }
            "RESTART" => {
                self.game = self.game.as_ref().and_then(|g| Game::new(g.rule(), g.size()).ok());
                one("OK")
            }
            "BEGIN" => self.think(),
            "TURN" => match point(&rest).and_then(|at| self.play(at)) {
                Some(()) => self.think(),
                None => one("ERROR no such move"),
            },
            "TAKEBACK" => {
                self.game.as_mut().unwrap().undo();
                one("OK")
            }
            "BOARD" | "SWAP2BOARD" => {
                self.block = Some((word.to_owned(), Vec::new()));
                Vec::new()
            }
            "INFO" => self.set(&rest.to_lowercase()),
            "END" => one("@die"),
            _ => one("UNKNOWN command"),
        }
    }

    fn start(&mut self, width: &str, height: &str) -> &'static str {
        let size = width.parse().ok().zip(height.parse().ok()).and_then(|(w, h)| Size::new(w, h));
        match size.and_then(|size| Game::new(self.rule, size).ok()) {
            None => "ERROR no such board",
            game => {
                self.game = game;
                "OK"
            }
        }
    }

    fn set(&mut self, setting: &str) -> Vec<String> {
        let (key, value) = setting.split_once(' ').unwrap_or((setting, ""));
        match (key, value.parse::<i64>()) {
            ("timeout_turn", Ok(0)) if self.due.is_some() => {
                return self.due.take().into_iter().collect();
            }
            ("timeout_turn", Ok(value)) => self.limits[0] = value,
            ("time_left", Ok(value)) => self.limits[1] = value,
            ("rule", Ok(value)) => {
                let numbers = [0, 1, 4, 8, 9].into_iter().zip(Rule::ALL);
                self.rule = numbers.into_iter().find(|(number, _)| *number == value).unwrap().1;
                self.game = self.game.take().map(|game| game.under(self.rule));
            }
            _ => {}
        }
        Vec::new()
    }

    fn finish_block(&mut self, word: &str, lines: &[String]) -> String {
        if word == "SWAP2BOARD" {
            return if lines.is_empty() { "7,7 8,8 5,5" } else { "SWAP" }.to_owned();
        }
        let mut stones = Vec::new();
        for line in lines {
            let stone = line.rsplit_once(',').and_then(|(at, field)| Some((point(at)?, field)));
            match stone {
                Some(stone) => stones.push(stone),
                None => return "ERROR in BOARD".to_owned(),
            }
        }
        let first = stones.first().is_none_or(|(_, field)| *field == "1");
        let own = if first { Color::Black } else { Color::White };
        let stones: Vec<_> = stones
            .into_iter()
            .map(|(at, field)| match field {
                "1" => (at, Stone::Of(own)),
                "2" => (at, Stone::Of(!own)),
                _ => (at, Stone::Blocked),
            })
            .collect();
        let size = self.game.as_ref().unwrap().size();
        self.game = Game::set_up(self.rule, size, &stones).ok();
        self.think().pop().unwrap_or_else(|| "MESSAGE thinking".to_owned())
    }

    fn play(&mut self, at: Point) -> Option<()> {
        self.game.as_mut()?.play(Move::Place(at)).ok()
    }

    /// Plays at once, or stores the move if there is time to think.
    fn think(&mut self) -> Vec<String> {
        let game = self.game.as_ref().unwrap();
        let best = choose(game);
        self.play(best);
        if self.limits.iter().all(|&limit| limit >= THINKS_LONG) && self.limits[0] < i64::MAX {
            self.due = Some(wire(best));
            return Vec::new();
        }
        vec![wire(best)]
    }
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

/// A winning move, or else one that prevents an immediate win of the opponent, or else any move.
fn choose(game: &Game) -> Point {
    let legal = crate::check::positions::legal_points(game);
    let wins = |game: &Game, at: Point| {
        let mut next = game.clone();
        next.play(Move::Place(at)).is_ok() && next.outcome().is_some_and(|o| o.winner().is_some())
    };
    let passed = {
        let mut other = game.clone();
        other.give_turn_to(!game.side_to_move());
        other
    };
    let winning = legal.iter().find(|&&at| wins(game, at));
    let blocking = legal.iter().find(|&&at| wins(&passed, at));
    *winning.or(blocking).unwrap_or(&legal[legal.len() / 2])
}
