//! The Gomocup protocol: every request is answered as the reference says, an error changes nothing, and the game is
//! that of a second implementation of the rules.

use std::time::{Duration, Instant};

use tengen::coord::Move;
use tengen::engine::{Event, Job, Order};
use tengen::frontend::desk::Settings;
use tengen::frontend::gomocup::protocol::dialect::Dialect;
use tengen::frontend::gomocup::protocol::render::render;
use tengen::frontend::gomocup::session::{self, Effect, Input};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::search::report::{Evaluation, Line, Progress, Score, Selectivity};

use super::gomocup_mirror::Follower;
use super::mirror::Kind;

/// Commands whose request is a block of lines that ends with `DONE`.
pub const BLOCKS: [&str; 6] =
    ["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH"];

/// Commands of Yixin-Board that touch no files.
const YIXIN: [&str; 13] = [
    "YXBOARD",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKPATH",
    "YXBLOCKRESET",
    "YXBLOCKPATHRESET",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXNBEST",
    "YXSTOP",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXSHOWINFO",
];

/// Feeds the lines of `bytes` to a session whose searches return the first legal moves.
pub fn requests_are_answered_as_documented(bytes: &[u8]) {
    known_games(bytes);
}

/// Whether the second implementation of the rules knew the game after each request, which is checked.
pub fn known_games(bytes: &[u8]) -> Vec<bool> {
    let mut known = Vec::new();
    let mut session = Session::new();
    let mut follower = Follower::new(Kind::Gomoku(Rule::Freestyle));
    follower.follow("START 8", &session.answers("START 8"));
    let mut before = board(&mut session);
    for request in requests(&String::from_utf8_lossy(bytes)) {
        let answer = session.answers(&request);
        check(&request, &answer);
        let after = board(&mut session);
        if answer.iter().any(|line| line.starts_with("ERROR ") || line.starts_with("UNKNOWN ")) {
            assert_eq!(after, before, "{request:?} was {answer:?}");
        }
        follower.follow(&request, &answer);
        follower.compare(&after);
        known.push(follower.knows_game());
        before = after;
    }
    known
}

/// The requests of a text, blocks as one. Those that end the session or touch files are left out.
fn requests(text: &str) -> Vec<String> {
    let mut requests = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let word = word(line);
        if word == "END" || word.starts_with("YX") && !YIXIN.contains(&word.as_str()) {
            continue;
        }
        let mut request = line.to_owned();
        if BLOCKS.contains(&word.as_str()) {
            // END is obeyed in a block, too, on the line of its command and on those that follow.
            let ends = |line: &str| line.split(is_blank).any(|part| self::word(part) == "END");
            if ends(line) {
                continue;
            }
            // The line of the command may hold the whole block.
            let mut parts = line.trim_matches(is_blank).split_whitespace();
            if parts.any(|part| part.eq_ignore_ascii_case("DONE")) {
                requests.push(request);
                continue;
            }
            let is_inside = |line: &&str| self::word(line) != "DONE";
            let block = lines.by_ref().take_while(is_inside).filter(|line| !ends(line));
            block.for_each(|line| {
                request.push('\n');
                request.push_str(line);
            });
            request.push_str("\nDONE");
        }
        requests.push(request);
    }
    requests
}

/// A session whose searches return the first legal moves when the test says so.
pub struct Session {
    inner: session::Session,
    dialect: Dialect,
    pub jobs: Vec<Job>,
    pub lines: Vec<String>,
}

impl Session {
    pub fn new() -> Session {
        let inner = session::Session::new(settings(), 0);
        Session { inner, dialect: Dialect::new(), jobs: Vec::new(), lines: Vec::new() }
    }

    pub fn feed(&mut self, request: &str) {
        for line in request.split('\n') {
            if let Some(request) = self.dialect.feed(line) {
                self.inner.receive(Input { at: Instant::now(), request });
                self.collect();
            }
        }
    }

    pub fn finish_oldest(&mut self) {
        let job = self.jobs.remove(0);
        let points = job.position.legal_points().take(job.request.lines);
        let line = |point| Line { score: Score::Points(0), moves: vec![Move::Place(point)] };
        let result = Progress {
            depth: 1,
            selectivity: Selectivity::Extended(1),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines: points.map(line).collect(),
            calibration: None,
        };
        self.inner.hear(Event::Finished { id: job.id, result });
        self.collect();
    }

    pub fn finish_all(&mut self) {
        while !self.jobs.is_empty() {
            self.finish_oldest();
        }
    }

