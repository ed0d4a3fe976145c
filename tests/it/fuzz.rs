//! Random requests, valid and invalid, in any order and with any timing.
//!
//! Three properties: every request is answered as documented and errors change nothing; replies do not
//! depend on when requests arrive; and the process replies what the library replies. Seeds are fixed, so
//! failures are reproducible.

use std::io::Cursor;

use fastrand::Rng;
use tengen::engine::Learned;
use tengen::frontend::gomocup::serve;

use crate::program::Program;
use crate::properties::gomocup::{Answers, BLOCKS, Session, board, check, settings, word};

impl Answers for Program {
    fn answers(&mut self, request: &str) -> Vec<String> {
        self.send(request);
        if word(request) == "INFO" {
            let next = self.ask("ABOUT");
            assert!(
                next.starts_with("name=") || next.starts_with("ERROR INFO "),
                "{request}: {next}"
            );
            return Vec::new();
        }
        self.pending()
    }
}

/// A generator of random requests.
struct Requests {
    random: Rng,
    /// Whether to include requests whose reply depends on time or chance.
    timed: bool,
}

impl Requests {
    fn number(&mut self) -> String {
        match self.random.u8(..20) {
            0 => "-1".into(),
            1 => "99".into(),
            2 => "abc".into(),
            3 => i64::MAX.to_string(),
            4 => String::new(),
            _ => self.random.u8(..10).to_string(),
        }
    }

    fn point(&mut self) -> String {
        match self.random.u8(..20) {
            0 => "-1,-1".into(),
            1 => "pass".into(),
            2 => format!("{},{}", self.number(), self.number()),
            3 => format!("{} , {}", self.random.u8(..8), self.random.u8(..8)),
            4 => format!("{}{}", self.random.lowercase(), self.random.u8(..10)),
            _ => format!("{},{}", self.random.u8(..9), self.random.u8(..9)),
        }
    }

    fn block(&mut self, word: &str) -> String {
        let mut lines = vec![word.to_owned()];
        for _ in 0..self.random.usize(..9) {
            let point = self.point();
            let field = self.random.choice(["1", "1", "2", "2", "2", "3", "4"]).unwrap();
            lines.push(format!("{point},{field}"));
        }
        lines.push("DONE".into());
        lines.join("\n")
    }

    /// A request about points that the search avoids.
    fn points(&mut self) -> String {
        let words = ["YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH", "YXBLOCKRESET", "YXBLOCKPATHRESET"];
        let word = self.random.choice(words).unwrap();
        if word.ends_with("RESET") {
            return word.into();
        }
        let points: Vec<String> = (0..self.random.usize(..5)).map(|_| self.point()).collect();
        format!("{word}\n{}\nDONE", points.join("\n"))
    }

    fn swap2(&mut self) -> String {
        let counts: &[usize] = if self.timed { &[0, 1, 3, 5] } else { &[1, 3, 5, 7] };
        let points: Vec<String> =
            (0..*self.random.choice(counts).unwrap()).map(|_| self.point() + "\n").collect();
        format!("SWAP2BOARD\n{}DONE", points.concat())
    }

    fn info(&mut self) -> String {
        let mut keys = vec![
            "rule",
            "game",
            "dead_draw",
            "max_memory",
            "hash_size",
            "pondering",
            "evaluate",
            "folder",
            "unheard_of",
            "",
        ];
        if self.timed {
            // Results with several threads are not deterministic.
            keys.extend([
                "thread_num",
                "timeout_turn",
                "timeout_match",
                "time_left",
                "show_detail",
                "game_type",
            ]);
        }
        let key = self.random.choice(keys).unwrap();
        let value = match key {
            "rule" => {
                self.random.choice(["0", "1", "4", "8", "9", "16", "3", "77"]).unwrap().into()
            }
            "game" => self.random.choice(["gomoku", "othello", "go"]).unwrap().into(),
            "max_memory" | "hash_size" => self.random.u32(..1 << 20).to_string(),
            _ => self.number(),
        };
        format!("INFO {key} {value}")
    }

    fn start(&mut self) -> String {
        let size = self.random.choice(["8", "8", "8", "9", "5", "22", "4", "8 9", "x"]).unwrap();
        match self.random.u8(..3) {
            0 => "RESTART".into(),
            1 => format!("RECTSTART {},{}", self.random.u8(4..12), self.random.u8(4..12)),
            _ => format!("START {size}"),
        }
    }

    fn position(&mut self) -> String {
        let squares: String =
            (0..64).map(|_| self.random.choice(['X', 'O', '-', '-']).unwrap()).collect();
        format!("POSITION {squares} {}", self.random.choice(['X', 'O', '?']).unwrap())
    }