    fn collect(&mut self) {
        for effect in self.inner.take_effects() {
            match effect {
                Effect::Exit => panic!("exit without END"),
                Effect::Order(Order::Search(job)) => self.jobs.push(*job),
                Effect::Order(Order::Evaluate { id, .. }) => {
                    let evaluation = Evaluation { score: Score::Points(0), calibration: None };
                    self.inner.hear(Event::Evaluated { id, evaluation: Some(evaluation) });
                    self.collect();
                }
                Effect::Order(Order::Prepare(_)) => {
                    self.inner.hear(Event::Prepared);
                    self.collect();
                }
                Effect::Order(Order::Table(_)) => {
                    self.inner.hear(Event::Table(Ok("done".to_owned())));
                    self.collect();
                }
                Effect::Order(
                    Order::Avoid(_)
                    | Order::Resize(_)
                    | Order::Threads(_)
                    | Order::SetParam { .. }
                    | Order::Clear,
                ) => {}
                Effect::Reply(reply) => {
                    let mut text = String::new();
                    render(&reply, &mut text);
                    assert!(text.ends_with('\n') && text.is_ascii(), "{text:?}");
                    self.lines.extend(text.lines().map(str::to_owned));
                }
            }
        }
    }
}

pub fn settings() -> Settings {
    Settings::new(Variant::gomoku(Rule::Freestyle), false)
}

/// Anything that answers one request at a time.
pub trait Answers {
    /// The replies to `request`; a deferred error may be lost.
    fn answers(&mut self, request: &str) -> Vec<String>;
}

impl Answers for Session {
    fn answers(&mut self, request: &str) -> Vec<String> {
        self.feed(request);
        self.finish_all();
        std::mem::take(&mut self.lines)
    }
}

fn is_blank(c: char) -> bool {
    const BYTE_ORDER_MARK: char = '\u{feff}';
    c.is_whitespace() || c.is_control() || c == BYTE_ORDER_MARK
}

/// The command word of a request.
pub fn word(request: &str) -> String {
    let text = request.trim_start_matches(is_blank);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    text[..end].to_ascii_uppercase()
}

/// Checks the reply to one request against the protocol reference.
pub fn check(request: &str, answer: &[String]) {
    let context = format!("{request:?}: {answer:?}");
    let word = word(request);
    let blank = request.chars().all(is_blank);
    if let ([line], false) = (answer, blank || word == "INFO")
        && line.starts_with("ERROR ")
    {
        return;
    }
    let is_told = |line: &&str| !line.starts_with("MESSAGE ") && !line.starts_with("INFO ");
    let told: Vec<&str> = answer.iter().map(String::as_str).filter(is_told).collect();
    let each = |name: &str| told.iter().all(|line| line.starts_with(name));
    let fits = match word.as_str() {
        _ if blank => answer.is_empty(),
        "INFO" | "STOP" | "YXSTOP" | "YXBOARD" | "YXHASHCLEAR" | "YXBLOCK" | "YXBLOCKUNDO"
        | "YXBLOCKRESET" | "YXBLOCKPATH" | "YXBLOCKPATHRESET" => answer.is_empty(),
        "YXBALANCEONE" => told.len() == 1 && read_move(told[0]).is_some(),
        // Yixin-Board reads the two moves from lines of their own.
        "YXBALANCETWO" => {
            let points: Vec<&str> = told.iter().flat_map(|line| line.split(' ')).collect();
            points.len() == 2 && points.iter().all(|point| read_move(point).is_some())
        }
        "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSHOWHASHUSAGE" | "YXPRINTFEATURE" => {
            !answer.is_empty()
        }
        "START" | "RECTSTART" | "RESTART" | "POSITION" | "TAKEBACK" | "UNDO" => answer == ["OK"],
        "TURN" | "BEGIN" | "BOARD" | "YXNBEST" | "PLAY" => {
            told.len() == 1 && (is_point(told[0]) || read_move(told[0]) == Some((-1, -1)))
        }
        "SWAP2BOARD" => told.len() == 1 && (each("SWAP") || told[0].split(' ').all(is_point)),
        "NBEST" => !told.is_empty() && each("NBEST "),
        "SHOW" => told.is_empty() && answer.len() >= 7,
        "YXSHOWINFO" => told.is_empty() && answer.len() == 2,
        "YXSHOWFORBID" => told.len() == 1 && each("FORBID "),
        "MOVES" | "RESULT" | "EVAL" | "FORBIDDEN" | "WHY" => {
            told.len() == 1 && each(&format!("{word} "))
        }
        "OPTIONS" => told.last() == Some(&"OK"),
        "ABOUT" => told.len() == 1 && each("name="),
        // They may belong to an unknown command before.
        _ if answer.is_empty() => word == "DONE" || word.parse::<u32>().is_ok(),
        _ => answer.len() == 1 && each("UNKNOWN command "),
    };
    assert!(fits, "{context}");
}

/// The state of the board, after any deferred error.
pub fn board(engine: &mut impl Answers) -> Vec<String> {
    loop {
        let answer = engine.answers("SHOW");
        if !answer[0].starts_with("ERROR INFO ") {
            return [answer, engine.answers("MOVES")].concat();
        }
    }
}

/// Parses a move as the strictest manager does: two numbers, one comma, nothing else.
pub fn read_move(line: &str) -> Option<(i32, i32)> {
    let (x, y) = line.split_once(',')?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|n| n.to_string() == text);
    Some((number(x)?, number(y)?))
}

/// Whether `line` is a move to a point, and nothing else.
pub fn is_point(line: &str) -> bool {
    read_move(line).is_some_and(|(x, y)| (0..22).contains(&x) && (0..22).contains(&y))
}