    /// A request with valid syntax.
    fn any(&mut self) -> String {
        match self.random.u8(..33) {
            30 => self.points(),
            31 => {
                let word = self.random.choice(["YXBALANCEONE", "YXBALANCETWO"]).unwrap();
                format!("{word} {}", self.number())
            }
            32 => {
                let words = ["YXSWAP2STEP1", "YXSWAP2STEP2", "YXSHOWHASHUSAGE", "YXPRINTFEATURE"];
                self.random.choice(words).unwrap().into()
            }
            0..=7 => format!("TURN {}", self.point()),
            8..=9 => format!("PLAY {}", self.point()),
            10..=11 => "BEGIN".into(),
            12..=13 => self.block("BOARD"),
            14 => self.block("YXBOARD"),
            15 => self.swap2(),
            16..=19 => self.info(),
            20 => self.start(),
            // A TAKEBACK of the move being answered acts at once.
            21 if self.timed => format!("TAKEBACK {}", self.point()),
            21 => format!("UNDO {}", self.number()),
            22 => format!("NBEST {}", self.number()),
            23 => format!("YXNBEST {}", self.number()),
            24 => format!("WHY {}", self.point()),
            25 => self.position(),
            // Which search STOP ends depends on when it arrives.
            26 if self.timed => self.random.choice(["STOP", "YXSTOP"]).unwrap().into(),
            26 => "YXHASHCLEAR".into(),
            27 => self.random.choice(["SHOW", "MOVES", "RESULT", "EVAL"]).unwrap().into(),
            28 => self.random.choice(["FORBIDDEN", "YXSHOWFORBID", "YXSHOWINFO"]).unwrap().into(),
            _ => {
                self.random.choice(["nonsense", "DONE", "7,7", "SUGGEST 1,1", "?!"]).unwrap().into()
            }
        }
    }

    /// A line with a few characters changed; never a block, which might lose its end.
    fn garbled(&mut self) -> String {
        loop {
            let mut text: Vec<char> = self.any().chars().collect();
            for _ in 0..self.random.usize(1..4) {
                let at = self.random.usize(..=text.len());
                match self.random.u8(..3) {
                    0 if at < text.len() => drop(text.remove(at)),
                    1 => text.insert(at, self.random.char(' '..'~')),
                    _ => {
                        text.insert(at, self.random.choice(['\t', '\u{e9}', '\u{0}', '-']).unwrap())
                    }
                }
            }
            let text: String = text.into_iter().collect();
            let word = word(&text);
            let opens = word == "END" || BLOCKS.contains(&word.as_str());
            if !opens && !text.contains('\n') {
                return text;
            }
        }
    }
}

fn answers_fit(engine: &mut impl Answers, seed: u64, count: usize) {
    let mut requests = Requests { random: Rng::with_seed(seed), timed: true };
    engine.answers("START 8");
    engine.answers("INFO max_depth 1");
    for _ in 0..count {
        let garbled = requests.random.u8(..4) == 0;
        let request = if garbled { requests.garbled() } else { requests.any() };
        let before = (requests.random.u8(..2) == 0).then(|| board(engine));
        let answer = engine.answers(&request);
        check(&request, &answer);
        let failed = answer.iter().any(|l| l.starts_with("ERROR ") || l.starts_with("UNKNOWN "));
        if let (Some(before), true) = (before, failed) {
            assert_eq!(board(engine), before, "{request:?} was {answer:?}");
        }
    }
}

#[test]
fn a_session_answers_every_request_as_documented() {
    for seed in 0..300 {
        answers_fit(&mut Session::new(), seed, 150);
    }
}

#[test]
fn the_process_answers_every_request_as_documented() {
    for seed in 1000..1010 {
        let mut program = Program::start(&[]);
        answers_fit(&mut program, seed, 150);
        assert!(program.finish().is_empty());
    }
}

#[test]
fn replies_do_not_depend_on_when_requests_arrive() {
    for seed in 0..400 {
        let mut requests = Requests { random: Rng::with_seed(seed), timed: false };
        let script: Vec<String> = (0..60).map(|_| requests.any()).collect();
        let (mut patient, mut hasty) = (Session::new(), Session::new());
        for request in ["START 8"].into_iter().chain(script.iter().map(String::as_str)) {
            patient.feed(request);
            patient.finish_all();
            hasty.feed(request);
            while !hasty.jobs.is_empty() && requests.random.u8(..3) == 0 {
                hasty.finish_oldest();
            }
        }
        hasty.finish_all();
        assert_eq!(patient.lines, hasty.lines, "seed {seed}: {script:#?}");
    }
}

#[test]
fn the_process_replies_what_the_library_replies() {
    for seed in 2000..2006 {
        let mut requests = Requests { random: Rng::with_seed(seed), timed: false };
        let mut script = "START 8\nINFO max_depth 1\n".to_owned();
        for _ in 0..150 {
            script += &requests.any();
            script += requests.random.choice(["\n", "\r\n", "\r"]).unwrap();
        }
        let mut output = Vec::new();
        let learned = Learned::default();
        serve(Cursor::new(script.clone()), &mut output, settings(), 0, learned).unwrap();
        let expected: Vec<String> =
            String::from_utf8(output).unwrap().lines().map(str::to_owned).collect();
        assert!(expected.len() > 100);
        let mut program = Program::start(&["--seed", "0"]);
        let mut rest = script.as_bytes();
        while !rest.is_empty() {
            let (piece, tail) = rest.split_at(requests.random.usize(1..=rest.len().min(200)));
            program.send_bytes(piece);
            rest = tail;
        }
        assert_eq!(program.finish(), expected, "seed {seed}: {script}");
    }
}

#[test]
fn the_process_survives_noise_and_exits_cleanly() {
    let mut random = Rng::with_seed(3);
    for _ in 0..20 {
        let noise: Vec<u8> = (0..20_000).map(|_| random.u8(..)).collect();
        let mut program = Program::start(&[]);
        program.send_bytes(&noise);
        let lines = program.finish();
        assert!(lines.len() > 50);
        assert!(lines.iter().all(|l| l.starts_with("UNKNOWN ") || l.starts_with("ERROR ")));
    }
}
